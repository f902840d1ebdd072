"""tf2_echo: blocks as the real tool printed them, its waiting, its failures, and its command line."""

import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawn import transforms
from heard import SECOND, Publishes, recording
from tfsandbox.conversions import transform_message
from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform
from tfsandbox.recording import ClockReading, Delivery, Kind, Recording, StampedTransform
from tfsandbox.views.echo import Arguments, block, echo, failure, parse, run, waiting
from tfsandbox.views.echo_arguments import OLD_USAGE, USAGE
from tfsandbox.views.terminal import ABORTED, Output

SAMPLES = json.loads((Path(__file__).parent / "golden" / "tools_samples.json").read_text())["tf2_echo"]
DRIVE = recording(
    Publishes("/odometry", "odom", "base_link", rate=10, start=100, end=103, transform=Transform((1, 0, 0))),
    Publishes("/mount", "base_link", "laser", start=100.5, transform=Transform.from_rpy(0.2, yaw=math.pi / 2)),
)


@pytest.mark.parametrize("sample", SAMPLES, ids=range(len(SAMPLES)))
def test_blocks_are_those_of_the_real_tool(sample):
    transform = Transform(tuple(sample["t"]), tuple(sample["q"]))
    value = StampedTransform("a", "b", transform, sample["sec"] * SECOND + sample["nanosec"])
    assert block(value, precision=sample["precision"]) == sample["stdout"]
    assert block(transform_message(value), precision=sample["precision"]) == sample["stdout"]


def test_before_0_36_16_the_order_of_the_quaternion_is_not_told():
    value = StampedTransform("a", "b")
    assert block(value, positional_rate=True) == block(value).replace(" (xyzw)", "")


@given(transforms, st.integers(0, 2**31 * SECOND), st.integers(0, 12))
def test_a_block_can_be_read_back(transform, stamp_ns, precision):
    lines = block(StampedTransform("a", "b", transform, stamp_ns), precision=precision).splitlines()
    assert len(lines) == 10
    numbers = [float(word) for word in lines[1].split("[")[1].rstrip("]").split(", ")]
    assert max(abs(a - b) for a, b in zip(numbers, transform.translation, strict=True)) <= 0.51 * 10**-precision
    sec, nanosec = lines[0].removeprefix("At time ").split(".")
    assert int(sec) * SECOND + int(nanosec) == stamp_ns
    assert [float(row.split()[3]) for row in lines[6:9]] == numbers


def test_numbers_that_are_none_are_printed_as_such():
    text = block(StampedTransform("a", "b", Transform((math.nan, math.inf, -math.inf), (0, 0, 0, 0))))
    assert "- Translation: [nan, inf, -inf]\n" in text
    assert "- Rotation: in RPY (radian) [nan, nan, nan]\n" in text


def test_the_terminal_first_waits_then_shows_a_block_a_second():
    lines = echo(DRIVE, "odom", "laser").splitlines()
    assert lines[0] == (
        '[INFO] [100.000000000] [tf2_echo]: Waiting for transform odom ->  laser: Invalid frame ID "odom" passed to '
        "canTransform argument target_frame - frame does not exist"
    )
    assert [line for line in lines if line.startswith("At time")] == [
        "At time 100.900000000",
        "At time 101.900000000",
        "At time 102.900000000",
    ]
    assert lines[2] == "- Translation: [1.200, 0.000, 0.000]"
    assert lines[5] == "- Rotation: in RPY (degree) [0.000, -0.000, 90.000]"


def test_the_first_argument_is_the_target():
    forth, back = echo(DRIVE, "base_link", "laser"), echo(DRIVE, "laser", "base_link")
    assert "- Translation: [0.200, 0.000, 0.000]" in forth
    assert "- Translation: [-0.000, 0.200, 0.000]" in back


def test_waiting_is_said_once_a_second_however_often_it_looks():
    lines = echo(DRIVE, "odom", "nose", rate=10).splitlines()
    assert [line.split("]")[1] for line in lines] == [f" [{s}.000000000" for s in (100, 101, 102, 103)]
    assert (
        waiting("a", "b", "why", time_ns=5) == "[INFO] [0.000000005] [tf2_echo]: Waiting for transform a ->  b: why\n"
    )


def test_a_rate_is_kept():
    assert echo(DRIVE, "odom", "base_link", rate=4).count("At time") == 12
    assert echo(DRIVE, "odom", "base_link", rate=0.5).count("At time") == 2


def test_a_fixed_time_ends_in_a_failure_when_it_has_left_the_buffer():
    long = recording(Publishes("/odometry", "odom", "base_link", rate=5, end=14))
    text = echo(long, "odom", "base_link", time=2.0)
    assert text.count("At time 2.0\n") == 10
    assert text.endswith(
        "Failure at 14.000\n"
        "Exception thrown:Lookup would require extrapolation into the past.  Requested time 2.000000 but the earliest "
        "data is at time 3.600000, when looking up transform from frame [base_link] to frame [odom]\n"
        "The current list of frames is:\nFrame base_link exists with parent odom.\n\n"
    )


def test_a_fixed_time_is_rounded_to_32_bits():
    epoch = recording(Publishes("/odometry", "odom", "base_link", rate=1, start=1_700_000_000, end=1_700_000_100))
    assert "Requested time 1700000000.000000" in echo(epoch, "odom", "base_link", time=1_700_000_050)
    assert "At time 1700000099.0\n" in echo(epoch, "odom", "base_link", time=-5.0)


