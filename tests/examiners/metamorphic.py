"""Scenarios and recorded games run again under changes that must not matter.

    python -m tests.examiners metamorphic

The changed game is given the answers and the chance of the original one, translated: a card is recognized by its place in
the scenario file, whatever its number. Whatever is asked only because of the change is declined. Then both games must have
come to the same table, apart from what was added, by the same events.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from adjudicator.scenarios.listing import Listing
from adjudicator.scenarios.load import Misstated, ScenarioError, load, scenario_files
from adjudicator.scenarios.model import BaseStated, CardStated, PlayerStated, Scenario
from adjudicator.scenarios.run import Outcome, run
from adjudicator.scenarios.setting import TableSetup
from core.engine.game import Endless, Game, IllegalAnswer
from core.players.bots import asks_to_stop
from core.printed.definitions import definition
from core.rules.turn import flow
from events.errors import SmashUpError
from events.files import read_game
from events.questions import NO, YES, NextInOrder, PayWith, Pick, Question, Seats, Sites, Use, Window
from events.vocabulary import (
    AbilityUsed,
    AllowancesEnded,
    Answered,
    Asked,
    BaseArrived,
    CardsMade,
    Event,
    GameBegun,
    HouseRuled,
    PhaseBegan,
    PickedAtRandom,
    Shuffled,
    StasisEntered,
    TurnBegan,
)
from events.zones import ZONES
from projections.equivalence import equivalence_key
from projections.renaming import CARD_FIELDS, CARDS_FIELDS, card_of, renamed, renamed_picks
from projections.table import Table, fold
from tests.examiners.findings import Finding

INERT = "vanilla power 0"
INERT_ID = "vanilla/power-0"
"""An action that does nothing, in no scenario: unlike a minion it counts for nothing in stasis."""
OFFER = "vanilla offer"
TITAN = "vanilla titan"
ADDED = frozenset({INERT_ID, "vanilla/offer", "vanilla/titan"})
"""Cards that only a change puts on the table."""
COUNT_DOWN = "rule/stasis#count-down"
IDLE = "Idle"
"""The additional player."""
LONG = 99
"""Stasis counters that no game counts down."""


class NotAlike(Exception):
    """The changed game cannot follow the original one."""


# --- changes ------------------------------------------------------------------------------------------------------------

Change = Callable[[Scenario], Scenario | None]
"""The changed scenario; None where the change cannot be made."""


def _with_player(scenario: Scenario, name: str, **piles: Any) -> Scenario:
    player = scenario.player.get(name, PlayerStated())
    changed = msgspec.structs.replace(player, **piles)
    return msgspec.structs.replace(scenario, player={**scenario.player, name: changed})


def _added(scenario: Scenario, name: str, pile: str, *cards: str | CardStated) -> Scenario:
    there = getattr(scenario.player.get(name, PlayerStated()), pile) or ()
    return _with_player(scenario, name, **{pile: (*there, *cards)})


def _turn_of(scenario: Scenario) -> str:
    return scenario.turn or scenario.seats[0]


def _another(scenario: Scenario) -> str:
    return next(name for name in reversed(scenario.seats) if name != _turn_of(scenario))


def in_stasis(scenario: Scenario) -> Scenario | None:
    """An inert card in stasis before the current player."""
    return _added(scenario, _turn_of(scenario), "stasis", CardStated(card=INERT, counters=LONG))


def in_anothers_stasis(scenario: Scenario) -> Scenario | None:
    """An inert card in stasis before another player, with an inert card stored under it."""
    laden = CardStated(card=INERT, counters=LONG, under=(INERT,))
    return _added(scenario, _another(scenario), "stasis", laden)


def buried(scenario: Scenario) -> Scenario | None:
    """An inert card buried by another player at the last base."""
    if not scenario.base or scenario.base[-1].left or scenario.base[-1].fresh:
        return None
    base: BaseStated = scenario.base[-1]
    name = _another(scenario)
    lying = {**base.buried, name: (*base.buried.get(name, ()), INERT)}
    return msgspec.structs.replace(scenario, base=(*scenario.base[:-1], msgspec.structs.replace(base, buried=lying)))


def in_anothers_hand(scenario: Scenario) -> Scenario | None:
    """An inert card in the hand of another player, who has others there."""
    name = _another(scenario)
    if not scenario.player.get(name, PlayerStated()).hand:
        return None
    return _added(scenario, name, "hand", INERT)


def in_discard(scenario: Scenario) -> Scenario | None:
    """An inert card in the discard pile of another player."""
    return _added(scenario, _another(scenario), "discard", INERT)


def under_deck(scenario: Scenario) -> Scenario | None:
    """An inert card at the bottom of another player's deck, if the deck is stated."""
    name = _another(scenario)
    if not scenario.player.get(name, PlayerStated()).deck:
        return None
    return _added(scenario, name, "deck", INERT)


