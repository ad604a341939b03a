"""Rolling an attack and applying what comes of it (sections 10 to 12, 21 and 23)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.model.event import ConditionsChanged, Noted, StatusChanged
from battlemap.model.words import counted
from battlemap.rules.by_hand import name_of
from battlemap.rules.fact_rulings import facts_between, ruling_on
from battlemap.rules.procedure import Ask, AskOption, ask, happen, roll
from battlemap.systems.shadowrealms.attack import plan, weapon_of
from battlemap.systems.shadowrealms.blow import DISARM_SUCCESSES, RATING, Blow, aim_blow
from battlemap.systems.shadowrealms.criticals import critical, location_of
from battlemap.systems.shadowrealms.disarm import DISARM, HARM, knock_away
from battlemap.systems.shadowrealms.ground import keep_hold
from battlemap.systems.shadowrealms.harm import come_down, fell_minion, hurt, wound
from battlemap.systems.shadowrealms.modifiers import cost_of
from battlemap.systems.shadowrealms.pools import roll_pool, successes_to_fell
from battlemap.systems.shadowrealms.price import pay_bonus, pay_power, power_of
from battlemap.systems.shadowrealms.readings import DisarmHarm
from battlemap.systems.shadowrealms.report import Report
from battlemap.systems.shadowrealms.sheet import Tier, details_of, sheet_of, status_of
from battlemap.tactics.board import Board

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Attack
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.shadowrealms import ShadowRealms
    from battlemap.systems.shadowrealms.harm import Harm


def resolve(
    system: ShadowRealms,
    encounter: Encounter,
    attack: Attack,
    *,
    title: str = "",
    because: str = "",
) -> Part[tuple[Encounter, int]]:
    """Roll an attack and apply what comes of it, with one line of the log that says every step.

    Returns the encounter afterwards and the damage successes that did harm.
    """
    board = Board.of(encounter, system)
    planned = plan(system, board, attack)
    defense = next(c.selected for c in planned.choices if c.key == "defense")
    attacker, target = board.token(attack.attacker), board.token(attack.target)
    weapon = weapon_of(system, attacker, attack.weapon)
    seen = ruling_on(encounter, attack, attack.target, "attacker_seen")
    blow = aim_blow(system, attacker, target, weapon, planned.modifiers, defense, seen=seen)
    encounter = yield from pay(system, encounter, attack)
    if blow.funnel.first is not None and defense != RATING:
        encounter = yield from _pay_defense(encounter, target.id)
    report = Report(blow, title, because)
    report.opening()
    hits = blow.pool
    if blow.funnel.first is not None:
        result = yield from roll_pool(blow.funnel.first, f"{name_of(attacker)}'s attack", attacker)
        hits = result.successes
        report.attack_roll(blow.funnel.first, result)
    successes = 0
    faces: tuple[int, ...] = ()
    if hits:
        pool = blow.funnel.second(hits)
        so_far = f"{counted(hits, 'hit')} on {name_of(target)}"
        result = yield from roll_pool(pool, f"{name_of(attacker)}'s damage", attacker, so_far)
        successes, faces = result.successes, result.faces
        report.damage_roll(pool, result)
    aim = attack.choices.get("aim", HARM)
    harms = successes
    if successes >= DISARM_SUCCESSES and aim == DISARM:
        encounter, knocked = yield from knock_away(system, encounter, blow, successes, report)
        if knocked and system.options.disarm_harm is DisarmHarm.INSTEAD:
            harms = 0
    if harms:
        encounter = yield from _land(system, encounter, blow, successes, report)
        encounter, lines = yield from _shaken(system, encounter, blow)
        report.lines.extend(lines)
    elif successes:
        pass  # the weapon flies instead of the damage
    elif blow.funnel.is_near(faces):
        report.glances(hits)
        encounter, lines = yield from hurt(system, encounter, target.id, fatigue=hits)
        report.lines.extend(lines)
    encounter = yield from happen(report.noted(encounter))
    if harms and details_of(weapon).cleave:
        encounter = yield from _cleave(system, encounter, blow, successes)
    return encounter, harms


def _shaken(system: ShadowRealms, encounter: Encounter, blow: Blow) -> Harm:
    """Knock a target down, and shake it from a wall, where a blow does that (sections 6 and 19)."""
    target = encounter.tokens[blow.target.id]
    lines: list[str] = []
    if details_of(blow.weapon).knockdown and not target.has("prone"):
        conditions = target.conditions | {"prone"}
        encounter = yield from happen(ConditionsChanged(target.id, conditions))
        lines.append(f"{name_of(target)} is knocked down")
        encounter, said = yield from come_down(system, encounter, target.id)
        lines.extend(said)
    encounter, said = yield from keep_hold(system, encounter, target.id)
    return encounter, (*lines, *said)


def pay(system: ShadowRealms, encounter: Encounter, attack: Attack) -> Procedure:
    """Spend what the attack costs, and what it uses up: aim, feint, assistance, Limit Break."""
    attacker = encounter.tokens[attack.attacker]
    status = status_of(attacker)
    cost = cost_of(attack)
    spent = replace(status, assist=0, hidden_from=())
    if cost in ("action", "bonus", "power"):
        shot = any(w.is_ranged for w in attacker.weapons if w.name == attack.weapon) or (
            not attack.weapon and system.weapons(attacker)[0].is_ranged
        )
        spent = replace(
            spent,
            aim=0 if shot else status.aim,
            feint="" if status.feint == attack.target and not shot else status.feint,
            limit_break=status.later_break,
        )
    if encounter.turn_order.is_running:
        if cost == "reaction":
            spent = replace(spent, reaction=max(0, status.reaction - 1))
        elif cost == "readied":
            spent = replace(spent, readied=0)
        elif cost == "bonus":
            spent = pay_bonus(system, spent)
        elif cost == "power":
            spent = pay_power(system, spent, power_of(attacker, attack))
        else:
            spent = replace(spent, actions=max(0, status.actions - 1), strikes=status.strikes + 1)
        if cost != "reaction" and attack.target:
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


def _land(
    system: ShadowRealms, encounter: Encounter, blow: Blow, successes: int, report: Report
) -> Procedure:
    """Apply damage: a minion's count, or boxes, hit location and critical."""
    target = encounter.tokens[blow.target.id]
    if sheet_of(target).tier is not Tier.FULL:
        encounter, lines = yield from fell_minion(system, encounter, target.id, successes)
        report.minion(successes, lines)
        return encounter
    damage = blow.funnel.amount(successes)
    so_far = f"{counted(report.hits or 0, 'hit')}, {damage} damage"
    faces = yield from roll(1, 20, f"Where {name_of(target)} is hit, d20", blow.attacker.id, so_far)
    location = location_of(faces[0])
    so_far += f", {location} ({faces[0]})"
    why = f"How bad it is, {successes}d6"
    sixes = yield from roll(successes, 6, why, blow.attacker.id, so_far)
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
    left = successes - successes_to_fell(system, blow.target)
    done = {blow.target.id}
    while left > 0:
        board = Board.of(encounter, system)
        near = [
            token
            for token in board.enemies_of(board.token(blow.attacker.id))
            if token.id not in done
            and sheet_of(token).tier is not Tier.FULL
            and facts_between(board, blow.attacker.id, token.id, blow.weapon.name).in_reach.value
        ]
        if not near:
            return encounter
        answer = yield from ask(_whom_to_cleave(system, blow, near, left))
        if answer == "none":
            return encounter
        struck = encounter.tokens[answer]
        given = min(left, successes_to_fell(system, struck))
        encounter, lines = yield from fell_minion(system, encounter, answer, given)
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


def _whom_to_cleave(system: ShadowRealms, blow: Blow, near: Sequence[Token], left: int) -> Ask:
    over = counted(left, "success", "successes")
    targets = [AskOption(token.id, name_of(token), system.track(token).label) for token in near]
    return Ask(
        token=blow.attacker.id,
        headline=f"{name_of(blow.attacker)} cleaves on, {over} left",
        options=(*targets, AskOption("none", "Stop here")),
        kind="cleave",
        focus=(blow.attacker.id, *(token.id for token in near)),
    )
