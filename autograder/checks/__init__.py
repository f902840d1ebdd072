"""The checks of the labs: public logic, hidden inputs. Needs nothing but ``tfsandbox``; ships to learners.

The contract, kept by every lab module here:

* A check is a pure function ``(answer, conditions) -> Result``. The answer is plain data of a declared kind; the
  conditions hold a seed, and everything the learner must not see (how the robot drives, when the loop closes, who joins
  late) is drawn from it. A Result is frozen: points earned, points possible, reasons.
* A lab module declares ``ANSWERS = {name: kind}`` (kinds are in ``answers.KINDS``), ``CHECKS`` (in the notebook's
  order) and ``LAB``, and offers ``check(name, answer)``: it makes the answer plain, refuses junk with a kind reason,
  runs the check, prints the reasons and returns the points.
* A test cell is exactly one expression, ``check("late_listener", bringup)``. nbgrader reads the points from the cell's
  result, the learner reads the reasons from its output. Nothing goes to stderr.
* The seed follows from the course secret, the lab and the check (``autograder.conditions``): with a secret set, the
  very same cell runs under conditions that no learner has seen.
* Reasons name the likely slip before they give numbers. A check never compares with one reference solution: it
  observes what the answer does.
"""

from autograder.checks.contract import Check, Lab, Result

__all__ = ["Check", "Lab", "Result"]
