"""Clowns: actions go to the discard pile early, and are played from there."""

from __future__ import annotations

from core.cards.language import *

clowns = Faction("Clowns", set="clowns", style="The best tricks come out of the discard pile")

UNDER_THE_DECK = Goes("deck", "bottom", ("hand", "discard"))
"""Where an action goes that a Clown has played from the discard pile: only in place of the hand and the discard pile,
so that an action that goes elsewhere still does.
"""


def _is_action(me: Me, card: Card) -> bool:
    return me.game.fact(card).is_action


def _standard(me: Me | Instance) -> list[Card]:
    """Return the standard actions in your discard pile: those that are played neither on a base nor on a minion
    (term.standard)."""
    return [card for card in discard_pile(me) if me.game.fact(card).is_standard]


def _from_discard_pile(me: Me) -> bool:
    """Return whether the card being played was played from the discard pile."""
    return isinstance(me.event, CardPlayed) and me.event.source == "discard"


# --- minions

zobo_the_clown = clowns.minion(
    "Zobo the Clown",
    power=5,
    copies=1,
    text="[ongoing] You may use your regular action play for a standard action in your discard pile. It then goes to the"
    " bottom of your deck instead of your hand or the discard pile.",
)


@zobo_the_clown.plays_discarded(goes=UNDER_THE_DECK)
def encore(me: Instance, card: Card, play: Allowance) -> bool:
    return play.kind == "action" and not play.extra and me.game.fact(card).is_standard


mumu_adams = clowns.minion(
    "Mumu Adams",
    power=4,
    copies=1,
    text="[ongoing] After the first time you play an action each turn, draw a card.",
)


@mumu_adams.after(CardPlayed, when=first_action_you_played)
def applause(me: Me, played: CardPlayed) -> None:
    draw_cards(me)


nickelsmart = clowns.minion(
    "Nickelsmart",
    power=4,
    copies=1,
    text="[talent] If at least two standard actions are in your discard pile, play one of them, picked at random, as an extra"
    " action. It then goes to the bottom of your deck instead of your hand or the discard pile.",
)


@nickelsmart.talent(when=lambda me: len(_standard(me)) >= 2)
def from_the_storm_drain(me: Me) -> Steps[None]:
    (number,) = me.game.pick_at_random("card", [card.number for card in _standard(me)])
    yield from play_certain(me, me.game.card(number), goes=UNDER_THE_DECK)


donald_mcronald = clowns.minion(
    "Donald McRonald",
    power=3,
    copies=1,
    text="[on-play] Reveal cards from your deck until you have revealed two actions. Draw one of them and discard the other."
    " Shuffle your deck.",
)


@donald_mcronald.on_play
def side_order(me: Me) -> Steps[None]:
    revealed: list[Card] = []
    actions: list[Card] = []
    for _ in range(2):
        found, revealed = reveal_until(me, lambda card: _is_action(me, card), revealed=revealed)
        actions += [found] if found is not None else []
    drawn = yield from choose(me, "the action to draw", actions)
    if drawn is not None:
        draw_these(me, [drawn])
    yield from discard_from_deck(me, [action for action in actions if action is not drawn])
    if any(card.zone == "aside" for card in revealed):
        shuffle_in(me, revealed)
    else:
        shuffle_deck(me)


mime = clowns.minion(
    "Mime",
    power=3,
    copies=2,
    text="[on-play] You may play a standard action in your discard pile that you have not played this turn as an extra action."
    " It then goes to the bottom of your deck instead of your hand or the discard pile.",
)


def _played_this_turn(me: Me) -> set[int]:
    return {play.card for play in this_turn(me, CardPlayed, lambda play: play.seat == me.you)}


@mime.on_play
def silent_act(me: Me) -> Steps[None]:
    before = _played_this_turn(me)
    fresh = [card for card in _standard(me) if card.number not in before and can_be_played(me, card)]
    action = yield from choose(me, "a standard action in your discard pile to play, or none", fresh, optional=True)
    if action is not None:
        yield from play_certain(me, action, goes=UNDER_THE_DECK)


harlequin = clowns.minion(
    "Harlequin",
    power=2,
    copies=4,
    text="[on-play] You may search your deck for an action, put it into your discard pile and shuffle.",
)


@harlequin.on_play
def trick_of_the_trade(me: Me) -> Steps[None]:
    if can_search(me.game, me.you) and (yield from may(me, "search your deck for an action")):
        found = yield from search_deck(me, "an action to put into your discard pile", lambda card: _is_action(me, card))
        if found is not None:
            yield from discard_from_deck(me, [found])
        shuffle_deck(me)


# --- actions

