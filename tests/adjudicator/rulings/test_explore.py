"""Exploring: every order and every choice, counted, bounded, and honest about its limits."""

from __future__ import annotations

import pytest

from adjudicator.games.all_answers import answers
from adjudicator.rulings.explore import Limits, explore, line_log, outcome_of
from adjudicator.rulings.explored import told
from adjudicator.rulings.goals import read_goal
from adjudicator.scenarios import parse, run
from core.rules.replay import resume
from events.errors import SmashUpError
from events.questions import Cards, Distribute, Play
from projections.equivalence import digest
from projections.table import Table

# Ana can bring the base to its breakpoint, or not; alone there, she wins it.
ONE_CHOICE = """
title = "One minion decides"
[[base]]
card = "vanilla 8 3/2/1"
name = "X"
Ben = ["vanilla 4"]
[[base]]
card = "vanilla 30 3/2/1"
[player.Ana]
hand = ["vanilla 5"]
"""

# Two standard actions that do nothing: their order does not matter.
NO_DIFFERENCE = """
title = "Nothing to decide"
[[base]]
card = "vanilla 30 3/2/1"
[player.Ana]
hand = ["vanilla action", "vanilla action"]
plays = ["action", "extra action"]
"""


def log_of(text: str):
    return run(parse(text), "EMD").log


def test_both_outcomes_are_found_with_a_shortest_line_each():
    log = log_of(ONE_CHOICE)
    findings = explore(log)
    assert findings.exhausted
    assert {outcome.victory_points for outcome in findings.outcomes} == {(0, 0), (3, 2)}
    for outcome, lines in findings.outcomes.items():
        game = resume(line_log(log, lines.shortest))
        assert outcome_of(game, len(log)) == outcome


def test_the_decision_that_separates_them_is_named():
    findings = explore(log_of(ONE_CHOICE))
    assert findings.fork is not None
    assert len({outcomes for _, outcomes in findings.fork.by_answer}) > 1


def test_equal_cards_and_orders_are_met_once():
    findings = explore(log_of(NO_DIFFERENCE))
    assert findings.exhausted
    # Play none, one, or both: which of the two equal cards is played makes no line of its own.
    assert [lines.count for lines in findings.outcomes.values()] == [1, 1, 1]
    assert len({outcome.score for outcome in findings.outcomes}) == 1


def test_outcomes_say_what_they_share_and_how_their_tables_differ():
    """Equal points are not equal tables: each outcome says what lies elsewhere."""
    outcome = run(parse(NO_DIFFERENCE), "EMD")
    words = told(outcome.log, explore(outcome.log), None, outcome.names)
    assert {outcome.table for outcome in words.outcomes} == {
        (),
        ("Vanilla action goes to Ana's discard pile",),
        ("2 × vanilla action go to Ana's discard pile",),
    }
    assert words.shared == ("Ana draws two cards",)


def test_processes_find_what_one_finds():
    log = log_of(ONE_CHOICE)
    alone, together = explore(log), explore(log, jobs=2)
    assert {outcome: lines.count for outcome, lines in alone.outcomes.items()} == {
        outcome: lines.count for outcome, lines in together.outcomes.items()
    }


def test_limits_make_it_say_that_not_all_was_seen():
    findings = explore(log_of(ONE_CHOICE), limits=Limits(depth=1))
    assert not findings.exhausted
    assert "1 decision" in findings.why_not


def test_an_unknown_end_is_refused():
    with pytest.raises(SmashUpError, match="end of turn"):
        explore(log_of(ONE_CHOICE), to="tomorrow")


def test_a_position_without_a_question_is_refused():
    with pytest.raises(SmashUpError, match="Nothing is being asked"):
        explore(log_of(ONE_CHOICE)[:3])


def test_exploring_leaves_the_log_alone():
    log = log_of(ONE_CHOICE)
    before = list(log)
    explore(log)
    assert log == before


def test_answers_to_sets_and_shares_are_complete():
    table = Table()
    choices, complete = answers(table, Cards(options=(1, 2, 3), least=0, most=2))
    assert complete
    assert sorted(choices) == [(), (1,), (1, 2), (1, 3), (2,), (2, 3), (3,)]
    shares, _ = answers(table, Distribute(options=(1, 2), least=2, most=2, caps=(2, 1)))
    assert sorted(shares) == [(1, 1), (1, 2)]


def test_too_many_answers_are_admitted():
    choices, complete = answers(Table(), Cards(options=tuple(range(1, 21)), least=0, most=20), limit=50)
    assert len(choices) == 50
    assert not complete


def test_positions_differ_by_their_state_not_by_their_history():
    log = log_of(ONE_CHOICE)
    game = resume(log)
    assert digest(game.table) == digest(resume(log).table)
    game.answer(0, ())
    assert digest(game.table) != digest(resume(log).table)


