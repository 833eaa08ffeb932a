"""The campaign itself: it finds what was planted, shrinks it, writes tests that fail, and goes on where it was stopped."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from core.engine import game as engine
from core.printed.editions import EDITIONS
from events.vocabulary import Buried, Drawn, Revealed, Shuffled
from projections.table import APPLY
from projections.view import View
from tests.campaign import damage, games, planted, scenario_mutants, secrets
from tests.campaign import running as campaign
from tests.campaign.faults import Fault, fewest, shortest
from tests.campaign.planted_bugs import BUGS
from tests.campaign.running import Attack
from tests.campaign.sightings import STEPS, RandomWalk
from tests.campaign.visibility import Watcher
from tests.projections.games import random_game
from tests.projections.test_view import compare_with_exchange, compare_with_other_copies

ROOT = Path(__file__).parents[2]


def test_a_short_campaign_without_a_fault_goes_on_where_it_stopped(tmp_path, capsys):
    arguments = [
        "--seed",
        "5",
        "--games",
        "1",
        "--folder",
        str(tmp_path),
        "--only",
        "games,scenarios,databases",
        "--json",
    ]
    assert campaign.main(arguments) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["faults"] == []
    assert facts["attacks"]["games"]["counts"]["games"] >= 1
    (journal,) = tmp_path.glob("campaign-5-*.jsonl")
    lines = journal.read_text().splitlines()
    assert campaign.main(arguments) == 0
    assert journal.read_text().splitlines() == lines, "nothing is done twice"


def test_changed_code_starts_a_campaign_again(tmp_path, monkeypatch, capsys):
    arguments = ["--seed", "5", "--tasks", "1", "--folder", str(tmp_path), "--only", "files", "--json"]
    assert campaign.main(arguments) == 0
    monkeypatch.setattr(campaign, "fingerprint", lambda: "another")
    assert campaign.main(arguments) == 0
    assert len([path.read_text().splitlines() for path in tmp_path.glob("*.jsonl")]) == 2
    first, again = (json.loads(text) for text in capsys.readouterr().out.replace("}\n{", "}\0{").split("\0"))
    assert again["attacks"]["files"]["tasks"] == first["attacks"]["files"]["tasks"] == 1


def test_the_fingerprint_changes_with_any_file_of_the_code_or_the_fixtures(tmp_path):
    for name in ("core/rules.py", "fixtures/scenarios/one.toml"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text("1")
    prints = [campaign.fingerprint(tmp_path)]
    for name in ("core/rules.py", "fixtures/scenarios/one.toml"):
        (tmp_path / name).write_text("2")
        prints.append(campaign.fingerprint(tmp_path))
    assert len(set(prints)) == 3


def test_the_first_tasks_are_the_same_ones_every_time_and_one_can_be_had_alone(tmp_path, capsys):
    only = ["--seed", "5", "--only", "scenarios", "--json"]
    assert campaign.main([*only, "--tasks", "2", "--folder", str(tmp_path / "two")]) == 0
    assert campaign.main([*only, "--task", "1", "--folder", str(tmp_path / "one")]) == 0
    two, one = (json.loads(text) for text in capsys.readouterr().out.replace("}\n{", "}\0{").split("\0"))
    assert (two["attacks"]["scenarios"]["tasks"], one["attacks"]["scenarios"]["tasks"]) == (2, 1)
    ((lines,), (again,)) = ([path.read_text() for path in (tmp_path / name).glob("*.jsonl")] for name in ("two", "one"))
    lines, again = lines.splitlines(), json.loads(again)
    assert again["counts"] in [json.loads(line)["counts"] for line in lines if json.loads(line)["task"] == 1]


def test_a_fault_is_reported_with_everything_needed_to_reproduce_it(tmp_path):
    """CI keeps no files: what a new seed finds must be in its output."""
    test = Fault("KeyError: 0", "import this", "run(<mutant.toml>)", {"mutant.toml": b'title = "t"'}).write(tmp_path)
    told = campaign.Campaign(campaign.given_by(["--seed", "7", "--folder", str(tmp_path)])).in_full(
        campaign.Done(31, "scenarios", 0.1, {}, "scenarios, task 31: KeyError: 0", str(test))
    )
    assert "scenarios, task 31: KeyError: 0\nAgain: python -m tests.campaign --seed 7 --task 31\n" in told
    assert "def test_fault_" in told
    assert '-mutant.toml\ntitle = "t"' in told


def test_every_attack_comes_in_every_hundred_tasks():
    for start in (0, 100, 700):
        kinds = [campaign.attack_of(number, list(campaign.ATTACKS)) for number in range(start, start + 100)]
        assert set(kinds) == set(campaign.ATTACKS)


# --- planted faults -------------------------------------------------------------------------------------------------


def fails(test: Path) -> str:
    """What a test that was written says when it is run."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return done.stdout if done.returncode else ""


