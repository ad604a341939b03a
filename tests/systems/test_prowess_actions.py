"""Each action of the text, performed through a session, with the state before and after."""

from __future__ import annotations

from dataclasses import replace

import pytest
from prowess_boards import (
    BOW,
    CROSSBOW,
    DAGGER,
    SPEAR,
    SWORD,
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
    worth,
)

from battlemap.geometry.cell import Cell, Point
from battlemap.model.event import TokenMoved
from battlemap.model.intent import (
    Act,
    ArrangeTurns,
    Attack,
    BeginFight,
    EndFight,
    EndTurn,
    Move,
    Overrule,
    SetCondition,
    SetDoor,
    Turn,
)
from battlemap.model.obstacle import CoverGrade, Door
from battlemap.model.terrain import Terrain
from battlemap.model.token import Token
from battlemap.rules.procedure import IllegalIntentError
from battlemap.session.session import Session
from battlemap.systems.prowess import Prowess
from battlemap.systems.prowess.deeds import DEEDS
from battlemap.systems.prowess.sheet import Dropped, Unloaded, dice_left


def melee(*more, seren=None, orc=None, **parts):
    """Return a session in which Seren, beside an orc, has her first turn."""
    encounter = fight(
        someone("seren", (5, 5), **(seren or {})),
        someone("orc", (6, 5), "foe", **(orc or {})),
        *more,
        **parts,
    )
    return Session.new(encounter, seed=1)


def again(session, **changes):
    """Return a session on the same document, with a status changed: ``seren={...}``."""
    encounter = session.encounter
    for key, values in changes.items():
        encounter = with_status(encounter, key, **values)
    return Session.new(encounter, seed=1)


def now(session, key="seren"):
    return status(session.encounter, key)


def test_attack():
    session = melee()
    assert (now(session).points, dice_left(session.encounter.tokens["seren"])) == (6, 4)
    log = do(session, Attack("seren", "orc"), 15, "none", "evasion", 5, 4)
    assert log == ["Seren hits Orc, 5 damage"]
    assert (now(session).points, now(session).attacked) == (3, True)
    assert now(session, "orc").damage == 5
    details = session.log.entries[-1].details
    assert "Hit Bonus +4: Brawn 2 + proficiency 2" in details
    assert "Attack: d20 15 + 4 = 19" in details
    assert "Evasion +3: d20 5 + 3 = 8" in details
    assert "Damage 1d8 + 2: 4 + 2, reduction 1 = 5" in details
    outcome = session.log.entries[-1].outcome
    assert (outcome.hits, outcome.damage, outcome.taken_after) == (1, 5, 5)


def test_prowess_dice_are_chosen_after_the_d20_and_sixes_are_critical():
    session = melee()
    log = do(session, Attack("seren", "orc"), 10, "2", 6, 6, "evasion", 20, 3, 1, 2)
    # 10 + 4 + 12 = 26 against 23; 3 + 2, twice 2, 1 + 2, less 1.
    assert log == ["Seren hits Orc, 11 damage"]
    assert now(session).spent_dice == 2
    assert now(session, "orc").wounds == ("critical", "critical")
    assert session.log.entries[-1].outcome.critical == "2 critical hits"


def test_a_miss_costs_as_much():
    session = melee()
    assert do(session, Attack("seren", "orc"), 2, "1", 1, "evasion", 20) == ["Seren misses Orc"]
    assert (now(session).points, now(session).spent_dice) == (3, 1)
    assert now(session, "orc").damage == 0


def test_parry_with_a_weapon_and_prowess_dice():
    session = melee()
    log = do(session, Attack("seren", "orc"), 15, "none", "parry", 10, "1", 6)
    assert log == ["Seren misses Orc"]
    assert (now(session, "orc").points, now(session, "orc").spent_dice) == (4, 1)
    assert now(session).points == 3


def test_criticals_of_a_parry_reduce_the_damage():
    session = melee()
    log = do(session, Attack("seren", "orc"), 20, "none", "parry", 1, "1", 6, 8, 1)
    # 8 + 2 less 1 armor and 1 + 2 of the critical parry.
    assert log == ["Seren hits Orc, 6 damage"]


def test_parry_with_a_shield():
    session = melee(orc={"sheet": {"shield_proficiency": 3, "block_score": 4}})
    # 14 against 10 + 2 + 3; the Block score counts for nothing without Block.
    log = do(session, Attack("seren", "orc"), 10, "none", "shield", 10, "none")
    assert log == ["Seren misses Orc"]
    assert now(session, "orc").points == 4


