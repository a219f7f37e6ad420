"""Values for parameters: those that make sense, by name, and those that rarely do."""

import inspect
import os
import stat

import gymnasium as gym
import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import tetreach
from tetreach import _core, learner
from tetreach.pettingzoo import tetress_v0

SMALL = {"width": 6, "height": 6}
PLAYED = [tetreach.Board("####......"), tetreach.Board("...#......\n..###.####"), tetreach.Board.empty(6, 6)]


#: Values of many types, few of which are right anywhere.
ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 300),
    st.sampled_from([-(2**70), 2**31, 2**32, 2**63, 2**64, 2**70]),
    st.floats(),
    st.text(max_size=20),
    st.text(alphabet="#.\n ", max_size=60),
    st.binary(max_size=60),
    st.builds(lambda tail: "v115@" + tail, st.text(alphabet="vhAgH8BeCDFGIJKLMN?/+012", max_size=40)),
    hnp.arrays(
        st.sampled_from([np.uint8, np.int8, np.int64, np.uint64, np.float64, np.bool_, np.complex128]),
        hnp.array_shapes(min_dims=0, max_dims=3, max_side=12),
    ),
    st.just(np.full((6, 6), np.nan)),
    st.lists(st.integers(-2, 200), max_size=6),
    st.dictionaries(st.sampled_from(["start", "goal", "reset_mask", "x"]), st.text(alphabet="#.", max_size=9)),
    st.builds(object),
)
CELLS = hnp.arrays(np.uint8, (6, 6), elements=st.integers(0, 1))
OF_ANY_SIZE = hnp.arrays(
    np.uint8, hnp.array_shapes(min_dims=2, max_dims=2, min_side=4, max_side=16), elements=st.integers(0, 1)
)
BOARD = st.one_of(st.sampled_from(PLAYED), CELLS, st.text(alphabet="#.", min_size=6, max_size=6), CELLS.map(np.ravel))
BATCH = hnp.arrays(np.uint8, st.sampled_from([(2, 36), (2, 6, 6), (1, 36)]), elements=st.integers(0, 1))
FLAG = st.booleans()


def opened(env):
    """An environment in its first episode."""
    env.reset(seed=1)
    return env


def program():
    """A program that says what a learner says, and ends."""
    path = os.path.abspath("learner.sh")
    with open(path, "w") as file:
        file.write("#!/bin/sh\necho training in run\n")
    os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
    return path


def known(*values):
    return st.sampled_from(values)


def options():
    return st.fixed_dictionaries(
        {}, optional={"start": BOARD, "goal": BOARD, "reset_mask": known(np.array([True, False]))}
    )


