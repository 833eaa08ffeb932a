"""Minions of Cthulhu: rituals, sacrifices, and Madness as the price."""

from __future__ import annotations

from core.cards.language import *

cultists = Faction(
    "Minions of Cthulhu",
    set="obligatory-cthulhu-set",
    style="More actions than minions: rituals and sacrifices, paid for with Madness",
)


def _discarded_actions(me: Me) -> list[Card]:
    return [card for card in discard_pile(me) if me.game.fact(card).is_action]


star_spawn_of_cthulhu = cultists.minion(
    "Star-Spawn of Cthulhu",
    power=5,
    copies=1,
    text="[talent] Put a Madness card from your hand into another player's hand.",
)


@star_spawn_of_cthulhu.talent(has_effect=holds_madness, unseen=True)
def drive_insane(me: Me) -> Steps[None]:
    yield from _pass_on_madness(me)


def _pass_on_madness(me: Me) -> Steps[None]:
    for card in madness_in(me, hand(me))[:1]:  # they are all alike
        seat = yield from choose_player(me, "the player who gets a Madness card", others(me))
        yield from take(me, card, to=seat)


cthulhus_chosen = cultists.minion(
    "Cthulhu's Chosen",
    power=3,
    copies=3,
    text="[special] Before a base scores, you may draw a Madness card to give this minion +2 power until the end of the"
    " turn.",
)


@cthulhus_chosen.before_scores(
    here=False, may=True, when=lambda me: bool(me.table.piles["madness"]), regardless=("holder",)
)
def hear_the_dreamer(me: Me) -> Steps[None]:
    if draw_madness(me):
        yield from boost(me, me.card, 2)


servitor_of_cthulhu = cultists.minion(
    "Servitor of Cthulhu",
    power=2,
    copies=4,
    text="[talent] Destroy this minion and put an action from your discard pile on top of your deck.",
)


@servitor_of_cthulhu.talent()
def offer_itself(me: Me) -> Steps[None]:
    # The action is placed whatever happens to the minion (resolve.independent).
    yield from destroy(me, me.card)
    action = yield from choose(me, "an action to put on top of your deck", _discarded_actions(me))
    if action is not None:
        yield from place_in_deck(me, action)


altar_to_cthulhu = cultists.action(
    "Altar to Cthulhu",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] After you play a minion here, you may play an extra action.",
)
# For each minion, as the copies of the first printing say; the later card works once per turn.


def _you_played_a_minion(me: Instance, played: CardPlayed) -> bool:
    return played.to == "minions" and played.seat == me.you


@altar_to_cthulhu.after(CardPlayed, here=True, may=True, grants=True, when=_you_played_a_minion)
def worship(me: Me, played: CardPlayed) -> Steps[None]:
    yield from extra_play(me, "action")


complete_the_ritual = cultists.action(
    "Complete the Ritual",
    kind="on-base",
    copies=1,
    condition=lambda me, site: bool(minions(me, at=site, of=me.you)),
    text="Play on a base where you have a minion. [ongoing] At the start of your turn, put all minions and actions here"
    " on the bottom of their owners' decks and replace the base.",
)
# "Minions and actions", as the only known copy of the first printing says; the later text says all cards, so buried
# cards would also go under a deck instead of to the discard pile.


@complete_the_ritual.start_of_turn()
def the_stars_are_right(me: Me) -> Steps[None]:
    """Cards that can't be placed, and cards buried here, are discarded as the base leaves (term.leave-play)."""
    site = me.base
    cards = [*minions(me, at=site), *actions_in_play(me, at=site)]
    ordered: list[Card] = []
    for seat in me.game.clockwise():
        about = f"the order in which cards go under the deck of {me.table.seats[seat].name}"
        ordered += yield from arrange(me, about, [card for card in cards if card.owner == seat])
    yield from place_in_deck(me, *ordered, end="bottom")
    yield from remove_base(me, site, "replaced")
    add_base(me.game, by=me.by, rule="score.replace-base")


corruption = cultists.action(
    "Corruption", copies=2, affects=True, text="[on-play] Draw a Madness card. Destroy a minion."
)


@corruption.on_play
def corrupt(me: Me) -> Steps[None]:
    draw_madness(me)
    minion = yield from choose(me, "a minion to destroy", minions(me))
    if minion is not None:
        yield from destroy(me, minion)


cthulhu_fhtagn = cultists.action(
    "Cthulhu Fhtagn",
    copies=1,
    text="[on-play] Reveal cards off the top of your deck until you have revealed two actions. Put those into your hand"
    " and the others on the bottom of your deck.",
)


@cthulhu_fhtagn.on_play
def chant(me: Me) -> Steps[None]:
    cards: list[Card] = []
    revealed: list[Card] = []
    while len(cards) < 2:
        action, revealed = reveal_until(me, lambda card: me.game.fact(card).is_action, revealed=revealed)
        if action is None:
            break
        cards.append(action)
    yield from take(me, *cards)
    rest = [card for card in revealed if card.zone == "aside"]
    put_back(me, (yield from arrange(me, "the order in which they go under your deck", rest)), end="bottom")


