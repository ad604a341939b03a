"""Each action that the text lists, done once through a session: before, after, undo and redo."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from shadow_boards import (
    BOW,
    KNIFE,
    SWORD,
    fight,
    someone,
    status,
    table,
    with_conditions,
    with_status,
)

from battlemap.geometry.cell import Cell, Point
from battlemap.model import store
from battlemap.model.encounter import RulesChoice
from battlemap.model.intent import Act, Attack, EndTurn, Intent, Move
from battlemap.model.obstacle import CoverGrade, Door
from battlemap.model.terrain import Terrain
from battlemap.model.token import Weapon
from battlemap.session.documents import types_of
from battlemap.session.session import Session
from battlemap.systems.shadowrealms.deeds import DEEDS
from battlemap.systems.shadowrealms.options import Options
from battlemap.systems.shadowrealms.sheet import Injury, Power, Sheet, WeaponDetails

PIKE = Weapon("pike", 10, reach=True, details=WeaponDetails(braces=True, haft=True))
MISS = (1, 1, 1, 1)
PASS = (20, 1, 1, 1)


def melee(*others, seren=None, orc=None, **parts):
    return fight(
        someone("seren", (5, 5), facing=90, **(seren or {})),
        someone("orc", (6, 5), "foe", facing=270, **(orc or {})),
        *others,
        **parts,
    )


def held():
    encounter = with_conditions(melee(), "orc", "grappled")
    encounter = with_status(encounter, "orc", grappled_by="seren")
    return with_status(encounter, "seren", grappling="orc")


def seized():
    encounter = with_conditions(melee(), "seren", "grappled")
    encounter = with_status(encounter, "seren", grappled_by="orc")
    return with_status(encounter, "orc", grappling="seren")


def bleeding():
    wound = Injury("a cut", "chest", bleeding=2)
    encounter = melee(someone("kael", (5, 6), conditions=["bleeding"]))
    return with_status(encounter, "kael", injuries=(wound,))


def gated():
    encounter = melee()
    door = Door("gate", Point(5.0, 6.0), Point(6.0, 6.0))
    return encounter.with_map(replace(encounter.map, obstacles={"gate": door}))


@dataclass(frozen=True)
class Case:
    """One action: where, what, the dice, the answers, and what is true only afterwards."""

    before: object
    intent: Intent
    after: object
    dice: tuple[int, ...] = ()
    answers: tuple[str, ...] = ()
    pool: tuple[int, int, int] = (2, 1, 1)
    """Actions, bonus action and reaction of Seren afterwards."""


def act(key, target=None, **choices):
    return Act("seren", key, target, choices)


CASES = {
    "move": Case(
        melee(),
        Move("seren", (Cell(5, 5), Cell(5, 4))),
        lambda e: e.tokens["seren"].at == Cell(5, 4) and status(e, "seren").moves == 1,
        answers=("let_go",),
    ),
    "strike": Case(
        melee(),
        Attack("seren", "orc"),
        lambda e: status(e, "seren").strikes == 1 and status(e, "orc").damage == 1,
        dice=(12, 1, 1, 1, 6, 10, 1),
    ),
    "off_hand": Case(
        melee(seren={"weapons": [SWORD, KNIFE]}),
        act("off_hand", "orc"),
        lambda e: status(e, "seren").struck == ("orc",) and status(e, "seren").strikes == 0,
        dice=MISS,
        pool=(3, 0, 1),
    ),
    "charge": Case(
        fight(someone("seren", (1, 5)), someone("orc", (6, 5), "foe")),
        act("charge", "orc"),
        lambda e: e.tokens["seren"].at == Cell(5, 5),
    ),
    "disarm": Case(
        melee(),
        act("disarm", "orc"),
        lambda e: status(e, "orc").dropped == ("sword",) and bool(e.map.obstacles),
        dice=(12, 12, 1, 1, 6, 6),
        answers=("knock:sword", "7,5"),
    ),
    "shift": Case(
        melee(),
        act("shift", to="4,5"),
        lambda e: e.tokens["seren"].at == Cell(4, 5) and status(e, "orc").reaction == 1,
        pool=(3, 0, 1),
    ),
    "take_cover": Case(
        melee(props={"crate": ((4, 4), (5, 5), CoverGrade.MINOR)}),
        act("take_cover"),
        lambda e: status(e, "seren").cover_by == ("crate",),
    ),
    "feint": Case(melee(), act("feint", "orc"), lambda e: status(e, "seren").feint == "orc"),
    "aim": Case(melee(seren={"weapons": [BOW]}), act("aim"), lambda e: status(e, "seren").aim == 1),
    "assist": Case(
        melee(someone("kael", (5, 6))),
        act("assist", "kael"),
        lambda e: status(e, "kael").assist == 1,
    ),
    "extra_defense": Case(
        melee(), act("extra_defense"), lambda e: status(e, "seren").extra_defenses == 1
    ),
    "stand_up": Case(
        with_conditions(melee(), "seren", "prone"),
        act("stand_up"),
        lambda e: not e.tokens["seren"].has("prone"),
    ),
    "drop_prone": Case(
        melee(), act("drop_prone"), lambda e: e.tokens["seren"].has("prone"), pool=(3, 1, 1)
    ),
    "drop_item": Case(
        melee(),
        act("drop_item"),
        lambda e: status(e, "seren").dropped == ("sword",),
        pool=(3, 1, 1),
    ),
    "vault": Case(
        melee(terrain={Terrain.DIFFICULT: [(5, 4)]}),
        act("vault"),
        lambda e: status(e, "seren").footing == "sure",
        dice=(20, 1, 1),
        answers=("hard",),
        pool=(3, 1, 1),
    ),
    "hide": Case(
        melee(terrain={Terrain.OBSCURED: [(5, 5)]}),
        act("hide"),
        lambda e: status(e, "seren").hidden_from == ("orc",),
        dice=(20, 1, 1),
    ),
    "look_around": Case(
        with_status(melee(), "orc", hidden_from=("seren",)),
        act("look_around"),
        lambda e: status(e, "orc").hidden_from == (),
        dice=(20, 1),
        pool=(3, 0, 1),
    ),
    "assess": Case(
        melee(),
        act("assess", "orc"),
        lambda e: status(e, "seren").bonus == 0,
        dice=(20, 1),
        pool=(3, 0, 1),
    ),
    "surprise": Case(
        table(someone("seren", (5, 5)), someone("orc", (6, 5), "foe")),
        act("surprise"),
        lambda e: e.tokens["seren"].has("surprised"),
        dice=(1, 1),
        answers=("easy",),
        pool=(3, 1, 1),
    ),
    "second_wind": Case(
        with_status(melee(), "seren", damage=6, fatigue=9),
        act("second_wind"),
        lambda e: (status(e, "seren").damage, status(e, "seren").fatigue) == (2, 1),
    ),
    "grapple": Case(
        melee(),
        act("grapple", "orc"),
        lambda e: e.tokens["orc"].has("grappled") and status(e, "seren").grappling == "orc",
        dice=PASS,
    ),
    "escape": Case(
        seized(),
        act("escape"),
        lambda e: not e.tokens["seren"].has("grappled") and status(e, "orc").grappling == "",
        dice=PASS,
    ),
    "drag": Case(
        held(),
        act("drag"),
        lambda e: e.tokens["orc"].at == Cell(5, 5) and e.tokens["seren"].at == Cell(4, 5),
        dice=PASS,
        answers=("back:4,5",),
    ),
    "shove": Case(
        melee(),
        act("shove", "orc"),
        lambda e: e.tokens["orc"].at == Cell(7, 5),
        dice=PASS,
        answers=("7,5",),
    ),
    "trip": Case(melee(), act("trip", "orc"), lambda e: e.tokens["orc"].has("prone"), dice=PASS),
    "stop_bleeding": Case(
        bleeding(),
        act("stop_bleeding", "kael"),
        lambda e: not e.tokens["kael"].has("bleeding"),
        dice=(20, 1),
    ),
    "stabilize": Case(
        with_status(melee(someone("kael", (5, 6))), "kael", damage=17),
        act("stabilize", "kael"),
        lambda e: status(e, "kael").stable,
        dice=(20, 1),
    ),
    "break": Case(
        gated(),
        act("break"),
        lambda e: "gate" not in e.map.obstacles,
        dice=(9, 9, 9, 1),
        answers=("whole",),
    ),
    "ready": Case(
        melee(),
        act("ready", actions="2"),
        lambda e: status(e, "seren").readied == 2,
        pool=(1, 1, 1),
    ),
    "interact": Case(
        gated(),
        act("interact"),
        lambda e: e.map.obstacles["gate"].is_open,
        answers=("door:gate",),
    ),
    "power:Rally": Case(
        with_status(
            melee(
                someone("kael", (5, 6)),
                seren={"sheet": Sheet(powers=(Power("Rally", bonus=True, surge=True),))},
            ),
            "kael",
            damage=8,
        ),
        act("power:Rally", "kael"),
        lambda e: status(e, "kael").damage == 4 and status(e, "kael").actions == 2,
        pool=(3, 0, 1),
    ),
    "dodge": Case(
        melee(),
        Attack("seren", "orc", choices={"defense": "dodge"}),
        lambda e: status(e, "orc").reaction == 0,
        dice=MISS,
    ),
    "parry": Case(
        melee(),
        Attack("seren", "orc", choices={"defense": "parry"}),
        lambda e: status(e, "orc").reaction == 0,
        dice=MISS,
    ),
    "opportunity attack": Case(
        melee(),
        Move("seren", (Cell(5, 5), Cell(4, 5))),
        lambda e: status(e, "orc").reaction == 0 and status(e, "seren").damage == 1,
        dice=(12, 1, 1, 1, 6, 10, 1),
        answers=("strike",),
    ),
    "brace": Case(
        fight(
            someone("seren", (2, 5), facing=90),
            someone("orc", (6, 5), "foe", facing=270, weapons=[PIKE]),
        ),
        Move("seren", tuple(Cell(q, 5) for q in range(2, 6))),
        lambda e: status(e, "orc").reaction == 0 and e.tokens["seren"].at == Cell(4, 5),
        dice=(12, 1, 1, 1, 6, 10, 1),
        answers=("strike", "halt"),
    ),
    "haft": Case(
        melee(seren={"weapons": [PIKE]}),
        Attack("seren", "orc", "pike", {"cost": "bonus"}),
        lambda e: status(e, "seren").struck == ("orc",) and status(e, "seren").strikes == 0,
        dice=MISS,
        pool=(3, 0, 1),
    ),
}

NO_CHANGE_BEYOND_THE_LOG = {"speak", "test"}


def test_every_action_has_a_case():
    listed = {deed.key for deed in DEEDS} - NO_CHANGE_BEYOND_THE_LOG
    assert listed <= set(CASES)


@pytest.mark.parametrize("key", list(CASES))
def test_the_action_through_a_session(key):
    case = CASES[key]
    start = replace(case.before, rules=RulesChoice("shadowrealms", Options()))
    session = Session.new(start, seed=1)
    assert not case.after(session.encounter)
    session.type_next(case.dice)
    session.perform(case.intent)
    for answer in case.answers:
        session.answer(answer)
    assert session.pending is None
    assert session.typed_next == ()
    end = session.encounter
    assert case.after(end)
    now = status(end, "seren")
    assert (now.actions, now.bonus, now.reaction) == case.pool
    assert session.log.entries
    again = store.loads(store.dumps(end, types_of), types_of)
    assert again.tokens == end.tokens
    assert dict(again.map.obstacles) == dict(end.map.obstacles)
    session.undo()
    assert session.encounter is start
    session.redo()
    assert session.encounter is end


def test_speaking_is_a_line_of_the_log_and_nothing_else():
    start = replace(melee(), rules=RulesChoice("shadowrealms", Options()))
    session = Session.new(start, seed=1)
    session.perform(act("speak", what="Behind you!"))
    assert session.encounter is start
    assert session.log.entries[-1].details == ("Behind you!",)


@pytest.mark.parametrize(("face", "verb"), [(9, "passes"), (8, "fails")])
def test_a_test_that_the_gm_calls_for_is_a_line_of_the_log(face, verb):
    start = replace(melee(), rules=RulesChoice("shadowrealms", Options()))
    session = Session.new(start, seed=1)
    session.type_next((face, 1, 1, 1))
    session.perform(act("test"))
    session.answer("Athletics")
    session.answer("moderate")
    assert session.encounter is start
    entry = session.log.entries[-1]
    assert entry.headline == f"Seren {verb} a test of Athletics"
    assert entry.details[0].startswith("Athletics, 12 − Athletics 3, 4d20 vs 9")


def test_a_readied_strike_comes_out_of_turn():
    session = Session.new(replace(melee(), rules=RulesChoice("shadowrealms", Options())), seed=1)
    session.perform(act("ready"))
    session.perform(EndTurn())
    session.type_next(MISS)
    session.perform(Attack("seren", "orc", choices={"cost": "readied"}))
    assert session.encounter.turn_order.active == "orc"
    assert status(session.encounter, "seren").readied == 0
