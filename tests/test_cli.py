"""The `tfsandbox` command, typed as people type it."""

from __future__ import annotations

import dataclasses
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from foreign_bags import TF, Topic, humble_bag, tf_bytes
from tfsandbox import World, faults, readers, robots
from tfsandbox.cli import main, parser, reply
from tfsandbox.cli.parser import build
from tfsandbox.recording import Recording
from tfsandbox.views import echo, monitor, text, view_frames

SHORT = ("--seconds", "1")


@pytest.fixture
def say(capsys):
    """Run a command; give its exit code and what it printed."""

    def run(*words: str) -> tuple[int, str, str]:
        code = main(list(words))
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return code, out, err

    return run


@pytest.fixture
def told(say):
    """Run a command for programs; give its exit code and data."""

    def run(*words: str) -> tuple[int, object]:
        code, out, err = say(*words, "--format", "json")
        assert err == ""
        return code, json.loads(out, parse_constant=pytest.fail)

    return run


@pytest.fixture(scope="module")
def driven() -> Recording:
    return World(robots.diff_drive()).run(1.0)


@pytest.fixture(scope="module")
def saved(driven, tmp_path_factory) -> str:
    path = tmp_path_factory.mktemp("saved") / "run.json"
    path.write_text(driven.to_json())
    return str(path)


def keys(command: str) -> set[str]:
    """The words of the key list in a command's help."""
    helps = build()._subparsers._group_actions[0].choices[command].format_help()
    return set(re.findall(r"\w+", helps.split("JSON:")[1]))


# --- the commands ------------------------------------------------------------------------------------------------


def test_simulate_shows_tree_and_log(say):
    code, out, _ = say("simulate", "diff_drive", "--fault", "swap", *SHORT)
    assert code == 0
    assert "fault: swap:parent=base_link,child=base_scan" in out
    assert "\nbase_scan\n  base_link" in out
    assert re.search(r"\(and \d+ like it\)", out), "repetitions are counted, not repeated"


@pytest.mark.parametrize("storage", ["sqlite3", "mcap"])
def test_simulate_keeps_a_bag(told, tmp_path, storage, driven):
    bag = str(tmp_path / "bag")
    code, data = told("simulate", "diff_drive", *SHORT, "-o", bag, "--storage", storage)
    assert (code, data["saved"], data["messages"]) == (0, bag, len(driven.deliveries))
    assert readers.read(bag) == driven
    assert set(data) <= keys("simulate")


def test_simulate_keeps_json(say, tmp_path, driven):
    assert say("simulate", "diff_drive", *SHORT, "--output", str(tmp_path / "run.json"))[0] == 0
    assert readers.read(tmp_path / "run.json") == driven


def test_simulate_tells_the_run_as_data(told):
    _, data = told("simulate", "diff_drive", *SHORT, "--seed", "7", "--fault", "swap")
    assert (data["design"], data["seconds"], data["seed"]) == ("diff_drive", 1.0, 7)
    assert data["faults"] == ["swap:parent=base_link,child=base_scan"]
    assert data["tree"]["base_link"] == "base_scan"
    assert data["topics"]["/tf"]["publishers"] == ["/diff_drive", "/slam_toolbox"]
    assert {"severity", "node", "text", "count"} == set(data["log"][0])
    assert told("simulate", "diff_drive", *SHORT, "--seed", "x")[1]["seed"] == "x"


def test_a_fault_without_parameters_suits_the_design(told):
    code, data = told("simulate", "car", *SHORT, "--fault", "swap")
    assert code == 0
    assert data["faults"] != ["swap:parent=base_link,child=base_scan"]


def test_faults_lists_all_and_tells_one(say, told):
    code, out, _ = say("faults")
    assert code == 0
    assert all(f"\n  {fault.name} " in out for fault in faults.FAULTS)
    assert told("faults")[1] == faults.catalog()
    code, out, _ = say("faults", "swap")
    assert code == 0
    assert all(word in out for word in ("swapped-parent-child", "rule:", "symptom:", "cure:", "parent=base_link"))
    assert told("faults", "swap")[1]["name"] == "swap"
    assert set(told("faults", "swap")[1]) <= keys("faults") | {"severity", "changes"}


