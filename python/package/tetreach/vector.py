"""Many environments stepped in one call of Rust."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tetreach import observation as observations
from tetreach._core import Board, Rules, VectorEnv
from tetreach.envs import check_options
from tetreach.goals import GoalRules

INFOS = ("action_mask", "is_success", "lower_bound", "elapsed", "illegal")


class ReachVectorEnv(GoalRules, gym.vector.VectorEnv[Any, Any, Any]):
    """As many ``ReachEnv`` as asked for, equal to them step by step, in arrays that Rust writes.

    Every call returns new arrays, as Gymnasium 1.4 demands; ``step_into`` writes into the caller's. The parameters
    are those
    of ``ReachEnv`` and these:

    :param num_envs: how many
    :param autoreset_mode: Gymnasium's three modes, as an ``AutoresetMode`` or its value
    :param infos: what infos hold beside ``final_obs`` and ``final_info``, of ``tetreach.vector.INFOS``
    """

    _kind = "reach"
    metadata: dict[str, Any] = {
        "render_modes": ["rgb_array"],
        "render_fps": 4,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

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
        unknown = [key for key in infos if key not in INFOS]
        if unknown:
            raise ValueError(f"infos are among {', '.join(INFOS)}, not {unknown}")
        if render_mode not in (None, "rgb_array"):
            raise ValueError(f"there is no render mode {render_mode!r} for many boards: choose rgb_array")
        mode = AutoresetMode(autoreset_mode)
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
        self._rules = Rules(kind=self._kind, **settings)
        self._illegal = illegal
        self._env: VectorEnv | None = VectorEnv(self._rules, num_envs, mode.value)
        self._kwargs = settings | {
            "num_envs": num_envs,
            "autoreset_mode": mode,
            "infos": tuple(infos),
            "observation": observation,
            "render_mode": render_mode,
            "cell": cell,
        }
        self._seen_as: str = observation
        self._infos = tuple(infos)
        self._cell = cell
        self._mode = mode
        self._was_seeded = False
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.metadata = {**type(self).metadata, "autoreset_mode": mode}
        self.single_observation_space = observations.space(observation, self._rules)
        self.single_action_space = spaces.Discrete(self._rules.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    @property
    def _open(self) -> VectorEnv:
        if self._env is None:
            raise RuntimeError("the environment is closed: make a new one")
        return self._env

    def boards(self, index: int) -> tuple[Board, Board]:
        """Board and goal of one environment."""
        return self._open.boards(index)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Starts episodes: environment ``i`` with ``seed + i``, or with its own seed of a list.

        ``options`` may hold ``start`` and ``goal`` for all boards, and ``reset_mask``, which names the boards to reset.
        """
        env = self._open
        options = dict(options) if isinstance(options, dict) else options
        which = options.pop("reset_mask", None) if isinstance(options, dict) else None
        options = check_options(options)
        if which is not None:
            if not isinstance(which, np.ndarray) or which.dtype != np.bool_:
                raise TypeError("reset_mask is an array of booleans")
            if which.shape != (self.num_envs,) or not which.any():
                raise ValueError(f"reset_mask has the shape ({self.num_envs},) and names at least one environment")
        seeds = self._seeds(seed)
        env.reset(seeds=seeds, start=options.get("start"), goal=options.get("goal"), which=which)
        self._was_seeded = True
        return self._observe(), self._info()

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int] | None:
        """The seed of each stream in Rust, drawn from the generator that the single environment has for its seed."""
        if seed is None and self._was_seeded:
            return None
        if seed is None or isinstance(seed, (int, np.integer)):
            first = seeding.np_random(None if seed is None else int(seed))
            self._np_random, self._np_random_seed = first
            base = int(first[1]) if seed is None else int(seed)
            each: list[int | None] = [base + index for index in range(self.num_envs)]
        else:
            each = list(seed)
            if len(each) != self.num_envs:
                raise ValueError(f"{len(each)} seeds for {self.num_envs} environments")
        return [int(seeding.np_random(one)[0].integers(2**63)) for one in each]

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Takes one action in each environment."""
        rewards, terminated, truncated = self._open.step(self._actions(actions))
        infos = self._info()
        if self._mode == AutoresetMode.SAME_STEP and (terminated.any() or truncated.any()):
            infos |= self._finals()
        return self._observe(), rewards, terminated, truncated, infos

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

    def _actions(self, actions: Any) -> NDArray[np.int64]:
        array = np.asarray(actions)
        if array.dtype.kind not in "iu":
            raise TypeError(f"actions are integers, not {array.dtype}")
        if array.shape != (self.num_envs,):
            raise ValueError(f"actions have the shape {array.shape}, but ({self.num_envs},) is expected")
        if array.dtype == np.uint64 and (array > np.iinfo(np.int64).max).any():
            raise ValueError(f"actions are not in {self.action_space}")
        return np.ascontiguousarray(array, dtype=np.int64)

    def render(self) -> tuple[NDArray[np.uint8], ...] | None:
        """One picture per board."""
        if self.render_mode is None:
            gym.logger.warn("render was called, but the environment was made without a render_mode")
            return None
        env = self._open
        return tuple(env.rgb(index, self._cell) for index in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        """Frees the boards; every later call but ``close`` is refused."""
        self._env = None

    def action_masks(self) -> NDArray[np.bool_]:
        """Whether each action is legal, (n, actions)."""
        return self._open.masks().view(np.bool_)

    def get_state(self) -> list[bytes]:
        """All that the future of each environment depends on."""
        return self._open.get_state()

    def set_state(self, states: Sequence[bytes]) -> None:
        """Goes back to where ``get_state`` was called."""
        if isinstance(states, bytes) or not all(isinstance(state, bytes) for state in states):
            raise TypeError("the states are the list of bytes of get_state")
        self._open.set_state(list(states))
        self._was_seeded = True

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

    def _info(self) -> dict[str, Any]:
        env = self._open
        infos: dict[str, Any] = {}
        for key in self._infos:
            if key == "action_mask":
                infos[key] = env.masks().view(np.int8)
            elif key == "is_success":
                infos[key] = env.successes()
            elif key == "lower_bound":
                infos[key] = env.lower_bounds()
            elif key == "elapsed":
                infos[key] = env.elapsed()
            else:
                infos[key] = env.illegal()
            infos["_" + key] = np.ones(self.num_envs, dtype=bool)
        return infos

    def _finals(self) -> dict[str, Any]:
        """The last observations and infos of the episodes that ended, in Gymnasium's form."""
        ended, states, goals, masks, bounds, elapsed, illegal = self._open.finals()
        present = np.zeros(self.num_envs, dtype=bool)
        present[ended] = True
        final_obs = np.full(self.num_envs, None, dtype=object)
        for place, index in enumerate(ended):
            final_obs[index] = self._final_observation(states[place], goals[place], masks[place])
        values: dict[str, NDArray[Any]] = {
            "action_mask": masks.view(np.int8),
            "is_success": (states == goals).all(axis=1),
            "lower_bound": bounds,
            "elapsed": elapsed,
            "illegal": illegal,
        }
        final_info: dict[str, Any] = {}
        for key in self._infos:
            value = values[key]
            whole = np.zeros((self.num_envs, *value.shape[1:]), dtype=value.dtype)
            whole[ended] = value
            final_info[key], final_info["_" + key] = whole, present.copy()
        return {
            "final_obs": final_obs,
            "_final_obs": present,
            "final_info": final_info,
            "_final_info": present.copy(),
        }

    def _final_observation(self, state: NDArray[np.uint8], goal: NDArray[np.uint8], mask: NDArray[np.uint8]) -> Any:
        if self._seen_as == "goal":
            return {"observation": state.copy(), "achieved_goal": state.copy(), "desired_goal": goal.copy()}
        pair = np.concatenate([state, goal])
        if self._seen_as == "flat":
            return pair
        if self._seen_as == "planes":
            return self._rules.planes(state, goal).reshape(self.single_observation_space.shape or ())
        return {"observations": pair.astype(np.float32), "action_mask": mask.astype(np.float32)}

    def __getstate__(self) -> dict[str, Any]:
        state = None if self._env is None else self._env.get_state()
        return {
            "kwargs": self._kwargs,
            "state": state,
            "was_seeded": self._was_seeded,
            "np_random": self._np_random,
            "np_random_seed": self._np_random_seed,
            "spec": self.spec,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        type(self).__init__(self, **state["kwargs"])
        if state["state"] is None:
            self.close()
        else:
            self._open.set_state(state["state"])
        self._was_seeded = state["was_seeded"]
        self._np_random, self._np_random_seed = state["np_random"], state["np_random_seed"]
        self.spec = state["spec"]

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        import copy

        twin = type(self).__new__(type(self))
        twin.__setstate__(copy.deepcopy(self.__getstate__(), memo))
        return twin


class ReverseVectorEnv(ReachVectorEnv):
    """As many ``ReverseEnv`` as asked for, equal to them step by step."""

    _kind = "reverse"
