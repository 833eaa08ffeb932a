"""An answer is one of the options, in number, of the player who is asked; anything else is refused and changes nothing."""

from collections.abc import Callable
from typing import Any

import pytest

from core.engine.choices import (
    arrange,
    choose_base,
    choose_mode,
    choose_number,
    choose_player,
    choose_some,
    distribute,
    may,
)
from core.engine.game import Endless, Game, IllegalAnswer
from core.players.bots import RandomBot
from core.printed.definitions import definition
from events.questions import Arrange, Cards, Distribute, May, Modes, Numbers, Pick, Play, Seats, Sites, Use
from events.versions import decode, encode
from events.vocabulary import Answered
from projections.table import snapshot
from tests.core.random_games import Beginning, beginning
from tests.core.table_setting import ANA, BEN, Match, Setting

Words = Callable[[Match, list[int]], Callable]


def scene() -> tuple[Match, list[int]]:
    """Minions of power 1, 2, 3 and two of 4 at one base."""
    table = Setting(seats=3)
    castle, _ = table.base(), table.base()
    minions = [table.minion(power, castle) for power in (1, 2, 3, 4, 4)]
    return table.begin(tricks=1), minions


CASES: dict[str, tuple[Words, type, list[Callable[[list[int]], tuple[Pick, ...]]], list[tuple[Callable, str]]]] = {
    "some": (
        lambda match, minions: lambda me: choose_some(me, "some", match.cards(*minions), least=1, most=2),
        Cards,
        [lambda m: (m[0],), lambda m: (m[4], m[1])],
        [
            (lambda m: (), "pick 1 to 2, not 0"),
            (lambda m: (m[0], m[1], m[2]), "pick 1 to 2, not 3"),
            (lambda m: (m[0], m[0]), "picked twice"),
            (lambda m: (999,), "999 is not one of the options"),
            (lambda m: ("yes",), "yes is not one of the options"),
            (lambda m: (Play(m[0]),), "is not one of the options"),
        ],
    ),
    "a budget": (
        lambda match, minions: (
            lambda me: choose_some(me, "some", match.cards(*minions), budget=5, weights=[1, 2, 3, 5, 6])
        ),
        Cards,
        [lambda m: (), lambda m: (m[3],), lambda m: (m[1], m[2])],
        [
            (lambda m: (m[0], m[3]), "come to 6, more than 5"),
            (lambda m: (m[4],), "is not one of the options"),  # costs too much on its own
        ],
    ),
    "one name": (
        lambda match, minions: lambda me: choose_some(me, "some", match.cards(*minions), one_name=True),
        Cards,
        [lambda m: (), lambda m: (m[2],), lambda m: (m[3], m[4])],
        [(lambda m: (m[0], m[1]), "share one name")],
    ),
    "yes or no": (
        lambda match, minions: lambda me: may(me, "do it"),
        May,
        [lambda m: ("yes",), lambda m: ("no",)],
        [(lambda m: (), "pick exactly 1"), (lambda m: ("perhaps",), "perhaps is not one of the options")],
    ),
    "a base": (
        lambda match, minions: lambda me: choose_base(me, "a base", list(match.table.sites)),
        Sites,
        [],
        [(lambda m: (0,), "0 is not one of the options")],
    ),
    "a player": (
        lambda match, minions: lambda me: choose_player(me, "a player", (BEN, 2)),
        Seats,
        [lambda m: (BEN,), lambda m: (2,)],
        [(lambda m: (ANA,), "0 is not one of the options")],
    ),
    "a mode": (
        lambda match, minions: lambda me: choose_mode(me, "a mode", ("dance", "sing")),
        Modes,
        [lambda m: ("sing",)],
        [(lambda m: ("dance", "sing"), "pick exactly 1, not 2")],
    ),
    "a number": (
        lambda match, minions: lambda me: choose_number(me, "a number", range(3)),
        Numbers,
        [lambda m: (0,), lambda m: (2,)],
        [(lambda m: (3,), "3 is not one of the options")],
    ),
    "counters": (
        lambda match, minions: (
            lambda me: distribute(
                me, "counters", match.cards(*minions[:2]), least=3, most=3, caps={minions[0]: 2, minions[1]: 2}
            )
        ),
        Distribute,
        [lambda m: (m[0], m[0], m[1])],
        [
            (lambda m: (m[0], m[1]), "pick exactly 3, not 2"),
            (lambda m: (m[0], m[0], m[0]), "picked at most 2 times"),
        ],
    ),
    "an order": (
        lambda match, minions: lambda me: arrange(me, "an order", match.cards(*minions[:3])),
        Arrange,
        [lambda m: (m[2], m[0], m[1])],
        [(lambda m: (m[0], m[1]), "pick exactly 3, not 2"), (lambda m: (m[0], m[1], m[1]), "picked twice")],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_refused_answer_says_why_and_changes_nothing(case):
    words, kind, _, refused = CASES[case]
    for picks, reason in refused:
        match, minions = scene()
        match.do(words(match, minions))
        match.question(kind, ANA)
        before = len(match.game.log), snapshot(match.table)
        with pytest.raises(IllegalAnswer, match="That answer is not legal") as caught:
            match.game.answer(ANA, picks(minions))
        assert reason in str(caught.value)
        assert (len(match.game.log), snapshot(match.table)) == before


@pytest.mark.parametrize("case", CASES)
def test_a_legal_answer_is_taken(case):
    words, _, legal, _ = CASES[case]
    for picks in legal:
        match, minions = scene()
        match.do(words(match, minions))
        match.answer(*picks(minions))
        assert match.game.question is not None


def test_only_the_player_who_is_asked_decides():
    match, _ = scene()
    length = len(match.game.log)
    with pytest.raises(IllegalAnswer, match="it is Ana's decision"):
        match.game.answer(BEN, ())
    assert len(match.game.log) == length


def test_an_ability_that_is_not_on_offer_cannot_be_used():
    match, minions = scene()
    with pytest.raises(IllegalAnswer, match="using test#nothing of card"):
        match.game.answer(ANA, (Use(minions[0], "test#nothing"),))


def test_a_game_goes_on_after_a_refusal_as_if_nothing_had_been():
    match, minions = scene()
    other, _ = scene()
    for either in (match, other):
        either.do(lambda me: choose_some(me, "some", either.cards(*minions), least=1, most=2))  # noqa: B023
    with pytest.raises(IllegalAnswer):
        match.answer(999)
    match.answer(minions[0])
    other.answer(minions[0])
    assert match.game.log == other.game.log


# --- what only looks like an option


@pytest.mark.parametrize("change", [float, str, lambda card: True, lambda card: [card], lambda card: None])
def test_what_is_only_equal_to_an_option_is_refused(change):
    question = Cards(options=(1, 13), least=1, most=2)
    assert question.refusal(question.chosen([change(13)]))


def nested(depth: int) -> list[object]:
    found: list[object] = []
    for _ in range(depth):
        found = [found]
    return found


class Unequal:
    """A value that cannot even be compared."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError

    __hash__ = None  # type: ignore[assignment]


@pytest.mark.parametrize(
    "value",
    [10**5000, nested(5000), None, 1.5, {}, {1: 2}, object(), b"x", "x", Unequal()],
    ids=lambda value: type(value).__name__,
)
def test_any_illegal_value_is_refused_and_leaves_no_trace(value: object) -> None:
    game = beginning("EMD", 2, 3).game()
    before = list(game.log)
    for picks in (value, (value,), [value, value]):
        with pytest.raises(IllegalAnswer) as refused:
            game.answer(game.table.asked, picks)  # type: ignore[arg-type]
        assert len(str(refused.value)) < 200
    with pytest.raises(IllegalAnswer, match="can't answer"):
        game.answer(10**5000, ())
    assert game.log == before


def test_what_is_recorded_are_the_options_themselves():
    """A float or a truth value in the log could not be read again."""
    game = Beginning("EMD", (("ghosts", "steampunks"), ("bear-cavalry", "killer-plants")), 2, 7).game()
    bot = RandomBot(3)
    for _ in range(60):
        seat, picks = game.table.asked, bot.answer(game)
        likenesses: list[Any] = [float(pick) if isinstance(pick, int) else pick for pick in picks]
        if any(isinstance(pick, float) for pick in likenesses):
            with pytest.raises(IllegalAnswer, match="not one of the options"):
                game.answer(seat, likenesses)
        if any(pick == 1 for pick in picks):
            with pytest.raises(IllegalAnswer):
                game.answer(seat, [True if pick == 1 else pick for pick in picks])
        seat_like: Any = bool(seat)
        plays_like: list[Any] = [Play(float(pick.card)) if type(pick) is Play else pick for pick in picks]  # type: ignore[arg-type]
        game.answer(seat_like, plays_like)
    for event in game.log:
        assert decode(*encode(event)) == event
        if isinstance(event, Answered):
            assert type(event.seat) is int


def test_a_game_that_never_ends_is_refused_in_a_sentence(monkeypatch):
    """A Buccaneer between two Cub Scouts may go round and round; nobody sees how deep the rules were by then."""

    def deeper(question):
        return deeper(question)

    match = Setting().begin()
    monkeypatch.setattr(match.game, "_flow", Sender(deeper))
    with pytest.raises(Endless, match="without end"):
        match.game._advance(())


@pytest.mark.parametrize("high_ground", [False, True])
def test_a_buccaneer_between_two_cub_scouts_goes_round_without_end(high_ground):
    """Where it comes to, it would be destroyed and moves to the only other base instead; with High Ground somebody is
    asked on the way each time which of the two destroys it first."""
    table = Setting(edition="CND")
    castle, tower = table.base(40), table.base(40)
    table.minion(definition("bear-cavalry/cub-scout"), castle, counters=2)
    table.minion(definition("bear-cavalry/cub-scout"), tower, counters=2)
    if high_ground:
        table.action(definition("bear-cavalry/high-ground"), tower)
    table.minion(definition("pirates/buccaneer"), castle, BEN)
    (dinghy,) = table.hand(BEN, definition("pirates/dinghy"))
    game = table.begin(turn=BEN).game
    game.answer(BEN, (Play(dinghy),))
    with pytest.raises(Endless, match="without end"):
        go_round(game)


def go_round(game: Game) -> None:
    """Always the first thing on offer."""
    for _ in range(2000):
        assert game.question is not None
        game.answer(game.table.asked, game.question.options[: max(1, game.question.least)])


class Sender:
    """Rules that do this with every answer."""

    def __init__(self, send):
        self.send = send
