"""A store of many: schemas, pools, and roles that may add to it and change nothing."""

import psycopg
import pytest

from events.errors import StoreUnavailable
from events.store import open_store
from tests.events.samples import decision, opening, small_game, victory


@pytest.fixture
def league(postgres_url: str) -> str:
    """A schema of its own, and a role that owns nothing."""
    with psycopg.connect(postgres_url) as connection:
        connection.execute("DROP SCHEMA IF EXISTS league CASCADE")
        if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = 'player'").fetchone():
            connection.execute("CREATE ROLE player LOGIN PASSWORD 'dice'")
            connection.execute("CREATE ROLE watcher")
    return f"{postgres_url}?schema=league"


def as_player(url: str) -> str:
    name, _, place = url.removeprefix("postgresql://").partition("@")
    assert name
    return f"postgresql://player:dice@{place}"


def test_a_player_may_append_and_read(league: str) -> None:
    with open_store(league) as store:
        game = store.create(opening())
        store.grant("player")
    with open_store(as_player(league)) as store:
        assert store.schema == 3
        store.append(game, 6, decision(6))
        mine = store.create(small_game(), title="mine")
        branch = store.branch(game, 6, victory(6))
        store.rename(mine, "ours")
        store.delete(mine)
        assert store.read(branch) == opening() + victory(6)
        assert all(error is None for _, error in store.check())


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE league.smashup_batches SET state = ''",
        "UPDATE league.smashup_batches SET topic = topic WHERE false",
        "DELETE FROM league.smashup_batches",
        "TRUNCATE league.smashup_batches",
        "DROP TABLE league.smashup_batches",
        "ALTER TABLE league.smashup_batches ADD COLUMN mine text",
        "COMMENT ON TABLE league.smashup_batches IS 'mine'",
        "CREATE TABLE league.mine (a text)",
        "INSERT INTO league.smashup_batches SELECT * FROM league.smashup_batches "
        "ON CONFLICT (originator_id, originator_version) DO UPDATE SET state = ''",
    ],
)
def test_a_player_cannot_change_the_log(league: str, change: str) -> None:
    with open_store(league) as store:
        game = store.create(small_game())
        store.grant("player")
    plain = as_player(league).partition("?")[0]
    with psycopg.connect(plain) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute(change)
    with open_store(league) as store:
        assert store.read(game) == small_game()


def test_what_was_granted_before_is_taken_back(league: str) -> None:
    with open_store(league) as store, psycopg.connect(league.partition("?")[0]) as connection:
        store.create(small_game())
        connection.execute("GRANT ALL ON league.smashup_batches TO player")
        connection.commit()
        store.grant("player")
    plain = as_player(league).partition("?")[0]
    with psycopg.connect(plain) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute("DELETE FROM league.smashup_batches")


def test_only_the_owner_prunes_and_grants(league: str) -> None:
    with open_store(league) as store:
        store.create(small_game(), id="gone")
        store.delete("gone")
        store.grant("player")
    with open_store(as_player(league)) as store:
        with pytest.raises(StoreUnavailable, match="permission denied"):
            store.prune()
        with pytest.raises(StoreUnavailable, match="only the owner of its tables can grant anything"):
            store.grant("watcher")
    with open_store(league) as store:
        with pytest.raises(StoreUnavailable, match="does not exist"):
            store.grant('no"body')
        with pytest.raises(StoreUnavailable, match="smashup may still change what is stored, as an owner"):
            store.grant("smashup")
        assert store.prune() == ["gone"]


def test_schemas_are_stores_of_their_own(league: str, empty_postgres: str) -> None:
    with open_store(league) as one, open_store(empty_postgres) as two:
        one.create(small_game(), id="here")
        assert "schema league" in one.where
        assert two.games() == []
        assert [info.id for info in one.games()] == ["here"]


def test_the_pool_has_the_size_that_was_asked_for(league: str) -> None:
    with open_store(f"{league}&pool_size=3&max_overflow=2&application_name=smash") as store:
        pool = store._recorder._datastore.pool  # type: ignore[attr-defined]
        assert (pool.min_size, pool.max_size) == (3, 5)
        with store._recorder._datastore.get_connection() as connection:  # type: ignore[attr-defined]
            assert connection.execute("SHOW application_name").fetchone() == {"application_name": "smash"}


@pytest.mark.parametrize(
    ("option", "reason"),
    [
        ("schema=Liga%22", "is not a valid schema name"),
        ("schema=pg_catalog", "is not a valid schema name"),
        ("schema=", "is not a valid schema name"),
        ("pool_size=0", "pool_size is a number from 1 to 100, not '0'"),
        ("max_overflow=many", "max_overflow is a number from 0 to 100, not 'many'"),
        ("unknown=1", "its address is not understood"),
    ],
)
def test_what_cannot_be_asked_for_gets_a_sentence(postgres_url: str, option: str, reason: str) -> None:
    with pytest.raises(StoreUnavailable, match=reason) as caught:
        open_store(f"{postgres_url}?{option}")
    assert postgres_url not in str(caught.value)


def test_a_file_has_no_roles() -> None:
    with open_store(":memory:") as store, pytest.raises(StoreUnavailable, match="it has no roles"):
        store.grant("player")
