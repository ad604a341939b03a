"""The hand-painted parts by themselves: odds, results, switches, forms, flow."""

import itertools
from dataclasses import dataclass, replace
from enum import Enum

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QWidget

from battlemap.model.event import DiceShown, Die, Outcome
from battlemap.model.words import direction
from battlemap.rules.modifier import Modifier
from battlemap.rules.plan import Choice, ChoiceOption, Odds, Pip, Track
from battlemap.rules.procedure import AskOption
from battlemap.ui.panels.action_button import with_planned
from battlemap.ui.panels.attack_rows import ModifierRow
from battlemap.ui.panels.buttons import Segmented, Switch
from battlemap.ui.panels.flow_layout import FlowLayout
from battlemap.ui.panels.odds_chart import (
    ONE_LINE,
    SHORT,
    TALL,
    OddsChart,
    labels_that_fit,
    shown_bars,
)
from battlemap.ui.panels.painting import current_theme, pip_shape, use_theme
from battlemap.ui.panels.parts import Elided
from battlemap.ui.panels.prompt import OptionButton
from battlemap.ui.panels.record_form import RecordForm
from battlemap.ui.panels.result_view import ResultView
from battlemap.ui.panels.wording import bar_percent, percent
from battlemap.ui.theme import DARK, LIGHT

ODDS = Odds(
    hit=0.75,
    hits={0: 0.25, 1: 0.5, 2: 0.25},
    damage={0: 0.4, 1: 0.5, 2: 0.1},
    mean=0.7,
    summary="2d20 vs 11",
)
OUTCOME = Outcome(
    "seren",
    "orc",
    "sword",
    (
        DiceShown((Die(17, True), Die(6, False, 4), Die(13, True)), "hits", "2 hits", "1 rerolled"),
        DiceShown((Die(12, True), Die(5, False)), "damage", "1 damage", "1 success vs 11"),
    ),
    hits=2,
    damage=1,
    location="Chest (10)",
    critical="critical total 7: bleeding 1",
    taken_before=3,
    taken_after=4,
    consequence="Orc now rolls 1 die less",
)
TRACK = Track(4, 16, "4 of 16 boxes taken", ((4, "0"), (8, "−1"), (12, "−2"), (16, "−3")))


@pytest.fixture(autouse=True)
def _dark():
    use_theme(DARK)
    yield
    use_theme(DARK)


def colors(widget):
    image = widget.grab().toImage()
    return [
        image.pixelColor(x, y).name().upper()
        for y in range(image.height())
        for x in range(image.width())
    ]


@pytest.mark.parametrize("chance", [0, 1, 0.5, 1e-9, 1 - 1e-9, 0.0049, 0.996])
def test_only_certainty_is_shown_as_certain(chance):
    shown = percent(chance)
    assert (shown.startswith("100") or shown == "0\N{NO-BREAK SPACE}%") == (chance in (0, 1))
    assert (bar_percent(chance) == "0") == (chance == 0)


@pytest.mark.parametrize(
    ("degrees", "word"), [(359, "north"), (44.9, "north-east"), (157.5, "south"), (292, "west")]
)
def test_directions_go_to_the_nearest_word(degrees, word):
    assert direction(degrees) == word


def test_bars_that_do_not_fit_are_gathered_and_nothing_is_lost():
    chances = dict.fromkeys(range(20), 1 / 20)
    bars = shown_bars(chances)
    assert len(bars) == 9
    assert bars[-1][0] == "8+"
    assert sum(chance for _, _, chance in bars) == pytest.approx(1)


def test_the_chart_draws_bars_in_party_and_foe_colors(qtbot):
    chart = OddsChart()
    qtbot.addWidget(chart)
    chart.resize(332, TALL)
    chart.show_odds(ODDS)
    found = colors(chart)
    assert found.count(DARK.party) > 400
    assert found.count(DARK.foe) > 400
    use_theme(LIGHT)
    assert LIGHT.foe in colors(chart)


def test_what_happened_is_outlined(qtbot):
    chart = OddsChart()
    qtbot.addWidget(chart)
    chart.set_height(SHORT)
    chart.resize(332, SHORT)
    chart.show_odds(ODDS)
    before = colors(chart).count(DARK.ink)
    chart.show_odds(ODDS, hits=1, damage=0)
    assert colors(chart).count(DARK.ink) > before + 100


def test_the_chart_tells_its_numbers_and_walks_with_the_arrow_keys(qtbot):
    chart = OddsChart()
    qtbot.addWidget(chart)
    chart.resize(332, TALL)
    chart.show_odds(ODDS)
    assert "75.0\N{NO-BREAK SPACE}% to hit" in chart.accessibleDescription()
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    assert chart.toolTip() == (
        "1 hits: 50.0000\N{NO-BREAK SPACE}%\nat least 1: 75.0000\N{NO-BREAK SPACE}%"
    )


