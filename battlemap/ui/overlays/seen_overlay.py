"""What the selected see: the rest of the map is darkened, past walls and beyond the lights."""

from __future__ import annotations

import logging
from math import cos, pi, sin
from threading import Event, Thread
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPainterPath, QPen, QPolygonF

from battlemap.geometry.joined_rings import smoothed
from battlemap.geometry.shapes import rectangle
from battlemap.tactics.sight import view_from
from battlemap.ui.overlays.overlay import Z_NUMBER, Z_RAY, Overlay
from battlemap.ui.scene.coordinates import SCENE_SCALE, map_rect, to_scene
from battlemap.ui.theme import pen, tint
from battlemap.ui.timers import single_shot

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from PySide6.QtGui import QPainter

    from battlemap.geometry.cell import Point
    from battlemap.tactics.board import Board
    from battlemap.tactics.sight import View
    from battlemap.ui.bridge import Bridge
    from battlemap.ui.scene.map_scene import MapScene
    from battlemap.ui.theme import Theme

_DARK = 0.62
NEAR_CELLS = 1.5
"""Without any light one sees this far: the cells beside one's own (settled)."""
AT_ONCE = 2
"""With more viewers the window doesn't wait."""
_MOST_CELLS, _MOST_OBSTACLES = 40_000, 1_500
"""On a map with more it doesn't wait for one either."""
_MOST_DASHED = 8_000
"""Corners times scene units in a pixel; with more the edge is a hair, for dashes take too long."""
_RIM_CELLS = 1.0
"""What is seen is followed so far beyond the map: its edge is drawn on the map alone."""
_POLL_MS = 30
_logger = logging.getLogger(__name__)


class SeenOverlay(Overlay):
    """A veil over all that isn't seen, with an edge."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, Z_NUMBER + 1, is_kept=True)
        self.path = QPainterPath()
        self._area = QRectF()

    def show_veil(self, path: QPainterPath, area: QRectF) -> None:
        """Darken this part of an area."""
        self.path, self._area = path, area
        self.present(area)

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw the veil."""
        del exposed
        painter.setClipRect(self._area, Qt.ClipOperation.IntersectClip)
        painter.setPen(self._pen())
        painter.setBrush(tint(self.theme.casing if self.theme.is_dark else self.theme.ink, _DARK))
        painter.drawPath(self.path)

    def _pen(self) -> QPen:
        if self.path.elementCount() * self.unit <= _MOST_DASHED:
            return pen(self.theme.sight, 1.4 * self.unit, (3 * self.unit, 5 * self.unit))
        hair = QPen(tint(self.theme.sight))
        hair.setCosmetic(True)
        return hair


class UnseenOverlay(Overlay):
    """A veil over each token of which nothing is seen; its name stays readable for the GM."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, Z_RAY - 1)
        self.tokens: tuple[str, ...] = ()
        self._path = QPainterPath()

    def show_tokens(self, discs: Mapping[str, QRectF]) -> None:
        """Darken these tokens, given the boxes of their discs; none: nothing."""
        self.tokens = tuple(discs)
        self._path = QPainterPath()
        for box in discs.values():
            rim = box.width() * 0.08
            self._path.addEllipse(box.adjusted(-rim, -rim, rim, rim))
        self.present(self._path.boundingRect())

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw the veils."""
        del exposed
        painter.fillPath(
            self._path, tint(self.theme.casing if self.theme.is_dark else self.theme.ink, _DARK)
        )


