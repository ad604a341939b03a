"""Each question that the rules put: what brings it up, and every answer carried through and undone.

All through a session, as the window does it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from shadow_boards import (
    KNIFE,
    SPEAR,
    SWORD,
    fight,
    someone,
    status,
    table,
    with_conditions,
    with_status,
)

from battlemap.geometry.cell import Cell, Point
from battlemap.model.encounter import RulesChoice
from battlemap.model.intent import Act, Attack, BeginFight, EndTurn, Intent, Move
from battlemap.model.obstacle import CoverGrade, Door
from battlemap.model.terrain import Terrain
from battlemap.model.token import Weapon
from battlemap.rules.procedure import Ask
from battlemap.session.session import Session
from battlemap.systems.shadowrealms.options import Options
from battlemap.systems.shadowrealms.sheet import Tier, WeaponDetails

PIKE = Weapon("pike", 10, reach=True, details=WeaponDetails(braces=True))
HAMMER = Weapon("hammer", details=WeaponDetails(knockback=2))
AXE = Weapon("axe", details=WeaponDetails(cleave=True))
RAM = Weapon("ram", details=WeaponDetails(siege=True))
HIT = (20, 1, 1, 1, 20, 10, 1)
PASS = (20, 1, 1, 1)


@dataclass(frozen=True)
class Case:
    """What brings a question up: where, what is done, the dice and the answers before it."""

    kind: str
    before: object
    intent: Intent
    dice: tuple[int, ...] = ()
    answers: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    """Answers that must be among those offered."""


def row(first, last, r=5):
    step = 1 if last >= first else -1
    return tuple(Cell(q, r) for q in range(first, last + step, step))


def walk(terrain=None, *, manner="walk", end=5, **parts):
    more = {"terrain": terrain} if terrain else {}
    return fight(someone("seren", (2, 5)), **more, **parts), Move("seren", row(2, end), manner)


def melee(weapon=SWORD, *others, orc=None, **parts):
    return fight(
        someone("seren", (5, 5), facing=90, weapons=[weapon]),
        someone("orc", (6, 5), "foe", facing=270, **(orc or {})),
        *others,
        **parts,
    )


def act(key, target=None, **choices):
    return Act("seren", key, target, choices)


def held():
    encounter = with_conditions(melee(), "orc", "grappled")
    encounter = with_status(encounter, "orc", grappled_by="seren")
    return with_status(encounter, "seren", grappling="orc")


def gated():
    encounter = melee()
    gate = Door("gate", Point(5.0, 6.0), Point(6.0, 6.0))
    return encounter.with_map(replace(encounter.map, obstacles={"gate": gate}))


def rampart():
    """A wall so strong that four siege successes don't break it."""
    encounter = melee(RAM, walls=[((5, 6), (6, 6))])
    wall = replace(encounter.map.obstacles["w0"], durability=10, break_threshold=40)
    return encounter.with_map(replace(encounter.map, obstacles={"w0": wall}))


def passing(weapons, **seren):
    """Seren walks east past Hob, who stands above her way and faces it."""
    return fight(
        someone("seren", (2, 5), **seren),
        someone("hob", (6, 4), "foe", facing=180, weapons=weapons),
    )


def clinging():
    """The orc's turn, who may strike at Seren on a wall 20 ft up."""
    return fight(
        someone("orc", (5, 5), "foe", facing=270),
        someone("seren", (4, 5), facing=90),
        terrain={Terrain.CLIMB: [(4, 5)]},
        elevation={20: [(4, 5), (5, 5), (5, 4), (5, 6), (4, 4), (4, 6)]},
    )


