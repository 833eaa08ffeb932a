"""Moves a record forward: answers one question, with the next line or without one."""

from __future__ import annotations

from adjudicator.games.concerns import is_at_stake
from adjudicator.records.answering import answer_without_line, answers, meant
from adjudicator.records.comparing import check_table, check_turn_announced, compare_scores, watch
from adjudicator.records.foresight import stack_decks
from adjudicator.records.house_rules import ruled
from adjudicator.records.hypothesis import Hypothesis
from adjudicator.records.lines import (
    Action,
    BadRecord,
    Check,
    House,
    ShownCards,
    StatedFact,
    Turn,
    Won,
    has_unknown,
    is_unknown,
    listed_names,
)
from adjudicator.records.reasons import not_answered, touched, unfitting, went_by_itself
from adjudicator.records.recording import Recording
from adjudicator.rulings.not_offered import why_not_offered
from adjudicator.scenarios.names import NoSuchName
from adjudicator.scenarios.step_words import UNTIL_CONCERNED
from core.engine.game import Game, IllegalAnswer
from core.rules.turn import flow
from events.questions import Hosts, Main, Question, Sites
from events.vocabulary import CardPlayed
from projections.renaming import card_of


def begin(recording: Recording) -> None:
    """Set up the game, up to the first question."""
    recording.game.begin()
    watch(recording)


def step(recording: Recording) -> bool:
    """Answer the open question, with the next line or without one. Returns whether there was anything to do."""
    _check_choice_made(recording)
    _take_late_lines(recording)
    check_table(recording, late=False)
    question, table = recording.game.question, recording.game.table
    if question is None:
        return False
    if isinstance(question, Main):
        stack_decks(recording)
    if (following := recording.next_line()) is not None and not isinstance(following, Turn):
        check_turn_announced(recording, following, table.turn, table.current)
    if _is_passed_over(recording, question):
        recording.game.answer(table.asked, ())
        watch(recording)
        return True
    action = recording.next_action()
    if action is not None and answers(recording, action, question):
        check_table(recording)
        recording.reached = recording.hypothesis()
        recording.marks.append(recording.reached)
        recording.at += 1
        recording.positions[action.line] = len(recording.game.log)
        _take(recording, action, question)
        return True
    picks = answer_without_line(recording, question)
    if picks is None:
        if following is None:
            return False
        if isinstance(following, House):
            _rule(recording, following)
            return True
        if isinstance(following, Action) and went_by_itself(recording, following):
            check_table(recording)
            recording.at += 1
            return True
        raise _stuck(recording)
    recording.named &= {question.by}
    recording.game.answer(recording.game.table.asked, picks)
    watch(recording)
    return True


def _is_passed_over(recording: Recording, question: Question) -> bool:
    """Return whether a player is passing until something concerns them, and this question does not.

    If it does, the player stops passing.
    """
    asked = recording.game.table.asked
    if asked not in recording.uninterested:
        return False
    if is_at_stake(recording.game.table, question, asked):
        recording.uninterested.discard(asked)
        return False
    return True


def _rule(recording: Recording, house: House) -> None:
    """Apply a house ruling: find out why the rules forbid it, then continue from the stated result."""
    check_table(recording)
    mark = recording.hypothesis()
    against = _against(recording, house, mark)
    recording.marks.clear()  # What was ruled on is not examined again.
    recording.at = mark.at + 1
    stated = []
    while recording.at < len(recording.lines) and isinstance(line := recording.lines[recording.at], StatedFact):
        stated.append(line)
        recording.at += 1
    events = ruled(recording, house, stated, against)
    for card in {getattr(event, "card", 0) for event in events} - {0}:
        recording.shown_at[card] = (house.line, len(recording.game.log) + 1)
    recording.named = {number for event in events for number in [getattr(event, "card", 0), getattr(event, "base", 0)]}
    recording.place = ("", 0)
    recording.game = Game([*recording.game.log, *events], flow, chance=recording.chance)
    recording.chance.look_at(recording.game)
    recording.game.begin()
    watch(recording)
    recording.reached = recording.hypothesis()


def _against(recording: Recording, house: House, mark: Hypothesis) -> BadRecord | None:
    """Return why the rules forbid what was done, or nothing if the engine cannot judge the line."""
    if house.line_meant is None:
        return None
    lines = recording.lines
    recording.lines = (*lines[: mark.at], house.line_meant)
    try:
        while recording.at <= mark.at or recording.states_place:
            if not step(recording):
                end(recording)
                break
    except BadRecord as refused:
        return refused
    finally:
        recording.lines = lines
        recording.go_back_to(mark)
    raise BadRecord(house.line, "the rules allow this: write it without “house”", True)


