"""The stub of the compiled module is true, and the package is typed."""

import subprocess
import sys
from pathlib import Path

import pytest

import tetreach

pytest.importorskip("mypy")


SETTINGS = Path(__file__).parent.parent / "pyproject.toml"


def run(*arguments):
    done = subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True, cwd=SETTINGS.parent)
    return done.returncode, done.stdout + done.stderr


def test_the_stub_says_what_the_module_has():
    code, said = run("mypy.stubtest", "tetreach._core")
    assert code == 0, said


def test_the_whole_package_passes_strict_checks():
    code, said = run("mypy", "--strict", "--config-file", str(SETTINGS), "-p", "tetreach")
    assert code == 0, said
    package = Path(tetreach.__file__).parent
    files = [*package.rglob("*.py"), *package.rglob("*.pyi")]
    assert f"no issues found in {len(files)} source files" in said
