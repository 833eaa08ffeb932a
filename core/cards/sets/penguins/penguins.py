"""Penguins: minions off the top of the deck, and others that go back under it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from core.cards.language import *

penguins = Faction("Penguins", set="penguins", style="They play minions off the top of their deck, and cycle it")


def _is_minion(me: Me | Instance, card: Card) -> bool:
    return me.game.fact(card).is_minion


def _hatch(me: Me, *, count: int = 1, only: tuple[int, ...] = ()) -> Steps[None]:
    """Play minions off the top of your deck. The base is chosen when the minion is known."""
    yield from off_the_top(me, lambda card: _is_minion(me, card), count=count, only=only)


def _played_here_by_you(me: Instance, played: CardPlayed) -> bool:
    return minion_played(me, played) and played.seat == me.you


def _still_there(me: Instance, played: CardPlayed) -> bool:
    return minion_just_played(me, played) is not None


# --- minions

command_penguin = penguins.minion(
    "Command Penguin",
    power=4,
    copies=1,
    text="[on-play] Play a minion off the top of your deck as an extra minion.",
)


@command_penguin.on_play
def give_orders(me: Me) -> Steps[None]:
    yield from _hatch(me)


dancing_penguin = penguins.minion(
    "Dancing Penguin",
    power=4,
    copies=1,
    text="[special] After you play another minion, you may play this minion at that minion's base as an extra minion. Then put"
    " that minion on the bottom of its owner's deck.",
)


def _base_of_the_other(me: Instance, played: CardPlayed) -> tuple[int, ...]:
    """Return the base where the minion is now; none if it has left play since (it is at no base then)."""
    minion = minion_just_played(me, played)
    return () if minion is None else (minion.site,)


@dancing_penguin.played_after(
    CardPlayed,
    who=lambda me, played: (played.seat,) if played.to == "minions" else (),
    where=_base_of_the_other,
)
def cut_in(me: Me) -> Steps[None]:
    assert isinstance(me.event, CardPlayed)
    minion = minion_just_played(me, me.event)
    if minion is not None:
        yield from place_in_deck(me, minion, end="bottom")


disguise_penguin = penguins.minion(
    "Disguise Penguin",
    power=3,
    copies=1,
    text="[talent] Put this minion on the bottom of your deck to play a minion off the top of your deck as an extra minion. No"
    " Disguise Penguin's ability can be used again this turn.",
)


def _disguised(me: Me | Instance) -> bool:
    """Return whether the ability has been used this turn, by this or any other card, also if it left play since."""
    return bool(this_turn(me, AbilityUsed, lambda used: used.ability == "penguins/disguise-penguin#take-off-the-mask"))


@disguise_penguin.talent(when=lambda me: not _disguised(me))
def take_off_the_mask(me: Me) -> Steps[None]:
    if (yield from place_in_deck(me, me.card, end="bottom")):
        yield from _hatch(me)


snazzy_penguin = penguins.minion(
    "Snazzy Penguin",
    power=3,
    copies=1,
    text="[on-play] Draw a card. Unless this was your regular minion and was played from your hand, draw another card.",
)


@snazzy_penguin.on_play
def dress_up(me: Me) -> None:
    draw_cards(me, 1 if regular_from_hand(me) else 2)


surfing_penguin = penguins.minion(
    "Surfing Penguin",
    power=3,
    copies=1,
    text="[on-play] You may move a minion from here to another base.",
)


@surfing_penguin.on_play
def catch_a_wave(me: Me) -> Steps[None]:
    movable = minions(me, at=me.base) if len(me.table.sites) > 1 else []
    minion = yield from choose(me, "a minion here to move, or none", movable, optional=True)
    if minion is not None:
        site = yield from choose_base(me, "the base to move it to", other_bases(me, minion.site))
        yield from move(me, minion, site)


regurgitating_penguin = penguins.minion(
    "Regurgitating Penguin",
    power=2,
    copies=1,
    text="[on-play] Reveal the top three cards of your deck. You may draw an action among them; unless this was your regular"
    " minion and was played from your hand, you may then play that action as an extra action. Put the others back on top"
    " in any order.",
)


@regurgitating_penguin.on_play
def cough_up(me: Me) -> Steps[None]:
    shown = reveal_top(me, 3)
    actions = [card for card in shown if me.game.fact(card).is_action]
    chosen = yield from choose(me, "a revealed action to draw, or none", actions, optional=True)
    drawn = draw_these(me, [chosen]) if chosen is not None else []
    rest = [card for card in shown if card is not chosen]
    set_aside(me, rest)
    if drawn and not regular_from_hand(me):
        yield from extra_play(me, "action", among=drawn, may=True)
    put_back(me, (yield from arrange(me, "the order in which they go back on top", rest)))


baby_penguin = penguins.minion(
    "Baby Penguin",
    power=2,
    copies=4,
    text="[on-play] You may play Emperor Penguin here, or, if this minion was played from anywhere but your hand, you may play"
    " an extra minion of power 3 or less here.",
)


_EMPEROR, _SIBLING = "play Emperor Penguin here", "play an extra minion of power 3 or less here"


def _emperors(me: Me) -> list[Card]:
    # A card that lets a titan be played needs none of the conditions of the titan's own Special (titan.playing).
    beside = [titan for titan in titans_beside(me) if me.game.fact(titan) is emperor_penguin]
    return [titan for titan in beside if can_play_titan(me, titan, only=(me.base,))]


@baby_penguin.on_play
def call_the_family(me: Me) -> Steps[None]:
    emperor = bool(_emperors(me))
    played = who_played(me, me.card.number)
    parts = {_EMPEROR: emperor, _SIBLING: played is not None and played.source != "hand"}
    for part in (yield from choose_parts(me, "what to do, or neither", parts, optional=emperor)):
        if part == _EMPEROR:
            for titan in _emperors(me)[:1]:
                yield from play_titan(me, titan, only=(me.base,))
        elif parts[_SIBLING]:
            yield from extra_play(me, "minion", condition="power-at-most", arguments=("3",), site=me.base)


# --- actions on bases

a_wish_for_wings_that_work = penguins.action(
    "A Wish for Wings That Work",
    kind="on-base",
    copies=2,
    text="Play on a base. [ongoing] After you play a minion here, it has +1 power until the end of the turn. [special] After"
    " this card is revealed off the top of your deck, you may play it as an extra action.",
)


@a_wish_for_wings_that_work.after(CardPlayed, here=True, when=_played_here_by_you, still=_still_there)
def lift_off(me: Me, played: CardPlayed) -> Steps[None]:
    yield from boost(me, me.game.card(played.card), 1)


# It waits for the card that reveals it, like everything that a card triggers (resolve.triggers-wait), wherever the card
# has put it meanwhile. A card found by a search is revealed, but not off the top.
@a_wish_for_wings_that_work.played_after(Revealed, who=revealed_off_the_top, zone="revealed")
def come_true(me: Me) -> None:
    """The action is played on a base and does nothing more."""


ice_slide = penguins.action(
    "Ice Slide",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] After you play a minion here, you may move or transfer one of your other cards here to"
    " another base.",
)


def _sliding(me: Me | Instance) -> list[Card]:
    """Your other cards here that can go to another base."""
    return [card for card in cards_to_carry(me, me.base) if card is not me.card] if len(me.table.sites) > 1 else []


def _something_slides(me: Instance, played: CardPlayed) -> bool:
    return bool(_sliding(me))


@ice_slide.after(CardPlayed, here=True, may=True, when=_played_here_by_you, still=_something_slides)
def slide(me: Me, played: CardPlayed) -> Steps[None]:
    card = yield from choose(me, "one of your cards here", _sliding(me))
    if card is not None:
        site = yield from choose_base(me, "the base it goes to", other_bases(me, me.base))
        yield from carry_over(me, [card], site)


pebble_gift = penguins.action(
    "Pebble Gift",
    kind="on-base",
    copies=1,
    text="Play on a base. [special] After this base scores, draw a card for each of your minions here.",
)


@pebble_gift.after_scores()
def woo(me: Me) -> None:
    draw_cards(me, len(minions(me, at=me.base, of=me.you)))


under_the_ice = penguins.action(
    "Under The Ice",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] After you play a minion here, you may put a minion of the same or less power from your"
    " discard pile on the bottom of your deck.",
)


def _no_stronger_discarded(me: Me | Instance, played: CardPlayed) -> list[Card]:
    """Return the minions in your discard pile that have no more power than the one you played has now."""
    limit = power(me.game, me.game.card(played.card))
    return [card for card in discard_pile(me) if _is_minion(me, card) and printed_power(me.game, card) <= limit]


def _some_discarded(me: Instance, played: CardPlayed) -> bool:
    return bool(_no_stronger_discarded(me, played))


@under_the_ice.after(CardPlayed, here=True, may=True, when=_played_here_by_you, still=_some_discarded)
def dive(me: Me, played: CardPlayed) -> Steps[None]:
    card = yield from choose(me, "a minion to put under your deck", _no_stronger_discarded(me, played))
    if card is not None:
        yield from place_in_deck(me, card, end="bottom")


# --- standard actions

i_cant_tell_them_apart = penguins.action(
    "I Can't Tell Them Apart",
    copies=1,
    affects=yours,
    text="[on-play] Shuffle any number of your minions at one base into your deck. Play as many minions off the top of your"
    " deck there as extra minions.",
)


@i_cant_tell_them_apart.on_play
def mix_up(me: Me) -> Steps[None]:
    own = sorted({minion.site for minion in minions(me, of=me.you)})
    site = yield from choose_base(me, "a base where you have minions", own)
    if site:
        chosen = yield from choose_some(me, "your minions there to shuffle", minions(me, at=site, of=me.you))
        shuffled = (yield from shuffle_into_deck(me, *chosen)) if chosen else []
        yield from _hatch(me, count=len(shuffled), only=(site,))


leaping_aboard = penguins.action(
    "Leaping Aboard",
    kind="special-only",
    copies=1,
    text="[special] After a new base comes into play, play a minion off the top of your deck there.",
)


@leaping_aboard.played_after(
    BaseArrived, BaseSwapped, who=lambda me, arrived: range(len(me.table.seats)) if me.table.turn else ()
)
def jump(me: Me) -> Steps[None]:
    assert isinstance(me.event, BaseArrived | BaseSwapped)
    if me.event.site in me.table.sites:
        yield from _hatch(me, only=(me.event.site,))


secret_mission = penguins.action(
    "Secret Mission",
    copies=1,
    text="[on-play] Put any number of cards from your hand on the bottom of your deck to draw as many cards and one more. Then"
    " you may shuffle your deck.",
)


@secret_mission.on_play
def new_plan(me: Me) -> Steps[None]:
    chosen = yield from choose_some(me, "cards in your hand to put under your deck", hand(me), hidden=True)
    ordered = yield from arrange(me, "the order of the cards under your deck", chosen)
    placed = (yield from place_in_deck(me, *ordered, end="bottom", seen=False)) if ordered else []
    draw_cards(me, len(placed) + 1)
    if (yield from may(me, "shuffle your deck")):
        shuffle_deck(me)


the_hatching = penguins.action(
    "The Hatching",
    copies=2,
    text="[on-play] Play a minion off the top of your deck as an extra minion.",
)


@the_hatching.on_play
def hatch(me: Me) -> Steps[None]:
    yield from _hatch(me)


# --- the titan

emperor_penguin = penguins.titan(
    "Emperor Penguin",
    text="[special] At the start of your turn, you may play this titan at a base where you have three or more cards. [ongoing]"
    " Once on your turn, you may play a minion here off the top of your deck instead of from your hand. [talent] Reveal a"
    " minion of power 3 or less from your hand or discard pile and shuffle it into your deck to put a +1 power counter on"
    " this titan.",
)


def _gathering(me: Me | Instance) -> list[int]:
    """Return the bases where you have three or more cards: of any type, on cards or under them, and buried."""
    here = Counter(card.site for card in me.table.cards.values() if card.site and yours(me, card))
    return [site for site in me.table.sites if here[site] >= 3]


@emperor_penguin.start_of_turn(
    zone="beside", label="special", may=True, when=lambda me: can_play_titan(me, only=_gathering(me))
)
def waddle_in(me: Me) -> Steps[None]:
    yield from play_titan(me, only=_gathering(me))


@emperor_penguin.on_your_turn(
    label="ongoing", takes_plays=True, when=lambda me: bool(minion_plays(me.game, me.you, me.base))
)
def lead_the_march(me: Me) -> Steps[Any]:
    return (yield from off_the_top_instead(me, me.base))


def _small_ones(me: Me) -> list[Card]:
    return [card for card in hand(me) + discard_pile(me) if _is_minion(me, card) and printed_power(me.game, card) <= 3]


@emperor_penguin.talent(has_effect=lambda me: bool(hand(me) or _small_ones(me)))
def send_to_sea(me: Me) -> Steps[None]:
    card = yield from choose(me, "a minion of power 3 or less to shuffle in", _small_ones(me), hidden=bool(hand(me)))
    if card is None:
        return
    if card in hand(me):
        reveal_cards(me, [card])
    if (yield from shuffle_into_deck(me, card)):
        yield from place_counters(me, me.card)
