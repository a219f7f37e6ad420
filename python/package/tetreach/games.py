"""Classic and guideline Tetris, one game at a time and many in one call of Rust."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from tetreach import parts
from tetreach._core import Game, GameRules, GameVector
from tetreach.many import ManyEnv
from tetreach.single import SingleEnv, check_options

INFOS = ("action_mask", "elapsed", "lines", "score", "illegal")


class GameEnv(SingleEnv[Game]):
    """A game that is played for a score. ``reset(options={"start": board})`` begins on a board."""

    def _play(
        self,
        settings: dict[str, Any],
        kwargs: dict[str, Any],
        observation: str,
        render_mode: str | None,
        cell: int,
    ) -> None:
        self._rules = GameRules(**settings)
        self._parts = parts.Parts(observation, self._rules.parts, self._rules.action_count)
        self.observation_space = self._parts.space()
        kwargs = kwargs | {"observation": observation}
        self._set_up(Game(self._rules), self._rules.action_count, render_mode, cell, kwargs)

    def _begin(self, seed: int | None, options: dict[str, Any] | None) -> None:
        self._open.reset(seed=seed, start=check_options(options, ("start",)).get("start"))

    def _observe(self) -> Any:
        env = self._open
        return self._parts.observation(env.observation(), env.action_mask)

    def _info(self, illegal: bool) -> dict[str, Any]:
        env = self._open
        elapsed, lines, score = env.facts()
        return {
            "action_mask": env.action_mask(),
            "elapsed": elapsed,
            "lines": lines,
            "score": score,
            "illegal": illegal,
        }


class GameVectorEnv(ManyEnv[GameVector]):
    """Many games that are played for a score, equal to single ones step by step."""

    _known_infos = INFOS

    def _play(
        self,
        settings: dict[str, Any],
        kwargs: dict[str, Any],
        observation: str,
        **of_many: Any,
    ) -> None:
        rules = self._rules = GameRules(**settings)
        self._parts = parts.Parts(observation, rules.parts, rules.action_count)
        self._set_up(
            lambda count, mode: GameVector(rules, count, mode),
            (self._parts.space(), rules.action_count),
            kwargs=kwargs | {"observation": observation},
            **of_many,
        )

    def _begin(self, seeds: list[int] | None, options: dict[str, Any], which: NDArray[np.bool_] | None) -> None:
        self._open.reset(seeds=seeds, start=options.get("start"), which=which)

    def _observe(self) -> Any:
        env = self._open
        return self._parts.observation(env.observations(), env.masks)

    def step_into(
        self,
        actions: Any,
        *,
        rewards: NDArray[np.float64],
        terminated: NDArray[np.bool_],
        truncated: NDArray[np.bool_],
        observations: NDArray[np.uint8] | None = None,
        masks: NDArray[np.int8] | None = None,
    ) -> None:
        """Takes one action in each game and overwrites the arrays given, which may be slices of a replay buffer.

        ``observations`` takes the ``flat`` form, (n, bytes), ``masks`` (n, actions).
        """
        self._open.step_into(
            self._actions(actions),
            rewards=rewards,
            terminated=terminated,
            truncated=truncated,
            observations=observations,
            masks=masks,
        )

    def _value(self, key: str) -> NDArray[Any]:
        env = self._open
        if key == "action_mask":
            return env.masks().view(np.int8)
        if key == "illegal":
            return env.illegal()
        return env.facts()[("elapsed", "lines", "score").index(key)]

    def _ended(self) -> tuple[list[int], list[Any], dict[str, NDArray[Any]]]:
        ended, seen, masks, elapsed, lines, score, illegal = self._open.finals()
        observed = [self._parts.observation(one.copy(), mask.copy) for one, mask in zip(seen, masks, strict=True)]
        return (
            ended,
            observed,
            {
                "action_mask": masks.view(np.int8),
                "elapsed": elapsed,
                "lines": lines,
                "score": score,
                "illegal": illegal,
            },
        )


class ClassicEnv(GameEnv):
    """Classic Tetris: place the pieces that come, for points, until nothing fits.

    An action is one of the placements of ``ReachEnv``; the mask allows those of the piece that is there.

    :param preset: ``simplified`` (mdptetris), ``rl-competition``, ``original`` (Fahey), ``nuno`` or ``sir-tet``
    :param width: columns, 4 to 16
    :param height: rows, 2 to 32
    :param pieces: where they come from: ``uniform``, ``bag``, ``sz``, ``adversarial`` or ``script:PIECES``; else as in
        the preset
    :param step_limit: placements after which a game is cut, if any
    :param illegal: what an illegal action does: ``stay`` (nothing, the step counts), ``end`` the game, or ``error``
    :param observation: ``parts``, ``flat`` or ``masked``, see ``tetreach.parts.Parts``
    :param render_mode: ``rgb_array``, ``ansi`` or None
    :param cell: pixels of a cell in ``rgb_array``
    """

    def __init__(
        self,
        *,
        preset: str = "simplified",
        width: int = 10,
        height: int = 20,
        pieces: str | None = None,
        step_limit: int | None = None,
        illegal: str = "stay",
        observation: parts.Kind = "parts",
        render_mode: str | None = None,
        cell: int = 16,
    ) -> None:
        kwargs = {
            "preset": preset,
            "width": width,
            "height": height,
            "pieces": pieces,
            "step_limit": step_limit,
            "illegal": illegal,
        }
        self._play({"kind": "classic"} | kwargs, kwargs, observation, render_mode, cell)


class ClassicVectorEnv(GameVectorEnv):
    """As many ``ClassicEnv`` as asked for; the parameters are those of ``ClassicEnv`` and of ``ReachVectorEnv``."""

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        infos: Sequence[str] = ("action_mask", "score"),
        preset: str = "simplified",
        width: int = 10,
        height: int = 20,
        pieces: str | None = None,
        step_limit: int | None = None,
        illegal: str = "stay",
        observation: parts.Kind = "parts",
        render_mode: str | None = None,
        cell: int = 16,
    ) -> None:
        kwargs = {
            "preset": preset,
            "width": width,
            "height": height,
            "pieces": pieces,
            "step_limit": step_limit,
            "illegal": illegal,
        }
        self._play(
            {"kind": "classic"} | kwargs,
            kwargs,
            observation,
            num_envs=num_envs,
            autoreset_mode=autoreset_mode,
            infos=infos,
            render_mode=render_mode,
            cell=cell,
        )


class GuidelineEnv(GameEnv):
    """Guideline Tetris with placements as actions: a reward is the lines that a placement sends.

    There are 9,600 actions: the current piece or the one that hold brings, spin, rotation, column and row of its
    centre; the mask allows those that can be reached.

    :param preset: ``ppt`` (the bot protocol's rules), ``tetrio`` or ``alphatetris``
    :param piece_limit: pieces after which a game is cut
    :param illegal: what an illegal action does: ``stay`` (nothing, the step counts), ``end`` the game, or ``error``
    :param observation: ``parts``, ``flat`` or ``masked``, see ``tetreach.parts.Parts``
    :param render_mode: ``rgb_array``, ``ansi`` or None
    :param cell: pixels of a cell in ``rgb_array``
    """

    def __init__(
        self,
        *,
        preset: str = "ppt",
        piece_limit: int = 600,
        illegal: str = "stay",
        observation: parts.Kind = "parts",
        render_mode: str | None = None,
        cell: int = 16,
    ) -> None:
        kwargs = {"preset": preset, "piece_limit": piece_limit, "illegal": illegal}
        self._play({"kind": "guideline"} | kwargs, kwargs, observation, render_mode, cell)


class GuidelineVectorEnv(GameVectorEnv):
    """As many ``GuidelineEnv`` as asked for; the parameters are those of ``GuidelineEnv`` and of ``ReachVectorEnv``."""

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        infos: Sequence[str] = ("action_mask", "score"),
        preset: str = "ppt",
        piece_limit: int = 600,
        illegal: str = "stay",
        observation: parts.Kind = "parts",
        render_mode: str | None = None,
        cell: int = 16,
    ) -> None:
        kwargs = {"preset": preset, "piece_limit": piece_limit, "illegal": illegal}
        self._play(
            {"kind": "guideline"} | kwargs,
            kwargs,
            observation,
            num_envs=num_envs,
            autoreset_mode=autoreset_mode,
            infos=infos,
            render_mode=render_mode,
            cell=cell,
        )


class GuidelineKeysEnv(GameEnv):
    """Guideline Tetris with key presses as actions: left, right, clockwise, anticlockwise, half turn, soft drop, hard
    drop, hold. A hard drop earns the lines that it sends, all other keys nothing; nothing falls by itself.

    The parameters are those of ``GuidelineEnv`` and this:

    :param step_limit: key presses after which a game is cut
    """

    def __init__(
        self,
        *,
        preset: str = "ppt",
        piece_limit: int = 600,
        step_limit: int = 20_000,
        illegal: str = "stay",
        observation: parts.Kind = "parts",
        render_mode: str | None = None,
        cell: int = 16,
    ) -> None:
        kwargs = {"preset": preset, "piece_limit": piece_limit, "step_limit": step_limit, "illegal": illegal}
        self._play({"kind": "guideline-keys"} | kwargs, kwargs, observation, render_mode, cell)


class GuidelineKeysVectorEnv(GameVectorEnv):
    """As many ``GuidelineKeysEnv`` as asked for; the parameters are those of ``GuidelineKeysEnv`` and of
    ``ReachVectorEnv``."""

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        infos: Sequence[str] = ("action_mask", "score"),
        preset: str = "ppt",
        piece_limit: int = 600,
        step_limit: int = 20_000,
        illegal: str = "stay",
        observation: parts.Kind = "parts",
        render_mode: str | None = None,
        cell: int = 16,
    ) -> None:
        kwargs = {"preset": preset, "piece_limit": piece_limit, "step_limit": step_limit, "illegal": illegal}
        self._play(
            {"kind": "guideline-keys"} | kwargs,
            kwargs,
            observation,
            num_envs=num_envs,
            autoreset_mode=autoreset_mode,
            infos=infos,
            render_mode=render_mode,
            cell=cell,
        )
