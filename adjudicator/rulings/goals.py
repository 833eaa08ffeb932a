"""Goals: to win a base, to have points, or anything that a scenario can expect."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.scenarios.expect import check_expectations, names_expected
from adjudicator.scenarios.load import Misstated, read_expect
from adjudicator.scenarios.model import Expect
from adjudicator.scenarios.names import TableNames, is_base
from core.engine.game import Game
from events.errors import SmashUpError
from events.limits import GOAL, TooMuch, check_toml
from events.vocabulary import Awarded, Event, GameBegun
from projections.table import fold

FORMS = '"Ben wins X", "Ben wins the game", "Ben vp 4", or anything a scenario expects: \'power = { Howler = 3 }\''


class Goal(msgspec.Struct, frozen=True, kw_only=True):
    """A goal and the seat that wants it. Its expectation is checked at the end of each line."""

    words: str
    seat: int
    wins: str | None = None  # a base ("": any)
    wins_game: bool = False
    points: int | None = None
    expect: Expect | None = None
    cards: Mapping[str, int] = {}
    sites: Mapping[str, int] = {}
    at_once: bool = False  # A line ends as soon as it reaches the goal.

    def reached(self, game: Game, start: int) -> bool:
        """Return whether the goal is met at the end of a line that began at `start`."""
        if self.wins_game:
            return self.seat in game.table.winners
        if self.points is not None:
            return game.table.seats[self.seat].victory_points >= self.points
        if self.wins is not None:
            awarded = (event for event in game.log[start:] if isinstance(event, Awarded))
            return any(
                event.places[self.seat] == 1 and self.names_base(game, event.site, event.base) for event in awarded
            )
        assert self.expect is not None
        return next(check_expectations(self.expect, game, TableNames(self.cards, self.sites), start), None) is None

    def so_far(self, game: Game, start: int) -> tuple[int, ...]:
        """Return how much of the goal has been done since `start`, where equal tables can differ in that."""
        return ()

    @property
    def apart(self) -> frozenset[int]:
        """Return the cards that the goal's words tell apart from others like them, by nickname."""
        words = self.words.casefold()
        return frozenset(number for name, number in self.cards.items() if name.casefold() in words)

    def names_base(self, game: Game, site: int, base: int) -> bool:
        """Return whether the base at a site is the one to win."""
        if not self.wins:
            return True
        named = next((number for name, number in self.sites.items() if name.casefold() == self.wins.casefold()), 0)
        return site == named or is_base(game.card(base).definition, self.wins)


def read_goal(words: str, log: Sequence[Event], names: TableNames, by: str | None = None) -> Goal:
    """Read a goal. `by` names its player if the words do not; the default is the player who decides first."""
    begun = log[0]
    assert isinstance(begun, GameBegun)
    players = [seat.name for seat in begun.seats]
    known: dict[str, Any] = {"cards": names.cards, "sites": names.sites, "words": words}
    # "Ana 5 vp", as in a situation, and "Ana has 5 vp"
    words = re.sub(r"\s+(?:has\s+|gets\s+)?(\d+)\s*vp$", r" vp \1", words.strip(), flags=re.IGNORECASE)
    if match := re.fullmatch(r"(.+?)\s+(wins(?:\s+(.+))?|vp\s+(\d+))", words.strip(), re.IGNORECASE):
        seat = _seat(match[1], players)
        if match[4]:
            return Goal(seat=seat, points=int(match[4]), **known)
        if (match[3] or "").casefold() == "the game":
            return Goal(seat=seat, wins_game=True, **known)
        _must_be_there(filter(None, [match[3]]), log, names)
        return Goal(seat=seat, wins=match[3] or "", **known)
    hero = _seat(by, players) if by else getattr(log[-1], "seat", 0)
    expect = _expectation(words, players)
    _must_be_there(names_expected(expect), log, names)
    return Goal(seat=hero, expect=expect, **known)


def _seat(name: str, players: Sequence[str]) -> int:
    folded = [player.casefold() for player in players]
    if name.casefold() not in folded:
        raise SmashUpError(f"No player is named {name!r}. The players are {', '.join(players)}.")
    return folded.index(name.casefold())


def _expectation(words: str, players: Sequence[str]) -> Expect:
    try:
        text = words.replace(";", "\n")
        check_toml(text, GOAL)
        return read_expect(tomllib.loads(text))
    except TooMuch as error:
        raise SmashUpError(f"This is not a goal: {error.wrong}.") from None
    except (tomllib.TOMLDecodeError, Misstated) as error:
        why = f" ({error})" if "=" in words else ""
        raise SmashUpError(
            f"{words!r} is not a goal{why}: write {FORMS}, with a player of {', '.join(players)}."
        ) from None


def _must_be_there(required: Iterable[str], log: Sequence[Event], names: TableNames) -> None:
    """Raise `SmashUpError` if a goal names something that does not exist, because its impossibility would prove nothing."""
    table = fold(log)
    for name in required:
        if not names.known(table, name):
            raise SmashUpError(f"Nothing here is called {name!r}: use a card, a base or a player of this situation.")
