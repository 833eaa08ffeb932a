"""`smashup ask`, `explore` and `score`: rules questions, answered with their reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from adjudicator import shipped
from adjudicator.cli.options import Database, Json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from adjudicator.rulings.explore import Decision, Findings
    from adjudicator.rulings.ruling import Comparison, Consequence, Ruling
    from adjudicator.scenarios import Scenario
    from events.vocabulary import Event

ScenarioFile = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="A scenario file, or one that comes along, by name (scoring/all-tied). How to write one: smashup docs scenarios.",
    ),
]


# --- ask ------------------------------------------------------------------------------------------------------------


def ask(
    file: ScenarioFile,
    edition: Annotated[
        str | None, typer.Option("--edition", "-e", help="Put it to this edition; else the newest it names.")
    ] = None,
    all_editions: Annotated[
        bool, typer.Option("--all-editions", "-a", help="Put it to all five books and show where they part.")
    ] = False,
    step: Annotated[bool, typer.Option("--step", help="Walk through it, one step at a time.")] = False,
    branch: Annotated[
        str | None,
        typer.Option("--branch", metavar="N=LINE", help='Give another answer at step N: --branch "2=choose X".'),
    ] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown, to paste into a forum.")] = False,
    json: Json = False,
) -> None:
    """Rule on a situation: what happens, why, and which rulebook passage says so.

    \b
    Examples:
      smashup ask tie.toml                       the ruling by the newest book
      smashup ask scoring/all-tied               on a scenario that comes along
      smashup ask tie.toml --edition AL9K        by another
      smashup ask tie.toml --all-editions        where the five books part
      smashup ask tie.toml --branch "2=pass"     what if step 2 were another answer?
      smashup ask tie.toml --markdown            to paste into a forum

    Exit code 1 if the scenario does not come out as it expects.
    """
    from adjudicator.cli.output import console, print_json
    from adjudicator.rulings.ruling import compare, rule_on
    from adjudicator.rulings.ruling import markdown as as_markdown
    from adjudicator.scenarios import load
    from core.printed.editions import EDITIONS
    from core.printed.editions import edition as book

    scenario = load(shipped.scenario(file))
    if branch is not None:
        scenario = _branched(scenario, branch)
    if all_editions:
        rulings, comparison = compare(scenario, tuple(EDITIONS))
        if json:
            print_json({"comparison": comparison, "rulings": rulings})
        else:
            _print_comparison(console(), comparison)
        return
    ruling = rule_on(scenario, book(edition).id if edition else scenario.in_editions[-1])
    if json:
        print_json(ruling)
    elif markdown:
        typer.echo(as_markdown(ruling), nl=False)
    else:
        _print_ruling(console(), ruling, step)
    if ruling.failures and branch is None:
        raise typer.Exit(1)


def _branched(scenario: Scenario, branch: str) -> Scenario:
    """The scenario with another answer at one step, and nothing of what it says afterwards."""
    import msgspec

    from adjudicator.scenarios.model import Expect
    from events.errors import SmashUpError

    number, equals, line = branch.partition("=")
    steps = scenario.step
    if not equals or not number.strip().isdigit() or not 1 <= int(number) <= len(steps):
        raise SmashUpError(f'--branch takes a step from 1 to {len(steps)} and a line, as in --branch "1=pass".')
    index = int(number) - 1
    seat, colon, does = line.partition(":")
    other = msgspec.structs.replace(
        steps[index],
        seat=seat.strip() if colon else steps[index].seat,
        does=(does if colon else line).strip(),
        expect=None,
        refused=None,
    )
    return msgspec.structs.replace(scenario, step=(*steps[:index], other), expect=Expect())


def _print_ruling(paper: Console, ruling: Ruling, step: bool) -> None:
    from adjudicator.cli.output import styled

    paper.print(styled("[bold]{}[/] [dim]({})[/]", ruling.title, ruling.edition))
    if ruling.question:
        paper.print(styled("[italic]{}[/]", ruling.question))
    for number, part in enumerate(ruling.parts, 1):
        paper.print(styled("\n[bold]{}. {}[/]", number, part.step))
        for consequence in part.consequences:
            _print_consequence(paper, consequence, 1)
        if step and number < len(ruling.parts):
            paper.input(styled("[dim]Enter goes on …[/]"))
    paper.print(styled("\n[bold]Result[/]  {}", "; ".join(ruling.result)))
    if ruling.passages:
        paper.print(styled("\n[bold]Rules[/]"))
    for one in ruling.passages:
        paper.print(styled("  [bold]{}[/] {}", one.rule, one.says))
        paper.print(styled("    [dim]{}[/]", one.citation))
        if one.reading:
            paper.print(f"    {one.reading}")
    if ruling.note:
        paper.print(f"\nNote: {ruling.note}")
    for failure in ruling.failures:
        paper.print(styled("\n[red]Not as expected[/] {}", failure))


def _print_consequence(paper: Console, consequence: Consequence, depth: int) -> None:
    from rich.padding import Padding
    from rich.text import Text

    line = Text(consequence.text)
    if consequence.rule:
        line.append(f"  ← {consequence.rule}, {consequence.citation}", style="dim")
    paper.print(Padding(line, (0, 0, 0, 2 * depth)))
    for one in consequence.then:
        _print_consequence(paper, one, depth + 1)


def _print_comparison(paper: Console, comparison: Comparison) -> None:
    from adjudicator.cli.output import listing, styled

    paper.print(styled("[bold]{}[/]\n", comparison.title))
    table = listing("editions", "result")
    for camp in comparison.camps:
        table.add_row(" ".join(camp.editions), "; ".join(camp.result))
    paper.print(table)
    if len(comparison.camps) == 1:
        paper.print("\nAll of them agree, step by step.")
        return
    first = comparison.camps[0]
    for camp in comparison.camps[1:]:
        at = next((n for n, (a, b) in enumerate(zip(first.trace, camp.trace, strict=False)) if a != b), None)
        ours = first.trace[at] if at is not None else "the trace ends"
        theirs = camp.trace[at] if at is not None else "the trace ends elsewhere"
        paper.print(
            styled("\n[bold]{}[/] and [bold]{}[/] part here:", " ".join(first.editions), " ".join(camp.editions))
        )
        paper.print(f"  {first.editions[0]}: {ours}")
        paper.print(f"  {camp.editions[0]}: {theirs}")
    if comparison.parting_rules:
        paper.print(f"\nThe rules on which they differ: {', '.join(comparison.parting_rules)}")


# --- explore --------------------------------------------------------------------------------------------------------


def explore(
    source: Annotated[
        str,
        typer.Argument(
            metavar="FILE|GAME", help="A scenario (a file, or as scoring/all-tied), or the id of a stored game."
        ),
    ],
    at: Annotated[
        int | None,
        typer.Option("--at", help="A position of a game; of a scenario, how many of its steps are taken first."),
    ] = None,
    until: Annotated[
        str, typer.Option("--until", help="end of turn, end of phase, next score, end of game")
    ] = "end of turn",
    goal: Annotated[str | None, typer.Option("--goal", help='Can this be reached? "Ben wins X", "Ben vp 4".')] = None,
    edition: Annotated[str | None, typer.Option("--edition", "-e", help="For a scenario.")] = None,
    depth: Annotated[int, typer.Option(help="Decisions in one line, at the most.")] = 40,
    positions: Annotated[int, typer.Option(help="Positions, at the most.")] = 20_000,
    seconds: Annotated[float, typer.Option(help="Time, at the most.")] = 30.0,
    jobs: Annotated[int, typer.Option(help="Processes.")] = 1,
    keep: Annotated[bool, typer.Option("--keep", help="Store a shortest line to each outcome as a branch.")] = False,
    db: Database = None,
    json: Json = False,
) -> None:
    """Does the order matter? Play every order and every choice, and say what can come of it.

    \b
    Examples:
      smashup explore tie.toml                       from the beginning to the end of the turn
      smashup explore tie.toml --at 1                after its first step
      smashup explore g7k2m9 --at 312 --jobs 2       from a position of a stored game
      smashup explore tie.toml --goal "Ben wins X"   can he still win that base?
      smashup explore g7k2m9 --at 312 --keep         then: smashup step BRANCH
    """
    from adjudicator.cli.output import console, print_json
    from adjudicator.rulings.explore import Limits
    from adjudicator.rulings.explore import explore as search

    log = _log_to_explore(source, at, edition, db)
    limits = Limits(depth=depth, positions=positions, seconds=seconds)
    paper = console(stderr=True)
    with paper.status("exploring …") if paper.is_terminal else _nothing() as status:

        def progress(count: int) -> None:
            if status is not None:
                status.update(f"exploring … {count} positions")

        found = search(log, to=until, limits=limits, jobs=jobs, progress=progress)
    kept = _keep_lines(source, log, found, db) if keep else {}
    if json:
        print_json({**_explored(log, found, goal), "branches": list(kept.values())})
    else:
        _print_findings(console(), log, found, goal)
        for number, branch in kept.items():
            console().print(f"Outcome {number} is kept as branch {branch}: `smashup step {branch}` walks through it.")


def _nothing() -> Any:
    from contextlib import nullcontext

    return nullcontext()


def _log_to_explore(source: str, at: int | None, edition: str | None, db: str | None) -> Sequence[Event]:
    if not shipped.is_scenario(source):
        from adjudicator.games.session import decisions, log_to
        from events.store import open_store

        with open_store(db) as store:
            position = at if at is not None else decisions(store.read(source))[-1]
            return log_to(store, source, position)
    import msgspec

    from adjudicator.scenarios import load, run
    from adjudicator.scenarios.model import Expect
    from core.printed.editions import edition as book

    scenario = load(shipped.scenario(source))
    steps = scenario.step[: at or 0]
    shortened = msgspec.structs.replace(scenario, step=steps, expect=Expect())
    return run(shortened, book(edition).id if edition else scenario.in_editions[-1]).log


def _keep_lines(source: str, log: Sequence[Event], found: Findings, db: str | None) -> dict[int, str]:
    """Store the shortest line to each outcome: as a branch of the game, or of the scenario stored as one."""
    from pathlib import Path

    from adjudicator.rulings.explore import line_log
    from events.store import open_store

    with open_store(db) as store:
        parent = source
        if shipped.is_scenario(source):
            parent = store.create(log, title=f"scenario {Path(source).stem}")
        return {
            number: store.branch(parent, len(log), line_log(log, lines.shortest)[len(log) :], title=f"outcome {number}")
            for number, (_, lines) in enumerate(sorted(found.outcomes.items()), 1)
        }


def _explored(log: Sequence[Event], found: Findings, goal: str | None) -> dict[str, Any]:
    outcomes = [
        {
            "outcome": outcome,
            "lines": lines.count,
            "shortest": lines.shortest,
            "in_words": _in_words(log, lines.shortest),
        }
        for outcome, lines in sorted(found.outcomes.items())
    ]
    facts: dict[str, Any] = {
        "outcomes": outcomes,
        "positions": found.positions,
        "exhausted": found.exhausted,
        "why_not": found.why_not,
        "shuffled": found.shuffled,
        "fork": found.fork,
    }
    if goal is not None:
        facts["goal"] = {"words": goal, "answer": _verdict(log, found, goal)}
    return facts


def _in_words(log: Sequence[Event], line: Sequence[Decision]) -> list[str]:
    """A line of decisions in words, by playing it."""
    from adjudicator.games.option_words import name_of
    from adjudicator.rulings.explore import line_log
    from events.vocabulary import Answered
    from projections.table import fold
    from projections.timeline import Narrator

    played = line_log(log, line)
    narrator = Narrator(name_of)
    table = fold(log)
    words = []
    for event in played[len(log) :]:
        if isinstance(event, Answered):
            words.append(narrator.sentence(event, table))
        table.apply(event)
    return words


def _names(log: Sequence[Event]) -> list[str]:
    from projections.table import fold

    return [seat.name for seat in fold(log[:1]).seats]


def _outcome_words(names: Sequence[str], outcome: Any) -> str:
    points = ", ".join(f"{name} {points}" for name, points in zip(names, outcome.victory_points, strict=True))
    scored = []
    for base, taken in outcome.scored:
        order = sorted((place, name) for name, place in zip(names, taken, strict=True) if place)
        scored.append(f"{base}: " + ", ".join(f"{name} {place}." for place, name in order))
    won = f"; {', '.join(names[seat] for seat in outcome.winners)} wins" if outcome.winners else ""
    return f"VP {points}" + (f"; {'; '.join(scored)}" if scored else "; no base scores") + won


def _print_findings(paper: Console, log: Sequence[Event], found: Findings, goal: str | None) -> None:
    from adjudicator.cli.output import styled

    names = _names(log)
    if goal is not None:
        paper.print(styled("[bold]{}?[/] {}\n", goal, _verdict(log, found, goal)))
    if len(found.outcomes) == 1 and found.exhausted:
        paper.print("It makes no difference: every line comes to the same.\n")
    for number, (outcome, lines) in enumerate(sorted(found.outcomes.items()), 1):
        paper.print(styled("[bold]{}. {}[/]", number, _outcome_words(names, outcome)))
        paper.print(f"   {lines.count} line{'s' if lines.count != 1 else ''}; a shortest:")
        for words in _in_words(log, lines.shortest):
            paper.print(f"     {words}")
    _print_fork(paper, log, found)
    seen = f"{found.positions} positions"
    paper.print(f"\n{'All lines were seen' if found.exhausted else 'Not exhausted: ' + found.why_not} ({seen}).")
    if found.shuffled:
        paper.print("A deck was shuffled on the way: its order was kept, which no player can count on.")


def _print_fork(paper: Console, log: Sequence[Event], found: Findings) -> None:
    fork = found.fork
    if fork is None:
        return
    from adjudicator.games.option_words import name_of
    from adjudicator.rulings.explore import line_log
    from projections.table import fold
    from projections.timeline import Narrator

    table = fold(line_log(log, fork.line))
    narrator = Narrator(name_of)
    numbers = {outcome: number for number, outcome in enumerate(sorted(found.outcomes), 1)}
    after = f" after {len(fork.line)} decisions" if fork.line else ""
    paper.print(
        f"\nWhat separates them first{after}: {narrator.seat(table, fork.seat)} is asked: "
        f"{narrator.prompt(fork.question)}"
    )
    for picks, outcomes in fork.by_answer:
        words = narrator.answer(picks, fork.question, table)
        leads = ", ".join(str(numbers[outcome]) for outcome in outcomes if outcome in numbers)
        paper.print(f"  {words} → outcome {leads or '?'}")


def _verdict(log: Sequence[Event], found: Findings, goal: str) -> str:
    """Whether a goal can be reached: a proof, or an honest "not exhausted"."""
    names = _names(log)
    reaching = [outcome for outcome in found.outcomes if _reaches(names, outcome, goal)]
    if reaching:
        count = sum(found.outcomes[outcome].count for outcome in reaching)
        always = len(reaching) == len(found.outcomes) and found.exhausted
        return "Yes, whatever happens." if always else f"Yes: {count} line{'s lead' if count != 1 else ' leads'} there."
    return "No: proved, all lines were seen." if found.exhausted else f"Not found, and not exhausted: {found.why_not}."


def _reaches(names: Sequence[str], outcome: Any, goal: str) -> bool:
    import re

    from events.errors import SmashUpError

    folded = [name.casefold() for name in names]
    if match := re.fullmatch(r"(.+?)\s+wins(?:\s+(.+))?", goal.strip(), re.IGNORECASE):
        who, base = match[1].casefold(), (match[2] or "").casefold()
        if who in folded:
            seat = folded.index(who)
            return any(taken[seat] == 1 and base in ("", name.casefold()) for name, taken in outcome.scored)
    elif match := re.fullmatch(r"(.+?)\s+vp\s+(\d+)", goal.strip(), re.IGNORECASE):
        who = match[1].casefold()
        if who in folded:
            return bool(outcome.victory_points[folded.index(who)] >= int(match[2]))
    raise SmashUpError(f'{goal!r} is no goal: say "Ben wins BASE" or "Ben vp 4", with a player of {", ".join(names)}.')


# --- score ----------------------------------------------------------------------------------------------------------


def score(
    question: Annotated[str, typer.Argument(help='A base and its players: "20 5/3/2: Ana 10, Ben 10, Cleo 5".')],
    edition: Annotated[str, typer.Option("--edition", "-e", help="By which book.")] = "EMD",
    json: Json = False,
) -> None:
    """Who gets what at a base, without a file.

    \b
    Examples:
      smashup score "20 5/3/2: Ana 10, Ben 10, Cleo 5"
      smashup score "4/2/1: Ana 8, Ben 6, Cleo 6, Dov 3"
      smashup score "20 4/2/1: Ana 18, Ben 2 without minion" --edition AL9K
    """
    from adjudicator.cli.output import console, listing, print_json, styled
    from adjudicator.rulebooks.catalogue import cite
    from adjudicator.rulings.base_score import score as answer

    found = answer(question, edition)
    if json:
        print_json({**_builtins(found), "citations": {one: cite(one, found.edition) for one in found.rules}})
        return
    paper = console()
    table = listing("player", ">power", "place", ">VP", "why")
    for one in found.players:
        place = {1: "1st", 2: "2nd", 3: "3rd"}.get(one.place, "none")
        table.add_row(one.name, str(one.power), place, str(one.points), one.why)
    paper.print(table)
    if found.ready is not None:
        ready = "ready to score" if found.ready else "not ready; if it scores all the same, this is how"
        paper.print(f"\nTotal {found.total} against breakpoint {found.breakpoint}: {ready}.")
    for rule in found.rules:
        paper.print(styled("[dim]{}: {}[/]", rule, cite(rule, found.edition)))


def _builtins(value: Any) -> dict[str, Any]:
    import msgspec

    built: dict[str, Any] = msgspec.to_builtins(value)
    return built
