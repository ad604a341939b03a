from __future__ import annotations

from dataclasses import replace

import pytest
from shadow_boards import (
    fight,
    plan,
    play,
    rules,
    someone,
    status,
    table,
    with_conditions,
    with_status,
)

from battlemap.geometry.cell import Cell
from battlemap.model.intent import Attack, BeginFight, EndFight, EndTurn, Move, SetCondition
from battlemap.model.terrain import Terrain
from battlemap.model.turn_order import TurnOrder
from battlemap.rules.procedure import IllegalIntentError
from battlemap.systems.shadowrealms.initiative import passes
from battlemap.systems.shadowrealms.readings import (
    ActionEconomy,
    BleedingInjuries,
    GroundChecks,
    InitiativeFormula,
    RoundEnd,
)
from battlemap.systems.shadowrealms.sheet import Injury, Tier


def two(**more):
    return table(someone("seren", (1, 1), **more), someone("orc", (9, 9), "foe"))


def slots(encounter):
    order = encounter.turn_order
    return [(slot.token, slot.round, slot.score, slot.turn) for slot in order.slots]


def test_the_order_holds_every_turn_that_is_known():
    encounter, log = play(two(), BeginFight(), 18, 9)
    assert slots(encounter) == [("seren", 1, 24, 1), ("orc", 1, 15, 1), ("seren", 1, 4, 2)]
    assert encounter.turn_order.active == "seren"
    assert log[0].details == ("Seren: 18 + 6 = 24", "Orc: 9 + 6 = 15")
    assert log[1].headline == "Seren's turn, round 1"
    assert rules().upcoming(encounter.turn_order) == (
        ("Round 1", (0, 1)),
        ("Again this round", (2,)),
    )
    seren, orc = (encounter.tokens[key] for key in ("seren", "orc"))
    assert rules().subtitle(encounter, seren) == "Turn 1, acts again at 4"
    assert rules().subtitle(encounter, orc) == "Reaction ready"


def test_only_those_are_changed_by_a_fight_who_have_something_of_the_last_one():
    before = with_status(two(), "orc", strikes=2, second_wind=True, damage=1)
    encounter, _ = play(before, BeginFight(), 9, 18)
    assert encounter.tokens["seren"] is before.tokens["seren"]
    orc = status(encounter, "orc")
    assert (orc.strikes, orc.second_wind, orc.damage) == (0, False, 1)


def test_the_next_round_is_known_early():
    encounter, _ = play(two(), BeginFight(), 10, 9)
    encounter, log = play(encounter, EndTurn(), 7)
    assert slots(encounter) == [("orc", 1, 15, 1), ("seren", 2, 17, 1)]
    assert encounter.turn_order.slots[1].note == "7 + 6 + 4 carried"
    assert rules().upcoming(encounter.turn_order) == (
        ("Round 1", (0,)),
        ("Round 2, already known", (1,)),
    )
    assert "16 − 20 = −4, done for the round" in log[0].details[0]
    encounter, log = play(encounter, EndTurn(), 1)
    assert encounter.turn_order.round == 2
    assert slots(encounter) == [("seren", 2, 17, 1), ("orc", 2, 12, 1)]
    assert [entry.headline for entry in log] == [
        "Orc's turn ends",
        "Round 2 starts",
        "Seren's turn, round 2",
    ]


def test_a_second_turn_between_first_turns_stays_in_its_place():
    encounter = table(
        someone("fast", (1, 1), sheet={"quickness": 20}), someone("slow", (9, 9), "foe")
    )
    encounter, _ = play(encounter, BeginFight(), 20, 1)
    assert [slot[:3] for slot in slots(encounter)] == [
        ("fast", 1, 44),
        ("fast", 1, 24),
        ("slow", 1, 7),
        ("fast", 1, 4),
    ]
    assert rules().upcoming(encounter.turn_order) == (
        ("Round 1", (0, 1, 2)),
        ("Again this round", (3,)),
    )


def test_ties_go_by_score_then_by_the_order_of_tokens():
    encounter = table(
        someone("a", (1, 1)),
        someone("b", (2, 2), sheet={"quickness": 4}),
        someone("c", (3, 3)),
    )
    encounter, _ = play(encounter, BeginFight(), 9, 7, 9)
    assert [slot.token for slot in encounter.turn_order.slots] == ["b", "a", "c"]


