"""Progress of a download: a moving line on a terminal, otherwise a line every few seconds."""

from __future__ import annotations

import sys
import time
from typing import Optional, TextIO


class Progress:
    """Counts bytes and says megabytes, rate and time left."""

    def __init__(self, label: str, total: Optional[int] = None, out: TextIO = sys.stderr) -> None:
        self._label, self.total, self._out = label, total, out
        self._moving = out.isatty()
        self._every = 0.2 if self._moving else 5.0
        self._started = self._printed = time.monotonic()
        self._done = self._fetched = 0

    def resumed(self, count: int) -> None:
        """Bytes that an earlier, interrupted run already has."""
        self._done += count

    def add(self, count: int) -> None:
        """Bytes fetched now (negative: given up and to be fetched again)."""
        self._done += count
        self._fetched += count
        now = time.monotonic()
        if now - self._printed >= self._every:
            self._printed = now
            self._print(self.line(now - self._started))

    def line(self, seconds: float) -> str:
        """One line of text after a number of seconds."""
        rate = max(self._fetched, 0) / seconds if seconds > 0 else 0.0
        text = f"{self._label}: {self._done / 1e6:.1f}"
        if self.total is None:
            return f"{text} MB, {rate / 1e6:.1f} MB/s"
        text += f" of {self.total / 1e6:.1f} MB, {rate / 1e6:.1f} MB/s"
        if rate > 0:
            text += f", {max(self.total - self._done, 0) / rate:.0f} s left"
        return text

    def finish(self) -> None:
        """The closing line."""
        seconds = time.monotonic() - self._started
        self._print(f"{self._label}: {self._fetched / 1e6:.1f} MB fetched in {seconds:.1f} s")
        if self._moving:
            self._out.write("\n")

    def _print(self, text: str) -> None:
        self._out.write(f"\r\x1b[2K{text}" if self._moving else f"{text}\n")
        self._out.flush()
