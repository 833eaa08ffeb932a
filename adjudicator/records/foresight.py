"""Decides what random events deal first: the cards that the next lines will show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from adjudicator.records.lines import Action, AnyLine, Check, RandomPick, ShownCards, Turn
from adjudicator.records.mixing import Renumbering
from adjudicator.records.needs import FORESEEN
from adjudicator.records.recording import Recording
from adjudicator.records.short_names import held_card, site_named
from adjudicator.records.spectator import SpectatorView
from core.printed.definitions import definition
from projections.renaming import renamed

STACKED = 8
"""Maximum number of upcoming plays whose cards are put on top of a deck at a time."""


def foresee(recording: Recording, zone: str, seat: int, cards: Sequence[int]) -> Sequence[int]:
    """Return those of these cards that the next lines need first."""
    assert recording.chance.game is not None
    table = recording.chance.game.table  # The game being rerun, if there is one; its deal may differ.
    if zone == "pick seat":
        return [_foreseen_seat(recording)]
    if zone == "pick site":
        line = next((later for later in recording.lines[recording.at :] if isinstance(later, RandomPick)), None)
        return [site] if line and (site := site_named(recording.names, line.name, cards, table)) else []
    by_kind: dict[str, list[int]] = {}
    for number in cards:
        by_kind.setdefault(table.cards[number].definition, []).append(number)
    kinds = (
        _wanted_on_top(recording, seat, recording.at)
        if zone == "deck"
        else _foreseen(recording, -1 if zone == "base_deck" else seat)
    )
    picked = [by_kind[kind].pop(0) for kind in kinds if by_kind.get(kind)]
    if zone == "pick card":
        return _foreseen_of_hand(recording, picked, cards)
    if zone == "deck" and not table.turn:
        picked = _with_minion(recording, picked, cards, seat)
    return picked


def _foreseen_of_hand(recording: Recording, picked: Sequence[int], pool: Sequence[int]) -> list[int]:
    """Return a random pick from a hand: visible cards that the next lines name first, then hidden ones."""
    assert recording.chance.game is not None
    log = recording.chance.game.log
    if recording.chance.game is recording.game:
        sight = recording.view.copy()
        sight.extend(log[sight.position :])
    else:  # A game that is rerun with other cards is not known to the view yet.
        sight = SpectatorView(log)
    open_ = [card for card in pool if sight.knows(card)]
    named: list[int] = []
    given = recording.names_given
    for line in recording.lines[recording.at :] if open_ else ():
        match line:
            case RandomPick(name=name):
                names: Sequence[str] = [name]
            case ShownCards(verb="discards", names=shown):
                names = shown[given:]
            case Check():
                continue
            case _:
                break
        given = 0
        named += [card for name in names for card in held_card(name, open_, sight)]
    return [*named, *(card for card in (*picked, *pool) if card not in open_), *pool]


def _foreseen_seat(recording: Recording) -> int:
    if (
        not any(seat.factions for seat in recording.game.table.seats)
        and recording.record.begun.offer
        and recording.seat_picked
    ):
        drafting = recording.next_action()
        return drafting.seat if drafting else 0
    recording.seat_picked = True
    if recording.record.first >= 0:
        return recording.record.first
    turn = next((line for line in recording.lines if isinstance(line, Turn)), None)
    return turn.seat if turn else 0


def _foreseen(recording: Recording, seat: int) -> Iterator[str]:
    """Yield the cards of a player that the next lines name, in order (seat -1: bases)."""
    recording.names.learn(recording.game.table)
    for need in recording.needs.after(recording.at, seat):
        if card := recording.names.card_meant(need.name):
            yield card.id


def urgency(recording: Recording, card: int) -> int:
    """Return how soon the next lines need a card: the higher, the sooner; 0 if they do not need it."""
    if not card:
        return 0
    kind, owner = recording.game.table.cards[card].definition, recording.game.table.cards[card].owner
    return next((FORESEEN - at for at, foreseen in enumerate(_foreseen(recording, owner)) if foreseen == kind), 0)


def stack_decks(recording: Recording) -> None:
    """Put on top of each deck the cards its player needs next, as long as nobody can tell the deck's cards apart.

    Cards that nobody has seen or named since the last shuffle can be in any order. Their order is decided as late as
    possible, when the lines that need them are known.
    """
    game, view = recording.game, recording.view
    if view.position != len(game.log):
        return
    near = recording.needs.next_play(recording.at + 1)
    for seat, player in enumerate(game.table.seats):
        if seat != game.table.current and not recording.needs.shows(seat, recording.at, near):
            continue
        shuffled, untouched = view.untouched.get(seat, (0, frozenset()))
        movable = [card for card in player.deck if card in untouched]
        order = _with_on_top(recording, movable, _wanted_on_top(recording, seat, recording.at + 1)) if movable else []
        if order == movable:
            continue
        changes = Renumbering({shuffled: {old: new for old, new in zip(movable, order, strict=True) if old != new}})
        game.log[shuffled - 1] = renamed(game.log[shuffled - 1], changes.now)
        for table in (game.table, view.truth):
            deck = table.seats[seat].deck
            deck[:] = [changes.now(card) for card in deck]
        recording.checkpoints = recording.checkpoints.renumbered(changes)


def _with_on_top(recording: Recording, cards: Sequence[int], kinds: Iterable[str]) -> list[int]:
    """Return the cards with these kinds on top, in this order, moving as few as possible."""
    order = list(cards)
    top = 0
    for kind in kinds:
        nearest = next((at for at in range(top, len(order)) if recording.kind(order[at]) == kind), None)
        if nearest is not None:
            order[top], order[nearest] = order[nearest], order[top]
            top += 1
    return order


def _wanted_on_top(recording: Recording, seat: int, since: int) -> Iterator[str]:
    """Yield the kinds of cards that should be on top of a player's deck: first those shown before the next play, then
    those played later and not yet in the hand.
    """
    plays = 0
    table, names = recording.game.table, recording.names
    names.learn(table)
    in_hand = Counter(recording.kind(card) for card in table.seats[seat].hand)
    near = recording.needs.next_play(since)
    played = {card.definition for card in table.minions()}
    for need in recording.needs.after(recording.at, seat):
        card = names.card_meant(need.name)
        if card is None:
            continue
        if need.how == "shown":
            if need.at < near:
                yield card.id
        elif need.how == "use" and card.id in played:
            continue
        else:
            played.add(card.id)
            in_hand[card.id] -= 1
            if in_hand[card.id] < 0:
                plays += 1
                yield card.id
            if plays == STACKED:
                return


def _with_minion(recording: Recording, hand: list[int], cards: Sequence[int], seat: int) -> list[int]:
    """Return the cards of an opening hand, including a minion if the hand was not shown: a hand without one would have
    been shown (setup.mulligan).
    """
    shown = any(isinstance(line, ShownCards) and line.seat == seat for line in _before_first_turn(recording))
    first = [*hand, *(number for number in cards if number not in hand)]
    minions = [number for number in first if definition(recording.game.table.cards[number].definition).is_minion]
    if shown or not minions or minions[0] in first[:5]:
        return hand
    return [*first[:4], minions[0], *(number for number in hand[4:] if number != minions[0])]


def _before_first_turn(recording: Recording) -> Iterator[AnyLine]:
    for line in recording.lines:
        if isinstance(line, Turn) or (isinstance(line, Action) and line.does.verb == "play"):
            return
        yield line