def test_a_failure_before_any_block_shows_six_digits():
    assert failure(1700000000.5, "why", "", precision=None).startswith("Failure at 1.7e+09\n")
    assert failure(2.5, "why", "f\n") == (
        "Failure at 2.500\nException thrown:why\nThe current list of frames is:\nf\n\n"
    )


def test_what_tf2_logs_is_in_the_terminal_too():
    told = run(recording(Publishes("/self", "x", "x", rate=1)), ["x", "y"])
    assert told.stdout == ""
    assert (
        '[ERROR] [0.000000000] []: TF_SELF_TRANSFORM: Ignoring transform from authority "Authority undetectable" with '
        'frame_id and  child_frame_id "x" because they are the same\n'
    ) in told.stderr


def test_nothing_heard_is_one_look():
    assert echo(Recording(), "a", "b").count("Waiting") == 1


def test_other_messages_pass_by():
    clock = Delivery(Kind.CLOCK, 99 * SECOND, "/clock", 9, 1, ClockReading(0))
    later = Recording((clock, *DRIVE.deliveries), DRIVE.endpoints)
    assert echo(later, "odom", "base_link").count("At time") == 3


def refused(words, **options):
    told = parse(words, **options)
    assert isinstance(told, Output)
    return told.exit_code, told.stdout, told.stderr


def test_arguments_are_read():
    assert parse(["A", "B"]) == Arguments("A", "B")
    assert parse(["A", "B", "-p", "6", "-t", "1.5", "-r", "2x"]) == Arguments("A", "B", 2.0, 1.5, 6)
    assert parse(["A", "B", "--ros-args", "-p", "use_sim_time:=true"]) == Arguments("A", "B")
    assert parse(["A", "B", "-t", "-1", "-p", " +4.7"]) == Arguments("A", "B", time=-1.0, precision=4)
    assert parse(["A", "B", "-r", "0.1"]).rate == 0.10000000149011612
    assert parse(["A", "B", "10"], positional_rate=True) == Arguments("A", "B", 10.0, positional_rate=True)
    assert parse(["A", "B"], positional_rate=True).rate == 1.0


def test_refused_arguments():
    assert refused([]) == refused(["A"]) == (1, USAGE, "")
    assert refused(["A", "B", "10"]) == (5, USAGE, "Unknown argument: 10\n")
    assert refused(["A", "B", "-r"]) == (5, USAGE, "Unknown argument: -r\n")
    assert refused(["A", "B", "-r", "0"]) == refused(["A", "B", "-r", "-2"]) == (2, "", "Rate must be positive\n")
    number = "Failed to convert {} argument 'x' to {}\n"
    assert refused(["A", "B", "-r", "x"]) == (2, "", number.format("rate", "a floating-point number"))
    assert refused(["A", "B", "-t", "x"]) == (3, "", number.format("time", "a floating-point number"))
    assert refused(["A", "B", "-p", "x"]) == (4, "", number.format("precision", "an integer"))
    assert refused(["A", "B", "-p", "-1"]) == (4, "", "Precision must be non-negative\n")
    out_of_range = "terminate called after throwing an instance of 'std::out_of_range'\n  what():  {}\n"
    assert refused(["A", "B", "-t", "1e39"]) == (ABORTED, "", out_of_range.format("stof"))
    assert refused(["A", "B", "-t", "1e-45"]) == (ABORTED, "", out_of_range.format("stof"))
    assert refused(["A", "B", "-p", "9" * 5000]) == (ABORTED, "", out_of_range.format("stoi"))
    assert refused(["A", "B", "-p", str(2**31)]) == (ABORTED, "", out_of_range.format("stoi"))


def test_refused_arguments_before_0_36_16():
    complaint = "Failed to convert rate argument '{}' to a floating-point number\n"
    assert refused(["A"], positional_rate=True) == refused(list("ABCD"), positional_rate=True) == (1, OLD_USAGE, "")
    assert refused(["A", "B", "x"], positional_rate=True) == (2, "", complaint.format("x"))
    assert refused(["A", "B", "10Hz"], positional_rate=True) == (3, "", complaint.format("10Hz"))
    code, _, words = refused(["A", "B", "0"], positional_rate=True)
    assert (code, "what():  rate must be greater than 0\n" in words) == (ABORTED, True)


def test_running_the_command_line():
    told = run(DRIVE, ["odom", "laser", "-p", "1"])
    assert told.stdout.count("- Translation: [1.2, 0.0, 0.0]\n") == 3
    assert told.stderr.startswith("[INFO]")
    assert str(told) == told.text == told.stderr + told.stdout
    assert run(DRIVE, ["odom"]).exit_code == 1
    assert "(xyzw)" not in run(DRIVE, ["odom", "laser", "2"], positional_rate=True).stdout


def test_text_without_end_is_refused():
    apart = Recording((*DRIVE.deliveries, Delivery(Kind.CLOCK, 10**18, "/clock", 9, 1, ClockReading(0))))
    with pytest.raises(InputError, match=r"rate is 1\.0: that is more than"):
        echo(apart, "a", "b")
