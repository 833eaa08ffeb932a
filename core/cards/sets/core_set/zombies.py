"""Zombies: the discard pile is their second hand."""

from __future__ import annotations

from core.cards.language import *

zombies = Faction("Zombies", set="core-set", style="What is in the discard pile comes back")


def _dead_minions(me: Me) -> list[Card]:
    return [card for card in discard_pile(me) if me.game.fact(card).is_minion]


zombie_lord = zombies.minion(
    "Zombie Lord",
    power=5,
    copies=1,
    text="[on-play] At each base where you have no minion, you may play an extra minion of power 2 or less from your"
    " discard pile.",
)


@zombie_lord.on_play
def raise_the_horde(me: Me) -> Steps[None]:
    # The bases are determined now: one minion for each of them, wherever it goes.
    empty = [site for site in me.table.sites if not minions(me, at=site, of=me.you)]
    yield from extra_play(
        me,
        "minion",
        times=len(empty),
        condition="discarded-at-most",
        arguments=("2",),
        sites=empty,
        may=True,
    )


grave_digger = zombies.minion(
    "Grave Digger", power=4, copies=2, text="[on-play] You may put a minion from your discard pile into your hand."
)


@grave_digger.on_play
def dig(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion to take into your hand, or none", _dead_minions(me), optional=True)
    if minion is not None:
        yield from take(me, minion)


tenacious_z = zombies.minion(
    "Tenacious Z",
    power=2,
    copies=3,
    text="[special] On your turn, you may play this card from your discard pile as an extra minion; only one of your"
    " Tenacious Z does this in a turn.",
)


@tenacious_z.on_your_turn(zone="discard", once_for_all=True, when=lambda me: can_be_played(me, me.card))
def claw_out(me: Me) -> Steps[None]:
    yield from play_certain(me, me.card)


walker = zombies.minion(
    "Walker", power=2, copies=4, text="[on-play] Look at the top card of your deck. Discard it or leave it there."
)

_LEAVE, _DISCARD = "leave it on top", "discard it"


@walker.on_play
def shamble(me: Me) -> Steps[None]:
    for card in look_at_top(me, 1):
        mode = yield from choose_mode(me, f"what to do with {me.game.fact(card).name}", (_LEAVE, _DISCARD))
        if mode == _DISCARD:
            yield from discard_from_deck(me, [card])


grave_robbing = zombies.action(
    "Grave Robbing", copies=2, text="[on-play] Put a card from your discard pile into your hand."
)


@grave_robbing.on_play
def rob(me: Me) -> Steps[None]:
    card = yield from choose(me, "a card to take into your hand", discard_pile(me))
    if card is not None:
        yield from take(me, card)


lend_a_hand = zombies.action(
    "Lend a Hand", copies=1, text="[on-play] Shuffle any number of cards from your discard pile into your deck."
)


@lend_a_hand.on_play
def lend(me: Me) -> Steps[None]:
    chosen = yield from choose_some(me, "cards to shuffle into your deck", discard_pile(me))
    if chosen:
        yield from shuffle_into_deck(me, *chosen)


mall_crawl = zombies.action(
    "Mall Crawl",
    copies=1,
    text="[on-play] Search your deck for any number of cards that share one name, discard them and shuffle.",
)


@mall_crawl.on_play
def crawl(me: Me) -> Steps[None]:
    if can_search(me.game, me.you):
        cards = yield from search_deck_for_some(me, "cards of one name to discard", one_name=True)
        if cards:
            yield from discard_from_deck(me, cards)
        shuffle_deck(me)


not_enough_bullets = zombies.action(
    "Not Enough Bullets",
    copies=1,
    text="[on-play] Put any number of minions that share one name from your discard pile into your hand.",
)


@not_enough_bullets.on_play
def keep_moving(me: Me) -> Steps[None]:
    chosen = yield from choose_some(me, "minions of one name to take", _dead_minions(me), one_name=True)
    if chosen:
        yield from take(me, *chosen)


outbreak = zombies.action(
    "Outbreak", copies=1, text="[on-play] Play an extra minion at a base where you have no minion."
)


@outbreak.on_play
def break_out(me: Me) -> Steps[None]:
    yield from extra_play(me, "minion", condition="where-you-have-no-minion")


overrun = zombies.action(
    "Overrun",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] Other players can't play minions here."
    " [ongoing] At the start of your turn, destroy this action.",
)


@overrun.forbids_play
def swamped(me: Instance, seat: int, card: Card, site: int, host: int) -> bool:
    return site == me.base and not host and seat != me.you and me.game.fact(card).is_minion


@overrun.start_of_turn()
def move_on(me: Me) -> Steps[None]:
    yield from destroy(me, me.card)


they_keep_coming = zombies.action(
    "They Keep Coming", copies=2, text="[on-play] Play an extra minion from your discard pile."
)


@they_keep_coming.on_play
def keep_coming(me: Me) -> Steps[None]:
    yield from extra_play(me, "minion", condition="discarded")


theyre_coming_to_get_you = zombies.action(
    "They're Coming To Get You",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] On your turn, a minion you play here may come from your discard pile instead of"
    " your hand.",
)


@theyre_coming_to_get_you.plays_discarded_here
def they_come(me: Instance, card: Card) -> bool:
    return me.table.current == me.you and me.table.phase == "play" and me.game.fact(card).is_minion
