"""A drag in the real window, with real mouse events: what each frame takes, and who takes it.

And how long other deeds keep the window from answering (``benchmarks.blocks``).

A frame is what the program does between a mouse event and the painted viewport. Each mouse event
enters a new cell, which is the most expensive kind.
"""

import os
import statistics
import tempfile
import threading
import time
from collections import defaultdict
from contextlib import contextmanager
from dataclasses import dataclass

from benchmarks.blocks import Block, measure_blocks
from benchmarks.case import Size

SMALL_SIDE, TOKENS, WALLS = 100, 200, 1_500
PATIENCE_SECONDS = 20.0
RESTS, REST_MS = 40, 60
"""In so many cells the pointer rests so long, which lets the Attack panel follow."""


@dataclass(frozen=True)
class Drag:
    """What came out: milliseconds of each frame, and of the parts of all frames together."""

    first_paint: float
    press: float
    frames: tuple[float, ...]
    busy: tuple[float, ...]
    """The processor time of each frame."""
    rests: tuple[float, ...]
    """The processor time of the turns that follow once the pointer rests in a cell."""
    parts: dict[str, tuple[float, ...]]
    blocks: tuple[Block, ...]
    """The longest turn of the event loop in other deeds."""
    side: int
    walls: int
    tokens: int

    @property
    def median(self) -> float:
        return statistics.median(self.frames)

    @property
    def text(self) -> str:
        shares = ", ".join(f"{name} {share:.0%}" for name, share in self.shares.items())
        blocks = ", ".join(
            f"{block.deed} {block.longest:.0f} ({block.busy:.0f}) ms" for block in self.blocks
        )
        return (
            f"window: first paint {self.first_paint:.0f} ms after the map is read, pick-up "
            f"{self.press:.1f} ms; {len(self.frames)} frames of a drag: median "
            f"{self.median:.1f} ms, p95 {high(self.frames):.1f} ms, longest "
            f"{max(self.frames):.1f} ms (goal: p95 16 ms); processor time: median "
            f"{statistics.median(self.busy):.1f} ms, p95 {high(self.busy):.1f} ms; the Attack "
            f"panel, where the pointer rests: median {statistics.median(self.rests):.1f} ms, p95 "
            f"{high(self.rests):.1f} ms\n"
            f"  shares: {shares}\n"
            f"  longest blocks, by the clock and by the processor: {blocks}"
        )

    @property
    def shares(self) -> dict[str, float]:
        """Each part's share of all frames; the rest is what is left."""
        whole = sum(self.frames)
        found = {name: sum(times) / whole for name, times in self.parts.items()}
        return {**found, "the rest": max(0.0, 1 - sum(found.values()))}

    @property
    def markdown(self) -> str:
        lines = [
            "## A drag in the window",
            "",
            f"Offscreen, 1920x1080, a map of {self.side}x{self.side} cells with {self.tokens} "
            f"tokens and {self.walls} walls, a cell of 27 pixels, real mouse events, each into a "
            "new cell; "
            f"{len(self.frames)} frames. A frame is all work from the event to the painted "
            "viewport: routes, triggers, cards, action bar, painting. The Attack panel and the "
            "odds of triggers follow in turns of their own once the pointer rests in a cell for "
            "30 ms, and leave out the cells between.",
            "",
            "| What | Median | p95 | Share of the frame |",
            "|---|---:|---:|---:|",
            f"| one frame (goal: p95 below 16 ms) | {self.median:.1f} ms | "
            f"{high(self.frames):.1f} ms | |",
        ]
        lines.append(
            f"| its processor time | {statistics.median(self.busy):.1f} ms | "
            f"{high(self.busy):.1f} ms | |"
        )
        lines.append(
            f"| the Attack panel and odds, where the pointer rests (processor time) | "
            f"{statistics.median(self.rests):.1f} ms | {high(self.rests):.1f} ms | |"
        )
        for name, share in self.shares.items():
            times = self.parts.get(name)
            figures = (
                " | "
                if times is None
                else (f"{statistics.median(times):.1f} ms | {high(times):.1f} ms")
            )
            lines.append(f"| {name} | {figures} | {share:.0%} |")
        lines += [
            f"| picking the token up, with its range | {self.press:.1f} ms | | |",
            f"| first paint of the window, map read already | {self.first_paint:.0f} ms | | |",
            "",
            "What else keeps this window from answering: the longest turn of its event loop in "
            "each deed and in all that follows from it (goal: 100 ms), the median of three.",
            "",
            "| Deed | Longest block | By processor time |",
            "|---|---:|---:|",
            *(block.markdown for block in self.blocks),
        ]
        return "\n".join(lines)


