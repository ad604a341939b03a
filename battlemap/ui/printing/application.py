"""The Qt application that drawing text needs, for commands that open no window."""

from __future__ import annotations

import os
import sys

from PySide6.QtWidgets import QApplication

_KEPT: list[QApplication] = []


def ensure_application() -> QApplication:
    """Return the running application, or make one that needs no screen where there is none."""
    running = QApplication.instance()
    if isinstance(running, QApplication):
        return running
    has_screen = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    if sys.platform.startswith("linux") and not has_screen:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    made = QApplication(sys.argv[:1])
    # An application that nobody holds is deleted, and its fonts with it.
    _KEPT.append(made)
    return made
