"""Colors, pens, fonts and measures by meaning, in dark and in light; color-blind safe.

The overlay colors are those of Okabe and Ito, tuned for contrast. Color means side or consequence,
and each meaning has a second sign besides: a dash, a hatch or a shape.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette, QPen

from battlemap.resources import asset_path
from battlemap.ui.icons import icon, icon_pixmap
from battlemap.ui.style_sheet import STYLE_SHEET, pictures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QApplication

__all__ = ["DARK", "LIGHT", "Theme", "apply_theme", "font", "icon", "icon_pixmap", "tint"]

# Measures in logical pixels.
GRID, PADDING, SECTION_GAP = 4, 16, 20
FACT_ROW, MODIFIER_ROW, INITIATIVE_ROW = 24, 38, 44
BUTTON_HEIGHT, HIT_AREA = 40, 28
RADIUS_PLATE, RADIUS_CONTROL, RADIUS_CARD = 4, 7, 10
SMALL_ICON, ICON = 16, 20
LABEL, SECONDARY, BODY, TITLE, FIGURE = 11, 12, 13, 15, 20
"""Sizes of type: labels, secondary, body, target and result, odds."""
FAMILY = "Inter"
CASING = 2.0
"""How much wider a stroke's casing is on each side."""


@dataclass(frozen=True)
class Theme:
    """Every color by meaning, as ``#RRGGBB``; ``tint`` makes a ``QColor`` of one."""

    name: str
    is_dark: bool

    void: str
    """Outside the map."""
    void_line: str
    panel: str
    control: str
    hover: str
    selected: str
    line: str
    ink: str
    ink2: str
    ink3: str
    """Labels and what is off; never on ``selected``."""
    accent: str
    on_accent: str
    good: str
    bad: str
    warn: str
    plate: str
    on_plate: str
    focus: str
    casing: str

    party: str
    foe: str
    ally: str
    neutral: str
    range: str
    shortest: str
    safest: str
    trigger: str
    arc: str
    """Front and side."""
    rear: str
    flank: str
    sight: str
    cover: str
    template: str
    active: str
    action_end: str
    selection: str

    paper: str
    """The ground where the map has no picture."""
    grid: str
    grid_strong: str
    ruler: str
    wall: str
    wall_shine: str
    wall_edge: str
    door: str
    door_shine: str
    knob: str
    prop: str
    prop_line: str
    difficult: str
    difficult_sign: str
    hazard: str
    hazard_sign: str
    obscured: str
    obscured_sign: str
    impassable: str
    impassable_sign: str
    water: str
    water_sign: str
    height: str
    contour: str
    health_good: str
    health_half: str
    health_low: str

    def side(self, side: str) -> str:
        """Return the color of a side; sides unknown to the theme are neutral."""
        return {"party": self.party, "foe": self.foe, "ally": self.ally}.get(side, self.neutral)

    def health(self, left: float) -> str:
        """Return the color of a health bar with this share left: under half, under a quarter."""
        if left < 0.25:
            return self.health_low
        return self.health_half if left < 0.5 else self.health_good

    def stylesheet(self) -> str:
        """Return the style sheet of all widgets."""
        return STYLE_SHEET % {
            **vars(self),
            **pictures(self.ink2, self.on_accent),
            "radius": RADIUS_CONTROL,
        }

    def palette(self) -> QPalette:
        """Return the palette for what the style sheet leaves to the Fusion style."""
        palette = QPalette()
        role = QPalette.ColorRole
        for key, value in (
            (role.Window, self.panel),
            (role.WindowText, self.ink),
            (role.Base, self.control),
            (role.AlternateBase, self.selected),
            (role.Text, self.ink),
            (role.PlaceholderText, self.ink3),
            (role.Button, self.control),
            (role.ButtonText, self.ink),
            (role.BrightText, self.bad),
            (role.Highlight, self.accent),
            (role.HighlightedText, self.on_accent),
            (role.Link, self.accent),
            (role.LinkVisited, self.accent),
            (role.ToolTipBase, self.plate),
            (role.ToolTipText, self.on_plate),
            (role.Light, self.hover),
            (role.Midlight, self.control),
            (role.Mid, self.line),
            (role.Dark, self.line),
            (role.Shadow, self.casing),
            (role.Accent, self.accent),
        ):
            palette.setColor(key, QColor(value))
        off = QPalette.ColorGroup.Disabled
        for key in (role.WindowText, role.Text, role.ButtonText):
            palette.setColor(off, key, QColor(self.ink3))
        palette.setColor(off, role.Highlight, QColor(self.selected))
        palette.setColor(off, role.HighlightedText, QColor(self.ink3))
        return palette


