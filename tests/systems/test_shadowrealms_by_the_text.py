"""The rules of the text in plain arithmetic, against a session that is played as a GM would.

Nothing here is computed by the app; it only carries out and is compared. Numbers in brackets are
sections of the text; what the text leaves open is as the rules page settles it.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import atan2, cos, degrees, radians, sin, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shadow_boards import BOW, KNIFE, SPEAR, SWORD, levels, plan, rules, someone, status, table

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import GridKind
from battlemap.model.encounter import RulesChoice
from battlemap.model.intent import Act, Attack, BeginFight, EndTurn, Move
from battlemap.model.terrain import Terrain
from battlemap.model.token import Weapon
from battlemap.rules.procedure import Ask, IllegalIntentError
from battlemap.session.session import Session
from battlemap.systems.shadowrealms.options import Options
from battlemap.systems.shadowrealms.readings import GroundChecks
from battlemap.systems.shadowrealms.sheet import Protection, Status, Tier, WeaponDetails
from battlemap.tactics.threat import threatened

PIKE = Weapon("pike", 10, reach=True, details=WeaponDetails(braces=True))
WHIP = Weapon("whip", 10)

faces = st.integers(1, 20)


def session_of(encounter, **options) -> Session:
    return Session.new(
        replace(encounter, rules=RulesChoice("shadowrealms", Options(**options))), seed=1
    )


def begun(*tokens, first=(20, 1), **parts) -> Session:
    """A fight in which the first token has its turn."""
    options = parts.pop("options", {})
    session = session_of(table(*tokens, **parts), **options)
    session.type_next(first)
    session.perform(BeginFight())
    return session


def asked(session) -> Ask | None:
    question = session.pending
    assert question is None or isinstance(question, Ask)
    return question


# Initiative [3] --------------------------------------------------------------------------------


@given(
    st.lists(st.tuples(*[st.integers(0, 12)] * 3), min_size=1, max_size=4),
    st.lists(faces, min_size=60, max_size=60),
)
def test_turns_come_as_the_text_counts_them(attributes, dice):
    """Each acts at its total; 20 less, 1 or more again; below, d20 + score + what lies below 0."""
    session = session_of(
        table(
            *(
                someone(f"t{i}", (1 + i, 1), sheet=dict(zip(NAMES, values, strict=True)))
                for i, values in enumerate(attributes)
            )
        )
    )
    to_come = iter(dice)
    scores = [sum(values) for values in attributes]
    totals = [(1, next(to_come) + score) for score in scores]
    session.type_next([total - score for (_, total), score in zip(totals, scores, strict=True)])
    session.perform(BeginFight())
    for _ in range(12):
        who = min(range(len(scores)), key=lambda i: (totals[i][0], -totals[i][1], -scores[i], i))
        number, total = totals[who]
        order = session.encounter.turn_order
        assert (order.active, order.round) == (f"t{who}", number)
        assert order.slots[0].score == total
        if total - 20 >= 1:
            totals[who] = number, total - 20
        else:
            face = next(to_come)
            session.type_next([face])
            totals[who] = number + 1, face + scores[who] + 20 - total
        session.perform(EndTurn())
        assert session.typed_next == ()


NAMES = ("quickness", "awareness", "intuition")


# The pool and repeated strikes [4, 5, 11] ------------------------------------------------------

DEEDS = {
    "strike": Attack("seren", "orc", "sword"),
    "off_hand": Attack("seren", "orc", "knife", {"cost": "bonus"}),
    "shift": Act("seren", "shift", None, {"to": "5,4"}),
    "guard": Act("seren", "extra_defense"),
    "feint": Act("seren", "feint", "orc"),
    "answer": Attack("orc", "seren", choices={"cost": "reaction"}),
}


@given(st.lists(st.sampled_from(list(DEEDS)), max_size=9))
def test_what_a_turn_affords_and_what_repeated_strikes_suffer(wishes):
    session = begun(
        someone("seren", (5, 5), facing=90, weapons=[SWORD, KNIFE]),
        someone("orc", (6, 5), "foe", facing=270),
    )
    left = {"actions": 3, "bonus": 1}
    strikes, misled, reaction, shifted = 0, False, 1, False
    for wish in wishes:
        if wish == "answer":
            allowed = reaction > 0
        elif wish in ("off_hand", "shift"):
            allowed = left["bonus"] > 0
        else:
            allowed = left["actions"] > 0
        if wish in ("strike", "off_hand", "answer"):
            attacker, target = ("orc", "seren") if wish == "answer" else ("seren", "orc")
            expected = {}
            if wish == "strike" and strikes:
                expected["repeat"] = -strikes
            if wish == "off_hand":
                expected["off_hand"] = -1
            if wish != "answer" and misled:
                expected["feint"] = 1
            deed = DEEDS[wish]
            found = plan(
                session.encounter, attacker, target, weapon=deed.weapon, choices=deed.choices
            )
            assert levels(found) == expected
            net = sum(expected.values())
            session.type_next([1] * (4 + max(0, net)))
        if not allowed:
            session.type_next([])
            with pytest.raises(IllegalIntentError):
                session.perform(DEEDS[wish])
            continue
        if wish == "shift" and shifted:
            continue
        session.perform(DEEDS[wish])
        assert session.pending is None
        assert session.typed_next == ()
        if wish == "answer":
            reaction -= 1
        else:
            left["bonus" if wish in ("off_hand", "shift") else "actions"] -= 1
        strikes += wish == "strike"
        misled = wish == "feint" or (misled and wish not in ("strike", "off_hand"))
        shifted |= wish == "shift"
        now = status(session.encounter, "seren")
        assert (now.actions, now.bonus) == (left["actions"], left["bonus"])
        assert status(session.encounter, "orc").reaction == reaction
    session.type_next([1])
    session.perform(EndTurn())
    now = status(session.encounter, "seren")
    assert (now.actions, now.bonus, now.reaction, now.strikes) == (3, 1, 1, 0)


# Threatened areas [7] --------------------------------------------------------------------------


def place(cell, kind):
    """The center of a cell in cells, x to the right and y down."""
    q, r = cell
    if kind is GridKind.SQUARE:
        return float(q), float(r)
    if kind is GridKind.HEX_POINTY:
        return q + r / 2, r * sqrt(3) / 2
    return q * sqrt(3) / 2, r + q / 2


def toward(facing, kind):
    """The step to the neighbor whose center lies in this direction."""
    steps = [(q, r) for q in (-1, 0, 1) for r in (-1, 0, 1) if (q, r) != (0, 0)]
    if kind is not GridKind.SQUARE:
        steps = [(q, r) for q, r in steps if q != r]
    return min(steps, key=lambda step: off(step, facing, kind))


def off(step, facing, kind):
    x, y = place(step, kind)
    return abs((degrees(atan2(x, -y)) - facing + 180) % 360 - 180)


FACINGS = {
    GridKind.SQUARE: [45 * i for i in range(8)],
    GridKind.HEX_POINTY: [30 + 60 * i for i in range(6)],
    GridKind.HEX_FLAT: [60 * i for i in range(6)],
}


@pytest.mark.parametrize("size", [1, 2, 3])
@pytest.mark.parametrize(("kind", "facing"), [(k, f) for k in GridKind for f in FACINGS[k]])
def test_a_reach_weapon_threatens_three_areas_ahead_and_three_beyond(kind, facing, size):
    at = (8, 6) if kind is GridKind.SQUARE else (6, 6)
    encounter = table(
        someone("ogre", at, facing=facing, size=size, weapons=[SPEAR, SWORD]),
        kind=kind,
        size=(20, 20),
    )
    board = session_of(encounter).board
    own = {(c.q, c.r) for c in board.cells_of("ogre")}
    turn = 45 if kind is GridKind.SQUARE else 60
    ahead = toward(facing, kind)
    fan = [toward(facing + t, kind) for t in (-turn, 0, turn)]
    wedge = set()
    for q, r in own:
        if (q + ahead[0], r + ahead[1]) in own:
            continue
        for dq, dr in fan:
            wedge |= {(q + dq, r + dr), (q + dq + ahead[0], r + dr + ahead[1])}
    found = threatened(board, "ogre")
    assert {(c.q, c.r) for c in found["spear"]} == wedge - own
    if size == 1:
        assert len(wedge) == 6
    ring = {
        (q + dq, r + dr)
        for q, r in own
        for dq in (-1, 0, 1)
        for dr in (-1, 0, 1)
        if kind is GridKind.SQUARE or dq != dr
    }
    assert {(c.q, c.r) for c in found["sword"]} == ring - own


# Arcs [8] --------------------------------------------------------------------------------------


NEAR = [(q, r) for q in range(-3, 4) for r in range(-3, 4) if (q, r) != (0, 0)]
CLOSE_TO_BORDERS = [(7, 3), (3, 7), (-7, 3), (-3, 7), (5, 2), (-2, 5), (-5, -2), (2, -5), (-7, -3)]


@pytest.mark.parametrize(("kind", "facing"), [(k, f) for k in GridKind for f in FACINGS[k]])
def test_arcs_by_the_angle_at_the_target(kind, facing):
    middle = (9, 9) if kind is GridKind.SQUARE else (6, 9)
    front, side = (67.5, 112.5) if kind is GridKind.SQUARE else (90, 150)
    with_sides, plain = rules(side_arc_levels=1), rules()
    on_borders = 0
    for step in NEAR + (CLOSE_TO_BORDERS if kind is GridKind.SQUARE else []):
        there = (middle[0] + step[0], middle[1] + step[1])
        encounter = table(
            someone("orc", middle, "foe", facing=facing),
            someone("seren", there, weapons=[BOW]),
            kind=kind,
            size=(20, 20),
        )
        angle = off(step, facing, kind)
        # A bearing on the border belongs to the arc that is better for the defender.
        on_borders += abs(angle - side) < 1e-6
        expected = {"rear": 2} if angle > side + 1e-6 else {}
        assert levels(plan(encounter, "seren", "orc", plain)) == expected, step
        if front + 1e-6 < angle <= side + 1e-6:
            expected = {"side": 1}
        assert levels(plan(encounter, "seren", "orc", with_sides)) == expected, step
    assert (on_borders > 0) is (kind is not GridKind.SQUARE)


# What movement costs [6, 19] -------------------------------------------------------------------

KINDS = (Terrain.DIFFICULT, Terrain.CLIMB, Terrain.WATER)


@given(
    st.lists(st.sets(st.sampled_from(KINDS)), min_size=1, max_size=14),
    st.sets(st.sampled_from(["climb", "swim", "prone", "sure", "full"])),
    st.integers(1, 8),
)
def test_each_area_costs_what_the_text_says(ground, having, rate):
    """1; difficult, climbing, swimming one more each, crawling too; an action buys the rate."""
    terrain = {}
    for index, kinds in enumerate(ground):
        flags = Terrain.NORMAL
        for kind in kinds:
            flags |= kind
        if flags:
            terrain.setdefault(flags, []).append((index + 1, 3))
    sheet = {
        "movement_feet": 5 * rate,
        "climb_feet": 5 * rate if "climb" in having else 0,
        "swim_feet": 5 * rate if "swim" in having else 0,
    }
    session = begun(
        someone(
            "seren",
            (0, 3),
            sheet=sheet,
            status=Status(
                footing="sure" if "sure" in having else "",
                damage=16 if "full" in having else 0,
            ),
            conditions=["prone"] if "prone" in having else [],
        ),
        someone("orc", (19, 14), "foe"),
        terrain=terrain,
        options={"ground_checks": GroundChecks.NOTED},
    )
    session.edit(
        "Footing",
        session.encounter.with_token(
            replace(
                session.encounter.tokens["seren"],
                status=replace(
                    status(session.encounter, "seren"),
                    footing="sure" if "sure" in having else "",
                ),
            )
        ),
    )
    cost = 0
    for kinds in ground:
        cost += 1
        cost += Terrain.DIFFICULT in kinds and "sure" not in having
        cost += Terrain.CLIMB in kinds and "climb" not in having
        cost += Terrain.WATER in kinds and "swim" not in having
        cost += bool({"prone", "full"} & having)
    way = Move("seren", tuple(Cell(q, 3) for q in range(len(ground) + 1)))
    needed = -(-cost // rate)
    if needed > 3:
        with pytest.raises(IllegalIntentError, match="has 3 to move"):
            session.perform(way)
        return
    session.type_next([20] * 6 if "full" in having else [])
    session.perform(way)
    now = status(session.encounter, "seren")
    assert session.encounter.tokens["seren"].at == Cell(len(ground), 3)
    assert (now.actions, now.moves) == (3 - needed, needed)
    assert now.left_over == 100 * (rate * needed - cost)
    assert now.damage == (17 if "full" in having else 0)


# Opportunity attacks [5, 7] --------------------------------------------------------------------

ways = st.lists(
    st.sampled_from([(q, r) for q in (-1, 0, 1) for r in (-1, 0, 1) if (q, r) != (0, 0)]),
    min_size=1,
    max_size=7,
)


@given(
    ways,
    st.tuples(st.integers(-3, 3), st.integers(-3, 3)).filter(any),
    st.sampled_from(FACINGS[GridKind.SQUARE]),
    st.sampled_from(["sword", "spear", "pike", "bow"]),
    st.sampled_from(["walk", "charge", "shift"]),
    st.booleans(),
)
def test_who_strikes_at_a_mover_and_where(steps, start, facing, weapon, manner, reacts):
    """Leaving an area, passing to another, charging past; a braced weapon when one comes in."""
    hob = (11, 11)
    cells = [(hob[0] + start[0], hob[1] + start[1])]
    for dq, dr in steps:
        cells.append((cells[-1][0] + dq, cells[-1][1] + dr))
    if hob in cells:
        return
    if manner == "shift":
        cells = cells[:2]
    held = {"sword": SWORD, "spear": SPEAR, "pike": PIKE, "bow": BOW}[weapon]
    session = begun(
        someone("seren", cells[0], sheet={"movement_feet": 60}),
        someone("hob", hob, "foe", facing=facing, weapons=[held]),
        size=(24, 24),
    )
    if not reacts:
        session.edit(
            "Spent",
            session.encounter.with_token(
                replace(session.encounter.tokens["hob"], status=Status(reaction=0))
            ),
        )
    zone = set()
    if weapon == "sword":
        zone = {(hob[0] + q, hob[1] + r) for q in (-1, 0, 1) for r in (-1, 0, 1)} - {hob}
    elif weapon != "bow":
        aq, ar = toward(facing, GridKind.SQUARE)
        for turn in (-45, 0, 45):
            q, r = toward(facing + turn, GridKind.SQUARE)
            zone |= {(hob[0] + q, hob[1] + r), (hob[0] + q + aq, hob[1] + r + ar)}
    expected = None
    if reacts and manner != "shift":
        for index, (before, after) in enumerate(pairwise(cells)):
            last = index == len(cells) - 2
            if before in zone and before != after:
                expected = "opportunity attack", before
            elif after in zone and weapon == "pike":
                expected = "brace", after
            elif after in zone and manner == "charge" and not last:
                expected = "opportunity attack", after
            if expected:
                break
    session.perform(Move("seren", tuple(Cell(*cell) for cell in cells), manner))
    question = asked(session)
    seren = session.encounter.tokens["seren"]
    if expected is None:
        assert question is None
        assert seren.at == Cell(*cells[-1])
        return
    assert question is not None
    assert question.kind == expected[0]
    assert seren.at == Cell(*expected[1])
    session.answer("let_go")
    # One Reaction, one question a move.
    assert session.pending is None
    assert session.encounter.tokens["seren"].at == Cell(*cells[-1])


@given(
    st.tuples(st.integers(-2, 2), st.integers(-2, 2)).filter(any),
    st.sampled_from(FACINGS[GridKind.SQUARE]),
    st.sampled_from(["sword", "knife", "whip", "bow", "nothing"]),
    st.sampled_from(["spear", "whip", "sword"]),
    st.integers(1, 3),
)
def test_who_answers_an_attack_with_a_shorter_weapon(step, facing, mine, theirs, attacks):
    """Only from inside the wedge; with a Close Quarters weapon the first attack of a turn only."""
    hob = (8, 7)
    at = (hob[0] + step[0], hob[1] + step[1])
    arms = {"sword": SWORD, "knife": KNIFE, "whip": WHIP, "bow": BOW, "spear": SPEAR}
    session = begun(
        someone("seren", at, weapons=[arms[mine]] if mine in arms else []),
        someone("hob", hob, "foe", facing=facing, weapons=[arms[theirs]]),
    )
    ahead = toward(facing, GridKind.SQUARE)
    wedge = set()
    for turn in (-45, 0, 45):
        q, r = toward(facing + turn, GridKind.SQUARE)
        wedge |= {(q, r), (q + ahead[0], r + ahead[1])}
    near = max(map(abs, step)) <= (2 if mine == "whip" else 1)
    for number in range(attacks):
        if mine != "bow" and not near:
            with pytest.raises(IllegalIntentError):
                session.perform(Attack("seren", "hob"))
            return
        provokes = theirs == "spear" and step in wedge and mine not in ("bow", "whip")
        if mine == "knife" and number:
            provokes = False
        session.perform(Attack("seren", "hob"))
        question = asked(session)
        assert (question is not None and question.kind == "opportunity attack") is provokes
        while session.pending is not None:
            session.answer("let_go")
        if session.encounter.tokens["hob"].conditions - {"bleeding", "off-guard"}:
            return


# Damage, Limit Breaks, death [10, 12, 17, 22] --------------------------------------------------


@given(st.integers(0, 9), st.integers(0, 12), st.integers(1, 15), st.integers(-2, 6), st.data())
def test_every_blow_by_hand(protection, penetration, toughness, strength, data):
    """Damage target, ladder and glancing, from the very dice that were thrown."""
    details = WeaponDetails(penetration=penetration, attack_strength=strength)
    blade = Weapon("blade", details=details)
    dice = data.draw(st.integers(1, 6))
    rating, skill = data.draw(st.integers(0, 26)), data.draw(st.integers(0, 8))
    session = session_of(
        table(
            someone(
                "seren",
                (5, 5),
                facing=90,
                weapons=[blade],
                sheet={"might": dice, "fighting": skill},
            ),
            someone(
                "orc",
                (6, 5),
                "foe",
                facing=270,
                sheet={
                    "toughness": toughness,
                    "protection": Protection(protection, 99, 99),
                    "defense_rating": rating,
                },
            ),
        )
    )
    thrown = data.draw(st.lists(faces, min_size=dice, max_size=dice))
    hits = sum(face >= rating - skill for face in thrown)
    harm = data.draw(st.lists(faces, min_size=hits, max_size=hits))
    target = toughness + max(0, protection - penetration) - strength
    successes = sum(face >= target for face in harm)
    boxes = {0: 0, 1: 1, 2: 2, 3: 4, 4: 8}.get(successes, 16)
    unarmored = any(face >= toughness - strength for face in harm)
    tired = hits if hits and not successes and unarmored else 0
    # Ones for the severity: no row for so low a total does damage or tires.
    rest = [9, *[1] * successes] if successes else []
    more = [20] * toughness if boxes == 16 else []
    session.type_next([*thrown, *harm, *rest, *more])
    session.perform(Attack("seren", "orc"))
    assert session.pending is None
    orc = status(session.encounter, "orc")
    assert orc.damage == boxes
    assert orc.fatigue == tired
    assert orc.limit_break == ("next" if boxes + tired >= 6 else "")


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 7)), max_size=8))
def test_limit_breaks_at_each_six_boxes_of_both_tracks(blows):
    """[17] Damage and fatigue together, and again for each six more; used on the next turn."""
    session = begun(
        someone("seren", (5, 5), facing=90, sheet={"might": 9}),
        someone(
            "orc",
            (6, 5),
            "foe",
            facing=270,
            sheet={"protection": Protection(20, 20, 20), "stamina": 90},
        ),
    )
    total = 0
    for fatigue, _ in blows:
        before = total // 6
        total = min(90, total + fatigue)
        session.edit("Rest", _fresh(session.encounter, "seren"))
        hit = [20] * fatigue + [1] * (9 - fatigue)
        session.type_next([*hit, *[19] * fatigue])
        waiting = status(session.encounter, "orc").limit_break
        session.perform(Attack("seren", "orc"))
        now = status(session.encounter, "orc")
        assert now.fatigue == total
        assert now.limit_break == ("next" if total // 6 > before else waiting)


def _fresh(encounter, key):
    rested = replace(status(encounter, key), actions=3, strikes=0)
    return encounter.with_token(replace(encounter.tokens[key], status=rested))


# Surges, surprise, armor [2, 13, 16] -----------------------------------------------------------


@given(st.integers(0, 20), st.integers(0, 16), st.integers(0, 4), st.integers(0, 4))
def test_a_healing_surge_restores_four_boxes_and_eight_stamina(damage, fatigue, vitality, used):
    session = begun(
        someone("seren", (5, 5), sheet={"vitality": vitality}), someone("orc", (15, 5), "foe")
    )
    hurt = replace(
        status(session.encounter, "seren"),
        damage=damage,
        fatigue=fatigue,
        surges_used=min(used, vitality),
    )
    session.edit(
        "Hurt",
        session.encounter.with_token(replace(session.encounter.tokens["seren"], status=hurt)),
    )
    second = Act("seren", "second_wind")
    if used >= vitality or not (damage or fatigue):
        with pytest.raises(IllegalIntentError):
            session.perform(second)
        return
    session.perform(second)
    now = status(session.encounter, "seren")
    assert (now.damage, now.fatigue) == (max(0, damage - 4), max(0, fatigue - 8))
    assert (now.actions, now.surges_used) == (2, used + 1)
    with pytest.raises(IllegalIntentError):
        session.perform(second)


@given(
    st.integers(0, 4),
    st.integers(0, 4),
    st.integers(0, 6),
    st.sampled_from(["easy", "moderate", "hard", "extreme"]),
    st.lists(faces, min_size=4, max_size=4),
)
def test_a_surprise_test_needs_one_die(awareness, intuition, skill, step, dice):
    session = session_of(
        table(
            someone(
                "seren",
                (5, 5),
                sheet={"awareness": awareness, "intuition": intuition, "alertness": skill},
                conditions=["unaware"],
            ),
            someone("orc", (15, 5), "foe"),
        )
    )
    thrown = dice[: max(awareness, intuition)]
    needed = {"easy": 8, "moderate": 12, "hard": 16, "extreme": 20}[step] - skill
    session.type_next([*thrown, 10, 10])
    session.perform(BeginFight())
    session.answer(step)
    noticed = any(face >= needed for face in thrown)
    seren = session.encounter.tokens["seren"]
    assert seren.conditions == (frozenset() if noticed else {"surprised"})
    order = session.encounter.turn_order
    assert (("seren", 1) in {(slot.token, slot.round) for slot in order.slots}) is noticed


@given(st.integers(1, 4), st.integers(0, 6), st.integers(0, 9), st.lists(faces, min_size=4))
def test_wear_armor_is_tested_against_twelve_and_its_difficulty(might, skill, weight, dice):
    session = session_of(
        table(
            someone(
                "seren",
                (5, 5),
                sheet={"might": might, "wear_armor": skill, "wear_difficulty": weight},
            )
        )
    )
    session.type_next([1])
    session.perform(BeginFight())
    assert status(session.encounter, "seren").fatigue == 0
    session.type_next([10, *dice[:might]])
    session.perform(EndTurn())
    tired = not any(face >= 12 + weight - skill for face in dice[:might])
    assert status(session.encounter, "seren").fatigue == tired


# Minions [21] ----------------------------------------------------------------------------------


@given(
    st.sampled_from([("lesser", 1), ("standard", 2), ("elite", 3)]),
    st.lists(st.integers(0, 4), max_size=6),
)
def test_minions_fall_to_their_number_of_dice_and_falter_before(tier, blows):
    kind, falls_at = tier
    session = begun(
        someone("seren", (5, 5), facing=90),
        someone("orc", (6, 5), "foe", facing=270, sheet={"tier": Tier(kind)}),
    )
    taken = 0
    for successes in blows:
        session.edit("Rest", _fresh(session.encounter, "seren"))
        hits = [20] * successes + [1] * (4 - successes)
        session.type_next([*hits, *[20] * successes])
        session.perform(Attack("seren", "orc"))
        taken += successes
        assert session.encounter.tokens["orc"].has("dead") is (taken >= falls_at)
        if taken >= falls_at:
            return
        lost = {"staggered": -1} if taken else {}
        choices = {"cost": "reaction"}
        assert levels(plan(session.encounter, "orc", "seren", choices=choices)) == lost


def test_directions_point_where_they_say():
    """The oracle's own compass: clockwise from north, on all grids."""
    for kind in GridKind:
        for facing in FACINGS[kind]:
            x, y = place(toward(facing, kind), kind)
            long = sqrt(x * x + y * y)
            assert abs(x / long - sin(radians(facing))) < 1e-9
            assert abs(y / long + cos(radians(facing))) < 1e-9
