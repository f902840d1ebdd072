import dataclasses
import random
import re
from itertools import pairwise

import pytest

from tfsandbox import bringup, faults
from tfsandbox.buffer import Buffer
from tfsandbox.errors import ExtrapolationException, InputError
from tfsandbox.faults import time as family
from tfsandbox.observations import Evidence
from tfsandbox.recording import ClockReading, Delivery, Kind, Recording
from tfsandbox.stamps import Time
from tfsandbox.world import Subscriber, World

LATE = Subscriber(start=2.0)
WORLD = World("diff_drive")
CLEAN = Evidence(WORLD.run(8, LATE))
LINK = ("odom", "base_footprint")
names = [fault.name for fault in family.FAULTS]


def seen(fault, world=WORLD):
    return Evidence(world.with_fault(fault).run(8, LATE))


def stamps(evidence):
    return [sample.stamp_ns for sample in evidence.links[LINK]]


def refusal(evidence, seconds=7.9):
    with pytest.raises(ExtrapolationException) as caught:
        evidence.buffer.lookup_transform("odom", "base_link", seconds)
    return str(caught.value)


EXTRAPOLATION = "Lookup would require extrapolation into the "
FUTURE = EXTRAPOLATION + "future.  Requested time 7.900000 but the latest data is at time {}, "
PAST = EXTRAPOLATION + "past.  Requested time 7.900000 but the earliest data is at time {}, "
ENDS = "when looking up transform from frame [base_link] to frame [odom]"


# Clocks


def test_a_clock_behind_makes_the_same_gap_each_time():
    broken = seen(faults.ClockOffset(*LINK, -0.7))
    assert refusal(broken) == FUTURE.format("7.296388") + ENDS
    assert {b - a for a, b in zip(stamps(CLEAN), stamps(broken), strict=True)} == {-700_000_000}
    shift = [b.stamp_ns - a.stamp_ns for a, b in zip(CLEAN.headers["/odom"], broken.headers["/odom"], strict=True)]
    assert set(shift) == {-700_000_000}
    assert broken.headers["/scan"] == CLEAN.headers["/scan"]


def test_a_severity_scales_the_offset():
    broken = seen(faults.ClockOffset(*LINK, 0.8, 0.25))
    assert stamps(broken)[0] - stamps(CLEAN)[0] == 200_000_000
    assert seen(faults.ClockOffset(severity=0.0)).recording == CLEAN.recording


def test_scans_from_the_future_have_to_wait():
    fault = faults.StampsAhead()
    broken = seen(fault)
    newest = broken.headers["/scan"][-1]
    assert newest.stamp_ns - newest.receive_ns == 500_000_000
    with pytest.raises(ExtrapolationException, match=f"Requested time {newest.stamp_ns / 1e9:.6f} but the latest data"):
        broken.buffer.lookup_transform("odom", "base_scan", newest.stamp_ns / 1e9)
    assert fault.touched(WORLD.bringup) == {"/scan"}


