"""The form for walls, doors and props: one of them, a pattern to draw with, or several at once."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import fields
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QLineEdit, QWidget

from battlemap.model import limits
from battlemap.model.obstacle import CoverGrade
from battlemap.ui.panels.record_form import Combo, Spin, give_undo_to_window

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from battlemap.model.obstacle import Obstacle

COVERS = tuple((grade.word.capitalize(), grade) for grade in CoverGrade)
ONE_WAY_CHOICES = (
    ("to both sides", ""),
    ("only to the left", "left"),
    ("only to the right", "right"),
)
"""Seen from where the wall begins; arrowheads on the map show the side."""

FLAGS = (
    ("blocks_move", "Blocks movement", ""),
    ("blocks_sight", "Blocks sight", ""),
    ("is_open", "Open", ""),
    ("is_locked", "Locked", ""),
    ("is_secret", "Secret", "To players it is a piece of wall"),
    ("is_window", "Window", "Shut, it blocks movement but not sight"),
)
NUMBERS = (
    # name, label, least, most, step, suffix, what None is called
    ("height_feet", "Height", 0, limits.FEET, 1, " ft", "as high as anything"),
    ("elevation_feet", "Base at", -limits.FEET, limits.FEET, 5, " ft", ""),
    ("durability", "Durability", 0, 1_000_000, 1, "", "by the rules"),
    ("break_threshold", "Breaks at", 1, 1_000_000, 1, " damage", "by the rules"),
    ("damage", "Damage taken", 0, 1_000_000, 1, "", ""),
)

VARIOUS = "various, "
"""In front of a number in which the obstacles differ."""


class ObstacleForm(QWidget):
    """Shows what obstacles have in common, and says what is changed."""

    changed = Signal(str, object)
    """(name of the field, its new value), for all of them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.editors: dict[str, QWidget] = {}
        """By the name of the field."""
        self._form = QFormLayout(self)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        self._form.setHorizontalSpacing(12)
        self._form.setVerticalSpacing(6)
        self._least: dict[str, int | None] = {}
        self._add_name()
        self._add_choice("cover", "Cover", COVERS)
        for name, label, tip in FLAGS:
            self._add_flag(name, label, tip)
        self._add_choice("one_way", "Steps cross", ONE_WAY_CHOICES)
        for name, label, least, most, step, suffix, nothing in NUMBERS:
            self._add_number(name, label, (least, most, step), suffix, nothing)

    # Making editors -----------------------------------------------------------------------------

    def _add_name(self) -> None:
        editor = QLineEdit(self)
        editor.setPlaceholderText("Crate")
        editor.editingFinished.connect(self._name_given)
        give_undo_to_window(editor)
        self._add("name", "Name", editor)

    def _name_given(self) -> None:
        editor = self.editors["name"]
        if isinstance(editor, QLineEdit) and editor.text().strip() != editor.property("shown"):
            editor.setProperty("shown", editor.text().strip())
            self.changed.emit("name", editor.text().strip())

    def _add_choice(self, name: str, label: str, options: Sequence[tuple[str, object]]) -> None:
        editor = Combo(self)
        for words, _ in options:
            editor.addItem(words)
        editor.setPlaceholderText("various")
        editor.activated.connect(lambda index: self.changed.emit(name, options[index][1]))
        editor.setProperty("values", [value for _, value in options])
        self._add(name, label, editor)

    def _add_flag(self, name: str, label: str, tip: str) -> None:
        editor = QCheckBox(label, self)
        editor.setToolTip(tip)
        editor.clicked.connect(lambda: self._flag_clicked(name))
        editor.setAccessibleName(label)
        self.editors[name] = editor
        self._form.addRow(editor)

    def _flag_clicked(self, name: str) -> None:
        editor = self.editors[name]
        if isinstance(editor, QCheckBox):
            on = editor.checkState() is not Qt.CheckState.Unchecked
            editor.setTristate(False)
            editor.setChecked(on)
            self.changed.emit(name, on)

    def _add_number(
        self, name: str, label: str, span: tuple[int, int, int], suffix: str, nothing: str
    ) -> None:
        editor = Spin(self)
        least, most, step = span
        # One less than the least value stands for "not said".
        editor.setRange(least - 1 if nothing else least, most)
        editor.setSpecialValueText(nothing)
        editor.setSingleStep(step)
        editor.setSuffix(suffix)
        editor.setKeyboardTracking(False)
        self._least[name] = least if nothing else None
        editor.valueChanged.connect(lambda value: self._number_given(name, value))
        editor.lineEdit().textEdited.connect(lambda _: editor.setProperty("typed", True))
        editor.editingFinished.connect(lambda: self._number_typed(name, editor))
        give_undo_to_window(editor)
        self._add(name, label, editor)

    def _number_given(self, name: str, value: int) -> None:
        least = self._least[name]
        self.changed.emit(name, None if least is not None and value < least else value)

    def _number_typed(self, name: str, editor: Spin) -> None:
        """Take a number also where it is the one that stands behind "various"."""
        was_typed = bool(editor.property("typed"))
        editor.setProperty("typed", False)
        if was_typed and editor.prefix() == VARIOUS:
            self._number_given(name, editor.value())

    def _add(self, name: str, label: str, editor: QWidget) -> None:
        editor.setAccessibleName(label)
        self.editors[name] = editor
        self._form.addRow(label, editor)

    # Showing ------------------------------------------------------------------------------------

    def show_obstacles(self, obstacles: Sequence[Obstacle]) -> None:
        """Show these; rows that none of them has are hidden, and nothing is told."""
        for name, editor in self.editors.items():
            values = [getattr(one, name) for one in obstacles if _has(one, name)]
            self._form.setRowVisible(editor, bool(values))
            if values:
                # What isn't said has no room for "various": of several a said one is shown.
                shown = next((value for value in values if value is not None), None)
                mixed = any(value != values[0] for value in values)
                with _quiet(editor):
                    self._put(name, editor, shown, mixed=mixed)

    def _put(self, name: str, editor: QWidget, value: object, *, mixed: bool) -> None:
        if isinstance(editor, Combo):
            index = editor.property("values").index(value)
            editor.setCurrentIndex(-1 if mixed else index)
        elif isinstance(editor, QCheckBox):
            editor.setTristate(mixed)
            editor.setText(
                f"{editor.accessibleName()} (some of them)" if mixed else editor.accessibleName()
            )
            partly = Qt.CheckState.PartiallyChecked
            state = Qt.CheckState.Checked if value else Qt.CheckState.Unchecked
            editor.setCheckState(partly if mixed else state)
        elif isinstance(editor, Spin):
            least = self._least[name]
            nothing = (least or 0) - 1
            editor.setPrefix(VARIOUS if mixed else "")
            editor.setValue(nothing if value is None else int(str(value)))
        elif isinstance(editor, QLineEdit):
            text = "" if mixed else str(value)
            if editor.text() != text and not (editor.hasFocus() and editor.isModified()):
                editor.setText(text)
            editor.setProperty("shown", text)
            editor.setPlaceholderText("various" if mixed else "Crate")


def _has(obstacle: Obstacle, name: str) -> bool:
    return any(field.name == name for field in fields(obstacle))


@contextmanager
def _quiet(editor: QWidget) -> Iterator[None]:
    blocker = QSignalBlocker(editor)
    yield
    blocker.unblock()
