"""Plays a game on the full-screen table: the options beside the board, recent events, and a line to type in.

Each person sees only the view of their own seat. If several share one screen, a curtain hides the table between them.
"""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_right
from collections.abc import Callable

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Input, Static

from adjudicator.cli.cards import look_up
from adjudicator.cli.screen.drawing import headline, legible, mark, piles
from adjudicator.cli.screen.panes import Rows, TextPane
from adjudicator.cli.screen.table import Overlay, TableApp
from adjudicator.cli.terminal_game import skipped
from adjudicator.cli.typed_answers import placed, understood
from adjudicator.games.controller import GameController
from adjudicator.games.option_words import answer_in_words, name_of
from adjudicator.rulings.refusals import not_offered
from adjudicator.viewer.drawing import seat_style
from adjudicator.viewer.model import Decision, Frame, StoryLine
from adjudicator.viewer.replay import Replay, card_text
from events.errors import GameHasMovedOn, SmashUpError
from events.questions import Pick
from projections.plain_words import counted
from projections.view import View

HELP = """\
↑ ↓ enter     choose an option; or click on it, or type its number
space         marks one of several; enter then takes those that are
              marked; escape puts them back
2 3           several numbers; or words: play worker at egg chamber
pass   p      choose nothing, if allowed; ends your Play Cards
tab           the next card on the table: its text, and why it cannot be
              played
ctrl+↓ ctrl+↑ through a text that goes on (↓3)
undo   ctrl+z back to your last decision
redo   ctrl+y forward again
skip   f6     pass until something concerns you; again: stop that
hint   f2     what a greedy player would do
piles  f3     discard piles, hands, what lasts
log    f4     the story so far
news   f5     what has happened since your last decision; pgup and pgdn
              go through it
card NAME     what any card does
help   f1     this page
quit   ctrl+q stop; everything is saved"""

SCORING = frozenset({"scoring-began", "awarded", "victory-points-changed", "game-won"})
_UNTOLD = frozenset(
    {"asked", "answered", "phase-began", "allowance-given", "allowances-ended", "scoring-ended", "shuffled", "looked"}
)
"""Events that the digest leaves out."""


SEVERAL = "space marks one, enter takes all that are marked; or numbers, words, help"

BLINK = 0.4
"""Seconds during which the screen stays hidden, whatever key is pressed."""

LATEST = 300
"""Number of recent events in the story beside the board. `smashup step` shows all of them."""


class Curtain(Screen[None]):
    """Hides the table while two people at one screen change places."""

    CSS = "Curtain { align: center middle; } Curtain > Static { width: auto; border: round; padding: 1 2; }"
    BINDINGS = [Binding("enter", "open", "Go on")]  # noqa: RUF012

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name_of_player = name
        self.fallen = time.monotonic()

    def action_open(self) -> None:
        """Lift the curtain, unless the key that lowered it was pressed twice."""
        if time.monotonic() - self.fallen > BLINK:
            self.dismiss()

    def compose(self) -> ComposeResult:
        """Show who should look next."""
        name = self.name_of_player
        yield Static(legible(Text(f"{name} decides.\nPress Enter when only {name} can see the screen.")))


