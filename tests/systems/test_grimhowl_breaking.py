"""Objects that are struck until they are gone, and the Cover that goes with them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from grim_boards import BOW, SWORD, Training, fight, play, rules, someone, status, table, values
from grim_boards import plan as planned

from battlemap.geometry.cell import Point
from battlemap.model.intent import Act, Attack
from battlemap.model.obstacle import Wall
from battlemap.rules.procedure import IllegalIntentError
from battlemap.session.session import Session


def street(**options):
    return fight(
        someone("seren", (3, 3), weapons=[SWORD, BOW], sheet={"fighting": Training(3)}),
        someone("orc", (5, 3), "foe"),
        props={"crate": ((4.1, 3.1), (4.9, 3.9)), "table": ((2.1, 3.1), (2.9, 3.9))},
        **options,
    )


def test_break_through_the_session():
    session = Session.new(street(), seed=1)
    session.type_next([6, 1, 1, 4])
    session.perform(Act("seren", "break", choices={"obstacle": "crate", "weapon": "sword"}))
    assert session.encounter.map.obstacles["crate"].damage == 5
    assert status(session.encounter, "seren").actions == 2
    # It is an attack, and the next one repeats it.
    assert status(session.encounter, "seren").times("attack") == 1
    entry = session.log.entries[-1]
    assert entry.headline == "Seren strikes Crate"
    assert entry.details == (
        "With sword, DC 2",
        "3d6 at DC 2: 6 1 1, 1 star",
        "1d6 + 1: 5 damage, 10 more break it",
    )
    seren = session.encounter.tokens["seren"]
    [button] = [b for b in session.system.actions(session.encounter, seren) if b.key == "break"]
    assert button.penalty == "−1 die"
    assert button.on_obstacle


def test_cover_is_gone_with_its_object():
    encounter = table(
        someone("seren", (3, 3), weapons=[SWORD, BOW]),
        someone("orc", (5, 3), "foe"),
        props={"crate": ((4.1, 3.1), (4.9, 3.9))},
    )
    encounter, _ = play(encounter, Act("orc", "take_cover"))
    assert values(planned(encounter, "seren", "orc", weapon="bow")) == {"cover": 1}
    crate = replace(encounter.map.obstacles["crate"], durability=4)
    encounter = encounter.with_map(replace(encounter.map, obstacles={"crate": crate}))
    struck = Act("seren", "break", choices={"obstacle": "crate"})
    encounter, lines = play(encounter, struck, 6, 1, 1, 1, 3)
    assert lines[-1].headline == "Seren destroys Crate"
    assert encounter.map.obstacles == {}
    assert values(planned(encounter, "seren", "orc", weapon="bow")) == {}
    assert rules().effects(encounter, encounter.tokens["orc"]) == ()


def test_whoever_does_not_say_what_is_asked():
    encounter, lines = play(street(), Act("seren", "break"), "table", 1, 1, 1)
    assert lines[-1].headline == "Seren misses Table"
    assert encounter.map.obstacles["table"].damage == 0


def test_a_wall_gets_a_gap():
    encounter = table(someone("seren", (3, 3)))
    wall = Wall("wall", Point(4.0, 0.0), Point(4.0, 9.0), durability=3)
    encounter = encounter.with_map(replace(encounter.map, obstacles={"wall": wall}))
    encounter, _ = play(encounter, Act("seren", "break"), 6, 1, 1, 1, 5)
    assert len(encounter.map.obstacles) == 2
    assert all(part.damage == 0 for part in encounter.map.obstacles.values())


@pytest.mark.parametrize(
    ("changes", "details"),
    [
        ({"object_dc": 4}, "3d6 at DC 4: 5 3 1, 1 star"),
        ({"object_vitality": 30}, "1d6 + 2: 6 damage, 24 more break it"),
    ],
)
def test_how_hard_objects_are_is_an_option(changes, details):
    struck = Act("seren", "break", choices={"obstacle": "crate", "weapon": "sword"})
    _, lines = play(street(), struck, 5, 3, 1, 4, system=rules(**changes))
    assert details in lines[-1].details


def test_what_cannot_be_broken_says_why():
    bare = fight(someone("seren", (3, 3)), someone("orc", (5, 3), "foe"))
    with pytest.raises(IllegalIntentError, match="nothing to break here"):
        play(bare, Act("seren", "break"))
    with pytest.raises(IllegalIntentError, match="reaches no gate"):
        play(street(), Act("seren", "break", choices={"obstacle": "gate"}))
    far = Act("seren", "break", choices={"obstacle": "crate", "weapon": "spoon"})
    with pytest.raises(IllegalIntentError, match="has no spoon"):
        play(street(), far)


def test_striking_things_repeats_striking_people():
    encounter, _ = play(street(), Act("seren", "break", choices={"obstacle": "table"}), 1, 1, 1)
    shot = planned(encounter, "seren", "orc", weapon="bow")
    assert values(shot)["repeat"] == -1
    quiet = {"defense": "passive", "stars": "none"}
    encounter, _ = play(encounter, Attack("seren", "orc", "bow", quiet), 1, 1)
    _, lines = play(encounter, Act("seren", "break", choices={"obstacle": "table"}), 1)
    assert "Repeat Action Penalty −2 dice: 3rd attack of Seren this round" in lines[-1].details
