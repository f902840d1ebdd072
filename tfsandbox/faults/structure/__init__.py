"""Faults in the shape of the tree: too many parents, too many publishers, missing links."""

from tfsandbox.faults.structure.parents import MissingStatic, TwoParents, TwoPublishers

FAULTS = (TwoParents, TwoPublishers, MissingStatic)
