"""The settings of the area in hand: where it starts, its size, what counts as inside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QFormLayout, QWidget

from battlemap.geometry.shapes import Coverage, Snap
from battlemap.tactics.areas import AreaKind
from battlemap.ui.area_plan import FROM_CASTER, LARGEST_FEET, WIDE
from battlemap.ui.panels.record_form import Combo, Spin

if TYPE_CHECKING:
    from battlemap.ui.bridge import Bridge

_SIZES = {
    AreaKind.LINE: "Length",
    AreaKind.CONE: "Length",
    AreaKind.SQUARE: "Side",
}
"""What the size is called; the others have a radius."""


class AreaForm(QWidget):
    """A line for each setting that the kind of area has; an attack's weapon fixes most of them."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bridge, self.plan = bridge, bridge.area_plan
        self._combos: dict[str, tuple[Combo, list[object]]] = {}
        self._form = QFormLayout(self)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._build()

    def _build(self) -> None:
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        self._form.setHorizontalSpacing(12)
        self._form.setVerticalSpacing(6)
        self.start = self._combo(
            "Starts at", "from_caster", (("the selected token", True), ("a point", False))
        )
        self.outline = self._combo(
            "Measured from", "from_outline", (("the cell's outline", True), ("a point", False))
        )
        self.size_box = self._spin("Radius", "size", 1, " ft")
        self.width_box = self._spin("Width", "width", 1, " ft")
        self.angle = self._spin("Angle", "angle", 1, "°")
        self.angle.setRange(1, 360)
        self.angle.setSingleStep(15)
        self.margin = self._spin("Splash", "margin", 0, " ft")
        self.margin.setToolTip("How much wider the outer part is")
        self.snap = self._combo("Origin at", "snap", tuple((s.value, s) for s in Snap))
        self.coverage = self._combo(
            "Cell counts by", "coverage", tuple((c.value, c) for c in Coverage)
        )
        self.walls = QCheckBox("Stopped by walls and shut doors", self)
        self.walls.toggled.connect(lambda on: self.plan.set(stopped_by_walls=on))
        self._form.addRow(self.walls)

    def _combo(self, label: str, name: str, options: tuple[tuple[str, object], ...]) -> Combo:
        box = Combo(self)
        box.setAccessibleName(label)
        box.addItems([text for text, _ in options])
        values = [value for _, value in options]
        self._combos[name] = box, values
        box.currentIndexChanged.connect(
            lambda index: self.plan.set(**{name: values[index]}) if index >= 0 else None
        )
        self._form.addRow(label, box)
        return box

    def _spin(self, label: str, name: str, least: int, suffix: str) -> Spin:
        box = Spin(self)
        box.setAccessibleName(label)
        box.setRange(least, LARGEST_FEET)
        box.setSuffix(suffix)
        box.setSingleStep(self.bridge.encounter.map.grid.feet_per_cell)
        box.valueChanged.connect(lambda value: self.plan.set(**{name: value}))
        self._form.addRow(label, box)
        return box

    def show_settings(self, caster: str) -> None:
        """Show the settings as they are.

        Parameters
        ----------
        caster
            What the token is called from which an area can start.
        """
        settings, form = self.plan.settings, self._form
        step = self.bridge.encounter.map.grid.feet_per_cell
        for box, value in (
            (self.size_box, settings.size),
            (self.width_box, settings.width),
            (self.angle, settings.angle),
            (self.margin, settings.margin),
        ):
            with QSignalBlocker(box):
                box.setValue(value)
                if box is not self.angle:
                    box.setSingleStep(step)
        for name, (combo, values) in self._combos.items():
            with QSignalBlocker(combo):
                combo.setCurrentIndex(values.index(getattr(settings, name)))
        with QSignalBlocker(self.walls):
            self.walls.setChecked(settings.stopped_by_walls)
        is_blast = settings.kind is AreaKind.BLAST
        form.setRowVisible(self.start, settings.kind in FROM_CASTER)
        form.setRowVisible(self.outline, is_blast)
        for box in (self.size_box, self.coverage, self.walls):
            form.setRowVisible(box, True)
        form.setRowVisible(self.margin, True)
        form.setRowVisible(self.width_box, settings.kind in WIDE)
        form.setRowVisible(self.angle, settings.kind is AreaKind.CONE)
        form.setRowVisible(self.snap, not (is_blast and settings.from_outline))
        form.labelForField(self.size_box).setText(_SIZES.get(settings.kind, "Radius"))
        self.start.setItemText(0, caster)
        if self.plan.weapon:
            own = (self.size_box, self.width_box, self.angle, self.margin)
            for box in (self.start, *own, self.outline, self.coverage, self.walls):
                form.setRowVisible(box, False)
