"""Boards, bounds, the oracle, solvers, suites, pictures, the network."""

import os
import signal
import threading
import time

import numpy as np
import pytest

import tetreach

TEXT = "...#......\n..###.####"


def test_boards_know_their_cells_and_their_neighbours():
    board = tetreach.Board(TEXT)
    assert (board.width, board.height, board.cells, board.stack_height) == (10, 20, 8, 2)
    assert board.heights == [0, 0, 1, 2, 1, 0, 1, 1, 1, 1] and str(board) == TEXT
    assert board.to_array()[1].tolist() == [0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    for action, cleared, before in board.predecessors():
        assert before.play(action) == board and cleared >= 0
    assert len(board.predecessors()) > 1
    assert board.action_count == 162 and tetreach.Board("##..\n##..", height=6).action_count == 48


def test_placements_have_names_and_numbers():
    for action in range(162):
        assert tetreach.action(*tetreach.placement(action)) == action
    assert tetreach.placement(0) == ("I", 0, 0)


def test_bounds_come_with_their_reason():
    bound = tetreach.lower_bound("##........")
    assert bound == (3, 1, "counting cells") and bound.pieces == 3
    assert tetreach.Board.empty().fewest_pieces("##........") == 3
    assert tetreach.Board("#.........").inadmissible().startswith("it has 1 filled cells")
    with pytest.raises(ValueError, match="it has 1 filled cells"):
        tetreach.lower_bound("#.........")


def test_the_oracle_is_exact(tmp_path):
    oracle = tetreach.Oracle(4, 4, folder=tmp_path)
    empty = tetreach.Board.empty(4, 4)
    first = {empty.play(int(action)) for action in np.flatnonzero(empty.action_mask())} - {empty}
    second = (
        {board.play(int(action)) for board in first for action in np.flatnonzero(board.action_mask())} - first - {empty}
    )
    assert oracle.depths()[:3] == [1, len(first), len(second)] and sum(oracle.depths()) == len(oracle)
    assert (tmp_path / "oracle-4x4.bin").exists()
    board = min(second, key=str)
    route = oracle.route(board)
    assert len(route) == oracle.distance(board) == 2 >= tetreach.lower_bound(board).pieces
    assert tetreach.Solution(board, route).boards()[-1] == board
    np.testing.assert_array_equal(oracle.distances(board.to_array()[None]), [len(route)])
    odd = np.zeros((1, 4, 4), dtype=int)
    odd[0, 0, 0] = 1
    assert oracle.distances(odd).tolist() == [-1]


@pytest.mark.parametrize("agent", [name for name, _ in tetreach.agents()])
def test_every_agent_answers_or_says_that_it_did_not(agent):
    report = tetreach.solve(TEXT, agent, seconds=0.5, seed=1)
    assert report.agent == agent and report.status in ("solved", "not-found")
    if agent not in ("random", "uct", "uct-backward"):
        assert report.solved and report.solution.pieces >= 2
    if report.solved:
        replayed = tetreach.Board.empty()
        for action in report.solution.actions:
            replayed = replayed.play(action)
        assert replayed == tetreach.Board(TEXT)


def test_the_thesis_word_is_solved_by_the_network_and_by_auto():
    hi = dict(tetreach.suite("thesis"))["hi"]
    assert tetreach.solve(hi, "auto", seconds=2.0).solved
    assert tetreach.solve(hi, "search", seconds=5.0).status in ("solved", "not-found")


def test_unreachable_boards_come_with_the_reason():
    report = tetreach.solve("#.........")
    assert (report.status, report.solution) == ("unreachable", None) and "1 filled cells" in report.reason


def test_news_are_told_and_errors_in_callbacks_end_the_search():
    news = []
    hi = dict(tetreach.suite("thesis"))["hi"]
    report = tetreach.solve(hi, "auto", seconds=2.0, progress=news.append)
    found = [one for one in news if one["event"] == "found"]
    assert found[-1]["pieces"] == report.solution.pieces == len(found[-1]["solution"].actions)

    def fails(event):
        raise KeyError("enough")

    began = time.monotonic()
    with pytest.raises(KeyError, match="enough"):
        tetreach.solve(hi, "auto", seconds=60.0, progress=fails)
    assert time.monotonic() - began < 20


def test_ctrl_c_ends_a_search_soon():
    # Programs that a shell starts in the background ignore Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    art = tetreach.suite("art")[0].board
    began = time.monotonic()
    threading.Timer(0.7, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        tetreach.solve(art, "random", seconds=60.0)
    assert time.monotonic() - began < 20


def test_other_threads_run_during_a_search():
    ticks = []
    art = tetreach.suite("art")[0].board
    worker = threading.Thread(target=lambda: [ticks.append(time.sleep(0.02)) for _ in range(10)])
    worker.start()
    tetreach.solve(art, "random", seconds=0.8)
    assert len(ticks) == 10
    worker.join()


def test_suites_and_splits():
    assert [target.name for target in tetreach.suite("thesis")] == ["hi", "t", "t-and-i"]
    boards = [target.board for target in tetreach.suite("stack-4@validation", count=20, seed=3)]
    assert len(set(boards)) == 20 and {board.split for board in boards} == {"validation"}
    with pytest.raises(ValueError, match="no split `tst`"):
        tetreach.suite("stack-4@tst")
    with pytest.raises(ValueError, match="neither a file nor a built-in suite"):
        tetreach.suite("nonsense")


def test_solutions_can_be_shown():
    solution = tetreach.solve(TEXT).solution
    assert solution.gif("two").startswith(b"GIF89a") and solution.svg("two").startswith("<svg")
    assert solution.to_fumen().startswith("v115@") and "column" in solution.lines()
    assert len(solution.stills()) == len(solution.boards()) == len(solution) + 1
    assert solution.moves()[0].keys() == {"piece", "rotation", "column", "cells", "cleared"}
    assert solution.target.png().startswith(b"\x89PNG") and solution.target.rgb(cell=4).shape == (80, 40, 3)
    assert "state" in solution.target.ansi(solution.target)


def test_the_network_judges_boards_of_any_size():
    network = tetreach.Network()
    goals = [target.board.to_array() for target in tetreach.suite("stack-4", count=8)]
    states = np.zeros_like(goals)
    log_policy, q, distance, success = network.evaluate(states, np.array(goals))
    assert log_policy.shape == q.shape == (8, 162) and distance.shape == success.shape == (8,)
    np.testing.assert_allclose(np.exp(log_policy).sum(axis=1), 1.0, atol=1e-4)
    assert np.abs(distance - 4).mean() < 1.0 and success.min() > 0.5
    actions = network.act(states, np.array(goals))
    np.testing.assert_array_equal(actions, log_policy.argmax(axis=1))
    small = np.zeros((1, 6, 6), dtype=np.uint8)
    assert network.evaluate(small, small, width=6, height=6)[0].shape == (1, tetreach.Board.empty(6, 6).action_count)


def test_the_network_plays_in_the_environment():
    network = tetreach.Network()
    env = tetreach.ReachVectorEnv(100, goals="stack-4@test", autoreset_mode="SameStep")
    observations, _ = env.reset(seed=1)
    reached, over = np.zeros(100, dtype=bool), np.zeros(100, dtype=bool)
    while not over.all():
        actions = network.act(observations["observation"], observations["desired_goal"])
        observations, _, terminated, truncated, infos = env.step(actions)
        if (terminated | truncated).any():
            reached |= ~over & infos["final_info"]["is_success"]
            over |= terminated | truncated
    assert reached.sum() > 90
