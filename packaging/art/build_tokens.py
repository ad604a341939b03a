"""Draw the portraits of assets/tokens: upright busts on a disc of 100 units.

Everything stays inside the disc by construction, for QtSvg has no clip paths; there are no
filters either. The foot of the disc (from 80 on) is where the health bar lies, so faces end above.
"""

from __future__ import annotations

from math import sqrt
from pathlib import Path

TOKENS = Path(__file__).resolve().parents[2] / "assets" / "tokens"


def edge(y: float, radius: float = 50.0) -> tuple[float, float]:
    """The two x at which the height *y* meets the disc."""
    half = sqrt(radius**2 - (y - 50.0) ** 2)
    return 50.0 - half, 50.0 + half


def number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def path(data: str, fill: str, extra: str = "") -> str:
    return f'<path d="{data}" fill="{fill}"{" " + extra if extra else ""}/>'


def line(data: str, stroke: str, width: float, extra: str = "") -> str:
    return (
        f'<path d="{data}" fill="none" stroke="{stroke}" stroke-width="{number(width)}" '
        f'stroke-linecap="round" stroke-linejoin="round"{" " + extra if extra else ""}/>'
    )


def ellipse(x: float, y: float, rx: float, ry: float, fill: str, extra: str = "") -> str:
    return (
        f'<ellipse cx="{number(x)}" cy="{number(y)}" rx="{number(rx)}" ry="{number(ry)}" '
        f'fill="{fill}"{" " + extra if extra else ""}/>'
    )


def both(draw: str) -> str:
    """The drawing and its mirror image."""
    return f'{draw}<g transform="translate(100 0) scale(-1 1)">{draw}</g>'


def body(color: str, *, at: float = 84.0, neck: float = 9.0, top: float = 64.0) -> str:
    """Shoulders that end on the disc's edge at height *at*, the right half in shade."""
    left, right = (number(x) for x in edge(at))
    inner = number(50 - neck - 17), number(50 + neck + 17)
    whole = (
        f"M{left} {number(at)}C{left} {number(at - 10)} {inner[0]} {number(top + 3)} "
        f"{number(50 - neck)} {number(top)}H{number(50 + neck)}C{inner[1]} {number(top + 3)} "
        f"{right} {number(at - 10)} {right} {number(at)}A50 50 0 0 1 {left} {number(at)}Z"
    )
    half = (
        f"M50 {number(top)}H{number(50 + neck)}C{inner[1]} {number(top + 3)} "
        f"{right} {number(at - 10)} {right} {number(at)}A50 50 0 0 1 50 100Z"
    )
    return path(whole, color) + path(half, "#000", 'fill-opacity=".18"')


def head(skin: str, x: float = 50, y: float = 45, rx: float = 17, ry: float = 20) -> str:
    """A face, its right side in shade."""
    shade = (
        f"M{number(x + rx * 0.25)} {number(y - ry * 0.97)}A{number(rx)} {number(ry)} 0 0 1 "
        f"{number(x + rx * 0.25)} {number(y + ry * 0.97)}C{number(x + rx * 0.75)} "
        f"{number(y + ry * 0.4)} {number(x + rx * 0.75)} {number(y - ry * 0.4)} "
        f"{number(x + rx * 0.25)} {number(y - ry * 0.97)}Z"
    )
    return ellipse(x, y, rx, ry, skin) + path(shade, "#000", 'fill-opacity=".15"')


def throat(skin: str) -> str:
    return path("M42 58H58V68Q50 74 42 68Z", skin) + path(
        "M42 60Q50 70 58 60V68Q50 74 42 68Z", "#000", 'fill-opacity=".22"'
    )


def eyes(color: str = "#1E1B1A", *, y: float = 46, apart: float = 7, r: float = 2.4) -> str:
    return ellipse(50 - apart, y, r, r * 1.1, color) + ellipse(50 + apart, y, r, r * 1.1, color)


def brows(color: str, *, y: float = 40, tilt: float = 0.0, width: float = 2.4) -> str:
    """Eyebrows; a positive tilt lowers their inner ends: an angry look."""
    return line(
        f"M38.5 {number(y)}L46.5 {number(y + tilt)}M61.5 {number(y)}L53.5 {number(y + tilt)}",
        color,
        width,
    )


def mouth(color: str = "#7A3B34", *, y: float = 56, half: float = 4, bend: float = 1.5) -> str:
    return line(
        f"M{number(50 - half)} {number(y)}Q50 {number(y + bend)} {number(50 + half)} {number(y)}",
        color,
        2.0,
    )


SKIN, TAN, DARK = "#E9C6A2", "#C98F66", "#8A5A3C"

SCOUT = (
    # a ponytail, a brown fringe, a feather, the cloak's blue collar
    path("M66 30C82 30 87 46 80 62C78 53 74 48 66 46Z", "#3E261C")
    + body("#1F3B5C")
    + throat(SKIN)
    + path("M36 66Q50 84 64 66L70 71Q50 95 30 71Z", "#2F6694")
    + head(SKIN)
    + path(
        "M31 49C26 16 74 16 69 49C68 42 66 38 63 35C54 39 44 38 38 34C34 38 32 43 31 49Z", "#52331F"
    )
    + path("M31 38C36 26 64 26 69 38L68 42Q50 31 32 42Z", "#D9B64A")
    + path("M33 37C26 31 22 20 24 9C33 13 38 24 37 35Z", "#F3EFE4")
    + line("M35.5 35C32 28 28 20 25.5 12", "#A59F8C", 1.4)
    + eyes()
    + mouth()
)

