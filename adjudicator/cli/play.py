"""`smashup new` and `play`: set up a game, and play it in the terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from adjudicator.cli.games import game_facts
from adjudicator.cli.options import (
    Bots,
    Database,
    Edition,
    Factions,
    Json,
    Plain,
    Seed,
    SomeGameId,
    Title,
    opened,
    refuse_both,
    split,
    with_agreement,
)
from adjudicator.cli.output import console, on_a_screen, print_json
from adjudicator.cli.terminal_game import TerminalGame
from adjudicator.games.controller import GameController, bot_of, bot_players, bots_by_name
from adjudicator.games.session import Session, fresh_seed
from adjudicator.tournaments.new_games import begun_with
from events.card_types import AGREED, NOTHING_AGREED, Settings
from events.errors import SmashUpError
from events.store import Store

Draft = Annotated[
    bool, typer.Option("--draft", help="Let the players draft from --factions, or from a random selection.")
]


@with_agreement
def new(
    players: Annotated[list[str], typer.Argument(metavar="PLAYER...", help="Who plays, in turn order.")],
    factions: Factions = None,
    draft: Draft = False,
    agreed: Settings = NOTHING_AGREED,
    first: Annotated[
        str | None, typer.Option("--first", metavar="PLAYER", help="The player who starts. Default: random.")
    ] = None,
    edition: Edition = "EMD",
    seed: Seed = None,
    title: Title = "",
    id: Annotated[str | None, typer.Option("--id", help="Id of the game. Default: a new one.")] = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Set up a game.

    Give two factions per player in turn order, or none to deal them at random. With --draft the players choose from the
    given factions, or from as many random ones as the rulebook offers.

    Examples:

    \b
      smashup new Ana Ben
      smashup new Ana Ben --factions ghosts,steampunks --factions bear-cavalry,killer-plants
      smashup new Ana Ben Cleo --draft --first Ben --edition OOPS
      smashup new Ana Ben --edition HTB
      smashup new Ana Ben --draft --factions ghosts,steampunks,aliens,ninjas,pirates
    """
    seed = fresh_seed() if seed is None else seed
    with opened(db) as store:
        starts = seat_of(players, first)
        begun = begun_with(players, split(factions), draft, edition, seed, first=starts, **agreed)
        session = Session.begin(store, begun, seed=seed, title=title, id=id)
        asked = session.game.table.asked
        info = store.info(session.id)
    if json:
        print_json(game_facts(info) | {"asked": players[asked]})
        return
    out = console()
    out.print(f"Game {info.id} is set up (seed {seed}); {players[asked]} decides first.", markup=False)
    out.print(f"Play it with: smashup play {info.id}", markup=False)


def seat_of(players: list[str], name: str | None) -> int:
    """Return the seat of a player; -1 for none."""
    if name is None:
        return -1
    for seat, player in enumerate(players):
        if player.lower() == name.lower():
            return seat
    raise SmashUpError(f"No player is named {name!r}. The players are {', '.join(players)}.")


@with_agreement
def play(
    ctx: typer.Context,
    game: SomeGameId = None,
    name: Annotated[str | None, typer.Option("--as", metavar="PLAYER", help="Your name.")] = None,
    bots: Bots = "greedy",
    hot_seat: Annotated[
        str | None, typer.Option("--hot-seat", metavar="PLAYER,…", help="Several people share this screen.")
    ] = None,
    factions: Factions = None,
    draft: Draft = False,
    agreed: Settings = NOTHING_AGREED,
    edition: Edition = "EMD",
    seed: Seed = None,
    auto_pass: Annotated[
        bool,
        typer.Option(help="Pass automatically when you have no choice. The log does not show it."),
    ] = True,
    skip: Annotated[
        bool,
        typer.Option(
            "--skip", help="Pass for you until something concerns you; in the game, skip turns it on and off."
        ),
    ] = False,
    title: Title = "",
    plain: Plain = False,
    db: Database = None,
    json: Json = False,
) -> None:
    """Play in the terminal, against bots or hot-seat.

    In a terminal this opens a full-screen table (F1 lists the keys). With --plain, or in a pipe, it prints lines of
    text. Every decision is stored at once, so you can stop at any time and continue later. Undoing a decision and
    choosing differently makes a branch, so nothing is lost.

    Examples:

    \b
      smashup play
      smashup play --as Ana --factions ghosts,steampunks --bots greedy,random
      smashup play --hot-seat Ana,Ben --draft
      smashup play g7k2m9
    """
    refuse_both(ctx, "game", "hot_seat", "factions", "draft", *AGREED, "edition", "seed", "title")
    refuse_both(ctx, "hot_seat", "name", "bots")
    with opened(db, make=game is None) as store:
        if game is not None:
            session = Session(store, game)
            people = people_of(session, name)
        else:
            session, people = begin(store, name, split([bots]), hot_seat, factions, draft, edition, seed, title, agreed)
        opponents = bots_by_name(session.info, split([bots])[0])
        controller = GameController(session, people, opponents, auto_pass=auto_pass, skip=skip)
        played = play_at(controller, plain=plain or json, to_stderr=json)
        info = store.info(played)
    if json:
        print_json(game_facts(info))


def play_at(controller: GameController, *, plain: bool, to_stderr: bool = False) -> str:
    """Play on the full screen or in lines of text.

    Returns the id of the game played last, which is a branch after an undo.
    """
    if plain or not on_a_screen():
        TerminalGame(controller, console(stderr=to_stderr)).play()
        return controller.session.id
    from adjudicator.cli.screen.play import PlayApp

    PlayApp(controller).run()
    if not controller.session.game.over:
        console().print(f"Stopped. Continue with: smashup play {controller.session.id}", markup=False)
    return controller.session.id


def begin(
    store: Store,
    name: str | None,
    bots: list[str],
    hot_seat: str | None,
    factions: list[str] | None,
    draft: bool,
    edition: str,
    seed: int | None,
    title: str,
    agreed: Settings = NOTHING_AGREED,
) -> tuple[Session, set[int]]:
    """Start a new game. Returns it and the seats of people."""
    seed = fresh_seed() if seed is None else seed
    if hot_seat:
        players = split([hot_seat])
        people = set(range(len(players)))
    else:
        players = [name or "Player", *bot_players(bots)]
        people = {0}
    begun = begun_with(players, split(factions), draft, edition, seed, **agreed)
    return Session.begin(store, begun, seed=seed, title=title), people


def people_of(session: Session, name: str | None) -> set[int]:
    """Return the seats of people in a stored game: the named one, or all seats not named after a bot."""
    if session.info.made_up:
        raise SmashUpError(
            f"Game {session.id} was recorded at a table, so its hands are unknown and nobody can play "
            "it. `smashup branch GAME POSITION --finish` has bots finish it with made-up hands."
        )
    players = [seat.name for seat in session.info.seats]
    if name is not None:
        return {seat_of(players, name)}
    people = {seat for seat, player in enumerate(players) if bot_of(player) is None}
    if not people:
        raise SmashUpError(f"Only bots play in game {session.id}. Take over a seat with --as {players[0]!r}.")
    return people
