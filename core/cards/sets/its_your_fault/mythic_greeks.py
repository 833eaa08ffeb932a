"""Mythic Greeks: heroes who profit from every action played, and a favor of each god."""

from __future__ import annotations

from core.cards.language import *

greeks = Faction(
    "Mythic Greeks",
    set="its-your-fault",
    style="A chain of actions that makes five heroes stronger",
)


def _own_action(me: Instance, played: CardPlayed) -> bool:
    return action_played(me, played) and played.seat == me.you


def _not_used_yet(me: Instance, played: CardPlayed) -> bool:
    return unused_this_turn(me)


odysseus = greeks.minion(
    "Odysseus",
    power=5,
    copies=1,
    text="[ongoing] After you play an action, put a +1 power counter on one of your minions.",
)


@odysseus.after(CardPlayed, when=_own_action)
def scheme(me: Me, played: CardPlayed) -> Steps[None]:
    minion = yield from choose(me, "one of your minions that gets a +1 power counter", minions(me, of=me.you))
    if minion is not None:
        yield from place_counters(me, minion)


heracles = greeks.minion(
    "Heracles",
    power=4,
    copies=1,
    text="[ongoing] After any player plays an action, this minion has +1 power until the end of the turn.",
)


@heracles.after(CardPlayed, when=action_played, regardless=("event",))
def labor(me: Me, played: CardPlayed) -> Steps[None]:
    yield from boost(me, me.card, 1)


jason = greeks.minion(
    "Jason",
    power=4,
    copies=1,
    text="[ongoing] Once per turn, after you play an action, you may choose a base. Your minions there have +1 power until"
    " the end of the turn.",
)


@jason.after(CardPlayed, may=True, when=_own_action, still=_not_used_yet)
def lead_the_crew(me: Me, played: CardPlayed) -> Steps[None]:
    site = yield from choose_base(me, "a base where your minions get +1 power", me.table.sites)
    if site:
        yield from boost_each(me, minions(me, at=site, of=me.you), 1)


spartan = greeks.minion(
    "Spartan",
    power=3,
    copies=3,
    text="[ongoing] Once per turn, after you play an action, you may put a +1 power counter on this minion.",
)


@spartan.after(CardPlayed, may=True, when=_own_action, still=_not_used_yet, regardless=("event", "holder"))
def drill(me: Me, played: CardPlayed) -> Steps[None]:
    yield from place_counters(me, me.card)


argonaut = greeks.minion(
    "Argonaut",
    power=2,
    copies=4,
    plays_as="action",
    stands_for="action",
    text="[on-play] Trigger every ability that your playing an action would trigger. [special] Whenever you can play an"
    " action, you may play this card instead.",
)


favor_of_aphrodite = greeks.action("Favor of Aphrodite", copies=1, text="[on-play] Play an extra minion.")


@favor_of_aphrodite.on_play
def attract(me: Me) -> Steps[None]:
    yield from extra_play(me, "minion")


favor_of_apollo = greeks.action("Favor of Apollo", copies=1, text="[on-play] Draw a card and play an extra action.")


@favor_of_apollo.on_play
def prophesy(me: Me) -> Steps[None]:
    draw_cards(me)
    yield from extra_play(me, "action")


favor_of_ares = greeks.action(
    "Favor of Ares",
    copies=1,
    raises_power=yours,
    text="[on-play] One of your minions has +3 power until the end of the turn.",
)


@favor_of_ares.on_play
def enrage(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions that gets +3 power", aimed(me, minions(me, of=me.you)))
    if minion is not None:
        yield from boost(me, minion, 3)


favor_of_athena = greeks.action(
    "Favor of Athena",
    copies=1,
    text="[on-play] Reveal the top five cards of your deck. You may put one action among them into your hand. Put the rest"
    " back on top in any order.",
)


@favor_of_athena.on_play
def take_counsel(me: Me) -> Steps[None]:
    revealed = reveal_top(me, 5)
    actions = [card for card in revealed if me.game.fact(card).is_action]
    chosen = yield from choose(me, "an action to put into your hand, or none", actions, optional=True)
    taken = (yield from take(me, chosen)) if chosen is not None else []
    rest = [card for card in revealed if card not in taken]
    put_back(me, (yield from arrange(me, "the order in which they go back on top", rest)))


favor_of_dionysus = greeks.action(
    "Favor of Dionysus",
    copies=1,
    raises_power=yours,
    text="[on-play] One of your minions has +1 power until the end of the turn. Play an extra action. You may put this card"
    " on top of your deck instead of the discard pile.",
)


@favor_of_dionysus.on_play
def revel(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions that gets +1 power", aimed(me, minions(me, of=me.you)))
    if minion is not None:
        yield from boost(me, minion, 1)
    yield from extra_play(me, "action")
    if (yield from may(me, "put this card on top of your deck")):
        goes_instead(me, me.card, "deck")


favor_of_hades = greeks.action(
    "Favor of Hades", copies=1, text="[on-play] Put an action from your discard pile into your hand."
)


@favor_of_hades.on_play
def bring_up(me: Me) -> Steps[None]:
    lost = [card for card in discard_pile(me) if me.game.fact(card).is_action]
    card = yield from choose(me, "an action to put into your hand", lost)
    if card is not None:
        yield from take(me, card)


favor_of_hera = greeks.action(
    "Favor of Hera",
    copies=1,
    raises_power=yours,
    text="[on-play] Put a +1 power counter on each of up to two of your minions.",
)


@favor_of_hera.on_play
def bless(me: Me) -> Steps[None]:
    own = minions(me, of=me.you)
    blessed: list[Card] = []
    if me.aim is not None and (first := (yield from choose(me, "a minion that gets a counter", aimed(me, own)))):
        blessed = [first]
        own.remove(first)
    blessed += yield from choose_some(me, "your minions that get a counter each", own, most=2 - len(blessed))
    yield from place_counter_on_each(me, blessed)


favor_of_hermes = greeks.action("Favor of Hermes", copies=1, text="[on-play] Play two extra actions.")


@favor_of_hermes.on_play
def hurry(me: Me) -> Steps[None]:
    yield from extra_play(me, "action", "action")


favor_of_poseidon = greeks.action(
    "Favor of Poseidon", copies=1, text="[on-play] Shuffle up to three cards from your discard pile into your deck."
)


@favor_of_poseidon.on_play
def wash_back(me: Me) -> Steps[None]:
    chosen = yield from choose_some(me, "up to three cards to shuffle into your deck", discard_pile(me), most=3)
    if chosen:
        yield from shuffle_into_deck(me, *chosen)


favor_of_zeus = greeks.action(
    "Favor of Zeus", copies=1, text="[on-play] Choose a base. Its breakpoint is 5 lower until the end of the turn."
)


@favor_of_zeus.on_play
def hurl_lightning(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "a base whose breakpoint is 5 lower", me.table.sites)
    if site:
        change_breakpoint(me, site, -5)
