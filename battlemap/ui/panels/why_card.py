"""The card over the map that explains one verdict: why, geometry, rule, overruling, odds."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QPainterPath, QPainterPathStroker
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from battlemap.model.intent import Overrule
from battlemap.rules.trigger_rulings import TRIGGER
from battlemap.ui.overlays.free_place import free_place, hides, proof_of
from battlemap.ui.panels.area_facts import verdict_on
from battlemap.ui.panels.buttons import IconButton, Segmented
from battlemap.ui.panels.fact_switch import FactSwitch
from battlemap.ui.panels.lettering import scaled
from battlemap.ui.panels.parts import Elided
from battlemap.ui.panels.why_area import area_page
from battlemap.ui.panels.why_page import WhyPage, attack_page
from battlemap.ui.panels.why_route import (
    cost_page,
    mover_now,
    rule_on_steps,
    rulings_for,
    trigger_page,
    triggers_now,
)
from battlemap.ui.scene.coordinates import SCENE_SCALE
from battlemap.ui.timers import single_shot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from PySide6.QtGui import QKeyEvent

    from battlemap.ui.overlays.path_overlay import DrawnRoute
    from battlemap.ui.panels.area_targets import AreaTargets
    from battlemap.ui.panels.attack_panel import AttackPanel
    from battlemap.ui.window.layout import MapHost

WIDTH = 424
_EDGE = 12
_TOP = 66
"""How far the card stays from the rims of the map; the bar of switches is at the top."""


class WhyCard(QFrame):
    """A card over the map, beside what it explains. Esc closes it; the pin keeps it."""

    overruled = Signal(str, str)
    """(key of the modifier, "map" | "once" | "until cleared")."""
    rule_asked = Signal(str)
    """The section of the text is wanted."""

    def __init__(self, panel: AttackPanel, areas: AreaTargets, host: MapHost) -> None:
        super().__init__(host)
        self._areas = areas
        self._host = host
        self.setObjectName("Card")
        self.panel, self.bridge = panel, panel.bridge
        self.page: WhyPage | None = None
        self._turn_to: Callable[[], WhyPage | None] = lambda: None
        self._trigger: tuple[str, int] | None = None
        self._build()
        self.hide()
        self._follows = single_shot(self, self._follow)
        self.overruled.connect(panel.modifier_switched)
        for signal in (areas.plan.attack_changed, areas.plan.laid_changed):
            signal.connect(self._follows.start)
        for signal in (self.bridge.changed, self.bridge.attack_changed, self.bridge.planned):
            signal.connect(lambda *_: self._follows.start())
        self.bridge.target_changed.connect(lambda _: self._pair_changed())
        self.bridge.selection_changed.connect(lambda _: self._pair_changed())
        host.view.cards.followed.connect(self._stand_clear)
        host.view.why_route.trigger_asked.connect(self.open_trigger)
        host.view.why_route.cost_asked.connect(self.open_cost)
        panel.trigger_asked.connect(self.open_trigger)
        panel.why_asked.connect(self.open_for)
        areas.why_asked.connect(self.open_inside)

    def _build(self) -> None:
        self.title = QLabel("", self)
        self.title.setProperty("role", "heading")
        self.title.setWordWrap(True)
        self.pin = IconButton("pin", "Keep this card open", self)
        self.pin.setCheckable(True)
        self.close_button = IconButton("close", "Close (Esc)", self)
        self.close_button.clicked.connect(self.leave)
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.pin)
        head.addWidget(self.close_button)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnMinimumWidth(0, 72)
        self._grid.setColumnStretch(1, 1)
        self.overrule_title = QLabel("Its modifier counts", self)
        self.overrule_title.setProperty("role", "fact-label")
        self.overrule = Segmented("Overrule", self)
        self.overrule.chosen.connect(self._overrule)
        self.fact_switch = FactSwitch(self)
        self.fact_switch.ruled.connect(self._rule)
        self.odds = QLabel("", self)
        self.odds.setProperty("role", "line-title")
        self.odds.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 10, 14)
        column.setSpacing(8)
        column.addLayout(head)
        column.addLayout(self._grid)
        column.addWidget(self.fact_switch)
        column.addWidget(self.overrule_title)
        column.addWidget(self.overrule)
        column.addWidget(self.odds)
        self.setFixedWidth(WIDTH)

    @property
    def fact(self) -> str:
        """The fact that is explained; empty: none of an attack."""
        return self.page.fact if self.page is not None else ""

    @property
    def key(self) -> str:
        """The key of the modifier that is explained; empty: none."""
        return self.page.modifier if self.page is not None else ""

    # Opening ----------------------------------------------------------------------------------

    def open_for(self, fact: str, key: str = "") -> bool:
        """Explain a fact, or a modifier by its key; tell whether there is anything to say."""
        return self._open(partial(attack_page, self.bridge, fact, key))

    def open_trigger(self, by: str, step: int) -> bool:
        """Explain why somebody may strike at a step of the planned move, or (0) at the attack."""
        return self._open(partial(trigger_page, self.bridge, by, step), trigger=(by, step))

    def open_cost(self, step: int = 0) -> bool:
        """Explain what the planned move costs, or one step of it."""
        return self._open(partial(cost_page, self.bridge, step))

    def open_inside(self, token: str, fact: str = "", key: str = "") -> bool:
        """Explain a fact of a creature in an area attack, or a modifier of its own by its key."""
        verdict = verdict_on(self.bridge, token)
        if verdict is not None and not fact and not key:
            fact = verdict.first_fact
        return self._open(partial(area_page, self.bridge, token, fact, key))

    def open_here(self) -> bool:
        """Explain what is pointed at on the map or in the panel, else what matters most."""
        line = self._areas.line_under_pointer()
        if line is not None and self.open_inside(*line):
            return True
        if self.bridge.pointed is not None and self._host.view.why_route.ask_here():
            return True
        fact, key = self.panel.line_under_pointer()
        if fact or key:
            return self.open_for(fact, key)
        plan = self.bridge.plan_route
        if plan is not None and plan.is_kept and self.open_cost():
            return True
        line = self._areas.pointed_line()
        if line is not None and self.open_inside(*line):
            return True
        return self.open_for(*self.panel.pointed_line())

    def _open(
        self, turn_to: Callable[[], WhyPage | None], trigger: tuple[str, int] | None = None
    ) -> bool:
        page = turn_to()
        if page is None:
            return False
        self._turn_to, self._trigger = turn_to, trigger
        self._show(page)
        self.show()
        self.raise_()
        self._place()
        first: QWidget = self.close_button
        if page.ruling is not None:
            first = self.fact_switch.values
        if page.overrule is not None:
            first = self.overrule
        first.setFocus()
        return True

    def leave(self) -> None:
        """Close the card; the evidence goes with it."""
        self.pin.setChecked(False)
        self.pin.restyle()
        self.hide()
        self.page = None
        self._host.view.cards.show_leader(None, None)
        self.bridge.show_evidence(None)
        self.parentWidget().setFocus()

    def _follow(self) -> None:
        if not self.isVisible():
            return
        page = self._turn_to()
        if page is None:
            self.leave()
            return
        if page != self.page:
            held = self.focusWidget()
            if held is None or not self.isAncestorOf(held):
                held = self.title
            before = held.mapTo(self, QPoint(0, 0)).y()
            self._show(page)
            self._stay(held.mapTo(self, QPoint(0, 0)).y() - before if held.isVisible() else 0)

    def _pair_changed(self) -> None:
        if self.isVisible() and not self.pin.isChecked():
            self.leave()
        else:
            self._follows.start()

    def _show(self, page: WhyPage) -> None:
        before, self.page = self.page, page
        self.title.setText(page.title)
        while (item := self._grid.takeAt(0)) is not None:
            if item.widget() is not None:
                item.widget().hide()
                item.widget().deleteLater()
        for index, (label, words) in enumerate(page.rows):
            name = Elided(label, self, role="fact-label")
            name.setFixedWidth(scaled(72))
            text: QWidget
            if label == "Rule" and words != "GM":
                text = self._link(words)
            else:
                text = QLabel(words, self)
                text.setWordWrap(True)
                text.setProperty("role", "fact-value")
            self._grid.addWidget(name, index, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(text, index, 1)
            name.show()
            text.show()
        self.fact_switch.show_ruling(page.ruling)
        self.overrule_title.setVisible(page.overrule is not None and page.ruling is not None)
        self.overrule.setVisible(page.overrule is not None)
        if page.overrule is not None:
            self.overrule.show_choice(page.overrule)
        self.odds.setVisible(bool(page.odds))
        self.odds.setText(page.odds)
        self.setAccessibleName(page.title)
        self.setAccessibleDescription("; ".join(f"{label}: {words}" for label, words in page.rows))
        if page.evidence is not None and (before is None or before.drawing != page.drawing):
            self.bridge.show_evidence(page.evidence)
        self._resize()

    def _link(self, source: str) -> QPushButton:
        """Return a button that leads to a section of the rules."""
        button = QPushButton(source, self)
        button.setProperty("role", "link")
        button.setToolTip("Show it in the rules reference")
        button.clicked.connect(lambda: self.rule_asked.emit(source))
        return button

    def _overrule(self, value: str) -> None:
        """Let the verdict count as the GM says: at once for a trigger, through the panel else."""
        if self.page is not None and self.page.inside:
            self._areas.rule_on_modifier(self.page.inside, self.key, value)
            return
        if self._trigger is None:
            self.overruled.emit(self.key, value)
            return
        by, step = self._trigger
        trigger = next((t for t in triggers_now(self.bridge) if (t.by, t.step) == (by, step)), None)
        mover = mover_now(self.bridge, trigger) if trigger is not None else None
        if mover is not None:
            said = rulings_for(self.bridge, trigger, mover.id)
            self.bridge.perform(Overrule(TRIGGER, by, mover.id, said[value]))

    def _rule(self, value: str, lasts: str) -> None:
        """Let a fact be what the GM says, or steps cost it."""
        page, plan = self.page, self.bridge.plan_route
        if page is None or page.ruling is None:
            return
        if page.inside:
            self._areas.rule_on_fact(page.inside, page.ruling.key, value, lasts)
        elif not page.ruled_cells:
            self.panel.rule_on_fact(page.ruling.key, value, lasts)
        elif plan is not None:
            rule_on_steps(self.bridge, page, plan.token, value, lasts)

    # Place --------------------------------------------------------------------------------------

    def _resize(self) -> None:
        self.layout().activate()
        self.resize(WIDTH, self.layout().totalHeightForWidth(WIDTH))

    def _kept(self) -> list[QPainterPath]:
        """Return what the card must not hide, on the host: the proof, and each token in it."""
        view, page = self._host.view, self.page
        if page is None:
            return []
        to_host = view.viewportTransform()
        shift = QPointF(view.viewport().mapTo(self._host, QPoint(0, 0)))
        paths = [proof_of(page.drawing, view.map_scene.unit)]
        if page.fact == "arc":
            paths.append(view.map_scene.arcs.surface())
        if page.fact == "":
            # A verdict about a move: the way with its signs stays in sight, too.
            scene = view.map_scene
            signs = [sign.peak(scene.unit) for sign in scene.triggers.triggers]
            paths.append(_way(scene.paths.routes, signs, 16 * scene.unit))
        discs = view.map_scene.discs()
        for key in page.tokens:
            if key in discs:
                path = QPainterPath()
                path.addEllipse(discs[key])
                paths.append(path)
        return [to_host.map(path).translated(shift) for path in paths if not path.isEmpty()]

    def _others(self) -> list[QRectF]:
        """Return what the card had better not hide, on the host: other tokens, bars."""
        view = self._host.view
        shift = QPointF(view.viewport().mapTo(self._host, QPoint(0, 0)))
        transform = view.viewportTransform()
        boxes = [transform.mapRect(box).translated(shift) for box in view.map_scene.crowd()]
        return boxes + [
            QRectF(QPointF(bar.mapTo(self._host, QPoint(0, 0))), QSizeF(bar.size()))
            for bar in (view.overlay_bar, view.zoom_bar)
            if bar.isVisible()
        ]

    def _goal(self) -> QPointF | None:
        """Return the place of the scene to which the leader leads."""
        page, scene = self.page, self._host.view.map_scene
        if page is None:
            return None
        drawing = page.drawing
        if drawing.marks:
            return drawing.marks[len(drawing.marks) // 2].place
        if drawing.lines:
            return (drawing.lines[0].start + drawing.lines[0].end) / 2
        if drawing.areas:
            return drawing.areas[0].path.boundingRect().topLeft()
        known = scene.items_by_token
        return next((scene.center_of(key) for key in page.tokens if key in known), None)

    def _place(self) -> None:
        """Stand where nothing of the proof and none of its tokens is hidden."""
        view = self._host.view
        goal = self._goal()
        area = QRectF(self._host.rect()).adjusted(_EDGE, _TOP, -_EDGE, -_EDGE)
        target = area.center()
        if goal is not None:
            pixel = view.pixel_of(goal).toPoint()
            target = QPointF(view.viewport().mapTo(self._host, pixel))
        size = QSizeF(self.size())
        self.move(free_place(area, size, self._kept(), self._others(), target).toPoint())
        view.cards.show_leader(goal, self._on_viewport)

    def _on_viewport(self) -> QRectF:
        """Return the card's box as the viewport sees it, for its leader."""
        corner = self._host.view.viewport().mapFrom(self._host, self.pos())
        return QRectF(QPointF(corner), QSizeF(self.size()))

    def _stay(self, lower: int) -> None:
        """Grow in place: the switch that was used stays under the pointer for the next click.

        Beyond that the card moves only as far as it would leave the window.

        Parameters
        ----------
        lower
            How much lower in the card that switch is now, in pixels.
        """
        area = self._host.rect()
        y = self.y() - lower
        self.move(
            max(area.left(), min(self.x(), area.right() + 1 - self.width())),
            max(area.top(), min(y, area.bottom() + 1 - self.height())),
        )
        self._host.view.cards.show_leader(self._goal(), self._on_viewport)

    def _stand_clear(self) -> None:
        """Go elsewhere where the map has moved the proof under the card."""
        if not self.isVisible():
            return
        card = QRectF(self.geometry())
        grown_out = not QRectF(self._host.rect()).contains(card)
        if grown_out or any(hides(card, path) for path in self._kept()):
            self._place()
        else:
            self._host.view.cards.show_leader(self._goal(), self._on_viewport)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close with Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)


def _way(routes: Iterable[DrawnRoute], signs: Iterable[QPointF], radius: float) -> QPainterPath:
    """Return the surface of the routes that are drawn and of the signs on them."""
    around = QPainterPathStroker()
    around.setWidth(0.5 * SCENE_SCALE)
    whole = QPainterPath()
    for route in routes:
        whole.addPath(around.createStroke(route.line))
    for place in signs:
        whole.addEllipse(place, radius, radius)
    return whole
