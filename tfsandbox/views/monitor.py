"""What ``ros2 run tf2_ros tf2_monitor [A B]`` prints, byte for byte.

Source: tf2_ros of ROS 2 Jazzy (tf2_monitor).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tfsandbox.buffer import Buffer
from tfsandbox.errors import InputError, TransformException
from tfsandbox.recording import Delivery, Recording
from tfsandbox.stamps import NANOSECONDS, tf2_seconds, to_ns
from tfsandbox.static_args import without_ros_arguments
from tfsandbox.views import checked
from tfsandbox.views.chain import chain
from tfsandbox.views.terminal import ABORTED, STDERR, STDOUT, Chunk, Output, Playback, last_words, log_line

NODE = "tf2_monitor_main"
USAGE = "TF_Monitor: usage: tf2_monitor framea frameb"
NOBODY = "<no authority available>"
_TICK_NS, _TICKS_A_REPORT = NANOSECONDS // 2, 21
_MOST_MESSAGES, _MOST_TICKS = 1000, 1_000_000
_LOW_PASS = 0.01


@dataclass(slots=True)
class Delays:
    """The delays of the last 1000 messages, seconds."""

    values: list[float] = field(default_factory=list)

    def add(self, value: float) -> None:
        """Remember one more, and forget the oldest."""
        self.values.append(value)
        del self.values[:-_MOST_MESSAGES]

    @property
    def average(self) -> float:
        """Their mean, added up one by one as the tool does."""
        total = 0.0
        for value in self.values:
            total += value
        return total / len(self.values)

    @property
    def maximum(self) -> float:
        """The largest, but never below 0: that is where the tool starts."""
        return max(0.0, *self.values)


@dataclass(slots=True)
class Statistics:
    """What the tool has counted: by child frame as published, and for all messages together."""

    frames: dict[str, Delays] = field(default_factory=dict)
    messages: Delays = field(default_factory=Delays)
    times: Delays = field(default_factory=Delays)

    def count(self, delivery: Delivery, now_ns: int) -> None:
        """Take in one tf message that arrived now; static ones count like all others."""
        now, total = now_ns / NANOSECONDS, 0.0
        for transform in delivery.transforms:
            delay = now - tf2_seconds(transform.stamp_ns)
            self.frames.setdefault(transform.child_frame_id, Delays()).add(delay)
            total += delay
        self.messages.add(total / max(1, len(delivery.transforms)))
        self.times.add(now)

    @property
    def frequency(self) -> float:
        """Messages over the time between the first and the last: one alone gives 1e+08 Hz."""
        times = self.times.values
        return len(times) / max(0.00000001, times[-1] - times[0])


@dataclass(frozen=True, slots=True)
class Pair:
    """The two frames asked about, the chain between them, and the delay of its newest transform so far."""

    a: str
    b: str
    chain: tuple[str, ...]
    average: float = 0.0
    maximum: float = 0.0

    def look(self, buffer: Buffer, now_ns: int) -> Pair:
        """Return the pair after one more lookup.

        Raises:
            TransformException: the chain is broken; the tool does not catch it.
        """
        found = buffer.lookup_transform(self.a, self.b)
        delay = now_ns / NANOSECONDS - tf2_seconds(to_ns(found.header.stamp))
        average = _LOW_PASS * delay + (1 - _LOW_PASS) * self.average
        return Pair(self.a, self.b, self.chain, average, max(self.maximum, delay))


def run(recording: Recording, arguments: Sequence[str] = (), *, distro: str = "jazzy") -> Output:
    """Return what ``tf2_monitor ARGUMENTS`` prints while a recording is made; its usage unless there are 0 or 2.

    Raises:
        InputError: not a recording, or not a list of texts.
    """
    words = without_ros_arguments(arguments)
    if len(words) not in (0, 2):
        start_ns = Playback(recording).start_ns
        return Output((log_line("INFO", start_ns, NODE, USAGE),), 255)
    return monitor(recording, *words, distro=distro)


def monitor(recording: Recording, a: str | None = None, b: str | None = None, *, distro: str = "jazzy") -> Output:
    """Return what ``tf2_monitor`` or ``tf2_monitor A B`` prints while a recording is made.

    The tool starts just before the first message and reports after every 10.5 s; a recording that is over before the
    first report gets one at its end. ``receive_ns`` is the tool's now.

    Args:
        recording: what it hears.
        a: frame A, the target of its lookups; None for all frames.
        b: frame B; None with a.
        distro: whose tf2 answers.

    Raises:
        InputError: not a recording, only one frame, or a recording of more than five days.
    """
    if (a is None) != (b is None):
        raise InputError("b" if b is None else "a", b if b is None else a, "give two frames, or none")
    for argument, frame in (("a", a), ("b", b)):
        checked.text("" if frame is None else frame, argument)
    playback = Playback(recording, distro=distro)
    if (playback.end_ns - playback.start_ns) // _TICK_NS > _MOST_TICKS:
        raise InputError("recording", f"{playback.end_ns - playback.start_ns} ns long", "give a shorter one")
    chunks: list[Chunk] = []
    try:
        chunks.extend(_all_frames(playback) if a is None or b is None else ())
        if a is not None and b is not None:
            for chunk in _two_frames(playback, a, b):
                chunks.append(chunk)  # one by one: what was printed before an exception stays
    except TransformException as err:
        return Output((*chunks, last_words(f"tf2::{err.cpp_exception or type(err).__name__}", str(err))), ABORTED)
    return Output(tuple(chunks))


def _all_frames(playback: Playback) -> Iterator[Chunk]:
    yield Chunk(STDOUT, "Gathering data on all frames for 10 seconds...\n")
    statistics, heard = Statistics(), False
    for report_ns in _reports(playback, playback.start_ns):
        for delivery in _tf(playback.hear(report_ns)):
            statistics.count(delivery, delivery.receive_ns)
            heard = True
        yield from playback.take_log()
        yield from _report(statistics, None, heard)


def _two_frames(playback: Playback, a: str, b: str) -> Iterator[Chunk]:
    begin_ns = playback.start_ns
    earlier: list[Delivery] = []
    while True:
        earlier += _tf(playback.hear(begin_ns))
        yield from playback.take_log()
        can, text = playback.buffer.can_transform(a, b, return_debug_tuple=True)
        if can:
            break
        if (begin_ns - playback.start_ns) % NANOSECONDS == 0:  # throttled to one a second
            yield log_line("INFO", begin_ns, NODE, f"Waiting for transform {a} ->  {b}: {text}")
        if begin_ns > playback.end_ns:
            return
        begin_ns += _TICK_NS
    statistics, pair = Statistics(), Pair(a, b, chain(playback.buffer, b, a))
    for delivery in _latched(earlier):  # the tool subscribes only now; /tf_static comes again
        statistics.count(delivery, begin_ns)
    yield Chunk(STDOUT, f"Gathering data on {a} -> {b} for 10 seconds...\n")
    now_ns = begin_ns
    for report_ns in _reports(playback, begin_ns):
        while now_ns < report_ns:
            _count(statistics, playback.hear(now_ns))
            pair = pair.look(playback.buffer, now_ns)
            now_ns += _TICK_NS
        _count(statistics, playback.hear(report_ns))
        yield from playback.take_log()
        yield from _report(statistics, pair, bool(statistics.times.values))


def _count(statistics: Statistics, deliveries: Sequence[Delivery]) -> None:
    for delivery in _tf(deliveries):
        statistics.count(delivery, delivery.receive_ns)


def _tf(deliveries: Sequence[Delivery]) -> list[Delivery]:
    return [delivery for delivery in deliveries if isinstance(delivery.payload, tuple)]


def _latched(deliveries: Sequence[Delivery]) -> list[Delivery]:
    """Return the last message of every publisher of static transforms: what a late subscriber gets."""
    last = {d.endpoint: d for d in deliveries if d.topic.endswith("tf_static")}
    return list(last.values())


def _reports(playback: Playback, begin_ns: int) -> Iterator[int]:
    """Yield the moments of the reports."""
    span_ns = _TICKS_A_REPORT * _TICK_NS
    report_ns = begin_ns + span_ns
    if report_ns > playback.end_ns:
        yield max(playback.end_ns, begin_ns) + 1
        return
    while report_ns <= playback.end_ns:
        yield report_ns
        report_ns += span_ns


def _report(statistics: Statistics, pair: Pair | None, heard: bool) -> Iterator[Chunk]:
    yield Chunk(STDOUT, f"\n\n\n{_headline(pair)}\nFrames:\n{_frames(statistics, pair)}")
    yield Chunk(STDERR, "\nAll Broadcasters:\n")
    if heard:
        delays = statistics.messages
        numbers = f"{statistics.frequency:g} Hz, Average Delay: {delays.average:g} Max Delay: {delays.maximum:g}"
        yield Chunk(STDOUT, f"Node: {NOBODY} {numbers}\n")


def _headline(pair: Pair | None) -> str:
    if pair is None:
        return "RESULTS: for all Frames\n"
    return (
        f"RESULTS: for {pair.a} to {pair.b}\n"
        f"Chain is: {' -> '.join(pair.chain)}\n"
        f"Net delay     avg = {pair.average:g}: max = {pair.maximum:g}\n"
    )


def _frames(statistics: Statistics, pair: Pair | None) -> str:
    lines = []
    for child in sorted(statistics.frames):
        delays = statistics.frames[child]
        line = (
            f"Frame: {child}, published by {NOBODY}, Average Delay: {delays.average:g}, Max Delay: {delays.maximum:g}\n"
        )
        lines.append(line * (1 if pair is None else pair.chain.count(child)))
    return "".join(lines)
