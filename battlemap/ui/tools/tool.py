"""The base of all tools: a drag is a generator that gets one ``Pointer`` for each event."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from PySide6.QtCore import QPointF, Qt

from battlemap.ui.scene.coordinates import to_scene

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from battlemap.geometry.cell import Cell, Point
    from battlemap.ui.scene.map_view import MapView

START_DISTANCE = 5.0
"""Pixels that the pointer must move before a press becomes a drag."""


@dataclass(frozen=True)
class Pointer:
    """Where the pointer is, and what is held with it."""

    pixel: QPointF
    """On the viewport."""
    place: QPointF
    """In the scene."""
    point: Point
    """On the map, in cells."""
    cell: Cell
    token: str | None
    """The topmost token under it."""
    is_down: bool
    is_waypoint: bool = False
    """A waypoint was asked for right now."""
    shift: bool = False
    ctrl: bool = False
    alt: bool = False
    safest: bool = False
    """The key of the safest path is held."""
    is_jump: bool = False
    """The waypoint that is asked for is reached by a jump."""
    erases: bool = False
    """The right button is held and not the left one."""
    routes_on: int = 0
    """How often the key of the next route was pressed since the drag began."""

    def is_far_from(self, other: Pointer) -> bool:
        """Tell whether the way from *other* is long enough for a drag."""
        return (self.pixel - other.pixel).manhattanLength() >= START_DISTANCE


Drag: TypeAlias = Generator[None, Pointer, None]
"""Started with a press; gets a pointer for each event until one with ``is_down`` False.

Closing it (Esc, another document) must leave nothing behind: a ``finally`` clears the overlays.
"""


class Tool(ABC):
    """One way to use the pointer.

    Parameters
    ----------
    view
        The map on which it works.
    """

    key: ClassVar[str] = ""
    label: ClassVar[str] = ""
    icon: ClassVar[str] = ""
    shortcut: ClassVar[str] = ""
    hint: ClassVar[str] = ""
    """The keys that work with it, for the status bar."""
    keys: ClassVar[tuple[tuple[str, str], ...]] = ()
    """The most useful of them: (key, what it does)."""
    cursor: ClassVar[Qt.CursorShape] = Qt.CursorShape.ArrowCursor
    group: ClassVar[str] = ""
    """Tools of a group share one button of the rail, which opens a list of them."""
    measures: ClassVar[bool] = False
    """Whether it draws lines of its own between tokens; the rays of the attack make room."""

    def __init__(self, view: MapView) -> None:
        self.view = view
        self.scene = view.map_scene
        self.bridge = view.bridge

    @abstractmethod
    def drag(self, press: Pointer) -> Drag:
        """Handle a press of the left button and what follows until its release."""

    def hover(self, pointer: Pointer) -> None:
        """Follow the pointer while no button is down."""
        del pointer

    def leave(self) -> None:  # noqa: B027  # a tool may have nothing to put away
        """Put everything away: another tool was chosen."""

    def takes_right(self) -> bool:
        """Tell whether the right button is meant for this tool now, not for pan and menu."""
        return False

    def double_click(self, pointer: Pointer) -> bool:
        """Handle a double click; tell whether it was meant for this tool."""
        del pointer
        return False

    def keep(self) -> bool:
        """Keep what the drag under way would do as a plan; tell whether there is anything."""
        return False

    def escape(self) -> bool:
        """Take the last thing back; tell whether there was one."""
        return False

    def wants(self, event: QKeyEvent) -> bool:
        """Tell whether a key is meant for this tool now, before any shortcut of the window."""
        del event
        return False

    def key_press(self, event: QKeyEvent) -> bool:
        """Handle a key while no drag is under way; tell whether it was meant for this tool."""
        del event
        return False

    # Without a mouse ----------------------------------------------------------------------------

    def pointer_at(
        self,
        place: Point,
        modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
        *,
        is_down: bool = False,
    ) -> Pointer:
        """Return a pointer at a place of the map, as if the mouse were there."""
        held, at = Qt.KeyboardModifier, to_scene(place)
        return Pointer(
            self.view.pixel_of(at),
            at,
            place,
            self.scene.grid.cell_at(place),
            None,
            is_down,
            shift=bool(modifiers & held.ShiftModifier),
            ctrl=bool(modifiers & held.ControlModifier),
            alt=bool(modifiers & held.AltModifier),
        )

    def reveal(self, place: Point) -> None:
        """Bring a place of the map into view."""
        pixel = self.view.pixel_of(to_scene(place))
        port = self.view.viewport().rect()
        if not port.adjusted(20, 20, -20, -20).contains(pixel.toPoint()):
            self.view.pan(pixel - port.center().toPointF())
