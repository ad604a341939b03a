"""Whole fights at random, of each game, through the session: the books balance to the end.

Any legal deeds of creatures of the bestiary under any readings, on squares and hexes.
"""

from __future__ import annotations

from dataclasses import fields, replace
from enum import Enum
from random import Random
from types import MappingProxyType

import pytest
from scripted_play import step_nearer

from battlemap.geometry.cell import Point
from battlemap.geometry.footprint import footprint
from battlemap.geometry.grid import GridKind
from battlemap.model.apply import apply
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter, RulesChoice
from battlemap.model.event import StatusChanged, TokenMoved
from battlemap.model.intent import Act, AreaAttack, Attack, BeginFight, EndTurn, Move
from battlemap.model.obstacle import CoverGrade, Prop, Wall
from battlemap.model.terrain import Layer, Terrain
from battlemap.model.token import are_hostile
from battlemap.rules.procedure import Ask, IllegalIntentError
from battlemap.session.policy import STANDING
from battlemap.session.registry import find_system
from battlemap.session.session import Session

SIDE = 9
TURNS = 30
GAMES = ("shadowrealms", "grimhowl", "crawler", "prowess")


def any_reading(rng: Random, key: str):
    """Return options of which about a third are read in another way than the usual one."""
    usual = find_system(key).options
    changed = {}
    for field in fields(usual):
        value = getattr(usual, field.name)
        if rng.random() < 0.3 and isinstance(value, (bool, Enum)):
            choices = (True, False) if isinstance(value, bool) else list(type(value))
            changed[field.name] = rng.choice(choices)
    return replace(usual, **changed)


def battlefield(rng: Random, key: str) -> Encounter:
    """Return two or three creatures a side on broken ground."""
    options = any_reading(rng, key)
    spec = GridSpec(rng.choice(list(GridKind)), SIDE, SIDE)
    grid = spec.grid
    cells = [grid.from_offset(column, row) for column in range(SIDE) for row in range(SIDE)]
    terrain, elevation = Layer.blank(SIDE, SIDE), Layer.blank(SIDE, SIDE)
    for kind in (Terrain.DIFFICULT, Terrain.HAZARDOUS, Terrain.OBSCURED, Terrain.CLIMB):
        terrain = terrain.with_flag(grid, rng.sample(cells, 4), int(kind))
    elevation = elevation.with_value(grid, rng.sample(cells, 6), 10)
    wall = Wall("wall", Point(2.0, 4.0), Point(6.0, 4.0), blocks_sight=True)
    x, y = rng.uniform(1, 6), rng.uniform(1, 6)
    corners = (Point(x, y), Point(x + 0.8, y), Point(x + 0.8, y + 0.8), Point(x, y + 0.8))
    crate = Prop("crate", corners, "Crate", CoverGrade.MAJOR)
    tokens, taken, wanted = {}, set(), rng.choice((4, 6))
    bestiary = find_system(key, options).bestiary()
    while len(tokens) < wanted:
        at, creature = rng.choice(cells), rng.choice(bestiary)
        space = set(footprint(grid, at, creature.size, creature.turned))
        if space & taken or not space <= set(cells):
            continue
        taken |= space
        side = ("party", "foe")[len(tokens) % 2]
        name = f"t{len(tokens)}"
        facing = rng.choice(grid.facings)
        tokens[name] = replace(creature, id=name, name=name, side=side, at=at, facing=facing)
    return Encounter(
        map=BattleMap(
            spec,
            terrain=terrain,
            elevation=elevation,
            obstacles=MappingProxyType({"wall": wall, "crate": crate}),
        ),
        tokens=MappingProxyType(tokens),
        rules=RulesChoice(key, options),
    )


