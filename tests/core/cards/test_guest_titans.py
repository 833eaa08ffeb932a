"""Guest titans: no player can bring them, and what no card of the sets brings about for them."""

from __future__ import annotations

from core.cards.verbs.finding import hand
from core.engine.effects import Effect
from core.engine.moments import perform
from core.engine.use import Me
from core.printed.definitions import Steps, playable_printings
from core.rules.setup import brought_with
from events.questions import Main, Window
from events.vocabulary import CardPlayed
from tests.core.table_setting import ANA, BEN, CLEO, Setting


def test_no_player_can_bring_a_guest_titan():
    taken = {titan.faction for titan in brought_with(printing.id for printing in playable_printings())}
    assert taken
    assert "guests" not in taken


def test_moon_zero_three_counts_players_who_discard_at_the_same_moment_apart():
    table = Setting(seats=3, edition="HTB")
    castle = table.base()
    (titan,) = table._make(ANA, "beside", ["guests/moon-zero-three"])
    table._add(CardPlayed, seat=ANA, card=titan, source="beside", to="titans", site=castle)
    table.hand(BEN, 1, 2)
    table.hand(CLEO, 3, 4)
    match = table.begin(tricks=1)

    def all_discard(me: Me) -> Steps[None]:
        cards = [(seat, card) for seat in (BEN, CLEO) for card in hand(me, seat)]
        yield from perform(
            me.game,
            [Effect(verb="discard", card=card.number, player=me.you, seat=seat, to=seat) for seat, card in cards],
        )

    match.do(all_discard)
    assert len(match.question(Window, ANA).options) == 2
    match.answer(match.question(Window).options[0])
    match.answer(match.question(Window).options[0])
    match.question(Main, ANA)
    assert match.card(titan).counters == 2
