"""Whoever looks something up loads the modules that have it, and in the end everything is as if all had been loaded at
once.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

BEGINNING = """
import sys
from core.printed.definitions import *
from core.printed import definitions
def loaded():
    names = [name.removeprefix("core.cards.sets.") for name in sys.modules if name.startswith("core.cards.sets.")]
    return sorted(name for name in names if "." in name)
"""
ORDER = "print([card.id for card in all_definitions()], [*all_abilities()], [*definitions.FACTIONS])"


def in_a_new_process(code: str) -> str:
    command = [sys.executable, "-c", BEGINNING + code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(
    ("code", "modules"),
    [
        ("definition('pirates/pirate-king')", ["core_set.pirates"]),
        ("definition('guests/shoggoth')", ["obligatory_cthulhu_set.elder_things"]),
        ("ability('samurai/samurai-chan#honorable-end')", ["oops_you_did_it_again.samurai"]),
        ("definition('ghosts/spectre')", ["awesome_level_9000.ghosts", "awesome_level_9000.ghosts_2026"]),
        ("printing('Kitty Cats')", ["pretty_pretty_smash_up.kitty_cats"]),
        ("cards_named('cub scout')", ["awesome_level_9000.bear_cavalry"]),
        ("cards_named('no such card')", []),
        ("bases_of_set('clowns')", ["clowns.bases"]),
        ("piles_beside()", ["obligatory_cthulhu_set.madness_deck"]),
        ("piles_beside(('core-set',))", []),
        ("assert 'no-faction' not in definitions.FACTIONS", []),
        ("definition('vanilla/5')", []),
    ],
)
def test_only_what_is_looked_up_is_loaded(code: str, modules: list[str]):
    assert in_a_new_process(f"{code}; print(loaded())") == str(modules)


def test_the_order_of_loading_leaves_no_trace():
    some = ("titans", "penguins", "samurai", "ghosts", "aliens")
    looked_up = "definition('base/tortuga'); " + "; ".join(f"definitions.FACTIONS.get({name!r})" for name in some)
    assert in_a_new_process(f"{looked_up}; {ORDER}") == in_a_new_process(ORDER)


@pytest.mark.parametrize("change", ["lines[1:]", "[line for line in lines if 'ghosts_2026' not in line]", "[]"])
def test_a_list_that_lacks_something_hides_nothing(change: str):
    wrong = f"""
from core.printed import card_list
whole = definitions.get_data
def some(package, name):
    lines = whole(package, name).decode().splitlines()
    return chr(10).join({change}).encode()
definitions.get_data = some
print(definition("base/field-of-honor").name, printing("ghosts@2026").name, len(cards_named("field of honor")))
{ORDER}
"""
    if change == "lines[1:]":
        wrong = wrong.replace('len(cards_named("field of honor"))', "1")
    assert in_a_new_process(wrong).splitlines() == [
        "Field of Honor Ghosts (2026 printing) 1",
        *in_a_new_process(ORDER).splitlines(),
    ]


def test_a_name_that_is_not_listed_yet_is_found():
    code = """
from adjudicator.cli.cards import look_up
from adjudicator.scenarios.names import base_id
whole = definitions.get_data
definitions.get_data = lambda package, name: whole(package, name).partition(b"\\n")[2]
print(base_id("field of honor"), look_up("field of honor").id)
"""
    assert in_a_new_process(code) == "base/field-of-honor base/field-of-honor"


def test_a_misspelled_word_is_found_whatever_is_loaded_first():
    code = """
from core.printed.spelling import UnknownWord
definition("aliens/collector")
import core.cards.sets.core_set.pirates as pirates
pirates.WRONG = "disacrd"
try:
    definition("pirates/pirate-king"), definitions.FACTIONS["pirates"]
except UnknownWord as error:
    print(error)
"""
    assert "there is no word 'disacrd'; did you mean 'discard'?" in in_a_new_process(code)
