"""Lists of what stored games and printed cards hold the code to: `python -m tests.core.golden_lists --update`.

Updating adds what is new: the keys of new abilities, which stored games will name, and the numbers of new cards. Compare
those numbers with the printed cards before you commit them: the list is there to catch slips in the code. A key that is
gone stays listed, and its test fails, until the ability has its old name again; `--forget` drops keys that no stored game
can have.
"""

from __future__ import annotations

import sys
from pathlib import Path

import core.rules.turn  # noqa: F401  (the rules that act like abilities are declared along the way)
from adjudicator.rulebooks.printings import copies_of
from core.printed.definitions import _ABILITIES, Definition, all_abilities, all_definitions, present_key

FOLDER = Path(__file__).parents[2] / "fixtures" / "golden"
KEYS = FOLDER / "ability-keys.txt"
NUMBERS = FOLDER / "printed-numbers.txt"


def listed_keys() -> set[str]:
    """Return the keys that may be in stored games."""
    return set(KEYS.read_text(encoding="utf-8").split()) if KEYS.exists() else set()


def keys() -> set[str]:
    """Return today's keys: of printed cards, and of rules that act like abilities (burying, stasis)."""
    rules = {key for key, ability in _ABILITIES.items() if ability.card.type == "rule"}
    return set(all_abilities()) | rules


def listed_numbers() -> list[str]:
    """Return the printed numbers as listed, a line for each card."""
    return NUMBERS.read_text(encoding="utf-8").splitlines()


def numbers() -> list[str]:
    """Return the numbers of every card in the code, in the order of the list."""
    return [_in_numbers(card) for card in sorted(all_definitions(), key=lambda card: card.id)]


def _in_numbers(card: Definition) -> str:
    if card.is_base:
        return f"{card.id}: base, breakpoint {card.breakpoint}, VP {'/'.join(map(str, card.vp))}"
    if card.is_minion:
        return f"{card.id}: minion, power {card.power}, copies {copies_of(card)}"
    if card.is_titan:
        return f"{card.id}: titan"
    return f"{card.id}: {card.kind} action, copies {copies_of(card)}"


def with_new_cards(listed: list[str], found: list[str]) -> list[str]:
    """Return a list of numbers with the lines of cards it lacks. Lines it has are never changed."""
    known = {line.partition(":")[0] for line in listed}
    new = [line for line in found if line.partition(":")[0] not in known]
    return sorted(listed + new, key=lambda line: line.partition(":")[0])


if __name__ == "__main__":
    before, now = listed_keys(), keys()
    gone = sorted(key for key in before if present_key(key) not in now)
    print(f"Ability keys: {len(now - before)} new, {len(gone)} gone{''.join(f' {key}' for key in gone)}")
    complete = with_new_cards(listed_numbers(), numbers())
    print(f"Printed numbers: {len(complete) - len(listed_numbers())} new")
    if "--update" in sys.argv[1:] or "--forget" in sys.argv[1:]:
        kept = now if "--forget" in sys.argv[1:] else now | before
        KEYS.write_text("".join(f"{key}\n" for key in sorted(kept)), encoding="utf-8")
        NUMBERS.write_text("".join(f"{line}\n" for line in complete), encoding="utf-8")
