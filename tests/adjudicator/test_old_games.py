"""Stores and files of older versions: they open, can be verified, continued, exported and imported.

`store-rules-1.db`, `store-rules-3.db` and `store-rules-4.db` were created by the versions of the program that had these
rules. The files in `old-files` are as old as the first; most of them have names that are not allowed today.
"""

from __future__ import annotations

import json
import shutil
import warnings
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from adjudicator.cli.app import app
from adjudicator.rulebooks.rule_changes import RuleChange, explained_by, versions
from core.engine.game import RULES_VERSION, RandomChance
from core.players.bots import RandomBot
from core.printed.definitions import definition
from core.printed.editions import EDITIONS
from core.rules.replay import resume, verify
from events.files import export_game, import_game, read_game
from events.names import NamesChanged, check_names, check_title, displayed_names, displayed_text
from events.store import Store, open_store
from events.vocabulary import Drawn, GameBegun

GOLDEN = Path(__file__).parents[2] / "fixtures" / "golden"
STORES = {
    "1": ["unfinished", "alike", "gsanmq"],
    "3": ["unfinished", "g752jwad-13", "gr8qextz-22"],
    "4": ["unfinished", "gq3enazt-33", "gvdswvkf-14"],
}
OLD_FILES = sorted((GOLDEN / "old-files").glob("*.jsonl"))


@pytest.fixture(params=STORES)
def old(request, tmp_path) -> tuple[str, Path]:
    """A version of the rules, and a copy of a store that it created."""
    return request.param, Path(shutil.copy(GOLDEN / f"store-rules-{request.param}.db", tmp_path / "old.db"))


@pytest.fixture(autouse=True)
def _names_may_change():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NamesChanged)
        yield