def optional_ability(scenario: Scenario) -> Scenario | None:
    """An optional ability that is offered all the time to another player, from the discard pile, and always declined."""
    return _added(scenario, _another(scenario), "discard", OFFER)


def own_optional_ability(scenario: Scenario) -> Scenario | None:
    """The same for the current player."""
    return _added(scenario, _turn_of(scenario), "discard", OFFER)


def titan_beside(scenario: Scenario) -> Scenario | None:
    """A titan beside another player's deck, which is never played. A scenario about titans already has its own."""
    if any(definition(card.definition).is_titan for card in Listing(scenario).cards):
        return None
    return _added(scenario, _another(scenario), "beside", TITAN)


def idle_player(scenario: Scenario) -> Scenario | None:
    """One more player, last in the order, who holds one inert card and does nothing."""
    if len(scenario.seats) > 3:
        return None
    joined = msgspec.structs.replace(scenario, seats=(*scenario.seats, IDLE), turn=_turn_of(scenario))
    return _with_player(joined, IDLE, hand=(INERT,), deck=(INERT,) * 20)


def rotated(scenario: Scenario) -> Scenario | None:
    """The seats counted from another player on; the order of turns stays."""
    return msgspec.structs.replace(scenario, seats=(*scenario.seats[1:], scenario.seats[0]), turn=_turn_of(scenario))


STASIS, OTHERS_STASIS = "an inert card in stasis", "inert cards in another player's stasis, one stored"
EQUAL_SWAPPED = "equal cards swapped"
"""Wherever a card is chosen and an equal one is offered, the equal one is chosen."""
RENUMBERED = "cards renumbered"
CHANGES: dict[str, Change] = {
    STASIS: in_stasis,
    OTHERS_STASIS: in_anothers_stasis,
    "an inert card buried": buried,
    "an inert card in another player's hand": in_anothers_hand,
    "an inert card in another player's discard pile": in_discard,
    "an inert card under another player's deck": under_deck,
    "an unrelated optional ability declined": optional_ability,
    "an own unrelated optional ability declined": own_optional_ability,
    "a titan beside another player's deck": titan_beside,
    "an additional idle player": idle_player,
    "seats rotated": rotated,
    EQUAL_SWAPPED: lambda scenario: scenario,
    RENUMBERED: lambda scenario: scenario,
}

COUNTED_BY: dict[str, re.Pattern[str]] = {
    STASIS: re.compile("stasis"),
    OTHERS_STASIS: re.compile("stasis"),
    "an inert card buried": re.compile("bur(y|ied)"),
    "an inert card in another player's hand": re.compile("hand|hold|discard"),
    "an inert card in another player's discard pile": re.compile("discard|deck"),
    "an inert card under another player's deck": re.compile("deck"),
    "an unrelated optional ability declined": re.compile("discard|deck"),
    "an own unrelated optional ability declined": re.compile("discard|deck"),
    "a titan beside another player's deck": re.compile("titan"),
    "an additional idle player": re.compile("(?i)(each|every|all) (other )?players?"),
}
"""Card texts for which the change does matter: a game in which such a card acts is no witness."""


