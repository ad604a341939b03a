"""Where everything stands: docks, rail, map with its bars; wide and narrow screens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDockWidget,
    QHBoxLayout,
    QMenu,
    QSizePolicy,
    QStackedWidget,
    QTabBar,
    QToolBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from battlemap.ui.guard import guarded
from battlemap.ui.panels.painting import current_theme
from battlemap.ui.theme import icon, icon_pixmap, tint

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from battlemap.ui.scene.map_view import MapView
    from battlemap.ui.tools.tool import Tool


@dataclass(frozen=True)
class Measures:
    """The widths of one kind of screen, in logical pixels."""

    left: int
    right: int
    is_narrow: bool = False
    letters: float = 1.0
    """How much larger the panels' letters are."""


WIDE = Measures(300, 364)
NARROW = Measures(56, 320, is_narrow=True)
HUGE = Measures(360, 420, letters=1.25)


def measures_for(width: int, height: int) -> Measures:
    """Return the measures for a window of this size.

    Examples
    --------
    >>> measures_for(1366, 768).right, measures_for(1920, 1080).right
    (320, 364)
    """
    if width < 1500 or height < 800:
        return NARROW
    return HUGE if width >= 3000 else WIDE


class Dock(QDockWidget):
    """A panel whose own head is the handle that floats it."""

    def __init__(self, title: str, head: QWidget, body: QWidget, parent: QWidget) -> None:
        super().__init__(title, parent)
        self.setObjectName(title)
        # A dock asks its head for the size that its contents need, whatever height it was given,
        # and lays the body over the rest; a widget around the head knows better.
        handle = QWidget(self)
        column = QVBoxLayout(handle)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(head)
        self.setTitleBarWidget(handle)
        self.setWidget(body)
        features = QDockWidget.DockWidgetFeature
        self.setFeatures(
            features.DockWidgetMovable | features.DockWidgetFloatable | features.DockWidgetClosable
        )


