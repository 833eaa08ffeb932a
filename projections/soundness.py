"""Whether a log can be folded: the first event that cannot follow those before it, and what is wrong with it.

A stored log can be well formed and still wrong: every event decodes, but one names a card that does not exist, or takes
a card from a pile it is not in. Each event is checked against the table before it is applied, so that whatever reads a
sound log (views, stories, statistics, exports) finds only cards, players and bases that exist.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from events import words
from events.questions import (
    Cards,
    Draft,
    Main,
    May,
    Modes,
    Mulligan,
    Names,
    NextInOrder,
    Numbers,
    PayWith,
    Play,
    Question,
    Seats,
    Sites,
    Use,
    Window,
)
from events.vocabulary import (
    EVENT_TYPES,
    Answered,
    Asked,
    Awarded,
    BaseArrived,
    BaseSwapped,
    CardPlayed,
    CardsMade,
    Drawn,
    DuelEnded,
    Event,
    FactionChosen,
    GameBegun,
    GameWon,
    HouseRuled,
    PickedAtRandom,
    Shuffled,
    Stored,
    Transferred,
    TurnBegan,
    VictoryPointsChanged,
)
from events.words import ENGINE_WORDS
from projections.renaming import CARD_FIELDS, CARD_QUESTIONS, CARDS_FIELDS, card_of
from projections.table import APPLY, Card, Table

LARGEST = 1_000_000
"""No number in a game, and no card's number, is larger."""

_SEAT_FIELDS = frozenset({"seat", "to", "controller", "until_seat"})
_SITE_FIELDS = frozenset({"site", "origin"})
_NUMBER_FIELDS = frozenset({"amount", "counters", "power", "number", "first", "total", "breakpoint"})
_NEEDS_A_PLAYER = frozenset(
    {(kind, "seat") for kind in (FactionChosen, TurnBegan, Asked, Answered, Drawn)} | {(VictoryPointsChanged, "to")}
)
_HOSTED = (CardPlayed, Transferred, Stored)
_Checked = tuple[
    tuple[str, ...],
    tuple[str, ...],
    tuple[tuple[str, int], ...],
    tuple[str, ...],
    tuple[str, ...],
    tuple[tuple[str, str, frozenset[str]], ...],
]


def _fields(kind: type[Event]) -> _Checked:
    """Return the fields of an event that name a card, cards, a player (with the lowest seat allowed) or a base, are a
    number, or hold a word of a closed set (with what such a word is called)."""
    names = kind.__struct_fields__
    seats = _SEAT_FIELDS - {"to"} if kind is CardPlayed else _SEAT_FIELDS  # a card is played to a zone
    return (
        tuple(name for name in names if name in CARD_FIELDS),
        tuple(name for name in names if name in CARDS_FIELDS),
        tuple((name, 0 if (kind, name) in _NEEDS_A_PLAYER else -1) for name in names if name in seats),
        tuple(name for name in names if name in _SITE_FIELDS),
        tuple(name for name in names if name in _NUMBER_FIELDS),
        tuple(_word_fields(kind)),
    )


def _word_fields(kind: type[Event]) -> Iterator[tuple[str, str, frozenset[str]]]:
    called = {literal: name for name, literal in ENGINE_WORDS.items()}
    for declaring in kind.__mro__:
        # Annotations are the names of the types: at run time these fields are plain strings.
        for name, annotation in vars(declaring).get("__annotations__", {}).items():
            literal = getattr(words, annotation, None)
            if literal is not None:
                yield name, called.get(literal, "word"), words.words_of(literal)


_FIELDS: dict[type[Event], _Checked] = {kind: _fields(kind) for kind in EVENT_TYPES}


class Impossible(Exception):
    """Raised for an event that cannot follow; the reason completes "damaged from position N: …"."""


