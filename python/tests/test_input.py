"""Whatever is given, the answer is a Python exception of the right kind with one sentence: no crash, no panic."""

import os

import gymnasium as gym
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import tetreach
from tetreach import _core

# Gymnasium has its own exception for seeds.
RIGHT = (TypeError, ValueError, RuntimeError, OverflowError, KeyError, OSError, gym.error.Error)
# More examples where more time is: TETREACH_FUZZ=1000 pytest tests/test_input.py
EXAMPLES = int(os.environ.get("TETREACH_FUZZ", "40"))


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


ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=40),
    st.text(alphabet="#.\n ", max_size=60),
    st.binary(max_size=60),
    st.builds(lambda tail: "v115@" + tail, st.text(alphabet="vhAgH8BeCDFGIJKLMN?/+012", max_size=40)),
    hnp.arrays(
        dtype=st.sampled_from([np.uint8, np.int8, np.int64, np.float64, np.bool_]),
        shape=hnp.array_shapes(min_dims=0, max_dims=3, max_side=12),
    ),
    st.lists(st.integers(-2, 200), max_size=6),
    st.dictionaries(
        st.sampled_from(["start", "goal", "reset_mask", "x"]), st.text(alphabet="#.\n", max_size=20), max_size=2
    ),
    hnp.arrays(np.uint8, (6, 6), elements=st.integers(0, 1)),
)
BOARDS = hnp.arrays(
    np.uint8, hnp.array_shapes(min_dims=2, max_dims=2, min_side=4, max_side=16), elements=st.integers(0, 1)
)
FUZZ = settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def tame(call):
    """Calls; an exception of the right kind, with a sentence, is an answer too."""
    try:
        call()
    except RIGHT as error:
        assert str(error)


@FUZZ
@given(ANYTHING, ANYTHING, ANYTHING)
def test_no_argument_breaks_a_function(one, two, three):
    env = tetreach.ReachEnv(width=6, height=6)
    env.reset(seed=1)
    many = tetreach.ReachVectorEnv(2, width=6, height=6)
    many.reset(seed=1)
    rules, network = _core.Rules(width=6, height=6), tetreach.Network()
    oracle = _oracle()
    classic, keys = tetreach.ClassicEnv(width=6, height=8), tetreach.GuidelineKeysEnv()
    games, duel = tetreach.GuidelineVectorEnv(2), _core.Duel("tetress")
    classic.reset(seed=1)
    keys.reset(seed=1)
    games.reset(seed=1)
    duel.reset(1)
    for call in [
        lambda: tetreach.Board(one),
        lambda: tetreach.Board(one, height=two),
        lambda: tetreach.Board.empty(one, two),
        lambda: tetreach.Board.empty().play(one),
        lambda: tetreach.Board.empty().to_fumen(one),
        lambda: tetreach.Board.empty().fewest_pieces(one),
        lambda: tetreach.Board.empty().rgb(one, two),
        lambda: tetreach.Solution(one, two),
        lambda: tetreach.placement(one, two),
        lambda: tetreach.action(one, two, three),
        lambda: tetreach.lower_bound(one),
        lambda: tetreach.solve(one, nodes=10),
        lambda: tetreach.solve("####......", one, nodes=10),
        lambda: tetreach.solve("####......", seconds=one, nodes=two, seed=three),
        lambda: tetreach.Network(one),
        lambda: tetreach.Network.from_bytes(one, two),
        lambda: network.evaluate(one, two, width=6, height=6),
        lambda: network.act(one, two, width=6, height=6),
        lambda: oracle.distance(one),
        lambda: oracle.distances(one),
        lambda: oracle.route(one),
        lambda: tetreach.ReachEnv(width=one, height=two, goals=three),
        lambda: tetreach.ReachEnv(pieces=one, reward=two, illegal=three),
        lambda: tetreach.ReachEnv(gamma=one, dead_end=two, step_limit=three),
        lambda: tetreach.ReachVectorEnv(
            one if not isinstance(one, int) or one < 9 else 9, autoreset_mode=two, infos=three
        ),
        lambda: env.reset(options={"start": one, "goal": two}),
        lambda: env.reset(options=one),
        lambda: env.step(one),
        lambda: env.set_state(one),
        lambda: env.compute_reward(one, two, three),
        lambda: env.compute_terminated(one, two, three),
        lambda: env.compute_truncated(one, two, three),
        lambda: many.reset(seed=one, options=two),
        lambda: many.step(one),
        lambda: many.step_into(one, rewards=two, terminated=three, truncated=three),
        lambda: many.set_state(one),
        lambda: many.boards(one),
        lambda: rules.planes(one, two),
        lambda: _core.rollout(rules, 5, one),
        lambda: tetreach.ClassicEnv(preset=one, pieces=two, step_limit=three),
        lambda: tetreach.ClassicEnv(width=one, height=two, illegal=three),
        lambda: tetreach.GuidelineEnv(preset=one, piece_limit=two, observation=three),
        lambda: tetreach.GuidelineKeysEnv(step_limit=one, piece_limit=two, cell=three),
        lambda: tetreach.ClassicVectorEnv(2, autoreset_mode=one, infos=two, pieces=three),
        lambda: classic.reset(seed=one, options={"start": two}),
        lambda: classic.reset(options=one),
        lambda: classic.step(one),
        lambda: classic.set_state(one),
        lambda: keys.step(one),
        lambda: keys.set_state(one),
        lambda: games.reset(seed=one, options=two),
        lambda: games.step(one),
        lambda: games.step_into(one, rewards=two, terminated=three, truncated=three),
        lambda: games.set_state(one),
        lambda: _core.GameRules(kind=one, preset=two),
        lambda: _core.game_rollout(_core.GameRules(kind="classic", preset="nuno"), 5, one),
        lambda: _core.Duel(one, two),
        lambda: duel.step(one),
        lambda: duel.observation(one),
        lambda: duel.action_mask(one),
        lambda: duel.set_state(one),
        lambda: _core.Actor(one),
        lambda: _core.Actor(1).load(one),
        lambda: _core.Actor(1).collect(one),
    ]:
        tame(call)
    env.reset(seed=2)
    many.reset(seed=2)


