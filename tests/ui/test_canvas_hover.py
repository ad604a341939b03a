"""What the pointer rests on while the map below it moves, changes or is dragged."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier


def full_zones(window):
    overlay = window.view.map_scene.threats
    if not overlay.isVisible():
        return set()
    return {zone.owner for zone in overlay.zones if zone.is_full}


@pytest.fixture
def hovering(window, qtbot, pixel_of):
    """The pointer rests on Seren, who stands where the GM put her just now."""
    from battlemap.model.intent import Move

    start = window.encounter.tokens["seren"].at
    grid = window.bridge.board.grid
    taken = {c for key in window.encounter.tokens for c in window.bridge.board.cells_of(key)}
    goal = next(
        cell
        for cell in grid.ring(start, 4)
        if cell in grid and not taken & {cell, *grid.neighbors(cell)}
    )
    window.bridge.perform(Move("seren", (start, goal), "force"))
    assert window.encounter.tokens["seren"].at == goal
    place = pixel_of(window, goal)
    for away in (3, 0):  # a first move only enters the view
        qtbot.mouseMove(window.view.viewport(), place + QPoint(away, 0))
        qtbot.wait(10)
    assert window.view.hovered_token == "seren"
    qtbot.waitUntil(lambda: "seren" in full_zones(window))
    return window


def test_undo_takes_the_hatch_away_with_the_token(hovering, qtbot):
    hovering.run_command("edit.undo")
    qtbot.waitUntil(lambda: "seren" not in full_zones(hovering))
    assert hovering.view.hovered_token is None


def test_a_pan_takes_the_hatch_away_with_the_token(hovering, qtbot):
    hovering.view.pan(QPointF(300, 0))
    qtbot.waitUntil(lambda: "seren" not in full_zones(hovering))
    assert hovering.view.hovered_token != "seren"


def test_a_dragged_token_leaves_no_hatch_where_it_stood(hovering, qtbot, pixel_of):
    window = hovering
    viewport = window.view.viewport()
    here = pixel_of(window, window.encounter.tokens["seren"].at)
    qtbot.mousePress(viewport, LEFT, NONE, here)
    for step in (8, 20, 40, 70):
        qtbot.mouseMove(viewport, here + QPointF(step, 0).toPoint())
        qtbot.wait(5)
    assert window.view.is_dragging
    assert not window.bridge.overlay.my_reach
    assert "seren" not in full_zones(window)
    qtbot.keyClick(window.view, Qt.Key.Key_Escape)
    qtbot.mouseRelease(viewport, LEFT, NONE, here + QPointF(70, 0).toPoint())
    qtbot.wait(10)


def test_a_token_at_the_rim_of_the_whole_map_is_in_view(window, qtbot):
    view = window.view
    corner = view.place_at(QPointF(0, 0))
    for key in window.encounter.tokens:
        view.reveal(key)
    assert view.place_at(QPointF(0, 0)) == corner
