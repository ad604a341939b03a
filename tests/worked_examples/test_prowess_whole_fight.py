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
from scripted_play import all_the_way_back, step_nearer

from battlemap.model.intent import Act, AreaAttack, Attack, BeginFight, EndTurn
from battlemap.model.obstacle import CoverGrade
from battlemap.model.terrain import Terrain
from battlemap.model.token import are_hostile
from battlemap.resources import maps_path
from battlemap.rules.creatures_cover import CreaturesCover
from battlemap.rules.procedure import Ask, IllegalIntentError
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


class Player:
    """Plays both sides through a session, as a GM at the window would."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.refusals: list[str] = []
        self.choices = cycle((0, 0, -1, 1))

    def do(self, intent) -> bool:
        try:
            self.session.perform(intent)
        except IllegalIntentError as error:
            self.refusals.append(str(error))
            return False
        for _ in range(200):
            question = self.session.pending
            if question is None:
                return True
            assert isinstance(question, Ask)
            options = [
                option
                for option in question.options
                if not option.unavailable and option.key != "never"
            ]
            place = next(self.choices)
            self.session.answer(options[min(place, len(options) - 1)].key)
        raise AssertionError("questions without end")

    def enemies(self, key: str):
        session = self.session
        me = session.encounter.tokens[key]
        grid, mine = session.board.grid, session.board.cells_of(key)
        return sorted(
            (
                other
                for other in session.encounter.tokens.values()
                if are_hostile(me.side, other.side) and not session.system.is_out(other)
            ),
            key=lambda other: (
                grid.space_distance(mine, session.board.cells_of(other.id)),
                other.id,
            ),
        )

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

    def approach(self, key: str, enemy) -> bool:
        move = step_nearer(self.session, key, enemy.id)
        return move is not None and self.do(move)


def fight_to_the_end(session: Session, player: Player, tmp_path) -> None:
    player.do(BeginFight())
    sides: set[str] = set()
    for turn in range(300):
        active = session.encounter.turn_order.active
        sides = {
            token.side
            for token in session.encounter.tokens.values()
            if not session.system.is_out(token)
        }
        if active is None or len(sides) == 1:
            break
        player.take_turn(active)
        assert player.do(EndTurn())
        if turn == 10:
            session.save(tmp_path / "fight.battlemap")
            kept = Session.open(tmp_path / "fight.battlemap").encounter
            assert kept.tokens == session.encounter.tokens
            assert kept.turn_order == session.encounter.turn_order
            assert kept.rules == session.encounter.rules
    else:
        pytest.fail("the fight goes on and on")
    assert len(sides) == 1
    assert all(refusal.endswith(".") for refusal in player.refusals)
    assert any(session.system.is_out(token) for token in session.encounter.tokens.values())
    kinds = {entry.kind for entry in session.log.entries}
    assert {"attack", "move", "turn", "note"} <= kinds
    assert session.encounter.turn_order.round > 1
    assert any(status(session.encounter, key).wounds for key in session.encounter.tokens)


@pytest.mark.parametrize("name", list(SETS))
def test_a_whole_fight_and_all_the_way_back(name, tmp_path):
    start = battle(SETS[name])
    session = Session.new(start, seed=3)
    fight_to_the_end(session, Player(session), tmp_path)
    all_the_way_back(session, start)


def test_the_demo_fight_to_the_last_body(tmp_path):
    session = Session.open(maps_path() / "bridge-duel.battlemap", seed=8)
    start = session.encounter
    fight_to_the_end(session, Player(session), tmp_path)
    all_the_way_back(session, start)
