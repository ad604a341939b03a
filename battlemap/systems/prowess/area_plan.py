"""The plan of an area attack: who is inside, what counts for each, and how many will be hit."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from typing import TYPE_CHECKING

from battlemap.dice.added import totals
from battlemap.rules.acting import waits
from battlemap.rules.area import laid, left_out, template_of
from battlemap.rules.by_hand import name_of
from battlemap.rules.fact_rulings import ruled_cover
from battlemap.rules.plan import AreaPlan, AreaTarget, AreaWeapon, Choice, ChoiceOption, Odds
from battlemap.rules.procedure import token_of
from battlemap.systems.prowess import modifiers as mods
from battlemap.systems.prowess.blow import (
    aim_blow,
    attack_roll,
    damage_with,
    odds_of,
    roll_words,
    weapon_line,
)
from battlemap.systems.prowess.choices import defense_choice
from battlemap.systems.prowess.defense import chosen, defenses
from battlemap.systems.prowess.paying import (
    READIED,
    weapon_of,
    why_bound,
    why_not_attack_now,
    why_unable,
    why_weapon_waits,
)
from battlemap.systems.prowess.rulings import RULINGS
from battlemap.systems.prowess.sheet import details_of, dice_left, status_of
from battlemap.tactics.areas import cover_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from battlemap.dice.added import AddedRoll
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import AreaAttack
    from battlemap.model.token import Token, Weapon
    from battlemap.rules.modifier import Modifier
    from battlemap.systems.prowess import Prowess
    from battlemap.systems.prowess.blow import Blow
    from battlemap.systems.prowess.defense import Defense
    from battlemap.tactics.areas import Area
    from battlemap.tactics.board import Board


def areas(system: Prowess, token: Token) -> Sequence[AreaWeapon]:
    """Return the weapons and spells of *token* that have an area."""
    return tuple(
        AreaWeapon(
            weapon.name,
            details_of(weapon).shape.value,
            details_of(weapon).size_feet,
            weapon.range_feet,
            details_of(weapon).width_feet,
            float(details_of(weapon).angle),
        )
        for weapon in system.weapons(token)
        if details_of(weapon).shape
    )


def plan_area(system: Prowess, board: Board, attack: AreaAttack) -> AreaPlan:
    """Return everything that is known about an area attack before the dice.

    Raises
    ------
    IllegalIntentError
        If attacker or weapon do not exist.
    """
    attacker = token_of(board.encounter, attack.attacker)
    weapon = weapon_of(system, attacker, attack.weapon)
    area = laid(board, attack, template_of(attack))
    inside = inside_of(board, area)
    rows = common_rows(system, board, attack, inside)
    most = dice_left(attacker)
    wish = attack.choices.get("dice", "0")
    dice = min(most, int(wish)) if wish.isdecimal() else 0
    blows = [blow_on(system, board, attack, area, weapon, target, rows, dice) for target in inside]
    shares = {caught.token: caught.share for caught in area.caught}
    targets = []
    for target, blow in zip(inside, blows, strict=True):
        ways = _ways(system, board, weapon, target)
        key = f"defense:{target.id}"
        targets.append(
            AreaTarget(
                token=target.id,
                is_included=True,
                reason="In the area",
                share=shares[target.id],
                modifiers=tuple(row for row in blow.modifiers if row.key in mods.ON_DEFENSE),
                choices=(defense_choice(target, ways, blow.defense, key),),
                odds=odds_of(blow),
                facts=("inside", "cover"),
            )
        )
    targets += left_out(board, attack, area)
    forced = attack.choices.get("force") == "yes"
    illegal = _illegal(system, board, attack, attacker, weapon)
    roll_ = attack_roll(attacker, weapon, rows, system.options, dice)
    numbers = tuple(ChoiceOption(str(n), str(n)) for n in range(most + 1))
    return AreaPlan(
        intent=attack,
        area=area,
        targets=tuple(targets),
        modifiers=rows,
        net=mods.net_words(rows),
        choices=(Choice("dice", "Prowess dice", numbers, str(dice), "chosen after the d20"),),
        odds=None if illegal and not forced else _odds(roll_, blows, attacker, weapon),
        warnings=(f"Forced by the GM: {illegal}",) if illegal and forced else (),
        illegal="" if forced else illegal,
        weapon_line=weapon_line(attacker, weapon),
    )


def inside_of(board: Board, area: Area) -> tuple[Token, ...]:
    """Return the creatures that an area attack reaches; the dead feel nothing."""
    found = (board.token(caught.token) for caught in area.caught)
    return tuple(token for token in found if not token.has("dead"))


def common_rows(
    system: Prowess, board: Board, attack: AreaAttack, inside: Iterable[Token]
) -> tuple[Modifier, ...]:
    """Return the modifiers of the one attack roll."""
    attacker = board.token(attack.attacker)
    rows = list(mods.attacker_rows(attacker, "", system.options))
    targets = list(inside)
    if targets and all(mods.is_hidden_from(attacker, target) for target in targets):
        rows.append(RULINGS.row("hidden", f"Nobody in the area sees {name_of(attacker)}"))
    found = mods.overruled(board, attack, "", rows)
    return tuple(row for row in found if row.key not in mods.ON_DEFENSE)


def own_rows(
    system: Prowess,
    board: Board,
    attack: AreaAttack,
    area: Area,
    target: Token,
    defense: Defense | None,
) -> tuple[Modifier, ...]:
    """Return the modifiers of one creature in the area: cover from its origin, its defense."""
    by_map = cover_in(board, area, target.id)
    cover = ruled_cover(board.encounter, attack, target.id, by_map)
    # What spreads from a point flows around bodies: only obstacles give cover here.
    covered = cover is not by_map or any(key in board.encounter.map.obstacles for key in cover.by)
    rows = list(mods.cover_rows(cover, 0, name_of(target), system.options)) if covered else []
    if defense is not None:
        rows.extend(mods.defense_rows(target, defense))
    found = mods.overruled(board, attack, target.id, rows)
    return tuple(row for row in found if row.key in mods.ON_DEFENSE)


def _ways(system: Prowess, board: Board, weapon: Weapon, target: Token) -> tuple[Defense, ...]:
    return defenses(system, board.encounter, target, shield_only=details_of(weapon).shield_only)


def blow_on(
    system: Prowess,
    board: Board,
    attack: AreaAttack,
    area: Area,
    weapon: Weapon,
    target: Token,
    common: tuple[Modifier, ...],
    dice: int,
) -> Blow:
    """Return the attack on one creature, from which its odds come."""
    wish = attack.choices.get(f"defense:{target.id}", "")
    defense = chosen(_ways(system, board, weapon, target), wish)
    rows = (*common, *own_rows(system, board, attack, area, target, defense))
    attacker = board.token(attack.attacker)
    return aim_blow(attacker, target, weapon, "attack", rows, defense, system.options, dice=dice)


def _illegal(
    system: Prowess, board: Board, attack: AreaAttack, attacker: Token, weapon: Weapon
) -> str:
    """Return why the rules forbid an area attack; empty: they don't."""
    if not system.is_able(attacker):
        return f"{name_of(attacker)} cannot act: {why_unable(attacker)}."
    if not details_of(weapon).shape:
        return f"{weapon.name.capitalize()} has no area."
    if why := why_weapon_waits(attacker, weapon) or why_bound(attacker, None):
        return why
    if weapon.range_feet:
        own = [board.grid.center(cell) for cell in board.cells_of(attacker.id)]
        far = min(hypot(p.x - attack.origin.x, p.y - attack.origin.y) for p in own)
        feet = far * board.encounter.map.grid.feet_per_cell
        if feet > weapon.range_feet + 1e-9:
            return f"{feet:.0f} ft away, range {weapon.range_feet} ft."
    readied = cost_in_area(board.encounter, attack, attacker) == READIED
    return why_not_attack_now(board.encounter, attacker, readied=readied)


