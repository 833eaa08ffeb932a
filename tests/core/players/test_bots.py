"""Bots answer legally whatever they are asked, see only what they may, and the greedy one is better than chance."""

from __future__ import annotations

import random

import pytest
from hypothesis import given

from core.engine.game import Game, RandomChance
from core.players.bots import BOTS, Bot, RandomBot, asks_to_stop, make_bot, within_limits
from core.players.greedy import GreedyBot, SeatViews, imagined, outlook, sensible
from core.printed.definitions import FACTIONS, definition, load_cards
from core.rules.replay import new_game
from core.rules.setup import about_bringing, game_begun
from core.rules.turn import ENDING_NOW, flow, one_decision
from events.errors import SmashUpError
from events.questions import (
    NO,
    YES,
    Arrange,
    Cards,
    Distribute,
    Main,
    May,
    Modes,
    Names,
    NextInOrder,
    Numbers,
    Question,
    Seats,
    Sites,
    Use,
    Window,
)
from events.vocabulary import Asked, CardPlayed, CardsMade, Event
from projections.copies import copied
from projections.table import Table, snapshot
from projections.view import View
from tests.core.random_games import Beginning, beginnings, games
from tests.core.table_setting import ANA, BEN, Setting

load_cards()
ALL = [faction.id for faction in FACTIONS.values() if faction.playable]
PAIRS = [("bear-cavalry", "ghosts"), ("killer-plants", "steampunks")]


def begin(seed: int, pairs=PAIRS, **settings) -> Game:
    names = ["Ana", "Ben", "Cleo", "Dov"][: len(pairs)]
    return new_game(game_begun(names, pairs, **settings), chance=RandomChance(seed))


def play(game: Game, bots, most: int = 5000) -> list[tuple[int, Question]]:
    """Play to the end, or for a number of decisions. Returns the questions asked."""
    asked: list[tuple[int, Question]] = []
    while not game.over and len(asked) < most:
        assert game.question is not None
        asked.append((game.table.asked, game.question))
        game.answer(game.table.asked, bots[game.table.asked].answer(game))
    return asked


def test_the_greedy_bot_takes_its_titans_along():
    """That question is not the one about ending the game, to which a bot that is not winning says no."""
    game = begin(1, edition_id="HTB", titans=True)
    while not game.table.phase:
        game.answer(game.table.asked, GreedyBot(1).answer(game))
    assert [len(seat.piles["beside"]) for seat in game.table.seats] == [2, 1]


QUESTIONS = [
    Cards(options=(1, 2, 3, 4), least=2, most=3),
    Cards(options=(1, 2, 3), least=0, most=0),
    Cards(options=(), least=0, most=0),
    Cards(options=(1, 2, 3, 4), least=2, most=4, budget=5, weights=(4, 3, 2, 3)),
    Cards(options=(1, 2, 3, 4), least=1, most=4, one_name=True, names=("a", "b", "a", "b")),
    Distribute(options=(1, 2), least=3, most=5, caps=(2, 4)),
    Distribute(options=(1, 2, 3), least=1, most=2),
    Arrange(options=(1, 2, 3), least=3, most=3),
    May(options=("yes", "no")),
    Modes(options=("this", "that"), least=0),
    Numbers(options=(0, 1, 2, 3)),
    Names(options=("Cub Scout", "Ghost")),
    Seats(options=(0, 1)),
    Window(options=(), least=0),
]


class TestRandom:
    @pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: type(question).__name__)
    def test_every_answer_is_legal(self, question: Question):
        bot = RandomBot(1)
        for _ in range(200):
            picks = bot.pick(question)
            assert question.refusal(picks) is None, picks

    def test_every_option_comes_up(self):
        bot = RandomBot(1)
        answers = {bot.pick(Cards(options=(1, 2, 3), least=0, most=2)) for _ in range(500)}
        assert len({frozenset(answer) for answer in answers}) == 7  # none, 3 single ones, 3 pairs

    def test_it_mostly_does_something_in_play_cards(self):
        bot = RandomBot(1)
        passes = sum(1 for _ in range(1000) if not bot.pick(Main(options=(1, 2), least=0)))
        assert 50 < passes < 200

    def test_the_same_seed_plays_the_same_game(self):
        logs = []
        for _ in range(2):
            game = begin(5)
            play(game, [RandomBot("5/0"), RandomBot("5/1")])
            logs.append(game.log)
        assert logs[0] == logs[1]

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_games_come_to_an_end(self, seats: int):
        chance = random.Random(seats)
        game = begin(seats, [tuple(chance.sample(ALL, 2)) for _ in range(seats)])
        play(game, [RandomBot(seat) for seat in range(seats)])
        assert game.over


