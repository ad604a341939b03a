"""What the actions of the bar need and do, beside moving, attacking and breaking things."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.model.event import StatusChanged
from battlemap.model.words import counted
from battlemap.rules.acting import not_beside, note
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import Ask, AskOption, IllegalIntentError, ask, happen, roll
from battlemap.systems.grimhowl import cover
from battlemap.systems.grimhowl.harm import suffer
from battlemap.systems.grimhowl.kinds import DieSize, Skill
from battlemap.systems.grimhowl.movement import remaining
from battlemap.systems.grimhowl.pools import MOVE, roll_stars, skill_pool, stars_words
from battlemap.systems.grimhowl.sheet import sheet_of, status_of
from battlemap.systems.grimhowl.sigils import BY_ITSELF
from battlemap.tactics.board import Board
from battlemap.tactics.bound_cover import objects_beside

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Act
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.grimhowl import Grimhowl
    from battlemap.systems.grimhowl.sheet import Status, Wear


# Why not ----------------------------------------------------------------------------------


def no_cover_near(system: Grimhowl, encounter: Encounter, token: Token) -> str:
    """Return why there is no cover to take."""
    near = objects_beside(Board.of(encounter, system), token.id)
    if not near:
        return "no object beside gives cover"
    taken = cover.taken(encounter, token)
    return "in Cover already" if taken and set(near) == {taken.object} else ""


def nothing_remains(system: Grimhowl, encounter: Encounter, token: Token) -> str:
    """Return why no skill can move the token."""
    return "" if remaining(system, encounter, token) else "no movement remains"


def no_fight(system: Grimhowl, encounter: Encounter, token: Token) -> str:
    """Return why nothing can be held."""
    del system
    if not encounter.turn_order.is_running:
        return "no fight is under way"
    return "" if status_of(token).actions else "no actions left"


def in_a_fight(system: Grimhowl, encounter: Encounter, token: Token) -> str:
    """Return why nothing can be mended now."""
    del system
    if encounter.turn_order.is_running:
        return "only out of a fight"
    return "" if status_of(token).worn else "nothing is damaged"


def is_dead(system: Grimhowl, encounter: Encounter, token: Token) -> str:
    """Return why damage means nothing any more."""
    del system, encounter
    return "dead" if token.has("dead") else ""


def not_to_be_tended(system: Grimhowl, encounter: Encounter, token: Token, target: Token) -> str:
    """Return why *target* needs no tending."""
    if far := not_beside(system, encounter, token, target):
        return far
    status = status_of(target)
    if target.has("dead"):
        return f"{name_of(target)} is dead."
    if is_dying(target) or status.gnawing:
        return ""
    return f"{name_of(target)} neither lies dying nor suffers Gnawing damage."


def is_dying(token: Token) -> bool:
    """Tell whether somebody lies down and isn't stable."""
    status = status_of(token)
    out_of_it = token.has("unconscious") and status.damage >= sheet_of(token).vitality
    return out_of_it and not status.stable


# Doing --------------------------------------------------------------------------------------


def take_cover(system: Grimhowl, encounter: Encounter, act: Act) -> Procedure:
    """Take Cover behind an object beside; it is bound to that object and this place."""
    token = encounter.tokens[act.token]
    near = objects_beside(Board.of(encounter, system), token.id)
    wish = act.choices.get("object", "")
    if wish and wish not in near:
        named = cover.object_name(encounter, wish)
        raise IllegalIntentError(f"{named} is not beside {name_of(token)}, or covers nobody.")
    if not wish:
        if not near:
            raise IllegalIntentError(f"Nothing beside {name_of(token)} gives cover.")
        wish = near[0]
        if len(near) > 1:
            wish = yield from ask(_which_object(encounter, token, near))
    status = replace(status_of(token), cover=cover.taken_behind(encounter, token, wish))
    encounter = yield from happen(StatusChanged(token.id, status))
    named = cover.object_name(encounter, wish)
    line = "DC +1 against Parry and Dodge, from where the object stands between"
    return (yield from note(token, f"{name_of(token)} takes Cover behind {named}", (line,)))


