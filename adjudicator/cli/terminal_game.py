"""The room in which a game is played in the terminal: it shows, asks, lets bots answer and takes back.

Each person sees only the view of their own seat. What happened since they last decided is told to them first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rich.console import Console
from rich.markup import escape

from adjudicator.cli.catalogue import headline, look_up
from adjudicator.cli.typed_answers import placed, read_answer, understood
from adjudicator.games.board import board_of, draw
from adjudicator.games.option_words import answer_in_words, name_of, options_in_words
from adjudicator.games.session import Session, is_choice
from adjudicator.games.sums import card_in_words
from adjudicator.games.telling import Teller, colour_names, is_story, printed
from adjudicator.scenarios.names import NoSuchName
from adjudicator.scenarios.steps import Answer
from core.players.bots import BOTS, Bot, make_bot
from core.printed.definitions import Definition
from events.errors import GameHasMovedOn, SmashUpError
from events.questions import Main, Pick, Play, Question, Use
from projections.plain_words import capital
from projections.prompts import prompt
from projections.renaming import CARD_QUESTIONS
from projections.timeline import Line
from projections.view import View

HELP = """\
Type the number of an option (several with blanks between them), or words: play worker at egg chamber. Or:
  pass   p      choose nothing, where that is allowed; ends your Play Cards
  ?NUMBER       what an option's card does
  card NAME     what any card does
  board  b      draw the board
  log    l      tell the turn so far
  hint          what a greedy player would do
  undo   u      go back to your last decision: the game goes on in a branch
  quit   q      stop; everything is saved"""


def bot_name(player: str) -> str | None:
    """The bot a player is, going by the name: "Greedy 2" is a greedy one."""
    found = re.fullmatch(r"(\w+) \d+", player.lower())
    return found[1] if found and found[1] in BOTS else None


class Stopped(Exception):
    """Somebody wants to stop."""


class TerminalGame:
    """See the module."""

    def __init__(
        self, session: Session, people: set[int], bots: Mapping[int, str], out: Console, *, auto_pass: bool = True
    ) -> None:
        self.session = session
        self.people = people
        self.out = out
        self.auto_pass = auto_pass
        self._bot_kinds = bots
        self._watching = -1  # the person at the screen
        self._open()

    def _open(self) -> None:
        """Everybody takes their seat, at the present position."""
        log = self.session.game.log
        self.views = {seat: View(seat, log) for seat in self.people}
        self.tellers = {seat: Teller(view) for seat, view in self.views.items()}
        self.news: dict[int, list[Line]] = {seat: [] for seat in self.people}
        self.bots: dict[int, Bot] = {
            seat: make_bot(kind, f"{self.session.info.seed}/{seat}")
            for seat, kind in self._bot_kinds.items()
            if seat not in self.people
        }

    # --- the game

    def play(self) -> None:
        """Until somebody has won or stops."""
        self.out.print(f"Game {self.session.id}. Type help for help.", markup=False)
        try:
            while not self.session.game.over:
                self._next_decision()
        except (EOFError, KeyboardInterrupt, Stopped):
            self.out.print(f"\nStopped. Go on with: smashup play {self.session.id}", markup=False)
            return
        for seat in sorted(self.people)[:1]:
            self._tell(seat)
            self._draw(seat)

    def _next_decision(self) -> None:
        game = self.session.game
        asked, question = game.table.asked, game.question
        assert question is not None
        try:
            if asked in self.bots:
                self._answer(asked, self.bots[asked].answer(game))
            elif self.auto_pass and not is_choice(question):
                self._answer(asked, question.options[: question.least])
            else:
                self._ask(asked, question)
        except GameHasMovedOn:
            self.out.print("Somebody else was faster: nothing of yours was saved, and this is what happened.")
            self._catch_up()

    def _catch_up(self) -> None:
        """Everybody hears what another program has added to the game."""
        log = self.session.game.log
        for person, teller in self.tellers.items():
            self.news[person] += teller.lines(log[len(self.views[person].events) :])

    def _answer(self, seat: int, picks: tuple[Pick, ...]) -> None:
        batch = self.session.answer(seat, picks)
        for person, teller in self.tellers.items():
            self.news[person] += teller.lines(batch)

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
        """Do what was typed; whether the question is settled by it."""
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
                picks = make_bot("greedy", 0).answer(self.session.game)
                hint = answer_in_words(self.session.game, picks, self.views[seat])
                self.out.print(f"A greedy player would choose: {hint}.", markup=False)
            case "card":
                self._explain(look_up(rest))
            case "undo" | "u":
                self._undo(seat)
                return True
            case "quit" | "q":
                raise Stopped
            case _ if word.startswith("?"):
                self._explain_option(seat, question, typed[1:])
            case _:
                answer = understood(self.session.game, "pass" if word.lower() == "p" else typed)
                self._answer(seat, answer.picks)
                self._place(seat, answer)
                return True
        return False

    def _place(self, seat: int, answer: Answer) -> None:
        """The place that was named with a card; one that does not do leaves the question open."""
        try:
            if (picks := placed(self.session.game, answer)) is not None:
                self._answer(seat, picks)
        except NoSuchName as error:
            self.out.print(str(error), markup=False)

    def _call(self, seat: int) -> None:
        """At one screen, one person after another."""
        if len(self.people) > 1 and self._watching not in (-1, seat) and self.out.is_terminal:
            name = self.session.info.seats[seat].name
            self.out.clear()
            self.out.input(f"{escape(name)} decides. Press Enter when only {escape(name)} looks at the screen.")
        self._watching = seat

    def _tell(self, seat: int) -> None:
        """What has happened since the seat last decided, as it saw it."""
        self._print(self.news[seat])
        self.news[seat] = []

    def _tell_turn(self, seat: int) -> None:
        game = self.session.game
        lines = Teller(View(seat)).lines(game.log)
        self._print([line for line in lines if line.position >= game.table.turn_began])

    def _print(self, lines: list[Line]) -> None:
        names = [seat.name for seat in self.session.info.seats]
        for line in lines:
            if is_story(line):
                self.out.print(colour_names(printed(line), names), soft_wrap=True)

    def _draw(self, seat: int) -> None:
        board = board_of(self.session.game.table, self.views[seat])
        self.out.print(draw(board, self.out.width, decision=False))

    def _list(self, seat: int, question: Question) -> None:
        """The question and its options, numbered."""
        view = self.views[seat]
        name = self.session.info.seats[seat].name
        self.out.print(f"{name}: {prompt(question, self.session.game.table, name_of)}", markup=False, style="bold")
        for number, option in enumerate(options_in_words(self.session.game, view), 1):
            self.out.print(f"{number:>4}  {option}", markup=False)
        if not question.least:
            self.out.print("pass", markup=False)

    def _explain_option(self, seat: int, question: Question, typed: str) -> None:
        (option,) = read_answer(question, typed)[:1] or (None,)
        game = self.session.game
        match option:
            case Play(card=number) | Use(holder=number):
                pass
            case int() if isinstance(question, CARD_QUESTIONS):
                number = option
            case int() if option in game.table.sites:
                number = game.table.sites[option].base
            case _:
                raise SmashUpError("There is no card behind that option.")
        if not self.views[seat].knows(number):
            raise SmashUpError("You have not seen that card.")
        self._explain(game.facts[number])
        for line in card_in_words(game, number):
            self.out.print(capital(line), markup=False)

    def _explain(self, card: Definition) -> None:
        self.out.print(card.name, style="bold", markup=False)
        self.out.print(headline(card))
        self.out.print(card.text or "No ability.", markup=False)

    def _undo(self, seat: int) -> None:
        before = self.session.id
        self.session = self.session.undo(seat)
        self._open()
        self.out.print(f"Taken back: you play branch {self.session.id} now; {before} stays as it was.", markup=False)
