"""`smashup play` on the full screen, with a pilot for a player."""

from __future__ import annotations

import time

import pytest
from rich.text import Text
from textual.widgets import Static

from adjudicator import bundled
from adjudicator.cli.screen.panes import Rows, TextPane
from adjudicator.cli.screen.play import BLINK, Curtain, PlayApp
from adjudicator.games.controller import GameController
from adjudicator.games.session import Session
from core.players.bots import RandomBot
from core.rules.replay import verify
from core.rules.setup import game_begun
from events.files import import_game
from events.questions import Cards
from events.store import open_store
from events.vocabulary import Answered, Asked
from tests.adjudicator.cli.screens import Seen, walk

PAIRS = [("ghosts", "steampunks"), ("bear-cavalry", "killer-plants")]


@pytest.fixture
def store(tmp_path):
    with open_store(tmp_path / "games.db") as store:
        yield store


def sit_down(store, *names: str, people=(0,), seed: int = 3, **settings) -> PlayApp:
    session = Session.begin(
        store, game_begun(names or ("Ana", "Random 1"), PAIRS, edition_id="EMD", first=0), seed=seed
    )
    return PlayApp(GameController(session, set(people), ["random"], **settings))


@pytest.mark.parametrize("size", [(80, 24), (120, 35), (160, 50)])
def test_the_table_the_options_and_the_text_of_the_marked_one_are_on_the_screen(store, size):
    async def acts(seen: Seen) -> None:
        assert "Play a card, use an ability, or end the phase" in " ".join(seen.pane("list").split())
        assert "left to play: the free minion, the free action" in seen.screen
        assert "▶▲ Ana" in seen.pane("seats")
        hand = [seen.app.frame().card(number) for number in seen.app.frame().players[0].hand]
        assert all(card.name in seen.pane("seats") for card in hand)
        first = seen.app.decision.options[0]
        assert seen.pane("detail").startswith(seen.app.frame().card(first.card).name)
        await seen.press("down")
        second = seen.app.decision.options[1]
        assert seen.pane("detail").startswith(seen.app.frame().card(second.card).name)
        await seen.press("tab", "tab", "tab")
        assert seen.app.pane("#digest", Rows).size.height >= 2  # however long the text is

    walk(sit_down(store), acts, size)


def test_others_cards_are_backs(store):
    async def acts(seen: Seen) -> None:
        frame = seen.app.frame()
        assert set(frame.players[1].hand) == {0}
        real = seen.app.controller.game
        theirs = {real.facts[number].name for number in real.table.seats[1].hand}
        mine = {real.facts[number].name for number in real.table.seats[0].hand}
        await seen.press("f3")
        assert not [name for name in theirs - mine if name in seen.screen]

    walk(sit_down(store), acts, (160, 50))


def mine(app: PlayApp) -> list[Answered]:
    return [event for event in app.controller.log if isinstance(event, Answered) and event.seat == 0]


def test_answers_by_key_by_number_by_mouse_and_in_words(store):
    async def acts(seen: Seen) -> None:
        app = seen.app
        count = len(mine(app))
        await seen.press("enter")
        assert len(mine(app)) > count
        count = len(mine(app))
        await seen.type("1")
        assert len(mine(app)) > count
        count = len(mine(app))
        row = next(n for n, line in enumerate(seen.pane("list").splitlines()) if line.startswith(" 1 "))
        await seen.pilot.click("#list", offset=(5, row))
        await seen.settle()
        assert len(mine(app)) > count
        assert verify(app.controller.log).same

    walk(sit_down(store), acts)


def test_a_card_is_played_to_a_place_in_words(store):
    async def acts(seen: Seen) -> None:
        app = seen.app
        game = app.controller.game
        minion = next(number for number in game.table.seats[0].hand if game.facts[number].is_minion)
        name = game.facts[minion].name
        base = game.facts[list(game.table.sites.values())[1].base].name
        await seen.type(f"play {name.lower()} at {base.lower()}")
        frame = app.frame()
        there = next(drawn for drawn in frame.bases.values() if frame.card(drawn.card).name == base)
        assert [frame.card(minion).name for minion in there.minions] == [name]
        await seen.type("play xyzzy")
        assert "xyzzy" in seen.pane("note")
        await seen.type("99")
        assert "'99' is not an option" in seen.pane("note")

    walk(sit_down(store), acts)


