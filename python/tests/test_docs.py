"""The documentation is true: its Python runs, and the files and options that it names exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
EXAMPLES = ROOT / "python" / "examples"


def blocks():
    """The Python of the pages, but for what needs packages that the fast checks do not install."""
    for page in ("README.md", "docs/python.md", "python/README.md"):
        found = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
        for number, block in enumerate(found):
            if "import ray" not in block:
                yield pytest.param(block, id=f"{page}-{number}")


@pytest.mark.parametrize("block", list(blocks()))
def test_the_python_of_the_pages_runs(block, tmp_path, monkeypatch):
    if "pettingzoo" in block:
        pytest.importorskip("pettingzoo")
    monkeypatch.chdir(tmp_path)
    run = tmp_path / "runs" / "my-run"
    run.mkdir(parents=True)
    (run / "metrics.jsonl").write_text('{"step": 1, "seconds": 0.5}\n')
    names = {}
    exec(compile("import tetreach\nboard = tetreach.Board.empty()\n" + block, "page", "exec"), names)
    assert names["tetreach"].__name__ == "tetreach"


def test_the_files_and_options_of_the_page_exist():
    named = set(re.findall(r"\b(\w+\.(?:py|yml))\b", PAGE))
    assert "sb3_dqn_her.py" in named
    assert named == {path.name for path in EXAMPLES.iterdir() if path.is_file()}
    commands = re.findall(r"`(?:python )?(?:python/examples/)?(\w+\.py)( --[^`]*)`", PAGE)
    assert len(commands) >= 6
    for script, arguments in commands:
        source = (EXAMPLES / script).read_text(encoding="utf-8")
        for option in re.findall(r"--[\w-]+", arguments):
            assert f'"{option}"' in source, f"{script} has no {option}"


def test_the_modules_of_the_page_exist():
    package = ROOT / "python" / "package" / "tetreach"
    for module in re.findall(r"^\| (`tetreach\..*?) \|", PAGE, re.MULTILINE):
        for name in re.findall(r"`tetreach\.(\w+)`", module):
            assert (package / f"{name}.py").is_file() or (package / name).is_dir(), name
