"""Names that cards have besides their own."""

from core.cards.verbs.lasting import lasting
from core.cards.verbs.leaving import return_to_hand
from core.engine.index import names_of
from events.questions import Cards
from tests.core.table_setting import ANA, BEN, Setting, own_cards

cards = own_cards("Names")
actor = cards.action("Actor", kind="on-minion", copies=0, text="[talent] The minion has all your minions' names.")


@actor.talent()
def perform(me):
    lasting(me, f"{actor.id}#in-character", until="next-turn", cards=[me.host])


@actor.lasting("also-named")
def in_character(me, card):
    if me.lasting is None or card.number not in me.lasting.cards:
        return ()
    facts = me.game.facts
    return {
        facts[card.number].name
        for card in me.table.cards.values()
        if card.owner == me.you and facts[card.number].is_minion
    }


def test_a_minion_with_other_names_counts_as_them_until_the_effect_ends():
    table = Setting()
    castle = table.base()
    raptor = table.minion("dinosaurs/war-raptor", castle)
    plain = table.minion(3, castle)
    mask = table.action(actor, castle, on=plain)
    table.hand(BEN, 7)
    match = table.begin()
    assert match.power(raptor) == 3
    assert names_of(match.game, match.card(plain)) == {"vanilla 3"}
    match.use(mask)
    assert names_of(match.game, match.card(plain)) == {"vanilla 3", "War Raptor"}
    assert match.power(raptor) == 4
    assert match.power(plain) == 3, "it has the name and not the abilities"
    match.passes()
    assert match.power(raptor) == 4
    match.passes()
    assert match.power(raptor) == 3


def test_a_card_that_left_play_has_only_its_own_name():
    table = Setting()
    castle = table.base()
    plain = table.minion(3, castle)
    mask = table.action(actor, castle, on=plain)
    table.minion(4, castle)
    match = table.begin(tricks=1)
    match.use(mask)
    match.do(lambda me: return_to_hand(me, match.card(plain)))
    assert names_of(match.game, match.card(plain)) == {"vanilla 3"}


def test_a_shared_name_may_be_any_of_them():
    table = Setting()
    castle = table.base()
    plain = table.minion(3, castle)
    mask = table.action(actor, castle, on=plain)
    word, raptor, stranger = table.hand(ANA, "innsmouth/spreading-the-word", "dinosaurs/war-raptor", 9)
    match = table.begin(actions=1)
    match.use(mask)
    match.play(word)
    assert raptor in match.question(Cards).options
    assert stranger in match.question(Cards).options, "Ana owns it, so the name is shared"
