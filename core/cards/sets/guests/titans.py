"""The titans among the guests. Their factions are not built, so no player can bring them (titan.setup): a scenario puts
them beside a deck or at a base."""

from __future__ import annotations

from core.cards.language import *
from core.cards.sets.guests.cards import guests
from projections.table import IN_PLAY

# --- Super Spies

moon_zero_three = guests.titan(
    "Moon Zero Three",
    text="[special] You may play this titan instead of your regular action play to look at the hand of a player with a minion"
    " at its base. [ongoing] After another player discards one or more cards from their hand or deck, you may put a +1 power"
    " counter on this titan. [talent] Look at the top card of any deck and put it on the top or the bottom of that deck.",
)


@moon_zero_three.on_your_turn(zone="beside", when=lambda me: can_play_titan(me, instead_of=("action",)))
def descend(me: Me) -> Steps[None]:
    yield from play_titan(me, instead_of=("action",), then=_spy)


def _spy(me: Me) -> Steps[None]:
    watched = {minion.controller for minion in minions(me, at=me.base)}
    seat = yield from choose_player(
        me, "the player whose hand you look at", [other for other in others(me) if other in watched]
    )
    if seat >= 0:
        look_at_hand(me, seat)


def _others_discard(me: Instance, discarded: Discarded) -> bool:
    """Return whether another player discards from their hand or deck, off the top of it too; cards discarded at once
    count once.
    """
    source = discarded.source
    theirs = discarded.seat not in (me.you, -1) and (source == "hand" or source == "deck" or source == "aside")
    return theirs and first_of_its_moment(me, discarded, each_player=True)


@moon_zero_three.after(Discarded, may=True, when=_others_discard)
def gather_intelligence(me: Me, discarded: Discarded) -> Steps[None]:
    yield from place_counters(me, me.card)


_OF_A_PLAYER, _OF_BASES = "a player's deck", "the base deck"
_STAYS, _SINKS = "put it on the top", "put it on the bottom"


def _decks_to_watch(me: Me) -> list[str]:
    of_players = any(has_cards_to_show(me, seat, "look") for seat in me.game.clockwise())
    return [_OF_A_PLAYER] * of_players + [_OF_BASES] * has_bases_to_show(me)


@moon_zero_three.talent(has_effect=lambda me: bool(_decks_to_watch(me)))
def eavesdrop(me: Me) -> Steps[None]:
    decks = _decks_to_watch(me)
    mode = (yield from choose_mode(me, "which deck to look at", decks)) if decks else ""
    if mode == _OF_BASES:
        me.game.note("reading.any-deck")
        for base in look_at_bases(me, 1):
            if (yield from _moved_down(me)):
                put_base_back(me, base, end="bottom")
    elif mode == _OF_A_PLAYER:
        there = [player for player in me.game.clockwise(me.you) if has_cards_to_show(me, player, "look")]
        seat = yield from choose_player(me, "the player whose deck to look at", there)
        for card in look_at_top(me, 1, seat=seat):
            if (yield from _moved_down(me)):
                put_back(me, [card], end="bottom", seen=False, deck_of=seat)


def _moved_down(me: Me) -> Steps[bool]:
    return (yield from choose_mode(me, "what to do with it", (_STAYS, _SINKS))) == _SINKS


# --- Time Travelers

time_box = guests.titan(
    "Time Box",
    text="[special] At the start of your turn, put a counter on this titan if it is not in play. [special] After a card goes to"
    " your hand from play or from the discard pile, put a counter on this titan if it is not in play. [special] After you put"
    " the fifth counter on this titan, or a later one, you may remove all of them and play it. [talent] Play an extra minion"
    " of power 2 or less here, an extra action, or both.",
)


@time_box.start_of_turn(zone="beside", label="special")
def tick(me: Me) -> None:
    count_beside(me)


def _came_back(event: Event) -> int:
    """Return how many cards went to a hand from play (stasis is in play) or from the discard pile."""
    if isinstance(event, Drawn):
        return len(event.cards) if event.zone == "discard" else 0
    if not isinstance(event, Returned | Taken):
        return 0
    return int(event.source in IN_PLAY or event.source == "stasis" or event.source == "discard")


def _to_your_hand(me: Instance, event: Event) -> bool:
    player = event.seat if isinstance(event, Drawn) else event.to if isinstance(event, Returned | Taken) else -1
    return player == me.you and _came_back(event) > 0


@time_box.after(Returned, Taken, Drawn, zone="beside", label="special", when=_to_your_hand)
def turn_back(me: Me, event: Returned | Taken | Drawn) -> None:
    for _ in range(_came_back(event)):
        count_beside(me)


def _fifth_or_later(me: Instance, changed: CountersChanged) -> bool:
    return itself(me, changed) and changed.amount > 0 and me.card.counters + changed.amount >= 5


