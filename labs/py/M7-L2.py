# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown] nbgrader={"grade": false, "grade_id": "story", "locked": true, "schema_version": 3, "solution": false, "task": false}
# # M7-L2: repair the broken tree
#
# Somebody merged two launch files before the weekend. On Monday:
#
# * the laser sends scans, yet the map stays empty;
# * SLAM logs the same complaint again and again;
# * the robot icon vibrates between two positions;
# * the camera seems to look from the wrong place.
#
# **There are three faults.** You first *name* them (part A), then you *repair* them (part B).
# You repair by editing the **bringup**: the list of nodes that is started, with their parameters.
#
# | what | points |
# |---|---|
# | A. your findings: link, publishers and evidence of each fault | 9 |
# | B. your repaired bringup: one check for each thing the robot must do | 24 |
#
# Run the cells from the top. You need lesson 02 (which way a transform points) and REP 105's chain
# `map -> odom -> base -> sensors`: SLAM publishes `map -> odom`, the odometry `odom -> base`, and every frame has
# **one** parent.

# %% nbgrader={"grade": false, "grade_id": "set_up", "locked": true, "schema_version": 3, "solution": false, "task": false}
from IPython.display import SVG

from autograder.checks.m7_l2 import EVIDENCE, broken_bringup, check, robot
from tfsandbox import Buffer, World
from tfsandbox.views import text
from tfsandbox.views.robot import drawing, mounts_text

findings, bringup = None, None  # your two answers
broken = broken_bringup()


def run(nodes):
    """Start these nodes and record six seconds of what a listener hears."""
    return World(robot()).with_bringup(nodes).run(seconds=6)


# %% [markdown] nbgrader={"grade": false, "grade_id": "about_drawing", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## The robot as it was built
#
# The drawing is right: the mechanics measured every mount. `a -> b: ...` is the pose of `b` in `a`.

# %% nbgrader={"grade": false, "grade_id": "drawing", "locked": true, "schema_version": 3, "solution": false, "task": false}
print(mounts_text(robot()))
SVG(drawing(robot()))

# %% [markdown] nbgrader={"grade": false, "grade_id": "about_bringup", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## The bringup that was started
#
# A list of nodes, each a dict with the fields of a launch file: `package`, `executable`, `name`, `parameters`,
# `arguments` ... **Before you run anything else:** read it and write down, on paper, the tree you expect, with the
# publisher of every link.

# %%
for number, node in enumerate(broken):
    print(number, node["name"], f"({node['package']}/{node['executable']})")
    print("     ", node["parameters"] or " ".join(node["arguments"]))

# %% [markdown] nbgrader={"grade": false, "grade_id": "about_looking", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## Look, before you touch
#
# Six seconds of the broken robot, as a listener hears it. First the tree that tf2 holds.
# *Predict: how many frames will stand at the left margin (the roots)? How many should?*

# %%
recording = run(broken)
buffer = Buffer.play(recording)
print(text.tree(buffer))

# %% [markdown] nbgrader={"grade": false, "grade_id": "about_lookups", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Lookups, in tf2's own words where they fail. *Predict which of these work.* Then try others.

# %%
print(text.lookup(buffer, "odom", "base_footprint"))
print(text.lookup(buffer, "base_link", "base_scan"))
print(text.lookup(buffer, "base_link", "camera_link"))
print(text.lookup(buffer, "odom", "base_scan"))

# %% [markdown] nbgrader={"grade": false, "grade_id": "about_log", "locked": true, "schema_version": 3, "solution": false, "task": false}
# SLAM's log. Its parameter `base_frame` says which frame it takes for the robot's body: it has to find the laser in
# that frame, and that frame in `odom`.

# %%
print(text.log(recording, "slam_toolbox"))

# %% [markdown] nbgrader={"grade": false, "grade_id": "about_echo", "locked": true, "schema_version": 3, "solution": false, "task": false}
# The messages of one link, as they came. A robot that drives moves a little from line to line.
# *What do you see?* Look at other links too.

# %%
print(text.messages(recording, "odom", "base_footprint", start=4.0))

# %% [markdown] nbgrader={"grade": false, "grade_id": "about_topics", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Who publishes? As on a real robot, the messages do not say; the graph only tells which nodes publish on a topic.
# The bringup tells the rest.

# %%
print(text.topic_info(recording, "/tf"))
print(text.topic_info(recording, "/tf_static"))
print(text.static_links(recording))

# %% [markdown] nbgrader={"grade": false, "grade_id": "part_a", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## Part A: name the three faults
#
# Write one finding for each fault:
#
# * `link`: `[parent, child]` of the link at fault. A link that *should* be there and is not counts too. Where a frame
#   has two parents, name the link that the drawing does *not* show.
# * `publishers`: the names of all nodes that publish this link; an empty list where nobody does.
# * `evidence`: the one observation that shows it, a key of the list below.
#
# A finding that fits no fault costs a point.