def test_initiative_formula_by_option():
    system = rules(initiative=InitiativeFormula.DOUBLE_QUICKNESS)
    _encounter, log = play(two(), BeginFight(), 9, 7, system=system)
    assert log[0].details[0] == "Seren: 9 + 8 = 17"


@pytest.mark.parametrize(
    ("rule", "total", "turns"),
    [
        (RoundEnd.AT_ZERO, 20, [20]),
        (RoundEnd.BELOW_ZERO, 20, [20, 0]),
        (RoundEnd.AT_ZERO, 41, [41, 21, 1]),
        (RoundEnd.AT_ZERO, 3, [3]),
    ],
)
def test_when_the_round_is_over_for_somebody(rule, total, turns):
    assert passes(total, rule) == turns


def test_zero_acts_again_by_option():
    system = rules(round_end=RoundEnd.BELOW_ZERO)
    encounter, _ = play(two(), BeginFight(), 14, 2, system=system)
    assert [slot[:3] for slot in slots(encounter)] == [
        ("seren", 1, 20),
        ("orc", 1, 8),
        ("seren", 1, 0),
    ]


def test_the_pool_refreshes_at_the_end_of_the_turn():
    encounter = fight(*two().tokens.values())
    encounter = with_status(
        encounter, "seren", actions=0, bonus=0, reaction=0, strikes=2, moves=1, left_over=300,
        aim=2, feint="orc", struck=("orc",), moved=True,
    )  # fmt: skip
    encounter, _ = play(encounter, EndTurn())
    after = status(encounter, "seren")
    assert (after.actions, after.bonus, after.reaction) == (3, 1, 1)
    assert (after.strikes, after.moves, after.left_over, after.aim) == (0, 0, 0, 0)
    assert (after.feint, after.struck, after.moved, after.moved_last_turn) == ("", (), False, True)
    points = rules(actions=ActionEconomy.FOUR_POINTS)
    encounter = fight(*two().tokens.values(), system=points)
    assert [(pip.kind, pip.state) for pip in points.pips(encounter, encounter.tokens["seren"])] == [
        ("standard", "left"),
        ("standard", "left"),
        ("standard", "left"),
        ("standard", "left"),
        ("reaction", "left"),
    ]


def test_pips_show_what_is_spent():
    encounter = with_status(fight(*two().tokens.values()), "seren", actions=1, reaction=0)
    states = [pip.state for pip in rules().pips(encounter, encounter.tokens["seren"])]
    assert states == ["spent", "spent", "left", "left", "spent"]
    peace = with_status(two(), "seren", actions=0)
    assert {pip.state for pip in rules().pips(peace, peace.tokens["seren"])} == {"left"}


def test_extra_defenses_last_until_the_next_turn():
    encounter = with_status(fight(*two().tokens.values()), "seren", extra_defenses=2)
    encounter, _ = play(encounter, EndTurn())
    assert status(encounter, "seren").extra_defenses == 2
    encounter, _ = play(encounter, EndTurn())
    assert encounter.turn_order.active == "seren"
    assert status(encounter, "seren").extra_defenses == 0


def test_the_surprised_wait_for_round_two_and_are_off_guard_in_it():
    encounter, log = play(two(conditions=["surprised"]), BeginFight(), 18, 2)
    assert [slot[:3] for slot in slots(encounter)] == [
        ("orc", 1, 8),
        ("seren", 2, 24),
        ("seren", 2, 4),
    ]
    assert "surprised: acts from round 2 on" in log[0].details[0]
    assert not rules().is_able(encounter.tokens["seren"])
    assert rules().subtitle(encounter, encounter.tokens["seren"]) == "Surprised"
    encounter, _ = play(encounter, EndTurn(), 1)
    assert encounter.tokens["seren"].conditions == {"off-guard"}
    assert encounter.turn_order.active == "seren"
    # Seren at 24, the orc at 19, Seren at 4; the last two roll for round 3 as they end.
    for faces in ((), (2,), (3,)):
        assert encounter.turn_order.round == 2
        encounter, _ = play(encounter, EndTurn(), *faces)
    assert encounter.turn_order.round == 3
    assert encounter.tokens["seren"].conditions == frozenset()


