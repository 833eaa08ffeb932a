"""Stand-ins: vanilla test cards for scenarios. They belong to no set and are created on demand (`definition` asks by
id).

`vanilla/5` is a minion, `vanilla/base-20-4-2-1` a base, `vanilla/action`, `vanilla/on-base` and `vanilla/on-minion` are
actions that do nothing, `vanilla/power-2` (on a base) gives its player 2 power there. The others do one thing that the
rules mention: `vanilla/bury` is called "vanilla bury", `vanilla/stasis-2` "vanilla stasis 2". `vanilla/avenger-3` and
the like are minions with an ability.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from core.cards.conditions import (
    action_played,
    affected_by,
    first_action_you_played,
    lone_minion,
    minion_destroyed,
    minion_played,
    standard_action_played,
)
from core.cards.verbs.bases import destroy_base, gain_vp
from core.cards.verbs.decks import draw_cards, draw_from, draw_off_the_top, reveal_cards, search_deck
from core.cards.verbs.finding import (
    actions_in_play,
    cards_at,
    discard_pile,
    discarded_bases,
    foreign_minions,
    hand,
    in_play,
    minions,
    other_bases,
    this_turn,
)
from core.cards.verbs.lasting import set_breakpoint
from core.cards.verbs.leaving import (
    box,
    destroy,
    discard_from_hand,
    place_in_deck,
    place_in_hand,
    return_to_hand,
    store,
    take,
)
from core.cards.verbs.moving import move, take_control, transfer
from core.cards.verbs.playing import extra_play, goes_instead, off_the_top
from core.cards.verbs.power import boost, place_counters, set_power
from core.cards.verbs.titans import can_play_titan, play_titan, titans
from core.engine.choices import choose, choose_base, choose_some
from core.engine.effects import Effect
from core.engine.index import Instance
from core.engine.power import power, printed_power, total_power
from core.engine.use import Me
from core.printed.definitions import AFTER_SCORES, BEFORE_SCORES, Definition, Goes, Steps
from core.rules.burying import bury, can_be_buried
from core.rules.duels import duel
from core.rules.stasis import put_into_stasis
from core.rules.swapping import swap
from events.vocabulary import CardPlayed, Destroyed, Event, Moved
from events.words import ActionKind
from events.zones import AbilityZone, Zone
from projections.table import Card

OnPlay = Callable[[Me], Steps[None]]
Declare = Callable[[Definition], None]


# --- burying


def bury_a_card(me: Me) -> Steps[None]:
    card = yield from choose(me, "a card in your hand to bury", hand(me), hidden=True)
    if card is not None:
        site = yield from choose_base(me, "a base to bury it at", me.table.sites)
        yield from bury(me, card, site)


def bury_itself(me: Me) -> Steps[None]:
    if can_be_buried(me.game, me.card):
        site = yield from choose_base(me, "a base to bury this card at", me.table.sites)
        yield from bury(me, me.card, site, seen=True)


def bury_a_minion(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion in play to bury", minions(me))
    if minion is not None:
        yield from bury(me, minion, minion.site, seen=True)


# --- stasis


def _put_a_card_into_stasis(counters: int) -> OnPlay:
    def put_a_card_into_stasis(me: Me) -> Steps[None]:
        card = yield from choose(me, "a card in your hand to put into stasis", hand(me), hidden=True)
        if card is not None:
            yield from put_into_stasis(me, card, counters)

    return put_a_card_into_stasis


def _go_into_stasis(counters: int) -> OnPlay:
    def go_into_stasis(me: Me) -> Steps[None]:
        yield from put_into_stasis(me, me.card, counters)

    return go_into_stasis


# --- storing


def store_a_card(me: Me) -> Steps[None]:
    card = yield from choose(me, "a card in your hand to store under this one", hand(me), hidden=True)
    if card is not None:
        yield from store(me, card, me.card)


def store_a_minion(me: Me) -> Steps[None]:
    fitting = [card for card in hand(me) if me.game.fact(card).is_minion]
    minion = yield from choose(me, "a minion in your hand to store under this card", fitting, hidden=True)
    if minion is not None:
        yield from store(me, minion, me.card, shown=True)


# --- counters


def put_a_counter_on_a_card(me: Me) -> Steps[None]:
    there = [card for card in me.table.cards.values() if in_play(card)]
    card = yield from choose(me, "a card for the +1 power counter", there)
    if card is not None:
        yield from place_counters(me, card)


# --- titans and cards of any type


def _is_played_freely(titan: Definition) -> None:
    @titan.on_your_turn(zone="beside", when=can_play_titan)
    def rise(me: Me) -> Steps[None]:
        yield from play_titan(me)

    @titan.talent()
    def stride(me: Me) -> Steps[None]:
        site = yield from choose_base(me, "the base to move this titan to", other_bases(me, me.base))
        if site:
            yield from move(me, me.card, site)


def destroy_a_card(me: Me) -> Steps[None]:
    card = yield from choose(me, "a card in play to destroy", cards_at(me))
    if card is not None:
        yield from destroy(me, card)


def return_a_card(me: Me) -> Steps[None]:
    card = yield from choose(me, "a card in play to return", cards_at(me))
    if card is not None:
        yield from return_to_hand(me, card)


def take_a_titan(me: Me) -> Steps[None]:
    titan = yield from choose(
        me, "a titan to take control of", [card for card in titans(me) if card.controller != me.you]
    )
    if titan is not None:
        yield from take_control(me, titan)


# --- hands, decks and discard piles


def _discard(count: int) -> OnPlay:
    def discard_cards(me: Me) -> Steps[None]:
        doomed = yield from choose_some(
            me, f"{count} cards in your hand to discard", hand(me), least=count, most=count, hidden=True
        )
        yield from discard_from_hand(me, doomed)

    return discard_cards


def _draw_from(zone: Zone) -> OnPlay:
    def draw_an_action_from(me: Me) -> Steps[None]:
        yield from draw_from(me, "an action to draw", lambda card: me.game.fact(card).is_action, zone)

    return draw_an_action_from


def _put_on_your_deck(shown: bool) -> OnPlay:
    def put_a_card_on_your_deck(me: Me) -> Steps[None]:
        card = yield from choose(me, "a card in your hand to put on top of your deck", hand(me), hidden=True)
        if card is not None:
            if shown:
                reveal_cards(me, [card])
            yield from place_in_deck(me, card, seen=shown)

    return put_a_card_on_your_deck


# --- off the top, into the box


def _play_off_the_top(power: int) -> OnPlay:
    def play_off_the_top(me: Me) -> Steps[None]:
        def wanted(card: Card) -> bool:
            return me.game.fact(card).is_minion and printed_power(me.game, card) == power

        yield from off_the_top(me, wanted)

    return play_off_the_top


def _draw_minions_off_the_top(count: int) -> Callable[[Me], None]:
    def draw_minions_off_the_top(me: Me) -> None:
        draw_off_the_top(me, lambda card: me.game.fact(card).is_minion, count=count)

    return draw_minions_off_the_top


def box_a_minion(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion to put into the box", minions(me))
    if minion is not None:
        yield from box(me, minion)


# --- duels


def duel_to_the_death(me: Me) -> Steps[None]:
    fitting = [minion for minion in minions(me, of=me.you) if foreign_minions(me, at=minion.site)]
    challenger = yield from choose(me, "one of your minions for a duel", fitting)
    if challenger is None:
        return
    challenged = yield from choose(me, "a minion to challenge", foreign_minions(me, at=challenger.site))
    assert challenged is not None
    result = yield from duel(me, challenger, challenged)
    if result is not None:
        yield from destroy(me, *result.losers)


# --- transferring


def transfer_an_action(me: Me) -> Steps[None]:
    action = yield from choose(
        me, "an action on a minion to transfer", [card for card in actions_in_play(me) if card.host]
    )
    if action is not None:
        others = [minion for minion in minions(me) if minion.number != action.host]
        host = yield from choose(me, "the minion to transfer it to", others)
        if host is not None:
            yield from transfer(me, action, host=host)


def shift_and_go_on(me: Me) -> Steps[None]:
    own = [action for action in actions_in_play(me, on_minions=False) if action.controller == me.you]
    action = yield from choose(me, "one of your actions on a base to transfer", own)
    if action is not None:
        site = yield from choose_base(me, "the base to transfer it to", other_bases(me, action.site))
        yield from transfer(me, action, site=site)
    yield from extra_play(me, "action")


def fetch_and_replay(me: Me) -> Steps[None]:
    attached = [action for action in actions_in_play(me, on_bases=False) if action.owner == me.you]
    pile = [card for card in discard_pile(me) if me.game.fact(card).kind == "on-minion"]
    action = yield from choose(me, "an action to take up and play again", [*attached, *pile])
    if action is not None:
        fetched = yield from (place_in_hand if in_play(action) else take)(me, action)
        yield from extra_play(me, "action", among=fetched)


# --- destroying, and minions that answer it


def kill_a_weaker_minion(me: Me) -> Steps[None]:
    weaker = [
        minion for minion in foreign_minions(me) if power(me.game, minion) < total_power(me.game, me.you, minion.site)
    ]
    minion = yield from choose(me, "another player's minion to destroy", weaker)
    if minion is not None:
        strong = power(me.game, minion) >= 5
        if (yield from destroy(me, minion)) and strong:
            gain_vp(me)


def _destroy_and_draw(count: int) -> OnPlay:
    def destroy_and_draw(me: Me) -> Steps[None]:
        minion = yield from choose(me, "a minion to destroy", minions(me))
        if minion is not None:
            yield from destroy(me, minion)
        draw_cards(me, count)

    return destroy_and_draw


def destroy_two(me: Me) -> Steps[None]:
    doomed = yield from choose_some(me, "two minions to destroy", minions(me), least=2, most=2)
    yield from destroy(me, *doomed)


def _destroyer(me: Instance, destroyed: Destroyed) -> tuple[int, ...]:
    return (destroyed.seat,) if destroyed.source == "minions" else ()


def _loser(me: Instance, destroyed: Destroyed) -> tuple[int, ...]:
    return (destroyed.controller,) if destroyed.source == "minions" else ()


def _comes(
    who: Callable[[Instance, Destroyed], tuple[int, ...]], zone: AbilityZone = "hand", late: bool = False
) -> Declare:
    def declare(minion: Definition) -> None:
        @minion.played_after(Destroyed, who=who, zone=zone, where=lambda me, destroyed: (destroyed.site,), late=late)
        def come(me: Me) -> None:
            """The minion is played and does nothing more."""

    return declare


def _hunts(minion: Definition) -> None:
    @minion.on_play
    def hunt(me: Me) -> Steps[None]:
        own = power(me.game, me.card)
        weaker = [prey for prey in minions(me, at=me.base) if power(me.game, prey) < own]
        prey = yield from choose(me, "a minion here to destroy", weaker)
        if prey is not None:
            yield from destroy(me, prey)


def _mourns(minion: Definition) -> None:
    @minion.after(
        Destroyed, when=lambda me, destroyed: minion_destroyed(me, destroyed) and destroyed.controller == me.you
    )
    def mourn(me: Me, destroyed: Destroyed) -> None:
        draw_cards(me)

    @minion.talent()
    def sacrifice(me: Me) -> Steps[None]:
        victim = yield from choose(me, "one of your minions to destroy", minions(me, of=me.you))
        if victim is not None and (yield from destroy(me, victim)):
            draw_cards(me)


# --- minions that look at what is played, or at themselves


def _grows(minion: Definition) -> None:
    @minion.after(CardPlayed, here=True, when=lambda me, played: minion_played(me, played) and played.seat == me.you)
    def grow(me: Me, played: CardPlayed) -> Steps[None]:
        if played.card != me.card.number:
            yield from boost(me, me.card, 1)


def _salvages(minion: Definition) -> None:
    @minion.after(CardPlayed, when=lambda me, played: action_played(me, played) and played.seat == me.you)
    def salvage(me: Me, played: CardPlayed) -> Steps[None]:
        fitting = [card for card in discard_pile(me) if me.game.fact(card).is_action]
        action = yield from choose(me, "an action in your discard pile to take", fitting)
        if action is not None:
            yield from take(me, action)


def _draws_for_its_power(minion: Definition) -> None:
    @minion.on_play
    def draw_for_its_power(me: Me) -> None:
        draw_cards(me, power(me.game, me.card))

    @minion.own_power
    def alone(me: Instance) -> int:
        return 2 if lone_minion(me, me.base) is me.card else 0


# --- control for a time


def _borrow(most: int) -> OnPlay:
    def borrow_a_minion(me: Me) -> Steps[None]:
        weak = [minion for minion in foreign_minions(me) if power(me.game, minion) <= most]
        minion = yield from choose(me, "a minion to take control of", weak)
        if minion is not None:
            yield from take_control(me, minion, until="turn")

    return borrow_a_minion


# --- where an action goes, and what it affects


def come_back(me: Me) -> None:
    goes_instead(me, me.card, "hand")


def _tidies(minion: Definition) -> None:
    @minion.after(CardPlayed, when=lambda me, played: standard_action_played(me, played) and played.seat == me.you)
    def tidy(me: Me, played: CardPlayed) -> None:
        goes_instead(me, me.game.card(played.card), "deck", end="bottom")


def _learns_from_actions(minion: Definition) -> None:
    @minion.after(
        CardPlayed,
        when=lambda me, played: action_played(me, played) and played.seat == me.you,
        provided=lambda me, played: me.card in affected_by(me.game, played),
    )
    def learn(me: Me, played: CardPlayed) -> None:
        draw_cards(me)


def _opens(minion: Definition) -> None:
    @minion.after(CardPlayed, when=first_action_you_played)
    def open_the_turn(me: Me, played: CardPlayed) -> None:
        draw_cards(me)


# --- bases


def destroy_a_base(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "a base to destroy", me.table.sites)
    if site:
        about = "a base in the discard pile to replace it, or none for the top base"
        old = yield from choose(me, about, discarded_bases(me), optional=True)
        yield from destroy_base(me, site, old)


# --- swapping


def swap_two_minions(me: Me) -> Steps[None]:
    first = yield from choose(me, "a minion to swap", minions(me))
    if first is not None:
        second = yield from choose(
            me, "the minion to swap it with", [card for card in minions(me) if card is not first]
        )
        if second is not None:
            yield from swap(me, first, second)


def _swap_for_one_in(zone: Zone) -> OnPlay:
    def swap_for_one_out_of_play(me: Me) -> Steps[None]:
        minion = yield from choose(me, "one of your minions to swap", minions(me, of=me.you))
        if minion is None:
            return
        if zone == "deck":
            other = yield from search_deck(me, "a minion to swap it for", lambda card: me.game.fact(card).is_minion)
        else:
            pool = hand(me) if zone == "hand" else discard_pile(me)
            fitting = [card for card in pool if me.game.fact(card).is_minion]
            other = yield from choose(me, "a minion to swap it for", fitting, hidden=zone == "hand")
        if other is not None:
            yield from swap(me, minion, other)

    return swap_for_one_out_of_play


def swap_and_be_rewarded(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions to swap", minions(me, of=me.you))
    if minion is None:
        return
    fitting = [card for card in hand(me) if me.game.fact(card).is_minion]
    other = yield from choose(me, "a minion to swap it for", fitting, hidden=True)
    if other is None or not (yield from swap(me, minion, other)):
        return
    played = this_turn(me, CardPlayed, lambda event: event.seat == me.you and me.game.facts[event.card].is_action)
    if [card.card for card in played][:1] == [me.by]:
        yield from extra_play(me, "action")
    else:
        yield from place_counters(me, other)


# --- numbers that are set


def _set_power(amount: int) -> OnPlay:
    def set_the_power_of_a_minion(me: Me) -> Steps[None]:
        minion = yield from choose(me, f"a minion whose power becomes {amount}", minions(me))
        if minion is not None:
            yield from set_power(me, minion, amount)

    return set_the_power_of_a_minion


def _set_breakpoint(amount: int) -> OnPlay:
    def set_the_breakpoint_of_a_base(me: Me) -> Steps[None]:
        site = yield from choose_base(me, f"a base whose breakpoint becomes {amount}", me.table.sites)
        if site:
            set_breakpoint(me, site, amount)

    return set_the_breakpoint_of_a_base


# --- abilities by their labels


def _count(label: str) -> Callable[[int], Callable[[Me], None]]:
    def count_labels(me: Me) -> None:
        """A base's abilities have no label, so cards that look for one do not see them (term.base-ability)."""
        cards = [card for card in me.table.cards.values() if in_play(card)]
        draw_cards(me, sum(label in me.game.fact(card).labels for card in cards))

    return lambda _: count_labels


