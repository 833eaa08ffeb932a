"""`ask`, `explore`, `score`, `rules`: for people, for programs, and when they are asked wrongly."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from adjudicator.cli.ruling_page import Page
from adjudicator.rulings.comparison import compare
from adjudicator.scenarios import load, parse
from adjudicator.scenarios.model import Step
from adjudicator.scenarios.saving import with_steps

TIE = """
title = "Two tied runners-up leave no third place"
question = "Who gets what?"
rules = ["score.ties"]
seats = ["Ana", "Ben", "Cleo"]
[[base]]
card = "vanilla 20 4/2/1"
name = "X"
Ana = ["vanilla 10"]
Ben = ["vanilla 5"]
Cleo = ["vanilla 4"]
[player.Ana]
hand = ["vanilla 1"]
[[step]]
Ana = "play vanilla 1 at X"
[[step]]
Ana = "pass"
[expect]
vp = { Ana = 4, Ben = 2, Cleo = 1 }
"""


@pytest.fixture
def scenario(tmp_path):
    file = tmp_path / "tie.toml"
    file.write_text(TIE)
    return file


def test_ask_says_what_happens_why_and_where_it_is_written(smashup, scenario):
    told = smashup("ask", scenario)
    assert told.splitlines()[0] == "EMD: Ana 4 VP, Ben 2 VP, Cleo 1 VP."
    assert told.splitlines()[1] == "Two tied runners-up leave no third place"
    assert "Ana plays vanilla 1 at X" in told
    assert told.count("EMD p. 9, The Big Score; unchanged since AL9K") == 1  # score.ties is quoted once
    assert "╭─ X" in told


def test_an_answer_stands_above_the_verdict(smashup, tmp_path):
    file = tmp_path / "answered.toml"
    file.write_text('answer = "They [bold]all[/] are paid."' + TIE)
    told = smashup("ask", file).splitlines()
    assert told[:2] == ["They [bold]all[/] are paid.", "EMD: Ana 4 VP, Ben 2 VP, Cleo 1 VP."]


def test_the_table_is_drawn_first_and_after_every_step(smashup, scenario):
    assert smashup("ask", scenario).count("╭─ X") == 1
    assert smashup("ask", scenario, "--board").count("╭─ X") == 2  # once X has scored it is gone
    assert "```text" in smashup("ask", scenario, "--markdown")


LEFT_OPEN = """
title = "Where to?"
[[base]]
card = "vanilla 20 4/2/1"
name = "X"
[[base]]
card = "vanilla 20 4/2/1"
name = "Y"
[player.Ana]
hand = ["vanilla 1"]
[[step]]
Ana = "play vanilla 1"
"""


@pytest.mark.parametrize(("terminal", "height", "again"), [(True, 4, True), (True, 500, False), (False, 4, False)])
def test_on_a_terminal_the_verdict_is_said_again_where_it_has_scrolled_away(scenario, terminal, height, again):
    def page(print_it):
        printed = StringIO()
        print_it(Page(Console(file=printed, force_terminal=terminal, color_system=None, width=80, height=height)))
        return printed.getvalue().splitlines()

    rulings, comparison = compare(load(scenario), ("CND", "EMD"))
    for lines in (
        page(lambda printer: printer.ruling(rulings[-1])),
        page(lambda printer: printer.comparison(comparison)),
    ):
        assert (lines[0] in lines[1:]) is again


def test_a_choice_left_open_in_a_pipe_names_the_lines_that_would_answer_it(smashup, tmp_path):
    file = tmp_path / "open.toml"
    file.write_text(LEFT_OPEN)
    told = smashup("ask", file, exit_code=1)
    assert "Left open: Ana: Choose a base for vanilla 1" in told
    assert '"Ana: choose X"' in told
    assert smashup.json("ask", file, exit_code=1)["open"]["lines"] == ["Ana: choose X", "Ana: choose Y"]


def test_on_a_terminal_it_is_put_to_whoever_asks_and_can_be_saved(smashup, tmp_path, monkeypatch):
    file = tmp_path / "open.toml"
    file.write_text(LEFT_OPEN)
    monkeypatch.setattr("adjudicator.cli.ask._at_a_terminal", lambda: True)
    told = smashup("ask", file, input="nonsense\n2\ny\n")
    assert "is not a step" in told
    assert "Ana plays vanilla 1 at Y" in told
    assert load(file).step[-1].does == "choose Y"
    assert smashup("ask", file)


@pytest.mark.parametrize(
    "written", ['steps = ["Ana: play vanilla 1"]\n', 'steps = [\n    "Ana: play vanilla 1",  # there ]\n]\n']
)
def test_steps_are_saved_the_way_the_file_writes_them(tmp_path, written):
    text = LEFT_OPEN.partition("[[step]]")[0].replace("[[base]]", written + "[[base]]", 1)
    scenario = parse(text, "open.toml")
    saved = parse(with_steps(scenario, [Step(seat="Ana", does="choose Y", editions=("EMD",))]))
    assert [(str(step), step.editions) for step in saved.step][1] == ("Ana: choose Y", ("EMD",))
    assert "[[step]]" not in saved.text


def test_ask_for_programs(smashup, scenario):
    ruling = smashup.json("ask", scenario, "--edition", "cnd")
    assert ruling["edition"] == "CND"
    assert ruling["result"] == ["VP: Ana 4, Ben 2, Cleo 1"]
    assert ruling["failures"] == []


def test_ask_all_editions(smashup, scenario):
    assert "All of them agree" in smashup("ask", scenario, "--all-editions")
    assert "| AL9K MS CND OOPS EMD HTB |" in smashup("ask", scenario, "--all-editions", "--markdown")
    assert len(smashup.json("ask", scenario, "--all-editions")["rulings"]) == 6


def test_ask_all_editions_a_question_that_leaves_a_choice_open(smashup):
    question = "20 4/2/1: Ana 3; Ben 2, 1 | Ana hand: Tail Smash"
    told = smashup("ask", question, "play Tail Smash", "--all-editions")
    assert "All of them agree" in told
    assert "NOT AS EXPECTED" not in told
    assert not smashup.json("ask", question, "play Tail Smash", "--all-editions")["comparison"]["failures"]
    told = smashup("ask", question, "play Tail Smash; choose 3", "--all-editions", exit_code=1)
    assert "cannot be played through" in told
    assert "NOT AS EXPECTED" not in told


def test_ask_in_markdown(smashup, scenario):
    assert smashup("ask", scenario, "--markdown").startswith("## Two tied runners-up")


def test_ask_step_by_step(smashup, scenario):
    told = smashup("ask", scenario, "--step")
    assert "1. Ana: play vanilla 1 at X" in told
    assert "20  Ana plays vanilla 1 at X" in told
    assert smashup.json("ask", scenario, "--step")["lines"]


def test_another_answer_at_a_step(smashup, scenario):
    told = smashup("ask", scenario, "--branch", "1=pass")
    assert told.splitlines()[0].startswith("EMD: Ana draws")
    assert "What if step 1 were “Ana: pass”?" in told
    assert "from 1 to 2" in smashup.refused("ask", scenario, "--branch", "7=pass")


def test_what_is_not_as_expected_is_exit_code_1(smashup, tmp_path):
    file = tmp_path / "wrong.toml"
    file.write_text(TIE.replace("Ana = 4", "Ana = 5"))
    assert "NOT AS EXPECTED, at the end: VP of Ana: expected 5, is 4" in smashup("ask", file, exit_code=1)
    assert "NOT AS EXPECTED, AL9K MS CND OOPS EMD HTB, at the end" in smashup(
        "ask", file, "--all-editions", exit_code=1
    )


@pytest.mark.parametrize("text", ["title = ", "title = 3", 'title = "x"\nphases = "score"'])
def test_a_bad_file_is_refused_with_its_name(smashup, tmp_path, text):
    file = tmp_path / "bad.toml"
    file.write_text(text)
    assert "bad.toml" in smashup.refused("ask", file)


def test_a_file_that_is_not_there(smashup, tmp_path):
    assert "nothing.toml" in smashup.refused("ask", tmp_path / "nothing.toml")


def test_an_unknown_edition(smashup, scenario):
    assert "The editions are" in smashup.refused("ask", scenario, "--edition", "1999")


def test_explore_finds_both_ends_and_what_separates_them(smashup, scenario):
    told = smashup("explore", scenario)
    assert "no base scores" in told
    assert "What separates them" in told
    assert "All lines were searched" in told
    explored = smashup.json("explore", scenario)
    assert explored["exhausted"]
    assert len(explored["outcomes"]) == 2


def test_explore_a_stored_game(smashup, games):
    assert "positions" in smashup("explore", games[0], "--seconds", "2", "--positions", "50")


def test_explore_begins_only_where_the_steps_lead(smashup, tmp_path):
    file = tmp_path / "twice.toml"
    lines = 'steps = ["Ana: play vanilla 1 at X", "Ana: play vanilla 2 at X"]'
    table = '[[base]]\ncard = "vanilla 20 4/2/1"\nname = "X"\n[player.Ana]\nhand = ["vanilla 1", "vanilla 2"]'
    file.write_text(f'title = "t"\n{lines}\n{table}\n')
    assert "All lines were searched" in smashup("explore", str(file), "--at", "1")
    assert "cannot be explored from there: step 2 " in smashup.refused("explore", str(file), "--at", "2")
    assert "from 0 to 2" in smashup.refused("explore", str(file), "--at", "3")


def test_explored_lines_can_be_kept_as_branches(smashup, scenario, games):
    explored = smashup.json("explore", scenario, "--keep")
    for branch in explored["branches"]:
        assert smashup.json("verify", branch)
    assert len(explored["branches"]) == len(explored["outcomes"])
    assert "is stored as branch" in smashup("explore", games[0], "--seconds", "2", "--positions", "30", "--keep")


def test_explore_answers_a_goal(smashup, scenario):
    told = smashup("explore", scenario, "--goal", "Ana wins X")
    assert told.startswith("Ana wins X? Ana can force it, whatever the others do.")
    assert "A way to do it:\n    Ana: play vanilla 1" in told
    assert "It cannot happen: proved" in smashup("explore", scenario, "--goal", "Ben wins")
    explored = smashup.json("explore", scenario, "--goal", "vp = { Ben = 2 }", "--by", "ben")["goal"]
    assert (explored["player"], explored["verdict"], explored["proved"]) == ("Ben", "can happen", True)
    assert explored["line"] == ["Ana chooses to play vanilla 1"]
    assert "is not a goal" in smashup.refused("explore", scenario, "--goal", "world peace")
    assert "No player is named" in smashup.refused("explore", scenario, "--goal", "vp = { Ben = 2 }", "--by", "Dov")


def test_what_separates_outcomes_is_described_in_words_for_programs_too(smashup, scenario):
    fork = smashup.json("explore", scenario)["forks"][0]
    assert (fork["player"], fork["after"]) == ("Ana", [])
    assert ["play vanilla 1", [2]] in fork["answers"]


def test_score(smashup):
    told = smashup("score", "20 5/3/2: A 10, B 10, C 5")
    assert told.startswith("A 5 VP, B 5 VP, C 2 VP.")
    assert "1st" in told
    assert "3rd" in told
    assert smashup.json("score", "20 5/3/2: A 10, B 10, C 5")["players"][2]["points"] == 2
    assert "as in" in smashup.refused("score", "who wins?")


def test_rules_are_found_shown_compared_and_counted(smashup):
    assert "score.ties" in smashup("rules", "ties")
    shown = smashup("rules", "show", "mefirst")
    assert all(book in shown for book in ("AL9K", "MS", "CND", "OOPS", "EMD"))
    assert "setup.mulligan" in smashup("rules", "diff", "AL9K", "EMD")
    assert "statements are exercised" in smashup("rules", "coverage")
    assert smashup.json("rules", "show", "score.ties")["scenarios"]
    assert "nonsense" in smashup.refused("rules", "show", "nonsense")
    assert "No rule mentions" in smashup("rules", "xyzzy")
