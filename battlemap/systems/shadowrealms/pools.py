"""How many dice a combatant rolls, and the rolling of pools (sections 10, 14, 21 and 23)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.dice.pool import Pool
from battlemap.model.words import counted
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import roll
from battlemap.systems.shadowrealms.readings import MinionDamage
from battlemap.systems.shadowrealms.sheet import (
    BOXES,
    Tier,
    details_of,
    sheet_of,
    status_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from battlemap.dice.pool import PoolResult
    from battlemap.model.token import Token, Weapon
    from battlemap.rules.procedure import Part
    from battlemap.systems.shadowrealms import ShadowRealms
    from battlemap.systems.shadowrealms.sheet import Sheet


def skill_of(sheet: Sheet, weapon: Weapon) -> tuple[int, str]:
    """Return the combat skill that an attack uses, and its name (section 10, step 1)."""
    if weapon.is_ranged:
        return sheet.marksmanship, "Marksmanship"
    return sheet.fighting, "Fighting"


def base_pool(attacker: Token, weapon: Weapon) -> int:
    """Return the dice of an attack before penalties (section 10, step 2)."""
    sheet, details = sheet_of(attacker), details_of(weapon)
    named = {"might": sheet.might, "agility": sheet.agility, "accuracy": sheet.accuracy}
    if details.attribute:
        return named[details.attribute]
    if weapon.is_ranged:
        return sheet.accuracy
    return max(sheet.might, sheet.agility) if details.agile else sheet.might


def wound_penalty(token: Token) -> int:
    """Return how many dice damage costs, as a positive number (section 14).

    A full track costs 4, in the place of the 3 (section 25).
    """
    if sheet_of(token).tier is not Tier.FULL:
        return 0
    boxes = status_of(token).boxes
    return 4 if boxes >= BOXES else max(0, (boxes - 1) // 4)


def successes_to_fell(system: ShadowRealms, minion: Token) -> int:
    """Return how many damage successes of one attack fell a minion now (section 21).

    Where one attack must do it, those of earlier ones don't count.
    """
    adds_up = system.options.minion_damage is MinionDamage.ADDS_UP
    taken = status_of(minion).minion_hits if adds_up else 0
    return max(1, sheet_of(minion).tier.falls_at - taken)


def dice_penalties(token: Token) -> Iterator[tuple[str, int, str]]:
    """Yield (key, dice lost, reason) for each penalty on most physical actions."""
    sheet, status = sheet_of(token), status_of(token)
    if lost := wound_penalty(token):
        yield "wounded", lost, f"{name_of(token)} {status.boxes} of {BOXES} boxes"
    if sheet.tier is Tier.FULL and status.fatigue >= sheet.stamina:
        yield "exhausted", 1, f"{name_of(token)} has no stamina left"
    if sheet.tier in (Tier.STANDARD, Tier.ELITE) and status.minion_hits:
        yield "staggered", 1, f"{name_of(token)} took {status.minion_hits} of {sheet.tier.falls_at}"
    injured = sum(injury.dice for injury in status.injuries)
    if injured:
        worst = max(status.injuries, key=lambda injury: injury.dice)
        yield "injured", injured, f"{name_of(token)}: {worst.text}"


def physical_dice(token: Token, dice: int) -> int:
    """Return a pool after wounds and exhaustion, which hinder most physical actions."""
    return max(0, dice - sum(lost for _, lost, _ in dice_penalties(token)))


def dice_in_action(token: Token, dice: int) -> int:
    """Return the pool of an action that isn't physical: lesser wounds don't hinder it.

    A full fatigue track costs a die of all actions (section 14), a full damage track four of any
    (section 25), and staggering a die of a minion's actions (section 21).
    """
    counts = {"exhausted", "staggered"}
    if status_of(token).boxes >= BOXES:
        counts.add("wounded")
    return max(0, dice - sum(lost for key, lost, _ in dice_penalties(token) if key in counts))


def roll_pool(pool: Pool, what: str, token: Token, so_far: str = "") -> Part[PoolResult]:
    """Roll a pool and its rerolls; *what* and *so_far* are said to a GM who types real dice."""
    faces = yield from roll(
        pool.count,
        pool.sides,
        f"{what}, {pool.count}d{pool.sides} vs {pool.target}",
        token.id,
        so_far,
    )
    again = len(pool.to_reroll(faces))
    kind = "failed " if pool.levels > 0 else "successful "
    if pool.rescued and pool.doubted:
        kind = ""
    dice = counted(again, f"{kind}die", f"{kind}dice")
    shown = " ".join(str(face) for face in faces)
    came = ". ".join(part for part in (so_far, f"The dice came to {shown}") if part)
    later = yield from roll(
        again, pool.sides, f"{what}, {dice} again vs {pool.target}", token.id, came
    )
    return pool.result(faces, later)


def dice_words(pool: Pool, result: PoolResult) -> str:
    """Return a roll as the log shows it: "3d20 vs 12: 8→14 3 20"."""
    shown = " ".join(
        str(die.face) if die.before is None else f"{die.before}→{die.face}" for die in result.dice
    )
    return f"{pool.count}d{pool.sides} vs {pool.target}: {shown or 'no dice'}"


def check(
    system: ShadowRealms, token: Token, dice: int, difficulty: int, what: str, *, levels: int = 0
) -> Part[tuple[int, str]]:
    """Roll a test; as many dice as the option says must reach the difficulty.

    Returns the number of such dice, 0 where they are too few, and the line for the log.
    """
    pool = Pool(max(0, dice), system.options.pool_die.sides, difficulty, levels)
    result = yield from roll_pool(pool, f"{name_of(token)}, {what.rstrip(',')}", token)
    passed = result.successes >= system.options.test_successes
    line = f"{what} {dice_words(pool, result)}, {'passed' if passed else 'failed'}"
    return result.successes if passed else 0, line