def matters(change: str, log: Sequence[Event], start: int, table: Table) -> bool:
    """Whether a card that counts what the change adds was played or used, or did something."""
    pattern = COUNTED_BY.get(change)
    if pattern is None:
        return False
    acting = {getattr(event, name, 0) for event in log[start:] for name in ("by", "holder", "card", "because")}
    return any(
        pattern.search(definition(table.cards[number].definition).text) for number in acting if number in table.cards
    )


# --- following the original ---------------------------------------------------------------------------------------------


@dataclass
class Translation:
    """How the changed game names what the original names."""

    cards: dict[int, int]
    seats: Mapping[int, int]
    sites: dict[int, int] = field(default_factory=dict)
    swapping: Table | None = None
    """The changed game's table, if equal cards are to be swapped whenever one of them is chosen."""
    swaps: int = 0
    """Count how often that happened."""

    def learn_sites(self, original: Sequence[Event], changed: Sequence[Event]) -> None:
        """Bases correspond in the order of their arrival."""
        arrived = [[event.site for event in log if isinstance(event, BaseArrived)] for log in (original, changed)]
        self.sites.update(zip(arrived[0], arrived[1], strict=False))

    def card(self, number: int) -> int:
        """A card of the original in the changed game."""
        return self.cards.get(number, number)

    def reconcile(self, incoming: Iterable[int], available: Iterable[int]) -> None:
        """Let equal cards stand for cards of the original that are not where they should be: of several equal cards the
        rules may have taken another one, after some of them were swapped."""
        table = self.swapping
        if table is None:
            return
        names = {changed: number for number, changed in self.cards.items()}
        missing = [self.card(number) for number in incoming]
        free = [number for number in available if number not in missing]
        for mine in missing:
            if mine in available:
                continue
            keys = (equivalence_key, lambda table, number: table.cards[number].definition)
            for key in keys:
                other = next((number for number in free if key(table, number) == key(table, mine)), 0)
                if other:
                    free.remove(other)
                    first, second = names.get(mine, mine), names.get(other, other)
                    self.cards[first], self.cards[second] = other, mine
                    names[other], names[mine] = first, second
                    break

    def picks(self, asked: Question, picks: Iterable[Pick], now: Question) -> tuple[Pick, ...]:
        """The answer of the original as an answer to the question of the changed game."""
        picks = tuple(picks)
        if self.swapping is not None:
            cards = [number for option in asked.options if (number := card_of(option, asked))]
            self.reconcile(cards, [number for option in now.options if (number := card_of(option, now))])
            self._swap(self.swapping, asked, picks, now)
        found: list[Pick] = []
        for pick in picks:
            if isinstance(asked, PayWith) and len(asked.options) == len(now.options):
                found.append(now.options[asked.options.index(pick)])  # plays are named by positions in the log
                continue
            wanted = _without_event(self._pick(asked, pick))
            # Of several answers of one ability to different events the same one is meant, counted in order.
            same = [option for option in asked.options if _without_event(self._pick(asked, option)) == wanted]
            alike = [option for option in now.options if _without_event(option) == wanted]
            if not alike:
                raise NotAlike(f"{wanted} is not offered: {now}")
            found.append(alike[min(same.index(pick), len(alike) - 1)] if pick in same else alike[0])
        return tuple(found)

    def _swap(self, table: Table, asked: Question, picks: Sequence[Pick], now: Question) -> None:
        """From now on, let equal cards that are offered stand for those that were chosen."""
        chosen = [self.card(number) for pick in picks if (number := card_of(pick, asked))]
        offered = {
            number
            for option in now.options
            if (number := card_of(option, now)) and not ZONES[table.cards[number].zone].ordered
        }
        names = {changed: number for number, changed in self.cards.items()}
        for mine in chosen:
            wanted = equivalence_key(table, mine)
            free = (number for number in offered if number not in chosen and equivalence_key(table, number) == wanted)
            other = next(free, 0)
            if other:
                offered.discard(other)
                self.swaps += 1
                self.cards[names.get(mine, mine)], self.cards[names.get(other, other)] = other, mine

    def _pick(self, asked: Question, pick: Pick) -> Pick:
        if isinstance(asked, Sites) and isinstance(pick, int):
            return self.sites.get(pick, pick)
        if isinstance(asked, Seats) and isinstance(pick, int):
            return self.seats.get(pick, pick)
        return renamed_picks((pick,), self.card, asked)[0]


