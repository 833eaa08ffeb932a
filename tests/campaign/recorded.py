"""Games and scenarios that were recorded when they were right: the rules must lead to the same events again.

The other attacks know what must be so of every game. A rule that is wrong in a way that no general claim forbids shows
only here.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path

from adjudicator.scenarios.checking import check_file
from core.rules.replay import verify
from events.files import read_game
from tests.campaign.faults import Fault

ROOT = Path(__file__).parents[2]
GAMES, SCENARIOS = 4, 250
ALWAYS = ("playing/kept-play-of-a-base-that-was-swapped.toml",)
"""Scenarios of situations that games hardly ever reach: every task checks them."""


@cache
def scenarios() -> tuple[Path, ...]:
    """Every scenario of the library."""
    return tuple(sorted((ROOT / "fixtures" / "scenarios").rglob("*.toml")))


def attack(chance: random.Random, folder: Path) -> Counter[str]:
    """Some recorded games and scenarios."""
    imports = "from pathlib import Path\nfrom tests.campaign.recorded import check_game, check_scenario"
    for path in chance.sample(sorted((ROOT / "fixtures" / "games").glob("*.jsonl")), GAMES):
        name = path.relative_to(ROOT)
        try:
            check_game(str(name))
        except Exception as error:
            raise Fault(f"{name}: {error}", imports, f"check_game({str(name)!r})") from error
    always = [ROOT / "fixtures" / "scenarios" / name for name in ALWAYS]
    for path in (*always, *chance.sample(scenarios(), SCENARIOS)):
        name = path.relative_to(ROOT)
        try:
            check_scenario(str(name))
        except Exception as error:
            raise Fault(f"{name}: {error}", imports, f"check_scenario({str(name)!r})") from error
    return Counter({"recorded games": GAMES, "recorded scenarios": SCENARIOS + len(ALWAYS)})


def check_game(name: str) -> None:
    """Assert that the rules still lead to the events of a recorded game."""
    verdict = verify(read_game(ROOT / name)[1])
    assert verdict.same, f"other events: {verdict.divergences[:1]}"


def check_scenario(name: str) -> None:
    """Assert that a scenario still has its outcome and its trace."""
    checked = check_file(ROOT / name)
    assert checked.passed, (*checked.failures, "another trace")[0]
