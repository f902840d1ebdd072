from itertools import pairwise

import pytest

from tfsandbox import bringup, faults, robots
from tfsandbox.errors import InputError, LookupException, TransformException
from tfsandbox.faults import transport as family
from tfsandbox.observations import Evidence
from tfsandbox.recording import Durability, Recording
from tfsandbox.world import Subscriber, World

LATE = Subscriber(start=2.0)
WORLD = World("diff_drive")
CLEAN = Evidence(WORLD.run(8, LATE))
LINK = ("odom", "base_footprint")
names = [fault.name for fault in family.FAULTS]
MOUNT = [faults.VolatileStatic, faults.StaticSentOnce, faults.WrongTopic, faults.WrongType]


def seen(fault, world=WORLD, listener=LATE):
    return Evidence(world.with_fault(fault).run(8, listener))


def refusal(evidence, target, source, seconds=None):
    with pytest.raises(TransformException) as caught:
        evidence.buffer.lookup_transform(target, source, seconds)
    return str(caught.value)


def unknown(frame):
    return f'"{frame}" passed to lookupTransform argument source_frame does not exist. '


# Mounts that are not heard


@pytest.mark.parametrize("fault", MOUNT)
def test_a_mount_that_is_not_heard_does_not_exist(fault):
    assert refusal(seen(fault()), "base_link", "base_scan") == unknown("base_scan")


def test_a_volatile_static_is_refused_with_a_warning_on_both_sides():
    broken = seen(faults.VolatileStatic())
    ears = [line for line in broken.recording.log if line.node == "/listener"]
    assert [line.text for line in ears] == [
        "New publisher discovered on topic '/tf_static', offering incompatible QoS. "
        "No messages will be received from it. Last incompatible policy: DURABILITY"
    ]
    offers = next(e for e in broken.recording.endpoints if e.node == "/base_scan_broadcaster")
    assert offers.qos.durability is Durability.VOLATILE
    assert not offers.matched


def test_a_static_sent_once_on_tf_reaches_who_is_there():
    early = seen(faults.StaticSentOnce(), listener=Subscriber())
    assert early.buffer.can_transform("base_link", "base_scan")
    expected = "Lookup would require extrapolation at time 7.900000, but only time 0.010000 is in the buffer, "
    ends = "when looking up transform from frame [base_scan] to frame [base_link]"
    assert refusal(early, "base_link", "base_scan", 7.9) == expected + ends
    assert not any("incompatible" in line for line in early.log)


def test_of_one_message_each_the_last_is_kept():
    broken = seen(faults.StaticOnlyLast(("base_scan", "imu_link", "camera_link")))
    for lost in ("base_scan", "imu_link"):
        assert refusal(broken, "base_link", lost) == unknown(lost)
    assert broken.buffer.can_transform("base_link", "camera_link")
    early = seen(faults.StaticOnlyLast(("base_scan", "imu_link", "camera_link")), listener=Subscriber())
    assert early.buffer.can_transform("base_scan", "imu_link")


def test_nobody_hears_another_type_and_nobody_is_told():
    broken = seen(faults.WrongType())
    offers = next(e for e in broken.recording.endpoints if e.node == "/base_scan_broadcaster")
    assert (offers.topic, offers.type, offers.matched) == ("/tf_static", "geometry_msgs/msg/TransformStamped", False)
    assert offers.id not in {d.endpoint for d in broken.recording.deliveries}
    assert not any("incompatible" in line for line in broken.log)


def test_the_localizer_notices_as_well():
    log = [line.text for line in seen(faults.WrongTopic()).recording.log if line.node == "/slam_toolbox"]
    assert any(unknown("base_scan") in text for text in log)
    assert faults.WrongTopic().touched(WORLD.bringup) >= {"base_scan", "odom"}
    assert faults.WrongTopic("base_link", "imu_link").touched(WORLD.bringup) == {"imu_link"}


# Mounts that come again and again


def test_a_flood_changes_nothing_but_the_load():
    broken = seen(faults.StaticFlood())
    assert len(broken.links["base_link", "base_scan"]) == pytest.approx(6 * 250, abs=3)
    found = broken.buffer.lookup_transform("base_link", "base_scan")
    assert found == CLEAN.buffer.lookup_transform("base_link", "base_scan")
    assert seen(faults.StaticFlood(severity=0.0)).recording == CLEAN.recording


def test_a_mount_on_both_topics_loses_its_past():
    broken = seen(faults.StaticVsDynamic())
    assert {s.topic for s in broken.links["base_link", "base_scan"]} == {"/tf", "/tf_static"}
    text = refusal(broken, "base_link", "base_scan", 1.5)
    assert "extrapolation into the past.  Requested time 1.500000 but the earliest data is at time 2.0" in text
    assert CLEAN.buffer.can_transform("base_link", "base_scan", 1.5)


# Networks


def test_loss_makes_gaps_of_whole_periods():
    broken = seen(faults.Loss())
    assert len(broken.links[LINK]) == pytest.approx(180 * 0.4, abs=25)
    period = 1 / 30
    steps = [(b.stamp_ns - a.stamp_ns) / 1e9 / period for a, b in pairwise(broken.links[LINK])]
    assert max(steps) > 2.5
    assert all(step == pytest.approx(round(step), abs=1e-3) for step in steps)
    sequences = [d.sequence for d in broken.recording.deliveries if d.endpoint == broken.links[LINK][0].endpoint]
    assert sequences == sorted(sequences)
    assert len(set(sequences)) < max(sequences) - min(sequences) + 1


