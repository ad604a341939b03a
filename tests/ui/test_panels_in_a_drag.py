"""What the panels do while a token is dragged: they follow, and move nothing else."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

from battlemap.geometry.cell import Cell
from battlemap.ui.bridge import PlannedMove
from battlemap.ui.panels.attack_panel import AttackPanel


def planned(window, *cells):
    """Plan a move of Seren from where she stands, as a drag does, along these steps."""
    at = window.bridge.encounter.tokens["seren"].at
    places = [at]
    for dq, dr in cells:
        places.append(Cell(places[-1].q + dq, places[-1].r + dr))
    return PlannedMove("seren", tuple(places), None, 0, len(cells))


def prepare(window, qtbot):
    window.bridge.select(["seren"])
    window.bridge.set_target("orc-brute")
    qtbot.waitUntil(lambda: not window.attack_panel.is_stale)


def test_the_attack_panel_follows_where_the_pointer_rests(window, qtbot):
    prepare(window, qtbot)
    panel = AttackPanel(window.bridge)
    qtbot.addWidget(panel)
    shown = []
    for step in ((1, 0), (0, 1), (1, 1)):
        window.bridge.plan_move(planned(window, step))
        shown.append(panel.head.place.text())
        assert panel.is_stale
    assert len(set(shown)) == 1, "cells that the pointer only passes are left out"
    qtbot.waitUntil(lambda: not panel.is_stale)
    assert panel.head.place.text().startswith("Planned from")
    assert panel.head.place.text() != shown[0]
    window.bridge.plan_move(None)
    qtbot.waitUntil(lambda: panel.head.place.text() == shown[0])


def test_the_action_bar_follows_what_a_drag_would_spend(window, qtbot):
    prepare(window, qtbot)
    bar = window.action_bar
    before = bar.note.text()
    window.bridge.plan_move(planned(window, (1, 0)))
    qtbot.waitUntil(lambda: bar.note.text() == f"1 of {_standard(window)} actions planned")
    window.bridge.plan_move(planned(window, (1, 0), (0, 1)))
    qtbot.waitUntil(lambda: bar.note.text() == f"2 of {_standard(window)} actions planned")
    window.bridge.plan_move(None)
    qtbot.waitUntil(lambda: bar.note.text() == before)


def test_where_a_move_costs_points_the_action_bar_says_so(open_window, qtbot):
    window = open_window("bridge-duel")
    window.bridge.select(["halia"])
    start = window.encounter.tokens["halia"].at
    route = PlannedMove("halia", (start, Cell(start.q + 1, start.r)), None, 0, 1)
    window.bridge.plan_move(route)
    qtbot.waitUntil(lambda: window.action_bar.note.text() == "1 of 6 AP planned")


def _standard(window):
    token = window.bridge.encounter.tokens["seren"]
    pips = window.bridge.system.pips(window.bridge.encounter, token)
    return sum(pip.kind in ("standard", "point") for pip in pips)


def test_other_words_in_the_bars_do_not_lay_the_window_out_anew(window, qtbot):
    asked = []

    class Ear(QObject):
        def eventFilter(self, watched, event):  # noqa: N802  # Qt calls it so
            if event.type() is QEvent.Type.LayoutRequest and watched is window:
                asked.append(event)
            return False

    qtbot.wait(50)
    ear = Ear()
    QApplication.instance().installEventFilter(ear)
    place, box = window.foot_bar.place, window.foot_bar.place.parentWidget()
    place.setText("Q17, difficult terrain, 10 ft up, and more words than there were")
    window.action_bar.note.setText("2 of 2 actions planned, and more words than there were")
    qtbot.wait(50)
    QApplication.instance().removeEventFilter(ear)
    assert not asked
    assert box.size() == box.parentWidget().size(), "the bar is filled all the same"
    assert place.width() > 50
