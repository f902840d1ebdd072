"""Hints for the reader, added as notes to tf2's exceptions, with the facts as attributes; tf2's text stays as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfsandbox.errors import TransformException
from tfsandbox.stamps import NANOSECONDS, format_time

if TYPE_CHECKING:
    from tfsandbox.buffer.frames import Frames

_LISTED = 12


def about_name(error: TransformException, name: str, frames: Frames) -> None:
    """Say which frames are known and which is nearest to a name that was not accepted."""
    error.frame = name
    known = list(frames.queryable)
    if not known:
        error.add_note("The buffer is empty: no transform has been accepted yet.")
        return
    if name.startswith("/") and name.lstrip("/") in frames.queryable:
        error.add_note(f'Ask for "{name.lstrip("/")}": tf2 takes one slash off published names, never off a query.')
        return
    import difflib

    near = difflib.get_close_matches(name, known[:1000], n=1, cutoff=0.6)
    if near:
        error.add_note(f'Did you mean "{near[0]}"?')
    more = f" and {len(known) - _LISTED} more" if len(known) > _LISTED else ""
    error.add_note(f"Known frames: {', '.join(sorted(known)[:_LISTED])}{more}.")


def about_trees(error: TransformException, target: str, source: str, frames: Frames) -> None:
    """Say in which tree each frame hangs."""
    roots = {name: frames.root_of(name) for name in (target, source)}
    error.roots = roots
    for name, root in roots.items():
        hangs = "is a root: nothing is its parent" if root == name else f'hangs below the root "{root}"'
        error.add_note(f'"{name}" {hangs}.')
    error.add_note("Look for the link that should join the two trees: missing, misspelt, or its child has moved away.")


def about_window(error: TransformException, frames: Frames, frame: int, time_ns: int) -> None:
    """Say which link failed and which times it holds."""
    cache = frames.caches[frame]
    error.frame, error.requested_ns = frames.names[frame], time_ns
    if cache is None or not len(cache):
        error.add_note(f'The link of "{error.frame}" holds no data: was the buffer just cleared?')
        return
    error.oldest_ns, error.newest_ns = cache.oldest_ns, cache.newest_ns
    held = f"{format_time(cache.oldest_ns)} to {format_time(cache.newest_ns)}"
    parent = frames.names[cache.newest_parent]
    error.add_note(f'The link "{parent}" -> "{error.frame}" holds {held} ({len(cache)} samples).')
    gap = max(time_ns - cache.newest_ns, cache.oldest_ns - time_ns) / NANOSECONDS
    error.add_note(f"You asked {gap:.6g} s beyond that. Time 0 asks for the latest; a timeout waits for newer data.")
