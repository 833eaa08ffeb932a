"""Stasis: cards in front of their owner, in play but at no base, counting down to being played (stasis.*)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from core.engine.effects import Effect, effect
from core.engine.game import Game
from core.engine.index import Instance, abilities_in
from core.engine.moments import perform, perform_one
from core.engine.resolving import Candidate, HiddenUses, me_first, rule_at, use
from core.engine.use import Me
from core.printed.definitions import END_OF_TURN, START_OF_TURN, Definition, Steps, Waiting
from core.printed.editions import MeFirst
from core.rules.places import Obstacle
from core.rules.playing import Place, now_obstacle, play_card, resolve_play
from events.vocabulary import AbilityUsed, CardPlayed, StasisChanged, StasisEntered
from projections.table import Card

LEAVES_STASIS: Final = "leaves-stasis"
"""The hook of what a card says about being played out of stasis (an ability in the zone `stasis`)."""
ENTERS_STASIS: Final = "enters-stasis"
"""The hook of what a card does as it enters stasis (an ability in the zone `stasis`)."""


def put_into_stasis(me: Me, card: Card, counters: int) -> Steps[bool]:
    """Place stasis counters on a card, which puts it in front of its owner. A card just leaving stasis can't go back at
    once.

    Returns whether it is in stasis now.
    """
    entered = yield from put_each_into_stasis(me, [card], counters)
    return bool(entered)


def put_each_into_stasis(me: Me, cards: Iterable[Card], counters: int) -> Steps[list[Card]]:
    """Place `counters` stasis counters on each of several cards, all at once. Returns those that are in stasis now.

    What a card does when it enters stasis happens at once: "when" means as it happens (term.when).
    """
    game = me.game
    effects = [effect(me, "stasis", card, amount=counters) for card in cards if may_enter_stasis(game, card)]
    events = yield from perform(game, effects)
    entered = [game.card(event.card) for event in events if isinstance(event, StasisEntered)]
    numbers = [card.number for card in entered]
    done: set[Any] = set()

    def collect() -> list[Candidate]:
        active = [instance for instance in game.index.active(ENTERS_STASIS) if instance.card.number in numbers]
        return [
            candidate
            for candidate in (Candidate(instance, instance.you) for instance in active)
            if candidate.name not in done
        ]

    yield from me_first(game, collect, done, HiddenUses(game, ENTERS_STASIS), MeFirst.IN_PLAY_FIRST)
    return entered


def may_enter_stasis(game: Game, card: Card) -> bool:
    """Return whether the rules let a card enter stasis: not in the turn in which it left stasis, unless it has left
    play since (stasis.no-return, reading.straight-back)."""
    just_left = any(
        isinstance(entry, CardPlayed)
        and entry.card == card.number
        and entry.position == card.since
        and entry.source == "stasis"
        for entry in game.table.journal
    )
    if just_left:
        game.note("reading.straight-back")
    return not just_left


def change_stasis(me: Me, card: Card, amount: int) -> Steps[int]:
    """Place stasis counters on a card in stasis, or remove them. Returns the change that really happened."""
    event = yield from perform_one(me.game, effect(me, "stasis-counters", card, amount=amount))
    return event.amount if isinstance(event, StasisChanged) else 0


def remove_stasis_counters(me: Me, shares: Mapping[int, int]) -> Steps[int]:
    """Remove stasis counters from each of these cards (by number), all at once, but each as a separate occurrence.

    Returns how many were removed.
    """
    each = [me.game.card(number) for number, amount in shares.items() for _ in range(amount)]
    events = yield from perform(me.game, [effect(me, "stasis-counters", card, amount=-1) for card in each])
    return sum(1 for event in events if isinstance(event, StasisChanged))


def in_stasis(me: Me | Instance) -> list[Card]:
    """Your cards in stasis."""
    return [me.game.card(number) for number in me.game.table.seats[me.you].piles["stasis"]]


COUNTING = Obstacle("counting", "stasis.leaving")


def stasis_obstacle(game: Game, seat: int, card: Card, site: int = 0, host: int = 0) -> Obstacle | None:
    """Return why a player's card in stasis may not be played as an extra card now (stasis.leaving), or None."""
    if card.stasis:
        return COUNTING
    if _leaving_words(game, card):
        return None
    return now_obstacle(game, seat, card, site, host)


def playable_from_stasis(game: Game, seat: int) -> list[Card]:
    """Return a player's cards in stasis that may be played as extra cards now."""
    cards = [game.card(number) for number in game.table.seats[seat].piles["stasis"]]
    return [card for card in cards if stasis_obstacle(game, seat, card) is None]


