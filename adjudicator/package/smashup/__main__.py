"""The command `smashup`, and `python -m smashup`."""

from __future__ import annotations

import sys

from smashup._paths import PACKAGES_FOLDER, NameTaken, load_packages


def main() -> None:
    """Load our packages, here and in child processes, and run the command."""
    sys.path.insert(0, str(PACKAGES_FOLDER))
    try:
        load_packages()
    except NameTaken as error:
        sys.exit(str(error))
    from adjudicator.cli import main as run

    run()


if __name__ == "__main__":
    main()
