"""One game in the hands of people, bots and programs: answer, undo, branch, and let bots play until a person decides.

The full screen, the plain terminal, `smashup answer` and `branch`, the web pages and the Python API all play through a
`GameController`. Going back changes nothing: the controller only looks at an earlier decision. Deciding differently
there continues in one branch, however many decisions were taken back; deciding the same moves forward again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from adjudicator.games.concerns import answer_unasked, concerns, is_choice
from adjudicator.games.session import IllegalPick, LiveGame, NothingToUndo, take_up
from core.engine.game import Game
from core.players.bots import BOTS, Bot, make_bot
from events.catalogue import GameInfo
from events.errors import GameHasMovedOn
from events.questions import Pick, Question
from events.vocabulary import Answered, Asked, Event

GREEDY = ("greedy",)


def bot_of(player: str) -> str | None:
    """Return the kind of bot that a player's name stands for ("Greedy 2"), or None for a person's name."""
    named = re.fullmatch(r"(\w+) \d+", player.lower())
    return named[1] if named and named[1] in BOTS else None


def bot_players(bots: Sequence[str]) -> list[str]:
    """Return players' names for bots of these kinds, so that `bot_of` recognizes them. Raises if a kind is unknown."""
    for bot in bots:
        make_bot(bot)
    return [f"{bot.capitalize()} {number}" for number, bot in enumerate(bots, 1)]


def bots_by_name(info: GameInfo, otherwise: str = "greedy") -> list[str]:
    """Return a kind of bot for each seat of a game: the one its player is named after, or `otherwise`."""
    return [bot_of(seat.name) or otherwise for seat in info.seats]


