"""Crawler's records: defaults, validation, options, the map file and the bestiary."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from crawler_boards import (
    AXE,
    BOMB,
    BREATH,
    BURNING,
    MEND,
    blast,
    fight,
    play,
    rules,
    someone,
    status,
    table,
    with_status,
)

from battlemap.geometry.cell import Cell, Point
from battlemap.model.encounter import RulesChoice
from battlemap.model.event import Noted
from battlemap.model.intent import (
    Act,
    AreaAttack,
    Attack,
    BeginFight,
    EndTurn,
    SetCondition,
    SetDoor,
)
from battlemap.model.store import dumps, loads
from battlemap.model.token import Token
from battlemap.rules.options import Ruling
from battlemap.rules.procedure import IllegalIntentError
from battlemap.session.documents import types_of
from battlemap.session.journal import Journal
from battlemap.session.recovery import recover
from battlemap.session.registry import find_system, system_class, system_keys
from battlemap.session.session import Session
from battlemap.systems.crawler import BARE_HANDS, Crawler
from battlemap.systems.crawler.options import Options
from battlemap.systems.crawler.sheet import (
    Lasting,
    Prepared,
    Role,
    Shape,
    Sheet,
    Skill,
    WeaponDetails,
    details_of,
    is_crawler,
    sheet_of,
)
from battlemap.systems.crawler.status import Incoming, Status, allowance, status_of


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: Sheet(melee_rank=-1), "melee_rank is a number from 0 to 99, not -1"),
        (lambda: Sheet(strength_mod=99), "strength_mod is a number from -20 to 40"),
        (lambda: Sheet(move_feet=2000), "feet from 0 to 1000"),
        (lambda: Sheet(slots=(4,) * 9), "slots are 10 values, not 9"),
        (lambda: Sheet(slots=(0,) * 10), "1 to 9999 points"),
        (lambda: Sheet(prepared=(MEND, MEND)), "the same name"),
        (lambda: Prepared(" "), "name is empty"),
        (lambda: Skill(""), "name is empty"),
        (lambda: Lasting(""), "label is empty"),
        (lambda: WeaponDetails(bonus=-200), "bonus is a number"),
        (lambda: WeaponDetails(damage_types=()), "at least one damage type"),
        (lambda: WeaponDetails(sides=0), "at least 1 side"),
        (lambda: WeaponDetails(area=Shape.BLAST), "an area needs a size"),
        (lambda: Status(actions=-1), "actions is a number from 0"),
        (lambda: Status(marked=11), "10 slots are all"),
        (lambda: Incoming(1, natural=21), "a d20"),
        (lambda: Options(floor=-1), "floor is a number from 0 to 99"),
        (lambda: Options(size_classes=0), "size_classes is a number from 1"),
    ],
)
def test_nonsense_is_refused_with_the_reason(make, why):
    with pytest.raises(ValueError, match=why):
        make()


def test_every_option_says_what_it_settles():
    for info in fields(Options):
        assert info.metadata["question"]
        assert info.metadata["source"]
        if isinstance(info.default, Ruling):
            readings = list(type(info.default))
            assert readings[0] is info.default
            assert all(reading.sentence for reading in readings)
            assert len(readings) > 1


def test_the_system_is_found_by_its_key():
    assert "crawler" in system_keys()
    assert system_class("crawler") is Crawler
    assert find_system("crawler", Options(floor=7)).options.floor == 7


def test_a_token_without_records_is_an_ordinary_crawler_or_mob():
    system = rules()
    for side, crawler in (("party", True), ("ally", True), ("foe", False), ("neutral", False)):
        token = Token("x", "X", side, Cell(1, 1))
        assert is_crawler(token) is crawler
        assert allowance(token) == (2 if crawler else 1)
        assert sheet_of(token) == Sheet()
        assert status_of(token) == Status(actions=allowance(token))
        assert system.weapons(token) == (BARE_HANDS,)
        assert system.reaches(token)[0].feet == 5
        assert system.track(token).left == 1.0
    assert details_of(BARE_HANDS).sides == 4
    mob_ally = Token("x", "X", "party", Cell(1, 1), sheet=Sheet(role=Role.MOB, attacks=3))
    assert not is_crawler(mob_ally)
    assert allowance(mob_ally) == 3


def test_a_fight_in_step_2_is_saved_and_read_back_whole():
    bomb = replace(BOMB, details=replace(BOMB.details, effects=(BURNING,)))
    encounter = fight(
        someone("seren", (3, 3), sheet=Sheet(prepared=(MEND,), skills=(Skill("Stealth", 2),))),
        someone("kael", (5, 4), weapons=[bomb]),
        someone("drake", (2, 3), "foe", weapons=[BREATH, AXE], sheet={"attacks": 2}),
    )
    cone = AreaAttack("drake", "breath", "cone", Point(2.5, 3.5), 3.0, aim=Point(9.5, 3.5))
    encounter, _ = play(encounter, cone)
    encounter, _ = play(encounter, Attack("drake", "seren", "axe"))
    encounter, _ = play(encounter, EndTurn())
    encounter, _ = play(encounter, Act("seren", "evade"), 12, 3)
    encounter = with_status(
        encounter, "seren", lasting=(BURNING,), injuries_due=("minor",), used=("mend",)
    )
    encounter = replace(encounter, rules=RulesChoice("crawler", Options(floor=3)))
    again = loads(dumps(encounter, types_of), types_of)
    assert again == encounter
    assert again.declared == encounter.declared
    assert status(again, "seren").incoming[0].natural == 12
    # It goes on where it stood.
    one, log = play(again, EndTurn(), system=find_system("crawler", again.rules.options))
    assert isinstance(log[-1], Noted)
    assert one.turn_order.phase == "resolve"


def test_the_bestiary_has_creatures_of_all_kinds_that_fight_at_once():
    creatures = rules().bestiary()
    assert len(creatures) >= 12
    assert len({token.id for token in creatures}) == len(creatures)
    assert {sheet_of(token).role for token in creatures} >= {Role.BY_SIDE, Role.BOSS}
    placed = [
        replace(t, at=Cell(1 + 3 * (i % 6), 1 + 4 * (i // 6))) for i, t in enumerate(creatures)
    ]
    encounter = replace(table(*placed), rules=RulesChoice("crawler", Options()))
    assert loads(dumps(encounter, types_of), types_of) == encounter
    encounter, _ = play(encounter, BeginFight())
    members = {slot.token for slot in encounter.turn_order.slots}
    assert members == {token.id for token in creatures}
    areas = [area for token in creatures for area in rules().areas(token)]
    assert {area.shape for area in areas} == {"blast", "cone", "burst"}


def test_doors_and_unknown_things():
    encounter = fight(someone("seren", (3, 3)))
    with pytest.raises(IllegalIntentError, match='no door "gate"'):
        play(encounter, SetDoor("gate", True))
    with pytest.raises(IllegalIntentError, match="needs a name"):
        play(encounter, SetCondition("seren", " ", True))
    blind, log = play(encounter, SetCondition("seren", "Blinded", True))
    assert blind.tokens["seren"].has("blinded")
    assert log[-1].headline == "GM: Seren is blinded"
    with pytest.raises(IllegalIntentError, match="has no bomb"):
        play(encounter, blast("seren", "bomb", (3, 5)))


def test_an_open_question_of_step_2_is_open_again_after_a_crash(monkeypatch, tmp_path):
    monkeypatch.setenv("BATTLEMAP_STATE_DIR", str(tmp_path))
    encounter = fight(
        someone("seren", (3, 3)),
        someone("kael", (3, 4)),
        someone("orc", (4, 3), "foe", weapons=[AXE, BREATH], sheet={"attacks": 2}),
    )
    session = Session.new(encounter, seed=3, journal=Journal())
    session.perform(Attack("orc", "seren", "axe"))
    session.perform(AreaAttack("orc", "breath", "cone", Point(4.5, 3.5), 3.0, aim=Point(0.5, 3.5)))
    session.perform(EndTurn())
    session.type_next((9,))
    session.perform(Act("seren", "evade"))
    session._journal.abandon()
    (recovery,) = recover()
    again = recovery.restore()
    assert again.encounter == session.encounter
    assert again.pending == session.pending
    assert again.pending.kind == "intervene"
    again.answer("by:kael")
    assert status(again.encounter, "kael").actions == 1
    again._journal.abandon()


@pytest.mark.parametrize("kind", [Skill, Prepared, Lasting, Incoming])
def test_a_new_entry_of_a_list_can_be_made_from_nothing(kind):
    assert kind() == kind()
