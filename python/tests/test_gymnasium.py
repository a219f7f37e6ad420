"""The contract of Gymnasium, by its own checker and by ours."""

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import tetreach

IDS = [name for name in gym.registry if name.startswith("Tetreach/Re")]
KINDS = ["goal", "flat", "planes", "masked"]


def test_ids_are_registered_with_their_vector_environments():
    assert {"Tetreach/Reach-v0", "Tetreach/Reach-6x6-v0", "Tetreach/Reverse-v0"} <= set(IDS)
    others = {name for name in gym.registry if name.startswith("Tetreach/")} - set(IDS)
    assert {"Tetreach/Classic-v0", "Tetreach/Guideline-v0", "Tetreach/GuidelineKeys-v0"} <= others
    for name in [*IDS, *others]:
        many = gym.make_vec(name, num_envs=2)
        assert isinstance(many, tetreach.ReachVectorEnv if name in IDS else tetreach.games.GameVectorEnv), name
    assert gym.make("tetreach:Tetreach/Reach-v0").action_space.n == 162


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", IDS)
def test_the_checker_of_gymnasium_finds_nothing(name, kind):
    check_env(gym.make(name, observation=kind, disable_env_checker=True).unwrapped)


@pytest.mark.parametrize("illegal", ["stay", "end"])
@pytest.mark.parametrize("on_success", ["stay", "end"])
def test_the_checker_finds_nothing_whatever_the_rules(illegal, on_success):
    check_env(tetreach.ReachEnv(width=6, height=6, illegal=illegal, on_success=on_success), skip_render_check=True)


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["Tetreach/Reach-v0", "Tetreach/Reach-4x4-v0", "Tetreach/Reverse-6x6-v0"])
def test_many_environments_are_as_many_single_ones(name, kind, mode):
    kwargs = {"observation": kind, "illegal": "end", "dead_end": -2.0}
    many = gym.make_vec(name, num_envs=3, autoreset_mode=mode, **kwargs)
    tetreach.check_vector_env(many, lambda: gym.make(name, **kwargs), steps=100, seed=5)


class Liar(tetreach.ReachVectorEnv):
    """A vector environment that is wrong in one way or another."""

    def __init__(self, lie):
        super().__init__(3, width=6, height=6, pieces=(1, 2))
        self.lie, self.buffer = lie, None

    def step(self, actions):
        observations, rewards, terminated, truncated, infos = super().step(actions)
        if self.lie == "reward":
            rewards[1] -= 0.5
        if self.lie == "board":
            observations["observation"][2] ^= 1
        if self.lie == "end":
            terminated[:] = False
        if self.lie == "shape":
            rewards = rewards[:, None]
        if self.lie == "dtype":
            terminated = terminated.astype(np.int8)
        if self.lie == "memory":
            self.buffer = self.buffer if self.buffer is not None else rewards
            self.buffer[:] = rewards
            rewards = self.buffer
        return observations, rewards, terminated, truncated, infos


@pytest.mark.parametrize(
    "lie, sentence",
    [
        ("reward", "environment 1: reward and ends are"),
        ("board", "environment 2: the observation differs"),
        ("end", "reward and ends are"),
        ("shape", "rewards have the shape"),
        ("dtype", "terminations are int8, not bool"),
        ("memory", "shares memory"),
    ],
)
def test_our_checker_catches_wrong_vector_environments(lie, sentence):
    with pytest.raises(tetreach.VectorEnvError, match=sentence):
        tetreach.check_vector_env(Liar(lie), lambda: tetreach.ReachEnv(width=6, height=6, pieces=(1, 2)), steps=100)


def test_wrappers_for_vectors_work():
    many = gym.make_vec("Tetreach/Reach-6x6-v0", num_envs=4)
    many = gym.wrappers.vector.RecordEpisodeStatistics(many)
    many = gym.wrappers.vector.DictInfoToList(many)
    many.reset(seed=1)
    ended = 0
    for _ in range(50):
        observations, _, _, _, infos = many.step(many.action_space.sample())
        assert observations in many.observation_space
        assert all(info["action_mask"].dtype == np.int8 for info in infos)
        ended += sum("episode" in info for info in infos)
    assert ended > 4


