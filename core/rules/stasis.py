"""Stasis: cards before their owner, in play but on no base, counting down to being played (stasis.*)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from core.engine.effects import Effect, effect
from core.engine.game import Game
from core.engine.index import Instance, abilities_in
from core.engine.moments import perform, perform_one
from core.engine.resolving import Candidate, Unseen, me_first, rule_at, use
from core.engine.use import Me
from core.printed.definitions import END_OF_TURN, START_OF_TURN, Definition, Steps
from core.printed.editions import MeFirst
from core.rules.playing import Place, play_card, playable_now, resolve_play
from events.vocabulary import AbilityUsed, CardPlayed, StasisChanged, StasisEntered
from projections.table import Card

LEAVES_STASIS = "leaves-stasis"
"""The hook of what a card says about being played out of stasis (an ability in the zone `stasis`)."""
ENTERS_STASIS = "enters-stasis"
"""The hook of what a card does as it enters stasis (an ability in the zone `stasis`)."""


def put_into_stasis(me: Me, card: Card, counters: int) -> Steps[bool]:
    """Place stasis counters on a card: that puts it before its owner. One just leaving stasis can't go back at once."""
    entered = yield from put_each_into_stasis(me, [card], counters)
    return bool(entered)


def put_each_into_stasis(me: Me, cards: Iterable[Card], counters: int) -> Steps[list[Card]]:
    """Place so many stasis counters on each of several cards, all at once. Returns those that are in stasis now.

    What a card does when it enters stasis it does at once: "when" is as it happens (term.when).
    """
    game = me.game
    wanted = [effect(me, "stasis", card, amount=counters) for card in cards if may_enter_stasis(game, card)]
    events = yield from perform(game, wanted)
    entered = [game.card(event.card) for event in events if isinstance(event, StasisEntered)]
    numbers = [card.number for card in entered]
    done: set[Any] = set()

    def collect() -> list[Candidate]:
        awake = [one for one in game.index.awake(ENTERS_STASIS) if one.card.number in numbers]
        return [one for one in (Candidate(one, one.you) for one in awake) if one.name not in done]

    yield from me_first(game, collect, done, Unseen(game, ENTERS_STASIS), MeFirst.IN_PLAY_FIRST)
    return entered


def may_enter_stasis(game: Game, card: Card) -> bool:
    """Whether the rules let a card go into stasis: not in the turn in which it came out of it, as long as it has not
    left play since (stasis.no-return, reading.straight-back)."""
    return not any(
        isinstance(entry, CardPlayed)
        and entry.card == card.number
        and entry.position == card.since
        and entry.source == "stasis"
        for entry in game.table.journal
    )


def change_stasis(me: Me, card: Card, amount: int) -> Steps[int]:
    """Place or remove stasis counters on a card in stasis. Returns the change that really happened."""
    event = yield from perform_one(me.game, effect(me, "stasis-counters", card, amount=amount))
    return event.amount if isinstance(event, StasisChanged) else 0


def remove_stasis_counters(me: Me, shares: Mapping[int, int]) -> Steps[int]:
    """Take so many stasis counters off each of these cards (by number), all at once, but each an occurrence of its own.

    Returns how many came off.
    """
    each = [me.game.card(number) for number, amount in shares.items() for _ in range(amount)]
    events = yield from perform(me.game, [effect(me, "stasis-counters", card, amount=-1) for card in each])
    return sum(1 for event in events if isinstance(event, StasisChanged))


def in_stasis(me: Me | Instance) -> list[Card]:
    """Your cards in stasis."""
    return [me.game.card(number) for number in me.game.table.seats[me.you].stasis]


def playable_from_stasis(game: Game, seat: int) -> list[Card]:
    """A player's cards in stasis without counters that may be played as extra cards now."""
    cards = [game.card(number) for number in game.table.seats[seat].stasis]
    return [
        card for card in cards if not card.stasis and (_leaving_words(game, card) or playable_now(game, seat, card))
    ]


def _leaving_words(game: Game, card: Card) -> bool:
    facts = game.facts[card.number]
    return facts.is_action and any(held.hook == LEAVES_STASIS for held in abilities_in(facts, "stasis"))


def play_from_stasis(game: Game, seat: int, card: Card) -> Steps[CardPlayed | None]:
    """Play a card out of stasis: by its own words about leaving, then it is discarded; without such words, normally.

    A minion with such words says itself how it comes into play (stasis.leaving).
    """
    for held in abilities_in(game.facts[card.number], "stasis"):
        if held.hook != LEAVES_STASIS:
            continue
        if held.card.is_minion:
            yield from use(game, Instance(game, held, card, 0, card.since), seat)
            return None
        return (yield from resolve_play(game, seat, card, Place("resolving"), held=held))
    return (yield from play_card(game, seat, card))


_rule = Definition("rule/stasis", "Stasis", "rule", set="", faction="", text="")


@_rule.start_of_turn()
def count_down(me: Me) -> Steps[None]:
    """As a player's turn starts, one counter comes off each of their cards in stasis, all at once."""
    counting = [card.number for card in in_stasis(me) if card.stasis]
    once = Effect(verb="stasis-counters", card=0, seat=me.you, amount=-1, rule="stasis.countdown")
    yield from perform(me.game, [msgspec.structs.replace(once, card=number) for number in counting])


@rule_at(START_OF_TURN)
def _in_stasis_at_start(game: Game) -> list[Candidate]:
    seat = game.table.current
    held = _rule.abilities[0]
    if not game.edition.stasis or not game.table.seats[seat].stasis:
        return []
    if any(isinstance(entry, AbilityUsed) and entry.ability == held.key for entry in game.table.journal):
        return []  # once; a counter that comes meanwhile stays
    waiting = [game.card(number) for number in game.table.seats[seat].stasis]
    return [Candidate(Instance(game, held, card, 0, 0), seat) for card in waiting if card.stasis][:1]


@_rule.end_of_turn()
def run_out(me: Me) -> Steps[None]:
    """At the end of every turn all cards in stasis without counters are discarded at once (reading.stasis-end)."""
    reason = "no stasis counters left"
    spent = [card.number for card in _spent(me.game)]
    wanted = [Effect(verb="discard", card=number, reason=reason, rule="stasis.end") for number in spent]
    yield from perform(me.game, wanted)


@rule_at(END_OF_TURN)
def _spent_at_end(game: Game) -> list[Candidate]:
    """A mandatory rule, like the counting down: it has its place in the order of what happens now (mefirst)."""
    held = _rule.abilities[1]
    return [Candidate(Instance(game, held, card, 0, card.since), game.table.current) for card in _spent(game)[:1]]


def _spent(game: Game) -> list[Card]:
    numbers = [number for seat in game.clockwise() for number in game.table.seats[seat].stasis]
    return [game.card(number) for number in numbers if not game.card(number).stasis]
