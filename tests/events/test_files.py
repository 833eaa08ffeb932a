from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from events.catalogue import Origin
from events.errors import BadGameFile, CannotWriteFile, GameExists
from events.files import Header, export_game, game_of, header_of, import_game, lines_of, read_game, write_game
from events.store import open_store
from events.versions import EVENTS, Codec
from events.vocabulary import EVENT_TYPES, Event
from tests.events.samples import SEATS, decision, opening, small_game

HEADER = Header(
    format="smashup-game",
    version=1,
    game="g7k2m9",
    edition="emd",
    seats=SEATS,
    created=datetime(2025, 11, 16, 20, 15, tzinfo=UTC),
)
LINES = tuple(lines_of(HEADER, small_game()))


def refusal(lines: list[bytes]) -> BadGameFile:
    with pytest.raises(BadGameFile) as caught:
        game_of(lines, "the file")
    assert len(str(caught.value).splitlines()) == 1
    return caught.value


# --- there and back -------------------------------------------------------------------------------------------------


def test_a_game_survives_the_way_through_a_file() -> None:
    assert game_of(LINES) == (HEADER, small_game())
    assert LINES[0].startswith(b'{"format":"smashup-game","version":1,"game":"g7k2m9","edition":"emd"')
    assert LINES[-1].startswith(b'{"events":20,"sum":"')


def test_export_and_import_are_exact_inverses(tmp_path: Path) -> None:
    with open_store(":memory:") as store, open_store(":memory:") as other:
        game = store.create(small_game(), title="Friday – “the” night", comment="with Béla", seed=3)
        branch = store.branch(game, 6, decision(6, card=9), title="what if", seed=2**64 - 1)
        deeper = store.branch(branch, 10, decision(10, card=8), comment="deeper")
        untitled = store.create(opening(scenario="Ties"), title="")
        for number, id in enumerate((game, branch, deeper, untitled)):
            first, second = tmp_path / f"{number}-first.jsonl", tmp_path / f"{number}-second.jsonl"
            export_game(store, id, first)
            assert import_game(other, first) == id
            assert other.read(id) == store.read(id)
            export_game(other, id, second)
            assert first.read_bytes() == second.read_bytes()
        assert other.info(branch).parent == Origin(game, 6)
        assert other.children(game) == [], "a branch that came by a file is complete and reads from nobody"
        assert store.info(game).result == other.info(game).result


def test_the_beginning_of_a_game_can_be_exported(tmp_path: Path) -> None:
    with open_store(":memory:") as store:
        game = store.create(small_game())
        export_game(store, game, tmp_path / "start.jsonl", upto=6)
        assert read_game(tmp_path / "start.jsonl") == (header_of(store.info(game)), opening())


def test_a_game_is_imported_under_its_own_or_another_id(tmp_path: Path) -> None:
    write_game(tmp_path / "game.jsonl", HEADER, small_game())
    with open_store(":memory:") as store:
        import_game(store, tmp_path / "game.jsonl")
        with pytest.raises(GameExists):
            import_game(store, tmp_path / "game.jsonl")
        assert import_game(store, tmp_path / "game.jsonl", id="copy") == "copy"
        assert store.read("copy") == store.read("g7k2m9") == small_game()


def test_old_versions_in_files_are_brought_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    newer: Codec[Event] = Codec(EVENT_TYPES)
    newer.upcasts("asked", since=1)(lambda facts: facts)
    newer.upcasts("game-begun", since=1)(lambda facts: facts)
    newer.upcasts("game-begun", since=2)(lambda facts: facts)

    @newer.upcasts("phase-began", since=1)
    def _(facts):
        return facts | {"phase": facts["phase"].upper()}

    monkeypatch.setattr("events.files.EVENTS", newer)
    events = game_of(LINES)[1]
    assert events[4].phase == "PLAY"  # type: ignore[attr-defined]
    assert events[:4] == small_game()[:4]
    rewritten = list(lines_of(HEADER, events))
    monkeypatch.setattr("events.files.EVENTS", EVENTS)
    assert "line 6: the event 'phase-began:2' was stored by a newer version" in str(refusal(rewritten))


# --- writing --------------------------------------------------------------------------------------------------------


