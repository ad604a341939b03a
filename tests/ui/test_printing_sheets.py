"""The sheets beside the map: what they say, in both looks, and that the plan is the panel's."""

from dataclasses import replace

import pytest
from printing_boards import FightingSystem, empty_map, full_map, texts_of
from pypdf import PdfReader

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.grid import GridKind
from battlemap.model.encounter import Encounter, RulesChoice
from battlemap.model.intent import Attack
from battlemap.model.lasting import Aura, AuraFor
from battlemap.model.lasting import Lasting as ByHand
from battlemap.model.obstacle import Wall
from battlemap.model.token import Token
from battlemap.model.turn_order import Slot, TurnOrder
from battlemap.resources import maps_path
from battlemap.rules.plan import Effect
from battlemap.session.registry import system_keys
from battlemap.session.session import Session
from battlemap.tactics.board import Board
from battlemap.ui.panels.fact_words import fact_lines
from battlemap.ui.panels.wording import percent
from battlemap.ui.printing.appendix import Parts, body_of
from battlemap.ui.printing.content import Content, Look
from battlemap.ui.printing.flow import flowed
from battlemap.ui.printing.legend import entries, legend_blocks
from battlemap.ui.printing.paper import A4, LayoutError, Orientation, PageSetup, custom_paper
from battlemap.ui.printing.printer import write_pdf
from battlemap.ui.printing.sheet import Printout
from battlemap.ui.printing.situation_sheet import binned, evidence

pytestmark = pytest.mark.usefixtures("qapp")

SYSTEM = FightingSystem()


def printed(tmp_path, encounter, system=SYSTEM, look=Look.INK_SAVER, content=None, **parts):
    path = tmp_path / "sheets.pdf"
    printout = Printout(
        encounter, system, PageSetup(), content or Content(), look, parts=Parts(map=False, **parts)
    )
    write_pdf(printout, path)
    labels = [sheet.label for sheet in printout.sheets]
    return labels, [" ".join(text.split()) for text in texts_of(path)]


# The situation ------------------------------------------------------------------------------


def duel(system, kind=GridKind.SQUARE):
    """Return a session of two tokens side by side, one behind the other."""
    grid = empty_map(kind, 8, 6).map.grid.grid
    a = Token("seren", "Seren", "party", grid.from_offset(2, 2), facing=grid.facings[0])
    b = Token("orc", "Orc Brute", "foe", grid.from_offset(3, 2), facing=grid.facings[0])
    encounter = empty_map(kind, 8, 6).with_token(a).with_token(b)
    return Session.new(replace(encounter, rules=RulesChoice(system)), seed=1)


@pytest.mark.parametrize("look", Look)
@pytest.mark.parametrize("kind", [GridKind.SQUARE, GridKind.HEX_POINTY])
@pytest.mark.parametrize("system", system_keys())
def test_any_system_can_print_an_attack(tmp_path, system, kind, look):
    session = duel(system, kind)
    plan = session.plan(Attack("seren", "orc"))
    labels, texts = printed(tmp_path, session.encounter, session.system, look, situation=plan)
    assert labels[0].startswith("Situation")
    words = " ".join(texts)
    assert "Seren attacks Orc Brute" in words
    for line in fact_lines(plan.situation, session.encounter, session.board.conventions):
        assert f"{line.label} {line.value}" in words
    for row in plan.modifiers:
        assert row.label in words
        assert row.source in words
    assert plan.net in words
    if plan.odds is not None:
        assert plan.odds.summary in words
        assert f"mean damage {plan.odds.mean:.2f}" in words.lower()
        assert percent(plan.odds.hit).replace("\xa0", " ") in words.replace("\xa0", " ")
    else:
        assert plan.illegal in words


def test_an_overruled_modifier_is_told_apart(tmp_path):
    session = Session.open(maps_path() / "sunken-hall.battlemap")
    attack = Attack("bryn", "orc-brute")
    plan = session.plan(attack)
    key = next(row.key for row in plan.modifiers if row.enabled)
    off = session.plan(replace(attack, switched={key: "off"}))
    _, texts = printed(tmp_path, session.encounter, session.system, situation=off)
    assert "Overruled" in " ".join(texts)
    _, texts = printed(tmp_path, session.encounter, session.system, situation=plan)
    assert "Overruled" not in " ".join(texts)


def test_the_lines_that_prove_the_facts_are_on_the_map():
    session = Session.open(maps_path() / "sunken-hall.battlemap")
    plan = session.plan(Attack("bryn", "orc-brute"))
    drawing = evidence(Board.of(session.encounter, session.system), plan)
    assert drawing.lines
    assert not drawing.labels, "the words stand below the map"


def test_many_results_are_added_up_to_the_last_bar():
    bars = binned(dict.fromkeys(range(50), 0.02))
    assert len(bars) == 14
    assert bars[0] == ("0", 0.02)
    assert bars[-1][0] == "13+"
    assert sum(chance for _, chance in bars) == pytest.approx(1.0)


# The legend ---------------------------------------------------------------------------------


