"""Questions about the tree (lesson 03): one parent each, who publishes what, clashes, loops, and tf2's words."""

from __future__ import annotations

from random import Random

from tfsandbox.buffer import Buffer
from tfsandbox.geometry import Transform
from tfsandbox.quizzes.grading import Choice, Kind, Question
from tfsandbox.quizzes.handmade import choosing, drawn, fixed, moving, refusal
from tfsandbox.quizzes.placing import number

_SENSORS = ("laser", "camera_link", "imu_link", "sonar")


def last_word(rng: Random) -> Question:
    """Return a numeric question: a mount is published a second time, under another parent."""
    return drawn(rng, _last_word)


def _last_word(rng: Random) -> Question:
    plate, first, second = (round(rng.uniform(0.1, 1.5), 1) for _ in range(3))
    buffer = Buffer()
    fixed(buffer, "base_link", "plate", Transform((plate, 0.0, 0.0)))
    fixed(buffer, "base_link", "laser", Transform((first, 0.0, 0.0)))
    fixed(buffer, "plate", "laser", Transform((second, 0.0, 0.0)))
    x = buffer.lookup_transform("base_link", "laser").transform.translation.x
    choices = (
        Choice(round(x, 3), "The last word counts: laser hangs from plate now, so both links add up."),
        Choice(first, "That link was replaced. A frame has one parent at a time.", "first_wins"),
        Choice(second, "That is laser's x in plate. Add plate's own x.", "wrong_parent"),
        Choice(round((first + x) / 2, 3), "tf2 takes no mean of two parents.", "mean"),
    )
    statement = (
        f"Three static links arrive in this order: base_link -> plate, x = {plate:g} m. base_link -> laser, "
        f"x = {first:g} m. plate -> laser, x = {second:g} m. At which x in base_link does tf2 put laser, in metres?"
    )
    hint = "Which parent does laser have in the end? Walk up from there."
    return Question("tree-last-word", statement, Kind.NUMERIC, choices[0].answer, choices, hint, 0.02, "m")


def _parents(buffer: Buffer, frame: str) -> str:
    return buffer.get_frame_parent(frame) or "none"


def backwards_mount(rng: Random) -> Question:
    """Return a choice: the clash: what does a mount written backwards do under a moving base?"""
    sensor = rng.choice(_SENSORS)
    buffer = Buffer()
    fixed(buffer, sensor, "base_link", Transform((0.2, 0.0, 0.0)))
    moving(buffer, "odom", "base_link", stamps=(0.0, 0.1))
    parent = _parents(buffer, "base_link")
    choices = (
        Choice(f"Its parent is {parent}, and {sensor} is cut off.", "Odometry speaks last and takes base_link back."),
        Choice(
            f"Its parent is {sensor}, and odom is cut off.",
            "Odometry spoke later: each sample sets the parent.",
            "static_wins",
        ),
        Choice(
            "It has both parents, and all is connected.",
            "A frame has one parent. The last to speak is it.",
            "two_parents",
        ),
        Choice("It has no parent: tf2 refuses them both.", "tf2 refuses neither. It keeps the last one.", "refused"),
    )
    statement = (
        f"A static link is published backwards: {sensor} -> base_link. After that, odometry starts to publish "
        "odom -> base_link, ten times a second. What becomes of base_link?"
    )
    return choosing("tree-backwards-mount", statement, rng, choices)


def closed_loop(rng: Random) -> Question:
    """Return a choice: two frames that are each other's parent."""
    sensor = rng.choice(_SENSORS)
    buffer = Buffer()
    fixed(buffer, "base_link", sensor)
    fixed(buffer, sensor, "base_link")
    fixed(buffer, "odom", "base_footprint")
    text = refusal(buffer, "odom", sensor).split("\n")[0]
    choices = (
        Choice(
            f"A loop: base_link and {sensor} hang from each other.",
            "Both links were taken. Whoever walks up never arrives.",
        ),
        Choice(
            "A misspelt name: one of the frames does not exist.",
            "tf2 would say that a frame does not exist.",
            "misspelt",
        ),
        Choice(
            "A stamp that is older than the buffer's ten seconds.",
            "Then tf2 speaks of extrapolation into the past.",
            "too_old",
        ),
        Choice(
            "Two trees: no link joins odom and base_link.", "Then tf2 says: not part of the same tree.", "two_trees"
        ),
    )
    statement = f"A lookup of {sensor} in odom fails: \u201c{text}\u201d What has happened?"
    return choosing("tree-loop", statement, rng, choices)


