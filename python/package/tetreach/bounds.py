"""The proved lower bound of a board."""

from __future__ import annotations

from typing import Any, NamedTuple

from tetreach._core import Board


class LowerBound(NamedTuple):
    """No way from the empty board has fewer pieces or clears fewer rows."""

    pieces: int
    cleared: int
    reason: str


def lower_bound(board: Any) -> LowerBound:
    """The lower bound of a board with the argument behind it; boards that are not admissible are refused with the
    reason."""
    return LowerBound(*Board(board).lower_bound())
