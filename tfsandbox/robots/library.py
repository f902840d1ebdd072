"""Every design by name, and the way from a name or a file to a design."""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from tfsandbox.errors import InputError
from tfsandbox.robots.aerial import drone
from tfsandbox.robots.arms import mobile_arm
from tfsandbox.robots.described import from_urdf
from tfsandbox.robots.documents import MOST_CHARACTERS, from_json
from tfsandbox.robots.fleet import Design, Fleet
from tfsandbox.robots.ground import car, diff_drive, diff_drive_no_footprint, two_robots
from tfsandbox.robots.robot import Robot
from tfsandbox.robots.simulated import simulated

DESIGNS: Mapping[str, Callable[[], Design]] = MappingProxyType(
    {
        "diff_drive": diff_drive,
        "diff_drive_no_footprint": diff_drive_no_footprint,
        "car": car,
        "mobile_arm": mobile_arm,
        "drone": drone,
        "simulated": simulated,
        "two_robots": two_robots,
    }
)
"""The designs that come with the package, by name."""

_ENDINGS = (".urdf", ".xacro", ".json")


def find(design: Design | str | os.PathLike[str]) -> Design:
    """Return a design.

    Args:
        design: a Robot or Fleet (returned as it is), a name in ``DESIGNS``, or a path ending in .urdf, .xacro or .json.

    Raises:
        InputError: none of these, or the file cannot be read or makes no sense.
        MissingPackageError: a .xacro, and xacro is not installed.
    """
    if isinstance(design, (Robot, Fleet)):
        return design
    if isinstance(design, str) and design in DESIGNS:
        return DESIGNS[design]()
    if isinstance(design, (str, os.PathLike)):
        path = os.fspath(design)
        if isinstance(path, str) and path.lower().endswith(_ENDINGS):
            return _read(path)
    raise InputError(
        "design",
        design,
        f"{_nearest(design)}give one of {', '.join(DESIGNS)}, or a path to a .urdf, .xacro or .json file",
    )


def _nearest(design: object) -> str:
    near = difflib.get_close_matches(design[:100].lower(), list(DESIGNS), 1) if isinstance(design, str) else []
    return f"did you mean {near[0]}? Or " if near else ""


def _read(path: str) -> Design:
    if not path.lower().endswith(".json"):
        return from_urdf(Path(path))
    try:
        with Path(path).open(encoding="utf-8") as file:
            text = file.read(MOST_CHARACTERS + 1)
    except (OSError, ValueError) as err:
        raise InputError("design", path, f"this file cannot be read ({err})") from err
    return from_json(text)
