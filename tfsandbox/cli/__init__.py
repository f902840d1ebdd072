"""The ``tfsandbox`` command: simulate robots, break them, and ask a run what tf2's tools would say.

Exit codes: 0 fine, 1 the answer is "no" (a lookup fails, a link is not as expected, a text is unknown), 2 wrong usage
or an unreadable file. 130 after Ctrl-C, 141 when the reader of a pipe has gone, 70 for a mistake of ours.

With ``--format json`` the answer is JSON on standard output, "no" included; usage errors stay text on standard error.

Where a command wants a RUN, give a bag, a recording saved as .json, or a design, which is then simulated.
"""

from tfsandbox.cli.main import main

__all__ = ["main"]
