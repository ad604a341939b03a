from __future__ import annotations

from dataclasses import replace

import pytest
from shadow_boards import (
    BOW,
    KNIFE,
    SPEAR,
    SWORD,
    fight,
    levels,
    plan,
    play,
    rules,
    someone,
    status,
    table,
    with_conditions,
    with_status,
)

from battlemap.geometry.cell import Cell, Point
from battlemap.model.apply import apply
from battlemap.model.intent import (
    Act,
    Attack,
    BeginFight,
    EndTurn,
    Move,
    SetCondition,
    SetDoor,
)
from battlemap.model.obstacle import CoverGrade, Door
from battlemap.model.terrain import Terrain
from battlemap.model.token import Weapon
from battlemap.rules.procedure import Ask, IllegalIntentError, Roll
from battlemap.systems.shadowrealms.deeds import DEEDS
from battlemap.systems.shadowrealms.readings import ActionEconomy, ForcedMovement, RepeatPenalty
from battlemap.systems.shadowrealms.sheet import Injury, Tier, WeaponDetails

PIKE = Weapon("pike", 10, reach=True, details=WeaponDetails(braces=True))


def melee(*, seren=None, orc=None, **parts):
    return fight(
        someone("seren", (5, 5), facing=90, **(seren or {})),
        someone("orc", (6, 5), "foe", facing=270, **(orc or {})),
        **parts,
    )


def held(**parts):
    encounter = melee(**parts)
    encounter = with_conditions(encounter, "orc", "grappled")
    encounter = with_status(encounter, "orc", grappled_by="seren")
    return with_status(encounter, "seren", grappling="orc")


def bar(encounter, key="seren", system=None):
    system = system or rules()
    return {action.key: action for action in system.actions(encounter, encounter.tokens[key])}


def test_the_bar_names_prices_and_reasons():
    found = bar(melee())
    assert found["strike"].cost == ("standard",)
    assert found["shift"].cost == ("bonus",)
    assert found["drop_prone"].cost == ()
    assert found["aim"].unavailable == "needs a ranged weapon"
    assert found["off_hand"].unavailable == "needs paired weapons or a haft"
    assert found["stand_up"].unavailable == "stands already"
    assert found["second_wind"].unavailable == "unhurt"
    assert found["take_cover"].unavailable == "nothing gives cover here"
    assert {key for key, action in found.items() if action.needs_target} >= {"strike", "feint"}
    assert all(action.help for action in found.values())


def test_the_bar_of_others_and_of_the_spent():
    encounter = melee()
    assert {action.unavailable for action in bar(encounter, "orc").values()} == {"not its turn"}
    spent = with_status(encounter, "seren", actions=0, bonus=0)
    found = bar(spent)
    assert found["strike"].unavailable == "no actions left"
    assert found["move"].unavailable == "cannot move any farther"
    assert found["shift"].unavailable == "bonus action spent"
    assert found["drop_prone"].unavailable == ""
    rest = with_status(spent, "seren", left_over=200)
    assert bar(rest)["move"].unavailable == ""
    stunned = with_conditions(encounter, "seren", "stunned")
    assert bar(stunned)["strike"].unavailable == "Seren cannot act"


def test_the_penalty_of_the_next_strike():
    encounter = with_status(melee(), "seren", strikes=2)
    assert bar(melee())["strike"].penalty == ""
    assert bar(encounter)["strike"].penalty == "−2 levels"
    dice = rules(repeat_penalty=RepeatPenalty.DICE)
    assert bar(encounter, system=dice)["strike"].penalty == "−2 dice"


def test_bonus_actions_cost_a_point_where_there_are_points():
    points = rules(actions=ActionEconomy.FOUR_POINTS)
    encounter = melee(seren={"weapons": [SWORD, KNIFE]}, system=points)
    assert bar(encounter, system=points)["shift"].cost == ("standard",)
    encounter, _ = play(encounter, Act("seren", "off_hand", "orc"), 1, 1, 1, 1, system=points)
    assert status(encounter, "seren").actions == 3