SWORDSMAN = (
    # a two-hander's hilt over the shoulder, a red scarf, a short beard
    line("M74 62 84 32", "#6B4A2E", 5.5)
    + line("M72 43 92 50", "#C9A24A", 4.5)
    + ellipse(85.5, 28.5, 3.6, 3.6, "#C9A24A")
    + body("#6E2B29")
    + throat(TAN)
    + path("M33 68Q50 80 67 68L71 76Q50 92 29 76Z", "#B23A34")
    + head(TAN)
    + path(
        "M33 47C33 70 44 71 50 71C56 71 67 70 67 47C64 55 60 54 57 52.5H43C40 54 36 55 33 47Z",
        "#2A1B14",
    )
    + path("M32 44C28 18 72 18 68 44L66 36Q50 30 34 36Z", "#2A1B14")
    + path("M32 40Q50 29 68 40V35Q50 24 32 35Z", "#B23A34")
    + eyes()
    + mouth("#8F4A3C", y=58, half=4, bend=0.5)
)

ARCHER = (
    # a green hood, a bow's arc at one side, fletchings at the other
    line("M20 20C6 40 6 62 17 80", "#8C5A2E", 4.6)
    + line("M20 20L17 80", "#E9E3D0", 1.1)
    + line("M72 56 82 26M79 58 90 32", "#B58A52", 2.2)
    + path("M80 31 79 19 86 12 88 21Z", "#E8E2D0")
    + path("M88 37 88 27 94 24 94.5 30Z", "#D1573D")
    + body("#27492F")
    + throat(SKIN)
    + path("M27 72C24 36 36 15 52 10C66 17 76 38 73 72Q62 62 50 62Q38 62 27 72Z", "#35633F")
    + path("M52 10C66 17 76 38 73 72Q66 65 60 63C68 44 64 22 52 10Z", "#000", 'fill-opacity=".2"')
    + head(SKIN, y=46, rx=14.5, ry=18)
    + path(
        "M35 48C33 30 42 26 50 26C58 26 67 30 65 48C62 38 58 35 50 35C42 35 38 38 35 48Z", "#1E3826"
    )
    + eyes(y=47, apart=6)
    + mouth(y=57, half=3.5)
)

MAGE = (
    # a bent hat with a wide brim, a white beard
    body("#372A5E")
    + path("M36 52C34 76 44 86 50 90C56 86 66 76 64 52Z", "#E9E6DE")
    + path("M50 90C56 86 66 76 64 52L56 54C60 70 56 82 50 90Z", "#000", 'fill-opacity=".12"')
    + head(SKIN, y=46, rx=14, ry=14)
    + path(
        "M36 51C37 58 44 54.5 50 54.5C56 54.5 63 58 64 51C66 68 58 72 50 72C42 72 34 68 36 51Z",
        "#F6F3EC",
    )
    + line("M47 60Q50 62 53 60", "#9A7568", 1.8)
    + path("M31 34C34 20 43 9 60 5C56 11 63 20 69 34Z", "#5B45A0")
    + path("M60 5C56 11 63 20 69 34H54C58 24 54 14 60 5Z", "#000", 'fill-opacity=".2"')
    + path("M14 39C28 29 72 29 86 39C72 46 28 46 14 39Z", "#4A3788")
    + path("M30.5 33.5Q50 26 69.5 33.5L70 36.5Q50 30 30 36.5Z", "#E0B64A")
    + path(
        "M45 13.5 46.7 18 51.5 18 47.7 21 49.1 25.5 45 22.8 41 25.5 42.3 21 38.5 18 43.3 18Z",
        "#F4D879",
    )
    + eyes("#2A2250", y=47.5, apart=6.5, r=2.3)
)

CLERIC = (
    # a golden halo, a white coif, a sun on the breast
    ellipse(50, 42, 34, 34, "none", 'stroke="#F0CF6B" stroke-width="4"')
    + line("M50 8V2M26 18 21 13M74 18 79 13M16 42H9M84 42H91", "#F0CF6B", 3.4)
    + body("#E4DCC8")
    + path("M30 70C24 26 40 18 50 18C60 18 76 26 70 70Q50 82 30 70Z", "#F4EFE2")
    + path("M50 18C60 18 76 26 70 70Q66 73 60 75C66 56 64 30 50 18Z", "#000", 'fill-opacity=".13"')
    + head(DARK, y=46, rx=14, ry=17)
    + path(
        "M36 43C36 30 44 28.5 50 28.5C56 28.5 64 30 64 43C60 35 56 34 50 34C44 34 40 35 36 43Z",
        "#C9A24A",
    )
    + eyes("#1A1210", y=47, apart=6)
    + mouth("#4E2A20", y=56.5, half=3.5)
    + ellipse(50, 80, 5.5, 5.5, "#C98F22")
    + line("M50 71.5V69.5M58.5 80H61M39 80H41.5M44 74 42.6 72.6M56 74 57.4 72.6", "#C98F22", 2)
)

KNIGHT = (
    # a great helm with a slit, a plume, steel shoulders
    path("M50 16C50 5 60 1 72 4C86 8 89 22 84 36C80 24 70 17 56 20Z", "#B3342F")
    + path("M72 4C86 8 89 22 84 36C82 24 78 12 72 4Z", "#000", 'fill-opacity=".2"')
    + body("#7A2E2A", at=82, neck=14, top=66)
    + path("M8 77C14 62 28 62 34 70L30 88Q20 90 13 84Z", "#9AA5B0")
    + path("M92 77C86 62 72 62 66 70L70 88Q80 90 87 84Z", "#7C8894")
    + path(
        "M31 36C31 20 40 15 50 15C60 15 69 20 69 36V60C69 69 60 74 50 76C40 74 31 69 31 60Z",
        "#C3CBD3",
    )
    + path("M50 15C60 15 69 20 69 36V60C69 69 60 74 50 76Z", "#000", 'fill-opacity=".17"')
    + path("M34 40H47.5V46H34ZM52.5 40H66V46H52.5Z", "#1B2027")
    + path("M47.5 17H52.5V75.5L50 76L47.5 75.5Z", "#D8B04B")
    + path("M31 36H69V39.5H31Z", "#D8B04B")
    + both(
        ellipse(39, 55, 1.5, 1.5, "#30363E")
        + ellipse(44, 55, 1.5, 1.5, "#30363E")
        + ellipse(39, 61, 1.5, 1.5, "#30363E")
        + ellipse(44, 61, 1.5, 1.5, "#30363E")
    )
)

