"""Numbers over many games: the tables of `stats`, the charts, and the Parquet tables with the queries of the docs."""

from __future__ import annotations

import builtins
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import duckdb
import msgspec
import pytest

from events.store import open_store
from events.vocabulary import Answered, Destroyed, GameWon, TurnBegan
from projections.standings import Standings

PAGE = Path(__file__).parents[3] / "docs" / "TABLES.md"
QUERIES = re.findall(r"```sql\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture
def logs(db, games):
    with open_store(db, look=True) as store:
        return [store.read(game) for game in games]


def damage(db, game: str) -> None:
    with closing(sqlite3.connect(db)) as connection, connection:
        connection.execute("UPDATE smashup_batches SET state = X'00' WHERE originator_id = ?", (game,))


@pytest.fixture
def branch(smashup, games, logs) -> str:
    asked = next(event.position for event in logs[0] if isinstance(event, Answered)) - 1
    return str(smashup.json("branch", games[0], asked, "--finish", "--bots", "random")["id"])


class TestStats:
    def test_each_game_is_counted_once(self, smashup, games, db, logs, monkeypatch):
        first = smashup.json("stats")
        with monkeypatch.context() as patch:
            patch.setattr(Standings, "add", lambda *log: pytest.fail("a game was counted again"))
            assert smashup.json("stats") == first
            assert smashup.json("stats", "--edition", "EMD")["sums"] == first["sums"]
        with open_store(db) as store:
            store.create(logs[0], id="again")
        counted = []
        add = Standings.add
        with monkeypatch.context() as patch:

            def noted(sums, log):
                counted.append(log)
                add(sums, log)

            patch.setattr(Standings, "add", noted)
            more = smashup.json("stats")
        assert counted == [logs[0]]
        assert more["sums"]["games"] == len(games) + 1
        smashup("delete", "again")
        assert smashup.json("stats") == first

    @pytest.mark.parametrize(
        "change",
        [
            "UPDATE results SET facts = X'00'",
            "UPDATE totals SET facts = X'00'",
            "DELETE FROM totals",
            "DROP TABLE results",
        ],
    )
    def test_damaged_counts_are_counted_again(self, smashup, games, db, change):
        first = smashup.json("stats")
        with open_store(db, look=True) as store:
            file = store.read_models
        assert file is not None
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute(change)
            connection.execute("DELETE FROM totals")
        assert smashup.json("stats") == first

    def test_a_game_whose_events_have_changed_is_counted_again(self, smashup, games, db, logs):
        first = smashup.json("stats")["sums"]
        smashup("delete", games[0])
        smashup("prune", "--yes")
        with open_store(db) as store:
            store.create(logs[0][:-1], id=games[0])
        now = smashup.json("stats")["sums"]
        assert (now["games"], now["open"]) == (first["games"] - 1, first["open"] + 1)

    def test_the_sums_are_those_of_the_logs(self, smashup, logs):
        whole = Standings()
        for log in logs:
            whole.add(log)
        facts = smashup.json("stats")
        assert msgspec.convert(facts["sums"], Standings, strict=False) == whole
        ghosts = facts["factions"]["ghosts"]
        assert ghosts["seats"] == 3
        assert ghosts["interval"][0] <= ghosts["share"] <= ghosts["interval"][1]
        assert ghosts["by_chance"] == 0.5
        assert smashup.json("stats", "--jobs", 2) == facts, "however many processes share it"

    def test_for_people(self, smashup):
        told = smashup("stats", "--top", 2)
        assert told.startswith("3 won games (3 EMD). On average")
        for title in ("Turn order", "Factions", "Pairs", "Bases", "Cards that decide", "Abilities that decide"):
            assert f"\n{title}\n" in told
        assert "more (--top 0 shows all)" in told
        assert "more (--top 0 shows all)" not in smashup("stats", "--top", 0)

    def test_filters_and_branches(self, smashup, branch):
        assert smashup.json("stats")["sums"]["games"] == 3
        assert smashup.json("stats", "--branches")["sums"]["games"] == 4
        assert "matches" in smashup.refused("stats", "--faction", "aliens")

    def test_a_damaged_game_is_left_out_and_named(self, smashup, db, games):
        damage(db, games[1])
        result = smashup.result("stats", "--json", exit_code=1)
        assert f"game {games[1]} was skipped" in result.stderr
        assert msgspec.json.decode(result.stdout)["sums"]["games"] == 2

    def test_open_games_alone(self, smashup, tmp_path):
        smashup("new", "Ana", "Ben", "--db", tmp_path / "open.db")
        assert "None of these games is finished (1 are open)." in smashup("stats", "--db", tmp_path / "open.db")
        told = smashup.refused("stats", "--db", tmp_path / "open.db", "--charts", tmp_path / "charts")
        assert told == "There are no finished games to chart."

    def test_charts(self, smashup, tmp_path):
        assert "6 charts are in" in smashup("stats", "--charts", tmp_path / "charts")
        files = sorted((tmp_path / "charts").iterdir())
        assert [file.stem for file in files] == ["bases", "factions", "lengths", "pairs", "places", "points"]
        assert all(file.read_bytes().startswith(b"\x89PNG") and file.stat().st_size > 5_000 for file in files)

    @pytest.mark.parametrize(
        ("missing", "command"),
        [("matplotlib.figure", ("stats", "--charts", "charts")), ("pyarrow", ("export", "--parquet", "tables"))],
    )
    def test_without_the_extra_a_sentence_says_what_to_install(self, smashup, monkeypatch, tmp_path, missing, command):
        real = builtins.__import__

        def without(name, *rest):
            if name == missing:
                raise ImportError(f"No module named {name!r}")
            return real(name, *rest)

        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(builtins, "__import__", without)
        assert "need the extra 'tables': pip install 'smashup-engine[tables]'" in smashup.refused(*command)


class TestTables:
    @pytest.fixture
    def tables(self, smashup, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        told = smashup("export", "--parquet", "tables")
        assert "The tables of 3 games (games, decisions, events) are in tables." in told
        return duckdb.connect()

    def test_one_game_is_counted_in_the_singular(self, smashup, games, tmp_path):
        told = smashup("export", games[0], "--parquet", tmp_path / "one")
        assert told.startswith("The tables of 1 game (games, decisions, events) are in ")

    def test_a_row_for_each(self, tables, games, logs):
        rows = tables.sql("SELECT game, turns, decisions, events, winners FROM 'tables/games/*.parquet'").fetchall()
        assert [row[0] for row in rows] == games
        for (_, turns, decisions, events, winners), log in zip(rows, logs, strict=True):
            assert turns == max(event.number for event in log if isinstance(event, TurnBegan))
            assert decisions == sum(1 for event in log if isinstance(event, Answered))
            assert events == len(log)
            won = next(event for event in log if isinstance(event, GameWon))
            assert winners == [f"Random {seat + 1}" for seat in won.seats]
        for table, count in (("decisions", sum(row[2] for row in rows)), ("events", sum(row[3] for row in rows))):
            assert tables.sql(f"SELECT count(*) FROM 'tables/{table}/*.parquet'").fetchall() == [(count,)]

    def test_there_are_three_queries(self):
        assert len(QUERIES) == 3

    @pytest.mark.parametrize("query", QUERIES, ids=["first player", "destroying", "choices"])
    def test_the_queries_of_the_docs_are_answered(self, tables, query):
        assert tables.sql(query).fetchall()

    def test_the_first_player_is_as_stats_has_it(self, smashup, tables):
        record = smashup.json("stats")["places"]["2/1"]
        assert tables.sql(QUERIES[0]).fetchall() == [(2, 3, round(record["wins"] / 3, 2))]

    def test_what_is_destroyed_is_as_in_the_logs(self, tables, logs):
        by_cards = sum(1 for log in logs for event in log if isinstance(event, Destroyed) and event.by)
        asked = QUERIES[1].replace("LIMIT 10", "")
        assert sum(row[1] for row in tables.sql(asked).fetchall()) == by_cards > 0

    def test_the_work_can_be_shared_and_branches_come_if_wanted(self, smashup, tmp_path, branch):
        facts = smashup.json("export", "--parquet", tmp_path / "all", "--branches", "--jobs", 2)
        assert facts["games"] == 4
        rows = (
            duckdb.connect()
            .sql(f"SELECT game FROM '{tmp_path}/all/games/*.parquet' WHERE parent IS NOT NULL")
            .fetchall()
        )
        assert rows == [(branch,)]
        assert smashup.json("export", branch, "--parquet", tmp_path / "one")["games"] == 1

    def test_nothing_is_overwritten(self, smashup, tables):
        assert "tables was not written: the folder is not empty" in smashup.refused("export", "--parquet", "tables")

    def test_options_of_files_do_not_go_with_tables(self, smashup, games, tmp_path):
        for option in (("--markdown",), ("--html",), ("--to", 3), ("--force",)):
            words = smashup.refused("export", games[0], "--parquet", tmp_path / "t", *option)
            assert "can't be combined" in words
        assert "--jobs has no effect without --parquet" in smashup.refused("export", games[0], "x.jsonl", "--jobs", 2)
        assert "Name a game and a file" in smashup.refused("export", games[0])


class TestMarkdown:
    def test_a_spectator_reads_what_lay_open(self, smashup, games, logs, tmp_path):
        smashup("export", games[0], "--markdown", tmp_path / "open.md", "--seat", "nobody")
        smashup("export", games[0], "--markdown", tmp_path / "all.md", "--seat", "all")
        smashup("export", games[0], "--markdown", tmp_path / "one.md", "--seat", "Random 1")
        told, everything, own = ((tmp_path / f"{name}.md").read_text() for name in ("open", "all", "one"))
        turns = [event for event in logs[0] if isinstance(event, TurnBegan)]
        assert told.count("\n## Turn ") == everything.count("\n## Turn ") == len(turns)
        assert re.search(r"Random 2 draws [a-z]+ cards?: [A-Z]", everything)
        assert not re.search(r"Random . draws [a-z]+ cards?: [A-Z]", told)
        assert re.search(r"Random 1 draws [a-z]+ cards?: [A-Z]", own)
        assert not re.search(r"Random 2 draws [a-z]+ cards?: [A-Z]", own)
        assert re.search(r"\*\*Random \d wins", told)
        assert "| Random 1 | " in told

    def test_names_and_titles_are_no_markup(self, smashup, tmp_path):
        smashup("new", "<b>*Ana*", "Ben|2", "--title", "[x](javascript:1) # `y`", "--id", "odd")
        smashup("export", "odd", "--markdown", tmp_path / "odd.md")
        told = (tmp_path / "odd.md").read_text()
        assert told.startswith("# \\[x\\](javascript:1) \\# \\`y\\`\n")
        assert "| \\<b\\>\\*Ana\\* | " in told
        assert "| Ben\\|2 | " in told
        assert not re.search(r"(?<!\\)<b", told)

    def test_a_part_and_a_file_that_is_there(self, smashup, games, tmp_path):
        file = tmp_path / "game.md"
        assert "100 events" in smashup("export", games[0], "--markdown", file, "--to", 100)
        assert "Nobody has won yet" in file.read_text()
        assert "already exists" in smashup.refused("export", games[0], "--markdown", file)
        smashup("export", games[0], "--markdown", file, "--force")
        assert "--seat works only with --html or --markdown" in smashup.refused(
            "export", games[0], "x.jsonl", "--seat", "1"
        )
        assert "can't be combined" in smashup.refused("export", games[0], "x.md", "--markdown", "--html")
