"""480 scenarios answered by the real cores of five tf2 versions, replayed on BufferCore."""

import hashlib
import json
from pathlib import Path

import pytest

from tfsandbox.buffer.core import BufferCore
from tfsandbox.buffer.requests import Request
from tfsandbox.errors import TransformException
from tfsandbox.geometry import Transform, quaternion_from_rpy, rows_from_quaternion, rpy_from_quaternion
from tfsandbox.recording import StampedTransform
from tfsandbox.stamps import Duration, Time, format_time

GOLDEN = Path(__file__).parent / "golden"
SCENARIOS = json.loads((GOLDEN / "vectors.json").read_text())
VERSIONS = json.loads((GOLDEN / "vectors_versions.json").read_text())["scenarios"]
DISTROS = ("jazzy", "humble", "jazzy_0_36_4", "kilted", "rolling")


def at(ns):
    return Time(nanoseconds=ns)


def number(value):
    return float(value)  # JSON has no NaN and no infinity: they come as strings


class Player:
    """Runs one scenario's ops on one buffer."""

    def __init__(self, scenario, distro):
        self.authority = scenario["authority"]
        self.buffer = BufferCore(Duration(nanoseconds=scenario["cache_time_ns"]), distro=distro)
        self.requests: dict[int, Request] = {}
        self.callbacks: list[list] = []

    def run(self, op):
        try:
            return getattr(self, op["op"])(op)
        except TransformException as error:
            result = {"exception": type(error).__name__, "message": str(error)}
            return result | ({"cpp_exception": error.cpp_exception} if error.cpp_exception else {})

    def set_transform(self, op):
        logged = len(self.buffer.log)
        self.callbacks = []
        transform = Transform(tuple(map(number, op["t"])), tuple(map(number, op["q"])))
        value = StampedTransform(op["frame_id"], op["child_frame_id"], transform, op["stamp_ns"])
        ok = self.buffer.set_transform(value, op.get("authority", self.authority), op.get("static", False))
        log = [[severity, text.replace("-nan", "nan")] for severity, text in self.buffer.log[logged:]]
        extra = {"log": log} if log else {}
        return {"ok": ok} | extra | ({"callbacks": self.callbacks} if self.callbacks else {})

    def set_chain(self, op):
        def link(i):
            names = op["prefix"] + str(i), op["prefix"] + str(i + 1)
            return StampedTransform(*names, Transform((1, 0, 0)), op["stamp_ns"])

        static = op.get("static", False)
        return {"ok_count": sum(self.buffer.set_transform(link(i), "x", static) for i in range(op["count"]))}

    def lookup(self, op):
        return found(self.buffer.lookup_transform(op["target"], op["source"], at(op["time_ns"])))

    def lookup_full(self, op):
        return found(self.buffer.lookup_transform_full(*self.full(op)))

    def full(self, op):
        return op["target"], at(op["target_time_ns"]), op["source"], at(op["source_time_ns"]), op["fixed"]

    def can_transform(self, op):
        args = op["target"], op["source"], at(op["time_ns"])
        return verdict(*self.buffer.can_transform(*args, return_debug_tuple=True))

    def can_transform_full(self, op):
        return verdict(*self.buffer.can_transform_full(*self.full(op), return_debug_tuple=True))

    def latest_common_time(self, op):
        return {"time_ns": self.buffer.get_latest_common_time(op["target"], op["source"]).nanoseconds}

    def frames(self, op):
        return {"frames": self.buffer.get_frame_names()}

    def frame_exists(self, op):
        return {"ok": self.buffer.frame_exists(op["frame"])}

    def parent(self, op):
        return {"parent": self.buffer.get_frame_parent(op["frame"], at(op["time_ns"])) or None}

    def frames_string(self, op):
        return text("string", self.buffer.all_frames_as_string())

    def frames_yaml(self, op):
        return text("yaml", self.buffer.all_frames_as_yaml(at(op.get("time_ns", 0))))

    def frames_dot(self, op):
        return text("dot", self.buffer.all_frames_as_dot(at(op.get("time_ns", 0))))

    def clear(self, op):
        self.buffer.clear()
        return {}

    def velocity(self, op):
        interval = Duration(nanoseconds=op["interval_ns"])
        v = self.buffer.lookup_velocity(op["tracking"], op["observation"], at(op["time_ns"]), interval)
        stamp = v.header.stamp.sec * 10**9 + v.header.stamp.nanosec
        linear, angular = v.velocity.linear, v.velocity.angular
        return {
            "frame_id": v.header.frame_id,
            "body_frame_id": v.body_frame_id,
            "stamp_ns": stamp,
            "linear": [linear.x, linear.y, linear.z],
            "angular": [angular.x, angular.y, angular.z],
        }

    def add_request(self, op):
        def done(result):
            self.callbacks.append([op["tag"], result.value])

        request = self.buffer.add_transformable_request(op["target"], op["source"], at(op["time_ns"]), done)
        self.requests[op["tag"]] = request
        return {"result": request.state.value}

    def cancel_request(self, op):
        self.buffer.cancel_transformable_request(self.requests[op["tag"]])
        return {}

    def display_time(self, op):
        return {"string": format_time(op["time_ns"])}

    def set_rpy(self, op):
        return {"q": list(quaternion_from_rpy(*op["rpy"]))}

    def get_rpy(self, op):
        rows = rows_from_quaternion(op["q"])
        return {"rpy": list(rpy_from_quaternion(op["q"])), "matrix": [n for row in rows for n in row]}


