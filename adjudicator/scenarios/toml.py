"""Writes TOML: only as much of it as a scenario needs, laid out the way a person would."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

_BARE = re.compile(r"[A-Za-z0-9_-]+")
WIDTH = 110


def key(name: str) -> str:
    """Return a key, quoted if necessary."""
    return name if _BARE.fullmatch(name) else _quoted(name)


def _quoted(text: str) -> str:
    """Return a string on one line. TOML requires one escape that JSON does not."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def value(content: object) -> str:
    """Return a value on one line."""
    if isinstance(content, bool):
        return "true" if content else "false"
    if isinstance(content, int):
        return str(content)
    if isinstance(content, str):
        return _quoted(content)
    if isinstance(content, Mapping):
        inside = ", ".join(f"{key(str(name))} = {value(item)}" for name, item in content.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(content, Sequence):
        return f"[{', '.join(value(item) for item in content)}]"
    raise TypeError(f"no TOML for {content!r}")


def line(name: str, content: object) -> str:
    """Return a key and its value. A long list takes one line for each element."""
    whole = f"{key(name)} = {value(content)}"
    if len(whole) <= WIDTH or isinstance(content, (str, Mapping)) or not isinstance(content, Sequence):
        return whole
    inside = "".join(f"    {value(item)},\n" for item in content)
    return f"{key(name)} = [\n{inside}]"


def table(header: str, content: Mapping[str, object]) -> str:
    """Return a table with its header."""
    return "\n".join([header, *(line(name, item) for name, item in content.items())])
