"""The numbers of a training run as a table."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_NOT_FINITE = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}

Row = dict[str, float]


def _file(run: str | os.PathLike[str]) -> Path:
    path = Path(run)
    return path / "metrics.jsonl" if path.is_dir() else path


def rows(run: str | os.PathLike[str]) -> Iterator[Row]:
    """Each line of a run's ``metrics.jsonl``: ``step``, ``seconds`` and one entry per tag that has a number.

    A last line without its end, as a run that is being written leaves it, is left out; any other line that is no JSON
    object is an error that names the line.
    """
    path = _file(run)
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                entry = json.loads(line)
            except json.JSONDecodeError as error:
                if not line.endswith("\n"):
                    return
                raise ValueError(f"{path}, line {number}: expected a JSON object ({error})") from None
            if not isinstance(entry, dict):
                raise ValueError(f"{path}, line {number}: expected a JSON object, found {type(entry).__name__}")
            yield {
                tag: _NOT_FINITE[value] if isinstance(value, str) else value
                for tag, value in entry.items()
                if isinstance(value, (int, float)) or (isinstance(value, str) and value in _NOT_FINITE)
            }


def table(run: str | os.PathLike[str]) -> dict[str, list[float]]:
    """The numbers as columns of equal length, NaN where a line has no entry; ``pandas.DataFrame(table(run))`` takes
    it."""
    all_rows = list(rows(run))
    tags: dict[str, None] = {}
    for row in all_rows:
        tags.update(dict.fromkeys(row))
    return {tag: [row.get(tag, math.nan) for row in all_rows] for tag in tags}


def series(run: str | os.PathLike[str], tag: str) -> list[tuple[float, float]]:
    """(step, value) of one tag."""
    return [(row["step"], row[tag]) for row in rows(run) if tag in row and "step" in row]


def card(run: str | os.PathLike[str]) -> dict[str, Any]:
    """The card of a checkpoint folder, or of the best checkpoint of a run."""
    from tetreach._core import Network

    loaded: dict[str, Any] = json.loads(Network(Path(run)).card_json)
    return loaded
