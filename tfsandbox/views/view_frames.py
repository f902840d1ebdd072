"""What ``ros2 run tf2_tools view_frames`` writes and logs, byte for byte.

Source: tf2_tools of ROS 2 Jazzy (view_frames).
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any

from tfsandbox.errors import InputError
from tfsandbox.recording import Recording
from tfsandbox.stamps import NANOSECONDS, Time, seconds_to_ns, to_ns
from tfsandbox.views import frames_yaml as yaml
from tfsandbox.views.terminal import PYTHON_AUTHORITY, Output, Playback, log_line

NODE = "view_frames"
EMPTY = 'digraph G { "No tf data received" }'


@dataclass(frozen=True, slots=True)
class Export:
    """What the tool leaves behind.

    Attributes:
        log: its INFO lines.
        dot: the text of the .gv file, from which graphviz makes the PDF.
        gv_file: name of the text's file.
        pdf_file: name of the PDF.
        frames_yaml: what the buffer said.
    """

    log: Output
    dot: str
    gv_file: str
    pdf_file: str
    frames_yaml: str


def dot(frames_yaml: str, recorded_time: Any = 0) -> str:
    """Return the graph the tool draws, as text for graphviz.

    Args:
        frames_yaml: what ``Buffer.all_frames_as_yaml`` returns.
        recorded_time: when: seconds, or a Time.

    Raises:
        InputError: not such a text, or no frame is a root (all in a loop), where the real tool leaves an empty file.
    """
    frames = yaml.read(frames_yaml)
    sec, nanosec = divmod(to_ns(recorded_time, "recorded_time"), NANOSECONDS)
    if not frames:
        return EMPTY
    names = {frame.name for frame in frames}
    roots = [frame.parent for frame in frames if frame.parent not in names]
    if not roots:
        cure = "its frames form a loop without a root; view_frames cannot draw that and leaves an empty file"
        raise InputError("frames_yaml", frames_yaml, cure)
    return (
        "digraph G {\n"
        + "".join(map(_edge, frames))
        + 'edge [style=invis];\n subgraph cluster_legend { style=bold; color=black; label ="view_frames Result";\n'
        f'"Recorded at time: {sec + nanosec / 1e9}"[ shape=plaintext ] ;\n}}->"{roots[-1]}";\n}}'
    )


def _edge(frame: yaml.FrameEntry) -> str:
    lines = (
        f" Broadcaster: {frame.broadcaster}",
        f"Average rate: {frame.rate}",
        f"Buffer length: {frame.buffer_length}",
        f"Most recent transform: {frame.most_recent_transform}",
        f"Oldest transform: {frame.oldest_transform}",
    )
    label = "".join(line + "\\n" for line in lines)  # backslash and n: graphviz breaks the line
    return f'"{frame.parent}" -> "{frame.name}"[label="{label}"];\n'


def file_names(when: datetime.datetime) -> tuple[str, str]:
    """Return the names of the .gv and .pdf files the tool writes at a (local) time.

    Raises:
        InputError: not a datetime.
    """
    if not isinstance(when, datetime.datetime):
        raise InputError("when", when, "give a datetime.datetime")
    name = f"frames_{when:%Y-%m-%d_%H.%M.%S}"
    return f"{name}.gv", f"{name}.pdf"


def export(
    recording: Recording,
    *,
    wait_time: float = 5.0,
    output: str | None = None,
    when: datetime.datetime | None = None,
    distro: str = "jazzy",
) -> Export:
    """Return what the tool logs and writes when it is started just before a recording's first message.

    Args:
        recording: what it hears.
        wait_time: seconds it listens (-t).
        output: name of the files without ending (-o); by default "frames", or the tool's own name if ``when`` is given.
        when: local time for the tool's own name.
        distro: whose tf2 answers.

    Raises:
        InputError: an argument makes no sense, or as ``dot``.
    """
    gv_file, pdf_file = _files(output, when)
    wait_ns = seconds_to_ns(wait_time, "wait_time")
    playback = Playback(recording, distro=distro, authority=PYTHON_AUTHORITY)
    end_ns = playback.start_ns + max(wait_ns, 0)
    playback.hear(end_ns)
    text = playback.buffer.all_frames_as_yaml()
    log = (
        log_line("INFO", playback.start_ns, NODE, f"Listening to tf data for {float(wait_time)} seconds..."),
        *playback.take_log(),
        log_line("INFO", end_ns, NODE, "Generating graph..."),
        log_line("INFO", end_ns, NODE, f"Result:tf2_msgs.srv.FrameGraph_Response(frame_yaml={text!r})"),
        log_line("INFO", end_ns, NODE, f"Exporting graph in {pdf_file} file..."),
    )
    return Export(Output(log), dot(text, Time(nanoseconds=end_ns)), gv_file, pdf_file, text)


def _files(output: str | None, when: datetime.datetime | None) -> tuple[str, str]:
    if output is None and when is not None:
        return file_names(when)
    name = "frames" if output is None else output
    if not isinstance(name, str):
        raise InputError("output", output, "give a file name without ending, as text")
    return f"{name}.gv", f"{name}.pdf"
