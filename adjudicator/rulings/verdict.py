"""The verdict: the actual result for each thing a scenario expects, in sentences for a player."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from adjudicator.games.labels import PHASES
from adjudicator.games.power_breakdown import breakpoint_sum, power_sum, total_sum
from adjudicator.scenarios.expect import SUBJECTS, ExpectContext, is_event, names_in
from adjudicator.scenarios.model import AskedExpected, EventExpected, Expect, PileExpected, SightExpected, stated_piles
from core.engine.game import Game
from events.errors import SmashUpError
from events.questions import Main
from events.vocabulary import (
    Awarded,
    Boxed,
    ControlChanged,
    Destroyed,
    DuelEnded,
    Forbidden,
    GameWon,
    Moved,
    Replaced,
    Returned,
    ScoringBegan,
)
from events.zones import ZONES, Holder, Zone, ZoneFacts
from projections.plain_words import NameOf, Words, counted, listed, ordinal, repeated
from projections.prompts import describe, prompt
from projections.table import fold
from projections.timeline import sentence


def verdict(expect: Expect, look: ExpectContext, name_of: NameOf, *, end: bool = True) -> tuple[list[str], list[str]]:
    """Return the actual results for all expectations, most important first: those that answer the question, and the
    rest.

    The open question is part of the answer only at the `end`; before that it is an intermediate state.
    """
    finding = _Finding(look, name_of)
    on_the_way = () if end else (("asked", _asked),)
    telling = _sentences(finding, expect, tuple(item for item in _TELLING_FIELDS if item not in on_the_way))
    rest = _sentences(finding, expect, (*_OTHER_FIELDS, *on_the_way))
    return telling, [item for item in rest if item not in telling]


def _sentences(finding: _Finding, expect: Expect, fields: Fields) -> list[str]:
    sentences: list[str] = []
    for field, words in fields:
        expected = getattr(expect, field)
        if expected is None:
            continue
        with suppress(SmashUpError):  # A name that means nothing is a failure, and there is no result for it.
            sentences += words(finding, expected)
    return [_within(sentence, finding) for sentence in dict.fromkeys(sentences)]


def _within(text: str, finding: _Finding) -> str:
    """Return a sentence for use inside another: lowercase, unless it begins with a name."""
    if not text.startswith("The ") or any(text.startswith(finding.words.card(card)) for card in finding.table.cards):
        return text
    return f"the{text[3:]}"


class _Finding:
    """The game being judged, and words for it."""

    def __init__(self, look: ExpectContext, name_of: NameOf) -> None:
        self.look = look
        self.game: Game = look.game
        self.table = look.table
        self.names = look.names
        self.name_of = name_of
        self.words = Words(look.table, name_of)

    def one(self, name: str) -> int:
        """Return a card by name."""
        return self.look.anywhere(name)[0]

    def called(self, number: int) -> str:
        """Return a card's name, with the printed name if it has a nickname."""
        nicknamed = number in self.names.cards.values()
        return self.names.introduced(self.table, number) if nicknamed else self.words.card(number)

    def cards(self, numbers: Iterable[int], nothing: str = "nothing") -> str:
        """Return several cards in words, counting equal names."""
        return listed(repeated((self.words.card(number) for number in numbers), "{times} × {name}")) or nothing

    @property
    def awarded(self) -> Awarded | None:
        """Return the base that scored last."""
        return next((event for event in reversed(self.game.log) if isinstance(event, Awarded)), None)


def _seats(finding: _Finding, names: Iterable[str]) -> Iterator[tuple[str, int]]:
    for name in names:
        seat = finding.names.find_seat(finding.table, name)
        yield finding.table.seats[seat].name, seat


# --- points and bases -----------------------------------------------------------------------------------------------


def _vp(finding: _Finding, expected: Mapping[str, int]) -> Iterator[str]:
    points = [f"{name} {finding.table.seats[seat].victory_points} VP" for name, seat in _seats(finding, expected)]
    yield ", ".join(points)


def _places(finding: _Finding, expected: Mapping[str, int]) -> Iterator[str]:
    awarded = finding.awarded
    if awarded is None:
        yield "no base has scored"
        return
    ranked = sorted(range(len(awarded.places)), key=lambda seat: awarded.places[seat] or 9)
    names = finding.table.seats
    yield (
        ", ".join(
            f"{names[seat].name} {ordinal(awarded.places[seat]) if awarded.places[seat] else 'takes no place'}"
            for seat in ranked
        )
        + f" at {finding.words.card(awarded.base)}"
    )