CASES = {
    "surprise": Case(
        "surprise",
        table(someone("seren", (2, 5), conditions=["unaware"]), someone("orc", (9, 5), "foe")),
        BeginFight(),
        keys=("easy", "moderate", "hard", "extreme", "none"),
    ),
    "surprise by the button": Case(
        "surprise", table(someone("seren", (2, 5))), act("surprise"), keys=("easy", "extreme")
    ),
    "which skill": Case("skill", melee(), act("test"), keys=("Acrobatics", "Swim")),
    "how hard": Case("difficulty", melee(), act("test", skill="Swim"), keys=("hard",)),
    "footing": Case("footing", melee(), act("vault"), keys=("moderate",)),
    "hazard entered": Case(
        "hazard",
        *walk({Terrain.HAZARDOUS: [(4, 5)]}),
        keys=("harm", "acrobatics", "none", "never"),
    ),
    "hazard at the start of a turn": Case(
        "hazard",
        fight(
            someone("orc", (9, 9), "foe"),
            someone("seren", (2, 5)),
            terrain={Terrain.HAZARDOUS: [(2, 5)]},
        ),
        EndTurn(),
        keys=("harm", "none"),
    ),
    "hazard by force": Case(
        "hazard",
        melee(HAMMER, terrain={Terrain.HAZARDOUS: [(7, 5)]}),
        Attack("seren", "orc"),
        HIT,
        keys=("harm",),
    ),
    "blind sprint": Case(
        "blind sprint",
        *walk({Terrain.OBSCURED: [(4, 5)]}, end=12),
        keys=("acrobatics", "alertness", "none"),
    ),
    "blind charge": Case(
        "blind sprint", *walk({Terrain.OBSCURED: [(4, 5)]}, manner="charge"), keys=("acrobatics",)
    ),
    "climb": Case("climb", *walk({Terrain.CLIMB: [(4, 5)]}), keys=("none", "hard")),
    "hurt on a climb": Case(
        "climb", clinging(), Attack("orc", "seren"), HIT, keys=("none", "hard")
    ),
    "water": Case("water", *walk({Terrain.WATER: [(4, 5)]}), keys=("none", "hard")),
    "obstacle": Case(
        "obstacle",
        *walk(props={"crate": ((4, 5), (5, 6), CoverGrade.MAJOR)}, end=6),
        keys=("none", "hard"),
    ),
    "leaving": Case(
        "opportunity attack", melee(), Move("seren", row(5, 3)), keys=("strike", "let_go", "never")
    ),
    "passing through": Case(
        "opportunity attack", passing([SWORD]), Move("seren", row(2, 6)), keys=("strike",)
    ),
    "charging past": Case(
        "opportunity attack",
        passing([SWORD]),
        Move("seren", row(2, 6), "charge"),
        keys=("strike",),
    ),
    "a shorter weapon": Case(
        "opportunity attack",
        melee(orc={"weapons": [SPEAR]}),
        Attack("seren", "orc"),
        keys=("strike",),
    ),
    "a shorter one in the off hand": Case(
        "opportunity attack",
        fight(
            someone("seren", (5, 5), facing=90, weapons=[SPEAR, KNIFE]),
            someone("orc", (6, 5), "foe", facing=270, weapons=[SPEAR]),
        ),
        act("off_hand", "orc"),
        keys=("strike",),
    ),
    "brace": Case("brace", passing([PIKE]), Move("seren", row(2, 9)), keys=("strike", "let_go")),
    "brace against a charge": Case(
        "brace", passing([PIKE]), Move("seren", row(2, 9), "charge"), keys=("strike",)
    ),
    "a brace that hurts": Case(
        "brace halts",
        passing([PIKE]),
        Move("seren", row(2, 9)),
        HIT,
        ("strike",),
        keys=("halt", "none"),
    ),
    "a charge that a brace hurts": Case(
        "brace halts",
        passing([PIKE]),
        Move("seren", row(2, 9), "charge"),
        HIT,
        ("strike",),
        keys=("halt", "none"),
    ),
    "defense": Case(
        "defense",
        passing([SWORD], sheet={"evasion": 18}),
        Move("seren", row(2, 9)),
        (),
        ("strike",),
        keys=("dodge", "parry", "rating"),
    ),
    "cleave": Case(
        "cleave",
        melee(
            AXE,
            someone("goblin", (6, 6), "foe", sheet={"tier": Tier.STANDARD}),
            orc={"sheet": {"tier": Tier.LESSER}},
        ),
        Attack("seren", "orc"),
        (20, 20, 1, 1, 20, 20),
        keys=("goblin", "none"),
    ),
    "disarm": Case(
        "disarm",
        melee(),
        act("disarm", "orc"),
        (20, 20, 1, 1, 20, 20),
        keys=("knock:sword", "none"),
    ),
    "where it lands": Case(
        "lands",
        melee(),
        act("disarm", "orc"),
        (20, 20, 20, 1, 20, 20, 20),
        ("knock:sword",),
        keys=("7,5", "8,5"),
    ),
    "what is dropped": Case(
        "drop",
        fight(someone("seren", (5, 5), weapons=[SWORD, KNIFE])),
        act("drop_item"),
        keys=("sword", "knife"),
    ),
    "what is handled": Case("interact", gated(), act("interact"), keys=("door:gate", "other")),
    "what is broken": Case(
        "object",
        melee(
            props={
                "crate": ((5, 6), (6, 7), CoverGrade.MINOR),
                "vase": ((4, 5), (5, 6), CoverGrade.NONE),
            }
        ),
        act("break"),
        keys=("crate", "vase"),
    ),
    "where it is struck": Case("structural point", gated(), act("break"), keys=("whole", "joint")),
    "a part that collapses": Case(
        "collapse",
        rampart(),
        act("break", obstacle="w0", structural="no"),
        (20, 20, 20, 20),
        keys=("collapse", "none"),
    ),
    "knocked into a wall": Case(
        "collision",
        melee(HAMMER, walls=[((7, 0), (7, 15))]),
        Attack("seren", "orc"),
        HIT,
        keys=("harm", "none"),
    ),
    "knocked into somebody": Case(
        "collision",
        melee(HAMMER, someone("kael", (7, 5))),
        Attack("seren", "orc"),
        HIT,
        keys=("harm", "none"),
    ),
    "shoved with no room": Case(
        "collision",
        melee(walls=[((7, 4), (7, 7)), ((6, 5), (7, 5)), ((6, 6), (7, 6))]),
        act("shove", "orc"),
        PASS,
        keys=("harm", "none"),
    ),
    "where to shove": Case("shove", melee(), act("shove", "orc"), PASS, keys=("7,4", "7,5", "7,6")),
    "where to drag": Case("drag", held(), act("drag"), PASS, keys=("to:5,4", "back:4,5")),
}


