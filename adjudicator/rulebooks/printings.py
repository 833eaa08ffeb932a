"""The printings of a card side by side, and what changed from one to the next."""

from __future__ import annotations

import msgspec

from core.printed.definitions import FACTIONS, Definition, cards_named, printings_with


class PrintedCard(msgspec.Struct, frozen=True):
    """A card in one printing of its faction, or a base in one of its printings. `changed` compares it with the one
    before."""

    printing: str  # the id of the faction's printing, "ghosts@2026"; of a base, its own id
    card: str
    name: str
    copies: int
    power: int | None
    kind: str
    text: str
    breakpoint: int | None = None
    vp: tuple[int, ...] = ()
    changed: tuple[str, ...] = ()

    @property
    def numbers(self) -> dict[str, str]:
        """The printed numbers, by what they are, as a table shows them."""
        if self.breakpoint is not None:
            return {"Breakpoint": str(self.breakpoint), "VP": "/".join(map(str, self.vp))}
        return {"Power": "" if self.power is None else str(self.power), "Copies": str(self.copies)}


def printings_of(card: Definition) -> list[PrintedCard]:
    """Return a card in every printing of its faction, or a base in each of its own, oldest first; empty for a card of no
    faction.

    A printing that does not have the card is left out.
    """
    printings: list[PrintedCard] = []
    for facts in _bases_like(card) if card.is_base else _in_printings(card):
        changed = _changes(printings[-1], facts) if printings else ()
        printings.append(msgspec.structs.replace(facts, changed=changed))
    return printings


def _bases_like(base: Definition) -> list[PrintedCard]:
    alike = sorted(
        (card for card in cards_named(base.name) if card.card == base.card), key=lambda base_like: base_like.printing
    )
    return [
        PrintedCard(
            base_like.id,
            base_like.id,
            base_like.name,
            1,
            None,
            "",
            base_like.text,
            breakpoint=base_like.breakpoint,
            vp=base_like.vp,
        )
        for base_like in alike
    ]


def _in_printings(card: Definition) -> list[PrintedCard]:
    faction = FACTIONS.get(card.faction)
    return [
        PrintedCard(printing.id, other.id, other.name, copies, other.power, other.kind, other.text)
        for printing in (faction.printings.values() if faction is not None else ())
        for other, copies in printing.deck
        if _first(other) == _first(card)
    ]


def later_texts(card: Definition) -> list[str]:
    """Return the texts of the printings after a card's own."""
    return [printed.text for printed in printings_of(card) if printed.card != card.id and printed.changed]


def copies_of(card: Definition) -> int:
    """Return how many copies of a card its oldest printing has; 0 for a base."""
    printings = printings_with(card)
    return printings[0].copies(card) if printings else 0


def _first(card: Definition) -> str:
    """Return the id of a card's first printing, whatever its name was there."""
    while card.reprint_of is not None and card.reprint_of.faction == card.faction:
        card = card.reprint_of
    return card.card


def _changes(before: PrintedCard, now: PrintedCard) -> tuple[str, ...]:
    """Describe what is printed differently."""
    changes = []
    for what in ("name", "power", "copies", "kind", "breakpoint"):
        old, new = getattr(before, what), getattr(now, what)
        if old != new:
            changes.append(f"{what} {old} is now {new}")
    if before.vp != now.vp:
        changes.append(f"VP {before.numbers['VP']} are now {now.numbers['VP']}")
    if before.text != now.text:
        changes.append("the text")
    return tuple(changes)
