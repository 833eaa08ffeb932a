"""Reads the text of a record. Its steps are written like those of scenarios."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import cast

import msgspec

from adjudicator.records.lines import (
    Action,
    AnyLine,
    BadRecord,
    Check,
    House,
    RandomPick,
    Record,
    ShownCards,
    StatedFact,
    Turn,
    Won,
    listed_names,
)
from adjudicator.scenarios.spoken import CHOOSING, TO_A_PILE, steps_said
from adjudicator.scenarios.step_words import ALONE, WITH_WORDS, BadLine, StepLine, read_line
from core.printed.definitions import load_cards, printing, slug
from core.printed.editions import EDITIONS
from core.rules.setup import brought_with, game_begun
from events.card_types import AGREED, BROUGHT, Settings
from events.errors import SmashUpError
from events.limits import RECORD
from events.vocabulary import GameBegun, SeatSetup

MOST_ERRORS = 20
"""Maximum number of unreadable lines to report."""


def read_record(text: str, *, unfinished: bool = False) -> Record:
    """Read the text of a record; an unfinished one may end in its heading.

    Raises `BadRecord` for the first unreadable line. The exception lists all other unreadable lines.
    """
    load_cards()
    lines = text.splitlines()
    if len(lines) > RECORD.parts or len(text) > RECORD.size:
        raise BadRecord(0, f"A record has at most {RECORD.parts:,} lines and {RECORD.size:,} characters")
    heading = _Heading()
    lines_read: list[AnyLine] = []
    wrong: list[BadRecord] = []
    reader: LineReader | None = None
    for number, raw in enumerate(lines, 1):
        line_text = without_comment(raw)
        if not line_text:
            continue
        if reader is None and not heading.players and not heading.is_heading(line_text):
            wrong = wrong or [heading.nobody(number)]  # Without players, no other line makes sense.
            break
        try:
            if len(line_text) > RECORD.word:
                raise BadRecord(number, f"this line is longer than {RECORD.word} characters; write one thing in each")
            if reader is None and heading.reads(number, line_text):
                continue
            reader = reader or LineReader(heading.names(number))
            lines_read.append(reader.read(number, line_text))
        except BadRecord as error:
            wrong.append(error)
    if wrong:
        first, *others = wrong
        first.others = tuple(others[: MOST_ERRORS - 1])
        raise first
    if unfinished and not lines_read:
        if heading.players:
            heading.check_first()
        return Record(GameBegun(position=1, edition=heading.edition, seats=(), rules_version=""), -1, (), tuple(lines))
    begun = heading.begun(max(1, len(lines)))
    return Record(begun, heading.first_seat, tuple(lines_read), tuple(lines), heading.brought(begun))


def without_comment(line: str) -> str:
    """Return a line without its comment. A comment starts with `#`, at the start of the line or after a space."""
    return re.sub(r"(^|\s)#(\s.*)?$", "", " ".join(line.split())).strip() if not line.lstrip().startswith("#") else ""


_HEADING = ("edition", "player", "first", "offer", *AGREED)


class _Heading:
    """The lines before the first turn: edition, players, who begins."""

    def __init__(self) -> None:
        self.edition = "EMD"
        self.players: list[tuple[str, tuple[str, ...]]] = []
        self.first = ""
        self.given = False
        self.offer: tuple[str, ...] = ()
        self.agreed: Settings = {}
        self.listed: dict[tuple[str, str], tuple[int, str]] = {}  # by what and player: the line, and what it lists
        self.line = 0
        self.player_lines: dict[str, int] = {}

    def is_heading(self, text: str) -> bool:
        """Return whether a line starts like one of the heading."""
        return text.partition(" ")[0].casefold().rstrip(":") in _HEADING

    def reads(self, number: int, text: str) -> bool:
        """Read a line of the heading. Returns whether it belonged to the heading."""
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        match word.casefold().rstrip(":"):
            case "edition":
                if rest.upper() not in EDITIONS:
                    raise BadRecord(number, f"there is no edition {rest!r}; the editions are {', '.join(EDITIONS)}")
                self.edition = rest.upper()
            case "player":
                name, _, factions = rest.partition(":")
                if not name.strip() or name.strip().casefold() in [known.casefold() for known, _ in self.players]:
                    raise BadRecord(number, "each player needs a different name: player Ana: Ghosts, Pirates")
                self.player_lines[name.strip()] = number
                self.players.append(
                    (name.strip(), ())
                )  # Later lines may name the players even if the factions are misspelled.
                self.players[-1] = (name.strip(), _factions(number, factions))
            case "first":
                name, _, how = rest.partition(",")
                self.first, self.given = name.strip(), how.strip().casefold() == "given"
            case "offer":
                self.offer = _factions(number, rest)
            case what if what in AGREED:
                self.agreed = cast(Settings, {**self.agreed, what: True})
                name, colon, listed = rest.partition(":")
                if rest and not colon:
                    raise BadRecord(
                        number, f"whose {what}? Write the player's name and a colon before them: {what} Ana: …"
                    )
                if rest:
                    self.listed[what, name.strip().casefold()] = (number, listed)
            case _:
                return False
        self.line = number
        return True

    def names(self, number: int) -> list[str]:
        if not self.players:
            raise self.nobody(number)
        return [name for name, _ in self.players]

    def nobody(self, number: int) -> BadRecord:
        """Return the error for a record that names no players."""
        return BadRecord(number, "who plays? Begin with a line for each: player Ana: Ghosts, Pirates")

    @property
    def first_seat(self) -> int:
        names = [name.casefold() for name, _ in self.players]
        return names.index(self.first.casefold()) if self.first.casefold() in names else -1

    def check_first(self) -> None:
        """Raise `BadRecord` unless the first player is one of the players."""
        if self.first and self.first_seat < 0:
            names = ", ".join(name for name, _ in self.players)
            raise BadRecord(self.line, f"{self.first!r} is not a player; the players are {names}")

    def begun(self, last: int) -> GameBegun:
        names = self.names(last)
        self.check_first()
        try:
            begun = game_begun(
                names,
                [factions for _, factions in self.players],
                edition_id=self.edition,
                first=self.first_seat if self.given else -1,
                offer=self.offer,
                **self.agreed,
            )
        except SmashUpError as error:
            about = next((line for name, line in self.player_lines.items() if str(error).startswith(name)), self.line)
            raise BadRecord(about, str(error)) from None
        seats = tuple(msgspec.structs.replace(seat, made_up=True) for seat in begun.seats)
        return msgspec.structs.replace(begun, seats=seats)

    def brought(self, begun: GameBegun) -> tuple[tuple[str, ...], ...]:
        """Return the cards that each player brought according to the heading, or nothing if there are none."""
        if not self.listed:
            return ()
        taken: list[tuple[str, ...]] = [()] * len(begun.seats)
        names = [seat.name.casefold() for seat in begun.seats]
        for (what, name), (number, listed) in self.listed.items():
            if name not in names:
                known = ", ".join(seat.name for seat in begun.seats)
                raise BadRecord(number, f"{name!r} is not a player; the players are {known}")
            seat = names.index(name)
            if not begun.seats[seat].factions:
                raise BadRecord(
                    number, f"the factions are drafted: write “{what}” here, and “Ana: yes” after the draft"
                )
            if listed.strip().casefold() != "none":
                taken[seat] += tuple(_brought(number, what, card, begun.seats[seat]) for card in listed_names(listed))
        return tuple(taken)


def _brought(number: int, what: str, text: str, seat: SeatSetup) -> str:
    """Return the card of a player's factions with this name, written in full or as the start of a word."""
    (type,) = (row.type for row in BROUGHT if row.plural == what)
    cards = [card for card in brought_with(seat.factions) if card.type == type]
    fitting = [card for card in cards if f"-{slug(card.name)}".find(f"-{slug(text)}") >= 0]
    if len(fitting) != 1:
        known = f"; there {'are' if len(cards) > 1 else 'is'} {' and '.join(card.name for card in cards)}"
        raise BadRecord(number, f"no {type} {text!r} goes with {seat.name}'s factions{known if cards else ''}")
    return fitting[0].id


