"""Carrying an attack out, with the strikes that others make by Reaction (sections 7 and 10)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.geometry.names import cell_name
from battlemap.model.event import Noted
from battlemap.model.intent import Attack
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import UNASKED, Ask, AskOption, IllegalIntentError, ask, happen
from battlemap.systems.shadowrealms.attack import plan, weapon_of, why_unable
from battlemap.systems.shadowrealms.blow import RATING
from battlemap.systems.shadowrealms.harm import strain
from battlemap.systems.shadowrealms.movement import move_triggers
from battlemap.systems.shadowrealms.pushing import knock_back
from battlemap.systems.shadowrealms.readings import ForcedMovement, KnockbackRule
from battlemap.systems.shadowrealms.resolution import pay, resolve
from battlemap.systems.shadowrealms.sheet import details_of, status_of
from battlemap.tactics.board import Board
from battlemap.tactics.movement import Mover, path_along

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.geometry.cell import Cell
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token, Weapon
    from battlemap.rules.plan import AttackPlan
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.rules.trigger import Trigger
    from battlemap.systems.shadowrealms import ShadowRealms


def perform_attack(system: ShadowRealms, encounter: Encounter, attack: Attack) -> Procedure:
    """Carry out an attack: what it provokes, its price, the dice and what comes of them."""
    planned = plan(system, Board.of(encounter, system), attack)
    if planned.illegal:
        raise IllegalIntentError(planned.illegal)
    weapon = weapon_of(system, encounter.tokens[attack.attacker], attack.weapon)
    for trigger in planned.triggers:
        if trigger.fires:
            encounter, _ = yield from opportunity(system, encounter, trigger, attack.attacker)
    attacker = encounter.tokens[attack.attacker]
    forced = attack.choices.get("force") == "yes"
    lost = ""
    if not system.is_able(attacker) and not forced:
        lost = f"{name_of(attacker)} is {why_unable(attacker)}"
    elif weapon not in system.weapons(attacker):
        lost = f"The {weapon.name} is out of {name_of(attacker)}'s hand"
    elif any(trigger.fires for trigger in planned.triggers):
        # The strike may have thrown the attacker out of its reach.
        lost = plan(system, Board.of(encounter, system), attack).illegal
    if lost:
        encounter = yield from pay(system, encounter, attack)
        headline = f"{name_of(attacker)} loses the attack"
        return (yield from happen(Noted(headline, (lost,), "attack", attacker.id)))
    encounter, successes = yield from resolve(system, encounter, attack)
    encounter = yield from _knocked_back(system, encounter, attack, weapon, successes)
    if system.is_able(encounter.tokens[attack.attacker]):
        encounter = yield from strain(system, encounter, attack.attacker)
    return encounter


def opportunity(
    system: ShadowRealms,
    encounter: Encounter,
    trigger: Trigger,
    mover: str,
    *,
    where: str = "",
    brace: bool = False,
) -> Part[tuple[Encounter, bool]]:
    """Ask whether the reactor strikes, and resolve the strike; returns whether it did harm.

    The strike is an ordinary melee attack paid with the Reaction (section 7); it neither suffers
    nor advances the penalty for repeated strikes.
    """
    reactor, provoker = encounter.tokens[trigger.by], encounter.tokens[mover]
    forced = {"force": "yes"} if trigger.by_hand else {}
    strike = Attack(trigger.by, mover, trigger.weapon, {"cost": "reaction", **forced})
    planned = plan(system, Board.of(encounter, system), strike)
    if planned.illegal or (planned.odds is not None and not planned.odds.hit):
        return encounter, False  # nobody is asked for a strike without dice or a chance
    kind = "brace" if brace else "opportunity attack"
    may = "may brace against" if brace else "may strike"
    doing = where or "attacking with a shorter weapon"
    headline = f"{name_of(reactor)} {may} {name_of(provoker)} {doing}"
    answer = yield from ask(_offer(system, reactor, trigger, planned, headline, kind))
    if answer == UNASKED:
        return encounter, False
    if answer != "strike":
        encounter = yield from happen(
            Noted(
                f"{name_of(reactor)} lets {name_of(provoker)} go",
                (trigger.reason,),
                "attack",
                reactor.id,
            )
        )
        return encounter, False
    strike = yield from _ask_defense(system, encounter, strike)
    before = encounter.tokens[mover]
    weapon = weapon_of(system, reactor, trigger.weapon)
    encounter, successes = yield from resolve(
        system, encounter, strike, title=kind, because=trigger.reason
    )
    harmed = is_harmed(before, encounter.tokens[mover])
    encounter = yield from _knocked_back(system, encounter, strike, weapon, successes)
    if system.is_able(encounter.tokens[reactor.id]):
        encounter = yield from strain(system, encounter, reactor.id)
    return encounter, harmed


def _knocked_back(
    system: ShadowRealms, encounter: Encounter, attack: Attack, weapon: Weapon, successes: int
) -> Procedure:
    """Push whoever a blow with such a weapon has harmed (section 19, Knockback)."""
    areas = details_of(weapon).knockback
    if not (areas and successes):
        return encounter
    if system.options.knockback is KnockbackRule.SUCCESSES:
        areas = successes
    encounter, lines = yield from knock_back(
        system, encounter, attack.attacker, attack.target, areas, provoked_by_force
    )
    return (yield from happen(Noted(lines[0], lines[1:], "move", attack.target)))


def provoked_by_force(
    system: ShadowRealms, encounter: Encounter, target_id: str, cells: Sequence[Cell]
) -> Part[tuple[Encounter, bool]]:
    """Let whoever is forced along *cells* provoke, where the option says so.

    Returns the encounter and whether the target dropped on the spot.
    """
    if system.options.forced_movement is ForcedMovement.PROVOKES_NOTHING:
        return encounter, False
    board = Board.of(encounter, system)
    target = encounter.tokens[target_id]
    path, _ = path_along(board, target_id, Mover(rate=10_000, actions=1), cells)
    where = f"leaving {cell_name(board.grid, target.at)}"
    for trigger in move_triggers(board, target, path):
        if trigger.fires and trigger.deed != "enters":
            encounter, _ = yield from opportunity(
                system, encounter, trigger, target_id, where=where
            )
    return encounter, system.is_out(encounter.tokens[target_id])


def _offer(
    system: ShadowRealms,
    reactor: Token,
    trigger: Trigger,
    planned: AttackPlan,
    headline: str,
    kind: str,
) -> Ask:
    """Return the question whether to strike by Reaction, with the odds where there are any."""
    weapon = weapon_of(system, reactor, trigger.weapon)
    odds = planned.odds
    return Ask(
        token=reactor.id,
        headline=headline,
        options=(
            AskOption(
                "strike", "Brace" if kind == "brace" else "Strike", odds.summary if odds else ""
            ),
            AskOption("let_go", "Let go"),
            AskOption("never", "Never", f"Don't ask for {name_of(reactor)} again"),
        ),
        kind=kind,
        facts=(
            f"{weapon.name}, reach {weapon.reach_feet} ft",
            trigger.reason,
            "Costs the Reaction",
        ),
        to_hit=odds.hit if odds else None,
        mean=odds.mean if odds else None,
        focus=(reactor.id, planned.intent.target),
        in_fights_only=True,
    )


def is_harmed(before: Token, after: Token) -> bool:
    """Tell whether a blow has left its mark: damage, or a condition."""
    old, new = status_of(before), status_of(after)
    return (
        before.conditions != after.conditions
        or new.damage > old.damage
        or new.minion_hits > old.minion_hits
    )


def _ask_defense(system: ShadowRealms, encounter: Encounter, strike: Attack) -> Part[Attack]:
    """Ask the target of a Reaction's strike for its defense, where one would help it.

    Returns the strike with the answer among its choices.
    """
    board = Board.of(encounter, system)
    planned = plan(system, board, strike)
    choice = next(c for c in planned.choices if c.key == "defense")
    if planned.odds is None:
        return strike
    means: dict[str, float] = {}
    answers: dict[str, AskOption] = {}
    for option in choice.options:
        tried = replace(strike, choices={**strike.choices, "defense": option.key})
        odds = None if option.unavailable else plan(system, board, tried).odds
        detail = f"{odds.hit:.0%} to hit, mean {odds.mean:.2f}" if odds else ""
        label = option.label if option.key != RATING else f"{option.label}, no Reaction"
        means[option.key] = odds.mean if odds else float("inf")
        answers[option.key] = AskOption(option.key, label, detail, option.unavailable)
    if min(means.values()) >= means[RATING] - 1e-12:
        return strike
    # The best defense first, and last what spends nothing.
    order = sorted((key for key in answers if key != RATING), key=lambda key: means[key])
    target = encounter.tokens[strike.target]
    answer = yield from ask(
        Ask(
            token=target.id,
            headline=f"How does {name_of(target)} defend?",
            options=tuple(answers[key] for key in (*order, RATING)),
            kind="defense",
            facts=(planned.odds.summary, choice.hint),
            to_hit=planned.odds.hit,
            mean=planned.odds.mean,
            focus=(strike.attacker, strike.target),
        )
    )
    return replace(strike, choices={**strike.choices, "defense": answer})
