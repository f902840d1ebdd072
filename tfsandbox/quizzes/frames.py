"""Questions about frames and transforms (lesson 01): points and vectors, two readings, chains, inverses."""

from __future__ import annotations

import math
from itertools import product
from random import Random

from tfsandbox.buffer import Buffer
from tfsandbox.conversions import transform_of
from tfsandbox.geometry import Transform
from tfsandbox.quizzes.grading import Choice, Kind, Question
from tfsandbox.quizzes.handmade import choosing, drawn, fixed
from tfsandbox.quizzes.placing import NEAR, WINDOW, flat, floor, triple

_WORDS = {
    "node": "a running program that takes part in ROS",
    "topic": "a named channel on which data travels",
    "message": "one piece of data with fixed fields, such as one laser scan",
    "publish": "to send data on a channel, to everyone who wants it",
    "subscribe": "to ask for all the data that is sent on a channel",
    "launch": "to start several programs together, each with its settings",
}
_YAWS = (-140, -125, -65, -50, -35, 35, 50, 65, 125, 140)
_CHAINS = (("map", "base_link", "camera"), ("map", "dock", "charger"), ("odom", "base_link", "laser"))


def ros_word(rng: Random) -> Question:
    """Return a choice: which of ROS's six words is described?"""
    right, *others = rng.sample(list(_WORDS), 4)
    choices = [Choice(right, f"Yes: {right} means {_WORDS[right]}.")]
    choices += [Choice(word, f"{word.capitalize()} means {_WORDS[word]}.", f"word_{word}") for word in others]
    statement = f"Which word of ROS means: {_WORDS[right]}?"
    return choosing("frames-ros-word", statement, rng, choices)


def two_readings(rng: Random) -> Question:
    """Return a choice: what does one transform say about places and about data?"""
    return drawn(rng, _two_readings)


def _two_readings(rng: Random) -> Question:
    pose = Transform((rng.randrange(10, 40) / 10, rng.randrange(-30, -4) / 10, 0.0))
    screw = (rng.randrange(1, 9) / 10, rng.randrange(1, 9) / 10, 0.0)
    there, back = pose @ screw, pose.inverse() @ screw
    choices = (
        Choice(
            f"A screw at {triple(screw)} in dock is at {triple(there)} in map.",
            "T_map_dock takes data written in dock and gives it in map.",
        ),
        Choice(
            f"A screw at {triple(screw)} in map is at {triple(there)} in dock.",
            "That reads the data the other way round. From map to dock you need the inverse.",
            "inverse",
        ),
        Choice(
            f"A screw at {triple(screw)} in dock is at {triple(back)} in map.",
            "The offset was subtracted. From dock to map it is added.",
            "sign",
        ),
        Choice(
            f"The origin of map is at {triple(pose.translation)} in dock.",
            "It is the other way round: the origin of dock is there in map.",
            "parent_child",
        ),
    )
    statement = f"T_map_dock has the offset {triple(pose.translation)} m and no rotation. Which sentence is true?"
    return choosing("frames-two-readings", statement, rng, choices)


def vector(rng: Random) -> Question:
    """Return a numeric question: a velocity is turned, not moved."""
    return drawn(rng, _vector)


def _vector(rng: Random) -> Question:
    yaw_deg, speed = rng.choice(_YAWS), rng.randrange(5, 16) / 10
    x, y = rng.randrange(10, 40) / 10, rng.randrange(10, 40) / 10
    pose = Transform.from_rpy(x, y, yaw=math.radians(yaw_deg))
    ahead = (speed, 0.0, 0.0)
    vx, vy, _ = pose.rotate(ahead)
    choices = (
        Choice(vy, "A velocity has a direction but no place. It is turned, and the offset stays out."),
        Choice((pose @ ahead)[1], "That moves it, too, as if it were a point. A vector is only turned.", "as_point"),
        Choice(pose.inverse().rotate(ahead)[1], "That turns the wrong way: from map into the robot.", "inverse"),
        Choice(vx, "That is its x. For y, take the sine of the yaw.", "sine_cosine"),
        Choice(0.0, "In the robot's own frame y is 0. Seen from map the robot is turned.", "not_turned"),
    )
    statement = (
        f"A robot is at ({x:g}, {y:g}) m in map, with yaw {yaw_deg} degrees. It drives at {speed:g} m/s, straight "
        "ahead along its own x. Which y has this velocity in map?"
    )
    hint = "Only the yaw matters here. Turn the vector (speed, 0) by it."
    return Question("frames-vector", statement, Kind.NUMERIC, vy, choices, hint, 0.02, "m/s")


def point(rng: Random) -> Question:
    """Return a question to click in a drawing: a point of the child, seen from the parent."""
    return drawn(rng, _point)