@time_box.after(
    CountersChanged,
    zone="beside",
    label="special",
    may=True,
    when=_fifth_or_later,
    still=lambda me, changed: can_play_titan(me),
)
def materialize(me: Me, changed: CountersChanged) -> Steps[None]:
    count_beside(me, -me.card.counters)
    yield from play_titan(me)


@time_box.talent()
def open_the_door(me: Me) -> Steps[None]:
    yield from extra_play(me, "minion", condition="power-at-most", arguments=("2",), site=me.base)
    yield from extra_play(me, "action")


# --- Kung Fu Fighters

sifu = guests.titan(
    "Sifu",
    text="[special] On your turn, if there are two or more +1 power counters on your minions, you may play this titan and"
    " transfer two or more of them to it. [ongoing] When you transfer one or more +1 power counters to a minion, you may put"
    " another +1 power counter on that minion. [talent] Transfer a +1 power counter from one of your minions to another"
    " minion, or put a +1 power counter on a minion that has none.",
)


def _pupils(me: Me | Instance) -> list[Card]:
    """Your minions with counters that can be transferred."""
    own = [minion for minion in minions(me, of=me.you) if minion.counters]
    return [card for card in own if possible(me.game, effect(me, "transfer-counters", card, amount=1))]


@sifu.on_your_turn(
    zone="beside", when=lambda me: sum(card.counters for card in _pupils(me)) >= 2 and can_play_titan(me)
)
def enter_the_school(me: Me) -> Steps[None]:
    yield from play_titan(me, then=_be_paid)


def _be_paid(me: Me) -> Steps[None]:
    caps = {card.number: card.counters for card in _pupils(me)}
    bearers = [me.game.card(number) for number in caps]
    shares = yield from distribute(
        me, "the counters to transfer to Sifu", bearers, least=2, most=sum(caps.values()), caps=caps
    )
    for number, amount in shares.items():
        yield from transfer_counters(me, me.game.card(number), me.card, amount)


def _to_a_minion(me: Instance, moved: CountersTransferred) -> bool:
    """Return whether you transfer counters to a minion; a text that transfers several to it counts once.

    What a swap leaves to the newcomer is not transferred by anybody (attach.swap).
    """
    to_minion = me.game.card(moved.target).zone == "minions" and moved.seat == me.you and moved.rule != "attach.swap"
    return to_minion and not any(
        trigger.instance is me
        and isinstance(trigger.event, CountersTransferred)
        and (trigger.event.target, trigger.event.by) == (moved.target, moved.by)
        for trigger in me.game.frames[-1].triggers
    )


@sifu.after(
    CountersTransferred,
    may=True,
    when=_to_a_minion,
    still=lambda me, moved: still_in_play(me.game.card(moved.target), moved),
)
def praise(me: Me, moved: CountersTransferred) -> Steps[None]:
    me.game.note("reading.sifu")
    yield from place_counters(me, me.game.card(moved.target))


_HAND_ON, _TEACH = "transfer a +1 power counter to another minion", "put a +1 power counter on a minion without one"


def _without_counters(me: Me) -> list[Card]:
    return [minion for minion in minions(me) if not minion.counters]


def _givers(me: Me) -> list[Card]:
    """Your minions that could hand a counter on to another minion."""
    return _pupils(me) if len(minions(me)) > 1 else []


def _lessons(me: Me) -> dict[str, bool]:
    return {_HAND_ON: bool(_givers(me)), _TEACH: bool(_without_counters(me))}


@sifu.talent(has_effect=lambda me: any(_lessons(me).values()))
def give_a_lesson(me: Me) -> Steps[None]:
    for part in (yield from choose_parts(me, "what Sifu does", _lessons(me))):
        if part == _TEACH:
            minion = yield from choose(me, "the minion that gets a +1 power counter", _without_counters(me))
            if minion is not None:
                yield from place_counters(me, minion)
            continue
        giver = yield from choose(me, "your minion that gives a counter", _givers(me))
        if giver is not None:
            receiver = yield from choose(me, "the minion that gets it", minions(me, but=giver))
            if receiver is not None:
                yield from transfer_counters(me, giver, receiver, 1)


# --- Explorers

very_large_boulder = guests.titan(
    "Very Large Boulder",
    text="[special] You may play this titan, instead of your regular minion play, on a base where no player has a minion."
    " [ongoing] Once per turn, after a minion moves away from here, you may move this titan to the same base. Then destroy a"
    " minion at that base whose power is less than the number of +1 power counters on this titan. [ongoing] At the end of your"
    " turn, if this titan did not move, put a +1 power counter on it.",
)


