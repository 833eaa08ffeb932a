"""Game files and databases that were damaged: refused with a sentence, or exactly what they were."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from contextlib import closing
from functools import cache
from pathlib import Path

import msgspec

from events.batches import head_of
from events.errors import SmashUpError
from events.files import game_of
from events.store import open_store
from events.vocabulary import Asked, Event, GameBegun
from tests.campaign.faults import Fault, game_file, told
from tests.core.random_games import beginning

FILES, DATABASES = 200, 40


@cache
def log() -> tuple[Event, ...]:
    """A whole game."""
    return tuple(beginning("EMD", 2, 11).played().log)


@cache
def unfinished() -> tuple[Event, ...]:
    """A game that was left at a question: no result says how long it is."""
    questions = [event.position for event in log() if isinstance(event, Asked)]
    return log()[: questions[len(questions) // 2]]


def damaged(content: bytes, chance: random.Random) -> bytes:
    """A few bits flipped, a piece cut out, doubled or moved, the end missing, zeros over a stretch."""
    start, other = sorted(chance.randrange(len(content)) for _ in range(2))
    piece = content[start : min(other, start + chance.choice((1, 16, 512, 4096)))]
    match chance.randrange(6):
        case 0 | 1:
            changed = bytearray(content)
            for _ in range(chance.choice((1, 1, 2, 8))):
                changed[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
            return bytes(changed)
        case 2:
            return content[:start] + content[start + len(piece) :]
        case 3:
            return content[:other] + piece + content[other:]
        case 4:
            return content[:start]
        case _:
            return content[:start] + bytes(len(piece)) + content[start + len(piece) :]


def attack_files(chance: random.Random, folder: Path) -> Counter[str]:
    """A game file, damaged over and over."""
    content = game_file(log())
    counts: Counter[str] = Counter()
    lines = content.splitlines(keepends=True)
    cuts = [len(lines) - 1, *(chance.randrange(1, len(lines)) for _ in range(5))]
    for bad in (*(b"".join(lines[:cut]) for cut in cuts), *(damaged(content, chance) for _ in range(FILES))):
        try:
            counts["files refused" if read_file(bad) else "files unharmed"] += 1
        except Exception as error:
            imports = "from tests.campaign.damage import read_file"
            raise Fault(told(error), imports, "read_file((<bad.jsonl>).read_bytes())", {"bad.jsonl": bad}) from error
    return counts


def read_file(content: bytes) -> str:
    """The sentence with which a damaged file is refused; if it is not, the game must be the same."""
    try:
        _, events = game_of(content.splitlines(keepends=True))
    except SmashUpError as refused:
        return str(refused)
    assert tuple(events) == log(), "another game was read"
    return ""


def attack_databases(chance: random.Random, folder: Path) -> Counter[str]:
    """A database, damaged over and over."""
    content = database(folder)
    counts: Counter[str] = Counter()
    try:
        refuse_transplant(folder, chance.random())
        refuse_changed_head(folder)
    except Exception as error:
        imports = "from tests.campaign.damage import refuse_changed_head, refuse_transplant"
        raise Fault(told(error), imports, "refuse_transplant(HERE)\n    refuse_changed_head(HERE)") from error
    for _ in range(DATABASES):
        bad = damaged(content, chance)
        try:
            counts["databases refused" if read_database(bad, folder) else "databases unharmed"] += 1
        except Exception as error:
            imports = "from tests.campaign.damage import read_database"
            call = "read_database((<bad.db>).read_bytes(), HERE)"
            raise Fault(told(error), imports, call, {"bad.db": bad}) from error
    return counts


def database(folder: Path) -> bytes:
    """A game, a branch of it, and a game that goes on."""
    file = folder / "sound.db"
    file.unlink(missing_ok=True)
    with open_store(file) as store:
        store.create(log(), id="whole", title="a title")
        store.branch("whole", 100, id="branch")
        store.create(unfinished(), id="open")
    return file.read_bytes()


def refuse_transplant(folder: Path, place: float = 0.5) -> None:
    """A row of the same place in another store, with another past, is refused although it is whole in itself."""
    database(folder)
    other = folder / "other.db"
    other.unlink(missing_ok=True)
    begun = log()[0]
    assert isinstance(begun, GameBegun)
    seats = tuple(msgspec.structs.replace(seat, name=seat.name[::-1]) for seat in begun.seats)
    with open_store(other) as store:
        store.create([msgspec.structs.replace(begun, seats=seats), *log()[1:]], id="whole", title="a title")
    with closing(sqlite3.connect(folder / "sound.db")) as connection, connection:
        connection.execute("ATTACH ? AS other", (str(other),))
        rows = "originator_id = 'whole' AND originator_version > 1"
        firsts = [
            first
            for (first,) in connection.execute(f"SELECT originator_version FROM main.smashup_batches WHERE {rows}")
        ]
        first = firsts[int(place * len(firsts))]
        row = f"originator_id = 'whole' AND originator_version = {first}"
        connection.execute(
            f"UPDATE main.smashup_batches SET state = (SELECT state FROM other.smashup_batches WHERE {row}) WHERE {row}"
        )
    assert read_database((folder / "sound.db").read_bytes(), folder), "a row with another past is read"


def refuse_changed_head(folder: Path) -> None:
    """A head that points at an earlier row, but has not its checksum, is refused: the game would read as a shorter one."""
    database(folder)
    with closing(sqlite3.connect(folder / "sound.db")) as connection, connection:
        row = "SELECT originator_version, topic, state FROM smashup_batches WHERE originator_id = 'open' LIMIT 1"
        earlier = head_of(*connection.execute(row).fetchone())
        (head,) = connection.execute("SELECT head FROM smashup_heads WHERE stream = 'open'").fetchone()
        changed = earlier.seal + head[len(earlier.seal) : 2 * len(earlier.seal)] + b"%d" % earlier.last
        connection.execute("UPDATE smashup_heads SET head = ? WHERE stream = 'open'", (changed,))
    assert read_database((folder / "sound.db").read_bytes(), folder), "a game reads as a shorter one"


def read_database(content: bytes, folder: Path) -> str:
    """The sentence with which a damaged database is refused; if it is not, the games must be the same."""
    file = folder / "damaged.db"
    for name in (file.name, f"{file.name}-wal", f"{file.name}-shm"):
        (folder / name).unlink(missing_ok=True)
    file.write_bytes(content)
    try:
        with open_store(file) as store:
            games = {info.id: (info.title, info.events) for info in store.games()}
            for damage in store.damage:
                raise damage
            logs = {game: tuple(store.read(game)) for game in games}
    except SmashUpError as refused:
        return str(refused)
    assert games == {"whole": ("a title", len(log())), "branch": ("", 100), "open": ("", len(unfinished()))}, (
        f"other games are listed: {games}"
    )
    assert logs == {"whole": log(), "branch": log()[:100], "open": unfinished()}, "another game was read"
    return ""
