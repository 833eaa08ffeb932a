"""Games written down as their spectators saw them, and recorded again: `python -m tests.adjudicator.records.round_trips`."""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Sequence

from adjudicator.records import BadRecord, read_record, record, record_text
from adjudicator.records.spectator import SpectatorView
from core.printed.editions import EDITIONS
from events.vocabulary import Event, TurnBegan
from projections.table import snapshot
from tests.core.random_games import Beginning, playable


def beginning(number: int, without: str = "", *, titans: bool = False) -> Beginning:
    """The game of that number: any edition, two to four players, any factions, now and then drafted."""
    chance = random.Random(number)
    seats, edition = chance.choice((2, 3, 4)), chance.choice([one for one in EDITIONS if one != without])
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
    for place in range(8, len(lines) - 1):
        if lines[place] and chance.random() < 0.05:
            match chance.choice(("missing", "swapped", "wrong")):
                case "missing":
                    lines[place] = ""
                case "swapped":
                    lines[place], lines[place + 1] = lines[place + 1], lines[place]
                case _ if plays and lines[place].startswith("play "):
                    lines[place] = chance.choice(plays)
    return "\n".join(lines)


def main() -> None:
    """Some games, and how they fared."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=20)
    asked.add_argument("--first", type=int, default=0)
    asked.add_argument("--spoil", action="store_true", help="spoil one line in twenty")
    asked.add_argument("--without", default="", help="an edition to leave out, so that games are drawn as before it")
    asked.add_argument("--titans", action="store_true", help="the players may take titans along")
    given = asked.parse_args()
    fared: Counter[str] = Counter()
    repairs, seconds, events = 0, 0.0, 0
    for number in range(given.first, given.first + given.games):
        game = beginning(number, given.without, titans=given.titans).played()
        text = record_text(game.log)
        if given.spoil:
            text = spoiled(text, random.Random(number))
        began = time.perf_counter()
        try:
            recording = record(read_record(text))
            seconds += time.perf_counter() - began
            repairs += recording.repairs
            same = seen(game.log) == seen(recording.game.log)
            outcome = "the same to everybody" if same else "another legal game"
        except BadRecord as error:
            seconds += time.perf_counter() - began
            outcome = "refused"
            print(f"{number}: {error}", flush=True)
        events += len(game.log)
        fared[outcome] += 1
        if outcome == "another legal game":
            print(f"{number}: {outcome}", flush=True)
    print(f"{dict(fared)}; {events} events, {repairs} repairs, {seconds:.1f} s")
    if not given.spoil and fared["the same to everybody"] < given.games:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
