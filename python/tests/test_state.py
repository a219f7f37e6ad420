"""Seeds, saving, restoring, copying."""

import copy
import pickle
import threading

import gymnasium as gym
import numpy as np
import pytest

import tetreach

IDS = ["Tetreach/Reach-v0", "Tetreach/Reach-6x6-v0", "Tetreach/Reverse-v0"]


def play(env, steps, seed):
    """What ``steps`` random actions lead to, as bytes."""
    rng = np.random.default_rng(seed)
    seen = []
    for _ in range(steps):
        observation, reward, terminated, truncated, _ = env.step(int(rng.integers(env.action_space.n)))
        seen.append((*(part.tobytes() for part in observation.values()), reward, terminated, truncated))
        if terminated or truncated:
            env.reset()
    return seen


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("twin", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_as_the_original(name, twin):
    env = gym.make(name)
    env.reset(seed=5)
    play(env, 7, seed=1)
    other = twin(env)
    expected = play(env, 60, seed=2)
    assert play(other, 60, seed=2) == expected
    assert other.spec.id == name


@pytest.mark.parametrize("name", IDS)
def test_a_state_can_be_gone_back_to(name):
    env = gym.make(name).unwrapped
    env.reset(seed=5)
    play(env, 7, seed=1)
    state = env.get_state()
    expected = play(env, 60, seed=2)
    env.set_state(state)
    assert play(env, 60, seed=2) == expected
    other = gym.make(name).unwrapped
    other.set_state(state)
    assert play(other, 60, seed=2) == expected


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize("make", [tetreach.ReachVectorEnv, tetreach.ReverseVectorEnv])
def test_many_can_be_copied_and_restored(make, mode):
    env = make(4, width=6, height=6, pieces=(1, 2), autoreset_mode=mode)
    env.reset(seed=3)
    rng = np.random.default_rng(0)
    for _ in range(9):
        env.step(rng.integers(env.single_action_space.n, size=4))
    state, twins = env.get_state(), [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    actions = rng.integers(env.single_action_space.n, size=(30, 4))
    expected = [env.step(one) for one in actions]
    env.set_state(state)
    for twin in [env, *twins]:
        for one, (observations, rewards, *_) in zip(actions, expected, strict=True):
            found, earned, *_ = twin.step(one)
            assert all(np.array_equal(found[key], observations[key]) for key in found)
            np.testing.assert_array_equal(earned, rewards)


def test_seeds_repeat_and_the_generator_of_numpy_decides():
    env = tetreach.ReachEnv()
    first = [env.reset(seed=9)[0]["desired_goal"], env.reset()[0]["desired_goal"]]
    second = [env.reset(seed=9)[0]["desired_goal"], env.reset()[0]["desired_goal"]]
    np.testing.assert_array_equal(first, second)
    assert not np.array_equal(first[0], first[1])
    env.np_random = np.random.default_rng(4)
    third = env.reset()[0]["desired_goal"]
    env.np_random = np.random.default_rng(4)
    np.testing.assert_array_equal(env.reset()[0]["desired_goal"], third)
    unseeded = {tetreach.ReachEnv().reset()[0]["desired_goal"].tobytes() for _ in range(5)}
    assert len(unseeded) > 1, "environments without a seed differ"


def test_boards_solutions_and_networks_survive_pickling():
    board = tetreach.Board("...#......\n..###.####")
    assert pickle.loads(pickle.dumps(board)) == board == copy.deepcopy(board)
    assert hash(board) == hash(tetreach.Board(str(board))) and board != board.mirrored()
    solution = tetreach.solve(board, "construct").solution
    assert pickle.loads(pickle.dumps(solution)) == solution
    network = tetreach.Network()
    empty = tetreach.Board.empty().to_array()[None]
    before = network.evaluate(empty, board.to_array()[None])
    after = pickle.loads(pickle.dumps(network)).evaluate(empty, board.to_array()[None])
    assert all(np.array_equal(one, other) for one, other in zip(before, after, strict=True))


def test_threads_may_share_an_environment_at_worst_with_an_exception():
    env = tetreach.ReachVectorEnv(2000)
    env.reset(seed=1)
    wrong = []

    def work():
        for _ in range(30):
            try:
                env.step(np.zeros(2000, dtype=np.int64))
            except RuntimeError as error:
                if "borrowed" not in str(error).lower():
                    wrong.append(error)
            except BaseException as error:
                wrong.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert not wrong


def test_a_closed_environment_says_so():
    for env in (tetreach.ReachEnv(), tetreach.ReachVectorEnv(2)):
        env.reset(seed=1)
        env.close()
        env.close()
        for call in (
            env.reset,
            env.get_state,
            env.action_masks,
            lambda: env.step(np.zeros(2, dtype=int) if hasattr(env, "num_envs") else 0),
        ):
            with pytest.raises(RuntimeError, match="closed"):
                call()
        assert pickle.loads(pickle.dumps(env))._env is None
