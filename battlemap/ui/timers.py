"""Timers that call once, some time after they are started."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QObject


def single_shot(owner: QObject | None, slot: Callable[[], object], wait_ms: int = 0) -> QTimer:
    """Return a timer that calls *slot* once after each start, however often it is started.

    Parameters
    ----------
    owner
        With which it ends.
    slot
        What is called.
    wait_ms
        How long after the last start, in milliseconds; 0: as soon as nothing else is to be done.
    """
    timer = QTimer(owner)
    timer.setSingleShot(True)
    timer.setInterval(wait_ms)
    timer.timeout.connect(slot)
    return timer