class RailButton(QToolButton):
    """One tool of the rail; the chosen one has a bar at the window's edge."""

    def __init__(self, name: str, tip: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self.setProperty("role", "flat")
        self.setToolTip(tip)
        self.setAccessibleName(tip)
        self.setIconSize(QSize(20, 20))
        self.setFixedSize(48, 40)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.restyle()

    def show_icon(self, name: str) -> None:
        """Show another icon."""
        if name != self._name:
            self._name = name
            self.restyle()
            self.update()

    def restyle(self) -> None:
        """Tint the icon for the current theme."""
        theme = current_theme()
        self.setIcon(icon(self._name, theme.ink2, 20, off=theme.ink3))

    @guarded
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw plate, icon, and the bar of the chosen tool."""
        from PySide6.QtCore import QRectF
        from PySide6.QtGui import QPainter

        from battlemap.ui.panels.painting import paint_focus

        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        plate = QRectF(6, 2, 36, 36)
        if self.isChecked() or self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint(theme.selected if self.isChecked() else theme.hover))
            painter.drawRoundedRect(plate, 8, 8)
        if self.isChecked():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint(theme.accent))
            painter.drawRoundedRect(QRectF(0, 10, 3, 20), 1.5, 1.5)
        ink = theme.ink if self.isChecked() else theme.ink2
        painter.drawPixmap(14, 10, icon_pixmap(self._name, ink, 20))
        if self.hasFocus():
            paint_focus(painter, plate, 8)


MAP_ICON, MAP_TIP = "pencil", "Draw the map"


class Rail(QToolBar):
    """The tools at the left edge; below, what opens the rules and the layers."""

    tool_chosen = Signal(str)

    def __init__(self, view: MapView, parent: QWidget | None = None) -> None:
        super().__init__("Tools", parent)
        self.setObjectName("Rail")
        self.setMovable(False)
        self.setFloatable(False)
        self.setFixedWidth(48)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.setAccessibleName("Tools")
        self._view = view
        self.buttons: dict[str, RailButton] = {}
        box = QWidget(self)
        self._column = QVBoxLayout(box)
        self._column.setContentsMargins(0, 6, 0, 8)
        self._column.setSpacing(2)
        self.map_tools = tuple(tool for tool in view.tools if tool.group)
        """The tools that share the button of the map tools."""
        for tool in view.tools:
            if not tool.group:
                self._add_tool(tool)
        self.map_button = RailButton(MAP_ICON, MAP_TIP, self)
        self.map_button.setCheckable(True)
        self.map_button.clicked.connect(self._open_map_tools)
        self._column.addWidget(self.map_button)
        self._column.addSpacing(8)
        self.foot_at = self._column.count()
        self._column.addStretch(1)
        self.addWidget(box)
        box.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.show_tool(view.tool)
        view.tool_changed.connect(self.show_tool)

    def _add_tool(self, tool: Tool) -> None:
        keys = f" ({tool.shortcut})" if tool.shortcut else ""
        button = RailButton(tool.icon, f"{tool.label}{keys}", self)
        button.setCheckable(True)
        button.clicked.connect(lambda _=False, key=tool.key: self.tool_chosen.emit(key))
        self._column.addWidget(button)
        self.buttons[tool.key] = button

    def add_button(self, name: str, tip: str, *, foot: bool = False) -> RailButton:
        """Add a button that isn't a tool, under the tools or at the foot."""
        button = RailButton(name, tip, self)
        if foot:
            self._column.addWidget(button)
        else:
            self._column.insertWidget(self.foot_at, button)
            self.foot_at += 1
        return button

    def show_tool(self, key: str) -> None:
        """Mark the chosen tool; the button of the map tools shows which of them it is."""
        for name, button in self.buttons.items():
            button.setChecked(name == key)
        chosen = next((tool for tool in self.map_tools if tool.key == key), None)
        self.map_button.setChecked(chosen is not None)
        self.map_button.show_icon(chosen.icon if chosen else MAP_ICON)
        tip = f"{MAP_TIP}: {chosen.label}" if chosen else MAP_TIP
        self.map_button.setToolTip(tip)
        self.map_button.setAccessibleName(tip)

    def map_menu(self) -> QMenu:
        """Return the list of the tools that draw the map."""
        theme = current_theme()
        menu = QMenu(self)
        for tool in self.map_tools:
            keys = f"\t{tool.shortcut}" if tool.shortcut else ""
            entry = menu.addAction(icon(tool.icon, theme.ink2, 16), f"{tool.label}{keys}")
            entry.triggered.connect(lambda _=False, key=tool.key: self.tool_chosen.emit(key))
        return menu

    def _open_map_tools(self) -> None:
        menu = self.map_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        # A click toggles the button; only choosing a tool marks it.
        self.map_button.setChecked(self._is_map_tool_chosen())
        menu.popup(self.map_button.mapToGlobal(self.map_button.rect().topRight()))

    def _is_map_tool_chosen(self) -> bool:
        return self._view.tool in {tool.key for tool in self.map_tools}


class TabHead(QWidget):
    """The tabs of the right dock, and what belongs to the tab at the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("TabHead")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(40)
        self.tabs = QTabBar(self)
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setAccessibleName("Panels")
        self.compare = QToolButton(self)
        self.compare.setText("Compare")
        self.compare.setCheckable(True)
        self.compare.setProperty("role", "flat")
        self.compare.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.compare.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.compare.setAccessibleName("Compare")
        self.compare.setToolTip("Compare: keep this pair and place; lay the next one beside it")
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 0, 12, 0)
        row.setSpacing(0)
        row.addWidget(self.tabs, 0, Qt.AlignmentFlag.AlignBottom)
        row.addStretch(1)
        row.addWidget(self.compare, 0, Qt.AlignmentFlag.AlignBottom)
        self.restyle()

    def set_narrow(self, narrow: bool) -> None:
        """Leave the word out where the tabs need its room."""
        styles = Qt.ToolButtonStyle
        self.compare.setToolButtonStyle(
            styles.ToolButtonIconOnly if narrow else styles.ToolButtonTextBesideIcon
        )
        self.tabs.setUsesScrollButtons(False)

    def restyle(self) -> None:
        """Tint the pin for the current theme."""
        self.compare.setIcon(icon("pin", current_theme().ink2, 16))


class Tabs(QStackedWidget):
    """The bodies of the right dock's tabs."""

    def __init__(self, head: TabHead, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._head = head
        self._keys: list[str] = []
        head.tabs.currentChanged.connect(self._turn)

    def add(self, key: str, label: str, body: QWidget) -> None:
        """Add a tab."""
        self._keys.append(key)
        self.addWidget(body)
        self._head.tabs.addTab(label)

    @property
    def key(self) -> str:
        """The key of the tab in front."""
        return self._keys[self.currentIndex()]

    def show_key(self, key: str) -> None:
        """Bring a tab to the front."""
        self._head.tabs.setCurrentIndex(self._keys.index(key))

    def _turn(self, index: int) -> None:
        if 0 <= index < self.count():
            self.setCurrentIndex(index)
            self._head.compare.setVisible(self._keys[index] == "attack")


class MapHost(QWidget):
    """The map with the cards that lie over it."""

    def __init__(self, view: MapView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = view
        self.setFocusProxy(view)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(view)
