"""Messages to the engine: every one of them answered, and anything wrong said with a sentence and a path."""

from __future__ import annotations

import json
from typing import Any, get_args

import jsonschema  # type: ignore[import-untyped]
import pytest

from adjudicator.bundled import ROOT, SCENARIOS
from adjudicator.messages import LONGEST_MESSAGE, AnyMessage, Engine
from adjudicator.messages.documentation import BEGUN, EXAMPLES, SITUATION, document, sent, smallest_game
from adjudicator.messages.model import schema
from adjudicator.scenarios import parse, run
from adjudicator.scenarios.load import from_data
from core.printed.editions import EDITIONS
from tests.adjudicator.messages.corpus import conversation

BOARD = ROOT / "docs" / "MESSAGES.md"


def ask(op: str, **values: Any) -> Any:
    """Return what a message comes to."""
    reply = json.loads(Engine().reply(json.dumps({"op": op, **values}).encode()))
    assert "ok" in reply, reply
    return reply["ok"]


def wrong(op: str, **values: Any) -> Any:
    """Return what is wrong with a message."""
    return json.loads(Engine().reply(json.dumps({"op": op, **values}).encode()))["error"]


def test_every_message_has_an_example_that_is_answered():
    assert set(EXAMPLES) == {message.__struct_config__.tag for message in get_args(AnyMessage)}
    for op in EXAMPLES:
        assert "ok" in json.loads(Engine().reply(sent(op))), op


def test_the_documentation_is_the_one_the_engine_writes():
    assert BOARD.read_text(encoding="utf-8") == document(), (
        "Run: python -m adjudicator.messages.documentation > docs/MESSAGES.md"
    )


def test_the_schema_accepts_what_the_engine_accepts_and_nothing_misspelled():
    for op, values in EXAMPLES.items():
        jsonschema.validate({"op": op, **values}, schema())
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"op": "rule", "situation": {}, "edtions": []}, schema())
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"op": "rulings"}, schema())


def test_a_whole_conversation_is_answered_or_refused_with_a_sentence():
    replies = [json.loads(reply) for _, reply in conversation()]
    assert len(replies) > 200
    refused = [reply["error"]["sentence"] for reply in replies if "error" in reply]
    assert all(refused)
    assert len(refused) < len(replies) / 3


# --- situations


def test_a_situation_is_ruled_on_by_every_edition():
    ruled = ask("rule", situation={**SITUATION, "step": [{"seat": "Ana", "does": "play Bear Hug"}]})
    assert [book for column in ruled["columns"] for book in column["editions"]] == list(EDITIONS)
    assert all(column["verdict"] for column in ruled["columns"])


def test_editions_that_disagree_have_columns_of_their_own():
    text = (SCENARIOS / "awesome-level-9000/ghosts/haunting-weakened.toml").read_text(encoding="utf-8")
    ruled = ask("rule", situation=ask("read", text=text)["situation"])
    assert len(ruled["columns"]) == 2
    assert ruled["columns"][0]["editions"] == ["AL9K", "MS"]
    divergence = ruled["divergences"][0]
    assert divergence["rules"][0]["citation"]


def test_text_and_line_read_back_as_the_same_situation():
    written = ask("text", situation=SITUATION)
    for text in (written["toml"], written["line"]):
        again = ask("read", text=text)["situation"]
        assert again["base"] == SITUATION["base"]
        assert again["player"] == SITUATION["player"]


def test_an_answer_becomes_the_step_that_the_rules_accept():
    step = ask("answer", situation=SITUATION, edition="EMD", picks=[0])
    assert step == {"seat": "Ana", "does": "play Bear Hug"}
    outcome = run(from_data({**SITUATION, "step": [step]}), "EMD")
    assert outcome.stuck is None


def test_why_not_names_the_rule():
    reason = ask("why", situation=SITUATION, edition="EMD", seat="Ana", does="use Haunting")
    assert not reason["possible"]
    assert reason["passage"]["citation"].startswith("EMD p.")
    assert ask("why", situation=SITUATION, edition="EMD", seat="Ana", does="play Bear Hug")["possible"]


def test_exploring_answers_a_goal():
    explored = ask("explore", situation=SITUATION, edition="EMD", goal="Ana wins Tortuga")["explored"]
    assert explored["goal"]["verdict"] == "cannot"
    assert explored["exhausted"]


def test_the_line_to_every_outcome_can_be_played():
    situation = {
        "title": "Full Sail",
        "seats": ["Ana", "Ben"],
        "phase": "score",
        "base": [
            {"card": "Tortuga", "minions": {"Ana": ["Pirate King", "First Mate"], "Ben": ["King Rex", "King Rex"]}},
            {"card": "Tar Pits"},
        ],
        "player": {"Ben": {"hand": ["Full Sail"]}},
    }
    explored = ask("explore", situation=situation, edition="EMD", goal="Ben wins Tortuga")["explored"]
    assert len(explored["outcomes"]) > 3
    for outcome in explored["outcomes"]:
        (column,) = ask("rule", situation={**situation, "step": outcome["steps"]}, editions=["EMD"])["columns"]
        assert not column.get("stuck")
        points = ", ".join(f"{player['name']} {player['victory_points']}" for player in column["frame"]["players"])
        assert outcome["outcome"].startswith(f"VP {points}")
    assert explored["goal"]["steps"]