def first_fault(attack: Attack, folder: Path) -> Fault:
    """What an attack finds within thirty tasks."""
    for number in range(30):
        try:
            attack(random.Random(number), folder)
        except Fault as found:
            return found
    pytest.fail("it finds nothing")


def test_a_wrong_rule_is_found_and_its_log_is_cut(tmp_path, monkeypatch):
    def loses_a_card(table, numbers):
        assert len(table.seats[0].discard) < 4, "four cards in a discard pile"

    monkeypatch.setattr("tests.core.soak.assert_every_card_is_in_one_place", loses_a_card)
    fault = first_fault(games.attack, tmp_path)
    assert "four cards in a discard pile" in fault.title
    test = fault.write(tmp_path)
    (kept,) = tmp_path.glob("*.jsonl")
    assert kept.read_text().count("\n") < 1500
    assert fails(test) == "", "with the right rule there is no fault"


def test_a_fault_in_scenarios_is_cut_to_a_few_lines(tmp_path, monkeypatch):
    right = scenario_mutants.verdict

    def stumbles(text):
        if "vanilla" in text:
            raise KeyError("vanilla")
        return right(text)

    monkeypatch.setattr(scenario_mutants, "verdict", stumbles)
    with pytest.raises(Fault, match="KeyError") as found:
        scenario_mutants.attack(random.Random(1), tmp_path)
    assert found.value.material["mutant.toml"].count(b"\n") <= 1


def test_damage_that_is_not_noticed_is_a_fault_with_a_test(tmp_path, monkeypatch):
    monkeypatch.setattr("events.batches._seal", lambda *parts: b"12345678")
    monkeypatch.setattr("events.batches.written_head", lambda stream, head: head.seal + b"12345678" + b"%d" % head.last)
    assert "read" in first_fault(damage.attack_databases, tmp_path).title
    for check in ("refuse_transplant", "refuse_changed_head"):
        monkeypatch.setattr(damage, check, lambda *_: None)
    assert "bad.db" in first_fault(damage.attack_databases, tmp_path).material


def test_shrinking():
    assert shortest([1, 5, 9, 12, 20], lambda cut: cut >= 9) == 9
    assert fewest(list("abcdefgh"), lambda parts: {"c", "f"} <= set(parts)) == ["c", "f"]


# --- planted leaks --------------------------------------------------------------------------------------------------


def caught(seeds: range, sight: type[View] = View) -> list[bool]:
    """For each of some games whether its exchanges show that somebody can tell two worlds apart."""
    found = []
    for seed in seeds:
        chance = random.Random(seed)
        edition, seats = list(EDITIONS)[seed % 5], 2 + seed % 3
        log = secrets.game_log(seed, edition, seats)
        exchanges = [
            aimed for aimed, _ in zip(secrets.aimed_exchanges(log, seats, chance), range(secrets.AIMED), strict=False)
        ]
        try:
            for exchange in exchanges:
                compare_with_exchange(log, *exchange, sight)
        except AssertionError:
            found.append(True)
        else:
            found.append(False)
    return found


class BuriedIsOpen(View):
    """A view as it must not be: it sees every buried card."""

    def _sees(self, card):
        return card.zone == "buried" or super()._sees(card)


class Remembers(View):
    """A view as it must not be: it can follow cards through a shuffle."""

    def _lose_sight(self, event, moved):
        if not isinstance(event, Shuffled):
            super()._lose_sight(event, moved)


class Forgets(View):
    """A view as it must not be: it does not see what it is shown."""

    def _look(self, seat, cards, search):
        super()._look(seat, cards[1:], search)


class NamesByNumber(View):
    """A view as it must not be: it names equal cards in the order of their numbers."""

    def _listed(self, cards, search):
        by_number = sorted(cards)
        kinds = {number: self.truth.cards[number].definition for number in by_number}
        return tuple(sorted(by_number, key=kinds.__getitem__)) if search else super()._listed(cards, search)


class Measures(View):
    """A view as it must not be: it sees how deep in a deck a card lies that was found there."""

    def _be_shown(self, event):
        super()._be_shown(event)
        if isinstance(event, Revealed) and event.seat != self.seat:
            self._unplaced -= {*event.cards}


