"""The text of a record: who played, and line by line what was seen. The steps are those of scenarios."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from functools import cache

import msgspec

from adjudicator.scenarios.step_words import ALONE, WITH_WORDS, BadLine, Line, read_line
from core.printed.definitions import all_definitions, faction, load_cards, slug
from core.printed.editions import EDITIONS
from core.rules.setup import game_begun
from events.errors import SmashUpError
from events.vocabulary import GameBegun

UNKNOWN = "?"
"""What nobody saw."""

LONGEST_LINE = 1000


class BadRecord(SmashUpError):
    """A line of a record that cannot be read, or that the rules refuse; says which and why."""

    def __init__(self, line: int, reason: str, final: bool = False, rule: str = "") -> None:
        super().__init__(line, reason)
        self.line, self.reason, self.rule = line, reason.rstrip("."), rule
        self.final = final  # whatever the hidden cards were

    def __str__(self) -> str:
        return f"Line {self.line}: {self.reason}" if self.line else self.reason


class Unfinished(BadRecord):
    """The record ends where something comes to light: the next line must say what."""

    def __str__(self) -> str:
        return self.reason


class Action(msgspec.Struct, frozen=True):
    """A player does something. Seat -1: whoever's turn it is."""

    line: int
    seat: int
    does: Line


class Shown(msgspec.Struct, frozen=True):
    """Cards that were hidden are seen by all: of a player (seat -1: bases), by name or `?`."""

    line: int
    seat: int
    verb: str  # reveals, discards, comes
    names: tuple[str, ...]


class Drawn(msgspec.Struct, frozen=True):
    """What chance picked among things that everybody sees."""

    line: int
    name: str


class Turn(msgspec.Struct, frozen=True):
    """A turn begins: nothing before it belongs to it, and nothing after it to an earlier one."""

    line: int
    number: int
    seat: int


class Check(msgspec.Struct, frozen=True):
    """What was so at the table: `vp`, `hand`, `deck`, `discard` by seat, or the totals as a base scored (`scores`)."""

    line: int
    what: str
    numbers: tuple[tuple[int, int], ...]
    base: str = ""


class Won(msgspec.Struct, frozen=True):
    """Who won."""

    line: int
    seats: tuple[int, ...]


class House(msgspec.Struct, frozen=True):
    """What was done although the rules refuse it; `line_meant` is the line it would be, if it is one."""

    line: int
    seat: int
    does: str
    line_meant: Action | Check | None = None


class Stated(msgspec.Struct, frozen=True):
    """What was so after a ruling: counts (`vp`, `hand`), a card's place (`at`, `on`, `in`),
    or what else can be said of it (docs/RECORDS.md)."""

    line: int
    what: str
    names: tuple[str, ...] = ()
    numbers: tuple[tuple[int, int], ...] = ()


AnyLine = Action | Shown | Drawn | Turn | Check | Won | House | Stated


class Record(msgspec.Struct, frozen=True):
    """A record that was read: how the game began, and its lines."""

    begun: GameBegun
    first: int  # who began; -1 if that is not said
    lines: tuple[AnyLine, ...]
    text: tuple[str, ...] = ()  # every line of the file, as it stands

    @property
    def players(self) -> list[str]:
        """The players' names, in turn order."""
        return [seat.name for seat in self.begun.seats]


# --- reading --------------------------------------------------------------------------------------------------------


def read_record(text: str, *, unfinished: bool = False) -> Record:
    """A record's text, read; an unfinished one may still be in its heading. Raises `BadRecord` with the line."""
    load_cards()
    lines = text.splitlines()
    heading = _Heading()
    found: list[AnyLine] = []
    reader: LineReader | None = None
    for number, raw in enumerate(lines, 1):
        said = without_comment(raw)
        if not said:
            continue
        if len(said) > LONGEST_LINE:
            raise BadRecord(number, f"this line is longer than {LONGEST_LINE} characters; write one thing in each line")
        if reader is None and heading.reads(number, said):
            continue
        reader = reader or LineReader(heading.names(number))
        found.append(reader.read(number, said))
    if unfinished and not found:
        if heading.players:
            heading.check_first()
        return Record(GameBegun(position=1, edition=heading.edition, seats=(), rules_version=""), -1, (), tuple(lines))
    return Record(heading.begun(len(lines)), heading.first_seat, tuple(found), tuple(lines))


