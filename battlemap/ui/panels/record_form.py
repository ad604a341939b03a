"""A form made from a frozen dataclass: sheets, weapon details and options edit themselves."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from enum import Enum
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Union, cast, get_args, get_origin, get_type_hints

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from battlemap.ui.panels.collection_editors import (
    ListLine,
    RecordList,
    has_line,
    holds_records,
)
from battlemap.ui.timers import single_shot

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from PySide6.QtGui import QWheelEvent
    from PySide6.QtWidgets import QLayout

_LEAST, _MOST = -9999, 9999

_ROWS_IN_A_TURN = 8
"""So many rows of a long form are made before the window answers again."""


def words_of(name: str) -> str:
    """Return a field's name as a label.

    Examples
    --------
    >>> words_of("defense_rating"), words_of("movement_feet")
    ('Defense rating', 'Movement, feet')
    """
    if name.endswith("_feet"):
        name = name.removesuffix("_feet") + ",_feet"
    return name.replace("_", " ").capitalize()


def change_words(name: str, before: object, after: object) -> str:
    """Return what changed in a field, old value and new.

    Examples
    --------
    >>> change_words("might", 3, 4), change_words("range_feet", None, 30)
    ('might: 3 to 4', 'range, feet: none to 30')
    """
    if is_dataclass(before) and type(before) is type(after):
        for field in fields(before):
            old, new = getattr(before, field.name), getattr(after, field.name)
            if old != new:
                return f"{words_of(name).lower()}, {change_words(field.name, old, new)}"
    return f"{words_of(name).lower()}: {value_words(before)} to {value_words(after)}"


def value_words(value: object) -> str:
    """Return a field's value in words.

    Examples
    --------
    >>> value_words(True), value_words(None), value_words(("a", "b")), value_words("")
    ('yes', 'none', 'a, b', 'nothing')
    """
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return _member_words(value)
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, (tuple, list, frozenset)):
        return ", ".join(value_words(part) for part in value) or "nothing"
    return str(value) or "nothing"


def optional_of(kind: object) -> tuple[object, bool]:
    """Return a type without None, and whether None was in it.

    Examples
    --------
    >>> optional_of(int | None), optional_of(str)
    ((<class 'int'>, True), (<class 'str'>, False))
    """
    if get_origin(kind) in (Union, UnionType):
        rest = [part for part in get_args(kind) if part is not NoneType]
        if len(rest) == 1:
            return rest[0], True
    return kind, False


def _keep_the_wheel_out(editor: QWidget) -> None:
    """Let an editor take the focus by a click or Tab, but not by the wheel (Qt's default)."""
    editor.setFocusPolicy(Qt.FocusPolicy.StrongFocus)


def _turn_wheel(editor: QWidget, event: QWheelEvent, change: Callable[[QWheelEvent], None]) -> None:
    """Change the editor that has the focus; scroll the page from any other."""
    if editor.hasFocus():
        change(event)
    else:
        event.ignore()


def give_undo_to_window(editor: QWidget) -> None:
    """Let Ctrl+Z and Ctrl+Y in a line without typing of its own reach the window's commands."""
    editor.installEventFilter(UndoToWindow(editor))
    if isinstance(editor, QLineEdit):
        # What was taken is the window's to undo.
        editor.editingFinished.connect(lambda: editor.setModified(False))


class UndoToWindow(QObject):
    """Hands Ctrl+Z and Ctrl+Y to the window where a line holds nothing of its own to undo.

    Qt lets a line of text keep both keys for itself, also where it has nothing to take back.
    """

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Refuse the override of the shortcut, so that the window's command gets the key."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        is_undo = event.matches(QKeySequence.StandardKey.Undo)
        if not is_undo and not event.matches(QKeySequence.StandardKey.Redo):
            return False
        if _has_own_text(watched, undo=is_undo):
            return False
        event.ignore()
        return True


def _has_own_text(editor: QObject, *, undo: bool) -> bool:
    """Return whether text was typed into the editor that nobody has taken yet."""
    if isinstance(editor, QPlainTextEdit):
        document = editor.document()
        return document.isUndoAvailable() if undo else document.isRedoAvailable()
    if isinstance(editor, (QSpinBox, QDoubleSpinBox)):
        # While typing, the value is still the one before (no keyboard tracking).
        return editor.text() != _settled_text(editor)
    if isinstance(editor, QLineEdit):
        return editor.isModified()
    return False


def _settled_text(box: QSpinBox | QDoubleSpinBox) -> str:
    if box.specialValueText() and box.value() == box.minimum():
        return box.specialValueText()
    return box.prefix() + box.textFromValue(box.value()) + box.suffix()


class Spin(QSpinBox):
    """A number that the wheel doesn't change by accident."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        # The style sheet's padding doesn't reach the line inside.
        self.lineEdit().setTextMargins(8, 0, 0, 0)
        _keep_the_wheel_out(self)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the page instead, unless the box has the focus."""
        _turn_wheel(self, event, super().wheelEvent)


class Real(QDoubleSpinBox):
    """A number with decimals that the wheel doesn't change by accident."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.lineEdit().setTextMargins(8, 0, 0, 0)
        _keep_the_wheel_out(self)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the page instead, unless the box has the focus."""
        _turn_wheel(self, event, super().wheelEvent)


class Combo(QComboBox):
    """A choice that the wheel doesn't change by accident."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        _keep_the_wheel_out(self)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the page instead, unless the box has the focus."""
        _turn_wheel(self, event, super().wheelEvent)


class RecordForm(QWidget):
    """Edits one dataclass record. A value that the record refuses is named and not taken."""

    changed = Signal(object, str)
    """(the new record, name of the field)."""
    grown = Signal()
    """Rows came that weren't there at once."""

    def __init__(
        self,
        record: object,
        parent: QWidget | None = None,
        word_of: Callable[[Enum], str] | None = None,
        *,
        at_once: int | None = None,
    ) -> None:
        """Make the rows.

        Parameters
        ----------
        record
            What is edited.
        word_of
            What the rules call a choice, or empty; None: as it is written.
        at_once
            So many rows are there at once; the others come bit by bit while the window answers.
            None: all.
        """
        super().__init__(parent)
        self.record: Any = record
        self._word_of = word_of
        """What a choice is called where the rules name it; empty: as it is written."""
        self.editors: dict[str, QWidget] = {}
        self.sources: dict[str, QLabel] = {}
        """Under an option: where the text leaves it open."""
        self.error = QLabel("", self)
        self.error.setProperty("role", "warning")
        self.error.setWordWrap(True)
        self.error.hide()
        self._form = QFormLayout()
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        self._form.setHorizontalSpacing(12)
        self._form.setVerticalSpacing(6)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.error)
        column.addLayout(self._form)
        hints = get_type_hints(type(record))
        self._shown: Container[str] | None = None
        self._missing = [
            (field.name, hints[field.name], dict(field.metadata))
            for field in reversed(fields(record))  # type: ignore[arg-type]
        ]
        self._grow(len(self._missing) if at_once is None else at_once)
        self._later = single_shot(self, self._grow_on)
        if self._missing:
            self._later.start()

    def show_record(self, record: object) -> None:
        """Show another record of the same class; nothing is told."""
        if record == self.record:
            return
        self.record = record
        self.error.hide()
        for name, editor in self.editors.items():
            with QSignalBlocker(editor):
                self._put(editor, getattr(record, name))

    def show_only(self, names: Container[str]) -> None:
        """Hide the rows of all other fields, also of those that are still to come."""
        self._shown = names
        # Else each row that comes would lay out all others.
        column = cast("QLayout", self.layout())
        column.setEnabled(False)
        for name in self.editors:
            self._show_row(name, is_shown=name in names)
        column.setEnabled(True)
        column.update()

    def _show_row(self, name: str, *, is_shown: bool) -> None:
        row, _ = self._form.getWidgetPosition(self.editors[name])
        rows = [row, row - 1, row + 1] if name in self.sources else [row]
        for one in rows:
            self._form.setRowVisible(one, is_shown)

    @property
    def is_whole(self) -> bool:
        """Whether all rows are there."""
        return not self._missing

    # Making editors ---------------------------------------------------------------------------

    def _grow(self, rows: int) -> None:
        for _ in range(min(rows, len(self._missing))):
            name, kind, metadata = self._missing.pop()
            self._add(name, kind, metadata)
            if self._shown is not None and name in self.editors and name not in self._shown:
                self._show_row(name, is_shown=False)

    def _grow_on(self) -> None:
        self._grow(_ROWS_IN_A_TURN)
        if self._missing:
            self._later.start()
        self.grown.emit()

    def _add(self, name: str, kind: object, metadata: dict[str, Any]) -> None:
        editor = self._editor(name, kind, getattr(self.record, name), metadata)
        if editor is None:
            return
        self.editors[name] = editor
        label = QLabel(words_of(name), self)
        label.setProperty("role", "fact-label")
        label.setMinimumHeight(30)
        label.setBuddy(editor)
        give_undo_to_window(editor)
        editor.setAccessibleName(words_of(name))
        if "question" in metadata:
            label.setText(str(metadata["question"]))
            label.setWordWrap(True)
            label.setProperty("role", "line-title")
            label.setMinimumHeight(0)
            editor.setAccessibleName(str(metadata["question"]))
            label.setToolTip(str(metadata.get("source", "")))
        if isinstance(editor, (RecordForm, RecordList)):
            label.setProperty("role", "section")
            self._form.addRow(label)
            self._form.addRow(editor)
        elif isinstance(editor, QCheckBox) and "question" not in metadata:
            editor.setText(words_of(name))
            self._form.addRow(editor)
            label.deleteLater()
        elif "question" in metadata:
            if isinstance(editor, QCheckBox):
                editor.setText("Yes")
            self._form.addRow(label)
            self._form.addRow(editor)
            if "source" in metadata:
                source = QLabel(str(metadata["source"]), self)
                source.setProperty("role", "reason-off")
                source.setWordWrap(True)
                source.setContentsMargins(0, 0, 0, 10)
                self._form.addRow(source)
                self.sources[name] = source
        else:
            self._form.addRow(label, editor)

    def _editor(
        self, name: str, kind: object, value: object, metadata: dict[str, Any]
    ) -> QWidget | None:
        kind, can_be_none = optional_of(kind)
        if is_dataclass(kind) and is_dataclass(value):
            inner = RecordForm(value, self, self._word_of)
            inner.changed.connect(lambda record, _f, n=name: self._take(n, record))
            return inner
        if kind is bool:
            box = QCheckBox(self)
            box.setChecked(bool(value))
            box.toggled.connect(lambda on, n=name: self._take(n, on))
            return box
        if isinstance(kind, type) and issubclass(kind, Enum):
            return self._choice(name, kind, value, can_be_none=can_be_none)
        if kind is int:
            spin = Spin(self)
            spin.setProperty("none", can_be_none)
            least, most = metadata.get("limits", (_LEAST, _MOST))
            spin.setRange(least - can_be_none, most)
            spin.setKeyboardTracking(False)
            if can_be_none:
                spin.setSpecialValueText(str(metadata.get("none", "none")))
            self._put(spin, value)
            spin.valueChanged.connect(lambda _v, n=name, s=spin: self._take(n, self._number(s)))
            return spin
        if kind is float:
            real = Real(self)
            real.setRange(*metadata.get("limits", (_LEAST, _MOST)))
            real.setDecimals(2)
            real.setKeyboardTracking(False)
            real.setValue(float(str(value)))
            real.valueChanged.connect(lambda v, n=name: self._take(n, v))
            return real
        if kind is str:
            line = QLineEdit(str(value), self)
            line.editingFinished.connect(lambda n=name, w=line: self._take(n, w.text()))
            return line
        return self._collection(name, kind, value)

    def _collection(self, name: str, kind: object, value: object) -> QWidget | None:
        """Return the editor of a list, set, mapping, or tuple of records; None for other kinds."""
        if has_line(kind):
            several = ListLine(kind, value, self)
            several.taken.connect(lambda new, n=name: self._take(n, new))
            several.refused.connect(lambda why, n=name: self._refuse(n, why))
            return several
        if holds_records(kind) and isinstance(value, tuple):
            noun = words_of(name).lower().removesuffix("s")
            records = RecordList(get_args(kind)[0], value, RecordForm, noun, self)
            records.taken.connect(lambda new, n=name: self._take(n, new))
            return records
        return None

    def _choice(
        self, name: str, kind: type[Enum], value: object, *, can_be_none: bool
    ) -> QComboBox:
        combo = Combo(self)
        if can_be_none:
            combo.addItem("None", None)
        for member in kind:
            named = self._word_of(member) if self._word_of is not None else ""
            text = named or _member_words(member)
            combo.addItem(text[:1].upper() + text[1:], member)
            combo.setItemData(combo.count() - 1, text, int(Qt.ItemDataRole.ToolTipRole))
        self._put(combo, value)
        combo.currentIndexChanged.connect(
            lambda _i, n=name, c=combo, k=kind: self._take(n, _member(k, c.currentData()))
        )
        return combo

    @staticmethod
    def _number(spin: QSpinBox) -> int | None:
        is_none = bool(spin.property("none")) and spin.value() == spin.minimum()
        return None if is_none else spin.value()

    @staticmethod
    def _put(editor: QWidget, value: object) -> None:
        match editor:
            case RecordForm():
                editor.show_record(value)
            case ListLine() | RecordList():
                editor.show_value(value)
            case QCheckBox():
                editor.setChecked(bool(value))
            case QComboBox():
                index = next((i for i in range(editor.count()) if editor.itemData(i) == value), 0)
                editor.setCurrentIndex(index)
            case QSpinBox():
                editor.setValue(editor.minimum() if value is None else int(str(value)))
            case QDoubleSpinBox():
                editor.setValue(float(str(value)))
            case QLineEdit():
                editor.setText(str(value))

    def _take(self, name: str, value: object) -> None:
        if getattr(self.record, name) == value:
            return
        try:
            record = replace(self.record, **{name: value})
        except ValueError as error:
            self._refuse(name, str(error))
            return
        self.error.hide()
        self.record = record
        self.changed.emit(record, name)

    def _refuse(self, name: str, why: str) -> None:
        """Say why a value isn't taken, and show the one that stands."""
        self.error.setText(why[:1].upper() + why[1:] + ".")
        self.error.show()
        editor = self.editors[name]
        with QSignalBlocker(editor):
            self._put(editor, getattr(self.record, name))


def _member_words(member: Enum) -> str:
    sentence = str(getattr(member, "sentence", ""))
    if sentence:
        return sentence
    text = str(member.value if isinstance(member.value, str) else "") or member.name
    return text.replace("_", " ").lower()


def _member(kind: type[Enum], value: object) -> Enum | None:
    """Return the member; Qt hands out plain strings and numbers for those that are both."""
    if value is None or isinstance(value, kind):
        return value if isinstance(value, kind) else None
    return kind(value)
