"""Realm powers: price, target and effects; surges that allies grant."""

from __future__ import annotations

import pytest
from shadow_boards import SWORD, fight, levels, plan, play, rules, someone, status, with_status

from battlemap.geometry.cell import Cell
from battlemap.model.intent import Act
from battlemap.model.token import Weapon
from battlemap.rules.procedure import IllegalIntentError
from battlemap.systems.shadowrealms.readings import SurgePrice
from battlemap.systems.shadowrealms.sheet import Injury, Power, Sheet, Tier, Whom

BOLT = Weapon("bolt", range_feet=60)
RALLY = Power("Rally", "Tactics", bonus=True, surge=True)
CHANT = Power("Battle chant", "Valor", actions=2, levels=1)
STANCH = Power("Stanch", "Alchemy", stops_bleeding=True, range_feet=5)
GRASP = Power("Shadow grasp", "Occult", whom=Whom.ENEMY, gives="stunned", range_feet=20)
FREE = Power("Unbind", takes="grappled", whom=Whom.ANYBODY)
GUST = Power("Gust", "Storm", whom=Whom.ENEMY, push_areas=2)
FURY = Power("Fury", limit_break=True, whom=Whom.ENEMY, strike="sword", levels=2, push_areas=1)
HEX = Power("Hex bolt", "Occult", actions=3, whom=Whom.ENEMY, strike="bolt", gives="blinded")
FOCUS = Power("Focus", whom=Whom.ONESELF, levels=1, text="Breathes slowly")
ALL = (RALLY, CHANT, STANCH, GRASP, FREE, GUST, FURY, HEX, FOCUS)


def field(**kael):
    return fight(
        someone("seren", (5, 5), facing=90, weapons=[SWORD, BOLT], sheet=Sheet(powers=ALL)),
        someone("kael", (5, 6), facing=90, **kael),
        someone("orc", (6, 5), "foe", facing=270),
    )


def invoke(power, target=None):
    return Act("seren", f"power:{power.name}", target)


def test_powers_are_buttons_with_their_price():
    encounter = field()
    bar = {action.key: action for action in rules().actions(encounter, encounter.tokens["seren"])}
    assert bar["power:Rally"].cost == ("bonus",)
    assert bar["power:Battle chant"].cost == ("standard", "standard")
    assert bar["power:Hex bolt"].cost == ("standard",) * 3
    assert bar["power:Fury"].unavailable == "needs a Limit Break"
    assert bar["power:Battle chant"].help == ("Valor power for 2 actions: 1 level of Advantage")
    assert not bar["power:Focus"].needs_target
    tired = with_status(encounter, "seren", actions=1, bonus=0)
    bar = {action.key: action for action in rules().actions(tired, tired.tokens["seren"])}
    assert bar["power:Battle chant"].unavailable == "needs 2 actions"
    assert bar["power:Rally"].unavailable == "bonus action spent"


def test_an_ally_grants_a_healing_surge_although_second_wind_is_used():
    encounter = field(status={"damage": 6, "fatigue": 9})
    encounter = with_status(encounter, "kael", damage=6, fatigue=9, second_wind=True)
    after, log = play(encounter, invoke(RALLY, "kael"))
    healed = status(after, "kael")
    assert (healed.damage, healed.fatigue, healed.surges_used) == (2, 1, 1)
    assert (healed.actions, status(after, "seren").bonus) == (2, 0)
    assert log[0].headline == "Seren invokes Rally (Tactics) on Kael"
    assert status(after, "seren").strenuous
    free, _ = play(encounter, invoke(RALLY, "kael"), system=rules(surge_price=SurgePrice.FREE))
    assert status(free, "kael").actions == 3


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({}, "Kael: unhurt"),
        ({"damage": 5, "surges_used": 3}, "Kael: no healing surge left"),
        ({"damage": 5, "actions": 0}, "no action left to pay"),
    ],
)
def test_surges_that_cannot_be_granted(changes, why):
    encounter = with_status(field(), "kael", **changes)
    with pytest.raises(IllegalIntentError, match=why):
        play(encounter, invoke(RALLY, "kael"))


def test_a_minion_has_no_surge():
    encounter = field(sheet={"tier": Tier.LESSER})
    with pytest.raises(IllegalIntentError, match="minions have no healing surges"):
        play(encounter, invoke(RALLY, "kael"))


def test_a_power_may_help_the_next_check():
    after, log = play(field(), invoke(CHANT, "kael"))
    assert status(after, "kael").assist == 1
    assert status(after, "seren").actions == 1
    assert log[0].details == ("1 level of Advantage on the next check",)
    on_self, log = play(field(), invoke(FOCUS))
    assert status(on_self, "seren").assist == 1
    assert log[0].details[-1] == "Breathes slowly"


