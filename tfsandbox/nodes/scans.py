"""tf2's message filter: a scan waits until its frame can be seen from odom at its stamp."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tfsandbox.buffer import Buffer
from tfsandbox.nodes.host import Host
from tfsandbox.nodes.streams import SENSOR_QOS, taken
from tfsandbox.recording import Delivery, StampedHeader
from tfsandbox.stamps import NANOSECONDS, Time


@dataclass(frozen=True, slots=True)
class Scan:
    """A scan as a localiser has it.

    Attributes:
        stamp_ns: its stamp, nanoseconds.
        frame_id: the lidar's frame.
        seconds: when it was taken, in the surroundings' time: where the walls were seen from, whatever its stamp says.
    """

    stamp_ns: int
    frame_id: str
    seconds: float


class ScanFilter:
    """Lets one scan wait; when the next one comes first, the waiting one is dropped, with a line in the log.

    Args:
        host: the node's process; its ``scan_topic`` says where scans come from.
        buffer: the node's buffer, filled from here on.
        target: the frame that must be able to see the scan's.
        process: called with each scan that can be seen.
        process_dropped: whether it is called with dropped ones, too.
    """

    def __init__(
        self, host: Host, buffer: Buffer, target: str, *, process: Callable[[Scan], None], process_dropped: bool = False
    ) -> None:
        self._host, self._buffer, self._target = host, buffer, target
        self._process, self._process_dropped = process, process_dropped
        self._waiting: Scan | None = None
        host.listen(buffer, self._try)
        host.subscribe(host.settings.text("scan_topic"), SENSOR_QOS, self._scanned)

    def _scanned(self, delivery: Delivery) -> None:
        if not isinstance(delivery.payload, StampedHeader):
            return
        if self._waiting:
            self._drop(self._waiting)
        self._waiting = Scan(delivery.payload.stamp_ns, delivery.payload.frame_id, taken(self._host, delivery))
        self._try()

    def _try(self) -> None:
        scan = self._waiting
        if scan and self._buffer.can_transform(self._target, scan.frame_id, Time(nanoseconds=scan.stamp_ns)):
            self._waiting = None
            self._process(scan)

    def _drop(self, scan: Scan) -> None:
        reason = "discarding message because the queue is full"
        where = f"frame '{scan.frame_id}' at time {scan.stamp_ns / NANOSECONDS:.3f}"
        self._host.log("INFO", f"Message Filter dropping message: {where} for reason '{reason}'")
        if self._process_dropped:
            self._process(scan)
