"""A game as one JSON document: the first frame, the changes at each position, the story, the texts, and where to stop.

It contains every card and every rule once. It contains nothing that the viewer may not know, no seed, and no event.
"""

from __future__ import annotations

import msgspec

from adjudicator.games.narration import ALL
from adjudicator.viewer.changes import Plain, changed, changes, plain
from adjudicator.viewer.model import Branch, StoryLine, Texts
from adjudicator.viewer.replay import Replay
from projections.history import Stop


class Document(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A game as one document (see the module)."""

    game: str
    title: str
    edition: str
    viewer: str
    players: tuple[str, ...]
    first: Plain  # the frame to begin with
    changes: list[msgspec.Raw]  # … and what changes at each position after it: lists of `Change` in JSON
    lines: list[StoryLine]
    texts: Texts
    stops: dict[str, list[int]]  # turns, phases, decisions and scorings, by position
    marks: dict[str, str] = {}  # a scenario's steps, by the position after which each begins
    tree: tuple[Branch, ...] = ()


def document(replay: Replay) -> Document:
    """Return the whole game, built in one pass: only two frames are in memory at a time, and each step's changes as
    bytes."""
    frames = replay.frames()
    frame = next(frames)
    start = before = plain(frame)
    cards = frame.card_ids()
    steps = []
    for frame in frames:
        after = plain(frame)
        steps.append(msgspec.Raw(msgspec.json.encode(changes(before, after))))
        cards |= frame.card_ids()
        before = after
    first = replay.first
    return Document(
        game=replay.info.id,
        title=replay.info.title,
        edition=replay.info.edition,
        viewer=replay.viewer,
        players=tuple(seat.name for seat in replay.info.seats),
        first=start,
        changes=steps,
        lines=[line for line in replay.lines if line.position >= first],
        texts=replay.texts(cards),
        stops={
            stop.value: [at for at in replay.history.stops(stop) if at >= first]
            for stop in Stop
            if stop is not Stop.EVENT
        },
        marks={str(position): step for position, step in replay.marks.items()},
        tree=replay.tree if replay.viewer == ALL else (),
    )


def encoded(replay: Replay) -> bytes:
    """Return the document as JSON."""
    return msgspec.json.encode(document(replay))


def cut_document(text: bytes, first: int) -> bytes:
    """Return an encoded document from a later position on, for a viewer who starts there."""
    whole = msgspec.json.decode(text)
    start = whole["first"]["position"]
    count = max(0, min(first - start, len(whole["changes"])))
    first = start + count
    whole["first"] = changed(whole["first"], (change for step in whole["changes"][:count] for change in step))
    whole["changes"] = whole["changes"][count:]
    whole["lines"] = [line for line in whole["lines"] if line["position"] >= first]
    whole["stops"] = {stop: [at for at in positions if at >= first] for stop, positions in whole["stops"].items()}
    return msgspec.json.encode(whole)
