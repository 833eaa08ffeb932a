"""Cards that leave their place: destroyed, discarded, returned, placed, taken, boxed, stored, buried."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from core.cards.verbs.finding import hand, whole_hand
from core.engine.choices import choose, choose_some
from core.engine.effects import Effect, effect
from core.engine.moments import perform, perform_one
from core.engine.use import Me
from core.printed.definitions import Steps
from core.rules.burying import bury
from core.rules.decks import goes_to
from events.vocabulary import Destroyed, Discarded, Placed, Returned, Revealed, Stored, Taken
from events.words import DeckEnd, Verb
from events.zones import AT_A_BASE
from projections.table import Card


def destroy(me: Me, *cards: Card, seat: int | None = None) -> Steps[list[Card]]:
    """Destroy cards, all at once. Returns those that were destroyed."""
    events = yield from perform(me.game, [effect(me, "destroy", card, seat=seat) for card in cards])
    return [me.game.card(event.card) for event in events if isinstance(event, Destroyed)]


def destroy_all(me: Me, cards: Iterable[Card]) -> Steps[list[Card]]:
    """Destroy all of these cards at once: each of them is a target (reading.directly-each). Returns those that were
    destroyed."""
    return (yield from destroy(me, *cards))


def each_destroys(me: Me, cards: Mapping[int, Sequence[Card]]) -> Steps[list[Card]]:
    """Let each of several players (by seat) destroy cards, all at once. Returns those that were destroyed."""
    effects = [effect(me, "destroy", card, seat=seat) for seat, theirs in cards.items() for card in theirs]
    events = yield from perform(me.game, effects)
    return [me.game.card(event.card) for event in events if isinstance(event, Destroyed)]


def discard_from_hand(me: Me, cards: Sequence[Card], *, seat: int | None = None) -> Steps[list[Card]]:
    """Discard cards from a hand, all at once. Returns those that were discarded."""
    return (yield from _discard(me, cards, seat))


def discard_at_random(me: Me, count: int, *, seat: int | None = None) -> Steps[list[Card]]:
    """Discard a number of cards picked at random from a hand, or the whole hand if it has no more. Returns them."""
    player = me.you if seat is None else seat
    cards = me.game.table.seats[player].hand
    if len(cards) <= count:  # nothing to pick at random
        return (yield from _discard(me, whole_hand(me, player), player))
    chosen = me.game.pick_at_random("card", cards, count, seat=player)
    return (yield from _discard(me, [me.game.card(number) for number in chosen], player))


def discard_from_deck(me: Me, cards: Sequence[Card], *, seat: int | None = None) -> Steps[list[Card]]:
    """Discard cards from a deck that were looked at or searched for, all at once. Returns those that were discarded."""
    return (yield from _discard(me, cards, seat))


def _discard(me: Me, cards: Sequence[Card], seat: int | None) -> Steps[list[Card]]:
    player = me.you if seat is None else seat
    effects = [
        Effect(
            verb="discard", card=card.number, by=me.by, player=me.you, seat=player, to=card.owner, reason="by a card"
        )
        for card in cards
    ]
    events = yield from perform(me.game, effects)
    return [me.game.card(event.card) for event in events if isinstance(event, Discarded)]


def return_to_hand(me: Me, *cards: Card, seat: int | None = None) -> Steps[list[Card]]:
    """Return cards in play to their owners' hands (term.return). Returns those that went to a hand."""
    effects = [effect(me, "return", card, seat=seat) for card in cards]
    events = yield from perform(me.game, effects)
    return [me.game.card(event.card) for event in events if isinstance(event, Returned)]


def place_in_deck(
    me: Me, *cards: Card, end: DeckEnd = "top", seat: int | None = None, seen: bool = True
) -> Steps[list[Card]]:
    """Put cards on the top or bottom of their owners' decks, or of the player's own (see `goes_to`). Returns those that went
    there."""
    player = me.you if seat is None else seat
    effects = [effect(me, "place", card, seat=seat, end=end, **_destination(me, card, player, seen)) for card in cards]
    events = yield from perform(me.game, effects)
    return [me.game.card(event.card) for event in events if isinstance(event, Placed) and event.zone == "deck"]


def shuffle_into_deck(me: Me, *cards: Card, to: int | None = None) -> Steps[list[Card]]:
    """Shuffle cards into their owners' decks, or into the deck of that player, whoever owns them. Returns those that went
    there."""
    whose = {} if to is None else {"to": to}
    effects = [effect(me, "shuffle", card, **whose) for card in cards]
    events = yield from perform(me.game, effects)
    return [me.game.card(event.card) for event in events if isinstance(event, Placed) and event.zone == "deck"]


