"""Laws that hold whatever happens: any legal intents, any dice, any answers."""

from __future__ import annotations

from dataclasses import replace
from random import Random

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
    blast,
    guard,
    rules,
    someone,
    status,
    table,
)
from hypothesis import given
from hypothesis import strategies as st
from scripted_play import carry_out, walked

from battlemap.model.event import Noted, StatusChanged, TokenMoved
from battlemap.model.intent import (
    Act,
    Attack,
    BeginFight,
    EndFight,
    EndTurn,
    Overrule,
    SetCondition,
    Turn,
)
from battlemap.model.terrain import Terrain
from battlemap.model.token import Weapon
from battlemap.rules.procedure import IllegalIntentError
from battlemap.systems.grimhowl.deeds import DEEDS
from battlemap.systems.grimhowl.movement import remaining
from battlemap.systems.grimhowl.readings import (
    AreaSpending,
    LowerReactor,
    OrderRule,
    OutRule,
    ReactionEffect,
    RepeatReset,
    SameAction,
    SharedReactors,
    SigilRule,
    UnspentRule,
)
from battlemap.systems.grimhowl.sheet import WeaponDetails

MAUL = Weapon("maul", details=WeaponDetails(dice=2, die=DieSize.D10, sunders=1, effect=FLAMES))
KEYS = ("seren", "kael", "orc", "hob", "goblin")


def battlefield():
    armored = {
        "vitality": 10,
        "armor": Sigil(1, DieSize.D4),
        "shield": Sigil(1, DieSize.D6),
        "fighting": Training(6),
    }
    return table(
        someone("seren", (3, 3), weapons=[SWORD, BOW], sheet=armored),
        someone("kael", (3, 5), weapons=[BOMB, MAUL], sheet={"casting": Training(5)}),
        someone("orc", (4, 3), "foe", size=2, weapons=[MAUL], sheet={"fighting": Training(5)}),
        someone("hob", (4, 6), "foe", weapons=[PIKE], sheet={"dodge": guard(Rank.MASTER, 4, 4)}),
        someone("goblin", (2, 4), "foe", sheet={"minion": True, "vitality": 4}),
        size=(9, 9),
        props={"crate": ((5.1, 5.1), (5.9, 5.9))},
        terrain={Terrain.DIFFICULT: [(2, 3), (2, 2)], Terrain.HAZARDOUS: [(1, 4)]},
    )


tokens = st.sampled_from(KEYS)
steps = st.lists(
    st.tuples(st.integers(-1, 1), st.integers(-1, 1)).filter(any), min_size=1, max_size=5
)
choices = st.fixed_dictionaries(
    {},
    optional={
        "defense": st.sampled_from(["ask", "passive", "dodge", "parry", "block"]),
        "stars": st.sampled_from(["ask", "best", "damage", "sizes", "effect:0", "none"]),
        "sigil": st.sampled_from(["ask", "armor", "shield"]),
    },
)
intents = st.one_of(
    st.builds(Act, tokens, st.sampled_from([deed.key for deed in DEEDS]), st.none() | tokens),
    st.tuples(st.just("walk"), tokens, steps, st.sampled_from(["walk", "walk", "force"])),
    st.builds(Attack, tokens, tokens, choices=choices),
    st.builds(Attack, tokens, tokens, choices=choices),
    st.builds(
        blast,
        st.tuples(st.integers(1, 6), st.integers(1, 6)),
        size=st.sampled_from([0.6, 1.0, 2.0]),
        choices=choices,
    ),
    st.builds(Turn, tokens, st.floats(0, 359)),
    st.just(EndTurn()),
    st.just(EndTurn()),
    st.builds(BeginFight, st.just(())),
    st.builds(EndFight),
    st.builds(Overrule, st.sampled_from(["cover", "flanked"]), tokens, tokens, st.just("on")),
    st.builds(
        SetCondition,
        tokens,
        st.sampled_from(["unconscious", "stunned", "↓ agility", "dead"]),
        st.booleans(),
    ),
)
systems = st.builds(
    rules,
    actions=st.integers(1, 4),
    order=st.sampled_from(OrderRule),
    unspent=st.sampled_from(UnspentRule),
    same_action=st.sampled_from(SameAction),
    repeat_reset=st.sampled_from(RepeatReset),
    repeat_least_dice=st.integers(0, 2),
    reaction=st.sampled_from(ReactionEffect),
    sigils=st.sampled_from(SigilRule),
    out=st.sampled_from(OutRule),
    opportunity=st.booleans(),
    early_reactions=st.booleans(),
    hit_uses_star=st.booleans(),
    area_spending=st.sampled_from(AreaSpending),
    shared_reactors=st.sampled_from(SharedReactors),
    lower_reactor=st.sampled_from(LowerReactor),
)


