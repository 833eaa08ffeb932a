"""Frames: what somebody who looks at a game is shown, and what changes from one to the next."""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from adjudicator import bundled
from adjudicator.games.narration import Narration, view_of
from adjudicator.scenarios import load, run
from adjudicator.viewer.changes import changed, changes, plain
from adjudicator.viewer.document import document, encoded
from adjudicator.viewer.frames import Viewer, frame_of
from adjudicator.viewer.replay import Replay
from adjudicator.viewer.sources import from_file, of_scenario, stored
from events.catalogue import GameInfo
from events.files import import_game
from events.store import open_store
from events.vocabulary import Asked, Event, GameBegun
from projections.history import EVERY, NotInThisGame, Stop
from projections.view import View
from tests.projections.games import random_game
from tests.projections.test_view import compare_with_exchange, some_exchanges

GAMES = [(1, "EMD", 2), (2, "AL9K", 3), (3, "OOPS", 4)]
EMD = bundled.game("emd")


def replay_of(log: tuple[Event, ...], viewer: str = "all") -> Replay:
    begun = log[0]
    assert isinstance(begun, GameBegun)
    info = GameInfo(
        id="g",
        title="",
        comment="",
        edition=begun.edition,
        seats=begun.seats,
        created=datetime(2024, 1, 1, tzinfo=UTC),
        seed=7,
        parent=None,
        copied=False,
        events=len(log),
    )
    return Replay(info, log, viewer)


# --- changes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "viewer"), list(zip(GAMES, ("all", "2", "nobody"), strict=True)))
def test_the_changes_lead_from_the_first_frame_to_every_other(game, viewer):
    replay = replay_of(random_game(*game)[:500], viewer)
    told = json.loads(encoded(replay))
    frame = told["first"]
    for position, difference in enumerate(told["changes"], 2):
        frame = changed(frame, difference)
        assert frame == plain(replay.frame(position))
    assert len(told["changes"]) == len(replay) - 1


def test_a_change_is_as_small_as_what_changed():
    replay = from_file(EMD)
    sizes = [len(json.dumps(difference)) for difference in replay.differences()]
    assert sum(sizes) / len(sizes) < 250


def test_what_is_no_longer_there_is_taken_out():
    before, after = {"a": 1, "cards": {"1": {"x": 1}, "2": {}}}, {"cards": {"2": {"y": [1]}}, "b": [{}]}
    assert changes(before, after) == [["a"], ["cards/1"], ["cards/2/y", [1]], ["b", [{}]]]
    assert changed(before, changes(before, after)) == after
    assert before["a"] == 1


# --- going about ----------------------------------------------------------------------------------------------------


def test_a_jump_shows_the_same_as_a_walk():
    walked = from_file(EMD, "Ana")
    frames = {frame.position: frame for frame in (walked.frame(position) for position in range(1, 452))}
    jumping = from_file(EMD, "Ana")
    for position in (451, 1, EVERY, EVERY - 1, EVERY + 1, 450, 449, 2 * EVERY, 5):
        assert jumping.frame(position) == frames[position]


def test_going_on_by_one_takes_one_event_in(monkeypatch):
    replay = from_file(EMD, "Ana")
    replay.frame(700)
    taken = []

    def take(view, event, really=View.take):
        taken.append(event.position)
        return really(view, event)

    monkeypatch.setattr(View, "take", take)
    replay.frame(701)
    assert taken == [701]


def test_there_is_no_frame_before_the_first_or_after_the_last():
    replay = from_file(EMD)
    for position in (0, -1, 790):
        with pytest.raises(NotInThisGame):
            replay.frame(position)


def test_a_game_that_goes_on_is_followed():
    log = random_game(1)
    replay = replay_of(log[:300], "1")
    assert replay.lines[-1].position <= 300
    replay.frame(300)
    replay.extend(log[300:320])
    at_once = replay_of(log[:320], "1")
    assert plain(replay.frame(320)) == plain(at_once.frame(320))
    assert replay.lines == at_once.lines


# --- what is shown --------------------------------------------------------------------------------------------------


def test_a_frame_has_all_there_is_to_see():
    frame = from_file(EMD, "Ben").frame(749)
    site = next(base for base in frame.bases.values() if frame.card(base.card).name == "Haunted House")
    assert (site.power, site.breakpoint, site.totals, site.vp) == (20, 18, (10, 10), (4, 3, 2))
    ahab = next(frame.card(minion) for minion in site.minions if frame.card(minion).name == "Captain Ahab")
    assert (ahab.power, ahab.printed, ahab.power_sum) == (4, 2, "4: 2 printed, +2 Rotary Slug Thrower")
    assert frame.players[0].hand == (0,) * 4
    assert [frame.card(number).name for number in frame.players[1].hand][:2] == ["Choking Vines", "Blossom"]
    assert all(frame.card(number).secret for number in frame.players[1].hand)
    assert [pile.size for pile in frame.players[1].piles.values()] == [4, 21]


