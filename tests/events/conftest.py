from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from hypothesis import HealthCheck, settings

from events import log_check
from events.store import Store, open_store

# A slow moment of the machine is no failure.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


@pytest.fixture
def empty_postgres(postgres_url: str) -> str:
    with psycopg.connect(postgres_url) as connection:
        connection.execute("DROP TABLE IF EXISTS smashup_batches, smashup_events")
        connection.execute("DROP TYPE IF EXISTS stored_event_text")  # the library's, made with the table
    return postgres_url


@pytest.fixture(params=["sqlite", "postgres"])
def location(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A place that several stores can open at once."""
    if request.param == "postgres":
        return str(request.getfixturevalue("empty_postgres"))
    return str(tmp_path / "games.db")


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store of each sort."""
    places = {"memory": lambda: ":memory:", "sqlite": lambda: tmp_path / "games.db"}
    place = places.get(request.param, lambda: request.getfixturevalue("empty_postgres"))()
    with open_store(place) as opened:
        yield opened


@pytest.fixture(autouse=True)
def unchecked(monkeypatch):
    """The tests of the store use made-up events, which no table could take in (see `events.log_check`)."""
    monkeypatch.setattr(log_check, "_checks", [])
