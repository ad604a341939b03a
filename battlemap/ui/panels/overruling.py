"""What a switch of the GM's does: a ruling for this attack only, or one that stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.intent import Overrule
from battlemap.ui.panels.fact_switch import MAP, ONCE, STANDING

if TYPE_CHECKING:
    from collections.abc import Callable

    from battlemap.rules.modifier import Modifier
    from battlemap.ui.bridge import Bridge


def rule_on_fact(
    bridge: Bridge,
    pair: tuple[str, str],
    key: str,
    value: str,
    lasts: str,
    switch: Callable[[str], object],
) -> None:
    """Let a fact between two be what the GM says, for one attack or until cleared.

    Parameters
    ----------
    pair
        Attacker and target.
    key
        Of rulings that stand: "fact:cover".
    value
        What it is; "map": as the map shows, whatever was said before.
    lasts
        "once" or "until cleared".
    switch
        Sets what is said for this attack only; "" takes it back.
    """
    stands = any(
        (kept.key, kept.attacker, kept.target) == (key, *pair)
        for kept in bridge.encounter.overrides
    )
    is_map, is_once = value == MAP, lasts == ONCE
    if stands and (is_map or is_once):
        bridge.perform(Overrule(key, *pair, ""))
    if not is_map and not is_once:
        bridge.perform(Overrule(key, *pair, value))
    switch(value if is_once and not is_map else "")


def rule_on_modifier(
    bridge: Bridge,
    pair: tuple[str, str],
    modifier: Modifier,
    value: str,
    switch: Callable[[str], object],
) -> None:
    """Let a modifier count as the GM says: "map", "once" (off this time) or "until cleared".

    The other parameters are those of ``rule_on_fact``.
    """
    if value == STANDING:
        switch("")
        bridge.perform(Overrule(modifier.key, *pair, "off"))
        return
    if modifier.overruled == STANDING:
        bridge.perform(Overrule(modifier.key, *pair, ""))
    switch("off" if value == ONCE else "")
