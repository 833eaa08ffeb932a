"""`smashup rules`: the rulebook catalogue as a searchable reference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from adjudicator.rulebooks import Rule


def rules(
    words: Annotated[
        list[str] | None,
        typer.Argument(help="What to look for; or: show RULE, diff EDITION EDITION, coverage."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Look rules up: what each of the five books says, and the scenarios that show it.

    \b
    Examples:
      smashup rules                    all rules, a line each
      smashup rules ties               those about ties
      smashup rules show mefirst       one rule in all five books
      smashup rules diff AL9K EMD      where two books part
      smashup rules coverage           which rules have scenarios, by edition
    """
    from adjudicator.rulebooks import catalogue, rule, search

    given = words or []
    if given[:1] == ["show"] and len(given) == 2:
        _show(rule(given[1]), json)
    elif given[:1] == ["diff"] and len(given) == 3:
        _diff(given[1].upper(), given[2].upper(), json)
    elif given == ["coverage"]:
        _coverage(json)
    else:
        found = search(" ".join(given)) if given else tuple(catalogue().rules.values())
        _list(found, " ".join(given), json)


def _console() -> Console:
    from rich.console import Console

    return Console(highlight=False)


def _print_json(data: Any) -> None:
    import msgspec

    print(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())


def _list(found: tuple[Rule, ...], words: str, json: bool) -> None:
    if json:
        _print_json([{"id": one.id, "title": one.title, "statement": one.statement} for one in found])
        return
    if not found:
        typer.echo(f"No rule speaks of {words!r}. `smashup rules` lists them all.")
        return
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(no_wrap=True, style="bold")
    table.add_column()
    for one in found:
        table.add_row(one.id, one.title)
    _console().print(table)
    if len(found) == 1:
        _show(found[0], json=False)


def _facts(one: Rule) -> dict[str, Any]:
    from adjudicator.coverage import scenarios_for
    from core.editions import EDITIONS

    return {
        "id": one.id,
        "title": one.title,
        "statement": one.statement,
        "editions": {
            book: {
                "says": one.in_force(book).says,
                "citation": one.cite(book),
                "reading": one.in_edition(book).reading,
                "silent": one.in_edition(book).silent,
            }
            for book in EDITIONS
        },
        "put_down": one.put_down,
        "other": one.other,
        "concerns": one.concerns,
        "see": one.see,
        "scenarios": [scenario.path for scenario in scenarios_for(one.id)],
    }


def _show(one: Rule, json: bool) -> None:
    facts = _facts(one)
    if json:
        _print_json(facts)
        return
    console = _console()
    console.print(f"[bold]{one.id}[/] · {one.title}", soft_wrap=True)
    console.print(one.statement)
    for label, text in (("Put down:", one.put_down), ("The other way:", one.other)):
        if text:
            console.print(f"[bold]{label}[/] {text}")
    console.print()
    for book, said in facts["editions"].items():
        console.print(f"[bold]{book:<5}[/] {said['says'] or 'does not arise'}")
        console.print(f"      [dim]{said['citation']}[/]")
    if one.see or one.concerns:
        console.print(f"\nSee also: {', '.join((*one.see, *one.concerns))}")
    shown = facts["scenarios"]
    console.print(f"\nScenarios: {len(shown) or 'none'}")
    for path in shown[:12]:
        console.print(f"  {path}")
    if len(shown) > 12:
        console.print(f"  … and {len(shown) - 12} more (--json lists them)")


def _diff(first: str, second: str, json: bool) -> None:
    from adjudicator.rulebooks import differences

    found = differences(first, second)
    if json:
        _print_json([{"rule": one.rule.id, first: one.first.says, second: one.second.says} for one in found])
        return
    console = _console()
    console.print(f"{first} and {second} part on {len(found)} rules.\n")
    for one in found:
        console.print(f"[bold]{one.rule.id}[/] · {one.rule.title}")
        console.print(f"  {first:<5} {one.first.says}")
        console.print(f"  {second:<5} {one.second.says}\n")


def _coverage(json: bool) -> None:
    from adjudicator.coverage import rule_coverage
    from core.editions import EDITIONS

    found = rule_coverage()
    if json:
        _print_json([{"rule": one.rule, "by_edition": one.by_edition, "missing": one.missing} for one in found])
        return
    from rich.table import Table

    table = Table(title="Scenarios by rule and edition (· the book is silent)", box=None, title_justify="left")
    table.add_column("rule", no_wrap=True)
    for book in EDITIONS:
        table.add_column(book, justify="right")
    for one in found:
        cells = ["·" if count is None else str(count) for count in one.by_edition.values()]
        table.add_row(one.rule, *cells, style="" if not one.missing else "yellow")
    console = _console()
    console.print(table)
    wanted = sum(count is not None for one in found for count in one.by_edition.values())
    there = sum(bool(count) for one in found for count in one.by_edition.values())
    console.print(f"{there} of {wanted} statements are exercised by a scenario.")
