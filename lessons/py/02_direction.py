# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Which way round? The direction of a transform
#
# A robot knows where its sensors are because somebody typed a few numbers. Typing them the wrong way round is one of
# the most common mistakes. The sensor then seems to sit in the wrong place, or it drops out altogether.
#
# After this lesson you can say what a published transform means, predict what each typing mistake does, and find out
# which one was made. You need some Python and no robot. It takes about 30 minutes.
#
# Run the cells from top to bottom with **Shift+Enter**. Some cells ask for a prediction first. A wrong one costs
# nothing, and you will remember the answer better.

# %%
import math

from tfsandbox import direction, quizzes, widgets
from tfsandbox.buffer import Buffer
from tfsandbox.geometry import Transform
from tfsandbox.views.tables import triple

# %% [markdown]
# ## 1. The words
#
# * A **frame** is a place with three axes: x (red) points ahead, y (green) to the left, z (blue) up.
# * A **transform** tells where one frame is, seen from another: an **offset** in metres and a **rotation**. A rotation
#   about z alone is called **yaw**; positive turns to the left.
# * To **publish** a transform is to send it to every program that wants it. The message has three parts: `frame_id`
#   (the **parent**), `child_frame_id` (the **child**), and the value.
# * **tf2** is the part of ROS that collects all published transforms in a **buffer** and answers questions about them.
#   To ask is to do a **lookup**. This lesson uses a buffer that answers like tf2.
# * Parents and children form a **tree**. A frame without a parent is a **root**.
# * A **static** transform is sent once. A **dynamic** one is sent again and again while the robot moves.
# * `base_link` is the frame that is fixed to the robot's body.
# * `odom` is a frame that stays where the robot started; the turning of the wheels (**odometry**) tells how the robot
#   moves in it.

# %% [markdown]
# ## 2. Floor and shelf
#
# A shelf hangs 1 m above the floor. A cup stands 0.5 m above the shelf.
#
# ![Floor, shelf and cup seen from the side. The floor is at z = 0, the shelf at z = 1, the cup at z = 1.5
# metres.](drawings/02_floor_and_shelf.svg)
#
# We publish this: the parent is `floor`, the child is `shelf`, the value is z = +1.

# %%
shelf = direction.link(0.0, z=1.0, parent="floor", child="shelf")
shelf

# %% [markdown]
# The buffer receives it. Then we look up where the shelf is, seen from the floor.

# %%
buffer = Buffer()
buffer.set_transform_static(shelf)
buffer.lookup_transform("floor", "shelf").transform.translation

# %% [markdown]
# ### One transform, two readings
#
# * **Frame reading:** the value is the place of the *child* in the *parent*. The shelf is at z = 1 in floor.
# * **Data reading:** the same value converts a point, written in the *child*, into the *parent*. In Python we write
#   `T_floor_shelf @ point_in_shelf`.
#
# To convert data the other way, from parent to child, you need the **inverse**. So keep two questions apart: "where is
# that frame?" and "how do I convert data *into* that frame?". Their answers are inverses of each other. Published
# transforms always answer the first one.

# %%
widgets.Prediction("predict-cup")

# %%
T_floor_shelf = shelf.transform
print("a book on the shelf, seen from the floor:", T_floor_shelf @ (0.0, 0.0, 0.25))
print("and back again:", T_floor_shelf.inverse() @ (0.0, 0.0, 1.25))

# %% [markdown]
# ## 3. The wrong way round
#
# Now somebody mixes up the two names. The value is still z = +1.

# %%
swapped = direction.publish("swap", shelf)
print(swapped.frame_id, "->", swapped.child_frame_id, swapped.transform.translation)

# %%
widgets.Prediction("predict-shelf-gap", then=[widgets.picture("02_shelf_upside_down")])

# %% [markdown]
# The distance between where a frame *is* and where it *should be* is the **gap**. Divide it by the length of the
# intended offset and you get the **ratio**. A ratio of 2 without any rotation means: the inverse was published.
#
# There are two ways to publish the inverse: the names are swapped, or the sign is wrong. Both put the shelf in the same
# wrong place. The tree tells them apart. We ask the buffer for the parent of `shelf` after each mistake.

# %%
for way in ("intended", "sign", "swap"):
    heard = Buffer()
    heard.set_transform_static(direction.publish(way, shelf))
    print(way, "-> parent of shelf:", heard.get_frame_parent("shelf") or "none, it is a root")

# %% [markdown]
# ![Three trees. As intended: base_link is the parent of laser, x = 0.2. Sign flipped: base_link is the parent of
# laser, x = -0.2. Names swapped: laser is the parent of base_link, x = 0.2.](drawings/02_three_trees.svg)