@given(systems, st.lists(intents, max_size=25), st.integers(0, 2**32))
def test_no_sequence_of_legal_intents_breaks_the_books(system, wishes, seed):
    dice, encounter = Random(seed), battlefield()
    encounter, _ = carry_out(system, encounter, BeginFight(), dice, lambda n: n - 1)
    for wish in wishes:
        intent = walked(encounter, wish)
        before = encounter
        try:
            encounter, seen = carry_out(system, encounter, intent, dice, dice.randrange)
        except IllegalIntentError as error:
            refusal = str(error)
        else:
            refusal = ""
            check_events(system, intent, seen)
            check_order(before, encounter, intent)
        assert not refusal or refusal.endswith(".")
        check_books(system, encounter)


def check_events(system, intent, seen):
    paid = dict.fromkeys(KEYS, 0)
    for before, event, after in seen:
        if isinstance(event, StatusChanged):
            old, new = status(before, event.token), status(after, event.token)
            paid[event.token] += max(0, old.actions + old.held - new.actions - new.held)
            assert not before.tokens[event.token].has("dead") or new.damage == old.damage
        if isinstance(event, TokenMoved) and not event.forced:
            assert system.is_able(before.tokens[event.token])
        if isinstance(event, Noted) and event.outcome is not None:
            assert event.outcome.taken_after >= event.outcome.taken_before
            assert event.details
    if isinstance(intent, Attack):
        # One action for the attack and one for one Reaction, each once.
        assert paid[intent.attacker] <= 1
        assert paid[intent.target] <= 1


def check_order(before, after, intent):
    """Whoever is dead never acts: nobody dead is given a turn."""
    active = after.turn_order.active
    if active is not None and active != before.turn_order.active:
        assert not after.tokens[active].conditions & {"dead", "unconscious"}
    if isinstance(intent, Attack):
        assert not before.tokens[intent.attacker].conditions & {"dead", "unconscious"}
    if isinstance(intent, Act) and intent.action != "take_damage":
        assert not before.tokens[intent.token].conditions & {"dead", "unconscious", "stunned"}


def check_books(system, encounter):
    order = encounter.turn_order
    rounds = [slot.round for slot in order.slots]
    assert rounds == sorted(rounds)
    assert order.active is None or order.slots[0].token == order.active
    for token in encounter.tokens.values():
        now = status(encounter, token.id)
        if order.is_running and order.active is not None:
            assert now.actions + now.held <= max(3, system.options.actions)
        most = token.sheet.vitality * (2 if system.options.out is OutRule.DOWN else 1)
        assert 0 <= now.damage <= most
        assert now.death_marks <= system.options.death_marks
        assert remaining(system, encounter, token) >= 0
        assert now.stride == 0 or now.stride_by
        assert token.at in encounter.map.grid.grid
        if now.death_marks >= system.options.death_marks:
            assert token.has("dead")
        if token.has("dead") and order.active != token.id:
            assert token.id not in {slot.token for slot in order.slots}
        assert len(system.pips(encounter, token)) >= 1
        for action in system.actions(encounter, token):
            assert action.label
        assert system.track(token).taken <= system.track(token).size
        assert all(effect.label for effect in system.effects(encounter, token))
        bare = replace(token, status=None)
        assert system.mover(encounter, bare).budget >= 0