def _without_event(pick: Pick) -> Pick:
    return msgspec.structs.replace(pick, event=0) if isinstance(pick, Use) else pick


class TranslatedChance:
    """The shuffles and picks of the original; added cards go to the bottom."""

    def __init__(self, log: Sequence[Event], translation: Translation) -> None:
        self._shuffles = [event.order for event in log if isinstance(event, Shuffled)]
        self._picks = [event for event in log if isinstance(event, PickedAtRandom)]
        self._translation = translation

    def shuffle(self, cards: Sequence[int]) -> tuple[int, ...]:
        """The next shuffle of the original that is of these cards."""
        for number, order in enumerate(self._shuffles):
            if len(order) == len(cards):
                self._translation.reconcile(order, cards)
            wanted = [self._translation.card(card) for card in order]
            if set(wanted) <= set(cards):
                del self._shuffles[number]
                return (*wanted, *(card for card in cards if card not in wanted))
        return tuple(cards)

    def pick(self, pool: Sequence[int], count: int) -> tuple[int, ...]:
        """The next pick of the original."""
        translation = self._translation
        for number, event in enumerate(self._picks):
            names = {"site": translation.sites, "seat": translation.seats}.get(event.what, translation.cards)
            wanted = tuple(names.get(pick, pick) for pick in event.picks)
            if len(wanted) == count and set(wanted) <= set(pool):
                del self._picks[number]
                return wanted
        return tuple(pool[:count])


def follow(original: Sequence[Event], start: int, game: Game, translation: Translation) -> None:
    """Answer in the changed game as the original did after `start` events. Raises NotAlike."""
    answers: list[tuple[int, Question, Answered]] = []
    asked: Asked | None = None
    for event in original[start:]:
        if isinstance(event, Asked):
            asked = event
        elif isinstance(event, Answered) and asked is not None:
            answers.append((translation.seats.get(asked.seat, asked.seat), asked.question, event))
            asked = None
    last = asked
    set_up = len(game.log)
    game.begin()
    for _ in range(20_000):
        translation.learn_sites(original, game.log)
        question, seat = game.question, game.table.asked
        if question is None:
            break
        if game.table.seats[seat].name == IDLE:
            game.answer(seat, _declined(question, game.table))
            continue
        if answers and seat == answers[0][0] and type(question) is type(answers[0][1]):
            if _same(translation, answers[0][1], question):
                _, before, answered = answers[0]
                try:
                    picks = translation.picks(before, answered.picks, question)
                except NotAlike:
                    if question.least:
                        raise  # otherwise it may be an earlier opportunity, which only the change provides
                else:
                    answers.pop(0)
                    game.answer(seat, picks)
                    continue
        elif not answers and last is not None and _ends_here(translation, last, seat, question):
            break
        until = answers[0][2].position if answers else len(original)
        used = _used_unasked(original[start:until], game.log[set_up:], question, translation)
        game.answer(seat, (used,) if used else _declined(question, game.table))
    if answers:
        raise NotAlike(f"{len(answers)} questions of the original are never asked: {answers[0][1]}")


def _ends_here(translation: Translation, last: Asked, seat: int, question: Question) -> bool:
    """Return whether a question is the one that the original left unanswered."""
    return translation.seats.get(last.seat, last.seat) == seat and type(last.question) is type(question)


def _used_unasked(
    original: Sequence[Event], changed: Sequence[Event], question: Question, translation: Translation
) -> Use | None:
    """Return the ability among some options that the original used automatically, because there was no other."""
    if not isinstance(question, Window):
        return None
    now = Counter((event.holder, event.ability) for event in changed if isinstance(event, AbilityUsed))
    before = Counter(
        (translation.card(event.holder), event.ability) for event in original if isinstance(event, AbilityUsed)
    )
    for option in question.options:
        if isinstance(option, Use) and before[option.holder, option.ability] > now[option.holder, option.ability]:
            return option
    return None


