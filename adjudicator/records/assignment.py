"""Assigns hidden cards: puts a card where it must have been, if some deal allows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from adjudicator.records.checkpoints import exchange
from adjudicator.records.flow_network import WORK, WORK_OF_ONE, FlowNetwork, NoPath
from adjudicator.records.mixing import Held, MixingPoint, Renumbering
from adjudicator.records.recording import Recording
from adjudicator.records.rerunning import Astray, rerun, resumed, retold
from adjudicator.records.spectator import SpectatorView
from core.engine.game import Game
from core.printed.definitions import Definition, definition
from core.rules.replay import quiet_point
from events.vocabulary import Event

MOST_DEALS = 40
"""Maximum number of deals to try for one line, as long as each failure teaches something."""


def assign_among(
    recording: Recording, places: Sequence[int], card: Definition, count: int, kept: Sequence[str] = ()
) -> bool:
    """Put `count` cards of a kind into some of these places. Places that hold a kind in `kept` stay as they are."""
    cards = recording.game.table.cards
    there = Counter(cards[place].definition for place in places)
    if there[card.id] >= count:
        return True
    keep = Counter(kept) & there
    keep[card.id] = count
    definitions = [definition(kind) for kind in keep.elements()]
    return len(definitions) <= len(places) and assign(
        recording,
        dict(zip(places, definitions, strict=False)),
        recording.game.log,
        here=[MixingPoint(len(recording.game.log) + 1, frozenset(places))],
    )


def assign(
    recording: Recording,
    targets: Mapping[int, Definition],
    log: Sequence[Event],
    unsettled: Sequence[int] = (),
    here: Iterable[MixingPoint] = (),
    start: int | None = None,
) -> bool:
    """Put other hidden cards into these places, if a deal allows it.

    `here` lists the mixing points and exclusions known for this position. The rules are run over the new deal from
    `start`, or from the last quiet point. If the game then differs from what was seen, the difference excludes that
    deal and the search tries another.
    """
    here = tuple(here)
    for _ in range(MOST_DEALS):
        known = len(recording.barred), len(recording.facts)
        allowed = WORK if recording.work is None else min(recording.work, WORK_OF_ONE)
        network = FlowNetwork(recording.view, recording.kind, unsettled, here, recording.barred, allowed)
        try:
            network.lead({network.last(place): card.id for place, card in targets.items()})
        except NoPath:
            return False
        finally:
            if recording.work is not None:
                recording.work -= allowed - network.work
        astray = _renumber(recording, Renumbering(network.changes(len(log))), log, start)
        if astray is None:
            return True
        if start and known == (len(recording.barred), len(recording.facts)):
            _explain(recording, astray, log)
        if known == (len(recording.barred), len(recording.facts)):
            return False
        recording.view = SpectatorView(log[: recording.view.position], recording.facts)
    return False


def _explain(recording: Recording, astray: Astray, log: Sequence[Event]) -> None:
    """Work out what a player must have held, or cannot have held, given that a deal led to a different game."""
    hands = [
        [recording.kind(card) for card in seat.hand]
        for seat in recording.checkpoints.table_at(astray.script, astray.position - 1).seats
    ]
    cards = recording.game.table.cards.values()
    for seat, hand in enumerate(hands):
        for kind in dict.fromkeys([*hand, *(card.definition for card in cards if card.owner in (seat, -1))]):
            fact = Held(astray.position, seat, kind, int(kind not in hand))
            if definition(kind).is_base or fact in recording.facts:
                continue
            recording.facts.add(fact)
            view = SpectatorView(log[: recording.view.position], recording.facts)
            network = FlowNetwork(view, recording.kind, (), (), recording.barred)
            try:
                network.lead({})
                script = retold(log, Renumbering(network.changes(len(log))), recording.owner_of, recording.named_cards)
                script = script[: astray.position]
                rerun(script, recording.chance, recording.checkpoints.first(), quiet_point(script[:-1]))
            except (NoPath, Astray):
                recording.facts.remove(fact)
                continue
            finally:
                recording.chance.look_at(recording.game)
            return


def assign_one_more(recording: Recording, places: Sequence[int], card: Definition) -> bool:
    """Put one more card of a kind into one of these places."""
    there = sum(recording.is_kind(place, card) for place in places)
    return there < len(places) and assign_among(recording, places, card, there + 1)


def suppose(
    recording: Recording,
    seat: int,
    counts: Mapping[str, int],
    helps: Callable[[], bool] = lambda: True,
    zone: str = "hand",
) -> bool:
    """Assume that a player held this many cards of these kinds, or none, besides the cards that were visible or looked
    at.
    """
    now = recording.view.position + 1
    more = {Held(now, seat, kind, cards, zone) for kind, cards in counts.items()} - (
        recording.facts - recording.initial_facts
    )
    recording.facts |= more
    here = recording.view.holding(seat, now, zone)
    if more and assign(recording, {}, recording.game.log[: now - 1], here=here) and helps():
        return True
    recording.facts -= more - recording.initial_facts
    return False


def _renumber(
    recording: Recording, changes: Renumbering, log: Sequence[Event], start: int | None = None
) -> Astray | None:
    """Swap cards and run the rules again. Returns where that would contradict what was seen, if anywhere.

    If a search through a deck now offers only another card of the same kind, those two are swapped as well.
    """
    script, checkpoints = log, recording.checkpoints
    made: list[Renumbering] = []
    game: Game | None = None
    while game is None:
        made.append(changes)
        script = retold(script, changes, recording.owner_of, recording.named_cards)
        checkpoints = checkpoints.renumbered(changes)
        try:
            checkpoints, game = resumed(script, recording.chance, checkpoints, start)
        except Astray as astray:
            recording.strayed = astray.position
            recording.chance.look_at(recording.game)
            recording.barred.update(astray.barred)
            recording.facts.update(astray.held)
            if astray.twins is None or len(made) == MOST_DEALS:
                astray.script = script
                return astray
            since, number, other = astray.twins
            changes = Renumbering({since: {number: other, other: number}})
    recording.checkpoints = checkpoints
    position = recording.view.position
    table = recording.view.truth
    if not all(exchange(table, changes.mapping(position), game.log) for changes in made):
        table = checkpoints.table_at(game.log, position)
    for changes in made:
        recording.view.renumbered(changes, table, game.log[position - 1])
        shown = sorted((position, line, card) for card, (line, position) in recording.shown_at.items())
        recording.shown_at = {changes.at(position, card): (line, position) for position, line, card in shown}
        recording.named = {changes.now(card) for card in recording.named}
        recording.place = (recording.place[0], changes.now(recording.place[1]))
    recording.game = game
    recording.repairs += 1
    return None


def follows_the_rules(recording: Recording) -> bool:
    """Run the whole game again from its answers and random results, and keep the outcome."""
    return assign(recording, {}, recording.game.log, start=1)
