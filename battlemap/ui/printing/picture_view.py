"""Shows a picture as large as fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from battlemap.ui.guard import guarded
from battlemap.ui.theme import pen, tint

if TYPE_CHECKING:
    from PySide6.QtGui import QImage, QPaintEvent

    from battlemap.ui.theme import Theme


class PictureView(QWidget):
    """Shows a picture as large as fits, on squares where it is clear."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._image: QImage | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(280, 280)
        self.setAccessibleName("Preview")

    def sizeHint(self) -> QSize:
        """Return a size at which the picture can be judged."""
        return QSize(600, 520)

    def show_image(self, image: QImage) -> None:
        """Show another picture."""
        self._image = image
        self.update()

    @guarded
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the picture."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), tint(self._theme.void))
        if self._image is None:
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        size = self._image.size().scaled(
            self.size() - QSize(32, 32), Qt.AspectRatioMode.KeepAspectRatio
        )
        box = QRectF(
            (self.width() - size.width()) / 2,
            (self.height() - size.height()) / 2,
            size.width(),
            size.height(),
        )
        painter.save()
        painter.setClipRect(box)
        painter.fillRect(box, tint("#FFFFFF"))
        for down in range(0, int(box.height()) + 1, 10):
            for across in range((down // 10 % 2) * 10, int(box.width()) + 1, 20):
                square = QRectF(box.left() + across, box.top() + down, 10, 10)
                painter.fillRect(square, tint("#D9DCDF"))
        painter.drawImage(box, self._image)
        painter.restore()
        painter.setPen(pen(self._theme.line, 1, flat=True))
        painter.drawRect(box)
