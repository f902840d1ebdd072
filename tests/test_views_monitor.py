"""tf2_monitor: reports computed by hand, the chain as the real cores give it, two streams, and its usage."""

import json
from pathlib import Path

import pytest

from heard import SECOND, Publishes, recording
from tfsandbox import Buffer
from tfsandbox.errors import InputError, TransformException
from tfsandbox.recording import Delivery, Kind, Recording, StampedTransform
from tfsandbox.views.chain import chain
from tfsandbox.views.monitor import monitor, run
from tfsandbox.views.terminal import ABORTED, STDERR, STDOUT

VECTORS = json.loads((Path(__file__).parent / "golden" / "vectors.json").read_text())
CHAINS = [scenario for scenario in VECTORS if "chain_op" in scenario["tags"]]
NOBODY = "<no authority available>"


def message(ns: int, *links: StampedTransform, topic: str = "/tf", endpoint: int = 1) -> Delivery:
    return Delivery(Kind.TF, ns, topic, endpoint, 1, links)


def test_one_message_alone_has_the_rate_of_the_shortest_span():
    told = run(recording(Publishes("/mount", "/base_link", "/odom", start=1691630959, late=0.25)))
    assert told.stdout == (
        "Gathering data on all frames for 10 seconds...\n"
        "\n\n\nRESULTS: for all Frames\n\nFrames:\n"
        f"Frame: /odom, published by {NOBODY}, Average Delay: 0.25, Max Delay: 0.25\n"
        f"Node: {NOBODY} 1e+08 Hz, Average Delay: 0.25 Max Delay: 0.25\n"
    )
    assert told.stderr == "\nAll Broadcasters:\n"
    assert told.exit_code == 0


def test_the_terminal_mixes_the_streams_in_order():
    chunks = monitor(recording(Publishes("/mount", "a", "b"))).chunks
    assert [chunk.stream for chunk in chunks] == [STDOUT, STDOUT, STDERR, STDOUT]


def test_a_report_every_twenty_one_half_seconds():
    told = monitor(recording(Publishes("/odometry", "odom", "base_link", rate=2, end=25, late=0.125)))
    assert told.stdout.count("RESULTS") == 2
    reports = told.stdout.split("RESULTS")
    # 21 messages before 10.5 s, the first at 0 and the last at 10.0; 42 before 21 s
    assert f"Node: {NOBODY} 2.1 Hz, Average Delay: 0.125 Max Delay: 0.125\n" in reports[1]
    assert f"Node: {NOBODY} {42 / 20.5:g} Hz" in reports[2]


def test_frames_stand_in_alphabetical_order_and_numbers_have_six_digits():
    told = monitor(
        recording(
            Publishes("/z", "map", "zebra", rate=3, end=1, late=1 / 3),
            Publishes("/a", "map", "Ape", rate=1, end=1, late=1234567.0),
            Publishes("/b", "map", "bee", rate=1, end=1, late=-0.5),
        )
    )
    lines = [line for line in told.stdout.splitlines() if line.startswith("Frame:")]
    assert lines == [
        f"Frame: Ape, published by {NOBODY}, Average Delay: 1.23457e+06, Max Delay: 1.23457e+06",
        f"Frame: bee, published by {NOBODY}, Average Delay: -0.5, Max Delay: 0",
        f"Frame: zebra, published by {NOBODY}, Average Delay: 0.333333, Max Delay: 0.333333",
    ]


def test_a_message_counts_once_however_many_transforms_it_carries():
    links = (StampedTransform("a", "b", stamp_ns=0), StampedTransform("a", "c", stamp_ns=SECOND))
    heard = Recording((message(SECOND, *links), message(2 * SECOND), message(3 * SECOND, *links)))
    node = monitor(heard).stdout.splitlines()[-1]
    assert node == f"Node: {NOBODY} 1.5 Hz, Average Delay: {(0.5 + 0 + 2.5) / 3:g} Max Delay: 2.5"


def test_only_the_last_thousand_messages_are_remembered():
    late_first = recording(
        Publishes("/odometry", "odom", "base_link", rate=100, end=1, late=50),
        Publishes("/odometry", "odom", "base_link", rate=200, start=1, end=6),
    )
    assert "Max Delay: 50\n" not in monitor(late_first).stdout
    assert f"Node: {NOBODY} {1000 / 4.995:g} Hz" in monitor(late_first).stdout


