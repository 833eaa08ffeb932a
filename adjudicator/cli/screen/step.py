"""Steps through a game on the full-screen table, and branches off at a decision."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.events import Key
from textual.suggester import Suggester
from textual.timer import Timer
from textual.widgets import Input, Static

from adjudicator.cli.editing import Editing, completed
from adjudicator.cli.screen.drawing import headline, mark, piles
from adjudicator.cli.screen.panes import Rows, TextPane
from adjudicator.cli.screen.table import LONGEST, Overlay, TableApp
from adjudicator.cli.step import Walk
from adjudicator.games.narration import ALL, NOBODY
from adjudicator.viewer.drawing import event_style, seat_style
from adjudicator.viewer.going_on import GoingOn
from adjudicator.viewer.model import Frame, StoryLine
from adjudicator.viewer.replay import Replay, rule_text
from events.errors import SmashUpError
from events.limits import SITUATION
from projections.history import Stop
from projections.plain_words import counted

HELP = """\
→ space    forward, by the kind used last           ← back
e d p s t  the next event, decision, phase, scoring, turn
E D P S T  … the one before
home end   first, last       g  go to a position
/          search            n N  next, previous find
tab        the next card on the table, shift+tab the one before; or a
           click: its text is shown; ctrl+↓ and ctrl+↑ scroll it
l story    m turns, decisions and scorings    w why   c what changed
o options  i piles   b branches: what the list shows
↑ ↓ 1–9    along the list; enter goes there, opens that branch or takes
           that option
B          let bots play on from the option that is marked
a          play automatically; + and − change the speed
v V        change the viewer: a player, a spectator, all
x          show a scenario under another rulebook
=          edit the situation: change its line; → completes a name
u          undo the last edit           W  save the situation as a file
?          this page         q  quit"""

_BY = {"e": Stop.EVENT, "d": Stop.DECISION, "p": Stop.PHASE, "s": Stop.SCORING, "t": Stop.TURN}
_PANES = {"l": "story", "w": "why", "o": "options", "i": "piles", "b": "branches", "c": "changes", "m": "moments"}
_MOMENTS = frozenset({"turn-began", "answered", "awarded", "game-won"})
_BOOKKEEPING = frozenset(
    {"asked", "phase-began", "allowance-given", "allowances-ended", "effects-ended", "scoring-ended"}
)
"""Events that are shown dimmed."""
PACES = (2.0, 1.0, 0.5, 0.2, 0.1)
"""Seconds between steps when playing automatically."""

_PLACEHOLDERS = {
    "go": "Go to position…",
    "search": "Search the story for…",
    "edit": "A situation, as `smashup docs situations` explains it",
    "save": "Save as FILE.toml…",
}

Reopen = Callable[[str], Replay]
"""Opens another game of the tree by its id, or a scenario under another rulebook."""


class _Names(Suggester):
    """Completes the name at the end of a situation's line."""

    def __init__(self, editing: Editing) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self.editing = editing

    async def get_suggestion(self, value: str) -> str | None:
        """Return the completed line."""
        return completed(value, self.editing.scenario.seats)


