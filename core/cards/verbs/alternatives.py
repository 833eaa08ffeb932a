"""Abilities that say OR: their player chooses one part, or two in order where a card permits it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations

from core.engine.choices import choose_mode
from core.engine.index import Instance
from core.engine.resolving import use_of
from core.engine.use import Me
from core.printed.definitions import Steps


def choose_parts(me: Me, about: str, parts: Mapping[str, bool], *, optional: bool = False) -> Steps[list[str]]:
    """Ask which part of an ability that says OR is done: these parts in words, and whether each can be done now. Returns
    the part, or two of them in order where a card lets the player use both; nothing if declined or impossible."""
    open_ = [part for part, possible in parts.items() if possible]
    if not open_:
        return []
    permission = _both_parts(me)
    if permission is None:
        mode = yield from choose_mode(me, about, open_, optional=optional)
        return [mode] if mode else []
    ways = {part: [part] for part in open_}
    ways |= {f"{one} and then {other}": [one, other] for one, other in permutations(parts, 2) if one in open_}
    chosen = ways.get((yield from choose_mode(me, about, [*ways], optional=optional)), [])
    if len(chosen) > 1:
        me.game.note("reading.says-or", *(["reading.both-of-three"] if len(parts) > 2 else []))
        me.game.record(use_of(me.game, permission, me.you))
    return chosen


def _both_parts(me: Me) -> Instance | None:
    """Return the ability that lets the player use both parts of an ability that says OR, or None."""
    permitting = me.game.index.hooks.get("both-parts", ())
    return next((instance for instance in permitting if instance.ability.function(instance, me.you)), None)
