"""An action that the GM forces is told as forced in every game, and only then."""

import pytest

from battlemap import resources
from battlemap.model.intent import Act, BeginFight
from battlemap.rules.forced import forbidden
from battlemap.rules.plan import Action
from battlemap.rules.procedure import Ask, IllegalIntentError
from battlemap.session.session import Session

SAMPLES = ("sunken-hall", "barricade", "floor-three", "bridge-duel")


def finish(session):
    """Give every open question its first answer."""
    while isinstance(question := session.pending, Ask):
        session.answer(next(o.key for o in question.options if not o.unavailable))


def said(session):
    return [line for entry in session.log.entries for line in entry.details]


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_log_says_what_was_forced_and_past_which_rule(sample):
    session = Session.open(resources.maps_path() / f"{sample}.battlemap", seed=5)
    session.perform(BeginFight())
    finish(session)
    tried = 0
    for token in session.encounter.tokens.values():
        for action in session.system.actions(session.encounter, token):
            if not action.unavailable or action.needs_target:
                continue
            steps = session.history.position
            try:
                session.perform(Act(token.id, action.key, None, {"force": "yes"}))
                finish(session)
            except IllegalIntentError:
                # What misses its object can't be forced either.
                continue
            if session.history.position == steps:
                continue
            line = f"Forced by the GM: {action.unavailable}"
            assert line in said(session)
            session.undo()
            tried += 1
    assert tried, "nothing could be forced on this map"


def test_what_the_rules_allow_is_not_told_as_forced():
    actions = (Action("hold", "Hold"), Action("tend", "Tend", unavailable="nobody near"))
    force = {"force": "yes"}
    assert forbidden(actions, Act("a", "hold", None, force)) == ""
    assert forbidden(actions, Act("a", "tend")) == ""
    assert forbidden(actions, Act("a", "tend", None, force)) == "nobody near"
    assert forbidden(actions, BeginFight()) == ""
