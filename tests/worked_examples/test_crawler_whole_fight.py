"""A fight from the first announcement to the last body, seeded, and all the way back.

Mobs walk to the nearest crawler and announce what they can; crawlers evade, walk and strike until
nothing is left to spend; every question gets its first answer.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from crawler_boards import (
    AXE,
    BOMB,
    BOW,
    BREATH,
    BURNING,
    MEND,
    MISSILE,
    POTION,
    SWORD,
    someone,
    status,
    table,
)
from scripted_play import Player, all_the_way_back

from battlemap.model.encounter import RulesChoice
from battlemap.model.intent import Act, BeginFight, EndTurn
from battlemap.model.obstacle import CoverGrade
from battlemap.model.store import dumps, loads
from battlemap.model.terrain import Terrain
from battlemap.model.token import Weapon
from battlemap.rules.creatures_cover import CreaturesCover
from battlemap.session.documents import types_of
from battlemap.session.session import Session
from battlemap.systems.crawler.options import Options
from battlemap.systems.crawler.readings import (
    EvadePrice,
    MobMovement,
    OppositeModifiers,
    ResistanceOn,
    ScatterRule,
    SteppedAway,
    TauntRule,
    Unevaded,
)
from battlemap.systems.crawler.sheet import Role, WeaponDetails, is_crawler

TORCH = Weapon(
    "torch",
    details=WeaponDetails(attack_value=15, damage_types=("fire", "physical"), effects=(BURNING,)),
)

SETS = {
    "as settled": Options(floor=2),
    "the other way": Options(
        floor=3,
        mob_movement=MobMovement.ANNOUNCED,
        unevaded=Unevaded.ROLLS,
        evade_price=EvadePrice.EACH_ATTACK,
        stepped_away=SteppedAway.FAILS,
        taunt=TauntRule.ROLLED,
        opposite=OppositeModifiers.COUNT,
        resistance_on=ResistanceOn.EACH_TYPE,
        scatter=ScatterRule.BY_HAND,
        creatures_cover=CreaturesCover.MINOR,
    ),
}


def battle(options: Options):
    tough = {"catcher": True, "taunt_rank": 4, "prepared": (POTION,), "damage_resistance": 1}
    encounter = table(
        someone("seren", (2, 3), sheet=tough),
        someone("kael", (2, 6), weapons=[BOMB, SWORD], sheet={"ranged_rank": 5}),
        someone("dace", (1, 9), weapons=[BOW, MISSILE], sheet={"prepared": (MEND, POTION)}),
        someone("brute", (13, 3), "foe", size=2, weapons=[AXE], sheet={"slots": (6,) * 10}),
        someone(
            "drake",
            (13, 7),
            "foe",
            weapons=[BREATH, TORCH],
            sheet={"role": Role.BOSS, "attacks": 2, "regeneration": 1, "clues": ("hates bells",)},
        ),
        *(
            someone(f"rat{i}", (15, 5 + i), "foe", weapons=[TORCH], sheet={"slots": (1,) * 10})
            for i in range(3)
        ),
        walls=[((8, 0), (8, 4)), ((8, 11), (8, 15))],
        props={"crate": ((9, 6), (10, 7), CoverGrade.MINOR)},
        terrain={Terrain.DIFFICULT: [(6, 5), (6, 6), (7, 6)], Terrain.HAZARDOUS: [(10, 9)]},
        elevation={10: [(13, 7), (12, 7)]},
    )
    return replace(encounter, rules=RulesChoice("crawler", options))


class Dungeon(Player):
    @property
    def phase(self) -> str:
        return self.session.encounter.turn_order.phase

    def tokens(self, *, crawlers: bool):
        system = self.session.system
        return [
            token
            for token in self.session.encounter.tokens.values()
            if is_crawler(token) is crawlers and system.is_able(token)
        ]

    def attack(self, key: str) -> bool:
        enemies = self.enemies(key)
        return bool(enemies) and (self.throw(key, enemies) or self.strike(key, enemies))

    def come_near(self, key: str) -> bool:
        enemies = self.enemies(key)
        return bool(enemies) and self.approach(key, enemies[0], safest=False)

    def declare(self) -> None:
        for mob in self.tokens(crawlers=False):
            self.come_near(mob.id)
            for _ in range(3):
                if not self.attack(mob.id):
                    break

    def interrupt(self) -> None:
        for crawler in self.tokens(crawlers=True):
            for action in ("evade", "evade", "catch", "taunt"):
                self.do(Act(crawler.id, action))

    def act(self) -> None:
        for crawler in self.tokens(crawlers=True):
            fallen = [
                token.id
                for token in self.session.encounter.tokens.values()
                if token.has("dying") and token.side == crawler.side
            ]
            for key in fallen:
                self.do(Act(crawler.id, "heal", key))
            self.do(Act(crawler.id, "clues"))
            for _ in range(3):
                if self.session.system.is_out(self.session.encounter.tokens[crawler.id]):
                    break
                if not (self.attack(crawler.id) or self.come_near(crawler.id)):
                    break

    def play_step(self) -> None:
        step = {"declare": self.declare, "interrupt": self.interrupt, "act": self.act}
        step.get(self.phase, lambda: None)()
        assert self.do(EndTurn())


@pytest.mark.parametrize("name", list(SETS))
def test_a_whole_fight_and_all_the_way_back(name):
    start = battle(SETS[name])
    session = Session.new(start, seed=4)
    player = Dungeon(session)
    player.do(BeginFight())
    phases = set()
    for _ in range(400):
        if not session.encounter.turn_order.is_running:
            break
        phases.add(player.phase)
        player.play_step()
    else:
        pytest.fail("the fight goes on and on")
    assert player.thrown
    assert phases == {"declare", "interrupt", "resolve", "act", "clean up"}
    left = {token.side for token in session.encounter.tokens.values() if not token.has("dead")}
    assert len(left) == 1
    kinds = {entry.kind for entry in session.log.entries}
    assert {"attack", "move", "turn", "damage", "note"} <= kinds
    for token in session.encounter.tokens.values():
        assert status(session.encounter, token.id).incoming == ()
    assert session.encounter.declared == ()

    end = session.encounter
    assert loads(dumps(end, types_of), types_of) == end
    all_the_way_back(session, start)