def without_comment(line: str) -> str:
    """What a line says: a `#` that stands by itself, or at the beginning, begins a comment."""
    return re.sub(r"(^|\s)#(\s.*)?$", "", " ".join(line.split())).strip() if not line.lstrip().startswith("#") else ""


class _Heading:
    """The lines before the first turn: edition, players, who begins."""

    def __init__(self) -> None:
        self.edition = "EMD"
        self.players: list[tuple[str, tuple[str, ...]]] = []
        self.first = ""
        self.given = False
        self.offer: tuple[str, ...] = ()
        self.line = 0
        self.player_lines: dict[str, int] = {}

    def reads(self, number: int, said: str) -> bool:
        """Whether a line belongs to the heading; then it is read."""
        word, _, rest = said.partition(" ")
        rest = rest.strip()
        match word.casefold().rstrip(":"):
            case "edition":
                if rest.upper() not in EDITIONS:
                    raise BadRecord(number, f"there is no edition {rest!r}: it is one of {', '.join(EDITIONS)}")
                self.edition = rest.upper()
            case "player":
                name, _, factions = rest.partition(":")
                if not name.strip() or name.strip().casefold() in [one.casefold() for one, _ in self.players]:
                    raise BadRecord(number, "each player has a name of their own: player Ana: Ghosts, Pirates")
                self.players.append((name.strip(), _factions(number, factions)))
                self.player_lines[name.strip()] = number
            case "first":
                name, _, how = rest.partition(",")
                self.first, self.given = name.strip(), how.strip().casefold() == "given"
            case "offer":
                self.offer = _factions(number, rest)
            case _:
                return False
        self.line = number
        return True

    def names(self, number: int) -> list[str]:
        if not self.players:
            raise BadRecord(number, "who plays? Begin with a line for each: player Ana: Ghosts, Pirates")
        return [name for name, _ in self.players]

    @property
    def first_seat(self) -> int:
        names = [name.casefold() for name, _ in self.players]
        return names.index(self.first.casefold()) if self.first.casefold() in names else -1

    def check_first(self) -> None:
        """Whoever begins is one of the players."""
        if self.first and self.first_seat < 0:
            names = ", ".join(name for name, _ in self.players)
            raise BadRecord(self.line, f"{self.first!r} is none of the players: {names}")

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
            )
        except SmashUpError as error:
            about = next((line for name, line in self.player_lines.items() if str(error).startswith(name)), self.line)
            raise BadRecord(about, str(error)) from None
        seats = tuple(msgspec.structs.replace(seat, made_up=True) for seat in begun.seats)
        return msgspec.structs.replace(begun, seats=seats)


def _factions(number: int, text: str) -> tuple[str, ...]:
    names = [part.strip() for part in re.split(r"[,+]|\band\b", text) if part.strip()]
    found = []
    for name in names:
        try:
            found.append(faction(name).id)
        except SmashUpError as error:
            raise BadRecord(number, str(error)) from None
    return tuple(found)


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


