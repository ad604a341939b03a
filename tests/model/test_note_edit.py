"""Notes on the map: written, found, moved, taken away."""

from types import MappingProxyType

from battlemap.geometry.cell import Point
from battlemap.model.battle_map import Mark
from battlemap.model.note_edit import note_near, with_note, with_note_moved, without_notes

AREA = Mark("area-1", "area", (Point(0, 0), Point(4, 0), Point(4, 4)), "Fog")


def test_a_note_is_written_found_changed_moved_and_deleted():
    marks = MappingProxyType({"area-1": AREA})
    marks = with_note(marks, Point(2, 3), "A lever", gm_only=True)
    assert note_near(marks, (2.2, 3.1)).text == "A lever"
    assert note_near(marks, (2.5, 3.1)) is None
    assert note_near(marks, (0, 0)) is None, "an area is no note"
    marks = with_note(marks, Point(9, 9), "A lever, rusty", gm_only=False, key="note-1")
    assert marks["note-1"].points == (Point(2, 3),), "its place stays"
    assert not marks["note-1"].gm_only
    marks = with_note_moved(marks, "note-1", Point(5, 5))
    assert note_near(marks, (5, 5)).id == "note-1"
    assert dict(without_notes(marks, {"note-1"})) == {"area-1": AREA}


def test_the_nearest_of_two_notes_and_a_free_id():
    marks = with_note(MappingProxyType({}), Point(2, 3), "One", gm_only=True)
    marks = with_note(marks, Point(2.3, 3), "Two", gm_only=True)
    assert list(marks) == ["note-1", "note-2"]
    assert note_near(marks, (2.2, 3)).text == "Two"
    assert note_near(marks, (2.1, 3)).text == "One"
