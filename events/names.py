"""What a player, a game or a scenario may be called: checked once, where they are made or come in from outside.

A name is typed, printed, and stands in commands (`--seat Ana`), so it must be a word that a person can read and write.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from events.errors import SmashUpError

LONGEST_NAME = 60
LONGEST_TITLE = 200
LONGEST_COMMENT = 2_000
TAKEN = ("all", "nobody")
"""What commands call everybody and a spectator."""
BLANK = " \u115f\u1160\u2800\u3164\uffa0"
"""What can be printed, and nobody sees: fillers and an empty cell of braille beside the blank."""


class BadName(SmashUpError):
    """Nobody and nothing can be called that."""


def check_names(names: Iterable[str]) -> None:
    """The players of a game; refused with a sentence."""
    seen: dict[str, str] = {}
    for name in names:
        _check("A player", name, LONGEST_NAME)
        if not name.strip(BLANK):
            raise BadName("A player needs a name that is not blank.")
        if name.strip().lower() in TAKEN or _is_number(name):
            raise BadName(f"A player cannot be called {name!r}: commands mean something else by it.")
        like = unicodedata.normalize("NFKC", name).casefold().strip()
        if like in seen:
            raise BadName(f"Two players have the same name: {seen[like]!r} and {name!r}.")
        seen[like] = name


def check_title(title: str, comment: str = "") -> None:
    """A title, which may be empty, and a comment, which may have several lines."""
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
