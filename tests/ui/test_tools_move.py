"""Dragging tokens with the mouse: routes, waypoints, force, formations; and the keys."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import GridKind
from battlemap.model.encounter import RulesChoice
from battlemap.model.intent import BeginFight, Move
from battlemap.model.notation import parse
from battlemap.session.session import Session
from battlemap.systems.shadowrealms.options import Options
from battlemap.systems.shadowrealms.sheet import Sheet
from battlemap.ui.bridge import Bridge
from battlemap.ui.overlays.card import callout_size
from battlemap.ui.overlays.path_overlay import DrawnRoute
from battlemap.ui.scene.coordinates import to_scene
from battlemap.ui.scene.map_view import MapView
from battlemap.ui.theme import DARK
from battlemap.ui.tools.keys import direction_of, step_index

OPEN = """
    square 14x9
     . . . . . . . . . . . . . .
     . . . . . . . . . . . . . .
     . . . . . . . . . . . . . .
     . . S . . . . . . . . . . .
     . . . . . . . . . . . . . .
     . . . . . . . . . . . . . .
     . . K . . . . . . . . . . .
     . . . . . . . . . . . . . .
     . . . . . . . . . . . . . .
    S seren party facing=90
    K kael party facing=90
"""

GUARDED = """
    square 14x9
     . . . . . H . . . . . . . .
     . . . S . . . . . . . . . .
     . . . . . . . . . . . . . .
     . . . . . . . . . . . . . .
     . . . . . . . . . . . . . .
     . . . . . . . . . . . . . .
     . . . . . . . . . . . . . .
     . . . . . . . . . . . . . .
     . . . . . . . . . . . . . .
    S seren party facing=90 weapon=sword:5
    H hob foe facing=180 weapon=spear:10
"""
"""The straight way to H2 leads through the spear's wedge; the way round it is two steps longer."""


class Table:
    """A view, and the mouse on it."""

    def __init__(self, view, qtbot):
        self.view, self.qtbot = view, qtbot
        self.bridge, self.scene, self.port = view.bridge, view.map_scene, view.viewport()

    def pixel(self, cell):
        return self.view.pixel_of(to_scene(self.scene.grid.center(cell))).toPoint()

    def token(self, key):
        return self.bridge.encounter.tokens[key]

    def press(self, cell, modifiers=Qt.KeyboardModifier.NoModifier):
        self.qtbot.mousePress(self.port, Qt.MouseButton.LeftButton, modifiers, self.pixel(cell))

    def move(self, *cells):
        for cell in cells:
            goal = self.pixel(cell)
            self.qtbot.mouseMove(self.port, goal - QPoint(3, 2))
            self.qtbot.mouseMove(self.port, goal)
            self.qtbot.wait(5)

    def release(self, cell, modifiers=Qt.KeyboardModifier.NoModifier):
        self.qtbot.mouseRelease(self.port, Qt.MouseButton.LeftButton, modifiers, self.pixel(cell))

    def drag(self, start, end, modifiers=Qt.KeyboardModifier.NoModifier):
        self.press(start)
        self.move(end)
        self.release(end, modifiers)

    def route(self, *, is_safest=False):
        for route in self.scene.paths.routes:
            if route.is_safest == is_safest:
                return route
        return None

    def cells(self, route):
        return [self.scene.cell_at(point) for point in route.points]


@pytest.fixture
def table(qtbot):
    def make(board):
        encounter = parse(board) if isinstance(board, str) else board
        session = Session.new(encounter, seed=5)
        view = MapView(Bridge(session), DARK)
        qtbot.addWidget(view)
        view.resize(1000, 700)
        view.show()
        qtbot.waitExposed(view)
        return Table(view, qtbot)

    return make