def test_every_action_that_is_offered_can_be_done():
    """Each button that the bar offers somewhere is pressed there."""
    offered = {
        "strike": (melee(), "orc", (1, 1, 1, 1)),
        "off_hand": (melee(seren={"weapons": [SWORD, KNIFE]}), "orc", (1, 1, 1, 1)),
        "feint": (melee(), "orc", ()),
        "aim": (melee(seren={"weapons": [BOW]}), None, ()),
        "extra_defense": (melee(), None, ()),
        "drop_prone": (melee(), None, ()),
        "stand_up": (with_conditions(melee(), "seren", "prone"), None, ()),
        "second_wind": (with_status(melee(), "seren", damage=5), None, ()),
        "take_cover": (melee(props={"crate": ((4, 4), (5, 5), CoverGrade.MINOR)}), None, ()),
        "grapple": (melee(), "orc", (1, 1, 1, 1)),
        "shove": (melee(), "orc", (1, 1, 1, 1)),
        "trip": (melee(), "orc", (1, 1, 1, 1)),
        "escape": (with_conditions(melee(), "seren", "grappled"), None, ()),
        "stop_bleeding": (with_conditions(melee(), "seren", "bleeding"), "seren", (1, 1)),
        "stabilize": (with_status(melee(), "orc", damage=17), "orc", (1, 1)),
        "assist": (melee().with_token(someone("kael", (5, 6))), "kael", ()),
        "interact": (melee(), None, ()),
        "ready": (melee(), None, ()),
        "charge": (fight(someone("seren", (1, 5)), someone("orc", (6, 5), "foe")), "orc", ()),
        "disarm": (melee(), "orc", (1, 1, 1, 1)),
        "drop_item": (melee(), None, ()),
        "speak": (melee(), None, ()),
        "vault": (melee(), None, ("easy", 1, 1, 1)),
        "hide": (
            melee(terrain={Terrain.OBSCURED: [(5, 5)]}),
            None,
            (1, 1, 1),
        ),
        "assess": (melee(), "orc", (1, 1)),
        "test": (melee(), None, ("Swim", "easy", 1, 1, 1, 1)),
        "look_around": (melee(), None, (1, 1)),
        "drag": (held(), None, (1, 1, 1, 1)),
        "break": (
            melee(props={"crate": ((5, 6), (6, 7), CoverGrade.MINOR)}),
            None,
            ("whole", 1, 1, 1, 1),
        ),
    }
    before_a_fight = {"surprise"}
    assert set(offered) | {"move", "shift"} | before_a_fight == {deed.key for deed in DEEDS}
    for key, (encounter, target, faces) in offered.items():
        assert bar(encounter)[key].unavailable == "", key
        after, log = play(encounter, Act("seren", key, target), *faces)
        assert log, key
        deed = next(deed for deed in DEEDS if deed.key == key)
        actions, bonus = status(after, "seren").actions, status(after, "seren").bonus
        assert (actions, bonus) == {"standard": (2, 1), "bonus": (3, 0), "free": (3, 1)}[
            deed.cost
        ], key


def test_one_step_by_the_bar():
    encounter, _ = play(melee(), Act("seren", "shift", choices={"to": "4,5"}))
    assert encounter.tokens["seren"].at == Cell(4, 5)
    assert status(encounter, "seren").bonus == 0
    with pytest.raises(IllegalIntentError, match="needs a cell"):
        play(encounter, Act("seren", "move"))


@pytest.mark.parametrize(
    ("act", "why"),
    [
        (Act("seren", "dance"), "no action"),
        (Act("ghost", "aim"), "no token"),
        (Act("seren", "aim"), "Aim: needs a ranged weapon"),
        (Act("seren", "strike"), "needs a target"),
        (Act("seren", "off_hand", "orc"), "no paired weapons"),
        (Act("seren", "feint", "ghost"), "no token"),
        (Act("seren", "assist", "orc"), "is an enemy"),
        (Act("seren", "grapple", "seren"), "oneself"),
        (Act("seren", "stop_bleeding", "orc"), "isn't bleeding"),
        (Act("seren", "stabilize", "orc"), "isn't dying"),
    ],
)
def test_actions_that_cannot_be_done(act, why):
    with pytest.raises(IllegalIntentError, match=why):
        play(melee(), act)


def test_the_gm_can_force_an_action():
    encounter = with_status(melee(), "seren", actions=0)
    encounter, _ = play(encounter, Act("seren", "extra_defense", choices={"force": "yes"}))
    assert (status(encounter, "seren").extra_defenses, status(encounter, "seren").actions) == (1, 0)


