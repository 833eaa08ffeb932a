from pathlib import Path

import msgspec
import pytest
from hypothesis import given

from events.errors import UnreadableEvent
from events.versions import EVENTS, Codec, decode, encode
from events.vocabulary import EVENT_TYPES, Event, Moved, Shuffled, tag_of
from tests.events.golden import GoldenLine, golden_files, golden_line, newest, spelled_out
from tests.events.samples import all_fixed_events, any_event

# --- golden files: what has been stored once must load forever ------------------------------------------------------


@pytest.mark.parametrize("file", golden_files(), ids=lambda file: file.name)
def test_every_golden_event_loads_and_means_what_it_meant(file: Path) -> None:
    for line in file.read_bytes().splitlines():
        golden = msgspec.json.decode(line, type=GoldenLine)
        event = decode(golden.topic, bytes(golden.event))
        if EVENTS.is_current(golden.topic):
            assert spelled_out(event) == golden.means, golden.topic
            assert encode(event) == (golden.topic, bytes(golden.event))


def test_the_newest_golden_file_has_every_event_type_as_it_is_stored_today() -> None:
    lines = newest().read_bytes().splitlines()
    assert lines == [golden_line(event) for event in all_fixed_events()], (
        "an event type has changed: add an upcaster (events/versions.py) and a golden file (tests/events/golden.py)"
    )


# --- round trips ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("event", all_fixed_events(), ids=tag_of)
def test_every_type_comes_back_as_it_went(event: Event) -> None:
    back = decode(*encode(event))
    assert back == event
    assert type(back) is type(event)
    assert hash(back) == hash(event), "tuples must not come back as lists"


@given(any_event())
def test_any_event_comes_back_as_it_went(event: Event) -> None:
    assert decode(*encode(event)) == event


def test_the_topic_is_tag_and_version() -> None:
    topic, payload = encode(Shuffled(position=3, zone="deck", seat=0, order=(2, 1)))
    assert topic == "shuffled:1"
    assert payload == b'{"event":"shuffled","position":3,"zone":"deck","seat":0,"order":[2,1]}'


# --- upcasting ------------------------------------------------------------------------------------------------------


def codec_with_history() -> Codec[Event]:
    """As if Moved had had other fields twice: `target` instead of `site` in version 1, no `origin` in 1 and 2."""
    codec: Codec[Event] = Codec(EVENT_TYPES)

    @codec.upcasts("moved", since=1)
    def _(facts):
        return {("site" if name == "target" else name): value for name, value in facts.items()}

    @codec.upcasts("moved", since=2)
    def _(facts):
        return facts | {"origin": facts["site"] - 1}

    return codec


def test_old_versions_are_brought_up_to_date() -> None:
    codec = codec_with_history()
    moved = Moved(position=9, card=4, origin=1, site=2)
    assert codec.decode("moved:1", b'{"event":"moved","position":9,"card":4,"target":2}') == moved
    assert codec.decode("moved:2", b'{"event":"moved","position":9,"card":4,"site":2}') == moved
    assert codec.encode(moved)[0] == "moved:3"
    assert codec.decode(*codec.encode(moved)) == moved
    assert codec.encode(Shuffled(position=1, zone="deck", seat=0, order=()))[0] == "shuffled:1"


def test_upcasters_come_in_order_and_once() -> None:
    codec = codec_with_history()
    with pytest.raises(ValueError, match="since=3, not 1"):
        codec.upcasts("moved", since=1)(lambda facts: facts)


@pytest.mark.parametrize(
    ("topic", "payload", "reason"),
    [
        ("moved:4", b"{}", "newer version"),
        ("moved:0", b"{}", "no kind of event"),
        ("moved", b"{}", "no kind of event"),
        ("vanished:1", b"{}", "no kind of event"),
        (None, b"{}", "no kind of event"),
        ("moved:3", None, "the event 'moved:3' can't be read"),
        ("moved:3", b"", "the event 'moved:3' can't be read"),
        ("moved:3", b'{"event":"moved","position":"nine"}', "the event 'moved:3' can't be read"),
        ("moved:3", b'{"event":"shuffled","position":9}', "the event 'moved:3' can't be read"),
        ("moved:3", b'{"event":"moved","position":9,"rule":"\xff"}', "the event 'moved:3' can't be read"),
        ("moved:3", b'{"x":' + b"[" * 100_000, "the event 'moved:3' can't be read"),
        ("moved:1", b"[]", "the event 'moved:1' can't be read"),
        ("moved:1", b'{"event":"moved","position":9}', "lacks 'site'"),
    ],
)
def test_what_is_no_event_is_refused(topic, payload, reason) -> None:
    with pytest.raises(UnreadableEvent, match=reason):
        codec_with_history().decode(topic, payload)
