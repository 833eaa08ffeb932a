"""Logs that are well formed but wrong: whatever reads one works, or names the game and the position of the damage."""

import random
import re
from functools import cache
from pathlib import Path

import msgspec
import pytest

from adjudicator.bundled import SCENARIOS
from adjudicator.games.narration import NOBODY, Narration, view_of
from adjudicator.games.session import CannotGoOn, RulesHaveChanged, take_up
from adjudicator.games.transcript import transcript
from adjudicator.records import record_text
from adjudicator.scenarios import run
from adjudicator.scenarios.load import load
from adjudicator.tournaments.archive import CountingTask as Asking
from adjudicator.tournaments.archive import ask_chunk
from adjudicator.tournaments.counting import Reading, count_chunk, table_chunk
from adjudicator.viewer.document import encoded
from adjudicator.viewer.frames import frame_of
from adjudicator.viewer.sources import stored
from adjudicator.web.replays import export_page
from core.printed.log_names import unknown_name
from core.rules.replay import verify
from events.errors import GameDamaged, SmashUpError, UnreadableEvent
from events.files import Header, export_game, read_game
from events.questions import Cards, Main, May, NextInOrder, PayWith, Pick, Sites, Use, Window
from events.store import Store, open_store
from events.versions import EVENTS
from events.vocabulary import Asked, Event
from projections.causes import Causes, chain
from projections.history import History
from projections.soundness import _FIELDS, fault
from projections.table import fold
from projections.view import View

GAMES = Path(__file__).parents[2] / "fixtures" / "games"
SMALL = ("emd", "cnd", "al9k-random", "oops", "fifteen-all")
MUTANTS = 3
LENGTH = 300


@cache
def game(name: str) -> tuple[Header, tuple[Event, ...]]:
    header, log = read_game(GAMES / f"{name}.jsonl")
    return header, tuple(log[:LENGTH])


def mutant(log: tuple[Event, ...], chance: random.Random) -> list[Event]:
    """A log with one thing wrong in it: every event is one that could be stored."""
    while True:
        changed = list(log)
        index = chance.randrange(1, len(log))
        match chance.randrange(6):
            case 0:
                del changed[index]
            case 1:
                changed.insert(index, chance.choice(log[1:]))
            case 2:
                other = chance.randrange(1, len(log))
                changed[index], changed[other] = changed[other], changed[index]
            case _:
                changed[index] = altered(changed[index], chance)
        renumbered = [msgspec.structs.replace(event, position=number) for number, event in enumerate(changed, 1)]
        try:
            written = [EVENTS.decode(*EVENTS.encode(event)) for event in renumbered]
        except (UnreadableEvent, msgspec.MsgspecError, TypeError):
            continue
        if written != list(log):
            return written


def altered(event: Event, chance: random.Random) -> Event:
    facts = msgspec.to_builtins(event)
    spots = list(paths(facts))
    path = chance.choice([spot for spot in spots if spot[0] not in ("event", "position")] or spots)
    holder = facts
    for key in path[:-1]:
        holder = holder[key]
    value = holder[path[-1]]
    if isinstance(value, bool):
        holder[path[-1]] = not value
    elif isinstance(value, int):
        holder[path[-1]] = chance.choice([value + 1, value - 1, -value, 0, -1, 1, 7, 40, 99_999, 2**40])
    elif isinstance(value, str):
        holder[path[-1]] = chance.choice(["", "xyz", "hand", "minions", "play", "0", value + "x"])
    elif isinstance(value, list):
        holder[path[-1]] = chance.choice([value[1:], value + value, value[::-1], []])
    try:
        return msgspec.convert(facts, type(event))
    except msgspec.ValidationError:
        return event


def paths(facts, before=()):
    """Where values stand in nested data."""
    for key, value in facts.items() if isinstance(facts, dict) else enumerate(facts):
        yield (*before, key)
        if isinstance(value, dict | list):
            yield from paths(value, (*before, key))


