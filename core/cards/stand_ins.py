"""Stand-ins: plain cards for scenarios. They belong to no set and are made on demand (`definition` asks by id).

`vanilla/5` is a minion, `vanilla/base-20-4-2-1` a base, `vanilla/action`, `vanilla/on-base` and `vanilla/on-minion` are
actions that do nothing, `vanilla/power-2` (on a base) gives its player 2 power there. The others do one thing that the
rules speak of: `vanilla/bury` is called "vanilla bury", `vanilla/stasis-2` "vanilla stasis 2".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from core.cards.verbs import box, destroy, draw_cards, foreign_minions, hand, in_play, minions, off_the_top, store
from core.engine.choices import choose, choose_base
from core.engine.index import Instance
from core.engine.power import printed_power
from core.engine.use import Me
from core.printed.definitions import Definition, Steps
from core.rules.burying import bury, can_be_buried
from core.rules.duels import duel
from core.rules.stasis import put_into_stasis
from projections.table import Card

OnPlay = Callable[[Me], Steps[None]]


# --- burying


def bury_a_card(me: Me) -> Steps[None]:
    card = yield from choose(me, "a card in your hand to bury", hand(me), hidden=True)
    if card is not None:
        site = yield from choose_base(me, "a base to bury it at", me.table.sites)
        yield from bury(me, card, site)


def bury_itself(me: Me) -> Steps[None]:
    if can_be_buried(me.game, me.card):
        site = yield from choose_base(me, "a base to bury this card at", me.table.sites)
        yield from bury(me, me.card, site, seen=True)


# --- stasis


def _put_a_card_into_stasis(counters: int) -> OnPlay:
    def put_a_card_into_stasis(me: Me) -> Steps[None]:
        card = yield from choose(me, "a card in your hand to put into stasis", hand(me), hidden=True)
        if card is not None:
            yield from put_into_stasis(me, card, counters)

    return put_a_card_into_stasis


def _go_into_stasis(counters: int) -> OnPlay:
    def go_into_stasis(me: Me) -> Steps[None]:
        yield from put_into_stasis(me, me.card, counters)

    return go_into_stasis


# --- storing


def store_a_card(me: Me) -> Steps[None]:
    card = yield from choose(me, "a card in your hand to store under this one", hand(me), hidden=True)
    if card is not None:
        yield from store(me, card, me.card)


def store_a_minion(me: Me) -> Steps[None]:
    fitting = [card for card in hand(me) if me.game.fact(card).is_minion]
    minion = yield from choose(me, "a minion in your hand to store under this card", fitting, hidden=True)
    if minion is not None:
        yield from store(me, minion, me.card, shown=True)


# --- off the top, into the box


def _play_off_the_top(power: int) -> OnPlay:
    def play_off_the_top(me: Me) -> Steps[None]:
        def wanted(card: Card) -> bool:
            return me.game.fact(card).is_minion and printed_power(me.game, card) == power

        yield from off_the_top(me, wanted)

    return play_off_the_top


def box_a_minion(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion to put into the box", minions(me))
    if minion is not None:
        yield from box(me, minion)


# --- duels


def duel_to_the_death(me: Me) -> Steps[None]:
    fitting = [minion for minion in minions(me, of=me.you) if foreign_minions(me, at=minion.site)]
    challenger = yield from choose(me, "one of your minions for a duel", fitting)
    if challenger is None:
        return
    challenged = yield from choose(me, "a minion to challenge", foreign_minions(me, at=challenger.site))
    assert challenged is not None
    result = yield from duel(me, challenger, challenged)
    if result is not None:
        yield from destroy(me, *result.losers)


# --- abilities by their labels


def _count(label: str) -> Callable[[int], Callable[[Me], None]]:
    def count_labels(me: Me) -> None:
        """A base's abilities have no label, so cards that look for one do not see them (term.base-ability)."""
        cards = [card for card in me.table.cards.values() if in_play(card)]
        draw_cards(me, sum(label in me.game.fact(card).labels for card in cards))

    return lambda _: count_labels


