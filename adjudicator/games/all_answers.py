"""All distinct answers to a question: every legal set of picks, with equal cards counted once."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator
from itertools import combinations, combinations_with_replacement, islice, permutations

from events.questions import Arrange, Distribute, NextInOrder, Pick, Play, Question
from projections.equivalence import equivalence_key
from projections.renaming import CARD_QUESTIONS
from projections.table import Table


def _alike(table: Table, question: Question, pick: Pick, apart: Collection[int]) -> Hashable:
    """Return a key that two picks share if they lead to the same result: equal cards in a hand, or equal minions at a
    base, except those to be told `apart`.

    Only cards can be alike: the number of a base, a player or a play may also be some card's number.
    """
    number = pick.card if isinstance(pick, Play) else pick if isinstance(question, CARD_QUESTIONS) else None
    if isinstance(number, int) and number in table.cards and number not in apart:
        return (type(pick).__name__, equivalence_key(table, number))
    return pick


def answers(
    table: Table, question: Question, limit: int = 500, apart: Collection[int] = ()
) -> tuple[list[tuple[Pick, ...]], bool]:
    """Return the distinct legal answers up to a limit, and whether they are complete. Equal cards that are to be told
    `apart` make different answers.
    """
    distinct: dict[Hashable, tuple[Pick, ...]] = {}
    likes = {pick: _alike(table, question, pick, apart) for pick in question.options}
    ordered = isinstance(question, Arrange)
    tried = 0
    for picks in islice(_candidates(question), limit * 40):
        tried += 1
        if question.refusal(picks) is None:
            names = [likes[pick] for pick in picks]
            key = tuple(names) if ordered else tuple(sorted(map(repr, names)))
            distinct.setdefault(key, picks)
            if len(distinct) >= limit:
                return list(distinct.values()), False
    return list(distinct.values()), tried < limit * 40


def _candidates(question: Question) -> Iterator[tuple[Pick, ...]]:
    options = question.options
    if isinstance(question, Arrange):
        yield from permutations(options)
        return
    if isinstance(question, NextInOrder):
        yield from ((option,) for option in options)  # The next pick; every order is reached one pick at a time.
        return
    choose: Iterable[tuple[Pick, ...]]
    for count in range(question.least, question.most + 1):
        choose = (
            combinations_with_replacement(options, count)
            if isinstance(question, Distribute)
            else combinations(options, count)
        )
        yield from choose