# %% [markdown]
# ## 4. With a rotation
#
# Sensors are often turned. A **laser** measures distances around itself; ours sits 0.2 m ahead of `base_link` and looks
# to the left. Its names are swapped. Where does it land?

# %%
widgets.Prediction("predict-turned-laser", then=[widgets.DirectionTable("swap", yaw=90)])

# %% [markdown]
# Choose a way of publishing. Move a slider with the arrow keys or the mouse. Look at the *predicted* column before
# the *measured* one: the first comes from sines and cosines alone, the second from a buffer. The probe is a point
# 0.3 m ahead of the laser.
#
# Try this:
# 1. Names swapped: at which yaw is the ratio 1? A left-out offset gives 1 at any angle.
# 2. Names swapped, numbers negated: where does the ratio rise, where does it fall?
# 3. Names right, value inverted: same origin as a swap. What differs? (We added this one: many calibration files hold
#    the value for converting data, which is the inverse of what has to be published.)
# 4. Move the laser up. Does the ratio stay on its curve?

# %%
widgets.Prediction("predict-ratio-180", then=[widgets.DirectionTable("swap", yaw=180)])

# %% [markdown]
# ### What to compare with
#
# The ratio alone decides nothing once there is a rotation. Compare the whole value. Call the rotation R and the offset
# t. The inverse is **(R^T, -R^T t)**: R^T turns back, and the offset is turned back too before it gets its minus. A
# minus in front of the old numbers is not enough.

# %%
mount = Transform.from_rpy(0.2, yaw=math.radians(90))
print("offset of the inverse:", triple(mount.inverse().translation))
print("only a minus sign:    ", triple([-value for value in mount.translation]))

# %% [markdown]
# ## 5. The whole experiment
#
# Nineteen scenarios, each with frames of its own, in one buffer. First comes the prediction, then the measurement.
# `z1m` is the shelf, `laser02` the laser without rotation, `rot90` to `rot180` the turned one.

# %%
rows = direction.experiment()
widgets.Prediction("predict-differences", then=[widgets.text(direction.experiment_text(rows))])

# %% [markdown]
# Find three rows. In one the ratio is 1, yet nothing was left out. In one it is 0, yet the names are swapped. In one
# names and numbers were both changed, and the ratio is 2 all the same.

# %% [markdown]
# ## 6. When the parent already has a place
#
# On a running robot `base_link` hangs below `odom`. A frame can have one parent only. So a swapped link, which makes
# `laser` the parent of `base_link`, competes with the one from `odom`.
#
# `base_footprint` is the spot on the floor right below the robot. There are four cases: the own link of `base_link`
# is dynamic or static, and the swapped link arrives first or last. A frame is *lost* if a lookup from `odom` fails,
# and lost *for good* if odometry does not bring it back.

# %%
table = widgets.text(direction.clash_text(direction.clash_table()))
widgets.Prediction("predict-who-is-lost", then=[table, widgets.picture("02_clash")])

# %% [markdown]
# A lost frame is not at twice the distance. tf2 has no answer at all, and says so in its own words. Here are three
# seconds with one laser published the right way and one backwards. Both bases hang below `odom`.

# %%
run = direction.run_clash()
print(f"right way: {run.ok} of {run.samples} lookups, x = {run.ok_x:.1f}")
print(f"backwards: {run.clash} of {run.samples} lookups")
for name, text in run.clash_errors:
    print(f"{name}: {text}")

# %% [markdown]
# In the table below, set and clear "the parent already hangs under odom". With the names swapped the doubled distance
# turns into tf2's message. With the sign flipped it stays. So while odometry runs, a clean factor of 2 means *sign*.

# %%
widgets.DirectionTable("swap", hung=True)

# %% [markdown]
# ## 7. The checking order
#
# For your own robot. Switch the motors off first.

# %%
for number, step in enumerate(direction.CHECKING_ORDER, 1):
    print(f"{number}. {step}")

# %%
print(direction.decisions_text())

# %% [markdown]
# The same table as a function. Change the numbers and run the cell again. `child_above` says that the intended child
# sits above its parent in the tree.

# %%
found = direction.diagnose_ratio(2.0, rotated=False, child_above=True)
print(found.meaning)
print(found.next_step)

# %% [markdown]
# One more sign of a swap: a sensor frame that is somebody's parent but nobody's child.

# %% [markdown]
# ## 8. Your turn
#
# **A camera.** It sits 0.3 m ahead of `base_link` and 0.2 m above it, and it looks to the left. Replace every `...`.
# ROS wants angles in radians; `math.radians(45)` converts.

