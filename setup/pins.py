"""The wheels libtorch is taken from, pinned by SHA-256 in pins.json.

A wheel is a zip whose RECORD lists the SHA-256 of every member. Pinning RECORD as well as the whole file means that
single members fetched by byte range are checked as strictly as a complete download.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, List

TORCH_VERSION = "2.13.0"
"""What tch 0.26 is written against."""
PINS_FILE = Path(__file__).with_name("pins.json")
MACHINES = ("x86_64", "aarch64")


@dataclass(frozen=True)
class Wheel:
    """One wheel on the package index and the members of it that are wanted."""

    project: str
    filename: str
    sha256: str
    record: str
    """SHA-256 of the wheel's own RECORD."""
    members: Dict[str, str]
    """Member, or folder ending in `/` -> where it goes below the libtorch folder."""


def pinned(machine: str, variant: str) -> List[Wheel]:
    """The wheels of a variant (`cpu` or `cuda`) for a processor."""
    return [Wheel(**entry) for entry in json.loads(PINS_FILE.read_text())[machine][variant]]
