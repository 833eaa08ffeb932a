"""Giant Ants: small in print, strong through +1 power counters, which they pass around."""

from __future__ import annotations

from collections.abc import Sequence

from core.cards.language import *

ants = Faction(
    "Giant Ants",
    set="monster-smash",
    style="Small by print, great by their +1 power counters, which they pass around",
)


def _own(me: Me, minion: Card) -> bool:
    return minion.controller == me.you


def _with_counters(cards: list[Card]) -> list[Card]:
    return [card for card in cards if card.counters]


killer_queen = ants.minion(
    "Killer Queen",
    power=4,
    copies=1,
    text="[talent] If you played another minion here this turn, put a +1 power counter on this minion and on that one.",
)


def _others_played_here(me: Me) -> list[CardPlayed]:
    return this_turn(
        me,
        CardPlayed,
        lambda played: (
            played.to == "minions"
            and played.seat == me.you
            and played.site == me.card.site
            and played.card != me.card.number
        ),
    )


@killer_queen.talent(when=lambda me: bool(_others_played_here(me)))
def guaranteed(me: Me) -> Steps[None]:
    cards = me.table.cards
    newcomers = [
        cards[played.card]
        for played in _others_played_here(me)
        if cards[played.card].zone == "minions" and cards[played.card].since == played.position
    ]
    other = yield from choose(me, "the minion played here that gets a counter too", newcomers)
    yield from place_counter_on_each(me, [me.card, *([other] if other else [])])


drone = ants.minion(
    "Drone",
    power=3,
    copies=2,
    text="[on-play] Put a +1 power counter on this minion. [ongoing] Before a minion of yours is destroyed, you may"
    " take a +1 power counter off this minion; if you do, it is not destroyed.",
)


@drone.on_play
def hatch(me: Me) -> Steps[None]:
    yield from place_counters(me, me.card)


def _own_minion_and_counter(me: Instance, effect: Effect) -> bool:
    card = me.table.cards[effect.card]
    return me.card.counters > 0 and card.zone == "minions" and card.controller == me.you


@drone.instead("destroy", may=True, when=_own_minion_and_counter)
def protect_the_nest(me: Me, effect: Effect) -> Steps[bool | None]:
    return None if (yield from remove_counters(me, me.card)) else False


soldier = ants.minion(
    "Soldier",
    power=1,
    copies=3,
    text="[on-play] Put two +1 power counters on this minion."
    " [talent] Transfer a +1 power counter from this minion to another minion.",
)


@soldier.on_play
def enlist(me: Me) -> Steps[None]:
    yield from place_counters(me, me.card, 2)


@soldier.talent(has_effect=lambda me: bool(me.card.counters and minions(me, but=me.card)))
def hand_over(me: Me) -> Steps[None]:
    if me.card.counters:
        minion = yield from choose(me, "another minion for the counter", minions(me, but=me.card))
        if minion is not None:
            yield from transfer_counters(me, me.card, minion, 1)


worker = ants.minion("Worker", power=0, copies=4, text="[on-play] Put two +1 power counters on this minion.")


@worker.on_play
def carry(me: Me) -> Steps[None]:
    yield from place_counters(me, me.card, 2)


def _another_has_counters(me: Me, minion: Card) -> bool:
    return _own(me, minion) and bool(_with_counters(minions(me, of=me.you, but=minion)))


a_kind_of_magic = ants.action(
    "A Kind of Magic",
    copies=1,
    raises_power=_another_has_counters,
    text="[on-play] Redistribute any number of the +1 power counters on your minions among your minions.",
)


@a_kind_of_magic.on_play
def rearrange(me: Me) -> Steps[None]:
    """Asks for the final distribution of the counters, one pick for each, and transfers the differences."""
    own = minions(me, of=me.you)
    sure: dict[int, int] = {}
    if me.aim is not None and (raised := (yield from choose(me, "a minion that gets more", aimed(me, own)))):
        sure = {raised.number: raised.counters + 1}
    free = sum(minion.counters for minion in own) - sum(sure.values())
    shares = yield from distribute(me, "where each of your counters lies in the end", own, least=free, most=free)
    for number, amount in sure.items():
        shares[number] = shares.get(number, 0) + amount
    surplus = {minion.number: minion.counters - shares.get(minion.number, 0) for minion in own}
    for giver in own:
        for receiver in own:
            amount = min(surplus[giver.number], -surplus[receiver.number])
            if amount > 0:
                moved = yield from transfer_counters(me, giver, receiver, amount)
                surplus[giver.number] -= moved
                surplus[receiver.number] += moved


gimme_the_prize = ants.action(
    "Gimme the Prize",
    copies=2,
    raises_power=_own,
    text="[on-play] Put a +1 power counter on each of up to three of your minions.",
)


@gimme_the_prize.on_play
def feed(me: Me) -> Steps[None]:
    own = minions(me, of=me.you)
    chosen: list[Card] = []
    if me.aim is not None and (first := (yield from choose(me, "a minion that gets a counter", aimed(me, own)))):
        chosen = [first]
        own.remove(first)
    chosen += yield from choose_some(me, "your minions that get a counter each", own, most=3 - len(chosen))
    yield from place_counter_on_each(me, chosen)


