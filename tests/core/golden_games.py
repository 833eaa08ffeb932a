"""Recorded games that must lead to the same events forever: `python -m tests.core.golden_games --update` writes them.

Each is a game file in fixtures/games; final-tables.json says what table each comes to. A game that still verifies is
left as it is: its bots play again only one that the current rules lead elsewhere, or that is missing.
Without `--update` nothing is written; either way it is said what has become of each.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import msgspec

from core.engine.game import RandomChance
from core.players.bots import make_bot
from core.rules.replay import Divergence, new_game, verify
from core.rules.setup import game_begun
from events.files import FORMAT, VERSION, Header, read_game, write_game
from events.vocabulary import Event, GameBegun, facts_of, tag_of
from projections.table import fold

FOLDER = Path(__file__).parents[2] / "fixtures" / "games"
TABLES = FOLDER / "final-tables.json"

FIRST_SET = ("awesome-level-9000", "core-set")


class GoldenPlan(msgspec.Struct, frozen=True, kw_only=True):
    """How a golden game came to be. No factions: they are drafted. No sets: those there are when it is played."""

    edition: str
    bots: tuple[str, ...]
    factions: tuple[tuple[str, str], ...] = ()
    offer: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    first: int = 0
    seed: int = 1
    title: str = ""


OLD = ("bear-cavalry", "ghosts"), ("killer-plants", "steampunks")

PLANS = {
    "al9k": GoldenPlan(edition="AL9K", bots=("greedy", "greedy"), factions=OLD, sets=FIRST_SET, seed=11),
    "al9k-random": GoldenPlan(edition="AL9K", bots=("random", "random"), factions=OLD, sets=FIRST_SET, seed=12),
    "ms": GoldenPlan(edition="MS", bots=("random", "greedy"), factions=OLD[::-1], sets=FIRST_SET, seed=13, first=1),
    "cnd": GoldenPlan(edition="CND", bots=("greedy", "random"), factions=(OLD[0], OLD[1]), seed=14),
    "oops": GoldenPlan(
        edition="OOPS", bots=("greedy", "greedy", "random"), factions=(*OLD, ("ghosts", "steampunks")), seed=15
    ),
    "emd": GoldenPlan(edition="EMD", bots=("greedy", "greedy"), factions=OLD, seed=17, first=-1),
    "emd-random": GoldenPlan(edition="EMD", bots=("random", "random"), factions=OLD, seed=17),
    "htb": GoldenPlan(edition="HTB", bots=("greedy", "random"), seed=22),
    "monster-smash": GoldenPlan(
        edition="MS",
        bots=("random", "random"),
        factions=(("giant-ants", "vampires"), ("mad-scientists", "werewolves")),
        sets=(*FIRST_SET, "monster-smash"),
        seed=19,
    ),
    "cease-and-desist": GoldenPlan(
        edition="CND",
        bots=("random", "random"),
        factions=(("astroknights", "ignobles"), ("changerbots", "star-roamers")),
        seed=28,
    ),
    "oops-you-did-it-again": GoldenPlan(
        edition="OOPS",
        bots=("greedy", "random"),
        factions=(("ancient-egyptians", "samurai"), ("cowboys", "vikings")),
        seed=29,
    ),
    "excellent-movies-dudes": GoldenPlan(
        edition="EMD",
        bots=("random", "greedy"),
        factions=(("action-heroes", "backtimers"), ("extramorphs", "wraithrustlers")),
        seed=30,
    ),
    "core-set": GoldenPlan(
        edition="OOPS",
        bots=("greedy", "random", "random", "greedy"),
        factions=(("aliens", "pirates"), ("dinosaurs", "zombies"), ("ninjas", "robots"), ("tricksters", "wizards")),
        seed=31,
    ),
    "obligatory-cthulhu-set": GoldenPlan(
        edition="EMD",
        bots=("random", "greedy"),
        factions=(("elder-things", "innsmouth"), ("minions-of-cthulhu", "miskatonic-university")),
        seed=32,
    ),
    "emd-draft": GoldenPlan(edition="EMD", bots=("random", "greedy"), offer=(*OLD[0], *OLD[1]), seed=18, first=-1),
    # The stories of the README, one for each book: tests/core/test_stories.py holds them to their positions.
    "full-sail": GoldenPlan(
        edition="AL9K",
        bots=("greedy", "greedy"),
        factions=(("robots", "pirates"), ("killer-plants", "tricksters")),
        seed=1057,
        first=-1,
        title="A base saved by a Special",
    ),
    "cemetery-first": GoldenPlan(
        edition="MS",
        bots=("greedy", "greedy"),
        factions=(("tricksters", "robots"), ("ninjas", "zombies")),
        seed=3026,
        first=-1,
        title="An order that decides the game",
    ),
    "fifteen-all": GoldenPlan(
        edition="CND",
        bots=("greedy", "greedy"),
        factions=(("steampunks", "vampires"), ("star-roamers", "changerbots")),
        seed=1076,
        first=-1,
        title="A drawn-out tie",
    ),
    "dynamite": GoldenPlan(
        edition="OOPS",
        bots=("greedy", "greedy"),
        factions=(("aliens", "changerbots"), ("cowboys", "ignobles")),
        seed=1001,
        first=-1,
        title="One minion less",
    ),
    "seventeen-madness": GoldenPlan(
        edition="EMD",
        bots=("greedy", "greedy"),
        factions=(("minions-of-cthulhu", "ancient-egyptians"), ("innsmouth", "miskatonic-university")),
        seed=1088,
        first=-1,
        title="What winning costs",
    ),
}


def played(plan: GoldenPlan) -> list[Event]:
    """The log of a game, played by its bots."""
    names = ["Ana", "Ben", "Cleo", "Dov"][: len(plan.bots)]
    begun = game_begun(names, plan.factions, edition_id=plan.edition, offer=plan.offer, first=plan.first)
    if plan.sets:
        begun = msgspec.structs.replace(begun, sets=plan.sets)
    game = new_game(begun, chance=RandomChance(plan.seed))
    bots = [make_bot(name, plan.seed + seat) for seat, name in enumerate(plan.bots)]
    while not game.over:
        game.answer(game.table.asked, bots[game.table.asked].answer(game))
    return game.log


def path_of(name: str) -> Path:
    """The file of a golden game."""
    return FOLDER / f"{name}.jsonl"


def recorded(name: str) -> list[Event]:
    """Its log."""
    return read_game(path_of(name))[1]


def table_of(log: list[Event]) -> str:
    """What a game comes to, as a checksum: where every card lies, the points, the winners. (Not of the snapshot, which
    is another whenever the table learns to keep something new.)"""
    table = fold(log)
    facts = (
        *(table.turn, table.winners, table.base_deck, table.base_discard, table.piles["box"]),
        [
            (player.victory_points, player.hand, player.deck, player.discard, player.piles["stasis"])
            for player in table.seats
        ],
        [(site.number, site.base, site.minions, site.actions, site.piles["buried"]) for site in table.sites.values()],
        [
            (card.number, card.definition, card.owner, card.controller, card.zone, card.site, card.host, card.counters)
            for card in table.cards.values()
        ],
    )
    return sha256(msgspec.json.encode(facts)).hexdigest()[:32]


def final_tables() -> dict[str, str]:
    """What each golden game comes to, as it was recorded."""
    return msgspec.json.decode(TABLES.read_bytes(), type=dict[str, str]) if TABLES.exists() else {}


def difference(found: Divergence) -> str:
    """Where a game that does not verify leads elsewhere, and in what."""
    where = f"at position {found.position}"
    if found.recorded is None or found.got is None or type(found.recorded) is not type(found.got):
        return f"{where}: recorded {found.recorded}, now {found.got}"
    recorded, got = facts_of(found.recorded), facts_of(found.got)
    parts = [
        f"{key} was {recorded.get(key)}, is {got.get(key)}"
        for key in got | recorded
        if got.get(key) != recorded.get(key)
    ]
    return f"{where}, {tag_of(found.got)}: {'; '.join(parts)}"


def _write(name: str, plan: GoldenPlan, log: list[Event]) -> None:
    begun = log[0]
    assert isinstance(begun, GameBegun)
    header = Header(
        format=FORMAT,
        version=VERSION,
        game=f"golden-{name}",
        edition=begun.edition,
        seats=begun.seats,
        created=datetime(2025, 1, 1, tzinfo=UTC),
        title=plan.title or f"{plan.edition}: {' and '.join(dict.fromkeys(plan.bots))} bots",
        seed=plan.seed,
    )
    write_game(path_of(name), header, log, overwrite=True)


def main(update: bool) -> bool:
    """Look at every golden game; whether all is as it was recorded."""
    tables = final_tables()
    as_recorded = set(tables) == set(PLANS)
    for name, plan in PLANS.items():
        log = recorded(name) if path_of(name).exists() else None
        verdict = verify(log) if log else None
        what = "not there" if verdict is None else "the same" if verdict.same else difference(verdict.first)
        if log is None or verdict is None or not verdict.same:
            as_recorded = False
            if update:
                log = played(plan)
                _write(name, plan, log)
                what += "; played again"
        elif tables.get(name) != table_of(log):
            as_recorded = False
            what = "the same events, another table"
        if log is not None:
            tables[name] = table_of(log)
            print(f"{name} ({len(log)} events): {what}")
        else:
            print(f"{name}: {what}")
    if update:
        known = {name: tables[name] for name in PLANS}
        TABLES.write_bytes(msgspec.json.format(msgspec.json.encode(known)) + b"\n")
    return as_recorded or update


if __name__ == "__main__":
    sys.exit(0 if main("--update" in sys.argv[1:]) else 1)
