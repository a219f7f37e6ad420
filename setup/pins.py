"""The wheels libtorch is taken from, pinned by SHA-256.

A wheel is a zip whose RECORD lists the SHA-256 of every member. Pinning RECORD as well as the whole file means that
single members fetched by byte range are checked as strictly as a complete download.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, Tuple

TORCH_VERSION = "2.13.0"
"""What tch 0.26 is written against."""


@dataclass(frozen=True)
class Wheel:
    """One wheel on the package index and the members of it that are wanted."""

    project: str
    filename: str
    sha256: str
    record: str
    """SHA-256 of the wheel's own RECORD."""
    members: Tuple[Tuple[str, str], ...]
    """(member or folder ending in `/`, where it goes below the libtorch folder)."""


def _torch(platform: str, sha256: str, record: str, extra_libs: Tuple[str, ...] = ()) -> Wheel:
    libs = ("libtorch_cpu.so", "libc10.so", "libgomp.so.1") + extra_libs
    return Wheel(
        project="torch",
        # The Python version in the name does not matter: the C++ libraries are the same in all of them.
        filename=f"torch-{TORCH_VERSION}-cp312-cp312-{platform}.whl",
        sha256=sha256,
        record=record,
        members=(("torch/include/", "include/"),) + tuple((f"torch/lib/{lib}", f"lib/{lib}") for lib in libs),
    )


def _nvidia(project: str, filename: str, sha256: str, record: str, lib: str) -> Wheel:
    return Wheel(project, filename, sha256, record, ((f"nvidia/cu13/lib/{lib}", f"lib/{lib}"),))


# PyPI's torch is a CUDA build: even its libtorch_cpu.so wants libcudart and libcupti to start. Both are small.
CPU_WHEELS: Dict[str, Tuple[Wheel, ...]] = {
    "x86_64": (
        _torch(
            "manylinux_2_28_x86_64",
            "796633c4cdf0fe2cdced72d8f88f22e73dbcfce83132763162f6d4bff13b820b",
            "047e634e96d5bc54b146ddb04a470175e886d18d89439c44e371e870e2dfa0de",
        ),
        _nvidia(
            "nvidia-cuda-runtime",
            "nvidia_cuda_runtime-13.0.96-py3-none-manylinux2014_x86_64.manylinux_2_17_x86_64.whl",
            "7f82250d7782aa23b6cfe765ecc7db554bd3c2870c43f3d1821f1d18aebf0548",
            "34c7a65651597fd8a376b049b69bb26db399a9ea443a7a142ccd34f5a10f79c4",
            "libcudart.so.13",
        ),
        _nvidia(
            "nvidia-cuda-cupti",
            "nvidia_cuda_cupti-13.0.85-py3-none-manylinux_2_25_x86_64.whl",
            "4eb01c08e859bf924d222250d2e8f8b8ff6d3db4721288cf35d14252a4d933c8",
            "f8ae8ddce85f8e319abac90e956bf45a572e31f4ff01af2d634f37aa3d78e3eb",
            "libcupti.so.13",
        ),
    ),
    "aarch64": (
        _torch(
            "manylinux_2_28_aarch64",
            "572df8be8ffb4599c88cbd6a0726f1f854f4da65d2e3c09f0e2c2283333cd6d4",
            "471beaed31dcf3209fc587fdfee9e2eeba8a159462eb20d8736a2ddad7fb3205",
            extra_libs=(
                "libarm_compute.so",
                "libarm_compute_graph.so",
                "libnvpl_blas_core.so.0",
                "libnvpl_blas_lp64_gomp.so.0",
                "libnvpl_lapack_core.so.0",
                "libnvpl_lapack_lp64_gomp.so.0",
            ),
        ),
        _nvidia(
            "nvidia-cuda-runtime",
            "nvidia_cuda_runtime-13.0.96-py3-none-manylinux2014_aarch64.manylinux_2_17_aarch64.whl",
            "ef9bcbe90493a2b9d810e43d249adb3d02e98dd30200d86607d8d02687c43f55",
            "8ff0b015e7bb39dbf9cfc2a997cdb581914c6661dbbdbc1a71c7cc3da6a4dc11",
            "libcudart.so.13",
        ),
        _nvidia(
            "nvidia-cuda-cupti",
            "nvidia_cuda_cupti-13.0.85-py3-none-manylinux_2_25_aarch64.whl",
            "796bd679890ee55fb14a94629b698b6db54bcfd833d391d5e94017dd9d7d3151",
            "d26eaae605b8bd5e97a7355a3938d2213f2062f0f23d2afd1c00c9d8647cf4a6",
            "libcupti.so.13",
        ),
    ),
}
