from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QKeySequence

from battlemap.geometry.cell import Cell
from battlemap.model.intent import BeginFight, Move
from battlemap.rules.procedure import Ask, Roll

NO_MODIFIER = Qt.KeyboardModifier.NoModifier
CONTROL = Qt.KeyboardModifier.ControlModifier


def put(window, token_id, cell, **changes):
    token = replace(window.encounter.tokens[token_id], at=Cell(*cell), **changes)
    window.bridge.edit(f"Put {token_id}", window.encounter.with_token(token))


def settle(qtbot):
    qtbot.wait(20)


def past_the_spear(window, drag):
    """Drag Seren past Hob Spear, who looks south over her way."""
    put(window, "seren", (7, 7))
    window.bridge.select(["seren"])
    window.bridge.ask_outside_fights(True)
    drag(window, Cell(7, 7), Cell(9, 7), Cell(11, 7))


def test_a_drag_past_a_reach_weapon_asks_and_key_1_strikes(window, qtbot, drag):
    past_the_spear(window, drag)
    question = window.bridge.session.pending
    assert isinstance(question, Ask)
    assert question.token == "hob-spear"
    assert window.prompt.isVisible()
    assert window.prompt.headline.text() == question.headline
    # The mover waits on its cell until the question is answered.
    waiting_at = window.encounter.tokens["seren"].at
    assert waiting_at.q < 11

    qtbot.keyClick(window.prompt.focusWidget() or window.prompt, Qt.Key.Key_1)
    settle(qtbot)
    while isinstance(window.bridge.session.pending, Ask):
        # Seren may choose how to defend; the last answer spends nothing.
        window.prompt.press(len(window.prompt.options))
        settle(qtbot)
    assert not window.prompt.isVisible()
    outcomes = [entry.outcome for entry in window.bridge.session.log.entries if entry.outcome]
    assert [(one.attacker, one.target) for one in outcomes] == [("hob-spear", "seren")]


def test_keys_answer_while_the_map_has_the_focus(window, qtbot, drag):
    past_the_spear(window, drag)
    window.view.setFocus()
    number = next(
        i for i, o in enumerate(window.bridge.session.pending.options, 1) if o.key == "let_go"
    )
    qtbot.keyClick(window.view, Qt.Key(int(Qt.Key.Key_0) + number))
    settle(qtbot)
    while isinstance(window.bridge.session.pending, Ask):
        window.prompt.press(len(window.prompt.options))
        settle(qtbot)
    assert window.encounter.tokens["seren"].at == Cell(11, 7)


def test_outside_a_fight_nobody_is_asked_unless_the_gm_wants_it(window, qtbot, pixel_of):
    put(window, "seren", (7, 7))
    window.bridge.select(["seren"])
    port = window.view.viewport()
    before = window.encounter
    for asks in (False, True):
        start, end = pixel_of(window, Cell(7, 7)), pixel_of(window, Cell(11, 7))
        qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=start)
        qtbot.mouseMove(port, (start + end) / 2)
        qtbot.mouseMove(port, end)
        settle(qtbot)
        # The sign is drawn all the same.
        assert any(sign.fires for sign in window.view.map_scene.triggers.triggers)
        qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, pos=end)
        settle(qtbot)
        assert (window.bridge.session.pending is not None) == asks
        assert window.prompt.isVisible() == asks
        if not asks:
            assert window.encounter.tokens["seren"].at == Cell(11, 7)
        window.bridge.undo()
        settle(qtbot)
        assert window.encounter is before
        window.run_command("fight.ask_outside")
    assert not window.bridge.asks_outside_fights
    window.run_command("fight.ask_outside")
    assert window.preferences().asks_outside_fights
    assert window.command_actions["fight.ask_outside"].isChecked()


def test_undo_takes_the_whole_open_deed_back(window, qtbot, drag):
    past_the_spear(window, drag)
    qtbot.keyClick(window, Qt.Key.Key_Z, CONTROL)
    settle(qtbot)
    assert window.bridge.session.pending is None
    assert window.encounter.tokens["seren"].at == Cell(7, 7)
    assert not window.prompt.isVisible()