def test_tree(say, told, saved, driven, tmp_path):
    assert say("tree", saved) == (0, text.tree(_buffer(driven)) + "\n", "")
    code, out, _ = say("tree", saved, "--links", "--svg", str(tmp_path / "tree.svg"))
    assert code == 0
    assert "/slam_toolbox" in out
    assert (tmp_path / "tree.svg").read_text().startswith("<svg ")
    assert out.endswith(f"drawn as {tmp_path / 'tree.svg'}\n")
    assert say("tree", saved, "--gv", str(tmp_path / "tree.gv"))[0] == 0
    assert (tmp_path / "tree.gv").read_text() == view_frames.export(driven, output="frames").dot
    code, data = told("tree", saved)
    assert data["frames"]["base_scan"] == "base_link"
    assert data["links"][0]["publishers"] == ["/base_link_mount"]
    assert set(data) | set(data["links"][0]) <= keys("tree")


@pytest.mark.parametrize(
    ("fault", "place"),
    [
        ("volatile-static", "/tf_static (tf2_msgs/msg/TFMessage, reliable, volatile)"),
        ("wrong-topic", "/static_tf (tf2_msgs/msg/TFMessage, reliable, transient_local)"),
        ("wrong-type", "/tf_static (geometry_msgs/msg/TransformStamped, reliable, transient_local)"),
    ],
)
def test_tree_tells_of_publishers_that_nobody_hears(say, told, fault, place):
    words = ("tree", "diff_drive", *SHORT, "--fault", fault)
    assert f"not heard: /base_scan_broadcaster on {place}\n" in say(*words)[1]
    data = told(*words)[1]["unheard"]
    assert [unheard["topic"] for unheard in data] == [place.split()[0]]
    assert set(data[0]) | set(data[0]["qos"]) <= keys("tree")


def test_complaints_that_differ_in_numbers_only_are_told_as_one(say):
    code, _, err = say("tree", "diff_drive", "--seconds", "6", "--fault", "clock-reset")
    assert code == 0
    frames = re.findall(r"TF_OLD_DATA ignoring data from the past for frame (\w+)", err)
    assert sorted(frames) == ["base_footprint", "odom"]


def _buffer(recording: Recording):
    from tfsandbox import Buffer

    return Buffer.play(recording)


def test_echo_and_monitor_print_what_the_tools_print(say, told, saved, driven):
    wanted = echo.output(driven, echo.Arguments("map", "base_scan"))
    assert say("echo", "map", "base_scan", saved) == (0, wanted.stdout, wanted.stderr)
    wanted = monitor.monitor(driven)
    assert say("monitor", saved) == (0, wanted.stdout, wanted.stderr)
    wanted = monitor.monitor(driven, "map", "base_scan")
    assert say("monitor", "map", "base_scan", saved) == (0, wanted.stdout, wanted.stderr)
    assert told("monitor", saved)[1]["exit_code"] == 0
    assert told("echo", "map", "nowhere", saved)[0] == 1
    assert say("monitor", "map", "nowhere", saved)[0] == 1
    wanted = echo.output(driven, echo.Arguments("map", "odom", 4.0, 0.5, 1))
    assert say("echo", "map", "odom", saved, "-r", "4", "-t", "0.5", "-p", "1")[1] == wanted.stdout


def test_a_terminal_shows_both_streams_in_the_tools_order(monkeypatch, saved, driven):
    terminal = io.StringIO()
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setattr(sys, "stderr", terminal)
    assert main(["monitor", saved]) == 0
    assert terminal.getvalue() == monitor.monitor(driven).text


def test_lookup(say, told, saved, driven):
    code, out, _ = say("lookup", "base_link", "base_scan", saved)
    assert code == 0
    assert "- Translation: [-0.032, 0.000, 0.172]\n" in out
    code, data = told("lookup", "map", "base_scan", saved, "--time", "0.5")
    assert (code, data["found"], data["stamp_ns"]) == (0, True, 500_000_000)
    expected = _buffer(driven).lookup_transform("map", "base_scan", 0.5).transform.translation
    assert data["translation"] == [expected.x, expected.y, expected.z]
    code, data = told("lookup", "map", "nowhere", saved)
    assert (code, data["found"], data["error"]["class"]) == (1, False, "LookupException")
    code, out, err = say("lookup", "map", "nowhere", saved)
    assert (code, err) == (1, "")
    assert out.startswith('LookupException: "nowhere" passed to lookupTransform')
    assert "\n* Known frames: " in out


