"""Two players around one compiled game, in turns or at once."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from tetreach._core import Duel
from tetreach.parts import Parts

Illegal = Literal["pass", "end", "error"]

#: Colours of empty cells, one's own and the other player's.
COLOURS = np.array([[24, 24, 32], [214, 69, 65], [65, 105, 214]], dtype=np.uint8)


class DuelEnv(AECEnv[str, dict[str, Any], "int | None"]):
    """A game of two in turns. An observation holds ``observation`` and ``action_mask``.

    The mask of a player says what it could do if it were its turn. Rewards are 1 for a win, -1 for a loss and 0 for a
    draw at the end, 0 before; ``infos[agent]["sent"]`` tells the lines of garbage that its last placement sent.

    :param max_cycles: turns of each player after which a game is cut
    :param illegal: what an illegal action does: ``end`` the game, which is lost by who takes it; ``pass`` the turn; or
        ``error``
    :param render_mode: ``human`` (text on standard output), ``ansi``, ``rgb_array`` or None
    :param cell: pixels of a cell in ``rgb_array``
    """

    metadata: dict[str, Any] = {
        "render_modes": ["human", "ansi", "rgb_array"],
        "render_fps": 2,
        "name": "duel_v0",
        "is_parallelizable": False,
    }
    _kind = "tetress"

    def __init__(
        self,
        *,
        preset: str = "ppt",
        max_cycles: int = 1000,
        illegal: Illegal = "end",
        render_mode: str | None = None,
        cell: int = 12,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"there is no render mode {render_mode!r}: choose human, ansi or rgb_array")
        if illegal not in ("pass", "end", "error"):
            raise ValueError(f"there is no rule {illegal!r} for illegal actions: choose pass, end or error")
        if not 1 <= max_cycles:
            raise ValueError(f"max_cycles is at least 1, not {max_cycles}")
        self._game: Duel | None = Duel(self._kind, preset)
        self._parts = Parts("flat", self._game.parts, self._game.action_count)
        self._max_cycles = max_cycles
        self._illegal = illegal
        self._cell = cell
        self._generator: np.random.Generator | None = None
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]
        self.agents: list[str] = []
        seen = self._seen_space()
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": seen,
                    "action_mask": spaces.Box(0, 1, (self._game.action_count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(self._game.action_count) for agent in self.possible_agents}

    def _seen_space(self) -> spaces.Space[Any]:
        return self._parts.space()

    @property
    def _open(self) -> Duel:
        if self._game is None:
            raise RuntimeError("the environment is closed: make a new one")
        return self._game

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What a player sees."""
        return self._observation_spaces[self.possible_agents[self._seat(agent)]]

    def action_space(self, agent: str) -> spaces.Discrete:
        """What a player can do."""
        return self._action_spaces[self.possible_agents[self._seat(agent)]]

    def _seat(self, agent: str) -> int:
        """The number of a player."""
        if not isinstance(agent, str) or agent not in self.possible_agents:
            raise ValueError(f"there is no agent {agent!r}: choose {' or '.join(self.possible_agents)}")
        return self.possible_agents.index(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game; player 0 begins. There are no options: PettingZoo wants those that are not known ignored."""
        game = self._open
        if seed is not None or self._generator is None:
            self._generator, _ = seeding.np_random(seed)
        game.reset(int(self._generator.integers(2**63)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"sent": 0} for agent in self.agents}
        self._taken = dict.fromkeys(self.agents, 0)
        self.agent_selection = self.agents[game.mover]

    def observe(self, agent: str) -> dict[str, Any]:
        """What a player sees now, whoever is to move."""
        player = self._seat(agent)
        seen = self._open.observation(player)
        space = self._observation_spaces[agent]["observation"]
        return {"observation": seen.reshape(space.shape), "action_mask": self._open.action_mask(player)}

    def step(self, action: int | None) -> None:
        """Takes an action of the player whose turn it is."""
        agent, game = self.agent_selection, self._open
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if not isinstance(action, (int, np.integer)):
            raise TypeError(f"an action is an integer, not {type(action).__name__}")
        if not 0 <= action < game.action_count:
            raise ValueError(f"action {action} is not in Discrete({game.action_count})")
        player = self.possible_agents.index(agent)
        legal = bool(game.action_mask(player)[action])
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        outcome: tuple[float, float] | None
        if legal or self._illegal == "error":
            self.infos[agent] = {"sent": game.step(int(action))}
            outcome = game.outcome
        elif self._illegal == "pass":
            game.pass_turn()
            self.infos[agent] = {"sent": 0}
            outcome = game.outcome
        else:
            self.infos[agent] = {"sent": 0}
            outcome = (-1.0, 1.0) if player == 0 else (1.0, -1.0)
        self._taken[agent] += 1
        if outcome is not None:
            self.rewards = dict(zip(self.possible_agents, outcome, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif min(self._taken.values()) >= self._max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        over = outcome is not None or self.truncations[agent]
        self.agent_selection = self.possible_agents[1 - player if over else game.mover]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The game as text or pixels; ``human`` prints it."""
        if self.render_mode == "rgb_array":
            return self._pixels()
        text = self._open.ansi()
        if self.render_mode == "human":
            print(text)
            return None
        return text if self.render_mode == "ansi" else None

    def _pixels(self) -> NDArray[np.uint8]:
        """Both sides beside each other, from the first player's view."""
        seen = self._open.observation(0)
        sides = []
        for prefix in ("", "other_"):
            place, shape, _ = self._parts.places[prefix + "field"]
            field = seen[place].reshape(shape)
            if prefix + "moving" in self._parts.places:
                place, shape, _ = self._parts.places[prefix + "moving"]
                field = field + 2 * seen[place].reshape(shape)
            sides.append(field[23::-1])
        gap = np.zeros((24, 1), dtype=np.uint8)
        return self._drawn(np.concatenate([sides[0], gap, sides[1]], axis=1))

    def _drawn(self, kinds: NDArray[np.uint8]) -> NDArray[np.uint8]:
        return np.repeat(np.repeat(COLOURS[kinds.clip(0, 2)], self._cell, axis=0), self._cell, axis=1)

    def close(self) -> None:
        """Frees the game; every later call but this one is refused."""
        self._game = None

    def get_state(self) -> bytes:
        """The game as its seed and its turns."""
        return self._open.get_state()


class ParallelDuelEnv(ParallelEnv[str, dict[str, Any], int]):
    """The same game with both players choosing at once: player 0's action is taken first, then player 1's, which may
    have become illegal by then. By default that passes the turn."""

    def __init__(self, game: DuelEnv) -> None:
        if not isinstance(game, DuelEnv):
            raise TypeError(f"a game of two in turns is expected, not {type(game).__name__}")
        self._game = game
        self.metadata = game.metadata | {"is_parallelizable": True}
        self.render_mode = game.render_mode
        self.possible_agents = game.possible_agents
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What a player sees."""
        return self._game.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Discrete:
        """What a player can do."""
        return self._game.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        """Starts a game."""
        self._game.reset(seed=seed, options=options)
        self.agents = self._game.agents[:]
        return {agent: self._game.observe(agent) for agent in self.agents}, dict(self._game.infos)

    def step(self, actions: dict[str, int]) -> tuple[Any, ...]:
        """Takes one action of each player."""
        game, agents = self._game, self.agents
        if not isinstance(actions, dict) or not set(agents) <= set(actions):
            raise ValueError("actions are a dictionary with one of each agent that is in the game")
        for agent in agents:
            if not (game.terminations[agent] or game.truncations[agent]):
                game.agent_selection = agent
                game.step(actions[agent])
        answer = (
            {agent: game.observe(agent) for agent in agents},
            dict(game.rewards),
            dict(game.terminations),
            dict(game.truncations),
            dict(game.infos),
        )
        if any(game.terminations.values()) or any(game.truncations.values()):
            self.agents = []
        return answer

    def render(self) -> Any:
        """The game as text or pixels."""
        return self._game.render()

    def close(self) -> None:
        """Frees the game."""
        self._game.close()
