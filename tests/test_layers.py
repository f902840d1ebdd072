"""Imports point downwards: the table of layers as data, and a test that fails on any other edge."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# From the bottom up. Rows of one number make one layer; within it, too, imports only point to earlier rows.
ROWS = (
    (0, {"errors"}),
    (0, {"stamps", "quaternions"}),
    (0, {"geometry"}),
    (0, {"slips"}),
    (1, {"messages", "clock", "timecache", "motion", "qos"}),
    (1, {"drift", "network"}),
    (2, {"recording", "urdf", "static_args"}),
    (2, {"conversions"}),
    (2, {"stamped"}),
    (3, {"buffer", "bus"}),
    (3, {"tf2_py_compat"}),  # the buffer under the name that tf2_py's users import
    (4, {"robots", "nodes"}),
    (5, {"bringup"}),
    (6, {"world", "readers"}),
    (7, {"views"}),
    (7, {"observations"}),  # what a person can see, read off the views
    (8, {"direction"}),
    (8, {"faults"}),
    (8, {"explain"}),
    (9, {"doctor"}),
    (10, {"quizzes"}),
    (11, {"widgets", "ros"}),
    (12, {"cli"}),
    (12, {"__main__"}),
)
LAST_CORE_ROW = max(row for row, (layer, _) in enumerate(ROWS) if layer <= 10)  # up to here without other packages
ROW = {f"tfsandbox.{room}": row for row, (_, rooms) in enumerate(ROWS) for room in rooms}
for name in ("autograder.conditions", "autograder.checks", "autograder"):  # the last stands for all its other modules
    ROW[name] = len(ROW)
LONGEST_MODULE = 300

MODULES = sorted(path for package in ("tfsandbox", "autograder") for path in (ROOT / package).rglob("*.py"))


def dotted(path: Path) -> str:
    """The name a module is imported by."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMES = {dotted(path) for path in MODULES}


def room(module: str) -> str | None:
    """The entry of the table that a module belongs to; None for the top of tfsandbox, which only re-exports."""
    parts = module.split(".")
    for length in (2, 1):
        name = ".".join(parts[:length])
        if name in ROW:
            return name
    return None


def is_core(path: Path) -> bool:
    """Whether a module has to do with the standard library; the top of tfsandbox has to, too."""
    return ROW.get(room(dotted(path)) or "", 0) <= LAST_CORE_ROW


def imported(path: Path, tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and full name of everything a module imports, wherever in the module it does so."""
    package = dotted(path).split(".") if path.name == "__init__.py" else dotted(path).split(".")[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            origin = ".".join([*base, *filter(None, [node.module])])
            for alias in node.names:
                inner = f"{origin}.{alias.name}"
                yield node.lineno, inner if inner in NAMES | ROW.keys() else origin


def at_import_time(tree: ast.Module) -> ast.Module:
    """The module without bodies of functions and without what only type checkers read."""

    class Prune(ast.NodeTransformer):
        def visit_FunctionDef(self, node):
            return None

        visit_AsyncFunctionDef = visit_FunctionDef

        def visit_If(self, node):
            guard = ast.unparse(node.test)
            return node.orelse if guard in ("TYPE_CHECKING", "typing.TYPE_CHECKING") else self.generic_visit(node)

    return Prune().visit(tree)


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_the_table_knows_the_module(path: Path) -> None:
    assert room(dotted(path)) or dotted(path) == "tfsandbox", "give it a place in ROWS"


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_imports_point_to_lower_layers(path: Path) -> None:
    here = room(dotted(path))
    if here is None:
        return  # the top of tfsandbox re-exports; what it may cost is in test_import.py
    wrong = []
    for line, name in imported(path, ast.parse(path.read_text())):
        if name.split(".")[0] not in ("tfsandbox", "autograder"):
            continue
        there = room(name)
        if there is None:
            wrong.append(f"line {line}: import the module that defines it, not the re-export in {name}")
        elif there != here and ROW[there] >= ROW[here]:
            wrong.append(f"line {line}: {here} imports {there}, which is not below it")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("path", [path for path in MODULES if is_core(path)], ids=dotted)
def test_the_core_needs_only_the_standard_library(path: Path) -> None:
    tops = {name.split(".")[0] for _, name in imported(path, at_import_time(ast.parse(path.read_text())))}
    assert tops <= sys.stdlib_module_names | {"tfsandbox"}


@pytest.mark.parametrize("path", [path for path in MODULES if room(dotted(path)) == "autograder.checks"], ids=dotted)
def test_checks_need_only_the_sandbox(path: Path) -> None:
    tops = {name.split(".")[0] for _, name in imported(path, at_import_time(ast.parse(path.read_text())))}
    assert tops <= sys.stdlib_module_names | {"tfsandbox", "autograder"}


@pytest.mark.parametrize("path", [*MODULES, ROOT / "run.py"], ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_fits_in_one_head(path: Path) -> None:
    lines = len(path.read_text().splitlines())
    assert lines <= LONGEST_MODULE, f"{lines} lines: look for the second noun in it"


def test_the_sandbox_never_imports_the_autograder() -> None:
    guilty = [
        f"{dotted(path)}:{line}"
        for path in MODULES
        if dotted(path).startswith("tfsandbox")
        for line, name in imported(path, ast.parse(path.read_text()))
        if name.split(".")[0] == "autograder"
    ]
    assert not guilty
