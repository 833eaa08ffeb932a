"""Second thoughts: a line may be refused only because hidden cards are others than they really were.

What is in a hand decides whether anything is revealed, how much may be chosen, and whether somebody is asked at all. So
before a line is refused, the record goes back to the last lines, deals otherwise there, and comes again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.records.notation import UNKNOWN, Action, AnyLine, BadRecord, Shown, listed_names
from adjudicator.records.sight import face_down
from core.printed.definitions import Definition, definition
from events.errors import SmashUpError
from events.questions import Main, Window
from events.vocabulary import Event
from projections.renaming import card_of

if TYPE_CHECKING:
    from adjudicator.records.recording import Recording

KEPT = 2
"""How many lines a record can go back."""

MOST_THOUGHTS = 24
"""Deals that are tried at each of them, before the line is refused."""


FEW_THOUGHTS = 6
"""… where somebody waits for the answer."""


class Mark(NamedTuple):
    """Where a record was before a line."""

    log: tuple[Event, ...]
    at: int
    given: int
    together: tuple[int, list[tuple[int, str]]]
    named: frozenset[int]
    place: tuple[str, int]
    positions: dict[int, int]
    shown_at: dict[int, tuple[int, int]]


Thought = Callable[[], bool]
"""Other hidden cards; whether there is a deal with them."""


def think_again(recording: Recording, refused: BadRecord) -> bool:
    """Whether other hidden cards let a refused line be; then the record has gone on past it."""
    lines = recording.lines
    if refused.line in recording.thought_about:
        return False
    recording.thought_about.add(refused.line)
    end = next((place for place, line in enumerate(lines) if line.line >= refused.line), len(lines) - 1)
    suspects = _suspects(recording)
    most = FEW_THOUGHTS if recording.open_end else MOST_THOUGHTS
    question = recording.game.question
    asked_for_nothing = question and not isinstance(question, Main | Window) and not isinstance(lines[end], Shown)
    if recording.at <= end and asked_for_nothing:
        mark = recording.mark(recording.sight.position - 1)
        recording.go_back(mark)
        if _any_leads_past(recording, mark, end, islice(_nothing_to_ask_for(recording), most)):
            return True
    for mark in reversed(tuple(recording.marks)):
        recording.go_back(mark)
        if _any_leads_past(recording, mark, end, islice(_thoughts(recording, lines[end : end + 3], suspects), most)):
            return True
    return False


def _any_leads_past(recording: Recording, mark: Mark, end: int, thoughts: Iterable[Thought]) -> bool:
    for thought in list(thoughts):
        if _leads_past(recording, thought, end):
            return True
        recording.go_back(mark)
    return False


def _leads_past(recording: Recording, thought: Thought, end: int) -> bool:
    try:
        if not thought():
            return False
        recording.watch()
        while recording.at <= end or recording.states_place:
            if not recording.step():
                return False
    except SmashUpError:
        return False
    return True


def _nothing_to_ask_for(recording: Recording) -> Iterator[Thought]:
    """Somebody is asked what no line answers: perhaps only for what is in a hand. The least that can be supposed comes first:
    whatever is supposed holds from then on."""
    table = recording.game.table
    kinds = {one.definition for one in table.cards.values()}
    for seat in sorted(range(len(table.seats)), key=lambda seat: seat != table.asked):
        held = [one for one in table.seats[seat].hand if not recording.sight.knows(one)]
        for kind in dict.fromkeys(table.cards[one].definition for one in held):
            yield partial(recording.suppose, seat, {kind: 0})
        for minions in (True, False):
            some = {kind: 0 for kind in kinds if definition(kind).is_minion is minions}
            yield partial(recording.suppose, seat, some)


def _suspects(recording: Recording) -> list[int]:
    """What has just come to light, or could be chosen unseen: that may be what should not be there."""
    question = recording.game.question
    offered = [card_of(pick, question) for pick in question.options] if question else []
    return [*recording.sight.learned, *(card for card in offered if card and not recording.sight.knows(card))]


def _thoughts(recording: Recording, lines: Sequence[AnyLine], suspects: Sequence[int]) -> Iterator[Thought]:
    """What may have been otherwise: what the next lines name was there, a suspect was not, a hand held something else."""
    table, sight = recording.game.table, recording.sight
    hands = [[one for one in seat.hand if not sight.knows(one)] for seat in table.seats]
    here = dict.fromkeys([table.asked, *(line.seat for line in lines if isinstance(line, Shown | Action))])
    named = dict.fromkeys(card for line in lines for name in _names(line) if (card := recording.names.card_meant(name)))
    down = face_down(sight)
    hidden = [one for one in suspects if one in table.cards and not sight.knows(one)]
    turned_up = [one for one in hidden if one in down]
    for card in named:
        if turned_up:
            yield partial(recording.deal, turned_up, card)
        for seat in (seat for seat in here if seat >= 0):
            yield _one_more(recording, seat, card)
        for one in down:
            yield partial(recording.deal, [one], card)
    for place in hidden:
        for card in _others(recording, place):
            yield partial(recording.deal, [place], card)
    for card in _others(recording, *hands[table.asked][:1]):
        yield _one_more(recording, table.asked, card)


def _one_more(recording: Recording, seat: int, card: Definition) -> Thought:
    table = recording.game.table
    held = [table.cards[one].definition for one in table.seats[seat].hand if not recording.sight.knows(one)]
    return partial(recording.suppose, seat, {card.id: held.count(card.id) + 1})


def _names(line: AnyLine) -> Iterator[str]:
    match line:
        case Shown(names=names):
            yield from (name for name in names if name != UNKNOWN)
        case Action(does=does) if does.what:
            yield from listed_names(does.what)


def _others(recording: Recording, *places: int) -> list[Definition]:
    """The other kinds of cards that may be in a place: first those that differ most."""
    cards = recording.game.table.cards
    found: dict[Definition, None] = {}
    for place in places:
        was = definition(cards[place].definition)
        kinds = dict.fromkeys(one.definition for one in cards.values() if one.owner == cards[place].owner)
        others = [definition(kind) for kind in kinds if kind != was.id]
        found |= dict.fromkeys(sorted(others, key=lambda one: one.is_minion is was.is_minion))
    return list(found)
