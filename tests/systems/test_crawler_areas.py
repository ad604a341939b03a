"""Area attacks: who is inside, the one check, shares, scatter, and what the GM may choose."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from crawler_boards import (
    BOMB,
    BREATH,
    SWORD,
    blast,
    fight,
    levels,
    plan,
    plan_area,
    play,
    rules,
    someone,
    status,
    table,
    with_conditions,
    with_status,
)

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.grid import GridKind
from battlemap.model.apply import apply
from battlemap.model.event import Noted
from battlemap.model.intent import Act, AreaAttack, EndTurn, Move
from battlemap.model.obstacle import CoverGrade
from battlemap.model.token import Weapon
from battlemap.rules.procedure import Ask, IllegalIntentError, Roll
from battlemap.session.session import Session
from battlemap.systems.crawler.readings import BlastStart, CoveredCell, ScatterRule, Unevaded
from battlemap.systems.crawler.sheet import Shape, WeaponDetails
from battlemap.tactics.board import Board

FRAIL = {"slots": (1,) * 10, "evade": 14}


def thrown(system=None, **parts):
    """Return a fight in step 4 with a thrower, an ally and three mobs."""
    return fight(
        someone("seren", (2, 3), weapons=[BOMB, SWORD]),
        someone("kael", (9, 4)),
        someone("orc", (8, 3), "foe", sheet=FRAIL),
        someone("hob", (9, 3), "foe", sheet=FRAIL),
        someone("imp", (10, 3), "foe", sheet=FRAIL),
        phase="act",
        system=system,
        **parts,
    )


def damages(log):
    return {line.outcome.target: line.outcome.damage for line in log if line.outcome}


# Plan ---------------------------------------------------------------------------------------


def test_the_plan_lists_who_is_inside_allies_too():
    planned = plan_area(thrown(), blast("seren", "bomb", (8, 3)))
    assert {t.token: t.is_splashed for t in planned.targets} == {
        "kael": False,
        "orc": False,
        "hob": False,
        "imp": True,
    }
    assert planned.illegal == ""
    assert planned.choices[0].selected == "orc"
    assert "Also hits Kael" in planned.warnings
    assert "A failure scatters: it lands somewhere else" in planned.warnings
    means = {target.token: target.odds.mean for target in planned.targets}
    assert means["imp"] < means["orc"] / 2 + 0.5
    assert planned.weapon_line == "fire, Ranged 3, 2 uses left"


def test_the_area_tool_knows_the_attacks_with_an_area():
    [found] = rules().areas(thrown().tokens["seren"])
    assert (found.name, found.shape, found.size_feet, found.range_feet) == ("bomb", "blast", 5, 60)
    assert found.splash_feet == 5
    [cone] = rules().areas(someone("drake", (0, 0), weapons=[BREATH]))
    assert (cone.shape, cone.size_feet, cone.range_feet, cone.angle) == ("cone", 15, 0, 60.0)


def test_an_area_is_no_attack_on_one_and_threatens_nothing():
    encounter = thrown()
    assert plan(encounter, "seren", "orc", weapon="bomb").illegal == (
        "Bomb is a blast: lay its area on the map."
    )
    drake = someone("drake", (0, 0), weapons=[BREATH, SWORD])
    assert [reach.weapon for reach in rules().reaches(drake)] == ["sword"]


def test_the_check_is_made_against_the_one_chosen():
    encounter = thrown()
    hard = encounter.tokens["hob"]
    encounter = encounter.with_token(replace(hard, sheet=replace(hard.sheet, evade=25)))
    chosen = blast("seren", "bomb", (8, 3), choices={"against": "hob"})
    planned = plan_area(encounter, chosen)
    assert planned.choices[0].selected == "hob"
    assert planned.odds.hit < plan_area(encounter, blast("seren", "bomb", (8, 3))).odds.hit


@pytest.mark.parametrize(
    ("attack", "why"),
    [
        (blast("seren", "bomb", (8, 3), size=2.0), "Bomb is a blast of 5 ft with 5 ft of splash."),
        (blast("seren", "bomb", (8, 3), margin=0.0), "Bomb is a blast of 5 ft with 5 ft of"),
        (blast("seren", "bomb", (16, 3)), "70 ft away, range 60 ft; it fails."),
        (blast("seren", "bomb", (5, 12)), "Nobody else is in the area."),
        (blast("seren", "bomb", (2, 3)), "Nobody else is in the area."),
        (blast("seren", "sword", (3, 3)), "Sword has no area."),
    ],
)
def test_what_forbids_an_area(attack, why):
    planned = plan_area(thrown(), attack)
    assert planned.illegal.startswith(why)
    with pytest.raises(IllegalIntentError):
        play(thrown(), attack)


def test_what_makes_no_area_at_all():
    for bad, why in (
        (blast("seren", "bomb", (8, 3), size=0.0), "size above 0"),
        (replace(blast("seren", "bomb", (8, 3)), shape="star"), 'no area "star"'),
        (AreaAttack("seren", "bomb", "cone", Point(2.5, 3.5), 1.0), "must be aimed"),
    ):
        with pytest.raises(IllegalIntentError, match=why):
            plan_area(thrown(), bad)


def test_total_cover_of_the_one_chosen():
    encounter = thrown(walls=[((7, 3), (7, 4))])
    attack = blast("seren", "bomb", (8, 3))
    # The bomb flies round the wall: another may be chosen for the check, if one can be seen.
    blocked = fight(
        someone("seren", (2, 3), weapons=[BOMB]),
        someone("orc", (8, 3), "foe", sheet=FRAIL),
        phase="act",
        walls=[((6, 0), (6, 15))],
    )
    assert "total cover" in plan_area(blocked, attack).illegal
    assert plan_area(encounter, attack).area.cells


# Carried out --------------------------------------------------------------------------------


def test_one_check_and_one_roll_hit_everybody_inside():
    # d20 12 + 3 + 2 against 14; 3d6 = 9, halved in the splash.
    encounter, log = play(thrown(), blast("seren", "bomb", (8, 3)), 12, 2, 3, 4)
    assert damages(log) == {"kael": 9, "orc": 9, "hob": 9, "imp": 4}
    assert encounter.tokens["orc"].has("dead") is False
    assert status(encounter, "seren").used == ("bomb",)
    assert status(encounter, "seren").actions == 1
    assert log[0].headline == "Seren's bomb hits Kael, Orc, Hob, Imp"


def test_a_fine_success_and_a_play_add_to_everybodys_damage():
    system = rules(floor=2)
    encounter = with_status(thrown(system), "seren", play=5, play_for="attack")
    _, log = play(encounter, blast("seren", "bomb", (8, 3)), 19, 1, 1, 1, system=system)
    # 3 + F 2 + Play 5.
    assert log[0].details[-1] == "Damage, once for all, 3d6: 1 1 1, F 2, Play 5"
    assert damages(log) == {"kael": 10, "orc": 10, "hob": 10, "imp": 5}


def test_a_critical_rolls_twice_the_dice_once_for_all():
    _, log = play(thrown(), blast("seren", "bomb", (8, 3)), 20, 1, 1, 1, 1, 1, 1)
    assert damages(log) == {"kael": 6, "orc": 6, "hob": 6, "imp": 3}


@pytest.mark.parametrize("evades", ["none", "evade"])
def test_the_odds_of_each_are_those_of_the_procedure(evades):
    """Every throw is played; an ally who may evade does, or doesn't.

    Of the d20s one face stands for all that come to the same: d20 + 5 against 14 for the attack,
    d20 + 4 against 14 for the Evade.
    """
    groups = {"attack": {1: 1, 8: 7, 9: 10, 19: 1, 20: 1}, "evade": {1: 1, 9: 8, 10: 10, 20: 1}}
    bomb = replace(BOMB, details=replace(BOMB.details, dice=1, sides=2, scatters=False, bonus=3))
    system = rules(floor=2, allies_evade=True)
    encounter = fight(
        someone("seren", (2, 3), weapons=[bomb]),
        someone("kael", (9, 4), sheet={"damage_resistance": 1}),
        someone("orc", (8, 3), "foe", sheet={"evade": 14, "vulnerabilities": ("fire",)}),
        someone("imp", (10, 3), "foe"),
        phase="act",
        system=system,
        size=(14, 8),
    )
    attack = blast("seren", "bomb", (8, 3), choices={"evade:kael": evades})
    planned = plan_area(encounter, attack, system)
    found = {key: Counter() for key in ("kael", "orc", "imp")}

    def explore(throws, chance):
        said, done = thrown_so_far(system.perform(encounter, attack), encounter, throws)
        if said is None:
            for key, counts in found.items():
                counts[done.get(key, 0)] += chance
            return
        if said.sides == 20:
            for face, weight in groups["evade" if "Evade" in said.why else "attack"].items():
                explore((*throws, (face,)), chance * Fraction(weight, 20))
            return
        faces = list(product(range(1, said.sides + 1), repeat=said.count))
        for shown in faces:
            explore((*throws, shown), chance / len(faces))

    explore((), Fraction(1))
    odds = {target.token: target.odds for target in planned.targets}
    assert set(odds) == set(found)
    for key, counts in found.items():
        exact = {value: pytest.approx(float(chance)) for value, chance in counts.items()}
        assert dict(odds[key].damage) == exact
        assert odds[key].mean == pytest.approx(float(sum(v * c for v, c in counts.items())))
        assert odds[key].hit == pytest.approx(planned.odds.hit)


def thrown_so_far(procedure, encounter, throws):
    """Return the first roll that isn't thrown yet, or None, and the damage that was done."""
    answer, done, left = None, {}, list(throws)
    while True:
        try:
            said = procedure.send(answer)
        except StopIteration:
            return None, done
        if isinstance(said, Roll):
            if not left:
                return said, done
            answer = left.pop(0)
        elif isinstance(said, Ask):
            answer = "none"
        else:
            if isinstance(said, Noted) and said.outcome is not None:
                done[said.outcome.target] = said.outcome.damage
            answer = encounter = apply(encounter, said)


