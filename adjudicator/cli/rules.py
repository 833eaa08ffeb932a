"""`smashup rules`: the rulebook catalogue as a searchable reference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from adjudicator.cli.options import offered_rules
from adjudicator.cli.parameters import Argument, Option
from projections.plain_words import counted

if TYPE_CHECKING:
    from adjudicator.cli.ruling_page import Page
    from adjudicator.rulebooks.catalogue import Rule


def rules(
    words: Annotated[
        list[str] | None,
        Argument(
            help="Words to search for, or: show RULE, diff EDITION EDITION, coverage.", autocompletion=offered_rules
        ),
    ] = None,
    json: Annotated[bool, Option("--json", help="Print JSON.")] = False,
) -> None:
    """Look up rules: what each rulebook says, and scenarios that show it.

    \b
    Examples:
      smashup rules                    all rules, one per line
      smashup rules ties               rules about ties
      smashup rules term.affect        one rule in all books (also: rules show term.affect)
      smashup rules diff AL9K EMD      where two books differ
      smashup rules coverage           which rules have scenarios, by edition
    """
    from adjudicator.rulebooks.catalogue import catalogue, rule

    given = words or []
    if given[:1] == ["show"] and len(given) == 2:
        _show(rule(given[1]), json)
    elif len(given) == 1 and given[0] in catalogue().rules:
        _show(rule(given[0]), json)
    elif given[:1] == ["diff"] and len(given) == 3:
        _diff(given[1].upper(), given[2].upper(), json)
    elif given == ["coverage"]:
        _coverage(json)
    else:
        matches = _found(given) if given else tuple(catalogue().rules.values())
        _list(matches, " ".join(given), json)


def _found(words: list[str]) -> tuple[Rule, ...]:
    """Return the rules that match a question, best first, without those far behind the best."""
    from adjudicator.cli.find import searched
    from adjudicator.rulebooks.catalogue import rule

    hits = searched(words, ("rule",)).hits
    return tuple(rule(hit.item.id) for hit in hits if hit.score and 3 * hit.score >= hits[0].score)


def _list(rules: tuple[Rule, ...], words: str, json: bool) -> None:
    from adjudicator.cli.output import console, listing, print_json

    if json:
        print_json([_in_short(rule) for rule in rules])
        return
    if not rules:
        console().print(f"No rule mentions {words!r}. `smashup rules` lists them all.", markup=False)
        return
    if not words:
        table = listing("rule", "about")
        for match in rules:
            table.add_row(match.id, match.title)
        console().print(table)
        return
    page = _page()
    for match in rules[:MOST_SHOWN]:
        page.line(f"{match.id} · {match.title}", style="bold")
        _print_books(match)
        page.gap()
    if len(rules) > MOST_SHOWN:
        others = ", ".join(rule.id for rule in rules[MOST_SHOWN:])
        page.line(f"Less so: {others}", style="dim")


MOST_SHOWN = 6
"""Number of rules that a search shows with their text. The others are listed by id only."""


def _in_short(rule: Rule) -> dict[str, Any]:
    wordings = [{"editions": books, "says": says, "citations": cited} for books, says, cited in _said(rule)]
    return {"id": rule.id, "title": rule.title, "statement": rule.statement, "books": wordings}


def _said(rule: Rule) -> list[tuple[list[str], str, list[str]]]:
    """Return each different wording once: the rulebooks that use it, the text and the citation."""
    from core.printed.editions import EDITIONS

    wordings: dict[str, tuple[list[str], list[str]]] = {}
    for book in EDITIONS:
        books, cited = wordings.setdefault(rule.words(book), ([], []))
        books.append(book)
        cited.append(rule.cite(book))
    return [(books, says, cited) for says, (books, cited) in wordings.items()]


def _print_books(rule: Rule) -> None:
    from projections.plain_words import listed

    page = _page()
    for books, says, cited in _said(rule):
        page.line(f"{' '.join(books)}: {says}", 1)
        places = [line.partition("; unchanged")[0].partition("; by ")[0] for line in cited]
        readings = dict.fromkeys(reading for book in books for reading in rule.in_force(book).readings)
        by = f"; by {listed(readings)}" if readings else ""
        page.line("; ".join(_together(books, places)) + by, 2, "dim")
    if unchanged := _unchanged(rule):
        page.line(unchanged)


def _together(books: list[str], cited: list[str]) -> list[str]:
    """Return the citations of some books. What several of them share is stated once."""
    without: dict[str, list[str]] = {}
    for book, line in zip(books, cited, strict=True):
        own = line.removeprefix(f"{book} silent")
        without.setdefault(own if own != line else line.removeprefix(f"{book}: "), []).append(book)
    if len(without) == 1 and not next(iter(without)).startswith(";"):
        return list(without)
    return [_silent(alike, line) if line.startswith(";") else line for line, alike in without.items()]


def _silent(books: list[str], what_follows: str) -> str:
    """Return the citation of books that are silent in the same way."""
    ending = what_follows.replace("; follows", "; follow") if len(books) > 1 else what_follows
    return f"{' '.join(books)} silent{ending}"


def _unchanged(rule: Rule) -> str:
    """Return a sentence naming the rulebook since which a rule has not changed; "" if the newest changed it."""
    from core.printed.editions import EDITIONS

    since = rule.unchanged_since
    if since in ("", *list(EDITIONS)[-1:]):
        return ""
    return f"Unchanged since {EDITIONS[since].title} ({since}, {EDITIONS[since].year})."


def _page() -> Page:
    from adjudicator.cli.output import console
    from adjudicator.cli.ruling_page import Page

    return Page(console())


def _facts(rule: Rule) -> dict[str, Any]:
    from adjudicator.rulebooks.library import Library
    from core.printed.editions import EDITIONS

    with Library() as library:
        scenarios = [{"name": entry.name, "title": entry.title} for entry in library.for_rule(rule.id)]
    return {
        "id": rule.id,
        "title": rule.title,
        "statement": rule.statement,
        "editions": {
            book: {
                "says": rule.in_force(book).says,
                "citation": rule.cite(book),
                "reading": rule.in_edition(book).reading,
                "silent": rule.in_edition(book).silent,
                "arises": rule.in_edition(book).arises,
            }
            for book in EDITIONS
        },
        "since": rule.since,
        "unchanged_since": rule.unchanged_since,
        "needs": rule.needs,
        "put_down": rule.put_down,
        "other": rule.other,
        "concerns": rule.concerns,
        "see": rule.see,
        "scenarios": scenarios,
    }


def _show(rule: Rule, json: bool) -> None:
    from adjudicator.cli.output import print_json

    facts = _facts(rule)
    if json:
        print_json(facts)
        return
    page = _page()
    page.line(f"{rule.id} · {rule.title}", style="bold")
    page.line(rule.statement)
    for label, text in (("Put down:", rule.put_down), ("The other way:", rule.other)):
        if text:
            page.line(f"{label} {text}")
    if rule.needs:
        page.line(f"Not implemented: no set in the game has {rule.needs} yet.")
    page.gap()
    _print_books(rule)
    if rule.see or rule.concerns:
        page.gap()
        page.line(f"See also: {', '.join((*rule.see, *rule.concerns))}")
    shown = facts["scenarios"]
    page.gap()
    page.line(f"Rulings ({len(shown)}): smashup ask NAME" if shown else "No ruling rests on it.", style="bold")
    for scenario in shown[:12]:
        page.line(scenario["name"], 1)
        page.line(scenario["title"], 2, "dim")
    if len(shown) > 12:
        page.line(f"… smashup rulings --rule {rule.id} --limit {len(shown)} shows them all", 1)


def _diff(first: str, second: str, json: bool) -> None:
    from adjudicator.cli.output import console, print_json, styled
    from adjudicator.rulebooks.catalogue import differences

    differing = differences(first, second)
    if json:
        print_json(
            [
                {"rule": difference.rule.id, first: difference.words[0], second: difference.words[1]}
                for difference in differing
            ]
        )
        return
    paper = console()
    paper.print(f"{first} and {second} differ on {counted(len(differing), 'rule')}.\n")
    for entry in differing:
        paper.print(styled("[bold]{}[/] · {}", entry.rule.id, entry.rule.title))
        paper.print(f"  {first:<5} {entry.words[0]}")
        paper.print(f"  {second:<5} {entry.words[1]}\n")


def _coverage(json: bool) -> None:
    from adjudicator.cli.output import console, listing, print_json
    from adjudicator.rulebooks.coverage import rule_coverage
    from core.printed.editions import EDITIONS

    coverage = rule_coverage()
    if json:
        print_json(
            [
                {"rule": covered.rule, "by_edition": covered.by_edition, "missing": covered.missing}
                for covered in coverage
            ]
        )
        return
    table = listing("rule", *(f">{book}" for book in EDITIONS))
    for row in coverage:
        cells = ["·" if count is None else str(count) for count in row.by_edition.values()]
        table.add_row(row.rule, *cells, style="" if not row.missing else "yellow")
    paper = console()
    paper.print(table)
    paper.print("\n· the book is silent; each number counts scenarios")
    due = sum(count is not None for covered in coverage for count in covered.by_edition.values())
    there = sum(bool(count) for covered in coverage for count in covered.by_edition.values())
    counted = f"All {due}" if there == due else f"{there} of {due}"
    paper.print(f"{counted} statements are exercised by a scenario.")