def test_a_board_without_a_date_is_decades_behind():
    broken = seen(faults.UptimeClock())
    assert stamps(broken) == stamps(CLEAN)
    expected = FUTURE.format("7.996388").replace("7.900000", "1700000007.900000") + ENDS
    assert refusal(broken, 1_700_000_007.9) == expected
    assert {h.stamp_ns // 10**9 for h in broken.headers["/scan"]} == {1_700_000_000 + second for second in range(2, 8)}


def test_wall_stamps_in_a_simulation_are_decades_ahead():
    assert refusal(seen(faults.WallStamps())) == PAST.format("1700000002.029721") + ENDS


def test_simulation_time_without_a_clock_stays_at_zero():
    fault = faults.SimTimeWithoutClock()
    broken = seen(fault)
    assert {h.stamp_ns for h in broken.headers["/scan"]} == {0}
    assert stamps(broken) == stamps(CLEAN)
    # SLAM stamps with the scan's time and its own 0.2 s.
    assert {s.stamp_ns for s in broken.links["map", "odom"]} == {200_000_000}
    assert {"/scan", "odom"} <= fault.touched(WORLD.bringup)


def test_a_listener_on_the_wall_clock_asks_decades_ahead_of_a_simulation():
    fault = faults.SimTimeForgotten("odom", "base_link")
    log = World("simulated").with_fault(fault).run(4).log
    text = next(line.text for line in log if line.node == "/pose_logger")
    words = r"into the future\.  Requested time (\S+) but the latest data is at time (\S+), "
    asked, latest = re.search(words, text).groups()
    assert 1_700_000_000 < float(asked) < 1_700_000_004
    assert 0 < float(latest) < 4
    assert fault.applies_to(WORLD.bringup) == "this is no simulation"


@pytest.mark.parametrize("fault", [faults.ClockOffset, faults.UptimeClock, faults.WallStamps])
def test_in_a_simulation_the_simulators_clock_is_everyones(fault):
    assert "simulat" in fault("odom", "base_link").applies_to(World("simulated").bringup)


def test_the_simulators_own_plugin_needs_no_clock():
    fault = faults.SimTimeWithoutClock("diff_drive", "/odom")
    assert "with its own clock" in fault.applies_to(WORLD.bringup)


# Rhythm


def test_a_low_rate_leaves_few_messages():
    assert len(CLEAN.links[LINK]) == 180
    assert len(seen(faults.LowRate()).links[LINK]) == 12
    assert len(seen(faults.LowRate(severity=0.5)).links[LINK]) == pytest.approx(6 * (30 * 2) ** 0.5, abs=1)


def test_a_link_that_never_moves_has_no_rate():
    arm = World("mobile_arm")
    assert "rate that can be set" in faults.LowRate("base_link", "laser").applies_to(arm.bringup)


def test_a_rate_that_cannot_be_set_stays():
    drone = World("drone")
    assert "has a rate that can be set" in faults.LowRate().applies_to(drone.bringup)
    with pytest.raises(InputError, match="rate that can be set"):
        faults.LowRate.draw(drone.design, random.Random(0))


def test_a_dead_publisher_leaves_its_last_pose():
    broken = seen(faults.PublisherDies())
    assert refusal(broken) == FUTURE.format("4.996388") + ENDS
    newest = broken.buffer.lookup_transform("odom", "base_footprint")
    then = CLEAN.buffer.lookup_transform("odom", "base_footprint", Time(nanoseconds=stamps(broken)[-1]))
    assert newest.transform.translation == then.transform.translation
    assert broken.headers["/odom"][-1].receive_ns < 5_000_000_000 <= broken.headers["/scan"][-1].receive_ns


def test_a_starved_publisher_sends_once_a_second():
    broken = seen(faults.StarvationBursts())
    assert {s.receive_ns for s in broken.links[LINK]} == {second * 10**9 for second in range(3, 8)}
    assert stamps(broken) == stamps(CLEAN)[:150]
    half = seen(faults.StarvationBursts(severity=0.5)).links[LINK]
    assert half[0].receive_ns == (half[0].stamp_ns + 3 * 10**9 + 1) // 2


# Stamps


def test_a_frozen_stamp_is_one_moment_in_many_messages():
    broken = seen(faults.FrozenStamp())
    assert set(stamps(broken)) == {2_029_721_041}
    assert refusal(broken) == FUTURE.format("2.029721") + ENDS
    assert len({s.transform for s in broken.links[LINK]}) > 100
    # view_frames counts what is kept, each pose once, within 100 us.
    rates = re.findall(r"rate: (\d+)", broken.buffer.all_frames_as_yaml())
    assert max(map(int, rates)) > 1_000_000


def test_a_stamp_never_filled_is_zero():
    assert refusal(seen(faults.ZeroStamps())) == FUTURE.format("0.000000") + ENDS


def test_duplicate_stamps_keep_both_poses():
    broken = seen(faults.DuplicateStamps())
    found = stamps(broken)
    assert found[::2] == found[1::2] == stamps(CLEAN)[::2]
    assert [s.transform for s in broken.links[LINK]] == [s.transform for s in CLEAN.links[LINK]]
    assert broken.log == CLEAN.log


# Time that jumps


def test_after_a_reset_new_data_are_refused_as_old():
    broken = seen(faults.ClockReset())
    back = [b - a for a, b in pairwise(stamps(broken)) if b < a]
    assert len(back) == 1
    assert back[0] == pytest.approx(-100e9, abs=0.1e9)
    assert refusal(broken) == PAST.format("102.178489") + ENDS
    words = "TF_OLD_DATA ignoring data from the past for frame base_footprint"
    old = [line for line in broken.log if line.startswith(words)]
    assert len(old) == sum(s.receive_ns >= 5 * 10**9 for s in CLEAN.links[LINK])


def test_a_listener_with_a_clock_is_cleared_at_the_reset():
    recording = WORLD.run(8, LATE)
    times = range(2 * 10**9, 8 * 10**9, 10**8)
    ticks = (Delivery(Kind.CLOCK, t, "/clock", 99, i, ClockReading(t)) for i, t in enumerate(times, 1))
    deliveries = sorted((*recording.deliveries, *ticks), key=lambda d: d.receive_ns)
    clocked = dataclasses.replace(recording, deliveries=tuple(deliveries))
    buffer = Buffer.play(faults.ClockReset().change_deliveries(clocked, seed=0))
    assert ("WARN", "Detected jump back in time. Clearing tf buffer.") in buffer.log
    assert not any("TF_OLD_DATA" in text for _, text in buffer.log)
    assert buffer.can_transform("odom", "base_footprint", 7.9)


def test_a_hiccup_of_the_clock_is_harmless():
    broken = seen(faults.ClockJitter())
    back = [a - b for a, b in pairwise(stamps(broken)) if b < a]
    assert len(back) >= 5
    assert set(back) == {85_000}
    assert broken.log == CLEAN.log
    for seconds in (3.0, 5.5, 7.9):
        before = CLEAN.buffer.lookup_transform("odom", "base_footprint", seconds).transform.translation
        after = broken.buffer.lookup_transform("odom", "base_footprint", seconds).transform.translation
        assert (after.x, after.y) == pytest.approx((before.x, before.y), abs=0.002)


def test_a_bag_beside_live_data_makes_live_data_old():
    broken = seen(faults.BagVsLive())
    nodes = {broken.endpoints[s.endpoint].node for s in broken.links[LINK]}
    assert nodes == {"/diff_drive", "/rosbag2_player"}
    assert sum("TF_OLD_DATA" in line and "base_footprint" in line for line in broken.log) == 180
    live = [s for s in broken.links[LINK] if broken.endpoints[s.endpoint].node == "/diff_drive"]
    assert [s.stamp_ns for s in live] == stamps(CLEAN)
    player = next(id for id, endpoint in broken.endpoints.items() if endpoint.node == "/rosbag2_player")
    sequences = [d.sequence for d in broken.recording.deliveries if d.endpoint == player]
    assert sequences == list(range(1, len(sequences) + 1))


# Who asks


ASKED = (
    r"Could not transform base_footprint to odom: Lookup would require extrapolation into the {}\.  "
    r"Requested time (\S+) but the {} data is at time (\S+), "
    r"when looking up transform from frame \[base_footprint\] to frame \[odom\]"
)


def said(fault):
    return [line.text for line in WORLD.with_fault(fault).run(6).log if line.node == "/pose_logger"]


def test_now_has_not_arrived_yet():
    early = [re.fullmatch(ASKED.format("future", "latest"), text) for text in said(faults.AskedForNow())]
    gaps = [float(found[1]) - float(found[2]) for found in early if found]
    assert len(gaps) >= 5
    assert all(0 < gap < 1 / 30 for gap in gaps)


def test_a_short_buffer_has_forgotten():
    late = [re.fullmatch(ASKED.format("past", "earliest"), text) for text in said(faults.BufferTooShort())]
    gaps = [float(found[2]) - float(found[1]) for found in late]
    assert len(gaps) >= 5
    assert gaps == pytest.approx([2.0 - 1.0] * len(gaps), abs=0.15)
    long = {"target_frame": "odom", "source_frame": "base_footprint", "look_back": 2.0}
    node = {"package": "my_robot_bringup", "executable": "pose_logger", "parameters": long}
    log = WORLD.with_bringup([*WORLD.bringup, node]).run(6).log
    answers = [line.text for line in log if line.node == "/pose_logger"]
    assert answers
    assert all(text.startswith("base_footprint was at x ") for text in answers)


# What makes no sense


@pytest.mark.parametrize(
    ("make", "place"),
    [
        (lambda: faults.ClockOffset(seconds=0.0), "seconds"),
        (lambda: faults.ClockOffset(severity=1.5), "severity"),
        (lambda: faults.ClockOffset(child=""), "child"),
        (lambda: faults.StampsAhead(seconds=-1.0), "seconds"),
        (lambda: faults.StampsAhead(topic=None), "topic"),
        (lambda: faults.UptimeClock(date=12.0), "date"),
        (lambda: faults.WallStamps(date=12.0), "date"),
        (lambda: faults.LowRate(hz=0), "hz"),
        (lambda: faults.LowRate(severity=-1), "severity"),
        (lambda: faults.PublisherDies(at=-1), "at"),
        (lambda: faults.StarvationBursts(period=0), "period"),
        (lambda: faults.ClockReset(ran=1.0), "ran"),
        (lambda: faults.ClockJitter(seconds=1.0), "seconds"),
        (lambda: faults.BagVsLive(apart=1.0), "apart"),
        (lambda: faults.BufferTooShort(cache_time=5.0), "look_back"),
    ],
)
def test_numbers_that_make_no_sense(make, place):
    with pytest.raises(InputError, match=place):
        make()


@pytest.mark.parametrize("fault", [faults.ClockOffset, faults.FrozenStamp, faults.AskedForNow, faults.ClockReset])
def test_a_link_has_to_be_there_and_move(fault):
    assert "nothing publishes odom -> base" in fault("odom", "base").applies_to(WORLD.bringup)
    assert "is static" in fault("base_link", "base_scan").applies_to(WORLD.bringup)


def test_a_listener_starts_once():
    twice = WORLD.with_fault(faults.AskedForNow())
    assert "already" in faults.BufferTooShort().applies_to(twice.bringup)
    assert len(bringup.parse(twice.bringup)) == len(bringup.parse(WORLD.bringup)) + 1


@pytest.mark.parametrize("fault", [f for f in family.FAULTS if hasattr(f, "change_deliveries")])
def test_a_recording_without_the_link_stays(fault):
    if fault not in (faults.BagVsLive, faults.ClockReset):  # these concern all links
        elsewhere = fault(topic="/no") if fault is faults.StampsAhead else fault("no", "link")
        assert elsewhere.change_deliveries(CLEAN.recording, seed=0) == CLEAN.recording
    assert fault().change_deliveries(Recording(), seed=0) == Recording()
