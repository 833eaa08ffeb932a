"""Compare a game with what a scenario expects. Each difference is one sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.scenarios.listing import NOBODY
from adjudicator.scenarios.model import AskedExpected, EventExpected, Expect, PileExpected, SightExpected, stated_piles
from adjudicator.scenarios.names import GONE, PILES, NoSuchName, TableNames, is_base, is_printed
from adjudicator.scenarios.steps import asked_in_words, kind_of
from core.engine.game import Game
from core.engine.power import breakpoint_of, power, total_power
from core.printed.definitions import slug
from events.errors import SmashUpError
from events.questions import Arrange, Cards, Distribute, Hosts, Pick, Play, Question, Sites, Use
from events.vocabulary import Awarded, Event, ScoringBegan, tag_of
from events.zones import ZONES, Zone, ZoneFacts
from projections.table import IN_PLAY, Table

CARD_FIELDS = frozenset(
    {"card", "by", "host", "origin_host", "base", "old", "new", "holder", "granted_by", "target", "because", "tied_to"}
    | {"challenger", "challenged", "cards", "winners", "losers", "allowance_by"}
)
SITE_FIELDS = frozenset({"site", "origin"})
SEAT_FIELDS = frozenset({"seat", "to", "controller", "until_seat", "seats"})
SUBJECTS = ("card", "cards", "holder", "base", "site", "challenger", "to", "seat", "seats")


def check_expectations(expect: Expect, game: Game, names: TableNames, since: int) -> Iterator[str]:
    """Yield what is not as expected. Events count from position `since` on."""
    look = ExpectContext(game, names, since)
    for field, check in _CHECKS.items():
        expected = getattr(expect, field)
        if expected is None:
            continue
        try:
            yield from check(look, expected)
        except SmashUpError as error:
            yield f"{field}: {error}"


class ExpectContext:
    """The game that is compared with expectations."""

    def __init__(self, game: Game, names: TableNames, since: int) -> None:
        self.game = game
        self.table: Table = game.table
        self.names = names
        self.since = since

    def host(self, name: str) -> int:
        """Return a card that others can be on or under, by name: in play or in stasis."""
        cards = self.table.cards
        pool = (card for card in cards if cards[card].zone in IN_PLAY or ZONES[cards[card].zone].laden)
        return self.names.find_card(self.table, name, pool)

    def anywhere(self, name: str) -> list[int]:
        """Return all cards that a name fits: those in play if there are any, else visible ones and those in hands, else
        those in decks.
        """
        cards = self.table.cards
        pools: tuple[Callable[[Zone], bool], ...] = (
            lambda zone: zone in IN_PLAY,
            lambda zone: not ZONES[zone].ordered,
            lambda zone: True,
        )
        for fits in pools:
            pool = [number for number, card in cards.items() if fits(card.zone)]
            if fitting := self.names.fitting_cards(self.table, name, pool):
                return fitting
        raise NoSuchName(name, "is not a card in this game")

    def called(self, numbers: Iterable[int]) -> list[str]:
        """Return the names of cards."""
        return [self.names.card(self.table, number) for number in numbers]


# --- numbers and words ----------------------------------------------------------------------------------------------


def _differs(what: str, expected: object, actual: object) -> Iterator[str]:
    if expected != actual:
        yield f"{what}: expected {_words(expected)}, is {_words(actual)}"


def _words(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(str(item) for item in value) or "nothing"
    return "nothing" if value in ("", None) else str(value)


def _vp(look: ExpectContext, expected: Mapping[str, int]) -> Iterator[str]:
    for name, points in expected.items():
        seat = look.names.find_seat(look.table, name)
        yield from _differs(f"VP of {name}", points, look.table.seats[seat].victory_points)


def _of_award(field: str) -> Callable[[ExpectContext, Mapping[str, int]], Iterator[str]]:
    def check(look: ExpectContext, expected: Mapping[str, int]) -> Iterator[str]:
        awarded = next((event for event in reversed(look.game.log) if isinstance(event, Awarded)), None)
        if awarded is None:
            yield f"{field}: no base has scored"
            return
        by_seat = {look.names.find_seat(look.table, name): number for name, number in expected.items()}
        for seat, actual in enumerate(getattr(awarded, field)):
            yield from _differs(f"{field} of {look.table.seats[seat].name}", by_seat.get(seat, 0), actual)

    return check


def _scored(look: ExpectContext, expected: Sequence[str]) -> Iterator[str]:
    began = [event for event in look.game.log if isinstance(event, ScoringBegan)]
    scored = [_base_name(look, event.base, event.site) for event in began]
    if len(scored) != len(expected) or not all(
        _is_base(look, name, event.base, event.site) for name, event in zip(expected, began, strict=True)
    ):
        yield f"bases that scored: expected {_words(expected)}, are {_words(scored)}"


def _base_name(look: ExpectContext, base: int, site: int) -> str:
    name = look.names.site(look.table, site)
    return name if name != GONE else look.names.card(look.table, base)


def _is_base(look: ExpectContext, name: str, base: int, site: int) -> bool:
    if look.names.sites.get(name) == site:
        return True
    return is_base(look.table.cards[base].definition, name)


def _bases(look: ExpectContext, expected: Sequence[str]) -> Iterator[str]:
    left = list(look.table.sites)
    missing = []
    for name in expected:
        matching = next((site for site in left if _is_base(look, name, look.table.sites[site].base, site)), None)
        if matching is None:
            missing.append(name)
        else:
            left.remove(matching)
    if missing or left:
        found_names = [look.names.site(look.table, site) for site in look.table.sites]
        yield f"bases in play: expected {_words(expected)}, are {_words(found_names)}"


def _turn(look: ExpectContext, expected: str) -> Iterator[str]:
    yield from _differs("turn", expected, look.table.seats[look.table.current].name)


def _phase(look: ExpectContext, expected: str) -> Iterator[str]:
    yield from _differs("phase", expected, look.table.phase)


def _winner(look: ExpectContext, expected: str | Sequence[str]) -> Iterator[str]:
    names = [expected] if isinstance(expected, str) else list(expected)
    winners = [look.table.seats[seat].name for seat in look.table.winners]
    if sorted(names) != sorted(winners):
        yield f"winner: expected {_words(names)}, is {_words(winners)}"


def _plays(look: ExpectContext, expected: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    for name, kinds in expected.items():
        seat = look.names.find_seat(look.table, name)
        for kind, count in kinds.items():
            left = sum(1 for allowance in look.table.allowances if allowance.seat == seat and allowance.kind == kind)
            yield from _differs(f"plays of {name}, {kind}", count, left)


# --- cards ----------------------------------------------------------------------------------------------------------


def _of_cards(
    what: str, read: Callable[[ExpectContext, int], object]
) -> Callable[[ExpectContext, Mapping[str, Any]], Iterator[str]]:
    def check(look: ExpectContext, expected: Mapping[str, Any]) -> Iterator[str]:
        for name, value in expected.items():
            numbers = look.anywhere(name)
            values = list(dict.fromkeys(read(look, number) for number in numbers))
            if len(values) > 1:
                listed = [look.names.told_apart(look.table, number) for number in numbers]
                raise NoSuchName(name, "could be any of", listed)
            yield from _differs(f"{what} of {name}", value, values[0])

    return check


def _power(look: ExpectContext, number: int) -> int:
    return power(look.game, look.table.cards[number])


def _controller(look: ExpectContext, number: int) -> str:
    return look.table.seats[look.table.cards[number].controller].name


def _owner(look: ExpectContext, number: int) -> str:
    owner = look.table.cards[number].owner
    return look.table.seats[owner].name if owner >= 0 else NOBODY


def _where(look: ExpectContext, expected: Mapping[str, str]) -> Iterator[str]:
    for name, place in expected.items():
        numbers = look.anywhere(name)
        places = list(dict.fromkeys(look.names.place(look.table, number) for number in numbers))
        if len(places) > 1:
            raise NoSuchName(name, "could be any of", [look.names.told_apart(look.table, number) for number in numbers])
        if not _same_place(look, place, numbers[0]):
            yield f"{name}: expected {place}, is {places[0]}"


def _same_place(look: ExpectContext, place: str, number: int) -> bool:
    actual = look.names.place(look.table, number)
    place = re.sub(r"^(?:in|at) (?:the )?|(?<=discard) pile$", "", place)
    if slug(actual) == slug(place):
        return True
    card = look.table.cards[number]
    return (
        bool(card.site)
        and card.zone in IN_PLAY
        and not card.host
        and is_base(look.table.cards[look.table.sites[card.site].base].definition, place)
    )


def _total(look: ExpectContext, expected: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    for base, by_seat in expected.items():
        site = look.names.find_site(look.table, base)
        for name, number in by_seat.items():
            seat = look.names.find_seat(look.table, name)
            yield from _differs(f"power of {name} at {base}", number, total_power(look.game, seat, site))


def _breakpoint(look: ExpectContext, expected: Mapping[str, int]) -> Iterator[str]:
    for base, number in expected.items():
        site = look.names.find_site(look.table, base)
        yield from _differs(f"breakpoint of {base}", number, breakpoint_of(look.game, site))


# --- piles ----------------------------------------------------------------------------------------------------------


def _same_cards(
    look: ExpectContext, what: str, expected: Sequence[str], numbers: Sequence[int], ordered: bool
) -> Iterator[str]:
    """Compare a list of names with cards: each name must match exactly one card."""
    left = list(numbers)
    wrong = len(expected) != len(numbers)
    for index, name in enumerate(expected):
        pool = left if not ordered else list(numbers[index : index + 1])
        fitting = _fitting(look, name, pool)
        if not fitting:
            wrong = True
        else:
            left.remove(fitting[0])
    if wrong or left:
        yield f"{what}: expected {_words(expected)}, is {_words(look.called(numbers))}"


def _fitting(look: ExpectContext, name: str, pool: Sequence[int]) -> list[int]:
    fitting = look.names.fitting_cards(look.table, name, pool)
    return fitting or [number for number in pool if is_base(look.table.cards[number].definition, name)]


def _pile(
    look: ExpectContext, what: str, expected: Sequence[str] | PileExpected, numbers: Sequence[int], ordered: bool
) -> Iterator[str]:
    if not isinstance(expected, PileExpected):
        yield from _same_cards(look, what, expected, numbers, ordered)
        return
    left = list(numbers)
    for name in expected.has:
        fitting = _fitting(look, name, left)
        if fitting:
            left.remove(fitting[0])
        else:
            yield f"{what}: expected to contain {name}, is {_words(look.called(numbers))}"
    for name in expected.lacks:
        _must_exist(look, name, anywhere=True)
        if _fitting(look, name, numbers):
            yield f"{what}: expected not to contain {name}, is {_words(look.called(numbers))}"
    if expected.count is not None:
        yield from _differs(f"{what}, number of cards", expected.count, len(numbers))
    if expected.top:
        yield from _same_cards(look, f"{what}, from the top", expected.top, numbers[: len(expected.top)], True)


def _of_players(zone: Zone) -> Callable[[ExpectContext, Mapping[str, Any]], Iterator[str]]:
    def check(look: ExpectContext, expected: Mapping[str, Any]) -> Iterator[str]:
        for name, pile in expected.items():
            seat = look.table.seats[look.names.find_seat(look.table, name)]
            yield from _pile(look, f"{name}'s {zone}", pile, seat.piles[zone], ZONES[zone].ordered)

    return check


def _of_table(zone: Zone) -> Callable[[ExpectContext, Any], Iterator[str]]:
    def check(look: ExpectContext, expected: Any) -> Iterator[str]:
        yield from _pile(look, zone.replace("_", " "), expected, look.table.piles[zone], ZONES[zone].ordered)

    return check


def _of_bases(zone: Zone) -> Callable[[ExpectContext, Mapping[str, Mapping[str, Sequence[str]]]], Iterator[str]]:
    def check(look: ExpectContext, expected: Mapping[str, Mapping[str, Sequence[str]]]) -> Iterator[str]:
        for base, by_seat in expected.items():
            site = look.table.sites[look.names.find_site(look.table, base)]
            for name, cards in by_seat.items():
                seat = look.names.find_seat(look.table, name)
                mine = [number for number in site.piles[zone] if look.table.cards[number].controller == seat]
                yield from _same_cards(look, f"{zone} of {name} at {base}", cards, mine, False)

    return check


def _of_hosts(row: ZoneFacts) -> Callable[[ExpectContext, Mapping[str, Sequence[str]]], Iterator[str]]:
    def check(look: ExpectContext, expected: Mapping[str, Sequence[str]]) -> Iterator[str]:
        for name, cards in expected.items():
            host = look.table.cards[look.host(name)]
            yield from _same_cards(look, f"{row.where} {name}", cards, getattr(host, row.zone), False)

    return check


# --- questions and events -------------------------------------------------------------------------------------------


def _asked(look: ExpectContext, expected: AskedExpected) -> Iterator[str]:
    question = look.game.question
    actual = asked_in_words(look.game, look.names)
    if question is None:
        yield f"a question was expected, but {actual}"
        return
    seat = look.table.seats[look.table.asked].name
    if (expected.seat and expected.seat != seat) or (expected.kind and expected.kind != kind_of(question)):
        yield f"asked: expected {expected.seat} {expected.kind}, but ({kind_of(question)}) {actual}"
    for field in ("least", "most"):
        if (limit := getattr(expected, field)) is not None:
            yield from _differs(f"asked, {field}", limit, getattr(question, field))
    if expected.about.casefold() not in question.about.casefold():
        yield f"asked: expected {expected.about!r} in the question, but {actual}"
    if expected.by and not (question.by and _fitting(look, expected.by, [question.by])):
        yield f"asked: expected {expected.by} to ask, but {actual}"
    yield from _options(look, expected, question, actual)


def _options(look: ExpectContext, expected: AskedExpected, question: Question, actual: str) -> Iterator[str]:
    """Compare the options exactly, or check that some are or are not among them."""
    options = list(question.options)
    if expected.options is not None:
        left = list(options)
        # The names that fit fewest options choose first: "Ana's vanilla 5" before "vanilla 5".
        for name in sorted(expected.options, key=lambda option: len(_options_called(look, option, question, options))):
            if fitting := _options_called(look, name, question, left):
                left.remove(fitting[0])
            else:
                yield f"asked: expected {name} among the options, but {actual}"
        if left:
            unexpected = [look.names.pick(look.table, question, pick, look.game.log) for pick in left]
            yield f"asked: did not expect {', '.join(unexpected)} among the options"
    for name in expected.has:
        if not _options_called(look, name, question, options):
            yield f"asked: expected {name} among the options, but {actual}"
    for name in expected.lacks:
        if not any(isinstance(pick, str) for pick in options):  # words that could be anything
            _must_exist(look, name, anywhere=True)
        if _options_called(look, name, question, options):
            yield f"asked: did not expect {name} among the options, but {actual}"


def _options_called(look: ExpectContext, name: str, question: Question, options: Sequence[Pick]) -> list[Pick]:
    """Return the options that a name fits, by their words or by their card."""
    fitting = []
    for pick in options:
        words = look.names.pick(look.table, question, pick, look.game.log)
        cards = [pick.card] if isinstance(pick, Play) else [pick.holder] if isinstance(pick, Use) else []
        if isinstance(pick, int) and isinstance(question, (Cards, Hosts, Arrange, Distribute)):
            cards = [pick]
        if isinstance(question, Sites) and isinstance(pick, int):
            fits = _is_base(look, name, look.table.sites[pick].base, pick)
        else:
            fits = slug(name) == slug(words) or bool(_fitting(look, name, cards))
        if fits:
            fitting.append(pick)
    return fitting


def _sees(look: ExpectContext, expected: Mapping[str, SightExpected]) -> Iterator[str]:
    """Compare the cards whose faces a player knows with that seat's view."""
    from projections.view import View  # Few scenarios check this, and a ruling should not wait for the import.

    for name, sight in expected.items():
        view = View(look.names.find_seat(look.table, name), look.game.log)
        for card in sight.has:
            if not all(view.knows(number) for number in look.anywhere(card)):
                yield f"sees: expected {name} to see {card}, who does not"
        for card in sight.lacks:
            if any(view.knows(number) for number in look.anywhere(card)):
                yield f"sees: expected {card} to be hidden from {name}, who sees it"


