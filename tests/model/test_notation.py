"""Boards as text: what is written is read back, and what is drawn reads as it looks."""

import pytest
from encounters import encounters
from hypothesis import example, given
from hypothesis import strategies as st

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.grid import DiagonalMetric, GridKind
from battlemap.model.notation import NotationError, in_notation, parse, to_text
from battlemap.model.obstacle import CoverGrade, Door, Prop, Wall
from battlemap.model.terrain import Terrain
from battlemap.model.token import Token, Weapon

VAULT = """\
square 5x3 name=Vault
+ + + +-+ +
 . . .|. .
+ +-+ +:+W+
 S . d O .
+/+ +D+ + +
 # . 2|~ .
+ + + + + +
S seren party facing=90 conditions=prone weapon=spear:10
O orc foe facing=270 weapon=bow:range80
"""


@given(encounters())
def test_what_is_written_is_read_back(encounter):
    plain = in_notation(encounter)
    assert parse(to_text(encounter)) == plain


@given(encounters())
def test_writing_is_stable(encounter):
    text = to_text(encounter)
    assert to_text(parse(text)) == text


def test_the_vault_reads_as_it_looks():
    board = parse(VAULT)
    assert board.map.name == "Vault"
    assert dict(board.map.obstacles) == {
        "w1": Wall("w1", Point(3, 0), Point(4, 0)),
        "w2": Wall("w2", Point(1, 1), Point(2, 1)),
        "w3": Wall("w3", Point(3, 1), Point(4, 1), cover=CoverGrade.MINOR, blocks_sight=False),
        "d1": Door("d1", Point(4, 1), Point(5, 1), is_window=True),
        "d2": Door("d2", Point(0, 2), Point(1, 2), is_open=True),
        "d3": Door("d3", Point(2, 2), Point(3, 2)),
        "w4": Wall("w4", Point(3, 0), Point(3, 1)),
        "w5": Wall("w5", Point(3, 2), Point(3, 3)),
    }
    assert board.map.terrain_at(Cell(2, 1)) is Terrain.DIFFICULT
    assert board.map.terrain_at(Cell(0, 2)) is Terrain.IMPASSABLE
    assert board.map.terrain_at(Cell(3, 2)) is Terrain.WATER
    assert board.map.ground_feet(Cell(2, 2)) == 10
    seren, orc = board.tokens.values()
    assert seren == Token(
        "seren",
        "Seren",
        "party",
        Cell(0, 1),
        facing=90,
        conditions=frozenset({"prone"}),
        weapons=(Weapon("spear", 10, True),),
    )
    assert orc == Token(
        "orc", "Orc", "foe", Cell(3, 1), facing=270, weapons=(Weapon("bow", range_feet=80),)
    )
    assert to_text(board) == VAULT


def test_pieces_in_a_line_are_one_wall_and_a_corner_parts_them():
    board = parse("""
        square 3x2
        +-+-+ +
         . .|.
        + + + +
         . .|.
        + + +-+
    """)
    ends = [(wall.start, wall.end) for wall in board.map.obstacles.values()]
    assert ends == [
        (Point(0, 0), Point(2, 0)),
        (Point(2, 2), Point(3, 2)),
        (Point(2, 0), Point(2, 2)),
    ]


def test_a_board_without_walls_needs_no_borders():
    board = parse("""
        square 4x2
        A..d
        . 3 # .
        A arn party facing=45
    """)
    assert board.tokens["arn"].at == Cell(0, 0)
    assert board.map.terrain_at(Cell(3, 0)) is Terrain.DIFFICULT
    assert board.map.ground_feet(Cell(1, 1)) == 15


def test_a_board_without_a_drawing():
    board = parse("""
        square 8x5 diagonals=1-2-1 feet=10 system=grimhowl
        difficult 3,3 4,4
        obscured 3,3
        elevation -10 5,2
        wall 3,0 3,3 cover=major height=10
        wall fence 1,1 1,4.5 cover=minor move=passes
        door gate 5,5 6,5 open locked secret
        prop crate 1,1 2,1 2,2 1,2 cover=minor height=3 name="old crate"
        token seren party at=5,2 size=2 facing=100 height=8 elevation=20 hidden=yes
    """)
    here = board.map
    assert here.grid.diagonals is DiagonalMetric.ALTERNATING
    assert here.grid.feet_per_cell == 10
    assert board.rules.system == "grimhowl"
    assert here.terrain_at(Cell(3, 3)) == Terrain.DIFFICULT | Terrain.OBSCURED
    assert here.ground_feet(Cell(5, 2)) == -10
    assert here.obstacles["w1"] == Wall(
        "w1", Point(3, 0), Point(3, 3), cover=CoverGrade.MAJOR, height_feet=10
    )
    fence = here.obstacles["fence"]
    assert isinstance(fence, Wall)
    assert (fence.blocks_move, fence.blocks_sight) == (False, False)
    assert here.obstacles["gate"] == Door("gate", Point(5, 5), Point(6, 5), True, True, True)
    crate = here.obstacles["crate"]
    assert isinstance(crate, Prop)
    assert (crate.name, crate.cover, crate.height_feet) == ("old crate", CoverGrade.MINOR, 3)
    seren = board.tokens["seren"]
    assert (seren.at, seren.size, seren.facing, seren.hidden) == (Cell(5, 2), 2, 90, True)
    assert parse(to_text(board)) == board


