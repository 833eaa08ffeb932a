"""Reads a scenario file: TOML, checked strictly. Every error names the file, the line and the field."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

import msgspec

from adjudicator.scenarios.line_numbers import line_of
from adjudicator.scenarios.model import DEFAULT_SEATS, BaseStated, EventExpected, Expect, Scenario, Step, stated_piles
from adjudicator.scenarios.step_words import BadLine, read_line
from core.printed.editions import ALL_EDITIONS
from events.errors import SmashUpError
from events.limits import SCENARIO, NotAFile, TooMuch, check_toml, read_file
from events.names import BadName, check_names, check_title
from events.questions import AnyQuestion, Unseen
from events.vocabulary import TAGS

_BASE_KEYS = frozenset(BaseStated.__struct_fields__) - {"minions"}
_STEP_KEYS = frozenset(Step.__struct_fields__) - {"seat", "does"}
_LINE = re.compile(r"(?:\[(?P<editions>[^\]]*)\]\s*)?(?P<seat>[^:]+?)\s*:\s*(?P<does>.+)", re.S)
_ANY = "..."
LONGEST_NAME = 60
LARGEST = 1_000_000
_WHERE = re.compile(r"^(?P<what>.*?)(?: - at `\$(?P<path>[^`]*)`)?$", re.S)


class ScenarioError(SmashUpError):
    """Raised for an invalid scenario file, with the line, the field and the reason."""

    def __init__(self, path: str, line: int, field: str, wrong: str, keys: tuple[str | int, ...] = ()) -> None:
        super().__init__(path, line, field, wrong, keys)
        self.path, self.line, self.field, self.wrong, self.keys = path, line, field, wrong, keys

    def __str__(self) -> str:
        where = f"{self.path}:{self.line}" if self.line else self.path
        return f"{where}: {self.field + ': ' if self.field else ''}{self.wrong}"


class Misstated(SmashUpError):
    """Raised for an invalid part of a scenario, with the path of its key: ("base", 0, "Ana", 2)."""

    def __init__(self, keys: tuple[str | int, ...], wrong: str) -> None:
        super().__init__(keys, wrong)
        self.keys, self.wrong = keys, wrong

    def __str__(self) -> str:
        return f"{field_name(self.keys)}: {self.wrong}"


def scenario_files(paths: Iterable[str | Path]) -> Iterator[Path]:
    """Yield the scenarios at or below these paths, in order of name."""
    for given in paths:
        path = Path(given)
        if path.is_dir():
            yield from sorted(path.rglob("*.toml"))
        elif path.exists():
            yield path
        else:
            raise SmashUpError(f"There is no file or folder {path}.")


def load(path: str | Path) -> Scenario:
    """Load the scenario in a file. Raises ScenarioError."""
    try:
        text = read_file(Path(path), SCENARIO).decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except TooMuch as error:
        raise ScenarioError(str(path), 0, "", error.wrong) from None
    except UnicodeDecodeError:
        raise ScenarioError(str(path), 0, "", "this is not a text file in UTF-8; save it as one") from None
    except NotAFile as error:
        raise ScenarioError(str(path), 0, "", f"cannot be read ({error})") from None
    scenario = parse(text, str(path))
    check_ids(scenario)
    return scenario


def parse(text: str, path: str = "scenario") -> Scenario:
    """Parse a scenario. `path` is used in errors and to find the golden trace. Raises ScenarioError."""
    try:
        check_toml(text, SCENARIO)
        raw = tomllib.loads(text)
    except TooMuch as error:
        raise ScenarioError(path, error.line, "", error.wrong) from None
    except tomllib.TOMLDecodeError as error:
        match = re.search(r"at line (\d+)", str(error))
        line = int(match[1]) if match else 0
        raise ScenarioError(path, line, "", f"this is not TOML: {error}") from None
    try:
        _check_numbers(raw)
        scenario = _converted({**_in_shape(raw), "path": path, "text": text})
        check_references(scenario)
    except Misstated as error:
        raise _with_line(error, path, text) from None
    return scenario


def from_data(data: Mapping[str, Any], path: str = "situation") -> Scenario:
    """Return the scenario in data that has the shape of `Scenario`, checked like a file.

    Raises Misstated, which names the path of the key that is wrong.
    """
    _check_numbers(dict(data))
    _check_seats(list(data.get("seats", DEFAULT_SEATS)))
    scenario = _converted({**data, "path": path, "text": ""})
    check_references(scenario)
    return scenario


def _check_numbers(stated: Any, keys: tuple[str | int, ...] = ()) -> None:
    if isinstance(stated, int) and abs(stated) > LARGEST:
        raise Misstated(keys, f"the number is too large: the limit is {len(str(LARGEST)) - 1} digits")
    inside = stated.items() if isinstance(stated, dict) else enumerate(stated) if isinstance(stated, list) else ()
    for key, value in inside:
        _check_numbers(value, (*keys, key))


def located(scenario: Scenario, error: Misstated) -> ScenarioError:
    """Return an error of the set-up with its line in the file."""
    return _with_line(error, scenario.path, scenario.text)


def _with_line(error: Misstated, path: str, text: str) -> ScenarioError:
    written = _as_written(error.keys, text)
    return ScenarioError(path, line_of(text, written), field_name(written), error.wrong, error.keys)


def _converted(shaped: dict[str, Any]) -> Scenario:
    try:
        return msgspec.convert(shaped, Scenario)
    except msgspec.ValidationError as error:
        wrong, keys = _told(error)
        keys = _pinned_down(shaped, keys)
        if unknown := re.fullmatch(r"Object contains unknown field `(.+)`", wrong):
            wrong = _no_such_key(unknown[1], keys)
            keys = (*keys, unknown[1])
        elif value := re.fullmatch(r"Invalid enum value (.+)", wrong):
            allowed = _allowed(keys)
            few = len(allowed) <= _FEW
            wrong = f"{value[1]} is not one of {', '.join(allowed)}" if few else _no_such_word(value[1], allowed)
        elif missing := re.fullmatch(r"Object missing required field `(.+)`", wrong):
            wrong = f"{missing[1]} is missing, and it is required"
        elif mistaken := re.fullmatch(r"Expected `(.+)`, got `(.+)`", wrong):
            wrong = _another_type(mistaken[1].split(" | "), mistaken[2], keys)
        raise Misstated(keys, wrong) from None


_TYPES = {
    "array": ("a list", '["…", "…"]'),
    "object": ("a table", "{ … = … }"),
    "str": ("a text", '"…"'),
    "int": ("a number", "3"),
    "float": ("a fraction", "0.5"),
    "bool": ("a yes or no", "true"),
}
"""msgspec's name for a type, the name that TOML authors know, and an example."""