def test_block_makes_shield_parries_free_and_better():
    sheet = {"shield_proficiency": 3, "block_score": 4}
    session = melee(seren={"sheet": sheet})
    log = do(session, Act("seren", "block"))
    assert log == ["Seren blocks"]
    assert (now(session).points, now(session).blocking) == (2, True)
    with pytest.raises(IllegalIntentError, match="end Block first"):
        session.perform(Attack("seren", "orc"))
    do(session, EndTurn(), 6, 6, 6, 6)
    # 14 + 4 against 10 + 5 + 4.
    log = do(session, Attack("orc", "seren"), 14, "none", "shield", 10, "none")
    assert log == ["Orc misses Seren"]
    assert now(session).points == 2
    assert "Target blocks −4: Seren blocks, Block score 4" in session.log.entries[-1].details
    do(session, EndTurn(), 6, 6, 6, 6)
    assert now(session).blocking is False


def test_block_is_refused_after_an_attack_and_can_end_early():
    session = melee(seren={"sheet": {"shield_proficiency": 1}})
    session = again(session, seren={"attacked": True})
    with pytest.raises(IllegalIntentError, match="attacked this turn"):
        session.perform(Act("seren", "block"))
    session = again(session, seren={"blocking": True, "attacked": False})
    with pytest.raises(IllegalIntentError, match="blocks already"):
        session.perform(Act("seren", "block"))
    assert do(session, Act("seren", "end_block")) == ["Seren blocks no longer"]
    assert (now(session).blocking, now(session).points) == (False, 6)
    with pytest.raises(IllegalIntentError, match="needs a shield"):
        melee().perform(Act("seren", "block"))


def test_perfect_parry_takes_four_dice():
    session = melee(seren={"sheet": {"prowess_dice": 6}})
    log = do(session, Attack("seren", "orc"), 5, "none", "perfect", 20, "none")
    # 9 against 20 + 4 - 4.
    assert log == ["Seren misses Orc"]
    assert dice_left(session.encounter.tokens["seren"]) == 2
    assert (now(session, "orc").points, now(session, "orc").spent_dice) == (4, 1)
    assert any("Perfect Parry +4" in line for line in session.log.entries[-1].details)


def test_heavy_parry_reduces_even_where_it_fails_and_costs_a_die():
    session = melee()
    log = do(session, Attack("seren", "orc"), 20, "none", "heavy", 1, "none", 8)
    # 8 + 2 less 1 + 4.
    assert log == ["Seren hits Orc, 5 damage"]
    orc = now(session, "orc")
    assert (orc.heavy_parry, orc.spent_dice, orc.damage, orc.points) == (True, 2, 5, 4)
    # It doesn't stack: the second one reduces by 4 as well.
    log = do(session, Attack("seren", "orc"), 20, "none", "heavy", 1, "none", 8)
    assert log == ["Seren hits Orc, 5 damage"]
    assert now(session, "orc").spent_dice == 4
    do(session, EndTurn(), 6, 6, 6, 6)
    assert now(session, "orc").heavy_parry is False


def test_wounding_strike():
    session = melee()
    log = do(
        session,
        Act("seren", "wounding_strike", "orc", {"wound": "leg"}),
        *(15, "none", "evasion", 5, 4),
    )
    assert log == ["Seren hits Orc, 5 damage"]
    assert now(session, "orc").wounds == ("leg",)
    assert (now(session).points, now(session).spent_dice) == (3, 1)
    assert "Wounding Strike −4: Seren aims for more than a plain hit" in (
        session.log.entries[-1].details
    )


def test_guard_break_and_what_a_broken_guard_cannot():
    session = again(melee(), orc={"heavy_parry": True})
    log = do(session, Act("seren", "guard_break", "orc"), 20, "none", "evasion", 1, 1)
    assert log == ["Seren hits Orc, 0 damage"]
    orc = now(session, "orc")
    assert (orc.guard_broken, orc.heavy_parry, orc.spent_dice) == (True, False, 4)
    encounter = with_status(session.encounter, "orc", spent_dice=0)
    options = {
        o.key: o.unavailable
        for o in next(
            c for c in plan(encounter, "seren", "orc").choices if c.key == "defense"
        ).options
    }
    assert options["perfect"] == options["heavy"] == "guard broken"
    assert options["parry"] == ""
    do(session, EndTurn(), 1, 1, 1, 5)
    assert now(session, "orc").guard_broken is False
    assert dice_left(session.encounter.tokens["orc"]) == 1


def test_armor_pierce():
    session = melee(orc={"sheet": {"armor": 5}})
    log = do(session, Act("seren", "armor_pierce", "orc"), 20, "none", "evasion", 1, 8)
    assert log == ["Seren hits Orc, 7 damage"]
    assert now(session).spent_dice == 1
    session = again(session, seren={"spent_dice": 4, "points": 6})
    with pytest.raises(IllegalIntentError, match="costs 1 prowess die; Seren has 0 left"):
        session.perform(Act("seren", "armor_pierce", "orc"))


def test_movement_is_bought_or_walked():
    session = again(melee(), seren={"passive": 0})
    assert do(session, Act("seren", "move")) == ["Seren takes 10 ft of movement"]
    assert (now(session).points, now(session).left_over) == (5, 200)
    log = do(session, Act("seren", "move", choices={"to": "5,4"}))
    assert log == ["Seren moves 5 ft to F5"]
    assert (now(session).points, now(session).left_over) == (5, 100)
    with pytest.raises(IllegalIntentError, match="needs a cell"):
        session.perform(Act("seren", "move", choices={"to": "north"}))


