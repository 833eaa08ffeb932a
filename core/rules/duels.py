"""Duels: two minions at a base, a card placed face down by each side, and the higher power wins (duel.*).

The card that calls the duel says what winning gives and losing costs: it reads the `DuelResult`. A minion's winning
player is its controller at that time, because control may change during a duel (duel.apart).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from core.engine.choices import choose
from core.engine.game import Game, ResolutionFrame
from core.engine.leaving import discard_by_rule
from core.engine.moments import settle_due
from core.engine.power import power
from core.engine.resolving import open_window, settle_root
from core.engine.use import Me
from core.printed.definitions import Steps
from core.rules.decks import goes_to
from core.rules.playing import play_card
from events.vocabulary import DuelBegan, DuelCardPlaced, DuelCardRevealed, DuelEnded, Forbidden, Taken
from projections.table import Card

DURING_DUEL: Final = "during-duel"
"""The moments at which abilities may be used during a duel: when it has begun; when an action has been revealed but not
yet played; when all cards have been handled but the powers are not yet compared (reading.during-duel).
"""


class DuelResult(msgspec.Struct, frozen=True):
    """How a duel ended; in a tie both minions are among the winners and among the losers (duel.winner)."""

    winners: tuple[Card, ...]
    losers: tuple[Card, ...]
    powers: tuple[int, int]  # the challenger's, the challenged minion's

    @property
    def tied(self) -> bool:
        """Return whether both sides get all the effects."""
        return len(self.winners) > 1


def in_duel(game: Game, minion: Card) -> bool:
    """Return whether a minion is in a duel now."""
    duel = game.table.duel
    return duel is not None and minion.number in (duel.challenger, duel.challenged)


def duellists(game: Game) -> list[Card]:
    """Return the two minions of the current duel; none if there is no duel."""
    duel = game.table.duel
    return [] if duel is None else [game.card(duel.challenger), game.card(duel.challenged)]


def challenge(me: Me, challenger: Card, *, optional: bool = False) -> Steps[DuelResult | None]:
    """Let a minion challenge another player's minion at its base, chosen by its player. Returns None without a duel.

    `optional`: the player may decline.
    """
    if challenger.zone != "minions" or within_duel(me, challenger):
        return None
    seat = challenger.controller
    there = [me.game.card(number) for number in me.table.sites[challenger.site].minions]
    rivals = [minion for minion in there if minion.controller != seat]
    about = "a minion to challenge to a duel" + (", or none" if optional else "")
    challenged = yield from choose(me, about, rivals, optional=optional, seat=seat)
    return None if challenged is None else (yield from duel(me, challenger, challenged))


def duel(me: Me, challenger: Card, challenged: Card) -> Steps[DuelResult | None]:
    """Let two minions duel. Returns None if there was no result or no duel.

    Being in a duel affects neither of them, so protection does not matter (duel.not-affecting).
    """
    if within_duel(me, challenger) or not challenger.zone == challenged.zone == "minions":
        return None
    game, lives = me.game, (challenger.since, challenged.since)
    # What the duel and its cards trigger resolves during the duel and does not wait for the card that called it
    # (duel.closed).
    around, game.root = game.root, ResolutionFrame()
    game.frames.append(game.root)
    began = yield from _begin(me, challenger, challenged)

    def meanwhile() -> Steps[None]:
        if _together(challenger, challenged, lives):
            if game.index.hooks.get(DURING_DUEL) or game.answerable_unseen(DURING_DUEL):
                game.note("reading.during-duel")
            yield from open_window(game, DURING_DUEL)

    with game.because(began.position):
        yield from meanwhile()
        yield from _lay_and_reveal(me, challenger, challenged, meanwhile)
        yield from meanwhile()
        game.frames.pop()
        game.root = around
        return _end(me, _result(game, challenger, challenged, lives))


def within_duel(me: Me, card: Card) -> bool:
    """Return whether a duel is going on, so that an ability that calls another is ignored (duel.one-at-a-time)."""
    if me.game.table.duel is None:
        return False
    me.game.emit(Forbidden, verb="duel", card=card.number, by=me.by, seat=me.you, rule="duel.one-at-a-time")
    return True


def _begin(me: Me, challenger: Card, challenged: Card) -> Steps[DuelBegan]:
    """Begin the duel. What that triggers resolves at once, before cards are laid (Pinkerton)."""
    began = me.game.emit(
        DuelBegan,
        challenger=challenger.number,
        challenged=challenged.number,
        by=me.by,
        seat=challenger.controller,
        moment=len(me.game.log) + 1,
    )
    yield from settle_root(me.game)
    return began


def _lay_and_reveal(me: Me, challenger: Card, challenged: Card, meanwhile: Callable[[], Steps[None]]) -> Steps[None]:
    """Let each side place a card, then reveal both, the challenger's first (duel.placing, duel.reveal)."""
    laid = []
    for minion in (challenger, challenged):
        card = yield from _lay(me, minion.controller)
        if card is not None:
            laid.append((minion.controller, card))
    if len(laid) > 1:
        me.game.note("reading.duel-reveal")
    for seat, card in laid:  # reading.duel-reveal: the first is played before the second is revealed
        yield from _reveal(me.game, seat, card, meanwhile)
        yield from settle_root(me.game)


