"""Reading scenario files: errors name the file, line and field."""

from __future__ import annotations

import json
import random
from contextlib import suppress

import pytest

from adjudicator.scenarios import ScenarioError, load, parse
from adjudicator.scenarios.line_numbers import line_of
from adjudicator.scenarios.load import check_ids
from adjudicator.scenarios.model import stated_piles
from adjudicator.scenarios.names import NoSuchName, card_id
from adjudicator.scenarios.run import run
from adjudicator.scenarios.schema import schema
from adjudicator.scenarios.template import template
from core.printed.editions import EDITIONS
from core.rules.permissions import ARGUMENTS, BASES, CONDITIONS
from events.errors import SmashUpError
from tests.campaign.scenario_mutants import mutant, texts, verdict

BOOKS = ", ".join(sorted(EDITIONS))

BASE = """
[[base]]
card = "vanilla 20 4/2/1"
name = "X"
"""


def error_of(text: str) -> ScenarioError:
    with pytest.raises(ScenarioError) as caught:
        run(parse(text, "a.toml"), "EMD")
    return caught.value


@pytest.mark.parametrize(
    ("text", "line", "field", "words"),
    [
        ("title = 3\n", 1, "title", 'write a text ("…") here, not a number'),
        ('title = "t"\nseats = ["Ana"]\n', 2, "seats", "two to four"),
        ('title = "t"\nseats = ["Ana", "Ana"]\n', 2, "seats", "different names"),
        ('title = "t"\nseats = ["Ana", "card"]\n', 2, "seats[2]", "key of the format"),
        ('title = "t"\nturn = "Dov"\n', 2, "turn", "not one of Ana, Ben"),
        ('title = "t"\nphase = "lunch"\n', 2, "phase", "'lunch' is not one of setup, draw, end, play, score, start"),
        ('title = "t"\neditions = ["AL9K", "XXX"]\n', 2, "editions[2]", f"not one of {BOOKS}"),
        ('title = "t"\nexamples = ["02"]\n', 2, "examples[1]", "id such as E02"),
        ('title = "t"\nflavour = "x"\n', 2, "flavour", "unknown key"),
        (
            'title = "t"\neditions = "EMD"\n',
            2,
            "editions",
            f"is not one of all, a list of {BOOKS}",
        ),
        ('tittle = "t"\n', 1, "tittle", "unknown key; perhaps title"),
        ('title = "t"\n[[base]]\nname = "X"\n', 2, "base[1]", "card is missing, and it is required"),
        ('title = "t"\n[base]\nname = "X"\n', 2, "base", "the header is [[base]]"),
        ('title = "t"\n[player]\nhand = []\n', 3, "player.hand", "not one of Ana, Ben; the header is [player.Ana]"),
        (
            'title = "t"\n[player.Ana]\nhnd = []\n',
            3,
            "player.Ana.hnd",
            f"there are {', '.join(row.key for row in stated_piles('seat'))}, vp",
        ),
        (
            'title = "t"\n[player.Ana]\nsteps = []\n',
            3,
            "player.Ana.steps",
            "steps belongs at the top of the file, before the first [table]",
        ),
        ('title = "t"\n[expect]\ndestroyed = ["Howler"]\n', 3, "expect.destroyed", 'write events = ["destroyed CARD"]'),
        ('title = "t"\n[expect]\npowers = {}\n', 3, "expect.powers", "nor an edition; perhaps power"),
        ('title = "t"\n[expect]\nevents = ["exploded"]\n', 3, "expect.events[1]", "'exploded' is not a kind of event"),
        ('title = "t"\n[expect]\nnever = ["destroy X"]\n', 3, "expect.never[1]", "event; perhaps destroyed"),
        (
            'title = "t"\n[expect]\nnever = [{ event = "destroyed", colour = "red" }]\n',
            3,
            "expect.never[1]",
            "'colour' is not a field of destroyed",
        ),
        (f'title = "t"\n{BASE}Dov = ["vanilla 1"]\n', 6, "base[1].Dov", "neither a player"),
        (
            f'title = "t"\n{BASE}Ana = ["vanilla 1", 7]\n',
            6,
            "base[1].Ana[2]",
            "or a table ({ … = … }) here, not a number",
        ),
        (f'title = "t"\n{BASE}actions = {{ Dov = [] }}\n', 6, "base[1].actions.Dov", "not one of Ana, Ben"),
        ('title = "t"\nsteps = ["pass"]\n', 2, "steps[1]", "a colon"),
        ('title = "t"\nsteps = ["Ana: pass"]\n[[step]]\nAna = "pass"\n', 2, "steps", "not both"),
        ('title = "t"\n[[step]]\nAna = "pass"\nBen = "pass"\n', 2, "step[1]", "taken by one of"),
        ('title = "t"\n[[step]]\nAna = "pass"\n\n[[step]]\nnote = "x"\n', 5, "step[2]", "nobody is named"),
        ('title = "t"\n[expect]\nlunch = 3\n', 3, "expect.lunch", "nor an edition"),
        (
            'title = "t"\n[expect.AL9K]\nvp = 3\n',
            3,
            "expect.AL9K.vp",
            "a table ({ … = … }) here, not a number",
        ),
        ('title = "t"\n[player.Dov]\nvp = 3\n', 2, "player.Dov", "not one of Ana, Ben"),
        (
            'title = "t"\n[player.Ana]\nhand = [\n  "vanilla 1",\n  "Haus",\n]\n',
            5,
            "player.Ana.hand[2]",
            "is not the name of a card",
        ),
        (f'title = "t"\n{BASE}Ana = ["Cub Scot"]\n', 6, "base[1].Ana[1]", "did you mean Cub Scout or Scout?"),
        (
            f'title = "t"\n{BASE}Ana = [{{ card = "vanilla 1", used = true }}]\n',
            6,
            "base[1].Ana[1].used",
            "no such ability",
        ),
        ('title = "t"\n[player.Ana]\nplays = ["a beer"]\n', 3, "player.Ana.plays[1]", "not a play"),
        (
            'title = "t"\n[[lasting]]\nkind = "power"\ncards = ["vanilla 9"]\n',
            4,
            "lasting[1].cards",
            "not a card",
        ),
        ('title = "t\n', 1, "", "not TOML"),
        ('title = "t"\n[[lasting]]\nkind = "fun"\n', 3, "lasting[1].kind", "set-power"),
        ('title = "t"\n[expect.asked]\nkind = "lunch"\n', 3, "expect.asked.kind", "not one of main, window, may"),
        ('title = "t"\n[expect]\nplays = { Ana = { beer = 1 } }\n', 3, "expect.plays.Ana.beer", "minion, action, card"),
    ],
)
def test_an_error_names_line_and_field(text: str, line: int, field: str, words: str) -> None:
    error = error_of(text)
    assert (error.line, error.field) == (line, field)
    assert words in error.wrong
    assert str(error).startswith("a.toml")


