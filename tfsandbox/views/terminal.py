"""What a command line tool leaves in a terminal: pieces of its two streams in order, and its exit code."""

from __future__ import annotations

from dataclasses import dataclass

from tfsandbox.buffer import Buffer
from tfsandbox.errors import InputError
from tfsandbox.recording import Delivery, Recording
from tfsandbox.stamps import NANOSECONDS

STDOUT, STDERR = "stdout", "stderr"
CPP_AUTHORITY, PYTHON_AUTHORITY = "Authority undetectable", "default_authority"  # whom the listeners name as publisher
ABORTED = 134  # what a shell reports for a program that the C++ runtime ended


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of text and where it went: ``"stdout"`` or ``"stderr"``."""

    stream: str
    text: str


@dataclass(frozen=True, slots=True)
class Output:
    """Everything a tool printed. ``print(output)`` shows what a terminal shows.

    Attributes:
        chunks: in the order of printing.
        exit_code: 0 also for a tool that would still run and is stopped with Ctrl-C.
    """

    chunks: tuple[Chunk, ...] = ()
    exit_code: int = 0

    @property
    def text(self) -> str:
        """Both streams as a terminal mixes them."""
        return "".join(chunk.text for chunk in self.chunks)

    @property
    def stdout(self) -> str:
        """What a pipe would get."""
        return "".join(chunk.text for chunk in self.chunks if chunk.stream == STDOUT)

    @property
    def stderr(self) -> str:
        """Log lines, complaints and whatever else the tool sends there."""
        return "".join(chunk.text for chunk in self.chunks if chunk.stream == STDERR)

    def __str__(self) -> str:
        return self.text


def log_line(severity: str, time_ns: int, node: str, text: str) -> Chunk:
    """Return a line of a node's log as the console shows it."""
    seconds, rest = divmod(time_ns, NANOSECONDS)
    return Chunk(STDERR, f"[{severity}] [{seconds}.{rest:09d}] [{node}]: {text}\n")


def last_words(exception: str, what: str) -> Chunk:
    """Return what the C++ runtime prints when nobody caught an exception."""
    return Chunk(STDERR, f"terminate called after throwing an instance of '{exception}'\n  what():  {what}\n")


class Playback:
    """A tool's own buffer, which hears a recording bit by bit.

    Attributes:
        buffer: what was heard so far.
        start_ns: when the first message arrived (0 if none did).
        end_ns: when the last one arrived.
    """

    def __init__(self, recording: Recording, *, distro: str = "jazzy", authority: str = CPP_AUTHORITY) -> None:
        if not isinstance(recording, Recording):
            raise InputError("recording", recording, "give a Recording, as World.run returns it")
        self.buffer = Buffer(distro=distro)
        self.buffer.complain = self._note  # type: ignore[method-assign]
        self._authority = authority
        self._log: list[Chunk] = []
        self._left = recording.deliveries
        times = [delivery.receive_ns for delivery in recording.deliveries]
        self.start_ns = times[0] if times else 0
        self.end_ns = max(times, default=-1)
        self._next = self._now_ns = 0

    def _note(self, severity: str, text: str) -> None:
        self._log.append(log_line(severity, self._now_ns, "", text))

    def hear(self, before_ns: int) -> tuple[Delivery, ...]:
        """Feed the buffer with what arrived before a moment; return what is new."""
        first = self._next
        while self._next < len(self._left) and self._left[self._next].receive_ns < before_ns:
            delivery = self._left[self._next]
            self._now_ns = delivery.receive_ns
            static = delivery.topic.endswith("tf_static")
            for transform in delivery.transforms:
                self.buffer.set_transform(transform, self._authority, static)
            self._next += 1
        return self._left[first : self._next]

    def take_log(self) -> tuple[Chunk, ...]:
        """Return what tf2 itself logged since the last time, in the form it has from Jazzy on."""
        taken, self._log = tuple(self._log), []
        return taken
