"""Tests of the set-up against a web server on this machine that misbehaves on demand."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import http.server
import io
import random
import re
import tempfile
import threading
import unittest
import zipfile
from pathlib import Path
from typing import Dict, Optional
from unittest import mock

import fetch
import index
import wheel
from failure import SetupError
from pins import TORCH_VERSION, Wheel
from progress import Progress

import libtorch

FILENAME = "torch-2.13.0-cp312-cp312-any.whl"
LIBRARY = random.Random(1).randbytes(400_000)
MEMBERS = {
    "torch/include/torch/torch.h": b"#pragma once\n",
    "torch/lib/libunwanted.so": random.Random(2).randbytes(900_000),
    "torch/lib/libtorch_cpu.so": LIBRARY,
    "torch/version.py": b"pass\n",
}


def make_wheel() -> bytes:
    """A wheel with a few members and their RECORD."""
    rows = []
    for name, data in MEMBERS.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
        rows.append(f"{name},sha256={digest},{len(data)}\n")
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in MEMBERS.items():
            archive.writestr(name, data)
        archive.writestr("torch-2.13.0.dist-info/RECORD", "".join(rows))
    return buffer.getvalue()


WHEEL_BYTES = make_wheel()
RECORD_SHA256 = hashlib.sha256(
    zipfile.ZipFile(io.BytesIO(WHEEL_BYTES)).read("torch-2.13.0.dist-info/RECORD")
).hexdigest()
WHEEL = Wheel(
    project="torch",
    filename=FILENAME,
    sha256=hashlib.sha256(WHEEL_BYTES).hexdigest(),
    record=RECORD_SHA256,
    members={"torch/include/": "include/", "torch/lib/libtorch_cpu.so": "lib/libtorch_cpu.so"},
)


class Index(http.server.ThreadingHTTPServer):
    """A package index with one wheel."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.wheel = WHEEL_BYTES
        self.ranges = True
        self.drop_after: Optional[int] = None
        """Answers longer than this break off, as often as `drops` says."""
        self.drops = 0
        self.sent = 0
        """Bytes of wheel sent."""
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/simple"


class Handler(http.server.BaseHTTPRequestHandler):
    server: Index

    def log_message(self, *_args) -> None:
        pass

    def do_GET(self) -> None:
        if self.path == "/simple/torch/":
            page = f'<a href="../../files/{FILENAME}#sha256={WHEEL.sha256}">{FILENAME}</a>'.encode()
            self.reply(200, page, {"Content-Type": "text/html"})
        elif self.path == f"/files/{FILENAME}":
            self.send_wheel()
        else:
            self.send_error(404)

    def send_wheel(self) -> None:
        data = self.server.wheel
        asked = re.match(r"bytes=(\d+)-(\d*)$", self.headers.get("Range", ""))
        if not (asked and self.server.ranges):
            self.server.sent += self.reply(200, data, {})
            return
        start, end = int(asked[1]), int(asked[2] or len(data) - 1)
        part = data[start : end + 1]
        self.server.sent += self.reply(206, part, {"Content-Range": f"bytes {start}-{end}/{len(data)}"})

    def reply(self, status: int, body: bytes, headers: Dict[str, str]) -> int:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        limit = self.server.drop_after
        if limit is not None and len(body) > limit and self.server.drops > 0:
            self.server.drops -= 1
            body = body[:limit]
        with contextlib.suppress(ConnectionError):
            self.wfile.write(body)
        return len(body)


class WithIndex(unittest.TestCase):
    """A server, an empty folder and no waiting between retries."""

    def setUp(self) -> None:
        self.index = Index()
        self.addCleanup(self.index.server_close)
        self.addCleanup(self.index.shutdown)
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.enterContext(mock.patch.object(fetch, "RETRY_SECONDS", 0.0))
        self.enterContext(mock.patch.object(wheel, "BLOCK", 1 << 12))
        self.client = index.Client({"index-url": self.index.url})

    def enterContext(self, manager):
        """`unittest.TestCase.enterContext`, which Python has only since 3.11."""
        value = manager.__enter__()
        self.addCleanup(manager.__exit__, None, None, None)
        return value

    def unpack(self) -> Dict[str, str]:
        source = wheel.Source(WHEEL, self.client, self.folder / "downloads")
        source.fetch(Progress("test", source.size, io.StringIO()))
        return source.unpack(self.folder / "tree")