def test_a_drag_moves_along_the_drawn_route(table):
    t = table(OPEN)
    t.press(Cell(2, 3))
    t.move(Cell(4, 3), Cell(6, 4))
    route = t.route()
    assert isinstance(route, DrawnRoute)
    cells = t.cells(route)
    assert (cells[0], cells[-1]) == (Cell(2, 3), Cell(6, 4))
    assert route.feet == ("0", "5", "10", "15", "20")
    assert t.scene.range.isVisible()
    assert t.view.cards.move_card.rows[0].feet == "20 ft"
    t.release(Cell(6, 4))
    assert t.token("seren").at == Cell(6, 4)
    assert t.bridge.session.history.commits[-1].after is t.bridge.encounter
    # Nothing outlives its question.
    for overlay in (t.scene.range, t.scene.numbers, t.scene.paths, t.scene.triggers):
        assert not overlay.isVisible()
    assert t.view.cards.move_card is None
    assert not t.view.is_dragging


def test_a_token_that_is_dragged_is_selected(table):
    t = table(OPEN)
    t.drag(Cell(2, 3), Cell(3, 3))
    assert t.bridge.selected == ("seren",)


def test_a_press_without_a_drag_moves_nothing(table):
    t = table(OPEN)
    before = t.bridge.encounter
    t.press(Cell(2, 3))
    t.qtbot.mouseMove(t.port, t.pixel(Cell(2, 3)) + QPoint(2, 1))
    t.release(Cell(2, 3))
    assert t.bridge.encounter is before


def test_escape_leaves_everything_as_it_was(table):
    t = table(OPEN)
    before = t.bridge.encounter
    place = t.scene.items_by_token["seren"].pos()
    t.press(Cell(2, 3))
    t.move(Cell(5, 5))
    assert t.scene.items_by_token["seren"].pos() != place
    t.qtbot.keyClick(t.view, Qt.Key.Key_Escape)
    assert not t.view.is_dragging
    assert not t.scene.paths.isVisible()
    assert t.scene.items_by_token["seren"].pos() == place
    t.release(Cell(5, 5))
    assert t.bridge.encounter is before


def test_the_ghost_stays_where_the_drag_began(table):
    t = table(OPEN)
    t.press(Cell(2, 3))
    t.move(Cell(5, 5))
    ghosts = [
        item
        for item in t.scene.items()
        if getattr(item, "look", None) is not None and item.look.ghost
    ]
    assert [ghost.pos() for ghost in ghosts] == [to_scene(t.scene.grid.center(Cell(2, 3)))]
    t.release(Cell(5, 5))
    assert not any(
        getattr(item, "look", None) is not None and item.look.ghost for item in t.scene.items()
    )


@pytest.mark.parametrize("how", ["ctrl", "right"])
def test_a_waypoint_bends_the_route(table, how):
    t = table(OPEN)
    t.press(Cell(2, 3))
    t.move(Cell(2, 1))
    if how == "ctrl":
        t.qtbot.keyClick(t.view, Qt.Key.Key_Control)
    else:
        t.qtbot.mouseClick(t.port, Qt.MouseButton.RightButton, pos=t.pixel(Cell(2, 1)))
    t.move(Cell(5, 1))
    route = t.route()
    cells = t.cells(route)
    assert Cell(2, 1) in cells
    assert [cells[index] for index in route.waypoints] == [Cell(2, 1)]
    assert route.feet[-1] == "25"
    t.release(Cell(5, 1))
    assert t.token("seren").at == Cell(5, 1)


PIT = """
    square 14x5
     . . . # . . . . . . . . . .
     . . . # . . . . . . . . . .
     . . S # . . . . . . . . . .
     . . . # . . . . . . . . . .
     . . . # . . . . . . . . . .
    S seren party facing=90
    wall w 5,0 5,5
"""


