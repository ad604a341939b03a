"""Python's garbage collection, kept to the window's own thread."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

from battlemap.ui.timers import single_shot

SETTLED_MS = 3_000
"""After so long a window is painted, and the map in it read."""

EVERY_MS = 500
"""So often is looked whether a round is due."""

MOST_WAITS = 20
"""So many looks in a row pass while something is dragged; then a round is due all the same."""


class Collector(QObject):
    """Collects garbage from a timer instead of wherever Python happens to allocate.

    A round by itself may begin in any thread, and take apart there what is left of a closed window
    or dialog; Qt lets only its own thread do that.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._waits = 0
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY_MS)
        self._timer.timeout.connect(self._look)
        self._timer.start()
        self._spares = single_shot(self, spare, SETTLED_MS)

    def spare_later(self) -> None:
        """Leave out what stands then, once the document that was opened now has settled."""
        self._spares.start()

    def _look(self) -> None:
        """Collect what is due, between drags rather than in a frame of one."""
        if _dragging and self._waits < MOST_WAITS:
            self._waits += 1
        else:
            self._waits = 0
            collect_what_is_due()


def wait_for(dragged: object) -> None:
    """Put collections off while *dragged* lasts: till ``go_on``, but not for ever."""
    _dragging.add(id(dragged))


def go_on(dragged: object) -> None:
    """Collect again; the drag is over, or never was."""
    _dragging.discard(id(dragged))


_dragging: set[int] = set()


def spare() -> None:
    """Leave out of all later rounds what stands now: a large document has 100,000 parts.

    Garbage of a moment ago is taken first; older garbage that hangs in rings stays, once for each
    document that is opened.
    """
    gc.collect(1)
    gc.freeze()


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
