"""Our actors on Ray, with one learner in Rust: they teach, and one that is killed costs what it had not sent."""

import os
import time
from pathlib import Path

import pytest
import ray

from tetreach import runs
from tetreach._core import Actor
from tetreach.learner import Learner, LearnerError
from tetreach.ray import Workers, train

CONFIGS = Path(__file__).parent.parent.parent / "configs" / "train"
PROGRAM = os.environ["TETREACH"]
# Fifteen bits are flipped to equal a goal: hindsight learns it in some hundred gradient steps.
BITS = [
    'game={ kind = "bit-flip", bits = 15 }',
    "network.trunk=mlp",
    "network.channels=256",
    "evaluation.interval=200",
]


@pytest.fixture(scope="module", autouse=True)
def cluster():
    os.environ["RAY_AUTH_MODE"] = "disabled"
    ray.init(num_cpus=3, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def test_two_workers_teach_a_learner(tmp_path):
    found = train(
        CONFIGS / "bit-flip.toml",
        workers=2,
        settings=[*BITS, "budget.gradient_steps=1600"],
        runs_folder=tmp_path,
        program=PROGRAM,
    )
    table = runs.table(found["run"])
    success = [value for value in table["eval/success_rate"] if value == value]
    assert success[-1] >= 0.9, success
    assert found["gradient_steps"] >= 1580 and found["lost"] == 0
    assert 0 <= found["weights_age"] < 400 and found["collected"] > 2000


def test_a_worker_killed_in_the_middle_costs_its_unsent_experience_and_nothing_else(tmp_path):
    settings = [*BITS, "actors.count=0", "budget.gradient_steps=600"]
    with Learner(CONFIGS / "bit-flip.toml", settings=settings, runs_folder=tmp_path, program=PROGRAM) as learner:
        pool = Workers(learner, 2, steps=256)
        killed = 0
        while learner.running:
            pool.feed()
            busy = sorted(set(pool._pending.values()))
            if killed < 3 and pool.parcels >= 4 * (killed + 1) and busy:
                # In the middle of a call, without a chance to say goodbye.
                ray.kill(pool.workers[busy[0]])
                killed += 1
        pool.stop()
        assert killed == pool.lost == 3
        table = learner.metrics()
        steps = [value for value in table["charts/environment_steps"] if value == value]
        # All that reached the learner was learned from, but for what came after its last step.
        assert table["step"][-1] >= 580
        assert 0 < steps[-1] <= pool.collected
        assert pool.collected - steps[-1] <= (2 * 2 + 4) * 512
        assert not list(learner.exchange.glob("inbox/*.draft"))


def test_a_run_that_was_stopped_goes_on(tmp_path):
    settings = [*BITS, "actors.count=0", "budget.gradient_steps=100000"]
    with Learner(CONFIGS / "bit-flip.toml", settings=settings, runs_folder=tmp_path, program=PROGRAM) as learner:
        pool = Workers(learner, 1, steps=256)
        while learner.running and pool.parcels < 12:
            pool.feed()
        pool.stop()
        learner.stop()
        assert not learner.running
        run = learner.run
    found = train(resume=run, workers=1, settings=["budget.gradient_steps=300"], program=PROGRAM)
    assert found["gradient_steps"] >= 280 and Path(found["run"]) == run


def test_an_actor_searches_too(tmp_path):
    settings = ["actors.count=0", "budget.gradient_steps=12", "learner.learning_starts=50", "evaluation.count=2"]
    found = train(
        CONFIGS / "tic-tac-toe.toml", workers=1, steps=60, settings=settings, runs_folder=tmp_path, program=PROGRAM
    )
    assert found["collected"] >= 50, found["said"]


def test_what_goes_wrong_is_said(tmp_path):
    with pytest.raises(FileNotFoundError, match="there is no program nonsense"):
        Learner(CONFIGS / "bit-flip.toml", program="nonsense")
    with pytest.raises(ValueError, match="either a config file or a run"):
        Learner(program=PROGRAM)
    with (
        Learner(CONFIGS / "bit-flip.toml", settings=["actors.cout=1"], program=PROGRAM) as learner,
        pytest.raises(LearnerError, match="did you mean"),
    ):
        began = time.monotonic()
        while learner.running and time.monotonic() - began < 60:
            time.sleep(0.05)
    with pytest.raises(RuntimeError, match="no weights yet"):
        Actor(1).collect(10)
