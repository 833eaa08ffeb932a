"""Explains from the text of the asking card why a card in play is not among its options."""

from __future__ import annotations

import re
from collections.abc import Sequence

from adjudicator.scenarios.names import TableNames
from core.engine.game import Game
from core.engine.power import power
from core.printed.definitions import definition
from events.questions import Cards, Main, Use
from events.vocabulary import Answered, CardPlayed, Event
from projections.plain_words import a
from projections.table import IN_PLAY

_LIMIT = re.compile(
    r"\b(destroy|return|move|discard|place|take|choose|put|control)\b[^.]*?\bpower (\d+) or (less|more)", re.IGNORECASE
)


def why_not_offered(game: Game, names: TableNames, name: str) -> str:
    """Explain why a card in play with this name is not offered: a minion is too strong, too weak or somewhere else, and
    another card is not a minion.

    Returns nothing if the text of the card that asks does not say why.
    """
    table, question = game.table, game.question
    acted = last_acted(game.log[table.turn_began :]) if isinstance(question, Main) else []
    by = question.by if isinstance(question, Cards) else next(iter(acted), 0)
    minions = names.fitting_cards(table, name, [card.number for card in table.minions()])
    if by and not minions and isinstance(question, Cards):
        return _no_minion(game, names, name, question)
    if not by or not minions:
        return ""
    asks, minion = definition(table.cards[by].definition), names.card(table, minions[0])
    powers = {power(game, game.card(in_play)) for in_play in minions}
    if (limit := _LIMIT.search(asks.text)) and len(powers) == 1:
        verb, number, less = limit[1].lower(), int(limit[2]), limit[3] == "less"
        if (has := min(powers)) > number if less else has < number:
            return f"{minion} has {has} power; {asks.name} {verb}s {number} or {limit[3]}"
    here = table.cards[by].site
    if here and re.search(r"\bhere\b", asks.text) and all(table.cards[in_play].site != here for in_play in minions):
        there = names.site(table, table.cards[minions[0]].site)
        return f"{minion} is at {there}; {asks.name} is at {names.site(table, here)}"
    return f"{minion} has {powers.pop()} power" if len(powers) == 1 and isinstance(question, Cards) else ""


def _no_minion(game: Game, names: TableNames, name: str, question: Cards) -> str:
    """Say that text about minions does not apply to another card, if one is meant and only minions are offered."""
    in_play = [card.number for card in game.table.cards.values() if card.zone in IN_PLAY and card.zone != "base"]
    meant = names.fitting_cards(game.table, name, in_play)
    minions_only = all(isinstance(pick, int) and game.facts[pick].is_minion for pick in question.options)
    if not meant or not minions_only:
        return ""
    card, asks = names.card(game.table, meant[0]), names.card(game.table, question.by)
    return f"{card} is {a(game.facts[meant[0]].type)}; {asks} is about minions"


def last_acted(log: Sequence[Event]) -> list[int]:
    """Return the card that was played or used last: where nothing could be chosen for it, nobody was asked."""
    for event in reversed(log):
        if isinstance(event, CardPlayed):
            return [event.card]
        if isinstance(event, Answered) and (used := [pick.holder for pick in event.picks if isinstance(pick, Use)]):
            return used
    return []
