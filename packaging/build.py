"""Build the bundle for this system into dist/battlemap, and let it draw a sample map.

The bundle runs where neither Python nor Qt is installed; libGL and libEGL are the system's.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from battlemap.preflight import apt_command, install, is_root, linked_and_missing, packages_for

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
BUNDLE = DIST / "battlemap"
PNG = b"\x89PNG\r\n\x1a\n"


def prepare() -> None:
    """See that the libraries are there which the bundle takes in for X11 and Wayland.

    Raises
    ------
    RuntimeError
        If some are missing and can't be installed; the text is the line that installs them.
    """
    missing = {
        name for platform in ("xcb", "wayland") for name in linked_and_missing(platform) or ()
    }
    packages = packages_for(missing)
    if packages and is_root() and shutil.which("apt-get"):
        print(f"installing as root: apt-get install {' '.join(packages)}", flush=True)
        if install(packages):
            return
    if missing:
        command = apt_command(packages, sudo=True)
        raise RuntimeError(f"the bundle takes in {', '.join(sorted(missing))}; try: {command}")


def build() -> None:
    """Run PyInstaller, and put the desktop entry with its icon beside the program."""
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    folders = ["--distpath", str(DIST), "--workpath", str(ROOT / "build" / "pyinstaller")]
    spec = str(ROOT / "packaging" / "battlemap.spec")
    subprocess.run([*command, *folders, spec], cwd=ROOT, check=True)
    if sys.platform.startswith("linux"):
        for file in (ROOT / "packaging" / "linux").iterdir():
            shutil.copy(file, BUNDLE / file.name)
        shutil.copy(ROOT / "assets" / "app" / "battlemap.svg", BUNDLE / "battlemap.svg")


def sample() -> Path:
    """Return a sample map inside the bundle.

    Raises
    ------
    FileNotFoundError
        If the bundle carries no map.
    """
    for ending in ("*.battlemap", "*.json"):
        found = sorted(BUNDLE.rglob(f"battlemap/_data/maps/{ending}"))
        if found:
            return found[0]
    raise FileNotFoundError(f"no sample map in {BUNDLE}")


def try_out() -> None:
    """Let the bundle draw a sample map without a display, away from this checkout.

    Raises
    ------
    RuntimeError
        If no picture comes out.
    """
    program = BUNDLE / ("battlemap.exe" if os.name == "nt" else "battlemap")
    picture = ROOT / "build" / "sample.png"
    picture.unlink(missing_ok=True)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    subprocess.run(
        [str(program), "snapshot", str(sample()), str(picture)],
        cwd=ROOT.anchor,
        env={**kept, "QT_QPA_PLATFORM": "offscreen"},
        check=True,
    )
    if not picture.is_file() or picture.read_bytes()[: len(PNG)] != PNG:
        raise RuntimeError(f"the bundle drew no picture of {sample().name}")
    print(f"{BUNDLE} works: it drew {sample().name} as {picture}")


def main() -> int:
    """Build and try out; return 0, or 1 with one line on stderr."""
    try:
        prepare()
        build()
        try_out()
    except (subprocess.CalledProcessError, OSError, RuntimeError) as problem:
        print(f"packaging failed: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
