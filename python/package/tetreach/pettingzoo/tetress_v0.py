"""Tetress: two players place tetrominoes on a torus; who cannot move loses, after 150 moves who has fewer tokens."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo.utils import wrappers

from tetreach.pettingzoo.duel import DuelEnv, ParallelDuelEnv


class raw_env(DuelEnv):
    """Tetress in turns. ``observation`` is three planes of 11 by 11: one's own tokens, the other player's, and in every
    cell the moves that are left. The parameters are those of ``DuelEnv`` but for ``preset``."""

    metadata = DuelEnv.metadata | {"name": "tetress_v0"}
    _kind = "tetress"

    def __init__(self, **kwargs: Any) -> None:
        if "preset" in kwargs:
            raise TypeError("Tetress has no presets")
        super().__init__(**kwargs)

    def _seen_space(self) -> spaces.Space[Any]:
        ((_, shape, high),) = self._parts.places.values()
        return spaces.Box(0, high, shape, np.uint8)

    def _pixels(self) -> NDArray[np.uint8]:
        own, other, _ = self._open.observation(0).reshape(3, 11, 11)
        return self._drawn(own + 2 * other)


def env(**kwargs: Any) -> Any:
    """The game in turns, with PettingZoo's checks of how it is used."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(**kwargs)))


def parallel_env(**kwargs: Any) -> ParallelDuelEnv:
    """The game with both players choosing at once."""
    return ParallelDuelEnv(raw_env(**({"illegal": "pass"} | kwargs)))
