"""May a player do this? Search every way the rules offer until the end of the turn, and say yes, no or only if.

"No" is said only where every line was seen and no deck was shuffled on the way; otherwise the answer is that the search
cannot tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from adjudicator.games.option_words import name_of
from adjudicator.games.session import is_choice
from adjudicator.rulings.explore import Findings, Limits, explore, line_log
from adjudicator.rulings.goals import Goal
from adjudicator.rulings.refusals import refusal
from adjudicator.rulings.ruling import Passage, passage
from adjudicator.scenarios import Scenario, run
from adjudicator.scenarios.lines import answer_in_words
from adjudicator.scenarios.model import Expect, Step
from adjudicator.scenarios.names import Names, NoSuchName, find_word
from adjudicator.scenarios.notation.words import plain_card
from core.engine.game import Game
from core.printed.definitions import definition
from core.rules.turn import flow
from events.errors import SmashUpError
from events.vocabulary import (
    AbilityUsed,
    AllowanceGiven,
    Answered,
    Buried,
    CardPlayed,
    ControlChanged,
    Destroyed,
    Discarded,
    Event,
    Moved,
    Returned,
    Shuffled,
)
from projections.plain_words import Called, listed
from projections.table import Table, fold

VERBS: dict[str, type[Event]] = {
    "play": CardPlayed,
    "use": AbilityUsed,
    "destroy": Destroyed,
    "move": Moved,
    "return": Returned,
    "discard": Discarded,
    "bury": Buried,
    "take control of": ControlChanged,
}
_DEED = re.compile(
    rf"(?P<verb>{'|'.join(VERBS)})\s+(?P<what>.+?)(?:\s+(?:at|on|to)\s+(?P<place>.+?))?"
    r"(?:\s+(?:with|using|through)\s+(?P<by>.+?))?",
    re.IGNORECASE,
)
_DEPTHS = (2, 4, 8, 16)
"""Short lines are looked for first: the answer should show the most direct way."""


class Deed(Goal, frozen=True, kw_only=True):
    """Something a player wants to do: it is reached as soon as it has happened."""

    verb: str
    what: str
    place: str = ""
    by: str = ""
    at_once: bool = True

    def reached(self, game: Game, start: int) -> bool:
        """Whether it has happened since `start`."""
        return any(self._is(game, event) for event in game.log[start:])

    def _is(self, game: Game, event: Event) -> bool:
        if not isinstance(event, VERBS[self.verb]):
            return False
        names, table = Names(self.cards, self.sites), game.table
        number = event.holder if isinstance(event, AbilityUsed) else getattr(event, "card", 0)
        if not names.fitting_cards(table, self.what, [number] if number in table.cards else []):
            return False
        if self.seat not in _doers(table, event) or (self.place and not self._is_there(names, table, event)):
            return False
        return not self.by or any(names.fitting_cards(table, self.by, [one]) for one in _ways(game.log, event, table))

    def _is_there(self, names: Names, table: Table, event: Event) -> bool:
        host, site = getattr(event, "host", 0), getattr(event, "site", 0)
        if host and names.fitting_cards(table, self.place, [host]):
            return True
        try:
            return bool(site) and names.find_site(table, self.place) == site
        except NoSuchName:
            return False


def _doers(table: Table, event: Event) -> set[int]:
    """The players who do it: who carries it out, and who controls the card that says so."""
    by = getattr(event, "by", 0)
    return {getattr(event, "seat", -1)} | ({table.cards[by].controller} if by in table.cards else set())


def _ways(log: Sequence[Event], event: Event, table: Table) -> Iterator[int]:
    """The cards through which something happens: those that gave the play, and those whose abilities led to it."""
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


class MayAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a may-question, with a line of play that shows it and the rules that decided."""

    question: str
    verdict: str  # "yes", "no", "only if", "unknown"
    answer: str  # one sentence
    line: tuple[str, ...] = ()
    depends_on: tuple[str, ...] = ()  # what others must answer for it
    passages: tuple[Passage, ...] = ()
    edition: str = ""
    positions: int = 0


def may(scenario: Scenario, words: str, edition: str, *, limits: Limits | None = None) -> MayAnswer:
    """Whether a player may do something in a situation, after its steps."""
    outcome = run(msgspec.structs.replace(scenario, expect=Expect()), edition)
    if outcome.stuck is not None:
        raise SmashUpError(
            f"Step {outcome.stuck.number} ({outcome.stuck.step}) cannot be taken: {outcome.stuck.refusal}."
        )
    if outcome.game.question is None:
        raise SmashUpError("Nobody is asked anything at that point: the game is over.")
    deed = read_deed(words, outcome.game.table, outcome.names)
    return _Request(outcome.log, outcome.names, deed, edition).answer(limits or Limits())


