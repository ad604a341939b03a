"""Finds the best positions beside the window: in a thread of its own, anew after each change."""

from __future__ import annotations

import logging
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from battlemap.rules.procedure import IllegalIntentError
from battlemap.session.best_position import positions
from battlemap.ui.panels.wording import name_of
from battlemap.ui.timers import single_shot

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Attack
    from battlemap.rules.system import RuleSystem
    from battlemap.session.best_position import Position
    from battlemap.ui.bridge import Bridge

_POLL_MS = 30
_logger = logging.getLogger(__name__)


class _Search:
    """One search: what for, what it found so far, and the wish that it ends."""

    def __init__(self, encounter: Encounter, system: RuleSystem, attack: Attack) -> None:
        self.made_for = (encounter, system, attack)
        self.found: SimpleQueue[tuple[Position | None, int, int]] = SimpleQueue()
        self.is_over = Event()
        self.is_unwanted = Event()

    def stop(self) -> None:
        """Let the search end at its next cell; nobody waits for it."""
        self.is_unwanted.set()

    def run(self) -> None:
        """Search until all cells are done, or nobody wants to know any more."""
        try:
            if self.is_unwanted.is_set():
                return
            for step in positions(*self.made_for):
                if self.is_unwanted.is_set():
                    return
                self.found.put(step)
        except IllegalIntentError:
            return  # nothing to attack with, or nobody: there is no best position then
        except Exception:
            _logger.exception("The search for the best position failed")
        finally:
            self.is_over.set()


class _Worker:
    """One thread for all searches: what it remembers of the map serves for the next as well."""

    def __init__(self) -> None:
        self._searches: SimpleQueue[_Search | None] = SimpleQueue()
        self._thread: Thread | None = None

    def take(self, search: _Search) -> None:
        """Run *search* after what is under way; whoever wants none of that any more stops it."""
        if self._thread is None:
            self._thread = Thread(target=self._run, name="best positions", daemon=True)
            self._thread.start()
        self._searches.put(search)

    def end(self) -> None:
        """Let the thread end after the searches that it has."""
        self._searches.put(None)

    def _run(self) -> None:
        while (search := self._searches.get()) is not None:
            search.run()


class BestPositions(QObject):
    """Searches while the switch "best" is on and there is an attack to plan."""

    changed = Signal(object)
    """The positions found so far, a tuple."""
    progressed = Signal(int, int)
    """(cells done, all cells); equal: the search is over."""

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._search: _Search | None = None
        self._worker = _Worker()
        self.destroyed.connect(self._worker.end)
        self._is_stopped = False
        self._none_for = ("", "")
        """(attacker, target) of whom it was said last that no cell is good."""
        self.found: tuple[Position, ...] = ()
        self._later = single_shot(self, self.refresh)
        self._poll = QTimer(self)
        self._poll.setInterval(_POLL_MS)
        self._poll.timeout.connect(self._collect)
        for signal in (
            bridge.changed,
            bridge.selection_changed,
            bridge.target_changed,
            bridge.attack_changed,
            bridge.overlays_changed,
            bridge.session_changed,
        ):
            signal.connect(self._something_changed)

    @property
    def is_searching(self) -> bool:
        """Whether a search is under way."""
        return self._poll.isActive()

    def _something_changed(self, *_: object) -> None:
        self._is_stopped = False
        self._later.start()

    def cancel(self) -> None:
        """End the search; what it found stays, and the next change begins another."""
        self._is_stopped = True
        self._end()
        self.progressed.emit(1, 1)

    def refresh(self) -> None:
        """Begin the search that fits the document as it stands, unless it runs already."""
        bridge = self._bridge
        attack = bridge.attack() if bridge.overlay.best and not bridge.is_waiting else None
        if attack is None:
            self._none_for = ("", "")
            self._end()
            self._tell(())
            self.progressed.emit(1, 1)
            return
        wanted = (bridge.encounter, bridge.system, attack)
        search = self._search
        if search is not None and search.made_for == wanted:
            return
        self._end()
        if self._is_stopped:
            return
        self._tell(())
        self._search = _Search(*wanted)
        self._worker.take(self._search)
        self._poll.start()

    def _end(self) -> None:
        self._poll.stop()
        if self._search is not None:
            self._search.stop()
            self._search = None

    def _collect(self) -> None:
        """Take over what the thread has found since the last look."""
        search = self._search
        if search is None:
            self._poll.stop()
            return
        is_over = search.is_over.is_set()
        fresh: list[Position] = []
        done = total = 0
        while True:
            try:
                position, done, total = search.found.get_nowait()
            except Empty:
                break
            if position is not None:
                fresh.append(position)
        if is_over:
            self._poll.stop()
        if fresh:
            self._tell((*self.found, *fresh))
        if is_over:
            self.progressed.emit(1, 1)
            self._say_none()
        elif total:
            self.progressed.emit(done, total)

    def _say_none(self) -> None:
        """Say once for a pair that it can be attacked from nowhere in reach."""
        attack = self._search.made_for[2] if self._search is not None else None
        if self.found or attack is None:
            self._none_for = ("", "")
            return
        pair = attack.attacker, attack.target
        if pair != self._none_for:
            self._none_for = pair
            one, other = (name_of(self._bridge.encounter, key) for key in pair)
            self._bridge.say(f"{one} can attack {other} from no cell in reach.", "info")

    def _tell(self, found: tuple[Position, ...]) -> None:
        if found != self.found:
            self.found = found
            self.changed.emit(found)
