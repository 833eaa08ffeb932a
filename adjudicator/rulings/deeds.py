"""Deeds that a may-question asks about: reading one from words, and checking whether a line of play achieves it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from typing import Any

import msgspec

from adjudicator.rulings.goals import Goal, read_goal
from adjudicator.rulings.not_offered import last_acted
from adjudicator.scenarios.names import NoSuchName, TableNames, find_word
from adjudicator.scenarios.notation.words import plain_card
from core.engine.game import Game
from core.printed.definitions import definition
from events.card_types import CARD_TYPES
from events.errors import SmashUpError
from events.questions import Cards, Hosts, Main, Sites
from events.vocabulary import (
    AbilityUsed,
    AllowanceGiven,
    Answered,
    Asked,
    Boxed,
    Buried,
    CardPlayed,
    ControlChanged,
    CountersChanged,
    Destroyed,
    Discarded,
    Drawn,
    DuelBegan,
    EffectEvent,
    Event,
    Forbidden,
    Moved,
    Placed,
    Replaced,
    Returned,
    Revealed,
    ScoringBegan,
    StasisEntered,
    Stored,
    Taken,
    Transferred,
)
from projections.renaming import cards_named
from projections.table import Table

_PUT = (Placed, Taken, Returned, Discarded, StasisEntered, CardPlayed, Moved, Transferred, Stored, Buried)
VERBS: dict[str, type[Event] | tuple[type[Event], ...]] = {
    "play": CardPlayed,
    "use": AbilityUsed,
    "destroy": Destroyed,
    "move": (Moved, Transferred),
    "return": (Returned, Taken),
    "discard": Discarded,
    "place": _PUT,
    "transfer": Transferred,
    "bury": Buried,
    "uncover": CardPlayed,
    "store": Stored,
    "take control of": ControlChanged,
    "take": (Taken, Drawn, ControlChanged),
    "draw": (Drawn, Taken),
    "put a counter on": CountersChanged,
    "put": _PUT,
    "shuffle": Placed,
    "reveal": Revealed,
    "box": Boxed,
    "duel": DuelBegan,
    "affect": (EffectEvent, CardPlayed),
    "score": ScoringBegan,
}
"""The events that count as doing what a verb says, as players use it at the table: “return” includes taking a card into
the hand, which the books tell apart. A deed that is read too narrowly would be a false “no”."""
_OTHER_WORDS = {"kill": "destroy", "bounce": "return", "steal": "take control of", "control": "take control of"}
_OTHER_WORDS |= {"gain control of": "take control of", "get control of": "take control of", "challenge": "duel"}
_OTHER_WORDS |= {"target": "affect", "choose": "affect", "hit": "affect"}
_ING = {"destroying": "destroy", "killing": "destroy", "moving": "move", "returning": "return", "bouncing": "return"}
_ING |= {"discarding": "discard", "burying": "bury", "taking control of": "take control of", "stealing": "steal"}
_TO_PILE = re.compile(
    r"\s+(?:back\s+)?(?:(?:in)?to|under|on\s+(?:the\s+)?(?:top|bottom)\s+of)\s+(?:the\s+|its\s+owner's\s+|\w+\s+|\w+'s\s+)?"
    r"(?P<pile>hand|deck|discard|stasis)(?:\s+pile)?(?=\s|$)",
    re.IGNORECASE,
)
_PILES: dict[str, str] = {"hand": "hand", "discard": "discard", "deck": "deck", "stasis": "stasis"}
_DEED = re.compile(
    rf"(?P<verb>{'|'.join((*VERBS, *_OTHER_WORDS))})\s+(?P<what>.+?)"
    rf"(?:\s+(?:from|off\s+the\s+top\s+of)\s+(?:\w+\s+|\w+'s\s+)?(?P<pile>{'|'.join(_PILES)})(?:\s+pile)?"
    r"|\s+(?P<top>off\s+the\s+top))?"
    r"(?:\s+as\s+(?:an?|my|the)\s+(?:extra\s+)?(?P<play>minion|action)(?:\s+play)?)?"
    r"(?:\s+(?:at|on|to)\s+(?P<place>.+?))?(?:\s+(?:with|using|through)\s+(?P<by>.+?))?",
    re.IGNORECASE,
)
TYPES = (*(row.type for row in CARD_TYPES.values() if row.type != "base"), "card")
"""What can be counted without a name."""
_JOINER = "\N{WORD JOINER}"  # replaces the spaces within a name
_COUNTER = re.compile(r"^(?:put|place)\s+(?:an?|\w+)\s+(?:\+1\s+)?(?:power\s+)?counters?\s+on\s+", re.IGNORECASE)
_NUMBERS = {"two": 2, "both": 2, "three": 3, "four": 4, "five": 5}
_NUMBER = rf"\d|{'|'.join(_NUMBERS)}"
_SEVERAL = re.compile(rf"(?P<number>{_NUMBER})x? (?P<what>.+)", re.IGNORECASE)
_ANY = re.compile(rf"(?:an?|any|another) ({'|'.join(TYPES)})", re.IGNORECASE)
_TIMES = re.compile(rf"(?P<what>.+?),? (?:twice|(?P<number>{_NUMBER}) times)", re.IGNORECASE)
_THEN = re.compile(rf",?\s+(?:and\s+then|and|then)\s+|\s+(?={'|'.join(_ING)})", re.IGNORECASE)


_ENDS = "?! ."
"""What may end a question. Some names end in it, too, and are recognized without it."""
_ASKED = re.compile(
    r"^(?:(?:may|can|could|does|will)\s+|(?:is it|would it be)\s+(?:possible|legal|allowed|okay|ok)\s+(?:for\s+|to\s+)"
    r"|(?:am|are|is)\s+(?=\w+\s+allowed\s+to\s))",
    re.IGNORECASE,
)
"""How a question may begin that asks about a deed."""
_PLAIN_VERBS = {"wins": "win", "gets": "get", "gains": "gain", "has": "have", "reaches": "reach", "buries": "bury"}
_PLAIN_VERBS |= {f"{verb}s": verb for verb in (*VERBS, *_OTHER_WORDS) if " " not in verb}
_PLAIN_VERBS |= {"takes control of": "take control of"}
_THIRD_PERSON = re.compile(rf"^(?:{'|'.join(_PLAIN_VERBS)})(?=\s|$)", re.IGNORECASE)
_WHOSE = re.compile(r"^(?:(?:my|your|his|her|their|our|the|that|this)\s+(?:own\s+)?)(?=\w)", re.IGNORECASE)


class Deed(Goal, frozen=True, kw_only=True):
    """Something a player wants to do. It is reached as soon as it has happened."""

    verb: str
    what: str
    place: str = ""
    by: str = ""
    pile: str = ""  # the zone a card is played from
    into: str = ""  # the pile a card goes to
    play: str = ""  # "minion" or "action": the kind of play that a card is played with
    number: int = 1  # how many times, or how many cards of that name or type
    aim: Goal | None = None  # points or a base to win
    also: tuple[Deed, ...] = ()
    meant: Mapping[str, frozenset[int]] = {}  # the cards that each name meant when the question was asked
    spots: Mapping[str, int] = {}  # the sites of the bases named, which may be gone by the time
    at_once: bool = True

    def reached(self, game: Game, start: int) -> bool:
        """Return whether it has happened since `start`."""
        if self.aim is not None:
            return self.aim.reached(game, start)
        return all(done >= deed.number for deed, done in zip((self, *self.also), self.so_far(game, start), strict=True))

    def so_far(self, game: Game, start: int) -> tuple[int, ...]:
        """Return how often each part has been done since `start`."""
        if self.aim is not None:
            return ()
        log = game.log[start:]
        return tuple(
            sum(deed._is(game, event, number) for event in log for number in deed._objects(event))
            for deed in (self, *self.also)
        )

    def _objects(self, event: Event) -> tuple[int, ...]:
        """Return the cards to which an event does it, or nothing if it does something else."""
        if not isinstance(event, VERBS[self.verb]) or isinstance(event, Forbidden | Replaced):
            return ()
        match event:
            case Drawn() | Revealed():
                return event.cards
            case DuelBegan():
                return event.challenged, event.challenger
            case AbilityUsed():
                return (event.holder,)
            case CardPlayed() if self.verb == "affect":
                return (event.host,)
        return (getattr(event, "card", 0),)

    def _is(self, game: Game, event: Event, number: int) -> bool:
        names, table = TableNames(self.cards, self.sites), game.table
        if isinstance(event, ScoringBegan):
            return self._fits(names, table, self.what, [event.base]) or self._is_site(table, event.site)
        if number not in table.cards or self.seat not in _doers(table, event):
            return False
        if self.what in TYPES:
            if self.what not in ("card", game.facts[number].type):
                return False
        elif not self._fits(names, table, self.what, [number]):
            return False
        if self.play and not (isinstance(event, CardPlayed) and self.play == _kind_of_play(game.log, event)):
            return False
        off_top = self.pile == "deck" and isinstance(event, CardPlayed) and event.off_top
        if self.pile and not off_top and getattr(event, "source", self.pile) != self.pile:
            return False
        if self.into and self.into != _pile_of(event):
            return False
        if self.place and not self._is_there(names, game, event):
            return False
        ways = [*_ways(game.log, event, table)]
        if isinstance(event, CardPlayed) and self.verb == "affect":
            ways.append(event.card)
        return not self.by or self._fits(names, table, self.by, ways)

    def _fits(self, names: TableNames, table: Table, name: str, cards: Sequence[int]) -> bool:
        """Return whether one of these cards is meant by a name. Ben's Howler is still the one meant when it is Ana's."""
        if meant := self.meant.get(name):
            return not meant.isdisjoint(cards)
        return bool(names.fitting_cards(table, name, cards))

    def _is_there(self, names: TableNames, game: Game, event: Event) -> bool:
        """Return whether it happens at the named place. An action that is not played on anything must affect the named thing."""
        table = game.table
        if isinstance(event, CardPlayed) and not event.site and not event.host:
            cards, sites = _concerned(game.log[event.position :], event.card)
            known = [card for card in cards if card in table.cards]
            return self._fits(names, table, self.place, known) or any(
                self._is_site(table, candidate, self.place) for candidate in sites
            )
        host, site = getattr(event, "host", 0), getattr(event, "site", 0)
        if host and self._fits(names, table, self.place, [host]):
            return True
        return bool(site) and self._is_site(table, site, self.place)

    def _is_site(self, table: Table, site: int, name: str = "") -> bool:
        if (name or self.what) in self.spots:
            return self.spots[name or self.what] == site
        try:
            return TableNames(self.cards, self.sites).find_site(table, name or self.what) == site
        except NoSuchName:
            return False


class Prevented(Goal, frozen=True, kw_only=True):
    """A goal: the deed was tried, and something prevented or replaced it."""

    deed: Deed
    at_once: bool = True

    def reached(self, game: Game, start: int) -> bool:
        """Return whether an effect on the named thing was prevented since `start`."""
        return self.event(game.table, game.log[start:]) is not None

    def event(self, table: Table, log: Sequence[Event]) -> Event | None:
        """Return the event that says what prevented it."""
        name = self.deed.what if self.deed.verb != "play" else self.deed.place
        names = TableNames(self.deed.cards, self.deed.sites)
        for event in log:
            if isinstance(event, Forbidden | Replaced) and event.card in table.cards and name:
                by = getattr(event, "by", 0)
                through = not self.deed.by or names.fitting_cards(table, self.deed.by, [by] if by else [])
                if through and names.fitting_cards(table, name, [event.card]):
                    return event
        return None


class NotOffered(Goal, frozen=True, kw_only=True):
    """A goal: a card asked for a choice, and the named thing was not among the options."""

    deed: Deed
    at_once: bool = True

    def reached(self, game: Game, start: int) -> bool:
        """Return whether the question is open, or was skipped because nothing fits."""
        question = game.question
        names = TableNames(self.deed.cards, self.deed.sites)
        if isinstance(question, Main) and self.deed.by:
            return bool(names.fitting_cards(game.table, self.deed.by, last_acted(game.log[start:])))
        if not isinstance(question, Cards | Hosts) or not question.by or not isinstance(game.log[-1], Asked):
            return False
        options = [int(pick) for pick in question.options if isinstance(pick, int)]
        asks = not self.deed.by or names.fitting_cards(game.table, self.deed.by, [question.by])
        return bool(asks) and not names.fitting_cards(game.table, self.deed.what, options)


def _concerned(log: Sequence[Event], by: int) -> tuple[set[int], set[int]]:
    """Return the cards and sites that were chosen for a card or that it affected."""
    cards: set[int] = set()
    sites: set[int] = set()
    question = None
    for event in log:
        if isinstance(event, Asked):
            question = event.question
        elif isinstance(event, Answered) and question is not None and question.by == by:
            numbers = {int(pick) for pick in event.picks if isinstance(pick, int)}
            (sites if isinstance(question, Sites) else cards).update(numbers)
        elif getattr(event, "by", 0) == by:
            cards.update(number for number in cards_named(event) if number != by)
            sites.update(filter(None, (getattr(event, "site", 0), getattr(event, "origin", 0))))
    return cards, sites


def _pile_of(event: Event) -> str:
    """Return the pile that an event puts a card into."""
    match event:
        case Returned() | Taken() | Drawn():
            return "hand"
        case Placed():
            return event.zone
        case Destroyed() | Discarded():
            return "discard"
        case StasisEntered():
            return "stasis"
    return ""


def _doers(table: Table, event: Event) -> set[int]:
    """Return the players responsible for an event: the one who carries it out and the one who controls its source."""
    by = getattr(event, "by", 0)
    return {getattr(event, "seat", -1)} | ({table.cards[by].controller} if by in table.cards else set())


def _kind_of_play(log: Sequence[Event], event: CardPlayed) -> str:
    """Return the kind of play, minion or action, that a card was played with."""
    given = log[event.allowance - 1] if event.allowance else None
    return given.kind if isinstance(given, AllowanceGiven) else ""


def _ways(log: Sequence[Event], event: Event, table: Table) -> Iterator[int]:
    """Return the cards that made an event possible: those that gave the play and those whose abilities led to it."""
    if isinstance(event, DuelBegan):
        yield event.challenger
    allowance = getattr(event, "allowance", 0)
    given = log[allowance - 1] if allowance else None
    if isinstance(given, AllowanceGiven) and given.by in table.cards:
        yield given.by
    if (by := getattr(event, "by", 0)) in table.cards:
        yield by
    cause = event.cause
    while cause:
        event = log[cause - 1]
        for field in ("holder", "granted_by", "card"):
            if (number := getattr(event, field, 0)) in table.cards:
                yield number
        cause = event.cause


def read_deed(words: str, log: Sequence[Event], table: Table, names: TableNames, *, by: int | None = None) -> Deed:
    """Read a deed from words. If no player is named, it is about `by`, or the player who decides now.

    Understands `Ana: play Spectre at Tortuga with Hidden Ninja`, `can I kill Howler with Cannon?`, `play two minions`,
    `play Cannon destroying Howler`, `win Tortuga`, `get 5 vp` and `score Tortuga`.
    """
    text = _ASKED.sub("", " ".join(words.split()).rstrip(_ENDS))
    seat = table.asked if by is None else by
    text = re.sub(r"^(?:i|we|you|me|us)\s+(?:(?:to|allowed\s+to)\s+)?", "", text, flags=re.IGNORECASE)
    for number, player in enumerate(table.seats):
        if match := re.match(rf"{re.escape(player.name)}(?::|\s+(?:may|can|to|allowed\s+to))?\s+", text, re.IGNORECASE):
            seat, text = number, text[match.end() :]
            break
    text = _THIRD_PERSON.sub(lambda verb: _PLAIN_VERBS[verb[0].casefold()], text)
    text = _COUNTER.sub("put a counter on ", text)
    names = _with_numbered(text, table, names)
    text = _joined(text, table, names)
    known: dict[str, Any] = {"words": words, "seat": seat, "cards": names.cards, "sites": names.sites}
    if aim := _aim(text, log, table, names, seat):
        return Deed(verb="win", what=text.replace(_JOINER, " "), aim=aim, **known)
    try:
        return _one_deed(text, words, table, names, known)
    except SmashUpError as error:
        parts = _THEN.split(text)
        if len(parts) < 2:
            raise
        try:
            return _several_deeds(parts, words, table, names, known)
        except SmashUpError:
            raise error from None


def _with_numbered(text: str, table: Table, names: TableNames) -> TableNames:
    """Return the names at a table with each card that a text tells from its twins by number, as in "Howler #2"."""
    known = dict(names.cards)
    called = _names(table, names)
    for name in (*called, *(twin.removeprefix("vanilla ") for twin in called)):
        for numbered in re.finditer(rf"(?<!\w){re.escape(name)} #\d+(?!\d)", text, re.IGNORECASE):
            if card := names.fitting_cards(table, numbered[0], table.cards):
                known[numbered[0]] = card[0]
    return TableNames(known, names.sites) if len(known) > len(names.cards) else names


def _joined(text: str, table: Table, names: TableNames) -> str:
    """Return a text in which each full name is joined to one word, since a name may contain " on " or " and "."""
    for name in sorted(_names(table, names), key=len, reverse=True):
        if " " in name:
            bare = re.escape(name.rstrip(_ENDS))
            pattern = re.compile(
                rf"(?<!\w){bare}(?:{re.escape(name[len(name.rstrip(_ENDS)) :])})?(?!\w)", re.IGNORECASE
            )
            text = pattern.sub(lambda match: match[0].replace(" ", _JOINER), text)
    return text


def _names(table: Table, names: TableNames) -> list[str]:
    """Return the names of the cards and bases of a situation."""
    called = (definition(card.definition).name for card in table.cards.values())
    return list(dict.fromkeys((*names.cards, *names.sites, *called)))


def _aim(text: str, log: Sequence[Event], table: Table, names: TableNames, seat: int) -> Goal | None:
    """Return a goal about points, a base or the game; None for any other deed."""
    player = table.seats[seat].name
    if match := re.fullmatch(r"win(?:\s+(.+))?", text, re.IGNORECASE):
        base = (match[1] or "the game").replace(_JOINER, " ")
        return read_goal(f"{player} wins {base if base == 'the game' else _known(base, table, names)}", log, names)
    if match := re.fullmatch(r"(gain|get|have|reach)\s+(\d{1,3})\s*(?:vp|points?)", text, re.IGNORECASE):
        more = table.seats[seat].victory_points if match[1].casefold() in ("gain", "get") else 0
        return read_goal(f"{player} vp {int(match[2]) + more}", log, names)
    return None


def _one_deed(text: str, words: str, table: Table, names: TableNames, known: Mapping[str, Any]) -> Deed:
    into = _TO_PILE.search(text)
    match = _DEED.fullmatch(_TO_PILE.sub("", text))
    if match is None:
        raise SmashUpError(
            f"I don't understand {words!r}: ask about one deed, as in “play Spectre at Tortuga”, “destroy Howler with "
            "Cannon”, “win Tortuga”, or “decline Tiger Assassin”."
        )
    verb = " ".join(match["verb"].casefold().split())
    number, what = _counted(match["what"], table, names)
    verb = _OTHER_WORDS.get(verb, verb)
    place, by = (_known(match[part] or "", table, names) for part in ("place", "by"))
    return Deed(
        meant={name: frozenset(names.fitting_cards(table, name, table.cards)) for name in (what, place, by) if name},
        spots=_spots((what, place), table, names),
        verb="put" if into and verb == "move" else verb,
        what=what,
        number=number,
        place=place,
        by=by,
        into=into["pile"].casefold() if into else "",
        play=(match["play"] or "").casefold(),
        pile="buried"
        if verb == "uncover"
        else "deck"
        if match["top"]
        else _PILES.get((match["pile"] or "").casefold(), ""),
        **known,
    )


def _spots(called: Iterable[str], table: Table, names: TableNames) -> dict[str, int]:
    """Return the sites of the bases among some names."""
    sites = {}
    for name in called:
        with suppress(NoSuchName):
            sites[name] = names.find_site(table, name)
    return sites


def _counted(text: str, table: Table, names: TableNames) -> tuple[int, str]:
    """Return how many times something is done, and to what: "two minions", "2 Shinobi", "Shinobi twice"."""
    if (single := _ANY.fullmatch(text)) is not None:
        return 1, single[1].casefold()
    several = (
        None if names.known(table, text.replace(_JOINER, " ")) else _SEVERAL.fullmatch(text) or _TIMES.fullmatch(text)
    )
    if several is None:
        return 1, _known(text, table, names)
    count, what = (several["number"] or "two").casefold(), several["what"]
    number = _NUMBERS.get(count) or int(count)
    singular = what.removesuffix("s").casefold()
    if singular in TYPES:
        return number, singular
    try:
        return number, _known(what, table, names)
    except SmashUpError:
        if not what.endswith("s"):
            raise
        return number, _known(what[:-1], table, names)


def _several_deeds(parts: Sequence[str], words: str, table: Table, names: TableNames, known: Mapping[str, Any]) -> Deed:
    """Several deeds in one line. A name alone is another one for the verb before it; “… destroying X” is done with it."""
    deeds: list[Deed] = []
    verb = ""
    for part in parts:
        started = next((verb for verb in _ING if part.casefold().startswith(f"{verb} ")), "")
        if started and deeds:
            deed = _one_deed(f"{_ING[started]} {part[len(started) + 1 :]}", words, table, names, known)
            deeds.append(msgspec.structs.replace(deed, by=deed.by or deeds[-1].what))
            continue
        begins = re.match("|".join((*VERBS, *_OTHER_WORDS)), part, re.IGNORECASE)
        verb = begins[0] if begins else verb
        deeds.append(_one_deed(part if begins else f"{verb} {part}", words, table, names, known))
    # "Shinobi and Shinobi" are two of them.
    each = [deed for index, deed in enumerate(deeds) if deed not in deeds[:index]]
    first, *others = (msgspec.structs.replace(deed, number=max(deed.number, deeds.count(deed))) for deed in each)
    return msgspec.structs.replace(first, also=tuple(others))


def _known(text: str, table: Table, names: TableNames) -> str:
    """Return a name known here, completed if only one card or base matches. Raises `SmashUpError` if none does."""
    text = plain_card(text.replace(_JOINER, " "))
    owner, mark, owned = text.partition("'s ")
    if mark and owner.casefold() in (player.name.casefold() for player in table.seats):
        text = f"{owner}'s {plain_card(owned)}"
    if not text or names.known(table, text):
        return text
    if (shorter := _WHOSE.sub("", text)) != text:
        return _known(shorter, table, names)
    options = {name: name for name in _names(table, names)}
    try:
        return find_word(text, options)
    except NoSuchName as error:
        if error.wrong == "could be any of":
            raise
        near = get_close_matches(text.casefold(), {name.casefold(): name for name in options}, n=1)
        meant = next((name for name in options if [name.casefold()] == near), "")
        raise SmashUpError(
            f"Nothing here is called {text!r}"
            + (f"; did you mean {meant}?" if meant else ": name a card or base of the situation.")
        ) from None
