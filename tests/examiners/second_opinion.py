"""Games under the eyes of the oracle, by players who look for pairs of cards that no game has brought together.

    python -m tests.examiners second-opinion --games 1000 --jobs 2

Editions and numbers of players take turns, and each round of games remembers which pairs it has reached. Every deviation
is written as a scenario, as small as it could be made.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from core.engine.game import Endless, Game, RandomChance
from core.players.bots import RandomBot
from core.players.meetings import meetings
from core.printed.definitions import FACTIONS, all_definitions, load_cards
from core.printed.editions import EDITIONS
from core.rules.replay import new_game
from core.rules.setup import game_begun
from events.errors import SmashUpError
from events.questions import Cards, Hosts, Main, Pick, Play, Question, Use, Window
from events.vocabulary import AbilityUsed, CardPlayed, EffectEvent, Event
from events.words import Moment, words_of
from projections.table import Card
from tests.examiners.findings import Finding
from tests.examiners.oracle import Deviation, Oracle
from tests.examiners.shrinking import smallest_scenario

NAMES = ("Ana", "Ben", "Cleo", "Dov")
ROUND = 20
"""Games that share their memory of the pairs they have reached."""
LONGEST = 5_000
"""Decisions after which a game is left unfinished."""
DRAWS = 12
"""Ways to deal the factions among which the one with the most new pairs of factions is taken."""

Pair = tuple[str, str]
STANDING = ("on-base", "on-minion")
"""The kinds of actions that stay in play."""


@dataclass
class Pairs:
    """Which cards have met: the first was played or used, or did something, while the second was in play."""

    reached: set[Pair] = field(default_factory=set)
    factions: Counter[Pair] = field(default_factory=Counter)

    def note(self, game: Game, events: Sequence[Event]) -> None:
        """Take in what happened."""
        cards = game.table.cards
        there = {minion.definition for minion in _in_play(game)}
        for event in events:
            if isinstance(event, CardPlayed | AbilityUsed):
                acting = cards[event.card if isinstance(event, CardPlayed) else event.holder].definition
                self.reached.update((acting, other) for other in there)
            elif isinstance(event, EffectEvent) and event.by and (target := getattr(event, "card", 0)):
                self.reached.add((cards[event.by].definition, cards[target].definition))

    def new_with(self, game: Game, definition: str) -> int:
        """How many cards in play this one has not met."""
        return sum((definition, other.definition) not in self.reached for other in _in_play(game))


def playable_factions() -> list[str]:
    """The factions that players can have, by id."""
    return sorted(faction.id for faction in FACTIONS.values() if faction.playable)


def possible_pairs() -> set[Pair]:
    """Every pair that games of the playable factions can bring together: any card, or a base whose ability is used, with
    any card that stays in play."""
    load_cards()
    playable = playable_factions()
    bases = [facts for facts in all_definitions() if facts.is_base and facts.faction in playable]
    cards = [facts for faction in FACTIONS.values() if faction.playable for facts in faction.cards]
    there = [
        facts.id
        for facts in (*bases, *cards)
        if facts.is_base or facts.is_minion or facts.is_titan or facts.kind in STANDING
    ]
    acting = [facts.id for facts in cards]
    acting += [facts.id for facts in bases if any(_is_used(ability.hook) for ability in facts.abilities)]
    return {(first, second) for first in acting for second in there}


def _is_used(hook: object) -> bool:
    return isinstance(hook, type) or hook in (*words_of(Moment), "on-your-turn")


def _in_play(game: Game) -> list[Card]:
    cards = game.table.cards
    there = [cards[number] for site in game.table.sites.values() for number in (site.base, *site.cards)]
    return there + [cards[number] for card in there for number in card.attached]


class PairSeeker:
    """Plays, uses and chooses what makes new pairs; anything where nothing does."""

    SEEKS = 0.8

    def __init__(self, pairs: Pairs, seed: str) -> None:
        self._random = random.Random(seed)
        self._otherwise = RandomBot(seed)
        self._pairs = pairs

    def answer(self, game: Game) -> tuple[Pick, ...]:
        """The answer with the most new pairs."""
        question = game.question
        assert question is not None
        if self._random.random() < self.SEEKS and isinstance(question, Main | Window | Cards | Hosts):
            worth = {option: self._worth(game, question, option) for option in question.options}
            best = max(worth.values(), default=0)
            if best:
                picked = self._random.choice([option for option, new_pairs in worth.items() if new_pairs == best])
                if question.least <= 1 <= question.most and question.refusal((picked,)) is None:
                    return (picked,)
        return self._otherwise.pick(question)

    def _worth(self, game: Game, question: Question, option: Pick) -> int:
        cards = game.table.cards
        if isinstance(option, Play):
            return self._pairs.new_with(game, cards[option.card].definition)
        if isinstance(option, Use):
            return self._pairs.new_with(game, cards[option.holder].definition)
        if isinstance(option, int) and option in cards and question.by in cards:
            return (cards[question.by].definition, cards[option].definition) not in self._pairs.reached
        return 0


@dataclass
class Opinion:
    """The results of some games."""

    games: int = 0
    events: int = 0
    unfinished: int = 0
    checked: Counter[str] = field(default_factory=Counter)
    by_edition: Counter[str] = field(default_factory=Counter)
    pairs: set[Pair] = field(default_factory=set)
    factions: set[Pair] = field(default_factory=set)
    titans: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)

    def merge(self, other: Opinion) -> None:
        """Add other games."""
        self.games += other.games
        self.events += other.events
        self.unfinished += other.unfinished
        self.checked += other.checked
        self.by_edition += other.by_edition
        self.pairs |= other.pairs
        self.factions |= other.factions
        self.titans += other.titans
        self.findings += other.findings


def play_round(seed: int, games: int = ROUND, editions: Sequence[str] = tuple(EDITIONS)) -> Opinion:
    """Some games, one after another, which share what they have reached."""
    load_cards()
    opinion, pairs = Opinion(), Pairs()
    known: set[str] = set()
    for number in range(games):
        edition = editions[(seed + number) % len(editions)]
        seats = 2 + (seed + number // len(editions)) % 3
        for finding in _examined(opinion, pairs, edition, seats, f"{seed}/{number}", known):
            opinion.findings.append(finding)
    opinion.pairs, opinion.factions = pairs.reached, set(pairs.factions)
    return opinion


def _examined(
    opinion: Opinion, pairs: Pairs, edition: str, seats: int, seed: str, known: set[str]
) -> Iterator[Finding]:
    game = begin(pairs, edition, seats, seed)
    bots = [PairSeeker(pairs, f"{seed}/{seat}") for seat in range(seats)]
    oracle, seen = Oracle(), 0
    where = f"game {seed} in {edition}"
    try:
        for _ in range(LONGEST):
            new = game.log[seen:]
            seen = len(game.log)
            pairs.note(game, new)
            for deviation in oracle.read(new):
                if deviation.claim not in known:
                    known.add(deviation.claim)
                    yield _finding(where, game.log, deviation)
            if game.over:
                break
            game.answer(game.table.asked, bots[game.table.asked].answer(game))
        else:
            opinion.unfinished += 1
    except Endless:
        opinion.unfinished += 1
    except Exception as error:
        yield Finding("second-opinion", where, f"the rules fail: {type(error).__name__}: {error}")
    for difference in oracle.ledger.differences(game.table) if seen == len(game.log) else ():
        yield Finding("second-opinion", where, f"the folds differ: {difference}")
    opinion.games += 1
    opinion.events += len(game.log)
    opinion.checked += oracle.checked
    opinion.by_edition[edition] += 1
    played = (event.card for event in game.log if isinstance(event, CardPlayed) and event.to == "titans")
    opinion.titans.update(game.table.cards[number].definition for number in played)


def begin(pairs: Pairs, edition: str, seats: int, seed: str) -> Game:
    """A game at its first question, with the factions that have met least and have most to do with each other."""
    chance = random.Random(f"{seed}/factions")
    playable = playable_factions()
    deals = [chance.sample(playable, 2 * seats) for _ in range(DRAWS)]

    def known(deal: Sequence[str]) -> tuple[int, int]:
        two = [(a, b) for a in deal for b in deal if a < b]
        return sum(pairs.factions[pair] for pair in two), -sum(meetings(*pair) for pair in two)

    deal = min(deals, key=known)
    pairs.factions.update((a, b) for a in deal for b in deal if a < b)
    dealt = [(deal[2 * seat], deal[2 * seat + 1]) for seat in range(seats)]
    begun = game_begun(NAMES[:seats], dealt, edition_id=edition, titans=True)
    return new_game(begun, chance=RandomChance(seed))


def _finding(where: str, log: Sequence[Event], deviation: Deviation) -> Finding:
    def shows(other: Sequence[Event]) -> bool:
        return any(finding.claim == deviation.claim for finding in Oracle().read(other))

    end = len(log)
    try:
        text = smallest_scenario(log, end, shows)
    except SmashUpError as error:
        text = f"# {error}\n"
    return Finding("second-opinion", where, str(deviation), text)
