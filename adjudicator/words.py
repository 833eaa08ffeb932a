"""Options of a question in words, for whoever may see them."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.board import faction_name
from core.game import Game
from core.power import breakpoint_of, power, power_at
from events.questions import Draft, Names, Numbers, PayWith, Pick, Play, Question, Seats, Sites, Use
from projections.table import Card

Knows = Callable[[int], bool]


def everything(number: int) -> bool:
    """Somebody who knows every card."""
    return True


def describe_pick(game: Game, question: Question, pick: Pick, knows: Knows = everything) -> str:
    """An option in words; a card that the player does not know stays unnamed."""
    match pick:
        case Play(card=number):
            return f"play {_card(game, number, knows)}"
        case Use(holder=holder, ability=key):
            name = key.partition("#")[2].replace("-", " ")
            return f"use {game.facts[holder].name}{_place(game, game.card(holder))}: {name}"
        case str():
            return faction_name(pick) if isinstance(question, Draft) else pick
    match question:
        case Sites():
            return _base(game, pick)
        case Seats():
            return game.table.seats[pick].name
        case Numbers() | Names():
            return str(pick)
        case PayWith():
            return _allowance(game, pick)
    return _card(game, pick, knows)


def describe_picks(game: Game, question: Question, picks: tuple[Pick, ...], knows: Knows = everything) -> str:
    """An answer in words."""
    return ", ".join(describe_pick(game, question, pick, knows) for pick in picks) or "pass"


def _card(game: Game, number: int, knows: Knows) -> str:
    card, facts = game.card(number), game.facts[number]
    if not knows(number):
        return "an unseen card"
    kind = str(power(game, card)) if facts.is_minion else facts.type
    owner = f"{game.table.seats[card.controller].name}'s " if card.zone in ("minions", "actions", "attached") else ""
    return f"{owner}{facts.name} ({kind}){_place(game, card)}"


def _place(game: Game, card: Card) -> str:
    if card.zone == "discard":
        return " from the discard pile"
    if card.host:
        return f" on {game.facts[card.host].name}"
    if card.zone in ("minions", "actions") and card.site in game.table.sites:
        return f" at {game.facts[game.table.sites[card.site].base].name}"
    return ""


def _base(game: Game, site: int) -> str:
    name = game.facts[game.table.sites[site].base].name
    return f"{name} ({power_at(game, site)} of {breakpoint_of(game, site)})"


def _allowance(game: Game, number: int) -> str:
    allowance = next(one for one in game.table.allowances if one.number == number)
    words = f"{'an extra' if allowance.extra else 'the normal'} {allowance.kind} play"
    if allowance.condition:
        words += f" ({' '.join((allowance.condition.replace('-', ' '), *allowance.arguments))})"
    if allowance.site:
        words += f" at {_base(game, allowance.site)}"
    return words + (f", by {game.facts[allowance.by].name}" if allowance.by else "")
