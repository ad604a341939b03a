"""Run the command line with ``python -m battlemap``."""

from battlemap.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
