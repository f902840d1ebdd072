"""What tf2's error texts mean, and what to do about them: ``explain(text)`` reads anything copied from a console."""

from tfsandbox.explain.answers import TEXTS, explain
from tfsandbox.explain.explanation import Cause, Explanation
from tfsandbox.explain.report import as_text

__all__ = ["TEXTS", "Cause", "Explanation", "as_text", "explain"]
