"""Several intents one after another as one step of undo, questions in between answered first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from battlemap.ui.slices import Slices
from battlemap.ui.timers import single_shot

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from battlemap.model.intent import Intent
    from battlemap.ui.bridge import Bridge


class GroupDeeds(QObject):
    """What the GM does with several tokens at once: move a formation, let all strike."""

    def __init__(self, bridge: Bridge) -> None:
        super().__init__(bridge)
        self._bridge = bridge
        self._waiting: list[Intent] = []
        self._label = ""
        self._prepare: Callable[[Intent], Intent] | None = None
        self._skip: Callable[[Intent], str] | None = None
        self._number = 0
        self._is_going = False
        self._later = single_shot(self, self._go_on)
        bridge.asked.connect(self._on_asked)
        bridge.session_changed.connect(self._waiting.clear)

    def perform(
        self,
        intents: Sequence[Intent],
        label: str = "",
        prepare: Callable[[Intent], Intent] | None = None,
        skip: Callable[[Intent], str] | None = None,
    ) -> None:
        """Carry out *intents*; the first that the rules forbid ends it, and the bar says why.

        Parameters
        ----------
        intents
            What is to be done, in order.
        label
            What undo calls all of it; a single intent is called by its own name.
        prepare
            Changes an intent just before it is carried out, as the map stands then.
        skip
            Says why an intent is left out as the map stands then, the target fell, say; empty: it
            is carried out.
        """
        self._number += 1
        self._waiting = list(intents)
        self._label = label if len(intents) > 1 else ""
        self._prepare = prepare
        self._skip = skip
        self._go_on()

    def _on_asked(self, question: object) -> None:
        # Not at once: the session is still telling everybody what happened.
        if question is None and self._waiting:
            self._later.start()

    def _go_on(self) -> None:
        """Carry out what waits, until a question opens; the map follows at the end."""
        if self._is_going or not self._waiting or self._bridge.is_waiting:
            return
        bridge, total = self._bridge, len(self._waiting)
        self._is_going = True
        try:
            with (
                bridge.told_once(),
                bridge.session.written_together(),
                Slices(bridge.parent(), self._label, total) as slices,
            ):
                while self._waiting and not bridge.is_waiting:
                    self._do_next()
                    if self._waiting and not slices.go_on(total - len(self._waiting)):
                        self._take_back()
        finally:
            self._is_going = False

    def _take_back(self) -> None:
        """Leave out the rest and undo what was done of it: it is one step."""
        self._waiting.clear()
        history = self._bridge.session.history
        last = history.commits[history.position - 1] if history.position else None
        if last is not None and last.merge_key == f"group:{self._number}":
            self._bridge.undo()

    def _do_next(self) -> None:
        """Carry out the next intent, unless it is left out."""
        while self._waiting:
            intent = self._waiting.pop(0)
            if self._skip is not None and self._skip(intent):
                continue
            if self._prepare is not None:
                intent = self._prepare(intent)
            key = f"group:{self._number}" if self._label else None
            if not self._bridge.perform(intent, label=self._label, merge_key=key):
                self._waiting.clear()
            return
