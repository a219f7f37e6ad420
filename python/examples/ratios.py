"""The native vector environment beside Gymnasium's own vectors of the same environment, and beside other Tetris
environments.

    python ratios.py [--peers]

All are measured in one process, in turns, so that a busy machine slows them alike; the figures are medians of
rounds. With ``--peers`` the
packages tetris-gymnasium and jumanji are measured too, where they are installed. Prints JSON.
"""

import argparse
import json
import statistics
import time
import warnings

import gymnasium as gym
import numpy as np

import tetreach  # noqa: F401


def steps_per_second(env, steps, boards):
    """Environment steps per second, all boards together, with random actions that were drawn before."""
    env.reset(seed=1)
    actions = [env.action_space.sample() for _ in range(steps)]
    began = time.perf_counter()
    for action in actions:
        env.step(action)
    return steps * boards / (time.perf_counter() - began)


def single_steps_per_second(env, steps):
    """The same for one board, with resets."""
    env.reset(seed=1)
    actions = [env.action_space.sample() for _ in range(steps)]
    began = time.perf_counter()
    for action in actions:
        _, _, terminated, truncated, _ = env.step(action)
        if terminated or truncated:
            env.reset()
    return steps / (time.perf_counter() - began)


def boundary(boards, steps):
    """Nanoseconds per board and step: inside Rust alone, and through Python with new arrays and with the caller's."""
    env = tetreach.ReachVectorEnv(boards, infos=("action_mask",), observation="flat")
    env.reset(seed=1)
    core = env._open
    began = time.perf_counter()
    core.play_random(steps, 1)
    rust = time.perf_counter() - began
    actions = np.random.default_rng(0).integers(162, size=(steps, boards))
    began = time.perf_counter()
    for action in actions:
        env.step(action)
    python = time.perf_counter() - began
    out = {
        "rewards": np.zeros(boards),
        "terminated": np.zeros(boards, dtype=bool),
        "truncated": np.zeros(boards, dtype=bool),
        "pairs": np.zeros((boards, 400), dtype=np.uint8),
        "masks": np.zeros((boards, 162), dtype=np.int8),
    }
    began = time.perf_counter()
    for action in actions:
        env.step_into(action, **out)
    into = time.perf_counter() - began
    return {
        name: round(1e9 * seconds / (steps * boards))
        for name, seconds in (("rust", rust), ("step", python), ("step_into", into))
    }


def peers():
    """One board of each other environment that is installed: steps per second."""
    found = {}
    try:
        from tetris_gymnasium.envs import Tetris
        from tetris_gymnasium.wrappers.grouped import GroupedActionsObservations

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found["Tetris-Gymnasium, grouped actions"] = lambda: single_steps_per_second(
                GroupedActionsObservations(gym.make("tetris_gymnasium/Tetris")), 30
            )
            found["Tetris-Gymnasium, keys"] = lambda: single_steps_per_second(gym.make("tetris_gymnasium/Tetris"), 500)
        del Tetris
    except ImportError:
        pass
    try:
        import jax
        import jumanji

        env = jumanji.make("Tetris-v0")
        reset, step = jax.jit(env.reset), jax.jit(env.step)

        def play():
            state, _ = reset(jax.random.PRNGKey(0))
            action = np.array([0, 0])
            step(state, action)
            began = time.perf_counter()
            for _ in range(300):
                state, timestep = step(state, action)
                if timestep.last():
                    state, _ = reset(jax.random.PRNGKey(0))
            return 300 / (time.perf_counter() - began)

        found["jumanji Tetris, jit"] = play
    except ImportError:
        pass
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--peers", action="store_true")
    args = parser.parse_args()
    name, boards = "Tetreach/Reach-v0", args.boards
    vectors = {
        "native": (gym.make_vec(name, num_envs=boards), 200),
        "SyncVectorEnv": (gym.make_vec(name, num_envs=boards, vectorization_mode="sync"), 20),
        "AsyncVectorEnv": (gym.make_vec(name, num_envs=boards, vectorization_mode="async"), 10),
    }
    rates = {kind: [] for kind in vectors}
    others = peers() if args.peers else {}
    single = gym.make(name)
    others = {"tetreach, one board": lambda: single_steps_per_second(single, 2000), **others}
    other_rates = {kind: [] for kind in others}
    for _ in range(args.rounds):
        for kind, (env, steps) in vectors.items():
            rates[kind].append(steps_per_second(env, steps, boards))
        for kind, measure in others.items():
            other_rates[kind].append(measure())
    medians = {kind: statistics.median(values) for kind, values in (rates | other_rates).items()}
    ratios = {kind: round(medians["native"] / medians[kind], 1) for kind in vectors if kind != "native"}
    own = medians["tetreach, one board"]
    against = {kind: round(own / medians[kind], 1) for kind in others if kind != "tetreach, one board"}
    print(
        json.dumps(
            {
                "boards": boards,
                "steps_per_second": {kind: round(value) for kind, value in medians.items()},
                "native_is_faster_by": ratios,
                "one_board_is_faster_by": against,
                "nanoseconds_per_board_and_step": {str(count): boundary(count, 51200 // count) for count in (64, 1024)},
            },
            indent=1,
        )
    )
    for env, _ in vectors.values():
        env.close()


if __name__ == "__main__":
    main()
