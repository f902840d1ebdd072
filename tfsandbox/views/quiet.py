"""A buffer for looking at recordings: tf2's complaints are kept, not logged in the middle of a notebook."""

from __future__ import annotations

from collections.abc import Sequence

from tfsandbox.buffer import Buffer


class QuietBuffer(Buffer):
    """A Buffer whose complaints stay in ``log`` and wait to be taken."""

    _untaken: tuple[tuple[str, str], ...] = ()

    def _complain(self, complaints: Sequence[tuple[str, str]]) -> None:
        self._log.extend(complaints)
        self._untaken += tuple(complaints)

    def take_complaints(self) -> tuple[tuple[str, str], ...]:
        """Return (severity, text) of every complaint since the last time."""
        taken, self._untaken = self._untaken, ()
        return taken
