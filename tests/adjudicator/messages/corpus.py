"""A conversation with the engine: a few hundred messages of every kind, right and wrong, with the replies they get."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from adjudicator.bundled import SCENARIOS
from adjudicator.messages import Engine
from adjudicator.messages.documentation import EXAMPLES, SITUATION, sent

FILES = 30
MALFORMED = [
    b"",
    b"{",
    b"[]",
    b'{"op":"nothing"}',
    b'{"op":"rule"}',
    b'{"op":"rule","situation":[]}',
    b'{"op":"rule","situation":{},"more":1}',
    b'{"op":"read","text":3}',
    b'{"op":"read","text":"title = "}',
    b'{"op":"read","text":"Tortuga: Ana Leprechan"}',
    b'{"op":"go","game":{"seats":[],"factions":[],"edition":"EMD","seed":1,"bots":[]}}',
    b'{"op":"open","text":"not a game"}',
    b'{"op":"find","question":"ties","kinds":["spell"]}',
    b'{"op":"hello"}\xff',
    b"[" * 5_000,
]


def said(engine: Engine, op: str, **values: Any) -> tuple[bytes, bytes]:
    """Send a message; return it with its reply."""
    message = json.dumps({"op": op, **values}).encode()
    return message, engine.reply(message)


@cache
def conversation() -> tuple[tuple[bytes, bytes], ...]:
    """Return messages and what the engine in this process replies; the conversation is held once."""
    engine = Engine()
    found = [(message, engine.reply(message)) for message in (*map(sent, EXAMPLES), *MALFORMED)]
    files = sorted(SCENARIOS.rglob("*.toml"))
    for file in files[:: len(files) // FILES][:FILES]:
        found.append(said(engine, "read", text=file.read_text(encoding="utf-8")))
        situation = json.loads(found[-1][1])["ok"]["situation"]
        found += [
            said(engine, "text", situation=situation),
            said(engine, "rule", situation=situation),
            said(engine, "answer", situation=situation, edition="EMD", picks=[0]),
            said(engine, "frame", situation=situation, edition="MS", position=20),
            said(engine, "why", situation=situation, edition="EMD", seat="Ana", does="play Bear Hug"),
        ]
    for seed in range(3):
        found.append(said(engine, "new", seats=["You", "A", "B"], bots=["", "random", "greedy"], seed=seed))
        for _ in range(10):
            now = json.loads(found[-1][1])["ok"]
            decision = now["frame"]["decision"]
            picks = list(range(decision.get("least", 0)))
            found.append(said(engine, "go", game=now["game"], picks=picks, since=now["frame"]["position"]))
        game = json.loads(found[-1][1])["ok"]["game"]
        found += [said(engine, "hint", game=game), said(engine, "take", game=game)]
    found += [said(engine, "explore", situation=SITUATION, edition=book, positions=200) for book in ("AL9K", "EMD")]
    found += [
        said(engine, "find", question=words) for words in ("does cut lass kill a buccaneer?", "stasis", "zzz", "")
    ]
    return tuple(found)
