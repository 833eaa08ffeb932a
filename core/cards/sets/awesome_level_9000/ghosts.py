"""Ghosts: the fewer cards in hand, the stronger."""

from __future__ import annotations

from core.cards.language import *

ghosts = Faction("Ghosts", set="awesome-level-9000", style="The fewer cards in hand, the stronger")


def _few_cards(me: Me | Instance) -> bool:
    return len(me.table.seats[me.you].hand) <= 2


spectre = ghosts.minion(
    "Spectre",
    power=5,
    copies=1,
    text="[special] While you hold two cards or fewer, you may use a minion play to play this card from your discard pile.",
)


@spectre.plays_from_discard
def rise_again(me: Me) -> bool:
    return _few_cards(me)


haunting = ghosts.minion(
    "Haunting",
    power=3,
    copies=2,
    text="[ongoing] While you hold two cards or fewer: +3 power, and other players' cards can't affect this minion.",
)


@haunting.own_power
def looming(me: Instance) -> int:
    return 3 if _few_cards(me) else 0


@haunting.shields
def immaterial(me: Instance, card: Card, effect: Effect) -> bool:
    return card is me.card and _few_cards(me) and of_other_players(me, effect)


spirit = ghosts.minion(
    "Spirit",
    power=3,
    copies=3,
    text="[on-play] Choose a minion. You may discard as many cards as it has power to destroy it.",
)


@spirit.on_play
def exact_the_price(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion that you may pay to destroy", minions(me))
    if minion is None:
        return
    price = power(me.game, minion)
    cards = hand(me)
    if len(cards) < price:
        if cards:
            me.game.note("reading.whole-price", "reading.htb-as-much-pairs")
        return  # resolve.dependent: a price is paid in full or not at all
    if (yield from may(me, f"discard {'a card' if price == 1 else f'{price} cards'} to destroy it")):
        paid = yield from choose_some(me, "cards to discard", cards, least=price, most=price, hidden=price > 0)
        if len((yield from discard_from_hand(me, paid))) == price:
            yield from destroy(me, minion)


ghost = ghosts.minion("Ghost", power=2, copies=4, text="[on-play] You may discard a card.")


@ghost.on_play
def let_go(me: Me) -> Steps[None]:
    if hand(me):
        card = yield from choose(me, "a card to discard, or none", hand(me), optional=True, hidden=True)
        if card is not None:
            yield from discard_from_hand(me, [card])


across_the_divide = ghosts.action(
    "Across the Divide",
    copies=1,
    text="[on-play] Name a card. Put any number of minions of that name from your discard pile into your hand.",
)


@across_the_divide.on_play
def call_by_name(me: Me) -> Steps[None]:
    name = yield from name_a_card(me, "a card to name")
    called = [card for card in discard_pile(me) if me.game.fact(card).is_minion and me.game.fact(card).name == name]
    chosen = yield from choose_some(me, f"{name} cards to take into your hand", called)
    if chosen:
        yield from take(me, *chosen)


door_to_the_beyond = ghosts.action(
    "Door to the Beyond",
    kind="on-base",
    copies=1,
    raises_power=lambda me, minion: minion.controller == me.you and sum(card is not me.card for card in hand(me)) <= 2,
    text="Play on a base. [ongoing] While you hold two cards or fewer, your minions here have +2 power.",
)


@door_to_the_beyond.power_of_minions
def draught(me: Instance, minion: Card) -> int:
    return 2 if minion.site == me.base and minion.controller == me.you and _few_cards(me) else 0


ghostly_arrival = ghosts.action(
    "Ghostly Arrival", copies=2, text="[on-play] You may play an extra minion and/or an extra action."
)


@ghostly_arrival.on_play
def apparitions(me: Me) -> Steps[None]:
    yield from extra_play(me, "minion", "action")


incorporeal = ghosts.action(
    "Incorporeal",
    kind="on-minion",
    copies=2,
    where=lambda me, minion: minion.controller == me.you,
    text="Play on one of your minions. [ongoing] Other players' cards can't affect it.",
)


@incorporeal.shields
def out_of_reach(me: Instance, card: Card, effect: Effect) -> bool:
    return card is me.host and of_other_players(me, effect)


make_contact = ghosts.action(
    "Make Contact",
    kind="on-minion",
    copies=1,
    condition=lambda me, site: all(card is me.card for card in hand(me)),
    text="Play only if it is the only card in your hand. Play on a minion. [ongoing] You control that minion.",
)


@make_contact.from_play_on
def seize(me: Me) -> Steps[None]:
    if me.card.host:
        yield from give_control(me, me.host, me.you, while_on=True)


seance = ghosts.action("Séance", copies=1, text="[on-play] If you hold two cards or fewer, draw until you hold five.")


@seance.on_play
def summon(me: Me) -> None:
    if _few_cards(me):
        draw_cards(me, 5 - len(hand(me)))


shady_deal = ghosts.action("Shady Deal", copies=1, text="[on-play] If you hold two cards or fewer, gain 1 VP.")


@shady_deal.on_play
def profit(me: Me) -> None:
    if _few_cards(me):
        gain_vp(me)


the_dead_rise = ghosts.action(
    "The Dead Rise",
    copies=1,
    text="[on-play] Discard any number of cards. Play an extra minion with less power than that from your discard pile.",
)


@the_dead_rise.on_play
def unearth(me: Me) -> Steps[None]:
    chosen = yield from choose_some(me, "cards to discard", hand(me), hidden=bool(hand(me)))
    discarded = (yield from discard_from_hand(me, chosen)) if chosen else []
    if discarded:
        yield from extra_play(me, "minion", condition="discarded-at-most", arguments=(str(len(discarded) - 1),))


# --- the titan

creampuff_man = ghosts.titan(
    "Creampuff Man",
    text="[special] On your turn, you may play this titan if your hand is empty. [ongoing] You have 5 more power here, less 1"
    " for each card in your hand. [talent] Choose a standard action in your discard pile. Discard a card to play that action"
    " as an extra action. It then goes to the bottom of your deck instead of the discard pile.",
)


@creampuff_man.on_your_turn(zone="beside", when=lambda me: not hand(me) and can_play_titan(me))
def take_form(me: Me) -> Steps[None]:
    yield from play_titan(me)


@creampuff_man.power_of_player
def loom(me: Instance, seat: int, site: int) -> int:
    return max(0, 5 - len(hand(me))) if seat == me.you and site == me.base else 0


def _actions_to_replay(me: Me) -> list[Card]:
    return [card for card in discard_pile(me) if me.game.fact(card).is_standard and can_be_played(me, card)]


@creampuff_man.talent(has_effect=lambda me: bool(hand(me) and _actions_to_replay(me)))
def second_helping(me: Me) -> Steps[None]:
    # The action is chosen before the card is discarded, so the discarded card itself is never the one played.
    action = yield from choose(me, "a standard action to play", _actions_to_replay(me) if hand(me) else [])
    if action is None:
        return
    card = yield from choose(me, "a card to discard", hand(me), hidden=True)
    if card is not None and (yield from discard_from_hand(me, [card])):
        yield from play_certain(me, action, goes=Goes("deck", "bottom", ("discard",)))