def test_a_file_is_not_overwritten_unless_asked(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    write_game(file, HEADER, small_game())
    with pytest.raises(CannotWriteFile, match="the file already exists"):
        write_game(file, HEADER, opening())
    assert read_game(file) == (HEADER, small_game())
    write_game(file, HEADER, opening(), overwrite=True)
    assert read_game(file) == (HEADER, opening())


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    write_game(file, HEADER, opening())

    def interrupted():
        yield from small_game()[:9]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_game(file, HEADER, interrupted(), overwrite=True)
    assert read_game(file) == (HEADER, opening())
    assert [found.name for found in tmp_path.iterdir()] == ["game.jsonl"]
    with pytest.raises(CannotWriteFile, match="No such file or directory"):
        write_game(tmp_path / "nowhere" / "game.jsonl", HEADER, opening())


# --- files that are refused -----------------------------------------------------------------------------------------


def other_sum(line: bytes) -> bytes:
    return line[:-4] + (b'0"}\n' if line[-4:-3] != b"0" else b'1"}\n')


@pytest.mark.parametrize(
    ("lines", "line", "reason"),
    [
        ([], 1, "the file is empty"),
        ([b"1. e4 e5 2. Nf3\n"], 1, "not a Smash Up game file"),
        ([b'{"format":"other","version":1}\n'], 1, "not a Smash Up game file"),
        ([b"\xff\xfe\x00\x01"], 1, "not a Smash Up game file"),
        (
            [b'{"format":"smashup-game","version":2,"colour":"red"}\n'],
            1,
            "format version 2; this program knows up to 1",
        ),
        ([b'{"format":"smashup-game"}\n'], 1, "does not end with a checksum"),
        ([LINES[0].replace(b"g7k2m9", b"g7k2m8"), *LINES[1:]], 1, "was edited"),
        ([*LINES[:6], *LINES[7:]], 7, "event 7 stands where event 6 belongs"),
        ([*LINES[:6], LINES[5], *LINES[6:]], 7, "event 5 stands where event 6 belongs"),
        ([*LINES[:6], LINES[7], LINES[6], *LINES[8:]], 7, "event 7 stands where event 6 belongs"),
        ([*LINES[:6], LINES[6].replace(b'"seat":0', b'"seat":1'), *LINES[7:]], 7, "was edited"),
        ([*LINES[:6], other_sum(LINES[6]), *LINES[7:]], 7, "was edited"),
        ([*LINES[:6], b"\n", *LINES[6:]], 7, "does not end with a checksum"),
        ([line.replace(b"\n", b"\r\n") for line in LINES], 1, "does not end with a checksum"),
        (LINES[:-1], 22, "closing line is missing: the file was cut"),
        ([*LINES[:-2], LINES[-1]], 21, "closes after event 19, but lines are missing"),
        ([*LINES[:-1], LINES[-1][:-1]], 22, "is incomplete"),
        ([*LINES[:8], LINES[8][:40]], 9, "is incomplete"),
        ([*LINES, LINES[-1]], 23, "text after the closing line"),
        ([*LINES, *LINES], 23, "text after the closing line"),
        ([LINES[0], *list(lines_of(HEADER, opening()))[3:]], 2, "event 3 stands where event 1 belongs"),
    ],
)
def test_a_file_that_was_changed_is_refused_with_the_line(lines: list[bytes], line: int, reason: str) -> None:
    error = refusal(lines)
    assert error.line == line
    assert reason in str(error)


@pytest.mark.parametrize(
    ("header", "events", "line", "reason"),
    [
        (HEADER, [], 1, "not the beginning of a game"),
        (HEADER, decision(0), 1, "not the beginning of a game"),
        (HEADER, opening()[1:], 2, "event 2 stands where event 1 belongs"),
        (HEADER, opening() + decision(7), 8, "event 8 stands where event 7 belongs"),
        (HEADER, opening(edition="oops"), 1, "another edition"),
    ],
)
def test_a_well_formed_file_that_is_no_game_is_refused(header, events, line, reason) -> None:
    error = refusal(list(lines_of(header, events)))
    assert (error.line, reason in error.reason) == (line, True)


def test_a_line_with_more_than_was_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    encode = EVENTS._encode
    monkeypatch.setattr(EVENTS, "_encode", lambda event: encode(event)[:-1] + b',"colour":"red"}')
    lines = list(lines_of(HEADER, small_game()))
    monkeypatch.undo()
    assert "Object contains unknown field `colour`" in str(refusal(lines))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadGameFile, match=r"game.jsonl: No such file or directory\."):
        read_game(tmp_path / "game.jsonl")


# --- any damage at all ----------------------------------------------------------------------------------------------

WHOLE = b"".join(LINES)
NUMBER = st.integers(0, len(LINES) - 1)


def line_at(offset: int) -> int:
    return WHOLE[:offset].count(b"\n") + 1


@given(st.integers(0, len(WHOLE) - 1), st.integers(1, 255))
def test_any_changed_byte_is_found_in_its_line(offset: int, change: int) -> None:
    damaged = bytearray(WHOLE)
    damaged[offset] ^= change
    assert refusal(_lines(bytes(damaged))).line == line_at(offset)


@given(st.integers(0, len(WHOLE) - 1))
def test_any_cut_is_found_where_the_file_ends(length: int) -> None:
    assert refusal(_lines(WHOLE[:length])).line == line_at(length)


@given(NUMBER, NUMBER)
def test_any_repeated_line_is_found(number: int, place: int) -> None:
    error = refusal([*LINES[:place], LINES[number], *LINES[place:]])
    # Repeated right behind itself the line is the second of the two.
    assert error.line == (place + 2 if number == place else place + 1)


@given(NUMBER)
def test_any_missing_line_is_found(number: int) -> None:
    assert refusal([*LINES[:number], *LINES[number + 1 :]]).line == number + 1


@given(NUMBER, NUMBER)
def test_any_two_lines_exchanged_are_found(one: int, other: int) -> None:
    assume(one < other)
    lines = list(LINES)
    lines[one], lines[other] = lines[other], lines[one]
    assert refusal(lines).line == one + 1


@given(st.permutations(range(len(LINES))))
def test_any_other_order_is_found(order: list[int]) -> None:
    assume(order != sorted(order))
    first_wrong = next(place for place, number in enumerate(order) if place != number)
    assert refusal([LINES[number] for number in order]).line == first_wrong + 1


def _lines(data: bytes) -> list[bytes]:
    """As a file gives them: only \\n ends a line."""
    lines = data.split(b"\n")
    return [line + b"\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
