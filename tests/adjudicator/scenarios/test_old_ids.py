"""Games recorded while some cards were guests name them by the ids they had then: they are played as before."""

import msgspec
import pytest

from adjudicator.bundled import SCENARIOS
from adjudicator.scenarios import load, run
from core.printed.definitions import ALIASES
from core.rules.replay import verify

OLD = {new: old for old, new in ALIASES.items()}


def by_old_ids(event):
    told: dict[str, object] = {}
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if field == "definitions":
            told[field] = tuple(OLD.get(id, id) for id in value)
        elif isinstance(value, str) and "#" in value:
            id, _, name = value.partition("#")
            told[field] = OLD.get(value, f"{OLD.get(id, id)}#{name}")
    return msgspec.structs.replace(event, **told)


@pytest.mark.parametrize(
    "name",
    [
        "core-set/pirates/full-sail",
        "core-set/robots/hoverbot",
        "core-set/robots/microbot-alpha",
        "core-set/robots/zapbot",
        "obligatory-cthulhu-set/elder-things/shoggoth",
        "obligatory-cthulhu-set/madness-deck/madness",
    ],
)
def test_a_game_that_names_a_guest_of_then_runs_as_before(name):
    log = run(load(SCENARIOS / f"{name}.toml")).log
    recorded = [by_old_ids(event) for event in log]
    assert recorded != log
    assert verify(recorded).same
