"""The bases of Excellent Movies, Dudes!"""

from __future__ import annotations

from core.cards.conditions import lone_minion, minion_just_played
from core.cards.verbs import change_breakpoint, gain_vp, minions, off_the_top, place_counters, return_to_hand
from core.engine.choices import choose, may
from core.engine.index import Instance
from core.engine.power import power
from core.engine.use import Me
from core.printed.definitions import BaseSet, Steps
from core.rules.scoring import winners
from events.vocabulary import CardPlayed, Event

bases = BaseSet("excellent-movies-dudes")

# --- Action Heroes

building_rooftop = bases.base(
    "Building Rooftop",
    faction="action-heroes",
    breakpoint=20,
    vp=(3, 1, 1),
    text="At the start of their turn a player with exactly one minion here may lower this base's breakpoint by that"
    " minion's power until the end of the turn. When this base scores, each player with exactly one minion here gains"
    " 1 VP.",
)


@building_rooftop.start_of_turn(may=True, provided=lambda me: lone_minion(me, me.base, me.table.current) is not None)
def hang_by_a_hand(me: Me) -> None:
    minion = lone_minion(me, me.base)
    if minion is not None:
        change_breakpoint(me, me.base, -power(me.game, minion))


def _loners(me: Instance, event: Event | None) -> list[int]:
    return [seat for seat in me.game.clockwise() if lone_minion(me, me.base, seat)]


@building_rooftop.when_scores(who=_loners, regardless=("player",))
def lone_survivor(me: Me) -> None:
    gain_vp(me)


jungle_camp = bases.base(
    "Jungle Camp",
    faction="action-heroes",
    breakpoint=20,
    vp=(3, 2, 1),
    text="After this base scores, the winner may return one of their minions here to its owner's hand.",
)


def _winners_with_a_minion(me: Instance, event: Event | None) -> list[int]:
    return [seat for seat in winners(me.game) if minions(me, at=me.base, of=seat)]


@jungle_camp.after_scores(may=True, who=_winners_with_a_minion)
def extraction(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions here to return", minions(me, at=me.base, of=me.you))
    if minion is not None:
        yield from return_to_hand(me, minion)


# --- Extramorphs

ancient_crashed_ship = bases.base(
    "Ancient Crashed Ship",
    faction="extramorphs",
    breakpoint=21,
    vp=(4, 2, 1),
    text="After you play a minion here from anywhere except your hand, put a +1 power counter on it.",
)


def _not_out_of_own_hand(me: Instance, played: CardPlayed) -> bool:
    # The card still lies where it is played from: in a hand it is its holder's.
    return played.to == "minions" and (played.source != "hand" or me.table.cards[played.card].controller != played.seat)


@ancient_crashed_ship.after(CardPlayed, here=True, when=_not_out_of_own_hand)
def hatch(me: Me, played: CardPlayed) -> Steps[None]:
    minion = minion_just_played(me, played)
    if minion is not None:
        yield from place_counters(me, minion)


brood_hive = bases.base(
    "Brood Hive",
    faction="extramorphs",
    breakpoint=22,
    vp=(4, 2, 1),
    text="Before this base scores, starting to the left of the current player, each player with a minion here may play an"
    " extra minion here off the top of their deck.",
)


@brood_hive.before_scores(may=True, each=True)
def incubate(me: Me) -> Steps[None]:
    current, *rest = me.game.clockwise()
    for seat in (*rest, current):
        player = me.table.seats[seat]
        if not minions(me, at=me.base, of=seat) or not (player.deck or player.discard):
            continue
        if (yield from may(me, "play a minion here off the top of your deck", seat=seat)):
            theirs = me.for_player(seat)
            yield from off_the_top(theirs, lambda card: me.game.fact(card).is_minion, only=(me.base,))
