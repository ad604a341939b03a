"""Area attacks: one roll, each defender its own check, parries with a shield only."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from prowess_boards import (
    FIREBALL,
    SWORD,
    do,
    fight,
    rules,
    someone,
    status,
    with_conditions,
    with_status,
)

from battlemap.geometry.cell import Point
from battlemap.model.intent import Act, AreaAttack, Attack, EndTurn, Overrule
from battlemap.model.obstacle import CoverGrade
from battlemap.model.token import Weapon
from battlemap.rules.procedure import IllegalIntentError
from battlemap.session.session import Session
from battlemap.systems.prowess.readings import AreaDamage
from battlemap.systems.prowess.sheet import AreaShape, WeaponDetails
from battlemap.tactics.board import Board

BREATH = Weapon("breath", details=WeaponDetails(dice=1, shape=AreaShape.CONE, size_feet=20))
SHIELD = {"shield_proficiency": 3, "block_score": 4}


def blast(column=8.5, row=5.5, **more) -> AreaAttack:
    return AreaAttack("mira", "fireball", "blast", Point(column, row), 2.0, **more)


def burning(*more, options=None, mira=None, **parts):
    """Return a session in which Mira can burn an orc and a goblin with a shield."""
    encounter = fight(
        someone("mira", (1, 5), weapons=[FIREBALL], **(mira or {})),
        someone("orc", (8, 5), "foe"),
        someone("goblin", (8, 6), "foe", sheet={**SHIELD, "armor": 0}),
        *more,
        **parts,
    )
    rules_choice = replace(encounter.rules, options=options)
    return Session.new(replace(encounter, rules=rules_choice), seed=1)


def area(session, attack):
    return session.system.plan_area(session.board, attack)


def test_what_a_token_can_lay():
    session = burning()
    (one,) = session.system.areas(session.encounter.tokens["mira"])
    assert (one.name, one.shape, one.size_feet, one.range_feet) == ("fireball", "blast", 10, 60)
    assert session.system.areas(session.encounter.tokens["orc"]) == ()


def test_the_plan_names_everybody_inside_with_odds_of_their_own():
    session = burning()
    planned = area(session, blast())
    assert planned.illegal == ""
    assert [target.token for target in planned.targets] == ["orc", "goblin"]
    assert all(target.is_included for target in planned.targets)
    assert planned.targets[0].odds.summary == "d20 + 4 vs d20 + 3, 2d6 + 2 damage"
    assert planned.targets[0].choices[0].key == "defense:orc"
    parries = {o.key: o.unavailable for o in planned.targets[0].choices[0].options}
    assert parries["parry"] == "only a shield parries an area"
    assert parries["shield"] == "needs a shield"
    shields = {o.key: o.unavailable for o in planned.targets[1].choices[0].options}
    assert shields["shield"] == shields["perfect"] == ""
    assert planned.odds.hits_label == "creatures hit"


def test_how_many_are_hit_against_full_enumeration():
    session = burning()
    planned = area(session, blast(choices={"dice": "1"}))
    found = {0: Fraction(0), 1: Fraction(0), 2: Fraction(0)}
    for d20, die in product(range(1, 21), range(1, 7)):
        total = d20 + 4 + die
        miss = Fraction(sum(face + 3 > total for face in range(1, 21)), 20)
        found[0] += miss * miss
        found[1] += 2 * miss * (1 - miss)
        found[2] += (1 - miss) ** 2
    for count, chance in found.items():
        assert planned.odds.hits[count] == pytest.approx(float(chance / 120), abs=1e-12)
    assert planned.odds.hit == pytest.approx(1 - float(found[0] / 120), abs=1e-12)


def test_one_roll_each_its_own_check_and_shared_damage():
    session = burning()
    log = do(session, blast(), 10, "1", 6, 15, 3, 4, 2, "shield", 9, "none")
    # 10 + 4 + 6 = 20: Orc 15 + 3 is hit, 3 + 4 + 2, one critical 2 + 2, less 1.
    # Goblin parries with 9 + 5 and is hit too, with the same dice and no armor.
    assert log == ["Mira hits Orc, 12 damage", "Mira hits Goblin, 13 damage"]
    assert status(session.encounter, "mira").points == 3
    assert status(session.encounter, "mira").spent_dice == 1
    assert status(session.encounter, "orc").wounds == ("critical",)
    assert status(session.encounter, "goblin").points == 4
    assert status(session.encounter, "orc").points == 6


def test_damage_may_be_rolled_anew():
    session = burning(options=rules(area_damage=AreaDamage.EACH).options)
    log = do(
        session,
        blast(choices={"defense:goblin": "evasion"}),
        *(20, "none", 1, 1, 1, 1, 6, 6),
    )
    assert log == ["Mira hits Orc, 3 damage", "Mira hits Goblin, 14 damage"]


def test_a_perfect_parry_of_an_area_takes_dice():
    session = burning()
    choices = {"defense:goblin": "perfect"}
    log = do(session, blast(choices=choices), 1, "none", 20, 20, "none")
    assert log == ["Mira misses Orc", "Mira misses Goblin"]
    assert status(session.encounter, "mira").spent_dice == 4
    # Whoever evades or parries plainly takes none.
    for defense in ("evasion", "shield"):
        plain = burning()
        faces = (20,) if defense == "evasion" else (20, "none")
        do(plain, blast(choices={"defense:goblin": defense}), 1, "none", 20, *faces)
        assert status(plain.encounter, "mira").spent_dice == 0


def test_cover_counts_from_where_the_area_starts():
    session = burning(props={"wall": ((8, 6.2), (9, 6.4), CoverGrade.MAJOR)})
    planned = area(session, blast(8.5, 5.5))
    rows = {t.token: [row.key for row in t.modifiers] for t in planned.targets}
    assert rows == {"orc": [], "goblin": ["cover_major"]}


def test_hidden_from_all_adds_the_flanking_die():
    session = burning()
    hidden = with_conditions(session.encounter, "mira", "hidden")
    system = session.system
    planned = system.plan_area(Board.of(hidden, system), blast())
    assert [row.key for row in planned.modifiers] == ["hidden"]
    assert planned.odds.summary.startswith("d20 + 4 + 1d6")
    seen = with_status(hidden, "mira", hidden_from=("orc",))
    assert system.plan_area(Board.of(seen, system), blast()).modifiers == ()


def test_spells_provoke_and_the_caster_may_drop():
    session = burning(someone("wolf", (2, 5), "foe"), mira={"sheet": {"health": 2}})
    log = do(session, blast(), "strike", 20, "none", 1, 8)
    assert log == ["Wolf hits Mira, 9 damage", "Mira loses the attack"]
    assert status(session.encounter, "mira").points == 3


def test_a_cone_of_breath_provokes_nobody():
    session = Session.new(
        fight(
            someone("drake", (3, 5), weapons=[BREATH, SWORD]),
            someone("orc", (4, 5), "foe"),
            someone("far", (18, 5), "foe"),
        ),
        seed=1,
    )
    cone = AreaAttack("drake", "breath", "cone", Point(0, 0), 4.0, aim=Point(9.5, 5.5))
    assert do(session, cone, 20, "none", 1, 6) == ["Drake hits Orc, 7 damage"]


@pytest.mark.parametrize(
    ("attack", "why"),
    [
        (blast(18.5), "ft away, range 60 ft"),
        (replace(blast(), attacker="orc", weapon="sword"), "Sword has no area"),
        (replace(blast(), shape="spiral"), "no area"),
        (replace(blast(), size=0.0), "needs a size"),
        (replace(blast(), weapon="bow"), "has no bow"),
    ],
)
def test_what_is_refused(attack, why):
    session = burning()
    with pytest.raises(IllegalIntentError, match=why):
        session.perform(attack)


def test_points_turns_and_force():
    session = burning()
    poor = Session.new(with_status(session.encounter, "mira", points=2), seed=1)
    with pytest.raises(IllegalIntentError, match="needs 3 AP"):
        poor.perform(blast())
    forced = area(poor, blast(choices={"force": "yes"}))
    assert forced.illegal == ""
    assert forced.warnings == ("Forced by the GM: Mira needs 3 AP to attack and has 2.",)
    do(session, Act("mira", "ready", choices={"action": "attack"}))
    do(session, EndTurn(), 6, 6, 6, 6)
    do(session, blast(), 1, "none", 20, "evasion", 20)
    assert status(session.encounter, "mira").points == 3
    with pytest.raises(IllegalIntentError, match="It is Orc's turn"):
        session.perform(blast())


def test_an_empty_area_is_said():
    session = burning()
    log = do(session, blast(3.5, 12.5), 10, "none")
    assert log == ["Mira's fireball catches nobody"]


def test_rulings_hold_for_one_of_them_too():
    session = burning()
    do(session, Overrule("cover_minor", "mira", "orc", "on"))
    planned = area(session, blast(added=(("Wind", -1),)))
    assert [row.key for row in planned.modifiers] == ["gm:Wind"]
    assert [row.key for row in planned.targets[0].modifiers] == ["cover_minor"]
    assert planned.targets[1].modifiers == ()
    assert planned.targets[0].odds.summary.startswith("d20 + 3 vs d20 + 5")


def test_a_single_attack_with_an_area_is_sent_to_the_area_tool():
    session = burning()
    with pytest.raises(IllegalIntentError, match="aim it with the area tool"):
        session.perform(Attack("mira", "orc"))


def test_the_question_for_dice_says_how_likely_anybody_is_hit():
    session = burning()
    session.type_next([10])
    session.perform(blast())
    # 14 against d20 + 3, twice; no die is added yet.
    assert session.pending.kind == "prowess dice"
    assert session.pending.to_hit == pytest.approx(1 - (9 / 20) ** 2)
