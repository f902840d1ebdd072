"""The command line: which commands there are, and what each takes. Nothing of the sandbox is loaded to parse it."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from importlib import import_module

from tfsandbox.cli import keys
from tfsandbox.cli.reply import Reply

Commands = argparse._SubParsersAction  # argparse has no public name for it

DISTROS = ("humble", "jazzy", "kilted", "rolling")
STORAGES = ("sqlite3", "mcap")
DESIGNS = ("diff_drive", "diff_drive_no_footprint", "car", "mobile_arm", "drone", "simulated", "two_robots")
_NEGATIVE = re.compile(r"-(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$")
_RUN = "a bag, a recording saved as .json, or a design, which is then simulated"
_DESIGN = f"name of a design ({', '.join(DESIGNS)}), or a path to a .urdf, .xacro or .json file"
_FAULT = """NAME or NAME:parameter=value,parameter=value; may be given several times (tfsandbox faults lists them);
without parameters it is chosen to suit the design"""


class Parser(argparse.ArgumentParser):
    """A parser that takes -1e-3 for a number, as argparse does not, and no shortened options."""

    def __init__(self, **options: object) -> None:
        options.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(allow_abbrev=False, **options)  # type: ignore[arg-type]
        self._negative_number_matcher = _NEGATIVE
        self.commands: tuple[str, ...] = ()


class _Version(argparse.Action):
    """Prints the version and stops; looks it up only then."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"tfsandbox {version('tfsandbox')}")
        parser.exit()