#: Values that make sense, by the name of the parameter, or by that of the entry point and the parameter.
VALUES = {
    "achieved": BATCH,
    "achieved_goal": st.one_of(BATCH, CELLS.map(np.ravel)),
    "action": st.integers(0, 200),
    "actions": st.one_of(
        st.lists(st.integers(0, 161), max_size=4), hnp.arrays(np.int64, 2, elements=st.integers(0, 200))
    ),
    "agent": known(*(name for name, _ in _core.agents())),
    "autoreset": known("NextStep", "SameStep", "Disabled"),
    "autoreset_mode": known(*gym.vector.AutoresetMode, "SameStep"),
    "board": BOARD,
    "boards": BATCH,
    "card": st.builds(lambda: tetreach.Network().card_json),
    "cell": st.integers(1, 4),
    "colour": FLAG,
    "column": st.integers(0, 9),
    "count": st.integers(1, 3),
    "dead_end": st.floats(-9, 9),
    "desired": BATCH,
    "desired_goal": st.one_of(BATCH, CELLS.map(np.ravel)),
    "duel": st.builds(_core.Duel, known("tetress", "guideline-keys")),
    "folder": st.none(),
    "gamma": st.floats(0, 1),
    "game": st.builds(tetress_v0.raw_env),
    "goal": BOARD,
    "goals": st.one_of(known("stack-2@train", "thesis"), st.lists(BOARD, max_size=2), BATCH),
    "height": known(4, 6, 20, 32),
    "illegal": known("stay", "end", "error", "pass"),
    "index": st.integers(0, 2),
    "info": known(None, {"illegal": [True, False], "elapsed": [3, 4]}, [{"elapsed": 1}, {"elapsed": 2}]),
    "infos": known((), ("action_mask",), ("elapsed", "illegal")),
    "kind": known("reach", "reverse", "classic", "guideline", "guideline-keys", "tetress", "goal", "flat", "parts"),
    "make_single": known(lambda: tetreach.ReachEnv(**SMALL)),
    "mask": known(lambda: np.ones(3, dtype=np.uint8)),
    "masks": known(np.zeros((2, 90), dtype=np.int8), np.zeros((2, 162), dtype=np.int8)),
    "max_cycles": st.integers(1, 50),
    "mirrored": FLAG,
    "n": st.integers(0, 20),
    "name": known("stack-2@validation", "letters", "agent"),
    "network": st.builds(tetreach.Network),
    "nodes": st.integers(0, 200),
    "num_envs": st.integers(1, 3),
    "number": st.integers(0, 9),
    "observation": known("goal", "flat", "planes", "masked", "parts"),
    "observations": known(np.zeros((2, 207), dtype=np.uint8)),
    "on_success": known("stay", "end"),
    "options": options(),
    "other": st.sampled_from(PLAYED),
    "pairs": known(np.zeros((2, 72), dtype=np.uint8)),
    "parcel": st.binary(max_size=20),
    "parts": known([("field", [2, 3], 1), ("number", [1], 255)]),
    "path": st.none(),
    "piece": known(*"IOTSZJL"),
    "piece_limit": st.integers(1, 50),
    "pieces": known((1, 3), "bag", "uniform", "script:LOJ"),
    "player": st.integers(0, 1),
    "preset": known("ppt", "tetrio", "alphatetris", "simplified", "nuno", "sir-tet"),
    "progress": known(None, lambda news: None, lambda: None),
    "render_mode": known(None, "rgb_array", "ansi", "human"),
    "reward": known("sparse", "success", "potential", "cell-match"),
    "rewards": known(np.zeros(2)),
    "rotation": st.integers(0, 3),
    "rules": st.builds(_core.Rules, width=known(6), height=known(6), kind=known("reach", "reverse")),
    "seconds": st.floats(0.001, 0.02),
    "seed": st.integers(0, 2**40),
    "seeds": known([1, 2], np.array([3, 4])),
    "seen": known(np.zeros(7, dtype=np.uint8), np.zeros((2, 7), dtype=np.uint8)),
    "settings": st.none(),
    "source": st.one_of(BOARD, OF_ANY_SIZE),
    "start": BOARD,
    "state": st.one_of(CELLS, st.binary(max_size=80)),
    "states": st.one_of(BATCH, st.lists(st.binary(max_size=40), min_size=2, max_size=2)),
    "step_limit": st.integers(1, 50),
    "steps": st.integers(1, 30),
    "successes": st.integers(0, 20),
    "target": BOARD,
    "terminated": known(np.zeros(2, dtype=bool)),
    "threads": st.integers(1, 2),
    "title": st.text(max_size=20),
    "truncated": known(np.zeros(2, dtype=bool)),
    "venv": st.builds(lambda: tetreach.ReachVectorEnv(2, **SMALL)),
    "weights": st.builds(lambda: tetreach.Network().weights),
    "which": known(np.array([True, False])),
    "width": known(4, 6, 10, 16),
    "_memo": st.builds(dict),
    "memo": st.builds(dict),
    "config": st.none(),
    "error": st.none(),
    "experiment": known("tetreach"),
    "high": st.floats(0, 1),
    "known": known(("start", "goal")),
    "low": st.floats(0, 1),
    "cleared": st.integers(0, 3),
    "project": known("tetreach"),
    "reason": known("counting cells"),
    "resume": st.none(),
    "run": known("nowhere", "."),
    "tag": known("seconds"),
    "trace": st.none(),
    "value": st.sampled_from(PLAYED),
    "DuelEnv.agent": known("player_0", "player_1"),
    "Oracle.folder": known("oracles"),
    "Oracle.height": known(2, 3, 4),
    "Oracle.width": known(4),
    "ParallelDuelEnv.actions": known({"player_0": 0, "player_1": 5}),
    "Parts.actions": st.integers(1, 9),
    "of_one.boards": st.builds(lambda: opened(tetreach.ReachEnv(**SMALL))._open),
    "Target.name": known("a bar", None),
    "attr_name": known("num_envs", "render_mode"),
    "dataset_id": known("tetreach/fuzz/x-v0"),
    "distance": st.none(),
    "env_id": known("Tetreach/Reach-v0", "Tetreach/Nothing-v0"),
    "hints": st.none(),
    "indices": known(None, 0, [1]),
    "landing": st.none(),
    "legal": st.none(),
    "method_name": known("action_masks", "get_state"),
    "planes": st.none(),
    "policy": st.none(),
    "q": st.none(),
    "reverse": FLAG,
    "solutions": known([]),
    "success": st.none(),
    "wrapper_class": known(gym.Wrapper),
    "to_onnx.network": st.none(),
    "Learner.exchange": known("exchange"),
    "Learner.program": st.builds(program),
    "Learner.runs_folder": known("runs"),
    "Learner.settings": known((), ["budget.seconds=1"]),
    "exchange": st.none(),
    "learner": st.builds(lambda: learner.Learner("config.toml", program=program())),
    "program": st.builds(program),
    "runs_folder": known("runs"),
}
VALUES |= {f"{name}.agent": VALUES["DuelEnv.agent"] for name in ("raw_env", "ParallelDuelEnv")}
#: What ``**kwargs`` of a game of two take.
OF_DUELS = ("preset", "max_cycles", "illegal", "render_mode", "cell")
#: Numbers that are right but cost too much for a test, with both ends.
COSTLY = {
    "count": (10, 2**20),
    "num_envs": (10, 2**20),
    "steps": (100, 2**32),
    "nodes": (1000, 2**64),
    "seconds": (0.1, 1e99),
    "threads": (3, 256),
    "check_vector_env.steps": (100, 1e300),
    "Oracle.width": (5, 16),
    "Oracle.height": (5, 32),
    "Parts.actions": (1000, 2**64),
}
#: Never left out: what stands for them costs too much, or is kept outside of the test's folder.
NEEDED = {"solve.nodes", "solve.seconds", "Oracle.folder", "Learner.program", "Learner.runs_folder", "Learner.exchange"}
#: Where texts would be folders to write into or programs to start.
NO_TEXT = {"folder", "program", "runs_folder", "exchange"}
#: Helpers that take an object for what it has, as Python does: what it lacks is an AttributeError.
DUCK_TYPED = {"tetreach.observation.of_one", "tetreach.observation.space", "tetreach.learner.summary"}
DUCK_TYPED |= {"tetreach.parts.Parts", "tetreach.parts.Parts.observation"}
#: What other packages ask for: they expect an AttributeError of what is not there, and tensors of theirs.
DUCK_TYPED |= {f"tetreach.sb3.ReachVecEnv.{name}" for name in ("get_attr", "set_attr", "env_method")}
DUCK_TYPED |= {"tetreach.torch.TorchNetwork.forward", "tetreach.minari.from_solutions"}


