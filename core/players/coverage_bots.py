"""A coverage bot, and shuffles that favor what games have not reached yet.

The coverage bot prefers to play cards and use abilities that have rarely acted; it says yes, and picks little covered
targets and places. Coverage chance shuffles such cards and bases toward the top. An ability that answers what others do
needs their help: cards known to do such things count as little covered too, and their factions are dealt to the same
games. All of them read a `Coverage` that grows meanwhile, so that a few games reach what hundreds of random ones rarely
do. Every game is legal and determined by its seed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence, Set

from core.engine.game import Game
from core.players.bots import RandomBot, asks_to_stop
from core.players.card_coverage import FORBIDDING, Coverage
from core.players.meetings import meetings
from core.printed.definitions import Definition, bases_of_set, faction_of, printing
from core.rules.setup import HAND_SIZE, brought_with, deal_factions
from events.questions import (
    NO,
    YES,
    Cards,
    Distribute,
    Hosts,
    Main,
    May,
    Modes,
    Names,
    Pick,
    Play,
    Question,
    Seats,
    Sites,
    Use,
    Window,
)
from projections.table import IN_PLAY, Card

UNMET = -1
"""How well a card is covered together with one that names it and still has something to show."""


def familiarity(coverage: Coverage, facts: Definition) -> int:
    """Return how well a card is covered: by its least covered ability, on a logarithmic scale."""
    acted = [coverage.acted.get(ability.key, 0) for ability in facts.abilities]
    if any(ability.hook in FORBIDDING for ability in facts.abilities):
        acted.append(coverage.card(facts).forbade)
    return min([coverage.came(facts), *acted]).bit_length()


def provoking(coverage: Coverage, cards: Iterable[Definition]) -> set[str]:
    """Return cards known to trigger abilities of these cards that have never acted."""
    missing = [ability for facts in cards for ability in coverage.missing_of(facts)]
    kinds = {hook.__name__ for ability in missing for hook in ability.hooks if isinstance(hook, type)}
    return {name for kind in kinds for name in coverage.done_to_others.get(kind, ())}


def novelty(coverage: Coverage, game: Game) -> Callable[[Definition], int]:
    """Return how well each card is covered in a game. A card that may trigger something new counts as hardly better
    known.
    """
    helpful = provoking(coverage, set(game.facts.values()))

    def known(facts: Definition) -> int:
        return min(familiarity(coverage, facts), 1) if facts.id in helpful else familiarity(coverage, facts)

    return known


class CoverageBot:
    """Plays for coverage, not to win (see the module)."""

    RANDOMLY = (0.1, 0.3, 0.7)
    """How often it ignores what it knows, so that it finds combinations too.

    Each bot has one of these for its game: some things are reached only by following what is known, others only by
    chance.
    """

    def __init__(self, coverage: Coverage, seed: int | str | None = None) -> None:
        self._coverage = coverage
        self._random = random.Random(seed)
        self._randomly = self._random.choice(self.RANDOMLY)
        self._any = RandomBot(seed)
        self._novelty: Callable[[Definition], int] | None = None  # computed once per game, since it hardly changes

    def answer(self, game: Game) -> tuple[Pick, ...]:
        """Return the answer that leads to the least covered cards."""
        question = game.question
        assert question is not None
        at_random = asks_to_stop(question) or self._random.random() < self._randomly
        if not question.options or not question.most or at_random:
            return self._any.pick(question)
        match question:
            case Main() | Window() | Sites() | Hosts() | Seats():
                return self._least_known(game, question)
            case May():
                return (YES,) if game.table.phase else self._brings(game, question)
            case Names():
                return (self._random.choice(self._near_names(game, question) or question.options),)
            case Cards(waits=True):
                return self._any.pick(question)  # now or later: both are worth covering
            case Cards(most=1):
                return self._least_known(game, question)
            case Cards() | Distribute() | Modes() if not question.least:
                return self._some(question)
        return self._any.pick(question)

    def _brings(self, game: Game, question: Question) -> tuple[Pick, ...]:
        """Bring only the player's least covered card, because only one of them can be in play."""
        cards = brought_with(game.table.seats[game.table.asked].factions)
        known = {card.name: familiarity(self._coverage, card) for card in cards}
        asked = [name for name in known if name in question.about]
        return (NO,) if any(known[name] > min(known.values()) for name in asked) else (YES,)

    def _least_known(self, game: Game, question: Question) -> tuple[Pick, ...]:
        known = {option: self._known(game, question, option) for option in question.options}
        least = min(known.values())
        return (self._random.choice([option for option in question.options if known[option] == least]),)

    def _known(self, game: Game, question: Question, option: Pick) -> int:
        match option:
            case Play(card=number):
                self._novelty = self._novelty or novelty(self._coverage, game)
                return self._novelty(game.facts[number])
            case Use(ability=key):
                return self._coverage.acted.get(key, 0).bit_length()
            case int() if isinstance(question, Sites):
                return self._known_there(game, option)
            case int() if isinstance(question, Seats):
                return self._known_of(game, option)
            case int():
                card = game.card(option)
                return UNMET if self._is_named(game, question, card) else self._known_around(game, card)
        return 0

    def _is_named(self, game: Game, question: Question, card: Card) -> bool:
        """Return whether the card that asks names this one, and has an ability that has never acted."""
        if not question.by:
            return False
        asking = game.facts[question.by]
        return game.fact(card).name in asking.text and bool(self._coverage.missing_of(asking))

    def _known_of(self, game: Game, seat: int) -> int:
        """Return the lowest coverage among a player's factions."""
        cards = [facts for name in game.table.seats[seat].factions for facts in printing(name).cards]
        return min((familiarity(self._coverage, facts) for facts in cards), default=0)

    def _known_there(self, game: Game, site: int) -> int:
        """Return the lowest coverage at a base: of the base or an action on it."""
        current = game.table.sites[site]
        return min(familiarity(self._coverage, game.facts[number]) for number in (current.base, *current.actions))

    def _known_around(self, game: Game, card: Card) -> int:
        """Return the lowest coverage around a card in play: of the card, what is on it, its base, and what may protect
        it.
        """
        guards = [
            instance for hook in FORBIDDING for instance in game.index.active(hook) if instance.you == card.controller
        ]
        numbers = {
            card.number,
            *card.attached,
            *(instance.card.number for instance in guards if not instance.card.host),
        }
        known = min(familiarity(self._coverage, game.facts[number]) for number in numbers)
        return min(known, self._known_there(game, card.site)) if card.site in game.table.sites else known

    def _some(self, question: Question) -> tuple[Pick, ...]:
        """Return at least one pick, even where none would be legal."""
        for _ in range(10):
            if picks := self._any.pick(question):
                return picks
        return ()

    def _near_names(self, game: Game, question: Question) -> list[Pick]:
        """Return the names of cards in play and in the player's discard pile, which are the ones likely to matter."""
        table = game.table
        near = [card for card in table.cards.values() if card.zone in IN_PLAY]
        near += [table.cards[number] for number in table.seats[table.asked].discard]
        names = {game.fact(card).name for card in near}
        return [name for name in question.options if name in names]


