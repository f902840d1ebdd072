"""Settings of this nbgrader course: the folder of this file is the course."""

import sys
from pathlib import Path

from autograder.conditions import load_secret, warn_once

c = get_config()  # noqa: F821

COURSE = Path(__file__).resolve().parent
c.CourseDirectory.root = str(COURSE)
c.CourseDirectory.course_id = "tfsandbox"

# A cell that a learner has not filled in yet must not stop the notebook: no NotImplementedError.
c.ClearSolutions.code_stub = {"python": "# your code goes here"}

# A deleted test cell comes back, and a warning on stderr costs nobody points.
c.OverwriteCells.add_missing_cells = True
c.IgnorePattern.enabled = True
c.IgnorePattern.pattern = r"(?s)."

c.Execute.timeout = 60

# The kernels that grade inherit the secret through the environment.
if load_secret(COURSE) is None and {"generate_assignment", "autograde"} & set(sys.argv):
    warn_once()
