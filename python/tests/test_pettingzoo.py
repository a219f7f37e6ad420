"""Games of two by PettingZoo's own tests."""

import copy
import functools
import pickle
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test  # noqa: E402

from tetreach._core import Duel  # noqa: E402
from tetreach.pettingzoo import guideline_keys_versus_v0, guideline_versus_v0, tetress_v0  # noqa: E402

MODULES = [tetress_v0, guideline_versus_v0, guideline_keys_versus_v0]
BOTH = pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rsplit(".", 1)[-1])
AT_ONCE = pytest.mark.parametrize("module", MODULES[:2], ids=lambda module: module.__name__.rsplit(".", 1)[-1])


# PettingZoo's tests warn of every dictionary as an observation, which masks need.
@pytest.mark.filterwarnings("ignore:Observation:UserWarning", "ignore:Action mask:UserWarning")
@BOTH
def test_the_api(module):
    api_test(module.env(max_cycles=30), num_cycles=200)


@pytest.mark.filterwarnings("ignore:Observation:UserWarning")
@AT_ONCE
def test_the_api_of_both_at_once(module):
    parallel_api_test(module.parallel_env(max_cycles=20), num_cycles=60)


@BOTH
def test_seeds(module):
    seed_test(lambda: module.env(max_cycles=60), num_cycles=100)


@pytest.mark.filterwarnings("ignore::UserWarning")
@BOTH
def test_pictures(module, capsys):
    render_test(lambda **kwargs: module.env(max_cycles=20, **kwargs))
    assert capsys.readouterr().out.count("\n") > 20


@AT_ONCE
def test_a_game_is_cut_after_max_cycles(module):
    # PettingZoo samples without masks. In Tetress who has to pass the first turn has lost, so that samples must be
    # those of a seed in which the second player's first placement does not lie on the first one's.
    def seeded(make, **kwargs):
        env = make(**kwargs)
        for number, agent in enumerate(env.possible_agents):
            env.action_space(agent).seed(number)
        return env

    passing = functools.partial(seeded, module.env, illegal="pass")
    max_cycles_test(SimpleNamespace(env=passing, parallel_env=functools.partial(seeded, module.parallel_env)))


@BOTH
def test_games_are_won_and_lost_and_illegal_actions_lose(module):
    rng = np.random.default_rng(0)
    env = module.raw_env(max_cycles=100_000)
    ends = []
    for seed in range(3 if module is tetress_v0 else 1):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            if terminated or truncated:
                ends.append((agent, reward))
                env.step(None)
                continue
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    assert len(ends) >= 2 and sum(reward for _, reward in ends) == 0
    env.reset(seed=1)
    mask = env.observe("player_0")["action_mask"]
    if (mask == 0).any():
        env.step(int(np.flatnonzero(mask == 0)[0]))
        assert env.terminations == {"player_0": True, "player_1": True}
        assert env.rewards == {"player_0": -1.0, "player_1": 1.0}


def test_tetress_is_the_game_of_rust():
    env = tetress_v0.raw_env()
    env.reset(seed=1)
    assert env.observe("player_0")["action_mask"].sum() == 2299
    env.step(0)
    seen = env.observe("player_1")
    assert seen["observation"][1].sum() == 4 and seen["observation"][0].sum() == 0
    assert (seen["observation"][2] == 149).all() and env.agent_selection == "player_1"


def test_garbage_is_sent_and_told():
    rng = np.random.default_rng(3)
    env = guideline_versus_v0.raw_env()
    sent = 0
    for seed in range(4):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            agent = env.agent_selection
            mask = env.observe(agent)["action_mask"]
            env.step(int(rng.choice(np.flatnonzero(mask))))
            sent += env.infos[agent]["sent"]
    assert sent >= 0 and env.infos[agent].keys() == {"sent"}


@pytest.mark.parametrize("kind", ["tetress", "guideline", "guideline-keys"])
def test_a_game_can_be_gone_back_to_and_damaged_states_are_refused(kind):
    game, rng = Duel(kind), np.random.default_rng(1)
    game.reset(7)
    for _ in range(20):
        game.step(int(rng.choice(np.flatnonzero(game.action_mask(game.mover)))))
    state = game.get_state()
    other = Duel(kind)
    other.set_state(state)
    assert other.get_state() == state and other.turns == 20
    for player in (0, 1):
        np.testing.assert_array_equal(game.observation(player), other.observation(player))
    with pytest.raises(ValueError, match="no state of this game"):
        Duel("tetress" if kind != "tetress" else "guideline").set_state(state)
    with pytest.raises(ValueError, match="no state of this game"):
        other.set_state(state + b"\x00")


@BOTH
def test_environments_can_be_copied_and_pickled(module):
    env = module.raw_env()
    env.reset(seed=2)
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    rng = np.random.default_rng(0)
    for _ in range(12):
        action = int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])))
        for one in (env, *twins):
            one.step(action)
    for twin in twins:
        assert twin.agent_selection == env.agent_selection
        for agent in env.agents:
            np.testing.assert_array_equal(twin.observe(agent)["observation"], env.observe(agent)["observation"])


@pytest.mark.parametrize(
    "kwargs, sentence",
    [
        ({"illegal": "stay"}, "no rule"),
        ({"render_mode": "pixels"}, "no render mode"),
        ({"max_cycles": 0}, "at least 1"),
    ],
)
def test_settings_that_make_no_sense(kwargs, sentence):
    with pytest.raises(ValueError, match=sentence):
        guideline_versus_v0.raw_env(**kwargs)
    with pytest.raises(ValueError, match="choose ppt"):
        guideline_versus_v0.raw_env(preset="nes")