def _same(translation: Translation, before: Question, now: Question) -> bool:
    """Whether a question is the one the original asked: by the same card, about the same thing."""
    return translation.card(before.by) == now.by and before.about == now.about


def _declined(question: Question, table: Table) -> tuple[Pick, ...]:
    """The answer to a question that only the change has raised: no, or the only choice there was without it."""
    if question.least == 0:
        return ()
    if question.options == (YES, NO):
        # The idle player never stands in the way of an early end; nobody else ends a game that went on.
        idle = table.seats[table.asked].name == IDLE
        return (YES if idle and asks_to_stop(question) else NO,)
    if isinstance(question, NextInOrder):
        for option in question.options:
            if isinstance(option, Use) and option.ability == COUNT_DOWN:
                return (option,)  # the added card's counter comes off first; the rest is ordered as before
    before = tuple(option for option in question.options if not _is_added(question, option, table))
    if len(before) == question.least:
        return before
    raise NotAlike(f"only the changed game asks {question}")


def _is_added(question: Question, option: Pick, table: Table) -> bool:
    """Whether an option is about what the change has added."""
    if isinstance(question, Seats) and isinstance(option, int):
        return table.seats[option].name == IDLE
    card = card_of(option, question)
    return bool(card) and table.cards[card].definition in ADDED


# --- comparing ----------------------------------------------------------------------------------------------------------


def summary(table: Table) -> dict[str, Any]:
    """A table by names, without what was added."""
    names = [seat.name for seat in table.seats] + ["nobody"]

    def piles(zone: str, seat: int) -> list[str]:
        return sorted(
            _said(table, card.number, names)
            for card in table.cards.values()
            if card.zone == zone and card.controller == seat and card.definition not in ADDED
        )

    zones = sorted({card.zone for card in table.cards.values()})
    return {
        "points": {seat.name: seat.victory_points for seat in table.seats if seat.name != IDLE},
        "bases": [definition(table.cards[site.base].definition).name for site in table.sites.values()],
        "cards": {
            (zone, names[seat]): found
            for zone in zones
            for seat in range(-1, len(table.seats))
            if (found := piles(zone, seat))
        },
        "decks": {
            seat.name: [
                table.cards[number].definition for number in seat.deck if table.cards[number].definition not in ADDED
            ]
            for seat in table.seats
            if seat.name != IDLE
        },
    }


def _said(table: Table, number: int, names: Sequence[str]) -> str:
    card = table.cards[number]
    place = table.cards[table.sites[card.site].base].definition if card.site in table.sites else ""
    on = table.cards[card.host].definition if card.host else ""
    return f"{card.definition} of {names[card.owner]} at {place} on {on} +{card.counters} ({card.stasis})"


_HISTORY = frozenset(
    {"position", "cause", "moment", "allowance", "number", "effects", "allowances", "arguments", "rule"}
)
_SEATS = frozenset({"seat", "to", "controller", "until_seat"})
_SITES = frozenset({"site", "origin"})


def happenings(log: Sequence[Event], table: Table, start: int) -> Counter[str]:
    """List what happened, by names, without questions, chance and anything that concerns only the added card."""
    names = [seat.name for seat in table.seats] + ["nobody"]
    arrived = {event.site: number for number, event in enumerate(_arrivals(log))}
    found: Counter[str] = Counter()
    for event in log[start:]:
        if isinstance(
            event, Asked | Answered | Shuffled | PickedAtRandom | PhaseBegan | TurnBegan | CardsMade | AllowancesEnded
        ):
            continue
        facts: list[str] = [type(event).__name__]
        cards: list[str] = []
        for name in event.__struct_fields__:
            value = getattr(event, name)
            if name in CARD_FIELDS and value:
                cards.append(table.cards[value].definition)
                facts.append(f"{name} {cards[-1]}")
            elif name in CARDS_FIELDS:
                cards += [table.cards[item].definition for item in value]
                facts.append(f"{name} {sorted(table.cards[item].definition for item in value)}")
            elif name in _SEATS and isinstance(value, int):
                facts.append(f"{name} {names[value]}")
            elif name in _SITES:
                facts.append(f"{name} {arrived.get(value, -1)}")
            elif name not in _HISTORY and not isinstance(value, tuple):
                facts.append(f"{name} {value!r}")
        if isinstance(event, AbilityUsed) and event.ability.startswith("rule/"):
            continue  # a rule acts for several cards at once and names one of them
        if not ADDED.isdisjoint(cards) or names[getattr(event, "seat", -1)] == IDLE:
            continue
        found["; ".join(facts)] += 1
    return found