def _events(look: ExpectContext, expected: Sequence[EventExpected]) -> Iterator[str]:
    position = look.since
    log = look.game.log
    for number, pattern in enumerate(expected):
        at = next((index for index in range(position, len(log)) if is_event(look, pattern, log[index])), None)
        if at is None:
            earlier = any(is_event(look, pattern, log[index]) for index in range(look.since, position))
            after = f", only before {_pattern_words(expected[number - 1])}" if earlier else ""
            yield f"events: expected {_pattern_words(pattern)}, which did not happen{after}"
        else:
            position = at + 1


def _never(look: ExpectContext, expected: Sequence[EventExpected]) -> Iterator[str]:
    for pattern in expected:
        for name in names_in(pattern):
            _must_exist(look, name)
        offender = next((event for event in look.game.log[look.since :] if is_event(look, pattern, event)), None)
        if offender is not None:
            yield f"never: {_pattern_words(pattern)} happened (position {offender.position})"


def names_in(pattern: EventExpected) -> Iterator[str]:
    """Yield the cards, bases and players that a pattern names."""
    if isinstance(pattern, str):
        tag, _, subject = pattern.strip().partition(" ")
        if subject and tag not in ("phase-began", "faction-chosen"):
            yield subject
        return
    named = CARD_FIELDS | SITE_FIELDS | SEAT_FIELDS
    for field, value in pattern.items():
        if field in named:
            yield from (
                item for item in (value if isinstance(value, (list, tuple)) else (value,)) if isinstance(item, str)
            )


