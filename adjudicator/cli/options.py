"""Options and arguments that several commands share, and what the shell completes them with.

Completion runs at every press of a key, so everything it needs is imported only where it is needed; and it never fails:
where there is nothing to read, there is nothing to offer.

Shells evaluate what they are offered (zsh even the descriptions), and titles and names come from anybody's file. So
only words of harmless characters are offered, and a description keeps letters and digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from events.catalogue import GameInfo
    from events.store import Store

Offers = list[tuple[str, str]]
"""What can be completed to, each with a word about it."""

_HARMLESS = re.compile(r"[A-Za-z0-9][A-Za-z0-9,._-]*")


def _harmless(offers: Iterable[tuple[str, str]], begun: str = "") -> Offers:
    """Of these, what no shell reads as anything but a word, with descriptions that mean nothing to it either."""
    return [
        (word, "".join(one if one.isalnum() or one in ",.-" else " " for one in about[:60]))
        for word, about in offers
        if word.startswith(begun) and _HARMLESS.fullmatch(word)
    ]


def _stored_games(ctx: typer.Context, incomplete: str) -> Offers:
    from events.errors import SmashUpError
    from events.store import open_store

    try:
        with open_store(ctx.params.get("db"), look=True) as store:
            games = store.games()
    except SmashUpError:
        return []
    return _games_offered(games, incomplete)


def _deleted_games(ctx: typer.Context, incomplete: str) -> Offers:
    from events.errors import SmashUpError
    from events.store import open_store

    try:
        with open_store(ctx.params.get("db"), look=True) as store:
            return _games_offered(store.deleted(), incomplete)
    except SmashUpError:
        return []


def _games_offered(games: list[GameInfo], incomplete: str) -> Offers:
    offers = [(info.id, info.title or ", ".join(seat.name for seat in info.seats)) for info in reversed(games)]
    return _harmless(offers, incomplete.lower())


def _card_names(incomplete: str) -> Offers:
    """Short names without blanks, which every shell completes."""
    from core.printed.definitions import all_definitions

    cards = ((card.id.partition("/")[2], f"{card.type}, {card.faction}") for card in all_definitions())
    return _harmless(cards, incomplete)


def _factions(incomplete: str) -> Offers:
    """Factions, also the last of several separated by commas."""
    from core.printed.definitions import FACTIONS, SETS, load_cards

    load_cards()
    before, comma, begun = incomplete.rpartition(",")
    taken = before.split(",")
    return _harmless(
        (f"{before}{comma}{faction.id}", SETS.get(faction.set, faction.set))
        for faction in FACTIONS.values()
        if faction.playable and faction.id.startswith(begun) and faction.id not in taken
    )


def _sets(incomplete: str) -> Offers:
    from core.printed.definitions import SETS

    return _harmless(SETS.items(), incomplete)


def _editions(incomplete: str) -> Offers:
    from core.printed.editions import EDITIONS

    return _harmless(((book.id, book.title) for book in EDITIONS.values()), incomplete.upper())


def _bots(incomplete: str) -> Offers:
    from core.players.bots import BOTS

    return _harmless(((name, "a bot") for name in BOTS), incomplete)


def _viewers(ctx: typer.Context, incomplete: str) -> Offers:
    """Players of the game: by name, and by number where the name is more than a word."""
    from events.errors import SmashUpError
    from events.store import open_store

    offers = [("all", "everything"), ("nobody", "what lies open")]
    try:
        if game := ctx.params.get("game"):
            with open_store(ctx.params.get("db"), look=True) as store:
                seats = store.info(game).seats
            names = [
                seat.name if _HARMLESS.fullmatch(seat.name) else str(number) for number, seat in enumerate(seats, 1)
            ]
            offers += zip(names, (seat.name for seat in seats), strict=True)
    except SmashUpError:
        pass
    return _harmless(offers, incomplete)


Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Plain = Annotated[bool, typer.Option("--plain", help="Print text, also on a terminal: no full screen.")]
Database = Annotated[
    str | None,
    typer.Option(
        "--db",
        metavar="FILE|URL",
        envvar="SMASHUP_DB",
        show_envvar=True,
        is_eager=True,  # first, so that completing a game's id knows where to look
        help="Where games are kept: a file, or postgresql://… (else a file in your data folder).",
    ),
]
_ID = "The id of a game, or its beginning, or last."
GameId = Annotated[str, typer.Argument(metavar="GAME", help=_ID, autocompletion=_stored_games)]
AnyGame = Annotated[
    str,
    typer.Argument(
        metavar="GAME|FILE|SCENARIO",
        help="The id of a game or last, a game file (or a recorded game by name), or a scenario.",
        autocompletion=_stored_games,
    ),
]
OtherGameId = Annotated[str, typer.Argument(metavar="OTHER", help="The id of another.", autocompletion=_stored_games)]
SomeGameId = Annotated[str | None, typer.Argument(metavar="[GAME]", help=_ID, autocompletion=_stored_games)]
GameIds = Annotated[
    list[str] | None,
    typer.Argument(metavar="[GAME]...", help="The ids of games, or last.", autocompletion=_stored_games),
]
DeletedGameId = Annotated[
    str, typer.Argument(metavar="GAME", help="The id of a deleted game.", autocompletion=_deleted_games)
]
CardName = Annotated[
    str, typer.Argument(metavar="NAME", help="A card or base, by name or id.", autocompletion=_card_names)
]
Viewer = Annotated[
    str,
    typer.Option(
        "--seat",
        metavar="NAME|all|nobody",
        help="Whose eyes to see with: a player's, everybody's, or a spectator's.",
        autocompletion=_viewers,
    ),
]
Factions = Annotated[
    list[str] | None,
    typer.Option(
        "--factions",
        metavar="FACTION,…",
        help="Factions, separated by commas; may be given again.",
        autocompletion=_factions,
    ),
]
SetName = Annotated[str | None, typer.Option("--set", metavar="SET", help="Of this set.", autocompletion=_sets)]
FactionName = Annotated[
    str | None, typer.Option("--faction", metavar="FACTION", help="Of this faction.", autocompletion=_factions)
]
Edition = Annotated[
    str,
    typer.Option(
        "--edition", metavar="BOOK", help="The rulebook in force (smashup editions).", autocompletion=_editions
    ),
]
SomeEdition = Annotated[
    str | None, typer.Option("--edition", metavar="BOOK", help="By this rulebook.", autocompletion=_editions)
]
SomeFactions = Annotated[
    list[str] | None,
    typer.Option(
        "--faction",
        metavar="FACTION",
        help="With this faction; may be given again: with all of them.",
        autocompletion=_factions,
    ),
]
Seed = Annotated[int | None, typer.Option("--seed", help="The seed of all chances (else a new one).")]
Bots = Annotated[
    str,
    typer.Option("--bots", metavar="BOT,…", help="random or greedy, for each bot in turn.", autocompletion=_bots),
]
On = Annotated[
    str,
    typer.Option(
        "--on",
        metavar="ray|ray://HOST:PORT",
        help="Do the work on Ray: one of --jobs workers here, or a cluster (else in processes; smashup docs scale).",
    ),
]
Jobs = Annotated[int, typer.Option("--jobs", "-j", min=1, help="Processes side by side.")]
Title = Annotated[str, typer.Option("--title", help="A title for it.")]


@contextmanager
def opened(db: str | None, *, make: bool = True) -> Iterator[Store]:
    """The store that is meant, to be written to; made, if it is not there and may be."""
    from events.store import open_store

    with open_store(db, make=make) as store:
        yield store


@contextmanager
def looking(db: str | None) -> Iterator[Store]:
    """The store that is meant, for commands that only read: nothing is made, and nothing is left behind."""
    from events.store import open_store

    with open_store(db, look=True) as store:
        yield store


def given(ctx: typer.Context, name: str) -> bool:
    """Whether a parameter was said on the command line, and is not only what it is if nobody says."""
    source = ctx.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def refuse_both(ctx: typer.Context, one: str, *others: str) -> None:
    """Options that do not go together are refused, so that none is ignored."""
    for other in others:
        if given(ctx, one) and given(ctx, other):
            raise _refused(f"{_shown(ctx, one)} and {_shown(ctx, other)} do not go together; leave one of them out.")


def refuse_without(ctx: typer.Context, needed: bool, what: str, *others: str) -> None:
    """Options that mean something only where something else is so."""
    for other in others:
        if given(ctx, other) and not needed:
            raise _refused(f"{_shown(ctx, other)} means nothing without {what}; leave it out, or say that, too.")


def _shown(ctx: typer.Context, name: str) -> str:
    """A parameter as it is typed."""
    parameter = next(one for one in ctx.command.params if one.name == name)
    return str(parameter.opts[0]) if parameter.param_type_name == "option" else parameter.make_metavar(ctx).strip("[]")


def _refused(sentence: str) -> Exception:
    from events.errors import SmashUpError

    return SmashUpError(sentence)


def split(names: list[str] | None) -> list[str]:
    """Names that were given one by one or separated by commas."""
    return [name.strip() for given in names or [] for name in given.split(",") if name.strip()]