def test_distance_matters():
    far = fight(someone("seren", (1, 1)), someone("orc", (9, 9), "foe"))
    for key in ("feint", "grapple", "shove", "trip"):
        with pytest.raises(IllegalIntentError):
            play(far, Act("seren", key, "orc"))
    hidden = table(someone("seren", (1, 1)), someone("kael", (9, 1)), walls=[((5, 0), (5, 15))])
    with pytest.raises(IllegalIntentError, match="neither reaches nor sees"):
        play(hidden, Act("seren", "assist", "kael"))


def test_aiming_at_most_thrice():
    encounter = table(someone("seren", (5, 5), weapons=[BOW]), someone("orc", (9, 5), "foe"))
    for count in (1, 2, 3):
        encounter, _ = play(encounter, Act("seren", "aim"))
        assert levels(plan(encounter, "seren", "orc"))["aim"] == count
    assert bar(encounter)["aim"].unavailable == "aimed as well as can be"


def test_feint_helps_the_next_strike_at_that_target():
    encounter, log = play(melee(), Act("seren", "feint", "orc"))
    assert log[0].headline == "Seren feints at Orc"
    assert levels(plan(encounter, "seren", "orc")) == {"feint": 1}


def test_assist_helps_the_next_check_of_an_ally():
    encounter = melee().with_token(someone("kael", (5, 6)))
    encounter, _ = play(encounter, Act("seren", "assist", "kael"))
    assert status(encounter, "kael").assist == 1


def test_taking_cover_names_the_object_and_ends_by_moving():
    encounter = melee(props={"crate": ((4, 4), (5, 5), CoverGrade.MINOR)})
    encounter, log = play(encounter, Act("seren", "take_cover"))
    assert status(encounter, "seren").cover_by == ("crate",)
    assert log[0].details == ("The cover of crate counts 1 grade more until it moves",)
    assert bar(encounter)["take_cover"].unavailable == "in cover already"


def test_an_open_door_is_no_cover_and_a_shut_one_is():
    door = Door("d1", Point(5, 6), Point(6, 6))
    encounter = melee()
    for is_open, keys in ((False, ("d1",)), (True, ())):
        put = replace(encounter.map, obstacles={"d1": replace(door, is_open=is_open)})
        there = encounter.with_map(put)
        found = bar(there)["take_cover"].unavailable
        assert (found == "") is bool(keys)


def test_second_wind_heals_once_an_encounter():
    encounter = with_status(melee(), "seren", damage=6, fatigue=5)
    encounter, log = play(encounter, Act("seren", "second_wind"))
    after = status(encounter, "seren")
    assert (after.damage, after.fatigue, after.surges_used) == (2, 0, 1)
    assert log[0].details[1] == "Track 2 of 16, 2 healing surges left"
    assert bar(encounter)["second_wind"].unavailable == "once an encounter"
    little, _ = play(
        with_status(melee(), "seren", damage=3, fatigue=2), Act("seren", "second_wind")
    )
    assert (status(little, "seren").damage, status(little, "seren").fatigue) == (0, 0)
    used = with_status(melee(), "seren", damage=6, surges_used=3)
    assert bar(used)["second_wind"].unavailable == "no healing surge left"
    minion = with_status(melee(seren={"sheet": {"tier": Tier.ELITE}}), "seren", minion_hits=1)
    assert bar(minion)["second_wind"].unavailable == "minions have no healing surges"


def test_grapple_and_break_free():
    encounter, log = play(melee(), Act("seren", "grapple", "orc"), 12, 1, 1, 1)
    assert log[0].details[0] == (
        "Grapple, Grapple Defense 15 − Grapple 3, 4d20 vs 12: 12 1 1 1, passed"
    )
    assert encounter.tokens["orc"].has("grappled")
    assert status(encounter, "orc").grappled_by == "seren"
    assert status(encounter, "seren").grappling == "orc"
    assert rules().mover(encounter, encounter.tokens["orc"]).budget == 0
    assert bar(encounter, "orc")["shift"].unavailable
    turned = replace(encounter, turn_order=replace(encounter.turn_order, active="orc"))
    _, log = play(turned, Act("orc", "escape"), 11, 1, 1, 1)
    assert log[0].headline == "Orc stays in Seren's grip"
    freed, _ = play(turned, Act("orc", "escape"), 12, 1, 1, 1)
    assert not freed.tokens["orc"].has("grappled")
    assert status(freed, "seren").grappling == ""