def _awards(finding: _Finding, expected: Mapping[str, int]) -> Iterator[str]:
    if awarded := finding.awarded:
        paid = ", ".join(f"{finding.table.seats[seat].name} {points}" for seat, points in enumerate(awarded.awards))
        yield f"{finding.words.card(awarded.base)} pays {paid}"
    else:
        yield "no base has scored"


def _totals(finding: _Finding, expected: Mapping[str, int]) -> Iterator[str]:
    if awarded := finding.awarded:
        power = ", ".join(f"{finding.table.seats[seat].name} {total}" for seat, total in enumerate(awarded.totals))
        yield f"{finding.words.card(awarded.base)} scored with power {power}"
    else:
        yield "no base has scored"


def _scored(finding: _Finding, expected: Sequence[str]) -> Iterator[str]:
    began = [finding.words.card(event.base) for event in finding.game.log if isinstance(event, ScoringBegan)]
    yield f"{', then '.join(began)} {'scores' if len(began) == 1 else 'score'}" if began else "no base scores"


def _bases(finding: _Finding, expected: Sequence[str]) -> Iterator[str]:
    yield f"bases in play: {listed(finding.words.base(site) for site in finding.table.sites) or 'none'}"


def _total(finding: _Finding, expected: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    for base, by_seat in expected.items():
        site = finding.names.find_site(finding.table, base)
        for name, seat in _seats(finding, by_seat):
            total = total_sum(finding.game, seat, site, finding.words.card)
            yield f"{name} has {total.total} power at {finding.words.base(site)}" + (
                f": {total.parts_in_words()}" if len(total.parts) > 1 else ""
            )


def _breakpoint(finding: _Finding, expected: Mapping[str, int]) -> Iterator[str]:
    for base in expected:
        site = finding.names.find_site(finding.table, base)
        yield f"the breakpoint of {finding.words.base(site)} is {breakpoint_sum(finding.game, site, finding.words.card)}"


def _winner(finding: _Finding, expected: object) -> Iterator[str]:
    winners = finding.words.players(finding.table.winners)
    yield (
        f"{winners} {'wins' if len(finding.table.winners) == 1 else 'win'} the game"
        if winners
        else "nobody has won yet"
    )


# --- cards ----------------------------------------------------------------------------------------------------------


def _where(finding: _Finding, expected: Mapping[str, str]) -> Iterator[str]:
    for name in expected:
        number = finding.one(name)
        where = finding.names.place(finding.table, number)
        card = finding.table.cards[number]
        row = ZONES[card.zone]
        preposition = "" if row.holder == "base" and not row.in_play else _PREPOSITIONS[row.holder]
        pile = " pile" if where.endswith("discard") else ""
        yield f"{finding.called(number)} is {preposition}{where}{pile}"


_PREPOSITIONS: dict[Holder, str] = {"base": "at ", "seat": "in ", "table": "in the ", "card": ""}
"""The preposition before a place (`Names.place`), by the holder of the zone."""


def _power(finding: _Finding, expected: Mapping[str, int]) -> Iterator[str]:
    for name in expected:
        number = finding.one(name)
        total = power_sum(finding.game, finding.table.cards[number], finding.words.card)
        yield f"{finding.called(number)} has {total.total} power" + (
            "" if total.plain else f": {total.parts_in_words()}"
        )


def _counters(finding: _Finding, expected: Mapping[str, int]) -> Iterator[str]:
    for name in expected:
        number = finding.one(name)
        yield f"{finding.called(number)} has {_none(finding.table.cards[number].counters, '+1 power counter')}"


def _stasis_counters(finding: _Finding, expected: Mapping[str, int]) -> Iterator[str]:
    for name in expected:
        number = finding.one(name)
        yield f"{finding.called(number)} has {_none(finding.table.cards[number].stasis, 'stasis counter')}"


def _none(number: int, what: str) -> str:
    return counted(number, what) if number else f"no {what}"


def _controller(finding: _Finding, expected: Mapping[str, str]) -> Iterator[str]:
    for name in expected:
        number = finding.one(name)
        yield f"{finding.words.player(finding.table.cards[number].controller)} controls {finding.called(number)}"


def _owner(finding: _Finding, expected: Mapping[str, str]) -> Iterator[str]:
    for name in expected:
        number = finding.one(name)
        yield f"{finding.called(number)} belongs to {finding.words.player(finding.table.cards[number].owner)}"


def _at_bases(row: ZoneFacts) -> Callable[[_Finding, Mapping[str, Mapping[str, Sequence[str]]]], Iterator[str]]:
    def found(finding: _Finding, expected: Mapping[str, Mapping[str, Sequence[str]]]) -> Iterator[str]:
        for base, by_seat in expected.items():
            site = finding.names.find_site(finding.table, base)
            there = finding.table.sites[site]
            for name, seat in _seats(finding, by_seat):
                mine = [number for number in there.piles[row.zone] if finding.table.cards[number].controller == seat]
                has = finding.cards(mine) if mine else f"no {row.noun.removesuffix('s')}" if row.in_play else "no card"
                yield f"{name} has {has} {'' if row.in_play else f'{row.noun} '}at {finding.words.base(site)}"

    return found


def _with_hosts(row: ZoneFacts) -> Callable[[_Finding, Mapping[str, Sequence[str]]], Iterator[str]]:
    def found(finding: _Finding, expected: Mapping[str, Sequence[str]]) -> Iterator[str]:
        for name in expected:
            number = finding.look.host(name)
            inner = getattr(finding.table.cards[number], row.zone)
            lies = "lie" if len(inner) > 1 else "lies"
            yield f"{finding.cards(inner)} {lies} {row.where} {finding.called(number)}"

    return found


# --- piles ----------------------------------------------------------------------------------------------------------


def _pile_words(finding: _Finding, pile: str, expected: Sequence[str] | PileExpected, numbers: Sequence[int]) -> str:
    if not isinstance(expected, PileExpected):
        return f"{pile}: {finding.cards(numbers)}" if numbers else f"{pile} is empty"
    names = [finding.words.card(number) for number in numbers]
    parts = []
    for name in (*expected.has, *expected.lacks):
        there = bool(finding.names.fitting_cards(finding.table, name, numbers)) or name in names
        parts.append(name if there else f"no {name}")
    if expected.count is not None:
        parts.append(_none(len(numbers), "card"))
    if expected.top:
        parts.append(f"{listed(names[: len(expected.top)])} on top")
    return f"{pile} has {listed(parts)}"


def _of_players(zone: Zone) -> Callable[[_Finding, Mapping[str, Any]], Iterator[str]]:
    def found(finding: _Finding, expected: Mapping[str, Any]) -> Iterator[str]:
        for name, seat in _seats(finding, expected):
            pile = next(value for key, value in expected.items() if key.casefold() == name.casefold())
            cards = finding.table.seats[seat].piles[zone]
            if ZONES[zone].laden and not isinstance(pile, PileExpected):
                yield f"{name} has {finding.cards(cards)} {ZONES[zone].where}"
            else:
                yield _pile_words(finding, finding.words.pile(zone, seat), pile, cards)

    return found


def _of_table(zone: Zone) -> Callable[[_Finding, Any], Iterator[str]]:
    def found(finding: _Finding, expected: Any) -> Iterator[str]:
        yield _pile_words(finding, finding.words.pile(zone, -1), expected, finding.table.piles[zone])

    return found


# --- turn, plays, questions, sight ----------------------------------------------------------------------------------


def _plays(finding: _Finding, expected: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    for name, seat in _seats(finding, expected):
        left: list[str] = [allowance.kind for allowance in finding.table.allowances if allowance.seat == seat]
        kinds = next(value for key, value in expected.items() if key.casefold() == name.casefold())
        yield f"{name} may still play {listed(_none(left.count(kind), kind) for kind in kinds)}"


def _turn(finding: _Finding, expected: str) -> Iterator[str]:
    yield f"it is {finding.words.whose(finding.table.current)} turn"


def _phase(finding: _Finding, expected: str) -> Iterator[str]:
    yield f"the phase is {PHASES.get(finding.table.phase, finding.table.phase)}"


def _asked(finding: _Finding, expected: AskedExpected) -> Iterator[str]:
    question, table = finding.game.question, finding.table
    if question is None:
        yield "nobody is asked anything"
        return
    player = finding.words.player(table.asked)
    if isinstance(question, Main):
        options = dict.fromkeys(describe(pick, question, table, finding.name_of) for pick in question.options)
        yield f"{player} may {listed(options)}" if options else f"{player} has nothing to play or use"
        yield from (f"{name} is not among the options" for name in expected.lacks)
        return
    asked = prompt(question, table, finding.name_of)
    offered = list(dict.fromkeys(describe(pick, question, table, finding.name_of) for pick in question.options))
    shown = f"{', '.join(offered[:8])}{' …' if len(offered) > 8 else ''}" or "nothing"
    yield f"{player} is asked: {asked[:1].lower()}{asked[1:]} – {shown}"
    for name in expected.lacks:
        yield f"{name} is not among the options"


def _sees(finding: _Finding, expected: Mapping[str, SightExpected]) -> Iterator[str]:
    from projections.view import View  # Few scenarios check this, and a ruling should not wait for the import.

    for name, seat in _seats(finding, expected):
        view = View(seat, finding.game.log)
        sight = next(value for key, value in expected.items() if key.casefold() == name.casefold())
        seen = [
            card
            for card in (*sight.has, *sight.lacks)
            if all(view.knows(number) for number in finding.look.anywhere(card))
        ]
        unseen = [card for card in (*sight.has, *sight.lacks) if card not in seen]
        parts = [f"sees {listed(seen)}"] if seen else []
        parts += [f"does not see {listed(unseen)}"] if unseen else []
        yield f"{name} {' but '.join(parts)}"


# --- events ---------------------------------------------------------------------------------------------------------


def _events(finding: _Finding, expected: Sequence[EventExpected]) -> Iterator[tuple[bool, str]]:
    """Return each event in words, and whether it answers a question on its own."""
    log, position = finding.game.log, finding.look.since
    for pattern in expected:
        places = (*range(position, len(log)), *range(finding.look.since, position))  # after the one before, or at all
        at = next((index for index in places if is_event(finding.look, pattern, log[index])), None)
        if at is None:
            yield True, _no_such_event(finding, pattern)
        else:
            position = max(position, at + 1)
            yield isinstance(log[at], _TELLING), sentence(log[at], fold(log[:at]), finding.name_of)


_TELLING = (Forbidden, Replaced, Destroyed, Returned, Moved, ControlChanged, DuelEnded, GameWon, Boxed)
"""Events that players ask about. Plays and the starts of phases only lead to them."""


def _telling_events(finding: _Finding, expected: Sequence[EventExpected]) -> Iterator[str]:
    return (text for telling, text in _events(finding, expected) if telling)


def _other_events(finding: _Finding, expected: Sequence[EventExpected]) -> Iterator[str]:
    return (text for telling, text in _events(finding, expected) if not telling)


def _never(finding: _Finding, expected: Sequence[EventExpected]) -> Iterator[str]:
    for pattern in expected:
        if not all(finding.names.known(finding.table, name) for name in names_in(pattern)):
            continue
        event = next(
            (event for event in finding.game.log[finding.look.since :] if is_event(finding.look, pattern, event)), None
        )
        if event is None:
            yield _no_such_event(finding, pattern)
        else:
            yield sentence(event, fold(finding.game.log[: event.position - 1]), finding.name_of)


_NOT_SO: dict[str, tuple[str, str]] = {
    "ability-used": ("does nothing", "no ability is used"),
    "allowance-given": ("gets no extra card to play", "no extra card may be played"),
    "allowances-ended": ("keeps all plays", "no play expires"),
    "answered": ("answers nothing", "nobody answers anything"),
    "asked": ("is not asked anything", "nobody is asked anything"),
    "awarded": ("is not scored", "no base pays VP"),
    "base-arrived": ("does not come into play", "no base comes into play"),
    "base-left": ("does not leave play", "no base leaves play"),
    "base-swapped": ("is not swapped", "no base is swapped"),
    "boxed": ("does not go into the box", "nothing goes into the box"),
    "buried": ("is not buried", "nothing is buried"),
    "card-played": ("is not played", "no card is played"),
    "cards-made": ("is not brought in", "no cards are brought in"),
    "control-changed": ("does not change hands", "nobody takes control of anything"),
    "counters-changed": ("neither gains nor loses a counter", "no counter is placed or removed"),
    "counters-transferred": ("transfers no counter", "no counter is transferred"),
    "destroyed": ("is not destroyed", "nothing is destroyed"),
    "discarded": ("is not discarded", "nothing is discarded"),
    "drawn": ("draws no card", "no card is drawn"),
    "duel-began": ("does not duel", "there is no duel"),
    "duel-card-placed": ("is not placed for a duel", "no card is placed for a duel"),
    "duel-card-revealed": ("is not revealed in a duel", "no card is revealed in a duel"),
    "duel-ended": ("ends no duel", "no duel ends"),
    "effect-began": ("gets no lasting effect", "no lasting effect begins"),
    "effects-ended": ("keeps its lasting effects", "no lasting effect ends"),
    "faction-chosen": ("is not chosen", "no faction is chosen"),
    "forbidden": ("is not protected", "nothing is prevented"),
    "game-begun": ("begins no game", "no game begins"),
    "game-won": ("does not win", "nobody wins"),
    "house-ruled": ("is not ruled on", "no house ruling is made"),
    "looked": ("does not look at cards", "nobody looks at cards"),
    "moved": ("does not move", "nothing moves"),
    "phase-began": ("does not begin", "no phase begins"),
    "picked-at-random": ("is not picked at random", "nothing is picked at random"),
    "placed": ("is not put on a deck", "nothing is put on a deck"),
    "replaced": ("is not spared", "nothing is replaced"),
    "returned": ("does not return to hand", "nothing returns to a hand"),
    "revealed": ("is not revealed", "nothing is revealed"),
    "scoring-began": ("does not score", "no base scores"),
    "scoring-ended": ("does not finish scoring", "no base finishes scoring"),
    "set-aside": ("is not set aside", "nothing is set aside"),
    "shuffled": ("does not shuffle", "nothing is shuffled"),
    "stasis-changed": ("neither gains nor loses a stasis counter", "no stasis counter is placed or removed"),
    "stasis-entered": ("does not go into stasis", "nothing goes into stasis"),
    "stored": ("is not stored", "nothing is stored"),
    "taken": ("is not taken into a hand", "nothing is taken into a hand"),
    "transferred": ("is not transferred", "no action is transferred"),
    "turn-began": ("begins no turn", "no new turn begins"),
    "victory-points-changed": ("neither gains nor loses VP", "no VP are gained or lost"),
}
"""For each kind of event: how to say that it did not happen to a named thing, and that it did not happen at all."""


def _no_such_event(finding: _Finding, pattern: EventExpected) -> str:
    """Return a sentence saying that an event did not happen."""
    if isinstance(pattern, str):
        tag, _, subject = pattern.strip().partition(" ")
        by = ""
    else:
        tag = str(pattern.get("event", ""))
        subject = next((str(pattern[field]) for field in SUBJECTS if pattern.get(field)), "")
        by = f" by {pattern['by']}" if pattern.get("by") else ""
    to_it, at_all = _NOT_SO[tag]
    subject = PHASES.get(subject, subject) if tag == "phase-began" else subject
    return (f"{subject} {to_it}" if subject else at_all) + by


Fields = tuple[tuple[str, Callable[[_Finding, Any], Iterator[str]]], ...]

_TELLING_FIELDS: Fields = (
    ("winner", _winner),
    ("places", _places),
    ("awards", _awards),
    ("vp", _vp),
    ("scored", _scored),
    ("power", _power),
    ("breakpoint", _breakpoint),
    ("total", _total),
    ("totals", _totals),
    ("events", _telling_events),
    ("never", _never),
    ("where", _where),
    ("controller", _controller),
    ("owner", _owner),
    ("counters", _counters),
    ("stasis_counters", _stasis_counters),
    *((row.key, _with_hosts(row)) for row in stated_piles("card")),
    ("sees", _sees),
    ("asked", _asked),
)
_OTHER_FIELDS: Fields = (
    ("events", _other_events),
    *((row.key, _at_bases(row)) for row in stated_piles("base")),
    ("plays", _plays),
    *((row.key, _of_players(row.zone)) for row in stated_piles("seat")),
    ("bases", _bases),
    *((row.key, _of_table(row.zone)) for row in stated_piles("table")),
    ("turn", _turn),
    ("phase", _phase),
)
"""Every key of `[expect]` is in one of the two, most important first."""
