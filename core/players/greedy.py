"""The greedy bot: tries each play on an imagined table and takes the one with the best outlook.

`outlook` rates a table for one seat. In Play Cards the bot imagines the table with every card it cannot see dealt at
random, plays each option there and compares. Smaller decisions (where, which, whether) are answered by `sensible`, from
the question and the open cards, for itself and for the others in its imagination.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from core.engine.game import Endless, Game, RandomChance
from core.engine.power import breakpoint_of, power, total_powers
from core.players.bots import RandomBot, asks_to_stop, within_limits
from core.printed.definitions import Definition
from core.rules.permissions import fits
from core.rules.scoring import places
from core.rules.turn import WINNING_POINTS, ahead, one_decision
from events.card_types import MOVABLE
from events.questions import (
    NO,
    YES,
    Cards,
    Distribute,
    Draft,
    Hosts,
    Main,
    May,
    Names,
    NextInOrder,
    Numbers,
    PayWith,
    Pick,
    Play,
    Question,
    Seats,
    Sites,
    Use,
    Window,
)
from events.vocabulary import Answered, Event, TurnBegan
from events.zones import zones_where
from projections.copies import copied
from projections.lazy_cards import for_reading
from projections.table import Card, Table
from projections.view import OPEN, View

_FACE_DOWN: Final = zones_where(lambda row: row.sight == "holder" and row.on_table and not row.transient)
_STAYING: Final = zones_where(lambda row: row.in_play and not row.bases) - {"minions"}

PATIENCE: Final = 60
"""How many decisions an imagined play may take before the bot rates the table."""


class GreedyBot:
    """The greedy bot; see the module."""

    def __init__(self, seed: int | str | None = None) -> None:
        self._seed = seed
        self._views = SeatViews()

    def answer(self, game: Game) -> tuple[Pick, ...]:
        """Return the answer with the best outlook."""
        question, seat = game.question, game.table.asked
        assert question is not None
        self._views.follow(game.log)
        if isinstance(question, Main):
            return best_play(game, seat, question, self._chance(game), self._views)
        if isinstance(question, Draft):
            return (self._chance(game).choice(question.options),)
        return sensible(game, seat, question, self._views)

    def _chance(self, game: Game) -> random.Random:
        """Return a generator seeded by public information, so that the same game always gets the same answers."""
        return random.Random(f"{self._seed}/{game.table.position}")


class SeatViews:
    """What each seat has seen of a game. A view takes in the whole log, so it is kept from one question to the next,
    and made only when it is needed.
    """

    def __init__(self) -> None:
        self._log: Sequence[Event] = ()
        self._views: dict[int, View] = {}

    def follow(self, log: Sequence[Event]) -> None:
        """Follow a game: its log so far."""
        if log is not self._log:
            self._log, self._views = log, {}

    def of(self, seat: int, log: Sequence[Event]) -> View:
        """Return a seat's view of the game, or of one that was imagined from there. Do not change it."""
        view = self._views.setdefault(seat, View(seat))
        view.extend(self._log[len(view.events) :])
        if log is not self._log:
            view = view.copy()
            view.extend(log[len(view.events) :])
        return view


def best_play(game: Game, seat: int, question: Main, chance: random.Random, views: SeatViews) -> tuple[Pick, ...]:
    """Return the option with the best outlook, or none if passing is best."""
    best: tuple[Pick, ...] = ()
    options = _distinct(game, question.options)
    if not options:
        return best
    highest = outlook(game, seat)  # passing: the remaining plays are lost
    for option, world in zip(options, _worlds(game, imagined(game.table, seat, chance), len(options)), strict=True):
        try:
            world.answer(seat, (option,))
            _play_on(world, views)
        except Endless:
            continue  # never choose what does not end
        value = outlook(world, seat) + EXTRA * _plays_left(world, seat)
        world.dispose()
        if value > highest:
            best, highest = (option,), value
    return best


def _worlds(game: Game, table: Table, count: int) -> Iterator[Game]:
    """Yield as many games at an imagined table, all at the same main question, which is the last they ask. The last
    game is what the others are forked from, so it comes when they are done.
    """
    world = Game([*game.log], one_decision, table=table, chance=RandomChance(0))
    for _ in range(count - 1):
        yield world.fork(chance=RandomChance(0), lazily=True)
    world.begin()
    yield world