@pytest.mark.parametrize(("face", "free"), [(16, False), (17, True)])
def test_breaking_free_is_a_test_against_the_holders_defense(face, free):
    """20 - 3, whatever the held one's own Grapple Defense is."""
    encounter = fight(
        someone("orc", (6, 5), "foe", facing=270, sheet={"grapple_defense": 1}),
        someone("seren", (5, 5), sheet={"grapple_defense": 20}),
    )
    encounter = with_conditions(encounter, "orc", "grappled")
    encounter = with_status(encounter, "orc", grappled_by="seren")
    encounter = with_status(encounter, "seren", grappling="orc")
    after, _ = play(encounter, Act("orc", "escape"), face, 1, 1, 1)
    assert after.tokens["orc"].has("grappled") is not free


def test_a_test_may_need_more_than_one_die_by_option():
    strict = rules(test_successes=2)
    one, log = play(melee(), Act("seren", "grapple", "orc"), 12, 1, 1, 1, system=strict)
    assert not one.tokens["orc"].has("grappled")
    assert log[0].details[0].endswith("12 1 1 1, failed")
    two, _ = play(melee(), Act("seren", "grapple", "orc"), 12, 12, 1, 1, system=strict)
    assert two.tokens["orc"].has("grappled")


def test_a_failed_grapple_changes_nothing():
    encounter, log = play(melee(), Act("seren", "grapple", "orc"), 11, 1, 1, 1)
    assert log[0].headline == "Seren fails to seize Orc"
    assert not encounter.tokens["orc"].has("grappled")


def test_a_fallen_grappler_lets_go():
    encounter, _ = play(melee(), Act("seren", "grapple", "orc"), 12, 1, 1, 1)
    encounter, _ = play(encounter, SetCondition("seren", "unconscious", True))
    assert not encounter.tokens["orc"].has("grappled")
    assert status(encounter, "orc").grappled_by == ""


def test_trip_lays_the_target_down():
    encounter, _log = play(melee(), Act("seren", "trip", "orc"), 12, 1, 1, 1)
    assert encounter.tokens["orc"].has("prone")
    assert status(encounter, "seren").strenuous


def test_a_shove_goes_to_an_area_not_nearer():
    encounter, log = play(melee(), Act("seren", "shove", "orc"), 12, 1, 1, 1, "7,5")
    assert encounter.tokens["orc"].at == Cell(7, 5)
    assert log[0].headline == "Seren shoves Orc to H6"
    procedure = rules().perform(melee(), Act("seren", "shove", "orc"))
    encounter, said = melee(), procedure.send(None)
    while not isinstance(said, Ask):
        if isinstance(said, Roll):
            said = procedure.send((12, 1, 1, 1))
        else:
            encounter = apply(encounter, said)
            said = procedure.send(encounter)
    offered = {option.key for option in said.options}
    # Beside the shover is no nearer than before it; behind it would be no single step.
    assert offered == {"7,4", "7,5", "7,6", "6,4", "6,6", "5,4", "5,6"}


def test_a_shove_against_a_wall():
    encounter = melee(walls=[((7, 4), (7, 7)), ((6, 5), (7, 5)), ((6, 6), (7, 6))])
    shove = Act("seren", "shove", "orc")
    hurt, log = play(encounter, shove, 12, 1, 1, 1, "harm")
    assert log[0].headline == "Orc is pushed against an obstacle"
    assert log[0].details[-1] == "1 box, track 1 of 16"
    assert hurt.tokens["orc"].at == Cell(6, 5)
    assert status(hurt, "orc").damage == 1
    spared, _ = play(encounter, shove, 12, 1, 1, 1, "none")
    assert status(spared, "orc").damage == 0
    soft, _ = play(encounter, shove, 12, 1, 1, 1, system=rules(push_boxes=0))
    assert status(soft, "orc").damage == 0


def test_being_shoved_provokes_only_by_option():
    kael = someone("kael", (6, 4), facing=180)
    encounter = melee().with_token(kael)
    play(encounter, Act("seren", "shove", "orc"), 12, 1, 1, 1, "7,6")
    system = rules(forced_movement=ForcedMovement.PROVOKES)
    encounter, _log = play(
        encounter,
        Act("seren", "shove", "orc"),
        *(12, 1, 1, 1),
        "7,6",
        *("strike", 1, 1, 1, 1),
        "let_go",
        system=system,
    )
    assert encounter.tokens["orc"].at == Cell(7, 6)


