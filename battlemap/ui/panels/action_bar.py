"""The action bar under the map: who acts, what is left to spend, what can be done."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QVBoxLayout, QWidget

from battlemap.rules.plan import Action, Pip
from battlemap.ui.panels.painting import current_theme, paint_focus, paint_pips, pips_width
from battlemap.ui.panels.parts import Elided, Portrait
from battlemap.ui.panels.wording import count
from battlemap.ui.theme import font, pen, tint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent, QResizeEvent

    from battlemap.ui.bridge import Bridge

TALL, LOW = 76, 52
_PIP_WORDS = {
    "standard": ("action", "actions"),
    "bonus": ("bonus", "bonus"),
    "reaction": ("reaction", "reactions"),
    "point": ("AP", "AP"),
}


def with_planned(pips: Sequence[Pip], actions: int) -> list[Pip]:
    """Return the pips with the next *actions* standard ones (or points) marked as planned."""
    marked: list[Pip] = []
    for pip in pips:
        if actions > 0 and pip.kind in ("standard", "point") and pip.state == "left":
            marked.append(replace(pip, state="planned"))
            actions -= 1
        else:
            marked.append(pip)
    return marked


class ActionButton(QPushButton):
    """One action: its name over its cost, dashed with the reason where it can't be done."""

    def __init__(self, action: Action, parent: QWidget | None = None, *, low: bool = False) -> None:
        super().__init__(action.label, parent)
        self.action = action
        self._low = low
        self.is_chosen = False
        self.setFixedHeight(36 if low else 56)
        self.setFixedWidth(self._width())
        why = action.unavailable or action.help
        penalty = f" ({action.penalty})" if action.penalty else ""
        self.setToolTip(f"{action.label}{penalty}: {why}" if why else action.label + penalty)
        self.setAccessibleName(action.label)
        self.setAccessibleDescription(why)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def _width(self) -> int:
        name = QFontMetricsF(font(12.5, 600)).horizontalAdvance(self.action.label)
        under = QFontMetricsF(font(10.5)).horizontalAdvance(self._under())
        if self._low:
            pips = pips_width(len(self.action.cost))
            return round(name + (pips + 8 if pips else 0)) + 20
        # A long reason wraps onto two lines at most and stands whole in the tool tip.
        return max(62, round(name) + 28, min(150, round(under) + 28))

    def _under(self) -> str:
        return self.action.unavailable or ("" if self.action.cost else self.action.penalty)

    def sizeHint(self) -> QSize:
        """Return the size that fits name and cost."""
        return QSize(self._width(), self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the button."""
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.8, 0.8, -0.8, -0.8)
        off = bool(self.action.unavailable)
        if off:
            painter.setPen(pen(theme.line, 1, (4, 3)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
        elif self.is_chosen:
            painter.setPen(QPen(tint(theme.accent), 1.6))
            painter.setBrush(tint(theme.selected))
        else:
            painter.setPen(QPen(tint(theme.line), 1))
            painter.setBrush(tint(theme.hover if self.underMouse() else theme.control))
        painter.drawRoundedRect(box, 8, 8)
        ink = theme.ink3 if off else theme.ink
        painter.setPen(tint(ink))
        painter.setFont(font(12.5, 500 if off else 600))
        if self._low:
            self._paint_low(painter, box)
        else:
            self._paint_tall(painter, box)
        if self.hasFocus():
            paint_focus(painter, QRectF(self.rect()), 8)

    def _paint_low(self, painter: QPainter, box: QRectF) -> None:
        pips = [Pip(kind, "left") for kind in self.action.cost]
        room = pips_width(len(pips))
        words = box.adjusted(9, 0, -(room + 8 if room else 9), 0)
        middle = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        painter.drawText(words, middle, self.action.label)
        if room and not self.action.unavailable:
            paint_pips(painter, box.right() - 9 - room, box.center().y(), pips)

    def _paint_tall(self, painter: QPainter, box: QRectF) -> None:
        theme = current_theme()
        name = QRectF(box.left(), box.top() + 8, box.width(), 20)
        painter.drawText(name, int(Qt.AlignmentFlag.AlignCenter), self.action.label)
        under = QRectF(box.left() + 6, box.top() + 29, box.width() - 12, 22)
        if self.action.cost and not self.action.unavailable:
            pips = [Pip(kind, "left") for kind in self.action.cost]
            room = pips_width(len(pips))
            penalty = self.action.penalty
            chosen = font(10.5)
            extra = QFontMetricsF(chosen).horizontalAdvance(penalty) + 6 if penalty else 0.0
            if room + extra > under.width():
                penalty, extra = "", 0.0
            left = box.center().x() - (room + extra) / 2
            paint_pips(painter, left, under.center().y() + 1, pips)
            if penalty:
                painter.setFont(chosen)
                painter.setPen(tint(theme.bad))
                at = QPointF(left + room + 6, under.center().y() + 5)
                painter.drawText(at, penalty)
            return
        painter.setFont(font(10.5))
        painter.setPen(tint(theme.ink3 if self.action.unavailable else theme.ink2))
        words = QFontMetricsF(painter.font()).elidedText(
            self._under(), Qt.TextElideMode.ElideRight, under.width()
        )
        painter.drawText(under, int(Qt.AlignmentFlag.AlignCenter), words)


class PipRow(QWidget):
    """What is left to spend, with its names."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pips: list[Pip] = []
        self._words = True
        self.setFixedHeight(18)

    def show_pips(self, pips: list[Pip], *, words: bool) -> None:
        """Show these pips, with their names if there is room."""
        self._pips, self._words = pips, words
        told = []
        for kind in dict.fromkeys(pip.kind for pip in pips):
            left = sum(1 for pip in pips if pip.kind == kind and pip.state != "spent")
            one, many = _PIP_WORDS.get(kind, (kind, kind))
            told.append(f"{left} {one if left == 1 else many} left")
        self.setAccessibleName(", ".join(told))
        self.setToolTip(", ".join(told))
        self.setFixedWidth(max(8, round(self._walk(None))))
        self.update()

    def _walk(self, painter: QPainter | None) -> float:
        theme = current_theme()
        x = 1.0
        middle = self.height() / 2
        chosen = font(11)
        for kind in dict.fromkeys(pip.kind for pip in self._pips):
            group = [pip for pip in self._pips if pip.kind == kind]
            if painter is not None:
                color = theme.active if theme.is_dark else theme.ink
                paint_pips(painter, x, middle, group, size=10, gap=4, color=color)
            x += pips_width(len(group), size=10, gap=4) + 6
            if self._words:
                word = _PIP_WORDS.get(kind, (kind, kind))[0 if len(group) == 1 else 1]
                if painter is not None:
                    painter.setFont(chosen)
                    painter.setPen(tint(theme.ink2))
                    painter.drawText(QPointF(x, middle + 4), word)
                x += QFontMetricsF(chosen).horizontalAdvance(word) + 12
        return x

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the pips."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._walk(painter)


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
        self.buttons: list[ActionButton] = []
        self._laid_out: object = None
        self._build()
        self._refreshes = QTimer(self)
        self._refreshes.setSingleShot(True)
        self._refreshes.setInterval(0)
        self._refreshes.timeout.connect(self.refresh)
        for signal in (bridge.changed, bridge.selection_changed, bridge.planned, bridge.asked):
            signal.connect(lambda *_: self._refreshes.start())
        self.refresh()

    def _build(self) -> None:
        self.portrait = Portrait(44, self)
        self.small_portrait = Portrait(30, self)
        self.name = Elided("", self, role="heading")
        self.note = Elided("", self, role="quiet12")
        self.pips = PipRow(self)
        words = QHBoxLayout()
        words.setSpacing(8)
        words.addWidget(self.name, 1)
        words.addWidget(self.note, 2)
        column = QVBoxLayout()
        column.setSpacing(2)
        column.addStretch(1)
        column.addLayout(words)
        column.addWidget(self.pips)
        column.addStretch(1)
        self._who = QWidget(self)
        who = QHBoxLayout(self._who)
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
        self.end_turn.setFixedSize(104, 40)
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
            self.end_turn.setFixedSize(84 if low else 104, 32 if low else 40)
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
        self.end_turn.setText("End turn" if running else "Start fight")
        self.end_turn.setEnabled(not bridge.is_waiting and bool(bridge.encounter.tokens))
        token = bridge.token(self.token_id)
        self._who.setVisible(token is not None)
        self.portrait.setVisible(not self._low)
        self.small_portrait.setVisible(self._low)
        if token is None:
            self._actions = ()
            self._show_buttons()
            return
        (self.small_portrait if self._low else self.portrait).show_token(token, bridge.encounter)
        self.name.setText(token.name or token.id)
        pips = list(bridge.system.pips(bridge.encounter, token))
        route = bridge.planned_route(token.id)
        planned = route.actions if route is not None else 0
        standard = sum(1 for pip in pips if pip.kind in ("standard", "point"))
        self.note.setText(
            f"{planned} of {count(standard, 'action')} planned"
            if planned
            else bridge.system.subtitle(bridge.encounter, token)
        )
        self.note.setVisible(not self._low)
        self.pips.show_pips(with_planned(pips, planned), words=not self._low)
        self._who.setFixedWidth(150 if self._low else 300)
        self._actions = tuple(bridge.system.actions(bridge.encounter, token))
        self._show_buttons()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit as many buttons as there is room for."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._show_buttons()

    def _room(self) -> int:
        taken = 32 + self.end_turn.width() + 16
        if self.token_id is not None:
            taken += self._who.width() + 16
        return self.width() - taken

    def _show_buttons(self) -> None:
        shown = (self._actions, self._room(), self._low)
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
        made = [ActionButton(a, self._buttons, low=self._low) for a in ordered]
        more_room = 88
        used = 0
        shown = 0
        for index, button in enumerate(made):
            width = button.width() + 8
            last = index == len(made) - 1
            if used + width > room - (0 if last else more_room):
                break
            used += width
            shown += 1
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
        )
        self.more.action = Action("more", "More", penalty=count(len(self._rest), "action"))
        self.more.setFixedWidth(self.more.sizeHint().width())
        self.more.setAccessibleDescription(count(len(self._rest), "action"))
        self.more.clicked.connect(self._open_more)
        self.more.setVisible(bool(self._rest))
        self._row.addWidget(self.more)
        self._row.addStretch(1)

    def more_menu(self) -> QMenu:
        """Return the menu of the actions for which there is no button."""
        menu = QMenu(self)
        for action in self._rest:
            words = ", ".join(action.cost)
            hint = action.unavailable or words
            entry = menu.addAction(f"{action.label}    {hint}" if hint else action.label)
            entry.setToolTip(action.help)
            entry.setEnabled(not action.unavailable)
            entry.triggered.connect(lambda _=False, a=action: self.action_chosen.emit(a, False))
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
