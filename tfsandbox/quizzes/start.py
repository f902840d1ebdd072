"""Questions of the first lesson (lesson 00): what a broken tree looks like, and what tf2's words say."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from tfsandbox.buffer import Buffer
from tfsandbox.explain import explain
from tfsandbox.geometry import Transform
from tfsandbox.quizzes.grading import Choice, Kind, Question
from tfsandbox.quizzes.handmade import choosing, drawn, fixed, moving, refusal

_SENSORS = ("laser", "base_scan", "camera_link", "imu_link")
_CHAIN = ("map", "odom", "base_footprint", "base_link")


def _broken(rng: Random) -> tuple[tuple[str, ...], int]:
    """Return a chain of frames and the place of the link that is missing in it."""
    chain = (*_CHAIN, rng.choice(_SENSORS))
    return chain, rng.randrange(1, len(chain) - 1)


def _tree(links: list[tuple[str, str]]) -> Buffer:
    buffer = Buffer()
    for parent, child in links:
        fixed(buffer, parent, child)
    return buffer


def _listed(links: list[tuple[str, str]]) -> str:
    return ", ".join(f"{parent} -> {child}" for parent, child in links)


def words(rng: Random) -> Question:
    """Return a choice: which kind of trouble do tf2's words tell of?"""
    sensor, trouble = rng.choice(_SENSORS), rng.choice(("name", "pieces", "time"))
    buffer = Buffer()
    end = rng.randrange(50, 200) / 10
    moving(buffer, "odom", "base_link", stamps=(end - 5, end))
    if trouble != "name":
        fixed(buffer, "base_link" if trouble == "time" else "mast", sensor)
    text = refusal(buffer, "odom", sensor, round(end + 2, 1) if trouble == "time" else None)
    kind = explain(text)[0].tf2_class
    right = {"LookupException": "name", "ConnectivityException": "pieces", "ExtrapolationException": "time"}[kind]
    texts = {
        "name": ("A name that nobody has published.", "Then tf2 says that a name \u201cdoes not exist\u201d."),
        "pieces": ("Two pieces with no link between.", "Then tf2 speaks of \u201ctwo or more unconnected trees\u201d."),
        "time": ("A time that lies outside the data.", "Then tf2 speaks of \u201cextrapolation\u201d and two times."),
        "value": ("A link with wrong numbers in it.", "A wrong number is no error for tf2: it answers with it."),
    }
    told = {
        "name": "\u201cdoes not exist\u201d: no link with this name has arrived.",
        "pieces": "\u201cunconnected trees\u201d: both names are known, but no chain of links joins them.",
        "time": "\u201cextrapolation\u201d: the names are fine, the asked time is not covered.",
    }
    choices = [
        Choice(answer, told[right] if name == right else wrong, "" if name == right else name)
        for name, (answer, wrong) in texts.items()
    ]
    statement = f"You look up odom <- {sensor}. tf2 says: \u201c{text}\u201d What does it tell of?"
    return choosing("start-words", statement, rng, choices)


def pieces(rng: Random) -> Question:
    """Return a numeric question: how many separate trees do these links make?"""
    return drawn(rng, _pieces)


def _pieces(rng: Random) -> Question:
    sensors = rng.sample(_SENSORS, rng.randrange(2, 5))
    links = [*pairwise(_CHAIN), *(("base_link", sensor) for sensor in sensors)]
    missing = sorted(rng.sample(range(1, 3), rng.randrange(1, 3)))
    kept = [link for i, link in enumerate(links) if i not in missing]
    if rng.random() < 0.5:
        kept[-1] = ("mast", kept[-1][1])
    buffer = _tree(kept)
    names = buffer.get_frame_names()
    key = float(sum(not buffer.get_frame_parent(name) for name in names))
    choices = [
        Choice(key, "Each tree has one frame without a parent. Count those."),
        Choice(float(len(names)), "That is the number of frames.", "frames"),
        Choice(float(len(kept)), "That is the number of links. Links join frames to trees.", "links"),
        Choice(1.0, "Try to walk along links from map to every frame: you do not reach all.", "one"),
        Choice(key - 1, "That is the number of missing links. One link joins two trees.", "missing_links"),
    ]
    choices = choices if key > 2 else choices[:-1]
    statement = f"These links are published: {_listed(kept)}. How many separate trees are there?"
    hint = "Look for frames that are nobody's child."
    return Question("start-pieces", statement, Kind.NUMERIC, key, tuple(choices), hint, 0.2)


