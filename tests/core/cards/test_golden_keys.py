"""Ability keys stand in stored games: none may disappear."""

from core.printed.definitions import ALIASES, ability
from tests.core.golden_keys import keys, listed


def test_no_key_has_disappeared():
    gone = sorted(listed() - keys())
    assert not gone, "stored games name these abilities: give them their old function names again"
    for key in listed():
        assert ability(key).key == ALIASES.get(key, key)


def test_every_key_is_listed():
    new = sorted(keys() - listed())
    assert not new, "new abilities: python -m tests.core.golden_keys --update"