class GameController:
    """A game with its people and bots (see the module).

    `people`: the seats of people; None: every seat. The other seats are played by `bots`, one kind after another in
    turn. `auto_pass`: answer a person's questions that leave nothing to choose.
    """

    def __init__(
        self,
        session: LiveGame,
        people: Collection[int] | None = None,
        bots: Sequence[str] = GREEDY,
        *,
        auto_pass: bool = True,
        skip: bool = False,
    ) -> None:
        self.session = session
        self.people = set(range(len(session.info.seats)) if people is None else people)
        self.auto_pass = auto_pass
        self.skipping = set(self.people) if skip else set()
        self._kinds = bots
        self._earlier: Game | None = None  # the game at the earlier decision on display
        self._seat_bots()

    def _seat_bots(self) -> None:
        self._bots: dict[int, Bot] = {
            seat: make_bot(self._kinds[seat % len(self._kinds)], f"{self.session.info.seed}/{seat}")
            for seat in range(len(self.session.info.seats))
            if seat not in self.people
        }

    # --- the state of the game

    @property
    def game(self) -> Game:
        """Return the live game at the current position."""
        return self._earlier or self.session.game

    @property
    def log(self) -> list[Event]:
        """Return the whole log, including undone decisions."""
        return self.session.game.log

    @property
    def position(self) -> int:
        """Return the current position."""
        return len(self.game.log)

    @property
    def gone_back(self) -> bool:
        """Return whether the current position is before the end of the log."""
        return self._earlier is not None

    @property
    def asked(self) -> int:
        """Return the seat that has to decide."""
        return self.game.table.asked

    @property
    def factions(self) -> list[str]:
        """Return the factions at the table, each in its printing."""
        return [name for seat in self.game.table.seats for name in seat.factions]

    @property
    def question(self) -> Question | None:
        """Return the current question, or None when the game is over."""
        return self.game.question

    # --- answering

    def picks_at(self, places: Sequence[int]) -> tuple[Pick, ...]:
        """Return the options at these places, counted from 0. Raises `IllegalPick` if they are not a legal answer."""
        question = self.question
        if question is None:
            raise IllegalPick(f"Game {self.session.id} is over, so there is nothing to answer.")
        if not all(0 <= index < len(question.options) for index in places):
            raise IllegalPick(f"There is no such option: they are numbered from 0 to {len(question.options) - 1}.")
        return self.checked(tuple(question.options[index] for index in places))

    def checked(self, picks: tuple[Pick, ...]) -> tuple[Pick, ...]:
        """Return the picks if they are a legal answer; raise `IllegalPick` otherwise."""
        if self.question is not None and (wrong := self.question.refusal(picks)):
            raise IllegalPick(f"That answer is not legal: {wrong}.")
        return picks

    def answer(self, picks: Sequence[Pick]) -> None:
        """Answer for the seat that is asked, in a branch if the game has gone on differently from here."""
        if self._earlier is not None:
            recorded = self.session.event_after(self.position)
            if isinstance(recorded, Answered) and recorded.picks == tuple(picks):
                self.redo()
                return
            assert self.question is not None
            if self.question.refusal(tuple(picks)) is not None:
                self._earlier.answer(
                    self.asked, picks
                )  # This raises an error, because an illegal answer must not leave a branch behind.
            self.branch(title=self.session.info.title)
        self._answer(self.asked, picks)

    def branch(self, *, seed: int | None = None, title: str = "") -> None:
        """Continue from the displayed position in a branch of the game."""
        self.session = self.session.branch(self.position, seed=seed, title=title, live=self._earlier)
        self._earlier = None
        self._seat_bots()

    def _answer(self, seat: int, picks: Sequence[Pick]) -> None:
        try:
            self.session.answer(seat, picks)
        except GameHasMovedOn:
            self.session = self.session.reopened()
            self._seat_bots()
            raise

    # --- bots

    def go_on(self) -> bool:
        """Make one decision that no person has to make. Returns whether there was one."""
        game = self.game
        if self.gone_back or game.over:
            return False
        asked, question = game.table.asked, game.question
        assert question is not None
        if asked in self._bots:
            self._answer(asked, self._bots[asked].answer(game))
        elif self._goes_unasked(question, asked):
            self._answer(asked, answer_unasked(question))
        else:
            return False
        return True

    def _goes_unasked(self, question: Question, seat: int) -> bool:
        """Return whether a person need not be asked a question."""
        if seat in self.skipping:
            return not concerns(self.game.table, question, seat)
        return self.auto_pass and not is_choice(question)

    def skip(self, seat: int) -> bool:
        """Begin or stop passing for a person until something concerns them. Returns whether it has begun."""
        self.skipping ^= {seat}
        return seat in self.skipping

    def play_on(self) -> None:
        """Let bots play until a person must decide or the game is over."""
        while self.go_on():
            pass

    def suggestion(self, bot: str = "greedy") -> tuple[Pick, ...]:
        """Return what a bot of this kind would answer."""
        return make_bot(bot, 0).answer(self.game)

    # --- back and forth

    def go_to(self, position: int) -> None:
        """Look at the decision at a position. Raises `NotADecision` where nobody decides."""
        if position == self.session.length:
            self._earlier = None
            if self.question is not None:
                return
        self._earlier = take_up(self.session.id, self.session.log_to(position))

    def undo(self) -> None:
        """Go back to the last decision before this one in which a person had something to choose."""
        before = [choice for choice in self._choices() if choice < self.position]
        if not before:
            raise NothingToUndo("There is nothing to undo. You have not made a decision yet.")
        self._look_at(before[-1])

    def redo(self) -> None:
        """Go forward by one decision that was taken back."""
        if not self.gone_back:
            raise NothingToUndo("There is nothing to redo. You have not undone anything.")
        after = [choice for choice in self._choices() if choice > self.position]
        if after and after[0] < len(self.log):
            self._look_at(after[0])
        else:
            self._earlier = None

    def _choices(self) -> list[int]:
        """Return the positions at which a person had something to choose."""
        return [
            event.position
            for event in self.log
            if isinstance(event, Asked) and event.seat in self.people and is_choice(event.question)
        ]

    def _look_at(self, position: int) -> None:
        self._earlier = take_up(self.session.id, self.log[:position])
