"""RLlib on Ray with native boards, masks and remote actors."""

import json
import os
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent / "examples"


def trained(*arguments):
    """What the script prints last."""
    command = [sys.executable, EXAMPLES / "rllib_train.py", "--runners", "2", *arguments]
    environment = {**os.environ, "RAY_AUTH_MODE": "disabled"}
    done = subprocess.run(command, capture_output=True, text=True, timeout=1800, env=environment)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_ppo_with_masks_learns_on_two_remote_runners():
    found = trained("--algorithm", "ppo", "--iterations", "8")
    in_training = found["success_in_training"]
    assert in_training[-1] > 0.12 > 2 * in_training[0] and found["success"] > 0.12, found


def test_dqn_learns_on_two_remote_runners():
    found = trained("--algorithm", "dqn", "--iterations", "8")
    in_training = found["success_in_training"]
    assert in_training[-1] > 2 * in_training[0] and found["low"] > 0.02, found