def entry_points(store: Store, location: str, id: str, folder: Path):
    """Everything that reads a game, as the commands call it."""
    info = store.info(id)

    def looked_at(viewer: str) -> None:
        log = store.read(id)
        view = view_of(info, viewer)
        if view is not None:
            view.extend(log)
        frame_of(fold(log), view)

    def told(viewer: str) -> None:
        Narration(view_of(info, viewer)).lines(store.read(id))

    def explained() -> None:
        log = store.read(id)
        History(log)
        Causes(log)
        for position in range(1, len(log) + 1, 37):
            chain(log, position)

    def written(what: str) -> None:
        if what == "page":
            export_page(store, id, folder / "game.html", overwrite=True)
        elif what == "file":
            export_game(store, id, folder / "game.jsonl", overwrite=True)
        elif what == "transcript":
            transcript(info, store.read(id), "all")
        else:
            record_text(store.read(id))

    def stepped(viewer: str) -> None:
        replay, _ = stored(store, id, viewer)
        encoded(replay)

    return {
        "show": lambda: looked_at("all"),
        "show to a player": lambda: looked_at("1"),
        "show to a spectator": lambda: looked_at(NOBODY),
        "replay": lambda: told("all"),
        "replay for a player": lambda: told("2"),
        "why": explained,
        "step": lambda: stepped("all"),
        "step as a player": lambda: stepped("1"),
        "resume": lambda: take_up(id, store.read(id)),
        "export page": lambda: written("page"),
        "export file": lambda: written("file"),
        "export transcript": lambda: written("transcript"),
        "export record": lambda: written("record"),
        "verify": lambda: verify(store.read(id)),
        "verify archive": lambda: ask_chunk(Asking(location, (id,), 0)),
        "stats": lambda: count_chunk(Reading(location, (id,))),
        "parquet": lambda: table_chunk(Reading(location, (id,))),
    }


def stumbles(log: list[Event], header: Header, folder: Path) -> list[str]:
    """What raises anything but one of our sentences, or a sentence that does not say where the damage is."""
    location = str(folder / "games.db")
    Path(location).unlink(missing_ok=True)
    with open_store(location) as store:
        id = store.create(log, id="wrong")
        found = []
        damage = None
        try:
            store.read(id)
        except GameDamaged as error:
            damage = error
            if not re.match(rf"Game {id} is damaged from position \d+: ", str(error)):
                found.append(f"no position: {error}")
            if id not in {name for name, wrong in store.check() if wrong}:
                found.append("db check calls it sound")
            if len(store.read_sound(id)[0]) != error.position - 1:
                found.append("what comes before the damage cannot be read")
        for name, read in entry_points(store, location, id, folder).items():
            try:
                read()
            except (CannotGoOn, RulesHaveChanged):
                pass
            except SmashUpError as error:
                if damage is None and not isinstance(error, GameDamaged):
                    found.append(f"{name}: {error}")
            except Exception as error:
                found.append(f"{name}: {type(error).__name__}: {error}")
        return found