def imagined(table: Table, seat: int, chance: random.Random) -> Table:
    """Return a copy of the game in which every card that the seat cannot see is dealt again at random."""
    copy = copied(table)
    for number, player in enumerate(copy.seats):
        unseen = [*player.deck] if number == seat else [*player.hand, *player.deck]
        face_down = [card.number for card in copy.cards.values() if card.zone in _FACE_DOWN]
        unseen += [card for card in face_down if copy.cards[card].controller == number != seat]
        _deal(copy, unseen, chance)
        player.deck.sort()
    _deal(copy, copy.base_deck, chance)
    copy.base_deck.sort()
    return copy


def _deal(table: Table, unseen: Sequence[int], chance: random.Random) -> None:
    numbers = sorted(unseen)
    definitions = sorted(table.cards[number].definition for number in numbers)
    chance.shuffle(definitions)
    for number, definition in zip(numbers, definitions, strict=True):
        table.cards[number].definition = definition


def _distinct(game: Game, options: Sequence[Pick]) -> list[Pick]:
    """Return the options without duplicates: one of several copies of a card is enough to try."""
    tried: dict[Any, Pick] = {}
    for option in options:
        if isinstance(option, Play):
            card = game.card(option.card)
            tried.setdefault((card.definition, card.zone), option)
        else:
            tried[option] = option
    return list(tried.values())


def _play_on(world: Game, views: SeatViews) -> None:
    """Answer all questions until the player would be at their main decision again."""
    for _ in range(PATIENCE):
        question = world.question
        if question is None:
            return
        world.answer(world.table.asked, sensible(world, world.table.asked, question, views))


# --- how good it looks ----------------------------------------------------------------------------------------------

POINT: Final = 4.0  # a victory point, the unit of everything else
CARD: Final = 0.7  # a card in hand
STAYS: Final = 0.9  # an action that stays in play: a little more than in hand, so that it is played
TITAN: Final = 3.0  # a titan in play, worth the minion play that most of them cost
EXTRA: Final = 1.2  # a play that is left, with a card to use it for


def outlook(game: Game, seat: int) -> float:
    """Return a number for how good the table is for a seat."""
    table = game.table
    points = [player.victory_points for player in table.seats]
    others = [theirs for number, theirs in enumerate(points) if number != seat]
    value = POINT * (points[seat] - max(others))
    if points[seat] >= WINNING_POINTS:
        value += POINT * WINNING_POINTS
    value += sum(prospect(game, seat, site, total_powers(game, site)) for site in table.sites)
    value += CARD * len(table.seats[seat].hand)
    value += (TITAN - STAYS) * len(table.at_bases("titans", seat))
    staying = [card for card in for_reading(table).values() if card.zone in _STAYING]
    return value + STAYS * sum([card.controller == seat for card in staying])


def _plays_left(game: Game, seat: int) -> int:
    """Return how many plays are left that a card in hand can use."""
    hand = [game.card(number) for number in game.table.seats[seat].hand]
    used = 0
    for allowance in game.table.allowances:
        card = next((card for card in hand if fits(game, allowance, card)), None) if allowance.seat == seat else None
        if card is not None:
            hand.remove(card)
            used += 1
    return used


def prospect(game: Game, seat: int, site: int, totals: Sequence[int]) -> float:
    """Return what a base promises a seat: its lead in points, weighted by how close the base is to scoring."""
    needed = breakpoint_of(game, site)
    gathered = sum(totals)
    nearness = 1.0 if gathered >= needed else (gathered / needed) ** 2
    paid = game.facts[game.table.sites[site].base].vp
    points = [paid[place - 1] if place else 0 for place in places(totals, [total > 0 for total in totals])]
    lead = points.pop(seat) - max(points)
    return POINT * lead * nearness + 0.35 * totals[seat] - 0.1 * gathered


def gain(game: Game, seat: int, changes: dict[int, tuple[int, int]]) -> float:
    """Return what it would be worth to a seat if, at these sites, a player had that much more power: site -> (who,
    amount)."""
    value = 0.0
    for site, (who, amount) in changes.items():
        before = total_powers(game, site)
        after = list(before)
        after[who] = max(0, after[who] + amount)
        value += prospect(game, seat, site, after) - prospect(game, seat, site, before)
    return value


def gain_by_removal(game: Game, seat: int, card: Card) -> float:
    """Return what removing a card in play is worth to a seat."""
    if card.zone == "minions":
        return gain(game, seat, {card.site: (card.controller, -power(game, card))})
    if card.zone == "titans":
        lost = gain(game, seat, {card.site: (card.controller, -card.counters)})
        return lost + (-TITAN if card.controller == seat else TITAN)
    return -STAYS if card.controller == seat else STAYS