def test_a_jump_leads_over_a_pit(table):
    t = table(PIT)
    said = []
    t.bridge.message.connect(lambda text, kind: said.append(text))
    t.press(Cell(2, 2))
    t.move(Cell(4, 2))
    assert t.route() is None
    t.qtbot.keyClick(t.view, Qt.Key.Key_J)
    route = t.route()
    assert (t.cells(route), route.jumps, route.feet[-1]) == ([Cell(2, 2), Cell(4, 2)], (1,), "10")
    assert route.line.boundingRect().top() < min(point.y() for point in route.points)
    t.move(Cell(4, 3))
    assert t.route().feet[-1] == "15"
    t.move(Cell(6, 3))
    t.qtbot.keyClick(t.view, Qt.Key.Key_J)
    assert said == ["No jump: a wall is in the way."]
    t.move(Cell(4, 3))
    t.release(Cell(4, 3))
    assert t.token("seren").at == Cell(4, 3)
    assert t.bridge.session.history.commits[-1].label == "Move Seren 15 ft"


def test_the_card_says_where_a_large_token_squeezes(table):
    board = parse(
        """
        square 14x5
         . . . . . . . . . . . . . .
         . . O . . . . . . . . . . .
         . . . . . . . . . . . . . .
         . . . . . . . . . . . . . .
         . . . . . . . . . . . . . .
        O ogre party size=2
        wall n 4,0 4,2
        wall s 4,3 4,5
        """
    )
    t = table(replace(board, rules=RulesChoice("shadowrealms", Options(squeezing=1))))
    t.press(Cell(2, 1))
    t.move(Cell(5, 1))
    assert t.view.cards.move_card.hint == "Drop to move, squeezing for 2 steps"
    t.release(Cell(5, 1))
    assert t.token("ogre").at == Cell(5, 1)


def test_out_of_range_nothing_moves_and_the_reason_is_said(table):
    t = table(OPEN)
    said = []
    t.bridge.message.connect(lambda text, kind: said.append((text, kind)))
    fence = t.bridge.encounter
    t.press(Cell(2, 3))
    t.move(Cell(2, 6))  # Kael stands there
    assert t.view.cards.move_card.is_warning
    assert "Occupied" in t.view.cards.move_card.hint
    t.release(Cell(2, 6))
    assert t.bridge.encounter is fence
    assert said[0][1] == "warn"
    assert "Shift" in said[0][0]


HALL = """
    square 30x2
     . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
     S . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
    S seren party
"""


def test_outside_a_fight_a_drag_goes_farther_than_a_turn(table):
    t = table(HALL)
    assert Cell(28, 1) not in t.bridge.session.preview_move("seren").field.costs
    t.press(Cell(0, 1))
    t.move(Cell(28, 1))
    assert t.cells(t.route())[-1] == Cell(28, 1)
    assert "Shift" not in t.view.cards.move_card.hint
    t.release(Cell(28, 1))
    assert t.token("seren").at == Cell(28, 1)


def test_in_a_fight_it_does_not(table):
    t = table(HALL)
    t.bridge.perform(BeginFight())
    t.press(Cell(0, 1))
    t.move(Cell(28, 1))
    assert t.route() is None
    assert t.view.cards.move_card.hint == "Out of range. Shift to force"
    t.release(Cell(28, 1))
    assert t.token("seren").at == Cell(0, 1)


def test_shift_drops_past_the_rules(table):
    t = table(OPEN)
    shift = Qt.KeyboardModifier.ShiftModifier
    heard = []
    perform = t.bridge.perform
    t.bridge.perform = lambda intent, **kind: (heard.append(intent), perform(intent, **kind))[1]
    t.drag(Cell(2, 3), Cell(13, 8), shift)
    assert heard == [Move("seren", (Cell(2, 3), Cell(13, 8)), "force")]
    assert t.token("seren").at == Cell(13, 8)


