"""`smashup why`, `diff` and `verify`: checking and comparing games against the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import msgspec
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from adjudicator.cli.options import Database, GameId, GameIds, Jobs, Json, On, OtherGameId, looking, opened
from adjudicator.cli.output import console, listing, print_json
from adjudicator.cli.parameters import Argument, Option
from adjudicator.games.narration import Narration, read_to
from adjudicator.games.option_words import name_of
from adjudicator.games.power_breakdown import numbers_behind, reading
from adjudicator.games.workers import Executor, Here, in_order, workers
from adjudicator.records import Mistake, mistakes
from adjudicator.rulebooks.catalogue import catalogue
from adjudicator.rulebooks.rule_changes import Explanation, explained_by
from adjudicator.tournaments.tournament import MOST_READ, shared
from adjudicator.viewer.drawing import draw_line
from core.engine.game import RULES_VERSION
from core.printed.definitions import definition
from core.rules.fingerprint import fingerprint, sets_in
from core.rules.replay import Divergence, Verdict
from core.rules.replay import verify as readjudicate
from events.catalogue import Verified
from events.errors import SmashUpError, StoreDamaged, shortened
from events.files import read_game
from events.store import Store, open_store
from events.vocabulary import Asked, Event, GameBegun, TurnBegan, tag_of
from projections.causes import Causes, chain
from projections.difference import Difference, differing_fields, divergence, stated_fields, table_diff
from projections.history import History, NotInThisGame
from projections.plain_words import counted
from projections.table import Table
from projections.timeline import Line, sentence
from projections.view import View

UNEXPLAINED = "unexplained"
EXAMPLES = 3
"""Maximum number of games named for each change of the rules."""

# --- why ------------------------------------------------------------------------------------------------------------


class CausalLink(msgspec.Struct, frozen=True):
    """One link of a causal chain: the event, the rule that decided it, the card whose words act, the citation."""

    position: int
    event: str
    text: str
    depth: int = 0
    rule: str = ""
    title: str = ""
    says: str = ""
    citation: str = ""
    card: str = ""
    words: str = ""
    numbers: tuple[str, ...] = ()  # power, breakpoint and totals it rests on, with what they are made of


def why(
    game: GameId,
    position: Annotated[int, Argument(metavar="POSITION", min=1, help="The position of the event.")],
    then: Annotated[bool, Option("--then", help="Also show everything it caused.")] = False,
    whole: Annotated[
        bool, Option("--whole", help="Start the chain at the beginning of the game, not of the turn.")
    ] = False,
    db: Database = None,
    json: Json = False,
) -> None:
    """Explain an event: what caused it, and under which rules.

    Prints the chain of causes from the turn down to the event. Each link names the card that acted and the deciding
    rule, as worded in the game's rulebook.

    Examples:

    \b
      smashup why g7k2m9 512
      smashup why g7k2m9 512 --then --json
    """
    with looking(db) as store:
        log = store.read(game) if then else read_to(store, game, position)
        edition = log[0].edition if isinstance(log[0], GameBegun) else ""
        game = store.info(game).id
    history = PublicHistory(log) if is_made_up(log) else History(log)
    log = history.events
    links = chain(log, position)
    turns = [number for number, event in enumerate(links) if isinstance(event, TurnBegan)]
    reasons = [reason(history, event, edition) for event in links[turns[-1] if turns and not whole else 0 :]]
    after = Causes(log).consequences(position) if then else ()
    consequences = [reason(history, event, edition, depth) for depth, event in after]
    if json:
        facts = {"game": game, "position": position, "edition": edition, "chain": reasons}
        print_json(facts | ({"consequences": consequences} if then else {}))
        return
    explain(console(), reasons, consequences if then else None)


def is_made_up(log: Sequence[Event]) -> bool:
    """Return whether a game was recorded at a table, so that its unseen cards are made up."""
    return isinstance(log[0], GameBegun) and any(seat.made_up for seat in log[0].seats)


class PublicHistory(History):
    """A recorded game as everybody saw it: its events and tables, with everything made up masked."""

    def __init__(self, log: Sequence[Event]) -> None:
        super().__init__(log)
        self._log = log
        self.events = View(None, log).events

    def at(self, position: int) -> Table:
        """Return the table as a spectator saw it."""
        self._check(position)
        return View(None, self._log[:position]).table


def reason(history: History, event: Event, edition: str, depth: int = 0) -> CausalLink:
    """Return an event with everything that explains it."""
    table = history.at(event.position - 1)
    if isinstance(history, PublicHistory):  # what came to light with this event has its name only after it
        table.cards = {**history.at(event.position).cards, **table.cards}
    rule = catalogue().rules.get(event.rule)
    number = getattr(event, "by", 0) or getattr(event, "holder", 0) or getattr(event, "because", 0)
    acting = table.cards.get(number)
    card = definition(acting.definition) if acting is not None else None
    return CausalLink(
        position=event.position,
        event=str(event.__struct_config__.tag),
        text=sentence(event, table, name_of),
        depth=depth,
        rule=event.rule,
        title=rule.title if rule else "",
        says=(rule.in_force(edition).says or rule.statement) if rule else "",
        citation=rule.cite(edition) if rule else "",
        card=card.name if card else "",
        words=card.text if card else "",
        numbers=tuple(numbers_behind(event, reading(table)))
        if table.phase and not isinstance(history, PublicHistory)
        else (),
    )


def explain(out: Console, reasons: Sequence[CausalLink], consequences: Sequence[CausalLink] | None) -> None:
    """Print the chain: event ← rule ← card ← citation, and once at the end what the rules say."""
    cited: set[str] = set()
    for link in reasons:
        last = link is reasons[-1]
        out.print(Text(f"{link.position:>6}  {link.text}", "bold" if last else ""))
        if link.rule:
            out.print(_indented(f"← {link.rule} ({link.title}) ← {link.citation}", "yellow"))
        if link.words:
            out.print(_indented(f"← {link.card}: {link.words}", "cyan"))
        for number in (rule_number for rule_number in link.numbers if rule_number not in cited):
            out.print(_indented(f"← {number}", "green"))
        cited |= set(link.numbers)
    if consequences is not None:
        out.print(Text("\nAnd then:" if consequences else "\nNothing came of it."))
        for link in consequences:
            out.print(Text(f"{link.position:>6}  {'  ' * (link.depth - 1)}{link.text}"))
    stated = {link.rule: link for link in reasons if link.rule}
    if stated:
        out.print(Text("\nThe rules", "bold"))
    for link in stated.values():
        words = Text(f"{link.rule}: ", "yellow").append(f"{link.says} ({link.citation})", "default")
        out.print(Padding(words, (0, 0, 0, 2)))


def _indented(words: str, style: str) -> Padding:
    return Padding(Text(words, style), (0, 0, 0, 8))


# --- diff -----------------------------------------------------------------------------------------------------------


class GameComparison(msgspec.Struct, frozen=True):
    """Two games: where they diverge, how each continues, and how the tables differ at the end."""

    one: str
    other: str
    parts_at: int | None
    asked: str
    goes_on: tuple[Line | None, Line | None]
    positions: tuple[int, int]
    differences: tuple[Difference, ...]


def diff(
    game: GameId,
    other: OtherGameId,
    at: Annotated[
        int | None, Option("--at", min=1, help="Compare the tables at this position. Default: at the end.")
    ] = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Compare two games: where they diverge, and how the tables differ.

    Examples:

    \b
      smashup diff g7k2m9 gq4x8b
      smashup diff g7k2m9 gq4x8b --at 430
    """
    with looking(db) as store:
        ids = store.info(game).id, store.info(other).id
        logs = store.read(game), store.read(other)
    comparison = compare(ids, logs, None if at is None else (at, at))
    if json:
        print_json(comparison)
    else:
        show_comparison(console(), comparison)


