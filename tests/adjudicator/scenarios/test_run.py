"""Running scenarios: strict where somebody decides, silent where nobody does."""

from __future__ import annotations

import re

import pytest

from adjudicator.scenarios import Outcome, ScenarioError, parse, run
from core import compiled
from events.vocabulary import Answered, CardPlayed, GameBegun, PhaseBegan, TurnBegan

TWO_BASES = """
[[base]]
card = "vanilla 20 4/2/1"
name = "X"
Ana = ["vanilla 5"]
Ben = ["vanilla 3"]

[[base]]
card = "vanilla 20 4/2/1"
name = "Y"
"""


def outcome(head: str, tables: str = "", edition: str = "EMD") -> Outcome:
    return run(parse(f'title = "t"\n{head}\n{TWO_BASES}\n{tables}'), edition)


def failures(head: str, tables: str = "", edition: str = "EMD") -> list[str]:
    return [str(failure) for failure in outcome(head, tables, edition).failures]


def steps(*lines: str) -> str:
    return "steps = [" + ", ".join(f'"{line}"' for line in lines) + "]"


ANA = '[player.Ana]\nhand = ["vanilla 2", "vanilla 4"]\n'


# --- lines and questions


def test_play_cards_may_stay_open() -> None:
    assert failures("") == []


def test_a_place_is_named_with_the_card() -> None:
    assert failures(steps("Ana: play vanilla 2 at Y"), ANA + '[expect]\nwhere = { "vanilla 2" = "Y" }') == []


def test_or_chosen_by_a_line_of_its_own() -> None:
    assert (
        failures(steps("Ana: play vanilla 2", "Ana: choose Y"), ANA + '[expect]\nwhere = { "vanilla 2" = "Y" }') == []
    )


def test_the_card_that_a_line_plays_is_not_a_choice_that_was_made_anyway() -> None:
    lines = steps("Ana: play Mystic Studies", "Ana: choose Mystic Studies")
    (wrong,) = failures(lines, '[player.Ana]\nhand = ["Mystic Studies"]\n')
    assert wrong.startswith("step 2")
    assert "does not answer what is asked" in wrong


def test_a_real_choice_without_a_line_fails() -> None:
    complaints = failures(steps("Ana: play vanilla 2"), ANA)
    assert complaints == ["at the end: a choice is still open: Ana is asked for a base for vanilla 2 (vanilla 2): X, Y"]


def test_unless_the_question_is_what_is_expected() -> None:
    asked = (
        '[expect.asked]\nseat = "Ana"\nkind = "base"\noptions = ["X", "Y"]\nabout = "a base for"\nby = "vanilla 2"\n'
    )
    assert failures(steps("Ana: play vanilla 2"), ANA + asked) == []


def test_a_line_that_nothing_asks_for_fails() -> None:
    assert "does not answer what is asked: Ana is asked" in failures(steps("Ben: pass"), ANA)[0]
    assert "does not answer what is asked: Ana is asked" in failures(steps("Ana: choose X"))[0]


def test_a_line_for_another_player_fails_while_there_is_something_to_play() -> None:
    assert "step 1 (Ben: play vanilla 1)" in failures(steps("Ben: play vanilla 1"), ANA)[0]


def test_play_cards_without_anything_to_play_is_passed_automatically_if_lines_of_this_turn_follow() -> None:
    scoring = TWO_BASES.replace("vanilla 20", "vanilla 8", 1)
    text = f'title = "t"\n{steps("Ana: choose Y")}\n{scoring}'
    (wrong,) = [str(failure) for failure in run(parse(text), "EMD").failures]
    assert "does not answer what is asked: Ana is asked" in wrong  # X has scored by then: Play Cards was passed
    ninjas = scoring.replace('card = "vanilla 8 4/2/1"', 'card = "Ninja Dojo"').replace("vanilla 5", "vanilla 25")
    ninjas += 'Ben = ["vanilla 4"]\nAna = ["vanilla 2"]\n'
    dojo = run(parse(f'title = "t"\n{steps("Ana: use X", "Ana: choose vanilla 4")}\n{ninjas}'), "EMD")
    assert len(dojo.steps) == 2, dojo.failures


