"""Every input has limits, and a text made to break a parser is rejected quickly and in little memory."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from adjudicator.records import BadRecord, read_record
from adjudicator.scenarios import ScenarioError, load, parse
from adjudicator.scenarios.notation.reading import read_situation
from adjudicator.scenarios.run import run
from events.errors import BadGameFile, SmashUpError
from events.files import game_of, read_game
from events.limits import GAME_FILE, GOAL, MESSAGE, RECORD, SCENARIO, SITUATION, TooMuch, check_json, check_toml

ROOT = Path(__file__).parents[2]
SECONDS = 2.0

TOML_BOMBS = {
    "dotted key": "a" + ".a" * 60_000 + " = 1",
    "quoted dotted key": '"a"' + '."a"' * 20_000 + " = 1",
    "spaced dotted key": "a" + " . a" * 20_000 + " = 1",
    "dotted header": "[" + "a." * 5_000 + "a]",
    "double header": "[[" + "a." * 5_000 + "a]]",
    "dotted key in an inline table": "x = {" + "a." * 5_000 + "a = 1}",
    "lists": "x = " + "[" * 50_000,
    "inline tables": "x = " + "{a = " * 30_000,
    "lists behind a string of five quotation marks": 'x = ["""a""""", ' + "[" * 50_000,
    "lists behind a literal string": "x = ['''a'''', " + "[" * 50_000,
    "many keys": "\n".join(f"k{number} = 1" for number in range(10_000)),
    "many items": "x = [" + "1," * 60_000 + "]",
    "many headers": "[[a]]\n" * 30_000,
    "a number of many digits": "x = " + "9" * 100_000,
    "a file of many characters": "#" * (SCENARIO.size + 1),
    "escaped quotation marks": '"""' + '\\"""' * 40_000,
}


DEFUSING = """
import json, resource, time
from adjudicator.scenarios import ScenarioError, parse
from tests.events.test_limits import TOML_BOMBS
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
for name, bomb in TOML_BOMBS.items():
    start = time.process_time()
    try:
        parse(bomb)
    except ScenarioError:
        print(json.dumps([name, time.process_time() - start]), flush=True)
"""


@pytest.fixture(scope="module")
def defused() -> dict[str, float]:
    """Seconds until each bomb was rejected, all of them in one process with little memory."""
    done = subprocess.run([sys.executable, "-c", DEFUSING], cwd=ROOT, capture_output=True, text=True, timeout=60)
    found = dict(json.loads(line) for line in done.stdout.splitlines())
    assert done.returncode == 0, f"after {[*found][-1:]}: {done.stderr}"
    return found


@pytest.mark.parametrize("bomb", TOML_BOMBS)
def test_a_scenario_bomb_is_rejected_in_a_process_with_little_memory(bomb, defused):
    assert defused[bomb] < SECONDS


def test_a_string_may_hold_what_would_be_too_much_outside_it():
    check_toml('x = "' + "[" * 50 + "." * 50 + '"\ny = """\n' + "{" * 50 + '\n"""\n# ' + "[." * 50, SCENARIO)
    check_json(b'{"x": "' + b"[" * 50 + b'\\"' + b"{" * 50 + b'"}', MESSAGE)


def test_the_limits_themselves_are_allowed():
    check_toml(".".join("a" * SCENARIO.key_parts) + " = 1", SCENARIO)
    check_toml("x = " + "[" * SCENARIO.depth + "]" * SCENARIO.depth, SCENARIO)
    with pytest.raises(TooMuch, match="parts"):
        check_toml(".".join("a" * (SCENARIO.key_parts + 1)) + " = 1", SCENARIO)
    with pytest.raises(TooMuch, match="deep"):
        check_toml("\nx = " + "[" * (SCENARIO.depth + 1), SCENARIO)


def test_the_line_of_a_bomb_is_named():
    with pytest.raises(ScenarioError) as caught:
        parse("title = 'x'\n\n" + TOML_BOMBS["dotted header"])
    assert caught.value.line == 3


def test_a_scenario_of_ten_thousand_minions_is_rejected_quickly():
    minions = ", ".join(["'vanilla 1'"] * 10_000)
    begun = time.process_time()
    with pytest.raises(ScenarioError):
        parse(f"title = 'x'\n[[base]]\ncard = 'The Homeworld'\nAna = [{minions}]")
    assert time.process_time() - begun < SECONDS


def test_more_cards_than_a_table_holds_are_rejected_however_they_are_stated():
    groups = ", ".join(["60x vanilla 1"] * 40)
    begun = time.process_time()
    with pytest.raises(SmashUpError, match="at most"):
        run(read_situation(f"The Homeworld: none | Ana hand: {groups}").scenario, "EMD")
    assert time.process_time() - begun < SECONDS


@pytest.mark.parametrize(
    "line",
    ["x" * (SITUATION.size + 1), "a," * (SITUATION.parts + 1), "x: " + "[" * (SITUATION.depth + 1), "(" * 20_000],
)
def test_a_situation_bomb_is_rejected(line):
    with pytest.raises(SmashUpError):
        read_situation(line)


@pytest.mark.parametrize(
    "text",
    ["\n" * (RECORD.parts + 1), "x" * (RECORD.size + 1), "x" * (RECORD.word + 1)],
)
def test_a_record_bomb_is_rejected(text):
    with pytest.raises(BadRecord):
        read_record(text)


@pytest.mark.parametrize(
    "line",
    [
        b"x" * GAME_FILE.word,
        b'{"format":"smashup-game","version":' + b"[" * 500_000 + b"\n",
        b'{"format":"smashup-game","version":' + b"9" * 500_000 + b"}\n",
    ],
)
def test_a_game_file_bomb_is_rejected(line):
    with pytest.raises(BadGameFile):
        game_of([line])


@pytest.mark.parametrize(
    "text",
    [b"[" * 33, b"[" * 200_000, b'{"a":' * 40_000, b"[" + b"1," * 20_001 + b"1]", b" " * (MESSAGE.size + 1)],
)
def test_a_message_bomb_is_rejected(text):
    with pytest.raises(TooMuch):
        check_json(text, MESSAGE)


def test_a_goal_bomb_is_rejected():
    with pytest.raises(TooMuch):
        check_toml("a" + ".a" * 100 + " = 1", GOAL)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("kind", ["pipe", "/dev/zero", "/dev/null", "folder"])
def test_only_ordinary_files_are_read(tmp_path, kind):
    path = Path(kind) if kind.startswith("/") else tmp_path / kind
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    from adjudicator.cli.record import text_of

    with pytest.raises(ScenarioError, match=r"pipe or device|folder"):
        load(path)
    with pytest.raises(BadGameFile, match=r"pipe or device|folder"):
        read_game(path)
    with pytest.raises(SmashUpError, match=r"pipe or device|folder"):
        text_of(path)