def test_a_failure_scatters_to_another_place():
    # 1d8 direction 3 is east, 2d4 = 2: 10 ft.
    encounter, log = play(thrown(), blast("seren", "bomb", (7, 3)), 8, "none", 3, 1, 1, 2, 2, 2)
    assert log[0].headline == "Seren's bomb fails"
    assert "10 ft" in log[1].details[0]
    assert "Lands on J4" in log[1].details[1]
    assert damages(log) == {"kael": 6, "orc": 6, "hob": 6, "imp": 6}
    assert status(encounter, "seren").used == ("bomb",)


def test_a_scatter_stops_at_the_edge_and_may_hit_nobody():
    _, log = play(thrown(), blast("seren", "bomb", (8, 3)), 8, "none", 1, 4, 4)
    assert "Lands on I1" in log[1].details[1]
    assert log[1].headline.startswith("Bomb scatters and hits")


def test_the_gm_may_say_where_it_lands():
    system = rules(scatter=ScatterRule.BY_HAND)
    encounter = thrown(system)
    _, log = play(
        encounter,
        blast("seren", "bomb", (7, 3)),
        8,
        "none",
        "2",
        "10",
        "none",
        2,
        2,
        2,
        system=system,
    )
    assert log[1].details[0] == "10 ft east, by the GM"
    # Nearer or farther than dice would throw it, too.
    near = (8, "none", "2", "5", "none", 2, 2, 2)
    _, log = play(encounter, blast("seren", "bomb", (7, 3)), *near, system=system)
    assert log[1].details == ("5 ft east, by the GM", "Lands on I4", log[1].details[2])
    # And aside from the lines of the grid: H4, two to the east and one to the south.
    aside = (8, "none", "2", "10", "4", "5", 2, 2, 2)
    _, log = play(encounter, blast("seren", "bomb", (7, 3)), *aside, system=system)
    assert log[1].details[:2] == ("10 ft east, then 5 ft south, by the GM", "Lands on J5")


