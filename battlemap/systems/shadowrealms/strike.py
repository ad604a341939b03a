"""Carrying an attack out: what it provokes, its price, the dice, and what comes of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from battlemap.model.event import Noted, StatusChanged
from battlemap.model.intent import Attack
from battlemap.rules.procedure import Ask, AskOption, IllegalIntentError, Roll, ask, happen, roll
from battlemap.systems.shadowrealms import modifiers as mods
from battlemap.systems.shadowrealms.attack import pay_bonus, plan, weapon_of, why_unable
from battlemap.systems.shadowrealms.blow import RATING, Blow, aim_blow
from battlemap.systems.shadowrealms.harm import (
    critical,
    fell_minion,
    hurt,
    location_of,
    strain,
    wound,
)
from battlemap.systems.shadowrealms.options import MinionDamage
from battlemap.systems.shadowrealms.report import Report
from battlemap.systems.shadowrealms.sheet import Tier, details_of, name_of, sheet_of, status_of
from battlemap.tactics.board import Board
from battlemap.tactics.situation import survey

if TYPE_CHECKING:
    from collections.abc import Generator

    from battlemap.dice.pool import Pool, PoolResult
    from battlemap.model.encounter import Encounter
    from battlemap.model.event import Event
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure
    from battlemap.rules.trigger import Trigger
    from battlemap.systems.shadowrealms import ShadowRealms


def perform_attack(system: ShadowRealms, encounter: Encounter, attack: Attack) -> Procedure:
    """Carry out an attack: what it provokes, its price, the dice and what comes of them."""
    planned = plan(system, Board.of(encounter, system), attack)
    if planned.illegal:
        raise IllegalIntentError(planned.illegal)
    for trigger in planned.triggers:
        if trigger.fires:
            encounter, _ = yield from opportunity(system, encounter, trigger, attack.attacker)
    attacker = encounter.tokens[attack.attacker]
    forced = attack.choices.get("force") == "yes"
    if not system.is_able(attacker) and not forced:
        encounter = yield from _pay(system, encounter, attack)
        return (
            yield from happen(
                Noted(
                    f"{name_of(attacker)} loses the attack",
                    (f"{name_of(attacker)} is {why_unable(attacker)}",),
                    "attack",
                    attacker.id,
                )
            )
        )
    encounter = yield from resolve(system, encounter, attack)
    if mods.cost_of(attack) != "reaction" and system.is_able(encounter.tokens[attack.attacker]):
        encounter, lines = yield from strain(system, encounter, attack.attacker)
        if lines:
            encounter = yield from happen(Noted(lines[0], lines[1:], "damage", attack.attacker))
    return encounter


def opportunity(
    system: ShadowRealms,
    encounter: Encounter,
    trigger: Trigger,
    mover: str,
    *,
    where: str = "",
    brace: bool = False,
) -> Generator[Roll | Ask | Event, Any, tuple[Encounter, bool]]:
    """Ask whether the reactor strikes, and resolve the strike; returns whether it did harm.

    The strike is an ordinary melee attack paid with the Reaction (section 7); it neither suffers
    nor advances the penalty for repeated strikes.
    """
    reactor, provoker = encounter.tokens[trigger.by], encounter.tokens[mover]
    strike = Attack(trigger.by, mover, trigger.weapon, {"cost": "reaction"})
    planned = plan(system, Board.of(encounter, system), strike)
    if planned.illegal:
        return encounter, False
    weapon = weapon_of(system, reactor, trigger.weapon)
    doing = where or "attacking with a shorter weapon"
    may = "may brace against" if brace else "may strike"
    kind = "brace" if brace else "opportunity attack"
    answer = yield from ask(
        Ask(
            token=reactor.id,
            headline=f"{name_of(reactor)} {may} {name_of(provoker)} {doing}",
            options=(
                AskOption(
                    "strike",
                    "Brace" if brace else "Strike",
                    planned.odds.summary if planned.odds else "",
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
            to_hit=planned.odds.hit if planned.odds else None,
            mean=planned.odds.mean if planned.odds else None,
            focus=(reactor.id, mover),
        )
    )
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
    encounter, strike = yield from _ask_defense(system, encounter, strike)
    before = status_of(encounter.tokens[mover]), encounter.tokens[mover].conditions
    encounter = yield from resolve(system, encounter, strike, title=kind, because=trigger.reason)
    after = status_of(encounter.tokens[mover]), encounter.tokens[mover].conditions
    harmed = before[1] != after[1] or (
        after[0].damage > before[0].damage or after[0].minion_hits > before[0].minion_hits
    )
    return encounter, harmed


def _ask_defense(
    system: ShadowRealms, encounter: Encounter, strike: Attack
) -> Generator[Ask, Any, tuple[Encounter, Attack]]:
    """Ask the target of a Reaction's strike for its defense, where one would help it."""
    board = Board.of(encounter, system)
    planned = plan(system, board, strike)
    choice = next(c for c in planned.choices if c.key == "defence")
    if planned.odds is None:
        return encounter, strike
    means: dict[str, float] = {}
    answers: dict[str, AskOption] = {}
    for option in choice.options:
        tried = replace(strike, choices={**strike.choices, "defence": option.key})
        odds = None if option.unavailable else plan(system, board, tried).odds
        detail = f"{odds.hit:.0%} to hit, mean {odds.mean:.2f}" if odds else ""
        label = option.label if option.key != RATING else f"{option.label}, no Reaction"
        means[option.key] = odds.mean if odds else float("inf")
        answers[option.key] = AskOption(option.key, label, detail, option.unavailable)
    if min(means.values()) >= means[RATING] - 1e-12:
        return encounter, strike
    # The best defense first, and last what spends nothing.
    order = sorted((key for key in answers if key != RATING), key=lambda key: means[key])
    target = encounter.tokens[strike.target]
    answer = yield from ask(
        Ask(
            token=target.id,
            headline=f"How does {name_of(target)} defend?",
            options=tuple(answers[key] for key in (*order, RATING)),
            kind="defence",
            facts=(planned.odds.summary, choice.hint),
            to_hit=planned.odds.hit,
            mean=planned.odds.mean,
            focus=(strike.attacker, strike.target),
        )
    )
    return encounter, replace(strike, choices={**strike.choices, "defence": answer})


