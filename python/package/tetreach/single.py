"""What all environments for one player have in common: seeds, actions, pictures, states, pickles."""

from __future__ import annotations

from typing import Any, Generic, Self, SupportsInt, TypeVar

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tetreach._core import Env, Game

Core = TypeVar("Core", Env, Game)

CLOSED = "the environment is closed: make a new one"


def check_options(options: dict[str, Any] | None, known: tuple[str, ...]) -> dict[str, Any]:
    """The options of a reset; others than those known are refused."""
    if options is None:
        return {}
    if not isinstance(options, dict):
        raise TypeError(f"the options of a reset are a dictionary, not {type(options).__name__}")
    unknown = set(options) - set(known)
    if unknown:
        raise ValueError(f"a reset takes the options {' and '.join(known)}, not {sorted(map(str, unknown))}")
    return options


class SingleEnv(gym.Env[Any, np.int64], Generic[Core]):
    """An environment around one that is compiled, with a numbered set of actions."""

    metadata: dict[str, Any] = {"render_modes": ["rgb_array", "ansi"], "render_fps": 4}
    action_space: spaces.Discrete

    def _set_up(self, core: Core, actions: int, render_mode: str | None, cell: int, kwargs: dict[str, Any]) -> None:
        """Called once, by ``__init__``; ``kwargs`` are those of ``__init__``, for copies."""
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"there is no render mode {render_mode!r}: choose rgb_array or ansi")
        self._env: Core | None = core
        self._kwargs = kwargs | {"render_mode": render_mode, "cell": cell}
        self._cell = cell
        self._seeded_by: np.random.Generator | None = None
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(actions)

    @property
    def _open(self) -> Core:
        if self._env is None:
            raise RuntimeError(CLOSED)
        return self._env

    def _begin(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Starts an episode in the compiled environment."""
        raise NotImplementedError

    def _observe(self) -> Any:
        raise NotImplementedError

    def _info(self, illegal: bool) -> dict[str, Any]:
        raise NotImplementedError

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts an episode; ``options`` may hold what the class says, as a Board, text, Fumen or an array."""
        if self._env is None:
            raise RuntimeError(CLOSED)
        super().reset(seed=seed)
        # A generator that was not here before, by a seed or set by hand, restarts the stream in Rust.
        generator = self.np_random
        fresh = generator is not self._seeded_by
        self._begin(int(generator.integers(2**63)) if fresh else None, options)
        self._seeded_by = generator
        return self._observe(), self._info(False)

    def step(self, action: SupportsInt) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Takes an action."""
        if not isinstance(action, (int, np.integer)) and not (
            isinstance(action, np.ndarray) and action.ndim == 0 and np.issubdtype(action.dtype, np.integer)
        ):
            raise TypeError(f"an action is an integer, not {type(action).__name__}")
        number = int(action)
        if not 0 <= number < self.action_space.n:
            raise ValueError(f"action {number} is not in Discrete({self.action_space.n})")
        reward, terminated, truncated, illegal = self._open.step(number)
        return self._observe(), reward, terminated, truncated, self._info(illegal)

    def render(self) -> Any:
        """The board as pixels or text."""
        if self.render_mode is None:
            gym.logger.warn("render was called, but the environment was made without a render_mode")
            return None
        env = self._open
        return env.ansi() if self.render_mode == "ansi" else env.rgb(self._cell)

    def close(self) -> None:
        """Frees the boards; every later call but this one is refused."""
        self._env = None

    def action_masks(self) -> NDArray[np.bool_]:
        """Whether each action is legal, as sb3-contrib asks for it."""
        return self._open.action_mask().astype(bool)

    def get_state(self) -> bytes:
        """All that the future depends on: board, goal or pieces, steps taken, random stream."""
        return self._open.get_state()

    def set_state(self, state: bytes) -> None:
        """Goes back to where ``get_state`` was called."""
        if not isinstance(state, bytes):
            raise TypeError(f"a state is the bytes of get_state, not {type(state).__name__}")
        self._open.set_state(state)
        # The stream is part of the state: the next reset goes on with it.
        self._seeded_by = self.np_random

    def __getstate__(self) -> dict[str, Any]:
        state = None if self._env is None else self._env.get_state()
        seeded = self._seeded_by is not None and self._seeded_by is self._np_random
        return {
            "kwargs": self._kwargs,
            "state": state,
            "np_random": self._np_random,
            "np_random_seed": self._np_random_seed,
            "seeded": seeded,
            "spec": self.spec,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        make: Any = type(self)
        make.__init__(self, **state["kwargs"])
        if state["state"] is None:
            self.close()
        else:
            self._open.set_state(state["state"])
        self._np_random = state["np_random"]
        self._np_random_seed = state["np_random_seed"]
        self._seeded_by = self._np_random if state["seeded"] else None
        self.spec = state["spec"]

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        import copy

        twin = type(self).__new__(type(self))
        twin.__setstate__(copy.deepcopy(self.__getstate__(), memo))
        return twin
