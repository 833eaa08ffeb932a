"""Reading a scenario file: TOML, checked strictly, every error with file, line and field."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec

from adjudicator.scenarios.line_numbers import line_of
from adjudicator.scenarios.model import ALL_EDITIONS, DEFAULT_SEATS, BaseStated, Expect, Scenario, Step
from adjudicator.scenarios.step_words import BadLine, read_line
from events.errors import SmashUpError
from events.names import BadName, check_names, check_title
from events.questions import AnyQuestion, Unseen

_BASE_KEYS = frozenset(BaseStated.__struct_fields__) - {"minions"}
_STEP_KEYS = frozenset(Step.__struct_fields__) - {"seat", "does"}
_LINE = re.compile(r"(?:\[(?P<editions>[^\]]*)\]\s*)?(?P<seat>[^:]+?)\s*:\s*(?P<does>.+)", re.S)
_ANY = "..."
LONGEST_FILE = 1_000_000
LONGEST_WORD = 400
LARGEST = 1_000_000
_WORD = re.compile(rf"[\w/-]{{{LONGEST_WORD + 1}}}")
_WHERE = re.compile(r"^(?P<what>.*?)(?: - at `\$(?P<path>[^`]*)`)?$", re.S)


class ScenarioError(SmashUpError):
    """A scenario file that cannot be used: where, and what is wrong there."""

    def __init__(self, path: str, line: int, field: str, wrong: str) -> None:
        super().__init__(path, line, field, wrong)
        self.path, self.line, self.field, self.wrong = path, line, field, wrong

    def __str__(self) -> str:
        where = f"{self.path}:{self.line}" if self.line else self.path
        return f"{where}: {self.field + ': ' if self.field else ''}{self.wrong}"


class Misstated(SmashUpError):
    """Something wrong with a part of a scenario, named by the path of its key: ("base", 0, "Ana", 2)."""

    def __init__(self, keys: tuple[str | int, ...], wrong: str) -> None:
        super().__init__(keys, wrong)
        self.keys, self.wrong = keys, wrong

    def __str__(self) -> str:
        return f"{field_name(self.keys)}: {self.wrong}"


def scenario_files(paths: Iterable[str | Path]) -> Iterator[Path]:
    """The scenario files at or under these paths, in order of name."""
    for given in paths:
        path = Path(given)
        if path.is_dir():
            yield from sorted(path.rglob("*.toml"))
        elif path.exists():
            yield path
        else:
            raise SmashUpError(f"There is no file or folder {path}.")


def load(path: str | Path) -> Scenario:
    """The scenario in a file."""
    try:
        with Path(path).open(encoding="utf-8", newline=None) as file:
            text = file.read(LONGEST_FILE + 1)
    except (OSError, UnicodeDecodeError) as error:
        raise ScenarioError(str(path), 0, "", f"cannot be read ({error})") from None
    scenario = parse(text, str(path))
    check_ids(scenario)
    return scenario


def parse(text: str, path: str = "scenario") -> Scenario:
    """The scenario in a text; `path` is for errors and golden files."""
    _check_size(text, path)
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        line = int(found[1]) if found else 0
        raise ScenarioError(path, line, "", f"this is not TOML: {error}") from None
    except RecursionError:
        raise ScenarioError(path, 0, "", "lists and tables lie in one another too deep") from None
    try:
        _check_numbers(raw)
        scenario = _converted({**_in_shape(raw), "path": path, "text": text})
        check_references(scenario)
    except Misstated as error:
        raise _with_line(error, path, text) from None
    return scenario


def _check_size(text: str, path: str) -> None:
    """No scenario needs a file as long as a book, or a word or number as long as a page."""
    if len(text) > LONGEST_FILE:
        raise ScenarioError(path, 0, "", f"a scenario has at most {LONGEST_FILE:,} characters, this has more")
    if found := _WORD.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise ScenarioError(path, line, "", f"there is a word or number of more than {LONGEST_WORD} characters")


def _check_numbers(stated: Any, keys: tuple[str | int, ...] = ()) -> None:
    if isinstance(stated, int) and abs(stated) > LARGEST:
        raise Misstated(keys, f"a number here has at most {len(str(LARGEST)) - 1} digits")
    inside = stated.items() if isinstance(stated, dict) else enumerate(stated) if isinstance(stated, list) else ()
    for key, value in inside:
        _check_numbers(value, (*keys, key))


def located(scenario: Scenario, error: Misstated) -> ScenarioError:
    """An error found while a scenario was being set up, with the line of its file."""
    return _with_line(error, scenario.path, scenario.text)


def _with_line(error: Misstated, path: str, text: str) -> ScenarioError:
    written = _as_written(error.keys, text)
    return ScenarioError(path, line_of(text, written), field_name(written), error.wrong)


def _converted(shaped: dict[str, Any]) -> Scenario:
    try:
        return msgspec.convert(shaped, Scenario)
    except msgspec.ValidationError as error:
        wrong, keys = _told(error)
        keys = _pinned_down(shaped, keys)
        if unknown := re.fullmatch(r"Object contains unknown field `(.+)`", wrong):
            keys, wrong = (*keys, unknown[1]), "there is no such key"
        elif value := re.fullmatch(r"Invalid enum value (.+)", wrong):
            wrong = f"{value[1]} is none of {', '.join(_allowed(keys))}"
        raise Misstated(keys, wrong) from None


def _allowed(keys: tuple[str | int, ...]) -> list[str]:
    """The words that may stand at a path of the model."""
    from msgspec import inspect

    here: list[Any] = [inspect.type_info(Scenario)]
    for key in keys:
        here = [inner for kind in here for inner in _inside(kind, key)]
    return [str(value) for kind in here for value in getattr(kind, "values", ())]


def _inside(kind: Any, key: str | int) -> list[Any]:
    """The types that may stand under a key of a type."""
    from msgspec import inspect

    match kind:
        case inspect.UnionType(types=types):
            return [inner for one in types for inner in _inside(one, key)]
        case inspect.StructType(fields=fields):
            found = [field.type for field in fields if field.name == key]
        case inspect.DictType(value_type=value):
            found = [value]
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            found = [item]
        case _:
            found = []
    return [inner for one in found for inner in (one.types if isinstance(one, inspect.UnionType) else (one,))]


def _told(error: msgspec.ValidationError) -> tuple[str, tuple[str | int, ...]]:
    """What one of msgspec's errors says, and the path of keys in it: `$.base[0].minions[...][1]`."""
    found = _WHERE.fullmatch(str(error))
    if found is None:
        return str(error), ()
    parts = re.findall(r"\.(\w+)|\[(\d+|\.\.\.)\]", found["path"] or "")
    return found["what"], tuple(name or (index if index == _ANY else int(index)) for name, index in parts)