def test_a_line_that_cannot_be_read() -> None:
    error = error_of('title = "t"\nsteps = [\n  "Ana: pass",\n  "Ana: dance",\n]\n')
    assert (error.line, error.field) == (4, "steps[2]")
    assert "starts with one of" in error.wrong


def test_ids_of_rules_and_cards_must_exist() -> None:
    scenario = parse('title = "t"\nrules = ["score.ties", "score.tie"]\n')
    with pytest.raises(ScenarioError, match=r"rules\[2\]: there is no rule 'score.tie'; perhaps score.ties"):
        check_ids(scenario)
    with pytest.raises(ScenarioError, match="no card 'ghosts/spektre'; perhaps ghosts/spectre"):
        check_ids(parse('title = "t"\ncards = ["ghosts/spektre"]\n'))


def test_lines_and_tables_say_the_same() -> None:
    lines = parse('title = "t"\nsteps = ["Ana: play X at Y", "[AL9K MS] Ben: pass"]\n')
    tables = parse('title = "t"\n[[step]]\nAna = "play X at Y"\n[[step]]\nBen = "pass"\neditions = ["AL9K", "MS"]\n')
    assert lines.step == tables.step
    assert [str(step) for step in lines.step] == ["Ana: play X at Y", "Ben: pass"]


def test_an_edition_replaces_single_expectations() -> None:
    expect = parse(
        'title = "t"\n[expect]\nvp = { Ana = 1 }\nturn = "Ana"\n[expect."CND EMD"]\nvp = { Ana = 2 }\n'
    ).expect
    assert expect.in_edition("AL9K").vp == {"Ana": 1}
    assert expect.in_edition("EMD").vp == {"Ana": 2}
    assert expect.in_edition("EMD").turn == "Ana"


def test_line_of_nested_keys() -> None:
    text = 'a = 1\n[[b]]\nc = 2\n[[b]]\nc = 3\n"d e".f = 4\n[g.h]\ni = [\n  1,\n  2,\n]\n'
    assert line_of(text, ("b", 1, "c")) == 5
    assert line_of(text, ("b", 1, "d e", "f")) == 6
    assert line_of(text, ("g", "h", "i", 1)) == 10
    assert line_of(text, ("g", "h", "z")) == 7
    assert line_of(text, ()) == 0


