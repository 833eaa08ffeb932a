"""What people say at a table, in the words of steps: “Ana plays Laseratops, then destroys Howler” is two steps."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from adjudicator.scenarios.step_words import ALONE, WITH_WORDS, BadLine
from core.printed.definitions import all_definitions, slug

CHOOSING = ("destroy", "kill", "return", "bounce", "move")
"""Verbs by which people say what is chosen for an ability: “destroys Ghost” is the choice of Ghost."""

TO_A_PILE = re.compile(
    r"(?:the |(?:.+?'s |her |his |their |its owner's ))?(?:hand|deck|discard(?: pile)?)", re.IGNORECASE
)
"""Words for the places where the rules put destroyed and returned cards."""

_ALSO_CHOOSING = (
    *CHOOSING,
    "challenge",
    "duel",
    "discard",
    "bury",
    "transfer",
    "steal",
    "take control of",
    "pick",
    "select",
    "target",
)
_OTHER_WORDS = {"activate": "use", "trigger": "use", "decline": "no", "end the turn": "end turn"}
_OTHER_WORDS |= {f"end {whose} turn": "end turn" for whose in ("my", "her", "his", "their")}
_WHOLE = ("yes", "no", "none")
"""Steps without further words that also begin names."""
_VERBS = sorted({*WITH_WORDS, *ALONE, *_ALSO_CHOOSING, *_OTHER_WORDS} - set(_WHOLE), key=len, reverse=True)


def _third_person(verb: str) -> str:
    first, space, rest = verb.partition(" ")
    return f"{first}{'es' if first.endswith('s') else 's'}{space}{rest}"


_MEANT = {form: verb for verb in _VERBS for form in (verb, _third_person(verb))}
_VERB = "|".join(re.escape(form) for form in sorted(_MEANT, key=len, reverse=True))
_SAID = re.compile(rf"(?P<verb>{_VERB})(?:\s+(?P<rest>.+))?", re.IGNORECASE | re.DOTALL)
_MOVED = re.compile(r"(?P<what>.+?)(?:\s+from\s+.+?)?\s+(?:to|onto)\s+(?P<to>.+)", re.IGNORECASE)
_DUEL = re.compile(r"(?P<one>.+?)\s+(?:duels|challenges)\s+(?P<other>.+)", re.IGNORECASE)
_WITH = re.compile(r"(?P<what>.+?)\s+(?:with|using)\s+(?P<by>.+)", re.IGNORECASE)


def steps_said(typed: str, seats: Sequence[str], before: Sequence[str] = ()) -> list[str]:
    """Return the steps in what somebody typed, each with its player if one was named: "Ana: play Howler".

    `before`: the steps so far. Raises `BadLine` if something is done "with" a card that none of them has played or used.
    """
    steps: list[str] = []
    player = ""
    for part in _parts(" ".join(typed.split()), seats):
        seat, words = _speaker(part, seats)
        player = seat = seat or player
        for step in _plain(words, [*before, *steps]):
            steps.append(f"{seat}: {step}" if seat else step)
    return steps


def _parts(typed: str, seats: Sequence[str]) -> Iterator[str]:
    """Split at ";", and at "then", "and" and commas where a verb follows. A name may begin with a verb (Move Aboot)."""
    player = "".join(f"{re.escape(seat)}(?::\\s*|\\s+)|" for seat in seats)
    duels = r"[^,;]+?\s+(?:duels|challenges)\s"
    begins = rf"(?:{player}I\s+)?(?:{duels}|(?:{_VERB})(?:\s|$)|(?:{'|'.join(_WHOLE)})\s*(?:[,;]|$))"
    and_then = r"(?:(?:and|then)\s+)"
    between = re.compile(
        rf"\s*;\s*{and_then}*|(?:,\s*{and_then}*|\s+{and_then}+)(?={begins})",
        re.IGNORECASE,
    )
    start = 0
    for gap in between.finditer(typed):
        following = re.split(r"[,;]", typed[gap.end() :])[0]
        if slug(following) not in {slug(card.name) for card in all_definitions()}:
            yield typed[start : gap.start()]
            start = gap.end()
    yield typed[start:]


def _speaker(typed: str, seats: Sequence[str]) -> tuple[str, str]:
    """Return the player named at the beginning, if any, and what is said of that player."""
    for seat in sorted(seats, key=len, reverse=True):
        if start := re.match(rf"{re.escape(seat)}(?::\s*|\s+(?=(?:{_VERB})(?:\s|$)))", typed, re.IGNORECASE):
            return seat, typed[start.end() :]
    return "", re.sub(r"^I\s+(?=\w)", "", typed)


def _plain(words: str, before: Sequence[str]) -> list[str]:
    """Return what one player does, in the words of steps."""
    if (duel := _DUEL.fullmatch(words)) is not None:
        return [f"choose {duel['one']}", f"choose {duel['other']}"]
    spoken = _SAID.fullmatch(words)
    if spoken is None:
        return [words]
    verb, rest = _MEANT[spoken["verb"].casefold()], spoken["rest"] or ""
    if verb not in _ALSO_CHOOSING:
        return [f"{_OTHER_WORDS.get(verb, verb)} {rest}".strip()]
    if not rest:
        return [words]
    to = ""
    if moved := _MOVED.fullmatch(rest):
        rest, to = moved["what"], moved["to"]
    if done := _WITH.fullmatch(rest):
        rest = done["what"]
        if not any(slug(done["by"]) in slug(step) for step in before):
            raise BadLine(f"{words!r} needs a step before it: “play {done['by']}” or “use {done['by']}”")
    return [f"choose {rest}", *([f"choose {to}"] if to and not TO_A_PILE.fullmatch(to) else [])]