def test_may_answers_whether_and_how():
    answer = ask("may", situation=SITUATION, edition="EMD", deed="Ana: play Bear Hug")["found"]
    assert answer["answer"].startswith("Yes")
    assert answer["line"]


def test_find_answers_a_question():
    results = ask("find", question="what if two players tie for first", most=3)
    assert len(results["hits"]) == 3
    assert results["hits"][0]["kind"] in ("rule", "ruling")


# --- games


def test_a_game_is_its_answers_whoever_plays_it_on():
    one, other = ask("new", **EXAMPLES["new"]), ask("go", game=BEGUN)
    assert one["game"] == other["game"]
    first = one["frame"]["decision"]
    picks = list(range(first.get("least", 0)))
    engine = Engine()
    message = json.dumps({"op": "go", "game": one["game"], "picks": picks}).encode()
    kept = engine.reply(message)
    assert engine.reply(message) == kept == Engine().reply(message)


def test_other_players_hands_are_hidden_from_a_seat():
    frame = ask("new", **EXAMPLES["new"])["frame"]
    mine, theirs = (player["hand"] for player in frame["players"])
    assert all(str(card) in frame["cards"] for card in mine)
    assert not any(str(card) in frame["cards"] for card in theirs)


def test_a_record_becomes_a_game_file_that_shows_what_everybody_saw():
    text = (ROOT / "fixtures/records/friday-night.record").read_text(encoding="utf-8")
    made = ask("record", text=text, created="2026-01-31T12:00:00Z", title="Friday night")
    opened = ask("open", text=made["text"])
    assert opened["made_up"]
    assert opened["title"] == "Friday night"
    assert opened["frame"]["winners"]
    assert "nobody knows what Ana held" in wrong("open", text=made["text"], viewer="Ana")["sentence"]


def test_what_is_wrong_with_a_record_is_said_with_its_line():
    text = EXAMPLES["record"]["text"].replace("Hoverbot", "Leprechaun")
    error = wrong("record", text=text, created="2026-01-31T12:00:00Z")
    assert error["line"] == 7
    assert "Leprechaun" in error["sentence"]


def test_a_position_of_a_game_becomes_a_situation():
    taken = ask("take", text=smallest_game(), position=40)
    assert run(from_data(taken["situation"]), taken["editions"][0]).stuck is None


# --- what is wrong


@pytest.mark.parametrize(
    ("situation", "path"),
    [
        ({"base": [{"card": "Tortuga", "minions": {"Ben": ["Cub Scout", "Leprechan"]}}]}, ["base", 0]),
        ({"base": [{"card": "Tortga"}]}, ["base", 0]),
        ({"base": [], "player": {"Ana": {"hand": ["No Such Card"]}}}, ["player", "Ana", "hand"]),
        ({"base": [{"card": "Tortuga"}], "phase": "lunch"}, ["phase"]),
    ],
)
def test_what_is_wrong_with_a_situation_is_said_with_its_path(situation, path):
    error = wrong("rule", situation={"title": "x", "seats": ["Ana", "Ben"], **situation})
    assert error["path"][: len(path)] == path
    assert error["sentence"]


@pytest.mark.parametrize(
    ("op", "values", "sentence"),
    [
        ("rule", {"situation": SITUATION, "editions": ["XYZ"]}, "XYZ"),
        (
            "why",
            {"situation": SITUATION, "edition": "EMD", "seat": "Zoe", "does": "pass"},
            "Zoe is not one of Ana, Ben",
        ),
        ("answer", {"situation": SITUATION, "edition": "EMD", "picks": [99]}, "There is no option 99"),
        ("open", {"text": smallest_game(), "position": 10**6}, "There is no position"),
        ("open", {"text": "{}"}, ""),
        ("new", {"seed": 1, "seats": ["A"], "bots": []}, "State a bot"),
        ("new", {"seed": 1, "bots": ["", "genius"]}, "genius"),
        ("find", {"question": "ties", "kinds": ["spell"]}, "spell is not one of"),
    ],
)
def test_impossible_requests_get_a_sentence(op, values, sentence):
    assert sentence in wrong(op, **values)["sentence"]


def test_a_message_that_is_too_long_is_not_read():
    reply = json.loads(Engine().reply(b" " * (LONGEST_MESSAGE + 1)))
    assert "at most" in reply["error"]["sentence"]


def test_the_engine_reads_what_a_scenario_file_states():
    file = sorted(SCENARIOS.rglob("*.toml"))[0]
    text = file.read_text(encoding="utf-8")
    assert from_data(ask("read", text=text)["situation"]).base == parse(text, "x").base
