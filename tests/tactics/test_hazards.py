"""Dangerous ground, drops, arcs as regions, and sizes."""

from __future__ import annotations

import pytest
from tactics_boards import board, token

from battlemap.geometry.angle import Arc
from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import GridKind
from battlemap.model.terrain import Terrain
from battlemap.tactics.arcs import arc_cells, arc_regions
from battlemap.tactics.hazards import Drop, Entered, drops, entered, stands_in
from battlemap.tactics.movement import Mover, path_along
from battlemap.tactics.situation import survey

FAR = Mover(rate=6000, actions=1)


def walked(made, *cells, key="a"):
    return path_along(made, key, FAR, [Cell(*cell) for cell in cells])[0]


def test_hazards_count_on_entry_only():
    fire = {Terrain.HAZARDOUS: [(1, 0), (2, 0), (2, 1)]}
    made = board([token("a", (0, 0))], terrain=fire)
    path = walked(made, (0, 0), (1, 0), (2, 0), (3, 0), (2, 0))
    assert entered(made, "a", path, Terrain.HAZARDOUS) == (
        Entered(1, (Cell(1, 0),)),
        Entered(2, (Cell(2, 0),)),
        Entered(4, (Cell(2, 0),)),
    )
    large = board([token("a", (0, 0), size=2)], terrain=fire)
    path = walked(large, (0, 0), (1, 0))
    assert entered(large, "a", path, Terrain.HAZARDOUS) == (Entered(1, (Cell(2, 0), Cell(2, 1))),)
    assert stands_in(large, "a", Terrain.HAZARDOUS) == (Cell(1, 0),)


def test_drops_lead_down():
    made = board([token("a", (0, 0))], elevation={10: [(0, 0), (1, 0)], 5: [(2, 0)]})
    assert drops(made, "a", walked(made, (0, 0), (1, 0), (2, 0), (3, 0))) == (
        Drop(2, 5),
        Drop(3, 5),
    )
    assert drops(made, "a", walked(made, (0, 0), (1, 0))) == ()
    up = board([token("a", (3, 0))], elevation={10: [(2, 0)]})
    assert drops(up, "a", walked(up, (3, 0), (2, 0))) == ()
    flying = board([token("a", (0, 0), elevation_feet=30)], elevation={10: [(0, 0)]})
    assert drops(flying, "a", walked(flying, (0, 0), (1, 0))) == ()


@pytest.mark.parametrize("kind", list(GridKind))
def test_arcs_as_regions_have_the_area_of_their_cells(kind):
    made = board([token("a", (5, 3), facing=90, size=2)], kind=kind)
    cells, regions = arc_cells(made, "a", 2), arc_regions(made, "a", 2)
    for arc in Arc:
        area = sum(_area(ring) for ring in regions[arc])
        cell = 1.0 if kind is GridKind.SQUARE else 3**0.5 / 2
        assert area == pytest.approx(len(cells[arc]) * cell, rel=1e-6)


def _area(ring):
    pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
    return abs(sum(a.x * b.y - b.x * a.y for a, b in pairs)) / 2


def test_sizes_compare():
    made = board([token("a", (0, 0), "party", size=3), token("t", (5, 5))])
    assert survey(made, "a", "t").sizes.difference == 2