DWARF = (
    # an iron cap with a nose guard, a copper beard in two braids
    body("#4B4036", at=78, neck=20, top=62)
    + path("M26 48C20 74 34 88 40 94Q50 98 60 94C66 88 80 74 74 48Z", "#C2622B")
    + path(
        "M74 48C80 74 66 88 60 94Q55 96 50 96.5C64 84 66 66 62 50Z", "#000", 'fill-opacity=".16"'
    )
    + line("M40 66C38 76 39 84 42 92M60 66C62 76 61 84 58 92M50 68V94", "#8F4219", 2.2)
    + path("M35 83H45V87.5H35ZM55 83H65V87.5H55Z", "#E0B64A")
    + ellipse(50, 45, 19, 15, "#DDA57C")
    + path(
        "M28 47C34 62 44 53 50 56C56 53 66 62 72 47C74 66 60 69 50 64C40 69 26 66 28 47Z", "#D67434"
    )
    + path("M26 42C24 14 76 14 74 42Q50 34 26 42Z", "#8D98A3")
    + path("M50 20C68 20 75 28 74 42Q64 38 54 37.5C60 32 58 24 50 20Z", "#000", 'fill-opacity=".2"')
    + path("M25.5 37Q50 28 74.5 37V43.5Q50 34.5 25.5 43.5Z", "#626C77")
    + path("M46.5 33H53.5L52.5 54H47.5Z", "#7A8591")
    + eyes(y=47, apart=9.5, r=2.3)
    + ellipse(50, 16, 3.4, 3.4, "#626C77")
)

GOBLIN_SKIN = "#8FB04F"
GOBLIN = (
    # wide ears, yellow eyes, a grin
    path("M38 40C26 30 12 27 3.5 31C8 43 20 54 38 55Z", GOBLIN_SKIN)
    + path("M62 40C74 30 88 27 96.5 31C92 43 80 54 62 55Z", "#76943F")
    + path(
        "M35 44C27 37 18 34 11 34.5C17 42 25 48 35 50ZM65 44C73 37 82 34 89 34.5C83 42 75 48 65"
        " 50Z",
        "#C98B6A",
    )
    + body("#4E3422", at=86, neck=7, top=66)
    + path("M42 60H58V70H42Z", "#6F8C3A")
    + path("M31 42C31 24 69 24 69 42C69 56 60 69 50 71C40 69 31 56 31 42Z", GOBLIN_SKIN)
    + path(
        "M54 28.6C64 30 69 35 69 42C69 56 60 69 50 71C62 60 64 40 54 28.6Z",
        "#000",
        'fill-opacity=".15"',
    )
    + path("M44 30C43 22 46 17 52 14C51 20 55 24 56 30Z", "#2B2118")
    + ellipse(42, 45, 5.2, 4.6, "#F6E35A")
    + ellipse(58, 45, 5.2, 4.6, "#F6E35A")
    + ellipse(43, 45.5, 2, 2.8, "#17190B")
    + ellipse(57, 45.5, 2, 2.8, "#17190B")
    + line("M36 39 46.5 42.5M64 39 53.5 42.5", "#3E4F1C", 2.6)
    + path("M47.5 51Q50 47 52.5 51L53.5 54.5H46.5Z", "#76943F")
    + path("M40 58Q50 64 60 58Q58 66 50 67Q42 66 40 58Z", "#3A1F16")
    + path("M42.5 59.5 44.5 63.5 46.5 60.6ZM53.5 60.6 55.5 63.5 57.5 59.5Z", "#F7F1DD")
)

HOBGOBLIN = (
    # upright ears, a topknot, an iron collar, a spear behind the shoulder
    line("M21 84 14 34", "#8A6238", 3.6)
    + path("M13 36 9 24 13.5 12 18.5 23Z", "#C3CBD3")
    + path(
        "M34 42C26 34 22 22 23 13C32 18 38 28 41 38ZM66 42C74 34 78 22 77 13C68 18 62 28 59 38Z",
        "#B4532E",
    )
    + path(
        "M34 38C29 32 26.5 25 26 19C32 24 36 30 38 37ZM66 38C71 32 73.5 25 74 19C68 24 64 30 62"
        " 37Z",
        "#7E3520",
    )
    + body("#5A2A22", at=82, neck=12, top=66)
    + path("M43 26C40 14 45 8 54 6C52 12 57 17 57 26Z", "#1D1512")
    + head("#C9653A", y=47, rx=18, ry=21)
    + path("M32 43C31 26 42 23 50 23C58 23 69 26 68 43L64 34Q50 27 36 34Z", "#1D1512")
    + path("M41 23.5H59V27.5H41Z", "#C9A24A")
    + ellipse(42.5, 47, 3.4, 2.7, "#F7E7A0")
    + ellipse(57.5, 47, 3.4, 2.7, "#F7E7A0")
    + ellipse(43, 47, 1.6, 2.1, "#1D120D")
    + ellipse(57, 47, 1.6, 2.1, "#1D120D")
    + brows("#1D1512", y=40.5, tilt=3.2, width=3)
    + line("M50 46 48.5 53H51.5", "#8A3D22", 2)
    + line("M42 60Q50 57 58 60", "#4A1C12", 2.6)
    + path("M42.5 60.5 44 54.5 46.5 59.5ZM57.5 60.5 56 54.5 53.5 59.5Z", "#F7F1DD")
    + path("M33 69Q50 80 67 69L69 76Q50 88 31 76Z", "#838E99")
    + path("M50 75Q60 74.5 67 69L69 76Q60 82 50 82.5Z", "#000", 'fill-opacity=".2"')
)

