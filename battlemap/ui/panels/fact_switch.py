"""The switch by which the GM overrules a fact: what it is, and for how long."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from battlemap.rules.fact_rulings import value_of
from battlemap.rules.plan import Choice, ChoiceOption
from battlemap.rules.ruleable_facts import BY_GM, FACTS
from battlemap.ui.panels.buttons import Segmented

if TYPE_CHECKING:
    from battlemap.tactics.situation import Situation

MAP, ONCE, STANDING = "map", "once", "until cleared"

WAY = "way"
"""Stands for every step of a way, where a fact would be named."""

_LASTS = (ChoiceOption(ONCE, "This time"), ChoiceOption(STANDING, "Until cleared"))

_RULED_AS = {"distance": "in_reach", "reach_holders": "engaged_by", "high_ground": "height"}
"""Facts that are overruled by way of another."""


def ruled_as(fact: str) -> str:
    """Return the fact that is overruled where this one is shown."""
    return _RULED_AS.get(fact, fact)


@dataclass(frozen=True)
class FactRuling:
    """What can be said of something, what stands, and for how long."""

    key: str
    """The fact, or whatever else is ruled upon."""
    label: str
    values: tuple[tuple[str, str], ...]
    """(value, words)."""
    value: str
    """What the GM said; "map": nothing."""
    lasts: str = ""
    """For how long; empty: nothing stands."""


def fact_ruling(situation: Situation, fact: str) -> FactRuling | None:
    """Return how a fact of this situation can be overruled; None: it can't."""
    key = ruled_as(fact)
    value = value_of(situation, key)
    if key not in FACTS or (key == "arc" and not value):
        return None
    lasts = situation.by_hand.get(key, "")
    return FactRuling(key, FACTS[key].label, FACTS[key].values, value if lasts else MAP, lasts)


class FactSwitch(QWidget):
    """Two rows of options: what the fact is, and whether that stands beyond this time."""

    ruled = Signal(str, str)
    """(value or "map", "once" | "until cleared")."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: FactRuling | None = None
        self._lasts = ONCE
        self.title = QLabel("", self)
        self.title.setProperty("role", "fact-label")
        self.values = Segmented("Overrule the fact", self)
        self.lasts = Segmented("For how long", self)
        self.values.chosen.connect(self._choose)
        self.lasts.chosen.connect(self._last)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        for part in (self.title, self.values, self.lasts):
            column.addWidget(part)

    def show_ruling(self, ruling: FactRuling | None) -> None:
        """Show what stands; None: there is nothing to overrule."""
        self.setVisible(ruling is not None)
        if ruling is None:
            self._shown = None
            return
        if self._shown is None or self._shown.key != ruling.key:
            self._lasts = ONCE
        self._shown = ruling
        self._lasts = ruling.lasts or self._lasts
        options = [ChoiceOption(MAP, "By the map")]
        options += [ChoiceOption(value, words) for value, words in ruling.values]
        verb = "" if ruling.key not in FACTS else " is"
        words = f"{ruling.label}{verb}"
        self.title.setText(f"{ruling.label}, {BY_GM}" if ruling.lasts else words)
        label = f"Overrule: {words}"
        self.values.show_choice(Choice(ruling.key, label, tuple(options), ruling.value))
        self.lasts.show_choice(Choice("lasts", "For how long", _LASTS, self._lasts))

    def _choose(self, value: str) -> None:
        self.ruled.emit(value, self._lasts)

    def _last(self, lasts: str) -> None:
        self._lasts = lasts
        self.lasts.show_choice(Choice("lasts", "For how long", _LASTS, lasts))
        shown = self._shown
        if shown is not None and shown.value != MAP and shown.lasts != lasts:
            self.ruled.emit(shown.value, lasts)