# --- what there is


class StandIn(NamedTuple):
    """The text of a stand-in and its ability, which depends on the number in its name if the text has a place for
    one."""

    text: str
    ability: Callable[[int], Callable[[Me], Any]]
    kind: ActionKind = "standard"


STAND_INS = {
    "bury": StandIn("[on-play] Bury a card from your hand at a base.", lambda _: bury_a_card),
    "bury-minion": StandIn("[on-play] Bury a minion in play at its base.", lambda _: bury_a_minion),
    "transfer": StandIn("[on-play] Transfer an action on a minion to another minion.", lambda _: transfer_an_action),
    "bury-itself": StandIn("[on-play] Bury this card at a base.", lambda _: bury_itself),
    "stasis": StandIn(
        "[on-play] Put a card from your hand into stasis; stasis counters on it: {}.", _put_a_card_into_stasis
    ),
    "stasis-itself": StandIn("[on-play] Put this card into stasis; stasis counters on it: {}.", _go_into_stasis),
    "store": StandIn("[on-play] Store a card from your hand under this one.", lambda _: store_a_card, "on-base"),
    "store-minion": StandIn(
        "[on-play] Store a minion from your hand under this card.", lambda _: store_a_minion, "on-base"
    ),
    "off-the-top": StandIn("[on-play] Play a minion of power {} off the top of your deck.", _play_off_the_top),
    "duel": StandIn(
        "[on-play] One of your minions duels another player's minion at the same base. Destroy the loser.",
        lambda _: duel_to_the_death,
    ),
    **{
        f"count-{label}": StandIn(f"[on-play] Draw a card for each card in play with a {label} ability.", _count(label))
        for label in ("ongoing", "special", "talent")
    },
    "box": StandIn("[on-play] Put a minion into the box.", lambda _: box_a_minion),
    "destroy-and-draw": StandIn("[on-play] Destroy a minion, then draw {} cards.", _destroy_and_draw),
    "destroy-two": StandIn("[on-play] Destroy two minions.", lambda _: destroy_two),
    "swap": StandIn("[on-play] Swap two minions in play.", lambda _: swap_two_minions),
    "swap-hand": StandIn(
        "[on-play] Swap one of your minions for a minion in your hand.", lambda _: _swap_for_one_in("hand")
    ),
    "swap-deck": StandIn(
        "[on-play] Swap one of your minions for a minion in your deck.", lambda _: _swap_for_one_in("deck")
    ),
    "swap-discard": StandIn(
        "[on-play] Swap one of your minions for a minion in your discard pile.", lambda _: _swap_for_one_in("discard")
    ),
    "swap-reward": StandIn(
        "[on-play] Swap one of your minions for a minion in your hand. If you do, play an extra action if this is the first"
        " action you played this turn; otherwise put a +1 power counter on the minion you swapped in.",
        lambda _: swap_and_be_rewarded,
    ),
    "set-power": StandIn("[on-play] The power of a minion is {} until the end of the turn.", _set_power),
    "set-breakpoint": StandIn("[on-play] The breakpoint of a base is {} until the end of the turn.", _set_breakpoint),
    "counter": StandIn(
        "[on-play] Put a +1 power counter on a minion, action or base.", lambda _: put_a_counter_on_a_card
    ),
    "destroy-card": StandIn("[on-play] Destroy a card in play.", lambda _: destroy_a_card),
    "return-card": StandIn("[on-play] Return a card in play to its owner's hand.", lambda _: return_a_card),
    "take-titan": StandIn("[on-play] Take control of another player's titan.", lambda _: take_a_titan),
    "discard": StandIn("[on-play] Discard {} cards.", _discard),
    "draw-from-deck": StandIn("[on-play] Draw an action from your deck.", lambda _: _draw_from("deck")),
    "draw-from-discard": StandIn("[on-play] Draw an action from your discard pile.", lambda _: _draw_from("discard")),
    "draw-off-the-top": StandIn("[on-play] Draw {} minions off the top of your deck.", _draw_minions_off_the_top),
    "put-back": StandIn(
        "[on-play] Put a card from your hand on top of your deck.", lambda _: _put_on_your_deck(shown=False)
    ),
    "show-and-put-back": StandIn(
        "[on-play] Reveal a card from your hand and put it on top of your deck.",
        lambda _: _put_on_your_deck(shown=True),
    ),
    "shift": StandIn(
        "[on-play] Transfer one of your actions on a base to another base. Play an extra action.",
        lambda _: shift_and_go_on,
    ),
    "fetch": StandIn(
        "[on-play] Put an action of yours that is on a minion, or one for minions in your discard pile, into your hand and"
        " play it as an extra action.",
        lambda _: fetch_and_replay,
    ),
    "boomerang": StandIn("[on-play] Put this card into your hand instead of the discard pile.", lambda _: come_back),
    "destroy-base": StandIn(
        "[on-play] Destroy a base and the actions on it. Replace it with the top base of the base deck or a base in the"
        " discard pile; the minions stay.",
        lambda _: destroy_a_base,
    ),
    "borrow": StandIn(
        "[on-play] Take control of another player's minion of power {} or less until the end of the turn.", _borrow
    ),
    "kill": StandIn(
        "[on-play] Destroy another player's minion that has less power than you have at its base. If you do and it had"
        " power 5 or more, gain 1 VP.",
        lambda _: kill_a_weaker_minion,
    ),
}
"""The actions that do something when they are played, by the words of their names; a number follows where the text asks
for it."""