ORC_BRUTE = (
    # a small head between huge shoulders, tusks, a mohawk, spikes
    path("M17 65 12 50 26 60ZM83 65 88 50 74 60ZM27 60 26 46 37 58ZM73 60 74 46 63 58Z", "#D9D3C2")
    + body("#4A3628", at=74, neck=26, top=58)
    + path("M3.5 68C8 56 30 52 39 64L34 84Q18 92 8.5 77.7Z", "#6D5542")
    + path("M96.5 68C92 56 70 52 61 64L66 84Q82 92 91.5 77.7Z", "#574333")
    + path("M45 24C42 14 45 7 50 3C55 7 58 14 55 24Z", "#1C1713")
    + path(
        "M31 44C30 24 40 19 50 19C60 19 70 24 69 44C72 60 66 74 50 75C34 74 28 60 31 44Z", "#7F9A5A"
    )
    + path(
        "M56 19.5C64 21 70 27 69 44C72 60 66 74 50 75C64 66 66 36 56 19.5Z",
        "#000",
        'fill-opacity=".17"',
    )
    + path("M44 28C44 20 47 17 50 15C53 17 56 20 56 28Q50 24 44 28Z", "#1C1713")
    + path("M34 41Q42 36 48.5 43L34 44ZM66 41Q58 36 51.5 43L66 44Z", "#55693A")
    + ellipse(42, 46, 3.2, 2.6, "#F4C84C")
    + ellipse(58, 46, 3.2, 2.6, "#F4C84C")
    + ellipse(42.4, 46, 1.5, 1.9, "#15180B")
    + ellipse(57.6, 46, 1.5, 1.9, "#15180B")
    + line("M35 39.5 47 42.5M65 39.5 53 42.5", "#2F3B1E", 2.8)
    + path("M45 54Q50 48 55 54L54 56H46Z", "#64804A")
    + path("M36 62Q50 57 64 62Q62 70 50 71Q38 70 36 62Z", "#2C1B14")
    + path("M38 64.5 39 50.5 44.5 62ZM62 64.5 61 50.5 55.5 62Z", "#F7F1DD")
    + line("M59 30 66 50", "#C58B74", 1.8)
)

WOLF = (
    # pointed ears, a grey mask, a long pale muzzle
    path("M22 84C18 68 24 56 32 50H68C76 56 82 68 78 84Q66 95 50 96Q34 95 22 84Z", "#5E666F")
    + path("M50 50H68C76 56 82 68 78 84Q66 95 50 96Z", "#000", 'fill-opacity=".16"')
    + path("M30 42 22 8 46 26Z", "#6B747E")
    + path("M70 42 78 8 54 26Z", "#59616A")
    + path("M31 34 26.5 17 40 27ZM69 34 73.5 17 60 27Z", "#C79A8A")
    + path(
        "M50 22C66 22 76 36 78 52L66 58C64 70 58 78 50 80C42 78 36 70 34 58L22 52C24 36 34 22 50"
        " 22Z",
        "#7C8690",
    )
    + path("M50 22C66 22 76 36 78 52L66 58C64 70 58 78 50 80Z", "#000", 'fill-opacity=".13"')
    + path(
        "M26 51C32 47 38 50 42 56L44 66Q50 74 56 66L58 56C62 50 68 47 74 51L66 58C64 70 58 78 50"
        " 80C42 78 36 70 34 58Z",
        "#D5D9DC",
    )
    + path("M43 64C44 58 56 58 57 64C56 69 53 71 50 71C47 71 44 69 43 64Z", "#1D2024")
    + line("M50 71V75M44 75.5Q47 77 50 75Q53 77 56 75.5", "#1D2024", 1.9)
    + path("M32 45 43.5 48.5 38 51.5ZM68 45 56.5 48.5 62 51.5Z", "#F1C453")
    + ellipse(39.5, 48.7, 1.5, 1.9, "#15171A")
    + ellipse(60.5, 48.7, 1.5, 1.9, "#15171A")
    + line("M31 42.5 43 46.5M69 42.5 57 46.5", "#3F464D", 2.6)
)

WARG = (
    # a black mane, red eyes, open jaws
    path(
        "M50 6 58 17 70 10 73 24 86 24 83 38 94 46 86 56 91 68 80 72 78 84Q66 94 50 95Q34 94 22"
        " 84L20 72 9 68 14 56 6 46 17 38 14 24 27 24 30 10 42 17Z",
        "#24262B",
    )
    + path("M31 38 20 15 43 27ZM69 38 80 15 57 27Z", "#3A3D44")
    + path(
        "M50 24C65 24 74 36 75 48L66 60L63 76Q58 86 50 87Q42 86 37 76L34 60L25 48C26 36 35 24 50"
        " 24Z",
        "#50545D",
    )
    + path("M50 24C65 24 74 36 75 48L66 60L63 76Q58 86 50 87Z", "#000", 'fill-opacity=".2"')
    + path("M41 52 44 60H56L59 52Q58 40 50 34Q42 40 41 52Z", "#6A6F79")
    + path("M43 59C44 54 56 54 57 59C56 63 53 64.5 50 64.5C47 64.5 44 63 43 59Z", "#121316")
    + path("M36.5 64Q50 70 63.5 64L61 75Q57 82 50 82Q43 82 39 75Z", "#6B1B18")
    + path(
        "M38 65 40.5 74 43.5 66.8ZM62 65 59.5 74 56.5 66.8ZM45.5 80.5 47 75 48.5 80.9ZM54.5 80.5"
        " 53 75 51.5 80.9Z",
        "#FBF5E4",
    )
    + path("M29 43 43.5 48 36 51.5ZM71 43 56.5 48 64 51.5Z", "#FF5A3C")
    + ellipse(38.5, 47.5, 1.3, 2, "#1A0705")
    + ellipse(61.5, 47.5, 1.3, 2, "#1A0705")
    + line("M28 40 43 45.5M72 40 57 45.5", "#17181B", 3)
    + line("M62 33 69 55", "#B98C86", 1.8)
)

