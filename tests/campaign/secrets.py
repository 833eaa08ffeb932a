"""Two worlds that differ only in cards a seat cannot see: it must not be able to tell them apart.

Most exchanges of two unseen cards matter to nobody. The aimed ones matter to the choice that another player makes from
a hand or deck: what could be chosen there changes places with cards of other kinds from elsewhere, so that nothing fits
any more. And the whole game is played again with other copies of the same cards, which nobody can tell apart.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from core.players.bots import RandomBot
from core.printed.definitions import definition
from core.printed.editions import EDITIONS
from events.questions import Cards, Pick, Play, Unseen, Use, Window
from events.vocabulary import Asked, Event, Shuffled
from projections.table import Table
from projections.view import View
from tests.campaign.faults import Fault, game_file, told
from tests.core.random_games import beginning
from tests.projections.test_view import compare_with_exchange, compare_with_other_copies, some_exchanges

ANY, AIMED = 2, 8
LONGEST = 4_000
Exchange = tuple[int | None, int, dict[int, int]]
"""Whose view, since which shuffle, which cards."""


def aimed_exchanges(log: Sequence[Event], seats: int, chance: random.Random) -> Iterator[Exchange]:
    """For choices from a hand or a deck: the options against cards that are none, from the shuffle that placed them."""
    table, shuffles = Table(), list[Shuffled]()
    found: list[Exchange] = []
    for event in log:
        if isinstance(event, Shuffled) and event.seat >= 0:
            shuffles.append(event)
        if isinstance(event, Asked):
            found += _exchanges_at(event, table, shuffles, seats, chance)
        table.apply(event)
    chance.shuffle(found)
    yield from found


def _exchanges_at(
    asked: Asked, table: Table, shuffles: Sequence[Shuffled], seats: int, chance: random.Random
) -> list[Exchange]:
    """All that could be chosen against as much from elsewhere that could not: in the other world nothing fits."""
    shuffle = next((earlier for earlier in reversed(shuffles) if earlier.seat == asked.seat), None)
    if shuffle is None or not isinstance(asked.question, Cards | Window):  # only these two may find nothing to offer
        return []
    hand, deck = table.seats[asked.seat].hand, table.seats[asked.seat].deck
    options = {_card(pick) for pick in asked.question.options}
    if not options or not options <= set(shuffle.order):
        return []
    elsewhere = deck if options <= set(hand) else hand if options <= set(deck) else ()
    kinds = {_kind(table, card) for card in options}
    others = [card for card in elsewhere if card in shuffle.order and _kind(table, card) not in kinds]
    if len(others) < len(options):
        return []
    exchange = dict(zip(sorted(options), chance.sample(others, len(options)), strict=True))
    viewer = chance.choice([seat for seat in (*range(seats), None) if seat != asked.seat])
    return [(viewer, shuffle.position, exchange | {other: one for one, other in exchange.items()})]


def _card(pick: Pick) -> int:
    """The card that a pick is about; 0 for words."""
    if isinstance(pick, Play):
        return pick.card
    return pick.holder if isinstance(pick, Use) else pick if isinstance(pick, int) else 0


def _kind(table: Table, card: int) -> str:
    return definition(table.cards[card].definition).kind


def game_log(seed: int, edition: str, seats: int) -> list[Event]:
    """A random game of any factions."""
    game, bot = beginning(edition, seats, seed).game(), RandomBot(seed)
    while not game.over and len(game.log) < LONGEST:
        game.answer(game.table.asked, bot.answer(game))
    return list(game.log)


def attack(chance: random.Random, folder: Path) -> Counter[str]:
    """One game, with exchanges of both kinds, and with other copies."""
    edition, seats, seed = chance.choice(list(EDITIONS)), chance.randint(2, 4), chance.randrange(2**32)
    log = game_log(seed, edition, seats)
    counts: Counter[str] = Counter()
    aimed = [exchange for exchange, _ in zip(aimed_exchanges(log, seats, chance), range(AIMED), strict=False)]
    for exchange in (*some_exchanges(log, seats, chance, ANY), *aimed):
        try:
            counts["events alike in two worlds"] += compare_with_exchange(log, *exchange)
        except Exception as error:
            raise fault(log, exchange, error) from error
        counts["worlds compared"] += 1
    copies = chance.randrange(2**32)
    try:
        counts["events alike in two worlds"] += compare_with_other_copies(log, seats, random.Random(copies))
    except Exception as error:
        imports = (
            "import random\nfrom events.files import read_game\n"
            "from tests.projections.test_view import compare_with_other_copies"
        )
        call = f"compare_with_other_copies(read_game(<game.jsonl>)[1], {seats}, random.Random({copies}))"
        raise Fault(told(error), imports, call, {"game.jsonl": game_file(log)}) from error
    counts["worlds compared"] += 1
    return counts


def fault(log: Sequence[Event], exchange: Exchange, error: Exception) -> Fault:
    """The log and the exchange by which a seat can tell."""
    imports = "from events.files import read_game\nfrom tests.projections.test_view import compare_with_exchange"
    seat, since, cards = exchange
    call = f"compare_with_exchange(read_game(<game.jsonl>)[1], {seat}, {since}, {cards})"
    return Fault(told(error), imports, call, {"game.jsonl": game_file(log)})


class Gossip(View):
    """A view as it must not be: it lets everybody hear which cards a player may choose from a hand or deck."""

    def _masked(self, event: Event, question: object) -> Event:
        masked = super()._masked(event, question)  # type: ignore[arg-type]
        leaks = isinstance(event, Asked) and isinstance(masked, Asked) and isinstance(masked.question, Unseen)
        return event if leaks else masked
