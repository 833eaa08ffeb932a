"""How commands print: rich for people, JSON for programs, progress on stderr and only on a terminal."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec
from rich.console import Console, ConsoleOptions, RenderableType
from rich.markup import escape
from rich.segment import Segment
from rich.text import Text

from adjudicator.cli.sheet import WIDTH

if TYPE_CHECKING:
    from rich.table import Table


class PlainConsole(Console):
    """A console that prints text literally and reports a closed pipe.

    Titles and names may come from anybody's file. So no markup is read from what is printed (only `styled` writes
    some), and control characters are left out.
    """

    def __init__(self, **settings: Any) -> None:
        super().__init__(markup=False, emoji=False, highlight=False, soft_wrap=False, **settings)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Render output, for everything that is printed."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=plain(segment.text))

    def on_broken_pipe(self) -> None:
        """Raise the error, so that the caller decides how the command ends."""
        raise BrokenPipeError


def console(*, stderr: bool = False) -> Console:
    """Return the console. Without a terminal there are no colors, and lines have a fixed width."""
    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() or os.environ.get("COLUMNS") else WIDTH
    return PlainConsole(stderr=stderr, width=width)


def on_a_screen() -> bool:
    """Return whether the command runs in a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def plain(text: str) -> str:
    """Return a text without escape codes, control characters and changes of direction."""
    return text if text.isprintable() else _OBEYED.sub("", text)


_OBEYED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def styled(template: str, *values: object) -> Text:
    """Return a marked-up text in which the values for `{}` are taken literally."""
    return Text.from_markup(template.format(*(escape(str(value)) for value in values)), emoji=False)


def print_json(value: Any) -> None:
    """Print a value as JSON, with structs encoded as in files and databases."""
    try:
        data = msgspec.json.encode(value)
    except UnicodeEncodeError:  # The name of a file need not be text.
        import json

        data = json.dumps(msgspec.to_builtins(value), ensure_ascii=False).encode("utf-8", "replace")
    sys.stdout.write(msgspec.json.format(data, indent=2).decode() + "\n")


def warn(words: object) -> None:
    """Print a warning on stderr."""
    console(stderr=True).print(Text(f"Warning: {words}"), soft_wrap=True)


def listing(*columns: str) -> Table:
    """Return a plain table: a header, no rules, legible without colors."""
    from rich.table import Table  # Most commands print no table, and importing it takes time.

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for column in columns:
        name = column.removeprefix(">")
        table.add_column(name, justify="right" if column.startswith(">") else "left", overflow="fold")
    return table
