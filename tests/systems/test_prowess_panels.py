"""What the panels show of Prowess, and what seldom happens in a fight."""

from __future__ import annotations

import pytest
from prowess_boards import (
    BOW,
    DAGGER,
    FIREBALL,
    SPEAR,
    do,
    fight,
    plan,
    rules,
    someone,
    status,
    table,
    walk,
    with_conditions,
    with_status,
)

from battlemap.geometry.cell import Cell, Point
from battlemap.model.intent import (
    Act,
    AreaAttack,
    Attack,
    BeginFight,
    EndFight,
    EndTurn,
    Move,
    SetCondition,
    Turn,
)
from battlemap.model.token import Weapon
from battlemap.rules.acting import pair
from battlemap.rules.procedure import IllegalIntentError
from battlemap.session.session import Session
from battlemap.systems.prowess.sheet import Dropped, Unloaded, WeaponDetails
from battlemap.tactics.board import Board

SYSTEM = rules()


def duel(*more, seren=None, orc=None, **parts):
    return fight(
        someone("seren", (5, 5), **(seren or {})),
        someone("orc", (6, 5), "foe", **(orc or {})),
        *more,
        **parts,
    )


def bar(encounter, key="seren"):
    return {a.key: a for a in SYSTEM.actions(encounter, encounter.tokens[key])}


def test_the_bar_shows_prices_in_points_and_dice():
    found = bar(duel())
    assert found["attack"].cost == ("point",) * 3
    assert found["guard_break"].cost == ("point",) * 3 + ("die",)
    assert found["drop_prone"].cost == ()
    assert found["dash"].cost == ("point",) * 6
    assert found["move"].unavailable == ""
    assert {key for key, action in found.items() if action.needs_target} == {
        "attack",
        "disengage",
        "wounding_strike",
        "guard_break",
        "armor_pierce",
        "grapple",
        "shove",
        "disarm",
        "assist",
    }


def test_the_bar_of_the_spent_and_the_stunned():
    spent = with_status(duel(), "seren", points=0, passive=0, spent_dice=4)
    found = bar(spent)
    assert found["attack"].unavailable == "Seren needs 3 AP to attack and has 0"
    assert found["move"].unavailable == "needs 1 AP, 0 left"
    assert found["recovery"].unavailable == "needs 2 AP, 0 left"
    rich = with_status(duel(), "seren", spent_dice=4)
    assert bar(rich)["guard_break"].unavailable == "too few prowess dice"
    stunned = with_conditions(duel(), "seren", "stunned")
    assert {action.unavailable for action in bar(stunned).values()} == {"Seren cannot act"}
    held = with_conditions(duel(), "seren", "grappled")
    assert bar(held)["move"].unavailable == "cannot move"
    assert bar(held)["dash"].unavailable == "grappled"
    holding = with_status(duel(), "seren", grappling="orc")
    assert bar(holding)["dash"].unavailable == "grappling"


def test_pips_are_points_and_dice():
    encounter = with_status(duel(), "seren", points=4, spent_dice=1)
    pips = SYSTEM.pips(encounter, encounter.tokens["seren"])
    assert [(pip.kind, pip.state) for pip in pips] == [
        *(("point", "spent"),) * 2,
        *(("point", "left"),) * 4,
        ("die", "spent"),
        *(("die", "left"),) * 3,
    ]
    calm = table(someone("seren", (1, 1), status={"points": 0}))
    assert [p.state for p in SYSTEM.pips(calm, calm.tokens["seren"])] == ["left"] * 10


def test_the_track_is_health():
    hurt = someone("seren", (1, 1), status={"damage": 23, "wounds": ("leg",)})
    shown = SYSTEM.track(hurt)
    assert (shown.taken, shown.size) == (20, 20)
    assert shown.label == "23 of 20 health lost, 1 Wound"
    assert SYSTEM.track(someone("seren", (1, 1), conditions=["dead"])).is_out


