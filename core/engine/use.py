"""An ability in use: what a card's function receives as `me`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from core.printed.definitions import Ability
from events.vocabulary import Event
from projections.table import IN_PLAY, Card, Lasting, Table

if TYPE_CHECKING:
    from core.engine.game import Game


class Targets:
    """The minions of which an action must directly affect one, because its play demands it. The first choice of the
    action that can be one of them must be (`core.engine.choices`); then the demand is met."""

    __slots__ = ("met", "test")

    def __init__(self, test: Callable[[Card], bool]) -> None:
        self.test = test
        self.met = False

    def __call__(self, minion: Card) -> bool:
        return minion.zone == "minions" and self.test(minion)


class Me:
    """The ability in use. "You" and the base are fixed when the use begins, whatever it changes."""

    __slots__ = ("ability", "aim", "base", "card", "cause", "chosen", "event", "game", "granted_by", "lasting", "you")

    def __init__(
        self,
        game: Game,
        card: Card,
        you: int,
        *,
        ability: Ability | None = None,
        base: int = 0,
        cause: int = 0,
        event: Event | None = None,
        granted_by: int = 0,
        aim: Callable[[Card], bool] | None = None,
        lasting: Lasting | None = None,
    ) -> None:
        self.game = game
        self.card = card
        self.you = you
        self.base = base or card.site
        self.ability = ability
        self.cause = cause
        self.event = event
        self.granted_by = granted_by
        self.lasting = lasting  # the continuous effect that lets the ability act without a card, and what it recorded
        self.chosen: dict[int, int] | None = None  # chosen cards in play, and the position at which each was chosen
        self.aim = aim  # whose power the play must raise, if it must (core.rules.raising_power)

    def choose(self, card: Card) -> Card:
        """Record that this ability has chosen a card: from then on the ability means this very object, if it is in play
        (term.leave-play). Returns the card."""
        if card.zone in IN_PLAY:
            if self.chosen is None:
                self.chosen = {}
            self.chosen[card.number] = self.game.table.position
        return card

    def for_player(self, seat: int) -> Me:
        """Return the same ability for another player, as in "each player may …"."""
        return Me(
            self.game,
            self.card,
            seat,
            ability=self.ability,
            base=self.base,
            cause=self.cause,
            event=self.event,
            granted_by=self.granted_by,
            lasting=self.lasting,
        )

    @property
    def table(self) -> Table:
        """The complete state of the game."""
        return self.game.table

    @property
    def by(self) -> int:
        """The card whose text acts: the granting action, if the ability was granted."""
        return self.granted_by or self.card.number

    @property
    def host(self) -> Card:
        """The card that carries this action."""
        return self.game.table.cards[self.card.host]

    @property
    def special(self) -> bool:
        """Whether the ability is a Special (term.extra asks)."""
        return self.ability is not None and self.ability.label == "special"

    def __repr__(self) -> str:
        return f"<{self.ability} of {self.card.number} for seat {self.you}>"
