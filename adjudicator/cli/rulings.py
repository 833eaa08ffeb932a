"""`smashup rulings`: the library of rulings, searched by words, cards, rules, editions and documented examples."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Annotated

import typer

from adjudicator.cli.options import Json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.rulebooks.library import Entry, Library


def rulings(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[WORDS]...", help="Words, or phrases in quotes.")
    ] = None,
    card: Annotated[str | None, typer.Option("--card", metavar="NAME", help="About this card or base.")] = None,
    rule: Annotated[str | None, typer.Option("--rule", metavar="ID", help="Resting on this rule.")] = None,
    edition: Annotated[str | None, typer.Option("--edition", "-e", metavar="BOOK", help="In this edition.")] = None,
    example: Annotated[
        str | None, typer.Option("--example", metavar="ID", help="Of this documented example or ruling: E12, R025.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, help="How many at the most.")] = 8,
    json: Json = False,
) -> None:
    """Search the rulings that come along, and show their verdicts.

    Each is a scenario: `smashup ask NAME` tells it in full.

    Examples:

    \b
      smashup rulings haunting "bear hug"        with all of these words
      smashup rulings tie --rule score.ties      about ties, by that rule
      smashup rulings --card "cub scout"         in which that card plays a part
      smashup rulings --example E12              of a documented example
    """
    from adjudicator.cli.output import console, print_json
    from adjudicator.rulebooks.library import Library, Wanted

    wanted = Wanted(
        phrases=tuple(words or ()),
        card=_card(card) if card else "",
        rule=_rule(rule) if rule else "",
        edition=_edition(edition) if edition else "",
        example=example or "",
    )
    with Library() as library:
        found = library.find(wanted)
        some = not found and len(wanted.phrases) > 1
        if some:
            found = library.find_some(wanted)
        shown = [(entry, *verdict_of(library, entry)) for entry in found[:limit]]
    if json:
        print_json(
            {
                "found": len(found),
                "all_words": not some,
                "rulings": [{**_facts(entry), "by": book, "verdict": verdict} for entry, book, verdict in shown],
            }
        )
        return
    from adjudicator.cli.ruling_page import Page, split_lead

    page = Page(console())
    if not found:
        page.line("No ruling is about that. `smashup rulings` lists all; `smashup rules WORDS` searches the rules.")
        return
    if some:
        page.line("None has all of these words; these have some of them.")
        page.gap()
    for entry, book, verdict in shown:
        page.line(entry.name, style="bold")
        page.line(entry.answer or entry.title, 1)
        page.line(f"{book}: {'; '.join(split_lead(verdict, 150)[0])}.", 1, "dim")
    if len(found) > limit:
        page.gap()
        page.line(f"{len(found)} rulings; --limit {len(found)} shows them all, further words fewer.")


def _facts(entry: Entry) -> dict[str, object]:
    import msgspec

    facts: dict[str, object] = msgspec.to_builtins(entry)
    return facts


def _card(name: str) -> str:
    from adjudicator.cli.catalogue import look_up

    return look_up(name).name


def _rule(id: str) -> str:
    from adjudicator.rulebooks.catalogue import rule

    return rule(id).id


def _edition(id: str) -> str:
    from core.printed.editions import edition

    return edition(id).id


@cache
def _rules_stamp() -> str:
    from adjudicator.rulebooks.library import rules_stamp

    return rules_stamp()


def verdict_of(library: Library, entry: Entry) -> tuple[str, Sequence[str]]:
    """The verdict by the newest book a scenario names: as it was left in the library, or worked out now."""
    stamp = _rules_stamp()
    kept = library.verdict(entry, stamp)
    if kept is not None:
        return kept
    from adjudicator.rulings.ruling import rule_on
    from adjudicator.scenarios import load
    from events.errors import SmashUpError

    try:
        scenario = load(library.path(entry))
        edition = scenario.in_editions[-1]
        verdict: Sequence[str] = rule_on(scenario, edition).verdict
    except SmashUpError as error:
        return entry.editions[-1], (str(error),)
    library.keep_verdict(entry, stamp, edition, verdict)
    return edition, verdict