def missing_link(rng: Random) -> Question:
    """Return a choice: which link joins two trees?"""
    sensor = rng.choice(_SENSORS)
    links = (("base_footprint", "base_link"), ("map", "base_link"), (sensor, "base_link"), ("base_footprint", "map"))
    said = (
        "Each frame keeps its one parent, and there is a way from odom to the sensor.",
        "SLAM owns map -> odom. Beside the real odometry this link hides where the robot is.",
        "Then base_link and the sensor would hang from each other: a loop.",
        "map is above odom. Hung below it, it makes a loop.",
    )
    works = [_joined(sensor, link) for link in links]
    slips = ("", "map_to_base", "loop", "map_below")
    choices = [
        Choice(f"{parent} -> {child}", text, slip)
        for (parent, child), text, slip in zip(links, said, slips, strict=True)
    ]
    text = refusal(_two_trees(sensor), "odom", sensor)
    key = choices[works.index(True)].answer
    statement = (
        f"There are map -> odom, odom -> base_footprint and, apart from them, base_link -> {sensor}. A lookup of "
        f"{sensor} in odom says: \u201c{text}\u201d Which link mends it and keeps odometry in the chain?"
    )
    rng.shuffle(choices)
    return Question("tree-missing-link", statement, Kind.CHOICE, key, tuple(choices))


def _two_trees(sensor: str) -> Buffer:
    buffer = Buffer()
    fixed(buffer, "map", "odom")
    fixed(buffer, "odom", "base_footprint")
    fixed(buffer, "base_link", sensor)
    return buffer


def _joined(sensor: str, link: tuple[str, str]) -> bool:
    buffer = _two_trees(sensor)
    fixed(buffer, *link)
    return buffer.can_transform("base_footprint", sensor) and buffer.get_frame_parent("base_link") == "base_footprint"


def target_and_source(rng: Random) -> Question:
    """Return a numeric question: lookup_transform's target and source."""
    offset = rng.choice((0.2, 0.3, 0.4, 0.5))
    height = round(offset + rng.choice((0.3, 0.5)), 1)
    buffer = Buffer()
    fixed(buffer, "base_link", "arm", Transform((offset, 0.0, 0.0)))
    fixed(buffer, "arm", "camera_link", Transform((height, 0.0, 0.0)))
    x = {
        pair: buffer.lookup_transform(*pair).transform.translation.x
        for pair in (("camera_link", "base_link"), ("base_link", "camera_link"), ("base_link", "arm"))
    }
    choices = (
        Choice(x["camera_link", "base_link"], "Target first: seen from camera_link, base_link lies behind."),
        Choice(
            x["base_link", "camera_link"],
            "That is camera_link seen from base_link: the two words exchanged.",
            "swapped_words",
        ),
        Choice(x["base_link", "arm"], "That is one link only. The way has two.", "one_link"),
    )
    statement = (
        f"base_link -> arm has x = {offset:g} m, arm -> camera_link has x = {height:g} m, nothing is turned. "
        'Which x does lookup_transform("camera_link", "base_link") return, in metres?'
    )
    hint = "The first name is the target: the frame from which you look."
    return Question("tree-target-source", statement, Kind.NUMERIC, choices[0].answer, choices, hint, 0.02, "m")


def echo_words(rng: Random) -> Question:
    """Return a choice: which lookup gives what tf2_echo A B prints?"""
    sensor, offset = rng.choice(_SENSORS), rng.choice((0.2, 0.3, 0.4))
    buffer = Buffer()
    fixed(buffer, "base_link", sensor, Transform((offset, 0.0, 0.0)))
    x = number(buffer.lookup_transform("base_link", sensor).transform.translation.x)
    back = number(buffer.lookup_transform(sensor, "base_link").transform.translation.x)
    there, other = f'lookup_transform("base_link", "{sensor}")', f'lookup_transform("{sensor}", "base_link")'
    choices = (
        Choice(f"x = {x}, as from {there}", "The first name is where you look from, though tf2_echo calls it source."),
        Choice(
            f"x = {back}, as from {other}", "tf2_echo's own words are reversed. Its numbers are not.", "reversed_words"
        ),
        Choice(f"x = {back}, as from {there}", "The lookup is right, its sign is not: the sensor is ahead.", "sign"),
        Choice(f"x = {x}, as from {other}", "This lookup gives the way back, with a minus.", "wrong_lookup"),
    )
    statement = (
        f"base_link -> {sensor} has x = {offset:g} m without rotation. Which x does "
        f"\u201cros2 run tf2_ros tf2_echo base_link {sensor}\u201d print, and which lookup gives the same?"
    )
    return choosing("tree-echo-words", statement, rng, choices)


def who_publishes(rng: Random) -> Question:
    """Return a choice: which node publishes a given link?"""
    owners = {
        "map -> odom": "SLAM or AMCL",
        "odom -> base_link": "odometry or an EKF",
        "base_link -> laser": "robot_state_publisher, from the URDF",
    }
    link = rng.choice(list(owners))
    choices = [
        Choice(
            owner,
            f"{owner[0].upper()}{owner[1:]}: that is who publishes {owned}.",
            "" if owned == link else "other_link",
        )
        for owned, owner in owners.items()
    ]
    choices.append(
        Choice("RViz, once a fixed frame is set", "RViz only listens. A fixed frame is where it looks from.", "rviz")
    )
    return choosing("tree-who-publishes", f"Who publishes {link} on most robots?", rng, choices)


QUESTIONS = (
    last_word, backwards_mount, closed_loop, missing_link, target_and_source, echo_words, who_publishes,
)  # fmt: skip
