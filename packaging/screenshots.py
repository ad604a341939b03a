"""Draw the README's pictures from the real window: `make screenshots` writes docs/pictures/.

Each picture is a moment of play: a sample map, a fight begun with a fixed seed, a target, and a
token half-way through a drag with the real mouse events, an area being aimed, or best positions.
"""

import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# Pictures show no recent files, journals or settings of whoever makes them, and leave none behind.
_FOLDER = tempfile.TemporaryDirectory(prefix="battlemap-pictures-")
for _name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
    os.environ[_name] = f"{_FOLDER.name}/{_name.lower()}"

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from battlemap.model.intent import BeginFight
from battlemap.resources import maps_path
from battlemap.session.journal import Journal
from battlemap.session.session import Session
from battlemap.ui.main_window import MainWindow
from battlemap.ui.scene.coordinates import to_scene
from battlemap.ui.theme import DARK, LIGHT, Theme, apply_theme

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
SETTLE_MS = 400


@dataclass(frozen=True)
class Shot:
    """One picture: what is open, who is dragged where, and who is the target."""

    name: str
    map: str
    theme: Theme
    token: str
    steps: tuple[int, int]
    """From the token's cell to the one under the pointer, in columns and rows (or q and r)."""
    target: str
    seed: int
    """With this one the dragged token acts first."""
    size: tuple[int, int] = (1920, 1080)
    moment: str = "drag"
    """"drag", "area": its first area attack is aimed there, or "best": where to attack from."""


SHOTS = (
    Shot("main-dark", "sunken-hall", DARK, "seren", (7, -1), "orc-brute", 3),
    Shot("hexes", "flat-marsh", DARK, "kael", (5, -2), "skeleton-1", 4, (1366, 768)),
    Shot("area-attack", "barricade", DARK, "brae", (7, 0), "", 7, (1600, 900), "area"),
    Shot(
        "best-position", "bridge-duel", LIGHT, "halia", (0, 0), "bandit-1", 7, (1600, 900), "best"
    ),
)


def take(shot: Shot) -> QImage:
    """Return the picture of one moment."""
    application = QApplication.instance()
    apply_theme(application, shot.theme)
    journal = Journal(Path(_FOLDER.name))
    session = Session.open(maps_path() / f"{shot.map}.battlemap", seed=shot.seed, journal=journal)
    if shot.moment != "best":  # a way of any length, so that there is much to choose from
        session.perform(BeginFight())
    while session.pending is not None:
        session.answer(next(o.key for o in session.pending.options if not o.unavailable))
    session.save(Path(_FOLDER.name) / f"{shot.name}.battlemap")
    window = MainWindow(session, shot.theme)
    window.resize(*shot.size)
    window.show()
    QTest.qWait(SETTLE_MS)
    window.view.fit()
    window.bridge.select([shot.token])
    window.bridge.set_target(shot.target or None)
    QTest.qWait(SETTLE_MS)
    MOMENTS[shot.moment](window, session, shot)
    QTest.qWait(SETTLE_MS)
    picture = window.grab().toImage()
    window.view.cancel_drag()
    window.close()
    window.deleteLater()
    QTest.qWait(1)
    return picture


def _drag(window: MainWindow, session: Session, shot: Shot) -> None:
    token = session.encounter.tokens[shot.token]
    start, end = (_pixel(window, session, at) for at in (token.at, token.at.plus(shot.steps)))
    viewport = window.view.viewport()
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
    for share in (0.1, 0.3, 0.5, 0.7, 0.9, 1.0):
        QTest.mouseMove(viewport, start + (end - start) * share)
        QTest.qWait(20)


def _aim(window: MainWindow, session: Session, shot: Shot) -> None:
    token = session.encounter.tokens[shot.token]
    window.bridge.set_weapon(session.system.areas(token)[0].name)
    window.rail.buttons["area"].click()
    place = _pixel(window, session, token.at.plus(shot.steps))
    QTest.mouseMove(window.view.viewport(), place - QPoint(3, 3))
    QTest.mouseClick(window.view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def _best(window: MainWindow, _session: Session, _shot: Shot) -> None:
    window.bridge.switch_overlay("best", True)
    QTest.qWait(SETTLE_MS)
    while window.best_positions.is_searching:
        QTest.qWait(20)


MOMENTS = {"drag": _drag, "area": _aim, "best": _best}


def _pixel(window: MainWindow, session: Session, cell) -> QPoint:
    return window.view.pixel_of(to_scene(session.board.grid.center(cell))).toPoint()


def main() -> int:
    """Write every picture, or those named on the command line; return 0."""
    application = QApplication(sys.argv[:1])
    PICTURES.mkdir(parents=True, exist_ok=True)
    for shot in SHOTS:
        if sys.argv[1:] and shot.name not in sys.argv[1:]:
            continue
        file = PICTURES / f"{shot.name}.png"
        if not take(shot).convertToFormat(QImage.Format.Format_RGB32).save(str(file)):
            print(f"{file} could not be written", file=sys.stderr)
            return 1
        print(file)
    application.quit()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
