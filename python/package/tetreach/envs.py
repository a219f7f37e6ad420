"""Gamestate reachability, one board at a time."""

from __future__ import annotations

from typing import Any

from tetreach import observation as observations
from tetreach._core import Board, Env, Rules
from tetreach.goals import GoalRules
from tetreach.single import SingleEnv, check_options

#: What a reset may ask for.
RESET_OPTIONS = ("start", "goal")


class ReachEnv(GoalRules, SingleEnv[Env]):
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
    :param cell: pixels of a cell in ``rgb_array``

    ``reset(options=...)`` takes ``start`` and ``goal``.
    """

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
        self._seen_as: str = observation
        self.observation_space = observations.space(observation, self._rules)
        kwargs = settings | {"observation": observation}
        self._set_up(Env(self._rules), self._rules.action_count, render_mode, cell, kwargs)

    @property
    def board(self) -> Board:
        """The board."""
        return self._open.board

    @property
    def target(self) -> Board:
        """The board to reach."""
        return self._open.target

    def _begin(self, seed: int | None, options: dict[str, Any] | None) -> None:
        options = check_options(options, RESET_OPTIONS)
        self._open.reset(seed=seed, start=options.get("start"), goal=options.get("goal"))

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


class ReverseEnv(ReachEnv):
    """Take pieces away, each the exact reverse of a placement, until the goal (the empty board unless given) is left.

    An action takes a piece away (orientation, row and column of its lower left corner) or puts a cleared row back; on
    10x20 there are 3,820 numbers, and the mask tells which of them can be made. A board with full rows is in the middle
    of a move: the piece that is taken next must touch all of them.
    What ``ReachEnv`` draws as a goal is the start here.
    """

    _kind = "reverse"
