"""Every public name of the wheel, found by introspection and called with whatever: the answer is a value or a Python
exception of the right kind with a sentence; no crash, no panic out of Rust.

A new class needs an example in ``fuzz/receivers.py``, a new parameter values in ``fuzz/values.py``: without them these
tests fail. More examples where more time is: ``TETREACH_FUZZ=1000 pytest tests/test_fuzz.py``.
"""

import inspect
import os
import threading

import gymnasium as gym
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytest.importorskip("pettingzoo")

from fuzz.entry_points import ENTRY_POINTS  # noqa: E402
from fuzz.receivers import RECEIVERS, begun  # noqa: E402
from fuzz.values import DUCK_TYPED, OF_ANY_SIZE, arguments, opened  # noqa: E402

import tetreach  # noqa: E402
from tetreach import _core, check, learner  # noqa: E402

EXAMPLES = int(os.environ.get("TETREACH_FUZZ", "20"))
FUZZ = settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
# Gymnasium has its own exceptions, some packages are not there, and a checker of environments asserts.
RIGHT = (TypeError, ValueError, RuntimeError, OverflowError, OSError, gym.error.Error, ImportError)
RIGHT += (check.VectorEnvError,)


def answer(entry, call):
    """Calls; an exception of the right kind, with a sentence, is an answer too."""
    right = (*RIGHT, AttributeError) if entry in DUCK_TYPED else RIGHT
    try:
        said = call()
        if inspect.isgenerator(said):
            said = list(said)
        if callable(getattr(said, "close", None)):
            said.close()
    except right as error:
        assert str(error), f"{entry}: {type(error).__name__} says nothing"


def attribute(entry, receiver, name):
    """A method, or what a property says; None if it refuses."""
    try:
        return getattr(receiver, name)
    except RIGHT as error:
        assert str(error), f"{entry}: {type(error).__name__} says nothing"
        return None


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch, tmp_path_factory):
    """What is written by mistake lands in a folder of its own."""
    monkeypatch.chdir(tmp_path_factory.getbasetemp())
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path_factory.getbasetemp() / "datasets"))


def test_every_class_has_an_example_and_every_module_is_looked_at():
    classes = {thing for thing in ENTRY_POINTS.values() if isinstance(thing, type)}
    assert classes == set(RECEIVERS)
    assert len(ENTRY_POINTS) > 300 and "tetreach._core.Env.step" in ENTRY_POINTS
    public = {getattr(tetreach, name) for name in tetreach.__all__ if name != "runs"} | {
        getattr(_core, name) for name in _core.__all__
    }
    left_out = {one for one in public if one not in ENTRY_POINTS.values()}
    assert left_out == {check.VectorEnvError}


@pytest.mark.filterwarnings("ignore:.*render_mode:UserWarning")
@pytest.mark.parametrize("entry", ENTRY_POINTS)
def test_nothing_breaks_it(entry):
    thing = ENTRY_POINTS[entry]

    @FUZZ
    @given(st.data())
    def check_calls(data):
        if not isinstance(thing, tuple):
            by_place, by_name = arguments(data, entry, thing)
            answer(entry, lambda: thing(*by_place, **by_name))
            [one.close() for one in by_name.values() if isinstance(one, learner.Learner)]
            return
        receiver = data.draw(RECEIVERS[thing[0]])
        call = attribute(entry, receiver, thing[1])
        if callable(call):
            by_place, by_name = arguments(data, entry, call)
            answer(entry, lambda: call(*by_place, **by_name))
        if isinstance(receiver, learner.Learner):
            receiver.close()

    check_calls()


CLOSED_TOO = {"close", "close_extras", "compute_reward", "compute_terminated", "compute_truncated"}
CLOSED_TOO |= {"action_space", "observation_space"}
# Of Stable-Baselines3: what is only kept or the same for all boards.
CLOSED_TOO |= {"get_attr", "set_attr", "env_is_wrapped", "get_images", "step_async"}


def methods(owner):
    return [entry for entry, thing in ENTRY_POINTS.items() if isinstance(thing, tuple) and thing[0] is owner]


