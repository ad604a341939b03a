"""Hit locations and critical results: every damage type, every location, every row (section 23)."""

from __future__ import annotations

import pytest
from shadow_boards import fight, play, rules, someone, status

from battlemap.model.intent import Attack
from battlemap.model.token import Weapon
from battlemap.rules.procedure import run
from battlemap.systems.shadowrealms.criticals import (
    LOCATIONS,
    critical,
    critical_tables,
    location_of,
)
from battlemap.systems.shadowrealms.harm import wound
from battlemap.systems.shadowrealms.sheet import DamageType, WeaponDetails

TEXT = {
    "head": (19, 20),
    "left arm": (16, 18),
    "right arm": (13, 15),
    "chest": (9, 12),
    "abdomen": (5, 8),
    "left leg": (3, 4),
    "right leg": (1, 2),
}
"""The table of the text: first and last face of a d20."""


def duel(kind=DamageType.SLASHING):
    blade = Weapon("blade", details=WeaponDetails(kind))
    return fight(
        someone("seren", (5, 5), facing=90, weapons=[blade], sheet={"might": 6}),
        someone("orc", (6, 5), "foe", facing=270),
    )


def test_the_hit_locations_are_those_of_the_text():
    for face in range(1, 21):
        place = location_of(face)
        first, last = TEXT[place]
        assert first <= face <= last


@pytest.mark.parametrize("kind", list(DamageType))
@pytest.mark.parametrize("place", list(TEXT))
def test_an_attack_lands_in_each_location_with_each_damage_type(kind, place):
    """Three successes, 3d6 of 2, 3 and 4: a total of 9."""
    face = TEXT[place][0]
    after, log = play(
        duel(kind), Attack("seren", "orc"), *(12, 12, 12, 1, 1, 1), *(6, 6, 6), face, 2, 3, 4
    )
    row = critical(kind, place, 9)
    assert row.least == 7
    outcome = log[0].outcome
    assert outcome.location == f"{place.capitalize()} ({face})"
    assert outcome.critical == f"critical total 9: {row.text}"
    assert outcome.damage == 4
    assert status(after, "orc").damage == 4
    assert {injury.location for injury in status(after, "orc").injuries} <= {place}


@pytest.mark.parametrize("kind", list(DamageType))
@pytest.mark.parametrize("part", ["head", "chest", "abdomen", "arm", "leg"])
def test_every_row_does_what_it_says(kind, part):
    rows = critical_tables()[kind.value, part]
    assert [row.least for row in rows] == sorted({row.least for row in rows})
    assert rows[0].least == 1
    place = next(location for _, location in LOCATIONS if location.endswith(part))
    for row in rows:
        assert critical(kind, place, row.least) is row
        encounter = duel(kind)

        def wounded(encounter=encounter, row=row):
            after, _lines = yield from wound(rules(), encounter, "orc", row, place)
            return after

        after, _ = run(wounded(), encounter, [])
        orc = after.tokens["orc"]
        assert set(row.conditions) <= orc.conditions
        assert orc.has("bleeding") is bool(row.bleeding)
        assert status(after, "orc").bleeding == row.bleeding
        assert status(after, "orc").fatigue == row.fatigue
        assert sum(injury.dice for injury in status(after, "orc").injuries) == row.dice
        assert sum(injury.feet for injury in status(after, "orc").injuries) == row.feet
        opened = row.drops and place == "right arm"
        assert bool(status(after, "orc").dropped) is opened


def test_totals_escalate_to_death_and_never_run_out():
    for (kind, part), rows in critical_tables().items():
        worst = critical(DamageType(kind), part, 96)
        assert worst is rows[-1]
    deadly = [rows[-1] for (_, part), rows in critical_tables().items() if part == "head"]
    assert all("dead" in row.conditions for row in deadly)
