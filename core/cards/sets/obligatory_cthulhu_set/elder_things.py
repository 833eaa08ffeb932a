"""Elder Things: they give the others a choice, and either way leads to ruin."""

from __future__ import annotations

from core.cards.language import *

elder_things = Faction(
    "Elder Things",
    set="obligatory-cthulhu-set",
    style="The strongest minions there are, at a price, and Madness for everybody else",
)


def _who_refuse(me: Me) -> Steps[list[int]]:
    """Each other player may draw a Madness card. Returns those who do not; with an empty Madness deck nobody can."""
    refusing = []
    for seat in others(me):
        if me.table.piles["madness"] and (yield from may(me, "draw a Madness card", seat=seat)):
            draw_madness(me, seat=seat)
        else:
            refusing.append(seat)
    return refusing


def _madness_for_others(me: Me, count: int = 1) -> None:
    for seat in others(me):
        draw_madness(me, count, seat=seat)


elder_thing = elder_things.minion(
    "Elder Thing",
    power=10,
    copies=1,
    text="[on-play] Destroy two other minions of yours, or put this minion on the bottom of your deck."
    " [ongoing] Other players' cards can't affect this minion.",
)

_FEED, _SINK = "destroy two other minions of yours", "put this minion on the bottom of your deck"


@elder_thing.on_play
def demand(me: Me) -> Steps[None]:
    own = minions(me, of=me.you, but=me.card)
    modes = (_FEED, _SINK) if len(own) >= 2 else (_SINK,)
    if (yield from choose_mode(me, "what to do", modes)) == _FEED:
        chosen = yield from choose_some(me, "two of your minions to destroy", own, least=2, most=2)
        if len((yield from destroy(me, *chosen))) == 2:
            return
    if in_play(me.card):
        yield from place_in_deck(me, me.card, end="bottom")


@elder_thing.shields
def beyond_reach(me: Instance, card: Card, effect: Effect) -> bool:
    return card is me.card and of_other_players(me, effect)


shoggoth = elder_things.minion(
    "Shoggoth",
    power=6,
    copies=2,
    condition=lambda me, site: total_power(me.game, me.you, site) >= 6,
    text="Play only at a base where you have at least 6 power. [on-play] Each other player may draw a Madness card; destroy a"
    " minion here of each one who does not.",
)


@shoggoth.on_play
def devour(me: Me) -> Steps[None]:
    eaten = []
    for seat in (yield from _who_refuse(me)):
        name = me.table.seats[seat].name
        minion = yield from choose(me, f"a minion of {name} here to destroy", minions(me, at=me.base, of=seat))
        if minion is not None:
            eaten.append(minion)
    yield from destroy(me, *eaten)


mi_go = elder_things.minion(
    "Mi-go",
    power=3,
    copies=3,
    text="[on-play] Each other player may draw a Madness card. For each player who does not, you may draw a card.",
)


@mi_go.on_play
def whisper(me: Me) -> Steps[None]:
    for _ in (yield from _who_refuse(me)):
        if not (yield from may(me, "draw a card")):
            break
        draw_cards(me)


byakhee = elder_things.minion(
    "Byakhee",
    power=2,
    copies=4,
    text="[on-play] Each other player with a minion here draws a Madness card.",
)


@byakhee.on_play
def swoop(me: Me) -> None:
    for seat in others(me):
        if minions(me, at=me.base, of=seat):
            draw_madness(me, seat=seat)


begin_the_summoning = elder_things.action(
    "Begin the Summoning",
    copies=2,
    text="[on-play] Put a minion from your discard pile on top of your deck. You may play an extra action.",
)


@begin_the_summoning.on_play
def summon(me: Me) -> Steps[None]:
    dead = [card for card in discard_pile(me) if me.game.fact(card).is_minion]
    minion = yield from choose(me, "a minion to put on top of your deck", dead)
    if minion is not None:
        yield from place_in_deck(me, minion)
    yield from extra_play(me, "action")