def _leaving_words(game: Game, card: Card) -> bool:
    facts = game.facts[card.number]
    return facts.is_action and any(ability.hook == LEAVES_STASIS for ability in abilities_in(facts, "stasis"))


def _is_laden(card: Card) -> bool:
    """Return whether a card has something on or under it, as a card in stasis may (reading.laden-into-stasis)."""
    return bool(card.counters or card.attached or card.stored)


def play_from_stasis(game: Game, seat: int, card: Card) -> Steps[CardPlayed | None]:
    """Play a card out of stasis. Returns the play, or None.

    A card with its own text about leaving follows that and is discarded; any other is played normally. A minion with
    such text says itself how it comes into play (stasis.leaving).
    """
    if _is_laden(card):
        game.note("reading.laden-into-stasis")
    for ability in abilities_in(game.facts[card.number], "stasis"):
        if ability.hook != LEAVES_STASIS:
            continue
        if ability.card.is_minion:
            yield from use(game, Instance(game, ability, card, 0, card.since), seat)
            return None
        return (yield from resolve_play(game, seat, card, Place("resolving"), held=ability))
    return (yield from play_card(game, seat, card))


_rule = Definition("rule/stasis", "Stasis", "rule", set="", faction="", text="")


def _counts_apart(waiting: Waiting, others: Sequence[Waiting]) -> bool:
    """Return whether nothing depends on the place of the countdown among other abilities: nothing answers a counter
    that comes off, and none of them can reach a card in stasis.
    """
    game = waiting.instance.game
    answered = game.index.active(StasisChanged) or StasisChanged in game.answerers
    return not answered and all("stasis" in other.ability.regardless for other in others)


@_rule.start_of_turn(apart=_counts_apart)
def count_down(me: Me) -> Steps[None]:
    """Remove one counter from each of a player's cards in stasis as their turn starts, all at once."""
    counting = [card.number for card in _counting_down(me.game, me.you)]
    if any(_put_by_another(me.game, number) for number in counting):
        me.game.note("reading.stasis-owner")
    once = Effect(verb="stasis-counters", card=0, seat=me.you, amount=-1, rule="stasis.countdown")
    yield from perform(me.game, [msgspec.structs.replace(once, card=number) for number in counting])


@rule_at(START_OF_TURN)
def _in_stasis_at_start(game: Game) -> list[Candidate]:
    seat = game.table.current
    ability = _rule.abilities[0]
    if not game.edition.stasis or not game.table.seats[seat].piles["stasis"]:
        return []
    if any(isinstance(entry, AbilityUsed) and entry.ability == ability.key for entry in game.table.journal):
        return []  # only once
    return [Candidate(Instance(game, ability, card, 0, 0), seat) for card in _counting_down(game, seat)[:1]]


def _put_by_another(game: Game, number: int) -> bool:
    """Return whether a card in stasis was put there by a player other than its owner."""
    card = game.card(number)
    entered = game.log[card.since - 1] if 0 < card.since <= len(game.log) else None
    return isinstance(entered, StasisEntered) and entered.seat not in (-1, card.owner)


def _counting_down(game: Game, seat: int) -> list[Card]:
    """Return the cards that lose a counter as a player's turn starts: those in stasis as it began. A card that enters
    stasis later, uncovered at the start of the turn, waits for the next one, whether or not anything else was in
    stasis."""
    cards = [game.card(number) for number in game.table.seats[seat].piles["stasis"]]
    return [card for card in cards if card.stasis and card.since < game.table.turn_began]


@_rule.end_of_turn()
def run_out(me: Me) -> Steps[None]:
    """Discard all cards in stasis without counters at the end of every turn, at once (reading.stasis-end)."""
    reason = "no stasis counters left"
    spent = [card.number for card in _spent(me.game)]
    if any(me.game.card(number).controller != me.game.table.current for number in spent):
        me.game.note("reading.stasis-end")
    if any(_is_laden(me.game.card(number)) for number in spent):
        me.game.note("reading.laden-into-stasis")
    effects = [Effect(verb="discard", card=number, reason=reason, rule="stasis.end") for number in spent]
    yield from perform(me.game, effects)


@rule_at(END_OF_TURN)
def _spent_at_end(game: Game) -> list[Candidate]:
    """Return this rule as a mandatory candidate: like the countdown, it takes its place in the order of what happens
    now (mefirst)."""
    ability = _rule.abilities[1]
    return [Candidate(Instance(game, ability, card, 0, card.since), game.table.current) for card in _spent(game)[:1]]


def _spent(game: Game) -> list[Card]:
    numbers = [number for seat in game.clockwise() for number in game.table.seats[seat].piles["stasis"]]
    return [game.card(number) for number in numbers if not game.card(number).stasis]
