"""The frames between two frames, as tf2 lists them for its command line tools."""

from __future__ import annotations

from tfsandbox.buffer import Buffer


def chain(buffer: Buffer, target_frame: str, source_frame: str) -> tuple[str, ...]:
    """Return the frames from source to target as the tool lists them, oddities included.

    tf2 prunes too much: a chain that ends at a root lacks the root, one that turns at a common parent lacks that parent
    and the frame before it, and one down from an ancestor stands upside down.

    Raises:
        TransformException: there is no chain.

    Source: BufferCore::_chainAsVector of tf2, with equal times.
    """
    time = buffer.get_latest_common_time(target_frame, source_frame)
    if source_frame == target_frame:
        return ()
    up = _ancestors(buffer, source_frame, time)
    if target_frame in up and buffer.get_frame_parent(target_frame, time):
        return tuple(up[: up.index(target_frame) + 1])
    down = _ancestors(buffer, target_frame, time)
    if source_frame in down and buffer.get_frame_parent(source_frame, time):
        return tuple(down[: down.index(source_frame) + 1])
    if len(down) == 1:
        return tuple(up[:-1])
    kept = up[:-2] if len(up) > 1 else up
    return (*kept, *reversed(down[:-1]))


def _ancestors(buffer: Buffer, frame: str, time: object) -> list[str]:
    """Return a frame and everything above it; the chain is known to be complete and without loop."""
    found = [frame]
    while parent := buffer.get_frame_parent(found[-1], time):
        found.append(parent)
    return found