class StandInMinion(NamedTuple):
    """What a minion says, and the function that declares its abilities."""

    text: str
    declare: Declare


MINIONS = {
    "avenger": StandInMinion(
        "[special] After you destroy a minion, you may play this card from your hand there.", _comes(_destroyer)
    ),
    "late-avenger": StandInMinion(
        "[special] After you destroy a minion, you may play this card from your hand there, even if you drew it by the same"
        " card.",
        _comes(_destroyer, late=True),
    ),
    "revenant": StandInMinion(
        "[special] After your minion is destroyed, you may play this card from your discard pile there.",
        _comes(_loser, zone="discard"),
    ),
    "hunter": StandInMinion("[on-play] Destroy a minion here that has less power than this one.", _hunts),
    "mourner": StandInMinion(
        "[ongoing] After one of your minions is destroyed, draw a card. [talent] Destroy one of your minions to draw a card.",
        _mourns,
    ),
    "grower": StandInMinion(
        "[ongoing] After you play another minion here, this minion has +1 power until the end of the turn.", _grows
    ),
    "salvager": StandInMinion(
        "[ongoing] After you play an action, put an action from your discard pile into your hand.", _salvages
    ),
    "tidier": StandInMinion(
        "[ongoing] A standard action that you play goes under your deck instead of the discard pile.", _tidies
    ),
    "learner": StandInMinion(
        "[ongoing] After you play an action that directly affects this minion, draw a card.", _learns_from_actions
    ),
    "opener": StandInMinion("[ongoing] After you play your first action in a turn, draw a card.", _opens),
    "loner": StandInMinion(
        "[on-play] Draw a card for each power this minion has. [ongoing] While it is your only minion here, this minion has"
        " +2 power.",
        _draws_for_its_power,
    ),
}
"""The minions with abilities, by the words of their names; their power follows."""


