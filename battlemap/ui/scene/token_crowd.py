"""The tokens that stand still, as one picture: a drag over a crowd paints no token of it anew."""

from __future__ import annotations

from time import thread_time
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtWidgets import QGraphicsItem
from shiboken6 import isValid

from battlemap.ui.guard import guarded
from battlemap.ui.scene.token_item import Z_TOKEN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from battlemap.ui.scene.token_item import TokenItem


_SLICE_SECONDS = 0.015
"""So long the pictures of a crowd are drawn anew at once; the window goes on in between."""


_MANY = 250
"""With more tokens than this a new one may wait for its first picture."""


class TokenCrowd(QGraphicsItem):
    """Draws the tokens that belong to it, the lowest first, into a picture that Qt keeps.

    A token says where it changed (``changed``); only that part is drawn anew. What else changes
    the picture, zoom and place of the view, Qt sees by itself.

    Parameters
    ----------
    members
        Returns the tokens, in the order in which they came to the map.
    """

    def __init__(self, members: Callable[[], Iterable[TokenItem]]) -> None:
        super().__init__()
        self._members = members
        self._box = QRectF()
        self._spent = 0.0
        self.setZValue(Z_TOKEN)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)

    def changed(self, item: TokenItem) -> None:
        """Draw anew where *item* is now; say so before and after it moves or changes its size."""
        self.update(item.scene_box())

    def spend(self, seconds: float) -> None:
        """Leave so much less time to the pictures of the next paint: the ground took it."""
        self._spent = seconds

    def fit(self) -> None:
        """Follow the tokens and the zoom with the box."""
        box = QRectF()
        for item in self._members():
            box = box.united(item.scene_box())
        if box != self._box:
            self.prepareGeometryChange()
            self._box = box

    def include(self, item: TokenItem) -> None:
        """Follow one token with the box; it may have grown a ring or a sign."""
        box = item.scene_box()
        if not self._box.contains(box):
            self.prepareGeometryChange()
            self._box = self._box.united(box)

    def boundingRect(self) -> QRectF:
        """Return the box around every token and its plates, in scene units."""
        return self._box

    @guarded
    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw what lies in the exposed part."""
        del widget
        exposed, start = option.exposedRect, thread_time()
        end, self._spent = start + _SLICE_SECONDS - self._spent, 0.0
        late, is_late = QRectF(), start > end
        members = sorted(self._members(), key=lambda item: item.zValue())
        is_huge = len(members) > _MANY
        for item in members:
            box = item.scene_box()
            if not box.intersects(exposed):
                continue
            place = painter.worldTransform().map(item.pos())
            # Of hundreds that have just come the last ones appear a few frames later.
            can_wait = item.can_wait() or (is_huge and item.is_fresh)
            if can_wait and is_late:
                item.paint_outdated(painter, place)
                late = late.united(box)
            else:
                item.paint_at(painter, place)
                # The clock takes as long as many a token that has its picture.
                is_late = is_late or (can_wait and thread_time() > end)
        if not late.isNull():
            QTimer.singleShot(0, lambda: self._go_on(late))

    def _go_on(self, box: QRectF) -> None:
        """Draw some more of the pictures of a crowd that became another all at once."""
        if isValid(self):
            self.update(box)