def legend(encounter, content=None, look=Look.INK_SAVER):
    printout = Printout(encounter, SYSTEM, PageSetup(), content or Content(), look)
    return [entry.words for entry in entries(printout)]


def test_an_empty_map_explains_its_cells_alone():
    assert legend(empty_map()) == ["a cell: 25.4 mm on paper, 5 ft"]
    assert legend(empty_map(), Content(grid=False)) == []


SIGNS = {
    "terrain": ("difficult", "hazardous", "obscured", "water", "impassable", "a climb"),
    "elevation": ("the ground falls",),
    "walls": ("a wall", "a shut door", "an open door", "a locked door", "a window", "furniture"),
    "tokens": ("the party", "a foe", "an ally", "dead", "the bar", "the arrow"),
    "facing": ("the arrow",),
    "health": ("the bar",),
    "notes": ("a note",),
    "templates": ("an area",),
    "grid": ("a cell",),
}


@pytest.mark.parametrize("name", SIGNS)
def test_what_is_shown_is_explained_and_nothing_else(name):
    def has(words, sign):
        return any(line.startswith(sign) for line in words)

    on, off = legend(full_map()), legend(full_map(), Content().without(name))
    for sign in SIGNS[name]:
        assert has(on, sign)
        assert not has(off, sign)
    assert set(off) < set(on)


def test_walls_of_one_way_are_told_from_others():
    grid = empty_map(columns=4, rows=4)
    one_way = Wall("o", Point(1, 1), Point(3, 1), one_way="right")

    def words(*walls):
        named = {wall.id: wall for wall in walls}
        return legend(replace(grid, map=replace(grid.map, obstacles=named)))[1:]

    assert words(Wall("w", Point(1, 2), Point(3, 2))) == ["a wall"]
    assert words(one_way) == ["a wall that is crossed as its arrows point, never back"]


def test_secrets_are_explained_to_the_gm_alone():
    players, gm = legend(full_map()), legend(full_map(), Content(gm=True))
    secrets = {"a secret door", "a note for the GM alone", "hidden from the players"}
    assert secrets <= set(gm)
    assert not secrets & set(players)


def test_reach_and_arcs_are_explained_where_they_are_drawn():
    words = legend(full_map(), Content(reach=True, arcs=True))
    assert "threatened by the foes" in words
    assert any(line.startswith("arcs:") for line in words)


@pytest.mark.parametrize("look", Look)
@pytest.mark.parametrize("kind", GridKind)
def test_each_sign_has_its_words_on_the_page(tmp_path, kind, look):
    content = Content(gm=True, reach=True, arcs=True)
    labels, texts = printed(tmp_path, full_map(kind), SYSTEM, look, content, legend=True)
    assert labels[0].startswith("Legend")
    words = " ".join(texts)
    for line in legend(full_map(kind), content):
        assert line[1:].split(":")[0] in words


# Turn order and token sheets ------------------------------------------------------------------


def fighting(encounter):
    slots = (Slot("orc", 17, 2), Slot("seren", 12, 2, "fast"), Slot("skulk", 9, 2))
    return replace(encounter, turn_order=TurnOrder(2, "", slots, "orc"))


def test_the_turn_order_is_that_of_the_rules(tmp_path):
    labels, (text,) = printed(tmp_path, fighting(full_map()), turn_order=True)
    assert labels == ["Turn order"]
    assert "This round" in text
    assert "round 2" in text
    assert text.index("Orc Brute") < text.index("Seren")
    assert "fast" in text
    assert "Skulk" not in text, "players don't see who is hidden"
    _, (text,) = printed(tmp_path, fighting(full_map()), content=Content(gm=True), turn_order=True)
    assert "Skulk" in text


def test_without_a_fight_there_is_a_roster_by_sides(tmp_path):
    _, (text,) = printed(tmp_path, full_map(), turn_order=True)
    assert text.index("Party") < text.index("Seren") < text.index("Ally") < text.index("Kael")


def test_a_map_without_tokens_says_so(tmp_path):
    _, texts = printed(tmp_path, empty_map(), turn_order=True, token_sheets=True)
    assert all("no tokens" in text for text in texts)


def test_token_sheets_tell_what_a_token_is(tmp_path):
    session = Session.open(maps_path() / "sunken-hall.battlemap")
    seren = session.encounter.tokens["seren"]
    _, texts = printed(tmp_path, session.encounter, session.system, token_sheets=True)
    words = " ".join(texts)
    for weapon in session.system.weapons(seren):
        assert weapon.name in words
    assert "Fighting: 5" in words
    assert "faces east" in words
    assert seren.notes
    assert seren.notes not in words, "notes are the GM's"
    _, texts = printed(
        tmp_path, session.encounter, session.system, content=Content(gm=True), token_sheets=True
    )
    assert seren.notes in " ".join(texts)
    assert "Skulk" in " ".join(texts)


def test_token_sheets_tell_what_lasts(tmp_path):
    class Lasting(FightingSystem):
        def effects(self, encounter, token):
            if token.id != "seren":
                return ()
            return (Effect("Haste", 2, "one more action"), Effect("Cursed"))

    _, texts = printed(tmp_path, full_map(), Lasting(), token_sheets=True)
    words = " ".join(texts)
    assert words.count("Haste: one more action (2 rounds left); Cursed") == 1


