"""The tokens of the map as items: looks, places, and those that hang at the pointer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QGraphicsScene

from battlemap.ui.overlays.boxes import Boxes, sides_of
from battlemap.ui.scene.coordinates import SCENE_SCALE, SHEET_PIXEL, to_map, to_scene
from battlemap.ui.scene.name_layout import Bar
from battlemap.ui.scene.painter import stacking
from battlemap.ui.scene.pictures import PictureStore
from battlemap.ui.scene.sheet import SMALL_CELL
from battlemap.ui.scene.strokes import plate_width
from battlemap.ui.scene.token_art import NAME_HEIGHT, height_place, name_place
from battlemap.ui.scene.token_crowd import TokenCrowd
from battlemap.ui.scene.token_item import Z_DRAGGED, Z_GHOST, Z_TOKEN, TokenItem
from battlemap.ui.scene.token_look import disc, look_of, short_name
from battlemap.ui.scene.token_names import Named, lay_token_names

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from pathlib import Path

    from PySide6.QtGui import QImage

    from battlemap.geometry.cell import Cell, Point
    from battlemap.geometry.grid import Grid
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.ui.bridge import Bridge
    from battlemap.ui.scene.name_layout import NamePlace
    from battlemap.ui.scene.token_look import TokenLook
    from battlemap.ui.theme import Theme


class _Known(NamedTuple):
    """What follows from a token by itself."""

    made_from: tuple[object, ...]
    look: TokenLook
    center: Point


class _Marks(NamedTuple):
    """What the turn and the GM's choice say about a token."""

    active: bool
    selected: bool
    targeted: bool
    number: int


_GRIP = 3.0
"""A token is picked up within so many pixels of its disc."""