def test_dash():
    session = melee()
    # 13 + 3 = 16: three times 5 ft more.
    assert do(session, Act("seren", "dash"), 13) == ["Seren dashes, 75 ft to walk"]
    assert (now(session).points, now(session).left_over) == (0, 1500)


def test_passive_movement_is_over_after_another_action():
    session = melee()
    assert now(session).passive == 300
    do(session, Attack("seren", "orc"), 1, "none", "evasion", 20)
    assert now(session).passive == 0


def test_disengage_from_one():
    wolf = someone("wolf", (6, 6), "foe")
    session = melee(wolf)
    log = do(session, Act("seren", "disengage", "orc", {"to": "4,5"}), "let_go")
    assert log == ["Wolf lets Seren go", "Seren disengages to E6"]
    assert session.encounter.tokens["seren"].at == Cell(4, 5)
    assert now(session).points == 3


def test_disengage_asks_for_the_cell():
    session = melee()
    log = do(session, Act("seren", "disengage", "orc"), "4,5")
    assert log == ["Seren disengages to E6"]
    session = melee()
    with pytest.raises(IllegalIntentError, match="can't get away from Orc there"):
        session.perform(Act("seren", "disengage", "orc", {"to": "6,6"}))
    with pytest.raises(IllegalIntentError, match="isn't in Wolf's Aura of Reach"):
        melee(someone("wolf", (9, 9), "foe")).perform(
            Move("seren", (Cell(5, 5), Cell(4, 5)), "disengage:wolf")
        )
    with pytest.raises(IllegalIntentError, match="isn't in Wolf's Aura of Reach"):
        melee(someone("wolf", (9, 9), "foe")).perform(Act("seren", "disengage", "wolf"))
    with pytest.raises(IllegalIntentError, match="a target to get away from"):
        session.perform(Move("seren", (Cell(5, 5), Cell(4, 5)), "disengage"))
    with pytest.raises(IllegalIntentError, match="A Disengage is 5 ft"):
        session.perform(Move("seren", (Cell(5, 5), Cell(4, 5), Cell(3, 5)), "disengage:orc"))


def test_stand_up_and_drop_prone():
    session = melee()
    assert do(session, Act("seren", "drop_prone")) == ["Seren drops prone"]
    assert session.encounter.tokens["seren"].has("prone")
    assert now(session).points == 6
    assert do(session, Act("seren", "stand_up")) == ["Seren stands up"]
    assert not session.encounter.tokens["seren"].has("prone")
    assert now(session).points == 5


def test_recovery_rolls_what_is_not_available():
    session = again(melee(), seren={"spent_dice": 3, "guard_broken": True})
    assert do(session, Act("seren", "recovery"), 5, 4, 6) == ["Seren recovers"]
    assert (now(session).points, now(session).spent_dice) == (4, 1)
    assert now(session).guard_broken is False
    with pytest.raises(IllegalIntentError, match="all prowess dice available"):
        melee().perform(Act("seren", "recovery"))


def test_grapple_force_and_let_go():
    session = melee(orc={"weapons": []})
    assert do(session, Act("seren", "grapple", "orc"), 15, 5) == ["Seren grapples Orc"]
    assert (now(session).grappling, now(session, "orc").grappled_by) == ("orc", "seren")
    assert session.encounter.tokens["orc"].has("grappled")
    assert now(session).points == 3
    with pytest.raises(IllegalIntentError, match="grappling and has no speed"):
        session.perform(walk("seren", (5, 5), (4, 5)))
    log = do(session, Act("seren", "force"), "prone")
    assert log == ["Seren forces Orc to the ground"]
    assert session.encounter.tokens["orc"].has("prone")
    assert now(session).points == 1
    assert do(session, Act("seren", "let_go")) == ["Seren lets go of Orc"]
    assert not session.encounter.tokens["orc"].has("grappled")
    assert (now(session).grappling, now(session, "orc").grappled_by) == ("", "")


def test_forced_movement_drags_both():
    session = again(
        melee(orc={"weapons": []}), seren={"grappling": "orc"}, orc={"grappled_by": "seren"}
    )
    session = Session.new(with_conditions(session.encounter, "orc", "grappled"), seed=1)
    log = do(session, Act("seren", "force"), "move", "4,5", "5,5")
    assert log == ["Seren drags Orc to F6"]
    assert session.encounter.tokens["seren"].at == Cell(4, 5)
    assert session.encounter.tokens["orc"].at == Cell(5, 5)
    assert now(session).points == 4
    # The grappler walks, the grappled one is moved.
    moves = [e for e in session.history.commits[-1].events if isinstance(e, TokenMoved)]
    assert [(move.token, move.forced) for move in moves] == [("seren", False), ("orc", True)]


