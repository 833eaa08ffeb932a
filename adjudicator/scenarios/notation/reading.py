"""Reads a situation: turns one line of text into the scenario it states, and remembers where every part is in the line."""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any, get_args

import msgspec

from adjudicator.scenarios.load import Misstated, check_references
from adjudicator.scenarios.model import (
    DEFAULT_SEATS,
    AnyCard,
    BaseStated,
    CardStated,
    Expect,
    FactStated,
    FactTag,
    LastingStated,
    Phase,
    PlayerStated,
    PlayStated,
    Scenario,
    stated_piles,
)
from adjudicator.scenarios.names import NoSuchName, card_id
from adjudicator.scenarios.notation.spans import SituationError, Span
from adjudicator.scenarios.notation.words import base_name, card_name, names_with_commas
from adjudicator.scenarios.setting import set_up
from core.printed.definitions import cards_named, definition, printing, slug
from core.printed.editions import ALL_EDITIONS
from events.card_types import AGREED, CARD_TYPES
from events.errors import SmashUpError
from events.limits import SITUATION
from events.zones import ZONES, Zone, ZoneFacts

MOST_COPIES = 60
UNKNOWN = "?"
UNKNOWN_CARD = "vanilla 0"
"""The definition of an unknown card: the same as the filler of an unstated deck."""
STANDARD_SEATS = ("Ana", "Ben", "Cleo", "Dov")
PILES = tuple(row.key for row in stated_piles("seat"))
TABLE_PILES = {row.key.replace("_", " "): row for row in stated_piles("table")}
"""The piles of the table, by the words that start their part of a situation."""
EXACT = "base deck only"
"""The word that starts a base deck consisting only of the listed bases."""
_BY_TYPE = {row.at_base for row in CARD_TYPES.values()}
IN_ONE_LIST = tuple(row.zone for row in stated_piles("base") if row.zone in _BY_TYPE)
"""The piles at a base that need no name, because the card shows which it is in."""
BASE_PILES = tuple(row.key for row in stated_piles("base") if row.zone not in IN_ONE_LIST)
"""The named piles at a base."""
OTHER_HEADS = ("players", "lasting", "happened", "chance", "offer")
PHASES = {**{phase: phase for phase in get_args(Phase)}, "set up": "setup"}
_PLAYER_HEADS = (*PILES, "plays", "factions", "vp")
_COUNTED = re.compile(r"(\d{1,2})\s?[x×]\s+(?=\S)")
_COUNTERS = re.compile(r"\s*([+*])\s*(\d{1,3})\s*$")
_TO_PHASE = re.compile(rf"(.+?)\s+(to\s+)?({'|'.join(PHASES)})", re.IGNORECASE)
_VP = re.compile(r"(.+?)\s+(?:(\d{1,3})\s*vp|vp:?\s*(\d{1,3}))", re.IGNORECASE)
_TURN = re.compile(r"turn\s+(\d{1,3})", re.IGNORECASE)
_UNTIL = re.compile(rf"until\s+({'|'.join(get_args(Phase))})", re.IGNORECASE)
_NONE = ("none", "nothing", "empty")

Keys = tuple[str | int, ...]


class Situation(msgspec.Struct, frozen=True):
    """A situation that was read: the scenario it states, without steps."""

    line: str
    scenario: Scenario


def is_situation(given: str) -> bool:
    """Return whether a text is a situation rather than a file or a name: it has a colon or a bar outside a path."""
    return bool(re.search(r"[|\n]|:(?:\s|$)", given))


def read_situation(line: str, title: str = "A situation") -> Situation:
    """Return the scenario that a line states. Raises `SituationError`, which points at the faulty word."""
    if len(line) > SITUATION.size:
        wrong = f"a situation has at most {SITUATION.size:,} characters, this one has {len(line):,}"
        raise SituationError(Span(line, SITUATION.size), wrong)
    if sum(map(line.count, "|;,\n")) > SITUATION.parts:
        raise SituationError(Span(line), f"a situation has at most {SITUATION.parts:,} parts")
    _check_depth(line)
    return Situation(line, _Reading(line, title).scenario())


