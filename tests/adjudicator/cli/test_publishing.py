"""`smashup site`: what it says, and what it says where something is missing."""

from __future__ import annotations

import importlib.util


def test_a_site_needs_the_extra(smashup, tmp_path, monkeypatch):
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "jinja2" else real(name))
    told = smashup.result("site", tmp_path / "site", exit_code=2).stderr
    assert told == "Pages need the extra `web`: pip install 'smashup-engine[web]'.\n"


def test_a_folder_with_other_files_is_refused(smashup, tmp_path):
    (tmp_path / "letter.txt").write_text("dear all")
    told = smashup.result("site", tmp_path, exit_code=2).stderr
    assert "holds other files and no site" in told
    assert [file.name for file in tmp_path.iterdir() if file.suffix == ".txt"] == ["letter.txt"]


def test_a_game_as_a_page(smashup, games, tmp_path):
    file = tmp_path / "game.html"
    told = smashup.json("export", games[0], "--html", file)
    assert told["file"] == str(file)
    assert file.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "there already is a file" in smashup.result("export", games[0], "--html", file, exit_code=2).stderr
    smashup("export", games[0], "--html", file, "--seat", "nobody", "--force")
    assert "as a spectator sees it" in file.read_text(encoding="utf-8")


def test_only_a_page_is_made_for_a_seat(smashup, games, tmp_path):
    told = smashup.result("export", games[0], tmp_path / "game.jsonl", "--seat", "nobody", exit_code=2).stderr
    assert told == "FILE and --seat do not go together; leave one of them out.\n"
    assert (
        "Nobody is called"
        in smashup.result("export", games[0], "--html", tmp_path / "game.html", "--seat", "Zoe", exit_code=2).stderr
    )
