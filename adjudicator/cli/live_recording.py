"""Recording during a game: the rules check each line as it is typed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from adjudicator.cli.output import console, plain
from adjudicator.cli.record import text_of
from adjudicator.records import BadRecord, Record, Recording, Unfinished, read_record
from adjudicator.records.hypothesis import Hypothesis
from adjudicator.records.lines import Action, Turn
from adjudicator.records.notation import LineReader, without_comment
from adjudicator.records.resolving import go_on, run, start
from adjudicator.viewer.drawing import draw
from adjudicator.viewer.frames import frame_of
from core.printed.definitions import FACTIONS, SETS, bases_of_set, load_cards
from events.files import write_whole
from events.questions import Main, Mulligan, Sites
from projections.table import fold
from projections.view import View

HELP = """\
Type what everybody sees, one thing per line. `smashup docs records` explains everything.
  edition EMD                         first the rulebook, the players and who begins:
  player Ana: Ghosts, Pirates
  first Ana
  bases Tortuga, The Mothership, …    the bases in play
  play Howler at Tortuga              what the player whose turn it is does
  Ben: play …                         what another player does
  turn 2: Ben                         the next turn begins
  Ana reveals …, Ana discards …       hidden cards become visible
  base … comes, scores …: Ana 18      a base arrives; the totals of a scoring
  house play …, then so …             a play against the rules, and its result
  # …                                 a note
