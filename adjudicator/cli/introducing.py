"""`smashup demo` and `docs`: what this can do, and what there is to read."""

from __future__ import annotations

from typing import Annotated

import typer

from adjudicator import shipped
from adjudicator.cli.options import Json


def demo(json: Json = False) -> None:
    """Show what this can do: a tournament, its best scoring explained, and what if.

    Bots play a few games; the most dramatic scoring is replayed and explained, one decision in it taken back, and the
    game gone on with from there; a recorded game and a ruling that come along are looked at by name. All of it is kept in
    a store of its own, to look around in.

    Examples:

    \b
      smashup demo

    Exit code 1 if the rules do not stand by what was played.
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
    page: Annotated[str | None, typer.Argument(metavar="[PAGE]", help="A page, by name; else all are listed.")] = None,
    json: Json = False,
) -> None:
    """Read the documentation: how scenarios are written, how programs use this, and why.

    Examples:

    \b
      smashup docs
      smashup docs scenarios | less
    """
    from adjudicator.cli.output import console, listing, print_json

    if page is not None:
        file = shipped.page(page)
        text = file.read_text(encoding="utf-8")
        if json:
            print_json({"page": file.stem.lower(), "file": str(file), "text": text})
        else:
            typer.echo(text, nl=False)
        return
    pages = {name.lower(): file for name, file in shipped.names(shipped.PAGES, ".md").items()}
    titles = {name: file.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ") for name, file in pages.items()}
    if json:
        print_json([{"page": name, "file": str(file), "title": titles[name]} for name, file in pages.items()])
        return
    table = listing("Page", "About")
    for name, title in titles.items():
        table.add_row(name, title)
    console().print(table)
