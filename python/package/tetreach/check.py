"""A checker for vector environments, which Gymnasium does not have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import iterate


class VectorEnvError(AssertionError):
    """What a vector environment does otherwise than its single environments would."""


def _equal(one: Any, other: Any) -> bool:
    if isinstance(one, dict):
        return isinstance(other, dict) and one.keys() == other.keys() and all(_equal(one[k], other[k]) for k in one)
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(_equal, one, other))
    return bool(np.array_equal(one, other))


def _demand(holds: bool, step: int, index: int | None, what: str) -> None:
    if not holds:
        where = "" if index is None else f", environment {index}"
        raise VectorEnvError(f"after {step} steps{where}: {what}")


def _leaves(value: Any) -> list[np.ndarray[Any, Any]]:
    if isinstance(value, dict):
        return [leaf for part in value.values() for leaf in _leaves(part)]
    if isinstance(value, tuple):
        return [leaf for part in value for leaf in _leaves(part)]
    return [value] if isinstance(value, np.ndarray) and value.dtype != object else []


def check_vector_env(
    venv: gym.vector.VectorEnv[Any, Any, Any],
    make_single: Callable[[], gym.Env[Any, Any]],
    *,
    seed: int = 0,
    steps: int = 200,
) -> None:
    """Checks that a vector environment is as many single environments, in any of Gymnasium's autoreset modes.

    Spaces, seeds (environment ``i`` has ``seed + i``), observations, rewards, ends, resets and ``final_obs`` are
    compared with those of single environments step by step; arrays must have the right shape and dtype, and no call may
    return memory of an earlier one. Actions are drawn from the action space, with ``info["action_mask"]`` where there
    is one.

    :raises VectorEnvError: in one sentence that says what differs, at which step, in which environment
    """
    if not isinstance(venv, gym.vector.VectorEnv) or not callable(make_single):
        raise TypeError("a VectorEnv and a function that makes a single environment are expected")
    mode = venv.metadata.get("autoreset_mode")
    _demand(isinstance(mode, AutoresetMode), 0, None, "metadata['autoreset_mode'] is no AutoresetMode")
    singles = [make_single() for _ in range(venv.num_envs)]
    first = singles[0]
    _demand(venv.single_observation_space == first.observation_space, 0, None, "single_observation_space differs")
    _demand(venv.single_action_space == first.action_space, 0, None, "single_action_space differs")
    rng = np.random.default_rng(seed)
    observations, infos = venv.reset(seed=seed)
    seen = [env.reset(seed=seed + index) for index, env in enumerate(singles)]
    ended = np.zeros(venv.num_envs, dtype=bool)
    earlier = _leaves(observations) + _leaves(infos)
    _compare(venv, observations, [one[0] for one in seen], 0)
    for step in range(1, steps + 1):
        actions = _choose(venv, infos, rng)
        observations, rewards, terminated, truncated, infos = venv.step(actions)
        leaves = _leaves(observations) + _leaves(infos) + [rewards, terminated, truncated]
        shared = any(np.shares_memory(old, new) for old in earlier for new in leaves)
        _demand(not shared, step, None, "an array shares memory with one of an earlier call")
        earlier = leaves
        for name, array in (("rewards", rewards), ("terminations", terminated), ("truncations", truncated)):
            _demand(np.shape(array) == (venv.num_envs,), step, None, f"{name} have the shape {np.shape(array)}")
        for name, array in (("terminations", terminated), ("truncations", truncated)):
            _demand(array.dtype == np.bool_, step, None, f"{name} are {array.dtype}, not bool")
        expected = []
        for index, (env, action) in enumerate(zip(singles, iterate(venv.action_space, actions), strict=True)):
            if ended[index] and mode == AutoresetMode.NEXT_STEP:
                observation, _ = env.reset()
                outcome: tuple[float, bool, bool] = (0.0, False, False)
            else:
                observation, reward, over, cut, _ = env.step(action)
                outcome = (float(reward), over, cut)
                if (over or cut) and mode == AutoresetMode.SAME_STEP:
                    final = infos.get("final_obs")
                    _demand(final is not None and _equal(final[index], observation), step, index, "final_obs differs")
                    observation, _ = env.reset()
            found = (float(rewards[index]), bool(terminated[index]), bool(truncated[index]))
            _demand(found == outcome, step, index, f"reward and ends are {found}, but {outcome} alone")
            expected.append(observation)
        _compare(venv, observations, expected, step)
        ended = np.asarray(terminated | truncated)
        if mode == AutoresetMode.DISABLED and ended.any():
            observations, infos = venv.reset(options={"reset_mask": ended.copy()})
            expected = [
                env.reset()[0] if over else one for env, over, one in zip(singles, ended, expected, strict=True)
            ]
            _compare(venv, observations, expected, step)


def _choose(venv: gym.vector.VectorEnv[Any, Any, Any], infos: dict[str, Any], rng: np.random.Generator) -> Any:
    mask = infos.get("action_mask")
    if mask is None:
        venv.action_space.seed(int(rng.integers(2**31)))
        return venv.action_space.sample()
    mask = np.asarray(mask, dtype=bool)
    legal = [np.flatnonzero(row) if row.any() else np.arange(1) for row in mask]
    return np.array([rng.choice(row) for row in legal])


def _compare(venv: gym.vector.VectorEnv[Any, Any, Any], observations: Any, expected: list[Any], step: int) -> None:
    _demand(observations in venv.observation_space, step, None, "the observations are not in observation_space")
    for index, one in enumerate(iterate(venv.observation_space, observations)):
        _demand(_equal(one, expected[index]), step, index, "the observation differs from that of a single environment")
