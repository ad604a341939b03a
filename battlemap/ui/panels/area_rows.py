"""One creature inside an area: its share, and its cover from the origin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLabel, QWidget

from battlemap.model.obstacle import CoverGrade
from battlemap.model.words import counted
from battlemap.ui.overlays.area_overlay import share_text
from battlemap.ui.panels.creature_row import CreatureRow
from battlemap.ui.panels.parts import Elided
from battlemap.ui.panels.wording import thing_name

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.tactics.areas import Caught
    from battlemap.tactics.facts import Cover


def cover_words(cover: Cover, encounter: Encounter) -> str:
    """Return cover from the origin of an area in one line."""
    if cover.grade is CoverGrade.NONE:
        return "No cover from the origin"
    stopped = sum(1 for ray in cover.rays if ray.stopped_by)
    words = f"{cover.grade.word.capitalize()} cover, {stopped} of {counted(len(cover.rays), 'ray')}"
    return f"{words}, {thing_name(encounter, cover.by[0])}" if cover.by else words


class CaughtRow(CreatureRow):
    """A creature inside; pointing at it draws the rays from the origin, a click keeps them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.reason = Elided("", self, role="reason")
        self.share = QLabel("", self)
        self.share.setProperty("role", "fact-value")
        self.lay_out(self.reason, self.share)
        self.has_card = False
        self.setFixedHeight(42)

    def show_caught(
        self, caught: Caught, token: Token, encounter: Encounter, cover: Cover, *, pinned: bool
    ) -> None:
        """Show this creature."""
        self.evidence = token.id
        name = token.name or token.id
        self.portrait.show_token(token, encounter)
        self.title.setText(f"{name}, splash only" if caught.is_splashed_only else name)
        self.reason.setText(cover_words(cover, encounter))
        share = caught.splash_share if caught.is_splashed_only else caught.share
        self.share.setText(share_text(share))
        words = f"{self.title.text()}: {self.share.text()}. {self.reason.text()}"
        self.setAccessibleName(words)
        self.eye.setAccessibleName(f"{words}. Show on the map")
        self.eye.setToolTip(f"Show the cover of {name} on the map; click to keep it")
        self.set_pinned(pinned)

    @property
    def token(self) -> str:
        """The id of the creature."""
        return self.evidence
