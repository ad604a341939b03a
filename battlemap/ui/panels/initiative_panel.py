"""Whose turn it is, who comes next, and who acts again: the initiative panel."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QModelIndex,
    Qt,
    Signal,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from battlemap.model.intent import ArrangeTurns
from battlemap.ui.panels.buttons import IconButton
from battlemap.ui.panels.initiative_delegate import InitiativeDelegate
from battlemap.ui.panels.initiative_list import ROW_ROLE, InitiativeModel, InitiativeView
from battlemap.ui.panels.initiative_rows import InitiativeRow, initiative_rows
from battlemap.ui.panels.parts import Elided
from battlemap.ui.timers import single_shot

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint

    from battlemap.ui.bridge import Bridge


class InitiativePanel(QWidget):
    """The initiative list with its head; the head is also the dock's handle."""

    token_chosen = Signal(str)
    next_asked = Signal()
    previous_asked = Signal()
    log_asked = Signal()
    menu_asked = Signal(str, object, object)
    """(token, its place among the turns or None, global QPoint): a row's menu is wanted."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("DockBody")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.bridge = bridge
        self.grouped = True
        self._unfolded: frozenset[str] = frozenset()
        self.head = self._build_head()
        self.hint = QLabel("No fight. Select tokens, then Ctrl+I.", self)
        self.hint.setProperty("role", "secondary")
        self.hint.setWordWrap(True)
        self.hint.setContentsMargins(16, 0, 16, 8)
        self.model = InitiativeModel(bridge, self)
        self.delegate = InitiativeDelegate(bridge, self)
        self.list = InitiativeView(self)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setModel(self.model)
        self.list.setItemDelegate(self.delegate)
        self.list.setMouseTracking(True)
        self.list.setAccessibleName("Initiative")
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.list.setResizeMode(InitiativeView.ResizeMode.Adjust)
        self.list.clicked.connect(self._choose)
        self.list.activated.connect(self._choose)
        self.list.row_dropped.connect(self._drop)
        self.list.row_moved.connect(self._step)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._open_menu)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.hint)
        column.addWidget(self.list, 1)
        self.log_button = IconButton("history", "Log (Ctrl+L)", self, size=18, box=40)
        self.log_button.clicked.connect(self.log_asked)
        self.log_button.hide()
        column.addWidget(self.log_button, 0, Qt.AlignmentFlag.AlignHCenter)
        self._refreshes = single_shot(self, self.refresh)
        bridge.changed.connect(lambda *_: self._refreshes.start())
        bridge.selection_changed.connect(lambda _: self.list.viewport().update())
        self.refresh()

    def _build_head(self) -> QWidget:
        head = QWidget()
        head.setObjectName("DockHead")
        head.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        head.setFixedHeight(40)
        self.round_label = QLabel("No fight", head)
        self.round_label.setProperty("role", "document")
        self.phase_label = Elided("", head, role="quiet12")
        self.previous = IconButton("chevron-left", "Previous: undo (Ctrl+Z)", head)
        self.next = IconButton("chevron-right", "Next: end turn (Ctrl+Space)", head)
        self.previous.clicked.connect(self.previous_asked)
        self.next.clicked.connect(self.next_asked)
        row = QHBoxLayout(head)
        row.setContentsMargins(16, 4, 8, 0)
        row.setSpacing(8)
        row.addWidget(self.round_label)
        row.addWidget(self.phase_label, 1)
        row.addWidget(self.previous)
        row.addWidget(self.next)
        return head

    def set_compact(self, compact: bool) -> None:
        """Show only number and portrait, 56 px wide."""
        self.delegate.compact = compact
        self.log_button.setVisible(compact)
        self.phase_label.setVisible(not compact)
        self.previous.setVisible(not compact)
        # An arrow alone would look as if it unfolded the list.
        self.next.set_icon_name("skip" if compact else "chevron-right")
        self.hint.setVisible(not compact and not self.bridge.encounter.turn_order.is_running)
        margins = (6, 4, 6, 0) if compact else (16, 4, 8, 0)
        self.head.layout().setContentsMargins(*margins)
        self.list.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAlwaysOff
            if compact
            else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        )
        self.list.scheduleDelayedItemsLayout()
        self.refresh()

    def refresh(self) -> None:
        """Show the order as it stands now."""
        order = self.bridge.encounter.turn_order
        compact = self.delegate.compact
        self.model.set_rows(
            initiative_rows(self.bridge, grouped=self.grouped, unfolded=self._unfolded)
        )
        running = order.is_running
        self.hint.setVisible(not running and not compact)
        title = f"Round {order.round}" if running else "No fight"
        self.round_label.setText((f"R{order.round}" if running else "") if compact else title)
        present = self.bridge.system.present_section(order) if running else ""
        self.phase_label.setText(present or (order.phase if running else ""))
        self.next.setEnabled(running)
        self.next.setVisible(running or not compact)
        going_on = self.bridge.system.next_label(self.bridge.encounter) if running else "end turn"
        self.next.setToolTip(f"Next: {going_on[:1].lower()}{going_on[1:]} (Ctrl+Space)")
        self.previous.setEnabled(self.bridge.session.history.can_undo)
        self.list.viewport().update()
        for number, row in enumerate(self.model.rows):
            if row.is_active:
                # The step at which the round stands comes to the top, with those who act in it.
                top = QAbstractItemView.ScrollHint.PositionAtTop
                usual = QAbstractItemView.ScrollHint.EnsureVisible
                self.list.scrollTo(self.model.index(number), top if row.heading else usual)
                break

    def set_grouped(self, on: bool) -> None:
        """Let tokens of one kind share a line, or list each."""
        self.grouped = on
        self.refresh()

    def _choose(self, index: QModelIndex) -> None:
        row: InitiativeRow = index.data(ROW_ROLE)
        if row.members:
            self._unfolded = self._unfolded ^ {row.token}
            self.refresh()
        elif row.token:
            self.token_chosen.emit(row.token)

    # Arranging --------------------------------------------------------------------------------

    def _slot_of(self, number: int) -> int | None:
        rows = self.model.rows
        if not 0 <= number < len(rows) or rows[number].members:
            return None
        return rows[number].slot

    def _step(self, number: int, step: int) -> None:
        """Move a row a place up or down, past a heading too."""
        slot = self._slot_of(number)
        if slot is not None:
            self.move_turn(slot, slot + step)

    def _drop(self, number: int, before: int) -> None:
        """Put the turn of a row before that of another row."""
        slot = self._slot_of(number)
        if slot is None:
            return
        rows = self.model.rows
        later = (rows[place].slot for place in range(before, len(rows)))
        following = next((place for place in later if place is not None), None)
        slots = self.bridge.encounter.turn_order.slots
        end = len(slots) if following is None else following
        self.move_turn(slot, end - 1 if end > slot else end)

    def move_turn(self, slot: int, place: int) -> None:
        """Put a turn to another place; between rounds it joins the round of the turn before it."""
        slots = list(self.bridge.encounter.turn_order.slots)
        if not 0 <= place < len(slots) or place == slot:
            return
        moved = slots.pop(slot)
        neighbor = slots[place - 1] if place > 0 else slots[0]
        if place < len(slots) and slots[place].round == moved.round:
            neighbor = slots[place]
        slots.insert(place, replace(moved, round=neighbor.round))
        self.bridge.perform(ArrangeTurns(tuple(slots)))

    def _open_menu(self, position: QPoint) -> None:
        index = self.list.indexAt(position)
        if not index.isValid():
            return
        row: InitiativeRow = index.data(ROW_ROLE)
        if row.token and not row.members:
            place = self.list.viewport().mapToGlobal(position)
            self.menu_asked.emit(row.token, row.slot, place)