def _another_type(expected: list[str], actual: str, keys: tuple[str | int, ...]) -> str:
    """Return which type a value must have instead."""
    if actual == "object" and "array" in expected and keys in (("base",), ("step",), ("lasting",), ("happened",)):
        return f"there can be several of these: the header is [[{keys[0]}]]"
    kinds = [_TYPES[type_name] for type_name in expected if type_name in _TYPES]
    needed = " or ".join(f"{kind} ({written})" for kind, written in kinds)
    return f"write {needed} here, not {_TYPES.get(actual, (actual,))[0]}"


def _no_such_key(key: str, keys: tuple[str | int, ...]) -> str:
    """Return what to write instead of an unknown key at a path."""
    here = [name for kind in _at(keys) for name in _keys_of(kind)]
    if keys and key in (*_keys_of(_at(())[0]), "steps"):
        return f"unknown key here: {key} belongs at the top of the file, before the first [table]"
    return f"unknown key{_perhaps(key, here)}"


def _no_such_word(word: str, allowed: Iterable[str]) -> str:
    return f"{word} is not a word that fits here{_perhaps(word, allowed)}"


def _perhaps(name: str, known: Iterable[str]) -> str:
    """Return similar names, or all names if there are few or none is similar."""
    from difflib import get_close_matches

    names = list(dict.fromkeys(known))
    near = get_close_matches(name, names, n=3) if len(names) > _FEW else []
    return f"; perhaps {' or '.join(near)}" if near else f"; there are {', '.join(names)}"


_FEW = 14
"""Up to this many names are all listed, without guessing which was meant."""


def _keys_of(kind: Any) -> list[str]:
    """Return the keys a type has in a file."""
    return [field.name for field in getattr(kind, "fields", ()) if field.name not in _ONLY_IN_THE_MODEL]


_ONLY_IN_THE_MODEL = frozenset({"path", "text", "minions", "by_edition"})


def _at(keys: tuple[str | int, ...]) -> list[Any]:
    """Return the types allowed at a path of the model."""
    from msgspec import inspect

    here: list[Any] = [inspect.type_info(Scenario)]
    for key in keys:
        here = [inner for kind in here for inner in _inside(kind, key)]
    return here


