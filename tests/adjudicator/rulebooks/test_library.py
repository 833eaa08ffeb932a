"""The library of rulings: filtered by card, rule, edition and example; and an index that keeps up with the files."""

from __future__ import annotations

import os
import sqlite3

import pytest

from adjudicator.rulebooks import library as index
from adjudicator.rulebooks.library import Library, LibraryEntry, Wanted
from events.limits import read_file

TIE = """
title = "Two tied runners-up leave no third place"
question = "Who is paid?"
rules = ["score.ties"]
examples = ["E02"]
seats = ["Ana", "Ben"]
[[base]]
card = "Tar Pits"
Ana = ["vanilla 10", { card = "Cub Scout", on = ["Incorporeal"] }]
"""
HUG = """
title = "A bear hug spares a Haunting"
note = "Not so a Tiger."
answer = "Haunting stays."
editions = ["OOPS", "EMD"]
cards = ["bear-cavalry/bear-hug"]
[player.Ana]
hand = ["Bear Hug"]
[[step]]
Ana = "play Bear Hug"
"""


@pytest.fixture
def folder(tmp_path):
    scoring = tmp_path / "scenarios" / "scoring"
    scoring.mkdir(parents=True)
    (scoring / "tie.toml").write_text(TIE)
    (scoring / "hug.toml").write_text(HUG)
    (scoring / "broken.toml").write_text("title = ")
    return tmp_path / "scenarios"


@pytest.fixture
def find(folder, tmp_path):
    def names(**wanted: str) -> list[str]:
        with Library(folder, tmp_path / "index.db") as library:
            return [entry.name for entry in library.find(Wanted(**wanted))]

    return names


def test_by_card_rule_edition_and_example(find):
    assert find(card="Cub Scout") == ["scoring/tie"]
    assert find(card="bear hug") == ["scoring/hug"]
    assert find(card="Cub") == []
    assert find(rule="score.ties") == ["scoring/tie"]
    assert find(edition="AL9K") == ["scoring/tie"]
    assert find(example="e02") == ["scoring/tie"]


def test_the_index_keeps_up_with_the_files(find, folder):
    assert find(card="Zeppelin") == []
    file = folder / "scoring" / "tie.toml"
    file.write_text(TIE.replace("Incorporeal", "Zeppelin"))
    (folder / "more.toml").write_text('title = "Another"\ncards = ["steampunks/zeppelin"]')
    (folder / "scoring" / "hug.toml").unlink()
    assert find(card="Zeppelin") == ["more", "scoring/tie"]
    assert find() == ["more", "scoring/tie"]


def test_every_ruling_has_a_question_and_an_answer(folder, tmp_path):
    (folder / "scoring" / "golden.traces").write_text("=== hug\n# A bear hug\n== OOPS\nx\n== EMD\ny\n")
    with Library(folder, tmp_path / "index.db") as library:
        hug, tie = library.all()
    assert (tie.question, tie.answer) == ("Who is paid?", "Two tied runners-up leave no third place.")
    assert (hug.question, hug.answer) == ("Ana plays Bear Hug. What happens?", "Haunting stays.")
    assert hug.about == ("bear-cavalry/bear-hug",)
    assert (hug.divided, tie.divided) == (("OOPS", "EMD"), ())


def test_editions_of_which_a_file_expects_different_things_are_divided(folder, tmp_path):
    (folder / "scoring" / "tie.toml").write_text(
        'title = "x"\neditions = ["MS", "CND"]\n[expect.MS]\nvp = { Ana = 1 }\n'
    )
    with Library(folder, tmp_path / "index.db") as library:
        assert library.all()[-1].divided == ("MS", "CND")


def test_a_verdict_is_kept_while_neither_file_nor_rules_change(folder, tmp_path):
    entry = LibraryEntry("scoring/tie", "", "", "", (), (), (), ())
    with Library(folder, tmp_path / "index.db") as library:
        assert library.verdict(entry, "rules") is None
        library.keep_verdict(entry, "rules", "EMD", ["one", "two"])
        assert library.verdict(entry, "rules") == ("EMD", ("one", "two"))
        assert library.verdict(entry, "other rules") is None
    os.utime(folder / "scoring" / "tie.toml", (1, 1))
    with Library(folder, tmp_path / "index.db") as library:
        assert library.verdict(entry, "rules") is None


def test_without_a_place_to_write_it_is_made_in_memory(folder, tmp_path):
    (tmp_path / "file").write_text("")
    with Library(folder, tmp_path / "file" / "index.db") as library:
        assert len(library) == 2
    (tmp_path / "damaged.db").write_text("this is no database, and long enough to be seen as none" * 20)
    with Library(folder, tmp_path / "damaged.db") as library:
        assert len(library) == 2


def test_two_programs_build_it_at_once(folder, tmp_path, monkeypatch):
    """While one still reads the files, the other can write what it has read."""

    def another_is_quicker(*given):
        monkeypatch.setattr(index, "read_file", read_file)
        with sqlite3.connect(tmp_path / "index.db", timeout=0) as other:
            other.execute("INSERT INTO verdicts VALUES ('scoring/tie', '', '', '')")
        with Library(folder, tmp_path / "index.db") as other_library:
            assert len(other_library) == 2
        return read_file(*given)

    monkeypatch.setattr(index, "read_file", another_is_quicker)
    with Library(folder, tmp_path / "index.db") as library:
        assert [entry.name for entry in library.all()] == ["scoring/hug", "scoring/tie"]
