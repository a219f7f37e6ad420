"""Fetching members of a remote wheel without downloading the rest of it.

A zip keeps its table of contents at the end, and web servers hand out byte ranges. So: read the table, fetch only the
byte ranges of the wanted members into files that survive an interruption, unpack from those. A server that
ignores ranges gets asked for the whole wheel.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import http.client
import io
import shutil
import time
import urllib.error
import zipfile
import zlib
from pathlib import Path
from typing import BinaryIO, Dict, Iterable, List, Optional, Tuple

from failure import SetupError
from index import Client
from pins import Wheel
from progress import Progress

CHUNK = 1 << 18
BLOCK = 1 << 20
"""Reads outside the fetched ranges (the table of contents) come in blocks of this size."""
MERGE_GAP = 1 << 16
"""Wanted members closer together than this share one range."""
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


class Source:
    """A wheel opened for unpacking, by ranges or whole."""

    def __init__(self, wheel: Wheel, client: Client, downloads: Path) -> None:
        self._wheel, self._client = wheel, client
        self._folder = downloads / wheel.filename
        self._url = client.find(wheel)
        self._remote: Optional[RemoteFile] = None
        self._folder.mkdir(parents=True, exist_ok=True)
        try:
            self._remote = RemoteFile(client, self._url, self._folder)
            self.zip = zipfile.ZipFile(io.BufferedReader(self._remote, BLOCK))
            self._spans = wanted_spans(self.zip, [pattern for pattern, _ in wheel.members])
        except NoRanges:
            self._spans = []
        except zipfile.BadZipFile as error:
            raise SetupError(f"{wheel.filename} on the package index is not a wheel ({error}).") from error

    @property
    def size(self) -> Optional[int]:
        """Bytes to download in all; unknown when the server does not do ranges."""
        return sum(end - start for start, end in self._spans) if self._remote else None

    def fetch(self, progress: Progress) -> None:
        """Brings the wanted bytes to disk."""
        if self._remote:
            for span in self._spans:
                progress.resumed(self._remote.have(span))
                self._remote.keep(span, progress)
            return
        path = self._folder / "whole.part"
        if path.exists():
            progress.resumed(path.stat().st_size)
        if not (path.exists() and file_sha256(path) == self._wheel.sha256):
            download(self._open_whole, path, None, progress)
        if file_sha256(path) != self._wheel.sha256:
            path.unlink()
            raise SetupError(
                f"{self._wheel.filename} arrived damaged and was thrown away: run the same command again."
            )
        self.zip = zipfile.ZipFile(path)

    def _open_whole(self, done: int):
        return self._client.open(self._url, {"Range": f"bytes={done}-"} if done else {})

    def unpack(self, target: Path) -> Dict[str, str]:
        """Writes the wanted members below `target`, each checked; returns path -> SHA-256."""
        sums: Dict[str, str] = {}
        try:
            record = self._read_record()
            for name in self.zip.namelist():
                place = _place(name, self._wheel.members)
                if place is None:
                    continue
                if _unpack_member(self.zip, name, target / place) != record.get(name):
                    raise zipfile.BadZipFile(f"{name} does not have the SHA-256 in RECORD")
                sums[place] = record[name]
        except (zipfile.BadZipFile, zlib.error, EOFError) as error:
            self.discard()
            raise SetupError(
                f"{self._wheel.filename} arrived damaged ({error}) and was thrown away: run the same command again."
            ) from error
        missing = [
            pattern for pattern, _ in self._wheel.members if not any(n.startswith(pattern) for n in record)
        ]
        if missing:
            raise SetupError(f"{self._wheel.filename} does not hold {missing[0]}.")
        return sums

    def discard(self) -> None:
        """Forgets what was downloaded."""
        self.zip.close()
        if self._remote:
            self._remote.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _read_record(self) -> Dict[str, str]:
        """Member -> SHA-256 in hexadecimal, from the wheel's RECORD once that has proved to be the pinned one."""
        name = next((n for n in self.zip.namelist() if n.endswith(".dist-info/RECORD")), None)
        data = self.zip.read(name) if name else b""
        if hashlib.sha256(data).hexdigest() != self._wheel.record:
            raise zipfile.BadZipFile("its RECORD is not the pinned one")
        return parse_record(data.decode("utf-8"))


def parse_record(text: str) -> Dict[str, str]:
    """Reads a wheel's RECORD: rows of path, `sha256=<base64>` and size."""
    sums = {}
    for row in csv.reader(io.StringIO(text)):
        if len(row) == 3 and row[1].startswith("sha256="):
            digest = row[1][len("sha256=") :]
            sums[row[0]] = base64.urlsafe_b64decode(digest + "=" * (-len(digest) % 4)).hex()
    return sums


def wanted_spans(archive: zipfile.ZipFile, patterns: Iterable[str]) -> List[Span]:
    """The byte ranges that hold the wanted members; near neighbours are joined."""
    entries = sorted(archive.infolist(), key=lambda entry: entry.header_offset)
    ends = [entry.header_offset for entry in entries[1:]] + [archive.start_dir]
    members = tuple((pattern, "") for pattern in patterns)
    spans: List[Span] = []
    for entry, end in zip(entries, ends):
        if _place(entry.filename, members) is None:
            continue
        if spans and entry.header_offset - spans[-1][1] <= MERGE_GAP:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((entry.header_offset, end))
    return spans


def _place(name: str, members: Iterable[Tuple[str, str]]) -> Optional[str]:
    """Where a member goes, or None if it is not wanted."""
    for pattern, place in members:
        if name == pattern and not pattern.endswith("/"):
            return place
        if pattern.endswith("/") and name.startswith(pattern) and not name.endswith("/"):
            return place + name[len(pattern) :]
    return None


def _unpack_member(archive: zipfile.ZipFile, name: str, path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    with archive.open(name) as member, path.open("wb") as out:
        while True:
            chunk = member.read(BLOCK)
            if not chunk:
                return digest.hexdigest()
            digest.update(chunk)
            out.write(chunk)


def file_sha256(path: Path) -> str:
    """SHA-256 of a file in hexadecimal."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while True:
            chunk = file.read(BLOCK)
            if not chunk:
                return digest.hexdigest()
            digest.update(chunk)
