"""Dragons: they hold a base against all comers, and spoil what they do not win."""

from __future__ import annotations

from core.cards.language import *

dragons = Faction(
    "Dragons",
    set="its-your-fault",
    style="They guard bases, weaken whoever arrives there, and leave little for others to win",
)


def _played_by_another(me: Instance, played: CardPlayed) -> bool:
    return played.to == "minions" and played.seat != me.you


def _moved_by_another(me: Instance, moved: Moved) -> bool:
    return moved.seat not in (me.you, -1) and me.table.cards[moved.card].zone == "minions"


def _spoils(me: Instance, seat: int, site: int) -> int:
    """One VP less for each other player at this base; what abilities give is not an award of the base."""
    return -1 if site == me.base and seat != me.you else 0


great_wyrm = dragons.minion(
    "Great Wyrm",
    power=5,
    copies=1,
    text="[ongoing] When this base scores, it awards each other player here 1 VP less.",
)


@great_wyrm.award_of
def guard_the_hoard(me: Instance, seat: int, site: int) -> int:
    return _spoils(me, seat, site)


wyvern = dragons.minion(
    "Wyvern",
    power=4,
    copies=2,
    text="[on-play] Destroy a minion of power 3 or less here. [talent] This base's breakpoint is 3 lower until the end of"
    " the turn.",
)


@wyvern.on_play
def pounce(me: Me) -> Steps[None]:
    weak = [minion for minion in minions(me, at=me.base) if power(me.game, minion) <= 3]
    minion = yield from choose(me, "a minion here to destroy", weak)
    if minion is not None:
        yield from destroy(me, minion)


@wyvern.talent()
def scorch(me: Me) -> None:
    change_breakpoint(me, me.base, -3)


imperial_dragon = dragons.minion(
    "Imperial Dragon",
    power=3,
    copies=3,
    text="[ongoing] After another player plays a minion here or moves a minion here, draw a card.",
)


@imperial_dragon.after(CardPlayed, here=True, when=_played_by_another, regardless=("holder", "event"))
def demand_tribute(me: Me, played: CardPlayed) -> None:
    draw_cards(me)


@imperial_dragon.after(Moved, here=True, when=_moved_by_another, regardless=("holder", "event"))
def levy_a_toll(me: Me, moved: Moved) -> None:
    draw_cards(me)


hatchling = dragons.minion(
    "Hatchling",
    power=2,
    copies=4,
    text="[ongoing] After another player plays a minion here or moves a minion here, that minion has -1 power until the end"
    " of the turn.",
)


@hatchling.after(CardPlayed, here=True, when=_played_by_another, regardless=("holder",))
def nip(me: Me, played: CardPlayed) -> Steps[None]:
    minion = minion_just_played(me, played)
    if minion is not None:
        yield from boost(me, minion, -1)


@hatchling.after(Moved, here=True, when=_moved_by_another, regardless=("holder", "event"))
def snap(me: Me, moved: Moved) -> Steps[None]:
    minion = me.table.cards[moved.card]
    if minion.zone == "minions" and still_in_play(minion, moved):
        yield from boost(me, minion, -1)


bring_down_the_walls = dragons.action(
    "Bring Down the Walls",
    kind="on-base",
    copies=2,
    text="Play on a base. [special] Before this base scores, you may play a minion here.",
)


@bring_down_the_walls.before_scores(may=True, grants=True)
def storm_in(me: Me) -> Steps[None]:
    yield from extra_play(me, "minion", site=me.base)


burn_it_down = dragons.action(
    "Burn It Down",
    copies=1,
    text="[on-play] Destroy a base and the actions on it. Replace it with the top base of the base deck, unseen, or with a"
    " base from the base discard pile. The minions there stay, with the actions on them.",
)
# The destroyed base itself is not offered: a base does not replace itself.


@burn_it_down.on_play
def set_ablaze(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "the base to destroy", me.table.sites)
    if site:
        about = "a discarded base that replaces it, or none for the top base"
        replacement = yield from choose(me, about, discarded_bases(me), optional=True)
        yield from destroy_base(me, site, replacement)


dangerous_ground = dragons.action(
    "Dangerous Ground",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] After another player plays a minion here, that player discards a card.",
)


@dangerous_ground.after(CardPlayed, here=True, when=_played_by_another)
def burn_supplies(me: Me, played: CardPlayed) -> Steps[None]:
    cards = hand(me, played.seat)
    if cards:
        card = yield from choose(me, "a card to discard", cards, seat=played.seat, hidden=True)
        if card is not None:
            yield from discard_from_hand(me, [card], seat=played.seat)


dragon_lands = dragons.action(
    "Dragon Lands",
    kind="on-base",
    copies=1,
    raises_power=yours,
    text="Play on a base. [ongoing] Your minions here have +1 power. [special] Before a base scores, you may play this card"
    " there.",
)


@dragon_lands.power_of_minions
def rule_the_skies(me: Instance, minion: Card) -> int:
    return 1 if minion.site == me.base and minion.controller == me.you else 0


@dragon_lands.played_at(BEFORE_SCORES, here=True)
def claim_the_land(me: Me) -> None:
    """It comes into play there; its Ongoing ability does the rest."""


flank_attack = dragons.action(
    "Flank Attack",
    copies=1,
    text="[on-play] Search your deck and/or your discard pile for an action that is played on a base and play it as an"
    " extra action. If you searched your deck, shuffle it.",
)


@flank_attack.on_play
def outflank(me: Me) -> Steps[None]:
    def wanted(card: Card) -> bool:
        return me.game.fact(card).kind == "on-base" and can_be_played(me, card)

    optional = declinable(me, specific=True)
    found, searched = yield from search_piles(
        me, "an action to play on a base", wanted, ("deck", "discard"), optional=optional
    )
    if found is not None:
        yield from play_certain(me, found)
    if searched:
        shuffle_deck(me)


intimidating_presence = dragons.action(
    "Intimidating Presence",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] Other players' minions here have -1 power. [special] Before a base scores, you may play"
    " this card there.",
)


@intimidating_presence.power_of_minions
def loom(me: Instance, minion: Card) -> int:
    return -1 if minion.site == me.base and minion.controller != me.you else 0


@intimidating_presence.played_at(BEFORE_SCORES, here=True)
def swoop_in(me: Me) -> None:
    """It comes into play there; its Ongoing ability does the rest."""


raze = dragons.action(
    "Raze",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] This base's ability is canceled.",
)


@raze.cancels
def level(me: Instance, card: Card) -> bool:
    return card.zone == "base" and card.site == me.base


ruins = dragons.action(
    "Ruins",
    kind="on-base",
    copies=2,
    text="Play on a base. [ongoing] When this base scores, it awards each other player here 1 VP less.",
)


@ruins.award_of
def crumble(me: Instance, seat: int, site: int) -> int:
    return _spoils(me, seat, site)
