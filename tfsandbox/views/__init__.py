"""Drawings and texts made from plain values."""
