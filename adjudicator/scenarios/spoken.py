"""What people say at a table, in the words of steps: “Ana plays Laseratops, then destroys Howler” is two steps."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from adjudicator.scenarios.step_words import ALONE, WITH_WORDS, BadLine
from core.printed.definitions import card_list, slug
from events.errors import as_typed

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
_GOES = r"(?:moves|goes|returns|comes|(?:is|gets)\s+(?:moved|returned|put|placed))\s+(?:back\s+)?(?:in)?to"
_SUFFERS = r"(?:is|gets)\s+(?:destroyed|killed|returned|bounced|moved|discarded|chosen|buried|picked)|dies"
_BEFALLS = re.compile(rf"(?P<what>.+?)\s+(?:{_GOES}\s+(?P<to>.+)|(?:{_SUFFERS}))", re.IGNORECASE)
"""What happens to a card, with the card as the subject: “First Mate moves to Tortuga”, “Howler is destroyed”."""
_DONE_WITH = re.compile(r"(?P<card>.+?)\s+to\s+(?P<does>.+)", re.IGNORECASE)
_USED_ON = re.compile(r"(?P<card>[^:,]+?)\s+on\s+(?P<what>.+)")
_WITH = re.compile(r"(?P<what>.+?)\s+(?:with|using)\s+(?P<by>.+)", re.IGNORECASE)


def steps_said(typed: str, seats: Sequence[str], before: Sequence[str] = ()) -> list[str]:
    """Return the steps in what somebody typed, each with its player if one was named: "Ana: play Howler".

    `before`: the steps so far. Raises `BadLine` if something is done "with" a card that none of them has played or used.
    """
    steps: list[str] = []
    player = ""
    for part in _parts(" ".join(typed.split()), seats):
        seat, words = _speaker(part, seats)
        if not seat and _SAID.fullmatch(words) is None and _BEFALLS.fullmatch(words):
            # What befalls a card is the doing of whoever has just played something, or else of its own player.
            doing = steps and steps[-1].rpartition(": ")[2].startswith(("play ", "use "))
            seat = player if doing else ""
        else:
            player = seat = seat or player
        for step in _plain(words, [*before, *steps]):
            steps.append(f"{seat}: {step}" if seat else step)
    return steps


def _parts(typed: str, seats: Sequence[str]) -> Iterator[str]:
    """Split at ";", and at "then", "and" and commas where a verb follows. A name may begin with a verb (Move Aboot)."""
    player = "".join(f"{re.escape(seat)}(?::\\s*|\\s+)|" for seat in seats)
    duels = r"[^,;]+?\s+(?:duels|challenges)\s"
    befalls = rf"(?:(?!and\s|then\s)[^,;])+?\s+(?:{_GOES}\s|(?:{_SUFFERS})\s*(?:[,;]|$))"
    begins = rf"(?:{player}I\s+)?(?:{duels}|{befalls}|(?:{_VERB})(?:\s|$)|(?:{'|'.join(_WHOLE)})\s*(?:[,;]|$))"
    and_then = r"(?:(?:and|then)\s+)"
    between = re.compile(
        rf"\s*;\s*{and_then}*|(?:,\s*{and_then}*|\s+{and_then}+)(?={begins})",
        re.IGNORECASE,
    )
    start = 0
    for gap in between.finditer(typed):
        following = re.split(r"[,;]", typed[gap.end() :])[0]
        if not _is_name(following):
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
    found = _SAID.fullmatch(words)
    if found is None:
        befalls = _BEFALLS.fullmatch(words)
        return [words] if befalls is None else _chosen(befalls["what"], befalls["to"] or "")
    verb, rest = _MEANT[found["verb"].casefold()], found["rest"] or ""
    verb = _OTHER_WORDS.get(verb, verb)
    if verb in ("play", "use"):
        return _with_choices(verb, rest, before)
    if verb not in _ALSO_CHOOSING:
        return [f"{verb} {rest}".strip()]
    if not rest:
        return [words]
    to = ""
    if moved := _MOVED.fullmatch(rest):
        rest, to = moved["what"], moved["to"]
    if done := _WITH.fullmatch(rest):
        rest = done["what"]
        if not any(slug(done["by"]) in slug(step) for step in before):
            raise BadLine(f"{as_typed(words)} needs a step before it: “play {done['by']}” or “use {done['by']}”")
    return _chosen(rest, to)


def _chosen(what: str, to: str) -> list[str]:
    return [f"choose {what}", *([f"choose {to}"] if to and not TO_A_PILE.fullmatch(to) else [])]


def _with_choices(verb: str, rest: str, before: Sequence[str]) -> list[str]:
    """Return a card that is played or used, and what is chosen for it in the same breath: “use Ice Floe on Howler”,
    “play Laseratops to destroy Howler”."""
    if _is_name(rest):
        return [f"{verb} {rest}"]
    if done := _DONE_WITH.fullmatch(rest):
        does = re.sub(r"^move\s+to\s+", "choose ", done["does"], flags=re.IGNORECASE)
        if (said := _SAID.fullmatch(does)) and _MEANT[said["verb"].casefold()] in ("choose", *_ALSO_CHOOSING):
            return [f"{verb} {done['card']}", *_plain(does, [*before, f"{verb} {done['card']}"])]
    if verb == "use" and (used := _USED_ON.fullmatch(rest)):
        return [f"use {used['card']}", f"choose {used['what']}"]
    return [f"{verb} {rest}".strip()]


def _is_name(words: str) -> bool:
    return bool(card_list().named(slug(words)))