@pytest.mark.parametrize("owner", [one for one in RECEIVERS if hasattr(one, "close") and one is not learner.Learner])
def test_a_closed_environment_refuses_everything(owner):
    @settings(FUZZ, max_examples=3)
    @given(st.data())
    def check_methods(data):
        env = data.draw(RECEIVERS[owner])
        env.close()
        env.close()
        refused = 0
        for entry in methods(owner):
            name = entry.rsplit(".", 1)[1]
            if name in CLOSED_TOO or name.startswith("__") or not callable(getattr(owner, name)):
                continue
            call = getattr(env, name)
            by_place, by_name = arguments(data, entry, call, only_right=True)
            with pytest.raises(RIGHT) as caught:
                call(*by_place, **by_name)
            refused += "closed" in str(caught.value)
        assert refused >= 2

    check_methods()


@pytest.mark.filterwarnings("ignore:.*render_mode:UserWarning")
@pytest.mark.parametrize("owner", [one for one in RECEIVERS if one is not learner.Learner])
def test_threads_may_share_it_at_worst_with_an_exception(owner):
    @settings(FUZZ, max_examples=3)
    @given(st.data())
    def check_threads(data):
        shared_by_all, calls, broken = data.draw(RECEIVERS[owner]), [], []
        for entry in methods(owner):
            call = attribute(entry, shared_by_all, entry.rsplit(".", 1)[1])
            if callable(call) and "close" not in entry:
                by_place, by_name = arguments(data, entry, call, only_right=True)
                calls.append((entry, lambda call=call, one=by_place, two=by_name: call(*one, **two)))

        def work(first):
            for entry, call in calls[first:] + calls[:first]:
                try:
                    answer(entry, call)
                except BaseException as error:
                    broken.append((entry, error))

        workers = [threading.Thread(target=work, args=(index * len(calls) // 3,)) for index in range(3)]
        [worker.start() for worker in workers]
        [worker.join() for worker in workers]
        assert not broken

    check_threads()


@FUZZ
@given(OF_ANY_SIZE, st.integers(0, 400))
def test_boards_keep_their_cells_and_can_be_solved_or_not(cells, action):
    board = tetreach.Board(cells)
    np.testing.assert_array_equal(board.to_array(), cells)
    size = {"width": board.width, "height": board.height}
    for call in [
        lambda: tetreach.solve(board, nodes=50),
        lambda: tetreach.solve(board, "greedy", nodes=50),
        lambda: tetreach.ReachEnv(**size).reset(options={"start": board}),
        lambda: tetreach.ReachEnv(**size).reset(options={"goal": board}),
        lambda: tetreach.ReverseEnv(**size).reset(options={"start": board}),
        lambda: board.to_fumen([action]),
    ]:
        answer("a board", call)


@FUZZ
@given(
    st.binary(max_size=120),
    st.integers(0, 200),
    st.integers(0, 255),
    st.sampled_from([tetreach.ReachEnv, tetreach.ClassicEnv, tetreach.GuidelineEnv, tetreach.GuidelineKeysEnv]),
)
def test_no_damaged_state_breaks_an_environment(noise, at, byte, make):
    env = opened(make())
    state = bytearray(env.get_state())
    state[at % len(state)] = byte
    for damaged in (noise, bytes(state), bytes(state[: at % len(state)])):
        answer("set_state", lambda damaged=damaged: env.set_state(damaged))
        answer("step", lambda: env.step(3))
    env.reset(seed=2)


@FUZZ
@given(st.sampled_from(["tetress", "guideline", "guideline-keys"]), st.binary(max_size=80), st.integers(0, 120))
def test_no_damaged_state_breaks_a_game_of_two(kind, noise, at):
    game = begun(_core.Duel(kind))
    game.step(int(np.flatnonzero(game.action_mask(0))[0]))
    state = bytearray(game.get_state())
    state[at % len(state)] ^= 1 + at
    for damaged in (noise, bytes(state)):
        answer("set_state", lambda damaged=damaged: game.set_state(damaged))
    answer("step", lambda: game.step(5))
