"""`smashup site`, `serve` and pages of games: what they say, and what they say where something is missing."""

from __future__ import annotations

import importlib.util
import json
import signal
import subprocess
import sys
import urllib.request

from tests.interrupts import heeds_ctrl_c


def test_a_site_needs_the_extra(smashup, tmp_path, monkeypatch):
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "jinja2" else real(name))
    told = smashup.result("site", tmp_path / "site", exit_code=2).stderr
    assert told == "Pages need an extra that is not installed: pip install 'smashup-engine[web]'.\n"


def test_a_folder_with_other_files_is_refused(smashup, tmp_path):
    (tmp_path / "letter.txt").write_text("dear all")
    told = smashup.result("site", tmp_path, exit_code=2).stderr
    assert "contains other files" in told
    assert [file.name for file in tmp_path.iterdir() if file.suffix == ".txt"] == ["letter.txt"]


def test_a_game_as_a_page(smashup, games, tmp_path):
    file = tmp_path / "game.html"
    told = smashup.json("export", games[0], "--html", file, "--to", 60)
    assert told["file"] == str(file)
    assert file.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "the file already exists" in smashup.result("export", games[0], "--html", file, exit_code=2).stderr
    smashup("export", games[0], "--html", file, "--to", 60, "--seat", "nobody", "--force")
    assert "as a spectator sees it" in file.read_text(encoding="utf-8")


def test_only_a_page_is_made_for_a_seat(smashup, games, tmp_path):
    told = smashup.result("export", games[0], tmp_path / "game.jsonl", "--seat", "nobody", exit_code=2).stderr
    assert told == "A game file contains everything, so --seat works only with --html or --markdown.\n"
    assert (
        "No player is named"
        in smashup.result("export", games[0], "--html", tmp_path / "game.html", "--seat", "Zoe", exit_code=2).stderr
    )


def test_a_server_says_where_it_is_and_ends_without_a_word(db):
    command = [sys.executable, "-m", "smashup", "serve", "--db", str(db), "--port", "0", "--json"]
    server = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=heeds_ctrl_c
    )
    try:
        assert server.stdout is not None
        told = "".join(server.stdout.readline() for _ in range(4))
        with urllib.request.urlopen(f"{json.loads(told)['address']}games/", timeout=60) as page:
            assert page.status == 200
        server.send_signal(signal.SIGINT)
        _, complaints = server.communicate(timeout=60)
    finally:
        server.kill()
    assert "Traceback" not in complaints


def test_a_place_where_nobody_can_listen(smashup):
    told = smashup.result("serve", "--host", "192.0.2.1", "--port", "1", exit_code=2).stderr
    assert "The server can't listen on 192.0.2.1, port 1" in told


def test_a_card_with_its_later_printings(smashup):
    assert "Later printings: The bonus was later raised" in " ".join(smashup("card", "berserk").split())
    assert smashup.json("card", "cub scout")["later_printings"]
