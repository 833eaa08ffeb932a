"""The bases of It's Your Fault!"""

from __future__ import annotations

from core.cards.language import *

bases = BaseSet("its-your-fault")


# --- Dragons

dragons_lair = bases.base(
    "Dragon's Lair",
    faction="dragons",
    breakpoint=18,
    vp=(2, 2, 1),
    text="When this base scores, the winner draws three cards.",
)


@dragons_lair.when_scores(who=the_winners)
def plunder_the_hoard(me: Me) -> None:
    draw_cards(me, 3)


wyrms_desolation = bases.base(
    "Wyrm's Desolation",
    faction="dragons",
    breakpoint=20,
    vp=(5, 3, 2),
    text="Each minion here has -1 power.",
)


@wyrms_desolation.power_of_minions
def scorched_earth(me: Instance, minion: Card) -> int:
    return -1 if minion.site == me.base else 0


# --- Mythic Greeks

oracle_at_delphi = bases.base(
    "Oracle at Delphi",
    faction="mythic-greeks",
    breakpoint=18,
    vp=(4, 2, 1),
    text="After you play a minion here, reveal the top card of your deck. If it is an action, draw it; otherwise put it"
    " back.",
)


@oracle_at_delphi.after(CardPlayed, here=True, when=minion_played)
def ask_the_oracle(me: Me, played: CardPlayed) -> None:
    draw_these(me, [card for card in reveal_top(me) if me.game.fact(card).is_action])


wooden_horse = bases.base(
    "Wooden Horse",
    faction="mythic-greeks",
    breakpoint=21,
    vp=(3, 2, 1),
    text="After a player plays an action, that player may give a minion here +2 power until the end of the turn.",
)


@wooden_horse.after(
    CardPlayed,
    may=True,
    offers=True,
    when=action_played,
    still=lambda me, played: bool(minions(me, at=me.base)),
)
def bear_gifts(me: Me, played: CardPlayed) -> Steps[None]:
    minion = yield from choose(me, "a minion here that gets +2 power, or none", minions(me, at=me.base), optional=True)
    if minion is not None:
        yield from boost(me, minion, 2)


# --- Sharks

shark_reef = bases.base(
    "Shark Reef",
    faction="sharks",
    breakpoint=20,
    vp=(4, 2, 1),
    text="After a minion is destroyed here, the player who destroyed it may put a +1 power counter on one of their minions.",
)


@shark_reef.after(
    Destroyed,
    here=True,
    may=True,
    offers=True,
    when=minion_destroyed,
    who=lambda me, destroyed: (destroyed.seat,) if destroyed.seat >= 0 else (),
    still=lambda me, destroyed: bool(minions(me, of=destroyed.seat)),
)
def thrive(me: Me, destroyed: Destroyed) -> Steps[None]:
    own = minions(me, of=me.you)
    minion = yield from choose(me, "one of your minions that gets a +1 power counter, or none", own, optional=True)
    if minion is not None:
        yield from place_counters(me, minion)


the_deep = bases.base(
    "The Deep",
    faction="sharks",
    breakpoint=16,
    vp=(3, 2, 2),
    text="After you play a minion here, if it has power 4 or more, you may destroy a minion here that has less power than it.",
)


def _mighty_newcomer(me: Me | Instance, played: CardPlayed) -> Card | None:
    """Return the minion that was played here, if it is still in play and has power 4 or more."""
    minion = minion_just_played(me, played)
    return minion if minion is not None and power(me.game, minion) >= 4 else None


def _weaker_here(me: Me | Instance, played: CardPlayed) -> list[Card]:
    newcomer = _mighty_newcomer(me, played)
    if newcomer is None:
        return []
    strength = power(me.game, newcomer)
    return [minion for minion in minions(me, at=me.base) if power(me.game, minion) < strength]


@the_deep.after(
    CardPlayed,
    here=True,
    may=True,
    offers=True,
    when=minion_played,
    provided=lambda me, played: _mighty_newcomer(me, played) is not None,
)
def pull_down(me: Me, played: CardPlayed) -> Steps[None]:
    minion = yield from choose(me, "a weaker minion here to destroy, or none", _weaker_here(me, played), optional=True)
    if minion is not None:
        yield from destroy(me, minion)


# --- Super Heroes

converted_cave = bases.base(
    "Converted Cave",
    faction="super-heroes",
    breakpoint=18,
    vp=(4, 3, 2),
    text="Only its controller can destroy a minion of power 2 or less here.",
)


@converted_cave.forbids("destroy")
def shelter(me: Instance, effect: Effect) -> bool:
    card = me.table.cards[effect.card]
    sheltered = card.zone == "minions" and card.site == me.base and power(me.game, card) <= 2
    return sheltered and effect.seat != card.controller


crystal_fortress = bases.base(
    "Crystal Fortress",
    faction="super-heroes",
    breakpoint=19,
    vp=(3, 1, 1),
    text="After you play a minion here, you may put a minion from your discard pile on the bottom of your deck.",
)


def _fallen(me: Me | Instance, seat: int) -> list[Card]:
    return [card for card in discard_pile(me, seat) if me.game.fact(card).is_minion]


@crystal_fortress.after(
    CardPlayed,
    here=True,
    may=True,
    offers=True,
    when=minion_played,
    still=lambda me, played: bool(_fallen(me, played.seat)),
)
def preserve(me: Me, played: CardPlayed) -> Steps[None]:
    card = yield from choose(me, "a minion to put under your deck, or none", _fallen(me, me.you), optional=True)
    if card is not None:
        yield from place_in_deck(me, card, end="bottom")


# --- Tornados

tornado_alley = bases.base(
    "Tornado Alley",
    faction="tornados",
    breakpoint=25,
    vp=(4, 3, 2),
    text="After the first time each turn that you play a minion here, you may move another minion from another base to"
    " here.",
)


def _elsewhere(me: Me | Instance, played: CardPlayed) -> list[Card]:
    """Return the minions at other bases but for the one that was played here."""
    return [minion for minion in minions(me) if minion.site != me.base and minion.number != played.card]


@tornado_alley.after(
    CardPlayed,
    here=True,
    may=True,
    offers=True,
    when=first_minion_here_by_its_player,
    still=lambda me, played: bool(_elsewhere(me, played)),
)
def draw_in(me: Me, played: CardPlayed) -> Steps[None]:
    minion = yield from choose(me, "a minion to move here, or none", _elsewhere(me, played), optional=True)
    if minion is not None:
        yield from move(me, minion, me.base)


trailer_park = bases.base(
    "Trailer Park",
    faction="tornados",
    breakpoint=20,
    vp=(4, 2, 1),
    text="After you move a minion to here, put a +1 power counter on it.",
)


@trailer_park.after(
    Moved,
    here=True,
    when=lambda me, moved: me.table.cards[moved.card].zone == "minions",
    who=lambda me, moved: (moved.seat,) if moved.seat >= 0 else (),
)
def toss_about(me: Me, moved: Moved) -> Steps[None]:
    minion = me.table.cards[moved.card]
    if minion.zone == "minions" and still_in_play(minion, moved):
        yield from place_counters(me, minion)
