import gc
import os
import shutil
from pathlib import Path

import pytest
from hypothesis.internal.conjecture import providers

from tests.postgres_server import postgres_url

__all__ = ["postgres_url"]

NIGHTLY = bool(os.environ.get("SMASHUP_NIGHTLY"))

IN_MEMORY = Path("/dev/shm")
"""A file system in memory, on Linux. Stores wait for the disk after every decision; here they don't have to."""

if os.access(IN_MEMORY, os.W_OK) and shutil.disk_usage(IN_MEMORY).free > 2**32:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))

HERE = Path(__file__).parent
LONGEST = (
    "adjudicator/web/test_board.py",
    "adjudicator/web/test_server.py",
    "adjudicator/web/test_site.py",
    "adjudicator/records/test_records.py",
    "campaign/test_campaign.py",
)
"""The longest files, from the longest one on. Each file runs in one process, so a long one must not begin last."""

if not NIGHTLY:
    # Hypothesis tries the constants in our code as values, too. Finding them reads all our modules in each process, and
    # derandomized tests would try other values after every change of a constant.
    providers._get_local_constants = lambda: providers._local_constants


def pytest_xdist_auto_num_workers() -> int:
    """Start one process more than there are processors, because tests wait for browsers, disks and servers."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave tests marked `nightly` to `make nightly`, and begin with the longest files."""
    left = [] if NIGHTLY else [one for one in items if one.get_closest_marker("nightly")]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [one for one in items if not one.get_closest_marker("nightly")]
    rank = {HERE / file: number for number, file in enumerate(LONGEST)}
    items.sort(key=lambda one: rank.get(one.path, len(rank)))


def pytest_collection_finish() -> None:
    """Keep the garbage collector from looking through all tests and all cards again and again: a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def pytest_sessionfinish() -> None:
    """Let the collector see everything again, so that libraries can clean up."""
    gc.unfreeze()


@pytest.fixture(scope="session", autouse=True)
def cache_of_its_own(tmp_path_factory, worker_id):
    """Leave nothing in the cache folder of the person who runs the tests. All processes of a run share one."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "cache"
    folder.mkdir(exist_ok=True)
    before = os.environ.get("XDG_CACHE_HOME")
    os.environ["XDG_CACHE_HOME"] = str(folder)
    yield
    if before is None:
        del os.environ["XDG_CACHE_HOME"]
    else:
        os.environ["XDG_CACHE_HOME"] = before
