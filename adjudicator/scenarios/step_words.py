"""The words of a step: `play Howler at X`, `choose vanilla 3`, `pass`."""

from __future__ import annotations

import msgspec

from events.errors import SmashUpError

UNTIL_CONCERNED = "until concerned"
"""The words after "pass" for a player who passes until something concerns them."""

ALONE = ("yes", "no", "none", "pass", f"pass {UNTIL_CONCERNED}", "end turn")
WITH_WORDS = ("play", "use", "choose", "name", "number", "arrange", "distribute", "score")


class StepLine(msgspec.Struct, frozen=True):
    """What a player does: a verb and its object."""

    verb: str
    what: str = ""


class BadLine(SmashUpError):
    """Raised for a line that cannot be read."""


def read_line(text: str) -> StepLine:
    """Return a line's verb and its other words."""
    words = " ".join(text.split())
    folded = words.casefold()
    if folded == "choose none":
        return StepLine("none")
    if folded == f"pass {UNTIL_CONCERNED}":
        return StepLine("pass", UNTIL_CONCERNED)
    if folded in ALONE:
        return StepLine(folded)
    verb, _, rest = words.partition(" ")
    if verb.casefold() in WITH_WORDS and rest:
        return StepLine(verb.casefold(), rest)
    name, _, after_colon = words.partition(": ")
    if after_colon and after_colon.partition(" ")[0].casefold() in (*WITH_WORDS, *ALONE):
        raise BadLine(f"{text!r} is not a step, because no player here is named {name!r}")
    from difflib import get_close_matches

    near = get_close_matches(verb.casefold(), (*WITH_WORDS, *ALONE), n=1, cutoff=0.7)
    meant = f"; did you mean {f'{near[0]} {rest}'.strip()!r}?" if near else "."
    raise BadLine(f"{text!r} is not a step{meant} A step starts with one of {', '.join((*WITH_WORDS, *ALONE))}")