def test_a_line_may_not_slip_into_a_later_turn() -> None:
    tables = '[player.Ben]\nhand = ["vanilla 1"]\n[expect]\nturn = "Ben"\n'
    (wrong,) = failures(steps("Ben: play vanilla 1 at Y"), tables)[:1]
    assert "a line for a later turn needs “Ana: end turn” before it" in wrong
    assert failures(steps("Ana: end turn", "Ben: play vanilla 1 at Y"), tables) == []


@pytest.mark.parametrize("phase", ["score", "draw", "end"])
def test_a_turn_in_which_nothing_is_left_to_decide_ends_by_a_line_too(phase: str) -> None:
    tables = '[player.Ben]\nhand = ["vanilla 1"]\n[player.Ana]\ndeck = []\n[expect]\nturn = "Ben"\n'
    begun = f'phase = "{phase}"\n'
    (wrong,) = failures(begun + steps("Ben: play vanilla 1 at Y"), tables)[:1]
    assert "a line for a later turn needs “Ana: end turn” before it" in wrong
    (wrong,) = failures(begun + steps("Ben: end turn"), tables)[:1]
    assert "needs “Ana: end turn” before it" in wrong
    assert failures(begun + steps("Ana: end turn", "Ben: play vanilla 1 at Y"), tables) == []
    again = tables.replace('"Ben"', '"Ana"')
    assert failures(begun + steps("Ana: end turn", "Ben: end turn"), again) == []


def test_a_choice_at_the_end_of_a_turn_does_not_end_it() -> None:
    tables = "[player.Ana]\nhand = [" + ", ".join(f'"vanilla {n}"' for n in range(1, 12)) + "]\ndeck = []\n"
    drawn = 'phase = "draw"\n' + steps("Ana: choose vanilla 1", "Ben: end turn")
    assert "needs “Ana: end turn” before it" in failures(drawn, tables + '[expect]\nturn = "Ana"\n')[0]
    ended = drawn.replace('"Ben: end turn"', '"Ana: end turn", "Ben: end turn"')
    assert failures(ended, tables + '[expect]\nturn = "Ana"\n') == []


def test_lines_left_over_after_the_end_of_the_game_fail() -> None:
    tables = '[player.Ana]\nvp = 15\n[expect]\nwinner = "Ana"\n'
    assert failures('phase = "end"', tables) == []
    assert "never asked for: the game is over" in failures('phase = "end"\n' + steps("Ben: pass"), tables)[0]


def test_end_turn_passes_up_to_the_next_turn() -> None:
    assert failures(steps("Ana: end turn"), ANA + '[expect]\nturn = "Ben"\nphase = "play"\n') == []


WINDOW = '[player.Ben]\nhand = ["Block the Probe"]\n'
SCORING = """
[[base]]
card = "vanilla 8 4/2/1"
name = "Z"
Ana = ["vanilla 5"]
Ben = ["vanilla 4"]
"""


def test_a_player_with_something_to_use_in_a_window_needs_a_line() -> None:
    complaints = failures('phase = "score"\nuntil = "draw"', SCORING + WINDOW)
    assert complaints == [
        "at the end: the draw phase can't begin yet: Ben is asked for something to use now, or pass: Block the Probe"
    ]


def test_nobody_else_does() -> None:
    head = 'phase = "score"\nuntil = "draw"\n'
    assert failures(head + steps("Ben: pass"), SCORING + WINDOW) == []
    # Ana holds a card too and is asked, but has nothing to use.
    assert failures(head + steps("Ben: pass"), SCORING + WINDOW + ANA) == []
    assert failures(head + steps("Ana: pass", "Ben: pass"), SCORING + WINDOW + ANA) == []


TWO_SCORE = """
[[base]]
card = "vanilla 5 4/2/1"
name = "V"
Ana = ["vanilla 5"]
[[base]]
card = "vanilla 6 4/2/1"
name = "W"
Ana = ["vanilla 6"]
"""


