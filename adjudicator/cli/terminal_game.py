"""Plays in lines of text: shows the table, asks, and reads commands.

Each person sees only the view of their own seat. They are first told what happened since their last decision.
"""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape

from adjudicator.cli.cards import headline, look_up
from adjudicator.cli.typed_answers import placed, read_answer, understood
from adjudicator.games.controller import GameController
from adjudicator.games.narration import Narration
from adjudicator.games.option_words import answer_in_words, name_of, options_in_words
from adjudicator.games.power_breakdown import card_in_words
from adjudicator.scenarios.names import NoSuchName
from adjudicator.scenarios.steps import Answer
from adjudicator.viewer.drawing import color_names, draw, draw_line
from adjudicator.viewer.frames import frame_of
from core.printed.definitions import Definition
from events.errors import GameHasMovedOn, SmashUpError
from events.questions import Main, Pick, Play, Question, Use
from projections.plain_words import capital
from projections.prompts import prompt
from projections.renaming import CARD_QUESTIONS
from projections.timeline import Line
from projections.view import View

HELP = """\
Type the number of an option (several, separated by spaces), or words: play worker at egg chamber. Or:
  pass   p      choose nothing, where that is allowed; ends your Play Cards
  ?NUMBER       what an option's card does
  card NAME     what any card does
  board  b      draw the board
  log    l      tell the turn so far
  hint          what a greedy player would do
  skip          pass until something concerns you; again: be asked everything
  undo   u      go back to your last decision: another choice makes a branch
  quit   q      stop; everything is saved"""


def skipped(begun: bool) -> str:
    """Return the message shown when a person turns skipping on or off."""
    if begun:
        return "You pass until something concerns you. Type skip again to be asked everything."
    return "You are asked everything again."


class Stopped(Exception):
    """Raised when a player wants to stop."""


