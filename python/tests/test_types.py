"""The stub of the compiled module is true, and the package is typed."""

import subprocess
import sys
from pathlib import Path

import pytest

import tetreach

pytest.importorskip("mypy")


def run(*arguments):
    done = subprocess.run(
        [sys.executable, "-m", *arguments], capture_output=True, text=True, cwd=Path(tetreach.__file__).parent
    )
    return done.returncode, done.stdout + done.stderr


def test_the_stub_says_what_the_module_has():
    code, said = run("mypy.stubtest", "tetreach._core")
    assert code == 0, said


def test_the_package_passes_strict_checks():
    modules = ["envs", "vector", "observation", "goals", "check", "bounds", "suites", "runs", "stats"]
    modules += ["single", "many", "parts", "games", "learner"]
    arguments = [argument for name in modules for argument in ("-m", f"tetreach.{name}")]
    code, said = run("mypy", "--strict", "--no-error-summary", *arguments)
    assert code == 0, said