def test_what_a_bag_lacks_is_told(say, tmp_path):
    link = tf_bytes([(5, "odom", "base_link", (0, 0, 0, 0, 0, 0, 1))])
    bag = humble_bag(tmp_path / "bag", [Topic("/tf", TF, ((5, link), (6, link[:-3])))])
    code, out, err = say("tree", str(bag), "--links")
    assert (code, out.split()[:2]) == (0, ["odom", "base_link"])
    assert "(unknown)" in out
    assert err.startswith("[ERROR] 1 of 2 messages on /tf left out: ")


def test_what_tf2_complains_about_is_told_once(say, told):
    words = ("lookup", "map", "odom", "diff_drive", *SHORT, "--fault", "self-transform")
    code, _, err = say(*words)
    assert code == 0
    assert len([line for line in err.splitlines() if "TF_SELF_TRANSFORM" in line]) == 1
    assert re.search(r"\(and \d+ like it\)", err)
    _, data = told(*words)
    assert data["complaints"][0]["count"] > 1


def test_lookup_times_are_exact(told, saved):
    _, data = told("lookup", "map", "base_scan", saved, "--time", "1700000000.123456789")
    assert "1700000000.123457" in data["error"]["text"]
    assert told("lookup", "base_link", "base_scan", saved, "--time", "1700000000.123456789")[1]["stamp_ns"] == (
        1_700_000_000_123_456_789
    )


def test_direction_of_a_link_that_is_right(told, saved):
    code, data = told("direction", "base_link", "base_scan", "--expect", "-32e-3", "0", "0.172", saved)
    assert (code, data["right"], data["row"]["name"]) == (0, True, "right")
    assert (data["gap"], data["parents"], data["looks_like"]) == (pytest.approx(0), ["base_link"], [])
    assert set(data) <= keys("direction")


@pytest.mark.parametrize(
    ("link", "expect", "fault", "row", "ways"),
    [
        (("base_link", "base_scan"), "0.032 0 -0.172", (), "sign", ["sign", "inverse_value"]),
        (("base_link", "base_scan"), "-0.032 0 0.172", ("--fault", "swap"), "swap", ["swap"]),
        (("base_link", "base_scan"), "-0.064 0 0.344", (), "value", []),
        (("base_link", "base_scan"), "0 0 0", (), "value", []),
        (("base_link", "base_scan"), "0.2 0 0.15", ("--fault", "swap"), "names_first", []),
        (("odom", "base_scan"), "0 0 0", ("--fault", "swap"), "no_lookup", []),
    ],
)
def test_direction_finds_the_row(say, told, link, expect, fault, row, ways):
    words = ("direction", *link, "--expect", *expect.split(), "diff_drive", *SHORT, *fault)
    code, data = told(*words)
    assert (code, data["row"]["name"], data["looks_like"]) == (1, row, ways)
    code, out, _ = say(*words)
    assert code == 1
    assert all(line in out for line in (f"\n{row}: ", "  means: ", "  next:  ", "  parents so far: "))


def test_a_rotation_that_is_wrong_is_not_right(told, saved):
    link = (
        "direction",
        "base_link",
        "base_scan",
        "--expect",
        "-0.032",
        "0",
        "0.172",
        "--expect-rpy",
        "0",
        "0",
        "-1.57",
    )
    code, data = told(*link, saved)
    assert (code, data["row"]["name"], data["rotation_error"]) == (1, "compare", pytest.approx(1.57))


def test_explain(say, told, monkeypatch):
    words = 'Invalid frame ID "lidar" passed to canTransform argument source_frame - frame does not exist'
    code, out, _ = say("explain", words)
    assert code == 0
    assert "unknown-frame" in out
    code, data = told("explain", *words.split())
    assert data[0]["facts"]["frame"] == "lidar"
    assert set(data[0]) <= keys("explain")
    assert say("explain", "hello")[0] == 1
    monkeypatch.setattr(sys, "stdin", io.StringIO(words))
    assert "unknown-frame" in say("explain")[1]


# --- mistakes ----------------------------------------------------------------------------------------------------

