"""What an agent sees: the space of each kind of observation, and how it is read off the boards."""

from __future__ import annotations

from typing import Any, Literal, Protocol

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tetreach._core import Rules

Kind = Literal["goal", "flat", "planes", "masked"]

KINDS = ("goal", "flat", "planes", "masked")
PLANES = 10


def space(kind: str, rules: Rules) -> spaces.Space[Any]:
    """The space of single observations of a kind.

    - ``goal``: a dictionary of ``observation``, ``achieved_goal`` and ``desired_goal``, each the flat board
    - ``flat``: the board, then the goal
    - ``planes``: the ten planes that this project's own networks see, 0 to 255
    - ``masked``: a dictionary of ``observations`` (board, then goal) and ``action_mask``, all floats, as RLlib wants it
    """
    cells = rules.width * rules.height

    def bits(count: int) -> spaces.Box:
        return spaces.Box(0, 1, (count,), np.uint8)

    if kind == "goal":
        keys = ("observation", "achieved_goal", "desired_goal")
        return spaces.Dict({key: bits(cells) for key in keys})
    if kind == "flat":
        return bits(2 * cells)
    if kind == "planes":
        return spaces.Box(0, 255, (PLANES, rules.height, rules.width), np.uint8)
    if kind == "masked":
        return spaces.Dict(
            {
                "observations": spaces.Box(0.0, 1.0, (2 * cells,), np.float32),
                "action_mask": spaces.Box(0.0, 1.0, (rules.action_count,), np.float32),
            }
        )
    raise ValueError(f"there is no observation {kind!r}: choose one of {', '.join(KINDS)}")


class Boards(Protocol):
    """What is asked of one environment."""

    def state(self) -> NDArray[np.uint8]: ...
    def goal(self) -> NDArray[np.uint8]: ...
    def pair(self) -> NDArray[np.uint8]: ...
    def planes(self) -> NDArray[np.uint8]: ...
    def action_mask(self) -> NDArray[np.int8]: ...


def of_one(kind: str, boards: Boards, rules: Rules) -> Any:
    """The observation of one environment, in new arrays."""
    if kind == "goal":
        return {
            "observation": boards.state(),
            "achieved_goal": boards.state(),
            "desired_goal": boards.goal(),
        }
    if kind == "flat":
        return boards.pair()
    if kind == "planes":
        return boards.planes().reshape(PLANES, rules.height, rules.width)
    return {
        "observations": boards.pair().astype(np.float32),
        "action_mask": boards.action_mask().astype(np.float32),
    }