def read_deed(words: str, table: Table, names: Names) -> Deed:
    """What is asked about: `Ana: play Spectre at Tortuga with Hidden Ninja`; without a player, whoever decides now."""
    text = " ".join(words.split()).rstrip("?")
    seat = table.asked
    for number, player in enumerate(table.seats):
        if found := re.match(rf"(?:may\s+)?{re.escape(player.name)}(?::|\s+may)?\s+", text, re.IGNORECASE):
            seat, text = number, text[found.end() :]
            break
    found = _DEED.fullmatch(text)
    if found is None:
        raise SmashUpError(
            f"I don't understand {words!r}: begin with {', '.join(VERBS)}, as in “play Spectre at Tortuga”."
        )
    what, place, by = (_known(found[part] or "", table, names) for part in ("what", "place", "by"))
    return Deed(
        words=words,
        seat=seat,
        verb=found["verb"].casefold(),
        what=what,
        place=place,
        by=by,
        cards=names.cards,
        sites=names.sites,
    )


def _known(text: str, table: Table, names: Names) -> str:
    """A name that means something here; a part that only one card or base has is completed."""
    text = plain_card(text)
    if not text or names.known(table, text):
        return text
    called = [definition(card.definition).name for card in table.cards.values()]
    options = {name: name for name in (*names.cards, *names.sites, *called)}
    try:
        return find_word(text, options)
    except NoSuchName as error:
        if error.wrong == "could be any of":
            raise
        raise SmashUpError(f"Nothing here is called {text!r}: name a card or base of the situation.") from None


class _Request:
    def __init__(self, log: Sequence[Event], names: Names, deed: Deed, edition: str) -> None:
        self.log, self.names, self.deed, self.edition = log, names, deed, edition
        self.player = fold(log).seats[deed.seat].name
        place = f" {'at' if deed.verb in ('play', 'use') else 'to'} {deed.place}" if deed.place else ""
        self.does = f"{deed.verb} {deed.what}{place}{f' with {deed.by}' if deed.by else ''}"

    def answer(self, limits: Limits) -> MayAnswer:
        found = self.search(limits)
        reach = found.reach
        if reach is None or reach.line is None:
            return self.not_found(found)
        line, events = list(self.line(found)), line_log(self.log, reach.line)[len(self.log) :]
        others = tuple(one for one in line if not one.startswith(f"{self.player}: "))
        chance = any(decision.chance for decision in reach.line)
        shuffled = any(isinstance(event, Shuffled) for event in events)
        rules = tuple(dict.fromkeys(event.rule for event in events if event.rule))
        needed = [] if reach.force else [f"“{one}”" for one in others]
        needed += ["chance picks the right card"] if chance and not reach.force else []
        needed += ["the shuffled deck comes out in the right order"] if shuffled else []
        verdict = "only if" if needed else "yes"
        ways = f", with {'; then '.join(f'“{one}”' for one in line)}" if line else ""
        answer = f"Only if {listed(needed)}{ways}." if needed else f"Yes{ways}."
        return self.answered(verdict, answer, found, tuple(line), others if needed else (), rules)

    def search(self, limits: Limits) -> Findings:
        """Explore ever longer lines, until one is found that the player can force or all were seen."""
        for depth in (*(one for one in _DEPTHS if one < limits.depth), limits.depth):
            found = explore(self.log, limits=msgspec.structs.replace(limits, depth=depth), goal=self.deed)
            if found.exhausted or (found.reach is not None and found.reach.force):
                break
        return found

    def line(self, found: Findings) -> Iterator[str]:
        """The decisions of the line, as steps of a scenario."""
        assert found.reach is not None
        assert found.reach.line is not None
        table = fold(self.log)
        log = line_log(self.log, found.reach.line)
        for event in log[len(self.log) :]:
            if isinstance(event, Answered) and table.question is not None and is_choice(table.question):
                does = answer_in_words(table, table.question, event.picks, self.names, log)
                yield f"{table.seats[event.seat].name}: {does}"
            table.apply(event)

    def not_found(self, found: Findings) -> MayAnswer:
        if not found.exhausted:
            return self.answered("unknown", f"I cannot tell: no way was found, but {found.why_not}.", found)
        if found.shuffled:
            why = "a deck is shuffled on the way, and its order decides"
            return self.answered("unknown", f"I cannot tell: no way was found, but {why}.", found)
        why, rule = self.obstacle()
        seen = f"none of the {found.positions} positions until the end of the turn offers it"
        return self.answered("no", f"No: {why or seen}.", found, rules=(rule,) if rule else ())

    def obstacle(self) -> tuple[str, str]:
        """What is in the way at once, and its rule; nothing, where only the whole search shows it."""
        if self.deed.verb not in ("play", "use") or self.deed.by:
            return "", ""
        game = Game(list(self.log), flow)
        called = Called(name_of, self.names.own_names(game.table))
        against = refusal(game, self.names, called, Step(seat=self.player, does=self.does))
        return against.text, against.rule

    def answered(
        self,
        verdict: str,
        answer: str,
        found: Findings,
        line: tuple[str, ...] = (),
        others: tuple[str, ...] = (),
        rules: tuple[str, ...] = (),
    ) -> MayAnswer:
        return MayAnswer(
            question=f"May {self.player} {self.does}?",
            verdict=verdict,
            answer=answer,
            line=line,
            depends_on=others,
            passages=tuple(passage(rule, self.edition) for rule in rules),
            edition=self.edition,
            positions=found.positions,
        )