def test_pointing_at_a_bar_says_four_decimals(qtbot):
    chart = OddsChart()
    qtbot.addWidget(chart)
    chart.resize(332, TALL)
    chart.show_odds(ODDS)
    chart.show()
    (_, _), (_, column), _ = chart._columns(chart._halves()[1], ODDS.damage)
    qtbot.mouseMove(chart, column.center().toPoint() - QPoint(1, 0))
    qtbot.mouseMove(chart, column.center().toPoint())
    assert "at least 1: 60.0000" in chart.toolTip()


def test_the_narrow_chart_is_one_line_of_shares(qtbot):
    chart = OddsChart()
    qtbot.addWidget(chart)
    chart.set_height(ONE_LINE)
    chart.resize(288, ONE_LINE)
    chart.show_odds(ODDS)
    assert chart.sizeHint().height() == ONE_LINE
    assert DARK.party in colors(chart)


def test_the_result_is_told_in_words(qtbot):
    view = ResultView()
    qtbot.addWidget(view)
    view.show_outcome(OUTCOME, TRACK)
    words = view.accessibleDescription()
    assert "17 hit" in words
    assert "6 rerolled from 4" in words
    assert "Chest (10)" in words
    assert "4 of 16 boxes taken" in words
    assert "Orc now rolls 1 die less" in words


def test_new_boxes_are_crossed_in_the_foes_color(qtbot):
    view = ResultView()
    qtbot.addWidget(view)
    view.show_outcome(OUTCOME, TRACK)
    view.resize(332, view.heightForWidth(332))
    assert colors(view).count(DARK.foe) > 60


def test_results_grow_where_dice_wrap_and_are_never_cut(qtbot):
    many = Outcome(
        "a", "b", "c", (DiceShown(tuple(Die(i, True) for i in range(1, 15)), "hits", "14 hits"),)
    )
    view = ResultView()
    qtbot.addWidget(view)
    view.show_outcome(many, TRACK)
    assert view.heightForWidth(260) > view.heightForWidth(700)
    view.show_outcome(None, None)
    assert view.heightForWidth(260) == 0


def test_long_tracks_are_bars(qtbot):
    view = ResultView()
    qtbot.addWidget(view)
    view.show_outcome(OUTCOME, Track(10, 120, "10 of 120 hit points lost"))
    view.resize(300, view.heightForWidth(300))
    assert DARK.foe in colors(view)


def test_a_switch_says_on_by_more_than_color(qtbot):
    switch = Switch("Rear attack")
    qtbot.addWidget(switch)
    off = switch.grab().toImage()
    qtbot.mouseClick(switch, Qt.MouseButton.LeftButton)
    assert switch.isChecked()
    on = switch.grab().toImage()
    # The knob is at the other end.
    assert off.pixelColor(10, 14) != off.pixelColor(22, 14)
    assert on.pixelColor(22, 14).name().upper() == DARK.on_accent
    qtbot.keyClick(switch, Qt.Key.Key_Space)
    assert not switch.isChecked()


def test_segments_are_chosen_by_mouse_and_keys_and_unavailable_ones_stay(qtbot):
    options = (
        ChoiceOption("rating", "Rating"),
        ChoiceOption("dodge", "Dodge", "Reaction spent"),
        ChoiceOption("parry", "Parry"),
    )
    box = Segmented("Defense")
    qtbot.addWidget(box)
    box.resize(300, 28)
    box.show_choice(Choice("defense", "Orc defends", options, "rating"))
    chosen = []
    box.chosen.connect(chosen.append)
    qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(150, 14))
    assert chosen == []
    qtbot.keyClick(box, Qt.Key.Key_Right)
    assert chosen == ["parry"]
    qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(40, 14))
    assert chosen == ["parry", "rating"]
    box.show()
    qtbot.mouseMove(box, QPoint(149, 14))
    qtbot.mouseMove(box, QPoint(150, 14))
    assert box.toolTip() == "Reaction spent"


def test_text_that_does_not_fit_is_in_the_tool_tip(qtbot):
    label = Elided("a reason that is much too long for so little room")
    qtbot.addWidget(label)
    label.resize(60, 18)
    label.grab()
    assert label.toolTip() == label.text()
    label.resize(600, 18)
    label.grab()
    assert label.toolTip() == ""


def test_an_answer_that_cannot_be_given_stays_with_its_reason(qtbot):
    button = OptionButton(2, AskOption("dodge", "Dodge", unavailable="Reaction spent"))
    qtbot.addWidget(button)
    assert not button.isEnabled()
    assert button.under == "Reaction spent"
    assert button.accessibleDescription() == "Reaction spent"
    assert button.sizeHint().height() > OptionButton(1, AskOption("a", "A")).sizeHint().height()


