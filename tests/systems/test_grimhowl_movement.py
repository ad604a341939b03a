"""Moving: the pool that Moves fill and skills draw on, and who may strike at a mover."""

from __future__ import annotations

import pytest
from grim_boards import (
    BOW,
    PIKE,
    SWORD,
    Training,
    fight,
    play,
    rules,
    someone,
    status,
    table,
    with_conditions,
    with_status,
)

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import DiagonalMetric
from battlemap.model.intent import Act, Attack, EndTurn, Move, Turn
from battlemap.model.terrain import Terrain
from battlemap.rules.procedure import IllegalIntentError
from battlemap.systems.grimhowl.movement import remaining
from battlemap.systems.grimhowl.readings import RepeatedReactions
from battlemap.systems.grimhowl.sheet import Repeat
from battlemap.tactics.board import Board
from battlemap.tactics.movement import path_along


def east(key: str, start, steps: int) -> Move:
    return Move(key, tuple(Cell(start[0] + n, start[1]) for n in range(steps + 1)))


def alone(system=None, **more):
    return fight(
        someone("seren", (1, 3), **more),
        someone("orc", (1, 14), "foe"),
        system=system,
        size=(40, 15),
    )


def feet_left(encounter, key="seren", system=None):
    """Return the feet that remain in the pool, and those that can be walked with all actions."""
    system = system or rules()
    token = encounter.tokens[key]
    mover = system.mover(encounter, token)
    return remaining(system, encounter, token) // 20, mover.budget // 20


def test_a_move_walks_thirty_feet_and_each_repeat_five_less():
    encounter = alone()
    assert feet_left(encounter) == (30, 30 + 25 + 20)
    encounter, lines = play(encounter, east("seren", (1, 3), 4))
    assert lines[-1].headline == "Seren moves 20 ft to F4"
    assert lines[-1].details == ("1 action",)
    assert feet_left(encounter) == (10, 10 + 25 + 20)
    encounter, lines = play(encounter, east("seren", (5, 3), 2))
    assert lines[-1].details == ("0 actions",)
    assert status(encounter, "seren").actions == 2
    assert feet_left(encounter) == (0, 25 + 20)
    encounter, _ = play(encounter, east("seren", (7, 3), 9))
    assert status(encounter, "seren").actions == 0
    assert feet_left(encounter) == (0, 0)
    with pytest.raises(IllegalIntentError, match="no actions left"):
        play(encounter, east("seren", (16, 3), 1))


@pytest.mark.parametrize(("feet", "budget"), [(5, 75), (0, 90), (10, 60)])
def test_what_a_repeat_costs_a_move_is_an_option(feet, budget):
    system = rules(repeat_move_feet=feet)
    assert feet_left(alone(system), system=system)[1] == budget


def test_the_fourth_move_and_later_ones_stay_at_the_most():
    system = rules(actions=6)
    assert feet_left(alone(system), system=system)[1] == 30 + 25 + 20 + 15 + 15 + 15


def test_the_penalty_is_gone_in_the_next_round():
    encounter, _ = play(alone(), east("seren", (1, 3), 6))
    for _ in range(2):
        encounter, _ = play(encounter, EndTurn())
    assert feet_left(encounter) == (30, 75)


def test_a_path_too_long_says_how_far_it_goes():
    with pytest.raises(IllegalIntentError, match="needs 80 ft for this path and has 75 ft"):
        play(alone(), east("seren", (1, 3), 16))


def test_outside_of_a_fight_nothing_is_spent():
    encounter = table(someone("seren", (1, 3)))
    encounter, lines = play(encounter, east("seren", (1, 3), 6))
    assert encounter.tokens["seren"].status is None
    assert lines[-1].details == ("No fight, nothing spent",)


def test_bad_ground_costs_double_and_athletics_does_not_mind():
    rough = {Terrain.DIFFICULT: [(2, 3), (3, 3)], Terrain.WATER: [(4, 3)]}
    encounter = fight(someone("seren", (1, 3)), someone("orc", (1, 14), "foe"), terrain=rough)
    after, _ = play(encounter, east("seren", (1, 3), 3))
    assert feet_left(after)[0] == 0
    climbing, lines = play(encounter, Act("seren", "athletics"), 4, 5, 6)
    assert lines[-1].details[1] == "May move 15 ft, over bad ground at no extra cost"
    climbing, lines = play(climbing, east("seren", (1, 3), 3))
    assert lines[-1].details == ("Stars of Athletics, out of the movement pool",)
    assert (status(climbing, "seren").actions, status(climbing, "seren").stride) == (2, 0)
    assert feet_left(climbing) == (15, 15 + 25)


