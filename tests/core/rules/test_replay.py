"""The rules run again over a log: where they lead elsewhere, and whether that matters."""

from itertools import pairwise

import msgspec
import pytest

from core.rules.fingerprint import fingerprint
from core.rules.replay import Verdict, resume, same_table, verify
from events.vocabulary import Answered, Asked, Drawn, Event, PickedAtRandom, Shuffled
from tests.core.golden_games import recorded


@pytest.fixture(scope="module")
def log() -> list[Event]:
    """A whole game."""
    return recorded("emd")


def with_another(log: list[Event], event: Event) -> list[Event]:
    """The log with this event in the place that it names."""
    return [*log[: event.position - 1], event, *log[event.position :]]


def batches(log: list[Event]) -> list[list[Event]]:
    """What followed from each answer, with the answer and the next question."""
    asked = [event.position for event in log if isinstance(event, Asked)]
    return [log[before:after] for before, after in pairwise(asked)]


def test_a_log_that_ends_before_the_next_question(log):
    cut = next(event.position for event in log[100:] if isinstance(event, Asked)) - 1
    assert verify(log[:cut]) == Verdict(cut, False, cut + 1, None, log[cut])
    assert verify(log[: cut + 1]) == Verdict(cut + 1, True)


def test_an_answer_that_nobody_could_give(log):
    answer = next(event for event in log[100:] if isinstance(event, Answered))
    verdict = verify(with_another(log, msgspec.structs.replace(answer, seat=7)))
    assert (verdict.same, verdict.position, verdict.got) == (False, answer.position, None)
    assert verdict.recorded == msgspec.structs.replace(answer, seat=7)
    assert verdict.error


def test_chance_that_was_not_recorded_where_the_rules_ask_for_it(log):
    picked = next(event for event in log if isinstance(event, PickedAtRandom))
    instead = Drawn(position=picked.position, cause=picked.cause, seat=0, cards=(1,))
    verdict = verify(with_another(log, instead))
    assert (verdict.same, verdict.position, verdict.recorded, verdict.got) == (False, picked.position, instead, None)


def test_another_rule_named_leads_to_the_same_position(log):
    """Also where chance had its say: it has the same say again."""
    mixed = [batch for batch in batches(log) if any(isinstance(event, Shuffled) for event in batch)]
    plain = [batch for batch in batches(log) if any(isinstance(event, Drawn) for event in batch)]
    for batch in (*mixed[:2], plain[0]):
        drawn = next(event for event in batch if not isinstance(event, Answered | Shuffled))
        verdict = verify(with_another(log, msgspec.structs.replace(drawn, rule="of another book")))
        assert (verdict.same, verdict.position, verdict.same_position) == (False, drawn.position, True)


def test_other_cards_drawn_lead_to_another_position(log):
    drawn = next(event for event in log[100:] if isinstance(event, Drawn) and len(event.cards) > 1)
    verdict = verify(with_another(log, msgspec.structs.replace(drawn, cards=drawn.cards[:1])))
    assert (verdict.same, verdict.position, verdict.same_position) == (False, drawn.position, False)


def test_a_difference_before_anybody_is_asked_leads_nowhere(log):
    second = msgspec.structs.replace(log[3], rule="of another book")
    verdict = verify(with_another(log, second))
    assert (verdict.same, verdict.position, verdict.same_position) == (False, second.position, False)


def test_the_fold_of_a_log_is_the_table_of_its_game(log):
    cut = next(event.position for event in log[100:] if isinstance(event, Asked))
    game = resume(log[:cut])
    assert same_table(log[:cut], game)
    assert not same_table(log[: cut - 20], game)


def test_rules_that_can_be_read_have_a_fingerprint():
    assert fingerprint()
