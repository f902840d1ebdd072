"""Camera drivers: usb_cam publishes images only; the RealSense's publishes the frames inside the camera as well."""

from __future__ import annotations

from tfsandbox.geometry import Transform
from tfsandbox.nodes.broadcasters import send_static
from tfsandbox.nodes.host import Host
from tfsandbox.nodes.node import Link, NodeType, Parameter, Settings, rate
from tfsandbox.nodes.streams import Stream

IMAGE_TYPE, INFO_TYPE = "sensor_msgs/msg/Image", "sensor_msgs/msg/CameraInfo"
_OPTICAL = Transform(rotation=(-0.5, 0.5, -0.5, 0.5))
_PARTS = {"depth": Transform(), "color": Transform((0.0, 0.015, 0.0))}
_IMAGES = {"depth": "image_rect_raw", "color": "image_raw"}
_REALSENSE_HZ = 15.0


def _usb_cam(host: Host) -> Stream:
    get = host.settings
    topics = {"image_raw": IMAGE_TYPE, "camera_info": INFO_TYPE}
    return Stream(host, get.text("frame_id"), get.number("framerate"), topics)


class RealSense:
    """One running driver: images and calibrations, all in optical frames."""

    def __init__(self, host: Host) -> None:
        get = host.settings
        send_static(host, _realsense_links(get))
        for part in _parts(get):
            topics = {f"~/{part}/{_IMAGES[part]}": IMAGE_TYPE, f"~/{part}/camera_info": INFO_TYPE}
            Stream(host, _frame(get, f"{part}_optical_frame"), _REALSENSE_HZ, topics)


def _parts(get: Settings) -> tuple[str, ...]:
    return tuple(part for part in _PARTS if get.flag(f"enable_{part}"))


def _frame(get: Settings, name: str) -> str:
    return f"{get.text('tf_prefix')}{get.text('camera_name')}_{name}"


def _realsense_links(get: Settings) -> tuple[Link, ...]:
    if not get.flag("publish_tf"):
        return ()
    links = []
    for part in _parts(get):
        body, optical = _frame(get, f"{part}_frame"), _frame(get, f"{part}_optical_frame")
        links.append(Link(_frame(get, get.text("base_frame_id")), body, static=True, transform=_PARTS[part]))
        links.append(Link(body, optical, static=True, transform=_OPTICAL))
    return tuple(links)


USB_CAM = NodeType(
    "usb_cam",
    "usb_cam_node_exe",
    "usb_cam",
    _usb_cam,
    (Parameter("camera_name", "default_cam"), Parameter("frame_id", "default_cam"), rate("framerate", 30.0)),
)
REALSENSE = NodeType(
    "realsense2_camera",
    "realsense2_camera_node",
    "camera",
    RealSense,
    (
        Parameter("camera_name", "camera"),
        Parameter("base_frame_id", "link"),
        Parameter("tf_prefix", ""),
        Parameter("publish_tf", True),
        Parameter("enable_depth", True),
        Parameter("enable_color", True),
    ),
    links=_realsense_links,
)