def stand_in(id: str) -> Definition | None:
    """Return a new definition of the stand-in with this id, or None if there is none."""
    return _plain(id) or _with_ability(id) or _able_minion(id)


def _plain(id: str) -> Definition | None:
    if match := re.fullmatch(r"vanilla/(\d{1,6})", id):
        power = int(match[1])
        return Definition(id, f"vanilla {power}", "minion", set="", faction="", text="", power=power)
    if match := re.fullmatch(r"vanilla/(action|on-base|on-minion|power-(\d{1,6}))", id):
        kinds: dict[str, ActionKind] = {"action": "standard", "on-minion": "on-minion"}
        kind = kinds.get(match[1], "on-base")
        name = f"vanilla {match[1].replace('power-', 'power ')}"
        action = Definition(id, name, "action", set="", faction="", text="", kind=kind)
        if match[2]:
            _give_power(action, int(match[2]))
        return action
    if id == "vanilla/titan":
        text = "[special] On your turn, you may play this titan. [talent] Move this titan to another base."
        titan = Definition(id, "vanilla titan", "titan", set="", faction="", text=text)
        _is_played_freely(titan)
        return titan
    if id == "vanilla/offer":
        return _with_offers(id)
    if match := re.fullmatch(r"vanilla/([a-z-]+?)(?:-(\d{1,6}))?", id):
        template = _ALWAYS_ON.get(match[1])
        if template is not None and ("{}" in template) == bool(match[2]):
            return _with_ongoing(id, match[1], int(match[2] or 0))
    if match := re.fullmatch(r"vanilla/base-(\d{1,6})-(\d{1,6})-(\d{1,6})-(\d{1,6})", id):
        breakpoint, *points = (int(number) for number in match.groups())
        name = f"vanilla base {breakpoint}"
        return Definition(id, name, "base", set="", faction="", text="", breakpoint=breakpoint, vp=tuple(points))
    return None


