"""A recording laid out for looking at: links, parents, headers, log, and the buffer it makes; computed when asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from tfsandbox.buffer import Buffer
from tfsandbox.geometry import Transform
from tfsandbox.recording import Endpoint, Recording, StampedHeader
from tfsandbox.views.quiet import QuietBuffer


@dataclass(frozen=True, slots=True)
class Sample:
    """One published transform as it arrived.

    Attributes:
        parent: header.frame_id as published, slashes and all.
        child: child_frame_id as published.
        transform: T_parent_child.
        stamp_ns: header.stamp in nanoseconds.
        receive_ns: the subscriber's clock when it arrived.
        topic: where it arrived.
        endpoint: id of its publisher.
    """

    parent: str
    child: str
    transform: Transform
    stamp_ns: int
    receive_ns: int
    topic: str
    endpoint: int

    @property
    def static(self) -> bool:
        """Whether a listener takes it for a static transform."""
        return self.topic.endswith("tf_static")


@dataclass(frozen=True, slots=True)
class Header:
    """The header of a message other than tf, as it arrived."""

    topic: str
    frame_id: str
    stamp_ns: int
    receive_ns: int
    endpoint: int


class Evidence:
    """What one recording shows; frames by their names without a leading slash, as a listener stores them."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording

    @cached_property
    def buffer(self) -> Buffer:
        """The buffer of a listener that heard it all."""
        return QuietBuffer.play(self.recording)

    @cached_property
    def samples(self) -> tuple[Sample, ...]:
        """Every published transform in order of arrival."""
        return tuple(
            Sample(t.frame_id, t.child_frame_id, t.transform, t.stamp_ns, d.receive_ns, d.topic, d.endpoint)
            for d in self.recording.deliveries
            for t in d.transforms
        )

    @cached_property
    def links(self) -> Mapping[tuple[str, str], tuple[Sample, ...]]:
        """Samples by (parent, child), links in order of first arrival."""
        found: dict[tuple[str, str], list[Sample]] = {}
        for sample in self.samples:
            found.setdefault((sample.parent.removeprefix("/"), sample.child.removeprefix("/")), []).append(sample)
        return {link: tuple(samples) for link, samples in found.items()}

    def of_link(self, parent: str, child: str) -> tuple[Sample, ...]:
        """Return the samples of parent -> child; none if it was not heard."""
        return self.links.get((parent, child), ())

    @cached_property
    def parents(self) -> Mapping[str, tuple[str, ...]]:
        """Every parent that each child was ever given, in order of first arrival."""
        found: dict[str, list[str]] = {}
        for parent, child in self.links:
            found.setdefault(child, []).append(parent)
        return {child: tuple(parents) for child, parents in found.items()}

    @cached_property
    def headers(self) -> Mapping[str, tuple[Header, ...]]:
        """Headers of other messages by topic."""
        found: dict[str, list[Header]] = {}
        for d in self.recording.deliveries:
            if isinstance(d.payload, StampedHeader):
                header = Header(d.topic, d.payload.frame_id, d.payload.stamp_ns, d.receive_ns, d.endpoint)
                found.setdefault(d.topic, []).append(header)
        return {topic: tuple(headers) for topic, headers in found.items()}

    @cached_property
    def log(self) -> tuple[str, ...]:
        """Every text that was logged: by nodes, by the middleware, by the listener's own buffer."""
        nodes = tuple(line.text for line in self.recording.log)
        return nodes + tuple(text for _, text in self.buffer.log)

    @cached_property
    def endpoints(self) -> Mapping[int, Endpoint]:
        """Publishers by id."""
        return {endpoint.id: endpoint for endpoint in self.recording.endpoints}
