"""Barriers made after an edit say what barriers made from nothing say."""

from types import MappingProxyType
from unittest.mock import patch

import numpy as np
import pytest
from encounters import obstacles
from hypothesis import given
from hypothesis import strategies as st

from battlemap.geometry import rays
from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.footprint import footprint
from battlemap.geometry.grid import GridKind
from battlemap.model.battle_map import GridSpec
from battlemap.model.obstacle import Wall
from battlemap.tactics import blocks
from battlemap.tactics.barriers import Barriers
from battlemap.tactics.window import Window


def answers(barriers, offsets):
    """All that others ask of barriers."""
    window = Window.of_map(barriers.grid, 1)
    return (
        barriers.screens,
        barriers.screen_index.ends.tolist(),
        barriers.weapon_stops,
        barriers.weapon_index.ends.tolist(),
        barriers.move_index.ends.tolist(),
        barriers.walled_steps(offsets).within(window).tolist(),
        barriers.bodies,
    )


@pytest.mark.parametrize("largest", [2, 64])
@pytest.mark.parametrize("kind", list(GridKind))
@given(st.data())
def test_edits_leave_nothing_behind(kind, largest, data):
    with patch.object(blocks, "_LARGEST", largest), patch.object(rays, "_BLOCK", largest):
        edit_and_compare(kind, data)


def edit_and_compare(kind, data):
    spec = GridSpec(kind, 7, 6)
    offsets = footprint(spec.grid, Cell(0, 0), data.draw(st.integers(1, 3), "size"))
    known = dict(data.draw(obstacles(spec), "first"))
    for _ in range(3):
        for key in [key for key in known if not data.draw(st.integers(0, 3))]:
            del known[key]
        known.update(data.draw(obstacles(spec), "more"))
        edited = Barriers.of(spec.grid, MappingProxyType(dict(known)))
        new = Barriers(spec.grid, MappingProxyType(dict(known)))
        assert answers(edited, offsets) == answers(new, offsets)


def test_a_wall_that_is_moved_frees_the_step_it_stood_in():
    grid = GridSpec(GridKind.SQUARE, 5, 5).grid
    window, east = Window(0, 0, 5, 5), grid.directions.index(Cell(1, 0))
    for x, blocked in ((2, Cell(1, 2)), (3, Cell(2, 2))):
        wall = Wall("w", Point(x, 2), Point(x, 3))
        found = Barriers.of(grid, MappingProxyType({"w": wall})).walled_steps((Cell(0, 0),))
        met = np.argwhere(found.within(window)[east])
        assert [Cell(q, r) for r, q in met.tolist()] == [blocked]
