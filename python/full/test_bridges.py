"""Bridges to PyTorch, ONNX, trackers, cards and Minari."""

import json

import numpy as np
import pytest
import torch

import tetreach
from tetreach import card, track
from tetreach.torch import TorchNetwork, to_onnx


def boards():
    """Pairs of boards on the way of solutions and their targets."""
    states, goals = [], []
    for target in tetreach.suite("stack-8@validation", count=6):
        solution = tetreach.solve(target.board, "auto", seconds=1.0).solution
        for board in solution.boards()[:-1]:
            states.append(board.to_array())
            goals.append(target.board.to_array())
    return np.array(states), np.array(goals)


def test_pytorch_gives_the_answers_of_rust():
    network = tetreach.Network()
    states, goals = boards()
    expected = network.evaluate(states, goals, mirrored=False)
    with torch.no_grad():
        found = TorchNetwork(network).evaluate(states, goals)
    for one, other in zip(expected, found, strict=True):
        np.testing.assert_allclose(one, other.numpy(), atol=2e-3, rtol=2e-3)


def test_gradients_flow():
    module = TorchNetwork(tetreach.Network())
    states, goals = boards()
    module(*module.inputs(states, goals)).q.clamp_min(-100).sum().backward()
    assert all(
        parameter.grad is not None
        for name, parameter in module.named_parameters()
        if "reachable" not in name and "distance" not in name
    )


def test_onnx_gives_the_answers_of_pytorch(tmp_path):
    runtime = pytest.importorskip("onnxruntime")
    pytest.importorskip("onnxscript")
    network = tetreach.Network()
    states, goals = boards()
    to_onnx(network, tmp_path / "network.onnx")
    module = TorchNetwork(network)
    inputs = module.inputs(states, goals)
    session = runtime.InferenceSession(tmp_path / "network.onnx", providers=["CPUExecutionProvider"])
    names = [one.name for one in session.get_inputs()]
    said = session.run(None, dict(zip(names, (one.numpy() for one in inputs), strict=True)))
    with torch.no_grad():
        for one, other in zip(module(*inputs), said, strict=True):
            np.testing.assert_allclose(one.numpy(), other, atol=1e-3, rtol=1e-3)


def run_folder(tmp_path):
    folder = tmp_path / "a-run"
    folder.mkdir()
    lines = [
        {"step": 1, "seconds": 0.5, "losses/total_loss": 2.0},
        {"step": 2, "seconds": 1.0, "losses/total_loss": "NaN"},
    ]
    (folder / "metrics.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (folder / "config.json").write_text('{"learner": {"gamma": 0.99}}')
    return folder


def test_a_run_goes_to_mlflow(tmp_path, monkeypatch):
    mlflow = pytest.importorskip("mlflow")
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    mlflow.set_tracking_uri((tmp_path / "mlruns").as_uri())
    assert track.to_mlflow(run_folder(tmp_path)) == 2
    experiment = mlflow.get_experiment_by_name("tetreach")
    (found,) = mlflow.MlflowClient().search_runs([experiment.experiment_id])
    assert found.data.metrics["losses/total_loss"] == 2.0 and found.data.params == {"learner.gamma": "0.99"}


def test_a_run_goes_to_wandb(tmp_path, monkeypatch):
    # Offline: the run is kept in a file, which `wandb sync` sends later; nothing is sent from here.
    wandb = pytest.importorskip("wandb")
    monkeypatch.setenv("WANDB_SILENT", "true")
    monkeypatch.setenv("WANDB_CACHE_DIR", str(tmp_path / "cache"))
    logged, log = [], wandb.sdk.wandb_run.Run.log

    def watched(session, numbers, step=None, **kwargs):
        logged.append((step, numbers, session.name, dict(session.config)))
        return log(session, numbers, step=step, **kwargs)

    monkeypatch.setattr(wandb.sdk.wandb_run.Run, "log", watched)
    assert track.to_wandb(run_folder(tmp_path), mode="offline", dir=tmp_path) == 2
    assert logged[0] == (1, {"seconds": 0.5, "losses/total_loss": 2.0}, "a-run", {"learner": {"gamma": 0.99}})
    (kept,) = (tmp_path / "wandb").glob("offline-run-*/run-*.wandb")
    assert b"losses/total_loss" in kept.read_bytes()


def test_a_card_has_front_matter_and_intervals():
    yaml = pytest.importorskip("yaml")
    text = card.model_card(tetreach.Network(), name="agent")
    front = yaml.safe_load(text.split("---")[1])
    results = front["model-index"][0]["results"]
    assert front["library_name"] == "tetreach" and len(results) == 5
    assert results[0]["metrics"][0]["value"] == 1.0
    assert "96.0 % (90.2 to 98.4, n = 100)" in text


def test_recorded_games_become_a_dataset(tmp_path, monkeypatch):
    pytest.importorskip("minari")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    from tetreach.minari import from_recording

    flat = {"piece": "I", "rotation": 0}
    games = [
        {"game": "reach", "name": "bar", "size": "10x20", "target": "..####....", "reached": True}
        | {"moves": [flat | {"column": 2}]},
        {"game": "reach", "name": "bars", "size": "10x20", "target": "####.####.", "reached": True}
        | {"moves": [flat | {"column": 0}, flat | {"column": 5}]},
        {"game": "classic", "moves": []},
    ]
    file = tmp_path / "my.jsonl"
    file.write_text("".join(json.dumps(game) + "\n" for game in games))
    about = {"author": "test", "algorithm_name": "by hand", "code_permalink": "none", "description": "x"}
    dataset = from_recording(file, "tetreach/mine/human-v0", **about)
    assert dataset.total_episodes == 2 and dataset.total_steps == 3
    assert dataset[1].terminations[-1] and dataset[1].rewards[-1] == 0.0
    file.write_text(json.dumps(games[0] | {"size": "4x4"}) + "\n" + json.dumps(games[1]))
    with pytest.raises(ValueError, match="boards of one size are expected, found"):
        from_recording(file, "tetreach/mine/other-v0", **about)


def test_solutions_become_a_dataset(tmp_path, monkeypatch):
    pytest.importorskip("minari")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    from tetreach.minari import from_solutions

    targets = tetreach.suite("stack-4@train", count=3)
    solutions = [tetreach.solve(target.board, "auto", seconds=1.0).solution for target in targets]
    dataset = from_solutions(
        solutions,
        "tetreach/stack-4/expert-v0",
        author="test",
        algorithm_name="auto",
        code_permalink="none",
        description="x",
    )
    assert dataset.total_episodes == 3 and dataset.total_steps == sum(map(len, solutions))
    episode = dataset[0]
    assert episode.terminations[-1] and episode.rewards[-1] == 0.0