def _pay(system: ShadowRealms, encounter: Encounter, attack: Attack) -> Procedure:
    """Spend what the attack costs, and what it uses up: aim, feint, assistance, Limit Break."""
    attacker = encounter.tokens[attack.attacker]
    status = status_of(attacker)
    cost = mods.cost_of(attack)
    spent = replace(status, assist=0)
    if cost in ("action", "bonus"):
        weapon = weapon_of(system, attacker, attack.weapon)
        spent = replace(
            spent,
            aim=0 if weapon.is_ranged else status.aim,
            feint="" if status.feint == attack.target and not weapon.is_ranged else status.feint,
            limit_break="" if status.limit_break == "ready" else status.limit_break,
        )
    if encounter.turn_order.is_running:
        if cost == "reaction":
            spent = replace(spent, reaction=max(0, status.reaction - 1))
        elif cost == "readied":
            spent = replace(spent, readied=0)
        elif cost == "bonus":
            spent = pay_bonus(system, spent)
        else:
            spent = replace(spent, actions=max(0, status.actions - 1), strikes=status.strikes + 1)
        if cost != "reaction":
            spent = replace(spent, struck=tuple(dict.fromkeys((*status.struck, attack.target))))
    if spent != status:
        encounter = yield from happen(StatusChanged(attacker.id, spent))
    return encounter


def _pay_defense(encounter: Encounter, target_id: str) -> Procedure:
    """Spend an extra defense, or else the Reaction, of whoever dodges or parries."""
    if not encounter.turn_order.is_running:
        return encounter
    status = status_of(encounter.tokens[target_id])
    if status.extra_defenses:
        spent = replace(status, extra_defenses=status.extra_defenses - 1)
    else:
        spent = replace(status, reaction=max(0, status.reaction - 1))
    return (yield from happen(StatusChanged(target_id, spent)))


def resolve(
    system: ShadowRealms,
    encounter: Encounter,
    attack: Attack,
    *,
    title: str = "",
    because: str = "",
) -> Procedure:
    """Roll an attack and apply what comes of it, with one line of the log that says every step."""
    board = Board.of(encounter, system)
    planned = plan(system, board, attack)
    defense = next(c.selected for c in planned.choices if c.key == "defence")
    attacker, target = board.token(attack.attacker), board.token(attack.target)
    weapon = weapon_of(system, attacker, attack.weapon)
    blow = aim_blow(system, attacker, target, weapon, planned.modifiers, defense)
    encounter = yield from _pay(system, encounter, attack)
    if blow.funnel.first is not None and defense != RATING:
        encounter = yield from _pay_defense(encounter, target.id)
    report = Report(blow, title, because)
    report.opening()
    hits = blow.pool
    if blow.funnel.first is not None:
        result = yield from _roll_pool(blow.funnel.first, f"{name_of(attacker)}'s attack", attacker)
        hits = result.successes
        report.attack_roll(blow.funnel.first, result)
    successes = 0
    faces: tuple[int, ...] = ()
    if hits:
        pool = blow.funnel.second(hits)
        result = yield from _roll_pool(pool, f"{name_of(attacker)}'s damage", attacker)
        successes, faces = result.successes, result.faces
        report.damage_roll(pool, result)
    if successes:
        encounter = yield from _land(system, encounter, blow, successes, report)
    elif blow.funnel.is_near(faces):
        report.glances(hits)
        encounter, lines = yield from hurt(system, encounter, target.id, fatigue=hits)
        report.lines.extend(lines)
    encounter = yield from happen(report.noted(encounter))
    if successes and details_of(weapon).cleave:
        encounter = yield from _cleave(system, encounter, blow, successes)
    return encounter


