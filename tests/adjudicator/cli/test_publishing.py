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