def _give_power(action: Definition, amount: int) -> None:
    """Give power to the player that no minion provides (score.presence, score.ready)."""

    @action.power_of_player
    def own_power(me: Instance, seat: int, site: int) -> int:
        return amount if seat == me.you and site == me.base else 0


def _with_offers(id: str) -> Definition:
    """Return an action whose optional ability is offered at every opportunity, from the discard pile. Whoever always
    declines it must get the same game as without it."""
    text = (
        "[special] While this card is in your discard pile, you may draw a card after a card is played, destroyed or moved,"
        " before and after a base scores, and at the start and end of your turn."
    )
    action = Definition(id, "vanilla offer", "action", set="", faction="", text=text)

    @action.after(CardPlayed, Destroyed, Moved, label="special", zone="discard", may=True)
    def answer(me: Me, event: Event) -> None:
        draw_cards(me)

    @action.start_of_turn(zone="discard", may=True)
    def begin(me: Me) -> None:
        draw_cards(me)

    @action.end_of_turn(zone="discard", may=True)
    def end(me: Me) -> None:
        draw_cards(me)

    for window in (BEFORE_SCORES, AFTER_SCORES):

        def at_scoring(me: Me) -> None:
            draw_cards(me)

        at_scoring.__name__ = window.replace("-", "_")
        action.add(at_scoring, window, "special", zone="discard", may=True)
    return action


