"""Answers to M7-L2 for tests: right ones, and the mutants of tests/mutants/M7-L2."""

import importlib.util
from pathlib import Path
from types import ModuleType

from autograder.checks.m7_l2 import LAB, broken_bringup

ALL_CHECKS = tuple(check.name for check in LAB.checks if check.answer == "bringup")
MUTANTS = Path(__file__).parent / "mutants" / "M7-L2"

RIGHT_FINDINGS = [
    {"link": ["base_footprint", "base_link"], "publishers": [], "evidence": "slam_log"},
    {
        "link": ["odom", "base_footprint"],
        "publishers": ["ekf_filter_node", "diff_drive"],
        "evidence": "echo_alternates",
    },
    {
        "link": ["base_footprint", "camera_link"],
        "publishers": ["camera_link_publisher"],
        "evidence": "two_parents_heard",
    },
]


def named(nodes: list[dict], name: str) -> dict:
    """The node with this name."""
    return next(node for node in nodes if node["name"] == name)


def without(nodes: list[dict], *names: str) -> list[dict]:
    """The bringup without these nodes."""
    return [node for node in nodes if node["name"] not in names]


def static(line: str, name: str) -> dict:
    """A static_transform_publisher with this command line."""
    return {"package": "tf2_ros", "executable": "static_transform_publisher", "name": name, "arguments": line.split()}


BASE = "--z 0.01 --frame-id base_footprint --child-frame-id base_link"


def repaired(
    *, base_frame: str = "base_footprint", silent: str = "diff_drive", base: str = BASE, stray: bool = False
) -> list[dict]:
    """The broken bringup, repaired.

    Args:
        base_frame: what SLAM takes for the robot.
        silent: names of the nodes whose odom -> base is switched off.
        base: command line of a new static publisher, "" for none.
        stray: whether the camera keeps its second parent.
    """
    nodes = broken_bringup() if stray else without(broken_bringup(), "camera_link_publisher")
    named(nodes, "slam_toolbox")["parameters"]["base_frame"] = base_frame
    switch = {"diff_drive": "publish_odom_tf", "ekf_filter_node": "publish_tf"}
    for name in silent.split():
        named(nodes, name)["parameters"][switch[name]] = False
    return [*nodes, static(base, "base_link_mount")] if base else nodes


def mutants() -> list[str]:
    """Names of all mutants."""
    return sorted(path.stem for path in MUTANTS.glob("*.py"))


def mutant(name: str) -> ModuleType:
    """A mutant: its docstring says what the learner did, FAILS which checks must not give full points."""
    spec = importlib.util.spec_from_file_location(f"mutant_{name}", MUTANTS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