def test_a_grappler_lets_go_at_any_moment():
    session = again(melee(), orc={"grappling": "seren"}, seren={"grappled_by": "orc"})
    assert do(session, Act("orc", "let_go")) == ["Orc lets go of Seren"]
    assert now(session, "orc").grappling == ""


def test_a_grappler_attacks_only_whom_it_holds():
    session = again(
        melee(someone("wolf", (5, 6), "foe")),
        seren={"grappling": "orc"},
        orc={"grappled_by": "seren"},
    )
    with pytest.raises(IllegalIntentError, match="can attack only whom it holds"):
        session.perform(Attack("seren", "wolf"))
    assert do(session, Attack("seren", "orc"), 1, "none", "evasion", 20) == ["Seren misses Orc"]


def test_break_free():
    session = again(melee(), orc={"grappling": "seren"}, seren={"grappled_by": "orc"})
    session = Session.new(with_conditions(session.encounter, "seren", "grappled"), seed=1)
    log = do(session, Act("seren", "break_free"), 2, 20)
    assert log == ["Seren stays in Orc's grip"]
    assert now(session).points == 0
    session = again(session, seren={"points": 6, "grappled_by": "orc"})
    assert do(session, Act("seren", "break_free"), 10, 10) == ["Seren breaks free"]
    assert not session.encounter.tokens["seren"].has("grappled")


def test_an_opportunity_attack_that_hits_foils_the_grapple():
    session = melee()
    log = do(session, Act("seren", "grapple", "orc"), "strike", 20, "none", "evasion", 1, 1)
    assert log == ["Orc hits Seren, 2 damage", "Seren fails to grapple Orc"]
    assert now(session).points == 3
    assert now(session, "orc").spent_dice == 1
    assert now(session).grappling == ""


def test_one_that_misses_foils_nothing():
    session = melee()
    log = do(
        session, Act("seren", "shove", "orc"), "strike", 1, "none", "evasion", 20, 15, 5, "8,5"
    )
    assert log == ["Orc misses Seren", "Seren shoves Orc to I6"]
    assert session.encounter.tokens["orc"].at == Cell(8, 5)


def test_shove_is_lost_on_a_lower_total():
    session = melee(orc={"weapons": []})
    assert do(session, Act("seren", "shove", "orc"), 5, 6) == ["Seren fails to shove Orc"]
    # An equal total wins.
    log = do(session, Act("seren", "shove", "orc"), 6, 6, "7,5")
    assert log == ["Seren shoves Orc to H6"]


def test_disarm_to_the_ground_and_pick_up():
    session = melee()
    log = do(session, Act("seren", "disarm", "orc"), "let_go", 15, 5, "ground")
    assert log == ["Orc lets Seren go", "Seren disarms Orc of sword"]
    assert now(session, "orc").dropped == (Dropped("sword", 6, 5),)
    assert [w.name for w in session.system.weapons(session.encounter.tokens["orc"])] == [
        "bare hands"
    ]
    do(session, EndTurn(), 6, 6, 6, 6)
    log = do(session, Act("orc", "pick_up"), "let_go")
    assert log == ["Seren lets Orc go", "Orc picks up sword"]
    assert (now(session, "orc").points, now(session, "orc").dropped) == (3, ())


def test_disarm_catches_with_a_free_hand_only():
    full = melee(seren={"weapons": [SPEAR]}, orc={"weapons": [SWORD, DAGGER]})
    full.type_next([15, 5])
    full.perform(Act("seren", "disarm", "orc", {"item": "dagger"}))
    full.answer("let_go")
    catch = next(option for option in full.pending.options if option.key == "catch")
    assert catch.unavailable == "no free hand"
    free = melee(orc={"weapons": [SWORD, DAGGER]})
    do(free, Act("seren", "disarm", "orc"), "let_go", 15, 5, "sword", "catch")
    assert now(free, "orc").dropped == (Dropped("sword", 6, 5, "seren"),)
    do(free, EndTurn(), 6, 6, 6, 6)
    with pytest.raises(IllegalIntentError, match="out of reach or in other hands"):
        free.perform(Act("orc", "pick_up"))


def test_assist_adds_four_until_the_helpers_next_turn():
    kael = someone("kael", (5, 6))
    session = melee(kael)
    assert do(session, Act("seren", "assist", "kael")) == ["Seren assists Kael"]
    assert now(session).points == 3
    assert now(session, "kael").assisted_by == ("seren",)
    assert worth(plan(session.encounter, "kael", "orc"))["assist"] == 4
    do(session, EndTurn(), 6, 6, 6, 6)
    do(session, EndTurn(), 6, 6, 6, 6)
    do(session, EndTurn(), 6, 6, 6, 6)
    assert now(session, "kael").assisted_by == ()


