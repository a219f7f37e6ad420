"""Every public name of the wheel, found by introspection."""

import importlib
import inspect
import pkgutil
import types

import tetreach
from tetreach import many, observation, single
from tetreach.games import GameEnv, GameVectorEnv
from tetreach.goals import GoalRules

#: Modules that need packages which the fast checks do not install: ``python/test full`` runs these tests with them.
EXTRAS = {"tetreach.minari", "tetreach.sb3", "tetreach.torch"}
#: What starts other processes at every call: full/test_ray.py and full/test_rllib.py test it.
ON_RAY = {"tetreach.ray", "tetreach.rllib"}
#: What other packages construct: only what happens inside of it is ours.
FOREIGN = {"HerReplayBuffer"}
#: What others are made from: their methods are tested where they are inherited.
ABSTRACT = {single.SingleEnv, many.ManyEnv, GameEnv, GameVectorEnv, GoalRules, observation.Boards}
#: What Python calls by operators and by copying.
OPERATORS = ("__eq__", "__hash__", "__len__", "__str__", "__repr__", "__copy__", "__deepcopy__", "__reduce__")
OPERATORS += ("__getstate__", "__setstate__", "__enter__", "__exit__")


def modules():
    found = [tetreach]
    for info in pkgutil.walk_packages(tetreach.__path__, "tetreach."):
        if info.name in ON_RAY:
            continue
        try:
            found.append(importlib.import_module(info.name))
        except ModuleNotFoundError:
            assert info.name in EXTRAS, f"{info.name} cannot be imported"
    return found


def is_ours(thing):
    return str(getattr(thing, "__module__", "")).split(".")[0] == "tetreach"


def entry_points():
    """By name all that is public: functions, classes, and attributes of classes as (class, attribute)."""
    found = {}
    for module in modules():
        for name, thing in vars(module).items():
            if name.startswith("_") or isinstance(thing, types.ModuleType) or not callable(thing):
                continue
            is_class = isinstance(thing, type) and thing not in ABSTRACT and not issubclass(thing, Exception)
            if is_ours(thing) and (is_class or inspect.isroutine(thing)) and name not in FOREIGN:
                found[thing] = f"{thing.__module__}.{thing.__qualname__}"
    named = {name: thing for thing, name in found.items()}
    for owner in [thing for thing in found if isinstance(thing, type)]:
        for name in dir(owner):
            home = next((base for base in owner.__mro__ if name in vars(base)), None)
            is_public = not name.startswith("_") or name in OPERATORS
            # Copies are made by Python itself: only compiled classes must take whatever state they are given.
            if name in ("__deepcopy__", "__setstate__") and inspect.isfunction(vars(home or owner).get(name)):
                continue
            if is_public and home is not None and is_ours(home):
                named[f"{found[owner]}.{name}"] = (owner, name)
    return named


ENTRY_POINTS = entry_points()
