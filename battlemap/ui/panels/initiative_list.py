"""The lines of the initiative panel: what they say, and how they are drawn."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QWidget,
)

from battlemap.rules.lasting import all_effects
from battlemap.ui.guard import guarded
from battlemap.ui.panels.lettering import font
from battlemap.ui.panels.painting import (
    current_theme,
    paint_focus,
    paint_health,
    paint_pips,
    paint_portrait,
    pips_width,
)
from battlemap.ui.panels.wording import name_of
from battlemap.ui.scene.strokes import plate
from battlemap.ui.state_lines import effect_words
from battlemap.ui.theme import icon_pixmap, tint

if TYPE_CHECKING:
    from PySide6.QtGui import QFont, QKeyEvent, QMouseEvent, QPaintEvent
    from PySide6.QtWidgets import QStyleOptionViewItem

    from battlemap.model.turn_order import Slot
    from battlemap.rules.plan import Pip
    from battlemap.ui.bridge import Bridge

_ROW, _LATER_ROW, _HEADING, _COMPACT_ROW = 46, 37, 28, 52
_LINE = 13
"""Between lines of a state that goes on below, in pixels."""
_WORDS_LEFT, _WORDS_RIGHT, _HEALTH = 88, 18, 62
_COUNTED = re.compile(r"\b(\d+) of (\d+)\b")
"""Where a row's words begin and end, and what the health bar takes of them."""

ROW_ROLE = int(Qt.ItemDataRole.UserRole)


@dataclass(frozen=True)
class InitiativeRow:
    """One line of the panel; without a token it is a heading.

    A heading that is active is the step at which the round stands.
    """

    heading: str = ""
    token: str = ""
    score: str = ""
    state: str = ""
    pips: tuple[Pip, ...] = ()
    health: float | None = None
    is_active: bool = False
    is_now: bool = True
    """It acts in this pass, and shows what it has left."""
    is_out: bool = False
    slot: int | None = None
    """Its place among the turns to come; None: it is none of them."""
    members: tuple[str, ...] = ()
    """Where several tokens of one kind share a line: all of them."""
    is_unfolded: bool = False
    has_acted: bool = False
    """Its turns of this round are over."""


def group_name(name: str) -> str:
    """Return what tokens of one kind have in common: the name without its number.

    Examples
    --------
    >>> group_name("Goblin 12"), group_name("Goblin"), group_name("7")
    ('Goblin', 'Goblin', '7')
    """
    stem, _, last = name.rpartition(" ")
    return stem if stem and last.isdigit() else name


def initiative_rows(
    bridge: Bridge, *, grouped: bool = False, unfolded: frozenset[str] = frozenset()
) -> list[InitiativeRow]:
    """Return the lines of the panel: the turns to come in sections, else all tokens.

    Parameters
    ----------
    bridge
        The document.
    grouped
        Let tokens of one kind that follow each other share a line.
    unfolded
        First members of the groups whose members are listed all the same.
    """
    rows = _all_rows(bridge)
    return _grouped(bridge, rows, unfolded) if grouped else rows


def _all_rows(bridge: Bridge) -> list[InitiativeRow]:
    encounter, system = bridge.encounter, bridge.system
    order = encounter.turn_order
    rows: list[InitiativeRow] = []
    if not order.is_running:
        if encounter.tokens:
            rows.append(InitiativeRow(heading="On the map"))
        rows += [_token_row(bridge, key, "", now=True) for key in encounter.tokens]
        return rows
    announced = system.announced(encounter)
    if announced:
        rows.append(InitiativeRow(heading="Announced"))
    for intent, line in announced:
        who = getattr(intent, "attacker", None) or getattr(intent, "token", "")
        if who in encounter.tokens:
            rows.append(InitiativeRow(token=who, state=line, is_now=False))
    is_first = not announced and not order.phase
    present = system.present_section(order)
    active_shown = False
    seen: set[str] = set()
    to_act = {slot.token for slot in order.slots if slot.round <= order.round}
    for heading, indexes in system.upcoming(order):
        if heading and not is_first:
            rows.append(InitiativeRow(heading=heading, is_active=heading == present))
        for index in indexes:
            slot = order.slots[index]
            if slot.token not in encounter.tokens:
                continue
            active = not active_shown and slot.token == order.active
            active_shown = active_shown or active
            rows.append(
                _token_row(
                    bridge,
                    slot.token,
                    str(slot.score),
                    now=slot.round <= order.round and slot.token not in seen,
                    active=active,
                    slot=index,
                    of=slot,
                    acted=not order.phase and slot.token not in to_act,
                )
            )
            seen.add(slot.token)
        is_first = False
    return rows