def gain_by_move(game: Game, seat: int, card: Card, site: int) -> float:
    """Return what moving a minion or titan to another base is worth to a seat."""
    if card.zone not in MOVABLE or card.site == site:
        return 0.0
    strength = power(game, card) if card.zone == "minions" else card.counters
    return gain(game, seat, {card.site: (card.controller, -strength), site: (card.controller, strength)})


def worth_having(facts: Definition) -> float:
    """Return the value of a card that is not in play."""
    return 1.0 + 0.5 * (facts.power or 0) if facts.is_minion else 2.5


# --- the smaller questions ------------------------------------------------------------------------------------------

_HARM: Final = re.compile(r"destroy|return|discard|bottom|remove|lose|weakest|box|bury")
_GIVE_UP: Final = re.compile(r"discard|bottom|top of|under|show|bury")
_HARMFUL_ACTION: Final = re.compile(r"destroy|you control|can't|loses|-\d")


def sensible(game: Game, seat: int, question: Question, views: SeatViews) -> tuple[Pick, ...]:
    """Return a reasonable answer."""
    if not question.options or not question.most or _better_kept(game, question):
        return ()
    if isinstance(question, NextInOrder):
        return question.options[: question.most]  # in the given order, with one answer where that is allowed
    if isinstance(question, Distribute):
        return _distribute(game, seat, question)
    if isinstance(question, Cards):
        value = _judge_cards(game, seat, question, views)
    elif (judge := _JUDGES.get(type(question))) is not None:
        value = {option: judge(game, seat, question, option) for option in question.options}
    else:
        return RandomBot(0).pick(question) if question.least > 1 else question.options[: max(question.least, 0)]
    order = sorted(question.options, key=lambda option: -value[option])
    worthwhile = sum(1 for option in order if value[option] > 0)
    return within_limits(question, order, min(question.most, max(question.least, worthwhile)))


def _better_kept(game: Game, question: Question) -> bool:
    """Return whether to keep an optional extra play for the main decision, because nothing is about to happen before
    it.
    """
    return isinstance(question, Cards) and question.waits and not any(frame.triggers for frame in game.frames)


def _judge_cards(game: Game, seat: int, question: Cards, views: SeatViews) -> dict[Pick, float]:
    given_up = bool(_GIVE_UP.search(question.about.lower()))
    view: View | None = None
    value: dict[Pick, float] = {}
    for option in question.options:
        assert isinstance(option, int)
        card = game.card(option)
        if card.zone == "minions" or card.zone in _STAYING:
            value[option] = _judge_in_play(game, seat, question, card)
        elif card.zone not in OPEN and card.controller != seat:
            # Another player's card: unseen, unless something showed it; their loss is a gain.
            view = view or views.of(seat, game.log)
            value[option] = worth_having(game.fact(card)) if view.knows(option) else 1.0
        else:
            worth = worth_having(game.fact(card))
            value[option] = -worth if given_up else worth
    return value


def _judge_in_play(game: Game, seat: int, question: Question, card: Card) -> float:
    about = question.about.lower()
    if "move" in about:
        asking = game.table.cards.get(question.by)
        if "here" in about and asking is not None and asking.site:
            return gain_by_move(game, seat, card, asking.site)
        return max(gain_by_move(game, seat, card, site) for site in game.table.sites)
    if _HARM.search(about):
        return gain_by_removal(game, seat, card)
    kept = -gain_by_removal(game, seat, card)
    return kept + 0.1 if card.controller == seat else kept


def _judge_host(game: Game, seat: int, question: Question, option: Pick) -> float:
    """Choose a minion for an action: one's own, unless the action would hurt it."""
    assert isinstance(option, int)
    card = game.card(option)
    text = game.facts[question.by].text.lower() if question.by else ""
    removed = gain_by_removal(game, seat, card)
    return removed if _HARMFUL_ACTION.search(text) else -removed


def _judge_site(game: Game, seat: int, question: Question, option: Pick) -> float:
    assert isinstance(option, int)
    about = question.about.lower()
    totals = total_powers(game, option)
    if "move" in about:
        named = (titan for titan in game.table.at_bases("titans") if game.facts[titan.number].name.lower() in about)
        moving = next(named, None) or last_picked(game, seat)
        if moving is None:
            return 0.0
        value = gain_by_move(game, seat, moving, option)
        if moving.zone == "titans":
            lost = _lost_by_clash(game, moving.controller, option, totals, moving.counters)
            value -= lost if moving.controller == seat else -lost
        return value
    facts = game.facts.get(question.by)
    if facts is None or facts.is_base:
        return prospect(game, seat, option, totals)
    if facts.is_minion:
        return gain(game, seat, {option: (seat, facts.power or 0)})
    if facts.is_titan:
        return prospect(game, seat, option, totals) - _lost_by_clash(game, seat, option, totals)
    # An action for a base: where there is most to win and already something of one's own.
    return sum(totals) / max(1, breakpoint_of(game, option)) + 0.2 * totals[seat]


