"""Each condition of each game says what it changes, with a section that the reference has."""

from __future__ import annotations

import re
from dataclasses import replace
from types import MappingProxyType

import pytest

from battlemap.geometry.cell import Cell
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter, RulesChoice
from battlemap.model.intent import Act, BeginFight, SetCondition
from battlemap.model.token import Token
from battlemap.resources import find_asset
from battlemap.session.reference import reference_text, section_for
from battlemap.session.registry import find_system
from battlemap.session.session import Session
from battlemap.systems.grimhowl.sheet import Status as GrimStatus
from battlemap.systems.prowess.sheet import Status as ProwessStatus
from battlemap.ui.state_lines import badges_of, sign_of, state_lines, token_tooltip

GAMES = ("shadowrealms", "grimhowl", "crawler", "prowess")
ALL = [(game, name) for game in GAMES for name in find_system(game).conditions]


def alone(game, **changes):
    system = find_system(game)
    token = replace(system.bestiary()[0], id="one", name="One", side="party", at=Cell(2, 2))
    token = replace(token, **changes)
    encounter = Encounter(
        BattleMap(GridSpec(columns=8, rows=8)),
        MappingProxyType({"one": token}),
        rules=RulesChoice(game),
    )
    return system, encounter, token


@pytest.mark.parametrize(("game", "condition"), ALL)
def test_a_condition_says_what_it_changes_and_where(game, condition):
    system = find_system(game)
    words = system.condition_help(condition)
    found = re.fullmatch(r"[A-Z−−].+ \((?P<source>[^()]+)\)", words)
    assert found, words
    assert section_for(reference_text(system), f"{system.title}, {found['source']}")


@pytest.mark.parametrize(("game", "condition"), ALL)
def test_a_condition_has_a_sign_of_its_own(game, condition):
    assert find_asset("icons", f"{sign_of(condition)}.svg") is not None
    others = [sign_of(name) for name in find_system(game).conditions if name != condition]
    assert sign_of(condition) not in others


@pytest.mark.parametrize(("game", "condition"), ALL)
def test_a_condition_set_by_hand_is_told_in_lines_and_badges(game, condition):
    system, encounter, _ = alone(game)
    session = Session.new(encounter, seed=1)
    session.perform(SetCondition("one", condition, True))
    token = session.encounter.tokens["one"]
    line = next(
        one
        for one in state_lines(system, session.encounter, token)
        if one.name.casefold() == condition
    )
    assert line.detail == system.condition_help(condition)
    badges = badges_of(system, session.encounter, token)
    assert (condition in badges) is (
        not system.is_out(token) or condition in ("dying", "unconscious")
    )


def test_what_nobody_knows_stays_without_help():
    assert find_system("prowess").condition_help("covered in jam") == ""


STATES = [
    ("prowess", ProwessStatus(guard_broken=True), "guard broken", "Guard Broken"),
    ("prowess", ProwessStatus(blocking=True), "block", "Block 1 round"),
]


@pytest.mark.parametrize(("game", "status", "sign", "name"), STATES)
def test_states_that_are_no_conditions_have_signs_too(game, status, sign, name):
    system, encounter, token = alone(game, status=status)
    assert sign in badges_of(system, encounter, token)
    assert name in [line.name for line in state_lines(system, encounter, token)]
    assert find_asset("icons", f"{sign_of(sign)}.svg") is not None


def test_held_actions_have_a_sign_in_a_fight():
    system, encounter, token = alone("grimhowl")
    session = Session.new(encounter, seed=1)
    session.perform(BeginFight())
    fighting = session.encounter
    token = replace(fighting.tokens["one"], status=replace(fighting.tokens["one"].status, held=2))
    assert isinstance(token.status, GrimStatus)
    fighting = fighting.with_token(token)
    assert "held" in badges_of(system, fighting, token)


def test_cover_that_was_taken_has_a_sign_in_shadowrealms():
    system, encounter, token = alone("shadowrealms")
    session = Session.new(encounter, seed=1)
    session.perform(Act("one", "extra_defense"))
    token = session.encounter.tokens["one"]
    assert badges_of(system, session.encounter, token) == ("guarded",)
    tooltip = token_tooltip(system, session.encounter, replace(token, notes="a < b"), gm=True)
    assert "Guarded, 1 extra defense" in tooltip
    assert "a &lt; b" in tooltip


def test_notes_are_for_the_gm_alone():
    system, encounter, token = alone("prowess", notes="knows the password")
    assert "password" in token_tooltip(system, encounter, token, gm=True)
    assert token_tooltip(system, encounter, token, gm=False) == ""
    assert token_tooltip(system, encounter, Token("x", "X", "foe", Cell(0, 0)), gm=True) == ""
