"""The demo, with fewer games."""

from __future__ import annotations

from adjudicator import demo
from adjudicator.cli.output import console
from events.store import open_store
from tests.core.golden_games import recorded


def test_it_tells_the_whole_story(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(demo, "GAMES", 2)
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    monkeypatch.setattr("tempfile.mkdtemp", lambda prefix: str(tmp_path))
    shown = demo.show(console())
    told = capsys.readouterr().out
    for words in (
        "A tournament: 2 games between greedy bots",
        "scores, by",
        "Why?",
        "← score.places",
        "What if Greedy",
        "diverge at position",
        "In the end:",
        " gives the same game.",
        "full-sail: A base saved by a Special, by AL9K",
        "scoring/all-tied: ",
        "smashup step",
    ):
        assert words in told, words
    assert shown.verified
    assert shown.base in told
    assert "; ".join(shown.ruling) in " ".join(told.split())
    with open_store(shown.store) as store:
        assert store.read(shown.sample) == recorded("full-sail")
        parent = store.info(shown.branch).parent
    assert parent is not None
    assert parent.game == shown.game
