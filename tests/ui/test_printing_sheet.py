from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from printing_boards import PlainSystem, full_map
from pypdf import PdfReader

from battlemap.geometry.cell import Point
from battlemap.geometry.grid import GridKind
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter
from battlemap.model.obstacle import Door, Prop, Wall
from battlemap.model.terrain import Layer
from battlemap.model.turn_order import Slot, TurnOrder
from battlemap.ui.printing.content import Content, Look
from battlemap.ui.printing.pages import pitch
from battlemap.ui.printing.paper import PageSetup, Rect
from battlemap.ui.printing.printer import export_pdf, write_pdf
from battlemap.ui.printing.sheet import Materials, Printout

SYSTEM = PlainSystem()


def test_materials_are_shared_by_printouts_of_the_same_document_only():
    encounter, materials = full_map(), Materials()
    one = Printout(encounter, SYSTEM, PageSetup(), materials=materials)
    two = Printout(encounter, SYSTEM, PageSetup(cell_mm=30), materials=materials)
    assert one.ink is two.ink
    assert one.ink is not Printout(encounter, SYSTEM, PageSetup()).ink
    for_gm = Printout(encounter, SYSTEM, PageSetup(), Content(gm=True), materials=materials)
    assert for_gm.ink is not one.ink
    changed = replace(encounter, tokens={})
    assert Printout(changed, SYSTEM, PageSetup(), materials=materials).ink.encounter is changed


def test_the_heading_is_the_title_or_the_map_or_plain_words():
    encounter = full_map()
    assert Printout(encounter, SYSTEM, PageSetup(), title="Night").heading == "Night"
    assert Printout(encounter, SYSTEM, PageSetup()).heading == "The Sunken Hall"
    unnamed = encounter.with_map(replace(encounter.map, name=""))
    assert Printout(unnamed, SYSTEM, PageSetup()).heading == "Battle map"


def test_the_round_is_said_while_a_fight_is_under_way(qapp, tmp_path):
    path = tmp_path / "map.pdf"
    order = TurnOrder(round=3, slots=(Slot("seren", 12, 3),), active="seren")
    fight = replace(full_map(), turn_order=order)
    export_pdf(fight, SYSTEM, path, region=Rect(0, 0, 5, 5))
    words = PdfReader(path).pages[0].extract_text()
    assert "Page A1, 1 of 1" in words
    assert "Round 3" in words
    export_pdf(full_map(), SYSTEM, path, region=Rect(0, 0, 5, 5))
    assert "Round" not in PdfReader(path).pages[0].extract_text()


def test_whole_maps_are_laid_out_along_their_grid():
    encounter = full_map()
    printout = Printout(encounter, SYSTEM, PageSetup())
    assert pitch(printout.grid) == (1.0, 1.0)
    assert printout.page_set.region == Rect(0, 0, 20, 15)


POINTS = st.tuples(st.integers(-4, 40), st.integers(-4, 40)).map(
    lambda p: Point(p[0] / 4, p[1] / 4)
)
OBSTACLES = st.lists(
    st.one_of(
        st.builds(Wall, st.just(""), POINTS, POINTS),
        st.builds(
            Door,
            st.just(""),
            POINTS,
            POINTS,
            is_open=st.booleans(),
            is_locked=st.booleans(),
            is_secret=st.booleans(),
            is_window=st.booleans(),
        ),
        st.builds(Prop, st.just(""), st.lists(POINTS, min_size=3, max_size=6).map(tuple)),
    ),
    max_size=8,
)
LAYERS = arrays(np.int16, (8, 9), elements=st.integers(0, 63))


@pytest.mark.usefixtures("qapp")
@given(st.sampled_from(GridKind), st.sampled_from(Look), OBSTACLES, LAYERS, LAYERS)
@settings(max_examples=25, deadline=None)
def test_whatever_stands_on_a_map_it_can_be_printed(kind, look, obstacles, terrain, heights):
    """Walls off the map, props that cross themselves, doors of no length, all terrain at once."""
    named = {str(i): replace(obstacle, id=str(i)) for i, obstacle in enumerate(obstacles)}
    battle_map = BattleMap(
        grid=GridSpec(kind, 9, 8),
        terrain=Layer(terrain.copy()),
        elevation=Layer(heights.copy()),
        obstacles=named,
    )
    encounter = Encounter(map=battle_map, tokens=full_map(kind).tokens)
    printout = Printout(encounter, SYSTEM, PageSetup(cell_mm=30), Content(gm=True), look)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "map.pdf"
        write_pdf(printout, path)
        assert len(PdfReader(path).pages) == len(printout.page_set.pages)