def test_more_severe_losses_lose_the_same_messages_and_more():
    kept = [set(seen(faults.Loss(severity=s)).recording.deliveries) for s in (0.0, 0.3, 0.6, 1.0)]
    assert kept[0] == set(CLEAN.recording.deliveries)
    assert all(more > fewer for more, fewer in pairwise(kept))


def test_another_seed_loses_others():
    one, other = (World("diff_drive", seed).with_fault(faults.Loss()).run(8, LATE) for seed in (0, 1))
    heard = [[d.sequence for d in r.deliveries if d.topic == "/odom"] for r in (one, other)]
    assert heard[0] != heard[1]


def test_what_overtakes_arrives_before_it():
    broken = seen(faults.OutOfOrder())
    stamps = [s.stamp_ns for s in broken.links[LINK]]
    assert stamps != sorted(stamps)
    arrivals = [d.receive_ns for d in broken.recording.deliveries]
    assert arrivals == sorted(arrivals)
    clean = {s.stamp_ns: s for s in CLEAN.links[LINK]}
    assert all(0 <= s.receive_ns - clean[s.stamp_ns].receive_ns <= 300_000_000 for s in broken.links[LINK])
    assert broken.log == CLEAN.log
    # tf2 sorts them in.
    then = broken.buffer.lookup_transform("odom", "base_footprint", 5.0)
    assert then == CLEAN.buffer.lookup_transform("odom", "base_footprint", 5.0)


def test_latency_is_the_same_for_every_message():
    broken = seen(faults.Latency())
    assert {s.receive_ns - s.stamp_ns for s in broken.links[LINK]} == {400_000_000}
    assert "Requested time 7.900000 but the latest data is at time 7.596388, " in refusal(broken, *LINK, 7.9)
    assert broken.links["base_link", "base_scan"] == CLEAN.links["base_link", "base_scan"]


# Bags


@pytest.mark.parametrize("cause", ["start-offset", "split", "filter"])
def test_a_bag_from_the_middle_has_no_mounts(cause):
    broken = seen(faults.BagWithoutStatics(cause))
    with pytest.raises(LookupException, match=unknown("base_scan")):
        broken.buffer.lookup_transform("odom", "base_scan")
    assert {e.node for e in broken.recording.endpoints} == {"/rosbag2_player"}
    assert broken.buffer.can_transform("map", "base_footprint", 5.0)


# What makes no sense


@pytest.mark.parametrize(
    ("make", "place"),
    [
        (lambda: faults.VolatileStatic(child=1), "child"),
        (lambda: faults.StaticFlood(hz=1.0), "hz"),
        (lambda: faults.StaticFlood(severity=2.0), "severity"),
        (lambda: faults.WrongTopic(topic="/tf_static"), "topic"),
        (lambda: faults.WrongTopic(topic="no topic"), "topic"),
        (lambda: faults.WrongType(type="tf2_msgs/msg/TFMessage"), "type"),
        (lambda: faults.StaticOnlyLast(("base_scan",)), "children"),
        (lambda: faults.StaticOnlyLast(("base_scan", "base_scan")), "children"),
        (lambda: faults.StaticOnlyLast("base_scan"), "children"),
        (lambda: faults.Loss(share=2.0), "share"),
        (lambda: faults.OutOfOrder(spread=100.0), "spread"),
        (lambda: faults.Latency(seconds=0.0), "seconds"),
        (lambda: faults.BagWithoutStatics("rain"), "cause"),
    ],
)
def test_numbers_that_make_no_sense(make, place):
    with pytest.raises(InputError, match=place):
        make()


@pytest.mark.parametrize("fault", [*MOUNT, faults.StaticFlood, faults.StaticVsDynamic])
def test_a_mount_has_to_be_there(fault):
    assert "base_link -> map" in fault("base_link", "map").applies_to(WORLD.bringup)
    assert "base_link -> camera_optical_frame" in fault("base_link", "camera_optical_frame").applies_to(WORLD.bringup)


def test_a_description_gives_up_its_tips_only():
    described = WORLD.with_bringup(robots.diff_drive().urdf_bringup())
    assert "description's tip" in faults.VolatileStatic("base_link", "camera_link").applies_to(described.bringup)
    broken = described.with_fault(faults.VolatileStatic())
    links = {link.child for link in bringup.static_links(broken.bringup)}
    assert {"base_link", "camera_link", "base_scan"} <= links
    assert refusal(Evidence(broken.run(4, LATE)), "base_link", "base_scan") == unknown("base_scan")


def test_without_statics_none_can_be_lost():
    assert "no static links" in faults.BagWithoutStatics().applies_to([])
    assert "no mount of base_link, base_scan, imu_link" in faults.StaticOnlyLast().applies_to([])


@pytest.mark.parametrize("fault", [faults.Loss, faults.OutOfOrder, faults.Latency])
def test_a_recording_without_the_link_stays(fault):
    assert fault("no", "link").change_deliveries(CLEAN.recording, seed=0) == CLEAN.recording
    assert fault().change_deliveries(Recording(), seed=0) == Recording()
