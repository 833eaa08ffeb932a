"""What is printed in numbers: powers, copies, breakpoints and VP, held against a list that was not made out of the code."""

from pathlib import Path

from core.printed.definitions import Definition, all_definitions

PRINTED = Path(__file__).parents[3] / "fixtures" / "golden" / "printed-numbers.txt"


def in_numbers(card: Definition) -> str:
    """A card as the list has it."""
    if card.is_base:
        return f"{card.id}: base, breakpoint {card.breakpoint}, VP {'/'.join(map(str, card.vp))}"
    if card.is_minion:
        return f"{card.id}: minion, power {card.power}, copies {card.copies}"
    return f"{card.id}: {card.kind} action, copies {card.copies}"


def test_every_card_has_its_printed_numbers() -> None:
    cards = sorted((card for card in all_definitions() if card.set), key=lambda card: card.id)
    assert [in_numbers(card) for card in cards] == PRINTED.read_text(encoding="utf-8").splitlines()