def test_why_a_card_is_not_offered(store):
    async def acts(seen: Seen) -> None:
        game = seen.app.controller.game
        minions = [number for number in game.table.seats[0].hand if game.facts[number].is_minion]
        assert len(minions) > 1
        base = game.facts[next(iter(game.table.sites.values())).base].name
        await seen.type(f"play {game.facts[minions[0]].name} at {base}")
        while seen.app.decision.kind != "main":
            await seen.press("enter")
        for _ in range(30):
            if "Not now" in seen.pane("detail"):
                break
            await seen.press("tab")
        assert "Ana has no minion left to play this turn (turn.play)" in " ".join(seen.pane("detail").split())

    walk(sit_down(store, seed=5), acts, (160, 50))


def test_keys_typed_ahead_wait_for_their_question(store):
    async def acts(seen: Seen) -> None:
        await seen.pilot.press(*"p", "enter", *"p", "enter", *"p", "enter")
        await seen.settle()
        await seen.settle()
        passes = [event for event in mine(seen.app) if not event.picks]
        assert len(passes) >= 3

    walk(sit_down(store), acts)


def test_undo_and_redo_leave_nothing_until_something_else_is_decided(store):
    async def acts(seen: Seen) -> None:
        app = seen.app
        for _ in range(3):
            await seen.type("p")
        log, game = list(app.controller.log), app.controller.session.id
        at = app.controller.position
        for _ in range(3):
            await seen.press("ctrl+z")
        assert app.controller.gone_back
        assert "taken back" in seen.pane("headline")
        assert app.controller.position < at
        await seen.press("ctrl+y")
        await seen.type("p")  # the same again is going forward
        await seen.press("ctrl+y")
        assert (app.controller.position, app.controller.gone_back) == (at, False)
        assert (app.controller.session.id, app.controller.log) == (game, log)
        assert len(store.games()) == 1
        for _ in range(3):
            await seen.press("ctrl+z")
        await seen.press("enter")
        assert len(store.games()) == 2
        assert store.info(app.controller.session.id).parent.game == game
        assert store.read(game) == log
        await seen.type("redo")
        assert "nothing to redo" in seen.pane("note")

    walk(sit_down(store), acts)


def test_there_is_nothing_to_undo_at_first(store):
    async def acts(seen: Seen) -> None:
        await seen.type("undo")
        while "nothing to undo" not in seen.pane("note"):
            await seen.type("undo")
        assert len(store.games()) == 1

    walk(sit_down(store), acts)


def test_recent_events_are_listed_with_scorings_first(store):
    async def acts(seen: Seen) -> None:
        app, bot = seen.app, RandomBot(1)
        for _ in range(400):
            if app.controller.game.over:
                break
            app._decide(bot.answer(app.controller.game))
            await seen.settle()
            told = seen.pane("digest").splitlines()
            if any("★" in line for line in told):
                assert "Since your last decision" in told[0]
                assert "★" in told[1]
                await seen.press("f5")
                assert "★" in seen.pane("list")
                return
        raise AssertionError("nobody scored")

    walk(sit_down(store), acts, (160, 50))


def test_hint_help_card_piles_and_story(store):
    async def acts(seen: Seen) -> None:
        await seen.press("f2")
        assert "A greedy player would choose:" in seen.pane("note")
        await seen.press("f3")
        assert "Ana's deck: " in seen.pane("list")
        await seen.press("f4")
        assert "(Ana)" in seen.pane("list")
        await seen.type("")
        assert " 1 " in seen.pane("list")
        await seen.press("f1")
        assert "what a greedy player would do" in str(seen.app.screen.query_one(Static).visual)
        await seen.press("escape")
        await seen.type("card cub scout")
        assert "After another player's minion moves here" in str(seen.app.screen.query_one(Static).visual)
        await seen.press("escape")
        await seen.type("card xyzzy")
        assert "There is no card 'xyzzy'" in seen.pane("note")

    walk(sit_down(store), acts, (120, 35))


def test_a_draft_is_played_on_the_same_table(store):
    session = Session.begin(store, game_begun(("Ana", "Random 1"), [], edition_id="EMD"), seed=2)

    async def acts(seen: Seen) -> None:
        assert "Choose a faction" in seen.pane("list")
        assert ": " in seen.pane("list").splitlines()[1]  # how it plays
        for _ in range(12):
            await seen.press("enter")
        assert seen.app.frame().turn
        assert "deck" in seen.pane("seats")

    walk(PlayApp(GameController(session, {0}, ["random"])), acts)


