"""What a large map takes up in memory: opened from a file and used, in a process of its own."""

import subprocess
import sys
import tempfile
import tracemalloc
from pathlib import Path


def mib_of(data: bytes) -> float:
    """Return by how many MiB a process grows at most that opens and uses this document."""
    with tempfile.TemporaryDirectory(prefix="battlemap-memory-") as folder:
        file = Path(folder) / "large.battlemap"
        file.write_bytes(data)
        answer = subprocess.run(
            [sys.executable, "-m", "benchmarks.memory", str(file)],
            check=True,
            capture_output=True,
            text=True,
        )
    return float(answer.stdout)


def _peak_mib() -> float:
    """Return the most memory that this process has held so far."""
    status = Path("/proc/self/status")
    if status.exists():  # Linux; its getrusage would count the parent's memory too
        lines = status.read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))
    if tracemalloc.is_tracing():
        return tracemalloc.get_traced_memory()[1] / 1024**2
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2  # macOS counts bytes


def main(file: Path) -> float:
    """Open the file and ask for range, threat and cover; return the growth in MiB."""
    from benchmarks.case import SMOKE
    from benchmarks.cases import field_of, use_everything

    if sys.platform == "win32":
        tracemalloc.start()
    from battlemap.model.store import dumps, loads
    from battlemap.session.documents import types_of

    # A small map first: what is imported late, and what is made once, is no part of the figure.
    use_everything(loads(dumps(field_of(SMOKE), types_of), types_of))
    before = _peak_mib()
    use_everything(loads(file.read_bytes(), types_of))
    return _peak_mib() - before


if __name__ == "__main__":
    print(main(Path(sys.argv[1])))