def test_medicine_stops_bleeding_and_stabilizes():
    wound = Injury("a cut", "chest", dice=1, bleeding=3)
    encounter = with_conditions(melee(seren={"sheet": {"medicine": 2}}), "orc", "bleeding")
    encounter = with_status(encounter, "orc", injuries=(wound,), damage=18)
    failed, log = play(encounter, Act("seren", "stop_bleeding", "orc"), 12, 12)
    assert log[0].details[0].startswith("Medicine, 15 − Medicine 2, 2d20 vs 13")
    assert failed.tokens["orc"].has("bleeding")
    healed, _ = play(encounter, Act("seren", "stop_bleeding", "orc"), 13, 1)
    assert not healed.tokens["orc"].has("bleeding")
    assert status(healed, "orc").injuries == (replace(wound, bleeding=0),)
    failed, _ = play(encounter, Act("seren", "stabilize", "orc"), 11, 11)
    assert not status(failed, "orc").stable
    saved, _ = play(encounter, Act("seren", "stabilize", "orc"), 12, 1)
    assert status(saved, "orc").stable
    with pytest.raises(IllegalIntentError, match="isn't dying"):
        play(saved, Act("seren", "stabilize", "orc"))


def test_interact_says_what_for():
    _, log = play(melee(), Act("seren", "interact", choices={"what": "pulls the lever"}))
    assert log[0].details == ("pulls the lever",)


def test_a_flier_that_drops_comes_down():
    eagle = someone(
        "eagle", (5, 5), conditions=["flying"], elevation_feet=30, sheet={"fly_feet": 60}
    )
    encounter, log = play(table(eagle), Act("eagle", "drop_prone"))
    assert encounter.tokens["eagle"].elevation_feet is None
    assert encounter.tokens["eagle"].conditions == {"prone"}
    assert log[0].details == ("Free", "Eagle falls 30 ft", "3 boxes, track 3 of 16")
    assert status(encounter, "eagle").damage == 3
    soft, _ = play(table(eagle), Act("eagle", "drop_prone"), system=rules(fall_feet=0))
    assert status(soft, "eagle").damage == 0


# Doors and conditions ----------------------------------------------------------------------


def with_door(**more):
    encounter = table(someone("seren", (5, 5)))
    door = Door("d1", Point(7, 5), Point(7, 6), **more)
    return encounter.with_map(replace(encounter.map, obstacles={"d1": door}))


def test_doors_open_and_shut():
    encounter, log = play(with_door(), SetDoor("d1", True))
    assert encounter.map.obstacles["d1"].is_open
    assert log[0].headline == "The door opens"
    same, log = play(encounter, SetDoor("d1", True))
    assert same is encounter
    assert log == []
    with pytest.raises(IllegalIntentError, match="locked"):
        play(with_door(is_locked=True), SetDoor("d1", True))
    with pytest.raises(IllegalIntentError, match="no door"):
        play(with_door(), SetDoor("d2", True))
    _, log = play(with_door(is_window=True, is_open=True), SetDoor("d1", False))
    assert log[0].headline == "The window shuts"


def test_the_gm_sets_conditions():
    encounter, log = play(melee(), SetCondition("orc", "Prone", True))
    assert encounter.tokens["orc"].has("prone")
    assert (log[0].kind, log[0].headline) == ("gm", "GM: Orc is prone")
    encounter, _ = play(encounter, SetCondition("orc", "prone", False))
    assert not encounter.tokens["orc"].has("prone")
    same, log = play(encounter, SetCondition("orc", "prone", False))
    assert same is encounter
    with pytest.raises(IllegalIntentError):
        play(encounter, SetCondition("orc", " ", True))
    with pytest.raises(IllegalIntentError):
        play(encounter, SetCondition("ghost", "prone", True))


def test_taking_a_condition_away_takes_what_it_rests_on():
    wound = Injury("a cut", "chest", bleeding=3)
    encounter = with_status(with_conditions(melee(), "orc", "bleeding"), "orc", injuries=(wound,))
    encounter, _ = play(encounter, SetCondition("orc", "bleeding", False))
    assert status(encounter, "orc").bleeding == 0
    held, _ = play(melee(), Act("seren", "grapple", "orc"), 12, 1, 1, 1)
    held, _ = play(held, SetCondition("orc", "grappled", False))
    assert status(held, "seren").grappling == ""
    minion = someone("orc", (6, 5), "foe", sheet={"tier": Tier.LESSER})
    fallen = with_status(with_conditions(table(minion), "orc", "dead"), "orc", minion_hits=1)
    risen, _ = play(fallen, SetCondition("orc", "dead", False))
    assert rules().track(risen.tokens["orc"]).taken == 0