def names_expected(expect: Expect) -> Iterator[str]:
    """Yield the cards, bases and players that an expectation is about."""
    for field in Expect.__struct_fields__:
        expected = getattr(expect, field)
        if expected is None or field in ("by_edition", "phase", "asked"):
            continue
        if field in ("events", "never"):
            yield from (name for pattern in expected for name in names_in(pattern))
        elif field == "plays":
            yield from expected
        elif field == "where":
            yield from expected
            places = (re.sub(r"^(on|under|buried at|(in|at)( the)?) ", "", place) for place in expected.values())
            yield from (place for place in places if place not in PILES)
        else:
            yield from _words_in(expected)


def _words_in(expected: object) -> Iterator[str]:
    """Yield all names in a table, a list or a pile."""
    if isinstance(expected, str):
        yield from () if expected == NOBODY else (expected,)
    elif isinstance(expected, Mapping):
        yield from (name for key, value in expected.items() for name in (key, *_words_in(value)))
    elif isinstance(expected, (PileExpected, SightExpected)):
        yield from (name for field in expected.__struct_fields__ for name in _words_in(getattr(expected, field)))
    elif isinstance(expected, (list, tuple)):
        yield from (name for item in expected for name in _words_in(item))


def _must_exist(look: ExpectContext, name: str, anywhere: bool = False) -> None:
    """Report an unknown name as an error, because an expectation about it could never fail."""
    if not look.names.known(look.table, name) and not (anywhere and is_printed(name)):
        raise NoSuchName(name, "is not a card, base or player in this scenario")


