"""A situation to start from, in one line, that already contains the cards a question names."""

from __future__ import annotations

from collections.abc import Sequence
from shlex import quote

from adjudicator.scenarios.notation.spans import quoted
from adjudicator.search.index import Item
from events.card_types import BROUGHT
from events.zones import HOMES, ZONES

_BROUGHT: dict[str, str] = {row.type: ZONES[HOMES[row.at_base]].key for row in BROUGHT}
"""Where a card lies that players bring, by its type. Its own ability plays it."""
_IN_PLAY = ("minion", *_BROUGHT)


def situation(cards: Sequence[Item]) -> tuple[str, str]:
    """Return a situation in which Ana holds the first card, and a step that plays it. Minions named after it, and cards
    that players bring, are Ben's in play; other cards are in Ben's hand."""
    bases = [card.title for card in cards if card.type == "base"]
    others = [card for card in cards if card.type != "base"]
    played, rest = others[:1], others[1:]
    in_play = [card.title for card in rest if card.type in _IN_PLAY]
    minions = [card.title for card in rest if card.type == "minion"] or ["2"]
    in_hand = [card.title for card in rest if card.type not in _IN_PLAY]
    at = bases[0] if bases else "X"
    there = in_play if set(minions) & set(in_play) else [*minions, *in_play]
    parts = [
        f"{quoted(at) if bases else 'X=20 4/2/1'}: Ana 3; Ben {_listed(there)}",
        *(f"{quoted(base)}:" for base in bases[1:]),
    ]
    parts += [f"Ana {_BROUGHT.get(card.type, 'hand')}: {quoted(card.title)}" for card in played]
    parts += [f"Ben hand: {_listed(in_hand)}"] if in_hand else []
    where = {"minion": f" at {at}", "on-base": f" at {at}", "on-minion": f" on {minions[0]}"}
    steps = [f"{'use' if card.type in _BROUGHT else 'play'} {card.title}{where.get(card.type, '')}" for card in played]
    return " | ".join(parts), next(iter(steps), "")


def command(cards: Sequence[Item]) -> str:
    """Return the command that rules on such a situation."""
    return f"smashup ask {' '.join(_argument(text) for text in situation(cards) if text)}"


def _listed(cards: Sequence[str]) -> str:
    return ", ".join(map(quoted, cards))


def _argument(text: str) -> str:
    """Return a text for a shell. Quotation marks are easier to read than `quote` where nothing in them is special."""
    return quote(text) if set(text) & set('"!$`\\') else f'"{text}"'
