"""Rigid transforms as plain values: T_parent_child. No frame names, no time.

The arithmetic of rotations is in ``quaternions``, whose names are at hand here too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from tfsandbox.errors import InputError, MissingPackageError
from tfsandbox.quaternions import (
    IDENTITY_ROTATION,
    Quaternion,
    Rows,
    Vector,
    angle_between,
    canonical,
    conjugate,
    multiply,
    numbers,
    quaternion_from_rows,
    quaternion_from_rpy,
    rotate,
    rows_from_quaternion,
    rpy_from_quaternion,
    slerp,
)

if TYPE_CHECKING:
    import numpy

__all__ = [
    "IDENTITY_ROTATION",
    "Quaternion",
    "Rows",
    "Transform",
    "Vector",
    "angle_between",
    "canonical",
    "conjugate",
    "multiply",
    "quaternion_from_rows",
    "quaternion_from_rpy",
    "rotate",
    "rows_from_quaternion",
    "rpy_from_quaternion",
    "slerp",
]


@dataclass(frozen=True, slots=True)
class Transform:
    """T_parent_child: the pose of child in parent; ``T_parent_child @ p_child`` gives p_parent.

    NaN and rotations of odd length are allowed, since broken robots publish them.

    Attributes:
        translation: (x, y, z) in metres.
        rotation: quaternion (x, y, z, w).

    Raises:
        InputError: not three and four numbers.
    """

    translation: Vector = (0.0, 0.0, 0.0)
    rotation: Quaternion = IDENTITY_ROTATION

    def __post_init__(self) -> None:
        object.__setattr__(self, "translation", numbers(self.translation, 3, "translation", "(x, y, z) in metres"))
        object.__setattr__(self, "rotation", numbers(self.rotation, 4, "rotation", "a quaternion (x, y, z, w)"))

    @classmethod
    def from_rpy(
        cls, x: float = 0.0, y: float = 0.0, *, z: float = 0.0, roll: float = 0.0, pitch: float = 0.0, yaw: float = 0.0
    ) -> Transform:
        """Return the transform with this translation (metres) and fixed-axis rotation (radians).

        Raises:
            InputError: an angle is not a finite number.
        """
        angles = numbers((roll, pitch, yaw), 3, "(roll, pitch, yaw)", "three angles in radians")
        if not all(map(math.isfinite, angles)):
            raise InputError("(roll, pitch, yaw)", angles, "give finite angles in radians")
        return cls((x, y, z), quaternion_from_rpy(*angles))

    @property
    def rpy(self) -> Vector:
        """(roll, pitch, yaw) in radians."""
        return rpy_from_quaternion(self.rotation)

    @property
    def yaw(self) -> float:
        """The heading in radians, -pi to pi."""
        return self.rpy[2]

    def inverse(self) -> Transform:
        """Return T_child_parent."""
        q = conjugate(self.rotation)
        x, y, z = self.translation
        return Transform(rotate(q, (-x, -y, -z)), q)

    @overload
    def __matmul__(self, other: Transform) -> Transform: ...
    @overload
    def __matmul__(self, other: Vector) -> Vector: ...
    def __matmul__(self, other: Any) -> Any:
        """Return T_a_b @ T_b_c = T_a_c, or T_a_b @ p_b = p_a for a point (three numbers)."""
        if isinstance(other, Transform):
            return Transform(self @ other.translation, multiply(self.rotation, other.rotation))
        v = rotate(self.rotation, numbers(other, 3, "point", "(x, y, z) in metres or a Transform"))
        return tuple(a + b for a, b in zip(v, self.translation, strict=True))

    def rotate(self, vector: Vector) -> Vector:
        """Return a direction v_child as v_parent: turned, not moved."""
        return rotate(self.rotation, numbers(vector, 3, "vector", "(x, y, z)"))

    def interpolate(self, other: Transform, ratio: float) -> Transform:
        """Return the transform between self (ratio 0) and other (ratio 1) as tf2 interpolates.

        Raises:
            InputError: not a Transform, or not a number.
        """
        _require_transform(other)
        (ratio,) = numbers((ratio,), 1, "ratio", "a number from 0 to 1")
        r0 = 1.0 - ratio
        t = tuple(r0 * a + ratio * b for a, b in zip(self.translation, other.translation, strict=True))
        return Transform(t, slerp(self.rotation, other.rotation, ratio))  # type: ignore[arg-type]

    def is_close(self, other: Transform, *, tolerance: float = 1e-9) -> bool:
        """Return whether both map points alike: metres and radians within tolerance; q and -q are equal.

        Raises:
            InputError: not a Transform, or not a number.
        """
        _require_transform(other)
        (tolerance,) = numbers((tolerance,), 1, "tolerance", "metres and radians")
        near = all(abs(a - b) <= tolerance for a, b in zip(self.translation, other.translation, strict=True))
        return near and angle_between(self.rotation, other.rotation) <= tolerance

    def rows(self) -> tuple[tuple[float, float, float, float], ...]:
        """Return the 4 x 4 homogeneous matrix as tuples."""
        r = rows_from_quaternion(self.rotation)
        top = tuple((*row, t) for row, t in zip(r, self.translation, strict=True))
        return (*top, (0.0, 0.0, 0.0, 1.0))

    def as_matrix(self) -> numpy.ndarray:
        """Return the 4 x 4 homogeneous matrix as a numpy array.

        Raises:
            MissingPackageError: numpy is not installed.
        """
        try:
            import numpy
        except ImportError as err:
            raise MissingPackageError("numpy", "Transform.as_matrix", "numpy") from err
        return numpy.array(self.rows())


def _require_transform(other: object) -> None:
    if not isinstance(other, Transform):
        raise InputError("other", other, "give a Transform")