def _deserted(me: Me | Instance) -> list[int]:
    return [site for site in me.table.sites if not minions(me, at=site)]


@very_large_boulder.on_your_turn(
    zone="beside", when=lambda me: can_play_titan(me, only=_deserted(me), instead_of=("minion",))
)
def come_loose(me: Me) -> Steps[None]:
    yield from play_titan(me, only=_deserted(me), instead_of=("minion",))


def _runs_away(me: Instance, moved: Moved) -> bool:
    return moved.origin == me.base and me.game.card(moved.card).zone == "minions"


def _can_follow(me: Instance, moved: Moved) -> bool:
    me.game.note("reading.very-large-boulder")
    return unused_this_turn(me) and moved.site in me.table.sites


@very_large_boulder.after(
    Moved,
    may=True,
    when=_runs_away,
    still=_can_follow,
)
def roll_after(me: Me, moved: Moved) -> Steps[None]:
    if moved.site != me.base:
        yield from move(me, me.card, moved.site)
    flat = [minion for minion in minions(me, at=moved.site) if power(me.game, minion) < me.card.counters]
    minion = yield from choose(me, "a minion there to destroy", flat)
    if minion is not None:
        yield from destroy(me, minion)


def _lay_still(me: Me) -> bool:
    return not this_turn(me, Moved, lambda moved: moved.card == me.card.number and moved.position > me.card.since)


@very_large_boulder.end_of_turn(provided=_lay_still)
def gather_weight(me: Me) -> Steps[None]:
    yield from place_counters(me, me.card)


# --- Grannies

great_grandma = guests.titan(
    "Great Grandma",
    text="[special] On your turn, if you have no titan in play, you may say “action” or “minion” and reveal the top or the"
    " bottom two cards of your deck. If both are of that type, play this titan. They go back in the same order. [ongoing]"
    " After you reveal or look at one or more cards of your deck, you may give one of your minions +1 power until the end of"
    " the turn. [talent] Reveal the bottom card of your deck. If it is a minion of power 3 or less, play it here as an extra"
    " minion; otherwise put it back.",
)

_MINION, _ACTION = "minion", "action"
_TOP, _BOTTOM = "the top two cards", "the bottom two cards"


@great_grandma.on_your_turn(
    zone="beside", when=lambda me: not titans(me, of=me.you) and has_cards_to_show(me, me.you, "reveal")
)
def put_on_the_glasses(me: Me) -> Steps[None]:
    named = yield from choose_mode(me, "what you say", (_MINION, _ACTION))
    end = yield from choose_mode(me, "what you reveal", (_TOP, _BOTTOM))
    shown = reveal_top(me, 2) if end == _TOP else reveal_bottom(me, 2)
    if len(shown) == 2 and all(me.game.fact(card).type == named for card in shown):
        yield from play_titan(me)


def _your_deck_shown(me: Instance, shown: Revealed | Looked) -> bool:
    """Return whether you reveal or look at one or more cards of your deck.

    A search is a look through it, and showing what it found is part of it (reading.search-looks); cards that a text
    reveals one at a time count once.
    """
    cards = map(me.game.card, shown.cards)
    if shown.seat != me.you or not any(card.zone == "deck" and card.controller == me.you for card in cards):
        return False
    if isinstance(shown, Looked):
        if shown.search:
            me.game.note("reading.search-looks")
        return True
    return shown.rule != "term.look-reveal-search" and not _goes_on(me, shown)


def _goes_on(me: Instance, shown: Revealed) -> bool:
    """Return whether the same text has just revealed another card for the same player."""
    before = next(event for event in reversed(me.game.log) if not isinstance(event, SetAside | Shuffled))
    return isinstance(before, Revealed) and (before.seat, before.by, before.cause) == (
        shown.seat,
        shown.by,
        shown.cause,
    )


@great_grandma.after(
    Revealed, Looked, may=True, when=_your_deck_shown, still=lambda me, shown: bool(minions(me, of=me.you))
)
def spoil(me: Me, shown: Revealed | Looked) -> Steps[None]:
    minion = yield from choose(me, "one of your minions", minions(me, of=me.you))
    if minion is not None:
        yield from boost(me, minion, 1)


@great_grandma.talent(has_effect=lambda me: has_cards_to_show(me, me.you, "reveal"))
def serve_leftovers(me: Me) -> Steps[None]:
    for card in reveal_bottom(me):
        small = me.game.fact(card).is_minion and printed_power(me.game, card) <= 3
        fitting = [card] if small and can_be_played(me, card, only=(me.base,)) else []
        optional = declinable(me, specific=True)
        about = "the minion to play here" + (", or none" if optional else "")
        chosen = yield from choose(me, about, fitting, optional=optional)
        if chosen is not None:
            yield from play_certain(me, chosen, only=(me.base,))