@pytest.mark.parametrize(
    ("passes", "at_second", "open_"),
    [
        ("pass", "", True),
        ("pass until concerned", "", False),
        ("pass until concerned", 'Ben = ["vanilla 1"]\n', True),
    ],
)
def test_a_player_may_pass_until_something_concerns_them(passes: str, at_second: str, open_: bool) -> None:
    tables = TWO_SCORE + at_second + '[player.Ben]\nhand = ["Hidden Ninja", "vanilla 1"]\n'
    complaints = failures('phase = "score"\nuntil = "draw"\n' + steps("Ana: choose V", f"Ben: {passes}"), tables)
    assert bool(complaints) is open_, complaints
    if open_:
        assert "Ben is asked for something to use now, or pass: Hidden Ninja" in complaints[0]


def test_who_passes_until_concerned_decides_again_what_concerns_them() -> None:
    tables = TWO_SCORE + 'Ben = ["vanilla 1"]\n[player.Ben]\nhand = ["Hidden Ninja", "vanilla 1"]\n'
    taken = steps("Ana: choose V", "Ben: pass until concerned", "Ben: play Hidden Ninja", "Ben: choose vanilla 1")
    assert failures('phase = "score"\nuntil = "draw"\n' + taken, tables) == []


def test_until_ends_where_a_phase_begins() -> None:
    ended = outcome('phase = "score"\nuntil = "draw"', SCORING + "[expect]\nvp = { Ana = 4, Ben = 2 }\n")
    assert ended.passed
    assert isinstance(ended.log[-1], PhaseBegan)
    assert ended.game.table.phase == "draw"


def test_until_a_phase_that_does_not_come_fails() -> None:
    assert "the draw phase can't begin yet: Ana is asked" in failures('until = "draw"', ANA)[0]


def test_a_step_may_be_for_some_editions_only() -> None:
    head = steps("[AL9K MS] Ana: play vanilla 2 at Y")
    assert failures(head, ANA + '[expect]\nwhere = { "vanilla 2" = "Y" }', "AL9K") == []
    assert failures(head, ANA + '[expect]\nwhere = { "vanilla 2" = "Ana\'s hand" }', "EMD") == []


# --- refusals


def test_what_must_be_refused() -> None:
    tables = (
        ANA
        + '[[step]]\nAna = "play vanilla 0"\nrefused = "not one of"\n[[step]]\nAna = "play vanilla 2 on Ben"\nrefused = true\n'
    )
    ended = outcome("", tables)
    assert ended.passed
    assert not any(isinstance(event, Answered) for event in ended.log)


def test_what_is_allowed_although_it_should_be_refused() -> None:
    complaints = failures("", ANA + '[[step]]\nAna = "play vanilla 2 at X"\nrefused = "not"\n')
    assert complaints == ["step 1 (Ana: play vanilla 2 at X): it should be refused, but is allowed"]


def test_the_reason_of_a_refusal_is_looked_at() -> None:
    complaints = failures("", ANA + '[[step]]\nAna = "play vanilla 0"\nrefused = "the moon"\n')
    assert "refused, but not with 'the moon'" in complaints[0]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("play vanilla 9", "vanilla 9"),
        ("play vanilla 2 at Q", "vanilla 2 at Q"),
        ("use Zeppelin: lift off", "Zeppelin"),
    ],
)
def test_that_nothing_of_a_name_is_allowed_proves_nothing(line: str, name: str) -> None:
    complaints = failures("", ANA + f'[[step]]\nAna = "{line}"\nrefused = true\n')
    assert complaints == [
        f"step 1 (Ana: {line}): {name!r} is not a card, base or player in this scenario, so the refusal proves nothing"
    ]


def test_too_many_or_too_few_picks_are_refused() -> None:
    tables = (
        ANA + '[[step]]\nAna = "play vanilla 2"\n[[step]]\nAna = "choose X, Y"\nrefused = "pick exactly 1, not 2"\n'
    )
    tables += '[[step]]\nAna = "choose X"\n'
    assert failures("", tables) == []


