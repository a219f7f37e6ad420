"""Deep Q-learning with hindsight, by Stable-Baselines3 as it is: success on unseen seeds, with and without hindsight.

    python sb3_dqn_her.py --replay her-ends --steps 30000

Prints one line of JSON, which ``curves.py`` draws.
"""

import argparse
import json
import time

import numpy as np
import torch
from stable_baselines3 import DQN
from stable_baselines3 import HerReplayBuffer as OriginalHerReplayBuffer
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecMonitor

import tetreach
from tetreach.sb3 import HerReplayBuffer, ReachVecEnv
from tetreach.stats import wilson

REPLAYS = {
    "none": (None, "end"),
    "her-end": (OriginalHerReplayBuffer, "end"),
    "her-stay": (OriginalHerReplayBuffer, "stay"),
    "her-ends": (HerReplayBuffer, "end"),
}


class Curve(BaseCallback):
    """Measures the success of greedy play now and then."""

    def __init__(self, every, measure):
        super().__init__()
        self.every, self.measure, self.points = every, measure, []

    def _on_step(self):
        if self.num_timesteps >= self.every * (len(self.points) + 1):
            rate = self.measure(self.model)
            self.points.append([self.num_timesteps, rate.successes / rate.n])
        return True


def evaluate(model, games, **kwargs):
    """Greedy play on ``games`` unseen seeds, all at once, without masks."""
    env = tetreach.ReachVectorEnv(games, autoreset_mode="SameStep", **kwargs)
    observations, infos = env.reset(seed=1_000_000)
    open_games, reached = np.ones(games, dtype=bool), np.zeros(games, dtype=bool)
    while open_games.any():
        actions, _ = model.predict(observations, deterministic=True)
        observations, _, terminated, truncated, infos = env.step(actions)
        over = terminated | truncated
        if over.any():
            reached |= over & open_games & infos["final_info"]["is_success"]
            open_games &= ~over
    return wilson(int(reached.sum()), games)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--replay", choices=REPLAYS, default="her-stay")
    parser.add_argument("--steps", type=int, default=30_000)
    parser.add_argument("--pieces", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=400)
    args = parser.parse_args()
    torch.set_num_threads(1)
    buffer, on_success = REPLAYS[args.replay]
    board = {"width": 6, "height": 6, "pieces": (1, args.pieces), "step_limit": 10}
    env = VecMonitor(ReachVecEnv(8, on_success=on_success, **board))
    began = time.time()
    model = DQN(
        "MultiInputPolicy",
        env,
        replay_buffer_class=buffer,
        replay_buffer_kwargs={"n_sampled_goal": 4, "goal_selection_strategy": "future"} if buffer else None,
        policy_kwargs={"net_arch": [256, 256]},
        learning_rate=5e-4,
        learning_starts=500,
        batch_size=256,
        buffer_size=200_000,
        gamma=0.95,
        train_freq=1,
        gradient_steps=2,
        target_update_interval=500,
        exploration_fraction=0.3,
        exploration_final_eps=0.05,
        seed=args.seed,
        device="cpu",
    )
    curve = Curve(max(args.steps // 10, 1), lambda model: evaluate(model, 200, on_success="end", **board))
    model.learn(args.steps, callback=curve)
    seconds = time.time() - began
    rate = evaluate(model, args.games, on_success="end", **board)
    print(
        json.dumps(
            {
                "algorithm": f"SB3 DQN, {args.replay}",
                "pieces": args.pieces,
                "steps": args.steps,
                "seed": args.seed,
                "success": rate.successes / rate.n,
                "low": rate.low,
                "high": rate.high,
                "n": rate.n,
                "seconds": round(seconds, 1),
                "curve": curve.points,
            }
        )
    )


if __name__ == "__main__":
    main()