def test_the_template_is_a_scenario_that_passes() -> None:
    scenario = parse(template('A "new" one'))
    assert scenario.title == 'A "new" one'
    assert [run(scenario, edition).failures for edition in scenario.in_editions] == [()] * len(EDITIONS)


def test_the_schema_knows_the_keys_a_person_writes() -> None:
    generated = schema()
    parts = generated["$defs"]
    assert "steps" in parts["Scenario"]["properties"]
    assert "path" not in parts["Scenario"]["properties"]
    assert parts["BaseStated"]["additionalProperties"]["items"]
    assert not parts["CardStated"].get("additionalProperties")
    assert any("AL9K" in pattern for pattern in parts["Expect"]["patternProperties"])
    assert "by_edition" not in json.dumps(generated)


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("vanilla 5", "vanilla/5"),
        ("vanilla on-base", "vanilla/on-base"),
        ("vanilla power 2", "vanilla/power-2"),
        ("Vanilla bury", "vanilla/bury"),
        ("vanilla bury itself", "vanilla/bury-itself"),
        ("vanilla stasis 2", "vanilla/stasis-2"),
        ("vanilla store minion", "vanilla/store-minion"),
        ("vanilla off the top 3", "vanilla/off-the-top-3"),
        ("vanilla/off-the-top-3", "vanilla/off-the-top-3"),
    ],
)
def test_stand_ins_are_understood_by_name(name: str, id: str) -> None:
    assert card_id(name) == id


@pytest.mark.parametrize("name", ["vanilla stasis", "vanilla bury 2", "vanilla -3", "vanilla/base-20-4-2-1"])
def test_what_is_no_stand_in_is_refused(name: str) -> None:
    with pytest.raises(NoSuchName, match="is not the name of a card"):
        card_id(name)


# --- what no rule is made for

ONE = '[[base]]\ncard = "vanilla 20 4/2/1"\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            f'{ONE}Ana = ["Incorporeal"]',
            ":4: base[1].Ana[1]: Incorporeal is an action played on a minion: list it under the minion's `on`",
        ),
        (f'{ONE}actions = {{ Ana = ["vanilla 3"] }}', ":4: base[1].actions.Ana[1]: vanilla 3 is a minion"),
        (f'{ONE}actions = {{ Ana = ["Incorporeal"] }}', "Incorporeal is an action played on a minion: list it"),
        (
            f'{ONE}[player.Ana]\nhand = [{{ card = "vanilla 3", moved_from = "vanilla 20" }}]',
            "player.Ana.hand[1].moved_from: only a minion or titan in play can have moved",
        ),
        ("turn_number = 10000000", ":2: turn_number: the number is too large: the limit is 6 digits"),
        (f"turn_number = {'9' * 5000}", ":2: a word or number has at most 400 characters"),
        (f"note = {'[' * 5000}{']' * 5000}", ":2: lists and tables are nested at most 12 deep"),
        ("", ": base: a game always has a base in play"),
        ("colour = 1", ":2: colour: unknown key"),
        (f'rules = ["no.such"]\n{ONE}', ":2: rules[1]: there is no rule 'no.such'"),
        (f"note = '{'x ' * 600000}'", ": a scenario has at most 200,000 bytes"),
    ],
)
def test_what_no_rule_is_made_for_is_refused_with_its_place(tmp_path, text, told):
    file = tmp_path / "odd.toml"
    file.write_text(f'title = "t"\n{text}\n')
    with pytest.raises(SmashUpError) as refused:
        run(load(file), "EMD")
    assert told in str(refused.value)


def _play(words: str) -> str:
    return f'{ONE}[player.Ana]\nhand = ["vanilla 2"]\nplays = [{{ kind = "minion", {words} }}]'


@pytest.mark.parametrize("condition", dict.fromkeys((*CONDITIONS, *BASES)))
def test_a_condition_of_a_play_has_all_that_it_asks_for_or_is_refused(condition):
    """No rule may look for what the file does not say."""
    kinds = ARGUMENTS.get(condition, ())
    most = 3 if "name" in kinds or condition == "affects-card" else len(kinds)
    for number in range(4):
        given = f'condition = "{condition}", arguments = {["1"] * number}'
        scenario = parse(f'title = "t"\n{_play(given)}\n[[step]]\nAna = "play vanilla 2"\n', "x.toml")
        with suppress(ScenarioError) if len(kinds) <= number <= most else pytest.raises(ScenarioError, match="takes"):
            run(scenario, "EMD")