def of(table, entry, parameter):
    """What a table says of a parameter: of this entry point, of its class or function, or of the name alone."""
    *_, owner, last = ["", *entry.split(".")]
    for key in (f"{last}.{parameter}", f"{owner}.{parameter}", parameter):
        if key in table:
            return table[key]
    return None


def parameters(entry, call):
    found = []
    for one in inspect.signature(call).parameters.values():
        if one.kind is inspect.Parameter.VAR_KEYWORD:
            names = OF_DUELS if "pettingzoo" in entry else ()
            found += [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in names]
        elif one.kind is not inspect.Parameter.VAR_POSITIONAL:
            found.append(one)
    return found


def wrong(entry, name):
    """Anything but what costs too much."""
    low, high = of(COSTLY, entry, name) or (1, 0)

    def is_affordable(value):
        if name in NO_TEXT and isinstance(value, (str, bytes)):
            return False
        if value is None:
            return not any(f"{part}.{name}" in NEEDED for part in entry.split("."))
        try:
            return not low <= float(value) <= high
        except (TypeError, ValueError, OverflowError):
            return True

    return ANYTHING.filter(is_affordable)


def arguments(data, entry, call, *, only_right=False):
    """Drawn arguments: mostly one of them is wrong, sometimes none or all."""
    names = parameters(entry, call)
    blame = data.draw(st.sampled_from([None, "all", *(one.name for one in names)])) if not only_right else None
    given_by_place, given_by_name = [], {}
    for one in names:
        is_needed = one.default is one.empty or any(f"{part}.{one.name}" in NEEDED for part in entry.split("."))
        if not is_needed and blame != one.name and data.draw(FLAG):
            continue
        right = of(VALUES, entry, one.name)
        assert right is not None, f"{entry}: VALUES has nothing for the parameter {one.name}"
        value = data.draw(wrong(entry, one.name) if blame in (one.name, "all") else right)
        if one.kind is one.POSITIONAL_ONLY:
            given_by_place.append(value)
        else:
            given_by_name[one.name] = value
    return given_by_place, given_by_name