def test_a_place_where_it_cannot_go_is_refused() -> None:
    head = 'title = "t"\nbase_deck = ["Tar Pits"]\n[[base]]\ncard = "vanilla 20 4/2/1"\nname = "X"\n' + ANA
    complaints = run(parse(head + '[[step]]\nAna = "play vanilla 2 at X"\n')).failures
    assert complaints == ()
    line = '[[step]]\nAna = "play vanilla 2 at Tar Pits"\nrefused = "not one of the places"\n'
    complaints = run(parse(head + line)).failures
    assert complaints == ()


# --- names


def test_a_name_that_fits_several_lists_them() -> None:
    hand = '[player.Ana]\nhand = ["Bear Necessities"]\n'
    cards = '[[base]]\ncard = "vanilla 20"\nname = "Z"\nAna = [{ card = "vanilla 1", on = ["Incorporeal"] }]\nBen = [{ card = "vanilla 1", on = ["Incorporeal"] }]\n'
    complaints = failures(steps("Ana: play Bear Necessities", "Ana: choose Incorporeal"), hand + cards)
    assert (
        "'Incorporeal' could be any of: Ana's Incorporeal on vanilla 1, Ben's Incorporeal on vanilla 1" in complaints[0]
    )
    for words in ("Ben's Incorporeal", "Incorporeal #2", "ben's incorporeal on VANILLA 1"):
        done = outcome(steps("Ana: play Bear Necessities", f"Ana: choose {words}"), hand + cards)
        assert done.passed
        assert done.game.table.seats[1].discard


def test_a_nickname_tells_equal_cards_apart() -> None:
    cards = '[[base]]\ncard = "vanilla 20"\nname = "Z"\nBen = ["vanilla 1", { card = "vanilla 1", name = "second" }]\n'
    hand = '[player.Ana]\nhand = ["You\'re Screwed"]\n'
    tables = hand + cards + '[expect]\nwhere = { second = "X" }\n'
    table = tables.replace('Ben = ["vanilla 1"', 'Ana = ["vanilla 9"]\nBen = ["vanilla 1"')
    assert (
        failures(steps("Ana: play You're Screwed", "Ana: choose Z", "Ana: choose second", "Ana: choose X"), table) == []
    )


def test_interchangeable_cards_need_no_telling_apart() -> None:
    hand = '[player.Ana]\nhand = ["vanilla 2", "vanilla 2"]\n'
    assert failures(steps("Ana: play vanilla 2 at Y"), hand) == []


# --- chance


LOOT = '[[base]]\ncard = "No-Moon"\nname = "Moon"\nAna = ["vanilla 25"]\n'


def test_chance_that_nobody_decides_fails() -> None:
    complaints = failures('phase = "score"\nuntil = "draw"', LOOT)
    assert "chance picks one of X, Y" in complaints[0]


def test_chance_as_stated() -> None:
    tables = LOOT + '[expect]\nbases = ["X", "vanilla 25 4/2/1", "vanilla 24 4/2/1"]\n'
    assert failures('phase = "score"\nuntil = "draw"\nchance = ["Y"]', tables) == []


def test_chance_that_is_never_needed_fails() -> None:
    assert "chance was never asked for Y" in failures('chance = ["Y"]')[0]


def test_a_shuffle_keeps_the_order_unless_stated() -> None:
    deck = '[player.Ana]\ndeck = []\ndiscard = ["vanilla 1", "vanilla 2", "vanilla 3"]\n'
    assert failures('phase = "draw"', deck + '[expect]\nhand = { Ana = ["vanilla 1", "vanilla 2"] }\n') == []
    head = 'phase = "draw"\nchance = [{ shuffle = ["vanilla 3"] }]'
    assert failures(head, deck + '[expect]\nhand = { Ana = ["vanilla 3", "vanilla 1"] }\n') == []


# --- the log


