"""The action bar under the map: who acts, what is left to spend, what can be done."""

from __future__ import annotations

from operator import is_
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from battlemap.rules.plan import Action
from battlemap.ui.panels.action_button import PIP_WORDS, ActionButton, PipRow, with_planned
from battlemap.ui.panels.lettering import scale, scaled
from battlemap.ui.panels.parts import Elided, Portrait, Still, Wrapped
from battlemap.ui.panels.wording import count
from battlemap.ui.timers import single_shot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from battlemap.ui.bridge import Bridge

TALL, LOW = 76, 52
_TALL_WHO, _LOW_WHO, _NARROW_WHO = 300, 150, 108
_NARROW = 640
"""A low bar with fewer pixels has room for the first actions only if the token takes less."""
_NOTE = 84
"""The note beside a long name is wrapped to so many pixels at least."""
_NOTE_TALL = 48
"""The note has so much height over the pips."""
_TALL_MORE, _LOW_MORE = 88, 62
"""Room for the button with the other actions, in logical pixels."""
_FEW = 4
"""Where fewer buttons than this fit into a low bar, they show nothing but their names."""
_TALL_END, _LOW_END = 104, 84
"""Widths of the token at the left and of the button at the right, in logical pixels."""


class ActionBar(QWidget):
    """Actions of the selected token, else of the one whose turn it is."""

    action_chosen = Signal(object, bool)
    """(Action, forced): forced where Shift was held on an action that the rules forbid."""
    end_turn_asked = Signal()
    begin_fight_asked = Signal()

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("ActionBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Actions")
        self.bridge = bridge
        self._low = False
        self._actions: tuple[Action, ...] = ()
        self._known: tuple[object, ...] = ()
        """What the actions were asked for: document, rules, token."""
        self.buttons: list[ActionButton] = []
        self._laid_out: object = None
        self._planned = 0
        """How many actions the planned move that is shown would spend."""
        self._build()
        self._refreshes = single_shot(self, self.refresh)
        for signal in (bridge.changed, bridge.selection_changed, bridge.asked):
            signal.connect(lambda *_: self._refreshes.start())
        bridge.planned.connect(self._follow_plan)
        self.refresh()

    def _follow_plan(self, *_: object) -> None:
        """Follow a drag where it would spend another number of actions: no more of it is shown."""
        if self._planned_actions() != self._planned:
            self._refreshes.start()

    def _planned_actions(self) -> int:
        route = self.bridge.planned_route(self.token_id) if self.token_id is not None else None
        return route.actions if route is not None else 0

    def _build(self) -> None:
        self.portrait = Portrait(44, self)
        self.small_portrait = Portrait(30, self)
        self.name = Elided("", self, role="heading")
        self.name.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.note = Wrapped("", self, role="quiet12")
        self.pips = PipRow(self)
        words = QHBoxLayout()
        words.setSpacing(8)
        words.addWidget(self.name, 0, Qt.AlignmentFlag.AlignLeft)
        words.addWidget(self.note, 1)
        column = QVBoxLayout()
        column.setSpacing(2)
        column.addStretch(1)
        column.addLayout(words)
        column.addWidget(self.pips)
        column.addStretch(1)
        self._who = Still(self)
        who = QHBoxLayout(self._who.inside)
        who.setContentsMargins(0, 0, 0, 0)
        who.setSpacing(12)
        who.addWidget(self.portrait)
        who.addWidget(self.small_portrait)
        who.addLayout(column, 1)
        self._buttons = QWidget(self)
        # The bar shows as many buttons as fit and never asks the window to be wider.
        self._buttons.setMinimumWidth(1)
        self._row = QHBoxLayout(self._buttons)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(8)
        self.more = ActionButton(Action("more", "More"), self)
        self.more.clicked.connect(self._open_more)
        self.end_turn = QPushButton("End turn", self)
        self.end_turn.setProperty("role", "end-turn")
        self.end_turn.setFixedSize(_TALL_END, 40)
        self.end_turn.clicked.connect(self._end_or_begin)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(16, 0, 16, 0)
        whole.setSpacing(16)
        whole.addWidget(self._who)
        whole.addWidget(self._buttons, 1)
        whole.addWidget(self.end_turn)
        self.setFixedHeight(TALL)

    def set_low(self, low: bool) -> None:
        """Be 52 px high, for small screens."""
        if low != self._low:
            self._low = low
            self.setFixedHeight(LOW if low else TALL)
            self.end_turn.setFixedSize(_LOW_END if low else _TALL_END, 32 if low else 40)
            self.refresh()

    @property
    def token_id(self) -> str | None:
        """The token whose actions are shown."""
        return self.bridge.attacker

    def refresh(self) -> None:
        """Show what the token can do now."""
        self._refreshes.stop()
        bridge = self.bridge
        running = bridge.encounter.turn_order.is_running
        going_on = bridge.system.next_label(bridge.encounter) if running else "Start fight"
        self.end_turn.setText(going_on)
        self.end_turn.setFixedWidth(
            max(_LOW_END if self._low else _TALL_END, self.end_turn.sizeHint().width() + 8)
        )
        self.end_turn.setEnabled(not bridge.is_waiting and bool(bridge.encounter.tokens))
        token = bridge.token(self.token_id)
        self._who.setVisible(token is not None)
        self.portrait.setVisible(not self._low)
        self.small_portrait.setVisible(self._low)
        if token is None:
            self._actions, self._known, self._planned = (), (), 0
            self._show_buttons()
            return
        (self.small_portrait if self._low else self.portrait).show_token(token, bridge.encounter)
        self.name.setText(token.name or token.id)
        pips = list(bridge.system.pips(bridge.encounter, token))
        planned = self._planned = self._planned_actions()
        kinds = [pip.kind for pip in pips if pip.kind in ("standard", "point")]
        total = count(len(kinds), *PIP_WORDS[kinds[0] if kinds else "standard"])
        self.note.setText(
            f"{planned} of {total} planned"
            if planned
            else bridge.system.subtitle(bridge.encounter, token)
        )
        self.note.setVisible(not self._low and bool(self.note.text()))
        # The low bar has no room for the note.
        told = [self.name.text(), self.note.text()]
        self._who.setToolTip(", ".join(part for part in told if part))
        self.pips.show_pips(with_planned(pips, planned), words=not self._low)
        self._who.setFixedWidth(self._who_width())
        self._share_the_line()
        # While a token is dragged only the pips change; what it can do changes with the document.
        known = (bridge.encounter, bridge.system, token)
        if len(self._known) != len(known) or not all(map(is_, self._known, known)):
            self._known = known
            self._actions = tuple(bridge.system.actions(bridge.encounter, token))
        self._show_buttons()

    def _who_width(self) -> int:
        if not self._low:
            return scaled(_TALL_WHO)
        return _NARROW_WHO if self.width() < _NARROW else _LOW_WHO

    def _note_width(self, most: int) -> int:
        """Return how narrow the note can be wrapped and still be read whole, but not below 84."""
        whole = self.note.fontMetrics().horizontalAdvance(self.note.text()) + 4
        width = min(_NOTE, whole)
        while width < min(whole, most) and self.note.heightForWidth(width) > _NOTE_TALL:
            width += 8
        return width

    def _share_the_line(self) -> None:
        """Give the name the room that it needs, unless the note would have hardly any."""
        face = (self.small_portrait if self._low else self.portrait).width()
        room = self._who_width() - face - 12
        if not self.note.isHidden():
            room -= 8 + self._note_width(room - 8)
        name = self.name.fontMetrics().horizontalAdvance(self.name.text()) + 4
        self.name.setFixedWidth(min(name, room))
        # Not at the next idle moment: name and note would lie on each other until then.
        self._who.inside.layout().invalidate()
        self._who.inside.layout().activate()

    def restyle(self) -> None:
        """Take the letters of this kind of screen."""
        self._who.setFixedWidth(self._who_width())
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit as many buttons as there is room for."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            if self._who.width() != self._who_width():
                self._who.setFixedWidth(self._who_width())
                self._share_the_line()
            self._show_buttons()

    def _room(self) -> int:
        # Not the widths as they are: what was just shown has its width only at the next layout.
        taken = 32 + self.end_turn.width() + 16
        if self.token_id is not None:
            taken += self._who_width() + 16
        return self.width() - taken

    def _show_buttons(self) -> None:
        shown = (self._actions, self._room(), self._low, scale())
        if shown == self._laid_out:
            return
        self._laid_out = shown
        while (item := self._row.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None and widget is not self.more:
                widget.hide()
                widget.deleteLater()
        self.buttons = []
        # What can be done stands in front; the order of the rules is kept within.
        usable = [action for action in self._actions if not action.unavailable]
        ordered = usable + [action for action in self._actions if action.unavailable]
        room = self._room()
        made, tight = self._make(ordered, tight=False), False
        shown = self._fitting(made, room, gap=8)
        if self._low and shown < min(_FEW, len(made)):
            for button in made:
                button.deleteLater()
            made, tight = self._make(ordered, tight=True), True
            shown = self._fitting(made, room, gap=4)
        self._row.setSpacing(4 if tight else 8)
        self._row.addStretch(1)
        for button in made[:shown]:
            button.clicked.connect(lambda _=False, b=button: self._press(b))
            self._row.addWidget(button)
            self.buttons.append(button)
        for button in made[shown:]:
            button.deleteLater()
        self._rest = tuple(ordered[shown:])
        self.more.deleteLater()
        self.more = ActionButton(
            Action("more", "More", unavailable="" if self._rest else "nothing more"),
            self._buttons,
            low=self._low,
            tight=tight,
        )
        self.more.action = Action("more", "More", penalty=count(len(self._rest), "action"))
        self.more.setFixedWidth(self.more.sizeHint().width())
        self.more.setAccessibleDescription(count(len(self._rest), "action"))
        self.more.clicked.connect(self._open_more)
        self.more.setVisible(bool(self._rest))
        self._row.addWidget(self.more)
        self._row.addStretch(1)

    def _make(self, actions: Sequence[Action], *, tight: bool) -> list[ActionButton]:
        return [ActionButton(a, self._buttons, low=self._low, tight=tight) for a in actions]

    def _fitting(self, made: Sequence[ActionButton], room: int, *, gap: int) -> int:
        """Return how many of the buttons fit, with one for the others where some don't."""
        widths = [button.width() + gap for button in made]
        if sum(widths) <= room:
            return len(made)
        more = _LOW_MORE if self._low else _TALL_MORE
        used = shown = 0
        for width in widths:
            if used + width > room - more:
                break
            used += width
            shown += 1
        return shown

    def more_menu(self) -> QMenu:
        """Return the menu of the actions for which there is no button, the forbidden ones below."""
        menu = QMenu(self)
        forced = QMenu("Not now: force (GM)", menu)
        for action in self._rest:
            hint = action.unavailable or ", ".join(action.cost)
            host, by_force = (forced, True) if action.unavailable else (menu, False)
            entry = host.addAction(f"{action.label}    {hint}" if hint else action.label)
            entry.setToolTip(action.help)
            entry.triggered.connect(
                lambda _=False, a=action, f=by_force: self.action_chosen.emit(a, f)
            )
        if not forced.isEmpty():
            if not menu.isEmpty():
                menu.addSeparator()
            forced.setToolTipsVisible(True)
            menu.addMenu(forced)
        return menu

    def _open_more(self) -> None:
        menu = self.more_menu()
        menu.setToolTipsVisible(True)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        above = self.more.mapToGlobal(QPointF(0, -4)).toPoint()
        above.setY(above.y() - menu.sizeHint().height())
        menu.popup(above)

    def _press(self, button: ActionButton) -> None:
        from PySide6.QtWidgets import QApplication

        forced = bool(QApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier)
        if button.action.unavailable and not forced:
            self.bridge.say(f"{button.action.label}: {button.action.unavailable}", "warn")
            return
        self.action_chosen.emit(button.action, forced)

    def _end_or_begin(self) -> None:
        if self.bridge.encounter.turn_order.is_running:
            self.end_turn_asked.emit()
        else:
            self.begin_fight_asked.emit()
