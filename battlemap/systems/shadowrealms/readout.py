"""What the panels show of a combatant: health, what it can spend and do, and its turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.words import counted
from battlemap.rules.by_hand import name_of
from battlemap.rules.plan import Action, Effect, Pip, Track
from battlemap.systems.shadowrealms.deeds import deeds_of
from battlemap.systems.shadowrealms.movement import mover
from battlemap.systems.shadowrealms.objects import name_of_object
from battlemap.systems.shadowrealms.price import bonus_left
from battlemap.systems.shadowrealms.readings import RepeatPenalty
from battlemap.systems.shadowrealms.sheet import BOXES, Status, Tier, sheet_of, status_of
from battlemap.systems.shadowrealms.stance import cover_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.model.turn_order import TurnOrder
    from battlemap.systems.shadowrealms import ShadowRealms
    from battlemap.systems.shadowrealms.deed import Deed


def track(token: Token, *, is_out: bool) -> Track:
    """Return the damage track: 16 boxes, or a minion's damage successes."""
    sheet, status = sheet_of(token), status_of(token)
    if sheet.tier is not Tier.FULL:
        size = sheet.tier.falls_at
        taken = min(size, status.minion_hits)
        return Track(taken, size, f"{taken} of {size} damage dice taken", is_out=is_out)
    bands = ((4, "0"), (8, "−1"), (12, "−2"), (BOXES, "−3"))
    label = f"{status.boxes} of {BOXES} boxes taken"
    if status.negative:
        label += f", {status.negative} beyond"
    return Track(status.boxes, BOXES, label, bands, is_out)


def pips(system: ShadowRealms, encounter: Encounter, token: Token) -> Sequence[Pip]:
    """Return the actions, bonus action and reaction that *token* has left and has spent."""
    full = system.fresh(status_of(token))
    status = status_of(token) if encounter.turn_order.is_running else full
    found: list[Pip] = []
    for kind, have, of in (
        ("standard", status.actions, full.actions),
        ("bonus", status.bonus, full.bonus),
        ("reaction", status.reaction, full.reaction),
    ):
        found.extend(
            Pip(kind, "left" if index >= of - have else "spent") for index in range(max(of, have))
        )
    return found


def actions(system: ShadowRealms, encounter: Encounter, token: Token) -> Sequence[Action]:
    """Return the action bar's buttons for *token*, the unavailable ones with the reason."""
    return tuple(
        Action(
            key=deed.key,
            label=deed.label,
            cost=_pips(system, deed),
            unavailable=why_not(system, encounter, token, deed),
            help=deed.help,
            needs_target=deed.needs_target,
            on_obstacle=deed.on_obstacle,
            penalty=_penalty(system, token) if deed.key == "strike" else "",
        )
        for deed in deeds_of(token)
    )


def _pips(system: ShadowRealms, deed: Deed) -> tuple[str, ...]:
    if deed.cost == "free":
        return ()
    if deed.cost == "bonus" and not system.fresh(Status()).bonus:
        return ("standard",)
    return (deed.cost,) * (deed.price if deed.cost == "standard" else 1)


def _penalty(system: ShadowRealms, token: Token) -> str:
    """Return what the next strike suffers for those before it: "−1 level"."""
    count = min(3, status_of(token).strikes)
    if not count:
        return ""
    if system.options.repeat_penalty is RepeatPenalty.DICE:
        return f"−{counted(count, 'die', 'dice')}"
    return f"−{counted(count, 'level')}"


def why_not(system: ShadowRealms, encounter: Encounter, token: Token, deed: Deed) -> str:
    """Return why *token* can't do this now; empty: it can."""
    if not system.is_able(token):
        return f"{name_of(token)} cannot act"
    order, status = encounter.turn_order, status_of(token)
    if order.is_running:
        if order.active != token.id:
            return "not its turn"
        if deed.cost == "bonus" and not bonus_left(system, status):
            return "bonus action spent"
        if deed.key in ("move", "charge") and not mover(system, encounter, token).budget:
            return "cannot move any farther"
        if deed.key not in ("move", "charge") and deed.cost == "standard":
            if not status.actions:
                return "no actions left"
            if status.actions < deed.price:
                return f"needs {counted(deed.price, 'action')}"
    return deed.why_not(system, encounter, token) if deed.why_not else ""


