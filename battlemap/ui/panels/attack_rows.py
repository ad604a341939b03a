"""The lines of the Attack panel: facts, modifiers, the weapon button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from battlemap.ui.guard import guarded
from battlemap.ui.panels.buttons import EyeButton, IconButton, Switch
from battlemap.ui.panels.eye_row import EyeRow
from battlemap.ui.panels.lettering import font, scaled
from battlemap.ui.panels.painting import current_theme, paint_focus
from battlemap.ui.panels.parts import Elided, Wrapped
from battlemap.ui.panels.wording import worth
from battlemap.ui.theme import HIT_AREA, icon_pixmap, tint

if TYPE_CHECKING:
    from PySide6.QtGui import QContextMenuEvent, QPaintEvent, QResizeEvent

    from battlemap.rules.modifier import Modifier
    from battlemap.ui.panels.fact_words import FactLine


_MODIFIER = 38
"""The least height of a modifier's line, in logical pixels."""


def _fit(row: QWidget, least: int) -> None:
    """Give a line the height that its text needs at its width: a full panel would squeeze it."""
    needed = max(least, row.layout().totalHeightForWidth(row.width()))
    if row.minimumHeight() != needed:
        row.setMinimumHeight(needed)


class FactRow(EyeRow):
    """One fact on the map; pointing at it draws the geometry that proves it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("this fact", parent)
        self.label = QLabel("", self)
        self.label.setProperty("role", "fact-label")
        self.value = Wrapped("", self, role="fact-value")
        self._words = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._words.setSpacing(8)
        self._words.addWidget(self.label)
        self._words.addWidget(self.value, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 6, 0)
        row.setSpacing(4)
        row.addLayout(self._words, 1)
        row.addWidget(self.eye, 0, Qt.AlignmentFlag.AlignTop)
        self._least = 24

    def show_line(self, line: FactLine, *, pinned: bool, narrow: bool) -> None:
        """Show this fact."""
        self.evidence = line.fact
        self.label.setText(line.label)
        self.label.setFixedWidth(scaled(92))
        directions = QBoxLayout.Direction
        self._words.setDirection(directions.TopToBottom if narrow else directions.LeftToRight)
        self._words.setSpacing(0 if narrow else 8)
        self._least = 36 if narrow else 24
        self.value.setText(line.value)
        self.eye.setAccessibleName(f"{line.label}: {line.value}. Show on the map")
        self.eye.setToolTip(f"Show {line.label.lower()} on the map; click to keep it")
        self.set_pinned(pinned)
        _fit(self, self._least)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the height that the value needs at this width."""
        super().resizeEvent(event)
        _fit(self, self._least)

    @property
    def fact(self) -> str:
        """The name of the fact."""
        return self.evidence


