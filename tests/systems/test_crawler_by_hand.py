"""Attacks of Crawler refereed by hand: a reader of the text checks each roll, question and price.

The referee knows the text and the rules page alone. It takes what was rolled and answered in order,
says what should have been rolled, and what everybody should have lost in the end.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from crawler_boards import blast, fight, rules, someone, status
from hypothesis import given
from hypothesis import strategies as st
from tape import Tape, offered

from battlemap.model.intent import Act, Attack, EndTurn
from battlemap.model.token import Weapon
from battlemap.systems.crawler.sheet import Shape, WeaponDetails

KINDS = ("physical", "fire", "ice")
ROWS = ("natural 1", "by 10 less", "miss", "near miss", "success", "by 10 more", "natural 20")


def degree(natural, total, difficulty):
    """The row of the table (Degrees of success and failure); natural 20 and 1 override."""
    if natural in (1, 20):
        return "natural 1" if natural == 1 else "natural 20"
    margin = total - difficulty
    if margin >= 0:
        return "by 10 more" if margin >= 10 else "success"
    return "near miss" if margin >= -2 else "miss" if margin > -10 else "by 10 less"


def succeeds(row):
    return ROWS.index(row) >= ROWS.index("success")


def defended(damage, kinds, body):
    """DR on the whole, an even split (the first types take the remainder), then each share."""
    damage = max(0, damage - body["dr"])
    left = 0
    for place, kind in enumerate(kinds):
        share = damage // len(kinds) + (place < damage % len(kinds))
        if kind in body["resists"]:
            share //= 2
        if kind in body["suffers"]:
            share *= 2
        left += 0 if kind in body["immune"] else share
    return left


def slots_reached(slots, marked, damage):
    count = 0
    while marked + count < 10 and damage >= slots[marked + count]:
        damage -= slots[marked + count]
        count += 1
    return count


def body_of(dice: Random):
    def some():
        return tuple(kind for kind in KINDS if dice.random() < 0.25)

    return {
        "slots": tuple(dice.randint(1, 9) for _ in range(10)),
        "marked": dice.randint(0, 9),
        "dr": dice.choice([0, 0, 1, 4, 20]),
        "resists": some(),
        "suffers": some(),
        "immune": some(),
    }


def record_of(body):
    return {
        "slots": body["slots"],
        "damage_resistance": body["dr"],
        "resistances": body["resists"],
        "vulnerabilities": body["suffers"],
        "immunities": body["immune"],
    }


def kept(tape, token, level):
    faces = tape.roll(token, 2 if level else 1, 20)
    return min(faces) if level < 0 else max(faces)


def helped(tape, natural, total, difficulty, helpers, *, fine):
    """Referee who Intervenes; returns the total. A question that can't matter is not asked.

    Parameters
    ----------
    helpers
        Actions left by helper; they are taken off as they are spent.
    fine
        Whether a success can still be made one by 10 or more here.
    """
    asked = set()
    while True:
        now = degree(natural, total, difficulty)
        near = {key for key, actions in helpers.items() if actions and key not in asked}
        best = degree(natural, total + 6 * (1 if succeeds(now) else len(near)), difficulty)
        better = near and best != now and now not in ("natural 1", "natural 20")
        if now == "success":
            better = better and fine
        elif now in ("miss", "near miss"):
            better = better and succeeds(best)
        if not better:
            assert not tape.asks.startswith("intervene")
            return total
        question, key = tape.answer("intervene in a success" if succeeds(now) else "intervene")
        assert offered(question) == {f"by:{one}" for one in near} | {"none", "never"}
        if not key.startswith("by:"):
            return total
        helper = key[3:]
        asked.add(helper)
        helpers[helper] -= 1
        [face] = tape.roll(helper, 1, 6)
        total += face


# A crawler attacks ------------------------------------------------------------------------------


@given(st.integers(0, 2**32))
def test_a_crawlers_attack_is_what_a_referee_makes_of_the_text(seed):
    dice = Random(seed)
    orc, floor = body_of(dice), dice.randint(0, 6)
    rank, mod, dexterity = dice.randint(0, 12), dice.randint(-2, 4), dice.randint(-1, 3)
    evade = dice.choice([None, 8, 14, 22])
    shoots, high, fine = dice.random() < 0.3, dice.random() < 0.3, dice.random() < 0.3
    shaken, play = dice.random() < 0.2, dice.choice([0, 0, 3, 6])
    count, sides, bonus = dice.randint(0, 2), dice.choice([4, 6, 8]), dice.randint(0, 3)
    kinds = tuple(dice.sample(KINDS, dice.randint(1, 3)))
    weapon = Weapon(
        "arm",
        range_feet=60 if shoots else 0,
        details=WeaponDetails(dice=count, sides=sides, bonus=bonus, damage_types=kinds),
    )
    helpers = {"kael": dice.randint(0, 2), "dace": dice.randint(0, 2)}
    system = rules(floor=floor)
    encounter = fight(
        someone(
            "seren",
            (3, 3),
            weapons=[weapon],
            sheet={
                "melee_rank": rank,
                "ranged_rank": rank,
                "strength_mod": mod,
                "dexterity_mod": mod,
            },
            conditions=["shaken"] if shaken else [],
        ),
        someone("kael", (9, 9)),
        someone("dace", (9, 10)),
        someone("orc", (4, 3), "foe", sheet={**record_of(orc), "dexterity_mod": dexterity}),
        phase="act",
        system=system,
        elevation={5: [(3, 3)]} if high else {},
    )
    orc_token = encounter.tokens["orc"]
    sheet = replace(orc_token.sheet, evade=evade)
    encounter = encounter.with_token(
        replace(orc_token, sheet=sheet, status=replace(orc_token.status, marked=orc["marked"]))
    )
    for key, left in {**helpers, "seren": 2}.items():
        token = encounter.tokens[key]
        changed = replace(status(encounter, key), actions=left)
        if key == "seren":
            against = ("orc",) if fine else ()
            called = "attack" if play else ""
            changed = replace(changed, advantage_against=against, play=play, play_for=called)
        encounter = encounter.with_token(replace(token, status=changed))
    tape = Tape(system, encounter, Attack("seren", "orc", "arm"), dice)

    # Any Advantage and any Disadvantage cancel to a plain roll.
    ups, downs = high or fine, shoots or shaken
    level = 0 if ups and downs else 1 if ups else -1 if downs else 0
    natural = kept(tape, "seren", level)
    needs = 10 + dexterity + floor if evade is None else evade
    total = natural + rank + mod
    spare = play
    if play and not succeeds(degree(natural, total, needs)):
        total, spare = total + play, 0
    total = helped(tape, natural, total, needs, helpers, fine=True)
    row = degree(natural, total, needs)
    lost = 0
    if succeeds(row):
        # A critical hit rolls twice the base dice; what is added is added once.
        rolled = sum(tape.roll("seren", 2 * count if row == "natural 20" else count, sides))
        # Physical ranged weapons add no stat.
        full = rolled + bonus + (0 if shoots else mod) + spare
        full = max(0, full) if row != "by 10 more" else max(0, full) + floor
        lost = slots_reached(orc["slots"], orc["marked"], defended(full, kinds, orc))
    elif row in ("natural 1", "by 10 less"):
        question, _ = tape.answer("consequence")
        worst = {"dropped", "shaken", "none"}
        assert offered(question) == worst | ({"broken"} if row == "natural 1" else set())
    assert tape.is_over
    now = status(tape.after, "seren")
    assert (now.actions, now.play, now.advantage_against) == (1, 0, ())
    after = status(tape.after, "orc")
    assert tape.after.tokens["orc"].has("dead") == (orc["marked"] + lost == 10)
    assert after.marked == orc["marked"] + lost
    assert {key: status(tape.after, key).actions for key in helpers} == helpers


# A mob attacks ----------------------------------------------------------------------------------


@given(st.integers(0, 2**32))
def test_a_mobs_attack_is_what_a_referee_makes_of_the_text(seed):
    """Announced, evaded or not, an ally's Intervene, and what arrives in step 3."""
    dice = Random(seed)
    seren, floor = body_of(dice), dice.randint(0, 6)
    rank, mod = dice.randint(0, 14), dice.randint(-2, 4)
    given_value, strength = dice.choice([None, 8, 13, 20]), dice.randint(-2, 4)
    count, sides, bonus = dice.randint(0, 2), dice.choice([4, 6, 8]), dice.randint(0, 3)
    kinds = tuple(dice.sample(KINDS, dice.randint(1, 2)))
    high, evades = dice.random() < 0.3, dice.random() < 0.8
    claw = Weapon(
        "claw",
        details=WeaponDetails(
            dice=count, sides=sides, bonus=bonus, damage_types=kinds, attack_value=given_value
        ),
    )
    helpers = {"kael": dice.randint(0, 2)}
    system = rules(floor=floor)
    encounter = fight(
        someone(
            "seren",
            (3, 3),
            sheet={**record_of(seren), "evade_rank": rank, "dexterity_mod": mod},
        ),
        someone("kael", (9, 9)),
        someone("orc", (4, 3), "foe", weapons=[claw], sheet={"strength_mod": strength}),
        system=system,
        elevation={5: [(4, 3)]} if high else {},
    )
    for key, changes in (
        ("seren", {"marked": seren["marked"]}),
        ("kael", {"actions": helpers["kael"]}),
    ):
        token = encounter.tokens[key]
        record = replace(status(encounter, key), **changes)
        encounter = encounter.with_token(replace(token, status=record))
    encounter = Tape(system, encounter, Attack("orc", "seren"), dice).after
    encounter = Tape(system, encounter, EndTurn(), dice).after
    row = ""
    if evades:
        tape = Tape(system, encounter, Act("seren", "evade"), dice)
        # What helps the mob hinders the Evade.
        natural = kept(tape, "seren", -1 if high else 0)
        needs = 10 + strength + floor if given_value is None else given_value
        total = helped(tape, natural, natural + rank + mod, needs, helpers, fine=False)
        assert tape.is_over
        row, encounter = degree(natural, total, needs), tape.after
        assert status(encounter, "seren").actions == 1
    fine = row in ("by 10 more", "natural 20")
    assert status(encounter, "seren").advantage_against == (("orc",) if fine else ())
    encounter = Tape(system, encounter, EndTurn(), dice).after
    tape = Tape(system, encounter, EndTurn(), dice)
    lost = 0
    if not (row and succeeds(row)):
        full = max(0, sum(tape.roll("orc", count, sides)) + bonus + strength)
        full += floor if row == "by 10 less" else 0
        full *= 2 if row == "natural 1" else 1
        lost = slots_reached(seren["slots"], seren["marked"], defended(full, kinds, seren))
    assert tape.is_over
    now = status(tape.after, "seren")
    assert now.marked == seren["marked"] + lost
    due = {"by 10 less": ("minor",), "natural 1": ("major",)}.get(row, ())
    assert now.injuries_due == due
    dying = now.marked == 10
    assert tape.after.tokens["seren"].has("dying") == dying
    assert now.countdown == (2 if dying else 0)
    assert {key: status(tape.after, key).actions for key in helpers} == helpers


