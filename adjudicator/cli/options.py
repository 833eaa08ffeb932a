"""Options and arguments that several commands share, with their shell completion.

Completion runs at every key press, so each function imports what it needs itself. Completion never fails: if nothing
can be read, nothing is offered.

Shells evaluate completions (zsh even their descriptions), and titles and names may come from anybody's file. So only
words made of harmless characters are offered, and descriptions keep only letters and digits.

Typer passes its context to a completing function's parameter `ctx`; naming its type would mean importing typer.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any

from adjudicator.cli.parameters import Argument, Option
from events.card_types import BROUGHT, CARD_TYPES

if TYPE_CHECKING:
    import typer

    from events.catalogue import GameInfo
    from events.store import Store

Offers = list[tuple[str, str]]
"""Completions, each with a short description."""

_HARMLESS = re.compile(r"[A-Za-z0-9][A-Za-z0-9,./_-]*")


def _harmless(offers: Iterable[tuple[str, str]], begun: str = "") -> Offers:
    """Return the completions that no shell can mistake for anything but a word, with safe descriptions."""
    return [
        (word, "".join(letter if letter.isalnum() or letter in ",.-" else " " for letter in about[:60]))
        for word, about in offers
        if word.startswith(begun) and _HARMLESS.fullmatch(word)
    ]


def _stored_games(ctx: Any, incomplete: str) -> Offers:
    from events.errors import SmashUpError
    from events.store import open_store

    try:
        with open_store(ctx.params.get("db"), look=True) as store:
            games = store.games()
    except SmashUpError:
        return []
    return _games_offered(games, incomplete)


def _deleted_games(ctx: Any, incomplete: str) -> Offers:
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
    """Return short names without blanks, which every shell completes."""
    from core.printed.definitions import all_definitions

    cards = ((card.id.partition("/")[2], f"{card.type}, {card.faction}") for card in all_definitions())
    return _harmless(cards, incomplete)


def _factions(incomplete: str) -> Offers:
    """Return factions, also for the last name in a comma-separated list."""
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


def offered_editions(incomplete: str) -> Offers:
    from core.printed.editions import EDITIONS

    return _harmless(((book.id, book.title) for book in EDITIONS.values()), incomplete.upper())


def _bots(incomplete: str) -> Offers:
    from core.players.bots import BOTS

    return _harmless(((name, "a bot") for name in BOTS), incomplete)


def offered_rules(incomplete: str) -> Offers:
    from adjudicator.rulebooks.catalogue import catalogue

    return _harmless(((rule.id, rule.title) for rule in catalogue().rules.values()), incomplete)


def offered_scenarios(incomplete: str) -> Offers:
    """Return the bundled scenarios. Of folders that are not being typed yet, only the name is offered."""
    from adjudicator import bundled

    scenarios = bundled.names(bundled.SCENARIOS, ".toml")
    if "/" not in incomplete:
        return _harmless(
            ((folder, "scenarios") for folder in {f"{name.partition('/')[0]}/" for name in scenarios}), incomplete
        )
    return _harmless(((name, "a scenario") for name in scenarios), incomplete)


def offered_games_and_scenarios(ctx: Any, incomplete: str) -> Offers:
    return _stored_games(ctx, incomplete) + offered_scenarios(incomplete)


def offered_pages(incomplete: str) -> Offers:
    from adjudicator import bundled

    return _harmless(((page.lower(), "a page") for page in bundled.names(bundled.PAGES, ".md")), incomplete)


def _types(incomplete: str) -> Offers:
    from adjudicator.cli.cards import TYPES

    return _harmless(((type, "a type") for type in TYPES), incomplete)


def _ends(incomplete: str) -> Offers:
    from adjudicator.rulings.explore import ENDS

    return _harmless(((end.replace(" ", "-"), "where to end") for end in ENDS), incomplete)


def _viewers(ctx: Any, incomplete: str) -> Offers:
    """Return the players of the game, by name, or by number if the name is not a single word."""
    from events.errors import SmashUpError
    from events.store import open_store

    offers = [("all", "everything"), ("nobody", "what lies open")]
    try:
        # An option without its value, as here, keeps what comes before it from being read as parameters.
        if game := ctx.params.get("game") or next(iter(ctx.args), None):
            with open_store(ctx.params.get("db"), look=True) as store:
                seats = store.info(game).seats
            names = [
                seat.name if _HARMLESS.fullmatch(seat.name) else str(number) for number, seat in enumerate(seats, 1)
            ]
            offers += zip(names, (seat.name for seat in seats), strict=True)
    except SmashUpError:
        pass
    return _harmless(offers, incomplete)


Json = Annotated[bool, Option("--json", help="Print JSON.")]
Plain = Annotated[bool, Option("--plain", help="Print plain text instead of opening the full-screen view.")]
Database = Annotated[
    str | None,
    Option(
        "--db",
        metavar="FILE|URL",
        envvar="SMASHUP_DB",
        show_envvar=True,
        is_eager=True,  # It comes first, so that completing a game's id knows where to look.
        help="Database of games: a file or a postgresql:// URL. Default: a file in your data folder.",
    ),
]
_ID = "Id of a game, the start of an id, or last."
GameId = Annotated[str, Argument(metavar="GAME", help=_ID, autocompletion=_stored_games)]
AnyGame = Annotated[
    str,
    Argument(
        metavar="GAME|FILE|SCENARIO",
        help="Id of a game, last, a game file, the name of a bundled game, or a scenario.",
        autocompletion=offered_games_and_scenarios,
    ),
]
OtherGameId = Annotated[str, Argument(metavar="OTHER", help="Id of the other game.", autocompletion=_stored_games)]
SomeGameId = Annotated[str | None, Argument(metavar="[GAME]", help=_ID, autocompletion=_stored_games)]
GameIds = Annotated[
    list[str] | None,
    Argument(metavar="[GAME]...", help="Ids of games, or last.", autocompletion=_stored_games),
]
DeletedGameId = Annotated[str, Argument(metavar="GAME", help="Id of a deleted game.", autocompletion=_deleted_games)]
CardName = Annotated[str, Argument(metavar="NAME", help="Name or id of a card or base.", autocompletion=_card_names)]
Viewer = Annotated[
    str,
    Option(
        "--seat",
        metavar="NAME|all|nobody",
        help="Show what this player sees, everything (all), or what a spectator sees (nobody).",
        autocompletion=_viewers,
    ),
]
Until = Annotated[
    str,
    Option(
        "--until", help="Where to stop: end of turn, end of phase, next score or end of game.", autocompletion=_ends
    ),
]
CardType = Annotated[
    str | None,
    Option("--type", metavar="|".join(CARD_TYPES), help="Only this type.", autocompletion=_types),
]
Factions = Annotated[
    list[str] | None,
    Option(
        "--factions",
        metavar="FACTION,…",
        help="Factions, separated by commas; ghosts@2026 names a printing. Can be repeated.",
        autocompletion=_factions,
    ),
]
SetName = Annotated[str | None, Option("--set", metavar="SET", help="Only this set.", autocompletion=_sets)]
FactionName = Annotated[
    str | None, Option("--faction", metavar="FACTION", help="Only this faction.", autocompletion=_factions)
]
Edition = Annotated[
    str,
    Option(
        "--edition",
        metavar="BOOK",
        help="Rulebook to play by (listed by smashup editions).",
        autocompletion=offered_editions,
    ),
]
SomeEdition = Annotated[
    str | None,
    Option("--edition", metavar="BOOK", help="Only games played by this rulebook.", autocompletion=offered_editions),
]
SomeFactions = Annotated[
    list[str] | None,
    Option(
        "--faction",
        metavar="FACTION",
        help="Only games with this faction. Repeat to require several.",
        autocompletion=_factions,
    ),
]
Seed = Annotated[int | None, Option("--seed", help="Random seed. Default: a new one.")]
Bots = Annotated[
    str,
    Option("--bots", metavar="BOT,…", help="Kind of each bot, in turn order: random or greedy.", autocompletion=_bots),
]
On = Annotated[
    str,
    Option(
        "--on",
        metavar="ray|ray://HOST:PORT",
        help="Run on Ray: locally with --jobs workers, or on a cluster (see smashup docs scale). Default: local processes.",
    ),
]
Jobs = Annotated[int, Option("--jobs", "-j", min=1, help="Number of parallel processes.")]
Title = Annotated[str, Option("--title", help="Title of the game.")]


@contextmanager
def opened(db: str | None, *, make: bool = True) -> Iterator[Store]:
    """Open the store for writing. Creates it if it is missing and `make` is true."""
    from events.store import open_store

    with open_store(db, make=make) as store:
        yield store


@contextmanager
def looking(db: str | None) -> Iterator[Store]:
    """Open the store read-only: nothing is created, and nothing is left behind."""
    from events.store import open_store

    with open_store(db, look=True) as store:
        yield store


def given(ctx: typer.Context, name: str) -> bool:
    """Return whether a parameter was given on the command line, rather than left at its default."""
    source = ctx.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def with_agreement(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command an option for each setting of `GameSettings`. The command gets them together, as `agreed`."""
    signature = inspect.signature(command)
    options = {
        row.plural: Annotated[
            bool, Option(f"--{row.plural}", help=f"Let players bring the {row.plural} of their factions.")
        ]
        for row in BROUGHT
    }
    parameters: list[inspect.Parameter] = []
    for parameter in signature.parameters.values():
        if parameter.name == "agreed":
            parameters += [
                parameter.replace(name=name, annotation=hint, default=False) for name, hint in options.items()
            ]
        else:
            parameters.append(parameter)

    @wraps(command)
    def run(**given: Any) -> None:
        command(agreed={name: given.pop(name) for name in options}, **given)

    run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {**command.__annotations__, **options}
    return run


def refuse_both(ctx: typer.Context, first: str, *others: str) -> None:
    """Raise SmashUpError if incompatible options are given together, so that none is silently ignored."""
    for other in others:
        if given(ctx, first) and given(ctx, other):
            raise _refused(f"{_shown(ctx, first)} and {_shown(ctx, other)} can't be combined. Leave one of them out.")


def refuse_without(ctx: typer.Context, needed: bool, what: str, *others: str) -> None:
    """Raise SmashUpError for options that have no effect because something they need is missing."""
    for other in others:
        if given(ctx, other) and not needed:
            raise _refused(f"{_shown(ctx, other)} has no effect without {what}. Leave it out, or add that.")


def _shown(ctx: typer.Context, name: str) -> str:
    """Return a parameter as it is typed."""
    parameter = next(param for param in ctx.command.params if param.name == name)
    return str(parameter.opts[0]) if parameter.param_type_name == "option" else parameter.make_metavar(ctx).strip("[]")


def _refused(sentence: str) -> Exception:
    from events.errors import SmashUpError

    return SmashUpError(sentence)


def split(names: list[str] | None) -> list[str]:
    """Return names that were given one by one or separated by commas."""
    return [name.strip() for given in names or [] for name in given.split(",") if name.strip()]
