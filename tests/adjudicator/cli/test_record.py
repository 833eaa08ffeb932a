"""`smashup record` and `export --record`."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.cli.live_recording import LiveRecording
from adjudicator.records import read_record, record, record_text
from adjudicator.records.lines import Unfinished
from core.printed.definitions import definition, load_cards
from events.vocabulary import CardPlayed, Drawn
from projections.table import fold
from tests.adjudicator.records.round_trips import beginning, spoiled

HEADING = [
    "edition EMD",
    "player Ana: Ghosts, Robots",
    "player Ben: Pirates, Bear Cavalry",
    "first Ana",
    "bases The Grey Opal, Mushroom Kingdom, Rhodes Plaza Mall",
    "turn 1: Ana",
]
FRIDAY = Path(__file__).parents[3] / "fixtures" / "records" / "friday-night.record"


def test_a_record_becomes_a_game_that_shows_what_was_seen(smashup):
    made = smashup.json("record", FRIDAY, "--id", "friday")
    assert (made["id"], made["winners"]) == ("friday", ["Ana"])
    smashup("verify", "friday")
    assert smashup.json("show", "friday", "--at", "100") == smashup.json(
        "show", "friday", "--at", "100", "--seat", "nobody"
    )
    assert "draws two cards" in smashup("replay", "friday", "--to", "100", "--no-board")
    told = smashup.result("show", "friday", "--seat", "Ana", exit_code=2).stderr
    assert "nobody knows what Ana held" in told


def test_why_and_diff_show_of_a_recorded_game_what_was_seen(smashup, tmp_path):
    smashup("record", FRIDAY, "--id", "friday")
    log = record(read_record(FRIDAY.read_text(encoding="utf-8"))).game.log
    drawn = next(event for event in log if isinstance(event, Drawn) and event.position > 100)
    told = smashup("why", "friday", str(drawn.position))
    assert "draws two cards" in told
    assert not [name for name in _names(log, drawn.cards) if name in told]
    played = next(event for event in log if isinstance(event, CardPlayed) and event.position > 100)
    (name,) = _names(log, [played.card])
    assert f"plays {name}" in smashup("why", "friday", str(played.position))
    short = tmp_path / "short.record"
    short.write_text("\n".join(HEADING), encoding="utf-8")
    smashup("record", short, "--id", "short")
    told = smashup("diff", "friday", "short", "--at", "25")
    assert "diverge at position" in told
    assert not [name for name in _names(log, fold(log[:25]).seats[0].hand) if name in told]


def _names(log, cards):
    table = fold(log)
    return [definition(table.cards[card].definition).name for card in cards]


def test_the_record_of_a_game_is_written_and_not_over_another_file(smashup, games, tmp_path):
    file = tmp_path / "game.record"
    smashup("export", games[0], file, "--record")
    assert file.read_text(encoding="utf-8").startswith("edition ")
    assert "the file already exists" in smashup.result("export", games[0], file, "--record", exit_code=2).stderr
    assert smashup.json("record", file)["events"] > 100


def test_a_record_is_the_first_thing_that_a_program_writes(games, db, tmp_path):
    """In a process of its own, which has not loaded the cards."""
    command = [sys.executable, "-c", "from adjudicator.cli import main; main()", "export", games[0], "--record"]
    subprocess.run([*command, tmp_path / "game.record", "--db", db], check=True, timeout=60)


def test_a_record_that_cannot_be_is_refused_in_one_sentence(smashup, tmp_path):
    file = tmp_path / "game.record"
    file.write_text("\n".join([*HEADING, "play Howler at Opal"]), encoding="utf-8")
    said = smashup.result("record", file, exit_code=2).stderr
    assert said.startswith("Line 7: there is no Howler in this game: it is a card of the Werewolves")
    assert "The game up to line 6 is stored: smashup show" in said
    assert "Recorded from game.record, up to line 6" in [game["title"] for game in smashup.json("games")]
    file.write_bytes(b"\xff\xfe")
    assert "not UTF-8 text (line 1)" in smashup.result("record", file, exit_code=2).stderr


def test_a_record_that_is_too_long_is_rejected_without_a_line(smashup, tmp_path):
    long = tmp_path / "long.record"
    long.write_text("\n".join([*HEADING, *["turn 1: Ana"] * 30_000]), encoding="utf-8")
    told = smashup.result("record", long, exit_code=2).stderr
    assert "A record has at most 20,000 lines" in told
    assert "Line 0" not in told


def test_recording_a_file_again_replaces_what_it_gave_before(smashup, tmp_path):
    file = tmp_path / "game.record"
    file.write_text("\n".join([*HEADING, "play Howler at Opal"]), encoding="utf-8")
    smashup.result("record", file, exit_code=2)
    file.write_text("\n".join([*HEADING, "play Nukebot at Opal", "turn 2: Ben"]), encoding="utf-8")
    assert smashup.json("record", file, "--id", "friday")["replaces"]
    again = smashup.json("record", file, "--id", "friday")
    assert (again["id"], again["replaces"]) == ("friday-2", "friday")
    recorded = [game["id"] for game in smashup.json("games") if "game.record" in game["title"]]
    assert recorded == ["friday-2"]


def test_a_game_somebody_has_branched_off_is_not_replaced(smashup, tmp_path):
    file = tmp_path / "game.record"
    file.write_text("\n".join([*HEADING, "play Nukebot at Opal", "turn 2: Ben"]), encoding="utf-8")
    smashup("record", file, "--id", "friday")
    position = smashup.json("show", "friday")["position"]
    smashup("branch", "friday", str(position), "--finish")
    assert smashup.json("record", file)["replaces"] is None
    assert "friday" in [game["id"] for game in smashup.json("games")]


def test_bundled_records_are_found_by_name(smashup):
    assert smashup.json("record", "sunday-table")["winners"] == ["Ben"]
    told = smashup.result("record", "sunday-tabel", exit_code=2).stderr
    assert "There is no record 'sunday-tabel'" in told
    assert "did you mean sunday-table?" in " ".join(told.split())


def test_lines_are_taken_as_they_are_typed_and_kept(smashup, tmp_path):
    file = tmp_path / "game.record"
    typed = [*HEADING, "play Nukebot at Opal", "play Warbot at Opal", "# a note", "what", "board", "quit"]
    said = smashup("record", "--to", file, input="\n".join(typed) + "\n")
    assert "Ana may not play Warbot: Ana has no minion left" in " ".join(said.split())
    assert file.read_text(encoding="utf-8").splitlines() == [*HEADING, "play Nukebot at Opal", "# a note"]
    again = smashup("record", "--to", file, input="undo\nundo\nturn 2: Ben\n")
    assert "Taken back: play Nukebot at Opal" in again
    assert file.read_text(encoding="utf-8").splitlines() == [*HEADING, "turn 2: Ben"]


def test_what_comes_to_light_is_typed_in_the_next_line(smashup, tmp_path):
    file = tmp_path / "game.record"
    typed = [*HEADING, "play Hoverbot at Mushroom", "Ana reveals Haunting", "choose Haunting", "choose Mushroom"]
    said = smashup("record", "--to", file, input="\n".join(typed) + "\n")
    assert "What happened next?" in said
    assert "Possible with the cards in view: Haunting" in " ".join(said.split())
    assert file.read_text(encoding="utf-8").splitlines() == typed
    again = smashup("record", "--to", file, input="board\n")
    assert "3 Hoverbot" in again


def test_what_has_not_come_to_light_is_not_shown_on_another_day(smashup, tmp_path):
    """The record ends where a base scored and the next one comes: which, nobody has said yet."""
    file = tmp_path / "game.record"
    text = FRIDAY.with_name("sunday-table.record").read_text(encoding="utf-8")
    file.write_text(text[: text.index("base Homeworld comes")], encoding="utf-8")
    said = smashup("record", "--to", file, input="")
    assert "To go on: a line “base … comes” is missing here" in " ".join(said.split())
    assert "8 bases left" in said
    assert "7 bases left" not in said
    again = smashup("record", "--to", file, input="base Homeworld comes\n")
    assert "The game is over" in again


def test_each_line_of_the_heading_is_looked_at_as_it_is_typed(smashup, tmp_path):
    file = tmp_path / "game.record"
    wrong = ["edition XYZ", "player Ana: Ghosts, Robotz", "turn 1: Ana", "first Cleo", "player ana: Aliens, Ninjas"]
    typed = [wrong[0], HEADING[0], wrong[1], wrong[2], HEADING[1], wrong[4], HEADING[2], wrong[3], *HEADING[3:5]]
    said = " ".join(smashup("record", "--to", file, input="\n".join(typed) + "\n").split())
    for reason in (
        "Line 1: there is no edition 'XYZ'",
        "Line 2: There is no faction 'Robotz'; perhaps Robots.",
        "Line 2: who plays?",
        "Line 3: each player needs a different name",
        "Line 4: 'Cleo' is not a player; the players are Ana, Ben.",
        "whether to replace a hand without minions. Type “Ana: yes”, or start the first turn.",
    ):
        assert reason in said
    assert file.read_text(encoding="utf-8").splitlines() == HEADING[:5]


def test_a_hand_without_minions_that_must_be_shown_is_typed_after_the_bases(smashup, tmp_path):
    """In the first book nobody is asked: the hand is shown, and replaced."""
    file = tmp_path / "game.record"
    typed = [
        "edition AL9K",
        *HEADING[1:5],
        "Ana reveals Make Contact, Incorporeal, Tech Center, Shady Deal, The Dead Rise",
    ]
    smashup("record", "--to", file, input="\n".join([*typed, "turn 1: Ana", "play Nukebot at Opal"]) + "\n")
    assert len(file.read_text(encoding="utf-8").splitlines()) == len(typed) + 2


def test_when_several_bases_are_ready_it_is_said_who_chooses(smashup, tmp_path):
    file = tmp_path / "game.record"
    smashup("import", FRIDAY.parents[1] / "games" / "emd.jsonl", "--id", "emd")
    smashup("export", "emd", file, "--record")
    text = file.read_text(encoding="utf-8")
    file.write_text(text[: text.index("choose The Dread Gazebo\nscores")], encoding="utf-8")
    said = " ".join(smashup("record", "--to", file, input="").split())
    assert "2 bases are ready: Ben chooses which scores first: The Dread Gazebo, Haunted House." in said


def test_a_record_with_a_mark_of_its_bytes_in_front_and_other_line_ends_is_read(smashup, tmp_path):
    file = tmp_path / "game.record"
    file.write_bytes(b"\xef\xbb\xbf" + "\r\n".join([*HEADING, "play\tNukebot at Opal"]).encode())
    assert smashup.json("record", file)["lines"] == 3


def test_leaving_by_a_key_says_how_to_go_on(tmp_path, monkeypatch, capsys):
    def interrupted(prompt):
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    assert LiveRecording(tmp_path / "game.record", at_terminal=False).run() is False
    assert "Continue the record another day" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["friday-night", "sunday-table"])
def test_a_whole_game_is_typed_along_and_none_of_its_lines_refused(smashup, tmp_path, name):
    file = tmp_path / "game.record"
    lines = [line for line in FRIDAY.with_stem(name).read_text(encoding="utf-8").splitlines() if line]
    said = smashup("record", "--to", file, "--id", "typed", input="\n".join(lines) + "\n")
    assert not re.search(r"^Line \d", said, re.MULTILINE)
    assert [line for line in file.read_text(encoding="utf-8").splitlines() if line] == lines
    smashup("record", name, "--id", "whole")
    assert smashup("diff", "typed", "whole") == "typed and whole are the same.\n"


@pytest.mark.parametrize("number", [64, 73])
def test_whatever_is_kept_at_the_prompt_is_a_record(tmp_path, number):
    """Spoiled lines are typed, too: what is not refused at the prompt is not refused afterwards."""
    text = spoiled(record_text(beginning(number).played().log), random.Random(number))
    live = LiveRecording(tmp_path / "game.record", at_terminal=False)
    typed = [line for line in text.splitlines()[:70] if line]
    for line in typed:
        live._line(line)
    assert 20 < len(live.lines) < len(typed)
    assert live.file.read_text(encoding="utf-8").splitlines() == live.lines
    stops_at = len(live.lines)
    try:
        record(read_record("\n".join(live.lines)))
    except Unfinished as unfinished:  # the last line leads to something that the next one must say
        stops_at = unfinished.line
    assert stops_at == len(live.lines)


def test_a_mistake_is_typed_as_a_ruling_and_verify_lists_it(smashup, tmp_path):
    file = tmp_path / "game.record"
    typed = [
        *HEADING,
        "play Nukebot at Opal",
        "play Warbot at Opal",
        "house play Warbot at Opal",
        "so Warbot at Rhodes",
    ]
    said = smashup("record", "--to", file, input="\n".join([*typed, "turn 2: Ben"]) + "\n")
    assert "Played anyway? Type: house play Warbot at Opal" in " ".join(said.split())
    assert file.read_text(encoding="utf-8").splitlines()[-3:] == [*typed[-2:], "turn 2: Ben"]
    smashup("record", file, "--id", "mistaken")
    assert "Ana has no minion left to play this turn (turn.play: EMD p. 6" in " ".join(
        smashup("verify", "mistaken").split()
    )
    (mistake,) = smashup.json("verify", "mistaken", "--again")[0]["mistakes"]
    assert (mistake["turn"], mistake["rule"]) == (1, "turn.play")


def test_what_is_supplied_is_never_a_fact(smashup):
    smashup("record", FRIDAY, "--id", "friday")
    assert "recorded at a table" in smashup.result("play", "friday", exit_code=2).stderr
    assert all("(supplied)" in option for option in smashup.json("branch", "friday", "52")["options"])
    assert "that nobody saw are made up" in smashup("scenario", "from-game", "friday", "--at", "60")


def test_names_are_completed_from_what_everybody_knows(tmp_path):
    file = tmp_path / "game.record"
    file.write_text("\n".join(HEADING), encoding="utf-8")
    live = LiveRecording(file, at_terminal=False)
    load_cards()
    live._go_on_another_day()
    assert {"Nukebot", "Pirate King", "The Grey Opal"} <= set(live.names("play "))
    assert not {"Howler", "Tortuga", "The Great Library"} & set(live.names("play "))
    assert "Tortuga" in live.names("base T")
    assert "Werewolves" in live.names("player Cleo: W")


def test_tables_of_a_recorded_game_hold_what_everybody_saw(smashup, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    smashup("record", FRIDAY, "--id", "friday")
    smashup("export", "friday", "--parquet", tmp_path / "tables")
    games, decisions, events = (
        parquet.read_table(tmp_path / "tables" / table).to_pylist() for table in ("games", "decisions", "events")
    )
    assert [row["recorded"] for row in games] == [True]
    assert {(row["question"], row["options"], row["picks"]) for row in decisions} == {("unseen", 0, "[]")}
    assert all(row["card"] for row in events if row["event"] in ("card-played", "destroyed", "base-arrived"))
    told = "".join(str(row) for row in events)
    assert "vampires/nightstalker" in told
    assert not [card for card in ("vampires/buffet", "vampires/cull-the-weak", "cowboys/stagecoach") if card in told]
    drawn = [row["facts"] for row in events if row["rule"] == "turn.draw"]
    assert not [facts for facts in drawn if re.search(r'"cards":\[[^]]*[1-9]', facts)]
