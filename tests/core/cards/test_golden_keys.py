"""Ability keys stand in stored games: none may disappear."""

from core.printed.definitions import ALIASES, ability, definition, present_key
from tests.core.golden_keys import keys, listed


def test_no_key_has_disappeared():
    gone = sorted(key for key in listed() if present_key(key) not in keys())
    assert not gone, "stored games name these abilities: give them their old function names again"
    for key in listed():
        assert ability(key).key == present_key(key)


def test_guests_that_came_home_answer_to_their_old_ids():
    for old, new in ALIASES.items():
        if "#" not in old:
            assert definition(old) is definition(new)
            assert definition(new).id == new, "an alias leads to the card itself, not to another alias"
            assert not old.startswith(f"{definition(new).faction}/")


def test_every_key_is_listed():
    new = sorted(keys() - listed())
    assert not new, "new abilities: python -m tests.core.golden_keys --update"
