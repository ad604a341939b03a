"""Defenses, the health bar, Dying, effects that go on, and Clean Up in the best order."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest
from crawler_boards import (
    AXE,
    BURNING,
    MEND,
    fight,
    play,
    rules,
    someone,
    status,
    table,
    with_conditions,
    with_status,
)
from hypothesis import given
from hypothesis import strategies as st

from battlemap.model.intent import Act, Attack, BeginFight, EndFight, EndTurn, SetCondition
from battlemap.model.terrain import Terrain
from battlemap.model.token import Weapon
from battlemap.rules.procedure import run
from battlemap.systems.crawler.clean_up import Due, after, best_order
from battlemap.systems.crawler.defenses import (
    defense_words,
    effects_that_stick,
    marks,
    split,
    suffered,
)
from battlemap.systems.crawler.harm import count_down, heal, lose
from battlemap.systems.crawler.options import Options
from battlemap.systems.crawler.readings import (
    Countdown,
    FallenMob,
    ResistanceOn,
    SplitRemainder,
)
from battlemap.systems.crawler.sheet import Lasting, Sheet, WeaponDetails
from battlemap.systems.crawler.status import Status

PLAIN = Options()
FRAIL = {"slots": (1,) * 10}


# Defenses -----------------------------------------------------------------------------------


def test_damage_of_several_types_is_split_evenly_and_each_share_has_its_defense():
    sheet = Sheet(resistances=("ice",), vulnerabilities=("fire",))
    # 11 becomes 6 fire, doubled, and 5 ice, halved.
    assert suffered(11, ("fire", "ice"), sheet, PLAIN) == 12 + 2
    assert suffered(11, ("ice", "fire"), sheet, PLAIN) == 3 + 10
    lost = Options(remainder=SplitRemainder.LOST)
    assert suffered(11, ("fire", "ice"), sheet, lost) == 10 + 2


def test_damage_resistance_is_taken_off_once_or_of_each_share():
    sheet = Sheet(damage_resistance=3)
    assert suffered(13, ("fire", "ice"), sheet, PLAIN) == 10
    each = Options(resistance_on=ResistanceOn.EACH_TYPE)
    assert suffered(13, ("fire", "ice"), sheet, each) == 4 + 3
    assert "DR 3 each" in defense_words(13, ("fire", "ice"), sheet, each)


def test_immunity_makes_a_share_nothing_and_drops_its_effects():
    sheet = Sheet(immunities=("fire",))
    assert suffered(10, ("fire", "ice"), sheet, PLAIN) == 5
    chilled = Lasting("chilled", damage_type="ice")
    both = (BURNING, chilled)
    assert effects_that_stick(both, ("fire", "ice"), sheet) == (chilled,)
    tied_to_all = Lasting("dazed")
    assert effects_that_stick((tied_to_all,), ("fire", "ice"), sheet) == (tied_to_all,)
    assert effects_that_stick((tied_to_all,), ("fire",), sheet) == ()
    assert defense_words(10, ("fire",), sheet, PLAIN) == "10 less immune to fire: 0"


@given(
    st.integers(0, 200),
    st.lists(st.sampled_from(["fire", "ice", "acid"]), min_size=1, max_size=3, unique=True),
    st.integers(0, 20),
)
def test_shares_lose_nothing_but_what_the_reading_says(damage, types, resistance):
    assert sum(split(damage, len(types), SplitRemainder.FIRST)) == damage
    lost = damage - sum(split(damage, len(types), SplitRemainder.LOST))
    assert lost == damage % len(types)
    sheet = Sheet(damage_resistance=resistance)
    assert suffered(damage, types, sheet, PLAIN) == max(0, damage - resistance)


@given(
    st.lists(st.integers(1, 9), min_size=10, max_size=10), st.integers(0, 10), st.integers(0, 99)
)
def test_slots_are_marked_in_order_while_the_damage_reaches_them(slots, marked, damage):
    count = marks(slots, marked, damage)
    assert sum(slots[marked : marked + count]) <= damage
    if marked + count < 10:
        assert sum(slots[marked : marked + count + 1]) > damage


# The health bar in play ---------------------------------------------------------------------


def struck(face=(6, 6), seren=None, system=None, **changes):
    """Return what an axe did to Seren in step 3, and the log."""
    encounter = fight(
        someone("seren", (3, 3), sheet={**FRAIL, **(seren or {})}),
        someone("kael", (3, 4), sheet={"prepared": (MEND,)}),
        someone("orc", (4, 3), "foe", weapons=[AXE]),
        system=system,
    )
    encounter = with_status(encounter, "seren", **changes) if changes else encounter
    encounter, _ = play(encounter, Attack("orc", "seren"), system=system)
    for _ in range(2):
        encounter, _ = play(encounter, EndTurn(), system=system)
    return play(encounter, EndTurn(), *face, system=system)


def test_the_last_slot_makes_a_crawler_dying_and_kills_a_mob():
    encounter, log = struck()
    seren = encounter.tokens["seren"]
    assert seren.has("dying")
    assert status(encounter, "seren").countdown == 2
    assert rules().track(seren).label == "Dying, countdown 2"
    assert log[-1].outcome.consequence == "Seren is Dying, countdown 2"
    mob = table(someone("seren", (3, 3)), someone("orc", (4, 3), "foe", sheet=FRAIL))
    mob, log = play(mob, Attack("seren", "orc"), 19, 8)
    assert mob.tokens["orc"].has("dead")
    assert log[-1].outcome.consequence == "Orc is dead"


@pytest.mark.parametrize(
    ("options", "sheet", "countdown"),
    [
        ({}, {"constitution_mod": 3}, 3),
        ({}, {"constitution_mod": -1}, 1),
        ({"countdown": Countdown.CON}, {"constitution": 14}, 14),
        ({"least_countdown": 0}, {"constitution_mod": 0}, 0),
        ({"least_countdown": 4}, {"constitution_mod": 1}, 4),
    ],
)
def test_where_the_countdown_starts(options, sheet, countdown):
    system = rules(**options)
    encounter, _ = struck(seren=sheet, system=system)
    assert status(encounter, "seren").countdown == countdown
    assert encounter.tokens["seren"].has("dead") is (countdown == 0)


def test_the_dying_neither_act_nor_move_nor_count_as_able():
    encounter, _ = struck()
    system = rules()
    seren = encounter.tokens["seren"]
    assert not system.is_able(seren)
    assert system.is_out(seren)
    assert system.mover(encounter, seren).budget == 0
    buttons = system.actions(encounter, seren)
    assert all(button.unavailable for button in buttons)


def test_damage_while_dying_and_each_clean_up_count_down_to_death():
    encounter, _ = struck()
    encounter, _ = play(encounter, EndTurn())
    encounter, _ = play(encounter, EndTurn())
    assert status(encounter, "seren").countdown == 1
    encounter, _ = play(encounter, EndTurn())
    encounter, _ = play(encounter, Attack("orc", "seren"))
    encounter, _ = play(encounter, EndTurn())
    encounter, _ = play(encounter, EndTurn())
    encounter, log = play(encounter, EndTurn(), 1, 1)
    assert encounter.tokens["seren"].has("dead")
    assert "countdown 0, Seren dies" in log[-1].details[-1]
    assert "seren" not in {slot.token for slot in encounter.turn_order.slots}


def test_healed_in_step_4_of_the_same_round_unspent_actions_may_be_used():
    encounter, _ = struck()
    encounter, _ = play(encounter, EndTurn())
    encounter, log = play(encounter, Act("kael", "cast", "seren"))
    assert not encounter.tokens["seren"].has("dying")
    assert (status(encounter, "seren").marked, status(encounter, "seren").actions) == (8, 2)
    assert "2 Actions unspent" in log[-1].details[-1]
    encounter, log = play(encounter, Attack("seren", "orc"), 11, 4)
    assert log[-1].headline == "Seren hits Orc, 6 damage"


def test_healed_in_a_later_round_actions_come_back_at_clean_up():
    encounter, _ = struck()
    for _ in range(3):
        encounter, _ = play(encounter, EndTurn())
    assert status(encounter, "seren").actions == 0
    encounter, _ = play(encounter, EndTurn())
    encounter, _ = play(encounter, Act("kael", "cast", "seren"))
    assert not encounter.tokens["seren"].has("dying")
    assert status(encounter, "seren").actions == 0
    encounter, _ = play(encounter, EndTurn())
    assert status(encounter, "seren").actions == 2


def test_damage_below_the_next_slot_is_discarded():
    encounter, log = struck(seren={"slots": (20,) * 10})
    assert status(encounter, "seren").marked == 0
    assert "14 damage is less than Seren's next slot" in log[-1].details


# Effects ------------------------------------------------------------------------------------


def burnt(sheet=None):
    torch = Weapon(
        "torch",
        details=WeaponDetails(dice=0, bonus=1, damage_types=("fire",), effects=(BURNING,)),
    )
    encounter = fight(
        someone("seren", (3, 3), sheet=sheet or {}),
        someone("orc", (4, 3), "foe", weapons=[torch]),
    )
    encounter, _ = play(encounter, Attack("orc", "seren"))
    for _ in range(3):
        encounter, _ = play(encounter, EndTurn())
    return encounter


def test_an_effect_hurts_at_clean_up_and_runs_out():
    encounter = burnt()
    assert encounter.tokens["seren"].has("burning")
    assert rules().effects(encounter, encounter.tokens["seren"])[0].rounds_left == 2
    encounter, _ = play(encounter, EndTurn())
    encounter, log = play(encounter, EndTurn(), 4)
    assert status(encounter, "seren").marked == 1
    assert log[1].details[0] == "burning: 4 damage (4)"
    encounter, _ = play(encounter, EndTurn())
    encounter, _ = play(encounter, EndTurn())
    encounter, log = play(encounter, EndTurn(), 1)
    assert not encounter.tokens["seren"].has("burning")
    assert status(encounter, "seren").lasting == ()


def test_immunity_keeps_the_effect_away():
    assert not burnt({"immunities": ("fire",)}).tokens["seren"].has("burning")


def test_taking_the_condition_away_ends_the_effect():
    encounter, log = play(burnt(), SetCondition("seren", "burning", False))
    assert status(encounter, "seren").lasting == ()
    assert log[-1].headline == "GM: Seren is no longer burning"


def test_regeneration_saves_the_dying_before_the_countdown():
    encounter, _ = struck(seren={"regeneration": 1, "constitution_mod": 1})
    encounter, _ = play(encounter, EndTurn())
    encounter, _ = play(encounter, EndTurn())
    assert not encounter.tokens["seren"].has("dying")
    assert (status(encounter, "seren").marked, status(encounter, "seren").actions) == (9, 2)


def test_a_regenerating_mob_that_burns_to_death_stays_dead():
    encounter = fight(
        someone("seren", (3, 3)),
        someone("troll", (4, 3), "foe", sheet={**FRAIL, "regeneration": 3}),
        phase="act",
    )
    encounter = with_status(encounter, "troll", marked=8, lasting=(BURNING,))
    encounter, _ = play(encounter, EndTurn(), 2)
    assert encounter.tokens["troll"].has("dead")


dues = st.lists(
    st.builds(
        Due,
        st.sampled_from(["hurt", "heal", "count"]),
        st.just("x"),
        st.integers(0, 6),
    ),
    max_size=4,
)


@given(dues, st.integers(0, 10), st.booleans())
def test_the_best_order_is_the_best_of_all(things, marked, crawler):
    token = someone("seren", (0, 0), "party" if crawler else "foe", sheet={"slots": (2,) * 10})
    countdown = 2 if marked == 10 and crawler else 0
    token = replace(token, status=Status(marked=marked, countdown=countdown))
    ranks = [after(token, PLAIN, order).rank for order in permutations(things)]
    chosen = after(token, PLAIN, best_order(token, PLAIN, things)).rank
    assert chosen == (max(ranks) if crawler else min(ranks))


@given(
    dues,
    st.integers(0, 10),
    st.integers(0, 3),
    st.integers(0, 1),
    st.booleans(),
    st.sampled_from(FallenMob),
)
def test_what_an_order_comes_to_is_what_happens_in_it(things, marked, con, least, crawler, fallen):
    system = rules(least_countdown=least, fallen_mobs=fallen)
    dies_at_once = not (crawler or fallen is FallenMob.DYING)
    token = someone(
        "seren",
        (0, 0),
        "party" if crawler else "foe",
        sheet={"slots": (2,) * 10, "constitution_mod": con},
        status=Status(marked=marked, countdown=2 if marked == 10 else 0),
        conditions=["dying"] if marked == 10 else [],
    )
    if marked == 10 and dies_at_once:
        return
    encounter = table(token)
    for due in things:
        now = encounter.tokens["seren"]
        if now.has("dead"):
            break
        if due.what == "heal":
            part = heal(encounter, "seren", due.amount)
        elif due.what == "hurt":
            part = lose(system.options, encounter, "seren", due.amount)
        elif now.has("dying"):
            part = count_down(encounter, "seren", "Clean Up")
        else:
            continue
        (encounter, _), _ = run(part, encounter, ())
    end, now = encounter.tokens["seren"], status(encounter, "seren")
    expected = after(token, system.options, things)
    assert (now.marked, now.countdown, end.has("dead")) == (
        10 if expected.dead else expected.marked,
        expected.countdown,
        expected.dead,
    )


def test_a_crawler_that_burns_down_at_clean_up_counts_from_the_next_one():
    seren = {**FRAIL, "constitution_mod": 1}
    encounter = fight(someone("seren", (3, 3), sheet=seren), someone("orc", (9, 9), "foe"))
    # Already Dying things count first: what falls only now has its whole countdown.
    encounter = with_status(encounter, "seren", marked=9, lasting=(BURNING,))
    encounter, _ = play(encounter, EndTurn())
    encounter, _ = play(encounter, EndTurn(), 3)
    assert encounter.tokens["seren"].has("dying")
    assert status(encounter, "seren").countdown == 1


@given(st.integers(6, 9), st.integers(0, 9))
def test_of_many_things_the_sensible_orders_are_tried(count, marked):
    things = [Due("hurt", "x", 1)] * (count - 2) + [Due("heal", "y", 2), Due("count", "z")]
    token = someone("seren", (0, 0), sheet={"slots": (1,) * 10})
    token = replace(token, status=Status(marked=marked))
    chosen = after(token, PLAIN, best_order(token, PLAIN, things))
    assert chosen.rank >= after(token, PLAIN, things).rank


# Injuries and the GM's hand -----------------------------------------------------------------


def test_injuries_come_after_the_combat_and_effects_end_with_it():
    encounter = with_status(burnt(), "seren", injuries_due=("minor", "major", "minor"))
    assert status(encounter, "seren").injuries == ()
    encounter, log = play(encounter, EndFight())
    assert status(encounter, "seren").injuries == ("minor", "major", "minor")
    assert log[-2].headline == "Seren gains 1 major injury and 2 minor injuries"
    assert not encounter.tokens["seren"].has("burning")


def test_conditions_by_hand_keep_the_books():
    encounter = fight(someone("seren", (3, 3)), someone("orc", (4, 3), "foe"))
    dying, _ = play(encounter, SetCondition("seren", "dying", True))
    assert (status(dying, "seren").marked, status(dying, "seren").countdown) == (10, 2)
    back, _ = play(dying, SetCondition("seren", "dying", False))
    assert (status(back, "seren").marked, status(back, "seren").countdown) == (9, 0)
    dead, _ = play(encounter, SetCondition("orc", "dead", True))
    assert status(dead, "orc").marked == 10
    risen, _ = play(dead, SetCondition("orc", "dead", False))
    assert status(risen, "orc").marked == 9
    assert play(encounter, SetCondition("seren", "dead", False))[0] is encounter


def test_a_heal_on_the_dead_and_the_unhurt_does_nothing():
    encounter = with_conditions(
        fight(someone("seren", (3, 3), sheet={"prepared": (MEND,)})), "seren"
    )
    encounter, _ = play(encounter, EndTurn())
    _, log = play(encounter, Act("seren", "cast"))
    assert "Nothing to heal" in log[-1].details


def test_an_effect_that_heals_gives_slots_back_at_clean_up():
    mending = Lasting("mending", rounds=2, heals=1)
    encounter = fight(someone("seren", (3, 3)), phase="act")
    encounter = with_status(encounter, "seren", marked=4, lasting=(mending,))
    encounter, log = play(encounter, EndTurn())
    assert status(encounter, "seren").marked == 3
    assert status(encounter, "seren").lasting[0].rounds == 1
    assert log[1].details[0] == "mending"


def test_attacks_announced_on_somebody_outside_the_fight_are_forgotten_too():
    encounter = table(
        someone("seren", (3, 3)), someone("kael", (5, 3)), someone("orc", (4, 3), "foe")
    )
    encounter, _ = play(encounter, BeginFight(("seren", "orc")))
    encounter, _ = play(encounter, Attack("orc", "kael"))
    encounter, _ = play(encounter, EndFight())
    assert encounter.declared == ()
    assert status(encounter, "kael").incoming == ()


def test_the_surprised_recover_with_the_first_clean_up():
    encounter = fight(
        someone("seren", (3, 3)),
        someone("orc", (4, 3), "foe", conditions=["surprised"]),
        someone("hob", (4, 4), "foe"),
        phase="act",
    )
    encounter, _ = play(encounter, EndTurn())
    assert not encounter.tokens["orc"].has("surprised")


def test_hazardous_ground_is_said_at_clean_up():
    encounter = fight(
        someone("seren", (3, 3)),
        someone("kael", (3, 4), conditions=["flying"]),
        someone("orc", (9, 3), "foe"),
        terrain={Terrain.HAZARDOUS: [(3, 3), (3, 4)]},
        phase="act",
    )
    _, log = play(encounter, EndTurn())
    said = [line for line in log if "hazardous" in " ".join(line.details)]
    assert [line.headline for line in said] == ["Seren, Clean Up"]
    assert said[0].details == ("Stands on hazardous ground: apply its effect",)