@pytest.mark.parametrize("seed", [1, pytest.param(3, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("name", SMALL)
def test_a_wrong_log_is_read_or_its_damage_is_named(name, seed, tmp_path):
    header, log = game(name)
    chance = random.Random(f"{name}/{seed}")
    for number in range(MUTANTS):
        wrong = mutant(log, chance)
        assert not stumbles(wrong, header, tmp_path), f"mutant {number} of {name}"


@pytest.mark.parametrize("name", SMALL)
def test_what_comes_before_the_damage_stays_viewable(name, tmp_path):
    header, log = game(name)
    chance = random.Random(f"{name}/2")
    damaged = 0
    while damaged < 2:
        wrong = mutant(log, chance)
        if (damage := fault(wrong)) and damage[0] > 1:
            damaged += 1
            assert fault(wrong[: damage[0] - 1]) is None
            View(0, wrong[: damage[0] - 1])
            assert not stumbles(wrong[: damage[0] - 1], header, tmp_path)


def test_a_word_outside_its_closed_set_is_damage():
    log = [event for name in SMALL for event in game(name)[1]]
    firsts = {type(event): event for event in reversed(log)}
    closed = [(event, field) for kind, event in firsts.items() for field, _, _ in _FIELDS[kind][5]]
    assert {(type(event).__name__, field) for event, field in closed} >= {
        ("PhaseBegan", "phase"),
        ("AllowanceGiven", "kind"),
        ("AllowanceGiven", "condition"),
        ("AllowanceGiven", "until"),
        ("CardPlayed", "to"),
        ("Destroyed", "source"),
        ("EffectBegan", "kind"),
        ("EffectBegan", "until"),
    }
    for event, field in closed:
        whole = next(game(name)[1] for name in SMALL if event in game(name)[1])
        wrong = [msgspec.structs.replace(kept, **{field: "xyz"}) if kept is event else kept for kept in whole]
        damage = fault(wrong)
        assert damage is not None, (event, field)
        assert damage[0] == event.position
        assert damage[1].startswith("there is no ")
        assert damage[1].endswith(" 'xyz'")


def with_question(log: tuple[Event, ...], asked: Asked, **changes: object) -> list[Event]:
    """The log with a question changed."""
    question = msgspec.structs.replace(asked.question, **changes)
    return [msgspec.structs.replace(asked, question=question) if event is asked else event for event in log]


def test_an_option_that_its_question_cannot_have_is_damage():
    logs = [tuple(read_game(GAMES / f"{name}.jsonl")[1]) for name in SMALL]
    asked = {
        type(event.question): (log, event)
        for log in reversed(logs)
        for event in reversed(log)
        if isinstance(event, Asked) and event.question.options
    }
    assert {Main, Window, NextInOrder, Cards, PayWith, Sites, May} <= set(asked)
    for log, event in asked.values():
        stranger: Pick = 7 if isinstance(event.question.options[0], str) else "xyz"
        options = (*event.question.options[:-1], stranger)
        assert fault(with_question(log, event, options=options)) == (
            event.position,
            f"{stranger!r} is no option of such a question",
        )


def test_an_option_that_refers_to_nothing_is_damage():
    log = next(log for name in SMALL if (log := tuple(read_game(GAMES / f"{name}.jsonl")[1])) if uses_in(log))
    event, use = uses_in(log)[0]
    for changes, wrong in (
        ({"granted_by": 9_999}, "card 9999 grants an option, and there is no such card"),
        ({"event": 9_999}, "an option answers event 9999, which is not before it"),
    ):
        options = (msgspec.structs.replace(use, **changes),)
        assert fault(with_question(log, event, options=options)) == (event.position, wrong)
    options = (msgspec.structs.replace(use, ability="ghosts/spectre#nothing"),)
    unknown = unknown_name(with_question(log, event, options=options))
    assert unknown is not None
    assert unknown[0] == event.position


def test_a_card_that_was_taken_as_it_was_revealed_may_still_be_played_by_its_owner():
    """Such a game was stored, and called damaged when it was read."""
    scenario = load(SCENARIOS / "oops-you-did-it-again" / "cowboys" / "dynamite-out-of-the-deck.toml")
    log = tuple(run(scenario, "EMD").log)
    assert fault(log) is None
    windows = [event for event in log if isinstance(event, Asked) and isinstance(event.question, Window)]
    asked = next(event for event in windows if event.question.options)
    main = Main(options=asked.question.options, least=0)
    assert "which is in another player's hand" in str(
        fault([msgspec.structs.replace(one, question=main) if one is asked else one for one in log])
    )


def uses_in(log: tuple[Event, ...]) -> list[tuple[Asked, Use]]:
    """Every option of a game to use an ability, with its question."""
    asked = [event for event in log if isinstance(event, Asked)]
    return [(event, option) for event in asked for option in event.question.options if isinstance(option, Use)]


def test_a_play_to_pay_with_and_the_weights_of_options_are_checked():
    logs = [tuple(read_game(GAMES / f"{name}.jsonl")[1]) for name in SMALL]
    kinds = [(log, event) for log in logs for event in log if isinstance(event, Asked)]
    log, pay = next((log, event) for log, event in kinds if isinstance(event.question, PayWith))
    assert fault(with_question(log, pay, options=(9_999,))) == (
        pay.position,
        "an option is play 9999, which nobody has",
    )
    log, cards = next((log, event) for log, event in kinds if isinstance(event.question, Cards))
    for changes in ({"weights": (1,) * 99}, {"budget": 3, "weights": ()}, {"one_name": True, "names": ()}):
        assert fault(with_question(log, cards, **changes)) == (
            cards.position,
            "the weights or names of a question are not one for each option",
        )
