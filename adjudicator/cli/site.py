"""`smashup site` and `serve`: the reference as pages, in a folder or from a server on this machine."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Annotated

import typer

from adjudicator.cli.options import Database, Json
from events.errors import SmashUpError
from projections.plain_words import counted

LOOPBACK = "127.0.0.1"
EVERYWHERE = ("0.0.0.0", "::", "")


def site(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new or empty folder, or one with a site in it.")],
    jobs: Annotated[int, typer.Option("--jobs", min=0, help="Number of parallel processes (0: one per core).")] = 0,
    engine: Annotated[
        bool, typer.Option("--engine/--no-engine", help="Include the engine, so that the board works without a server.")
    ] = True,
    root: Annotated[
        str, typer.Option("--root", metavar="PATH", help="Path under which a web host will serve the folder.")
    ] = "/",
    json: Json = False,
) -> None:
    """Write the reference as web pages: rules, rulings, cards, and an analysis board.

    The reference needs no server: open index.html, or put the folder on any web host. The board needs a web host, such as
    `python -m http.server`; its engine is built with npm and Node.js, which only this command needs. Running it again
    writes only what has changed.

    Examples:

    \b
      smashup site reference
      smashup site reference --jobs 4 --json
      smashup site reference --root /smashup/
    """
    need_extra("jinja2")
    from adjudicator.cli.output import console, print_json
    from adjudicator.cli.simulate import progress_bar
    from adjudicator.web.site import files_listed, write_site

    began = time.perf_counter()
    files_listed(folder)  # Reject an unusable folder before spending seconds on the engine.
    built = engine_files() if engine else None
    with progress_bar() as bar:
        task = bar.add_task("Pages", total=None)
        written = write_site(
            folder,
            jobs=jobs or os.cpu_count() or 1,
            engine=built,
            hosted=root,
            progress=lambda done, of: bar.update(task, completed=done, total=of),
        )
    written.seconds = round(time.perf_counter() - began, 1)
    if json:
        print_json(written)
        return
    size = f"{counted(written.pages, 'file')}, {written.bytes / 1e6:.1f} MB, in {written.seconds:.0f} s"
    changed = f"{written.written} written, {written.pages - written.written} unchanged, {written.removed} removed"
    console().print(f"{size}: {changed}.\nOpen {folder / 'index.html'}", markup=False, soft_wrap=True)


def engine_files() -> dict[str, bytes] | None:
    """Build the engine for browsers, or print a warning that the site has none."""
    from adjudicator.cli.output import warn
    from adjudicator.web.wasm.build import CannotBuild, build_engine

    try:
        return build_engine()
    except CannotBuild as error:
        warn(f"the site is written without the engine, so its board needs `smashup serve`. {error}")
        return None


def serve(
    host: Annotated[str, typer.Option("--host", help="Address to listen on. Default: this machine only.")] = LOOPBACK,
    allow: Annotated[
        list[str] | None,
        typer.Option(
            "--allow-host", metavar="NAME", help="Host name that browsers may use for this server (repeatable)."
        ),
    ] = None,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port to listen on (0: any free port).")] = 8017,
    write: Annotated[bool, typer.Option("--write", help="Allow playing and branching games from the pages.")] = False,
    db: Database = None,
    json: Json = False,
) -> None:
    """Serve the reference, the stored games and the ask page to browsers on this machine.

    Anybody on this machine can look at the games. With --write, whoever opens the printed address can also play and
    branch them, because it holds a token. With another --host, looking needs a token too, and the server answers only to
    the names given with --allow-host.

    Examples:

    \b
      smashup serve
      smashup serve --write --port 8080
      smashup serve --host 0.0.0.0 --allow-host games.example.net
    """
    need_extra("starlette")
    need_extra("uvicorn")
    import socket
    import sys

    import uvicorn

    from adjudicator.cli.output import console, print_json
    from adjudicator.web.connections import settings_for
    from adjudicator.web.server import LOOPBACK as LOOPBACKS
    from adjudicator.web.server import Server
    from events.store import open_store

    with open_store(db, look=not write):
        pass  # Report a database that cannot be opened now, not at the first request.
    here = host in LOOPBACKS
    if not here and not allow and host in EVERYWHERE:
        raise SmashUpError(f"Name the hosts that browsers may use for {host}: --allow-host games.example.net.")
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, port))
        except OSError as error:
            raise SmashUpError(
                f"The server can't listen on {host}, port {port}: {error.strerror}. Choose another with --host or --port."
            ) from None
        listening.listen()  # A browser may connect as soon as it gets the address.
        port = listening.getsockname()[1]
        server = Server(db, write=write, private=not here)
        hosts = (*(LOOPBACKS if here else ()), *(() if host in EVERYWHERE else (host,)), *(allow or ()))
        name = hosts[-1] if not here and allow else host
        token = server.token if write else server.read_token if not here else ""
        address = f"http://{f'[{name}]' if ':' in name else name}:{port}/" + (f"?token={token}" if token else "")
        if json:
            print_json({"address": address, "write": write})
        else:
            console().print(f"Open {address}\nPress Ctrl-C to stop.", markup=False, soft_wrap=True)
        sys.stdout.flush()  # A program that started the server through a pipe waits for this line.
        settings = settings_for(server.application(hosts))
        uvicorn.Server(settings).run(sockets=[listening])


def need_extra(module: str) -> None:
    """Raise `SmashUpError` if the extra is not installed."""
    from importlib.util import find_spec

    if find_spec(module) is None:
        raise SmashUpError("Pages need an extra that is not installed: pip install 'smashup-engine[web]'.")
