"""The guests other than bases."""

from __future__ import annotations

from core.cards.language import *

guests = Faction("Guests", set="guests", playable=False)

# --- Cyborg Apes

furious_george = guests.minion(
    "Furious George", power=2, copies=4, text="[ongoing] This minion has +1 power for each action on it."
)


@furious_george.own_power
def fury(me: Instance) -> int:
    return len(me.card.attached)


# --- Super Spies

live_and_let_chum = guests.action(
    "Live and Let Chum",
    kind="special-only",
    copies=1,
    affects=lambda me, minion: power(me.game, minion) <= 3,
    text="[special] Before a base scores, destroy a minion of power 3 or less there.",
)


@live_and_let_chum.played_at(BEFORE_SCORES)
def feed_the_sharks(me: Me) -> Steps[None]:
    weak = [minion for minion in minions(me, at=scoring_site(me.game)) if power(me.game, minion) <= 3]
    minion = yield from choose(me, "a minion there to destroy", weak)
    if minion is not None:
        yield from destroy(me, minion)


# --- Grimms' Fairy Tales

big_bad_wolf = guests.minion(
    "Big Bad Wolf",
    power=6,
    copies=1,
    text="[on-play] If no minion named Red Riding Hood is in play, you may destroy a minion of power 4 or less here."
    " [ongoing] After this minion is destroyed, play another minion from your discard pile here as an extra minion.",
)


@big_bad_wolf.on_play
def huff_and_puff(me: Me) -> Steps[None]:
    if any("Red Riding Hood" in names_of(me.game, card) for card in minions_in_play(me)):
        return
    weak = [minion for minion in minions(me, at=me.base) if power(me.game, minion) <= 4]
    minion = yield from choose(me, "a minion of power 4 or less here to destroy, or none", weak, optional=True)
    if minion is not None:
        yield from destroy(me, minion)


@big_bad_wolf.after(Destroyed, when=itself)
def cut_open(me: Me, destroyed: Destroyed) -> Steps[None]:
    swallowed = [
        card
        for card in discard_pile(me)
        if card is not me.card and me.game.fact(card).is_minion and can_be_played(me, card, only=(destroyed.site,))
    ]
    optional = declinable(me, specific=True)
    about = "a minion in your discard pile to play there" + (", or none" if optional else "")
    card = yield from choose(me, about, swallowed, optional=optional)
    if card is not None:
        yield from play_certain(me, card, only=(destroyed.site,))


red_riding_hood = guests.minion(
    "Red Riding Hood",
    power=3,
    copies=1,
    text="[ongoing] While no minion named Big Bad Wolf is in play, your minions here have +1 power.",
)


@red_riding_hood.power_of_minions
def safe_path(me: Instance, minion: Card) -> int:
    if minion.site != me.base or minion.controller != me.you:
        return 0
    return 0 if any(me.game.fact(card).name == "Big Bad Wolf" for card in minions_in_play(me)) else 1
