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
    """Return the minions of other players at other bases where a player has a minion."""
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
    cards = hand(me)
    card = yield from choose(me, "a card to discard, or none", cards, optional=True, hidden=bool(cards))
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
    """Return the minions here of players other than one, if there is another base."""
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


# --- Luchadors

ringside = bases.base(
    "Ringside",
    faction="luchadors",
    breakpoint=21,
    vp=(4, 2, 1),
    text="After you play an action that directly affects another player's minion here, draw a card.",
)


def _affects_anothers(me: Instance, played: CardPlayed) -> bool:
    return bool(players_affected_at(me.game, played, me.base) - {played.seat})


@ringside.after(CardPlayed, when=action_played, provided=_affects_anothers, regardless=("event",))
def front_row(me: Me, played: CardPlayed) -> None:
    draw_cards(me)


the_squared_circle = bases.base(
    "The Squared Circle",
    faction="luchadors",
    breakpoint=18,
    vp=(3, 1, 1),
    text="After the first time each turn that you play a minion here, you may put a random action from your discard pile"
    " into your hand.",
)


def _actions_lost(me: Me | Instance, seat: int) -> list[Card]:
    return [card for card in discard_pile(me, seat) if me.game.fact(card).is_action]


@the_squared_circle.after(
    CardPlayed,
    here=True,
    may=True,
    when=first_minion_here_by_its_player,
    still=lambda me, played: bool(_actions_lost(me, played.seat)),
)
def comeback(me: Me, played: CardPlayed) -> Steps[None]:
    lost = [card.number for card in _actions_lost(me, me.you)]
    if lost:
        (number,) = me.game.pick_at_random("card", lost, seat=me.you)
        yield from take(me, me.game.card(number))


# --- Musketeers

bastion_saint_gervais = bases.base(
    "Bastion Saint-Gervais",
    faction="musketeers",
    breakpoint=25,
    vp=(5, 4, 3),
    text="Once each turn, after you play an action that directly affects one of your minions here, you may play an extra"
    " action.",
)


@bastion_saint_gervais.after(
    CardPlayed,
    may=True,
    grants=True,
    when=action_played,
    still=lambda me, played: unused_this_turn(me, played.seat),
    provided=lambda me, played: played.seat in players_affected_at(me.game, played, me.base),
)
def picnic(me: Me, played: CardPlayed) -> Steps[None]:
    yield from extra_play(me, "action")


the_golden_lily = bases.base(
    "The Golden Lily",
    faction="musketeers",
    breakpoint=23,
    vp=(4, 2, 1),
    text="At the end of your turn, if you have a minion here, draw a card.",
)


@the_golden_lily.end_of_turn(provided=lambda me: bool(minions(me, at=me.base, of=me.table.current)))
def last_orders(me: Me) -> None:
    draw_cards(me)
