"""Networks of this project in PyTorch and as ONNX. Needs ``tetreach[torch]`` or ``tetreach[onnx]``."""

from __future__ import annotations

import json
import os
from typing import Any, NamedTuple

import torch
from safetensors.torch import load
from torch import Tensor, nn

from tetreach._core import Network

ILLEGAL = -1e9


class Outputs(NamedTuple):
    """What a network answers: logits of actions, values of actions, logits of distances, logit of success."""

    policy: Tensor
    q: Tensor
    distance: Tensor
    success: Tensor


class _Norm(nn.Module):
    """Layer normalization over the channels of each cell, then ReLU."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.weight, self.bias = nn.Parameter(torch.ones(channels)), nn.Parameter(torch.zeros(channels))

    def forward(self, x: Tensor) -> Tensor:
        last = x.permute(0, 2, 3, 1)
        return nn.functional.layer_norm(last, last.shape[-1:], self.weight, self.bias).permute(0, 3, 1, 2).relu()


class _Block(nn.Module):
    def __init__(self, channels: int) -> None:
        super().__init__()
        self.norm0, self.norm1 = _Norm(channels), _Norm(channels)
        self.conv0 = nn.Conv2d(channels, channels, 3, padding=1)
        self.conv1 = nn.Conv2d(channels, channels, 3, padding=1)

    def forward(self, x: Tensor) -> Tensor:
        return x + self.conv1(self.norm1(self.conv0(self.norm0(x))))


class _Trunk(nn.Module):
    def __init__(self, planes: int, channels: int, blocks: int) -> None:
        super().__init__()
        self.stem = nn.Conv2d(planes, channels, 3, padding=1)
        self.blocks = blocks
        for index in range(blocks):
            self.add_module(f"block{index}", _Block(channels))
        self.norm = _Norm(channels)

    def forward(self, x: Tensor) -> Tensor:
        x = self.stem(x)
        for index in range(self.blocks):
            x = self.get_submodule(f"block{index}")(x)
        return self.norm(x)


class _Heads(nn.Module):
    def __init__(self, plan: dict[str, Any]) -> None:
        super().__init__()
        settings, shape = plan["settings"], plan["shape"]
        channels, width, outputs = settings["trunk"]["channels"], settings["head_width"], 1 + settings["q_atoms"]
        self.maps = nn.Conv2d(channels, outputs * shape["maps"], 1)
        self.hidden = nn.Linear(2 * channels, width)
        self.hints = shape["hints"]
        if self.hints:
            self.trust = nn.Linear(width, outputs * self.hints)
        self.value = nn.Linear(width, settings["q_atoms"])
        self.distance = nn.Linear(width, settings["max_distance"] + 1)
        self.reachable = nn.Linear(width, 1)

    def forward(self, cells: Tensor, landing: Tensor, legal: Tensor, hints: Tensor) -> Outputs:
        flat = cells.flatten(2)
        hidden = self.hidden(torch.cat([flat.mean(2), flat.amax(2)], 1)).relu()
        batch, actions = landing.shape
        maps = self.maps(cells).reshape(batch, 2, -1)
        read = maps.gather(2, landing.unsqueeze(1).expand(batch, 2, actions))
        if self.hints:
            weights = self.trust(hidden).view(batch, 2, self.hints)
            read = read + weights @ hints.view(batch, self.hints, actions)
        known = legal.to(read.dtype)
        advantages = read[:, 1]
        mean = (advantages * known).sum(1, keepdim=True) / known.sum(1, keepdim=True).clamp_min(1.0)
        q = self.value(hidden) + advantages - mean
        return Outputs(
            policy=read[:, 0].masked_fill(~legal, ILLEGAL),
            q=q.masked_fill(~legal, ILLEGAL),
            distance=self.distance(hidden),
            success=self.reachable(hidden).squeeze(1),
        )


class TorchNetwork(nn.Module):
    """A convolutional network of this project: the same answers from the same weights, and gradients.

    Its inputs are those of ``tetreach.Network.encode``.
    """

    def __init__(self, network: Network) -> None:
        super().__init__()
        if not isinstance(network, Network):
            raise TypeError(f"a Network is expected, not {type(network).__name__}")
        plan = json.loads(network.card_json)["network"]
        trunk = plan["settings"]["trunk"]
        if trunk["kind"] != "conv" or plan["settings"]["q_atoms"] != 1:
            raise ValueError("only convolutions with one atom per value are built in PyTorch")
        self.trunk = _Trunk(plan["shape"]["planes"], trunk["channels"], trunk["blocks"])
        self.heads = _Heads(plan)
        self.load_state_dict(load(network.weights))
        self.network = network
        self.planes: int = plan["shape"]["planes"]

    def forward(self, planes: Tensor, landing: Tensor, legal: Tensor, hints: Tensor) -> Outputs:
        """Planes ``(n, planes, height, width)``, landing cells and legal actions ``(n, actions)``, hints ``(n, hints
        * actions)``."""
        answer: Outputs = self.heads(self.trunk(planes), landing, legal, hints)
        return answer

    def inputs(
        self, states: Any, goals: Any, *, width: int = 10, height: int = 20
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """What the network is shown of boards and goals, as tensors."""
        shown = self.network.encode(states, goals, width=width, height=height)
        planes, landing, legal, hints = map(torch.from_numpy, shown)
        return planes.view(len(planes), self.planes, height, width), landing, legal, hints

    def evaluate(
        self, states: Any, goals: Any, *, width: int = 10, height: int = 20
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """As ``tetreach.Network.evaluate`` without mirror images: log-probabilities, values, distances,
        probabilities of success."""
        shown = self.inputs(states, goals, width=width, height=height)
        said, legal = self(*shown), shown[2]
        steps = torch.arange(said.distance.shape[1], dtype=torch.float32)
        none = torch.tensor(float("-inf"))
        log_policy = torch.where(legal, said.policy.log_softmax(1), none)
        return log_policy, torch.where(legal, said.q, none), said.distance.softmax(1) @ steps, said.success.sigmoid()


def to_onnx(network: Network, path: str | os.PathLike[str], *, width: int = 10, height: int = 20) -> None:
    """Writes a network for boards of one size as ONNX, with any number of boards per batch.

    Inputs are ``planes``, ``landing``, ``legal`` and ``hints`` as ``TorchNetwork.inputs`` makes them, outputs
    ``policy``, ``q``, ``distance`` and
    ``success``.
    """
    import numpy as np

    module = TorchNetwork(network).eval()
    empty = np.zeros((2, height, width), dtype=np.uint8)
    names = ["planes", "landing", "legal", "hints"]
    batch = torch.export.Dim("batch", min=1)
    torch.onnx.export(
        module,
        module.inputs(empty, empty, width=width, height=height),
        os.fspath(path),
        input_names=names,
        output_names=list(Outputs._fields),
        dynamic_shapes={name: {0: batch} for name in names},
        dynamo=True,
        external_data=False,
        verbose=False,
    )
