"""Show, replay and step: the same game, seen by different eyes, from any position."""

from __future__ import annotations

import pytest

from adjudicator import bundled
from adjudicator.scenarios import parse, run
from adjudicator.scenarios.as_seen import seen_scenario_text
from adjudicator.scenarios.load import load
from adjudicator.scenarios.notation import read_situation, setup_of, situation_line
from core.printed.definitions import definition
from events.store import open_store
from events.vocabulary import Asked, Drawn, DuelCardPlaced, TurnBegan
from projections.history import Stop
from projections.table import fold
from projections.view import View
from smashup import load_game


def named(card) -> str:
    return card if isinstance(card, str) else card.card


@pytest.fixture
def log(db, games):
    with open_store(db) as store:
        return store.read(games[0])


@pytest.fixture
def middle(log) -> int:
    """A decision in the middle of the game."""
    asked = [event.position for event in log if isinstance(event, Asked)]
    return asked[len(asked) // 2]


class TestShow:
    def test_the_end(self, smashup, games):
        told = smashup("show", games[0])
        assert "won." in told
        assert "VP" in told

    def test_a_position(self, smashup, games, middle):
        told = smashup("show", games[0], "--at", middle)
        assert f"position {middle}" in told
        assert " decides. " in told
        assert told.count("Hand of ") == 2

    def test_a_position_in_one_line_can_be_asked_about(self, smashup, games, middle):
        situation, *steps = smashup("show", games[0], "--at", middle, "--line").splitlines()
        assert read_situation(situation).scenario.base
        assert all(": " in step for step in steps)

    def test_a_position_in_one_line_as_one_player_knows_it(self, smashup, games, log, middle):
        (line,) = smashup("show", games[0], "--at", middle, "--line", "--seat", 2).splitlines()
        stated, table = read_situation(line).scenario, fold(log[:middle])
        (theirs, them), (mine, me) = zip(stated.player.values(), table.seats, strict=True)
        assert list(theirs.hand) == ["vanilla 0"] * len(them.hand)
        assert [definition(table.cards[card].definition).name for card in me.hand] == [
            named(card) for card in mine.hand
        ]
        assert set(mine.deck or ()) <= {"vanilla 0"}
        assert run(stated, stated.main_edition).log

    def test_a_card_laid_for_a_duel_is_not_left_out(self):
        scenario = load(bundled.SCENARIOS / "duels" / "E85-challenger-reveals-first.toml")
        log = run(scenario, scenario.main_edition).log
        laid = next(event for event in log if isinstance(event, DuelCardPlaced))
        view = View(laid.seat)
        view.extend(log[: laid.position])
        (card,) = view.table.piles["duelling"]
        stated = parse(seen_scenario_text(view))
        name = definition(view.table.cards[card].definition).name
        discards = [named(entry) for entry in [*stated.player.values()][laid.seat].discard or ()]
        assert name in discards

    def test_every_position_of_a_bundled_game_can_be_written_as_each_player_knows_it(self):
        events = load_game("emd").events
        for viewer in (0, 1, None):
            view, told = View(viewer), 0
            for position in range(200, len(events), 211):
                view.extend(events[told:position])
                told = position
                stated = parse(seen_scenario_text(view))
                again = read_situation(situation_line(stated, unknown=True)).scenario
                assert setup_of(again) == setup_of(stated)

    def test_a_seat_sees_its_own_hand_only(self, smashup, games, middle):
        told = smashup("show", games[0], "--at", middle, "--seat", "random 1")
        assert "Hand of Random 1" in told
        assert "Hand of Random 2" not in told
        facts = smashup.json("show", games[0], "--at", middle, "--seat", 2)
        mine, theirs = facts["players"][1], facts["players"][0]
        assert mine["hand"]
        assert all(facts["cards"][str(card)]["name"] for card in mine["hand"])
        assert theirs["hand"]
        assert not any(theirs["hand"])

    def test_a_spectator_sees_no_hand(self, smashup, games, middle):
        facts = smashup.json("show", games[0], "--at", middle, "--seat", "nobody")
        assert not any(card for player in facts["players"] for card in player["hand"])
        assert set(facts["decision"]) == {"seat"}

    def test_facts_for_programs(self, smashup, games, middle):
        facts = smashup.json("show", games[0], "--at", middle)
        assert facts["position"] == middle
        assert len(facts["bases"]) == 3
        for base in facts["bases"].values():
            assert base["power"] == sum(base["totals"])
            assert {"name", "id", "type"} <= set(facts["cards"][str(base["card"])])
        assert facts["decision"]["prompt"]

    @pytest.mark.parametrize("at", [0, -1])
    def test_positions_begin_at_1(self, smashup, games, at):
        smashup.result("show", games[0], "--at", at, exit_code=2)

    def test_a_position_beyond_the_end(self, smashup, games):
        assert "There is no position 99999 in this game" in smashup.refused("show", games[0], "--at", 99999)

    def test_nobody_of_that_name(self, smashup, games):
        assert "No player is named 'Zoe'. Choose Random 1, Random 2" in smashup.refused(
            "show", games[0], "--seat", "Zoe"
        )


class TestReplay:
    def test_to_a_position(self, smashup, games, middle):
        told = smashup("replay", games[0], "--to", middle, "--no-board")
        assert "Turn 1 (" in told
        assert "╭" not in told
        assert "╭" in smashup("replay", games[0], "--to", middle)

    def test_every_event_or_the_story(self, smashup, games, middle):
        story = smashup("replay", games[0], "--to", middle, "--no-board").splitlines()
        record = smashup("replay", games[0], "--to", middle, "--no-board", "--all").splitlines()
        assert len(record) == middle
        assert 0 < len(story) < len(record)

    def test_a_stretch(self, smashup, games, middle):
        lines = smashup.json("replay", games[0], "--from", middle - 9, "--to", middle)
        assert [line["position"] for line in lines] == list(range(middle - 9, middle + 1))
        assert set(lines[0]) == {"position", "text", "cause", "rule", "event", "bookkeeping"}

    def test_a_seat_is_not_told_what_others_draw_and_answer(self, smashup, games, log):
        drawn = next(event for event in log if isinstance(event, Drawn) and event.seat == 1 and event.position > 60)
        whole = smashup.json("replay", games[0], "--to", drawn.position)
        mine = smashup.json("replay", games[0], "--to", drawn.position, "--seat", "Random 1")
        assert ":" in whole[-1]["text"]
        assert mine[-1]["text"] == "Random 2 draws two cards"
        assert {line["event"] for line in mine if line["text"].startswith("Random 2")} & {"asked", "answered"} == set()
        assert any(line["event"] == "asked" for line in mine)

    def test_pace(self, smashup, games, monkeypatch):
        waited: list[float] = []
        monkeypatch.setattr("adjudicator.cli.show.time.sleep", waited.append)
        smashup("replay", games[0], "--to", 60, "--pace", "0.5")
        assert waited
        assert set(waited) == {0.5}


class TestStep:
    @pytest.mark.parametrize("by", list(Stop))
    def test_there_and_back_again(self, smashup, games, middle, by):
        there = smashup.json("step", games[0], "--at", middle, "--by", by, "--forward", 1)
        assert there["position"] > middle
        back = smashup.json("step", games[0], "--at", there["position"], "--by", by, "--back", 1)
        assert back["next"] == there["position"]
        assert back["position"] <= middle or by == Stop.EVENT

    def test_the_lines_and_changes_of_a_step(self, smashup, games, middle):
        step = smashup.json("step", games[0], "--at", middle, "--by", "decision")
        assert step["position"] == middle
        assert [line["position"] for line in step["lines"]] == list(range(step["previous"] + 1, middle + 1))
        assert step["board"]["position"] == middle

    def test_what_changed(self, smashup, games, log):
        turn = [event.position for event in log if isinstance(event, TurnBegan)][4]
        told = smashup("step", games[0], "--at", turn, "--by", "turn")
        assert f"position {turn} of {len(log)}, turn 5 of " in told
        assert "what changed" in told
        assert "The turn: 4, " in told
        assert told.count("▶") == 1

    def test_a_seat_sees_its_own_changes(self, smashup, games, log):
        turn = [event.position for event in log if isinstance(event, TurnBegan)][4]
        changes = smashup.json("step", games[0], "--at", turn, "--by", "turn", "--seat", "nobody")["changes"]
        assert not any("Hand" in change and "+" in change and "card" not in change for change in changes)

    def test_the_ends(self, smashup, games, log):
        assert smashup.json("step", games[0], "--back", 5)["position"] == 1
        assert smashup.json("step", games[0], "--at", len(log), "--forward", 5)["position"] == len(log)
        assert "There is no position" in smashup.refused("step", games[0], "--at", len(log) + 1)


class TestWhatIsStepped:
    def test_a_file_and_a_recorded_game_by_name(self, smashup, tmp_path):
        before = smashup.json("games")
        file = tmp_path / "copy.jsonl"
        file.write_bytes(bundled.game("emd").read_bytes())
        for given in (file, "emd"):
            assert smashup.json("step", given, "--at", 749)["game"] == "golden-emd"
        assert smashup.json("games") == before

    def test_a_scenario_by_any_book(self, smashup):
        name = "awesome-level-9000/ghosts/haunting-weakened"
        for edition, power in (("EMD", 6), ("AL9K", 5)):
            step = smashup.json("step", name, "--edition", edition, "--forward", 1)
            board = step["board"]
            minion = board["bases"][str(board["places"][0])]["minions"][0]
            assert (step["edition"], board["cards"][str(minion)]["power"]) == (edition, power)
        assert smashup.json("step", bundled.scenario(name))["edition"] == "EMD"

    def test_a_seat_hears_no_names_that_only_the_file_knows(self, smashup):
        told = smashup("step", "scoring/all-tied", "--seat", "nobody", "--forward", 1, "--by", "event")
        assert "position" in told

    def test_what_is_refused(self, smashup, games):
        assert "There is no game 'nothing'" in smashup.refused("step", "nothing")
        assert "There is no scenario 'no/such'" in smashup.refused("step", "no/such")
        assert "works only with a scenario" in smashup.refused("step", games[0], "--edition", "MS")
        assert "No player is named 'Zoe'" in smashup.refused("step", games[0], "--seat", "Zoe")