headlong = ants.action(
    "Headlong",
    copies=1,
    raises_power=_own,
    text="[on-play] Move one of your minions to another base and put two +1 power counters on it.",
)


@headlong.on_play
def rush(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions to move", aimed(me, minions(me, of=me.you)))
    if minion is not None:
        site = yield from choose_base(me, "the base to move it to", other_bases(me, minion.site))
        moved = (yield from move(me, minion, site)) if site else None
        # The counters follow the minion that really moved; without a move they are still placed (independent).
        yield from place_counters(me, me.table.cards[moved.card] if moved else minion, 2)


the_show_must_go_on = ants.action(
    "The Show Must Go On",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] Other players' cards can't affect your minions here that have a +1 power counter.",
)


@the_show_must_go_on.shields
def no_matter_what(me: Instance, card: Card, effect: Effect) -> bool:
    return (
        card.counters > 0
        and card.site == me.base
        and card.zone == "minions"
        and card.controller == me.you
        and of_other_players(me, effect)
    )


under_pressure = ants.action(
    "Under Pressure",
    kind="special-only",
    copies=1,
    raises_power=_own,
    text="[special] Before a base scores, you may transfer any number of +1 power counters from one of your minions"
    " to another of yours.",
)


@under_pressure.played_at(BEFORE_SCORES)
def relieve(me: Me) -> Steps[None]:
    own = minions(me, of=me.you)
    giver = yield from choose(me, "the minion that gives counters, or none", _with_counters(own), optional=True)
    if giver is not None:
        receivers = aimed(me, [minion for minion in own if minion is not giver])
        receiver = yield from choose(me, "the minion that gets them", receivers)
        if receiver is not None:
            amount = yield from choose_number(me, "how many counters", range(1, giver.counters + 1))
            yield from transfer_counters(me, giver, receiver, amount)


we_are_the_champions = ants.action(
    "We Are the Champions",
    kind="special-only",
    copies=1,
    raises_power=True,
    text="[special] After a base scores, transfer any number of +1 power counters from one of your minions there to"
    " another minion.",
)


@we_are_the_champions.played_at(AFTER_SCORES)
def take_the_honours(me: Me) -> Steps[None]:
    givers = _with_counters(minions(me, at=scoring_site(me.game), of=me.you))
    giver = yield from choose(me, "your minion there that gives counters", givers)
    if giver is not None:
        receiver = yield from choose(me, "the minion that gets them", aimed(me, minions(me, but=giver)))
        if receiver is not None:
            amount = yield from choose_number(me, "how many counters", range(giver.counters + 1))
            yield from transfer_counters(me, giver, receiver, amount)


we_will_rock_you = ants.action(
    "We Will Rock You",
    copies=2,
    raises_power=lambda me, minion: minion.controller == me.you and minion.counters > 0,
    text="[on-play] Each of your minions has +1 power until the end of the turn for each +1 power counter on it now.",
)


@we_will_rock_you.on_play
def stomp(me: Me) -> Steps[None]:
    yield from boost_by(me, {minion.number: minion.counters for minion in _with_counters(minions(me, of=me.you))})


who_wants_to_live_forever = ants.action(
    "Who Wants to Live Forever?",
    copies=1,
    affects=lambda me, minion: yours(me, minion) and minion.counters > 0,
    text="[on-play] Take any number of +1 power counters off your minions. Draw a card for each.",
)


@who_wants_to_live_forever.on_play
def give_up(me: Me) -> Steps[None]:
    removed = yield from remove_any_counters(me, minions(me, of=me.you))
    draw_cards(me, removed)


# --- the titan

death_on_six_legs = ants.titan(
    "Death on Six Legs",
    text="[special] On your turn, if there are at least six +1 power counters on your minions, you may discard a card to play"
    " this titan. [ongoing] Before a minion goes to the discard pile, you may transfer one of its +1 power counters to this"
    " titan. [talent] Play an extra action.",
)


def _swarming(me: Me) -> bool:
    return sum(minion.counters for minion in minions(me, of=me.you)) >= 6


@death_on_six_legs.on_your_turn(zone="beside", when=lambda me: _swarming(me) and bool(hand(me)) and can_play_titan(me))
def march_in(me: Me) -> Steps[None]:
    card = yield from choose(me, "a card to discard", hand(me), hidden=True)
    if card is not None and (yield from discard_from_hand(me, [card])):
        yield from play_titan(me)


def _minion_with_counters(me: Instance, effect: Effect) -> bool:
    card = me.table.cards[effect.card]
    return card.counters > 0 and me.game.facts[card.number].is_minion


@death_on_six_legs.just_before("destroy", "discard", may=True, when=_minion_with_counters)
def strip_the_carcass(me: Me, effects: Sequence[Effect]) -> Steps[None]:
    me.game.note("reading.htb-before-discard")
    doomed = [me.game.card(effect.card) for effect in effects]
    for minion in (yield from choose_some(me, "the minions that give a +1 power counter", doomed, least=1)):
        yield from transfer_counters(me, minion, me.card, 1)


@death_on_six_legs.talent()
def send_out_the_column(me: Me) -> Steps[None]:
    yield from extra_play(me, "action")
