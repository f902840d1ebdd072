"""From the command line to an exit code; whatever happens, no traceback."""

from __future__ import annotations

import difflib
import os
import signal
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from tfsandbox.cli.parser import build
from tfsandbox.cli.reply import WRONG_USAGE
from tfsandbox.errors import InputError, SandboxError

INTERRUPTED, PIPE_CLOSED, OUR_MISTAKE = 128 + signal.SIGINT, 141, 70


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; return its exit code (told in the package's docstring).

    Args:
        argv: the words after the command's name; None for those of this process.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a frame name may have letters that the terminal has not
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        code = _answer(words)
        sys.stdout.flush()
        return code
    except SystemExit as stop:  # argparse has said why
        return stop.code if isinstance(stop.code, int) else WRONG_USAGE
    except BrokenPipeError:
        _forget_output()
        return PIPE_CLOSED
    except KeyboardInterrupt:
        return INTERRUPTED
    except (SandboxError, OSError) as err:
        return _complain(words, str(err), WRONG_USAGE)
    except Exception as err:
        return _complain(words, _confession(err), OUR_MISTAKE)


def _answer(words: list[str]) -> int:
    parser = build()
    if not words:
        parser.print_help()
        return WRONG_USAGE
    _check_command(parser.commands, words[0])
    arguments = parser.parse_args(words)
    _hush()
    reply = arguments.answer(arguments)
    reply.show(arguments.format)
    return int(reply.code)


def _hush() -> None:
    """Keep what nodes' buffers complain about off the terminal; the commands tell it in their own place, once."""
    import logging

    logger = logging.getLogger("tfsandbox")
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())


def _check_command(known: Sequence[str], word: str) -> None:
    if word.startswith("-") or word in known:
        return
    near = difflib.get_close_matches(word, known, 1)
    hint = f"did you mean {near[0]}? " if near else ""
    raise InputError("COMMAND", word, f"{hint}commands are {', '.join(known)}")


def _complain(words: list[str], text: str, code: int) -> int:
    command = f"tfsandbox {words[0]}" if words and not words[0].startswith("-") else "tfsandbox"
    print(f"{command}: {text}", file=sys.stderr)
    return code


def _confession(err: Exception) -> str:
    frame = err.__traceback__
    while frame and frame.tb_next:
        frame = frame.tb_next
    place = f"{os.path.basename(frame.tb_frame.f_code.co_filename)}:{frame.tb_lineno}" if frame else "somewhere"
    return f"this is a mistake of tfsandbox, not yours; please report it with your command ({err!r} at {place})"


def _forget_output() -> None:
    """Let Python close its output quietly: nobody reads it any more."""
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
