"""The sight tool: rays and cover from one token to whatever the pointer is on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from battlemap.rules.fact_rulings import facts_between
from battlemap.ui.overlays.drawing import Drawing, Label
from battlemap.ui.overlays.rays import cover_drawing, sight_drawing, sight_words
from battlemap.ui.tools.tool import Drag, Pointer, Tool

if TYPE_CHECKING:
    from battlemap.tactics.situation import Situation


class SightTool(Tool):
    """Click the first token, then hover or click others; the first stays until another is clicked.

    Dragging from one token to another shows the pair at once.
    """

    key = "sight"
    label = "Line of sight and cover"
    icon = "sight"
    shortcut = "O"
    hint = "Click the first token, hover the second · Esc start anew"
    cursor = Qt.CursorShape.CrossCursor
    measures = True

    source: str | None = None
    """The token from which one looks."""
    pinned: str | None = None
    """The other token, once clicked."""

    def drag(self, press: Pointer) -> Drag:
        """Choose the source, or pin the pair."""
        pointer = press
        if press.token is None:
            self.escape()
            return
        if self._source() is None:
            self.source, self.pinned = press.token, None
        elif press.token != self.source and not press.shift:
            self.pinned = press.token
        else:
            self.source, self.pinned = press.token, None
        self._show(self.pinned)
        while pointer.is_down:
            pointer = yield
            if pointer.token is not None and pointer.token != self.source:
                self.pinned = pointer.token
                self._show(pointer.token)

    def hover(self, pointer: Pointer) -> None:
        """Show the pair with the token under the pointer."""
        self._show(pointer.token or self.pinned)

    def leave(self) -> None:
        """Forget the pair."""
        self.escape()

    def escape(self) -> bool:
        """Forget the pair; tell whether there was one."""
        had = self.source is not None
        self.source = self.pinned = None
        self.scene.measure.clear()
        return had

    def _source(self) -> str | None:
        if self.source is not None and self.source in self.bridge.encounter.tokens:
            return self.source
        # Whoever is selected looks, until another token is clicked.
        self.source = self.bridge.selected[0] if len(self.bridge.selected) == 1 else None
        return self.source

    def _show(self, other: str | None) -> None:
        source = self._source()
        tokens = self.bridge.encounter.tokens
        if source is None or other is None or other == source or other not in tokens:
            self.scene.measure.clear()
            return
        board = self.bridge.board
        situation: Situation = facts_between(board, source, other)
        drawing = cover_drawing(board, situation.cover)
        if drawing.labels:
            anchor = drawing.labels[0]
            words = f"{situation.distance.feet} ft, {sight_words(situation.sight)}"
            drawing = drawing.plus(
                Drawing(labels=(Label(anchor.place, words, below=anchor.below + 21),))
            )
        else:
            drawing = sight_drawing(board, situation.sight)
        self.scene.measure.show_drawing(drawing)
