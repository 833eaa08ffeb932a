"""`smashup step` on the full screen, walked by Textual's pilot."""

from __future__ import annotations

from contextlib import nullcontext

import msgspec
import pytest
from textual.widgets import Static

from adjudicator import bundled
from adjudicator.cli.editing import completed
from adjudicator.cli.screen import play, step
from adjudicator.cli.screen.panes import CardsPane
from adjudicator.cli.screen.step import StepApp
from adjudicator.cli.step import scenario_found
from adjudicator.scenarios import load, run
from adjudicator.scenarios.notation import read_situation
from adjudicator.viewer.going_on import in_memory, in_store
from adjudicator.viewer.replay import Replay
from adjudicator.viewer.sources import from_file, of_scenario, stored
from core.printed.editions import EDITIONS
from core.rules.replay import verify
from events.files import import_game
from events.store import open_store
from projections.history import Stop
from tests.adjudicator.cli.screens import Seen, walk

EMD = bundled.game("emd")


@pytest.fixture
def replay() -> Replay:
    return from_file(EMD)


@pytest.mark.parametrize("size", [(80, 24), (120, 35), (160, 50)])
def test_everything_is_on_the_screen_at_once(replay, size):
    async def acts(seen: Seen) -> None:
        for words in ("Turn 23 · ● Ben · Score Bases", "749 of 785", "Haunted House", "20/18 !", "▲ 10  ● 10", "3→2"):
            assert words in seen.screen
        for words in ("Workshop", "5 VP", "7 VP", "Choking Vines", "Ben is asked: Choose the base", "← 748 Ben: Score"):
            assert words in seen.screen
        assert "Actions can't be played on this base" in " ".join(seen.pane("detail").split())

    walk(StepApp(replay, at=749), acts, size)


def test_a_window_that_changes_its_size_is_redrawn_to_fit(replay):
    async def acts(seen: Seen) -> None:
        for width, height in ((80, 24), (120, 36), (110, 50), (80, 40), (80, 24), (160, 50)):
            await seen.pilot.resize_terminal(width, height)
            await seen.settle()
            bases = seen.app.pane("#bases", CardsPane)
            drawn = [line.cell_len for line in bases.drawn.lines]
            assert bases.size.width - 3 < max(drawn) <= bases.size.width

    walk(StepApp(replay, at=749), acts, (160, 50))


def test_each_kind_of_step_goes_on_and_back(replay):
    async def acts(seen: Seen) -> None:
        app, history = seen.app, replay.history
        for key, stop in zip("edpst", (Stop.EVENT, Stop.DECISION, Stop.PHASE, Stop.SCORING, Stop.TURN), strict=True):
            app.go(400)
            await seen.press(key)
            assert app.position == history.next(stop, 400)
            await seen.press("right")
            assert app.position == history.next(stop, history.next(stop, 400) or 0)
            await seen.press("left", "left")
            assert app.position == history.previous(stop, history.next(stop, 400) or 0)
            app.go(400)
            await seen.press(key.upper())
            assert app.position == history.previous(stop, 400)
        await seen.press("end")
        assert app.position == len(replay)
        await seen.press("t")
        assert "There is no turn after this" in seen.screen
        await seen.press("home")
        assert app.position == 1

    walk(StepApp(replay), acts)


def test_keys_typed_quickly_are_all_heeded(replay):
    async def acts(seen: Seen) -> None:
        await seen.pilot.press(*["right"] * 30, *"tte")
        await seen.pilot.pause()
        history = replay.history
        position = history.stops(Stop.DECISION)[29]
        position = history.next(Stop.TURN, history.next(Stop.TURN, position) or 0) or 0
        assert seen.app.position == position + 1

    walk(StepApp(replay), acts)


def test_the_keys_are_a_page_over_the_table_that_takes_them(replay):
    async def acts(seen: Seen) -> None:
        await seen.press("question_mark")
        assert "tab        the next card" in str(seen.app.screen.query_one("Overlay > Static", Static).visual)
        await seen.press("right", "d", "space")
        assert not seen.app.covered
        assert seen.app.position == 749
        await seen.press("question_mark", "question_mark", "right")
        assert seen.app.position == 785

    walk(StepApp(replay, at=749), acts)


@pytest.mark.parametrize(("keys", "page"), [(StepApp.KEYS, step.HELP), (play.PlayApp.KEYS, play.HELP)])
def test_the_keys_fit_the_smallest_screen_unbroken(keys, page):
    assert len(keys) <= 80
    assert max(map(len, page.splitlines())) <= 72
    assert len(page.splitlines()) <= 20


