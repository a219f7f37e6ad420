"""RLlib on Ray with native boards, masks and remote actors."""

import json
import os
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent / "examples"


def test_ppo_with_masks_learns_on_two_remote_runners():
    command = [sys.executable, EXAMPLES / "rllib_ppo.py", "--runners", "2", "--iterations", "8"]
    environment = {**os.environ, "RAY_AUTH_MODE": "disabled"}
    done = subprocess.run(command, capture_output=True, text=True, timeout=1500, env=environment)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["success_in_training"] > 0.12 > 2 * found["curve"][0], found
