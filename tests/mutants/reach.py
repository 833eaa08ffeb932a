"""Which scenarios, recorded games and test files run which function of the rules.

A change inside a function that something never calls cannot be noticed by it: so only the others are put to a mutant, and
nothing is lost. What runs while the cards are loaded reaches everything.
"""

from __future__ import annotations

import ast
import hashlib
import os
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from types import CodeType, FrameType
from typing import Any

import msgspec

from tests.mutants.operators import Mutant

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "fixtures"
CORE = f"{ROOT / 'core'}/"
TESTS = (ROOT / "tests" / "core", ROOT / "tests" / "adjudicator" / "rulings")
FIRST = "fixtures/scenarios/scoring/all-tied.toml"
PACK = 50

Place = str
"""A function: its file and first line."""


EVERYTHING = "everything"
"""In place of all functions: what tests of random games call."""


class CallMap(msgspec.Struct):
    """For each file that can be put to a mutant, the functions it calls; and those called while cards are loaded."""

    always: set[Place] = set()
    of: dict[str, set[Place]] = {}

    def files(self, mutant: Mutant) -> list[str]:
        """The files that can notice a mutant: those of its own card set first, then a fair mixture, games last."""
        place = function_of(mutant)
        found = [
            file
            for file, called in self.of.items()
            if not place or place in self.always or place in called or EVERYTHING in called
        ]
        random.Random(0).shuffle(found)
        words = [part.replace("_", "-") for part in Path(mutant.file).with_suffix("").parts[1:]]
        long = {file for file in found if file.endswith(".jsonl") or EVERYTHING in self.of[file]}
        return sorted(found, key=lambda file: (file in long, -_kinship(file, words)))


def _kinship(file: str, words: Sequence[str]) -> int:
    parts = file.replace("_", "-").removesuffix(".py").split("/")
    return sum(word in parts or f"test-{word}" in parts for word in words)


def function_of(mutant: Mutant) -> Place:
    """The function inside which a mutant is; "" if it is outside of all of them, and so runs as the module is loaded."""
    source = (ROOT / mutant.file).read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def inside(node: ast.AST, found: int) -> int:
        for name, value in ast.iter_fields(node):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and _holds(child, starts, mutant):
                    function = isinstance(node, (ast.FunctionDef, ast.Lambda)) and name == "body"
                    return inside(child, _first_line(node) if function else found)
        return found

    first = inside(ast.parse(source), 0)
    return f"{mutant.file}:{first}" if first else ""


def _holds(node: ast.AST, starts: Sequence[int], mutant: Mutant) -> bool:
    if not hasattr(node, "lineno"):
        return any(_holds(child, starts, mutant) for child in ast.iter_child_nodes(node))
    begins: int = starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.decorator_list:
        begins = starts[node.decorator_list[0].lineno - 1]
    ends: int = starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
    return begins <= mutant.start and mutant.end <= ends


def _first_line(node: ast.AST) -> int:
    """As the compiler counts it: a function begins with its first decorator."""
    first: int = min(part.lineno for part in (node, *getattr(node, "decorator_list", ())))
    return first


@contextmanager
def watched() -> Iterator[set[Place]]:
    """The functions of core that are called meanwhile."""
    codes: set[CodeType] = set()
    places: set[Place] = set()

    def called(frame: FrameType, event: str, argument: Any) -> None:
        codes.add(frame.f_code)

    sys.settrace(called)
    try:
        yield places
    finally:
        sys.settrace(None)
        for code in codes:
            if code.co_filename.startswith(CORE):
                places.add(f"{code.co_filename.removeprefix(f'{ROOT}/')}:{code.co_firstlineno}")


_BIRTH = Lock()
"""One at a time: a child that is born meanwhile would hold the other's mouth open."""


def apart(work: Callable[[], Any]) -> Any:
    """Return the result of a call in a forked process, which leaves nothing behind."""
    with _BIRTH:
        ear, mouth = os.pipe()
        child = os.fork()
        if not child:
            try:
                with os.fdopen(mouth, "wb") as out:
                    out.write(msgspec.msgpack.encode(work()))
            finally:
                os._exit(0)
        os.close(mouth)
    with os.fdopen(ear, "rb") as heard:
        found = heard.read()
    os.waitpid(child, 0)
    return msgspec.msgpack.decode(found)


def reach(journal: Path, some: Sequence[str]) -> CallMap:
    """What some files call: measured once, and kept in the journal while the rules and the file stay as they are."""
    kept = (
        [msgspec.json.decode(line, type=FileReach) for line in journal.read_bytes().splitlines()]
        if journal.exists()
        else []
    )
    known = {mutant.file: mutant for mutant in kept}
    files = {file: _state(file) for file in ("", *some)}
    left = [file for file, state in files.items() if file not in known or known[file].state != state]
    with journal.open("ab") as out:
        for called in _measured(left, files):
            known[called.file] = called
            out.write(msgspec.json.encode(called) + b"\n")
            out.flush()
    return CallMap(known[""].called, {file: known[file].called for file in files if file})


class FileReach(msgspec.Struct):
    """What a file calls (the file without a name: what runs while the cards are loaded), as it was then."""

    file: str
    state: str
    called: set[Place]


def _state(file: str) -> str:
    return hashlib.sha256((ROOT / file).read_bytes()).hexdigest()[:12] if file else ""


def _measured(files: Sequence[str], states: dict[str, str]) -> Iterator[FileReach]:
    """Each in a process of its own; they come in packs, which share what is read once and kept."""
    checked = [file for file in files if not file.endswith(".py")]
    for start in range(0, len(checked), PACK):
        pack = checked[start : start + PACK]
        for file, called in apart(lambda pack=pack: measure(pack)).items():  # type: ignore[misc]
            yield FileReach(file, states[file], set(called))
    for file in (one for one in files if one.endswith(".py")):
        yield FileReach(file, states[file], set(apart(lambda file=file: _of_tests(file))))  # type: ignore[misc]


def scenario_files() -> list[str]:
    """The scenarios and recorded games."""
    paths = [path for folder in ("scenarios", "games") for path in sorted((FIXTURES / folder).rglob("*"))]
    return [str(path.relative_to(ROOT)) for path in paths if path.suffix in (".toml", ".jsonl")]


def test_files() -> list[str]:
    """The tests of the rules and of what judges read of them, but for those of players and of long runs."""
    files = [str(path.relative_to(ROOT)) for folder in TESTS for path in sorted(folder.rglob("test_*.py"))]
    return [file for file in files if "/players/" not in file and not file.endswith("/test_soak.py")]


def measure(files: Sequence[str]) -> dict[str, set[Place]]:
    """What scenarios and recorded games call."""
    with watched() as always:
        from adjudicator.scenarios.checking import check_file
        from core.printed.definitions import load_cards

        load_cards()
        check_file(ROOT / FIRST)  # what is read once and kept is known to all the others

    def of_one(file: str) -> set[Place]:
        with watched() as called:
            check_file(ROOT / file)
        return called

    return {file: of_one(file) if file else always for file in files}


def _of_tests(file: str) -> set[Place]:
    if "random_games" in (ROOT / file).read_text(encoding="utf-8"):
        return {EVERYTHING}
    from tests.mutants.trial import run_tests

    with watched() as called:
        run_tests([file])
    return called