def fault(log: Iterable[Event]) -> tuple[int, str] | None:
    """Return the position of the first event that cannot follow those before it, and why; None for a sound log."""
    table, sites = Table(), {0}
    for expected, event in enumerate(log, 1):
        try:
            _check(table, sites, event, expected)
            APPLY[type(event)](table, event)
            table.position = expected
            if type(event) in _HOSTED:
                _check_host(table, event)
        except Impossible as impossible:
            return expected, str(impossible)
        except RecursionError:
            return expected, "a card would be on or under itself"
        except Exception:  # whatever the fold raises means that this event does not fit the table
            return expected, f"{_tag(event)} does not fit the table: a card is not where the event takes it from"
    return None


def _tag(event: Event) -> str:
    return str(event.__struct_config__.tag)


def _check(table: Table, sites: set[int], event: Event, expected: int) -> None:
    """Raise `Impossible` if an event names something that does not exist."""
    if event.position != expected:
        raise Impossible(f"the event calls itself number {event.position}")
    if (type(event) is GameBegun) != (expected == 1):
        raise Impossible("a game begins once, with its first event")
    if not 0 <= event.cause < expected:
        raise Impossible(f"its cause is event {event.cause}, which is not before it")
    if table.question is not None and type(event) not in (Answered, HouseRuled):
        raise Impossible("a question is still open")
    single, many, seats, bases, numbers, closed = _FIELDS[type(event)]
    cards, players = table.cards, len(table.seats)
    for name in single:
        if (number := getattr(event, name)) and number not in cards:
            raise Impossible(f"there is no card {number}")
    for name in many:
        for number in getattr(event, name):
            if number not in cards:
                raise Impossible(f"there is no card {number}")
    for name, least in seats:
        if not least <= (seat := getattr(event, name)) < players:
            raise Impossible(f"there is no player {seat + 1}")
    if type(event) is BaseArrived:
        sites.add(event.site)
    for name in bases:
        if (site := getattr(event, name)) not in sites:
            raise Impossible(f"there is no base at place {site}")
    for name in numbers:
        if abs(number := getattr(event, name)) > LARGEST:
            raise Impossible(f"{number} is larger than any number of a game")
    for name, kind, known in closed:
        if (word := getattr(event, name)) not in known:
            raise Impossible(f"there is no {kind} {word!r}")
    if check := _CHECKS.get(type(event)):
        check(table, event)


def _check_host(table: Table, event: Any) -> None:
    """Raise `Impossible` if cards would be on or under each other in a circle."""
    host, seen = event.host, {event.card}
    while host:
        if host in seen:
            raise Impossible("a card would be on or under itself")
        seen.add(host)
        host = table.cards[host].host


# --- what single events must say ------------------------------------------------------------------------------------


def _begun(table: Table, event: GameBegun) -> None:
    if not 2 <= len(event.seats) <= 4:
        raise Impossible(f"a game has two to four players, not {len(event.seats)}")
    if not -1 <= event.first < len(event.seats):
        raise Impossible(f"there is no player {event.first + 1}")


def _made(table: Table, event: CardsMade) -> None:
    numbers = range(event.first, event.first + len(event.definitions))
    if event.first < 1 or any(number in table.cards for number in numbers):
        raise Impossible(f"card {event.first} is made twice")


def _shuffled(table: Table, event: Shuffled) -> None:
    piles = table.seats[event.seat].piles if event.seat >= 0 else table.piles
    before = list(piles[event.zone])
    if event.with_discard:
        before += piles["discard" if event.seat >= 0 else "base_discard"]
    if sorted(before) != sorted(event.order):
        raise Impossible("a shuffle has other cards than the pile")


def _picked(table: Table, event: PickedAtRandom) -> None:
    if not set(event.picks) <= set(event.pool):
        raise Impossible("what was picked at random was not among what it was picked from")
    known: Iterable[int] = table.cards
    if event.what == "seat":
        known = range(len(table.seats))
    elif event.what == "site":
        known = table.sites
    if unknown := set(event.pool) - set(known):
        raise Impossible(f"there is no {event.what} {min(unknown)} to pick at random")


