"""Card coverage: which cards and abilities games have reached, so that no card is dead code.

Most of it is counted from the log (`projections.statistics`). Continuous abilities leave no event: while a game is
watched their functions are wrapped, to record when one made a difference. Other games run the functions directly, so
counting costs nothing in normal play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from types import TracebackType
from typing import Any, get_args

import msgspec

from core.engine.game import Game
from core.printed.definitions import Ability, Definition, all_abilities, all_definitions
from core.rules.duels import DURING_DUEL
from core.rules.places import extra_cards_played
from core.rules.stasis import ENTERS_STASIS, LEAVES_STASIS
from events.vocabulary import (
    AbilityUsed,
    Answered,
    Asked,
    EffectEvent,
    Event,
    Forbidden,
    Looked,
    PickedAtRandom,
    Revealed,
    SetAside,
    Shuffled,
)
from events.words import Hook, NamedRule
from projections.statistics import CardCount, Statistics


class Coverage(msgspec.Struct):
    """What a number of games have reached. Coverages of parts of a batch are merged.

    An ability has *acted* when it made a difference. An ability in use: it led to an event of its own, beyond looking
    and asking. A continuous one: it changed a number, forbade something, refused a place or allowed a play.
    """

    statistics: Statistics = msgspec.field(default_factory=Statistics)
    used: dict[str, int] = {}  # by ability key: how often it began to resolve
    acted: dict[str, int] = {}  # by ability key
    done_to_others: dict[str, set[str]] = {}  # by kind of event: the cards that did this to another player's card

    def merge(self, other: Coverage) -> None:
        """Add the coverage of other games."""
        self.statistics.merge(other.statistics)
        for mine, theirs in ((self.used, other.used), (self.acted, other.acted)):
            for key, count in theirs.items():
                mine[key] = mine.get(key, 0) + count
        for kind, cards in other.done_to_others.items():
            self.done_to_others.setdefault(kind, set()).update(cards)

    def card(self, facts: Definition) -> CardCount:
        """Return the counts for a card."""
        return self.statistics.cards.get(facts.id) or CardCount()

    def came(self, facts: Definition) -> int:
        """Return how often a card was played, or a base came into play."""
        return self.card(facts).arrived if facts.is_base else self.card(facts).played

    def used_of(self, facts: Definition) -> int:
        """Return how often a card's abilities were used."""
        return sum(self.used.get(ability.key, 0) for ability in facts.abilities)

    def acted_of(self, facts: Definition) -> int:
        """Return how often a card's continuous abilities acted."""
        return sum(self.acted.get(ability.key, 0) for ability in facts.abilities if ability.hook in STANDING)

    def missing_of(self, facts: Definition) -> list[Ability]:
        """Return the abilities of a card that never acted."""
        return [ability for ability in facts.abilities if not self.acted.get(ability.key)]


def unreached_cards(coverage: Coverage, cards: Iterable[Definition]) -> list[str]:
    """Return the cards that were never played and the bases that never came into play."""
    return [facts.id for facts in cards if not coverage.came(facts)]


def unmet_prohibitions(coverage: Coverage, cards: Iterable[Definition]) -> list[str]:
    """Return the cards with a prohibition that never caused a `Forbidden` event."""
    forbidding = [facts for facts in cards if any(ability.hook in FORBIDDING for ability in facts.abilities)]
    return [facts.id for facts in forbidding if not coverage.card(facts).forbade]


def unreached_abilities(coverage: Coverage, cards: Iterable[Definition]) -> list[str]:
    """Return the keys of the abilities that never acted."""
    return [ability.key for facts in cards for ability in coverage.missing_of(facts)]


def cards_of(sets: Iterable[str]) -> list[Definition]:
    """Return the cards and bases of these sets."""
    names = set(sets)
    return [facts for facts in all_definitions() if facts.set in names]


# --- watching -------------------------------------------------------------------------------------------------------


def _another_number(game: Game, outcome: Any, minion: Any, *rest: Any) -> bool:
    """Return whether a replacement for a printed number differs from it."""
    return outcome is not None and outcome != game.facts[minion.number].power


def _another_amount(game: Game, outcome: Any, minion: Any, amount: int, *rest: Any) -> bool:
    """Return whether a minion's power counts for another amount."""
    return bool(outcome != amount)


def _anything(game: Game, outcome: Any, *arguments: Any) -> bool:
    """Return whether a result is an amount other than 0, or True."""
    return bool(outcome)


def _more_than_once(game: Game, outcome: Any, *arguments: Any) -> bool:
    return bool(outcome > 1)


def _limit_reached(game: Game, outcome: Any, seat: int) -> bool:
    """Return whether a player has played as many extra cards this turn as a limit allows."""
    return outcome is not None and extra_cards_played(game, seat) >= outcome


