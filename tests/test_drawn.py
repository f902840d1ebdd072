"""The trees that property tests draw: which of them no two implementations need agree on."""

from drawn import Published, Tree
from tfsandbox import StampedTransform, Transform


def tree(*rotations):
    links = [
        Published(StampedTransform("a", "b", Transform(rotation=q), stamp_ns=i), False) for i, q in enumerate(rotations)
    ]
    return Tree(tuple(links), ("a", "b"), (0,))


def test_half_a_turn_can_be_turned_either_way():
    half, still, diagonal = (0.0, 0.0, 1.0, -1.1e-96), (0.0, 0.0, 0.0, 1.0), (0.6, 0.8, 4e-64, 0.0)
    assert tree(half, diagonal).turns_either_way
    assert tree(half, still).turns_either_way
    assert not tree(half, (0.0, 0.0, 0.6, 0.8)).turns_either_way
    assert not tree(half).turns_either_way
