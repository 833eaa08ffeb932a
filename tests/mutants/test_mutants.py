"""Mutation testing itself: changes are made where they are said to be, and a wrong rule is noticed."""

import ast
from pathlib import Path

from tests.mutants.__main__ import ROOT, Laboratory, all_mutants, harmless
from tests.mutants.operators import mutants_of

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


def test_all_mutants_of_the_rules_can_be_read() -> None:
    there_are = all_mutants()
    assert len(there_are) > 2000
    for mutant in there_are[::11]:
        ast.parse(mutant.applied((ROOT / mutant.file).read_bytes()))


def test_what_is_said_to_change_nothing_still_stands_there() -> None:
    keys = {mutant.key((ROOT / mutant.file).read_bytes()) for mutant in all_mutants()}
    assert [key for key in harmless() if key not in keys] == []


def test_a_wrong_rule_is_noticed(tmp_path: Path) -> None:
    laboratory = Laboratory(tmp_path)
    mutant = next(one for one in all_mutants() if one.file == "core/rules/scoring.py" and one.operator == "comparison")
    assert laboratory.judge(mutant)[0]
    assert (tmp_path / mutant.file).read_bytes() == (ROOT / mutant.file).read_bytes()
