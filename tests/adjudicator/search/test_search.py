"""Search: words, names, what was understood, situations, and an index that is never stale."""

import shlex
import tomllib

import pytest

from adjudicator.bundled import NAMES, SCENARIOS
from adjudicator.rulebooks.catalogue import catalogue
from adjudicator.scenarios import run
from adjudicator.scenarios.given import scenario_given
from adjudicator.search import index as indexing
from adjudicator.search.deeds import deeds_of
from adjudicator.search.entries import glossary, rule_questions
from adjudicator.search.index import document, load
from adjudicator.search.query import Search
from adjudicator.search.situation import command, situation
from adjudicator.search.words import distance, stem, tokens
from core.printed.definitions import all_definitions, definition


@pytest.fixture(scope="module")
def search() -> Search:
    return Search(load())


def first(search: Search, question: str) -> str:
    item = search.find(question).hits[0].item
    return f"{item.kind}:{item.id}"


@pytest.mark.parametrize(
    "forms",
    [
        "destroy destroys destroyed destroying",
        "move moves moved moving",
        "tie ties tied",
        "ability abilities",
        "control controls controlled controlling",
        "bury buries buried burying",
        "score scores scored scoring",
    ],
)
def test_forms_of_a_word_have_one_stem(forms):
    assert len({stem(word) for word in forms.split()}) == 1


def test_words_are_folded():
    assert tokens("Séance, You're +1!") == ["seance", "youre", "1"]


@pytest.mark.parametrize(
    ("one", "other", "apart"), [("wench", "wench", 0), ("wench", "wnech", 1), ("wench", "bench", 1), ("a", "abc", 2)]
)
def test_distance(one, other, apart):
    assert distance(one, other, 2) == distance(other, one, 2) == apart
    assert distance("saucywench", "general", 2) == 3


@pytest.mark.parametrize(
    "said",
    ["Saucy Wench", "saucywench", "SAUCY WENCHES", "cut lass", "saucy wnech", "sauchy wench", "saucy", '"Saucy Wench"'],
)
def test_a_card_is_known_by_any_of_its_names(search, said):
    assert first(search, said) == "card:pirates/saucy-wench"


def test_the_reply_says_what_was_understood(search):
    assert search.find("does cut lass go to the graveyard").understood == [
        "Cut Lass is Saucy Wench",
        "graveyard: discard pile",
    ]
    assert search.find("who wins a tie").understood == []


def test_a_misspelled_word_is_corrected(search):
    assert first(search, "breakpiont of a base") in (
        "glossary:breakpoint",
        "rule:score.ready",
        "rule:clarify.breakpoints-add-up",
    )
    assert search.find("mulligann").hits[0].item.id == "setup.mulligan"


def test_the_last_word_may_be_unfinished(search):
    assert first(search, "mullig") == "rule:setup.mulligan"
    assert first(search, "saucy we") == "card:pirates/saucy-wench"


@pytest.mark.parametrize("question", ["", "?!", "xyzzy qwrtz", "the", "\x1b[31m", "1", "a" * 5000])
def test_there_is_always_something_to_read(search, question):
    assert search.find(question).hits


def test_a_general_question_ranks_rules_before_cards(search):
    kinds = [hit.item.kind for hit in search.find("what happens when two players tie").hits[:3]]
    assert kinds[0] == "rule"
    assert "card" not in kinds


def test_kinds_limit_the_hits(search):
    assert {hit.item.kind for hit in search.find("tie", ("ruling",)).hits} == {"ruling"}


def test_two_cards_that_no_ruling_involves(search):
    results = search.find("saucy wench against general ivan")
    assert results.none_with_all
    assert [card.title for card in results.cards] == ["Saucy Wench", "General Ivan"]
    assert not search.find("can haunting be moved by bear hug").none_with_all


@pytest.mark.parametrize(
    "question",
    [
        "saucy wench against general ivan",
        "upgrade and king rex",
        "full sail, zeppelin at tortuga",
        "tar pits jungle oasis",
        "to battle on king rex",
        "cannon, warbot and megabot",
        "major ursa and dagon",
    ],
)
def test_a_situation_contains_the_cards_and_can_be_ruled_on(search, question):
    cards = search.find(question).cards
    assert len(cards) > 1
    line, step = situation(cards)
    assert all(card.title in line for card in cards)
    assert not run(scenario_given(line, [step] if step else []), "EMD").failures
    assert shlex.split(command(cards)) == ["smashup", "ask", line, *([step] if step else [])]


def test_what_a_card_does_comes_from_its_verbs():
    assert "destroys" in deeds_of(definition("pirates/saucy-wench"))
    assert "moves a minion" in deeds_of(definition("pirates/pirate-king"))
    assert "returns a card in play" in deeds_of(definition("aliens/collector"))
    assert "draws cards" in deeds_of(definition("robots/tech-center"))
    assert deeds_of(definition("dinosaurs/king-rex")) == ""


def test_other_names_belong_to_cards_that_exist():
    known = {card.id for card in all_definitions()}
    tables = tomllib.loads(NAMES.read_text(encoding="utf-8"))
    assert {card for table in tables.values() for card in table} <= known


def test_the_glossary_rests_on_rules_that_exist():
    for term in glossary():
        assert set(term.rules) <= set(catalogue().rules), term.id


def test_the_index_is_kept_and_built_again_when_a_file_changes(tmp_path, monkeypatch):
    monkeypatch.setattr(indexing, "cache_file", lambda folder: tmp_path / "cache" / "search.json")
    folder = tmp_path / "scenarios"
    folder.mkdir()
    (folder / "one.toml").write_text('title = "A dragon sleeps"')
    before = document(folder)
    assert b"dragon" in before
    assert (tmp_path / "cache" / "search.json").read_bytes().endswith(before)
    assert document(folder) == before
    (folder / "one.toml").write_text('title = "A wyvern sleeps"')
    assert b"wyvern" in document(folder)


def test_without_a_place_to_write_it_is_built_in_memory(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(indexing, "cache_file", lambda folder: tmp_path / "file" / "search.json")
    assert len(document(SCENARIOS)) > 100_000


def test_the_questions_of_rules_belong_to_rules_that_exist_and_lead_to_them(search):
    asked = rule_questions()
    assert set(asked) <= set(catalogue().rules)
    settled_elsewhere = ("reading.", "clarify.", "conflict.")
    assert not [
        rule.id
        for rule in catalogue().rules.values()
        if not rule.needs and not rule.id.startswith(settled_elsewhere) and rule.id not in asked
    ]
    lost = [
        (rule, question)
        for rule, questions in asked.items()
        for question in questions
        if rule not in [hit.item.id for hit in search.find(question).hits[:5]]
    ]
    assert not lost


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("leprecon", "tricksters/leprechaun"),
        ("which minions cant be destroyed", "robots/warbot"),
        ("what base gives +1 power to minions", "base/the-central-brain"),
    ],
)
def test_a_card_is_found_by_its_sound_and_by_what_it_does(search, question, first):
    assert first in [hit.item.id for hit in search.find(question).hits[:4]]


def test_a_card_that_is_described_is_not_found_by_its_name(search):
    """Return to the Sea returns no minions from the discard pile."""
    hits = search.find("cards that return minions from the discard pile to hand").hits
    assert hits[0].item.id != "innsmouth/return-to-the-sea"
