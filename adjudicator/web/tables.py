"""Games of the store as they are played from a page: an answer, and all that the others do until one is asked again."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from adjudicator.games.session import Session, fresh_seed, is_choice, log_to, take_up
from adjudicator.tournaments.tournament import all_factions, deal
from core.engine.game import Game
from core.players.bots import BOTS, Bot, make_bot
from core.printed.definitions import faction
from core.rules.setup import game_begun
from events.errors import SmashUpError
from events.questions import Pick
from events.store import Store

MOST_OPPONENTS = 3


def begin(store: Store, name: str, bots: Sequence[str], factions: Sequence[str], edition: str) -> Session:
    """A new game of one person against bots, played up to the person's first decision."""
    if not 1 <= len(bots) <= MOST_OPPONENTS:
        raise SmashUpError(f"There are 1 to {MOST_OPPONENTS} opponents in a game, not {len(bots)}.")
    own = [faction(one).id for one in factions if one]
    if len(own) not in (0, 2):
        raise SmashUpError("Choose two factions, or none and let chance deal them.")
    players = [name, *(f"{bot.capitalize()} {number}" for number, bot in enumerate(bots, 1))]
    for bot in bots:
        make_bot(bot)
    seed = fresh_seed()
    others = [one for one in all_factions() if one not in own]
    dealt = deal(others, len(players) - len(own) // 2, random.Random(seed))
    pairs = [(own[0], own[1]), *dealt] if own else dealt
    session = Session.begin(store, game_begun(players, pairs, edition_id=edition), seed=seed)
    go_on(session, 0)
    return session


def answer(store: Store, game: str, position: int, places: Sequence[int], seat: int | None) -> Session:
    """Answer the decision at a position: at the end of a game there, elsewhere in a branch that leaves it there.

    `seat`: who answers; the others are bots and go on. Nobody in particular (None) decides for everybody.
    """
    session = Session(store, game)
    there = take_up(session.id, log_to(store, session.id, position))
    picks = _picks(there, places, seat)  # whatever is wrong with them shows before a branch is made
    if position != session.info.events:
        session = session.branch(position, title=session.info.title)
    session.answer(there.table.asked, picks)
    if seat is not None:
        go_on(session, seat)
    return session


def _picks(game: Game, places: Sequence[int], seat: int | None) -> tuple[Pick, ...]:
    """The options at these places, if that seat may pick them."""
    question, asked = game.question, game.table.asked
    assert question is not None
    if seat not in (None, asked):
        raise SmashUpError(f"{game.table.seats[asked].name} is asked there, not {game.table.seats[seat or 0].name}.")
    if not all(0 <= place < len(question.options) for place in places):
        raise SmashUpError(f"There are {len(question.options)} options, counted from 0.")
    picks = tuple(question.options[place] for place in places)
    if wrong := question.refusal(picks):
        raise SmashUpError(f"That is no legal answer: {wrong}.")
    return picks


def go_on(session: Session, person: int) -> None:
    """Bots answer, and what leaves nothing to choose is answered, until the person really decides or it is over."""
    seats = session.info.seats
    bots = {seat: _bot(one.name, f"{session.info.seed}/{seat}") for seat, one in enumerate(seats) if seat != person}
    while not session.game.over:
        game = session.game
        asked, question = game.table.asked, game.question
        assert question is not None
        if asked in bots:
            session.answer(asked, bots[asked].answer(game))
        elif is_choice(question):
            return
        else:
            session.answer(asked, question.options[: question.least])


def _bot(player: str, seed: str) -> Bot:
    """The bot that a player is by its name ("Random 2"), or else a greedy one."""
    found = re.fullmatch(r"(\w+) \d+", player.lower())
    return make_bot(found[1] if found and found[1] in BOTS else "greedy", seed)