class LineReader:
    """Reads the lines after the heading; knows the players."""

    def __init__(self, players: Sequence[str]) -> None:
        self.players = list(players)
        self._longest_first = sorted(range(len(players)), key=lambda seat: -len(players[seat]))

    def read(self, number: int, said: str) -> AnyLine:
        """One line."""
        word, _, rest = said.partition(" ")
        folded = word.casefold().rstrip(":")
        rest = rest.strip()
        if folded == "house":
            return self._house(number, rest)
        if folded == "so":
            return self._stated(number, rest)
        if (seat := self._speaker(said)) is not None:
            return self._of(number, seat, said[len(self.players[seat]) :])
        if folded == "turn":
            return self._turn(number, rest)
        if folded in _SAY_WHAT and not rest.strip(", :"):
            raise BadRecord(number, f"“{folded}” says nothing by itself: write {_SAY_WHAT[folded]}")
        if folded == "bases":
            return Shown(number, -1, "comes", listed_names(rest))
        if found := re.fullmatch(r"base (.+) comes", said, re.IGNORECASE):
            return Shown(number, -1, "comes", (found[1].strip(),))
        if folded == "reveals":
            return Shown(number, -1, "reveals", listed_names(rest))
        if folded == "chance":
            return Drawn(number, rest)
        if folded in _CHECKS:
            return Check(number, folded, self._numbers(number, rest))
        if folded == "scores":
            base, colon, numbers = rest.partition(":")
            return Check(number, folded, self._numbers(number, numbers) if colon else (), base.strip())
        if folded in ("edition", "player", "first", "offer"):
            raise BadRecord(number, f"“{folded}” belongs to the heading: it goes before the first line of the game")
        if folded == "winner":
            return Won(number, tuple(self._player(number, name) for name in listed_names(rest)))
        return Action(number, -1, self._action(number, said))

    def _house(self, number: int, rest: str) -> House:
        """A ruling: a line as it would be written, or any words."""
        if not rest:
            raise BadRecord(number, "“house” goes before what was done: house play Warbot at Opal, or any words")
        try:
            meant = self.read(number, rest)
        except BadRecord:
            meant = None
        seat = meant.seat if isinstance(meant, Action) else self._speaker(rest)
        known = meant if isinstance(meant, Action | Check) else None
        return House(number, -1 if seat is None else seat, rest, known)

    def _stated(self, number: int, rest: str) -> Stated:
        """What was so then."""
        word, _, more = rest.partition(" ")
        more = more.strip()
        match word.casefold():
            case "vp" | "hand" as what if more:
                return Stated(number, what, (), self._numbers(number, more))
            case "plays" if more:
                names = tuple(name.casefold() for name in listed_names(more) if name.casefold() != "none")
                if wrong := [name for name in names if name not in ("minion", "action")]:
                    raise BadRecord(number, f"{wrong[0]!r} is no play: say minion, action or none")
                return Stated(number, "plays", names)
            case "phase" if more.casefold() in PHASES:
                return Stated(number, "phase", (more.casefold(),))
            case "phase":
                raise BadRecord(number, f"{more!r} is no phase: {', '.join(PHASES)}")
        if found := re.fullmatch(r"base (.+) (comes|leaves)", rest, re.IGNORECASE):
            return Stated(number, found[2].casefold(), (found[1],))
        if found := re.fullmatch(r"counters (.+) (\d{1,3})", rest, re.IGNORECASE):
            return Stated(number, "counters", (found[1],), ((0, int(found[2])),))
        if found := re.fullmatch(r"(.+) in the box", rest, re.IGNORECASE):
            return Stated(number, "in", (found[1], "box"))
        if found := re.fullmatch(r"(.+) in (.+?)(?:'s|’s) (hand|deck|discard)(?: pile)?", rest, re.IGNORECASE):
            return Stated(number, "in", (found[1], found[3].casefold()), ((self._player(number, found[2]), 0),))
        if (seat := self._speaker(rest)) is not None and (
            found := re.fullmatch(r" controls (.+)", rest[len(self.players[seat]) :], re.IGNORECASE)
        ):
            return Stated(number, "controls", (found[1],), ((seat, 0),))
        if found := re.fullmatch(r"(.+) (at|on) (.+)", rest, re.IGNORECASE):
            return Stated(number, found[2].casefold(), (found[1], found[3]))
        raise BadRecord(
            number,
            f"{rest!r} does not say what was so: a card “at” a base, “on” a card, “in Ana's hand” (deck, discard) or “in "
            "the box”, “vp Ana 5”, “hand Ana 6”, “counters CARD 2”, “Ana controls CARD”, “plays minion”, “base A comes” "
            "(leaves), “phase score”",
        )

    def _speaker(self, said: str) -> int | None:
        """The player a line begins with."""
        for seat in self._longest_first:
            name = self.players[seat]
            if re.match(rf"{re.escape(name)}(:|\s|$)", said, re.IGNORECASE):
                return seat
        return None

    def _of(self, number: int, seat: int, said: str) -> AnyLine:
        words = said.lstrip(": ").strip()
        verb, _, rest = words.partition(" ")
        if verb.casefold() in ("reveals", "discards"):
            rest = re.sub(r"(^|\s+)at random$", "", rest.strip(), flags=re.IGNORECASE)
            if not rest.strip(", "):
                raise BadRecord(number, f"“{verb}” says nothing by itself: name the cards, or write ? for each")
            return Shown(number, seat, verb.casefold(), listed_names(rest))
        return Action(number, seat, self._action(number, words))

    def _action(self, number: int, words: str) -> Line:
        third = re.match(r"(play|use|choose|name|arrange|distribute)s\b|(passes)\b", words, re.IGNORECASE)
        if third:  # "Ana plays Howler", as people write
            words = (third[1] or "pass") + words[third.end() :]
        try:
            return read_line(words)
        except BadLine:
            steps = (*WITH_WORDS, *ALONE)
            near = get_close_matches(words.partition(" ")[0].casefold(), (*steps, *_OTHER_LINES), n=1, cutoff=0.7)
            meant = (
                f"; perhaps “{near[0]} …”"
                if near
                else f": a step begins with one of {', '.join(steps)}, with “{self.players[-1]}:” before it if it is "
                f"another player's; other lines with {', '.join(_OTHER_LINES)} or #"
            )
            raise BadRecord(number, f"{words!r} is nothing a record says{meant}") from None

    def _turn(self, number: int, rest: str) -> Turn:
        found = re.fullmatch(r"(\d{1,4})\s*[:,]?\s*(\w.*)", rest)
        if not found:
            raise BadRecord(number, "a turn is begun by its number and its player: turn 3: Ana")
        return Turn(number, int(found[1]), self._player(number, found[2]))

    def _player(self, number: int, name: str) -> int:
        folded = [one.casefold() for one in self.players]
        if name.strip().casefold() not in folded:
            raise BadRecord(number, f"{name.strip()!r} is none of the players: {', '.join(self.players)}")
        return folded.index(name.strip().casefold())

    def _numbers(self, number: int, text: str) -> tuple[tuple[int, int], ...]:
        """`Ana 5, Ben 3`."""
        found: list[tuple[int, int]] = []
        left = text.strip()
        while left:
            one = next(
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
            if one is None:
                raise BadRecord(number, f"{left!r} is not a player and a number, such as {self.players[0]} 5")
            found.append((one[0], int(one[1][1])))
            left = left[one[1].end() :]
        return tuple(found)


def listed_names(text: str) -> tuple[str, ...]:
    """Names separated by commas; a few names hold one themselves, also what a card face down turned out to be."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    found: list[str] = []
    while parts:
        length = next((length for length in (3, 2) if _is_one_name(", ".join(parts[:length]))), 1)
        found.append(", ".join(parts[:length]))
        del parts[:length]
    return tuple(found)


def _is_one_name(text: str) -> bool:
    return slug(re.sub(r"^\?\d+ is ", "", text)) in _with_comma()


@cache
def _with_comma() -> frozenset[str]:
    return frozenset(slug(card.name) for card in all_definitions() if "," in card.name)