class TestLimits:
    def test_a_tight_budget_takes_the_lightest(self):
        question = Cards(options=(1, 2, 3), least=2, most=2, budget=3, weights=(9, 1, 2))
        assert set(within_limits(question, (1, 2, 3), 2)) == {2, 3}

    def test_one_name_keeps_to_the_first(self):
        question = Cards(options=(1, 2, 3), least=1, most=3, one_name=True, names=("a", "b", "a"))
        assert within_limits(question, (1, 2, 3), 3) == (1, 3)


class TestGreedy:
    @pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: type(question).__name__)
    def test_every_answer_is_legal(self, question: Question):
        game = begin(3)
        assert question.refusal(sensible(game, 0, question, SeatViews())) is None

    def test_it_beats_chance(self):
        wins = 0
        for seed in range(6):
            game = begin(seed, first=seed % 2)
            play(game, [GreedyBot(seed), RandomBot(seed)])
            wins += game.table.winners == (0,)
        assert wins >= 4

    def test_it_drafts(self):
        game = begin(1, [(), ()], offer=ALL)
        play(game, [GreedyBot(0), GreedyBot(1)], most=4)
        assert all(len(seat.factions) == 2 for seat in game.table.seats)

    def test_it_takes_titans_along_and_plays_them(self):
        game = begin(3, [("bear-cavalry", "robots"), ("kaiju", "pirates")], titans=True)
        play(game, [GreedyBot(0), GreedyBot(1)], most=200)
        made = [event for event in game.log if isinstance(event, CardsMade) and event.zone == "beside"]
        assert {name for event in made for name in event.definitions} == {
            "bear-cavalry/major-ursa",
            "kaiju/gorgodzolla",
            "pirates/the-kraken",
        }
        assert any(isinstance(event, CardPlayed) and event.to == "titans" for event in game.log)

    @pytest.mark.parametrize(("theirs", "goes_there"), [(9, False), (1, True)])
    def test_it_moves_its_titan_only_where_it_wins_the_clash(self, theirs: int, goes_there: bool):
        setting = Setting()
        here, there = setting.base(), setting.base()
        setting.minion(3, here)
        setting.minion(4, there)
        setting.minion(theirs, there, of=BEN)
        for seat, name, site in ((ANA, "pirates/the-kraken", here), (BEN, "bear-cavalry/major-ursa", there)):
            (titan,) = setting._make(seat, "beside", [name])
            setting._add(CardPlayed, seat=seat, card=titan, source="beside", to="titans", site=site)
        empty = setting.base()
        match = setting.begin()
        kraken = match.table.at_bases("titans", ANA)[0].number
        match.answer(Use(holder=kraken, ability="pirates/the-kraken#surface"))
        question = match.question(Sites)
        assert set(question.options) == {there, empty}
        assert (sensible(match.game, ANA, question, SeatViews()) == (there,)) == goes_there

    def test_it_does_not_change_the_game_by_thinking(self):
        game = begin(2)
        bot = GreedyBot(0)
        for _ in range(12):
            before = snapshot(game.table), len(game.log)
            picks = bot.answer(game)
            assert (snapshot(game.table), len(game.log)) == before
            game.answer(game.table.asked, picks)

    @pytest.mark.parametrize("factions", [PAIRS, "by chance"])
    def test_it_does_not_peek(self, factions):
        """Whatever lies in others' hands and in the decks, the answer is the same."""
        chance = random.Random(11)
        pairs = PAIRS if factions is PAIRS else [tuple(chance.sample(ALL, 2)) for _ in range(2)]
        game = begin(11, pairs)
        bots: list[Bot] = [GreedyBot(0), RandomBot(1)]
        compared = 0
        while not game.over and compared < 60:
            asked = game.table.asked
            picks = bots[asked].answer(game)
            if asked == 0:
                other = Game(list(game.log), flow, table=exchanged(game, 0, chance))
                assert bots[0].answer(other) == picks
                compared += 1
            game.answer(asked, picks)
        assert compared > 10


