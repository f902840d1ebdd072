import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tfsandbox import robots
from tfsandbox.errors import InputError
from tfsandbox.network import Machine, Network, Wire
from tfsandbox.recording import Kind, QoS, Reliability
from tfsandbox.world import Subscriber, World

MS = 1_000_000
LAPTOP = Subscriber(machine="laptop")


def arrivals(network, sent_ms, *, reliable=True, seed=0):
    wire = Wire(network, random.Random(seed), reliable=reliable)
    return [wire.arrival(ms * MS) for ms in sent_ms]


def test_latency_is_added():
    assert arrivals(Network(latency=0.01), [0, 20]) == [10 * MS, 30 * MS]


def test_a_reliable_publisher_repeats_what_was_lost_and_keeps_the_order():
    due = arrivals(Network(latency=0.001, loss=0.5, resend=0.05), range(0, 2000, 10))
    assert None not in due
    assert due == sorted(due)
    delays = {(arrived - sent) // MS for arrived, sent in zip(due, range(0, 2000 * MS, 10 * MS), strict=True)}
    assert 1 in delays
    assert max(delays) > 50


def test_towards_best_effort_a_lost_message_is_gone():
    due = arrivals(Network(loss=0.3), range(1000), reliable=False)
    assert 0.25 < due.count(None) / 1000 < 0.35


def test_towards_best_effort_an_overtaken_message_is_dropped_unless_the_link_lets_it_come_late():
    shaky = {"latency": 0.0, "jitter": 0.05}
    kept = [ns for ns in arrivals(Network(**shaky), range(200), reliable=False) if ns is not None]
    assert kept == sorted(kept)
    assert len(kept) < 200
    late = arrivals(Network(**shaky, overtaking=True), range(200), reliable=False)
    assert None not in late
    assert late != sorted(late)


@given(st.floats(0, 0.2), st.floats(0, 0.2), st.floats(0, 0.8), st.booleans(), st.booleans(), st.integers(0, 5))
def test_nothing_arrives_before_it_was_sent(latency, jitter, loss, overtaking, reliable, seed):
    network = Network(latency, jitter, loss, overtaking=overtaking)
    sent = range(0, 500, 7)
    for ms, due in zip(sent, arrivals(network, sent, reliable=reliable, seed=seed), strict=True):
        assert due is None or due >= ms * MS


@pytest.mark.parametrize(
    ("make", "argument"),
    [
        (lambda: Network(latency=-1), "latency"),
        (lambda: Network(jitter=float("nan")), "jitter"),
        (lambda: Network(loss=1.0), "loss"),
        (lambda: Network(overtaking=1), "overtaking"),
        (lambda: Machine(""), "name"),
        (lambda: Machine("a", "/node"), "nodes"),
        (lambda: Machine("a", clock_offset=float("inf")), "clock_offset"),
        (lambda: World(robots.diff_drive(), network=1), "network"),
        (lambda: World(robots.diff_drive(), machines=[1]), "machines"),
    ],
)
def test_nonsense_is_refused_by_name(make, argument):
    with pytest.raises(InputError, match=argument):
        make()


def test_a_machine_runs_the_nodes_it_names():
    machine = Machine("robot", ("/ekf", "/robot1/"))
    assert machine.runs("/ekf")
    assert machine.runs("/robot1/driver/lidar")
    assert not machine.runs("/ekf2")
    assert not machine.runs("/robot1")


# In a world


def test_a_slow_network_delays_only_what_crosses_it():
    here, far = WORLD.run(3), World(robots.diff_drive(), network=Network(latency=0.2)).run(3, LAPTOP)
    assert [d.receive_ns + 200 * MS for d in here.deliveries if d.receive_ns <= 2800 * MS] == [
        d.receive_ns for d in far.deliveries
    ]
    assert far.log == here.log


def test_a_lossy_network_is_the_same_every_time_and_another_with_another_seed():
    lossy = Network(latency=0.002, jitter=0.004, loss=0.2)
    world = World(robots.diff_drive(), 1, network=lossy)
    assert world.run(3, LAPTOP) == world.run(3, LAPTOP)
    assert world.run(3, LAPTOP) != World(robots.diff_drive(), 2, network=lossy).run(3, LAPTOP)


def test_scans_get_lost_and_transforms_get_late():
    seen = World(robots.diff_drive(), network=Network(loss=0.3)).run(6, LAPTOP)
    clean = WORLD.run(6)

    def count(recording, kind):
        return sum(d.kind is kind for d in recording.deliveries)

    assert count(seen, Kind.HEADER) < count(clean, Kind.HEADER)
    assert count(seen, Kind.TF) >= count(clean, Kind.TF) - 20


def test_a_best_effort_listener_on_tf_hears_less():
    careless = Subscriber(machine="laptop", qos=QoS(100, Reliability.BEST_EFFORT))
    seen = World(robots.diff_drive(), network=Network(loss=0.3)).run(6, careless)
    tf = [d for d in seen.deliveries if d.topic == "/tf"]
    assert len(tf) < 0.8 * sum(d.topic == "/tf" for d in WORLD.run(6).deliveries)


@pytest.mark.parametrize("overtaking", [True, False])
def test_messages_arrive_out_of_order_only_where_the_link_lets_them_overtake(overtaking):
    network = Network(jitter=0.2, overtaking=overtaking)
    seen = World(robots.diff_drive(), network=network).run(3, LAPTOP)
    (odometry,) = {e.id for e in seen.endpoints if e.topic == "/tf" and e.node == "/diff_drive"}
    numbers = [d.sequence for d in seen.deliveries if d.endpoint == odometry and d.topic == "/tf"]
    assert (numbers == sorted(numbers)) is not overtaking
    assert len(set(numbers)) == len(numbers) > 60


def test_a_machine_whose_clock_is_ahead_stamps_ahead():
    machine = Machine("scanner", ("/rplidar_node",), clock_offset=0.25)
    world = World(robots.diff_drive(), machines=(machine,))

    def stamps(recording):
        return [d.payload.stamp_ns for d in recording.deliveries if d.topic == "/scan"]

    assert stamps(world.run(2)) == [ns + 250 * MS for ns in stamps(WORLD.run(2))]


def test_a_starved_listener_keeps_only_the_last_messages_of_each_topic():
    starved = WORLD.run(6, Subscriber(spin_period=2.0, qos=QoS(10)))
    tf = [d.receive_ns for d in starved.deliveries if d.topic == "/tf"]
    assert set(tf) == {2_000_000_000, 4_000_000_000, 6_000_000_000}
    assert len(tf) == 30
    static = {t.child_frame_id for d in starved.deliveries if d.topic == "/tf_static" for t in d.payload}
    assert "base_scan" in static


def test_a_subscriber_in_a_namespace_hears_its_own_tf():
    nodes = [{**node, "remappings": [["/tf", "tf"], ["/tf_static", "tf_static"]]} for node in WORLD.bringup]
    nodes = [{**node, "namespace": "robot1"} for node in nodes]
    world = WORLD.with_bringup(nodes)
    plain, namespaced = world.run(3), world.run(3, Subscriber(namespace="robot1"))
    assert not [d for d in plain.deliveries if d.kind is Kind.TF]
    assert {d.topic for d in namespaced.deliveries if d.kind is Kind.TF} == {"/robot1/tf", "/robot1/tf_static"}
    assert any(e.topic == "/robot1/tf" and not e.matched for e in plain.endpoints)


WORLD = World(robots.diff_drive())
