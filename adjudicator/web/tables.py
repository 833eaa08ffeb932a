"""Plays stored games from a page: an answer, then the bots until a person must decide again."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.games.controller import GameController, bot_players, bots_by_name
from adjudicator.games.session import Session, fresh_seed
from adjudicator.tournaments.new_games import begun_with
from events.errors import SmashUpError
from events.store import Store

MOST_OPPONENTS = 3


def begin(store: Store, name: str, bots: Sequence[str], factions: Sequence[str], edition: str) -> GameController:
    """Set up a game of one person against bots, and play to the person's first decision."""
    if not 1 <= len(bots) <= MOST_OPPONENTS:
        raise SmashUpError(f"A game has 1 to {MOST_OPPONENTS} opponents, not {len(bots)}.")
    own = [faction for faction in factions if faction]
    if len(own) not in (0, 2):
        raise SmashUpError("Choose two factions, or none to get random ones.")
    seed = fresh_seed()
    begun = begun_with([name, *bot_players(bots)], own, False, edition, seed)
    controller = _seated(Session.begin(store, begun, seed=seed), 0)
    controller.play_on()
    return controller


def answer(store: Store, game: str, position: int, places: Sequence[int], seat: int | None) -> GameController:
    """Answer the decision at a position, in a branch unless it is at the end of the game. `seat`: the player who
    answers; bots play the other seats. With None, answer for every seat."""
    controller = _seated(Session(store, game), seat)
    controller.go_to(position)
    if seat not in (None, controller.asked):
        seats = controller.session.info.seats
        raise SmashUpError(
            f"{seats[seat or 0].name} can't answer there: it is {seats[controller.asked].name}'s decision."
        )
    controller.answer(controller.picks_at(places))
    if seat is not None:
        controller.play_on()
    return controller


def _seated(session: Session, person: int | None) -> GameController:
    return GameController(session, None if person is None else (person,), bots_by_name(session.info))
