"""Each command on a short map: the keys that scripts rely on, and the answers of the session."""

from __future__ import annotations

import json

import pytest
from PySide6.QtGui import QImage

from battlemap.cli.facts import facts_of
from battlemap.cli.output import plain
from battlemap.geometry.cell import Cell
from battlemap.model import store
from battlemap.model.intent import Attack
from battlemap.session.files import backup_path
from battlemap.session.session import Session
from battlemap.tactics.situation import survey

PAIR = ("--attacker", "seren", "--target", "orc")


def test_facts_have_the_promised_keys(command, board):
    found = command("facts", board(), *PAIR, "--json").json
    assert found["distance"] == {"cells": 2, "feet": 10}
    assert found["arc"] == "front"
    assert found["in_reach"] is True
    assert found["flanked"].keys() >= {"value", "partner", "reason"}
    assert found["cover"].keys() >= {"grade", "share", "by", "applies"}
    assert found["cover"]["grade"] == "none"
    assert found["cover"]["applies"] is False
    assert found["line_of_sight"] is True
    assert found["elevation_difference_feet"] == 0
    assert found["engaged_by"] == []
    assert found["modifiers"] == []
    assert len(found["evidence"]["cover"]["rays"]) == 16


def test_facts_from_behind_on_a_hill(command, board):
    tokens = [
        {"id": "seren", "side": "party", "at": [5, 5], "facing": 90},
        {"id": "orc", "side": "foe", "at": [6, 5], "facing": 90},
    ]
    hill = [{"feet": 10, "cells": [[5, 5]]}]
    path = board(tokens=tokens, elevation=hill)
    found = command("facts", path, *PAIR, "--json").json
    assert found["arc"] == "rear"
    assert found["elevation_difference_feet"] == 10
    rows = {row["key"]: row for row in found["modifiers"]}
    assert rows["rear"]["value"] == 2
    assert rows["higher_ground"]["value"] == 1
    for row in rows.values():
        assert row.keys() >= {"label", "value", "reason", "source"}


def test_facts_see_the_cover_and_who_engages(command, board):
    tokens = [
        {
            "id": "seren",
            "side": "party",
            "at": [2, 1],
            "weapons": [{"name": "bow", "range_feet": 100}],
        },
        {"id": "orc", "side": "foe", "at": [6, 1]},
        {"id": "imp", "side": "foe", "at": [1, 1]},
    ]
    props = [{"id": "crate", "outline": [[4, 1], [5, 1], [5, 2], [4, 2]], "cover": "minor"}]
    path = board(tokens=tokens, props=props, walls=[])
    found = command("facts", path, *PAIR, "--json").json
    assert found["cover"]["grade"] == "minor"
    assert found["cover"]["by"] == ["crate"]
    assert found["cover"]["applies"] is True
    assert found["engaged_by"] == ["imp"]
    overruled = command("facts", path, *PAIR, "--switch", "cover=off", "--json").json
    assert overruled["cover"]["applies"] is False
    by_hand = command("facts", path, *PAIR, "--switch", "fact:cover=none", "--json").json
    assert (by_hand["cover"]["grade"], by_hand["cover"]["applies"]) == ("none", False)
    assert by_hand["overruled"] == {"cover": "once"}


ONE_SIDED = {
    "walls": [{"id": "w", "from": [4, 1], "to": [4, 3.9], "cover": "major"}],
    "tokens": [
        {
            "id": "seren",
            "side": "party",
            "at": [3, 3],
            "weapons": [{"name": "bow", "range_feet": 100}],
        },
        {"id": "orc", "side": "foe", "at": [6, 1]},
    ],
}
"""Seren shoots round the end of the wall; from the orc she stands behind it."""


