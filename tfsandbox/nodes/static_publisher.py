"""tf2_ros's static_transform_publisher: reads its command line, publishes one link once, or dies with its reason."""

from __future__ import annotations

from tfsandbox import static_args
from tfsandbox.nodes.broadcasters import StaticTransformBroadcaster
from tfsandbox.nodes.host import Host
from tfsandbox.nodes.node import Link, NodeType, Settings
from tfsandbox.recording import StampedTransform

_ABORTED = -6


class StaticTransformPublisher:
    """One running (or failed) program."""

    def __init__(self, host: Host) -> None:
        self._host = host
        words = static_args.without_ros_arguments(host.settings.arguments)
        args = static_args.parse(words, distro=host.distro)
        for warning in args.warnings:
            host.log("WARN", warning)
        if args.publishes:
            self._publish(args)
        else:
            self._fail(args)

    def _publish(self, args: static_args.StaticArgs) -> None:
        t, q = args.transform.translation, args.transform.rotation
        stamped = StampedTransform(args.frame_id, args.child_frame_id, args.transform, self._host.now_ns)
        StaticTransformBroadcaster(self._host).send(stamped)
        self._host.log(
            "INFO",
            "Spinning until stopped - publishing transform\n"
            f"translation: ({_quoted(t)})\nrotation: ({_quoted(q)})\n"
            f"from '{args.frame_id}' to '{args.child_frame_id}'",
        )

    def _fail(self, args: static_args.StaticArgs) -> None:
        host = self._host
        if args.help:
            host.alive = False
        elif args.error:
            host.log("ERROR", f"error parsing command line arguments: {args.error}")
            host.die(1)
        elif args.abort:
            host.log("FATAL", args.abort)
            host.die(_ABORTED)
        else:
            names = f"from '{args.frame_id}' to '{args.child_frame_id}'"
            host.log("ERROR", f"cannot publish static transform {names}, exiting")
            host.log("FATAL", "child_frame_id cannot equal frame_id")
            host.die(_ABORTED)


def _quoted(numbers: tuple[float, ...]) -> str:
    return ", ".join(f"'{n:f}'" for n in numbers)


def _links(get: Settings) -> tuple[Link, ...]:
    args = static_args.parse(static_args.without_ros_arguments(get.arguments))
    link = Link(args.frame_id, args.child_frame_id, static=True, transform=args.transform)
    return (link,) if args.publishes else ()


TYPE = NodeType("tf2_ros", "static_transform_publisher", "", StaticTransformPublisher, links=_links)
