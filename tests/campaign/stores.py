"""A store beside a model of it: whatever is done to both, they hold the same games.

The model is a dictionary of logs and titles. Every operation of a store is tried at random: creating, appending, branching,
renaming, deleting, restoring and pruning, copying into another store, export and import. After each of them a second
reader, which was open all the time, must see what the model says.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from events.batches import beginning as beginning_of
from events.batches import packed
from events.errors import GameHasMovedOn, PositionTaken
from events.files import export_game, import_game
from events.store import NewGame, Store, open_store
from events.versions import encode
from events.vocabulary import Asked, Event, GameWon
from tests.campaign.faults import Fault, told
from tests.core.random_games import beginning

STEPS = 40


@dataclass
class Kept:
    """A game as the model has it."""

    log: list[Event]
    whole: tuple[Event, ...]
    title: str = ""
    comment: str = ""
    parent: tuple[str, int] | None = None
    deleted: str = ""
    """The game that it was deleted with."""


@dataclass
class Model:
    """All games, in the order in which they were created."""

    games: dict[str, Kept] = field(default_factory=dict)

    def listed(self) -> list[str]:
        return [name for name, game in self.games.items() if not game.deleted]

    def branches(self, name: str) -> list[str]:
        """Return the branches of a game, and theirs."""
        own = [other for other, game in self.games.items() if game.parent and game.parent[0] == name]
        return own + [below for other in own for below in self.branches(other)]


@cache
def logs() -> tuple[tuple[Event, ...], ...]:
    """Two whole games."""
    return tuple(tuple(beginning(edition, 2, seed).played().log) for edition, seed in (("EMD", 11), ("HTB", 12)))


def ends(log: tuple[Event, ...]) -> list[int]:
    """Return the positions at which a log may end."""
    return [event.position for event in log if isinstance(event, Asked | GameWon)]


def attack(chance: random.Random, folder: Path) -> Counter[str]:
    """One store, and some copies of it."""
    seed = chance.randrange(2**32)
    try:
        return run(seed, folder)
    except Exception as error:
        imports = "from tests.campaign.stores import run"
        raise Fault(told(error), imports, f"run({seed}, HERE)") from error


def run(seed: int, folder: Path) -> Counter[str]:
    """Try operations that follow from a seed."""
    chance = random.Random(seed)
    file = folder / f"stores-{seed}.db"
    model = Model()
    counts: Counter[str] = Counter()
    with open_store(file) as store, open_store(file) as reader:
        for step in range(STEPS):
            operation = chance.choice(OPERATIONS)
            operation(store, model, chance, f"g{step}", folder)
            compare(reader, model)
            counts["operations on stores"] += 1
        all_or_nothing(store, model)
        copy(store, model, folder / f"copy-{seed}.db")
        faults = [str(error) for _, error in store.check() if error]
        assert not faults, faults[0]
    with open_store(file, look=True) as again:
        compare(again, model)
    for path in folder.glob(f"*{seed}*"):
        path.unlink()
    return counts


def create(store: Store, model: Model, chance: random.Random, name: str, folder: Path) -> None:
    whole = chance.choice(logs())
    end = chance.choice(ends(whole))
    if chance.random() < 0.2:
        end = len(whole)
    title = chance.choice(("", "Friday", "Ünï", "a [bracket]"))
    if chance.random() < 0.3:
        store.create_all([NewGame(id=id_, log=whole, title=title) for id_ in (name, f"{name}-too")])
        end = len(whole)
        model.games[name] = Kept(list(whole), whole, title)
        name = f"{name}-too"
    else:
        store.create(whole[:end], id=name, title=title)
    model.games[name] = Kept(list(whole[:end]), whole, title)


def append(store: Store, model: Model, chance: random.Random, name: str, folder: Path) -> None:
    open_ = [name for name in model.listed() if len(model.games[name].log) < len(model.games[name].whole)]
    if not open_:
        return
    game = model.games[chosen := chance.choice(open_)]
    for end in [end for end in ends(game.whole) if end > len(game.log)][: chance.randint(1, 8)]:
        batch = game.whole[len(game.log) : end]
        after = store.append(chosen, len(game.log), batch)
        game.log += batch
        assert after == len(game.log), f"{after} is said to be the last of {len(game.log)}"


def branch(store: Store, model: Model, chance: random.Random, name: str, folder: Path) -> None:
    if not model.listed():
        return
    parent = chance.choice(model.listed())
    game = model.games[parent]
    position = chance.choice([end for end in ends(game.whole) if end <= len(game.log)])
    store.branch(parent, position, id=name, comment="what if")
    model.games[name] = Kept(game.log[:position], game.whole, comment="what if", parent=(parent, position))


def rename(store: Store, model: Model, chance: random.Random, name: str, folder: Path) -> None:
    if model.listed():
        chosen = chance.choice(model.listed())
        store.rename(chosen, f"title of {name}")
        store.comment(chosen, f"comment of {name}")
        model.games[chosen].title, model.games[chosen].comment = f"title of {name}", f"comment of {name}"


def delete(store: Store, model: Model, chance: random.Random, name: str, folder: Path) -> None:
    if model.listed():
        chosen = chance.choice(model.listed())
        gone = [chosen, *(below for below in model.branches(chosen) if not model.games[below].deleted)]
        names = store.delete(chosen, branches=True)
        assert sorted(names) == sorted(gone), f"{names} are deleted, not {gone}"
        for below in gone:
            model.games[below].deleted = chosen


def restore(store: Store, model: Model, chance: random.Random, name: str, folder: Path) -> None:
    deleted = [chosen for chosen, game in model.games.items() if game.deleted]
    if not deleted:
        return
    chosen = chance.choice(deleted)
    back = [chosen, *(below for below in model.branches(chosen) if model.games[below].deleted == chosen)]
    above = model.games[chosen].parent
    while above:
        if model.games[above[0]].deleted:
            back.append(above[0])
        above = model.games[above[0]].parent
    names = store.restore(chosen)
    assert sorted(names) == sorted(back), f"{names} are restored, not {back}"
    for other in back:
        model.games[other].deleted = ""


def prune(store: Store, model: Model, chance: random.Random, name: str, folder: Path) -> None:
    if chance.random() < 0.5:
        return
    gone = [name_deleted for name_deleted, game in model.games.items() if game.deleted]
    assert sorted(store.prune()) == sorted(gone)
    for event in gone:
        del model.games[event]


def export(store: Store, model: Model, chance: random.Random, name: str, folder: Path) -> None:
    if model.listed():
        chosen = chance.choice(model.listed())
        path = folder / f"{name}.jsonl"
        export_game(store, chosen, path, overwrite=True)
        import_game(store, path, id=name)
        path.unlink()
        game = model.games[chosen]
        model.games[name] = Kept(list(game.log), game.whole, game.title, game.comment)


def copy(store: Store, model: Model, target: Path) -> None:
    """Copy in two steps, and compare."""
    with open_store(target) as other:
        # A copy that is interrupted after any transaction is a smaller store, and whole.
        store.copy_into(other, lambda rows: _must_be_sound(other, model))
        append(store, model, random.Random(0), "", target.parent)
        store.copy_into(other)
        compare(other, model)


def all_or_nothing(store: Store, model: Model) -> None:
    """Rows of which one cannot be stored leave nothing behind."""
    whole = [name for name in model.listed() if not model.games[name].parent]
    if not whole:
        return
    recorder, taken = store._recorder, whole[0]
    row, _ = packed("half", beginning_of("half"), [encode(event) for event in logs()[0][:3]])
    first, topic, state = recorder.select(taken)[0]
    try:
        recorder.insert([row, (taken, first, topic, state[::-1])])
    except PositionTaken:
        assert "half" not in recorder.streams(), "half of a transaction is stored"
    else:
        raise AssertionError("a position is stored twice")


def append_wrongly(store: Store, model: Model, chance: random.Random, name: str, folder: Path) -> None:
    """Whatever does not follow the last event is refused, and leaves no trace."""
    open_ = [name for name in model.listed() if len(model.games[name].log) < len(model.games[name].whole)]
    if not open_:
        return
    game = model.games[chosen := chance.choice(open_)]
    after = len(game.log)
    end = next(end for end in ends(game.whole) if end > after)
    later = [stop for stop in ends(game.whole) if stop > end][:1]
    wrong: list[tuple[int, tuple[Event, ...]]] = [
        (after, game.whole[after + 1 : end + 1]),
        (after - 1, game.whole[after:end]),
    ]
    wrong += [(end, game.whole[end:stop]) for stop in later]  # a gap
    for position, batch in wrong:
        try:
            store.append(chosen, position, batch)
        except (ValueError, GameHasMovedOn):
            continue
        raise AssertionError(f"a batch behind {position} is appended to a game of {after} events")


def delete_branch_first(store: Store, model: Model, chance: random.Random, name: str, folder: Path) -> None:
    """A branch that was deleted on its own stays deleted when its parent is deleted and restored."""
    branches = [name for name in model.listed() if model.games[name].parent and not model.branches(name)]
    if not branches:
        return
    chosen = chance.choice(branches)
    above = model.games[chosen].parent
    assert above is not None
    store.delete(chosen)
    model.games[chosen].deleted = chosen
    gone = [above[0], *(below for below in model.branches(above[0]) if not model.games[below].deleted)]
    assert sorted(store.delete(above[0], branches=True)) == sorted(gone)
    back = store.restore(above[0])
    assert sorted(back) == sorted(gone), f"{back} are restored, not {gone}"


def _must_be_sound(store: Store, model: Model) -> None:
    # A game that was pruned is missing until the copy comes to the entry that says so.
    faults = [str(error) for name, error in store.check() if error and name in model.games]
    assert not faults, f"half a copy: {faults[0]}"


OPERATIONS = (
    append_wrongly,
    delete_branch_first,
    create,
    create,
    append,
    append,
    append,
    branch,
    branch,
    rename,
    delete,
    restore,
    prune,
    export,
)


def compare(store: Store, model: Model) -> None:
    """Assert that a store holds what the model says."""
    stored = {info.id: info for info in store.games()}
    assert list(stored) == model.listed(), f"the store lists {list(stored)}, the model {model.listed()}"
    assert not store.damage, str(store.damage[0])
    deleted = [info.id for info in store.deleted()]
    assert sorted(deleted) == sorted(name_deleted for name_deleted, game in model.games.items() if game.deleted)
    for name, info in stored.items():
        game = model.games[name]
        assert (info.title, info.comment, info.events) == (game.title, game.comment, len(game.log)), name
        last = game.log[-1]
        won = (last.position, last.seats, last.victory_points) if isinstance(last, GameWon) else None
        said = (info.result.position, info.result.seats, info.result.victory_points) if info.result else None
        # A branch that leaves a game at its very end has no event of its own that says who won.
        assert said == won or (game.parent and game.parent[1] == len(game.log)), f"{name}: {said}, not {won}"
        assert store.read(name) == game.log, f"{name} reads differently"
        middle = len(game.log) // 2
        assert store.read(name, after=middle) == game.log[middle:], f"{name} reads differently after {middle}"
        assert store.read(name, middle) == game.log[:middle], f"{name} reads differently up to {middle}"
