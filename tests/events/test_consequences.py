"""Every event declares its consequences, and a registry that forgets one refuses to be imported."""

from __future__ import annotations

from pathlib import Path

import pytest

from events.consequences import CONSEQUENCES, leads_to
from events.files import read_game
from events.vocabulary import Event, Shuffled
from events.zones import Zone
from projections.table import Table

ROOT = Path(__file__).parent.parent.parent

FORGOTTEN = {
    "the union of all events": ("events/vocabulary.py", "    | Moved\n", "AnyEvent lacks the event Moved."),
    "its consequences": (
        "events/vocabulary.py",
        '@leads_to(power=True, unsettles=True, followed=False, affects="move")\n',
        "CONSEQUENCES lacks the event Moved.",
    ),
    "how the table applies it": (
        "projections/table.py",
        "    Moved: _moved,\n",
        "projections.table.APPLY lacks the event Moved.",
    ),
    "how the live game follows it": (
        "core/engine/game.py",
        "    PhaseBegan: Game._phase_began,\n",
        "core.engine.game._FOLLOW lacks the event PhaseBegan.",
    ),
}


@pytest.mark.parametrize(("path", "line", "message"), FORGOTTEN.values(), ids=FORGOTTEN)
def test_a_forgotten_registration_is_an_import_error_that_names_the_event(
    path: str, line: str, message: str, monkeypatch: pytest.MonkeyPatch
):
    source = (ROOT / path).read_text(encoding="utf-8")
    assert source.count(line) == 1
    if path == "events/vocabulary.py":  # its classes are made once more, and declare themselves once more
        monkeypatch.setattr("events.consequences.CONSEQUENCES", {})
    code = compile(source.replace(line, ""), path, "exec")
    with pytest.raises(ImportError) as refused:
        exec(code, {"__name__": path.removesuffix(".py").replace("/", ".")})
    assert str(refused.value) == message


def test_every_card_that_changes_zone_or_player_is_named_by_its_event():
    """Views forget what they knew of such a card. A shuffle names none: it says which cards it takes in another way."""
    for game in sorted((ROOT / "fixtures" / "games").glob("*.jsonl")):
        table = Table()
        before: dict[int, tuple[Zone, int]] = {}
        for event in read_game(game)[1]:
            table.apply(event)
            now = {card.number: (card.zone, card.controller) for card in table.cards.values()}
            if now != before and type(event) is not Shuffled:
                named: set[int] = set()
                for field in CONSEQUENCES[type(event)].moves:
                    value = getattr(event, field)
                    named.update((value,) if isinstance(value, int) else value)
                moved = {number for number, where in now.items() if before.get(number, where) != where}
                assert moved <= named, (game.stem, event)
            before = now


def test_cards_that_move_are_named_by_fields_of_the_event():
    class Flown(Event, tag="flown", frozen=True, kw_only=True):
        card: int

    with pytest.raises(ImportError, match="Flown has no field 'bird'"):
        leads_to(power=True, unsettles=True, followed=False, moves=("bird",))(Flown)
