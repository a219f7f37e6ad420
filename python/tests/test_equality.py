"""The environments in Python against the same actions taken inside Rust, step by step: 100,000 steps of each."""

import numpy as np
import pytest

import tetreach
from tetreach._core import Duel, GameRules, Rules, duel_rollout, game_rollout, rollout

#: Steps that are recorded at a time: masks of guideline Tetris alone are 9,600 bytes per step.
CHUNK = 5_000


class Seeds:
    """Stands in for NumPy's generator, so that the streams in Rust get given seeds, one after the other."""

    def __init__(self, first):
        self.seed = first

    def integers(self, high):
        assert high == 2**63
        self.seed += 1
        return self.seed - 1


def chunks(steps):
    """Seed and length of each record."""
    return [(17 + index, CHUNK) for index in range(steps // CHUNK)]


def assert_equal(found, told):
    """Compares all steps at once, and names the first that differs."""
    for name, array in found.items():
        differs = (array != told[name]).reshape(len(array), -1).any(axis=1)
        assert not differs.any(), f"{name}: step {differs.argmax()} of {len(array)}"


def blank(told, names):
    """Arrays for what Python says, filled so that no step which is left out goes unnoticed."""
    return {name: np.full_like(told[name], 77 if told[name].dtype != bool else 0) for name in names}


@pytest.mark.parametrize(
    "make, steps, kwargs",
    [
        (tetreach.ReachEnv, 40_000, {"width": 6, "height": 8, "pieces": (1, 6), "illegal": "stay"}),
        (tetreach.ReachEnv, 20_000, {"pieces": (1, 12), "reward": "potential", "dead_end": -3.0, "illegal": "end"}),
        (tetreach.ReachEnv, 20_000, {"goals": "clears-1@train", "reward": "cell-match", "on_success": "stay"}),
        (tetreach.ReachEnv, 20_000, {"width": 16, "height": 32, "pieces": (20, 40), "illegal": "error"}),
        (tetreach.ReverseEnv, 60_000, {"width": 6, "height": 8, "pieces": (1, 6), "illegal": "stay"}),
        (tetreach.ReverseEnv, 20_000, {"pieces": (1, 8), "reward": "success", "illegal": "end"}),
        (tetreach.ReverseEnv, 20_000, {"goals": "stack-4@train", "step_limit": 12, "illegal": "error"}),
    ],
)
def test_reach_and_its_reverse_are_those_of_rust(make, steps, kwargs):
    rules = Rules(kind="reverse" if make is tetreach.ReverseEnv else "reach", **kwargs)
    names = ("states", "goals", "masks", "rewards", "terminated", "truncated", "lower_bounds")
    ends = 0
    for seed, count in chunks(steps):
        told = rollout(rules, count, seed)
        found = blank(told, names) | {"achieved": np.full_like(told["states"], 77)}
        env = make(**kwargs)
        env.np_random = Seeds(seed)
        env.reset()
        for step, action in enumerate(told["actions"].tolist()):
            observation, reward, terminated, truncated, info = env.step(action)
            found["states"][step], found["goals"][step] = observation["observation"], observation["desired_goal"]
            found["achieved"][step], found["masks"][step] = observation["achieved_goal"], info["action_mask"]
            found["rewards"][step], found["lower_bounds"][step] = reward, info["lower_bound"]
            found["terminated"][step], found["truncated"][step] = terminated, truncated
            if terminated or truncated:
                ends += 1
                env.reset()
        assert_equal(found, told | {"achieved": told["states"]})
    assert ends > steps // 100


@pytest.mark.parametrize(
    "make, kind, steps, kwargs",
    [
        (tetreach.ClassicEnv, "classic", 40_000, {"preset": "simplified", "width": 8, "height": 10}),
        (tetreach.ClassicEnv, "classic", 20_000, {"preset": "nuno", "step_limit": 50}),
        (tetreach.ClassicEnv, "classic", 20_000, {"preset": "sir-tet", "illegal": "error"}),
        (tetreach.ClassicEnv, "classic", 20_000, {"preset": "rl-competition", "pieces": "script:LOJITSZ"}),
        (tetreach.GuidelineEnv, "guideline", 60_000, {"preset": "ppt"}),
        (tetreach.GuidelineEnv, "guideline", 20_000, {"preset": "alphatetris", "piece_limit": 30}),
        (tetreach.GuidelineEnv, "guideline", 20_000, {"preset": "tetrio"}),
        (tetreach.GuidelineKeysEnv, "guideline-keys", 60_000, {"preset": "tetrio", "step_limit": 3000}),
        (tetreach.GuidelineKeysEnv, "guideline-keys", 40_000, {"preset": "ppt"}),
    ],
)
def test_games_are_those_of_rust(make, kind, steps, kwargs):
    rules = GameRules(kind=kind, **kwargs)
    ends = 0
    for seed, count in chunks(steps):
        told = game_rollout(rules, count, seed)
        found = blank(told, ("observations", "masks", "rewards", "terminated", "truncated"))
        env = make(observation="flat", **kwargs)
        env.np_random = Seeds(seed)
        env.reset()
        for step, action in enumerate(told["actions"].tolist()):
            observation, reward, terminated, truncated, info = env.step(action)
            found["observations"][step], found["masks"][step] = observation, info["action_mask"]
            found["rewards"][step] = reward
            found["terminated"][step], found["truncated"][step] = terminated, truncated
            assert not info["illegal"]
            if terminated or truncated:
                ends += 1
                env.reset()
        assert_equal(found, told)
    assert ends >= 10


@pytest.mark.parametrize(
    "game, kind, steps, kwargs",
    [
        ("tetress_v0", "tetress", 100_000, {}),
        ("guideline_versus_v0", "guideline", 60_000, {}),
        ("guideline_versus_v0", "guideline", 40_000, {"preset": "tetrio"}),
        ("guideline_keys_versus_v0", "guideline-keys", 60_000, {}),
        ("guideline_keys_versus_v0", "guideline-keys", 40_000, {"preset": "alphatetris"}),
    ],
)
def test_games_of_two_are_those_of_rust(game, kind, steps, kwargs):
    module = pytest.importorskip(f"tetreach.pettingzoo.{game}")
    ends = 0
    for seed, count in chunks(steps):
        told = duel_rollout(Duel(kind, **kwargs), count, seed)
        found = blank(told, ("players", "observations", "masks", "sent", "worth", "ended"))
        env = module.raw_env(max_cycles=steps, illegal="error", **kwargs)
        env._generator = Seeds(seed)
        env.reset()
        for step, action in enumerate(told["actions"].tolist()):
            agent = env.agent_selection
            env.step(action)
            seen = env.observe(env.agent_selection)
            found["players"][step] = env.possible_agents.index(agent)
            found["observations"][step], found["masks"][step] = seen["observation"].ravel(), seen["action_mask"]
            found["sent"][step], found["worth"][step] = env.infos[agent]["sent"], env.rewards["player_0"]
            found["ended"][step] = env.terminations["player_0"]
            if env.terminations["player_0"]:
                ends += 1
                assert env.rewards["player_1"] == -env.rewards["player_0"]
                env.reset()
        assert_equal(found, told)
    assert ends >= 10


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_step_into_writes_what_step_returns(mode):
    kwargs = {"width": 6, "height": 6, "pieces": (1, 3), "autoreset_mode": mode}
    one, other = tetreach.ReachVectorEnv(7, **kwargs), tetreach.ReachVectorEnv(7, **kwargs)
    one.reset(seed=4)
    other.reset(seed=4)
    rng = np.random.default_rng(0)
    count = one.single_action_space.n
    storage = {
        "rewards": np.zeros((50, 7)),
        "terminated": np.zeros((50, 7), dtype=bool),
        "truncated": np.zeros((50, 7), dtype=bool),
        "states": np.zeros((50, 7, 36), dtype=np.uint8),
        "goals": np.zeros((50, 7, 36), dtype=np.uint8),
        "pairs": np.zeros((50, 7, 72), dtype=np.uint8),
        "masks": np.zeros((50, 7, count), dtype=np.int8),
    }
    for step in range(50):
        actions = rng.integers(count, size=7)
        observations, rewards, terminated, truncated, infos = one.step(actions)
        other.step_into(actions, **{name: array[step] for name, array in storage.items()})
        np.testing.assert_array_equal(rewards, storage["rewards"][step])
        np.testing.assert_array_equal(terminated, storage["terminated"][step])
        np.testing.assert_array_equal(truncated, storage["truncated"][step])
        np.testing.assert_array_equal(observations["observation"], storage["states"][step])
        np.testing.assert_array_equal(observations["desired_goal"], storage["goals"][step])
        np.testing.assert_array_equal(storage["pairs"][step, :, :36], storage["states"][step])
        np.testing.assert_array_equal(infos["action_mask"], storage["masks"][step])
        if mode == "Disabled" and (terminated | truncated).any():
            for env in (one, other):
                env.reset(options={"reset_mask": terminated | truncated})
    assert (storage["terminated"] | storage["truncated"]).any()


@pytest.mark.parametrize("reward", ["sparse", "success", "cell-match"])
@pytest.mark.parametrize("rule", ["stay", "end"])
def test_hindsight_computes_what_step_gave(reward, rule):
    kwargs = {"width": 4, "height": 5, "pieces": (1, 3), "reward": reward, "dead_end": -2.0, "step_limit": 9}
    env = tetreach.ReachEnv(illegal=rule, on_success=rule, **kwargs)
    rng = np.random.default_rng(1)
    env.reset(seed=1)
    seen = []
    for _ in range(600):
        observation, earned, terminated, truncated, info = env.step(int(rng.integers(env.action_space.n)))
        # What an illegal action that ends the game costs is not to be seen from the boards.
        seen.append(
            (observation, earned - (-2.0 if info["illegal"] and terminated else 0.0), terminated, truncated, info)
        )
        if terminated or truncated:
            env.reset()
    achieved = np.stack([one[0]["achieved_goal"] for one in seen])
    desired = np.stack([one[0]["desired_goal"] for one in seen])
    infos = [one[4] for one in seen]
    np.testing.assert_array_equal(env.compute_reward(achieved, desired, infos), [one[1] for one in seen])
    np.testing.assert_array_equal(env.compute_terminated(achieved, desired, infos), [one[2] for one in seen])
    np.testing.assert_array_equal(env.compute_truncated(achieved, desired, infos), [one[3] for one in seen])
    one = env.compute_reward(achieved[0], desired[0], infos[0])
    assert isinstance(one, float) and one == seen[0][1]
    assert any(info["illegal"] for info in infos) and any(info["is_success"] for info in infos)


def test_rewards_that_hindsight_cannot_compute_are_refused():
    env = tetreach.ReachEnv(reward="potential")
    observation, _ = env.reset(seed=1)
    with pytest.raises(ValueError, match="depends on the board before the step"):
        env.compute_reward(observation["achieved_goal"], observation["desired_goal"])


def test_only_goal_environments_look_like_goal_environments():
    for make in (tetreach.ReachEnv, lambda **kwargs: tetreach.ReachVectorEnv(2, **kwargs)):
        assert hasattr(make(), "compute_reward")
        assert not any(hasattr(make(observation=kind), "compute_reward") for kind in ("flat", "planes", "masked"))