def exchanged(game: Game, seat: int, chance: random.Random) -> Table:
    """The same table to a seat, with unseen cards exchanged."""
    copy = copied(game.table)
    knows = View(seat, game.log).knows
    for player in copy.seats:
        unseen = [card for card in (*player.hand, *player.deck) if not knows(card)]
        faces = [copy.cards[card].definition for card in unseen]
        chance.shuffle(faces)
        for card, face in zip(unseen, faces, strict=True):
            copy.cards[card].definition = face
        if not any(knows(card) for card in player.deck):
            chance.shuffle(player.deck)
    if not any(knows(card) for card in copy.base_deck):
        chance.shuffle(copy.base_deck)
    return copy


class TestImagining:
    def test_what_is_seen_stays(self):
        game = begin(7)
        play(game, [RandomBot(0), RandomBot(1)], most=40)
        copy = imagined(game.table, 0, random.Random(1))
        seen = [card for card in game.table.cards.values() if card.zone not in ("deck", "base_deck")]
        seen = [card for card in seen if card.zone != "hand" or card.controller == 0]
        assert all(copy.cards[card.number].definition == card.definition for card in seen)

    def test_no_card_is_lost_or_made(self):
        game = begin(7)
        play(game, [RandomBot(0), RandomBot(1)], most=40)
        copy = imagined(game.table, 0, random.Random(1))
        for owner in (0, 1, -1):
            mine = sorted(card.definition for card in game.table.cards.values() if card.owner == owner)
            assert sorted(card.definition for card in copy.cards.values() if card.owner == owner) == mine

    def test_a_lead_looks_better(self):
        game = begin(7)
        before = outlook(game, 0)
        game.table.seats[0].victory_points += 1
        assert outlook(game, 0) > before > outlook(game, 1)


@pytest.mark.parametrize("most", [1, 2])
def test_the_greedy_bot_orders_as_many_as_one_answer_may(most):
    """Of two replacements only the first is asked for (void.simultaneous)."""
    options = (Use(1, "a#one"), Use(2, "b#two"))
    game = new_game(game_begun(["Ana", "Ben"], [["ghosts", "robots"], ["aliens", "pirates"]]))
    question = NextInOrder(options=options, most=most)
    assert sensible(game, 0, question, SeatViews()) == options[:most]
    assert question.refusal(sensible(game, 0, question, SeatViews())) is None


def test_only_the_question_about_the_end_is_one_to_stop():
    assert asks_to_stop(May(options=(YES, NO), about=f"{ENDING_NOW}, with Ana as the winner"))
    titan = definition("bear-cavalry/major-ursa")
    assert not asks_to_stop(May(options=(YES, NO), about=about_bringing(titan)))


def test_bots_by_name():
    assert set(BOTS) == {"random", "greedy"}
    assert isinstance(make_bot("Greedy", 1), GreedyBot)
    with pytest.raises(SmashUpError, match=r"There is no bot 'clever'. The bots are random and greedy"):
        make_bot("clever")


@games(3)
@given(beginnings())
def test_views_kept_between_questions_know_what_new_ones_know(beginning: Beginning) -> None:
    played, followed, kept = beginning.played().log, list[Event](), SeatViews()
    while len(followed) < len(played):
        followed += played[len(followed) : len(followed) + 200]
        kept.follow(followed)
        further = played[: len(followed) + 50]  # as if a bot imagined how it goes on
        for seat in range(beginning.seats):
            assert kept.of(seat, further).known == View(seat, further).known
            assert kept.of(seat, followed).known == View(seat, followed).known


@games(2)
@given(beginnings())
def test_one_decision_ends_before_the_main_question_is_asked_again(beginning: Beginning) -> None:
    tried = 0
    for number, game in enumerate(beginning.play()):
        if type(game.question) is not Main or number % 10 or not game.question.options:
            continue
        ahead = Game([*game.log], one_decision, table=copied(game.table), chance=RandomChance(0))
        usual = Game([*game.log], flow, table=copied(game.table), chance=RandomChance(0))
        bots = RandomBot(number), RandomBot(number)
        for one, bot in zip((ahead, usual), bots, strict=True):
            one.begin()
            one.answer(one.table.asked, game.question.options[:1])
            while one.question is not None and type(one.question) is not Main:
                one.answer(one.table.asked, bot.answer(one))
        assert ahead.question is None
        assert ahead.log == usual.log[: len(ahead.log)]
        assert usual.over or [type(event) for event in usual.log[len(ahead.log) :]] == [Asked]
        tried += 1
    assert tried
