"""Questions about declining: what a card asks is quoted, and nothing is claimed beyond that."""

import pytest

from adjudicator.rulings.may import may
from adjudicator.scenarios.given import scenario_given
from events.errors import SmashUpError

HUG = "Tortuga: Ben 2, 5; Ana 3 | Ana hand: Bear Hug"
TWINS = "Tortuga: Ben x=2, 2; Ana 3 | Ana hand: Bear Hug"
TIGER = "Tortuga: Ana 3; Ben 2 | Ana hand: Tiger Assassin"
KING = "Tortuga: Ana 30; Ben 2 | Jungle Oasis: Ana Pirate King | Ana to score"
PIPER = "Tortuga: Ana Pay the Piper; Ben 2 | Ben hand: Howler, Cannon | Ben to play"


def asked(question, situation):
    return may(scenario_given(situation), question, "EMD")


@pytest.mark.parametrize(
    ("question", "situation", "verdict", "says"),
    [
        ("decline Tiger Assassin", TIGER, "yes", "Ana may answer “none”"),
        ("may Tiger Assassin be declined?", TIGER, "yes", "Ana may answer “none”"),
        ("is Tiger Assassin optional", TIGER, "yes", "Ana may answer “none”"),
        ("must Ana destroy 3 with Tiger Assassin", TIGER, "no", "Ana may answer “none”"),
        ("must Ana play Tiger Assassin", TIGER, "no", "nothing makes Ana play Tiger Assassin"),
        ("must I use Pirate King?", KING, "no", "nothing makes Ana use Pirate King"),
        ("Ben refuses Bear Hug", HUG, "no", "asks Ben nothing"),
        ("may Bear Hug be declined?", HUG, "no", "asks nobody anything"),
        ("must Ben destroy a minion with Bear Hug?", TWINS, "yes", "Ben must choose"),
        ("must Ben destroy x with Bear Hug?", TWINS, "no", "No, not that one"),
        ("can Ben decline Pay the Piper", PIPER, "no", "Ben must choose"),
        ("is Bear Cavalry mandatory", "Tortuga: Ben 2, 3 | Jungle Oasis | Ana hand: Bear Cavalry", "yes", "to move"),
    ],
)
def test_what_a_card_asks_says_whether_it_may_be_declined(question, situation, verdict, says):
    answer = asked(question, situation)
    assert answer.verdict == verdict
    assert says in answer.answer


def test_the_line_of_play_declines():
    assert asked("decline Tiger Assassin", TIGER).line[-1] == "Ana: none"
    assert asked("must I use Pirate King?", KING).line[-1] == "Ana: pass"


@pytest.mark.parametrize(
    ("question", "hint"),
    [
        ("can Ben stop Bear Hug", "ask what the other player wants"),
        ("can Bear Hug be prevented?", "ask what the other player wants"),
        ("can Ben save 2 from Bear Hug", "ask what the other player wants"),
        ("does Ben have to destroy 2", "must Ben destroy a minion with Bear Hug"),
        ("may Ana decline Spectre", "decline Tiger Assassin"),
        ("what happens if I play Bear Hug", "smashup ask"),
    ],
)
def test_a_question_that_cannot_be_read_says_how_to_ask(question, hint):
    with pytest.raises(SmashUpError, match="I don't understand") as error:
        asked(question, HUG)
    assert hint in str(error.value)
    assert "\n" not in str(error.value)


def test_a_search_that_is_cut_short_claims_nothing():
    from adjudicator.rulings.explore import Limits

    answer = may(scenario_given(f"{TIGER} | Jungle Oasis"), "decline Tiger Assassin", "EMD", limits=Limits(depth=1))
    assert answer.verdict == "unknown"
