"""Python's garbage collection, kept to the window's own thread."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

EVERY_MS = 500
"""So often is looked whether a round is due."""


class Collector(QObject):
    """Collects garbage from a timer instead of wherever Python happens to allocate.

    A round by itself may begin in any thread, and take apart there what is left of a closed window
    or dialog; Qt lets only its own thread do that.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY_MS)
        self._timer.timeout.connect(collect_what_is_due)
        self._timer.start()


def collect_what_is_due() -> None:
    """Collect the generations that Python would have collected by now, the oldest of them."""
    due = [
        generation
        for generation, (count, most) in enumerate(
            zip(gc.get_count(), gc.get_threshold(), strict=True)
        )
        if count > most
    ]
    if due:
        gc.collect(max(due))