def _allowed(keys: tuple[str | int, ...]) -> list[str]:
    """Return the words allowed at a path of the model."""
    kinds = _at(keys)
    words = [str(value) for kind in kinds for value in getattr(kind, "values", ()) if value]
    listed = [", ".join(kind.item_type.values) for kind in kinds if hasattr(getattr(kind, "item_type", None), "values")]
    return words + [f"a list of {inner}" for inner in listed]


def _inside(kind: Any, key: str | int) -> list[Any]:
    """Return the types allowed under a key of a type."""
    from msgspec import inspect

    match kind:
        case inspect.UnionType(types=types):
            return [inner for part in types for inner in _inside(part, key)]
        case inspect.StructType(fields=fields):
            kinds = [field.type for field in fields if field.name == key]
        case inspect.DictType(value_type=value):
            kinds = [value]
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            kinds = [item]
        case _:
            kinds = []
    return [inner for part in kinds for inner in (part.types if isinstance(part, inspect.UnionType) else (part,))]


def _told(error: msgspec.ValidationError) -> tuple[str, tuple[str | int, ...]]:
    """Return the message of one of msgspec's errors, and the path of keys in it: `$.base[0].minions[...][1]`."""
    match = _WHERE.fullmatch(str(error))
    if match is None:
        return str(error), ()
    parts = re.findall(r"\.(\w+)|\[(\d+|\.\.\.)\]", match["path"] or "")
    return match["what"], tuple(name or (index if index == _ANY else int(index)) for name, index in parts)


