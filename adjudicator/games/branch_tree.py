"""Trees of games and their branches."""

from __future__ import annotations

from events.catalogue import GameInfo

DEEPEST = 12
"""Maximum depth of the drawn tree. Deeper branches are listed at this depth, each with the game it leaves."""

BranchTree = list[tuple[int, GameInfo]]
"""A game and all its branches in tree order, each with its depth."""


def leaving_from(listed: list[GameInfo]) -> dict[str, list[GameInfo]]:
    """Return the branches of each game, ordered by position."""
    branches: dict[str, list[GameInfo]] = {}
    for info in sorted(listed, key=lambda info: info.starts_after):
        if info.reads_from is not None:
            branches.setdefault(info.reads_from.game, []).append(info)
    return branches


def grown(root: GameInfo, leaving: dict[str, list[GameInfo]]) -> BranchTree:
    """Return a game with its branches, recursively."""
    tree, waiting = [], [(0, root)]
    while waiting:
        depth, info = waiting.pop()
        tree.append((min(depth, DEEPEST), info))
        waiting += [(depth + 1, branch) for branch in reversed(leaving.get(info.id, ()))]
    return tree