def test_strike_by_the_bar_equals_the_attack():
    by_bar, _ = play(melee(), Act("seren", "strike", "orc", {"weapon": "sword"}), 1, 1, 1, 1)
    by_panel, _ = play(melee(), Attack("seren", "orc", "sword"), 1, 1, 1, 1)
    assert by_bar == by_panel


def test_peace_allows_everything_for_nothing():
    encounter = table(someone("seren", (5, 5)), someone("orc", (6, 5), "foe"))
    encounter, _ = play(encounter, Act("seren", "extra_defense"))
    assert status(encounter, "seren").actions == 3
    encounter, _ = play(encounter, BeginFight(), 12, 3)
    assert status(encounter, "seren").extra_defenses == 0


def test_assistance_helps_any_next_check():
    encounter = with_status(melee(), "seren", assist=1)
    encounter, log = play(encounter, Act("seren", "grapple", "orc"), 1, 2, 3, 4, 12)
    assert encounter.tokens["orc"].has("grappled")
    assert log[0].details[0].endswith("4d20 vs 12: 1→12 2 3 4, passed")
    assert status(encounter, "seren").assist == 0


def test_cover_is_looked_for_near_by_only():
    encounter = melee(
        props={
            "near": ((6, 6), (7, 7), CoverGrade.MINOR),
            "far": ((8, 8), (9, 9), CoverGrade.MAJOR),
            "beside": ((4, 5), (5, 6), CoverGrade.NONE),
        },
        walls=[((4.6, 0), (4.6, 15)), ((3.4, 0), (3.4, 15))],
    )
    encounter, _ = play(encounter, Act("seren", "take_cover"))
    assert set(status(encounter, "seren").cover_by) == {"near", "w0"}


def test_the_dead_are_not_seized_and_the_prone_trip_no_deeper():
    corpse = with_conditions(melee(), "orc", "dead")
    with pytest.raises(IllegalIntentError, match="is dead"):
        play(corpse, Act("seren", "grapple", "orc"))
    prone = with_conditions(melee(), "orc", "prone")
    after, _ = play(prone, Act("seren", "trip", "orc"), 12, 1, 1, 1)
    assert after.tokens["orc"].conditions == {"prone"}


def test_a_shove_ends_a_grapple_and_cover():
    encounter, _ = play(melee(), Act("seren", "grapple", "orc"), 12, 1, 1, 1)
    encounter = with_status(encounter, "orc", cover_by=("crate",))
    encounter, _ = play(encounter, Act("seren", "shove", "orc"), 12, 1, 1, 1, "7,5")
    assert not encounter.tokens["orc"].has("grappled")
    assert status(encounter, "seren").grappling == ""
    assert status(encounter, "orc").cover_by == ()


def test_a_shoved_token_may_drop_on_the_spot():
    system = rules(forced_movement=ForcedMovement.PROVOKES)
    encounter = with_status(melee(), "orc", damage=31, endured=31)
    encounter = encounter.with_token(someone("kael", (6, 4), facing=180))
    after, log = play(
        encounter,
        Act("seren", "shove", "orc"),
        *(12, 1, 1, 1),
        "7,6",
        "let_go",
        *("strike", 12, 1, 1, 1, 6, 10, 1),
        system=system,
    )
    assert after.tokens["orc"].at == Cell(6, 5)
    assert log[-1].headline == "Seren shoves Orc, who drops"


def test_wrestling_while_mortally_wounded_costs_a_box():
    encounter = with_status(melee(), "seren", damage=16, endured=16)
    after, log = play(encounter, Act("seren", "trip", "orc"), *(20, 1, 1, 1, 1, 1))
    assert status(after, "seren").damage == 17
    assert log[-1].headline == "Seren strains, mortally wounded: 1 box"


