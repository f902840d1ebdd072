import dataclasses

import pytest

from tfsandbox import faults, robots
from tfsandbox.buffer import Buffer
from tfsandbox.clock import Clock
from tfsandbox.conversions import transform_of
from tfsandbox.errors import ExtrapolationException, InputError, LookupException
from tfsandbox.nodes import Agenda
from tfsandbox.stamps import Time
from tfsandbox.world import Event, Subscriber, World

WORLD = World(robots.diff_drive())
SECOND = 1_000_000_000


def test_steps_add_up_to_a_run():
    session = WORLD.start()
    for _ in range(6):
        session.step(0.5)
    assert session.now == session.simulation_time == 3.0
    assert session.recording == WORLD.run(3.0)


def test_a_listener_hears_from_now_on_and_gets_the_latched_statics():
    session = WORLD.start()
    session.step(2.0)
    buffer = session.listen()
    assert buffer.can_transform("base_link", "base_scan")
    assert not buffer.frame_exists("odom")
    session.step(0.5)
    assert buffer.can_transform("odom", "base_scan")


def test_a_starved_listener_knows_only_what_its_last_look_found():
    session = WORLD.start()
    buffer = session.listen(subscriber=Subscriber(spin_period=1.0))
    session.step(0.9)
    assert not buffer.can_transform("odom", "base_link")
    session.step(0.9)
    assert 0.9 < buffer.get_latest_common_time("odom", "base_link").nanoseconds / SECOND <= 1.0


def test_a_timeout_lets_the_worlds_time_pass_until_the_answer_is_there():
    session = WORLD.start()
    session.step(2.0)
    buffer = session.listen()
    buffer.lookup_transform("odom", "base_footprint", timeout=1.0)
    assert 2.0 < session.now < 2.1
    ahead = session.now + 0.5
    found = buffer.lookup_transform("odom", "base_footprint", Time(seconds=ahead), timeout=2.0)
    assert ahead <= session.now < ahead + 0.1
    assert found.header.stamp.sec + found.header.stamp.nanosec / 1e9 == pytest.approx(ahead)


def test_a_timeout_that_runs_out_raises_the_plain_error_at_its_end():
    session = WORLD.start()
    session.step(2.0)
    buffer = session.listen()
    with pytest.raises(LookupException, match="nowhere"):
        buffer.lookup_transform("odom", "nowhere", timeout=0.75)
    assert session.now == 2.75
    with pytest.raises(ExtrapolationException, match="into the future"):
        buffer.lookup_transform("odom", "base_footprint", 60.0, timeout=0.25)
    assert session.now == 3.0


def test_waiting_does_not_change_what_the_subscriber_records():
    session = WORLD.start()
    buffer = session.listen()
    buffer.can_transform("map", "base_scan", timeout=1.0)
    session.step(3.0 - session.now)
    assert session.recording == WORLD.run(3.0)


def test_asking_a_live_buffer_about_changed_deliveries_is_refused_with_the_way_out():
    class Deaf:
        name, kind = "deaf", "stale-frame"

        def applies_to(self, bringup):
            return None

        def change_deliveries(self, recording, *, seed):
            return recording

    world = WORLD.with_fault(Deaf())
    with pytest.raises(InputError, match=r"Buffer\.play"):
        world.start().listen()
    assert world.run(2.0) == WORLD.run(2.0)


@pytest.mark.parametrize("seconds", [-1.0, float("nan"), "1", None])
def test_time_passes_forwards_only(seconds):
    with pytest.raises(InputError, match="seconds"):
        WORLD.start().step(seconds)


def test_a_session_wants_a_subscriber():
    with pytest.raises(InputError, match="subscriber"):
        WORLD.start("me")


# Faults can be undone


def test_without_a_fault_the_others_stay():
    missing, second = faults.MissingStatic(), faults.TwoPublishers()
    world = WORLD.with_fault(missing).with_fault(second)
    assert world.faults == (missing, second)
    assert world.without_fault("missing-static").bringup == WORLD.with_fault(second).bringup
    assert world.without_fault(second).without_fault(missing) == WORLD
    with pytest.raises(InputError, match="missing-static"):
        WORLD.with_fault(missing).without_fault("swap")


def test_a_repaired_bringup_has_no_faults_left_to_undo():
    assert WORLD.with_fault(faults.MissingStatic()).with_bringup(WORLD.bringup).faults == ()


# Simulation time


def agenda_with(*due):
    agenda, done = Agenda(Clock()), []
    for name, seconds in due:
        agenda.at_simulated(int(seconds * SECOND), lambda name=name: done.append((name, agenda.outside_ns / SECOND)))
    return agenda, done


def test_while_simulation_time_is_paused_what_it_holds_waits():
    agenda, done = agenda_with(("a", 1.0), ("b", 3.0))
    agenda.at(2 * SECOND, agenda.clock.pause)
    agenda.at(5 * SECOND, agenda.clock.resume)
    agenda.run_until(10 * SECOND)
    assert done == [("a", 1.0), ("b", 6.0)]
    assert agenda.clock.now_ns == 7 * SECOND


def test_dilated_time_reaches_its_appointments_later_outside():
    agenda, done = agenda_with(("a", 1.0), ("b", 2.0))
    agenda.at(SECOND, lambda: agenda.clock.dilate(0.25))
    agenda.run_until(10 * SECOND)
    assert done == [("a", 1.0), ("b", 5.0)]


def test_a_restart_keeps_what_was_due_in_a_second_due_in_a_second():
    agenda, done = agenda_with(("a", 4.0))
    agenda.at(3 * SECOND, agenda.restart)
    agenda.run_until(10 * SECOND)
    assert done == [("a", 4.0)]
    assert agenda.clock.now_ns == 7 * SECOND


def test_events_of_the_clock_reach_the_world():
    events = (Event(1.0, "pause"), Event(2.0, "resume"), Event(3.0, "dilate", 0.5), Event(5.0, "restart"))
    session = World(robots.diff_drive(), events=events).start()
    seen = []
    for _ in range(6):
        session.step(1.0)
        seen.append(session.simulation_time)
    assert seen == [1.0, 1.0, 2.0, 2.5, 0.0, 0.5]


@pytest.mark.parametrize(
    ("make", "argument"),
    [
        (lambda: Event(-1.0, "pause"), "at"),
        (lambda: Event(1.0, ""), "name"),
        (lambda: Event(1.0, "dilate", 0), "rate"),
        (lambda: World(robots.diff_drive(), events=["pause"]), "events"),
        (lambda: World(robots.diff_drive(), wall_start=-1.0), "wall_start"),
        (lambda: World(robots.diff_drive(), distro="foxy"), "distro"),
        (lambda: Subscriber(spin_period=-1), "spin_period"),
        (lambda: Subscriber(namespace=1), "namespace"),
    ],
)
def test_nonsense_is_refused_by_name(make, argument):
    with pytest.raises(InputError, match=argument):
        make()


def test_each_robot_of_a_fleet_feels_its_own_surroundings_in_deep_namespaces():
    one, two = robots.two_robots().robots
    fleet = robots.Fleet(
        "fleet", (dataclasses.replace(one, namespace="floor/one"), dataclasses.replace(two, namespace="floor/two"))
    )
    world = World(fleet)
    buffer = Buffer.play(world.run(4))
    for robot in fleet.robots:
        seen = transform_of(buffer.lookup_transform("map", robot.base, 3.0))
        assert seen.is_close(world.truth(3.0, robot=robot.name), tolerance=0.05)
