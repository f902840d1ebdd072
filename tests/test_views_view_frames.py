"""view_frames: graphs as the real tool drew them, its log, its file names, and odd names in its YAML."""

import datetime
import json
from pathlib import Path

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from heard import Publishes, recording
from tfsandbox import Buffer
from tfsandbox.errors import InputError
from tfsandbox.recording import Recording, StampedTransform
from tfsandbox.stamps import Time
from tfsandbox.views import frames_yaml
from tfsandbox.views.view_frames import EMPTY, dot, export, file_names

SAMPLES = json.loads((Path(__file__).parent / "golden" / "tools_samples.json").read_text())["view_frames"]
WHEN = datetime.datetime(2026, 3, 4, 5, 6, 7)
ODD_NAMES = [
    *("robot1/base_link", "007", "0o7", "08", "1_000", "0x1F", "0b11", "1:30", "1:30.5", "1.5", "1e3", "1.0e+3", ".5"),
    *(
        ".",
        ".inf",
        "-.INF",
        ".nan",
        "yes",
        "No",
        "TRUE",
        "y",
        "tRUE",
        "~",
        "null",
        "2024-01-02",
        "2024-13-01",
        "2024-1-2",
    ),
    *(
        "=",
        "<<",
        "-",
        "-a",
        "?a",
        ":a",
        "a:",
        "a:b",
        "a#b",
        "*a",
        "!a",
        "|a",
        ">a",
        "%a",
        "@a",
        "`a",
        "'a",
        '"a',
        "[a]",
    ),
    *(
        "{a",
        "a,",
        "---",
        "...",
        "-1",
        "+1",
        "+",
        "0",
        "00",
        "-0",
        "0_",
        "_1",
        "1_",
        "é",
        "中",
        "[]",
        "a[0]",
        "1__0",
        "0x",
    ),
    *("190:20:30", "0b", "12e03", "-2.e+1", "a b", "a: b", "a #b", "a :b", "a ", "a\tb", "a\nb", "\x07", "- a", "? a"),
    *(": a", "--- a", "?", ":", "\x85", "a" * 300),
]


def block(name: str, parent: str = "p") -> str:
    return (
        f"{name}: \n  parent: '{parent}'\n  broadcaster: 'default_authority'\n  rate: 10.000\n"
        "  most_recent_transform: 1700000000.123457\n  oldest_transform: -0.100000\n  buffer_length: 0.000\n"
    )


@pytest.mark.parametrize("sample", SAMPLES, ids=range(len(SAMPLES)))
def test_graphs_are_those_of_the_real_tool(sample):
    sec, nanosec = sample["recorded_time"]
    assert dot(sample["frames_yaml"], Time(seconds=sec, nanoseconds=nanosec)) == sample["dot"]


def test_a_buffer_can_be_drawn():
    buffer = Buffer()
    assert dot(buffer.all_frames_as_yaml()) == EMPTY == 'digraph G { "No tf data received" }'
    buffer.set_transform_static(StampedTransform("a", "b"))
    assert dot(buffer.all_frames_as_yaml(), 2.5).startswith(
        'digraph G {\n"a" -> "b"[label=" Broadcaster: default_authority'
    )
    assert '"Recorded at time: 2.5"' in dot(buffer.all_frames_as_yaml(7.0), 2.5)


def test_two_trees_get_one_legend():
    text = dot(block("b", "a") + block("d", "c"), 3)
    assert text.endswith('}->"c";\n}')
    assert text.count("Recorded at time: 3.0") == 1


def test_names_that_yaml_reads_as_numbers_change_on_the_way():
    assert '"p" -> "7"[' in dot(block("007"))
    assert '"p" -> "True"[' in dot(block("yes"))
    assert dot(block("007") + block("b", "007")).endswith(
        '}->"007";\n}'
    )  # 7 is not "007": the parent seems to be a root


