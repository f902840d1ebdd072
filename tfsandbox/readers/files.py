"""Which reader opens a file, told by its name."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from tfsandbox.errors import InputError
from tfsandbox.readers import bag
from tfsandbox.readers.storage import SUFFIXES, existing
from tfsandbox.recording import Recording

KINDS = f"a bag folder, a file ending {', '.join(SUFFIXES)}, or a recording saved as .json"


def read(path: str | os.PathLike[str], *, progress: Callable[[float], None] | None = None) -> Recording:
    """Return the recording in a file or bag folder.

    Args:
        path: a bag folder, ``.mcap``, ``.db3``, ``.bag`` (ROS 1) or ``.json`` (``Recording.to_json``).
        progress: called now and then with the part done, 0 to 1.

    Raises:
        InputError: it is none of these, or cannot be read; names the file and the cure.
        MissingPackageError: a bag, and the extra ``bags`` is not installed.
    """
    place = existing(path)
    if place.is_dir() or place.suffix in SUFFIXES:
        return bag.read(place, progress=progress)
    if place.suffix == ".json":
        return _saved(place)
    raise InputError("path", str(place), f"give {KINDS}")


def _saved(path: Path) -> Recording:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as err:
        raise InputError("path", str(path), f"it cannot be read ({err})") from err
    try:
        return Recording.from_json(text)
    except InputError as err:
        raise InputError("path", str(path), f"{err.argument}: {err.cure}") from err
