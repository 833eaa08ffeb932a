"""The table that `step` and `play` share: bases, players and a hand, the card under the cursor, and a list."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Input, Static

from adjudicator.cli.screen.drawing import about_card, draw_bases, draw_players, legible, order_of
from adjudicator.cli.screen.panes import CardsPane, Rows, TextPane
from adjudicator.viewer.model import Frame

W = TypeVar("W", bound=Widget)

TALL = 35
"""Number of screen lines from which there is room for all known hands."""

LONGEST = 500
"""Maximum number of characters read from a typed line."""

CSS = """
Screen { layout: vertical; layers: base; }
#headline, #keys { height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
#note { height: auto; min-height: 1; max-height: 6; }
#keys { color: $text-muted; }
#main { height: 1fr; }
#board { height: 1fr; width: 1fr; }
#bases { height: 1fr; }
#seats { height: auto; }
#lower { border-top: solid $panel; }
#list { height: 1fr; width: 1fr; }
#beside { height: 1fr; width: 1fr; }
#detail { height: auto; max-height: 75%; }
#because { height: auto; }
.-narrow #detail.alone { max-height: 100%; }
#digest { height: 1fr; border-top: dashed $panel; }
#typed { height: 1; border: none; padding: 0; background: $surface; }

.-narrow #main { layout: vertical; }
.-narrow #board { height: auto; }
.-narrow #lower { layout: horizontal; height: 1fr; min-height: 7; }
.-narrow #list { width: 6fr; }
.-narrow #beside { width: 5fr; padding-left: 1; }
.-wide #main { layout: horizontal; }
.-wide #lower { layout: vertical; width: 38%; max-width: 76; border-top: none; border-left: solid $panel; padding-left: 1; }
.-wide #beside { border-top: solid $panel; }
.-wide #detail { max-height: 85%; }
.-wide #because { max-height: 5; dock: bottom; }
"""


class Overlay(ModalScreen[None]):
    """A page over the table: the keys, or a curtain. Its keys close it."""

    CSS = "Overlay { align: center middle; } Overlay > Static { width: auto; max-width: 76; height: auto; border: round; padding: 0 1; background: $surface; }"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,space,q,question_mark", "dismiss", "Close")]

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        """Compose the panes."""
        yield Static(legible(Text(self.text)))


class Measured(Container):
    """A part of the table whose size decides how much is drawn."""

    class Resized(Message):
        """Sent when the part has a new size."""

    def on_resize(self) -> None:
        """Report the new size. It is known only here: the app hears of a resize before anything is laid out."""
        self.post_message(self.Resized())


class TableApp(App[None]):
    """The base of both apps: it draws the table and handles the keys they share."""

    CSS = CSS
    TITLE = "smashup"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "cursor(1)", "Next card", priority=True),
        Binding("shift+tab", "cursor(-1)", "Previous card", priority=True),
        Binding("ctrl+down", "text(2)", "Down in the text", priority=True),
        Binding("ctrl+up", "text(-2)", "Up in the text", priority=True),
        Binding("ctrl+c", "quit", "Quit", priority=True),
    ]
    KEYS = ""

    def __init__(self) -> None:
        super().__init__()
        self.cursor = 0  # the card under the cursor
        self.note = ""
        self.drawn_for = (0, 0)

    # --- what the apps supply

    def frame(self) -> Frame:
        """Return the frame that is shown."""
        raise NotImplementedError

    def headline(self) -> Text:
        """Return the first line."""
        raise NotImplementedError

    def show_list(self) -> None:
        """Fill the list beside the table."""
        raise NotImplementedError

    def below(self) -> Text:
        """Return the line below the table, used when there is no other message."""
        return Text()

    def about(self, number: int) -> Text:
        """Describe the card under the cursor."""
        return about_card(self.frame(), number)

    def hands(self) -> list[int]:
        """Return the hands to show: that of the player who decides or whose turn it is, and if there is room all known
        hands.
        """
        frame = self.frame()
        mine = frame.decision.seat if frame.decision else frame.current
        known = [seat for seat, player in enumerate(frame.players) if any(player.hand)]
        return known if self.size.height >= TALL and mine in known else [mine] if mine >= 0 else []

    # --- drawing

    @property
    def table_screen(self) -> Screen[Any] | None:
        """Return the screen with the table, even while a page covers it."""
        return self.screen_stack[0] if self._screen_stack and self.screen_stack[0].query("#bases") else None

    @property
    def covered(self) -> bool:
        """Return whether a page or a curtain covers the table and receives the keys."""
        return len(self.screen_stack) > 1

    def pane(self, id: str, kind: type[W]) -> W:
        """Return a part of the table."""
        screen = self.table_screen
        assert screen is not None
        return screen.query_one(id, kind)

    def tell(self, id: str, text: Text) -> None:
        """Show a text in a part of the table."""
        self.pane(id, Static).update(legible(text))

    def compose(self) -> ComposeResult:
        """Compose the panes."""
        yield Static(id="headline")
        with Measured(id="main"):
            with Measured(id="board"):
                yield CardsPane(id="bases")
                yield CardsPane(id="seats")
            with Container(id="lower"):
                yield Rows(id="list")
                with Container(id="beside"):
                    yield from self.compose_beside()
        yield Static(id="note")
        yield Input(id="typed", compact=True, max_length=LONGEST)
        yield Static(Text(self.KEYS), id="keys")

    def compose_beside(self) -> ComposeResult:
        """Compose what is shown beside the list."""
        yield TextPane(id="detail")

    def on_measured_resized(self) -> None:
        """Draw everything for the new size, or for the first time."""
        if self.drawn_for != self.room():
            self.draw()

    def room(self) -> tuple[int, int]:
        """Return the width available to the board, and the height that it shares with the lists."""
        return self.pane("#board", Measured).size.width, self.pane("#main", Measured).size.height

    def draw(self) -> None:
        """Draw the whole table."""
        if not self.is_running or self.table_screen is None:
            return
        self.tell("#headline", self.headline())
        self.tell("#note", Text(self.note, "bold red") if self.note else self.below())
        self.draw_cards()
        self.show_list()

    def draw_cards(self) -> None:
        """Draw the cards with the cursor in its place."""
        frame, hands = self.frame(), self.hands()
        if str(self.cursor) not in frame.cards:
            self.cursor = next(iter(order_of(frame, hands)), 0)
        bases, seats = self.pane("#bases", CardsPane), self.pane("#seats", CardsPane)
        width, height = self.drawn_for = self.room()
        # Beside the lists the board gets all the room. Above them it takes what it needs, up to a bit more than half.
        if not bases.screen.has_class("-wide"):
            height = height * 58 // 100
        players = draw_players(frame, max(20, width), self.cursor, hands)
        drawn = draw_bases(frame, max(20, width), self.cursor)
        seats.styles.height = len(players.lines)
        room = max(1, min(len(drawn.lines), height - len(players.lines)))
        bases.styles.height = room
        seats.show(players, self.cursor, len(players.lines))
        bases.show(drawn, self.cursor, room)
        self.pane("#detail", TextPane).show_text(self.about(self.cursor))

    def point_at(self, number: int) -> None:
        """Put the cursor on a card."""
        if number and str(number) in self.frame().cards:
            self.cursor = number
            self.draw_cards()

    def action_cursor(self, by: int) -> None:
        """Move the cursor to the next or previous card."""
        cards = order_of(self.frame(), self.hands())
        if cards:
            at = cards.index(self.cursor) if self.cursor in cards else -1 if by > 0 else 0
            self.point_at(cards[(at + by) % len(cards)])

    def action_text(self, by: int) -> None:
        """Scroll the text of the card at the cursor."""
        self.pane("#detail", TextPane).scroll_lines(by)

    def on_cards_pane_picked(self, event: CardsPane.Picked) -> None:
        """Move the cursor to the clicked card."""
        self.point_at(event.card)

    def say(self, words: Any = "") -> None:
        """Show a sentence below the table."""
        self.note = str(words)