class ModifierRow(QWidget):
    """One modifier: switch, name, reason, value, eye."""

    pointed = Signal(str, bool)
    pinned = Signal(str, bool)
    switched = Signal(str, str)
    """(key, "map" | "once" | "until cleared" | "on")."""
    rule_asked = Signal(str)
    """The section of the text that it comes from is wanted."""
    why_asked = Signal(str, str)
    """(fact, key): the card that explains it is wanted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key = ""
        self.fact = ""
        self.switch = Switch("", self)
        self.title = Elided("", self)
        self.tag = QLabel("GM", self)
        self.tag.setProperty("role", "gm-tag")
        self.tag.setFixedHeight(16)
        self.reason = Wrapped("", self)
        self.worth = QLabel("", self)
        self.eye = EyeButton("where it comes from", self)
        self.eye.setFixedSize(HIT_AREA, HIT_AREA)
        self.rule = IconButton("note", "", self, size=14)
        self.rule.clicked.connect(
            lambda: self.rule_asked.emit(self._modifier.source if self._modifier else "")
        )
        self.remove = IconButton("close", "Take this modifier away", self)
        self.remove.clicked.connect(lambda: self.switched.emit(self.key, "remove"))
        self.remove.hide()
        top = QHBoxLayout()
        top.setContentsMargins(0, 0, 0, 0)
        top.setSpacing(8)
        top.addWidget(self.title, 1)
        top.addWidget(self.tag)
        words = QVBoxLayout()
        words.setContentsMargins(0, 2, 0, 2)
        words.setSpacing(0)
        words.addLayout(top)
        words.addWidget(self.reason)
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 0, 6, 0)
        row.setSpacing(8)
        row.addWidget(self.switch, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addLayout(words, 1)
        row.addWidget(self.worth, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.rule, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.eye, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.remove, 0, Qt.AlignmentFlag.AlignVCenter)
        self._modifier: Modifier | None = None
        self._is_own = False
        self.eye.pointed.connect(lambda on: self.pointed.emit(self.fact, on))
        self.eye.toggled.connect(lambda on: self.pinned.emit(self.fact, on))
        self.switch.clicked.connect(self._toggle)

    def show_modifier(self, modifier: Modifier, *, pinned: bool, is_own: bool = False) -> None:
        """Show this modifier; one of the GM's own can be taken away instead of switched off."""
        self._modifier = modifier
        self.key, self.fact = modifier.key, modifier.fact
        on = modifier.enabled
        self.switch.setChecked(on)
        self.switch.setAccessibleName(f"{modifier.label}, {worth(modifier.value, modifier.unit)}")
        self.switch.setToolTip("Overrule" if on else "As the map says")
        self.title.setText(modifier.label)
        self.title.set_struck(not on)
        self.tag.setVisible(bool(modifier.overruled))
        until = {"once": "Overruled this time", "until cleared": "Overruled until cleared"}
        overruled = until.get(modifier.overruled, "")
        said = [overruled, modifier.reason] if overruled and not on else [modifier.reason]
        self.reason.setText(". ".join(part for part in said if part))
        value = (
            ("Total Advantage" if modifier.value > 0 else "Total Disadvantage")
            if modifier.is_total
            else worth(modifier.value, modifier.unit)
        )
        self.worth.setText(value)
        self.setToolTip(modifier.source)
        sign = "good" if modifier.is_help else "bad"
        roles = {
            self.title: "line-title" if on else "line-off",
            self.reason: "reason" if on else "reason-off",
            self.worth: f"worth-{sign}" if on else "worth-off",
        }
        for widget, role in roles.items():
            if widget.property("role") != role:
                widget.setProperty("role", role)
                widget.style().unpolish(widget)
                widget.style().polish(widget)
        for part, keeps_room in ((self.eye, not is_own), (self.switch, True)):
            policy = part.sizePolicy()
            policy.setRetainSizeWhenHidden(keeps_room)
            part.setSizePolicy(policy)
        self.eye.setVisible(bool(modifier.fact))
        self.switch.setVisible(not is_own)
        self.rule.setVisible(not is_own and modifier.source != "GM")
        self.rule.setToolTip(f"Rule: {modifier.source}")
        self.rule.setAccessibleName(f"Rule of {modifier.label}: {modifier.source}")
        self._is_own = is_own
        self.remove.setVisible(is_own)
        self.remove.setAccessibleName(f"Take {modifier.label} away")
        self.eye.setAccessibleName(f"{modifier.label}: {modifier.reason}. Show on the map")
        if self.eye.isChecked() != pinned:
            self.eye.blockSignals(True)
            self.eye.setChecked(pinned)
            self.eye.blockSignals(False)
            self.eye.restyle()
        _fit(self, _MODIFIER)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the height that the reason needs at this width."""
        super().resizeEvent(event)
        _fit(self, _MODIFIER)

    def _toggle(self, on: bool) -> None:
        self.switched.emit(self.key, "map" if on else "once")

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer the ways to overrule."""
        self.show_menu(event.globalPos())

    def menu(self) -> QMenu:
        """Return the menu with the ways to overrule."""
        menu = QMenu(self)
        if self._is_own:
            away = menu.addAction("Take away")
            away.triggered.connect(lambda _=False: self.switched.emit(self.key, "remove"))
            return menu
        modifier = self._modifier
        state = "map" if modifier is None or modifier.enabled else modifier.overruled
        for value, text in (
            ("map", "By the map"),
            ("once", "Off this time"),
            ("until cleared", "Off until cleared"),
        ):
            action = menu.addAction(text)
            action.setCheckable(True)
            action.setChecked(value == state)
            action.triggered.connect(lambda _=False, v=value: self.switched.emit(self.key, v))
        menu.addSeparator()
        menu.addAction("Why (W)").triggered.connect(
            lambda _=False: self.why_asked.emit(self.fact, self.key)
        )
        return menu

    def show_menu(self, place: QPoint) -> None:
        """Open the menu at a place on the screen."""
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(place)


class WeaponButton(QPushButton):
    """The weapon with its line; a click lists the others."""

    weapon_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(34)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName("Weapon")
        self._name = ""
        self._line = ""
        self._others: tuple[tuple[str, str], ...] = ()
        self.clicked.connect(self._open)

    def show_weapon(self, name: str, line: str, others: tuple[tuple[str, str], ...]) -> None:
        """Show this weapon; *others* are (name, line) of all that can be chosen."""
        if (name, line, others) == (self._name, self._line, self._others):
            return
        self._name, self._line, self._others = name, line, others
        self.setAccessibleDescription(f"{name}, {line}")
        self.setToolTip(f"{name}: {line}" if line else name)
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of the control."""
        return QSize(240, 34)

    def menu_of_weapons(self) -> QMenu:
        """Return the menu of all weapons."""
        menu = QMenu(self)
        for name, line in self._others:
            action = menu.addAction(f"{name}    {line}" if line else name)
            action.setCheckable(True)
            action.setChecked(name == self._name)
            action.triggered.connect(lambda _=False, n=name: self.weapon_chosen.emit(n))
        menu.setMinimumWidth(self.width())
        return menu

    def _open(self) -> None:
        menu = self.menu_of_weapons()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.mapToGlobal(QPoint(0, self.height() + 2)))

    @guarded
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw frame, sword, name, line and chevron."""
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(tint(theme.line), 1))
        painter.setBrush(tint(theme.hover if self.underMouse() else theme.control))
        box = QRectF(self.rect())
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)
        painter.drawPixmap(10, 9, icon_pixmap("sword", theme.ink, 16))
        chevron = icon_pixmap("chevron-down", theme.ink2, 16)
        painter.drawPixmap(self.width() - 28, 9, chevron)
        painter.setPen(tint(theme.ink))
        painter.setFont(font(13, 600))
        metrics = QFontMetricsF(painter.font())
        room = self.width() - 34 - 34
        name = metrics.elidedText(self._name, Qt.TextElideMode.ElideRight, room)
        middle = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        painter.drawText(QRectF(34, 0, room, self.height()), middle, name)
        used = metrics.horizontalAdvance(name) + 8
        painter.setFont(font(12))
        painter.setPen(tint(theme.ink2))
        line = QFontMetricsF(painter.font()).elidedText(
            self._line, Qt.TextElideMode.ElideRight, max(0.0, room - used)
        )
        painter.drawText(QRectF(34 + used, 0, room - used, self.height()), middle, line)
        if self.hasFocus():
            paint_focus(painter, box, 7)
