"""Titans: who may play one and where, the limit of one for each player, and the clash of two at a base (titan.*).

A titan lies beside its owner's deck until its own Special, or a card, lets a player play it; abilities that act there
name the zone "beside". In play it is at a base in a zone of its own, so text about minions and actions does not apply
to it. The limit and the clash are settled when a card or ability has resolved, before anything it triggered
(reading.htb-clash-when), and for as long as titans share a base, however they came to. Rulebooks that have no rules for
titans take these (reading.titans-by-older-books).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, get_args

from core.engine.effects import Effect
from core.engine.game import Game
from core.engine.index import applies_to
from core.engine.moments import perform
from core.engine.power import BY_TOTALS, total_powers
from core.engine.resolving import before_triggers
from core.engine.use import Me
from core.printed.definitions import Steps
from core.rules.places import NO_PLACE, Obstacle, place_obstacle, played_by_itself
from core.rules.playing import choose_place, resolve_play
from events.questions import Cards
from events.vocabulary import AllowancesEnded, CardPlayed
from events.words import PlayKind
from projections.table import Allowance, Card

ONE_TITAN: Final = Obstacle("type-limit", "titan.one")
NO_REGULAR_PLAY: Final = Obstacle("no-play", "titan.instead")

CLASHES: Final = ("titan.clash", "titan.clash-tie")
"""The rules by which a titan that loses a clash is removed."""
BY_TOTALS.update(CLASHES)


# --- playing --------------------------------------------------------------------------------------------------------


def titan_limit(game: Game, seat: int) -> int:
    """Return how many titans a player may have in play: one, unless a card says otherwise (titan.one)."""
    raised: list[int] = [
        instance.ability.function(instance, seat)
        for instance in game.index.active("titan-limit")
        if applies_to(instance, seat)
    ]
    return 1 + sum(raised)


def titan_obstacle(
    game: Game, seat: int, titan: Card, only: Sequence[int] | None = None, instead_of: Sequence[PlayKind] = ()
) -> Obstacle | None:
    """Return why a player may not play a titan now (at one of certain bases, instead of regular plays), or None."""
    if titan.zone != "beside":
        return NO_PLACE
    if len(game.table.at_bases("titans", seat)) >= titan_limit(game, seat):
        return ONE_TITAN
    if any(regular_play(game, seat, kind) is None for kind in instead_of):
        return NO_REGULAR_PLAY
    if only is None:
        return place_obstacle(game, seat, titan)
    obstacles = [place_obstacle(game, seat, titan, site) for site in only if site in game.table.sites]
    return None if None in obstacles else obstacles[0] if obstacles else NO_PLACE


@played_by_itself("titan")
def _own_play_obstacle(game: Game, seat: int, titan: Card) -> Obstacle | None:
    """Return whether the limit prevents it, or that a regular play which its text names has been used."""
    text = game.facts[titan.number].text
    kinds: list[PlayKind] = [kind for kind in get_args(PlayKind) if f"regular {kind} play" in text]
    return titan_obstacle(game, seat, titan, instead_of=kinds)


def regular_play(game: Game, seat: int, kind: PlayKind) -> Allowance | None:
    """Return the play of a kind that a player has by the rules of the turn, if it is still unused (titan.instead)."""
    plays = (
        allowance
        for allowance in game.table.allowances
        if allowance.seat == seat and allowance.kind == kind and not allowance.extra
    )
    return next(plays, None)


def play_titan_at(
    game: Game,
    seat: int,
    titan: Card,
    *,
    only: Sequence[int] | None = None,
    instead_of: Sequence[PlayKind] = (),
    then: Callable[[Me], Steps[None]] | None = None,
) -> Steps[CardPlayed | None]:
    """Play a titan beside a deck, if it can be played, at a base the player chooses. It is not an extra card
    (titan.not-extra). Returns the play, or None.

    `instead_of`: the regular plays that it uses up. `then`: what the text does with the titan as it is played, which
    comes before a clash.
    """
    if titan_obstacle(game, seat, titan, only, instead_of) is not None:
        return None
    spent = [play for kind in instead_of if (play := regular_play(game, seat, kind)) is not None]
    place = yield from choose_place(game, seat, titan, list(only or ()))
    for play in spent[1:]:
        game.emit(AllowancesEnded, allowances=(play.number,), rule="titan.instead")
    allowance = spent[0].number if spent else 0
    return (yield from resolve_play(game, seat, titan, place, allowance=allowance, then=then))


# --- the limit and the clash ----------------------------------------------------------------------------------------


@before_triggers("titan")
def settle_titans(game: Game) -> Steps[None]:
    """Put back titans beyond a player's limit, then let titans that share a base clash."""
    if game.table.at_bases("titans"):
        game.note("reading.titans-by-older-books")
    for seat in game.clockwise():
        yield from _keep_the_limit(game, seat)
    spared: set[int] = set()
    while site := next((site for site in game.table.sites if _rivals(game, site, spared)), 0):
        yield from _clash(game, site, spared)  # the loser may go where another titan is


def _keep_the_limit(game: Game, seat: int) -> Steps[None]:
    """Let a player whose limit has fallen choose which titans to put back (titan.one). Titans that a player took
    control of do not count: only playing one is limited."""
    mine = [titan for titan in game.table.at_bases("titans", seat) if _played_by(titan) == seat]
    over = len(mine) - titan_limit(game, seat) if len(mine) > 1 else 0
    if over > 0:
        options = tuple(titan.number for titan in mine)
        about = "the titan to remove, since you may have only one"
        picks = yield seat, Cards(options=options, least=over, most=over, about=about)
        effects = [Effect(verb="remove", card=int(pick), seat=seat, rule="titan.one") for pick in picks]  # type: ignore[arg-type]
        yield from perform(game, effects)


def _played_by(titan: Card) -> int:
    """Return the player who played a titan, whoever controls it now."""
    return titan.control[0].seat if titan.control else titan.controller


def _clash(game: Game, site: int, spared: set[int]) -> Steps[None]:
    """Let the titans at a base clash until one is left: the one whose controller has the lower total there is removed,
    and of equals the one that came later (titan.clash, titan.clash-tie). `spared`: titans that something kept there."""
    while (pair := _rivals(game, site, spared)) is not None:
        totals = total_powers(game, site)
        first, later = pair
        tied = totals[first.controller] == totals[later.controller]
        loser = first if totals[first.controller] < totals[later.controller] else later
        game.note("reading.htb-clash-when", "reading.htb-clash-leaves")
        rule = CLASHES[tied]
        yield from perform(game, [Effect(verb="remove", card=loser.number, rule=rule)])
        if loser.site == site:
            spared.add(loser.number)  # something keeps it there


def _rivals(game: Game, site: int, spared: set[int]) -> tuple[Card, Card] | None:
    """Return the two titans at a base that clash next, the one that was there first before the other; None if there
    are none, or if something keeps titans there from clashing (titan.clash-exempt)."""
    current = game.table.sites.get(site)
    if current is None or len(current.piles["titans"]) < 2:
        return None
    if any(instance.ability.function(instance, site) for instance in game.index.active("no-clash")):
        return None
    there = [game.card(number) for number in current.piles["titans"] if number not in spared]
    for at, first in enumerate(there):
        for later in there[at + 1 :]:
            if first.controller != later.controller:
                return first, later
            if titan_limit(game, first.controller) < 2:
                game.note("reading.htb-titans-of-one")
                return first, later
    return None