def compare(
    ids: tuple[str, str], logs: tuple[Sequence[Event], Sequence[Event]], at: tuple[int, int] | None = None
) -> GameComparison:
    """Compare two logs, and their tables at a position of each, or at their ends."""
    mine, theirs = logs
    histories = [PublicHistory(log) if is_made_up(log) else History(log) for log in logs]
    parts_at = divergence(histories[0].events, histories[1].events)
    positions = at or (len(mine), len(theirs))
    tables = histories[0].at(positions[0]), histories[1].at(positions[1])
    goes_on: tuple[Line | None, Line | None] = (None, None)
    asked = ""
    if parts_at is not None:
        goes_on = _line_at(mine, parts_at), _line_at(theirs, parts_at)
        asking = next((event for event in reversed(mine[: parts_at - 1]) if isinstance(event, Asked)), None)
        if asking is not None:
            asked = sentence(histories[0].events[asking.position - 1], histories[0].at(asking.position - 1), name_of)
    return GameComparison(*ids, parts_at, asked, goes_on, positions, tuple(table_diff(*tables, name_of)))


def _line_at(log: Sequence[Event], position: int) -> Line | None:
    """Return the event at a position of a log, if there is one."""
    lines = Narration(View(None) if is_made_up(log) else None).lines(log[:position]) if len(log) >= position else []
    return lines[-1] if lines else None


