"""A misspelled word in a card is rejected by the type checker and when the cards load."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import core.cards.sets
from core.cards import stand_ins
from core.cards.language import Verb
from core.engine import moments
from core.printed import definitions
from core.printed.spelling import UnknownWord
from core.rules import permissions
from events import words
from projections import timeline

MISSPELLED = Path(__file__).parent / "misspelled"

MESSAGES = {
    "verb": "typos/warden: there is no effect verb 'destory'; did you mean 'destroy'?",
    "rule": "typos/warden: there is no rule that cards may change 'talant-limit'; did you mean 'talent-limit'?",
    "duration": "typos/warden: there is no word 'trun'; did you mean 'turn'?",
    "play_kind": "typos/warden: there is no word 'minoin'; did you mean 'minion'?",
    "play_condition": "typos/warden: there is no word 'powr-at-most'; did you mean 'power-at-most'?",
    "hook": "typos/warden: there is no hook 'end-of-trun'; did you mean 'end-of-turn'?",
    "action_kind": "typos/leash: there is no kind of action 'on-minoin'; did you mean 'on-minion'?",
    "indifference": "typos/warden: there is no indifference 'evnt'; did you mean 'event'?",
    "helper": "typos/warden: there is no word 'nextturn'; did you mean 'next-turn'?",
    "condition_of_ability": "typos/warden: there is no word 'on-bsae'; did you mean 'on-base'?",
    "one_of_several": "typos/warden: there is no word 'dekc'; did you mean 'deck'?",
    "effect_of_talent": "typos/warden: there is no word 'drwa'; did you mean 'draw'?",
    "constant": "typos/warden: there is no word 'disacrd'; did you mean 'discard'?",
    "tag": "typos/cub: there is no tag 'microbto'; did you mean 'microbot'?",
    "blank": "typos/warden: there is no word 'next turn'; did you mean 'next-turn'?",
    "set_of_cards": "typos/warden: there is no set 'typos'.",
    "ability_key": "typos/warden: there is no ability 'typos/warden#remmeber'; did you mean 'typos/warden#remember-it'?",
}
ONLY_WHEN_LOADED = {"ability_key", "set_of_cards"}
"""Misspellings that a type checker cannot find: these words are not a closed set."""


@pytest.fixture
def own_sets(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Sets in the folder of misspelled ones, and no card loaded so far."""
    loaded = {*sys.modules}
    monkeypatch.setattr(core.cards.sets, "__path__", [str(MISSPELLED)])
    for registry in ("FACTIONS", "_DEFINITIONS", "_ABILITIES"):
        monkeypatch.setattr(definitions, registry, {})
    monkeypatch.setattr(definitions, "_loaded", False)
    yield monkeypatch
    for name in {*sys.modules} - loaded:
        if name.startswith("core.cards.sets."):
            del sys.modules[name]


@pytest.mark.parametrize("case", MESSAGES)
def test_loading_names_the_card_and_the_closest_word(case: str, own_sets: pytest.MonkeyPatch):
    own_sets.setattr(definitions, "SETS", {case.replace("_", "-"): "Misspelled"})
    with pytest.raises(UnknownWord) as refused:
        definitions.load_cards()
    assert str(refused.value) == MESSAGES[case]


def test_cards_do_not_count_as_loaded_when_one_was_rejected(own_sets: pytest.MonkeyPatch):
    own_sets.setattr(definitions, "SETS", {"duration": "Misspelled"})
    for _ in range(2):
        with pytest.raises(UnknownWord):
            definitions.all_definitions()


def test_every_misspelled_set_is_tried():
    assert {folder.name for folder in MISSPELLED.iterdir() if (folder / "cards.py").exists()} == MESSAGES.keys()


@pytest.mark.parametrize("case", sorted(MESSAGES.keys() - ONLY_WHEN_LOADED))
def test_the_type_checker_rejects_it(case: str):
    """`make lint` checks these files, too: an ignored error that is not there would be one (warn_unused_ignores)."""
    wrong = MESSAGES[case].split("'")[1]
    (line,) = [line for line in (MISSPELLED / case / "cards.py").read_text().splitlines() if f'"{wrong}"' in line]
    assert line.endswith(("# type: ignore[arg-type]", "# type: ignore[comparison-overlap]"))


def test_every_word_is_handled():
    assert moments._BUILD.keys() == words.words_of(words.PerformedVerb)
    assert permissions.CONDITIONS.keys() | permissions.BASES.keys() == words.words_of(words.PlayCondition) - {""}
    assert timeline._VERBS.keys() == words.words_of(words.RefusedVerb)
    assert words.words_of(Verb) > words.words_of(words.PerformedVerb)


def test_some_card_listens_for_every_hook():
    # Some hooks have no card of a set yet, but a stand-in.
    names = [f"vanilla/{name}-1" if "{}" in text else f"vanilla/{name}" for name, text in stand_ins._ALWAYS_ON.items()]
    abilities = [*definitions.all_abilities().values()]
    abilities += [ability for name in names for ability in definitions.definition(name).abilities]
    used = {hook for ability in abilities for hook in ability.hooks if isinstance(hook, str)}
    assert used == words.words_of(words.Hook)
