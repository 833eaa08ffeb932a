"""Scenario files changed at random: each is run, or refused with one sentence; the rules' insides never show.

A mutant is a sound scenario with a few changes: of words in its text, or of what it states (values swapped, keys moved,
lists nested, numbers grown).
"""

from __future__ import annotations

import copy
import random
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

from adjudicator.scenarios import run, scenario_files
from adjudicator.scenarios.load import check_ids, parse
from adjudicator.scenarios.toml import key, value
from events.errors import SmashUpError
from tests.campaign.faults import Fault, fewest, told

SCENARIOS = Path(__file__).parents[2] / "fixtures" / "scenarios"

MUTANTS = 100
INSIDES = "the rules code fails"

ODD: list[Any] = [
    0, -1, 1, 2, 7, 10**6, 10**30, True, False, "", " ", "Ana", "Ben", "Zoe", "all", "nobody", "vanilla/3",
    "vanilla/base-20-4-2-1", "ghosts/ghost", "no/such-card", "pass", "play vanilla/3", "score.ties", "EMD", "x" * 300,
    "[/]", "\x1b[2J", "∞", "1e400", [], {}, [[]], [[[["vanilla/3"]]]], {"card": "vanilla/3"}, {"Ana": []}, ["Ana"],
    {"card": "vanilla/3", "moved_from": "vanilla/base-20-4-2-1"}, {"a": {"b": {"c": {"d": 1}}}}, 1.5,
]  # fmt: skip


@cache
def texts() -> list[str]:
    """All scenarios that come with the product."""
    return [path.read_text(encoding="utf-8") for path in scenario_files([SCENARIOS])]


def mutant(text: str, chance: random.Random) -> str:
    """One of the infinitely many."""
    if chance.random() < 0.3:
        return _of_text(text, chance)
    stated = tomllib.loads(text)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        _of_what_is_stated(stated, chance)
    return written(stated)


def _of_text(text: str, chance: random.Random) -> str:
    place, length = chance.randrange(len(text)), chance.choice((0, 1, 1, 3, 10, 80))
    inserted = chance.choice(["", '"', "]", "[", "{", "=", "\n", "9" * 5000, "\x00", "é", "[" * 200, "{a=" * 200, "."])
    return text[:place] + inserted + text[place + length :]


def _places(stated: Any) -> Iterator[tuple[Any, Any]]:
    """Every container with every key of it."""
    pairs = stated.items() if isinstance(stated, dict) else enumerate(stated) if isinstance(stated, list) else ()
    for at, inside in list(pairs):
        yield stated, at
        yield from _places(inside)


def _of_what_is_stated(stated: dict[str, Any], chance: random.Random) -> None:
    places = list(_places(stated))
    container, at = chance.choice(places)
    other, there = chance.choice(places)
    changes: list[Callable[[], Any]] = [
        lambda: container.__setitem__(at, copy.deepcopy(chance.choice(ODD))),
        lambda: container.__setitem__(at, copy.deepcopy(other[there])),
        lambda: container.__delitem__(at),
        lambda: container.__setitem__(at, _grown(container[at], chance)),
        lambda: _insert(container, at, copy.deepcopy(other[there]), chance),
        lambda: _renamed(container, at, chance),
    ]
    chance.choice(changes)()


def _grown(inside: Any, chance: random.Random) -> Any:
    if isinstance(inside, bool) or not isinstance(inside, int | str | list):
        return [inside]
    if isinstance(inside, int):
        return inside + chance.choice((-1, 1, 10, 10**9, -(10**9)))
    return inside * 2 if inside else chance.choice(ODD)


def _insert(container: Any, at: Any, inside: Any, chance: random.Random) -> None:
    if isinstance(container, list):
        container.insert(at, inside)
    else:
        container[
            chance.choice(("hand", "deck", "actions", "buried", "on", "under", "by", "colour", "step", "base"))
        ] = inside


def _renamed(container: Any, at: Any, chance: random.Random) -> None:
    if isinstance(container, dict):
        container[chance.choice([str(at)[:-1] or "x", f"{at}s", "Ana", "Ben", "card", "name"])] = container.pop(at)


def written(stated: dict[str, Any]) -> str:
    """A scenario as TOML, on as few lines as it takes."""
    return "".join(f"{key(name)} = {_value(inside)}\n" for name, inside in stated.items())


def _value(inside: Any) -> str:
    if isinstance(inside, float):
        return repr(inside)
    if isinstance(inside, dict):
        return "{ " + ", ".join(f"{key(str(name))} = {_value(one)}" for name, one in inside.items()) + " }"
    if isinstance(inside, list):
        return f"[{', '.join(_value(one) for one in inside)}]"
    return value(inside)


def attack(chance: random.Random, folder: Path) -> Counter[str]:
    """Some mutants; a fault is cut down to the lines that show it."""
    counts: Counter[str] = Counter()
    sound = texts()
    for _ in range(MUTANTS):
        text = mutant(chance.choice(sound), chance)
        try:
            counts["scenarios refused" if verdict(text) else "scenarios run"] += 1
        except Exception as error:
            small = "\n".join(fewest(text.splitlines(), partial(_fails, type(error))))
            call = "verdict((<mutant.toml>).read_text(encoding='utf-8'))"
            material = {"mutant.toml": small.encode("utf-8", "replace")}
            raise Fault(told(error), "from tests.campaign.scenario_mutants import verdict", call, material) from error
    return counts


def _fails(kind: type[Exception], lines: list[str]) -> bool:
    try:
        verdict("\n".join(lines))
    except Exception as error:
        return type(error) is kind
    return False


def verdict(text: str) -> str:
    """What becomes of a scenario: run, or the sentence with which it is refused. Anything else is raised."""
    try:
        scenario = parse(text, "mutant.toml")
        check_ids(scenario)
        for edition in scenario.in_editions[-1:]:
            insides = [str(one) for one in run(scenario, edition).failures if INSIDES in str(one)]
            assert not insides, insides[0]
    except SmashUpError as refused:
        sentence = str(refused)
        assert sentence.strip(), "refused without a word"
        assert len(sentence) < 1000, f"{len(sentence)} characters of refusal: {sentence[:200]}"
        return sentence
    return ""
