"""How long ordinary deeds keep the window from answering: the longest turn of its event loop."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from battlemap.model.terrain import Layer, Terrain

QUIET_SECONDS = 0.12
"""A deed is over when no turn of so long a time took longer than a millisecond."""
ROUNDS = 3


@dataclass(frozen=True)
class Block:
    """The longest turn of a deed in ms, and the longest by processor time; medians of rounds."""

    deed: str
    longest: float
    busy: float

    @property
    def markdown(self) -> str:
        return f"| {self.deed} | {self.longest:.0f} ms | {self.busy:.0f} ms |"


def longest_turn(application, deed: Callable[[], object]) -> tuple[float, float]:
    """Do *deed* and what follows from it; return the longest turn, by the clock and processor."""
    longest = busiest = 0.0
    turn, end = deed, 0.0
    while not end or time.perf_counter() < end:
        used, start = time.process_time(), time.perf_counter()
        turn()
        spent = 1000 * (time.perf_counter() - start)
        longest, busiest = max(longest, spent), max(busiest, 1000 * (time.process_time() - used))
        if spent > 1 or not end:
            end = time.perf_counter() + QUIET_SECONDS
        turn = application.processEvents
        time.sleep(0.001)
    return longest, busiest


def far_and_unchallenged(bridge, is_seen):
    """Return a cell far away to which t0 gets without a strike, which would have to be answered."""
    preview = bridge.session.preview_move("t0")
    costs = preview.field.costs
    for cell in sorted(filter(is_seen, costs), key=lambda cell: (-costs[cell], cell)):
        route = preview.to(cell).shortest
        if route is not None and not route.firing:
            return cell
    raise LookupError("t0 can't leave its cell unchallenged")


def flooded(encounter):
    """Return the encounter with water on the left half of its map."""
    values = encounter.map.terrain.values.copy()
    values[:, : values.shape[1] // 2] |= int(Terrain.WATER)
    return encounter.with_map(replace(encounter.map, terrain=Layer(values)))


def raised(encounter):
    """Return the encounter with a quarter of its map 10 feet higher."""
    values = encounter.map.elevation.values.copy()
    rows, columns = values.shape
    values[: rows // 2, : columns // 2] = 10
    return encounter.with_map(replace(encounter.map, elevation=Layer(values)))


def measure_blocks(application, qtest, qt, window) -> tuple[Block, ...]:
    """Do what a GM does, again and again, with real events where the pointer does it."""
    from PySide6.QtCore import QPoint, QPointF
    from PySide6.QtGui import QWheelEvent

    from battlemap.ui.dialogs.rules_options import RulesOptionsDialog
    from battlemap.ui.scene.coordinates import to_scene
    from battlemap.ui.theme import DARK, LIGHT

    view, bridge = window.view, window.bridge
    viewport, grid = view.viewport(), bridge.board.grid
    left, none = qt.MouseButton.LeftButton, qt.MouseButton.NoButton
    found: dict[str, list[tuple[float, float]]] = {}

    def block(name: str, deed: Callable[[], object]) -> None:
        found.setdefault(name, []).append(longest_turn(application, deed))

    def run(command: str) -> Callable[[], object]:
        return window.command_actions[command].trigger

    def pixel(cell) -> QPoint:
        return view.pixel_of(to_scene(grid.center(cell))).toPoint()

    def wheel(turned: int) -> None:
        place = QPointF(viewport.rect().center())
        event = QWheelEvent(
            place,
            viewport.mapToGlobal(place),
            QPoint(0, 0),
            QPoint(0, turned),
            none,
            qt.KeyboardModifier.NoModifier,
            qt.ScrollPhase.NoScrollPhase,
            False,
        )
        application.sendEvent(viewport, event)

    def open_options() -> None:
        options.append(RulesOptionsDialog(bridge.system, window))
        options[-1].show()

    def close_options() -> None:
        options[-1].close()
        options[-1].deleteLater()

    options: list[RulesOptionsDialog] = []
    bridge.select(())
    bridge.set_target(None)
    for _ in range(ROUNDS):
        block("fitting the map into the view", view.fit)
        block("a step of zoom, the whole map in view", lambda: wheel(120))
        longest_turn(application, lambda: (view.zoom_to(0.45), view.center_on("t0")))
        here = bridge.encounter.tokens["t0"].at
        block(
            "selecting a token with a click",
            lambda here=here: qtest.mouseClick(viewport, left, pos=pixel(here)),
        )
        goal = far_and_unchallenged(bridge, lambda cell: viewport.rect().contains(pixel(cell)))
        qtest.mousePress(viewport, left, pos=pixel(here))
        block("picking it up", lambda goal=goal: qtest.mouseMove(viewport, pixel(goal)))
        block("dropping it", lambda goal=goal: qtest.mouseRelease(viewport, left, pos=pixel(goal)))
        block("taking that back", run("edit.undo"))
        block("selecting everybody", run("edit.select_all"))
        block("turning everybody", run("edit.turn_right"))
        longest_turn(application, bridge.undo)
        block("copying everybody", run("edit.copy"))
        block("pasting everybody", run("edit.paste"))
        longest_turn(application, bridge.undo)
        longest_turn(application, run("edit.select_all"))
        block("deleting everybody", run("edit.delete"))
        block("taking that back, everybody", run("edit.undo"))
        bridge.select(())
        block("water on half of the map", lambda: bridge.edit("Flood", flooded(bridge.encounter)))
        block("taking that back, the water", run("edit.undo"))
        block("raising a quarter of the map", lambda: bridge.edit("Rise", raised(bridge.encounter)))
        longest_turn(application, bridge.undo)
        block("opening the rule options", open_options)
        longest_turn(application, close_options)
        block("beginning a fight", run("fight.begin"))
        block("ending a turn", run("fight.end_turn"))
        longest_turn(application, lambda: (bridge.undo(), bridge.undo()))
        block("opening the palette", window.open_palette)
        qtest.keyClick(application.focusWidget() or window, qt.Key.Key_Escape)
        block("the other theme", lambda: window.set_theme(LIGHT))
        longest_turn(application, lambda: window.set_theme(DARK))
    return tuple(
        Block(name, *(statistics.median(column) for column in zip(*rounds, strict=True)))
        for name, rounds in found.items()
    )