def test_what_does_not_scatter_does_nothing_when_it_fails():
    plain = replace(BOMB, details=replace(BOMB.details, scatters=False))
    encounter = thrown()
    encounter = encounter.with_token(replace(encounter.tokens["seren"], weapons=(plain,)))
    _, log = play(encounter, blast("seren", "bomb", (8, 3)), 8, "none")
    assert damages(log) == {}


def test_an_evade_counts_where_the_attack_scatters_to():
    system = rules(unevaded=Unevaded.ROLLS)
    bomb = replace(BOMB, details=replace(BOMB.details, attack_value=14))
    encounter = fight(
        someone("imp", (3, 3), "foe", weapons=[bomb]),
        someone("seren", (8, 3), sheet=FRAIL),
        someone("kael", (8, 4), sheet=FRAIL),
        system=system,
    )
    encounter, _ = play(encounter, blast("imp", "bomb", (7, 3)), system=system)
    encounter, _ = play(encounter, EndTurn(), system=system)
    encounter, _ = play(encounter, Act("seren", "evade"), 11, system=system)
    encounter, _ = play(encounter, EndTurn(), system=system)
    # d20 2 + 4 fails; 1d8 3 is east, 10 ft: both stand in the full area there.
    encounter, log = play(encounter, EndTurn(), 2, 3, 1, 1, 4, 4, 4, system=system)
    assert damages(log) == {"seren": 6, "kael": 12}


