"""`smashup site` and `serve`: the reference as pages, in a folder or from a server on this machine."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Annotated

import typer

from adjudicator.cli.options import Json


def site(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new or empty folder, or one with a site in it.")],
    jobs: Annotated[int, typer.Option("--jobs", min=0, help="Processes (0: as many as there are processors).")] = 0,
    json: Json = False,
) -> None:
    """Write the whole reference as pages: rules, rulings, cards, linked with each other.

    The pages need no server: open index.html, or put the folder anywhere. Made again, only what has changed is written.

    Examples:

    \b
      smashup site reference
      smashup site reference --jobs 4 --json
    """
    need_extra("jinja2")
    from adjudicator.cli.output import console, print_json
    from adjudicator.cli.simulating import progress_bar
    from adjudicator.web.site import write_site

    began = time.perf_counter()
    with progress_bar() as bar:
        task = bar.add_task("Pages", total=None)
        written = write_site(
            folder,
            jobs=jobs or os.cpu_count() or 1,
            progress=lambda done, of: bar.update(task, completed=done, total=of),
        )
    written.seconds = round(time.perf_counter() - began, 1)
    if json:
        print_json(written)
        return
    size = f"{written.pages} pages, {written.bytes / 1e6:.1f} MB, in {written.seconds:.0f} s"
    changed = f"{written.written} written, {written.pages - written.written} unchanged, {written.removed} removed"
    console().print(f"{size}: {changed}.\nOpen {folder / 'index.html'}", markup=False, soft_wrap=True)


def need_extra(module: str) -> None:
    """Say what is missing, where the extra is not installed."""
    from importlib.util import find_spec

    from events.errors import SmashUpError

    if find_spec(module) is None:
        raise SmashUpError("Pages need the extra `web`: pip install 'smashup-engine[web]'.")
