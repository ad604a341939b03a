from __future__ import annotations

from dataclasses import replace

import pytest

from battlemap.geometry.cell import Cell
from battlemap.model.file_error import FileError
from battlemap.model.intent import Act, Attack, Move, Turn
from battlemap.rules.procedure import Ask, IllegalIntentError, Roll
from battlemap.session.procedure_run import QuestionOpenError
from battlemap.session.session import Session

AWAY = Move("hero", (Cell(2, 2), Cell(1, 2), Cell(0, 2)))


@pytest.fixture
def session(fight):
    return Session.new(fight, seed=7)


@pytest.fixture
def changes(session):
    heard = []
    session.subscribe(heard.append)
    return heard


def headlines(session):
    return [entry.headline for entry in session.log.entries if not entry.struck]


def test_an_intent_without_questions_is_one_commit(session, changes, fight):
    session.perform(Turn("orc", 90.0))
    assert session.encounter.tokens["orc"].facing == 90.0
    assert [commit.label for commit in session.history.commits] == ["Turn Orc"]
    assert [change.kind for change in changes] == ["step", "commit"]
    assert changes[-1].before is fight
    assert changes[-1].after is session.encounter
    assert headlines(session)[-1] == "Turn Orc"


def test_a_move_stops_at_the_question_before_the_token_leaves(session, changes, fight):
    session.perform(AWAY)
    assert isinstance(session.pending, Ask)
    assert session.pending.kind == "opportunity attack"
    assert session.encounter is fight
    assert [change.kind for change in changes] == ["ask"]
    session.answer("no")
    assert session.pending is None
    assert session.encounter.tokens["hero"].at == Cell(0, 2)
    assert [change.kind for change in changes] == ["ask", "step", "step", "step", "commit"]
    assert len(session.history.commits) == 1


def test_a_question_inside_the_answer_to_a_question(session):
    session.type_next([15])
    session.perform(AWAY)
    session.answer("strike")
    assert session.pending.kind == "defense"
    session.type_next([3, 6])
    session.answer("parry")
    assert session.encounter.tokens["hero"].status.wounds == 6
    commit = session.history.commits[0]
    assert [record.faces for record in commit.rolls] == [(15,), (3,), (6,)]
    assert all(record.typed for record in commit.rolls)
    assert [(record.key, record.after_rolls) for record in commit.answers] == [
        ("strike", 0),
        ("parry", 1),
    ]


def test_while_a_question_is_open_nothing_else_is_done(session, fight):
    session.perform(AWAY)
    with pytest.raises(QuestionOpenError):
        session.perform(Turn("orc", 0.0))
    with pytest.raises(QuestionOpenError):
        session.edit("Wipe", fight.without_token("orc"))
    with pytest.raises(QuestionOpenError):
        session.redo()
    with pytest.raises(QuestionOpenError):
        session.save("nowhere.battlemap")
    assert session.pending is not None


def test_undo_while_a_question_is_open_cancels_it(session, fight):
    session.type_next([15])
    session.perform(AWAY)
    session.answer("strike")
    assert session.undo() == "Move Hero 10 ft"
    assert session.pending is None
    assert session.encounter is fight
    assert session.history.commits == ()
    assert session.typed_next == (15,)


def test_a_wrong_answer_leaves_the_question_open(session):
    with pytest.raises(ValueError, match="No question is open"):
        session.answer("no")
    session.perform(AWAY)
    with pytest.raises(ValueError, match="the answers are: strike, no"):
        session.answer("maybe")
    assert session.pending is not None


def test_undo_and_redo_put_back_the_identical_documents(session, fight):
    session.perform(Turn("orc", 90.0))
    turned = session.encounter
    session.perform(Attack("hero", "orc"))
    while session.pending:
        session.answer("none")
    struck = session.encounter
    assert session.undo() == "Hero attacks Orc"
    assert session.encounter is turned
    assert session.undo() == "Turn Orc"
    assert session.encounter is fight
    assert session.undo() is None
    assert session.redo() == "Turn Orc"
    assert session.redo() == "Hero attacks Orc"
    assert session.encounter is struck
    assert session.redo() is None


def test_undo_and_roll_again_gives_the_same_dice(session):
    def attack():
        session.perform(Attack("hero", "orc"))
        while session.pending:
            session.answer("parry")
        return [record.faces for record in session.history.commits[-1].rolls]

    first = [attack() for _ in range(4)]
    for _ in range(4):
        session.undo()
    assert [attack() for _ in range(4)] == first
    assert len({tuple(faces) for faces in first}) > 1


