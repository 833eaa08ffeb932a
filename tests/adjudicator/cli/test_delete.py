"""A tidy store: looking stores nothing, games are found, named, put away and brought back."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from adjudicator.cli import games as games_command
from adjudicator.games.option_words import name_of
from events.questions import Main
from events.store import open_store
from events.vocabulary import Asked, CardPlayed, Event
from projections.table import fold
from tests.adjudicator.cli.conftest import CommandLine
from tests.interrupts import heeds_ctrl_c

ROOT = Path(__file__).parents[3]


@pytest.fixture
def decision(db, games) -> int:
    """A position of the first game at which somebody decides."""
    with open_store(db) as store:
        return [event.position for event in store.read(games[0]) if isinstance(event, Asked)][10]


@pytest.fixture
def branch(smashup, games, decision) -> str:
    return str(smashup.json("branch", games[0], decision, "--answer", "1")["id"])


class TestLooking:
    READING = (
        ("games",),
        ("show", "last"),
        ("replay", "last"),
        ("step", "last"),
        ("branches",),
        ("why", "last", "30"),
        ("diff", "last", "last"),
        ("verify", "last"),
        ("export", "last", "game.jsonl"),
        ("db", "check"),
        ("scenario", "from-game", "last"),
        ("answer", "last"),
    )

    @pytest.mark.parametrize("command", READING, ids=" ".join)
    def test_a_mistyped_store_is_an_error_and_makes_no_file(self, smashup, tmp_path, monkeypatch, command):
        monkeypatch.chdir(tmp_path)
        before = sorted(os.listdir(tmp_path))
        words = smashup.refused(*command, "--db", tmp_path / "typo.db")
        assert "typo.db cannot be used: there is no such file" in words
        assert sorted(os.listdir(tmp_path)) == before

    @pytest.mark.parametrize("command", [("rename", "last", "x"), ("delete", "last"), ("restore", "x"), ("prune",)])
    def test_what_is_about_games_that_are_there_makes_none_either(self, smashup, tmp_path, command):
        assert "there is no such file" in smashup.refused(*command, "--db", tmp_path / "typo.db")
        assert not (tmp_path / "typo.db").exists()

    def test_reading_leaves_the_file_and_its_folder_as_they_were(self, smashup, db, tmp_path, decision, games):
        before = Path(db).read_bytes()
        for command in (("games",), ("show", games[0]), ("branch", games[0], decision), ("answer", games[0])):
            smashup(*command)
        assert Path(db).read_bytes() == before
        assert os.listdir(tmp_path) == [Path(db).name]

    def test_the_options_of_a_decision_are_listed_and_nothing_is_stored(self, smashup, games, decision):
        told = smashup("branch", games[0], decision)
        assert "decides." in told
        assert "Nothing is stored" in told
        facts = smashup.json("branch", games[0], decision)
        assert facts["game"] == games[0]
        assert len(facts["options"]) >= 1
        assert len(smashup.json("games")) == len(games)


class TestNames:
    def test_last_and_the_beginning_of_an_id(self, smashup, games):
        assert smashup.json("show", "last") == smashup.json("show", games[-1])
        alone = smashup.json("new", "Ana", "Ben")["id"]
        assert smashup.json("show", alone[:5].upper()) == smashup.json("show", alone)
        plan = games[0].partition("-")[0]
        assert f"3 games start with {plan!r}" in smashup.refused("show", plan)

    def test_rename(self, smashup, games):
        assert "is called 'Friday' now" in smashup("rename", "last", "Friday")
        assert smashup.json("games")[0]["title"] == "Friday"
        assert smashup.json("rename", games[0], "")["title"] == ""
        assert "A title has" in smashup.refused("rename", "last", "a\x1bb")


class TestDeleting:
    def test_away_and_back(self, smashup, games):
        assert f"`smashup restore {games[0]}` brings it back" in smashup("delete", games[0])
        assert [game["id"] for game in smashup.json("games")] == games[:0:-1]
        assert [game["id"] for game in smashup.json("games", "--deleted")] == games[:1]
        assert "was deleted; `smashup restore" in smashup.refused("show", games[0])
        assert "everything can be read" in smashup("db", "check")
        smashup("verify", "--all")
        assert smashup.json("restore", games[0]) == {"restored": [games[0]]}
        assert len(smashup.json("games")) == 3

    def test_a_game_with_branches_asks(self, smashup, games, branch):
        assert f"has a branch ({branch})" in smashup.refused("delete", games[0])
        assert smashup.json("delete", games[0], "--branches") == {"deleted": [games[0], branch]}
        assert smashup.json("restore", branch) == {"restored": [games[0], branch]}

    def test_pruning_asks_and_is_for_good(self, smashup, games):
        assert "nothing to prune" in smashup("prune")
        smashup("delete", games[1])
        assert "1 deleted game would be permanently removed. Confirm with --yes" in smashup.refused("prune")
        assert smashup.json("prune", "--yes") == {"pruned": [games[1]]}
        assert "There is no game" in smashup.refused("restore", games[1])


class TestFilters:
    @pytest.fixture
    def drafted(self, smashup) -> str:
        smashup("new", "Ana", "Ben", "--draft", "--factions", "aliens,ninjas,pirates,robots", "--id", "draft")
        for _ in range(4):
            smashup("answer", "draft", 1)
        return "draft"

    def ids(self, smashup, *filters):
        return [game["id"] for game in smashup.json("games", *filters)]

    def test_by_faction_also_a_drafted_one(self, smashup, games, drafted):
        assert self.ids(smashup, "--faction", "Ghosts") == games[::-1]
        assert self.ids(smashup, "--faction", "aliens", "--faction", "robots") == [drafted]
        assert self.ids(smashup, "--faction", "aliens,ghosts") == []
        assert "There is no faction" in smashup.refused("games", "--faction", "dinosaur")

    def test_by_winner_book_end_and_day(self, smashup, games, drafted):
        won = {name: self.ids(smashup, "--winner", name) for name in ("random 1", "Random 2")}
        assert sorted(won["random 1"] + won["Random 2"]) == sorted(games)
        assert self.ids(smashup, "--open") == [drafted]
        assert self.ids(smashup, "--edition", "oops") == []
        assert self.ids(smashup, "--since", "2020-01-01", "--edition", "EMD") == [drafted, *reversed(games)]
        assert self.ids(smashup, "--since", "2999-01-01") == []
        assert "No game matches." in smashup("games", "--since", "2999-01-01")
        assert "is not a date. Write it like" in smashup.refused("games", "--since", "yesterday")
        assert "can't be combined" in smashup.refused("games", "--open", "--winner", "Ana")

    def test_a_line_for_each_game(self, smashup, games):
        smashup("rename", games[0], "a title that is so long that it would never fit " * 3)
        lines = smashup("games").splitlines()
        assert [line.split()[0] for line in lines] == ["Game", *reversed(games)]

    @pytest.mark.parametrize("width", [60, 80, 120])
    def test_on_a_terminal_a_line_is_cut_but_never_the_id(self, smashup, db, games, monkeypatch, width):
        smashup("rename", games[0], "A long story of bears, ghosts and everything that grew between them in the end")
        printed = StringIO()
        out = Console(width=width, force_terminal=True, no_color=True, file=printed)
        monkeypatch.setattr(games_command, "console", lambda: out)
        with open_store(db) as store:
            games_command.list_games(store.games())
        lines = printed.getvalue().splitlines()[1:]
        assert len(lines) == len(games)
        for game, line in zip(games, lines, strict=True):
            assert game in line
            assert "EMD" in line
        assert "…" in lines[0]


class TestAnswer:
    def test_a_game_can_be_played_by_a_program(self, smashup):
        game = smashup.json("new", "Ana", "Ben", "--seed", 1, "--first", "Ana")["id"]
        first = smashup.json("answer", game)
        assert first["answer"] is None
        after = smashup.json("answer", game, 1, "--as", first["asked"], "--at", first["position"])
        assert after["position"] == after["events"] > first["position"]
        assert after["told"][0]["event"] == "answered"
        assert "has moved on from position" in smashup.refused("answer", game, 1, "--at", first["position"])
        other = {"Ana": "Ben", "Ben": "Ana"}[after["asked"]]
        assert f"{other} can't answer: in game {game} it is {after['asked']}'s decision." == smashup.refused(
            "answer", game, 1, "--as", other
        )
        assert "is not an option" in smashup.refused("answer", game, 999)
        by_bot = smashup.json("answer", "last", "--bot", "greedy")
        assert by_bot["position"] > after["position"]
        assert by_bot["answer"]
        assert "can't be combined" in smashup.refused("answer", game, 1, "--bot", "greedy")

    def test_skip_also_passes_whatever_concerns_nobody(self, smashup):
        pairs = [part for other in ("ghosts", "robots", "aliens") for part in ("--factions", f"ninjas,{other}")]
        game = smashup.json("new", "Ana", "Ben", "Cleo", *pairs, "--seed", 1)["id"]
        decided = 0
        while decided < 2:  # the answer that was given, and a pass
            after = smashup.json("answer", game, "--bot", "random", "--skip")
            decided = sum(line["event"] == "answered" for line in after["told"])
        assert after["told"][0]["event"] == "answered"
        assert smashup.json("answer", game)["position"] == after["position"]

    def test_words_are_answers_too_with_the_place_named_at_once(self, smashup, games, db):
        with open_store(db) as store:
            log = store.read(games[0])
        played = next(event for event in log if isinstance(event, CardPlayed) and event.to == "minions")
        main = next(
            event.position
            for event in reversed(log[: played.position])
            if isinstance(event, Asked) and isinstance(event.question, Main)
        )
        name, base = in_words(log, played)
        branch = smashup.json("branch", games[0], main, "--title", "words")["id"]
        after = smashup.json("answer", branch, f"play {name} at {base}")
        assert any(line["text"].endswith(f"plays {name} at {base}") for line in after["told"])
        assert "is not an option" in smashup.refused("answer", branch, "999")

    def test_for_people(self, smashup):
        game = smashup.json("new", "Ana", "Ben", "--seed", 1)["id"]
        assert "decides at" in smashup("answer", game)
        assert "›" in smashup("answer", game, 1)

    def test_a_won_game_asks_nothing(self, smashup, games):
        assert "won (" in smashup("answer", games[0])
        assert "is over, so there is nothing to answer" in smashup.refused("answer", games[0], 1)


def in_words(log: list[Event], played: CardPlayed) -> tuple[str, str]:
    """What is printed on the card, and on the base where it is played."""
    table = fold(log[: played.position])
    return name_of(table.cards[played.card].definition), name_of(table.cards[table.sites[played.site].base].definition)


class TestOptions:
    @pytest.mark.parametrize(
        "command",
        [
            ("play", "last", "--draft"),
            ("play", "last", "--factions", "ghosts,aliens"),
            ("play", "last", "--edition", "OOPS"),
            ("play", "last", "--seed", 1),
            ("play", "--hot-seat", "Ana,Ben", "--as", "Ana"),
            ("play", "--hot-seat", "Ana,Ben", "--bots", "random"),
            ("simulate", "--coverage", "--cards"),
            ("verify", "last", "--all"),
        ],
        ids=lambda command: " ".join(map(str, command)),
    )
    def test_what_does_not_go_together_is_refused(self, smashup, command):
        assert "can't be combined. Leave one of them out." in smashup.refused(*command)

    def test_what_means_nothing_alone_is_refused(self, smashup, games, decision):
        words = smashup.refused("branch", games[0], decision, "--answer", 1, "--bots", "random")
        assert "--bots has no effect without --finish" in words

    def test_a_draft_offers_what_is_given_or_a_chance_of_all(self, smashup):
        offered = smashup.json("new", "Ana", "Ben", "--draft", "--factions", "aliens,ninjas,pirates,robots,zombies")
        options = smashup.json("answer", offered["id"])["options"]
        assert [option.split(":")[0] for option in options] == ["Aliens", "Ninjas", "Pirates", "Robots", "Zombies"]
        by_chance = []
        for seed in (1, 1, 2):
            game = smashup.json("new", "Ana", "Ben", "--draft", "--seed", seed)["id"]
            by_chance.append(smashup.json("answer", game)["options"])
        assert by_chance[0] == by_chance[1] != by_chance[2]
        assert "needs 4 factions on offer" in smashup.refused("new", "Ana", "Ben", "--draft", "--factions", "aliens")


@pytest.mark.parametrize("jobs", [1, 2])
def test_stopping_a_simulation_says_what_is_stored(tmp_path, jobs):
    file = tmp_path / "games.db"
    command = [sys.executable, "-m", "smashup", "simulate", "--games", "5000", "--seed", "1"]
    command += ["--jobs", str(jobs), "--db", str(file)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "adjudicator" / "package")])}
    program = subprocess.Popen(
        command, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True, preexec_fn=heeds_ctrl_c
    )
    try:
        deadline = time.monotonic() + 60
        while stored(file) < 3 and time.monotonic() < deadline:
            time.sleep(0.1)
        time.sleep(0.5)  # we have just looked while the chunk's store was closed: let it play on
        program.send_signal(signal.SIGINT)
        began = time.monotonic()
        _, told = program.communicate(timeout=30)
        took = time.monotonic() - began
    finally:
        program.kill()
    count = stored(file)
    assert count >= 3
    assert told == f"Stopped. {count} of 5000 games are stored; `smashup games --last {count}` lists them.\n"
    assert program.returncode == 130
    assert took < 5, "within a second where nobody else needs the processor"
    with open_store(file) as store:
        assert [part for part, error in store.check() if error] == []


def stored(file: Path) -> int:
    if not file.exists() or not file.stat().st_size:
        return 0
    with open_store(file, look=True) as store:
        return len(store.games())


def test_a_postgresql_store_is_kept_as_tidy(postgres_url, tmp_path):
    smashup = CommandLine(postgres_url)
    smashup(
        "simulate", "--games", 2, "--factions", "aliens,ninjas,pirates,robots", "--title", "on a server", "--jobs", 2
    )
    ids = [game["id"] for game in smashup.json("games") if game["title"].startswith("on a server")]
    assert len(ids) == 2
    assert smashup.json("rename", ids[0], "kept")["title"] == "kept"
    assert smashup.json("delete", ids[1]) == {"deleted": [ids[1]]}
    assert ids[1] not in {game["id"] for game in smashup.json("games")}
    assert smashup.json("restore", ids[1]) == {"restored": [ids[1]]}
    assert smashup.json("stats", "--faction", "aliens", "--jobs", 2)["sums"]["games"] >= 2
    assert smashup.json("export", "--parquet", tmp_path / "tables")["games"] >= 2
    smashup("delete", ids[0])
    assert ids[0] in smashup.json("prune", "--yes")["pruned"]
    assert "everything can be read" in smashup("db", "check")
