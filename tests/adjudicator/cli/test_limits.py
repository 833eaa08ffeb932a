"""Processes that end, files and numbers without end, and trees as deep as one likes."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from events.errors import StoreUnavailable
from events.files import read_game
from events.store import open_store
from tests.events.samples import opening

ROOT = Path(__file__).parents[3]
SMASHUP = [sys.executable, "-c", "from adjudicator.cli import main; main()"]


def children_of(process: int) -> list[int]:
    """All processes below one, from the system's own table."""
    parents = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            number, rest = entry.read_text().split(" (", 1)
        except OSError:
            continue
        parents[int(number)] = int(rest.rpartition(")")[2].split()[1])
    processes = [process]
    for parent_process in processes:
        processes += [child for child, parent in parents.items() if parent == parent_process]
    return processes[1:]


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_the_program(tmp_path, how):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [*SMASHUP, "simulate", "--games", "5000", "--jobs", "2", "--dry-run"]
    program = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 30
        while len(workers := children_of(program.pid)) < 3 and time.monotonic() < deadline:
            time.sleep(0.1)
        assert len(workers) >= 3, "two workers, and the tracker of what they share"
        time.sleep(2)  # until they play
    finally:
        program.send_signal(how)
        program.wait(20)
    deadline = time.monotonic() + 15
    while any(is_alive(worker) for worker in workers) and time.monotonic() < deadline:
        time.sleep(0.1)
    left = [worker for worker in workers if is_alive(worker)]
    for worker in left:
        os.kill(worker, signal.SIGKILL)
    assert not left


def test_a_file_without_a_line_break_is_not_read_to_its_end(tmp_path):
    """Sixty-four gigabytes of nothing: read into memory, they would end the program."""
    for head in (b"", b'{"format":"smashup-game","version":1'):
        file = tmp_path / "endless.jsonl"
        file.write_bytes(head)
        os.truncate(file, 64 * 2**30)
        with pytest.raises(Exception, match=r"endless.jsonl, line 1: (this is not|the line is longer)"):
            read_game(file)


def test_a_scenario_without_an_end_is_refused(smashup, tmp_path):
    file = tmp_path / "endless.toml"
    file.write_bytes(b"")
    os.truncate(file, 64 * 2**30)
    assert "a scenario has at most 200,000 bytes" in smashup.refused("ask", file)


@pytest.mark.parametrize("option", [(), ("--to",)])
def test_a_record_without_an_end_is_refused(smashup, tmp_path, option):
    file = tmp_path / "endless.record"
    file.write_bytes(b"")
    os.truncate(file, 64 * 2**30)
    assert "is too large: a record has at most 1,000,000 bytes" in smashup.refused("record", *option, file)


def test_what_is_no_file_is_not_replaced_by_one(smashup, games, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert smashup.refused("export", games[0], pipe, "--force") == f"{pipe} was not written: it is not a file."
    assert pipe.is_fifo()


def test_numbers_without_end_get_a_sentence(smashup, games):
    assert "There is no position" in smashup.refused("replay", games[0], "--to", 10**22)
    assert "There is no position" in smashup.refused("show", games[0], "--at", 10**22)
    assert "There is no position" in smashup.refused("why", games[0], 10**22)
    assert "nobody decides" in smashup.refused("branch", games[0], 10**22)
    for question in (f"{'9' * 5000} 4/2/1: Ana 10", f"20 4/2/1: Ana {'9' * 5000}"):
        assert len(smashup.refused("score", question)) < 200
    for pace in ("nan", "inf"):
        assert smashup.refused("replay", games[0], "--pace", pace) == "--pace must be a finite number of seconds."
    for seconds in ("nan", "inf", "-1"):
        wrong = smashup.refused("explore", "scoring/all-tied", "--seconds", seconds)
        assert wrong == "--seconds is a number of seconds, not less than 0."
    for answer in ("9" * 5000, "٣", "²"):
        wrong = smashup.refused("branch", games[0], 18, "--answer", answer)
        assert "is not an option" in wrong
        assert len(wrong) < 200


@pytest.mark.parametrize("name", ["", "  "])
def test_a_store_without_a_name(smashup, name):
    assert smashup.refused("games", "--db", name) == (
        "The store without a name cannot be used: name a file or an address."
    )
    with pytest.raises(StoreUnavailable):
        open_store(name)


@pytest.fixture
def swift(tmp_path):
    """A folder in memory, where there is one: ten thousand branches are ten thousand times on the disk."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else tmp_path) as folder:
        yield Path(folder)


def test_thousands_of_nested_branches(smashup, swift):
    file = swift / "deep.db"
    with open_store(file) as store:
        store.create(opening(), id="b0")
        for depth in range(1, 3_001):
            store.branch(f"b{depth - 1}", 6, id=f"b{depth}")
        assert store.read("b3000") == opening()
    drawn = smashup("branches", "--db", file)
    assert "b3000 at 6 of b2999" in " ".join(drawn.split())
    (tree,) = smashup.json("branches", "--db", file)
    depth = 0
    while len(tree["branches"]) == 1:
        depth, (tree,) = depth + 1, tree["branches"]
    assert depth == 11
    assert len(tree["branches"]) == 3_000 - 11
