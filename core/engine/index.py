"""Which abilities are awake, found by what they answer. Core's own fold of the log, rebuildable from the table alone.

Look-ups cost what is on the table, not what exists: a hook's list holds only instances of cards in play (and of lasting
effects), ordered by (since, card, key), so that live and rebuilt indexes agree to the letter.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from core.printed.definitions import Ability, Definition, ability
from events.vocabulary import (
    BaseArrived,
    BaseLeft,
    BaseSwapped,
    Boxed,
    Buried,
    CardPlayed,
    Destroyed,
    Discarded,
    EffectBegan,
    EffectsEnded,
    Event,
    Placed,
    Returned,
    SetAside,
    StasisEntered,
    Stored,
    Taken,
    Transferred,
)
from projections.likeness import happening, likeness
from projections.table import IN_PLAY, Card, Lasting, Table

if TYPE_CHECKING:
    from core.engine.game import Game


class Instance:
    """One awake ability: the card that holds it, the card that grants it (0: itself), since when.

    Standing abilities are handed their instance as `me`.
    """

    __slots__ = ("ability", "awake", "card", "game", "granted_by", "lasting", "order", "since", "slept")

    def __init__(
        self, game: Game, held: Ability, card: Card, granted_by: int, since: int, lasting: Lasting | None = None
    ) -> None:
        self.game = game
        self.ability = held
        self.card = card
        self.granted_by = granted_by
        self.since = since
        self.lasting = lasting
        self.awake = True
        self.slept = 0
        self.order = (since, card.number, held.key, granted_by)

    @property
    def you(self) -> int:
        """The player the ability calls "you": the controller (of the granting action's host, for a granted one)."""
        return self.card.controller if self.lasting is None else self.lasting.seat

    @property
    def base(self) -> int:
        """The site the card is at."""
        return self.card.site if self.lasting is None or not self.lasting.site else self.lasting.site

    @property
    def table(self) -> Table:
        """The table."""
        return self.game.table

    @property
    def host(self) -> Card:
        """The card that carries this action."""
        return self.game.table.cards[self.card.host]

    def sort(self, seat: int, event: Event | None = None) -> tuple[object, ...]:
        """What tells it, for a player and in answer to an event, from its like: those of one sort are interchangeable."""
        held, table, lasting = self.ability, self.game.table, self.lasting
        return (
            held.key,
            () if "player" in held.regardless else seat,
            () if "holder" in held.regardless else likeness(table, self.card.number),
            likeness(table, self.granted_by) if self.granted_by else (),
            () if event is None or "event" in held.regardless else happening(table, event),
            ()
            if lasting is None or "holder" in held.regardless
            else (tuple(lasting.cards), tuple(lasting.arguments), lasting.site),
        )

    def __repr__(self) -> str:
        return f"<{self.ability.key} of {self.card.number}>"


def _order(instance: Instance) -> tuple[int, int, str, int]:
    return instance.order


class Index:
    """Awake abilities by hook."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.hooks: dict[str | type[Event], list[Instance]] = {}
        self.by_source: dict[int, list[Instance]] = {}
        self._stripping: dict[int, list[int]] = {}  # effects that take abilities away, and the cards they reach
        self._lasting: dict[int, Instance] = {}

    @classmethod
    def rebuilt(cls, game: Game) -> Index:
        """The index as the table alone has it."""
        index = cls(game)
        table = game.table
        for lasting in table.lasting:
            index.begin(lasting)
        for card in table.cards.values():
            index.refresh(card.number, table.position)
        return index

    def copied(self, game: Game) -> Index:
        """The same of a copy of the game."""
        index = Index(game)
        cards, lasting = game.table.cards, {one.number: one for one in game.table.lasting}
        again: dict[Instance, Instance] = {}
        for one in (*(held for source in self.by_source.values() for held in source), *self._lasting.values()):
            goes_on = lasting[one.lasting.number] if one.lasting is not None else None
            again[one] = Instance(game, one.ability, cards[one.card.number], one.granted_by, one.since, goes_on)
        index.hooks = {hook: [again[one] for one in held] for hook, held in self.hooks.items()}
        index.by_source = {number: [again[one] for one in held] for number, held in self.by_source.items()}
        index._stripping = {number: [*cards] for number, cards in self._stripping.items()}
        index._lasting = {number: again[one] for number, one in self._lasting.items()}
        return index

    def clear(self) -> None:
        """Know nothing any more."""
        self.hooks.clear()
        self.by_source.clear()
        self._lasting.clear()

    def awake(self, hook: str | type[Event]) -> list[Instance]:
        """The instances that answer to a hook. Do not keep the list."""
        return self.hooks.get(hook, [])

    def of_card(self, number: int) -> list[Instance]:
        """The instances a card brings (to itself or to its host)."""
        return self.by_source.get(number, [])

    def refresh(self, number: int, position: int) -> None:
        """Look again at what a card brings."""
        card = self.game.table.cards[number]
        before = self.by_source.get(number)
        wanted = self._wanted(card)
        if before is None:
            if wanted:
                for instance in wanted:
                    self._insert(instance)
                self.by_source[number] = wanted
            return
        kept: list[Instance] = []
        for old in before:
            same = next((new for new in wanted if new.order == old.order), None)
            if same is None:
                self._drop(old, position)
            else:
                wanted.remove(same)
                kept.append(old)
        for new in wanted:
            self._insert(new)
        if kept or wanted:
            self.by_source[number] = sorted(kept + wanted, key=_order)
        else:
            del self.by_source[number]

    def _wanted(self, card: Card) -> list[Instance]:
        facts = self.game.facts[card.number]
        if not facts.abilities or card.zone in _PILES:
            return []
        zone = "play" if card.zone in IN_PLAY else card.zone
        if card.zone == "attached" and self._sleeps(card):
            return []
        awake = abilities_in(facts, zone)
        if not awake:
            return []
        wanted = []
        cards = self.game.table.cards
        beginning = card.number in self.game.beginning
        for held in awake:
            if beginning and held.standing:
                continue  # resolve.order: after its on-play ability
            holder, granted_by = (cards[card.host], card.number) if held.grant else (card, 0)
            if self._stripping and (
                self._stripped(holder.number, held.key, granted_by, card.since) or self._idles(card, held)
            ):
                continue
            wanted.append(Instance(self.game, held, holder, granted_by, card.since))
        return wanted

    def _sleeps(self, action: Card) -> bool:
        """Whether an action is on a card in stasis (or on one that is): it is on no base, and asleep with it
        (stasis.asleep)."""
        host = self.game.table.cards[action.host]
        return host.zone == "stasis" or (host.zone == "attached" and self._sleeps(host))

    def _idles(self, action: Card, held: Ability) -> bool:
        """Whether an ability of an action is about its minion, on which the action has no effect now."""
        return (held.grant or held.hook in _ABOUT_HOST) and idle(self.game, action)

    def _stripped(self, holder: int, key: str, granted_by: int, since: int) -> bool:
        """Losing abilities strips what is older than the loss (term.cancel)."""
        return any(
            lasting.kind == "lose-abilities"
            and holder in lasting.cards
            and since < lasting.number
            and lasting.but != (key, granted_by)
            for lasting in self.game.table.lasting
        )

    def _insert(self, instance: Instance) -> None:
        for hook in instance.ability.hooks:
            insort(self.hooks.setdefault(hook, []), instance, key=_order)

    def _drop(self, instance: Instance, position: int) -> None:
        for hook in instance.ability.hooks:
            self.hooks[hook].remove(instance)
        instance.awake = False
        instance.slept = position

    # --- lasting effects

    def begin(self, lasting: Lasting) -> None:
        """A lasting effect begins: it may act as an ability, or take abilities away."""
        if lasting.kind == "ability":
            card = self.game.table.cards[lasting.by]
            instance = Instance(self.game, ability(lasting.ability), card, 0, lasting.number, lasting)
            self._lasting[lasting.number] = instance
            self._insert(instance)
        elif lasting.kind in _STRIPPING:
            self._stripping[lasting.number] = list(lasting.cards)

    def end(self, number: int, position: int) -> None:
        """A lasting effect has ended."""
        if number in self._lasting:
            self._drop(self._lasting.pop(number), position)
        elif number in self._stripping:
            self.refresh_around(self._stripping.pop(number), position)

    def refresh_around(self, numbers: Sequence[int], position: int) -> None:
        """Look again at what some cards bring, and what is on them."""
        for number in numbers:
            self.refresh(number, position)
            self.refresh_around(self.game.table.cards[number].attached, position)


def ignoring(game: Game, seat: int, base: Card) -> Instance | None:
    """What makes a player ignore the ability of a base in play; None if they heed it.

    Who ignores it neither follows it nor is bound by it, and it neither touches nor protects their cards.
    """
    if base.zone == "base":
        for instance in game.index.hooks.get(IGNORE_BASE, ()):
            if instance.ability.function(instance, base.site, seat):
                return instance
    return None


def heeds(instance: Instance, seat: int) -> bool:
    """Whether an ability means something to a player: one of a base does not, to whoever ignores that base."""
    game = instance.game
    if not game.index.hooks.get(IGNORE_BASE) or instance.lasting is not None:
        return True
    return ignoring(game, seat, instance.card) is None


def heeding(instance: Instance, seats: Sequence[int]) -> Sequence[int]:
    """Those of some players to whom an ability means something. What a base does with everybody goes on until nobody
    heeds it."""
    game = instance.game
    if not game.index.hooks.get(IGNORE_BASE):
        return seats
    if instance.ability.everybody:
        return seats if any(heeds(instance, seat) for seat in game.clockwise()) else ()
    return [seat for seat in seats if heeds(instance, seat)]


def abilities_in(facts: Definition, zone: str) -> Sequence[Ability]:
    """The abilities of a card that are awake in a zone (play, hand, discard, stasis, buried, stored)."""
    return facts.awake_in.get(zone, ())


def idle(game: Game, action: Card) -> bool:
    """Whether an action is without effect on the minion it is on, which is protected from it."""
    return any(lasting.kind == IDLE and action.number in lasting.cards for lasting in game.table.lasting)


IDLE = "without-effect"
"""The kind of lasting effect that says so (reading.untouchable-actions)."""

IGNORE_BASE = "ignore-base"
"""The hook of what lets players ignore the ability of a base."""

_STRIPPING = frozenset({"lose-abilities", IDLE})
_ABOUT_HOST = frozenset({"host-power", "printed-power", "forbid", "shield", "instead"})
"""What an action on a minion says of it at all times. What it does to it at its moment is an effect and asks there."""

_PILES = frozenset({"hand", "deck", "discard"})
"""What acts from there is looked for in the pile when its moment comes (core.rules.playing.specials_in_piles), never indexed."""


# --- following the log ----------------------------------------------------------------------------------------------


def _card(game: Game, event: Any) -> None:
    game.index.refresh(event.card, event.position)


def _laden(game: Game, event: CardPlayed | StasisEntered) -> None:
    """Into stasis and out of it a card goes with all that is on it."""
    game.index.refresh(event.card, event.position)
    if attached := game.table.cards[event.card].attached:
        game.index.refresh_around(attached, event.position)


def _cards(game: Game, event: SetAside) -> None:
    for number in event.cards:
        game.index.refresh(number, event.position)


def _base(game: Game, event: BaseArrived | BaseLeft) -> None:
    game.index.refresh(event.base, event.position)


def _swapped(game: Game, event: BaseSwapped) -> None:
    game.index.refresh(event.old, event.position)
    game.index.refresh(event.new, event.position)


def _effect_began(game: Game, event: EffectBegan) -> None:
    if event.kind == "ability" or event.kind in _STRIPPING:
        game.index.begin(game.table.lasting[-1])
        if event.kind in _STRIPPING:
            game.index.refresh_around(event.cards, event.position)


def _effects_ended(game: Game, event: EffectsEnded) -> None:
    for number in event.effects:
        game.index.end(number, event.position)


FOLLOW: dict[type[Event], Callable[[Game, Any], None]] = {
    CardPlayed: _laden,
    Destroyed: _card,
    Discarded: _card,
    Returned: _card,
    Placed: _card,
    Taken: _card,
    Boxed: _card,
    Buried: _card,
    Stored: _card,
    StasisEntered: _laden,
    Transferred: _card,
    SetAside: _cards,
    BaseArrived: _base,
    BaseLeft: _base,
    BaseSwapped: _swapped,
    EffectBegan: _effect_began,
    EffectsEnded: _effects_ended,
}
"""The events that can wake abilities or put them to sleep, and how the index takes them in, after the table has."""