def missing_link(rng: Random) -> Question:
    """Return a choice: which link makes one proper tree of two pieces?"""
    chain, gap = _broken(rng)
    links = list(pairwise(chain))
    kept = [link for i, link in enumerate(links) if i != gap]
    parent, child = links[gap]
    above, below = chain[gap - 1], chain[gap + 2] if gap + 2 < len(chain) else ""
    foreseen = (
        (parent, child, "", f"It joins the two pieces, and every frame keeps one parent: {child} hangs on {parent}."),
        (child, parent, "swap", f"{parent} hangs below {above} already. A frame has one parent."),
        (above, child, "skips", f"The pieces would be joined, but {child} would not follow {parent}, its parent."),
        (parent, below, "second_parent", f"{below} hangs below {child} already. A frame has one parent."),
        (chain[-1], above, "backwards", f"{above} has its place already, and {child} still hangs nowhere."),
    )
    choices = [
        Choice(f"{one} -> {other}", feedback, "" if _is_chain([*kept, (one, other)], chain) else slip or "other")
        for one, other, slip, feedback in foreseen
        if other
    ][:4]
    statement = (
        f"The robot's tree should be {' -> '.join(chain)}. Published are {_listed(kept)}. "
        "Which link do you have to add?"
    )
    return choosing("start-missing-link", statement, rng, choices)


def _is_chain(links: list[tuple[str, str]], chain: tuple[str, ...]) -> bool:
    buffer = _tree(links)
    return all(buffer.get_frame_parent(child) == parent for parent, child in pairwise(chain))


def lost(rng: Random) -> Question:
    """Return a numeric question: how many frames does one missing link cut off?"""
    return drawn(rng, _lost)


def _lost(rng: Random) -> Question:
    sensors = tuple(rng.sample(_SENSORS, rng.randrange(2, 5)))
    links = [*pairwise(_CHAIN), *(("base_link", sensor) for sensor in sensors)]
    parent, child = links[rng.randrange(1, 3)]
    buffer = _tree([link for link in links if link != (parent, child)])
    frames = (*_CHAIN, *sensors)
    key = float(sum(not buffer.can_transform("map", frame) for frame in frames))
    choices = (
        Choice(key, f"{child} and all that hangs below it."),
        Choice(1.0, f"{child} takes all frames below it with it.", "only_the_child"),
        Choice(key - 1.0, f"{child} itself is cut off, too.", "child_left_out"),
        Choice(len(frames) - key, "Those are the frames that can still be reached.", "the_others"),
        Choice(float(len(frames)), "map still reaches what hangs above the missing link.", "all"),
    )
    statement = (
        f"A robot publishes {_listed(links)}. Then {parent} -> {child} falls out. "
        "How many frames can no longer be reached from map?"
    )
    hint = "Draw the tree and cut it at the missing link."
    return Question("start-lost-frames", statement, Kind.NUMERIC, key, choices, hint, 0.2)


def no_error(rng: Random) -> Question:
    """Return a choice: what does tf2 say about a wrong number?"""
    height, sensor = rng.randrange(11, 39) / 100, rng.choice(_SENSORS)
    buffer = Buffer()
    fixed(buffer, "base_link", sensor, Transform((0.0, 0.0, round(10 * height, 2))))
    z = buffer.lookup_transform("base_link", sensor).transform.translation.z
    choices = (
        Choice(
            f"Nothing. It answers z = {z:g} m.",
            "tf2 cannot know the robot. A wrong number only shows when you compare it with a ruler.",
        ),
        Choice(
            f"Nothing. It answers z = {height:g} m.",
            "tf2 answers with what was published. It does not know what you meant.",
            "mind_reading",
        ),
        Choice(
            f"An error: {sensor} does not exist.",
            "The name is right, and so is the tree. Only the number is wrong.",
            "unknown_name",
        ),
        Choice(
            "An error about two unconnected trees.",
            "The link is there, so the two frames are connected.",
            "unconnected",
        ),
    )
    statement = (
        f"The {sensor} sits {height:g} m above base_link. In the launch file somebody typed {10 * height:g}. "
        f"You look up base_link <- {sensor}. What does tf2 say?"
    )
    return choosing("start-no-error", statement, rng, choices)


QUESTIONS = (words, pieces, missing_link, lost, no_error)
