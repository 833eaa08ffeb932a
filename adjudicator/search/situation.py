"""A situation to start from: a valid scenario file that already contains the cards a question names."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.scenarios.toml import value
from adjudicator.search.index import Item


def situation(cards: Sequence[Item]) -> str:
    """Return a scenario in which Ana plays the first card, and the others are at the base, in Ben's hand or, if they are
    titans, beside his deck."""
    bases = [card.title for card in cards if card.type == "base"]
    others = [card for card in cards if card.type != "base"]
    played, rest = others[:1], others[1:]
    minions = [card.title for card in rest if card.type == "minion"] or ["vanilla 2"]
    titans = [card.title for card in rest if card.type == "titan"]
    held = [card.title for card in rest if card.type not in ("minion", "titan")]
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
    for card in played:
        lines += ["", "[player.Ana]", f"{'beside' if card.type == 'titan' else 'hand'} = {value([card.title])}"]
    if held or titans:
        lines += ["", "[player.Ben]"]
        lines += [f"{pile} = {value(cards)}" for pile, cards in (("hand", held), ("beside", titans)) if cards]
    where = {"minion": f" at {place}", "on-base": f" at {place}", "on-minion": f" on {minions[0]}"}
    for card in played:
        step = f"{'use' if card.type == 'titan' else 'play'} {card.title}{where.get(card.type, '')}"
        lines += ["", "[[step]]", f"Ana = {value(step)}"]
    return "\n".join(lines) + "\n"