class Fetching(WithIndex):
    def assert_unpacked(self) -> None:
        tree = self.folder / "tree"
        files = sorted(str(path.relative_to(tree)) for path in tree.rglob("*") if path.is_file())
        self.assertEqual(files, ["include/torch/torch.h", "lib/libtorch_cpu.so"])
        self.assertEqual((tree / "lib/libtorch_cpu.so").read_bytes(), LIBRARY)

    def test_only_the_wanted_members_travel(self) -> None:
        sums = self.unpack()
        self.assert_unpacked()
        self.assertEqual(sums["lib/libtorch_cpu.so"], hashlib.sha256(LIBRARY).hexdigest())
        self.assertLess(self.index.sent, len(WHEEL_BYTES) - len(MEMBERS["torch/lib/libunwanted.so"]) + 50_000)

    def test_a_dropped_connection_is_taken_up_again(self) -> None:
        self.index.drop_after, self.index.drops = 100_000, 3
        self.unpack()
        self.assert_unpacked()

    def test_an_interrupted_run_goes_on_where_it_stopped(self) -> None:
        with mock.patch.object(fetch, "ATTEMPTS", 1):
            self.index.drop_after, self.index.drops = 300_000, 1
            with self.assertRaisesRegex(SetupError, "run the same command again"):
                self.unpack()
        before = self.index.sent
        self.unpack()
        self.assert_unpacked()
        self.assertLess(self.index.sent - before, len(LIBRARY) - 300_000 + 50_000)

    def test_a_damaged_member_is_detected_and_not_kept(self) -> None:
        at = (
            zipfile.ZipFile(io.BytesIO(WHEEL_BYTES)).getinfo("torch/lib/libtorch_cpu.so").header_offset + 1000
        )
        self.index.wheel = WHEEL_BYTES[:at] + bytes([WHEEL_BYTES[at] ^ 1]) + WHEEL_BYTES[at + 1 :]
        with self.assertRaisesRegex(SetupError, "damaged"):
            self.unpack()
        self.index.wheel = WHEEL_BYTES
        self.unpack()
        self.assert_unpacked()

    def test_a_wheel_with_another_record_is_refused(self) -> None:
        other = Wheel(WHEEL.project, WHEEL.filename, WHEEL.sha256, "0" * 64, WHEEL.members)
        with mock.patch(f"{__name__}.WHEEL", other), self.assertRaisesRegex(SetupError, "not the pinned one"):
            self.unpack()

    def test_without_ranges_the_whole_wheel_is_fetched(self) -> None:
        self.index.ranges = False
        self.unpack()
        self.assert_unpacked()
        self.assertGreaterEqual(self.index.sent, len(WHEEL_BYTES))

    def test_without_ranges_a_dropped_connection_starts_over(self) -> None:
        self.index.ranges = False
        self.index.drop_after, self.index.drops = 500_000, 3
        self.unpack()
        self.assert_unpacked()

    def test_without_ranges_a_damaged_wheel_is_detected(self) -> None:
        self.index.ranges = False
        self.index.wheel = WHEEL_BYTES[:-1] + b"x"
        with self.assertRaisesRegex(SetupError, "damaged"):
            self.unpack()

    def test_a_file_that_is_not_offered_is_named(self) -> None:
        other = Wheel("torch", "torch-9.whl", "", "", {})
        with self.assertRaisesRegex(SetupError, "does not offer torch-9.whl"):
            self.client.find(other)

    def test_an_index_that_is_not_there_is_named(self) -> None:
        client = index.Client({"index-url": self.index.url + "/nowhere"})
        with self.assertRaisesRegex(SetupError, "nowhere/torch/ cannot be read"):
            client.find(WHEEL)


