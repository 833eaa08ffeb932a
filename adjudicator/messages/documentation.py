"""Writes docs/MESSAGES.md: every message with an example and its reply, made by the engine itself.

python -m adjudicator.messages.documentation > docs/MESSAGES.md
"""

from __future__ import annotations

import inspect
import json
import sys
from typing import Any, get_args

import msgspec
from msgspec.inspect import StructType, type_info

from adjudicator.bundled import GAMES
from adjudicator.messages import LONGEST_MESSAGE, VERSION, AnyMessage, Engine
from adjudicator.messages.model import MOST_ANSWERS, MOST_POSITIONS, MOST_SECONDS

SITUATION: dict[str, Any] = {
    "title": "Bear Hug and Haunting",
    "seats": ["Ana", "Ben"],
    "base": [{"card": "Tortuga", "minions": {"Ana": ["Cub Scout"], "Ben": ["Haunting"]}}],
    "player": {"Ana": {"hand": ["Bear Hug"]}, "Ben": {"hand": ["Make Contact"]}},
}
PLAYED = {**SITUATION, "step": [{"seat": "Ana", "does": "play Bear Hug"}]}
BEGUN: dict[str, Any] = {
    "seats": ["You", "Greedy"],
    "factions": [["aliens", "pirates"], ["ninjas", "robots"]],
    "edition": "EMD",
    "seed": 7,
    "bots": ["", "greedy"],
}
GAME_FILE = "<text of a game file>"

EXAMPLES: dict[str, dict[str, Any]] = {
    "hello": {},
    "cards": {},
    "read": {"text": "Tortuga: Ana Cub Scout; Ben Haunting | Ana hand: Bear Hug"},
    "text": {"situation": SITUATION},
    "rule": {"situation": PLAYED, "editions": ["MS", "EMD"]},
    "answer": {"situation": SITUATION, "edition": "EMD", "picks": [0]},
    "why": {"situation": SITUATION, "edition": "EMD", "seat": "Ana", "does": "use Haunting"},
    "explore": {"situation": SITUATION, "edition": "EMD", "goal": "Ana wins Tortuga"},
    "may": {"situation": SITUATION, "edition": "EMD", "deed": "Ana: destroy Haunting with Bear Hug"},
    "frame": {"situation": PLAYED, "edition": "EMD", "position": 30},
    "new": {"seats": ["You", "Greedy"], "bots": ["", "greedy"], "factions": BEGUN["factions"], "seed": 7},
    "go": {"game": BEGUN},
    "hint": {"game": BEGUN},
    "open": {"text": GAME_FILE, "position": 40},
    "story": {"text": GAME_FILE, "first": 35, "last": 40},
    "save": {"game": BEGUN, "created": "2026-01-31T12:00:00Z", "title": "You against Greedy"},
    "record": {
        "text": "edition EMD\nplayer Ana: Ghosts, Robots\nplayer Ben: Pirates, Bear Cavalry\nfirst Ana\n"
        "bases The Grey Opal, Mushroom Kingdom, Rhodes Plaza Mall\nturn 1: Ana\nplay Hoverbot at Mushroom\n"
        "Ana reveals Haunting\nchoose Haunting\nchoose Mushroom\nturn 2: Ben\n",
        "created": "2026-01-31T12:00:00Z",
        "title": "Friday night",
    },
    "take": {"text": GAME_FILE, "position": 40},
    "find": {"question": "what if two players tie for first", "most": 2},
}


def sent(op: str) -> bytes:
    """Return an example as it is sent, with the text of a real game file if it needs one."""
    values = dict(EXAMPLES[op])
    if values.get("text") == GAME_FILE:
        values["text"] = smallest_game()
    return msgspec.json.encode({"op": op, **values})


def smallest_game() -> str:
    """Return the shortest bundled game."""
    return min((file.read_text(encoding="utf-8") for file in sorted(GAMES.glob("*.jsonl"))), key=len)


def shortened(value: Any, depth: int = 0) -> Any:
    """Cut a reply down to what shows its shape."""
    if isinstance(value, dict):
        most = 8 if depth < 3 else 4
        # A fingerprint is another one after every change of the rules.
        items = [(key, "…" if key == "fingerprint" else item) for key, item in value.items()]
        if len(items) > 30:
            most = 2  # for a dictionary, two entries are enough
        kept = {key: shortened(item, depth + 1) for key, item in items[:most]}
        return kept if len(items) <= most else {**kept, "…": "…"}
    if isinstance(value, list):
        if depth > 4 and any(isinstance(item, dict | list) for item in value):
            return ["…"]
        first = [shortened(item, depth + 1) for item in value[:2]]
        return first if len(value) <= 2 else [*first, "…"]
    if isinstance(value, str) and len(value) > 120:
        return f"{value[:110]}…"
    return value


def document() -> str:
    """Return the text of docs/MESSAGES.md."""
    parts = [
        f"""# Messages

Everything the analysis board knows comes from JSON messages, and any program may send them too. One message goes in, one
reply comes out. The same code answers in three places:

- in a browser: a Web Worker (`adjudicator/web/static/board/worker.js`);
- on a server: `POST /engine` of `smashup serve`, one message per request;
- in Python: `adjudicator.messages.Engine().reply(message: bytes) -> bytes`.

A message is an object with the key `op`, which names it, and the keys listed below. A reply is `{{"ok": …}}` or
`{{"error": {{"sentence": …, "path": […], "line": …}}}}`. The sentence can be shown to a reader as it is. `path` leads to the
key of a situation that is wrong, such as `["base", 0, "minions", "Ben", 1]`, and `line` to the line of a text.

Messages hold everything their reply depends on. A situation is a scenario (docs/SCENARIOS.md) as JSON; its steps are the
answers so far. A game against bots is described by its start and every answer since. The engine may forget everything between
two messages: it keeps live games only to save time.

This is version {VERSION}. Unknown keys and unknown messages are errors. JSON Schema for all messages:
`python -c "import json; from adjudicator.messages.model import schema; print(json.dumps(schema()))"`.

Limits: a message has at most {LONGEST_MESSAGE:,} bytes and a game at most {MOST_ANSWERS:,} answers. `explore` and `may` look at no more
than {MOST_POSITIONS:,} positions and stop after {MOST_SECONDS:g} seconds.

Long replies are shortened below, marked with `…`. This page is generated:
`python -m adjudicator.messages.documentation > docs/MESSAGES.md`.
"""
    ]
    engine = Engine()
    for message in get_args(AnyMessage):
        described = type_info(message)
        assert isinstance(described, StructType)
        op = str(described.tag)
        parts.append(f"\n## {op}\n\n{message.__doc__}\n")
        if described.fields:
            parts += ["\n| key | type | default |\n|---|---|---|\n"]
            types = {
                name: kind for base in reversed(message.__mro__) for name, kind in inspect.get_annotations(base).items()
            }
            for field in described.fields:
                default = "" if field.required else f"`{json.dumps(msgspec.to_builtins(field.default))}`"
                kind = str(types[field.name]).replace("|", "\\|")
                parts.append(f"| `{field.name}` | `{kind}` | {default} |\n")
        example = json.dumps({"op": op, **EXAMPLES[op]}, ensure_ascii=False)
        reply = shortened(json.loads(engine.reply(sent(op))))
        parts.append(f"\n```json\n{example}\n```\n\n```json\n{json.dumps(reply, ensure_ascii=False, indent=2)}\n```\n")
    return "".join(parts)


if __name__ == "__main__":
    sys.stdout.write(document())
