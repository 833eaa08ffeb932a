"""Prints wrapped lines without rich, whose import takes as long as a whole search."""

from __future__ import annotations

import os
import sys
from textwrap import wrap

WIDTH = 80
"""The width used if there is no terminal and COLUMNS is not set."""

_STYLES = {"bold": "1", "dim": "2", "italic": "3"}


class Sheet:
    """Standard output as wide as the terminal, in bold, dim and italics where the terminal shows them."""

    def __init__(self) -> None:
        terminal = sys.stdout.isatty()
        self.width = _width(terminal)
        self.styled = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") not in ("dumb", "unknown")

    def line(self, text: str, depth: int = 0, style: str = "") -> None:
        """Print a paragraph, indented."""
        indent = "  " * depth
        for words in wrap(text, self.width, initial_indent=indent, subsequent_indent=indent) or [""]:
            shown = "".join(letter for letter in words if letter.isprintable())
            print(f"\x1b[{_STYLES[style]}m{shown}\x1b[0m" if self.styled and style else shown)

    def command(self, text: str) -> None:
        """Print a command to copy: in one piece, however long it is."""
        print("".join(letter for letter in text if letter.isprintable()))

    def gap(self) -> None:
        """Print an empty line."""
        print()


def _width(terminal: bool) -> int:
    """Return what `shutil.get_terminal_size` would, whose import takes longer than all of this."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns) > 0:
        return int(columns)
    try:
        return (os.get_terminal_size().columns if terminal else 0) or WIDTH
    except OSError:
        return WIDTH