def _arrivals(log: Sequence[Event]) -> Iterator[BaseArrived]:
    return (event for event in log if isinstance(event, BaseArrived))


def differences(original: Sequence[Event], before: Table, start: int, game: Game, set_up: int) -> Iterator[str]:
    """The places where the changed game differs."""
    mine, theirs = summary(before), summary(game.table)
    for part in mine:
        if mine[part] != theirs[part]:
            yield f"{part}: {_parts(mine[part], theirs[part])}"
    was, now = happenings(original, before, start), happenings(game.log, game.table, set_up)
    for line in (was - now).keys() | (now - was).keys():
        yield f"{'no longer' if was[line] > now[line] else 'only now'}: {line}"


def _parts(mine: Any, theirs: Any) -> str:
    if isinstance(mine, dict):
        keys = [key for key in mine.keys() | theirs.keys() if mine.get(key) != theirs.get(key)]
        return "; ".join(f"{key}: {mine.get(key)} became {theirs.get(key)}" for key in keys)
    return f"{mine} became {theirs}"


# --- scenarios and games ------------------------------------------------------------------------------------------------


@dataclass
class Trials:
    """The results of some runs."""

    scenarios: int = 0
    runs: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)

    def merge(self, other: Trials) -> None:
        """Add other runs."""
        self.scenarios += other.scenarios
        self.runs += other.runs
        self.findings += other.findings


def try_scenarios(paths: Sequence[Path], changes: Iterable[str] = tuple(CHANGES)) -> Trials:
    """Every scenario, in its main edition, under every change."""
    trials = Trials()
    for path in paths:
        scenario = load(path)
        if scenario.phase == "setup" or scenario.until is not None:
            continue
        outcome = run(scenario, scenario.main_edition)
        if not outcome.passed:
            continue  # a scenario that already fails is reported by `smashup check`
        trials.scenarios += 1
        for name in changes:
            changed = CHANGES[name](scenario)
            if changed is None or matters(name, outcome.log, outcome.set_up, outcome.game.table):
                continue
            for what in changed_outcome(outcome, changed, trials.runs, name):
                trials.findings.append(Finding("metamorphic", f"{path.stem} in {outcome.edition}, {name}", what))
    return trials


def changed_outcome(outcome: Outcome, changed: Scenario, runs: Counter[str], name: str) -> Iterator[str]:
    """What is different about a scenario's outcome after a change."""
    try:
        setting = TableSetup(changed, outcome.edition)
        first = TableSetup(outcome.scenario, outcome.edition)
    except (Misstated, ScenarioError):
        return  # the change makes no sensible table of this one
    events, table, translation = setting.events, setting.table, _translation(first, setting)
    if name == RENUMBERED:
        events, renumbered = _renumbered(events)
        translation.cards = renumbered.cards
        table = fold(events)
    game = Game(list(events), flow, table=table)
    if name == EQUAL_SWAPPED:
        translation.swapping = game.table
    game.chance = TranslatedChance(outcome.log[outcome.set_up :], translation)
    try:
        follow(outcome.log, outcome.set_up, game, translation)
    except (NotAlike, IllegalAnswer, Endless) as error:
        yield str(error)
        return
    except SmashUpError as error:
        yield f"the rules refuse: {error}"
        return
    if name == EQUAL_SWAPPED and not translation.swaps:
        return  # nothing was changed
    runs[name] += 1
    yield from differences(outcome.log, outcome.game.table, outcome.set_up, game, len(setting.events))


