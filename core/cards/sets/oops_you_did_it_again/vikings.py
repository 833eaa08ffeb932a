"""Vikings: they take what others have, and keep it for when they need it."""

from __future__ import annotations

from core.cards.language import *

vikings = Faction(
    "Vikings", set="oops-you-did-it-again", style="They take other players' cards and play them as their own"
)


def _own(me: Me, minion: Card) -> bool:
    return minion.controller == me.you


def is_loot(me: Me, card: Card, limit: int) -> bool:
    """Return whether a card is an action, or a minion of at most this printed power."""
    return me.game.fact(card).is_action or printed_power(me.game, card) <= limit


def choose_deck(me: Me, doing: DeckUse) -> Steps[int]:
    """Ask for another player whose deck has something to show. Returns -1 if there is none."""
    there = [seat for seat in others(me) if has_cards_to_show(me, seat, doing)]
    return (yield from choose_player(me, f"the player whose deck to {doing}", there))


def put_on_own_deck(me: Me, *, most: int = 1, least: int = 1) -> Steps[list[Card]]:
    """Put cards from your hand on top of your own deck. Nobody sees which, so they may be another player's
    (clarify.unseen-on-your-deck)."""
    about = "a card of your hand to put on top of your deck" if most == 1 else f"up to {most} cards of your hand"
    chosen = yield from choose_some(me, about, hand(me), least=least, most=most, hidden=True)
    ordered = yield from arrange(me, "the order of these on top of your deck", chosen)
    return (yield from place_in_deck(me, *reversed(ordered), seen=False))


valkyrie = vikings.minion(
    "Valkyrie",
    power=5,
    copies=1,
    text="[on-play] Put a minion from another player's discard pile into your hand.",
)


@valkyrie.on_play
def choose_the_slain(me: Me) -> Steps[None]:
    fallen = [card for seat in others(me) for card in discard_pile(me, seat) if me.game.fact(card).is_minion]
    minion = yield from choose(me, "a minion to put into your hand", fallen)
    if minion is not None:
        yield from take_for_yourself(me, minion)


raider = vikings.minion(
    "Raider",
    power=4,
    copies=2,
    text="[talent] Put up to three cards from your hand on top of your deck. This minion has +1 power for each of them until"
    " the end of the turn.",
)


@raider.talent(has_effect=lambda me: bool(hand(me)))
def stow_away(me: Me) -> Steps[None]:
    stowed = yield from put_on_own_deck(me, least=0, most=3)
    if stowed:
        yield from boost(me, me.card, len(stowed))


shield_maiden = vikings.minion(
    "Shield Maiden",
    power=3,
    copies=3,
    text="[on-play] Reveal the top card of another player's deck. If it is an action or a minion of power 3 or less, put it"
    " into your hand.",
)


@shield_maiden.on_play
def carry_off(me: Me) -> Steps[None]:
    seat = yield from choose_deck(me, "reveal")
    if seat >= 0:
        loot = [card for card in reveal_top(me, seat=seat) if is_loot(me, card, 3)]
        yield from take_for_yourself(me, *loot)


huscarl = vikings.minion(
    "Huscarl",
    power=2,
    copies=4,
    text="[talent] Put a card from your hand on top of your deck to give this minion +2 power until the end of the turn.",
)


@huscarl.talent(has_effect=lambda me: bool(hand(me)))
def pay_the_guard(me: Me) -> Steps[None]:
    if (yield from put_on_own_deck(me)):
        yield from boost(me, me.card, 2)


berserk = vikings.action(
    "Berserk",
    copies=2,
    raises_power=_own,
    text="[on-play] Put a card from your hand on top of your deck to give one of your minions +3 power until the end of the"
    " turn.",
)


@berserk.on_play
def see_red(me: Me) -> Steps[None]:
    if (yield from put_on_own_deck(me)):
        minion = yield from choose(me, "one of your minions", aimed(me, minions(me, of=me.you)))
        if minion is not None:
            yield from boost(me, minion, 3)


