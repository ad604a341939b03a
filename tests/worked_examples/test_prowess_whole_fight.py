"""A fight from the first initiative roll to the last body, seeded, and all the way back.

Everybody walks to the nearest enemy by the safest way and strikes until nothing is left to spend;
questions get the first answer that does something, or the last, by turns.
"""

from __future__ import annotations

from itertools import cycle

import pytest
from prowess_boards import (
    BOW,
    CROSSBOW,
    DAGGER,
    FIREBALL,
    SPEAR,
    SWORD,
    someone,
    status,
    table,
)
from scripted_play import Player, all_the_way_back

from battlemap.model.intent import Act, AreaAttack, Attack
from battlemap.model.obstacle import CoverGrade
from battlemap.model.terrain import Terrain
from battlemap.resources import maps_path
from battlemap.rules.creatures_cover import CreaturesCover
from battlemap.session.session import Session
from battlemap.systems.prowess.options import Options
from battlemap.systems.prowess.readings import (
    AreaDamage,
    CriticalWounds,
    FeetLeft,
    FirstDice,
    Foiling,
    PassiveWhen,
    RecoveryRoll,
    StartRoll,
)

SETS = {
    "as settled": Options(),
    "the other way": Options(
        feet_left=FeetLeft.LOST,
        passive_when=PassiveWhen.ANY_TIME,
        start_roll=StartRoll.KEPT,
        recovery_roll=RecoveryRoll.ALL,
        first_dice=FirstDice.NONE,
        foiling=Foiling.ANY_FOILS,
        critical_wounds=CriticalWounds.ONE,
        area_damage=AreaDamage.EACH,
        creatures_cover=CreaturesCover.NONE,
        dies_at=1,
        wounds_to_fall=5,
        wound_penalty=1,
        attack_reveals=True,
        unarmed_aura=True,
    ),
}


def battle(options: Options):
    shield = {"brawn": 4, "armor": 3, "shield_proficiency": 3, "block_score": 2, "evasion": 1}
    return table(
        someone("seren", (2, 3), weapons=[SPEAR, DAGGER], sheet={"brawn": 4, "prowess_dice": 6}),
        someone("kael", (2, 6), weapons=[SWORD], sheet=shield),
        someone("dace", (1, 9), weapons=[BOW, SWORD], sheet={"awareness": 4}),
        someone("mira", (1, 7), weapons=[FIREBALL, DAGGER], sheet={"awareness": 4}),
        someone("brute", (13, 3), "foe", size=2, sheet={"brawn": 6, "health": 40}),
        someone("hob", (13, 7), "foe", weapons=[SPEAR]),
        someone("guard", (13, 9), "foe", weapons=[CROSSBOW, SWORD], conditions=["surprised"]),
        *(
            someone(f"goblin{i}", (15, 5 + i), "foe", weapons=[DAGGER], sheet={"health": 8})
            for i in range(3)
        ),
        options=options,
        walls=[((8, 0), (8, 4)), ((8, 11), (8, 15))],
        props={"crate": ((9, 6), (10, 7), CoverGrade.MAJOR)},
        terrain={
            Terrain.DIFFICULT: [(6, 5), (6, 6), (7, 6)],
            Terrain.HAZARDOUS: [(10, 9)],
            Terrain.CLIMB: [(11, 7)],
        },
        elevation={10: [(13, 7), (12, 7)]},
    )


class Duelists(Player):
    def __init__(self, session: Session, tmp_path) -> None:
        super().__init__(session)
        self.choices = cycle((0, 0, -1, 1))
        self.file = tmp_path / "fight.battlemap"
        self.turns = 0

    def pick(self, options):
        lasting = [option for option in options if option.key != "never"]
        return lasting[min(next(self.choices), len(lasting) - 1)]

    def turn_ended(self) -> None:
        self.turns += 1
        if self.turns == 11:
            self.session.save(self.file)
            kept, encounter = Session.open(self.file).encounter, self.session.encounter
            assert kept.tokens == encounter.tokens
            assert kept.turn_order == encounter.turn_order
            assert kept.rules == encounter.rules

    def take_turn(self, key: str) -> None:
        for _ in range(8):
            if self.session.system.is_out(self.session.encounter.tokens[key]):
                return
            enemies = self.enemies(key)
            if not enemies:
                return
            if not (self.strike(key, enemies) or self.load(key) or self.approach(key, enemies[0])):
                break
        self.do(Act(key, "recovery"))

    def load(self, key: str) -> bool:
        return self.do(Act(key, "loading"))

    def strike(self, key: str, enemies) -> bool:
        system = self.session.system
        token = self.session.encounter.tokens[key]
        for area in system.areas(token):
            origin = self.session.board.center_of(enemies[0].id)
            attack = AreaAttack(key, area.name, area.shape, origin, area.size_feet / 5)
            if self.do(attack):
                return True
        for enemy in enemies:
            for weapon in system.weapons(token):
                for kind in ("guard_break", "attack"):
                    if self.do(Attack(key, enemy.id, weapon.name, {"kind": kind})):
                        return True
        return False


def fight_to_the_end(session: Session, tmp_path) -> None:
    player = Duelists(session, tmp_path)
    player.fight_on(player.take_turn, 300)
    assert player.turns > 11
    assert all(refusal.endswith(".") for refusal in player.refusals)
    assert any(session.system.is_out(token) for token in session.encounter.tokens.values())
    kinds = {entry.kind for entry in session.log.entries}
    assert {"attack", "move", "turn", "note"} <= kinds
    assert any(status(session.encounter, key).wounds for key in session.encounter.tokens)


@pytest.mark.parametrize("name", list(SETS))
def test_a_whole_fight_and_all_the_way_back(name, tmp_path):
    start = battle(SETS[name])
    session = Session.new(start, seed=3)
    fight_to_the_end(session, tmp_path)
    all_the_way_back(session, start)


def test_the_demo_fight_to_the_last_body(tmp_path):
    session = Session.open(maps_path() / "bridge-duel.battlemap", seed=8)
    start = session.encounter
    fight_to_the_end(session, tmp_path)
    all_the_way_back(session, start)
