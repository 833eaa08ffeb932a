"""The question a ruling answers, and the answer in one sentence.

A scenario may state both. If it does not, the title is the answer, because titles are statements, and the question is
composed from the last steps and from what the scenario expects of the table afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.printed.editions import EDITIONS
from events.card_types import BROUGHT, CARD_TYPES
from events.zones import HOMES, ZONES, piles_of
from projections.plain_words import a, capital, in_words, listed, ordinal

TABLE_KEYS = tuple(row.key for row in piles_of("table") if row.key)
"""The keys of a scenario that list the piles beside the players."""
_UNTOLD = ("base deck", "base discard", "stasis", "resolving", "aside")
"""Places that a composed answer leaves to the title."""
_STAND_IN = re.compile(r"vanilla (\d+|[a-z-]+)(?: \d+/\d+/\d+)?")
_IN_WORDS = ("One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")
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
        before, asked = (played or steps)[-2:], _asked(facts, names)
    told = [f"{seat} {_third_person(_line(line, names))}" for seat, line in before]
    if not told and facts.get("phase") == "score":
        told = ["A base is ready to score"]
    return f"{', then '.join(told)}. {asked}" if told else asked


def answer_of(facts: Mapping[str, Any]) -> str:
    """Return the answer of a scenario file: the written one, or its title, after what answers a composed question."""
    text = str(facts.get("answer", "") or facts.get("title", "")).strip()
    if not text:
        return ""
    told = f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}"
    composed = not facts.get("answer") and not facts.get("question")
    return f"{_reply(facts)} {told}".strip() if composed else told


def _reply(facts: Mapping[str, Any]) -> str:
    """Return what the expectations answer to a composed question, or nothing if that takes more than a few words.

    Where some editions expect something else of the same, theirs follows: "Ana 4; in EMD HTB: Ana 5."
    """
    if _refused(facts):
        return "No."
    names, expect = _names(facts), _expected(facts)
    field = _field(expect)
    if not field:
        return ""
    by_books = {books: own[field] for books, own in _by_books(expect) if field in own}
    told = _said(field, expect[field], names) if field in expect else ""
    if not told:
        return ""
    others: dict[str, list[str]] = {}
    for books, wanted in by_books.items():
        others.setdefault(_said(field, wanted, names), []).extend(books.split())
    if "" in others:
        return ""
    others.pop(told, None)
    apart = "; ".join(
        f"{' '.join(filter(books.__contains__, EDITIONS))}: {_within(one)}" for one, books in others.items()
    )
    return f"{told[:-1]} ({apart})." if apart else told


def _within(told: str) -> str:
    """Return an answer for the middle of a sentence."""
    first, _, _ = told.partition(" ")
    plain = first.rstrip(".") in ("A", "An", "At", "In", "On", "No", "None", "Not") or first in _IN_WORDS
    return f"{told[:1].lower() if plain else told[:1]}{told[1:-1]}"


def _by_books(expect: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield what only some editions expect, with their ids: "EMD HTB"."""
    for key, own in expect.items():
        if isinstance(own, dict) and all(word in EDITIONS for word in key.split()):
            yield key, own


def _field(expect: Mapping[str, Any]) -> str:
    """Return the expectation that a composed question asks about: the most telling one, or nothing."""
    return next((field for field in _QUESTIONS if _tells(field, expect.get(field))), "")


def _tells(field: str, wanted: Any) -> bool:
    match field:
        case "asked":
            return isinstance(wanted, dict) and bool(wanted.get("options") or wanted.get("has"))
        case "never":
            return bool(_never(wanted))
        case "events":
            return bool(_happened(wanted))
    return wanted is not None and wanted != {}


