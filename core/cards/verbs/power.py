"""Power: +1 power counters, and temporary power."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.cards.verbs.lasting import until_fields
from core.engine.choices import choose, distribute
from core.engine.effects import Effect, effect, possible
from core.engine.moments import perform, perform_one, settle
from core.engine.use import Me
from core.printed.definitions import Steps
from core.rules.raising_power import aimed
from events.vocabulary import CountersChanged, CountersTransferred, EffectBegan
from events.words import Duration
from projections.table import IN_PLAY, Card


def place_counters(me: Me, card: Card, amount: int = 1) -> Steps[Card | None]:
    """Put +1 power counters on a card in play. Returns the card that got them, which may be another one that stepped in."""
    if card.zone not in IN_PLAY:
        return None
    event = yield from perform_one(me.game, effect(me, "counters", card, amount=amount))
    return me.game.card(event.card) if isinstance(event, CountersChanged) else None


def place_counter_on_each(me: Me, cards: Iterable[Card]) -> Steps[list[Card]]:
    """Put one +1 power counter on each card, all at once. Returns the cards that got one."""
    effects = [effect(me, "counters", card, amount=1) for card in cards]
    events = yield from perform(me.game, effects)
    return [me.game.card(event.card) for event in events if isinstance(event, CountersChanged)]


def share_counters(me: Me, shares: Mapping[int, int]) -> Steps[int]:
    """Put the given number of +1 power counters on each of these cards (by number), all at once. Returns the total
    placed."""
    effects = [effect(me, "counters", me.game.card(number), amount=amount) for number, amount in shares.items()]
    events = yield from perform(me.game, effects)
    return sum(event.amount for event in events if isinstance(event, CountersChanged))


def remove_any_counters(me: Me, cards: Iterable[Card], *, least: int = 0, most: int | None = None) -> Steps[int]:
    """Remove any number of +1 power counters from these cards, as the player chooses (void.any-number); at least one from
    a minion that the play demands to be affected, at least `least`, and at most `most`.

    Returns how many were removed.
    """
    caps = {card.number: card.counters for card in cards if card.counters}
    bearers = [me.game.card(number) for number in caps]
    first: Card | None = None
    if me.aim is not None and any(map(me.aim, bearers)):
        first = yield from choose(me, "a minion that loses a counter", aimed(me, bearers))
    if first is not None:
        caps[first.number] -= 1
    there = sum(caps.values())
    upper = there if most is None else min(most, there)
    shares = yield from distribute(me, "the counters to take off", bearers, least=least, most=upper, caps=caps)
    if first is not None:
        shares[first.number] = shares.get(first.number, 0) + 1
    removed = yield from share_counters(me, {number: -amount for number, amount in shares.items()})
    return -removed


def remove_counters(me: Me, card: Card, amount: int = 1) -> Steps[int]:
    """Remove +1 power counters from a card. Returns how many were removed."""
    if card.counters < 1:
        return 0
    event = yield from perform_one(me.game, effect(me, "counters", card, amount=-amount))
    return -event.amount if isinstance(event, CountersChanged) else 0


def transfer_counters(me: Me, source: Card, target: Card, amount: int) -> Steps[int]:
    """Move +1 power counters from one card to another (term.transfer). Returns how many moved.

    Both are affected: another card may step in to get them. If the target is immune, the editions differ on whether
    they stay or are discarded.
    """
    if amount < 1:
        return 0
    incoming = effect(me, "counters", target, amount=amount)
    given = yield from settle(me.game, incoming)
    if given is None:
        if me.game.edition.immune_transfer_discards and not possible(me.game, incoming):
            yield from perform_one(me.game, effect(me, "counters", source, amount=-amount, rule="term.transfer"))
        return 0
    event = yield from perform_one(me.game, effect(me, "transfer-counters", source, host=given.card, amount=amount))
    return event.amount if isinstance(event, CountersTransferred) else 0


def boost(me: Me, card: Card, amount: int, *, until: Duration = "turn") -> Steps[Card | None]:
    """Give a minion more (or less) power until the turn ends, or until "next-turn": the start of your next one, or
    "your-turn": the end of your turn, this one or your next.

    Returns the minion that got it, which may be another that stepped in, or None.
    """
    event = yield from perform_one(me.game, _boost(me, card, amount, until))
    return me.game.card(event.cards[0]) if isinstance(event, EffectBegan) else None


def boost_each(me: Me, cards: Iterable[Card], amount: int, *, until: Duration = "turn") -> Steps[list[Card]]:
    """Give several minions in play the same power for a time, all at once. Returns those that got it."""
    events = yield from perform(me.game, [_boost(me, card, amount, until) for card in cards])
    return [me.game.card(event.cards[0]) for event in events if isinstance(event, EffectBegan)]


def boost_by(me: Me, amounts: Mapping[int, int], *, until: Duration = "turn") -> Steps[list[Card]]:
    """Give each of several minions (by number) its own amount of power for a time, all at once. Returns those that got it."""
    effects = [_boost(me, me.game.card(number), amount, until) for number, amount in amounts.items()]
    events = yield from perform(me.game, effects)
    return [me.game.card(event.cards[0]) for event in events if isinstance(event, EffectBegan)]


def set_power(me: Me, card: Card, amount: int, *, until: Duration = "turn") -> Steps[Card | None]:
    """Set a minion's power to a number for a time; counters and changes are added on top (value.starting). Returns the
    minion whose power was set, which may be another that stepped in, or None."""
    lasting = {"kind": "set-power", "amount": amount, **until_fields(me, until)}
    event = yield from perform_one(me.game, effect(me, "power", card, lasting=lasting))
    return me.game.card(event.cards[0]) if isinstance(event, EffectBegan) else None


def _boost(me: Me, card: Card, amount: int, until: Duration) -> Effect:
    lasting = {"kind": "power", "amount": amount, **until_fields(me, until)}
    return effect(me, "power", card, lasting=lasting)