def _which_object(encounter: Encounter, token: Token, near: tuple[str, ...]) -> Ask:
    return Ask(
        token=token.id,
        headline=f"Behind what does {name_of(token)} take Cover?",
        options=tuple(AskOption(key, cover.object_name(encounter, key)) for key in near),
        kind="cover",
        focus=(token.id,),
    )


def move_by_skill(system: Grimhowl, encounter: Encounter, act: Act) -> Procedure:
    """Roll Athletics or Finesse: each star buys feet, at most what remains of the pool."""
    token = encounter.tokens[act.token]
    skill = Skill(act.action)
    # The action is paid and counted: this one is no repeat of itself.
    before = _uncounted(encounter, token, act.action)
    pool = skill_pool(system, encounter, before, skill, act.action)
    result = yield from roll_stars(pool, act.action, token)
    per_cell = encounter.map.grid.feet_per_cell
    bought = result.successes * system.options.feet_per_star * 100 // per_cell
    stride = min(bought, remaining(system, encounter, token))
    status = replace(status_of(token), stride=stride, stride_by=skill.value if stride else "")
    if status != status_of(token):
        encounter = yield from happen(StatusChanged(token.id, status))
    feet = stride * per_cell / 100
    options = system.options
    how = {
        Skill.ATHLETICS: ", over bad ground at no extra cost" if options.sure_athletics else "",
        Skill.FINESSE: ", and nobody may strike at it" if options.quiet_skills else "",
    }[skill]
    lines = [stars_words(pool, result), f"May move {feet:g} ft{how}"]
    if stride < bought:
        lines.append(f"{bought * per_cell / 100:g} ft were bought; no more movement remains")
    headline = f"{name_of(token)} uses {skill.value.capitalize()} to move"
    return (yield from note(token, headline, tuple(lines), "move"))


def _uncounted(encounter: Encounter, token: Token, action: str) -> Token:
    """Return *token* as before an action of its own was counted."""
    if not encounter.turn_order.is_running:
        return token
    status = status_of(token)
    repeats = tuple(
        replace(done, times=done.times - 1) if done.action == action else done
        for done in status.repeats
    )
    return replace(token, status=replace(status, repeats=repeats))


def open_move(system: Grimhowl, encounter: Encounter, act: Act) -> Procedure:
    """Pay for a Move ahead: the pool is filled, and the drag that follows costs nothing more."""
    token = encounter.tokens[act.token]
    status = status_of(token)
    # What skills have moved comes out of the pool of the first Move.
    drawn = status.drawn if status.times(MOVE) == 1 else 0
    if encounter.turn_order.is_running:
        status = replace(status, opened=True, drawn=drawn)
        encounter = yield from happen(StatusChanged(token.id, status))
    feet = remaining(system, encounter, encounter.tokens[token.id])
    feet_words = f"{feet * encounter.map.grid.feet_per_cell / 100:g} ft may be walked"
    return (yield from note(token, f"{name_of(token)} gets ready to move", (feet_words,), "move"))


def hold(system: Grimhowl, encounter: Encounter, act: Act) -> Procedure:
    """Hold actions for later in the round: for Reactions, or an action on somebody's turn."""
    del system
    token = encounter.tokens[act.token]
    status = status_of(token)
    if not status.actions:
        raise IllegalIntentError(f"{name_of(token)} has no action left to hold.")
    wish = act.choices.get("actions", "")
    count = int(wish) if wish.isdecimal() else status.actions
    count = max(1, min(count, status.actions))
    held = replace(status, actions=status.actions - count, held=status.held + count)
    encounter = yield from happen(StatusChanged(token.id, held))
    what = act.choices.get("what", "")
    lines = [f"{counted(held.held, 'action')} held until the round ends"]
    if what:
        lines.append(what)
    headline = f"{name_of(token)} holds {counted(count, 'action')}"
    return (yield from note(token, headline, tuple(lines)))