banana_peel = clowns.action(
    "Banana Peel",
    copies=1,
    affects=lambda me, minion: yours(me, minion) and len(me.table.sites) > 1,
    text="[on-play] Move up to two of your minions from one base to another. If this card was played from the discard pile,"
    " you may play an extra action.",
)


@banana_peel.on_play
def slip(me: Me) -> Steps[None]:
    manned = bases_with_your_minions(me)
    origin = yield from choose_base(me, "the base they move from", manned if len(me.table.sites) > 1 else ())
    if origin:
        own = minions(me, at=origin, of=me.you)
        movers = yield from choose_some(me, "up to two of your minions to move", own, most=2)
        if movers:
            site = yield from choose_base(me, "the base they move to", other_bases(me, origin))
            yield from move_all(me, movers, site)
    if _from_discard_pile(me):
        yield from extra_play(me, "action")


colorful_scarves = clowns.action(
    "Colorful Scarves",
    copies=2,
    text="[on-play] Draw two cards. If this card was played from the discard pile, you may discard a card to draw another"
    " card.",
)


@colorful_scarves.on_play
def keep_pulling(me: Me) -> Steps[None]:
    draw_cards(me, 2)
    if _from_discard_pile(me) and hand(me):
        card = yield from choose(me, "a card to discard to draw another, or none", hand(me), optional=True, hidden=True)
        if card is not None and (yield from discard_from_hand(me, [card])):
            draw_cards(me)


confetti_bucket = clowns.action(
    "Confetti Bucket",
    copies=1,
    text="[on-play] Discard up to four cards, then draw as many cards as you discarded.",
)


@confetti_bucket.on_play
def shower(me: Me) -> Steps[None]:
    if hand(me):
        chosen = yield from choose_some(me, "up to four cards to discard", hand(me), most=4, hidden=True)
        draw_cards(me, len((yield from discard_from_hand(me, chosen))))


clown_car = clowns.action(
    "Clown Car",
    copies=1,
    text="[on-play] Shuffle up to two cards from your discard pile into your deck. If this card was played from the discard"
    " pile, you may play an extra action.",
)


@clown_car.on_play
def pile_in(me: Me) -> Steps[None]:
    chosen = yield from choose_some(me, "up to two cards to shuffle into your deck", discard_pile(me), most=2)
    if chosen:
        yield from shuffle_into_deck(me, *chosen)
    if _from_discard_pile(me):
        yield from extra_play(me, "action")


clown_in_a_box = clowns.action(
    "Clown in a Box",
    copies=1,
    text="[on-play] Play an extra minion of power 3 or less, or of power 4 or less if this card was played from the discard"
    " pile.",
)


@clown_in_a_box.on_play
def pop_out(me: Me) -> Steps[None]:
    limit = "4" if _from_discard_pile(me) else "3"
    yield from extra_play(me, "minion", condition="power-at-most", arguments=(limit,))


clown_pyramid = clowns.action(
    "Clown Pyramid",
    copies=1,
    raises_power=yours,
    text="[on-play] One of your minions has +1 power until the end of the turn for each of your minions at its base. You may"
    " play an extra action.",
)


@clown_pyramid.on_play
def climb(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions that gets power", aimed(me, minions(me, of=me.you)))
    if minion is not None:
        # Counted once, now (clarify.amount-fixed).
        yield from boost(me, minion, len(minions(me, at=minion.site, of=me.you)))
    yield from extra_play(me, "action")


juggling = clowns.action(
    "Juggling",
    copies=1,
    text="[on-play] Each player looks at the top three cards of their deck and discards an action among them, or reveals them if"
    " there is none. The rest stays on top in the same order.",
)


@juggling.on_play
def keep_them_in_the_air(me: Me) -> Steps[None]:
    for seat in me.game.clockwise():
        theirs = me.for_player(seat)
        cards = look_at_top(theirs, 3)
        actions = [card for card in cards if _is_action(me, card)]
        if actions:
            dropped = yield from choose(theirs, "the action to discard", actions, hidden=True)
            if dropped is not None:
                yield from discard_from_deck(me, [dropped], seat=seat)
        else:
            reveal_cards(theirs, cards)


pie_in_the_face = clowns.action(
    "Pie in the Face",
    copies=2,
    raises_power=yours,
    text="[on-play] One of your minions has +2 power until the end of the turn, or +4 power if this card was played from the"
    " discard pile.",
)


@pie_in_the_face.on_play
def splat(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions that gets power", aimed(me, minions(me, of=me.you)))
    if minion is not None:
        yield from boost(me, minion, 4 if _from_discard_pile(me) else 2)