def _after(table: str) -> str:
    return f'{ONE}name = "X"\nAna = [{{ card = "vanilla 2", name = "m" }}]\n{table}'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (_play('condition = "power-at-most"'), ":6: player.Ana.plays[1].arguments: power-at-most takes a power"),
        (_play('condition = "power-at-most", arguments = ["all"]'), "'all' is not the power that power-at-most takes"),
        (_play('condition = "power-at-most", arguments = ["²"]'), "'²' is not the power that power-at-most takes"),
        (_play('condition = "named-as-one-at", arguments = ["9"]'), "'9' is not the base that named-as-one-at takes"),
        (_play('condition = "named-as-one-at", arguments = ["@Y"]'), "'Y' is not a base in play"),
        (_play('condition = "raises-card", arguments = ["999"]'), "'999' is not the card that raises-card takes"),
        (_play('condition = "one-name", arguments = ["1"]'), "one-name takes a play and a play"),
        (_play('condition = "cheap"'), "plays[1].condition: 'cheap' is not a word that fits here; there are"),
        (_play('arguments = ["2"]'), "a play without a condition takes nothing"),
        (
            _after('[[happened]]\nevent = "destroyed"\ncard = "vanilla 1"\ncontroller = "Ben"'),
            "happened[1].base: name a base",
        ),
        (_after('[[happened]]\nevent = "card-played"\ncard = "m"\nbase = "X"\nplay = "p"'), "no play is named 'p'"),
        (_after('[[happened]]\nevent = "moved"\ncard = "m"\nbase = "X"'), "happened[1].origin: name the base"),
        (
            _after('[[happened]]\nevent = "moved"\ncard = "vanilla base 20"\nbase = "X"'),
            "happened[1].card: only a minion",
        ),
        (
            _after('[[happened]]\nevent = "buried"\ncard = "m"\nbase = "X"\nseat = "nobody"'),
            "happened[1].seat: name the player",
        ),
        (
            _after('[[happened]]\nevent = "counters-transferred"\ncard = "m"\ntarget = ""'),
            "happened[1].card: the card must be at a base by then",
        ),
        (
            _after('[[lasting]]\nkind = "ability"\nability = "tricksters/mark-of-sleep#slumber"\nseat = "Ben"'),
            ":6: lasting[1].by: name the card",
        ),
        (
            _after('[[lasting]]\nkind = "ability"\nability = "ghosts/ghost#faint"'),
            "lasting[1].ability: there is no ability",
        ),
        (
            _after('[[lasting]]\nkind = "named"\narguments = ["Robots"]\nuntil = "in-play"'),
            "lasting[1].by: name the card",
        ),
        (_after('[[lasting]]\nkind = "power"\ncards = ["X"]'), "lasting[1].cards: vanilla base 20"),
        (
            _after('[[lasting]]\nkind = "power"\ncards = ["m"]\nuntil = "end-of-turn"'),
            "lasting[1].until_seat: name the player",
        ),
        (
            f'{ONE}[player.Ana]\nhand = [{{ card = "vanilla 3", on = ["vanilla on-minion"] }}]',
            ":5: player.Ana.hand[1].on[1]: name a minion",
        ),
        (f'{ONE}[player.Ana]\nhand = [{{ card = "vanilla 3", counters = 1 }}]', "hand[1].counters: the card must be"),
        (
            f'{ONE}Ana = [{{ card = "vanilla 3", counters = -1 }}]',
            "base[1].Ana[1]: it would have fewer than 0 counters",
        ),
        (
            f'{ONE}left = true\nAna = ["vanilla 3"]',
            ":4: base[1].left: the base can't have left, because there are still cards at it",
        ),
        (f"turn_number = 0\n{ONE}", ":2: turn_number: turns are numbered from 1"),
        (f"{ONE}[player.Ana]\nvp = -1", ":5: player.Ana.vp: a player can't have fewer than 0 VP"),
    ],
)
def test_what_no_table_can_be_is_refused_with_its_place(text, told):
    """Each found by the campaign, or of a kind with what it found."""
    with pytest.raises(ScenarioError) as refused:
        run(parse(f'title = "t"\n{text}\n', "odd.toml"), "EMD")
    assert told in str(refused.value)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in (1, 2, 3))])
def test_mutants_are_run_or_refused_with_a_sentence(seed):
    """Some of the campaign's (tests.campaign)."""
    sound = texts()
    for number in range(400):
        chance = random.Random(f"{seed}/{number}")
        verdict(mutant(chance.choice(sound), chance))
