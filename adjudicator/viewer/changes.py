"""What changes from one frame to the next, and a frame changed so.

A frame is plain JSON. A change is `[path, value]`, or `[path]` where something is no longer there; a path is keys and
places in lists with "/" between them. Lists of numbers or words change as a whole: they are short.

    for (const [path, ...value] of changes) {
      const keys = path.split("/"), last = keys.pop();
      const at = keys.reduce((here, key) => here[key], frame);
      if (value.length) at[last] = value[0]; else delete at[last];
    }
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy
from typing import Any

import msgspec

from adjudicator.viewer.model import Frame

Plain = dict[str, Any]
Change = list[Any]


def plain(frame: Frame) -> Plain:
    """Return a frame in the form it has in JSON."""
    facts: Plain = msgspec.json.decode(msgspec.json.encode(frame))
    return facts


def changes(before: Plain, after: Plain) -> list[Change]:
    """Return everything that must change in one frame to make the other."""
    return list(_of_objects(before, after, ""))


def changed(frame: Plain, differences: Iterable[Change]) -> Plain:
    """Return a copy of the frame with these changes."""
    frame = deepcopy(frame)
    for path, *value in differences:
        *keys, last = path.split("/")
        here: Any = frame
        for key in keys:
            here = here[int(key) if isinstance(here, list) else key]
        if not value:
            del here[last]
        else:
            here[int(last) if isinstance(here, list) else last] = deepcopy(value[0])
    return frame


def _of_objects(before: Plain, after: Plain, within: str) -> Iterator[Change]:
    for key in before:
        if key not in after:
            yield [f"{within}{key}"]
    for key, value in after.items():
        if key not in before:
            yield [f"{within}{key}", value]
        elif value != before[key]:
            yield from _of_values(before[key], value, f"{within}{key}")


def _of_values(before: Any, after: Any, path: str) -> Iterator[Change]:
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _of_objects(before, after, f"{path}/")
    elif _objects(before) and _objects(after) and len(before) == len(after):
        for index, (old, other) in enumerate(zip(before, after, strict=True)):
            yield from _of_objects(old, other, f"{path}/{index}/")
    else:
        yield [path, after]


def _objects(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)
