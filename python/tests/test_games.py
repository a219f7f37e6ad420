"""Classic and guideline Tetris: the contract, equality with Rust, states, pictures."""

import copy
import pickle

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import tetreach

IDS = [
    "Tetreach/Classic-v0",
    "Tetreach/Classic-6x8-v0",
    "Tetreach/SirTet-v0",
    "Tetreach/Guideline-v0",
    "Tetreach/GuidelineKeys-v0",
]
KINDS = ["parts", "flat", "masked"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", IDS)
def test_the_checker_of_gymnasium_finds_nothing(name, kind):
    check_env(gym.make(name, observation=kind, disable_env_checker=True).unwrapped)


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", IDS)
def test_many_games_are_as_many_single_ones(name, kind, mode):
    limit = {"piece_limit": 9} if "Guideline" in name else {"step_limit": 12}
    kwargs = {"observation": kind, "illegal": "end", **limit}
    many = gym.make_vec(name, num_envs=3, autoreset_mode=mode, **kwargs)
    assert isinstance(many, tetreach.games.GameVectorEnv)
    tetreach.check_vector_env(many, lambda: gym.make(name, **kwargs), steps=60, seed=5)


def play(env, steps, seed):
    rng = np.random.default_rng(seed)
    seen = []
    for _ in range(steps):
        action = int(rng.choice(np.flatnonzero(env.unwrapped.action_masks())))
        observation, reward, terminated, truncated, info = env.step(action)
        seen.append((observation.tobytes(), reward, terminated, truncated, info["lines"], info["score"]))
        if terminated or truncated:
            env.reset()
    return seen


@pytest.mark.parametrize("name", IDS)
def test_states_copies_and_pickles_go_on_as_the_original(name):
    env = gym.make(name, observation="flat")
    env.reset(seed=5)
    play(env, 20, seed=1)
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    other = gym.make(name, observation="flat")
    other.reset(seed=1)
    other.unwrapped.set_state(env.unwrapped.get_state())
    expected = play(env, 60, seed=2)
    for twin in [*twins, other]:
        assert play(twin, 60, seed=2) == expected
    foreign = gym.make(next(one for one in IDS if one != name)).unwrapped
    foreign.reset(seed=1)
    before = foreign.get_state()
    with pytest.raises(ValueError, match="no state of this environment"):
        foreign.set_state(env.unwrapped.get_state())
    assert foreign.get_state() == before


@pytest.mark.parametrize("make", [tetreach.ClassicVectorEnv, tetreach.GuidelineVectorEnv])
def test_many_can_be_copied_and_restored(make):
    env = make(4, observation="flat", autoreset_mode="SameStep")
    env.reset(seed=3)
    legal = [rng_row.nonzero()[0][0] for rng_row in env.action_masks()]
    env.step(np.array(legal))
    state, twins = env.get_state(), [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    actions = np.random.default_rng(0).integers(env.single_action_space.n, size=(30, 4))
    expected = [env.step(one) for one in actions]
    env.set_state(state)
    for twin in [env, *twins]:
        for one, (observations, rewards, *_) in zip(actions, expected, strict=True):
            found, earned, *_ = twin.step(one)
            np.testing.assert_array_equal(found, observations)
            np.testing.assert_array_equal(earned, rewards)


def test_step_into_writes_what_step_returns():
    one, other = (tetreach.ClassicVectorEnv(5, observation="flat", step_limit=15) for _ in range(2))
    one.reset(seed=4)
    other.reset(seed=4)
    storage = {
        "rewards": np.zeros((40, 5)),
        "terminated": np.zeros((40, 5), dtype=bool),
        "truncated": np.zeros((40, 5), dtype=bool),
        "observations": np.zeros((40, 5, 207), dtype=np.uint8),
        "masks": np.zeros((40, 5, 162), dtype=np.int8),
    }
    rng = np.random.default_rng(0)
    for step in range(40):
        actions = rng.integers(162, size=5)
        observations, rewards, terminated, truncated, infos = one.step(actions)
        other.step_into(actions, **{name: array[step] for name, array in storage.items()})
        np.testing.assert_array_equal(observations, storage["observations"][step])
        np.testing.assert_array_equal(rewards, storage["rewards"][step])
        np.testing.assert_array_equal(terminated, storage["terminated"][step])
        np.testing.assert_array_equal(truncated, storage["truncated"][step])
        np.testing.assert_array_equal(infos["action_mask"], storage["masks"][step])
    assert storage["truncated"].any()


def test_illegal_actions_are_no_errors_unless_asked_for():
    for rule in ("stay", "end", "error"):
        env = tetreach.ClassicEnv(illegal=rule, observation="flat")
        _, info = env.reset(seed=1)
        illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
        if rule == "error":
            with pytest.raises(ValueError, match="not legal here"):
                env.step(illegal)
            continue
        observation, reward, terminated, truncated, info = env.step(illegal)
        assert (reward, terminated, truncated, info["illegal"]) == (0.0, rule == "end", False, True)
        assert info["elapsed"] == 1 and observation[:200].sum() == 0


def test_games_begin_on_boards():
    env = tetreach.ClassicEnv(pieces="script:I", observation="parts")
    seen, _ = env.reset(seed=1, options={"start": "####......"})
    assert seen["board"][0].tolist() == [1] * 4 + [0] * 6 and seen["piece"].argmax() == 0
    _, reward, *_, info = env.step(tetreach.action("I", 0, 4))
    assert (reward, info["lines"]) == (0.0, 0)
    seen, *_ = env.step(tetreach.action("I", 1, 9))
    assert seen["board"][0].tolist() == [1] * 8 + [0, 1] and seen["board"][3].sum() == 1
    many = tetreach.GuidelineVectorEnv(2, observation="parts")
    seen, _ = many.reset(seed=1, options={"start": tetreach.Board("####......")})
    assert seen["field"][:, 0].sum() == 8 and seen["queue"].sum() == 12
    for wrong, kind in [("##########", ValueError), (tetreach.Board.empty(6, 6), ValueError), (3.5, TypeError)]:
        with pytest.raises(kind):
            env.reset(options={"start": wrong})
    with pytest.raises(ValueError, match="takes the options start"):
        env.reset(options={"goal": "####......"})


def test_pictures():
    env = gym.make("Tetreach/GuidelineKeys-v0", render_mode="rgb_array", cell=4)
    env.reset(seed=1)
    assert env.render().shape == (96, 40, 3) and env.render().dtype == np.uint8
    env = gym.make("Tetreach/SirTet-v0", render_mode="ansi")
    env.reset(seed=1)
    assert "piece" in env.render() and "next" in env.render()
    many = gym.make_vec("Tetreach/Classic-6x8-v0", num_envs=3, render_mode="rgb_array", cell=5)
    many.reset(seed=1)
    assert [picture.shape for picture in many.render()] == [(40, 30, 3)] * 3


@pytest.mark.parametrize(
    "make, kwargs, sentence",
    [
        (tetreach.ClassicEnv, {"preset": "tetris"}, "no kind of game is called"),
        (tetreach.ClassicEnv, {"pieces": "random"}, "no randomizer is called"),
        (tetreach.ClassicEnv, {"width": 3}, "3"),
        (tetreach.ClassicEnv, {"preset": "nuno", "height": 3}, "too low"),
        (tetreach.ClassicEnv, {"step_limit": 0}, "at least 1"),
        (tetreach.GuidelineEnv, {"preset": "classic"}, "choose ppt"),
        (tetreach.GuidelineEnv, {"piece_limit": 0}, "at least 1"),
        (tetreach.GuidelineEnv, {"observation": "goal"}, "no observation"),
        (tetreach.GuidelineEnv, {"illegal": "ignore"}, "no rule"),
        (tetreach.GuidelineKeysEnv, {"render_mode": "human"}, "no render mode"),
        (lambda **kwargs: tetreach.ClassicVectorEnv(2, **kwargs), {"infos": ("success",)}, "infos are among"),
    ],
)
def test_settings_that_make_no_sense(make, kwargs, sentence):
    with pytest.raises(ValueError, match=sentence):
        make(**kwargs)