def test_a_game_that_was_played_on_elsewhere_is_taken_up_where_it_is(store):
    async def acts(seen: Seen) -> None:
        other = Session(store, seen.app.controller.session.id)
        assert other.game.question is not None
        other.answer(0, other.game.question.options[:1])
        await seen.type("p")
        assert "has moved on from position" in seen.pane("note")
        assert seen.app.controller.log == store.read(other.id)
        await seen.type("p")
        assert verify(seen.app.controller.log).same

    walk(sit_down(store), acts)


def test_several_are_marked_and_put_back(store):
    game = import_game(store, bundled.game("emd"))
    several = next(
        event
        for event in store.read(game)
        if isinstance(event, Asked) and isinstance(event.question, Cards) and event.question.most > 1
    )
    session = Session(store, game).branch(several.position, seed=1)

    async def acts(seen: Seen) -> None:
        await seen.press("space")
        assert "1 ✓" in seen.pane("list")
        await seen.press("escape")
        assert "✓" not in seen.pane("list")
        for _ in range(several.question.most):
            await seen.press("space", "down")
        await seen.press("enter")
        answered = seen.app.controller.log[several.position]
        assert isinstance(answered, Answered)
        assert answered.picks == several.question.options[: several.question.most]

    walk(PlayApp(GameController(session, {several.seat}, ["random"])), acts)


def test_a_curtain_falls_between_two_people(store):
    async def acts(seen: Seen) -> None:
        app = seen.app
        while not isinstance(app.screen, Curtain):
            await seen.type("p")
        assert "Ben decides" in str(app.screen.query_one(Static).visual)
        assert app.seat == 0
        assert "▲ hand:" in seen.pane("seats")
        app.screen.fallen = time.monotonic()
        await seen.press("enter")  # too quick: that was still Ana
        assert app.seat == 0
        app.screen.fallen -= BLINK
        await seen.press("enter")
        assert app.seat == 1
        assert "▶● Ben" in seen.pane("seats")

    walk(sit_down(store, "Ana", "Ben", people=(0, 1)), acts)


def test_enter_alone_plays_to_the_end(store):
    game = import_game(store, bundled.game("emd"))
    last = [event for event in store.read(game) if isinstance(event, Asked)][-1]
    session = Session(store, game).branch(last.position, seed=1)

    async def acts(seen: Seen) -> None:
        for _ in range(20):
            await seen.press("enter")
        assert " won." in seen.pane("list")
        assert verify(seen.app.controller.log).same
        for line in ("1 2", "play ghost", "p", "hint", ""):
            await seen.type(line)
        await seen.type("1")
        assert "The game is over" in seen.pane("note")

    walk(PlayApp(GameController(session, {last.seat}, ["greedy"])), acts)


def test_skip_is_shown_and_ends_by_the_same_key(store):
    async def acts(seen: Seen) -> None:
        await seen.press("f6")
        assert "skipping" in seen.screen
        assert "You pass until something concerns you." in seen.screen
        assert seen.app.decision is not None  # one's own turn concerns one
        await seen.press(*"skip", "enter")
        assert "skipping" not in seen.screen

    walk(sit_down(store), acts)


def test_a_text_and_a_list_that_go_on_say_so_and_can_be_scrolled(store):
    async def acts(seen: Seen) -> None:
        text = seen.app.pane("#detail", TextPane)
        many = [Text(f"line {number}") for number in range(40)]
        text.show_text(Text("\n").join(many))
        seen.app.pane("#list", Rows).show_all(many)
        await seen.press("ctrl+z")  # lays everything out again; there is nothing to undo
        text.show_text(Text("\n").join(many))
        await seen.app.animator.wait_until_complete()
        assert "line 0" in seen.pane("detail")
        assert f"↓{40 - text.size.height}" in seen.pane("detail")
        await seen.press("ctrl+down")
        assert "line 0\n" not in seen.pane("detail")
        assert "line 2" in seen.pane("detail")
        text.show_text(Text("\n").join(many))
        assert "line 0\n" not in seen.pane("detail"), "drawing it again leaves it where it was"
        for _ in range(40):
            text.scroll_lines(1)
        assert "line 39" in seen.pane("detail")
        assert "↓" not in seen.pane("detail")

    walk(sit_down(store), acts, (80, 24))