def _lost_by_clash(game: Game, seat: int, site: int, totals: Sequence[int], counters: int = 0) -> float:
    """Return what bringing its titan with that many counters to a base costs a seat: the titan, where another's is
    stronger (titan.clash), or less than nothing where that one has to go.
    """
    rivals = {game.card(number).controller for number in game.table.sites[site].piles["titans"]} - {seat}
    return sum(TITAN if totals[seat] + counters <= totals[rival] else -TITAN for rival in rivals)


def _judge_seat(game: Game, seat: int, question: Question, option: Pick) -> float:
    assert isinstance(option, int)
    return -1.0 if option == seat else 1.0 + game.table.seats[option].victory_points


def _judge_may(game: Game, seat: int, question: Question, option: Pick) -> float:
    """Say yes unless it costs more than it gains. Agree to end the game only when winning."""
    if asks_to_stop(question):
        return 1.0 if (option == YES) == (ahead(game) == seat) else -1.0
    price = re.search(r"discard (\d+|a) card", question.about)
    yes = 1.0
    if price:
        target = last_picked(game, seat)
        cards = 1 if price[1] == "a" else int(price[1])
        brings = gain_by_removal(game, seat, target) if target is not None and "destroy" in question.about else 0.0
        yes = brings - CARD * cards
    return yes if option == YES else -yes if option == NO else 0.0


def _judge_window(game: Game, seat: int, question: Question, option: Pick) -> float:
    """Use what can be used, but keep a Special in hand where the seat has nothing at stake."""
    scoring = game.table.scoring
    if isinstance(option, Use) or scoring is None or scoring.site not in game.table.sites:
        return 1.0
    return 1.0 if total_powers(game, scoring.site)[seat] else -1.0


def _judge_name(game: Game, seat: int, question: Question, option: Pick) -> float:
    """Name the card with most copies in one's own discard pile, because that is what naming is mostly for."""
    discarded = game.table.seats[seat].discard
    return 1.0 + sum(1 for number in discarded if game.facts[number].name == option)


def _judge_number(game: Game, seat: int, question: Question, option: Pick) -> float:
    assert isinstance(option, int)
    return 1.0 + option


def _judge_allowance(game: Game, seat: int, question: Question, option: Pick) -> float:
    """Use the most restricted play first."""
    allowance = next(permission for permission in game.table.allowances if permission.number == option)
    return 1.0 + bool(allowance.condition) + bool(allowance.site)


def _judge_counters(game: Game, seat: int, question: Question, option: Pick) -> float:
    assert isinstance(option, int)
    card = game.card(option)
    if card.zone not in MOVABLE:
        return 0.0
    return gain(game, seat, {card.site: (card.controller, 1)})


def _distribute(game: Game, seat: int, question: Distribute) -> tuple[Pick, ...]:
    """Put as many as allowed on the card that profits most."""
    value = {option: _judge_counters(game, seat, question, option) for option in question.options}
    caps = dict(zip(question.options, question.caps or (question.most,) * len(question.options), strict=True))
    picks: list[Pick] = []
    for option in sorted(question.options, key=lambda option: -value[option]):
        amount = question.most if value[option] > 0 else question.least
        picks += [option] * min(caps[option], max(0, amount - len(picks)))
    return tuple(picks)


def last_picked(game: Game, seat: int) -> Card | None:
    """Return the card in play that a seat picked last this turn, which is what "move it" refers to."""
    for event in reversed(game.log):
        if isinstance(event, TurnBegan):
            return None
        if isinstance(event, Answered) and event.seat == seat:
            for pick in event.picks:
                if isinstance(pick, int) and pick in game.table.cards and game.card(pick).zone in MOVABLE:
                    return game.card(pick)
    return None


Judge = Callable[[Game, int, Any, Pick], float]

_JUDGES: Final[dict[type[Question], Judge]] = {
    Hosts: _judge_host,
    Sites: _judge_site,
    Seats: _judge_seat,
    May: _judge_may,
    Window: _judge_window,
    Names: _judge_name,
    Numbers: _judge_number,
    PayWith: _judge_allowance,
}
