"""Waiting for a transform: timeouts, futures, requests, threads."""

import asyncio
import threading

import pytest

from drawn import SECOND
from small_tree import fill, link, point, x_of
from tfsandbox import Buffer, Duration, Time
from tfsandbox.buffer import RequestResult, RequestState, wait_for_threads
from tfsandbox.errors import (
    ExtrapolationException,
    LookupException,
)


@pytest.fixture
def buffer():
    return fill(Buffer())


# Waiting


def test_a_timeout_waits_for_another_thread():
    asked, buffer = threading.Event(), Buffer()

    def wait(condition, timeout_ns):
        assert timeout_ns == 60 * SECOND
        asked.set()
        wait_for_threads(condition, timeout_ns)

    buffer.wait = wait

    def publish():
        assert asked.wait(60)
        fill(buffer)

    for question in (
        lambda: x_of(buffer.lookup_transform("map", "laser", 3.0, 60)) == 13.5,
        lambda: x_of(buffer.lookup_transform_full("laser", 3.0, "laser", 1.0, "odom", timeout=60)) == -2.0,
        lambda: buffer.can_transform("map", "laser", 3.0, Duration(seconds=60)),
        lambda: buffer.can_transform_full("laser", 3.0, "laser", 1.0, "odom", 60.0),
        lambda: buffer.transform(point("laser", 3.0), "odom", 60).point.x == pytest.approx(4.5),
        lambda: buffer.transform_full(point("laser", 1.0), "laser", 3.0, "odom", 60).point.x == pytest.approx(-1.0),
    ):
        buffer.clear()
        asked.clear()
        publisher = threading.Thread(target=publish)
        publisher.start()
        assert question()
        publisher.join()


def test_a_timeout_that_runs_out_raises_the_plain_error(buffer):
    buffer.wait = wait_for_threads
    with pytest.raises(ExtrapolationException, match="into the future"):
        buffer.lookup_transform("odom", "base_link", 9.0, timeout=Duration(nanoseconds=1))
    assert buffer.can_transform("odom", "base_link", 9.0, 1e-9) is False


def test_a_wait_ends_at_once_when_the_answer_is_there(buffer):
    waits = []
    buffer.wait = lambda condition, timeout_ns: waits.append(condition())
    assert buffer.can_transform("odom", "base_link", 2.0, 5.0)
    assert waits == [True]


def test_nobody_else_fills_it_so_a_timeout_is_not_applied(buffer):
    with pytest.raises(LookupException):
        buffer.lookup_transform("odom", "cup", 1.0, timeout=3600)


def test_no_timeout_no_wait(buffer):
    buffer.wait = lambda *_: pytest.fail("waited")
    for timeout in (0, 0.0, None, Duration(), Time()):
        buffer.can_transform("odom", "cup", 1.0, timeout)


# Futures and requests


def test_a_future_is_done_as_soon_as_the_lookup_is_possible():
    buffer = Buffer()
    future = buffer.wait_for_transform_async("odom", "laser", 2.5)
    full = buffer.wait_for_transform_full_async("laser", 3.0, "laser", 1.0, "odom")
    assert not future.done()
    fill(buffer)
    assert x_of(future.result(timeout=0)) == pytest.approx(3.0)
    assert x_of(full.result(timeout=0)) == pytest.approx(-2.0)
    assert buffer.wait_for_transform_async("odom", "laser", 2.5).done()
    assert buffer.wait_for_transform_full_async("laser", 3.0, "laser", 1.0, "odom").done()


def test_humbles_future_holds_true():
    buffer = Buffer(distro="humble")
    future = buffer.wait_for_transform_async("odom", "laser")
    fill(buffer)
    assert future.result(timeout=0) is True
    assert buffer.wait_for_transform_async("odom", "laser").result(timeout=0) is True


def test_a_cancelled_future_is_left_alone():
    buffer = Buffer()
    future, other = (buffer.wait_for_transform_async("odom", "laser") for _ in range(2))
    assert future.cancel()
    fill(buffer)
    assert future.cancelled()
    assert other.done()


def test_rollings_emptied_links_raise_into_the_future():
    buffer = fill(Buffer(distro="rolling"))
    buffer.clear()
    with pytest.raises(LookupException, match="Static cache is empty"):
        buffer.wait_for_transform_async("base_link", "laser")


def test_awaiting():
    buffer = Buffer()

    async def ask():
        asking = asyncio.gather(
            buffer.lookup_transform_async("odom", "laser", 2.5),
            buffer.lookup_transform_full_async("laser", 3.0, "laser", 1.0, "odom"),
        )
        await asyncio.sleep(0)
        fill(buffer)
        return await asking

    here, there = asyncio.run(ask())
    assert (x_of(here), x_of(there)) == pytest.approx((3.0, -2.0))


def test_requests():
    buffer, heard = Buffer(), []
    request = buffer.add_transformable_request("odom", "laser", Time(seconds=2.5), heard.append)
    dropped = buffer.add_transformable_request("odom", "laser", 2.0, lambda _: heard.append("dropped"))
    assert request.state is RequestState.PENDING
    buffer.cancel_transformable_request(dropped)
    buffer.cancel_transformable_request(dropped)
    fill(buffer)
    assert heard == [RequestResult.AVAILABLE]
    assert buffer.add_transformable_request("odom", "laser", 2.5, heard.append).state is RequestState.ALREADY
    for second in (20, 21):  # stale data goes with the next insert
        buffer.set_transform(link("odom", "base_link", second, second))
    assert buffer.add_transformable_request("odom", "base_link", 1.0, heard.append).state is RequestState.NEVER


def test_a_callback_may_use_the_buffer():
    buffer, heard = Buffer(), []

    def answer(result):
        heard.append(x_of(buffer.lookup_transform("odom", "base_link")))
        buffer.set_transform(link("odom", "cup", 5.0))

    buffer.add_transformable_request("odom", "base_link", 0, answer)
    buffer.add_transformable_request("odom", "cup", 0, heard.append)
    fill(buffer)
    assert heard == [1.0, RequestResult.AVAILABLE]


# Threads


def test_many_threads_at_once():
    buffer, wrong, ready = Buffer(), [], threading.Barrier(4)
    buffer.set_transform(link("odom", "base_link", 0, 0))

    def publish():
        ready.wait()
        for step in range(500):
            buffer.set_transform(link("odom", "base_link", step / 100, step / 100))

    def ask():
        ready.wait()
        for _ in range(300):
            try:
                found = buffer.lookup_transform("odom", "base_link")
                stamp = found.header.stamp.sec + found.header.stamp.nanosec / 1e9
                if abs(x_of(found) - stamp) > 1e-9:
                    wrong.append(found)
                buffer.all_frames_as_yaml()
                buffer.can_transform("odom", "base_link", 1.0)
                buffer.get_frame_names()
            except Exception as error:
                wrong.append(error)

    threads = [threading.Thread(target=task) for task in (publish, ask, ask, ask)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert len(buffer.lookup_transforms("odom", "base_link", [1.0, 2.0]).errors) == 0
