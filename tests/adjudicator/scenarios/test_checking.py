"""Checking: golden traces, diffs, accepting, results for people and programs."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
from typer.testing import CliRunner

from adjudicator.bundled import SCENARIOS
from adjudicator.cli.app import app
from adjudicator.rulebooks.golden_traces import GOLDEN, golden_file, golden_trace
from adjudicator.scenarios import parse
from adjudicator.scenarios.checking import accept, check, check_file
from adjudicator.scenarios.golden import sections
from core.engine.game import Game, RandomChance
from core.players.bots import RandomBot
from core.rules.replay import new_game
from core.rules.setup import game_begun
from events.files import FORMAT, VERSION, Header, write_game
from events.store import open_store
from events.vocabulary import Drawn, GameBegun

SCENARIO = """
title = "A base scores"
phase = "score"
until = "draw"

[[base]]
card = "vanilla 20 4/2/1"
name = "X"
Ana = ["vanilla 10"]
Ben = ["vanilla 11"]

[expect]
vp = { Ana = 2, Ben = 4 }
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "tie.toml"
    path.write_text(SCENARIO, encoding="utf-8")
    return path


def run_command(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(arguments))
    return result.exit_code, result.output


def test_a_scenario_without_a_trace_is_new_and_judged_by_what_it_expects(file: Path) -> None:
    code, output = run_command("check", str(file))
    assert (code, "1 new, checked only against its expectations" in output) == (0, True)
    assert json.loads(run_command("check", str(file), "--json")[1])[0]["new"]
    file.write_text(SCENARIO.replace("Ana = 2", "Ana = 3"), encoding="utf-8")
    code, output = run_command("check", str(file), "--update")
    assert (code, "no trace is written for a failing scenario" in output) == (1, True)
    assert "written." not in output.replace("is written for", "")
    file.write_text(SCENARIO, encoding="utf-8")
    code, output = run_command("check", str(file), "--update")
    assert (code, "1 trace written" in output) == (0, True)
    assert "new" not in run_command("check", str(file), "--update")[1].replace("Runs", "")


def test_an_empty_folder_is_an_error(tmp_path: Path) -> None:
    code, output = run_command("check", str(tmp_path))
    assert code == 2
    assert "There is nothing to check in" in output


def test_files_and_runs_are_counted_alike_and_paths_are_whole(tmp_path: Path) -> None:
    deep = tmp_path / ("a-folder-with-a-long-name" * 3) / "and-another-one"
    deep.mkdir(parents=True)
    (deep / "one.toml").write_text(SCENARIO, encoding="utf-8")
    differs = SCENARIO.replace("[expect]", "[expect.AL9K]\nvp = { Ana = 9 }\n[expect]")
    (deep / "two.toml").write_text(differs, encoding="utf-8")
    code, output = run_command("check", str(deep))
    assert code == 1
    sums = next(line for line in output.splitlines() if line.split()[:1] == ["2"])
    assert sums.split()[:4] == ["2", "1", "12", "1"]
    assert str(deep) in sums


def test_the_trace_is_one_line_for_each_event_under_its_cause(file: Path) -> None:
    accept([check_file(file)])
    text = golden_trace(file)
    assert text.startswith("# A base scores\n== AL9K MS CND OOPS EMD HTB\n")
    lines = text.splitlines()
    assert lines[2] == "scoring-began vanilla base 20 (site X, total 21, breakpoint 20) [score.choose]"
    assert any(line.startswith("  awarded vanilla base 20") for line in lines)
    assert any(line.startswith("    victory-points-changed") for line in lines)
    assert lines[-1] == "phase-began draw [turn.phases]"


def test_editions_that_differ_have_sections_of_their_own(file: Path) -> None:
    own_power = SCENARIO.replace("vanilla 20 4/2/1", "vanilla 22 4/2/1").replace(
        "[expect]\nvp = { Ana = 2, Ben = 4 }", 'actions = { Ben = ["vanilla power 1"] }'
    )
    file.write_text(own_power, encoding="utf-8")
    accept([check_file(file)])
    traces = sections(golden_trace(file))
    assert traces["AL9K"] == traces["CND"] == "phase-began draw [turn.phases]"
    assert traces["OOPS"] == traces["EMD"] != traces["CND"]


def test_a_difference_is_shown_once_for_all_editions_it_is_in(file: Path) -> None:
    accept([check_file(file)])
    golden = golden_file(file)
    golden.write_text(golden.read_text(encoding="utf-8").replace("Ana 2 Ben 1", "Ana 1 Ben 1"), encoding="utf-8")
    checked = check_file(file)
    assert not checked.passed
    assert checked.diff.startswith("AL9K MS CND OOPS EMD HTB, as it begins, under score.places:\n  ")
    changed = [line for line in checked.diff.splitlines() if line.startswith(("+", "-"))]
    assert len(changed) == 2
    assert "places Ana 2 Ben 1" in changed[1]


def test_a_difference_names_the_step_at_which_it_shows_and_the_rule(file: Path) -> None:
    hand = '[player.Ana]\nhand = ["Bear Hug"]\n'
    text = SCENARIO.replace('"score"\nuntil = "draw"', '"play"\nsteps = ["Ana: play Bear Hug", "Ana: pass"]')
    file.write_text(text.replace("[expect]\nvp = { Ana = 2, Ben = 4 }", hand), encoding="utf-8")
    accept([check_file(file)])
    golden = golden_file(file)
    kept = golden.read_text(encoding="utf-8").splitlines()
    gone = [line for line in kept if "destroyed vanilla 11" not in line and "drawn vanilla 0" not in line]
    golden.write_text("\n".join(gone), encoding="utf-8")
    told = check_file(file).diff.splitlines()
    assert told[0].endswith(", step 1 (Ana: play Bear Hug), under term.play:")
    assert any(line.startswith("step 2 (Ana: pass), under turn.draw:") for line in told)
    code, output = run_command("check", str(file))
    assert code == 1
    assert "1 trace changed" in output


