"""May a player do this? Search every line that the rules offer until the end of the turn, and answer yes, no or only
if.

"No" is given only if every line was seen and no deck was shuffled on the way. Otherwise the answer is that the search
cannot tell.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.games.all_answers import answers
from adjudicator.games.option_words import name_of
from adjudicator.rulings.declining import Decliner, line_in_words, read_declined
from adjudicator.rulings.deeds import TYPES, Deed, NotOffered, Prevented, read_deed
from adjudicator.rulings.explore import Findings, Limits, LineOutcome, explore, line_log, outcome_of
from adjudicator.rulings.goals import Goal
from adjudicator.rulings.not_offered import why_not_offered
from adjudicator.rulings.refusals import not_offered, refusal, without_labels
from adjudicator.rulings.ruling import Passage, passage
from adjudicator.scenarios import Scenario, run
from adjudicator.scenarios.model import Expect, Step
from adjudicator.scenarios.names import TableNames
from core.engine.game import Game
from core.engine.power import breakpoint_of, power_at
from core.printed.definitions import definition
from core.rules.places import forbidding
from core.rules.replay import resume
from core.rules.turn import WINNING_POINTS, flow
from events.errors import SmashUpError
from events.questions import Main, Window
from events.vocabulary import Event, Replaced, Shuffled
from projections.plain_words import Called, Words, a, listed, ordinal
from projections.table import fold
from projections.timeline import sentence

_DEPTHS = (2, 4, 8, 16)
"""Shorter lines are searched first, so that the answer shows the most direct way."""


_INTO = {"hand": " to hand", "deck": " into a deck", "discard": " into a discard pile", "stasis": " into stasis"}


class MayAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a may-question, with a line of play that shows it and the rules that decided."""

    question: str
    verdict: str  # "yes", "no", "only if", "unknown"
    answer: str  # one sentence
    line: tuple[str, ...] = ()
    depends_on: tuple[str, ...] = ()  # what others must answer to make it possible
    passages: tuple[Passage, ...] = ()
    edition: str = ""
    positions: int = 0


def may(scenario: Scenario, words: str, edition: str, *, limits: Limits | None = None) -> MayAnswer:
    """Return whether a player may do something in a situation, after its steps."""
    outcome = run(msgspec.structs.replace(scenario, expect=Expect()), edition)
    if outcome.stuck is not None:
        raise SmashUpError(
            f"Step {outcome.stuck.number} ({outcome.stuck.step}) cannot be taken: {outcome.stuck.refusal}."
        )
    table, began = outcome.game.table, fold(outcome.log[: outcome.set_up])
    passed = outcome.game.question is None or (not scenario.step and table.turn != began.turn)
    if (asked := read_declined(words, table, outcome.names)) is not None:
        reply = Decliner(outcome.log, outcome.names, asked, limits or Limits()).answer()
        return MayAnswer(
            question=reply.question,
            verdict=reply.verdict,
            answer=reply.answer,
            line=reply.line,
            passages=(passage(reply.rule, edition),) if reply.rule else (),
            edition=edition,
            positions=reply.positions,
        )
    deed = read_deed(words, outcome.log, table, outcome.names, by=began.current if passed else table.asked)
    # What comes before the first decision is part of the answer: nobody has to choose it.
    by_itself = not scenario.step and deed.aim is None and deed.reached(outcome.game, outcome.set_up)
    if outcome.game.question is None or by_itself or (passed and deed.seat == began.current):
        return _Request(outcome.log[: outcome.set_up], outcome.names, deed, edition).settled(outcome.game)
    return _Request(outcome.log, outcome.names, deed, edition).answer(limits or Limits())


