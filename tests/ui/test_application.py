"""What happens once while the program starts."""

import gc
import threading

from PySide6.QtCore import Qt

from battlemap.ui import collector
from battlemap.ui.application import hold_the_collector, spare_the_collector
from battlemap.ui.collector import Collector, collect_what_is_due


class Knot:
    """Something that holds itself, and says in which thread it was taken apart."""

    def __init__(self, ends):
        self.own, self.ends = self, ends

    def __del__(self):
        self.ends.append(threading.current_thread())


def test_what_lives_as_long_as_the_program_is_left_out_of_collections(qapp):
    before = gc.get_freeze_count()
    try:
        hold_the_collector()
        assert not gc.isenabled()
        made = spare_the_collector(qapp)
        assert isinstance(made, Collector)
        assert gc.get_freeze_count() > before
        assert not gc.isenabled(), "only the timer collects"
        made.deleteLater()
    finally:
        gc.unfreeze()


def test_garbage_is_collected_in_the_window_s_thread_however_busy_others_are(
    qapp, qtbot, monkeypatch
):
    monkeypatch.setattr(collector, "EVERY_MS", 20)
    ends, kept = [], []
    gc.collect()
    made = Collector(qapp)

    def toil():
        Knot(ends)
        kept.extend([] for _ in range(50 * gc.get_threshold()[0]))

    worker = threading.Thread(target=toil)
    worker.start()
    worker.join()
    assert ends == [], "no round began in the other thread"
    qtbot.waitUntil(lambda: bool(ends))
    assert ends == [threading.main_thread()]
    assert kept
    made.deleteLater()


def test_nothing_is_collected_before_it_is_due():
    gc.collect()
    ends = []
    Knot(ends)
    collect_what_is_due()
    assert ends == []
    kept = [[] for _ in range(gc.get_threshold()[0] + 10)]
    collect_what_is_due()
    assert len(ends) == 1
    assert kept


def test_collections_wait_for_the_end_of_a_drag_but_not_for_ever(window, qtbot, monkeypatch):
    rounds = []
    monkeypatch.setattr(collector, "EVERY_MS", 5)
    monkeypatch.setattr(collector, "MOST_WAITS", 1000)
    monkeypatch.setattr(collector, "collect_what_is_due", lambda: rounds.append(1))
    port, was_enabled = window.view.viewport(), gc.isenabled()
    made = Collector(window)
    try:
        qtbot.waitUntil(lambda: bool(rounds))
        qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=port.rect().center())
        rounds.clear()
        qtbot.wait(60)
        assert not rounds
        monkeypatch.setattr(collector, "MOST_WAITS", 3)
        qtbot.waitUntil(lambda: bool(rounds))
        monkeypatch.setattr(collector, "MOST_WAITS", 1000)
        qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, pos=port.rect().center())
        rounds.clear()
        qtbot.waitUntil(lambda: bool(rounds))
    finally:
        made.deleteLater()
        if was_enabled:
            gc.enable()


def test_a_document_that_has_settled_is_left_out_of_collections_too(qapp, qtbot, monkeypatch):
    monkeypatch.setattr(collector, "SETTLED_MS", 20)
    made, ends = Collector(qapp), []
    kept = [[] for _ in range(2000)]
    Knot(ends)
    before = gc.get_freeze_count()
    try:
        made.spare_later()
        qtbot.waitUntil(lambda: gc.get_freeze_count() >= before + len(kept))
        assert len(ends) == 1, "young garbage goes first"
    finally:
        gc.unfreeze()
        made.deleteLater()