class TerminalGame:
    """A game played in lines of text."""

    def __init__(self, controller: GameController, out: Console) -> None:
        self.controller = controller
        self.out = out
        self._at_screen = -1  # the person at the screen
        self._open()

    def _open(self) -> None:
        """Start every person's view at the current position."""
        log = self.controller.game.log
        self.views = {seat: View(seat, log) for seat in self.controller.people}
        self.narrations = {seat: Narration(view) for seat, view in self.views.items()}
        self.news: dict[int, list[Line]] = {seat: [] for seat in self.controller.people}

    # --- the game

    def play(self) -> None:
        """Play until somebody has won or stops."""
        self.out.print(f"Game {self.controller.session.id}. Type help for help.", markup=False)
        try:
            while not self.controller.game.over:
                self._next_decision()
        except (EOFError, KeyboardInterrupt, Stopped):
            self.out.print(f"\nStopped. Continue with: smashup play {self.controller.session.id}", markup=False)
            return
        for seat in sorted(self.controller.people)[:1]:
            self._tell(seat)
            self._draw(seat)

    def _next_decision(self) -> None:
        try:
            if self.controller.go_on():
                self._catch_up()
            else:
                question = self.controller.question
                assert question is not None
                self._ask(self.controller.asked, question)
        except GameHasMovedOn:
            self.out.print("Somebody else answered first, so your answer was not saved. This is what happened:")
            self._catch_up()

    def _catch_up(self) -> None:
        """Tell every person what has been added to the game."""
        log = self.controller.game.log
        for person, narration in self.narrations.items():
            self.news[person] += narration.story(log[len(self.views[person].events) :])

    def _answer(self, picks: tuple[Pick, ...]) -> None:
        before = self.controller.session.id
        self.controller.answer(picks)
        if (branch := self.controller.session.id) != before:
            self.out.print(f"You now play branch {branch}; {before} stays as it was.", markup=False)
        self._catch_up()

    # --- a person

    def _ask(self, seat: int, question: Question) -> None:
        self._call(seat)
        self._tell(seat)
        if isinstance(question, Main):
            self._draw(seat)
        self._list(seat, question)
        while True:
            typed = self.out.input("> ").strip()
            try:
                if self._command(seat, question, typed):
                    return
            except GameHasMovedOn:
                raise
            except SmashUpError as error:
                self.out.print(str(error), markup=False)

    def _command(self, seat: int, question: Question, typed: str) -> bool:
        """Carry out a typed command. Returns whether it settles the question."""
        word, _, rest = typed.partition(" ")
        match word.lower():
            case "":
                self._list(seat, question)
            case "help" | "h" | "?":
                self.out.print(HELP, markup=False)
            case "board" | "b":
                self._draw(seat)
            case "log" | "l":
                self._tell_turn(seat)
            case "hint":
                picks = self.controller.suggestion()
                hint = answer_in_words(self.controller.game, picks, self.views[seat])
                self.out.print(f"A greedy player would choose: {hint}.", markup=False)
            case "card":
                self._explain(look_up(rest, self.controller.factions))
            case "skip":
                self.out.print(skipped(self.controller.skip(seat)))
                return True
            case "undo" | "u":
                self._undo()
                return True
            case "quit" | "q":
                raise Stopped
            case _ if word.startswith("?"):
                self._explain_option(seat, question, typed[1:])
            case _:
                answer = understood(self.controller.game, "pass" if word.lower() == "p" else typed)
                self._answer(answer.picks)
                self._place(answer)
                return True
        return False

    def _place(self, answer: Answer) -> None:
        """Answer with the place named with a card. An illegal place leaves the question open."""
        try:
            if (picks := placed(self.controller.game, answer)) is not None:
                self._answer(picks)
        except NoSuchName as error:
            self.out.print(str(error), markup=False)

    def _call(self, seat: int) -> None:
        """Hide the screen until the next person is ready."""
        if len(self.controller.people) > 1 and self._at_screen not in (-1, seat) and self.out.is_terminal:
            name = self.controller.session.info.seats[seat].name
            self.out.clear()
            self.out.input(f"{escape(name)} decides. Press Enter when only {escape(name)} can see the screen.")
        self._at_screen = seat

    def _tell(self, seat: int) -> None:
        """Print what has happened since the seat's last decision, as that seat saw it."""
        self._print(self.news[seat])
        self.news[seat] = []

    def _tell_turn(self, seat: int) -> None:
        game = self.controller.game
        lines = Narration(View(seat)).story(game.log)
        self._print([line for line in lines if line.position >= game.table.turn_began])

    def _print(self, lines: list[Line]) -> None:
        names = [seat.name for seat in self.controller.session.info.seats]
        for line in lines:
            if line.event == "answered" or not line.bookkeeping:
                self.out.print(color_names(draw_line(line), names), soft_wrap=True)

    def _draw(self, seat: int) -> None:
        frame = frame_of(self.controller.game.table, self.views[seat])
        self.out.print(draw(frame, self.out.width, self.controller.session.info.edition, decision=False))

    def _list(self, seat: int, question: Question) -> None:
        """Print the question and its numbered options."""
        view = self.views[seat]
        name = self.controller.session.info.seats[seat].name
        self.out.print(f"{name}: {prompt(question, self.controller.game.table, name_of)}", markup=False, style="bold")
        for number, option in enumerate(options_in_words(self.controller.game, view), 1):
            self.out.print(f"{number:>4}  {option}", markup=False)
        if not question.least:
            self.out.print("pass", markup=False)

    def _explain_option(self, seat: int, question: Question, typed: str) -> None:
        (option,) = read_answer(question, typed)[:1] or (None,)
        game = self.controller.game
        match option:
            case Play(card=number) | Use(holder=number):
                pass
            case int() if isinstance(question, CARD_QUESTIONS):
                number = option
            case int() if option in game.table.sites:
                number = game.table.sites[option].base
            case _:
                raise SmashUpError("That option is not a card.")
        if not self.views[seat].knows(number):
            raise SmashUpError("You have not seen that card.")
        self._explain(game.facts[number])
        for line in card_in_words(game, number):
            self.out.print(capital(line), markup=False)

    def _explain(self, card: Definition) -> None:
        self.out.print(card.name, style="bold", markup=False)
        self.out.print(headline(card))
        self.out.print(card.text or "No ability.", markup=False)

    def _undo(self) -> None:
        self.controller.undo()
        self._open()
        self.out.print("Taken back. Another choice here makes a branch.", markup=False)