def show_comparison(out: Console, comparison: GameComparison) -> None:
    """Print a comparison."""
    if comparison.parts_at is None:
        out.print(f"{comparison.one} and {comparison.other} are the same.", markup=False)
        return
    out.print(Text(f"{comparison.one} and {comparison.other} diverge at position {comparison.parts_at}.", "bold"))
    if comparison.asked:
        out.print(Text(f"  {comparison.asked}", "dim"))
    for name, line in zip((comparison.one, comparison.other), comparison.goes_on, strict=True):
        words = draw_line(line) if line is not None else Text("it ends there", "dim")
        out.print(Text(f"  {name:<7} ").append_text(words))
    ends = " and ".join(str(position) for position in dict.fromkeys(comparison.positions))
    out.print(Text(f"\nThe tables at {ends}:", "bold"))
    table = listing("", comparison.one, comparison.other)
    for difference in comparison.differences:
        sides = (", ".join(side) or "–" for side in (difference.one, difference.other))
        table.add_row(Text(difference.what, "bold"), *(Text(side) for side in sides))
    out.print(table if comparison.differences else "They are the same.")


# --- verify ---------------------------------------------------------------------------------------------------------


class Explained(msgspec.Struct, frozen=True):
    """A divergence, and the change of the rules that explains it, if one does."""

    divergence: Divergence
    by: Explanation | None

    @property
    def words(self) -> str:
        """The change in words."""
        return f"rules {self.by.version}: {self.by.change}" if self.by else UNEXPLAINED


class Judged(msgspec.Struct, frozen=True):
    """A verdict, and how much of the game was checked."""

    name: str
    verdict: Verdict
    known: int = 0  # up to where it was verified before, by the same rules
    start: int = 0  # up to where the events were taken as they are
    stored: bool = True  # no file
    mistakes: tuple[Mistake, ...] = ()  # what was played wrong at a real table
    differences: tuple[Explained, ...] = ()
    sets: tuple[str, ...] = ()  # whose cards are in it, if it was verified (`sets_in`)

    @property
    def unexplained(self) -> int:
        """The number of differences that no change of the rules explains."""
        return sum(explained.by is None for explained in self.differences)

    @property
    def worth_noting(self) -> bool:
        """Return whether the whole game is now verified for the first time."""
        return self.stored and self.verdict.same and self.start <= self.known < self.verdict.events


