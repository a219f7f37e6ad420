"""Our own actors on Ray: they play or search in Rust on any machine, and one learner in Rust learns from it all.

Needs ``tetreach[ray]``, and the program ``tetreach`` with its ``tetreach-train`` where the learner runs. Weights go out
through Ray's object store; experience comes back as bytes and goes to the learner through a folder. A worker that is
killed costs the experience that it had not sent, and nothing else: another one takes its place.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

import ray
from ray.exceptions import RayActorError, RayTaskError

from tetreach._core import Actor
from tetreach.learner import Learner, summary

#: Parcels per worker that may wait for the learner before the workers wait too.
MOST_WAITING = 2


class Worker:
    """Plays with the weights that it is handed; lives in a process of Ray's."""

    def __init__(self, number: int) -> None:
        self._actor = Actor(number)
        self._version = -1

    def collect(self, version: int, weights: list[Any], steps: int) -> tuple[bytes, int, int]:
        """Collects about ``steps`` steps: (experience, steps, gradient steps behind the weights).

        The weights come as a reference in a list, so that they are fetched only where they are news.
        """
        if version != self._version:
            self._actor.load(ray.get(weights[0]))
            self._version = version
        return self._actor.collect(steps)

    def pid(self) -> int:
        """The process."""
        return os.getpid()


class Workers:
    """A number of workers that feed a learner.

    :param learner: the learner
    :param count: how many workers
    :param steps: about how many steps a worker collects before it sends them
    :param options: resources of a worker, as ``ray.remote`` takes them, such as ``{"num_cpus": 1}``
    """

    def __init__(
        self, learner: Learner, count: int, *, steps: int = 512, options: dict[str, Any] | None = None
    ) -> None:
        if count < 1 or steps < 1:
            raise ValueError("there is at least 1 worker, which collects at least 1 step at a time")
        self._learner = learner
        self._steps = steps
        self._class = ray.remote(**(options or {"num_cpus": 1}))(Worker)
        self._random = random.SystemRandom()
        self._weights: list[Any] = []
        self._version = -1
        self._pending: dict[Any, int] = {}
        self.workers = [self._start() for _ in range(count)]
        #: Steps handed to the learner.
        self.collected = 0
        #: Parcels handed to the learner.
        self.parcels = 0
        #: Workers that were lost and replaced.
        self.lost = 0

    def _start(self) -> Any:
        # Another number for every worker that ever lives, so that none repeats what one before it played.
        return self._class.remote(self._random.randrange(2**32))

    def feed(self, timeout: float = 0.1) -> int:
        """Hands out work and new weights, takes what came back, replaces lost workers; returns the new steps."""
        weights = self._learner.newer_weights()
        if weights is not None:
            self._weights = [ray.put(weights)]
            self._version += 1
        if not self._weights:
            time.sleep(timeout)
            return 0
        busy = set(self._pending.values())
        if self._learner.waiting() < MOST_WAITING * len(self.workers):
            for index, worker in enumerate(self.workers):
                if index not in busy:
                    task = worker.collect.remote(self._version, self._weights, self._steps)
                    self._pending[task] = index
        if not self._pending:
            time.sleep(timeout)
            return 0
        done, _ = ray.wait(list(self._pending), num_returns=1, timeout=timeout)
        return sum(self._take(task) for task in done)

    def _take(self, task: Any) -> int:
        index = self._pending.pop(task)
        try:
            parcel, steps, _ = ray.get(task)
        except RayTaskError:
            # The worker is there and says what is wrong: so would any other.
            raise
        except RayActorError:
            self.lost += 1
            if self.collected == 0 and self.lost > 3 * len(self.workers):
                # Whatever kills them would kill the next ones too.
                raise
            self.workers[index] = self._start()
            return 0
        self._learner.send(parcel)
        self.collected += steps
        self.parcels += 1
        return int(steps)

    def stop(self) -> None:
        """Ends the workers."""
        for worker in self.workers:
            ray.kill(worker)
        self._pending.clear()


def train(
    config: str | os.PathLike[str] | None = None,
    *,
    workers: int = 2,
    steps: int = 512,
    settings: Sequence[str] = (),
    observe: Callable[[Workers], object] | None = None,
    options: dict[str, Any] | None = None,
    **kwargs: Any,
) -> dict[str, Any]:
    """Trains until the budget of the config is used up, with remote workers alone playing.

    ``ray.init`` comes first, so that it is known which cluster is meant. Returns what came of it: the run's folder,
    steps per second, gradient steps, mean age of the weights in gradient steps, lost workers.

    :param workers: how many play
    :param steps: about how many steps a worker collects before it sends them
    :param settings: such as ``["budget.seconds=600"]``
    :param observe: called now and then with the workers
    :param options: resources of a worker, as ``ray.remote`` takes them
    :param kwargs: ``resume``, ``runs_folder``, ``program`` and ``exchange`` of ``tetreach.learner.Learner``
    """
    if not kwargs.get("resume"):
        settings = ["actors.count=0", *settings]
    with Learner(config, settings=settings, **kwargs) as learner:
        pool = Workers(learner, workers, steps=steps, options=options)
        try:
            began: float | None = None
            before = 0
            while learner.running:
                if pool.feed() and began is None:
                    # From the first parcel on: before it, processes were starting.
                    began, before = time.monotonic(), pool.collected
                if observe is not None:
                    observe(pool)
            seconds = time.monotonic() - (began or time.monotonic())
        finally:
            pool.stop()
        return summary(learner) | {
            "workers": workers,
            "collected": pool.collected,
            "collected_per_second": (pool.collected - before) / seconds if seconds else 0.0,
            "lost": pool.lost,
            "said": learner.said(),
        }
