"""Why a line of a record cannot be: what the rules say, or where all cards of that name are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.records.notation import Action, BadRecord
from adjudicator.rulebooks.catalogue import catalogue
from adjudicator.rulings.refusals import refusal
from adjudicator.scenarios.model import Step
from adjudicator.scenarios.names import Names, NoSuchName
from core.engine.game import Game
from core.printed.definitions import Definition, definition
from events.questions import Main
from projections.plain_words import Called, listed

if TYPE_CHECKING:
    from adjudicator.records.recording import Recording


def why_forbidden(game: Game, names: Names, card: Definition, action: Action) -> BadRecord:
    """A card that may well have been there, but that the rules do not let be played, used or chosen now."""
    table, question = game.table, game.question
    player = table.seats[table.asked].name
    if action.does.verb == "play" and isinstance(question, Main):
        step = Step(seat=player, does=f"play {card.name}")
        found = refusal(game, names, Called(lambda id: definition(id).name, {}), step)
        rule = catalogue().rules.get(found.rule)
        cited = f" ({found.rule}: {rule.cite(table.edition).partition(';')[0]})" if rule else ""
        return BadRecord(action.line, found.text.rstrip(".") + cited, final=bool(rule), rule=found.rule)
    asked = question.about if question and question.about else "what to play or use"
    words = f"{player} cannot {action.does.verb} {card.name} here, where {player} decides: {asked}"
    return BadRecord(action.line, words)


def unfitting(recording: Recording, error: NoSuchName) -> str:
    """A name that fits nothing of what everybody sees; what may be in a hand is not told."""
    if error.name.startswith("?"):
        return f"{error.name} {error.wrong}"
    if recording.names.card_meant(error.name) is None:
        return f"there is no {error.name!r} in this game"
    options = recording.open_options() if recording.game.question else []
    about = recording.game.question.about if recording.game.question else ""
    told = f": {', '.join(options)}" if options else " what may be chosen here"
    return f"{error.name!r} {error.wrong}{told}" + (f" ({about})" if about else "")


def accounted_for(recording: Recording, card: Definition, what: str) -> str:
    """A card that cannot have been there: all of its name are elsewhere, each where a line has shown it."""
    table = recording.game.table
    copies = [one for one in table.cards.values() if one.definition == card.id]
    if not copies:
        return f"{what}: there is no {card.name} in this game"
    owners = {one.owner for one in copies if one.owner >= 0}
    by_player = what.startswith(f"{table.seats[table.asked].name} ")
    if owners and by_player and not (card.is_base or card.is_madness) and table.asked not in owners:
        whose = listed(table.seats[owner].name for owner in sorted(owners))
        return f"{what}: it is {whose}’s card"
    places = []
    for one in copies:
        where = recording.names.place(table, one.number)
        shown = recording.shown_at.get(one.number, (0, 0))[0]
        if recording.sight.knows(one.number) and one.zone not in ("hand", "deck"):
            places.append(f"{where} (line {shown})" if shown else where)
        elif shown:
            places.append(f"shown in line {shown} and out of sight only since then")
        else:
            places.append("not among the cards that came there unseen")
    number = "the only one is" if len(copies) == 1 else f"the {len(copies)} there are:"
    return f"{what}: {number} {listed(places)}"