def _pattern_words(pattern: EventExpected) -> str:
    if isinstance(pattern, str):
        return pattern
    return " ".join(
        [str(pattern.get("event", "?")), *(f"{key}={value}" for key, value in pattern.items() if key != "event")]
    )


def is_event(look: ExpectContext, pattern: EventExpected, event: Event) -> bool:
    """Return whether an event matches a pattern."""
    if isinstance(pattern, str):
        tag, _, subject = pattern.strip().partition(" ")
        return tag_of(event) == tag and (not subject or _is_about(look, event, subject))
    tag = str(pattern.get("event", ""))
    if tag_of(event) != tag:
        return False
    return all(_field_is(look, event, field, value) for field, value in pattern.items() if field != "event")


def _is_about(look: ExpectContext, event: Event, subject: str) -> bool:
    """Return an event's tag, followed by what the event is about: its card, base, player or phase."""
    if hasattr(event, "phase"):
        return bool(event.phase == subject)
    return any(hasattr(event, field) and _field_is(look, event, field, subject) for field in SUBJECTS)


def _field_is(look: ExpectContext, event: Event, field: str, expected: object) -> bool:
    actual = getattr(event, field)
    if isinstance(actual, tuple) and not isinstance(expected, (list, tuple)):
        return any(_value_is(look, field, part, expected) for part in actual)
    if isinstance(actual, tuple) and isinstance(expected, (list, tuple)):
        return len(actual) == len(expected) and all(
            _value_is(look, field, part, other) for part, other in zip(actual, expected, strict=True)
        )
    return _value_is(look, field, actual, expected)


