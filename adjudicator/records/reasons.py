"""Why a line of a record cannot be: what the rules say, what is asked there, or where all cards of that name are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

from adjudicator.records.lexicon import Lexicon
from adjudicator.records.notation import Action, AnyLine, BadRecord, Turn, listed_names, without_comment
from adjudicator.rulebooks.catalogue import catalogue
from adjudicator.rulings.refusals import refusal
from adjudicator.scenarios.model import Step
from adjudicator.scenarios.names import NoSuchName
from core.engine.power import power
from core.printed.definitions import FACTIONS, SETS, Definition, all_definitions, definition, slug
from events.questions import Cards, Main
from events.vocabulary import Asked, Effect, Leaving
from projections.plain_words import Called, listed
from projections.renaming import card_of

if TYPE_CHECKING:
    from adjudicator.records.recording import Recording


def why_forbidden(recording: Recording, card: Definition, action: Action) -> BadRecord:
    """A card that may well have been there, but that the rules do not let be played, used or chosen now."""
    game = recording.game
    table, question = game.table, game.question
    player = table.seats[table.asked].name
    if action.does.verb == "play" and isinstance(question, Main):
        step = Step(seat=player, does=f"play {card.name}")
        found = refusal(game, recording.names, Called(lambda id: definition(id).name, {}), step)
        rule = catalogue().rules.get(found.rule)
        cited = f" ({found.rule}: {rule.cite(table.edition).partition(';')[0]})" if rule else ""
        return BadRecord(action.line, found.text.rstrip(".") + cited, final=bool(rule), rule=found.rule)
    return BadRecord(action.line, f"{player} cannot {action.does.verb} {card.name} here: {what_is_asked(recording)}")


def what_is_asked(recording: Recording) -> str:
    """Who decides, and what of it lies open; of a turn's plays only that it is time for them."""
    question = recording.game.question
    options = [] if question is None or isinstance(question, Main) else recording.open_options()
    return recording.asked() + (f" ({', '.join(options)})" if options else "")


def not_answered(recording: Recording, following: AnyLine | None) -> str:
    """A question that the next line does not answer."""
    if following is None:
        return f"something is missing: {what_is_asked(recording)}"
    said = without_comment(recording.record.text[following.line - 1])
    table = recording.game.table
    if isinstance(following, Turn) and following.number <= table.turn:
        whose = f"turn {table.turn} of {table.seats[table.current].name}"
        if (following.number, following.seat) == (table.turn, table.current):
            return f"it is {whose} already, and a line of it stands before this one"
        return f"turn {following.number} is past: here it is {whose}"
    wrong = f"{said!r} is no answer" if isinstance(following, Action) else f"something is missing before {said!r}"
    return f"{wrong}: {what_is_asked(recording)}"


def went_by_itself(recording: Recording, action: Action) -> bool:
    """Whether a line names what was chosen already, for there was only one way: it has been moved, destroyed, … since."""
    if action.does.verb != "choose":
        return False
    table = recording.game.table
    touched: set[int] = set()
    for event in recording.game.log[max(recording.positions.values(), default=0) :]:
        if isinstance(event, Effect):
            fields = (getattr(event, field, 0) for field in ("card", "challenger", "challenged"))
            touched |= {number for number in fields if number}
            if not isinstance(event, Leaving) and (site := getattr(event, "site", 0)) in table.sites:
                touched.add(table.sites[site].base)
    return all(recording.names.fitting_cards(table, name, touched) for name in listed_names(action.does.what))


def turn_unsaid(recording: Recording, line: AnyLine, number: int, seat: int) -> str:
    """A turn that begins before the next line, which is none that says so."""
    said = without_comment(recording.record.text[line.line - 1])
    turn = f"turn {number}: {recording.game.table.seats[seat].name}"
    return f"nothing comes of {said!r} in turn {number - 1}; if it belongs to the next, “{turn}” goes before it"


def taken_for(recording: Recording) -> str:
    """What the last line was taken for, where it may have been meant for something else."""
    line = recording.lines[recording.at - 1] if recording.at else None
    position = recording.positions.get(line.line, 0) if isinstance(line, Action) else 0
    if line is None or not position:
        return ""
    asked = recording.game.log[position - 1]
    if not isinstance(asked, Asked) or not asked.question.about or isinstance(asked.question, Main):
        return ""
    return f" (line {line.line} was taken for: {asked.question.about})"


