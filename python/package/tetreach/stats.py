"""Success rates with their intervals."""

from __future__ import annotations

import math
from typing import NamedTuple


class Rate(NamedTuple):
    """A share of successes with its 95 % interval (Wilson 1927)."""

    successes: int
    n: int
    low: float
    high: float

    def __str__(self) -> str:
        share = self.successes / self.n if self.n else math.nan
        return f"{100 * share:.1f} % ({100 * self.low:.1f} to {100 * self.high:.1f}, n = {self.n})"


def wilson(successes: int, n: int) -> Rate:
    """The share of successes in ``n`` trials."""
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes in {n} trials")
    if n == 0:
        return Rate(0, 0, 0.0, 1.0)
    z = 1.959963984540054
    share = successes / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return Rate(successes, n, max(0.0, centre - half), min(1.0, centre + half))
