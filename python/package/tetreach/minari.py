"""Games as a Minari dataset. Needs ``tetreach[minari]``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import gymnasium as gym
import minari

from tetreach._core import Solution


def from_solutions(
    solutions: Iterable[Solution], dataset_id: str, *, env_id: str = "Tetreach/Reach-v0", **kwargs: Any
) -> Any:
    """Plays solutions in the environment and keeps every step; each must be of the size of the environment's boards.

    :param dataset_id: such as ``tetreach/stack-8/expert-v0``
    :param kwargs: for ``minari.DataCollector.create_dataset``, such as ``author``
    """
    env = minari.DataCollector(gym.make(f"tetreach:{env_id}", illegal="error"), record_infos=False)
    for solution in solutions:
        env.reset(seed=0, options={"goal": str(solution.target)})
        for action in solution.actions:
            _, _, terminated, truncated, _ = env.step(action)
            if terminated or truncated:
                break
    return env.create_dataset(dataset_id=dataset_id, **kwargs)
