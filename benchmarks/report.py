"""The table of docs/performance.md, written from the figures of one run."""

import os
import platform
from importlib.metadata import version

PACKAGES = ("numpy", "scipy", "shapely", "networkx", "PySide6_Essentials")

INTRODUCTION = """\
# Performance

Written by `make bench`. All figures come from one run; ours and the peers take turns. Times depend
on the machine and on what else it does, and vary by a factor of two from run to run: the ratios
tell more, and so does "busy", the median of the processor's time that our own process took: about
what the median would be with the machine to itself. A peer's ratio is its median divided by ours;
above 1 ours is faster. No test asserts a time; `make bench-smoke` runs every case once on small
maps.

Peers answer an easier question where noted. NetworkX's plain Dijkstra runs on an explicit graph of
the same steps (building it isn't counted), tcod's pathfinder on arrays of the same steps; both
reach exactly the cells that ours does, which is checked before the clock runs. Goals are the
project's own, stated for an idle machine with two cores of a server of 2021.
"""


def page(found, drag) -> str:
    """Return the whole page in Markdown."""
    lines = [INTRODUCTION, f"Machine: {machine()}.", ""]
    lines += ["| What | Median | p95 | Busy | Goal | Peers |", "|---|---:|---:|---:|---:|---|"]
    for figures in found:
        case = figures.case
        goal = "" if case.goal is None else f"{case.goal:g} {case.unit}"
        against = "; ".join(
            f"{name} {ms:.2f} ms ({ms / figures.median:.1f})"
            for name, ms in figures.against.items()
        )
        if case.unit == "ms":
            times = f"{figures.median:.2f} ms | {figures.high:.2f} ms | {figures.busy:.2f} ms"
        else:
            times = f"{figures.median:.0f} {case.unit} | | "
        lines.append(f"| {case.text} | {times} | {goal} | {against} |")
    if drag is not None:
        lines += ["", drag.markdown]
    return "\n".join(lines).rstrip() + "\n"


def machine() -> str:
    """Return what the machine is, in general terms."""
    packages = ", ".join(f"{name} {_version(name)}" for name in PACKAGES)
    load = f", load {os.getloadavg()[0]:.1f} at the end" if hasattr(os, "getloadavg") else ""
    return (
        f"{platform.system()} on {platform.machine()}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}, {packages}{load}"
    )


def _version(name: str) -> str:
    try:
        return version(name)
    except ImportError:
        return "unknown"
