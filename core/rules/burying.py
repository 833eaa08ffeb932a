"""Burying: cards lie face down at a base and are inactive until they are uncovered, which plays them (bury.*)."""

from __future__ import annotations

from core.engine.effects import Effect, effect
from core.engine.game import Game
from core.engine.index import Instance, abilities_in
from core.engine.leaving import discard_by_rule, discard_from
from core.engine.moments import perform_one, settle
from core.engine.resolving import Candidate, rule_at
from core.engine.use import Me
from core.printed.definitions import START_OF_TURN, UNCOVERED, Definition, Steps
from core.rules.playing import play_card, playable_now
from events.vocabulary import AbilityUsed, Buried, CardPlayed, Discarded
from projections.table import Card


def bury(me: Me, card: Card, site: int, *, seen: bool = False) -> Steps[bool]:
    """Bury a card at a base, face down (`seen`: it buries itself, so everyone knows which card it is).

    Returns whether it was buried: a card that is being uncovered is not buried again at once.
    """
    if not can_be_buried(me.game, card):
        return False
    event = yield from perform_one(me.game, effect(me, "bury", card, site=site, seen=seen))
    if isinstance(event, Buried) and event.source == "resolving":
        me.game.note("conflict.buries-itself")
    return isinstance(event, Buried)


def can_be_buried(game: Game, card: Card) -> bool:
    """Return whether the rules let a card be buried: not while it is being uncovered (bury.rebury)."""
    return not (any(frame.card == card.number for frame in game.frames) and was_uncovered(game, card))


def was_uncovered(game: Game, card: Card) -> bool:
    """Return whether a card came into play (or is resolving) by being uncovered."""
    return any(
        isinstance(entry, CardPlayed)
        and entry.card == card.number
        and entry.position == card.since
        and entry.source == "buried"
        for entry in game.table.journal
    )


def buried_cards(game: Game, seat: int, site: int = 0) -> list[Card]:
    """Return the cards a player has buried (at one base)."""
    cards = game.table.cards
    return [
        cards[number]
        for at in game.table.sites.values()
        if at.piles["buried"] and (not site or at.number == site)
        for number in at.piles["buried"]
        if cards[number].controller == seat
    ]


def uncover(me: Me, card: Card, *, seat: int | None = None) -> Steps[CardPlayed | None]:
    """Turn a buried card face up and play it at that base at once, or discard it if it can't be played now.

    Returns the play, or None.
    """
    game = me.game
    player = card.controller if seat is None else seat
    effect = Effect(verb="uncover", card=card.number, by=me.by, player=me.you, seat=player)
    if (yield from settle(game, effect)) is None:
        return None
    site = card.site
    discard_from(game, card, "uncovered", "bury.rebury")
    if not playable_now(game, player, card, only=(site,)):
        discard_by_rule(game, card, "uncovered but not playable", _UNPLAYABLE, seat=player)
        return None
    ability = next((ability for ability in abilities_in(game.fact(card), "buried") if ability.hook == UNCOVERED), None)
    return (yield from play_card(game, player, card, only=(site,), held=ability, base=site))


_UNPLAYABLE = "bury.uncover-play"


def uncovering(event: CardPlayed | Discarded) -> bool:
    """Return whether an event uncovers a card: it was played, or could not be."""
    return event.source == "buried" and (isinstance(event, CardPlayed) or event.rule == _UNPLAYABLE)


_rule = Definition("rule/turn.start", "Start Turn", "rule", set="", faction="", text="")


@_rule.start_of_turn(may=True, one_of=True, regardless=("holder",))
def uncover_one(me: Me) -> Steps[None]:
    """Let the player whose turn begins uncover one of their own buried cards."""
    yield from uncover(me, me.card)


@rule_at(START_OF_TURN)
def _buried_at_start(game: Game) -> list[Candidate]:
    seat = game.table.current
    ability = _rule.abilities[0]
    cards = buried_cards(game, seat)
    if not cards or not game.edition.uncovering:
        return []
    if any(isinstance(entry, AbilityUsed) and entry.ability == ability.key for entry in game.table.journal):
        return []  # only one; more only by an ability
    return [Candidate(Instance(game, ability, card, 0, card.since), seat) for card in cards]
