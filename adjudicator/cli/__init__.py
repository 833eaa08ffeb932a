"""The command line: `smashup`. Each command is imported only when it is given."""

from __future__ import annotations


def main() -> None:
    """The entry point."""
    from adjudicator.cli.app import run

    run()
