"""Stored games may name cards and abilities by names they had once."""

import pytest

from core.printed.definitions import ALIASES, ability, all_definitions, definition

CARDS = [old for old in ALIASES if "#" not in old]
KEYS = [old for old in ALIASES if "#" in old]


@pytest.mark.parametrize("old", CARDS)
def test_an_old_id_is_the_card_of_today(old):
    assert definition(old) is definition(ALIASES[old])
    assert definition(old).id == ALIASES[old]
    assert [card.id for card in all_definitions()].count(ALIASES[old]) == 1


@pytest.mark.parametrize("old", KEYS)
def test_an_old_key_is_the_ability_of_today(old):
    assert ability(old).key == ALIASES[old]


def test_no_name_of_today_is_an_alias():
    today = {card.id for card in all_definitions()} | {
        ability.key for card in all_definitions() for ability in card.abilities
    }
    assert not today & ALIASES.keys()
    assert set(ALIASES.values()) <= today
