"""A stored game is decoded in one go; what is old or wrong is read event by event, and nothing is lost on the way."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings

from events.batches import beginning, in_one_go, numbered, packed, stored_in, unpacked
from events.errors import StoreDamaged
from events.recorders import SQLiteRecorder
from events.store import open_store
from events.versions import EVENTS, Codec
from events.vocabulary import Event
from tests.events.samples import any_event, opening, small_game


def lines_of(batch: list[tuple[str, bytes]]) -> bytes:
    """What is in a row that holds these."""
    (_, *row), _ = packed("friday", beginning("friday"), batch)
    return unpacked("friday", (row[0], row[1], row[2]))[0]


@settings(max_examples=200, deadline=None)
@given(any_event().map(lambda event: msgspec.structs.replace(event, position=1)))
def test_one_go_and_one_by_one_are_the_same(event: Event) -> None:
    lines = lines_of([EVENTS.encode(event)])
    (stored,) = stored_in(1, lines)
    assert EVENTS.decode(*stored) == event
    whole = in_one_go(lines, EVENTS.openings)
    assert whole is not None
    if (
        event.cause == 1 or not 0 <= event.cause < 10**11
    ):  # none of ours: stored word for word, which is not read in one go
        with pytest.raises(msgspec.DecodeError):
            EVENTS.decode_array(whole)
    else:
        events = EVENTS.decode_array(whole)
        assert numbered(1, events)
        assert events == [event]


def test_nothing_is_decoded_separately_today(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = small_game(60)
    with open_store(tmp_path / "games.db") as store:
        store.create(log, id="friday")

        def alone(self: object, topic: str, payload: bytes) -> Event:
            raise AssertionError(topic)

        monkeypatch.setattr(Codec, "decode", alone)
        assert store.read("friday") == log
        assert store.read("friday", 40, after=7) == log[7:40]


def replace_rows(file: Path, *batches: list[tuple[str, bytes]]) -> None:
    """Other rows of the game, sealed as if they had been written so."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("DELETE FROM smashup_batches WHERE originator_id = 'friday'")
        connection.execute("DELETE FROM smashup_heads WHERE stream = 'friday'")
    head, rows = beginning("friday"), []
    for batch in batches:
        row, head = packed("friday", head, batch)
        rows.append(row)
    recorder = SQLiteRecorder(file)
    recorder.insert(rows)
    recorder.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    with open_store(tmp_path / "games.db") as store:
        store.create(opening(), id="friday")
    return tmp_path / "games.db"


def test_an_old_event_among_those_of_today(file: Path) -> None:
    batch = [EVENTS.encode(event) for event in opening()]
    asked = next(place for place, (topic, _) in enumerate(batch) if topic.startswith("asked:"))
    batch[asked] = ("asked:1", batch[asked][1])
    replace_rows(file, batch)
    with open_store(file) as store:
        assert store.read("friday") == opening()


def test_the_first_of_two_damages_is_named(file: Path) -> None:
    """An event that is none, in a row that is whole; behind it a row whose seal is broken."""
    batch = [EVENTS.encode(event) for event in opening()]
    batch[2] = (batch[2][0], batch[2][1].replace(b'"order"', b'"disorder"'))
    replace_rows(file, batch[:4], batch[4:])
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(
            "UPDATE smashup_batches SET state = X'00' WHERE originator_version = 5 AND topic = 'batch:2'"
        )
    with open_store(file) as store:
        with pytest.raises(StoreDamaged, match="event 3 cannot be read"):
            store.read("friday")
        assert store.read_sound("friday")[0] == opening()[:2]


@pytest.mark.parametrize("more", [b',"position":9', b'},{"event":"turn-began","position":7'])
def test_what_names_itself_otherwise_behind_its_seal_is_refused(file: Path, more: bytes) -> None:
    batch = [EVENTS.encode(event) for event in opening()]
    topic, payload = batch[3]
    batch[3] = (topic, payload.replace(b',"cause"', more + b',"cause"', 1))
    replace_rows(file, batch)
    with open_store(file) as store, pytest.raises(StoreDamaged, match="event 4 cannot be read"):
        store.read("friday")
