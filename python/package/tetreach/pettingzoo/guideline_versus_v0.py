"""Guideline Tetris for two, with placements as actions: lines that are sent rise as garbage on the other side."""

from __future__ import annotations

from typing import Any

from pettingzoo.utils import wrappers

from tetreach.pettingzoo.duel import DuelEnv, ParallelDuelEnv


class raw_env(DuelEnv):
    """Guideline Tetris for two in turns of one piece each. observation is one array of bytes: one's own side, then the
    other player's, part after part as tetreach.games.GuidelineEnv has them, each with the lines that wait to rise.
    The parameters are those of DuelEnv; preset is ppt, tetrio or alphatetris."""

    metadata = DuelEnv.metadata | {"name": "guideline_versus_v0"}
    _kind = "guideline"


def env(**kwargs: Any) -> Any:
    """The game in turns, with PettingZoo's checks of how it is used."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(**kwargs)))


def parallel_env(**kwargs: Any) -> ParallelDuelEnv:
    """The game with both players choosing at once."""
    return ParallelDuelEnv(raw_env(**({"illegal": "pass"} | kwargs)))