def test_cover_hinders_areas_but_not_next_to_the_attacker():
    parts = {"props": {"crate": ((6, 3), (7, 4), CoverGrade.MINOR)}}
    breath = replace(BREATH, details=replace(BREATH.details, area_feet=30))

    def rows(column):
        encounter = table(
            someone("seren", (5, 3), weapons=[breath]),
            someone("orc", (column, 3), "foe"),
            **parts,
        )
        aim = Point(column + 0.5, 3.5)
        cone = AreaAttack("seren", "breath", "cone", Point(5.5, 3.5), 6.0, aim=aim)
        return levels(plan_area(encounter, cone))

    assert rows(8) == {"cover": -1}
    assert rows(4) == {}
    # Low cover between two who stand side by side: a burst is no shot.
    side = table(
        someone("seren", (5, 3), weapons=[breath]),
        someone("orc", (6, 3), "foe"),
        walls=[((6, 3), (6, 4), CoverGrade.MINOR, 3)],
    )
    cone = AreaAttack("seren", "breath", "cone", Point(5.5, 3.5), 6.0, aim=Point(6.5, 3.5))
    assert levels(plan_area(side, cone)) == {}


def test_a_hex_grid_has_six_directions_to_scatter():
    encounter = fight(
        someone("seren", (2, 3), weapons=[BOMB]),
        someone("orc", (6, 3), "foe", sheet=FRAIL),
        phase="act",
        kind=GridKind.HEX_POINTY,
    )
    grid = encounter.map.grid.grid
    center = grid.center(encounter.tokens["orc"].at)
    attack = AreaAttack("seren", "bomb", "blast", center, 1.0, margin=1.0)
    assert len(plan_area(encounter, attack).area.cells) == 7
    _, log = play(encounter, attack, 4, 6, 4, 4)
    assert "1d6: 6" in log[1].details[0]


# Announced by a mob -------------------------------------------------------------------------


def announced(system=None, **more):
    encounter = fight(
        someone("seren", (5, 3), sheet={"slots": (1,) * 10}),
        someone("kael", (6, 4), sheet={"slots": (1,) * 10}),
        someone("drake", (3, 3), "foe", weapons=[BREATH]),
        system=system,
    )
    cone = AreaAttack("drake", "breath", "cone", Point(3.5, 3.5), 3.0, aim=Point(9.5, 3.5), **more)
    encounter, _ = play(encounter, cone, system=system)
    return encounter


