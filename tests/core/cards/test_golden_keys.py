"""Ability keys stand in stored games: none may disappear."""

from core.printed.definitions import ALIASES, ability, definition
from tests.core.golden_keys import keys, listed


def today(key: str) -> str:
    """A listed key as it is now: its card may have another id since."""
    card, _, name = key.partition("#")
    return f"{ALIASES.get(card, card)}#{name}"


def test_no_key_has_disappeared():
    gone = sorted(key for key in listed() if today(key) not in keys())
    assert not gone, "stored games name these abilities: give them their old function names again"
    for key in listed():
        assert ability(key).key == today(key)


def test_a_card_that_has_moved_home_is_found_by_its_old_id():
    for old, new in ALIASES.items():
        assert definition(old) is definition(new)
        assert definition(new).id == new


def test_every_key_is_listed():
    new = sorted(keys() - listed())
    assert not new, "new abilities: python -m tests.core.golden_keys --update"
