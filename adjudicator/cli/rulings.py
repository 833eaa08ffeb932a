"""`smashup rulings`: the bundled rulings, searched by words and filtered by card, rule, edition and example."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Annotated

from adjudicator.cli.options import Json, offered_rules
from adjudicator.cli.parameters import Argument, Option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.rulebooks.library import Library, LibraryEntry


def rulings(
    words: Annotated[list[str] | None, Argument(metavar="[WORDS]...", help="A question, or words to look for.")] = None,
    card: Annotated[
        str | None, Option("--card", metavar="NAME", help="Only rulings that involve this card or base.")
    ] = None,
    rule: Annotated[
        str | None,
        Option("--rule", metavar="ID", help="Only rulings that cite this rule.", autocompletion=offered_rules),
    ] = None,
    edition: Annotated[
        str | None, Option("--edition", "-e", metavar="BOOK", help="Only rulings for this edition.")
    ] = None,
    example: Annotated[
        str | None,
        Option("--example", metavar="ID", help="Only rulings on this documented example or ruling (E12, R025)."),
    ] = None,
    limit: Annotated[int, Option("--limit", min=1, help="Maximum number of rulings.")] = 8,
    json: Json = False,
) -> None:
    """Search the bundled rulings and show their verdicts.

    Each ruling is a scenario: `smashup ask NAME` shows it in full. `smashup find` also searches rules and cards.

    Examples:

    \b
      smashup rulings does bear hug hit haunting
      smashup rulings tie --rule score.ties      rulings on ties that cite this rule
      smashup rulings --card "cub scout"         rulings that involve this card
      smashup rulings --example E12              rulings on a documented example
    """
    from adjudicator.cli.find import searched
    from adjudicator.cli.output import console, print_json
    from adjudicator.rulebooks.library import Library, Wanted
    from adjudicator.search.query import told

    wanted = Wanted(
        card=_card(card) if card else "",
        rule=_rule(rule) if rule else "",
        edition=_edition(edition) if edition else "",
        example=example or "",
    )
    with Library() as library:
        entries = library.find(wanted)
        lines: list[str] = []
        if words:
            hits = searched(words, ("ruling",), len(library))
            lines = told(hits) if hits.hits and hits.hits[0].score else []
            order = {hit.item.id: rank for rank, hit in enumerate(hits.hits) if hit.score}
            entries = sorted((entry for entry in entries if entry.name in order), key=lambda entry: order[entry.name])
        shown = [(entry, *verdict_of(library, entry)) for entry in entries[:limit]]
    if json:
        print_json(
            {
                "found": len(entries),
                "understood": lines,
                "rulings": [{**_facts(entry), "by": book, "verdict": verdict} for entry, book, verdict in shown],
            }
        )
        return
    from adjudicator.cli.ruling_page import Page, split_lead

    page = Page(console())
    if not entries:
        page.line("No ruling matches. `smashup rulings` lists all; `smashup find WORDS` searches everything.")
        return
    for line in lines:
        page.line(line)
    for entry, book, verdict in shown:
        page.line(entry.name, style="bold")
        page.line(entry.told, 1)
        page.line(f"{book}: {'; '.join(split_lead(verdict, 150)[0])}.", 1, "dim")
    if len(entries) > limit:
        page.gap()
        page.line(f"{len(entries)} rulings; --limit {len(entries)} shows them all.")


def _facts(entry: LibraryEntry) -> dict[str, object]:
    import msgspec

    facts: dict[str, object] = msgspec.to_builtins(entry)
    return facts


def _card(name: str) -> str:
    from adjudicator.cli.cards import look_up

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


def verdict_of(library: Library, entry: LibraryEntry) -> tuple[str, Sequence[str]]:
    """Return the verdict under the newest rulebook a scenario names, from the library if it is stored there."""
    stamp = _rules_stamp()
    kept = library.verdict(entry, stamp)
    if kept is not None:
        return kept
    from adjudicator.rulings.ruling import rule_on
    from adjudicator.scenarios import load
    from events.errors import SmashUpError

    try:
        scenario = load(library.path(entry))
        edition = scenario.main_edition
        verdict: Sequence[str] = rule_on(scenario, edition).verdict
    except SmashUpError as error:
        return entry.editions[-1], (str(error),)
    library.keep_verdict(entry, stamp, edition, verdict)
    return edition, verdict
