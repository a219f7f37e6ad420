"""The environments, one at a time."""

from __future__ import annotations

from typing import Any, Self, SupportsInt

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tetreach import observation as observations
from tetreach._core import Board, Env, Rules
from tetreach.goals import GoalRules

_RESET_OPTIONS = {"start", "goal"}


def check_options(options: dict[str, Any] | None) -> dict[str, Any]:
    """The options of a reset; others than ``start`` and ``goal`` are refused."""
    if options is None:
        return {}
    if not isinstance(options, dict):
        raise TypeError(f"the options of a reset are a dictionary, not {type(options).__name__}")
    unknown = set(options) - _RESET_OPTIONS
    if unknown:
        raise ValueError(f"a reset takes the options start and goal, not {sorted(map(str, unknown))}")
    return options


class ReachEnv(GoalRules, gym.Env[Any, np.int64]):
    """Place pieces until the board equals the goal.

    An action is one of the placements (piece, orientation, column); 162 on ten columns, see ``tetreach.placement``.
    Boards are flat arrays of 0 and 1, lowest row first.

    :param width: columns, 4 to 16
    :param height: rows, 2 to 32
    :param goals: the name of a suite such as ``stack-8@train``, a file, or boards; else goals of random play
    :param pieces: fewest and most pieces of that random play
    :param reward: ``sparse`` (-1 per piece, 0 for the one that reaches the goal), ``success``, ``potential`` or
        ``cell-match``
    :param gamma: the discount that ``potential`` must share
    :param dead_end: added where the game ends short of the goal
    :param step_limit: steps after which an episode is cut; else twice the goal's lower bound and 10 more
    :param illegal: what an illegal action does: ``stay`` (nothing, the step counts), ``end`` the episode, or ``error``
    :param on_success: ``end`` the episode at the goal, or ``stay`` there until the limit
    :param observation: ``goal``, ``flat``, ``planes`` or ``masked``, see ``tetreach.observation``
    :param render_mode: ``rgb_array``, ``ansi`` or None
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array", "ansi"], "render_fps": 4}
    _kind = "reach"

    def __init__(
        self,
        *,
        width: int = 10,
        height: int = 20,
        goals: Any = None,
        pieces: tuple[int, int] = (1, 8),
        reward: str = "sparse",
        gamma: float = 0.99,
        dead_end: float = 0.0,
        step_limit: int | None = None,
        illegal: str = "stay",
        on_success: str = "end",
        observation: observations.Kind = "goal",
        render_mode: str | None = None,
        cell: int = 16,
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"there is no render mode {render_mode!r}: choose rgb_array or ansi")
        settings = {
            "width": width,
            "height": height,
            "goals": goals,
            "pieces": pieces,
            "reward": reward,
            "gamma": gamma,
            "dead_end": dead_end,
            "step_limit": step_limit,
            "illegal": illegal,
            "on_success": on_success,
        }
        self._rules = Rules(kind=self._kind, **settings)
        self._illegal = illegal
        self._kwargs = settings | {"observation": observation, "render_mode": render_mode, "cell": cell}
        self._env: Env | None = Env(self._rules)
        self._seen_as: str = observation
        self._cell = cell
        self._seeded_by: np.random.Generator | None = None
        self.render_mode = render_mode
        self.observation_space = observations.space(observation, self._rules)
        self.action_space = spaces.Discrete(self._rules.action_count)

    @property
    def _open(self) -> Env:
        if self._env is None:
            raise RuntimeError("the environment is closed: make a new one")
        return self._env

    @property
    def board(self) -> Board:
        """The board."""
        return self._open.board

    @property
    def target(self) -> Board:
        """The board to reach."""
        return self._open.target

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts an episode; ``options`` may hold ``start`` and ``goal`` as a Board, text, Fumen or an array."""
        env, options = self._open, check_options(options)
        super().reset(seed=seed)
        # A generator that was not here before, by a seed or set by hand, restarts the stream in Rust.
        generator = self.np_random
        fresh = generator is not self._seeded_by
        rust_seed = int(generator.integers(2**63)) if fresh else None
        env.reset(seed=rust_seed, start=options.get("start"), goal=options.get("goal"))
        self._seeded_by = generator
        return self._observe(), self._info(False)

    def step(self, action: SupportsInt) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Takes an action."""
        if not isinstance(action, (int, np.integer)) and not (
            isinstance(action, np.ndarray) and action.ndim == 0 and np.issubdtype(action.dtype, np.integer)
        ):
            raise TypeError(f"an action is an integer, not {type(action).__name__}")
        number = int(action)
        if not 0 <= number < self._rules.action_count:
            raise ValueError(f"action {number} is not in Discrete({self._rules.action_count})")
        reward, terminated, truncated, illegal = self._open.step(number)
        return self._observe(), reward, terminated, truncated, self._info(illegal)

    def render(self) -> Any:
        """The board with its goal as pixels or text."""
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
        """All that the future depends on: board, goal, steps taken, random stream."""
        return self._open.get_state()

    def set_state(self, state: bytes) -> None:
        """Goes back to where ``get_state`` was called."""
        if not isinstance(state, bytes):
            raise TypeError(f"a state is the bytes of get_state, not {type(state).__name__}")
        self._open.set_state(state)
        # The stream is part of the state: the next reset goes on with it.
        self._seeded_by = self.np_random

    def _observe(self) -> Any:
        return observations.of_one(self._seen_as, self._open, self._rules)

    def _info(self, illegal: bool) -> dict[str, Any]:
        env = self._open
        success, bound, elapsed = env.facts()
        return {
            "action_mask": env.action_mask(),
            "is_success": success,
            "lower_bound": bound,
            "elapsed": elapsed,
            "illegal": illegal,
        }

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
        type(self).__init__(self, **state["kwargs"])
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


class ReverseEnv(ReachEnv):
    """Take pieces away, each the exact reverse of a placement, until the goal (the empty board unless given) is left.

    An action takes a piece away (orientation, row and column of its lower left corner) or puts a cleared row back; on
    10x20 there are 3,820 numbers, and the mask tells which of them can be made. A board with full rows is in the middle
    of a move: the piece that is taken next must touch all of them.
    What ``ReachEnv`` draws as a goal is the start here.
    """

    _kind = "reverse"
