"""Questions made from what a scenario does and expects, and answers in one sentence."""

import tomllib

import pytest

from adjudicator.bundled import SCENARIOS, names
from adjudicator.rulebooks.questions import answer_of, question_of

PLAYED = """
title = "An Igor returned to hand gives nothing"
[[base]]
card = "vanilla 20 4/2/1"
name = "X"
Ana = [{ card = "vanilla 3", name = "friend" }, "Igor"]
[[step]]
Ana = "play Beam Up"
[[step]]
Ana = "choose Igor"
[expect]
"""


@pytest.mark.parametrize(
    ("expect", "asked"),
    [
        ('where = { Igor = "Ana\'s hand" }', "Where does Igor end up?"),
        ("counters = { friend = 0 }", "How many +1 power counters does the minion of power 3 have?"),
        ("counters = { friend = 0, Igor = 0 }", "How many +1 power counters does Igor have?"),
        ("vp = { Ana = 1 }", "Who has how many VP?"),
        ('minions = { X = { Ana = ["friend"] } }', "Which minions are at base X afterwards?"),
        ('never = ["destroyed"]', "Is anything destroyed?"),
        ('events = ["destroyed Igor"]', "Is Igor destroyed?"),
        ("hand = { Ana = { count = 2 } }", "How many cards does Ana hold?"),
        ('titans = { X = { Ana = ["Megabot"] } }', "Which titans are at base X afterwards?"),
        ('asked = { kind = "main" }', "What happens?"),
        ('asked = { kind = "main" }\nbeside = { Ana = ["Megabot"] }', "Which titan is beside Ana's deck?"),
    ],
)
def test_the_question_asks_for_what_is_expected(expect, asked):
    assert question_of(tomllib.loads(PLAYED + expect)) == f"Ana plays Beam Up. {asked}"


@pytest.mark.parametrize(
    ("expect", "reply"),
    [
        ('where = { Igor = "Ana\'s discard" }', "In Ana's discard pile."),
        ('where = { Igor = "X" }', "At X."),
        ("counters = { Igor = 0 }", "None."),
        ("power = { Igor = 0 }", "0."),
        ("vp = { Ana = 1, Ben = 3 }", "Ana 1, Ben 3."),
        ('controller = { Igor = "Ben" }', "Ben."),
        ('minions = { X = { Ana = ["friend"], Ben = [] } }', "Ana: a minion of power 3; Ben: none."),
        ('hand = { Ana = ["Igor", "Howler", "Howler"] }', "Igor and 2 × Howler."),
        ("hand = { Ana = [] }", "None."),
        ("hand = { Ana = { count = 2 } }", "Two cards."),
        ("hand = { Ana = { count = 1 } }", "One card."),
        ('hand = { Ana = { has = ["Igor"] } }', "Igor, among others."),
        ('hand = { Ana = { has = ["Igor"], count = 3 } }', "Three cards, among them Igor."),
        ('hand = { Ana = { has = ["Igor"], count = 1 } }', "Igor."),
        ('deck = { Ana = { top = ["Igor"] } }', "Igor on top."),
        ('where = { Igor = "on friend" }', "On the minion of power 3."),
        ('where = { Igor = "The Hill" }', "At The Hill."),
        ('where = { Igor = "box" }', "In the box."),
        ('where = { Igor = "buried at X" }', "Buried at X."),
        ('titans = { X = { Ana = ["Megabot"] } }', "Ana: Megabot."),
        ('beside = { Ben = ["Megabot"] }', "Megabot."),
        ('bases = ["X", "The Hill"]', "X and The Hill."),
        ('sees = { Ben = { has = ["Igor"], lacks = ["Howler", "Megabot"] } }', "Igor, but not Howler or Megabot."),
        ('sees = { Ben = { lacks = ["Howler"] } }', "Not Howler."),
        ('asked = { seat = "Ana", kind = "main", options = ["Igor", "Howler"] }', "Ana: Igor or Howler."),
        ('never = ["moved"]', "No."),
        ('events = ["destroyed Igor"]', "Yes."),
        ("winner = []", "Nobody."),
        ("plays = { Ana = { minion = 1, action = 0 } }", "One minion and no action."),
        ("places = { Ana = 1, Ben = 0 }", "Ana 1st, Ben none."),
        ("total = { X = { Ana = 5, Ben = 2 } }", "Ana 5, Ben 2."),
        ('scored = ["X"]', "X."),
        ('turn = "Ben"', "Ben's."),
        ('power = { Igor = 2 }\n[expect."MS AL9K"]\npower = { Igor = 3 }', "2 (AL9K MS: 3)."),
        ("power = { Igor = 2 }\n[expect.AL9K]\npower = { Igor = 2 }", "2."),
        ("power = { Igor = 2 }\n[expect.AL9K]\npower = {}", ""),
        ('hand = { Ana = ["Igor"] }\n[expect.HTB]\nhand = { Ana = [] }', "Igor (HTB: none)."),
    ],
)
def test_a_composed_question_is_answered_before_the_title(expect, reply):
    told = answer_of(tomllib.loads(PLAYED + expect))
    assert told == f"{reply} An Igor returned to hand gives nothing.".strip()


def test_a_step_that_must_be_refused_is_the_question():
    facts = tomllib.loads('title = "No"\n[[step]]\nAna = "play Hidden Ninja"\nrefused = true\n')
    assert question_of(facts) == "May Ana play Hidden Ninja?"


def test_what_is_written_stands():
    facts = {"title": "A title", "question": "Who?", "answer": "nobody"}
    assert (question_of(facts), answer_of(facts)) == ("Who?", "Nobody.")
    assert answer_of({"title": "Both go"}) == "Both go."


def test_every_bundled_ruling_has_both():
    """A composed question is answered before the title, which is a statement and not always an answer to it."""
    for name, file in names(SCENARIOS, ".toml").items():
        facts = tomllib.loads(file.read_text(encoding="utf-8"))
        question, answer = question_of(facts), answer_of(facts)
        composed = not facts.get("question") and not facts.get("answer")
        assert not composed or len(answer) > len(facts["title"]) + 2, f"{name}: only the title answers {question}"
        assert question.endswith(("?", ".")), name
        assert answer.endswith((".", "!", "?")), name
        assert "vanilla" not in question or facts.get("question"), f"{name}: {question}"
