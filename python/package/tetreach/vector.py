"""Many boards of gamestate reachability, stepped in one call of Rust."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from tetreach import observation as observations
from tetreach._core import Board, Rules, VectorEnv
from tetreach.envs import RESET_OPTIONS
from tetreach.goals import GoalRules
from tetreach.many import ManyEnv

INFOS = ("action_mask", "is_success", "lower_bound", "elapsed", "illegal")


class ReachVectorEnv(GoalRules, ManyEnv[VectorEnv]):
    """As many ``ReachEnv`` as asked for, equal to them step by step, in arrays that Rust writes.

    Every call returns new arrays, as Gymnasium 1.4 demands; ``step_into`` writes into the caller's. The parameters
    are those of ``ReachEnv`` and these:

    :param num_envs: how many
    :param autoreset_mode: Gymnasium's three modes, as an ``AutoresetMode`` or its value
    :param infos: what infos hold beside ``final_obs`` and ``final_info``, of ``tetreach.vector.INFOS``
    """

    _known_infos = INFOS
    _reset_options = RESET_OPTIONS
    _kind = "reach"

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        infos: Sequence[str] = ("action_mask", "is_success"),
        width: int = 10,
        height: int = 20,
        goals: Any = None,
        pieces: tuple[int, int] = (1, 8),
        reward: str = "sparse",
        gamma: float = 0.99,
        dead_end: float = 0.0,
        step_limit: int | None = None,
        illegal: str = "stay",
        on_success: str = "end",
        observation: observations.Kind = "goal",
        render_mode: str | None = None,
        cell: int = 16,
    ) -> None:
        settings = {
            "width": width,
            "height": height,
            "goals": goals,
            "pieces": pieces,
            "reward": reward,
            "gamma": gamma,
            "dead_end": dead_end,
            "step_limit": step_limit,
            "illegal": illegal,
            "on_success": on_success,
        }
        rules = self._rules = Rules(kind=self._kind, **settings)
        self._illegal = illegal
        self._seen_as: str = observation
        self._set_up(
            lambda count, mode: VectorEnv(rules, count, mode),
            (observations.space(observation, rules), rules.action_count),
            num_envs=num_envs,
            autoreset_mode=autoreset_mode,
            infos=infos,
            render_mode=render_mode,
            cell=cell,
            kwargs=settings | {"observation": observation},
        )

    def boards(self, index: int) -> tuple[Board, Board]:
        """Board and goal of one environment."""
        return self._open.boards(index)

    def _begin(self, seeds: list[int] | None, options: dict[str, Any], which: NDArray[np.bool_] | None) -> None:
        self._open.reset(seeds=seeds, start=options.get("start"), goal=options.get("goal"), which=which)

    def step_into(
        self,
        actions: Any,
        *,
        rewards: NDArray[np.float64],
        terminated: NDArray[np.bool_],
        truncated: NDArray[np.bool_],
        states: NDArray[np.uint8] | None = None,
        goals: NDArray[np.uint8] | None = None,
        pairs: NDArray[np.uint8] | None = None,
        masks: NDArray[np.int8] | None = None,
    ) -> None:
        """Takes one action in each environment and overwrites the arrays given, which may be slices of a replay buffer.

        ``states`` and ``goals`` take (n, height * width), ``pairs`` both side by side, ``masks`` (n, actions).
        """
        self._open.step_into(
            self._actions(actions),
            rewards=rewards,
            terminated=terminated,
            truncated=truncated,
            states=states,
            goals=goals,
            pairs=pairs,
            masks=masks,
        )

    def _observe(self) -> Any:
        env = self._open
        if self._seen_as == "goal":
            return {
                "observation": env.states(),
                "achieved_goal": env.states(),
                "desired_goal": env.goals(),
            }
        if self._seen_as == "flat":
            return env.pairs()
        if self._seen_as == "planes":
            shape = (self.num_envs, observations.PLANES, self._rules.height, self._rules.width)
            return env.planes().reshape(shape)
        return {
            "observations": env.pairs().astype(np.float32),
            "action_mask": env.masks().astype(np.float32),
        }

    def _value(self, key: str) -> NDArray[Any]:
        env = self._open
        if key == "action_mask":
            return env.masks().view(np.int8)
        if key == "is_success":
            return env.successes()
        if key == "lower_bound":
            return env.lower_bounds()
        return env.elapsed() if key == "elapsed" else env.illegal()

    def _ended(self) -> tuple[list[int], list[Any], dict[str, NDArray[Any]]]:
        ended, states, goals, masks, bounds, elapsed, illegal = self._open.finals()
        observed = [self._final_observation(*parts) for parts in zip(states, goals, masks, strict=True)]
        return (
            ended,
            observed,
            {
                "action_mask": masks.view(np.int8),
                "is_success": (states == goals).all(axis=1),
                "lower_bound": bounds,
                "elapsed": elapsed,
                "illegal": illegal,
            },
        )

    def _final_observation(self, state: NDArray[np.uint8], goal: NDArray[np.uint8], mask: NDArray[np.uint8]) -> Any:
        if self._seen_as == "goal":
            return {"observation": state.copy(), "achieved_goal": state.copy(), "desired_goal": goal.copy()}
        pair = np.concatenate([state, goal])
        if self._seen_as == "flat":
            return pair
        if self._seen_as == "planes":
            return self._rules.planes(state, goal).reshape(self.single_observation_space.shape or ())
        return {"observations": pair.astype(np.float32), "action_mask": mask.astype(np.float32)}


class ReverseVectorEnv(ReachVectorEnv):
    """As many ``ReverseEnv`` as asked for, equal to them step by step."""

    _kind = "reverse"