def _lay(me: Me, seat: int) -> Steps[Card | None]:
    """Let a player place a card from hand face down, or none. It can't be affected from then on (duel.limbo)."""
    cards = [me.game.card(number) for number in me.table.seats[seat].hand]
    if not cards:
        return None
    about = "a card to lay face down for the duel, or none"
    card = yield from choose(me, about, cards, optional=True, seat=seat, hidden=True)
    if card is not None:
        me.game.emit(DuelCardPlaced, seat=seat, card=card.number, rule="duel.placing")
        yield from settle_due(me.game)  # a smaller hand may have made a minion untouchable
    return card


def _reveal(game: Game, seat: int, card: Card, meanwhile: Callable[[], Steps[None]]) -> Steps[None]:
    """Reveal a placed card: an action is played, anything else goes back to the hand.

    Actions that are only played before a base scores may be played now. An action that can't be played is discarded
    (reading.duel-unplayable).
    """
    revealed = game.emit(DuelCardRevealed, seat=seat, card=card.number, rule="duel.reveal")
    with game.because(revealed.position):
        if game.fact(card).is_action:
            yield from meanwhile()
            played = yield from play_card(game, seat, card)
            if played is None:
                discard_by_rule(game, card, "revealed but not playable", "reading.duel-unplayable", seat=seat)
        else:
            to = goes_to(game, card, seat, seen=True)
            game.emit(
                Taken,
                card=card.number,
                to=to,
                source=card.zone,
                controller=seat,
                seat=seat,
                moment=len(game.log) + 1,
                rule="duel.reveal" if to == seat else "term.owner-zone",
            )


def _together(challenger: Card, challenged: Card, lives: tuple[int, int]) -> bool:
    """Return whether both are still there, at one base. A card that left play and came back is another minion."""
    return (
        challenger.zone == challenged.zone == "minions"
        and challenger.site == challenged.site
        and (challenger.since, challenged.since) == lives
    )


def _result(game: Game, challenger: Card, challenged: Card, lives: tuple[int, int]) -> DuelResult | None:
    """Return who wins by power (duel.winner), or None if the two are no longer together (duel.apart)."""
    if not _together(challenger, challenged, lives):
        return None
    powers = (power(game, challenger), power(game, challenged))
    both = (challenger, challenged)
    highest, lowest = max(powers), min(powers)
    return DuelResult(
        tuple(minion for minion, strength in zip(both, powers, strict=True) if strength == highest),
        tuple(minion for minion, strength in zip(both, powers, strict=True) if strength == lowest),
        powers,
    )


def _end(me: Me, result: DuelResult | None) -> DuelResult | None:
    me.game.emit(
        DuelEnded,
        winners=tuple(minion.number for minion in result.winners) if result else (),
        losers=tuple(minion.number for minion in result.losers) if result else (),
        powers=result.powers if result else (),
        by=me.by,
        seat=me.you,
        moment=len(me.game.log) + 1,
        rule="duel.winner" if result else "duel.apart",
    )
    return result
