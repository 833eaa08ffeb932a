"""A record put to the rules: its lines answer the questions, and what they show is what is dealt.

Only what everybody saw is written. So no line is needed for what a player declines unseen (a window in which nothing is
used, an extra play that is kept), for what has only one way, nor to end a turn before the next one; and what is chosen out
of sight is `?` or left out.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice

from adjudicator.records.deal import Astray, Foresight, rerun, retold
from adjudicator.records.house import ruled
from adjudicator.records.lexicon import Lexicon
from adjudicator.records.notation import (
    UNKNOWN,
    Action,
    AnyLine,
    BadRecord,
    Check,
    Drawn,
    House,
    Record,
    Shown,
    Stated,
    Turn,
    Unfinished,
    Won,
    listed_names,
)
from adjudicator.records.reasons import (
    accounted_for,
    no_such,
    not_answered,
    taken_for,
    turn_unsaid,
    unfitting,
    went_by_itself,
    why_forbidden,
)
from adjudicator.records.routes import NoWay, Routes
from adjudicator.records.second_thoughts import KEPT, Mark, think_again
from adjudicator.records.sight import Changes, Held, Mixed, Sight, face_down
from adjudicator.scenarios.names import NoSuchName
from adjudicator.scenarios.step_words import Line
from adjudicator.scenarios.steps import Answer, answer_for, can_answer, only_answer
from core.engine.game import Game, IllegalAnswer
from core.printed.definitions import Definition, definition
from core.rules.replay import quiet_point
from core.rules.turn import flow
from events.errors import SmashUpError
from events.questions import NO, YES, Arrange, Cards, Hosts, Main, Mulligan, Pick, Play, Question, Sites, Use, Window
from events.vocabulary import (
    Answered,
    Awarded,
    BaseArrived,
    BaseSwapped,
    CardPlayed,
    Discarded,
    Event,
    GameWon,
    Leaving,
    Looked,
    PickedAtRandom,
    TurnBegan,
)
from projections.renaming import card_of
from projections.table import IN_PLAY, Table, fold
from projections.view import FACE_DOWN

MOST_TRIES = 200
"""Deals that are tried for one card of a line, before it is given up."""

MOST_DEALS = 40
"""Deals that are tried for one line, while each teaches what cannot have been."""

ATTEMPTS = 5
"""How often a record is begun anew at most, before it is refused."""

FORESEEN = 60
"""How many lines ahead chance looks."""


class Recording:
    """A record under way: the game so far, and the next line."""

    def __init__(
        self, record: Record, *, open_end: bool = False, knowing: Recording | None = None, attempt: int = 0
    ) -> None:
        self.record = record
        self.lines: tuple[AnyLine, ...] = record.lines
        self.at = 0
        self.open_end = open_end  # more lines will come: nothing is declined before the next one
        self.repairs = 0  # how often hidden cards were found to be others
        self.chance = Foresight(self._foresee, attempt)
        self.game = Game([record.begun], flow, chance=self.chance)
        self.chance.look_at(self.game)
        self.known = frozenset(knowing.held) if knowing else frozenset()  # what another attempt has taught
        self.held: set[Held] = set(self.known)  # what must have been in a hand, or cannot have been
        self.sight = Sight(held=self.held)
        self.names = Lexicon(lambda number: self.sight.order(number))
        self.marks: deque[Mark] = deque(maxlen=KEPT)  # the last lines that answered, and what was so before them
        self.thought_about: set[int] = set()  # lines that would have been refused, but for other hidden cards
        self.positions: dict[int, int] = {}  # where each line that answers is in the log
        self.shown_at: dict[int, tuple[int, int]] = {}  # the line that showed a card last, and where that is in the log
        self._given = 0  # how many names of the next line have been shown
        self._together: tuple[int, list[tuple[int, str]]] = (-1, [])  # a moment, and the lines that say what goes in it
        self._named: set[int] = set()  # cards that the last answer named, and that have not come to light yet
        self._place: tuple[str, int] = ("", 0)  # where a card is stated to go
        self._wanted = _wanted_cards(record)
        self._barred: set[tuple[int, str]] = set()  # what was not on offer at a position
        self._awarded: Awarded | None = None  # a base that scored, and no line has said so yet

    # --- running

    def run(self) -> None:
        """All lines. Raises `BadRecord` for the first that cannot be."""
        self.begin()
        while self._goes_on():
            pass

    def go_on(self, record: Record) -> None:
        """More lines have been written; what was refused of them may be written otherwise after going back."""
        self.record, self.lines, self._wanted = record, record.lines, _wanted_cards(record)
        while self._goes_on():
            pass

    def _goes_on(self) -> bool:
        """The next step; what is refused is thought about again first."""
        try:
            if self.step():
                return True
            self._end()
        except BadRecord as refused:
            unfinished = self.open_end and isinstance(refused, Unfinished)
            if refused.final or unfinished or not think_again(self, refused):
                raise
            return True
        return False

    @property
    def states_place(self) -> bool:
        """Whether the last line says where a card goes, and that has not been asked yet."""
        return bool(self._place[0])

    def mark(self, until: int | None = None) -> Mark:
        """Where the record is now (`until`: before what has not been looked at, or was not meant to be)."""
        together = (self._together[0], list(self._together[1]))
        return Mark(
            *(tuple(self.game.log[:until]), self.at, self._given, together, frozenset(self._named), self._place),
            *(dict(self.positions), dict(self.shown_at)),
        )

    def go_back(self, mark: Mark) -> None:
        """To where the record was."""
        self.game = rerun(mark.log, self.chance)
        self.at, self._given, self._place = mark.at, mark.given, mark.place
        self._together = (mark.together[0], list(mark.together[1]))
        self._named, self.positions, self.shown_at = set(mark.named), dict(mark.positions), dict(mark.shown_at)
        self._barred = {fact for fact in self._barred if fact[0] <= len(mark.log)}
        self.held -= {fact for fact in self.held - self.known if fact.position > len(mark.log)}
        self.sight = Sight(mark.log, self.held)

    def begin(self) -> None:
        """Set the game up, to the first question."""
        self.game.begin()
        self.watch()

    def step(self) -> bool:
        """Answer the open question, by the next line or because it needs none; whether there was anything to do."""
        self._look_at_late_lines()
        self._look_at_checks(late=False)
        question, table = self.game.question, self.game.table
        if question is None:
            return False
        if (following := self._next()) is not None and not isinstance(following, Turn):
            self._look_at_turn(following, table.turn, table.current)
        action = self._next_action()
        if action is not None and self._answers(action, question):
            self._look_at_checks()
            self.marks.append(self.mark())
            self.at += 1
            self.positions[action.line] = len(self.game.log)
            self._take(action, question)
            return True
        picks = self._needs_no_line(question)
        if picks is None:
            if following is None:
                return False
            if isinstance(following, House):
                self._rule(following)
                return True
            if isinstance(following, Action) and went_by_itself(self, following):
                self._look_at_checks()
                self.at += 1
                return True
            raise self._stuck()
        self._named &= {question.by}
        self.game.answer(self.game.table.asked, picks)
        self.watch()
        return True

    def _rule(self, house: House) -> None:
        """A ruling of the table: why the rules refuse it is asked first, then it is as stated."""
        self._look_at_checks()
        mark = self.mark()
        against = self._against(house, mark)
        self.marks.clear()  # what was ruled is not thought about again
        self.at = mark.at + 1
        stated = []
        while self.at < len(self.lines) and isinstance(one := self.lines[self.at], Stated):
            stated.append(one)
            self.at += 1
        events = ruled(self, house, stated, against)
        for card in {getattr(event, "card", 0) for event in events} - {0}:
            self.shown_at[card] = (house.line, len(self.game.log) + 1)
        self._named = {number for event in events for number in [getattr(event, "card", 0), getattr(event, "base", 0)]}
        self._place = ("", 0)
        self.game = Game([*self.game.log, *events], flow, chance=self.chance)
        self.chance.look_at(self.game)
        self.game.begin()
        self.watch()

    def _against(self, house: House, mark: Mark) -> BadRecord | None:
        """Why the rules refuse what was done; nothing, if the line is none that they could be asked about."""
        if house.line_meant is None:
            return None
        lines = self.lines
        self.lines = (*lines[: mark.at], house.line_meant)
        try:
            while self.at <= mark.at:
                if not self.step():
                    self._end()
                    break
        except BadRecord as refused:
            return refused
        finally:
            self.lines = lines
            self.go_back(mark)
        raise BadRecord(house.line, "the rules allow this: write it without “house”", True)

    def _end(self) -> None:
        self._look_at_checks()
        left = self._next()
        if left is not None:
            raise self._refused(left.line, f"nothing comes of this line any more: {self.asked()}")

    def _look_at_late_lines(self) -> None:
        """What happened by itself before the line that says so was written: a turn, a score, the end."""
        table = self.game.table
        match self._next():
            case Turn(number=number, seat=seat) if (number, seat) == (table.turn, table.current):
                said = max(self.positions.values(), default=0) < table.turn_began
            case Check() if self._awarded is not None:
                self._compare_scores(self._awarded)
                said = False  # that has taken the line
            case Shown(line=number, names=names) if self._given and not table.turn:
                left = ", ".join(names[self._given :])
                raise self._refused(
                    number, f"{left} is too much: only {len(table.sites)} bases lie there at the beginning"
                )
            case Stated(line=number):
                raise BadRecord(number, "“so” says what was so after a ruling: a line “house …” goes before it", True)
            case Won(seats=seats):
                said = table.winners != () and set(seats) == set(table.winners)
            case _:
                said = False
        if said:
            self._look_at_checks()
            self.at += 1

    # --- the next line

    def _next(self) -> AnyLine | None:
        """The next line that is more than a look at the table."""
        return next(
            (one for one in self.lines[self.at :] if not (isinstance(one, Check) and one.what != "scores")), None
        )

    def _next_action(self) -> Action | None:
        line = self._next()
        return line if isinstance(line, Action) else None

    def _line(self) -> int:
        """Where in the file we are."""
        return self.lines[min(self.at, len(self.lines) - 1)].line if self.lines else 0

    def _answers(self, action: Action, question: Question) -> bool:
        table = self.game.table
        if table.asked != (table.current if action.seat < 0 else action.seat) or not can_answer(action.does, question):
            return False
        if self._place[0] and isinstance(question, Sites | Hosts) and question.by == self._place[1]:
            return False
        return self._may_mean(action.does, question)

    def _may_mean(self, line: Line, question: Question) -> bool:
        """Whether a line can be for this question, for all that everybody knows: else it is for a later one."""
        if isinstance(question, Main) or not (isinstance(question, Window) or _waits(question)):
            return True
        if line.verb not in ("play", "use", "choose"):
            if not isinstance(question, Window):
                return line.verb != "pass"
            return line.verb == "pass" or bool(self._open_options(question).options)
        if _has_unknown(line):
            return any(self._is_hidden(pick, question) for pick in question.options)
        if self._fits(line, self._open_options(question)):
            return True
        card = self.names.card_meant(line.what)
        if card is None or card.is_base:
            return False
        return may_be_held_for(card, question)

    def _fits(self, line: Line, question: Question) -> bool:
        try:
            answer_for(line, self.game, self.names, question)
        except SmashUpError:
            return False
        return True

    def _open_options(self, question: Question, hidden: bool = False) -> Question:
        """The question with only those options that everybody sees (or only the others)."""
        kept = tuple(pick for pick in question.options if self._is_hidden(pick, question) is hidden)
        return _with_options(question, kept)

    def _any_hidden(self, question: Question) -> Question:
        """The question with only its hidden options, and one of each kind: they are as good as each other."""
        hidden = self._open_options(question, hidden=True)
        kinds: dict[tuple[object, ...], Pick] = {}
        for pick in hidden.options:
            what = (pick.ability, pick.granted_by, pick.event) if isinstance(pick, Use) else ()
            kinds.setdefault((self._kind(card_of(pick, question)), *what), pick)
        return _with_options(hidden, tuple(kinds.values()))

    def _is_hidden(self, pick: Pick, question: Question) -> bool:
        card = card_of(pick, question)
        return bool(card) and not self.sight.knows(card)

    # --- answers without a line

    def _needs_no_line(self, question: Question) -> tuple[Pick, ...] | None:
        following = self._next()
        if isinstance(question, Sites | Hosts) and question.by == self._place[1] and self._place[0]:
            return self._stated_place(question)
        if following is None and self.open_end:
            return None
        if isinstance(question, Main):
            return () if self._ends_turn(following) else None
        if (isinstance(question, Window) and not question.least) or _waits(question):
            return ()
        if isinstance(question, Mulligan):
            return (NO,) if NO in question.options else None
        forced = only_answer(self.game.table)
        if forced is not None and (following is not None or not question.options):
            return forced
        hidden = any(self._is_hidden(pick, question) for pick in question.options)
        if hidden and isinstance(question, Cards | Arrange) and following is not None:
            return self._unseen(question, question.least)
        return forced

    def _ends_turn(self, following: AnyLine | None) -> bool:
        table = self.game.table
        match following:
            case None:
                return False
            case Turn(number=number):
                return number > table.turn
            case Action(seat=seat):
                return seat not in (-1, table.asked)
            case House():
                return False
        return True

    def _stated_place(self, question: Question) -> tuple[Pick, ...]:
        text, _ = self._place
        self._place = ("", 0)
        try:
            return answer_for(Line("choose", text), self.game, self.names, question).picks
        except NoSuchName as error:
            raise self._refused(self._last_line(), unfitting(self, error)) from None

    def _last_line(self) -> int:
        return self.lines[max(self.at - 1, 0)].line if self.lines else 0

    # --- a line

    def _take(self, action: Action, question: Question) -> None:
        line, seat = action.does, self.game.table.asked
        try:
            answer = self._meant(action, question)
            named = {card_of(pick, question) for pick in answer.picks} - {0}
            if _has_unknown(line):
                parts = listed_names(line.what)
                unnamed = [is_unknown(part) and " is " not in part for part in parts]
                named -= {card_of(pick, question) for pick, one in zip(answer.picks, unnamed, strict=False) if one}
            self._named = named | (self._named & {question.by})
            self._place = (answer.place, answer.card)
            before = len(self.game.log)
            self.game.answer(seat, answer.picks)
        except NoSuchName as error:
            raise self._refused(action.line, unfitting(self, error)) from None
        except IllegalAnswer as error:
            raise self._refused(action.line, str(error)) from None
        for card in self._named:
            self.shown_at[card] = (action.line, len(self.game.log))
        self._named = {card for card in self._named if not self.sight.knows(card)}
        self.watch()
        self._went_there(before, action.line)

    def _meant(self, action: Action, question: Question) -> Answer:
        """The picks a line means; cards that must have been there for it are brought there."""
        line = action.does
        if isinstance(question, Mulligan) and line.verb == "yes" and YES not in question.options:
            self._bring_hand(action)
            return Answer((YES,))
        if _has_unknown(line):
            return Answer(self._with_unknown(line, action))
        if line.verb in ("none", "no", "pass") and question.least and isinstance(question, Cards):
            self._offer_nothing(action.line)
            return Answer(())
        tried: list[str] = []
        for _ in range(12):
            question = self._question() if line.verb != "use" else _without_plays(self._question())
            error = None
            for some in (self._open_options(question), question, self._any_hidden(question)):
                if some is question and (picks := self._one_by_one(line, question)):
                    return Answer(picks)
                try:
                    return answer_for(line, self.game, self.names, some)
                except NoSuchName as wrong:
                    error = error if error is not None and some is not question else wrong
            assert error is not None
            card = self.names.card_meant(error.name)
            if card is None or self._lies_open(question) or tried.count(card.id) > line.what.count(","):
                raise error
            tried.append(card.id)
            mentioned = [self.names.card_meant(part) for part in listed_names(line.what)]
            self.bring(card, action, [one.id for one in mentioned if one])
        raise self._refused(action.line, f"{line.what!r} cannot be dealt")

    def _one_by_one(self, line: Line, question: Question) -> tuple[Pick, ...]:
        """Several names, some of what lies open and some of hidden cards: each means what lies open, if it can."""
        parts = listed_names(line.what)
        picks: list[Pick] = []
        if len(parts) < 2 or not isinstance(question, Cards | Arrange):
            return ()
        for part in parts:
            free = tuple(pick for pick in question.options if "#" in part or pick not in picks)
            left = _with_options(question, free, least=0)
            for some in (self._open_options(left), self._any_hidden(left)):
                try:
                    picks += answer_for(Line(line.verb, part), self.game, self.names, some).picks
                    break
                except SmashUpError:
                    continue
            else:
                return ()
        return tuple(picks) if question.refusal(tuple(picks)) is None else ()

    def _lies_open(self, question: Question) -> bool:
        """Whether everybody sees all that can be chosen, whatever the hidden cards are."""
        if isinstance(question, Sites):
            return True
        offered = [card_of(pick, question) for pick in question.options] if isinstance(question, Cards | Hosts) else []
        return bool(offered) and all(one and self.game.table.cards[one].zone in IN_PLAY for one in offered)

    def _turn_up(self, place: int, name: str, action: Action) -> None:
        """One of the cards that lie face down turns out to be this."""
        wanted = self._definition(name, action.line)
        card = self._face_down(place)
        if not self._is(card, wanted) and not self._lead({card: wanted}, self.game.log):
            raise BadRecord(action.line, accounted_for(self, wanted, f"{wanted.name} cannot lie there"))

    def _face_down(self, place: int) -> int:
        down = face_down(self.sight)
        if not 1 <= place <= len(down):
            raise NoSuchName(f"?{place}", f"is none of the {len(down)} cards that lie face down")
        return down[place - 1]

    def _face_down_pick(self, place: int, question: Question) -> Pick:
        card = self._face_down(place)
        found = next((pick for pick in question.options if card_of(pick, question) == card), None)
        if found is None:
            raise NoSuchName(f"?{place}", "is not one of those that can be chosen")
        return found

    def _question(self) -> Question:
        question = self.game.question
        assert question is not None
        return question

    def _with_unknown(self, line: Line, action: Action) -> tuple[Pick, ...]:
        """The picks of a line that does not name all of them: cards face down by their place, others as it comes."""
        parts = listed_names(line.what)
        for place, name in (part[1:].split(" is ", 1) for part in parts if is_unknown(part) and " is " in part):
            self._turn_up(int(place), name, action)
        question = self._question()
        if len(question.options) < len(parts):
            self._offer_more(len(parts), action.line)
            question = self._question()
        known: list[Pick | None] = []
        for part in parts:
            if not is_unknown(part):
                left = question.options if "#" in part else [one for one in question.options if one not in known]
                free = _with_options(question, tuple(left), least=0)
                known += answer_for(Line(line.verb, part), self.game, self.names, free).picks
            elif part.endswith("'s ?"):
                owner = self.names.find_seat(self.game.table, part.removesuffix("'s ?"))
                known.append(next((pick for pick in question.options if self._owner(pick, question) == owner), None))
            elif part != UNKNOWN:
                known.append(self._face_down_pick(int(part[1:].partition(" is ")[0]), question))
            else:
                known.append(None)
        named = tuple(pick for pick in known if pick is not None)
        rest = [pick for pick in self._unseen(question, len(parts), named) if pick not in named]
        return tuple(rest.pop(0) if pick is None else pick for pick in known)

    def _unseen(self, question: Question, count: int, named: tuple[Pick, ...] = ()) -> tuple[Pick, ...]:
        """So many options, hidden ones first, that are a legal answer."""
        if isinstance(question, Arrange) and not named:
            return question.options
        left = sorted(
            (pick for pick in question.options if pick not in named),
            key=lambda pick: (
                not self._is_hidden(pick, question),
                self._owner(pick, question) != self.game.table.asked,
                self._is_foreseen(card_of(pick, question)),
            ),
        )
        for picks in islice(combinations(left, count - len(named)), MOST_TRIES):
            if question.refusal((*named, *picks)) is None:
                return (*named, *picks)
        raise IllegalAnswer(f"Nothing unseen can be chosen here: {self.asked()}.")

    def _owner(self, pick: Pick, question: Question) -> int:
        card = card_of(pick, question)
        return self.game.table.cards[card].owner if card else -1

    def _went_there(self, before: int, line: int) -> None:
        """Whether a card whose place is stated has been played there, where the place was not asked for."""
        text, card = self._place
        if not text or (isinstance(self.game.question, Sites | Hosts) and self.game.question.by == card):
            return
        for event in self.game.log[before:]:
            if isinstance(event, CardPlayed) and event.card == card:
                self._place = ("", 0)
                table = self.game.table
                there = (
                    [event.host] if event.host else [table.sites[event.site].base] if event.site in table.sites else []
                )
                if there and not self.names.fitting_cards(table, text, there):
                    raise self._refused(line, f"it cannot go to {text!r}: {self._called(there[0])} is the only place")

    # --- what is seen

    def watch(self) -> None:
        """Look at all that happened since: what it shows must be what the next lines say."""
        while self.sight.position < len(self.game.log):
            event = self.game.log[self.sight.position]
            self.sight.take(event)
            if self.sight.learned:
                self._compare_shown(event)
                self._named.difference_update(self.sight.learned)
            match event:
                case PickedAtRandom(what="site" | "card"):
                    self._compare_picked(event)
                case TurnBegan():
                    self._compare_turn(event)
                case Awarded():
                    self._compare_scores(event)
                case GameWon():
                    self._compare_winners(event)
        self.names.learn(self.game.table)

    def _compare_shown(self, event: Event) -> None:
        """The cards that an event shows, against the names in the next lines."""
        shown = [card for card in self.sight.learned if card not in self._named and not self._is_known_anyway(card)]
        cards = in_order(event, shown)
        if not cards or self._goes_together(event):
            return
        hand = self._whole_hand(event)
        wanted: list[tuple[int, Definition | None]] = []  # the line, and what it says
        for card in hand or cards:
            try:
                line, name = self._shown_next(event, card)
            except BadRecord as refused:
                if isinstance(refused, Unfinished) or wanted or not self._was_not_held(event):
                    raise
                return
            wanted.append((line.line, None if name == UNKNOWN else self._definition(name, line.line)))
        if hand and all(one for _, one in wanted):
            wanted.sort(key=lambda said: self._goes_by(said[1], event))
        places = [self.sight.learned.index(card) for card in cards]
        demands = {card: one for card, (_, one) in zip(hand or cards, wanted, strict=True) if one}
        if not all(self._is(card, one) for card, one in demands.items()):
            log = self.game.log[: self.sight.position]
            if not self._lead(demands, log, unsettled=cards):
                number, missing, owner = next(
                    (line, one, self.game.table.cards[card].owner)
                    for card, (line, one) in zip(hand or cards, wanted, strict=True)
                    if one and not self._is(card, one)
                )
                raise BadRecord(
                    number, accounted_for(self, missing, f"{missing.name} cannot be shown here", owner=owner)
                )
        if hand:
            self._together = (getattr(event, "moment", 0), [(line, one.id) for line, one in wanted if one])
            self._goes_together(self.game.log[self.sight.position - 1])
        for place, (number, one) in zip(places, wanted, strict=False):
            if one:
                self.shown_at[self.sight.learned[place]] = (number, self.sight.position)

    def _whole_hand(self, event: Event) -> list[int]:
        """The hidden cards of a hand that are discarded together, by the rules: they may be written down in any order."""
        if not isinstance(event, Discarded) or event.source != "hand" or event.card in self.sight.taken_out:
            return []
        together = (event.moment, event.source, event.controller)
        found = [
            one.card
            for one in self.game.log[event.position - 1 :]
            if isinstance(one, Discarded) and (one.moment, one.source, one.controller) == together
        ]
        hidden = [card for card in found if card == event.card or not self.sight.knows(card)]
        return hidden if len(hidden) > 1 else []

    def _goes_by(self, card: Definition | None, event: Event) -> tuple[bool, int, str]:
        """In which order the cards of a hand go: by owner and by name."""
        assert card is not None
        owners = {one.owner for one in self.game.table.cards.values() if one.definition == card.id}
        holder: int = event.controller  # type: ignore[attr-defined]
        owner = holder if holder in owners else min(owners, default=holder)
        return owner != holder, owner, card.id

    def _goes_together(self, event: Event) -> bool:
        """Whether a card is one of a discarded hand that has been compared as a whole."""
        since, left = self._together
        if not isinstance(event, Discarded) or event.moment != since:
            return False
        found = next((said for said in left if said[1] == self._kind(event.card)), None)
        if found is not None:
            left.remove(found)
            self.shown_at[event.card] = (found[0], self.sight.position)
        return found is not None

    def _was_not_held(self, event: Event) -> bool:
        """The rules let a card go out of a hand, and no line shows it: then it was not there."""
        if not isinstance(event, Leaving) or event.source != "hand":
            return False
        self.sight = Sight(self.game.log[: event.position - 1], self.held)
        if self.suppose(event.controller, {self._kind(event.card): 0}):
            return True
        self.sight.take(event)
        return False

    def _is_known_anyway(self, card: int) -> bool:
        return self.game.table.cards[card].owner < 0 and definition(self.game.table.cards[card].definition).is_madness

    def _in_hand(self, card: int) -> bool:
        return self.sight.truth.cards[card].zone == "hand"

    def _shown_next(self, event: Event, card: int) -> tuple[Shown, str]:
        """The next name of a line that shows something."""
        self._look_at_checks()
        line = self.lines[self.at] if self.at < len(self.lines) else None
        base = definition(self.sight.truth.cards[card].definition).is_base
        verb = "comes" if isinstance(event, BaseArrived | BaseSwapped) else _verb(event)
        if not isinstance(line, Shown) or line.verb != verb:
            seat = self._whose(event, card)
            who = self.sight.truth.seats[seat].name if seat >= 0 and not base else ""
            arrives = "base … comes" if self.sight.truth.turn else "bases …, …"
            words = arrives if verb == "comes" else f"{who} {verb} …".strip()
            scored = isinstance(event, BaseArrived) and self._awarded is not None
            why = f" ({self._called(self._awarded.base)} has scored)" if scored and self._awarded else ""
            missing = f"here a line “{words}” is missing{why}"
            if line is None:
                raise Unfinished(self._last_line(), f"{missing}: the record ends")
            said = self.record.text[line.line - 1].strip()
            raise self._refused(line.line, f"{missing}: the record goes on with {said!r}{taken_for(self)}")
        return line, self._shown_name(line)

    def _shown_name(self, line: Shown) -> str:
        name = line.names[self._given]
        self._given += 1
        if self._given == len(line.names):
            self._given = 0
            self.at += 1
        return name

    def _whose(self, event: Event, card: int) -> int:
        for field in ("controller", "seat", "to"):
            seat = getattr(event, field, -1)
            if seat >= 0:
                return int(seat)
        return self.sight.truth.cards[card].owner

    def _definition(self, name: str, line: int) -> Definition:
        found = self._by_name(name)
        if found is None:
            raise BadRecord(line, no_such(self.names, name))
        return found

    def _by_name(self, name: str) -> Definition | None:
        self.names.learn(self.game.table)
        return self.names.card_meant(name)

    def _is(self, card: int, wanted: Definition) -> bool:
        return self.game.table.cards[card].definition == wanted.id

    def _compare_picked(self, event: PickedAtRandom) -> None:
        """What chance picked of what lies open; the cards of a hand that nobody sees are shown where they go."""
        table, sites = self.sight.truth, event.what == "site"
        open_ = [one for one in event.pool if sites or self.sight.knows(one)]
        for picked in event.picks if len(event.pool) > len(event.picks) else ():
            if picked not in open_:
                continue
            self._look_at_checks()
            line = self.lines[self.at] if self.at < len(self.lines) else None
            if isinstance(line, Drawn):
                self.at += 1
                name = line.name
            elif isinstance(line, Shown) and line.verb == "discards" and not sites:
                name = self._shown_name(line)
            else:
                options = ", ".join(self.names.site(table, one) if sites else self._called(one) for one in open_)
                raise (self._refused if line else Unfinished)(
                    line.line if line else self._last_line(), f"chance picks one of {options}: add “chance …”"
                )
            found = [self._site(name, open_, table)] if sites else self._held(name, open_, self.sight)
            if picked not in found:
                raise self._refused(line.line, f"{name!r} is not what chance can pick")

    def _site(self, name: str, pool: Sequence[int], table: Table | None = None) -> int:
        try:
            return self.names.find_site(table or self.game.table, name, pool)
        except NoSuchName:
            return 0

    def _compare_turn(self, event: TurnBegan) -> None:
        self._look_at_checks()
        self._awarded = None
        line = self.lines[self.at] if self.at < len(self.lines) else None
        if isinstance(line, Turn):
            if (line.number, line.seat) != (event.number, event.seat):
                player = self.sight.truth.seats[event.seat].name
                said = f"turn {line.number} of {self.sight.truth.seats[line.seat].name}"
                raise self._refused(line.line, f"turn {event.number} of {player} begins here, not {said}")
            self.at += 1
        elif line is not None:
            self._look_at_turn(line, event.number, event.seat)

    def _look_at_turn(self, line: AnyLine, number: int, seat: int) -> None:
        """No turn goes by unsaid: a line begins it, or lines have ended the turns before it."""
        said = 1
        for one in self.lines[: self.at]:
            if isinstance(one, Turn):
                said = one.number
            elif isinstance(one, Action) and one.does.verb in ("pass", "end turn"):
                said += 1
        if number > said:
            raise self._refused(line.line, turn_unsaid(self, line, number, seat))

    def _compare_scores(self, event: Awarded) -> None:
        self._look_at_checks()
        line = self.lines[self.at] if self.at < len(self.lines) else None
        self._awarded = event
        if not isinstance(line, Check) or line.what != "scores":
            return
        self._awarded = None
        name = definition(self.sight.truth.cards[event.base].definition).name
        if name not in {one.name for one in self.names.could_mean(line.base)}:
            raise self._refused(line.line, f"{name} scores here, not {line.base}")
        for seat, number in line.numbers:
            if event.totals[seat] != number:
                player = self.sight.truth.seats[seat].name
                raise self._refused(line.line, f"{player} has {event.totals[seat]} power at {name}, not {number}")
        self.at += 1

    def _compare_winners(self, event: GameWon) -> None:
        self._look_at_checks()
        line = self.lines[self.at] if self.at < len(self.lines) else None
        if isinstance(line, Won):
            if set(line.seats) != set(event.seats):
                winners = " and ".join(self.sight.truth.seats[seat].name for seat in event.seats)
                raise self._refused(line.line, f"{winners} won")
            self.at += 1

    def _look_at_checks(self, late: bool = True) -> None:
        """What lines say of the table between two others: it is so at once, or at the latest before the next one."""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if not isinstance(line, Check) or line.what == "scores":
                return
            for seat, number in line.numbers:
                player = self.sight.truth.seats[seat]
                found = player.victory_points if line.what == "vp" else len(getattr(player, line.what))
                if found != number:
                    if not late:
                        return
                    what = "VP" if line.what == "vp" else f"cards in the {line.what}"
                    raise self._refused(line.line, f"{player.name} has {found} {what} here, not {number}")
            self.at += 1

    # --- bringing cards where they must have been

    def bring(self, card: Definition, action: Action, mentioned: Sequence[str]) -> None:
        """A card must be among what the open question offers: it was in the place of one that was not seen."""
        before = self._offered(self.game, card)
        reached = False
        for places in self._hidden_places(self._question()):
            offered = {card_of(pick, self._question()) for pick in self._question().options}
            there = sum(self._is(one, card) for one in places if one in offered)
            if self._lead_among(places, card, there + 1, mentioned):
                if self._offered(self.game, card) > before:
                    return
                reached = True
        if self._pays_for(card, before):
            return
        if reached:
            raise why_forbidden(self, card, action)
        table = self.game.table
        player = table.seats[table.asked].name
        verb = action.does.verb
        what = f"{player} cannot {verb} {card.name}"
        raise BadRecord(action.line, accounted_for(self, card, what, verb, table.asked))

    def _pays_for(self, card: Definition, before: int) -> bool:
        """What is shown next may be what must be held to do this: it comes into the hand."""
        table = self.game.table
        line = self.lines[self.at] if self.at < len(self.lines) else None
        if not isinstance(line, Shown) or line.verb == "comes" or UNKNOWN in line.names:
            return False
        hand = [one for one in table.seats[table.asked].hand if not self.sight.knows(one)]
        price = self._definition(line.names[0], line.line)
        return self._lead_among(hand, price, 1) and self._offered(self.game, card) > before

    def _lead_among(self, places: Sequence[int], card: Definition, count: int, kept: Sequence[str] = ()) -> bool:
        """So many cards of a kind come among these places; those of the kinds that are kept stay there."""
        cards = self.game.table.cards
        there = Counter(cards[one].definition for one in places)
        if there[card.id] >= count:
            return True
        keep = Counter(kept) & there
        keep[card.id] = count
        wanted = [definition(kind) for kind in keep.elements()]
        return len(wanted) <= len(places) and self._lead(
            dict(zip(places, wanted, strict=False)),
            self.game.log,
            here=[Mixed(len(self.game.log) + 1, frozenset(places))],
        )

    def _lead(
        self,
        wanted: Mapping[int, Definition],
        log: Sequence[Event],
        unsettled: Sequence[int] = (),
        here: Iterable[Mixed] = (),
        start: int | None = None,
    ) -> bool:
        """Let other hidden cards be in the places of these, if a deal allows it (`here`: what is mixed, or barred, now; the
        rules run over it again from `start`, or the last quiet point).

        A deal that goes astray teaches what cannot have been, and another is looked for.
        """
        here = tuple(here)
        for _ in range(MOST_DEALS):
            known = len(self._barred), len(self.held)
            routes = Routes(self.sight, self._kind, unsettled, here, self._barred)
            try:
                routes.lead({routes.last(place): card.id for place, card in wanted.items()})
            except NoWay:
                return False
            astray = self._make(Changes(routes.changes(len(log))), log, start)
            if astray is None:
                return True
            if start and known == (len(self._barred), len(self.held)):
                self._explain(astray, log)
            if known == (len(self._barred), len(self.held)):
                return False
            self.sight = Sight(log[: self.sight.position], self.held)
        return False

    def _explain(self, astray: Astray, log: Sequence[Event]) -> None:
        """Find what a player must have held, or cannot have, for the game to go on as it did where a deal went astray."""
        hands = [[self._kind(card) for card in seat.hand] for seat in fold(astray.script[: astray.position - 1]).seats]
        cards = self.game.table.cards.values()
        for seat, hand in enumerate(hands):
            for kind in dict.fromkeys([*hand, *(card.definition for card in cards if card.owner in (seat, -1))]):
                fact = Held(astray.position, seat, kind, int(kind not in hand))
                if definition(kind).is_base or fact in self.held:
                    continue
                self.held.add(fact)
                sight = Sight(log[: self.sight.position], self.held)
                routes = Routes(sight, self._kind, (), (), self._barred)
                try:
                    routes.lead({})
                    script = retold(log, Changes(routes.changes(len(log))), self._owner_of)[: astray.position]
                    rerun(script, self.chance, quiet_point(script[:-1]))
                except (NoWay, Astray):
                    self.held.remove(fact)
                    continue
                finally:
                    self.chance.look_at(self.game)
                return

    def deal(self, places: Sequence[int], card: Definition) -> bool:
        """One card more of a kind comes among these places."""
        there = sum(self._is(one, card) for one in places)
        return there < len(places) and self._lead_among(places, card, there + 1)

    def suppose(
        self, seat: int, held: Mapping[str, int], helps: Callable[[], bool] = lambda: True, zone: str = "hand"
    ) -> bool:
        """A player holds so many cards of these kinds, or none, after what has been looked at, besides what all see."""
        now = self.sight.position + 1
        more = {Held(now, seat, kind, cards, zone) for kind, cards in held.items()} - (self.held - self.known)
        self.held |= more
        here = self.sight.holding(seat, now, zone)
        if more and self._lead({}, self.game.log[: now - 1], here=here) and helps():
            return True
        self.held -= more - self.known
        return False

    def _owner_of(self, card: int) -> int:
        """Whose a card is; -1 for a Madness card: whoever holds it owns it."""
        return -1 if definition(self._kind(card)).is_madness else self.game.table.cards[card].owner

    def _kind(self, card: int) -> str:
        return self.game.table.cards[card].definition

    def _offered(self, game: Game, card: Definition) -> int:
        question = game.question
        if question is None:
            return 0
        cards = (card_of(pick, question) for pick in question.options)
        return sum(game.table.cards[one].definition == card.id for one in cards if one)

    def _hidden_places(self, question: Question) -> list[list[int]]:
        """Hidden cards in whose place another may have been: those on offer, of the hand, of the deck."""
        table = self.game.table
        offered = [card for card in (card_of(pick, question) for pick in question.options) if card]
        hidden = [card for card in offered if not self.sight.knows(card)]
        zones = dict.fromkeys((table.cards[card].zone, table.cards[card].controller) for card in hidden)
        if isinstance(question, Main | Window) or _waits(question):
            zones = dict.fromkeys([("hand", table.asked)])
        elif not zones:
            zones = dict.fromkeys((zone, table.asked) for zone in ("hand", "deck", "stored", "buried"))
        found = [[card for card in hidden if table.cards[card].zone not in ("hand", *FACE_DOWN)]]
        if not hidden:
            found.append(self._looked_at())
        for zone in zones:
            there = [card.number for card in table.cards.values() if (card.zone, card.controller) == zone]
            found.append([card for card in there if not self.sight.knows(card)])
        return [places for places in found if places]

    def _looked_at(self) -> list[int]:
        """The hidden cards at which a player has just looked to choose from them."""
        for event in reversed(self.game.log[self.game.table.turn_began :]):
            if isinstance(event, Answered):
                break
            if isinstance(event, Looked):
                return [card for card in event.cards if not self.sight.knows(card)]
        return []

    def _make(self, changes: Changes, log: Sequence[Event], start: int | None = None) -> Astray | None:
        """Tell the game with cards in each other's places, if everything seen stays as it was; else where it does not. Where a search offers only
        one card of a kind, that one is the one which was found."""
        script = log
        made: list[Changes] = []
        game: Game | None = None
        while game is None:
            made.append(changes)
            script = retold(script, changes, self._owner_of)
            try:
                game = rerun(script, self.chance, start)
            except Astray as astray:
                self.chance.look_at(self.game)
                self._barred.update(astray.barred)
                self.held.update(astray.held)
                if astray.twins is None or len(made) == MOST_DEALS:
                    astray.script = script
                    return astray
                since, one, other = astray.twins
                changes = Changes({since: {one: other, other: one}})
        for changes in made:
            self.sight.retell(changes, game.log)
            shown = sorted((position, line, card) for card, (line, position) in self.shown_at.items())
            self.shown_at = {changes.at(position, card): (line, position) for position, line, card in shown}
            self._named = {changes.now(card) for card in self._named}
            self._place = (self._place[0], changes.now(self._place[1]))
        self.game = game
        self.repairs += 1
        return None

    def is_by_the_rules(self) -> bool:
        """Run the whole game once more from its answers and chances: what is kept is what comes of them."""
        return self._lead({}, self.game.log, start=1)

    def _bring_hand(self, action: Action) -> None:
        """A mulligan shows the hand: it is brought there before."""
        following = self.lines[self.at] if self.at < len(self.lines) else None
        if not isinstance(following, Shown):
            raise (self._refused if following else Unfinished)(
                action.line, "a hand that is replaced is shown: add a line “… reveals …” with its cards"
            )
        wanted = [self._definition(name, following.line) for name in following.names if name != UNKNOWN]
        for card in wanted:
            hand = self.game.table.seats[self.game.table.asked].hand
            need = sum(one.id == card.id for one in wanted)
            if sum(self._is(number, card) for number in hand) >= need:
                continue
            if not self._lead_among(hand, card, need, [one.id for one in wanted]):
                raise BadRecord(following.line, accounted_for(self, card, f"{card.name} cannot be in that hand"))
        if YES not in self._question().options:
            raise self._refused(action.line, "only a hand without minions may be replaced")

    def _offer_nothing(self, line: int) -> None:
        """Nothing is chosen though something must be, where it can: what it takes was not in the hand. That is what could
        be chosen out of it, or else all minions, or all actions."""

        def helps() -> bool:
            return self._question().refusal(()) is None

        cards = [definition(kind) for kind in {card.definition for card in self.game.table.cards.values()}]
        for _ in range(MOST_DEALS):
            if helps():
                return
            table = self.game.table
            hidden = [table.cards[card] for card in self._hidden_options(self._question())]
            for zone, whose in dict.fromkeys((card.zone, card.controller) for card in hidden):
                kinds = {self._kind(card.number): 0 for card in hidden if (card.zone, card.controller) == (zone, whose)}
                if not self.suppose(whose, kinds, zone=zone):
                    break
            else:
                if hidden:
                    continue
            for minions in (True, False):
                if self.suppose(table.asked, {one.id: 0 for one in cards if one.is_minion is minions}, helps):
                    return
            break
        raise self._refused(line, f"no hidden cards make this possible: {self.asked()}")

    def _hidden_options(self, question: Question) -> list[int]:
        return [card_of(pick, question) for pick in self._open_options(question, hidden=True).options]

    def _offer_more(self, least: int, line: int) -> None:
        """So many cards can be chosen here: the hand holds more of a kind that can be."""
        while (count := len(self._question().options)) < least:
            table = self.game.table
            offered = [card_of(pick, self._question()) for pick in self._question().options]
            kinds = dict.fromkeys(card.definition for card in table.cards.values() if card.owner == table.asked)
            if not any(self._offers_more(definition(kind), offered, count) for kind in kinds):
                raise self._refused(line, f"no hidden cards make this possible: {self.asked()}")

    def _offers_more(self, card: Definition, offered: Sequence[int], count: int) -> bool:
        hand = [one for one in self.game.table.seats[self.game.table.asked].hand if not self.sight.knows(one)]
        kept = [self._kind(one) for one in offered if one in hand]
        there = sum(self._is(one, card) for one in hand)
        return self._lead_among(hand, card, there + 1, kept) and len(self._question().options) > count

    # --- what chance foresees

    def _foresee(self, zone: str, seat: int, cards: Sequence[int]) -> Sequence[int]:
        """Of these, what the next lines need first."""
        table = self.game.table
        if zone == "pick seat":
            return [self._foreseen_seat()]
        if zone == "pick site":
            line = next((one for one in self.lines[self.at :] if isinstance(one, Drawn)), None)
            return [site] if line and (site := self._site(line.name, cards)) else []
        owner = -1 if zone == "base_deck" else seat
        by_kind: dict[str, list[int]] = {}
        for number in cards:
            by_kind.setdefault(table.cards[number].definition, []).append(number)
        found = [by_kind[kind].pop(0) for kind in self._foreseen(owner) if by_kind.get(kind)]
        if zone == "pick card":
            return self._foreseen_of_hand(found, cards)
        if zone == "deck" and not table.turn:
            found = self._with_minion(found, cards, seat)
        return found

    def _foreseen_of_hand(self, found: Sequence[int], pool: Sequence[int]) -> list[int]:
        """What chance picks of a hand: the cards in sight that the next lines name, then those out of sight."""
        assert self.chance.game is not None
        sight = Sight(self.chance.game.log)
        open_ = [card for card in pool if sight.knows(card)]
        named: list[int] = []
        given = self._given
        for line in self.lines[self.at :] if open_ else ():
            match line:
                case Drawn(name=name):
                    names: Sequence[str] = [name]
                case Shown(verb="discards", names=shown):
                    names = shown[given:]
                case Check():
                    continue
                case _:
                    break
            given = 0
            named += [card for name in names for card in self._held(name, open_, sight)]
        return [*named, *(card for card in (*found, *pool) if card not in open_), *pool]

    def _held(self, name: str, cards: Sequence[int], sight: Sight) -> list[int]:
        """The one of these cards in sight that a name means, if there is one."""
        try:
            return [Lexicon(sight.order).find_card(sight.truth, name, cards)]
        except NoSuchName:
            return []

    def _foreseen_seat(self) -> int:
        if not any(seat.factions for seat in self.game.table.seats) and self.record.begun.offer and self._seat_picked:
            drafting = self._next_action()
            return drafting.seat if drafting else 0
        self._seat_picked = True
        if self.record.first >= 0:
            return self.record.first
        turn = next((one for one in self.lines if isinstance(one, Turn)), None)
        return turn.seat if turn else 0

    _seat_picked = False

    def _foreseen(self, seat: int) -> Iterator[str]:
        """Cards of a player that the next lines name, in order (seat -1: bases)."""
        self.names.learn(self.game.table)
        for place in range(self.at, min(len(self.lines), self.at + (FORESEEN if seat >= 0 else len(self.lines)))):
            whose, names = self._wanted[place]
            if whose == seat:
                for name in names:
                    if name != UNKNOWN and (card := self.names.card_meant(name)):
                        yield card.id

    def _is_foreseen(self, card: int) -> bool:
        if not card:
            return False
        kind, owner = self.game.table.cards[card].definition, self.game.table.cards[card].owner
        return any(one == kind for one in islice(self._foreseen(owner), 20))

    def _with_minion(self, found: list[int], cards: Sequence[int], seat: int) -> list[int]:
        """An opening hand that is not shown held a minion, where it would have had to be shown (setup.mulligan)."""
        shown = any(isinstance(one, Shown) and one.seat == seat for one in self._before_first_turn())
        first = [*found, *(number for number in cards if number not in found)]
        minions = [number for number in first if definition(self.game.table.cards[number].definition).is_minion]
        if shown or not minions or minions[0] in first[:5]:
            return found
        return [*first[:4], minions[0], *(number for number in found[4:] if number != minions[0])]

    def _before_first_turn(self) -> Iterator[AnyLine]:
        for line in self.lines:
            if isinstance(line, Turn) or (isinstance(line, Action) and line.does.verb == "play"):
                return
            yield line

    # --- saying what is wrong

    def asked(self) -> str:
        """Who decides, without what only they can see."""
        question, table = self.game.question, self.game.table
        if question is None:
            return "the game is over"
        about = question.about or "what to play or use"
        return f"{table.seats[table.asked].name} decides here: {about}"

    def open_options(self) -> list[str]:
        """What everybody sees that the open question offers."""
        question, table = self._question(), self.game.table
        options = [pick for pick in question.options if not self._is_hidden(pick, question)]
        return list(dict.fromkeys(self.names.pick(table, question, pick, self.game.log) for pick in options))

    def _stuck(self) -> BadRecord:
        following = self._next()
        line = following.line if following else self._last_line()
        return self._refused(line, not_answered(self, following))

    def _refused(self, line: int, reason: str) -> BadRecord:
        return BadRecord(line, reason.rstrip("."))

    def _called(self, card: int) -> str:
        return self.names.card(self.game.table, card)


def in_order(event: Event, cards: Sequence[int]) -> list[int]:
    """Cards that an event shows, in the order in which they lie; a view lists those of a hand otherwise."""
    listed = [card for card in getattr(event, "cards", ()) if card in cards]
    return listed if len(listed) == len(cards) else list(cards)


def _has_unknown(line: Line) -> bool:
    return any(is_unknown(part) for part in listed_names(line.what))


def is_unknown(part: str) -> bool:
    """`?` is a card that nobody saw, `?2` the second of those that lie face down (`?2 is Howler`: it turns out to be one),
    `Ben's ?` one that Ben owns."""
    return re.fullmatch(r"(.+'s )?\?|\?\d+( is .+)?", part.strip()) is not None


def _waits(question: Question) -> bool:
    """Whether it is about an extra card that may be played later."""
    return isinstance(question, Cards) and question.waits


def may_be_held_for(card: Definition, question: Question) -> bool:
    """Whether a card in a hand could be an option of a question that is asked whatever is held."""
    if isinstance(question, Window) and question.moment not in ("talent", "use-talent"):
        return any(
            one.zone in ("hand", "revealed") and (one.hook == question.moment or isinstance(one.hook, type))
            for one in card.abilities
        )
    return True


def _without_plays(question: Question) -> Question:
    """A card that may be played and used is used, where a line says so."""
    used = {pick.holder for pick in question.options if isinstance(pick, Use)}
    kept = tuple(pick for pick in question.options if not (isinstance(pick, Play) and pick.card in used))
    return _with_options(question, kept)


def _with_options(question: Question, options: tuple[Pick, ...], **more: int) -> Question:
    import msgspec

    return msgspec.structs.replace(question, options=options, **more)


def _verb(event: Event) -> str:
    return "discards" if isinstance(event, Discarded) else "reveals"


def _wanted_cards(record: Record) -> list[tuple[int, tuple[str, ...]]]:
    """For each line whose hidden cards it needs, and which."""
    found: list[tuple[int, tuple[str, ...]]] = []
    current = -1
    for line in record.lines:
        wanted: tuple[int, tuple[str, ...]] = (-2, ())
        match line:
            case Turn(seat=seat):
                current = seat
            case Action(seat=seat, does=does) if does.verb in ("play", "use"):
                wanted = (current if seat < 0 else seat, (does.what,))
            case Shown(seat=seat, names=names):
                wanted = (seat, names)
            case House(seat=seat, line_meant=Action(does=does)) if does.verb == "play":
                wanted = (current if seat < 0 else seat, (does.what,))
        found.append(wanted)
    return found


def record(read: Record) -> Recording:
    """A record resolved: a game in which every line is legal. Raises `BadRecord` for the first that cannot be.

    Repairs can lead into a corner out of which no other repair leads. So a record is refused only if another attempt, which
    begins with another order of the cards that nobody saw, is refused at the same line; or else where the farthest was.
    """
    refused: dict[int, BadRecord] = {}
    for attempt in range(ATTEMPTS):
        try:
            return _resolved(read, attempt)
        except BadRecord as one:
            if one.final or one.line in refused:
                raise
            refused[one.line] = one
    raise refused[max(refused)]


def _resolved(read: Record, attempt: int) -> Recording:
    """While it is put together only the last phase is run again after each repair. What the whole game then teaches is known
    from the beginning in another run."""
    recording = Recording(read, attempt=attempt)
    recording.run()
    while not recording.is_by_the_rules():
        if recording.held <= recording.known:
            raise BadRecord(0, "No deal was found for this record, nor a line that rules one out")
        recording = Recording(read, knowing=recording, attempt=attempt)
        recording.run()
    return recording
