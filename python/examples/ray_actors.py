"""Our own actors on Ray: as many as asked for play in Rust, and one learner in Rust learns from it all.

    python ray_actors.py configs/train/quickstart.toml --workers 2 --set budget.seconds=60

On a cluster start Ray on every machine (``ray start --head``, then ``ray start --address HEAD:6379`` on the others,
with the wheel installed everywhere), call this script beside the head with ``--address auto`` and raise ``--workers``.
Prints one line of JSON, which ``curves.py`` draws: steps per second as they reached the learner, and the age of the
weights behind them in gradient steps.
"""

import argparse
import json

import ray

from tetreach import runs
from tetreach.ray import train

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("config")
parser.add_argument("--workers", type=int, default=2)
parser.add_argument("--steps", type=int, default=512, help="steps that a worker collects before it sends them")
parser.add_argument("--set", action="append", default=[], metavar="SECTION.KEY=VALUE", dest="settings")
parser.add_argument("--runs", default="runs")
parser.add_argument("--program", default="tetreach")
parser.add_argument("--address", default=None)
args = parser.parse_args()

ray.init(
    address=args.address,
    include_dashboard=False,
    log_to_driver=False,
    num_cpus=None if args.address else args.workers,
)
found = train(
    args.config,
    workers=args.workers,
    steps=args.steps,
    settings=args.settings,
    runs_folder=args.runs,
    program=args.program,
)
ray.shutdown()
found.pop("said")
steps, curve = 0.0, []
for row in runs.rows(found["run"]):
    steps = row.get("charts/environment_steps", steps)
    if "eval/success_rate" in row:
        curve.append([steps, row["eval/success_rate"]])
found |= {"algorithm": f"tetreach.ray, {args.workers} workers", "curve": curve}
print(json.dumps({key: round(value, 2) if isinstance(value, float) else value for key, value in found.items()}))
