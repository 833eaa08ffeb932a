"""`smashup record` and `export --record`."""

from __future__ import annotations

from pathlib import Path

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
    assert "draws 2 cards" in smashup("replay", "friday", "--to", "100", "--no-board")
    told = smashup.result("show", "friday", "--seat", "Ana", exit_code=2).stderr
    assert "what Ana held is not known" in told


def test_the_record_of_a_game_is_written_and_not_over_another_file(smashup, games, tmp_path):
    file = tmp_path / "game.record"
    smashup("export", games[0], file, "--record")
    assert file.read_text(encoding="utf-8").startswith("edition ")
    assert "there already is a file" in smashup.result("export", games[0], file, "--record", exit_code=2).stderr
    assert smashup.json("record", file)["events"] > 100


def test_a_record_that_cannot_be_is_refused_in_one_sentence(smashup, tmp_path):
    file = tmp_path / "game.record"
    file.write_text("\n".join([*HEADING, "play Howler at Opal"]), encoding="utf-8")
    assert smashup.result("record", file, exit_code=2).stderr == "Line 7: there is no 'Howler at Opal' in this game\n"
    file.write_bytes(b"\xff\xfe")
    assert "no text in UTF-8" in smashup.result("record", file, exit_code=2).stderr


def test_lines_are_taken_as_they_are_typed_and_kept(smashup, tmp_path):
    file = tmp_path / "game.record"
    typed = [*HEADING, "play Nukebot at Opal", "play Warbot at Opal", "# a note", "what", "board", "quit"]
    said = smashup("record", "--to", file, input="\n".join(typed) + "\n")
    assert "Ana may not play Warbot: Ana has no minion left" in " ".join(said.split())
    assert file.read_text(encoding="utf-8").splitlines() == [*HEADING, "play Nukebot at Opal", "# a note"]
    again = smashup("record", "--to", file, input="undo\nundo\nturn 2: Ben\n")
    assert "Taken back: play Nukebot at Opal" in again
    assert file.read_text(encoding="utf-8").splitlines() == [*HEADING, "turn 2: Ben"]
