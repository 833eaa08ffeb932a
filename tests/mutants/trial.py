"""Whether scenarios or recorded games notice: `python -m tests.mutants.trial FOLDER…`, those named first. Exit code 1: yes."""

from __future__ import annotations

import sys
from pathlib import Path

FIXTURES = Path(__file__).parents[2] / "fixtures"


def main(first: list[str]) -> int:
    """Check until something differs."""
    from adjudicator.scenarios.checking import check_file, files_to_check

    near = [FIXTURES / name for name in first if (FIXTURES / name).exists()]
    for path in dict.fromkeys(files_to_check([*near, FIXTURES / "scenarios", FIXTURES / "games"])):
        checked = check_file(path)
        if not checked.passed:
            print(path.relative_to(FIXTURES), *checked.failures[:1])
            return 1
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Exception as error:  # the rules cannot even be loaded
        print(f"{type(error).__name__}: {error}")
        sys.exit(1)