# %% nbgrader={"grade": false, "grade_id": "evidence", "locked": true, "schema_version": 3, "solution": false, "task": false}
for key, meaning in EVIDENCE.items():
    print(f"{key:22} {meaning}")

# %% nbgrader={"grade": false, "grade_id": "findings", "locked": false, "schema_version": 3, "solution": true, "task": false}
findings = [
    # one for each fault, for example:
    # {"link": ["map", "odom"], "publishers": ["slam_toolbox"], "evidence": "bad_quaternion"},
]
### BEGIN SOLUTION
findings = [
    {"link": ["base_footprint", "base_link"], "publishers": [], "evidence": "slam_log"},
    {
        "link": ["odom", "base_footprint"],
        "publishers": ["diff_drive", "ekf_filter_node"],
        "evidence": "echo_alternates",
    },
    {
        "link": ["base_footprint", "camera_link"],
        "publishers": ["camera_link_publisher"],
        "evidence": "two_parents_heard",
    },
]
### END SOLUTION

# %% [markdown] nbgrader={"grade": false, "grade_id": "about_form", "locked": true, "schema_version": 3, "solution": false, "task": false}
# This tells whether your findings can be read (not whether they are right):

# %% nbgrader={"grade": false, "grade_id": "findings_form", "locked": true, "schema_version": 3, "solution": false, "task": false}
check("findings_form", findings)

# %% nbgrader={"grade": true, "grade_id": "test_findings", "locked": true, "points": 9, "schema_version": 3, "solution": false, "task": false}
# Your findings are judged here at grading.
### BEGIN HIDDEN TESTS
check("findings", findings)
### END HIDDEN TESTS

# %% [markdown] nbgrader={"grade": false, "grade_id": "part_b", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## Part B: repair the bringup
#
# `bringup` starts as a copy of the broken one. Change it: it is a list of dicts. There is more than one right repair;
# the checks look only at what the robot then does. Two things to know:
#
# * a new static link is a node of its own, see the ones that are there;
# * keep what the robot needs: SLAM, the laser, and something that reports odometry.
#
# **Before you edit:** which of the two publishers will you silence, and by which parameter?

# %% nbgrader={"grade": false, "grade_id": "repair", "locked": false, "schema_version": 3, "solution": true, "task": false}
bringup = broken_bringup()
by_name = {node["name"]: node for node in bringup}
### BEGIN SOLUTION
bringup.remove(by_name["camera_link_publisher"])
by_name["diff_drive"]["parameters"]["publish_odom_tf"] = False
by_name["slam_toolbox"]["parameters"]["base_frame"] = "base_footprint"
mount = {"package": "tf2_ros", "executable": "static_transform_publisher", "name": "base_link_mount"}
line = "--z 0.01 --frame-id base_footprint --child-frame-id base_link"
bringup.append({**mount, "arguments": line.split()})
### END SOLUTION

# %% [markdown] nbgrader={"grade": false, "grade_id": "about_again", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Look again, with your repair:

# %%
repaired = run(bringup)
print(text.tree(Buffer.play(repaired)))
print(text.messages(repaired, "odom", "base_footprint", start=4.0, count=4))
print(text.log(repaired, "slam_toolbox"))

# %% [markdown] nbgrader={"grade": false, "grade_id": "about_checks", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ### Checks
#
# Each starts your bringup and watches. Read the reasons: they name the likely slip.

# %% nbgrader={"grade": true, "grade_id": "test_connected", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false}
check("connected", bringup)

# %% nbgrader={"grade": true, "grade_id": "test_mounts", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false}
check("mounts", bringup)

# %% nbgrader={"grade": true, "grade_id": "test_one_parent", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
check("one_parent", bringup)

# %% nbgrader={"grade": true, "grade_id": "test_one_publisher", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
check("one_publisher", bringup)

# %% nbgrader={"grade": true, "grade_id": "test_slam_runs", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
check("slam_runs", bringup)

# %% nbgrader={"grade": true, "grade_id": "test_nodes_kept", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
check("nodes_kept", bringup)

# %% [markdown] nbgrader={"grade": false, "grade_id": "about_hidden", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ### At grading
#
# The cells below stay empty until your work is graded. They start your bringup where things happen: the robot drives
# another way, SLAM recognises a place and corrects the map (a *loop closure*), a listener joins late.
#
# **Ask yourself before you hand in:** which one link may jump when the loop closes?

# %% nbgrader={"grade": true, "grade_id": "test_robot_moves", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false}
# Does odom -> base follow the wheels?
### BEGIN HIDDEN TESTS
check("robot_moves", bringup)
### END HIDDEN TESTS

# %% nbgrader={"grade": true, "grade_id": "test_loop_closure", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false}
# Does a loop closure move map -> odom, and nothing else?
### BEGIN HIDDEN TESTS
check("loop_closure", bringup)
### END HIDDEN TESTS

# %% nbgrader={"grade": true, "grade_id": "test_late_listener", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
# Does a listener that starts late get the whole tree?
### BEGIN HIDDEN TESTS
check("late_listener", bringup)
### END HIDDEN TESTS
