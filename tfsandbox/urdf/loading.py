"""URDF from text or a file, through xacro where it is xacro."""

from __future__ import annotations

import os
from pathlib import Path

from tfsandbox.errors import InputError
from tfsandbox.urdf.model import Model
from tfsandbox.urdf.reader import MOST_CHARACTERS, read
from tfsandbox.urdf.xacro import expand, is_xacro


def load(source: str | os.PathLike[str]) -> Model:
    """Return the links and joints of a URDF or xacro.

    A .xacro file, or text that uses xacro's namespace, is expanded first (see ``expand``). A .urdf is read as it is:
    names that still hold ``${...}`` stay, since that is what robot_state_publisher would make of it.

    Args:
        source: the text, or a path ending in .urdf or .xacro.

    Raises:
        InputError: no such file, not XML, not a robot, or a link or joint that makes no sense.
        MissingPackageError: it is xacro, and xacro is not installed.
    """
    path = _path_of(source)
    if path is None:
        text = str(source)
        return read(expand(text) if is_xacro(text) else text)
    text = _text_of(path)
    return read(expand(text, folder=path.parent) if path.suffix.lower() == ".xacro" else text)


def _path_of(source: object) -> Path | None:
    if isinstance(source, os.PathLike):
        source = os.fspath(source)
    if not isinstance(source, str):
        raise InputError("urdf", source, "give URDF text, or a path ending in .urdf or .xacro")
    is_path = "<" not in source and source.lower().endswith((".urdf", ".xacro"))
    return Path(source) if is_path else None


def _text_of(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(MOST_CHARACTERS + 1)
    except (OSError, ValueError) as err:
        raise InputError("urdf", str(path), f"this file cannot be read ({err})") from err
