"""Games written down as their spectators saw them, and recorded again: `python -m tests.adjudicator.records.round_trips`."""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.records import BadRecord, read_record, record, record_text
from adjudicator.records.spectator import SpectatorView
from core.printed.editions import EDITIONS
from core.rules.replay import verify
from events.vocabulary import Event, TurnBegan
from projections.table import snapshot
from tests.core.random_games import Beginning, playable

SAME, ANOTHER, REJECTED = "the same to everybody", "another legal game", "rejected"


def beginning(number: int, without: str = "", *, titans: bool = False) -> Beginning:
    """The game of that number: any edition, two to four players, any factions, now and then drafted."""
    chance = random.Random(number)
    seats, edition = chance.choice((2, 3, 4)), chance.choice([book for book in EDITIONS if book != without])
    factions = list(playable())
    chance.shuffle(factions)
    pairs = tuple((factions[2 * seat], factions[2 * seat + 1]) for seat in range(seats))
    return Beginning(edition, pairs if chance.random() < 0.85 else (), seats, number, titans)


def seen(log: Sequence[Event]) -> list[tuple[Event, list[tuple[int, str]], bytes]]:
    """What a spectator saw after the first event: each event, which card each turned out to be that came to light, and at the
    end of each turn, and of the game, the whole table."""
    view = SpectatorView()
    found = []
    for event in log:
        table = snapshot(view.table) if isinstance(event, TurnBegan) else b""
        masked = view.take(event)
        found.append((masked, [(view.name(card), view.truth.cards[card].definition) for card in view.learned], table))
    return [*found[1:], (found[-1][0], [], snapshot(view.table))]


def spoiled(text: str, chance: random.Random) -> str:
    """One line in twenty is left out, changes places with the next, or names another card of the record."""
    lines = text.splitlines()
    plays = [line for line in lines if line.startswith("play ")]
    for index in range(8, len(lines) - 1):
        if lines[index] and chance.random() < 0.05:
            match chance.choice(("missing", "swapped", "wrong")):
                case "missing":
                    lines[index] = ""
                case "swapped":
                    lines[index], lines[index + 1] = lines[index + 1], lines[index]
                case _ if plays and lines[index].startswith("play "):
                    lines[index] = chance.choice(plays)
    return "\n".join(lines)


class Trip(NamedTuple):
    """How one game fared: its outcome, why it was rejected, and the processor time it took."""

    number: int
    outcome: str
    reason: str = ""
    events: int = 0
    repairs: int = 0
    seconds: float = 0.0  # to record it, or to reject it
    rules: float = 0.0  # to run the rules over it once

    def __str__(self) -> str:
        return f"{self.number}: {self.reason or self.outcome} ({self.seconds:.1f} s)"


def trip(number: int, *, spoil: bool = False, without: str = "", titans: bool = False) -> Trip:
    """Write one game down and record it again."""
    game = beginning(number, without, titans=titans).played()
    text = record_text(game.log)
    if spoil:
        text = spoiled(text, random.Random(number))
    began = time.process_time()
    verify(game.log)
    rules = time.process_time() - began
    began = time.process_time()
    try:
        recording = record(read_record(text))
    except BadRecord as error:
        return Trip(number, REJECTED, str(error), len(game.log), 0, time.process_time() - began, rules)
    seconds = time.process_time() - began
    outcome = SAME if seen(game.log) == seen(recording.game.log) else ANOTHER
    return Trip(number, outcome, "", len(game.log), recording.repairs, seconds, rules)


def summary(trips: Sequence[Trip]) -> str:
    """Sum up how the games fared, what they cost, and which rejection took longest."""
    fared = Counter(trip.outcome for trip in trips)
    recorded = [trip for trip in trips if trip.outcome != REJECTED]
    rejected = [trip.seconds for trip in trips if trip.outcome == REJECTED]
    lines = [
        ", ".join(f"{count} {outcome}" for outcome, count in fared.most_common())
        + f"; {sum(trip.events for trip in trips)} events, {sum(trip.repairs for trip in trips)} repairs"
    ]
    if recorded:
        cost = sum(trip.seconds for trip in recorded), sum(trip.rules for trip in recorded)
        lines.append(
            f"recording: {cost[0]:.1f} s of processor time, {cost[0] / cost[1]:.1f} times running the rules once"
        )
    if rejected:
        late = sum(seconds > 1 for seconds in rejected)
        lines.append(f"rejections: {sum(rejected):.1f} s, slowest {max(rejected):.2f} s, {late} over one second")
    return "\n".join(lines)


def main() -> None:
    """Some games, and how they fared."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=20)
    asked.add_argument("--first", type=int, default=0)
    asked.add_argument("--spoil", action="store_true", help="spoil one line in twenty")
    asked.add_argument("--without", default="", help="an edition to leave out, so that games are drawn as before it")
    asked.add_argument("--titans", action="store_true", help="the players may bring titans")
    given = asked.parse_args()
    trips = []
    for number in range(given.first, given.first + given.games):
        trips.append(trip(number, spoil=given.spoil, without=given.without, titans=given.titans))
        if trips[-1].outcome == ANOTHER or (trips[-1].outcome == REJECTED and not given.spoil):
            print(trips[-1], flush=True)
    print(summary(trips))
    if not given.spoil and any(trip.outcome != SAME for trip in trips):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