furthering_the_cause = cultists.action(
    "Furthering the Cause",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] At the end of each turn, if another player's minion was destroyed here this turn,"
    " gain 1 VP.",
)


def _blood_was_spilled(me: Instance) -> bool:
    fallen = this_turn(me, Destroyed, lambda event: event.site == me.base and foreign_minion_destroyed(me, event))
    return bool(fallen)


@furthering_the_cause.end_of_turn(who=lambda me, event: (me.you,), provided=_blood_was_spilled)
def reap(me: Me) -> None:
    gain_vp(me)


it_begins_again = cultists.action(
    "It Begins Again", copies=1, text="[on-play] Shuffle any number of actions from your discard pile into your deck."
)


@it_begins_again.on_play
def begin_again(me: Me) -> Steps[None]:
    chosen = yield from choose_some(me, "actions to shuffle into your deck", _discarded_actions(me))
    if chosen:
        yield from shuffle_into_deck(me, *chosen)


madness_unleashed = cultists.action(
    "Madness Unleashed",
    copies=1,
    text="[on-play] Discard any number of Madness cards from your hand. For each of them you may draw a card and play an"
    " extra action.",
)


@madness_unleashed.on_play
def unleash(me: Me) -> Steps[None]:
    chosen = yield from choose_some(me, "Madness cards to discard", madness_in(me, hand(me)), hidden=True)
    discarded = (yield from discard_from_hand(me, chosen)) if chosen else []
    for _ in discarded:
        if not (yield from may(me, "draw a card and have an extra action")):
            break
        draw_cards(me)
        yield from extra_play(me, "action")


recruit_by_force = cultists.action(
    "Recruit by Force",
    copies=1,
    text="[on-play] Put any number of minions of power 3 or less from your discard pile on top of your deck.",
)


@recruit_by_force.on_play
def press_into_service(me: Me) -> Steps[None]:
    weak = [card for card in discard_pile(me) if me.game.fact(card).is_minion and printed_power(me.game, card) <= 3]
    chosen = yield from choose_some(me, "minions to put on top of your deck", weak)
    ordered = yield from arrange(me, "the order in which they lie on top of your deck", chosen)
    if ordered:
        yield from place_in_deck(me, *reversed(ordered))


the_seal_is_broken = cultists.action(
    "The Seal is Broken", copies=1, text="[on-play] Draw a Madness card and gain 1 VP."
)


@the_seal_is_broken.on_play
def break_the_seal(me: Me) -> None:
    draw_madness(me)
    gain_vp(me)


whispers_in_darkness = cultists.action(
    "Whispers in Darkness",
    copies=2,
    text="[on-play] Draw a Madness card. You may play two extra actions.",
)


@whispers_in_darkness.on_play
def whisper(me: Me) -> Steps[None]:
    draw_madness(me)
    yield from extra_play(me, "action", "action")


# --- the titan

cthulhu = cultists.titan(
    "Cthulhu",
    text="[special] Instead of your regular action play, you may draw two Madness cards to play this titan on a base where you"
    " have a minion. [ongoing] After you play or draw a Madness card, put a +1 power counter on this titan. [talent] Draw a"
    " Madness card, or put a Madness card from your hand into another player's hand.",
)

_PRICE = 2


def _can_awake(me: Me) -> bool:
    paid = len(me.table.piles["madness"]) >= _PRICE
    return paid and can_play_titan(me, only=bases_with_your_minions(me), instead_of=("action",))


@cthulhu.on_your_turn(zone="beside", when=_can_awake)
def awake(me: Me) -> Steps[None]:
    if len(draw_madness(me, _PRICE)) == _PRICE:
        yield from play_titan(me, only=bases_with_your_minions(me), instead_of=("action",))


def _yours_to_madness(me: Me | Instance, event: CardPlayed | Drawn) -> int:
    """Return how many Madness cards you have played or drawn."""
    numbers = (event.card,) if isinstance(event, CardPlayed) else event.cards
    return sum(me.game.facts[number].is_madness for number in numbers) if event.seat == me.you else 0


@cthulhu.after(CardPlayed, Drawn, when=lambda me, event: _yours_to_madness(me, event) > 0, regardless=("event",))
def feed_on_madness(me: Me, event: CardPlayed | Drawn) -> Steps[None]:
    yield from place_counters(me, me.card, _yours_to_madness(me, event))


_DRAW, _PASS_ON = "draw a Madness card", "put a Madness card from your hand into another player's hand"


@cthulhu.talent(has_effect=lambda me: bool(me.table.piles["madness"]) or holds_madness(me), unseen=True)
def whisper_in_dreams(me: Me) -> Steps[None]:
    # Both are always offered, so that nobody learns whether there is Madness in the hand.
    for part in (yield from choose_parts(me, "what Cthulhu does", {_DRAW: True, _PASS_ON: True})):
        if part == _DRAW:
            draw_madness(me)
        else:
            yield from _pass_on_madness(me)