class Players:
    """Everybody at the table: does whatever is legal, and looks at the books after each deed."""

    def __init__(self, key: str, seed: int) -> None:
        self.rng = Random(seed)
        self.session = Session.new(battlefield(self.rng, key), seed=seed)
        self.done = 0

    def do(self, intent) -> bool:
        before = self.session.encounter
        try:
            self.session.perform(intent)
        except IllegalIntentError:
            assert self.session.encounter is before
            return False
        for _ in range(300):
            question = self.session.pending
            if question is None:
                break
            assert isinstance(question, Ask)
            answers = [o.key for o in question.options if not o.unavailable]
            self.session.answer(self.rng.choice([a for a in answers if a not in STANDING]))
        assert self.session.pending is None
        self.done += 1
        self.check(before)
        return True

    def check(self, before: Encounter) -> None:
        """Play the events of the last deed anew, one by one."""
        system, now = self.session.system, before
        gone = {token.id for token in before.tokens.values() if token.has("dead")}
        for event in self.session.history.commits[-1].events:
            if isinstance(event, TokenMoved) and not event.forced:
                assert system.is_able(now.tokens[event.token])
            now = apply(now, event)
            if isinstance(event, StatusChanged):
                counts = vars(event.status)
                owed = {name: n for name, n in counts.items() if isinstance(n, int) and n < 0}
                assert not owed, (event.token, owed)
                assert counts.get("reaction", 0) <= 1
        assert now == self.session.encounter
        active = now.turn_order.active
        # What a dead mob of Crawler announced keeps its place, and comes to nothing.
        announced = now.turn_order.phase == "resolve"
        if active is not None and active != before.turn_order.active and not announced:
            assert not now.tokens[active].has("dead")
        assert gone <= {token.id for token in now.tokens.values() if token.has("dead")}

    def take_turn(self, key: str) -> None:
        """Do up to four things with a token, more blows than anything else."""
        for _ in range(self.rng.randint(1, 4)):
            encounter, system = self.session.encounter, self.session.system
            me = encounter.tokens[key]
            if not system.is_able(me):
                return
            foes = [t.id for t in encounter.tokens.values() if are_hostile(me.side, t.side)]
            foe = self.rng.choice(
                [f for f in foes if not system.is_out(encounter.tokens[f])] or foes
            )
            chance = self.rng.random()
            if chance < 0.25 and (step := step_nearer(self.session, key, foe, safest=False)):
                self.do(step)
            elif chance < 0.7:
                self.strike(key, foe)
            else:
                deeds = [deed for deed in system.actions(encounter, me) if not deed.unavailable]
                if deeds:
                    deed, target = self.rng.choice(deeds), self.rng.choice(list(encounter.tokens))
                    self.do(Act(key, deed.key, target if deed.needs_target else None))

    def strike(self, key: str, foe: str) -> None:
        session = self.session
        me, center = session.encounter.tokens[key], session.board.center_of(foe)
        if (areas := session.system.areas(me)) and self.rng.random() < 0.5:
            area = self.rng.choice(list(areas))
            size, margin = area.size_feet / 5, area.splash_feet / 5
            intent = AreaAttack(key, area.name, area.shape, center, size, aim=center, margin=margin)
            self.do(intent)
        else:
            self.do(Attack(key, foe, self.rng.choice(session.system.weapons(me)).name))

    def refuse_the_fallen(self) -> None:
        """Let whoever is out try to act: nothing comes of it."""
        encounter = self.session.encounter
        for token in encounter.tokens.values():
            if token.has("dead"):
                other = next(key for key in encounter.tokens if key != token.id)
                assert not self.do(Attack(token.id, other))
                near = self.session.board.grid.neighbors(token.at)
                assert not self.do(Move(token.id, (token.at, next(iter(near)))))

    def fight(self) -> None:
        """Play until one side is out, or for many turns."""
        assert self.do(BeginFight())
        for _ in range(TURNS):
            encounter, system = self.session.encounter, self.session.system
            order = encounter.turn_order
            standing = {t.side for t in encounter.tokens.values() if not system.is_out(t)}
            if len(standing) < 2 or not (order.active or order.phase):
                break
            whose = [order.active] if order.active else list(encounter.tokens)
            for key in whose:
                self.take_turn(key)
            if self.session.encounter.turn_order.active == order.active:
                self.do(EndTurn())
        self.refuse_the_fallen()


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("key", GAMES)
def test_a_fight_at_random_keeps_the_books_and_goes_all_the_way_back(key, seed):
    players = Players(key, seed)
    session, start = players.session, players.session.encounter
    players.fight()
    assert players.done > 5
    end = session.encounter
    while session.history.can_undo:
        session.undo()
    assert session.encounter is start
    while session.history.can_redo:
        session.redo()
    assert session.encounter is end


@pytest.mark.parametrize("key", GAMES)
def test_the_same_dice_and_wishes_come_to_the_same_end(key):
    ends = []
    for _ in range(2):
        players = Players(key, 5)
        players.fight()
        ends.append(players.session.encounter)
    assert ends[0] == ends[1]
