"""Tuning of our own trainer by Optuna."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_trials_are_runs_and_the_best_is_told(tmp_path):
    command = [sys.executable, ROOT / "examples" / "optuna_tune.py", ROOT.parent / "configs/train/bit-flip.toml"]
    command += ["--trials", "4", "--runs", tmp_path, "--program", os.environ["TETREACH"]]
    for setting in (
        'game={ kind = "bit-flip", bits = 10 }',
        "network.trunk=mlp",
        # A target network that is copied now and then, for how often is what is looked for.
        "learner.target_tau=1.0",
        "network.channels=64",
        "budget.gradient_steps=200",
        "evaluation.interval=50",
    ):
        command += ["--set", setting]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["trials"] == 4 and 0.0 <= found["best_success"] <= 1.0
    assert set(found["best"]) == {"learning_rate", "target_interval", "n_sampled_goal"}
    assert len(list(tmp_path.glob("*/metrics.jsonl"))) == 4