STANDING: dict[Hook | type[Event], Callable[..., bool]] = {
    **{rule: _anything for rule in get_args(NamedRule) if rule not in (DURING_DUEL, ENTERS_STASIS, LEAVES_STASIS)},
    "own-power": _anything,
    "host-power": _anything,
    "power": _anything,
    "printed-power": _another_number,
    "breakpoint": _anything,
    "rewards": _anything,
    "award": _anything,
    "cancels": _anything,
    "total-power": _anything,
    "counts-for-player": _another_amount,
    "forbid": _anything,
    "forbid-play": _anything,
    "forbid-kind": _anything,
    "extra-limit": _limit_reached,
    "shield": _anything,
    "play-from-discard": _anything,
    "plays-discarded": _anything,
    "plays-discarded-here": _anything,
    "counts-as": _anything,
    "also-named": _anything,
    "talent-limit": _more_than_once,
}
"""The hooks of abilities that are only read, and when their result makes a difference: `(game, outcome,
*arguments)`."""

FORBIDDING: frozenset[Hook] = frozenset({"forbid", "shield"})
"""The hooks of abilities that prevent effects; when one did, the log has a `Forbidden`."""

_IDLE: frozenset[type[Event]] = frozenset(
    {Asked, Answered, AbilityUsed, Forbidden, Looked, Revealed, Shuffled, SetAside, PickedAtRandom}
)
"""Events that are not effects: an ability that leads to nothing else has done nothing."""


class Watch:
    """A `with` block in which games can be followed, one after another; `coverage` grows as they are played.

    Only the game being followed counts, not those that a bot plays in its imagination.
    """

    def __init__(self, coverage: Coverage | None = None) -> None:
        self.coverage = coverage or Coverage()
        self.game: Game | None = None
        self._uses: dict[int, str] = {}  # abilities in use of this game, by the event they began with
        self._within: dict[int, int] = {}  # uses that were part of others
        self._seen = 0
        self._functions: dict[Ability, Callable[..., Any]] = {}

    def __enter__(self) -> Watch:
        for ability in all_abilities().values():
            self._functions[ability] = ability.function
            ability.function = self._standing(ability) if ability.hook in STANDING else self._in_use(ability)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for ability, function in self._functions.items():
            ability.function = function
        self._functions.clear()

    def _standing(self, ability: Ability) -> Callable[..., Any]:
        function, key, differs, acted = ability.function, ability.key, STANDING[ability.hook], self.coverage.acted

        @wraps(function)
        def read(me: Any, *arguments: Any) -> Any:
            outcome = function(me, *arguments)
            if me.game is self.game and differs(me.game, outcome, *arguments):
                acted[key] = acted.get(key, 0) + 1
            return outcome

        return read

    def _in_use(self, ability: Ability) -> Callable[..., Any]:
        function, key, used, acted = ability.function, ability.key, self.coverage.used, self.coverage.acted
        brings_it = (
            ability.plays and ability.card.goes_to_base
        )  # a Special that brings its own card into play has acted by that

        @wraps(function)
        def resolve(me: Any, *arguments: Any) -> Any:
            if me.game is self.game:
                used[key] = used.get(key, 0) + 1
                if brings_it:
                    acted[key] = acted.get(key, 0) + 1
                else:
                    self._uses[me.cause] = key
            return function(me, *arguments)

        return resolve

    def follow(self, game: Game) -> None:
        """Start watching a game."""
        self.game = game
        self._uses.clear()
        self._within.clear()
        self._seen = len(game.log)

    def catch_up(self) -> None:
        """Count the abilities that have led to something since they were used. Each use counts once."""
        if self.game is None:
            return
        for event in self.game.log[self._seen :]:
            self._note_deed(self.game, event)
            if event.cause not in self._uses:
                continue
            if type(event) is AbilityUsed:
                self._within[event.position] = event.cause
            elif type(event) not in _IDLE:
                self._made_a_difference(event.cause)
        self._seen = len(self.game.log)

    def _note_deed(self, game: Game, event: Event) -> None:
        """Note which cards do something to other players' cards, because they can trigger reactions to it."""
        if not isinstance(event, EffectEvent | Looked | Revealed) or not event.by:
            return
        done_to = event.cards if isinstance(event, Looked | Revealed) else (getattr(event, "card", 0),)
        if any(number and game.card(number).controller not in (event.seat, -1) for number in done_to):
            self.coverage.done_to_others.setdefault(type(event).__name__, set()).add(game.facts[event.by].id)

    def _made_a_difference(self, use: int) -> None:
        """Count a use that led to something, and the ability that allowed it (a Talent used through another ability)."""
        acted = self.coverage.acted
        while key := self._uses.pop(use, ""):
            acted[key] = acted.get(key, 0) + 1
            use = self._within.pop(use, 0)

    def close(self) -> None:
        """Count the game, which is over."""
        if self.game is not None:
            self.catch_up()
            self.coverage.statistics.add(self.game.log)
            self.game = None
