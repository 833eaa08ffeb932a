"""What `smashup` gives to programs. Loaded by `smashup` itself, after it has loaded our packages."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Unpack

from adjudicator import bundled
from adjudicator.games.controller import GameController, bot_of, bots_by_name
from adjudicator.games.session import LiveGame, fresh_seed
from adjudicator.rulings import may as may_question
from adjudicator.rulings import ruling
from adjudicator.rulings.may import MayAnswer
from adjudicator.rulings.ruling import Ruling
from adjudicator.scenarios import Outcome, Scenario, load, run
from adjudicator.scenarios.checking import Checked, check_file
from adjudicator.scenarios.given import scenario_given
from adjudicator.tournaments.new_games import begun_with
from adjudicator.tournaments.tournament import Plan, checked, seed_of
from adjudicator.tournaments.tournament import play_game as play_one_of
from core.printed.editions import DEFAULT
from core.printed.editions import edition as book
from core.rules.replay import Verdict, verify
from events.card_types import Settings
from events.errors import SmashUpError
from events.files import FORMAT, VERSION, Header, read_game, write_game
from events.vocabulary import Event, GameBegun
from projections.history import History
from projections.table import Table
from projections.view import View

__all__ = [
    "Checked",
    "GameController",
    "MayAnswer",
    "Outcome",
    "RecordedGame",
    "Ruling",
    "SmashUpError",
    "Table",
    "View",
    "check_scenario",
    "load_game",
    "may",
    "new_game",
    "play_game",
    "rule_on",
    "run_scenario",
]


class RecordedGame:
    """A recorded game. It never changes, and its tables and views are independent copies."""

    def __init__(self, header: Header, events: Sequence[Event]) -> None:
        self.header = header
        self.events = tuple(events)
        self._history = History(self.events)

    @property
    def edition(self) -> str:
        """The id of the rulebook in force, such as EMD."""
        return self.header.edition

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, in turn order."""
        return tuple(seat.name for seat in self.header.seats)

    @property
    def winners(self) -> tuple[str, ...]:
        """The winners; empty while the game continues."""
        return tuple(self.players[seat] for seat in self.table().winners)

    @property
    def victory_points(self) -> dict[str, int]:
        """Each player's victory points at the end."""
        return {seat.name: seat.victory_points for seat in self.table().seats}

    def table(self, at: int | None = None) -> Table:
        """Return the table just after the event at a position, or at the end."""
        return self._history.at(len(self.events) if at is None else at)

    def view(self, player: str | None, at: int | None = None) -> View:
        """Return what a player may know at a position: `table`, `events`, `question`. None is a spectator."""
        self.table(at)  # refuses a position that the game does not have
        return View(None if player is None else self._seat(player), self.events[:at])

    def verify(self) -> Verdict:
        """Return whether today's rules, given the same answers and random results, produce the same events."""
        return verify(self.events)

    def save(self, file: str | Path, *, overwrite: bool = False) -> None:
        """Write the game to a file. Raises an error if the file exists, unless `overwrite` is true."""
        write_game(Path(file), self.header, self.events, overwrite=overwrite)

    def _seat(self, player: str) -> int:
        for seat, name in enumerate(self.players):
            if name.lower() == player.lower():
                return seat
        raise SmashUpError(f"No player is named {player!r}. Use {', '.join(self.players)}, or None for a spectator.")


def load_game(file: str | Path) -> RecordedGame:
    """Load a game from a file, or a bundled game by name (`"emd"`)."""
    return RecordedGame(*read_game(bundled.game(file)))


def play_game(
    *,
    seats: int = 2,
    bots: Sequence[str] = ("greedy",),
    factions: Sequence[str] = (),
    edition: str = "EMD",
    seed: int = 0,
    **agreed: Unpack[Settings],
) -> RecordedGame:
    """Have bots play a game to its end. The same seed plays the same game.

    `bots` (random, greedy) take the seats in turn; `factions` are dealt out, two to a seat, from all if none is named.
    `agreed`: what else the players agree on, as settings of `events.card_types.GameSettings`.
    """
    dealt, names = tuple(factions), tuple(bots)
    plan = Plan(games=1, seats=seats, bots=names, factions=dealt, edition=edition, seed=seed, **agreed)
    plan = checked(plan)
    events = play_one_of(plan, 0).log
    begun = events[0]
    assert isinstance(begun, GameBegun)
    header = Header(
        format=FORMAT,
        version=VERSION,
        game=f"bots-{abs(seed)}",
        edition=plan.edition,
        seats=begun.seats,
        created=datetime.now(UTC),
        seed=seed_of(plan, 0),
    )
    return RecordedGame(header, events)


def new_game(
    players: Sequence[str] = ("Player", "Greedy 1"),
    *,
    factions: Sequence[str] = (),
    edition: str = DEFAULT.id,
    seed: int | None = None,
    **agreed: Unpack[Settings],
) -> GameController:
    """Begin a game in memory and play it to the first decision of a person.

    Players who are named after a bot ("Greedy 1", "Random 2") are played by it. `factions` are given in turn order, two to
    a player; the rest are dealt. Returns the controller, which answers, undoes, branches and lets the bots play on.
    """
    seed = fresh_seed() if seed is None else seed
    live = LiveGame.new(begun_with(list(players), factions, False, edition, seed, **agreed), seed=seed)
    people = {seat for seat, name in enumerate(players) if bot_of(name) is None}
    controller = GameController(live, people, bots_by_name(live.info))
    controller.play_on()
    return controller


def run_scenario(file: str | Path, edition: str | None = None) -> Outcome:
    """Run a scenario (a file or a bundled name) under an edition, by default the newest it names.

    The outcome has `passed`, `failures`, the `log`, and the live `game` where it ended.
    """
    scenario = load(bundled.scenario(file))
    return run(scenario, _chosen(scenario, edition))


def rule_on(situation: str | Path, edition: str | None = None, *, steps: Sequence[str] = ()) -> Ruling:
    """Return the ruling on a scenario or a one-line situation: what happens, the verdict, and the passages it rests on.

    `steps` are further lines, such as `"Ana: play Howler at Tortuga"`.
    """
    scenario = scenario_given(str(situation), steps)
    rule = ruling.rule_on_question if steps or not scenario.path else ruling.rule_on
    return rule(scenario, _chosen(scenario, edition))


def may(deed: str, situation: str | Path, edition: str | None = None, *, steps: Sequence[str] = ()) -> MayAnswer:
    """Return whether a player may do something in a situation, such as `"play Howler at Tortuga"`, and how."""
    scenario = scenario_given(str(situation), steps)
    return may_question.may(scenario, deed, _chosen(scenario, edition))


def check_scenario(file: str | Path) -> Checked:
    """Check a scenario in all its editions against its expectations and its golden trace."""
    return check_file(bundled.scenario(file))


def _chosen(scenario: Scenario, edition: str | None) -> str:
    return book(edition).id if edition else scenario.main_edition
