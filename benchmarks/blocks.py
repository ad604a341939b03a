"""How long ordinary deeds keep the window from answering: the longest turn of its event loop."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

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


def measure_blocks(application, qtest, qt, window) -> tuple[Block, ...]:
    """Do what a GM does, again and again, with real events where the pointer does it."""
    from PySide6.QtCore import QPoint, QPointF
    from PySide6.QtGui import QWheelEvent

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
        block("deleting everybody", run("edit.delete"))
        block("taking that back, everybody", run("edit.undo"))
        bridge.select(())
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
