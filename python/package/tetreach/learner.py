"""A learner in a process of its own, ``tetreach train``, that is fed from here."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from tetreach import runs


class LearnerError(RuntimeError):
    """The learner's process ended with an error; the message is what it said."""


class Learner:
    """Runs ``tetreach train`` with a folder as its exchange: weights go out of it, experience comes in.

    Every file in the folder is written under another name first, so that it is there whole or not at all, whoever is
    killed.

    :param config: a config file for ``tetreach train``; None with ``resume``
    :param settings: such as ``["budget.seconds=600"]``, as ``--set`` takes them
    :param resume: a run folder to go on with
    :param runs_folder: the folder that gets the new run's folder
    :param program: the program ``tetreach``, or ``tetreach-train`` itself
    :param exchange: the folder of the exchange; else a temporary one, which is removed at the end
    """

    def __init__(
        self,
        config: str | os.PathLike[str] | None = None,
        *,
        settings: Sequence[str] = (),
        resume: str | os.PathLike[str] | None = None,
        runs_folder: str | os.PathLike[str] = "runs",
        program: str | os.PathLike[str] = "tetreach",
        exchange: str | os.PathLike[str] | None = None,
    ) -> None:
        if (config is None) == (resume is None):
            raise ValueError("give either a config file or a run to resume")
        found = shutil.which(os.fspath(program))
        if found is None:
            raise FileNotFoundError(f"there is no program {os.fspath(program)}: build it by ./run in a clone")
        self._temporary = tempfile.mkdtemp(prefix="tetreach-exchange-") if exchange is None else None
        self.exchange = Path(self._temporary or os.fspath(exchange or ""))
        inbox = self._inbox = self.exchange / "inbox"
        inbox.mkdir(parents=True, exist_ok=True)
        # Weights of an earlier run must not be taken for those of this one.
        (self.exchange / "weights").unlink(missing_ok=True)
        command = [found, "train", "--set", f"actors.remote={_quoted(self.exchange.resolve())}"]
        for setting in settings:
            command += ["--set", setting]
        if resume is None:
            command += ["--config", os.fspath(config or ""), "--runs", os.fspath(runs_folder)]
        else:
            command += ["--resume", os.fspath(resume)]
        self._output: IO[bytes] = tempfile.TemporaryFile()
        self._said = ""
        self._seen: int | None = None
        self._numbers = itertools.count()
        self._run: Path | None = None if resume is None else Path(resume)
        try:
            self._process = subprocess.Popen(command, stdout=self._output, stderr=subprocess.STDOUT)
        except (OSError, ValueError):
            self._clear()
            raise

    @property
    def running(self) -> bool:
        """Whether the learner still learns; an error of its own is raised here."""
        code = self._process.poll()
        # 1 is the exit code of a run that was stopped and can be resumed.
        if code in (None, 0, 1):
            return code is None
        raise LearnerError(f"the learner ended with exit code {code}: {self.said().strip()[-2000:]}")

    def said(self) -> str:
        """What the learner printed so far."""
        if not self._output.closed:
            # Not by seeking: the learner writes at the same offset.
            file = self._output.fileno()
            self._said = os.pread(file, os.fstat(file).st_size, 0).decode(errors="replace")
        return self._said

    @property
    def run(self) -> Path | None:
        """The folder of the run, once the learner has said where it is."""
        if self._run is None:
            for line in self.said().splitlines():
                if line.startswith("training in "):
                    self._run = Path(line.removeprefix("training in "))
        return self._run

    def metrics(self) -> dict[str, list[float]]:
        """The numbers of the run so far, as ``tetreach.runs.table`` gives them."""
        run = self.run
        return {} if run is None or not (run / "metrics.jsonl").exists() else runs.table(run)

    def newer_weights(self) -> bytes | None:
        """The newest weights, if they are newer than those that were returned last."""
        path = self.exchange / "weights"
        try:
            written = path.stat().st_mtime_ns
            if written == self._seen:
                return None
            weights = path.read_bytes()
        except FileNotFoundError:
            return None
        self._seen = written
        return weights

    def waiting(self) -> int:
        """Parcels that the learner has not taken yet: more than a few say that the actors are ahead."""
        return sum(1 for _ in self._inbox.glob("*.parcel"))

    def send(self, parcel: bytes) -> None:
        """Hands what an actor collected to the learner."""
        name = f"{next(self._numbers):012}"
        draft = self._inbox / f"{name}.draft"
        draft.write_bytes(parcel)
        draft.rename(self._inbox / f"{name}.parcel")

    def stop(self) -> None:
        """Asks the learner to save and end, and waits for it."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait()

    def close(self) -> None:
        """Ends the learner and removes its exchange, if that was temporary."""
        self.stop()
        self.said()
        self._clear()

    def _clear(self) -> None:
        self._output.close()
        if self._temporary is not None:
            shutil.rmtree(self._temporary, ignore_errors=True)
            self._temporary = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _quoted(path: Path) -> str:
    """A path as a text of TOML."""
    text = str(path).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


def summary(learner: Learner) -> dict[str, Any]:
    """Steps, gradient steps and the mean age of weights of a run, as far as its numbers tell."""
    table = learner.metrics()

    def last(tag: str) -> float | None:
        found = [value for value in table.get(tag, []) if value == value]
        return found[-1] if found else None

    ages = [age for age in table.get("rollout/weights_age", []) if age == age]
    return {
        "run": None if learner.run is None else str(learner.run),
        "environment_steps": last("charts/environment_steps"),
        "gradient_steps": table["step"][-1] if table.get("step") else None,
        "weights_age": sum(ages) / len(ages) if ages else None,
    }