def test_no_skill_moves_farther_than_the_movement_that_remains():
    encounter, _ = play(alone(), east("seren", (1, 3), 4))
    encounter, lines = play(encounter, Act("seren", "finesse"), 6, 6, 6)
    assert status(encounter, "seren").stride == 200
    assert "15 ft were bought; no more movement remains" in lines[-1].details
    with pytest.raises(IllegalIntentError, match="the stars bought 10 ft"):
        play(encounter, east("seren", (5, 3), 3))
    encounter, _ = play(encounter, east("seren", (5, 3), 2))
    buttons = {b.key: b for b in rules().actions(encounter, encounter.tokens["seren"])}
    assert buttons["athletics"].unavailable == "no movement remains"


def test_a_skill_repeated_loses_a_die_and_movement_draws_on_one_pool():
    encounter, _ = play(alone(), Act("seren", "athletics"), 4, 1, 1)
    encounter, _ = play(encounter, Act("seren", "athletics"), 4, 4)
    assert status(encounter, "seren").stride == 200
    encounter, _ = play(encounter, east("seren", (1, 3), 2))
    # What Athletics walked comes out of the first Move.
    assert feet_left(encounter) == (20, 20)


@pytest.mark.parametrize("rule", list(RepeatedReactions))
def test_how_reactions_repeat_each_other_is_no_matter_of_skills_that_move(rule):
    system = rules(repeated_reactions=rule)
    encounter = with_status(alone(system), "seren", repeats=(Repeat("reaction", 3),))
    encounter, _ = play(encounter, Act("seren", "athletics"), 4, 1, 1, system=system)
    encounter, lines = play(encounter, Act("seren", "athletics"), 4, 4, system=system)
    assert lines[-1].details[0] == "2d6 at DC 4: 4 4, 2 stars"


@pytest.mark.parametrize(("feet", "stride"), [(5, 200), (10, 400)])
def test_what_a_star_buys_is_an_option(feet, stride):
    system = rules(feet_per_star=feet)
    encounter, _ = play(alone(system), Act("seren", "finesse"), 4, 4, 1, system=system)
    assert status(encounter, "seren").stride == stride


def test_a_dodge_with_stars_left_moves_out_of_turn():
    encounter = fight(someone("seren", (3, 3)), someone("orc", (4, 3), "foe"))
    attack = Attack("seren", "orc", "sword", {"defense": "dodge", "stars": "none"})
    encounter, lines = play(encounter, attack, 6, 1, 1, 1, 5, 5, 5)
    assert lines[-1].headline == "Seren misses Orc"
    assert "Orc may move 10 ft with 2 stars left" in lines[-1].details
    encounter, _ = play(encounter, east("orc", (4, 3), 2))
    assert encounter.tokens["orc"].at == Cell(6, 3)
    assert feet_left(encounter, "orc")[0] == 20
    with pytest.raises(IllegalIntentError, match="Seren"):
        play(encounter, east("orc", (6, 3), 1))


@pytest.mark.parametrize(("faces", "stride"), [((5, 5, 1), 100), ((5, 1, 1), 0), ((1, 1, 1), 0)])
def test_a_dodge_moves_for_each_star_more_than_comes_in(faces, stride):
    encounter = fight(someone("seren", (3, 3)), someone("orc", (4, 3), "foe"))
    attack = Attack("seren", "orc", "sword", {"defense": "dodge", "stars": "none"})
    script = (6, 1, 1, 1, *faces, *((3,) if sum(faces) == 3 else ()))
    encounter, _ = play(encounter, attack, *script)
    assert status(encounter, "orc").stride == stride


def test_a_move_may_be_paid_ahead_and_a_held_action_walks_later():
    encounter, lines = play(alone(), Act("seren", "move"))
    assert lines[-1].details == ("30 ft may be walked",)
    assert feet_left(encounter) == (30, 30 + 25 + 20)
    encounter, _ = play(encounter, Act("seren", "move", choices={"to": "2,3"}))
    assert status(encounter, "seren").actions == 2
    encounter, _ = play(encounter, EndTurn())
    assert status(encounter, "seren").held == 2
    # Held: a Move of its own, the second of the round.
    assert feet_left(encounter)[1] == 25 + 20
    encounter, _ = play(encounter, east("seren", (2, 3), 5))
    assert status(encounter, "seren").held == 1