DARK = Theme(
    name="dark",
    is_dark=True,
    void="#14171C",
    void_line="#1E2228",
    panel="#1B1F26",
    control="#232831",
    hover="#2A303A",
    selected="#303844",
    line="#323945",
    ink="#E8EBF0",
    ink2="#AEB6C2",
    ink3="#8A93A1",
    accent="#56B4E9",
    on_accent="#08222F",
    good="#3FCF9F",
    bad="#FF8A5C",
    warn="#E69F00",
    plate="#0F1216",
    on_plate="#F2F4F7",
    focus="#F0E442",
    casing="#0B0D10",
    party="#56B4E9",
    foe="#FF7A45",
    ally="#2FC79B",
    neutral="#C9CDD3",
    range="#2FC79B",
    shortest="#FFFFFF",
    safest="#56B4E9",
    trigger="#FF7A45",
    arc="#FFFFFF",
    rear="#E59AC4",
    flank="#E59AC4",
    sight="#F0E442",
    cover="#E69F00",
    template="#F0E442",
    active="#F0E442",
    action_end="#F0E442",
    selection="#FFFFFF",
    paper="#43423F",
    grid="#302F2D",
    grid_strong="#232220",
    ruler="#0F1216",
    wall="#8D8B84",
    wall_shine="#A5A299",
    wall_edge="#060708",
    door="#7A4E26",
    door_shine="#C99758",
    knob="#F0E442",
    prop="#8D8B84",
    prop_line="#5E5C57",
    difficult="#8A6A3C",
    difficult_sign="#E3C58F",
    hazard="#D55E00",
    hazard_sign="#E69F00",
    obscured="#AEB6C2",
    obscured_sign="#E8EBF0",
    impassable="#000000",
    impassable_sign="#0B0D10",
    water="#2E6E93",
    water_sign="#8CC8E8",
    height="#8C8676",
    contour="#D8D2C0",
    health_good="#2FC79B",
    health_half="#E69F00",
    health_low="#FF7A45",
)
"""The dark theme."""

LIGHT = Theme(
    name="light",
    is_dark=False,
    void="#E3E5E4",
    void_line="#D3D6D5",
    panel="#FBFBF9",
    control="#F1F2F0",
    hover="#E9EBEA",
    selected="#E2E5E6",
    line="#D3D7D9",
    ink="#191D23",
    ink2="#47505C",
    ink3="#66707C",
    accent="#0072B2",
    on_accent="#FFFFFF",
    good="#00704F",
    bad="#B34700",
    warn="#8F6200",
    plate="#FFFFFF",
    on_plate="#191D23",
    focus="#0072B2",
    casing="#FFFFFF",
    party="#0072B2",
    foe="#C24E00",
    ally="#007A59",
    neutral="#5B636E",
    range="#007A59",
    shortest="#191D23",
    safest="#0072B2",
    trigger="#C24E00",
    arc="#191D23",
    rear="#A8487F",
    flank="#A8487F",
    sight="#6B6200",
    cover="#B37A00",
    template="#6B6200",
    active="#1A1E24",
    action_end="#F0E442",
    selection="#191D23",
    paper="#E2E2D6",
    grid="#C3C4B6",
    grid_strong="#7F866F",
    ruler="#FBFBF9",
    wall="#A9A69C",
    wall_shine="#CFCCC2",
    wall_edge="#15181C",
    door="#7A4E26",
    door_shine="#C99758",
    knob="#F0E442",
    prop="#A9A69C",
    prop_line="#5E5C57",
    difficult="#8A6A3C",
    difficult_sign="#5B4620",
    hazard="#D55E00",
    hazard_sign="#B37A00",
    obscured="#8F98A6",
    obscured_sign="#47505C",
    impassable="#000000",
    impassable_sign="#15181C",
    water="#8FBFDB",
    water_sign="#3F7FA6",
    height="#C8A878",
    contour="#6E5326",
    health_good="#2FC79B",
    health_half="#E69F00",
    health_low="#FF7A45",
)
"""The light theme."""


@lru_cache(maxsize=1024)
def tint(color: str, alpha: float = 1.0) -> QColor:
    """Return *color* (``#RRGGBB``) as a ``QColor``, *alpha* from 0 to 1. Do not change it."""
    made = QColor(color)
    made.setAlphaF(alpha)
    return made


def pen(
    color: str,
    width: float,
    dashes: Sequence[float] = (),
    *,
    alpha: float = 1.0,
    flat: bool = False,
) -> QPen:
    """Return a pen; *dashes* are lengths in the same unit as *width*, not multiples of it.

    Round caps and joins unless *flat*. Do not change it.
    """
    return _pen(color, width, tuple(dashes), alpha, flat)


@lru_cache(maxsize=1024)
def _pen(color: str, width: float, dashes: tuple[float, ...], alpha: float, flat: bool) -> QPen:
    made = QPen(tint(color, alpha), width)
    made.setCapStyle(Qt.PenCapStyle.FlatCap if flat or dashes else Qt.PenCapStyle.RoundCap)
    made.setJoinStyle(Qt.PenJoinStyle.MiterJoin if flat else Qt.PenJoinStyle.RoundJoin)
    if dashes and width > 0:
        made.setDashPattern([length / width for length in dashes])
    return made


@cache
def load_fonts() -> str:
    """Register the bundled fonts and return the family to use: Inter, or the system's own."""
    folder = asset_path("fonts")
    found = ""
    if folder.is_dir():
        for path in sorted([*folder.glob("*.ttf"), *folder.glob("*.otf")]):
            number = QFontDatabase.addApplicationFont(str(path))
            families = QFontDatabase.applicationFontFamilies(number) if number >= 0 else []
            if any(family.startswith(FAMILY) for family in families):
                found = FAMILY
    return found or QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()


@lru_cache(maxsize=256)
def font(size: float = BODY, weight: int = 400) -> QFont:
    """Return the interface font.

    Parameters
    ----------
    size
        Height in logical pixels.
    weight
        400, 500 or 600, as in CSS.
    """
    made = QFont(load_fonts())
    made.setPixelSize(max(1, round(size)))
    made.setWeight(QFont.Weight(weight))
    # All digits equally wide: numbers that change while a token is dragged must not dance.
    made.setFeature(QFont.Tag("tnum"), 1)
    return made


def apply_theme(app: QApplication, theme: Theme) -> None:
    """Dress the whole application: style, palette, font and style sheet."""
    app.setStyle("Fusion")
    app.setPalette(theme.palette())
    app.setFont(font())
    app.setStyleSheet(theme.stylesheet())