def found(message):
    t, q, stamp = message.transform.translation, message.transform.rotation, message.header.stamp
    stamp_ns = stamp.sec * 10**9 + stamp.nanosec
    return {"t": [t.x, t.y, t.z], "q": [q.x, q.y, q.z, q.w], "stamp_ns": stamp_ns}


def verdict(ok, text):
    return {"ok": ok, "error": text} if text else {"ok": ok}


def text(key, value):
    if len(value) <= 1500:
        return {key: value}
    digest = hashlib.sha256(value.encode()).hexdigest()
    return {f"{key}_len": len(value), f"{key}_sha256": digest, f"{key}_head": value[:160], f"{key}_tail": value[-80:]}


def shortened(result):
    """Long texts are stored by length, hash, head and tail."""
    for key in ("message", "error"):
        if key in result:
            result = {k: v for k, v in result.items() if k != key} | text(key, result[key])
    return result


def same(got, wanted):
    if got.keys() != wanted.keys():
        return False
    return all(same_value(key, got[key], wanted[key]) for key in wanted)


def same_value(key, got, wanted):
    if key == "q":
        return close(got, wanted) or close(got, [-number(n) for n in wanted])
    if key in ("t", "linear", "angular", "rpy", "matrix"):
        return close(got, wanted)
    return got == wanted


def close(got, wanted):
    return len(got) == len(wanted) and all(close_number(a, number(b)) for a, b in zip(got, wanted, strict=True))


def close_number(a, b):
    if a != a or b != b:
        return a != a and b != b
    return a == b or abs(a - b) <= 1e-9 * max(1.0, abs(a), abs(b))


def expected(scenario, distro):
    """Each op with the result of this version, None where that version was not run."""
    changed = VERSIONS.get(scenario["id"], {}).get(distro, {})
    for i, (op, result) in enumerate(zip(scenario["ops"], scenario["expect"], strict=True)):
        if op["op"] == "chain":  # an internal of tf2's, left out on purpose
            continue
        if distro == "humble":
            result = {k: v for k, v in result.items() if k != "cpp_exception"}
            if op["op"] == "velocity":
                result = None
        yield op, changed.get(str(i), result)


@pytest.mark.parametrize("distro", DISTROS)
@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda s: s["id"])
def test_answers_like_the_real_core(scenario, distro):
    player = Player(scenario, distro)
    for i, (op, wanted) in enumerate(expected(scenario, distro)):
        got = shortened(player.run(op))
        if wanted is not None:
            assert same(got, wanted), f"op {i} {op}\n got    {got}\n wanted {wanted}"


def test_a_wrong_answer_is_noticed():
    wanted = next(e for s in SCENARIOS for e in s["expect"] if "stamp_ns" in e and "t" in e)
    assert same(dict(wanted), wanted)
    assert not same(wanted | {"stamp_ns": wanted["stamp_ns"] + 1}, wanted)
    assert not same(wanted | {"t": [wanted["t"][0] + 1e-6, *wanted["t"][1:]]}, wanted)
