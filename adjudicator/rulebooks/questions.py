"""The question a ruling answers, and the answer in one sentence.

A scenario may state both. If it does not, the title is the answer, because titles are statements, and the question is
composed from the last steps and from what the scenario expects of the table afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from events.zones import piles_of
from projections.plain_words import capital, in_words, listed, ordinal

TABLE_KEYS = tuple(row.key for row in piles_of("table") if row.key)
"""The keys of a scenario that list the piles beside the players."""
_STAND_IN = re.compile(r"vanilla (\d+|[a-z-]+)(?: \d+/\d+/\d+)?")
_PASSING = ("pass", "pass until concerned", "yes", "no", "end turn", "choose none", "done")
_VERBS = {"play": "plays", "use": "uses", "choose": "chooses", "uncover": "uncovers", "discard": "discards"}


def question_of(facts: Mapping[str, Any]) -> str:
    """Return the question of a scenario file: the written one, or one made from its steps and expectations."""
    written = str(facts.get("question", ""))
    if written:
        return written
    names = _names(facts)
    steps = [(seat, line) for seat, line in _steps(facts) if line.casefold() not in _PASSING]
    refused = _refused(facts)
    if refused:
        seat, line = refused
        before = [step for step in steps if step != refused][-1:]
        asked = f"May {seat} {_line(line, names)}?"
    else:
        played = [step for step in steps if step[1].startswith(("play ", "use "))]
        before, asked = (played or steps)[-2:], next(_asked(facts, names), "What happens?")
    events = [f"{seat} {_third_person(_line(line, names))}" for seat, line in before]
    if not events and facts.get("phase") == "score":
        events = ["A base is ready to score"]
    return f"{', then '.join(events)}. {asked}" if events else asked


def answer_of(facts: Mapping[str, Any]) -> str:
    """Return the answer of a scenario file: the written one, or its title, after what answers a composed question."""
    text = str(facts.get("answer", "") or facts.get("title", "")).strip()
    if not text:
        return ""
    sentence = f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}"
    composed = not facts.get("answer") and not facts.get("question")
    return f"{_reply(facts)} {sentence}".strip() if composed else sentence


def _reply(facts: Mapping[str, Any]) -> str:
    """Return what the expectations answer to a composed question, or nothing if that takes more than a few words."""
    if _refused(facts):
        return "No."
    names, expect = _names(facts), _expected(facts)
    if "by_edition" in expect:  # the title tells what the editions make of it
        return ""
    field = next((field for field in _QUESTIONS if expect.get(field) not in (None, {})), "")
    expected = expect.get(field)
    value = expected.get(_first(expected, names)) if isinstance(expected, dict) else expected
    match field:
        case "where":
            return _place(str(value))
        case "power" | "breakpoint":
            return f"{value}."
        case "counters" | "stasis_counters":
            return f"{value or 'None'}."
        case "controller" | "winner":
            return f"{', '.join(value) if isinstance(value, list) else value or 'Nobody'}."
        case "vp" | "awards" | "totals" if expected:
            return f"{_by_player(expected)}."
        case "total" if value:
            return f"{_by_player(value)}."
        case "places" if expected:
            ranked = (f"{seat} {ordinal(place) if place else 'none'}" for seat, place in expected.items())
            return f"{', '.join(ranked)}."
        case "hand" | "discard" | "deck" | "on" | "under":
            return capital(_cards(value, names, "none"))
        case "minions" if isinstance(value, dict):
            piles = [
                f"{seat}: {cards_in_words}"
                for seat, cards in value.items()
                if (cards_in_words := _cards(cards, names, "none")[:-1])
            ]
            return f"{'; '.join(piles)}." if len(piles) == len(value) else ""
        case "plays" if isinstance(value, dict):
            left = [
                f"one {kind}" if count == 1 else in_words(count, kind.removesuffix("s"))
                for kind, count in value.items()
            ]
            left = [words.removesuffix("s") if words.startswith("no ") else words for words in left]
            return f"{capital(' and '.join(left))}."
        case "owner":
            return f"{value}'s."
        case "turn":
            return f"{expected}'s."
        case "scored" if isinstance(expected, list):
            return f"{listed(expected) or 'None'}."
    return ""


def _by_player(expected: Mapping[str, Any]) -> str:
    return ", ".join(f"{seat} {number}" for seat, number in expected.items())


def _cards(expected: Any, names: Mapping[str, str], nothing: str) -> str:
    """Return the cards expected in a pile, or nothing if only a part of the pile is stated."""
    if not isinstance(expected, list):
        return ""
    called = [_plain(name, names) for name in expected]
    several = (f"{called.count(name)} × {name}" if called.count(name) > 1 else name for name in dict.fromkeys(called))
    return f"{listed(several) or nothing}."


def _place(place: str) -> str:
    """Return an expected place in words: "In Ana's discard pile." """
    owner, mark, pile = place.partition("'s ")
    if mark and pile in ("hand", "deck", "discard"):
        return f"In {owner}'s {pile}{' pile' if pile == 'discard' else ''}."
    return f"At {place}." if re.fullmatch(r"[A-Z]", place) else ""


def _expected(facts: Mapping[str, Any]) -> Mapping[str, Any]:
    expected: Mapping[str, Any] = facts.get("expect") or next(
        (step["expect"] for step in reversed(facts.get("step", ())) if "expect" in step), {}
    )
    return expected


def _first(expected: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Return what a question is about: the first card with a printed name, or the first of all."""
    real = [name for name in expected if not names.get(name, name).startswith("vanilla")]
    return (real or list(expected))[0]


