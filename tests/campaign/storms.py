"""Writers that are killed, run out of disk, come in a crowd, or lose their server: what was confirmed is there, whole."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch

from events import log_check
from events.store import open_store
from tests.campaign.faults import Fault, told
from tests.events.samples import decision, opening
from tests.postgres_server import NoServer, _binaries, _server_user, private_server

ROOT = Path(__file__).parents[2]

PROGRAM = """
import sys
from events.errors import GameHasMovedOn, SmashUpError
from events.store import open_store
from tests.events.samples import decision, opening
if sys.argv[2] != "0":
    import resource, signal
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
try:
    with open_store(sys.argv[1]) as store:
        try:
            store.create(opening(), id="storm")
        except SmashUpError:
            pass
        while True:
            after = store.length("storm")
            try:
                after = store.append("storm", after, decision(after, card=int(sys.argv[3])))
            except GameHasMovedOn:
                continue
            print(after, flush=True)
except SmashUpError as error:
    print(error, file=sys.stderr)
    sys.exit(3)
"""


def writer(where: str, *, limit: int = 0, card: int = 1) -> subprocess.Popen[str]:
    """A program that saves decisions and says which are saved, until it cannot."""
    command = [sys.executable, "-c", PROGRAM, where, str(limit), str(card)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def ended(program: subprocess.Popen[str]) -> tuple[int, str]:
    """The last position it was told of, and what it complained of."""
    said, complaint = program.communicate(timeout=60)
    told_of = [int(line) for line in said.split("\n")[:-1] if line]
    return max(told_of, default=0), complaint


def check(where: str, confirmed: int) -> None:
    """Check that everything confirmed is stored, in whole batches, and that the game continues."""
    with open_store(where) as store:
        if not store.games():
            assert not confirmed
            return
        # The writer stores made-up events, which no table could take in.
        with patch.object(log_check, "_checks", []):
            events = store.read("storm")
        assert len(events) >= confirmed, f"{confirmed} were confirmed, {len(events)} are there"
        batches = [events[start : start + 4] for start in range(6, len(events), 4)]
        for number, batch in enumerate(batches):
            after = 6 + 4 * number
            assert batch in [decision(after, card=card) for card in range(1, 5)], f"half a batch behind {after}"
        assert events[:6] == opening()
        store.append("storm", len(events), decision(len(events)))
        with patch.object(log_check, "_checks", []):
            assert not [error for _, error in store.check() if error]


def attack_kill(chance: random.Random, folder: Path) -> Counter[str]:
    """Several writers, all killed at some moment."""
    file = folder / f"kill-{chance.randrange(2**32)}.db"
    programs = [writer(str(file), card=card) for card in range(1, chance.choice((2, 2, 4)))]
    time.sleep(0.4 + chance.random() * 0.8)
    for program in programs:
        program.send_signal(signal.SIGKILL)
    confirmed = max(ended(program)[0] for program in programs)
    _check_or_fault(str(file), confirmed, "killed")
    return Counter({"writers killed": len(programs)})


def attack_full_disk(chance: random.Random, folder: Path) -> Counter[str]:
    """A writer whose files may not grow any more."""
    file = folder / f"full-{chance.randrange(2**32)}.db"
    program = writer(str(file), limit=chance.randrange(40_000, 250_000))
    confirmed, complaint = ended(program)
    if program.returncode != 3 or len(complaint.splitlines()) != 1:
        raise Fault(f"a full disk is not told in a sentence: {complaint[-300:]}", "", "raise AssertionError")
    _check_or_fault(str(file), confirmed, "full disk")
    return Counter({"disks filled": 1})


def _check_or_fault(where: str, confirmed: int, storm: str) -> None:
    try:
        check(where, confirmed)
    except Exception as error:
        content = {"left.db": Path(where).read_bytes()} if "://" not in where else {}
        imports = "from tests.campaign.storms import check"
        raise Fault(f"{storm}: {told(error)}", imports, f"check(str(<left.db>), {confirmed})", content) from error
    finally:
        if "://" not in where:
            for name in (where, f"{where}-wal", f"{where}-shm"):
                Path(name).unlink(missing_ok=True)


def attack_server(chance: random.Random, folder: Path) -> Counter[str]:
    """A PostgreSQL server that dies while writers write, and comes back."""
    try:
        binaries, user = _binaries(), _server_user()
    except NoServer:
        return Counter({"no server here": 1})
    with private_server(binaries, user) as url:
        programs = [writer(url, card=card) for card in (1, 2)]
        time.sleep(1 + chance.random())
        _kill_backends(url)
        time.sleep(0.3)
        for program in programs:
            program.send_signal(signal.SIGKILL)
        confirmed = max(ended(program)[0] for program in programs)
        _check_or_fault(url, confirmed, "server died")
    return Counter({"servers interrupted": 1})


def _kill_backends(url: str) -> None:
    """Break every connection but our own, in the middle of its work."""
    import psycopg

    with suppress(psycopg.Error), psycopg.connect(url, autocommit=True) as connection:
        for _ in range(5):
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
            time.sleep(0.05)
