"""When one side has fallen the bar above the map offers to end the fight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from battlemap.model.intent import EndFight
from battlemap.model.token import FOE, PARTY
from battlemap.ui.bridge import Offer
from battlemap.ui.timers import single_shot

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.ui.bridge import Bridge

_WORDS = {
    FOE: "No foe stands any more.",
    PARTY: "Nobody of the party stands any more.",
}


class FightOver(QObject):
    """Watches for the last of a side to fall; no fight ends by itself."""

    def __init__(self, bridge: Bridge) -> None:
        super().__init__(bridge)
        self._bridge = bridge
        self._fallen = ""
        self._later = single_shot(self, self._offer)
        bridge.changed.connect(self._watch)
        bridge.asked.connect(lambda question: self._later.start() if question is None else None)

    def _stands(self, encounter: Encounter, side: str) -> bool:
        is_out = self._bridge.system.is_out
        return any(one.side == side and not is_out(one) for one in encounter.tokens.values())

    def _is_over(self, side: str) -> bool:
        encounter = self._bridge.encounter
        return encounter.turn_order.is_running and not self._stands(encounter, side)

    def _watch(self, before: Encounter, after: Encounter) -> None:
        if before.tokens is after.tokens or not after.turn_order.is_running:
            return
        for side in _WORDS:
            if self._stands(before, side) and not self._stands(after, side):
                self._fallen = side
                self._later.start()

    def _offer(self) -> None:
        """Offer to end the fight, once nothing is asked or under way any more."""
        bridge, side = self._bridge, self._fallen
        if bridge.is_waiting or not side:
            return
        self._fallen = ""
        if self._is_over(side):
            end = ("End fight", lambda: bridge.perform(EndFight()))
            bridge.offer(Offer(_WORDS[side], "info", (end,), lambda: self._is_over(side)))
