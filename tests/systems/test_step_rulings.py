"""The GM says what a step costs: for the next move or until cleared, alike in every game."""

from types import MappingProxyType

import pytest

from battlemap.geometry.cell import Cell
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter, RulesChoice
from battlemap.model.intent import Move, Overrule, Turn
from battlemap.model.terrain import Layer, Terrain
from battlemap.model.token import Token
from battlemap.rules.procedure import IllegalIntentError
from battlemap.rules.step_rulings import ruled_steps, step_key, step_ruling, step_value
from battlemap.session.session import Session
from battlemap.tactics.step_costs import BY_HAND, step_costs

START, RUBBLE, END = Cell(2, 2), Cell(3, 2), Cell(4, 2)
WAY = (START, RUBBLE, END)


@pytest.fixture(params=["shadowrealms", "grimhowl", "crawler", "prowess"])
def session(request):
    """Somebody before a row of rubble, with nobody near."""
    grid = GridSpec(columns=8, rows=5)
    rubble = [Cell(3, row) for row in range(5)]
    terrain = Layer.blank(8, 5).with_flag(grid.grid, rubble, int(Terrain.DIFFICULT))
    token = Token("mover", "Mover", "party", START, facing=90.0)
    return Session.new(
        Encounter(
            BattleMap(grid, terrain=terrain),
            MappingProxyType({"mover": token}),
            rules=RulesChoice(request.param),
        ),
        seed=1,
    )


def cost_of(session):
    return session.preview_move("mover").to(END).shortest.path.cost


def overrule(session, hundredths, *, once):
    value = step_value(hundredths, once=once) if hundredths else ""
    session.perform(Overrule(step_key(RUBBLE), "mover", "", value))


def test_a_step_costs_what_the_gm_says_until_cleared(session):
    before = cost_of(session)
    assert before == 300
    overrule(session, 100, once=False)
    # The ways beside it are dearer, so that the shortest goes by way of the ruling.
    path = session.preview_move("mover").to(END).shortest.path
    assert (path.cost, path.cells) == (200, WAY)
    mover = session.system.mover(session.encounter, session.encounter.tokens["mover"])
    costs = step_costs(session.board, "mover", mover, path)
    assert [[(part.kind, part.cost) for part in one.parts] for one in costs] == [
        [(BY_HAND, 100)],
        [("straight", 100)],
    ]
    entry = session.log.entries[-1]
    assert (entry.headline, entry.details) == (
        "GM: Mover's step to D3 costs 5 ft",
        ("Until cleared",),
    )
    session.perform(Move("mover", WAY))
    assert "10 ft" in session.log.entries[-1].headline
    assert ruled_steps(session.encounter, "mover") == {RUBBLE: 100}
    session.undo()
    session.undo()
    assert cost_of(session) == before
    session.redo()
    assert cost_of(session) == 200
    overrule(session, 0, once=False)
    assert session.encounter.overrides == ()
    assert cost_of(session) == before


def test_a_ruling_for_this_time_ends_with_the_next_move(session):
    overrule(session, 100, once=True)
    assert step_ruling(session.encounter, "mover", RUBBLE) == (100, "once")
    session.perform(Turn("mover", 180.0))
    assert cost_of(session) == 200
    session.perform(Move("mover", WAY))
    assert session.encounter.overrides == ()
    session.undo()
    assert cost_of(session) == 200
    assert step_ruling(session.encounter, "mover", RUBBLE) == (100, "once")


def test_a_dearer_step_is_gone_around(session):
    overrule(session, 900, once=False)
    path = session.preview_move("mover").to(END).shortest.path
    assert RUBBLE not in path.cells


def test_nonsense_is_refused(session):
    for key, value in (
        ("step:99,99", "100"),
        ("step:here", "100"),
        (step_key(RUBBLE), "0"),
        (step_key(RUBBLE), "much"),
        (step_key(RUBBLE), "1000000"),
    ):
        with pytest.raises(IllegalIntentError):
            session.perform(Overrule(key, "mover", "", value))
    assert session.encounter.overrides == ()
