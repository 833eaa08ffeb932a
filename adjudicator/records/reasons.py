"""Explains why a line of a record is impossible: what the rules say, what is being asked, or where all cards of that
name are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from adjudicator.records.lines import Action, AnyLine, BadRecord, Turn, listed_names
from adjudicator.records.notation import without_comment
from adjudicator.records.recording import Recording
from adjudicator.records.short_names import no_such
from adjudicator.rulebooks.catalogue import catalogue
from adjudicator.rulings.not_offered import why_not_offered
from adjudicator.rulings.refusals import refusal
from adjudicator.scenarios.model import Step
from adjudicator.scenarios.names import NoSuchName
from core.printed.definitions import FACTIONS, Definition, definition
from events.questions import Main
from events.vocabulary import Asked, EffectEvent, Leaving
from projections.plain_words import Called, listed
from projections.renaming import card_of


def why_forbidden(recording: Recording, card: Definition, action: Action) -> BadRecord:
    """Explain why the rules do not let a player play, use or choose a card now, assuming that it was there."""
    game = recording.game
    table, question = game.table, game.question
    player = table.seats[table.asked].name
    if action.does.verb == "play" and isinstance(question, Main):
        step = Step(seat=player, does=f"play {card.name}")
        refused = refusal(game, recording.names, Called(lambda id: definition(id).name, {}), step)
        rule = catalogue().rules.get(refused.rule)
        cited = f" ({refused.rule}: {rule.cite(table.edition).partition(';')[0]})" if rule else ""
        return BadRecord(action.line, refused.text.rstrip(".") + cited, final=bool(rule), rule=refused.rule)
    return BadRecord(action.line, f"{player} cannot {action.does.verb} {card.name} here: {what_is_asked(recording)}")


def what_is_asked(recording: Recording) -> str:
    """Say who must decide and which options are visible.

    For a turn's main question, say only that it is time for the plays.
    """
    question = recording.game.question
    options = [] if question is None or isinstance(question, Main) else recording.visible_options()
    return recording.asked() + (f" ({', '.join(options)})" if options else "")


def not_answered(recording: Recording, following: AnyLine | None) -> str:
    """Return the error for a question that the next line does not answer."""
    if following is None:
        return f"something is missing: {what_is_asked(recording)}"
    text = without_comment(recording.record.text[following.line - 1])
    table = recording.game.table
    if isinstance(following, Turn) and following.number <= table.turn:
        whose = f"turn {table.turn} of {table.seats[table.current].name}"
        if (following.number, following.seat) == (table.turn, table.current):
            return f"it is already {whose}, and a line of it comes before this one"
        return f"turn {following.number} is over; it is now {whose}"
    if isinstance(following, Action) and following.does.verb == "choose" and isinstance(recording.game.question, Main):
        names = listed_names(following.does.what)
        if why := next((why for name in names if (why := why_not_offered(recording.game, recording.names, name))), ""):
            return why
    wrong = (
        f"{text!r} is not an answer here" if isinstance(following, Action) else f"something is missing before {text!r}"
    )
    return f"{wrong}: {what_is_asked(recording)}"


def went_by_itself(recording: Recording, action: Action) -> bool:
    """Return whether a line names something that needed no choice: it was the only option, and has since been moved,
    destroyed, ….
    """
    if action.does.verb != "choose":
        return False
    names = [*listed_names(action.does.what), *listed_names(action.to)]
    cards = touched(recording)
    return all(recording.names.fitting_cards(recording.game.table, name, cards) for name in names)


def touched(recording: Recording, since: int | None = None) -> set[int]:
    """Return the cards and bases that effects have touched since the last line that answered.

    With `since`, those touched since that position, including bases that cards have left.
    """
    table = recording.game.table
    numbers: set[int] = set()
    for event in recording.game.log[max(recording.positions.values(), default=0) if since is None else since :]:
        if isinstance(event, EffectEvent):
            fields = (getattr(event, field, 0) for field in ("card", "challenger", "challenged"))
            numbers |= {number for number in fields if number}
            if (since is not None or not isinstance(event, Leaving)) and (
                site := getattr(event, "site", 0)
            ) in table.sites:
                numbers.add(table.sites[site].base)
    return numbers


def turn_unsaid(recording: Recording, line: AnyLine, number: int, seat: int) -> str:
    """Return the error for a turn that begins although the next line does not say so."""
    text = without_comment(recording.record.text[line.line - 1])
    turn = f"turn {number}: {recording.game.table.seats[seat].name}"
    return f"{text!r} has no effect in turn {number - 1}; if it belongs to the next turn, write “{turn}” before it"


def taken_for(recording: Recording) -> str:
    """Say how the last line was understood, if it may have meant something else."""
    line = recording.lines[recording.at - 1] if recording.at else None
    position = recording.positions.get(line.line, 0) if isinstance(line, Action) else 0
    if line is None or not position:
        return ""
    asked = recording.game.log[position - 1]
    if not isinstance(asked, Asked) or not asked.question.about or isinstance(asked.question, Main):
        return ""
    return f" (line {line.line} was taken for: {asked.question.about})"


def unfitting(recording: Recording, error: NoSuchName) -> str:
    """Return the error for a name that fits nothing visible. It does not reveal what a hand may hold."""
    if re.match(r"\?(\s|$)", error.name):
        return "everybody sees a card that is played: write its name instead of “?”"
    if error.name.startswith("?"):
        return f"{error.name} {error.wrong}"
    names, game = recording.names, recording.game
    if names.card_meant(error.name) is None:
        return no_such(names, error.name)
    question = game.question
    asked = f" ({question.about})" if question and question.about else ""
    offered = [card_of(pick, question) for pick in question.options] if question else []
    try:
        names.find_card(game.table, error.name, [card for card in offered if card and recording.view.knows(card)])
    except NoSuchName as open_error:
        if open_error.wrong == "could be any of":  # of the visible cards
            return f"{open_error}{asked}"
    options = recording.visible_options() if question else []
    if not options and (why := why_not_offered(recording.game, recording.names, error.name)):
        return why
    if not options:
        return f"{error.name!r} cannot be chosen here{asked}"
    if why := why_not_offered(recording.game, recording.names, error.name):
        return f"{why}. Possible: {', '.join(options)}{asked}"
    return f"{error.name!r} is not one of: {', '.join(options)}{asked}"


def accounted_for(recording: Recording, card: Definition, what: str, verb: str = "", owner: int = -1) -> str:
    """Explain that a card cannot have been there, because all cards of its name (and owner, if given) are elsewhere,
    each shown by a line.
    """
    table = recording.game.table
    copies = [candidate for candidate in table.cards.values() if candidate.definition == card.id]
    if not copies:
        return f"{what}: there is no {card.name} in this game"
    if card.is_base and verb == "play":
        return f"{what}: that is a base"
    owners = {copy.owner for copy in copies}
    if owner >= 0 and owner not in owners and not card.is_base and not card.is_madness:
        whose = listed(table.seats[owner_seat].name for owner_seat in sorted(owners))
        doing = f" (if {whose} did it, write “{whose}: {verb} …”)" if verb else ""
        return f"{what}: {whose} plays the {FACTIONS[card.faction].name}, not {table.seats[owner].name}{doing}"
    if verb in ("choose", "use") and all(recording.view.knows(copy.number) for copy in copies):
        if isinstance(recording.game.question, Main):
            return f"{what} here: {recording.asked()}; if the phase was over, write “pass” before this line"
        only_one_way = "; a forced choice needs no line" if verb == "choose" else ""
        return unfitting(recording, NoSuchName(card.name, "")) + only_one_way
    places: dict[str, list[int]] = {}
    for copy in copies:
        shown = recording.shown_at.get(copy.number, (0, 0))[0]
        if recording.view.knows(copy.number) and copy.zone not in ("hand", "deck"):
            places.setdefault(_lies(recording, copy.number), []).append(shown)
        elif shown:
            places.setdefault(f"shown in line {shown} and out of sight only since then", []).append(0)
        else:
            places.setdefault("not among the cards that came there unseen", []).append(0)
    whereabouts = [f"{len(lines)} {place}{_lines(lines)}" for place, lines in places.items()]
    if len(places) == 1:
        all_of_them = {1: "the only one is", 2: "both are"}.get(len(copies), f"all {len(copies)} are")
        return f"{what}: {all_of_them} {whereabouts[0].partition(' ')[2]}"
    return f"{what}: of its {len(copies)} copies, {listed(whereabouts)}"


def _lies(recording: Recording, number: int) -> str:
    table = recording.game.table
    card = table.cards[number]
    place = recording.names.place(table, number)
    if card.zone in ("minions", "actions", "base"):
        return f"at {place}"
    if card.zone in ("discard", "stasis"):
        return f"in {place}" + (" pile" if card.zone == "discard" else "")
    return place


def _lines(shown: Sequence[int]) -> str:
    """Return the lines that showed cards."""
    lines = sorted({line for line in shown if line})
    return f" (line{'s' if len(lines) > 1 else ''} {listed(map(str, lines))})" if lines else ""
