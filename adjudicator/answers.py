"""All the different answers to a question: every legal set of picks, equal cards counted once."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import combinations, combinations_with_replacement, islice, permutations

from events.questions import Arrange, Distribute, Pick, Play, Question
from projections.table import Card, Table


def likeness(table: Table, pick: Pick) -> Hashable:
    """Two picks of the same likeness lead to the same: the same card twice in a hand, two equal minions at a base."""
    number = pick.card if isinstance(pick, Play) else pick
    if isinstance(number, int) and (card := table.cards.get(number)) and not isinstance(pick, str):
        return (type(pick).__name__, card_likeness(table, card))
    return pick


def card_likeness(table: Table, card: Card) -> Hashable:
    """What tells a card from its equals, apart from its number."""
    return (
        card.definition,
        card.owner,
        card.controller,
        card.zone,
        card.site,
        card.host,
        card.counters,
        card.stasis,
        card.off_top,
        card.since < table.turn_began,
        tuple((layer.seat, layer.tied_to) for layer in card.control),
        tuple(sorted(repr(card_likeness(table, table.cards[number])) for number in card.attached)),
        tuple(table.cards[number].definition for number in card.stored),
        tuple(lasting.number for lasting in table.lasting if card.number in lasting.cards),
        tuple(entry.position for entry in table.journal if card.number in (getattr(entry, "card", 0), _holder(entry))),
    )


def _holder(entry: object) -> int:
    return int(getattr(entry, "holder", 0))


def answers(table: Table, question: Question, limit: int = 500) -> tuple[list[tuple[Pick, ...]], bool]:
    """The different legal answers, and whether these are all of them (a limit keeps sets from exploding)."""
    found: dict[Hashable, tuple[Pick, ...]] = {}
    likes = {pick: likeness(table, pick) for pick in question.options}
    ordered = isinstance(question, Arrange)
    tried = 0
    for picks in islice(_candidates(question), limit * 40):
        tried += 1
        if question.refusal(picks) is None:
            names = [likes[pick] for pick in picks]
            key = tuple(names) if ordered else tuple(sorted(map(repr, names)))
            found.setdefault(key, picks)
            if len(found) >= limit:
                return list(found.values()), False
    return list(found.values()), tried < limit * 40


def _candidates(question: Question) -> Iterator[tuple[Pick, ...]]:
    options = question.options
    if isinstance(question, Arrange):
        yield from permutations(options)
        return
    choose: Iterable[tuple[Pick, ...]]
    for count in range(question.least, question.most + 1):
        choose = (
            combinations_with_replacement(options, count)
            if isinstance(question, Distribute)
            else combinations(options, count)
        )
        yield from choose