def test_a_mover_loses_cover_and_so_does_whoever_is_put_elsewhere():
    props = {"crate": ((2.1, 3.1), (2.9, 3.9))}
    encounter = fight(someone("seren", (1, 3)), someone("orc", (1, 14), "foe"), props=props)
    hidden, _ = play(encounter, Act("seren", "take_cover"))
    assert [one.label for one in rules().effects(hidden, hidden.tokens["seren"])] == ["In Cover"]
    for move in (
        Move("seren", (Cell(1, 3), Cell(1, 4))),
        Move("seren", (Cell(1, 3), Cell(1, 5)), "force"),
        Move("seren", (Cell(1, 3), Cell(1, 4)), "pushed"),
    ):
        after, lines = play(hidden, move)
        assert status(after, "seren").cover is None
        assert "Seren loses Cover" in lines[-1].details
        said = {"force": "GM puts Seren on B6", "pushed": "Seren is pushed to B5"}
        assert lines[-1].headline == said.get(move.manner, "Seren moves 5 ft to B5")


def test_cover_is_gone_with_the_first_step_even_where_the_way_comes_back():
    system = rules(opportunity=True)
    encounter = fight(
        someone("seren", (5, 4)),
        someone("orc", (3, 4), "foe", weapons=[PIKE]),
        props={"crate": ((4.2, 3.1), (4.8, 5.9))},
        system=system,
    )
    encounter, _ = play(encounter, Act("seren", "take_cover"), system=system)
    loop = Move("seren", (Cell(5, 4), Cell(5, 5), Cell(5, 4), Cell(6, 4)))
    _, lines = play(encounter, loop, "strike", 1, 1, 1, 1, system=system)
    [strike] = [line for line in lines if line.kind == "attack"]
    assert "Against Parry, DC 3" in strike.details
    assert "Seren loses Cover" in lines[-1].details


def test_diagonals_are_an_option():
    system = rules(diagonals=DiagonalMetric.ALTERNATING)
    encounter = alone(system)
    slant = Move("seren", tuple(Cell(1 + n, 3 + n) for n in range(4)))
    encounter, lines = play(encounter, slant, system=system)
    assert lines[-1].headline == "Seren moves 20 ft to E7"
    assert status(encounter, "seren").parity == 1
    for reading, feet in (
        (DiagonalMetric.EQUAL, "15 ft"),
        (DiagonalMetric.EUCLIDEAN, "21.15 ft"),
        (DiagonalMetric.MANHATTAN, "30 ft"),
    ):
        other = rules(diagonals=reading)
        _, lines = play(alone(other), slant, system=other)
        assert lines[-1].headline == f"Seren moves {feet} to E7"


def test_a_move_paid_ahead_has_what_skills_left_of_the_first_pool():
    encounter, _ = play(alone(), Act("seren", "athletics"), 4, 4, 1)
    encounter, _ = play(encounter, east("seren", (1, 3), 2))
    encounter, lines = play(encounter, Act("seren", "move"))
    assert lines[-1].details == ("20 ft may be walked",)
    encounter, _ = play(encounter, east("seren", (3, 3), 4))
    _, lines = play(encounter, Act("seren", "move"))
    assert lines[-1].details == ("25 ft may be walked",)


def test_a_declared_jump_is_said():
    jump = Move("seren", (Cell(1, 3), Cell(3, 3)), jumps=(1,))
    encounter, lines = play(alone(), jump)
    assert encounter.tokens["seren"].at == Cell(3, 3)
    assert lines[-1].headline == "Seren moves 10 ft to D4"
    assert "Jumps to D4: an Athletics check where it is far" in lines[-1].details


def test_hazards_are_said():
    encounter = fight(
        someone("seren", (1, 3)),
        someone("orc", (1, 14), "foe"),
        terrain={Terrain.HAZARDOUS: [(2, 3)]},
    )
    encounter, lines = play(encounter, east("seren", (1, 3), 1))
    assert "C4 is hazardous: apply its effect (Take damage)" in lines[-1].details
    encounter, _ = play(encounter, EndTurn())
    _, lines = play(encounter, EndTurn())
    assert any("hazardous ground" in line for line in lines[-1].details)


# Opportunity attacks ----------------------------------------------------------------------------


def beside(**options):
    system = rules(**options)
    encounter = fight(
        someone("seren", (3, 3), weapons=[SWORD, BOW], sheet={"vitality": 40}),
        someone("orc", (4, 3), "foe", sheet={"fighting": Training(2)}),
        system=system,
    )
    return system, encounter


def triggers(system, encounter, move):
    board = Board.of(encounter, system)
    token = encounter.tokens[move.token]
    path, wrong = path_along(board, move.token, system.mover(encounter, token), move.cells)
    assert not wrong
    return system.move_triggers(board, token, path)


AWAY = Move("seren", (Cell(3, 3), Cell(2, 3), Cell(1, 3)))


