#!/usr/bin/env python3
"""Writes pins.json again, for a new version of torch: python3 setup/pin.py (downloads every wheel, some GB).

The whole wheel is checked against the index before its RECORD is trusted.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Dict, List, Tuple

from index import Client, pip_settings
from pins import PINS_FILE, TORCH_VERSION

TORCH = ("torch", TORCH_VERSION)
# libtorch_cpu.so of PyPI's torch wants these two to start, even without a GPU. Both are small.
CPU_NEEDS = {
    ("nvidia-cuda-runtime", "13.0.96"): "libcudart.so.13",
    ("nvidia-cuda-cupti", "13.0.85"): "libcupti.so.13",
}
# `Requires-Dist` of torch 2.13.0 and of the cuda-toolkit 13.0.3 that it names.
CUDA_NEEDS = [
    ("nvidia-cublas", "13.1.1.3"),
    ("nvidia-cuda-cupti", "13.0.85"),
    ("nvidia-cuda-nvrtc", "13.0.88"),
    ("nvidia-cuda-runtime", "13.0.96"),
    ("nvidia-cudnn-cu13", "9.20.0.48"),
    ("nvidia-cufft", "12.0.0.61"),
    ("nvidia-cufile", "1.15.1.6"),
    ("nvidia-curand", "10.4.0.35"),
    ("nvidia-cusolver", "12.0.4.66"),
    ("nvidia-cusparse", "12.6.3.3"),
    ("nvidia-cusparselt-cu13", "0.8.1"),
    ("nvidia-nccl-cu13", "2.29.7"),
    ("nvidia-nvjitlink", "13.0.88"),
    ("nvidia-nvshmem-cu13", "3.4.5"),
    ("nvidia-nvtx", "13.0.85"),
]
CPU_LIBRARIES = {
    "x86_64": ["libtorch_cpu.so", "libc10.so", "libgomp.so.1"],
    "aarch64": [
        "libtorch_cpu.so",
        "libc10.so",
        "libgomp.so.1",
        "libarm_compute.so",
        "libarm_compute_graph.so",
        "libnvpl_blas_core.so.0",
        "libnvpl_blas_lp64_gomp.so.0",
        "libnvpl_lapack_core.so.0",
        "libnvpl_lapack_lp64_gomp.so.0",
    ],
}


def main() -> None:
    """Pins both builds for both processors."""
    client = Client(pip_settings())
    pins = {}
    for machine, libraries in CPU_LIBRARIES.items():
        wheels = {need: pin(client, need, machine) for need in [TORCH, *CPU_NEEDS, *CUDA_NEEDS]}
        headers = {"torch/include/": "include/"}
        cpu = [
            with_members(
                wheels[TORCH], {**headers, **{f"torch/lib/{name}": f"lib/{name}" for name in libraries}}
            )
        ]
        for need, library in CPU_NEEDS.items():
            cpu.append(with_members(wheels[need], {wheels[need]["libs"] + library: f"lib/{library}"}))
        cuda = [with_members(wheels[TORCH], {**headers, "torch/lib/": "lib/"})]
        cuda += [with_members(wheels[need], {wheels[need]["libs"]: "lib/"}) for need in CUDA_NEEDS]
        pins[machine] = {"cpu": cpu, "cuda": cuda}
    PINS_FILE.write_text(json.dumps(pins, indent=2) + "\n")


def with_members(wheel: Dict[str, str], members: Dict[str, str]) -> Dict[str, object]:
    """An entry of pins.json."""
    return {**{key: value for key, value in wheel.items() if key != "libs"}, "members": members}


def pin(client: Client, need: Tuple[str, str], machine: str) -> Dict[str, str]:
    """Downloads and checks one wheel."""
    filename, url, sha256 = choose(client, need, machine)
    print(filename, file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / filename
        digest = hashlib.sha256()
        with client.open(url) as response, path.open("wb") as out:
            for chunk in iter(lambda: response.read(1 << 20), b""):
                digest.update(chunk)
                out.write(chunk)
        if digest.hexdigest() != sha256:
            sys.exit(f"{filename} does not have the SHA-256 of the index")
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            record = next(name for name in names if name.endswith(".dist-info/RECORD"))
            library = next(name for name in names if "/lib/" in name and ".so" in name)
            return {
                "project": need[0],
                "filename": filename,
                "sha256": sha256,
                "record": hashlib.sha256(archive.read(record)).hexdigest(),
                "libs": library[: library.index("/lib/") + len("/lib/")],
            }


def choose(client: Client, need: Tuple[str, str], machine: str) -> Tuple[str, str, str]:
    """The wheel for Linux; of torch any one, as the C++ libraries are the same for all versions of Python."""
    prefix = f"{need[0].replace('-', '_')}-{need[1]}-"
    tag = "cp312-cp312-" if need == TORCH else "py3-none-"
    fitting: List[Tuple[str, str, str]] = [
        (filename, url, sha256)
        for filename, url, sha256 in client.files(need[0])
        if filename.startswith(prefix + tag + "manylinux") and filename.endswith(f"{machine}.whl") and sha256
    ]
    if len(fitting) != 1:
        sys.exit(f"{len(fitting)} wheels fit {prefix}{machine}")
    return fitting[0]


if __name__ == "__main__":
    main()