def _with_ongoing(id: str, what: str, amount: int) -> Definition:
    """Return an action with a continuous ability."""
    name = f"vanilla {id.partition('/')[2].replace('-', ' ')}"
    text = _ALWAYS_ON[what].format(amount)
    kind: ActionKind = "on-minion" if text.startswith("Play on a minion") else "on-base"
    action = Definition(id, name, "action", set="", faction="", text=text, kind=kind)
    if what == "printed-power":
        action.printed_power(lambda me, minion: amount if minion.number == me.card.host else None)
    elif what == "rewards":
        action.rewards_of(lambda me, site: -amount if site == me.base else 0)
    elif what == "shield-strong":
        action.shields(
            lambda me, card, incoming: _strong_here(me, card, amount) and _foreign_action(me, card, incoming)
        )
    elif what == "toll":
        action.award_of(lambda me, seat, site: -amount if site == me.base and seat != me.you else 0)
    elif what == "mute":
        action.cancels(lambda me, card: card.number == me.card.host)
    elif what == "hold":
        action.counts_for_player(_nothing_of_host)
    elif what == "weightless":
        action.counts_for_breakpoint(_nothing_of_host)
    elif what == "one-extra":
        action.limits_extra_cards(lambda me, seat: None if seat == me.you else 1)
    elif what == "alias":
        action.also_named(lambda me, card: _own_names(me) if card.number == me.card.host else ())
    elif what == "truce":
        action.rule("no-clash")(lambda me, site: site == me.base)
    elif what == "second-titan":
        action.rule("titan-limit")(lambda me, seat: int(seat == me.you))
    elif what == "encore":
        action.plays_discarded(goes=Goes("deck", "bottom", ("hand", "discard")))(
            lambda me, card, play: me.game.fact(card).is_standard and not play.extra
        )
    else:
        action.shields(lambda me, card, incoming: _this_base(me, card) and _other_players_action(me, incoming))
    return action