def _token_row(
    bridge: Bridge,
    token_id: str,
    score: str,
    *,
    now: bool,
    active: bool = False,
    slot: int | None = None,
    of: Slot | None = None,
    acted: bool = False,
) -> InitiativeRow:
    encounter, system = bridge.encounter, bridge.system
    token = encounter.tokens[token_id]
    is_out = system.is_out(token)
    if now:
        pips = tuple(system.pips(encounter, token)) if encounter.turn_order.is_running else ()
        state = system.subtitle(encounter, token)
        if not state:
            state = system.track(token).label
        lasting = (effect_words(one) for one in all_effects(system, encounter, token))
        said = state.casefold()
        state = ", ".join((state, *(words for words in lasting if words.casefold() not in said)))
        if of is not None and of.begun:
            state = f"Turn put off, {state[:1].lower()}{state[1:]}"
        return InitiativeRow(
            token=token_id,
            score=score,
            state=state,
            pips=() if is_out else pips,
            health=system.track(token).left,
            is_active=active,
            is_out=is_out,
            slot=slot,
        )
    return InitiativeRow(
        token=token_id,
        score=score,
        state=(of.note if of is not None else "") or system.subtitle(encounter, token),
        is_now=False,
        is_out=is_out,
        slot=slot,
        # Whoever is surprised has no turn in this round.
        has_acted=acted and not is_out and not token.has("surprised"),
    )


def _grouped(
    bridge: Bridge, rows: list[InitiativeRow], unfolded: frozenset[str]
) -> list[InitiativeRow]:
    """Return the rows with one line for tokens of one kind and side that follow each other."""
    found: list[InitiativeRow] = []
    place = 0
    while place < len(rows):
        end = place + 1
        kept = {rows[place].token}
        while end < len(rows) and _are_alike(bridge, rows[place], rows[end]):
            if rows[end].token in kept:  # its next turn isn't another token
                break
            kept.add(rows[end].token)
            end += 1
        alike = rows[place:end]
        if len(alike) == 1:
            found.append(alike[0])
        else:
            found.extend(_group(bridge, alike, is_open=alike[0].token in unfolded))
        place = end
    return found


def _are_alike(bridge: Bridge, one: InitiativeRow, other: InitiativeRow) -> bool:
    if not one.token or not other.token or one.is_active or other.is_active:
        return False
    a, b = bridge.encounter.tokens[one.token], bridge.encounter.tokens[other.token]
    return (
        (a.side, a.hidden, one.is_now, one.is_out, one.has_acted)
        == (b.side, b.hidden, other.is_now, other.is_out, other.has_acted)
        and group_name(a.name) == group_name(b.name)
        and (one.slot is None) == (other.slot is None)
    )


def _group(bridge: Bridge, alike: list[InitiativeRow], *, is_open: bool) -> list[InitiativeRow]:
    head = replace(
        alike[0], pips=(), members=tuple(row.token for row in alike), is_unfolded=is_open
    )
    if is_open:
        return [head, *alike]
    health = [row.health for row in alike if row.health is not None]
    scores = sorted({row.score for row in alike if row.score}, key=int, reverse=True)
    # Where a round has phases the numbers are places in a list and say nothing.
    are_rolled = len(scores) > 1 and not bridge.encounter.turn_order.phase
    return [
        replace(
            head,
            score=scores[0] if scores else "",
            state=f"Initiative {', '.join(scores)}" if are_rolled else alike[0].state,
            health=sum(health) / len(health) if health else None,
        )
    ]


