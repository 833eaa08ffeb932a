"""Ability keys stand in stored games: none may disappear."""

from core.printed.definitions import ALIASES, ability, definition
from tests.core.golden_keys import keys, listed


def test_no_key_has_disappeared():
    gone = sorted(key for key in listed() - keys() if key.partition("#")[0] not in ALIASES)
    assert not gone, "stored games name these abilities: give them their old function names again"
    for key in listed():
        id, _, name = key.partition("#")
        assert ability(key).key == f"{ALIASES.get(id, id)}#{name}"


def test_guests_that_came_home_answer_to_their_old_ids():
    for old, new in ALIASES.items():
        assert definition(old) is definition(new)
        assert definition(new).id == new, "an alias leads to the card itself, not to another alias"
        assert not old.startswith(f"{definition(new).faction}/")


def test_every_key_is_listed():
    new = sorted(keys() - listed())
    assert not new, "new abilities: python -m tests.core.golden_keys --update"