def _value_is(look: ExpectContext, field: str, actual: object, expected: object) -> bool:
    if not isinstance(expected, str) or not isinstance(actual, int) or isinstance(actual, bool):
        return actual == expected
    if field in SEAT_FIELDS:
        return actual >= 0 and look.table.seats[actual].name == expected
    if field in SITE_FIELDS:
        return look.names.sites.get(expected) == actual or (
            actual in look.table.sites and _is_base(look, expected, look.table.sites[actual].base, actual)
        )
    if field in CARD_FIELDS and actual:
        nickname = look.names.cards.get(expected)
        if nickname is not None:
            return nickname == actual
        return bool(_fitting(look, expected, [actual])) or _was_site(look, expected, actual)
    return False


def _was_site(look: ExpectContext, name: str, base: int) -> bool:
    """Return a base that has left, by the nickname of its site."""
    return any(
        isinstance(event, ScoringBegan) and event.base == base and look.names.sites.get(name) == event.site
        for event in look.game.log
    )


_CHECKS: dict[str, Callable[[ExpectContext, Any], Iterator[str]]] = {
    "vp": _vp,
    "places": _of_award("places"),
    "awards": _of_award("awards"),
    "totals": _of_award("totals"),
    "scored": _scored,
    "bases": _bases,
    **{row.key: _of_players(row.zone) for row in stated_piles("seat")},
    **{row.key: _of_table(row.zone) for row in stated_piles("table")},
    **{row.key: _of_bases(row.zone) for row in stated_piles("base")},
    **{row.key: _of_hosts(row) for row in stated_piles("card")},
    "where": _where,
    "power": _of_cards("power", _power),
    "counters": _of_cards("counters", lambda look, number: look.table.cards[number].counters),
    "stasis_counters": _of_cards("stasis counters", lambda look, number: look.table.cards[number].stasis),
    "controller": _of_cards("controller", _controller),
    "owner": _of_cards("owner", _owner),
    "total": _total,
    "breakpoint": _breakpoint,
    "plays": _plays,
    "turn": _turn,
    "phase": _phase,
    "winner": _winner,
    "asked": _asked,
    "sees": _sees,
    "events": _events,
    "never": _never,
}
