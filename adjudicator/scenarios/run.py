"""Runs a scenario: sets the table, answers the questions with the lines, and checks the expectations.

It is strict in both directions: a line that no question asks for is a failure, and so is a real choice without a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from adjudicator.games.concerns import answer_unasked, concerns
from adjudicator.scenarios.chance import StatedChance, Stuck
from adjudicator.scenarios.expect import check_expectations
from adjudicator.scenarios.load import Misstated, located
from adjudicator.scenarios.model import Expect, Scenario, Step
from adjudicator.scenarios.names import NoSuchName, TableNames, is_base
from adjudicator.scenarios.setting import set_up
from adjudicator.scenarios.step_words import UNTIL_CONCERNED, StepLine, read_line
from adjudicator.scenarios.steps import (
    Answer,
    Refused,
    answer_for,
    asked_in_words,
    can_answer,
    only_answer,
    places_in,
)
from core.engine.game import Game, IllegalAnswer
from core.printed.definitions import SET_PACKAGES
from core.rules.replay import resume
from core.rules.scoring import ready_to_score
from core.rules.turn import flow
from events.errors import SmashUpError
from events.questions import YES, Cards, Hosts, Main, May, Play, Question, Seats, Sites, Window
from events.vocabulary import Answered, CardPlayed, Event, Forbidden, PhaseBegan, Replaced, ScoringBegan, TurnBegan
from projections.renaming import cards_named

MOST_QUESTIONS = 2000
"""Maximum number of automatic answers, more than any scenario needs. Beyond it, the rules are in an endless loop."""


class Failure(msgspec.Struct, frozen=True):
    """One failed expectation or step."""

    where: str  # "step 2 (Ana: pass)", "at the end"
    what: str
    step: int = 0  # the number of its step
    open: bool = False  # whether a choice is left open at the end

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


class StepTaken(msgspec.Struct, frozen=True):
    """A step that was taken: its number in the file (from 1), and the log's length before and after it."""

    step: Step
    start: int
    end: int
    number: int = 0
    refusal: str = ""  # the reason why a step that must be refused was refused
    tried: int = 0  # … and the log's length at that attempt


class Outcome(msgspec.Struct, frozen=True):
    """The outcome of a scenario in one edition."""

    scenario: Scenario
    edition: str
    game: Game
    names: TableNames
    steps: tuple[StepTaken, ...]
    failures: tuple[Failure, ...]
    set_up: int  # the number of events that set the table
    stuck: StepTaken | None = None  # the step that was refused although the file does not expect it

    @property
    def log(self) -> list[Event]:
        """The log, like that of any game."""
        return self.game.log

    @property
    def passed(self) -> bool:
        """Return whether there are no failures."""
        return not self.failures

    @property
    def of_question(self) -> Outcome:
        """Return the same outcome for a question, which expects nothing: a choice that is left open and a step that is
        refused are its answer, not failures."""
        refused = self.stuck.number if self.stuck is not None else -1
        wrong = tuple(failure for failure in self.failures if not failure.open and failure.step != refused)
        return msgspec.structs.replace(self, failures=wrong)


def failures_of(outcomes: Iterable[Outcome]) -> dict[str, list[str]]:
    """Return the failures of a scenario, each once, with the editions in which it occurs."""
    editions: dict[str, list[str]] = {}
    for outcome in outcomes:
        for failure in outcome.failures:
            editions.setdefault(str(failure), []).append(outcome.edition)
    return editions


