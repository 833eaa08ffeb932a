"""`smashup rules`: the rulebook catalogue as a searchable reference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from adjudicator.rulebooks.catalogue import Rule


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
    from adjudicator.rulebooks.catalogue import catalogue, rule, search

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


def _list(found: tuple[Rule, ...], words: str, json: bool) -> None:
    from adjudicator.cli.output import console, listing, print_json

    if json:
        print_json([{"id": one.id, "title": one.title, "statement": one.statement} for one in found])
        return
    if not found:
        console().print(f"No rule speaks of {words!r}. `smashup rules` lists them all.")
        return
    table = listing("rule", "about")
    for one in found:
        table.add_row(one.id, one.title)
    console().print(table)
    if len(found) == 1:
        _show(found[0], json=False)


def _facts(one: Rule) -> dict[str, Any]:
    from adjudicator.rulebooks.coverage import scenarios_for
    from core.printed.editions import EDITIONS

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
    from adjudicator.cli.output import console, print_json, styled

    facts = _facts(one)
    if json:
        print_json(facts)
        return
    paper = console()
    paper.print(styled("[bold]{}[/] · {}", one.id, one.title), soft_wrap=True)
    paper.print(one.statement)
    for label, text in (("Put down:", one.put_down), ("The other way:", one.other)):
        if text:
            paper.print(styled("[bold]{}[/] {}", label, text))
    paper.print()
    for book, said in facts["editions"].items():
        paper.print(styled("[bold]{}[/] {}", f"{book:<5}", said["says"] or "does not arise"))
        paper.print(styled("      [dim]{}[/]", said["citation"]))
    if one.see or one.concerns:
        paper.print(f"\nSee also: {', '.join((*one.see, *one.concerns))}")
    shown = facts["scenarios"]
    paper.print(f"\nScenarios: {len(shown) or 'none'}")
    for path in shown[:12]:
        paper.print(f"  {path}")
    if len(shown) > 12:
        paper.print(f"  … and {len(shown) - 12} more (--json lists them)")


def _diff(first: str, second: str, json: bool) -> None:
    from adjudicator.cli.output import console, print_json, styled
    from adjudicator.rulebooks.catalogue import differences

    found = differences(first, second)
    if json:
        print_json([{"rule": one.rule.id, first: one.first.says, second: one.second.says} for one in found])
        return
    paper = console()
    paper.print(f"{first} and {second} part on {len(found)} rules.\n")
    for one in found:
        paper.print(styled("[bold]{}[/] · {}", one.rule.id, one.rule.title))
        paper.print(f"  {first:<5} {one.first.says}")
        paper.print(f"  {second:<5} {one.second.says}\n")


def _coverage(json: bool) -> None:
    from adjudicator.cli.output import console, listing, print_json
    from adjudicator.rulebooks.coverage import rule_coverage
    from core.printed.editions import EDITIONS

    found = rule_coverage()
    if json:
        print_json([{"rule": one.rule, "by_edition": one.by_edition, "missing": one.missing} for one in found])
        return
    table = listing("rule", *(f">{book}" for book in EDITIONS))
    for one in found:
        cells = ["·" if count is None else str(count) for count in one.by_edition.values()]
        table.add_row(one.rule, *cells, style="" if not one.missing else "yellow")
    paper = console()
    paper.print(table)
    paper.print("\n· the book is silent; each number counts scenarios")
    wanted = sum(count is not None for one in found for count in one.by_edition.values())
    there = sum(bool(count) for one in found for count in one.by_edition.values())
    counted = f"All {wanted}" if there == wanted else f"{there} of {wanted}"
    paper.print(f"{counted} statements are exercised by a scenario.")
