"""Gamestate reachability in Tetris: Gymnasium environments, exact solvers and a trained network; other games too.

Importing registers the environments, so that ``gymnasium.make("Tetreach/Reach-v0")`` works.
"""

from gymnasium.envs.registration import register as _register
from gymnasium.envs.registration import registry as _registry

from tetreach import runs
from tetreach._core import Board, Network, Oracle, Report, Solution, action, agents, placement, solve
from tetreach.bounds import LowerBound, lower_bound
from tetreach.check import VectorEnvError, check_vector_env
from tetreach.envs import ReachEnv, ReverseEnv
from tetreach.games import (
    ClassicEnv,
    ClassicVectorEnv,
    GuidelineEnv,
    GuidelineKeysEnv,
    GuidelineKeysVectorEnv,
    GuidelineVectorEnv,
)
from tetreach.suites import Target, suite
from tetreach.vector import ReachVectorEnv, ReverseVectorEnv

__all__ = [
    "Board",
    "ClassicEnv",
    "ClassicVectorEnv",
    "GuidelineEnv",
    "GuidelineKeysEnv",
    "GuidelineKeysVectorEnv",
    "GuidelineVectorEnv",
    "LowerBound",
    "Network",
    "Oracle",
    "ReachEnv",
    "ReachVectorEnv",
    "Report",
    "ReverseEnv",
    "ReverseVectorEnv",
    "Solution",
    "Target",
    "VectorEnvError",
    "action",
    "agents",
    "check_vector_env",
    "lower_bound",
    "placement",
    "runs",
    "solve",
    "suite",
]
__version__ = "0.1.0"

_REACH = ("tetreach.envs:ReachEnv", "tetreach.vector:ReachVectorEnv")
_REVERSE = ("tetreach.envs:ReverseEnv", "tetreach.vector:ReverseVectorEnv")
_CLASSIC = ("tetreach.games:ClassicEnv", "tetreach.games:ClassicVectorEnv")
_GUIDELINE = ("tetreach.games:GuidelineEnv", "tetreach.games:GuidelineVectorEnv")
_KEYS = ("tetreach.games:GuidelineKeysEnv", "tetreach.games:GuidelineKeysVectorEnv")

# The small ones are for learning in a minute; the limit of an episode depends on its goal, so no id has one.
for _id, (_single, _vector), _kwargs in (
    ("Tetreach/Reach-v0", _REACH, {}),
    ("Tetreach/Reach-6x6-v0", _REACH, {"width": 6, "height": 6, "pieces": (1, 2), "step_limit": 10}),
    ("Tetreach/Reach-6x6-3-v0", _REACH, {"width": 6, "height": 6, "pieces": (1, 3), "step_limit": 10}),
    ("Tetreach/Reach-4x4-v0", _REACH, {"width": 4, "height": 4, "pieces": (1, 2), "step_limit": 8}),
    ("Tetreach/Reverse-v0", _REVERSE, {}),
    ("Tetreach/Reverse-6x6-v0", _REVERSE, {"width": 6, "height": 6, "pieces": (1, 3), "step_limit": 10}),
    ("Tetreach/Classic-v0", _CLASSIC, {}),
    ("Tetreach/Classic-6x8-v0", _CLASSIC, {"width": 6, "height": 8, "step_limit": 200}),
    ("Tetreach/SirTet-v0", _CLASSIC, {"preset": "sir-tet"}),
    ("Tetreach/Guideline-v0", _GUIDELINE, {}),
    ("Tetreach/GuidelineKeys-v0", _KEYS, {}),
):
    if _id not in _registry:
        _register(id=_id, entry_point=_single, vector_entry_point=_vector, kwargs=_kwargs)
