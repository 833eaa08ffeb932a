"""Recording while a game is being played: lines are taken as they are typed, and the rules answer at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from adjudicator.cli.output import console, plain
from adjudicator.cli.recording import record_of
from adjudicator.games.board import board_of, draw
from adjudicator.records import BadRecord, Recording, read_record
from core.printed.definitions import FACTIONS, all_definitions, load_cards
from events.files import write_whole
from events.questions import Main
from projections.table import fold
from projections.view import View

HELP = """\
Type what everybody sees, one thing in a line; `smashup docs records` has all of it.
  edition EMD                         first the book, the players and who begins:
  player Ana: Ghosts, Pirates
  first Ana
  bases Tortuga, The Mothership, …    the bases as they lie
  play Howler at Tortuga              what the player whose turn it is does
  Ben: play …                         what another player does
  turn 2: Ben                         the next turn begins
  Ana reveals …, Ana discards …       cards that come to light
  base … comes, scores …: Ana 18      a base, what was counted
  # …                                 a note
And: board, what (may be done now), undo, help, quit. Every line is kept at once."""


class LiveRecording:
    """A record that is being typed."""

    def __init__(self, file: Path, at_terminal: bool) -> None:
        self.file = file
        self.at_terminal = at_terminal
        self.lines = record_of(file).splitlines() if file.exists() else []
        self.recording: Recording | None = None
        self._commands: dict[str, Callable[[], None]] = {
            "board": self._board,
            "what": self._what,
            "undo": self._undo,
            "help": lambda: self._say(HELP),
        }

    def run(self) -> bool:
        """Take lines until there are no more; whether the game is over."""
        load_cards()
        self._complete_names()
        self._say(f"Lines are kept in {self.file}; type help, or quit.")
        if self.lines:
            self._take_up(self.lines)
            self._what()
        while (line := self._typed()) is not None and line.casefold() not in ("quit", "exit"):
            if command := self._commands.get(line.casefold()):
                command()
            elif line:
                self._line(line)
        over = self.recording is not None and self.recording.game.over
        if not over:
            self._say(
                f"The record goes on another day with --to {self.file}; `smashup record {self.file}` stores the game."
            )
        return over

    def _typed(self) -> str | None:
        try:
            return plain(input("record> " if self.at_terminal else "")).strip()
        except EOFError:
            return None

    def _line(self, line: str) -> None:
        """One more line: kept if the rules allow it, else said why not."""
        before = self.lines
        try:
            self._take_up([*before, line])
        except BadRecord as error:
            self._say(str(error))
            return
        self._keep([*before, line])
        if not line.startswith("#"):
            self._what()

    def _take_up(self, lines: list[str]) -> None:
        """Run the record with these lines; until the heading is complete there is nothing to run."""
        if sum(line.casefold().startswith("player ") for line in lines) < 2:
            return
        record = read_record("\n".join(lines))
        if not record.lines:
            return
        recording = Recording(record, open_end=True)
        recording.run()
        self.recording = recording

    def _keep(self, lines: list[str]) -> None:
        write_whole(self.file, [f"{line}\n".encode() for line in lines], overwrite=True)
        self.lines = lines

    def _undo(self) -> None:
        if not self.lines:
            self._say("There is nothing to undo.")
            return
        *kept, gone = self.lines
        self._take_up(kept)
        self._keep(kept)
        self._say(f"Taken back: {gone}")

    # --- what is said

    def _say(self, words: str) -> None:
        console().print(plain(words), markup=False, highlight=False)

    def _board(self) -> None:
        if self.recording is None:
            self._say("The table is not set yet.")
            return
        log = self.recording.game.log
        out = console()
        out.print(draw(board_of(fold(log), View(None, log)), out.width))

    def _what(self) -> None:
        """Who decides, and what everybody sees that may be done; never what a hand may hold."""
        if self.recording is None:
            return
        question, table = self.recording.game.question, self.recording.game.table
        if question is None:
            self._say("The game is over.")
            return
        turn = f"Turn {table.turn}, {table.seats[table.current].name}. " if table.turn else ""
        seen = self.recording.open_options()
        offered = f" Open to all: {', '.join(seen)}." if seen else ""
        left = self._plays_left() if isinstance(question, Main) else ""
        self._say(f"{turn}{self.recording.asked()}.{left}{offered}")

    def _plays_left(self) -> str:
        assert self.recording is not None
        table = self.recording.game.table
        kinds = [one.kind for one in table.allowances if one.seat == table.asked]
        return f" To play: {', '.join(kinds)}." if kinds else " Nothing is left to play."

    def _complete_names(self) -> None:
        """Names of cards of the factions in play, and of bases, at the press of a key; never of a hand."""
        if not self.at_terminal:
            return
        try:
            import readline
        except ImportError:  # a terminal without it completes nothing
            return

        def complete(begun: str, number: int) -> str | None:
            found = [name for name in self.names() if name.casefold().startswith(begun.casefold())]
            return found[number] if number < len(found) else None

        readline.set_completer_delims("\t,:")
        readline.set_completer(lambda text, number: _completed(text, number, complete))
        readline.parse_and_bind("tab: complete")

    def names(self) -> list[str]:
        """What can be named in this game."""
        said = "\n".join(line for line in self.lines if line.casefold().startswith("player "))
        factions = {one.id for one in FACTIONS.values() if one.name.casefold() in said.casefold() or one.beside}
        cards = all_definitions()
        return sorted({card.name for card in cards if card.is_base or card.faction in factions})


def _completed(text: str, number: int, complete: Callable[[str, int], str | None]) -> str | None:
    """Complete the last words of a line: those after a verb or a preposition."""
    words = text.split(" ")
    for start in range(len(words)):
        begun = " ".join(words[start:])
        if begun and (found := complete(begun, number)) is not None:
            return " ".join([*words[:start], found])
    return None