@pytest.mark.parametrize(("sight", "fault"), [(NamesByNumber, "copies apart"), (Measures, "shows where a card lies")])
def test_a_view_that_tells_where_cards_lie_in_a_searched_deck_is_caught_in_most_walks(sight, fault):
    errors = []
    for seed in range(8):
        try:
            RandomWalk(seed, sight).run(STEPS)
        except AssertionError as error:
            errors.append(str(error))
    assert sum(fault in error_text for error_text in errors) >= 6


def test_a_view_that_names_equal_cards_by_number_is_caught_in_a_game():
    log = random_game(220, "AL9K", 3)
    assert compare_with_other_copies(log, 3, random.Random(1)) == len(log)
    with pytest.raises(AssertionError, match="can tell equal copies apart"):
        compare_with_other_copies(log, 3, random.Random(1), NamesByNumber)


@pytest.mark.parametrize("sight", [BuriedIsOpen, Remembers, Forgets])
def test_a_view_that_knows_too_much_or_too_little_is_caught_in_most_walks(sight):
    for seed in range(4):
        with pytest.raises(AssertionError, match=r"the view (knows|does not know)"):
            RandomWalk(seed, sight).run(STEPS)


def test_a_view_that_sees_every_buried_card_is_caught_in_a_game():
    log = random_game(1, "EMD", 2, ("ancient-egyptians", "cowboys"))
    assert any(isinstance(event, Buried) for event in log)
    Watcher(2).take(log)
    with pytest.raises(AssertionError, match="in buried, which nobody has shown"):
        Watcher(2, BuriedIsOpen).take(log)


def test_a_wrong_table_is_caught_at_the_position_where_it_goes_wrong(monkeypatch):
    log = random_game(1)
    drawn = next(event for event in log if isinstance(event, Drawn))
    right = APPLY[Drawn]

    def draws_for_another(table, event):
        right(table, event)
        table.cards[event.cards[0]].owner += 1

    monkeypatch.setitem(APPLY, Drawn, draws_for_another)
    with pytest.raises(AssertionError, match=f"the folds differ at {drawn.position}: .*owner"):
        Watcher(2).take(log)


def test_at_least_a_hundred_bugs_can_be_planted():
    """One whose place has changed is left out, and replaced when there is time."""
    assert sum(map(planted.has_place, BUGS)) >= 100
    assert {kind for kind, *_ in BUGS} == {"leak", "loss", "owner", "scoring", "order", "timing", "persistence"}
    for _, file, old, new in BUGS:
        text = (ROOT / file).read_text(encoding="utf-8")
        compile(text.replace(old, new), file, "exec")


def test_nothing_is_measured_where_the_clean_tree_has_a_fault(monkeypatch, capsys):
    monkeypatch.setattr(planted, "first_fault", lambda tree, folder, seconds: ("games", "KeyError"))
    assert planted.main(["--only", "3"]) == 2
    assert "Nothing can be measured" in capsys.readouterr().err


def test_a_planted_bug_is_noticed_in_a_copy_and_the_tree_stays_clean(capsys, monkeypatch):
    monkeypatch.setattr(planted, "ATTACKS", "files,sightings")
    monkeypatch.setattr(planted, "TASKS", 3)
    before = (ROOT / BUGS[3][1]).read_bytes()
    assert planted.main(["--only", "3"]) == 0
    assert "1 of 1 bugs were noticed (sightings 1)" in capsys.readouterr().out
    assert (ROOT / BUGS[3][1]).read_bytes() == before


def test_a_view_that_tells_of_choices_from_hands_and_decks_is_caught_in_most_games():
    assert sum(caught(range(8), secrets.Gossip)) >= 6


def test_a_rule_that_does_not_ask_where_nothing_fits_is_caught_in_most_games(monkeypatch):
    """Whether a choice from a hand is asked would tell what is in the hand."""
    right = engine.Game._advance

    def answers_for_them(game, picks):
        right(game, picks)
        question = game.table.question
        while question is not None and not question.options and type(question).__name__ in ("Cards", "Window"):
            game.log.pop()
            game.table.question = None
            right(game, ())
            question = game.table.question

    monkeypatch.setattr(engine.Game, "_advance", answers_for_them)
    assert sum(caught(range(10))) >= 6


def test_without_a_leak_nothing_is_caught():
    assert not any(caught(range(4)))
