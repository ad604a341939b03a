"""What is announced and not yet carried out, drawn from who announced it to whom it threatens."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF

from battlemap.model.intent import AreaAttack, Attack
from battlemap.ui.overlays.drawing import DIAMOND, Drawing, DrawingOverlay, Line, Mark
from battlemap.ui.overlays.overlay import Z_PATH
from battlemap.ui.scene.coordinates import SCENE_SCALE, to_scene

if TYPE_CHECKING:
    from battlemap.model.intent import Intent
    from battlemap.ui.bridge import Bridge
    from battlemap.ui.scene.map_scene import MapScene


class Announced(QObject):
    """Keeps the drawing as the announcements of the document are."""

    def __init__(self, bridge: Bridge, scene: MapScene) -> None:
        super().__init__(scene)
        self._bridge, self._scene = bridge, scene
        self.overlay = DrawingOverlay(scene.theme, Z_PATH - 1)
        self._shown: tuple[object, ...] = ()
        scene.add_overlays(self.overlay)
        bridge.changed.connect(lambda *_: self.refresh())
        bridge.session_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Draw the announcements, unless they are drawn already."""
        encounter = self._bridge.encounter
        shown = (encounter.declared, encounter.tokens) if encounter.declared else ()
        if len(shown) == len(self._shown) and all(
            one is other for one, other in zip(shown, self._shown, strict=True)
        ):
            return
        self._shown = shown
        drawing = Drawing()
        for intent in encounter.declared:
            drawing = drawing.plus(self._of(intent))
        if drawing.lines or drawing.marks:
            self.overlay.show_drawing(drawing)
        else:
            self.overlay.clear()

    def _of(self, intent: Intent) -> Drawing:
        tokens = self._bridge.encounter.tokens
        if isinstance(intent, Attack) and intent.attacker in tokens and intent.target in tokens:
            center, radius = self._scene.ring_of(intent.target)
            end, room = to_scene(center), radius * SCENE_SCALE
        elif isinstance(intent, AreaAttack) and intent.attacker in tokens:
            end, room = to_scene(intent.aim or intent.origin), 0.0
        else:
            return Drawing()
        center, radius = self._scene.ring_of(intent.attacker)
        start = to_scene(center)
        length = hypot(end.x() - start.x(), end.y() - start.y())
        if length <= radius * SCENE_SCALE + room:
            return Drawing(marks=(Mark(end, DIAMOND, "foe"),))
        along = QPointF((end.x() - start.x()) / length, (end.y() - start.y()) / length)
        first = start + along * (radius * SCENE_SCALE)
        last = end - along * room
        return Drawing(
            lines=(Line(first, last, "foe", 2.4, (8, 5)),), marks=(Mark(last, DIAMOND, "foe"),)
        )
