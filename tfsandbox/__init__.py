"""tf2 frames that behave like tf2."""
