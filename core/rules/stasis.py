"""Stasis: cards before their owner, in play but on no base, counting down to being played (stasis.*)."""

from __future__ import annotations

from core.engine.effects import Effect, effect
from core.engine.game import Game
from core.engine.index import Instance, abilities_in
from core.engine.moments import perform, perform_one
from core.engine.resolving import Candidate, rule_at
from core.engine.use import Me
from core.printed.definitions import END_OF_TURN, START_OF_TURN, Definition, Steps
from core.rules.playing import Place, play_card, playable_now, resolve_play
from events.vocabulary import AbilityUsed, CardPlayed, StasisChanged, StasisEntered
from projections.table import Card

LEAVES_STASIS = "leaves-stasis"
"""The hook of what a card says about being played out of stasis (an ability in the zone `stasis`)."""


def put_into_stasis(me: Me, card: Card, counters: int) -> Steps[bool]:
    """Place stasis counters on a card: that puts it before its owner. One just leaving stasis can't go back at once."""
    if any(frame.card == card.number for frame in me.game.frames) and _came_out(me.game, card):
        return False
    event = yield from perform_one(me.game, effect(me, "stasis", card, amount=counters))
    return isinstance(event, StasisEntered)


def _came_out(game: Game, card: Card) -> bool:
    return any(
        isinstance(entry, CardPlayed) and entry.card == card.number and entry.source == "stasis"
        for entry in game.table.journal
    )


def change_stasis(me: Me, card: Card, amount: int) -> Steps[int]:
    """Place or remove stasis counters on a card in stasis. Returns the change that really happened."""
    event = yield from perform_one(me.game, effect(me, "stasis-counters", card, amount=amount))
    return event.amount if isinstance(event, StasisChanged) else 0


def playable_from_stasis(game: Game, seat: int) -> list[Card]:
    """A player's cards in stasis without counters that may be played as extra cards now."""
    cards = [game.card(number) for number in game.table.seats[seat].stasis]
    return [
        card for card in cards if not card.stasis and (_leaving_words(game, card) or playable_now(game, seat, card))
    ]


def _leaving_words(game: Game, card: Card) -> bool:
    return any(held.hook == LEAVES_STASIS for held in abilities_in(game.facts[card.number], "stasis"))


def play_from_stasis(game: Game, seat: int, card: Card) -> Steps[CardPlayed | None]:
    """Play a card out of stasis: by its own words about leaving, then it is discarded; without such words, normally."""
    for held in abilities_in(game.facts[card.number], "stasis"):
        if held.hook == LEAVES_STASIS:
            return (yield from resolve_play(game, seat, card, Place("resolving"), held=held))
    return (yield from play_card(game, seat, card))


_rule = Definition("rule/stasis", "Stasis", "rule", set="", faction="", text="")


# A rule does the same to each of the cards: those of one player need no order.
@_rule.start_of_turn(regardless=("holder",))
def count_down(me: Me) -> Steps[None]:
    """As a player's turn starts, one counter comes off each of their cards in stasis."""
    yield from perform_one(me.game, effect(me, "stasis-counters", me.card, amount=-1, rule="stasis.countdown"))


@rule_at(START_OF_TURN)
def _in_stasis_at_start(game: Game) -> list[Candidate]:
    seat = game.table.current
    held = _rule.abilities[0]
    if not game.edition.stasis or not game.table.seats[seat].stasis:
        return []
    counted = {
        entry.holder for entry in game.table.journal if isinstance(entry, AbilityUsed) and entry.ability == held.key
    }
    return [
        Candidate(Instance(game, held, game.card(number), 0, 0), seat)
        for number in game.table.seats[seat].stasis
        if number not in counted and game.card(number).stasis
    ]


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