def brought_up(case) -> Session:
    start = replace(case.before, rules=RulesChoice("shadowrealms", Options()))
    session = Session.new(start, seed=3)
    session.type_next(case.dice)
    session.perform(case.intent)
    for answer in case.answers:
        session.answer(answer)
    return session


def carried_through(session) -> None:
    for _ in range(30):
        question = session.pending
        if question is None:
            return
        session.answer(next(o.key for o in question.options if not o.unavailable))
    raise AssertionError("questions without end")


@pytest.mark.parametrize("name", list(CASES))
def test_the_question_comes_up_and_every_answer_is_carried_through(name):
    case = CASES[name]
    session = brought_up(case)
    question = session.pending
    assert isinstance(question, Ask), f"nothing is asked: {session.log.entries}"
    assert question.kind == case.kind
    assert question.headline
    offered = [option.key for option in question.options if not option.unavailable]
    assert set(case.keys) <= set(offered)
    session.cancel()
    assert session.pending is None
    assert len(offered) > 1
    for key in offered:
        session = brought_up(case)
        begun = session.before_deed
        session.answer(key)
        carried_through(session)
        assert session.log.entries
        if session.history.can_undo:
            session.undo()
        assert session.encounter is begun


@pytest.mark.parametrize(
    ("name", "key", "done"),
    [
        ("leaving", "strike", lambda e: status(e, "orc").reaction == 0),
        ("leaving", "let_go", lambda e: status(e, "orc").reaction == 1),
        ("charging past", "strike", lambda e: status(e, "hob").reaction == 0),
        ("a shorter weapon", "strike", lambda e: status(e, "orc").reaction == 0),
        ("a brace that hurts", "halt", lambda e: e.tokens["seren"].at == Cell(5, 5)),
        ("a brace that hurts", "none", lambda e: e.tokens["seren"].at == Cell(9, 5)),
        ("a charge that a brace hurts", "halt", lambda e: e.tokens["seren"].at == Cell(5, 5)),
        ("defense", "dodge", lambda e: status(e, "seren").reaction == 0),
        ("defense", "rating", lambda e: status(e, "seren").reaction == 1),
        ("cleave", "goblin", lambda e: status(e, "goblin").minion_hits == 1),
        ("cleave", "none", lambda e: status(e, "goblin").minion_hits == 0),
        ("disarm", "none", lambda e: status(e, "orc").damage == 2),
        ("where it lands", "8,5", lambda e: status(e, "orc").dropped == ("sword",)),
        ("knocked into a wall", "harm", lambda e: status(e, "orc").damage == 3),
        ("knocked into a wall", "none", lambda e: status(e, "orc").damage == 1),
        ("hazard entered", "harm", lambda e: status(e, "seren").damage == 1),
        ("hazard entered", "none", lambda e: status(e, "seren").damage == 0),
        ("where to drag", "back:4,5", lambda e: e.tokens["orc"].at == Cell(5, 5)),
        ("what is handled", "door:gate", lambda e: e.map.obstacles["gate"].is_open),
    ],
)
def test_what_an_answer_comes_to(name, key, done):
    session = brought_up(CASES[name])
    session.answer(key)
    carried_through(session)
    assert done(session.encounter)
