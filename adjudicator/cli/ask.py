"""`smashup ask`, `explore` and `score`: rules questions, answered with their reasons."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated, Any

from adjudicator import bundled
from adjudicator.cli.options import (
    Database,
    Json,
    On,
    Until,
    offered_editions,
    offered_games_and_scenarios,
    offered_scenarios,
)
from adjudicator.cli.parameters import Argument, Option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from adjudicator.rulings.explore import Findings
    from adjudicator.rulings.explored import Explored
    from adjudicator.scenarios import Scenario
    from adjudicator.scenarios.names import TableNames
    from events.vocabulary import Event

ScenarioFile = Annotated[
    str,
    Argument(
        metavar="SITUATION|FILE",
        help="A situation in one line, a scenario file, or a bundled scenario by name (scoring/all-tied).",
        autocompletion=offered_scenarios,
    ),
]


# --- ask ------------------------------------------------------------------------------------------------------------


def ask(
    situation: ScenarioFile,
    steps: Annotated[
        list[str] | None,
        Argument(metavar="[STEP]...", help='What the players do: "Ana: play Howler at Tortuga", "pass".'),
    ] = None,
    edition: Annotated[
        str | None,
        Option(
            "--edition",
            "-e",
            help="Rulebook to rule by (default: the newest one the situation names).",
            autocompletion=offered_editions,
        ),
    ] = None,
    all_editions: Annotated[
        bool, Option("--all-editions", "-a", help="Rule by every rulebook and show where they disagree.")
    ] = False,
    board: Annotated[bool, Option("--board", help="Also draw the table after each step.")] = False,
    step: Annotated[bool, Option("--step", help="Walk through it: forward, back, the board, why.")] = False,
    branch: Annotated[
        list[str] | None,
        Option("--branch", metavar="N=LINE", help='Replace step N: --branch "2=choose X". Repeat to combine.'),
    ] = None,
    swap: Annotated[
        list[str] | None, Option("--swap", metavar="N,M", help="Swap two steps: what if M came first?")
    ] = None,
    markdown: Annotated[bool, Option("--markdown", help="Print Markdown, to paste into a forum.")] = False,
    json: Json = False,
) -> None:
    """Rule on a situation: what happens, why, and which rulebook passage says so.

    \b
    Examples:
      smashup ask "Tortuga: Ana Howler; Ben 3 | Ana hand: Bear Hug" "play Bear Hug"
      smashup ask tie.toml                       the ruling under the newest rulebook
      smashup ask scoring/all-tied               on a bundled scenario
      smashup ask tie.toml --edition AL9K        under another rulebook
      smashup ask tie.toml --all-editions        where the rulebooks disagree
      smashup ask tie.toml --branch "2=pass"     what if step 2 were a different answer?
      smashup ask tie.toml --swap 1,2            what if step 2 came first?
      smashup ask tie.toml --markdown            to paste into a forum

    `smashup docs situations` explains how to write a situation in one line. Exit code 1 if a step is refused or an
    expectation fails.
    """
    from adjudicator.cli.output import console, print_json
    from adjudicator.rulings.ruling import rule_on, rule_on_question
    from adjudicator.rulings.what_if import branched
    from adjudicator.scenarios.given import scenario_given
    from core.printed.editions import edition as book

    scenario = scenario_given(situation, steps or ())
    if branch or swap:
        scenario = branched(scenario, branch or (), swap or ())
    question = bool(branch or swap or steps or not scenario.path)
    if all_editions:
        _ask_all(scenario, markdown, json, question)
        return
    by = book(edition).id if edition else scenario.main_edition
    if step:
        _walk_through(scenario, by, json)
        return
    rule = rule_on_question if question else rule_on
    ruling = rule(scenario, by, boards=board)
    answering = None
    if ruling.open is not None and not (json or markdown) and _at_a_terminal():
        from adjudicator.cli.open_choices import TerminalChoices

        answering = TerminalChoices(scenario, by, console(), rule)
        ruling = answering.answered(ruling, boards=board)
    if json:
        print_json(ruling)
    elif markdown:
        from adjudicator.rulings.markdown import markdown as as_markdown

        print(as_markdown(ruling), end="")
    else:
        from adjudicator.cli.ruling_page import Page

        Page(console()).ruling(ruling)
    if answering is not None and not (branch or swap):
        answering.offer_to_save()
    if ruling.failures or ruling.refused:
        raise SystemExit(1)


def _at_a_terminal() -> bool:
    import sys

    return sys.stdin.isatty() and sys.stdout.isatty()


def _walk_through(scenario: Scenario, edition: str, json: bool) -> None:
    """Step through a scenario on the full screen, or print the whole story if there is no terminal."""
    from adjudicator.cli.output import console, print_json
    from adjudicator.cli.step import Walk, scenario_found, show_on_screen
    from projections.history import Stop

    opened = scenario_found(scenario, edition=edition)
    walk = Walk(opened.replay, Stop.DECISION)
    walk.jump(opened.replay.first)
    if json:
        print_json({"game": walk.info.id, "edition": edition, "steps": walk.marks, "lines": walk.lines})
    elif _at_a_terminal():
        show_on_screen(opened, opened.replay.first, Stop.EVENT)
    else:
        walk.tell(console())


def _ask_all(scenario: Scenario, markdown: bool, json: bool, question: bool) -> None:
    """Show all editions side by side."""
    from adjudicator.cli.output import console, print_json
    from adjudicator.rulings.comparison import compare
    from core.printed.editions import EDITIONS

    rulings, comparison = compare(scenario, tuple(EDITIONS), question=question)
    if json:
        print_json({"comparison": comparison, "rulings": rulings})
    elif markdown:
        from adjudicator.rulings.markdown import comparison_markdown

        print(comparison_markdown(comparison), end="")
    else:
        from adjudicator.cli.ruling_page import Page

        Page(console()).comparison(comparison)
    if comparison.failures or (question and any(agreement.stuck for agreement in comparison.agreements)):
        raise SystemExit(1)


# --- explore --------------------------------------------------------------------------------------------------------


def explore(
    source: Annotated[
        str,
        Argument(
            metavar="SITUATION|FILE|GAME",
            help="A situation in one line, a scenario (a file, or as scoring/all-tied), or the id of a stored game.",
            autocompletion=offered_games_and_scenarios,
        ),
    ],
    at: Annotated[
        int | None,
        Option("--at", help="Position in a game, or number of a scenario's steps to take first."),
    ] = None,
    until: Until = "end of turn",
    goal: Annotated[
        str | None,
        Option("--goal", help='Goal to test: "Ben wins X", "Ben vp 4", or as in [expect]: "power = { Howler = 3 }".'),
    ] = None,
    by: Annotated[
        str | None,
        Option(
            "--by",
            metavar="PLAYER",
            help="The player whose goal it is, if the goal does not say (default: the player who decides).",
        ),
    ] = None,
    edition: Annotated[
        str | None, Option("--edition", "-e", help="Rulebook to play a scenario by.", autocompletion=offered_editions)
    ] = None,
    depth: Annotated[int, Option(help="Maximum number of decisions in one line.")] = 40,
    positions: Annotated[int, Option(help="Maximum number of positions.")] = 20_000,
    seconds: Annotated[float, Option(help="Maximum number of seconds.")] = 30.0,
    jobs: Annotated[int, Option(help="Number of parallel processes.")] = 1,
    on: On = "",
    keep: Annotated[bool, Option("--keep", help="Store a shortest line to each outcome as a branch.")] = False,
    db: Database = None,
    json: Json = False,
) -> None:
    """Does the order matter? Play every order and every choice, and list the possible outcomes.

    A goal can happen (some line leads there), can be forced (whatever the others and chance do), or cannot happen
    (proved).

    \b
    Examples:
      smashup explore tie.toml                       from the beginning to the end of the turn
      smashup explore tie.toml --at 1                after its first step
      smashup explore g7k2m9 --at 312 --jobs 2       from a position of a stored game
      smashup explore tie.toml --goal "Ben wins X"   can he still win that base, and can he force it?
      smashup explore tie.toml --goal 'where = { m1 = "Y" }' --by Ben
      smashup explore g7k2m9 --at 312 --keep         then: smashup step BRANCH
    """
    from adjudicator.cli.output import console, print_json
    from adjudicator.games.workers import workers
    from adjudicator.rulings.explore import Limits
    from adjudicator.rulings.explore import explore as search
    from adjudicator.rulings.explored import told
    from adjudicator.rulings.goals import read_goal
    from events.errors import SmashUpError
    from projections.plain_words import counted

    if not 0 <= seconds < math.inf:
        raise SmashUpError("--seconds is a number of seconds, not less than 0.")
    log, names = _log_to_explore(source, at, edition, db)
    aim = read_goal(goal, log, names, by) if goal is not None else None
    limits = Limits(depth=depth, positions=positions, seconds=seconds)
    paper = console(stderr=True)
    with paper.status("exploring …") if paper.is_terminal else _nothing() as status:

        def progress(count: int) -> None:
            if status is not None:
                status.update(f"exploring … {counted(count, 'position')}")

        executor = workers(jobs, on)
        findings = search(log, to=until, limits=limits, executor=executor, progress=progress, goal=aim)
    kept = _keep_lines(source, log, findings, db) if keep else {}
    words = told(log, findings, aim, names)
    if json:
        print_json({**_builtins(words), "branches": list(kept.values())})
    else:
        _print_explored(console(), words)
        for number, branch in kept.items():
            console().print(f"Outcome {number} is stored as branch {branch}: `smashup step {branch}` walks through it.")


def _nothing() -> Any:
    from contextlib import nullcontext

    return nullcontext()


def _log_to_explore(
    source: str, at: int | None, edition: str | None, db: str | None
) -> tuple[Sequence[Event], TableNames]:
    """Return a log that ends with a question, and the names used there."""
    from adjudicator.scenarios.given import scenario_given
    from adjudicator.scenarios.names import TableNames
    from adjudicator.scenarios.notation import is_situation

    if not bundled.is_scenario(source) and not is_situation(source):
        from adjudicator.games.session import decisions, log_to
        from events.store import open_store

        with open_store(db, look=True) as store:
            position = at if at is not None else decisions(store.read(source))[-1]
            return log_to(store, source, position), TableNames()
    import msgspec

    from adjudicator.scenarios import run
    from adjudicator.scenarios.model import Expect
    from core.printed.editions import edition as book
    from events.errors import SmashUpError

    scenario = scenario_given(source)
    if not 0 <= (at or 0) <= len(scenario.step):
        raise SmashUpError(f"--at takes a number of steps from 0 to {len(scenario.step)}, as many as the scenario has.")
    steps = scenario.step[: at or 0]
    shortened = msgspec.structs.replace(scenario, step=steps, expect=Expect())
    outcome = run(shortened, book(edition).id if edition else scenario.main_edition)
    if len(outcome.steps) < sum(outcome.edition in step.editions for step in steps):
        raise SmashUpError(f"It cannot be explored from there: {outcome.failures[-1]}.")
    return outcome.log, outcome.names


def _keep_lines(source: str, log: Sequence[Event], findings: Findings, db: str | None) -> dict[int, str]:
    """_keep_lines(source,log,found,db):

    Store the shortest line to each outcome: as a branch of the game, or of the scenario, which is stored as a game
    first.
    """
    from pathlib import Path

    from adjudicator.rulings.explore import line_log
    from adjudicator.scenarios.notation import is_situation
    from events.store import open_store

    with open_store(db) as store:
        parent = source
        if bundled.is_scenario(source) or is_situation(source):
            parent = store.create(log, title="a situation" if is_situation(source) else f"scenario {Path(source).stem}")
        return {
            number: store.branch(parent, len(log), line_log(log, lines.shortest)[len(log) :], title=f"outcome {number}")
            for number, (_, lines) in enumerate(sorted(findings.outcomes.items()), 1)
        }


def _print_explored(paper: Console, explored: Explored) -> None:
    """Print the goal first, then every outcome with a line to it, and what separates them."""
    from adjudicator.cli.ruling_page import Page
    from projections.plain_words import counted

    page = Page(paper)
    if goal := explored.goal:
        page.line(f"{goal.goal}? {goal.answer}", style="bold")
        if goal.strategy:
            page.line("A way to do it:", 1)
            for step in goal.strategy:
                page.line(step.strip(), 2 + (len(step) - len(step.lstrip())) // 2)
        elif goal.line and goal.verdict == "can happen":
            page.line("A line of play that leads there:", 1)
            for words in goal.line:
                page.line(words, 2)
        page.gap()
    if len(explored.outcomes) == 1 and explored.exhausted:
        page.line("It makes no difference: every line of play leads to the same table.", style="bold")
    elif explored.shared:
        page.line("Whatever anybody does:", style="bold")
    for change in explored.shared:
        page.line(f"{change}.", 1)
    page.gap()
    for outcome in explored.outcomes:
        page.line(f"{outcome.number}. {outcome.outcome}", style="bold")
        for change in outcome.table:
            page.line(f"{change}.", 1)
        page.line(
            f"{counted(outcome.lines, 'line')} of play {'lead' if outcome.lines != 1 else 'leads'} there, for example:",
            1,
        )
        for words in outcome.shortest or ("nobody decides anything",):
            page.line(words, 2)
    if explored.more:
        page.line(f"… and {counted(explored.more, 'outcome')} more.")
    for number, fork in enumerate(explored.forks):
        page.gap()
        then = "What separates them" if not number else "And then"
        after = f" (after {', '.join(fork.after)})" if fork.after else ""
        page.line(f"{then}: {fork.player} is asked{after}: {fork.question}", style="bold")
        for answer, leads in fork.answers:
            page.line(f"{answer} → outcome {', '.join(map(str, leads)) or '?'}", 1)
    page.gap()
    seen = counted(explored.positions, "position")
    page.line(f"{'All lines were searched' if explored.exhausted else 'Not exhausted: ' + explored.why_not} ({seen}).")
    if explored.shuffled:
        page.line("A deck was shuffled along the way. Its order was kept, but no player can count on that.")


# --- score ----------------------------------------------------------------------------------------------------------


def score(
    question: Annotated[str, Argument(help='A base and its players: "20 5/3/2: Ana 10, Ben 10, Cleo 5".')],
    edition: Annotated[str, Option("--edition", "-e", help="By which book.", autocompletion=offered_editions)] = "EMD",
    json: Json = False,
) -> None:
    """Show who gets what at a base.

    \b
    Examples:
      smashup score "20 5/3/2: Ana 10, Ben 10, Cleo 5"
      smashup score "4/2/1: Ana 8, Ben 6, Cleo 6, Dov 3"
      smashup score "20 4/2/1: Ana 18, Ben 2 without minion" --edition AL9K
    """
    from adjudicator.cli.output import console, listing, print_json, styled
    from adjudicator.rulebooks.catalogue import cite
    from adjudicator.rulings.base_score import score as answer

    result = answer(question, edition)
    if json:
        print_json(
            {**_builtins(result), "citations": {rule_id: cite(rule_id, result.edition) for rule_id in result.rules}}
        )
        return
    paper = console()
    paper.print(f"{', '.join(f'{standing.name} {standing.points} VP' for standing in result.players)}.\n", markup=False)
    table = listing("player", ">power", "place", ">VP", "why")
    for standing in result.players:
        rank = {1: "1st", 2: "2nd", 3: "3rd"}.get(standing.place, "none")
        table.add_row(standing.name, str(standing.power), rank, str(standing.points), standing.why)
    paper.print(table)
    if result.ready is not None:
        ready = "ready to score" if result.ready else "not ready; if it scores anyway, this is the result"
        paper.print(f"\nTotal {result.total} against breakpoint {result.breakpoint}: {ready}.")
    for rule in result.rules:
        paper.print(styled("[dim]{}: {}[/]", rule, cite(rule, result.edition)))


def _builtins(value: Any) -> dict[str, Any]:
    import msgspec

    built: dict[str, Any] = msgspec.to_builtins(value)
    return built
