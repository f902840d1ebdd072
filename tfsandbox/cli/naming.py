"""Errors of the rooms below, in the words of the command line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from tfsandbox.errors import InputError


@contextmanager
def named(names: Mapping[str, str]) -> Iterator[None]:
    """Call an argument what it is called on the command line, in any InputError that comes out of the block.

    Args:
        names: argument of a function -> option or word, e.g. ``{"path": "--output"}``.
    """
    try:
        yield
    except InputError as err:
        if err.argument not in names:
            raise
        raise InputError(names[err.argument], err.value, err.cure) from err