def _said(field: str, wanted: Any, names: Mapping[str, str]) -> str:
    """Return what one expectation answers to its question, or nothing."""
    if wanted == {}:
        return ""
    one = wanted.get(_first(wanted, names)) if isinstance(wanted, dict) else wanted
    match field:
        case "where":
            return _place(str(one), names)
        case "power" | "breakpoint":
            return f"{one}."
        case "counters" | "stasis_counters":
            return f"{one or 'None'}."
        case "controller" | "winner":
            return f"{listed(one) if isinstance(one, list) and one else one or 'Nobody'}."
        case "vp" | "awards" | "totals" if wanted:
            return f"{_by_player(wanted)}."
        case "total" if one:
            return f"{_by_player(one)}."
        case "places" if wanted:
            ranked = (f"{seat} {ordinal(place) if place else 'none'}" for seat, place in wanted.items())
            return f"{', '.join(ranked)}."
        case "hand" | "discard" | "deck" | "on" | "under" | "beside" | "stasis":
            return capital(_cards(one, names, "none"))
        case pile if pile in _AT_BASES and isinstance(one, dict):
            held = [f"{seat}: {told}" for seat, cards in one.items() if (told := _cards(cards, names, "none")[:-1])]
            return f"{'; '.join(held)}." if len(held) == len(one) and held else "None." if not one else ""
        case "plays" if isinstance(one, dict):
            left = [
                f"one {kind}" if count == 1 else in_words(count, kind.removesuffix("s")) for kind, count in one.items()
            ]
            left = [told.removesuffix("s") if told.startswith("no ") else told for told in left]
            return f"{capital(' and '.join(left))}."
        case "owner":
            return f"{one}'s."
        case "turn":
            return f"{wanted}'s."
        case "scored" if isinstance(wanted, list):
            return f"{listed(wanted) or 'None'}."
        case "bases" if isinstance(wanted, list):
            return f"{capital(listed(_base(one, names) for one in wanted)) or 'None'}."
        case "sees" if isinstance(one, dict):
            return _seen(one, names)
        case "asked":
            options = [_STAND_IN.sub(lambda part: _plain(part[0], {}), option) for option in _options(wanted)]
            return f"{wanted.get('seat', 'The player')}: {' or '.join(options)}."
        case "never":
            return "No."
        case "events":
            return "Yes."
    return ""


def _options(asked: Mapping[str, Any]) -> list[str]:
    return [str(option) for option in asked.get("options") or asked.get("has") or ()]


