"""The keys of all abilities, which are written into stored games: `python -m tests.core.golden_keys --update`.

Updating adds the keys of new abilities. A key that is gone stays in the list, and the test fails, until the ability has
its old name again; `--forget` drops those, for keys that no stored game can have.
"""

from __future__ import annotations

import sys
from pathlib import Path

import core.rules.turn  # noqa: F401  (the rules that act like abilities are declared along the way)
from core.printed.definitions import _ABILITIES, all_abilities, present_key

LIST = Path(__file__).parents[2] / "fixtures" / "golden" / "ability-keys.txt"


def listed() -> set[str]:
    """The keys that may be in stored games."""
    return set(LIST.read_text(encoding="utf-8").split()) if LIST.exists() else set()


def keys() -> set[str]:
    """The keys there are today: of printed cards, and of rules that act like abilities (burying, stasis)."""
    rules = {key for key, held in _ABILITIES.items() if held.card.type == "rule"}
    return set(all_abilities()) | rules


if __name__ == "__main__":
    before, now = listed(), keys()
    gone = sorted(key for key in before if present_key(key) not in now)
    print(f"{len(now - before)} new, {len(gone)} gone{''.join(f' {key}' for key in gone)}")
    if "--update" in sys.argv[1:] or "--forget" in sys.argv[1:]:
        kept = now if "--forget" in sys.argv[1:] else now | before
        LIST.write_text("".join(f"{key}\n" for key in sorted(kept)), encoding="utf-8")
