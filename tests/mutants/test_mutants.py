"""Mutation testing itself: changes are made where they are said to be, and a wrong rule is noticed."""

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

from tests.mutants.__main__ import all_mutants, drawn, harmless
from tests.mutants.operators import Mutant, mutants_of
from tests.mutants.reach import ROOT, function_of

SOURCE = """
def rule(me: int, total: int = 3) -> bool:
    if me and total >= 2 or not (me or total):
        draw(me)
        yield from play(me)
    return me in (1, 2) and total - 1 is not None
"""


def test_every_operator_changes_its_place(tmp_path: Path) -> None:
    file = tmp_path / "rule.py"
    file.write_text(SOURCE)
    source = file.read_bytes()
    found = mutants_of(file, tmp_path)
    changed = {mutant.applied(source) for mutant in found}
    assert len(changed) == len(found), "no two are the same"
    for mutant in changed:
        assert ast.dump(ast.parse(mutant)) != ast.dump(ast.parse(source))
    assert {mutant.operator for mutant in found} == {
        "comparison", "and, or", "sum", "not", "number", "condition", "nothing done",
    }  # fmt: skip
    assert b"total > 2" in b"".join(changed)
    assert b"me not in (1, 2)" in b"".join(changed)


@cache
def there_are() -> tuple[Mutant, ...]:
    """Every mutant of the rules, found once."""
    return tuple(all_mutants())


def test_all_mutants_of_the_rules_can_be_read() -> None:
    assert len(there_are()) > 2000
    for mutant in there_are()[::11]:
        ast.parse(mutant.applied((ROOT / mutant.file).read_bytes()))


def test_a_changed_line_leaves_the_rest_of_a_sample_as_it_was() -> None:
    assert len({one.words for one in there_are()}) == len(there_are()), "no two are called the same"
    sample = drawn(there_are(), 300, 1)
    assert sample == drawn(there_are()[::-1], 300, 1)
    less = [one for one in there_are() if one != sample[7]]
    assert drawn(less, 299, 1) == sample[:7] + sample[8:]


def test_what_is_said_to_change_nothing_still_stands_there() -> None:
    keys = {mutant.words for mutant in there_are()}
    assert [key for key in harmless() if key not in keys] == []


def test_the_function_of_a_mutant_is_the_one_that_runs_it() -> None:
    """Decorators and defaults run as the module is loaded; a lambda is a function of its own."""
    own = next(one for one in there_are() if "copies=" in one.words)
    assert function_of(own) == ""
    for mutant in there_are()[::29]:
        if place := function_of(mutant):
            file, _, line = place.partition(":")
            assert (file, int(line) <= mutant.line) == (mutant.file, True)


NOTICED = """
from tests.mutants.__main__ import all_mutants, judge
from tests.mutants.reach import CallMap, apart, function_of, measure
from tests.mutants.test_mutants import TIES, around

mutants = [one for one in all_mutants() if one.file == "core/rules/scoring.py" and "def places" in around(one)]
called = set(apart(lambda: measure([TIES]))[TIES])
mutant = next(one for one in mutants if judge(one, CallMap(of={TIES: called})).noticed)
print(judge(mutant, CallMap(of={TIES: called})).by)
print(judge(mutant, CallMap(of={TIES: called - {function_of(mutant)}})).by or "nobody")
"""
TIES = "fixtures/scenarios/scoring/all-tied.toml"


def test_a_wrong_rule_is_noticed_by_the_tests_that_run_it() -> None:
    """Run the mutant in a process that has not loaded the rules."""
    done = subprocess.run([sys.executable, "-c", NOTICED], cwd=ROOT, capture_output=True, text=True, check=True)
    by, otherwise = done.stdout.splitlines()
    assert by.startswith(TIES)
    assert otherwise == "nobody"


def around(mutant: Mutant) -> str:
    """The first line of the function that a mutant is in."""
    place = function_of(mutant)
    return (ROOT / mutant.file).read_text().splitlines()[int(place.rpartition(":")[2]) - 1] if place else ""