def verify(
    games: GameIds = None,
    every: Annotated[bool, Option("--all", help="Verify all stored games.")] = False,
    since: Annotated[int, Option("--from", metavar="N", min=1, help="Start at this position.")] = 1,
    again: Annotated[bool, Option("--again", help="Also re-check what the same rules have already verified.")] = False,
    since_rules: Annotated[
        int | None,
        Option(
            "--since-rules",
            metavar="V",
            min=0,
            help="With --all: show which games now play out differently, and by which rule.",
        ),
    ] = None,
    jobs: Jobs = 1,
    on: On = "",
    db: Database = None,
    json: Json = False,
) -> None:
    """Re-run stored games through the rules and compare.

    Replays the recorded answers and random results through the rules, which must produce exactly the same events. You
    can name a game file instead of a game. --all also checks the database itself. For a game recorded at a real table,
    lists the mistakes: rulings made there against the rules.

    A game recorded under older rules may differ. Its set-up is then taken as given, judging continues after each
    difference, and each is listed with the change of the rules that explains it (docs/CHANGELOG.md). Exit code 1 if a
    difference is unexplained or a game cannot be read; the others are still verified.

    The database remembers how far each game was verified and with which exact version of the rules. The next run checks
    only what is new, or everything with --again.

    --since-rules V compares versions of the rules: of the games recorded under version V or later, it shows which now
    play out differently, from which position, and which rule decided there, in a table by rule and edition.

    Examples:

    \b
      smashup verify g7k2m9
      smashup verify g7k2m9 --from 1200
      smashup verify --all --jobs 2
      smashup verify --all --since-rules 1 --on ray --jobs 4
      smashup verify final.jsonl
    """
    if every and games:
        raise SmashUpError("GAME and --all can't be combined. Leave one of them out.")
    executor = workers(jobs, on)
    if since_rules is not None:
        if not every:
            raise SmashUpError("--since-rules needs --all, because it compares all stored games.")
        from adjudicator.cli.archive import report_on_archive

        report_on_archive(since_rules, db=db, executor=executor, json=json)
        return
    with looking(db) as store:
        unreadable: dict[str, SmashUpError] = {}
        if every:
            living = {info.id: info.events for info in store.games()}
            known = {} if again else _known(store, living)
            whole = {name for name, verified in known.items() if verified.position == living[name]}
            checked = dict(store.check(whole))
            unreadable = {name: error for name, error in checked.items() if error is not None}
            names = [name for name, error in checked.items() if error is None and name in living]
        else:
            names = list(games or [])
            known = {} if again else _known(store, (name for name in names if not is_file(name)))
        if not names and not every:
            raise SmashUpError("Name the games to verify, or use --all.")
        from adjudicator.cli.simulate import progress_bar  # It brings typer along.

        judged: list[Judged] = []
        with progress_bar() as progress:
            verdicts = _each_judged(store, db, [(name, since, known.get(name)) for name in names], executor)
            for name, outcome in progress.track(verdicts, total=len(names), description="verifying"):
                if isinstance(outcome, Judged):
                    judged.append(outcome)
                elif len(names) == 1 and not isinstance(outcome, StoreDamaged):
                    raise outcome  # a name that was mistyped, and nothing else to judge
                else:
                    unreadable[name] = outcome
    _note(db, judged)
    if json:
        facts = [verdict_facts(game) for game in judged]
        print_json(facts + [{"game": name, "same": False, "error": str(error)} for name, error in unreadable.items()])
    else:
        report(judged, unreadable)
    if unreadable or any(game.unexplained for game in judged):
        raise SystemExit(1)


Task = tuple[str, int, Verified | None]  # which game, from which position on, and what the same rules have verified


def _known(store: Store, names: Iterable[str]) -> dict[str, Verified]:
    """Return what the same rules have already verified of these games."""
    prints: dict[tuple[str, ...], str] = {}
    known: dict[str, Verified] = {}
    for name in names:
        with suppress(SmashUpError):  # whoever reads the game says what is wrong
            verified = store.verified(name)
            if verified is None or not verified.rules:
                continue
            if verified.sets not in prints:
                prints[verified.sets] = fingerprint(verified.sets)
            if verified.rules == prints[verified.sets]:
                known[name] = verified
    return known