class CoverageChance:
    """Randomness that favors the least covered cards. Set `game` to the game whose cards it shuffles."""

    UNMOVED = 0.2
    """How many of the cards stay where the shuffle put them, whatever is known of them."""

    def __init__(self, coverage: Coverage, seed: int | str | None = None) -> None:
        self._coverage = coverage
        self._random = random.Random(seed)
        self.game: Game | None = None

    def shuffle(self, cards: Sequence[int]) -> tuple[int, ...]:
        """Shuffle, then move little covered cards up. Some stay where they are, so that games still vary."""
        assert self.game is not None
        facts = self.game.facts
        order = self._random.sample(list(cards), len(cards))
        kept = {number for number in order if self._random.random() < self.UNMOVED}
        known = novelty(self._coverage, self.game)
        rank = {number: 0 if number in kept else known(facts[number]) for number in order}
        order.sort(key=rank.__getitem__)
        for number in [number for number in order[:HAND_SIZE] if self._waits_to_be_revealed(facts[number])]:
            order.remove(number)
            order.insert(HAND_SIZE + self._random.randrange(3 * HAND_SIZE), number)
        return tuple(order)

    def _waits_to_be_revealed(self, facts: Definition) -> bool:
        """Return whether a card has an uncovered ability that works when it is revealed from the deck, not from the
        opening hand.
        """
        return any(ability.zone == "revealed" for ability in self._coverage.missing_of(facts))

    def pick(self, pool: Sequence[int], count: int) -> tuple[int, ...]:
        """Pick at random."""
        return tuple(self._random.sample(list(pool), count))


def deal_least_known(
    coverage: Coverage, factions: Sequence[str], seats: int, chance: random.Random
) -> list[tuple[str, str]]:
    """Return two different factions for each seat: the least covered, each once before any comes twice.

    The first of them go to different seats, because they may trigger each other. Each is joined by the one it meets in
    most ways among those that come next.
    """
    helpful = provoking(coverage, (facts for name in factions for facts in printing(name).cards))
    worth = {name: _unknown(coverage, name, helpful) for name in factions}
    pairs = deal_factions(seats, lambda: sorted(chance.sample(factions, len(factions)), key=lambda name: -worth[name]))
    dealt = [name for pair in pairs for name in pair]
    if len(set(map(faction_of, dealt))) < len(dealt):
        return pairs
    used = set(map(faction_of, dealt[:seats]))
    rest = sorted((name for name in factions if faction_of(name) not in used), key=lambda name: -worth[name])
    apart: list[tuple[str, str]] = []
    for first in dealt[:seats]:
        best = max(rest[: 2 * seats], key=lambda name: (meetings(first, name), worth[name]))
        rest = [name for name in rest if faction_of(name) != faction_of(best)]
        apart.append((first, best))
    return apart


def _unknown(coverage: Coverage, name: str, helpful: Set[str]) -> float:
    """Return how much of a faction and its bases is little covered, or may help to cover something."""
    printed = printing(name)
    bases = bases_of_set(printed.faction.set)
    help_given = sum(facts.id in helpful for facts in printed.cards)
    return _sum(coverage, printed.cards) + _sum(coverage, bases) / 4 + help_given / 4


def _sum(coverage: Coverage, cards: Iterable[Definition]) -> float:
    return sum(0.5 ** familiarity(coverage, facts) for facts in cards)
