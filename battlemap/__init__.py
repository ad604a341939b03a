"""Battlemap: a desktop battle map that knows the geometry and the rules of a fight."""

__version__ = "0.1.0"