def test_the_initiative_panel():
    encounter = duel()
    assert SYSTEM.upcoming(encounter.turn_order) == (("Round 1", (0, 1)),)
    session = Session.new(encounter, seed=1)
    do(session, EndTurn(), 6, 6, 6, 6)
    assert SYSTEM.upcoming(session.encounter.turn_order) == (
        ("Round 1", (0,)),
        ("Round 2", (1,)),
    )
    tokens = session.encounter.tokens
    assert SYSTEM.subtitle(session.encounter, tokens["orc"]) == "6 AP, 4 dice"
    down = with_conditions(encounter, "orc", "unconscious")
    assert SYSTEM.subtitle(down, down.tokens["orc"]) == "Unconscious"
    late = with_conditions(encounter, "orc", "surprised")
    assert SYSTEM.subtitle(late, late.tokens["orc"]) == "Surprised, 6 AP, 4 dice"


def test_what_lasts_is_shown():
    encounter = with_status(
        duel(seren={"sheet": {"shield_proficiency": 1, "block_score": 2}}),
        "seren",
        blocking=True,
        heavy_parry=True,
        readied="attack",
        assisted_by=("orc",),
        grappling="orc",
        unloaded=(Unloaded("crossbow", 2),),
        dropped=(Dropped("sword", 1, 1, "orc"), Dropped("bow", 1, 1)),
    )
    effects = SYSTEM.effects(encounter, encounter.tokens["seren"])
    assert [(effect.label, effect.detail) for effect in effects] == [
        ("Block", "+2 on shield parries, for no AP"),
        ("Heavy Parry", "+4 Damage Reduction, a prowess die for each harm"),
        ("Ready: Attack", ""),
        ("Assisted", "+4 on a check or attack, by Orc"),
        ("Grappling Orc", ""),
        ("crossbow not loaded", "2 to go"),
        ("sword lost", "caught"),
        ("bow lost", "on the ground"),
    ]
    broken = with_status(encounter, "orc", guard_broken=True)
    assert [e.label for e in SYSTEM.effects(broken, broken.tokens["orc"])] == ["Guard Broken"]


# What seldom happens ------------------------------------------------------------------------


def test_a_mover_that_drops_stops_and_pays_for_the_way_so_far():
    encounter = duel(someone("wolf", (3, 5), "foe"), seren={"sheet": {"health": 2}})
    session = Session.new(encounter, seed=1)
    log = do(
        session,
        walk("seren", (5, 5), (5, 4), (4, 3), (3, 2), (2, 1)),
        *("strike", 20, "none", "evasion", 1, 8),
    )
    assert log == ["Orc hits Seren, 9 damage", "Seren drops at F5"]
    assert session.encounter.tokens["seren"].at == Cell(5, 4)
    assert session.encounter.tokens["seren"].has("dead")
    assert status(session.encounter, "seren").points == 6
    assert "1 AP" not in session.log.entries[-1].details


def test_whoever_drops_while_grappling_attempts_nothing():
    session = Session.new(duel(seren={"sheet": {"health": 1}}), seed=1)
    log = do(session, Act("seren", "grapple", "orc"), "strike", 20, "none", "evasion", 1, 8)
    assert log[-1] == "Seren fails to grapple Orc"
    assert "Seren can't go on" in session.log.entries[-1].details


def test_whoever_drops_before_shooting_loses_the_shot():
    session = Session.new(duel(seren={"weapons": [BOW], "sheet": {"health": 1}}), seed=1)
    # Without a melee weapon there is no parry to ask for.
    log = do(session, Attack("seren", "orc"), "strike", 20, "none", 1, 8)
    assert log == ["Orc hits Seren, 9 damage", "Seren loses the attack"]
    assert status(session.encounter, "seren").points == 3


def test_a_single_spell_provokes_by_being_cast():
    bolt = Weapon("bolt", range_feet=60, details=WeaponDetails(spell=True))
    planned = plan(duel(seren={"weapons": [bolt]}), "seren", "orc")
    assert [(t.by, t.deed) for t in planned.triggers] == [("orc", "cast")]
    assert planned.warnings == (
        "Orc may strike first: Seren casts a spell in the reach of Orc (sword)",
    )


