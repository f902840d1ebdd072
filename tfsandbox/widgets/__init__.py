"""Sliders, predictions and quizzes for notebooks: computed in Python, drawn as SVG, usable from the keyboard."""

from tfsandbox.widgets.direction_table import DirectionTable
from tfsandbox.widgets.pictures import picture, text
from tfsandbox.widgets.prediction import Prediction
from tfsandbox.widgets.quiz import Quiz

__all__ = ["DirectionTable", "Prediction", "Quiz", "picture", "text"]
