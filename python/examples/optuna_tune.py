"""Hyperparameters of our own trainer, found by Optuna: each trial is a run of ``tetreach train --set ...``.

    python optuna_tune.py configs/train/quickstart.toml --trials 10 --set budget.seconds=60

Trials whose success on validation targets stays below the median of those before are stopped early. Prints one line of
JSON. Needs ``tetreach[optuna]``.
"""

import argparse
import json
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import optuna

from tetreach import runs

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("config")
parser.add_argument("--trials", type=int, default=10)
parser.add_argument("--set", action="append", default=[], metavar="SECTION.KEY=VALUE", dest="settings")
parser.add_argument("--runs", default=None, help="the folder that gets the runs, which else are thrown away")
parser.add_argument("--program", default="tetreach")
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--storage", default=None, help="such as sqlite:///tune.db, to go on later or to share")
args = parser.parse_args()


def suggested(trial):
    """Settings of a trial, as ``--set`` takes them."""
    return [
        f"learner.learning_rate={trial.suggest_float('learning_rate', 1e-4, 1e-2, log=True)}",
        f"learner.target_interval={trial.suggest_categorical('target_interval', [50, 100, 200])}",
        f"replay.hindsight.n_sampled_goal={trial.suggest_int('n_sampled_goal', 1, 8)}",
    ]


def folder_of(said):
    """The folder that the program said it trains in."""
    for line in said.read_text().splitlines():
        if line.startswith("training in "):
            return Path(line.removeprefix("training in "))
    return None


def objective(trial, folder):
    said = folder / f"trial-{trial.number}.txt"
    command = [args.program, "train", "--config", args.config, "--runs", str(folder)]
    for setting in [*args.settings, *suggested(trial), f"run.seed={args.seed}"]:
        command += ["--set", setting]
    with said.open("w") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT)
    best, reported = 0.0, set()
    while True:
        ended = process.poll() is not None
        run = folder_of(said)
        if run is not None and (run / "metrics.jsonl").exists():
            for step, success in runs.series(run, "eval/success_rate"):
                if step not in reported:
                    reported.add(step)
                    best = max(best, success)
                    trial.report(success, int(step))
        if ended:
            if process.returncode != 0:
                raise RuntimeError(said.read_text()[-2000:])
            trial.set_user_attr("run", str(run))
            return best
        if trial.should_prune():
            process.send_signal(signal.SIGINT)
            process.wait()
            raise optuna.TrialPruned()
        time.sleep(0.2)


def main():
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(
        study_name=Path(args.config).stem,
        storage=args.storage,
        load_if_exists=True,
        direction="maximize",
        sampler=optuna.samplers.TPESampler(seed=args.seed),
        pruner=optuna.pruners.MedianPruner(n_startup_trials=3),
    )
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(args.runs or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        study.optimize(lambda trial: objective(trial, folder), n_trials=args.trials)
    pruned = sum(trial.state == optuna.trial.TrialState.PRUNED for trial in study.trials)
    print(
        json.dumps(
            {
                "trials": len(study.trials),
                "pruned": pruned,
                "best_success": study.best_value,
                "best": study.best_params,
            }
        )
    )


if __name__ == "__main__":
    main()
