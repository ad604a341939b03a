"""Make a virtual environment and install Battlemap into it; any Python 3 can start this script.

Where python3-venv is missing, `python3 -m venv` fails and leaves a folder without pip behind: the
folder is removed, and as root on Debian or Ubuntu the package is installed; otherwise one line says
how, and the exit status is 2.
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST = (3, 11)
PROJECT = Path(__file__).resolve().parent.parent


class SetUpError(Exception):
    """The set-up can't go on; the text is the one line for the person at the keyboard."""


def python_in(folder):
    """Return the path of the interpreter in a virtual environment."""
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def pip_in(folder):
    """Return the path of pip in a virtual environment."""
    return folder / ("Scripts/pip.exe" if os.name == "nt" else "bin/pip")


def is_usable(folder):
    """Return whether a virtual environment has pip and an interpreter that still starts."""
    if not pip_in(folder).is_file() or not python_in(folder).exists():
        return False
    test = f"import sys; sys.exit(sys.version_info < {OLDEST})"
    try:
        return subprocess.run([str(python_in(folder)), "-c", test], check=False).returncode == 0
    except OSError:
        return False


def venv_package(executable=sys.executable, version=sys.version_info):
    """Return the Debian package that lets an interpreter make virtual environments."""
    name = Path(executable).name
    system = Path("/usr/bin/python3")
    if name == "python3" or (
        system.exists() and system.resolve().name == Path(executable).resolve().name
    ):
        return "python3-venv"
    return f"python{version[0]}.{version[1]}-venv"


def make_environment(folder):
    """Make a virtual environment unless a usable one is there.

    Raises
    ------
    SetUpError
        If python3-venv is missing and can't be installed, or the environment can't be made.
    """
    if is_usable(folder):
        return
    output = try_to_make(folder)
    if is_usable(folder):
        return
    remove(folder)
    if "ensurepip" not in output and "No module named venv" not in output:
        raise SetUpError(f"Can't make {folder}: {last_line(output)}")
    package = venv_package()
    if not shutil.which("apt-get"):
        raise SetUpError(
            "This Python can't make virtual environments: install its venv and ensurepip."
        )
    if not (hasattr(os, "geteuid") and os.geteuid() == 0):
        raise SetUpError(
            f"{package} is missing. Install it with: sudo apt-get install -y {package}"
        )
    print(f"{package} is missing; installing as root: apt-get install {package}", flush=True)
    for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", package]):
        run_quietly(command, f"apt-get could not install {package}")
    output = try_to_make(folder)
    if not is_usable(folder):
        remove(folder)
        raise SetUpError(f"Can't make {folder}: {last_line(output)}")


def try_to_make(folder):
    """Run `python -m venv` in a fresh folder and return what it said."""
    remove(folder)
    run = subprocess.run(
        [sys.executable, "-m", "venv", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return run.stdout


def remove(folder):
    """Remove a folder that may be half made."""
    if folder.is_symlink() or folder.is_file():
        folder.unlink()
    elif folder.is_dir():
        shutil.rmtree(folder)


def run_quietly(command, complaint):
    """Run a command that is shown only when it fails.

    Raises
    ------
    SetUpError
        If the command fails; its output is on standard error by then.
    """
    run = subprocess.run(
        command,
        cwd=str(PROJECT),
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if run.returncode != 0:
        sys.stderr.write(run.stdout)
        raise SetUpError(f"{complaint} (its output is above).")


def last_line(text):
    """Return the last line that says something."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "no reason was given"


def newer_python():
    """Return the path of a Python on PATH that is new enough.

    Raises
    ------
    SetUpError
        If there is none.
    """
    for minor in range(20, OLDEST[1] - 1, -1):
        found = shutil.which(f"python3.{minor}")
        if found:
            return found
    raise SetUpError(
        "Battlemap needs Python {}.{} or later, and this is {}.{}: install one, then run "
        "`make PYTHON=<path of it> ...`.".format(*OLDEST, *sys.version_info[:2])
    )


def main(arguments=None):
    """Set the environment up as the command line asks; return 0, or 2 with one line on stderr."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--venv", type=Path, default=PROJECT / ".venv", help="folder to make")
    parser.add_argument("--extra", action="append", default=[], help="extra to install: test, lint")
    parser.add_argument("--with", dest="also", action="append", default=[], help="another package")
    parser.add_argument(
        "--copy", action="store_true", help="install a copy, not the checkout itself"
    )
    options = parser.parse_args(arguments)
    try:
        if sys.version_info < OLDEST:
            command = [
                newer_python(),
                __file__,
                *(sys.argv[1:] if arguments is None else arguments),
            ]
            return subprocess.run(command, check=False).returncode
        make_environment(options.venv)
        extras = f"[{','.join(options.extra)}]" if options.extra else ""
        print(f"Installing Battlemap{extras} into {options.venv.name} ...", flush=True)
        what = ["--editable", f".{extras}", *options.also]
        run_quietly(
            [str(python_in(options.venv)), "-m", "pip", "install", "--quiet", *what],
            "pip could not install Battlemap",
        )
    except SetUpError as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
