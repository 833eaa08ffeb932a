from urllib.parse import urlsplit

import psycopg


def test_the_server_answers_on_loopback(postgres_url: str) -> None:
    assert urlsplit(postgres_url).hostname == "127.0.0.1"
    with psycopg.connect(postgres_url) as connection:
        assert connection.execute("show fsync").fetchone() == ("off",)
