"""Titans in front of people: looking them up, taking them along, playing them, drawing them, writing them down."""

from __future__ import annotations

import pytest

FACTIONS = ("--factions", "bear-cavalry,robots", "--factions", "wizards,killer-plants")


def test_a_titan_has_a_type_of_its_own(smashup):
    assert "titan, in no deck · Bear Cavalry" in smashup("card", "major ursa")
    cards = smashup.json("cards", "--type", "titan")
    assert "bear-cavalry/major-ursa" in {card["id"] for card in cards}
    assert {card["type"] for card in cards} == {"titan"}
    assert "Titan: Killer Kudzu" in smashup("factions", "--set", "awesome-level-9000")


def test_players_are_asked_about_their_titans_in_every_rulebook(smashup):
    for edition in ("AL9K", "EMD", "HTB"):
        game = f"titans-{edition}"
        smashup("new", "Ana", "Ben", "--titans", "--first", "Ana", *FACTIONS, "--edition", edition, "--id", game)
        assert "bring the titan Major Ursa?" in smashup("answer", game)
        smashup("answer", game, "yes")
        assert "Ana brings Major Ursa" in smashup("replay", game)
        assert "beside: Major Ursa" in smashup("show", game)


def test_a_titan_is_drawn_with_its_sign_and_its_counters(smashup):
    drawn = smashup("ask", "20 4/2/1: Ana 3, Major Ursa+2; Ben Killer Kudzu | Ben beside: Arcane Protector+1")
    assert "◈ Major Ursa +2●" in drawn
    assert "◈ Killer Kudzu" in drawn
    assert "titans beside the deck: Arcane Protector +1●" in drawn
    assert "+2 counters on Major Ursa" in drawn


def test_the_story_tells_a_clash_before_what_the_card_set_off(smashup):
    situation = "Tortuga: Ana Gorgodzolla; Ben 3 | Tar Pits: Ben Gorgodzolla | Ana hand: Tiny Priestesses | HTB"
    told = smashup("ask", situation, "play Tiny Priestesses at Tortuga")
    assert told.index("Ben's Gorgodzolla goes from Tortuga back beside") < told.index("Ana's Gorgodzolla gets a +1")


def test_the_story_says_who_gets_a_counter_instead(smashup):
    situation = "Tortuga: Ana 3 | Ana hand: Calicoin; beside: Ancient Lord"
    told = smashup("ask", situation, "play Calicoin; choose 3; yes")
    assert "Ancient Lord gets a counter meant for Ana's vanilla 3" in told


def test_a_card_that_goes_from_one_hand_to_another_does_not_return(smashup):
    situation = "Tortuga: Ana 3, Cthulhu; Ben 2 | Ana hand: Madness | HTB"
    told = smashup("ask", situation, "use Cthulhu; choose put a Madness card")
    assert "Madness goes to Ben's hand" in told


BESIDE = "Tortuga: Ana Pirate King | Jungle Oasis: Ben 3 | Ana beside: Major Ursa"


def test_a_titan_is_played_by_a_line_that_says_so(smashup):
    assert "Major Ursa is now at Tortuga" in smashup("ask", BESIDE, "play Major Ursa at Tortuga")
    assert "nothing there is called Foo" in smashup("ask", BESIDE, "play Major Ursa at Foo", exit_code=1)


@pytest.mark.parametrize(
    ("situation", "why"),
    [
        (f"{BESIDE} | Ana plays: action", "Ana has already used the regular play it would replace"),
        (f"{BESIDE}; hand: none | Tar Pits: Ana Creampuff Man | Ana plays: action", "Ana already has a titan in play"),
        (
            "Tortuga: Ana Red Trooper, Megabot | Tar Pits: Ana Creampuff Man | Ana beside: Major Ursa",
            "Ana already has 2 titans in play",
        ),
        (
            "Tortuga: Ana 3 | Ana beside: Killer Kudzu+2",
            "its own text does not allow it now: “On your turn, if it has at least three counters, you may play it instead",
        ),
        (
            "Tortuga: Ana 3 | Ana beside: Megabot",
            "its own text does not allow it now: “After you play a minion, if you have minions at three or more bases",
        ),
        (
            "Tortuga: Ana 3 | Ana beside: Helicoprion+2",
            "its own text does not allow it now: “if it has four or more counters, you may remove them to play it”",
        ),
    ],
)
def test_why_a_titan_may_not_be_played(smashup, situation, why):
    titan = situation.partition("beside: ")[2].partition(";")[0].partition(" |")[0].partition("+")[0]
    for verb in ("play", "use"):
        assert f"Ana may not {verb} {titan}: {why}" in " ".join(smashup("may", f"{verb} {titan}", situation).split())