def test_a_step_does_not_leave_an_announced_area():
    encounter, _ = play(announced(), EndTurn())
    away = (Cell(5, 3), Cell(5, 2), Cell(5, 1))
    encounter, _ = play(encounter, Move("seren", away))
    encounter, _ = play(encounter, EndTurn())
    _, log = play(encounter, EndTurn(), 1, 1, 1, 1)
    # 4d6 and Str 2.
    assert damages(log) == {"seren": 6, "kael": 6}


def test_an_evade_halves_and_a_fumble_doubles():
    encounter, _ = play(announced(), EndTurn())
    encounter, _ = play(encounter, Act("seren", "evade"), 12)
    encounter, _ = play(encounter, Act("kael", "evade"), 1)
    encounter, _ = play(encounter, EndTurn())
    encounter, log = play(encounter, EndTurn(), 1, 1, 1, 2)
    assert damages(log) == {"seren": 3, "kael": 14}
    assert status(encounter, "kael").injuries_due == ("major",)


def test_with_a_rolled_attack_one_check_decides_for_all():
    system = rules(unevaded=Unevaded.ROLLS)
    encounter, _ = play(announced(system), EndTurn(), system=system)
    encounter, _ = play(encounter, Act("kael", "evade"), 12, system=system)
    encounter, _ = play(encounter, EndTurn(), system=system)
    # d20 + 3 against 10 + 4: 11 hits.
    _, log = play(encounter, EndTurn(), 11, 1, 1, 1, 2, system=system)
    assert damages(log) == {"seren": 7, "kael": 3}
    _, log = play(encounter, EndTurn(), 10, system=system)
    assert damages(log) == {}


def test_an_area_of_a_mob_that_cannot_act_comes_to_nothing():
    encounter, _ = play(announced(), EndTurn())
    encounter, _ = play(with_conditions(encounter, "drake", "stunned"), EndTurn())
    encounter, log = play(encounter, EndTurn())
    assert log[-1].details == ("Drake is stunned",)
    assert status(encounter, "seren").incoming == ()


def test_outside_a_fight_an_area_comes_at_once_and_may_be_evaded():
    encounter = table(
        someone("seren", (5, 3), sheet={"slots": (1,) * 10}),
        someone("drake", (3, 3), "foe", weapons=[BREATH]),
    )
    cone = AreaAttack(
        "drake",
        "breath",
        "cone",
        Point(3.5, 3.5),
        3.0,
        aim=Point(9.5, 3.5),
        choices={"evade:seren": "evade"},
    )
    target = plan_area(encounter, cone).targets[0]
    assert target.choices[0].selected == "evade"
    _, log = play(encounter, cone, 15, 2, 2, 2, 2)
    assert damages(log) == {"seren": 5}
    # Without a choice made before, the crawler is asked.
    for answer, script, damage in (("evade", (15, 2, 2, 2, 2), 5), ("none", (2, 2, 2, 2), 10)):
        _, log = play(encounter, replace(cone, choices={}), answer, *script)
        assert damages(log) == {"seren": damage}


# Readings -----------------------------------------------------------------------------------


def cells_of(encounter, attack, **options):
    system = rules(**options)
    return set(system.plan_area(Board.of(encounter, system), attack).area.cells)


def test_where_a_blast_starts_and_when_a_cell_is_inside():
    encounter = thrown()
    attack = blast("seren", "bomb", (8, 3))
    outline = cells_of(encounter, attack)
    assert len(outline) == 9
    center = cells_of(encounter, attack, blast=BlastStart.CENTER)
    assert len(center) == 1
    corner = cells_of(encounter, attack, blast=BlastStart.CORNER)
    assert len(corner) == 4
    touched = cells_of(encounter, attack, blast=BlastStart.CENTER, covered_cell=CoveredCell.ANY)
    assert len(touched) == 9
    by_center = cells_of(
        encounter, attack, blast=BlastStart.CORNER, covered_cell=CoveredCell.CENTER
    )
    assert len(by_center) == 4


