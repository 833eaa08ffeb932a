"""Scenario files changed at random: each is run, or refused with one sentence; the rules' insides never show.

A mutant is a sound scenario with a few changes: of words in its text, of what it states (values swapped, keys moved,
lists nested, numbers grown), or something more that the format knows, stated in the words of the file. Of what is run,
the table must be in order, as in any game.
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

from msgspec import inspect

from adjudicator.scenarios import run, scenario_files
from adjudicator.scenarios.load import check_ids, parse
from adjudicator.scenarios.model import BaseStated, CardStated, FactStated, LastingStated, PlayerStated, PlayStated
from adjudicator.scenarios.toml import key, value
from core.engine.game import Game
from core.engine.standing_checks import rebuilt_index
from core.printed.definitions import all_abilities
from core.rules.permissions import BASES, CONDITIONS
from events.errors import SmashUpError
from events.vocabulary import CardsMade
from tests.campaign.faults import Fault, fewest, told
from tests.core.test_random_games import CARRYING, active_abilities, assert_every_card_is_in_one_place

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
    """All bundled scenarios."""
    return [path.read_text(encoding="utf-8") for path in scenario_files([SCENARIOS])]


def mutant(text: str, chance: random.Random) -> str:
    """Return one mutant. There is no limit to how many can be made."""
    if chance.random() < 0.2:
        return _of_text(text, chance)
    stated = tomllib.loads(text)
    change = chance.choice((_of_what_is_stated, _something_more))
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        change(stated, chance)
    return written(stated)


def _of_text(text: str, chance: random.Random) -> str:
    start, length = chance.randrange(len(text)), chance.choice((0, 1, 1, 3, 10, 80))
    inserted = chance.choice(["", '"', "]", "[", "{", "=", "\n", "9" * 5000, "\x00", "é", "[" * 200, "{a=" * 200, "."])
    return text[:start] + inserted + text[start + length :]


def _places(stated: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every container with each of its keys."""
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


# --- something more, of what the format knows


def _something_more(stated: dict[str, Any], chance: random.Random) -> None:
    """Another fact of the turn, lasting effect, play or base, or more about a card, in the words of the file."""
    words = _Words(stated, chance)
    seat = chance.choice(stated.get("seats", ["Ana", "Ben"]))
    table = [stated.get(part) for part in ("base", "player", "box", "base_deck")]
    cards = [(pile, at) for pile, at in _places(table) if _is_card(pile, at)]
    match chance.choice(("happened", "lasting", "plays", "base", "player", "card", "card")):
        case "happened":
            stated.setdefault("happened", []).append(words.of(FactStated))
        case "lasting":
            stated.setdefault("lasting", []).append(words.of(LastingStated))
        case "plays":
            mine = stated.setdefault("player", {}).setdefault(seat, {})
            mine["plays"] = [*mine.get("plays", ["minion"]), words.of(PlayStated)]
        case "base":
            base = words.of(BaseStated)
            stated["base"] = [*stated.get("base", []), {**base, **base.pop("minions", {})}]
        case "player":
            stated.setdefault("player", {}).setdefault(seat, {}).update(words.of(PlayerStated))
        case "card" if cards:
            pile, at = chance.choice(cards)
            known = pile[at] if isinstance(pile[at], dict) else {"card": pile[at]}
            pile[at] = {**words.of(CardStated), **known}


def _is_card(pile: Any, at: Any) -> bool:
    """Whether something is listed as a card might be: in a list, by name or as a table about it."""
    entry = pile[at]
    return isinstance(pile, list) and (
        (isinstance(entry, dict) and "card" in entry) or (isinstance(entry, str) and ":" not in entry)
    )