class Run:
    """A run of one scenario in one edition."""

    def __init__(self, scenario: Scenario, edition: str) -> None:
        self.scenario = scenario
        self.edition = edition
        try:
            setting = set_up(scenario, edition)
        except Misstated as error:
            raise located(scenario, error) from None
        self.names = setting.names
        self.names.partial = not scenario.path  # Typed lines may be short; a file is strict.
        self.chance = StatedChance(scenario.chance)
        self.game: Game = Game(list(setting.events), flow, table=setting.table, chance=self.chance)
        self.chance.look_at(self.game, self.names)
        self.set_up = len(setting.events)
        self.numbers = [number for number, step in enumerate(scenario.step, 1) if edition in step.editions]
        self.steps = [scenario.step[number - 1] for number in self.numbers]
        self.lines = [read_line(step.does) for step in self.steps]
        self.taken: list[StepTaken] = []
        self.failures: list[Failure] = []
        self.at_step = 0  # the number of the current step
        self.acted = 0  # where the log was when a line last answered a question
        self.on_its_way: list[tuple[Answer, int]] = []  # cards whose stated places or choices have not come up yet
        self.ending = -1  # the turn that the current player is ending; priority rounds are passed until it is over
        self.uninterested: set[int] = set()  # the seats that pass until something concerns them
        self.turn = self.game.table.turn  # the turn that the lines have reached; only a line ends it
        self.turn_ended = False  # … and the turn that the game has reached

    def outcome(self) -> Outcome:
        """Run the whole scenario and return its outcome."""
        where, stuck = "at the beginning", None
        try:
            self.game.begin()
            self._go_on(0)
            for number, step in enumerate(self.steps):
                where, self.at_step = f"step {self.numbers[number]} ({step})", self.numbers[number]
                before = len(self.game.log)
                try:
                    self._take(number, where)
                except (Refused, Stuck) as error:
                    stuck = StepTaken(step, before, before, self.numbers[number], str(error), before)
                    raise
            if missing := next(
                (arrival for arrival in self.on_its_way if not self._went_there(arrival[0], self.game, arrival[1])),
                None,
            ):
                stuck = self._taken_back(missing)
                where, self.at_step = f"step {stuck.number} ({stuck.step})", stuck.number
                raise Refused(stuck.refusal)
            where, self.at_step = "at the end", 0
            self._end(where)
        except SmashUpError as error:
            self._fail(where, str(error))
        except Exception as error:  # An error in the rules code fails only this scenario.
            self._fail(where, f"the rules code failed: {place_of(error)}")
        return Outcome(
            self.scenario,
            self.edition,
            self.game,
            self.names,
            tuple(self.taken),
            tuple(self.failures),
            self.set_up,
            stuck,
        )

    def _fail(self, where: str, what: str, *, left_open: bool = False) -> None:
        self.failures.append(Failure(where, what, self.at_step, left_open))

    # --- lines and questions

    def _take(self, number: int, where: str) -> None:
        """Take one step: its line answers the open question, the rules continue, and its expectations are checked."""
        step, line = self.steps[number], self.lines[number]
        start = len(self.game.log)
        asked = asked_in_words(self.game, self.names)
        stated = self._states_a_play(step, line)
        if not stated and not self._turn_is_over():
            self._pass_idle_main(number)
        tried, refusal = 0, ""
        if stated:
            pass
        elif self._turn_is_over():
            if not self._ends_that_turn(step, line) and not self._happened_anyway(step, line, self.game.log[:start]):
                raise Stuck(
                    f"this does not answer what is asked: {asked}; "
                    f"a line for a later turn needs “{self._whose_turn()}: end turn” before it"
                )
        elif step.refused is not None:
            tried = len(self.game.log)
            refusal = self._must_be_refused(step, line, where)
            self._go_on(number + 1)
        elif not self._is_meant(step, line) and self._happened_anyway(step, line, self.game.log):
            pass  # a line that states what happened on its own
        else:
            self.chance.stated = list(step.chance) + self.chance.stated
            self.acted = len(self.game.log)
            self._answer(step, line, self.game)
            self._go_on(number + 1)
            while there := next(
                (arrival for arrival in self.on_its_way if self._went_there(arrival[0], self.game, arrival[1])), None
            ):
                self.on_its_way.remove(there)
                self._go_on(number + 1)
        self.taken.append(StepTaken(step, start, len(self.game.log), self.numbers[number], refusal, tried))
        if step.expect is not None:
            expected = step.expect.in_edition(self.edition)
            for wrong in check_expectations(expected, self.game, self.names, start):
                self._fail(where, wrong)

    def _turn_is_over(self) -> bool:
        """Return whether the rules have reached a later turn on their own, without a line that ends the turn before."""
        turn = self.game.table.turn
        if turn != self.turn and (self.turn_ended or not self.turn):
            self.turn, self.turn_ended = turn, False
        return turn != self.turn

    def _ends_that_turn(self, step: Step, line: StepLine) -> bool:
        """Return whether a line ends a turn in which there was nothing to decide."""
        ends = line.verb == "end turn" and step.refused is None and step.seat == self._whose_turn()
        if ends:
            self.turn, self.turn_ended = self.game.table.turn, False
        return ends

    def _whose_turn(self) -> str:
        """Return whose turn it is, as far as the lines know."""
        began = (event for event in reversed(self.game.log) if isinstance(event, TurnBegan))
        seat = next(event.seat for event in began if event.number == self.turn)
        return self.game.table.seats[seat].name

    def _answer(self, step: Step, line: StepLine, game: Game) -> None:
        question = game.question
        if question is None:
            raise Stuck(f"this was never asked for: {asked_in_words(game, self.names)}")
        seat = game.table.seats[game.table.asked].name
        if seat == step.seat and self._means_yes(line, game):
            before = len(game.log)
            game.answer(game.table.asked, (YES,))
            if not self._is_asked(step, line, game) and self._named_since(line.what, game, before):
                return
            question = game.question
        if question is None or seat != step.seat or not can_answer(line, question):
            raise Stuck(f"this does not answer what is asked: {asked_in_words(game, self.names)}")
        asked, turn, in_play = game.table.asked, game.table.turn, isinstance(question, Main)
        try:
            answer = answer_for(line, game, self.names)
            before = len(game.log)
            game.answer(asked, answer.picks)
            if answer.place:
                for place in self._places(answer.place):
                    self._place(msgspec.structs.replace(answer, place=place), game, before)
        except (NoSuchName, IllegalAnswer) as error:
            raise Refused(f"{error} ({asked_in_words(game, self.names)})") from None
        if game is self.game:
            self.turn_ended = self.turn_ended or line.verb == "end turn" or (in_play and not answer.picks)
            if line.verb == "end turn":
                self.ending = turn
            if line.what == UNTIL_CONCERNED:
                self.uninterested.add(asked)

    def _is_asked(self, step: Step, line: StepLine, game: Game | None = None) -> bool:
        """Return whether a line can answer the open question, by its player and its kind."""
        game = game or self.game
        question, table = game.question, game.table
        return question is not None and table.seats[table.asked].name == step.seat and can_answer(line, question)

    def _is_meant(self, step: Step, line: StepLine) -> bool:
        """Return whether a line is for the open question: it can answer it, and names an option unless it names a card
        where cards are chosen, which may be the wrong one."""
        of_cards = isinstance(self.game.question, (Cards, Hosts))
        return self._is_asked(step, line) and (line.verb != "choose" or of_cards or self._fits(line))

    def _means_yes(self, line: StepLine, game: Game) -> bool:
        """Return whether a line names what is chosen after a "yes" to the open question, so that it implies the "yes"."""
        question = game.question
        if not isinstance(question, May) or line.verb not in ("play", "choose") or can_answer(line, question):
            return False
        chance = StatedChance(list(self.chance.stated))
        copy = resume(game.log, chance=chance)
        copy.edition = game.edition
        chance.look_at(copy, self.names)
        asked, before = copy.table.asked, len(copy.log)
        try:
            copy.answer(asked, (YES,))
            following = copy.question
            if following is not None and copy.table.asked == asked and can_answer(line, following):
                answer_for(line, copy, self.names)
                return True
        except SmashUpError:
            return False
        return self._named_since(line.what, copy, before)

    def _happened_anyway(self, step: Step, line: StepLine, log: Sequence[Event]) -> bool:
        """Return whether a line names a choice made without it since a line last answered, because it was the only one.

        The card that the line before plays is its own choice.
        """
        if line.verb == "score" and step.refused is None:
            since = self.game.log[self.acted :]
            return any(self._is_base(event, line.what) for event in since if isinstance(event, ScoringBegan))
        if line.verb != "choose" or not self.taken or step.refused is not None:
            return False
        return self._named_since(line.what, self.game, self.acted, len(log), besides=self._played_by_last_line())

    def _is_base(self, event: ScoringBegan, name: str) -> bool:
        """Return whether the base that scores is the one of this name, which may have been replaced since."""
        number = self.names.sites.get(name)
        return number == event.site if number else is_base(self.game.table.cards[event.base].definition, name)

    def _played_by_last_line(self) -> int:
        """Return the card that the last line which answered anything plays, or 0."""
        answered = next((event for event in self.game.log[self.acted :] if isinstance(event, Answered)), None)
        if answered is None or not answered.picks or not isinstance(answered.picks[0], Play):
            return 0
        return answered.picks[0].card

    def _states_a_play(self, step: Step, line: StepLine) -> bool:
        """Return whether a `play` line merely states a play that its player had to make since the last step, so that
        nobody was asked about it.
        """
        if line.verb != "play" or not self.taken or step.refused is not None or not self._had_to_play(step, line):
            return False
        try:
            if self._is_asked(step, line):
                answer_for(line, self.game, self.names)
                return False
        except NoSuchName:
            pass
        return True

    def _had_to_play(self, step: Step, line: StepLine) -> bool:
        """Return whether a player has played, since the last step, a card that a line names (at the place that the line
        names, if any). The card that the last step's own line plays does not count.
        """
        table = self.game.table
        before = self.taken[-1]
        events = self.game.log[before.start :]
        answers = [event for event in events if isinstance(event, Answered)]
        picks = (
            [pick for answer in answers for pick in answer.picks] if read_line(before.step.does).verb == "play" else []
        )
        chosen = {pick.card if isinstance(pick, Play) else pick for pick in picks}
        for played in (event for event in events if isinstance(event, CardPlayed) and event.card not in chosen):
            if table.seats[played.seat].name != step.seat:
                continue
            if self.names.fitting_cards(table, line.what, [played.card]):
                return True
            for card, place in places_in(line):
                there = self._site_or_none(self.game, place) == played.site or (
                    played.host and self.names.fitting_cards(table, place, [played.host])
                )
                if there and self.names.fitting_cards(table, card, [played.card]):
                    return True
        return False

    def _named_since(self, words: str, game: Game, start: int, end: int | None = None, *, besides: int = 0) -> bool:
        """Return whether abilities touched everything that these words name, between two positions of the log."""
        table = game.table
        # What a rule did (such as discarding the cards of a base that scored) was nobody's choice.
        events = [event for event in game.log[start:end] if isinstance(event, CardPlayed) or getattr(event, "by", None)]
        numbers = {number for event in events for number in cards_named(event) if number != getattr(event, "by", 0)}
        sites = {getattr(event, field, 0) for event in events for field in ("site", "origin")} - {0}
        known = [number for number in numbers if number in table.cards and number != besides]
        sites |= {
            table.cards[event.card].site for event in events if isinstance(event, Forbidden) and event.card in known
        }
        seats = {table.cards[number].controller for number in known}
        return all(
            self.names.fitting_cards(table, name, known)
            or self._site_or_none(game, name) in sites
            or self._seat_or_none(name) in seats
            for name in words.split(",")
        )

    def _place(self, answer: Answer, game: Game, before: int) -> None:
        """Choose the stated place of a played card, now or when it is asked for.

        It may be the only one. An action that is not played on anything has no place; what is stated is then its
        choice.
        """
        question = game.question
        for_it = isinstance(question, (Sites, Hosts)) and question.by == answer.card
        later = game.facts[answer.card].kind == "standard" and self._seat_or_none(answer.place) is not None
        if for_it and not later:
            place = answer_for(StepLine("choose", answer.place), game, self.names)
            game.answer(game.table.asked, place.picks)
            return
        if not self._went_there(answer, game, before) and game is self.game:
            self.on_its_way.append((answer, before))  # Another question comes first, such as one about its cost.

    def _places(self, words: str) -> list[str]:
        """Return the choices stated with a played card: "Ben at Tortuga" is a player and a base."""
        parts = re.split(r"\s+(?:at|on)\s+", words)
        return parts if any(self._seat_or_none(part) is not None for part in parts) else [words]

    def _seat_or_none(self, name: str) -> int | None:
        try:
            return self.names.find_seat(self.game.table, name)
        except NoSuchName:
            return None

    def _went_there(self, answer: Answer, game: Game, before: int) -> bool:
        """Return whether the card was played at the stated place.

        Raises `Refused` if it went elsewhere. An action that was prevented from staying on the minion it was played on,
        or taken by another card, still counts as played there.
        """
        for event in game.log[before:]:
            if (
                isinstance(event, Forbidden | Replaced)
                and (event.verb, event.by) == ("attach", answer.card)
                and self.names.fitting_cards(game.table, answer.place, [event.card])
            ):
                return True
            if isinstance(event, CardPlayed) and event.card == answer.card:
                if not event.host and not event.site:
                    return self._was_chosen(answer, game, event.position)
                there = self.names.place(game.table, event.card) if event.host else ""
                if event.host and self.names.fitting_cards(game.table, answer.place, [event.host]):
                    return True
                if event.site and not event.host and event.site == self._site_or_none(game, answer.place):
                    return True
                went = there or (self.names.site(game.table, event.site) if event.site else "no base")
                raise Refused(
                    f"{answer.place!r} is not one of the places it can go: it goes {'' if there else 'to '}{went}"
                )
        return False

    def _was_chosen(self, answer: Answer, game: Game, played: int) -> bool:
        """Return whether the choice stated for an action has been made, and make it if it is asked for now.

        Raises `Refused` once the action asks nothing more and has touched nothing of that name.
        """
        line, question = StepLine("choose", answer.place), game.question
        while question is not None and question.by == answer.card:
            if isinstance(question, May) and self._means_yes(line, game):
                game.answer(game.table.asked, (YES,))
                question = game.question
                continue
            if can_answer(line, question):
                try:
                    picks = answer_for(line, game, self.names).picks
                except NoSuchName:
                    picks = ()
                if picks:
                    game.answer(game.table.asked, picks)
                    return True
            if game is self.game:
                return False  # A later question may ask for it.
            break
        if self._named_since(answer.place, game, played) or self._is_only_opponent(answer.place, answer.card):
            return True
        raise Refused(f"{answer.place!r} is not one of its choices")

    def _is_only_opponent(self, name: str, card: int) -> bool:
        """Return whether a name is that of the only player whom a card could choose besides the one who plays it."""
        table = self.game.table
        return len(table.seats) == 2 and self._seat_or_none(name) == 1 - table.cards[card].controller

    def _taken_back(self, on_its_way: tuple[Answer, int]) -> StepTaken:
        """Go back to before the step whose stated choice nothing asked for, and return that step as refused."""
        answer, before = on_its_way
        taken = next(step for step in self.taken if step.start <= before <= step.end)
        self.taken = self.taken[: self.taken.index(taken)]
        self.game = Game(self.game.log[: taken.start], flow, chance=self.chance)
        refusal = f"{answer.place!r} is not one of its choices"
        return StepTaken(taken.step, taken.start, taken.start, taken.number, refusal, taken.start)

    def _site_or_none(self, game: Game, text: str) -> int:
        try:
            return self.names.find_site(game.table, text)
        except NoSuchName:
            return self.names.sites.get(text, -1)

    def _must_be_refused(self, step: Step, line: StepLine, where: str) -> str:
        """Try a line on a copy of the game, where it must have no effect. Returns why it was refused."""
        chance = StatedChance(step.chance)
        copy = resume(self.game.log, chance=chance)
        copy.edition = self.game.edition
        chance.look_at(copy, self.names)
        if unknown := self._unknown(line):
            self._fail(
                where, f"{unknown!r} is not a card, base or player in this scenario, so the refusal proves nothing"
            )
        try:
            self._answer(step, line, copy)
        except Refused as error:
            if step.refused and step.refused.casefold() not in str(error).casefold():
                self._fail(where, f"it is refused, but not with {step.refused!r}: {error}")
            return str(error)
        except Stuck as error:
            if step.refused and step.refused.casefold() not in str(error).casefold():
                self._fail(where, f"no question asks for it, and it is not refused with {step.refused!r}: {error}")
            return str(error)
        self._fail(where, "it should be refused, but is allowed")
        return ""

    def _unknown(self, line: StepLine) -> str:
        """Return a name in a line that means nothing, or None."""
        table = self.game.table
        if line.verb not in ("play", "use", "choose") or not line.what or self.names.known(table, line.what):
            return ""
        if line.verb == "choose" and not isinstance(table.question, (Cards, Hosts, Sites, Seats)):
            return ""
        parts = [part.partition(":")[0] if line.verb == "use" else part for part in line.what.split(",")]
        return next((part.strip() for part in parts if not self.names.known(table, part)), "")

    def _go_on(self, following: int) -> None:
        """Answer the questions that need no line, up to one that does (or that the next line answers)."""
        for _ in range(MOST_QUESTIONS):
            question = self.game.question
            if question is None:
                return
            asked = self.game.table.asked
            if self._is_passed_over(question, asked):
                self.game.answer(asked, answer_unasked(question))
                continue
            if self._next_line_answers(following):
                return
            picks = only_answer(self.game.table)
            if picks is None and (self._passes_to_end_turn(asked) or self._keeps_extra_play(following)):
                picks = ()
            if picks is None:
                return
            self.game.answer(asked, picks)
        raise Stuck("the rules never stop")

    def _is_passed_over(self, question: Question, asked: int) -> bool:
        """Return whether a player is passing until something concerns them, and this question does not.

        If it does, the player stops passing.
        """
        if asked not in self.uninterested:
            return False
        if not isinstance(question, Main) and not concerns(self.game.table, question, asked):
            return True
        self.uninterested.discard(asked)
        return False

    def _next_line_answers(self, following: int) -> bool:
        if following >= len(self.steps):
            return False
        step, line = self.steps[following], self.lines[following]
        question = self.game.question
        assert question is not None
        if self.game.table.seats[self.game.table.asked].name != step.seat or not can_answer(line, question):
            return False
        if not question.options and line.verb not in ("pass", "none", "end turn"):
            return step.refused is not None
        if step.refused is None and only_answer(self.game.table) is not None and not self._fits(line):
            return False  # A question that needs no line does not use up one about something else.
        if not _may_be_kept(question) or line.verb in ("none", "no"):
            return True
        if line.verb == "pass":
            return False  # that is for Play Cards: the play is kept
        return not self._looks_at_what_is_kept(following) and (step.refused is not None or self._fits(line))

    def _fits(self, line: StepLine) -> bool:
        """Return whether a line names something on offer. If not, it belongs to a later question."""
        try:
            answer_for(line, self.game, self.names)
        except NoSuchName:
            return False
        return True

    def _keeps_extra_play(self, following: int) -> bool:
        """Return whether to keep an extra play that can wait: unless the next line plays it or its question is
        expected.
        """
        if not _may_be_kept(self.game.question):
            return False
        asked = [expected.asked for expected in self._expected_now(following) if expected.asked is not None]
        return not asked or self._looks_at_what_is_kept(following)

    def _looks_at_what_is_kept(self, following: int) -> bool:
        """Return whether the step just taken expects the main question or counts the remaining plays."""
        expected = self._expected_now(following)
        return any(
            expectation.plays or (expectation.asked is not None and expectation.asked.kind == "main")
            for expectation in expected
        )

    def _expected_now(self, following: int) -> list[Expect]:
        """Return what must be checked before the next line is taken."""
        expectations = [self.steps[following - 1].expect] if following else []
        if following >= len(self.steps):
            expectations.append(self.scenario.expect)
        return [expected.in_edition(self.edition) for expected in expectations if expected is not None]

    def _passes_to_end_turn(self, asked: int) -> bool:
        question = self.game.question
        return (
            self.ending == self.game.table.turn
            and asked == self.game.table.current
            and isinstance(question, Window)
            and not question.least
        )

    def _pass_idle_main(self, number: int) -> None:
        """Pass Play Cards if there is nothing to play or use and the next line is for something else."""
        turn = self.game.table.turn
        while self.game.table.turn == turn:
            question = self.game.question
            idle = isinstance(question, Main) and (not question.options or self._says_score(number))
            if not idle or self._next_line_answers(number):
                return
            self.game.answer(self.game.table.asked, ())
            self._go_on(number)

    def _says_score(self, number: int) -> bool:
        """Return whether a line scores a ready base, so that its player has finished Play Cards."""
        step, line = self.steps[number], self.lines[number]
        ready = line.verb == "score" and self._site_or_none(self.game, line.what) in ready_to_score(self.game)
        return ready and self._whose_turn() == step.seat

    def _end(self, where: str) -> None:
        if self.scenario.until is not None:
            self._back_to(self.scenario.until)
        question = self.game.question
        expected = self.scenario.expect.in_edition(self.edition)
        if question is not None and not isinstance(question, Main) and expected.asked is None:
            self._fail(where, f"a choice is still open: {asked_in_words(self.game, self.names)}", left_open=True)
        if self.chance.stated:
            self._fail(where, f"chance was never asked for {', '.join(str(stated) for stated in self.chance.stated)}")
        for wrong in check_expectations(expected, self.game, self.names, self.set_up):
            self._fail(where, wrong)

    def _back_to(self, phase: str) -> None:
        """End the scenario where a phase began after the last line. Later events are not part of it."""
        last = self.taken[-1].start if self.taken else self.set_up
        for event in self.game.log[last:]:
            if isinstance(event, PhaseBegan) and event.phase == phase:
                readings = {reading: at for reading, at in self.game.readings.items() if at <= event.position}
                self.game = Game(self.game.log[: event.position], flow, chance=self.chance)
                self.game.readings = readings
                return
        raise Stuck(f"the {phase} phase can't begin yet: {asked_in_words(self.game, self.names)}")


def _may_be_kept(question: Question | None) -> bool:
    """Return whether the question is about an extra card that may be played now or later."""
    return isinstance(question, Cards) and question.waits


def place_of(error: Exception) -> str:
    """Return an error of the rules code with its location, and with the line of the card that led there."""
    import traceback

    frames = traceback.extract_tb(error.__traceback__)
    last = frames[-1]
    where = f"{last.filename}, line {last.lineno}, in {last.name}"
    sets = SET_PACKAGES.replace(".", "/")
    if card := next((frame for frame in reversed(frames) if sets in Path(frame.filename).as_posix()), None):
        where += "" if card is last else f"; called from {card.filename}, line {card.lineno}, in {card.name}"
    return f"{type(error).__name__}: {error} ({where})"


def run(scenario: Scenario, edition: str = "EMD") -> Outcome:
    """Run a scenario in one edition."""
    return Run(scenario, edition).outcome()