class TokenScene(QGraphicsScene):
    """A scene that keeps one item for each token of the bridge's document.

    Parameters
    ----------
    bridge
        The document, selection, target and overlay switches.
    theme
        The colors.
    """

    def __init__(self, bridge: Bridge, theme: Theme) -> None:
        super().__init__()
        self.bridge = bridge
        self.theme = theme
        self.unit = SHEET_PIXEL
        self.pictures = PictureStore(self)
        self.items_by_token: dict[str, TokenItem] = {}
        self.revision = 0
        """Counts up whenever tokens may have moved or changed."""
        self._known: dict[str, _Known] = {}
        self._marked: dict[str, _Marks] = {}
        self._names: dict[str, NamePlace] = {}
        self._lifted: dict[str, QPointF] = {}
        self._ghosts: dict[str, TokenItem] = {}
        self._gone: dict[str, TokenItem] = {}
        """Those that left the map last: taken back, they need no new picture."""
        self._discs: dict[str, QRectF] = {}
        self._discs_of = -1
        self._rows: dict[str, int] = {}
        self._sides = np.empty((0, 4))
        self._sides_of = -1
        self._crowd = TokenCrowd(self._standing_still)
        self.addItem(self._crowd)

    def _standing_still(self) -> Iterator[TokenItem]:
        return (item for key, item in self.items_by_token.items() if key not in self._lifted)

    @property
    def encounter(self) -> Encounter:
        """The document."""
        return self.bridge.encounter

    @property
    def grid(self) -> Grid:
        """The map's grid."""
        return self.encounter.map.grid.grid

    @property
    def folder(self) -> Path | None:
        """Where the document's file lies."""
        path = self.bridge.session.path
        return path.parent if path is not None else None

    @property
    def cell_px(self) -> float:
        """Pixels in the width of a cell now."""
        return SCENE_SCALE / self.unit

    def token_items(self) -> Iterator[TokenItem]:
        """Yield every token's item and the ghosts."""
        yield from self.items_by_token.values()
        yield from self._ghosts.values()

    def forget_tokens(self) -> None:
        """Take every token off; another document was opened."""
        for item in list(self.token_items()):
            item.join(None)
            self.removeItem(item)
        self.items_by_token.clear()
        self._ghosts.clear()
        self._gone.clear()
        self._lifted.clear()
        self._known.clear()

    # Tokens -----------------------------------------------------------------------------------

    def refresh_looks(self, *_: object) -> None:
        """Give every token its look and its place; unchanged ones are left alone."""
        self.revision += 1
        bridge, encounter = self.bridge, self.encounter
        shown = {
            key: token
            for key, token in encounter.tokens.items()
            if bridge.overlay.gm or not token.hidden
        }
        gone = self.items_by_token.keys() - shown.keys()
        if gone:
            self._gone = {key: self.items_by_token.pop(key) for key in gone}
        for item in (self._gone[key] for key in gone):
            item.join(None)
            self.removeItem(item)
        for key in self._known.keys() - encounter.tokens.keys():
            del self._known[key]
        self._marked = self._all_marks()
        self._names = self._lay_names(shown.values())
        for key, token in shown.items():
            item = self.items_by_token.get(key)
            if item is None:
                item = self._gone.pop(key, None)
                if item is None:
                    item = TokenItem(key, self._look(token), self.theme, self._find_art)
                item.set_theme(self.theme)
                item.set_cell_px(self.cell_px)
                self.items_by_token[key] = item
                self.addItem(item)
            item.set_names(bridge.overlay.names)
            self._settle(item, token)
        self._crowd.fit()
        self._moved()

    def _settle(self, item: TokenItem, token: Token) -> None:
        """Give a token its look and its place."""
        key = token.id
        item.set_look(self._look_now(token))
        alive, small, _ = stacking(self.bridge.system, token)
        item.set_height(
            Z_DRAGGED if key in self._lifted else Z_TOKEN + (2 if alive else 0) + small * 0.01
        )
        item.put(self._lifted.get(key, to_scene(disc(self.grid, token)[0])))
        item.join(None if key in self._lifted else self._crowd)

    def _moved(self) -> None:
        """Follow tokens that may stand elsewhere with what makes room for them."""

    def refresh_marks(self, *_: object, changed: Collection[str] = ()) -> None:
        """Show who acts, is selected and is targeted, and the look of *changed* tokens.

        For tokens that stand where they stood: nothing is asked about the others but their names.
        """
        before, self._marked = self._marked, self._all_marks()
        keys = before.keys() | self._marked.keys()
        other = {key for key in keys if before.get(key) != self._marked.get(key)}
        if not other and not changed:
            return
        self._show_anew(other.union(changed, self._names_moved()))

    def _show_anew(self, keys: Iterable[str]) -> None:
        for key in keys:
            item, token = self.items_by_token.get(key), self.encounter.tokens.get(key)
            # While another document is being opened, the items are still those of the last one.
            if item is not None and token is not None:
                item.set_look(self._look_now(token))
                self._crowd.include(item)

    def _names_moved(self) -> set[str]:
        """Lay the names anew and return the tokens whose name stands elsewhere now."""
        tokens = self.encounter.tokens
        shown = [tokens[key] for key in self.items_by_token if key in tokens]
        before, self._names = self._names, self._lay_names(shown)
        moved = {key for key, place in self._names.items() if before.get(key) != place}
        if moved:
            self.revision += 1
        return moved

    def lay_names(self) -> None:
        """Let the names make room for each other at another zoom."""
        self._show_anew(self._names_moved())

    def _refresh_moved(self, changed: Collection[str]) -> None:
        """Follow *changed* tokens that stand elsewhere, and those whose names make room."""
        self.revision += 1
        before, self._marked = self._marked, self._all_marks()
        marked = before.keys() | self._marked.keys()
        for key in self._names_moved().union(changed, marked):
            item, token = self.items_by_token.get(key), self.encounter.tokens.get(key)
            if item is not None and token is not None:
                self._settle(item, token)
                self._crowd.include(item)
        self._moved()

    def follow(self, before: Encounter, after: Encounter) -> None:
        """Follow a change of the document: a few tokens where no other can look otherwise."""
        old, new = before.tokens, after.tokens
        if (
            before.map is after.map
            and before.rules is after.rules
            and old.keys() == new.keys()
            and self.items_by_token.keys() <= new.keys()
        ):
            changed = {key for key, token in new.items() if token is not old[key]}
            if all(self._stands_alike(old[key], new[key]) for key in changed):
                self.refresh_marks(changed=changed)
                return
            if all(old[key].hidden == new[key].hidden for key in changed):
                self._refresh_moved(changed)
                return
        self.refresh_looks()

    def _stands_alike(self, before: Token, after: Token) -> bool:
        """Tell whether a token takes the same room on the map, its plates included."""
        is_out = self.bridge.system.is_out
        return _room_of(before) == _room_of(after) and is_out(before) == is_out(after)

    def _marks(self, key: str) -> _Marks:
        bridge = self.bridge
        return _Marks(
            key == self.encounter.turn_order.active,
            key in bridge.selected,
            key in bridge.targets.keys,
            bridge.targets.number_of(key),
        )

    def _all_marks(self) -> dict[str, _Marks]:
        """Return the marks of those that have any."""
        bridge, active = self.bridge, self.encounter.turn_order.active
        marked = {*bridge.selected, *bridge.targets.keys}
        if active is not None:
            marked.add(active)
        return {key: self._marks(key) for key in marked}

    def _look_now(self, token: Token) -> TokenLook:
        active, selected, targeted, number = self._marks(token.id)
        place = self._names.get(token.id)
        return replace(
            self._look(token),
            active=active,
            selected=selected,
            targeted=targeted,
            target_number=number,
            name_above=place is not None and place.is_above,
            name_shift=place.shift if place is not None else 0.0,
            name_shown=place.text if place is not None else short_name(token.name or token.id),
        )

    def _look(self, token: Token) -> TokenLook:
        return self._know(token).look

    def _know(self, token: Token) -> _Known:
        """Return what follows from *token* by itself, made anew only where something changed."""
        made_from = (token, self.encounter.map, self.encounter.rules)
        known = self._known.get(token.id)
        if known is None or any(
            a is not b for a, b in zip(known.made_from, made_from, strict=True)
        ):
            grid, system = self.grid, self.bridge.system
            known = self._known[token.id] = _Known(
                made_from,
                look_of(self.encounter, system, token),
                disc(grid, token)[0],
            )
        return known

    def _lay_names(self, tokens: Iterable[Token]) -> dict[str, NamePlace]:
        if self.cell_px < SMALL_CELL or not self.bridge.overlay.names:
            return {}
        bars = [
            Bar(*(side / self.unit for side in sides_of(box))) for box in self.boxes_before_names()
        ]
        return lay_token_names((self._named(token) for token in tokens), self.cell_px, bars)

    def _named(self, token: Token) -> Named:
        known, marks = self._know(token), self._marked.get(token.id)
        text = short_name(known.look.name)
        if marks is None:
            return Named(token.id, known.look, known.center, text)
        active, targeted = marks.active, marks.targeted
        return Named(token.id, known.look, known.center, text, active, targeted, matters=True)

    def boxes_before_names(self) -> list[QRectF]:
        """Return what stands on the map, in scene units, and names give way to."""
        return []

    def _find_art(self, key: str, width: float) -> QImage | None:
        if not key:
            return None
        picture = self.pictures.get(key, self.encounter.assets, self.folder)
        return picture.level_for(width) if picture is not None else None

    def token_at(self, place: QPointF) -> str | None:
        """Return the token whose disc lies under a place of the scene, the topmost."""
        rows, boxes = self.disc_boxes()
        left, top, right, bottom = boxes.sides.T
        reach = (right - left) / 2 + _GRIP * self.unit
        away = np.hypot((left + right) / 2 - place.x(), (top + bottom) / 2 - place.y())
        met = set(np.nonzero(away <= reach)[0].tolist())
        under = [key for key, row in rows.items() if row in met] if met else []
        return max(under, key=lambda key: self.items_by_token[key].zValue(), default=None)

    def tokens_in(self, box: QRectF) -> list[str]:
        """Return the tokens whose centers lie in *box*, in the document's order."""
        return [
            key
            for key in self.encounter.tokens
            if key in self.items_by_token and box.contains(self.items_by_token[key].pos())
        ]

    def cell_at(self, place: QPointF) -> Cell:
        """Return the cell under a place of the scene, on the map or off it."""
        return self.grid.cell_at(to_map(place))

    def center_of(self, token_id: str, at: Cell | None = None) -> QPointF:
        """Return the place of a token's center, also if it stood at *at*."""
        return to_scene(disc(self.grid, self.encounter.tokens[token_id], at)[0])

    def ring_of(self, token_id: str) -> tuple[Point, float]:
        """Return center and ring radius of a token in cells."""
        return disc(self.grid, self.encounter.tokens[token_id])

    def discs(self) -> dict[str, QRectF]:
        """Return the box of each token's disc in scene units."""
        if self._discs_of != self.revision:
            self._discs = {key: item.disc_box() for key, item in self.items_by_token.items()}
            self._discs_of = self.revision
        # Only what hangs at the pointer moves without a new revision.
        hanging = {key: self.items_by_token[key].disc_box() for key in self._lifted}
        return {**self._discs, **hanging}

    def disc_boxes(self) -> tuple[dict[str, int], Boxes]:
        """Return the boxes of all discs in scene units, and which of them is whose."""
        if self._sides_of != self.revision:
            found = self.discs()
            self._rows = {key: row for row, key in enumerate(found)}
            self._sides = Boxes(found.values()).sides
            self._sides_of = self.revision
        sides = self._sides.copy()
        for key in self._lifted:
            sides[self._rows[key]] = sides_of(self.items_by_token[key].disc_box())
        return self._rows, Boxes.of_sides(sides)

    def crowd(self) -> list[QRectF]:
        """Return the boxes of discs and plates in scene units; labels keep clear of them."""
        return [*self.discs().values(), *self.plates()]

    def plates(self) -> list[QRectF]:
        """Return the boxes of the plates with names and heights, in scene units."""
        boxes = []
        for item in self.items_by_token.values():
            look, place = item.look, item.pos()
            if look.plate_name:
                half = (plate_width(look.plate_name) / 2 + 2) * self.unit
                middle = place + name_place(look, self.cell_px) * self.unit
                tall = (NAME_HEIGHT / 2 + 2) * self.unit
                boxes.append(QRectF(middle.x() - half, middle.y() - tall, 2 * half, 2 * tall))
            if look.height:
                box = height_place(look, self.cell_px)
                corner = place + box.topLeft() * self.unit
                boxes.append(QRectF(corner, box.size() * self.unit))
        return boxes

    # Dragged tokens -----------------------------------------------------------------------------

    def lift(self, token_id: str) -> None:
        """Take a token off the map: it follows the pointer, a dashed ghost stays behind."""
        item = self.items_by_token.get(token_id)
        if item is None or token_id in self._lifted:
            return
        self._lifted[token_id] = item.pos()
        ghost = TokenItem(
            token_id,
            replace(item.look, ghost=True, selected=False, targeted=False),
            self.theme,
            self._find_art,
        )
        ghost.set_cell_px(self.cell_px)
        ghost.setZValue(Z_GHOST)
        ghost.setPos(item.pos())
        self._ghosts[token_id] = ghost
        self.addItem(ghost)
        item.join(None)
        item.setZValue(Z_DRAGGED)

    def carry(self, token_id: str, place: QPointF) -> None:
        """Let a lifted token hang at *place*."""
        if token_id in self._lifted:
            self._lifted[token_id] = place
            self.items_by_token[token_id].put(place)

    def put_down(self) -> None:
        """Put every lifted token back where the document has it."""
        for ghost in self._ghosts.values():
            self.removeItem(ghost)
        self._ghosts.clear()
        if self._lifted:
            put_down = tuple(self._lifted)
            self._lifted.clear()
            self._refresh_moved(put_down)

    @property
    def lifted(self) -> tuple[str, ...]:
        """The tokens that hang at the pointer."""
        return tuple(self._lifted)


def _room_of(token: Token) -> tuple[object, ...]:
    return token.at, token.size, token.turned, token.hidden, token.name, token.elevation_feet
