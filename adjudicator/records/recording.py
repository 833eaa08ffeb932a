"""A record being resolved: the game so far, what everybody has seen of it, and the next line."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import msgspec

from adjudicator.records.checkpoints import Checkpoints
from adjudicator.records.hypothesis import Hypothesis
from adjudicator.records.lines import Action, AnyLine, BadRecord, Check, Record
from adjudicator.records.mixing import Held
from adjudicator.records.needs import Needs
from adjudicator.records.rerunning import ForeseenChance, NamedCards, resumed
from adjudicator.records.short_names import ShortNames, no_such
from adjudicator.records.spectator import SpectatorView
from core.engine.game import Game
from core.printed.definitions import Definition, definition
from core.rules.turn import flow
from events.questions import Pick, Question, Use
from events.vocabulary import Awarded
from projections.renaming import card_of

KEPT = 2
"""Maximum number of answered lines that a search can go back."""


class Recording:
    """The working state of a search: one hypothesis with a live game, which moves forward line by line."""

    def __init__(
        self, record: Record, *, open_end: bool = False, knowing: Recording | None = None, attempt: int = 0
    ) -> None:
        self.record = record
        self.lines: tuple[AnyLine, ...] = record.lines
        self.at = 0
        self.open_end = open_end  # More lines will come; nothing is declined before the next one is read.
        self.checkpoints = Checkpoints()
        self.named_cards = NamedCards()
        self.attempt = attempt  # the number of this initial deal among those tried
        self.repairs = 0  # how many times hidden cards turned out to be different ones
        self.chance = ForeseenChance(attempt)
        self.game = Game([record.begun], flow, chance=self.chance)
        self.chance.look_at(self.game)
        self.initial_facts = frozenset(knowing.facts) if knowing else frozenset()  # what earlier attempts have learned
        self.facts: set[Held] = set(self.initial_facts)  # what must have been in a hand, or cannot have been
        self.view = SpectatorView(facts=self.facts)
        self.names = ShortNames(lambda number: self.view.order(number))
        self.marks: deque[Hypothesis] = deque(
            maxlen=KEPT
        )  # the last lines that answered, each with the state before it
        self.reached: Hypothesis | None = None  # the state before the last line that answered
        self.work: int | None = None  # the work left for all alternatives to one line, while they are searched
        self.strayed = 0  # where a deal last led to a game that differs from the record
        self.backtracked: set[int] = set()  # lines that would have been rejected without other hidden cards
        self.positions: dict[int, int] = {}  # the position in the log of each line that answers
        self.shown_at: dict[int, tuple[int, int]] = {}  # the last line that showed a card, and its position in the log
        self.names_given = 0  # how many names of the next line have been shown
        self.discarded_together: tuple[int, list[tuple[int, str]]] = (
            -1,
            [],
        )  # a moment, and the lines that describe it
        self.named: set[int] = set()  # cards that the last answer named and that have not been revealed yet
        self.place: tuple[str, int] = ("", 0)  # the stated destination of a card
        self.uninterested: set[int] = set()  # the seats that pass until something concerns them
        self.needs = Needs(record)
        self.barred: set[tuple[int, str]] = set()  # kinds that were not on offer, by position
        self.seat_picked = False  # whether a random pick has chosen who drafts first
        self.awarded: Awarded | None = None  # a base that has scored before any line says so

    @property
    def states_place(self) -> bool:
        """Return whether the last line names a card's destination and that has not been asked for yet."""
        return bool(self.place[0])

    def hypothesis(self, until: int | None = None) -> Hypothesis:
        """Return the current account of the game.

        With `until`, it leaves out later events, which nobody has examined.
        """
        log = tuple(self.game.log[:until])
        self.checkpoints = self.checkpoints.kept_up_with(log)
        return Hypothesis(
            log=log,
            checkpoints=self.checkpoints,
            facts=frozenset(self.facts),
            barred=frozenset(self.barred),
            at=self.at,
            names_given=self.names_given,
            discarded_together=(self.discarded_together[0], tuple(self.discarded_together[1])),
            named=frozenset(self.named),
            place=self.place,
            uninterested=frozenset(self.uninterested),
            positions=dict(self.positions),
            shown_at=dict(self.shown_at),
        )

    def go_back_to(self, hypothesis: Hypothesis) -> None:
        """Return to an earlier account. What has been learned about its events since then is kept."""
        end = len(hypothesis.log)
        self.checkpoints, self.game = resumed(hypothesis.log, self.chance, hypothesis.checkpoints)
        self.at, self.names_given, self.place = hypothesis.at, hypothesis.names_given, hypothesis.place
        self.discarded_together = (hypothesis.discarded_together[0], list(hypothesis.discarded_together[1]))
        self.named, self.uninterested = set(hypothesis.named), set(hypothesis.uninterested)
        self.positions, self.shown_at = dict(hypothesis.positions), dict(hypothesis.shown_at)
        self.barred = {fact for fact in self.barred if fact[0] <= end}
        self.facts -= {fact for fact in self.facts - self.initial_facts if fact.position > end}
        self.view = hypothesis.view(self.facts)

    def next_line(self) -> AnyLine | None:
        """Return the next line that is not just a statement about the table."""
        return next(
            (line for line in self.lines[self.at :] if not (isinstance(line, Check) and line.what != "scores")), None
        )

    def next_action(self) -> Action | None:
        line = self.next_line()
        return line if isinstance(line, Action) else None

    def visible_options_of(self, question: Question, hidden: bool = False) -> Question:
        """Return the question with only the options that everybody can see (or only the others)."""
        kept = tuple(pick for pick in question.options if self.is_hidden(pick, question) is hidden)
        return with_options(question, kept)

    def one_hidden_of_each_kind(self, question: Question) -> Question:
        """Return the question with only its hidden options, one of each kind, because cards of a kind are
        interchangeable.
        """
        hidden = self.visible_options_of(question, hidden=True)
        kinds: dict[tuple[object, ...], Pick] = {}
        for pick in hidden.options:
            what = (pick.ability, pick.granted_by, pick.event) if isinstance(pick, Use) else ()
            kinds.setdefault((self.kind(card_of(pick, question)), *what), pick)
        return with_options(hidden, tuple(kinds.values()))

    def is_hidden(self, pick: Pick, question: Question) -> bool:
        card = card_of(pick, question)
        return bool(card) and not self.view.knows(card)

    def last_line(self) -> int:
        return self.lines[max(self.at - 1, 0)].line if self.lines else 0

    def question(self) -> Question:
        question = self.game.question
        assert question is not None
        return question

    def owner_of_pick(self, pick: Pick, question: Question) -> int:
        card = card_of(pick, question)
        return self.game.table.cards[card].owner if card else -1

    def definition_named(self, name: str, line: int) -> Definition:
        definition = self._by_name(name)
        if definition is None:
            raise BadRecord(line, no_such(self.names, name))
        return definition

    def _by_name(self, name: str) -> Definition | None:
        self.names.learn(self.game.table)
        return self.names.card_meant(name)

    def is_kind(self, card: int, definition: Definition) -> bool:
        return self.game.table.cards[card].definition == definition.id

    def owner_of(self, card: int) -> int:
        """Return the owner of a card, or -1 for a Madness card, which belongs to its holder."""
        return -1 if definition(self.kind(card)).is_madness else self.game.table.cards[card].owner

    def may_be(self, places: Sequence[int], card: Definition) -> bool:
        """Return whether a player who owns a card in one of these places also owns such a card."""
        owners = {self.owner_of(number) for number in places}
        return any(other.definition == card.id and other.owner in owners for other in self.game.table.cards.values())

    def kind(self, card: int) -> str:
        return self.game.table.cards[card].definition

    def asked(self) -> str:
        """Return who must decide, without what only that player can see."""
        question, table = self.game.question, self.game.table
        if question is None:
            return "the game is over"
        about = question.about or "what to play or use"
        return f"{table.seats[table.asked].name} decides here: {about}"

    def visible_options(self) -> list[str]:
        """Return the options of the open question that everybody can see."""
        question, table = self.question(), self.game.table
        options = [pick for pick in question.options if not self.is_hidden(pick, question)]
        return list(dict.fromkeys(self.names.pick(table, question, pick, self.game.log) for pick in options))

    def called(self, card: int) -> str:
        return self.names.card(self.game.table, card)


def with_options(question: Question, options: tuple[Pick, ...], **more: int) -> Question:
    return msgspec.structs.replace(question, options=options, **more)