def test_planned_actions_are_marked_and_no_more_than_there_are():
    pips = [Pip("standard", "spent"), Pip("standard", "left"), Pip("bonus", "left")]
    marked = with_planned(pips, 3)
    assert [pip.state for pip in marked] == ["spent", "planned", "left"]


@pytest.mark.parametrize("kind", ["standard", "bonus", "reaction", "point", "die"])
def test_each_kind_of_pip_has_its_own_shape(kind):
    from PySide6.QtCore import QRectF

    box = QRectF(0, 0, 10, 10)
    shape = pip_shape(kind, box)
    others = [
        pip_shape(k, box) for k in ("standard", "bonus", "reaction", "point", "die") if k != kind
    ]
    assert all(shape.elementCount() != o.elementCount() or shape != o for o in others)


def test_flow_goes_on_in_the_next_line(qtbot):
    host = QWidget()
    qtbot.addWidget(host)
    flow = FlowLayout(host, 6)
    for word in ("Prone", "Off-guard", "Surprised", "Grappled"):
        chip = QWidget(host, objectName=word)
        chip.setFixedSize(80, 20)
        flow.addWidget(chip)
    assert flow.heightForWidth(400) == 20
    assert flow.heightForWidth(170) == 46
    flow.setGeometry(QRect(0, 0, 170, 60))
    assert flow.itemAt(2).geometry().topLeft() == QPoint(0, 26)


class Kind(Enum):
    ONE = "one"
    TWO = "two things"


@dataclass(frozen=True)
class Inner:
    a: int = 1


@dataclass(frozen=True)
class Record:
    number: int = 3
    maybe: int | None = None
    share: float = 0.5
    words: str = "hi"
    on: bool = False
    kind: Kind = Kind.ONE
    inner: Inner = Inner()
    ignored: tuple[int, ...] = ()

    def __post_init__(self):
        if self.number > 10:
            raise ValueError("number is 10 at most")


def test_a_form_edits_every_kind_of_field(qtbot):
    form = RecordForm(Record())
    qtbot.addWidget(form)
    told = []
    form.changed.connect(lambda record, name: told.append(name))
    form.editors["number"].setValue(5)
    form.editors["maybe"].setValue(7)
    form.editors["share"].setValue(0.25)
    form.editors["words"].setText("ho")
    qtbot.keyClick(form.editors["words"], Qt.Key.Key_Return)
    form.editors["on"].setChecked(True)
    form.editors["kind"].setCurrentIndex(1)
    form.editors["inner"].editors["a"].setValue(4)
    assert form.record == Record(5, 7, 0.25, "ho", True, Kind.TWO, Inner(4))
    assert told == ["number", "maybe", "share", "words", "on", "kind", "inner"]
    form.editors["maybe"].setValue(form.editors["maybe"].minimum())
    assert form.record.maybe is None


def test_a_form_names_what_the_record_refuses(qtbot):
    form = RecordForm(Record())
    qtbot.addWidget(form)
    form.editors["number"].setValue(11)
    assert form.record.number == 3
    assert form.editors["number"].value() == 3
    assert form.error.text() == "Number is 10 at most."


def test_a_form_shows_another_record_without_telling(qtbot):
    form = RecordForm(Record())
    qtbot.addWidget(form)
    told = []
    form.changed.connect(lambda *a: told.append(a))
    form.show_record(Record(8, kind=Kind.TWO))
    assert form.editors["number"].value() == 8
    assert form.editors["kind"].currentData() is Kind.TWO
    assert told == []


def test_the_theme_is_the_one_that_was_chosen():
    use_theme(LIGHT)
    assert current_theme() is LIGHT


def test_a_modifier_that_hinders_is_not_green_and_keeps_its_reason_when_overruled(qtbot):
    row = ModifierRow()
    qtbot.addWidget(row)
    cover = Modifier("cover", "Cover", 1, "Wagon bed", "Cover", unit="DC", helps=False)
    row.show_modifier(cover, pinned=False)
    assert row.worth.property("role") == "worth-bad"
    row.show_modifier(replace(cover, value=-1, helps=True), pinned=False)
    assert row.worth.property("role") == "worth-good"
    row.show_modifier(replace(cover, enabled=False, overruled="once"), pinned=False)
    assert row.reason.text() == "Overruled this time. Wagon bed"


def test_labels_of_bars_never_touch():
    widths = [7.0, *[7.0] * 5, 14.0, 14.0, 22.0]
    for each in (8.0, 12.0, 15.0, 18.0, 40.0):
        kept = sorted(labels_that_fit(widths, each, [6]))
        assert 6 in kept
        for before, after in itertools.pairwise(kept):
            ends = before * each + widths[before] / 2, after * each - widths[after] / 2
            assert ends[0] < ends[1]
    assert sorted(labels_that_fit(widths, 40.0)) == list(range(9))
    assert labels_that_fit([], 10.0) == set()
