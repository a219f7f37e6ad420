"""Deep Q-learning with hindsight in one file, in the manner of CleanRL: masks, native boards, ends computed again.

    python cleanrl_dqn.py --steps 60000

Prints one line of JSON, which ``curves.py`` draws. Boards are reset in the same step, so that ``final_obs`` is the
successor to store.
"""

import argparse
import json
import time

import numpy as np
import torch
from torch import nn

import tetreach
from tetreach.stats import wilson

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--steps", type=int, default=60_000)
parser.add_argument("--pieces", type=int, default=3)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--games", type=int, default=400)
args = parser.parse_args()
torch.manual_seed(args.seed)
torch.set_num_threads(1)
rng = np.random.default_rng(args.seed)

BOARDS, BATCH, CAPACITY, GAMMA = 16, 256, 100_000, 0.95
board = {"width": 6, "height": 6, "pieces": (1, args.pieces), "step_limit": 10}
envs = tetreach.ReachVectorEnv(BOARDS, autoreset_mode="SameStep", **board)
cells, actions_count = 36, envs.single_action_space.n


def network():
    return nn.Sequential(
        nn.Linear(2 * cells, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, actions_count)
    )


def values(net, states, goals):
    return net(torch.from_numpy(np.concatenate([states, goals], axis=1)).float())


def best(net, states, goals, masks):
    with torch.no_grad():
        return values(net, states, goals).masked_fill(~torch.from_numpy(masks), -torch.inf).argmax(1).numpy()


def play(net, games):
    env = tetreach.ReachVectorEnv(games, autoreset_mode="SameStep", **board)
    seen, _ = env.reset(seed=1_000_000)
    running, reached = np.ones(games, dtype=bool), np.zeros(games, dtype=bool)
    while running.any():
        seen, _, terminated, truncated, infos = env.step(
            best(net, seen["observation"], seen["desired_goal"], env.action_masks())
        )
        over = terminated | truncated
        if over.any():
            reached |= over & running & infos["final_info"]["is_success"]
            running &= ~over
    return wilson(int(reached.sum()), games)


online, target = network(), network()
target.load_state_dict(online.state_dict())
optimizer = torch.optim.Adam(online.parameters(), lr=5e-4)
store = {
    "state": np.zeros((CAPACITY, cells), dtype=np.uint8),
    "next": np.zeros((CAPACITY, cells), dtype=np.uint8),
    "goal": np.zeros((CAPACITY, cells), dtype=np.uint8),
    "mask": np.zeros((CAPACITY, actions_count), dtype=bool),
    "action": np.zeros(CAPACITY, dtype=np.int64),
}
filled = place = 0


def keep(episode, goal, pretended):
    """Stores an episode under its goal, and each step under boards that the episode came to later."""
    global filled, place
    for index, (state, action, successor, mask) in enumerate(episode):
        later = rng.integers(index, len(episode), size=pretended)
        for wanted in [goal, *(episode[other][2] for other in later)]:
            store["state"][place], store["action"][place], store["next"][place] = state, action, successor
            store["mask"][place], store["goal"][place] = mask, wanted
            place = (place + 1) % CAPACITY
            filled = min(filled + 1, CAPACITY)


curve = []
began = time.time()
seen, infos = envs.reset(seed=args.seed)
episodes = [[] for _ in range(BOARDS)]
for step in range(args.steps // BOARDS):
    epsilon = max(0.05, 1.0 - 3.0 * step * BOARDS / args.steps)
    masks = envs.action_masks()
    actions = best(online, seen["observation"], seen["desired_goal"], masks)
    for index in np.flatnonzero(rng.random(BOARDS) < epsilon):
        actions[index] = rng.choice(np.flatnonzero(masks[index]))
    after, rewards, terminated, truncated, infos = envs.step(actions)
    next_masks = envs.action_masks()
    for index in range(BOARDS):
        over = terminated[index] or truncated[index]
        successor = infos["final_obs"][index]["observation"] if over else after["observation"][index]
        mask = infos["final_info"]["action_mask"][index].astype(bool) if over else next_masks[index]
        episodes[index].append((seen["observation"][index], actions[index], successor, mask))
        if over:
            keep(episodes[index], seen["desired_goal"][index], pretended=4)
            episodes[index] = []
    seen = after
    for _ in range(2 if filled >= 1000 else 0):
        rows = rng.integers(filled, size=BATCH)
        goals, successors = store["goal"][rows], store["next"][rows]
        earned = torch.from_numpy(envs.compute_reward(successors, goals)).float()
        ends = torch.from_numpy(envs.compute_terminated(successors, goals)).float()
        with torch.no_grad():
            legal = torch.from_numpy(store["mask"][rows])
            choice = values(online, successors, goals).masked_fill(~legal, -1e9).argmax(1, keepdim=True)
            future = values(target, successors, goals).gather(1, choice).squeeze(1)
            aim = earned + GAMMA * (1.0 - ends) * future
        chosen = values(online, store["state"][rows], goals).gather(1, torch.from_numpy(store["action"][rows])[:, None])
        loss = nn.functional.smooth_l1_loss(chosen.squeeze(1), aim)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    if step % 100 == 0:
        target.load_state_dict(online.state_dict())
    if (step + 1) * BOARDS >= args.steps // 10 * (len(curve) + 1):
        rate = play(online, 200)
        curve.append([(step + 1) * BOARDS, rate.successes / rate.n])

rate = play(online, args.games)
print(
    json.dumps(
        {
            "algorithm": "double DQN, hindsight, masks",
            "pieces": args.pieces,
            "steps": args.steps,
            "seed": args.seed,
            "success": rate.successes / rate.n,
            "low": rate.low,
            "high": rate.high,
            "n": rate.n,
            "seconds": round(time.time() - began, 1),
            "curve": curve,
        }
    )
)