Also: board, what (what may be done now), undo, help, quit. Every line is saved at once."""


class LiveRecording:
    """A record that is being typed. Each line continues from the line before."""

    def __init__(self, file: Path, at_terminal: bool) -> None:
        self.file = file
        self.at_terminal = at_terminal
        self.lines = text_of(file).splitlines() if file.exists() else []
        self.recording: Recording | None = None
        self._marks: list[tuple[int, Hypothesis, Record]] = []  # the game after each number of lines
        self._commands: dict[str, Callable[[], None]] = {
            "board": self._board,
            "what": self._what,
            "undo": self._undo,
            "help": lambda: self._say(HELP),
        }

    def run(self) -> bool:
        """Read lines until there are no more. Returns whether the game is over."""
        load_cards()
        self._complete_names()
        self._say(f"Lines are saved in {self.file}. Type help, or quit.")
        if self.lines:
            self._go_on_another_day()
        while (line := self._typed()) is not None and line.casefold() not in ("quit", "exit"):
            if command := self._commands.get(line.casefold()):
                command()
            elif line:
                self._line(line)
        over = self.recording is not None and self.recording.game.over
        if not over:
            self._say(
                f"Continue the record another day with --to {self.file}; `smashup record {self.file}` stores the game."
            )
        return over

    def _go_on_another_day(self) -> None:
        try:
            self._take_up(self.lines)
        except Unfinished as error:
            self._say(f"To go on: {error.reason}.")
            self._take_up_before()
        self._board()
        self._what()

    def _typed(self) -> str | None:
        try:
            return plain(input("record> " if self.at_terminal else "")).strip()
        except (EOFError, KeyboardInterrupt):
            if self.at_terminal:
                self._say("")
            return None

    def _line(self, line: str) -> None:
        """Save a line if the rules allow it; otherwise explain why not."""
        lines = [*self.lines, line]
        if _states(line):
            self._back_to(
                max((index for index, earlier in enumerate(lines) if _is_ruling(earlier)), default=len(self.lines))
            )
        try:
            self._take_up(lines)
        except Unfinished as error:
            self._keep(lines)
            self._back_to(len(self.lines))
            self._say(f"What happened next? {error.reason.removesuffix(': the record ends')}.")
            return
        except BadRecord as error:
            self._back_to(len(self.lines))
            self._take_up_again()
            self._say(f"{error}.{self._offer(line)}")
            return
        self._keep(lines)
        if line.casefold().startswith("turn "):
            self._board()
        if not line.startswith("#"):
            self._what()

    def _offer(self, line: str) -> str:
        """Explain how a step that the rules refuse can be recorded anyway."""
        if self.recording is None or self.recording.game.over:
            return ""
        try:
            meant = LineReader(self.recording.record.players).read(1, without_comment(line))
        except BadRecord:
            return ""
        played = isinstance(meant, Action) and meant.does.verb in ("play", "use", "choose")
        return f" Played anyway? Type: house {line}" if played else ""

    def _take_up(self, lines: list[str]) -> None:
        """Continue with these lines. Nothing runs until the heading is complete."""
        record = read_record("\n".join(lines), unfinished=True)
        if not record.lines:
            return
        # Before the first turn, hands without minions may still be shown, so the record is resolved from the start.
        dealt = any(isinstance(line, Turn | Action) for line in record.lines)
        if self._marks and self.recording is not None and dealt:
            go_on(self.recording, record)
        else:
            self.recording = start(record, open_end=True)
            run(self.recording)
        self._marks.append((len(lines), self.recording.hypothesis(), record))

    def _back_to(self, count: int) -> None:
        """Return to the state after at most this number of lines."""
        while self._marks and self._marks[-1][0] > count:
            self._marks.pop()
        if not self._marks:
            self.recording = None
        elif self.recording is not None:
            _, mark, self.recording.record = self._marks[-1]
            self.recording.lines = self.recording.record.lines
            self.recording.marks.clear()
            self.recording.go_back_to(mark)

    def _take_up_again(self) -> None:
        """Run the saved lines again, because some may depend on later lines."""
        if (self._marks[-1][0] if self._marks else 0) < len(self.lines):
            try:
                self._take_up(self.lines)
            except BadRecord:
                self._back_to(len(self.lines))

    def _take_up_before(self) -> None:
        """Go back to before the last lines, which depend on cards not yet revealed, so that the table shows only what is known."""
        self.recording = None
        for count in range(len(self.lines) - 1, 0, -1):
            try:
                self._take_up(self.lines[:count])
                return
            except Unfinished:
                self.recording = None

    def _keep(self, lines: list[str]) -> None:
        write_whole(self.file, [f"{line}\n".encode() for line in lines], overwrite=True)
        self.lines = lines

    def _undo(self) -> None:
        if not self.lines:
            self._say("There is nothing to undo.")
            return
        *kept, gone = self.lines
        self._keep(kept)
        self._back_to(
            max((index for index, earlier in enumerate(kept) if _is_ruling(earlier)), default=len(kept))
            if _states(gone)
            else len(kept)
        )
        self._take_up_again()
        self._say(f"Taken back: {gone}")
        self._what()

    # --- messages

    def _say(self, words: str) -> None:
        console().print(plain(words), markup=False, highlight=False)

    def _board(self) -> None:
        if self.recording is None:
            self._say("The table is not set yet.")
            return
        log = self.recording.game.log
        out = console()
        out.print(draw(frame_of(table := fold(log), View(None, log)), out.width, table.edition))

    def _what(self) -> None:
        """Print who decides, and the options that everybody can see, but never what a hand may hold."""
        if self.recording is None:
            return
        question, table = self.recording.game.question, self.recording.game.table
        if question is None:
            self._say("The game is over.")
            return
        turn = f"Turn {table.turn}, {table.seats[table.current].name}. " if table.turn else ""
        if isinstance(question, Mulligan):
            player = table.seats[table.asked].name
            self._say(f"{self.recording.asked()}. Type “{player}: yes”, or start the first turn.")
            return
        seen = self.recording.visible_options()
        if isinstance(question, Sites) and not question.by:  # asked by a rule, not by a card (score.choose)
            player = table.seats[table.asked].name
            self._say(f"{turn}{len(seen)} bases are ready: {player} chooses which scores first: {', '.join(seen)}.")
            return
        offered = f" Possible with the cards in view: {', '.join(seen)}." if seen else ""
        left = self._plays_left() if isinstance(question, Main) else ""
        self._say(f"{turn}{self.recording.asked()}.{left}{offered}")

    def _plays_left(self) -> str:
        assert self.recording is not None
        table = self.recording.game.table
        kinds = [allowance.kind for allowance in table.allowances if allowance.seat == table.asked]
        return f" To play: {', '.join(kinds)}." if kinds else " Nothing is left to play."

    def _complete_names(self) -> None:
        """Complete names of bases and of cards of the factions in play, but never from a hand."""
        if not self.at_terminal:
            return
        try:
            import readline
        except ImportError:  # a terminal without it completes nothing
            return

        def complete(begun: str, number: int) -> str | None:
            completions = [
                name for name in self.names(readline.get_line_buffer()) if name.casefold().startswith(begun.casefold())
            ]
            return completions[number] if number < len(completions) else None

        readline.set_completer_delims("\t,:")
        readline.set_completer(lambda text, number: _completed(text, number, complete))
        readline.parse_and_bind("tab: complete")

    def names(self, line: str = "base") -> list[str]:
        """Return the names a line can contain: a player's factions, or else the cards of the factions in play and the
        bases on the table; for a new base, every base there is.
        """
        word = line.casefold().partition(" ")[0]
        if word in ("player", "offer"):
            return sorted(faction.name for faction in FACTIONS.values() if not faction.beside)
        heading = "\n".join(line for line in self.lines if line.casefold().startswith(("player ", "offer ")))
        factions = {
            faction.id
            for faction in FACTIONS.values()
            if faction.name.casefold() in heading.casefold() or faction.beside
        }
        lying = (
            {card.definition for card in self.recording.game.table.cards.values() if card.zone == "base"}
            if self.recording
            else set()
        )
        every = word.startswith("base") or not lying
        cards = [card for faction in factions for card in FACTIONS[faction].cards]
        bases = [card for name in SETS for card in bases_of_set(name) if every or card.id in lying]
        return sorted({card.name for card in (*cards, *bases)})


def _is_ruling(line: str) -> bool:
    return line.casefold().startswith("house ")


def _states(line: str) -> bool:
    """Return whether a line belongs to the house ruling before it."""
    return line.casefold().startswith("so ")


def _completed(text: str, number: int, complete: Callable[[str, int], str | None]) -> str | None:
    """Complete the last words of a line: those after a verb or a preposition."""
    words = text.split(" ")
    for first in range(len(words)):
        begun = " ".join(words[first:])
        if begun and (completion := complete(begun, number)) is not None:
            return " ".join([*words[:first], completion])
    return None