SKELETON = (
    # a skull, a spine, ribs
    path("M20 90C22 78 34 74 44 73H56C66 74 78 78 80 90Q66 100 50 100Q34 100 20 90Z", "#2B2F33")
    + line("M50 68V97", "#CFC8B2", 6)
    + line(
        "M44 78Q34 77 27 83M56 78Q66 77 73 83M45 86Q37 86 31 91M55 86Q63 86 69 91", "#CFC8B2", 3.6
    )
    + path(
        "M28 40C28 22 38 14 50 14C62 14 72 22 72 40C72 49 68 54 64 56L62 66Q50 71 38 66L36 56C32"
        " 54 28 49 28 40Z",
        "#EDE7D3",
    )
    + path(
        "M56 14.7C66 17 72 25 72 40C72 49 68 54 64 56L62 66Q56 69 50 69C64 58 66 32 56 14.7Z",
        "#000",
        'fill-opacity=".14"',
    )
    + path(
        "M33 42C33 36 45 36 46.5 42C47 49 43 52 39.5 52C36 52 33 48 33 42ZM67 42C67 36 55 36"
        " 53.5 42C53 49 57 52 60.5 52C64 52 67 48 67 42Z",
        "#1D1A18",
    )
    + ellipse(40, 44.5, 2.3, 2.5, "#7FE3D0")
    + ellipse(60, 44.5, 2.3, 2.5, "#7FE3D0")
    + path("M50 50 46.5 57H53.5Z", "#1D1A18")
    + line("M40 61.5H60", "#1D1A18", 1.8)
    + line("M44 59V64.5M48 59.5V65.5M52 59.5V65.5M56 59V64.5", "#1D1A18", 1.6)
    + line("M59 17 55 25 60 29", "#A79F88", 1.6)
)

BANDIT = (
    # a hat with a turned-up brim, a scarf over mouth and nose
    body("#3C3A2C")
    + throat(TAN)
    + head(TAN)
    + path("M30.5 50Q50 44 69.5 50C70 64 62 74 50 78C38 74 30 64 30.5 50Z", "#8E2F3B")
    + path(
        "M54 46.7Q63 47.5 69.5 50C70 64 62 74 50 78C60 68 60 56 54 46.7Z",
        "#000",
        'fill-opacity=".2"',
    )
    + line("M36 58Q50 54 64 58M39 65Q50 61 61 65", "#6E202B", 1.8)
    + path("M34 32C34 16 42 10 50 13C58 10 66 16 66 32Z", "#4A3A28")
    + path("M53 12.3C60 11.5 66 18 66 32H56C60 24 58 16 53 12.3Z", "#000", 'fill-opacity=".2"')
    + path("M12 27C20 38 80 38 88 27C90 37 76 43 50 43C24 43 10 37 12 27Z", "#5C4A33")
    + path("M33.5 29Q50 34 66.5 29V33.5Q50 38 33.5 33.5Z", "#22190F")
    + path("M70 31C75 22 82 17 89 17.5C88 25 82 31 74 34Z", "#C9473D")
    + eyes(y=46.3, apart=7.5, r=2.5)
)

PRISONER = (
    # shaggy hair and beard, a ragged grey shirt, an iron collar with a chain
    body("#8B8372")
    + path(
        "M24 76 30 84 35 77 40 86 46 78 50 88 55 78 61 86 66 77 71 84 76 76 68 70Q50 80 32 70Z",
        "#6F6858",
    )
    + throat(SKIN)
    + path("M27 40C20 62 32 76 40 80L50 84L60 80C68 76 80 62 73 40Z", "#6E5137")
    + head("#DDB895")
    + path(
        "M32 50C34 60 42 56 50 56C58 56 66 60 68 50C70 66 62 74 56 77L50 74L44 77C38 74 30 66 32"
        " 50Z",
        "#7D5D40",
    )
    + path(
        "M29 50C24 18 38 15 50 15C62 15 76 18 71 50L66 36L60 41L55 34L48 41L42 34L36 41L33 38Z",
        "#6E5137",
    )
    + line("M46 62Q50 60.5 54 62", "#5A3327", 1.9)
    + eyes(y=47)
    + brows("#4A3422", y=42.5, tilt=-1.5)
    + path("M36 74Q50 81 64 74L65 79Q50 87 35 79Z", "#59626B")
    + line("M50 84V88M50 91V95", "#59626B", 3.6)
)

MULE = (
    # long ears, a long face, a halter
    path("M26 92C24 72 34 60 40 54H60C66 60 76 72 74 92Q62 98 50 98.5Q38 98 26 92Z", "#6A5644")
    + path(
        "M38 34C26 30 21 17 25 5C36 9 42 20 44 32ZM62 34C74 30 79 17 75 5C64 9 58 20 56 32Z",
        "#7B6552",
    )
    + path(
        "M38 29C31 25 27.5 17 28.5 10.5C35 14 39 21 40 28ZM62 29C69 25 72.5 17 71.5 10.5C65 14"
        " 61 21 60 28Z",
        "#D2AE9A",
    )
    + path(
        "M34 38C34 26 42 22 50 22C58 22 66 26 66 38L61 62C62 74 58 80 50 80C42 80 38 74 39 62Z",
        "#8C7560",
    )
    + path(
        "M54 22.4C61 23 66 29 66 38L61 62C62 74 58 80 50 80C58 64 60 38 54 22.4Z",
        "#000",
        'fill-opacity=".15"',
    )
    + path("M38.5 66C38 58 62 58 61.5 66C63 76 57 81 50 81C43 81 37 76 38.5 66Z", "#D9C6AE")
    + path("M45 34C43 24 47 17 50 14C53 17 57 24 55 34L50 39Z", "#3A2D22")
    + ellipse(40, 42, 2.7, 3.3, "#191310")
    + ellipse(60, 42, 2.7, 3.3, "#191310")
    + ellipse(45, 68.5, 2, 2.6, "#5A463A")
    + ellipse(55, 68.5, 2, 2.6, "#5A463A")
    + line("M45.5 76Q50 78 54.5 76", "#5A463A", 1.8)
    + line("M36.5 56Q50 61 63.5 56M36.5 56 34.5 36M63.5 56 65.5 36", "#A6382E", 3)
)