def test_assistance_is_used_up_by_a_check():
    session = again(melee(orc={"weapons": []}), seren={"assisted_by": ("kael",)})
    log = do(session, Act("seren", "shove", "orc"), 3, 7, "7,5")
    # 3 + 3 + 4 against 7 + 3.
    assert log == ["Seren shoves Orc to H6"]
    assert now(session).assisted_by == ()


def test_hide_against_each_watcher_and_the_flanking_die():
    encounter = fight(
        someone("seren", (3, 5), weapons=[BOW]),
        someone("orc", (9, 5), "foe"),
        someone("wolf", (9, 8), "foe", sheet={"sight": 5}),
        props={"low wall": ((4.2, 4), (4.6, 9), CoverGrade.MAJOR)},
    )
    session = Session.new(encounter, seed=1)
    assert session.system.actions(session.encounter, session.encounter.tokens["seren"])
    # Stealth 10 + 2; Orc 5 + 2 sees nothing, Wolf 10 + 5 sees it.
    assert do(session, Act("seren", "hide"), 10, 5, 10) == ["Seren is hidden"]
    assert now(session).points == 0
    assert now(session).hidden_from == ("orc",)
    assert session.encounter.tokens["seren"].has("hidden")
    assert "Hidden only from those who see nothing" in session.log.entries[-1].details
    encounter = with_status(session.encounter, "seren", points=6)
    assert worth(plan(encounter, "seren", "orc"))["hidden"] == 1
    assert "hidden" not in worth(plan(encounter, "seren", "wolf"))
    session = Session.new(encounter, seed=1)
    # The GM calls for another check, which fails against both.
    assert do(session, Act("seren", "stay_hidden"), 1, 5, 10) == ["Seren is seen"]
    assert not session.encounter.tokens["seren"].has("hidden")


def test_an_equal_stealth_check_is_seen():
    encounter = fight(
        someone("seren", (3, 5)),
        someone("orc", (9, 5), "foe"),
        props={"low wall": ((4.2, 4), (4.6, 9), CoverGrade.MAJOR)},
    )
    session = Session.new(encounter, seed=1)
    assert do(session, Act("seren", "hide"), 10, 10) == ["Seren is seen"]


def test_hiding_needs_cover_and_halves_movement():
    session = melee()
    with pytest.raises(IllegalIntentError, match="in plain sight of Orc"):
        session.perform(Act("seren", "hide"))
    session = Session.new(with_conditions(session.encounter, "seren", "hidden"), seed=1)
    session = again(session, seren={"passive": 200}, orc={"spent_dice": 4})
    do(session, walk("seren", (5, 5), (4, 5)))
    assert now(session).passive == 0
    assert session.encounter.tokens["seren"].has("hidden")
    assert do(session, Act("seren", "come_out")) == ["Seren is hidden no longer"]
    do(session, walk("seren", (4, 5), (3, 5), (2, 5)))
    assert now(session).points == 5


def test_ready_an_attack_and_take_it_out_of_turn():
    session = melee()
    assert do(session, Act("seren", "ready", choices={"what": "The orc moves"}), "attack") == [
        "Seren readies an action"
    ]
    assert (now(session).points, now(session).readied) == (6, "attack")
    do(session, EndTurn(), 6, 6, 6, 6)
    planned = session.plan(Attack("seren", "orc"))
    cost = next(choice for choice in planned.choices if choice.key == "cost")
    assert (planned.illegal, cost.selected) == ("", "readied")
    assert session.plan(Attack("seren", "orc", choices={"cost": "attack"})).illegal == (
        "It is Orc's turn."
    )
    do(session, Act("seren", "attack", "orc"), 1, "none", "evasion", 20)
    assert (now(session).points, now(session).readied) == (3, "")
    with pytest.raises(IllegalIntentError, match="It is Orc's turn"):
        session.perform(Attack("seren", "orc"))


def test_a_declared_jump_asks_for_a_check():
    session = melee(terrain={Terrain.IMPASSABLE: [(3, 5)]})
    session = again(session, orc={"spent_dice": 4})
    do(session, walk("seren", (5, 5), (4, 5)))
    leap = Move("seren", (Cell(4, 5), Cell(2, 5)), jumps=(1,))
    assert do(session, leap, 6) == ["Seren doesn't get over the gap at E6"]
    assert now(session).passive == 0
    assert do(session, leap, 7) == ["Seren moves 10 ft to C6"]
    assert now(session).points == 5


def test_the_log_says_how_initiative_comes_about():
    encounter = table(
        someone("seren", (5, 5), sheet={"initiative": -1}), someone("orc", (6, 5), "foe")
    )
    session = Session.new(encounter, seed=1)
    session.type_next([12, 9, 6, 6, 6, 6])
    session.perform(BeginFight())
    [began] = [one for one in session.log.entries if one.headline == "The fight begins"]
    assert began.details == ("Seren: 12 − 1 = 11", "Orc: 9 + 2 = 11")
    # Equal totals go by the bonus.
    assert session.encounter.turn_order.active == "orc"


