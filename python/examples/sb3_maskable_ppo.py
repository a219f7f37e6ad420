"""MaskablePPO of sb3-contrib as it is, on native boards: only legal placements are tried, and a
potential (the cells that are still wrong) makes up for the hindsight that PPO cannot use.

    python sb3_maskable_ppo.py --steps 100000

Prints one line of JSON, which ``curves.py`` draws.
"""

import argparse
import json
import time

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecMonitor

import tetreach
from tetreach.sb3 import ReachVecEnv
from tetreach.stats import wilson


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
    """Play with masks on ``games`` unseen seeds, all at once."""
    env = tetreach.ReachVectorEnv(games, autoreset_mode="SameStep", **kwargs)
    observations, infos = env.reset(seed=1_000_000)
    open_games, reached = np.ones(games, dtype=bool), np.zeros(games, dtype=bool)
    while open_games.any():
        actions, _ = model.predict(observations, action_masks=env.action_masks(), deterministic=True)
        observations, _, terminated, truncated, infos = env.step(actions)
        over = terminated | truncated
        if over.any():
            reached |= over & open_games & infos["final_info"]["is_success"]
            open_games &= ~over
    return wilson(int(reached.sum()), games)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--pieces", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=400)
    args = parser.parse_args()
    torch.set_num_threads(1)
    board = {"width": 6, "height": 6, "pieces": (1, args.pieces), "observation": "flat", "step_limit": 4}
    env = VecMonitor(ReachVecEnv(64, reward="potential", gamma=0.95, **board))
    began = time.time()
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=32,
        batch_size=512,
        n_epochs=4,
        learning_rate=1e-3,
        gamma=0.95,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]},
        seed=args.seed,
        device="cpu",
    )
    curve = Curve(max(args.steps // 10, 1), lambda model: evaluate(model, 200, **board))
    model.learn(args.steps, callback=curve)
    seconds = time.time() - began
    rate = evaluate(model, args.games, **board)
    print(
        json.dumps(
            {
                "algorithm": "sb3-contrib MaskablePPO",
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