def state_lines(row: InitiativeRow, width: float) -> list[str]:
    """Return a row's state in as many lines as it needs in a list of this width, in pixels.

    What needs more than one line counts shorter: "10/10 slots" for "10 of 10 slots".
    """
    room = width - _WORDS_LEFT - _WORDS_RIGHT - (_HEALTH if row.health is not None else 0)
    lines = _lines(row.state, room)
    if len(lines) > 1:
        lines = _lines(_COUNTED.sub(r"\1/\2", row.state), room)
    return list(lines)


@lru_cache(maxsize=2048)
def _lines(state: str, room: float) -> tuple[str, ...]:
    metrics = QFontMetricsF(font(11))
    lines: list[str] = []
    for word in state.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and metrics.horizontalAdvance(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def short_heading(heading: str) -> str:
    """Return what a rail without words says of a heading: the number of a step or a round.

    Examples
    --------
    >>> short_heading("2 Crawlers interrupt"), short_heading("Round 3, already known")
    ('2', 'R3')
    >>> short_heading("Again this round")
    ''
    """
    if found := re.match(r"(Round )?(\d+)\b", heading):
        return f"R{found[2]}" if found[1] else found[2]
    return ""


def row_name(bridge: Bridge, row: InitiativeRow) -> str:
    """Return what a row is called: its token's name, or that of its kind with their number."""
    name = name_of(bridge.encounter, row.token)
    return f"{group_name(name)} x{len(row.members)}" if row.members else name


class InitiativeModel(QAbstractListModel):
    """The rows as Qt lists them."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.rows: list[InitiativeRow] = []

    def set_rows(self, rows: list[InitiativeRow]) -> None:
        """Show these rows."""
        if rows != self.rows:
            self.beginResetModel()
            self.rows = rows
            self.endResetModel()

    def rowCount(self, parent: QModelIndex | None = None) -> int:
        """Return how many lines there are."""
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def data(self, index: QModelIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        """Return a row, or its words."""
        row = self.rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role in (
            int(Qt.ItemDataRole.DisplayRole),
            int(Qt.ItemDataRole.AccessibleTextRole),
        ):
            if row.heading:
                return f"{row.heading}, now" if row.is_active else row.heading
            name = row_name(self._bridge, row)
            active = "active, " if row.is_active else "has acted, " if row.has_acted else ""
            return f"{row.score} {name}, {active}{row.state}".strip()
        if role == int(Qt.ItemDataRole.ToolTipRole) and row.token:
            acted = ", has acted this round" if row.has_acted else ""
            return f"{row_name(self._bridge, row)}: {row.state}{acted}"
        return None

    def flags(self, index: QModelIndex) -> Qt.ItemFlag:
        """Let all but headings be chosen."""
        if self.rows[index.row()].heading:
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class InitiativeView(QListView):
    """The list; a row of the turns to come is dragged to another place among them."""

    row_dropped = Signal(int, int)
    """(the row that was dragged, the row before which it was dropped)."""
    row_moved = Signal(int, int)
    """(the row, steps down the list) by Alt and an arrow key."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pressed: tuple[int, QPointF] | None = None
        self.drop_row: int | None = None
        """Before which row a row that is being dragged would go; None: nothing is dragged."""

    def _row_at(self, place: QPointF) -> int:
        """Return the row before which something dropped at this place goes."""
        for number in range(self.model().rowCount()):
            if place.y() < self.visualRect(self.model().index(number, 0)).center().y():
                return number
        return int(self.model().rowCount())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where a drag may begin."""
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        self._pressed = None
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            row: InitiativeRow = index.data(ROW_ROLE)
            if row.slot is not None and not row.members:
                self._pressed = index.row(), event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show where the dragged row would go."""
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            return
        far = (event.position() - self._pressed[1]).manhattanLength()
        if self.drop_row is not None or far >= QApplication.startDragDistance():
            self.drop_row = self._row_at(event.position())
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop the dragged row."""
        pressed, place = self._pressed, self.drop_row
        self._end_drag()
        if pressed is None or place is None:
            super().mouseReleaseEvent(event)
            return
        self.setState(QAbstractItemView.State.NoState)
        if place not in (pressed[0], pressed[0] + 1):
            self.row_dropped.emit(pressed[0], place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Esc take a drag back, and Alt with an arrow key move the row in focus."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if event.key() == Qt.Key.Key_Escape and self.drop_row is not None:
            self._end_drag()
        elif step is not None and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            if self.currentIndex().isValid():
                self.row_moved.emit(self.currentIndex().row(), step)
        else:
            super().keyPressEvent(event)

    def _end_drag(self) -> None:
        self._pressed = None
        self.drop_row = None
        self.unsetCursor()
        self.viewport().update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows, and a line where a dragged one would go."""
        super().paintEvent(event)
        if self.drop_row is None:
            return
        count = self.model().rowCount()
        last = self.drop_row >= count
        box = self.visualRect(self.model().index(count - 1 if last else self.drop_row, 0))
        y = box.bottom() if last else box.top()
        painter = QPainter(self.viewport())
        painter.setPen(QPen(tint(current_theme().accent), 2))
        painter.drawLine(box.left() + 8, y, box.right() - 8, y)
        painter.end()


class InitiativeDelegate(QStyledItemDelegate):
    """Draws the rows."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.compact = False

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:
        """Return the height of a row; a long state goes on in the next line."""
        row: InitiativeRow = index.data(ROW_ROLE)
        if row.heading:
            small = 16 if short_heading(row.heading) else 10
            return QSize(48, small if self.compact else _HEADING)
        if self.compact:
            return QSize(48, _COMPACT_ROW)
        view = option.widget
        width = view.viewport().width() if isinstance(view, QAbstractItemView) else 0
        more = len(state_lines(row, width)) - 1 if width > 0 else 0
        return QSize(200, (_ROW if row.is_now else _LATER_ROW) + max(0, more) * _LINE)

    @guarded
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:
        """Draw a row."""
        row: InitiativeRow = index.data(ROW_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(option.rect)
        if row.heading:
            self._heading(painter, box, row)
        else:
            self._row(painter, box, row, option.state)
        painter.restore()

    def _heading(self, painter: QPainter, box: QRectF, row: InitiativeRow) -> None:
        theme = current_theme()
        if self.compact:
            painter.setPen(tint(theme.line))
            y, mark = box.center().y(), short_heading(row.heading)
            middle, gap = box.center().x(), 9.0 if mark else 0.0
            for start, end in ((box.left() + 10, middle - gap), (middle + gap, box.right() - 10)):
                painter.drawLine(QPointF(start, y), QPointF(end, y))
            painter.setPen(tint(theme.active if row.is_active else theme.ink3))
            painter.setFont(font(11, 700 if row.is_active else 600))
            painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), mark)
            return
        words = box.adjusted(16, 6, -16, 0)
        if row.is_active:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint(theme.active))
            bar = QRectF(box.left() + 6, words.center().y() - 8, 3, 16)
            painter.drawRoundedRect(bar, 1.5, 1.5)
            painter.setPen(tint(theme.ink))
            painter.setFont(font(11.5, 600))
            right = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            painter.drawText(words, right, "now")
        painter.setPen(tint(theme.ink if row.is_active else theme.ink3))
        painter.setFont(font(11.5, 600))
        painter.drawText(words, int(Qt.AlignmentFlag.AlignVCenter), row.heading)

    def _row(
        self, painter: QPainter, box: QRectF, row: InitiativeRow, state: QStyle.StateFlag
    ) -> None:
        theme = current_theme()
        encounter = self._bridge.encounter
        token = encounter.tokens.get(row.token)
        if token is None:
            return
        plate = box.adjusted(6, 1, -6, -1)
        is_selected = row.token in self._bridge.selected
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        if row.is_active or is_selected or hovered:
            painter.setPen(Qt.PenStyle.NoPen)
            ground = theme.selected if row.is_active or is_selected else theme.hover
            painter.setBrush(tint(ground))
            painter.drawRoundedRect(plate, 8, 8)
        if row.is_active:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint(theme.active))
            bar = QRectF(plate.left(), plate.center().y() - 14, 3, 28)
            painter.drawRoundedRect(bar, 1.5, 1.5)
        if state & QStyle.StateFlag.State_HasFocus:
            paint_focus(painter, plate, 8)
        if self.compact:
            self._compact(painter, box, row)
            return
        middle = box.center().y()
        quiet = row.is_out or not row.is_now
        # The quietest ink can't be read on the ground of what is selected.
        off = theme.ink2 if row.is_active or is_selected else theme.ink3
        number = off if row.is_out else theme.ink
        painter.setFont(font(14, 600))
        painter.setPen(tint(number))
        x = box.left()
        right = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if row.score:
            painter.drawText(QRectF(x + 8, middle - 10, 32, 20), right, row.score)
        center = QPointF(x + 64, middle)
        paint_portrait(painter, center, 14, token, encounter, faded=row.is_out)
        left = x + _WORDS_LEFT
        lines = state_lines(row, box.width())
        top = middle - max(0, len(lines) - 1) * _LINE / 2
        side = self._side(painter, box, row)
        width = box.right() - _WORDS_RIGHT - left
        name_font = font(13, 600 if row.is_active else 500)
        painter.setFont(name_font)
        painter.setPen(tint(off if row.is_out else theme.ink))
        metrics = QFontMetricsF(name_font)
        room = width - (side + 8 if side else 0)
        words = row_name(self._bridge, row)
        if row.members:
            words = f"{'▾' if row.is_unfolded else '▸'} {words}"
        name = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QPointF(left, top - 1.5), name)
        painter.setFont(font(11))
        painter.setPen(tint(off if quiet and row.is_out else theme.ink2))
        for number, line in enumerate(lines):
            painter.drawText(QPointF(left, top + 13.5 + number * _LINE), line)

    def _side(self, painter: QPainter, box: QRectF, row: InitiativeRow) -> float:
        """Draw what stands at the right: pips over health, or the crossed eye; return its width."""
        theme = current_theme()
        right = box.right() - 18
        middle = box.center().y()
        token = self._bridge.encounter.tokens[row.token]
        if row.is_out:
            painter.drawPixmap(QPointF(right - 14, middle - 7), icon_pixmap("dead", theme.ink3, 14))
            return 14.0
        width = 0.0
        if row.has_acted:
            tick = icon_pixmap("check", theme.ink2, 14)
            painter.drawPixmap(QPointF(right - 14, middle - 7), tick)
            width = 14.0
        if row.pips:
            width = pips_width(len(row.pips))
            color = theme.active if row.is_active else theme.ink2
            paint_pips(painter, right - width, middle - 9, row.pips, color=color)
        if token.hidden:
            eye = icon_pixmap("eye-off", theme.ink3, 14)
            gap = 6.0 if width else 0.0
            painter.drawPixmap(QPointF(right - width - gap - 14, middle - 16), eye)
            width += gap + 14.0
        if row.health is not None:
            ground = theme.panel if row.is_active and theme.is_dark else theme.selected
            if row.is_active and not theme.is_dark:
                ground = theme.line
            paint_health(painter, QRectF(right - 54, middle + 8, 54, 4), row.health, ground=ground)
        return width

    def _compact(self, painter: QPainter, box: QRectF, row: InitiativeRow) -> None:
        theme = current_theme()
        encounter = self._bridge.encounter
        token = encounter.tokens[row.token]
        top = box.top()
        chosen: QFont = font(11, 600)
        painter.setFont(chosen)
        painter.setPen(tint(theme.ink3 if row.is_out else theme.ink))
        label = QRectF(box.left(), top + 2, box.width(), 14)
        painter.drawText(label, int(Qt.AlignmentFlag.AlignCenter), row.score)
        radius = 13 if row.score else 15
        center = QPointF(box.center().x() + 0.5, top + (32 if row.score else 25))
        paint_portrait(painter, center, radius, token, encounter, faded=row.is_out)
        if row.members:
            plate(
                painter,
                center + QPointF(radius - 1, radius - 4),
                f"×{len(row.members)}",
                1.0,
                ink=theme.on_plate,
                fill=theme.plate,
                edge=theme.line,
                size=10,
                height=14,
                padding=3,
                radius=7,
                alpha=1.0,
            )