def test_redo_leaves_the_dice_where_they_were(session):
    def attack():
        session.perform(Attack("hero", "orc"))
        while session.pending:
            session.answer("parry")
        return [record.faces for record in session.history.commits[-1].rolls]

    attack()
    second = attack()
    session.undo()
    session.undo()
    session.redo()
    assert attack() == second


def test_two_sessions_with_one_seed_roll_the_same(fight):
    rolls = []
    for _ in range(2):
        session = Session.new(fight, seed=99)
        for _ in range(5):
            session.perform(Attack("hero", "orc"))
            while session.pending:
                session.answer("parry")
        rolls.append([commit.rolls for commit in session.history.commits])
    assert rolls[0] == rolls[1]


def test_the_seed_is_in_the_log(fight):
    session = Session.new(fight, seed=4711)
    assert session.seed == 4711
    assert "Dice seed 4711" in session.log.entries[0].details


def test_an_undone_commit_is_struck_from_the_log_and_comes_back(session):
    session.perform(Act("orc", "shout"))
    number = session.history.commits[0].log_ids[0]
    session.undo()
    entry = next(e for e in session.log.entries if e.number == number)
    assert entry.struck
    session.redo()
    entry = next(e for e in session.log.entries if e.number == number)
    assert not entry.struck
    assert entry.commit == session.history.commits[0].number


def test_entries_of_a_forgotten_branch_stay_struck(session):
    session.perform(Act("orc", "shout"))
    session.undo()
    session.perform(Act("hero", "shout"))
    assert [(e.headline, e.struck) for e in session.log.entries[1:]] == [
        ("orc shouts", True),
        ("hero shouts", False),
    ]
    assert [commit.number for commit in session.history.commits] == [2]
    assert not session.history.can_redo


def test_a_failing_procedure_restores_everything_and_names_the_intent(
    session, skirmish, fight, changes
):
    before = session.log.entries
    with pytest.raises(skirmish.BrokenRuleError) as caught:
        session.perform(Act("orc", "fail"))
    assert any("Act(token='orc', action='fail'" in note for note in caught.value.__notes__)
    assert session.encounter is fight
    assert session.pending is None
    assert session.history.commits == ()
    assert not session.is_modified
    assert headlines(session) == [entry.headline for entry in before]
    assert [change.kind for change in changes] == ["step", "step", "undo"]
    session.perform(Turn("orc", 0.0))
    assert session.encounter.tokens["orc"].facing == 0.0


def test_a_failing_procedure_gives_its_dice_back(fight, skirmish):
    calm, shaken = Session.new(fight, seed=3), Session.new(fight, seed=3)
    with pytest.raises(skirmish.BrokenRuleError):
        shaken.perform(Act("orc", "fail"))
    for session in (calm, shaken):
        session.perform(Attack("hero", "orc"))
        while session.pending:
            session.answer("none")
    assert calm.history.commits[0].rolls == shaken.history.commits[0].rolls


def test_an_illegal_intent_changes_nothing(session, changes, fight):
    with pytest.raises(IllegalIntentError, match="no token"):
        session.perform(Attack("hero", "nobody"))
    assert session.encounter is fight
    assert changes == []
    assert not session.is_modified


def test_manual_dice_put_every_roll_to_the_gm(session):
    session.manual_dice = True
    session.perform(Attack("hero", "orc"))
    assert session.pending == Roll(1, 20, "hero strikes orc")
    with pytest.raises(ValueError, match="1 to 20"):
        session.give_dice([21])
    with pytest.raises(ValueError, match="1 d20"):
        session.give_dice([5, 6])
    with pytest.raises(ValueError, match="No question is open"):
        session.answer("parry")
    session.give_dice([15])
    assert isinstance(session.pending, Ask)
    with pytest.raises(ValueError, match="No roll is open"):
        session.give_dice([15])
    session.answer("none")
    session.give_dice([4])
    assert session.encounter.tokens["orc"].status.wounds == 4


def test_manual_dice_use_typed_faces_first(session, skirmish):
    session.manual_dice = True
    session.type_next([13])
    session.perform(Act("orc", "fail"))
    assert session.pending == Roll(1, 20, "doomed dice")
    with pytest.raises(skirmish.BrokenRuleError):
        session.give_dice([9])
    assert session.pending is None


def test_typed_faces_come_before_the_seeded_ones(session):
    session.type_next([18])
    session.type_next([12])
    session.perform(Attack("hero", "orc"))
    session.answer("none")
    rolls = session.history.commits[0].rolls
    assert rolls[0].faces == (12,)
    assert rolls[0].typed
    assert not rolls[1].typed
    assert session.typed_next == ()


