"""xacro files, expanded by the xacro package in a process of its own that may do little else.

A xacro file is a program: it evaluates expressions, reads other files and the environment. The process gets an empty
environment, bounded time and memory, and may open nothing outside the file's folder but Python itself.
"""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

from tfsandbox.errors import InputError, MissingPackageError
from tfsandbox.urdf.reader import MOST_CHARACTERS, check_safe

MOST_SECONDS = 10.0
_NAMESPACE = re.compile(r"""xmlns:\w+\s*=\s*["'](?:https?://)?(?:www\.)?(?:wiki\.)?ros\.org/(?:wiki/)?xacro/?["']""")

# Runs in the child. The audit hook cannot be taken off again, and sees every file that Python opens.
_CHILD = """
import errno, os, sys
folder, memory, seconds, most = sys.argv[1], *map(int, sys.argv[2:])
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
except (ImportError, ValueError, OSError):
    pass
text = sys.stdin.buffer.read().decode()
import xml.dom.minidom, xml.parsers.expat, yaml, encodings.idna, xacro
sys.stdin = open(os.devnull)
if folder:
    os.chdir(folder)
own = tuple(os.path.realpath(part) + os.sep for part in {sys.prefix, sys.base_prefix, *sys.path} if part)
def inside(path):
    real = os.path.realpath(os.fsdecode(path))
    return (folder and real.startswith(folder + os.sep)) or (real.startswith(own) and real.endswith((".py", ".pyc")))
def watch(event, args):
    if event == "open" and not isinstance(args[0], int) and not inside(args[0]):
        raise PermissionError(errno.EACCES, "a xacro file may not open this", os.fsdecode(args[0]))
    if event.split(".")[0] in ("subprocess", "socket", "ctypes", "shutil") or event in (
        "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.remove", "os.rename", "os.listdir", "os.scandir"
    ):
        raise PermissionError(errno.EACCES, "a xacro file may not use this", event)
sys.addaudithook(watch)
try:
    xacro.init_stacks(os.path.join(folder, "robot.xacro"))
    doc = xacro.parse(text)
    xacro.process_doc(doc)
    result = doc.toprettyxml(indent="  ")
    if len(result) > most:
        raise ValueError(f"it expands to more than {most} characters")
except Exception as error:
    sys.stderr.write(f"{type(error).__name__}: {error}"[:500])
    sys.exit(3)
sys.stdout.buffer.write(result.encode())
"""


def is_xacro(text: str) -> bool:
    """Return whether text uses xacro's namespace."""
    return bool(_NAMESPACE.search(text))


def expand(text: str, *, folder: Path | None = None) -> str:
    """Return what xacro makes of a xacro file's text.

    It takes at most ten seconds and half a gigabyte. Included files must be in the file's own folder or below;
    ``$(find package)`` and ``$(env NAME)`` find nothing.

    Args:
        text: the file's text.
        folder: where it is, for the files that it includes; None to include none.

    Raises:
        InputError: it cannot be expanded; xacro's own reason is in the cure.
        MissingPackageError: xacro is not installed.
    """
    if not isinstance(text, str) or len(text) > MOST_CHARACTERS:
        raise InputError("xacro", text, f"give text of at most {MOST_CHARACTERS} characters")
    check_safe(text, "xacro")
    if importlib.util.find_spec("xacro") is None:
        raise MissingPackageError("xacro", "reading a xacro file", "xacro")
    where = str(folder.resolve()) if folder else ""
    command = [sys.executable, "-I", "-c", _CHILD, where, str(2**29), str(int(MOST_SECONDS)), str(MOST_CHARACTERS)]
    try:
        done = subprocess.run(command, input=text.encode(), capture_output=True, env={}, timeout=MOST_SECONDS)
    except subprocess.TimeoutExpired:
        raise InputError(
            "xacro", text, f"it takes more than {MOST_SECONDS:g} s; look for a macro that calls itself"
        ) from None
    except (OSError, ValueError) as err:
        raise InputError("xacro", text, f"xacro cannot be started here ({err}); give its output, a .urdf") from err
    if done.returncode:
        reason = done.stderr.decode(errors="replace").strip() or "it needs too much time or memory"
        raise InputError("xacro", text, f"xacro says: {reason[-500:]}")
    return done.stdout.decode()