def test_a_decision_has_its_options_and_what_was_taken():
    decision = from_file(EMD).frame(749).decision
    assert decision is not None
    assert [option.words.partition(" (")[0] for option in decision.options] == ["The Dread Gazebo", "Haunted House"]
    assert decision.taken == (0,)
    hidden = from_file(EMD, "Ana").frame(749).decision
    assert hidden is not None
    assert msgspec.to_builtins(hidden) == {"seat": 1}


def test_the_last_decision_of_an_open_game_is_not_taken():
    log = random_game(1)
    asked = replay_of(log).history.stops(Stop.DECISION)[5]
    decision = replay_of(log[:asked]).frame(asked).decision
    assert decision is not None
    assert decision.taken is None


def test_an_event_has_its_cause_its_rule_and_its_numbers():
    replay = from_file(EMD)
    assert [line.position for line in replay.chain(766)] == [711, 748, 765, 766]
    line = replay.line(766)
    assert line is not None
    assert line.rule == "score.ties"
    assert replay.chain(766)[-2].numbers[0] == "the breakpoint of Haunted House is 18"
    rule = document(replay).texts.rules["score.ties"]
    assert rule.citation.startswith("EMD p. 9")


@pytest.mark.parametrize("viewer", ["all", "Ana", "nobody"])
def test_the_cost_of_madness_comes_before_the_winner(viewer):
    replay = from_file(bundled.game("seventeen-madness"), viewer)
    told = [line.text for line in replay.lines][-3:]
    assert told == [
        "Ana loses 8 VP for Madness cards and now has 7",
        "Ben loses 5 VP for Madness cards and now has 8",
        "Ben wins (Ana 7, Ben 8)",
    ]


def test_a_cause_that_is_not_told_is_passed_over():
    replay = from_file(EMD, "Ana")
    told = {line.position for line in replay.lines}
    assert len(told) < len(replay)
    assert all(line.cause in told or not line.cause for line in replay.lines)
    assert all(line.position > line.cause for line in replay.lines)


def test_only_what_is_read_is_put_into_words(monkeypatch):
    replay = from_file(EMD, "Ana")
    taken = []

    def take(narration, event, really=Narration.take):
        taken.append(event.position)
        return really(narration, event)

    monkeypatch.setattr(Narration, "take", take)
    line = replay.line(766)
    assert line is not None
    assert line.text.startswith("Haunted House scores")
    assert len(taken) <= EVERY
    replay.line(766)
    assert len(taken) <= EVERY


@pytest.mark.parametrize("viewer", ["all", "Ana", "nobody"])
def test_the_story_is_the_one_that_replay_tells(viewer):
    replay = from_file(EMD, viewer)
    lines = Narration(view_of(replay.info, viewer)).lines(replay.log)
    assert [(line.position, line.text, line.event) for line in replay.lines] == [
        (line.position, line.text, line.event) for line in lines
    ]


def test_what_only_some_know_is_marked():
    lines = {line.position: line for line in from_file(EMD).lines}
    drawn = [line for line in lines.values() if line.event == "drawn"]
    assert drawn
    assert all(line.secret for line in drawn)
    assert not any(line.secret for line in lines.values() if line.event in ("card-played", "awarded", "turn-began"))


def test_a_scenario_is_shown_from_where_its_table_is_set_by_its_own_names():
    outcome = run(load(bundled.scenario("awesome-level-9000/ghosts/haunting-weakened")), "EMD")
    replay = of_scenario(outcome, "haunting-weakened")
    assert replay.first == outcome.set_up
    assert len(document(replay).changes) == len(replay) - replay.first
    names = {card.name for card in replay.frame(replay.first).cards.values()}
    assert "X" in replay.called.values()
    assert set(replay.called.values()) <= names
    for viewer in ("1", "nobody"):
        seen = {card.name for card in replay.seen_by(viewer).frame(replay.first).cards.values()}
        assert set(replay.called.values()) & seen


def test_the_steps_of_a_scenario_are_marked():
    replay = of_scenario(run(load(bundled.scenario("playing/talent-lost")), "EMD"), "talent-lost")
    assert next(iter(replay.marks.values())) == "1. Ana: use Captain Ahab; 2. Ana: end turn"