def test_facts_are_asked_from_the_target_too(command, board):
    path = board(**ONE_SIDED)
    found = command("facts", path, *PAIR, "--json").json
    other = command("facts", path, "--attacker", "orc", "--target", "seren", "--json").json
    assert (found["cover"]["grade"], found["visible_share"]) == ("none", 1)
    assert found["from_target"]["cover"].items() <= other["cover"].items()
    assert (other["cover"]["grade"], other["cover"]["share"]) == ("major", 0.75)
    assert 0 < other["visible_share"] < 0.1, "by area it is less than a quarter"
    [told] = found["from_target"]["differences"]
    assert told == (
        "Orc has no cover from Seren, but Seren has major cover from Orc (wall: major, 3 of 4 rays)"
    )
    words = command("facts", path, *PAIR).out
    assert "in view        100% of its space" in words
    assert f"other way      {told}\n" in words
    alike = command("facts", board(), *PAIR, "--json").json["from_target"]
    assert (alike["line_of_sight"], alike["differences"]) == (True, [])
    assert "other way" not in command("facts", board(), *PAIR).out
    moved = command("facts", path, *PAIR, "--from", "8,1", "--json").json["from_target"]
    assert (moved["cover"]["grade"], moved["differences"]) == ("none", [])


def test_the_window_and_the_command_ask_the_same_functions(command, board):
    path = board()
    session = Session.open(path)
    attack = Attack("seren", "orc", "spear")
    plan = session.plan(attack)
    assert plan.situation == survey(session.board, "seren", "orc", "spear")
    found = command("facts", path, *PAIR, "--weapon", "spear", "--json").json
    assert found == json.loads(json.dumps(facts_of(plan, session.board)))
    odds = command("odds", path, *PAIR, "--weapon", "spear", "--json").json
    assert odds["hit"] == plan.odds.hit
    assert odds["damage"] == {str(key): value for key, value in plan.odds.damage.items()}
    preview = session.preview_move("seren").to(Cell(5, 8))
    path_found = command("path", path, "--token", "seren", "--to", "5,8", "--json").json
    assert path_found["shortest"]["cells"] == plain(preview.shortest.path.cells)
    assert path_found["shortest"]["cost_feet"] == preview.shortest.feet


def test_facts_from_another_cell(command, board):
    path = board()
    found = command(
        "facts", path, *PAIR, "--weapon", "knife", "--from", "9,5", "--facing", "270", "--json"
    ).json
    assert found["in_reach"] is True
    assert found["arc"] == "rear"


@pytest.mark.parametrize("name", ["facts", "odds", "resolve"])
def test_sentences_without_json(command, board, name):
    found = command(name, board(), *PAIR)
    assert found.status == 0
    assert "spear" in found.out
    assert found.err == ""


def test_reach_of_a_spear_is_the_wedge_ahead(command, board):
    found = command("reach", board(), "--token", "seren", "--json").json
    wedge = [[6, 4], [7, 4], [6, 5], [7, 5], [6, 6], [7, 6]]
    assert found["by_weapon"]["spear"] == wedge
    assert [4, 4] in found["threatened"], "the knife reaches around"
    assert found["arcs"]["front"] == [[6, 4], [6, 5], [6, 6]]
    assert sorted(found["arcs"]["side"]) == [[5, 4], [5, 6]]
    assert sorted(found["arcs"]["rear"]) == [[4, 4], [4, 5], [4, 6]]


def test_reach_of_a_large_token_starts_at_its_space(command, board):
    found = command("reach", board(), "--token", "orc", "--json").json
    assert len(found["threatened"]) == 12
    assert sum(len(cells) for cells in found["arcs"].values()) == 12


def test_reach_in_sentences(command, board):
    out = command("reach", board(), "--token", "seren").out
    assert "spear: 6,4" in out
    assert "rear arc" in out