def setup_of(scenario: Scenario) -> Scenario:
    """Return only what a scenario states about the table, in the shortest form.

    Two of these are equal if the tables are.
    """
    return msgspec.structs.replace(
        scenario,
        title="",
        question="",
        answer="",
        examples=(),
        rulings=(),
        rules=(),
        cards=(),
        note="",
        editions="all" if scenario.in_editions == ALL_EDITIONS else scenario.in_editions,
        turn=scenario.turn or scenario.seats[0],
        base=tuple(_plain_base(base) for base in scenario.base),
        **{row.key: _plain_cards(getattr(scenario, row.key)) for row in stated_piles("table")},
        player={
            name: plain
            for name, player in scenario.player.items()
            if (plain := _plain_player(player)) != PlayerStated()
        },
        step=(),
        expect=Expect(),
        path="",
        text="",
    )


def _plain_base(base: BaseStated) -> BaseStated:
    piles = {
        row.key: {name: _plain_cards(cards) for name, cards in getattr(base, row.key).items() if cards}
        for row in stated_piles("base")
    }
    return msgspec.structs.replace(base, **piles)


def _plain_player(player: PlayerStated) -> PlayerStated:
    piles = {zone: _plain_cards(cards) for zone in PILES if (cards := getattr(player, zone)) is not None}
    plays = None if player.plays is None else tuple(_plain_play(play) for play in player.plays)
    return msgspec.structs.replace(player, plays=plays, **piles)


def _plain_play(play: str | PlayStated) -> str | PlayStated:
    if isinstance(play, str) or play != PlayStated(kind=play.kind, extra=play.extra):
        return play
    return f"{'extra ' if play.extra else ''}{play.kind}"


def _plain_cards(cards: tuple[AnyCard, ...]) -> tuple[AnyCard, ...]:
    return tuple(_plain_card(card) for card in cards)


def _plain_card(card: AnyCard) -> AnyCard:
    if isinstance(card, str):
        return card
    inner = msgspec.structs.replace(card, on=_plain_cards(card.on), under=_plain_cards(card.under))
    return card.card if inner == CardStated(card=card.card) else inner


def _check_depth(line: str) -> None:
    depth = 0
    for at, char in enumerate(line):
        depth += (char in "[({") - (char in "])}")
        if depth > SITUATION.depth:
            wrong = f"brackets are nested too deeply: the limit is {SITUATION.depth} levels"
            raise SituationError(Span(line, at, at + 1), wrong)


