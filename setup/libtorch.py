#!/usr/bin/env python3
"""Puts libtorch into `libtorch/` of this clone, once.

Usage: python3 setup/libtorch.py

Which libtorch: the one that LIBTORCH names; else, with an NVIDIA GPU, the CUDA build with its libraries; else the CPU
part of it. Downloads are kept in ~/.cache/tetreach (or $XDG_CACHE_HOME/tetreach), so a second clone is fast. Needs
nothing but Python 3 and pip.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Dict, Iterator, Optional

from failure import SetupError
from index import Client, pip_settings
from pins import MACHINES, TORCH_VERSION, pinned
from progress import Progress
from wheel import Source, file_sha256

CLONE = Path(__file__).resolve().parent.parent
SUMS = "SHA256SUMS"
CARGO_NOTE = '[env]\nLIBTORCH = { value = "libtorch", relative = true }\n'
"""Included by .cargo/config.toml, so that cargo finds libtorch as soon as the folder is there."""
DISK_BYTES = {"cpu": 800_000_000, "cuda": 8_000_000_000}
"""Room for the download and what is unpacked from it."""


def main() -> int:
    """Runs the set-up; every failure is one sentence."""
    target = CLONE / "libtorch"
    try:
        named = os.environ.get("LIBTORCH")
        if named:
            check_named(Path(named))
        elif not is_complete(target):
            set_up(target, cache_folder())
        return 0
    except KeyboardInterrupt:
        say("Interrupted: run the same command again to go on from here.")
        return 130
    except SetupError as error:
        say(str(error))
    except OSError as error:
        say(f"Set-up of libtorch failed: {error}.")
    return 1


def say(text: str) -> None:
    """A line for the user, who may be reading results from stdout."""
    print(text, file=sys.stderr, flush=True)


def check_named(folder: Path) -> None:
    """Whether the libtorch that the user names in LIBTORCH fits."""
    if not any((folder / "lib" / name).exists() for name in ("libtorch_cpu.so", "libtorch_cpu.dylib")):
        raise SetupError(
            f"LIBTORCH={folder} holds no lib/libtorch_cpu: name a libtorch {TORCH_VERSION} or unset it."
        )
    if not (folder / "include").is_dir():
        raise SetupError(
            f"LIBTORCH={folder} holds no include/: name a complete libtorch {TORCH_VERSION} or unset it."
        )
    version = version_of(folder)
    if version != TORCH_VERSION and "LIBTORCH_BYPASS_VERSION_CHECK" not in os.environ:
        raise SetupError(
            f"LIBTORCH={folder} is version {version or 'unknown'}, {TORCH_VERSION} is needed: name another or unset it."
        )


def version_of(folder: Path) -> Optional[str]:
    """The version of a libtorch: from its `build-version`, or from its headers (wheels have only those)."""
    stamp = folder / "build-version"
    if stamp.exists():
        return stamp.read_text().strip().split("+")[0]
    for header in ("torch/headeronly/version.h", "torch/csrc/api/include/torch/version.h"):
        path = folder / "include" / header
        if path.exists():
            found = re.search(r'define TORCH_VERSION "([0-9.]+)', path.read_text())
            if found:
                return found.group(1)
    return None


def is_complete(folder: Path) -> bool:
    """Whether an earlier run finished this folder (it appears under its name only when it is whole)."""
    return (folder / "cargo.toml").exists() and version_of(folder) == TORCH_VERSION


def cache_folder() -> Path:
    """Where downloads are kept between clones."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "tetreach"


def set_up(target: Path, cache: Path) -> None:
    """Makes sure that the cache holds the right libtorch, then links it into the clone."""
    machine = supported_machine()
    variant = "cuda" if has_nvidia_gpu() else "cpu"
    ready = cache / f"libtorch-{TORCH_VERSION}-{variant}-{machine}"
    with locked(cache):
        if is_complete(target):
            return
        if ready.exists() and not is_sound(ready):
            say(f"The cached libtorch in {ready} is damaged: fetching it again.")
            remove(ready)
        if not ready.exists():
            say(f"Fetching libtorch {TORCH_VERSION} ({variant}) into {cache}, once for all clones.")
            build(ready, cache / "downloads", machine, variant)
        place(ready, target)
    say(f"libtorch {TORCH_VERSION} is ready in {target}.")


def supported_machine() -> str:
    """The processor, if there are libraries for this system."""
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(
        platform.machine().lower(), platform.machine().lower()
    )
    if platform.system() != "Linux" or machine not in MACHINES or platform.libc_ver()[0] != "glibc":
        raise SetupError(
            f"Set-up fetches libtorch for Linux with glibc on x86_64 and aarch64 only: set LIBTORCH to a libtorch"
            f" {TORCH_VERSION} of your own."
        )
    return machine


