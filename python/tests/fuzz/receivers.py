"""Examples of every class, in several states."""

from importlib.util import find_spec

import numpy as np
from hypothesis import strategies as st

import tetreach
from tetreach import _core, learner, parts, stats
from tetreach.pettingzoo import duel, guideline_keys_versus_v0, guideline_versus_v0, tetress_v0

from .values import OF_ANY_SIZE, PLAYED, SMALL, opened, program


def begun(core):
    core.reset(1)
    return core


def vector(core):
    core.reset([1, 2])
    return core


def ended(core):
    """One that has ended, or been moved."""
    core.reset(1)
    core.step(int(np.flatnonzero(core.action_mask())[0]))
    return core


_SHARED = {}


def shared(name, make):
    """One for all examples: these never change."""
    if name not in _SHARED:
        _SHARED[name] = make()
    return _SHARED[name]


def made(*makers):
    return st.sampled_from(makers).map(lambda make: make())


def of_rules(make, after):
    """Compiled environments of both directions."""
    rules = [_core.Rules(kind=kind, **SMALL) for kind in ("reach", "reverse")]
    return made(*(lambda one=one: after(make(one)) for one in rules))


def of_games(make, after):
    """Compiled games of all kinds."""
    presets = {"classic": "nuno", "guideline": "ppt", "guideline-keys": "tetrio"}
    rules = [_core.GameRules(kind=kind, preset=preset) for kind, preset in presets.items()]
    return made(*(lambda one=one: after(make(one)) for one in rules))


def environments(*classes):
    return {one: made(lambda one=one: opened(one(render_mode="rgb_array"))) for one in classes}


RECEIVERS = {
    _core.Actor: made(lambda: _core.Actor(1)),
    _core.Board: st.one_of(st.sampled_from(PLAYED), OF_ANY_SIZE.map(tetreach.Board)),
    _core.Duel: st.sampled_from(["tetress", "guideline", "guideline-keys"]).map(lambda kind: begun(_core.Duel(kind))),
    _core.Env: st.one_of(of_rules(_core.Env, begun), of_rules(_core.Env, ended), of_rules(_core.Env, lambda env: env)),
    _core.Game: st.one_of(of_games(_core.Game, begun), of_games(_core.Game, lambda game: game)),
    _core.GameRules: made(lambda: _core.GameRules(kind="classic", preset="simplified")),
    _core.GameVector: of_games(lambda rules: _core.GameVector(rules, 2, "SameStep"), vector),
    _core.Network: made(lambda: shared("network", tetreach.Network)),
    _core.Oracle: made(lambda: shared("oracle", lambda: tetreach.Oracle(4, 4, folder="oracles"))),
    _core.Report: made(lambda: shared("report", lambda: tetreach.solve("####......"))),
    _core.Rules: made(lambda: _core.Rules(**SMALL), lambda: _core.Rules(kind="reverse", reward="success", **SMALL)),
    _core.Solution: made(lambda: shared("solution", lambda: tetreach.solve(PLAYED[1]).solution)),
    _core.VectorEnv: of_rules(lambda rules: _core.VectorEnv(rules, 2, "NextStep"), vector),
    duel.DuelEnv: made(lambda: opened(duel.DuelEnv())),
    duel.ParallelDuelEnv: made(
        lambda: opened(tetress_v0.parallel_env()), lambda: opened(guideline_versus_v0.parallel_env())
    ),
    tetress_v0.raw_env: made(lambda: opened(tetress_v0.raw_env(render_mode="rgb_array"))),
    guideline_versus_v0.raw_env: made(lambda: opened(guideline_versus_v0.raw_env(illegal="pass"))),
    guideline_keys_versus_v0.raw_env: made(lambda: opened(guideline_keys_versus_v0.raw_env(render_mode="ansi"))),
    learner.Learner: made(lambda: learner.Learner("config.toml", program=program())),
    parts.Parts: made(lambda: parts.Parts("parts", [("field", [2, 3], 1), ("number", [1], 255)], 3)),
    stats.Rate: made(lambda: stats.wilson(1, 2)),
    tetreach.LowerBound: made(lambda: tetreach.lower_bound("####......")),
    tetreach.Target: made(lambda: tetreach.Target("a bar", PLAYED[0])),
    **environments(tetreach.ReachEnv, tetreach.ReverseEnv, tetreach.ClassicEnv, tetreach.GuidelineEnv),
    **environments(tetreach.GuidelineKeysEnv, tetreach.ReachVectorEnv, tetreach.ReverseVectorEnv),
    **environments(tetreach.ClassicVectorEnv, tetreach.GuidelineVectorEnv, tetreach.GuidelineKeysVectorEnv),
}


def of_extras():
    """Examples of classes that need more packages, where these are installed."""
    found = {}
    if find_spec("stable_baselines3"):
        from tetreach.sb3 import ReachVecEnv

        def boards():
            env = ReachVecEnv(2, **SMALL)
            env.reset()
            return env

        found[ReachVecEnv] = made(boards)
    if find_spec("torch") and find_spec("safetensors"):
        from tetreach.torch import Outputs, TorchNetwork

        found[TorchNetwork] = made(lambda: shared("module", lambda: TorchNetwork(tetreach.Network())))
        found[Outputs] = made(lambda: Outputs(1, 2, 3, 4))
    return found


RECEIVERS |= of_extras()