def test_a_readied_action_lapses():
    session = melee()
    do(session, Act("seren", "ready", choices={"action": "move"}))
    do(session, EndTurn(), 6, 6, 6, 6)
    do(session, EndTurn(), 6, 6, 6, 6)
    assert (now(session).readied, now(session).readied_paid) == ("", False)
    assert "The readied action lapses" in session.log.entries[-1].details


def test_a_readied_move_costs_a_point():
    session = melee()
    do(session, Act("seren", "ready", choices={"action": "move"}))
    do(session, EndTurn(), 6, 6, 6, 6)
    do(session, walk("seren", (5, 5), (5, 4)))
    assert (now(session).points, now(session).readied) == (5, "")
    with pytest.raises(IllegalIntentError, match="It is Orc's turn"):
        session.perform(walk("seren", (5, 4), (5, 3)))


def test_loading():
    encounter = fight(someone("seren", (1, 5), weapons=[CROSSBOW]), someone("orc", (9, 5), "foe"))
    session = Session.new(encounter, seed=1)
    do(session, Attack("seren", "orc"), 1, "none", "evasion", 20)
    assert now(session).unloaded == (Unloaded("crossbow", 2),)
    with pytest.raises(IllegalIntentError, match="isn't loaded: 2 Loading actions to go"):
        session.perform(Attack("seren", "orc"))
    session = again(session, seren={"points": 6})
    assert do(session, Act("seren", "loading")) == ["Seren loads crossbow"]
    assert now(session).unloaded == (Unloaded("crossbow", 1),)
    do(session, Act("seren", "loading"))
    assert (now(session).unloaded, now(session).points) == ((), 2)


def test_movement_that_is_left_ends_with_the_turn():
    session = melee()
    do(session, Act("seren", "move"))
    session = again(session, seren={"left_over": 200, "passive": 100, "parity": 1})
    do(session, EndTurn(), 6, 6, 6, 6)
    assert (now(session).passive, now(session).left_over, now(session).parity) == (0, 0, 0)


def test_each_weapon_is_loaded_for_itself():
    second = replace(CROSSBOW, name="hand bow", details=replace(CROSSBOW.details, loading=1))
    encounter = fight(
        someone("seren", (1, 5), weapons=[CROSSBOW, second]), someone("orc", (9, 5), "foe")
    )
    session = Session.new(encounter, seed=1)
    for weapon in ("crossbow", "hand bow"):
        do(session, Attack("seren", "orc", weapon), 1, "none", "evasion", 20)
    assert now(session).unloaded == (Unloaded("crossbow", 2), Unloaded("hand bow", 1))
    session = again(session, seren={"points": 6})
    do(session, Act("seren", "loading", choices={"weapon": "hand bow"}))
    assert now(session).unloaded == (Unloaded("crossbow", 2),)
    do(session, Attack("seren", "orc", "hand bow"), 1, "none", "evasion", 20)
    with pytest.raises(IllegalIntentError, match="isn't loaded: 2 Loading"):
        session.perform(Attack("seren", "orc", "crossbow"))


@pytest.mark.parametrize(("key", "points"), [("interact", 3), ("cast", 3), ("leave_open", 0)])
def test_deeds_that_provoke_in_an_aura(key, points):
    session = melee()
    log = do(session, Act("seren", key), "strike", 1, "none", "evasion", 20)
    assert log[0] == "Orc misses Seren"
    assert now(session).points == 6 - points
    assert now(session, "orc").spent_dice == 1
    far = Session.new(fight(someone("seren", (1, 1)), someone("orc", (9, 9), "foe")), seed=1)
    assert len(do(far, Act("seren", key))) == 1


def test_whoever_drops_does_nothing_more():
    session = melee(seren={"sheet": {"health": 1}})
    log = do(session, Act("seren", "interact"), "strike", 20, "none", "evasion", 1, 8)
    assert log == ["Orc hits Seren, 9 damage", "Interact comes to nothing"]
    assert session.encounter.tokens["seren"].has("dead")


def test_ranged_attacks_provoke():
    session = melee(seren={"weapons": [BOW, SWORD]})
    planned = session.plan(Attack("seren", "orc", "bow"))
    assert [(t.by, t.deed, t.fires) for t in planned.triggers] == [("orc", "shoot", True)]
    log = do(session, Attack("seren", "orc", "bow"), "let_go", 1, "none", "evasion", 20)
    assert log == ["Orc lets Seren go", "Seren misses Orc"]


def test_every_deed_is_refused_with_a_reason_out_of_turn():
    session = melee()
    orc = session.encounter.tokens["orc"]
    reasons = {
        action.key: action.unavailable for action in session.system.actions(session.encounter, orc)
    }
    assert {key for key, reason in reasons.items() if not reason} == {"notice"}
    assert reasons["recovery"] == "not its turn"


