"""Turns a line of a scenario into an answer: which questions it can answer, and which picks it means."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

import msgspec

from adjudicator.scenarios.names import NoSuchName, TableNames, find_word
from adjudicator.scenarios.step_words import BadLine, StepLine
from core.engine.game import Game
from core.printed.definitions import ability, slug
from events.errors import SmashUpError
from events.questions import (
    NO,
    YES,
    Arrange,
    Cards,
    Distribute,
    Draft,
    Hosts,
    Main,
    May,
    Modes,
    Mulligan,
    NextInOrder,
    Numbers,
    PayWith,
    Pick,
    Play,
    Question,
    Seats,
    Sites,
    Use,
    Window,
)
from events.questions import Names as NameQuestion
from events.vocabulary import Event
from events.zones import HOMES
from projections.equivalence import equivalence_key, event_key
from projections.table import Table

_VERBS: dict[str, tuple[type[Question], ...]] = {
    "play": (Main, Window, Cards),
    "use": (Main, Window, NextInOrder, May),
    "choose": (
        Window,
        NextInOrder,
        Cards,
        Hosts,
        Sites,
        Seats,
        Modes,
        Numbers,
        NameQuestion,
        Arrange,
        Distribute,
        PayWith,
        Draft,
    ),
    "none": (Cards, Hosts, Sites, Seats, Modes, Distribute),
    "yes": (May, Mulligan),
    "no": (May, Mulligan),
    "name": (NameQuestion,),
    "number": (Numbers,),
    "arrange": (Arrange,),
    "score": (Sites,),
    "distribute": (Distribute,),
    "pass": (Main, Window),
    "end turn": (Main, Window),
}


class Refused(SmashUpError):
    """Raised for a line that the rules do not allow, with the reason."""


DECLINING = ("no", "none", "pass")

_TO_PLAY = re.compile(r"\b(?:to|and) play\b")
"""Words in a question about cards that show that the chosen card is played: "a minion to play as an extra minion"."""

PLACE_FOR = re.compile(r"a (?:base|minion) for ")
"""Words in a question about the place of a card that is played."""

_AT = re.compile(r"\s+(?:at|on)\s+")
"""The word between a card and the place where it is played."""


def can_answer(line: StepLine, question: Question) -> bool:
    """Return whether a line is of the kind that answers a question.

    `play` answers a choice of cards only if the chosen card is then played. Optional things can be declined in any
    words, except in Play Cards, where one "none" too many would end the turn.
    """
    if isinstance(question, _VERBS[line.verb]):
        return line.verb != "play" or not isinstance(question, Cards) or _TO_PLAY.search(question.about) is not None
    if line.verb in DECLINING:
        return (
            not isinstance(question, Main)
            and bool(question.options)
            and (not question.least or isinstance(question, (May, Mulligan)))
        )
    if line.verb == "yes":
        return isinstance(question, (Window, NextInOrder)) and len(question.options) == 1
    return line.verb == "play" and isinstance(question, (Sites, Hosts)) and bool(PLACE_FOR.match(question.about))


# --- the picks ------------------------------------------------------------------------------------------------------


class Answer(msgspec.Struct, frozen=True):
    """Picks, and the stated place of a card that is played."""

    picks: tuple[Pick, ...]
    place: str = ""
    card: int = 0


def answer_for(line: StepLine, game: Game, names: TableNames, question: Question | None = None) -> Answer:
    """Return the picks that a line means for the open question, or for some of its options.

    Raises an error if the line fits nothing or too much.
    """
    question = question or game.question
    assert question is not None
    if isinstance(question, (May, Mulligan)) and line.verb in ("yes", *DECLINING):
        return Answer((YES if line.verb == "yes" else NO,))
    if line.verb == "yes":
        return Answer(question.options)
    if line.verb in ("end turn", *DECLINING):
        return Answer(())
    if line.verb == "play" and isinstance(question, (Sites, Hosts)):
        return _place_for(line, game, names, question)
    if line.verb == "play":
        return _play(line, game, names, question)
    if isinstance(question, May):
        return _use_as_yes(line, game, names, question)
    if isinstance(question, NextInOrder):
        return Answer(_in_order(line.what, game, names, question))
    if line.verb == "use" or isinstance(question, Window):
        return Answer((use_meant(line.what, game.table, game.log, names, question),))
    if line.verb == "distribute" or isinstance(question, Distribute):
        return Answer(_shares(line.what, game, names, question))
    return Answer(_several(line.what, game, names, question))


def _play(line: StepLine, game: Game, names: TableNames, question: Question) -> Answer:
    table = game.table
    cards: dict[int, Pick]
    if isinstance(question, Cards):
        cards = {int(pick): pick for pick in question.options if isinstance(pick, int)}
    else:
        cards = {pick.card: pick for pick in question.options if isinstance(pick, Play)}
        # A card that starts beside the deck is played by its own ability.
        uses = (pick for pick in question.options if isinstance(pick, Use))
        cards |= {use.holder: use for use in uses if table.cards[use.holder].zone in HOMES.values()}
    try:
        number = names.find_card(table, line.what, cards)
        return Answer((cards[number],), card=number)
    except NoSuchName as error:
        whole = error
    for card, place in places_in(line):
        try:
            number = names.find_card(table, card, cards)
        except NoSuchName:
            continue
        return Answer((cards[number],), place=place, card=number)
    raise whole


def places_in(line: StepLine) -> Iterator[tuple[str, str]]:
    """Return every card and place that a `play` line may mean: "CARD at BASE", since a name may contain "at"."""
    for split in reversed(list(_AT.finditer(line.what))):
        yield line.what[: split.start()], line.what[split.end() :]


def _place_for(line: StepLine, game: Game, names: TableNames, question: Question) -> Answer:
    """Read `play CARD at BASE` where only the place is asked for, since the card had to be played."""
    for card, place in places_in(line):
        if names.fitting_cards(game.table, card, [question.by]):
            return Answer(_several(place, game, names, question))
    raise NoSuchName(line.what, "does not say where", [])


def _use_as_yes(line: StepLine, game: Game, names: TableNames, question: Question) -> Answer:
    """Read `use CARD` as "yes" if the question is whether to use it."""
    names.find_card(game.table, line.what, [question.by] if question.by else [])
    return Answer((YES,))


def use_meant(text: str, table: Table, log: Sequence[Event], names: TableNames, question: Question) -> Pick:
    """Return an ability by its card, the card that grants it, its own name, or the card its event is about."""
    options = [pick for pick in question.options if isinstance(pick, (Use, Play))]
    words = {pick: names.pick(table, question, pick, log) for pick in options}
    card, _, rest = text.partition(":")
    rest, _, about = rest.partition(" for ")
    if not rest.strip() and " for " in card:
        whole, card, about = card, *card.rsplit(" for ", 1)
        if any(_has(names, table, pick, whole) for pick in options):
            card, about = whole, ""
    if re.search(r"#\d+\s*$", card):
        fitting = _counted(names, table, options, card.strip())
    else:
        fitting = [pick for pick in options if _has(names, table, pick, card.strip())]
    if rest.strip():
        fitting = [pick for pick in fitting if isinstance(pick, Use) and slug(ability(pick.ability).name) == slug(rest)]
    if about.strip():
        name, count = re.fullmatch(r"(.*?)(?: #([0-9]{1,4}))?", about.strip(), re.DOTALL).groups("")  # type: ignore[union-attr]
        fitting = [pick for pick in fitting if slug(words[pick].rpartition(" for ")[2]) == slug(name)]
        if count:  # the second of several events that happened to cards of one name
            fitting = fitting[max(int(count) - 1, 0) : int(count)]
    if not fitting:
        raise NoSuchName(text, "is not one of", list(words.values()))
    if isinstance(question, Main) and any(isinstance(pick, Use) for pick in fitting):
        fitting = [pick for pick in fitting if isinstance(pick, Use)]  # not the same card being played
    if len({_sort(table, log, pick) for pick in fitting}) > 1:
        raise NoSuchName(text, "could be any of", [words[pick] for pick in fitting])
    return fitting[0]


def _counted(names: TableNames, table: Table, options: Sequence[Play | Use], text: str) -> list[Play | Use]:
    """Return abilities of a card identified by a count: `Howler #2` is the second with something to use."""
    cards = {pick.card if isinstance(pick, Play) else pick.holder for pick in options}
    meant = names.fitting_cards(table, text, cards)
    return [pick for pick in options if (pick.card if isinstance(pick, Play) else pick.holder) in meant]


def _has(names: TableNames, table: Table, pick: Play | Use, text: str) -> bool:
    numbers = [pick.card] if isinstance(pick, Play) else [pick.holder, pick.granted_by]
    return bool(names.fitting_cards(table, text, [number for number in numbers if number]))


def _sort(table: Table, log: Sequence[Event], pick: Play | Use) -> tuple[object, ...]:
    """Return what distinguishes two options that a name fits."""
    if isinstance(pick, Play):
        return equivalence_key(table, pick.card)
    granting = equivalence_key(table, pick.granted_by) if pick.granted_by else ()
    answered = event_key(table, log[pick.event - 1]) if pick.event else ()
    return (equivalence_key(table, pick.holder), pick.ability, granting, answered)


def _in_order(text: str, game: Game, names: TableNames, question: Question) -> tuple[Pick, ...]:
    """Return abilities separated by commas, in the order in which they resolve."""

    def meant(part: str, left: Sequence[Pick]) -> Pick:
        return use_meant(part, game.table, game.log, names, msgspec.structs.replace(question, options=tuple(left)))

    return _listed(text, question, meant)


def _several(text: str, game: Game, names: TableNames, question: Question) -> tuple[Pick, ...]:
    return _listed(text, question, lambda part, left: _left(part, game, names, question, left))


def _listed(text: str, question: Question, meant: Callable[[str, Sequence[Pick]], Pick]) -> tuple[Pick, ...]:
    """Return names separated by commas, each one of the options left. A name may itself contain a comma."""
    parts = [part.strip() for part in text.split(",")]
    left = list(question.options)
    picks: list[Pick] = []
    while parts:
        for length in range(len(parts), 0, -1):
            try:
                pick = meant(", ".join(parts[:length]), left)
                break
            except NoSuchName:
                if length == 1:
                    raise
        picks.append(pick)
        left.remove(pick)
        del parts[:length]
    return tuple(picks)


def _left(text: str, game: Game, names: TableNames, question: Question, left: Sequence[Pick]) -> Pick:
    """Return one of the options left. `#2` counts among all that are offered, whatever has been picked before."""
    if not re.search(r"#\d+", text):
        return _one(text, game, names, question, left)
    pick = _one(text, game, names, question, question.options)
    if pick not in left:
        raise NoSuchName(text, "has been picked already")
    return pick


def _one(text: str, game: Game, names: TableNames, question: Question, left: Sequence[Pick]) -> Pick:
    table = game.table
    if isinstance(question, (Cards, Hosts, Arrange, Distribute)):
        return names.find_card(table, text, [int(pick) for pick in left])  # type: ignore[arg-type]
    if isinstance(question, Sites):
        return names.find_site(table, text, [int(pick) for pick in left])  # type: ignore[arg-type]
    if isinstance(question, Seats):
        return names.find_seat(table, text, [int(pick) for pick in left])  # type: ignore[arg-type]
    if isinstance(question, PayWith):
        free = [
            allowance
            for allowance in table.allowances
            if allowance.number in left and not allowance.extra and allowance.kind == text.lower()
        ]
        if len(free) == 1:
            return free[0].number  # "minion" is the free one
    return find_word(text, {pick: names.pick(table, question, pick) for pick in left})


def _shares(text: str, game: Game, names: TableNames, question: Question) -> tuple[Pick, ...]:
    """Read `A 2, B 1`; a name without a number counts once."""
    picks: list[Pick] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*(.+?)(?:\s+(\d+))?\s*", part)
        if match is None:
            raise BadLine(f"{text!r} does not say how many go where; write A 2, B 1")
        try:
            number = _one(part.strip(), game, names, question, question.options)
            count = 1
        except NoSuchName:
            number = _one(match[1], game, names, question, question.options)
            count = int(match[2] or 1)
        picks += [number] * count
    return tuple(picks)


# --- answers that need no line --------------------------------------------------------------------------------------


def only_answer(table: Table) -> tuple[Pick, ...] | None:
    """Return the answer to the open question if there is no real choice."""
    question = table.question
    assert question is not None
    options = question.options
    if isinstance(question, Main):
        return None
    if not options or not question.most:
        return () if not question.least else None
    if question.least != question.most:
        return None
    if isinstance(question, Distribute):
        return options * question.least if len(options) == 1 else None
    if len(options) == 1:
        return options
    if isinstance(question, Cards) and question.budget is None and not question.one_name:
        alike = len({equivalence_key(table, int(pick)) for pick in options}) == 1  # type: ignore[arg-type]
        return options[: question.least] if alike or question.least == len(options) else None
    return None


def asked_in_words(game: Game, names: TableNames) -> str:
    """Describe who is asked what, with the options by name."""
    question = game.question
    if question is None:
        return "the game is over" if game.over else "nobody is asked anything"
    seat = game.table.seats[game.table.asked].name
    options = dict.fromkeys(names.pick(game.table, question, pick, game.log) for pick in question.options)
    listed = ", ".join(options) or "nothing"
    by = f" ({names.card(game.table, question.by)})" if question.by else ""
    about = question.about or kind_of(question)
    return f"{seat} is asked {'' if about.startswith('whether') else 'for '}{about}{by}: {listed}"


def kind_of(question: Question) -> str:
    """Return the kind of a question, as scenarios and logs name it."""
    return str(question.__struct_config__.tag)
