"""The panes of the screen: a drawing whose cards can be clicked, and a list with one marked row."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text
from textual.events import Click, MouseScrollDown, MouseScrollUp
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from adjudicator.cli.screen.drawing import DrawnLines, legible


class Pane(Widget):
    """A pane of lines that shows as many as fit, from line `top` on."""

    top = 0

    def line_count(self) -> int:
        """Return the number of lines."""
        raise NotImplementedError

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Scroll down."""
        self.scroll_lines(3)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Scroll up."""
        self.scroll_lines(-3)

    def scroll_lines(self, by: int) -> None:
        """Scroll by a number of lines."""
        self.top = max(0, min(self.top + by, self.line_count() - self.size.height))
        self.refresh()

    def keep_in_sight(self, first: int, last: int, height: int) -> None:
        """Scroll just far enough to show these lines, if they fit."""
        self.top = max(0, min(self.top, self.line_count() - height))
        if first >= 0 and not self.top <= first <= last < self.top + height:
            self.top = max(0, min(first, last - height + 1) if first < self.top else last - height + 1)


class CardsPane(Pane):
    """A drawing in which a click selects a card."""

    class Picked(Message):
        """A card was clicked."""

        def __init__(self, card: int) -> None:
            super().__init__()
            self.card = card

    drawn = DrawnLines()

    def show(self, drawn: DrawnLines, cursor: int, height: int) -> None:
        """Show a drawing with the card at the cursor in sight. `height` is the height that the pane is about to get."""
        self.drawn = drawn
        row = drawn.row_of(cursor)
        self.keep_in_sight(row, row, height)
        self.refresh()

    def line_count(self) -> int:
        """Return the number of lines."""
        return len(self.drawn.lines)

    def render(self) -> Text:
        """Return the lines that fit."""
        lines = [line.copy() for line in self.drawn.lines[self.top : self.top + max(1, self.size.height)]]
        more = self.line_count() - self.top - self.size.height
        if lines and more > 0:
            lines[-1].truncate(self.size.width - 4, pad=True)
            lines[-1].append(f"{'↓' + str(more):>4}", "reverse")
        return Text("\n", no_wrap=True, overflow="ellipsis", end="").join(legible(line) for line in lines)

    def on_click(self, event: Click) -> None:
        """Select the card that was clicked."""
        if number := self.drawn.at(event.x, event.y + self.top):
            self.post_message(self.Picked(number))


class Rows(Pane):
    """A list with one row marked. Only visible rows are requested, unless rows are wrapped."""

    class Chosen(Message):
        """A row was clicked."""

        def __init__(self, rows: Rows, index: int) -> None:
            super().__init__()
            self.rows, self.index = rows, index

        @property
        def control(self) -> Rows:
            """Return the list that was clicked."""
            return self.rows

    def __init__(self, *, id: str, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.count = 0
        self.row: Callable[[int], Text] = lambda index: Text()
        self.here = -1
        self.wrapped = False
        self._lines: list[tuple[Text, int]] = []

    def show(self, count: int, row: Callable[[int], Text], here: int = -1, *, wrapped: bool = False) -> None:
        """Show these rows, with one of them marked and in sight."""
        self.count, self.row, self.here, self.wrapped = count, row, here, wrapped
        self._lay_out()
        self.refresh()

    def show_all(self, rows: Sequence[Text], here: int = -1) -> None:
        """Show a short list, with long rows wrapped."""
        self.show(len(rows), rows.__getitem__, here, wrapped=True)

    def on_resize(self) -> None:
        """Lay out the rows for the new width."""
        self._lay_out()
        self.refresh()

    def _lay_out(self) -> None:
        if not self.wrapped:
            height = max(1, self.size.height)
            self.top = max(0, min(self.here - height * 2 // 3, self.count - height))
            return
        self._lines = []
        for index in range(self.count):
            for line in self.row(index).wrap(self.app.console, max(10, self.size.width)):
                self._lines.append((line, index))
        mine = [row for row, (_, index) in enumerate(self._lines) if index == self.here]
        if mine:
            self.keep_in_sight(mine[0], mine[-1], max(1, self.size.height))
        else:
            self.top = 0

    def line_count(self) -> int:
        """Return the number of lines."""
        return len(self._lines) if self.wrapped else self.count

    def _visible(self) -> list[tuple[Text, int]]:
        last = self.top + max(1, self.size.height)
        if self.wrapped:
            return self._lines[self.top : last]
        return [(self.row(index), index) for index in range(self.top, min(last, self.count))]

    def render(self) -> Text:
        """Return the rows that fit."""
        lines = []
        for line, index in self._visible():
            shown = line.copy()
            shown.truncate(self.size.width, overflow="ellipsis", pad=index == self.here)
            if index == self.here:
                shown.stylize("reverse")
            lines.append(shown)
        more = self.line_count() - self.top - self.size.height
        if self.wrapped and lines and more > 0:
            lines[-1].truncate(max(0, self.size.width - 4), overflow="ellipsis", pad=True)
            lines[-1].append(f"{'↓' + str(more):>4}", "reverse")
        return Text("\n", no_wrap=True, end="").join(legible(line) for line in lines)

    def on_click(self, event: Click) -> None:
        """Report which row was clicked."""
        visible = self._visible()
        if 0 <= event.y < len(visible):
            self.post_message(self.Chosen(self, visible[event.y][1]))


class TextPane(Rows):
    """A text pane that is as high as its text, up to the room available. The rest can be scrolled to."""

    text = Text()

    def show_text(self, text: Text) -> None:
        """Show a text from its beginning. The same text keeps its scroll position."""
        if text.plain != self.text.plain:
            self.top = 0
        self.text = text
        self.show_all([text])
        self.refresh(layout=True)

    def _lay_out(self) -> None:
        top = self.top
        super()._lay_out()
        self.top = max(0, min(top, self.line_count() - self.size.height))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of lines of the text at a width."""
        return len(self.text.wrap(self.app.console, max(10, width)))
