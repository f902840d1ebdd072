"""What a listener sees after a link was published: predicted by trigonometry, measured through a Buffer."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tfsandbox.buffer import Buffer
from tfsandbox.conversions import transform_of
from tfsandbox.direction.ways import require_link, way
from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform, Vector, angle_between
from tfsandbox.recording import StampedTransform


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where the child ended up, seen from its intended parent.

    Attributes:
        origin: the child's origin in the intended parent, metres.
        gap: distance from the origin to where it should be, metres.
        ratio: gap / length of the intended offset; NaN when that offset is zero.
        rotation_error: angle between measured and intended rotation, radians, 0 to pi.
        probe: the probe point of the child, in the intended parent, metres.
        probe_gap: distance from the probe point to where it should be, metres.
        child_parent: parent of the intended child in the tree, "" when it is a root.
    """

    origin: Vector
    gap: float
    ratio: float
    rotation_error: float
    probe: Vector
    probe_gap: float
    child_parent: str


def measure(buffer: Buffer, intended: StampedTransform, *, probe: Vector = (0.0, 0.0, 0.0)) -> Outcome:
    """Return where the intended child is, as this buffer answers.

    Args:
        buffer: has heard whatever was published.
        intended: the link as it should be.
        probe: a point in the child, metres.

    Raises:
        LookupException: one of the two frames is unknown.
        ConnectivityException: the two frames are not connected.
        InputError: not a Buffer, a link or a point.
    """
    if not isinstance(buffer, Buffer):
        raise InputError("buffer", buffer, "give the Buffer that has heard what was published")
    require_link(intended)
    probe = _point(probe)
    parent, child = intended.frame_id, intended.child_frame_id
    seen = transform_of(buffer.lookup_transform(parent, child))
    wanted = intended.transform
    gap = math.dist(seen.translation, wanted.translation)
    return Outcome(
        origin=seen.translation,
        gap=gap,
        ratio=_ratio(gap, math.hypot(*wanted.translation)),
        rotation_error=angle_between(wanted.rotation, seen.rotation),
        probe=seen @ probe,
        probe_gap=math.dist(seen @ probe, wanted @ probe),
        child_parent=buffer.get_frame_parent(child),
    )


def predict(name: str, intended: StampedTransform, *, probe: Vector = (0.0, 0.0, 0.0)) -> Outcome:
    """Return where the child should end up, worked out with sines and cosines: no buffer, no matrix.

    Args:
        name: the way of publishing.
        intended: the link as it should be; its rotation must be a yaw only.
        probe: a point in the child, metres.

    Raises:
        InputError: no such way, not a link or a point, or a rotation with roll or pitch.
    """
    chosen = way(name)
    require_link(intended)
    probe = _point(probe)
    roll, pitch, yaw = intended.transform.rpy
    if max(abs(roll), abs(pitch)) > 1e-9:
        raise InputError(
            "intended", intended, "the formulas hold for a yaw only: give a transform without roll and pitch"
        )
    offset = intended.transform.translation
    length = math.hypot(*offset)
    ratio = _predicted_ratio(name, offset, yaw)
    origin = _predicted_origin(name, offset, yaw)
    heading = -yaw if name in ("swap", "inverse_value") else yaw
    seen, wanted = _moved(probe, heading, origin), _moved(probe, yaw, offset)
    return Outcome(
        origin=origin,
        gap=ratio * length if length else 0.0,
        ratio=ratio,
        rotation_error=abs(math.remainder(heading - yaw, math.tau)),
        probe=seen,
        probe_gap=math.dist(seen, wanted),
        child_parent="" if chosen.swaps_names else intended.frame_id,
    )


def link(
    offset: float, *, z: float = 0.0, yaw: float = 0.0, parent: str = "base_link", child: str = "laser"
) -> StampedTransform:
    """Return an intended link: T_parent_child of a mount.

    Args:
        offset: metres ahead.
        z: metres up.
        yaw: radians.
        parent: frame_id.
        child: child_frame_id.
    """
    return StampedTransform(parent, child, Transform.from_rpy(offset, z=z, yaw=yaw))


def _point(probe: object) -> Vector:
    try:
        return Transform(probe).translation  # type: ignore[arg-type]
    except InputError as err:
        raise InputError("probe", probe, "give a point (x, y, z) in metres") from err


def _ratio(gap: float, length: float) -> float:
    return gap / length if length else math.nan


def _turned(point: Vector, angle: float) -> Vector:
    x, y, z = point
    c, s = math.cos(angle), math.sin(angle)
    return (c * x - s * y, s * x + c * y, z)


def _moved(point: Vector, angle: float, origin: Vector) -> Vector:
    x, y, z = _turned(point, angle)
    return (x + origin[0], y + origin[1], z + origin[2])


def _predicted_origin(name: str, offset: Vector, yaw: float) -> Vector:
    if name == "omit":
        return (0.0, 0.0, 0.0)
    if name == "swap_neg_t":
        return _turned(offset, yaw)
    if name in ("swap", "inverse_value", "sign"):
        x, y, z = offset if name == "sign" else _turned(offset, -yaw)
        return (-x, -y, -z)
    return offset


def _predicted_ratio(name: str, offset: Vector, yaw: float) -> float:
    """Return the ratio; the part of the offset along the axis of rotation is not turned, only mirrored or kept."""
    across, along = math.hypot(offset[0], offset[1]), offset[2]
    length = math.hypot(across, along)
    if not length:
        return math.nan
    if name in ("swap", "inverse_value"):
        return 2 * math.hypot(math.cos(yaw / 2) * across, along) / length
    if name == "swap_neg_t":
        return 2 * abs(math.sin(yaw / 2)) * across / length
    return {"sign": 2.0, "omit": 1.0}.get(name, 0.0)
