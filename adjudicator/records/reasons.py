"""Why a line of a record cannot be: what the rules say, or where all cards of that name are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.records.notation import Action
from adjudicator.scenarios.names import Names
from core.engine.game import Game
from core.printed.definitions import Definition
from core.rules.obstacles import to_playing
from projections.plain_words import listed

if TYPE_CHECKING:
    from adjudicator.records.recording import Recording


def why_forbidden(game: Game, names: Names, card: Definition, action: Action) -> str:
    """A card that may well have been there, but that the rules do not let be played, used or chosen now."""
    table = game.table
    player = table.seats[table.asked].name
    asked = game.question.about if game.question and game.question.about else "what to play or use"
    held = [one for one in table.cards.values() if one.definition == card.id]
    if action.does.verb == "play" and table.phase == "play" and held:
        obstacle = to_playing(game, table.asked, held[0])
        if obstacle is not None:
            rule = f" ({obstacle.rule})" if obstacle.rule else ""
            return f"{player} cannot play {card.name}: {obstacle.reason}{rule}"
    return f"{player} cannot {action.does.verb} {card.name} here, where {player} decides: {asked}"


def accounted_for(recording: Recording, card: Definition, what: str) -> str:
    """A card that cannot have been there: all of its name are elsewhere, each where a line has shown it."""
    table = recording.game.table
    copies = [one for one in table.cards.values() if one.definition == card.id]
    if not copies:
        return f"{what}: there is no {card.name} in this game"
    places = []
    for one in copies:
        where = recording.names.place(table, one.number)
        shown = recording.shown_at.get(one.number)
        if recording.sight.knows(one.number) and one.zone not in ("hand", "deck"):
            places.append(f"{where} (line {shown})" if shown else where)
        elif shown:
            places.append(f"shown in line {shown} and out of sight only since then")
        else:
            places.append("not among the cards that came there unseen")
    number = "the only one is" if len(copies) == 1 else f"the {len(copies)} there are:"
    return f"{what}: {number} {listed(places)}"
