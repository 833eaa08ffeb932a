"""`smashup may`: whether a player may do something, and how."""

from __future__ import annotations

from typing import Annotated

from adjudicator.cli.options import Json, offered_editions, offered_scenarios
from adjudicator.cli.parameters import Argument, Option


def may(
    deed: Annotated[
        str, Argument(metavar="DEED", help='The play or use to ask about: "play Spectre with Hidden Ninja".')
    ],
    situation: Annotated[
        str,
        Argument(
            metavar="SITUATION|FILE",
            help="A situation in one line, a scenario file, or a bundled scenario by name (scoring/all-tied).",
            autocompletion=offered_scenarios,
        ),
    ],
    steps: Annotated[
        list[str] | None, Argument(metavar="[STEP]...", help="What the players do before the question.")
    ] = None,
    edition: Annotated[
        str | None,
        Option(
            "--edition",
            "-e",
            help="Rulebook to rule by (default: the newest one the situation names, or the default rulebook).",
            autocompletion=offered_editions,
        ),
    ] = None,
    positions: Annotated[int, Option(min=1, help="Maximum number of positions to search.")] = 20_000,
    seconds: Annotated[float, Option(min=0, max=3600, help="Maximum number of seconds to search.")] = 30.0,
    json: Json = False,
) -> None:
    """Say whether a player may do something, and how.

    Searches every play, ability and order until the end of the turn. The answer is yes; no; only if another player
    cooperates; or unknown, because the search was too short.

    \b
    Examples:
      smashup may "play Howler at Tortuga" "Tortuga: Ben Leprechaun | Ana hand: Howler"
      smashup may "can I win Tortuga?" "Tortuga: Ana 17; Ben 12 | Ana hand: Howler"
      smashup may "Ana: destroy War Raptor with Bear Hug" "Tortuga: Ben War Raptor | Ana hand: Bear Hug"

    Exit code 0 whatever the answer is.
    """
    from adjudicator.cli.output import console, print_json
    from adjudicator.cli.ruling_page import Page
    from adjudicator.rulings.explore import Limits
    from adjudicator.rulings.may import may as search
    from adjudicator.scenarios.given import scenario_given
    from core.printed.editions import edition as book

    scenario = scenario_given(situation, steps or ())
    by = book(edition).id if edition else scenario.main_edition
    answer = search(scenario, deed, by, limits=Limits(positions=positions, seconds=seconds))
    if json:
        print_json(answer)
        return
    page = Page(console())
    page.line(answer.answer, style="bold")
    page.line(f"{answer.edition}: {answer.question}")
    if answer.line:
        page.gap()
        page.line("A line of play:", style="bold")
        for step in answer.line:
            page.line(step, 1)
    if answer.passages:
        page.gap()
        page.line("Rules used", style="bold")
        for one_passage in answer.passages:
            page.passage(one_passage)