_WORDS, _NUMBERS = frozenset({str}), frozenset({int})
_OPTIONS: dict[type[Question], frozenset[type]] = {
    Main: frozenset({Play, Use}),
    Window: frozenset({Play, Use}),
    NextInOrder: frozenset({Use}),
    **dict.fromkeys((May, Modes, Names, Draft, Mulligan), _WORDS),
    **dict.fromkeys((*CARD_QUESTIONS, Sites, Seats, Numbers, PayWith), _NUMBERS),
}
"""What the options of each kind of question are."""


def _asked(table: Table, event: Asked) -> None:
    question: Question = event.question
    if question.by and question.by not in table.cards:
        raise Impossible(f"there is no card {question.by}")
    kinds = _OPTIONS.get(type(question), frozenset())
    for option in question.options:
        if type(option) not in kinds:
            raise Impossible(f"{option!r:.80} is no option of such a question")
        if (card := card_of(option, question)) and card not in table.cards:
            raise Impossible(f"an option is card {card}, which there is not")
        if type(option) is Play and not _may_play(table, table.cards[card], event.seat, question):
            raise Impossible(f"an option is to play card {card}, which is in another player's hand")
        if type(option) is Use:
            if option.granted_by and option.granted_by not in table.cards:
                raise Impossible(f"card {option.granted_by} grants an option, and there is no such card")
            if not 0 <= option.event < event.position:
                raise Impossible(f"an option answers event {option.event}, which is not before it")
    _check_options(table, question)


def _may_play(table: Table, card: Card, seat: int, question: Question) -> bool:
    """Return whether a player may be asked to play a card: not one of another player's hand.

    Owners may answer with a card that was taken from them as it was revealed (resolve.triggers-wait).
    """
    theirs = card.zone != "hand" or card.number in table.seats[seat].hand
    return theirs or (isinstance(question, Window) and card.owner == seat)


def _check_options(table: Table, question: Question) -> None:
    """Raise `Impossible` for options that name no player, base or play, or lack what goes with each of them."""
    known: Iterable[int]
    match question:
        case Seats():
            known, what = range(len(table.seats)), "player {}, who is not in the game"
        case Sites():
            known, what = table.sites, "the base at place {}, where there is none"
        case PayWith():
            known, what = {allowance.number for allowance in table.allowances}, "play {}, which nobody has"
        case Cards():
            for required, values in (
                (question.budget is not None, question.weights),
                (question.one_name, question.names),
            ):
                if len(values) != len(question.options) and (required or values):
                    raise Impossible("the weights or names of a question are not one for each option")
            return
        case _:
            return
    for option in question.options:
        if option not in known:
            raise Impossible(f"an option is {what.format(option)}")


def _answered(table: Table, event: Answered) -> None:
    if table.question is None or table.asked != event.seat:
        raise Impossible("it answers a question that this player was not asked")
    if refusal := table.question.refusal(event.picks):
        raise Impossible(f"the answer is none of the question's: {refusal}")


def _for_each_player(*fields: str) -> Callable[[Table, Event], None]:
    def check(table: Table, event: Event) -> None:
        for name in fields:
            if len(getattr(event, name)) != len(table.seats):
                raise Impossible(f"{name.replace('_', ' ')} are not one for each player")

    return check


def _won(table: Table, event: GameWon) -> None:
    _for_each_player("victory_points")(table, event)
    if not set(event.seats) <= set(range(len(table.seats))):
        raise Impossible("the winner is not in the game")


def _duel_ended(table: Table, event: DuelEnded) -> None:
    if table.duel is None:
        raise Impossible("a duel ends that has not begun")


def _base_there(table: Table, event: BaseSwapped) -> None:
    if table.sites[event.site].base != event.old:
        raise Impossible(f"card {event.old} is not the base at place {event.site}")


_CHECKS: dict[type[Event], Callable[[Table, Any], None]] = {
    GameBegun: _begun,
    CardsMade: _made,
    Shuffled: _shuffled,
    PickedAtRandom: _picked,
    Asked: _asked,
    Answered: _answered,
    GameWon: _won,
    Awarded: _for_each_player("totals", "places", "awards"),
    DuelEnded: _duel_ended,
    BaseSwapped: _base_there,
}
