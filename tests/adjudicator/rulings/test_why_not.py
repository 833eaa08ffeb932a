"""Why a play or use is refused: the true reason, told for cards in hand, in play and in piles."""

import pytest

from adjudicator.rulings.ruling import rule_on
from adjudicator.scenarios.given import scenario_given
from adjudicator.scenarios.load import parse

BASE = '[[base]]\ncard = "vanilla 40 4/2/1"\nname = "X"\n'
CASES = {
    "second Tenacious Z": (
        BASE + '[player.Ana]\ndiscard = ["Tenacious Z", "Tenacious Z"]\n',
        ["use Tenacious Z", "use Tenacious Z"],
        "only one Tenacious Z may do this in a turn, and one has",
    ),
    "Tenacious Z in the discard pile, with another in play": (
        BASE + 'Ana = ["Tenacious Z"]\n[player.Ana]\ndiscard = ["Tenacious Z"]\n',
        ["play Tenacious Z at X"],
        "Tenacious Z in the discard pile is played by its own ability: say “use Tenacious Z”",
    ),
    "a minion in hand, with one of its name in play there": (
        BASE + 'Ben = ["vanilla 2"]\n' + '[player.Ana]\nhand = ["vanilla 2"]\nplays = ["action"]\n',
        ["play vanilla 2 at X"],
        "Ana has no minion left to play this turn",
    ),
    "none in Play Cards": (
        BASE + '[player.Ana]\nhand = ["vanilla 2"]\n',
        ["none"],
        "Ana cannot answer “none” here",
    ),
    "Make Contact with a second card in hand": (
        BASE + 'Ben = ["vanilla 3"]\n[player.Ana]\nhand = ["Make Contact", "vanilla 1"]\n',
        ["play Make Contact"],
        "its own text does not allow it: “Play only if it is the only card in your hand.”",
    ),
    "Make Contact without a minion": (
        BASE + '[player.Ana]\nhand = ["Make Contact"]\n',
        ["play Make Contact"],
        "there is no minion that it may be played on",
    ),
    "Archmage after The Touch": (
        BASE + 'Ana = [{ card = "Archmage", on = ["The Touch"] }]\n[player.Ana]\nplays = []\n',
        ["use Archmage: light the darkest hour", "use Archmage"],
        "it has lost its abilities",
    ),
    "Enshrouding Mist": (
        BASE + 'actions = { Ana = ["Enshrouding Mist"] }\n[player.Ana]\nhand = ["vanilla 2"]\nplays = ["action"]\n',
        ["play vanilla 2 at X"],
        "Ana has no minion left to play this turn, but Enshrouding Mist gives one: use it first",
    ),
    "Secret Grove": (
        '[[base]]\ncard = "Secret Grove"\nname = "X"\n[player.Ana]\nhand = ["vanilla 2"]\nplays = ["action"]\n',
        ["play vanilla 2 at X"],
        "Ana has no minion left to play this turn, but X gives one: use it first",
    ),
    "a Special": (
        BASE + '[player.Ana]\nhand = ["Hidden Ninja"]\n',
        ["play Hidden Ninja"],
        "it is a Special, played only at its own moment",
    ),
    "Shoggoth where its player is weak": (
        BASE + '[player.Ana]\nhand = ["Shoggoth"]\n',
        ["play Shoggoth at X"],
        "its own text does not allow it",
    ),
    "another player's talent": (
        BASE + 'Ben = ["Bruiser"]\n',
        ["use Bruiser"],
        "Ben controls it",
    ),
    "a talent in the discard pile": (
        BASE + '[player.Ana]\ndiscard = ["Bruiser"]\n',
        ["use Bruiser"],
        "it is in the discard pile",
    ),
    "in stasis with counters": (
        BASE + '[player.Ana]\nstasis = [{ card = "vanilla 4", counters = 2 }]\n',
        ["play vanilla 4"],
        "it is in stasis with 2 stasis counters left",
    ),
}