OGRE = (
    # a great bald head, an underbite, a horn, an earring
    body("#5F5142", at=72, neck=30, top=62)
    + path("M22 92 30 64H37L33 97.3ZM78 92 70 64H63L67 97.3Z", "#3F342A")
    + ellipse(21.5, 46, 6.5, 8.5, "#B9966A")
    + ellipse(78.5, 46, 6.5, 8.5, "#9B7B55")
    + line("M19 54A3.6 3.6 0 1 0 22 54", "#E0B64A", 2.4)
    + path(
        "M24 44C24 20 36 12 50 12C64 12 76 20 76 44C78 62 70 79 50 80C30 79 22 62 24 44Z", "#C7A274"
    )
    + path(
        "M56 12.5C70 16 76 24 76 44C78 62 70 79 50 80C68 70 72 32 56 12.5Z",
        "#000",
        'fill-opacity=".16"',
    )
    + path("M46 17C46 9 48 4 50 1.5C52 4 54 9 54 17Q50 20 46 17Z", "#EFE6CF")
    + path("M30 39Q40 31 49 40L48 44Q40 39 31 44ZM70 39Q60 31 51 40L52 44Q60 39 69 44Z", "#8F6F49")
    + ellipse(41, 44.5, 3, 2.6, "#FBF5E4")
    + ellipse(59, 44.5, 3, 2.6, "#FBF5E4")
    + ellipse(41.5, 44.7, 1.6, 1.9, "#24170E")
    + ellipse(58.5, 44.7, 1.6, 1.9, "#24170E")
    + path("M43 56C43 48 57 48 57 56Q50 60 43 56Z", "#AD8659")
    + ellipse(47, 55.7, 1.2, 1, "#5E4227")
    + ellipse(53, 55.7, 1.2, 1, "#5E4227")
    + path("M33 65Q50 60 67 65Q64 74 50 75Q36 74 33 65Z", "#4A2218")
    + path(
        "M37 68 39.5 57.5 43 67ZM63 68 60.5 57.5 57 67ZM46 67 47.5 62 49 67ZM51 67 52.5 62 54 67Z",
        "#FBF5E4",
    )
)

DRAGON = (
    # swept horns, a scaled brow, slit eyes, smoke-dark nostrils
    path("M22 90C20 74 30 62 38 56H62C70 62 80 74 78 90Q66 97 50 98.5Q34 97 22 90Z", "#6E1B17")
    + line("M40 72Q50 76 60 72M38 80Q50 85 62 80M37 88Q50 93 63 88", "#E9B35A", 3.2)
    + path(
        "M35 36C22 32 14 20 16 8C24 15 32 20 43 25ZM65 36C78 32 86 20 84 8C76 15 68 20 57 25Z",
        "#E8DCC0",
    )
    + path("M65 36C78 32 86 20 84 8C82 20 74 28 62 30Z", "#000", 'fill-opacity=".2"')
    + path(
        "M29 52 11 46 26 41ZM71 52 89 46 74 41ZM30 62 15 63 28 53ZM70 62 85 63 72 53Z", "#8E2620"
    )
    + path(
        "M50 18C62 20 72 32 74 46L66 56L62 74Q57 81 50 81.5Q43 81 38 74L34 56L26 46C28 32 38 20"
        " 50 18Z",
        "#C23A2B",
    )
    + path("M50 18C62 20 72 32 74 46L66 56L62 74Q57 81 50 81.5Z", "#000", 'fill-opacity=".18"')
    + path("M50 18 55 30 50 40 45 30ZM50 38 54 47 50 56 46 47Z", "#E2673F")
    + path("M29 42 45 47.5 37 53ZM71 42 55 47.5 63 53Z", "#FFD84A")
    + line("M38.5 45.5V51M61.5 45.5V51", "#1B0A06", 2.2)
    + line("M28 39 45.5 45M72 39 54.5 45", "#6A140F", 3.4)
    + path("M43 66Q45 61 47.5 66ZM57 66Q55 61 52.5 66Z", "#2A0A08")
    + line("M39 71.5Q50 76.5 61 71.5", "#4B0F0C", 2)
    + path("M41 72.6 42.5 78 45 74.2ZM59 72.6 57.5 78 55 74.2Z", "#FBF5E4")
)

ASSASSIN = (
    # a deep black hood, two pale eyes in its shadow
    body("#211E2E", at=80, neck=16, top=64)
    + path("M22 78C18 40 34 12 52 7C68 14 82 42 78 78Q64 70 50 70Q36 70 22 78Z", "#3A3550")
    + path(
        "M52 7C68 14 82 42 78 78Q70 73.5 62 71.5C74 48 66 22 52 7Z", "#000", 'fill-opacity=".25"'
    )
    + path("M33 66C28 42 38 24 50 20C62 24 72 42 67 66Q50 76 33 66Z", "#14121C")
    + path("M37 57Q50 51 63 57Q62 68 50 71Q38 68 37 57Z", "#5B2B45")
    + path("M37.5 44.5 48 48 39.5 49.5ZM62.5 44.5 52 48 60.5 49.5Z", "#E9F0FF")
)

