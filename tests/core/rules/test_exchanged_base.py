"""A base out of the base deck takes the place of one in play, also while that one is being scored."""

import pytest

from core.cards.verbs.bases import exchange_base, search_bases
from core.cards.verbs.playing import play_certain
from core.printed.editions import EDITIONS
from events.questions import Cards, Window
from events.vocabulary import Awarded, BaseLeft, Discarded, Looked
from tests.core.table_setting import ANA, BEN, BOOKS, Setting, own_cards

cards = own_cards("Exchange")
herald = cards.minion("Herald", power=5, copies=0, text="[special] Before this base scores, play Terraforming.")
TERRAFORMING = "aliens/terraforming"


@herald.before_scores()
def announce(me):
    (card,) = [other for other in me.table.cards.values() if other.definition == TERRAFORMING]
    yield from play_certain(me, card)


def test_minions_stay_with_what_is_on_them_and_the_rest_has_lost_its_base():
    table = Setting()
    old = table.base(20)
    knight = table.minion(3, old)
    carried, lying = table.action("vanilla/on-minion", old, on=knight), table.action("vanilla/on-base", old, of=BEN)
    (new, other) = table.base_deck(25, 30)
    match = table.begin(tricks=1)
    gone = match.table.sites[old].base
    match.do(lambda me: exchange_base(me, old, match.card(new)))
    assert match.table.sites[old].base == new
    assert match.card(knight).site == old
    assert (match.zone(carried), match.zone(lying)) == ("attached", "discard")
    assert [event.reason for event in match.happened(Discarded) if event.card == lying] == ["its base left"]
    assert sorted(match.table.base_deck) == sorted([gone, other])
    assert match.table.base_discard == []


@pytest.mark.parametrize("edition", [book for book in BOOKS if not EDITIONS[book].scoring_ends_with_base])
def test_the_new_base_scores_in_the_place_of_the_one_chosen(edition):
    """score.no-stop, by reading.exchanged-while-scoring; the extra minion is played at once or never (term.extra)."""
    table = Setting(edition=edition)
    site = table.base(5)
    caller = table.minion(herald, site)
    table.hand(ANA, TERRAFORMING)
    (knight,) = table.hand(ANA, 3)
    table.deck(ANA, 1, 1)
    (taller,) = table.base_deck(25)
    match = table.begin(phase="score")
    if isinstance(match.game.question, Window):  # in the first books Specials take their turns in the round
        match.use(caller)
    match.answer(taller)
    match.answer(knight)
    (awarded,) = match.happened(Awarded)
    assert awarded.base == taller
    assert awarded.totals == (8, 0)
    assert [event.base for event in match.happened(BaseLeft)] == [taller]
    assert match.zone(knight) == "discard"


@pytest.mark.parametrize(
    ("edition", "found"), [("AL9K", False), ("MS", False), ("CND", False), ("OOPS", False), ("EMD", True)]
)
def test_an_empty_base_deck_is_reshuffled_for_a_search_only_in_the_last_book(edition, found):
    """turn.empty-deck"""
    table = Setting(edition=edition)
    table.base()
    table.base_discard(10, 12)
    match = table.begin(tricks=1)
    match.do(lambda me: search_bases(me, "a base"))
    assert bool(match.happened(Looked)) == found
    assert isinstance(match.game.question, Cards) == found
