"""A buffer for looking at recordings: tf2's complaints are kept, not logged in the middle of a notebook."""

from __future__ import annotations

from tfsandbox.buffer import Buffer


class QuietBuffer(Buffer):
    """A Buffer whose complaints stay in ``log``."""

    @staticmethod
    def complain(severity: str, text: str) -> None:
        """Keep quiet: the line is in ``log``."""
