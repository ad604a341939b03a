"""A fight from the first initiative roll to the last body, seeded, and all the way back.

Everybody walks to the nearest enemy by the safest way and strikes until nothing is left to spend;
every question gets its first answer. In a third fight most turns begin with any action of the bar,
and questions get any answer.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from scripted_play import Player, all_the_way_back
from shadow_boards import BOW, KNIFE, SPEAR, SWORD, someone, status, table

from battlemap.geometry.angle import bearing
from battlemap.model import store
from battlemap.model.encounter import RulesChoice
from battlemap.model.intent import Act, Attack, Turn
from battlemap.model.obstacle import CoverGrade
from battlemap.model.terrain import Terrain
from battlemap.model.token import Weapon
from battlemap.rules.creatures_cover import CreaturesCover
from battlemap.session.documents import types_of
from battlemap.session.policy import STANDING
from battlemap.session.session import Session
from battlemap.systems.shadowrealms.options import Options
from battlemap.systems.shadowrealms.readings import ActionEconomy, ActiveDefense, DefenseModel
from battlemap.systems.shadowrealms.sheet import (
    DamageType,
    Power,
    Protection,
    Tier,
    WeaponDetails,
    Whom,
)

AXE = Weapon("axe", details=WeaponDetails(attack_strength=3, penetration=2, cleave=True))
MACE = Weapon("mace", details=WeaponDetails(DamageType.IMPACT, 2))
PIKE = Weapon("pike", 10, reach=True, details=WeaponDetails(DamageType.PUNCTURE, 1, braces=True))

SETS = {
    "as settled": Options(),
    "the other way": Options(
        defense_model=DefenseModel.DAMAGE_ONLY,
        actions=ActionEconomy.FOUR_POINTS,
        active_defense=ActiveDefense.ALWAYS,
        side_arc_levels=1,
        creatures_cover=CreaturesCover.MINOR,
    ),
}


def battle(options: Options):
    tank = {"might": 6, "fighting": 5, "protection": Protection(4, 3, 2), "wear_difficulty": 3}
    encounter = table(
        someone(
            "seren",
            (2, 3),
            facing=90,
            weapons=[SWORD, KNIFE],
            sheet={
                "might": 5,
                "powers": (
                    Power("rally", bonus=True, surge=True),
                    Power("gust", whom=Whom.ENEMY, push_areas=2),
                ),
            },
        ),
        someone("kael", (2, 6), facing=90, weapons=[AXE], sheet=tank),
        someone("dace", (1, 9), facing=90, weapons=[BOW, SWORD], sheet={"accuracy": 5}),
        someone("brute", (13, 3), "foe", 270, size=2, weapons=[MACE], sheet={"might": 6}),
        someone("hob", (13, 7), "foe", 270, weapons=[SPEAR]),
        someone("guard", (13, 9), "foe", 270, weapons=[PIKE], conditions=["surprised"]),
        *(
            someone(f"goblin{i}", (15, 5 + i), "foe", 270, sheet={"tier": Tier.STANDARD})
            for i in range(3)
        ),
        walls=[((8, 0), (8, 4)), ((8, 11), (8, 15))],
        props={"crate": ((9, 6), (10, 7), CoverGrade.MINOR)},
        terrain={Terrain.DIFFICULT: [(6, 5), (6, 6), (7, 6)], Terrain.HAZARDOUS: [(10, 9)]},
        elevation={10: [(13, 7), (12, 7)]},
    )
    return replace(encounter, rules=RulesChoice("shadowrealms", options))


class Realmers(Player):
    def __init__(self, session: Session, share: float = 0.0) -> None:
        super().__init__(session)
        self.share = share
        """How often a turn begins with any action of the bar."""
        self.fancy = Random(11)
        self.done: set[str] = set()

    def pick(self, options):
        found = self.fancy.choice(options) if self.share else options[0]
        return options[0] if found.key in STANDING else found

    def improvise(self, key: str) -> None:
        """Try one action of the bar, whatever it is, on the nearest enemy or ally."""
        session = self.session
        token = session.encounter.tokens[key]
        open_now = [
            action
            for action in session.system.actions(session.encounter, token)
            if not action.unavailable and action.key not in ("move", "strike", "shift")
        ]
        fresh = [action for action in open_now if action.key not in self.done]
        action = self.fancy.choice(fresh or open_now)
        enemies = self.enemies(key)
        friends = [t.id for t in session.encounter.tokens.values() if t.side == token.side]
        for target in (*(enemy.id for enemy in enemies[:1]), self.fancy.choice(friends)):
            if self.do(Act(key, action.key, target if action.needs_target else None)):
                self.done.add(action.key)
                return

    def take_turn(self, key: str) -> None:
        if self.fancy.random() < self.share and self.session.system.is_able(
            self.session.encounter.tokens[key]
        ):
            self.improvise(key)
        for _ in range(6):
            if self.session.system.is_out(self.session.encounter.tokens[key]):
                return
            enemies = self.enemies(key)
            if not enemies or not (self.strike(key, enemies) or self.approach(key, enemies[0])):
                return

    def strike(self, key: str, enemies) -> bool:
        token = self.session.encounter.tokens[key]
        for enemy in enemies:
            self.face(key, enemy)
            for weapon in self.session.system.weapons(token):
                if self.do(Attack(key, enemy.id, weapon.name)):
                    return True
        return False

    def face(self, key: str, enemy) -> None:
        board = self.session.board
        here, there = board.center_of(key), board.center_of(enemy.id)
        if here != there:
            self.do(Turn(key, bearing(here, there)))


@pytest.mark.parametrize(
    ("name", "share"), [("as settled", 0.0), ("the other way", 0.0), ("as settled", 0.7)]
)
def test_a_whole_fight_and_all_the_way_back(name, share):
    start = battle(SETS[name])
    session = Session.new(start, seed=2)
    player = Realmers(session, share)
    player.fight_on(player.take_turn, 120)
    assert any(token.has("dead") for token in session.encounter.tokens.values())
    kinds = {entry.kind for entry in session.log.entries}
    assert {"attack", "move", "turn", "damage"} <= kinds
    for token in session.encounter.tokens.values():
        assert status(session.encounter, token.id).damage <= 32

    if share:
        assert len(player.done) > 12
    end = session.encounter
    again = store.loads(store.dumps(end, types_of), types_of)
    assert (again.tokens, again.turn_order) == (end.tokens, end.turn_order)
    assert dict(again.map.obstacles) == dict(end.map.obstacles)
    all_the_way_back(session, start)
