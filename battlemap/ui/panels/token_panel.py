"""The Token panel: everything about one token, editable, each change one step of undo."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from battlemap.model.intent import SetCondition
from battlemap.model.token import SIDES, Token, Weapon
from battlemap.model.words import direction
from battlemap.ui.panels.buttons import IconButton
from battlemap.ui.panels.flow_layout import FlowLayout
from battlemap.ui.panels.keeping_form import KeepingForm
from battlemap.ui.panels.pair_head import weapon_line
from battlemap.ui.panels.parts import Elided, Portrait, SectionHead, Wrapped
from battlemap.ui.panels.record_form import (
    Combo,
    RecordForm,
    Spin,
    change_words,
    give_undo_to_window,
    value_words,
)
from battlemap.ui.panels.state_rows import ConditionChip, StateRows
from battlemap.ui.panels.wording import size_name
from battlemap.ui.state_lines import state_lines
from battlemap.ui.theme import HIT_AREA
from battlemap.ui.timers import single_shot

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

    from battlemap.rules.system import RuleSystem
    from battlemap.ui.bridge import Bridge

_EDGE = 16
_GROUND = -1001
"""The spin box's value for "as the ground"."""


class TokenPanel(QWidget):
    """Shows and edits the selected token."""

    weapon_asked = Signal(str, int)
    """(token, index of the weapon; -1: a new one): open the weapon's dialog."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("DockBody")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Token")
        self.bridge = bridge
        self.token_id: str | None = None
        self.sheet_form: RecordForm | None = None
        self._sheet_rules: RuleSystem | None = None
        self.status_form: RecordForm | None = None
        self.chips: dict[str, QPushButton] = {}
        self._build()
        self._refreshes = single_shot(self, self.refresh)
        for signal in (bridge.changed, bridge.selection_changed, bridge.session_changed):
            signal.connect(lambda *_: self._refreshes.start())
        self.refresh()

    # Building -----------------------------------------------------------------------------

    def _build(self) -> None:
        self.hint = QLabel("Select a token to see and change it.", self)
        self.hint.setProperty("role", "secondary")
        self.hint.setWordWrap(True)
        self._main = QWidget(self)
        column = QVBoxLayout(self._main)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(self._build_head())
        column.addLayout(self._build_place())
        column.addWidget(SectionHead("Conditions", self))
        self._chips_box = QWidget(self)
        self._chips = FlowLayout(self._chips_box)
        column.addWidget(self._chips_box)
        self.states = StateRows(self)
        column.addWidget(self.states)
        self.keeping = KeepingForm(self.bridge, self)
        column.addWidget(self.keeping)
        weapons = SectionHead("Weapons", self)
        column.addWidget(weapons)
        self._weapons_box = QWidget(self)
        self._weapons = QVBoxLayout(self._weapons_box)
        self._weapons.setContentsMargins(0, 0, 0, 0)
        self._weapons.setSpacing(2)
        column.addWidget(self._weapons_box)
        self.add_weapon = QPushButton("+     Add weapon", self)
        self.add_weapon.setProperty("role", "link")
        self.add_weapon.clicked.connect(lambda: self._ask_weapon(-1))
        line = QHBoxLayout()
        line.addWidget(self.add_weapon)
        line.addStretch(1)
        column.addLayout(line)
        self._sheet_head = SectionHead("Sheet", self)
        column.addWidget(self._sheet_head)
        self._sheet_box = QVBoxLayout()
        column.addLayout(self._sheet_box)
        self._status_head = SectionHead("In play", self)
        self._status_head.side.setText("wounds, actions left")
        column.addWidget(self._status_head)
        self._status_box = QVBoxLayout()
        column.addLayout(self._status_box)
        column.addWidget(SectionHead("Notes", self))
        self.notes = QPlainTextEdit(self)
        self.notes.setAccessibleName("Notes")
        self.notes.setPlaceholderText("Only you see this")
        self.notes.setFixedHeight(72)
        self.notes.setTabChangesFocus(True)
        self.notes.textChanged.connect(
            lambda: self._change("notes", self.notes.toPlainText(), "Note on {}")
        )
        column.addWidget(self.notes)
        for editor in (self.name, self.elevation, self.notes):
            give_undo_to_window(editor)
        body = QWidget(self)
        body.setObjectName("DockBody")
        whole = QVBoxLayout(body)
        whole.setContentsMargins(_EDGE, 14, _EDGE, 16)
        whole.addWidget(self.hint)
        whole.addWidget(self._main)
        whole.addStretch(1)
        self.scroll = QScrollArea(self)
        self.scroll.setWidgetResizable(True)
        self.scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroll.setWidget(body)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.scroll)

    def _build_head(self) -> QHBoxLayout:
        self.portrait = Portrait(44, self)
        self.name = QLineEdit(self)
        self.name.setAccessibleName("Name")
        self.name.editingFinished.connect(
            lambda: self._change("name", self.name.text().strip(), "Rename {}")
        )
        self.track = Wrapped("", self, role="secondary")
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.name)
        words.addWidget(self.track)
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self.portrait, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        return row

    def _build_place(self) -> QFormLayout:
        form = QFormLayout()
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(6)
        self.side = Combo(self)
        for side in SIDES:
            self.side.addItem(side.capitalize(), side)
        self.side.currentIndexChanged.connect(
            lambda _: self._change("side", self.side.currentData(), "Side of {}")
        )
        self.size_box = Combo(self)
        for size in range(1, 5):
            self.size_box.addItem(f"{size_name(size)} ({size})", size)
        self.size_box.currentIndexChanged.connect(
            lambda _: self._change("size", self.size_box.currentData(), "Size of {}")
        )
        self.facing = Combo(self)
        self.facing.currentIndexChanged.connect(
            lambda _: self._change("facing", self.facing.currentData(), "Turn {}")
        )
        self.elevation = Spin(self)
        self.elevation.setRange(_GROUND, 1000)
        self.elevation.setSingleStep(5)
        self.elevation.setSuffix(" ft")
        self.elevation.setSpecialValueText("as the ground")
        self.elevation.setKeyboardTracking(False)
        self.elevation.valueChanged.connect(self._raise)
        self.hidden_box = QCheckBox("Hidden from players", self)
        self.hidden_box.toggled.connect(lambda on: self._change("hidden", on, "Hide {}"))
        for label, widget in (
            ("Side", self.side),
            ("Size", self.size_box),
            ("Facing", self.facing),
            ("Height", self.elevation),
        ):
            words = QLabel(label, self)
            words.setProperty("role", "fact-label")
            words.setFixedWidth(92)
            words.setMinimumHeight(30)
            words.setBuddy(widget)
            widget.setAccessibleName(label)
            form.addRow(words, widget)
        form.addRow(QLabel("", self), self.hidden_box)
        return form

    # Showing ------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the selected token as it stands now; behind another tab, when it comes forward."""
        self._refreshes.stop()
        if not self.isVisible() and self.token_id == self.bridge.attacker:
            return
        bridge = self.bridge
        token = bridge.token(bridge.attacker)
        self._main.setVisible(token is not None)
        self.hint.setVisible(token is None)
        if token is None:
            self.token_id = None
            several = len(bridge.selected) > 1
            self.hint.setText(
                f"{len(bridge.selected)} tokens are selected. Select one to see and change it."
                if several
                else "Select a token to see and change it."
            )
            return
        if token.id != self.token_id:
            # Leaving a line must not write its text into the token that comes now.
            self.token_id = token.id
        self.portrait.show_token(token, bridge.encounter)
        self.track.setText(bridge.system.track(token).label)
        self._show_plain(token)
        self._show_conditions(token)
        self.states.show_lines(state_lines(bridge.system, bridge.encounter, token))
        self.keeping.show_token(token)
        self._show_weapons(token)
        self._show_sheet(token)
        self._show_status(token)

    def _show_plain(self, token: Token) -> None:
        editors = (
            self.name,
            self.side,
            self.size_box,
            self.facing,
            self.elevation,
            self.hidden_box,
            self.notes,
        )
        blockers = [QSignalBlocker(editor) for editor in editors]
        if self.name.text().strip() != token.name:
            self.name.setText(token.name)
        if self.side.findData(token.side) < 0:
            self.side.addItem(token.side.capitalize(), token.side)
        self.side.setCurrentIndex(self.side.findData(token.side))
        self.size_box.setCurrentIndex(max(0, self.size_box.findData(token.size)))
        facings = self.bridge.board.grid.facings
        if [self.facing.itemData(i) for i in range(self.facing.count())] != list(facings):
            self.facing.clear()
            for degrees in facings:
                self.facing.addItem(f"{direction(degrees).capitalize()} ({degrees:g}°)", degrees)
        nearest = self.bridge.board.grid.nearest_facing(token.facing)
        self.facing.setCurrentIndex(list(facings).index(nearest))
        height = token.elevation_feet
        self.elevation.setValue(_GROUND if height is None else height)
        self.hidden_box.setChecked(token.hidden)
        if self.notes.toPlainText() != token.notes:
            self.notes.setPlainText(token.notes)
        for blocker in blockers:
            blocker.unblock()

    def _show_conditions(self, token: Token) -> None:
        known = tuple(getattr(self.bridge.system, "conditions", ()))
        wanted = list(dict.fromkeys((*known, *sorted(token.conditions))))
        if list(self.chips) != wanted:
            while (item := self._chips.takeAt(0)) is not None:
                if item.widget() is not None:
                    item.widget().deleteLater()
            self.chips = {}
            for condition in wanted:
                words = self.bridge.system.condition_help(condition)
                chip = ConditionChip(condition, words, self._chips_box)
                chip.clicked.connect(lambda on, c=condition: self._set_condition(c, on))
                self._chips.addWidget(chip)
                self.chips[condition] = chip
        for condition, chip in self.chips.items():
            chip.setChecked(token.has(condition))

    def _show_weapons(self, token: Token) -> None:
        while (item := self._weapons.takeAt(0)) is not None:
            if item.widget() is not None:
                item.widget().hide()
                item.widget().deleteLater()
        if not token.weapons:
            names = ", ".join(weapon.name for weapon in self.bridge.system.weapons(token))
            self._weapons.addWidget(Wrapped(f"None of its own: {names}", self, role="reason"))
        for index, weapon in enumerate(token.weapons):
            self._weapons.addWidget(self._weapon_row(index, weapon))

    def _weapon_row(self, index: int, weapon: Weapon) -> QWidget:
        row = QWidget(self._weapons_box)
        row.setMinimumHeight(HIT_AREA)  # the style sheet lets flat buttons be squeezed
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(4)
        name = Elided(weapon.name, row, role="fact-value")
        reach = Elided(weapon_line(weapon), row, role="reason")
        edit = IconButton("pencil", f"Change {weapon.name}", row, size=14)
        edit.clicked.connect(lambda: self._ask_weapon(index))
        remove = IconButton("trash", f"Take {weapon.name} away", row, size=14)
        remove.clicked.connect(lambda: self._remove_weapon(index))
        line.addWidget(name, 3)
        line.addWidget(reach, 2)
        line.addWidget(edit)
        line.addWidget(remove)
        return row

    def _show_sheet(self, token: Token) -> None:
        kind = self.bridge.system.Sheet
        sheet = token.sheet if isinstance(token.sheet, kind) else kind()
        self._sheet_head.side.setText(self.bridge.system.title)
        # Options name things on the sheet: other rules, another form.
        known = self._sheet_rules is self.bridge.system
        if known and self.sheet_form is not None and type(self.sheet_form.record) is kind:
            self.sheet_form.show_record(sheet)
            return
        if self.sheet_form is not None:
            self.sheet_form.hide()
            self.sheet_form.deleteLater()
        self._sheet_rules = self.bridge.system
        self.sheet_form = RecordForm(sheet, self, self.bridge.system.word_of)
        self.sheet_form.changed.connect(lambda record, name: self._record("sheet", record, name))
        self._sheet_box.addWidget(self.sheet_form)

    def _show_status(self, token: Token) -> None:
        kind = self.bridge.system.Status
        status = token.status if isinstance(token.status, kind) else kind()
        form = self.status_form
        if form is not None and type(form.record) is kind:
            form.show_record(status)
        else:
            if form is not None:
                form.hide()
                form.deleteLater()
            form = self.status_form = RecordForm(status, self)
            form.changed.connect(lambda record, name: self._record("status", record, name))
            self._status_box.addWidget(form)
        self._status_head.setVisible(bool(form.editors))

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what changed behind another tab."""
        super().showEvent(event)
        self.refresh()

    def sizeHint(self) -> QSize:
        """Return a width that suits the dock."""
        return QSize(364, 600)

    # Changing -------------------------------------------------------------------------------

    def _token(self) -> Token | None:
        return self.bridge.token(self.token_id)

    def _record(self, field: str, record: object, name: str) -> None:
        """Put a sheet or status with one changed field; the log says the old value and the new."""
        token = self._token()
        if token is None:
            return
        kind = type(record)
        shown = getattr(token, field)
        before = shown if isinstance(shown, kind) else kind()
        told = change_words(name, getattr(before, name), getattr(record, name))
        what, _, values = told.partition(": ")
        label = f"{what[:1].upper()}{what[1:]} of {token.name or token.id}: {values}"
        self.bridge.edit(label, self.bridge.encounter.with_token(replace(token, **{field: record})))

    def _change(self, field: str, value: object, label: str) -> None:
        token = self._token()
        if token is None or getattr(token, field) == value or (field == "name" and not value):
            return
        changed = replace(token, **{field: value})  # type: ignore[arg-type]
        told = label.format(token.name or token.id)
        if field in ("side", "size"):
            told += f": {value_words(getattr(token, field))} to {value_words(value)}"
        elif field == "elevation_feet":
            before, after = (
                "as the ground" if height is None else f"{height} ft"
                for height in (token.elevation_feet, value)
            )
            told += f": {before} to {after}"
        elif field == "name":
            told += f" to {value}"
        elif field == "hidden" and not value:
            told = f"Show {token.name or token.id}"
        self.bridge.edit(
            told,
            self.bridge.encounter.with_token(changed),
            # Typing a note is one step; what names its values is a step and a line of its own.
            f"token:{token.id}:{field}" if field == "notes" else None,
        )

    def _raise(self, value: int) -> None:
        if value == _GROUND:
            self._change("elevation_feet", None, "Height of {}")
            return
        if _GROUND < value < -1000 + 5 and self._token() is not None:
            token = self._token()
            if token is not None and token.elevation_feet is None:
                # The first step up from "as the ground" starts at the ground.
                ground = self.bridge.board.elevation_of(token)
                self._change("elevation_feet", ground + 5, "Height of {}")
                return
        self._change("elevation_feet", value, "Height of {}")

    def _set_condition(self, condition: str, on: bool) -> None:
        token = self._token()
        if token is not None:
            self.bridge.perform(SetCondition(token.id, condition, on))
        self._refreshes.start()

    def _ask_weapon(self, index: int) -> None:
        if self.token_id is not None:
            self.weapon_asked.emit(self.token_id, index)

    def put_weapon(self, token_id: str, index: int, weapon: Weapon) -> None:
        """Put a weapon in its place, or behind the others where *index* is -1."""
        token = self.bridge.token(token_id)
        if token is None:
            return
        weapons = list(token.weapons)
        if index < 0:
            weapons.append(weapon)
        else:
            weapons[index] = weapon
        self.bridge.edit(
            f"Weapons of {token.name or token.id}",
            self.bridge.encounter.with_token(replace(token, weapons=tuple(weapons))),
        )

    def _remove_weapon(self, index: int) -> None:
        token = self._token()
        if token is not None:
            weapons = tuple(w for i, w in enumerate(token.weapons) if i != index)
            self._change("weapons", weapons, "Weapons of {}")
