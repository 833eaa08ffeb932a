import os

import pytest

from tests.postgres_server import postgres_url

__all__ = ["postgres_url"]


@pytest.fixture(scope="session", autouse=True)
def cache_of_its_own(tmp_path_factory):
    """Nothing is left in the cache folder of whoever runs the tests."""
    before = os.environ.get("XDG_CACHE_HOME")
    os.environ["XDG_CACHE_HOME"] = str(tmp_path_factory.mktemp("cache"))
    yield
    if before is None:
        del os.environ["XDG_CACHE_HOME"]
    else:
        os.environ["XDG_CACHE_HOME"] = before