@pytest.mark.parametrize(
    ("act", "why"),
    [
        (Act("seren", "dance"), "no action"),
        (Act("ghost", "dash"), "no token"),
        (Act("seren", "attack"), "needs a target"),
        (Act("seren", "assist", "orc"), "Orc is an enemy"),
        (Act("seren", "assist", "seren"), "Nobody assists oneself"),
        (Act("seren", "grapple", "ghost"), "no token"),
        (Act("seren", "grapple", "seren"), "Nobody does that to oneself"),
        (Act("seren", "force"), "isn't grappling"),
        (Act("seren", "break_free"), "isn't grappled"),
        (Act("seren", "loading"), "everything is loaded"),
        (Act("seren", "pick_up"), "nothing dropped"),
        (Act("seren", "stay_hidden"), "isn't hidden"),
        (Act("seren", "stand_up"), "stands already"),
        (Act("seren", "disengage", "kael"), "Kael is no enemy"),
        (Act("seren", "ready", choices={"action": "sing"}), 'no action "sing"'),
    ],
)
def test_what_is_refused(act, why):
    session = melee(someone("kael", (9, 9)))
    before = session.encounter
    with pytest.raises(IllegalIntentError, match=why):
        session.perform(act)
    assert session.encounter is before


def test_too_few_points():
    session = again(melee(), seren={"points": 2, "spent_dice": 2})
    with pytest.raises(IllegalIntentError, match="needs 3 AP, 2 left"):
        session.perform(Act("seren", "grapple", "orc"))
    with pytest.raises(IllegalIntentError, match="needs 3 AP to attack and has 2"):
        session.perform(Attack("seren", "orc"))
    do(session, Act("seren", "grapple", "orc", {"force": "yes"}), "let_go", 1, 20)
    assert now(session).points == 0


# Turns ------------------------------------------------------------------------------------


def test_the_highest_initiative_goes_first_and_rounds_repeat():
    encounter = fight(
        someone("seren", (1, 1)),
        someone("orc", (9, 9), "foe", sheet={"initiative": 5}),
        faces=[15, 10],
    )
    session = Session.new(encounter, seed=1)
    order = session.encounter.turn_order
    assert [(slot.token, slot.score) for slot in order.slots] == [("seren", 17), ("orc", 15)]
    assert order.active == "seren"
    do(session, EndTurn(), 6, 6, 5, 4)
    assert session.encounter.turn_order.active == "orc"
    assert dice_left(session.encounter.tokens["orc"]) == 3
    log = do(session, EndTurn(), 1, 2, 3, 4)
    assert log == ["Round 2 starts", "Seren's turn, round 2"]
    assert dice_left(session.encounter.tokens["seren"]) == 0


def test_equal_rolls_go_by_the_bonus_and_others_may_join():
    encounter = fight(
        someone("seren", (1, 1)),
        someone("orc", (9, 9), "foe", sheet={"initiative": 4}),
        faces=[12, 10],
        rolled=(6, 6, 6, 6),
    )
    assert encounter.turn_order.active == "orc"
    late = encounter.with_token(someone("kael", (1, 3)))
    session = Session.new(late, seed=1)
    log = do(session, BeginFight(("kael",)), 20)
    assert log == ["Kael joins the fight"]
    assert [slot.token for slot in session.encounter.turn_order.slots] == ["orc", "kael", "seren"]


def test_the_dead_have_no_turn_and_the_unconscious_let_it_pass():
    session = melee(someone("wolf", (9, 9), "foe"), someone("kael", (1, 1)))
    do(session, SetCondition("orc", "dead", True))
    do(session, SetCondition("wolf", "unconscious", True))
    do(session, EndTurn(), 6, 6, 6, 6)
    order = session.encounter.turn_order
    assert order.active == "kael"
    assert "orc" not in {slot.token for slot in order.slots}
    assert "wolf" in {slot.token for slot in order.slots}
    do(session, EndFight())
    assert not session.encounter.turn_order.is_running
    with pytest.raises(IllegalIntentError, match="No fight"):
        session.perform(EndFight())


def test_a_fight_of_the_fallen_ends_by_itself():
    session = melee()
    do(session, SetCondition("orc", "dead", True))
    do(session, SetCondition("seren", "unconscious", True))
    assert do(session, EndTurn()) == ["Nobody is left to act"]
    with pytest.raises(IllegalIntentError, match="nobody to roll initiative for"):
        session.perform(BeginFight(("orc",)))


def test_surprise():
    session = melee(orc={"conditions": ["surprised"]})
    assert worth(plan(session.encounter, "seren", "orc")) == {"surprised": 4}
    parry = plan(session.encounter, "seren", "orc", choices={"defense": "parry"})
    assert worth(parry) == {}
    # No opportunity attacks while surprised.
    do(session, walk("seren", (5, 5), (4, 5)))
    do(session, EndTurn(), 6, 6, 6, 6)
    assert session.encounter.tokens["orc"].has("surprised")
    do(session, EndTurn(), 6, 6, 6, 6)
    assert not session.encounter.tokens["orc"].has("surprised")