def test_nobody_strikes_at_a_mover_unless_the_option_says_so():
    system, encounter = beside()
    assert triggers(system, encounter, AWAY) == ()
    assert not system.may_react(encounter.tokens["orc"])
    _, lines = play(encounter, AWAY, system=system)
    assert [line.kind for line in lines] == ["move"]


def test_with_the_option_leaving_a_reach_costs_a_held_action_and_meets_no_reaction():
    system, encounter = beside(opportunity=True)
    [trigger] = triggers(system, encounter, AWAY)
    assert (trigger.by, trigger.deed, trigger.fires) == ("orc", "leaves", True)
    after, lines = play(encounter, AWAY, "strike", 6, 1, "none", 4, system=system)
    assert lines[0].details[0] == "Opportunity attack with sword"
    assert status(after, "orc").actions == 2
    assert status(after, "orc").times("attack") == 0
    assert status(after, "seren").damage == 4
    # Seren has actions, and yet nobody asks for a Reaction against a Reaction.
    assert status(after, "seren").actions == 2
    let_go, lines = play(encounter, AWAY, "let_go", system=system)
    assert lines[0].headline == "Orc lets Seren go"
    assert status(let_go, "orc").actions == 3


def test_without_an_action_the_trigger_is_hollow():
    system, encounter = beside(opportunity=True)
    spent = with_status(encounter, "orc", actions=0)
    [trigger] = triggers(system, spent, AWAY)
    assert not trigger.fires
    assert trigger.reason.endswith("it holds no action")
    late = rules(opportunity=True, early_reactions=False)
    [trigger] = triggers(late, encounter, AWAY)
    assert not trigger.fires


def test_moving_inside_a_reach_and_finesse_provoke_nothing():
    system, encounter = beside(opportunity=True)
    inside = Move("seren", (Cell(3, 3), Cell(3, 4)))
    assert triggers(system, encounter, inside) == ()
    light, _ = play(encounter, Act("seren", "finesse"), 6, 6, 6, system=system)
    assert triggers(system, light, AWAY) == ()
    sturdy, _ = play(encounter, Act("seren", "athletics"), 6, 6, 6, system=system)
    assert len(triggers(system, sturdy, AWAY)) == 1


def test_a_mover_that_goes_down_stays_and_pays_for_the_way_so_far():
    system, encounter = beside(opportunity=True)
    weak = with_status(encounter, "seren", damage=39)
    after, lines = play(weak, AWAY, "strike", 6, 1, "none", 4, system=system)
    assert after.tokens["seren"].at == Cell(3, 3)
    assert after.tokens["seren"].has("unconscious")
    assert lines[-1].headline == "Seren goes down at D4"


def test_a_dodge_is_a_reaction_and_its_movement_triggers_none():
    system = rules(opportunity=True, quiet_skills=False)
    encounter = fight(
        someone("seren", (3, 3), weapons=[SWORD, BOW]),
        someone("orc", (4, 3), "foe"),
        system=system,
    )
    attack = Attack("seren", "orc", "sword", {"defense": "dodge", "stars": "none"})
    encounter, _ = play(encounter, attack, 6, 1, 1, 1, 5, 5, 5, system=system)
    assert status(encounter, "orc").stride == 200
    assert triggers(system, encounter, Move("orc", (Cell(4, 3), Cell(5, 3), Cell(6, 3)))) == ()
    assert play(encounter, east("orc", (4, 3), 2), system=system)[0].tokens["orc"].at == (6, 3)


# What can't be done ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (Move("seren", ()), "needs cells"),
        (Move("seren", (Cell(1, 3), Cell(2, 3)), "fly"), "no such way to move"),
        (Move("seren", (Cell(5, 3), Cell(6, 3))), "the path begins elsewhere"),
        (Move("orc", (Cell(1, 14), Cell(2, 14))), "It is Seren's turn and Orc holds no action"),
        (Move("seren", (Cell(1, 3), Cell(50, 3)), "force"), "not on the map"),
    ],
)
def test_illegal_moves_say_why(move, words):
    encounter = alone()
    if move.token == "orc":
        encounter = with_status(encounter, "orc", actions=3)
    with pytest.raises(IllegalIntentError, match=words):
        play(encounter, move)


def test_the_stunned_do_not_walk():
    encounter = with_conditions(alone(), "seren", "stunned")
    with pytest.raises(IllegalIntentError, match="Seren cannot act"):
        play(encounter, east("seren", (1, 3), 1))


def test_turning_is_free_and_says_that_it_means_nothing():
    encounter, lines = play(alone(), Turn("seren", 90.0))
    assert encounter.tokens["seren"].facing == 90.0
    assert lines[-1].details == ("Facing means nothing in these rules",)
    _, lines = play(alone(), Turn("seren", 90.0), system=rules(facing=True))
    assert lines[-1].details == ()
