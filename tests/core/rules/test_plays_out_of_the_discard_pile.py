"""Plays used for the discard pile: at a base that is open for it, one for each of several bases, by a card's own word."""

import pytest

from core.cards.verbs.decks import look_at_top, search_deck_for_some
from core.cards.verbs.finding import this_turn
from core.cards.verbs.leaving import destroy, discard_at_random, discard_from_deck
from core.cards.verbs.playing import extra_play, play_certain
from events.errors import SmashUpError
from events.questions import Cards, Main, Play, Sites, Use
from events.vocabulary import AbilityUsed, Discarded, PickedAtRandom
from tests.core.table_setting import ANA, BEN, BOOKS, Setting, own_cards

cards = own_cards("Graves")
grave = cards.action(
    "Grave",
    kind="on-base",
    copies=0,
    text="Play on a base. [ongoing] Your minions here may come from your discard pile.",
)
revenant = cards.minion(
    "Revenant", power=2, copies=0, text="[special] Once in your turn play this from your discard pile."
)


@grave.plays_discarded_here
def open_grave(me, card):
    return me.game.fact(card).is_minion


@revenant.on_your_turn(
    zone="discard", when=lambda me: not this_turn(me, AbilityUsed, lambda used: used.ability.endswith("#rise"))
)
def rise(me):
    yield from play_certain(me, me.card)


def playable(match):
    return [pick.card for pick in match.question(Main).options if isinstance(pick, Play)]


class TestAnOpenBase:
    def test_a_play_may_be_used_for_the_pile_there_and_nowhere_else(self):
        table = Setting()
        yard, far = table.base(), table.base()
        table.action(grave, yard)
        dead, spell = table.discard(ANA, 3, "vanilla/action")
        match = table.begin()
        assert playable(match) == [dead]
        match.answer(Play(dead))
        assert match.card(dead).site == yard, "nothing to choose"
        assert far in match.table.sites
        assert match.zone(spell) == "discard"
        assert playable(match) == [], "it gave no play"

    def test_for_its_player_alone(self):
        table = Setting()
        table.action(grave, table.base(), of=BEN)
        table.discard(ANA, 3)
        assert playable(table.begin()) == []

    def test_a_card_in_hand_may_go_anywhere_though_its_like_lies_in_the_pile(self):
        table = Setting()
        yard, far = table.base(), table.base()
        table.action(grave, yard)
        (dead,), (in_hand,) = table.discard(ANA, 3), table.hand(ANA, 3)
        match = table.begin()
        assert playable(match) == [in_hand, dead]
        match.answer(Play(in_hand))
        assert set(match.question(Sites).options) == {yard, far}

    def test_what_forbids_minions_there_still_does(self):
        table = Setting()
        yard = table.base()
        table.action(grave, yard)
        table.action("zombies/overrun", yard, of=BEN)
        table.base()
        table.discard(ANA, 3)
        assert playable(table.begin()) == []


class TestSeveralBases:
    def test_each_play_is_for_a_base_of_its_own(self):
        table = Setting()
        one, two, three = (table.base() for _ in range(3))
        first, second = table.discard(ANA, 1, 2)
        match = table.begin(tricks=1)
        match.do(lambda me: extra_play(me, "minion", "minion", condition="discarded", sites=(one, two)))
        match.answer(second)
        assert match.question(Sites).options == (one, two)
        match.answer(two)
        match.answer(first)
        assert (match.card(first).site, match.card(second).site) == (one, two)
        assert three in match.table.sites
        match.question(Main)

    @pytest.mark.parametrize("edition", [book for book in BOOKS if book != "HTB"])  # there it must be played
    def test_what_is_left_is_kept_only_where_the_book_lets_it_wait(self, edition):
        table = Setting(edition=edition)
        one, two = table.base(), table.base()
        table.discard(ANA, 1, 1)
        match = table.begin(tricks=1, minions=0)
        match.do(lambda me: extra_play(me, "minion", "minion", condition="discarded", sites=(one, two)))
        match.passes()
        waiting = [play.site for play in match.table.allowances]
        assert waiting == ([one, two] if edition in ("AL9K", "MS", "CND") else [])


class TestAnAbilityInThePile:
    def test_it_is_used_like_one_in_play(self):
        table = Setting()
        castle = table.base()
        one, two = table.discard(ANA, revenant, revenant)
        match = table.begin(tricks=1)
        match.use(one)
        assert match.card(one).site == castle
        assert not [pick for pick in match.question(Main).options if isinstance(pick, Use)], "once in a turn"
        match.do(lambda me: destroy(me, match.card(one)))
        with pytest.raises((ValueError, SmashUpError)):
            match.use(two)

    def test_not_by_another_player(self):
        table = Setting()
        table.base()
        table.discard(BEN, revenant)
        assert not [pick for pick in table.begin().question(Main).options if isinstance(pick, Use)]


class TestDiscarding:
    def test_chance_picks_as_many_as_there_are(self):
        table = Setting()
        table.base()
        in_hand = table.hand(BEN, 1, 2, 3)
        match = table.begin(tricks=2)
        match.do(lambda me: discard_at_random(me, 2, seat=BEN))
        (picked,) = match.happened(PickedAtRandom)
        assert (picked.seat, sorted(picked.pool)) == (BEN, in_hand)
        assert sorted(event.card for event in match.happened(Discarded) if event.source == "hand") == sorted(
            picked.picks
        )
        match.do(lambda me: discard_at_random(me, 2, seat=BEN))
        assert len(match.happened(PickedAtRandom)) == 1, "with one card left chance has nothing to pick"
        assert match.table.seats[BEN].hand == []

    def test_out_of_a_deck(self):
        table = Setting()
        table.base()
        top, below = table.deck(ANA, 1, 2)
        match = table.begin(tricks=1)
        match.do(lambda me: discard_from_deck(me, look_at_top(me, 1)))
        assert (match.zone(top), match.zone(below)) == ("discard", "deck")

    def test_a_search_for_several_of_one_name_hides_the_order_of_the_deck(self):
        table = Setting()
        table.base()
        deck = table.deck(ANA, 3, 1, 3, 2)
        match = table.begin(tricks=1)
        match.do(lambda me: search_deck_for_some(me, "cards of one name", one_name=True))
        question = match.question(Cards, ANA)
        assert question.one_name
        offered = [match.table.cards[option].definition for option in question.options if isinstance(option, int)]
        assert offered == [f"vanilla/{power}" for power in (1, 2, 3, 3)]
        assert question.refusal((deck[0], deck[1])) is not None
        assert question.refusal((deck[0], deck[2])) is None
