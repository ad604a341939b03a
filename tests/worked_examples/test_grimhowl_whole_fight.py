"""A fight from the first Awareness roll to the last body, seeded, and all the way back.

Everybody takes Cover or throws an area where it pays, walks to the nearest enemy and attacks until
nothing is left to spend; every question gets its first answer.
"""

from __future__ import annotations

import pytest
from grim_boards import (
    BOMB,
    BOW,
    FLAMES,
    PIKE,
    SWORD,
    DieSize,
    Rank,
    Sigil,
    Training,
    guard,
    someone,
    status,
    table,
)
from scripted_play import Player, all_the_way_back

from battlemap.model.intent import Act
from battlemap.model.terrain import Terrain
from battlemap.model.token import Weapon
from battlemap.session.documents import load_encounter, save_encounter
from battlemap.session.session import Session
from battlemap.systems.grimhowl.options import Options
from battlemap.systems.grimhowl.readings import (
    AreaSpending,
    FlankedEffect,
    OrderRule,
    OutRule,
    PoolDie,
    SigilRule,
    UnspentRule,
)
from battlemap.systems.grimhowl.sheet import WeaponDetails, sheet_of

MAUL = Weapon("maul", details=WeaponDetails(die=DieSize.D10, sunders=1, effect=FLAMES))

SETS = {
    "as settled": Options(),
    "the other way": Options(
        pool_die=PoolDie.D8,
        order=OrderRule.SIDES,
        unspent=UnspentRule.LOST,
        flanked=FlankedEffect.DIE,
        opportunity=True,
        sigils=SigilRule.BEST,
        area_spending=AreaSpending.AFTER,
        out=OutRule.DEAD,
    ),
}


def battle(options: Options):
    knight = {
        "vitality": 14,
        "fighting": Training(5, Rank.EXPERT),
        "parry": guard(Rank.EXPERT, 4, 4),
        "armor": Sigil(1, DieSize.D4),
        "shield": Sigil(1, DieSize.D6),
    }
    return table(
        someone("seren", (2, 3), weapons=[SWORD], sheet=knight),
        someone("kael", (2, 6), weapons=[BOMB, SWORD], sheet={"casting": Training(5)}),
        someone("dace", (1, 9), weapons=[BOW, SWORD], sheet={"marksmanship": Training(5)}),
        someone("brute", (13, 3), "foe", size=2, weapons=[MAUL], sheet={"vitality": 18}),
        someone("hob", (13, 7), "foe", weapons=[PIKE]),
        someone("guard", (13, 9), "foe", weapons=[PIKE], sheet={"shield": Sigil(1, DieSize.D4)}),
        *(
            someone(f"goblin{i}", (15, 5 + i), "foe", sheet={"minion": True, "vitality": 5})
            for i in range(3)
        ),
        walls=[((8, 0), (8, 4)), ((8, 11), (8, 15))],
        props={"crate": ((9.1, 6.1), (9.9, 6.9))},
        terrain={Terrain.DIFFICULT: [(6, 5), (6, 6), (7, 6)], Terrain.HAZARDOUS: [(10, 9)]},
        options=options,
    )


class Grims(Player):
    def take_turn(self, key: str) -> None:
        tried_cover = False
        for _ in range(8):
            token = self.session.encounter.tokens[key]
            enemies = self.enemies(key)
            if self.session.system.is_out(token) or not enemies:
                return
            if self.throw(key, enemies) or self.strike(key, enemies):
                continue
            if self.approach(key, enemies[0]):
                continue
            if tried_cover or not self.do(Act(key, "take_cover")):
                return
            tried_cover = True


@pytest.mark.parametrize("name", list(SETS))
def test_a_whole_fight_and_all_the_way_back(name, tmp_path):
    start = battle(SETS[name])
    session = Session.new(start, seed=2)
    player = Grims(session)
    player.fight_on(player.take_turn, 150)
    assert player.thrown
    assert any(token.has("dead") for token in session.encounter.tokens.values())
    kinds = {entry.kind for entry in session.log.entries}
    assert {"attack", "move", "turn", "damage"} <= kinds
    for token in session.encounter.tokens.values():
        assert status(session.encounter, token.id).damage <= sheet_of(token).vitality

    end = session.encounter
    all_the_way_back(session, start)

    save_encounter(tmp_path / "fight.battlemap", end, session.log.entries)
    assert load_encounter(tmp_path / "fight.battlemap") == end
