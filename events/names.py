"""The names that players, games and scenarios may have.

A name is typed, printed, and used in commands (`--seat Ana`), so it must be a word that a person can read and write.
Names are checked when a game is created. Games of older versions may have other names; these are made displayable when
a game is read (`displayed_names`), and the stored names do not change.
"""

from __future__ import annotations

import unicodedata
import warnings
from collections.abc import Iterable, Sequence

from events.errors import SmashUpError

LONGEST_NAME = 60
LONGEST_TITLE = 200
LONGEST_COMMENT = 2_000
TAKEN = ("all", "nobody")
"""Words that commands use for everybody and for a spectator."""
BLANK = " \u115f\u1160\u2800\u3164\uffa0"
"""Characters that can be printed but not seen: fillers, the empty braille cell, the space."""


class BadName(SmashUpError):
    """A name that is not allowed."""


class NamesChanged(UserWarning):
    """Names or a title that are not allowed today are displayed differently."""


def check_names(names: Iterable[str]) -> None:
    """Raise `BadName` if the players of a new game may not be called that."""
    seen: dict[str, str] = {}
    for name in names:
        _check("A player", name, LONGEST_NAME)
        if not name.strip(BLANK):
            raise BadName("A player needs a name that is not blank.")
        if name.strip().lower() in TAKEN or _is_number(name):
            raise BadName(f"A player cannot be called {name!r}: commands mean something else by it.")
        like = _compared(name)
        if like in seen:
            raise BadName(f"Two players have the same name: {seen[like]!r} and {name!r}; give each another.")
        seen[like] = name


def check_title(title: str, comment: str = "") -> None:
    """Raise `BadName` for a title (which may be empty) or comment (which may have several lines) that is not allowed."""
    _check("A title", title, LONGEST_TITLE)
    _check("A comment", comment.replace("\n", " "), LONGEST_COMMENT)


def _check(what: str, words: str, longest: int) -> None:
    if len(words) > longest:
        raise BadName(f"{what} has at most {longest} characters, not {len(words)}: {words[:20]!r}…")
    for character in words:
        if not character.isprintable():
            code = f"U+{ord(character):04X}"
            raise BadName(f"{what} has only characters that can be seen, not {code}: {words[:40]!a}.")


def _is_number(name: str) -> bool:
    try:
        float(name)
    except ValueError:
        return False
    return any(map(str.isdigit, name))  # which "Nan" and "Inf" are not


# --- names of older versions ----------------------------------------------------------------------------------------


def displayed_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of a game's players as they are displayed: unchanged if they are allowed, and otherwise made so."""
    shown_names: list[str] = []
    for number, name in enumerate(names, 1):
        shown = _printable(name, LONGEST_NAME)
        if not shown.strip(BLANK):
            shown = f"Player {number}"
        elif shown.strip().lower() in TAKEN or _is_number(shown):
            shown = f"“{shown.strip()}”"
        shown_names.append(_apart(shown, shown_names))
    return tuple(shown_names)


def displayed_text(text: str, longest: int = LONGEST_TITLE) -> str:
    """Return a title or comment as it is displayed: cut if it is too long, without characters that cannot be seen."""
    return "\n".join(_printable(line, longest) for line in text.split("\n"))[:longest]


def _printable(words: str, longest: int) -> str:
    shown = words
    if not words.isprintable():
        shown = "".join(character if character.isprintable() else "\ufffd" for character in words)
    return shown if len(shown) <= longest else f"{shown[: longest - 1]}…"


def _apart(name: str, others: Sequence[str]) -> str:
    """Return a name that differs from the others also when they are compared without regard to case and form."""
    taken = {_compared(other) for other in others}
    if _compared(name) not in taken:
        return name
    numbers = (f" ({number})" for number in range(2, len(others) + 3))
    return next(new for end in numbers if _compared(new := f"{name[: LONGEST_NAME - len(end)]}{end}") not in taken)


def _compared(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().strip()


def warn_of_names(game: str, stored: Sequence[str], displayed: Sequence[str]) -> None:
    """Say that names or a title are displayed differently, if they are."""
    changed = [f"{_start(old)} as {_start(new)}" for old, new in zip(stored, displayed, strict=True) if old != new]
    if changed:
        words = f"{game}: not allowed today, and therefore displayed differently: {', '.join(changed)}."
        warnings.warn(words, NamesChanged, stacklevel=2)


def _start(name: str) -> str:
    return repr(name) if len(name) <= LONGEST_NAME else f"{name[:20]!r}… ({len(name)} characters)"
