"""The ``battlemap`` command: opens the window, or answers without one.

Nothing here computes a fact: each command asks the same functions that the window asks.
"""

from battlemap.cli.command_line import main

__all__ = ["main"]
