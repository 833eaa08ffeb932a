"""The archive question: a rule is changed under games that were recorded before."""

from __future__ import annotations

import pytest

from adjudicator.games.workers import Pool
from adjudicator.tournaments.archive import NO_RULE, ask_archive, rule_behind
from adjudicator.tournaments.tournament import Plan, hold
from core.engine.game import RULES_VERSION
from core.rules import decks, scoring, turn
from core.rules.replay import Divergence, verify, version_number
from events.store import open_store
from tests.events.samples import small_game

FOUR = ("bear-cavalry", "ghosts", "killer-plants", "steampunks")


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """Games by two books, under the rules of today, and one that is older than all rules."""
    file = str(tmp_path_factory.mktemp("archive") / "games.db")
    ids = {
        book: hold(Plan(games=3, factions=FOUR, seed=7, edition=book), keep=True, store=file).stored
        for book in ("AL9K", "EMD")
    }
    return file, ids


def test_under_the_same_rules_all_is_the_same(archive):
    file, ids = archive
    games = [*ids["AL9K"], *ids["EMD"]]
    answer = ask_archive(games, since=1, store=file)
    assert (answer.asked, answer.same, answer.changed) == (6, 6, [])
    assert ask_archive(games, since=1, store=file, executor=Pool(2)) == answer
    later = ask_archive(games, since=99, store=file)
    assert (later.asked, later.older) == (0, 6)


def test_a_changed_rule_is_named_with_the_games_and_their_editions(archive, monkeypatch):
    file, ids = archive
    draw = decks.draw
    monkeypatch.setattr(turn, "draw", lambda game, seat, number, rule: draw(game, seat, number + 1, rule=rule))
    answer = ask_archive([*ids["AL9K"], *ids["EMD"]], since=1, store=file)
    assert [change.game for change in answer.changed] == [*ids["AL9K"], *ids["EMD"]]
    assert {rule: {book: len(games) for book, games in books.items()} for rule, books in answer.by_rule().items()} == {
        "turn.draw": {"AL9K": 3, "EMD": 3}
    }
    with open_store(file) as store:
        for change in answer.changed:
            assert verify(store.read(change.game)).first.position == change.position
            assert change.recorded_under == RULES_VERSION


def test_a_rule_of_one_book_changes_the_games_of_that_book(archive, monkeypatch):
    """The last are the first, in one edition alone."""
    file, ids = archive
    ranking = scoring.ranking

    def otherwise(game, site):
        totals, places = ranking(game, site)
        return (totals, places[::-1]) if game.edition.id == "AL9K" else (totals, places)

    monkeypatch.setattr(scoring, "ranking", otherwise)
    answer = ask_archive([*ids["AL9K"], *ids["EMD"]], since=1, store=file)
    assert {change.edition for change in answer.changed} == {"AL9K"}
    assert all(change.rule.startswith("score.") for change in answer.changed)


def test_the_nearest_rule_behind_an_event_without_one():
    log = small_game()
    assert rule_behind(log, Divergence(2, log[1], None)) in {NO_RULE, *(event.rule for event in log)}
    assert version_number("2") == 2
    assert version_number("test") == 0


def test_what_cannot_be_read_is_named(archive):
    file, ids = archive
    answer = ask_archive(["nobody", ids["EMD"][0]], since=1, store=file)
    assert answer.same == 1
    assert "There is no game 'nobody'" in answer.unread["nobody"]