# An area ----------------------------------------------------------------------------------------


@given(st.integers(0, 2**32))
def test_a_mobs_blast_is_what_a_referee_makes_of_the_text(seed):
    """Full and splash, evaded and not: halved before the defenses of each."""
    dice = Random(seed)
    floor, value = dice.randint(0, 5), dice.randint(8, 18)
    places = {"full": (3, 3), "near": (4, 3), "splash": (5, 4), "out": (7, 3)}
    bodies = {key: body_of(dice) for key in places}
    ranks = {key: dice.randint(0, 14) for key in places}
    count, bonus = dice.randint(0, 3), dice.randint(0, 30)
    bomb = Weapon(
        "bomb",
        range_feet=60,
        details=WeaponDetails(
            dice=count,
            bonus=bonus,
            damage_types=("fire",),
            attack_value=value,
            area=Shape.BLAST,
            area_feet=5,
            splash_feet=5,
        ),
    )
    system = rules(floor=floor)
    encounter = fight(
        *(
            someone(
                key,
                at,
                sheet={**record_of(bodies[key]), "evade_rank": ranks[key], "dexterity_mod": 0},
            )
            for key, at in places.items()
        ),
        someone("shaman", (12, 3), "foe", weapons=[bomb]),
        system=system,
    )
    for key, body in bodies.items():
        token = encounter.tokens[key]
        record = replace(status(encounter, key), marked=body["marked"])
        encounter = encounter.with_token(replace(token, status=record))
    encounter = Tape(system, encounter, blast("shaman", "bomb", (3, 3)), dice).after
    encounter = Tape(system, encounter, EndTurn(), dice).after
    rows = {}
    actions = dict.fromkeys(places, 2)
    for key in ("full", "near", "splash"):
        if dice.random() < 0.7 and actions[key]:
            actions[key] -= 1
            helpers = {other: left for other, left in actions.items() if other != key}
            tape = Tape(system, encounter, Act(key, "evade"), dice)
            natural = kept(tape, key, 0)
            total = helped(tape, natural, natural + ranks[key], value, helpers, fine=False)
            assert tape.is_over
            actions.update(helpers)
            rows[key], encounter = degree(natural, total, value), tape.after
    encounter = Tape(system, encounter, EndTurn(), dice).after
    tape = Tape(system, encounter, EndTurn(), dice)
    full = sum(tape.roll("shaman", count, 6)) + bonus
    assert tape.is_over
    for key, body in bodies.items():
        row, splashed = rows.get(key, ""), key == "splash"
        share = full // 2 if splashed else full
        if row and succeeds(row):
            share = full // 4 if splashed else full // 2
        elif row == "by 10 less":
            share += floor
        elif row == "natural 1":
            share *= 2
        share = 0 if key == "out" else share
        lost = slots_reached(body["slots"], body["marked"], defended(share, ("fire",), body))
        now = status(tape.after, key)
        assert now.marked == body["marked"] + lost, (key, row)
        assert now.actions == actions[key]