def take(me: Me, *cards: Card, to: int | None = None, seen: bool = True) -> Steps[list[Card]]:
    """Put cards that are not in play into a player's hand, or their owners' hands (see `goes_to`). Returns those that went
    there."""
    player = me.you if to is None else to
    effects = [effect(me, "take", card, seen=seen, **_destination(me, card, player, seen)) for card in cards]
    events = yield from perform(me.game, effects)
    return [me.game.card(event.card) for event in events if isinstance(event, Taken)]


def _destination(me: Me, card: Card, player: int, seen: bool) -> dict[str, Any]:
    """Return whose hand or deck a card goes to (see `goes_to`), and the rule if it goes to a player other than its
    holder."""
    to = goes_to(me.game, card, player, seen=seen)
    return {"to": to, "rule": "term.owner-zone" if to != player and card.controller == player else ""}


def take_for_yourself(me: Me, *cards: Card, seen: bool = True) -> Steps[list[Card]]:
    """Put cards into your own hand, whoever owns them, where the card says so (clarify.hand-not-yours). Returns those that
    went there."""
    effects = [
        effect(me, "place" if card.zone in AT_A_BASE else "take", card, zone="hand", to=me.you, seen=seen)
        for card in cards
    ]
    events = yield from perform(me.game, effects)
    return [me.game.card(event.card) for event in events if isinstance(event, Taken)]


def place_in_hand(me: Me, *cards: Card) -> Steps[list[Card]]:
    """Put cards in play into their owners' hands: placed, not returned (term.place, term.owner-zone). Returns them."""
    events = yield from perform(me.game, [effect(me, "place", card, zone="hand") for card in cards])
    return [me.game.card(event.card) for event in events if isinstance(event, Taken)]


def discard_from_play(me: Me, *cards: Card, reason: str = "by a card") -> Steps[list[Card]]:
    """Discard cards in play: not destroyed (conflict.discard). Returns those that were discarded."""
    events = yield from perform(me.game, [effect(me, "discard", card, reason=reason) for card in cards])
    return [me.game.card(event.card) for event in events if isinstance(event, Discarded)]


def each_player(
    me: Me,
    verb: Verb,
    about: str,
    pool: Callable[[int], Sequence[Card]],
    *,
    seats: Iterable[int] | None = None,
    chooser: Callable[[int, Sequence[Card]], int] = lambda seat, cards: seat,
) -> Steps[list[Card]]:
    """Let each player (or each of `seats`) choose one card from their pool, clockwise; then the effect happens to all
    of them at once, carried out by each player. Returns the cards affected.

    `chooser`: who chooses, if not the player who carries it out. The card's player is you, whoever carries it out, so
    protection from your cards applies.
    """
    effects = []
    for seat in me.game.clockwise() if seats is None else seats:
        cards = pool(seat)
        card = yield from choose(me, about, cards, seat=chooser(seat, cards))
        if card is not None:
            effects.append(effect(me, verb, card, seat=seat))
    events = yield from perform(me.game, effects)
    return [me.game.card(event.card) for event in events]  # type: ignore[attr-defined]


def box(me: Me, *cards: Card) -> Steps[list[Card]]:
    """Put cards back into the box, out of the game (term.box). Returns those that went there."""
    events = yield from perform(me.game, [effect(me, "box", card) for card in cards])
    return [me.game.card(event.card) for event in events]  # type: ignore[attr-defined]


def store(me: Me, card: Card, host: Card, *, shown: bool = False) -> Steps[bool]:
    """Store a card from a hand or pile face down under another (stored). Returns whether it was stored.

    `shown`: only certain cards may be stored, so it is revealed first.
    """
    if shown:
        me.game.emit(Revealed, seat=me.you, cards=(card.number,), by=me.by, rule="stored")
    event = yield from perform_one(me.game, effect(me, "store", card, host=host.number, seen=shown))
    return isinstance(event, Stored)


def bury_from_hand(me: Me, site: int, *, least: int = 1, most: int = 1) -> Steps[None]:
    """Bury cards from your hand at a base, at least `least` and at most `most`, as far as there are any."""
    about = "a card in your hand to bury" if most == 1 else f"up to {most} cards in your hand to bury"
    for card in (yield from choose_some(me, about, hand(me), least=least, most=most, hidden=True)):
        yield from bury(me, card, site)