_ALWAYS_ON = {
    "printed-power": "Play on a minion. [ongoing] Its printed power counts as {}.",
    "rewards": "Play on a base. [ongoing] The base awards {} VP less for each place.",
    "toll": "Play on a base. [ongoing] The base awards other players {} VP less.",
    "mute": "Play on a minion. [ongoing] Its abilities are canceled.",
    "hold": "Play on a minion. [ongoing] Its power does not count for its controller's total.",
    "weightless": "Play on a minion. [ongoing] Its power does not count toward the breakpoint.",
    "one-extra": "Play on a base. [ongoing] Other players can't play more than one extra card in a turn.",
    "alias": "Play on a minion. [ongoing] It also has the names of all minions you own.",
    "truce": "Play on a base. [ongoing] Titans here do not clash.",
    "second-titan": "Play on a base. [ongoing] You may have one more titan in play.",
    "encore": "Play on a base. [ongoing] You may use your regular action play for a standard action in your discard pile;"
    " it goes under your deck instead of your hand or the discard pile.",
    "shield-base": "Play on a base. [ongoing] Other players' actions can't affect this base.",
    "shield-strong": "Play on a base. [ongoing] Minions of power {} or more here can't be affected by actions of players"
    " other than their controllers.",
}


def _nothing_of_host(me: Instance, minion: Card, amount: int) -> int:
    return 0 if minion.number == me.card.host else amount


