"""Small recordings for property tests of whatever writes and reads them."""

from __future__ import annotations

from hypothesis import strategies as st

from tfsandbox import Recording, StampedTransform, Transform
from tfsandbox.recording import (
    TF_TYPE,
    ClockReading,
    Delivery,
    Durability,
    Endpoint,
    JointStates,
    Kind,
    LogLine,
    QoS,
    Reliability,
    StampedHeader,
)

TOPICS = {
    "/tf": TF_TYPE,
    "/tf_static": TF_TYPE,
    "/robot1/tf": TF_TYPE,
    "/clock": "rosgraph_msgs/msg/Clock",
    "/joint_states": "sensor_msgs/msg/JointState",
    "/scan": "sensor_msgs/msg/LaserScan",
    "/camera/image": "sensor_msgs/msg/Image",
    "/camera/info": "sensor_msgs/msg/CameraInfo",
    "/points": "sensor_msgs/msg/PointCloud2",
    "/odom": "nav_msgs/msg/Odometry",
    "/fix": "sensor_msgs/msg/NavSatFix",
    "/imu": "sensor_msgs/msg/Imu",
    "/pose": "geometry_msgs/msg/PoseWithCovarianceStamped",
    "/plan": "nav_msgs/msg/Path",
}

numbers = st.floats()
stamps = st.integers(-(2**31) * 10**9, 2**31 * 10**9 - 1)
receive_times = st.integers(-(10**10), 10**11) | st.integers(-(2**62), 2**61)
names = st.sampled_from(["", "map", "base_link", "/odom", "robot1/base_link"]) | st.text(max_size=8)
transforms = st.builds(Transform, st.tuples(*[numbers] * 3), st.tuples(*[numbers] * 4))
links = st.builds(StampedTransform, names, names, transforms, stamps)
joints = st.lists(st.tuples(names, numbers), max_size=3).flatmap(
    lambda pairs: st.builds(
        JointStates, stamps, st.just(tuple(n for n, _ in pairs)), st.just(tuple(p for _, p in pairs))
    )
)
profiles = st.builds(QoS, st.integers(1, 1000), st.sampled_from(Reliability), st.sampled_from(Durability))
log_lines = st.builds(
    LogLine,
    stamps,
    st.sampled_from(["/slam_toolbox", "/robot1/ekf", "launch", "/a.b"]) | st.text(max_size=5),
    st.sampled_from(["DEBUG", "INFO", "WARN", "ERROR", "FATAL"]),
    st.text(max_size=10),
)
PAYLOADS = {
    TF_TYPE: (Kind.TF, st.lists(links, max_size=3).map(tuple)),
    "rosgraph_msgs/msg/Clock": (Kind.CLOCK, st.builds(ClockReading, stamps)),
    "sensor_msgs/msg/JointState": (Kind.JOINT_STATES, joints),
}
HEADERS = (Kind.HEADER, st.builds(StampedHeader, stamps, names))


@st.composite
def endpoints(draw: st.DrawFn, id_: int) -> Endpoint:
    topic = draw(st.sampled_from(list(TOPICS)))
    return Endpoint(id_, draw(names), topic, TOPICS[topic], draw(profiles), draw(st.booleans()))


@st.composite
def recordings(draw: st.DrawFn) -> Recording:
    """Recordings with any order of receive times and counts; some publishers are silent or of a wrong type."""
    publishers = [draw(endpoints(id_)) for id_ in range(1, draw(st.integers(1, 6)))]
    deliveries = []
    for _ in range(draw(st.integers(0, 12)) if publishers else 0):
        chosen = draw(st.sampled_from(publishers))
        kind, payloads = PAYLOADS.get(chosen.type, HEADERS)
        time, sequence = draw(receive_times), draw(st.integers(-3, 10**6))
        deliveries.append(Delivery(kind, time, chosen.topic, chosen.id, sequence, draw(payloads)))
    if draw(st.booleans()):
        publishers.append(Endpoint(99, "/mistaken", "/tf", "my_msgs/msg/Odd", draw(profiles), False))
    return Recording(tuple(deliveries), tuple(publishers), tuple(draw(st.lists(log_lines, max_size=4))))
