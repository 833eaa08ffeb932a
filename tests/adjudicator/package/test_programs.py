"""The page for programs: its examples run, and it names all there is."""

from __future__ import annotations

import doctest
import re

import smashup
from adjudicator.bundled import PAGES, ROOT

PAGE = (PAGES / "PROGRAMS.md").read_text(encoding="utf-8")


def test_it_is_this_checkout_that_is_tested():
    """Another installation would answer for scenarios, too, and nobody would know."""
    assert smashup.__file__.startswith(str(ROOT)), "put adjudicator/package of this checkout on PYTHONPATH, too"


def test_the_examples_hold(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    examples = "\n".join(re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(examples, {}, "PROGRAMS.md", None, 0)
    told: list[str] = []
    results = doctest.DocTestRunner().run(test, out=told.append)
    assert results.failed == 0, "".join(told)
    assert results.attempted > 20


def test_every_name_is_there_and_on_the_page():
    for name in smashup.__all__:
        assert getattr(smashup, name) is not None
        assert re.search(rf"`{name}[`(]", PAGE), name
    assert set(smashup.__all__) <= set(dir(smashup))
    assert not hasattr(smashup, "nothing_of_ours")
