"""The head of the Attack panel: who strikes whom, with what, and from where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from battlemap.geometry.names import cell_name
from battlemap.model.words import direction
from battlemap.ui.panels.attack_rows import WeaponButton
from battlemap.ui.panels.parts import Arrow, Elided, Portrait, Wrapped
from battlemap.ui.panels.wording import size_name

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from battlemap.model.token import Weapon
    from battlemap.rules.plan import AttackPlan
    from battlemap.ui.bridge import Bridge


def weapon_line(weapon: Weapon) -> str:
    """Return a weapon's reach or range in words."""
    if weapon.is_ranged:
        return f"range {weapon.range_feet} ft"
    return f"reach {weapon.reach_feet} ft"


class PairHead(QWidget):
    """Portraits, target, weapon and the place that the attack is planned from."""

    weapon_chosen = Signal(str)
    plan_dropped = Signal()
    """The GM wants the attack from where the attacker stands now."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._from = Portrait(40, self)
        self._to = Portrait(40, self)
        self.target_name = Elided("", self, role="target")
        self.target_line = Wrapped("", self, role="secondary")
        words = QVBoxLayout()
        words.setContentsMargins(6, 2, 0, 2)
        words.setSpacing(1)
        words.addStretch(1)
        words.addWidget(self.target_name)
        words.addWidget(self.target_line)
        words.addStretch(1)
        faces = QHBoxLayout()
        faces.setSpacing(4)
        faces.addWidget(self._from)
        faces.addWidget(Arrow(self))
        faces.addWidget(self._to)
        faces.addLayout(words, 1)
        self.weapon = WeaponButton(self)
        self.weapon.weapon_chosen.connect(self.weapon_chosen)
        self.place = Wrapped("", self, role="secondary")
        self.drop_plan = QPushButton("", self)
        self.drop_plan.setProperty("role", "link")
        self.drop_plan.clicked.connect(self.plan_dropped)
        line = QHBoxLayout()
        line.setContentsMargins(0, 8, 0, 8)
        line.addWidget(self.place, 1)
        line.addWidget(self.drop_plan)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(faces)
        whole.addSpacing(9)
        whole.addWidget(self.weapon)
        whole.addLayout(line)

    def show_pair(self, plan: AttackPlan, bridge: Bridge) -> None:
        """Show this attack."""
        encounter = bridge.encounter
        attacker = encounter.tokens[plan.intent.attacker]
        target = encounter.tokens[plan.intent.target]
        self._from.show_token(attacker, encounter)
        self._to.show_token(target, encounter)
        self.target_name.setText(target.name or target.id)
        track = bridge.system.track(target)
        self.target_line.setText(f"{size_name(target.size)}, {track.label}")
        others = tuple((w.name, weapon_line(w)) for w in bridge.system.weapons(attacker))
        name = plan.situation.weapon
        self.weapon.show_weapon(name, plan.weapon_line or dict(others).get(name, ""), others)
        grid = bridge.board.grid
        route = bridge.planned_route(attacker.id)
        facing = attacker.facing
        if route is not None:
            facing = facing if route.facing is None else route.facing
            words = f"Planned from {cell_name(grid, route.cells[-1])}"
            self.drop_plan.setText(f"Use {cell_name(grid, attacker.at)} now")
        else:
            words = f"From {cell_name(grid, attacker.at)}"
        self.drop_plan.setVisible(route is not None)
        if bridge.board.conventions.has_facing:
            words += f", facing {direction(facing)}"
        self.place.setText(words)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the height that the words need at this width: a full panel would squeeze them."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.layout().activate()
        needed = self.layout().totalHeightForWidth(self.width())
        if self.minimumHeight() != needed:
            self.setMinimumHeight(needed)
