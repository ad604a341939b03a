"""Editors for fields that hold several values: lists in one line, records below each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, get_args, get_origin

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

if TYPE_CHECKING:
    from collections.abc import Callable


def word_of(value: object) -> str:
    """Return one value of a list as its line spells it."""
    if isinstance(value, Enum):
        text = value.value if isinstance(value.value, str) else ""
        return (text or value.name.lower()).replace("_", " ")
    return str(value)


def value_of(kind: object, word: str) -> Any:  # noqa: ANN401  # it is a value of *kind*
    """Return the value of *kind* that a word of the line means.

    Raises
    ------
    ValueError
        If it means none, with a sentence that says what is expected.

    Examples
    --------
    >>> value_of(int, " 7"), value_of(str, "a b")
    (7, 'a b')
    """
    word = " ".join(word.split())
    if kind is int:
        try:
            return int(word)
        except ValueError:
            raise ValueError(f'"{word}" is no whole number') from None
    if isinstance(kind, type) and issubclass(kind, Enum):
        for member in kind:
            if word.casefold() == word_of(member).casefold():
                return member
        known = ", ".join(word_of(member) for member in kind)
        raise ValueError(f'"{word}" is none of: {known}')
    return word


def has_line(kind: object) -> bool:
    """Tell whether a field of this type is edited in one line of text."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is tuple:
        return len(parts) == 2 and parts[1] is ... and _is_plain(parts[0])
    if origin is frozenset:
        return _is_plain(parts[0])
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        return _is_plain(parts[0]) and parts[1] is int
    return False


def holds_records(kind: object) -> bool:
    """Tell whether a field of this type is a tuple of records."""
    parts = get_args(kind)
    return (
        get_origin(kind) is tuple
        and len(parts) == 2
        and parts[1] is ...
        and isinstance(parts[0], type)
        and is_dataclass(parts[0])
    )


def _is_plain(kind: object) -> bool:
    return kind in (int, str) or (isinstance(kind, type) and issubclass(kind, Enum))


def line_of(value: object) -> str:
    """Return a list, set or mapping as its line.

    Examples
    --------
    >>> line_of((8, 8, 5)), line_of({"fire": 2, "cold": 1}), line_of(frozenset({"b", "a"}))
    ('8, 8, 5', 'fire 2, cold 1', 'a, b')
    """
    if isinstance(value, Mapping):
        return ", ".join(f"{word_of(key)} {part}" for key, part in value.items())
    if isinstance(value, frozenset):
        return ", ".join(sorted(word_of(part) for part in value))
    return ", ".join(word_of(part) for part in value) if isinstance(value, tuple) else ""


def read_line(kind: object, text: str) -> Any:  # noqa: ANN401  # it is a value of *kind*
    """Return the list, set or mapping that a line means.

    Raises
    ------
    ValueError
        If a word in it means nothing.

    Examples
    --------
    >>> read_line(tuple[int, ...], "3, 4,"), dict(read_line(Mapping[str, int], "fire 2"))
    ((3, 4), {'fire': 2})
    """
    words = [word for word in text.replace(";", ",").split(",") if word.strip()]
    origin, parts = get_origin(kind), get_args(kind)
    if origin is tuple:
        return tuple(value_of(parts[0], word) for word in words)
    if origin is frozenset:
        return frozenset(value_of(parts[0], word) for word in words)
    found: dict[Any, int] = {}
    for word in words:
        key, _, number = word.strip().replace(":", " ").rpartition(" ")
        if not key.strip():
            raise ValueError(f'"{word.strip()}" needs a name and a number, as in "fire 2"')
        found[value_of(parts[0], key)] = value_of(int, number)
    return MappingProxyType(found)


class ListLine(QLineEdit):
    """Several values in one line, with commas between them."""

    taken = Signal(object)
    refused = Signal(str)

    def __init__(self, kind: object, value: object, parent: QWidget | None = None) -> None:
        super().__init__(line_of(value), parent)
        self._kind = kind
        is_mapping = get_origin(kind) not in (tuple, frozenset)
        self.setPlaceholderText(
            "name number, name number" if is_mapping else "none; commas between them"
        )
        self.editingFinished.connect(self._read)

    def show_value(self, value: object) -> None:
        """Show another value."""
        self.setText(line_of(value))

    def _read(self) -> None:
        try:
            value = read_line(self._kind, self.text())
        except ValueError as error:
            self.refused.emit(str(error))
            return
        self.show_value(value)
        self.taken.emit(value)


class RecordList(QWidget):
    """Records one below the other, each with a form of its own; one can be added or taken out."""

    taken = Signal(object)

    def __init__(
        self,
        kind: type,
        records: tuple[object, ...],
        make_form: Callable[[object, QWidget], QWidget],
        noun: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._kind, self._make_form, self._noun = kind, make_form, noun
        self.records: tuple[object, ...] = ()
        self.forms: list[QWidget] = []
        self._rows = QVBoxLayout()
        self._rows.setSpacing(6)
        self.add_button = QPushButton(f"Add {noun}", self)
        self.add_button.setProperty("role", "link")
        self.add_button.clicked.connect(self._add)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 8)
        column.addLayout(self._rows)
        column.addWidget(self.add_button)
        self.show_value(records)

    def show_value(self, records: tuple[object, ...]) -> None:
        """Show other records."""
        if len(records) == len(self.records) and self.forms:
            self.records = records
            for form, record in zip(self.forms, records, strict=True):
                form.show_record(record)  # type: ignore[attr-defined]  # what make_form makes
            return
        self.records = records
        self.forms = []
        while (item := self._rows.takeAt(0)) is not None:
            item.widget().hide()
            item.widget().deleteLater()
        for index, record in enumerate(records):
            self._rows.addWidget(self._row(index, record))

    def _row(self, index: int, record: object) -> QWidget:
        row = QWidget(self)
        column = QVBoxLayout(row)
        column.setContentsMargins(8, 0, 0, 0)
        column.setSpacing(2)
        head = QHBoxLayout()
        title = QLabel(f"{self._noun.capitalize()} {index + 1}", row)
        title.setProperty("role", "secondary")
        remove = QPushButton("Remove", row)
        remove.setProperty("role", "link")
        remove.setAccessibleName(f"Remove {self._noun} {index + 1}")
        remove.clicked.connect(lambda: self._remove(index))
        head.addWidget(title, 1)
        head.addWidget(remove)
        form = self._make_form(record, row)
        form.changed.connect(lambda new, _name: self._replace(index, new))  # type: ignore[attr-defined]
        self.forms.append(form)
        column.addLayout(head)
        column.addWidget(form)
        return row

    def _replace(self, index: int, record: object) -> None:
        records = list(self.records)
        records[index] = record
        self.records = tuple(records)
        self.taken.emit(self.records)

    def _add(self) -> None:
        self.show_value((*self.records, self._kind()))
        self.taken.emit(self.records)

    def _remove(self, index: int) -> None:
        self.show_value(tuple(one for at, one in enumerate(self.records) if at != index))
        self.taken.emit(self.records)