NO_MINION = "Ana has no minion left to play this turn"
NO_ACTION = "Ana has no action left to play this turn"
NO_HOST = "there is no minion that it may be played on"
SPECIAL = "it is a Special, played only at its own moment"
HOLDING = '[player.Ana]\nhand = ["{}"]\n'
ALIKE = [
    (
        NO_MINION,
        BASE + HOLDING + 'plays = ["action"]\n',
        "play {} at X",
        ["King Rex", "Pirate King", "General Ivan", "Cub Scout", "The Count", "Mummy", "Deputy", "Shogun", "Funkman"],
    ),
    (
        NO_ACTION,
        BASE + 'Ana = ["vanilla 2"]\n' + HOLDING + 'plays = ["minion"]\n',
        "play {}",
        [
            "Augmentation",
            "Full Sail",
            "Disguise",
            "Mystic Studies",
            "Mass Enchantment",
            "Terraforming",
            "Bear Hug",
            "Séance",
            "Choking Vines",
            "Big Gulp",
            "Resurgence",
        ],
    ),
    (
        NO_HOST,
        BASE + HOLDING,
        "play {}",
        [
            "Upgrade",
            "Poison",
            "Assassination",
            "Incorporeal",
            "Choking Vines",
            "Überserum",
            "Unstoppable",
            "Cesium Armor",
            "Passengers",
            "Final Haiku",
            "Viking Funeral",
        ],
    ),
    (SPECIAL, BASE + HOLDING, "play {}", ["Dynamite Surprise", "Teaching Power"]),
    ("Ben controls it", BASE + 'Ben = ["{}"]\n', "use {}", ["Soldier", "Annoying Alien", "Archmage"]),
    (
        "it is in the discard pile",
        BASE + '[player.Ana]\ndiscard = ["{}"]\n',
        "use {}",
        ["Soldier", "Annoying Alien", "Archmage"],
    ),
    (
        "it has nothing to use in Play Cards",
        BASE + 'Ana = ["{}"]\n',
        "use {}",
        ["Polar Commando", "King Rex", "vanilla 1"],
    ),
    (
        "it is in Ana's discard pile",
        BASE + '[player.Ana]\nhand = ["vanilla 1", "vanilla 1", "vanilla 1"]\ndiscard = ["{}"]\n',
        "play {}",
        ["King Rex", "Spectre", "Shogun", "Funkman"],
    ),
    ("it is at X", BASE + 'Ana = ["{}"]\n', "play {}", ["King Rex", "Spectre", "Shogun", "Funkman"]),
    (
        "it is in stasis with 1 stasis counter left",
        BASE + 'Ana = ["vanilla 1"]\n[player.Ana]\nstasis = [{{ card = "{}", counters = 1 }}]\n',
        "play {}",
        ["King Rex", "Upgrade", "Sidelined Girlfriend"],
    ),
]
CASES |= {
    f"{card}: {why}": (table.format(card), [line.format(card)], why)
    for why, table, line, cards in ALIKE
    for card in cards
}


@pytest.mark.parametrize("case", CASES)
def test_a_refusal_tells_the_true_reason(case):
    table, lines, why = CASES[case]
    steps = "".join(f'[[step]]\nAna = "{line}"\n' for line in lines) + "refused = true\n"
    told = rule_on(parse(f'title = "t"\n{table}{steps}'), "EMD").verdict
    assert any(why in line for line in told), told


def test_there_are_enough_cases():
    assert len(CASES) >= 60


def test_the_card_found_by_its_a_trap_is_played_by_its_own_choice():
    table = """
title = "t"
turn = "Ben"
phase = "score"
[[base]]
card = "vanilla 10 4/2/1"
name = "X"
Ben = ["vanilla 10"]
Ana = ["vanilla 1"]
[player.Ana]
hand = ["It's a Trap!"]
deck = ["Augmentation", "vanilla 1"]
[[step]]
Ana = "play It's a Trap!"
[[step]]
Ana = "play Augmentation"
refused = true
"""
    (told,) = rule_on(parse(table), "EMD").verdict
    assert "say “choose draw it” or “choose play it”" in told


def test_a_special_that_its_own_text_forbids_is_refused_for_that_although_the_turn_is_over():
    ruling = rule_on(parse(SHINOBI), "EMD")
    assert ruling.verdict[0].startswith(
        "Ana may not play Shinobi: its own text does not allow it: “Before a base scores"
    )
    assert "Only one Shinobi" in ruling.verdict[0]


SHINOBI = """
title = "two of them"
phase = "score"
steps = ["Ana: play Shinobi", "Ana: play Shinobi"]
[[base]]
card = "vanilla 10 4/2/1"
Ana = ["vanilla 10"]
[player.Ana]
hand = ["Shinobi", "Shinobi"]
"""


X = "X=20 4/2/1: "


@pytest.mark.parametrize(
    ("situation", "steps", "why"),
    [
        (f"{X}Ana 3; Ben Creampuff Man", ["use Creampuff Man"], "Ben controls it"),
        (f"{X}Ana Great Wolf Spirit, 3", ["use Great Wolf Spirit"] * 3, "it has been used this turn"),
        (f"{X}Ana 3, Major Ursa | Ana beside: Sphinx", ["play Sphinx at X"], "Ana already has a titan in play"),
        (
            f"{X}Ana 3 | Ana beside: Sphinx",
            ["play Sphinx at X"],
            "its own text does not allow it now: “At the start of your turn, you may return one of your buried cards to your"
            " hand to play this titan on its base”",
        ),
        (
            f"{X}Ana Emperor Penguin | Ana hand: 2; deck: 3",
            ["use Emperor Penguin"],
            "say “use Emperor Penguin: send to sea” or “use Emperor Penguin: lead the march”",
        ),
    ],
)
def test_a_titan_that_is_not_used_or_played_says_why(situation, steps, why):
    assert rule_on(scenario_given(situation, steps), "EMD").verdict[0].endswith(why)


def test_a_titan_that_leaves_is_back_beside_its_deck():
    marched = scenario_given(
        f"{X}Ana Major Ursa | Y=20 4/2/1: Ben 5, Arcane Protector",
        ["use Major Ursa", "choose move this titan to another base"],
    )
    assert "Major Ursa is back beside Ana's deck" in rule_on(marched, "EMD").verdict
    nuked = scenario_given(f"{X}Ana Nuke It From Orbit; Ben Arcane Protector", ["use Nuke It From Orbit"])
    assert "Arcane Protector is destroyed and back beside Ben's deck" in rule_on(nuked, "EMD").verdict
