"""A stone bridge over a shallow river, between a knoll and a barricade."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from canvas import pen
from paint_wild import (
    MEADOW,
    area_of,
    cart,
    cells,
    centers,
    flagstones,
    grid_of,
    hills,
    land,
    masonry,
    road,
    scatter,
    trees,
    water,
)
from PySide6.QtCore import QPointF

from battlemap.geometry.cell import Cell

if TYPE_CHECKING:
    from canvas import Canvas

DECK = [Cell(column, row) for row in (5, 6) for column in range(7, 12)]
"""The cells of the bridge; the river runs on beneath them."""


def bridge_duel(source: dict[str, Any], scale: int) -> Canvas:
    """Paint meadow, knoll, river, road and bridge."""
    grid = grid_of(source)
    canvas = land(source, MEADOW, scale, 31)
    hills(canvas, source, "#D8BE8C")
    river = {**source, "terrain": [*source["terrain"], _under_the_bridge()]}
    water(canvas, river, MEADOW)
    for points in (
        [(-0.6, 6.6), (2.4, 6.3), (5.0, 6.05), (7.4, 6.0)],
        [(11.6, 6.0), (13.5, 6.25), (15.8, 6.1), (18.6, 5.4)],
    ):
        road(canvas, points, 0.8, "#DBC79B")
    _shadow(canvas)
    flagstones(canvas, grid, DECK)
    scatter(canvas, grid, cells(source, "climb"), 5, "#8B8474")
    masonry(canvas, source["walls"])
    wood = cells(source, "difficult")
    canvas.blend("#6B8A4E", canvas.soft(canvas.mask(area_of(grid, wood)), 0.16) * 0.5)
    for prop in source["props"]:
        if prop["name"] == "Cart":
            cart(canvas, prop["outline"])
    trees(canvas, centers(grid, wood), MEADOW)
    return canvas


def _under_the_bridge() -> dict[str, Any]:
    return {"kind": "water", "cells": [[cell[0], cell[1]] for cell in DECK if 8 <= cell[0] <= 10]}


def _shadow(canvas: Canvas) -> None:
    """The bridge throws a shadow on the water downstream."""
    painter = canvas.painter()
    painter.setPen(pen("#14201F", 0.3, 0.4))
    painter.drawLine(QPointF(7.1, 7.1), QPointF(11.9, 7.1))
    painter.end()
