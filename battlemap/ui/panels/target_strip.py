"""The strip over the Attack panel: several targets with their chance to be hit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from battlemap.model.intent import Attack
from battlemap.ui.panels.flow_layout import FlowLayout
from battlemap.ui.panels.wording import name_of, percent
from battlemap.ui.timers import single_shot

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent

    from battlemap.ui.bridge import Bridge


class TargetChip(QPushButton):
    """One target; a click shows it, and so does the focus that comes with Tab."""

    reached = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setProperty("role", "toggle")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(self.reached)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the target that Tab goes to."""
        super().focusInEvent(event)
        if event.reason() in (
            Qt.FocusReason.TabFocusReason,
            Qt.FocusReason.BacktabFocusReason,
        ):
            self.reached.emit()


class TargetStrip(QWidget):
    """Lists the targets where there are several, the shown one marked."""

    attack_all_asked = Signal()

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Targets")
        self._bridge = bridge
        self.chips: dict[str, TargetChip] = {}
        self._box = QWidget(self)
        self._flow = FlowLayout(self._box)
        self.attack_all = QPushButton("Attack all", self)
        self.attack_all.setProperty("role", "link")
        self.attack_all.setToolTip(
            "Let every selected token attack every target, one step of undo (Ctrl+Enter)"
        )
        self.attack_all.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.attack_all.clicked.connect(self.attack_all_asked)
        self.clear = QPushButton("Drop all", self)
        self.clear.setProperty("role", "link")
        self.clear.setToolTip("No targets (Ctrl+Shift+T)")
        self.clear.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clear.clicked.connect(lambda: bridge.set_target(None))
        foot = QHBoxLayout()
        foot.setSpacing(12)
        foot.addWidget(self.attack_all)
        foot.addStretch(1)
        foot.addWidget(self.clear)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, 16, 6)
        column.setSpacing(4)
        column.addWidget(self._box)
        column.addLayout(foot)
        self._later = single_shot(self, self.refresh)
        for signal in (
            bridge.changed,
            bridge.selection_changed,
            bridge.target_changed,
            bridge.targets_changed,
            bridge.planned,
            bridge.attack_changed,
        ):
            signal.connect(lambda *_: self._later.start())
        self.refresh()

    def refresh(self) -> None:
        """Show the targets as they stand now; a single one needs no strip."""
        bridge = self._bridge
        keys = bridge.targets.keys if len(bridge.targets.keys) > 1 else ()
        self.setVisible(bool(keys))
        for key in [key for key in self.chips if key not in keys]:
            chip = self.chips.pop(key)
            chip.hide()
            chip.deleteLater()
            for place in range(self._flow.count()):
                item = self._flow.itemAt(place)
                if item is not None and item.widget() is chip:
                    self._flow.takeAt(place)
                    break
        for number, key in enumerate(keys, 1):
            is_new = key not in self.chips
            if is_new:
                chip = self.chips[key] = TargetChip(self._box)
                chip.reached.connect(lambda key=key: self._reach(key))
            self._tell(self.chips[key], number, key)
            if is_new:
                self._flow.addWidget(self.chips[key])
                self.chips[key].show()
        self._flow.invalidate()
        self._flow.activate()

    def _tell(self, chip: TargetChip, number: int, key: str) -> None:
        bridge = self._bridge
        name = name_of(bridge.encounter, key)
        chance, why = self._chance(key)
        chip.setText(f"{number}  {name}  {chance}")
        chip.setToolTip(why or f"Chance to hit {name}: {chance}")
        chip.setAccessibleName(f"Target {number}, {name}, {why or chance}")
        chip.setChecked(key == bridge.target)

    def _chance(self, key: str) -> tuple[str, str]:
        """Return the chance to hit in words, and why there is none."""
        bridge = self._bridge
        attacker = bridge.attacker
        if attacker is None or attacker == key:
            return "–", "Nobody attacks"
        attack = Attack(attacker, key, bridge.active_weapon)
        if key == bridge.target:
            attack = bridge.attack() or attack
        plan = bridge.attack_plan(attack)
        if plan is None:
            return "–", "This attack can't be planned"
        if plan.odds is None:
            return "–", plan.illegal
        return percent(plan.odds.hit), ""

    def _reach(self, key: str) -> None:
        self._bridge.show_target(key)
        # The checks follow at once: a click has toggled its own chip already.
        for other, chip in self.chips.items():
            chip.setChecked(other == self._bridge.target)