def test_wear_armor_from_round_two_on():
    armored = {"wear_difficulty": 3, "wear_armor": 2, "might": 3}
    encounter = table(someone("seren", (1, 1), sheet=armored))
    encounter, log = play(encounter, BeginFight(), 20)
    assert len(log) == 2
    encounter, _ = play(encounter, EndTurn())
    tired, log = play(encounter, EndTurn(), 20, 12, 12, 12)
    assert log[-1].headline == "Seren tires in armor, 1 Fatigue"
    assert log[-1].details[0] == "Wear Armor 12 + 3 − 2, 3d20 vs 13: 12 12 12, failed"
    assert status(tired, "seren").fatigue == 1
    strong, log = play(encounter, EndTurn(), 20, 12, 13, 12)
    assert log[-1].headline == "Seren bears the armor"
    assert status(strong, "seren").fatigue == 0
    _again, log = play(strong, EndTurn())
    assert [entry.headline for entry in log] == ["Seren's turn ends", "Seren's turn, round 2"]


def bleeding(**changes):
    wound = Injury("a cut", "chest", bleeding=2)
    encounter = table(someone("seren", (1, 1), conditions=["bleeding"]))
    encounter, _ = play(encounter, BeginFight(), 5)
    return with_status(encounter, "seren", injuries=(wound,), **changes)


def test_bleeding_at_the_end_of_a_strenuous_round():
    _encounter, log = play(bleeding(), EndTurn(), 9)
    assert not any("bleed" in entry.headline for entry in log)
    worse, log = play(bleeding(strenuous=True), EndTurn(), 9, 4)
    assert log[1].headline == "Seren bleeds, 1 stamina lost"
    assert log[1].details[0] == "d20 4 must exceed 4"
    assert (status(worse, "seren").fatigue, status(worse, "seren").strenuous) == (1, False)
    _held, log = play(bleeding(strenuous=True), EndTurn(), 9, 5)
    assert log[1].headline == "Seren holds out, bleeding"
    raised = rules(bleeding_injuries=BleedingInjuries.RAISE)
    worse, log = play(bleeding(strenuous=True), EndTurn(), 9, 8, system=raised)
    assert status(worse, "seren").fatigue == 1
    spent, log = play(bleeding(strenuous=True, fatigue=16), EndTurn(), 9, 1)
    assert log[1].headline == "Seren bleeds, 1 box of damage"
    assert status(spent, "seren").damage == 1


def test_the_dead_bleed_no_more():
    orc = someone("orc", (9, 9), "foe", conditions=["bleeding"])
    encounter = fight(someone("seren", (1, 1)), orc, faces=[10, 5])
    encounter = with_status(encounter, "orc", strenuous=True)
    dead, _ = play(encounter, SetCondition("orc", "dead", True))
    after, _ = play(dead, EndTurn(), 9)
    assert after.turn_order.round == 2
    assert status(after, "orc").fatigue == 0


def test_moving_makes_a_round_strenuous():
    encounter, _ = play(bleeding(), Move("seren", (Cell(1, 1), Cell(2, 1))))
    assert status(encounter, "seren").strenuous


def test_a_limit_break_is_ready_on_the_next_turn_and_not_stored():
    encounter = with_status(fight(*two().tokens.values()), "orc", limit_break="next")
    encounter, log = play(encounter, EndTurn())
    assert status(encounter, "orc").limit_break == "ready"
    assert any("Limit Break" in line for line in log[-1].details)
    assert rules().subtitle(encounter, encounter.tokens["orc"]).endswith("Limit Break now")
    encounter, _ = play(encounter, EndTurn())
    assert status(encounter, "orc").limit_break == ""


