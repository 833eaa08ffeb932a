"""Whether a player may decline what a card asks, or must do it: `decline Tiger Assassin`, `must Ben use Sheriff?`.

The answer quotes the question that the card asks, or says that it asks none. Nobody can decline an effect that happens
without a choice.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

import msgspec

from adjudicator.games.concerns import is_choice
from adjudicator.games.option_words import name_of
from adjudicator.rulings.explore import Findings, Limits, LineDecision, explore, line_log
from adjudicator.rulings.goals import Goal
from adjudicator.scenarios.lines import answer_in_words
from adjudicator.scenarios.names import TableNames
from adjudicator.scenarios.steps import PLACE_FOR
from core.engine.game import Game
from events.errors import SmashUpError
from events.questions import Hosts, Main, May, Play, Question, Sites, Use, Window
from events.vocabulary import Answered, Event
from projections.plain_words import Called
from projections.prompts import describe, prompt
from projections.table import Table, fold

_NOT = r"decline|refuse|avoid|skip|ignore|turn\s+down|say\s+no\s+to|choose\s+not|opt\s+out\s+of|not"
_MUST = r"must|have\s+to|has\s+to|need\s+to|needs\s+to|be\s+forced\s+to|is\s+forced\s+to|forced\s+to"
_ASKS_NOT = re.compile(rf"(?:{_NOT})s?\s+(?:to\s+)?(?P<deed>.+)", re.IGNORECASE)
_ASKS_MUST = re.compile(rf"(?:{_MUST})\s+(?P<deed>.+)", re.IGNORECASE)
_BEGINS = re.compile(r"^(?:may|can|could|does|do|will|is|am|are)\s+", re.IGNORECASE)
_IS = re.compile(
    r"(?P<deed>.+?)\s+(?P<kind>optional|mandatory|compulsory|be\s+(?:declined|refused|skipped))", re.IGNORECASE
)
_WITH = re.compile(r"(?P<does>.+?)\s+(?:with|using|for|from|through)\s+(?P<by>.+)", re.IGNORECASE)
_PLAYS = re.compile(r"(?:play|us)(?:e|ing|s|es)?\s+(?P<card>.+?)(?:\s+(?:at|on)\s+.+)?", re.IGNORECASE)
_STOPS = re.compile(
    r"(?:stop|prevent|block|counter|save|protect)s?\s.+|.+\sbe\s+(?:stopped|prevented|countered|saved)", re.IGNORECASE
)

HOW_TO_ASK = "ask about a card’s choice, as in “decline Tiger Assassin” or “must Ben destroy a minion with Bear Hug?”"
HOW_TO_STOP = (
    "ask what the other player wants, as in “Ana: destroy Howler with Cannon” (the answer says who can prevent it), "
    "or what could stop it, as in “Ben: play CARD”"
)


class Declined(msgspec.Struct, frozen=True):
    """A question about declining: whose choice (None: anybody's), of which card, and how it was asked."""

    seat: int | None
    card: str
    what: str = ""  # what must be done, if the question says so
    must: bool = False
    plays: bool = False  # about playing or using the card, rather than about what it asks


class Asks(Goal, frozen=True, kw_only=True):
    """A goal: a player is asked a question by a card, or offered to play or use it."""

    meant: Collection[int]
    kind: str  # "optional", "forced", "use", "play"
    at_once: bool = True

    def reached(self, game: Game, start: int) -> bool:
        """Return whether the open question is of that kind."""
        question = game.question
        if question is None or game.table.asked != self.seat or not question.options:
            return False
        if self.kind == "use":
            offered = {pick.holder for pick in question.options if isinstance(pick, Use)}
            return not question.least and not offered.isdisjoint(self.meant)
        if self.kind == "play":
            offered = {pick.card for pick in question.options if isinstance(pick, Play)}
            return not question.least and not offered.isdisjoint(self.meant)
        where = isinstance(question, Sites | Hosts) and PLACE_FOR.match(question.about)
        if question.by not in self.meant or where or isinstance(question, Main | Window):
            return False
        return (self.kind == "optional") == (not question.least or isinstance(question, May))


def read_declined(words: str, table: Table, names: TableNames) -> Declined | None:
    """Read a question about declining something; None if the words ask something else.

    Raises `SmashUpError` with a way to ask if they ask to stop something, or name no card of the situation.
    """
    text = " ".join(words.split()).rstrip("?! .")
    text, seat = _player(_BEGINS.sub("", text), table)
    text = re.sub(r"^(?:may|can|to)\s+(?=not\b)", "", text, flags=re.IGNORECASE)
    if re.match(r"what (?:happens|if)\b", text, re.IGNORECASE):
        raise SmashUpError(f"I don't understand {words!r}: to see what happens, use `smashup ask SITUATION STEP`.")
    if _STOPS.fullmatch(text):
        raise SmashUpError(f"I don't understand {words!r}: {HOW_TO_STOP}.")
    if (question := _ASKS_MUST.fullmatch(text)) is not None:
        rest, again = _player(question["deed"], table)
        return _read(words, table, names, again if seat is None else seat, rest, must=True)
    if (question := _ASKS_NOT.fullmatch(text)) is not None:
        return _read(words, table, names, seat, question["deed"])
    if (question := _IS.fullmatch(text)) is not None:
        return _read(
            words, table, names, seat, question["deed"], must=question["kind"].casefold() in ("mandatory", "compulsory")
        )
    return None


def _player(text: str, table: Table) -> tuple[str, int | None]:
    for number, player in enumerate(table.seats):
        if match := re.match(rf"{re.escape(player.name)}(?::|\s+(?:may|can|to))?\s+", text, re.IGNORECASE):
            return text[match.end() :], number
    bare = re.sub(r"^(?:i|we|you)\s+", "", text, flags=re.IGNORECASE)
    return bare, None


def _read(words: str, table: Table, names: TableNames, seat: int | None, deed: str, *, must: bool = False) -> Declined:
    plays, done = _PLAYS.fullmatch(deed), _WITH.fullmatch(deed)
    for card, what in (
        (done["by"], done["does"]) if done else ("", ""),
        (plays["card"], "") if plays else ("", ""),
        (deed, ""),
    ):
        if card and names.fitting_cards(
            table, card, [number for number in table.cards if table.cards[number].zone != "base"]
        ):
            by_playing = plays is not None and card == plays["card"]
            return Declined(seat, card, what=what, must=must, plays=by_playing)
    raise SmashUpError(f"I don't understand {words!r}: {HOW_TO_ASK}.")


class Declining(msgspec.Struct, frozen=True):
    """The answer: yes or no, a sentence, and a line of play that leads to the question."""

    verdict: str
    answer: str
    question: str
    line: tuple[str, ...] = ()
    rule: str = ""
    positions: int = 0


class Decliner:
    """Searches what a card asks of a player."""

    def __init__(self, log: Sequence[Event], names: TableNames, asked: Declined, limits: Limits) -> None:
        self.log, self.names, self.asked, self.limits = log, names, asked, limits
        self.table = fold(log)
        self.meant = frozenset(names.fitting_cards(self.table, asked.card, list(self.table.cards)))
        self.positions, self.unfinished = 0, ""

    def answer(self) -> Declining:
        """Return the answer for the player named, or for the first whom the card asks something."""
        first = self.table.asked if self.asked.seat is None else self.asked.seat
        others = [seat for seat in range(len(self.table.seats)) if seat != first] if self.asked.seat is None else []
        kinds = ("play", "use") if self.asked.plays else ("optional", "forced", "use")
        for seat in (first, *others):
            for kind in kinds:
                if findings := self.found(seat, kind):
                    return self.told(seat, kind, findings)
        return self.nothing(first)

    def found(self, seat: int, kind: str) -> Findings | None:
        goal = Asks(words=self.asked.card, seat=seat, meant=self.meant, kind=kind, cards=self.names.cards)
        findings = explore(self.log, limits=self.limits, goal=goal)
        self.positions += findings.positions
        if findings.reach is not None and findings.reach.line is not None:
            return findings
        if not findings.exhausted:
            self.unfinished = findings.why_not
        return None

    def told(self, seat: int, kind: str, findings: Findings) -> Declining:
        """Return the answer that quotes the question a search has found."""
        assert findings.reach is not None
        assert findings.reach.line is not None
        log = line_log(self.log, findings.reach.line)
        table = fold(log)
        question = table.question
        assert question is not None
        player, card = table.seats[seat].name, self.asked.card
        line = tuple(line_in_words(self.log, self.names, findings.reach.line))
        if kind in ("play", "use"):
            does = "play" if kind == "play" else "use"
            yes = self.yes(f"nothing makes {player} {does} {card}", may=True)
            return self.of(player, *yes, (*line, f"{player}: pass"), "turn.play", f"{does} {card}")
        about = prompt(question, table, Called(name_of, self.names.own_names(table)))
        asks = f"{card} asks {player} “{about}”"
        if kind == "optional":
            refusing = "no" if isinstance(question, May) else "none"
            sentence = f"{asks}, and {player} may answer “{refusing}”"
            return self.of(player, *self.yes(sentence, may=True), (*line, f"{player}: {refusing}"), "void.must")
        options = self.options(table, question)
        sentence = f"{asks}, and {player} must choose {' or '.join(options)}"
        if self.asked.must and len(options) > 1 and any(self.is_named(table, option) for option in question.options):
            return self.of(player, "no", f"No, not that one: {sentence}.", line, "void.must")
        return self.of(player, *self.yes(sentence, may=False), line, "void.must")

    def options(self, table: Table, question: Question) -> list[str]:
        called = Called(name_of, self.names.own_names(table))
        return list(dict.fromkeys(describe(option, question, table, called) for option in question.options))

    def is_named(self, table: Table, option: object) -> bool:
        """Return whether the question is about one option in particular: "must Ben destroy Howler with Bear Hug"."""
        subject = self.asked.what.partition(" ")[2]
        return isinstance(option, int) and bool(subject and self.names.fitting_cards(table, subject, [option]))

    def nothing(self, seat: int) -> Declining:
        """Return the answer if the card asks nobody meant anything."""
        player, card = self.table.seats[seat].name, self.asked.card
        if self.unfinished:
            sentence = f"I cannot tell: no such choice was found, but {self.unfinished}."
            return self.of(player, "unknown", sentence, (), "")
        whom = "nobody" if self.asked.seat is None else f"{player} nothing"
        asks = f"{card} asks {whom}{' anything' if self.asked.seat is None else ''} before the turn ends"
        if self.asked.plays:
            sentence = f"{player} cannot play or use {card} before the turn ends, so there is nothing to decline"
            return self.of(player, "no", f"No: {sentence}.", (), "")
        return self.of(
            player, *self.yes(f"{asks}, so whatever it does happens without a choice", may=False), (), "void.must"
        )

    def yes(self, sentence: str, *, may: bool) -> tuple[str, str]:
        """Return the verdict and its sentence: `may` is whether the player may decline."""
        yes = may != self.asked.must
        return "yes" if yes else "no", f"{'Yes' if yes else 'No'}: {sentence}."

    def of(self, player: str, verdict: str, answer: str, line: tuple[str, ...], rule: str, does: str = "") -> Declining:
        asks = self.asked
        does = does or f"do what {asks.card} asks"
        question = f"Must {player} {does}?" if asks.must else f"May {player} decline {asks.card}?"
        return Declining(verdict, answer, question, line, rule, self.positions)


def line_in_words(log: Sequence[Event], names: TableNames, decisions: Sequence[LineDecision]) -> Iterator[str]:
    """Return the decisions of a line as steps of a scenario."""
    table = fold(log)
    after = line_log(log, decisions)
    for event in after[len(log) :]:
        if isinstance(event, Answered) and table.question is not None and is_choice(table.question):
            does = answer_in_words(table, table.question, event.picks, names, after)
            yield f"{table.seats[event.seat].name}: {does}"
        table.apply(event)