def test_shift_pressed_during_the_drag_shows_the_force(table):
    t = table(OPEN)
    t.press(Cell(2, 3))
    t.move(Cell(6, 3))
    t.qtbot.keyPress(t.view, Qt.Key.Key_Shift)
    assert t.scene.paths.forced is not None
    assert "past the rules" in t.view.cards.move_card.hint
    t.qtbot.keyRelease(t.view, Qt.Key.Key_Shift)
    assert t.scene.paths.forced is None
    assert t.route() is not None
    t.qtbot.keyClick(t.view, Qt.Key.Key_Escape)


def test_the_odds_of_a_trigger_follow_where_the_pointer_rests_and_find_their_room(table):
    t = table(GUARDED)
    t.press(Cell(3, 1))
    at_once = []
    for cell in (Cell(6, 1), Cell(7, 1)):
        t.qtbot.mouseMove(t.port, t.pixel(cell))
        t.view._flush_move()
        [callout] = t.view.cards.callouts
        at_once.append((callout.odds, callout.awaits_odds, callout_size(callout)))
    assert [(odds, awaits) for odds, awaits, _ in at_once] == [("", True)] * 2
    t.qtbot.waitUntil(lambda: bool(t.view.cards.callouts[0].odds))
    [callout] = t.view.cards.callouts
    assert not callout.awaits_odds
    assert callout_size(callout) == at_once[-1][2], "no card changes its size"
    t.qtbot.keyClick(t.view, Qt.Key.Key_Escape)
    assert t.view.cards.callouts == ()
    t.qtbot.wait(60)
    assert t.view.cards.callouts == (), "nothing follows after the drag"


def test_a_route_past_a_reach_weapon_shows_its_trigger_and_asks(table):
    t = table(GUARDED)
    t.bridge.ask_outside_fights(True)
    asked = []
    t.bridge.asked.connect(asked.append)
    t.press(Cell(3, 1))
    t.move(Cell(7, 1))
    firing = [trigger for trigger in t.scene.triggers.triggers if trigger.fires]
    assert len(firing) == 1
    assert firing[0].reactor == to_scene(t.scene.grid.center(Cell(5, 0)))
    [callout] = t.view.cards.callouts
    assert callout.lines[0] == "Hob, spear, reach 10 ft"
    t.qtbot.waitUntil(lambda: t.view.cards.callouts[0].odds.startswith("Hit "))
    row = t.view.cards.move_card.rows[0]
    assert row.firing == 1
    t.release(Cell(7, 1))
    question = next(q for q in asked if q is not None)
    assert "Hob" in question.headline
    # The mover waits where it would be struck, before it leaves the cell.
    at = t.token("seren").at
    assert at != Cell(7, 1)
    decline = next(o.key for o in question.options if o.key != question.options[0].key)
    t.bridge.answer(decline)
    assert t.token("seren").at == Cell(7, 1)


def test_v_takes_the_safest_route(table):
    t = table(GUARDED)
    t.press(Cell(3, 1))
    t.move(Cell(7, 1))
    shortest, safest = t.route(), t.route(is_safest=True)
    assert shortest.is_chosen
    assert not safest.is_chosen
    wanted = t.cells(safest)
    t.qtbot.keyPress(t.view, Qt.Key.Key_V)
    assert t.route(is_safest=True).is_chosen
    assert not any(trigger.fires for trigger in t.scene.triggers.triggers)
    heard = []
    perform = t.bridge.perform
    t.bridge.perform = lambda intent, **kind: (heard.append(intent), perform(intent, **kind))[1]
    t.release(Cell(7, 1))
    t.qtbot.keyRelease(t.view, Qt.Key.Key_V)
    assert [list(move.cells) for move in heard] == [wanted]
    assert t.bridge.session.pending is None


def test_the_touched_zone_is_hatched_while_the_route_is_drawn(table):
    t = table(GUARDED)
    t.press(Cell(3, 1))
    t.move(Cell(2, 2))
    assert [zone.is_full for zone in t.scene.threats.zones] == [False]
    t.move(Cell(7, 1))
    assert [zone.is_full for zone in t.scene.threats.zones] == [True]
    t.qtbot.keyClick(t.view, Qt.Key.Key_Escape)


