"""Names of a map that no file can have: an error while painting would end the program."""

from dataclasses import replace

import pytest

from battlemap.geometry.cell import Cell


@pytest.mark.parametrize("name", ["k" * 300, "knight\0", "../../pyproject"])
def test_pictures_and_conditions_of_odd_names_are_drawn(window, qtbot, name):
    encounter = window.encounter
    seren = replace(
        encounter.tokens["seren"],
        art=f"builtin:{name}",
        conditions=frozenset({name}),
        at=Cell(6, 8),
    )
    window.bridge.session.edit("Odd", encounter.with_token(seren))
    window.bridge.select(("seren",))
    qtbot.wait(20)
    assert not window.grab().isNull()
