"""What the map says about one creature in an area: its lines, their proof, and how it is ruled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from battlemap.rules.fact_rulings import ruled_cover, rulings_of
from battlemap.rules.ruleable_facts import BY_GM, FACTS
from battlemap.tactics.areas import cover_in
from battlemap.ui.bridge import Evidence
from battlemap.ui.overlays.area_overlay import share_text
from battlemap.ui.overlays.drawing import Area as Surface
from battlemap.ui.overlays.drawing import Drawing, Label
from battlemap.ui.overlays.evidence import evidence_of
from battlemap.ui.overlays.rays import cover_drawing
from battlemap.ui.panels.area_rows import cover_words
from battlemap.ui.panels.fact_switch import MAP, FactRuling, fact_ruling
from battlemap.ui.panels.fact_words import FactLine, fact_lines
from battlemap.ui.panels.wording import name_of
from battlemap.ui.scene.coordinates import cells_path, to_scene

if TYPE_CHECKING:
    from battlemap.rules.plan import AreaPlan, AreaTarget
    from battlemap.tactics.facts import Cover
    from battlemap.ui.bridge import Bridge

INSIDE, COVER = "inside", "cover"


@dataclass(frozen=True)
class AreaVerdict:
    """One creature of an area attack as it is planned: what its facts are read from."""

    bridge: Bridge
    plan: AreaPlan
    target: AreaTarget

    def lines(self) -> list[FactLine]:
        """Return the facts that count for it, what the GM overruled marked."""
        lines = [FactLine(fact, FACTS[fact].label, self._words(fact)) for fact in self.target.facts]
        situation = self.target.situation
        if situation is not None:
            bridge = self.bridge
            lines += fact_lines(
                situation,
                bridge.encounter,
                bridge.board.conventions,
                weighed=bridge.system.sections,
            )
        return lines

    @property
    def is_by_hand(self) -> bool:
        """Whether the GM says if the creature is inside."""
        return INSIDE in self._said()

    def has(self, fact: str) -> bool:
        """Tell whether a fact has a line."""
        return any(line.fact == fact for line in self.lines())

    @property
    def first_fact(self) -> str:
        """The fact that explains the creature best: its cover where that counts."""
        return COVER if COVER in self.target.facts else INSIDE

    def title(self, fact: str) -> str:
        """Return a fact in a few words, with the creature's name."""
        line = next((one for one in self.lines() if one.fact == fact), None)
        name = name_of(self.bridge.encounter, self.target.token)
        if line is None:
            return name
        if fact in self.target.facts and BY_GM not in line.value:
            return f"{name}: {line.value[:1].lower()}{line.value[1:]}"
        return f"{name}, {line.label.lower()}: {line.value[:1].lower()}{line.value[1:]}"

    def ruling(self, fact: str) -> FactRuling | None:
        """Return how a fact can be overruled; None: it can't."""
        situation = self.target.situation
        if fact not in self.target.facts:
            return fact_ruling(situation, fact) if situation is not None else None
        value, lasts = self._said().get(fact, (MAP, ""))
        is_plain = fact == INSIDE and not self.plan.area.template.margin
        values = tuple(pair for pair in FACTS[fact].values if not is_plain or pair[0] != "splash")
        return FactRuling(fact, FACTS[fact].label, values, value, lasts)

    def by_map(self, fact: str) -> str:
        """Return in words what the map shows of a fact of the area, whatever the GM says."""
        board, area = self.bridge.board, self.plan.area
        if fact == COVER:
            return cover_words(self._cover_by_map(), self.bridge.encounter)
        own = board.cells_of(self.target.token)
        counted = sum(1 for cell in own if cell in area.cells or cell in area.splash_cells)
        count = f"{counted} of its {len(own)} cells count"
        if len(own) == 1:
            count = "its cell counts" if counted else "its cell doesn't count"
        return f"{share_text(self._share())} of its space lies in the area; {count}"

    def evidence(self, fact: str, *, pinned: bool = False) -> Evidence:
        """Return what the map draws for a fact."""
        return Evidence(fact, None, pinned=pinned, drawing=self.drawing(fact))

    def drawing(self, fact: str) -> Drawing:
        """Return the geometry that proves a fact."""
        board, situation = self.bridge.board, self.target.situation
        if fact not in self.target.facts and situation is not None:
            return evidence_of(board, fact, situation)
        if fact == COVER:
            return cover_drawing(board, self._cover())
        area, own = self.plan.area, board.cells_of(self.target.token)
        counted = tuple(cell for cell in own if cell in area.cells or cell in area.splash_cells)
        left = tuple(cell for cell in own if cell not in counted)
        surfaces = [
            Surface(cells_path(board.grid, cells, inset=3), "template", alpha, pattern, 3.0, dashes)
            for cells, alpha, pattern, dashes in (
                (counted, 0.2, "hatch", ()),
                (left, 0.04, "", (5.0, 4.0)),
            )
            if cells
        ]
        middle = to_scene(board.grid.centroid(own))
        return Drawing(areas=tuple(surfaces), labels=(Label(middle, self._words(INSIDE), 34),))

    def _said(self) -> dict[str, tuple[str, str]]:
        intent = self.plan.intent
        encounter = self.bridge.encounter
        return rulings_of(encounter, intent.attacker, self.target.token, intent.switched)

    def _words(self, fact: str) -> str:
        value, _ = self._said().get(fact, ("", ""))
        if value:
            return f"{FACTS[fact].words(value)}, {BY_GM}"
        if fact == COVER:
            return cover_words(self._cover(), self.bridge.encounter)
        is_in = any(one.token == self.target.token for one in self.plan.area.caught)
        state = "splash" if self.target.is_splashed else "in" if is_in else "out"
        return f"{FACTS[fact].words(state)}, {share_text(self._share())}"

    def _share(self) -> float:
        area, own = self.plan.area, self.bridge.board.cells_of(self.target.token)
        return sum(area.touched.get(cell, 0.0) for cell in own) / len(own)

    def _cover_by_map(self) -> Cover:
        return cover_in(self.bridge.board, self.plan.area, self.target.token)

    def _cover(self) -> Cover:
        cover = self._cover_by_map()
        return ruled_cover(self.bridge.encounter, self.plan.intent, self.target.token, cover)


def verdict_on(bridge: Bridge, token: str) -> AreaVerdict | None:
    """Return what is known about a creature of the area attack in hand; None: nothing."""
    plan = bridge.area_attack_plan()
    if plan is None or token not in bridge.encounter.tokens:
        return None
    target = next((one for one in plan.targets if one.token == token), None)
    return AreaVerdict(bridge, plan, target) if target is not None else None
