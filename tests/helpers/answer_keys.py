"""Questions in the window, answered by the keys of their numbers."""

from __future__ import annotations

from PySide6.QtCore import Qt


def answer(window, qtbot):
    """Press the number of the first answer that can be given until nothing is asked."""
    for _ in range(60):
        qtbot.wait(5)
        pending = window.bridge.session.pending
        if pending is None:
            return
        number = next(i for i, one in enumerate(pending.options, 1) if not one.unavailable)
        window.view.setFocus()
        qtbot.keyClick(window, Qt.Key(Qt.Key.Key_0 + number))
    raise AssertionError("asked without end")
