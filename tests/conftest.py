from tests.postgres_server import postgres_url

__all__ = ["postgres_url"]