def end(recording: Recording) -> None:
    check_table(recording)
    left = recording.next_line()
    if left is not None:
        raise BadRecord(left.line, f"this line no longer has an effect: {recording.asked()}")


def _take_late_lines(recording: Recording) -> None:
    """Read lines about things that happened automatically before them: a turn, a score, the end."""
    table = recording.game.table
    match recording.next_line():
        case Turn(number=number, seat=seat) if (number, seat) == (table.turn, table.current):
            happened = max(recording.positions.values(), default=0) < table.turn_began
        case Check() if recording.awarded is not None:
            compare_scores(recording, recording.awarded)
            happened = False  # the event that matches the line
        case ShownCards(line=number, names=names) if recording.names_given and not table.turn:
            left = ", ".join(names[recording.names_given :])
            raise BadRecord(
                number, f"{left} is one base too many: only {len(table.sites)} bases are in play at the start"
            )
        case StatedFact(line=number):
            raise BadRecord(number, "“so” states the result of a house ruling: write a line “house …” before it", True)
        case Won(seats=seats):
            happened = table.winners != () and set(seats) == set(table.winners)
        case _:
            happened = False
    if happened:
        check_table(recording)
        recording.at += 1


def _take(recording: Recording, action: Action, question: Question) -> None:
    line, seat = action.does, recording.game.table.asked
    try:
        answer = meant(recording, action, question)
        named = {card_of(pick, question) for pick in answer.picks} - {0}
        if has_unknown(line):
            parts = listed_names(line.what)
            unnamed = [is_unknown(part) and " is " not in part for part in parts]
            named -= {
                card_of(pick, question) for pick, is_unnamed in zip(answer.picks, unnamed, strict=False) if is_unnamed
            }
        recording.named = named | (recording.named & {question.by})
        moves = action.to and not answer.place
        recording.place = (action.to, question.by or -1) if moves else (answer.place, answer.card)
        before = len(recording.game.log)
        recording.game.answer(seat, answer.picks)
    except NoSuchName as error:
        raise BadRecord(action.line, unfitting(recording, error)) from None
    except IllegalAnswer as error:
        raise BadRecord(action.line, str(error)) from None
    if line.what == UNTIL_CONCERNED:
        recording.uninterested.add(seat)
    for card in recording.named:
        recording.shown_at[card] = (action.line, len(recording.game.log))
    recording.named = {card for card in recording.named if not recording.view.knows(card)}
    watch(recording)
    _check_place(recording, before, action.line)


def _check_place(recording: Recording, before: int, line: int) -> None:
    """Check that a card whose place was stated has been played there, in case the place was not asked for."""
    text, card = recording.place
    if not text or (isinstance(recording.game.question, Sites | Hosts) and recording.game.question.by == card):
        return
    for event in recording.game.log[before:]:
        if isinstance(event, CardPlayed) and event.card == card:
            table = recording.game.table
            there = [event.host] if event.host else [table.sites[event.site].base] if event.site in table.sites else []
            if not there:  # An action: the target after “on” is what its text lets its player choose.
                continue
            recording.place = ("", 0)
            if not recording.names.fitting_cards(table, text, there):
                raise BadRecord(line, f"it cannot go to {text!r}: {recording.called(there[0])} is the only place")


def _check_choice_made(recording: Recording) -> None:
    """Raise an error unless the choice that the last line made in advance (“on Ghost”) has been made, or was the only
    possible one.
    """
    text, card = recording.place
    question = recording.game.question
    if not text or not (question is None or isinstance(question, Main)):
        return
    recording.place = ("", 0)
    played = (
        event.position for event in reversed(recording.game.log) if isinstance(event, CardPlayed) and event.card == card
    )
    cards = touched(recording, since=next(played, None))
    if all(recording.names.fitting_cards(recording.game.table, name, cards) for name in listed_names(text)):
        return
    name = recording.called(card) if card > 0 else "nothing"
    why = (
        why_not_offered(recording.game, recording.names, text)
        or f"{name} does not let anybody choose {text!r} here; leave it out of the line"
    )
    raise BadRecord(recording.last_line(), why)


def _stuck(recording: Recording) -> BadRecord:
    following = recording.next_line()
    line = following.line if following else recording.last_line()
    return BadRecord(line, not_answered(recording, following))
