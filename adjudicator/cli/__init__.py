"""The command line: `smashup`. Each command is imported only when it is given."""

from __future__ import annotations

import gc
import sys


def main() -> None:
    """The entry point."""
    # Modules, cards and logs stay in memory until the end. Letting the garbage collector search them took a tenth of a
    # short command's time.
    gc.set_threshold(20_000)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # A terminal may lack characters.
    try:
        from adjudicator.cli.commands import run_quickly

        if not run_quickly(sys.argv[1:]):
            from adjudicator.cli.app import run

            run()
    finally:
        gc.freeze()
