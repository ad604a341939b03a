"""Laws that hold whatever happens: any legal intents, any dice, any answers."""

from __future__ import annotations

from random import Random

from crawler_boards import (
    AXE,
    BOMB,
    BOW,
    BREATH,
    BURNING,
    MEND,
    MISSILE,
    POTION,
    ROPE,
    SWORD,
    rules,
    someone,
    status,
    table,
)
from hypothesis import given
from hypothesis import strategies as st
from scripted_play import carry_out

from battlemap.geometry.cell import Cell, Point
from battlemap.model.event import Noted, StatusChanged, TokenMoved
from battlemap.model.intent import (
    Act,
    AreaAttack,
    ArrangeTurns,
    Attack,
    BeginFight,
    EndFight,
    EndTurn,
    Move,
    SetCondition,
)
from battlemap.model.obstacle import CoverGrade
from battlemap.model.terrain import Terrain
from battlemap.model.token import Weapon
from battlemap.rules.procedure import IllegalIntentError
from battlemap.systems.crawler.announce import number_of
from battlemap.systems.crawler.deeds import DEEDS
from battlemap.systems.crawler.readings import (
    AmongMobs,
    AttackValue,
    CaughtArea,
    EvadePrice,
    FallenMob,
    HealedLater,
    HinderedMob,
    Intervening,
    MobMovement,
    OppositeModifiers,
    ResistanceOn,
    ScatterRule,
    SteppedAway,
    SurpriseNeeds,
    TauntRule,
    Unevaded,
)
from battlemap.systems.crawler.sheet import Role, Sheet, WeaponDetails, is_crawler, sheet_of
from battlemap.systems.crawler.status import allowance

TORCH = Weapon(
    "torch",
    details=WeaponDetails(attack_value=16, dice=3, effects=(BURNING,), damage_types=("fire",)),
)
KEYS = ("seren", "kael", "dace", "orc", "drake", "rat")
FRAIL = (2,) * 10


def battlefield():
    crawler = {"catcher": True, "taunt_rank": 6, "prepared": (POTION, MEND, ROPE), "slots": FRAIL}
    return table(
        someone("seren", (3, 3), weapons=[SWORD, BOW], sheet=crawler),
        someone("kael", (3, 4), weapons=[BOMB, SWORD], sheet=crawler),
        someone("dace", (2, 3), weapons=[MISSILE], sheet={**crawler, "regeneration": 1}),
        someone("orc", (4, 3), "foe", weapons=[AXE, TORCH], sheet={"attacks": 3, "slots": FRAIL}),
        someone(
            "drake", (4, 5), "foe", size=2, weapons=[BREATH, TORCH], sheet=Sheet(role=Role.BOSS)
        ),
        someone("rat", (6, 3), "foe", conditions=["surprised"], sheet={"slots": (1,) * 10}),
        size=(9, 9),
        props={"crate": ((5, 5), (6, 6), CoverGrade.MINOR)},
        terrain={Terrain.DIFFICULT: [(2, 2), (2, 4)], Terrain.HAZARDOUS: [(1, 4)]},
    )


tokens = st.sampled_from(KEYS)
steps = st.lists(
    st.tuples(st.integers(-1, 1), st.integers(-1, 1)).filter(any), min_size=1, max_size=5
)
places = st.builds(Point, st.integers(0, 8).map(lambda x: x + 0.5), st.integers(0, 8).map(float))
intents = st.one_of(
    st.builds(Act, tokens, st.sampled_from([deed.key for deed in DEEDS]), st.none() | tokens),
    st.tuples(st.just("walk"), tokens, steps, st.sampled_from(["walk", "pushed", "force"])),
    st.builds(
        Attack,
        tokens,
        tokens,
        st.sampled_from(["", "torch", "sword", "missile"]),
        choices=st.fixed_dictionaries({}, optional={"force": st.just("yes")}),
    ),
    st.builds(
        AreaAttack,
        st.just("kael"),
        st.just("bomb"),
        st.just("blast"),
        places,
        st.just(1.0),
        margin=st.just(1.0),
    ),
    st.builds(
        AreaAttack,
        st.just("drake"),
        st.just("breath"),
        st.just("cone"),
        places,
        st.just(3.0),
        aim=places,
    ),
    st.just(EndTurn()),
    st.just(EndTurn()),
    st.just(EndTurn()),
    st.builds(BeginFight, st.just(())),
    st.builds(EndFight),
    st.just("shuffle"),
    st.builds(
        SetCondition,
        tokens,
        st.sampled_from(["dying", "dead", "stunned", "shaken", "burning", "surprised", "hidden"]),
        st.booleans(),
    ),
)
systems = st.builds(
    rules,
    mob_movement=st.sampled_from(MobMovement),
    unevaded=st.sampled_from(Unevaded),
    evade_price=st.sampled_from(EvadePrice),
    hindered_mob=st.sampled_from(HinderedMob),
    stepped_away=st.sampled_from(SteppedAway),
    taunt=st.sampled_from(TauntRule),
    opposite=st.sampled_from(OppositeModifiers),
    resistance_on=st.sampled_from(ResistanceOn),
    scatter=st.sampled_from(ScatterRule),
    least_countdown=st.integers(0, 2),
    unstated_attack=st.sampled_from(AttackValue),
    among_mobs=st.sampled_from(AmongMobs),
    catch_areas=st.sampled_from(CaughtArea),
    intervene_in=st.sampled_from(Intervening),
    allies_evade=st.booleans(),
    several_intervene=st.booleans(),
    surprise_needs=st.sampled_from(SurpriseNeeds),
    effects_add=st.booleans(),
    healed_later=st.sampled_from(HealedLater),
    fallen_mobs=st.sampled_from(FallenMob),
)


