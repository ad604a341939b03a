"""What tokens keep up around and between them: auras as rings of cells, links as lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt

from battlemap.model.lasting import AuraFor
from battlemap.tactics.auras import aura_cells
from battlemap.ui.overlays.drawing import Area, Drawing, DrawingOverlay, Label, Line
from battlemap.ui.overlays.overlay import Z_OBSTACLE
from battlemap.ui.scene.coordinates import cells_path, to_scene
from battlemap.ui.state_lines import aura_words
from battlemap.ui.timers import single_shot

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtCore import QPointF
    from PySide6.QtGui import QKeyEvent

    from battlemap.model.token import Token
    from battlemap.ui.bridge import Bridge, MenuPlace
    from battlemap.ui.scene.map_view import MapView

_DASHES: dict[AuraFor, tuple[float, ...]] = {
    AuraFor.ALL: (),
    AuraFor.FRIENDS: (10.0, 4.0),
    AuraFor.ENEMIES: (3.0, 4.0),
}
"""The rings differ by line as well as by color."""

_SIDES = ("party", "ally", "foe")


def side_color(side: str) -> str:
    """Return the name of the theme's color for a side."""
    return side if side in _SIDES else "neutral"


class KeptOverlays(QObject):
    """Draws auras and links of those selected, pointed at or pinned; of all while Alt is held.

    Parameters
    ----------
    view
        The map; its bridge says who is selected and pointed at.
    """

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self._bridge: Bridge = view.bridge
        self._scene = view.map_scene
        self.auras = DrawingOverlay(view.theme, Z_OBSTACLE + 1)
        self.links = DrawingOverlay(view.theme)
        self._hovered: str | None = None
        self._all = False
        self._timer = single_shot(self, self.refresh)
        self._scene.add_overlays(self.auras, self.links)
        bridge = self._bridge
        for signal in (
            bridge.changed,
            bridge.selection_changed,
            bridge.session_changed,
            bridge.overlays_changed,
        ):
            signal.connect(lambda *_: self._timer.start())
        bridge.hovered.connect(self._hover)
        view.installEventFilter(self)

    def _hover(self, place: MenuPlace | None) -> None:
        token = place.token if place is not None else None
        if token != self._hovered:
            self._hovered = token
            self._timer.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show everybody's while Alt is held over the map."""
        del watched
        kind = event.type()
        if kind == QEvent.Type.FocusOut:
            self._show_all(False)
        elif kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            pressed: QKeyEvent = event  # type: ignore[assignment]
            if pressed.key() == Qt.Key.Key_Alt:
                self._show_all(kind == QEvent.Type.KeyPress)
        return False

    def _show_all(self, on: bool) -> None:
        if on != self._all:
            self._all = on
            self._timer.start()

    def shown(self) -> tuple[Token, ...]:
        """Return the tokens whose auras and links are asked for now."""
        bridge = self._bridge
        asked = {*bridge.selected, *bridge.pinned_auras, self._hovered}
        return tuple(
            token
            for key, token in bridge.encounter.tokens.items()
            if (self._all or key in asked)
            and (token.auras or token.links)
            and (bridge.overlay.gm or not token.hidden)
            and key not in self._scene.lifted
        )

    def refresh(self) -> None:
        """Draw everything anew."""
        shown = self.shown()
        for overlay, drawing in (
            (self.auras, self._auras(shown)),
            (self.links, self._links(shown)),
        ):
            if drawing.box().isNull():
                overlay.clear()
            else:
                overlay.show_drawing(drawing)

    def _auras(self, shown: Iterable[Token]) -> Drawing:
        board = self._bridge.board
        drawing = Drawing()
        for token in shown:
            for aura in sorted(token.auras, key=lambda one: -one.radius_feet):
                path = cells_path(board.grid, aura_cells(board, token.id, aura), inset=2.5)
                color = side_color(token.side)
                ring = Area(path, color, 0.05, width=2.2, dashes=_DASHES[aura.affects])
                box = path.boundingRect()
                place = box.center()
                place.setY(box.top())
                label = Label(place, aura_words(aura), below=-9)
                drawing = drawing.plus(Drawing(areas=(ring,), labels=(label,)))
        return drawing

    def _links(self, shown: Iterable[Token]) -> Drawing:
        drawing = Drawing()
        for token in shown:
            start = self._scene.center_of(token.id)
            for link in token.links:
                for key in link.to:
                    end = self._end(key)
                    if end is None or key == token.id:
                        continue
                    line = Line(start, end, side_color(token.side), 1.8, (2.0, 5.0))
                    label = Label((start + end) / 2, link.name)
                    drawing = drawing.plus(Drawing(lines=(line,), labels=(label,)))
        return drawing

    def _end(self, key: str) -> QPointF | None:
        """Return where a token or mark lies; None: there is none, or players must not know it."""
        encounter, gm = self._bridge.encounter, self._bridge.overlay.gm
        token, mark = encounter.tokens.get(key), encounter.map.marks.get(key)
        if token is not None:
            return self._scene.center_of(key) if gm or not token.hidden else None
        if mark is not None and mark.points and (gm or not mark.gm_only):
            across = sum(point[0] for point in mark.points) / len(mark.points)
            down = sum(point[1] for point in mark.points) / len(mark.points)
            return to_scene((across, down))
        return None