def test_a_charge_runs_over_whoever_lies_there_to_strike_from_behind():
    rows = [(q, r) for q in range(20) for r in (4, 6)]
    encounter = fight(
        someone("seren", (1, 5), facing=45),
        someone("kael", (5, 5)),
        someone("orc", (6, 5), "foe", conditions=["unconscious"]),
        someone("hob", (15, 12), "foe"),
        faces=[20, 19, 18],
        terrain={Terrain.IMPASSABLE: rows},
    )
    after, _ = play(encounter, Act("seren", "charge", "orc"))
    assert after.tokens["seren"].at == Cell(7, 5)
    assert after.tokens["seren"].facing == 270
    assert plan(after, "seren", "orc").illegal == ""
    # Halted right on top of it, the charger faces where it did; the pike has little room.
    pike = someone("hob", (8, 5), "foe", facing=270, weapons=[PIKE])
    halted, _ = play(
        encounter.with_token(pike),
        Act("seren", "charge", "orc"),
        *("strike", 12, 1, 1, 1, 12, 6, 10, 1, "halt"),
    )
    assert halted.tokens["seren"].at == Cell(6, 5)
    assert halted.tokens["seren"].facing == 45


@pytest.mark.parametrize("weapon", [SWORD, SPEAR])
def test_a_charge_goes_round_the_wall_that_keeps_a_weapon_off(weapon):
    wall = [((6, 3), (6, 8))]
    orc = someone("orc", (6, 5), "foe")
    encounter = fight(someone("seren", (1, 5), weapons=[weapon]), orc, walls=wall)
    after, _ = play(encounter, Act("seren", "charge", "orc"))
    assert plan(after, "seren", "orc").illegal == ""
    beside = fight(someone("seren", (5, 5), weapons=[weapon]), orc, walls=wall)
    after, _ = play(beside, Act("seren", "charge", "orc"))
    assert plan(after, "seren", "orc").illegal == ""
    shut = fight(someone("seren", (5, 5), weapons=[weapon]), orc, walls=[((6, 0), (6, 15))])
    with pytest.raises(IllegalIntentError, match="cannot reach Orc by a charge"):
        play(shut, Act("seren", "charge", "orc"))


@pytest.mark.parametrize("key", ["grapple", "shove", "trip", "stop_bleeding", "stabilize"])
def test_hands_reach_through_no_wall_and_up_no_cliff(key):
    act = Act("seren", key, "orc")
    dice = (1, 1) if key.startswith("st") else (1, 1, 1, 1)

    def scene(**parts):
        encounter = with_conditions(melee(**parts), "orc", "bleeding")
        return with_status(encounter, "orc", damage=17)

    for open_ground in (scene(), scene(elevation={5: [(6, 5)]}), scene(walls=[((6, 6), (6, 9))])):
        _, log = play(open_ground, act, *dice)
        assert log
    for apart in (scene(walls=[((6, 0), (6, 15))]), scene(elevation={10: [(6, 5)]})):
        with pytest.raises(IllegalIntentError, match="a wall or a height is between"):
            play(apart, act)


def test_nobody_assists_oneself():
    with pytest.raises(IllegalIntentError, match="Nobody assists oneself"):
        play(melee(), Act("seren", "assist", "seren"))


def test_a_charge_ends_where_the_weapon_reaches_and_faces_the_target():
    encounter = fight(someone("seren", (1, 5)), someone("orc", (8, 5), "foe"))
    after, log = play(encounter, Act("seren", "charge", "orc"))
    assert after.tokens["seren"].at == Cell(7, 5)
    assert after.tokens["seren"].facing == 90.0
    assert log[0].headline == "Seren charges 30 ft to H6"
    assert log[0].details == ("1 action, nothing triggered",)
    assert plan(after, "seren", "orc").illegal == ""
    spear = fight(
        someone("seren", (1, 5), weapons=[SPEAR]),
        someone("orc", (8, 5), "foe"),
    )
    after, _ = play(spear, Act("seren", "charge", "orc"))
    assert after.tokens["seren"].at == Cell(6, 5)
    assert plan(after, "seren", "orc").illegal == ""


@pytest.mark.parametrize(
    ("seren", "orc", "why"),
    [
        ({"at": (5, 5)}, (6, 5), "in reach already"),
        ({"at": (1, 5), "weapons": [BOW]}, (6, 5), "needs a melee weapon"),
        ({"at": (0, 0), "sheet": {"movement_feet": 5}}, (19, 14), "cannot reach Orc by a charge"),
    ],
)
def test_charges_that_come_to_nothing(seren, orc, why):
    encounter = fight(someone("seren", **seren), someone("orc", orc, "foe"))
    with pytest.raises(IllegalIntentError, match=why):
        play(encounter, Act("seren", "charge", "orc"))