def test_path_names_what_it_provokes(command, board):
    found = command("path", board(), "--token", "orc", "--to", "12,5", "--json").json
    assert found["reachable"] is True
    route = found["shortest"]
    assert route["cells"][0] == [7, 5]
    assert route["cells"][-1] == [12, 5]
    assert route["cost_feet"] == 25
    assert route["within_actions"] is True
    (trigger,) = route["triggers"]
    assert trigger.keys() >= {"step", "cell", "by", "weapon", "reason"}
    assert (trigger["by"], trigger["step"]) == ("seren", 1)


def test_path_goes_beyond_the_actions(command, board):
    far = [{"id": "seren", "side": "party", "at": [0, 0]}]
    path = board(tokens=far, walls=[], grid={"kind": "square", "columns": 90, "rows": 2})
    found = command("path", path, "--token", "seren", "--to", "89,0", "--json").json
    assert found["shortest"]["cost_feet"] == 445
    assert found["shortest"]["within_actions"] is False


def test_path_to_a_walled_cell(command, board):
    walls = [
        {"id": "a", "from": [0, 1], "to": [1, 1]},
        {"id": "b", "from": [1, 0], "to": [1, 1]},
    ]
    found = command("path", board(walls=walls), "--token", "orc", "--to", "0,0", "--json").json
    assert (found["reachable"], found["shortest"], found["safest"]) == (False, None, None)
    assert "can't get" in command("path", board(walls=walls), "--token", "orc", "--to", "0,0").out


@pytest.mark.parametrize("spelled", [("--to", "-2,5"), ("--to=-2,5",)])
def test_path_takes_negative_axial_coordinates(command, board, spelled):
    grid = {"kind": "hex-pointy", "columns": 10, "rows": 8}
    tokens = [{"id": "orc", "side": "foe", "at": [1, 2]}]
    path = board(grid=grid, tokens=tokens, walls=[])
    found = command("path", path, "--token", "orc", *spelled, "--json").json
    assert found["to"] == [-2, 5]
    assert found["shortest"]["cells"][-1] == [-2, 5]
    assert found["shortest"]["cost_feet"] == 15


def test_path_by_way_of_a_waypoint(command, board):
    found = command(
        "path", board(), "--token", "seren", "--to", "5,9", "--by", "2,7", "--json"
    ).json
    assert [2, 7] in found["shortest"]["cells"]
    words = command("path", board(), "--token", "seren", "--to", "5,9")
    assert words.out.startswith("shortest: 20 ft, 1 action: 5,5")


GAP = {
    "grid": {"kind": "square", "columns": 14, "rows": 9},
    "walls": [{"id": "a", "from": [7, 0], "to": [7, 1]}, {"id": "b", "from": [7, 2], "to": [7, 9]}],
    "tokens": [
        {"id": "seren", "side": "party", "at": [2, 1]},
        *(
            {
                "id": key,
                "side": "foe",
                "at": at,
                "facing": 180,
                "weapons": [{"name": "spear", "reach": True, "reach_feet": 10}],
            }
            for key, at in (("hob", [4, 0]), ("rat", [10, 0]))
        ),
    ],
}
"""A spear before the gap in the wall and one behind it: to go round each costs something."""


def test_path_lists_the_trade_offs_between_shortest_and_safest(command, board):
    asked = ("--token", "seren", "--to", "12,1")
    found = command("path", board(**GAP), *asked, "--json").json
    ways = found["trade_offs"]
    assert [(way["cost_feet"], len(way["triggers"])) for way in ways] == [(50, 2), (55, 1), (65, 0)]
    assert (ways[0], ways[-1]) == (found["shortest"], found["safest"])
    words = command("path", board(**GAP), *asked).out.splitlines()
    heads = [line.split(",")[0] for line in words if not line.startswith(" ")]
    assert heads == ["shortest: 50 ft", "between: 55 ft", "safest: 65 ft"]
    by_way = command("path", board(**GAP), *asked, "--by", "7,1", "--json").json["trade_offs"]
    assert [(way["cost_feet"], len(way["triggers"])) for way in by_way] == [
        (50, 2), (55, 1), (65, 0),
    ]  # fmt: skip
    assert all([7, 1] in way["cells"] for way in by_way)