def test_what_fails_is_not_accepted(file: Path) -> None:
    file.write_text(SCENARIO.replace("Ana = 2", "Ana = 4"), encoding="utf-8")
    code, output = run_command("check", str(file), "--update")
    assert code == 1
    assert "AL9K MS CND OOPS EMD HTB, at the end: VP of Ana: expected 4, is 2" in output
    assert not golden_file(file).exists()


def test_the_trace_of_a_file_that_is_gone_is_dropped(file: Path) -> None:
    other = file.with_name("other.toml")
    other.write_text(SCENARIO, encoding="utf-8")
    assert run_command("check", str(file.parent), "--update")[0] == 0
    assert "=== other\n" in golden_file(file).read_text(encoding="utf-8")
    other.unlink()
    assert run_command("check", str(file.parent), "--update")[0] == 0
    kept = golden_file(file).read_text(encoding="utf-8")
    assert "=== tie\n" in kept
    assert "=== other\n" not in kept


def test_a_broken_file_does_not_stop_the_others(file: Path) -> None:
    (file.parent / "broken.toml").write_text("title = 7\n", encoding="utf-8")
    accept([check_file(file)])
    results = {Path(result.path).stem: result.passed for result in check([file.parent])}
    assert results == {"broken": False, "tie": True}


def test_many_files_are_checked_in_parallel_with_the_same_results(file: Path) -> None:
    for number in range(30):
        text = SCENARIO.replace("Ana = 2", "Ana = 3") if number % 7 == 0 else SCENARIO
        (file.parent / f"{number:02}.toml").write_text(text, encoding="utf-8")
    told: list[tuple[int, int]] = []
    alone = check([file.parent], jobs=1)
    together = check([file.parent], jobs=2, progress=lambda done, total: told.append((done, total)))
    assert [(result.path, result.failures, result.diff) for result in alone] == [
        (result.path, result.failures, result.diff) for result in together
    ]
    assert told[-1] == (31, 31)


def test_results_for_programs(file: Path, tmp_path: Path) -> None:
    golden_file(file).write_text(f"=== {file.stem}\n# A base scores\n== AL9K\nnothing\n", encoding="utf-8")
    code, output = run_command("check", str(file), "--json", "--junit", str(tmp_path / "results.xml"))
    (facts,) = json.loads(output)
    assert code == 1
    assert (facts["title"], facts["passed"], facts["editions"][0]) == ("A base scores", False, "AL9K")
    assert facts["failed_in"] == ["AL9K", "MS", "CND", "OOPS", "EMD", "HTB"]
    suite = ElementTree.parse(tmp_path / "results.xml").getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("1", "1")
    failure = suite.find("testcase/failure")
    assert failure is not None
    assert "- nothing" in str(failure.text)


def a_game() -> Game:
    """Some turns of a game."""
    pairs = [("ghosts", "steampunks"), ("bear-cavalry", "killer-plants")]
    game = new_game(game_begun(["Ana", "Ben"], pairs, edition_id="CND"), chance=RandomChance(1))
    bot = RandomBot(1)
    for _ in range(40):
        game.answer(game.table.asked, bot.answer(game))
    return game


def test_recorded_games_are_run_again(tmp_path: Path) -> None:
    log = a_game().log
    begun = log[0]
    assert isinstance(begun, GameBegun)
    created = datetime(2024, 1, 1, tzinfo=UTC)
    header = Header(format=FORMAT, version=VERSION, game="g1", edition="CND", seats=begun.seats, created=created)
    write_game(tmp_path / "same.jsonl", header, log)
    drawn = next(event for event in reversed(log) if isinstance(event, Drawn))
    log[drawn.position - 1] = msgspec.structs.replace(drawn, rule="setup.hand")
    write_game(tmp_path / "other.jsonl", header, log)
    other, same = check([tmp_path])
    assert same.passed
    assert not other.passed
    assert f"CND, position {drawn.position}: recorded is “drawn " in other.failures[0]


def test_no_such_file() -> None:
    assert run_command("check", "xyzzy") == (
        2,
        "There is no file, folder or scenario 'xyzzy', neither as a file here nor among the bundled ones.\n",
    )


def test_our_own_scenarios_all_have_a_trace() -> None:
    assert [path.name for path in SCENARIOS.rglob("*.toml") if not golden_trace(path)] == []
    names = {
        file.with_name(f"{line.removeprefix('=== ')}.toml")
        for file in SCENARIOS.rglob(GOLDEN)
        for line in file.read_text(encoding="utf-8").splitlines()
        if line.startswith("=== ")
    }
    assert names == set(SCENARIOS.rglob("*.toml")), "no trace without its scenario"


# --- commands


def test_a_template_can_be_checked(tmp_path: Path) -> None:
    code, output = run_command("scenario", "new", "Mine")
    (tmp_path / "mine.toml").write_text(output, encoding="utf-8")
    assert code == 0
    assert run_command("check", str(tmp_path / "mine.toml"), "--update")[0] == 0


def test_the_schema_is_json() -> None:
    code, output = run_command("scenario", "schema")
    assert code == 0
    assert json.loads(output)["title"] == "Smash Up scenario"


def test_a_position_of_a_stored_game(tmp_path: Path) -> None:
    game = a_game()
    db = str(tmp_path / "games.db")
    with open_store(db) as store:
        id = store.create(game.log)
    code, output = run_command("scenario", "from-game", id, "--db", db, "--at", str(len(game.log)))
    assert code == 0, output
    assert parse(output).title == f"{id}, position {len(game.log)}"
