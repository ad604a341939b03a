"""Find missing system libraries before Qt does, and name the packages that bring them.

Qt aborts the process when a library of its platform plugin is missing: that is no exception, so the
first window is tried in a child process. Standard library only, because this module runs before
anything else is known to work::

    python -m battlemap.preflight          # say what is missing, exit status 2
    python -m battlemap.preflight --fix    # as root on Debian or Ubuntu: install it
"""

import argparse
import importlib.util
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

PACKAGE_OF = {
    "libGL.so.1": "libgl1",
    "libOpenGL.so.0": "libopengl0",
    "libEGL.so.1": "libegl1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libICE.so.6": "libice6",
    "libSM.so.6": "libsm6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libgio-2.0.so.0": "libglib2.0-0",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgobject-2.0.so.0": "libglib2.0-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libstdc++.so.6": "libstdc++6",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
}
"""The Debian and Ubuntu package of each library that Qt links and does not ship."""

OFFSCREEN_PACKAGES = (
    "libgl1",
    "libegl1",
    "libxkbcommon0",
    "libglib2.0-0",
    "libfreetype6",
    "libfontconfig1",
    "libdbus-1-3",
)
X11_PACKAGES = (
    "libxcb-cursor0",
    "libxcb-icccm4",
    "libxcb-image0",
    "libxcb-keysyms1",
    "libxcb-render-util0",
    "libxcb-xkb1",
    "libxkbcommon-x11-0",
)
WAYLAND_PACKAGES = ("libwayland-client0", "libwayland-cursor0", "libwayland-egl1")

NO_DISPLAY = (
    "Battlemap opens a window, and there is no display: DISPLAY and WAYLAND_DISPLAY are not set. "
    "Start it from a desktop session; `battlemap --help` lists the commands that need no window."
)

_MODULES = ("QtCore", "QtGui", "QtWidgets", "QtSvg", "QtPrintSupport")
_PROBE = f"""
from PySide6 import {", ".join(_MODULES)}
application = QtWidgets.QApplication(["preflight"])
print("ready")
"""
_PROBE_SECONDS = 60


@dataclass(frozen=True)
class Report:
    """What the preflight found: nothing (`is_ready`), missing libraries, or another problem.

    Attributes
    ----------
    platform
        Name of the Qt platform that was tried, or None when there is no display.
    libraries
        Missing system libraries by file name, in alphabetical order.
    packages
        The Debian packages that bring them; a library that no package is known for is absent here.
    problem
        One sentence about anything else that stops the first window, or "".
    """

    platform: str | None
    libraries: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    problem: str = ""

    @property
    def is_ready(self) -> bool:
        """Return whether a window can open."""
        return not self.libraries and not self.problem

    def sentence(self) -> str:
        """Return the one line that says what is missing and what brings it, or "" when ready."""
        if self.problem:
            return self.problem
        if not self.libraries:
            return ""
        if self.packages and shutil.which("apt-get"):
            unknown = [name for name in self.libraries if name not in PACKAGE_OF]
            rest = f" (and whatever brings {', '.join(unknown)})" if unknown else ""
            command = apt_command(self.packages, sudo=not is_root())
            return f"System libraries are missing. Install them with: {command}{rest}"
        return (
            "System libraries are missing. Install what brings them on this system: "
            + ", ".join(self.libraries)
        )


