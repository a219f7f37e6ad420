"""What all vector environments have in common: each is many boards stepped in one call of Rust."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Self, TypeVar

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tetreach._core import GameVector, VectorEnv
from tetreach.single import CLOSED, check_options

Core = TypeVar("Core", VectorEnv, GameVector)


class ManyEnv(gym.vector.VectorEnv[Any, Any, Any], Generic[Core]):
    """A vector environment around one that is compiled; every call returns new arrays, as Gymnasium 1.4 demands."""

    #: Infos that can be asked for.
    _known_infos: tuple[str, ...] = ()
    #: What a reset may ask for beside ``reset_mask``.
    _reset_options: tuple[str, ...] = ("start",)
    metadata: dict[str, Any] = {
        "render_modes": ["rgb_array"],
        "render_fps": 4,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def _set_up(
        self,
        make: Any,
        spaces_of_one: tuple[spaces.Space[Any], int],
        *,
        num_envs: int,
        autoreset_mode: AutoresetMode | str,
        infos: Sequence[str],
        render_mode: str | None,
        cell: int,
        kwargs: dict[str, Any],
    ) -> None:
        """Called once, by ``__init__``; ``make`` takes the number and the mode, and ``kwargs`` are those of copies."""
        unknown = [key for key in infos if key not in self._known_infos]
        if unknown:
            raise ValueError(f"infos are among {', '.join(self._known_infos)}, not {unknown}")
        if render_mode not in (None, "rgb_array"):
            raise ValueError(f"there is no render mode {render_mode!r} for many boards: choose rgb_array")
        mode = AutoresetMode(autoreset_mode)
        self._env: Core | None = make(num_envs, mode.value)
        self._kwargs = kwargs | {
            "num_envs": num_envs,
            "autoreset_mode": mode,
            "infos": tuple(infos),
            "render_mode": render_mode,
            "cell": cell,
        }
        self._infos = tuple(infos)
        self._cell = cell
        self._mode = mode
        self._was_seeded = False
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.metadata = {**type(self).metadata, "autoreset_mode": mode}
        self.single_observation_space, actions = spaces_of_one
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    @property
    def _open(self) -> Core:
        if self._env is None:
            raise RuntimeError(CLOSED)
        return self._env

    def _begin(self, seeds: list[int] | None, options: dict[str, Any], which: NDArray[np.bool_] | None) -> None:
        """Starts episodes in the compiled environment."""
        raise NotImplementedError

    def _observe(self) -> Any:
        raise NotImplementedError

    def _value(self, key: str) -> NDArray[Any]:
        """One info of all boards."""
        raise NotImplementedError

    def _ended(self) -> tuple[list[int], list[Any], dict[str, NDArray[Any]]]:
        """The boards that ended with the last step, with their last observations and infos."""
        raise NotImplementedError

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Starts episodes: environment ``i`` with ``seed + i``, or with its own seed of a list.

        ``options`` may hold what the single environment takes, for all boards, and ``reset_mask``, which names the
        boards to reset.
        """
        if self._env is None:
            raise RuntimeError(CLOSED)
        options = dict(options) if isinstance(options, dict) else options
        which = options.pop("reset_mask", None) if isinstance(options, dict) else None
        options = check_options(options, self._reset_options)
        if which is not None:
            if not isinstance(which, np.ndarray) or which.dtype != np.bool_:
                raise TypeError("reset_mask is an array of booleans")
            if which.shape != (self.num_envs,) or not which.any():
                raise ValueError(f"reset_mask has the shape ({self.num_envs},) and names at least one environment")
        self._begin(self._seeds(seed), options, which)
        self._was_seeded = True
        return self._observe(), self._info()

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int] | None:
        """The seed of each stream in Rust, drawn from the generator that the single environment has for its seed."""
        if seed is None and self._was_seeded:
            return None
        if seed is None or isinstance(seed, (int, np.integer)):
            first = seeding.np_random(None if seed is None else int(seed))
            self._np_random, self._np_random_seed = first
            base = int(first[1]) if seed is None else int(seed)
            each: list[int | None] = [base + index for index in range(self.num_envs)]
        else:
            each = list(seed)
            if len(each) != self.num_envs:
                raise ValueError(f"{len(each)} seeds for {self.num_envs} environments")
        return [int(seeding.np_random(one)[0].integers(2**63)) for one in each]

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Takes one action in each environment."""
        rewards, terminated, truncated = self._open.step(self._actions(actions))
        infos = self._info()
        if self._mode == AutoresetMode.SAME_STEP and (terminated.any() or truncated.any()):
            infos |= self._finals()
        return self._observe(), rewards, terminated, truncated, infos

    def _actions(self, actions: Any) -> NDArray[np.int64]:
        array = np.asarray(actions)
        if array.dtype.kind not in "iu":
            raise TypeError(f"actions are integers, not {array.dtype}")
        if array.shape != (self.num_envs,):
            raise ValueError(f"actions have the shape {array.shape}, but ({self.num_envs},) is expected")
        if array.dtype == np.uint64 and (array > np.iinfo(np.int64).max).any():
            raise ValueError(f"actions are not in {self.action_space}")
        return np.ascontiguousarray(array, dtype=np.int64)

    def render(self) -> tuple[NDArray[np.uint8], ...] | None:
        """One picture per board."""
        if self.render_mode is None:
            gym.logger.warn("render was called, but the environment was made without a render_mode")
            return None
        env = self._open
        return tuple(env.rgb(index, self._cell) for index in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        """Frees the boards; every later call but ``close`` is refused."""
        self._env = None

    def action_masks(self) -> NDArray[np.bool_]:
        """Whether each action is legal, (n, actions)."""
        return self._open.masks().view(np.bool_)

    def get_state(self) -> list[bytes]:
        """All that the future of each environment depends on."""
        return self._open.get_state()

    def set_state(self, states: Sequence[bytes]) -> None:
        """Goes back to where ``get_state`` was called."""
        if isinstance(states, bytes) or not all(isinstance(state, bytes) for state in states):
            raise TypeError("the states are the list of bytes of get_state")
        self._open.set_state(list(states))
        self._was_seeded = True

    def _info(self) -> dict[str, Any]:
        infos: dict[str, Any] = {}
        for key in self._infos:
            infos[key] = self._value(key)
            infos["_" + key] = np.ones(self.num_envs, dtype=bool)
        return infos

    def _finals(self) -> dict[str, Any]:
        """The last observations and infos of the episodes that ended, in Gymnasium's form."""
        ended, observations, values = self._ended()
        present = np.zeros(self.num_envs, dtype=bool)
        present[ended] = True
        final_obs = np.full(self.num_envs, None, dtype=object)
        for index, observation in zip(ended, observations, strict=True):
            final_obs[index] = observation
        final_info: dict[str, Any] = {}
        for key in self._infos:
            value: NDArray[Any] = values[key]
            whole = np.zeros((self.num_envs, *value.shape[1:]), dtype=value.dtype)
            whole[ended] = value
            final_info[key], final_info["_" + key] = whole, present.copy()
        return {
            "final_obs": final_obs,
            "_final_obs": present,
            "final_info": final_info,
            "_final_info": present.copy(),
        }

    def __getstate__(self) -> dict[str, Any]:
        state = None if self._env is None else self._env.get_state()
        return {
            "kwargs": self._kwargs,
            "state": state,
            "was_seeded": self._was_seeded,
            "np_random": self._np_random,
            "np_random_seed": self._np_random_seed,
            "spec": self.spec,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        make: Any = type(self)
        make.__init__(self, **state["kwargs"])
        if state["state"] is None:
            self.close()
        else:
            self._open.set_state(state["state"])
        self._was_seeded = state["was_seeded"]
        self._np_random, self._np_random_seed = state["np_random"], state["np_random_seed"]
        self.spec = state["spec"]

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        import copy

        twin = type(self).__new__(type(self))
        twin.__setstate__(copy.deepcopy(self.__getstate__(), memo))
        return twin