def run(*arguments: object, exit_code: int = 0, warnings: bool = False) -> str:
    """What a command prints; only its warnings and errors, if asked for."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], env={"COLUMNS": "120", "NO_COLOR": "1"})
    assert result.exit_code == exit_code, result.output
    return result.stderr if warnings else result.stdout


# --- stores ---------------------------------------------------------------------------------------------------------


def test_an_old_store_is_upgraded_and_every_game_can_be_read(old):
    version, file = old
    with open_store(file) as store:
        assert [info.id for info in store.games()] == STORES[version]
        assert [error for _, error in store.check() if error] == []
        for game in STORES[version]:
            begun = store.read(game)[0]
            assert isinstance(begun, GameBegun)
            assert begun.rules_version == version


def test_verify_names_both_versions_and_the_change_behind_every_difference(old):
    version, file = old
    told = run("verify", "--all", "--db", file)
    assert told.startswith(f"recorded under rules {version}, checked under rules {RULES_VERSION}\n")
    verdicts = json.loads(run("verify", "--all", "--again", "--json", "--db", file))
    assert [verdict["game"] for verdict in verdicts] == STORES[version]
    differences = [difference for game in verdicts for difference in game.get("differences", ())]
    assert differences
    assert all(difference["explained_by"]["version"] > int(version) for difference in differences)
    assert {game["recorded_by"] for game in verdicts} == {version}


def test_the_differences_of_the_fixtures():
    def changes(version: str, game: str) -> list[tuple[int, int, str]]:
        with open_store(GOLDEN / f"store-rules-{version}.db", look=True) as store:
            log = store.read(game)
        explained = [(divergence, explained_by(log, divergence)) for divergence in verify(log).divergences]
        return [
            (divergence_found.again, why.version, why.change.split()[0]) for divergence_found, why in explained if why
        ]

    assert sorted(changes("1", "gsanmq")) == [(0, 2, "Bruiser's")] * 8 + [(0, 5, "Of")] * 4
    assert changes("3", "gr8qextz-22") == [(0, 4, "The"), (0, 5, "Of")]
    assert changes("4", "gvdswvkf-14")[2] == (0, 5, "An")
    assert changes("4", "gq3enazt-33")[2:] == [(0, 5, "Frederick's")], (
        "what the effect is recorded with, not what it does"
    )
    explained = changes("3", "g752jwad-13")
    assert {(version, change) for _, version, change in explained} == {(4, "A"), (4, "Outside"), (4, "AL9K")}
    assert max(again for again, _, change in explained if change == "AL9K") > 5, (
        "an action that the rules destroy at once is still there at every later boundary"
    )


def test_an_effect_of_an_old_game_still_counts():
    told = run("show", "gq3enazt-33", "--at", 337, "--db", GOLDEN / "store-rules-4.db")
    assert "Twister has 2: 3 printed, −1 Frederick" in told


def test_what_no_change_explains_is_said_to_be_unexplained(old):
    _, file = old
    with open_store(file) as store:
        log = store.read("unfinished")
        drawn = next(event for event in log[40:] if isinstance(event, Drawn))
        log[drawn.position - 1] = msgspec.structs.replace(drawn, rule="of another book")
        store.create(log, id="odd")
    assert "unexplained" in run("verify", "odd", "--db", file, exit_code=1)
    (facts,) = json.loads(run("verify", "odd", "--json", "--db", file, exit_code=1))
    (unexplained,) = (difference for difference in facts["differences"] if difference["explained_by"] is None)
    assert (facts["unexplained"], unexplained["position"]) == (1, drawn.position)


def test_an_old_game_is_continued_exported_and_imported(old, tmp_path):
    version, file = old
    with open_store(file) as store:
        log = store.read("unfinished")
        game, bot = resume(log, chance=RandomChance(1)), RandomBot(1)
        while not game.over:
            game.answer(game.table.asked, bot.answer(game))
        store.append("unfinished", len(log), game.log[len(log) :])
        log = store.read("unfinished")
        assert all(explained_by(log, divergence) for divergence in verify(log).divergences)
        for name in STORES[version]:
            export_game(store, name, tmp_path / f"{name}.jsonl")
        with open_store(tmp_path / "new.db") as new:
            for name in STORES[version]:
                import_game(new, tmp_path / f"{name}.jsonl")
                assert new.read(name) == store.read(name)


def test_many_differing_games_are_a_table_of_changes(old):
    _, file = old
    with open_store(file) as store:
        for game in STORES[old[0]][-1:]:
            for copy in range(20):
                store.create(store.read(game), id=f"copy-{copy}")
    told = run("verify", "--all", "--db", file)
    assert "Explained by" in told
    assert len(told.splitlines()) < 60
    assert "Use(" not in told


# --- files and names ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", OLD_FILES, ids=lambda file: file.stem)
def test_an_old_file_opens_with_names_that_can_be_displayed(file, tmp_path):
    header, events = read_game(file)
    check_names(seat.name for seat in header.seats)
    check_title(header.title, header.comment)
    with open_store(tmp_path / "new.db") as store:
        import_game(store, file)
        assert store.read(file.stem) == events
        export_game(store, file.stem, tmp_path / "again.jsonl")
    assert read_game(tmp_path / "again.jsonl")[1] == events


@pytest.mark.parametrize("file", OLD_FILES, ids=lambda file: file.stem)
def test_a_changed_name_is_announced(file):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        read_game(file)
    assert [warning.category for warning in told] == ([] if file.stem == "sound" else [NamesChanged])


def test_the_command_line_says_so_in_a_sentence(tmp_path):
    told = run("import", GOLDEN / "old-files" / "number.jsonl", "--db", tmp_path / "games.db", warnings=True)
    assert "not allowed today, and therefore displayed differently: '2' as '“2”'." in " ".join(told.split())
    assert ".py" not in told


def test_a_stored_game_keeps_its_names_and_shows_others(tmp_path):
    file = shutil.copy(GOLDEN / "store-rules-1.db", tmp_path / "old.db")
    with open_store(file) as store:
        assert [seat.name for seat in store.info("alike").seats] == ["Ana", "ana (2)"]
        before = stored_rows(store)
        store.read("alike")
        assert stored_rows(store) == before


def stored_rows(store: Store) -> list[object]:
    """The rows of a game as they are stored."""
    return list(store._recorder.select("alike"))


@pytest.mark.parametrize(
    "names",
    [
        ["Ana", "ana", "ANA", "ana (2)"],
        ["1", "2", "nobody", "ALL"],
        ["", " ", "\u2800", "\x00"],
        ["x" * 90, "x" * 90, "x" * 60],
        ["ﬁn", "fin", "1e5", "٣"],
        ["Player 2", ""],
    ],
)
def test_displayed_names_are_allowed_and_stay_as_they_are(names):
    shown = displayed_names(names)
    check_names(shown)
    assert displayed_names(shown) == shown


def test_allowed_names_are_displayed_as_they_are():
    names = ["Ana", "Ben", "Zoë", "Player 3"]
    assert displayed_names(names) == tuple(names)
    assert displayed_text("Friday\nnight") == "Friday\nnight"
    check_title(displayed_text("x" * 900), displayed_text("\x1b[31m" * 3))


# --- the changes ----------------------------------------------------------------------------------------------------


def test_the_versions_of_the_rules_are_listed_without_a_gap():
    assert [version.number for version in versions()] == list(range(int(RULES_VERSION), 0, -1))


def test_every_condition_names_something_that_exists():
    changes: list[RuleChange] = [change for version in versions() for change in version.change]
    for change in changes:
        assert set(change.editions) <= set(EDITIONS), change
        for card in change.cards:
            assert "#" in card or definition(card).id == card
    assert sum(change.conditions == 0 for change in changes) <= 3, "only what no single event shows has no condition"
