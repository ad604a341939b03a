"""Carrying an attack out, with the opportunity attacks that deeds and moves give to others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.event import Noted
from battlemap.model.intent import Attack
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import UNASKED, Ask, AskOption, IllegalIntentError, ask, happen
from battlemap.rules.trigger_rulings import held_back
from battlemap.systems.prowess.attack import plan
from battlemap.systems.prowess.paying import OPPORTUNITY, cost_of, weapon_of, why_unable
from battlemap.systems.prowess.provoking import hollow_reason, provoked
from battlemap.systems.prowess.resolution import pay, resolve
from battlemap.systems.prowess.sheet import dice_left
from battlemap.systems.prowess.stealth import reveal
from battlemap.tactics.board import Board

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.rules.plan import AttackPlan
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.rules.trigger import Trigger
    from battlemap.systems.prowess import Prowess

OPPORTUNITY_KIND = "opportunity attack"


def perform_attack(system: Prowess, encounter: Encounter, attack: Attack) -> Procedure:
    """Carry out an attack: what it provokes, its price, the dice and what comes of them."""
    planned = plan(system, Board.of(encounter, system), attack)
    if planned.illegal:
        raise IllegalIntentError(planned.illegal)
    attack = planned.intent
    for trigger in planned.triggers:
        encounter, _ = yield from opportunity(system, encounter, trigger, attack.attacker)
    attacker = encounter.tokens[attack.attacker]
    if not system.is_able(attacker) and attack.choices.get("force") != "yes":
        encounter = yield from pay(system, encounter, attack)
        headline = f"{name_of(attacker)} loses the attack"
        why = f"{name_of(attacker)} is {why_unable(attacker)}"
        return (yield from happen(Noted(headline, (why,), "attack", attacker.id)))
    title = OPPORTUNITY_KIND if cost_of(attack) == OPPORTUNITY else ""
    encounter, _ = yield from resolve(system, encounter, attack, title=title)
    if system.options.attack_reveals:
        encounter = yield from reveal(encounter, attack.attacker, "the attack gives it away")
    return encounter


def opportunity(
    system: Prowess, encounter: Encounter, trigger: Trigger, mover: str, *, where: str = ""
) -> Part[tuple[Encounter, bool]]:
    """Ask whether the holder of an aura strikes, and resolve it; returns whether it hit.

    The strike is an ordinary melee attack that costs no action points but one prowess die, which
    isn't rolled. Whoever has none left isn't asked.
    """
    board = Board.of(encounter, system)
    reactor = board.token(trigger.by)
    hollow = hollow_reason(board, trigger.by, 1) or not system.may_react(reactor)
    if (hollow and not trigger.by_hand) or not system.is_able(reactor):
        return encounter, False
    if trigger.by in held_back(encounter, mover):
        return encounter, False
    provoker = board.token(mover)
    forced = {"force": "yes"} if trigger.by_hand else {}
    strike = Attack(trigger.by, mover, trigger.weapon, {"cost": OPPORTUNITY, **forced})
    planned = plan(system, board, strike)
    if planned.illegal:
        return encounter, False
    doing = where or trigger.reason.removeprefix(f"{name_of(provoker)} ")
    headline = f"{name_of(reactor)} may strike {name_of(provoker)}, who {doing}"
    answer = yield from ask(_offer(system, encounter, trigger, planned, headline))
    if answer == UNASKED:
        return encounter, False
    if answer != "strike":
        headline = f"{name_of(reactor)} lets {name_of(provoker)} go"
        encounter = yield from happen(Noted(headline, (trigger.reason,), "attack", reactor.id))
        return encounter, False
    return (
        yield from resolve(
            system, encounter, strike, title=OPPORTUNITY_KIND, because=trigger.reason
        )
    )


def provoke(
    system: Prowess, encounter: Encounter, token_id: str, deed: str, target: str | None = None
) -> Part[tuple[Encounter, tuple[str, ...]]]:
    """Let everybody strike whom a deed in an aura gives the chance; returns whose strikes hit."""
    hits = []
    for trigger in provoked(system, Board.of(encounter, system), token_id, deed, target):
        encounter, hit = yield from opportunity(system, encounter, trigger, token_id)
        if hit:
            hits.append(trigger.by)
    return encounter, tuple(hits)


def _offer(
    system: Prowess, encounter: Encounter, trigger: Trigger, planned: AttackPlan, headline: str
) -> Ask:
    reactor = encounter.tokens[trigger.by]
    weapon = weapon_of(system, reactor, trigger.weapon)
    odds = planned.odds
    left = dice_left(reactor)
    return Ask(
        token=reactor.id,
        headline=headline,
        options=(
            AskOption("strike", "Strike", odds.summary if odds else ""),
            AskOption("let_go", "Let go"),
            AskOption("never", "Never", f"Don't ask for {name_of(reactor)} again"),
        ),
        kind=OPPORTUNITY_KIND,
        facts=(
            f"{weapon.name}, reach {weapon.reach_feet} ft",
            *((trigger.reason.partition(": ")[0],) if trigger.step else ()),
            f"Costs 1 of {left} prowess dice, which isn't rolled",
        ),
        to_hit=odds.hit if odds else None,
        mean=odds.mean if odds else None,
        focus=(reactor.id, planned.intent.target),
        in_fights_only=True,
    )
