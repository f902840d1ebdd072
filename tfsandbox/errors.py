"""Every exception this package raises: tf2's own classes, and ours for bad input.

tf2's texts are kept to the letter in ``str(error)`` so that they can be searched for; teaching goes in notes.
"""


class TransformException(Exception):
    """Base of everything tf2 raises (tf2_py's class of the same name).

    Attributes, each None where it does not apply:
        cpp_exception: name of the C++ subclass the same failure has in tf2's C++ API (it splits
            ExtrapolationException in three from Jazzy on).
        frame: the frame at fault.
        roots: the root above each of the two frames, by name.
        requested_ns, oldest_ns, newest_ns: the time asked for, and what the link of ``frame`` holds.
    """

    cpp_exception: str | None = None
    frame: str | None = None
    roots: dict[str, str] | None = None
    requested_ns: int | None = None
    oldest_ns: int | None = None
    newest_ns: int | None = None


class LookupException(TransformException):
    """A frame is unknown, or the tree holds a loop."""


class ConnectivityException(TransformException):
    """Both frames are known but no chain of links joins them."""


class ExtrapolationException(TransformException):
    """The chain exists but some link has no data at the requested time."""


class InvalidArgumentException(TransformException):
    """A frame name is empty or starts with a slash."""


class TimeoutException(TransformException):
    """A wait ended without an answer (never raised by the core)."""


class TypeException(Exception):
    """``Buffer.transform`` got a message type that nothing knows how to transform.

    Attributes:
        errstr: the text, as in tf2_ros.
    """

    def __init__(self, errstr: str) -> None:
        super().__init__(errstr)
        self.errstr = errstr


class SandboxError(Exception):
    """Base of the errors that are ours, not tf2's."""


class InputError(SandboxError, ValueError):
    """A value handed to this package makes no sense.

    Attributes:
        argument: name of the argument or place, e.g. ``"frame"`` or ``"bringup[2].parameters.publish_tf"``.
        value: what was given.
        cure: what to give instead, one sentence.
    """

    def __init__(self, argument: str, value: object, cure: str) -> None:
        try:
            shown = repr(value)
        except Exception:  # a junk value may refuse to be shown, or be nested too deep
            shown = f"a {type(value).__name__}"
        if len(shown) > 120:
            shown = shown[:117] + "..."
        super().__init__(f"{argument} is {shown}: {cure}")
        self.argument = argument
        self.value = value
        self.cure = cure


class MissingPackageError(SandboxError, ImportError):
    """Something optional is needed and not installed; the text says what to install."""

    def __init__(self, package: str, needed_for: str, extra: str) -> None:
        super().__init__(f'{needed_for} needs {package}, which is not installed: pip install "tfsandbox[{extra}]"')
        self.package = package
