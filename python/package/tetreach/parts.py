"""What players of classic and guideline Tetris see: named parts of one array of bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

Kind = Literal["parts", "flat", "masked"]

KINDS = ("parts", "flat", "masked")


class Parts:
    """Named parts of an array of bytes, and what observations of a kind are made of them.

    - ``parts``: a dictionary with an array per part
    - ``flat``: all parts in one array
    - ``masked``: a dictionary of ``observations`` (flat) and ``action_mask``, all floats, as RLlib wants it

    :param parts: name, shape and largest number of each
    """

    def __init__(self, kind: str, parts: Sequence[tuple[str, Sequence[int], int]], actions: int) -> None:
        if kind not in KINDS:
            raise ValueError(f"there is no observation {kind!r}: choose one of {', '.join(KINDS)}")
        self.kind = kind
        self.actions = actions
        self.places: dict[str, tuple[slice, tuple[int, ...], int]] = {}
        end = 0
        for name, shape, high in parts:
            size = int(np.prod(shape))
            self.places[name] = (slice(end, end + size), tuple(shape), high)
            end += size
        self.size = end

    def space(self) -> spaces.Space[Any]:
        """The space of single observations."""
        highs = [np.full(place.stop - place.start, high, np.uint8) for place, _, high in self.places.values()]
        high = np.concatenate(highs)
        if self.kind == "flat":
            return spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
        if self.kind == "parts":
            return spaces.Dict(
                {name: spaces.Box(0, most, shape, np.uint8) for name, (_, shape, most) in self.places.items()}
            )
        return spaces.Dict(
            {
                "observations": spaces.Box(np.zeros(self.size, np.float32), high.astype(np.float32), dtype=np.float32),
                "action_mask": spaces.Box(0.0, 1.0, (self.actions,), np.float32),
            }
        )

    def observation(self, seen: NDArray[np.uint8], mask: Callable[[], NDArray[Any]]) -> Any:
        """One observation, or many from arrays with one row each; in new arrays but for ``flat``."""
        if self.kind == "flat":
            return seen
        if self.kind == "masked":
            return {"observations": seen.astype(np.float32), "action_mask": mask().astype(np.float32)}
        rows = seen.shape[:-1]
        return {name: seen[..., place].reshape(*rows, *shape).copy() for name, (place, shape, _) in self.places.items()}
