"""Laws that hold whatever happens: any legal intents, any dice, any answers."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from prowess_boards import (
    BOW,
    CROSSBOW,
    DAGGER,
    FIREBALL,
    SPEAR,
    SWORD,
    rules,
    someone,
    status,
    table,
)
from scripted_play import carry_out, walked

from battlemap.geometry.cell import Point
from battlemap.model.event import Noted, StatusChanged, TokenMoved
from battlemap.model.intent import (
    Act,
    AreaAttack,
    Attack,
    BeginFight,
    EndFight,
    EndTurn,
    SetCondition,
    Turn,
)
from battlemap.model.obstacle import CoverGrade
from battlemap.model.terrain import Terrain
from battlemap.rules.procedure import IllegalIntentError
from battlemap.systems.prowess.deeds import DEEDS
from battlemap.systems.prowess.paying import KINDS
from battlemap.systems.prowess.readings import (
    AssistLasts,
    BlockForbids,
    FeetLeft,
    FirstDice,
    Foiling,
    ForcedMovement,
    PassiveWhen,
    ReadyPays,
    StartRoll,
)
from battlemap.systems.prowess.sheet import dice_left, sheet_of, status_of

KEYS = ("seren", "kael", "orc", "hob", "goblin")


def battlefield():
    shield = {"brawn": 4, "shield_proficiency": 2, "block_score": 2, "prowess_dice": 6}
    return table(
        someone("seren", (3, 3), weapons=[SPEAR, DAGGER], sheet={"health": 12}),
        someone("kael", (3, 5), weapons=[SWORD, CROSSBOW], sheet=shield),
        someone("orc", (4, 3), "foe", size=2, weapons=[SWORD], sheet={"brawn": 6}),
        someone("hob", (4, 6), "foe", weapons=[FIREBALL, BOW, DAGGER], sheet={"health": 9}),
        someone("goblin", (2, 4), "foe", weapons=[]),
        size=(9, 9),
        props={"crate": ((5, 5), (6, 6), CoverGrade.MAJOR)},
        terrain={Terrain.DIFFICULT: [(2, 3), (2, 2)], Terrain.CLIMB: [(1, 4)]},
    )


tokens = st.sampled_from(KEYS)
steps = st.lists(
    st.tuples(st.integers(-1, 1), st.integers(-1, 1)).filter(any), min_size=1, max_size=4
)
defenses = st.sampled_from(["evasion", "parry", "shield", "perfect", "heavy"])
intents = st.one_of(
    st.builds(Act, tokens, st.sampled_from([deed.key for deed in DEEDS]), st.none() | tokens),
    st.tuples(
        st.just("walk"),
        tokens,
        steps,
        st.sampled_from(["walk", "walk", "disengage:orc", "disengage", "force"]),
    ),
    st.builds(
        Attack,
        tokens,
        tokens,
        choices=st.fixed_dictionaries(
            {},
            optional={
                "defense": defenses,
                "kind": st.sampled_from(list(KINDS)),
                "cost": st.sampled_from(["opportunity", "readied"]),
            },
        ),
    ),
    st.builds(
        AreaAttack,
        tokens,
        st.just("fireball"),
        st.just("blast"),
        st.builds(Point, st.floats(0, 9), st.floats(0, 9)),
        st.just(2.0),
    ),
    st.builds(Turn, tokens, st.floats(0, 359)),
    st.just(EndTurn()),
    st.just(EndTurn()),
    st.builds(BeginFight, st.just(())),
    st.builds(EndFight),
    st.builds(
        SetCondition,
        tokens,
        st.sampled_from(["prone", "grappled", "hidden", "unconscious", "surprised", "stunned"]),
        st.booleans(),
    ),
)
systems = st.builds(
    rules,
    feet_left=st.sampled_from(FeetLeft),
    passive_when=st.sampled_from(PassiveWhen),
    start_roll=st.sampled_from(StartRoll),
    first_dice=st.sampled_from(FirstDice),
    foiling=st.sampled_from(Foiling),
    forced_movement=st.sampled_from(ForcedMovement),
    forced_movement_provokes=st.booleans(),
    ready_pays=st.sampled_from(ReadyPays),
    assist_lasts=st.sampled_from(AssistLasts),
    block_forbids=st.sampled_from(BlockForbids),
    unarmed_aura=st.booleans(),
)


@given(systems, st.lists(intents, max_size=25), st.integers(0, 2**32))
def test_no_sequence_of_legal_intents_breaks_the_books(system, wishes, seed):
    dice, encounter = Random(seed), battlefield()
    encounter, _ = carry_out(system, encounter, BeginFight(), dice, lambda n: n - 1)
    for wish in wishes:
        intent = walked(encounter, wish)
        asked = []
        try:
            encounter, seen = carry_out(system, encounter, intent, dice, dice.randrange, asked)
        except IllegalIntentError as error:
            refusal = str(error)
        else:
            refusal = ""
            check_events(system, intent, seen)
            check_opportunities(encounter, asked, seen)
        assert not refusal or refusal.endswith(".")
        check_books(system, encounter)


def check_events(system, intent, seen):
    for before, event, after in seen:
        if isinstance(event, TokenMoved) and not event.forced:
            assert system.is_able(before.tokens[event.token])
        if isinstance(event, StatusChanged):
            assert status(after, event.token).damage >= status(before, event.token).damage
        if isinstance(event, Noted) and event.outcome is not None:
            assert event.outcome.taken_after >= event.outcome.taken_before
            assert event.details
            # Whoever has fallen strikes nobody any more; a fireball that burns its own caster
            # burns the others all the same.
            own_fire = isinstance(intent, AreaAttack) and event.outcome.attacker == intent.attacker
            assert own_fire or system.is_able(before.tokens[event.outcome.attacker])


def check_opportunities(encounter, asked, seen):
    """Each opportunity attack is offered to one who can pay, and is paid with a prowess die."""
    offered = [one for one in asked if one[1].kind == "opportunity attack"]
    for before, question, _ in offered:
        reactor = before.tokens[question.token]
        assert dice_left(reactor) > 0
        assert not reactor.has("surprised")
    if encounter.turn_order.is_running:
        for key in KEYS:
            strikes = sum(q.token == key and a == "strike" for _, q, a in offered)
            paid = sum(
                max(0, dice_left(before.tokens[key]) - dice_left(after.tokens[key]))
                for before, event, after in seen
                if isinstance(event, StatusChanged) and event.token == key
            )
            assert paid >= strikes


def check_books(system, encounter):
    order = encounter.turn_order
    rounds = [slot.round for slot in order.slots]
    assert rounds == sorted(rounds)
    assert order.active is None or order.slots[0].token == order.active
    for token in encounter.tokens.values():
        now, sheet = status_of(token), sheet_of(token)
        assert 0 <= now.points <= 6
        assert 0 <= dice_left(token) <= sheet.prowess_dice
        assert now.spent_dice <= sheet.prowess_dice
        assert token.at in encounter.map.grid.grid
        if now.damage >= sheet.health * system.options.dies_at:
            assert token.has("dead")
        if now.grappled_by:
            assert token.has("grappled")
            assert status(encounter, now.grappled_by).grappling == token.id
        if now.grappling:
            assert status(encounter, now.grappling).grappled_by == token.id
        if system.is_out(token):
            kept_up = (now.blocking, now.readied, now.grappling)
            assert not any(kept_up)
        if now.guard_broken:
            assert not now.heavy_parry
        assert len(system.pips(encounter, token)) == 6 + sheet.prowess_dice
        assert all(action.label and action.help for action in system.actions(encounter, token))
        assert system.subtitle(encounter, token) is not None
