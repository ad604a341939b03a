"""Small widgets that the panels are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QFontMetricsF, QPainter, QPainterPath
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from battlemap.ui.guard import guarded
from battlemap.ui.panels.painting import current_theme, paint_portrait
from battlemap.ui.theme import icon, icon_pixmap, pen

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent, QResizeEvent

    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token


def restyle(root: QWidget) -> None:
    """Let every part below *root* take the icons and colors of the current theme."""
    for widget in [root, *root.findChildren(QWidget)]:
        refresh = getattr(widget, "restyle", None)
        if callable(refresh):
            refresh()
        widget.update()


class SearchField(QLineEdit):
    """A field to search in, with a cross of our own that empties it.

    Parameters
    ----------
    hint
        What can be searched for, shown while it is empty.
    name
        What screen readers call it.
    """

    def __init__(self, hint: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(hint)
        self.setAccessibleName(name)
        self.setClearButtonEnabled(True)
        self.restyle()

    def restyle(self) -> None:
        """Tint the cross for the current theme."""
        for action in self.findChildren(QAction):  # the one that Qt made for the button
            action.setIcon(icon("close", current_theme().ink2, 16))


class Elided(QLabel):
    """One line of text that ends in three dots where it doesn't fit; the whole is its tool tip."""

    def __init__(self, text: str = "", parent: QWidget | None = None, *, role: str = "") -> None:
        super().__init__(text, parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setTextFormat(Qt.TextFormat.PlainText)
        if role:
            self.setProperty("role", role)
        self.struck = False

    def set_struck(self, struck: bool) -> None:
        """Draw a line through the text."""
        self.struck = struck
        self.update()

    def minimumSizeHint(self) -> QSize:
        """Return a width that lets the layout shrink the text."""
        return QSize(20, super().minimumSizeHint().height())

    @guarded
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw as much of the text as fits."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.setFont(self.font())
        metrics = QFontMetricsF(self.font())
        shown = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        whole = self.text() if shown != self.text() else ""
        if whole != self.toolTip():
            self.setToolTip(whole)
        painter.drawText(QRectF(self.rect()), int(self.alignment()), shown)
        if self.struck:
            y = self.height() / 2 + 0.5
            start = 0.0
            width = metrics.horizontalAdvance(shown)
            painter.drawLine(QPointF(start, y), QPointF(start + width, y))


class Wrapped(QLabel):
    """Text that goes on in the next line where it doesn't fit: a reason is never cut."""

    def __init__(self, text: str = "", parent: QWidget | None = None, *, role: str = "") -> None:
        super().__init__(text, parent)
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        if role:
            self.setProperty("role", role)


class Portrait(QWidget):
    """A token's face in a disc."""

    def __init__(self, diameter: int, parent: QWidget | None = None, *, ring: float = 2.5) -> None:
        super().__init__(parent)
        self._token: Token | None = None
        self._encounter: Encounter | None = None
        self._ring = ring
        self._radius = diameter / 2
        edge = diameter + round(2 * ring) + 2
        self.setFixedSize(edge, edge)

    def show_token(self, token: Token | None, encounter: Encounter) -> None:
        """Show this token, or nothing."""
        if token is self._token and encounter is self._encounter:
            return
        self._token, self._encounter = token, encounter
        self.setAccessibleName(token.name if token is not None else "")
        self.update()

    @guarded
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the face."""
        if self._token is None or self._encounter is None:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(pen(current_theme().ink3, 1.4, (4, 3)))
            painter.drawEllipse(QRectF(self.rect()).center(), self._radius, self._radius)
            return
        paint_portrait(
            QPainter(self),
            QRectF(self.rect()).center(),
            self._radius,
            self._token,
            self._encounter,
            ring=self._ring,
        )


class Arrow(QWidget):
    """The arrow from attacker to target."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedSize(30, 20)

    @guarded
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the arrow."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen(current_theme().ink3, 1.8))
        path = QPainterPath(QPointF(3, 10))
        path.lineTo(27, 10)
        path.moveTo(20, 4)
        path.lineTo(27, 10)
        path.lineTo(20, 16)
        painter.drawPath(path)


class Sign(QLabel):
    """An icon that says what kind of line follows.

    Parameters
    ----------
    name
        Of the icon.
    color
        Name of the theme's color.
    """

    def __init__(self, name: str, color: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name, self._color = name, color
        self.setFixedSize(16, 16)
        self.restyle()

    def restyle(self) -> None:
        """Draw the icon for the current theme."""
        self.setPixmap(icon_pixmap(self._name, getattr(current_theme(), self._color), 16))


class SectionHead(QWidget):
    """The heading of a section, with what it comes to at the right."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = QLabel(title, self)
        self.title.setProperty("role", "section")
        self.side = Elided("", self, role="section-side")
        self.side.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.title)
        row.addWidget(self.side, 1)
        self.setFixedHeight(20)


class KeyCap(QLabel):
    """A key as it is printed on the keyboard."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setProperty("role", "key")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setFixedHeight(18)
        self.setMinimumWidth(18)


class Still(QWidget):
    """A box that its surroundings give a size: what changes inside moves nothing outside.

    Qt tells every layout up to the window of a new text, and the window lays all its docks out.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.inside = QWidget(self)
        """Fills the box; what is shown goes in here."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let what is inside fill the box."""
        super().resizeEvent(event)
        self.inside.resize(event.size())


def scrolled(panel: QWidget, body: QWidget) -> tuple[QScrollArea, QVBoxLayout]:
    """Lay out a panel whose *body* scrolls up and down.

    Returns
    -------
    The area, and the panel's layout: what is added there stays at the foot.
    """
    area = QScrollArea(panel)
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(body)
    whole = QVBoxLayout(panel)
    whole.setContentsMargins(0, 0, 0, 0)
    whole.setSpacing(0)
    whole.addWidget(area, 1)
    return area, whole
