"""Why a fact or modifier is as it is: verdict, geometry, effect, rule, overruling, odds without."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from battlemap.rules.plan import Choice, ChoiceOption
from battlemap.ui.bridge import Evidence
from battlemap.ui.panels.buttons import IconButton, Segmented
from battlemap.ui.panels.fact_words import fact_lines, geometry_words
from battlemap.ui.panels.parts import Elided
from battlemap.ui.panels.wording import percent, worth

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from battlemap.rules.modifier import Modifier
    from battlemap.rules.plan import AttackPlan
    from battlemap.ui.panels.attack_panel import AttackPanel
    from battlemap.ui.window.layout import MapHost

WIDTH = 424
OVERRULES = (
    ("map", "By the map"),
    ("once", "Off this time"),
    ("until cleared", "Off until cleared"),
)


class WhyCard(QFrame):
    """A card over the map, away from the two tokens. Esc closes it; the pin keeps it."""

    overruled = Signal(str, str)
    """(key of the modifier, "map" | "once" | "until cleared")."""
    rule_asked = Signal(str)
    """The section of the text is wanted."""

    def __init__(self, panel: AttackPanel, host: MapHost) -> None:
        super().__init__(host)
        self._host = host
        self.setObjectName("Card")
        self.panel, self.bridge = panel, panel.bridge
        self.fact = ""
        self.key = ""
        self.title = QLabel("", self)
        self.title.setProperty("role", "heading")
        self.pin = IconButton("pin", "Keep this card open", self)
        self.pin.setCheckable(True)
        self.close_button = IconButton("close", "Close (Esc)", self)
        self.close_button.clicked.connect(self.leave)
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.pin)
        head.addWidget(self.close_button)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnMinimumWidth(0, 72)
        self._grid.setColumnStretch(1, 1)
        self.overrule = Segmented("Overrule", self)
        self.overrule.chosen.connect(lambda value: self.overruled.emit(self.key, value))
        self.odds = QLabel("", self)
        self.odds.setProperty("role", "line-title")
        self.odds.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 10, 14)
        column.setSpacing(8)
        column.addLayout(head)
        column.addLayout(self._grid)
        column.addWidget(self.overrule)
        column.addWidget(self.odds)
        self.setFixedWidth(WIDTH)
        self.hide()
        self.overruled.connect(panel.modifier_switched)
        for signal in (self.bridge.changed, self.bridge.attack_changed, self.bridge.planned):
            signal.connect(lambda *_: self._follow())
        self.bridge.target_changed.connect(lambda _: self._pair_changed())
        self.bridge.selection_changed.connect(lambda _: self._pair_changed())

    # Opening ----------------------------------------------------------------------------------

    def open_for(self, fact: str, key: str = "") -> bool:
        """Explain a fact, or a modifier by its key; tell whether there is anything to say."""
        plan = self.bridge.attack_plan()
        if plan is None:
            return False
        modifier = self._modifier(plan, fact, key)
        self.fact = fact or (modifier.fact if modifier is not None else "")
        self.key = modifier.key if modifier is not None else ""
        if not self.fact and modifier is None:
            return False
        self._show(plan, modifier)
        if self.fact:
            self.bridge.show_evidence(Evidence(self.fact, plan.situation, pinned=True))
        self.show()
        self.raise_()
        self._place(plan)
        (self.overrule if modifier is not None else self.close_button).setFocus()
        return True

    def leave(self) -> None:
        """Close the card; the evidence goes with it."""
        self.pin.setChecked(False)
        self.pin.restyle()
        self.hide()
        self.bridge.show_evidence(None)
        self.parentWidget().setFocus()

    @staticmethod
    def _modifier(plan: AttackPlan, fact: str, key: str) -> Modifier | None:
        for modifier in plan.modifiers:
            if modifier.key == key or (not key and fact and modifier.fact == fact):
                return modifier
        return None

    def _follow(self) -> None:
        if not self.isVisible():
            return
        plan = self.bridge.attack_plan()
        if plan is None:
            self.leave()
            return
        self._show(plan, self._modifier(plan, self.fact, self.key))

    def _pair_changed(self) -> None:
        if self.isVisible() and not self.pin.isChecked():
            self.leave()
        else:
            self._follow()

    def _show(self, plan: AttackPlan, modifier: Modifier | None) -> None:
        bridge = self.bridge
        lines = fact_lines(
            plan.situation,
            bridge.encounter,
            bridge.board.conventions,
            weighed=bridge.system.sections,
        )
        line = next((entry for entry in lines if entry.fact == self.fact), None)
        value = f"{line.label}: {line.value}" if line is not None else ""
        self.title.setText(modifier.label if modifier is not None else value)
        rows = [("Verdict", value)] if modifier is not None and value else []
        if self.fact and (
            words := geometry_words(plan.situation, self.fact, bridge.encounter, bridge.board)
        ):
            rows.append(("Geometry", words[:1].upper() + words[1:]))
        if modifier is not None:
            rows.append(("Reason", modifier.reason))
            effect = worth(modifier.value, modifier.unit)
            rows.append(("Effect", f"{effect}; all in all: {plan.net}"))
            rows.append(("Rule", modifier.source))
        while (item := self._grid.takeAt(0)) is not None:
            if item.widget() is not None:
                item.widget().hide()
                item.widget().deleteLater()
        for index, (label, words) in enumerate(rows):
            name = Elided(label, self, role="fact-label")
            name.setFixedWidth(72)
            text: QWidget
            if label == "Rule" and words != "GM":
                text = self._link(words)
            else:
                text = QLabel(words, self)
                text.setWordWrap(True)
                text.setProperty("role", "fact-value")
            self._grid.addWidget(name, index, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(text, index, 1)
        self.overrule.setVisible(modifier is not None)
        self.odds.setVisible(modifier is not None and plan.odds is not None)
        if modifier is not None:
            state = "map" if modifier.enabled else modifier.overruled or "once"
            options = tuple(ChoiceOption(key, words) for key, words in OVERRULES)
            self.overrule.show_choice(Choice("overrule", "Overrule", options, state))
            self.odds.setText(self._odds_words(plan, modifier))
        self.setAccessibleName(self.title.text())
        self.setAccessibleDescription("; ".join(f"{label}: {words}" for label, words in rows))
        self._resize()

    def _link(self, source: str) -> QPushButton:
        """Return a button that leads to a section of the rules."""
        button = QPushButton(source, self)
        button.setProperty("role", "link")
        button.setToolTip("Show it in the rules reference")
        button.clicked.connect(lambda: self.rule_asked.emit(source))
        return button

    def _odds_words(self, plan: AttackPlan, modifier: Modifier) -> str:
        if plan.odds is None:
            return ""
        attack = plan.intent
        switched = dict(attack.switched)
        switched[modifier.key] = "off" if modifier.enabled else "on"
        other = self.bridge.attack_plan(replace(attack, switched=MappingProxyType(switched)))
        if other is None or other.odds is None:
            return ""
        now = f"{percent(plan.odds.hit)}, mean {plan.odds.mean:.2f}"
        then = f"{percent(other.odds.hit)}, mean {other.odds.mean:.2f}"
        what = modifier.label.lower()
        return f"Now {now}; {'without' if modifier.enabled else 'with'} {what} {then}."

    # Place --------------------------------------------------------------------------------------

    def _resize(self) -> None:
        self.layout().activate()
        self.resize(WIDTH, self.layout().totalHeightForWidth(WIDTH))

    def _place(self, plan: AttackPlan) -> None:
        """Stand in the corner of the map that is farthest from both tokens."""
        host = self.parentWidget()
        edge = 28
        right, foot = host.width() - self.width() - edge, host.height() - self.height() - edge
        corners = [QPoint(right, 70), QPoint(edge + 18, 70), QPoint(right, foot - 44)]
        corners.append(QPoint(edge + 18, foot))
        tokens = [self._token_place(key) for key in (plan.intent.attacker, plan.intent.target)]

        def room(corner: QPoint) -> int:
            card = QRect(corner, self.size())
            return min(_distance(card, place) for place in tokens)

        self.move(max(corners, key=room))

    def _token_place(self, token_id: str) -> QPoint:
        view = self._host.view
        pixel = view.pixel_of(view.map_scene.center_of(token_id)).toPoint()
        return view.viewport().mapTo(self.parentWidget(), pixel)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close with Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)


def _distance(box: QRect, place: QPoint) -> int:
    """Return how far a point is from a box; 0 inside it."""
    dx = max(box.left() - place.x(), 0, place.x() - box.right())
    dy = max(box.top() - place.y(), 0, place.y() - box.bottom())
    return dx + dy