def test_no_drag_starts_while_a_question_is_open(table):
    t = table(GUARDED)
    t.bridge.ask_outside_fights(True)
    t.drag(Cell(3, 1), Cell(7, 1))
    assert t.bridge.is_waiting
    at = t.token("seren").at
    said = []
    t.bridge.message.connect(lambda text, kind: said.append(text))
    t.drag(at, at.plus((0, 1)))
    assert t.token("seren").at == at
    assert said == ["Answer the open question first."]


def test_several_tokens_keep_their_formation(table):
    t = table(OPEN)
    t.bridge.select(("seren", "kael"))
    t.drag(Cell(2, 3), Cell(5, 2))
    assert (t.token("seren").at, t.token("kael").at) == (Cell(5, 2), Cell(5, 5))
    assert t.bridge.selected == ("seren", "kael")


def test_the_plan_of_the_attack_follows_the_drag(table):
    t = table(GUARDED)
    t.bridge.select(("seren",))
    t.bridge.set_target("hob")
    t.press(Cell(3, 1))
    t.move(Cell(3, 4))
    assert t.bridge.planned_cell == Cell(3, 4)
    t.qtbot.keyClick(t.view, Qt.Key.Key_Escape)
    assert t.bridge.planned_cell is None


def test_inside_a_cell_only_the_ghost_moves(table, monkeypatch):
    t = table(OPEN)
    t.press(Cell(2, 3))
    t.move(Cell(6, 4))
    drawn = []
    show = t.scene.paths.show_routes
    monkeypatch.setattr(t.scene.paths, "show_routes", lambda *a: (drawn.append(a), show(*a)))
    place = t.scene.items_by_token["seren"].pos()
    t.qtbot.mouseMove(t.port, t.pixel(Cell(6, 4)) + QPoint(6, 5))
    t.qtbot.wait(10)
    assert t.scene.items_by_token["seren"].pos() != place
    assert drawn == []
    t.move(Cell(7, 4))
    assert len(drawn) == 1
    t.qtbot.keyClick(t.view, Qt.Key.Key_Escape)


def test_a_drag_out_of_turn_says_so_before_the_drop(table):
    t = table(GUARDED)
    t.bridge.perform(BeginFight())
    active = t.bridge.encounter.turn_order.active
    waiting = "hob" if active == "seren" else "seren"
    start = t.token(waiting).at
    t.press(start)
    t.move(start.plus((0, 1)))
    card = t.view.cards.move_card
    assert card.is_warning
    assert f"{t.token(active).name}'s turn" in card.hint
    assert "Shift" in card.hint
    t.release(start.plus((0, 1)))
    assert t.token(waiting).at == start


# Keys -----------------------------------------------------------------------------------------


def test_r_turns_and_shift_r_turns_back(table):
    t = table(OPEN)
    t.bridge.select(("seren",))
    t.qtbot.keyClick(t.view, Qt.Key.Key_R)
    assert t.token("seren").facing == 135.0
    t.qtbot.keyClick(t.view, Qt.Key.Key_R, Qt.KeyboardModifier.ShiftModifier)
    t.qtbot.keyClick(t.view, Qt.Key.Key_R, Qt.KeyboardModifier.ShiftModifier)
    assert t.token("seren").facing == 45.0
    assert t.scene.items_by_token["seren"].look.facing == 45.0


@pytest.mark.parametrize(
    ("key", "facing"),
    [
        (Qt.Key.Key_Up, 0.0),
        (Qt.Key.Key_Down, 180.0),
        (Qt.Key.Key_Left, 270.0),
    ],
)
def test_shift_and_arrows_face(table, key, facing):
    t = table(OPEN)
    t.bridge.select(("seren",))
    t.qtbot.keyClick(t.view, key, Qt.KeyboardModifier.ShiftModifier)
    assert t.token("seren").facing == facing
    assert t.token("seren").at == Cell(2, 3)