def _names(facts: Mapping[str, Any]) -> dict[str, str]:
    """Return the cards to which a file gives names, by those names."""
    nicknames: dict[str, str] = {}

    def look(value: Any) -> None:
        if isinstance(value, list):
            for item in value:
                look(item)
        elif isinstance(value, dict):
            if isinstance(value.get("name"), str) and isinstance(value.get("card"), str):
                nicknames[value["name"]] = value["card"]
            for item in value.values():
                look(item)

    look({key: facts.get(key) for key in ("player", "base", *TABLE_KEYS)})
    return nicknames


def _plain(name: str, names: Mapping[str, str]) -> str:
    """Return a card in a player's words; a stand-in is called what it is."""
    card = names.get(name, name)
    match = _STAND_IN.fullmatch(card)
    if match is None:
        return _STAND_IN.sub(lambda part: _plain(part[0], {}), card)
    what = match[1]
    if not what.isdecimal():
        return "an action"
    return f"base {name}" if "/" in card else f"a minion of power {what}"


def _line(line: str, names: Mapping[str, str]) -> str:
    for name, card in sorted(names.items(), key=lambda item: -len(item[0])):
        if "/" not in card:  # A base keeps the short name by which the steps refer to it.
            line = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", card.replace("\\", r"\\"), line)
    return _STAND_IN.sub(lambda match: _plain(match[0], {}), line)


def _third_person(line: str) -> str:
    verb, _, rest = line.partition(" ")
    return f"{_VERBS.get(verb, f'chooses {verb}')} {rest}".strip()


def _steps(facts: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for line in facts.get("steps", ()):
        seat, colon, words = str(line).partition(": ")
        if colon:
            yield seat, words
    for step in facts.get("step", ()):
        yield from (
            (seat, words) for seat, words in step.items() if isinstance(words, str) and seat not in ("refused", "note")
        )


def _refused(facts: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the last step that must be refused."""
    for step in reversed(facts.get("step", ())):
        if step.get("refused"):
            return next(
                ((seat, words) for seat, words in step.items() if isinstance(words, str) and seat != "refused"), None
            )
    return None


def _asked(facts: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[str]:
    """Yield questions that the expectations answer, the most telling first."""
    expect = _expected(facts)
    for field, asked in _QUESTIONS.items():
        expected = expect.get(field)
        if expected is None or expected == {}:
            continue
        first = _first(expected, names) if isinstance(expected, dict) else ""
        # The steps have introduced it.
        yield asked.format(_plain(first, names).replace("a minion", "the minion") if field in _OF_CARDS else first)


_OF_CARDS = (
    "where",
    "power",
    "counters",
    "controller",
    "owner",
    "breakpoint",
    "on",
    "under",
    "minions",
    "stasis_counters",
)
_QUESTIONS = {
    "winner": "Who wins the game?",
    "places": "Who takes which place?",
    "vp": "Who has how many VP?",
    "awards": "Who is awarded what?",
    "totals": "With what power does each player score?",
    "controller": "Who controls {}?",
    "owner": "Whose card is {}?",
    "where": "Where does {} end up?",
    "counters": "How many +1 power counters does {} have?",
    "stasis_counters": "How many stasis counters does {} have?",
    "power": "How much power does {} have?",
    "breakpoint": "What is the breakpoint of {}?",
    "total": "How much power does each player have there?",
    "scored": "Which base scores?",
    "plays": "What may {} still play?",
    "minions": "Which minions are at {} afterwards?",
    "on": "Which actions are on {}?",
    "under": "Which cards are under {}?",
    "sees": "What does {} get to see?",
    "hand": "Which cards does {} hold?",
    "discard": "What is in {}'s discard pile?",
    "deck": "What is in {}'s deck?",
    "asked": "Who may choose what?",
    "turn": "Whose turn is it?",
}
"""The question about each thing a scenario can expect. `{}` is the first card, base or player named."""