def test_target_and_roll_with_the_keyboard_alone(window, qtbot):
    put(window, "seren", (11, 7), facing=90)
    window.bridge.select(["seren"])
    window.view.setFocus()
    qtbot.keyClick(window.view, Qt.Key.Key_T)
    settle(qtbot)
    assert window.bridge.target == "orc-brute"
    panel = window.attack_panel
    assert panel.plan is not None
    assert panel.plan.odds is not None
    assert panel.head.target_name.text() == "Orc Brute"
    assert panel.chart.isVisible()

    before = window.encounter
    qtbot.keyClick(window.view, Qt.Key.Key_Return)
    settle(qtbot)
    assert window.bridge.session.pending is None
    outcome = panel.result.outcome
    assert outcome is not None
    assert outcome.target == "orc-brute"
    assert len(outcome.rolls[0].dice) == 5
    assert panel.second_button.text() == "Undo roll"

    qtbot.mouseClick(panel.second_button, Qt.MouseButton.LeftButton)
    settle(qtbot)
    assert window.encounter is before
    assert panel.result.outcome is None
    # Redo brings back the very same dice.
    qtbot.keyClick(window, Qt.Key.Key_Y, CONTROL)
    settle(qtbot)
    assert panel.result.outcome == outcome


def test_enter_rolls_after_a_click_on_a_switch_but_not_from_a_list(window, qtbot):
    put(window, "seren", (11, 7), facing=90)
    window.bridge.select(["seren"])
    window.bridge.set_target("orc-brute")
    settle(qtbot)
    panel = window.attack_panel
    window.view.setFocus()
    row = next(r for r in panel.modifier_rows if r.key == "rear" and r.isVisible())
    qtbot.mouseClick(row.switch, Qt.MouseButton.LeftButton)
    settle(qtbot)
    assert window.view.hasFocus()
    window.initiative.list.setFocus()
    window.initiative.list.setCurrentIndex(window.initiative.model.index(1))
    qtbot.keyClick(window.initiative.list, Qt.Key.Key_Return)
    settle(qtbot)
    assert panel.result.outcome is None
    # Enter presses the button that has the focus.
    row.switch.setFocus()
    qtbot.keyClick(row.switch, Qt.Key.Key_Return)
    assert not window.bridge.settings.switched
    window.view.setFocus()
    qtbot.keyClick(window.view, Qt.Key.Key_Return)
    settle(qtbot)
    assert panel.result.outcome is not None


def test_control_click_targets_and_shows_the_attack_tab(window, qtbot, pixel_of):
    window.show_tab("token")
    window.bridge.select(["kael"])
    place = pixel_of(window, window.encounter.tokens["archer"].at)
    qtbot.mouseClick(window.view.viewport(), Qt.MouseButton.LeftButton, CONTROL, place)
    settle(qtbot)
    assert window.bridge.target == "archer"
    assert window.tabs.key == "attack"


def test_type_dice_asks_for_each_roll_and_names_a_wrong_face(window, qtbot):
    put(window, "seren", (11, 7), facing=90)
    window.bridge.select(["seren"])
    window.bridge.set_target("orc-brute")
    settle(qtbot)
    panel, prompt = window.attack_panel, window.prompt
    qtbot.mouseClick(panel.second_button, Qt.MouseButton.LeftButton)
    settle(qtbot)
    roll = window.bridge.session.pending
    assert isinstance(roll, Roll)
    assert prompt.isVisible()
    assert len(prompt.dice.boxes) == roll.count == 5
    for box, face in zip(prompt.dice.boxes, ("12", "11", "21", "3", "20"), strict=True):
        assert box.hasFocus()
        qtbot.keyClicks(box, face)
        if box.hasFocus():  # a face after which no digit can follow goes on by itself
            qtbot.keyClick(box, Qt.Key.Key_Tab)
    assert prompt.dice.error.text() == "21 is not on this die: it shows 1 to 20."
    qtbot.keyClick(prompt.dice.boxes[0], Qt.Key.Key_Return)
    assert window.bridge.session.pending is roll
    prompt.dice.boxes[2].clear()
    qtbot.keyClicks(prompt.dice.boxes[2], "2")
    qtbot.keyClick(prompt.dice.boxes[2], Qt.Key.Key_Return)
    settle(qtbot)
    while isinstance(window.bridge.session.pending, Roll):
        for box in prompt.dice.boxes:
            qtbot.keyClicks(box, "1")
        qtbot.mouseClick(prompt.use, Qt.MouseButton.LeftButton)
        settle(qtbot)
    assert window.bridge.session.pending is None
    # Typing was for this attack alone.
    assert not window.bridge.session.manual_dice
    assert any(die.face == 20 for die in panel.result.outcome.rolls[0].dice)


