"""`smashup site` and `serve`: the reference as pages, in a folder or from a server on this machine."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Annotated

import typer

from adjudicator.cli.options import Database, Json
from events.errors import SmashUpError

LOOPBACK = "127.0.0.1"


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
    size = f"{written.pages} files, {written.bytes / 1e6:.1f} MB, in {written.seconds:.0f} s"
    changed = f"{written.written} written, {written.pages - written.written} unchanged, {written.removed} removed"
    console().print(f"{size}: {changed}.\nOpen {folder / 'index.html'}", markup=False, soft_wrap=True)


def serve(
    host: Annotated[
        str, typer.Option("--host", help="The address to listen at: this machine only, unless told.")
    ] = LOOPBACK,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port (0: any that is free).")] = 8017,
    write: Annotated[bool, typer.Option("--write", help="Let games be played and branched from the pages.")] = False,
    db: Database = None,
    json: Json = False,
) -> None:
    """Serve the reference, the stored games and a desk for questions to browsers on this machine.

    Games can be looked at. With --write they can be played and branched, too, by whoever opens the address that is
    printed: it holds a token.

    Examples:

    \b
      smashup serve
      smashup serve --write --port 8080
    """
    need_extra("starlette")
    need_extra("uvicorn")
    import socket
    import sys

    import uvicorn

    from adjudicator.cli.output import console, print_json, warn
    from adjudicator.web.server import Server
    from events.store import open_store

    with open_store(db, look=not write):
        pass  # a database that cannot be opened is told now, not at the first look
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, port))
        except OSError as error:
            raise SmashUpError(f"Nobody can listen at {host}, port {port}: {error.strerror}.") from None
        listening.listen()  # whoever reads the address may knock at once
        port = listening.getsockname()[1]
        server = Server(db, write=write)
        if host != LOOPBACK:
            warn(f"whoever reaches {host} can look at the games.")
        hosts = ("*",) if host in ("0.0.0.0", "") else (LOOPBACK, "localhost", host)
        address = f"http://{host}:{port}/" + (f"?token={server.token}" if write else "")
        if json:
            print_json({"address": address, "write": write})
        else:
            console().print(f"Open {address}\nCtrl-C ends it.", markup=False, soft_wrap=True)
        sys.stdout.flush()  # whoever started it through a pipe waits for this
        settings = uvicorn.Config(server.application(hosts), log_level="warning", server_header=False)
        uvicorn.Server(settings).run(sockets=[listening])


def need_extra(module: str) -> None:
    """Say what is missing, where the extra is not installed."""
    from importlib.util import find_spec

    if find_spec(module) is None:
        raise SmashUpError("Pages need the extra `web`: pip install 'smashup-engine[web]'.")
