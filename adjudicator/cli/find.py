"""`smashup find`: one ranked list of rules, rulings, cards, factions and glossary entries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from adjudicator.cli.parameters import Argument, Option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.search.query import Hit, SearchResults

COMMANDS = {"rule": "rules", "ruling": "ask", "card": "card"}
"""The command that shows each kind of hit in full."""


def find(
    words: Annotated[list[str], Argument(metavar="WORDS...", help="A question, or words to look for.")],
    limit: Annotated[int, Option("--limit", min=1, help="Maximum number of hits.")] = 8,
    json: Annotated[bool, Option("--json", help="Print JSON.")] = False,
) -> None:
    """Find the answer to a question in rules, rulings, cards and game terms.

    Ask as you would at the table. Card names can be misspelled, abbreviated or from later printings, and terms from
    other games are understood.

    Examples:

    \b
      smashup find what if two players tie for first
      smashup find "does cut lass kill a buccaneer?"
      smashup find cards that destroy an action
    """
    from adjudicator.search.query import told

    results = searched(words, most=limit)
    if json:
        from adjudicator.cli.output import print_json

        print_json([facts(hit) for hit in results.hits])
        return
    from adjudicator.cli.sheet import Sheet

    page = Sheet()
    for line in told(results):
        page.line(line)
    if told(results):
        page.gap()
    for hit in results.hits:
        item = hit.item
        page.line(f"{item.kind}: {item.title}" if item.kind != "ruling" else f"ruling: {item.id}", style="bold")
        page.line(item.answer, 1)
        if item.kind in COMMANDS:
            shown = item.id if " " not in item.id else f'"{item.id}"'
            page.line(f"smashup {COMMANDS[item.kind]} {shown}", 1, "dim")
    if results.none_with_all:
        from adjudicator.search.situation import command

        page.gap()
        page.line("To ask about these cards, change what differs on your table:")
        page.command(command(results.cards))


def searched(words: Sequence[str], kinds: Sequence[str] = (), most: int = 60) -> SearchResults:
    """Search the index for a question."""
    from adjudicator.search.index import load
    from adjudicator.search.query import Search

    return Search(load()).find(" ".join(words), kinds, most)


def facts(hit: Hit) -> dict[str, object]:
    """Return a hit for programs."""
    item = hit.item
    return {"kind": item.kind, "id": item.id, "title": item.title, "answer": item.answer, "score": hit.score}
