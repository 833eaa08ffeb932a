"""Write the generated parts of the documentation.

python -m tests.docs             say which pages are stale; exit code 1 if any is
python -m tests.docs --update    rewrite them
"""

from __future__ import annotations

import sys

from tests.docs.pages import PAGES, current


def main(arguments: list[str]) -> int:
    """Check the pages, or rewrite them with `--update`. Returns the exit code."""
    if arguments not in ([], ["--update"]):
        print("Usage: python -m tests.docs [--update]", file=sys.stderr)
        return 2
    stale = [page for page in PAGES if page.read_text(encoding="utf-8") != current(page)]
    for page in stale:
        if arguments:
            page.write_text(current(page), encoding="utf-8")
        print(f"{page.name}: {'updated' if arguments else 'stale; run python -m tests.docs --update'}")
    return int(bool(stale) and not arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