def test_an_ambush_is_noticed_or_surprises():
    session = Session.new(table(someone("seren", (1, 1)), someone("orc", (9, 9), "foe")), seed=1)
    assert do(session, Act("seren", "notice"), 10) == ["Seren notices"]
    assert not session.encounter.tokens["seren"].has("surprised")
    log = do(session, Act("seren", "notice", choices={"difficulty": "15"}), 12)
    assert log == ["Seren is surprised"]
    assert session.encounter.tokens["seren"].has("surprised")
    with pytest.raises(IllegalIntentError, match="surprised already"):
        session.perform(Act("seren", "notice"))


def test_hazardous_ground_is_said():
    encounter = fight(
        someone("seren", (1, 1)),
        someone("orc", (9, 9), "foe"),
        terrain={Terrain.HAZARDOUS: [(2, 1), (9, 9)]},
    )
    session = Session.new(encounter, seed=1)
    do(session, walk("seren", (1, 1), (2, 1)))
    assert "C2 is hazardous: apply its effect" in session.log.entries[-1].details
    do(session, EndTurn(), 6, 6, 6, 6)
    assert "Starts the turn on hazardous ground: apply its effect" in (
        session.log.entries[-1].details
    )


# By hand ----------------------------------------------------------------------------------


def test_by_hand():
    session = melee()
    do(session, Move("seren", (Cell(5, 5), Cell(1, 1)), "force"))
    assert session.encounter.tokens["seren"].at == Cell(1, 1)
    assert now(session).points == 6
    with pytest.raises(IllegalIntentError, match="not on the map"):
        session.perform(Move("seren", (Cell(1, 1), Cell(-1, 1)), "force"))
    do(session, Turn("seren", 90.0))
    assert session.encounter.tokens["seren"].facing == 90.0
    with pytest.raises(IllegalIntentError, match="no such way to move"):
        session.perform(Move("seren", (Cell(1, 1), Cell(1, 2)), "charge"))
    do(session, Overrule("flanking", "seren", "orc", "on"))
    assert worth(plan(session.encounter, "seren", "orc"))["flanking"] == 1
    slots = session.encounter.turn_order.slots
    do(session, ArrangeTurns((slots[0], *reversed(slots[1:]))))
    with pytest.raises(IllegalIntentError, match="A condition needs a name"):
        session.perform(SetCondition("seren", " ", True))


def test_doors_open_by_hand():
    encounter = fight(someone("seren", (1, 1)), someone("orc", (9, 9), "foe"))
    door = Door("gate", Point(3.0, 1.0), Point(3.0, 2.0))
    battle_map = replace(encounter.map, obstacles={"gate": door})
    session = Session.new(encounter.with_map(battle_map), seed=1)
    do(session, SetDoor("gate", True))
    assert session.encounter.map.obstacles["gate"].is_open


def test_hiding_by_the_gms_word_hides_from_all():
    session = again(melee(), seren={"hidden_from": ("wolf",)})
    do(session, SetCondition("seren", "prone", True))
    assert now(session).hidden_from == ("wolf",)
    do(session, SetCondition("seren", "hidden", True))
    assert now(session).hidden_from == ()
    assert worth(plan(session.encounter, "seren", "orc"))["hidden"] == 1


def test_a_grapple_ends_by_hand_on_both_sides():
    session = again(melee(), seren={"grappling": "orc"}, orc={"grappled_by": "seren"})
    session = Session.new(with_conditions(session.encounter, "orc", "grappled"), seed=1)
    do(session, SetCondition("orc", "grappled", False))
    assert (now(session).grappling, now(session, "orc").grappled_by) == ("", "")


def test_outside_of_a_fight_nothing_is_paid():
    session = Session.new(table(someone("seren", (5, 5)), someone("orc", (6, 5), "foe")), seed=1)
    do(session, Attack("seren", "orc"), 20, "2", 1, 1, "parry", 1, "none", 4)
    assert now(session).points == 6
    assert now(session).spent_dice == 0
    assert now(session, "orc").points == 6
    assert now(session, "orc").damage == 5
    alone = Session.new(table(someone("seren", (5, 5))), seed=1)
    assert do(alone, walk("seren", (5, 5), (4, 5), (3, 5))) == ["Seren moves 10 ft to D6"]
    assert alone.encounter.tokens["seren"].status is None


def test_tokens_without_records_can_fight():
    bare = table(Token("a", "", "party", Cell(1, 1)), Token("b", "", "foe", Cell(2, 1)))
    session = Session.new(bare, seed=1)
    do(session, Attack("a", "b"), 20, "none", 1, 4)
    # 1d4 - 1, Brawn 2, less 1 of armor.
    assert now(session, "b").damage == 4
    system = Prowess()
    assert system.track(bare.tokens["a"]).size == 20
    assert len(system.actions(bare, bare.tokens["a"])) == len(DEEDS)
    assert rules().weapons(bare.tokens["a"])[0].name == "bare hands"
