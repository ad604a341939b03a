"""The Why cards of cover and of sight: what is in view by area, and the other side's answer."""

import json

import pytest
from PySide6.QtCore import Qt

from battlemap.session.session import Session
from battlemap.ui.panels import why_page

LEFT = Qt.MouseButton.LeftButton

ONE_SIDED = {
    "format": 1,
    "system": "shadowrealms",
    "grid": {"kind": "square", "columns": 14, "rows": 9},
    "walls": [{"id": "w", "from": [4, 1], "to": [4, 3.9], "cover": "major"}],
    "tokens": [
        {
            "id": "seren",
            "name": "Seren",
            "side": "party",
            "at": [3, 3],
            "weapons": [{"name": "bow", "range_feet": 100}],
        },
        {"id": "orc", "name": "Orc", "side": "foe", "at": [6, 1], "facing": 270},
    ],
}
"""Seren shoots round the end of the wall; from the orc she stands behind it."""


@pytest.fixture
def open_map(open_window, tmp_path, qtbot):
    def make(attacker, target, **changes):
        path = tmp_path / "map.json"
        path.write_text(json.dumps({**ONE_SIDED, **changes}), encoding="utf-8")
        window = open_window(Session.open(path, seed=1))
        window.bridge.select([attacker])
        window.bridge.set_target(target)
        qtbot.wait(60)
        return window

    return make


def ask(window, qtbot, fact):
    """Point at the fact's line in the panel and press W; return the rows of the card."""
    if window.why_card.isVisible():
        window.why_card.leave()
    row = next(r for r in window.attack_panel.fact_rows if r.isVisible() and r.fact == fact)
    row.eye.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(row.eye, Qt.Key.Key_W)
    qtbot.wait(60)
    assert window.why_card.isVisible()
    assert window.why_card.fact == fact
    return dict(window.why_card.page.rows)


def test_the_card_of_cover_has_the_share_in_view_and_the_other_side(open_map, qtbot):
    window = open_map("seren", "orc")
    rows = ask(window, qtbot, "cover")
    assert rows["In view"].replace("\xa0", " ") == (
        "100 % of the rays free, 100 % of its space visible past walls"
    )
    assert rows["Other way"] == (
        "Orc has no cover from Seren, but Seren has major cover from Orc (wall: major, 3 of 4 rays)"
    )
    assert rows["Other way"] in window.why_card.accessibleDescription()
    window.bridge.select(["orc"])
    window.bridge.set_target("seren")
    qtbot.wait(60)
    rows = ask(window, qtbot, "cover")
    assert rows["In view"].replace("\xa0", " ") == (
        "25 % of the rays free, 1 % of its space visible past walls"
    )
    assert "Other way" in rows
    assert "Other way" not in ask(window, qtbot, "sight"), "each sees the other"


def test_the_card_of_sight_says_who_alone_sees(open_map, qtbot):
    low = [{"id": "w", "from": [5.9, 0], "to": [5.9, 9], "height_feet": 6}]
    high = [
        {**ONE_SIDED["tokens"][0], "at": [2, 5], "elevation": 10, "height_feet": 5},
        {"id": "orc", "name": "Orc", "side": "foe", "at": [6, 5], "height_feet": 5},
    ]
    window = open_map("seren", "orc", walls=low, tokens=high)
    rows = ask(window, qtbot, "sight")
    assert rows["Other way"] == "Orc sees Seren, but from Seren wall blocks every ray"


def test_where_both_sides_agree_the_card_is_as_short_as_before(open_map, qtbot):
    window = open_map("seren", "orc", walls=[])
    assert "Other way" not in ask(window, qtbot, "cover")
    rows = ask(window, qtbot, "sight")
    assert not rows.keys() & {"Other way", "In view"}


def test_a_drag_under_an_open_card_asks_for_neither(open_map, qtbot, pixel_of, monkeypatch):
    window = open_map("seren", "orc")
    ask(window, qtbot, "cover")
    asked = []
    for name in ("both_ways", "visible_share"):
        real = getattr(why_page, name)

        def counting(*arguments, real=real, name=name, **more):
            asked.append(name)
            return real(*arguments, **more)

        monkeypatch.setattr(why_page, name, counting)
    port = window.view.viewport()
    start, goal = (pixel_of(window, cell) for cell in ((3, 3), (3, 5)))
    qtbot.mousePress(port, LEFT, pos=start)
    for step in range(1, 6):
        qtbot.mouseMove(port, start + (goal - start) * step / 5)
        qtbot.wait(40)
    assert window.bridge.plan_route is not None
    assert window.why_card.isVisible()
    assert asked == []
    qtbot.keyClick(window.view, Qt.Key.Key_P)
    qtbot.wait(80)
    qtbot.mouseRelease(port, LEFT, pos=goal)
    assert set(asked) == {"both_ways", "visible_share"}, "the plan that is kept is asked about"
