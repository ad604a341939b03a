"""Walls, doors, props and tokens as lines of the notation, both ways."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from battlemap.geometry.footprint import MAXIMUM_SIZE, border_steps
from battlemap.model.notation.words import (
    NotationError,
    integer,
    is_pair,
    quoted,
    read_cell,
    read_point,
    split_outside_quotes,
    unquoted,
    write_cell,
    write_point,
)
from battlemap.model.obstacle import (
    GRADES,
    ONE_WAYS,
    CoverGrade,
    Door,
    Prop,
    Wall,
    prop_blocks,
    usual_wall_cover,
    wall_blocks_sight,
)
from battlemap.model.token import FOE, REACH_FEET, WEDGE_FEET, Token, Weapon, default_name

if TYPE_CHECKING:
    from battlemap.geometry.cell import Cell, Point
    from battlemap.geometry.grid import Grid
    from battlemap.model.obstacle import Obstacle

_T = TypeVar("_T")
_BLOCKS = {"blocks": True, "passes": False}


def read_obstacle(kind: str, name: str, words: list[str], grid: Grid) -> Obstacle:
    """Return the wall, door or prop that a line describes, without its first word and id.

    Raises
    ------
    NotationError
        If a word isn't known or there are too few points.
    """
    points, words = _points(words, grid)
    flags = {word for word in words if "=" not in word}
    settings = dict(word.split("=", 1) for word in words if "=" in word)
    allowed = {"open", "locked", "secret", "window"} if kind == "door" else set[str]()
    if flags - allowed:
        raise NotationError(f"{sorted(flags - allowed)[0]!r} isn't known for a {kind}")
    if kind == "prop" and len(points) < 3:
        raise NotationError("a prop has an outline of at least 3 points")
    if kind != "prop" and len(points) != 2:
        raise NotationError(f"a {kind} has 2 ends")
    one_way = settings.pop("one_way", "") if kind == "wall" else ""
    if one_way:
        _word_of({side: side for side in ONE_WAYS}, one_way)
    usual = CoverGrade.MAJOR if kind == "prop" else usual_wall_cover(one_way)
    cover = _word_of(GRADES, settings.pop("cover", usual.word))
    height = settings.pop("height", None)
    height_feet = None if height is None else integer(height)
    elevation = integer(settings.pop("elevation", "0"))
    durable = settings.pop("durability", None)
    durability = None if durable is None else integer(durable)
    threshold = settings.pop("threshold", None)
    break_threshold = None if threshold is None else integer(threshold)
    damage = integer(settings.pop("damage", "0"))
    if damage < 0:
        raise NotationError("damage is 0 or more")
    found: Obstacle
    if kind == "door":
        found = Door(
            name,
            points[0],
            points[1],
            is_open="open" in flags,
            is_locked="locked" in flags,
            is_secret="secret" in flags,
            is_window="window" in flags,
        )
    else:
        is_wall = kind == "wall"
        sight, move = settings.pop("sight", None), settings.pop("move", None)
        usual_sight = wall_blocks_sight(cover) if is_wall else prop_blocks(cover)
        usual_move = is_wall or prop_blocks(cover)
        found = (
            Wall(name, points[0], points[1], one_way=one_way)
            if is_wall
            else Prop(name, tuple(points))
        )
        found = replace(
            found,
            blocks_move=usual_move if move is None else _word_of(_BLOCKS, move),
            blocks_sight=usual_sight if sight is None else _word_of(_BLOCKS, sight),
        )
    if isinstance(found, Prop):
        found = replace(found, name=unquoted(settings.pop("name", "")))
    _nothing_left(settings, kind)
    return replace(
        found,
        cover=cover,
        height_feet=height_feet,
        elevation_feet=elevation,
        durability=durability,
        break_threshold=break_threshold,
        damage=damage,
    )


def _points(words: list[str], grid: Grid) -> tuple[list[Point], list[str]]:
    """Return the points that a line begins with, and the words after them."""
    if words and words[0] == "between":
        if len(words) < 3:
            raise NotationError("between names two cells")
        return [*_common_border(grid, read_cell(words[1]), read_cell(words[2]))], words[3:]
    count = 0
    while count < len(words) and is_pair(words[count]):
        count += 1
    return [read_point(word) for word in words[:count]], words[count:]


def _common_border(grid: Grid, a: Cell, b: Cell) -> tuple[Point, Point]:
    corners = grid.corners(a)
    for index, step in enumerate(border_steps(grid)):
        if a.plus(step) == b:
            return corners[index], corners[(index + 1) % len(corners)]
    raise NotationError(f"{write_cell(a)} and {write_cell(b)} have no border in common")


def _word_of(words: dict[str, _T], word: str) -> _T:
    if word not in words:
        raise NotationError(f"{word!r} isn't one of {', '.join(words)}")
    return words[word]


def _nothing_left(settings: dict[str, str], kind: str) -> None:
    for key in settings:
        raise NotationError(f"{key}= isn't known for a {kind}")


def obstacle_line(obstacle: Obstacle) -> str:
    """Return the line of a wall, door or prop."""
    words = [type(obstacle).__name__.lower(), quoted(obstacle.id)]
    if isinstance(obstacle, Prop):
        words += [write_point(point) for point in obstacle.outline]
        words += [f"name={quoted(obstacle.name)}"] if obstacle.name else []
    else:
        words += [write_point(obstacle.start), write_point(obstacle.end)]
    one_way = obstacle.one_way if isinstance(obstacle, Wall) else ""
    words += [f"one_way={one_way}"] if one_way else []
    usual_cover = CoverGrade.MAJOR if isinstance(obstacle, Prop) else usual_wall_cover(one_way)
    if obstacle.cover is not usual_cover:
        words.append(f"cover={obstacle.cover.word}")
    if isinstance(obstacle, Door):
        states = {
            "open": obstacle.is_open,
            "locked": obstacle.is_locked,
            "secret": obstacle.is_secret,
            "window": obstacle.is_window,
        }
        words += [word for word, holds in states.items() if holds]
    else:
        is_wall = isinstance(obstacle, Wall)
        usual = prop_blocks(obstacle.cover)
        sight = wall_blocks_sight(obstacle.cover) if is_wall else usual
        if obstacle.blocks_sight != sight:
            words.append(f"sight={_blocks_word(obstacle.blocks_sight)}")
        if obstacle.blocks_move != (is_wall or usual):
            words.append(f"move={_blocks_word(obstacle.blocks_move)}")
    if obstacle.height_feet is not None:
        words.append(f"height={obstacle.height_feet}")
    if obstacle.elevation_feet:
        words.append(f"elevation={obstacle.elevation_feet}")
    if obstacle.durability is not None:
        words.append(f"durability={obstacle.durability}")
    if obstacle.break_threshold is not None:
        words.append(f"threshold={obstacle.break_threshold}")
    if obstacle.damage:
        words.append(f"damage={obstacle.damage}")
    return " ".join(words)


def _blocks_word(blocks: bool) -> str:
    return "blocks" if blocks else "passes"


def read_token(words: list[str], grid: Grid, at: Cell | None) -> Token:
    """Return the token that a line describes, without its first word.

    Parameters
    ----------
    words
        Id, side, and settings such as ``facing=90``.
    grid
        The grid, which knows the legal facings.
    at
        Where its letter stands on the map.

    Raises
    ------
    NotationError
        If a setting isn't known or nothing says where the token stands.
    """
    plain = [word for word in words if "=" not in word or word.startswith('"')]
    if not 1 <= len(plain) <= 2:
        raise NotationError("a token has an id and perhaps a side, then settings such as facing=90")
    token_id = unquoted(plain[0])
    settings: dict[str, str] = {}
    weapons: list[Weapon] = []
    for word in words:
        key, _, value = word.partition("=")
        if word in plain:
            continue
        if key == "weapon":
            weapons.append(_read_weapon(value))
        else:
            settings[key] = value
    where = settings.pop("at", None)
    cell = read_cell(where) if where is not None else at
    if cell is None:
        raise NotationError("nothing says where the token stands: its letter isn't on the map")
    size = integer(settings.pop("size", "1"))
    if not 0 <= size <= MAXIMUM_SIZE:
        raise NotationError(f"a size lies between 0 and {MAXIMUM_SIZE}")
    elevation, height = settings.pop("elevation", None), settings.pop("height", None)
    conditions = split_outside_quotes(settings.pop("conditions", ""), ",")
    token = Token(
        id=token_id,
        name=unquoted(settings.pop("name", quoted(default_name(token_id)))),
        side=unquoted(plain[1]) if len(plain) > 1 else FOE,
        at=cell,
        size=size,
        facing=grid.nearest_facing(integer(settings.pop("facing", "0"))),
        turned=integer(settings.pop("turned", "0")) % 6,
        elevation_feet=None if elevation is None else integer(elevation),
        height_feet=None if height is None else integer(height),
        conditions=frozenset(unquoted(word) for word in conditions),
        hidden=_word_of({"yes": True, "no": False}, settings.pop("hidden", "no")),
        weapons=tuple(weapons),
    )
    _nothing_left(settings, "token")
    return token


def token_line(token: Token, grid: Grid, letter: str | None) -> str:
    """Return the line of a token; without a letter on the map it says where it stands."""
    words = [letter or "token", quoted(token.id), quoted(token.side)]
    usual = grid.nearest_facing(0)
    settings = [
        ("at", write_cell(token.at), letter is None),
        ("name", quoted(token.name), token.name != default_name(token.id)),
        ("size", str(token.size), token.size != 1),
        ("facing", f"{token.facing:g}", token.facing != usual),
        ("turned", str(token.turned), token.turned != 0),
        ("elevation", str(token.elevation_feet), token.elevation_feet is not None),
        ("height", str(token.height_feet), token.height_feet is not None),
        ("conditions", ",".join(map(quoted, sorted(token.conditions))), bool(token.conditions)),
        ("hidden", "yes", token.hidden),
    ]
    words += [f"{key}={value}" for key, value, said in settings if said]
    words += [f"weapon={_weapon_word(weapon)}" for weapon in token.weapons]
    return " ".join(words)


def _read_weapon(text: str) -> Weapon:
    name, *parts = split_outside_quotes(text, ":") or [""]
    if not name:
        raise NotationError("a weapon has a name: weapon=spear:10")
    reach_feet: int | None = None
    range_feet = minimum_feet = 0
    wedge: bool | None = None
    for part in parts:
        if part in ("wedge", "around"):
            wedge = part == "wedge"
        elif part.startswith("range"):
            range_feet = integer(part.removeprefix("range"))
        elif part.startswith("min"):
            minimum_feet = integer(part.removeprefix("min"))
        else:
            reach_feet = integer(part)
    if reach_feet is None:
        reach_feet = WEDGE_FEET if wedge else REACH_FEET
    if wedge is None:
        wedge = range_feet == 0 and reach_feet > REACH_FEET
    return Weapon(unquoted(name), reach_feet, wedge, minimum_feet, range_feet)


def _weapon_word(weapon: Weapon) -> str:
    parts = [quoted(weapon.name)]
    if weapon.reach_feet != REACH_FEET or weapon.reach:
        parts.append(str(weapon.reach_feet))
    if weapon.reach != (not weapon.is_ranged and weapon.reach_feet > REACH_FEET):
        parts.append("wedge" if weapon.reach else "around")
    parts += [f"range{weapon.range_feet}"] if weapon.range_feet else []
    parts += [f"min{weapon.minimum_feet}"] if weapon.minimum_feet else []
    return ":".join(parts)
