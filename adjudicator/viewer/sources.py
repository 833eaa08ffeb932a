"""Sources of games to look at: the store, a file, a scenario's run."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from adjudicator.games.branch_tree import grown, leaving_from
from adjudicator.scenarios import Outcome
from adjudicator.viewer.model import Branch
from adjudicator.viewer.replay import Replay
from events.catalogue import GameInfo
from events.errors import StoreDamaged
from events.files import Header, game_of, read_game
from events.store import Store
from events.vocabulary import Event, GameBegun
from projections.table import fold


def stored(
    store: Store, game: str, viewer: str = "all", *, first: int = 1, upto: int | None = None
) -> tuple[Replay, StoreDamaged | None]:
    """Return a stored game with its branch tree, as far as it can be read, and the damage that stopped the reading.

    `first` and `upto`: the first and last position to show, if not all.
    """
    info = store.info(game)
    log, damage = store.read_sound(info.id)
    tree = tuple(_named(store, branch) for branch in tree_of(store.tree(info.id), info.id))
    return Replay(info, log[:upto], viewer, first=max(1, min(first, len(log))), tree=tree), damage


def _named(store: Store, branch: Branch) -> Branch:
    """Return a branch with the decision at which it leaves."""
    if not branch.at or branch.title:
        return branch
    try:
        log = store.read(branch.id, branch.at + 1)
    except StoreDamaged:
        return branch
    line = Replay(store.info(branch.id), log).line(branch.at + 1) if len(log) > branch.at else None
    return msgspec.structs.replace(branch, decided=line.text if line else "")


def from_file(path: Path, viewer: str = "all") -> Replay:
    """Return the game in a file."""
    return _recorded(*read_game(path), viewer)


def from_text(text: str | bytes, viewer: str = "all", name: str = "the file") -> Replay:
    """Return the game in the text of a game file, which need not be on a disk. `name` is its name in error messages."""
    lines = (text.encode() if isinstance(text, str) else text).splitlines(keepends=True)
    return _recorded(*game_of(lines, name), viewer)


def _recorded(header: Header, log: Sequence[Event], viewer: str) -> Replay:
    info = GameInfo(
        id=header.game,
        title=header.title,
        comment=header.comment,
        edition=header.edition,
        seats=header.seats,
        created=header.created,
        seed=header.seed,
        parent=header.parent,
        copied=True,
        events=len(log),
    )
    return Replay(info, log, viewer)


def of_scenario(outcome: Outcome, id: str, viewer: str = "all") -> Replay:
    """Return a scenario's run from where its table is set, with its steps marked and its own names for cards."""
    log = outcome.log[: outcome.game.table.position]
    begun = log[0]
    assert isinstance(begun, GameBegun)
    info = GameInfo(
        id=id,
        title=outcome.scenario.title,
        comment="",
        edition=outcome.edition,
        seats=begun.seats,
        created=datetime.now(UTC),
        seed=None,
        parent=None,
        copied=False,
        events=len(log),
    )
    called = outcome.names.own_names(fold(log[: outcome.set_up]))
    marks: dict[int, str] = {}
    for taken in outcome.steps:  # a refused step begins where the next one does
        before = f"{marks[taken.start]}; " if taken.start in marks else ""
        marks[taken.start] = f"{before}{taken.number}. {taken.step}"
    return Replay(info, log, viewer, called=called, marks=marks, first=outcome.set_up)


def tree_of(games: list[GameInfo], game: str) -> tuple[Branch, ...]:
    """Return the game from which this one comes, with all branches."""
    known = {info.id: info for info in games}
    root = known[game]
    while root.reads_from is not None:
        root = known[root.reads_from.game]
    return tuple(_branch(info, depth) for depth, info in grown(root, leaving_from(games)))


def _branch(info: GameInfo, depth: int) -> Branch:
    origin, result = info.reads_from, info.result
    return Branch(
        id=info.id,
        title=info.title,
        depth=depth,
        leaves=origin.game if origin else "",
        at=origin.position if origin else 0,
        events=info.events,
        winners=tuple(info.seats[seat].name for seat in result.seats) if result else (),
    )
