"""Guideline Tetris for two, with key presses as actions: a player presses keys until its piece is dropped."""

from __future__ import annotations

from typing import Any

from pettingzoo.utils import wrappers

from tetreach.pettingzoo.duel import DuelEnv


class raw_env(DuelEnv):
    """Guideline Tetris for two under the keys: a turn lasts until the hard drop, so that a player acts many times in a
    row. max_cycles counts key presses. The rest is as in guideline_versus_v0."""

    metadata = DuelEnv.metadata | {"name": "guideline_keys_versus_v0"}
    _kind = "guideline-keys"


def env(**kwargs: Any) -> Any:
    """The game in turns, with PettingZoo's checks of how it is used."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(**kwargs)))
