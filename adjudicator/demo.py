"""`smashup demo`: a small tournament, its most dramatic scoring replayed and explained, and a what-if.

The demo uses the same functions as the command line, and a store of its own that remains for you to explore.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich.console import Console
from rich.rule import Rule

from adjudicator import bundled
from adjudicator.cli.games import result
from adjudicator.cli.simulate import progress_bar, report
from adjudicator.cli.why import compare, explain, reason, show_comparison
from adjudicator.games.controller import GameController
from adjudicator.games.narration import Narration
from adjudicator.games.option_words import answer_in_words, name_of
from adjudicator.games.session import Session, decisions
from adjudicator.rulings.ruling import rule_on
from adjudicator.scenarios import load
from adjudicator.tournaments.tournament import Plan, hold
from adjudicator.viewer.drawing import color_names, draw, draw_line
from adjudicator.viewer.frames import frame_of
from core.rules.replay import resume, verify
from events.files import import_game
from events.questions import Main
from events.store import Store, open_store
from events.vocabulary import Answered, Asked, Event, TurnBegan
from projections.causes import chain
from projections.history import History
from projections.plain_words import counted
from projections.scoreboard import Scoreboard, ScoredBase, most_dramatic

GAMES = 8
SEED = 2013
SAMPLE, SAMPLE_AT = "full-sail", 1194
"""A bundled game, and the position to show."""
SITUATION = "scoring/all-tied"


class Highlight:
    """The scoring to be shown, in the game it happened in."""

    def __init__(self, game: str, log: Sequence[Event], base: ScoredBase) -> None:
        self.game = game
        self.log = log
        self.base = base

    @property
    def drama(self) -> tuple[bool, int, int]:
        """A sort key for drama: a new leader, a narrow margin, many points."""
        return (self.base.lead_changed, -self.base.margin, sum(self.base.awards))

    @property
    def turn_began(self) -> int:
        """The position where its turn begins."""
        return next(
            event.position for event in self.log if isinstance(event, TurnBegan) and event.number == self.base.turn
        )

    @property
    def turning_point(self) -> int:
        """The last main decision before it in which a card was played or an ability used."""
        pairs = zip(self.log[: self.base.began], self.log[1 : self.base.began], strict=False)
        return [
            asked.position
            for asked, answered in pairs
            if isinstance(asked, Asked)
            and isinstance(asked.question, Main)
            and isinstance(answered, Answered)
            and answered.picks
        ][-1]


class DemoResult(msgspec.Struct, frozen=True):
    """The games that were shown, and where they are stored."""

    store: str
    game: str
    base: str
    position: int  # where that base scores
    branch: str  # the same game, played differently
    verified: bool
    sample: str  # a bundled game
    ruling: tuple[str, ...]  # the ruling on a bundled situation


def show(out: Console) -> DemoResult:
    """Run the whole demo and return what was shown."""
    file = Path(tempfile.mkdtemp(prefix="smashup-demo-")) / "games.db"
    began = time.perf_counter()
    tournament(out, file)
    with open_store(file) as store:
        highlight = most_dramatic_of(store)
        replay(out, store, highlight)
        branch = what_if(out, store, highlight)
        verified = check(out, store, [highlight.game, branch])
        sample, verdict = bundled_examples(out, store)
    out.print(Rule())
    out.print(f"That took {time.perf_counter() - began:.0f} s. The games stay in {file}; look around:", markup=False)
    for command in (
        f"step {highlight.game}",
        f"branches {highlight.game}",
        f"show {branch} --seat nobody",
        f"step {sample} --at {SAMPLE_AT}",
        "stats",
    ):
        out.print(f"  {program()} {command} --db {file}", markup=False, soft_wrap=True)
    out.print(f"  {program()} ask {SITUATION} --all-editions", markup=False)
    base = highlight.base
    return DemoResult(str(file), highlight.game, name_of(base.base), base.position, branch, verified, sample, verdict)


def program() -> str:
    """Return the command that runs this program: its name, unless the path has none or a different one."""
    called = sys.argv[0]
    return called if Path(called).stem == "smashup" and shutil.which("smashup") != called else "smashup"


def tournament(out: Console, file: Path) -> None:
    """Have bots play a few games."""
    chapter(out, f"A tournament: {GAMES} games between greedy bots")
    plan = Plan(games=GAMES, seed=SEED, bots=("greedy",), title="demo")
    began = time.perf_counter()
    with progress_bar() as progress:
        task = progress.add_task("games", total=GAMES)
        tally = hold(
            plan,
            jobs=min(GAMES, os.cpu_count() or 1),
            keep=True,
            store=str(file),
            progress=lambda: progress.advance(task),
        )
    out.print(report(plan, tally, time.perf_counter() - began))


def most_dramatic_of(store: Store) -> Highlight:
    """Return the most dramatic scoring of all games."""
    highlights = []
    for info in store.games():
        log = store.read(info.id)
        base = most_dramatic(Scoreboard(log))
        if base is not None:
            highlights.append(Highlight(info.id, log, base))
    return max(highlights, key=lambda highlight: highlight.drama)


def replay(out: Console, store: Store, highlight: Highlight) -> None:
    """Print its turn, the board before it, and why the points were awarded this way."""
    base, names = highlight.base, [seat.name for seat in store.info(highlight.game).seats]
    chapter(out, f"Game {highlight.game}, turn {base.turn}: {name_of(base.base)} scores, by {base.margin} power")
    history = History(highlight.log)
    out.print(draw(frame_of(table := history.at(base.began)), out.width, table.edition, decision=False))
    out.print()
    narration = Narration()
    for line in narration.story(highlight.log[: base.position + len(names)]):
        if line.position >= highlight.turn_began and not line.bookkeeping:
            out.print(color_names(draw_line(line), names), soft_wrap=True)
    out.print("\nWhy?")
    edition = store.info(highlight.game).edition
    explain(out, [reason(history, event, edition) for event in chain(highlight.log, base.position)[-2:]], None)


def what_if(out: Console, store: Store, highlight: Highlight) -> str:
    """Play the same game without the last move before the scoring."""
    position = highlight.turning_point
    there = resume(highlight.log[:position])
    answered = highlight.log[position]
    assert isinstance(answered, Answered)
    who, what = there.table.seats[answered.seat].name, answer_in_words(there, answered.picks)
    chapter(out, f"What if {who} had passed at position {position} (it was: {what})?")
    session = Session(store, highlight.game).branch(position, seed=SEED, title=f"{who} passes")
    session.answer(answered.seat, ())
    GameController(session, ()).play_on()
    other = store.read(session.id)
    ends = next_turn(highlight.log, position), next_turn(other, position)
    show_comparison(out, compare((highlight.game, session.id), (highlight.log, other), ends))
    out.print("\nIn the end:", style="bold")
    for game in (highlight.game, session.id):
        out.print(f"  {game:<8}", result(store.info(game)))
    return session.id


def next_turn(log: Sequence[Event], position: int) -> int:
    """Return the position of the next turn, or the end of the game."""
    turns = (event.position for event in log[position:] if isinstance(event, TurnBegan))
    return next(turns, len(log))


def check(out: Console, store: Store, games: Sequence[str]) -> bool:
    """Re-run both games through the rules. Returns whether the events are the same."""
    chapter(out, "Do the rules still agree?")
    stand = True
    for game in games:
        log = store.read(game)
        verdict = verify(log)
        words = "the same game" if verdict.same else f"another game from {verdict.first.position} on"
        out.print(f"{game}: re-running its {counted(len(decisions(log)), 'decision')} gives {words}.", markup=False)
        stand = stand and verdict.same
    return stand


def bundled_examples(out: Console, store: Store) -> tuple[str, tuple[str, ...]]:
    """Show a bundled game and a bundled ruling."""
    chapter(out, "Bundled games and rulings")
    game = import_game(store, bundled.game(SAMPLE))
    info = store.info(game)
    out.print(f"{SAMPLE}: {info.title}, by {info.edition}, {info.events} events; it is game {game} here.", markup=False)
    scenario = load(bundled.scenario(SITUATION))
    ruling = rule_on(scenario, scenario.main_edition)
    out.print(f"{SITUATION}: {ruling.title}\n  {'; '.join(ruling.verdict)}.", markup=False)
    return game, tuple(ruling.verdict)


def chapter(out: Console, title: str) -> None:
    """Print a heading."""
    out.print()
    out.print(Rule(title, align="left"))
