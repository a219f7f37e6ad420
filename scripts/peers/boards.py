"""The rules of tetreach on numpy arrays: many boards of 10x20 at once, a placement on each in a few operations."""

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

WIDTH, HEIGHT = 10, 20

# Cells (row, column) of the 19 orientations, row 0 at the bottom.
ORIENTATIONS = [
    [(0, 0), (0, 1), (0, 2), (0, 3)], [(0, 0), (1, 0), (2, 0), (3, 0)],  # I
    [(0, 0), (0, 1), (1, 0), (1, 1)],  # O
    [(0, 0), (0, 1), (0, 2), (1, 1)], [(0, 1), (1, 0), (1, 1), (2, 1)],  # T
    [(0, 1), (1, 0), (1, 1), (1, 2)], [(0, 0), (1, 0), (1, 1), (2, 0)],
    [(0, 0), (0, 1), (1, 1), (1, 2)], [(0, 1), (1, 0), (1, 1), (2, 0)],  # S
    [(0, 1), (0, 2), (1, 0), (1, 1)], [(0, 0), (1, 0), (1, 1), (2, 1)],  # Z
    [(0, 0), (0, 1), (0, 2), (1, 0)], [(0, 0), (0, 1), (1, 1), (2, 1)],  # J
    [(0, 2), (1, 0), (1, 1), (1, 2)], [(0, 0), (1, 0), (2, 0), (2, 1)],
    [(0, 0), (0, 1), (0, 2), (1, 2)], [(0, 1), (1, 1), (2, 0), (2, 1)],  # L
    [(0, 0), (1, 0), (1, 1), (1, 2)], [(0, 0), (0, 1), (1, 0), (2, 0)],
]


def placements():
    """All placements as arrays: their cells, and the lowest cell of each of four columns (repeated if fewer)."""
    cells, columns, bottoms, maps = [], [], [], []
    for number, shape in enumerate(ORIENTATIONS):
        wide = 1 + max(column for _, column in shape)
        lowest = [min(row for row, column in shape if column == at) for at in range(wide)]
        for left in range(WIDTH - wide + 1):
            cells.append([(row, column + left) for row, column in shape])
            columns.append([min(at, wide - 1) + left for at in range(4)])
            bottoms.append([lowest[min(at, wide - 1)] for at in range(4)])
            maps.append(number * WIDTH + left)
    return np.array(cells), np.array(columns), np.array(bottoms), np.array(maps)


CELLS, COLUMNS, BOTTOMS, MAPS = placements()
ACTIONS = len(CELLS)
assert ACTIONS == 162


def drop(boards, actions):
    """Places a piece on each board [n, 20, 10] where it fits, full rows vanish; returns where it fitted."""
    n = np.arange(len(boards))[:, None]
    heights = (boards * np.arange(1, HEIGHT + 1, dtype=np.uint8)[None, :, None]).max(axis=1).astype(np.int64)
    base = (heights[n, COLUMNS[actions]] - BOTTOMS[actions]).max(axis=1)
    rows = base[:, None] + CELLS[actions, :, 0]
    fits = rows.max(axis=1) < HEIGHT
    boards[n[fits], rows[fits], CELLS[actions[fits], :, 1]] = 1
    for index in np.flatnonzero(boards.all(axis=2).any(axis=1)):
        kept = boards[index][~boards[index].all(axis=1)]
        boards[index] = 0
        boards[index, : len(kept)] = kept
    return fits


def random_stacks(count, pieces, rng):
    """Boards of 1 to `pieces` random pieces without cleared rows."""
    boards = np.zeros((count, HEIGHT, WIDTH), np.uint8)
    left = rng.integers(1, pieces + 1, count)
    while (left > 0).any():
        trial = boards.copy()
        drop(trial, rng.integers(0, ACTIONS, count))
        fine = (left > 0) & (trial.sum(axis=(1, 2)) == boards.sum(axis=(1, 2)) + 4)
        boards[fine] = trial[fine]
        left[fine] -= 1
    return boards


class Boards(VecEnv):
    """A goal environment of many boards: -1 per piece, 0 for the one that reaches the goal.

    A placement that does not fit changes nothing, because Stable-Baselines3's DQN knows no masks."""

    def __init__(self, count, pieces=8, seed=0):
        board = spaces.Box(0, 1, (HEIGHT * WIDTH,), np.uint8)
        observation = spaces.Dict({"observation": board, "achieved_goal": board, "desired_goal": board})
        super().__init__(count, observation, spaces.Discrete(ACTIONS))
        self.rng = np.random.default_rng(seed)
        self.pool = random_stacks(20_000, pieces, self.rng)
        self.limits = 2 * (self.pool.sum(axis=(1, 2)) // 4) + 10
        self.boards = np.zeros((count, HEIGHT, WIDTH), np.uint8)
        self.goals = np.zeros_like(self.boards)
        self.limit = np.zeros(count, np.int64)
        self.elapsed = np.zeros(count, np.int64)
        self.actions = None

    def observe(self, which=slice(None)):
        boards, goals = self.boards[which], self.goals[which]
        flat = boards.reshape(len(boards), -1).copy()
        return {"observation": flat, "achieved_goal": flat, "desired_goal": goals.reshape(len(goals), -1).copy()}

    def restart(self, which):
        drawn = self.rng.integers(0, len(self.pool), len(which))
        self.boards[which] = 0
        self.goals[which] = self.pool[drawn]
        self.limit[which] = self.limits[drawn]
        self.elapsed[which] = 0

    def reset(self):
        self.restart(np.arange(self.num_envs))
        return self.observe()

    def step_async(self, actions):
        self.actions = actions

    def step_wait(self):
        drop(self.boards, self.actions)
        self.elapsed += 1
        reached = (self.boards == self.goals).all(axis=(1, 2))
        over = self.elapsed >= self.limit
        done = reached | over
        rewards = np.where(reached, 0.0, -1.0).astype(np.float32)
        infos = [{} for _ in range(self.num_envs)]
        ended = np.flatnonzero(done)
        if len(ended):
            last = self.observe(ended)
            for place, index in enumerate(ended):
                infos[index]["terminal_observation"] = {key: value[place] for key, value in last.items()}
                infos[index]["TimeLimit.truncated"] = bool(over[index] and not reached[index])
            self.restart(ended)
        return self.observe(), rewards, done, infos

    def compute_reward(self, achieved_goal, desired_goal, _info):
        return np.where((achieved_goal == desired_goal).all(axis=-1), 0.0, -1.0).astype(np.float32)

    def env_method(self, method_name, *arguments, indices=None, **named):
        return [getattr(self, method_name)(*arguments, **named)]

    def env_is_wrapped(self, wrapper_class, indices=None):
        return [False] * self.num_envs

    def get_attr(self, attr_name, indices=None):
        return [getattr(self, attr_name, None)] * self.num_envs

    def set_attr(self, attr_name, value, indices=None):
        setattr(self, attr_name, value)

    def close(self):
        pass