def cost_in_area(encounter: Encounter, attack: AreaAttack, attacker: Token) -> str:
    """Return what an area attack is paid with; what is readied, where its time has come."""
    if waits(encounter, attacker) and status_of(attacker).readied == "attack":
        return READIED
    return attack.choices.get("cost", "attack")


def _hit_counts(thrown: AddedRoll, blows: Sequence[Blow]) -> dict[int, float]:
    """Return the chance of each number of creatures hit; exact up to the last rounding."""
    sums: dict[int, int] = {}
    for row in totals(thrown).values():
        for total, weight in row.items():
            sums[total] = sums.get(total, 0) + weight
    whole = sum(sums.values())
    found: dict[int, float] = {}
    for total, weight in sums.items():
        counts = {0: weight / whole}
        for blow in blows:
            hit = _chance_at(blow, total)
            later: dict[int, float] = {}
            for count, chance in counts.items():
                later[count] = later.get(count, 0.0) + chance * (1 - hit)
                later[count + 1] = later.get(count + 1, 0.0) + chance * hit
            counts = later
        for count, chance in counts.items():
            found[count] = found.get(count, 0.0) + chance
    return found


def _chance_at(blow: Blow, total: int) -> float:
    """Return the chance that an attack which came to *total* hits one creature."""
    rows = totals(blow.against)
    weights = [(value, weight) for row in rows.values() for value, weight in row.items()]
    whole = sum(weight for _, weight in weights)
    return sum(weight for value, weight in weights if value <= total) / whole


def any_hit(thrown: AddedRoll, blows: Sequence[Blow]) -> float:
    """Return the chance that the attack hits anybody in the area."""
    return 1 - _hit_counts(thrown, blows).get(0, 0.0) if blows else 0.0


def _odds(thrown: AddedRoll, blows: Sequence[Blow], attacker: Token, weapon: Weapon) -> Odds:
    """Return the odds of the one roll: how many are hit, and the damage before reduction."""
    counts = _hit_counts(thrown, blows)
    harm = blows[0].harm if blows else None
    plain = damage_with(replace(harm, reduction=0), 0, 0).floats() if harm else {0: 1.0}
    mean = sum(odds_of(blow).mean for blow in blows)
    return Odds(
        hit=1 - counts.get(0, 0.0) if blows else 0.0,
        hits=counts,
        damage=plain,
        mean=mean,
        summary=f"{roll_words(thrown)}, {weapon_line(attacker, weapon)} before reduction",
        hits_label="creatures hit",
    )