def test_a_limit_break_that_comes_in_ones_own_turn_leaves_the_one_that_is_ready():
    """Section 17: each must be used on the next turn; a blow on the way brings one for later."""
    encounter = fight(
        someone("seren", (5, 5), facing=90),
        someone("orc", (6, 5), "foe", facing=270),
    )
    encounter = with_status(encounter, "seren", limit_break="ready", endured=11)
    away = Move("seren", (Cell(5, 5), Cell(5, 4)))
    struck, log = play(encounter, away, "strike", 12, 1, 1, 1, 6, 10, 1)
    assert "Limit Break: Seren must use it on its next turn" in log[0].details
    assert status(struck, "seren").limit_break == "both"
    seren = struck.tokens["seren"]
    assert rules().subtitle(struck, seren).endswith("Limit Break now, Limit Break next turn")
    words = [effect.label for effect in rules().effects(struck, seren)]
    assert "Limit Break now and next turn" in words
    attack = Attack("seren", "orc")
    assert plan(struck, "seren", "orc").net == "Total Advantage"
    used, _ = play(struck, attack, 1, 1, 1, 1, 1, 1, 1, 1)
    assert status(used, "seren").limit_break == "next"
    assert plan(used, "seren", "orc").net == "Disadvantage, 1 level"
    for waiting in (used, struck):
        later, _ = play(waiting, EndTurn())
        assert status(later, "seren").limit_break == "next"
        later, _ = play(later, EndTurn())
        assert later.turn_order.active == "seren"
        assert status(later, "seren").limit_break == "ready"


def test_the_dead_have_no_turns_and_the_unconscious_let_theirs_pass():
    three = fight(*two().tokens.values(), someone("kael", (5, 5)))
    dead, _ = play(three, SetCondition("orc", "dead", True))
    assert {slot.token for slot in dead.turn_order.slots} == {"seren", "kael"}
    out, _ = play(three, SetCondition("orc", "unconscious", True))
    out, log = play(out, EndTurn())
    assert out.turn_order.active == "kael"
    assert "Orc's turn ends" in [entry.headline for entry in log]
    assert "orc" in {slot.token for slot in out.turn_order.slots}


def test_whoever_dies_in_its_own_turn_is_gone_after_it():
    encounter, _ = play(fight(*two().tokens.values()), SetCondition("seren", "dead", True))
    assert encounter.turn_order.active == "seren"
    encounter, _ = play(encounter, EndTurn())
    assert {slot.token for slot in encounter.turn_order.slots} == {"orc"}


def test_a_removed_token_loses_its_turns():
    encounter = fight(*two().tokens.values()).without_token("orc")
    encounter, _ = play(encounter, EndTurn())
    assert {slot.token for slot in encounter.turn_order.slots} == {"seren"}


def test_nobody_is_left():
    encounter, _ = play(fight(*two().tokens.values()), SetCondition("seren", "dead", True))
    encounter, _ = play(encounter, SetCondition("orc", "dead", True))
    encounter, log = play(encounter, EndTurn())
    assert encounter.turn_order.active is None
    assert log[-1].headline == "Nobody is left to act"
    with pytest.raises(IllegalIntentError, match="No turn"):
        play(encounter, EndTurn())
    encounter = encounter.with_token(someone("kael", (5, 5)))
    encounter, _ = play(encounter, BeginFight(("kael",)), 4)
    assert encounter.turn_order.active == "kael"


def test_only_the_unconscious_are_left_until_one_wakes():
    encounter = with_conditions(fight(*two().tokens.values()), "orc", "unconscious")
    encounter = with_conditions(encounter, "seren", "unconscious")
    encounter, log = play(encounter, EndTurn())
    assert encounter.turn_order.active is None
    assert log[-1].headline == "Nobody is left to act"
    encounter, _ = play(encounter, SetCondition("seren", "unconscious", False))
    encounter, log = play(encounter, EndTurn())
    assert encounter.turn_order.active == "seren"
    assert "Orc's turn ends" in [entry.headline for entry in log]


def test_the_stunned_recover_at_the_end_of_their_turn():
    encounter = with_conditions(fight(*two().tokens.values()), "seren", "stunned")
    encounter, _ = play(encounter, EndTurn())
    assert not encounter.tokens["seren"].has("stunned")


def test_others_may_join_a_fight():
    encounter = fight(*two().tokens.values(), faces=[10, 5])
    kael = someone("kael", (5, 5))
    encounter, log = play(encounter.with_token(kael), BeginFight(("kael",)), 19)
    assert encounter.turn_order.active == "seren"
    assert [slot.token for slot in encounter.turn_order.slots] == ["seren", "kael", "orc", "kael"]
    assert log[0].headline == "Kael joins the fight"
    for nobody in (("kael",), ("ghost",)):
        with pytest.raises(IllegalIntentError):
            play(encounter, BeginFight(nobody))