def test_a_planned_move_is_walked_before_the_roll(window, qtbot):
    from battlemap.ui.bridge import PlannedMove

    put(window, "seren", (9, 8), facing=90)
    window.bridge.select(["seren"])
    window.bridge.set_target("orc-brute")
    way = (Cell(9, 8), Cell(10, 8), Cell(11, 7))
    window.bridge.plan_move(PlannedMove("seren", way, 90.0, 0, 1))
    settle(qtbot)
    panel = window.attack_panel
    assert panel.roll_button.text() == "Move, then roll"
    assert "Planned from L8" in panel.head.place.text()
    qtbot.mouseClick(panel.roll_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.result.outcome is not None)
    assert window.encounter.tokens["seren"].at == Cell(11, 7)
    labels = [commit.label for commit in window.bridge.session.history.commits]
    assert len(labels) == 3


def test_a_modifier_switched_off_counts_nothing_and_says_gm(window, qtbot):
    put(window, "seren", (11, 7), facing=90)
    window.bridge.select(["seren"])
    window.bridge.set_target("orc-brute")
    settle(qtbot)
    panel = window.attack_panel
    row = next(r for r in panel.modifier_rows if r.key == "rear" and r.isVisible())
    with_rear = panel.plan.odds.hit
    qtbot.mouseClick(row.switch, Qt.MouseButton.LeftButton)
    settle(qtbot)
    assert panel.plan.odds.hit < with_rear
    assert row.tag.isVisible()
    assert row.title.struck
    qtbot.mouseClick(row.switch, Qt.MouseButton.LeftButton)
    settle(qtbot)
    assert panel.plan.odds.hit == pytest.approx(with_rear)


def test_overruled_until_cleared_outlives_the_attack_and_can_be_cleared(window, qtbot):
    put(window, "seren", (11, 7), facing=90)
    window.bridge.select(["seren"])
    window.bridge.set_target("orc-brute")
    settle(qtbot)
    panel = window.attack_panel
    row = next(r for r in panel.modifier_rows if r.key == "rear" and r.isVisible())
    entry = next(a for a in row.menu().actions() if a.text() == "Off until cleared")
    entry.trigger()
    settle(qtbot)
    assert [o.key for o in window.encounter.overrides] == ["rear"]
    assert row.reason.text().startswith("Overruled until cleared. ")
    window.bridge.set_target(None)
    window.bridge.set_target("orc-brute")
    settle(qtbot)
    assert not next(m for m in panel.plan.modifiers if m.key == "rear").enabled
    window.run_command("rules.clear_overrules")
    settle(qtbot)
    assert window.encounter.overrides == ()
    assert next(m for m in panel.plan.modifiers if m.key == "rear").enabled


def test_an_added_modifier_counts_and_can_be_taken_out(window, qtbot):
    put(window, "seren", (11, 7), facing=90)
    window.bridge.select(["seren"])
    window.bridge.set_target("orc-brute")
    settle(qtbot)
    panel = window.attack_panel
    before = panel.plan.odds.hit
    qtbot.mouseClick(panel.add_row.link, Qt.MouseButton.LeftButton)
    qtbot.keyClicks(panel.add_row.label, "wet rocks")
    panel.add_row.value.setValue(-2)
    qtbot.keyClick(panel.add_row.label, Qt.Key.Key_Return)
    settle(qtbot)
    assert window.bridge.settings.added == (("wet rocks", -2),)
    assert panel.plan.odds.hit < before
    row = next(r for r in panel.modifier_rows if r.title.text() == "wet rocks")
    qtbot.mouseClick(row.switch, Qt.MouseButton.LeftButton)
    settle(qtbot)
    assert window.bridge.settings.added == ()
    assert panel.plan.odds.hit == pytest.approx(before)


def test_an_illegal_attack_says_why_and_can_be_forced(window, qtbot):
    window.bridge.select(["seren"])
    window.bridge.set_target("hob-spear")
    settle(qtbot)
    panel = window.attack_panel
    assert not panel.roll_button.isEnabled()
    assert "reach" in panel.warnings.text()
    assert panel.force.isVisible()
    qtbot.mouseClick(panel.force, Qt.MouseButton.LeftButton)
    settle(qtbot)
    assert panel.roll_button.isEnabled()
    qtbot.mouseClick(panel.roll_button, Qt.MouseButton.LeftButton)
    settle(qtbot)
    assert panel.result.outcome is not None


def test_the_initiative_list_follows_the_turns(window, qtbot):
    window.bridge.perform(BeginFight())
    settle(qtbot)
    rows = window.initiative.model.rows
    active = window.encounter.turn_order.active
    assert [row.token for row in rows if row.is_active] == [active]
    assert window.initiative.round_label.text() == "Round 1"
    assert any(row.heading == "Again this round" for row in rows)
    qtbot.mouseClick(window.initiative.next, Qt.MouseButton.LeftButton)
    settle(qtbot)
    assert window.encounter.turn_order.active != active
    assert window.bridge.selected == (window.encounter.turn_order.active,)
    qtbot.mouseClick(window.initiative.previous, Qt.MouseButton.LeftButton)
    settle(qtbot)
    assert window.encounter.turn_order.active == active


