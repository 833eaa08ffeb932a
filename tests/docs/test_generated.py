"""The generated parts of the documentation are up to date, and the example card of docs/CARDS.md works."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys

import pytest

from core.printed.definitions import Ability, Definition
from tests.docs import cards_page
from tests.docs.pages import PAGES, current
from tests.docs.source import ROOT

CARDS = (ROOT / "docs" / "CARDS.md").read_text(encoding="utf-8")

EXAMPLE = """
import sys
from adjudicator.scenarios.load import parse
from adjudicator.scenarios.run import run
from core.printed.definitions import load_cards

load_cards()
exec(sys.argv[1], {})
outcome = run(parse(sys.argv[2]), "EMD")
assert outcome.passed, outcome.failures
"""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_generated_part_is_up_to_date(page):
    assert page.read_text(encoding="utf-8") == current(page), "run: python -m tests.docs --update"


def test_the_readme_is_short():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 150


def _table_of(heading: str) -> set[str]:
    """Return the options that a hand-written table of docs/CARDS.md explains."""
    section = CARDS.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE))


def test_every_option_of_cards_and_decorators_is_explained():
    printed = {"set", "faction", "text", "power", "kind", "breakpoint", "vp"}
    assert _table_of("Options of cards") == _options(Definition) - printed
    signatures = {
        word for heading in re.findall(r"^### `(.*)`$", CARDS, re.MULTILINE) for word in re.findall(r"(\w+)=", heading)
    }
    set_by_decorators = {"verbs", "plays"}
    assert _options(Ability) - signatures - set_by_decorators <= _table_of("Options of decorators")
    assert _table_of("Options of decorators") <= _options(Ability)


def _options(of: type) -> set[str]:
    parameters = inspect.signature(of).parameters.values()
    return {parameter.name for parameter in parameters if parameter.kind is inspect.Parameter.KEYWORD_ONLY}


def test_nearly_every_function_has_a_card_as_example():
    rows = [row for part in cards_page.functions().values() for row in part]
    without = [row[0] for row in rows if row[2] == cards_page.NO_EXAMPLE]
    assert len(rows) > 100
    assert len(without) <= 3, without


def test_the_example_card_passes_its_scenario():
    """In a process of its own, because a card once defined stays known."""
    found = re.search(r"```python\n(.*?)```.*?```toml\n(.*?)```", CARDS, re.DOTALL)
    assert found
    module, scenario = found.groups()
    done = subprocess.run(
        [sys.executable, "-c", EXAMPLE, module, scenario], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