def test_an_impossible_typed_face_is_named_and_forgotten(session, fight):
    with pytest.raises(ValueError, match="0 is not a face"):
        session.type_next([0])
    session.type_next([25])
    with pytest.raises(ValueError, match=r"hero strikes orc: .*1 to 20"):
        session.perform(Attack("hero", "orc"))
    assert session.encounter is fight
    assert session.typed_next == ()
    session.perform(Attack("hero", "orc"))


def test_policies_answer_by_themselves_and_say_so(session):
    session.set_policy("orc", "opportunity attack", "never")
    session.perform(AWAY)
    assert session.pending is None
    assert session.encounter.tokens["hero"].at == Cell(0, 2)
    assert any("never" in line for e in session.log.entries for line in e.details)
    session.undo()
    session.set_policy("orc", "opportunity attack", "always")
    session.type_next([2])
    session.perform(AWAY)
    assert session.pending is None
    assert [record.faces for record in session.history.commits[-1].rolls] == [(2,)]
    session.undo()
    session.set_policy("orc", "opportunity attack", "ask")
    session.perform(AWAY)
    assert session.pending is not None


def test_edits_are_steps_of_undo(session, fight):
    session.edit("Remove Orc", fight.without_token("orc"))
    assert session.is_modified
    assert session.undo() == "Remove Orc"
    assert session.encounter is fight
    assert not session.is_modified


def test_an_edit_that_changes_nothing_is_dropped(session, fight, changes):
    session.edit("Nothing", fight)
    session.edit("Nothing", fight.with_token(fight.tokens["orc"]))
    assert session.history.commits == ()
    assert session.encounter is fight
    assert changes == []


def nudge(session, column):
    token = replace(session.encounter.tokens["hero"], at=Cell(column, 2))
    session.edit("Nudge Hero", session.encounter.with_token(token), merge_key="nudge hero")


def test_nudges_become_one_step(session, fight):
    for column in (5, 6, 7):
        nudge(session, column)
    assert len(session.history.commits) == 1
    assert len(session.history.commits[0].log_ids) == 1
    session.undo()
    assert session.encounter is fight


def test_nudges_there_and_back_leave_nothing(session, fight):
    nudge(session, 5)
    nudge(session, 2)
    assert session.history.commits == ()
    assert session.encounter == fight
    assert not session.is_modified
    assert all(entry.struck for entry in session.log.entries if entry.kind == "edit")


def test_another_deed_between_keeps_nudges_apart(session):
    nudge(session, 5)
    session.perform(Turn("orc", 0.0))
    nudge(session, 6)
    assert len(session.history.commits) == 3


def test_subscribers_can_leave_and_their_errors_come_out_at_the_end(session):
    heard = []

    def broken(change):
        raise ZeroDivisionError("a painter slipped")

    leave = session.subscribe(broken)
    session.subscribe(heard.append)
    with pytest.raises(ZeroDivisionError):
        session.perform(Turn("orc", 90.0))
    assert [change.kind for change in heard] == ["step", "commit"]
    assert session.encounter.tokens["orc"].facing == 90.0
    leave()
    leave()
    session.perform(Turn("orc", 0.0))
    assert session.encounter.tokens["orc"].facing == 0.0


def test_a_subscriber_may_not_act_in_the_middle_of_a_deed(session):
    refused = []

    def meddle(change):
        if change.kind == "step":
            try:
                session.perform(Turn("hero", 45.0))
            except QuestionOpenError as error:
                refused.append(str(error))

    session.subscribe(meddle)
    session.perform(Turn("orc", 90.0))
    assert refused == ["The last deed is still being carried out."]


def test_cancel_without_a_question_does_nothing(session, changes):
    session.cancel()
    assert changes == []


def test_a_file_that_another_program_changed_is_not_written_over_unsaid(fight, tmp_path):
    path = tmp_path / "fight.battlemap"
    Session.new(fight).save(path)
    one, other = Session.open(path), Session.open(path)
    one.perform(Turn("orc", 90.0))
    one.save()
    other.perform(Turn("orc", 180.0))
    with pytest.raises(FileError, match="another program has changed the file"):
        other.save()
    assert Session.open(path).encounter == one.encounter
    assert other.is_modified
    other.save()
    assert Session.open(path).encounter == other.encounter
    other.perform(Turn("orc", 270.0))
    other.save()
