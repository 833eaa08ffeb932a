"""An ability in use: what a card's function is handed as `me`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from core.printed.definitions import Ability
from events.vocabulary import Event
from projections.table import Card, Lasting, Table

if TYPE_CHECKING:
    from core.engine.game import Game


class Me:
    """The ability in use. "You" and the base are bound when the use begins and survive what it brings about."""

    __slots__ = ("ability", "aim", "base", "card", "cause", "event", "game", "granted_by", "lasting", "you")

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
        self.lasting = lasting  # the entry that has the ability act without a card: what it captured
        self.aim = aim  # whom the play demands to be raised, where it does (core.rules.raising_power)

    def for_player(self, seat: int) -> Me:
        """The same words for another player, as "each player may …" has them."""
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
        """The table."""
        return self.game.table

    @property
    def by(self) -> int:
        """The card whose words act: the granting action, where the ability was granted."""
        return self.granted_by or self.card.number

    @property
    def host(self) -> Card:
        """The card that carries this action."""
        return self.game.table.cards[self.card.host]

    @property
    def special(self) -> bool:
        """Whether the words that act are a Special's (term.extra asks)."""
        return self.ability is not None and self.ability.label == "special"

    def __repr__(self) -> str:
        return f"<{self.ability} of {self.card.number} for seat {self.you}>"
