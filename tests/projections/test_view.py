"""What a seat may know: the view changes neither when cards are renumbered nor when unseen cards are exchanged."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import get_args

import msgspec
import pytest

from core.engine.game import Game, IllegalAnswer
from core.rules.replay import quiet_point
from core.rules.turn import flow
from events.questions import (
    AnyQuestion,
    Arrange,
    Cards,
    May,
    Modes,
    Names,
    NextInOrder,
    Play,
    Question,
    Sites,
    Unseen,
    Use,
    Window,
)
from events.vocabulary import (
    EVENT_TYPES,
    AbilityUsed,
    Answered,
    Asked,
    BaseArrived,
    Buried,
    CardPlayed,
    CardsMade,
    Discarded,
    Drawn,
    DuelBegan,
    DuelCardPlaced,
    DuelCardRevealed,
    EffectBegan,
    Event,
    GameBegun,
    GameWon,
    Looked,
    Moved,
    PhaseBegan,
    PickedAtRandom,
    Placed,
    Returned,
    Revealed,
    SeatSetup,
    SetAside,
    Shuffled,
    Taken,
    tag_of,
)
from projections.renaming import CARD_FIELDS, CARDS_FIELDS, renamed, renamed_question
from projections.table import STILL, Table, fold, snapshot
from projections.view import FACE_DOWN, UnknownName, View
from tests.campaign.visibility import Observers
from tests.projections.games import random_game

GAMES = [(1, "EMD", 2), (2, "OOPS", 3), (3, "CND", 4), (4, "AL9K", 2), (5, "MS", 3)]
COPIES = [
    *(pytest.param(*game, False, id=f"{game[0]}-{game[1]}") for game in GAMES),
    pytest.param(220, "AL9K", 3, False, id="drawn before the shuffle"),
    pytest.param(1078, "EMD", 4, True, id="a copy of another player's in the deck"),
    pytest.param(1111, "MS", 4, True, id="an ability of a card that was shuffled away"),
    pytest.param(3477, "OOPS", 2, True, id="a card that searches the deck it was shuffled into"),
    pytest.param(2468, "CND", 2, True, id="a deck that is reshuffled while its cards are revealed"),
]


# --- renumbering ----------------------------------------------------------------------------------------------------


def renumbering(log: Sequence[Event], rng: random.Random) -> dict[int, int]:
    """Other numbers for all cards: mixed within each lot that was made together, and all far away."""
    other: dict[int, int] = {}
    for event in log:
        if isinstance(event, CardsMade):
            numbers = list(range(event.first, event.first + len(event.definitions)))
            # A pile that is laid out openly is not shuffled: its order is that of the numbers.
            mixed = numbers if event.zone == "madness" else rng.sample(numbers, len(numbers))
            other |= dict(zip(numbers, mixed, strict=True))
    return {number: new + 1000 for number, new in other.items()}


def renumbered(log: Sequence[Event], other: dict[int, int]) -> Iterator[Event]:
    question: Question | None = None
    for event in log:
        if isinstance(event, CardsMade):
            numbers = range(event.first, event.first + len(event.definitions))
            made = {other[number]: definition for number, definition in zip(numbers, event.definitions, strict=True)}
            definitions = tuple(made[number] for number in sorted(made))
            yield msgspec.structs.replace(event, first=event.first + 1000, definitions=definitions)
        else:
            yield renamed(event, other.__getitem__, question)
        question = event.question if isinstance(event, Asked) else None


@pytest.mark.parametrize(("seed", "edition", "seats"), GAMES)
def test_renumbering_all_cards_changes_nothing_in_any_view(seed: int, edition: str, seats: int) -> None:
    log = random_game(seed, edition, seats)
    other = list(renumbered(log, renumbering(log, random.Random(seed))))
    assert snapshot(fold(other)) != snapshot(fold(log))
    for seat in (*range(seats), None):
        view, same = View(seat), View(seat)
        for event, again in zip(log, other, strict=True):
            assert view.take(event) == same.take(again)
            if isinstance(event, Asked) and event.quiet:
                assert snapshot(view.table) == snapshot(same.table)


def kind(table: Table, number: int) -> tuple[str, int]:
    """What makes a hidden card another than its neighbor: what it is, and whose."""
    card = table.cards[number]
    return card.definition, card.owner


class OtherCopies:
    """The chances of a recorded game with other copies of the same cards: each lies where a twin of it lay."""

    def __init__(self, log: Sequence[Event], rng: random.Random) -> None:
        self._recorded = iter([event for event in log if isinstance(event, Shuffled | PickedAtRandom)])
        self._log = log
        self._table = Table()  # of the recorded game
        self._random = rng
        self.game: Game | None = None

    def shuffle(self, cards: Sequence[int]) -> tuple[int, ...]:
        event = next(self._recorded)
        assert isinstance(event, Shuffled)
        assert self.game is not None
        for earlier in self._log[self._table.position : event.position - 1]:
            self._table.apply(earlier)
        copies: dict[tuple[str, int], list[int]] = {}
        for number in self._random.sample(cards, len(cards)):
            copies.setdefault(kind(self.game.table, number), []).append(number)
        return tuple(copies[kind(self._table, number)].pop() for number in event.order)

    def pick(self, pool: Sequence[int], count: int) -> tuple[int, ...]:
        event = next(self._recorded)
        assert isinstance(event, PickedAtRandom)
        return tuple(pool[event.pool.index(pick)] for pick in event.picks)


def compare_with_other_copies(log: Sequence[Event], seats: int, rng: random.Random, sight: type[View] = View) -> int:
    """Play a whole game again with other copies, by answers in the names of the views: the numbers decide nothing.

    Everything that any seat sees must be the same. Returns how many events that were.
    """
    begun = log[0]
    assert isinstance(begun, GameBegun)
    chance = OtherCopies(log, rng)
    game = chance.game = Game([begun], flow, chance=chance)
    game.begin()
    views = [(sight(seat), sight(seat)) for seat in (*range(seats), None)]
    answers = (event for event in log if isinstance(event, Answered))
    while True:
        for event in game.log[len(views[0][1].events) :]:
            for view, same in views:
                assert view.take(log[event.position - 1]) == same.take(event), (
                    f"seat {view.seat} can tell equal copies apart at {event.position}"
                )
        for view, same in views if rng.random() < 0.1 else ():
            assert snapshot(view.table) == snapshot(same.table), (
                f"seat {view.seat} sees on the table at {len(game.log)} which of two equal copies lies where"
            )
        answer = next(answers, None)
        if answer is None:
            break
        view, same = views[answer.seat]
        game.answer(answer.seat, same.to_engine(view.from_engine(answer.picks)))
    assert game.over == isinstance(log[-1], GameWon)
    assert game.log != list(log)
    return len(log)


@pytest.mark.parametrize(("seed", "edition", "seats", "titans"), COPIES)
def test_playing_with_other_copies_changes_nothing_in_any_view(
    seed: int, edition: str, seats: int, titans: bool
) -> None:
    log = random_game(seed, edition, seats, titans=titans)
    assert compare_with_other_copies(log, seats, random.Random(seed)) > 500


# --- exchanging unseen cards ----------------------------------------------------------------------------------------


class Parted(Exception):
    """What was exchanged has led elsewhere: the recorded chance does not fit any more."""


class Exchanging:
    """The chances of a recorded game, but from one shuffle on some cards have changed places."""

    def __init__(self, log: Sequence[Event], since: int, exchange: dict[int, int]) -> None:
        self._recorded = iter([event for event in log if isinstance(event, Shuffled | PickedAtRandom)])
        self._since = since
        self._exchange = exchange

    def _changed(self, event: Event, numbers: tuple[int, ...]) -> tuple[int, ...]:
        if event.position < self._since:
            return numbers
        return tuple(self._exchange.get(number, number) for number in numbers)

    def shuffle(self, cards: Sequence[int]) -> tuple[int, ...]:
        event = next(self._recorded, None)
        order = self._changed(event, event.order) if isinstance(event, Shuffled) else ()
        if set(order) != set(cards):
            raise Parted
        return order

    def pick(self, pool: Sequence[int], count: int) -> tuple[int, ...]:
        event = next(self._recorded, None)
        if not isinstance(event, PickedAtRandom):
            raise Parted
        return event.picks if event.what in ("seat", "site") else self._changed(event, event.picks)


def named_in(answer: Answered) -> set[int]:
    numbers = {pick for pick in answer.picks if isinstance(pick, int)}
    numbers |= {pick.card for pick in answer.picks if isinstance(pick, Play)}
    return numbers | {pick.holder for pick in answer.picks if isinstance(pick, Use)}


def unseen_for_long(log: Sequence[Event], seat: int | None, shuffle: Shuffled, until: int) -> list[int]:
    """The cards of a shuffle that the seat does not see and no answer names for a while."""
    view = View(seat, log[: shuffle.position])
    left = set(shuffle.order)
    for event in log[shuffle.position : until]:
        view.take(event)
        if isinstance(event, Answered):
            left -= named_in(event)
        left -= {number for number in left if view.knows(number)}
    return sorted(left)


def compare_with_exchange(
    log: Sequence[Event], seat: int | None, since: int, exchange: dict[int, int], sight: type[View] = View
) -> int:
    """Run the engine again with cards exchanged, as long as nobody shows one to the seat and no answer names one.

    Everything the seat sees on the way must be the same. Returns how many events that were. Whether a card was shown is
    worked out from the events alone (`tests.campaign.visibility`): a view that only claims to know it is no excuse.
    """
    quiet = quiet_point(log[: since - 1])
    game = Game(list(log[:quiet]), flow, chance=Exchanging(log[quiet:], since, exchange))
    view, same, eyes = sight(seat), sight(seat), Observers([seat])
    for event in log[:quiet]:  # nothing has been exchanged yet
        view.take(event)
        same.take(event)
        eyes.take(event)
    other_eyes = deepcopy(eyes)
    answers = (event for event in log[quiet:] if isinstance(event, Answered))
    game.begin()
    parted = False
    while True:
        for event in game.log[len(same.events) :]:
            seen, otherwise = view.take(log[event.position - 1]), same.take(event)
            eyes.take(log[event.position - 1])
            other_eyes.take(event)
            if event.position >= since and (eyes.shown(exchange) or other_eyes.shown(exchange)):
                return event.position - since
            assert seen == otherwise, f"seat {seat} sees what was exchanged at {since}"
        assert not parted, "something went another way, and the seat has not seen why"
        assert snapshot(view.table) == snapshot(same.table)
        answer = next(answers, None)
        if answer is None or (answer.position > since and named_in(answer) & exchange.keys()):
            return len(same.events) - since
        try:
            game.answer(answer.seat, answer.picks)
        except IllegalAnswer:
            assert answer.seat != seat, "a seat's own options depend on what it cannot see"
            return len(same.events) - since
        except Parted:
            parted = True


def some_exchanges(
    log: Sequence[Event], seats: int, rng: random.Random, count: int
) -> Iterator[tuple[int | None, int, dict[int, int]]]:
    """Whose view, since which shuffle, which cards: two at random, or all that stay unseen for a while."""
    shuffles = [event for event in log if isinstance(event, Shuffled)]
    for turn in range(count):
        shuffle = rng.choice(shuffles)
        seat = rng.choice((*range(seats), None))
        if turn % 2:
            cards = rng.sample(shuffle.order, min(2, len(shuffle.order)))
        else:
            until = min(len(log), shuffle.position + rng.choice((50, 150, 400)))
            cards = unseen_for_long(log, seat, shuffle, until)
        yield seat, shuffle.position, dict(zip(cards, rng.sample(cards, len(cards)), strict=True))


@pytest.mark.parametrize(
    ("seed", "edition", "seats"), [*GAMES[:2], *(pytest.param(*game, marks=pytest.mark.nightly) for game in GAMES[2:])]
)
def test_exchanging_unseen_cards_changes_nothing_in_a_view(seed: int, edition: str, seats: int) -> None:
    log = random_game(seed, edition, seats)
    exchanges = some_exchanges(log, seats, random.Random(seed), 14)
    compared = [compare_with_exchange(log, *exchange) for exchange in exchanges]
    assert sum(compared) > 500


class TalkativeView(View):
    """A view as it must not be: it lets everybody hear what a player is asked."""

    def _masked(self, event: Event, question: AnyQuestion | None) -> Event:
        return event if isinstance(event, Asked) else super()._masked(event, question)


def test_the_comparison_notices_a_view_that_tells() -> None:
    log = random_game(1)
    exchanges = list(some_exchanges(log, 2, random.Random(1), 20))
    with pytest.raises(AssertionError, match="sees what was exchanged"):
        any(compare_with_exchange(log, *exchange, TalkativeView) < 0 for exchange in exchanges)


# --- cards that change hands ----------------------------------------------------------------------------------------

RAIDERS = ("cowboys", "vikings")


@pytest.mark.parametrize(("seed", "edition", "seats"), [(1, "OOPS", 3), (2, "EMD", 2)])
def test_stolen_cards_change_nothing_in_a_view(seed: int, edition: str, seats: int) -> None:
    """Hands are looked at and plundered, decks raided, duels fought, and whoever is asked holds who knows what."""
    log = random_game(seed, edition, seats, RAIDERS)
    other = list(renumbered(log, renumbering(log, random.Random(seed))))
    owners = {number: card.owner for number, card in fold(log).cards.items()}
    assert any(isinstance(event, Taken) and event.to != owners[event.card] for event in log)
    for seat in (*range(seats), None):
        view, same = View(seat), View(seat)
        assert all(view.take(event) == same.take(again) for event, again in zip(log, other, strict=True))
    for exchange in some_exchanges(log, seats, random.Random(seed), 10):
        compare_with_exchange(log, *exchange)


def test_a_card_stolen_unseen_is_known_to_the_thief_and_its_owner_has_seen_it_go() -> None:
    story = SmallGame()
    story.tell(Drawn, seat=1, cards=(21, 22))
    told = story.tell(PickedAtRandom, what="card", pool=(21, 22), picks=(21,), seat=1)
    assert {seat: event.picks for seat, event in told.items() if isinstance(event, PickedAtRandom)} == {
        0: (0,),
        1: (story.ben.name(21),),
        None: (0,),
    }
    told = story.tell(Taken, card=21, to=0, source="hand", controller=1, seat=0, seen=False)
    assert cards_of(told) == {0: 1, 1: 1, None: 0}
    mine = story.ana.table.cards[1]
    assert (mine.definition, mine.owner, mine.controller, mine.zone) == ("y/one", 1, 0, "hand")
    assert story.ben.table.seats[0].hand == [0]
    assert story.all.table.cards == {}


def test_a_stolen_card_put_on_the_thiefs_deck_is_known_to_the_thief_alone() -> None:
    story = SmallGame()
    story.tell(Drawn, seat=1, cards=(21,))
    story.tell(Taken, card=21, to=0, source="hand", controller=1, seat=0, seen=False)
    told = story.tell(Placed, card=21, to=0, source="hand", controller=0, seat=0, end="top")
    assert cards_of(told) == {0: 1, 1: 0, None: 0}
    assert story.ana.table.seats[0].deck == [1, 0, 0, 0, 0, 0]
    assert story.ana.table.cards[1].owner == 1
    assert story.ben.table.seats[0].deck == [0] * 6
    told = story.tell(Drawn, seat=0, cards=(21,))
    assert cards_of(told) == {0: (1,), 1: (0,), None: (0,)}
    told = story.tell(CardPlayed, seat=0, card=21, source="hand", to="resolving")
    assert all(view.knows(21) and view.table.cards[view.name(21)].owner == 1 for view in story.views.values())
    told = story.tell(Discarded, card=21, to=1, source="resolving", controller=0)
    assert all(view.table.seats[1].discard == [view.name(21)] for view in story.views.values())


def test_a_card_revealed_off_a_deck_and_taken_is_seen_by_all_and_then_lost_to_the_others() -> None:
    story = SmallGame()
    story.tell(Revealed, seat=0, cards=(21,))
    told = story.tell(Taken, card=21, to=0, source="deck", controller=1, seat=0)
    assert all(cards_of(told).values())
    assert (story.ana.knows(21), story.ben.knows(21), story.all.knows(21)) == (True, False, False)


def test_a_player_who_may_play_a_card_learns_which() -> None:
    """A card that was revealed may be answered with, wherever it has been put since."""
    story = SmallGame()
    story.tell(Revealed, seat=0, cards=(21,))
    story.tell(Taken, card=21, to=0, source="deck", controller=1, seat=0)
    story.tell(Asked, seat=1, question=Window(options=(Play(21),), least=0))
    assert story.ben.question is not None
    assert story.ben.to_engine(story.ben.question.options) == (Play(21),)
    assert story.ben.table.cards[story.ben.name(21)].definition == "y/one"
    assert not story.all.knows(21)


# --- answers --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seed", "edition", "seats"), GAMES[:3])
def test_every_question_can_be_answered_in_the_names_of_the_view(seed: int, edition: str, seats: int) -> None:
    log = random_game(seed, edition, seats)
    views = [View(seat) for seat in range(seats)]
    for event in log:
        for view in views:
            view.take(event)
        if isinstance(event, Asked):
            asked = views[event.seat]
            assert asked.question is not None
            assert asked.to_engine(asked.question.options) == event.question.options
            assert asked.from_engine(event.question.options) == asked.question.options
            numbers = {option for option in event.question.options if isinstance(option, int)}
            if isinstance(event.question, Cards | Arrange):
                hidden = [number for number in numbers if not asked.knows(number)]
                assert all(asked._table.cards[number].zone in FACE_DOWN for number in hidden), "offered but never seen"
            assert all(view.question == Unseen() for view in views if view is not asked)


def test_a_name_that_is_not_in_the_view_is_refused() -> None:
    view = View(0, random_game(1)[:30])
    with pytest.raises(UnknownName, match="no card 999"):
        view.to_engine((Play(999),))


# --- the form -------------------------------------------------------------------------------------------------------

NOT_CARDS = {
    *("position", "cause", "moment", "seat", "to", "controller", "site", "origin", "first", "number", "seats"),
    *("power", "powers", "amount", "counters", "victory_points", "total", "totals", "breakpoint", "places", "awards"),
    *("allowance", "allowances", "effects", "until_seat", "left"),
}


def holds_numbers(annotation: object) -> bool:
    return annotation is int or any(holds_numbers(part) for part in get_args(annotation))


@pytest.mark.parametrize("kind", EVENT_TYPES, ids=tag_of)
def test_every_field_with_numbers_is_known_to_hold_cards_or_not(kind: type[Event]) -> None:
    special = {"picks", "pool", "question", "but"}
    for field in msgspec.structs.fields(kind):
        if holds_numbers(field.type):
            assert field.name in CARD_FIELDS | CARDS_FIELDS | NOT_CARDS | special, f"{kind.__name__}.{field.name}"


def test_masked_events_come_back_and_masked_tables_encode() -> None:
    view = View(1, random_game(2, "OOPS", 3)[:400])
    for event in view.events:
        assert msgspec.json.decode(msgspec.json.encode(event), type=type(event)) == event
    assert msgspec.json.decode(msgspec.json.encode(view.table))["turn"] == view.table.turn


@pytest.mark.parametrize(("seed", "edition", "seats"), GAMES[:3])
def test_the_masked_table_has_the_shape_of_the_real_one(seed: int, edition: str, seats: int) -> None:
    log = random_game(seed, edition, seats)
    real = Table()
    views = [View(seat) for seat in (0, None)]
    for event in log:
        real.apply(event)
        for view in views:
            view.take(event)
        if event.position % 97 == 0:
            for view in views:
                check_shape(real, view)


@pytest.mark.parametrize(("seed", "edition", "seats"), [(1, "EMD", 2), (2, "AL9K", 3), (3, "OOPS", 4)])
def test_events_that_leave_everything_lying_change_nothing_there(seed, edition, seats):
    table, before = Table(), b""
    for event in random_game(seed, edition, seats):
        table.apply(event)
        after = msgspec.msgpack.encode((table.seats, table.cards, table.sites, table.piles, table.scoring))
        assert type(event) not in STILL or after == before, event
        before = after


def test_a_table_that_a_view_gave_stays_as_it_is_while_the_game_continues():
    views = [View(seat) for seat in (0, None)]
    given = []
    for event in random_game(1):
        for view in views:
            view.take(event)
            if event.position % 10 == 0:
                given.append((view.table, snapshot(view.table)))
    assert all(snapshot(table) == before for table, before in given)


def check_shape(real: Table, view: View) -> None:
    masked = view.table
    for number, (seat, shown) in enumerate(zip(real.seats, masked.seats, strict=True)):
        assert {zone: len(pile) for zone, pile in seat.piles.items()} == {
            zone: len(pile) for zone, pile in shown.piles.items()
        }
        assert number != view.seat or all(shown.hand)
        assert number == view.seat or all(view.knows(view.number(name)) for name in shown.hand if name)
        assert all(shown.discard)
        assert seat.victory_points == shown.victory_points
    for site, place in real.sites.items():
        assert [view.number(name) for name in masked.sites[site].minions] == place.minions
    assert not any(masked.base_deck) or real.scoring or real.base_deck
    for name, card in masked.cards.items():
        original = real.cards[view.number(name)]
        assert (card.zone, card.controller, card.counters) == (original.zone, original.controller, original.counters)
        assert card.definition in ("", original.definition)


# --- sight, move by move --------------------------------------------------------------------------------------------


class SmallGame:
    """A small game told by hand, seen by Ana (0), Ben (1) and a spectator."""

    def __init__(self) -> None:
        self.position = 0
        self.views = {seat: View(seat) for seat in (0, 1, None)}
        self.ana, self.ben, self.all = self.views[0], self.views[1], self.views[None]
        seats = (SeatSetup(name="Ana"), SeatSetup(name="Ben"))
        self.tell(GameBegun, edition="EMD", seats=seats, rules_version="1")
        self.tell(CardsMade, seat=-1, zone="base_deck", first=1, definitions=("base/a", "base/b"))
        self.tell(
            CardsMade, seat=0, zone="deck", first=11, definitions=("x/one", "x/two", "x/two", "x/three", "x/four")
        )
        self.tell(CardsMade, seat=1, zone="deck", first=21, definitions=("y/one", "y/two", "y/two", "y/three"))

    def tell(self, event_type: type[Event], **facts: object) -> dict[int | None, Event]:
        self.position += 1
        event = event_type(position=self.position, **facts)  # type: ignore[arg-type]
        return {seat: view.take(event) for seat, view in self.views.items()}


def cards_of(told: dict[int | None, Event]) -> dict[int | None, object]:
    return {seat: getattr(event, "cards", None) or getattr(event, "card", None) for seat, event in told.items()}


def test_a_draw_is_seen_by_who_draws() -> None:
    story = SmallGame()
    told = cards_of(story.tell(Drawn, seat=0, cards=(11, 12)))
    assert told == {0: (1, 2), 1: (0, 0), None: (0, 0)}
    assert story.ana.table.seats[0].hand == [1, 2]
    assert story.ben.table.seats[0].hand == [0, 0]
    assert story.ana.table.cards[1].definition == "x/one"
    assert story.ben.table.cards == {}


def test_a_card_made_in_a_hand_is_seen_by_its_player_only() -> None:
    story = SmallGame()
    told = story.tell(CardsMade, seat=0, zone="hand", first=31, definitions=("z/one", "z/two"))
    assert told[0] == CardsMade(position=5, seat=0, zone="hand", first=1, definitions=("z/one", "z/two"))
    assert told[1] == CardsMade(position=5, seat=0, zone="hand", first=0, definitions=("", ""))


def test_a_card_returned_to_a_hand_is_seen_going_and_then_lost_to_others() -> None:
    story = SmallGame()
    story.tell(Drawn, seat=0, cards=(11,))
    story.tell(CardPlayed, seat=0, card=11, source="hand", to="resolving")
    told = story.tell(Taken, card=11, to=0, source="resolving")
    assert cards_of(told) == {0: 1, 1: 1, None: 1}
    assert (story.ana.name(11), story.ben.name(11)) == (1, 0)
    story.tell(CardPlayed, seat=0, card=11, source="hand", to="resolving")
    assert (story.ana.name(11), story.ben.name(11)) == (1, 2)


def test_a_card_seen_going_on_a_deck_is_known_there_until_the_shuffle() -> None:
    story = SmallGame()
    story.tell(Drawn, seat=0, cards=(11,))
    story.tell(CardPlayed, seat=0, card=11, source="hand", to="resolving")
    story.tell(Placed, card=11, to=0, source="resolving", end="top")
    assert story.ben.table.seats[0].deck == [1, 0, 0, 0, 0]
    told = story.tell(Drawn, seat=0, cards=(11, 12))
    assert cards_of(told) == {0: (1, 2), 1: (1, 0), None: (1, 0)}
    assert story.ben.table.cards == {}
    story.tell(Placed, card=11, to=0, source="hand", end="bottom", seat=0)
    assert story.ana.table.seats[0].deck == [0, 0, 0, 1]
    assert story.ben.table.seats[0].deck == [0, 0, 0, 0]
    told = story.tell(Shuffled, zone="deck", seat=0, order=(13, 11, 14, 15))
    assert all(event.order == (0, 0, 0, 0) for event in told.values() if isinstance(event, Shuffled))
    assert story.ana.table.seats[0].deck == [0, 0, 0, 0]


def test_a_look_is_seen_by_who_looks_and_the_others_can_count() -> None:
    story = SmallGame()
    told = cards_of(story.tell(Looked, seat=0, cards=(22, 21)))
    assert told == {0: (1, 2), 1: (0, 0), None: (0, 0)}
    assert story.ana.table.seats[1].deck[:2] == [2, 1]


def test_who_knows_a_deck_forgets_it_when_another_takes_out_a_card_unseen() -> None:
    story = SmallGame()
    story.tell(Revealed, seat=0, cards=(11,))
    story.tell(PhaseBegan, phase="play")
    assert story.ben.table.seats[0].deck[0] == 1
    told = cards_of(story.tell(Placed, card=12, to=0, source="deck", end="bottom", seat=0))
    assert told == {0: 0, 1: 0, None: 0}
    assert story.ben.table.seats[0].deck == [0, 0, 0, 0, 0]


def test_a_revealed_card_is_followed_wherever_it_is_put() -> None:
    story = SmallGame()
    story.tell(Revealed, seat=0, cards=(11,))
    told = cards_of(story.tell(Placed, card=11, to=0, source="deck", end="bottom", seat=0))
    assert told == {0: 1, 1: 1, None: 1}
    assert story.all.table.seats[0].deck == [0, 0, 0, 0, 1]


def test_a_search_shows_which_cards_there_are_and_not_their_order() -> None:
    story = SmallGame()
    told = cards_of(story.tell(Looked, seat=0, cards=(11, 12, 13, 14, 15), search=True))
    assert told[0] == (1, 2, 3, 4, 5)
    assert [story.ana.table.cards[name].definition for name in range(1, 6)] == [
        *("x/four", "x/one", "x/three", "x/two", "x/two"),
    ]
    assert story.ana.table.seats[0].deck == [0, 0, 0, 0, 0]
    question = Cards(options=(11, 12, 14), least=0)
    asked = story.tell(Asked, seat=0, question=question)
    assert asked[0] == Asked(position=6, seat=0, question=Cards(options=(2, 4, 3), least=0))
    assert asked[1] == Asked(position=6, seat=0, question=Unseen())
    assert story.ana.to_engine((4,)) == (12,)
    answered = story.tell(Answered, seat=0, picks=(12,))
    assert [getattr(event, "picks", None) for event in answered.values()] == [(4,), (), ()]


@pytest.mark.parametrize("shows", [Drawn, Looked, Revealed])
def test_of_equal_cards_found_in_a_search_the_upper_one_has_the_lower_name(shows: type[Event]) -> None:
    """Whichever of them lies on top: the seat cannot tell."""
    told = []
    for upper, lower in ((12, 13), (13, 12)):
        story = SmallGame()
        story.tell(Shuffled, zone="deck", seat=0, order=(upper, 11, lower, 14, 15))
        story.tell(Looked, seat=0, cards=(11, 12, 13, 14, 15), search=True)
        story.tell(shows, seat=0, cards=(upper,))
        told.append([view.events for view in story.views.values()])
    assert told[0] == told[1]


@pytest.mark.parametrize("zone", ["hand", "deck"])
def test_equal_cards_of_two_players_are_not_listed_in_the_order_of_their_places(zone: str) -> None:
    told = []
    for swapped in (False, True):
        story = SmallGame()
        story.tell(CardsMade, seat=1, zone="deck", first=31, definitions=("x/one",))
        story.tell(Taken, card=31, to=0, source="deck", controller=1, seat=1, seen=False)
        story.tell(Placed, card=31, to=0, source="hand", controller=0, seat=0, end="bottom")
        order = (31, 11, 12, 13, 14, 15) if swapped else (11, 31, 12, 13, 14, 15)
        story.tell(Shuffled, zone="deck", seat=0, order=order)
        if zone == "hand":
            story.tell(Drawn, seat=0, cards=order[:2])
            story.tell(Looked, seat=1, cards=order[:2])
        else:
            story.tell(Looked, seat=1, cards=tuple(sorted(order)), search=True)
        told.append(snapshot(story.ben.table))
    assert told[0] == told[1]


def test_a_card_found_in_a_search_is_seen_by_all_and_nobody_sees_how_deep_it_lay() -> None:
    story = SmallGame()
    story.tell(Looked, seat=0, cards=(11, 12, 13, 14, 15), search=True)
    told = cards_of(story.tell(Revealed, seat=0, cards=(14,)))
    assert told == {0: (3,), 1: (1,), None: (1,)}
    assert all(view.knows(14) for view in story.views.values())
    assert all(view.table.seats[0].deck == [0] * 5 for view in story.views.values())
    story.tell(Shuffled, zone="deck", seat=0, order=(12, 13, 11, 14, 15))
    story.tell(Revealed, seat=0, cards=(12,))
    assert all(view.table.seats[0].deck == [view.name(12), 0, 0, 0, 0] for view in story.views.values())


def test_abilities_whose_card_was_lost_from_sight_can_be_picked() -> None:
    story = SmallGame()
    first, second, other = Use(13, "x/two#later"), Use(12, "x/two#later"), Use(14, "x/three#later")
    story.tell(Asked, seat=0, question=NextInOrder(options=(first, second, other), least=1, most=3))
    unseen, else_ = Use(0, "x/two#later"), Use(0, "x/three#later")
    assert story.ana.from_engine((first, second, other)) == (unseen, unseen, else_)
    assert story.ana.to_engine((unseen,)) == (first,)
    assert story.ana.to_engine((else_, unseen, unseen)) == (other, first, second)


def test_a_search_makes_others_forget_what_they_knew_of_the_deck() -> None:
    story = SmallGame()
    story.tell(Revealed, seat=0, cards=(12,))
    story.tell(PhaseBegan, phase="play")
    story.tell(Looked, seat=0, cards=(11, 12, 13, 14, 15), search=True)
    assert story.ben.name(12) == 0
    assert cards_of(story.tell(Revealed, seat=0, cards=(12,)))[1] == (2,)


def test_a_draw_from_among_cards_looked_at_does_not_tell_which() -> None:
    story = SmallGame()
    story.tell(Revealed, seat=0, cards=(11,))
    story.tell(PhaseBegan, phase="play")
    assert story.ben.table.seats[0].deck[0] == 1
    story.tell(Looked, seat=0, cards=(11, 12))
    told = cards_of(story.tell(Drawn, seat=0, cards=(11,)))
    assert told == {0: (1,), 1: (0,), None: (0,)}


def test_one_card_looked_at_and_drawn_is_still_the_one_that_all_have_seen() -> None:
    story = SmallGame()
    story.tell(Revealed, seat=0, cards=(11,))
    story.tell(PhaseBegan, phase="play")
    story.tell(Looked, seat=0, cards=(11,))
    assert cards_of(story.tell(Drawn, seat=0, cards=(11,)))[1] == (1,)


def test_a_hand_looked_at_is_forgotten_when_it_gains_a_card() -> None:
    story = SmallGame()
    story.tell(Drawn, seat=1, cards=(24, 21, 23))
    told = cards_of(story.tell(Looked, seat=0, cards=(24, 21, 23)))
    assert told == {0: (1, 2, 3), 1: (1, 2, 3), None: (0, 0, 0)}
    assert [story.ana.table.cards[name].definition for name in (1, 2, 3)] == ["y/one", "y/three", "y/two"]
    assert story.ana.table.seats[1].hand == [1, 2, 3]
    assert cards_of(story.tell(Discarded, card=24, to=1, source="hand"))[0] == 2
    story.tell(Drawn, seat=1, cards=(22,))
    assert story.ana.table.seats[1].hand == [0, 0, 0]
    assert story.ana.table.seats[1].discard == [2]


def test_a_hand_looked_at_is_forgotten_when_nothing_is_half_resolved() -> None:
    story = SmallGame()
    story.tell(Drawn, seat=1, cards=(21, 22))
    story.tell(Looked, seat=0, cards=(21, 22))
    story.tell(PhaseBegan, phase="score")
    assert story.ana.table.seats[1].hand == [0, 0]


def test_a_buried_card_has_a_name_for_all_and_a_face_for_its_player() -> None:
    story = SmallGame()
    story.tell(BaseArrived, base=1, site=5)
    story.tell(BaseArrived, base=2, site=6)
    story.tell(Drawn, seat=0, cards=(11, 12))
    told = cards_of(story.tell(Buried, card=12, site=5, source="hand", seat=0))
    assert told == {0: 4, 1: 3, None: 3}
    assert story.ana.table.cards[4].definition == "x/two"
    assert (story.ben.table.cards[3].definition, story.ben.table.cards[3].owner) == ("", -1)
    assert cards_of(story.tell(Moved, card=12, origin=5, site=6))[1] == 3
    assert story.ben.table.sites[6].piles["buried"] == [3]
    asked = story.tell(Asked, seat=1, question=Cards(options=(12,)))[1]
    assert asked == Asked(position=10, seat=1, question=Cards(options=(3,)))
    story.tell(Answered, seat=1, picks=(12,))
    assert cards_of(story.tell(CardPlayed, seat=0, card=12, source="buried", to="minions", site=6))[1] == 3
    assert story.ben.table.cards[3].definition == "x/two"


def test_a_card_laid_for_a_duel_is_face_down_until_it_is_turned_up() -> None:
    story = SmallGame()
    story.tell(Drawn, seat=0, cards=(11, 12))
    story.tell(Drawn, seat=1, cards=(21,))
    story.tell(DuelBegan, challenger=1, challenged=2, seat=0)
    told = cards_of(story.tell(DuelCardPlaced, seat=0, card=12))
    mine, theirs = story.ana.name(12), story.ben.name(12)
    assert told == {0: mine, 1: theirs, None: story.all.name(12)}
    assert mine
    assert theirs
    assert story.ana.table.cards[mine].definition == "x/two"
    for view in (story.ben, story.all):
        assert view.table.cards[view.name(12)].definition == ""
        assert view.table.cards[view.name(12)].owner == -1
        assert view.table.piles["duelling"] == [view.name(12)]
        assert view.table.duel is not None
        assert view.table.duel.placed == [view.name(12)]
    story.tell(DuelCardRevealed, seat=0, card=12)
    assert story.ben.table.cards[theirs].definition == "x/two"
    assert story.ben.table.duel is not None
    assert story.ben.table.duel.placed == []
    story.tell(Taken, card=12, to=0, source="duelling", seat=0)
    assert story.ben.table.seats[0].hand == [0, 0]
    assert story.ana.name(12) == mine


def test_cards_set_aside_unseen_and_put_back_tell_nobody_anything() -> None:
    story = SmallGame()
    told = cards_of(story.tell(SetAside, seat=0, cards=(11, 12, 13, 14, 15), seen=False))
    assert told == {0: (1, 2, 3, 4, 5), 1: (1, 2, 3, 4, 5), None: (1, 2, 3, 4, 5)}
    assert {card.definition for card in story.ana.table.cards.values()} == {""}
    story.tell(Placed, card=15, to=0, source="aside", end="top")
    assert story.ana.table.seats[0].deck == [0]


def test_several_cards_set_aside_unseen_at_once_lie_in_places_of_their_own() -> None:
    story = SmallGame()
    told = cards_of(story.tell(SetAside, seat=0, cards=(11, 12, 13), seen=False))
    assert told == {0: (1, 2, 3), 1: (1, 2, 3), None: (1, 2, 3)}


def test_a_card_shuffled_away_by_its_own_words_is_not_told_from_its_twins_when_it_comes_up() -> None:
    story = SmallGame()
    story.tell(Drawn, seat=0, cards=(12,))
    played = story.position + 1
    story.tell(CardPlayed, seat=0, card=12, source="hand", to="resolving")
    told = story.tell(Placed, card=12, to=0, source="resolving", end="top", by=12, cause=played)
    assert {getattr(event, "by", None) for event in told.values()} == {1}
    story.tell(Shuffled, zone="deck", seat=0, order=(12, 13, 11, 14, 15))
    told = story.tell(Revealed, seat=0, cards=(12,), by=12, cause=played)
    assert {getattr(event, "by", None) for event in told.values()} == {0}


def test_an_ability_used_shows_its_holder() -> None:
    story = SmallGame()
    story.tell(Drawn, seat=1, cards=(21,))
    told = story.tell(AbilityUsed, seat=1, holder=21, ability="y/one#act")
    assert [getattr(event, "holder", None) for event in told.values()] == [1, 1, 1]


@pytest.mark.parametrize("seen_again", [False, True])
def test_an_effect_does_not_tell_where_its_card_is_once_that_was_shuffled_away(seen_again: bool) -> None:
    story = SmallGame()
    story.tell(Drawn, seat=0, cards=(12,))
    story.tell(CardPlayed, seat=0, card=12, source="hand", to="resolving")
    began = story.position + 1
    story.tell(EffectBegan, by=12, seat=0, kind="ability", ability="x/two#later")
    assert {view.table.lasting[0].by for view in story.views.values()} == {1}
    story.tell(Placed, card=12, to=0, source="resolving", end="top", by=12, cause=began - 1)
    story.tell(Shuffled, zone="deck", seat=0, order=(12, 13, 11, 14, 15))
    if seen_again:
        story.tell(Drawn, seat=0, cards=(12,))
        story.tell(Discarded, seat=0, card=12, to=0, source="hand", controller=0)
    assert {view.table.lasting[0].by for view in story.views.values()} == {0}
    ending = story.position
    used = story.position + 1
    told = story.tell(AbilityUsed, seat=0, holder=12, ability="x/two#later", cause=ending)
    assert {getattr(event, "holder", None) for event in told.values()} == {0}
    told = story.tell(Drawn, seat=0, cards=(13,), by=12, cause=used)
    assert {getattr(event, "by", None) for event in told.values()} == {0}
    assert story.all.knows(12) is seen_again
    assert not any(story.all.table.seats[0].deck)


def test_a_question_does_not_tell_where_the_card_is_that_asks_once_it_was_shuffled_away() -> None:
    story = SmallGame()
    story.tell(Drawn, seat=0, cards=(12,))
    played = story.position + 1
    story.tell(CardPlayed, seat=0, card=12, source="hand", to="resolving")
    story.tell(Asked, seat=0, question=May(options=("yes", "no"), by=12), cause=played)
    assert getattr(story.ana.question, "by", 0) == 1
    story.tell(EffectBegan, by=12, seat=0, kind="ability", ability="x/two#later", cause=played)
    story.tell(Placed, card=12, to=0, source="resolving", end="top", by=12, cause=played)
    story.tell(Shuffled, zone="deck", seat=0, order=(12, 13, 11, 14, 15))
    story.tell(Looked, seat=0, cards=(11, 12, 13, 14, 15), search=True, by=12, cause=played)
    asked = story.tell(Asked, seat=0, question=Cards(options=(12, 14), least=0, by=12), cause=played)[0]
    assert isinstance(asked, Asked)
    assert asked.question.by == 0
    assert story.ana.to_engine(asked.question.options) == (12, 14)
    options = (Use(12, "x/two#later"), Use(14, "x/three#later"))
    order = story.tell(Asked, seat=0, question=NextInOrder(options=options, least=1, most=2))[0]
    assert isinstance(order, Asked)
    assert order.question == NextInOrder(
        options=(Use(0, "x/two#later"), Use(story.ana.name(14), "x/three#later")), least=1, most=2
    )
    assert story.ana.to_engine(order.question.options) == options
    assert story.ana.from_engine(options) == order.question.options


def test_what_is_said_aloud_is_heard_and_other_answers_are_not() -> None:
    story = SmallGame()
    for question, picks, heard in (
        (Names(options=("Ghost", "Spirit")), ("Spirit",), ("Spirit",)),
        (Sites(options=(5, 6)), (6,), ()),
        (Modes(options=("draw", "move")), ("move",), ()),
        (May(options=("yes", "no")), ("no",), ()),
    ):
        story.tell(Asked, seat=0, question=question)
        told = story.tell(Answered, seat=0, picks=picks)
        assert [getattr(event, "picks", None) for event in told.values()] == [picks, heard, heard]


def test_a_card_that_comes_back_to_the_own_hand_keeps_its_name() -> None:
    story = SmallGame()
    story.tell(Drawn, seat=0, cards=(11,))
    story.tell(CardPlayed, seat=0, card=11, source="hand", to="resolving")
    story.tell(Returned, card=11, to=0, source="resolving")
    assert story.ana.name(11) == 1


def test_a_question_is_renamed_with_the_card_that_asks() -> None:
    question = Cards(options=(3, 4), by=7)
    assert renamed_question(question, lambda number: number * 10) == Cards(options=(30, 40), by=70)
    assert renamed_question(Sites(options=(3, 4), by=7), lambda number: number * 10) == Sites(options=(3, 4), by=70)