def test_token_sheets_tell_what_the_gm_keeps_on_a_token(tmp_path):
    encounter = full_map()
    key, token = next(iter(encounter.tokens.items()))
    kept = replace(
        token,
        hidden=False,
        auras=(Aura("Fear", 15, AuraFor.ENEMIES),),
        lasting=(ByHand("Haste", 2, "twice as fast"),),
    )
    assert kept.id == key
    _, texts = printed(tmp_path, encounter.with_token(kept), token_sheets=True)
    whole = " ".join(texts)
    assert "Haste: twice as fast (2 rounds left)" in whole
    assert "Fear, 15 ft, enemies" in whole


def test_many_tokens_take_many_pages(tmp_path):
    tokens = {
        f"t{i}": Token(f"t{i}", f"Goblin {i}", "foe", Cell(i % 20, i // 20)) for i in range(70)
    }
    encounter: Encounter = replace(empty_map(), tokens=tokens)
    labels, texts = printed(tmp_path, encounter, token_sheets=True)
    assert len(labels) > 2
    assert labels[0] == f"Token sheets 1 of {len(labels)}"
    words = " ".join(texts)
    assert all(f"Goblin {i} " in words for i in range(70))


# All of them ------------------------------------------------------------------------------------


def test_sheets_follow_the_map_in_order(tmp_path):
    session = Session.open(maps_path() / "arena.battlemap")
    printout = Printout(
        session.encounter,
        session.system,
        PageSetup(),
        parts=Parts(legend=True, turn_order=True, minis=True, flat_tokens=True),
    )
    labels = [sheet.label for sheet in printout.sheets]
    pages = [page.label for page in printout.page_set.pages]
    assert labels == [*pages, "Legend", "Turn order", "Minis", "Tokens"]
    assert [sheet.number for sheet in printout.sheets] == list(range(1, len(labels) + 1))
    path = tmp_path / "all.pdf"
    write_pdf(printout, path)
    assert len(PdfReader(path).pages) == len(labels)


def test_sheets_are_the_same_each_time(tmp_path):
    session = Session.open(maps_path() / "arena.battlemap")
    parts = Parts(legend=True, turn_order=True, token_sheets=True, minis=True, flat_tokens=True)
    files = []
    for number in (1, 2):
        path = tmp_path / f"{number}.pdf"
        write_pdf(Printout(session.encounter, session.system, PageSetup(), parts=parts), path)
        files.append(path.read_bytes())
    assert files[0] == files[1]


def test_paper_without_room_is_refused_in_a_sentence():
    setup = PageSetup(custom_paper(60, 60))
    printout = Printout(full_map(), SYSTEM, setup, parts=Parts(map=False, legend=True))
    with pytest.raises(LayoutError, match="too small for sheets"):
        printout.sheets  # noqa: B018  # asking for them is what fails
    with pytest.raises(LayoutError, match="nothing to print"):
        Printout(full_map(), SYSTEM, PageSetup(), parts=Parts(map=False)).sheets  # noqa: B018


def test_a_table_of_one_result_has_no_bars(tmp_path):
    session = Session.open(maps_path() / "sunken-hall.battlemap")
    plan = session.plan(Attack("bryn", "orc-brute"))
    _, (text,) = printed(tmp_path, session.encounter, session.system, situation=plan)
    assert text.index("Hits ") < text.rindex("Hits") < text.rindex("Damage")
    certain = replace(plan, odds=replace(plan.odds, hits={0: 1.0}))
    _, (text,) = printed(tmp_path, session.encounter, session.system, situation=certain)
    assert text.count("Hits") == 1, "only in the sentence"
    assert "Damage" in text


@pytest.mark.parametrize(("paper", "columns"), [(custom_paper(120, 170), 1), (A4, 2)])
def test_narrow_paper_has_one_column(paper, columns):
    printout = Printout(
        full_map(), SYSTEM, PageSetup(paper, Orientation.PORTRAIT), parts=Parts(legend=True)
    )
    blocks = legend_blocks(printout, 80.0)
    pages = len([sheet for sheet in printout.sheets if sheet.label.startswith("Legend")])
    room = body_of(printout).height
    runs = len(flowed(blocks, room))
    assert pages == -(-runs // columns)


def test_results_with_names_are_told_by_them(tmp_path):
    session = Session.open(maps_path() / "sunken-hall.battlemap")
    plan = session.plan(Attack("bryn", "orc-brute"))
    named = (("Critical hit", 0.05), ("Hit", 0.6), ("Miss", 0.35), ("Fumble", 0.0))
    odds = replace(plan.odds, degrees=named)
    _, (text,) = printed(
        tmp_path, session.encounter, session.system, situation=replace(plan, odds=odds)
    )
    assert "Results" in text
    assert "Critical hit" in text
    assert "Fumble" not in text, "what can't happen is left out"
    stars = replace(plan, odds=replace(plan.odds, hits_label="effective stars"))
    _, (text,) = printed(tmp_path, session.encounter, session.system, situation=stars)
    assert "Effective stars" in text
