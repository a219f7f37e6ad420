"""Numbers of runs as tables."""

import json
import math

import pytest

from tetreach import runs
from tetreach.stats import wilson


def test_lines_become_columns(tmp_path):
    lines = [
        {"step": 1, "seconds": 0.5, "losses/total_loss": 2.0},
        {"step": 2, "seconds": 1.0, "eval/success_rate": "NaN", "what/else": {"a": [1]}, "words": ["x"]},
    ]
    file = tmp_path / "metrics.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines) + '{"step": 3, "sec')
    table = runs.table(tmp_path)
    assert table["step"] == [1, 2] and table["seconds"] == [0.5, 1.0]
    assert table["losses/total_loss"][0] == 2.0 and math.isnan(table["losses/total_loss"][1])
    assert math.isnan(table["eval/success_rate"][1])
    assert runs.series(file, "losses/total_loss") == [(1, 2.0)]


@pytest.mark.parametrize("text", ["nonsense\n", "[1]\n"])
def test_damaged_lines_are_named(tmp_path, text):
    file = tmp_path / "metrics.jsonl"
    file.write_text('{"step": 1}\n' + text)
    with pytest.raises(ValueError, match="metrics.jsonl, line 2: expected a JSON object"):
        runs.table(file)
    with pytest.raises(FileNotFoundError):
        runs.table(tmp_path / "nowhere.jsonl")


def test_intervals_are_those_of_newcombe():
    # Newcombe 1998, table I, method 3.
    for (successes, n), (low, high) in {
        (81, 263): (0.2553, 0.3662),
        (15, 148): (0.0624, 0.1605),
        (0, 20): (0.0, 0.1611),
    }.items():
        rate = wilson(successes, n)
        assert (round(rate.low, 4), round(rate.high, 4)) == (low, high)
    with pytest.raises(ValueError):
        wilson(3, 2)