def test_the_unable_resist_nothing():
    session = Session.new(with_conditions(duel(), "orc", "unconscious"), seed=1)
    assert do(session, Act("seren", "grapple", "orc"), 1) == ["Seren grapples Orc"]
    assert "Orc can't resist" in session.log.entries[-1].details


def test_the_better_resistance_is_rolled():
    nimble = duel(orc={"weapons": [], "sheet": {"evasion": 9, "strength": 0}})
    session = Session.new(nimble, seed=1)
    do(session, Act("seren", "grapple", "orc"), 10, 10)
    assert "Orc, Evasion: d20 10 + 9 = 19" in session.log.entries[-1].details


def test_there_may_be_nowhere_to_be_shoved():
    walls = [((7, 0), (7, 15))]
    session = Session.new(duel(orc={"weapons": []}, walls=walls), seed=1)
    log = do(session, Act("seren", "shove", "orc"), 20, 1)
    assert log[0].startswith("Seren shoves Orc")
    assert "can't go anywhere" in log[0]
    with pytest.raises(IllegalIntentError, match="Not to 9,9"):
        Session.new(duel(orc={"weapons": []}), seed=1).replay(
            Act("seren", "shove", "orc", {"to": "9,9"}), [(20,), (1,)]
        )


def held(**seren):
    encounter = with_conditions(duel(orc={"weapons": []}, **seren), "orc", "grappled")
    encounter = with_status(encounter, "seren", grappling="orc")
    return with_status(encounter, "orc", grappled_by="seren")


def test_one_holds_only_one():
    encounter = held().with_token(someone("wolf", (5, 6), "foe", weapons=[]))
    with pytest.raises(IllegalIntentError, match="holds somebody already"):
        Session.new(encounter, seed=1).perform(Act("seren", "grapple", "wolf"))


def test_hold_is_lost_where_the_other_cannot_follow():
    session = Session.new(held(walls=[((6, 4), (6, 7))]), seed=1)
    log = do(session, Act("seren", "force", choices={"how": "move", "self_to": "4,5"}))
    assert log == ["Seren loses hold of Orc"]
    assert session.encounter.tokens["orc"].at == Cell(6, 5)
    assert not session.encounter.tokens["orc"].has("grappled")


def test_a_grappler_that_falls_lets_go():
    encounter = with_status(held(), "seren", damage=19)
    wolf = someone("wolf", (5, 4), "foe")
    session = Session.new(encounter.with_token(wolf), seed=1)
    strike = Attack("wolf", "seren", choices={"cost": "opportunity", "defense": "evasion"})
    do(session, strike, 20, "none", 1, 4)
    assert session.encounter.tokens["seren"].has("unconscious")
    assert not session.encounter.tokens["orc"].has("grappled")


def test_a_grappler_that_falls_while_dragging_drags_no_farther():
    wolf = someone("wolf", (5, 4), "foe")
    encounter = with_status(held(), "seren", damage=19).with_token(wolf)
    session = Session.new(encounter, seed=1)
    drag = Act("seren", "force", choices={"how": "move", "self_to": "4,6"})
    log = do(session, drag, "strike", 20, "none", "evasion", 1, 4)
    assert log == ["Wolf hits Seren, 5 damage", "Seren loses hold"]
    assert session.encounter.tokens["seren"].at == Cell(5, 5)


def test_the_assistance_of_the_fallen_is_over():
    encounter = with_status(duel(someone("kael", (5, 6))), "seren", assisted_by=("kael",))
    session = Session.new(encounter, seed=1)
    do(session, SetCondition("kael", "dead", True))
    assert status(session.encounter, "seren").assisted_by == ()


def test_a_condition_alone_holds_nobody():
    session = Session.new(with_conditions(duel(), "seren", "grappled"), seed=1)
    assert do(session, Act("seren", "break_free")) == ["Seren breaks free"]


