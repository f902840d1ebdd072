"""What a check's hidden inputs are drawn from: a seed derived from the course secret.

The logic of every check is public; only the seeds are not. The same secret, lab and check always give the same seed,
so regrading repeats itself and two students are judged alike.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tfsandbox.errors import InputError

SECRET_VARIABLE = "TFSANDBOX_COURSE_SECRET"
SECRET_FILE = ".course_secret"
PUBLIC_SECRET = "public practice conditions"

WARNING = f"""
**********************************************************************
* NO COURSE SECRET: grading with the public practice conditions,
* which every learner can see. Make a secret once, in the labs folder:
*   python -c "import secrets; print(secrets.token_hex(32))" > {SECRET_FILE}
* (or set the variable {SECRET_VARIABLE}).
**********************************************************************
"""
_WARNED = "TFSANDBOX_SECRET_WARNING"


@dataclass(frozen=True, slots=True)
class Conditions:
    """The inputs of one check that its answer must not depend on.

    Attributes:
        seed: from 0 to 2**63 - 1; everything random in a check follows from it.
    """

    seed: int


def conditions_for(lab: str, check: str, *, secret: str | None = None) -> Conditions:
    """Return the conditions of a lab's check under a course secret; without one, the public practice conditions.

    Raises:
        InputError: the secret is not text, or blank.
    """
    key = PUBLIC_SECRET if secret is None else secret
    if not isinstance(key, str) or not key.strip():
        raise InputError("secret", secret, "give some text, or None for the public practice conditions")
    digest = hmac.new(key.strip().encode(), f"{lab}/{check}".encode(), hashlib.sha256).digest()
    return Conditions(int.from_bytes(digest[:8], "big") >> 1)


def secret_from(environment: Mapping[str, str]) -> str | None:
    """Return the course secret set in an environment, or None where there is none (or a blank one)."""
    return environment.get(SECRET_VARIABLE, "").strip() or None


def load_secret(course: Path) -> str | None:
    """Return the secret in force for the course folder, and hand it on to the processes that grade.

    The environment variable wins over the file ``.course_secret`` in the folder; None means neither is there.
    """
    file = course / SECRET_FILE
    if secret_from(os.environ) is None and file.is_file():
        os.environ[SECRET_VARIABLE] = file.read_text(encoding="utf-8").strip()
    return secret_from(os.environ)


def warn_once() -> None:
    """Print the warning about a missing secret to stderr, once in a process and its children.

    nbgrader reads its configuration several times in one command.
    """
    if os.environ.get(_WARNED) is None:
        os.environ[_WARNED] = "shown"
        print(WARNING, file=sys.stderr)
