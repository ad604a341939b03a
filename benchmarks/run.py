"""Run the benchmarks: `python -m benchmarks.run [--smoke] [--write FILE] [NAME ...]`.

Times depend on the machine and on what else it does, so none of them is asserted. What can be
compared between machines are the ratios to the peers, which are measured in turns with ours.
"""

import argparse
import gc
import statistics
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks import peers
from benchmarks.case import FULL, SMOKE, Case, Trial
from benchmarks.cases import CASES
from benchmarks.report import page

ROUNDS = 41
SECONDS = 6.0
"""No case takes longer than about this, however slow its peers are."""


@dataclass(frozen=True)
class Figures:
    """What came out for one case: all times of ours in ms, and the median of each peer."""

    case: Case
    times: tuple[float, ...]
    busy: float
    """Median of the processor time, which other programs on a crowded machine lengthen less."""
    against: dict[str, float]
    result: float

    @property
    def median(self) -> float:
        return statistics.median(self.times)

    @property
    def high(self) -> float:
        """The 95th percentile."""
        ordered = sorted(self.times)
        return ordered[min(len(ordered) - 1, round(0.95 * (len(ordered) - 1)))]


def measure(case: Case, trial: Trial, rounds: int) -> Figures:
    """Return the times of ours and of the peers, taken in turns."""
    works = {"": trial.work, **trial.peers}
    times: dict[str, list[float]] = {name: [] for name in works}
    busy: list[float] = []
    result = 0.0
    gc.collect()
    if rounds > 1 and case.unit == "ms":
        for work in works.values():  # fills the caches of the program and of the processor
            work()
    begun = time.perf_counter()
    for turn in range(rounds if case.unit == "ms" else 1):
        for name, work in works.items():
            if name and turn >= 5 and time.perf_counter() - begun > SECONDS / 2:
                continue  # five times are enough for a slow peer
            used, start = time.process_time(), time.perf_counter()
            answer = work()
            times[name].append(1000 * (time.perf_counter() - start))
            if not name:
                busy.append(1000 * (time.process_time() - used))
                result = answer
        if time.perf_counter() - begun > SECONDS:
            break
    timed = times.pop("")
    mine = timed if case.unit == "ms" else [result]
    against = {name: statistics.median(found) for name, found in times.items()}
    return Figures(case, tuple(mine), statistics.median(busy), against, result)


def main(arguments=None) -> int:
    """Measure the cases that were asked for; 1 when a case fails or does nothing."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.run", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these cases")
    parser.add_argument("--list", action="store_true", help="only say which cases there are")
    parser.add_argument("--smoke", action="store_true", help="small fields, once: does it run?")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the table there as well")
    options = parser.parse_args(arguments)
    if options.list:
        for case in CASES:
            print(f"{case.name:<24}{case.text}")
        print(f"{'window':<24}a drag in the window, with real mouse events")
        return 0
    unknown = sorted(set(options.names) - {case.name for case in CASES} - {"window"})
    if unknown:
        parser.error(f"no such case: {', '.join(unknown)}")
    size, rounds = (SMOKE, 1) if options.smoke else (FULL, ROUNDS)
    if not peers.HAS_TCOD:
        print(peers.TCOD_NOTE)
    found: list[Figures] = []
    print(
        f"{'case':<24}{'median':>9}{'p95':>9}{'busy':>9}{'goal':>7}{'runs':>6}{'result':>9}  peers"
    )
    for case in CASES:
        if options.names and case.name not in options.names:
            continue
        figures = measure(case, case.prepare(size), rounds)
        found.append(figures)
        _print(figures)
    drag = None
    if not options.names or "window" in options.names:
        from benchmarks.window import drag_in_the_window

        drag = drag_in_the_window(size)
        print(drag.text)
    idle = [figures.case.name for figures in found if not figures.result]
    if options.write:
        options.write.write_text(page(found, drag), encoding="utf-8")
    if idle:
        print(f"did nothing: {', '.join(idle)}", file=sys.stderr)
    return 1 if idle else 0


def _print(figures: Figures) -> None:
    case = figures.case
    goal = "" if case.goal is None else f"{case.goal:g}"
    against = ", ".join(
        f"{name} {ms:.2f} ms ({ms / figures.median:.1f} times ours)"
        for name, ms in figures.against.items()
    )
    print(
        f"{case.name:<24}{figures.median:>9.2f}{figures.high:>9.2f}{figures.busy:>9.2f}{goal:>7}"
        f"{len(figures.times):>6}{figures.result:>9.0f}  {against}",
        flush=True,
    )


if __name__ == "__main__":
    raise SystemExit(main())
