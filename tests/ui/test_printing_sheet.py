from dataclasses import replace

from printing_boards import PlainSystem, full_map
from pypdf import PdfReader

from battlemap.model.turn_order import Slot, TurnOrder
from battlemap.ui.printing.content import Content
from battlemap.ui.printing.pages import pitch
from battlemap.ui.printing.paper import PageSetup, Rect
from battlemap.ui.printing.printer import export_pdf
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
    assert "Page A1, 1 of 1, round 3" in PdfReader(path).pages[0].extract_text()
    export_pdf(full_map(), SYSTEM, path, region=Rect(0, 0, 5, 5))
    assert "round" not in PdfReader(path).pages[0].extract_text()


def test_whole_maps_are_laid_out_along_their_grid():
    encounter = full_map()
    printout = Printout(encounter, SYSTEM, PageSetup())
    assert pitch(printout.grid) == (1.0, 1.0)
    assert printout.page_set.region == Rect(0, 0, 20, 15)
