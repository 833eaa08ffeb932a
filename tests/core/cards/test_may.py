"""mefirst: whether an ability is marked as one that may be declined agrees with the words of its card."""

import re

import pytest

import core.cards  # noqa: F401 - all cards
from core.printed.definitions import (
    ARRIVAL,
    BEFORE_SCORES,
    END_OF_TURN,
    LEAVES,
    SCORING_WINDOWS,
    START_OF_TURN,
    WHEN_SCORES,
    Ability,
    all_abilities,
)
from core.rules.stasis import ENTERS_STASIS

MOMENTS = SCORING_WINDOWS | {START_OF_TURN, END_OF_TURN, ARRIVAL, LEAVES, ENTERS_STASIS, "instead"}
LABELS = re.compile(r"\[([a-z-]+)\]")
SENTENCES = re.compile(r"\.(?:\s|$)")
MOMENT: dict[object, str] = {
    START_OF_TURN: "start of",
    END_OF_TURN: "end of",
    BEFORE_SCORES: "before",
    WHEN_SCORES: "when",
    ENTERS_STASIS: "enters stasis",
    "instead": "would",
}


def in_the_order(ability: Ability) -> bool:
    """Whether an ability in play acts at a moment or answers something: only there the mark matters."""
    at_a_moment = ability.hook in MOMENTS or isinstance(ability.hook, type)
    guest_of_a_card = ability.zone == "lasting" and not ability.card.is_base  # what a card set up: no words of its own
    printed = ability.function.__module__.startswith("core.cards.")  # no card that a test has made for itself
    return at_a_moment and printed and not ability.plays and not guest_of_a_card


def words(ability: Ability) -> list[str]:
    """What the card says of the ability: under its label, or of a base each sentence, that which names its moment.

    Of a part only the first sentence: what comes after it leans on it.
    """
    if ability.card.is_base:
        sentences = [sentence for sentence in SENTENCES.split(ability.card.text) if sentence]
        otherwise = sentences[:1]
    else:
        parts = LABELS.split(ability.card.text)
        labelled = zip(parts[1::2], parts[2::2], strict=True)
        sentences = otherwise = [SENTENCES.split(text.strip())[0] for label, text in labelled if label == ability.label]
    moment = MOMENT.get(ability.hook, "after")
    return [sentence for sentence in sentences if re.search(rf"\b{moment}\b", sentence, re.IGNORECASE)] or otherwise


ABILITIES = [ability for ability in all_abilities().values() if in_the_order(ability)]


def test_there_are_some_of_each_kind():
    kinds = {(ability.may, ability.each) for ability in ABILITIES}
    assert kinds == {(False, False), (True, False), (True, True)}
    assert len(ABILITIES) > 60


@pytest.mark.parametrize("ability", ABILITIES, ids=lambda ability: ability.key)
def test_the_mark_is_the_cards_own_word(ability: Ability):
    sentences = words(ability)
    assert sentences, "its label stands in the text"
    siblings = [
        other
        for other in ABILITIES
        if other.card is ability.card and other.label == ability.label and words(other) == sentences
    ]
    assert any(other.may for other in siblings) == any(re.search(r"\bmay\b", sentence) for sentence in sentences)
    everybody = any(re.search(r"\beach player\b.*\bmay\b", sentence) for sentence in sentences)
    assert any(other.each for other in siblings) == everybody


@pytest.mark.parametrize(
    "ability", [ability for ability in ABILITIES if ability.offers], ids=lambda ability: ability.key
)
def test_what_is_merely_offered_may_be_declined(ability: Ability):
    assert ability.may
