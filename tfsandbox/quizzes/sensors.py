"""Questions about where sensors sit (lesson 08): mounts, calibration files, what a wrong mount looks like."""

from __future__ import annotations

import math
from random import Random

from tfsandbox.buffer import Buffer
from tfsandbox.conversions import transform_of
from tfsandbox.geometry import Transform
from tfsandbox.quizzes.grading import Choice, Kind, Question
from tfsandbox.quizzes.handmade import choosing, drawn, fixed
from tfsandbox.quizzes.placing import NEAR, WINDOW, flat, floor, number, triple


def which_way(rng: Random) -> Question:
    """Return a choice: which way does a camera with this yaw and pitch look?"""
    yaw, pitch = rng.choice((-1.2, -0.8, 0.8, 1.2)), rng.choice((-0.6, -0.4, 0.4, 0.6))
    _, y, z = Transform.from_rpy(pitch=pitch, yaw=yaw).rotate((1.0, 0.0, 0.0))
    right = (y > 0, z > 0)
    choices = []
    for left, up in ((True, True), (True, False), (False, True), (False, False)):
        text = f"To the {'left' if left else 'right'} and {'up' if up else 'down'}."
        slip = "" if (left, up) == right else "yaw_sign" if up == right[1] else "pitch_sign"
        if left != right[0] and up != right[1]:
            slip = "both_signs"
        choices.append(Choice(text, _LOOKS[slip], slip))
    statement = (
        f"base_link -> camera_link has yaw {yaw:g} rad and pitch {pitch:g} rad, and no roll. camera_link has the axes "
        "of a body: the camera looks along its x. Which way does it look, seen from the robot?"
    )
    return choosing("sensors-which-way", statement, rng, choices)


_LOOKS = {
    "": "A positive yaw turns left, a positive pitch lowers the nose.",
    "yaw_sign": "Up or down is right. But a positive yaw turns to the left: from x towards y.",
    "pitch_sign": "Left or right is right. But a positive pitch about y (left) lowers the nose.",
    "both_signs": "Both are the other way round: positive yaw is left, positive pitch is down.",
}


def calibration_file(rng: Random) -> Question:
    """Return a choice: what may be published when a file converts lidar points into camera points?"""
    return drawn(rng, _calibration_file)


def _calibration_file(rng: Random) -> Question:
    yaw = rng.choice((-1.2, -0.8, -0.5, 0.5, 0.8, 1.2))
    file = Transform.from_rpy(rng.randrange(2, 9) / 10, rng.randrange(2, 9) / 10, z=0.1, yaw=yaw)
    x, y, z = file.translation
    flipped = Transform((-x, -y, -z), file.inverse().rotation)
    fitting = (
        (
            "camera",
            "lidar",
            file,
            "A transform takes data from child to parent: from lidar to camera, as the file does.",
            "",
        ),
        (
            "lidar",
            "camera",
            file.inverse(),
            "Names exchanged and value inverted: the same link from its other end.",
            "",
        ),
    )
    wrong = (
        ("lidar", "camera", file, "This value converts lidar data into camera: its parent is camera.", "swap"),
        ("lidar", "camera", flipped, "Only the signs changed. The offset has to be turned back, too.", "sign"),
        (
            "camera",
            "lidar",
            file.inverse(),
            "The value was inverted, the names were not exchanged. Do both or neither.",
            "inverse",
        ),
    )
    offered = (rng.choice(fitting), *wrong)
    choices = [
        Choice(_published(a, b, pose), says, "" if _converts(a, b, pose, file) else slip or "unlike")
        for a, b, pose, says, slip in offered
    ]
    statement = (
        f"A calibration file says how to convert points of lidar into points of camera: offset {triple((x, y, z))} m, "
        f"yaw {yaw:g} rad. Which transform may be published?"
    )
    return choosing("sensors-calibration", statement, rng, choices)


def _published(parent: str, child: str, pose: Transform) -> str:
    return f"Parent {parent}, child {child}, offset {triple(pose.translation)} m, yaw {number(pose.yaw)} rad."


def _converts(parent: str, child: str, pose: Transform, wanted: Transform) -> bool:
    buffer = Buffer()
    fixed(buffer, parent, child, pose)
    return transform_of(buffer.lookup_transform("camera", "lidar")).is_close(wanted)


def post_of_a_turned_laser(rng: Random) -> Question:
    """Return a question to click in a drawing: where does tf2 draw a post when the mount's yaw was left out?"""
    return drawn(rng, _post_of_a_turned_laser)


def _post_of_a_turned_laser(rng: Random) -> Question:
    yaw_deg, ahead = rng.choice((-90, -60, -45, 45, 60, 90)), rng.choice((0.3, 0.4, 0.5))
    real = Transform.from_rpy(ahead, yaw=math.radians(yaw_deg))
    post = (rng.randrange(14, 20) / 10, 0.0, 0.0)
    heard = real.inverse() @ post
    buffer = Buffer()
    fixed(buffer, "base_link", "laser", Transform(real.translation))
    key = flat(transform_of(buffer.lookup_transform("base_link", "laser")) @ heard)
    choices = (
        Choice(key, "The laser sees the post off to its side. Without the yaw it is drawn off to the side, too."),
        Choice(flat(post), "That is where it stands. With the yaw left out, it is drawn elsewhere.", "intended"),
        Choice((key[0], -key[1]), "The other side. A laser turned to the left sees the post on its right.", "yaw_sign"),
        Choice(flat(heard), "The offset was published. Add it.", "omit"),
        Choice(flat(real @ post), "Only the yaw is missing. Do not turn the post a second time.", "turned_twice"),
    )
    statement = (
        f"A laser sits {ahead:g} m ahead of base_link and is built in with a yaw of {yaw_deg} degrees. Its offset was "
        f"published, the yaw was left out. A post stands {post[0]:g} m straight ahead of base_link. "
        "The drawing shows how the laser is built in. Where is the post drawn in base_link?"
    )
    hint = "First find what the laser itself measures. Then use the published mount on it."
    picture = floor(base_link=Transform(), laser=real)
    return Question("sensors-post", statement, Kind.POINT, key, choices, hint, NEAR, "m", picture, WINDOW)


