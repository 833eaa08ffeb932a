"""Printings of a faction: one list of cards and copies for each, the definitions shared where nothing changed."""

from __future__ import annotations

import pytest

from adjudicator.rulebooks.printings import printings_of
from core.engine.game import RandomChance
from core.engine.index import Instance
from core.printed.definitions import Faction, definition, faction, playable_printings, printing
from core.rules.replay import new_game
from core.rules.setup import deal_factions, game_begun
from events.errors import SmashUpError
from tests.core.table_setting import Setting, own_cards


def pack(name: str) -> Faction:
    """A faction of two cards."""
    pack = own_cards(name)
    scout = pack.minion("Scout", power=2, copies=4, text="[ongoing] +1 power.")
    pack.action("Whistle", copies=1, text="")

    @scout.own_power
    def brave(me: Instance) -> int:
        return 1

    return pack


def test_every_printing_of_a_faction_has_twenty_cards():
    assert {sum(copies for _, copies in printing.deck) for printing in playable_printings()} == {20}


def test_a_later_printing_shares_what_did_not_change():
    first, later = printing("ghosts"), printing("ghosts@2026")
    assert [card.name for card in first.cards] == [card.name for card in later.cards]
    changed = [(old.id, new.id) for old, new in zip(first.cards, later.cards, strict=True) if old is not new]
    assert changed == [("ghosts/make-contact", "ghosts/make-contact@2026")]
    assert definition("ghosts/make-contact@2026").card == "ghosts/make-contact"
    assert definition("ghosts/make-contact@2026").printing == "2026"


@pytest.mark.parametrize(
    ("named", "edition", "chosen"),
    [
        ("Ghosts", "EMD", "ghosts"),
        ("ghosts@2026", "EMD", "ghosts@2026"),
        ("ghosts", "HTB", "ghosts@2026"),
        ("Ghosts@first", "HTB", "ghosts"),
        ("pirates", "HTB", "pirates"),
    ],
)
def test_a_game_names_the_printing_and_the_edition_has_a_default(named, edition, chosen):
    game = new_game(
        game_begun(["Ana", "Ben"], [(named, "robots"), ("aliens", "zombies")], edition_id=edition),
        chance=RandomChance(1),
    )
    assert game.table.seats[0].factions == [chosen, "robots"]
    dealt = sorted(card.definition for card in game.table.cards.values() if card.owner == 0)
    decks = [*printing(chosen).deck, *printing("robots").deck]
    assert dealt == sorted(card.id for card, copies in decks for _ in range(copies))


def test_two_printings_are_one_faction():
    with pytest.raises(SmashUpError, match=r"^Ana needs two different factions, not ghosts, ghosts@2026\.$"):
        game_begun(["Ana", "Ben"], [("ghosts", "ghosts@2026"), ("aliens", "zombies")])
    with pytest.raises(SmashUpError, match=r"^A draft offers each faction in one printing only\.$"):
        game_begun(["Ana", "Ben"], offer=("ghosts", "ghosts@2026", "aliens", "zombies", "robots"))
    pairs = deal_factions(2, lambda: ["ghosts", "ghosts@2026", "aliens", "robots"])
    assert pairs == [("ghosts", "aliens"), ("ghosts@2026", "robots")]


@pytest.mark.parametrize("wrong", ["ghosts@1999", "ghosts@2026@2026"])
def test_an_unknown_printing_is_refused_with_those_there_are(wrong):
    with pytest.raises(SmashUpError, match=r"of the Ghosts; say ghosts@first or ghosts@2026\.$"):
        printing(wrong)


def test_a_printing_states_only_what_it_changes():
    scouts = pack("Scouts")
    scout, whistle = scouts.first.cards
    later = scouts.printing("2030")
    guide = later.reprint(scout, name="Guide", copies=3)
    horn = later.action("Horn", copies=2, text="")
    later.leave_out(whistle)
    assert later.deck == [(guide, 3), (horn, 2)]
    assert scouts.first.deck == [(scout, 4), (whistle, 1)]
    assert scouts.cards == [scout, whistle, guide, horn]
    assert guide.id == "test-scouts/guide@2030"
    assert [printing.changed for printing in printings_of(guide)] == [
        (),
        ("name Scout is now Guide", "copies 4 is now 3"),
    ]


def test_a_base_is_shown_in_all_its_printings():
    first, later = printings_of(definition("base/moon-dumpster"))
    assert (first.card, later.card) == ("base/moon-dumpster", "base/moon-dumpster@2026")
    assert (first.changed, later.changed) == ((), ("the text",))
    assert later.numbers == {"Breakpoint": "24", "VP": "4/2/2"}
    assert printings_of(definition("base/moon-dumpster@2026")) == [first, later]
    assert [printing.card for printing in printings_of(definition("base/tortuga"))] == ["base/tortuga"]


def test_a_reprint_has_the_abilities_of_the_card_under_keys_of_its_own():
    scout = pack("Rangers").first.cards[0]
    ranger = own_cards("All Stars").first.reprint(scout, copies=1)
    assert ranger.id == "test-all-stars/scout"
    assert [ability.key for ability in ranger.abilities] == ["test-all-stars/scout#brave"]
    assert [ability.key for ability in scout.abilities] == ["test-rangers/scout#brave"]
    table = Setting()
    site = table.base()
    cards = [table.minion(one, site) for one in (scout, ranger)]
    match = table.begin()
    assert [match.power(card) for card in cards] == [3, 3]


def test_a_faction_is_shown_in_its_newest_printing():
    assert faction("ghosts").newest is printing("ghosts@2026")
    assert faction("pirates").newest is faction("pirates").first
