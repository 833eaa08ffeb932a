import signal
import subprocess
import sys
from pathlib import Path

import pytest

from events.store import open_store
from tests.events.samples import decision, opening

ROOT = Path(__file__).parents[2]

PROGRAM = """
import sys
from events.store import open_store
from tests.events.samples import decision, opening

with open_store(sys.argv[1]) as store:
    game, after = store.create(opening(), id="crash"), 6
    while True:
        after = store.append(game, after, decision(after))
        print(after, flush=True)
"""


@pytest.mark.parametrize("saves", [1, 20, 150])
def test_a_killed_program_leaves_whole_batches_and_all_it_was_told_are_saved(location: str, saves: int) -> None:
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, location], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert program.stdout
    told = [program.stdout.readline() for _ in range(saves)]
    program.send_signal(signal.SIGKILL)  # in the middle of the next save, or close to it
    rest, errors = program.communicate()
    assert program.returncode == -signal.SIGKILL, errors
    last_told = int([*told, *(line + "\n" for line in rest.split("\n") if line)][-1])
    with open_store(location) as store:
        events = store.read("crash")
        assert len(events) >= last_told
        assert events == opening() + [event for after in range(6, len(events), 4) for event in decision(after)]
        store.append("crash", len(events), decision(len(events)))
