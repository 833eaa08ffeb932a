"""Puts an answer into words that mean exactly those picks at that question, as a line of a scenario."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from adjudicator.scenarios.names import NoSuchName, TableNames
from adjudicator.scenarios.steps import kind_of, use_meant
from core.printed.definitions import ability
from events.questions import Arrange, Distribute, Main, May, Mulligan, Pick, Play, Question, Use, Window
from events.vocabulary import Event
from projections.equivalence import equivalence_key
from projections.table import Table


def answer_in_words(
    now: Table, question: Question, picks: Sequence[Pick], names: TableNames, log: Sequence[Event]
) -> str:
    """Return an answer as the line of a scenario."""
    if not picks:
        return "pass" if isinstance(question, (Main, Window)) else "none"
    if isinstance(question, (May, Mulligan)):
        return str(picks[0])
    if isinstance(picks[0], Play):
        cards = [pick.card for pick in question.options if isinstance(pick, Play)]
        return f"play {card_in_words(now, picks[0].card, cards, names)}"
    if isinstance(picks[0], Use):
        return f"use {', '.join(_uses(now, question, picks, names, log))}"
    if isinstance(question, Distribute):
        shares = Counter(picks)
        words = [f"{_option(now, question, pick, names, question.options)} {count}" for pick, count in shares.items()]
        return f"distribute {', '.join(words)}"
    left = list(question.options)
    words = []
    for pick in picks:
        words.append(_option(now, question, pick, names, left))
        left.remove(pick)
    return f"{'arrange' if isinstance(question, Arrange) else 'choose'} {', '.join(words)}"


def _uses(now: Table, question: Question, picks: Sequence[Pick], names: TableNames, log: Sequence[Event]) -> list[str]:
    """Return abilities in words that distinguish each from the options left at its turn."""
    words = []
    for pick in picks:
        if isinstance(pick, Use):
            words.append(use_in_words(now, question, pick, names, log))
        left = tuple(option for option in question.options if option != pick)
        question = msgspec.structs.replace(question, options=left)
    return words


def _option(now: Table, question: Question, pick: Pick, names: TableNames, left: Sequence[Pick]) -> str:
    if isinstance(pick, int) and kind_of(question) in ("cards", "host", "arrange", "distribute"):
        return card_in_words(now, pick, [int(number) for number in left], names)  # type: ignore[arg-type]
    return names.pick(now, question, pick)


def card_in_words(now: Table, number: int, among: Sequence[int], names: TableNames) -> str:
    """Return a name that means this card (or an equal one) among these."""
    name = names.card(now, number)
    same = [candidate for candidate in sorted(among, key=names.order) if names.fitting_cards(now, name, [candidate])]
    numbered = f"{name} #{same.index(number) + 1}" if number in same else name
    for words in (name, names.told_apart(now, number), numbered):
        try:
            if equivalence_key(now, names.find_card(now, words, among)) == equivalence_key(now, number):
                return words
        except NoSuchName:
            continue
    return numbered


def use_in_words(now: Table, question: Question, pick: Use, names: TableNames, log: Sequence[Event]) -> str:
    """Return the words for using an ability: its card if that is enough, else with the ability's name and the event it
    responds to.
    """
    holders = [option.holder for option in question.options if isinstance(option, Use)]
    card = card_in_words(now, pick.holder, holders, names)
    named = f"{card}: {ability(pick.ability).name}"
    about = names.pick(now, question, pick, log).rpartition(" for ")[2]
    for words in (card, named, f"{named} for {about}"):
        try:
            if use_meant(words, now, log, names, question) == pick:
                return words
        except NoSuchName:
            continue
    return named