class SeenView(QObject):
    """Keeps the veil true to the document, the selection and the switch.

    The selected tokens look; where none is selected, the party does. A map with lights is dark
    beyond them (settled); one without any is light everywhere.
    """

    progressed = Signal(int, int)
    """(viewers done, all viewers), where many look; equal: it is over."""

    def __init__(self, bridge: Bridge, scene: MapScene) -> None:
        super().__init__(scene)
        self._bridge, self._scene = bridge, scene
        self.view: View | None = None
        """What is seen now; None: the switch is off, or nobody looks."""
        self.overlay = SeenOverlay(scene.theme)
        self.unseen = UnseenOverlay(scene.theme)
        scene.add_overlays(self.overlay, self.unseen)
        self._wanted: _Look | None = None
        """What the thread is to find; None: what is shown holds."""
        self._running: _Look | None = None
        self._timer = single_shot(self, self.refresh)
        self._poll = QTimer(self)
        self._poll.setInterval(_POLL_MS)
        self._poll.timeout.connect(self._go_on)
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
        """Draw the veil anew; where many look it follows later, and the last one stays till then.

        To unite what hundreds see takes seconds.
        """
        self._timer.stop()
        viewers = self.viewers() if self._bridge.overlay.seen else []
        if not viewers:
            self._drop()
            self.view = None
            self.overlay.clear()
            self.unseen.show_tokens({})
            return
        board = self._bridge.board
        look = _Look(board, [board.center_of(key) for key in viewers])
        self._drop()
        if len(viewers) <= AT_ONCE and not look.is_large:
            look.run()
            self._show(look)
        else:
            self._wanted = look
            self._go_on()

    def cancel(self) -> None:
        """Stop what is being found, and turn the switch off: no veil would be true."""
        self._drop()
        self._bridge.switch_overlay("seen", False)

    def _drop(self) -> None:
        """Want nothing any more; what is under way ends soon."""
        if self._running is not None:
            self._running.stop()
        if self._wanted is not None:
            self._wanted = None
            self.progressed.emit(1, 1)

    def _go_on(self) -> None:
        """Show what the thread has found if it is still wanted, and begin what is wanted now."""
        if self._running is not None and self._running.is_over.is_set():
            done, self._running = self._running, None
            if done is self._wanted:
                self._wanted = None
                self._show(done)
                self.progressed.emit(1, 1)
        if self._running is None and self._wanted is not None:
            self._running = self._wanted
            Thread(target=self._running.run, name="seen", daemon=True).start()
        if self._running is None:
            self._poll.stop()
        elif not self._poll.isActive():
            self._poll.start()
        if self._wanted is not None:
            self.progressed.emit(self._wanted.done, self._wanted.total)

    def _show(self, look: _Look) -> None:
        if look.view is not None:
            self.view = look.view
            self.overlay.show_veil(look.veil, map_rect(self._bridge.board.grid))
            self._show_unseen(look.veil)

    def _show_unseen(self, veil: QPainterPath) -> None:
        """Darken the tokens that stand under the veil with their center and all of their rim."""
        viewers, area = set(self.viewers()), map_rect(self._bridge.board.grid)
        self.unseen.show_tokens(
            {
                key: box
                for key, box in self._scene.discs().items()
                if key not in viewers
                and all(area.contains(place) and veil.contains(place) for place in _places(box))
            }
        )


def _places(box: QRectF) -> Iterator[QPointF]:
    """Yield the middle of a disc, and places within its rim all round."""
    middle, radius = box.center(), 0.45 * box.width()
    yield middle
    for turn in range(12):
        angle = turn * pi / 6
        yield middle + QPointF(cos(angle), sin(angle)) * radius


class _Look:
    """What some see of a map, and the veil over the rest; it may be found beside the window."""

    def __init__(self, board: Board, eyes: Sequence[Point]) -> None:
        self._board, self._eyes = board, eyes
        self.view: View | None = None
        self.veil = QPainterPath()
        self.is_over = Event()
        self.done, self.total = 0, len(eyes) + 1
        self._is_unwanted = False

    @property
    def is_large(self) -> bool:
        """Whether the view of one takes long on this map."""
        battle_map, grid = self._board.encounter.map, self._board.grid
        cells = grid.columns * grid.rows
        return cells > _MOST_CELLS or len(battle_map.obstacles) > _MOST_OBSTACLES

    def stop(self) -> None:
        """Let it end at the next viewer; nobody waits for it."""
        self._is_unwanted = True

    def _step(self, done: int, _all: int) -> None:
        if self._is_unwanted:
            raise _UnwantedError
        self.done = done

    def run(self) -> None:
        """Find it."""
        try:
            self._find()
        except _UnwantedError:
            pass
        except Exception:
            _logger.exception("What the selected see can't be found")
        finally:
            self.is_over.set()

    def _find(self) -> None:
        board, lights = self._board, self._board.encounter.map.lights
        view = view_from(
            board,
            self._eyes,
            lights=[light for light in lights if light.is_on] if lights else None,
            dark_cells=NEAR_CELLS,
            within=rectangle(
                -_RIM_CELLS,
                -_RIM_CELLS,
                board.grid.width + 2 * _RIM_CELLS,
                board.grid.height + 2 * _RIM_CELLS,
            ),
            step=self._step,
        )
        # By the odd-even rule what is seen is a hole; no path has to be cut out of another.
        rim, veil = _RIM_CELLS * SCENE_SCALE, QPainterPath()
        veil.addRect(map_rect(board.grid).adjusted(-rim, -rim, rim, rim))
        for ring in view.outlines:
            self._step(self.done, self.total)
            veil.addPolygon(QPolygonF([to_scene(point) for point in smoothed(ring)]))
            veil.closeSubpath()
        self.veil, self.view = veil, view


class _UnwantedError(Exception):
    """Nobody wants to know any more."""