def high(times) -> float:
    """Return the 95th percentile."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, round(0.95 * (len(ordered) - 1)))]


class Clock:
    """Counts the time spent inside some functions, frame by frame; nested ones count once."""

    def __init__(self) -> None:
        self.now: dict[str, float] = defaultdict(float)
        self._is_inside = False

    def timed(self, original, part: str):
        """Return a function that does the same and is counted as *part*."""

        def run(*arguments, **named):
            if self._is_inside:
                return original(*arguments, **named)
            self._is_inside = True
            start = time.perf_counter()
            try:
                return original(*arguments, **named)
            finally:
                self._is_inside = False
                self.now[part] += 1000 * (time.perf_counter() - start)

        return run

    def around(self, original, part: str):
        """Return a function that does the same; what is timed inside is taken off its time."""

        def run(*arguments, **named):
            before = sum(self.now.values())
            start = time.perf_counter()
            try:
                return original(*arguments, **named)
            finally:
                spent = 1000 * (time.perf_counter() - start)
                self.now[part] += spent - (sum(self.now.values()) - before)

        return run


@contextmanager
def timed_parts(clock: Clock):
    """Time the parts of each frame; it must begin before the window is made."""
    from PySide6.QtWidgets import QGraphicsView

    from battlemap.session.preview import MovePreviewer
    from battlemap.ui.overlays.standing import StandingOverlays
    from battlemap.ui.panels.action_bar import ActionBar
    from battlemap.ui.scene.map_view import MapView
    from battlemap.ui.tools.move_preview import MovePreviewOverlays

    parts = (
        (MovePreviewer, "to", "routes and triggers"),
        (MovePreviewOverlays, "show", "route, triggers and card, as items"),
        (StandingOverlays, "refresh", "threat, arcs and sight, as items"),
        (ActionBar, "refresh", "the action bar"),
        (MapView, "paintEvent", "painting the map"),
    )
    own = [(owner, name, vars(owner).get(name)) for owner, name, _ in parts]
    outer = {"show"}  # what is inside it counts by itself
    for owner, name, part in parts:
        inherited = vars(QGraphicsView)["paintEvent"] if name == "paintEvent" else None
        original = vars(owner).get(name, inherited)
        timed = clock.timed(original, part)
        setattr(owner, name, clock.around(original, part) if name in outer else timed)
    try:
        yield
    finally:
        for owner, name, original in own:
            if original is None:
                delattr(owner, name)
            else:
                setattr(owner, name, original)


def drag_in_the_window(size: Size) -> Drag:
    """Open a window on a made-up map, drag a token through all cells in reach, and close it."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    from battlemap.ui.application import hold_the_collector, paint_in_one_thread

    paint_in_one_thread()
    hold_the_collector()  # as the program does
    application = QApplication.instance() or QApplication(["benchmarks"])
    with tempfile.TemporaryDirectory(prefix="battlemap-benchmark-") as folder:
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
            os.environ[name] = f"{folder}/{name.lower()}"
        clock = Clock()
        with timed_parts(clock):
            return _drag(application, QTest, Qt, clock, size, folder)