class PlayApp(TableApp):
    """The app that plays a game on the full-screen table."""

    KEYS = "↑↓⏎ choose  tab card  f1 help f2 hint f3 piles f4 log f5 news  ^z undo  ^q quit"
    BINDINGS = [  # noqa: RUF012
        Binding("f1", "page", "Help", priority=True),
        Binding("f2", "hint", "Hint", priority=True),
        Binding("f3", "list('piles')", "Piles", priority=True),
        Binding("f4", "list('story')", "Story", priority=True),
        Binding("f5", "list('news')", "What has happened", priority=True),
        Binding("f6", "skip", "Skip", priority=True),
        Binding("ctrl+z", "undo", "Undo", priority=True),
        Binding("ctrl+y", "redo", "Redo", priority=True),
        Binding("ctrl+q", "quit", "Quit", priority=True),
        Binding("pagedown", "digest(3)", "Down", priority=True),
        Binding("pageup", "digest(-3)", "Up", priority=True),
    ]

    def __init__(self, controller: GameController) -> None:
        super().__init__()
        self.controller = controller
        self.seat = -1  # the person looking at the screen
        self.replays: dict[int, Replay] = {}
        self.game = ""  # the log that the replays show
        self.decided: dict[int, int] = {}  # the last position that each person has been told about
        self.list_shown = "options"
        self.chosen = 0  # the marked option
        self.picked: list[int] = []  # the marked options, if several can be picked
        self.busy = True
        self.failed = False  # whether the last typed line was an error
        self.ahead: list[str] = []  # lines typed before they were asked for
        self._seen: Frame | None = None

    # --- what is shown

    def replay(self) -> Replay:
        """Return the game as the person at the screen sees it."""
        session = self.controller.session
        if self.game != session.id:
            self.game, self.replays = session.id, {}
        replay = self.replays.get(self.seat)
        if replay is None:
            replay = self.replays[self.seat] = Replay(session.info, (), self.seat)
        replay.extend(self.controller.log[len(replay) :])
        return replay

    def frame(self) -> Frame:
        """Return the current position."""
        if self._seen is None:
            self._seen = self.replay().frame(self.controller.position)
        return self._seen

    def hands(self) -> list[int]:
        """Return the person's own hand."""
        return [self.seat]

    def headline(self) -> Text:
        """Return the turn and the plays left."""
        line = headline(self.frame())
        if self.seat in self.controller.skipping:
            line.append("  skipping", "yellow")
        if self.controller.gone_back:
            line.append("  taken back", "bold yellow")
        if self.frame().plays and self.frame().current == self.seat:
            line.append(f"  left to play: {', '.join(self.frame().plays)}", "green")
        return line.append(f"  {self.controller.session.id} · {self.controller.session.info.edition}", "dim")

    def compose_beside(self) -> ComposeResult:
        """Compose the card and the recent events."""
        yield TextPane(id="detail")
        yield Rows(id="digest")

    @property
    def decision(self) -> Decision | None:
        """Return the question to the person."""
        decision = self.frame().decision
        return decision if decision is not None and decision.seat == self.seat else None

    def draw(self) -> None:
        """Draw the table and the recent events."""
        if self.seat < 0:
            return
        super().draw()
        several = self.decision is not None and self.decision.most > 1
        self.pane("#typed", Input).placeholder = SEVERAL if several else "a number, words, or help"
        self.pane("#digest", Rows).show_all(self.digest())

    def digest(self) -> list[Text]:
        """Return what has happened since the person last decided, scorings first."""
        since = self.decided.get(self.seat, 0)
        lines = self.lines_between(since, self.controller.position)
        recent = [line for line in lines if line.event not in _UNTOLD and (since or line.turn)]
        scored = [Text(f"★ {line.text}", "bold yellow") for line in recent if line.event in SCORING]
        others = [self._told(line) for line in recent if line.event not in SCORING]
        title = "Since your last decision" if since else "So far"
        count = f" ({counted(len(recent), 'line')}, f5):" if recent else ": nothing."
        return [Text(title + count, "dim"), *scored, *others]

    def lines_between(self, first: int, last: int) -> list[StoryLine]:
        """Return the lines of the story from one position to another."""
        replay = self.replay()
        positions_told = replay.told
        positions = positions_told[bisect_right(positions_told, first) : bisect_right(positions_told, last)]
        return [line for position in positions if (line := replay.line(position))]

    def _told(self, line: StoryLine) -> Text:
        return Text(line.text, "bold" if line.event == "turn-began" else "")

    def show_list(self) -> None:
        """Show the options, the piles, the recent events or the story."""
        rows = self.pane("#list", Rows)
        if self.list_shown == "piles":
            rows.show_all([text for text, _ in piles(self.frame())], self.chosen)
        elif self.list_shown == "news":
            rows.show_all(self.digest())
        elif self.list_shown == "story":
            lines = self.lines_between(max(0, self.controller.position - LATEST), self.controller.position)
            rows.show(len(lines), lambda row: Text(f"{lines[row].position:>5} {lines[row].text}"), len(lines) - 1)
        else:
            texts, here = self.options()
            rows.show_all(texts, here)

    def options(self) -> tuple[list[Text], int]:
        """Return the question, its options, and which row is marked."""
        frame, decision = self.frame(), self.decision
        if frame.winners:
            names = " and ".join(frame.players[seat].name for seat in frame.winners)
            return [Text(f"{names} won. ctrl+q ends; `smashup step {self.game}` looks back.", "bold green")], -1
        if decision is None:
            return [Text("Others decide…", "dim")], -1
        title = Text().append(f"{mark(self.seat)} ", seat_style(self.seat)).append(decision.prompt, "bold")
        rows = [title]
        for index, option in enumerate(decision.options):
            marks = "".join("✓" for pick in self.picked if pick == index)
            rows.append(Text(f"{index + 1:>2} {marks}{option.words}"))
        if not decision.least:
            rows.append(Text(" p pass"))
        return rows, self.chosen + 1

    def about(self, number: int) -> Text:
        """Describe the card under the cursor.

        For a card in the person's own hand, also say why it cannot be played now.
        """
        text = super().about(number)
        frame, decision = self.frame(), self.decision
        in_hand = 0 <= self.seat < len(frame.players) and number in frame.players[self.seat].hand
        if in_hand and decision is not None and all(option.card != number for option in decision.options):
            view = self.replay().view()
            assert view is not None
            refusal = not_offered(self.controller.game, name_of, self.seat, view.number(number))
            if refusal is not None:
                rule = f" ({refusal.rule})" if refusal.rule else ""
                text.append(f"\nNot now: {refusal.text}{rule}.", "yellow")
        return text

    # --- who decides next

    def on_mount(self) -> None:
        """Play to the first decision of a person."""
        self.run_worker(self.go_on())

    async def go_on(self) -> None:
        """Let bots decide and pass automatic questions until a person is asked."""
        self.busy = True
        try:
            while self.controller.go_on():
                await asyncio.sleep(0)  # Keys are accepted meanwhile.
        except SmashUpError as error:
            self.say(error)
        self.busy = False
        self.arrive()

    def arrive(self) -> None:
        """Handle the arrival at a person's question or the end of the game."""
        asked = self.controller.asked if not self.controller.game.over else min(self.controller.people)
        if asked != self.seat and self.seat >= 0 and len(self.controller.people) > 1 and not self.controller.game.over:
            self.ahead.clear()  # What was typed ahead was not meant for the next person.
            name = self.controller.session.info.seats[asked].name
            self.push_screen(Curtain(name), lambda _: self.sit_down(asked))
        else:
            self.sit_down(asked)

    def sit_down(self, seat: int) -> None:
        """Show the table to the person who must decide."""
        self.seat = seat
        self._seen = None
        self.picked, self.chosen, self.list_shown = [], 0, "options"
        self._point_at_option()
        self.draw()
        self.pane("#typed", Input).focus()
        if self.ahead and not self.busy:
            self.typed(self.ahead.pop(0))

    # --- what a person does

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Handle a typed line, or Enter for the marked option."""
        event.input.value = ""
        self.typed(event.value.strip())

    def on_input_changed(self, event: Input.Changed) -> None:
        """Mark the option whose number is typed. A space marks one of several."""
        if event.value == " ":
            event.input.value = ""
            self._mark()
        elif event.value.isdecimal() and self.decision and 1 <= int(event.value) <= len(self.decision.options):
            self._choose(int(event.value) - 1)

    def typed(self, line: str) -> None:
        """Carry out a typed line, or queue it if no question is open."""
        if self.busy:
            self.ahead.append(line)
            return
        self.say()
        failed, self.failed = self.failed, False
        word, _, rest = line.partition(" ")
        try:
            match word.casefold():
                case "help" | "h" | "?":
                    self.action_page()
                case "hint":
                    self.action_hint()
                case "skip":
                    self.action_skip()
                case "undo" | "u":
                    self.action_undo()
                case "redo":
                    self.action_redo()
                case "piles" | "news" | "log" | "board":
                    self.action_list({"log": "story"}.get(word.casefold(), word.casefold()))
                case "card":
                    card = look_up(rest, self.controller.factions)
                    self.push_screen(Overlay(f"{card.name}\n{card_text(card.id).text or 'No ability.'}"))
                case "quit" | "q":
                    self.exit()
                case "" if failed:
                    pass  # An error is read first: Enter on an empty line after it chooses nothing.
                case "":
                    self._enter()
                case _:
                    self._answer("pass" if word.casefold() == "p" else line)
        except GameHasMovedOn as error:
            self.say(error)
            self.run_worker(self.go_on())
            return
        except SmashUpError as error:
            self.failed = True
            self.say(error)
        self.draw()
        if self.ahead and not self.busy:
            self.typed(self.ahead.pop(0))

    def _answer(self, line: str) -> None:
        answer = understood(self.controller.game, line)
        self._decide(answer.picks)
        where = None if self.controller.game.over else placed(self.controller.game, answer)
        if where is not None:
            self.controller.answer(where)

    def _enter(self) -> None:
        """Choose the marked option."""
        if self.list_shown != "options" or self.decision is None:
            self.action_list("options")
            return
        options = self.controller.question.options if self.controller.question else ()
        places = self.picked or ([self.chosen] if self.chosen < len(options) else [])
        self._decide(tuple(options[index] for index in places))

    def _decide(self, picks: tuple[Pick, ...]) -> None:
        before = self.controller.position
        self.controller.answer(picks)
        self.decided[self.seat] = before
        self._seen = None
        self.run_worker(self.go_on())
        self.busy = True

    def _mark(self) -> None:
        """Mark one of several options, or remove its mark."""
        decision = self.decision
        if decision is None or self.chosen >= len(decision.options):
            return
        if self.chosen in self.picked and not decision.repeats:
            self.picked.remove(self.chosen)
        else:
            self.picked.append(self.chosen)
        self.show_list()

    # --- keys and clicks

    def on_key(self, event: Key) -> None:
        """Move through the list; Escape removes the marks."""
        if self.busy or self.covered:
            return
        if event.key in ("up", "down"):
            self._choose(self.chosen + (1 if event.key == "down" else -1))
        elif event.key == "escape":
            self.picked.clear()
            self.list_shown = "options"
            self.say()
            self.draw()

    def _choose(self, row: int) -> None:
        decision = self.decision
        if self.list_shown == "piles":
            last = len(piles(self.frame())) - 1
        else:
            last = (len(decision.options) + (not decision.least) - 1) if decision else 0
        self.chosen, self.failed = max(0, min(row, last)), False
        self._point_at_option()
        self.draw_cards()
        self.show_list()

    def _point_at_option(self) -> None:
        number, decision = 0, self.decision
        if self.list_shown == "piles":
            number = piles(self.frame())[self.chosen][1]
        elif decision is not None and self.chosen < len(decision.options):
            number = decision.options[self.chosen].card
        self.cursor = number or self.cursor

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        """Take the clicked option, or mark it if several can be picked."""
        if event.rows.id != "list" or self.busy:
            return
        if self.list_shown != "options":
            self._choose(event.index)
        elif event.index > 0 and self.decision is not None:
            self._choose(event.index - 1)
            if self.decision.most > 1:
                self._mark()
            else:
                self.typed("")

    def action_list(self, name: str) -> None:
        """Switch what the list shows. The same key again returns to the options."""
        self.list_shown = "options" if self.list_shown == name or name == "board" else name
        self.chosen = 0
        self.draw()

    def action_digest(self, by: int) -> None:
        """Scroll through the recent events."""
        self.pane("#list" if self.list_shown in ("news", "story") else "#digest", Rows).scroll_lines(by)

    def action_page(self) -> None:
        """Show everything that can be typed."""
        self.push_screen(Overlay(HELP))

    def action_hint(self) -> None:
        """Suggest the greedy bot's choice."""
        if self.busy or self.decision is None:
            return
        game = self.controller.game
        view = View(self.seat, game.log)
        self.say(f"A greedy player would choose: {answer_in_words(game, self.controller.suggestion(), view)}.")
        self.draw()

    def action_skip(self) -> None:
        """Pass until something concerns the person at the screen, or stop that."""
        if self.busy or self.decision is None:
            return
        self.say(skipped(self.controller.skip(self.seat)))
        self.run_worker(self.go_on())
        self.busy = True

    def action_undo(self) -> None:
        """Undo: go back to a person's last decision."""
        self._turn_back(self.controller.undo)

    def action_redo(self) -> None:
        """Redo a decision."""
        self._turn_back(self.controller.redo)

    def _turn_back(self, move: Callable[[], None]) -> None:
        if self.busy:
            return
        try:
            move()
        except SmashUpError as error:
            self.say(error)
            self.draw()
            return
        self.say()
        self.decided = {seat: min(decided_at, self.controller.position) for seat, decided_at in self.decided.items()}
        self.arrive()
