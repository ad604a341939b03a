"""The hint where to attack from: searched beside the window, drawn on the map, canceled."""

from __future__ import annotations

import threading
from dataclasses import replace
from itertools import combinations

import pytest
from PySide6.QtCore import Qt

from battlemap.session import best_position
from battlemap.session.best_position import positions, rank
from battlemap.ui.overlays.best_overlay import step_of, words_of

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def aimed(window, qtbot):
    window.bridge.select(["seren"])
    window.bridge.set_target("goblin-3" if "goblin-3" in window.encounter.tokens else "orc-brute")
    window.view.setFocus()
    qtbot.wait(20)
    return window


def finish(window, qtbot):
    qtbot.waitUntil(lambda: window.best_positions.found != (), timeout=8000)
    qtbot.waitUntil(lambda: not window.best_positions.is_searching, timeout=20000)


def test_the_key_tints_the_cells_by_the_odds(aimed, qtbot):
    overlay = aimed.view.map_scene.best
    assert not overlay.isVisible()
    qtbot.keyClick(aimed, Qt.Key.Key_B)
    finish(aimed, qtbot)
    expected = [
        found
        for found, _, _ in positions(aimed.encounter, aimed.bridge.system, aimed.bridge.attack())
        if found is not None
    ]
    assert set(overlay.positions) == set(expected)
    assert overlay.isVisible()
    best = min(expected, key=rank)
    framed = [words for _, words, is_best in overlay._labels if is_best]
    assert framed == [words_of(best)]
    assert {alpha for _, alpha in overlay._tints} == {
        (0.08, 0.16, 0.24, 0.32, 0.40)[step_of(p.hit)] for p in expected
    }
    qtbot.keyClick(aimed, Qt.Key.Key_B)
    qtbot.wait(20)
    assert not overlay.isVisible()
    assert aimed.best_positions.found == ()


@pytest.mark.parametrize("zoom", [0.42, 0.86, 1.3])
def test_neither_the_names_of_arcs_nor_of_tokens_hide_the_percentages(aimed, qtbot, zoom):
    aimed.bridge.select(["kael"])
    aimed.bridge.set_target("orc-brute")
    aimed.bridge.switch_overlay("best", True)
    finish(aimed, qtbot)
    scene = aimed.view.map_scene
    aimed.view.zoom_to(zoom)
    aimed.view.grab()
    names = [scene.arcs.names._box(place, text) for text, place in scene.arcs.names.places]
    assert len(names) == 3 or zoom < 0.5
    boxes = scene.best.boxes()
    assert len(boxes) == len(scene.best.positions) > 8
    edge = 2 * scene.unit
    plates = [box.adjusted(edge, edge, -edge, -edge) for box in scene.plates()]
    for box in boxes:
        assert not any(box.intersects(other) for other in (*names, *plates))


@pytest.mark.parametrize("zoom", [0.55, 0.7, 1.0])
def test_the_percentages_stand_apart_at_any_zoom(aimed, qtbot, zoom):
    aimed.bridge.switch_overlay("best", True)
    finish(aimed, qtbot)
    aimed.view.zoom_to(zoom)
    boxes = aimed.view.map_scene.best.boxes()
    assert len(boxes) > 4
    for one, other in combinations(boxes, 2):
        assert not one.intersects(other)


def test_it_follows_target_and_document(aimed, qtbot):
    aimed.bridge.switch_overlay("best", True)
    finish(aimed, qtbot)
    before = aimed.best_positions.found
    aimed.bridge.set_target("kael")
    qtbot.waitUntil(lambda: aimed.best_positions.found not in ((), before), timeout=20000)
    aimed.bridge.set_target(None)
    qtbot.wait(20)
    assert aimed.best_positions.found == ()
    assert not aimed.view.map_scene.best.isVisible()


def test_the_search_runs_in_a_thread_and_can_be_canceled(aimed, qtbot, monkeypatch):
    release, threads, closed = threading.Event(), [], threading.Event()

    def slow(*_):
        threads.append(threading.current_thread())
        try:
            yield None, 1, 9
            release.wait(20)
            yield None, 2, 9
        finally:
            closed.set()

    from battlemap.ui import best_positions as module

    monkeypatch.setattr(module, "positions", slow)
    aimed.bridge.switch_overlay("best", True)
    qtbot.waitUntil(aimed.foot_bar._busy.isVisible, timeout=5000)
    assert threads[0] is not threading.main_thread()
    assert aimed.foot_bar.progress.value() == 1
    qtbot.mouseClick(aimed.foot_bar.stop, LEFT)
    assert not aimed.best_positions.is_searching
    assert not aimed.foot_bar._busy.isVisible()
    release.set()
    assert closed.wait(5)
    assert aimed.best_positions.found == ()


def test_one_thread_runs_all_searches_and_ends_with_the_window(aimed, qtbot, monkeypatch):
    from battlemap.ui import best_positions as module

    threads = []

    def noted(*asked):
        threads.append(threading.current_thread())
        yield from positions(*asked)

    monkeypatch.setattr(module, "positions", noted)
    search = module.BestPositions(aimed.bridge)
    aimed.bridge.switch_overlay("best", True)
    qtbot.waitUntil(lambda: search.found != () and not search.is_searching, timeout=20000)
    before = search.found
    aimed.bridge.set_target("kael")
    qtbot.waitUntil(lambda: search.found not in ((), before), timeout=20000)
    qtbot.waitUntil(lambda: not search.is_searching, timeout=20000)
    mine = [thread for thread in set(threads) if threads.count(thread) > 1]
    assert len(mine) == len(set(threads)) == 2  # the window's own, and this one
    worker = search._worker._thread
    search.deleteLater()
    qtbot.waitUntil(lambda: not worker.is_alive(), timeout=5000)


def test_a_search_that_fails_ends_quietly_and_is_logged(aimed, qtbot, monkeypatch, caplog):
    from battlemap.ui import best_positions as module

    def broken(*_):
        raise RuntimeError("no")
        yield

    monkeypatch.setattr(module, "positions", broken)
    aimed.bridge.switch_overlay("best", True)
    qtbot.waitUntil(lambda: "search for the best position failed" in caplog.text, timeout=5000)
    qtbot.waitUntil(lambda: not aimed.best_positions.is_searching, timeout=5000)
    assert best_position.positions is not broken


def test_a_foe_that_nobody_can_get_at_is_said_once(open_window, qtbot):
    window = open_window("barricade")
    window.bridge.select(["hanne"])
    tokens = window.encounter.tokens.values()
    window.bridge.set_target(next(one.id for one in tokens if one.name == "Gutter knife 1"))
    window.view.setFocus()
    qtbot.wait(20)
    qtbot.keyClick(window, Qt.Key.Key_B)
    said = "Hanne can attack Gutter knife 1 from no cell in reach."
    qtbot.waitUntil(lambda: window.message_bar.text.text() == said, timeout=20000)
    assert window.best_positions.found == ()
    window.message_bar.hide()
    hanne = window.encounter.tokens["hanne"]
    window.bridge.edit("Turn", window.encounter.with_token(replace(hanne, notes="tired")))
    qtbot.waitUntil(lambda: window.best_positions.is_searching, timeout=5000)
    qtbot.waitUntil(lambda: not window.best_positions.is_searching, timeout=20000)
    qtbot.wait(20)
    assert not window.message_bar.isVisible()
