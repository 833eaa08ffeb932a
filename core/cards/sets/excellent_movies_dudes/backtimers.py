"""Backtimers: they put cards into stasis and get them back at just the right time."""

from __future__ import annotations

from collections.abc import Sequence

from core.cards.language import *

timers = Faction(
    "Backtimers", set="excellent-movies-dudes", style="Cards that wait in stasis and come when their time is there"
)


def _own_minion(me: Me | Instance) -> bool:
    return bool(minions(me, of=me.you))


def _put_from_hand(me: Me, *, optional: bool = False) -> Steps[None]:
    """Put a card from your hand into stasis with two counters."""
    about = "a card in your hand to put into stasis" + (", or none" if optional else "")
    card = yield from choose(me, about, hand(me), optional=optional, hidden=True)
    if card is not None:
        yield from put_into_stasis(me, card, 2)


def _put_from_top(me: Me, top: Sequence[Card], *, seen: bool) -> Steps[None]:
    """Optionally put one of the top cards of your deck into stasis with two counters; the others go back."""
    set_aside(me, top, seen=seen)
    if top:
        card = yield from choose(me, "one of them to put into stasis, or none", top, optional=True, hidden=not seen)
        if card is not None:
            yield from put_into_stasis(me, card, 2)
    rest = [card for card in top if card.zone == "aside"]
    put_back(me, (yield from arrange(me, "the order in which they go back on top", rest)), seen=seen)


def _lost_a_counter(me: Instance, changed: StasisChanged) -> bool:
    return itself(me, changed) and changed.amount < 0


# --- minions

alex_p_mcglide = timers.minion(
    "Alex P. McGlide",
    power=5,
    copies=1,
    text="[on-play] You may put a card from your hand into stasis with two stasis counters. [talent] If a card has lost"
    " its last stasis counter this turn, you may put a +1 power counter on one of your minions.",
)


@alex_p_mcglide.on_play
def send_ahead(me: Me) -> Steps[None]:
    yield from _put_from_hand(me, optional=True)


def _time_is_up(me: Me) -> bool:
    return bool(this_turn(me, StasisChanged, lambda changed: changed.amount < 0 and changed.left == 0))


