"""Faults: what people do to a bringup, and what clocks and networks do to messages, that breaks a tf tree.

Every fault is a frozen value; importing this package offers each class by name, and ``FAULTS`` holds them all.
"""

from __future__ import annotations

from typing import Any

from tfsandbox.faults import names, structure, time, transport, values
from tfsandbox.faults.catalogue import Catalogued, catalog, find

FAMILIES = (values, structure, names, time, transport)
FAULTS: tuple[type[Catalogued], ...] = tuple(fault for family in FAMILIES for fault in family.FAULTS)

_BY_CLASS = {fault.__name__: fault for fault in FAULTS}

__all__ = ["FAMILIES", "FAULTS", "Catalogued", "catalog", "find", *sorted(_BY_CLASS)]


def __getattr__(name: str) -> Any:
    if name in _BY_CLASS:
        return _BY_CLASS[name]
    raise AttributeError(f"module 'tfsandbox.faults' has no attribute {name!r}")