def test_the_fight_begins_with_the_attack_panel_after_drawing_the_map(window, qtbot):
    window.view.set_tool("wall")
    assert window.tabs.key == "map"
    window.view.set_tool("select")
    qtbot.keyClick(window, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    settle(qtbot)
    assert window.tabs.key == "attack"


def test_previous_turn_goes_back_exactly(window, qtbot):
    window.bridge.perform(BeginFight())
    before = window.encounter
    window.run_command("fight.end_turn")
    active = window.encounter.turn_order.active
    token = window.encounter.tokens[active]
    step = token.at.plus((0, 1))
    window.bridge.perform(Move(active, (token.at, step), "force"))
    window.run_command("fight.previous")
    assert window.encounter is before


def test_a_click_in_the_list_selects_and_centers(window, qtbot):
    model = window.initiative.model
    number = next(i for i, row in enumerate(model.rows) if row.token == "archer")
    box = window.initiative.list.visualRect(model.index(number))
    qtbot.mouseClick(
        window.initiative.list.viewport(), Qt.MouseButton.LeftButton, NO_MODIFIER, box.center()
    )
    assert window.bridge.selected == ("archer",)


def test_log_entries_of_undone_deeds_are_struck(window, qtbot):
    put(window, "seren", (6, 8))
    window.run_command("edit.undo")
    settle(qtbot)
    entry = window.log_panel.model.shown[0]
    assert entry.struck
    assert entry.headline == "Put seren"


def test_the_log_is_searched_and_filtered(window, qtbot):
    put(window, "seren", (6, 8))
    window.bridge.perform(Move("kael", (Cell(14, 7), Cell(14, 6)), "force"))
    settle(qtbot)
    panel = window.log_panel
    everything = panel.model.rowCount()
    panel.search_button.setChecked(True)
    qtbot.keyClicks(panel.search, "put seren")
    assert [entry.headline for entry in panel.model.shown] == ["Put seren"]
    panel.search_button.setChecked(False)
    assert panel.model.rowCount() == everything
    entry = next(a for a in panel.filter_menu().actions() if a.text() == "Map edits")
    entry.setChecked(False)
    assert all(e.kind != "edit" for e in panel.model.shown)


def test_a_click_on_a_number_goes_to_that_state(window, qtbot):
    put(window, "seren", (6, 8))
    after_first = window.encounter
    put(window, "seren", (7, 8))
    settle(qtbot)
    entry = next(e for e in window.bridge.session.log.entries if e.headline == "Put seren")
    window.log_panel.jump_asked.emit(entry)
    assert window.encounter is after_first


def test_the_action_bar_lists_actions_and_takes_them(window, qtbot):
    window.bridge.perform(BeginFight())
    active = window.encounter.turn_order.active
    window.bridge.select([active])
    settle(qtbot)
    bar = window.action_bar
    keys = {button.action.key for button in bar.buttons}
    assert {"move", "strike"} <= keys
    defense = next(a for a in bar._actions if a.key == "extra_defense")
    window.act(defense, False)
    settle(qtbot)
    spent = [
        pip
        for pip in window.bridge.system.pips(window.encounter, window.encounter.tokens[active])
        if pip.state == "spent"
    ]
    assert len(spent) == 1


def test_unavailable_actions_say_why(window, qtbot):
    window.bridge.perform(BeginFight())
    other = next(
        key for key in window.encounter.tokens if key != window.encounter.turn_order.active
    )
    window.bridge.select([other])
    settle(qtbot)
    button = window.action_bar.buttons[0]
    assert button.action.unavailable
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert button.action.unavailable in window.message_bar.text.text()


def test_pointing_at_a_fact_draws_it_and_a_click_pins_it(window, qtbot):
    window.bridge.select(["seren"])
    window.bridge.set_target("orc-brute")
    settle(qtbot)
    drawn = []
    window.bridge.evidence.connect(drawn.append)
    row = next(r for r in window.attack_panel.fact_rows if r.fact == "cover")
    row._light(True)
    assert drawn[-1].fact == "cover"
    row._light(False)
    assert drawn[-1] is None
    qtbot.mouseClick(row.eye, Qt.MouseButton.LeftButton)
    assert window.bridge.pinned.fact == "cover"
    row._light(False)
    assert drawn[-1].fact == "cover"
    qtbot.mouseClick(row.eye, Qt.MouseButton.LeftButton)
    assert window.bridge.pinned is None


def test_the_pair_is_told_to_screen_readers(window, qtbot):
    put(window, "seren", (11, 7), facing=90)
    window.bridge.select(["seren"])
    window.bridge.set_target("orc-brute")
    settle(qtbot)
    words = window.attack_panel.accessibleDescription()
    assert "Seren attacks Orc Brute" in words
    assert "Rear" in words
    assert "To hit" in words


def test_w_explains_the_line_worth_most_and_overrules_it(window, qtbot):
    put(window, "seren", (11, 7), facing=90)
    window.bridge.select(["seren"])
    window.bridge.set_target("orc-brute")
    settle(qtbot)
    window.view.setFocus()
    qtbot.keyClick(window.view, Qt.Key.Key_W)
    card = window.why_card
    assert card.isVisible()
    assert card.title.text() == "Rear attack"
    assert "section 8" in card.accessibleDescription()
    assert "without rear attack" in card.odds.text()
    assert window.bridge.pinned.fact == "arc"
    # It covers neither of the two, nor the band, nor what proves the arc; its leader ends there.
    kept = card._kept()
    assert len(kept) == 4
    assert not any(path.intersects(QRectF(card.geometry())) for path in kept)
    leads_to = window.view.cards._leads_to
    assert leads_to in [mark.place for mark in window.view.map_scene.evidence.drawing.marks]
    qtbot.keyClick(card.overrule, Qt.Key.Key_Right)
    settle(qtbot)
    assert window.bridge.settings.switched == {"rear": "off"}
    assert "with rear attack" in card.odds.text()
    qtbot.keyClick(card, Qt.Key.Key_Escape)
    assert not card.isVisible()
    assert window.bridge.pinned is None


def test_w_explains_while_the_panels_float(window, qtbot):
    window.bridge.select(["seren"])
    window.bridge.set_target("archer")
    window.run_command("view.float")
    window.run_command("fight.why")
    assert window.why_card.isVisible()


@pytest.mark.parametrize("fact", ["distance", "arc", "cover", "sight", "height", "engaged_by"])
def test_every_fact_is_explained(window, qtbot, fact):
    window.bridge.select(["seren"])
    window.bridge.set_target("archer")
    settle(qtbot)
    assert window.why_card.open_for(fact)
    assert "Geometry: " in window.why_card.accessibleDescription()
    # With another pair the card goes, unless it is pinned.
    window.bridge.set_target("orc-brute")
    assert not window.why_card.isVisible()


def test_w_without_a_pair_says_what_is_missing(window, qtbot):
    window.run_command("fight.why")
    assert not window.why_card.isVisible()
    assert "target" in window.message_bar.text.text()


def test_reasons_are_shown_and_never_only_in_a_tool_tip(open_window, qtbot):
    window = open_window(size=(1366, 768))
    window.bridge.select(["archer"])
    window.bridge.set_target("kael")
    settle(qtbot)
    panel = window.attack_panel
    why_not = panel.choice_rows["defense"].why_not
    assert why_not.isVisible()
    assert why_not.text() == "Parry: melee only"
    # Long values and reasons go on in the next line.
    for row in panel.fact_rows:
        if row.isVisible():
            assert row.value.height() >= row.value.heightForWidth(row.value.width()) - 1


def test_compare_keeps_a_pair_beside_the_next(window, qtbot):
    put(window, "seren", (11, 7), facing=90)
    window.bridge.select(["seren"])
    window.bridge.set_target("orc-brute")
    settle(qtbot)
    window.tab_head.compare.setChecked(True)
    window.bridge.set_target("archer")
    settle(qtbot)
    assert window.attack_panel.compared.isVisible()
    window.tab_head.compare.setChecked(False)
    assert not window.attack_panel.compared.isVisible()


def test_shortcuts_are_each_used_once(window):
    seen = {}
    for key, action in window.command_actions.items():
        for shortcut in action.shortcuts():
            text = shortcut.toString(QKeySequence.SequenceFormat.PortableText)
            assert text not in seen, f"{text}: {key} and {seen.get(text)}"
            seen[text] = key


def test_enter_says_why_an_attack_cannot_be_made(open_window, qtbot):
    window = open_window("bridge-duel", size=(1366, 768))
    window.bridge.select(["halia"])
    window.bridge.set_target("captain")
    settle(qtbot)
    illegal = window.attack_panel.plan.illegal
    assert illegal
    before = window.encounter
    window.view.setFocus()
    qtbot.keyClick(window.view, Qt.Key.Key_Return)
    assert window.message_bar.text.text() == illegal
    assert window.encounter is before