class _Reading:
    """One line that is being read."""

    def __init__(self, line: str, title: str) -> None:
        self.line, self.title = line, title
        self.spans: dict[Keys, Span] = {}
        self.seats: tuple[str, ...] = DEFAULT_SEATS
        self.bases: list[dict[str, Any]] = []
        self.players: dict[str, dict[str, Any]] = {}
        self.facts: dict[str, Any] = {}
        self.player = ""  # the player whose piles are being stated
        self.base: int | None = None  # the base whose cards are being stated

    def seats_named(self) -> tuple[str, ...]:
        """Return the players of the situation, in turn order."""
        return self._find_seats(self._parts())

    def _parts(self) -> list[list[Span]]:
        return [[piece for piece in part.split(";") if piece] for part in Span(self.line).split("|\n")]

    def scenario(self) -> Scenario:
        parts = self._parts()
        self.seats = self._find_seats(parts)
        for part in parts:
            self.player, self.base = "", None
            for piece in part:
                self._piece(piece)
        if not self.bases and self.facts.get("phase") != "setup":
            raise SituationError(
                Span(self.line), "a game always has a base in play: state one, as in Tortuga: Ana Howler"
            )
        stated = {
            "title": self.title,
            "seats": self.seats,
            "base": self.bases,
            "player": self.players,
            **self.facts,
        }
        try:
            scenario = msgspec.convert(msgspec.to_builtins(stated), Scenario)
            check_references(scenario)
            set_up(scenario, scenario.main_edition)
        except msgspec.ValidationError as error:
            raise SituationError(Span(self.line), str(error)) from None
        except Misstated as error:
            raise SituationError(self._span_of(error.keys), error.wrong) from None
        return scenario

    def _span_of(self, keys: Keys) -> Span:
        """Return the place of the closest part that was stated."""
        for length in range(len(keys), 0, -1):
            if keys[:length] in self.spans:
                return self.spans[keys[:length]]
        return Span(self.line)

    # --- players

    def _find_seats(self, parts: list[list[Span]]) -> tuple[str, ...]:
        """Find the players: those stated, or everybody the line names, in the standard order or in order of appearance."""
        named: dict[str, Span] = {}
        for part in parts:
            in_base = False
            for piece in part:
                head, content = piece.partition(":")
                if content is not None and slug(head.text) == "players":
                    names = [seat.unquoted() for seat in content.split(",") if seat]
                    self.spans["seats",] = content
                    return tuple(names)
                if content is not None and slug(head.text).replace("-", " ") in (*TABLE_PILES, EXACT, *OTHER_HEADS):
                    continue
                word = _first_word(head if content is None or _ends_in(head.text, _PLAYER_HEADS) else content)
                if content is None:
                    status = [_whose(entry.text) for entry in piece.split(",")]
                    if any(status):
                        named |= {name: piece for name in status if name}
                    elif in_base and word:
                        named.setdefault(word.text, piece.split(",")[0])
                elif _ends_in(head.text, (*_PLAYER_HEADS, *BASE_PILES)) or _is_standard(_first_word(head).text):
                    if " " in head.text:
                        named.setdefault(_first_word(head).text, head)
                else:
                    in_base = True
                    if word:
                        named.setdefault(word.text, content.split(",")[0])
                        for item in content.split(",")[1:]:
                            first = _first_word(item).text
                            if _is_standard(first) and first != item.text:
                                named.setdefault(first, item)
        for name, span in named.items():
            self._must_be_a_player(name, span)
        standard = {seat.casefold(): seat for seat in STANDARD_SEATS}
        names = list(dict.fromkeys(standard.get(name.casefold(), name) for name in named))
        if all(name in STANDARD_SEATS for name in names):
            names.sort(key=STANDARD_SEATS.index)
        if len(names) == 1:
            names = list(DEFAULT_SEATS) if names[0] in DEFAULT_SEATS else [names[0], DEFAULT_SEATS[0]]
        if len(names) > len(STANDARD_SEATS):
            last = named[list(named)[len(STANDARD_SEATS)]]
            raise SituationError(last, f"{last.text!r} would be a fifth player; there are already {', '.join(names)}")
        return tuple(names) or DEFAULT_SEATS

    def _must_be_a_player(self, name: str, span: Span) -> None:
        if _is_standard(name):
            return
        if not re.fullmatch(r"[^\W\d]\w*", name):
            shown = name if name[:1].isalnum() else "Howler"
            raise SituationError(span, f"a player's name must come before the cards, as in Ana {shown}")
        card = span.brackets()[0]
        try:
            card_name(card.text)
        except NoSuchName:
            return
        raise SituationError(card, f"whose is {card.text}? Write the player first: Ana {card.text}")

    def _seat(self, name: str) -> str:
        """Return the player with that name, or an empty text if there is none."""
        folded = name.strip().casefold()
        return next((seat for seat in self.seats if seat.casefold() == folded), "")

    def _leading_seat(self, span: Span) -> tuple[str, Span]:
        """Return the player at the start of a slice, and the rest. The player is empty if there is none."""
        text = span.text
        for seat in sorted(self.seats, key=len, reverse=True):
            for written in (seat, f'"{seat}"'):
                if text[: len(written)].casefold() == written.casefold() and text[len(written) :][:1] in ("", " "):
                    return seat, span.slice(len(written)).strip()
        return "", span

    # --- pieces

    def _piece(self, piece: Span) -> None:
        head, content = piece.partition(":")
        if content is None:
            if self._statements(piece):
                return
            if self.base is None:
                self._empty_base(piece)
            else:
                self._at_base(piece)
            return
        words = slug(head.text).replace("-", " ")
        if words == EXACT:
            self._table_pile(ZONES["base_deck"], content)
            self.facts["base_deck_exact"] = True
        elif words in TABLE_PILES:
            self._table_pile(TABLE_PILES[words], content)
        elif words in OTHER_HEADS:
            self._other(words, content)
        elif words in _PLAYER_HEADS:
            if not self.player:
                raise SituationError(head, f"whose {words}? Write the player first: Ana {words}: …")
            self._of_player(self.player, words, content)
        else:
            seat, rest = self._leading_seat(head)
            words = rest.text.casefold()
            if seat and words in BASE_PILES:
                self._base_pile(seat, words, head, content)
            elif seat and words in _PLAYER_HEADS:
                self.player, self.base = seat, None
                self._of_player(seat, words, content)
            elif seat and rest and self.base is None:
                near = get_close_matches(words, _PLAYER_HEADS, n=1)
                meant = f"; did you mean {near[0]}?" if near else ""
                raise SituationError(rest, f"{rest.text!r} is not one of {', '.join(_PLAYER_HEADS)}{meant}")
            else:
                self._begin_base(head, content)

    def _not_a_statement(self, piece: Span) -> str:
        sayings = {word.casefold(): word for word in (*PHASES, *ALL_EDITIONS, "vp", "to play")}
        # Transposed letters: EDM is closer to EMD than to end.
        last_word = piece.text.split(" ")[-1].casefold()
        near = [saying for saying in sayings if sorted(saying) == sorted(last_word)] or get_close_matches(
            last_word, sayings, n=1
        )
        meant = f"; did you mean {sayings[near[0]]}?" if near else "."
        return (
            f"{piece.text!r} says nothing about the table{meant} "
            "Cards need a colon before them (Tortuga: Ana Howler); or say “Ana to play”, “turn 3”, “Ana 12 vp” or an edition"
        )

    def _statements(self, piece: Span) -> bool:
        """Read `Ana to play, turn 3, EMD`. Returns whether the piece has that form."""
        read: list[Callable[[], None]] = []
        for span in (part for part in piece.split(",") if part):
            statement = self._statement(span)
            if statement is None:
                return False
            read.append(statement)
        for statement in read:
            statement()
        return True

    def _statement(self, span: Span) -> Callable[[], None] | None:
        text = span.text
        if (match := _TO_PHASE.fullmatch(text)) and (match[2] or self._seat(match[1])):
            player, phase = match[1], PHASES[match[3].casefold()]
            return lambda: self._set_turn(span, player, phase)
        if match := _VP.fullmatch(text):
            seat, points = self._seat(match[1]), int(match[2] or match[3])
            return (lambda: self._set_points(span, seat, points)) if seat else None
        if match := _TURN.fullmatch(text):
            number = int(match[1])
            return lambda: self._state(("turn_number",), span, number)
        if match := _UNTIL.fullmatch(text):
            until = match[1].casefold()
            return lambda: self._state(("until",), span, until)
        if text.casefold() in AGREED:
            return lambda: self._state((text.casefold(),), span, True)
        editions = text.upper().split()
        if editions == ["ALL", "EDITIONS"]:
            return lambda: self._state(("editions",), span, "all")
        if editions and all(name in ALL_EDITIONS for name in editions):
            return lambda: self._add_editions(span, editions)
        return None

    def _set_points(self, span: Span, seat: str, points: int) -> None:
        """Set a player's points. The next pieces may continue with the same player."""
        self._state(("player", seat, "vp"), span, points)
        self.player = seat

    def _set_turn(self, span: Span, player: str, phase: str) -> None:
        if not (seat := self._seat(player)):
            raise SituationError(span, f"{player!r} is not a player; the players are {', '.join(self.seats)}")
        self._state(("turn",), span, seat)
        self._state(("phase",), span, phase)

    def _add_editions(self, span: Span, editions: list[str]) -> None:
        known = self.facts.get("editions", ())
        self.facts["editions"] = tuple(book for book in ALL_EDITIONS if book in (*known, *editions))
        self.spans["editions",] = span

    def _state(self, keys: Keys, span: Span, value: object) -> None:
        """Set a fact, which can be stated only once."""
        target = self.players.setdefault(str(keys[1]), {}) if keys[0] == "player" else self.facts
        if keys in self.spans:
            raise SituationError(span, "this was already stated")
        target[str(keys[-1])] = value
        self.spans[keys] = span

    # --- players and piles

    def _of_player(self, seat: str, what: str, content: Span) -> None:
        keys: Keys = ("player", seat, what)
        if what == "vp":
            if not content.text.isdecimal() or len(content.text) > 3:
                raise SituationError(content, f"{content.text!r} is not a number of victory points")
            self._state(keys, content, int(content.text))
        elif what == "factions":
            self._state(keys, content, tuple(self._faction(span) for span in content.split(",") if span))
        elif what == "plays":
            self._state(keys, content, tuple(self._play(span, seat) for span in self._items(content)))
        else:
            self._state(keys, content, self._cards(content, keys))

    def _faction(self, span: Span) -> str:
        try:
            printing(span.unquoted())
        except SmashUpError as error:
            raise SituationError(span, str(error).rstrip(".")) from None
        return span.unquoted()

    def _play(self, span: Span, seat: str) -> str | dict[str, Any]:
        name, groups = span.brackets()
        words = name.text.casefold().split()
        if words[-1:] not in (["minion"], ["action"], ["card"]) or words[:-1] not in ([], ["extra"]):
            raise SituationError(name, f"{name.text!r} is not a play: say minion, action, extra minion or extra action")
        if not groups:
            return " ".join(words)
        return {"kind": words[-1], "extra": len(words) > 1, **self._attributes(span, groups, PlayStated)}

    def _table_pile(self, row: ZoneFacts, content: Span) -> None:
        keys: Keys = (row.key,)
        self._state(keys, content, self._cards(content, keys, base=row.bases))

    def _other(self, words: str, content: Span) -> None:
        items = self._items(content)
        if words == "offer":
            self._state(("offer",), content, tuple(self._faction(span) for span in items))
        elif words == "chance":
            self._state(("chance",), content, tuple(self._chance(span) for span in items))
        elif words == "lasting":
            self._several("lasting", [self._effect(span) for span in items], items)
        elif words == "happened":
            self._several("happened", [self._fact(span) for span in items], items)

    def _several(self, key: str, stated: list[dict[str, Any]], items: list[Span]) -> None:
        """Append effects or facts to those stated before."""
        known = self.facts.setdefault(key, [])
        for entry, span in zip(stated, items, strict=True):
            self.spans[key, len(known)] = span
            known.append(entry)

    def _chance(self, span: Span) -> str | dict[str, Any]:
        name, groups = span.brackets()
        if name.text.casefold() == "shuffle" and len(groups) == 1 and groups[0][0] == "[":
            return {"shuffle": [part.unquoted() for part in groups[0][1].split(",") if part]}
        return span.unquoted()

    def _effect(self, span: Span) -> dict[str, Any]:
        name, groups = span.brackets()
        kinds = _words_of(LastingStated, "kind")
        return {"kind": self._one_of(name, kinds), **self._attributes(span, groups, LastingStated)}

    def _fact(self, span: Span) -> dict[str, Any]:
        name, groups = span.brackets()
        tag = _first_word(name)
        stated: dict[str, Any] = {"event": self._one_of(tag, get_args(FactTag))}
        if card := name.slice(len(tag.text)).strip():
            stated["card"] = card.unquoted()
        return stated | self._attributes(span, groups, FactStated)

    def _one_of(self, span: Span, words: tuple[str, ...]) -> str:
        if span.text not in words:
            near = get_close_matches(span.text, words, n=1)
            meant = f"; did you mean {near[0]}?" if near else ""
            raise SituationError(span, f"{span.text!r} is not one of {', '.join(words)}{meant}")
        return span.text

    # --- bases

    def _begin_base(self, head: Span, content: Span) -> None:
        nickname, card = head.partition("=")
        name, groups = (card or nickname).brackets()
        number = len(self.bases)
        stated: dict[str, Any] = {"card": self._named(name, base_name)}
        if card is not None:
            stated["name"] = nickname.unquoted()
        stated |= self._attributes(head, groups, BaseStated)
        self.bases.append({row.key: {} for row in stated_piles("base")} | stated)
        self.spans["base", number] = head
        self.player, self.base = "", number
        if content:
            self._at_base(content)

    def _empty_base(self, piece: Span) -> None:
        """Read the name of a base at which nothing is, as in `Tortuga | Ana hand: Howler`."""
        try:
            self._begin_base(piece, piece.slice(len(piece.text)))
        except SituationError:
            raise SituationError(piece, self._not_a_statement(piece)) from None

    def _at_base(self, piece: Span) -> None:
        """Read what a player has at the base: cards in play, or a named pile as in `Ana buried: …`."""
        head, content = piece.partition(":")
        seat, rest = self._leading_seat(head)
        if content is not None and seat and (words := rest.text.casefold()) in BASE_PILES:
            self._base_pile(seat, words, head, content)
        else:
            self._group(piece)

    def _group(self, piece: Span) -> None:
        """Read `Ana Pirate King, First Mate+2, Ben Leprechaun`. Each card belongs to the player named last."""
        seat = ""
        for item in self._items(piece):
            named, rest = self._leading_seat(item)
            if named and not rest:
                raise SituationError(item, f"which cards does {named} have here?")
            if not named and not seat:
                wrong = f"{_first_word(item).text!r} is not a player; the players are {', '.join(self.seats)}"
                raise SituationError(item, wrong)
            seat = named or seat
            self._put(seat, rest if named else item)

    def _put(self, seat: str, item: Span) -> None:
        assert self.base is not None
        for card in self._card(item, ()):
            zone = _at_base(card if isinstance(card, str) else card["card"])
            cards = self.bases[self.base][zone].setdefault(seat, [])
            keys: Keys = ("base", self.base, seat) if zone == "minions" else ("base", self.base, zone, seat)
            self.spans[(*keys, len(cards))] = item
            cards.append(card)

    def _base_pile(self, seat: str, key: str, head: Span, content: Span) -> None:
        if self.base is None:
            raise SituationError(head, f"{key} cards are at a base: write this after the base and a semicolon")
        cards = self.bases[self.base][key].setdefault(seat, [])
        cards += self._cards(content, ("base", self.base, key, seat))

    # --- cards

    def _items(self, span: Span) -> list[Span]:
        """Return the entries of a list. A card whose printed name contains a comma is one entry."""
        items = [part for part in span.split(",") if part]
        joined: list[Span] = []
        for piece in items:
            both = joined[-1].to(piece) if joined else piece
            if joined and any(f"-{slug(name)}-" in f"-{slug(both.text)}-" for name in names_with_commas()):
                joined[-1] = both
            else:
                joined.append(piece)
        return [] if len(joined) == 1 and joined[0].text.casefold() in _NONE else joined

    def _cards(self, span: Span, keys: Keys, *, base: bool = False) -> list[Any]:
        cards: list[Any] = []
        for item in self._items(span):
            for card in self._card(item, keys, base=base):
                self.spans[(*keys, len(cards))] = item
                cards.append(card)
        return cards

    def _card(self, item: Span, keys: Keys, *, base: bool = False, inner: bool = False) -> list[Any]:
        """Read one entry of a list of cards: `3x NICKNAME=Ben's NAME+2 [on it] (under it) {facts}`."""
        text, copies = item, 1
        if counted := _COUNTED.match(item.text):
            copies = int(counted[1])
            if copies > MOST_COPIES:
                raise SituationError(item, f"a card has at most {MOST_COPIES} copies")
            text = item.slice(counted.end()).strip()
        nickname, card = text.partition("=")
        name, groups = (card or nickname).brackets()
        stated: dict[str, Any] = {}
        if card is not None:
            stated["name"] = nickname.unquoted()
        in_stasis = keys[-1:] == ("stasis",)
        while match := _COUNTERS.search(name.text):
            stated[self._counters(name, match[1], in_stasis)] = int(match[2])
            name = name.slice(0, match.start())
        name = self._owned(name, stated, inner=inner)
        stated["card"] = UNKNOWN_CARD if name.text == UNKNOWN else self._named(name, base_name if base else card_name)
        for bracket, key in (("[", "on"), ("(", "under")):
            inside = [content for kind, content in groups if kind == bracket]
            cards = [
                card for content in inside for part in self._items(content) for card in self._card(part, (), inner=True)
            ]
            if cards:
                stated[key] = cards
        stated |= self._attributes(item, groups, CardStated)
        return [stated if len(stated) > 1 else stated["card"]] * copies

    def _counters(self, name: Span, sign: str, in_stasis: bool) -> str:
        if sign == "*" and not in_stasis:
            raise SituationError(
                name, "*N are stasis counters, which a card has only in stasis; +N are +1 power counters"
            )
        return "power_counters" if sign == "+" and in_stasis else "counters"

    def _owned(self, name: Span, stated: dict[str, Any], *, inner: bool) -> Span:
        """Read `Ben's NAME`: a card that Ben owns, or for a card on or under another, one that Ben played there."""
        for seat in (*self.seats, "nobody"):
            owner = f"{seat}'s "
            if name.text[: len(owner)].casefold().replace("’", "'") == owner.casefold():
                stated["by" if inner and seat != "nobody" else "owner"] = seat
                return name.slice(len(owner)).strip()
        return name

    def _named(self, span: Span, complete: Callable[[str], str]) -> str:
        if not span:
            raise SituationError(span, "the name of a card is missing")
        try:
            return complete(span.unquoted())
        except NoSuchName as error:
            listed = f" {' or '.join(error.options)}?" if error.wrong.endswith("mean") else ""
            others = f": {', '.join(error.options)}" if error.options and not listed else ""
            raise SituationError(span, f"{error.name!r} {error.wrong}{listed}{others}") from None

    # --- what is in braces

    def _attributes(self, span: Span, groups: list[tuple[str, Span]], kind: type[msgspec.Struct]) -> dict[str, Any]:
        """Read `{fresh, owner=Ben, used=[A, B]}` as keys of a part of a scenario, checked against its fields."""
        stated: dict[str, Any] = {}
        for bracket, content in groups:
            if bracket == "{":
                stated |= self._table(content, kind.__struct_fields__)
            elif kind is not CardStated:
                raise SituationError(
                    span,
                    "list an action on a base among the cards of the player who played it, as in Tortuga: Ana Overgrowth"
                    if bracket == "["
                    else f"{bracket} can't be used here: write further facts in braces",
                )
        required = {"kind": "power", "event": "moved", "card": "Howler"}
        needed = {name: value for name, value in required.items() if name in kind.__struct_fields__}
        try:
            converted = msgspec.convert(needed | stated, kind, strict=False)
        except msgspec.ValidationError as error:
            if kind is not PlayStated:
                raise SituationError(span, f"{error}".replace("$.", "")) from None
            converted = msgspec.convert(stated | {"kind": "minion"}, kind, strict=False)
        return {name: msgspec.to_builtins(getattr(converted, name)) for name in stated}

    def _table(self, content: Span, fields: tuple[str, ...] = ()) -> dict[str, Any]:
        stated: dict[str, Any] = {}
        for span in (part for part in content.split(",") if part):
            name, value = span.partition("=")
            key = name.text.replace(" ", "_").replace("-", "_")
            if fields and key not in fields:
                near = get_close_matches(key, fields, n=1)
                meant = f"; did you mean {near[0]}?" if near else f": there are {', '.join(fields)}"
                raise SituationError(name, f"{name.text!r} can't be stated here{meant}")
            stated[key] = True if value is None else self._value(value)
        return stated

    def _value(self, span: Span) -> Any:
        text = span.text
        if text.startswith("["):
            return [self._value(part) for part in span.slice(1, len(text) - 1).split(",") if part]
        if text.startswith("{"):
            return self._table(span.slice(1, len(text) - 1))
        return span.unquoted()


