"""Pointing at another token shows what the attack that is planned would come to on it."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from battlemap.model.intent import Attack
from battlemap.model.token import are_hostile
from battlemap.ui.overlays.card import OddsCard
from battlemap.ui.panels.wording import count, percent, worth
from battlemap.ui.timers import single_shot

if TYPE_CHECKING:
    from battlemap.rules.plan import AttackPlan
    from battlemap.ui.bridge import Bridge
    from battlemap.ui.scene.map_view import MapView

_MOST_MODIFIERS = 3
_LONGEST = 40
"""A reason goes on in the next line after so many letters."""


class HoverOdds(QObject):
    """Shows a small card beside the token under the pointer; the target stays what it is.

    Parameters
    ----------
    view
        The map.
    """

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self._view = view
        self._bridge = view.bridge
        self._timer = single_shot(self, self.refresh)
        bridge = self._bridge
        for signal in (
            bridge.hovered,
            bridge.changed,
            bridge.selection_changed,
            bridge.target_changed,
            bridge.planned,
            bridge.attack_changed,
            view.tool_changed,
        ):
            signal.connect(lambda *_: self._timer.start())

    def _asked(self) -> str | None:
        """Return the token that is pointed at and would be another target; None: there is none."""
        bridge = self._bridge
        place, attacker = bridge.pointed, bridge.token(bridge.attacker)
        token = bridge.token(place.token) if place is not None else None
        if token is None or attacker is None or self._view.is_dragging or bridge.is_waiting:
            return None
        if self._view.tool != "select" or token.id in (attacker.id, bridge.target):
            return None
        planned = bridge.target is not None
        chosen = bridge.selected == (attacker.id,) and are_hostile(token.side, attacker.side)
        return None if bridge.system.is_out(token) or not (planned or chosen) else token.id

    def refresh(self) -> None:
        """Show the card that belongs to the pointer now, or none."""
        self._timer.stop()
        view, key = self._view, self._asked()
        plan = None
        if key is not None and (attacker := self._bridge.attacker) is not None:
            plan = self._bridge.attack_plan(Attack(attacker, key, self._bridge.active_weapon))
        if key is None or plan is None:
            view.cards.show_odds(None)
            return
        view.cards.show_odds(odds_card(self._bridge, plan), view.map_scene.discs().get(key))


def odds_card(bridge: Bridge, plan: AttackPlan) -> OddsCard:
    """Return the card of an attack: its chance and mean, the net, what counts most."""
    target = bridge.encounter.tokens[plan.intent.target]
    title = f"{target.name or target.id}, {plan.situation.weapon}"
    if plan.illegal or plan.odds is None:
        why = plan.illegal or "It can't be made"
        return OddsCard(title, "", tuple((line, "") for line in wrap(why, _LONGEST)))
    lines = [("Mean damage", f"{plan.odds.mean:.2f}"), ("All in all", plan.net)]
    counted = sorted(
        (m for m in plan.modifiers if m.enabled), key=lambda m: (not m.is_total, -abs(m.value))
    )
    lines += [(m.label, _value(m.value, m.unit, m.is_total)) for m in counted[:_MOST_MODIFIERS]]
    rest = len(counted) - _MOST_MODIFIERS
    if rest > 0:
        lines.append((f"and {rest} more", ""))
    firing = sum(trigger.fires for trigger in plan.triggers)
    if firing:
        lines.append((f"{count(firing, 'reaction')} first", ""))
    return OddsCard(title, percent(plan.odds.hit), tuple(line for line in lines if any(line)))


def _value(value: int, unit: str, is_total: bool) -> str:
    return ("Total +" if value > 0 else "Total −") if is_total else worth(value, unit)
