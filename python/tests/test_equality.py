"""The environments in Python against the same actions taken inside Rust, step by step."""

import numpy as np
import pytest

import tetreach
from tetreach._core import Rules, rollout

STEPS = 100_000


class FixedSeed:
    """Stands in for NumPy's generator, so that the stream in Rust gets a given seed."""

    def __init__(self, seed):
        self.seed = seed

    def integers(self, high):
        assert high == 2**63
        return self.seed


@pytest.mark.parametrize(
    "make, steps, kwargs",
    [
        (tetreach.ReachEnv, STEPS, {"width": 6, "height": 8, "pieces": (1, 6), "illegal": "stay"}),
        (tetreach.ReachEnv, 20_000, {"pieces": (1, 12), "reward": "potential", "dead_end": -3.0, "illegal": "end"}),
        (tetreach.ReachEnv, 20_000, {"goals": "clears-1@train", "reward": "cell-match", "on_success": "stay"}),
        (tetreach.ReachEnv, 20_000, {"width": 16, "height": 32, "pieces": (20, 40), "illegal": "error"}),
        (tetreach.ReverseEnv, 20_000, {"width": 6, "height": 8, "pieces": (1, 6), "illegal": "stay"}),
    ],
)
def test_python_says_what_rust_says(make, steps, kwargs):
    rules = Rules(kind="reverse" if make is tetreach.ReverseEnv else "reach", **kwargs)
    told = rollout(rules, steps, seed=17)
    env = make(**kwargs)
    env.np_random = FixedSeed(17)
    env.reset()
    ends = 0
    for step in range(steps):
        observation, reward, terminated, truncated, info = env.step(int(told["actions"][step]))
        assert np.array_equal(observation["observation"], told["states"][step]), step
        assert np.array_equal(observation["achieved_goal"], told["states"][step]), step
        assert np.array_equal(observation["desired_goal"], told["goals"][step]), step
        assert np.array_equal(info["action_mask"], told["masks"][step]), step
        assert reward == told["rewards"][step] and info["lower_bound"] == told["lower_bounds"][step]
        assert (terminated, truncated) == (told["terminated"][step], told["truncated"][step])
        if terminated or truncated:
            ends += 1
            env.reset()
    assert ends > steps // 100


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
