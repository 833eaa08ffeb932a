"""Which fields of events, questions and picks refer to cards, and how to renumber them.

A card's number means nothing on its own. Code that shows a game to a player, or compares two games, may give the cards
other numbers. This module rewrites everything that refers to cards, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from events.questions import Arrange, Cards, Distribute, Hosts, Pick, Play, Question, Use
from events.vocabulary import EVENT_TYPES, AllowanceGiven, Answered, Asked, CardsMade, Event, PickedAtRandom
from events.words import PlayCondition

Rename = Callable[[int], int]
"""Maps a card's number to another. Never called with 0, "no card"."""

E = TypeVar("E", bound=Event)
Q = TypeVar("Q", bound=Question)

CARD_FIELDS = frozenset(
    {
        *("card", "by", "because", "holder", "granted_by", "host", "origin_host", "target", "tied_to"),
        *("challenger", "challenged", "base", "old", "new"),
    }
)
"""Fields that hold one card (bases are cards too), in any event."""

CARDS_FIELDS = frozenset({"cards", "order", "winners", "losers"})
"""Fields that hold several."""

CARD_CONDITIONS: frozenset[PlayCondition] = frozenset({"raises-card", "affects-card"})
"""Conditions of plays whose arguments are cards: the minions that the played card has to affect."""

CARD_QUESTIONS = (Cards, Hosts, Distribute, Arrange)
"""Questions whose options are cards. Options of other questions are sites, seats or words, or are typed."""


def card_of(pick: Pick, question: Question) -> int:
    """Return the card that an option refers to, or 0."""
    match pick:
        case Play(card=card):
            return card
        case Use(holder=holder):
            return holder
        case int() if isinstance(question, CARD_QUESTIONS):
            return pick
    return 0


def _fields(kind: type[Event]) -> tuple[tuple[str, bool], ...]:
    names = kind.__struct_fields__
    return tuple((name, name in CARDS_FIELDS) for name in names if name in CARD_FIELDS or name in CARDS_FIELDS)


_FIELDS: dict[type[Event], tuple[tuple[str, bool], ...]] = {kind: _fields(kind) for kind in EVENT_TYPES}


def cards_named(event: Event) -> list[int]:
    """Return the cards that an event names; for a question, also the card that asks and those among the options."""
    numbers: list[int] = []
    for name, many in _FIELDS[type(event)]:
        numbers += getattr(event, name) if many else (getattr(event, name),)
    if isinstance(event, AllowanceGiven) and event.condition in CARD_CONDITIONS:
        numbers += [int(argument) for argument in event.arguments if argument.isdecimal()]
    if isinstance(event, Asked):
        numbers += [event.question.by, *(card_of(option, event.question) for option in event.question.options)]
    return [number for number in numbers if number]


def renamed(event: E, rename: Rename, question: Question | None = None) -> E:
    """Return an event with its cards renamed. `question` is the one that an `Answered` event answers."""
    if isinstance(event, Asked):
        return msgspec.structs.replace(event, question=renamed_question(event.question, rename))
    if isinstance(event, Answered):
        return msgspec.structs.replace(event, picks=renamed_picks(event.picks, rename, question))
    if isinstance(event, PickedAtRandom):
        return event if event.what in ("seat", "site") else _replaced(event, rename, (("pool", True), ("picks", True)))
    if isinstance(event, CardsMade):
        return _replaced(event, rename, (("first", False),))
    if isinstance(event, AllowanceGiven):
        arguments = renamed_arguments(event.condition, event.arguments, rename)
        event = msgspec.structs.replace(event, arguments=arguments)
    changed = _replaced(event, rename, _FIELDS[type(event)])
    but = getattr(event, "but", None)
    return msgspec.structs.replace(changed, but=(but[0], _one(but[1], rename))) if but else changed


def renamed_arguments(condition: str, arguments: tuple[str, ...], rename: Rename) -> tuple[str, ...]:
    """Return the arguments of a play's condition with the cards among them renamed."""
    if condition not in CARD_CONDITIONS:
        return arguments
    return tuple(str(rename(int(argument))) if argument.isdecimal() else argument for argument in arguments)


def _replaced(event: E, rename: Rename, fields: tuple[tuple[str, bool], ...]) -> E:
    changes: dict[str, Any] = {}
    for name, many in fields:
        value = getattr(event, name)
        if value:
            changes[name] = tuple(rename(number) for number in value) if many else rename(value)
    return msgspec.structs.replace(event, **changes) if changes else event


def _one(number: int, rename: Rename) -> int:
    return rename(number) if number else 0


def renamed_question(question: Q, rename: Rename) -> Q:
    """Return a question with its cards renamed."""
    return msgspec.structs.replace(
        question, options=renamed_picks(question.options, rename, question), by=_one(question.by, rename)
    )


def renamed_picks(picks: tuple[Pick, ...], rename: Rename, question: Question | None) -> tuple[Pick, ...]:
    """Return options or an answer with their cards renamed. Whether a bare number is a card depends on the question."""
    numbers_are_cards = isinstance(question, CARD_QUESTIONS)
    return tuple(_renamed_pick(pick, rename, numbers_are_cards) for pick in picks)


def _renamed_pick(pick: Pick, rename: Rename, numbers_are_cards: bool) -> Pick:
    match pick:
        case Play(card=card):
            return Play(_one(card, rename))
        case Use(holder=holder, ability=ability, granted_by=granted_by, event=event):
            return Use(_one(holder, rename), ability, _one(granted_by, rename), event)
        case int() if numbers_are_cards:
            return _one(pick, rename)
    return pick
