"""Events to try things on: of every type, drawn or fixed; and small games made by hand."""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

import msgspec
from hypothesis import strategies as st

from events.questions import Main, Play
from events.vocabulary import (
    EVENT_TYPES,
    Answered,
    Asked,
    CardPlayed,
    CardsMade,
    Drawn,
    Event,
    GameBegun,
    GameWon,
    PhaseBegan,
    SeatSetup,
    Shuffled,
    TurnBegan,
)

SEATS = (SeatSetup(name="Ada", factions=("pirates", "aliens")), SeatSetup(name="Béla", factions=("zombies", "ninjas")))


def opening(edition: str = "emd", scenario: str = "") -> list[Event]:
    """The first batch of a game: positions 1 to 6."""
    return [
        GameBegun(position=1, edition=edition, seats=SEATS, rules_version="1", scenario=scenario),
        CardsMade(position=2, cause=1, seat=0, zone="deck", first=1, definitions=("pirates/first-mate",) * 4),
        Shuffled(position=3, cause=1, zone="deck", seat=0, order=(3, 1, 4, 2)),
        TurnBegan(position=4, cause=1, seat=0, number=1),
        PhaseBegan(position=5, cause=4, phase="play", rule="turn.play"),
        Asked(position=6, cause=5, seat=0, question=Main(options=(Play(3), Play(1)), least=0), quiet=True),
    ]


def decision(after: int, card: int = 3) -> list[Event]:
    """A batch of four: an answer, what follows, the next question."""
    return [
        Answered(position=after + 1, cause=after, seat=0, picks=(Play(card),)),
        CardPlayed(position=after + 2, cause=after + 1, seat=0, card=card, source="hand", to="minions", site=1),
        Drawn(position=after + 3, cause=after + 2, seat=0, cards=(card,)),
        Asked(position=after + 4, cause=after + 3, seat=0, question=Main(options=(Play(1),), least=0), quiet=True),
    ]


def victory(after: int) -> list[Event]:
    """The last batch."""
    return [
        Answered(position=after + 1, cause=after, seat=0),
        GameWon(position=after + 2, cause=after + 1, seats=(1,), victory_points=(12, 15)),
    ]


def small_game(decisions: int = 3) -> list[Event]:
    """A whole little game."""
    events = opening()
    for number in range(decisions):
        events += decision(len(events), card=number)
    return events + victory(len(events))


# --- every type -----------------------------------------------------------------------------------------------------


def drawn(kind: Any) -> st.SearchStrategy[Any]:
    """Any value of a type, for hypothesis."""
    if kind is int:
        return st.integers(-(2**63), 2**63 - 1)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        fields = msgspec.structs.fields(kind)
        return st.builds(kind, **{field.name: drawn(field.type) for field in fields})
    if get_origin(kind) in (Union, UnionType):
        return st.one_of([drawn(member) for member in get_args(kind)])
    if get_origin(kind) is tuple:
        first, *rest = get_args(kind)
        if rest == [...]:
            return st.lists(drawn(first), max_size=3).map(tuple)
        return st.tuples(*[drawn(member) for member in get_args(kind)])
    return {str: st.text(max_size=20), bool: st.booleans(), NoneType: st.none()}[kind]


def any_event() -> st.SearchStrategy[Event]:
    """Any event at all."""
    return st.one_of([drawn(kind) for kind in EVENT_TYPES])


def fixed(kind: Any) -> list[Any]:
    """Values of a type, always the same, none of them a usual default; together they have every part once."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _fixed_structs(kind)
    if get_origin(kind) in (Union, UnionType):
        return [value for member in get_args(kind) if member is not NoneType for value in fixed(member)]
    if get_origin(kind) is tuple:
        first, *rest = get_args(kind)
        return [tuple(fixed(first))] if rest == [...] else [tuple(fixed(member)[0] for member in get_args(kind))]
    plain: dict[Any, list[Any]] = {int: [7], str: ["word"], bool: [True]}
    return plain[kind]


def _fixed_structs(kind: type[msgspec.Struct]) -> list[Any]:
    """With what is required only; then complete, once for each of the values of the richest field."""
    fields = msgspec.structs.fields(kind)
    values = {field.name: [not field.default] if field.type is bool else fixed(field.type) for field in fields}
    required = kind(**{field.name: values[field.name][0] for field in fields if field.required})
    richest = max(len(choices) for choices in values.values())
    complete = [
        kind(**{name: choices[number % len(choices)] for name, choices in values.items()}) for number in range(richest)
    ]
    return [required, *(sample for sample in complete if sample != required)]


def all_fixed_events() -> list[Event]:
    """Every event type, sparse and complete, with every kind of question and pick."""
    return [event for kind in EVENT_TYPES for event in fixed(kind)]