MISTAKES = {
    "simulat diff_drive": "did you mean simulate?",
    "simulate": "DESIGN",
    "simulate diff_driv": "DESIGN is 'diff_driv': did you mean diff_drive",
    "simulate none.urdf": "DESIGN is 'none.urdf': there is no such file",
    "tree none.xacro": "RUN is 'none.xacro': there is no such file",
    "simulate TMP/file.json": "DESIGN ",
    "simulate SAVED": "recorded already; look at it with tfsandbox tree",
    "simulate TMP/none.mcap": "recorded already",
    "simulate diff_drive --fault swop": "--fault is 'swop': did you mean swap?",
    "simulate diff_drive --fault swap:chld=x": "did you mean child?",
    "simulate diff_drive --fault swap:child": "child=...",
    "simulate diff_drive --fault swap:child=nowhere": "nowhere",
    "simulate diff_drive --fault": "--fault",
    "simulate diff_drive --seconds 0": "--seconds",
    "simulate diff_drive --seconds nan": "--seconds",
    "simulate diff_drive --seconds ten": "--seconds",
    "simulate diff_drive --sec 1": "--sec",
    "simulate diff_drive --distro noetic": "--distro",
    "simulate diff_drive --seconds 1 -o TMP": "exists already",
    "simulate diff_drive --seconds 3600 -o TMP": "exists already",
    "simulate diff_drive --seconds 3600 -o TMP/no/run.json": "--output",
    "simulate diff_drive --seconds 1 -o TMP/file/bag": "--output",
    "explain TMP/file": "TEXT is 'TMP/file': this is a file; pipe its text in",
    "faults zzz": "NAME is 'zzz': tfsandbox faults lists",
    "faults swop": "NAME is 'swop': did you mean swap?",
    "tree": "RUN",
    "tree diff_driv": "did you mean diff_drive?",
    "tree TMP": "RUN is",
    "tree TMP/file": "a bag folder",
    "tree TMP/none.mcap": "none.mcap",
    "tree TMP/none.json": "none.json",
    "tree TMP/file.json": "file.json",
    "tree TMP/broken.json": "deliveries",
    "tree SAVED --fault swap": "--fault is 'swap': this is for a design",
    "tree SAVED --seconds 2": "leave it out",
    "tree SAVED --svg TMP": "--svg",
    "tree SAVED --gv TMP/no/tree.gv": "--gv",
    "echo map SAVED": "RUN",
    "echo map odom SAVED -r 0": "--rate",
    "echo map odom SAVED -p -1": "--precision",
    "monitor map SAVED": "two frames or none",
    "lookup map odom SAVED --time soon": "--time",
    "lookup map odom SAVED --time -1": "--time",
    "lookup map odom SAVED --time 1e99": "--time",
    "direction base_link base_scan SAVED": "--expect",
    "direction base_link base_scan --expect 1 2 SAVED": "--expect",
    "direction base_link base_scan --expect 1 2 nan SAVED": "--expect",
    "direction base_link base_link --expect 1 2 3 SAVED": "CHILD",
    "tree SAVED --format yaml": "--format",
}


@pytest.mark.parametrize("line", MISTAKES)
def test_mistakes_name_the_argument_and_the_cure(say, tmp_path, saved, line):
    (tmp_path / "file").write_text("")
    (tmp_path / "file.json").write_text("[1")
    (tmp_path / "broken.json").write_text('{"format": "tfsandbox/recording", "version": 1}')
    words = line.replace("TMP", str(tmp_path)).replace("SAVED", saved).split()
    code, out, err = say(*words)
    assert (code, out) == (2, "")
    assert MISTAKES[line].replace("TMP", str(tmp_path)) in err
    assert len(err.splitlines()) < 12
    assert re.search(rf"^tfsandbox( {words[0]})?: ", err, re.M)


def test_the_version_is_told(say):
    code, out, _ = say("--version")
    assert code == 0
    assert re.fullmatch(r"tfsandbox \d+\.\d+\S*\n", out)


def test_an_empty_place_to_save_is_not_left_out(say):
    code, _, err = say("simulate", "diff_drive", *SHORT, "-o", "")
    assert code == 2
    assert "--output is ''" in err


