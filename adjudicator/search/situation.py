"""A situation to start from: a valid scenario file that already contains the cards a question names."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.scenarios.toml import value
from adjudicator.search.index import Item


def situation(cards: Sequence[Item]) -> str:
    """Return a scenario in which Ana plays the first card, and the others are at the base or in Ben's hand."""
    bases = [card.title for card in cards if card.type == "base"]
    others = [card for card in cards if card.type != "base"]
    played, rest = others[:1], others[1:]
    minions = [card.title for card in rest if card.type == "minion"] or ["vanilla 2"]
    held = [card.title for card in rest if card.type != "minion"]
    place = bases[0] if bases else "X"
    lines = [
        f"title = {value(' and '.join(card.title for card in cards))}",
        f"cards = {value([card.id for card in cards])}",
        "",
        "[[base]]",
        *([f"card = {value(place)}"] if bases else ['card = "vanilla 20 4/2/1"', 'name = "X"']),
        'Ana = ["vanilla 3"]',
        f"Ben = {value(minions)}",
    ]
    for base in bases[1:]:
        lines += ["", "[[base]]", f"card = {value(base)}"]
    lines += ["", "[player.Ana]", f"hand = {value([card.title for card in played])}"]
    if held:
        lines += ["", "[player.Ben]", f"hand = {value(held)}"]
    where = {"minion": f" at {place}", "on-base": f" at {place}", "on-minion": f" on {minions[0]}"}
    for card in played:
        step = f"play {card.title}{where.get(card.type, '')}"
        lines += ["", "[[step]]", f"Ana = {value(step)}"]
    return "\n".join(lines) + "\n"
