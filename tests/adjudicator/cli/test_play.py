"""New games, and playing them with a script for a keyboard."""

from __future__ import annotations

import pytest
from rich.console import Console

from adjudicator.cli.typed_answers import UnreadableAnswer, read_answer
from adjudicator.games.controller import bot_of
from adjudicator.games.session import Session
from core.rules.replay import verify
from events.questions import Cards, Distribute, May
from events.store import open_store
from events.vocabulary import Answered, Asked

TWO = ("--factions", "ghosts,steampunks", "--factions", "bear-cavalry,killer-plants")


class TestNew:
    def test_a_game_is_set_up(self, smashup):
        facts = smashup.json("new", "Ana", "Ben", *TWO, "--seed", 7, "--first", "ben", "--title", "Friday")
        assert [seat["name"] for seat in facts["seats"]] == ["Ana", "Ben"]
        assert facts["seats"][0]["factions"] == ["ghosts", "steampunks"]
        assert (facts["seed"], facts["title"], facts["asked"]) == (7, "Friday", "Ben")

    def test_the_same_seed_deals_the_same(self, smashup):
        ids = [smashup.json("new", "Ana", "Ben", "--seed", 7)["id"] for _ in range(2)]
        assert smashup.json("diff", *ids)["parts_at"] is None

    def test_factions_are_dealt_drafted_or_given_in_part(self, smashup):
        assert all(seat["factions"] for seat in smashup.json("new", "Ana", "Ben", "Cleo")["seats"])
        drafted = smashup.json("new", "Ana", "Ben", "--draft")
        assert "factions" not in drafted["seats"][0]
        given = smashup.json("new", "Ana", "Ben", "--factions", "ghosts,steampunks")["seats"]
        assert given[0]["factions"] == ["ghosts", "steampunks"]
        assert not set(given[1]["factions"]) & {"ghosts", "steampunks"}

    def test_an_id_of_ones_own(self, smashup):
        told = smashup("new", "Ana", "Ben", "--id", "final")
        assert "Game final is set up" in told
        assert "smashup play final" in told
        assert "Game final already exists" in smashup.refused("new", "Ana", "Ben", "--id", "final")

    @pytest.mark.parametrize(
        ("arguments", "reason"),
        [
            (["Ana"], "2 to 4 players"),
            (["Ana", "Ana"], "Two players have the same name"),
            (["Ana", "Ben", "--first", "Zoe"], "No player is named 'Zoe'"),
            (["Ana", "Ben", "--factions", "ghosts"], "2 players need 4 factions"),
            (["Ana", "Ben", "--factions", "ghosts,ghosts"], "two different factions"),
            (["Ana", "Ben", "--factions", "ghosts,robots-in-space"], "There is no faction"),
            (["Ana", "Ben", "--edition", "1999"], "There is no edition"),
            (["Ana", "Ben", "--id", "no good!"], "is not a valid game id"),
        ],
    )
    def test_what_is_refused(self, smashup, arguments, reason):
        assert reason in smashup.refused("new", *arguments)


def stored(db, game: str):
    with open_store(db) as store:
        return store.read(game)