def test_path_has_no_trade_off_where_nobody_strikes_or_nothing_leads(command, board):
    alone = board(tokens=[{"id": "seren", "side": "party", "at": [2, 1]}])
    found = command("path", alone, "--token", "seren", "--to", "12,1", "--json").json
    assert found["trade_offs"] == [found["shortest"]]
    wall = [{"id": "w", "from": [7, 0], "to": [7, 15]}]
    shut = board(**{**GAP, "walls": wall})
    found = command("path", shut, "--token", "seren", "--to", "12,1", "--json").json
    assert found["trade_offs"] == []


def test_a_jump_from_thousands_of_cells_off_the_map_is_refused_with_a_sentence(command, board):
    path = board(tokens=[{"id": "seren", "side": "party", "at": [-5000, 9000]}])
    asked = ("path", path, "--token", "seren", "--to", "3,3", "--jump", "3,3")
    assert command(*asked).out == "seren can't get to 3,3: the path is too far off the map\n"
    assert command(*asked, "--json").json["reachable"] is False


def test_path_with_a_jump_over_a_pit(command, board):
    pit = [{"kind": "impassable", "cells": [[3, row] for row in range(15)]}]
    tokens = [{"id": "seren", "side": "party", "at": [1, 5]}]
    path = board(tokens=tokens, walls=[], terrain=pit)
    asked = ("--token", "seren", "--to", "6,5", "--by", "4,5")
    assert command("path", path, *asked, "--json").json["reachable"] is False
    found = command("path", path, *asked, "--jump", "4,5", "--json").json
    assert found["shortest"]["cells"] == [[1, 5], [4, 5], [5, 5], [6, 5]]
    assert (found["shortest"]["jumps"], found["shortest"]["cost_feet"]) == ([1], 25)
    assert "  step 1 is a jump\n" in command("path", path, *asked, "--jump", "4,5").out
    wall = [{"from": [3, 0], "to": [3, 15], "height_feet": 10}]
    high = board(tokens=tokens, walls=wall, terrain=pit)
    found = command("path", high, *asked, "--jump", "4,5", "--json").json
    assert (found["shortest"], found["why_no_jump"]) == (None, "a wall is in the way")
    failed = command("path", path, *asked, "--jump", "2,2")
    assert (failed.status, "neither the goal nor a waypoint" in failed.err) == (2, True)


def test_odds_add_up(command, board):
    found = command("odds", board(), *PAIR, "--json").json
    assert 0 < found["hit"] < 1
    assert sum(found["hits"].values()) == pytest.approx(1)
    assert sum(found["damage"].values()) == pytest.approx(1)
    assert found["hit"] == pytest.approx(1 - found["hits"]["0"])
    mean = sum(int(key) * chance for key, chance in found["damage"].items())
    assert found["mean"] == pytest.approx(mean)
    assert isinstance(found["summary"], str)


def test_odds_follow_choices_switches_and_modifiers(command, board):
    path = board()
    plain_hit = command("odds", path, *PAIR, "--json").json["hit"]
    better = command("odds", path, *PAIR, "--modifier", "Blessing=2", "--json").json
    assert better["hit"] > plain_hit
    assert better["modifiers"][0]["label"] == "Blessing"
    nimble = json.loads(path.read_text(encoding="utf-8"))["tokens"]
    nimble[1]["sheet"] = {"evasion": 17}
    path = board(tokens=nimble)
    assert command("odds", path, *PAIR, "--json").json["hit"] == plain_hit
    chosen = command("odds", path, *PAIR, "--choice", "defense=dodge", "--json").json
    assert chosen["choices"]["defense"] == "dodge"
    assert chosen["hit"] < plain_hit