def meant(encounter, wish, dice):
    if wish == "shuffle":
        slots = list(encounter.turn_order.slots)
        dice.shuffle(slots)
        return ArrangeTurns(tuple(slots))
    if not isinstance(wish, tuple):
        return wish
    _, key, path, manner = wish
    cells = [encounter.tokens[key].at]
    for step in path:
        cells.append(cells[-1].plus(step))
    return Move(key, tuple(Cell(*cell) for cell in cells), manner)


@given(systems, st.lists(intents, max_size=25), st.integers(0, 2**32))
def test_no_sequence_of_legal_intents_breaks_the_books(system, wishes, seed):
    dice, encounter = Random(seed), battlefield()
    encounter, _ = carry_out(system, encounter, BeginFight(), dice, dice.randrange)
    for wish in wishes:
        intent = meant(encounter, wish, dice)
        before = encounter
        try:
            encounter, seen = carry_out(system, encounter, intent, dice, dice.randrange)
            refusal = ""
        except IllegalIntentError as error:
            refusal = str(error)
            assert encounter is before
        else:
            check_events(system, intent, seen)
        assert not refusal or refusal.endswith(".")
        check_books(system, encounter)


def check_events(system, intent, seen):
    spent = dict.fromkeys(KEYS, 0)
    by_hand = isinstance(intent, (SetCondition, EndTurn, BeginFight, EndFight))
    forced = isinstance(intent, Attack) and intent.choices.get("force") == "yes"
    for before, event, after in seen:
        if isinstance(event, StatusChanged):
            old, new = status(before, event.token), status(after, event.token)
            spent[event.token] += max(0, old.actions - new.actions)
            acts = new.actions < old.actions and not after.tokens[event.token].has("dead")
            if acts and not by_hand and not forced and new.marked < 10:
                assert system.is_able(before.tokens[event.token])
        if isinstance(event, TokenMoved) and not event.forced:
            assert system.is_able(before.tokens[event.token])
        if isinstance(event, Noted) and event.outcome is not None:
            assert event.outcome.taken_after >= event.outcome.taken_before
            assert event.details


def check_books(system, encounter):
    order = encounter.turn_order
    numbers = [number_of(one) for one in encounter.declared if number_of(one)]
    assert len(set(numbers)) == len(numbers)
    for token in encounter.tokens.values():
        now = status(encounter, token.id)
        assert 0 <= now.actions <= max(allowance(token), 2)
        assert 0 <= now.marked <= 10
        assert now.mana_spent <= sheet_of(token).mana
        assert now.stepped <= 200
        assert token.has("dying") == (now.countdown > 0) or token.has("dead")
        if token.has("dying"):
            assert now.marked == 10
            assert is_crawler(token) or not token.has("dead")
        if token.has("dead"):
            assert now.incoming == ()
            assert now.actions == 0
            assert token.id not in {slot.token for slot in order.slots if slot.turn != 3}
        for thing in sheet_of(token).prepared:
            assert now.used.count(thing.name) <= thing.uses
        assert {one.attack for one in now.incoming} <= set(numbers)
        assert token.at in encounter.map.grid.grid
        assert all(pip.state in ("left", "spent") for pip in system.pips(encounter, token))
        assert all(action.label for action in system.actions(encounter, token))
        assert system.track(token).label
        assert isinstance(system.subtitle(encounter, token), str)
        assert all(effect.label for effect in system.effects(encounter, token))
    assert system.next_label(encounter)
    assert all(line for _, line in system.announced(encounter))
    if order.is_running:
        listed = [i for _, rows in system.upcoming(order) for i in rows]
        assert sorted(listed) == list(range(len(order.slots)))