def test_what_the_real_tool_dies_of_is_said():
    with pytest.raises(InputError, match="loop without a root"):
        dot(block("a", "b") + block("b", "a"))
    with pytest.raises(InputError, match="nothing to draw"):
        dot("")
    with pytest.raises(InputError, match=r"frames_yaml, line 2 .* quote"):
        dot(block("b", "it's"))
    with pytest.raises(InputError, match="has no rate"):
        dot(block("b").replace("  rate: 10.000\n", ""))
    with pytest.raises(InputError, match="text in single quotes"):
        dot(block("b").replace("'p'", "12"))
    with pytest.raises(InputError, match="must begin with the name"):
        dot("  parent: 'a'\n")
    with pytest.raises(InputError, match=r"line 1 is .*: must be the name of a frame and a colon"):
        dot("hello\n")
    with pytest.raises(InputError, match="two spaces, a field"):
        dot("a: \n what\n")


def test_file_names_and_log():
    assert file_names(WHEN) == ("frames_2026-03-04_05.06.07.gv", "frames_2026-03-04_05.06.07.pdf")
    heard = recording(Publishes("/odometry", "odom", "base_link", rate=10, start=100, end=120))
    made = export(heard, when=WHEN)
    assert made.gv_file == "frames_2026-03-04_05.06.07.gv"
    assert made.log.text.splitlines() == [
        "[INFO] [100.000000000] [view_frames]: Listening to tf data for 5.0 seconds...",
        "[INFO] [105.000000000] [view_frames]: Generating graph...",
        "[INFO] [105.000000000] [view_frames]: Result:tf2_msgs.srv.FrameGraph_Response(frame_yaml="
        f"{made.frames_yaml!r})",
        "[INFO] [105.000000000] [view_frames]: Exporting graph in frames_2026-03-04_05.06.07.pdf file...",
    ]
    assert made.log.stdout == ""
    assert "most_recent_transform: 104.900000\n" in made.frames_yaml
    assert made.dot == dot(made.frames_yaml, 105.0)


def test_files_can_be_named_and_the_wait_chosen():
    made = export(recording(Publishes("/self", "x", "x", rate=1)), output="now", wait_time=2)
    assert (made.gv_file, made.pdf_file) == ("now.gv", "now.pdf")
    assert "Listening to tf data for 2.0 seconds..." in made.log.text
    assert 'TF_SELF_TRANSFORM: Ignoring transform from authority "default_authority"' in made.log.text
    assert export(Recording(), output="now").dot == EMPTY
    assert export(Recording()).gv_file == "frames.gv"


def both(text: str) -> tuple[object, object]:
    """What PyYAML and we read."""
    try:
        theirs = {name: fields["parent"] for name, fields in yaml.safe_load(text).items()}
    except (yaml.YAMLError, ValueError, TypeError, AttributeError, KeyError):
        theirs = None
    try:
        ours = {frame.name: frame.parent for frame in frames_yaml.read(text)}
    except InputError:
        ours = None
    return theirs, ours


@pytest.mark.parametrize("name", ODD_NAMES, ids=repr)
def test_odd_names_are_read_as_pyyaml_reads_them(name):
    for text in (block(name), block("first") + block(name, name)):
        theirs, ours = both(text)
        assert repr(ours) == repr(theirs)


@pytest.mark.parametrize("name", ["#a", "&a", " a"], ids=repr)
def test_names_that_yaml_takes_for_something_else_are_refused(name):
    theirs, ours = both(block("first") + block(name, name))
    assert ours is None
    assert theirs is None or name not in theirs


names = st.text(st.sampled_from("abyo019._-+:/#' \"[{,~é") | st.characters(max_codepoint=0x2FF), min_size=1, max_size=6)


@given(names, names)
@example("1:2", "0x_")
def test_any_name_is_read_as_pyyaml_reads_it_or_refused(name, parent):
    theirs, ours = both(block(name, parent) + block("last", "root"))
    if ours is not None:
        assert repr(ours) == repr(theirs)