dunwich_horror = elder_things.action(
    "Dunwich Horror",
    kind="on-minion",
    copies=1,
    raises_power=True,
    text="Play on a minion. [ongoing] That minion has +5 power. [ongoing] At the end of the turn, destroy it.",
)


@dunwich_horror.power_of_host
def swell(me: Instance) -> int:
    return 5


@dunwich_horror.end_of_turn(who=lambda me, event: (me.you,))
def burst(me: Me) -> Steps[None]:
    if me.card.host:
        yield from destroy(me, me.host)


insanity = elder_things.action("Insanity", copies=1, text="[on-play] Each other player draws two Madness cards.")


@insanity.on_play
def drive_mad(me: Me) -> None:
    _madness_for_others(me, 2)


power_of_madness = elder_things.action(
    "Power of Madness",
    copies=2,
    text="[on-play] Each other player reveals their hand, discards every Madness card in it, and shuffles their discard"
    " pile into their deck.",
)


@power_of_madness.on_play
def overwhelm(me: Me) -> Steps[None]:
    for seat in others(me):
        reveal_cards(me, hand(me, seat))
        yield from discard_from_hand(me, madness_in(me, hand(me, seat)), seat=seat)
        yield from shuffle_into_deck(me, *discard_pile(me, seat))


spreading_horror = elder_things.action(
    "Spreading Horror",
    copies=1,
    text="[on-play] Each other player discards random cards from their hand until one that is not Madness is discarded.",
)


@spreading_horror.on_play
def spread(me: Me) -> Steps[None]:
    for seat in others(me):
        while hand(me, seat):
            discarded = yield from discard_at_random(me, 1, seat=seat)
            if not madness_in(me, discarded):
                break


the_price_of_power = elder_things.action(
    "The Price of Power",
    kind="special-only",
    copies=1,
    # Hands are hidden beforehand: it can raise a minion of yours there if any hand is shown at all.
    raises_power=lambda me, minion: (
        yours(me, minion) and minion.site == scoring_site(me.game) and any(_who_show(me, minion.site))
    ),
    text="[special] Before a base scores, each other player with a minion there reveals their hand. One of your minions"
    " there has +2 power for each Madness card revealed, until the end of the turn.",
)


def _who_show(me: Me, site: int) -> list[list[Card]]:
    """Return the hands of the other players with a minion at a base."""
    return [hand(me, seat) for seat in others(me) if minions(me, at=site, of=seat)]


@the_price_of_power.played_at(BEFORE_SCORES)
def name_the_price(me: Me) -> Steps[None]:
    site = scoring_site(me.game)
    count = 0
    for cards in _who_show(me, site):
        reveal_cards(me, cards)
        count += len(madness_in(me, cards))
    if count:
        minion = yield from choose(me, "one of your minions there", aimed(me, minions(me, at=site, of=me.you)))
        if minion is not None:
            yield from boost(me, minion, 2 * count)


touch_of_madness = elder_things.action(
    "Touch of Madness",
    copies=1,
    text="[on-play] Each other player draws a Madness card. Draw a card and play an extra action.",
)


@touch_of_madness.on_play
def touch(me: Me) -> Steps[None]:
    _madness_for_others(me)
    draw_cards(me)
    yield from extra_play(me, "action")


unfathomable_goals = elder_things.action(
    "Unfathomable Goals",
    copies=1,
    text="[on-play] Each other player reveals their hand. Each one who revealed a Madness card destroys one of their"
    " minions.",
)


@unfathomable_goals.on_play
def pursue(me: Me) -> Steps[None]:
    mad = []
    for seat in others(me):
        reveal_cards(me, hand(me, seat))
        if madness_in(me, hand(me, seat)):
            mad.append(seat)
    yield from each_player(
        me, "destroy", "one of your minions to destroy", lambda seat: minions(me, of=seat) if seat in mad else ()
    )
