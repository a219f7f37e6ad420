"""Downloads that survive an interruption, and a file on a web server that can be read in parts."""

from __future__ import annotations

import http.client
import io
import time
import urllib.error
from pathlib import Path
from typing import BinaryIO, List, Optional, Tuple

from failure import SetupError
from index import Client
from progress import Progress

CHUNK = 1 << 18
ATTEMPTS = 5
RETRY_SECONDS = 1.0

Span = Tuple[int, int]
"""First byte and one past the last."""


class NoRanges(SetupError):
    """The server answers a range request with the whole file."""

    def __init__(self) -> None:
        super().__init__("The package index stopped answering range requests: run the same command again.")


class RemoteFile(io.RawIOBase):
    """A seekable view of a file on a web server, with chosen spans kept on disk."""

    def __init__(self, client: Client, url: str, folder: Path) -> None:
        self._client, self._url, self._folder = client, url, folder
        self._position = 0
        self._spans: List[Tuple[Span, BinaryIO]] = []
        with _retrying(lambda: self._open_range(0, 1)) as response:
            self.size = int(response.headers["Content-Range"].rsplit("/", 1)[1])

    def keep(self, span: Span, progress: Progress) -> None:
        """Downloads a span to disk, continuing where an earlier run stopped."""
        path = self._folder / f"{span[0]}-{span[1]}.part"
        download(lambda done: self._open_range(span[0] + done, span[1]), path, span[1] - span[0], progress)
        self._spans.append((span, path.open("rb")))

    def have(self, span: Span) -> int:
        """How many bytes of a span are on disk."""
        path = self._folder / f"{span[0]}-{span[1]}.part"
        return min(path.stat().st_size, span[1] - span[0]) if path.exists() else 0

    def _open_range(self, start: int, end: int):
        response = self._client.open(self._url, {"Range": f"bytes={start}-{end - 1}"})
        if response.status != 206:
            response.close()
            raise NoRanges()
        return response

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._position

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._position, io.SEEK_END: self.size}[whence]
        self._position = base + offset
        return self._position

    def readinto(self, buffer) -> int:
        end = min(self._position + len(buffer), self.size)
        if end <= self._position:
            return 0
        data = self._read(self._position, end)
        buffer[: len(data)] = data
        self._position += len(data)
        return len(data)

    def _read(self, start: int, end: int) -> bytes:
        for (first, last), part in self._spans:
            if first <= start < last:
                part.seek(start - first)
                return part.read(min(end, last) - start)

        def fetch() -> bytes:
            with self._open_range(start, end) as response:
                return response.read()

        return _retrying(fetch)

    def close(self) -> None:
        for _, part in self._spans:
            part.close()
        super().close()


def download(open_at, path: Path, size: Optional[int], progress: Progress) -> None:
    """Appends to `path` until it has `size` bytes (or the server is done); `open_at(n)` opens the source at byte n.

    A dropped connection is tried again from where it broke, as long as each attempt brings something.
    """
    failures = 0
    while True:
        done = path.stat().st_size if path.exists() else 0
        if size is not None and done > size:
            path.unlink()
            continue
        if done == size:
            return
        try:
            _append(open_at, path, done, progress)
            if size is None:
                return
        except (urllib.error.URLError, http.client.HTTPException, OSError) as error:
            now = path.stat().st_size if path.exists() else 0
            if isinstance(error, urllib.error.HTTPError) and error.code == 416 and now:
                path.unlink()
                progress.add(-now)
                continue
            failures = 1 if now > done else failures + 1
            if failures >= ATTEMPTS or _is_final(error):
                raise SetupError(
                    f"The download broke off ({error}): run the same command again to go on."
                ) from error
            time.sleep(RETRY_SECONDS * failures)


def _append(open_at, path: Path, done: int, progress: Progress) -> None:
    """One attempt; what it brought stays on disk even when it fails."""
    with open_at(done) as response:
        restarted = done > 0 and response.status != 206
        if restarted:
            progress.add(-done)
        with path.open("wb" if restarted else "ab") as part:
            while True:
                chunk = response.read(CHUNK)
                if not chunk:
                    break
                part.write(chunk)
                progress.add(len(chunk))
        if response.length:
            raise http.client.IncompleteRead(b"", response.length)


def _retrying(action):
    for attempt in range(1, ATTEMPTS + 1):
        try:
            return action()
        except (urllib.error.URLError, http.client.HTTPException, OSError) as error:
            if attempt == ATTEMPTS or _is_final(error):
                raise SetupError(f"The package index does not answer ({error}).") from error
            time.sleep(RETRY_SECONDS * attempt)


def _is_final(error: Exception) -> bool:
    """Whether the server said no, so that asking again is useless."""
    return isinstance(error, urllib.error.HTTPError) and error.code < 500 and error.code not in (408, 429)