def test_a_seat_sees_its_own_hand_whoever_decides(replay):
    async def acts(seen: Seen) -> None:
        assert "▲ hand: ▪ The Dead Rise" in seen.pane("seats")

    walk(StepApp(replay.seen_by("Ana"), at=749), acts)


def test_a_position_is_typed_and_words_are_searched_for(replay):
    async def acts(seen: Seen) -> None:
        await seen.press("g", *"765", "enter")
        assert seen.app.position == 765
        assert "Haunted House is about to score: 20 power, breakpoint 18" in seen.screen
        await seen.press("g", *"9999", "enter")
        assert "'9999' is not a position. Type a number from 1 to 785" in seen.screen
        await seen.press("home", "slash", *"HOUSE", "space", *"SCORES", "enter")
        assert seen.app.position == 766
        await seen.press("n")
        assert "No later line has 'HOUSE SCORES'" in seen.screen
        await seen.press("N")
        assert "No earlier line" in seen.screen
        await seen.press("g", "escape", "home")
        assert seen.app.position == 1

    walk(StepApp(replay), acts)


def test_the_card_under_the_cursor_is_shown_with_its_power_breakdown(replay):
    async def acts(seen: Seen) -> None:
        for _ in range(30):
            if "Steam Man" in seen.pane("detail").splitlines()[0]:
                break
            await seen.press("tab")
        assert "Power 6: 3 printed, +1 Steam Man, +2 Rotary Slug Thrower" in seen.pane("detail")
        await seen.press("shift+tab")
        assert "Bear Cavalry" in seen.pane("detail")

    walk(StepApp(replay, at=749), acts, (160, 50))


def test_the_cursor_follows_the_game_and_stays_where_it_is_put(replay):
    async def acts(seen: Seen) -> None:
        assert "Haunted House" in seen.pane("detail")
        await seen.press("tab", "e")
        assert seen.app.position == 766
        assert "Spirit" in seen.pane("detail")
        await seen.press("g", *"740", "enter", "e", "e", "e", "e", "e")
        assert "745 Ben plays Rotary Slug Thrower" in seen.pane("note")
        assert "Rotary Slug Thrower" in seen.pane("detail")

    walk(StepApp(replay, at=765), acts)


def test_cards_in_stasis_have_a_line_of_their_own_and_can_be_pointed_at():
    scenario = load(bundled.scenario("stasis/R155-one-counter-off-each"))
    replay = of_scenario(run(scenario, "EMD"), "stasis")

    async def acts(seen: Seen) -> None:
        assert "▲ stasis: ▪ Future Almanac? (2) · 4 vanilla 4" in seen.pane("seats")
        await seen.press("tab")
        assert seen.pane("detail").startswith("Future Almanac?")
        assert "2 stasis counters" in seen.pane("detail")

    walk(StepApp(replay, at=len(replay)), acts)


def test_the_mouse_points_at_cards_and_goes_to_lines(replay):
    async def acts(seen: Seen) -> None:
        await seen.pilot.click("#bases", offset=(4, 5))
        await seen.pilot.pause()
        assert seen.pane("detail").startswith("Weed Eater")
        position = int(seen.pane("list").splitlines()[1][:5])
        await seen.pilot.click("#list", offset=(10, 1))
        await seen.pilot.pause()
        assert seen.app.position == position < 749

    walk(StepApp(replay, at=749), acts)


def test_why_piles_and_options_are_lists_of_their_own(replay):
    async def acts(seen: Seen) -> None:
        await seen.press("w")
        assert "score.ties" in seen.pane("list")
        assert "EMD p. 9" in seen.pane("list")
        await seen.press("c")
        assert "Changed since position" in seen.pane("list")
        await seen.press("i")
        assert "Ana's discard pile" in seen.pane("list")
        seen.app.go(749)
        await seen.press("o")
        assert "✓ 1 The Dread Gazebo" in seen.pane("list")
        assert "  2 Haunted House" in seen.pane("list")
        await seen.press("down")
        assert seen.pane("detail").startswith("Haunted House")
        await seen.press("b")
        assert "has no branches" in seen.pane("list")

    walk(StepApp(replay, at=766), acts, (160, 50))


def test_other_eyes_see_no_hand_but_their_own(replay):
    async def acts(seen: Seen) -> None:
        assert "Choking Vines" in seen.pane("seats")
        await seen.press("v")
        assert "seen by Ana" in seen.screen
        assert "Choking Vines" not in seen.screen
        assert "▲ hand: ▪ The Dead Rise" in seen.pane("seats")
        await seen.press("v")
        assert "Choking Vines" in seen.pane("seats")
        await seen.press("v", "o")
        assert "seen by nobody" in seen.screen
        assert "this viewer may not see" in seen.pane("list")

    walk(StepApp(replay, at=749), acts, (160, 50))