def _pinned_down(shaped: dict[str, Any], keys: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """The keys that msgspec leaves out (`[...]`): those whose value alone is wrong in the same way."""
    if _ANY not in keys:
        return keys
    place = keys.index(_ANY)
    mapping: Any = shaped
    for key in keys[:place]:
        mapping = mapping[key]
    for name, value in mapping.items():
        alone = _with_value(shaped, keys[:place], {name: value})
        try:
            msgspec.convert(alone, Scenario)
        except msgspec.ValidationError as error:
            if _told(error)[1] == keys:
                return _pinned_down(alone, (*keys[:place], name, *keys[place + 1 :]))
    return keys


def _with_value(data: Any, keys: tuple[str | int, ...], value: Any) -> Any:
    """The same data with another value at a path."""
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
            raise Misstated((key,), "there is no such key")
    seats = shaped.get("seats", list(DEFAULT_SEATS))
    _check_seats(seats)
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
        if seat in _BASE_KEYS | _STEP_KEYS or ":" in seat or not seat.strip():
            raise Misstated(("seats", number), f"a player cannot be called {seat!r} here: it is a key of the format")


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
    found = _LINE.fullmatch(line.strip())
    if found is None or found["seat"] not in seats:
        raise Misstated(("steps", number), f"{line!r} does not begin with a player ({', '.join(seats)}) and a colon")
    step: dict[str, Any] = {"seat": found["seat"], "does": found["does"].strip()}
    if found["editions"] is not None:
        step["editions"] = re.split(r"[\s,]+", found["editions"].strip())
    return step


def read_expect(expect: dict[str, Any]) -> Expect:
    """What is expected, by itself: the content of an `[expect]` table."""
    if not expect:
        raise Misstated(("expect",), "nothing is expected")
    return _converted({"title": "", "expect": _expect(expect, ("expect",))}).expect


def _expect(expect: dict[str, Any], keys: tuple[str | int, ...]) -> dict[str, Any]:
    known = frozenset(Expect.__struct_fields__) - {"by_edition"}
    shaped = {key: value for key, value in expect.items() if key in known}
    by_edition = {key: value for key, value in expect.items() if key not in known}
    for key in by_edition:
        if not key.split() or not set(key.split()) <= set(ALL_EDITIONS):
            raise Misstated((*keys, key), "neither something to expect nor an edition")
    if by_edition:
        shaped["by_edition"] = by_edition
    return shaped


# --- what the types cannot say --------------------------------------------------------------------------------------


def check_references(scenario: Scenario) -> None:
    """Players, editions and ids that a scenario names must exist, and names must be names."""
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
        raise Misstated(("turn",), f"{scenario.turn!r} is none of {', '.join(seats)}")
    for name in scenario.player:
        if name not in seats:
            raise Misstated(("player", name), f"{name!r} is none of {', '.join(seats)}")
    for number, base in enumerate(scenario.base):
        for zone in ("actions", "buried"):
            for name in getattr(base, zone):
                if name not in seats:
                    raise Misstated(("base", number, zone, name), f"{name!r} is none of {', '.join(seats)}")
    for key, pattern in (("examples", r"E\d{2,3}"), ("rulings", r"R\d{3}")):
        for number, id in enumerate(getattr(scenario, key)):
            if not re.fullmatch(pattern, id):
                raise Misstated((key, number), f"{id!r} is not an id such as {pattern[0]}02")
    for number, step in enumerate(scenario.step):
        try:
            read_line(step.does)
        except BadLine as error:
            raise Misstated(("step", number), str(error)) from None
    for keys, expect in _expectations(scenario):
        if expect.asked is not None and expect.asked.kind and expect.asked.kind not in KINDS:
            raise Misstated((*keys, "asked", "kind"), f"{expect.asked.kind!r} is none of {', '.join(KINDS)}")
        for name, plays in (expect.plays or {}).items():
            for kind in plays:
                if kind not in PLAYS:
                    raise Misstated((*keys, "plays", name, kind), f"{kind!r} is none of {', '.join(PLAYS)}")
    for editions, other in scenario.expect.by_edition.items():
        if other.by_edition:
            raise Misstated(("expect", editions), "an edition within an edition")


KINDS = tuple(str(kind.__struct_config__.tag) for kind in get_args(AnyQuestion) if kind is not Unseen)
PLAYS = ("minion", "action", "card")


def _expectations(scenario: Scenario) -> Iterator[tuple[tuple[str | int, ...], Expect]]:
    """Everything that is expected anywhere, with its path."""
    stated: list[tuple[tuple[str | int, ...], Expect]] = [(("expect",), scenario.expect)]
    stated += [(("step", number, "expect"), one.expect) for number, one in enumerate(scenario.step) if one.expect]
    for keys, expect in stated:
        yield keys, expect
        yield from (((*keys, editions), other) for editions, other in expect.by_edition.items())


def check_ids(scenario: Scenario) -> None:
    """The rules and cards that a scenario names must exist."""
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
    """A path of keys as a person writes it: `base[1].Ana[0]` (numbers count from 1)."""
    written = ""
    for key in keys:
        written += f"[{key + 1}]" if isinstance(key, int) else f".{key}" if written else key
    return written


def _as_written(keys: tuple[str | int, ...], text: str) -> tuple[str | int, ...]:
    """The model's path as the file has it: without the keys that only the model has."""
    hidden = {"minions", "by_edition", _ANY} | ({"does", "seat"} if keys[:1] == ("step",) else set())
    written = [key for key in keys if key not in hidden]
    if written and written[0] == "step" and re.search(r"^\s*steps\s*=", text, re.M):
        written[0] = "steps"
    return tuple(written)
