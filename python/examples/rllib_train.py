"""PPO with masks, or DQN, by RLlib on Ray, on native boards, with any number of remote actors that play.

    python rllib_train.py --algorithm ppo --runners 2 --iterations 20

On a cluster start Ray on every machine (``ray start --head``, then ``ray start --address HEAD:6379`` on the others,
with the wheel installed everywhere), call this script with ``--address auto`` and raise ``--runners``; nothing else
changes. Prints one line of JSON, which ``curves.py`` draws.
"""

import argparse
import json
import time

import numpy as np
import ray
import torch

import tetreach
from tetreach.rllib import dqn, masked_ppo
from tetreach.stats import wilson

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--algorithm", choices=["ppo", "dqn"], default="ppo")
parser.add_argument("--runners", type=int, default=2)
parser.add_argument("--boards", type=int, default=None, help="boards of each runner: 64 for PPO, 16 for DQN")
parser.add_argument("--iterations", type=int, default=20)
parser.add_argument("--pieces", type=int, default=1)
parser.add_argument("--games", type=int, default=400)
parser.add_argument("--address", default=None)
args = parser.parse_args()


def evaluate(module, games, **kwargs):
    """Greedy play on ``games`` unseen seeds, all at once."""
    seen_as = "masked" if args.algorithm == "ppo" else "flat"
    env = tetreach.ReachVectorEnv(games, autoreset_mode="SameStep", width=4, height=4, observation=seen_as, **kwargs)
    seen, _ = env.reset(seed=1_000_000)
    running, reached = np.ones(games, dtype=bool), np.zeros(games, dtype=bool)
    while running.any():
        if seen_as == "masked":
            batch = {key: torch.from_numpy(value) for key, value in seen.items()}
        else:
            batch = torch.from_numpy(seen).float()
        with torch.no_grad():
            said = module.forward_inference({"obs": batch})
        actions = said["actions"] if "actions" in said else said["action_dist_inputs"].argmax(1)
        seen, _, terminated, truncated, infos = env.step(actions.numpy())
        over = terminated | truncated
        if over.any():
            reached |= over & running & infos["final_info"]["is_success"]
            running &= ~over
    return wilson(int(reached.sum()), games)


ray.init(
    address=args.address,
    include_dashboard=False,
    log_to_driver=False,
    num_cpus=None if args.address else args.runners + 1,
)
board = {"pieces": (1, args.pieces), "reward": "success", "step_limit": 4}
if args.algorithm == "ppo":
    config = masked_ppo("Tetreach/Reach-4x4-v0", env_runners=args.runners, boards=args.boards or 64, **board).training(
        train_batch_size_per_learner=4096, minibatch_size=512, num_epochs=6, lr=1e-3, gamma=0.95, entropy_coeff=0.01
    )
else:
    config = dqn("Tetreach/Reach-4x4-v0", env_runners=args.runners, boards=args.boards or 16, **board).training(
        train_batch_size_per_learner=256,
        lr=5e-4,
        gamma=0.95,
        target_network_update_freq=1000,
        num_steps_sampled_before_learning_starts=1000,
        epsilon=[(0, 1.0), (15_000, 0.05)],
        training_intensity=16,
        replay_buffer_config={"type": "PrioritizedEpisodeReplayBuffer", "capacity": 50_000, "alpha": 0.6, "beta": 0.4},
    )
    config.reporting(min_sample_timesteps_per_iteration=4096)
algorithm = config.debugging(seed=1, log_level="ERROR").build_algo()
began = time.time()
curve, in_training = [], []
steps = 0
for _ in range(args.iterations):
    result = algorithm.train()["env_runners"]
    # With the reward `success`, the return of an episode is 1 if the goal was reached.
    in_training.append(round(float(result["episode_return_mean"]), 4))
    steps = int(result["num_env_steps_sampled_lifetime"])
    rate = evaluate(algorithm.get_module(), 200, **board)
    curve.append([steps, rate.successes / rate.n])
seconds = time.time() - began
rate = evaluate(algorithm.get_module(), args.games, **board)
algorithm.stop()
ray.shutdown()
print(
    json.dumps(
        {
            "algorithm": {"ppo": "RLlib PPO, masks", "dqn": "RLlib DQN"}[args.algorithm],
            "runners": args.runners,
            "pieces": args.pieces,
            "steps": steps,
            "success": rate.successes / rate.n,
            "low": rate.low,
            "high": rate.high,
            "n": rate.n,
            "success_in_training": in_training,
            "steps_per_second": round(steps / seconds),
            "seconds": round(seconds, 1),
            "curve": curve,
        }
    )
)