def test_odds_out_of_reach_say_why(command, board):
    found = command("odds", board(), *PAIR, "--from", "0,10", "--json").json
    assert found["illegal"]
    assert found["hit"] is None
    assert found["hits"] == {}


def test_resolve_is_the_same_for_the_same_seed(command, board):
    path = board()
    first = command("resolve", path, *PAIR, "--seed", "7", "--json").json
    second = command("resolve", path, *PAIR, "--seed", "7", "--json").json
    assert first == second
    assert {"steps", "events", "log"} <= first.keys()
    others = [
        command("resolve", path, *PAIR, "--seed", seed, "--json").json["steps"][0]
        for seed in range(8, 14)
    ]
    assert any(other != first["steps"][0] for other in others)


def test_resolve_uses_the_dice_that_are_given_first(command, board):
    found = command("resolve", board(), *PAIR, "--seed", "1", "--dice", "12,11,20,3", "--json").json
    roll = next(step for step in found["steps"] if step["step"] == "roll")
    assert roll["faces"] == [12, 11, 20, 3]
    assert roll["typed"] is True
    assert any("12" in line and "20" in line for line in found["log"][0]["details"])
    assert found["dice_left"] == []


def test_resolve_tells_events_in_order_and_leaves_the_file_alone(command, board, tmp_path):
    path = board()
    before = path.read_bytes()
    dice = "2,3,20,4,18,10,6"
    found = command("resolve", path, *PAIR, "--seed", "1", "--dice", dice, "--json").json
    assert path.read_bytes() == before
    kinds = [step["step"] for step in found["steps"]]
    assert kinds[0] == "roll"
    assert kinds[-1] == "event"
    assert [e["event"] for e in found["events"]] == [
        s["event"] for s in found["steps"] if s["step"] == "event"
    ]
    out = tmp_path / "after.battlemap"
    command("resolve", path, *PAIR, "--seed", "1", "--dice", dice, "--output", out)
    assert path.read_bytes() == before
    encounter = Session.open(out).encounter
    assert (
        plain(encounter.tokens["orc"].status)
        == [
            e["status"]
            for e in found["events"]
            if e["event"] == "StatusChanged" and e["token"] == "orc"
        ][-1]
    )
    assert store.read(out).log, "the log goes with the map"


def test_check_finds_what_is_odd(command, board):
    good = command("check", board(), "--json")
    assert (good.status, good.json["ok"]) == (0, True)
    assert command("check", board()).out == "The map is in order.\n"
    off = [{"id": "lost", "side": "foe", "at": [40, 5]}]
    bad = command("check", board(tokens=off), "--json")
    assert bad.status == 1
    assert bad.json["ok"] is False
    assert any("lost" in finding["sentence"] for finding in bad.json["findings"])
    assert "lost" in command("check", board(tokens=off)).out


def test_snapshot_writes_a_picture(command, board, tmp_path, qapp):
    out = tmp_path / "map.png"
    found = command("snapshot", board(), out, "--pixels-per-cell", "20", "--json")
    assert found.json == {"file": str(out), "width": 400, "height": 300}
    picture = QImage(str(out))
    assert (picture.width(), picture.height()) == (400, 300)
    colors = {picture.pixel(x, y) for x in range(0, 400, 3) for y in range(0, 300, 3)}
    assert len(colors) > 3


def test_print_writes_a_pdf_at_scale(command, board, tmp_path, qapp):
    from pypdf import PdfReader

    out = tmp_path / "map.pdf"
    found = command("print", board(), out, "--paper", "letter", "--cell", "2in", "--json")
    pages = PdfReader(out).pages
    assert found.json["pages"] == len(pages) > 6
    assert {round(float(side)) for side in pages[0].mediabox[2:]} == {612, 792}