def test_the_log_is_that_of_a_game_marked_as_set_up() -> None:
    done = outcome(steps("Ana: play vanilla 2 at Y"), ANA)
    begun = done.log[0]
    assert isinstance(begun, GameBegun)
    assert begun.scenario == "t"
    assert isinstance(done.log[done.set_up - 1], PhaseBegan)
    assert [event.position for event in done.log] == list(range(1, len(done.log) + 1))
    assert [taken.step.does for taken in done.steps] == ["play vanilla 2 at Y"]
    played = done.log[done.steps[0].start : done.steps[0].end]
    assert any(isinstance(event, CardPlayed) for event in played)


def test_what_was_in_play_before_is_older_than_the_turn() -> None:
    extra = '[[base]]\ncard = "vanilla 20"\nname = "Z"\nAna = ["vanilla 1", { card = "vanilla 2", fresh = true }]\n'
    table = outcome("", extra).game.table
    began = next(event.position for event in outcome("", extra).log if isinstance(event, TurnBegan))
    old, new = (
        card
        for card in table.cards.values()
        if card.zone == "minions" and card.definition in ("vanilla/1", "vanilla/2")
    )
    assert old.since < began < new.since


@pytest.mark.skipif(compiled(), reason="what is compiled cannot be replaced while it runs")
def test_a_fault_of_the_rules_is_a_failure_of_the_scenario(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError(7)

    monkeypatch.setattr("core.rules.turn.play_options", broken)
    assert "the rules code failed: KeyError: 7" in failures("")[0]


@pytest.mark.skipif(compiled(), reason="what is compiled cannot be replaced while it runs")
def test_a_fault_below_a_card_names_the_card_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError(7)

    monkeypatch.setattr("core.cards.sets.core_set.aliens.gain_vp", broken)
    complaints = failures(steps("Ana: play Invader at X"), '[player.Ana]\nhand = ["Invader"]\n')[0]
    assert "KeyError: 7" in complaints
    assert re.search(r"in broken; called from .*aliens\.py, line \d+", complaints)


def test_a_stated_base_is_held_to_although_a_question_comes_in_between():
    text = """
title = "Paid for in two ways"
steps = ["Ana: play vanilla 2 at Y", "Ana: choose minion"]
[[base]]
card = "vanilla 20 4/2/1"
name = "X"
[player.Ana]
hand = ["vanilla 2"]
plays = ["minion", { kind = "minion", condition = "power-at-most", arguments = ["2"] }]
"""
    outcome = run(parse(text), "EMD")
    assert any("'Y'" in str(failure) for failure in outcome.failures), outcome.failures


# --- words that mean the same


@pytest.mark.parametrize("word", ["no", "none", "pass", "choose none"])
@pytest.mark.parametrize("edition", ["AL9K", "EMD"])
def test_anything_optional_is_declined_in_any_words(word: str, edition: str) -> None:
    """Ghost asks for a card that may be none, Zeppelin's window may be passed, uncovering may be refused."""
    ghost = '[player.Ana]\nhand = ["Ghost", "vanilla 1"]\n[expect]\nhand = { Ana = ["vanilla 1"] }\n'
    assert failures(steps("Ana: play Ghost at X", f"Ana: {word}"), ghost, edition) == []
    buried = TWO_BASES + 'buried = { Ana = ["vanilla 3"] }\n[expect]\nwhere = { "vanilla 3" = "buried at Y" }\n'
    if word != "choose none":
        head = f'title = "t"\nphase = "start"\n{steps(f"Ana: {word}")}\n'
        assert [
            str(failure)
            for failure in run(parse(head + buried.replace('"vanilla 3"]\n\n', '"vanilla 9"]\n\n')), edition).failures
        ] == []


@pytest.mark.parametrize("word", ["yes", "use vanilla 3"])
@pytest.mark.parametrize("edition", ["AL9K", "OOPS", "EMD"])
def test_an_offer_is_taken_in_the_same_words_in_every_edition(word: str, edition: str) -> None:
    buried = TWO_BASES.replace("vanilla 3", "vanilla 9") + 'buried = { Ana = ["vanilla 3"] }\n'
    text = f'title = "t"\nphase = "start"\n{steps(f"Ana: {word}")}\n{buried}[expect]\nwhere = {{ "vanilla 3" = "Y" }}\n'
    assert [str(failure) for failure in run(parse(text), edition).failures] == []


def test_numbers_count_among_all_that_are_offered() -> None:
    hand = """
[player.Ana]
hand = ["Spirit", "Howler", "Howler", "Bear Hug", "vanilla 1"]
"""
    picked = 'steps = ["Ana: play Spirit at X", "Ana: choose vanilla 3", "Ana: yes", "Ana: choose Howler #1, Howler #2, vanilla 1"]'
    assert failures(picked, hand + '[expect]\nhand = { Ana = ["Bear Hug"] }\n') == []
    twice = picked.replace("Howler #1, Howler #2", "Howler #1, Howler #1")
    assert "has been picked already" in failures(twice, hand)[0]


def test_a_line_for_a_choice_that_was_forced_is_accepted() -> None:
    hand = '[player.Ana]\nhand = ["Chew Toy"]\n'
    assert not failures(steps("Ana: play Chew Toy", "Ana: choose vanilla 3"), hand)
    assert failures(steps("Ana: play Chew Toy", "Ana: choose Howler"), hand)


def test_what_a_rule_did_is_not_taken_for_a_choice() -> None:
    base = '[[base]]\ncard = "The Mothership"\nname = "X"\nAna = ["vanilla 4", "vanilla 18", "vanilla 2"]\n'
    text = f'title = "t"\nphase = "score"\nuntil = "draw"\n{steps("Ana: use X", "Ana: choose vanilla 4")}\n{base}'
    complaints = [str(failure) for failure in run(parse(text), "EMD").failures]
    assert "this does not answer what is asked" in complaints[0], complaints


# --- what cannot be


@pytest.mark.parametrize(
    ("base", "wrong"),
    [
        ('Ana = ["Bear Hug"]', "Bear Hug is an action that does not stay in play: list it in a hand,"),
        ('actions = { Ana = ["Howler"] }', "Howler is a minion: list it at its base, under its player's name"),
        (
            'actions = { Ana = ["Incorporeal"] }',
            "Incorporeal is an action played on a minion: list it under the minion's",
        ),
        (
            'Ana = [{ card = "Howler", on = ["Zeppelin"] }]',
            "Zeppelin is an action played on a base: list it under the base's",
        ),
        ('Ana = [{ card = "Howler", on = ["Howler"] }]', "Howler is a minion: list it at its base"),
    ],
)
def test_a_card_lies_where_its_kind_can(base: str, wrong: str) -> None:
    with pytest.raises(ScenarioError, match=re.escape(wrong)):
        run(parse(f'title = "t"\n[[base]]\ncard = "vanilla 20 4/2/1"\n{base}\n'), "EMD")


def test_what_never_happens_must_be_about_something() -> None:
    assert failures("", '[expect]\nnever = ["destroyed vanilla 5", "moved X", "drawn Ana"]\n') == []
    assert (
        "'Hauntign' is not a card, base or player in this scenario"
        in failures("", '[expect]\nnever = ["destroyed Hauntign"]\n')[0]
    )


def test_which_play_pays_is_asked_without_internal_numbers() -> None:
    extra = '{ kind = "minion", condition = "power-at-most", arguments = ["3"], base = "X" }'
    hand = f'[player.Ana]\nhand = ["vanilla 1"]\nplays = ["minion", {extra}]\n'
    offered = ["the free minion", "an extra minion of power 3 or less at X"]
    expected = f"[expect]\nasked = {{ kind = 'pay', options = {offered} }}\n"
    assert failures(steps("Ana: play vanilla 1 at X"), hand + expected) == []
    chosen = steps("Ana: play vanilla 1 at X", "Ana: choose minion")
    assert failures(chosen, hand + "[expect]\nplays = { Ana = { minion = 1 } }\n") == []
