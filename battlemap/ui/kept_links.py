"""What somebody kept up who is out now: the bar above the map offers to end it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from battlemap.ui.bridge import Offer
from battlemap.ui.panels.wording import name_of
from battlemap.ui.timers import single_shot

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.ui.bridge import Bridge


class KeptLinks(QObject):
    """Watches for owners of links that go out of the fight; nothing ends by itself."""

    def __init__(self, bridge: Bridge) -> None:
        super().__init__(bridge)
        self._bridge = bridge
        self._fallen: dict[str, None] = {}
        self._later = single_shot(self, self._offer)
        bridge.changed.connect(self._watch)
        bridge.asked.connect(lambda question: self._later.start() if question is None else None)
        bridge.session_changed.connect(self._fallen.clear)

    def _watch(self, before: Encounter, after: Encounter) -> None:
        if before.tokens is after.tokens or before.rules is not after.rules:
            return
        system = self._bridge.system
        for key, token in after.tokens.items():
            was = before.tokens.get(key)
            if not token.links or was is None or was is token:
                continue
            if system.is_out(token) and not system.is_out(was):
                self._fallen[key] = None
        if self._fallen:
            self._later.start()

    def _offer(self) -> None:
        """Offer to end what the fallen kept up, once nothing is asked or under way any more."""
        bridge = self._bridge
        if bridge.is_waiting or not self._fallen:
            return
        owners = [
            key
            for key in self._fallen
            if (token := bridge.token(key)) is not None
            and token.links
            and bridge.system.is_out(token)
        ]
        self._fallen.clear()
        if not owners:
            return
        said = "; ".join(
            f"{name_of(bridge.encounter, key)} is out and kept up "
            + ", ".join(link.name for link in bridge.encounter.tokens[key].links)
            for key in owners
        )
        actions = (("End it", lambda: self.end(owners)), ("Keep it", lambda: None))
        bridge.offer(Offer(f"{said}.", "warn", actions))

    def end(self, owners: list[str]) -> None:
        """End everything that these tokens keep up, as one step of undo."""
        encounter = self._bridge.encounter
        ended: list[str] = []
        for key in owners:
            token = encounter.tokens.get(key)
            if token is not None and token.links:
                ended.extend(link.name for link in token.links)
                encounter = encounter.with_token(replace(token, links=()))
        if ended:
            self._bridge.edit(f"End {', '.join(ended)}", encounter)
