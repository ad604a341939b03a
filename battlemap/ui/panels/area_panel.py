"""The Area panel: what is laid on the map, who is inside, and how well each is covered."""

from __future__ import annotations

from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from battlemap.model.words import counted
from battlemap.rules.plan import Choice, ChoiceOption
from battlemap.tactics.areas import AreaKind
from battlemap.ui.area_marks import with_area
from battlemap.ui.panels.area_attack_view import AreaAttackView
from battlemap.ui.panels.area_form import AreaForm
from battlemap.ui.panels.area_targets import AreaTargets
from battlemap.ui.panels.buttons import HintButton, Segmented
from battlemap.ui.panels.overruling import rule_on_modifier
from battlemap.ui.panels.parts import SectionHead, Wrapped, scrolled
from battlemap.ui.panels.record_form import Combo
from battlemap.ui.panels.wording import name_of
from battlemap.ui.timers import single_shot

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

    from battlemap.model.intent import AreaAttack
    from battlemap.rules.plan import AreaWeapon
    from battlemap.ui.bridge import Bridge

_EDGE = 16
_OVERHANG = 8
_PAUSE_MS, _LONG_PAUSE_MS = 30, 150
"""An area that follows the pointer changes faster than anybody reads; the panel lags behind it."""

_KINDS = tuple(ChoiceOption(kind.value, kind.value.capitalize()) for kind in AreaKind)