def test_whoever_drops_in_a_charge_turns_no_more():
    encounter = fight(
        someone("seren", (1, 5)),
        someone("orc", (9, 5), "foe"),
        someone("hob", (5, 4), "foe", facing=180),
        someone("bob", (5, 7), "foe", facing=0),
    )
    encounter = with_status(encounter, "seren", damage=31, endured=31)
    after, _ = play(encounter, Act("seren", "charge", "orc"), "strike", 12, 1, 1, 1, 6, 10, 1)
    assert after.tokens["seren"].at.q == 4
    assert after.tokens["seren"].has("dead")
    assert after.tokens["seren"].facing == 0.0


def test_a_readied_strike_waits_for_its_trigger():
    encounter = melee()
    encounter, log = play(
        encounter, Act("seren", "ready", choices={"what": "when it comes near", "actions": "2"})
    )
    assert log[0].details == ("2 actions, until the next turn", "when it comes near")
    assert (status(encounter, "seren").actions, status(encounter, "seren").readied) == (1, 2)
    encounter, _ = play(encounter, EndTurn())
    assert rules().subtitle(encounter, encounter.tokens["seren"]) == "Action readied"
    choice = plan(encounter, "seren", "orc").choices[0]
    assert [(option.key, option.unavailable) for option in choice.options] == [
        ("action", "not its turn"),
        ("reaction", ""),
        ("readied", ""),
    ]
    readied = Attack("seren", "orc", choices={"cost": "readied"})
    struck, _ = play(encounter, readied, 1, 1, 1, 1)
    assert (status(struck, "seren").readied, status(struck, "seren").actions) == (0, 3)
    assert status(struck, "seren").strikes == 0
    with pytest.raises(IllegalIntentError, match="no action readied"):
        play(struck, readied)
    lost, _ = play(encounter, EndTurn())
    assert lost.turn_order.active == "seren"
    assert status(lost, "seren").readied == 0


@pytest.mark.parametrize(
    "deed",
    [
        Attack("orc", "seren", "knife", {"cost": "bonus"}),
        Act("orc", "off_hand", "seren"),
        Act("orc", "shift", None, {"to": "7,5"}),
        Act("orc", "assess", "seren"),
        Act("orc", "look_around"),
        Attack("orc", "seren"),
        Act("orc", "second_wind"),
    ],
)
def test_actions_and_the_bonus_action_are_for_ones_own_turn(deed):
    """Section 4: a bonus action is taken on one's active turn and is no reaction."""
    encounter = with_status(melee(orc={"weapons": [SWORD, KNIFE]}), "orc", damage=3)
    with pytest.raises(IllegalIntentError, match=r"Seren's turn|not its turn"):
        play(encounter, deed)
    with pytest.raises(IllegalIntentError, match=r"Seren's turn|not its turn"):
        play(with_status(encounter, "orc", readied=1), deed)


def test_a_readied_move():
    encounter, _ = play(melee(), Act("seren", "ready"))
    encounter, _ = play(encounter, EndTurn())
    away = Move("seren", (Cell(5, 5), Cell(4, 5), Cell(3, 5)))
    encounter, _ = play(encounter, away, "let_go")
    assert encounter.tokens["seren"].at == Cell(3, 5)
    assert (status(encounter, "seren").readied, status(encounter, "seren").actions) == (0, 3)
    with pytest.raises(IllegalIntentError, match="Orc's turn"):
        play(encounter, Move("seren", (Cell(3, 5), Cell(2, 5))))


def test_a_reaction_may_be_spent_by_hand():
    encounter = melee()
    strike = Attack("orc", "seren", choices={"cost": "reaction"})
    encounter, _ = play(encounter, strike, 1, 1, 1, 1)
    assert status(encounter, "orc").reaction == 0
    with pytest.raises(IllegalIntentError, match="Reaction is spent"):
        play(encounter, strike)
    assert plan(encounter, "orc", "seren").choices[0].options[1].unavailable == "Reaction spent"


@pytest.mark.parametrize("cost", ["reaction", "readied"])
def test_what_is_paid_with_is_always_shown(cost):
    choice = plan(melee(), "seren", "orc", choices={"cost": cost}).choices[0]
    assert choice.selected == cost
    assert cost in {option.key for option in choice.options}
