"""Whether a modifier helps the attacker, where its sign alone doesn't say."""

from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter, Override
from battlemap.model.intent import Attack
from battlemap.rules.rulings import Known, Rulings

RULINGS = Rulings(
    "Game",
    {
        "cover": Known("Cover", 1, "Cover", "cover", unit="DC", hinders=True),
        "gear": Known("Gear", 1, "Gear", unit="die"),
    },
)


def ruled(value):
    encounter = Encounter(BattleMap(GridSpec()), overrides=(Override("cover", "a", "b", value),))
    rows = [RULINGS.row("cover", "a wall")]
    return next(iter(RULINGS.overruled(encounter, Attack("a", "b"), "b", rows)))


def test_a_higher_number_to_reach_is_no_help():
    assert not RULINGS.row("cover", "a wall").is_help
    assert RULINGS.row("cover", "a wall", -1).is_help
    assert RULINGS.row("gear", "a sword").is_help
    assert not RULINGS.row("gear", "a broken sword", -1).is_help


def test_a_ruling_in_numbers_changes_whether_it_helps():
    assert not ruled("2").is_help
    assert ruled("-2").is_help
    assert not ruled("off").is_help
