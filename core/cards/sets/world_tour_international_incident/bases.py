"""The bases of World Tour: International Incident."""

from __future__ import annotations

from core.cards.language import *

bases = BaseSet("world-tour-international-incident")


# --- Mounties

great_white_north_eh = bases.base(
    "Great White North, Eh?",
    faction="mounties",
    breakpoint=21,
    vp=(2, 3, 1),
    text="Before this base scores, each player may move one of their minions from here to another base and give it +1 power"
    " until the end of the turn.",
)


@great_white_north_eh.before_scores(may=True, each=True)
def head_out(me: Me) -> Steps[None]:
    """Each player decides in turn, and moves at once."""
    for seat in all_not_ignoring(me):
        own = minions(me, at=me.base, of=seat) if len(me.table.sites) > 1 else []
        theirs = me.for_player(seat)
        minion = yield from choose(theirs, "one of your minions here to move, or none", own, optional=True)
        if minion is not None:
            site = yield from choose_base(theirs, "the base to move it to", other_bases(me, me.base))
            yield from move(theirs, minion, site)
            yield from boost(theirs, minion, 1)  # also if it could not move (resolve.independent)


strategic_syrup_reserve = bases.base(
    "Strategic Syrup Reserve",
    faction="mounties",
    breakpoint=23,
    vp=(4, 2, 1),
    text="After you play a minion here, you may move another player's minion to here from a base where you have a minion.",
)


def _beside_minions_of(me: Me | Instance, seat: int) -> list[Card]:
    """The minions of other players at other bases where a player has a minion."""
    return [
        minion
        for minion in minions(me)
        if minion.controller != seat and minion.site != me.base and minions(me, at=minion.site, of=seat)
    ]


@strategic_syrup_reserve.after(
    CardPlayed,
    here=True,
    may=True,
    offers=True,
    when=minion_played,
    still=lambda me, played: bool(_beside_minions_of(me, played.seat)),
)
def lure(me: Me, played: CardPlayed) -> Steps[None]:
    minion = yield from choose(me, "a minion to move here, or none", _beside_minions_of(me, me.you), optional=True)
    if minion is not None:
        yield from move(me, minion, me.base)


# --- Sumo Wrestlers

heya_training_stable = bases.base(
    "Heya Training Stable",
    faction="sumo-wrestlers",
    breakpoint=23,
    vp=(4, 2, 1),
    text="At the start of your turn, you may discard a card to put a +1 power counter on one of your minions here.",
)


def _trainees(me: Me | Instance) -> list[Card]:
    return minions(me, at=me.base, of=me.table.current)


@heya_training_stable.start_of_turn(
    may=True, offers=True, when=lambda me: bool(_trainees(me)) and bool(hand(me, me.table.current))
)
def train(me: Me) -> Steps[None]:
    held = hand(me)
    card = yield from choose(me, "a card to discard, or none", held, optional=True, hidden=bool(held))
    if card is not None and (yield from discard_from_hand(me, [card])):
        minion = yield from choose(me, "one of your minions here that gets a counter", _trainees(me))
        if minion is not None:
            yield from place_counters(me, minion)


the_dohyo = bases.base(
    "The Dohyo",
    faction="sumo-wrestlers",
    breakpoint=17,
    vp=(3, 2, 1),
    text="After the first time in your turn that you play a minion here, you may move another player's minion from here to"
    " another base.",
)


def _rivals_here(me: Me | Instance, seat: int) -> list[Card]:
    """The minions here of players other than one, if there is another base."""
    others_here = [minion for minion in minions(me, at=me.base) if minion.controller != seat]
    return others_here if len(me.table.sites) > 1 else []


@the_dohyo.after(
    CardPlayed,
    here=True,
    may=True,
    offers=True,
    when=lambda me, played: first_minion_here_by_its_player(me, played) and played.seat == me.table.current,
    still=lambda me, played: bool(_rivals_here(me, played.seat)),
)
def push_out(me: Me, played: CardPlayed) -> Steps[None]:
    minion = yield from choose(me, "a minion here to move, or none", _rivals_here(me, me.you), optional=True)
    if minion is not None:
        site = yield from choose_base(me, "the base to move it to", other_bases(me, me.base))
        yield from move(me, minion, site)