def _factions(number: int, text: str) -> tuple[str, ...]:
    names = [part.strip() for part in re.split(r"[,+]|\band\b", text) if part.strip()]
    factions = []
    for name in names:
        try:
            printing(name)
            factions.append(name)
        except SmashUpError as error:
            raise BadRecord(number, str(error)) from None
    return tuple(factions)


PHASES = ("play", "score", "draw", "end")
_CHECKS = ("vp", "hand", "deck", "discard")
_SAY_WHAT = {
    "bases": "bases Tortuga, Tar Pits, …",
    "reveals": "Ana reveals and the cards, or ? for each",
    "chance": "chance and what it picked",
    "scores": "scores Tortuga: Ana 18, Ben 4",
    "winner": "winner Ana",
} | {check: f"{check} Ana 5" for check in _CHECKS}
_OTHER_LINES = ("turn", "bases", "base", "reveals", "discards", "chance", *_CHECKS, "scores", "winner", "house", "so")


class _UnknownWords(BadRecord):
    """Raised for a line that is not in the notation. It may still describe an effect in other words."""


class LineReader:
    """Reads the lines after the heading. It knows the players' names."""

    def __init__(self, players: Sequence[str]) -> None:
        self.players = list(players)
        self._longest_first = sorted(range(len(players)), key=lambda seat: -len(players[seat]))

    def read(self, number: int, text: str) -> AnyLine:
        """Read one line."""
        try:
            return self._notated(number, text)
        except _UnknownWords:
            if (effect := self._effect(number, text)) is None:
                raise
            return effect

    def _notated(self, number: int, text: str) -> AnyLine:
        word, _, rest = text.partition(" ")
        folded = word.casefold().rstrip(":")
        rest = rest.strip()
        if folded == "house":
            return self._house(number, rest)
        if folded == "so":
            return self._stated(number, rest)
        if (seat := self._speaker(text)) is not None:
            return self._of(number, seat, text[len(self.players[seat]) :])
        if folded == "turn":
            return self._turn(number, rest)
        if folded in _SAY_WHAT and not rest.strip(", :"):
            raise BadRecord(number, f"“{folded}” is incomplete: write {_SAY_WHAT[folded]}")
        if folded == "bases":
            return ShownCards(number, -1, "comes", listed_names(rest))
        if match := re.fullmatch(r"base (.+) comes", text, re.IGNORECASE):
            return ShownCards(number, -1, "comes", (match[1].strip(),))
        if folded == "reveals":
            return ShownCards(number, -1, "reveals", listed_names(rest))
        if folded == "chance":
            return RandomPick(number, rest)
        if folded in _CHECKS:
            return Check(number, folded, self._numbers(number, rest))
        if folded in ("scores", "score"):
            base, colon, numbers = rest.partition(":")
            return Check(number, "scores", self._numbers(number, numbers) if colon else (), base.strip())
        if folded in _HEADING:
            raise BadRecord(number, f"“{folded}” belongs in the heading, before the first line of the game")
        if folded == "winner":
            return Won(number, tuple(self._player(number, name) for name in listed_names(rest)))
        return Action(number, -1, self._action(number, text))

    def _effect(self, number: int, text: str) -> AnyLine | None:
        """Read a line about an effect:

        “Saucy Wench destroys Ghost” is the choice of Ghost for Saucy Wench. Effects that follow from the rules need no
        line; the error then says which line to write instead.
        """
        if match := re.fullmatch(rf"(?:(.+?) )?(?:{'|'.join(CHOOSING)})s? (.+)", text, re.IGNORECASE):
            what, to = match[2], ""
            if moved := re.fullmatch(r"(.+?) (?:from .+? )?to (.+)", what, re.IGNORECASE):
                what, to = moved[1], moved[2]
            if TO_A_PILE.fullmatch(to):  # The rules put such cards there anyway.
                to = ""
            what, _, using = re.sub(r" (?:with|using) ", "\0", what, count=1, flags=re.IGNORECASE).partition("\0")
            subject = match[1] or ""
            seat = self._speaker(subject) if subject else None
            by = using or (subject if seat is None else subject[len(self.players[seat]) :].strip(": "))
            return Action(number, -1 if seat is None else seat, StepLine("choose", what), by, to)
        if match := re.fullmatch(
            r"(.+?) (?:is destroyed|is killed|dies|is moved .+|is returned .+)", text, re.IGNORECASE
        ):
            raise BadRecord(number, f"automatic effects need no line; if a player chose it, write “choose {match[1]}”")
        if (seat := self._speaker(text)) is not None:
            player = self.players[seat]
            rest = text[len(player) :].strip(": ")
            if re.match(r"draws?\b", rest, re.IGNORECASE):
                raise BadRecord(
                    number, f"drawing needs no line; to state how many cards were held, write “hand {player} 7”"
                )
            if match := re.fullmatch(r"(?:scores?|gets?|gains?) (\d{1,3})(?: (?:VP|points?))?", rest, re.IGNORECASE):
                raise BadRecord(number, f"to state victory points, write the player's total: “vp {player} {match[1]}”")
            if match := re.fullmatch(r"scores? (.+)", rest, re.IGNORECASE):
                return Check(number, "scores", (), match[1])
            if re.fullmatch(r"wins?(?: the game)?", rest, re.IGNORECASE):
                return Won(number, (seat,))
            if re.fullmatch(r"mulligans?", rest, re.IGNORECASE):
                return Action(number, seat, StepLine("yes"))
            if re.fullmatch(r"(?:ends?|finishes) (?:the|her|his|their) turn|is done", rest, re.IGNORECASE):
                return Action(number, seat, StepLine("pass"))
        elif match := re.fullmatch(r"(.+?) scores(?:: *(.*))?", text, re.IGNORECASE):
            return Check(number, "scores", self._numbers(number, match[2] or ""), match[1])
        return None

    def _house(self, number: int, rest: str) -> House:
        """Read a house ruling: an ordinary line, or free text."""
        if not rest:
            raise BadRecord(number, "“house” goes before what was done: house play Warbot at Opal, or any words")
        try:
            meant = self.read(number, rest)
        except BadRecord:
            meant = None
        seat = meant.seat if isinstance(meant, Action) else self._speaker(rest)
        known = meant if isinstance(meant, Action | Check) else None
        return House(number, -1 if seat is None else seat, rest, known)

    def _stated(self, number: int, rest: str) -> StatedFact:
        """Read a statement of what was true after a house ruling."""
        word, _, more = rest.partition(" ")
        more = more.strip()
        match word.casefold():
            case "vp" | "hand" as what if more:
                return StatedFact(number, what, (), self._numbers(number, more))
            case "plays" if more:
                names = tuple(name.casefold() for name in listed_names(more) if name.casefold() != "none")
                if wrong := [name for name in names if name not in ("minion", "action")]:
                    raise BadRecord(number, f"{wrong[0]!r} is not a play: write minion, action or none")
                return StatedFact(number, "plays", names)
            case "phase" if more.casefold() in PHASES:
                return StatedFact(number, "phase", (more.casefold(),))
            case "phase":
                raise BadRecord(number, f"{more!r} is not a phase; the phases are {', '.join(PHASES)}")
        if match := re.fullmatch(r"base (.+) (comes|leaves)", rest, re.IGNORECASE):
            return StatedFact(number, match[2].casefold(), (match[1],))
        if match := re.fullmatch(r"counters (.+) (\d{1,3})", rest, re.IGNORECASE):
            return StatedFact(number, "counters", (match[1],), ((0, int(match[2])),))
        if match := re.fullmatch(r"(.+) in the box", rest, re.IGNORECASE):
            return StatedFact(number, "in", (match[1], "box"))
        if match := re.fullmatch(r"(.+) in (.+?)(?:'s|’s) (hand|deck|discard)(?: pile)?", rest, re.IGNORECASE):
            return StatedFact(number, "in", (match[1], match[3].casefold()), ((self._player(number, match[2]), 0),))
        if (seat := self._speaker(rest)) is not None and (
            match := re.fullmatch(r" controls (.+)", rest[len(self.players[seat]) :], re.IGNORECASE)
        ):
            return StatedFact(number, "controls", (match[1],), ((seat, 0),))
        if match := re.fullmatch(r"(.+) (at|on) (.+)", rest, re.IGNORECASE):
            return StatedFact(number, match[2].casefold(), (match[1], match[3]))
        raise BadRecord(
            number,
            f"{rest!r} is not a result: write a card “at” a base, “on” a card, “in Ana's hand” (deck, discard) or “in "
            "the box”, “vp Ana 5”, “hand Ana 6”, “counters CARD 2”, “Ana controls CARD”, “plays minion”, “base A comes” "
            "(leaves), “phase score”",
        )

    def _speaker(self, text: str) -> int | None:
        """Return the player whose name starts the line."""
        for seat in self._longest_first:
            name = self.players[seat]
            if re.match(rf"{re.escape(name)}(:|\s|$)", text, re.IGNORECASE):
                return seat
        return None

    def _of(self, number: int, seat: int, text: str) -> AnyLine:
        words = text.lstrip(": ").strip()
        verb, _, rest = words.partition(" ")
        if verb.casefold() in ("reveals", "discards"):
            rest = re.sub(r"(^|\s+)at random$", "", rest.strip(), flags=re.IGNORECASE)
            if not rest.strip(", "):
                raise BadRecord(number, f"“{verb}” is incomplete: name the cards, or write ? for each")
            return ShownCards(number, seat, verb.casefold(), listed_names(rest))
        return Action(number, seat, self._action(number, words))

    def _action(self, number: int, words: str) -> StepLine:
        third = re.match(r"(play|use|choose|name|arrange|distribute)s\b|(passes)\b", words, re.IGNORECASE)
        if third:  # "Ana plays Howler", as people write it
            words = (third[1] or "pass") + words[third.end() :]
        if re.match(r"(?:play|use) .*,", words, re.IGNORECASE) and len(several := steps_said(words, self.players)) > 1:
            lines = ", then ".join(f"“{step}”" for step in several)
            raise BadRecord(number, f"{words!r} is more than one deed: write each on a line of its own: {lines}")
        try:
            return read_line(words)
        except BadLine:
            steps = (*WITH_WORDS, *ALONE)
            near = get_close_matches(words.partition(" ")[0].casefold(), (*steps, *_OTHER_LINES), n=1, cutoff=0.7)
            meant = (
                f"; perhaps “{near[0]} …”"
                if near
                else f": say what was done, as in “{self.players[-1]} plays CARD at BASE” or “choose CARD”, or put # "
                "before a note (`smashup docs records` lists every line)"
            )
            raise _UnknownWords(number, f"{words!r} is not a line of a record{meant}") from None

    def _turn(self, number: int, rest: str) -> Turn:
        match = re.fullmatch(r"(\d{1,4})\s*[:,]?\s*(\w.*)", rest)
        if not match:
            raise BadRecord(number, "a turn starts with its number and its player: turn 3: Ana")
        return Turn(number, int(match[1]), self._player(number, match[2]))

    def _player(self, number: int, name: str) -> int:
        folded = [player.casefold() for player in self.players]
        if name.strip().casefold() not in folded:
            raise BadRecord(number, f"{name.strip()!r} is not a player; the players are {', '.join(self.players)}")
        return folded.index(name.strip().casefold())

    def _numbers(self, number: int, text: str) -> tuple[tuple[int, int], ...]:
        """Read pairs such as `Ana 5, Ben 3`."""
        pairs: list[tuple[int, int]] = []
        left = text.strip()
        while left:
            pair = next(
                (
                    (seat, match)
                    for seat in self._longest_first
                    if (
                        match := re.match(
                            rf"{re.escape(self.players[seat])}\s+(-?\d{{1,6}})(?!\d)\s*,?\s*", left, re.IGNORECASE
                        )
                    )
                ),
                None,
            )
            if pair is None:
                raise BadRecord(number, f"{left!r} is not a player and a number, such as {self.players[0]} 5")
            pairs.append((pair[0], int(pair[1][1])))
            left = left[pair[1].end() :]
        return tuple(pairs)
