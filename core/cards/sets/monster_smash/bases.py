"""The eight bases of Monster Smash."""

from __future__ import annotations

from core.cards.language import *

bases = BaseSet("monster-smash")

egg_chamber = bases.base(
    "Egg Chamber",
    faction="giant-ants",
    breakpoint=17,
    vp=(3, 1, 1),
    text="Minions here that have a +1 power counter can't be destroyed.",
)


@egg_chamber.forbids("destroy")
def well_guarded(me: Instance, effect: Effect) -> bool:
    card = me.table.cards[effect.card]
    return card.counters > 0 and card.site == me.base and card.zone == "minions"


the_hill = bases.base(
    "The Hill",
    faction="giant-ants",
    breakpoint=23,
    vp=(4, 2, 1),
    text="At the start of their turn, a player may move one of their minions from another base to here.",
)


def _minions_elsewhere(me: Me | Instance, seat: int) -> list[Card]:
    return [minion for minion in minions(me, of=seat) if minion.site != me.base]


@the_hill.start_of_turn(may=True, when=lambda me: bool(_minions_elsewhere(me, me.table.current)))
def swarm(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions to move here", _minions_elsewhere(me, me.you))
    if minion is not None:
        yield from move(me, minion, me.base)


golem_schloss = bases.base(
    "Golem Schloß",
    faction="mad-scientists",
    breakpoint=22,
    vp=(4, 3, 2),
    text="After this base scores, the winner puts a +1 power counter on each of their minions.",
)


@golem_schloss.after_scores(who=the_winners)
def strengthen(me: Me) -> Steps[None]:
    yield from place_counter_on_each(me, minions(me, of=me.you))


laboratorium = bases.base(
    "Laboratorium",
    faction="mad-scientists",
    breakpoint=25,
    vp=(5, 3, 3),
    text="After the first minion of a turn is played here, put a +1 power counter on it.",
)


@laboratorium.after(CardPlayed, here=True, when=first_minion_here_this_turn)
def experiment(me: Me, played: CardPlayed) -> Steps[None]:
    minion = minion_just_played(me, played)
    if minion is not None:
        yield from place_counters(me, minion)


castle_blood = bases.base(
    "Castle Blood",
    faction="vampires",
    breakpoint=18,
    vp=(3, 1, 1),
    text="After a player plays a minion here, if another player then has more power here, that player may put a +1"
    " power counter on it.",
)


def _still_here(me: Instance, played: CardPlayed) -> bool:
    return minion_just_played(me, played) is not None


def _outdone(me: Instance, played: CardPlayed) -> bool:
    """Checked when its turn comes: the minion's own ability has resolved by then."""
    game = me.game
    mine = total_power(game, played.seat, me.base)
    return any(total_power(game, seat, me.base) > mine for seat in range(len(me.table.seats)))


@castle_blood.after(CardPlayed, here=True, may=True, when=minion_played, still=_still_here, provided=_outdone)
def blood_bond(me: Me, played: CardPlayed) -> Steps[None]:
    minion = minion_just_played(me, played)
    if minion is not None:
        yield from place_counters(me, minion)


crypt = bases.base(
    "Crypt",
    faction="vampires",
    breakpoint=20,
    vp=(4, 2, 2),
    text="After one or more minions are destroyed here, the player who destroyed them may put a +1 power counter on"
    " one of their minions here.",
)


@crypt.after(
    Destroyed,
    here=True,
    may=True,
    when=minions_destroyed_by_a_player,
    provided=lambda me, destroyed: bool(minions(me, at=me.base, of=destroyed.seat)),
)
def grave_goods(me: Me, destroyed: Destroyed) -> Steps[None]:
    minion = yield from choose(me, "one of your minions here for a counter", minions(me, at=me.base, of=me.you))
    if minion is not None:
        yield from place_counters(me, minion)


moot_site = bases.base(
    "Moot Site",
    faction="werewolves",
    breakpoint=15,
    vp=(2, 1, 0),
    text="After the first minion of a turn is played here, it has +2 power until the end of the turn.",
)


@moot_site.after(CardPlayed, here=True, when=first_minion_here_this_turn)
def call_to_order(me: Me, played: CardPlayed) -> Steps[None]:
    minion = minion_just_played(me, played)
    if minion is not None:
        yield from boost(me, minion, 2)


standing_stones = bases.base(
    "Standing Stones",
    faction="werewolves",
    breakpoint=20,
    vp=(4, 2, 1),
    text="On each player's turn, one of that player's minions here may use its talent twice.",
)


@standing_stones.rule("talent-limit")
def ring_of_power(me: Instance, talent: Instance) -> int:
    """Return a minion's own talent, or one it was granted; not that of an action on it (no source settles this)."""
    card = talent.card
    if talent.ability.hook != "talent" or card.zone != "minions" or card.site != me.base:
        return 1
    return 1 if _second_use_here(me, card.controller) else 2


def _second_use_here(me: Instance, seat: int) -> bool:
    """Return whether a minion of that player has used a talent here for the second time this turn."""
    used: set[tuple[int, str, int]] = set()
    for entry in me.table.journal:
        if type(entry) is CardPlayed:
            used = {name for name in used if name[0] != entry.card}  # it left and came back: a new card
        elif type(entry) is AbilityUsed and entry.seat == seat and ability(entry.ability).hook == "talent":
            name = (entry.holder, entry.ability, entry.granted_by)
            if name in used and entry.site == me.base and entry.position > me.since:
                return True
            used.add(name)
    return False
