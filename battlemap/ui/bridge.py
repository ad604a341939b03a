"""Between the session and Qt: callbacks become signals.

What isn't in the document (selection, target, hover, overlay switches) lives here. The window and
the scene talk to each other only through a ``Bridge``.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from battlemap.model.intent import Act, AreaAttack, Attack, Move, Turn
from battlemap.model.token import are_hostile
from battlemap.rules.procedure import IllegalIntentError
from battlemap.ui.area_plan import AreaPlan
from battlemap.ui.group_deeds import GroupDeeds
from battlemap.ui.targets import Targets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from battlemap.geometry.cell import Cell
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Intent
    from battlemap.model.token import Token
    from battlemap.rules.plan import AreaPlan as RulesAreaPlan
    from battlemap.rules.plan import AttackPlan
    from battlemap.rules.system import RuleSystem
    from battlemap.session.session import Session
    from battlemap.session.subscribers import Change
    from battlemap.tactics.board import Board
    from battlemap.tactics.situation import Situation
    from battlemap.ui.overlays.drawing import Drawing


@dataclass(frozen=True)
class OverlaySwitches:
    """What the overlay bar over the map shows and hides."""

    arcs: bool = True
    their_reach: bool = True
    my_reach: bool = False
    range: bool = True
    safest: bool = True
    sight: bool = True
    flank: bool = False
    best: bool = False
    """The odds of the planned attack from every cell in reach."""
    grid: bool = True
    names: bool = True
    gm: bool = True
    """Hidden tokens, secret doors and notes, which players never see."""
    seen: bool = False
    """Only what the selected see is bright."""


@dataclass(frozen=True)
class Evidence:
    """One fact whose geometry the map draws.

    ``fact`` names an attribute of the Situation: "distance", "arc", "in_reach", "flanked",
    "cover", "sight", "height", "tight", "engaged_by", "target_seen"... What is no fact of an attack
    ("trigger", "movement") has no situation and brings its drawing.
    """

    fact: str
    situation: Situation | None
    pinned: bool = False
    drawing: Drawing | None = None


@dataclass(frozen=True)
class MenuPlace:
    """What lies under the pointer where a context menu is asked for."""

    cell: Cell
    token: str | None = None
    door: str | None = None
    prop: str | None = None
    area: str | None = None
    """An area that the GM keeps on the map."""
    light: int | None = None
    """A light, by its place among the lights."""
    wall: str | None = None
    """Looked for where a menu is asked for, not at each move of the pointer."""


@dataclass(frozen=True)
class Offer:
    """A sentence in the bar above the map, with what can be done about it."""

    text: str
    kind: str = "info"
    """"info", "warn" or "error"."""
    actions: tuple[tuple[str, Callable[[], object]], ...] = ()
    holds: Callable[[], bool] | None = None
    """Tells whether it is still so; None: until it is answered."""


@dataclass(frozen=True)
class PlannedMove:
    """A route that is drawn but not walked yet; an attack is planned from its end."""

    token: str
    cells: tuple[Cell, ...]
    facing: float | None = None
    triggers: int = 0
    actions: int = 0
    jumps: tuple[int, ...] = ()
    """The steps, counted from 1, that are jumps."""
    is_kept: bool = False
    """Whether it stays drawn without a drag, until it is carried out or dropped."""


def _nothing() -> Mapping[str, str]:
    return MappingProxyType({})


@dataclass(frozen=True)
class AttackSettings:
    """What the GM set in the Attack panel for the pair that it shows."""

    choices: Mapping[str, str] = field(default_factory=_nothing)
    switched: Mapping[str, str] = field(default_factory=_nothing)
    added: tuple[tuple[str, int], ...] = ()


class Bridge(QObject):
    """A session as Qt sees it, and the state that belongs to the window alone."""

    changed = Signal(object, object)
    """(before, after): the document, also where a procedure asks half-way."""
    session_changed = Signal()
    """Another document was opened; ``changed`` follows."""
    asked = Signal(object)
    """The open question (Ask, Roll) or None when there is none any more."""
    selection_changed = Signal(object)
    """Ids of the selected tokens."""
    target_changed = Signal(object)
    """Id of the target that the Attack panel shows, or None."""
    targets_changed = Signal()
    """There are more, fewer or other targets."""
    hovered = Signal(object)
    """The MenuPlace under the pointer, or None off the map."""
    evidence = Signal(object)
    """The Evidence to draw, or None."""
    planned = Signal(object)
    """The PlannedMove, or None."""
    attack_changed = Signal()
    """Weapon, choices or modifiers of the attack in the panel changed."""
    overlays_changed = Signal()
    message = Signal(str, str)
    """(text, kind) of a sentence for the bar above the map; kind "info", "warn" or "error"."""
    offered = Signal(object)
    """An Offer: a sentence with actions."""
    menu_requested = Signal(object, object)
    """(MenuPlace, global QPoint): a context menu is wanted on the map."""
    token_opened = Signal(str)
    """A token was double-clicked: show its sheet."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.asks_outside_fights = session.asks_outside_fights
        """Whether reactions are asked for while no fight runs; whatever document is shown."""
        self.selected: tuple[str, ...] = ()
        self.target: str | None = None
        """The target that the Attack panel shows."""
        self.targets = Targets()
        self._last_attacker: str | None = None
        self.pinned_auras: frozenset[str] = frozenset()
        """The tokens whose auras stay drawn."""
        self.active_weapon = ""
        self.settings = AttackSettings()
        self.plan_route: PlannedMove | None = None
        self.overlay = OverlaySwitches()
        self.pinned: Evidence | None = None
        self.pointed: MenuPlace | None = None
        """What lies under the pointer; None: it is off the map."""
        self.area_plan = AreaPlan(self)
        self.is_busy = False
        self.group = GroupDeeds(self)
        self._told = session.encounter
        """What was told last; more may have happened since in the middle of a procedure."""
        self._holds = 0
        self._unsubscribe = session.subscribe(self._on_change)

    # The document -------------------------------------------------------------------------

    @property
    def encounter(self) -> Encounter:
        """The document as it stands."""
        return self.session.encounter

    @property
    def system(self) -> RuleSystem:
        """The rule system of the document."""
        return self.session.system

    @property
    def board(self) -> Board:
        """The document as tactics reads it."""
        return self.session.board

    @property
    def planned_cell(self) -> Cell | None:
        """Where the planned move ends, or None."""
        return self.plan_route.cells[-1] if self.plan_route else None

    @property
    def is_waiting(self) -> bool:
        """Whether a question is open, or a procedure is under way."""
        return self.is_busy or self.session.pending is not None

    def planned_route(self, token_id: str) -> PlannedMove | None:
        """Return the route planned for this token, or None."""
        route = self.plan_route
        if route is None or route.token != token_id or len(route.cells) < 2:
            return None
        return route

    def token(self, token_id: str | None) -> Token | None:
        """Return the token with this id, or None."""
        return self.encounter.tokens.get(token_id) if token_id is not None else None

    @property
    def attacker(self) -> str | None:
        """The token whose attack the panel shows: the selected one, else the active one."""
        if len(self.selected) == 1:
            return self.selected[0]
        active = self.encounter.turn_order.active
        return active if active in self.encounter.tokens else None

    def set_session(self, session: Session) -> None:
        """Show another document."""
        before = self.encounter
        self._unsubscribe()
        self.session = session
        self._told = session.encounter
        session.asks_outside_fights = self.asks_outside_fights
        self._unsubscribe = session.subscribe(self._on_change)
        self.pinned = None
        self.pinned_auras = frozenset()
        self.plan_route = None
        self.settings = AttackSettings()
        self.select(())
        self.set_target(None)
        self.evidence.emit(None)
        self.planned.emit(None)
        self.session_changed.emit()
        self.changed.emit(before, session.encounter)
        self.asked.emit(session.pending)

    def ask_outside_fights(self, on: bool) -> None:
        """Ask for reactions while no fight runs, too, or in fights only."""
        self.asks_outside_fights = self.session.asks_outside_fights = on

    def leave(self) -> None:
        """Hear no more of the session: the window of this bridge goes."""
        self._unsubscribe()

    def _on_change(self, change: Change) -> None:
        # In the middle of a procedure nothing is asked yet, nothing else may be done, and nothing
        # is told: nobody would see it before the next question or the end.
        if change.kind == "step":
            self.is_busy = True
            return
        if self._holds and self.session.pending is None:
            self.is_busy = False
            return
        if change.kind == "commit" and not self._holds:
            self._told = change.before
        self._tell(change.after)

    @contextmanager
    def told_once(self) -> Iterator[None]:
        """Tell of all that happens meanwhile as one change at the end; questions come at once."""
        self._holds += 1
        try:
            yield
        finally:
            self._holds -= 1
            if not self._holds and self._told is not self.encounter:
                self._tell(self.encounter)

    def _tell(self, after: Encounter) -> None:
        before, self._told = self._told, after
        tokens = after.tokens
        if any(key not in tokens for key in self.selected):
            self.select([key for key in self.selected if key in tokens])
        self._set_targets(self.targets.among(tokens))
        self._attacker_changed()
        route = self.plan_route
        if route is not None and (
            route.token not in tokens or tokens[route.token].at != route.cells[0]
        ):
            self.plan_move(None)
        self.changed.emit(before, after)
        self.is_busy = False
        self.asked.emit(self.session.pending)

    # Deeds --------------------------------------------------------------------------------

    def perform(self, intent: Intent, *, label: str = "", merge_key: str | None = None) -> bool:
        """Carry out *intent*; say why not in the bar above the map where the rules forbid it."""
        return self._attempt(lambda: self.session.perform(intent, label=label, merge_key=merge_key))

    def answer(self, key: str) -> bool:
        """Answer the open question."""
        return self._attempt(lambda: self.session.answer(key))

    def give_dice(self, faces: Sequence[int]) -> bool:
        """Give the faces of real dice to the open roll."""
        return self._attempt(lambda: self.session.give_dice(faces))

    def edit(self, label: str, encounter: Encounter, merge_key: str | None = None) -> bool:
        """Change the map itself; one step of undo."""
        return self._attempt(lambda: self.session.edit(label, encounter, merge_key=merge_key))

    def undo(self) -> None:
        """Take back the last deed, or the one that waits for an answer."""
        self._go_through_history(self.session.undo)

    def redo(self) -> None:
        """Do again what was taken back."""
        self._go_through_history(self.session.redo)

    def go_to(self, place: int) -> None:
        """Undo or redo until so many steps of the history are in force."""
        self._go_through_history(lambda: self.session.go_to(place))

    def _go_through_history(self, deed: Callable[[], object]) -> None:
        """Undo or redo; a selection that followed the turns follows them back."""
        before = self.encounter.turn_order.active
        follows = before is not None and self.selected == (before,)
        self._attempt(deed)
        active = self.encounter.turn_order.active
        if follows and active != before and active in self.encounter.tokens:
            self.plan_move(None)
            self.select([active])

    def _attempt(self, deed: Callable[[], object]) -> bool:
        try:
            deed()
        except IllegalIntentError as error:
            self.say(str(error), "warn")
            return False
        except (ValueError, LookupError) as error:
            self.say(str(error), "error")
            return False
        return True

    def say(self, text: str, kind: str = "info") -> None:
        """Show one sentence in the bar above the map."""
        self.message.emit(text, kind)

    def offer(self, offer: Offer) -> None:
        """Show one sentence with actions in the bar above the map."""
        self.offered.emit(offer)

    # Selection and target ------------------------------------------------------------------

    def select(self, ids: Iterable[str]) -> None:
        """Select exactly these tokens."""
        chosen = tuple(dict.fromkeys(ids))
        if chosen != self.selected:
            before = self.attacker
            self.selected = chosen
            if self.attacker != before:
                self._forget_settings()
            self.selection_changed.emit(chosen)
            self._attacker_changed()

    def _attacker_changed(self) -> None:
        """Drop targets that whoever attacks now wouldn't strike by itself: its own side."""
        attacker = self.token(self.attacker)
        if attacker is None or attacker.id == self._last_attacker:
            return
        self._last_attacker = attacker.id
        friends = [
            key
            for key in self.targets.keys
            if (token := self.token(key)) is not None and not are_hostile(attacker.side, token.side)
        ]
        for key in friends:
            self._set_targets(self.targets.without(key))

    def toggle_selected(self, token_id: str) -> None:
        """Add a token to the selection, or take it out."""
        if token_id in self.selected:
            self.select([key for key in self.selected if key != token_id])
        else:
            self.select((*self.selected, token_id))

    def set_target(self, token_id: str | None) -> None:
        """Choose the only target of the next attack; None: no target."""
        self._set_targets(self.targets.only(token_id))

    def toggle_target(self, token_id: str) -> None:
        """Add a target to those there are, or take it out."""
        self._set_targets(self.targets.toggled(token_id))

    def show_target(self, token_id: str) -> None:
        """Show the attack on another one of the targets."""
        self._set_targets(self.targets.showing(token_id))

    def _set_targets(self, targets: Targets) -> None:
        before, self.targets = self.targets, targets
        self.target = targets.shown
        if before.shown != targets.shown:
            self._forget_settings()
            self.target_changed.emit(targets.shown)
        if before.keys != targets.keys:
            self.targets_changed.emit()

    def _forget_settings(self) -> None:
        self.settings = AttackSettings()
        self.active_weapon = ""
        if self.pinned is not None:
            self.show_evidence(None)

    def end_attack(self) -> None:
        """Let what the GM set for one roll end with it; weapon and pinned fact stay."""
        if self.settings != AttackSettings():
            self.settings = AttackSettings()
            self.attack_changed.emit()

    def hover(self, place: MenuPlace | None) -> None:
        """Say what lies under the pointer."""
        self.pointed = place
        self.hovered.emit(place)

    # The attack in the panel ----------------------------------------------------------------

    def plan_move(self, route: PlannedMove | None) -> None:
        """Plan the attack from the end of a route; None: from where the attacker stands."""
        if route != self.plan_route:
            self.plan_route = route
            self.planned.emit(route)

    def set_weapon(self, name: str) -> None:
        """Attack with another weapon."""
        if name != self.active_weapon:
            self.active_weapon = name
            self.settings = AttackSettings()
            self.attack_changed.emit()

    def set_choice(self, key: str, value: str) -> None:
        """Set a selector of the attack."""
        choices = MappingProxyType({**self.settings.choices, key: value})
        self.settings = replace(self.settings, choices=choices)
        self.attack_changed.emit()

    def switch_modifier(self, key: str, value: str) -> None:
        """Overrule a modifier for this attack only: "off", "on", or "" as the map says."""
        switched = {k: v for k, v in self.settings.switched.items() if k != key}
        if value:
            switched[key] = value
        self.settings = replace(self.settings, switched=MappingProxyType(switched))
        self.attack_changed.emit()

    def add_modifier(self, label: str, value: int) -> None:
        """Add a modifier of the GM's own to this attack."""
        self.settings = replace(self.settings, added=(*self.settings.added, (label, value)))
        self.attack_changed.emit()

    def remove_modifier(self, index: int) -> None:
        """Take a modifier of the GM's own out again."""
        added = tuple(a for i, a in enumerate(self.settings.added) if i != index)
        self.settings = replace(self.settings, added=added)
        self.attack_changed.emit()

    def attack(self) -> Attack | None:
        """Return the attack that the panel shows, or None without attacker or target."""
        attacker = self.attacker
        if attacker is None or self.target is None or attacker == self.target:
            return None
        return Attack(
            attacker,
            self.target,
            self.active_weapon,
            self.settings.choices,
            self.settings.switched,
            self.settings.added,
        )

    def attack_plan(self, attack: Attack | None = None) -> AttackPlan | None:
        """Return what is known about an attack, from the planned cell if any.

        None is the attack in the panel.
        """
        attack = attack or self.attack()
        if attack is None:
            return None
        route = self.planned_route(attack.attacker)
        try:
            if route is not None:
                return self.session.plan_from(attack, route.cells[-1], route.facing)
            return self.session.plan(attack)
        except IllegalIntentError:
            return None

    def take_up_deed(self) -> None:
        """Choose who does the deed that an open question belongs to, and the target of it."""
        deed = self.session.open_deed
        if isinstance(deed, (Attack, AreaAttack)):
            self.select((deed.attacker,))
        elif isinstance(deed, (Move, Turn, Act)):
            self.select((deed.token,))
        if isinstance(deed, (Attack, Act)) and deed.target is not None:
            self.set_target(deed.target)

    def area_attack_plan(self, attack: AreaAttack | None = None) -> RulesAreaPlan | None:
        """Return what is known about an area attack, or None.

        None is the attack that the area in hand is laid for; while a question of an area attack is
        open, it is that attack.
        """
        if attack is None:
            open_plan = self.session.open_area_plan()
            if open_plan is not None:
                return open_plan
            attacker = self.attacker
            attack = self.area_plan.attack_of(attacker) if attacker is not None else None
        if attack is None:
            return None
        try:
            return self.session.plan_area(attack)
        except IllegalIntentError:
            return None

    # Evidence and overlays -------------------------------------------------------------------

    def show_evidence(self, evidence: Evidence | None) -> None:
        """Draw the geometry of a fact; None falls back to the pinned one, if any."""
        if evidence is None:
            self.pinned = None
        elif evidence.pinned:
            self.pinned = evidence
        self.evidence.emit(evidence)

    def hover_evidence(self, evidence: Evidence | None) -> None:
        """Draw a fact while the pointer or the focus is on its line; None: the pinned one again."""
        self.evidence.emit(evidence if evidence is not None else self.pinned)

    def pin_auras(self, token_id: str, on: bool) -> None:
        """Keep the auras of a token drawn, or draw them only when it is asked about."""
        pinned = self.pinned_auras | {token_id} if on else self.pinned_auras - {token_id}
        if pinned != self.pinned_auras:
            self.pinned_auras = pinned
            self.overlays_changed.emit()

    def switch_overlay(self, name: str, on: bool | None = None) -> None:
        """Switch an overlay by the name of its field; None toggles it."""
        value = not getattr(self.overlay, name) if on is None else on
        changed = replace(self.overlay, **{name: value})
        if changed != self.overlay:
            self.overlay = changed
            self.overlays_changed.emit()