def test_it_advances_automatically_until_it_is_stopped(replay):
    async def acts(seen: Seen) -> None:
        await seen.press("plus", "plus", "plus", "e", "a")
        before = seen.app.position
        for _ in range(100):
            await seen.pilot.pause(0.1)
            if seen.app.position > before:
                break
        await seen.press("a")
        after = seen.app.position
        assert after > before
        await seen.pilot.pause(0.3)
        assert seen.app.position == after

    walk(StepApp(replay, at=5), acts)


def test_an_option_not_taken_is_tried_in_memory(replay):
    async def acts(seen: Seen) -> None:
        await seen.press("o", "down", "enter")
        assert "the branch is not stored" in seen.screen
        log = seen.app.replay.log
        assert log[:749] == replay.log[:749]
        assert log[750:] != replay.log[750:]
        assert verify(log).same

    walk(StepApp(replay, at=749, going_on=in_memory), acts)


def test_the_option_that_was_taken_goes_on_with_the_game(replay):
    async def acts(seen: Seen) -> None:
        await seen.press("o", "enter")
        assert seen.app.replay is replay
        assert seen.app.position == replay.history.next(Stop.DECISION, 749)

    walk(StepApp(replay, at=749, going_on=in_memory), acts)


def test_a_branch_by_hand_and_by_bots_is_stored_once(tmp_path):
    with open_store(tmp_path / "games.db") as store:
        game = import_game(store, EMD)
        replay, _ = stored(store, game)

        async def acts(seen: Seen) -> None:
            await seen.press("o", "down", "enter")
            assert len(store.games()) == 2
            branch = seen.app.replay.info.id
            assert f"Branch {branch} leaves {game} at 749" in seen.screen
            seen.app.go(len(seen.app.replay))
            if not seen.app.frame().winners:
                await seen.press("B")
            assert len(store.games()) == 2
            assert store.info(branch).result is not None
            await seen.press("b", "up", "enter")
            assert seen.app.replay.info.id == game

        app = StepApp(
            replay, at=749, going_on=in_store(lambda: nullcontext(store)), open_game=lambda id: stored(store, id)[0]
        )
        walk(app, acts)


def test_the_turns_decisions_and_scorings_are_a_list_to_go_by(replay):
    async def acts(seen: Seen) -> None:
        await seen.press("m")
        told = seen.pane("list")
        assert "Turn 23 (Ben)" in told
        assert "★ Haunted House scores" in told
        assert "is asked" not in told
        await seen.press("up", "enter")
        assert seen.app.position < 766

    walk(StepApp(replay, at=766), acts, (160, 50))


def test_a_name_out_of_a_file_is_text_and_nothing_else(replay):
    """What a terminal would obey is left out, as everywhere."""
    replay.info = msgspec.structs.replace(replay.info, id="\x1b[2Jgone")
    replay.marks = {1: "\x1b]0;title\x07 1. [bold]step[/bold]"}

    async def acts(seen: Seen) -> None:
        assert "\x1b" not in seen.screen
        assert "[bold]step[/bold]" in seen.screen

    walk(StepApp(replay, at=5), acts, (160, 50))


def test_a_scenario_is_put_to_another_book():
    opened = scenario_found(load(bundled.scenario("awesome-level-9000/ghosts/haunting-weakened")))

    async def acts(seen: Seen) -> None:
        assert "EMD" in seen.screen
        assert "3→6 Haunting" in seen.pane("bases")
        await seen.press("x")  # the next book, and after the newest the oldest
        assert "HTB" in seen.screen
        await seen.press("x")
        assert "AL9K" in seen.screen
        assert "3→5 Haunting" in seen.pane("bases")

    walk(StepApp(opened.replay, editions=tuple(EDITIONS), by_book=opened.by_book), acts)


def test_a_scenario_is_left_at_a_decision_too():
    opened = scenario_found(load(bundled.scenario("playing/talent-lost")))
    decision = opened.replay.history.stops(Stop.DECISION)[0]

    async def acts(seen: Seen) -> None:
        await seen.press("o", "end")
        seen.app.go(decision)
        rows = len(seen.app.rows())
        await seen.press(*["down"] * rows, "enter")
        assert seen.app.replay.log[:decision] == opened.replay.log[:decision]

    walk(StepApp(opened.replay, at=decision, going_on=opened.going_on), acts, (120, 35))


def test_a_recorded_game_has_no_other_book(replay):
    async def acts(seen: Seen) -> None:
        await seen.press("x")
        assert "Only a scenario" in seen.screen

    walk(StepApp(replay), acts)