def test_a_cell_whose_center_is_covered_but_not_half_of_it():
    # The line leaves the caster's space at (5, 4.75), two cells to the side for one down. The
    # center (5.5, 4.5) of the cell beside lies 0.45 of a cell away from its middle, within half a
    # cell; the corners above and on the left are cut off.
    ray = Weapon("ray", details=WeaponDetails(area=Shape.LINE, area_feet=20))
    encounter = table(someone("imp", (4, 4), "foe", weapons=[ray]), someone("seren", (6, 5)))
    line = AreaAttack("imp", "ray", "line", Point(4.5, 4.5), 4.0, aim=Point(9.5, 7.0))
    half, center, touched = (
        cells_of(encounter, line, covered_cell=reading)
        for reading in (CoveredCell.HALF, CoveredCell.CENTER, CoveredCell.ANY)
    )
    assert center - half == {Cell(5, 4)}
    assert half < center < touched


def test_walls_stop_areas_or_not():
    encounter = thrown(walls=[((9, 0), (9, 15))])
    attack = blast("seren", "bomb", (8, 3))
    assert len(cells_of(encounter, attack)) == 6
    assert len(cells_of(encounter, attack, walls_stop_areas=False)) == 9


def test_the_odds_of_a_rolled_area_with_an_evade():
    system = rules(unevaded=Unevaded.ROLLS)
    encounter = table(
        someone("seren", (5, 3), sheet={"slots": (1,) * 10}),
        someone("drake", (3, 3), "foe", weapons=[BREATH]),
    )
    cone = AreaAttack("drake", "breath", "cone", Point(3.5, 3.5), 3.0, aim=Point(9.5, 3.5))
    [plain] = plan_area(encounter, cone, system).targets
    evading = replace(cone, choices={"evade:seren": "evade"})
    [evaded] = plan_area(encounter, evading, system).targets
    assert plain.odds.hit == evaded.odds.hit == pytest.approx(0.5)
    assert plain.odds.mean / 2 < evaded.odds.mean < plain.odds.mean


def test_an_impact_off_the_map_and_an_attacker_who_is_gone():
    attack = blast("seren", "bomb", (2, -1))
    assert plan_area(thrown(), attack).illegal == "The point of impact is not on the map."
    encounter, _ = play(announced(), EndTurn())
    encounter, _ = play(encounter, EndTurn())
    encounter, log = play(encounter.without_token("drake"), EndTurn())
    assert log[-1].details == ("nobody is there any longer",)


def test_whoever_is_asked_to_evade_an_area_sees_the_odds_of_the_evade():
    encounter = table(someone("seren", (3, 3)), someone("shaman", (10, 3), "foe", weapons=[BOMB]))
    session = Session.new(encounter, seed=1)
    session.perform(blast("shaman", "bomb", (3, 3)))
    assert session.pending.kind == "evade"
    assert session.pending.facts[0].startswith("d20 +4 vs Attack 13")


def test_what_the_gm_forces_on_an_area_is_said_and_when_its_evade_comes():
    encounter = fight(someone("seren", (3, 3)), someone("shaman", (10, 3), "foe", weapons=[BOMB]))
    far = blast("shaman", "bomb", (3, 3), choices={"force": "yes"})
    assert plan_area(encounter, far).warnings == ()
    away = encounter.with_token(replace(encounter.tokens["shaman"], at=Cell(19, 3)))
    [warning] = plan_area(away, far).warnings
    assert warning.startswith("Forced by the GM: 80 ft away")
    [target] = plan_area(encounter, blast("shaman", "bomb", (3, 3))).targets
    assert [choice.hint for choice in target.choices] == ["In step 2, for an Action"]
