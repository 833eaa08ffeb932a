"""Finds the answer that a line gives to the open question, or decides that the question needs no line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, islice

from adjudicator.records.assignment import MOST_DEALS, assign, assign_among, suppose
from adjudicator.records.foresight import urgency
from adjudicator.records.lines import (
    UNKNOWN,
    Action,
    AnyLine,
    BadRecord,
    House,
    ShownCards,
    Turn,
    Unfinished,
    has_unknown,
    is_unknown,
    listed_names,
)
from adjudicator.records.reasons import accounted_for, unfitting, why_forbidden
from adjudicator.records.recording import Recording, with_options
from adjudicator.records.spectator import face_down
from adjudicator.scenarios.names import NoSuchName
from adjudicator.scenarios.step_words import StepLine
from adjudicator.scenarios.steps import Answer, answer_for, can_answer, only_answer
from core.engine.game import Game, IllegalAnswer
from core.printed.definitions import Definition, definition
from core.rules.setup import about_bringing, brought_with
from events.errors import SmashUpError
from events.questions import (
    NO,
    YES,
    Arrange,
    Cards,
    Hosts,
    Main,
    May,
    Mulligan,
    Pick,
    Play,
    Question,
    Sites,
    Use,
    Window,
)
from events.vocabulary import AbilityUsed, Answered, CardPlayed, Looked
from events.zones import ZONES
from projections.renaming import card_of
from projections.table import IN_PLAY
from projections.view import FACE_DOWN

MOST_TRIES = 200
"""Maximum number of combinations of hidden options to try for one answer."""

_HIDDEN = tuple(row.zone for row in ZONES.values() if row.sight != "everyone" and not row.bases and not row.transient)
"""Where cards stay that not everybody sees."""


def answers(recording: Recording, action: Action, question: Question) -> bool:
    table = recording.game.table
    if table.asked != (table.current if action.seat < 0 else action.seat) or not can_answer(action.does, question):
        return False
    if _is_stated(recording, question) or brought(recording, question) is not None:
        return False
    if action.by and not recording.names.fitting_cards(table, action.by, [question.by] if question.by else []):
        return False
    return _may_mean(recording, action.does, question)


def brought(recording: Recording, question: Question) -> bool | None:
    """Return whether the heading says that a player brings a card.

    Returns None if the question is not about that, or if the heading leaves the decision to the steps.
    """
    if not recording.record.brought or not isinstance(question, May):
        return None
    seat = recording.game.table.asked
    cards = brought_with(recording.record.begun.seats[seat].factions)
    asked = (card.id in recording.record.brought[seat] for card in cards if about_bringing(card) == question.about)
    return next(asked, None)


def _may_mean(recording: Recording, line: StepLine, question: Question) -> bool:
    """Return whether a line can answer this question, judging by what everybody can see.

    If not, it belongs to a later question.
    """
    if isinstance(question, Main) or not (isinstance(question, Window) or waits(question)):
        return True
    if line.verb not in ("play", "use", "choose"):
        if not isinstance(question, Window):
            return line.verb != "pass"
        return line.verb == "pass" or bool(recording.visible_options_of(question).options)
    if has_unknown(line):
        return any(recording.is_hidden(pick, question) for pick in question.options)
    if _fits(recording, line, recording.visible_options_of(question)):
        return True
    card = recording.names.card_meant(line.what)
    if card is None or card.is_base:
        return False
    return may_be_held_for(card, question)


def _fits(recording: Recording, line: StepLine, question: Question) -> bool:
    try:
        answer_for(line, recording.game, recording.names, question)
    except SmashUpError:
        return False
    return True


def answer_without_line(recording: Recording, question: Question) -> tuple[Pick, ...] | None:
    following = recording.next_line()
    if _is_stated(recording, question):
        return _stated_place(recording, question)
    if (taken := brought(recording, question)) is not None:
        return (YES if taken else NO,)
    if following is None and recording.open_end:
        return None
    if isinstance(question, Main):
        return () if _ends_turn(recording, following) else None
    if (isinstance(question, Window) and not question.least) or waits(question):
        return ()
    if isinstance(question, Mulligan):
        return (NO,) if NO in question.options else None
    forced = only_answer(recording.game.table)
    if forced is not None and (following is not None or not question.options):
        return forced
    hidden = any(recording.is_hidden(pick, question) for pick in question.options)
    if hidden and isinstance(question, Cards | Arrange) and following is not None:
        return _unseen(recording, question, question.least)
    return forced


def _ends_turn(recording: Recording, following: AnyLine | None) -> bool:
    table = recording.game.table
    match following:
        case None:
            return False
        case Turn(number=number):
            return number > table.turn
        case Action(seat=seat):
            return seat not in (-1, table.asked)
        case House():
            return False
    return True


def _is_stated(recording: Recording, question: Question) -> bool:
    """Return whether the last line already names the choice asked for here (“at Tortuga”, “on Ghost”).

    A card never answers a question about bases, nor a base one about cards: in that case the card was the only choice,
    before or after this question.
    """
    text, card = recording.place
    if not text or question.by != card or not can_answer(StepLine("choose", text), question):
        return False
    named = recording.names.card_meant(text)
    other = named is not None and named.is_base != isinstance(question, Sites)
    return not other or _stated_picks(recording, question) is not None


def _stated_picks(recording: Recording, question: Question) -> tuple[tuple[Pick, ...], str] | None:
    """Return the picks that the last line names, and what it names for the next question (“at Tortuga on Ghost”)."""
    text, _ = recording.place
    splits = [(text, ""), *((text[: at.start()], text[at.end() :]) for at in re.finditer(r"\s+(?:on|at)\s+", text))]
    for words, rest in splits:
        try:
            return answer_for(StepLine("choose", words), recording.game, recording.names, question).picks, rest
        except NoSuchName:
            continue
    return None


def _stated_place(recording: Recording, question: Question) -> tuple[Pick, ...]:
    text, card = recording.place
    stated = _stated_picks(recording, question)
    if stated is None:
        wrong = NoSuchName(text, "is not one of the options")
        raise BadRecord(recording.last_line(), unfitting(recording, wrong))
    recording.place = (stated[1], card) if stated[1] else ("", 0)
    return stated[0]


def meant(recording: Recording, action: Action, question: Question) -> Answer:
    """Return the picks that a line describes. Any card it needs is first put where it must have been."""
    line = action.does
    if action.to and isinstance(question, Sites):  # The card that moves was the only possible choice.
        picks = answer_for(StepLine("choose", action.to), recording.game, recording.names, question).picks
        return Answer(picks, place=line.what, card=question.by or -1)
    if isinstance(question, Mulligan) and line.verb == "yes" and YES not in question.options:
        _bring_hand(recording, action)
        return Answer((YES,))
    if has_unknown(line):
        return Answer(_with_unknown(recording, line, action))
    if line.verb in ("none", "no", "pass") and question.least and isinstance(question, Cards):
        _offer_nothing(recording, action.line)
        return Answer(())
    tried: list[str] = []
    for _ in range(12):
        question = recording.question() if line.verb != "use" else _without_plays(recording.question())
        error = None
        for some in (recording.visible_options_of(question), question, recording.one_hidden_of_each_kind(question)):
            if some is question and (picks := _one_by_one(recording, line, question)):
                return Answer(picks)
            try:
                return answer_for(line, recording.game, recording.names, some)
            except NoSuchName as wrong:
                error = error if error is not None and some is not question else wrong
        assert error is not None
        card = recording.names.card_meant(error.name)
        if card is None or _all_visible(recording, question) or tried.count(card.id) > line.what.count(","):
            raise error
        tried.append(card.id)
        mentioned = [recording.names.card_meant(part) for part in listed_names(line.what)]
        _bring(recording, card, action, [definition.id for definition in mentioned if definition])
    raise BadRecord(action.line, f"{line.what!r} cannot be dealt")


def _one_by_one(recording: Recording, line: StepLine, question: Question) -> tuple[Pick, ...]:
    """Return the picks for several names, some of visible and some of hidden cards.

    A name refers to a visible card if it can.
    """
    parts = listed_names(line.what)
    picks: list[Pick] = []
    if len(parts) < 2 or not isinstance(question, Cards | Arrange):
        return ()
    for part in parts:
        free = tuple(pick for pick in question.options if "#" in part or pick not in picks)
        try:
            picks += _named(recording, StepLine(line.verb, part), with_options(question, free, least=0))
        except SmashUpError:
            return ()
    return tuple(picks) if question.refusal(tuple(picks)) is None else ()


def _named(recording: Recording, line: StepLine, question: Question) -> tuple[Pick, ...]:
    """Return the picks that a name means: visible ones if there are any."""
    try:
        return answer_for(line, recording.game, recording.names, recording.visible_options_of(question)).picks
    except SmashUpError:
        hidden = recording.one_hidden_of_each_kind(question)
        return answer_for(line, recording.game, recording.names, hidden).picks


def _all_visible(recording: Recording, question: Question) -> bool:
    """Return whether everybody can see every option, whatever the hidden cards are."""
    if isinstance(question, Sites):
        return True
    offered = [card_of(pick, question) for pick in question.options] if isinstance(question, Cards | Hosts) else []
    return bool(offered) and all(number and recording.game.table.cards[number].zone in IN_PLAY for number in offered)


def _turn_up(recording: Recording, index: int, name: str, action: Action) -> None:
    """Decide that one of the face-down cards is the named card."""
    definition = recording.definition_named(name, action.line)
    card = _face_down(recording, index)
    if not recording.is_kind(card, definition) and not assign(recording, {card: definition}, recording.game.log):
        raise BadRecord(action.line, accounted_for(recording, definition, f"{definition.name} cannot lie there"))


def _face_down(recording: Recording, index: int) -> int:
    down = face_down(recording.view)
    if not 1 <= index <= len(down):
        raise NoSuchName(f"?{index}", f"is not one of the {len(down)} face-down cards")
    return down[index - 1]


def _face_down_pick(recording: Recording, index: int, question: Question) -> Pick:
    card = _face_down(recording, index)
    chosen = next((pick for pick in question.options if card_of(pick, question) == card), None)
    if chosen is None:
        raise NoSuchName(f"?{index}", "is not one of those that can be chosen")
    return chosen


def _with_unknown(recording: Recording, line: StepLine, action: Action) -> tuple[Pick, ...]:
    """Return the picks of a line that leaves some of them unnamed.

    Face-down cards are picked by their place, the others arbitrarily.
    """
    parts = listed_names(line.what)
    for index, name in (part[1:].split(" is ", 1) for part in parts if is_unknown(part) and " is " in part):
        _turn_up(recording, int(index), name, action)
    question = recording.question()
    if len(question.options) < len(parts):
        _offer_more(recording, len(parts), action.line)
        question = recording.question()
    owners = Counter(part for part in parts if part.endswith("'s ?"))
    for part, count in owners.items():
        _offer_more(recording, count, action.line, _owner_named(recording, part))
        question = recording.question()
    known: list[Pick | None] = []
    for part in parts:
        if not is_unknown(part):
            left = question.options if "#" in part else [pick for pick in question.options if pick not in known]
            free = with_options(question, tuple(left), least=0)
            known += _named(recording, StepLine(line.verb, part), free)
        elif part.endswith("'s ?"):
            owner = _owner_named(recording, part)
            free_picks = (pick for pick in question.options if pick not in known)
            known.append(next(pick for pick in free_picks if recording.owner_of_pick(pick, question) == owner))
        elif part != UNKNOWN:
            known.append(_face_down_pick(recording, int(part[1:].partition(" is ")[0]), question))
        else:
            known.append(None)
    named = tuple(pick for pick in known if pick is not None)
    rest = [pick for pick in _unseen(recording, question, len(parts), named) if pick not in named]
    return tuple(rest.pop(0) if pick is None else pick for pick in known)


def _owner_named(recording: Recording, part: str) -> int:
    """Return the seat that "Ben's ?" names."""
    return recording.names.find_seat(recording.game.table, part.removesuffix("'s ?"))


def _unseen(recording: Recording, question: Question, count: int, named: tuple[Pick, ...] = ()) -> tuple[Pick, ...]:
    """Return `count` options, hidden ones first, that form a legal answer."""
    if isinstance(question, Arrange) and not named:
        return question.options
    left = sorted(
        (pick for pick in question.options if pick not in named),
        key=lambda pick: (
            not recording.is_hidden(pick, question),
            recording.owner_of_pick(pick, question) != recording.game.table.asked,
            urgency(recording, card_of(pick, question)),
        ),
    )
    for picks in islice(combinations(left, count - len(named)), MOST_TRIES):
        if question.refusal((*named, *picks)) is None:
            return (*named, *picks)
    raise IllegalAnswer(f"Nothing unseen can be chosen here: {recording.asked()}.")


def _bring(recording: Recording, card: Definition, action: Action, mentioned: Sequence[str]) -> None:
    """Put a card among the options of the open question, in the place of a card that nobody saw."""
    before = _offered(recording, recording.game, card)
    reached = False
    for places in _hidden_places(recording, recording.question()):
        offered = {card_of(pick, recording.question()) for pick in recording.question().options}
        there = sum(recording.is_kind(number, card) for number in places if number in offered)
        if assign_among(recording, places, card, there + 1, mentioned):
            if _offered(recording, recording.game, card) > before:
                return
            reached = True
    if _pays_for(recording, card, before):
        return
    if reached:
        raise why_forbidden(recording, card, action)
    table = recording.game.table
    player = table.seats[table.asked].name
    verb = action.does.verb
    what = f"{player} cannot {verb} {card.name}"
    raise BadRecord(action.line, accounted_for(recording, card, what, verb, table.asked))


def _pays_for(recording: Recording, card: Definition, before: int) -> bool:
    """Put the cards that the next lines show into the hand, if the player must have held them to do this."""
    table = recording.game.table
    line = recording.lines[recording.at] if recording.at < len(recording.lines) else None
    if not isinstance(line, ShownCards) or line.verb == "comes" or UNKNOWN in line.names:
        return False
    hand = [number for number in table.seats[table.asked].hand if not recording.view.knows(number)]
    price = recording.definition_named(line.names[0], line.line)
    return assign_among(recording, hand, price, 1) and _offered(recording, recording.game, card) > before


def _offered(recording: Recording, game: Game, card: Definition) -> int:
    question = game.question
    if question is None:
        return 0
    cards = (card_of(pick, question) for pick in question.options)
    return sum(game.table.cards[number].definition == card.id for number in cards if number)


def _hidden_places(recording: Recording, question: Question) -> list[list[int]]:
    """Return the hidden cards that may really have been a different card: those on offer, in the hand or in the deck."""
    table = recording.game.table
    offered = [card for card in (card_of(pick, question) for pick in question.options) if card]
    hidden = [card for card in offered if not recording.view.knows(card)]
    zones = dict.fromkeys((table.cards[card].zone, table.cards[card].controller) for card in hidden)
    if isinstance(question, Main | Window) or waits(question):
        zones = dict.fromkeys([("hand", table.asked)])
    elif not zones:
        zones = dict.fromkeys((zone, table.asked) for zone in _HIDDEN)
    groups = [[card for card in hidden if table.cards[card].zone not in ("hand", *FACE_DOWN)]]
    groups.append(_looked_at(recording))
    for zone in zones:
        there = [card.number for card in table.cards.values() if (card.zone, card.controller) == zone]
        groups.append([card for card in there if not recording.view.knows(card)])
    return [places for places in groups if places]


def _looked_at(recording: Recording) -> list[int]:
    """Return the hidden cards that a player has just looked at in order to choose from them."""
    answered = False
    for event in reversed(recording.game.log[recording.game.table.turn_began :]):
        if isinstance(event, Looked) and (not answered or event.by == recording.question().by):
            return [card for card in event.cards if not recording.view.knows(card)]
        if isinstance(event, CardPlayed | AbilityUsed):
            break
        answered = answered or isinstance(event, Answered)
    return []


def _bring_hand(recording: Recording, action: Action) -> None:
    """Put the cards that a mulligan is about to show into the hand."""
    following = recording.lines[recording.at] if recording.at < len(recording.lines) else None
    if not isinstance(following, ShownCards):
        raise (BadRecord if following else Unfinished)(
            action.line, "a replaced hand is revealed: add a line “… reveals …” with its cards"
        )
    definitions = [recording.definition_named(name, following.line) for name in following.names if name != UNKNOWN]
    for card in definitions:
        hand = recording.game.table.seats[recording.game.table.asked].hand
        need = sum(definition.id == card.id for definition in definitions)
        if sum(recording.is_kind(number, card) for number in hand) >= need:
            continue
        if not assign_among(recording, hand, card, need, [definition.id for definition in definitions]):
            raise BadRecord(following.line, accounted_for(recording, card, f"{card.name} cannot be in that hand"))
    if YES not in recording.question().options:
        raise BadRecord(action.line, "only a hand without minions may be replaced")


def _offer_nothing(recording: Recording, line: int) -> None:
    """Assume that there was nothing to choose.

    If a choice would have been mandatory, the hand held none of the cards in question: the options in the hand, or else
    all minions, or all actions.
    """

    def helps() -> bool:
        return recording.question().refusal(()) is None

    cards = [definition(kind) for kind in {card.definition for card in recording.game.table.cards.values()}]
    for _ in range(MOST_DEALS):
        if helps():
            return
        table = recording.game.table
        hidden = [table.cards[card] for card in _hidden_options(recording, recording.question())]
        for zone, whose in dict.fromkeys((card.zone, card.controller) for card in hidden):
            kinds = {recording.kind(card.number): 0 for card in hidden if (card.zone, card.controller) == (zone, whose)}
            if not suppose(recording, whose, kinds, zone=zone):
                break
        else:
            if hidden:
                continue
        for minions in (True, False):
            if suppose(recording, table.asked, {facts.id: 0 for facts in cards if facts.is_minion is minions}, helps):
                return
        break
    raise BadRecord(line, f"no hidden cards make this possible: {recording.asked()}")


def _hidden_options(recording: Recording, question: Question) -> list[int]:
    return [card_of(pick, question) for pick in recording.visible_options_of(question, hidden=True).options]


def _offer_more(recording: Recording, least: int, line: int, owner: int | None = None) -> None:
    """Assume that at least this many cards were on offer (from one owner, if given), so the hand holds more cards of a
    kind that can be chosen.
    """
    while len(offered := _offered_of(recording, owner)) < least:
        cards = recording.game.table.cards.values()
        whose = recording.game.table.asked if owner is None else owner
        kinds = dict.fromkeys(card.definition for card in cards if card.owner == whose)
        if not any(_offers_more(recording, definition(kind), offered, owner) for kind in kinds):
            raise BadRecord(line, f"no hidden cards make this possible: {recording.asked()}")


def _offered_of(recording: Recording, owner: int | None) -> list[int]:
    question = recording.question()
    return [
        card_of(pick, question)
        for pick in question.options
        if owner is None or recording.owner_of_pick(pick, question) == owner
    ]


def _offers_more(recording: Recording, card: Definition, offered: Sequence[int], owner: int | None) -> bool:
    hand = [
        number
        for number in recording.game.table.seats[recording.game.table.asked].hand
        if not recording.view.knows(number)
    ]
    kept = [recording.kind(number) for number in offered if number in hand]
    there = sum(recording.is_kind(number, card) for number in hand)
    more = assign_among(recording, hand, card, there + 1, kept)
    return more and len(_offered_of(recording, owner)) > len(offered)


def waits(question: Question) -> bool:
    """Return whether the question offers an extra card that may also be played later."""
    return isinstance(question, Cards) and question.waits


def may_be_held_for(card: Definition, question: Question) -> bool:
    """Return whether a card in a hand could be an option of a question that is always asked."""
    if isinstance(question, Window) and question.moment not in ("talent", "use-talent"):
        return any(
            ability.zone in ("hand", "revealed") and (ability.hook == question.moment or isinstance(ability.hook, type))
            for ability in card.abilities
        )
    return True


def _without_plays(question: Question) -> Question:
    """Prefer using a card to playing one, if both are possible and the line says "use"."""
    used = {pick.holder for pick in question.options if isinstance(pick, Use)}
    kept = tuple(pick for pick in question.options if not (isinstance(pick, Play) and pick.card in used))
    return with_options(question, kept)
