"""What may be wrong with a frame name, from the name alone and from the names that exist."""

from __future__ import annotations

import re

from tfsandbox.explain.explanation import Cause

_MOST_KNOWN = 1000
_DOUBLED = re.compile(r"^/?([^/]{1,100})/\1/")


def about(name: str, known: frozenset[str]) -> tuple[Cause, ...]:
    """Return likely reasons why a frame of this name is not known, the surest first.

    Braces in names are doubled, since facts are filled into these sentences later.
    """
    causes = (cause for look in (_plain, _wanting, _near) for cause in look(name, known))
    return tuple(Cause(*(words.replace("{", "{{").replace("}", "}}") for words in cause)) for cause in causes)


def nearest(name: str, known: frozenset[str]) -> str | None:
    """Return the known frame most like a name; None if none is."""
    import difflib

    folded = {frame.lower(): frame for frame in sorted(known)}
    if name.lower() in folded:
        return folded[name.lower()]
    near = difflib.get_close_matches(name[:100], sorted(known)[:_MOST_KNOWN], n=1, cutoff=0.6)
    return near[0] if near else None


def _plain(name: str, _known: frozenset[str]) -> list[Cause]:
    """What the name itself gives away."""
    out = []
    if "${" in name or "$(" in name:
        out.append(Cause("A xacro expression was never expanded.", "the name contains " + name[name.index("$") :][:2]))
    doubled = _DOUBLED.match(name)
    if doubled:
        out.append(Cause("A prefix was put on twice.", f'"{doubled[1]}" stands there two times'))
    return out


def _wanting(name: str, known: frozenset[str]) -> list[Cause]:
    """Names that differ from a known one by a prefix, a slash or a scope."""
    parts = [part for part in name.split("/") if part]
    tails = sorted(frame for frame in known if frame.rsplit("/", 1)[-1] == (parts or [name])[-1] and frame != name)
    out = []
    if name.lstrip("/") in known and name.startswith("/"):
        out.append(Cause(f'Ask for "{name.lstrip("/")}".', "tf2 takes a slash off published names, never off a query"))
    elif tails and len(parts) == 1:
        out.append(Cause(f'The frame has a prefix: "{tails[0]}".', "the part after the slash is the same"))
    elif tails:
        out.append(Cause(f'The prefix is too much, or another one: "{tails[0]}" exists.', "the last part is the same"))
    scoped = [part for part in parts[:-1] if part in known]
    if scoped and len(parts) > 1 and not tails:
        out.append(
            Cause(f'A simulator\'s scoped name for "{scoped[-1]}".', "a part of the name is a frame that exists")
        )
    glued = sorted(frame for frame in known if "/" in frame and frame.replace("/", "") == name)
    if glued:
        out.append(Cause(f'A slash is missing: "{glued[0]}".', "a prefix was glued on without one"))
    return out


def _near(name: str, known: frozenset[str]) -> list[Cause]:
    near = nearest(name, known)
    if near is None or near == name.lstrip("/"):
        return []
    why = (
        "only upper and lower case differ" if near.lower() == name.lower() else "the nearest of the names in the paste"
    )
    return [Cause(f'Did you mean "{near}"?', why)]