def build() -> Parser:
    """Return the parser of the whole command."""
    parser = Parser(
        prog="tfsandbox",
        description="Simulate robots, break them, and ask a run what tf2's tools would say.",
        epilog="exit codes: 0 fine; 1 the answer is no (a lookup fails, a link is not as expected); 2 wrong usage.\n"
        "tfsandbox COMMAND --help tells more.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for add in (_simulate, _faults, _tree, _echo, _monitor, _lookup, _direction, _explain):
        add(commands)
    parser.commands = tuple(commands.choices)
    return parser


def _command(commands: Commands[Parser], name: str, place: str, told: str, keys: str) -> Parser:
    """Add a command that is answered by ``place`` ("module:function") and whose JSON has these keys."""
    parser = commands.add_parser(name, help=told, description=told, epilog=keys)
    parser.add_argument("--format", choices=("text", "json"), default="text", help="text for people, json for programs")
    parser.set_defaults(answer=_on_demand(place))
    return parser


def _on_demand(place: str) -> Callable[[argparse.Namespace], Reply]:
    module, function = place.split(":")

    def answer(arguments: argparse.Namespace) -> Reply:
        reply: Reply = getattr(import_module(module), function)(arguments)
        return reply

    return answer


def _world_options(parser: Parser, *, design_only: bool) -> None:
    where = "" if design_only else " (designs only)"
    parser.add_argument("--fault", action="append", default=[], metavar="NAME[:P=V,...]", help=_FAULT + where)
    parser.add_argument("--seconds", type=float, help=f"how long to simulate, 10 by default{where}")
    parser.add_argument("--seed", help=f"number or text that decides noise and timing, 0 by default{where}")
    parser.add_argument("--distro", choices=DISTROS, default="jazzy", help="whose tf2, jazzy by default")


def _run_options(parser: Parser) -> None:
    parser.add_argument("run", metavar="RUN", help=_RUN)
    _world_options(parser, design_only=False)


def _simulate(commands: Commands[Parser]) -> None:
    told = "run a design, tell what a listener gets, and keep it as a bag"
    parser = _command(commands, "simulate", "tfsandbox.cli.simulate:run", told, keys.SIMULATE)
    parser.add_argument("design", metavar="DESIGN", help=_DESIGN)
    _world_options(parser, design_only=True)
    kept = "folder of the bag to write (needs the extra bags), or a file ending .json"
    parser.add_argument("-o", "--output", metavar="BAG", help=kept)
    parser.add_argument("--storage", choices=STORAGES, default="sqlite3", help="the bag's format, sqlite3 by default")


def _faults(commands: Commands[Parser]) -> None:
    told = "the catalogue of faults: how they happen, what they look like, what to do"
    parser = _command(commands, "faults", "tfsandbox.cli.catalogue:faults", told, keys.FAULTS)
    parser.add_argument("name", nargs="?", metavar="NAME", help="one of them, in full")


def _tree(commands: Commands[Parser]) -> None:
    told = "the tree that a listener holds at the end of a run"
    parser = _command(commands, "tree", "tfsandbox.cli.look:tree", told, keys.TREE)
    _run_options(parser)
    parser.add_argument("--links", action="store_true", help="also every link: publisher, topic, rate, age")
    parser.add_argument("--svg", metavar="FILE", help="draw it, too")
    parser.add_argument("--gv", metavar="FILE", help="also write the .gv file of view_frames, as it is after its 5 s")


def _echo(commands: Commands[Parser]) -> None:
    told = "what `ros2 run tf2_ros tf2_echo A B` prints during a run"
    parser = _command(commands, "echo", "tfsandbox.cli.look:echo", told, keys.TOOL)
    parser.add_argument("a", metavar="A", help="frame to see it from")
    parser.add_argument("b", metavar="B", help="frame whose pose is printed")
    _run_options(parser)
    parser.add_argument("-r", "--rate", type=float, default=1.0, help="looks a second, 1 by default")
    parser.add_argument("-t", "--time", type=float, help="seconds to look up at; the latest by default")
    parser.add_argument("-p", "--precision", type=int, default=3, help="decimals, 3 by default")


def _monitor(commands: Commands[Parser]) -> None:
    told = "what `ros2 run tf2_ros tf2_monitor [A B]` prints during a run"
    parser = _command(commands, "monitor", "tfsandbox.cli.look:monitor", told, keys.TOOL)
    parser.usage = "tfsandbox monitor [A B] RUN [options]"
    parser.add_argument("frames", nargs="+", metavar="[A B] RUN", help=f"two frames or none, and {_RUN}")
    _world_options(parser, design_only=False)


def _lookup(commands: Commands[Parser]) -> None:
    told = "T_target_source at the end of a run, or tf2's words where there is none"
    parser = _command(commands, "lookup", "tfsandbox.cli.look:lookup", told, keys.LOOKUP)
    parser.add_argument("target", metavar="TARGET", help="frame to see it from")
    parser.add_argument("source", metavar="SOURCE", help="frame whose pose is wanted")
    _run_options(parser)
    parser.add_argument("--time", metavar="SECONDS", help="when; the latest by default")


def _direction(commands: Commands[Parser]) -> None:
    told = "is a link as it should be? Gap, ratio, rotation, and the row of the decision table"
    parser = _command(commands, "direction", "tfsandbox.cli.direction:run", told, keys.DIRECTION)
    parser.usage = "tfsandbox direction PARENT CHILD --expect X Y Z [--expect-rpy R P Y] RUN [options]"
    parser.add_argument("parent", metavar="PARENT", help="the intended parent frame")
    parser.add_argument("child", metavar="CHILD", help="the intended child frame")
    where = "where the child's origin should be in the parent, metres"
    turned = "roll, pitch and yaw it should have, radians; 0 0 0 by default"
    parser.add_argument("--expect", nargs=3, type=float, metavar=("X", "Y", "Z"), required=True, help=where)
    unturned = (0.0, 0.0, 0.0)
    parser.add_argument("--expect-rpy", nargs=3, type=float, metavar=("R", "P", "Y"), default=unturned, help=turned)
    _run_options(parser)


def _explain(commands: Commands[Parser]) -> None:
    told = "what tf2's error texts mean, and what to do"
    parser = _command(commands, "explain", "tfsandbox.cli.catalogue:explain", told, keys.EXPLAIN)
    parser.add_argument("text", nargs="*", metavar="TEXT", help="the text, in quotes; without it, what is piped in")
