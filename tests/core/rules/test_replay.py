"""The rules run again over a log: where they lead elsewhere, and whether that matters."""

import re
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

import core.cards.sets
from core.engine.game import RULES_VERSION
from core.printed.definitions import SETS
from core.rules.fingerprint import fingerprint, sets_in
from core.rules.replay import Divergence, new_game, resume, same_table, verify
from core.rules.setup import game_begun
from events.vocabulary import Answered, Asked, Drawn, Event, PhaseBegan, PickedAtRandom, Shuffled
from tests.core.golden_games import recorded


@pytest.fixture(scope="module")
def log() -> list[Event]:
    """A whole game, as if recorded under today's rules: those of older ones may have been set up differently."""
    begun, *rest = recorded("emd")
    return [msgspec.structs.replace(begun, rules_version=RULES_VERSION), *rest]


def with_another(log: list[Event], event: Event) -> list[Event]:
    """The log with this event in the place that it names."""
    return [*log[: event.position - 1], event, *log[event.position :]]


def batches(log: list[Event]) -> list[list[Event]]:
    """What followed from each answer, with the answer and the next question."""
    asked = [event.position for event in log if isinstance(event, Asked)]
    return [log[before:after] for before, after in pairwise(asked)]


def test_a_log_that_ends_before_the_next_question(log):
    cut = next(event.position for event in log[100:] if isinstance(event, Asked)) - 1
    assert verify(log[:cut]).divergences == (Divergence(cut + 1, None, log[cut]),)
    assert verify(log[: cut + 1]).same


def test_an_answer_that_nobody_could_give(log):
    answer = next(event for event in log[100:] if isinstance(event, Answered))
    verdict = verify(with_another(log, msgspec.structs.replace(answer, seat=7)))
    assert (verdict.same, verdict.first.position, verdict.first.got) == (False, answer.position, None)
    assert verdict.first.recorded == msgspec.structs.replace(answer, seat=7)
    assert verdict.first.error


def test_chance_that_was_not_recorded_where_the_rules_ask_for_it(log):
    picked = next(event for event in log if isinstance(event, PickedAtRandom))
    instead = Drawn(position=picked.position, cause=picked.cause, seat=0, cards=(1,))
    verdict = verify(with_another(log, instead))
    first = verdict.first
    assert (verdict.same, first.position, first.recorded, first.got) == (False, picked.position, instead, None)


def test_another_rule_named_leads_to_the_same_position(log):
    """Also where chance had its say: it has the same say again."""
    mixed = [batch for batch in batches(log) if any(isinstance(event, Shuffled) for event in batch)]
    plain = [batch for batch in batches(log) if any(isinstance(event, Drawn) for event in batch)]
    for batch in (*mixed[:2], plain[0]):
        drawn = next(event for event in batch if not isinstance(event, Answered | Shuffled))
        verdict = verify(with_another(log, msgspec.structs.replace(drawn, rule="of another book")))
        assert (verdict.same, verdict.first.position, verdict.first.same_position) == (False, drawn.position, True)


def test_other_cards_drawn_lead_to_another_position(log):
    drawn = next(event for event in log[100:] if isinstance(event, Drawn) and len(event.cards) > 1)
    verdict = verify(with_another(log, msgspec.structs.replace(drawn, cards=drawn.cards[:1])))
    assert (verdict.same, verdict.first.position, verdict.first.same_position) == (False, drawn.position, False)


def test_a_divergence_before_anybody_is_asked_leads_nowhere(log):
    second = msgspec.structs.replace(log[3], rule="of another book")
    verdict = verify(with_another(log, second))
    assert (verdict.same, verdict.first.position, verdict.first.same_position) == (False, second.position, False)


def test_a_set_up_made_by_older_rules_is_taken_as_given(log):
    log = [msgspec.structs.replace(log[0], rules_version="3"), *log[1:]]
    verdict = verify(with_another(log, msgspec.structs.replace(log[3], rule="of another book")))
    first_phase = next(event.position for event in log if isinstance(event, PhaseBegan))
    assert (verdict.same, verdict.given, verdict.recorded_under) == (True, first_phase, "3")
    assert verify(log).given == 0, "a set-up that the rules would make in the same way is judged, too"


def test_judging_continues_at_the_next_snapshot_boundary(log):
    """Every divergence is found, not only the first."""
    drawn = [event for event in log[100:] if isinstance(event, Drawn)]
    changed = list(log)
    for event in (drawn[0], drawn[3], drawn[-1]):
        changed = with_another(changed, msgspec.structs.replace(event, rule="of another book"))
    divergences = verify(changed).divergences
    assert [divergence.position for divergence in divergences] == [
        drawn[0].position,
        drawn[3].position,
        drawn[-1].position,
    ]
    assert [divergence.got for divergence in divergences] == [drawn[0], drawn[3], drawn[-1]]


def test_the_fold_of_a_log_is_the_table_of_its_game(log):
    cut = next(event.position for event in log[100:] if isinstance(event, Asked))
    game = resume(log[:cut])
    assert same_table(log[:cut], game)
    assert not same_table(log[: cut - 20], game)


def test_rules_that_can_be_read_have_a_fingerprint():
    assert fingerprint()


def test_every_choice_of_sets_has_a_fingerprint_of_its_own():
    chosen = [(), ("clowns",), ("core-set",), ("clowns", "core-set"), tuple(SETS)]
    assert len({fingerprint(sets) for sets in chosen}) == len(chosen) - 1
    assert fingerprint(SETS) == fingerprint()
    assert fingerprint(("core-set", "clowns")) == fingerprint(("clowns", "core-set"))


def test_a_game_depends_on_the_sets_of_its_cards_and_bases():
    begun = game_begun(["Ana", "Ben"], [["ghosts", "robots"], ["aliens", "pirates"]])
    begun = msgspec.structs.replace(begun, sets=("clowns",))
    assert sets_in(new_game(begun).log) == ("awesome-level-9000", "clowns", "core-set")


def test_a_draft_depends_on_every_set():
    assert sets_in(new_game(game_begun(["Ana", "Ben"])).log) == ()


def test_no_set_imports_another_one():
    """A fingerprint takes each set for itself."""
    for file in Path(core.cards.sets.__file__).parent.glob("*/*.py"):
        named = re.findall(r"core\.cards\.sets\.(\w+)", file.read_text(encoding="utf-8"))
        assert set(named) <= {file.parent.name}, file
