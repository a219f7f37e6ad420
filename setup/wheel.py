"""Unpacking members of a remote wheel without downloading the rest of it.

A zip keeps its table of contents at the end, and web servers hand out byte ranges. So: read the table, fetch only the
byte ranges of the wanted members into files that survive an interruption, unpack from those. A server that
ignores ranges gets asked for the whole wheel.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import shutil
import zipfile
import zlib
from pathlib import Path
from typing import Dict, List, Mapping, Optional

from failure import SetupError
from fetch import NoRanges, RemoteFile, Span, download
from index import Client
from pins import Wheel
from progress import Progress

BLOCK = 1 << 20
"""Reads outside the fetched ranges (the table of contents) come in blocks of this size."""
MERGE_GAP = 1 << 16
"""Wanted members closer together than this share one range."""


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
            self._spans = wanted_spans(self.zip, wheel.members)
        except NoRanges:
            self._remote, self._spans = None, []
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
                if name not in record or _unpack_member(self.zip, name, target / place) != record[name]:
                    raise zipfile.BadZipFile(f"{name} does not have the SHA-256 in RECORD")
                sums[place] = record[name]
        except (zipfile.BadZipFile, zlib.error, EOFError) as error:
            self.discard()
            raise SetupError(
                f"{self._wheel.filename} arrived damaged ({error}) and was thrown away: run the same command again."
            ) from error
        missing = [
            pattern for pattern in self._wheel.members if not any(n.startswith(pattern) for n in record)
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


def wanted_spans(archive: zipfile.ZipFile, members: Mapping[str, str]) -> List[Span]:
    """The byte ranges that hold the wanted members; near neighbours are joined."""
    entries = sorted(archive.infolist(), key=lambda entry: entry.header_offset)
    ends = [entry.header_offset for entry in entries[1:]] + [archive.start_dir]
    spans: List[Span] = []
    for entry, end in zip(entries, ends):
        if _place(entry.filename, members) is None:
            continue
        if spans and entry.header_offset - spans[-1][1] <= MERGE_GAP:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((entry.header_offset, end))
    return spans


def _place(name: str, members: Mapping[str, str]) -> Optional[str]:
    """Where a member goes, or None if it is not wanted."""
    for pattern, place in members.items():
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