# --- editing a situation --------------------------------------------------------------------------------------------


def edited(acts, line="Tortuga: Ana Howler; Ben 3 | Ana hand: Bear Hug", size=(80, 24)):
    opened = scenario_found(read_situation(line).scenario)
    app = StepApp(opened.replay, going_on=opened.going_on, by_book=opened.by_book, editing=opened.editing)
    walk(app, acts, size)


def test_a_situation_is_edited_undone_played_on_and_saved(tmp_path):
    file = tmp_path / "mine.toml"

    async def acts(seen: Seen) -> None:
        await seen.press("=")
        typed = seen.app.query_one("#typed")
        assert typed.value == "Tortuga: Ana Howler; Ben 3 | Ana hand: Bear Hug | Ana to play"
        typed.value = "Tortuga: Ana Howler+2; Ben 3, King Rex | Ana hand: Bear Hug, Cannon | Ana 4 vp, EMD"
        await seen.press("enter")
        assert "King Rex" in seen.screen
        assert "4 VP" in seen.screen
        await seen.press("u")
        assert "King Rex" not in seen.screen
        await seen.press("u")
        assert "no change to undo" in seen.screen
        await seen.press("W")
        seen.app.query_one("#typed").value = str(file)
        await seen.press("enter")
        assert file.exists()
        await seen.press("o", "enter")
        assert "Bear Hug" in seen.screen

    edited(acts)
    assert load(file).seats == ("Ana", "Ben")


def test_a_situation_opens_at_its_first_decision(smashup):
    facts = smashup.json("step", "Tortuga: Ben Leprechaun | Ana hand: Howler")
    assert facts["position"] == facts["length"]
    assert facts["lines"][-1]["event"] == "asked"


def test_the_number_of_an_option_marks_it():
    async def acts(seen: Seen) -> None:
        before = len(seen.app.replay)
        await seen.press("end", "o")
        [number] = [place for place, row in enumerate(seen.app.rows()) if "Major Ursa" in row.plain]
        assert number > 1
        await seen.press(str(number), "9")  # there is no ninth
        assert seen.app.chosen == number
        await seen.press("enter")
        since = [line.text for line in map(seen.app.replay.line, range(before + 1, len(seen.app.replay) + 1)) if line]
        assert any("Major Ursa" in text for text in since)
        assert not any("Bear Hug" in text for text in since)

    edited(acts, "Tortuga: Ana Major Ursa, 3 | Tar Pits: Ben 2 | Ana hand: Bear Hug", (120, 35))


def test_undo_also_restores_the_rulebook():
    async def acts(seen: Seen) -> None:
        shown = seen.app.replay.info.edition
        await seen.press("=")
        seen.app.query_one("#typed").value = "Tortuga: Ana Howler | OOPS"
        await seen.press("enter")
        assert (seen.app.replay.info.edition, shown) == ("OOPS", "EMD")
        await seen.press("u")
        assert seen.app.replay.info.edition == shown

    edited(acts)


def test_what_is_typed_is_added_to_the_line_and_completed():
    async def acts(seen: Seen) -> None:
        await seen.press("=", *("space" if key == " " else key for key in " | Ben hand: Cann"))
        await seen.press("right", "enter")
        assert seen.app.editing.line.startswith("Tortuga: Ana Howler; Ben 3 | Ana hand: Bear Hug")
        assert "Ben hand: Cannon" in seen.app.editing.line

    edited(acts)


def test_a_wrong_line_is_explained_and_stays_open():
    async def acts(seen: Seen) -> None:
        await seen.press("=")
        seen.app.query_one("#typed").value = "Tortuga: Ana Howlre"
        await seen.press("enter")
        assert "did you mean Howler" in seen.app.note
        assert seen.app.query_one("#typed").display
        await seen.press("escape")
        assert not seen.app.query_one("#typed").display
        assert "Howler" in seen.screen

    edited(acts)


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("Tortuga: Ana pirate k", "Tortuga: Ana pirate king"),
        ("tort", "tortuga"),
        ("Tortuga: Ana 3 | Ana hand: Bear H", "Tortuga: Ana 3 | Ana hand: Bear Hug"),
        ("Tortuga: Ana 3, xyz", None),
    ],
)
def test_names_are_completed(typed, line):
    completion = completed(typed, ("Ana", "Ben"))
    assert (completion.casefold() if completion else None) == (line.casefold() if line else None)


def test_a_stored_game_cannot_be_edited(replay):
    async def acts(seen: Seen) -> None:
        await seen.press("=")
        assert "Only a situation or scenario can be edited" in seen.screen

    walk(StepApp(replay), acts)
