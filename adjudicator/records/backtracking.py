"""Backtracking: a line may seem impossible only because the hidden cards were dealt wrongly.

Hidden cards decide whether anything is revealed, how much may be chosen, and whether a player is asked at all. So
before a line is rejected, the search returns to earlier lines, tries other hidden cards there, and reads on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from adjudicator.records.assignment import assign, assign_one_more, suppose
from adjudicator.records.comparing import watch
from adjudicator.records.hypothesis import Hypothesis
from adjudicator.records.lines import UNKNOWN, Action, AnyLine, BadRecord, ShownCards, listed_names
from adjudicator.records.recording import Recording
from adjudicator.records.spectator import face_down
from adjudicator.records.stepping import step
from core.printed.definitions import Definition, definition
from core.rules.replay import quiet_point
from events.errors import SmashUpError
from events.questions import Main, Window
from events.vocabulary import Drawn, Event, Looked
from projections.renaming import card_of

MOST_ALTERNATIVES = 16
"""Number of deals to try at each of those lines before the line is rejected."""


FEW_ALTERNATIVES = 6
"""The same limit while a person is waiting for the answer, or while another alternative is being tried."""


WORK_OF_ALL = 40_000
"""Maximum number of edges to examine for all alternatives to one line."""


Alternative = Callable[[], bool]
"""A function that tries other hidden cards and returns whether a deal with them exists."""


def backtrack(recording: Recording, refused: BadRecord) -> bool:
    """Search for other hidden cards that make a rejected line legal.

    Returns whether there are any; the record has then moved past that line.
    """
    if refused.line in recording.backtracked:
        return False
    recording.backtracked.add(refused.line)
    recording.work = WORK_OF_ALL
    try:
        return _search(recording, refused)
    finally:
        recording.work = None


def _search(recording: Recording, refused: BadRecord) -> bool:
    lines = recording.lines
    end = next((index for index, line in enumerate(lines) if line.line >= refused.line), len(lines) - 1)
    suspects, looks, drawn = _suspects(recording), _looked_at(recording), _drawn_of_others(recording)
    most = FEW_ALTERNATIVES if recording.open_end or recording.attempt else MOST_ALTERNATIVES
    question = recording.game.question
    asked_for_nothing = question and not isinstance(question, Main | Window) and not isinstance(lines[end], ShownCards)
    here = recording.hypothesis(recording.view.position - 1) if recording.at <= end and asked_for_nothing else None
    marks = tuple(reversed(recording.marks))
    for mark in marks if looks or drawn else ():
        recording.go_back_to(mark)
        if _any_leads_past(recording, mark, end, _in_decks(recording, lines[end], looks, drawn)):
            return True
    if here is not None:
        recording.go_back_to(here)
        if _any_leads_past(recording, here, end, islice(_nothing_to_ask_for(recording), most)):
            return True
    for mark in marks:
        recording.go_back_to(mark)
        if _any_leads_past(
            recording, mark, end, islice(_alternatives(recording, _around(lines, mark.at, end), suspects), most)
        ):
            return True
    return False


def _any_leads_past(recording: Recording, mark: Hypothesis, end: int, alternatives: Iterable[Alternative]) -> bool:
    mark = replace(mark, checkpoints=mark.checkpoints.with_one_at(mark.log, quiet_point(mark.log)))
    for alternative in list(alternatives):
        game = recording.game
        if _leads_past(recording, alternative, end):
            return True
        if recording.game is not game or recording.view.position != len(mark.log):
            recording.go_back_to(mark)
    return False


def _leads_past(recording: Recording, alternative: Alternative, end: int) -> bool:
    try:
        if not alternative():
            return False
        watch(recording)
        while recording.at <= end or recording.states_place:
            if not step(recording):
                return False
    except SmashUpError:
        return False
    return True


def _nothing_to_ask_for(recording: Recording) -> Iterator[Alternative]:
    """Assume that the hand held nothing to ask about, so an unanswered question was never asked.

    The weakest assumption comes first, because assumptions last.
    """
    table = recording.game.table
    kinds = {card.definition for card in table.cards.values()}
    for seat in sorted(range(len(table.seats)), key=lambda seat: seat != table.asked):
        hidden = [card for card in table.seats[seat].hand if not recording.view.knows(card)]
        for kind in dict.fromkeys(table.cards[number].definition for number in hidden):
            yield partial(suppose, recording, seat, {kind: 0})
        for minions in (True, False):
            some = {kind: 0 for kind in kinds if definition(kind).is_minion is minions}
            yield partial(suppose, recording, seat, some)


def _suspects(recording: Recording) -> list[int]:
    """Return the cards that were just revealed or may have been chosen unseen. One of them may be dealt wrongly."""
    question = recording.game.question
    offered = [card_of(pick, question) for pick in question.options] if question else []
    return [*recording.view.learned, *(card for card in offered if card and not recording.view.knows(card))]


def _lately(recording: Recording) -> Sequence[Event]:
    """Return the events since the earliest line to which the search can return."""
    return recording.game.log[len(recording.marks[0].log) if recording.marks else 0 :]


def _looked_at(recording: Recording) -> list[Sequence[int]]:
    """Return the cards that players have looked at recently, one list per look."""
    return [event.cards for event in _lately(recording) if isinstance(event, Looked)]


def _drawn_of_others(recording: Recording) -> list[tuple[list[int], Definition]]:
    """Return the recently drawn cards, each with the cards in that deck that belong to other players.

    Everybody would see such a card go to its owner, but no line says so.
    """
    table = recording.game.table
    drawn = []
    for event in _lately(recording):
        if isinstance(event, Drawn):
            own = (event.seat, -1)
            deck = (table.cards[card] for card in table.seats[event.seat].deck)
            others = dict.fromkeys(card.definition for card in deck if recording.owner_of(card.number) not in own)
            drawn += [(list(event.cards), definition(kind)) for kind in others]
    return drawn


def _around(lines: Sequence[AnyLine], since: int, end: int) -> list[AnyLine]:
    """Return the rejected line, those just after it, and what was shown since an earlier line: it may have been taken for
    something that happened later than the line means."""
    return [*(line for line in lines[since:end] if isinstance(line, ShownCards)), *lines[end : end + 3]]


def _in_decks(
    recording: Recording,
    line: AnyLine,
    looks: Sequence[Sequence[int]],
    drawn: Sequence[tuple[Sequence[int], Definition]],
) -> Iterator[Alternative]:
    """Yield what a deck may have held where players looked or drew: a card that a line names, or a card whose draw
    everybody would have seen.
    """
    for some, other in drawn:
        yield partial(_and_leave_there, recording, some, partial(assign_one_more, recording, some, other))
    named = dict.fromkeys(meant for name in _names(line) if (meant := recording.names.card_meant(name)))
    known = recording.game.table.cards
    for look in looks:
        cards = [number for number in look if number in known and not recording.view.knows(number)]
        if isinstance(line, ShownCards) and len(cards) == len(line.names) and UNKNOWN not in line.names:
            yield partial(_and_leave_there, recording, cards, partial(_lay, recording, cards, line.names))
        for kind in named:
            if cards and recording.may_be(cards, kind):
                yield partial(_and_leave_there, recording, cards, partial(assign_one_more, recording, cards, kind))


def _lay(recording: Recording, cards: Sequence[int], names: Sequence[str]) -> bool:
    """Put cards of these names, in this order, into these places of a deck."""
    meant = [recording.names.card_meant(name) for name in names]
    targets = {card: definition for card, definition in zip(cards, meant, strict=True) if definition}
    return len(targets) == len(cards) and assign(recording, targets, recording.game.log)


def _and_leave_there(recording: Recording, cards: Sequence[int], laid: Alternative) -> bool:
    """Try an alternative that puts other cards into these places of decks, and do not move them out of there again."""
    decks = [seat.deck for seat in recording.game.table.seats]
    places = [(seat, at) for seat, deck in enumerate(decks) for at, card in enumerate(deck) if card in cards]
    if not laid():
        return False
    recording.view.settle(recording.game.table.seats[seat].deck[at] for seat, at in places)
    return True


def _alternatives(recording: Recording, lines: Sequence[AnyLine], suspects: Sequence[int]) -> Iterator[Alternative]:
    """Yield what may have been different: the cards that the next lines name were there, a suspect was not, or a hand
    held something else.
    """
    table, sight = recording.game.table, recording.view
    hands = [[number for number in seat.hand if not sight.knows(number)] for seat in table.seats]
    here = dict.fromkeys([table.asked, *(line.seat for line in lines if isinstance(line, ShownCards | Action))])
    named = dict.fromkeys(card for line in lines for name in _names(line) if (card := recording.names.card_meant(name)))
    down = face_down(sight)
    hidden = [suspect for suspect in suspects if suspect in table.cards and not sight.knows(suspect)]
    turned_up = [number for number in hidden if number in down]
    for card in named:
        if turned_up:
            yield partial(assign_one_more, recording, turned_up, card)
        for seat in (seat for seat in here if seat >= 0):
            yield _one_more(recording, seat, card)
        for number in down:
            yield partial(assign_one_more, recording, [number], card)
    for hidden_card in hidden:
        for card in _others(recording, hidden_card):
            yield partial(assign_one_more, recording, [hidden_card], card)
    for card in _others(recording, *hands[table.asked][:1]):
        yield _one_more(recording, table.asked, card)


def _one_more(recording: Recording, seat: int, card: Definition) -> Alternative:
    table = recording.game.table
    kinds = [table.cards[number].definition for number in table.seats[seat].hand if not recording.view.knows(number)]
    return partial(suppose, recording, seat, {card.id: kinds.count(card.id) + 1})


def _names(line: AnyLine) -> Iterator[str]:
    match line:
        case ShownCards(names=names):
            yield from (name for name in names if name != UNKNOWN)
        case Action(does=does) if does.what:
            yield from listed_names(does.what)


def _others(recording: Recording, *places: int) -> list[Definition]:
    """Return the other kinds of cards that may be in a place, the most different ones first."""
    cards = recording.game.table.cards
    found_kinds: dict[Definition, None] = {}
    for place in places:
        was = definition(cards[place].definition)
        kinds = dict.fromkeys(card.definition for card in cards.values() if card.owner == cards[place].owner)
        others = [definition(kind) for kind in kinds if kind != was.id]
        found_kinds |= dict.fromkeys(sorted(others, key=lambda other: other.is_minion is was.is_minion))
    return list(found_kinds)