def test_the_tree_of_branches_is_shown_with_each_of_them(tmp_path):
    with open_store(tmp_path / "games.db") as store:
        game = import_game(store, EMD)
        branch = store.branch(game, 749, title="the tie first", seed=1)
        twig = store.branch(branch, 700, seed=2)
        replay, damage = stored(store, twig)
    assert damage is None
    assert [(branch.depth, branch.id, branch.leaves, branch.at) for branch in replay.tree] == [
        (0, game, "", 0),
        (1, branch, game, 749),
        (2, twig, branch, 700),
    ]


class Forgetful(View):
    """A view that keeps nothing of the tables it has masked."""

    def take(self, event: Event) -> Event:
        self._masked_lying = None
        return super().take(event)


ALL_VIEWERS = [(game, seat) for game in GAMES for seat in ("all", None, *range(game[2]))]
OFTEN = [(GAMES[0], "all"), (GAMES[0], 1), (GAMES[1], None), (GAMES[1], 2), (GAMES[2], 3)]


@pytest.mark.parametrize(
    ("game", "seat"),
    [pytest.param(*viewer, marks=() if viewer in OFTEN else pytest.mark.nightly) for viewer in ALL_VIEWERS],
)
def test_a_frame_that_keeps_what_no_event_has_changed_is_the_frame_built_from_scratch(game, seat):
    """Over whole games, for every viewer, cards in the same order. To save time, each compares other positions."""
    keeping = Viewer(None if seat == "all" else View(seat))
    forgetful = None if seat == "all" else Forgetful(seat)
    for event in random_game(*game):
        keeping.take(event)
        if forgetful is not None:
            forgetful.take(event)
        kept = keeping.frame()
        if (event.position + ALL_VIEWERS.index((game, seat))) % 8 == 0:
            scratch = frame_of(keeping.table, forgetful)
            assert msgspec.json.encode(kept) == msgspec.json.encode(scratch), event


# --- what is hidden -------------------------------------------------------------------------------------------------


def beginning_of(log: tuple[Event, ...]) -> tuple[Event, ...]:
    """Up to a decision: what is exchanged comes out soon or never."""
    return log[: max(event.position for event in log[:500] if isinstance(event, Asked))]


class Framed(View):
    """A view that also shows its frame: whatever tells two worlds apart in a frame does so here."""

    def take(self, event: Event) -> Event:
        masked = super().take(event)
        return (masked, frame_of(self._table, self))  # type: ignore[return-value]


class Loose(Framed):
    """A frame as it must not be: hands as they are."""

    def take(self, event: Event) -> Event:
        super().take(event)
        return frame_of(self._table).players  # type: ignore[return-value]


@pytest.mark.parametrize(("seed", "edition", "seats"), GAMES)
def test_no_frame_depends_on_what_its_viewer_cannot_see(seed, edition, seats):
    log = beginning_of(random_game(seed, edition, seats))
    exchanges = some_exchanges(log, seats, random.Random(seed), 2)
    assert sum(compare_with_exchange(log, *exchange, Framed) for exchange in exchanges) > 100


def test_the_comparison_notices_a_frame_that_tells():
    log = beginning_of(random_game(1))
    exchanges = list(some_exchanges(log, 2, random.Random(1), 6))
    with pytest.raises(AssertionError, match="sees what was exchanged"):
        any(compare_with_exchange(log, *exchange, Loose) < 0 for exchange in exchanges)


@pytest.mark.parametrize("viewer", ["Ana", "Ben", "nobody"])
def test_a_document_names_no_card_that_its_viewer_never_saw(viewer):
    """Cards that only the judge's document has stand nowhere in a seat's; their names may, where any name can be said."""
    full, theirs = document(from_file(EMD)), document(from_file(EMD, viewer))
    unseen = {id: card for id, card in full.texts.cards.items() if id not in theirs.texts.cards}
    assert unseen
    text = msgspec.json.encode(theirs).decode()
    assert not [id for id in unseen if f'"{id}"' in text]
    assert not [card.name for card in unseen.values() for line in theirs.lines if card.name in line.text]
    assert "seed" not in json.loads(text)


def test_games_come_out_of_files_and_stores_alike(tmp_path: Path):
    with open_store(tmp_path / "games.db") as store:
        replay, _ = stored(store, import_game(store, EMD), "Ana")
    assert document(replay).changes == document(from_file(EMD, "Ana")).changes
