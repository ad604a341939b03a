from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from battlemap.ui.panels.collection_editors import line_of, read_line
from battlemap.ui.panels.record_form import RecordForm


class Kind(StrEnum):
    FIRE = "fire"
    COLD_IRON = "cold_iron"


@dataclass(frozen=True)
class Burn:
    dice: int = 1
    kind: Kind = Kind.FIRE


@dataclass(frozen=True)
class Sheet:
    slots: tuple[int, ...] = (8, 8)
    names: frozenset[str] = frozenset()
    immune: tuple[Kind, ...] = ()
    resists: Mapping[Kind, int] = field(default_factory=lambda: MappingProxyType({}))
    burns: tuple[Burn, ...] = ()

    def __post_init__(self):
        if len(self.slots) > 3:
            raise ValueError("there are 3 slots at most")


def typed(qtbot, editor, text):
    editor.clear()
    qtbot.keyClicks(editor, text)
    qtbot.keyClick(editor, Qt.Key.Key_Return)


@pytest.fixture
def form(qtbot):
    found = RecordForm(Sheet())
    qtbot.addWidget(found)
    found.show()
    return found


def test_lines_are_read_into_lists_sets_and_mappings(form, qtbot):
    typed(qtbot, form.editors["slots"], "5, 6 ,7")
    typed(qtbot, form.editors["names"], "b, a,")
    typed(qtbot, form.editors["immune"], "Cold Iron, fire")
    typed(qtbot, form.editors["resists"], "fire 3, cold iron: 2")
    assert form.record == Sheet(
        (5, 6, 7),
        frozenset({"a", "b"}),
        (Kind.COLD_IRON, Kind.FIRE),
        {Kind.FIRE: 3, Kind.COLD_IRON: 2},
    )
    assert form.editors["slots"].text() == "5, 6, 7"


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("slots", "5, six", '"six" is no whole number.'),
        ("slots", "1,2,3,4", "There are 3 slots at most."),
        ("immune", "acid", '"acid" is none of: fire, cold iron.'),
        ("resists", "fire", '"fire" needs a name and a number, as in "fire 2".'),
        ("resists", "fire x", '"x" is no whole number.'),
    ],
)
def test_what_means_nothing_is_named_and_not_taken(name, text, why, form, qtbot):
    typed(qtbot, form.editors[name], text)
    assert form.error.text() == why
    assert form.record == Sheet()
    assert form.editors[name].text() == line_of(getattr(Sheet(), name))


def test_records_are_added_changed_and_taken_out(form, qtbot):
    burns = form.editors["burns"]
    qtbot.mouseClick(burns.add_button, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(burns.add_button, Qt.MouseButton.LeftButton)
    assert form.record.burns == (Burn(), Burn())
    burns.forms[1].editors["dice"].setValue(4)
    burns.forms[0].editors["kind"].setCurrentIndex(1)
    assert form.record.burns == (Burn(1, Kind.COLD_IRON), Burn(4))
    remove = next(
        b for b in burns.findChildren(QPushButton) if b.accessibleName() == "Remove burn 1"
    )
    qtbot.mouseClick(remove, Qt.MouseButton.LeftButton)
    assert form.record.burns == (Burn(4),)
    assert len(burns.forms) == 1


def test_another_record_is_shown_without_telling(form):
    told = []
    form.changed.connect(lambda *a: told.append(a))
    form.show_record(Sheet((1,), frozenset({"x"}), burns=(Burn(7),)))
    assert form.editors["slots"].text() == "1"
    assert form.editors["names"].text() == "x"
    assert form.editors["burns"].forms[0].editors["dice"].value() == 7
    assert told == []


def test_reading_is_the_counterpart_of_writing():
    for kind, value in (
        (tuple[int, ...], (3, -4)),
        (frozenset[str], frozenset({"a b", "c"})),
        (tuple[Kind, ...], (Kind.COLD_IRON,)),
        (Mapping[str, int], {"a b": 2, "c": -1}),
    ):
        assert read_line(kind, line_of(value)) == value
