"""Compares what happened in the game with what the next lines say people saw."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.records.assignment import assign, suppose
from adjudicator.records.lines import UNKNOWN, AnyLine, BadRecord, Check, RandomPick, ShownCards, Turn, Unfinished, Won
from adjudicator.records.reasons import accounted_for, taken_for, turn_unsaid
from adjudicator.records.recording import Recording
from adjudicator.records.short_names import held_card, site_named
from adjudicator.records.spectator import SpectatorView, lies_open
from core.printed.definitions import Definition, definition
from events.vocabulary import (
    Awarded,
    BaseArrived,
    BaseSwapped,
    Discarded,
    Event,
    GameWon,
    Leaving,
    PickedAtRandom,
    TurnBegan,
)


def watch(recording: Recording) -> None:
    """Compare everything that has happened since the last call with the next lines."""
    while recording.view.position < len(recording.game.log):
        event = recording.game.log[recording.view.position]
        recording.view.take(event)
        if recording.view.learned:
            _compare_shown(recording, event)
            recording.named.difference_update(recording.view.learned)
        match event:
            case PickedAtRandom(what="site" | "card"):
                _compare_picked(recording, event)
            case TurnBegan():
                _compare_turn(recording, event)
            case Awarded():
                compare_scores(recording, event)
            case GameWon():
                _compare_winners(recording, event)
    recording.names.learn(recording.game.table)


def _compare_shown(recording: Recording, event: Event) -> None:
    """Compare the cards that an event shows with the names in the next lines."""
    shown = [
        card
        for card in recording.view.learned
        if card not in recording.named and not lies_open(recording.game.table, card)
    ]
    cards = in_order(event, shown)
    if not cards or _was_compared(recording, event):
        return
    hand = _whole_hand(recording, event)
    named: list[tuple[int, Definition | None]] = []  # the line, and what it says
    for card in hand or cards:
        try:
            line, name = _shown_next(recording, event, card)
        except BadRecord as refused:
            if isinstance(refused, Unfinished) or named or not _was_not_held(recording, event):
                raise
            return
        named.append((line.line, None if name == UNKNOWN else recording.definition_named(name, line.line)))
    if hand and all(definition for _, definition in named):
        named.sort(key=lambda entry: _discard_order(recording, entry[1], event))
    places = [recording.view.learned.index(card) for card in cards]
    demands = {card: definition for card, (_, definition) in zip(hand or cards, named, strict=True) if definition}
    if not all(recording.is_kind(card, definition) for card, definition in demands.items()):
        log = recording.game.log[: recording.view.position]
        soon = _shown_soon(recording, event, cards[-1])
        if not (soon and assign(recording, demands | soon, log, unsettled=cards)) and not assign(
            recording, demands, log, unsettled=cards
        ):
            number, missing, owner = next(
                (line, definition, recording.game.table.cards[card].owner)
                for card, (line, definition) in zip(hand or cards, named, strict=True)
                if definition and not recording.is_kind(card, definition)
            )
            raise BadRecord(
                number, accounted_for(recording, missing, f"{missing.name} cannot be shown here", owner=owner)
            )
    if hand:
        recording.discarded_together = (
            getattr(event, "moment", 0),
            [(line, definition.id) for line, definition in named if definition],
        )
        _was_compared(recording, recording.game.log[recording.view.position - 1])
    for place, (number, known) in zip(places, named, strict=False):
        if known:
            recording.shown_at[recording.view.learned[place]] = (number, recording.view.position)


def _shown_soon(recording: Recording, event: Event, card: int) -> dict[int, Definition]:
    """Return what the next cards of a deck should be if the following lines show them one by one, as this event does.

    One deal for all of them saves many.
    """
    table = recording.view.truth
    if "deck" not in (table.cards[card].zone, getattr(event, "source", "")):
        return {}
    owner = table.cards[card].owner
    names: list[str] = []
    given = recording.names_given
    for line in recording.lines[recording.at :]:
        if not isinstance(line, ShownCards) or line.seat != owner or line.verb != _verb(event):
            break
        names += line.names[given:]
        given = 0
    hidden = (number for number in table.seats[owner].deck if not recording.view.knows(number))
    return {
        number: definition
        for number, name in zip(hidden, names, strict=False)
        if name != UNKNOWN and (definition := recording.names.card_meant(name))
    }


def _whole_hand(recording: Recording, event: Event) -> list[int]:
    """Return the hidden cards of a hand that the rules discard together. A record may list them in any order."""
    if not isinstance(event, Discarded) or event.source != "hand" or event.card in recording.view.taken_out:
        return []
    together = (event.moment, event.source, event.controller)
    discarded = [
        discard.card
        for discard in recording.game.log[event.position - 1 :]
        if isinstance(discard, Discarded) and (discard.moment, discard.source, discard.controller) == together
    ]
    hidden = [card for card in discarded if card == event.card or not recording.view.knows(card)]
    return hidden if len(hidden) > 1 else []


def _discard_order(recording: Recording, card: Definition | None, event: Event) -> tuple[bool, int, str]:
    """Return the order in which the rules discard the cards of a hand: by owner, then by name."""
    assert card is not None
    owners = {other.owner for other in recording.game.table.cards.values() if other.definition == card.id}
    holder: int = event.controller  # type: ignore[attr-defined]
    owner = holder if holder in owners else min(owners, default=holder)
    return owner != holder, owner, card.id


def _was_compared(recording: Recording, event: Event) -> bool:
    """Return whether a card belongs to a discarded hand that was compared as a whole."""
    since, left = recording.discarded_together
    if not isinstance(event, Discarded) or event.moment != since:
        return False
    match = next((entry for entry in left if entry[1] == recording.kind(event.card)), None)
    if match is not None:
        left.remove(match)
        recording.shown_at[event.card] = (match[0], recording.view.position)
    return match is not None


def _was_not_held(recording: Recording, event: Event) -> bool:
    """Assume that a card was not in the hand, because the rules move it out and no line shows it.

    Returns whether a deal allows that.
    """
    if not isinstance(event, Leaving) or event.source != "hand":
        return False
    recording.view = SpectatorView(recording.game.log[: event.position - 1], recording.facts)
    if suppose(recording, event.controller, {recording.kind(event.card): 0}):
        return True
    recording.view.take(event)
    return False


def _shown_next(recording: Recording, event: Event, card: int) -> tuple[ShownCards, str]:
    """Return the next name of a line that shows something."""
    check_table(recording)
    line = recording.lines[recording.at] if recording.at < len(recording.lines) else None
    base = definition(recording.view.truth.cards[card].definition).is_base
    verb = "comes" if isinstance(event, BaseArrived | BaseSwapped) else _verb(event)
    if not isinstance(line, ShownCards) or line.verb != verb:
        seat = _whose(recording, event, card)
        who = recording.view.truth.seats[seat].name if seat >= 0 and not base else ""
        arrives = "base … comes" if recording.view.truth.turn else "bases …, …"
        words = arrives if verb == "comes" else f"{who} {verb} …".strip()
        scored = isinstance(event, BaseArrived) and recording.awarded is not None
        why = f" ({recording.called(recording.awarded.base)} has scored)" if scored and recording.awarded else ""
        missing = f"a line “{words}” is missing here{why}"
        if line is None:
            raise Unfinished(recording.last_line(), f"{missing}: the record ends")
        text = recording.record.text[line.line - 1].strip()
        raise BadRecord(line.line, f"{missing}: the record continues with {text!r}{taken_for(recording)}")
    return line, _shown_name(recording, line)


def _shown_name(recording: Recording, line: ShownCards) -> str:
    name = line.names[recording.names_given]
    recording.names_given += 1
    if recording.names_given == len(line.names):
        recording.names_given = 0
        recording.at += 1
    return name


def _whose(recording: Recording, event: Event, card: int) -> int:
    for field in ("controller", "seat", "to"):
        seat = getattr(event, field, -1)
        if seat >= 0:
            return int(seat)
    return recording.view.truth.cards[card].owner


def _compare_picked(recording: Recording, event: PickedAtRandom) -> None:
    """Compare a random pick among visible cards.

    A card picked from a hidden hand is compared when it arrives somewhere.
    """
    table, sites = recording.view.truth, event.what == "site"
    open_ = [card for card in event.pool if sites or recording.view.knows(card)]
    for picked in event.picks if len(event.pool) > len(event.picks) else ():
        if picked not in open_:
            continue
        check_table(recording)
        line = recording.lines[recording.at] if recording.at < len(recording.lines) else None
        if isinstance(line, RandomPick):
            recording.at += 1
            name = line.name
        elif isinstance(line, ShownCards) and line.verb == "discards" and not sites:
            name = _shown_name(recording, line)
        else:
            options = ", ".join(
                recording.names.site(table, option) if sites else recording.called(option) for option in open_
            )
            raise (BadRecord if line else Unfinished)(
                line.line if line else recording.last_line(), f"chance picks one of {options}: add “chance …”"
            )
        matches = [site_named(recording.names, name, open_, table)] if sites else held_card(name, open_, recording.view)
        if picked not in matches:
            raise BadRecord(line.line, f"{name!r} is not one of the possible random picks")


def _compare_turn(recording: Recording, event: TurnBegan) -> None:
    check_table(recording)
    recording.awarded = None
    line = recording.lines[recording.at] if recording.at < len(recording.lines) else None
    if isinstance(line, Turn):
        if (line.number, line.seat) != (event.number, event.seat):
            player = recording.view.truth.seats[event.seat].name
            stated = f"turn {line.number} of {recording.view.truth.seats[line.seat].name}"
            raise BadRecord(line.line, f"{player}'s turn {event.number} begins here, not {stated}")
        recording.at += 1
    elif line is not None:
        check_turn_announced(recording, line, event.number, event.seat)


def check_turn_announced(recording: Recording, line: AnyLine, number: int, seat: int) -> None:
    """Raise an error unless a turn is announced, by a line of its own or by lines that end the turns before it."""
    if number > recording.needs.turns_announced[recording.at]:
        raise BadRecord(line.line, turn_unsaid(recording, line, number, seat))


def compare_scores(recording: Recording, event: Awarded) -> None:
    check_table(recording)
    line = recording.lines[recording.at] if recording.at < len(recording.lines) else None
    recording.awarded = event
    if not isinstance(line, Check) or line.what != "scores":
        return
    recording.awarded = None
    name = definition(recording.view.truth.cards[event.base].definition).name
    if name not in {base.name for base in recording.names.could_mean(line.base)}:
        raise BadRecord(line.line, f"{name} scores here, not {line.base}")
    for seat, number in line.numbers:
        if event.totals[seat] != number:
            player = recording.view.truth.seats[seat].name
            raise BadRecord(line.line, f"{player} has {event.totals[seat]} power at {name}, not {number}")
    recording.at += 1


def _compare_winners(recording: Recording, event: GameWon) -> None:
    check_table(recording)
    line = recording.lines[recording.at] if recording.at < len(recording.lines) else None
    if isinstance(line, Won):
        if set(line.seats) != set(event.seats):
            winners = " and ".join(recording.view.truth.seats[seat].name for seat in event.seats)
            raise BadRecord(line.line, f"{winners} won")
        recording.at += 1


def check_table(recording: Recording, late: bool = True) -> None:
    """Check what lines state about the table. It must be true now, or at the latest before the next line."""
    while recording.at < len(recording.lines):
        line = recording.lines[recording.at]
        if not isinstance(line, Check) or line.what == "scores":
            return
        for seat, number in line.numbers:
            player = recording.view.truth.seats[seat]
            actual = player.victory_points if line.what == "vp" else len(getattr(player, line.what))
            if actual != number:
                if not late:
                    return
                what = "VP" if line.what == "vp" else f"cards in the {line.what}"
                raise BadRecord(line.line, f"{player.name} has {actual} {what} here, not {number}")
        recording.at += 1


def in_order(event: Event, cards: Sequence[int]) -> list[int]:
    """Return the cards that an event shows in their real order. A view lists the cards of a hand in another order."""
    listed = [card for card in getattr(event, "cards", ()) if card in cards]
    return listed if len(listed) == len(cards) else list(cards)


def _verb(event: Event) -> str:
    return "discards" if isinstance(event, Discarded) else "reveals"