def _seen(wanted: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Return what a player sees and does not see: "Howler, but not Cub Scout." """
    has = listed(_counted(wanted.get("has", ()), names))
    lacks = " or ".join(_counted(wanted.get("lacks", ()), names))
    if has and lacks:
        return f"{capital(has)}, but not {lacks}."
    return f"{capital(has)}." if has else f"Not {lacks}." if lacks else ""


def _never(wanted: Any) -> str:
    """Return the question about the first thing that must not happen, or nothing."""
    return next((_NEVER[one] for one in wanted or () if isinstance(one, str) and one in _NEVER), "")


def _happened(wanted: Any) -> str:
    """Return the question about the first card to which something happens, or nothing."""
    for one in wanted or ():
        verb, _, card = one.partition(" ") if isinstance(one, str) else ("", "", "")
        if verb in ("destroyed", "discarded", "returned", "moved") and card:
            return f"Is {card} {verb}?"
    return ""


def _base(name: str, names: Mapping[str, str]) -> str:
    return "a plain base" if name.startswith("vanilla") else name


def _by_player(wanted: Mapping[str, Any]) -> str:
    return ", ".join(f"{seat} {number}" for seat, number in wanted.items())


def _cards(wanted: Any, names: Mapping[str, str], nothing: str) -> str:
    """Return the cards expected in a pile: all of them, some of them, or only how many."""
    if isinstance(wanted, list):
        return f"{listed(_counted(wanted, names)) or nothing}."
    if not isinstance(wanted, dict):
        return ""
    some, number = listed(_counted(wanted.get("has", ()), names)), wanted.get("count")
    if top := listed(_counted(wanted.get("top", ()), names)):
        return f"{top} on top."
    if number is None:
        return f"{some}, among others." if some else ""
    every = number == len(wanted.get("has", ()))
    return f"{some}." if some and every else f"{_how_many(number)}{f', among them {some}' if some else ''}."


def _how_many(number: int) -> str:
    return "One card" if number == 1 else capital(in_words(number, "card"))


def _counted(wanted: Sequence[str], names: Mapping[str, str]) -> list[str]:
    called = [_plain(one, names) for one in wanted]
    return [f"{called.count(one)} × {one}" if called.count(one) > 1 else one for one in dict.fromkeys(called)]


def _place(place: str, names: Mapping[str, str]) -> str:
    """Return an expected place in words: "In Ana's discard pile.", "On Howler.", "At Tortuga." """
    owner, mark, pile = place.partition("'s ")
    pile = pile.removesuffix(" pile")
    if mark and pile in ("hand", "deck", "discard"):
        return f"In {owner}'s {pile}{' pile' if pile == 'discard' else ''}."
    if place == "box":
        return "In the box."
    if place.startswith("buried at "):
        return f"{capital(place)}."
    preposition, _, host = place.partition(" ")
    if preposition in ("on", "under") and host:
        return f"{capital(preposition)} {_plain(host, names).replace('a minion', 'the minion')}."
    return "" if mark or place in _UNTOLD else f"At {_base(place, names)}."


def _expected(facts: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Mapping[str, Any] = facts.get("expect") or next(
        (step["expect"] for step in reversed(facts.get("step", ())) if "expect" in step), {}
    )
    return found


def _first(wanted: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Return what a question is about: the first card with a printed name, or the first of all."""
    real = [one for one in wanted if not names.get(one, one).startswith("vanilla")]
    return (real or list(wanted))[0]


def _names(facts: Mapping[str, Any]) -> dict[str, str]:
    """Return the cards to which a file gives names, by those names."""
    found: dict[str, str] = {}

    def look(value: Any) -> None:
        if isinstance(value, list):
            for one in value:
                look(one)
        elif isinstance(value, dict):
            if isinstance(value.get("name"), str) and isinstance(value.get("card"), str):
                found[value["name"]] = value["card"]
            for one in value.values():
                look(one)

    look({key: facts.get(key) for key in ("player", "base", *TABLE_KEYS)})
    return found


def _plain(name: str, names: Mapping[str, str]) -> str:
    """Return a card in a player's words; a stand-in is called what it is."""
    card = names.get(name, name)
    match = _STAND_IN.fullmatch(card)
    if match is None:
        return _STAND_IN.sub(lambda part: _plain(part[0], {}), card)
    what = match[1]
    if not what.isdecimal():
        return a(what) if what in CARD_TYPES else "an action"
    return f"base {name}" if "/" in card else f"a minion of power {what}"


def _line(line: str, names: Mapping[str, str]) -> str:
    for name, card in sorted(names.items(), key=lambda one: -len(one[0])):
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


def _asked(facts: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Return the question that the most telling expectation answers."""
    expect = _expected(facts)
    field = _field(expect)
    if not field:
        return "What happens?"
    wanted = expect[field]
    first = _first(wanted, names) if isinstance(wanted, dict) and wanted else ""
    asked = _QUESTIONS[field]
    if field in ("hand", "discard", "deck") and isinstance(one := wanted.get(first), dict) and list(one) == ["count"]:
        asked = _HOW_MANY[field]
    if field in ("never", "events"):
        return _never(wanted) if field == "never" else _line(_happened(wanted), names)
    # The steps have introduced it.
    return asked.format(_plain(first, names).replace("a minion", "the minion") if field in _OF_CARDS else first)


_AT_BASES = tuple(row.key for row in piles_of("base"))
_HOMES = tuple((row, ZONES[HOMES[row.at_base]]) for row in BROUGHT)
_OF_CARDS = (
    "where",
    "power",
    "counters",
    "controller",
    "owner",
    "breakpoint",
    "on",
    "under",
    "stasis_counters",
    *_AT_BASES,
)
_HOW_MANY = {
    "hand": "How many cards does {} hold?",
    "discard": "How many cards are in {}'s discard pile?",
    "deck": "How many cards are in {}'s deck?",
}
_NEVER = {
    "destroyed": "Is anything destroyed?",
    "moved": "Does anything move?",
    "returned": "Does anything return to a hand?",
    "drawn": "Does anybody draw a card?",
    "revealed": "Is a card revealed?",
    "looked": "Does anybody get to look at cards?",
    "counters-changed": "Are counters placed or removed?",
    "buried": "Is a card buried?",
    "ability-used": "Is an ability used?",
    "duel-began": "Is there a duel?",
    "shuffled": "Is a deck shuffled?",
    "stasis-entered": "Does a card go into stasis?",
    "control-changed": "Does control of a card change?",
    "asked": "Is anybody asked anything?",
}
"""The question about each thing that must not happen."""
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
    **{row.plural: f"Which {row.plural} are at {{}} afterwards?" for row in BROUGHT},
    **{home.key: f"Which {row.type} is {home.where}?".replace("the", "{}'s") for row, home in _HOMES},
    "buried": "Which cards are buried at {}?",
    "actions": "Which actions are on {}?",
    "stasis": "Which cards of {}'s are in stasis?",
    "bases": "Which bases are in play?",
    "turn": "Whose turn is it?",
    "never": "What happens?",
    "events": "What happens?",
}
"""The question about each thing a scenario can expect. `{}` is the first card, base or player named."""
