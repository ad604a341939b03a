"""Laws that hold whatever happens: any legal intents, any dice, any answers."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from scripted_play import carry_out, walked
from shadow_boards import BOW, KNIFE, SPEAR, SWORD, rules, someone, status, table

from battlemap.model.event import Noted, StatusChanged, TokenMoved
from battlemap.model.intent import (
    Act,
    Attack,
    BeginFight,
    EndFight,
    EndTurn,
    SetCondition,
    Turn,
)
from battlemap.model.obstacle import CoverGrade
from battlemap.model.terrain import Terrain
from battlemap.model.token import Weapon
from battlemap.rules.procedure import IllegalIntentError
from battlemap.systems.shadowrealms.deeds import DEEDS
from battlemap.systems.shadowrealms.readings import (
    ActionEconomy,
    ChargingPast,
    DefenseModel,
    DisarmHarm,
    DragRule,
    Facings,
    FirstPool,
    ForcedMovement,
    GroundChecks,
    KnockbackRule,
    OppositeLevels,
    RepeatPenalty,
    SkippedGlancing,
    StaminaTrack,
    SurgePrice,
    Tunnels,
)
from battlemap.systems.shadowrealms.sheet import (
    Power,
    Protection,
    Status,
    Tier,
    WeaponDetails,
    Whom,
    sheet_of,
)

MAUL = Weapon("maul", details=WeaponDetails(attack_strength=5, cleave=True, large=True))
KEYS = ("seren", "kael", "orc", "hob", "goblin")


HAMMER = Weapon("hammer", details=WeaponDetails(knockback=2, knockdown=True, siege=True))
POWERS = (
    Power("rally", bonus=True, surge=True),
    Power("gust", actions=2, whom=Whom.ENEMY, push_areas=3, gives="prone"),
    Power("fury", limit_break=True, whom=Whom.ENEMY, strike="sword", levels=2),
    Power("mend", whom=Whom.ANYBODY, stops_bleeding=True, takes="grappled", levels=1),
)


def battlefield():
    armored = {"protection": Protection(3, 3, 3), "wear_difficulty": 4, "evasion": 16}
    return table(
        someone(
            "seren",
            (3, 3),
            facing=90,
            weapons=[SWORD, KNIFE],
            sheet={**armored, "powers": POWERS},
        ),
        someone("kael", (3, 5), facing=90, weapons=[BOW, MAUL], sheet={"might": 7}),
        someone("orc", (4, 3), "foe", facing=270, size=2, weapons=[HAMMER], sheet={"might": 6}),
        someone("hob", (4, 6), "foe", facing=270, weapons=[SPEAR], sheet={"burrow_feet": 20}),
        someone("goblin", (2, 4), "foe", sheet={"tier": Tier.STANDARD}),
        size=(9, 9),
        walls=[((4, 2), (8, 2)), ((2, 6), (4, 6), CoverGrade.MINOR)],
        props={"crate": ((5, 5), (6, 6), CoverGrade.MINOR)},
        terrain={
            Terrain.DIFFICULT: [(2, 3), (2, 2)],
            Terrain.HAZARDOUS: [(1, 4), (5, 3), (5, 4)],
            Terrain.OBSCURED: [(2, 5), (3, 6)],
            Terrain.CLIMB: [(3, 2), (4, 5)],
            Terrain.WATER: [(1, 5)],
            Terrain.IMPASSABLE: [(5, 6), (5, 7)],
        },
        elevation={20: [(3, 2), (4, 5), (4, 4)]},
    )


tokens = st.sampled_from(KEYS)
steps = st.lists(
    st.tuples(st.integers(-1, 1), st.integers(-1, 1)).filter(any), min_size=1, max_size=5
)
intents = st.one_of(
    st.builds(Act, tokens, st.sampled_from([deed.key for deed in DEEDS]), st.none() | tokens),
    st.builds(Act, st.just("seren"), st.sampled_from([f"power:{p.name}" for p in POWERS]), tokens),
    st.tuples(
        st.just("walk"), tokens, steps, st.sampled_from(["walk", "charge", "shift", "force"])
    ),
    st.builds(
        Attack,
        tokens,
        tokens,
        choices=st.fixed_dictionaries(
            {},
            optional={
                "defense": st.sampled_from(["rating", "dodge", "parry"]),
                "aim": st.sampled_from(["harm", "disarm"]),
                "cost": st.sampled_from(["action", "bonus", "reaction", "readied"]),
            },
        ),
    ),
    st.builds(Turn, tokens, st.floats(0, 359)),
    st.just(EndTurn()),
    st.just(EndTurn()),
    st.builds(BeginFight, st.just(())),
    st.builds(EndFight),
    st.builds(
        SetCondition,
        tokens,
        st.sampled_from(
            [
                "prone",
                "grappled",
                "bleeding",
                "unconscious",
                "flying",
                "unaware",
                "burrowing",
                "moving",
            ]
        ),
        st.booleans(),
    ),
)
systems = st.builds(
    rules,
    actions=st.sampled_from(ActionEconomy),
    defense_model=st.sampled_from(DefenseModel),
    repeat_penalty=st.sampled_from(RepeatPenalty),
    forced_movement=st.sampled_from(ForcedMovement),
    ground_checks=st.sampled_from(GroundChecks),
    disarm_harm=st.sampled_from(DisarmHarm),
    drag=st.sampled_from(DragRule),
    knockback=st.sampled_from(KnockbackRule),
    surge_price=st.sampled_from(SurgePrice),
    opposite_levels=st.sampled_from(OppositeLevels),
    skipped_glancing=st.sampled_from(SkippedGlancing),
    stamina_track=st.sampled_from(StaminaTrack),
    first_pool=st.sampled_from(FirstPool),
    facings=st.sampled_from(Facings),
    charging_past=st.sampled_from(ChargingPast),
    tunnels=st.sampled_from(Tunnels),
)


@given(systems, st.lists(intents, max_size=25), st.integers(0, 2**32))
def test_no_sequence_of_legal_intents_breaks_the_books(system, wishes, seed):
    dice, encounter = Random(seed), battlefield()
    encounter, _ = carry_out(system, encounter, BeginFight(), dice, lambda n: n - 1)
    for wish in wishes:
        intent = walked(encounter, wish)
        try:
            encounter, seen = carry_out(system, encounter, intent, dice, dice.randrange)
        except IllegalIntentError as error:
            refusal = str(error)
        else:
            refusal = ""
            check_events(system, intent, seen)
        assert not refusal or refusal.endswith(".")
        check_books(system, encounter)


def check_events(system, intent, seen):
    reactions = dict.fromkeys(KEYS, 0)
    for before, event, after in seen:
        if isinstance(event, StatusChanged):
            old, new = status(before, event.token), status(after, event.token)
            if new.reaction < old.reaction:
                reactions[event.token] += 1
        if isinstance(event, TokenMoved) and not event.forced:
            assert system.is_able(before.tokens[event.token])
        if isinstance(event, Noted) and event.outcome is not None:
            outcome = event.outcome
            assert outcome.taken_after >= outcome.taken_before
            assert not before.tokens[event.token].has("dead") or not acted(seen, event.token)
            assert event.details
    if not isinstance(intent, EndTurn):
        assert max(reactions.values()) <= 1


def acted(seen, key):
    """Tell whether a token was dead when the intent began: then nothing may be its doing."""
    return seen[0][0].tokens[key].has("dead")


def check_books(system, encounter):
    full = system.fresh(Status())
    order = encounter.turn_order
    rounds = [slot.round for slot in order.slots]
    assert rounds == sorted(rounds)
    assert order.active is None or order.slots[0].token == order.active
    for obstacle in encounter.map.obstacles.values():
        assert obstacle.damage >= 0
    for token in encounter.tokens.values():
        now = status(encounter, token.id)
        assert set(now.dropped) <= {weapon.name for weapon in token.weapons}
        assert len(set(now.dropped)) == len(now.dropped)
        assert system.weapons(token)
        assert set(now.hidden_from) <= set(encounter.tokens)
        assert now.surges_used <= sheet_of(token).vitality
        if now.grappling:
            assert status(encounter, now.grappling).grappled_by == token.id
        assert 0 <= now.actions <= full.actions
        assert 0 <= now.bonus <= full.bonus
        assert 0 <= now.reaction <= 1
        assert now.damage <= 32
        assert now.fatigue <= 16
        assert now.stamina_lost <= 16
        assert now.moves <= 3
        assert now.aim <= 3
        assert token.at in encounter.map.grid.grid
        if now.damage >= 32:
            assert token.has("dead")
        if now.grappled_by:
            assert token.has("grappled")
            assert status(encounter, now.grappled_by).grappling == token.id
        if token.has("dead") and order.active != token.id:
            assert token.id not in {slot.token for slot in order.slots}
        for pip in system.pips(encounter, token):
            assert pip.state in ("left", "spent")
        for action in system.actions(encounter, token):
            assert action.label