def _own_names(me: Instance) -> set[str]:
    facts = me.game.facts
    own = (card.number for card in me.table.cards.values() if card.owner == me.you)
    return {facts[number].name for number in own if facts[number].is_minion}


def _this_base(me: Instance, card: Card) -> bool:
    return card.zone == "base" and card.site == me.base


def _other_players_action(me: Instance, effect: Effect) -> bool:
    return effect.player not in (me.you, -1) and me.game.facts[effect.by].is_action


def _strong_here(me: Instance, card: Card, least: int) -> bool:
    return card.zone == "minions" and card.site == me.base and power(me.game, card) >= least


def _foreign_action(me: Instance, card: Card, effect: Effect) -> bool:
    return effect.player not in (card.controller, -1) and me.game.facts[effect.by].is_action


def _with_ability(id: str) -> Definition | None:
    match = re.fullmatch(r"vanilla/([a-z-]+?)(?:-(\d{1,6}))?", id)
    template = STAND_INS.get(match[1]) if match else None
    if match is None or template is None or ("{}" in template.text) != bool(match[2]):
        return None
    name = f"vanilla {id.partition('/')[2].replace('-', ' ')}"
    text = template.text.format(match[2])
    action = Definition(id, name, "action", set="", faction="", text=text, kind=template.kind)
    action.on_play(template.ability(int(match[2] or 0)))
    return action


def _able_minion(id: str) -> Definition | None:
    match = re.fullmatch(r"vanilla/([a-z-]+)-(\d{1,6})", id)
    template = MINIONS.get(match[1]) if match else None
    if match is None or template is None:
        return None
    name = f"vanilla {id.partition('/')[2].replace('-', ' ')}"
    minion = Definition(id, name, "minion", set="", faction="", text=template.text, power=int(match[2]))
    template.declare(minion)
    return minion
