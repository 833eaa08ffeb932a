"""Branches, comparisons, causes, verdicts."""

from __future__ import annotations

import itertools

import msgspec
import pytest

from adjudicator.games.session import decisions
from adjudicator.rulebooks.catalogue import catalogue
from core.engine.game import RandomChance
from core.rules.replay import new_game
from core.rules.setup import game_begun
from events.questions import Main
from events.store import open_store
from events.vocabulary import Asked, Awarded, Destroyed, Drawn, VictoryPointsChanged


@pytest.fixture
def log(db, games):
    with open_store(db) as store:
        return store.read(games[0])


@pytest.fixture
def choice(log) -> Asked:
    """A main decision in the middle of the game, with something to play."""
    asked = [event for event in log if isinstance(event, Asked) and isinstance(event.question, Main)]
    return next(event for event in asked[len(asked) // 2 :] if event.question.options)


class TestBranch:
    def test_the_options_are_listed(self, smashup, games, choice):
        told = smashup("branch", games[0], choice.position)
        assert f"`smashup branch {games[0]} {choice.position} --answer NUMBERS` makes a branch" in told
        assert "  1  " in told
        facts = smashup.json("branch", games[0], choice.position, "--title", "what if")
        assert facts["parent"] == {"game": games[0], "position": choice.position}
        assert facts["seed"] is not None
        assert len(facts["options"]) == len(choice.question.options)
        assert facts["answer"] is None
        assert facts["events"] == choice.position

    def test_another_answer_and_on_to_the_end(self, smashup, games, choice):
        facts = smashup.json("branch", games[0], choice.position, "--answer", "pass", "--finish", "--bots", "random")
        assert facts["answer"] == "pass"
        assert facts["winners"]
        assert smashup.json("verify", facts["id"])[0]["same"]
        told = smashup("branch", games[0], choice.position, "--answer", "1", "--finish", "--bots", "random")
        assert "chose:" in told
        assert "won" in told

    def test_the_seed_decides_the_chances(self, smashup, games, choice):
        given = ("branch", games[0], choice.position, "--answer", "pass", "--finish", "--bots", "random", "--seed", 5)
        one, other = smashup.json(*given), smashup.json(*given)
        assert smashup.json("diff", one["id"], other["id"])["parts_at"] is None

    def test_only_where_somebody_decides(self, smashup, games, log):
        points = decisions(log)
        between = next(point + 1 for point in points if point + 1 not in points)
        assert "where nobody decides; the nearest decisions are at" in smashup.refused("branch", games[0], between)

    @pytest.mark.parametrize("answer", ["99", "x", "1 1", "1 2 3"])
    def test_a_bad_answer_makes_no_branch(self, smashup, games, choice, answer):
        smashup.refused("branch", games[0], choice.position, "--answer", answer)
        assert smashup.json("branches", games[0])[0]["branches"] == []

    def test_the_tree(self, smashup, games, choice):
        assert "No game has a branch" in smashup("branches")
        first = smashup.json("branch", games[0], choice.position, "--answer", "pass", "--title", "first")["id"]
        second = smashup.json("branch", first, choice.position, "--title", "second")["id"]
        (tree,) = smashup.json("branches", games[0])
        assert tree["id"] == games[0]
        assert tree["branches"][0]["id"] == first
        assert tree["branches"][0]["branches"][0]["id"] == second
        assert [branch["id"] for branch in smashup.json("branches")] == [games[0]]
        drawn = smashup("branches")
        assert drawn.index(games[0]) < drawn.index(first) < drawn.index(second)
        assert "first" in drawn


class TestDiff:
    def test_a_branch_and_its_parent(self, smashup, games, choice):
        how = ("--answer", "pass", "--finish", "--bots", "random", "--seed", "1")
        branch = smashup.json("branch", games[0], choice.position, *how)
        diff = smashup.json("diff", games[0], branch["id"])
        assert diff["parts_at"] >= choice.position
        assert diff["goes_on"][0]["position"] == diff["goes_on"][1]["position"] == diff["parts_at"]
        assert diff["differences"]
        told = smashup("diff", games[0], branch["id"])
        assert f"diverge at position {diff['parts_at']}" in told
        assert "victory points" in told

    def test_before_they_part_the_tables_are_the_same(self, smashup, games, choice):
        branch = smashup.json("branch", games[0], choice.position, "--answer", "pass")["id"]
        assert smashup.json("diff", games[0], branch, "--at", choice.position)["differences"] == []
        assert "The tables" in smashup("diff", games[0], branch, "--at", choice.position)

    def test_one_that_just_ends(self, smashup, games, choice):
        branch = smashup.json("branch", games[0], choice.position, "--title", "open")["id"]
        diff = smashup.json("diff", games[0], branch)
        assert diff["parts_at"] == choice.position + 1
        assert diff["goes_on"][1] is None
        assert "it ends there" in smashup("diff", games[0], branch)

    def test_the_same_game(self, smashup, games):
        assert "are the same" in smashup("diff", games[0], games[0])
        assert smashup.json("diff", games[0], games[0])["parts_at"] is None

    def test_games_that_have_nothing_in_common(self, smashup, games):
        assert smashup.json("diff", games[0], games[1])["parts_at"] <= 4

    def test_a_position_that_one_does_not_have(self, smashup, games, choice):
        branch = smashup.json("branch", games[0], choice.position, "--title", "open")["id"]
        smashup.refused("diff", games[0], branch, "--at", choice.position + 5)


class TestWhy:
    def test_points_come_from_a_base(self, smashup, games, log):
        points = next(
            event for event in log if isinstance(event, VictoryPointsChanged) and event.rule == "score.places"
        )
        why = smashup.json("why", games[0], points.position)
        assert why["chain"][-1]["position"] == points.position
        kinds = [link["event"] for link in why["chain"]]
        assert kinds[0] == "turn-began"
        assert {"scoring-began", "awarded"} <= set(kinds)
        for link in why["chain"]:
            if link["rule"]:
                assert link["citation"] == catalogue().cite(link["rule"], "EMD")

    def test_each_link_causes_the_next(self, smashup, games, log):
        destroyed = next(event for event in log if isinstance(event, Destroyed))
        links = smashup.json("why", games[0], destroyed.position, "--whole")["chain"]
        positions = [link["position"] for link in links]
        assert positions[0] == 1
        assert all(log[later - 1].cause == earlier for earlier, later in itertools.pairwise(positions))
        assert links[-1]["card"]
        assert links[-1]["words"]

    def test_in_words(self, smashup, games, log):
        awarded = next(event for event in log if isinstance(event, Awarded))
        told = smashup("why", games[0], awarded.position, "--then")
        assert f"← {awarded.rule}" in told
        assert "EMD p." in told
        assert "The rules" in told
        assert "And then:" in told
        assert "gains" in told

    def test_a_position_that_is_not_there(self, smashup, games):
        assert "There is no position 99999" in smashup.refused("why", games[0], 99999)


class TestVerify:
    def test_all_is_well(self, smashup, games):
        assert smashup("verify", "--all").count("the same") == len(games)
        assert smashup.json("verify", games[0], games[1])[1]["game"] == games[1]

    def test_a_file(self, smashup, games, tmp_path):
        file = tmp_path / "game.jsonl"
        smashup("export", games[0], file)
        assert smashup.json("verify", file)[0]["same"]

    def test_a_log_that_differs(self, smashup, db):
        """A game in which somebody drew one card more than the rules give."""
        game = new_game(
            game_begun(["Ana", "Ben"], [("bear-cavalry", "ghosts"), ("killer-plants", "steampunks")]),
            chance=RandomChance(1),
        )
        log = list(game.log)
        drawn = next(event for event in log if isinstance(event, Drawn))
        index = drawn.position - 1
        log[index] = msgspec.structs.replace(drawn, cards=drawn.cards[:4])
        with open_store(db) as store:
            store.create(log, id="wrong")
        told = smashup.result("verify", "wrong", exit_code=1).stdout
        assert f"1 difference, first at {index + 1}" in told
        assert "recorded" in told
        (facts,) = smashup.json("verify", "wrong", exit_code=1)
        assert facts["same"] is False
        (found,) = facts["differences"]
        assert found["position"] == index + 1
        assert found["recorded"]["event"] == "drawn"

    def test_nothing_to_verify(self, smashup):
        assert smashup.refused("verify") == "Name the games to verify, or use --all."