def test_static_transforms_count_with_their_old_stamps():
    told = monitor(
        recording(
            Publishes("/mount", "base_link", "laser", start=1, late=1),
            Publishes("/odometry", "odom", "base_link", rate=10, start=1, end=2),
        )
    )
    assert f"Frame: laser, published by {NOBODY}, Average Delay: 1, Max Delay: 1\n" in told.stdout


def test_two_frames_have_a_chain_and_a_net_delay():
    heard = recording(
        Publishes("/odometry", "odom", "base_link", rate=10, start=0, end=30, late=0.2),
        Publishes("/mount", "base_link", "laser", start=0.05, late=0.05),
        Publishes("/other", "base_link", "camera", start=0.05),
    )
    told = monitor(heard, "odom", "laser")
    assert told.stderr.startswith("[INFO] [0.000000000] [tf2_monitor_main]: Waiting for transform odom ->  laser: ")
    assert told.stdout.startswith(
        "Gathering data on odom -> laser for 10 seconds...\n\n\n\nRESULTS: for odom to laser\n"
    )
    assert "Chain is: odom -> base_link -> laser\n" in told.stdout
    # 21 looks, each 0.1 + 0.2 s after the newest stamp, through a low-pass of 0.01 that starts at 0
    assert f"Net delay     avg = {0.3 * (1 - 0.99**21):g}: max = 0.3\n" in told.stdout
    assert [line.split(",")[0] for line in told.stdout.split("RESULTS")[1].splitlines() if line[:5] == "Frame"] == [
        "Frames:",
        "Frame: base_link",
        "Frame: laser",
    ]
    # the tool subscribes when the chain is there, at 0.5 s: the latched message comes again, and counts as late
    assert f"Frame: laser, published by {NOBODY}, Average Delay: 0.5, Max Delay: 0.5\n" in told.stdout


def test_frames_that_never_meet_are_waited_for():
    told = monitor(recording(Publishes("/a", "a", "b", rate=4, end=3)), "a", "nose")
    assert told.stdout == ""
    assert told.stderr.count("[tf2_monitor_main]: Waiting for transform a ->  nose: Invalid frame ID") == 4


def test_a_chain_that_breaks_ends_the_tool():
    heard = recording(
        Publishes("/a", "a", "b", rate=4, end=3),
        Publishes("/x", "elsewhere", "b", rate=4, start=3, end=20),
    )
    told = monitor(heard, "a", "b")
    assert told.exit_code == ABORTED
    assert "terminate called after throwing an instance of 'tf2::" in told.stderr
    assert told.stdout == "Gathering data on a -> b for 10 seconds...\n"


def test_nothing_heard():
    assert monitor(Recording()).stdout.endswith("RESULTS: for all Frames\n\nFrames:\n")


def test_usage():
    heard = recording(Publishes("/mount", "a", "b", start=3))
    for words in (["a"], ["a", "b", "c"]):
        told = run(heard, words)
        assert told.exit_code == 255
        assert told.text == "[INFO] [3.000000000] [tf2_monitor_main]: TF_Monitor: usage: tf2_monitor framea frameb\n"
    assert run(heard, ["--ros-args", "-r", "x:=y"]).exit_code == 0
    for frames in (("a", None), (None, "a")):
        with pytest.raises(InputError, match="give two frames, or none"):
            monitor(heard, *frames)
    endless = Recording((message(0), message(2**62)))
    with pytest.raises(InputError, match="give a shorter one"):
        monitor(endless)


@pytest.mark.parametrize("scenario", CHAINS, ids=lambda scenario: scenario["id"])
def test_chains_are_those_of_the_real_cores(scenario):
    buffer, asked = Buffer(), 0
    for op, wanted in zip(scenario["ops"], scenario["expect"], strict=True):
        if op["op"] == "set_transform":
            link = StampedTransform(op["frame_id"], op["child_frame_id"], stamp_ns=op["stamp_ns"])
            buffer.set_transform(link, static=op.get("static", False))
        elif op["target_time_ns"] == op["source_time_ns"] == 0 and op["fixed"] == op["target"] and "chain" in wanted:
            assert list(chain(buffer, op["target"], op["source"])) == wanted["chain"]
            asked += 1
    assert asked >= 10


def test_no_chain():
    buffer = Buffer()
    buffer.set_transform_static(StampedTransform("a", "b"))
    buffer.set_transform_static(StampedTransform("c", "d"))
    with pytest.raises(TransformException, match="not part of the same tree"):
        chain(buffer, "a", "d")
