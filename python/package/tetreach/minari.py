"""Games as a Minari dataset. Needs ``tetreach[minari]``."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import gymnasium as gym
import minari

from tetreach._core import Board, Solution, action


def from_solutions(
    solutions: Iterable[Solution], dataset_id: str, *, env_id: str = "Tetreach/Reach-v0", **kwargs: Any
) -> Any:
    """Plays solutions in the environment and keeps every step; each must be of the size of the environment's boards.

    :param dataset_id: such as ``tetreach/stack-8/expert-v0``
    :param kwargs: for ``minari.DataCollector.create_dataset``, such as ``author``
    """
    games = ((str(solution.target), solution.actions) for solution in solutions)
    return _dataset(games, dataset_id, env_id, {}, kwargs)


def from_recording(path: str | os.PathLike[str], dataset_id: str, **kwargs: Any) -> Any:
    """Plays the games of reach that ``tetreach play reach --record FILE`` wrote, and keeps every step.

    Other games in the file are left out; all boards must have one size.

    :param kwargs: for ``minari.DataCollector.create_dataset``, such as ``author``
    """
    with open(path, encoding="utf-8") as lines:
        games = [json.loads(line) for line in lines if line.strip()]
    if not all(isinstance(game, dict) and {"game", "moves"} <= set(game) for game in games):
        raise ValueError(f"{os.fspath(path)}: each line is a recorded game, as `tetreach play --record` writes them")
    games = [game for game in games if game["game"] == "reach" and game["moves"]]
    sizes = {game["size"] for game in games}
    if len(sizes) != 1:
        raise ValueError(f"{os.fspath(path)}: games of reach on boards of one size are expected, found {sorted(sizes)}")
    width, height = map(int, sizes.pop().split("x"))
    moves = (
        [action(move["piece"], move["rotation"], move["column"], width) for move in game["moves"]] for game in games
    )
    targets = (str(Board(game["target"], height=height)) for game in games)
    size = {"width": width, "height": height, "step_limit": max(len(game["moves"]) for game in games)}
    return _dataset(zip(targets, moves, strict=True), dataset_id, "Tetreach/Reach-v0", size, kwargs)


def _dataset(
    games: Iterable[tuple[str, Sequence[int]]] | Iterator[tuple[str, Sequence[int]]],
    dataset_id: str,
    env_id: str,
    settings: dict[str, Any],
    kwargs: dict[str, Any],
) -> Any:
    """Targets and the placements towards them, played in the environment."""
    env = minari.DataCollector(gym.make(f"tetreach:{env_id}", illegal="error", **settings), record_infos=False)
    for target, actions in games:
        env.reset(seed=0, options={"goal": target})
        for one in actions:
            _, _, terminated, truncated, _ = env.step(one)
            if terminated or truncated:
                break
    return env.create_dataset(dataset_id=dataset_id, **kwargs)
