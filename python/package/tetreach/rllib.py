"""For RLlib on Ray: configs of PPO with masks and of DQN around the native vector environments.

Needs ``tetreach[rllib]``. Environments of PPO must have ``observation="masked"``.
"""

from __future__ import annotations

from typing import Any

import torch
from ray.rllib.algorithms.algorithm_config import AlgorithmConfig
from ray.rllib.algorithms.dqn import DQNConfig
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.algorithms.ppo.torch.default_ppo_torch_rl_module import DefaultPPOTorchRLModule
from ray.rllib.connectors.env_to_module import FlattenObservations
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.rl_module import RLModuleSpec

#: Added to the logits of illegal actions: finite, so that a board without a legal action has even odds instead of none.
ILLEGAL = -1e9


class MaskedModule(DefaultPPOTorchRLModule):
    """RLlib's own network for PPO on ``observations``, with the logits of actions outside ``action_mask`` far below
    all others."""

    def __init__(self, *, observation_space: Any = None, **kwargs: Any) -> None:
        super().__init__(observation_space=observation_space["observations"], **kwargs)

    @staticmethod
    def _seen(batch: dict[str, Any]) -> dict[str, Any]:
        return {**batch, Columns.OBS: batch[Columns.OBS]["observations"]}

    @staticmethod
    def _masked(outputs: dict[str, Any], batch: dict[str, Any]) -> dict[str, Any]:
        illegal = batch[Columns.OBS]["action_mask"] < 0.5
        logits: torch.Tensor = outputs[Columns.ACTION_DIST_INPUTS]
        return {**outputs, Columns.ACTION_DIST_INPUTS: logits.masked_fill(illegal, ILLEGAL)}

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        return self._masked(super()._forward(self._seen(batch), **kwargs), batch)

    def _forward_train(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        return self._masked(super()._forward_train(self._seen(batch), **kwargs), batch)

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Any:
        return super().compute_values(self._seen(batch), embeddings)


def _on_boards(
    config: AlgorithmConfig, env_id: str, env_runners: int, boards: int, env_config: dict[str, Any]
) -> AlgorithmConfig:
    """A config on native boards, stepped by `env_runners` remote actors, `boards` at once by each."""
    return config.environment(f"tetreach:{env_id}", env_config=env_config).env_runners(
        num_env_runners=env_runners,
        num_envs_per_env_runner=boards,
        gym_env_vectorize_mode="vector_entry_point",
    )


def masked_ppo(env_id: str, *, env_runners: int = 0, boards: int = 64, **env_config: Any) -> PPOConfig:
    """PPO with masks on native boards.

    :param env_runners: remote actors that play; 0 plays in this process
    :param boards: boards of each of them, stepped in one call of Rust
    :param env_config: parameters of the environment
    """
    config = _on_boards(PPOConfig(), env_id, env_runners, boards, {"observation": "masked", **env_config})
    return config.rl_module(rl_module_spec=RLModuleSpec(module_class=MaskedModule))


def dqn(env_id: str, *, env_runners: int = 0, boards: int = 16, **env_config: Any) -> DQNConfig:
    """Double DQN with prioritized replay on native boards. RLlib's DQN knows neither masks nor hindsight: an illegal
    action does nothing.

    :param env_runners: remote actors that play; 0 plays in this process
    :param boards: boards of each of them, stepped in one call of Rust
    :param env_config: parameters of the environment
    """
    settings = {"observation": "flat", "infos": ("is_success",), **env_config}
    config = _on_boards(DQNConfig(), env_id, env_runners, boards, settings)
    # Bytes become floats on the way to the network.
    return config.env_runners(env_to_module_connector=lambda env=None, spaces=None, device=None: FlattenObservations())
