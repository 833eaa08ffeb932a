"""`smashup demo` and `docs`: a demonstration, and the documentation."""

from __future__ import annotations

from typing import Annotated

import typer

from adjudicator import bundled
from adjudicator.cli.options import Json, offered_pages


def demo(json: Json = False) -> None:
    """See what smashup can do: a tournament, its best scoring explained, and a what-if.

    Bots play a few games. The most dramatic scoring is replayed and explained; then one decision is changed and the
    game is played on from there. A bundled game and a bundled ruling follow. Everything is kept in a separate store for
    you to explore.

    Examples:

    \b
      smashup demo

    Exit code 1 if the games do not verify.
    """
    from rich.console import Console

    from adjudicator import demo
    from adjudicator.cli.output import console, print_json

    shown = demo.show(Console(quiet=True) if json else console())
    if json:
        print_json(shown)
    if not shown.verified:
        raise typer.Exit(1)


def docs(
    page: Annotated[
        str | None,
        typer.Argument(
            metavar="[PAGE]", help="Name of a page. Without one, lists all pages.", autocompletion=offered_pages
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Read the documentation.

    Examples:

    \b
      smashup docs
      smashup docs scenarios | less
    """
    from adjudicator.cli.output import console, listing, print_json

    if page is not None:
        file = bundled.page(page)
        text = file.read_text(encoding="utf-8")
        if json:
            print_json({"page": file.stem.lower(), "file": str(file), "text": text})
        else:
            typer.echo(text, nl=False)
        return
    pages = {name.lower(): file for name, file in bundled.names(bundled.PAGES, ".md").items()}
    titles = {name: file.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ") for name, file in pages.items()}
    if json:
        print_json([{"page": name, "file": str(file), "title": titles[name]} for name, file in pages.items()])
        return
    table = listing("Page", "About")
    for name, title in titles.items():
        table.add_row(name, title)
    console().print(table)