def _each_judged(
    store: Store, db: str | None, tasks: Sequence[Task], executor: Executor
) -> Iterator[tuple[str, Judged | SmashUpError]]:
    """Yield each game with its verdict, or with what is wrong with it."""
    if isinstance(executor, Here) or len(tasks) < 2:
        for task in tasks:
            yield task[0], _judged(store, task)
        return
    size = max(1, min(MOST_READ, len(tasks) // (4 * executor.jobs)))
    where = shared(db, executor)
    shares = [(where, tasks[start : start + size]) for start in range(0, len(tasks), size)]
    for part in in_order(executor.each(_share, shares)):
        yield from part


def _share(share: tuple[str, Sequence[Task]]) -> list[tuple[str, Judged | SmashUpError]]:
    where, tasks = share
    with open_store(where, look=True) as store:
        return [(task[0], _judged(store, task)) for task in tasks]


def _judged(store: Store, task: Task) -> Judged | SmashUpError:
    name, since, known = task
    done = known.position if known else 0
    try:
        if known and since <= done == store.length(name):  # nothing to read
            return Judged(name, Verdict(done, recorded_under=known.recorded_under), done, done, True, known.mistakes)
        log, stored = log_of(store, name), not is_file(name)
        if since > len(log):
            raise NotInThisGame(since, len(log))
        start = max(done, since - 1)
        verdict = readjudicate(log, since=start)
    except SmashUpError as error:
        return error
    differences = tuple(Explained(divergence, explained_by(log, divergence)) for divergence in verdict.divergences)
    sets = sets_in(log) if stored and verdict.same else ()
    return Judged(name, verdict, done, start, stored, tuple(mistakes(log)), differences, sets)


def _note(db: str | None, judged: Sequence[Judged]) -> None:
    """Store how far each game was verified, so that it is not checked again. A read-only database is skipped."""
    entries = [
        Verified(
            game=game.name,
            position=game.verdict.events,
            rules=fingerprint(game.sets),
            sets=game.sets,
            recorded_under=game.verdict.recorded_under,
            mistakes=game.mistakes,
        )
        for game in judged
        if game.worth_noting
    ]
    if entries and fingerprint():
        with suppress(SmashUpError), opened(db, make=False) as store:
            store.note_verified(entries)


def is_file(name: str) -> bool:
    """Return whether a name means a file and not a stored game."""
    return bool(Path(name).suffix) and Path(name).exists()


def log_of(store: Store, name: str) -> list[Event]:
    """Return the log of a stored game or of a file."""
    return read_game(Path(name))[1] if is_file(name) else store.read(name)


def verdict_facts(judged: Judged) -> dict[str, Any]:
    """Return a verdict for programs. `from` is the first event checked in this run."""
    verdict = judged.verdict
    facts: dict[str, Any] = {
        "game": judged.name,
        "events": verdict.events,
        "same": verdict.same,
        "from": judged.start + 1,
        "verified_before": judged.known,
        "recorded_by": verdict.recorded_under,
        "judged_by": RULES_VERSION,
        "given": verdict.given,
    }
    if not verdict.same:
        facts["unexplained"] = judged.unexplained
        facts["differences"] = [
            {
                "position": explained.divergence.position,
                "recorded": _facts(explained.divergence.recorded),
                "now": _facts(explained.divergence.got),
                "same_position": explained.divergence.same_position,
                "again": explained.divergence.again,
                "explained_by": explained.by,
                **({"error": explained.divergence.error} if explained.divergence.error else {}),
            }
            for explained in judged.differences
        ]
    return facts | ({"mistakes": judged.mistakes} if judged.mistakes else {})


def _facts(event: Event | None) -> dict[str, Any] | None:
    return None if event is None else stated_fields(event)


def verdict_in_words(judged: Judged) -> Text:
    """Return a verdict in words, for the table of games."""
    verdict, start = judged.verdict, judged.start
    if verdict.same and start == verdict.events:
        return Text("the same, as verified before", "green")
    if verdict.same:
        return Text(f"the same from {start + 1} on" if start else "the same", "green")
    count = len(verdict.divergences)
    words = f"{counted(count, 'difference')}, first at {verdict.first.position}"
    if judged.unexplained:
        return Text(f"{words}; {judged.unexplained} unexplained", "red")
    return Text(f"{words}; {'all explained' if count > 1 else 'explained'}", "yellow")


def report(judged: Sequence[Judged], unreadable: Mapping[str, SmashUpError]) -> None:
    """Print verdicts for people: a row for each game, then every difference of one game or the changes behind those of
    several."""
    out = console()
    if judged:
        out.print(versions_in_words(judged))
    table = listing("Game", ">Events", "Verdict")
    for verified in judged:
        table.add_row(Text(verified.name), str(verified.verdict.events), verdict_in_words(verified))
    for name, error in unreadable.items():
        table.add_row(name, "", Text(str(error), "red"))
    out.print(table)
    differing = [game for game in judged if game.differences]
    if len(differing) == 1:
        _print_differences(out, differing[0])
    elif differing:
        _print_changes(out, differing)
    for verified in judged:
        if verified.mistakes:
            out.print(f"\n{verified.name} was not played by the rules:", markup=False)
        for mistake in verified.mistakes:
            out.print(Padding(Text(str(mistake)), (0, 0, 0, 2)))


def versions_in_words(judged: Sequence[Judged]) -> Text:
    """Return the rules versions that the games were recorded and checked under."""
    recorded = Counter(game.verdict.recorded_under or "unknown" for game in judged)
    if len(recorded) == 1:
        words = next(iter(recorded))
    else:
        words = ", ".join(f"{version} ({counted(games, 'game')})" for version, games in sorted(recorded.items()))
    return Text(f"recorded under rules {words}, checked under rules {RULES_VERSION}")


def _print_differences(out: Console, judged: Judged) -> None:
    """Print every difference of one game."""
    table = listing(">At", "Recorded, and now", "Explained by")
    for explained in judged.differences:
        divergence = explained.divergence
        again = f" (and at {counted(divergence.again, 'later position')})" if divergence.again else ""
        alike = "; the position after it is the same" if divergence.same_position else ""
        table.add_row(str(divergence.position), Text(what_differs(divergence) + again + alike), Text(explained.words))
    out.print(f"\n{judged.name}:", markup=False)
    out.print(table)
    if judged.verdict.given and not judged.start:
        given = f"The set-up, events 1 to {judged.verdict.given}, is taken as given: older rules made it."
        out.print(given, markup=False)


def _print_changes(out: Console, differing: Sequence[Judged]) -> None:
    """Print the changes of the rules behind the differences of several games, most frequent first."""
    where: dict[str, list[tuple[str, int]]] = {}
    for judged in differing:
        for explained in judged.differences:
            where.setdefault(explained.words, []).append((judged.name, explained.divergence.position))
    table = listing("Explained by", ">Games", ">Differences", "For example")
    for words, places in sorted(where.items(), key=lambda item: (item[0] != UNEXPLAINED, -len(item[1]), item[0])):
        games = {name for name, _ in places}
        examples = ", ".join(f"{name} at {position}" for name, position in places[:EXAMPLES])
        table.add_row(Text(words), str(len(games)), str(len(places)), Text(examples))
    out.print()
    out.print(table)


def what_differs(divergence: Divergence) -> str:
    """Return a difference in a few words: the two events, or the fields in which two events of one kind differ."""
    if divergence.error:
        return f"cannot be decided: {divergence.error}"
    kinds = ["nothing" if event is None else tag_of(event) for event in (divergence.recorded, divergence.got)]
    if type(divergence.recorded) is not type(divergence.got):
        return " → ".join(kinds)
    parts = [
        f"{field} {_short(recorded)} → {_short(now)}"
        for field, recorded, now in differing_fields(divergence.recorded, divergence.got)
    ]
    return f"{kinds[0]}: {'; '.join(parts)}"


def _short(value: object) -> str:
    words = "none" if value is None else str(value)
    return shortened(words)