def test_arrows_and_numpad_step(table):
    t = table(OPEN)
    t.bridge.select(("seren",))
    t.qtbot.keyClick(t.view, Qt.Key.Key_Right)
    assert t.token("seren").at == Cell(3, 3)
    t.qtbot.keyClick(t.view, Qt.Key.Key_9, Qt.KeyboardModifier.KeypadModifier)
    assert t.token("seren").at == Cell(4, 2)
    t.qtbot.keyClick(t.view, Qt.Key.Key_1, Qt.KeyboardModifier.KeypadModifier)
    assert t.token("seren").at == Cell(3, 3)


def test_t_targets_enemies_the_nearest_first(table):
    t = table(GUARDED)
    t.bridge.select(("seren",))
    t.qtbot.keyClick(t.view, Qt.Key.Key_T)
    assert t.bridge.target == "hob"


@pytest.mark.parametrize(
    ("kind", "keys"),
    [
        (GridKind.HEX_POINTY, {7: 330, 9: 30, 6: 90, 3: 150, 1: 210, 4: 270}),
        (GridKind.HEX_FLAT, {7: 300, 8: 0, 9: 60, 3: 120, 2: 180, 1: 240}),
        (
            GridKind.SQUARE,
            {7: 315, 8: 0, 9: 45, 6: 90, 3: 135, 2: 180, 1: 225, 4: 270},
        ),
    ],
)
def test_numpad_keys_name_the_steps_of_each_grid(kind, keys):
    from battlemap.geometry.grid import make_grid

    grid = make_grid(kind, 9, 9)
    for digit, facing in keys.items():
        way = direction_of(Qt.Key.Key_0 + digit, keypad=True)
        index = step_index(grid, way, grid.from_offset(4, 4))
        assert grid.facings[index] == facing


def test_a_held_key_leads_straight_on_where_a_hex_has_no_such_side():
    from battlemap.geometry.grid import make_grid

    grid = make_grid(GridKind.HEX_POINTY, 9, 9)
    cell = grid.from_offset(4, 8)
    for _ in range(6):
        cell = cell.plus(grid.directions[step_index(grid, 0.0, cell)])
    assert grid.offset(cell) == (4, 2)
    flat = make_grid(GridKind.HEX_FLAT, 9, 9)
    cell = flat.from_offset(1, 4)
    for _ in range(6):
        cell = cell.plus(flat.directions[step_index(flat, 90.0, cell)])
    assert flat.offset(cell) == (7, 4)


# Other tools ----------------------------------------------------------------------------------


def test_the_ruler_measures_with_waypoints(table):
    t = table(OPEN)
    t.view.set_tool("ruler")
    t.press(Cell(1, 1))
    t.move(Cell(4, 1))
    t.qtbot.keyClick(t.view, Qt.Key.Key_Control)
    t.move(Cell(4, 5))
    texts = [label.text for label in t.scene.measure.drawing.labels]
    assert texts == ["15 ft", "35 ft (7)"]
    t.release(Cell(4, 5))
    assert t.scene.measure.isVisible()
    t.qtbot.keyClick(t.view, Qt.Key.Key_Escape)
    assert not t.scene.measure.isVisible()
    assert t.bridge.selected == ()


def test_the_ruler_moves_no_token(table):
    t = table(OPEN)
    t.view.set_tool("ruler")
    before = t.bridge.encounter
    t.drag(Cell(2, 3), Cell(6, 3))
    assert t.bridge.encounter is before


def test_ctrl_drag_measures_too(table):
    t = table(OPEN)
    before = t.bridge.encounter
    t.press(Cell(2, 3), Qt.KeyboardModifier.ControlModifier)
    t.move(Cell(6, 3))
    assert [label.text for label in t.scene.measure.drawing.labels] == ["20 ft (4)"]
    t.release(Cell(6, 3))
    assert not t.scene.measure.isVisible()
    assert t.bridge.encounter is before
    assert t.bridge.target is None