def test_same_step_tells_the_end_in_the_form_of_gymnasium():
    kwargs = {"pieces": (1, 1), "step_limit": 2, "infos": tetreach.vector.INFOS}
    many = tetreach.ReachVectorEnv(3, autoreset_mode="SameStep", **kwargs)
    many.reset(seed=2, options={"goal": "####......"})
    flat_i, other = tetreach.action("I", 0, 0), tetreach.action("O", 0, 4)
    *_, infos = many.step(np.array([flat_i, other, other]))
    assert infos["_final_obs"].tolist() == infos["_final_info"].tolist() == [True, False, False]
    assert infos["final_obs"][0]["observation"].sum() == 4 and infos["final_obs"][1] is None
    assert infos["final_info"]["is_success"].tolist() == [True, False, False]
    assert infos["final_info"]["elapsed"].tolist() == [1, 0, 0]
    _, rewards, terminated, truncated, infos = many.step(np.array([other, other, other]))
    assert truncated.tolist() == [False, True, True] and not terminated.any()
    assert infos["final_info"]["elapsed"].tolist() == [0, 2, 2]
    assert rewards.dtype == np.float64


def test_disabled_resets_only_what_is_named():
    many = tetreach.ReachVectorEnv(2, autoreset_mode=AutoresetMode.DISABLED)
    many.reset(seed=1, options={"goal": "####......"})
    hit, miss = tetreach.action("I", 0, 0), tetreach.action("I", 0, 1)
    observations, _, terminated, *_ = many.step(np.array([hit, miss]))
    assert terminated.tolist() == [True, False]
    with pytest.raises(RuntimeError, match="environment 0: step after the end"):
        many.step(np.array([hit, miss]))
    again, _ = many.reset(options={"reset_mask": np.array([True, False])})
    assert again["observation"][0].sum() == 0
    np.testing.assert_array_equal(again["observation"][1], observations["observation"][1])


def test_masks_say_what_step_accepts_and_are_int8():
    env = tetreach.ReachEnv(width=4, height=4, pieces=(2, 4), illegal="error")
    rng = np.random.default_rng(0)
    refused = 0
    _, info = env.reset(seed=3)
    for _ in range(300):
        assert info["action_mask"].dtype == np.int8
        np.testing.assert_array_equal(info["action_mask"].astype(bool), env.action_masks())
        action = int(rng.integers(env.action_space.n))
        if not info["action_mask"][action]:
            refused += 1
            with pytest.raises(ValueError, match="not legal here"):
                env.step(action)
            continue
        _, _, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            _, info = env.reset()
    assert refused > 20


def test_a_goal_where_the_episode_stays():
    env = tetreach.ReachEnv(on_success="stay", step_limit=3)
    env.reset(seed=1, options={"goal": "####......"})
    ends = []
    for action in [tetreach.action("I", 0, 0), 50, 100]:
        _, reward, terminated, truncated, info = env.step(action)
        assert reward == 0.0 and not terminated and info["is_success"] and not info["illegal"]
        ends.append(truncated)
    assert ends == [False, False, True]


def test_start_and_goal_as_text_array_fumen_and_board():
    text = "...#......\n..###.####"
    board = tetreach.Board(text)
    env = gym.make("Tetreach/Reach-v0")
    forms = [text, board, board.to_array(), board.to_array().astype(bool), board.to_array().ravel(), board.to_fumen()]
    forms.append("https://fumen.zui.jp/?" + board.to_fumen())
    for form in forms:
        observation, _ = env.reset(seed=1, options={"goal": form})
        np.testing.assert_array_equal(observation["desired_goal"], board.to_array().ravel())
        observation, _ = env.reset(options={"start": form, "goal": tetreach.Board.empty()})
        np.testing.assert_array_equal(observation["observation"], board.to_array().ravel())


def test_pictures():
    env = gym.make("Tetreach/Reach-6x6-v0", render_mode="rgb_array", cell=10)
    env.reset(seed=1)
    assert env.render().shape == (60, 60, 3) and env.render().dtype == np.uint8
    env = gym.make("Tetreach/Reach-6x6-v0", render_mode="ansi")
    env.reset(seed=1)
    assert env.render().startswith("state")
    many = gym.make_vec("Tetreach/Reach-6x6-v0", num_envs=3, render_mode="rgb_array")
    many.reset(seed=1)
    assert len(many.render()) == 3


def test_goals_from_suites_and_boards():
    env = tetreach.ReachEnv(goals="stack-3@train")
    for seed in range(20):
        env.reset(seed=seed)
        assert env.target.cells == 12 and env.target.split == "train"
    env = tetreach.ReachEnv(goals="thesis")
    names = {target.board for target in tetreach.suite("thesis")}
    assert {env.reset(seed=seed) and env.target for seed in range(30)} == names
    env = tetreach.ReachEnv(goals=["####......", tetreach.Board("..####....")])
    assert len({env.reset(seed=seed) and env.target for seed in range(20)}) == 2