class TestPlay:
    def begin(self, smashup, *lines: str, arguments=()) -> tuple[str, dict]:
        """Play against a bot with these lines; what was shown, and what the list says of the game then."""
        given = ("play", "--as", "Ana", *TWO, "--seed", 3, "--bots", "random", *arguments)
        result = smashup.result(*given, "--json", input="\n".join(lines) + "\n")
        return result.stderr, smashup.json("games")[0]

    def test_stopping_and_going_on(self, smashup, db):
        shown, game = self.begin(smashup, "quit")
        assert "Ana: Play a card" in shown
        assert "Hand of Ana" in shown
        assert "Hand of Random 1" not in shown
        assert f"smashup play {game['id']}" in shown
        before = len(stored(db, game["id"]))
        told = smashup("play", game["id"], "--as", "Ana", input="1\nq\n")
        assert "Stopped" in told
        assert len(stored(db, game["id"])) > before

    def test_the_end_of_the_input_is_no_drama(self, smashup):
        shown, _ = self.begin(smashup, "board")
        assert "Stopped. Continue with" in shown

    def test_answers_are_stored_as_they_are_given(self, smashup, db):
        _, game = self.begin(smashup, "pass", "q")
        log = stored(db, game["id"])
        mine = [event for event in log if isinstance(event, Answered) and event.seat == 0]
        assert mine
        assert verify(log).same

    def test_help_cards_hint_and_log(self, smashup):
        shown, _ = self.begin(smashup, "help", "?1", "card cub scout", "hint", "log", "board", "", "q")
        for words in (
            "Type the number of an option",
            "After another player's minion moves here",
            "A greedy player would choose:",
            "(Ana)",
        ):
            assert words in shown

    def test_skip_passes_until_something_concerns_the_player(self, smashup):
        shown, _ = self.begin(smashup, "skip", "skip", "q")
        assert "You pass until something concerns you." in shown
        assert "You are asked everything again." in shown
        assert "Ana: Play a card" in shown.partition("You pass until")[2]  # one's own turn concerns one

    def test_words_do_as_well_as_numbers(self, smashup, db):
        shown, game = self.begin(smashup, "play haunting at field of honor", "play xyzzy", "q")
        assert "Ana plays Haunting at Field of Honor" in shown
        assert "'xyzzy' is not one of" in shown
        assert verify(stored(db, game["id"])).same

    def test_nonsense_is_answered_with_a_sentence(self, smashup):
        shown, _ = self.begin(smashup, "foo", "99", "?foo", "card xyzzy", "1 1", "q")
        assert "'foo' is not an option. Type a number from 1 to" in shown
        assert "'99' is not an option" in shown
        assert "There is no card 'xyzzy'" in shown
        assert "That answer is not legal" in shown

    def test_undo_is_a_branch(self, smashup, db):
        shown, branch = self.begin(smashup, "undo", "1", "undo", "2", "q")
        assert "There is nothing to undo" in shown
        assert f"You now play branch {branch['id']}" in shown
        assert branch["parent"]
        parent = stored(db, branch["parent"]["game"])
        left = branch["parent"]["position"]
        assert stored(db, branch["id"])[:left] == parent[:left]
        assert stored(db, branch["id"])[left] != parent[left]

    def test_a_forced_choice_is_made_automatically_and_the_log_does_not_show_it(self, smashup, db):
        """The same decisions by hand and by themselves give the same events."""
        logs = []
        for option, lines in (("--auto-pass", ["pass"] * 8), ("--no-auto-pass", ["no", *["pass"] * 40])):
            _, game = self.begin(smashup, *lines, arguments=(option,))
            logs.append(stored(db, game["id"]))
        length = min(len(log) for log in logs)
        assert logs[0][:length] == logs[1][:length]
        assert sum(1 for event in logs[0][:length] if isinstance(event, Asked) and event.seat == 0) > 3

    def test_to_the_end(self, smashup):
        several = [" ".join("12345678"[:count]) for count in range(1, 9)]  # as many as may have to be picked at once
        shown, game = self.begin(smashup, *["1", *several, "pass"] * 400)
        assert game["winners"]
        assert "won." in shown
        told = smashup("play", game["id"], input="")
        assert "won." in told

    def test_a_draft(self, smashup):
        result = smashup.result("play", "--as", "Ana", "--draft", "--seed", 2, "--bots", "greedy", input="1\n1\nq\n")
        assert "choose a faction" in result.stdout.lower()

    def test_hot_seat(self, smashup):
        told = smashup("play", "--hot-seat", "Ana,Ben", *TWO, "--seed", 3, input="pass\n1\n" * 20)
        assert "Hand of Ana" in told
        assert "Hand of Ben" in told
        assert "Ana: Play a card" in told
        assert "Ben: Play a card" in told

    def test_each_of_two_bots(self, smashup):
        self.begin(smashup, "q", arguments=("--bots", "random,greedy"))
        names = [seat["name"] for seat in smashup.json("games")[0]["seats"]]
        assert names == ["Ana", "Random 1", "Greedy 2"]

    def test_who_plays(self, smashup, games):
        assert "Only bots play in game" in smashup.refused("play", games[0])
        assert "No player is named 'Zoe'" in smashup.refused("play", games[0], "--as", "Zoe")
        assert "There is no bot 'clever'" in smashup.refused("play", "--bots", "clever")

    def test_somebody_else_was_quicker(self, smashup, db, monkeypatch):
        """Another program decides while a person thinks: that is said, and the game is read again."""
        game = smashup.json("new", "Ana", "Ben", *TWO, "--seed", 3)["id"]
        typed = Console.input
        quick: list[bool] = []

        def intrude(console, *arguments, **more):
            with open_store(db) as store:
                other = Session(store, game)
                question = other.game.question
                if not quick and question is not None and len(question.options) > 1:  # else there is but one answer
                    quick.append(True)
                    other.answer(other.game.table.asked, question.options[-1:])
            return typed(console, *arguments, **more)

        monkeypatch.setattr(Console, "input", intrude)
        told = smashup("play", game, input="1\n1\n1\n1\nq\n")
        assert "Somebody else answered first, so your answer was not saved. This is what happened:" in told


class TestAnswers:
    QUESTION = Cards(options=(11, 22, 33), least=0, most=3)

    @pytest.mark.parametrize(
        ("typed", "picks"),
        [("2", (22,)), ("1 3", (11, 33)), ("3,1", (33, 11)), (" 1 , 2 ", (11, 22)), ("pass", ()), ("0", ()), ("", ())],
    )
    def test_numbers_of_options(self, typed, picks):
        assert read_answer(self.QUESTION, typed) == picks

    def test_words_and_repetitions(self):
        assert read_answer(May(options=("yes", "no")), "Yes") == ("yes",)
        assert read_answer(May(options=("yes", "no")), "2") == ("no",)
        assert read_answer(Distribute(options=(5, 6), least=1, most=3, caps=(3, 3)), "1 1 2") == (5, 5, 6)

    @pytest.mark.parametrize("typed", ["4", "x", "1 x", "-1", "1.5"])
    def test_nonsense(self, typed):
        with pytest.raises(UnreadableAnswer, match="Type a number from 1 to 3"):
            read_answer(self.QUESTION, typed)


def test_bots_are_known_by_their_names():
    assert bot_of("Greedy 2") == "greedy"
    assert bot_of("random 1") == "random"
    assert bot_of("Ana") is None
    assert bot_of("Ana 1") is None
