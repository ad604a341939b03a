"""Attacks of Prowess refereed by hand: a reader of the text checks each roll, question and price.

The referee knows the text and the rules page alone. It takes what was rolled and answered in order,
says what should have been rolled, and what everybody should have lost in the end.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from prowess_boards import SWORD, rules, someone, status, table
from tape import Tape, offered

from battlemap.model.intent import Attack
from battlemap.model.token import Weapon
from battlemap.model.turn_order import Slot, TurnOrder
from battlemap.systems.prowess.sheet import Status, WeaponDetails, dice_left

ATTACK, PARRY = 3, 2
ASSIST, TECHNIQUE, PERFECT, SURPRISED, ABOVE = 4, -4, -4, -4, 2
HEAVY, BROKEN_DICE, PERFECT_DICE = 4, 4, 4


def fighter_of(dice: Random):
    whole = dice.randint(0, 5)
    return {
        "brawn": dice.randint(0, 5),
        "prowess_dice": whole,
        "spent": dice.randint(0, whole),
        "points": dice.randint(0, 6),
        "evasion": dice.randint(0, 5),
        "armor": dice.randint(0, 5),
        "shield": dice.choice([None, 0, 3]),
        "block_score": dice.randint(0, 3),
        "blade": dice.choice([None, 0, 2, 4]),
        "guard_broken": dice.random() < 0.2,
        "heavy": dice.random() < 0.2,
        "surprised": dice.random() < 0.2,
        "blocking": dice.random() < 0.3,
    }


def added(tape, key, left, extra=0):
    """Referee the prowess dice that are added after the d20; returns faces, and dice spent."""
    count = 0
    if left:
        question, answer = tape.answer("prowess dice")
        assert question.token == key
        assert offered(question) == {"none", *map(str, range(1, left + 1))}
        count = 0 if answer == "none" else int(answer)
    return tape.roll(key, count + extra, 6), count


@given(st.integers(0, 2**32))
def test_an_attack_is_what_a_referee_makes_of_the_text(seed):
    dice = Random(seed)
    orc = fighter_of(dice)
    if orc["heavy"] and orc["guard_broken"]:
        orc["heavy"] = False
    orc["blocking"] = orc["blocking"] and orc["shield"] is not None
    kind = dice.choice(["attack", "attack", "wounding_strike", "guard_break", "armor_pierce"])
    needs = 0 if kind == "attack" else 1
    whole = dice.randint(needs, 5)
    spent = dice.randint(0, whole - needs)
    brawn, skill = dice.randint(0, 5), dice.randint(0, 4)
    count, sides, plus = dice.randint(0, 2), dice.choice([4, 6, 8]), dice.randint(0, 2)
    ready = dice.randint(ATTACK, 6)
    flanked, hidden = dice.random() < 0.3, dice.random() < 0.2
    assisted, high = dice.random() < 0.3, dice.random() < 0.2
    blade = Weapon(
        "blade",
        details=WeaponDetails(proficiency=skill, dice=count, sides=sides, bonus=plus),
    )
    held = (
        []
        if orc["blade"] is None
        else [replace(SWORD, details=replace(SWORD.details, proficiency=orc["blade"]))]
    )
    tokens = [
        someone(
            "seren",
            (5, 5),
            weapons=[blade],
            sheet={"brawn": brawn, "prowess_dice": whole},
            status=Status(
                points=ready, spent_dice=spent, assisted_by=("kael",) if assisted else ()
            ),
            conditions=["hidden"] if hidden else [],
        ),
        someone(
            "orc",
            (6, 5),
            "foe",
            weapons=held,
            sheet={
                "brawn": orc["brawn"],
                "prowess_dice": orc["prowess_dice"],
                "evasion": orc["evasion"],
                "armor": orc["armor"],
                "shield_proficiency": orc["shield"],
                "block_score": orc["block_score"],
                "health": 999,
            },
            status=Status(
                points=orc["points"],
                spent_dice=orc["spent"],
                guard_broken=orc["guard_broken"],
                heavy_parry=orc["heavy"],
                blocking=orc["blocking"],
            ),
            conditions=["surprised"] if orc["surprised"] else [],
        ),
        someone("kael", (7, 5) if flanked else (1, 1)),
    ]
    encounter = table(*tokens, elevation={5: [(6, 5)]} if high else {})
    slots = (Slot("seren", 9, 1), Slot("orc", 8, 1))
    encounter = replace(encounter, turn_order=TurnOrder(1, slots=slots, active="seren"))
    tape = Tape(rules(), encounter, Attack("seren", "orc", "blade", {"kind": kind}), dice)

    # The attack: d20, then prowess dice; from 5 ft below nobody flanks, but who hides still does.
    extra = int((flanked and not high) or hidden)
    [d20] = tape.roll("seren", 1, 20)
    faces, used = added(tape, "seren", whole - spent - needs, extra)
    total = d20 + brawn + skill + sum(faces)
    total += (TECHNIQUE if needs else 0) + (ASSIST if assisted else 0)
    criticals = faces.count(6)

    # The defense.
    left, points = orc["prowess_dice"] - orc["spent"], orc["points"]
    by_weapon = None if orc["blade"] is None else orc["brawn"] + orc["blade"]
    by_shield = None if orc["shield"] is None else orc["brawn"] + orc["shield"]
    score = orc["block_score"] if orc["blocking"] else 0
    may = {"evasion"}
    if by_weapon is not None and points >= PARRY:
        may.add("parry")
    if by_shield is not None and (points >= PARRY or orc["blocking"]):
        may.add("shield")
    if may & {"parry", "shield"} and points >= PARRY and left and not orc["guard_broken"]:
        may |= {"perfect", "heavy"}
    key = "evasion"
    if may != {"evasion"}:
        question, key = tape.answer("defense")
        assert offered(question) == may
    [answer] = tape.roll("orc", 1, 20)
    against, parries = answer + (ABOVE if high else 0), ()
    heavy = orc["heavy"] or key == "heavy"
    if key == "evasion":
        against += orc["evasion"] + (SURPRISED if orc["surprised"] else 0)
    else:
        if not (key == "shield" and orc["blocking"]):
            points -= PARRY
        left -= key in ("perfect", "heavy")
        ways = {"parry": [by_weapon], "shield": [None if by_shield is None else by_shield + score]}
        best = max(one for one in (*ways["parry"], *ways["shield"]) if one is not None)
        against += ways.get(key, [best])[0] + (PERFECT if key == "perfect" else 0)
        parries, spent_on_it = added(tape, "orc", left)
        left -= spent_on_it
        against += sum(parries)

    # The damage.
    lost, wounds, serens = 0, 0, whole - spent - needs - used
    if total >= against:
        armor = orc["armor"] - (orc["armor"] // 2 if kind == "armor_pierce" else 0)
        lost = sum(tape.roll("seren", count, sides)) + plus + brawn
        lost += sum(tape.roll("seren", criticals, 6)) + criticals * brawn
        stopped = parries.count(6)
        lost -= sum(tape.roll("orc", stopped, 6)) + stopped * orc["brawn"]
        lost = max(0, lost - armor - (HEAVY if heavy else 0))
        wounds = criticals + (kind == "wounding_strike")
        if lost and heavy:
            left = max(0, left - 1)
        if kind == "guard_break":
            left, heavy = max(0, left - BROKEN_DICE), False
    elif key == "perfect":
        serens = max(0, serens - PERFECT_DICE)
    assert tape.is_over
    now, then = status(tape.after, "orc"), status(tape.after, "seren")
    assert (now.damage, len(now.wounds), now.points) == (lost, wounds, points)
    assert dice_left(tape.after.tokens["orc"]) == left
    assert now.heavy_parry == heavy
    assert now.guard_broken == (orc["guard_broken"] or (kind == "guard_break" and total >= against))
    assert (then.points, then.attacked, then.assisted_by) == (ready - ATTACK, True, ())
    assert dice_left(tape.after.tokens["seren"]) == serens