# --- what there is


class StandIn(NamedTuple):
    """What a stand-in says, and its ability: of the number in its name, where the text has a place for one."""

    text: str
    ability: Callable[[int], Callable[[Me], Any]]
    kind: str = "standard"


STAND_INS = {
    "bury": StandIn("[on-play] Bury a card from your hand at a base.", lambda _: bury_a_card),
    "bury-itself": StandIn("[on-play] Bury this card at a base.", lambda _: bury_itself),
    "stasis": StandIn(
        "[on-play] Put a card from your hand into stasis; stasis counters on it: {}.", _put_a_card_into_stasis
    ),
    "stasis-itself": StandIn("[on-play] Put this card into stasis; stasis counters on it: {}.", _go_into_stasis),
    "store": StandIn("[on-play] Store a card from your hand under this one.", lambda _: store_a_card, "on-base"),
    "store-minion": StandIn(
        "[on-play] Store a minion from your hand under this card.", lambda _: store_a_minion, "on-base"
    ),
    "off-the-top": StandIn("[on-play] Play a minion of power {} off the top of your deck.", _play_off_the_top),
    "duel": StandIn(
        "[on-play] One of your minions duels another player's minion at the same base. Destroy the loser.",
        lambda _: duel_to_the_death,
    ),
    **{
        f"count-{label}": StandIn(f"[on-play] Draw a card for each card in play with a {label} ability.", _count(label))
        for label in ("ongoing", "special", "talent")
    },
    "box": StandIn("[on-play] Put a minion into the box.", lambda _: box_a_minion),
}
"""The stand-ins by the words of their names; a number follows where the text asks for it."""


def stand_in(id: str) -> Definition | None:
    """The stand-in of that id, newly made; None if there is none."""
    return _plain(id) or _with_ability(id)


def _plain(id: str) -> Definition | None:
    if match := re.fullmatch(r"vanilla/(\d{1,6})", id):
        power = int(match[1])
        return Definition(id, f"vanilla {power}", "minion", set="", faction="", text="", power=power, copies=0)
    if match := re.fullmatch(r"vanilla/(action|on-base|on-minion|power-(\d{1,6}))", id):
        kind = {"action": "standard", "on-minion": "on-minion"}.get(match[1], "on-base")
        name = f"vanilla {match[1].replace('power-', 'power ')}"
        action = Definition(id, name, "action", set="", faction="", text="", kind=kind, copies=0)
        if match[2]:
            _give_power(action, int(match[2]))
        return action
    if match := re.fullmatch(r"vanilla/base-(\d{1,6})-(\d{1,6})-(\d{1,6})-(\d{1,6})", id):
        breakpoint, *points = (int(number) for number in match.groups())
        name = f"vanilla base {breakpoint}"
        return Definition(id, name, "base", set="", faction="", text="", breakpoint=breakpoint, vp=tuple(points))
    return None


def _give_power(action: Definition, amount: int) -> None:
    """Power that is a player's own, no minion's (score.presence, score.ready)."""

    @action.power_of_player
    def own_power(me: Instance, seat: int, site: int) -> int:
        return amount if seat == me.you and site == me.base else 0


def _with_ability(id: str) -> Definition | None:
    match = re.fullmatch(r"vanilla/([a-z-]+?)(?:-(\d{1,6}))?", id)
    found = STAND_INS.get(match[1]) if match else None
    if match is None or found is None or ("{}" in found.text) != bool(match[2]):
        return None
    name = f"vanilla {id.partition('/')[2].replace('-', ' ')}"
    text = found.text.format(match[2])
    action = Definition(id, name, "action", set="", faction="", text=text, kind=found.kind, copies=0)
    action.on_play(found.ability(int(match[2] or 0)))
    return action
