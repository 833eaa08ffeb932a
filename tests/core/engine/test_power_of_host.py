"""`power_of_host`: an action changes the power of the minion that carries it."""

from core.cards.verbs.moving import transfer
from tests.core.table_setting import ANA, BEN, Setting, own_cards

cards = own_cards("Host power")
helmet = cards.action("Helmet", kind="on-minion", copies=0, text="[ongoing] It has +2 power.")
aloof = cards.minion("Aloof", power=3, copies=0, text="[ongoing] Other players can't affect this minion.")


@helmet.power_of_host
def protect(me):
    return 2


@aloof.shields
def cold(me, card, incoming):
    return card is me.card and incoming.verb == "power" and incoming.player != me.you


def test_only_the_minion_that_carries_it():
    table = Setting()
    here = table.base()
    bearer, other = table.minion(3, here), table.minion(3, here)
    worn = table.action(helmet, here, on=bearer)
    table.action(helmet, here, of=BEN, on=bearer)
    match = table.begin(tricks=1)
    assert (match.power(bearer), match.power(other)) == (7, 3)
    match.do(lambda me: transfer(me, me.game.card(worn), host=me.game.card(other)))
    assert (match.power(bearer), match.power(other)) == (5, 5)


def test_protection_keeps_it_out_where_power_is_affecting():
    powers = {}
    for edition in ("AL9K", "CND", "EMD"):
        table = Setting(edition=edition)
        here = table.base()
        bearer = table.minion(aloof, here)
        table.action(helmet, here, of=ANA, on=bearer)
        table.action(helmet, here, of=BEN, on=bearer)
        powers[edition] = table.begin().power(bearer)
    assert powers == {"AL9K": 7, "CND": 5, "EMD": 5}