class _Request:
    def __init__(self, log: Sequence[Event], names: TableNames, deed: Deed, edition: str) -> None:
        self.log, self.names, self.deed, self.edition = log, names, deed, edition
        self.player = fold(log).seats[deed.seat].name
        self.does = " and ".join(_in_words(part) for part in (deed, *deed.also))

    def answer(self, limits: Limits) -> MayAnswer:
        findings = self.search(limits)
        reach = findings.reach
        if reach is None or reach.line is None:
            return self.not_found(findings)
        line = list(line_in_words(self.log, self.names, reach.line))
        events = line_log(self.log, reach.line)[len(self.log) :]
        others = tuple(step for step in line if not step.startswith(f"{self.player}: "))
        chance = any(decision.chance for decision in reach.line)
        shuffled = any(isinstance(event, Shuffled) for event in events)
        rules = tuple(dict.fromkeys(event.rule for event in events if event.rule))
        needed = [] if reach.force else [f"“{other}”" for other in others]
        needed += ["chance picks the right card"] if chance and not reach.force else []
        needed += ["the shuffled deck comes out in the right order"] if shuffled else []
        verdict = "only if" if needed else "yes"
        own = [step for step in line if not needed or step not in others]
        ways = f", with {'; then '.join(f'“{step}”' for step in line)}" if own else ""
        answer = f"Only if {listed(needed)}{ways}." if needed else f"Yes{ways}."
        if self.deed.verb == "play" and self.deed.place:
            tried = Prevented(words=self.deed.words, seat=self.deed.seat, deed=self.deed)
            if prevented := self.prevented(tried, line_log(self.log, reach.line)):
                answer += f" But it has no effect: {prevented}."
        return self.answered(verdict, answer, findings, tuple(line), others if needed else (), rules)

    def settled(self, game: Game) -> MayAnswer:
        """Return the answer if the turn or the game has ended without a decision."""
        table, done = game.table, self.deed.reached(game, len(self.log))
        winners = [f"{table.seats[seat].name} ({table.seats[seat].victory_points} VP)" for seat in table.winners]
        why, rule = (f"the game is over, and {listed(winners)} won", "win.check") if winners else ("", "")
        if not winners and not done:
            why, rule = f"{self.player} has nothing to decide before the turn ends", "turn.phases"
            if self.deed.aim is not None:
                why, rule = self.missed(self.deed.aim, [outcome_of(game, len(self.log))])
            elif obstacle := self.in_the_way() or self.needed_card(self.deed):
                why, rule = obstacle if obstacle[0] else (why, rule)
        yes = "Yes, without a decision" + (f": {why}" if why else "")
        return self.answered(
            "yes" if done else "no", f"{yes if done else f'No: {why}'}.", rules=tuple(filter(None, [rule]))
        )

    def search(self, limits: Limits) -> Findings:
        """Explore longer and longer lines until the player can force one or all have been searched."""
        for depth in (*(known_depth for known_depth in _DEPTHS if known_depth < limits.depth), limits.depth):
            findings = explore(self.log, limits=msgspec.structs.replace(limits, depth=depth), goal=self.deed)
            if findings.exhausted or (findings.reach is not None and findings.reach.force):
                break
        return findings

    def not_found(self, findings: Findings) -> MayAnswer:
        if not findings.exhausted:
            return self.answered("unknown", f"I cannot tell: no way was found, but {findings.why_not}.", findings)
        if findings.shuffled:
            why = "a deck is shuffled along the way, and the result depends on its order"
            return self.answered("unknown", f"I cannot tell: no way was found, but {why}.", findings)
        if self.deed.aim is not None:
            why, rule = self.missed(self.deed.aim, list(findings.outcomes))
            return self.answered("no", f"No: {why}.", findings, rules=(rule,))
        why, rule = self.obstacle() if not self.deed.also else ("", "")
        why = why or next(
            (hindrance for deed in (self.deed, *self.deed.also) if (hindrance := self.hindrance(deed))), ""
        )
        if not why:
            whys = (self.needed_card(deed) for deed in (self.deed, *self.deed.also))
            why, rule = next((reason for reason in whys if reason[0]), ("", ""))
        if not why and self.deed.also and all(self.line_to(self.alone(part)) for part in (self.deed, *self.deed.also)):
            why = "each of these is possible alone, but no line of play until the end of the turn does all of them"
        seen = f"none of the {findings.positions} positions until the end of the turn offers it"
        return self.answered("no", f"No: {why or seen}.", findings, rules=(rule,) if rule else ())

    def alone(self, deed: Deed) -> Deed:
        """Return one deed of several, without the others."""
        return msgspec.structs.replace(deed, also=())

    def missed(self, aim: Goal, outcomes: Sequence[LineOutcome]) -> tuple[str, str]:
        """Return how close the player comes to points, a base or the game before the turn ends, and the rule."""
        game = Game(list(self.log), flow)
        most = max(outcome.victory_points[aim.seat] for outcome in outcomes)
        if aim.wins_game:
            needed = f"{most} of the {WINNING_POINTS} VP" if most < WINNING_POINTS else f"{most} VP and does not lead"
            return f"when the turn ends, {self.player} has at most {needed}", "win.check"
        if aim.points is not None:
            return f"when the turn ends, {self.player} has at most {most} VP", "score.places"
        bases = {site: lying.base for site, lying in game.table.sites.items() if aim.names_base(game, site, lying.base)}
        places = [places[aim.seat] for outcome in outcomes for base, places in outcome.scored if base in bases.values()]
        if places:
            place = min((place for place in places if place), default=0)
            return f"{self.player} is {f'at best {ordinal(place)}' if place else 'in no place'} there", "score.places"
        totals = (f"{power_at(game, site)} of {breakpoint_of(game, site)}" for site in bases)
        return f"{aim.wins or 'no base'} does not score this turn: it has {listed(totals)} power now", "score.ready"

    def obstacle(self) -> tuple[str, str]:
        """Return the immediate obstacle and its rule, or nothing if only the whole search shows it."""
        if self.deed.verb not in ("play", "use") or self.deed.by or self.deed.pile:
            return "", ""
        if self.deed.play:
            return f"no line of play spends {a(self.deed.play)} play on {self.deed.what}", "term.play"
        log, does, done = list(self.log), f"{self.deed.verb} {self.deed.what}", ""
        if self.deed.verb == "play" and self.deed.place:
            does += f" at {self.deed.place}"
        if self.deed.number > 1:
            log, does, done = self.once_less()
        if not log:
            return "", ""
        game = Game(log, flow)
        called = Called(name_of, self.names.own_names(game.table))
        against = refusal(game, self.names, called, Step(seat=self.player, does=does), since=len(self.log))
        return f"{done}{against.text}", against.rule

    def in_the_way(self) -> tuple[str, str] | None:
        """Return what forbids the play at the stated base all the time, and the rule; None if nothing does."""
        game, deed = Game(list(self.log), flow), self.deed
        pool = [card.number for card in game.table.cards.values() if card.zone not in ("base", "base_deck")]
        kind = {number for number in pool if game.facts[number].type == deed.what}
        meant = kind or set(self.names.fitting_cards(game.table, deed.what, pool))
        if deed.verb != "play" or not deed.place or not meant:
            return None
        try:
            site = self.names.find_site(game.table, deed.place)
        except SmashUpError:
            return None
        by = [forbidding(game, deed.seat, game.card(number), site) for number in sorted(meant)]
        if not all(by):
            return None
        words = Words(game.table, Called(name_of, self.names.own_names(game.table)))
        return f"{words.card(by[0])} forbids it", "void.cant-wins"

    def needed_card(self, deed: Deed) -> tuple[str, str]:
        """Return why the card that a deed is done with cannot be played, or what it says; the rule, too."""
        game = Game(list(self.log), flow)
        card = next(iter(self.names.fitting_cards(game.table, deed.by, list(game.table.cards))), 0) if deed.by else 0
        if not card:
            return "", ""
        facts, in_hand = game.facts[card], game.table.cards[card].zone == "hand"
        if in_hand and facts.kind == "standard" and (refused := not_offered(game, name_of, deed.seat, card)):
            return f"{self.player} cannot play {facts.name} now: {refused.text}", refused.rule
        return f"{facts.name} cannot do that here. Its text: “{without_labels(facts.text).rstrip('.')}”", ""

    def once_less(self) -> tuple[list[Event], str, str]:
        """Return the log of a line that does it as often as possible, the step that would do it once more, and how
        often that was. The log is empty if it cannot be done at all or if nothing is left to do it with.
        """
        for number in range(self.deed.number - 1, 0, -1):
            line = self.line_to(msgspec.structs.replace(self.deed, number=number))
            if line is None:
                continue
            table = fold(line)
            hand = [definition(table.cards[card].definition) for card in table.seats[self.deed.seat].hand]
            fitting = (facts.name for facts in hand if self.deed.what in (facts.type, "card"))
            what = next(fitting, "" if self.deed.what in TYPES else self.deed.what)
            times = {1: "once", 2: "twice"}.get(number, f"{number} times")
            return self.resolved(line) if what else [], f"{self.deed.verb} {what}", f"only {times}; after that, "
        return [], "", ""

    def resolved(self, line: list[Event]) -> list[Event]:
        """Return the log of a line that ends in the middle of a card, continued until that card has resolved."""
        game = resume(line)
        turn = game.table.turn
        while (question := game.question) is not None and game.table.turn == turn:
            if isinstance(question, Main | Window):
                return game.log
            game.answer(game.table.asked, answers(game.table, question, 1)[0][0])
        return line

    def hindrance(self, deed: Deed) -> str:
        """Return what prevents the deed when it is tried, or why a card does not offer it; "" if neither is known."""
        if deed.aim is not None or deed.verb == "score":
            return ""
        tried = Prevented(words=deed.words, seat=deed.seat, deed=deed)
        if (line := self.line_to(tried)) is not None:
            return self.prevented(tried, line)
        if deed.verb in ("play", "use"):
            return ""
        if (line := self.line_to(NotOffered(words=deed.words, seat=deed.seat, deed=deed))) is not None:
            why = why_not_offered(Game(list(line), flow), self.names, deed.what)
            return why if ";" in why else ""
        return ""

    def prevented(self, tried: Prevented, line: Sequence[Event]) -> str:
        """Return what prevents the deed in a line of play; "" if nothing does."""
        table = fold(line)
        event = tried.event(table, line[len(self.log) :])
        if event is None:
            return ""
        text = sentence(event, fold(line[: event.position - 1]), Called(name_of, self.names.own_names(table)))
        if isinstance(event, Replaced):  # "Buccaneer: Ben's Buccaneer moves instead of being destroyed"
            by, colon, does = text.partition(": ")
            return f"{does.rstrip('.')} ({by})" if colon else text
        return text

    def line_to(self, goal: Goal) -> list[Event] | None:
        """Return the log of a line that reaches a goal within a few decisions; None if none was found."""
        reach = explore(self.log, limits=Limits(depth=6, positions=2000, seconds=5), goal=goal).reach
        return None if reach is None or reach.line is None else line_log(self.log, reach.line)

    def answered(
        self,
        verdict: str,
        answer: str,
        findings: Findings | None = None,
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
            positions=findings.positions if findings else 0,
        )


def _in_words(deed: Deed) -> str:
    """Return a deed in the words of a question: “play Spectre from discard at Tortuga with Hidden Ninja”."""
    if deed.aim is not None:
        return deed.what
    several = f"{deed.number} {deed.what}s" if deed.what in TYPES else f"{deed.number} × {deed.what}"
    what = several if deed.number > 1 else a(deed.what) if deed.what in TYPES else deed.what
    pile = f" from {deed.pile}" if deed.pile and deed.verb != "uncover" else ""
    place = (
        f" {'at' if deed.verb in ('play', 'use') else 'to'} {deed.place}" if deed.place else _INTO.get(deed.into, "")
    )
    play = f" as {a(deed.play)}" if deed.play else ""
    return f"{deed.verb} {what}{pile}{play}{place}{f' with {deed.by}' if deed.by else ''}"
