"""Run the benchmarks: `python -m benchmarks.run [--smoke] [--json FILE] [NAME ...]`.

Times depend on the machine, so none of them is asserted: compare two runs on the same one.
"""

import argparse
import gc
import json
import statistics
import sys
import time
from pathlib import Path

from benchmarks.cases import CASES, FULL, SMOKE

REPEATS = 15
LONGEST_SECONDS = 4.0


def measure(work, repeats: int) -> tuple[list[float], int]:
    """Return the milliseconds of each run, and the number that the last one gave back."""
    times: list[float] = []
    result = 0
    begun = time.perf_counter()
    gc.collect()
    while len(times) < repeats and (not times or time.perf_counter() - begun < LONGEST_SECONDS):
        start = time.perf_counter()
        result = work()
        times.append(1000 * (time.perf_counter() - start))
    return times, result


def main(arguments=None) -> int:
    """Measure the cases that were asked for; 1 when a case fails or does nothing."""
    names = [case.__name__ for case in CASES]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.run", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"cases: {', '.join(names)}")
    parser.add_argument("--smoke", action="store_true", help="small fields, once: does it run?")
    parser.add_argument("--json", type=Path, help="write the figures there as well")
    options = parser.parse_args(arguments)
    unknown = sorted(set(options.names) - set(names))
    if unknown:
        parser.error(f"no such case: {', '.join(unknown)}")
    figures: dict[str, dict[str, float]] = {}
    idle: list[str] = []
    print(f"{'case':<24}{'median ms':>11}{'best ms':>11}{'runs':>6}{'result':>10}")
    for case in CASES:
        if options.names and case.__name__ not in options.names:
            continue
        times, result = measure(
            case(SMOKE if options.smoke else FULL), 1 if options.smoke else REPEATS
        )
        median, best = statistics.median(times), min(times)
        figures[case.__name__] = {"median_ms": median, "best_ms": best, "result": result}
        print(f"{case.__name__:<24}{median:>11.2f}{best:>11.2f}{len(times):>6}{result:>10}")
        if not result:
            idle.append(case.__name__)
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    if idle:
        print(f"did nothing: {', '.join(idle)}", file=sys.stderr)
    return 1 if idle else 0


if __name__ == "__main__":
    raise SystemExit(main())
