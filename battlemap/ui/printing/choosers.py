"""Parts that the print and the picture dialog share: layers, the part of the map, the document."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDoubleSpinBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from battlemap.geometry.footprint import footprint
from battlemap.rules.procedure import IllegalIntentError
from battlemap.ui.panels.record_form import Combo
from battlemap.ui.printing.content import Content
from battlemap.ui.printing.paper import Rect
from battlemap.ui.printing.region import region_of
from battlemap.ui.scene.coordinates import SCENE_SCALE, map_rect

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from PySide6.QtGui import QWheelEvent
    from PySide6.QtWidgets import QDialog, QGraphicsView, QLayout, QPushButton

    from battlemap.geometry.grid import Grid
    from battlemap.model.encounter import Encounter
    from battlemap.rules.plan import AttackPlan
    from battlemap.rules.system import RuleSystem


class Source(Protocol):
    """What a dialog prints: a session, or the bridge to one."""

    @property
    def encounter(self) -> Encounter:
        """The document."""

    @property
    def system(self) -> RuleSystem:
        """Its rules."""


def document_path(source: Source) -> Path | None:
    """Return the file that the document came from, or None."""
    return getattr(getattr(source, "session", source), "path", None)


def shown_region(view: QGraphicsView, grid: Grid) -> Rect | None:
    """Return the part of the map that *view* shows, in cells; None: it shows all, or nothing."""
    scene = view.mapToScene(view.viewport().rect()).boundingRect()
    whole = map_rect(grid)
    shown = scene.intersected(whole)
    if shown.isEmpty() or scene.contains(whole):
        return None
    return Rect(
        *(value / SCENE_SCALE for value in (shown.x(), shown.y(), shown.width(), shown.height()))
    )


AROUND_CELLS = 2
"""What is shown around selected tokens."""


def selected_region(source: Source) -> Rect | None:
    """Return the part of the map around the selected tokens, in cells; None: none is selected."""
    tokens, grid = source.encounter.tokens, source.encounter.map.grid.grid
    corners = [
        corner
        for key in getattr(source, "selected", ())
        if key in tokens
        for cell in footprint(grid, tokens[key].at, tokens[key].size, tokens[key].turned)
        for corner in grid.corners(cell)
    ]
    if not corners:
        return None
    left = max(0.0, min(corner.x for corner in corners) - AROUND_CELLS)
    top = max(0.0, min(corner.y for corner in corners) - AROUND_CELLS)
    right = min(grid.width, max(corner.x for corner in corners) + AROUND_CELLS)
    bottom = min(grid.height, max(corner.y for corner in corners) + AROUND_CELLS)
    return Rect(left, top, right - left, bottom - top)


def planned_attack(source: Source) -> AttackPlan | None:
    """Return the plan of the attack that the panel shows, from where the attacker stands now."""
    attack = getattr(source, "attack", None)
    session = getattr(source, "session", None)
    asked = attack() if callable(attack) else None
    if asked is None or session is None:
        return None
    try:
        return session.plan(asked)
    except IllegalIntentError:
        return None


LABELS = {
    "picture": "Picture",
    "grid": "Grid",
    "walls": "Walls, doors, props",
    "terrain": "Terrain",
    "elevation": "Heights",
    "tokens": "Tokens",
    "token_names": "Token names",
    "facing": "Facing",
    "health": "Health, conditions",
    "notes": "Notes",
    "templates": "Areas",
    "reach": "Reach and threat",
    "arcs": "Arcs",
    "cell_names": "Cell names",
    "gm": "GM layers",
}
TIPS = {
    "gm": "Hidden tokens, secret doors and your own notes: nothing for the players to see",
    "templates": "Areas that were left on the map: templates of spells and clouds",
    "reach": "The cells that party and allies threaten, and those that the foes do",
    "arcs": "Front, side and rear around each token",
    "picture": "The picture under the map; the ink saver leaves it out",
}


class MillimeterSpin(QDoubleSpinBox):
    """A length in millimeters that the wheel doesn't change by accident."""

    def __init__(self, value: float, most: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setDecimals(1)
        self.setRange(0, most)
        self.setSuffix(" mm")
        # The style sheet's padding doesn't reach the line inside.
        self.lineEdit().setTextMargins(8, 0, 0, 0)
        self.setValue(value)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(84)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the page instead, unless the box has the focus."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class LayerChooser(QWidget):
    """A check box for each layer."""

    changed = Signal()

    def __init__(self, content: Content, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(0)
        self.boxes: dict[str, QCheckBox] = {}
        for index, field in enumerate(fields(Content)):
            box = QCheckBox(LABELS[field.name], self)
            box.setChecked(bool(getattr(content, field.name)))
            box.setToolTip(TIPS.get(field.name, ""))
            box.toggled.connect(self._on_toggle)
            self.boxes[field.name] = box
            grid.addWidget(box, index % 8, index // 8)
        self._follow_tokens()

    def content(self) -> Content:
        """Return the layers that are checked."""
        return replace(Content(), **{name: box.isChecked() for name, box in self.boxes.items()})

    def enable_picture(self, on: bool) -> None:
        """Offer the picture, or not."""
        self.boxes["picture"].setEnabled(on)

    def _on_toggle(self) -> None:
        self._follow_tokens()
        self.changed.emit()

    def _follow_tokens(self) -> None:
        has_tokens = self.boxes["tokens"].isChecked()
        for name in ("token_names", "facing", "health"):
            self.boxes[name].setEnabled(has_tokens)


class RegionChooser(QWidget):
    """The whole map, what the window shows, the selection, or cells from corner to corner."""

    changed = Signal()

    def __init__(
        self,
        grid: Grid,
        view: Rect | None,
        parent: QWidget | None = None,
        *,
        selection: Rect | None = None,
    ) -> None:
        super().__init__(parent)
        self._grid, self._view, self._selection = grid, view, selection
        self.kind = Combo(self)
        self.kind.setAccessibleName("Part of the map")
        self.kind.setMinimumContentsLength(4)
        self.kind.addItem("Whole map", "map")
        if view is not None:
            self.kind.addItem("What the window shows", "view")
        if selection is not None:
            self.kind.addItem("Around the selection", "selection")
        self.kind.addItem("Cells", "cells")
        self.cells = QLineEdit(self)
        self.cells.setPlaceholderText("B2:K9")
        self.cells.setAccessibleName("Cells")
        self.cells.setFixedWidth(84)
        self.cells.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.kind, 1)
        row.addWidget(self.cells)
        self.kind.currentIndexChanged.connect(self._on_kind)
        self.cells.textChanged.connect(self.changed)

    def region(self) -> Rect | None:
        """Return the chosen part in cells; None: the whole map.

        Raises
        ------
        ValueError
            If the cells can't be read.
        """
        match self.kind.currentData():
            case "view":
                return self._view
            case "selection":
                return self._selection
            case "cells":
                return region_of(self._grid, self.cells.text())
        return None

    def _on_kind(self) -> None:
        is_cells = self.kind.currentData() == "cells"
        self.cells.setVisible(is_cells)
        if is_cells:
            self.cells.setFocus()
        self.changed.emit()


def fit_on_screen(dialog: QWidget, width: int, height: int) -> None:
    """Give *dialog* this size in pixels, or less where the screen is smaller."""
    room = dialog.screen().availableSize() - QSize(40, 60)
    dialog.resize(QSize(width, height).boundedTo(room))


def section(title: str, parent: QWidget) -> QLabel:
    """Return the heading of a section."""
    label = QLabel(title, parent)
    label.setProperty("role", "label")
    label.setContentsMargins(0, 10, 0, 0)
    return label


def row(label: str, editor: QWidget, parent: QWidget, *, width: int = 92) -> QWidget:
    """Return a line of a label and its editor."""
    line = QWidget(parent)
    layout = QHBoxLayout(line)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(8)
    words = QLabel(label, line)
    words.setFixedWidth(width)
    words.setBuddy(editor)
    if not editor.accessibleName():
        editor.setAccessibleName(label)
    layout.addWidget(words)
    layout.addWidget(editor, 1)
    return line


def stack(parent: QWidget, *parts: QWidget, spacing: int = 8) -> QWidget:
    """Return *parts* one below the other."""
    holder = QWidget(parent)
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(spacing)
    column.setAlignment(Qt.AlignmentFlag.AlignTop)
    for part in parts:
        column.addWidget(part)
    return holder


def lay_over_foot(
    dialog: QDialog, body: QLayout, words: QLayout, buttons: Sequence[QPushButton]
) -> None:
    """Lay out a dialog: *body* above a line, and below it what is said and the buttons."""
    foot = QHBoxLayout()
    foot.setContentsMargins(20, 12, 20, 16)
    foot.setSpacing(10)
    foot.addLayout(words, 1)
    for button in buttons:
        foot.addWidget(button)
    line = QFrame(dialog)
    line.setFrameShape(QFrame.Shape.HLine)
    whole = QVBoxLayout(dialog)
    whole.setContentsMargins(0, 0, 0, 0)
    whole.setSpacing(0)
    whole.addLayout(body, 1)
    whole.addWidget(line)
    whole.addLayout(foot)