def test_snapshot_without_a_layer_looks_otherwise(command, board, tmp_path, qapp):
    small = ("--pixels-per-cell", "12")
    command("snapshot", board(), tmp_path / "all.png", *small)
    command("snapshot", board(), tmp_path / "bare.png", *small, "--hide", "tokens")
    assert (tmp_path / "all.png").read_bytes() != (tmp_path / "bare.png").read_bytes()


UVTT = {
    "format": 0.3,
    "resolution": {
        "map_origin": {"x": 0, "y": 0},
        "map_size": {"x": 6, "y": 4},
        "pixels_per_grid": 50,
    },
    "line_of_sight": [[{"x": 1, "y": 1}, {"x": 3, "y": 1}]],
    "objects_line_of_sight": [
        [{"x": 4, "y": 2}, {"x": 5, "y": 2}, {"x": 5, "y": 3}, {"x": 4, "y": 3}]
    ],
    "portals": [],
    "lights": [],
    "image": "",
}


def test_import_makes_a_map_and_reports(command, tmp_path):
    source, out = tmp_path / "keep.dd2vtt", tmp_path / "keep.battlemap"
    source.write_text(json.dumps(UVTT), encoding="utf-8")
    found = command("import", source, out, "--json")
    assert found.json["counts"]["walls"] == 1
    assert found.json["columns"] == 6
    encounter = Session.open(out).encounter
    assert encounter.map.grid.columns == 6
    props = [o for o in encounter.map.obstacles.values() if hasattr(o, "outline")]
    assert [prop.blocks_sight for prop in props] == [True]
    words = command("import", source, out, "--see-past-props")
    assert "picture" in words.out
    assert str(out) in words.out
    props = [o for o in Session.open(out).encounter.map.obstacles.values() if hasattr(o, "outline")]
    assert [prop.blocks_sight for prop in props] == [False]
    assert backup_path(out).is_file(), "what was there is kept"


def test_import_refuses_what_is_no_map(command, tmp_path):
    source = tmp_path / "keep.dd2vtt"
    source.write_text("[]", encoding="utf-8")
    found = command("import", source, tmp_path / "out.battlemap")
    assert found.status == 2
    assert "keep.dd2vtt" in found.err
    assert not (tmp_path / "out.battlemap").exists()
    source.write_text(json.dumps(UVTT), encoding="utf-8")
    assert command("import", source, source).status == 2
    unknown = command("import", source, tmp_path / "out.battlemap", "--system", "chess")
    assert "chess" in unknown.err


GUARDED = [
    {
        "id": "seren",
        "side": "party",
        "at": [5, 5],
        "facing": 90,
        "weapons": [{"name": "knife"}],
    },
    {
        "id": "orc",
        "side": "foe",
        "at": [6, 5],
        "facing": 270,
        "weapons": [{"name": "pike", "reach": True, "reach_feet": 10}],
    },
]


def test_resolve_declines_questions_unless_they_are_answered(command, board):
    path = board(tokens=GUARDED)
    quiet = command("resolve", path, *PAIR, "--seed", "2", "--json").json
    # No fight runs, so that nobody is asked whether to react.
    assert [step for step in quiet["steps"] if step["step"] == "answer"] == []
    declined = command("resolve", path, *PAIR, "--seed", "2", "--answer", "let_go", "--json").json
    asked = [step for step in declined["steps"] if step["step"] == "answer"]
    assert [step["key"] for step in asked] == ["let_go"]
    dice = [[s["faces"] for s in found["steps"] if "faces" in s] for found in (quiet, declined)]
    assert dice[0] == dice[1]
    struck = command("resolve", path, *PAIR, "--seed", "2", "--answer", "strike", "--json").json
    asked = [step for step in struck["steps"] if step["step"] == "answer"]
    assert asked[0]["key"] == "strike"
    assert struck["steps"].index(asked[0]) == 0, "it is asked before any die falls"
    rolls = [step for step in struck["steps"] if step["step"] == "roll"]
    assert "Orc" in rolls[0]["why"]
    words = command("resolve", path, *PAIR, "--seed", "2", "--answer", "strike").out
    assert ": Strike\n" in words


