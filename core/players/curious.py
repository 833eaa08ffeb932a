"""Players and chance that look for what games have not reached yet.

The curious bot would rather play a card, or use an ability, that has seldom acted; it says yes, and picks targets and
places with something little known about them. Curious chance shuffles such cards and bases towards the top. An ability
that answers what others do needs their help: the cards known to do such things count as little known too, and their
factions come to the same games. All read a `Coverage` that grows meanwhile, so that a few games reach what hundreds of
random ones hardly do. Every game is a legal one, and follows from its seed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence, Set

from core.engine.game import Game
from core.players.bots import RandomBot, asks_to_stop
from core.players.card_coverage import FORBIDDING, Coverage
from core.printed.definitions import Definition, all_definitions, faction
from core.rules.setup import HAND_SIZE, deal_factions
from events.questions import (
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


def familiarity(coverage: Coverage, facts: Definition) -> int:
    """How well a card is known: as well as the ability of it that has acted least, by powers of two."""
    acted = [coverage.acted.get(held.key, 0) for held in facts.abilities]
    if any(held.hook in FORBIDDING for held in facts.abilities):
        acted.append(coverage.card(facts).forbade)
    return min([coverage.came(facts), *acted]).bit_length()


def provoking(coverage: Coverage, cards: Iterable[Definition]) -> set[str]:
    """The cards known to do, to other players, what abilities of these cards answer that never acted yet."""
    missing = [held for facts in cards for held in coverage.missing_of(facts)]
    kinds = {hook.__name__ for held in missing for hook in held.hooks if isinstance(hook, type)}
    return {name for kind in kinds for name in coverage.done_to_others.get(kind, ())}


def novelty(coverage: Coverage, game: Game) -> Callable[[Definition], int]:
    """How well cards are known in a game: one that may set off something new there is hardly better known than that."""
    helpful = provoking(coverage, set(game.facts.values()))

    def known(facts: Definition) -> int:
        return min(familiarity(coverage, facts), 1) if facts.id in helpful else familiarity(coverage, facts)

    return known


class CuriousBot:
    """See the module. It is there to find things, not to win: it minds what games have reached, not what it is up to."""

    RANDOMLY = 0.2
    """How often it does not mind what it knows, so that it finds combinations too."""

    def __init__(self, coverage: Coverage, seed: int | str | None = None) -> None:
        self._coverage = coverage
        self._random = random.Random(seed)
        self._any = RandomBot(seed)
        self._novelty: Callable[[Definition], int] | None = None  # once for its game: what helps there hardly changes

    def answer(self, game: Game) -> tuple[Pick, ...]:
        """What it knows least."""
        question = game.question
        assert question is not None
        at_random = asks_to_stop(question) or self._random.random() < self.RANDOMLY
        if not question.options or not question.most or at_random:
            return self._any.pick(question)
        match question:
            case Main() | Window() | Sites() | Hosts() | Seats() | Cards(least=1, most=1):
                return self._least_known(game, question)
            case May():
                return (YES,)
            case Names():
                return (self._random.choice(self._near_names(game, question) or question.options),)
            case Cards(waits=True):
                return self._any.pick(question)  # now or later: both have something to show
            case Cards() | Distribute() | Modes() if not question.least:
                return self._some(question)
        return self._any.pick(question)

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
                return self._known_around(game, game.card(option))
        return 0

    def _known_of(self, game: Game, seat: int) -> int:
        """What is least known of a player's factions."""
        cards = [facts for name in game.table.seats[seat].factions for facts in faction(name).cards]
        return min((familiarity(self._coverage, facts) for facts in cards), default=0)

    def _known_there(self, game: Game, site: int) -> int:
        """What is least known at a base: it itself, or an action on it."""
        place = game.table.sites[site]
        return min(familiarity(self._coverage, game.facts[number]) for number in (place.base, *place.actions))

    def _known_around(self, game: Game, card: Card) -> int:
        """What is least known about a card in play: it itself, what is on it, where it is, what may protect it."""
        guards = [one for hook in FORBIDDING for one in game.index.awake(hook) if one.you == card.controller]
        numbers = {card.number, *card.attached, *(one.card.number for one in guards if not one.card.host)}
        known = min(familiarity(self._coverage, game.facts[number]) for number in numbers)
        return min(known, self._known_there(game, card.site)) if card.site in game.table.sites else known

    def _some(self, question: Question) -> tuple[Pick, ...]:
        """At least one, though none would do."""
        for _ in range(10):
            if picks := self._any.pick(question):
                return picks
        return ()

    def _near_names(self, game: Game, question: Question) -> list[Pick]:
        """Of the names to choose from, those of cards in play and in one's own discard pile: they may matter."""
        table = game.table
        near = [card for card in table.cards.values() if card.zone in IN_PLAY]
        near += [table.cards[number] for number in table.seats[table.asked].discard]
        names = {game.fact(card).name for card in near}
        return [name for name in question.options if name in names]


