"""How much simulated time a second of real time holds, and how fast a recording is played. Prints; fails nothing."""

from __future__ import annotations

import multiprocessing
import time

from _table import best_us, show

from tfsandbox import Buffer, Recording, Subscriber, World, robots
from tfsandbox.network import Machine, Network

SECONDS = 10.0
LARGEST_SECONDS, LARGEST_BAR_S, LARGEST_BAR_MB = 60.0, 3.0, 300.0


def largest() -> World:
    """Two robots with 41 frames, 50 Hz odometry, statics repeated at 30 Hz, and a lossy radio link in between."""
    clean = World(robots.two_robots())
    nodes = clean.bringup
    for node in nodes:
        if node["executable"] == "turtlebot3_ros":
            prefix = node["parameters"]["odometry.frame_id"].removesuffix("odom")
            node.update(package="diff_drive_controller", executable="diff_drive_controller", name="wheels")
            node["parameters"] = {
                "odom_frame_id": f"{prefix}odom",
                "base_frame_id": f"{prefix}base_footprint",
                "tf_frame_prefix_enable": False,
                "publish_rate": 50.0,
            }
    for robot in clean.design.robots:
        mounts = [f"{robot.prefix}base_link {robot.prefix}part_{i} {i / 10} 0 0 0 0 0 1" for i in range(4)]
        repeated = {"mounts": mounts, "resend_period": 1.0 / 30.0}
        node = {"package": "my_robot_bringup", "executable": "mounts", "namespace": robot.namespace}
        nodes.append({**node, "parameters": repeated})
    machines = tuple(Machine(robot.namespace, (f"/{robot.namespace}/",)) for robot in clean.design.robots)
    radio = Network(latency=0.005, jitter=0.02, loss=0.05)
    return World(robots.two_robots(), nodes=nodes, machines=machines, network=radio)


def measure_largest(out: multiprocessing.SimpleQueue) -> None:
    """Run it once in this fresh process; put seconds of CPU, megabytes at most, and deliveries."""
    world, begun = largest(), time.process_time()
    deliveries = len(world.run(LARGEST_SECONDS, Subscriber(machine="laptop")).deliveries)
    spent = time.process_time() - begun
    try:
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    except ImportError:  # Windows
        peak = float("nan")
    out.put((spent, peak, deliveries))


def main() -> None:
    """Measure and print."""
    world = World(robots.diff_drive())
    recording = world.run(SECONDS)
    text = recording.to_json()
    run_s = best_us(lambda: world.run(SECONDS), number=1, repeat=5) / 1e6
    play_s = best_us(lambda: Buffer.play(recording), number=1, repeat=5) / 1e6
    read_s = best_us(lambda: Recording.from_json(text), number=1, repeat=5) / 1e6
    deliveries = len(recording.deliveries)
    show(
        f"The world ({SECONDS:g} simulated seconds, {deliveries} deliveries)",
        [
            ("what", "measured", "that is"),
            ("World.run", f"{run_s * 1e3:.0f} ms", f"{SECONDS / run_s:.0f} simulated seconds a second"),
            ("Buffer.play", f"{play_s * 1e3:.1f} ms", f"{play_s / deliveries * 1e6:.1f} us a delivery"),
            ("Recording.from_json", f"{read_s * 1e3:.0f} ms", f"{len(text) / read_s / 1e6:.1f} MB a second"),
        ],
    )
    show_largest()


def show_largest() -> None:
    """Measure the largest run in a process of its own, for its memory's sake, and print."""
    context = multiprocessing.get_context("spawn")
    out = context.SimpleQueue()
    process = context.Process(target=measure_largest, args=(out,))
    process.start()
    spent, peak, deliveries = out.get()
    process.join()
    show(
        f"The largest world ({LARGEST_SECONDS:g} simulated seconds, {deliveries} deliveries to a laptop over radio)",
        [
            ("what", "measured", "bar"),
            ("CPU time", f"{spent:.2f} s", f"{LARGEST_BAR_S:g} s"),
            ("memory at most", f"{peak:.0f} MB", f"{LARGEST_BAR_MB:g} MB"),
        ],
    )


if __name__ == "__main__":
    main()