GUARD = (
    # a kettle hat, a mail coif, a moustache
    body("#3F5570", at=82, neck=12, top=66)
    + path("M31 44C28 66 34 78 50 82C66 78 72 66 69 44Z", "#7E8893")
    + path("M50 82C66 78 72 66 69 44H60C64 58 60 74 50 82Z", "#000", 'fill-opacity=".18"')
    + line("M34 66Q50 78 66 66M37 73Q50 82 63 73", "#5B6570", 1.6)
    + head(SKIN, y=48, rx=13.5, ry=15)
    + path(
        "M13 39C22 29 34 27 50 27C66 27 78 29 87 39C76 45 64 42 50 42C36 42 24 45 13 39Z", "#A4AEB8"
    )
    + path("M50 27C66 27 78 29 87 39C76 45 64 42 50 42Z", "#000", 'fill-opacity=".16"')
    + path("M30 30C32 15 42 10 50 10C58 10 68 15 70 30Q50 35 30 30Z", "#B9C2CB")
    + path(
        "M53 10.2C60 11 68 17 70 30Q62 32.5 55 32.8C59 24 58 15 53 10.2Z",
        "#000",
        'fill-opacity=".18"',
    )
    + path(
        "M39 57C43 52 47 53 50 55C53 53 57 52 61 57C57 59.5 53 59 50 57.5C47 59 43 59.5 39 57Z",
        "#5B3A1F",
    )
    + eyes(y=48, apart=6.2)
    + path("M36 80H64L60 97Q50 100 40 97Z", "#C9A24A")
    + path("M47 82H53V96H47ZM40 86H60V91H40Z", "#7A2E2A")
)

STRAW_MAN = (
    # a sack with stitches for a mouth, straw at neck and brow
    line("M10 74H90", "#7A5A34", 6)
    + path("M26 70H74L70 95.8Q50 104 30 95.8Z", "#A8895A")
    + path("M50 70H74L70 95.8Q60 100 50 100Z", "#000", 'fill-opacity=".15"')
    + line("M38 76 34 88M46 76 45 90M55 76 57 90M63 76 67 88", "#7A5F38", 1.8)
    + path("M24 68 32 60 38 68 44 60 50 68 56 60 62 68 68 60 76 68 70 78H30Z", "#E3C463")
    + path(
        "M30 44C28 22 38 15 50 15C62 15 72 22 70 44C72 58 62 66 50 67C38 66 28 58 30 44Z", "#C8AC78"
    )
    + path(
        "M56 15.7C66 18 71 26 70 44C72 58 62 66 50 67C64 58 66 32 56 15.7Z",
        "#000",
        'fill-opacity=".15"',
    )
    + line("M31 60Q50 68 69 60", "#7A5A34", 3.4)
    + line("M36 38 44 46M44 38 36 46M56 38 64 46M64 38 56 46", "#3B2A1A", 3)
    + line("M40 54H60M43 51.5V56.5M48 51.5V56.5M53 51.5V56.5M58 51.5V56.5", "#3B2A1A", 1.9)
    + path("M42 17 38 4 46 12 50 2 54 12 62 4 58 17Z", "#E3C463")
)

COMMONER = (
    # a kerchief, a braid, an apron
    path("M66 50C78 56 80 72 74 86C70 80 68 68 62 62Z", "#8A5A2E")
    + body("#8C4A3E")
    + path("M38 72H62L60 98.9Q50 101 40 98.9Z", "#E6DCC6")
    + throat(SKIN)
    + path(
        "M29 50C25 22 36 13 50 13C64 13 75 22 71 50C70 58 66 62 64 62L62 40H38L36 62C34 62 30 58"
        " 29 50Z",
        "#D9B25A",
    )
    + path(
        "M56 13.6C66 16 74 26 71 50C70 58 66 62 64 62L62 40C64 30 62 20 56 13.6Z",
        "#000",
        'fill-opacity=".17"',
    )
    + head(SKIN, y=46, rx=15, ry=18)
    + path(
        "M35 42C35 29 44 27 50 27C56 27 65 29 65 42C60 34 54 33 46 33C40 34 37 37 35 42Z", "#8A5A2E"
    )
    + path("M33 36Q50 22 67 36L68 31Q50 16 32 31Z", "#C49A42")
    + eyes()
    + ellipse(40.5, 52, 2.6, 1.8, "#D98F7A", 'fill-opacity=".6"')
    + ellipse(59.5, 52, 2.6, 1.8, "#D98F7A", 'fill-opacity=".6"')
    + mouth(bend=2.5)
)

ZOMBIE = (
    # grey-green skin, one dead eye, a torn cheek, rags
    body("#4A4A44")
    + path("M24 76 31 86 36 77 42 88 48 78 54 89 60 78 66 87 71 77 76 76 66 68H34Z", "#3A3A36")
    + throat("#7D8F74")
    + head("#8FA384", rx=17.5)
    + path("M33 40C30 18 44 16 52 18C62 17 72 24 68 42L63 34L58 37L52 32L45 36L40 33Z", "#2E3029")
    + path("M58 52C63 50 67 51 67 54C65 60 62 63 58 63.5C60 60 56 58 58 52Z", "#7B2F2A")
    + line("M59.5 54.5 64 53.5M60 58 63.5 57.5", "#E8E0C8", 1.6)
    + ellipse(42.5, 46, 5, 4.4, "#2A2E26")
    + ellipse(57.5, 46, 5, 4.4, "#2A2E26")
    + ellipse(42.5, 46, 2.2, 2.4, "#F0E9B8")
    + ellipse(57.5, 46, 1.3, 1.5, "#B8463A")
    + path("M41 57Q48 54 55 57L54 61Q48 63 42 60.5Z", "#2B1512")
    + path("M43.5 57.5H45.5V60H43.5ZM48 57H50V60.5H48Z", "#D8CFAE")
    + line("M38 30 44 26", "#6B2A26", 2)
)

