"""What happens at once: a card leaves once in a moment, whatever reaches it (resolve.order, term.leave-play)."""

from __future__ import annotations

from core.cards.verbs.leaving import destroy
from events.vocabulary import Destroyed, Discarded
from tests.core.table_setting import Setting


def test_an_action_destroyed_together_with_its_minion_leaves_once():
    table = Setting()
    base = table.base(20)
    minion = table.minion(3, base)
    action = table.action("ghosts/incorporeal", base, on=minion)
    other = table.action("mad-scientists/uberserum", base, on=table.minion(2, base))
    match = table.begin(tricks=1)
    match.do(lambda me: destroy(me, *match.cards(minion, action)))
    assert [event.card for event in match.happened(Destroyed)] == [minion, action]
    assert not [event for event in match.happened(Discarded) if event.card == action]
    assert match.zone(action) == "discard"
    assert match.zone(other) == "attached"


def test_an_action_left_on_a_destroyed_minion_is_discarded():
    table = Setting()
    base = table.base(20)
    minion = table.minion(3, base)
    action = table.action("ghosts/incorporeal", base, on=minion)
    match = table.begin(tricks=1)
    match.do(lambda me: destroy(me, *match.cards(minion)))
    assert [event.card for event in match.happened(Discarded) if event.reason == "left with its card"] == [action]
