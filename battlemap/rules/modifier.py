"""Modifiers: what a fact on the map is worth in a rule system."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Modifier:
    """One line of the Attack panel.

    ``key`` is stable ("rear", "higher_ground"); ``value`` is signed, in the unit ``unit`` ("level",
    "die", "bonus"); ``reason`` says in one line where on the map it comes from; ``source`` names
    the section of the text; ``fact`` is the attribute of the Situation that shows the evidence
    ("arc", "cover", "height"...; empty for what isn't on the map).
    """

    key: str
    label: str
    value: int
    reason: str
    source: str
    unit: str = "level"
    fact: str = ""
    enabled: bool = True
    """False: the GM overruled it; it is shown struck and counts nothing."""
    overruled: str = ""
    """"", "once" or "until cleared"."""
    is_total: bool = False
    """Total Advantage or Total Disadvantage, by the sign of ``value``."""
    helps: bool | None = None
    """Whether it helps the attacker; None: if ``value`` is positive. A higher DC hinders."""

    @property
    def is_help(self) -> bool:
        """Whether the attacker is better off with it."""
        return self.value > 0 if self.helps is None else self.helps
