"""Speed of Stable-Baselines3's DQN with HerReplayBuffer: prints one JSON object.

sb3_her.py BOARDS GRADIENT_STEPS EPSILON BATCH SECONDS THREADS

BOARDS environments take a step, then GRADIENT_STEPS updates follow, and so on; 0 updates measure collecting alone."""

import json
import os
import sys
import time

import torch
from stable_baselines3 import DQN, HerReplayBuffer
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from boards import ACTIONS, HEIGHT, MAPS, WIDTH, Boards

CHANNELS, BLOCKS, PLANES, ORIENTATIONS = 32, 3, 10, 19


class Norm(nn.Module):
    """LayerNorm over the channels of each cell, then ReLU."""

    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(CHANNELS)

    def forward(self, x):
        return self.norm(x.permute(0, 2, 3, 1)).relu_().permute(0, 3, 1, 2)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        convolution = lambda: nn.Conv2d(CHANNELS, CHANNELS, 3, padding=1)
        self.inner = nn.Sequential(Norm(), convolution(), Norm(), convolution())

    def forward(self, x):
        return x + self.inner(x)


class Trunk(BaseFeaturesExtractor):
    """The trunk of tetreach's network, and one output map an orientation. An action is read from its column, with the
    maximum over the rows in place of the landing cell: as much work or less, and no landing cells to hand over."""

    def __init__(self, observation_space):
        super().__init__(observation_space, features_dim=ACTIONS)
        stem = nn.Conv2d(PLANES, CHANNELS, 3, padding=1)
        blocks = [Block() for _ in range(BLOCKS)]
        self.trunk = nn.Sequential(stem, *blocks, Norm(), nn.Conv2d(CHANNELS, ORIENTATIONS, 1))
        self.register_buffer("places", torch.as_tensor(MAPS))
        self.to(memory_format=torch.channels_last)

    def forward(self, observations):
        state = observations["observation"].view(-1, 1, HEIGHT, WIDTH)
        goal = observations["desired_goal"].view(-1, 1, HEIGHT, WIDTH)
        planes = torch.cat([state, goal, goal * (1 - state), state * (1 - goal), torch.ones_like(state)], dim=1)
        # Ten planes in tetreach; what they show makes no difference to the speed.
        planes = torch.cat([planes, planes], dim=1)
        maps = self.trunk(planes.contiguous(memory_format=torch.channels_last))
        return maps.amax(dim=2).flatten(1)[:, self.places]


class Clock(BaseCallback):
    """Ends the run after a number of seconds, counted from the first step after the warm-up."""

    def __init__(self, warm_up, seconds):
        super().__init__()
        self.warm_up, self.seconds, self.began = warm_up, seconds, None

    def _on_step(self):
        now = time.perf_counter()
        if self.began is None:
            if self.num_timesteps >= self.warm_up:
                self.began = (now, self.num_timesteps, self.model._n_updates, time.process_time())
            return True
        self.passed = now - self.began[0]
        return self.passed < self.seconds


def main():
    boards, gradient_steps, batch, threads = (int(sys.argv[i]) for i in (1, 2, 4, 6))
    epsilon, seconds = float(sys.argv[3]), float(sys.argv[5])
    torch.set_num_threads(threads)
    warm_up = 4000
    model = DQN(
        "MultiInputPolicy",
        Boards(boards),
        replay_buffer_class=HerReplayBuffer,
        replay_buffer_kwargs={"n_sampled_goal": 4, "goal_selection_strategy": "future"},
        policy_kwargs={"features_extractor_class": Trunk, "net_arch": []},
        buffer_size=200_000,
        learning_starts=warm_up,
        batch_size=batch,
        train_freq=1,
        gradient_steps=gradient_steps,
        target_update_interval=500 * boards,
        exploration_initial_eps=epsilon,
        exploration_final_eps=epsilon,
        device="cpu",
        seed=0,
    )
    clock = Clock(warm_up + boards, seconds)
    model.learn(10**12, callback=clock)
    report = {
        "boards": boards,
        "threads": threads,
        "seconds": round(clock.passed, 1),
        "cores": os.cpu_count(),
        "processor_use": round((time.process_time() - clock.began[3]) / clock.passed / os.cpu_count(), 3),
        "transitions_per_second": round((model.num_timesteps - clock.began[1]) / clock.passed, 1),
        "gradient_steps_per_second": round((model._n_updates - clock.began[2]) / clock.passed, 2),
    }
    print(json.dumps(report))


main()
