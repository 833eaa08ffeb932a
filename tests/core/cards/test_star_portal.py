"""Star Portal answers actions played on it: being transferred there is not being played (term.transfer)."""

from core.cards.verbs.moving import transfer
from core.printed.definitions import definition
from events.vocabulary import Drawn, Transferred
from tests.core.table_setting import ANA, Setting


def test_an_action_transferred_here_draws_nothing():
    table = Setting()
    portal, far = table.base(definition("base/star-portal")), table.base()
    action = table.action("vanilla/on-base", far)
    table.deck(ANA, 1, 1, 1)
    match = table.begin(tricks=1)
    match.do(lambda me: transfer(me, match.card(action), site=portal))
    assert match.happened(Transferred)
    assert match.card(action).site == portal
    assert not match.happened(Drawn)
