"""Painting that fails is logged once and ends neither the frame nor the program."""

import logging

import pytest
from PySide6.QtWidgets import QWidget

from battlemap.ui.guard import guarded


class Broken(QWidget):
    """A widget that can't paint itself."""

    frames = 0

    @guarded
    def paintEvent(self, event):  # noqa: N802  # Qt names it
        Broken.frames += 1
        raise ValueError("no such color")


@pytest.mark.paints_badly
def test_a_fault_in_painting_is_logged_once(qtbot, caplog):
    widget = Broken()
    qtbot.addWidget(widget)
    with caplog.at_level(logging.ERROR, logger="battlemap.ui.guard"):
        for _ in range(3):
            widget.grab()
    assert Broken.frames >= 3
    told = [record for record in caplog.records if record.name == "battlemap.ui.guard"]
    assert len(told) == 1
    assert "no such color" in caplog.text