class AreaPanel(QWidget):
    """Settings of the area in hand, and what it catches."""

    rolled = Signal()
    """An area attack is over: nothing more is to be laid."""
    tool_asked = Signal()
    """The area tool is wanted."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("DockBody")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Area")
        self.bridge = bridge
        self.plan = bridge.area_plan
        self._weapons: tuple[AreaWeapon, ...] = ()
        self._build()
        self._refreshes = single_shot(self, self._show_inside)
        self._rolls_from: int | None = None
        """How many deeds were in force before the attack that is being rolled."""
        self._ends = single_shot(self, self._end_roll)
        bridge.asked.connect(self._on_asked)
        bridge.session_changed.connect(self._forget_roll)
        self.plan.settings_changed.connect(self._show_settings)
        self.plan.laid_changed.connect(self.refresh_later)
        self.plan.attack_changed.connect(self._show_attack)
        bridge.changed.connect(self._document_changed)
        bridge.selection_changed.connect(lambda _: self._show_settings())
        bridge.session_changed.connect(self._show_settings)
        self._show_settings()
        self._show_inside()

    # Building -----------------------------------------------------------------------------

    def _build(self) -> None:
        self.hint = QLabel("", self)
        self.hint.setProperty("role", "secondary")
        self.hint.setWordWrap(True)
        self.choose_tool = QPushButton("Lay an area on the map (E)", self)
        self.choose_tool.setProperty("role", "link")
        self.choose_tool.clicked.connect(self.tool_asked)
        self.weapon = Combo(self)
        self.weapon.setAccessibleName("Area attack")
        self.weapon.activated.connect(self._choose_weapon)
        self.about = Wrapped("", self, role="secondary")
        self.kind = Segmented("Kind", self)
        self.kind.chosen.connect(lambda key: self.plan.set(kind=AreaKind(key)))
        self.form = AreaForm(self.bridge, self)
        self.inside = SectionHead("Inside", self)
        overhang = _EDGE - _OVERHANG
        self.targets = AreaTargets(self.bridge, (overhang, overhang), self)
        body = QWidget(self)
        body.setObjectName("DockBody")
        top = QVBoxLayout()
        top.setContentsMargins(_EDGE, 14, _EDGE, 6)
        top.setSpacing(10)
        line = QHBoxLayout()
        line.addWidget(self.choose_tool)
        line.addStretch(1)
        top.addLayout(line)
        top.addWidget(self.weapon)
        top.addWidget(self.about)
        top.addWidget(self.kind)
        top.addWidget(self.form)
        top.addWidget(self.inside)
        top.addWidget(self.hint)
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 12)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(self.targets)
        self.attack_view = AreaAttackView(self.bridge, body)
        self.attack_view.choice_made.connect(self.plan.set_choice)
        self.attack_view.modifier_switched.connect(self._switch)
        column.addWidget(self.attack_view)
        column.addStretch(1)
        self.scroll, whole = scrolled(self, body)
        whole.addWidget(self._build_foot())

    def _build_foot(self) -> QWidget:
        foot = QWidget(self)
        foot.setObjectName("DockFoot")
        foot.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.roll_button = HintButton("Roll", "Enter", foot)
        self.roll_button.clicked.connect(self.roll)
        self.keep_button = HintButton("Keep on the map", "", foot)
        self.keep_button.clicked.connect(self.keep)
        self.clear_button = QPushButton("Clear", foot)
        self.clear_button.setProperty("role", "second")
        self.clear_button.setFixedSize(84, 40)
        self.clear_button.clicked.connect(self.plan.clear_asked)
        row = QHBoxLayout(foot)
        row.setContentsMargins(_EDGE, 10, _EDGE, 12)
        row.setSpacing(8)
        row.addWidget(self.roll_button, 1)
        row.addWidget(self.keep_button, 1)
        row.addWidget(self.clear_button)
        return foot

    # Showing ------------------------------------------------------------------------------

    def _show_settings(self) -> None:
        self._show_weapons()
        settings = self.plan.settings
        self.kind.show_choice(Choice("kind", "Kind", _KINDS, settings.kind.value))
        self.form.show_settings(self._caster_words())
        if self.plan.weapon:
            # The weapon says what its area is like.
            self.about.setText(settings.words())
        self.kind.setVisible(not self.plan.weapon)
        self.about.setVisible(bool(self.plan.weapon))
        self.refresh_later()

    def _show_weapons(self) -> None:
        """List the area attacks of whoever is selected or acts."""
        bridge = self.bridge
        attacker = bridge.token(bridge.attacker)
        weapons = tuple(bridge.system.areas(attacker)) if attacker is not None else ()
        if self.plan.weapon not in {weapon.name for weapon in weapons} and self.plan.weapon:
            self.plan.arm(None)
        if weapons != self._weapons or self.weapon.count() == 0:
            self._weapons = weapons
            self.weapon.clear()
            self.weapon.addItem("No attack: only show who is inside", "")
            for weapon in weapons:
                self.weapon.addItem(weapon.name, weapon.name)
        self.weapon.setCurrentIndex(max(0, self.weapon.findData(self.plan.weapon)))
        self.weapon.setVisible(bool(weapons))

    def _choose_weapon(self, index: int) -> None:
        name = self.weapon.itemData(index)
        chosen = next((weapon for weapon in self._weapons if weapon.name == name), None)
        if chosen is not None and self.bridge.attacker is not None:
            # Bursts, lines and cones start at whoever is selected.
            self.bridge.select((self.bridge.attacker,))
        self.plan.arm(chosen)
        if chosen is not None:
            self.tool_asked.emit()

    def _document_changed(self, *_: object) -> None:
        if self.isVisible():
            self._show_settings()
        self.refresh_later()

    def _show_attack(self) -> None:
        self._show_settings()
        self._show_inside()

    def _caster_words(self) -> str:
        selected = self.bridge.selected
        token = self.bridge.token(selected[0]) if len(selected) == 1 else None
        return (token.name or token.id) if token is not None else "the selected token"

    def show_tool(self, key: str) -> None:
        """Offer the area tool while another one is in hand; begin with the weapon in hand."""
        self.choose_tool.setVisible(key != "area")
        attacker = self.bridge.token(self.bridge.attacker)
        if key != "area" or self.plan.weapon or attacker is None:
            return
        in_hand = self.bridge.active_weapon or self.bridge.system.weapons(attacker)[0].name
        for weapon in self.bridge.system.areas(attacker):
            if weapon.name == in_hand:
                self.plan.arm(weapon)

    def refresh_later(self, *_: object) -> None:
        """Show who is inside soon; not more often than one can read."""
        is_moving = self.plan.area is not None and not self.plan.is_placed
        if not is_moving:
            self._refreshes.start(_PAUSE_MS)
        elif not self._refreshes.isActive():
            self._refreshes.start(_LONG_PAUSE_MS)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened while another tab was in front."""
        super().showEvent(event)
        self.refresh_later()

    def _show_inside(self) -> None:
        area = self.plan.area
        for button in (self.keep_button, self.clear_button):
            button.setEnabled(area is not None and self.plan.is_placed)
        if not self.isVisible():
            return
        self._show_attack_plan()
        shown = self.targets.inside
        self.hint.setText(self._hint())
        self.hint.setVisible(not shown)
        cells = len(area.cells) + len(area.splash_cells) if area is not None else 0
        self.inside.side.setText(
            f"{counted(len(shown), 'creature')}, {counted(cells, 'cell')}" if area else ""
        )

    def _forget_roll(self) -> None:
        self._rolls_from = None

    def _show_attack_plan(self) -> None:
        """Show the attack that the area is laid for, and whom it affects."""
        plan = self.bridge.area_attack_plan() if self.plan.weapon else None
        if plan is not None:
            by = name_of(self.bridge.encounter, plan.intent.attacker)
            waits = "\nAnswer the question on the map" if self.bridge.is_waiting else ""
            self.about.setText(f"{by}, {self.plan.settings.words()}{waits}")
        self.targets.show_plan(plan)
        self.attack_view.setVisible(bool(self.plan.weapon))
        self.attack_view.show_plan(plan)
        self.roll_button.setVisible(bool(self.plan.weapon))
        self.keep_button.setVisible(not self.plan.weapon)
        self.roll_button.setEnabled(self.can_roll)
        self.roll_button.set_texts((plan.deed if plan is not None else "") or "Roll", "Enter")

    def _hint(self) -> str:
        if self.plan.area is not None:
            return "Nobody is inside."
        return "Nothing lies on the map yet. Press where it goes; drag to aim or size it."

    # Deeds --------------------------------------------------------------------------------

    @property
    def can_roll(self) -> bool:
        """Whether a legal area attack is placed."""
        plan = self.attack_view.plan
        return (
            bool(self.plan.weapon)
            and plan is not None
            and not plan.illegal
            and plan.odds is not None
            and self.plan.is_placed
            and not self.bridge.is_waiting
        )

    def why_not(self) -> str:
        """Return why there is nothing to roll, in one sentence."""
        plan = self.attack_view.plan
        if plan is None or not self.plan.is_placed:
            return f"{self.plan.weapon}: press where it goes first."
        if self.bridge.is_waiting:
            return "Answer the open question first."
        return plan.illegal or f"{self.plan.weapon}: nobody is inside."

    def roll(self) -> None:
        """Carry the area attack out, everybody inside in one step of undo."""
        plan = self.attack_view.plan
        if plan is None or not self.can_roll:
            return
        self._rolls_from = self.bridge.session.history.position
        if self.bridge.perform(plan.intent):
            self._end_roll()
        else:
            self._rolls_from = None

    def take_up(self, attack: AreaAttack) -> None:
        """Show an attack that is being carried out; its area goes when the last question does."""
        self.plan.take_up(attack, self.bridge.encounter.map.grid.feet_per_cell)
        self._rolls_from = self.bridge.session.history.position
        self._refreshes.start()

    def _end_roll(self) -> None:
        """Take the area away once nothing is asked any more; if the deed was undone, it stays."""
        if self._rolls_from is None or self.bridge.is_waiting:
            return
        before, self._rolls_from = self._rolls_from, None
        if self.bridge.session.history.position > before:
            self.plan.choices = self.plan.switched = MappingProxyType({})
            self.plan.clear_asked.emit()
            self.rolled.emit()
        self._show_settings()
        self._show_inside()

    def _on_asked(self, question: object) -> None:
        # Not at once: the session is still telling everybody what happened.
        if self._rolls_from is not None:
            (self._ends if question is None else self._refreshes).start()

    def _switch(self, key: str, value: str) -> None:
        plan = self.attack_view.plan
        if plan is None:
            return
        modifier = next((m for m in plan.modifiers if m.key == key), None)
        if modifier is not None:
            pair = plan.intent.attacker, ""
            switch = partial(self.plan.switch_modifier, key)
            rule_on_modifier(self.bridge, pair, modifier, value, switch)

    def keep(self) -> None:
        """Put the area on the map as a mark; one step of undo."""
        area = self.plan.area
        if area is None or not self.plan.is_placed:
            return
        words = self.plan.settings.words()
        kept = with_area(self.bridge.encounter, area, words)
        if self.bridge.edit(f"Keep area: {words}", kept):
            self.plan.clear_asked.emit()
