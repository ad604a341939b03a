"""Short words for facts, cells and directions, the same in every panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.terrain import Terrain

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from battlemap.geometry.cell import Cell
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.ui.panels.fact_words import FactLine

SIZES = {0: "Tiny", 1: "Medium", 2: "Large", 3: "Huge", 4: "Gargantuan"}
MINUS = "−"
"""A real minus sign, as wide as the plus."""
NO_BREAK = "\N{NO-BREAK SPACE}"


def signed(value: int) -> str:
    """Return a number with its sign, a real minus.

    Examples
    --------
    >>> signed(2), signed(-1), signed(0)
    ('+2', '−1', '0')
    """
    return f"+{value}" if value > 0 else f"{MINUS}{-value}" if value < 0 else "0"


def worth(value: int, unit: str) -> str:
    """Return what a modifier is worth: levels bare, other units with their name.

    Examples
    --------
    >>> worth(2, "level"), worth(-1, "die"), worth(3, "die"), worth(5, "bonus")
    ('+2', '−1 die', '+3 dice', '+5')
    """
    if unit in ("level", "bonus", ""):
        return signed(value)
    name = {"die": "dice"}.get(unit, f"{unit}s") if abs(value) != 1 else unit
    return f"{signed(value)} {name}"


def percent(chance: float, places: int = 1) -> str:
    r"""Return a chance as percent with a space: "97.2 %".

    Nothing but certainty is shown as 100 or 0.

    Examples
    --------
    >>> percent(0.9716), percent(1), percent(0.99999), percent(0.00001)
    ('97.2\xa0%', '100\xa0%', '99.9\xa0%', '0.1\xa0%')
    """
    if chance in (0, 1):
        return f"{100 * int(chance)}{NO_BREAK}%"
    least = 10.0**-places
    shown = min(max(chance * 100, least), 100 - least)
    return f"{shown:.{places}f}{NO_BREAK}%"


def bar_percent(chance: float) -> str:
    """Return the number over a bar: an integer, one decimal under 1 %.

    Examples
    --------
    >>> bar_percent(0.264), bar_percent(0.002), bar_percent(0.00001), bar_percent(0)
    ('26', '0.2', '<0.1', '0')
    """
    value = chance * 100
    if value >= 1 or value == 0:
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 0.05 else "<0.1"


def count(number: int, word: str, plural: str = "") -> str:
    """Return a number with its noun.

    Examples
    --------
    >>> count(1, "action"), count(2, "action"), count(2, "die", "dice")
    ('1 action', '2 actions', '2 dice')
    """
    return f"{number} {word if number == 1 else plural or word + 's'}"


def listed(names: Iterable[str]) -> str:
    """Return names as a list in words.

    Examples
    --------
    >>> listed(["Ann"]), listed(["Ann", "Bo", "Cy"])
    ('Ann', 'Ann, Bo and Cy')
    """
    *most, last = list(names) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def name_of(encounter: Encounter, token_id: str) -> str:
    """Return a token's name, or its id where it is gone."""
    token = encounter.tokens.get(token_id)
    return (token.name or token.id) if token is not None else token_id


def thing_name(encounter: Encounter, thing: str) -> str:
    """Return what an obstacle or token is called: its name, else what kind of thing it is."""
    if thing in encounter.tokens:
        return name_of(encounter, thing)
    obstacle = encounter.map.obstacles.get(thing)
    if obstacle is None:
        return thing
    return getattr(obstacle, "name", "") or type(obstacle).__name__.lower()


def named(encounter: Encounter, text: str) -> str:
    """Return a reason that begins with what an obstacle is, not with its id: "wall: major"."""
    thing, mark, rest = text.partition(":") if ":" in text else text.partition(" ")
    obstacle = encounter.map.obstacles.get(thing)
    return f"{thing_name(encounter, thing)}{mark}{rest}" if obstacle is not None else text


def size_name(size: int) -> str:
    """Return the word for a token's size."""
    return SIZES.get(size, f"Size {size}")


def initials(name: str) -> str:
    """Return one or two letters that stand for a name.

    Examples
    --------
    >>> initials("Orc Brute"), initials("Seren"), initials("")
    ('OB', 'Se', '?')
    """
    words = name.split()
    if len(words) > 1:
        return (words[0][:1] + words[-1][:1]).upper()
    return name[:2].capitalize() or "?"


def ground_words(encounter: Encounter, cell: Cell) -> str:
    """Return what lies on the ground of a cell and how high it is: "difficult, +10 ft"."""
    terrain = encounter.map.terrain_at(cell)
    kinds = ", ".join(terrain.names) if terrain != Terrain.NORMAL else "normal ground"
    feet = encounter.map.ground_feet(cell)
    return f"{kinds}, {signed(feet)} ft" if feet else f"{kinds}, level"


def pair_summary(
    attacker: Token,
    target: Token,
    facts: Iterable[FactLine],
    odds: Mapping[str, str],
) -> str:
    """Return one paragraph about the pair in the panel, for screen readers."""
    told = "; ".join(f"{line.label}: {line.value}" for line in facts)
    chances = "; ".join(f"{label} {value}" for label, value in odds.items())
    return f"{attacker.name} attacks {target.name}. {told}. {chances}".strip()
