"""Targets by name: built-in suites, their splits, and files."""

from __future__ import annotations

from typing import NamedTuple

from tetreach import _core
from tetreach._core import Board


class Target(NamedTuple):
    """A board to be reached, with its name."""

    name: str | None
    board: Board


def suite(name: str, *, width: int = 10, height: int = 20, count: int | None = None, seed: int = 0) -> list[Target]:
    """The targets that ``name`` stands for.

    ``thesis``, ``letters`` and ``art`` are drawn by hand; ``stack-8`` (pieces), ``clears-1`` (rows cleared) and
    ``pixels-4x50`` (rows and percent filled) are generated, with a split after ``@`` (``stack-8@train``; the test split
    without it); or a file of board text, suite text or PNG.
    """
    return [Target(*one) for one in _core.suite(name, width=width, height=height, count=count, seed=seed)]