cast_the_runes = vikings.action(
    "Cast the Runes",
    copies=1,
    text="[on-play] Look at another player's hand and at the top two cards of their deck, and put those back in any order."
    " You may play an extra action.",
)


@cast_the_runes.on_play
def foretell(me: Me) -> Steps[None]:
    seat = yield from choose_player(me, "the player whose hand and deck to look at", others(me))
    look_at_hand(me, seat)
    top = look_at_top(me, 2, seat=seat)
    order = yield from arrange(me, "the order of these on top of the deck", top)
    put_back(me, order, seen=False, deck_of=seat)
    yield from extra_play(me, "action")


combat_training = vikings.action(
    "Combat Training",
    copies=1,
    raises_power=_own,
    text="[on-play] Each of your minions has +1 power until the end of the turn.",
)


@combat_training.on_play
def drill(me: Me) -> Steps[None]:
    yield from boost_each(me, minions(me, of=me.you), 1)


pillage = vikings.action(
    "Pillage",
    copies=1,
    text="[on-play] Take a random card from another player's hand into yours.",
)


@pillage.on_play
def lay_waste(me: Me) -> Steps[None]:
    rich = [seat for seat in others(me) if hand(me, seat)]
    seat = yield from choose_player(me, "the player to take a card from", rich)
    if seat >= 0:
        (number,) = me.game.pick_at_random("card", me.table.seats[seat].hand, seat=seat)
        yield from take_for_yourself(me, me.game.card(number), seen=False)


raiding_party = vikings.action(
    "Raiding Party",
    copies=2,
    text="[on-play] Reveal the top three cards of another player's deck. You may play one of them, an action or a minion of"
    " power 4 or less, as an extra card. Put the others back on top in any order.",
)


@raiding_party.on_play
def row_ashore(me: Me) -> Steps[None]:
    seat = yield from choose_deck(me, "reveal")
    if seat < 0:
        return
    revealed = reveal_top(me, 3, seat=seat)
    set_aside(me, revealed, seat=seat)
    fitting = [card for card in revealed if is_loot(me, card, 4) and can_be_played(me, card)]
    prize = yield from choose(me, "a revealed card to play, or none", fitting, optional=True)
    if prize is not None:
        yield from play_certain(me, prize, off_top=True)
    rest = [card for card in revealed if card.zone == "aside"]
    put_back(me, (yield from arrange(me, "the order of the others on top of the deck", rest)), deck_of=seat)


ransack = vikings.action(
    "Ransack",
    copies=1,
    text="[on-play] Put an action that is on a minion or base, or a buried card, into your hand, whoever owns it.",
)


@ransack.on_play
def turn_over_every_stone(me: Me) -> Steps[None]:
    buried = [me.table.cards[number] for site in me.table.sites.values() for number in site.piles["buried"]]
    card = yield from choose(me, "an action or a buried card to put into your hand", [*actions_in_play(me), *buried])
    if card is not None:
        yield from take_for_yourself(me, card, seen=card.zone != "buried")


tribute = vikings.action("Tribute", copies=1, text="[on-play] Draw three cards.")


@tribute.on_play
def collect(me: Me) -> None:
    draw_cards(me, 3)


viking_funeral = vikings.action(
    "Viking Funeral",
    kind="on-minion",
    copies=1,
    where=lambda me, minion: _own(me, minion) and power(me.game, minion) >= 5,
    text="Play on a minion of yours of power 5 or more. [ongoing] After this minion goes to the discard pile, gain 1 VP,"
    " and if you own the minion put it into the box.",
)


@viking_funeral.after(*TO_THE_DISCARD_PILE, when=host_gone)
def burning_ship(me: Me, gone: Destroyed | Discarded) -> Steps[None]:
    gain_vp(me)
    minion = me.table.cards[gone.card]
    if minion.owner == me.you and minion.zone == "discard" and minion.since == gone.position:
        yield from box(me, minion)
