"""How commands print: rich for people, JSON for programs, progress on stderr and only on a terminal."""

from __future__ import annotations

import os
import sys
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

WIDTH = 80
"""Where there is no terminal and COLUMNS does not say."""


class Paper(Console):
    """A console that lets a closed pipe be known."""

    def on_broken_pipe(self) -> None:
        """Whoever runs the command decides how it ends."""
        raise BrokenPipeError


def console(*, stderr: bool = False) -> Console:
    """Where to print. Without a terminal there are no colours, and lines have a sane width."""
    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() or os.environ.get("COLUMNS") else WIDTH
    return Paper(stderr=stderr, width=width, highlight=False, soft_wrap=False)


def print_json(value: Any) -> None:
    """A value as JSON: structs and all, as in files and databases."""
    data = msgspec.json.format(msgspec.json.encode(value), indent=2)
    sys.stdout.write(data.decode() + "\n")


def warn(words: object) -> None:
    """Something that does not stop the command, on stderr."""
    console(stderr=True).print(Text(f"Warning: {words}"), soft_wrap=True)


def listing(*columns: str) -> Table:
    """A plain table: a header, no lines, legible without colours."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for column in columns:
        name = column.removeprefix(">")
        table.add_column(name, justify="right" if column.startswith(">") else "left", overflow="fold")
    return table