def test_end_fight_forgets_what_belongs_to_a_turn():
    session = Session.new(
        with_conditions(
            with_status(duel(), "seren", spent_dice=3, points=1, damage=4), "seren", "surprised"
        ),
        seed=1,
    )
    do(session, EndFight())
    after = status(session.encounter, "seren")
    assert (after.spent_dice, after.points, after.damage, after.passive) == (0, 6, 4, 0)
    assert not session.encounter.tokens["seren"].has("surprised")
    with pytest.raises(IllegalIntentError, match="No turn is under way"):
        session.perform(EndTurn())
    log = do(session, walk("seren", (5, 5), (4, 5)))
    assert "No fight, nothing spent" in session.log.entries[-1].details
    assert log[-1] == "Seren moves 5 ft to E6"
    assert not any("lets Seren go" in line for line in log)


def test_moves_that_lead_nowhere():
    session = Session.new(duel(), seed=1)
    before = session.encounter
    do(session, Move("seren", (Cell(5, 5),)))
    do(session, Turn("seren", before.tokens["seren"].facing))
    do(session, Move("seren", (Cell(5, 5),), "force"))
    assert session.encounter is before
    with pytest.raises(IllegalIntentError, match="A move needs cells"):
        session.perform(Move("seren", ()))
    with pytest.raises(IllegalIntentError, match="the path begins elsewhere"):
        session.perform(walk("seren", (1, 1), (2, 1)))
    with pytest.raises(IllegalIntentError, match="Seren cannot act"):
        Session.new(with_conditions(before, "seren", "stunned"), seed=1).perform(
            walk("seren", (5, 5), (4, 5))
        )


def test_a_readied_attack_must_be_one():
    encounter = duel()
    waiting = plan(encounter, "orc", "seren", choices={"cost": "readied"})
    assert waiting.illegal == "Orc has no attack readied."


def test_the_caster_and_the_loader_are_refused_in_the_area_tool_too():
    blast = AreaAttack("seren", "fireball", "blast", Point(8.5, 5.5), 2.0)
    encounter = duel(seren={"weapons": [FIREBALL]})
    stunned = with_conditions(encounter, "seren", "stunned")
    assert SYSTEM.plan_area(Board.of(stunned, SYSTEM), blast).illegal.startswith("Seren cannot act")
    holding = with_status(encounter, "seren", grappling="orc")
    assert "only whom it holds" in SYSTEM.plan_area(Board.of(holding, SYSTEM), blast).illegal


def test_the_dead_and_the_far_are_not_touched():
    far = Session.new(fight(someone("seren", (1, 1)), someone("orc", (9, 9), "foe")), seed=1)
    with pytest.raises(IllegalIntentError, match="Orc is not beside Seren"):
        far.perform(Act("seren", "shove", "orc"))
    dead = Session.new(with_conditions(duel(), "orc", "dead"), seed=1)
    with pytest.raises(IllegalIntentError, match="Orc is dead"):
        dead.perform(Act("seren", "disarm", "orc"))
    with pytest.raises(IllegalIntentError, match="has empty hands"):
        Session.new(duel(orc={"weapons": []}), seed=1).perform(Act("seren", "disarm", "orc"))
    with pytest.raises(IllegalIntentError, match="needs a target"):
        pair(far.encounter, Act("seren", "shove"))


def test_a_failed_disarm_leaves_the_weapon():
    session = Session.new(duel(orc={"weapons": [DAGGER]}), seed=1)
    log = do(session, Act("seren", "disarm", "orc"), "let_go", 1, 20)
    assert log[-1] == "Seren fails to disarm Orc"
    assert status(session.encounter, "orc").dropped == ()


def test_a_large_token_has_its_aura_around_all_cells_and_blocks_the_way():
    ogre = someone("ogre", (6, 5), "foe", size=2, weapons=[SPEAR])
    session = Session.new(fight(someone("seren", (10, 6), weapons=[DAGGER]), ogre), seed=1)
    log = do(session, walk("seren", (10, 6), (9, 6)), "let_go")
    assert log == ["Ogre lets Seren go", "Seren moves 5 ft to J7"]
    with pytest.raises(IllegalIntentError, match="Somebody stands in the way"):
        session.perform(walk("seren", (9, 6), (8, 6), (7, 6)))


def test_nobody_is_left_to_fight_twice():
    session = Session.new(duel(), seed=1)
    with pytest.raises(IllegalIntentError, match="nobody to roll initiative for"):
        session.perform(BeginFight())
