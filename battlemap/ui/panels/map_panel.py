"""The Map panel: what the tool in hand draws with, and what is known of the chosen obstacles."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from battlemap.geometry.brush import LARGEST_BRUSH
from battlemap.model import limits
from battlemap.model.obstacle_kinds import DOOR_KINDS, PROP_KINDS, WALL_KINDS
from battlemap.model.terrain import Terrain
from battlemap.rules.plan import Choice, ChoiceOption
from battlemap.ui.map_drawing import HEIGHT_STEP, PropShape, obstacle_words
from battlemap.ui.panels.buttons import IconButton, Segmented
from battlemap.ui.panels.light_form import LightForm
from battlemap.ui.panels.obstacle_form import ObstacleForm
from battlemap.ui.panels.parts import SectionHead, Wrapped, scrolled
from battlemap.ui.panels.record_form import Combo, Spin, give_undo_to_window
from battlemap.ui.timers import single_shot

if TYPE_CHECKING:
    from battlemap.model.obstacle import Obstacle
    from battlemap.ui.scene.map_view import MapView

_EDGE = 16
_PATTERNS: dict[str, tuple[str, tuple[tuple[str, Obstacle], ...]]] = {
    "wall": ("New walls", WALL_KINDS),
    "door": ("New doors", DOOR_KINDS),
    "prop": ("New props", PROP_KINDS),
}
"""The tools that draw obstacles: what their section is called, and the usual kinds."""

_BRUSHES = ("terrain", "height", "eraser")
_SHAPES = tuple(ChoiceOption(shape.value, shape.value.capitalize()) for shape in PropShape)
_SIZES = tuple(ChoiceOption(str(size), str(size)) for size in range(1, LARGEST_BRUSH + 1))


class MapPanel(QWidget):
    """Settings of the map tools above, the chosen obstacles below."""

    tool_asked = Signal(str)
    """A map tool is wanted, by its key."""

    def __init__(self, view: MapView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("DockBody")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Map")
        self.view = view
        self.drawing = view.drawing
        self._build()
        self._refreshes = single_shot(self, self.refresh)
        bridge = view.bridge
        for signal in (
            bridge.changed,
            bridge.session_changed,
            self.drawing.chosen_changed,
            self.drawing.settings_changed,
            view.tool_changed,
        ):
            signal.connect(lambda *_: self._refreshes.start())
        self.drawing.edit_asked.connect(self.focus_chosen)
        self.refresh()

    # Building -----------------------------------------------------------------------------------

    def _build(self) -> None:
        self.tool_buttons: dict[str, IconButton] = {}
        row = QHBoxLayout()
        row.setSpacing(2)
        for tool in self.view.tools:
            if tool.group:
                tip = f"{tool.label} ({tool.shortcut})"
                button = IconButton(tool.icon, tip, self, size=18, box=28)
                button.setCheckable(True)
                button.clicked.connect(lambda _=False, key=tool.key: self.tool_asked.emit(key))
                self.tool_buttons[tool.key] = button
                row.addWidget(button)
        row.addStretch(1)
        self.hint = Wrapped("", self, role="secondary")
        self.head = SectionHead("", self)
        self.pattern = Combo(self)
        self.pattern.setAccessibleName("Kind")
        self.pattern.activated.connect(self._pattern_chosen)
        self.shape = Segmented("Shape", self)
        self.shape.chosen.connect(lambda key: self.drawing.set(shape=PropShape(key)))
        self.pattern_form = ObstacleForm(self)
        self.pattern_form.changed.connect(self._pattern_changed)
        self._build_brush()
        self.light_form = LightForm(self.drawing, self)
        self.chosen_head = SectionHead("Chosen", self)
        self.chosen_form = ObstacleForm(self)
        self.chosen_form.changed.connect(self.drawing.set_field)
        self.delete_button = QPushButton("Delete", self)
        self.delete_button.clicked.connect(lambda: self.drawing.delete(self.drawing.chosen))
        body = QWidget(self)
        body.setObjectName("DockBody")
        column = QVBoxLayout(body)
        column.setContentsMargins(_EDGE, 12, _EDGE, 16)
        column.setSpacing(10)
        column.addLayout(row)
        for part in (
            self.hint,
            self.head,
            self.pattern,
            self.shape,
            self.brush_box,
            self.light_form,
            self.pattern_form,
            self.chosen_head,
            self.chosen_form,
            self.delete_button,
        ):
            column.addWidget(part)
        column.addStretch(1)
        scrolled(self, body)

    def _build_brush(self) -> None:
        self.brush_box = QWidget(self)
        self._brush = QFormLayout(self.brush_box)
        self._brush.setContentsMargins(0, 0, 0, 0)
        self._brush.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        self._brush.setHorizontalSpacing(12)
        self._brush.setVerticalSpacing(6)
        self.terrain = Combo(self)
        self.terrain.setAccessibleName("Ground")
        for kind in (Terrain.NORMAL, *Terrain):
            self.terrain.addItem(str(kind.name).capitalize(), int(kind))
        self.terrain.activated.connect(
            lambda _: self.drawing.set(terrain=Terrain(self.terrain.currentData()))
        )
        self.height_box = Spin(self)
        self.height_box.setAccessibleName("Height")
        self.height_box.setRange(-limits.FEET, limits.FEET)
        self.height_box.setSingleStep(HEIGHT_STEP)
        self.height_box.setSuffix(" ft")
        self.height_box.valueChanged.connect(lambda value: self.drawing.set(height=value))
        self.to_height = QCheckBox(f"To a height, not by steps of {HEIGHT_STEP} ft", self)
        self.to_height.clicked.connect(lambda on: self.drawing.set(height=0 if on else None))
        give_undo_to_window(self.height_box)
        self.size_box = Segmented("Brush size", self)
        self.size_box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.size_box.setMinimumWidth(120)
        self.size_box.chosen.connect(lambda key: self.drawing.set(brush=int(key)))
        self.ground = QCheckBox("Ground and heights too", self)
        self.ground.clicked.connect(lambda on: self.drawing.set(erases_ground=on))
        self._brush.addRow("Ground", self.terrain)
        self._brush.addRow(self.to_height)
        self._brush.addRow("Height", self.height_box)
        self._brush.addRow(self.ground)
        self._brush.addRow("Brush size", self.size_box)

    # Showing ------------------------------------------------------------------------------------

    @property
    def _draws(self) -> str:
        return str(getattr(self.view.current_tool, "draws", ""))

    def refresh(self) -> None:
        """Show the tool in hand and what is chosen, as they are now."""
        self._refreshes.stop()
        tool = self.view.current_tool
        for key, button in self.tool_buttons.items():
            button.setChecked(key == tool.key)
            button.restyle()
        self.hint.setText(
            tool.hint if tool.group else "Choose a tool, or double-click an obstacle."
        )
        self._show_pattern()
        self._show_brush()
        self.light_form.setVisible(self._draws == "light")
        self.light_form.refresh()
        chosen = self.drawing.chosen_obstacles()
        self.chosen_head.side.setText(obstacle_words(chosen))
        for part in (self.chosen_head, self.chosen_form, self.delete_button):
            part.setVisible(bool(chosen))
        self.chosen_form.show_obstacles(chosen)

    def _show_pattern(self) -> None:
        draws = self._draws
        is_pattern = draws in _PATTERNS
        for part in (self.pattern, self.pattern_form):
            part.setVisible(is_pattern)
        self.head.setVisible(is_pattern or draws in (*_BRUSHES, "light"))
        self.shape.setVisible(draws == "prop")
        if not is_pattern:
            titles = {"eraser": "Erase", "light": "New lights"}
            self.head.title.setText(titles.get(draws, "Brush"))
            return
        title, kinds = _PATTERNS[draws]
        self.head.title.setText(title)
        like = self._like(draws)
        labels = [label for label, _ in kinds]
        with QSignalBlocker(self.pattern):
            if [self.pattern.itemText(i) for i in range(self.pattern.count())] != labels:
                self.pattern.clear()
                self.pattern.addItems(labels)
                self.pattern.setPlaceholderText("of my own")
            found = [index for index, (_, kind) in enumerate(kinds) if kind == like]
            self.pattern.setCurrentIndex(found[0] if found else -1)
        self.pattern_form.show_obstacles([like])
        self.shape.show_choice(Choice("shape", "Shape", _SHAPES, self.drawing.settings.shape.value))

    def _show_brush(self) -> None:
        draws, settings = self._draws, self.drawing.settings
        self.brush_box.setVisible(draws in _BRUSHES)
        if draws not in _BRUSHES:
            return
        for editor, owner in (
            (self.terrain, "terrain"),
            (self.to_height, "height"),
            (self.ground, "eraser"),
        ):
            self._brush.setRowVisible(editor, draws == owner)
        is_set = settings.height is not None
        self._brush.setRowVisible(self.height_box, draws == "height" and is_set)
        has_size = draws != "eraser" or settings.erases_ground
        self._brush.setRowVisible(self.size_box, has_size)
        with QSignalBlocker(self.terrain):
            self.terrain.setCurrentIndex(self.terrain.findData(int(settings.terrain)))
        with QSignalBlocker(self.height_box):
            self.height_box.setValue(settings.height or 0)
        self.to_height.setChecked(is_set)
        self.ground.setChecked(settings.erases_ground)
        self.size_box.show_choice(Choice("brush", "Brush size", _SIZES, str(settings.brush)))

    # Changing -----------------------------------------------------------------------------------

    def _like(self, draws: str) -> Obstacle:
        like: Obstacle = getattr(self.drawing.settings, draws)
        return like

    def _pattern_chosen(self, index: int) -> None:
        draws = self._draws
        if draws in _PATTERNS:
            self.drawing.use_kind(draws, *_PATTERNS[draws][1][index])

    def _pattern_changed(self, name: str, value: object) -> None:
        draws = self._draws
        if draws not in _PATTERNS:
            return
        like = self._like(draws)
        if any(field.name == name for field in fields(like)):
            self.drawing.set(**{draws: replace(like, **{name: value})})  # type: ignore[arg-type]

    def focus_chosen(self) -> None:
        """Give the keyboard to the first editor of what is chosen."""
        self.refresh()
        for editor in self.chosen_form.editors.values():
            if editor.isVisibleTo(self):
                editor.setFocus(Qt.FocusReason.TabFocusReason)
                return