def _point(rng: Random) -> Question:
    yaw_deg = rng.choice((-120, -90, -60, 60, 90, 120))
    mount = Transform.from_rpy(rng.randrange(4, 9) / 10, rng.randrange(-4, 5) / 10, yaw=math.radians(yaw_deg))
    hit = (rng.randrange(7, 12) / 10, 0.0, 0.0)
    buffer = Buffer()
    fixed(buffer, "base_link", "laser", mount)
    key = flat(transform_of(buffer.lookup_transform("base_link", "laser")) @ hit)
    x, y, _ = mount.translation
    choices = (
        Choice(key, "Turn the point by the laser's yaw, then add the laser's place."),
        Choice(flat((x + hit[0], y)), "The laser is turned. Turn the point before you add the place.", "not_turned"),
        Choice(flat(mount.rotate(hit)), "Turned well. Now add the laser's own place.", "omit"),
        Choice(
            flat(mount.inverse() @ hit),
            "That goes from base_link into laser. Asked is the way back, into base_link.",
            "inverse",
        ),
        Choice(
            flat(Transform(mount.translation, mount.inverse().rotation) @ hit),
            "Turned the wrong way: a positive yaw turns to the left.",
            "yaw_sign",
        ),
        Choice(
            flat(mount.rotate((x + hit[0], y, 0.0))),
            "First turn the point, then add the place. Here the place was turned, too.",
            "order",
        ),
    )
    statement = (
        f"The laser is at ({x:g}, {y:g}) m in base_link, with yaw {yaw_deg} degrees. It sees a post {hit[0]:g} m "
        "ahead of itself. Where is the post in base_link?"
    )
    hint = "Follow the red x axis of the laser."
    picture = floor(base_link=Transform(), laser=mount)
    return Question("frames-point", statement, Kind.POINT, key, choices, hint, NEAR, "m", picture, WINDOW)


def chain(rng: Random) -> Question:
    """Return a choice: which product of two transforms gives the wanted one?"""
    a, b, c = rng.choice(_CHAINS)
    one, two = rng.choice((((b, a), (b, c)), ((a, b), (c, b)), ((b, a), (c, b))))
    buffer = Buffer()
    for parent, child in ((a, b), (b, c)):
        fixed(buffer, parent, child, Transform.from_rpy(rng.uniform(1, 3), rng.uniform(1, 3), yaw=rng.uniform(0.4, 1)))
    wanted = _value(buffer, (a, c))
    offered = [((one, i), (two, j)) for i, j in product((False, True), repeat=2)]
    right = next(terms for terms in offered if _product(buffer, terms).is_close(wanted))
    offered.append((right[1], right[0]))
    choices = [_offered(terms, right) for terms in offered]
    statement = f"You have {_name(one)} and {_name(two)}. Which product is {_name((a, c))}?"
    return choosing("frames-chain", statement, rng, choices)


_Pair = tuple[str, str]
_Term = tuple[_Pair, bool]


def _value(buffer: Buffer, pair: _Pair) -> Transform:
    return transform_of(buffer.lookup_transform(*pair))


def _product(buffer: Buffer, terms: tuple[_Term, _Term]) -> Transform:
    one, two = (_value(buffer, pair).inverse() if turned else _value(buffer, pair) for pair, turned in terms)
    return one @ two


def _name(pair: _Pair) -> str:
    return f"T_{pair[0]}_{pair[1]}"


def _offered(terms: tuple[_Term, _Term], right: tuple[_Term, _Term]) -> Choice:
    text = " @ ".join(f"inverse({_name(pair)})" if turned else _name(pair) for pair, turned in terms)
    one, two = ((pair[1], pair[0]) if turned else pair for pair, turned in terms)
    reads = f"This reads {_name(one)} @ {_name(two)}."
    if terms == right:
        return Choice(text, f"{reads} The inner names are equal, the outer ones are those wanted.")
    return Choice(text, f"{reads} The inner names, {one[1]} and {two[0]}, do not match.", _chain_slip(terms, right))


def _chain_slip(terms: tuple[_Term, _Term], right: tuple[_Term, _Term]) -> str:
    """Return what is wrong with a product: the order, or the side on which an inverse is missing or too many."""
    if terms == (right[1], right[0]):
        return "order"
    wrong = [side for side, term, fit in zip(("first", "second"), terms, right, strict=True) if term != fit]
    return "inverse_" + "_and_".join(wrong)


def inverse(rng: Random) -> Question:
    """Return a numeric question: where is the parent's origin, seen from a turned child?"""
    return drawn(rng, _inverse)


def _inverse(rng: Random) -> Question:
    yaw_deg, x, y = rng.choice(_YAWS), rng.randrange(10, 40) / 10, rng.randrange(10, 40) / 10
    pose = Transform.from_rpy(x, y, yaw=math.radians(yaw_deg))
    buffer = Buffer()
    fixed(buffer, "map", "robot", pose)
    key = _value(buffer, ("robot", "map")).translation[0]
    choices = (
        Choice(key, "The inverse of (R, t) is (R^T, -R^T t): turned back, then the minus."),
        Choice(-x, "Only the sign was changed. The robot is turned, so -t has to be turned back as well.", "sign"),
        Choice(x, "That is the robot in map. Asked is map in the robot's frame.", "not_inverted"),
        Choice(-key, "That is R^T t. The minus is missing: map lies on the other side.", "missing_minus"),
        Choice(pose.rotate((-x, -y, 0.0))[0], "Turned the wrong way. The inverse turns back: R^T, not R.", "not_back"),
    )
    statement = (
        f"A robot is at ({x:g}, {y:g}) m in map, with yaw {yaw_deg} degrees. At which x does the origin of map lie, "
        "seen in the robot's own frame?"
    )
    hint = "Write down the inverse: (R^T, -R^T t). Asked is the x of -R^T t."
    return Question("frames-inverse", statement, Kind.NUMERIC, key, choices, hint, 0.02, "m")


QUESTIONS = (ros_word, two_readings, vector, point, chain, inverse)