SPIDER = (
    # eight legs, four eyes, fangs
    line(
        "M38 56C24 40 18 42 10 30M36 62C20 56 14 60 5 54M38 70C24 72 20 78 11 76M42 76C34 82 30"
        " 86 26 92",
        "#241C24",
        4.4,
    )
    + line(
        "M62 56C76 40 82 42 90 30M64 62C80 56 86 60 95 54M62 70C76 72 80 78 89 76M58 76C66 82 70"
        " 86 74 92",
        "#241C24",
        4.4,
    )
    + ellipse(50, 34, 24, 24, "#4A3550")
    + path("M56 10.8A24 24 0 0 1 56 57.2C68 48 68 20 56 10.8Z", "#000", 'fill-opacity=".25"')
    + path("M50 14 54 22 50 30 46 22ZM50 32 53 38 50 44 47 38Z", "#D8574A")
    + ellipse(50, 62, 18, 16, "#35283A")
    + ellipse(43, 60, 4, 4.4, "#E8433A")
    + ellipse(57, 60, 4, 4.4, "#E8433A")
    + ellipse(42, 58.5, 1.3, 1.4, "#FFD9D0")
    + ellipse(56, 58.5, 1.3, 1.4, "#FFD9D0")
    + ellipse(37, 55, 2, 2.2, "#E8433A")
    + ellipse(63, 55, 2, 2.2, "#E8433A")
    + path("M44 72 42.5 82 48 74ZM56 72 57.5 82 52 74Z", "#E9DFC8")
)

BEAR = (
    # round ears, a broad brown head, a pale muzzle
    body("#4F3524", at=78, neck=20, top=62)
    + ellipse(28, 25, 11, 11, "#6B4830")
    + ellipse(72, 25, 11, 11, "#5C3D28")
    + ellipse(28, 26, 6, 6, "#B98A6A")
    + ellipse(72, 26, 6, 6, "#A57A5C")
    + path(
        "M22 48C20 26 34 18 50 18C66 18 80 26 78 48C78 66 66 78 50 79C34 78 22 66 22 48Z", "#7A5336"
    )
    + path(
        "M56 18.3C70 20 79 29 78 48C78 66 66 78 50 79C66 68 70 34 56 18.3Z",
        "#000",
        'fill-opacity=".16"',
    )
    + ellipse(50, 61, 16, 14, "#C9A27C")
    + path("M42.5 54C43 48 57 48 57.5 54C57 59 53 61 50 61C47 61 43 59 42.5 54Z", "#1F1712")
    + line("M50 61V67M42 69.5Q47 71 50 67Q53 71 58 69.5", "#1F1712", 2.2)
    + ellipse(38, 43, 3, 3.3, "#17110C")
    + ellipse(62, 43, 3, 3.3, "#17110C")
    + line("M32 37.5 42 40M68 37.5 58 40", "#4F3524", 3)
)

PORTRAITS = {
    # name: the disc's light and dark color, the drawing
    "scout": ("#86AED6", "#2B4A6E", SCOUT),
    "swordsman": ("#D2B07A", "#6B4B28", SWORDSMAN),
    "archer": ("#A9C79B", "#3C5B3E", ARCHER),
    "mage": ("#B9A6DC", "#43356E", MAGE),
    "cleric": ("#A8C6CC", "#365861", CLERIC),
    "knight": ("#D8BF8C", "#6A5030", KNIGHT),
    "dwarf": ("#B8BFA0", "#4A5238", DWARF),
    "goblin": ("#B4A77C", "#46401F", GOBLIN),
    "hobgoblin": ("#D0B28C", "#5D452C", HOBGOBLIN),
    "orc-brute": ("#B5A68C", "#453A2C", ORC_BRUTE),
    "wolf": ("#C2CBD0", "#4D5A66", WOLF),
    "warg": ("#B79C92", "#57352D", WARG),
    "skeleton": ("#7E8F94", "#28363D", SKELETON),
    "bandit": ("#C8B694", "#5B4A30", BANDIT),
    "prisoner": ("#BDB8B2", "#57524D", PRISONER),
    "mule": ("#BFCBA6", "#54633E", MULE),
    "ogre": ("#A3B3A6", "#3B4A42", OGRE),
    "dragon": ("#8C8FA6", "#2A2B3E", DRAGON),
    "guard": ("#A9BDC9", "#3A4D5E", GUARD),
    "straw-man": ("#BFC6A4", "#5A6440", STRAW_MAN),
    "commoner": ("#B9C4B0", "#566150", COMMONER),
    "zombie": ("#8F9A8C", "#3A433C", ZOMBIE),
    "spider": ("#C7BE9E", "#6A6048", SPIDER),
    "bear": ("#B7C3A0", "#4E5C3C", BEAR),
    "assassin": ("#8D86A8", "#2C2840", ASSASSIN),
}


def portrait(light: str, dark: str, drawing: str) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100">'
        '<defs><radialGradient id="disc" cx=".4" cy=".3" r=".9">'
        f'<stop offset="0" stop-color="{light}"/><stop offset="1" stop-color="{dark}"/>'
        "</radialGradient></defs>"
        f'<circle cx="50" cy="50" r="50" fill="url(#disc)"/>{drawing}</svg>\n'
    )


def main() -> None:
    TOKENS.mkdir(parents=True, exist_ok=True)
    for name, (light, dark, drawing) in PORTRAITS.items():
        (TOKENS / f"{name}.svg").write_text(portrait(light, dark, drawing), encoding="utf-8")


if __name__ == "__main__":
    main()