@FUZZ
@given(BOARDS, st.integers(0, 400))
def test_no_board_breaks_its_methods(cells, action):
    board = None
    try:
        board = tetreach.Board(cells)
    except ValueError:
        assert cells.shape[0] > 32 or cells.shape[1] > 16
        return
    np.testing.assert_array_equal(board.to_array(), cells)
    for call in [
        lambda: board.play(action),
        lambda: board.predecessors(),
        lambda: board.lower_bound(),
        lambda: board.inadmissible(),
        lambda: board.fewest_pieces(board.mirrored()),
        lambda: board.split,
        lambda: board.action_mask(),
        lambda: board.to_fumen([action]),
        lambda: board.rgb(cell=2),
        lambda: tetreach.solve(board, nodes=50),
        lambda: tetreach.solve(board, "greedy", nodes=50),
        lambda: tetreach.ReachEnv(width=board.width, height=board.height).reset(options={"start": board}),
        lambda: tetreach.ReachEnv(width=board.width, height=board.height).reset(options={"goal": board}),
        lambda: tetreach.ReverseEnv(width=board.width, height=board.height).reset(options={"start": board}),
    ]:
        tame(call)


@FUZZ
@given(
    st.binary(max_size=120),
    st.integers(0, 200),
    st.integers(0, 255),
    st.sampled_from([tetreach.ReachEnv, tetreach.ClassicEnv, tetreach.GuidelineEnv, tetreach.GuidelineKeysEnv]),
)
def test_no_damaged_state_breaks_an_environment(noise, at, byte, make):
    env = make()
    env.reset(seed=1)
    state = bytearray(env.get_state())
    state[at % len(state)] = byte
    for bytes_given in (noise, bytes(state), bytes(state[: at % len(state)])):
        tame(lambda given=bytes_given: env.set_state(given))
        tame(lambda: env.step(3))
    env.reset(seed=2)


@FUZZ
@given(st.sampled_from(["tetress", "guideline", "guideline-keys"]), st.binary(max_size=80), st.integers(0, 120))
def test_no_damaged_state_breaks_a_game_of_two(kind, noise, at):
    game = _core.Duel(kind)
    game.reset(3)
    game.step(int(np.flatnonzero(game.action_mask(0))[0]))
    state = bytearray(game.get_state())
    state[at % len(state)] ^= 1 + at
    for bytes_given in (noise, bytes(state)):
        tame(lambda given=bytes_given: game.set_state(given))
    tame(lambda: game.step(5))


_ORACLES = []


def _oracle():
    import tempfile

    if not _ORACLES:
        _ORACLES.append(tetreach.Oracle(4, 4, folder=tempfile.mkdtemp()))
    return _ORACLES[0]