def test_hexes_are_drawn_by_rows():
    board = parse("""
        hex-pointy 4x3
        . . A .
         . d . .
        . . B .
        wall between 2,0 1,1
        A arn party
        B bur foe facing=150
    """)
    assert board.map.grid.kind is GridKind.HEX_POINTY
    assert board.tokens["arn"].at == Cell(2, 0)
    assert board.tokens["bur"].at == Cell(1, 2)
    assert board.tokens["arn"].facing == 30
    assert board.map.terrain_at(Cell(1, 1)) is Terrain.DIFFICULT
    (wall,) = board.map.obstacles.values()
    corners = set(board.map.grid.grid.corners(Cell(2, 0)))
    assert isinstance(wall, Wall)
    assert {wall.start, wall.end} <= corners
    assert to_text(board).splitlines()[:4] == ["hex-pointy 4x3", ". . A .", " . d . .", ". . B ."]


@pytest.mark.parametrize("kind", GridKind)
def test_between_is_a_border_on_every_grid(kind):
    board = parse(f"{kind} 5x5\nwall between 2,2 3,2")
    (wall,) = board.map.obstacles.values()
    grid = board.map.grid.grid
    assert isinstance(wall, Wall)
    for cell in (Cell(2, 2), Cell(3, 2)):
        near = [min(_far(corner, end) for corner in grid.corners(cell)) for end in wall_ends(wall)]
        assert max(near) < 1e-9


def wall_ends(wall):
    return wall.start, wall.end


def _far(a, b):
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


@pytest.mark.parametrize(
    ("word", "weapon"),
    [
        ("sword", Weapon("sword")),
        ("spear:10", Weapon("spear", 10, True)),
        ("whip:10:around", Weapon("whip", 10, False)),
        ("lance:wedge", Weapon("lance", 10, True)),
        ("hook:5:wedge", Weapon("hook", 5, True)),
        ("bow:range80", Weapon("bow", range_feet=80)),
        ("javelin:range30:min10", Weapon("javelin", range_feet=30, minimum_feet=10)),
        ('"long bow":range100', Weapon("long bow", range_feet=100)),
    ],
)
def test_weapons(word, weapon):
    board = parse(f"square 2x2\ntoken a at=0,0 weapon={word}")
    assert board.tokens["a"].weapons == (weapon,)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ("octagon 3x3", "line 1: a board begins with one of square"),
        ("square", "line 1: a board begins"),
        ("square 3", "isn't a whole number"),
        ("square 0x3", "1 to 1000"),
        ("square 3x3 color=red", "line 1: 'color=red' isn't known"),
        ("square 3x2\n...\n....", "line 3: 4 cells in a row of 3"),
        ("square 3x2\n...", "the drawing needs 2 lines"),
        ("square 3x1\n+ + + +\n. .", "the drawing needs 3 lines"),
        ("square 3x1\n.x.", "line 2: 'x' isn't a sign for a cell"),
        ("square 3x1\n.A.", "A stands on the map, but no line says who"),
        ("square 3x1\nAA.\nA a", "line 2: A stands on the map twice"),
        ("square 3x1\n...\nB b", "line 3: nothing says where the token stands"),
        ("square 1x1\n+?+\n .\n+ +", "'?' isn't a sign for a wall or door"),
        ("square 1x1\n+ +\n . . .\n+ +", "line 3: the drawing is more than 3 signs wide"),
        ("square 3x1\nwall 1,1", "a wall has 2 ends"),
        ("square 3x1\nwall 1,1 2,y", "line 2: 'y' isn't a number"),
        ("square 3x1\nwall 1,1 nan,2", "nan is too large"),
        ("square 3x1\nwall 1,1 2,2 cover=thick", "'thick' isn't one of none, minor"),
        ("square 3x1\nwall 1,1 2,2 open", "'open' isn't known for a wall"),
        ("square 3x1\nwall 1,1 2,2 size=3", "size= isn't known for a wall"),
        ("square 3x1\nwall between 0,0 2,0", "0,0 and 2,0 have no border in common"),
        ("square 3x1\nwall a 1,1 2,2\ndoor a 1,1 2,2", "line 3: the id a is used twice"),
        ("square 3x1\nprop 1,1 2,2", "at least 3 points"),
        ("square 3x1\nwater 5,5", "line 2: 5,5 is off the map"),
        ("square 3x1\ntoken a at=0,0\ntoken a at=1,0", "line 3: the id a is used twice"),
        ("square 3x1\ntoken a at=0", "'0' isn't a cell"),
        ("square 3x1\ntoken a at=0,0 size=30", "a size lies between 0 and 20"),
        ("square 3x1\ntoken a at=0,0 speed=30", "speed= isn't known for a token"),
        ("square 3x1\ntoken a at=0,0 hidden=maybe", "'maybe' isn't one of yes, no"),
        ("square 3x1\ntoken at=0,0", "a token has an id"),
        ('square 3x1\ntoken "a at=0,0', "a quote isn't closed"),
        ("square 3x1\ndance 1,1", "line 2: a line can't begin with 'dance'"),
    ],
)
def test_errors_name_the_line(text, message):
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert message in str(caught.value)


@given(st.text(alphabet='square 3x2hex-flat.\n+|-DAd#15,="wall token', max_size=80))
@example("square 3x2\n\x85")
def test_any_text_is_read_or_refused(text):
    try:
        board = parse("square 3x2\n" + text)
    except NotationError:
        return
    assert parse(to_text(board)) == board