def test_without_a_command_there_is_help(say):
    code, out, _ = say()
    assert code == 2
    assert all(name in out for name in ("simulate", "explain", "exit codes"))
    assert say("--help")[0] == 0


@pytest.mark.parametrize("command", build().commands)
def test_every_command_has_help_with_the_keys_of_its_json(say, command):
    code, out, _ = say(command, "--help")
    assert code == 0
    assert "JSON: " in out


@pytest.mark.parametrize(
    ("error", "code"), [(KeyboardInterrupt(), 130), (RuntimeError("odd"), 70), (OSError("disk"), 2)]
)
def test_whatever_happens_there_is_no_traceback(say, saved, monkeypatch, error, code):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr(readers, "read", fail)
    assert say("tree", saved)[0] == code


def test_a_bag_without_rosbags_says_what_to_install(say, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "rosbags.rosbag2", None)
    code, _, err = say("simulate", "diff_drive", *SHORT, "-o", str(tmp_path / "bag"))
    assert code == 2
    assert 'pip install "tfsandbox[bags]"' in err


# --- values of faults --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", faults.FAULTS, ids=lambda kind: kind.name)
def test_every_fault_can_be_typed_as_it_is_shown(kind):
    from tfsandbox.cli.fault_text import describe, fault_of

    usual = kind()
    if dataclasses.fields(kind):  # without parameters it would be chosen to suit the design
        assert fault_of(describe(usual), robots.diff_drive()) == usual


# --- on a terminal -----------------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_for_terminals_only(monkeypatch, driven, capsys):
    terminal = Terminal()
    monkeypatch.setattr(reply, "PATIENCE_S", 0.0)
    monkeypatch.setattr(sys, "stderr", terminal)
    assert main(["simulate", "diff_drive", "--seconds", "2.5", "--format", "json"]) == 0
    watched = json.loads(capsys.readouterr().out)
    shown = terminal.getvalue().split("\r")
    assert shown[0] == "simulating   0 %"
    assert shown[-2].strip() == ""
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert main(["simulate", "diff_drive", "--seconds", "2.5", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == watched
    assert sys.stderr.getvalue() == ""


def test_numbers_that_json_does_not_know_become_null():
    assert reply.plain({"a": float("nan"), "b": (1.0, float("inf")), "c": frozenset({"x"})}) == {
        "a": None,
        "b": [1.0, None],
        "c": ["x"],
    }


# --- as a process ------------------------------------------------------------------------------------------------


def process(*words: str, **options) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-m", "tfsandbox", *words], capture_output=True, timeout=60, **options)


def test_the_module_is_the_command():
    done = process("lookup", "base_link", "base_scan", "diff_drive", *SHORT, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("At time ")


def test_a_reader_that_goes_away_is_no_error():
    command = subprocess.Popen(
        [sys.executable, "-m", "tfsandbox", "faults"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    command.stdout.close()
    assert command.wait(60) == 141
    assert command.stderr.read() == b""
    command.stderr.close()


def test_letters_that_a_terminal_has_not_are_no_error(tmp_path):
    recording = World(robots.diff_drive()).run(0.1).to_json().replace("base_scan", "l\\u00e4ser")
    (tmp_path / "run.json").write_text(recording)
    done = process("tree", str(tmp_path / "run.json"), env={"PYTHONIOENCODING": "ascii", "PATH": ""})
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"l\\xe4ser" in done.stdout


def test_help_comes_at_once():
    code = "import sys, time, tfsandbox.cli as c; c.main(['--help']); print(time.process_time(), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.startswith("usage: tfsandbox")
    assert float(done.stderr) < 0.3


def test_the_parser_loads_nothing_heavy():
    code = "import sys, tfsandbox.cli.parser as p; p.build(); print(*sys.modules)"
    loaded = set(
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60).stdout.split()
    )
    assert "tfsandbox.cli.parser" in loaded
    assert not loaded & {"numpy", "rosbags", "tfsandbox.world", "tfsandbox.faults", "tfsandbox.explain"}


def test_the_parser_names_what_there_is():
    assert tuple(robots.DESIGNS) == parser.DESIGNS
    assert readers.bag.STORAGES == parser.STORAGES


def test_the_entry_point_is_declared():
    import tomllib

    data = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())
    assert data["project"]["scripts"] == {"tfsandbox": "tfsandbox.cli:main"}
