"""How events are encoded, and how old ones are upcast.

The stored form is a *topic* and a payload: `("moved:1", b'{"event":"moved","position":7,…}')`.

- The topic is the stable tag and the version of its fields. It is stored beside the payload, so one dictionary lookup
  finds the decoder and nothing is decoded twice.
- The payload is JSON keyed by name: the same bytes in a database, in a game file and in the golden files, legible
  everywhere.

A change is any field added, removed, renamed or of another type, and any other default, because defaults are not
stored. The same holds for what an event contains (a question, a pick, a seat). Each change takes one upcaster at the
end of this module,

    @upcasts("moved", since=1)
    def _(facts: Facts) -> Facts:
        return facts | {"origin": 0}

which makes version 2 the current one, and a new golden file (see `tests/events/golden.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, Generic, TypeVar, Union

import msgspec

from events.errors import UnreadableEvent
from events.vocabulary import EVENT_TYPES, Event

Facts = dict[str, Any]
Upcaster = Callable[[Facts], Facts]
S = TypeVar("S", bound=msgspec.Struct)

# msgspec's own errors, invalid UTF-8 (a ValueError), something other than bytes, unlimited nesting.
_MALFORMED = (msgspec.MsgspecError, ValueError, TypeError, RecursionError)


class Codec(Generic[S]):
    """Encodes the current version of each of these tagged types, and decodes all versions."""

    def __init__(self, kinds: Iterable[type[S]]) -> None:
        self._encode = msgspec.json.Encoder().encode
        self._kinds = {str(kind.__struct_config__.tag): kind for kind in kinds}
        self._upcasters: dict[str, list[Upcaster]] = {tag: [] for tag in self._kinds}
        self._topics: dict[type[S], str] = {}
        self._decoders: dict[str, Callable[[bytes], S]] = {}  # created on first use
        # By current topic, without and with a cause: how an event without a position begins in an array.
        self.openings: dict[str, str] = {}
        for tag in self._kinds:
            self._make_current(tag)

    def _make_current(self, tag: str) -> None:
        kind = self._kinds[tag]
        before = self._topics.get(kind, "")
        self._decoders.pop(before, None)
        for old in (before, f"{before}<"):
            self.openings.pop(old, None)
        topic = self._topics[kind] = f"{tag}:{self.version(tag)}"
        self.openings[topic] = f',{{"{kind.__struct_config__.tag_field}":"{tag}","position":0'
        self.openings[f"{topic}<"] = f'{self.openings[topic]},"cause":'

    def version(self, tag: str) -> int:
        """Return the current version: the number of upcasters plus one, so the two cannot disagree."""
        return 1 + len(self._upcasters[tag])

    def upcasts(self, tag: str, *, since: int) -> Callable[[Upcaster], Upcaster]:
        """Register a function that turns the plain facts of version `since` into those of the next version."""

        def declare(upcaster: Upcaster) -> Upcaster:
            if since != self.version(tag):
                raise ValueError(f"the next upcaster of {tag} is since={self.version(tag)}, not {since}")
            self._upcasters[tag].append(upcaster)
            self._make_current(tag)
            return upcaster

        return declare

    def encode(self, event: S) -> tuple[str, bytes]:
        """Return the topic and payload of an event."""
        return self._topics[type(event)], self._encode(event)

    def decode(self, topic: str, payload: bytes) -> S:
        """Return the event, upcast if it is old. Raises `UnreadableEvent`."""
        decoder = self._decoders.get(topic)
        try:
            if decoder is None and self.is_current(topic):
                decoder = self._decoders[topic] = msgspec.json.Decoder(self._kinds[topic.partition(":")[0]]).decode
            return decoder(payload) if decoder else self._upcast(topic, payload)
        except _MALFORMED as error:
            raise UnreadableEvent(f"the event {topic!r} can't be read: {error}") from error

    def is_current(self, topic: str) -> bool:
        """Return whether events are stored under this topic today."""
        return topic in self.openings and not topic.endswith("<")

    @cached_property
    def decode_array(self) -> Callable[[str], list[S]]:
        """Return a decoder for arrays of events in their current versions; it raises msgspec's own errors."""
        return msgspec.json.Decoder(list[Union[tuple(self._kinds.values())]]).decode  # type: ignore[misc]  # noqa: UP007

    def _upcast(self, topic: str, payload: bytes) -> S:
        tag, _, version = str(topic).partition(":")
        if tag not in self._kinds or not version.isdecimal() or int(version) < 1:
            raise UnreadableEvent(f"there is no kind of event called {topic!r}")
        if int(version) > self.version(tag):
            raise UnreadableEvent(f"the event {topic!r} was stored by a newer version of this program")
        facts = msgspec.json.decode(payload, type=Facts)
        for upcaster in self._upcasters[tag][int(version) - 1 :]:
            try:
                facts = upcaster(facts)
            except LookupError as missing:
                raise UnreadableEvent(f"the event {topic!r} lacks {missing}") from missing
        return msgspec.convert(facts, self._kinds[tag])


EVENTS: Codec[Event] = Codec(EVENT_TYPES)

encode = EVENTS.encode
decode = EVENTS.decode
upcasts = EVENTS.upcasts

# Upcasters, oldest first.


@upcasts("asked", since=1)
def _(facts: Facts) -> Facts:
    return facts  # questions about cards can now say that an extra play waits; none did before


@upcasts("stasis-changed", since=1)
def _(facts: Facts) -> Facts:
    return facts  # the number of counters left was not recorded


@upcasts("taken", since=1)
def _(facts: Facts) -> Facts:
    return facts  # no card changed its owner


@upcasts("game-begun", since=1)
def _(facts: Facts) -> Facts:
    return facts  # no seat's hidden cards were made up


@upcasts("stasis-entered", since=1)
def _(facts: Facts) -> Facts:
    return facts  # nothing went with the card


@upcasts("control-changed", since=1)
def _(facts: Facts) -> Facts:
    return facts  # nobody took control for a time


@upcasts("game-begun", since=2)
def _(facts: Facts) -> Facts:
    return facts  # players could bring nothing then