def test_the_sight_tool_keeps_its_first_token(table):
    t = table(GUARDED)
    t.view.set_tool("sight")
    t.qtbot.mouseClick(t.port, Qt.MouseButton.LeftButton, pos=t.pixel(Cell(3, 1)))
    assert t.view.tool_named("sight").source == "seren"
    t.qtbot.mouseMove(t.port, t.pixel(Cell(5, 0)))
    t.qtbot.waitUntil(t.scene.measure.isVisible)
    assert any("rays" in label.text for label in t.scene.measure.drawing.labels)
    t.qtbot.keyClick(t.view, Qt.Key.Key_Escape)
    assert not t.scene.measure.isVisible()


def test_a_large_token_is_carried_by_the_cell_that_was_grabbed(table):
    board = OPEN.replace("S seren party facing=90", "S seren party facing=90 size=2")
    t = table(board)
    assert t.token("seren").size == 2
    start = t.token("seren").at
    t.drag(start.plus((1, 1)), start.plus((4, 1)))
    assert t.token("seren").at == start.plus((3, 0))


def test_wheel_zoom_during_a_drag_keeps_the_drag(table):
    t = table(OPEN)
    t.press(Cell(2, 3))
    t.move(Cell(6, 4))
    t.view.zoom_to(t.view.zoom * 1.3, QPointF(t.pixel(Cell(6, 4))))
    t.qtbot.wait(10)
    assert t.view.is_dragging
    t.release(Cell(6, 4))
    assert t.token("seren").at == Cell(6, 4)


def test_a_drag_at_the_rim_pans(table):
    t = table(OPEN)
    t.view.zoom_to(2.0)
    t.view.center_on("seren")
    before = t.pixel(Cell(2, 3))
    t.press(Cell(2, 3))
    rim = QPoint(t.port.width() - 6, before.y())
    t.qtbot.mouseMove(t.port, rim - QPoint(40, 0))
    t.qtbot.wait(10)
    t.qtbot.mouseMove(t.port, rim)
    t.qtbot.waitUntil(lambda: t.pixel(Cell(2, 3)).x() < before.x() - 60)
    # The token hangs at the pointer all the time.
    hanging = t.view.pixel_of(t.scene.items_by_token["seren"].pos())
    assert abs(hanging.x() - rim.x()) < 4
    t.qtbot.keyClick(t.view, Qt.Key.Key_Escape)
    place = t.pixel(Cell(2, 3))
    t.qtbot.wait(80)
    assert t.pixel(Cell(2, 3)) == place


def test_a_change_from_elsewhere_ends_the_drag(table):
    t = table(OPEN)
    t.press(Cell(2, 3))
    t.move(Cell(6, 4))
    t.bridge.edit("Remove Kael", t.bridge.encounter.without_token("kael"))
    assert not t.view.is_dragging
    assert not t.scene.paths.isVisible()
    t.release(Cell(6, 4))
    assert t.token("seren").at == Cell(2, 3)


@pytest.mark.parametrize(("state", "way"), [("burrowing", "burrow"), ("flying", "fly")])
def test_the_card_says_that_there_is_no_speed_to_fly_or_burrow(table, state, way):
    t = table(OPEN)
    seren = t.token("seren")
    words = f"{seren.name or seren.id} has no {way} speed and walks"
    t.press(Cell(2, 3))
    t.move(Cell(4, 3))
    assert words not in t.view.cards.move_card.hint
    t.release(Cell(2, 3))
    seren = replace(t.token("seren"), conditions=frozenset({state}), sheet=Sheet())
    t.bridge.edit(state, t.bridge.encounter.with_token(seren))
    start = seren.at
    t.press(start)
    t.move(Cell(4, 3), Cell(5, 3))
    assert words in t.view.cards.move_card.hint
    assert t.view.cards.move_card.rows