def upcoming(turn_order: TurnOrder) -> Sequence[tuple[str, Sequence[int]]]:
    """Return the sections of the panel: this round, who acts again, and the next round.

    Second turns stand in their own section once every first turn of the round comes before them.
    """
    now = [i for i, slot in enumerate(turn_order.slots) if slot.round <= turn_order.round]
    later = [i for i, slot in enumerate(turn_order.slots) if slot.round > turn_order.round]
    firsts = [place for place, index in enumerate(now) if turn_order.slots[index].turn == 1]
    # The turn under way always heads the list, a second one too.
    cut = max([place + 1 for place in firsts] + [1 if turn_order.active else 0])
    sections: list[tuple[str, Sequence[int]]] = []
    if now[:cut]:
        sections.append((f"Round {turn_order.round}", tuple(now[:cut])))
    if now[cut:]:
        sections.append(("Again this round", tuple(now[cut:])))
    for number in sorted({turn_order.slots[i].round for i in later}):
        indexes = tuple(i for i in later if turn_order.slots[i].round == number)
        sections.append((f"Round {number}, already known", indexes))
    return tuple(sections)


def effects(system: ShadowRealms, encounter: Encounter, token: Token) -> Iterator[Effect]:
    """Yield what a token keeps up or holds ready, apart from conditions."""
    status = status_of(token)
    if status.cover_by:
        found = (encounter.map.obstacles.get(key) for key in status.cover_by)
        names = ", ".join(name_of_object(one) for one in found if one is not None)
        detail = f"behind {names}: it {cover_words(system.options)}"
        yield Effect("In cover", None, detail, "in cover")
    if status.hidden_from:
        watchers = [encounter.tokens[key] for key in status.hidden_from if key in encounter.tokens]
        detail = f"from {', '.join(name_of(one) for one in watchers)}"
        yield Effect(f"Hidden from {len(status.hidden_from)}", None, detail, "hidden")
    if status.aim:
        detail = "levels of Advantage on the next ranged attack this turn"
        yield Effect(f"Aiming, {min(3, status.aim)} of 3", None, detail, "aiming")
    if status.extra_defenses:
        words = f"Guarded, {counted(status.extra_defenses, 'extra defense')}"
        yield Effect(words, None, "to dodge or parry without the Reaction", "guarded")
    if status.readied:
        yield Effect("Action readied", None, "comes before its next turn", "ready")
    if status.stamina_lost:
        words = f"Stamina {status.stamina_lost} of {sheet_of(token).stamina} lost"
        yield Effect(words, None, "by bleeding; a healing surge restores it")
    if status.limit_break:
        words = "Limit Break now" if status.breaks_now else "Limit Break next turn"
        if status.limit_break == "both":
            words = "Limit Break now and next turn"
        yield Effect(words, None, "Total Advantage on its next attack", "limit break")


def subtitle(encounter: Encounter, token: Token) -> str:
    """Return the line under a token's name: its turn, or what it holds ready."""
    order = encounter.turn_order
    status = status_of(token)
    for condition in ("dead", "unconscious", "surprised", "stunned"):
        if token.has(condition):
            return condition.capitalize()
    parts = []
    own = [slot for slot in order.slots if slot.token == token.id and slot.round == order.round]
    if order.active == token.id and own:
        again = own[1].score if len(own) > 1 else None
        parts.append(
            f"Turn {own[0].turn}" + (f", acts again at {again}" if again is not None else "")
        )
    if status.breaks_now:
        parts.append("Limit Break now")
    if status.breaks_later:
        parts.append("Limit Break next turn")
    if status.aim:
        parts.append(f"Aiming, {min(3, status.aim)} of 3")
    if status.extra_defenses:
        parts.append(f"Guarded, {counted(status.extra_defenses, 'extra defense')}")
    if status.readied:
        parts.append("Action readied")
    if status.cover_by:
        parts.append("In cover")
    if status.hidden_from:
        parts.append(f"Hidden from {len(status.hidden_from)}")
    if status.dropped:
        parts.append(f"Lost {', '.join(status.dropped)}")
    if token.has("grappled"):
        parts.append("Grappled")
    if token.has("bleeding"):
        parts.append("Bleeding")
    if order.is_running and order.active != token.id and not parts:
        parts.append("Reaction ready" if status.reaction else "Reaction spent")
    return ", ".join(parts)