class StepApp(TableApp):
    """The app that steps through a game."""

    AUTO_FOCUS = None
    KEYS = "→← step  edpst by  tab card  lmwcoib list  g go  / find  v eyes  ? keys  q quit"

    def __init__(
        self,
        replay: Replay,
        *,
        at: int | None = None,
        by: Stop = Stop.DECISION,
        going_on: GoingOn | None = None,
        open_game: Reopen | None = None,
        editions: Sequence[str] = (),
        by_book: Reopen | None = None,
        editing: Editing | None = None,
    ) -> None:
        super().__init__()
        self.replay = replay
        self.by = by
        self.going_on = going_on
        self.open_game = open_game
        self.editions, self.by_book = tuple(editions), by_book
        self.editing = editing
        self.position = replay.first if at is None else at
        self._frame = replay.frame(self.position)
        self.list_shown = "story"
        self.chosen = 0  # the marked row of a list other than the story
        self.asking = ""  # "go", "search", "edit" or "save", while something is typed
        self.sought = ""
        self.pace = 1
        self.timer: Timer | None = None
        self._pointed_at = self.cursor = _subject(self._frame)
        self._moments_of: Replay | None = None
        self._all_moments: list[StoryLine] = []

    def compose_beside(self) -> ComposeResult:
        """Compose the card and the reason for the event."""
        yield TextPane(id="detail", classes="alone")  # Where there is little room, its text comes first.
        yield Static(id="because")

    def on_mount(self) -> None:
        """Start without an input line."""
        self.pane("#typed", Input).display = False

    # --- what is shown

    def frame(self) -> Frame:
        """Return the frame at the position."""
        return self._frame

    def hands(self) -> list[int]:
        """Return the hand of the viewer's seat, whoever decides."""
        names = [seat.name for seat in self.replay.info.seats]
        return [names.index(self.replay.viewer)] if self.replay.viewer in names else super().hands()

    def headline(self) -> Text:
        """Return where in the game the position is."""
        replay = self.replay
        line = headline(self._frame)
        line.append(f"  {self.position} of {len(replay)}, by {self.by}")
        if self.timer is not None:
            line.append(f"  ▶ {PACES[self.pace]} s", "bold green")
        line.append(f" · {replay.info.edition} · seen by {replay.viewer}", "dim")
        if passed := [step for start, step in replay.marks.items() if start < self.position]:
            line.append(f" · {passed[-1]}", "bold")
        return line.append(f" · {replay.info.id}" if replay.info.id else "", "dim")

    def draw(self) -> None:
        """Draw the table and the reason for the event."""
        super().draw()
        self.tell("#because", self.because())

    def below(self) -> Text:
        """Return what happened here, in full."""
        line = self.replay.line(self.position)
        return Text(f"{line.position} {line.text}", "bold") if line else Text()

    def because(self) -> Text:
        """Return the event's cause and the passage that decides it."""
        line = self.replay.line(self.position)
        if line is None:
            return Text("Others decide something here.", "dim")
        text = Text()
        if line.rule and (rule := rule_text(line.rule, self.replay.info.edition)):
            text.append(f"§ {rule.title}: {rule.citation}", "yellow")
        if cause := self.replay.line(line.cause):
            text.append(f"{chr(10) if text else ''}← {cause.position} {cause.text}", "dim")
        return text

    def show_list(self) -> None:
        """Show the story, or the list that was asked for."""
        rows = self.pane("#list", Rows)
        if self.list_shown == "story":
            positions = self.replay.told
            rows.show(len(positions), lambda index: self._told(self.replay.line(positions[index])), self._line_here())
        else:
            texts = self.rows()
            self.chosen = max(0, min(self.chosen, len(texts) - 1))
            rows.show_all(texts, -1 if self.list_shown in ("why", "changes") else self.chosen)

    def _line_here(self) -> int:
        return bisect_right(self.replay.told, self.position) - 1

    def _told(self, line: StoryLine | None) -> Text:
        if line is None:
            return Text()
        marker = "›" if line.event == "answered" else "▪" if line.event == "asked" else " "
        text = Text().append(f"{line.position:>5}{marker}", "dim")
        later = line.position > self.position
        text.append(line.text, "dim" if later or line.event in _BOOKKEEPING else event_style(line.event))
        if line.secret and self.replay.viewer == ALL:
            text.append(" ⚿", "dim")
        return text

    def rows(self) -> list[Text]:
        """Return the rows of the other lists."""
        match self.list_shown:
            case "why":
                return self._reasons()
            case "options":
                return self._options()
            case "changes":
                return self._changes()
            case "moments":
                return [_moment(line) for line in self._moments()]
            case "piles":
                return [text for text, _ in piles(self._frame)]
        return self._tree()

    def _reasons(self) -> list[Text]:
        """Return the causes from the event back to the turn."""
        rows = []
        for line in reversed(self.replay.chain(self.position)):
            here = line.position == self.position
            rows.append(Text(f"{'' if here else '← '}{line.position} {line.text}", "bold" if here else ""))
            if line.rule and (rule := rule_text(line.rule, self.replay.info.edition)):
                rows.append(Text(f"  § {line.rule}: {rule.says} ({rule.citation})", "yellow"))
            rows += [Text(f"  {number}", "cyan") for number in line.numbers]
        return rows or [Text("Another player decides something here that this viewer may not see.", "dim")]

    def _moments(self) -> list[StoryLine]:
        """Return turns, decisions and scorings, computed once for each game and viewer."""
        if self._moments_of is not self.replay:
            lines = [line for line in self.replay.lines if line.position >= self.replay.first]
            self._moments_of, self._all_moments = self.replay, [line for line in lines if line.event in _MOMENTS]
        return self._all_moments

    def _changes(self) -> list[Text]:
        """Return what the last step has changed."""
        walk = Walk(self.replay, self.by)
        walk.jump(self.position)
        changed = [Text(change) for change in walk.changed()] or [Text("nothing", "dim")]
        return [Text(f"Changed since position {walk.before}:", "bold"), *changed]

    def _options(self) -> list[Text]:
        decision = self._frame.decision
        if decision is None:
            return [Text("Nobody decides here; d goes to the next decision.", "dim")]
        name = self._frame.players[decision.seat].name
        if not decision.kind:
            return [Text(f"{name} makes a decision that this viewer may not see.", "dim")]
        title = Text(f"{mark(decision.seat)} {name}: {decision.prompt}", seat_style(decision.seat))
        taken = decision.taken
        rows = [title]
        for index, option in enumerate(decision.options):
            was = taken is not None and index in taken
            rows.append(Text(f"{'✓' if was else ' '} {index + 1} {option.words}", "bold" if was else ""))
        if not decision.least:
            rows.append(Text(f"{'✓' if taken == () else ' '} pass", "bold" if taken == () else ""))
        return rows

    def _tree(self) -> list[Text]:
        if not self.replay.tree:
            return [Text("This game has no branches, because it is not stored.", "dim")]
        rows = []
        for branch in self.replay.tree:
            here = "▶ " if branch.id == self.replay.info.id else "  "
            text = Text(here + "  " * branch.depth).append(branch.id, "bold")
            text.append(f" at {branch.at}" if branch.leaves else "", "dim").append(
                f" {branch.title}" if branch.title else ""
            )
            won = f"{' and '.join(branch.winners)} won" if branch.winners else "open"
            rows.append(text.append(f" · {counted(branch.events, 'event')}, {won}", "dim"))
        return rows

    # --- moving through the game

    def go(self, position: int | None, none: str = "") -> None:
        """Go to a position, or say why that is impossible."""
        self.say("" if position is not None else none)
        if position is not None:
            self.position = max(self.replay.first, min(position, len(self.replay)))
            self._frame = self.replay.frame(self.position)
            if self.list_shown == "options":
                self.chosen = 1
            self._point_at_what_happened()
        self.draw()

    def _point_at_what_happened(self) -> None:
        """Move the cursor to the card that asks or resolves, or to the base that scores."""
        subject = _subject(self._frame)
        if subject != self._pointed_at:
            self._pointed_at, self.cursor = subject, subject or self.cursor

    def step(self, by: Stop, forward: bool) -> None:
        """Make one step of a kind."""
        self.by = by
        history = self.replay.history
        target = history.next(by, self.position) if forward else history.previous(by, self.position)
        if target is not None and target < self.replay.first:
            target = None
        self.go(target, f"There is no {by} {'after' if forward else 'before'} this.")

    def on_key(self, event: Key) -> None:
        """Handle a key, unless a page covers the table."""
        if self.covered:
            return
        if self.asking:
            if event.key == "escape":
                self._stop_asking()
            return
        event.prevent_default()  # the key that opens a page is not one of the page's own
        key = event.character or event.key
        if key == " " or event.key == "right":
            self.step(self.by, True)
        elif event.key in ("left", "backspace"):
            self.step(self.by, False)
        elif key.lower() in _BY and key != "B":
            self.step(_BY[key.lower()], key.islower())
        elif key in _PANES:
            self.list_shown = "story" if self.list_shown == _PANES[key] else _PANES[key]
            self.chosen = self._first_row()
            self.draw()
        else:
            self._other_key(key if len(key) == 1 and key.isprintable() else event.key)

    def _first_row(self) -> int:
        if self.list_shown == "moments":
            return max(0, sum(line.position <= self.position for line in self._moments()) - 1)
        here = [row for row, branch in enumerate(self.replay.tree) if branch.id == self.replay.info.id]
        return here[0] if self.list_shown == "branches" and here else 1 if self.list_shown == "options" else 0

    def _other_key(self, key: str) -> None:
        commands: dict[str, Callable[[], object]] = {
            "home": lambda: self.go(self.replay.first),
            "end": lambda: self.go(len(self.replay)),
            "up": lambda: self.along(-1),
            "down": lambda: self.along(1),
            "pageup": lambda: self.pane("#list", Rows).scroll_lines(-5),
            "pagedown": lambda: self.pane("#list", Rows).scroll_lines(5),
            "enter": self.take,
            "B": lambda: self.take(bots=True),
            "g": lambda: self.ask("go"),
            ":": lambda: self.ask("go"),
            "/": lambda: self.ask("search"),
            "n": lambda: self.find(True),
            "N": lambda: self.find(False),
            "a": self.run_or_stop,
            "+": lambda: self.change_pace(1),
            "-": lambda: self.change_pace(-1),
            "v": lambda: self.other_eyes(1),
            "V": lambda: self.other_eyes(-1),
            "x": self.other_book,
            "=": lambda: self.edit("edit"),
            "W": lambda: self.edit("save"),
            "u": self.undo,
            "?": lambda: self.push_screen(Overlay(HELP)),
            "q": self.exit,
            "escape": self.back_to_story,
        }
        if key in commands:
            commands[key]()
        elif key.isdecimal() and self.list_shown == "options":
            self.mark_option(int(key))

    def mark_option(self, number: int) -> None:
        """Mark the option with this number in the list."""
        if self._frame.decision and 1 <= number <= len(self._frame.decision.options):
            self.along(number - self.chosen)

    def back_to_story(self) -> None:
        """Return the list to the story."""
        self.list_shown = "story"
        self.go(self.position)

    def along(self, by: int) -> None:
        """Move along the list: to the next line of the story, or to the next row."""
        if self.list_shown == "story":
            positions, here = self.replay.told, self._line_here() + by
            self.go(positions[here] if 0 <= here < len(positions) else None)
            return
        self.chosen = max(0, min(self.chosen + by, len(self.rows()) - 1))
        self._point_at_row()
        self.show_list()

    def _point_at_row(self) -> None:
        number = 0
        if self.list_shown == "piles":
            number = piles(self._frame)[self.chosen][1]
        elif self.list_shown == "options" and (decision := self._frame.decision):
            row = self.chosen - 1
            number = decision.options[row].card if 0 <= row < len(decision.options) else 0
        self.point_at(number)

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        """Go to the clicked line, or choose the clicked row."""
        if self.list_shown == "story":
            self.go(self.replay.told[event.index])
            return
        twice = self.chosen == event.index
        self.chosen = event.index
        self._point_at_row()
        self.show_list()
        if twice:
            self.take()

    # --- typed input

    def ask(self, what: str) -> None:
        """Open the input line."""
        self.asking = what
        typed = self.pane("#typed", Input)
        editing = what == "edit" and self.editing is not None
        typed.max_length = SITUATION.size if editing else LONGEST
        typed.suggester = _Names(self.editing) if editing and self.editing else None
        typed.value = self.editing.line if editing and self.editing else ""
        typed.placeholder = _PLACEHOLDERS[what]
        typed.select_on_focus = False  # The first key must not replace the line being edited.
        typed.cursor_position = len(typed.value)
        typed.display = True
        typed.focus()

    def _stop_asking(self) -> None:
        self.asking = ""
        self.pane("#typed", Input).display = False
        self.set_focus(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to the typed position, or search for the typed words."""
        what, typed = self.asking, event.value.strip()
        if what in ("edit", "save"):
            self._edited(what, typed)
            return
        self._stop_asking()
        if what == "search":
            self.sought = typed
            self.find(True)
        elif typed.isascii() and typed.isdecimal() and len(typed) < 9 and int(typed) <= len(self.replay):
            self.go(int(typed))
        elif typed:
            self.go(
                None, f"{typed[:20]!r} is not a position. Type a number from {self.replay.first} to {len(self.replay)}."
            )

    def find(self, forward: bool) -> None:
        """Go to the next line that contains the words."""
        if not self.sought:
            self.go(None, "Type / and some words to search for.")
            return
        positions, here = self.replay.told, bisect_right(self.replay.told, self.position)
        words = self.sought.casefold()
        for position in positions[here:] if forward else reversed(positions[:here]):
            line = self.replay.line(position)
            if line and words in line.text.casefold() and self.replay.first <= position != self.position:
                self.go(position)
                return
        self.go(None, f"No {'later' if forward else 'earlier'} line has {self.sought!r}.")

    # --- editing a situation

    def edit(self, what: str) -> None:
        """Open the situation's line for editing, or ask for the name of a file to save it in."""
        if self.editing is None:
            self.go(None, "Only a situation or scenario can be edited.")
            return
        self.ask(what)

    def _edited(self, what: str, typed: str) -> None:
        """Accept an edited line, or save it. If something is wrong, say so and keep the line open."""
        assert self.editing is not None
        note = ""
        try:
            if what == "save" and typed:
                note = f"Saved as {self.editing.save(typed)}."
            elif typed and typed != self.editing.line:
                replay = self.editing.change(typed, self.replay.info.edition)
                self._stop_asking()
                self._show(replay.seen_by(self.replay.viewer), len(replay), "u undoes this change.")
                return
        except SmashUpError as error:
            self.say(error)
            self.draw()
            return
        self._stop_asking()
        self.say(note)
        self.draw()

    def undo(self) -> None:
        """Undo the last edit."""
        if self.editing is None:
            self.go(None, "Only a situation or scenario can be edited.")
            return
        try:
            replay = self.editing.undo()
        except SmashUpError as error:
            self.go(None, str(error))
            return
        self._show(replay.seen_by(self.replay.viewer), len(replay), "The last edit is undone.")

    # --- automatic replay

    def run_or_stop(self) -> None:
        """Start or stop the automatic replay."""
        if self.timer is not None:
            self.timer.stop()
            self.timer = None
        else:
            self.timer = self.set_interval(PACES[self.pace], self._tick)
        self.draw()

    def _tick(self) -> None:
        before = self.position
        self.step(self.by, True)
        if self.position == before and self.timer is not None:
            self.run_or_stop()

    def change_pace(self, by: int) -> None:
        """Change the pace of the automatic replay."""
        self.pace = max(0, min(self.pace + by, len(PACES) - 1))
        if self.timer is not None:
            self.run_or_stop()
            self.run_or_stop()

    # --- other viewers, editions and games

    def _show(self, replay: Replay, position: int, note: str = "") -> None:
        self.replay = replay
        self.go(position)
        self.say(note)
        self.draw()

    def other_eyes(self, by: int) -> None:
        """Switch to another viewer at the same position."""
        viewers = [ALL, *(seat.name for seat in self.replay.info.seats), NOBODY]
        at = viewers.index(self.replay.viewer) + by
        self._show(self.replay.seen_by(viewers[at % len(viewers)]), self.position)

    def other_book(self) -> None:
        """Switch the scenario to the next rulebook."""
        if self.by_book is None:
            self.go(None, "Only a scenario can be switched to another rulebook.")
            return
        at = self.editions.index(self.replay.info.edition)
        replay = self.by_book(self.editions[(at + 1) % len(self.editions)])
        self._show(replay.seen_by(self.replay.viewer), self.position)

    def take(self, *, bots: bool = False) -> None:
        """Open the marked branch, or branch off here with the marked option."""
        try:
            if self.list_shown == "branches" and self.open_game is not None and self.replay.tree:
                replay = self.open_game(self.replay.tree[self.chosen].id)
                self._show(replay.seen_by(self.replay.viewer), min(self.position, len(replay)))
            elif self.list_shown == "options" and self._frame.decision is not None and self._frame.decision.kind:
                self._leave(bots)
            elif self.list_shown == "moments":
                self.go(self._moments()[self.chosen].position)
            elif bots:
                self.go(None, "Choose an option first: o lists them.")
        except SmashUpError as error:
            self.go(None, str(error))

    def _leave(self, bots: bool) -> None:
        if self.going_on is None:
            self.go(None, "This game cannot be branched from here.")
            return
        decision = self._frame.decision
        assert decision is not None
        row = self.chosen - 1
        picks = (row,) if 0 <= row < len(decision.options) else ()
        if decision.taken == picks and not bots:
            self.step(Stop.DECISION, True)
            return
        replay, note = self.going_on(self.replay, self.position, picks, bots)
        following = replay.history.next(Stop.DECISION, self.position)
        self._show(replay, following or len(replay), note)


def _subject(frame: Frame) -> int:
    """Return the card or base that is being resolved; 0 if there is none."""
    asks = frame.decision.by if frame.decision else 0
    resolving = frame.piles["resolving"].cards[::-1] if "resolving" in frame.piles else ()
    scoring = [base.card for base in frame.bases.values() if base.scoring]
    return asks or next(iter((*resolving, *scoring)), 0)


def _moment(line: StoryLine) -> Text:
    """Return a turn, or a decision or scoring within it, as a row."""
    if line.event == "answered":
        return Text(f"  {line.position} {line.text}")
    return Text(
        f"{line.position} {'' if line.event == 'turn-began' else '★ '}{line.text}", event_style(line.event) or "bold"
    )