def _roll_pool(pool: Pool, what: str, token: Token) -> Generator[Roll, Any, PoolResult]:
    named = f"{pool.count}d{pool.sides} vs {pool.target}"
    faces = yield from roll(pool.count, pool.sides, f"{what}, {named}", token.id)
    again = len(pool.to_reroll(faces))
    kind = "failed" if pool.levels > 0 else "successful"
    plural = "die" if again == 1 else "dice"
    later = yield from roll(
        again, pool.sides, f"{what}, {again} {kind} {plural} again vs {pool.target}", token.id
    )
    return pool.result(faces, later)


def _land(
    system: ShadowRealms, encounter: Encounter, blow: Blow, successes: int, report: Report
) -> Procedure:
    """Apply damage: a minion's count, or boxes, hit location and critical."""
    target = encounter.tokens[blow.target.id]
    if sheet_of(target).tier is not Tier.FULL:
        adds = system.options.minion_damage is MinionDamage.ADDS_UP
        encounter, lines = yield from fell_minion(encounter, target.id, successes, adds_up=adds)
        report.minion(successes, lines)
        return encounter
    damage = blow.funnel.amount(successes)
    faces = yield from roll(1, 20, f"Where {name_of(target)} is hit, d20", blow.attacker.id)
    location = location_of(faces[0])
    sixes = yield from roll(successes, 6, f"How bad it is, {successes}d6", blow.attacker.id)
    row = critical(details_of(blow.weapon).damage_type, location, sum(sixes))
    report.lands(damage, successes, location, faces[0], sixes, row.text)
    # The critical first: whoever it kills needs no test to stay awake.
    encounter, lines = yield from wound(system, encounter, target.id, row, location)
    report.lines.extend(lines)
    encounter, lines = yield from hurt(system, encounter, target.id, boxes=damage)
    report.lines.extend(lines)
    return encounter


def _cleave(system: ShadowRealms, encounter: Encounter, blow: Blow, successes: int) -> Procedure:
    """Offer what is left of a blow to other minions in reach, one after another (section 21)."""
    tier = sheet_of(blow.target).tier
    if tier is Tier.FULL or not encounter.tokens[blow.target.id].has("dead"):
        return encounter
    left = successes - max(1, tier.falls_at - status_of(blow.target).minion_hits)
    done = {blow.target.id}
    while left > 0:
        board = Board.of(encounter, system)
        near = [
            token
            for token in board.enemies_of(board.token(blow.attacker.id))
            if token.id not in done
            and sheet_of(token).tier is not Tier.FULL
            and survey(board, blow.attacker.id, token.id, blow.weapon.name).in_reach.value
        ]
        if not near:
            return encounter
        plural = "" if left == 1 else "es"
        answer = yield from ask(
            Ask(
                token=blow.attacker.id,
                headline=f"{name_of(blow.attacker)} cleaves on, {left} success{plural} left",
                options=(
                    *(
                        AskOption(token.id, name_of(token), system.track(token).label)
                        for token in near
                    ),
                    AskOption("none", "Stop here"),
                ),
                kind="cleave",
                focus=(blow.attacker.id, *(token.id for token in near)),
            )
        )
        if answer == "none":
            return encounter
        struck = encounter.tokens[answer]
        need = max(1, sheet_of(struck).tier.falls_at - status_of(struck).minion_hits)
        given = min(left, need)
        adds = system.options.minion_damage is MinionDamage.ADDS_UP
        encounter, lines = yield from fell_minion(encounter, answer, given, adds_up=adds)
        encounter = yield from happen(
            Noted(
                f"{name_of(blow.attacker)} cleaves into {name_of(struck)}",
                (f"{given} of {left} successes left over", *lines),
                "attack",
                blow.attacker.id,
            )
        )
        left -= given
        done.add(answer)
    return encounter