def _translation(first: TableSetup, second: TableSetup) -> Translation:
    """Cards correspond by their place in the file."""
    numbers = {(listed.keys, listed.definition): listed.number for listed in second.listing.cards}
    cards = {
        listed.number: numbers[listed.keys, listed.definition]
        for listed in first.listing.cards
        if (listed.keys, listed.definition) in numbers
    }
    seats = {seat: second.scenario.seats.index(name) for seat, name in enumerate(first.scenario.seats)}
    return Translation(cards, seats | {-1: -1})


def try_games(paths: Sequence[Path]) -> Trials:
    """Recorded games under the changes of `GAME_CHANGES`."""
    trials = Trials()
    for path in paths:
        _, log = read_game(path)
        if any(isinstance(event, HouseRuled) for event in log):
            continue
        trials.scenarios += 1
        for name, change in GAME_CHANGES.items():
            if matters(name, log, 0, fold(log)):
                continue
            trials.runs[name] += 1
            for what in _changed_game(log, change, swapping=name == EQUAL_SWAPPED):
                trials.findings.append(Finding("metamorphic", f"{path.stem}, {name}", what))
    return trials


def _first_phase(log: Sequence[Event]) -> int:
    """The number of events before the first phase begins: that is where a game may be taken up."""
    return next(event.position for event in log if isinstance(event, PhaseBegan)) - 1


def _inert_card(log: Sequence[Event]) -> tuple[list[Event], Translation]:
    start = _first_phase(log)
    begun = log[0]
    assert isinstance(begun, GameBegun)
    number = 1 + max(event.first + len(event.definitions) - 1 for event in log if isinstance(event, CardsMade))
    made = CardsMade(position=start + 1, cause=1, seat=0, zone="hand", first=number, definitions=(INERT_ID,))
    asleep = StasisEntered(position=start + 2, cause=1, card=number, to=0, counters=LONG, source="hand", seat=0)
    phase = msgspec.structs.replace(log[start], position=start + 3)
    return [*log[:start], made, asleep, phase], Translation({}, {})


def _renumbered(log: Sequence[Event]) -> tuple[list[Event], Translation]:
    """The cards of the last pile to be made get the lowest numbers."""
    made = [event for event in log if isinstance(event, CardsMade)]
    cards: dict[int, int] = {}
    following = 1
    for pile in reversed(made):
        for offset in range(len(pile.definitions)):
            cards[pile.first + offset] = following
            following += 1
    question: Question | None = None
    changed: list[Event] = []
    for event in log:
        changed.append(renamed(event, lambda number: cards[number], question))
        question = event.question if isinstance(event, Asked) else question
    return changed, Translation(cards, {})


def _unchanged(log: Sequence[Event]) -> tuple[list[Event], Translation]:
    return list(log[: _first_phase(log) + 1]), Translation({}, {})


GameChange = Callable[[Sequence[Event]], tuple[list[Event], Translation]]
GAME_CHANGES: dict[str, GameChange] = {
    STASIS: _inert_card,
    EQUAL_SWAPPED: _unchanged,
    RENUMBERED: lambda log: _renumbered(log[: _first_phase(log) + 1]),
}
"""Changes of a recorded game before its first turn: what happened until then, and how the cards are called."""


def _changed_game(log: Sequence[Event], change: GameChange, *, swapping: bool) -> Iterator[str]:
    start = _first_phase(log) + 1
    events, translation = change(log)
    game, set_up = Game([*events], flow), len(events)
    game.chance = TranslatedChance(log[start:], translation)
    translation.swapping = game.table if swapping else None
    original = Game(list(log), flow)
    try:
        follow(log, start, game, translation)
    except (NotAlike, IllegalAnswer, Endless) as error:
        yield str(error)
        return
    yield from differences(log, original.table, start, game, set_up)


def scenarios_under(folder: Path, every: int = 1) -> list[Path]:
    """The scenario files below a folder; every n-th of them."""
    return list(scenario_files([folder]))[::every]
