"""What is refused, and in which words; test_fuzz.py tries the rest."""

import numpy as np
import pytest

import tetreach


@pytest.mark.parametrize(
    "kwargs, sentence",
    [
        ({"width": 3}, "3"),
        ({"height": 33}, "33"),
        ({"pieces": (0, 3)}, "pieces is"),
        ({"pieces": (4, 3)}, "pieces is"),
        ({"reward": "dense"}, "no reward"),
        ({"gamma": float("nan")}, "gamma"),
        ({"dead_end": float("inf")}, "dead_end"),
        ({"step_limit": 0}, "step_limit"),
        ({"illegal": "ignore"}, "no rule"),
        ({"on_success": "go"}, "no rule"),
        ({"observation": "image"}, "no observation"),
        ({"render_mode": "human"}, "no render mode"),
        ({"goals": "nonsense"}, "neither a file"),
        ({"goals": []}, "no goals"),
        ({"goals": ["#........."]}, "cannot be reached"),
        ({"goals": "-"}, "standard input"),
    ],
)
def test_settings_that_make_no_sense(kwargs, sentence):
    for make in (tetreach.ReachEnv, lambda **kwargs: tetreach.ReachVectorEnv(2, **kwargs)):
        with pytest.raises(ValueError, match=sentence):
            make(**kwargs)


@pytest.mark.parametrize("count", [0, -1, 2**40])
def test_impossible_numbers_of_boards(count):
    with pytest.raises((ValueError, OverflowError)):
        tetreach.ReachVectorEnv(count)


@pytest.mark.parametrize(
    "options, kind",
    [
        ({"goal": "?"}, ValueError),
        ({"goal": "##########"}, ValueError),
        ({"goal": np.zeros((3, 3), dtype=np.uint8)}, ValueError),
        ({"goal": np.full((20, 10), 2)}, ValueError),
        ({"goal": np.full((20, 10), -1)}, ValueError),
        ({"goal": np.full((20, 10), np.nan)}, TypeError),
        ({"goal": object()}, TypeError),
        ({"goal": 3.5}, TypeError),
        ({"start": tetreach.Board.empty(6, 6)}, ValueError),
        ({"begin": "####......"}, ValueError),
        ({"goal": "v115@!!!!"}, ValueError),
        ({"goal": "v115@"}, ValueError),
        ([1], TypeError),
    ],
)
def test_options_that_cannot_be_met(options, kind):
    for env in (tetreach.ReachEnv(), tetreach.ReachVectorEnv(2)):
        env.reset(seed=1)
        before = env.get_state()
        with pytest.raises(kind):
            env.reset(options=options)
        assert env.get_state() == before, "a refused reset changes nothing"


@pytest.mark.parametrize(
    "action, kind",
    [(162, ValueError), (-1, ValueError), (2**70, ValueError), (1.0, TypeError), ("I", TypeError), (None, TypeError)],
)
def test_actions_that_are_none(action, kind):
    env = tetreach.ReachEnv()
    with pytest.raises(RuntimeError, match="step before reset"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(kind):
        env.step(action)


@pytest.mark.parametrize(
    "actions, kind",
    [
        ([0], ValueError),
        ([0, 162], ValueError),
        ([0, -1], ValueError),
        ([0.0, 1.0], TypeError),
        ([[0, 0]], ValueError),
        (np.array([0, 2**63], dtype=np.uint64), ValueError),
        (None, TypeError),
        (["a", "b"], TypeError),
    ],
)
def test_vectors_of_actions_that_are_none(actions, kind):
    env = tetreach.ReachVectorEnv(2)
    env.reset(seed=1)
    before = env.get_state()
    with pytest.raises(kind):
        env.step(actions)
    assert env.get_state() == before, "no board has moved"


def test_with_illegal_error_nothing_moves_half_way():
    env = tetreach.ReachVectorEnv(2, width=4, height=4, illegal="error")
    env.reset(seed=1, options={"start": "#...\n#...\n#...\n##..", "goal": ".##."})
    illegal = int(np.flatnonzero(~env.action_masks()[1])[0])
    legal = int(np.flatnonzero(env.action_masks()[0])[0])
    before = env.get_state()
    with pytest.raises(ValueError, match="environment 1: action .* is not legal here"):
        env.step([legal, illegal])
    assert env.get_state() == before


def test_arrays_that_cannot_be_written_into():
    env = tetreach.ReachVectorEnv(2)
    env.reset(seed=1)
    good = {"rewards": np.zeros(2), "terminated": np.zeros(2, dtype=bool), "truncated": np.zeros(2, dtype=bool)}
    actions = np.zeros(2, dtype=np.int64)
    for name, array in [
        ("rewards", np.zeros(3)),
        ("rewards", np.zeros(2, dtype=np.float32)),
        ("states", np.zeros((2, 199), dtype=np.uint8)),
        ("states", np.zeros((400, 2), dtype=np.uint8)[:, 0]),
        ("masks", np.zeros((2, 162), dtype=bool)),
    ]:
        with pytest.raises((TypeError, ValueError)):
            env.step_into(actions, **{**good, name: array})
    fixed = np.zeros(2)
    fixed.flags.writeable = False
    with pytest.raises((TypeError, ValueError)):
        env.step_into(actions, **{**good, "rewards": fixed})
    same = np.zeros((2, 200), dtype=np.uint8)
    with pytest.raises((TypeError, ValueError)):
        env.step_into(actions, **good, states=same, goals=same)
