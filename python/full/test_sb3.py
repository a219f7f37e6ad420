"""Stable-Baselines3 and sb3-contrib as they are, with thresholds on what is learned."""

import json
import runpy
import subprocess
import sys
from pathlib import Path

import gymnasium as gym
import numpy as np
import pytest
from stable_baselines3 import DQN
from stable_baselines3.common.env_checker import check_env

import tetreach
from tetreach.sb3 import HerReplayBuffer, ReachVecEnv

EXAMPLES = Path(__file__).parent.parent / "examples"


def example(name, *arguments):
    """What a script prints last."""
    done = subprocess.run([sys.executable, EXAMPLES / name, *arguments], capture_output=True, text=True, timeout=1500)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("name", ["Tetreach/Reach-v0", "Tetreach/Reach-6x6-v0", "Tetreach/Reverse-v0"])
@pytest.mark.parametrize("kind", ["goal", "flat"])
def test_the_checker_of_stable_baselines_finds_nothing(name, kind):
    check_env(gym.make(name, observation=kind).unwrapped)


def test_the_native_vecenv_is_that_of_stable_baselines():
    from stable_baselines3.common.vec_env import DummyVecEnv

    board = {"width": 6, "height": 6, "pieces": (1, 3)}
    native, dummy = ReachVecEnv(4, **board), DummyVecEnv([lambda: tetreach.ReachEnv(**board) for _ in range(4)])
    native.seed(3)
    dummy.seed(3)
    one, other = native.reset(), dummy.reset()
    rng = np.random.default_rng(0)
    ends = 0
    for _ in range(200):
        assert all(np.array_equal(one[key], other[key]) for key in one)
        np.testing.assert_array_equal(
            np.stack(native.env_method("action_masks")), np.stack(dummy.env_method("action_masks"))
        )
        actions = rng.integers(native.action_space.n, size=4)
        one, rewards, dones, infos = native.step(actions)
        other, expected, ended, told = dummy.step(actions)
        np.testing.assert_array_equal(rewards, expected)
        np.testing.assert_array_equal(dones, ended)
        for info, known in zip(infos, told, strict=True):
            assert all(info[key] == known[key] for key in ("is_success", "elapsed", "illegal", "TimeLimit.truncated"))
            if "terminal_observation" in known:
                ends += 1
                final = known["terminal_observation"]
                assert all(np.array_equal(info["terminal_observation"][key], final[key]) for key in final)
    assert ends > 10


def test_hindsight_ends_where_a_pretended_goal_is_reached():
    env = ReachVecEnv(4, width=6, height=6, pieces=(1, 3), step_limit=10)
    model = DQN(
        "MultiInputPolicy",
        env,
        replay_buffer_class=HerReplayBuffer,
        learning_starts=100,
        buffer_size=2000,
        device="cpu",
        seed=1,
    )
    model.learn(600)
    batch = model.replay_buffer.sample(500)
    reached = (batch.next_observations["achieved_goal"] == batch.next_observations["desired_goal"]).all(dim=1)
    assert reached.sum() > 50
    assert bool((batch.dones[reached] == 1).all()) and bool((batch.rewards[reached] == 0).all())
    assert bool((batch.dones[~reached] == 1).float().mean() < 0.2)


def test_dqn_learns_with_hindsight_and_not_without():
    with_ends = example("sb3_dqn_her.py", "--replay", "her-ends", "--steps", "12000", "--pieces", "2")
    without = example("sb3_dqn_her.py", "--replay", "none", "--steps", "6000", "--pieces", "2")
    assert with_ends["success"] > 0.15 > without["success"], (with_ends, without)


def test_maskable_ppo_learns():
    found = example("sb3_maskable_ppo.py", "--steps", "100000")
    assert found["success"] > 0.3, found


def test_rl_zoo_finds_the_ids_and_what_it_trains_reaches_goals(tmp_path):
    settings = EXAMPLES / "rl_zoo_dqn.yml"
    command = [sys.executable, "-m", "rl_zoo3.train", "--algo", "dqn", "--env", "Tetreach/Reach-6x6-v0"]
    command += ["--gym-packages", "tetreach", "--conf-file", settings, "--seed", "1"]
    command += ["--eval-freq", "-1", "-f", tmp_path, "--device", "cpu"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    (kept,) = tmp_path.rglob("Tetreach-Reach-6x6-v0.zip")
    board = {"width": 6, "height": 6, "pieces": (1, 2), "step_limit": 10}
    model = DQN.load(kept, env=ReachVecEnv(1, on_success="stay", **board), device="cpu")
    rate = runpy.run_path(str(EXAMPLES / "sb3_dqn_her.py"))["evaluate"](model, 400, on_success="end", **board)
    print(f"RL Zoo, DQN with hindsight, 12,000 steps: {rate}")
    assert rate.low > 0.1, rate


@pytest.mark.parametrize("name", ["Tetreach/Classic-6x8-v0", "Tetreach/GuidelineKeys-v0"])
def test_other_games_pass_the_checker_and_train_with_masks(name):
    from sb3_contrib import MaskablePPO

    env = gym.make(name, observation="flat")
    check_env(env.unwrapped)
    MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=64, n_epochs=1, device="cpu", seed=1).learn(128)


def test_a_loop_of_ones_own_learns():
    found = example("cleanrl_dqn.py", "--steps", "30000")
    assert found["success"] > 0.2, found