def test_an_answer_that_is_none_is_refused(command, board):
    found = command("resolve", board(tokens=GUARDED), *PAIR, "--answer", "dance")
    assert found.status == 2
    assert "the answers are: strike, let_go" in found.err


def test_odds_in_sentences_say_why_not(command, board):
    out = command("odds", board(), *PAIR, "--from", "0,10").out
    assert "illegal: " in out
    assert "to hit" not in out
    assert "Luck" in command("facts", board(), *PAIR, "--modifier", "Luck=1").out


def test_import_reports_in_sentences_only_without_json(command, tmp_path):
    source = tmp_path / "keep.dd2vtt"
    source.write_text(json.dumps(UVTT), encoding="utf-8")
    assert "1 wall" in command("import", source, tmp_path / "keep.json").out
    assert (tmp_path / "keep.json").read_bytes().startswith(b"{")


def test_area_lists_cells_splash_and_creatures(command, board):
    arguments = ("--kind", "blast", "--size", "5", "--cell", "5,5", "--margin", "5ft")
    found = command("area", board(), *arguments, "--json").json
    assert found["origin"] == [5.5, 5.5]
    assert len(found["cells"]) == 9
    assert [row["cell"] for row in found["cells"][:3]] == [[4, 4], [5, 4], [6, 4]]
    assert found["cells"][4] == {"cell": [5, 5], "share": 1}
    assert 0.75 < found["cells"][0]["share"] < 0.8
    assert len(found["splash_cells"]) == 12
    seren, orc = found["caught"]
    assert seren["token"] == "seren"
    assert seren["share"] == 1
    assert seren["cover"]["grade"] == "none"
    assert orc["splash_only"] is True
    assert orc["cells"] == [[7, 5], [7, 6]]


def test_area_tells_the_cover_from_its_origin(command, board):
    walls = [{"id": "w1", "from": [6, 4], "to": [6, 9], "cover": "total"}]
    where = ("--kind", "square", "--size", "30ft", "--at", "5.5,5.5")
    plain = command("area", board(walls=walls), *where, "--json").json
    orc = {row["token"]: row for row in plain["caught"]}["orc"]
    assert orc["cover"]["grade"] == "total"
    assert orc["cover"]["by"] == ["w1"]
    stopped = command("area", board(walls=walls), *where, "--walls", "--json").json
    assert [row["token"] for row in stopped["caught"]] == ["seren"]


def test_area_of_a_caster_in_words(command, board):
    aimed = ("--kind", "line", "--size", "4cells", "--caster", "seren", "--aim", "19,5.5")
    out = command("area", board(), *aimed).out
    assert out.startswith("line from 6,5.5: 4 cells")
    assert "  orc  50 %; cover none: nothing stands in the way" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--kind", "cone", "--size", "15", "--at", "5,5"), "needs --aim"),
        (("--kind", "cone", "--size", "15", "--at", "5,5", "--aim", "5,5"), "--aim"),
        (("--kind", "blast", "--size", "15", "--caster", "seren"), "--caster"),
        (("--kind", "blast", "--size", "15"), "--at --cell --caster"),
        (("--kind", "blast", "--size", "0", "--at", "5,5"), "more than 0"),
        (("--kind", "blast", "--size", "a yard", "--at", "5,5"), "no length"),
        (("--kind", "blast", "--size", "15", "--at", "here"), "no point"),
        (("--kind", "blast", "--size", "15", "--cell", "50,5"), "not on the map"),
        (("--kind", "cone", "--size", "5", "--at", "5,5", "--aim", "6,5", "--angle", "0"), "opens"),
    ],
)
def test_area_says_what_is_wrong(command, board, arguments, words):
    found = command("area", board(), *arguments)
    assert found.status == 2
    assert words in found.err
    assert found.err.count("\n") == 1