def _words_of(kind: type[msgspec.Struct], field: str) -> tuple[str, ...]:
    """Return the words allowed in a field."""
    from msgspec import inspect

    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    literal = next(member.type for member in info.fields if member.name == field)
    assert isinstance(literal, inspect.LiteralType)
    return tuple(str(value) for value in literal.values)


def _is_standard(name: str) -> bool:
    return name.capitalize() in STANDARD_SEATS


def _first_word(span: Span) -> Span:
    """Return the first word, or the quoted text at the start."""
    match = re.match(r'"(?:[^"\\]|\\.)*"|\S+', span.text)
    return span.slice(0, match.end() if match else 0)


def _ends_in(text: str, words: tuple[str, ...]) -> bool:
    return text.rpartition(" ")[2].casefold() in words


def _whose(text: str) -> str:
    """Return the player that a statement such as `Ana to play` is about."""
    if (match := _TO_PHASE.fullmatch(text)) and (match[2] or _is_standard(match[1])):
        return match[1]
    return match[1] if (match := _VP.fullmatch(text)) else ""


def _at_base(name: str) -> Zone:
    """Return where a card is at a base. The factions at the table later distinguish cards that share a name."""
    shared = cards_named(name)
    return shared[0].at_base if len(shared) > 1 else definition(card_id(name)).at_base