def unfitting(recording: Recording, error: NoSuchName) -> str:
    """A name that fits nothing of what everybody sees; what may be in a hand is not told."""
    if re.match(r"\?(\s|$)", error.name):
        return "what is played is seen by all: write its name instead of “?”"
    if error.name.startswith("?"):
        return f"{error.name} {error.wrong}"
    names, game = recording.names, recording.game
    if names.card_meant(error.name) is None:
        return no_such(names, error.name)
    question = game.question
    asked = f" ({question.about})" if question and question.about else ""
    offered = [card_of(pick, question) for pick in question.options] if question else []
    try:
        names.find_card(game.table, error.name, [card for card in offered if card and recording.sight.knows(card)])
    except NoSuchName as open_error:
        if open_error.wrong == "could be any of":  # of what lies open
            return f"{open_error}{asked}"
    options = recording.open_options() if question else []
    if not options:
        return f"{error.name!r} is nothing that may be chosen here{asked}"
    return f"{error.name!r}{_strength(recording, error.name)} is not one of: {', '.join(options)}{asked}"


def _strength(recording: Recording, name: str) -> str:
    """The power of the minion in play that a name means: as a rule that is why it may not be chosen."""
    game = recording.game
    minions = recording.names.fitting_cards(game.table, name, [one.number for one in game.table.minions()])
    powers = {power(game, game.card(one)) for one in minions}
    return f" (power {powers.pop()})" if len(powers) == 1 and isinstance(game.question, Cards) else ""


def no_such(names: Lexicon, text: str) -> str:
    """That no card of this game is called so: perhaps several are, or one nearly so, or one that is not in this game."""
    bare = re.split(r"\s+(?:at|on|in|under|for)\s+|:", text)[0]
    bare = re.sub(r"^.+?'s ", "", re.sub(r"\s*#\d+$", "", bare))
    several = names.could_mean(bare)
    if len(several) > 1:
        return f"{bare!r} could be {' or '.join(one.name for one in several[:6])}: write more of it"
    if elsewhere := next((one for one in all_definitions() if slug(one.name) in (slug(text), slug(bare))), None):
        return f"there is no {elsewhere.name} in this game: {_comes_from(elsewhere)}"
    near = get_close_matches(slug(bare), names.known_names(), n=1, cutoff=0.7)
    return f"there is no {bare!r} in this game" + (f"; perhaps {names.known_names()[near[0]]}" if near else "")


def _comes_from(card: Definition) -> str:
    if card.is_base:
        return f"it is a base of {SETS.get(card.set, card.set)}, of which nobody here plays a faction"
    return f"it is a card of the {FACTIONS[card.faction].name}" if card.faction in FACTIONS else "nobody plays it"


def accounted_for(recording: Recording, card: Definition, what: str, verb: str = "", owner: int = -1) -> str:
    """A card that cannot have been there (among those of an owner): all of its name are elsewhere, each where a line has
    shown it."""
    table = recording.game.table
    copies = [one for one in table.cards.values() if one.definition == card.id]
    if not copies:
        return f"{what}: there is no {card.name} in this game"
    if card.is_base and verb == "play":
        return f"{what}: that is a base"
    owners = {one.owner for one in copies}
    if owner >= 0 and owner not in owners and not card.is_base and not card.is_madness:
        whose = listed(table.seats[one].name for one in sorted(owners))
        doing = f" (if {whose} did it, write “{whose}: {verb} …”)" if verb else ""
        return f"{what}: {whose} plays the {FACTIONS[card.faction].name}, not {table.seats[owner].name}{doing}"
    if verb in ("choose", "use") and all(recording.sight.knows(one.number) for one in copies):
        if isinstance(recording.game.question, Main):
            return f"{what} here: {recording.asked()}; if the phase was over, “pass” goes before it"
        only_one_way = "; what has only one way needs no line" if verb == "choose" else ""
        return unfitting(recording, NoSuchName(card.name, "")) + only_one_way
    places: dict[str, list[int]] = {}
    for one in copies:
        shown = recording.shown_at.get(one.number, (0, 0))[0]
        if recording.sight.knows(one.number) and one.zone not in ("hand", "deck"):
            places.setdefault(_lies(recording, one.number), []).append(shown)
        elif shown:
            places.setdefault(f"shown in line {shown} and out of sight only since then", []).append(0)
        else:
            places.setdefault("not among the cards that came there unseen", []).append(0)
    told = [f"{len(lines)} {place}{_lines(lines)}" for place, lines in places.items()]
    if len(places) == 1:
        all_of_them = {1: "the only one is", 2: "both are"}.get(len(copies), f"all {len(copies)} are")
        return f"{what}: {all_of_them} {told[0].partition(' ')[2]}"
    return f"{what}: of the {len(copies)} there are, {listed(told)}"


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
    """The lines that showed cards."""
    lines = sorted({line for line in shown if line})
    return f" (line{'s' if len(lines) > 1 else ''} {listed(map(str, lines))})" if lines else ""