def tend(system: Grimhowl, encounter: Encounter, act: Act) -> Procedure:
    """Roll Medicine: a star stops the dying of one who is down, each one ends a Gnawing effect."""
    token = encounter.tokens[act.token]
    target = encounter.tokens[act.target or ""]
    before = _uncounted(encounter, token, act.action)
    pool = skill_pool(system, encounter, before, Skill.MEDICINE, act.action)
    result = yield from roll_stars(pool, "medicine", token)
    left = result.successes
    status = status_of(target)
    lines = [stars_words(pool, result)]
    if left and is_dying(target):
        status = replace(status, stable=True)
        left -= 1
        lines.append(f"{name_of(target)} is stable and gathers no more death marks")
    if left and status.gnawing:
        ended = status.gnawing[:left]
        status = replace(status, gnawing=status.gnawing[left:])
        lines.extend(f"{one.name} no longer gnaws at {name_of(target)}" for one in ended)
    if status == status_of(target):
        lines.append("Nothing helps")
    else:
        encounter = yield from happen(StatusChanged(target.id, status))
    return (yield from note(token, f"{name_of(token)} tends {name_of(target)}", tuple(lines)))


def take_damage(system: Grimhowl, encounter: Encounter, act: Act) -> Procedure:
    """Roll damage from ground, a fall or anything else; Gnawing damage comes with it."""
    token = encounter.tokens[act.token]
    wish = act.choices.get("die", "")
    if wish not in set(DieSize):
        wish = yield from ask(
            Ask(
                token=token.id,
                headline=f"How much damage does {name_of(token)} take?",
                options=(
                    *(AskOption(die.value, f"1{die}") for die in DieSize),
                    AskOption("none", "None"),
                ),
                kind="damage from elsewhere",
                focus=(token.id,),
            )
        )
    if wish == "none":
        return (yield from note(token, f"{name_of(token)} takes no damage", (), "damage"))
    die = DieSize(wish)
    faces = yield from roll(1, die.sides, f"Damage to {name_of(token)}, 1{die}", token.id)
    encounter, lines = yield from suffer(system, encounter, token.id, faces[0])
    headline = f"{name_of(token)} takes damage"
    return (yield from note(token, headline, (f"1{die}: {faces[0]}", *lines), "damage"))


def repair(system: Grimhowl, encounter: Encounter, act: Act) -> Procedure:
    """Mend armor, shields and weapons: whatever doesn't recover by itself."""
    del system
    return (yield from _mend(encounter, act.token, "repairs", by_itself=False))


def rest(system: Grimhowl, encounter: Encounter, act: Act) -> Procedure:
    """Rest until shells, hides and natural weapons have recovered by themselves."""
    del system
    return (yield from _mend(encounter, act.token, "rests", by_itself=True))


def _mend(encounter: Encounter, token_id: str, verb: str, *, by_itself: bool) -> Procedure:
    token = encounter.tokens[token_id]
    status: Status = status_of(token)
    mended: list[Wear] = []
    kept: list[Wear] = []
    for wear in status.worn:
        (mended if (wear.recovery == BY_ITSELF) is by_itself else kept).append(wear)
    if mended:
        changed = replace(status, worn=tuple(kept))
        encounter = yield from happen(StatusChanged(token_id, changed))
    lines = [f"{wear.source.capitalize()} is whole again" for wear in mended]
    lines += [f"{wear.source.capitalize()} still needs: {wear.recovery}" for wear in kept]
    return (yield from note(token, f"{name_of(token)} {verb}", tuple(lines)))


def interact(system: Grimhowl, encounter: Encounter, act: Act) -> Procedure:
    """Spend an action on something that has no rule of its own."""
    del system
    token = encounter.tokens[act.token]
    what = act.choices.get("what", "")
    return (yield from note(token, f"{name_of(token)} interacts", (what,) if what else ()))
