"""The bases of Cease and Desist."""

from __future__ import annotations

from core.cards.language import *

bases = BaseSet("cease-and-desist")


hive_of_scum_and_villainy = bases.base(
    "Hive of Scum and Villainy",
    faction="astroknights",
    breakpoint=18,
    vp=(4, 2, 1),
    text="After a player plays an action that directly raises the power of one of their minions here, that player draws"
    " a card; only the first time in each turn.",
)


def _raising_action(me: Instance, played: CardPlayed) -> bool:
    return raises_directly(me.game, me.game.card(played.card))


def _first_to_raise_own_here(me: Instance, played: CardPlayed) -> bool:
    """Return whether it raised, for the first time, a minion here that its player controlled then (owning it is not
    enough)."""
    return unused_this_turn(me, played.seat) and raised_own_at(me.game, played, me.base)


@hive_of_scum_and_villainy.after(CardPlayed, when=_raising_action, still=_first_to_raise_own_here)
def cantina_tale(me: Me, played: CardPlayed) -> None:
    draw_cards(me)


no_moon = bases.base(
    "No-Moon",
    faction="astroknights",
    breakpoint=25,
    vp=(5, 3, 3),
    text="Before this base scores, discard another base at random and all cards there, and replace it.",
)


@no_moon.before_scores()
def superweapon(me: Me) -> Steps[None]:
    targets = other_bases(me, me.base)
    if targets:
        (site,) = me.game.pick_at_random("site", targets)
        yield from remove_base(me, site, "removed")
        add_base(me.game, by=me.by, rule="score.replace-base")


changing_room = bases.base(
    "Changing Room",
    faction="changerbots",
    breakpoint=22,
    vp=(5, 3, 2),
    text="After a minion here uses a talent, its own or that of an action on it, it has +1 power until the end of the"
    " turn.",
)


def _talented_minion(table: Table, used: AbilityUsed) -> Card | None:
    """Return the minion that used an ability: the holder, or the minion that carries the action with the ability."""
    holder = table.cards[used.holder]
    if holder.zone == "attached":
        holder = table.cards[holder.host]
    return holder if holder.zone == "minions" else None


def _talent_of_minion(me: Instance, used: AbilityUsed) -> bool:
    # `here` is where the talent was used. A talent by which a minion arrives was used elsewhere (as the book says); so
    # one by which it leaves was used here and counts, which no book says outright.
    return ability(used.ability).hook == "talent" and _talented_minion(me.table, used) is not None


def _minion_still_there(me: Instance, used: AbilityUsed) -> bool:
    minion = _talented_minion(me.table, used)
    return minion is not None and minion.since < used.position


@changing_room.after(AbilityUsed, here=True, when=_talent_of_minion, still=_minion_still_there)
def new_outfit(me: Me, used: AbilityUsed) -> Steps[None]:
    minion = _talented_minion(me.table, used)
    if minion is not None:
        yield from boost(me, minion, 1)


unicrave = bases.base(
    "Unicrave",
    faction="changerbots",
    breakpoint=19,
    vp=(0, 0, 0),
    text="Before this base scores, swap it with the top base of the base deck: the cards here stay, this base is"
    " discarded, and the new base scores.",
)


@unicrave.before_scores()
def devour_itself(me: Me) -> None:
    swap_base(me, me.base, scores=True)


spikey_chair_room = bases.base(
    "Spikey Chair Room",
    faction="ignobles",
    breakpoint=20,
    vp=(4, 2, 1),
    text="At the end of each turn, each player who played a minion here this turn may destroy a minion they own to draw"
    " a card.",
)


# The offer for the end of the turn is made as the first minion is played: the minion may move on, the base may score.
@spikey_chair_room.after(
    CardPlayed,
    here=True,
    when=minion_played,
    still=lambda me, played: unused_this_turn(me, played.seat),
)
def take_a_seat(me: Me, played: CardPlayed) -> None:
    lasting(me, "base/spikey-chair-room#power-play")


@spikey_chair_room.lasting(END_OF_TURN, may=True, each=True, who=lambda me, event: (me.you,), regardless=("holder",))
def power_play(me: Me) -> Steps[None]:
    owned = [minion for minion in minions(me) if minion.owner == me.you]
    victim = yield from choose(me, "a minion you own to destroy to draw a card, or none", owned, optional=True)
    if victim is not None and (yield from destroy(me, victim)):
        draw_cards(me)


wintersquashed = bases.base(
    "Wintersquashed",
    faction="ignobles",
    breakpoint=16,
    vp=(2, 4, 1),
    text="After a player plays a minion here, that player may give control of it to another player.",
)


def _still_yours(me: Instance, played: CardPlayed) -> bool:
    minion = minion_just_played(me, played)
    return minion is not None and minion.controller == played.seat


@wintersquashed.after(CardPlayed, here=True, may=True, when=minion_played, still=_still_yours)
def marry_off(me: Me, played: CardPlayed) -> Steps[None]:
    seat = yield from choose_player(me, "the player who gets control of it", others(me))
    yield from give_control(me, me.table.cards[played.card], seat)


neutral_space = bases.base(
    "Neutral Space",
    faction="star-roamers",
    breakpoint=18,
    vp=(3, 2, 1),
    text="Minions here can't be affected by other players' minions here.",
)


@neutral_space.shields
def truce(me: Instance, card: Card, effect: Effect) -> bool:
    site = me.card.site
    if card.site != site or card.zone != "minions":
        return False
    actor = me.table.cards.get(effect.by)
    return actor is not None and actor.site == site and actor.zone == "minions" and effect.player != card.controller


uss_undertaking = bases.base(
    "USS Undertaking",
    faction="star-roamers",
    breakpoint=22,
    vp=(4, 2, 1),
    text="At the start of their turn, a player may move one of their minions from another base to here, or from here to"
    " another base.",
)


def _one_to_tour(me: Instance) -> bool:
    return bool(minions(me, of=me.table.current)) and len(me.table.sites) > 1


@uss_undertaking.start_of_turn(may=True, when=_one_to_tour)
def five_year_tour(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions to move here or away", minions(me, of=me.you))
    if minion is None:
        return
    away = minion.site == me.base
    site = (yield from choose_base(me, "the base to move it to", other_bases(me, me.base))) if away else me.base
    if site:
        yield from move(me, minion, site)
