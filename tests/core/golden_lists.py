"""Lists of what stored games and printed cards hold the code to: `python -m tests.core.golden_lists --update`.

It also writes the list of cards by which a card is found without loading all of them (core.printed.card_list).

Updating adds what is new: the keys of new abilities, which stored games will name, and the numbers of new cards. Compare
those numbers with the printed cards before you commit them: the list is there to catch slips in the code. A key that is
gone stays listed, and its test fails, until the ability has its old name again; `--forget` drops keys that no stored game
can have.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import core.cards.sets
import core.rules.turn
from adjudicator.rulebooks.printings import copies_of
from core.printed.card_list import FILE, CardLine, written
from core.printed.definitions import (
    _ABILITIES,
    _DEFINITIONS,
    _FACTIONS,
    SET_PACKAGES,
    Definition,
    _all_modules,
    all_abilities,
    all_definitions,
    present_key,
)

FOLDER = Path(__file__).parents[2] / "fixtures" / "golden"
KEYS = FOLDER / "ability-keys.txt"
NUMBERS = FOLDER / "printed-numbers.txt"
SETS = Path(*core.cards.sets.__path__)
CARDS = SETS / FILE


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


def cards() -> str:
    """Return the list of cards, made from the modules. A process of its own loads them one by one."""
    command = [sys.executable, "-m", "tests.core.golden_lists", "--cards"]
    return subprocess.run(command, cwd=FOLDER.parents[1], check=True, capture_output=True, text=True).stdout


def _loaded_one_by_one() -> list[CardLine]:
    """Load the modules of cards, each after those that it imports, and return what each defines."""
    lines: list[CardLine] = []
    known = {*_FACTIONS, *_DEFINITIONS}

    def load(name: str) -> None:
        for needed in _needed(name):
            load(needed)
        import_module(f"{SET_PACKAGES}.{name}")
        found = [CardLine(name, faction.id, faction.name, faction.kind) for faction in _FACTIONS.values()]
        found += [CardLine(name, card.id, card.name, card.type) for card in _DEFINITIONS.values()]
        lines.extend(line for line in found if line.id not in known)
        known.update(line.id for line in found)

    for name in _all_modules():
        load(name)
    return lines


def _needed(name: str) -> list[str]:
    tree = ast.parse(SETS.joinpath(*name.split(".")).with_suffix(".py").read_text(encoding="utf-8"))
    taken = [node.module or "" for node in tree.body if isinstance(node, ast.ImportFrom)]
    return [module.removeprefix(f"{SET_PACKAGES}.") for module in taken if module.startswith(f"{SET_PACKAGES}.")]


if __name__ == "__main__":
    if sys.argv[1:] == ["--cards"]:
        print(written(_loaded_one_by_one()), end="")
        sys.exit()
    before, now = listed_keys(), keys()
    gone = sorted(key for key in before if present_key(key) not in now)
    print(f"Ability keys: {len(now - before)} new, {len(gone)} gone{''.join(f' {key}' for key in gone)}")
    complete = with_new_cards(listed_numbers(), numbers())
    print(f"Printed numbers: {len(complete) - len(listed_numbers())} new")
    if "--update" in sys.argv[1:] or "--forget" in sys.argv[1:]:
        kept = now if "--forget" in sys.argv[1:] else now | before
        KEYS.write_text("".join(f"{key}\n" for key in sorted(kept)), encoding="utf-8")
        CARDS.write_text(cards(), encoding="utf-8")
        NUMBERS.write_text("".join(f"{line}\n" for line in complete), encoding="utf-8")
