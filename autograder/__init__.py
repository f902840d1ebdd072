"""Grading of labs: checks, their hidden conditions, releases."""