@alex_p_mcglide.talent(when=_time_is_up)
def back_in_time(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions for a counter, or none", minions(me, of=me.you), optional=True)
    if minion is not None:
        yield from place_counters(me, minion)


zany_prof = timers.minion(
    "Zany Prof",
    power=4,
    copies=2,
    text="[ongoing] At the start of your turn, you may put a stasis counter on one of your cards in stasis, or take one"
    " off.",
)

_ON, _OFF = "put a stasis counter on it", "take a stasis counter off it"


@zany_prof.start_of_turn(may=True, when=lambda me: bool(in_stasis(me)))
def great_idea(me: Me) -> Steps[None]:
    card = yield from choose(me, "one of your cards in stasis", in_stasis(me))
    if card is not None:
        modes = [_ON, _OFF] if card.stasis else [_ON]
        mode = yield from choose_mode(me, f"what to do with {me.game.fact(card).name}", modes)
        yield from change_stasis(me, card, 1 if mode == _ON else -1)


lifelong_bully = timers.minion(
    "Lifelong Bully",
    power=3,
    copies=3,
    text="[on-play] Put a stasis counter on one of your cards in stasis; or look at the top two cards of your deck, of"
    " which you may put one into stasis with two stasis counters, and put the others back on top in any order.",
)

_DELAY, _LOOK = "put a stasis counter on a card in stasis", "look at the top two cards of your deck"


@lifelong_bully.on_play
def push_around(me: Me) -> Steps[None]:
    for part in (yield from choose_parts(me, "what to do", {_DELAY: bool(in_stasis(me)), _LOOK: True})):
        if part == _LOOK:
            yield from _put_from_top(me, look_at_top(me, 2), seen=False)
            continue
        card = yield from choose(me, "one of your cards in stasis for a counter", in_stasis(me))
        if card is not None:
            yield from change_stasis(me, card, 1)


sidelined_girlfriend = timers.minion(
    "Sidelined Girlfriend",
    power=2,
    copies=4,
    text="[on-play] You may put a stasis counter on this card. [special] After this card loses a stasis counter, you may"
    " put a +1 power counter on one of your minions. [special] If you play this card out of stasis, it is an extra"
    " minion and gets a +1 power counter.",
)


@sidelined_girlfriend.on_play
def left_at_the_porch(me: Me) -> Steps[None]:
    if may_enter_stasis(me.game, me.card) and (yield from may(me, "put a stasis counter on Sidelined Girlfriend")):
        yield from put_into_stasis(me, me.card, 1)


@sidelined_girlfriend.after(
    StasisChanged,
    label="special",
    zone="stasis",
    may=True,
    when=_lost_a_counter,
    still=lambda me, changed: _own_minion(me),
    regardless=("holder", "event"),
)
def moral_support(me: Me, changed: StasisChanged) -> Steps[None]:
    minion = yield from choose(me, "one of your minions for a counter", minions(me, of=me.you))
    if minion is not None:
        yield from place_counters(me, minion)


@sidelined_girlfriend.rule(LEAVES_STASIS, label="special", zone="stasis")
def wake_up(me: Me) -> Steps[None]:
    """Her on-play ability comes first, then the counter (resolve.nested)."""
    played = yield from play_certain(me, me.card)
    if played is not None and me.card.since == played.position:
        yield from place_counters(me, me.card)


# --- actions

ninety_nine_mph = timers.action(
    "99 MPH",
    copies=2,
    text="[on-play] Put a card from your hand into stasis with two stasis counters. Draw a card.",
)


@ninety_nine_mph.on_play
def floor_it(me: Me) -> Steps[None]:
    yield from _put_from_hand(me)
    draw_cards(me)


back_from_the_future = timers.action(
    "Back From the Future",
    copies=2,
    text="[on-play] Reveal the top three cards of your deck. You may put one of them into stasis with two stasis"
    " counters; put the others back on top in any order.",
)


@back_from_the_future.on_play
def return_trip(me: Me) -> Steps[None]:
    yield from _put_from_top(me, reveal_top(me, 3), seen=True)


disrupt_the_space_time_continuum = timers.action(
    "Disrupt the Space-Time Continuum",
    copies=1,
    text="[on-play] Put up to two cards from your hand into stasis, each with as many stasis counters as there are"
    " such cards.",
)


@disrupt_the_space_time_continuum.on_play
def paradox(me: Me) -> Steps[None]:
    cards = yield from choose_some(me, "up to two cards in your hand", hand(me), most=2, hidden=True)
    yield from put_each_into_stasis(me, cards, len(cards))


# By the book of 2023 actions that put themselves into stasis are not standard actions (term.standard); their kind says
# only where they are played. Played out of stasis they follow their own text about that and are discarded.

future_almanac = timers.action(
    "Future Almanac?",
    copies=1,
    text="[on-play] Put this card into stasis with three stasis counters. [special] After you take a stasis counter off"
    " this card, draw a card. [special] If you play this card out of stasis, discard it.",
)


@future_almanac.on_play
def read_ahead(me: Me) -> Steps[None]:
    yield from put_into_stasis(me, me.card, 3)


@future_almanac.after(
    StasisChanged,
    label="special",
    zone="stasis",
    when=lambda me, changed: _lost_a_counter(me, changed) and changed.seat == me.you,
)
def sure_bet(me: Me, changed: StasisChanged) -> None:
    draw_cards(me)


@future_almanac.rule(LEAVES_STASIS, label="special", zone="stasis")
def burn_the_book(me: Me) -> Steps[None]:
    yield from discard_from_play(me, me.card)


def _play_from_under(me: Me) -> Steps[None]:
    """Optionally play one of the cards stored under this one as an extra card; the rest leave with it."""
    below = [me.table.cards[number] for number in me.card.stored]
    if below:
        playable = [card for card in below if can_be_played(me, card)]
        card = yield from choose(me, "a card under this one to play, or none", playable, optional=True, hidden=True)
        if card is not None:
            yield from play_certain(me, card)


help_from_the_past = timers.action(
    "Help From the Past",
    copies=1,
    text="[on-play] Put this card into stasis with three stasis counters. [special] When this card enters stasis, store a"
    " card from your discard pile under it. [special] If you play this card out of stasis, discard it; you may play a"
    " card stored under it as an extra card.",
)


@help_from_the_past.on_play
def look_back(me: Me) -> Steps[None]:
    yield from put_into_stasis(me, me.card, 3)


@help_from_the_past.rule(ENTERS_STASIS, label="special", zone="stasis")
def old_friend(me: Me) -> Steps[None]:
    card = yield from choose(me, "a card in your discard pile to store", discard_pile(me))
    if card is not None:
        yield from store(me, card, me.card)


@help_from_the_past.rule(LEAVES_STASIS, label="special", zone="stasis")
def arrive(me: Me) -> Steps[None]:
    yield from _play_from_under(me)


letter_from_another_time = timers.action(
    "Letter From Another Time",
    copies=1,
    text="[on-play] Put this card into stasis with three stasis counters. [special] When this card enters stasis, search"
    " your deck for a card, reveal it, store it under this card and shuffle your deck. [special] If you play this card"
    " out of stasis, discard it; you may play a card stored under it as an extra card.",
)


@letter_from_another_time.on_play
def post(me: Me) -> Steps[None]:
    yield from put_into_stasis(me, me.card, 3)


@letter_from_another_time.rule(ENTERS_STASIS, label="special", zone="stasis")
def write(me: Me) -> Steps[None]:
    card = yield from search_deck(me, "a card to store under the letter", lambda card: True)
    if card is not None:
        yield from store(me, card, me.card)
        shuffle_deck(me)


@letter_from_another_time.rule(LEAVES_STASIS, label="special", zone="stasis")
def deliver(me: Me) -> Steps[None]:
    yield from _play_from_under(me)


lightning_strike = timers.action(
    "Lightning Strike",
    copies=1,
    text="[on-play] Put this card into stasis with two stasis counters. [special] After you take stasis counters off"
    " another card, you may put them on this card. [special] On your turn, while this card is in stasis, you may spend"
    " one of your action plays: a base's breakpoint is lower until the end of the turn by the number of stasis counters"
    " on this card, at most 5; discard this card. [special] If you play this card out of stasis, discard it.",
)


@lightning_strike.on_play
def set_the_clock(me: Me) -> Steps[None]:
    yield from put_into_stasis(me, me.card, 2)


def _off_another(me: Instance, changed: StasisChanged) -> bool:
    return not itself(me, changed) and changed.amount < 0 and changed.seat == me.you


@lightning_strike.after(
    StasisChanged, label="special", zone="stasis", may=True, when=_off_another, regardless=("event",)
)
def charge(me: Me, changed: StasisChanged) -> Steps[None]:
    yield from change_stasis(me, me.card, -changed.amount)


@lightning_strike.on_your_turn(zone="stasis", when=lambda me: bool(spendable(me.game, me.you, "action")))
def strike(me: Me) -> Steps[None]:
    yield from spend_play(me.game, me.you, "action")
    site = yield from choose_base(me, "a base whose breakpoint is lowered", me.table.sites)
    if site:
        change_breakpoint(me, site, -min(5, me.card.stasis))
    yield from discard_from_play(me, me.card)


@lightning_strike.rule(LEAVES_STASIS, label="special", zone="stasis")
def fizzle(me: Me) -> Steps[None]:
    yield from discard_from_play(me, me.card)


will_have_to_do = timers.action(
    "Will Have to Do",
    copies=1,
    raises_power=yours,
    text="[on-play] Put up to two +1 power counters on your minions; or take up to two stasis counters off your cards in"
    " stasis.",
)

_POWER, _TIME = "put +1 power counters on your minions", "take stasis counters off your cards"


@will_have_to_do.on_play
def make_do(me: Me) -> Steps[None]:
    waiting = any(card.stasis for card in in_stasis(me))
    parts = {_POWER: bool(minions(me, of=me.you)) or not waiting, _TIME: waiting and me.aim is None}
    for part in (yield from choose_parts(me, "what to do", parts)):
        if part == _POWER:
            yield from _strengthen(me, minions(me, of=me.you))
        else:
            yield from _hurry(me)


def _hurry(me: Me) -> Steps[None]:
    waiting = {card.number: card.stasis for card in in_stasis(me) if card.stasis}
    cards = [me.table.cards[number] for number in waiting]
    shares = yield from distribute(me, "up to two stasis counters to take off", cards, least=0, most=2, caps=waiting)
    yield from remove_stasis_counters(me, shares)


def _strengthen(me: Me, own: Sequence[Card]) -> Steps[None]:
    shares: dict[int, int] = {}
    if me.aim is not None and (first := (yield from choose(me, "a minion that gets a counter", aimed(me, own)))):
        shares = {first.number: 1}
    more = 2 - len(shares)
    others = yield from distribute(me, f"up to {more} +1 power counters on your minions", own, least=0, most=more)
    for number, amount in others.items():
        shares[number] = shares.get(number, 0) + amount
    yield from share_counters(me, shares)
