"""Replays for a browser: a game as one self-contained file, and a ruling's runs to step through.

The browser receives documents of the view model (adjudicator/viewer), compressed, and draws nothing else.
"""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any

import msgspec

from adjudicator.games.narration import ALL, NOBODY
from adjudicator.scenarios import Outcome
from adjudicator.viewer.document import Document, document, encoded
from adjudicator.viewer.replay import Replay, rule_text
from adjudicator.viewer.sources import of_scenario, stored
from core.printed.editions import EDITIONS
from events.files import write_whole
from events.store import Store

STATIC = Path(__file__).parent / "static"

_BEGIN = """
const packed = [...document.querySelectorAll("script[data-eyes]")];
const seen = (id) => smashup.unpacked(packed.find((one) => one.dataset.eyes === id).textContent);
const eyes = packed.length > 1 && { names: packed.map((one) => [one.dataset.eyes, one.dataset.words]), now: packed[0].dataset.eyes, look: seen };
seen(packed[0].dataset.eyes).then((game) => {
  new smashup.Viewer(document.getElementById("viewer"), { "": game }, { eyes: eyes || null });
});
"""

_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; {policy}; base-uri 'none'">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
<h1>{title}</h1>
<p class="facts">{about}</p>
<div id="viewer"><noscript>The viewer needs JavaScript.</noscript></div>
</main>
{games}
<script>{script}</script>
</body>
</html>
"""


def packed(text: bytes) -> str:
    """Return bytes in the form that a browser unpacks."""
    return base64.b64encode(zlib.compress(text, 9)).decode()


# --- a game ---------------------------------------------------------------------------------------------------------


def export_page(
    store: Store, game: str, path: Path, *, viewer: str = "all", upto: int | None = None, overwrite: bool = False
) -> None:
    """Write a stored game, or its beginning, as a page."""
    replay, damage = stored(store, game, viewer, upto=upto)
    if damage is not None:
        raise damage
    write_whole(path, [page(replay).encode()], overwrite=overwrite)


def page(replay: Replay) -> str:
    """Return a game as a self-contained page. Only its own script can run there."""
    info = replay.info
    names = ", ".join(seat.name for seat in info.seats)
    style = "".join((STATIC / name).read_text(encoding="utf-8") for name in ("style.css", "viewer.css"))
    script = (STATIC / "viewer.js").read_text(encoding="utf-8") + _BEGIN
    seen = {"all": "everything is shown", "nobody": "as a spectator sees it"}
    return _PAGE.format(
        policy=f"script-src {_hash(script)}; style-src {_hash(style)}",
        title=escape(info.title or f"{names}: game {info.id}"),
        about=escape(
            f"{names} · {EDITIONS[info.edition].title} ({info.edition}) · "
            f"{seen.get(replay.viewer.lower(), f'as {replay.viewer} sees it')}"
        ),
        style=style,
        games="\n".join(_packed_game(replay, *seen_by) for seen_by in viewers_of(replay)),
        script=script,
    )


def _packed_game(replay: Replay, viewer: str, words: str) -> str:
    """Return an element with a game as one viewer sees it. The viewer shown first has the id `game`."""
    shown = replay if viewer == replay.viewer else replay.seen_by(viewer)
    id = ' id="game"' if shown is replay else ""
    data = f'data-eyes="{escape(viewer)}" data-words="{escape(words)}"'
    return f'<script type="text/plain" {data}{id}>{packed(encoded(shown))}</script>'


def viewers_of(replay: Replay) -> list[tuple[str, str]]:
    """Return the viewers that a page offers: a page with all hands offers everybody, others only their own viewer."""
    if replay.viewer != ALL or any(seat.made_up for seat in replay.info.seats):
        return [(replay.viewer, replay.viewer)]
    return [(ALL, "Everything"), (NOBODY, "Spectator"), *((seat.name, seat.name) for seat in replay.info.seats)]


def _hash(text: str) -> str:
    """Return the hash by which a browser recognizes our own script."""
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"


# --- a ruling -------------------------------------------------------------------------------------------------------


def runs(outcomes: Iterable[Outcome], name: str) -> dict[str, Any]:
    """Return a scenario's runs as documents. Editions in which the same is seen share one, but not their rule texts."""
    documents: dict[bytes, Document] = {}
    editions: dict[str, Any] = {}
    for outcome in outcomes:
        edition = outcome.edition
        made = document(of_scenario(outcome, name))
        seen = msgspec.json.encode((made.first, made.changes, made.lines))
        shared = documents.setdefault(seen, made)
        rules = {id: rule_text(id, edition) for id in shared.texts.rules}
        editions[edition] = {"document": list(documents).index(seen), "rules": rules}
    return {"documents": list(documents.values()), "editions": editions}


def runs_script(outcomes: Iterable[Outcome], name: str) -> str:
    """Return the same as a script, which a page opened from a file may load."""
    return f'window.smashupRuns = "{packed(msgspec.json.encode(runs(outcomes, name)))}";\n'