class SettingUp(WithIndex):
    def setUp(self) -> None:
        super().setUp()
        self.enterContext(mock.patch.object(libtorch, "pinned", lambda _machine, _variant: [WHEEL]))
        self.enterContext(mock.patch.object(libtorch, "pip_settings", lambda: {"index-url": self.index.url}))
        self.enterContext(mock.patch.object(libtorch, "has_nvidia_gpu", lambda: False))
        self.enterContext(mock.patch.object(libtorch, "say", lambda _text: None))
        self.enterContext(
            mock.patch.object(libtorch, "Progress", lambda *args: Progress(*args, io.StringIO()))
        )
        self.cache = self.folder / "cache"

    def clone(self, name: str) -> Path:
        (self.folder / name).mkdir()
        return self.folder / name / "libtorch"

    def test_a_second_clone_needs_no_download(self) -> None:
        first, second = self.clone("first"), self.clone("second")
        libtorch.set_up(first, self.cache)
        sent = self.index.sent
        libtorch.set_up(second, self.cache)
        self.assertEqual(self.index.sent, sent)
        for target in (first, second):
            libtorch.check_named(target)
            self.assertEqual((target / "lib/libtorch.so").read_bytes(), LIBRARY)
            self.assertEqual([path.name for path in target.parent.iterdir()], ["libtorch"])

    def test_two_clones_at_once_download_once(self) -> None:
        targets = [self.clone(f"clone-{i}") for i in range(4)]
        threads = [threading.Thread(target=libtorch.set_up, args=(target, self.cache)) for target in targets]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertTrue(all(libtorch.is_complete(target) for target in targets))
        self.assertLess(self.index.sent, len(WHEEL_BYTES))

    def test_a_damaged_cache_is_fetched_again(self) -> None:
        libtorch.set_up(self.clone("first"), self.cache)
        cached = next(self.cache.glob("libtorch-*/lib/libtorch_cpu.so"))
        cached.chmod(0o644)
        cached.write_bytes(b"damaged")
        second = self.clone("second")
        libtorch.set_up(second, self.cache)
        self.assertEqual((second / "lib/libtorch_cpu.so").read_bytes(), LIBRARY)

    def test_a_folder_of_the_user_is_left_alone(self) -> None:
        target = self.clone("clone")
        target.mkdir()
        (target / "mine").write_text("mine")
        with self.assertRaisesRegex(SetupError, "was not made by set-up"):
            libtorch.set_up(target, self.cache)
        self.assertEqual([path.name for path in target.iterdir()], ["mine"])

    def test_a_libtorch_the_user_names_must_fit(self) -> None:
        with self.assertRaisesRegex(SetupError, "holds no lib/libtorch_cpu"):
            libtorch.check_named(self.folder)
        target = self.clone("clone")
        libtorch.set_up(target, self.cache)
        (target / "build-version").unlink()
        with self.assertRaisesRegex(SetupError, "version unknown"):
            libtorch.check_named(target)
        header = target / "include/torch/headeronly/version.h"
        header.parent.mkdir(parents=True)
        header.write_text('#define TORCH_VERSION "2.12.1"\n')
        with self.assertRaisesRegex(SetupError, f"version 2.12.1, {TORCH_VERSION} is needed"):
            libtorch.check_named(target)

    def test_with_a_gpu_the_cuda_libraries_stay_as_they_are(self) -> None:
        members = {"torch/lib/": "lib/"}
        wheel_with_folder = Wheel(WHEEL.project, WHEEL.filename, WHEEL.sha256, WHEEL.record, members)
        target = self.clone("clone")
        chosen = {"cuda": [wheel_with_folder], "cpu": []}
        self.enterContext(mock.patch.object(libtorch, "has_nvidia_gpu", lambda: True))
        self.enterContext(mock.patch.object(libtorch, "pinned", lambda _machine, variant: chosen[variant]))
        libtorch.set_up(target, self.cache)
        names = sorted(path.name for path in (target / "lib").iterdir())
        self.assertEqual(names, ["libtorch_cpu.so", "libunwanted.so"])
        self.assertEqual((target / "build-version").read_text(), f"{TORCH_VERSION}+cuda\n")


class Reading(unittest.TestCase):
    def test_the_environment_wins_in_pip_settings(self) -> None:
        listing = ":env:.cert='/env.pem'\nglobal.cert='/global.pem'\nglobal.index-url='https://a/simple'\n"
        listing += "install.index-url='https://b/simple'\n"
        settings = index.parse_pip_settings(listing)
        self.assertEqual(settings, {"cert": "/env.pem", "index-url": "https://b/simple"})

    def test_both_forms_of_the_simple_api_are_read(self) -> None:
        html = '<a href="/f/a%2Bb.whl#sha256=00">a+b.whl</a>'
        json = '{"files": [{"filename": "a+b.whl", "url": "/f/a%2Bb.whl", "hashes": {"sha256": "00"}}]}'
        expected = [("a+b.whl", "https://host/f/a%2Bb.whl", "00")]
        self.assertEqual(list(index.parse_links(html, "text/html", "https://host/simple/x/")), expected)
        json_type = "application/vnd.pypi.simple.v1+json"
        self.assertEqual(list(index.parse_links(json, json_type, "https://host/simple/x/")), expected)

    def test_credentials_do_not_stay_in_the_url(self) -> None:
        url, header = index._split_credentials("https://me:p%40ss@host/simple/")
        self.assertEqual(url, "https://host/simple/")
        self.assertEqual(header, "Basic " + base64.b64encode(b"me:p@ss").decode())

    def test_progress_says_megabytes_rate_and_time_left(self) -> None:
        progress = Progress("x", 100_000_000, io.StringIO())
        progress.resumed(20_000_000)
        progress.add(10_000_000)
        self.assertEqual(progress.line(2.0), "x: 30.0 of 100.0 MB, 5.0 MB/s, 14 s left")


if __name__ == "__main__":
    unittest.main()
