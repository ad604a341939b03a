"""What the selected see: the rest of the map is darkened, past walls and beyond the lights."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QPainterPath, QPolygonF

from battlemap.tactics.sight import view_from
from battlemap.ui.overlays.overlay import Z_NUMBER, Overlay
from battlemap.ui.scene.coordinates import map_rect, to_scene
from battlemap.ui.theme import pen, tint
from battlemap.ui.timers import single_shot

if TYPE_CHECKING:
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QPainter

    from battlemap.tactics.sight import View
    from battlemap.ui.bridge import Bridge
    from battlemap.ui.scene.map_scene import MapScene
    from battlemap.ui.theme import Theme

_DARK = 0.62
NEAR_CELLS = 1.5
"""Without any light one sees this far: the cells beside one's own (settled)."""


class SeenOverlay(Overlay):
    """A veil over all that isn't seen, with an edge."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, Z_NUMBER + 1, is_kept=True)
        self.path = QPainterPath()

    def show_veil(self, path: QPainterPath) -> None:
        """Darken this."""
        self.path = path
        self.present(path.boundingRect())

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw the veil."""
        del exposed
        painter.setPen(pen(self.theme.sight, 1.4 * self.unit, (3 * self.unit, 5 * self.unit)))
        painter.setBrush(tint(self.theme.casing if self.theme.is_dark else self.theme.ink, _DARK))
        painter.drawPath(self.path)


class SeenView(QObject):
    """Keeps the veil true to the document, the selection and the switch.

    The selected tokens look; where none is selected, the party does. A map with lights is dark
    beyond them (settled); one without any is light everywhere.
    """

    def __init__(self, bridge: Bridge, scene: MapScene) -> None:
        super().__init__(scene)
        self._bridge, self._scene = bridge, scene
        self.view: View | None = None
        """What is seen now; None: the switch is off, or nobody looks."""
        self.overlay = SeenOverlay(scene.theme)
        scene.add_overlays(self.overlay)
        self._timer = single_shot(self, self.refresh)
        for signal in (
            bridge.changed,
            bridge.session_changed,
            bridge.selection_changed,
            bridge.overlays_changed,
        ):
            signal.connect(lambda *_: self._timer.start())

    def viewers(self) -> list[str]:
        """Return who looks."""
        tokens = self._bridge.encounter.tokens
        chosen = [key for key in self._bridge.selected if key in tokens]
        return chosen or [key for key, token in tokens.items() if token.side == "party"]

    def refresh(self) -> None:
        """Draw the veil anew."""
        self._timer.stop()
        viewers = self.viewers() if self._bridge.overlay.seen else []
        if not viewers:
            self.view = None
            self.overlay.clear()
            return
        board, lights = self._bridge.board, self._bridge.encounter.map.lights
        self.view = view_from(
            board,
            [board.center_of(key) for key in viewers],
            lights=[light for light in lights if light.is_on] if lights else None,
            dark_cells=NEAR_CELLS,
        )
        seen = QPainterPath()
        for ring in self.view.outlines:
            seen.addPolygon(QPolygonF([to_scene(point) for point in ring]))
            seen.closeSubpath()
        whole = QPainterPath()
        whole.addRect(map_rect(board.grid))
        self.overlay.show_veil(whole.subtracted(seen))
