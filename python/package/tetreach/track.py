"""A run's numbers for experiment trackers: Weights & Biases and MLflow. Needs ``tetreach[wandb]`` or
``tetreach[mlflow]``."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path
from typing import Any

from tetreach import runs


def _settings(run: str | os.PathLike[str]) -> dict[str, Any]:
    """The settings of a run, if its folder has them."""
    file = Path(run) / "config.json"
    if not file.is_file():
        return {}
    settings: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return settings


def _flat(settings: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in settings.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{prefix}{key}.")
        else:
            flat[prefix + key] = value
    return flat


def to_wandb(run: str | os.PathLike[str], *, project: str = "tetreach", **kwargs: Any) -> int:
    """Sends every line of a run to Weights & Biases and returns their number; ``kwargs`` go to ``wandb.init``."""
    import wandb

    rows, sent = list(runs.rows(run)), 0
    with wandb.init(project=project, name=Path(run).name, config=_settings(run), **kwargs) as session:
        for row in rows:
            session.log({tag: value for tag, value in row.items() if tag != "step"}, step=int(row["step"]))
            sent += 1
    return sent


def to_mlflow(run: str | os.PathLike[str], *, experiment: str = "tetreach") -> int:
    """Sends every line of a run to MLflow and returns their number; numbers that are not finite are left out."""
    import mlflow

    rows, sent = list(runs.rows(run)), 0
    mlflow.set_experiment(experiment)
    with mlflow.start_run(run_name=Path(run).name):
        mlflow.log_params({key: str(value)[:500] for key, value in _flat(_settings(run)).items()})
        for row in rows:
            numbers = {tag: float(value) for tag, value in row.items() if tag != "step" and math.isfinite(value)}
            mlflow.log_metrics(numbers, step=int(row["step"]))
            sent += 1
    return sent
