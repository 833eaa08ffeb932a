"""A fork goes its own way: whatever is played in it, the game it was taken from does not notice."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given

from core.engine.game import Game, RandomChance
from core.engine.index import Index
from core.players.bots import RandomBot
from core.rules.replay import resume
from core.rules.turn import flow
from events.questions import Main
from projections.copies import copied
from projections.table import snapshot
from tests.core.random_games import Beginning, beginnings, games

EVERY = 7  # how many main questions lie between forks: a prime number, so that they fall on all seats
DECISIONS = 12


def active_abilities(index: Index) -> list[object]:
    """Which abilities listen for what, in order, and for which game and card."""
    hooks = sorted(
        (str(hook), [ability.order for ability in listening]) for hook, listening in index.hooks.items() if listening
    )
    sources = sorted(
        (number, [ability.order for ability in listening]) for number, listening in index.by_source.items()
    )
    return [hooks, sources, sorted(index._stripping.items())]


def state(game: Game) -> list[object]:
    """All that a game is."""
    chance = game.chance._random.getstate() if isinstance(game.chance, RandomChance) else None
    kept = (dict(game.powers), dict(game.facts), set(game.beginning), dict(game.due), game.cause, game.answerers)
    return [
        list(game.log),
        snapshot(game.table),
        active_abilities(game.index),
        chance,
        kept,
        game.hand_hooks,
        game.pile_hooks,
    ]


def play_on(game: Game, seed: int) -> Game:
    """Some decisions further."""
    bot = RandomBot(seed)
    for _ in range(DECISIONS):
        if not game.over:
            game.answer(game.table.asked, bot.answer(game))
    return game


def is_its_own(game: Game) -> bool:
    """Whether all active abilities belong to this very game and its table."""
    cards = game.table.cards
    return all(
        ability.game is game and ability.card is cards[ability.card.number]
        for listening in game.index.hooks.values()
        for ability in listening
    )


@games(4)
@given(beginnings())
def test_a_fork_and_the_game_it_was_taken_from_go_their_own_ways(beginning: Beginning) -> None:
    asked = 0
    for game in beginning.play():
        if type(game.question) is not Main:
            continue
        asked += 1
        if asked % EVERY:
            continue
        before = state(game)
        fork = game.fork()
        assert state(fork) == before, "equal at first, chances and all"
        assert is_its_own(fork)
        play_on(fork, asked)
        assert state(game) == before, f"a fork at {len(game.log)} has changed the game it was taken from"
        for either in (game, fork):
            assert snapshot(resume(either.log).table) == snapshot(either.table)
        assert active_abilities(fork.index) == active_abilities(resume(fork.log).index)
        # The same decisions with the same chances lead to the same events, before and after the other has gone on.
        assert play_on(game.fork(), asked).log == fork.log


@games(4)
@given(beginnings())
def test_a_lazy_fork_goes_the_same_way(beginning: Beginning) -> None:
    asked = 0
    for game in beginning.play():
        if type(game.question) is not Main:
            continue
        asked += 1
        if asked % EVERY:
            continue
        before = state(game)
        fork = game.fork(lazily=True)
        assert is_its_own(fork)
        assert play_on(fork, asked).log == play_on(game.fork(), asked).log
        assert state(game) == before, f"a lazy fork at {len(game.log)} has changed the game it was taken from"
        assert snapshot(fork.table) == snapshot(resume(fork.log).table)
        assert is_its_own(fork)


@games(2)
@given(beginnings())
def test_a_fork_follows_a_log_as_far_as_it_leads(beginning: Beginning) -> None:
    *_, game = beginning.play()
    log = game.log
    begun = Game(log[:1], flow)
    before = state(begun)
    upto = [position for position, event in enumerate(log, 1) if type(event).__name__ == "Asked"]
    for end in upto[:: len(upto) // 4]:
        assert begun.fork(expected=log[:end]).log == log[:end]
        assert state(begun) == before


def test_in_the_middle_of_something_there_is_no_fork() -> None:
    for game in Beginning("EMD", (), 2, 1).play():
        if game.question is not None and type(game.question) is not Main:
            with pytest.raises(ValueError, match="quiet point"):
                game.fork()
            return


@games(3)
@given(beginnings())
def test_a_copied_table_is_equal_and_shares_nothing_that_changes(beginning: Beginning) -> None:
    """A field that a copy forgot would show here, and so would a list that both have."""
    *_, game = beginning.play()
    table, copy = Game(game.log[:1], flow).table, None
    for event in game.log[1:]:
        table.apply(event)
        if event.position % 50 == 0:
            copy = copied(table)
            assert snapshot(copy) == snapshot(table)
        elif copy is not None:
            copy.apply(event)
            if event.position % 50 == 49:
                assert snapshot(copy) == snapshot(table)


def test_a_fork_that_is_let_go_keeps_no_table() -> None:
    *_, game = (game for game in Beginning("EMD", (), 2, 3).play() if type(game.question) is Main)
    fork = play_on(game.fork(), 1)
    hand = fork.table.seats[0].hand
    assert sys.getrefcount(hand) > 2
    fork.dispose()
    assert sys.getrefcount(hand) == 2, "only this test still has it, before any garbage is collected"
