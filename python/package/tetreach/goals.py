"""What hindsight asks of a goal environment: rewards and ends of any step under any goal, many at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tetreach._core import Rules


def _from_infos(info: Any, key: str, count: int) -> NDArray[Any] | None:
    """One entry per step from a dictionary of arrays or from a sequence of dictionaries; None if it is not told."""
    if isinstance(info, dict):
        return None if key not in info else np.broadcast_to(np.asarray(info[key]), (count,))
    if info is None or len(info) != count or not all(isinstance(one, dict) and key in one for one in info):
        return None
    return np.asarray([one[key] for one in info])


class GoalRules:
    """``compute_reward``, ``compute_terminated`` and ``compute_truncated`` of Gymnasium-Robotics' ``GoalEnv``.

    Each takes one pair of boards or a batch of them, and answers with a number or an array.
    """

    _rules: Rules
    _illegal: str
    _seen_as: str

    def _answer(self, answer: NDArray[Any], achieved_goal: ArrayLike) -> Any:
        return answer.item() if np.ndim(achieved_goal) == 1 else answer

    @property
    def compute_reward(self) -> Callable[..., Any]:
        """``compute_reward(achieved_goal, desired_goal, info)``: the reward of a step that led to each achieved board.

        Libraries take an environment that has it for a goal environment, so only ``observation="goal"`` does.
        """
        if self._seen_as != "goal":
            raise AttributeError(f'compute_reward needs observation="goal", not {self._seen_as!r}')
        return self._compute_reward

    def _compute_reward(self, achieved_goal: Any, desired_goal: Any, info: Any = None) -> Any:
        return self._answer(self._rules.compute_reward(achieved_goal, desired_goal), achieved_goal)

    def compute_terminated(self, achieved_goal: Any, desired_goal: Any, info: Any = None) -> Any:
        """Whether the game ends with it: at the goal, where no piece fits, and with ``illegal="end"`` where the info
        says so."""
        ends = self._rules.compute_terminated(achieved_goal, desired_goal)
        illegal = _from_infos(info, "illegal", len(ends)) if self._illegal == "end" else None
        if illegal is not None:
            ends = ends | illegal.astype(bool)
        return self._answer(ends, achieved_goal)

    def compute_truncated(self, achieved_goal: Any, desired_goal: Any, info: Any = None) -> Any:
        """Whether the episode is cut short after it; the info must tell ``elapsed``, else it is not."""
        limits = self._rules.step_limits(desired_goal)
        elapsed = _from_infos(info, "elapsed", len(limits))
        cut = np.zeros(len(limits), dtype=bool) if elapsed is None else elapsed >= limits
        return self._answer(cut, achieved_goal)
