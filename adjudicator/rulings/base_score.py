"""Quick questions without a file: who gets what at a base."""

from __future__ import annotations

import re

import msgspec

from core.printed.definitions import cards_named
from core.printed.editions import Edition, edition
from core.rules.scoring import places
from events.errors import SmashUpError
from projections.plain_words import counted

_FORM = '"20 4/2/1: Ana 10, Ben 10, Cleo 5"'
MOST_PLAYERS = 10
"""More than the books allow (setup.players): the rules of places and ties hold at any table."""

_BASE = re.compile(r"\s*(?:(?P<breakpoint>\d{1,6})\s+)?(?P<first>\d{1,6})/(?P<second>\d{1,6})/(?P<third>\d{1,6})\s*")
_PLAYER = re.compile(r"\s*(?P<name>[^\d,:]+?)\s+(?P<power>\d{1,6})(?P<bare>\s+(?:without|no)(?:\s+a)?\s+minions?)?\s*")


class Standing(msgspec.Struct, frozen=True):
    """One player at the base: power, whether a minion is there, the place taken (0: none), the points."""

    name: str
    power: int
    minion: bool
    place: int = 0
    points: int = 0
    why: str = ""


class Score(msgspec.Struct, frozen=True):
    """How a base scores."""

    edition: str
    breakpoint: int | None
    total: int
    ready: bool | None
    players: tuple[Standing, ...]
    rules: tuple[str, ...]


def _numbers_of(head: str) -> str:
    """Replace the name of a base by its breakpoint and points. Other words are returned unchanged."""
    printed = next((definition for definition in cards_named(head) if definition.is_base), None)
    if printed is None:
        return head
    return f"{printed.breakpoint} {'/'.join(map(str, printed.vp or ()))}"


def score(question: str, edition_id: str = "EMD") -> Score:
    """Answer a question such as "20 5/3/2: A 10, B 10, C 5 without minion"."""
    head, colon, tail = question.partition(":")
    base = _BASE.fullmatch(_numbers_of(head))
    if not colon or base is None:
        raise SmashUpError(
            f"{question[:60]!r} is not a question about a base: write a base, or its breakpoint and points, and the players, as in {_FORM}."
        )
    players = [_player(text) for text in tail.split(",")]
    if not 1 <= len(players) <= MOST_PLAYERS or len({standing.name for standing in players}) != len(players):
        raise SmashUpError(f"One to {MOST_PLAYERS} players with different names are needed, as in {_FORM}.")
    book = edition(edition_id)
    paid = tuple(int(base[place]) for place in ("first", "second", "third"))
    limit = int(base["breakpoint"]) if base["breakpoint"] else None
    total = sum(standing.power for standing in players if standing.minion or not book.breakpoint_by_minions)
    return Score(
        edition=book.id,
        breakpoint=limit,
        total=total,
        ready=None if limit is None else total >= limit,
        players=tuple(_placed(players, paid, book)),
        rules=("score.places", "score.ties", "score.presence"),
    )


def _player(text: str) -> Standing:
    match = _PLAYER.fullmatch(text)
    if match is None:
        raise SmashUpError(
            f"{text.strip()[:60]!r} is not a player with a power: write it as in {_FORM}, or use `smashup ask` if cards matter."
        )
    return Standing(match["name"], int(match["power"]), match["bare"] is None)


def _placed(players: list[Standing], paid: tuple[int, ...], book: Edition) -> list[Standing]:
    present = [standing.minion or (book.power_is_presence and standing.power > 0) for standing in players]
    taken = places([standing.power for standing in players], present)
    placed = []
    for player, here, place in zip(players, present, taken, strict=True):
        tied = [
            other.name for other, theirs in zip(players, taken, strict=True) if theirs == place and other is not player
        ]
        if not here:
            why = "not present: no minion there" + (" and no power" if book.power_is_presence else "")
        elif not place:
            why = "fourth or lower: the three places are taken"
        elif tied:
            why = f"tied with {' and '.join(tied)}: the points of the best place they share"
        else:
            ahead = sum(1 for other in taken if other and other < place)
            why = f"{counted(ahead, 'player')} with more power" if ahead else "the most power"
        placed.append(msgspec.structs.replace(player, place=place, points=paid[place - 1] if place else 0, why=why))
    return placed
