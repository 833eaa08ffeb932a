"""term.affect: which events have affected a card, by the card being played, and once for each card played."""

import pytest

from core.cards.conditions import AFFECTING, acting_card, affected_by_card_being_played, who_played
from core.cards.verbs.decks import draw_cards
from core.cards.verbs.leaving import destroy
from core.cards.verbs.moving import give_control, move
from core.cards.verbs.power import boost, place_counters, transfer_counters
from core.printed.definitions import definition
from events.questions import Main
from tests.core.table_setting import ANA, BEN, Setting, own_cards

cards = own_cards("Affected")
witness = cards.minion("Witness", power=3, copies=0, text="[ongoing] After another player's card affects it, say so.")
shover = cards.minion("Shover", power=1, copies=0, text="[talent] Move the first minion of another player here.")
BROWNIE = definition("tricksters/brownie")


@witness.after(*AFFECTING, when=affected_by_card_being_played)
def say_so(me, event):
    draw_cards(me)


@shover.talent()
def shove(me):
    minion = next(card for card in me.table.minions() if card.controller != me.you)
    site = next(other for other in me.table.sites if other != minion.site)
    yield from move(me, minion, site)


def set_table(edition="EMD"):
    table = Setting(edition=edition)
    castle, far = table.base(), table.base()
    victim, bearer = table.minion(witness, castle, of=BEN, counters=1), table.minion(2, castle, of=BEN, counters=1)
    table.deck(BEN, 1, 1, 1, 1)
    return table, castle, far, victim, bearer


DEEDS = {
    "move": lambda me, victim, bearer, far: move(me, victim, far),
    "destroy": lambda me, victim, bearer, far: destroy(me, victim),
    "power": lambda me, victim, bearer, far: boost(me, victim, -1),
    "counters": lambda me, victim, bearer, far: place_counters(me, victim),
    "control": lambda me, victim, bearer, far: give_control(me, victim, ANA),
    "given": lambda me, victim, bearer, far: transfer_counters(me, bearer, victim, 1),
    "taken": lambda me, victim, bearer, far: transfer_counters(me, victim, bearer, 1),
}


@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.parametrize("edition", ["AL9K", "EMD"])
def test_what_counts_is_what_the_book_says(edition, deed):
    table, _, far, victim, bearer = set_table(edition)
    match = table.begin(tricks=1)
    match.do(lambda me: DEEDS[deed](me, match.card(victim), match.card(bearer), far))
    said = edition == "EMD" or deed in ("move", "destroy")
    assert match.used() == (["say-so"] if said else [])


def test_another_minion_does_not_count():
    table, _, far, _, bearer = set_table()
    match = table.begin(tricks=1)
    match.do(lambda me: move(me, match.card(bearer), far))
    assert match.used() == []


def test_a_card_in_play_is_not_being_played():
    table, castle, far, victim, _ = set_table()
    pusher = table.minion(shover, castle)
    match = table.begin()
    match.use(pusher)
    assert match.card(victim).site == far
    assert match.used() == ["shove"]


def test_ones_own_card_does_not_count():
    table, castle, far, _, _ = set_table()
    mine = table.minion(witness, castle)
    match = table.begin(tricks=1)
    match.do(lambda me: move(me, match.card(mine), far))
    assert match.used() == []


def test_the_player_is_who_played_the_card_whoever_carries_it_out():
    table, *_, victim, _ = set_table()
    match = table.begin(tricks=1)
    seen = []

    def words(me):
        yield from destroy(me, match.card(victim), seat=BEN)
        played = who_played(me, acting_card(me.game.log[-1]))
        assert played is not None
        seen.append(played.seat)

    match.do(words)
    assert seen == [ANA]


@pytest.mark.parametrize("first", ["move", "power"])
def test_brownie_answers_once_for_a_card_that_first_changes_and_then_destroys_it(first):
    """The first effect was witnessed by a card that is gone; the second one is answered instead."""
    table = Setting()
    castle, far = table.base(), table.base()
    brownie, bearer = table.minion(BROWNIE, castle, of=BEN), table.minion(2, castle, of=BEN)
    table.hand(ANA, 1, 1, 1, 1, 1)
    match = table.begin(tricks=1)

    def words(me):
        yield from DEEDS[first](me, match.card(brownie), match.card(bearer), far)
        yield from destroy(me, match.card(brownie))

    match.do(words)
    assert match.used() == ["take-offence"]
    assert len(match.table.seats[ANA].hand) == 3
    match.question(Main, ANA)