class _Words:
    """Values of the model's own types, out of the words of a file."""

    def __init__(self, stated: dict[str, Any], chance: random.Random) -> None:
        self._chance = chance
        named = [pile[at] for pile, at in _places(stated) if isinstance(at, int) or at in ("card", "name")]
        self._words = [rule_id for rule_id in named if isinstance(rule_id, str) and len(rule_id) < 60] or ["vanilla 3"]
        self._seats: list[str] = stated.get("seats", ["Ana", "Ben"])

    def of(self, struct: type) -> dict[str, Any]:
        """Something of a kind: what it must say, and some of what it may."""
        facts = inspect.type_info(struct)
        assert isinstance(facts, inspect.StructType)
        share = self._chance.choice((0.1, 0.3, 0.6))
        fields = [field for field in facts.fields if field.required or self._chance.random() < share]
        return {field.name: self._value(field.type, field.name) for field in fields}

    def _value(self, kind: inspect.Type, about: str, depth: int = 0) -> Any:
        chance = self._chance
        match kind:
            case inspect.UnionType(types=types):
                some = [kind for kind in types if not isinstance(kind, inspect.NoneType)]
                return self._value(chance.choice(some), about, depth)
            case inspect.LiteralType(values=values):
                return chance.choice(values)
            case inspect.StructType(cls=struct):
                return self.of(struct) if depth < 2 else chance.choice(self._words)
            case inspect.VarTupleType(item_type=item):
                return [self._value(item, about, depth + 1) for _ in range(chance.choice((0, 1, 1, 2)))]
            case inspect.TupleType(item_types=items):
                return [self._value(item, about, depth + 1) for item in items]
            case inspect.DictType(value_type=inner):
                return {chance.choice(self._seats): self._value(inner, about, depth + 1)}
            case inspect.IntType():
                return chance.choice((-3, -1, 0, 0, 1, 1, 2, 3, 15, 1000))
            case inspect.BoolType():
                return chance.random() < 0.7
        return self._word(about)

    def _word(self, about: str) -> str:
        chance = self._chance
        if chance.random() < 0.05:
            return str(chance.choice(ODD))
        if about in SPECIAL_WORDS and chance.random() < 0.8:
            return chance.choice(SPECIAL_WORDS[about])
        if about in ("seat", "owner", "controller", "by", "played_by", "until_seat") and chance.random() < 0.7:
            return chance.choice([*self._seats, "nobody"])
        return chance.choice(["@" if chance.random() < 0.05 else "", ""]) + chance.choice(self._words)


SPECIAL_WORDS: dict[str, list[str]] = {
    "condition": ["", *CONDITIONS, *BASES],
    "arguments": ["0", "1", "2", "3", "5", "-1", "12", "99", "1.5", "Robots"],
    "ability": [*all_abilities()],
    "but": [*all_abilities()],
    "to": ["minions", "actions", "attached", "resolving", "hand", "nowhere"],
    "source": ["hand", "deck", "discard", "minions", "buried", "stasis", "nowhere"],
}


def written(stated: dict[str, Any]) -> str:
    """A scenario as TOML, on as few lines as it takes."""
    return "".join(f"{key(name)} = {_value(inside)}\n" for name, inside in stated.items())


def _value(inside: Any) -> str:
    if isinstance(inside, float):
        return repr(inside)
    if isinstance(inside, dict):
        return "{ " + ", ".join(f"{key(str(name))} = {_value(one)}" for name, one in inside.items()) + " }"
    if isinstance(inside, list):
        return f"[{', '.join(_value(item) for item in inside)}]"
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
    """Run a scenario. Returns the result, or the sentence with which it is refused; raises anything else."""
    try:
        scenario = parse(text, "mutant.toml")
        check_ids(scenario)
        for edition in scenario.in_editions[-1:]:
            outcome = run(scenario, edition)
            insides = [str(failure) for failure in outcome.failures if INSIDES in str(failure)]
            assert not insides, insides[0]
            _in_order(outcome.game)
    except SmashUpError as refused:
        sentence = str(refused)
        assert sentence.strip(), "refused without a word"
        assert len(sentence) < 1000, f"{len(sentence)} characters of refusal: {sentence[:200]}"
        return sentence
    return ""


def _in_order(game: Game) -> None:
    """Each card is in one place, and the index is that of the table."""
    made = [event for event in game.log if isinstance(event, CardsMade)]
    cards = [event.first + offset for event in made for offset in range(len(event.definitions))]
    # A stand-in may put a counter on a base.
    assert_every_card_is_in_one_place(game.table, cards, (*CARRYING, "buried", "base"))
    assert active_abilities(rebuilt_index(game)) == active_abilities(game.index), "the index can be rebuilt"