def test_everyone_who_stands_rolls_the_hidden_too():
    hidden = replace(someone("skulk", (7, 7), "foe"), hidden=True)
    dead = someone("corpse", (8, 8), "foe", conditions=["dead"])
    encounter = two().with_token(hidden).with_token(dead)
    after, log = play(encounter, BeginFight(), 9, 9, 20)
    assert len(log[0].details) == 3
    assert after.turn_order.active == "skulk"
    after, log = play(encounter, BeginFight(("orc",)), 9)
    assert [slot.token for slot in after.turn_order.slots] == ["orc"]


def test_what_belongs_to_rounds_ends_with_the_fight():
    encounter = with_conditions(fight(*two().tokens.values()), "orc", "off-guard", "prone")
    encounter = with_status(encounter, "orc", assist=2)
    encounter, _ = play(encounter, EndFight())
    assert encounter.tokens["orc"].conditions == {"prone"}
    assert status(encounter, "orc").assist == 0


def test_second_wind_comes_back_with_the_next_fight():
    encounter = with_status(two(), "seren", second_wind=True, damage=3, limit_break="next")
    encounter, _ = play(encounter, BeginFight(), 9, 9)
    assert not status(encounter, "seren").second_wind
    encounter, log = play(encounter, EndFight())
    assert encounter.turn_order == TurnOrder()
    assert status(encounter, "seren").damage == 3
    assert log[0].headline == "The fight ends after 1 round"
    with pytest.raises(IllegalIntentError, match="No fight"):
        play(encounter, EndFight())


def test_a_turn_on_hazardous_ground_is_announced():
    burning = table(someone("seren", (1, 1)), terrain={Terrain.HAZARDOUS: [(1, 1)]})
    encounter, log = play(burning, BeginFight(), 9, "harm")
    assert log[-1].details[-2:] == (
        "Seren starts the turn on hazardous ground",
        "1 box, track 1 of 16",
    )
    assert status(encounter, "seren").damage == 1
    spared, log = play(burning, BeginFight(), 9, "none")
    assert log[-1].details[-1] == "Seren starts the turn on hazardous ground, nothing comes of it"
    assert status(spared, "seren").damage == 0
    noted, log = play(burning, BeginFight(), 9, system=rules(ground_checks=GroundChecks.NOTED))
    assert log[-1].details[-1] == "Seren starts the turn on hazardous ground: apply its effect"
    assert status(noted, "seren").damage == 0
    flying = table(
        someone("seren", (1, 1), conditions=["flying"]), terrain={Terrain.HAZARDOUS: [(1, 1)]}
    )
    _, log = play(flying, BeginFight(), 9)
    assert len(log[-1].details) == 1


def test_minions_do_not_bleed():
    goblin = someone("goblin", (1, 1), conditions=["bleeding"], sheet={"tier": Tier.STANDARD})
    encounter, _ = play(table(goblin), BeginFight(), 5)
    encounter = with_status(encounter, "goblin", strenuous=True)
    encounter, log = play(encounter, EndTurn(), 9)
    assert "Round 2 starts" in [entry.headline for entry in log]


@pytest.mark.parametrize(
    ("changes", "conditions", "words"),
    [
        ({"aim": 1}, (), "Turn 1, acts again at 6, Aiming, 1 of 3"),
        ({"extra_defenses": 1}, (), "Turn 1, acts again at 6, Guarded, 1 extra defense"),
        ({"cover_by": ("crate",)}, (), "Turn 1, acts again at 6, In cover"),
        ({}, ("grappled", "bleeding"), "Turn 1, acts again at 6, Grappled, Bleeding"),
        ({"limit_break": "next"}, (), "Turn 1, acts again at 6, Limit Break next turn"),
        ({}, ("dead",), "Dead"),
    ],
)
def test_the_line_under_the_name(changes, conditions, words):
    encounter = with_status(fight(*two().tokens.values()), "seren", **changes)
    encounter = with_conditions(encounter, "seren", *conditions)
    assert rules().subtitle(encounter, encounter.tokens["seren"]) == words


def test_the_line_of_whoever_waits():
    encounter = with_status(fight(*two().tokens.values()), "orc", reaction=0)
    assert rules().subtitle(encounter, encounter.tokens["orc"]) == "Reaction spent"
    assert rules().subtitle(two(), two().tokens["orc"]) == ""
