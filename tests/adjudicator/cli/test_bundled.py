"""Bundled games and rulings are found by name; a file of the player's always wins."""

from __future__ import annotations

import pytest

from adjudicator import bundled
from events.errors import SmashUpError


def test_scenarios_by_name():
    there = bundled.SCENARIOS / "scoring" / "all-tied.toml"
    assert bundled.scenario("scoring/all-tied") == there
    assert bundled.scenario("scoring/all-tied.toml") == there
    assert bundled.scenario("all-tied") == there


def test_games_by_name():
    assert bundled.game("emd") == bundled.game("emd.jsonl") == bundled.GAMES / "emd.jsonl"


def test_a_path_wins(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scoring").mkdir()
    for find, name in ((bundled.scenario, "scoring/all-tied"), (bundled.game, "emd"), (bundled.to_check, "emd-draft")):
        (tmp_path / name).touch()
        assert find(name).resolve() == tmp_path / name
    assert bundled.to_check("scoring").resolve() == tmp_path / "scoring"


def test_a_folder_is_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "emd").mkdir()
    assert bundled.game("emd") == bundled.GAMES / "emd.jsonl"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["ask", "scoring/all-tide"], "did you mean scoring/all-tied?"),
        (["ask", "all-tide"], "did you mean scoring/all-tied?"),
        (["ask", "specials-go-round"], "cease-and-desist/astroknights/specials-go-round or scoring/specials-go-round?"),
        (
            ["ask", "my-tie.toml"],
            "There is no scenario 'my-tie.toml', neither as a file here nor among the bundled ones",
        ),
        (["explore", "scoring/all-tide"], "did you mean scoring/all-tied?"),
        (["check", "scorin"], "did you mean scoring?"),
        (["check", "all-tide"], "did you mean scoring/all-tied?"),
        (["import", "emdd"], "There is no recorded game 'emdd'"),
        (["scenario", "from-game", "emdd.jsonl"], "did you mean emd"),
        (["docs", "scenari"], "There is no page 'scenari'; there are board, cards, "),
    ],
)
def test_what_is_not_there_is_refused_with_near_names(smashup, arguments, said):
    assert said in smashup.refused(*arguments)


def test_commands_take_names(smashup):
    assert "Ana 5 VP, Ben 5 VP, Cleo 5 VP" in smashup("ask", "scoring/all-tied")
    assert [result["passed"] for result in smashup.json("check", "all-tied", "emd")] == [True, True]
    assert smashup.json("import", "emd")["id"] == "golden-emd"
    assert smashup.json("explore", "scoring/choosing-the-next-base")["exhausted"]
    assert smashup("scenario", "from-game", "emd.jsonl", "--at", "300").startswith("title = ")


def test_the_pages(smashup):
    listed = smashup.json("docs")
    assert {"design", "programs", "scenarios"} <= {page["page"] for page in listed}
    for page in listed:
        text = smashup("docs", page["page"])
        assert text.startswith(f"# {page['title']}\n")
        assert smashup.json("docs", page["page"].upper())["text"] == text
        assert page["title"] in smashup("docs")


def test_an_error_survives_the_way_from_one_process_to_another():
    import pickle

    with pytest.raises(SmashUpError) as refused:
        bundled.scenario("scoring/all-tide")
    assert str(pickle.loads(pickle.dumps(refused.value))) == str(refused.value)
