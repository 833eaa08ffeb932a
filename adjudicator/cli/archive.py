"""`smashup verify --all --since-rules`: lists the stored games that play out differently after a change of the rules."""

from __future__ import annotations

from typing import Any

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from adjudicator.cli.options import looking
from adjudicator.cli.output import console, listing, print_json, warn
from adjudicator.cli.simulate import progress_bar
from adjudicator.games.workers import Executor
from adjudicator.rulebooks.catalogue import catalogue
from adjudicator.tournaments.archive import ArchiveResult, ask_archive
from core.engine.game import RULES_VERSION
from core.printed.editions import EDITIONS

EXAMPLES = 3
"""Maximum number of games named for each rule."""


def report_on_archive(since: int, *, db: str | None, executor: Executor, json: bool) -> None:
    """Check all stored games and print the result. The exit code is 1 if any plays out differently."""
    with looking(db) as store:
        games = [info.id for info in store.games()]
    with progress_bar() as progress:
        task = progress.add_task("verifying", total=len(games))
        answer = ask_archive(games, since=since, store=db, executor=executor, progress=lambda: progress.advance(task))
    for game, why in answer.unread.items():
        warn(f"game {game} was skipped: {why}")
    if json:
        print_json(facts(answer, since))
    else:
        console().print(report(answer, since))
    if answer.changed or answer.unread:
        raise typer.Exit(1)


def facts(answer: ArchiveResult, since: int) -> dict[str, Any]:
    """Return the answer for programs."""
    return {
        "since_rules": since,
        "rules": RULES_VERSION,
        "asked": answer.asked,
        "same": answer.same,
        "older": answer.older,
        "by_rule": {
            rule: {edition: len(games) for edition, games in editions.items()}
            for rule, editions in answer.by_rule().items()
        },
        "changed": answer.changed,
        "unread": answer.unread,
    }


def report(answer: ArchiveResult, since: int) -> RenderableType:
    """Return the answer for people: a row for each rule, a column for each edition."""
    changed = len(answer.changed)
    words = f"{answer.asked:,} games recorded under rules {since} or later; {changed:,} play out differently under {RULES_VERSION}"
    older = f" ({answer.older:,} older games were not checked)" if answer.older else ""
    if not changed:
        return Text(f"{words}{older}.")
    books = [book for book in EDITIONS if any(change.edition == book for change in answer.changed)]
    table = listing("Rule", *(f">{book}" for book in books), ">Games", "Where, for example")
    for rule, editions in answer.by_rule().items():
        games = [change for changes in editions.values() for change in changes]
        title = catalogue().rules[rule].title if rule in catalogue().rules else ""
        counts = [len(editions.get(book, ())) for book in books]
        examples = ", ".join(f"{change.game} at {change.position}" for change in games[:EXAMPLES])
        name = Text(rule, "bold").append(f"  {title}" if title else "", "default")
        table.add_row(name, *(str(count) if count else "·" for count in counts), str(len(games)), Text(examples))
    alike = sum(change.same_position for change in answer.changed)
    stuck = sum(bool(change.error) for change in answer.changed)
    rest = f"{alike:,} of them reach the same position through different events; {stuck:,} cannot be decided at all."
    return Group(Text(f"{words}{older}.\n"), table, Text(f"\n{rest}"))
