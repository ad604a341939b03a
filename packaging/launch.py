"""Where a bundle begins: the same command that an installation has."""

from battlemap.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