class CuriousChance:
    """Chance that deals what is least known first. It must know the game whose cards it shuffles: `game`."""

    def __init__(self, coverage: Coverage, seed: int | str | None = None) -> None:
        self._coverage = coverage
        self._random = random.Random(seed)
        self.game: Game | None = None

    def shuffle(self, cards: Sequence[int]) -> tuple[int, ...]:
        """Shuffled, then the least known brought up; some stay where they are, for there is more than novelty."""
        assert self.game is not None
        facts = self.game.facts
        order = self._random.sample(list(cards), len(cards))
        kept = {number for number in order if self._random.random() < CuriousBot.RANDOMLY}
        known = novelty(self._coverage, self.game)
        rank = {number: 0 if number in kept else known(facts[number]) for number in order}
        order.sort(key=rank.__getitem__)
        for number in [number for number in order[:HAND_SIZE] if self._waits_to_be_revealed(facts[number])]:
            order.remove(number)
            order.insert(HAND_SIZE + self._random.randrange(3 * HAND_SIZE), number)
        return tuple(order)

    def _waits_to_be_revealed(self, facts: Definition) -> bool:
        """Whether it has something new to show off the top of a deck, not out of the opening hand."""
        return any(held.zone == "revealed" for held in self._coverage.missing_of(facts))

    def pick(self, pool: Sequence[int], count: int) -> tuple[int, ...]:
        """Any of them."""
        return tuple(self._random.sample(list(pool), count))


def deal_least_known(
    coverage: Coverage, factions: Sequence[str], seats: int, chance: random.Random
) -> list[tuple[str, str]]:
    """Two different factions for each seat: those that have most to show yet, each once before any comes twice.

    The first of them sit apart, for they may have something to show to each other.
    """
    helpful = provoking(coverage, (facts for name in factions for facts in faction(name).cards))
    worth = {name: _unknown(coverage, name, helpful) for name in factions}
    pairs = deal_factions(seats, lambda: sorted(chance.sample(factions, len(factions)), key=lambda name: -worth[name]))
    dealt = [name for pair in pairs for name in pair]
    return list(zip(dealt[:seats], dealt[seats:], strict=True)) if len(set(dealt)) == len(dealt) else pairs


def _unknown(coverage: Coverage, name: str, helpful: Set[str]) -> float:
    """How much of a faction, and of the bases of its set, is little known, or may help with what is."""
    one = faction(name)
    bases = [facts for facts in all_definitions() if facts.is_base and facts.set == one.set]
    help_given = sum(facts.id in helpful for facts in one.cards)
    return _sum(coverage, one.cards) + _sum(coverage, bases) / 4 + help_given / 4


def _sum(coverage: Coverage, cards: Iterable[Definition]) -> float:
    return sum(0.5 ** familiarity(coverage, facts) for facts in cards)