def test_a_power_may_stop_bleeding():
    wound = Injury("a cut", "chest", bleeding=2)
    encounter = field(conditions=["bleeding"], status={"injuries": (wound,)})
    encounter = with_status(encounter, "kael", injuries=(wound,))
    after, _ = play(encounter, invoke(STANCH, "kael"))
    assert not after.tokens["kael"].has("bleeding")
    assert status(after, "kael").bleeding == 0


def test_powers_give_and_take_conditions():
    after, log = play(field(), invoke(GRASP, "orc"))
    assert after.tokens["orc"].has("stunned")
    assert log[0].details == ("Now stunned",)
    held, _ = play(field(), Act("seren", "grapple", "orc"), 12, 1, 1, 1)
    freed, _ = play(held, invoke(FREE, "orc"))
    assert not freed.tokens["orc"].has("grappled")
    assert status(freed, "seren").grappling == ""


def test_a_power_may_push():
    after, log = play(field(), invoke(GUST, "orc"))
    assert after.tokens["orc"].at == Cell(8, 5)
    assert log[0].details == ("Orc is knocked back 2 areas",)


def test_a_power_that_strikes_costs_its_own_price_and_is_no_repeated_strike():
    encounter = with_status(field(), "seren", strikes=1)
    struck, log = play(encounter, invoke(HEX, "orc"), 12, 1, 1, 6, 10, 1)
    after = status(struck, "seren")
    assert (after.actions, after.strikes) == (0, 1)
    assert struck.tokens["orc"].has("blinded")
    assert log[-1].headline == "Seren invokes Hex bolt (Occult) on Orc"
    missed, _ = play(encounter, invoke(HEX, "orc"), 1, 1, 1)
    assert not missed.tokens["orc"].has("blinded")
    assert status(missed, "seren").actions == 0


def test_a_strike_by_a_power_needs_its_whole_price():
    encounter = with_status(field(), "seren", actions=2)
    choices = {"cost": "power", "power": "Hex bolt"}
    planned = plan(encounter, "seren", "orc", weapon="bolt", choices=choices)
    assert planned.illegal == "Hex bolt: needs 3 actions."


def test_a_limit_break_power_uses_it_up_and_strikes_with_total_advantage():
    encounter = with_status(field(), "seren", limit_break="ready", endured=6)
    choices = {"cost": "power", "power": "Fury"}
    planned = plan(encounter, "seren", "orc", weapon="sword", choices=choices)
    assert levels(planned) == {"power": 2, "limit_break": 1}
    assert planned.net == "Total Advantage"
    after, _ = play(encounter, invoke(FURY, "orc"), 12, 12, 12, 12, 6, 1, 1, 1, 10, 1)
    assert status(after, "seren").limit_break == ""
    assert after.tokens["orc"].at == Cell(7, 5)
    spent = with_status(encounter, "seren", limit_break="")
    assert plan(spent, "seren", "orc", weapon="sword", choices=choices).illegal == (
        "Fury: needs a Limit Break."
    )


@pytest.mark.parametrize(
    ("power", "target", "why"),
    [
        (RALLY, "orc", "is an enemy"),
        (GRASP, "kael", "is no enemy"),
        (STANCH, "far", "30 ft away, the power reaches 5"),
        (CHANT, "ghost", "no token"),
    ],
)
def test_whom_a_power_is_not_for(power, target, why):
    encounter = field().with_token(someone("far", (5, 11)))
    with pytest.raises(IllegalIntentError, match=why):
        play(encounter, invoke(power, target))


def test_a_power_needs_its_weapon_and_sight():
    dropped, _ = play(field(), Act("seren", "drop_item", None, {"weapon": "bolt"}))
    with pytest.raises(IllegalIntentError, match="has no bolt in hand"):
        play(dropped, invoke(HEX, "orc"))
    walled = fight(
        someone("seren", (5, 5), sheet=Sheet(powers=ALL)),
        someone("kael", (8, 5)),
        walls=[((7, 0), (7, 15))],
    )
    with pytest.raises(IllegalIntentError, match="doesn't see Kael"):
        play(walled, invoke(CHANT, "kael"))


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"name": " "}, "needs a name"),
        ({"actions": 4}, "1 to 3 actions"),
        ({"range_feet": -1}, "range_feet"),
        ({"levels": 10}, "levels"),
        ({"push_areas": 21}, "push_areas"),
    ],
)
def test_powers_that_cannot_be(wrong, why):
    with pytest.raises(ValueError, match=why):
        Power(**wrong)


def test_two_powers_need_two_names():
    with pytest.raises(ValueError, match="name of its own"):
        Sheet(powers=(RALLY, RALLY))
