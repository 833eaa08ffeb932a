"""`smashup new` and `play`: setting a game up and playing it in the terminal."""

from __future__ import annotations

import random
from typing import Annotated

import typer

from adjudicator.cli.library import game_facts
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
)
from adjudicator.cli.output import console, on_a_screen, print_json
from adjudicator.cli.terminal_game import TerminalGame, bot_name
from adjudicator.games.session import Session, fresh_seed
from adjudicator.games.sitting import Sitting
from adjudicator.tournaments.tournament import all_factions, deal
from core.players.bots import make_bot
from core.printed.definitions import faction
from core.printed.editions import edition as book
from core.rules.setup import game_begun
from events.errors import SmashUpError
from events.store import Store
from events.vocabulary import GameBegun

Draft = Annotated[bool, typer.Option("--draft", help="Let the players choose among --factions, or some by chance.")]


def new(
    players: Annotated[list[str], typer.Argument(metavar="PLAYER...", help="Who plays, in turn order.")],
    factions: Factions = None,
    draft: Draft = False,
    first: Annotated[str | None, typer.Option("--first", metavar="PLAYER", help="Who begins (else chance).")] = None,
    edition: Edition = "EMD",
    seed: Seed = None,
    title: Title = "",
    id: Annotated[str | None, typer.Option("--id", help="The id it shall have.")] = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Set up a game.

    Factions are given two for each player in turn order, or else dealt out by chance. With --draft the players choose
    among those given, or as many as the book puts on offer, taken by chance.

    Examples:

    \b
      smashup new Ana Ben
      smashup new Ana Ben --factions ghosts,steampunks --factions bear-cavalry,killer-plants
      smashup new Ana Ben Cleo --draft --first Ben --edition OOPS
      smashup new Ana Ben --draft --factions ghosts,steampunks,aliens,ninjas,pirates
    """
    seed = fresh_seed() if seed is None else seed
    with opened(db) as store:
        begun = begun_with(players, split(factions), draft, edition, seed, first=seat_of(players, first))
        session = Session.begin(store, begun, seed=seed, title=title, id=id)
        asked = session.game.table.asked
        info = store.info(session.id)
    if json:
        print_json(game_facts(info) | {"asked": players[asked]})
        return
    out = console()
    out.print(f"Game {info.id} is set up (seed {seed}); {players[asked]} decides first.", markup=False)
    out.print(f"Play it with: smashup play {info.id}", markup=False)


def begun_with(
    players: list[str], factions: list[str], draft: bool, edition: str, seed: int, *, first: int = -1
) -> GameBegun:
    """How a game begins: with factions given, dealt out or drafted."""
    if draft:
        offer = offer_for(len(players), factions, edition, seed)
        return game_begun(players, edition_id=edition, first=first, offer=offer)
    return game_begun(players, pairs_for(len(players), factions, seed), edition_id=edition, first=first)


def offer_for(players: int, names: list[str], edition: str, seed: int) -> list[str]:
    """The factions of a draft: those given, or as many as the book puts on offer (setup.draft), by chance."""
    if names:
        return [faction(name).id for name in names]
    everything = all_factions()
    count = min(max(book(edition).draft_offer, 2 * players), len(everything))
    return random.Random(seed).sample(everything, count)


def pairs_for(players: int, names: list[str], seed: int) -> list[tuple[str, str]]:
    """Two factions for each player: those given, in turn order, and chance for the rest."""
    given = [faction(name).id for name in names]
    if len(given) % 2 or len(given) > 2 * players:
        raise SmashUpError(f"Two factions belong to each of {players} players, but {len(given)} were given.")
    pairs = [(given[place], given[place + 1]) for place in range(0, len(given), 2)]
    left = [name for name in all_factions() if name not in given]
    rest = deal(left if len(left) > 1 else all_factions(), players - len(pairs), random.Random(seed))
    return pairs + rest


def seat_of(players: list[str], name: str | None) -> int:
    """The seat of a player; -1 for none."""
    if name is None:
        return -1
    for seat, player in enumerate(players):
        if player.lower() == name.lower():
            return seat
    raise SmashUpError(f"Nobody is called {name!r}: the players are {', '.join(players)}.")


def play(
    ctx: typer.Context,
    game: SomeGameId = None,
    name: Annotated[str | None, typer.Option("--as", metavar="PLAYER", help="Who you are.")] = None,
    bots: Bots = "greedy",
    hot_seat: Annotated[
        str | None, typer.Option("--hot-seat", metavar="PLAYER,…", help="Several people at one screen.")
    ] = None,
    factions: Factions = None,
    draft: Draft = False,
    edition: Edition = "EMD",
    seed: Seed = None,
    auto_pass: Annotated[
        bool,
        typer.Option(help="Where you have nothing to choose, go on by itself; nobody can tell from the log."),
    ] = True,
    title: Title = "",
    plain: Plain = False,
    db: Database = None,
    json: Json = False,
) -> None:
    """Play in the terminal, against bots or hot seat.

    On a terminal it is the table on the full screen (f1 lists the keys); with --plain, or in a pipe, lines of text.
    Every decision is stored at once: stop whenever you like and go on later. Deciding otherwise after an undo makes a
    branch, so nothing is lost.

    Examples:

    \b
      smashup play
      smashup play --as Ana --factions ghosts,steampunks --bots greedy,random
      smashup play --hot-seat Ana,Ben --draft
      smashup play g7k2m9
    """
    refuse_both(ctx, "game", "hot_seat", "factions", "draft", "edition", "seed", "title")
    refuse_both(ctx, "hot_seat", "name", "bots")
    with opened(db, make=game is None) as store:
        if game is not None:
            session = Session(store, game)
            people = people_of(session, name)
            opponents = {seat: bot_name(one.name) or split([bots])[0] for seat, one in enumerate(session.info.seats)}
        else:
            session, people = begin(store, name, split([bots]), hot_seat, factions, draft, edition, seed, title)
            opponents = {seat: bot_name(one.name) or "" for seat, one in enumerate(session.info.seats)}
        played = play_at(session, people, opponents, auto_pass=auto_pass, plain=plain or json, to_stderr=json)
        info = store.info(played)
    if json:
        print_json(game_facts(info))


def play_at(
    session: Session, people: set[int], bots: dict[int, str], *, auto_pass: bool, plain: bool, to_stderr: bool = False
) -> str:
    """Play on the full screen or in lines; the id of the game that is played in the end."""
    if plain or not on_a_screen():
        table = TerminalGame(session, people, bots, console(stderr=to_stderr), auto_pass=auto_pass)
        table.play()
        return table.session.id
    from adjudicator.cli.screen.play import PlayApp

    sitting = Sitting(session, people, bots, auto_pass=auto_pass)
    PlayApp(sitting).run()
    if not sitting.session.game.over:
        console().print(f"Stopped. Go on with: smashup play {sitting.session.id}", markup=False)
    return sitting.session.id


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
) -> tuple[Session, set[int]]:
    """A new game, and the seats at which people sit."""
    seed = fresh_seed() if seed is None else seed
    if hot_seat:
        players = split([hot_seat])
        people = set(range(len(players)))
    else:
        for bot in bots:
            make_bot(bot)
        players = [name or "Player", *(f"{bot.capitalize()} {number}" for number, bot in enumerate(bots, 1))]
        people = {0}
    begun = begun_with(players, split(factions), draft, edition, seed)
    return Session.begin(store, begun, seed=seed, title=title), people


def people_of(session: Session, name: str | None) -> set[int]:
    """The seats of people in a stored game: the one that is named, or all whose name is no bot's."""
    if session.info.made_up:
        raise SmashUpError(
            f"Game {session.id} was recorded at a table: what its players held is not known, so nobody can sit down at "
            "it. `smashup branch GAME POSITION --finish` lets bots go on with cards that are made up."
        )
    players = [seat.name for seat in session.info.seats]
    if name is not None:
        return {seat_of(players, name)}
    people = {seat for seat, player in enumerate(players) if bot_name(player) is None}
    if not people:
        raise SmashUpError(f"Only bots play in game {session.id}; say who you are with --as {players[0]!r}.")
    return people