def is_root() -> bool:
    """Return whether this process may install packages without asking for a password."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def apt_command(packages: Sequence[str], *, sudo: bool) -> str:
    """Return the line that installs packages on Debian and Ubuntu."""
    return f"{'sudo ' if sudo else ''}apt-get install -y {' '.join(packages)}"


def choose_platform(environment: Mapping[str, str], system: str = sys.platform) -> str | None:
    """Return the Qt platform a window would open on: xcb, wayland, offscreen...; None: no display.

    Examples
    --------
    >>> choose_platform({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, "linux")
    'xcb'
    >>> choose_platform({"QT_QPA_PLATFORM": "offscreen:size=800x600"}, "linux")
    'offscreen'
    >>> choose_platform({}, "linux") is None
    True
    """
    asked = re.split("[:;]", environment.get("QT_QPA_PLATFORM", ""))[0]
    if asked:
        return asked
    if system == "win32":
        return "windows"
    if system == "darwin":
        return "cocoa"
    if environment.get("DISPLAY"):
        return "xcb"
    if environment.get("WAYLAND_DISPLAY"):
        return "wayland"
    return None


def missing_in(text: str) -> set[str]:
    """Return the libraries that the output of ldd, of the loader or of Qt calls missing.

    Examples
    --------
    >>> missing_in("libxcb-icccm.so.4 => not found")
    {'libxcb-icccm.so.4'}
    >>> missing_in("ImportError: libEGL.so.1: cannot open shared object file: No such file")
    {'libEGL.so.1'}
    """
    library = r"(lib[\w.+-]+\.so[\d.]*)"
    return {
        *re.findall(library + r" => not found", text),
        *re.findall(library + r": cannot open shared object file", text),
    }


def packages_for(libraries: Iterable[str]) -> tuple[str, ...]:
    """Return the Debian packages that bring some libraries, each once, in alphabetical order."""
    return tuple(sorted({PACKAGE_OF[name] for name in libraries if name in PACKAGE_OF}))


def linked_and_missing(platform: str) -> set[str] | None:
    """Return what the dynamic linker cannot find for Qt's modules and a platform's plugin.

    None when this cannot be told: no Linux, no ldd, or PySide6 is not there.
    """
    ldd = shutil.which("ldd")
    spec = importlib.util.find_spec("PySide6")  # a top-level name: finds, does not import
    if not sys.platform.startswith("linux") or ldd is None or spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent
    files = [file for module in _MODULES for file in folder.glob(f"{module}.*so")]
    plugin = folder / "Qt" / "plugins" / "platforms" / f"libq{platform}.so"
    if plugin.is_file():
        files.append(plugin)
    if not files:
        return None
    run = subprocess.run(
        [ldd, *map(str, files)], capture_output=True, text=True, check=False, timeout=_PROBE_SECONDS
    )
    return missing_in(run.stdout + run.stderr)


def display_answers(display: str) -> bool:
    """Return whether an X server listens on a display such as ":0" or "host:10.0"."""
    match = re.fullmatch(r"(?P<host>.*?):(?P<number>\d+)(\.\d+)?", display)
    if match is None:
        return False
    host, number = match["host"], int(match["number"])
    try:
        if host in {"", "unix"} or host.startswith("/"):
            return any(_listens(f"{space}/tmp/.X11-unix/X{number}") for space in ("", "\0"))
        socket.create_connection((host, 6000 + number), timeout=2).close()
    except OSError:
        return False
    return True


def check(platform: str | None = None, *, thorough: bool = False) -> Report:
    """Return whether a window can open on a Qt platform, and what is missing if not.

    Takes about 20 ms when all is well: the linker is asked which libraries it finds and the display
    whether it answers. Only when that leaves a doubt, or when `thorough`, a child process imports
    Qt and opens an application, about 0.3 s.

    Parameters
    ----------
    platform
        "xcb", "wayland", "offscreen"...; None: what `choose_platform` makes of the environment.
    thorough
        Try a real application in any case.
    """
    platform = platform or choose_platform(os.environ)
    if platform is None:
        return Report(None, problem=NO_DISPLAY)
    missing = linked_and_missing(platform)
    if missing:
        return _missing(platform, missing)
    if platform == "xcb" and not _display_is_likely(os.environ.get("DISPLAY", "")):
        return Report(
            platform,
            problem=(
                f"No X server answers on the display {os.environ.get('DISPLAY', '')!r}: "
                "start Battlemap from a desktop session, or set DISPLAY to a running one."
            ),
        )
    if getattr(sys, "frozen", False):
        return Report(platform)  # a bundle has no interpreter to try a child process with
    if missing is None or thorough:
        return probe(platform)
    return Report(platform)


def probe(platform: str) -> Report:
    """Return what happens when a child process opens a Qt application on a platform."""
    environment = {**os.environ, "QT_QPA_PLATFORM": platform, "QT_DEBUG_PLUGINS": "0"}
    if platform in {"windows", "cocoa"}:
        del environment["QT_QPA_PLATFORM"]
    try:
        run = subprocess.run(
            [sys.executable, "-c", _PROBE],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=_PROBE_SECONDS,
        )
    except subprocess.TimeoutExpired:
        return Report(platform, problem=f"Qt did not start on {platform!r} within a minute.")
    if run.returncode == 0 and "ready" in run.stdout:
        return Report(platform)
    missing = missing_in(run.stderr) | (linked_and_missing(platform) or set())
    if missing:
        return _missing(platform, missing)
    lines = [line.strip() for line in run.stderr.splitlines() if line.strip()]
    if any(line.startswith("ModuleNotFoundError") for line in lines):
        return Report(platform, problem=f"{lines[-1]}: install Battlemap with `pipx install .`")
    return Report(platform, problem=f"Qt does not start on {platform!r}: {_telling_line(lines)}")


def install(packages: Sequence[str]) -> bool:
    """Install Debian packages with apt-get, quietly; return whether that worked."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    commands = (
        ["apt-get", "update", "-qq"],
        ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages],
    )
    for command in commands:
        run = subprocess.run(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if run.returncode != 0:
            sys.stderr.write(run.stdout)
            return False
    return True


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the preflight as a command; return 0 when a window can open, otherwise 2."""
    parser = argparse.ArgumentParser(
        prog="python -m battlemap.preflight",
        description="Say which system libraries the window lacks and which packages bring them.",
    )
    parser.add_argument("--platform", help="Qt platform to try; default: the one of this session")
    parser.add_argument(
        "--fix", action="store_true", help="as root on Debian or Ubuntu, install what is missing"
    )
    options = parser.parse_args(arguments)
    report = check(options.platform, thorough=True)
    if options.fix and report.packages and is_root() and shutil.which("apt-get"):
        # All of the platform's packages at once: one missing library may hide the next.
        wanted = sorted({*report.packages, *_packages_of(report.platform)})
        print(
            f"System libraries are missing; installing as root: apt-get install {' '.join(wanted)}"
        )
        if install(wanted):
            report = check(options.platform, thorough=True)
    if report.is_ready:
        return 0
    print(report.sentence(), file=sys.stderr)
    return 2


def _packages_of(platform: str | None) -> tuple[str, ...]:
    """Return the packages a minimal Debian lacks for a platform."""
    extra = {"xcb": X11_PACKAGES, "wayland": WAYLAND_PACKAGES}
    return (*OFFSCREEN_PACKAGES, *extra.get(platform or "", ()))


def _missing(platform: str, libraries: Iterable[str]) -> Report:
    """Return the report of missing libraries."""
    names = tuple(sorted(set(libraries)))
    return Report(platform, names, packages_for(names))


def _listens(path: str) -> bool:
    """Return whether a Unix socket takes connections; a path may be abstract (leading NUL)."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(2)
        return connection.connect_ex(path) == 0


def _display_is_likely(display: str) -> bool:
    """Return whether a display answers; sockets are no proof where they may live elsewhere."""
    return not sys.platform.startswith("linux") or display_answers(display)


def _telling_line(lines: Sequence[str]) -> str:
    """Return the line of an error output that says most, or a sentence when there is none."""
    for line in lines:
        if "could not" in line.lower() or "error" in line.lower():
            return line
    return lines[-1] if lines else "the process ended without a word."


if __name__ == "__main__":
    raise SystemExit(main())