def has_nvidia_gpu() -> bool:
    """Whether the NVIDIA driver is there and sees a GPU."""
    try:
        listing = subprocess.run(
            ["nvidia-smi", "-L"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return listing.returncode == 0 and b"GPU" in listing.stdout


@contextlib.contextmanager
def locked(cache: Path) -> Iterator[None]:
    """One set-up at a time; the lock goes with the process, however that ends."""
    try:
        cache.mkdir(parents=True, exist_ok=True)
        lock = (cache / "lock").open("w")
    except OSError as error:
        raise SetupError(
            f"{cache} cannot be written ({error.strerror}): set XDG_CACHE_HOME to a folder of yours."
        ) from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say("Waiting for another set-up of libtorch to finish.")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def build(ready: Path, downloads: Path, machine: str, variant: str) -> None:
    """Fetches headers and libraries: for the CPU about 130 MB of the wheel's 530, for CUDA some GB of 16 wheels."""
    require_disk(ready.parent, DISK_BYTES[variant])
    client = Client(pip_settings())
    sources = [Source(wheel, client, downloads) for wheel in pinned(machine, variant)]
    sizes = [source.size for source in sources]
    progress = Progress(
        f"libtorch {TORCH_VERSION}", None if None in sizes else sum(size or 0 for size in sizes)
    )
    for source in sources:
        source.fetch(progress)
    progress.finish()

    say("Unpacking and checking.")
    tree = fresh(ready.parent / (ready.name + ".tmp"))
    sums: Dict[str, str] = {}
    for source in sources:
        sums.update(source.unpack(tree))
    if variant == "cpu":
        # The wheel's own libtorch.so is an empty shell that wants libtorch_cuda.so; all is in libtorch_cpu.so.
        (tree / "lib" / "libtorch.so").symlink_to("libtorch_cpu.so")
    # The libraries name each other's folders in site-packages, but also $ORIGIN: side by side they find each other.
    finish(tree, ready, sums, f"{TORCH_VERSION}+{variant}")
    for source in sources:
        source.discard()


def finish(tree: Path, ready: Path, sums: Dict[str, str], version: str) -> None:
    """Gives a whole tree its stamp, its sums and its name."""
    (tree / "build-version").write_text(version + "\n")
    (tree / "cargo.toml").write_text(CARGO_NOTE)
    (tree / SUMS).write_text("".join(f"{digest}  {path}\n" for path, digest in sorted(sums.items())))
    for path in tree.rglob("*"):
        if path.is_file() and not path.is_symlink():
            path.chmod(0o444)
    tree.rename(ready)


def is_sound(tree: Path) -> bool:
    """Whether every file of a cached tree still has its SHA-256."""
    try:
        lines = (tree / SUMS).read_text().splitlines()
        return bool(lines) and all(
            file_sha256(tree / path) == digest for digest, path in (line.split("  ", 1) for line in lines)
        )
    except (OSError, ValueError):
        return False


def place(ready: Path, target: Path) -> None:
    """Links (or, on another disk, copies) a cached tree into the clone under a temporary name, then renames it."""
    if target.exists() and not (target / "cargo.toml").exists():
        raise SetupError(f"{target} was not made by set-up: move it away, or set LIBTORCH to use it.")
    for leftover in target.parent.glob(target.name + ".*.tmp"):
        remove(leftover)
    remove(target)
    half = target.parent / f"{target.name}.{os.getpid()}.tmp"
    try:
        shutil.copytree(ready, half, symlinks=True, copy_function=link_or_copy)
        half.rename(target)
    except BaseException:
        remove(half)
        raise


def link_or_copy(source: str, destination: str) -> None:
    """A hard link where the file system allows it."""
    try:
        os.link(source, destination)
    except OSError:
        shutil.copy2(source, destination)


def require_disk(folder: Path, wanted: int) -> None:
    """Says no before a download that cannot end well."""
    free = shutil.disk_usage(folder).free
    if free < wanted:
        raise SetupError(
            f"{folder} has {free / 1e9:.1f} GB free, libtorch needs {wanted / 1e9:.1f}:"
            " make room or set XDG_CACHE_HOME."
        )


def fresh(folder: Path) -> Path:
    """An empty folder."""
    remove(folder)
    folder.mkdir(parents=True)
    return folder


def remove(path: Path) -> None:
    """Deletes a folder or a link, if it is there."""
    if path.is_symlink() or path.is_file():
        path.unlink()
    elif path.exists():
        shutil.rmtree(path)


if __name__ == "__main__":
    sys.exit(main())