def drive_to_the_wall(rng: Random) -> Question:
    """Return a numeric question: the right mount, from a ruler and a drawn wall."""
    return drawn(rng, _drive_to_the_wall)


def _drive_to_the_wall(rng: Random) -> Question:
    typed, error = rng.randrange(15, 40) / 100, rng.choice((-0.12, -0.1, -0.08, 0.08, 0.1, 0.12))
    wall = rng.randrange(100, 190) / 100
    real = typed + error
    range_ahead = (Transform((real, 0.0, 0.0)).inverse() @ (wall, 0.0, 0.0))[0]
    drawn_at = (Transform((typed, 0.0, 0.0)) @ (range_ahead, 0.0, 0.0))[0]
    choices = (
        Choice(real, "The wall is drawn too near or too far by just what the mount is off."),
        Choice(
            typed - error, "The right amount, but the other way: x farther ahead draws the wall farther away.", "sign"
        ),
        Choice(abs(error) + 0.0, "That is how far the mount is off. Change the typed value by it.", "error_only"),
        Choice(typed, "With this value the wall is drawn at the wrong place.", "intended"),
        Choice(range_ahead, "That is from the laser to the wall. Asked is from base_link to the laser.", "range"),
    )
    statement = (
        f"base_link -> laser was published with x = {typed:g} m, no rotation. The robot stands before a wall. A ruler "
        f"says: {wall:g} m from base_link to the wall. The scan, shown in base_link, draws the wall at x = "
        f"{number(drawn_at)} m. Which x should have been published?"
    )
    hint = "By how much is the wall drawn too near or too far? Move the laser by that."
    return Question("sensors-drive-to-wall", statement, Kind.NUMERIC, real, choices, hint, 0.01, "m")


_LINKS = {"base_link": "base_link -> laser", "odom": "odom -> base_link", "map": "map -> odom"}
_WHY = {
    "base_link": "In base_link only the mount counts. If the walls are wrong there, the mount is.",
    "odom": "Right in base_link: the mount is fine. Wrong in odom: odometry moves the robot wrongly.",
    "map": "Right in odom: mount and odometry are fine. Wrong in map: look at SLAM or localisation.",
}


def _why(frame: str, wrong: str) -> str:
    """Return what to say to someone who suspects the link of ``frame`` while the walls turn wrong in ``wrong``."""
    order = list(_LINKS)
    if frame == wrong:
        return _WHY[frame]
    if order.index(frame) < order.index(wrong):
        return f"If {_LINKS[frame]} were wrong, it would show in {frame}. There the walls are right."
    return f"In {wrong} the link {_LINKS[frame]} plays no part, and the walls are wrong there already."


def fixed_frame(rng: Random) -> Question:
    """Return a choice: the walls are right in some frames and wrong in others: which link is it?"""
    frames = list(_LINKS)
    wrong = rng.randrange(3)
    choices = [
        Choice(link, _why(frame, frames[wrong]), "" if frame == frames[wrong] else f"link_of_{frame}")
        for frame, link in _LINKS.items()
    ]
    choices.append(
        Choice("the clock of the laser", "Then all would be late while driving, and right at rest.", "clock")
    )
    good = " and ".join(frames[:wrong])
    statement = (
        "You show a laser scan while the robot drives and turns, with the fixed frame base_link, then odom, then map. "
        + (f"In {good} the walls look right. In {frames[wrong]} they" if good else "Already in base_link the walls")
        + " look wrong. Which link do you check first?"
    )
    return choosing("sensors-fixed-frame", statement, rng, choices)


def smeared_walls(rng: Random) -> Question:
    """Return a choice: what smears the walls of a map?"""
    degrees = rng.choice((30, 60, 90))
    off = Transform.from_rpy(yaw=math.radians(degrees))
    seen = number(math.degrees(off.yaw))
    choices = (
        Choice(
            f"The mount's yaw is {seen} degrees off. Show the scan in base_link.",
            f"In base_link every wall is {seen} degrees askew, even at rest. When the robot turns, the map smears.",
        ),
        Choice(
            "The mount is missing. Start a static_transform_publisher.",
            "Then there would be no scan to draw at all: tf2 could not transform it.",
            "missing",
        ),
        Choice(
            "map -> odom jumps. Look at the map's corrections.",
            "A jump of map -> odom moves everything in map. In base_link the scan would stay right.",
            "map_jump",
        ),
        Choice(
            "The wheels slip. Look at the odometry.",
            "Slip is seen in odom. It cannot turn the walls in base_link.",
            "odometry",
        ),
    )
    statement = (
        f"A robot at rest faces a wall squarely. In base_link the scan shows that wall turned by {seen} degrees. While "
        "the robot turns, the walls of its map smear. What is the cause?"
    )
    return choosing("sensors-smeared-walls", statement, rng, choices)


QUESTIONS = (which_way, calibration_file, post_of_a_turned_laser, drive_to_the_wall, fixed_frame, smeared_walls)
