"""term.expiry: "until Y, X" and "X until Y" are two things, and the order of the words is a fact of each card."""

from __future__ import annotations

import re

from core.cards.stand_ins import MINIONS, STAND_INS
from core.printed.definitions import all_definitions

FOLLOWS_THE_TABLE = {"extramorphs/hive-queen", "slashers/frederick", "teens/abe-frohman"}
"""Cards that say "until Y, X": they also reach what comes later, and let go of what moves away."""


def begins_with_until(text: str) -> bool:
    return re.search(r"(^|[\].:] )Until\b", text) is not None


def test_only_what_follows_the_table_puts_until_first() -> None:
    texts = {card.id: card.text for card in all_definitions()}
    texts |= {words: stand_in.text for words, stand_in in STAND_INS.items()}
    texts |= {words: stand_in.text for words, stand_in in MINIONS.items()}
    assert {name for name, text in texts.items() if begins_with_until(text)} == FOLLOWS_THE_TABLE
