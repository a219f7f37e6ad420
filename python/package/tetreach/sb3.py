"""For Stable-Baselines3: a native VecEnv, and hindsight replay that computes the ends again too. Needs
``tetreach[sb3]``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium as gym
import numpy as np
import torch
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv, VecNormalize
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvObs, VecEnvStepReturn
from stable_baselines3.her import HerReplayBuffer as _HerReplayBuffer

from tetreach.vector import ReachVectorEnv, ReverseVectorEnv


class ReachVecEnv(VecEnv):
    """Boards in Rust as Stable-Baselines3's VecEnv: one call per step, and one for all masks or rewards.

    :param num_envs: how many boards
    :param reverse: take pieces away instead of placing them
    :param kwargs: the parameters of ``tetreach.ReachEnv``
    """

    def __init__(self, num_envs: int, *, reverse: bool = False, **kwargs: Any) -> None:
        make = ReverseVectorEnv if reverse else ReachVectorEnv
        same_step = AutoresetMode.SAME_STEP
        self.venv = make(num_envs, autoreset_mode=same_step, infos=("is_success", "elapsed", "illegal"), **kwargs)
        self._chosen: NDArray[np.int64] | None = None
        super().__init__(num_envs, self.venv.single_observation_space, self.venv.single_action_space)

    def reset(self) -> VecEnvObs:
        """Starts an episode on every board, with the seeds and options set before."""
        seeds = None if all(seed is None for seed in self._seeds) else self._seeds
        if any(options != self._options[0] for options in self._options):
            raise ValueError("all boards get the same options: reset them one by one with tetreach.ReachVectorEnv")
        observations, _ = self.venv.reset(seed=seeds, options=self._options[0] or None)
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        return observations

    def step_async(self, actions: NDArray[np.int64]) -> None:
        """Keeps the actions for ``step_wait``."""
        self._chosen = actions

    def step_wait(self) -> VecEnvStepReturn:
        """Takes the actions; boards whose episode ended start again, with the end in their info."""
        if self._chosen is None:
            raise RuntimeError("step_wait before step_async")
        observations, rewards, terminated, truncated, infos = self.venv.step(self._chosen)
        self._chosen = None
        dones = terminated | truncated
        last: dict[str, Any] = infos.get("final_info", {})
        told: list[dict[str, Any]] = []
        for index, done in enumerate(dones):
            source = last if done else infos
            info = {key: source[key][index].item() for key in ("is_success", "elapsed", "illegal")}
            info["TimeLimit.truncated"] = bool(truncated[index] and not terminated[index])
            if done:
                info["terminal_observation"] = infos["final_obs"][index]
            told.append(info)
        return observations, rewards.astype(np.float32), dones, told

    def close(self) -> None:
        """Frees the boards."""
        self.venv.close()

    def _indices(self, indices: VecEnvIndices) -> list[int]:
        chosen = list(self._get_indices(indices))
        for index in chosen:
            if not 0 <= index < self.num_envs:
                raise ValueError(f"there is no environment {index} among {self.num_envs}")
        return chosen

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """An attribute of the boards, the same for all."""
        return [getattr(self.venv, attr_name)] * len(self._indices(indices))

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Refused: the boards have their settings from the start."""
        raise AttributeError(f"{attr_name} cannot be set: give it when the environment is made")

    def env_method(
        self, method_name: str, *method_args: Any, indices: VecEnvIndices = None, **method_kwargs: Any
    ) -> list[Any]:
        """``action_masks`` of each board, or a method that is the same for all, such as ``compute_reward``."""
        chosen = self._indices(indices)
        if method_name == "action_masks":
            masks = self.venv.action_masks()
            return [masks[index] for index in chosen]
        answer = getattr(self.venv, method_name)(*method_args, **method_kwargs)
        return [answer] * len(chosen)

    def env_is_wrapped(
        self, wrapper_class: type[gym.Wrapper[Any, Any, Any, Any]], indices: VecEnvIndices = None
    ) -> list[bool]:
        """No board is wrapped."""
        return [False] * len(self._indices(indices))

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        """One picture per board."""
        return self.venv.render() or [None] * self.num_envs


class HerReplayBuffer(_HerReplayBuffer):
    """Hindsight replay in which a pretended goal that is reached ends the episode.

    The buffer of Stable-Baselines3 computes rewards again but keeps the old ends (its issue 627), so that in an
    environment that ends at the goal every pretended success is bootstrapped past the goal.
    """

    def _get_virtual_samples(
        self,
        batch_indices: NDArray[np.int64],
        env_indices: NDArray[np.int64],
        env: VecNormalize | None = None,
    ) -> Any:
        if env is not None:
            raise ValueError("boards need no normalization, and ends cannot be computed from normalized ones")
        samples = super()._get_virtual_samples(batch_indices, env_indices, env)

        def boards(key: str) -> NDArray[np.uint8]:
            cells: NDArray[np.uint8] = samples.next_observations[key].cpu().numpy().astype(np.uint8)
            return cells

        ends = self.env.env_method("compute_terminated", boards("achieved_goal"), boards("desired_goal"), indices=[0])[
            0
        ]
        dones = torch.as_tensor(ends.astype(np.float32), device=samples.dones.device).reshape(-1, 1)
        return samples._replace(dones=dones)
