"""The active abilities, by the event or hook they listen for. Core's own fold of the log; it can be rebuilt from the
table.

The cost of a lookup depends on what is on the table, not on how many cards exist: a hook's list holds only abilities of
cards in play (and of continuous effects). Lists are ordered by (since, card, key), so that live and rebuilt indexes are
identical.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

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
from events.words import Hook
from events.zones import PLAYER_PILES, ZONES
from projections.equivalence import equivalence_key, event_key
from projections.table import IN_PLAY, Card, Lasting, Table

if TYPE_CHECKING:
    from core.engine.game import Game


class Instance:
    """One active ability: the card that has it, the card that grants it (0: itself), since when.

    Continuous abilities receive their instance as `me`.
    """

    __slots__ = ("ability", "active", "card", "game", "granted_by", "inactive_since", "lasting", "order", "since")

    def __init__(
        self, game: Game, ability: Ability, card: Card, granted_by: int, since: int, lasting: Lasting | None = None
    ) -> None:
        self.game = game
        self.ability = ability
        self.card = card
        self.granted_by = granted_by
        self.since = since
        self.lasting = lasting
        self.active = True
        self.inactive_since = 0
        self.order = (since, card.number, ability.key, granted_by)

    @property
    def you(self) -> int:
        """The player the ability calls "you": the controller (of the granting action's host, for a granted ability)."""
        return self.card.controller if self.lasting is None else self.lasting.seat

    @property
    def base(self) -> int:
        """The site the card is at."""
        return self.card.site if self.lasting is None or not self.lasting.site else self.lasting.site

    @property
    def table(self) -> Table:
        return self.game.table

    @property
    def host(self) -> Card:
        """The card that carries this action."""
        return self.game.table.cards[self.card.host]

    def sort(self, seat: int, event: Event | None = None) -> tuple[object, ...]:
        """Return a key that is equal for interchangeable instances, for a player and in answer to an event."""
        ability, table, lasting = self.ability, self.game.table, self.lasting
        return (
            ability.key,
            () if "player" in ability.regardless else seat,
            () if "holder" in ability.regardless else equivalence_key(table, self.card.number),
            equivalence_key(table, self.granted_by) if self.granted_by else (),
            () if event is None or "event" in ability.regardless else event_key(table, event),
            ()
            if lasting is None or "holder" in ability.regardless
            else (tuple(lasting.cards), tuple(lasting.arguments), lasting.site),
        )

    def __repr__(self) -> str:
        return f"<{self.ability.key} of {self.card.number}>"


def _order(instance: Instance) -> tuple[int, int, str, int]:
    return instance.order


class Index:
    """Active abilities by hook."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.hooks: dict[Hook | type[Event], list[Instance]] = {}
        self.by_source: dict[int, list[Instance]] = {}
        self._stripping: dict[int, list[int]] = {}  # effects that remove abilities, and the cards they affect
        self._lasting: dict[int, Instance] = {}
        self.canceled: dict[int, int] = {}  # cards without abilities now, and the card whose ability cancels them

    @classmethod
    def rebuilt(cls, game: Game) -> Index:
        """Return a new index built from the table alone."""
        index = cls(game)
        table = game.table
        for lasting in table.lasting:
            index.begin(lasting)
        for card in table.cards.values():
            if card.zone not in PLAYER_PILES:  # the short way for most cards: nothing is active there
                index.refresh(card.number, table.position)
        return index

    def copied(self, game: Game) -> Index:
        """Return the same index for a copy of the game."""
        index = Index(game)
        cards, lasting = game.table.cards, {effect.number: effect for effect in game.table.lasting}
        again: dict[Instance, Instance] = {}
        for instance in (
            *(instance for source in self.by_source.values() for instance in source),
            *self._lasting.values(),
        ):
            goes_on = lasting[instance.lasting.number] if instance.lasting is not None else None
            again[instance] = Instance(
                game, instance.ability, cards[instance.card.number], instance.granted_by, instance.since, goes_on
            )
        index.hooks = {hook: [again[instance] for instance in instances] for hook, instances in self.hooks.items()}
        index.by_source = {
            number: [again[instance] for instance in instances] for number, instances in self.by_source.items()
        }
        index._stripping = {
            effect.number: effect.cards for effect in game.table.lasting if effect.number in self._stripping
        }
        index._lasting = {number: again[instance] for number, instance in self._lasting.items()}
        index.canceled = dict(self.canceled)
        return index

    def clear(self) -> None:
        """Remove everything."""
        self.hooks.clear()
        self.by_source.clear()
        self._lasting.clear()

    def active(self, hook: Hook | type[Event]) -> list[Instance]:
        """Return the active abilities listening to `hook`. The list is live: do not store it."""
        return self.hooks.get(hook, [])

    def of_card(self, number: int) -> list[Instance]:
        """Return the abilities that a card brings, to itself or to its host."""
        return self.by_source.get(number, [])

    def refresh(self, number: int, position: int) -> None:
        """Recompute the abilities that a card brings."""
        card = self.game.table.cards[number]
        before = self.by_source.get(number)
        instances = self._wanted(card)
        if before is None:
            if instances:
                for instance in instances:
                    self._insert(instance)
                self.by_source[number] = instances
            return
        kept: list[Instance] = []
        for old in before:
            at = next((at for at, new in enumerate(instances) if new.order == old.order), -1)
            if at < 0:
                self._drop(old, position)
            else:
                instances[at] = old
                kept.append(old)
        for new in instances:
            if new not in kept:
                self._insert(new)
        if instances:
            self.by_source[number] = instances  # in the order of the definition, as in a rebuilt index
        else:
            del self.by_source[number]

    def _wanted(self, card: Card) -> list[Instance]:
        facts = self.game.facts[card.number]
        if not facts.abilities or card.zone in PLAYER_PILES:
            # Abilities that act from a pile are looked up there when their moment comes
            # (core.rules.playing.specials_in_piles).
            return []
        zone = "play" if card.zone in IN_PLAY else card.zone
        if card.zone == "attached" and self._sleeps(card):
            return []
        active = abilities_in(facts, zone)
        if not active:
            return []
        instances = []
        cards = self.game.table.cards
        beginning = card.number in self.game.beginning
        for declared in active:
            if beginning and declared.standing:
                continue  # resolve.order: after its on-play ability
            holder, granted_by = (cards[card.host], card.number) if declared.grant else (card, 0)
            if holder.number in self.canceled and declared.hook != "cancels":
                continue
            if self._stripping and (
                self._stripped(holder.number, declared.key, granted_by, card.since)
                or self._is_suppressed(card, declared)
            ):
                continue
            instances.append(Instance(self.game, declared, holder, granted_by, card.since))
        return instances

    def _sleeps(self, action: Card) -> bool:
        """Return whether an action is on a card in stasis, directly or indirectly: it is at no base and inactive like
        that card (stasis.asleep)."""
        host = self.game.table.cards[action.host]
        return ZONES[host.zone].laden or (host.zone == "attached" and self._sleeps(host))

    def _is_suppressed(self, action: Card, ability: Ability) -> bool:
        """Return whether an ability of an action is about its minion, on which the action has no effect now."""
        return (ability.grant or ability.hook in _ABOUT_HOST) and suppressed(self.game, action)

    def _stripped(self, holder: int, key: str, granted_by: int, since: int) -> bool:
        """Return whether an ability was lost: losing abilities removes those that are older than the loss
        (term.cancel)."""
        return any(
            lasting.kind == "lose-abilities"
            and holder in lasting.cards
            and since < lasting.number
            and lasting.but != (key, granted_by)
            for lasting in self.game.table.lasting
        )

    def cancel(self, now: dict[int, int], position: int) -> None:
        """Activate and deactivate abilities: these cards have none now, each because of a card (term.cancel)."""
        changed = now.keys() ^ self.canceled.keys()
        self.canceled = now
        if changed:
            self.refresh_around(sorted(changed), position)

    def _insert(self, instance: Instance) -> None:
        for hook in instance.ability.hooks:
            insort(self.hooks.setdefault(hook, []), instance, key=_order)

    def _drop(self, instance: Instance, position: int) -> None:
        for hook in instance.ability.hooks:
            self.hooks[hook].remove(instance)
        instance.active = False
        instance.inactive_since = position

    # --- lasting effects

    def begin(self, lasting: Lasting) -> None:
        """Begin a continuous effect: it may act as an ability, or take abilities away."""
        if lasting.kind == "ability":
            card = self.game.table.cards[lasting.by]
            instance = Instance(self.game, ability(lasting.ability), card, 0, lasting.number, lasting)
            self._lasting[lasting.number] = instance
            self._insert(instance)
        elif lasting.kind in _STRIPPING:
            self._stripping[lasting.number] = (
                lasting.cards
            )  # the table's own list: a card that leaves play leaves the list

    def end(self, number: int, position: int) -> None:
        """End a continuous effect."""
        if number in self._lasting:
            self._drop(self._lasting.pop(number), position)
        elif number in self._stripping:
            self.refresh_around(self._stripping.pop(number), position)

    def refresh_around(self, numbers: Sequence[int], position: int) -> None:
        """Recompute the abilities of these cards, and of the cards on them."""
        for number in numbers:
            self.refresh(number, position)
            self.refresh_around(self.game.table.cards[number].attached, position)


def ignoring(game: Game, seat: int, base: Card) -> Instance | None:
    """Return what makes a player ignore the ability of a base in play; None if the player does not.

    A player who ignores a base neither follows its ability nor is bound by it, and it neither affects nor protects
    their cards.
    """
    if base.zone == "base":
        for instance in game.index.hooks.get(IGNORE_BASE, ()):
            if instance.ability.function(instance, base.site, seat):
                return instance
    return None


def applies_to(instance: Instance, seat: int) -> bool:
    """Return whether an ability applies to a player: a base's ability does not apply to players who ignore that
    base."""
    game = instance.game
    if not game.index.hooks.get(IGNORE_BASE):
        return True
    return ignoring(game, seat, instance.card) is None


def players_affected(instance: Instance, seats: Sequence[int]) -> Sequence[int]:
    """Return the players, out of those given, to whom an ability applies. A base's effect on everybody stops only when
    nobody is left to whom it applies."""
    game = instance.game
    if not game.index.hooks.get(IGNORE_BASE):
        return seats
    if instance.ability.everybody:
        return seats if any(applies_to(instance, seat) for seat in game.clockwise()) else ()
    return [seat for seat in seats if applies_to(instance, seat)]


def names_of(game: Game, card: Card) -> frozenset[str]:
    """Return the names of a card: its own and, in play, those that abilities give it."""
    own = game.facts[card.number].name
    giving = game.index.hooks.get("also-named")
    if not giving or card.zone not in IN_PLAY:
        return frozenset((own,))
    return frozenset((own, *(name for instance in giving for name in instance.ability.function(instance, card))))


def abilities_in(facts: Definition, zone: str) -> Sequence[Ability]:
    """Return the abilities of a card that are active in a zone (play, hand, discard, stasis, buried, stored)."""
    return facts.active_in.get(zone, ())


def suppressed(game: Game, action: Card) -> bool:
    """Return whether an action has no effect on the minion it is on, because the minion is protected from it."""
    return any(lasting.kind == SUPPRESSED and action.number in lasting.cards for lasting in game.table.lasting)


SUPPRESSED: Final = "without-effect"
"""The kind of continuous effect that marks such an action (reading.untouchable-actions)."""

IGNORE_BASE: Final = "ignore-base"
"""The hook of abilities that let players ignore the ability of a base."""

_STRIPPING: Final[frozenset[str]] = frozenset({"lose-abilities", SUPPRESSED})
_ABOUT_HOST: Final[frozenset[Hook | type[Event]]] = frozenset(
    {
        "host-power",
        "printed-power",
        "forbid",
        "shield",
        "instead",
        "cancels",
        "counts-for-player",
        "counts-for-breakpoint",
    }
)
"""What an action on a minion does to it continuously. What it does at a particular moment is an effect, checked
then."""


# --- following the log ----------------------------------------------------------------------------------------------


def _card(game: Game, event: Any) -> None:
    game.index.refresh(event.card, event.position)


def _laden(game: Game, event: CardPlayed | StasisEntered) -> None:
    """A card enters and leaves stasis with all cards on it."""
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


FOLLOW: Final[dict[type[Event], Callable[[Game, Any], None]]] = {
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
"""The events that can activate or deactivate abilities, and how the index follows them after the table has."""
