"""B in a drag goes through the ways between the shortest and the safest; the card says which."""

import json

import pytest
from PySide6.QtCore import QPoint, Qt

from battlemap.geometry.cell import Cell
from battlemap.session.preview import MovePreviewer
from battlemap.session.session import Session

SPEAR = {"name": "spear", "reach": True, "reach_feet": 10}
GAP = {
    "format": 1,
    "system": "shadowrealms",
    "grid": {"kind": "square", "columns": 14, "rows": 9},
    "walls": [{"id": "a", "from": [7, 0], "to": [7, 1]}, {"id": "b", "from": [7, 2], "to": [7, 9]}],
    "tokens": [
        {"id": "seren", "side": "party", "at": [2, 1]},
        {"id": "hob", "side": "foe", "at": [4, 0], "facing": 180, "weapons": [SPEAR]},
        {"id": "rat", "side": "foe", "at": [10, 0], "facing": 180, "weapons": [SPEAR]},
    ],
}
"""A spear before the gap in the wall and one behind it: to go round each costs something."""
GOAL = (12, 1)
BETWEEN = "Drop to move route 2 of 3, B for the next"


@pytest.fixture
def window(open_window, tmp_path):
    path = tmp_path / "map.json"
    path.write_text(json.dumps(GAP), encoding="utf-8")
    return open_window(Session.open(path, seed=1))


@pytest.fixture
def drag_to(window, qtbot, pixel_of):
    """Begin a drag of Seren, or go on with it, to a cell; return its pixel."""

    def go(cell):
        port, goal = window.view.viewport(), pixel_of(window, cell)
        if not window.view.is_dragging:
            qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=pixel_of(window, (2, 1)))
        qtbot.mouseMove(port, goal - QPoint(3, 2))
        qtbot.mouseMove(port, goal)
        qtbot.wait(20)
        return goal

    return go


def card(window):
    return window.view.cards.move_card


def chosen(window):
    """The rows of the card that a drop would take: label, feet, reactions."""
    return [(row.label, row.feet, row.firing) for row in card(window).rows if row.is_chosen]


def press(window, qtbot, key=Qt.Key.Key_B):
    qtbot.keyClick(window.focusWidget() or window, key)


def test_b_goes_from_the_shortest_to_the_safest_and_round(window, qtbot, drag_to):
    drag_to(GOAL)
    assert [row.label for row in card(window).rows] == ["Shortest", "Safest"]
    assert chosen(window) == [("Shortest", "50 ft", 2)]
    press(window, qtbot)
    assert chosen(window) == [("2 of 3", "55 ft", 1)]
    assert card(window).hint == BETWEEN
    [drawn] = [route for route in window.view.map_scene.paths.routes if route.is_chosen]
    assert drawn.feet[-1] == "55"
    dashed = [route for route in window.view.map_scene.paths.routes if route.is_safest]
    assert dashed == [drawn], "of two dashed lines nobody would see which is meant"
    firing = [sign.by for sign in window.view.map_scene.triggers.triggers if sign.fires]
    assert firing == ["hob"]
    press(window, qtbot)
    assert chosen(window) == [("Safest", "65 ft", 0)]
    assert card(window).hint == "Drop to move route 3 of 3, B for the next"
    press(window, qtbot)
    assert chosen(window) == [("Shortest", "50 ft", 2)]
    assert not window.bridge.overlay.best, "B is not the best position here"


def test_a_drop_takes_the_way_between(window, qtbot, drag_to):
    goal = drag_to(GOAL)
    press(window, qtbot)
    [drawn] = [route for route in window.view.map_scene.paths.routes if route.is_chosen]
    assert window.bridge.plan_route.triggers == 1
    port = window.view.viewport()
    qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, pos=goal)
    assert window.encounter.tokens["seren"].at == Cell(*GOAL)
    assert window.bridge.session.history.commits[-1].label == "Move Seren 55 ft"
    assert drawn.feet[-1] == "55"


def test_b_with_v_held_goes_back_from_the_safest(window, qtbot, drag_to):
    drag_to(GOAL)
    view = window.view
    qtbot.keyPress(view, Qt.Key.Key_V)
    assert chosen(window) == [("Safest", "65 ft", 0)]
    press(window, qtbot)
    assert chosen(window) == [("2 of 3", "55 ft", 1)]
    qtbot.keyRelease(view, Qt.Key.Key_V)
    assert chosen(window) == [("Shortest", "50 ft", 2)]


def test_another_cell_begins_with_the_shortest_again_and_looks_for_nothing(
    window, qtbot, drag_to, monkeypatch
):
    asked = []
    real = MovePreviewer.trade_offs
    monkeypatch.setattr(
        MovePreviewer, "trade_offs", lambda *of, **more: (asked.append(of[1]), real(*of, **more))[1]
    )
    drag_to(GOAL)
    press(window, qtbot)
    press(window, qtbot)
    press(window, qtbot)
    press(window, qtbot)
    assert card(window).hint == BETWEEN
    drag_to((11, 2))
    assert chosen(window)[0][0] == "Shortest"
    assert "B for the next" in card(window).hint
    drag_to(GOAL)
    assert chosen(window)[0][0] == "Shortest"
    assert asked == [Cell(*GOAL)]
    drag_to((2, 3))
    press(window, qtbot)
    assert card(window).hint == "Drop to move, no other way is safer"
    qtbot.keyClick(window.view, Qt.Key.Key_Escape)
    drag_to(GOAL)
    assert chosen(window) == [("Shortest", "50 ft", 2)]