def _drag(application, qtest, qt, clock: Clock, size: Size, folder: str) -> Drag:
    from pathlib import Path

    from PySide6.QtCore import QPoint

    from battlemap.geometry.grid import GridKind
    from battlemap.session.journal import Journal
    from battlemap.session.session import Session
    from battlemap.ui.application import spare_the_collector
    from battlemap.ui.main_window import MainWindow
    from battlemap.ui.panels.style import dress
    from battlemap.ui.scene.coordinates import to_scene
    from battlemap.ui.theme import DARK
    from benchmarks.scenes import battlefield

    is_small = size.screen != (1920, 1080)
    side, tokens, walls = (30, 12, 40) if is_small else (SMALL_SIDE, TOKENS, WALLS)
    encounter = battlefield(GridKind.SQUARE, side, side, tokens=tokens, walls=walls)
    dress(application, DARK)
    session = Session.new(encounter, seed=1, journal=Journal(Path(folder)))
    start = time.perf_counter()
    window = MainWindow(session, DARK, welcome=False)
    window.resize(*size.screen)
    window.show()
    application.processEvents()
    window.view.viewport().repaint()
    first_paint = 1000 * (time.perf_counter() - start)
    spare_the_collector(application)

    view, grid = window.view, session.board.grid
    qtest.qWait(200)  # the window fits the map once it is laid out, whatever was zoomed before
    view.fit()
    me = session.encounter.tokens["t0"]
    view.zoom_to(0.45)
    view.center_on("t0")
    window.bridge.select(["t0"])
    window.bridge.set_target("t1")
    qtest.qWait(500)
    while any(thread.name == "warm up" for thread in threading.enumerate()):
        qtest.qWait(50)  # nobody drags in the first second
    viewport = view.viewport()

    def pixel(cell) -> QPoint:
        return view.pixel_of(to_scene(grid.center(cell))).toPoint()

    reach = session.preview_move("t0").field.costs
    goals = sorted(reach, key=lambda cell: (cell.q % 5, cell.r if cell.q % 2 else -cell.r, cell.q))
    goals = [cell for cell in goals if viewport.rect().contains(pixel(cell))][
        : 12 if is_small else 250
    ]
    home = pixel(me.at)
    qtest.mousePress(viewport, qt.MouseButton.LeftButton, pos=home)
    start = time.perf_counter()
    qtest.mouseMove(viewport, pixel(goals[0]))
    application.processEvents()
    press = 1000 * (time.perf_counter() - start)
    frames: list[float] = []
    busy: list[float] = []
    parts: dict[str, list[float]] = defaultdict(list)
    begun = time.perf_counter()
    for goal in goals[1:]:
        clock.now.clear()
        used, start = time.process_time(), time.perf_counter()
        qtest.mouseMove(viewport, pixel(goal))
        application.processEvents()
        frames.append(1000 * (time.perf_counter() - start))
        busy.append(1000 * (time.process_time() - used))
        for name, spent in clock.now.items():
            parts[name].append(spent)
        if time.perf_counter() - begun > PATIENCE_SECONDS:
            break
    rests = []
    for goal in goals[1:RESTS]:
        qtest.mouseMove(viewport, pixel(goal))
        application.processEvents()
        used = time.process_time()
        qtest.qWait(REST_MS)
        rests.append(1000 * (time.process_time() - used))
    qtest.keyClick(viewport, qt.Key.Key_Escape)
    qtest.mouseRelease(viewport, qt.MouseButton.LeftButton, pos=home)
    application.processEvents()
    blocks = measure_blocks(application, qtest, qt, window)
    session.save(Path(folder) / "drag.battlemap")  # so that nobody asks when the window closes
    window.close()
    window.deleteLater()
    application.processEvents()
    return Drag(
        first_paint,
        press,
        tuple(frames),
        tuple(busy),
        tuple(rests),
        {name: tuple(found) for name, found in parts.items()},
        blocks,
        side,
        walls,
        tokens,
    )