def _pinned_down(shaped: dict[str, Any], keys: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """Return the keys that msgspec leaves out (`[...]`): those whose value alone causes the same error."""
    if _ANY not in keys:
        return keys
    index = keys.index(_ANY)
    mapping: Any = shaped
    for key in keys[:index]:
        mapping = mapping[key]
    for name, value in mapping.items():
        alone = _with_value(shaped, keys[:index], {name: value})
        try:
            msgspec.convert(alone, Scenario)
        except msgspec.ValidationError as error:
            if _told(error)[1] == keys:
                return _pinned_down(alone, (*keys[:index], name, *keys[index + 1 :]))
    return keys


def _with_value(data: Any, keys: tuple[str | int, ...], value: Any) -> Any:
    """Return the same data with another value at a path."""
    if not keys:
        return value
    copy = data.copy()
    copy[keys[0]] = _with_value(data[keys[0]], keys[1:], value)
    return copy


# --- from the keys a person writes to those of the model ------------------------------------------------------------


def _in_shape(raw: dict[str, Any]) -> dict[str, Any]:
    shaped = dict(raw)
    for key in ("path", "text", "minions"):
        if key in shaped:
            raise Misstated((key,), "unknown key")
    seats = shaped.get("seats", list(DEFAULT_SEATS))
    _check_seats(seats)
    for name in shaped["player"] if isinstance(shaped.get("player"), dict) else ():
        if name not in seats:
            wrong = f"{name!r} is not one of {', '.join(seats)}; the header is [player.{seats[0]}]"
            raise Misstated(("player", name), wrong)
    if isinstance(shaped.get("base"), list):
        shaped["base"] = [_base(base, seats, number) for number, base in enumerate(shaped["base"])]
    if "steps" in shaped:
        if "step" in shaped:
            raise Misstated(("steps",), "steps are either lines (steps) or tables ([[step]]), not both")
        lines = shaped.pop("steps")
        if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
            raise Misstated(("steps",), "expected a list of lines such as “Ana: pass”")
        shaped["step"] = [_line(line, seats, number) for number, line in enumerate(lines)]
    elif isinstance(shaped.get("step"), list):
        shaped["step"] = [_step(step, seats, number) for number, step in enumerate(shaped["step"])]
    if isinstance(shaped.get("expect"), dict):
        shaped["expect"] = _expect(shaped["expect"], ("expect",))
    return shaped


def _check_seats(seats: Any) -> None:
    if not isinstance(seats, list) or not all(isinstance(seat, str) for seat in seats):
        raise Misstated(("seats",), "expected a list of names")
    if not 2 <= len(seats) <= 4 or len({seat.lower() for seat in seats}) != len(seats):
        raise Misstated(("seats",), "expected two to four different names")
    for number, seat in enumerate(seats):
        if len(seat) > LONGEST_NAME:
            raise Misstated(("seats", number), f"a player's name has at most {LONGEST_NAME} characters")
        if seat in _BASE_KEYS | _STEP_KEYS or ":" in seat or not seat.strip():
            raise Misstated(("seats", number), f"a player can't be named {seat!r}, because that is a key of the format")


def _base(base: Any, seats: list[str], number: int) -> Any:
    if not isinstance(base, dict):
        return base
    shaped = {key: value for key, value in base.items() if key in _BASE_KEYS}
    others = {key: value for key, value in base.items() if key not in _BASE_KEYS}
    for key in others:
        if key not in seats:
            raise Misstated(("base", number, key), f"neither a player ({', '.join(seats)}) nor a key of a base")
    return {**shaped, "minions": others} if others else shaped


def _step(step: Any, seats: list[str], number: int) -> Any:
    if not isinstance(step, dict):
        return step
    shaped = {key: value for key, value in step.items() if key in _STEP_KEYS}
    doing = [key for key in step if key not in _STEP_KEYS]
    if len(doing) != 1 or doing[0] not in seats:
        named = f"not {' and '.join(doing)}" if doing else "and nobody is named"
        raise Misstated(("step", number), f"a step is taken by one of {', '.join(seats)}, {named}")
    if isinstance(shaped.get("expect"), dict):
        shaped["expect"] = _expect(shaped["expect"], ("step", number, "expect"))
    if shaped.get("refused") is True:
        shaped["refused"] = ""
    return {**shaped, "seat": doing[0], "does": step[doing[0]]}


def _line(line: str, seats: list[str], number: int) -> dict[str, Any]:
    match = _LINE.fullmatch(line.strip())
    if match is None or match["seat"] not in seats:
        raise Misstated(("steps", number), f"{line!r} must start with a player ({', '.join(seats)}) and a colon")
    step: dict[str, Any] = {"seat": match["seat"], "does": match["does"].strip()}
    if match["editions"] is not None:
        step["editions"] = re.split(r"[\s,]+", match["editions"].strip())
    return step


def read_step(line: str, seats: Sequence[str], whose: str) -> Step:
    """Read a step as it is typed: `Ana: pass`, or without the name for a step of `whose`."""
    match = _LINE.fullmatch(line.strip())
    named = {seat.casefold(): seat for seat in seats}
    if match is None or match["seat"].casefold() not in named:
        return Step(seat=whose, does=line.strip())
    stated = _line(f"{named[match['seat'].casefold()]}: {match['does']}", list(seats), 0)
    if match["editions"] is not None:
        stated["editions"] = re.split(r"[\s,]+", match["editions"].strip())
    try:
        return msgspec.convert(stated, Step)
    except msgspec.ValidationError:
        raise Misstated(
            ("steps",), f"{line!r} names an unknown edition; the editions are {', '.join(ALL_EDITIONS)}"
        ) from None


def read_expect(expect: dict[str, Any]) -> Expect:
    """Read the content of an `[expect]` table on its own."""
    if not expect:
        raise Misstated(("expect",), "the scenario expects nothing: add [expect]")
    read = _converted({"title": "", "expect": _expect(expect, ("expect",))}).expect
    _check_expect(("expect",), read)
    return read


def _expect(expect: dict[str, Any], keys: tuple[str | int, ...]) -> dict[str, Any]:
    known = frozenset(Expect.__struct_fields__) - {"by_edition"}
    shaped = {key: value for key, value in expect.items() if key in known}
    by_edition = {key: value for key, value in expect.items() if key not in known}
    for key in by_edition:
        if not key.split() or not set(key.split()) <= set(ALL_EDITIONS):
            if key in TAGS:
                wrong = f'write events = ["{key} CARD"] for what must happen, and never for what must not'
            else:
                wrong = f"neither something to expect nor an edition{_perhaps(key, Expect.__struct_fields__[:-1])}"
            raise Misstated((*keys, key), wrong)
    if by_edition:
        shaped["by_edition"] = by_edition
    return shaped


# --- what the types cannot express ----------------------------------------------------------------------------------


def check_references(scenario: Scenario) -> None:
    """Check that players, editions and ids that a scenario names exist, and that names are valid."""
    seats = scenario.seats
    key = "seats"
    try:
        check_names(seats)
        key = "title"
        check_title(scenario.title)
    except BadName as error:
        raise Misstated((key,), str(error).rstrip(".")) from None
    if not scenario.title.strip():
        raise Misstated(("title",), "a scenario needs a title")
    if scenario.turn and scenario.turn not in seats:
        raise Misstated(("turn",), f"{scenario.turn!r} is not one of {', '.join(seats)}")
    for number, base in enumerate(scenario.base):
        for row in stated_piles("base"):
            for name in getattr(base, row.key):
                if name not in seats:
                    raise Misstated(("base", number, row.key, name), f"{name!r} is not one of {', '.join(seats)}")
    for key, such, pattern in (("examples", "E02", r"[EH]\d{2,3}"), ("rulings", "R02", r"R\d{3}")):
        for number, id in enumerate(getattr(scenario, key)):
            if not re.fullmatch(pattern, id):
                raise Misstated((key, number), f"{id!r} is not an id such as {such}")
    for number, step in enumerate(scenario.step):
        try:
            read_line(step.does)
        except BadLine as error:
            raise Misstated(("step", number), str(error)) from None
    for keys, expect in _expectations(scenario):
        _check_expect(keys, expect)
    for editions, other in scenario.expect.by_edition.items():
        if other.by_edition:
            raise Misstated(("expect", editions), "editions can't be nested")


def _check_expect(keys: tuple[str | int, ...], expect: Expect) -> None:
    """Check words and events in expectations."""
    if expect.asked is not None and expect.asked.kind and expect.asked.kind not in KINDS:
        raise Misstated((*keys, "asked", "kind"), f"{expect.asked.kind!r} is not one of {', '.join(KINDS)}")
    for name, plays in (expect.plays or {}).items():
        for kind in plays:
            if kind not in PLAYS:
                raise Misstated((*keys, "plays", name, kind), f"{kind!r} is not one of {', '.join(PLAYS)}")
    for field in ("events", "never"):
        for number, pattern in enumerate(getattr(expect, field) or ()):
            if wrong := _wrong_with(pattern):
                raise Misstated((*keys, field, number), wrong)


def _wrong_with(pattern: EventExpected) -> str:
    """Return why a pattern can never match an event: no such event, or no such field."""
    tag = pattern.strip().partition(" ")[0] if isinstance(pattern, str) else str(pattern.get("event", ""))
    if tag not in TAGS:
        return f"{tag[:LONGEST_NAME]!r} is not a kind of event{_perhaps(tag, sorted(TAGS))}"
    known = [name for name in TAGS[tag].__struct_fields__ if name not in ("position", "cause", "moment")]
    unknown = [] if isinstance(pattern, str) else [name for name in pattern if name not in ("event", *known)]
    return f"{unknown[0][:LONGEST_NAME]!r} is not a field of {tag}{_perhaps(unknown[0], known)}" if unknown else ""


KINDS = tuple(str(kind.__struct_config__.tag) for kind in get_args(AnyQuestion) if kind is not Unseen)
PLAYS = ("minion", "action", "card")


def _expectations(scenario: Scenario) -> Iterator[tuple[tuple[str | int, ...], Expect]]:
    """Yield all expectations, each with its path."""
    stated: list[tuple[tuple[str | int, ...], Expect]] = [(("expect",), scenario.expect)]
    stated += [(("step", number, "expect"), step.expect) for number, step in enumerate(scenario.step) if step.expect]
    for keys, expect in stated:
        yield keys, expect
        yield from (((*keys, editions), other) for editions, other in expect.by_edition.items())


def check_ids(scenario: Scenario) -> None:
    """Check that the rules and cards that a scenario names exist."""
    from adjudicator.rulebooks.catalogue import catalogue, rule
    from core.printed.definitions import all_definitions, definition

    for number, id in enumerate(scenario.rules):
        try:
            rule(id)
        except SmashUpError:
            raise _unknown(scenario, "rules", number, id, catalogue().rules) from None
    for number, id in enumerate(scenario.cards):
        try:
            definition(id)
        except SmashUpError:
            raise _unknown(scenario, "cards", number, id, [card.id for card in all_definitions()]) from None


def _unknown(scenario: Scenario, key: str, number: int, id: str, known: Iterable[str]) -> ScenarioError:
    from difflib import get_close_matches

    near = get_close_matches(id, known, n=3)
    meant = f"; perhaps {' or '.join(near)}" if near else ""
    return located(scenario, Misstated((key, number), f"there is no {key[:-1]} {id!r}{meant}"))


# --- where --------------------------------------------------------------------------------------------------------------


def field_name(keys: tuple[str | int, ...]) -> str:
    """Return a path of keys as a person writes it: `base[1].Ana[0]` (numbers count from 1)."""
    written = ""
    for key in keys:
        written += f"[{key + 1}]" if isinstance(key, int) else f".{key}" if written else key
    return written


def _as_written(keys: tuple[str | int, ...], text: str) -> tuple[str | int, ...]:
    """Return the model's path as the file has it, without keys that only the model has."""
    hidden = {"minions", "by_edition", _ANY} | ({"does", "seat"} if keys[:1] == ("step",) else set())
    written = [key for key in keys if key not in hidden]
    if written and written[0] == "step" and re.search(r"^\s*steps\s*=", text, re.M):
        written[0] = "steps"
    return tuple(written)