# %%
camera = {
    "frame_id": ...,
    "child_frame_id": ...,
    "x": ...,
    "y": ...,
    "z": ...,
    "yaw": ...,
}
print(quizzes.check_turn("camera-mount", camera))

# %% [markdown]
# **A calibration file.** A program has measured where the camera is, and has written a file. The value in it converts
# points of `base_link` into points of the camera. What has to be published with parent `base_link` and child `camera`?
# Use what you have: `from_file`, `.inverse()`, `@`.

# %%
from_file = quizzes.CALIBRATION_FILE
camera_in_base = ...
print(quizzes.check_turn("calibration-file", camera_in_base))

# %% [markdown]
# ## 9. Quiz
#
# Three questions on what you have seen, then two with numbers of their own.

# %%
widgets.Quiz("direction-imu", "direction-ratio-one", "direction-same-tree")

# %%
widgets.Quiz("direction-cup", "direction-gap-90", seed=1)

# %% [markdown]
# ## 10. Under the hood
#
# The same transform as a 4 x 4 matrix: the rotation in the upper left, the offset in the last column. A point gets a 1
# as its fourth number, so that the offset is added.

# %%
import numpy as np

M = mount.as_matrix()
print(M.round(3))
print("probe in base_link:", (M @ np.array([0.3, 0.0, 0.0, 1.0])).round(3))

# %% [markdown]
# The inverse, once by numpy and once by (R^T, -R^T t).

# %%
R, t = M[:3, :3], M[:3, 3]
print(np.linalg.inv(M)[:3, 3].round(3))
print((-R.T @ t).round(3))

# %% [markdown]
# The curves in matplotlib. Move the slider: the dot is a swap that a buffer has answered.

# %%
import matplotlib.pyplot as plt
from ipywidgets import interact


def draw(yaw=90):
    angles = np.linspace(-180, 180, 361)
    plt.plot(angles, 2 * abs(np.cos(np.radians(angles) / 2)), label="swapped: 2|cos(yaw/2)|")
    plt.plot(angles, 2 * abs(np.sin(np.radians(angles) / 2)), "--", label="numbers negated: 2|sin(yaw/2)|")
    plt.plot(yaw, quizzes.direction.outcome("swap", direction.link(0.2, yaw=np.radians(yaw))).ratio, "ko")
    plt.gca().set(xlabel="yaw in degrees", ylabel="ratio gap / offset", ylim=(0, 2.8))
    plt.legend(loc="upper center")
    plt.show()


_ = interact(draw, yaw=(-180, 180, 5))

# %% [markdown]
# ## To remember
#
# * A published transform is the pose of the child in the parent. Converting data into the child needs the inverse.
# * No rotation, ratio 2: the inverse was published. The tree tells swapped names from a wrong sign.
# * With a rotation the ratio decides nothing. Compare with (R^T, -R^T t) and look at the tree.
# * "Not part of the same tree": look for a frame that got a second parent.
#
# ![Where shelf and cup land after a swap or a flipped sign: the shelf should be at z = 1 and is at z = -1, the cup
# should be at z = 1.5 and is at z = -0.5 metres.](drawings/02_shelf_upside_down.svg)
#
# ![A laser 0.2 metres ahead with a yaw of 90 degrees. Names swapped: it lands at (0, 0.2), turned by -90 degrees.
# Sign flipped: it lands at (-0.2, 0), turned by 90 degrees.](drawings/02_turned_laser.svg)
#
# ![The ratio over yaw. 2|cos(yaw/2)| is 2 at 0, 1 at 120 and 0 at 180 degrees. 2|sin(yaw/2)| is 0 at 0 and 2 at 180
# degrees.](drawings/02_ratio_curves.svg)
#
# ![The clash, four trees. base_link dynamic, swap first or last: only laser is lost. base_link static, swap first:
# only laser is lost. base_link static, swap last: base_link and laser are lost.](drawings/02_clash.svg)

# %% [markdown]
# ## What this lesson does not show
#
# * The numbers come from a buffer. A viewer on your screen may draw something else.
# * All rotations are a single yaw, and the curves hold for an offset at a right angle to z. With a height, the points
#   leave the curves.
# * Everything arrives in order and in one process. Lost messages, late ones and clocks that disagree come later.
# * A ratio of 2 does not say which line of code did it.
#
# ## Sources
#
# The experiment follows a public one in two languages (English, Korean), made with ROS 2 Jazzy: "frame offset
# doubled?". Beneath it: the page "About tf2" of the ROS 2 documentation, the comments of `TransformStamped.msg`, the
# URDF page about joints, REP 105 (names of frames on mobile robots), and the `buffer_core` of geometry2.
