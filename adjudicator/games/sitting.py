"""People and bots at a stored game: who decides next, and decisions that are taken back.

Going back changes nothing in the store: the game stands as it is, and only looks at an earlier decision. Deciding there
otherwise leaves it in one branch, however many decisions were taken back; deciding the same goes forward again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.games.session import NothingToUndo, Session, is_choice, take_up
from core.engine.game import Game
from core.players.bots import Bot, make_bot
from events.errors import GameHasMovedOn
from events.questions import Pick, Question
from events.vocabulary import Answered, Asked, Event


class Sitting:
    """See the module. `auto_pass`: where there is nothing to choose, it goes on by itself."""

    def __init__(self, session: Session, people: set[int], bots: Mapping[int, str], *, auto_pass: bool = True) -> None:
        self.session = session
        self.people = people
        self.auto_pass = auto_pass
        self._kinds = bots
        self._earlier: Game | None = None  # the game at the decision to which somebody has gone back
        self._sit_down()

    def _sit_down(self) -> None:
        self._bots: dict[int, Bot] = {
            seat: make_bot(kind, f"{self.session.info.seed}/{seat}")
            for seat, kind in self._kinds.items()
            if seat not in self.people
        }

    @property
    def game(self) -> Game:
        """The live game where it is looked at."""
        return self._earlier or self.session.game

    @property
    def log(self) -> list[Event]:
        """The whole game, whatever was taken back."""
        return self.session.game.log

    @property
    def position(self) -> int:
        """Where it is looked at."""
        return len(self.game.log)

    @property
    def gone_back(self) -> bool:
        """Whether there is something to do again."""
        return self._earlier is not None

    @property
    def asked(self) -> int:
        """Who decides."""
        return self.game.table.asked

    @property
    def question(self) -> Question | None:
        """What is asked."""
        return self.game.question

    # --- going on

    def go_on(self) -> bool:
        """One decision that no person has to make; whether there was one."""
        game = self.game
        if self.gone_back or game.over:
            return False
        asked, question = game.table.asked, game.question
        assert question is not None
        if asked in self._bots:
            self._answer(asked, self._bots[asked].answer(game))
        elif self.auto_pass and not is_choice(question):
            self._answer(asked, question.options[: question.least])
        else:
            return False
        return True

    def answer(self, picks: Sequence[Pick]) -> None:
        """The person who is asked decides."""
        if self._earlier is None:
            self._answer(self.asked, picks)
            return
        game, asked, position = self._earlier, self.asked, self.position
        assert game.question is not None
        recorded = self.log[position]
        if isinstance(recorded, Answered) and recorded.picks == tuple(picks):
            self.redo()
            return
        game.question.chosen(picks)
        if game.question.refusal(tuple(picks)) is None:
            self.session = self.session.branch(position, title=self.session.info.title)
            self._earlier = None
            self._sit_down()
        else:
            game.answer(asked, picks)  # which says what is wrong with it
        self._answer(asked, picks)

    def _answer(self, seat: int, picks: Sequence[Pick]) -> None:
        try:
            self.session.answer(seat, picks)
        except GameHasMovedOn:
            self.session = Session(self.session.store, self.session.id)
            self._sit_down()
            raise

    # --- taking back

    def undo(self) -> None:
        """Back to the last decision, before this one, in which a person had something to choose."""
        before = [one for one in self._choices() if one < self.position]
        if not before:
            raise NothingToUndo("There is nothing to undo: you have not decided anything yet.")
        self._look_at(before[-1])

    def redo(self) -> None:
        """Forward again, by one decision that was taken back."""
        if not self.gone_back:
            raise NothingToUndo("There is nothing to do again: nothing was taken back.")
        after = [one for one in self._choices() if one > self.position]
        if after and after[0] < len(self.log):
            self._look_at(after[0])
        else:
            self._earlier = None

    def _choices(self) -> list[int]:
        """Where a person had something to choose."""
        return [
            event.position
            for event in self.log
            if isinstance(event, Asked) and event.seat in self.people and is_choice(event.question)
        ]

    def _look_at(self, position: int) -> None:
        self._earlier = take_up(self.session.id, self.log[:position])

    def hint(self) -> tuple[Pick, ...]:
        """What a greedy player would do."""
        return make_bot("greedy", 0).answer(self.game)
