"""Numbers an observation asks about: at least this, at most that."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tfsandbox.errors import InputError


@dataclass(frozen=True, slots=True)
class Bounds:
    """From which number to which, both included.

    Attributes:
        least: lower bound, minus infinity for none.
        most: upper bound, infinity for none.

    Raises:
        InputError: not numbers, or none at all.
    """

    least: float = -math.inf
    most: float = math.inf

    def __post_init__(self) -> None:
        for name in ("least", "most"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, (int, float)) or math.isnan(value):
                raise InputError(name, value, "give a number")
        if math.isinf(self.least) and math.isinf(self.most):
            raise InputError("least", self.least, "give a lower or an upper bound")

    def hold(self, value: float | None) -> bool:
        """Return whether a value lies between the bounds; nothing does not."""
        return value is not None and self.least <= value <= self.most

    def words(self, unit: str = "") -> str:
        """Return e.g. ``at least 0.5 s``."""
        least, most = (f"{_plain(bound)} {unit}".rstrip() for bound in (self.least, self.most))
        if math.isinf(self.most):
            return f"at least {least}"
        if math.isinf(self.least):
            return f"at most {most}"
        return f"exactly {least}" if self.least == self.most else f"between {_plain(self.least)} and {most}"


def _plain(bound: float) -> str:
    return f"{bound:.6f}".rstrip("0").rstrip(".")
