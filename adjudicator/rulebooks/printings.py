"""The printings of a card side by side, and what changed from one to the next."""

from __future__ import annotations

import msgspec

from core.printed.definitions import FACTIONS, Definition, printings_with


class PrintedCard(msgspec.Struct, frozen=True):
    """A card in one printing of its faction. `changed` compares it with the printing before."""

    printing: str  # the id of the printing: "ghosts@2026"
    card: str
    name: str
    copies: int
    power: int | None
    kind: str
    text: str
    changed: tuple[str, ...] = ()


def printings_of(card: Definition) -> list[PrintedCard]:
    """Return a card in every printing of its faction, oldest first; empty for a base or a card of no faction.

    A printing that does not have the card is left out.
    """
    faction = FACTIONS.get(card.faction)
    if faction is None or card.is_base:
        return []
    found: list[PrintedCard] = []
    for printing in faction.printings.values():
        for one, copies in printing.deck:
            if _first(one) == _first(card):
                facts = PrintedCard(printing.id, one.id, one.name, copies, one.power, one.kind, one.text)
                changed = _changes(found[-1], facts) if found else ()
                found.append(msgspec.structs.replace(facts, changed=changed))
    return found


def later_texts(card: Definition) -> list[str]:
    """Return what the printings after a card's own say on it."""
    return [one.text for one in printings_of(card) if one.card != card.id and one.changed]


def copies_of(card: Definition) -> int:
    """Return how many copies of a card its oldest printing has; 0 for a base."""
    printings = printings_with(card)
    return printings[0].copies(card) if printings else 0


def _first(card: Definition) -> str:
    """Return the id a card had in the first printing, whatever it was called there."""
    while card.reprint_of is not None and card.reprint_of.faction == card.faction:
        card = card.reprint_of
    return card.card


def _changes(before: PrintedCard, now: PrintedCard) -> tuple[str, ...]:
    """Return what is printed differently, in words."""
    said = []
    for what in ("name", "power", "copies", "kind"):
        old, new = getattr(before, what), getattr(now, what)
        if old != new:
            said.append(f"{what} {old} is now {new}")
    if before.text != now.text:
        said.append("the text")
    return tuple(said)
