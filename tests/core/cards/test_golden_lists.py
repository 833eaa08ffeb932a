"""Ability keys stand in stored games: none may disappear. Printed numbers were not made out of the code."""

from core.printed.definitions import ALIASES, ability, definition, present_key
from tests.core.golden_lists import CARDS, cards, keys, listed_keys, listed_numbers, numbers, with_new_cards


def test_no_key_has_disappeared():
    gone = sorted(key for key in listed_keys() if present_key(key) not in keys())
    assert not gone, "stored games name these abilities: give them their old function names again"
    for key in listed_keys():
        assert ability(key).key == present_key(key)


def test_guests_that_came_home_answer_to_their_old_ids():
    for old, new in ALIASES.items():
        if "#" not in old:
            assert definition(old) is definition(new)
            assert definition(new).id == new, "an alias leads to the card itself, not to another alias"
            assert not old.startswith(f"{definition(new).faction}/")


def test_every_key_is_listed():
    new = sorted(keys() - listed_keys())
    assert not new, "new abilities: python -m tests.core.golden_lists --update"


def test_every_card_has_its_printed_numbers():
    listed = listed_numbers()
    assert numbers() == listed, "for new cards: python -m tests.core.golden_lists --update"


def test_updating_adds_new_cards_and_changes_no_line():
    listed = ["a/ape: minion, power 2, copies 4", "c/cat: minion, power 3, copies 3"]
    found = ["a/ape: minion, power 9, copies 4", "b/bat: minion, power 1, copies 1", "c/cat: minion, power 3, copies 3"]
    assert with_new_cards(listed, found) == [listed[0], found[1], listed[1]]


def test_the_list_of_cards_is_what_the_modules_define():
    assert CARDS.read_text(encoding="utf-8") == cards(), "python -m tests.core.golden_lists --update"