def test_bases_are_not_taken_for_cards_of_the_same_number():
    """Sites and cards are numbered alike: two bases are two choices, even where two equal cards have their numbers."""
    log = log_of(DUEL_OF_WITS.replace("BEN", ""))
    game = resume(log)
    assert game.question is not None
    (play,) = (pick for pick in game.question.options if isinstance(pick, Play))
    game.answer(0, (play,))
    question = game.question
    assert question is not None
    assert set(question.options) <= set(game.table.cards)
    choices, complete = answers(game.table, question)
    assert (len(choices), complete) == (2, True)


# --- goals: who decides


DUEL_OF_WITS = """
title = "Ben decides after Ana"
[[base]]
card = "vanilla 8 3/2/1"
name = "X"
Ana = ["vanilla 4"]
Ben = ["vanilla 3"]
[[base]]
card = "vanilla 30 3/2/1"
name = "Y"
[player.Ana]
hand = ["vanilla 2"]
[player.Ben]
hand = [BEN]
"""


def judged(text: str, goal: str, by: str | None = None, jobs: int = 1):
    outcome = run(parse(text), "EMD")
    aim = read_goal(goal, outcome.log, outcome.names, by)
    return told(outcome.log, explore(outcome.log, goal=aim, jobs=jobs), aim, outcome.names).goal


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_player_can_force_depends_on_what_the_others_can_do(jobs):
    """A Block the Probe in Ben's hand lifts him past Ana before the base scores, if he likes."""
    alone = judged(DUEL_OF_WITS.replace("BEN", ""), "Ana wins X", jobs=jobs)
    assert (alone.verdict, alone.proved) == ("can force", True)
    assert [line for line in alone.strategy if "vanilla 2" in line]
    answered = DUEL_OF_WITS.replace("BEN", '"Use the Fours", "Block the Probe", "Block the Probe"').replace(
        'Ben = ["vanilla 3"]', 'Ben = ["vanilla 5"]'
    )
    answered = answered.replace("vanilla 8 3/2/1", "vanilla 10 3/2/1")
    contested = judged(answered, "Ana wins X", jobs=jobs)
    assert (contested.verdict, contested.proved) == ("can happen", True)
    assert contested.line
    ben = judged(answered, "Ben wins X", jobs=jobs)
    assert ben.verdict == "can happen"  # only if Ana brings the base to its breakpoint at all


def test_a_goal_is_anything_a_scenario_can_expect():
    text = DUEL_OF_WITS.replace("BEN", "")
    assert judged(text, 'where = { "vanilla 2" = "Y" }').verdict == "can force"
    assert judged(text, 'where = { "vanilla 2" = "Y" }', by="Ben").verdict == "can happen"
    assert judged(text, "vp = { Ana = 9 }").verdict == "cannot"
    assert judged(text, 'never = ["scoring-began"]').verdict == "can force"
    assert judged(text, "Ana vp 0").answer == "It happens whatever the players do."


@pytest.mark.parametrize(
    ("goal", "why"),
    [
        ("Zoe wins X", "No player is named 'Zoe'. The players are Ana, Ben."),
        ("Ana wins Q", "Nothing here is called 'Q'"),
        ("power = { Howler = 3 }", "Nothing here is called 'Howler'"),
        ('hand = { Ana = ["Howler"] }', "Nothing here is called 'Howler'"),
        ('where = { "vanilla 2" = "Q" }', "Nothing here is called 'Q'"),
        ('never = ["destroyed Howler"]', "Nothing here is called 'Howler'"),
        ("Ana flies", "^'Ana flies' is not a goal: write \"Ben wins X\""),
    ],
)
def test_of_what_is_not_there_nothing_is_proved(goal, why):
    with pytest.raises(SmashUpError, match=why):
        judged(DUEL_OF_WITS.replace("BEN", ""), goal)


def test_a_place_is_named_in_all_the_ways_a_scenario_has():
    text = DUEL_OF_WITS.replace("BEN", "")
    places = ["Y", "Ana's hand", "Ben's discard", "base deck", "on vanilla 4", "buried at Y"]
    assert [judged(text, f'where = {{ "vanilla 2" = "{place}" }}').verdict for place in places] == [
        "can force",
        "can force",
        *["cannot"] * 4,
    ]


def test_chance_is_nobodys_friend():
    text = """
title = "A teleporter that errs"
[[base]]
card = "vanilla 30 3/2/1"
name = "X"
Ana = ["vanilla 4"]
[[base]]
card = "vanilla 30 3/2/1"
name = "Y"
[[base]]
card = "vanilla 30 3/2/1"
name = "Z"
[player.Ana]
hand = ["Teleport Error"]
"""
    answer = judged(text, 'where = { "vanilla 4" = "Y" }')
    assert (answer.verdict, answer.proved) == ("can happen", True)
    assert answer.line  # chance is part of the line, which can be played again
