"""Extra plays, playing a specific card, using a talent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal

from core.cards.verbs.decks import reveal_until, shuffle_in
from core.cards.verbs.finding import hand
from core.cards.verbs.lasting import lasting
from core.engine.index import Instance
from core.engine.leaving import discard_by_rule
from core.engine.resolving import use
from core.engine.use import Me
from core.printed.definitions import Goes, Steps
from core.rules.legality import use_obstacle
from core.rules.permissions import FROM_DISCARD, fits, minion_plays
from core.rules.places import place_obstacle
from core.rules.playing import (
    Place,
    goes_afterwards,
    now_or_never,
    pay,
    play_at_once,
    play_card,
    playable_now,
    resolve_play,
)
from core.rules.turn import talents_of
from events.questions import Window
from events.vocabulary import AllowanceGiven, AllowancesEnded, CardPlayed, Leaving, SetAside
from events.words import DeckEnd, PlayCondition, PlayKind
from projections.table import Allowance, Card


def extra_play(
    me: Me,
    *kinds: PlayKind,
    times: int = 1,
    condition: PlayCondition = "",
    arguments: Sequence[str] = (),
    site: int = 0,
    sites: Sequence[int] = (),
    seat: int | None = None,
    among: Sequence[Card] | None = None,
    one_name: bool = False,
    may: bool = False,
    specific: bool = False,
    then: str = "",
) -> Steps[CardPlayed | None]:
    """Give extra plays, one for each kind (with a single kind, `times` of them). The cards may be played at once, while
    the card that gives them resolves; unused plays are kept for later if the edition allows it (term.extra). Returns
    the last play, or None.

    `sites`: the base of each of the plays. `among`: certain cards in the hand that everyone has seen. `one_name`: the
    cards must share a name. `may`: the text says "may" about certain cards. `specific`: the text names the card, so it is
    a certain one although it comes from the hand. `then`: the rest of the text refers to the card played; the key of the
    continuous ability that does the rest if the play is kept (declared with `when=with_that_play`).
    """
    game = me.game
    player = me.you if seat is None else seat
    specific = specific or among is not None or condition in FROM_DISCARD
    at_once = now_or_never(game, me, player, specific=specific, dependent=bool(then))
    kinds *= times
    bases = sites or [site] * len(kinds)
    left = [
        Allowance(0, player, kind, condition, tuple(arguments), base, True, "now", me.by)
        for kind, base in zip(kinds, bases, strict=True)
    ]
    played: CardPlayed | None = None
    while left and (among is None or among):
        must = specific and not may and not declinable(me, specific=True)
        instead = [] if specific else _taking(me, left)
        outcome = yield from play_at_once(game, me, left, among=among, waits=not at_once, must=must, instead=instead)
        if outcome is None:
            break
        used, played = outcome
        left.remove(used)
        if among is not None:
            among = [card for card in among if card in hand(me, player)]
        if one_name and played is not None:
            name = (game.facts[played.card].name,)
            left = [replace(allowance, condition="named", arguments=name) for allowance in left]
    if not at_once:
        _keep(me, left if among is None else left[: len(among)], among, one_name=one_name and played is None, then=then)
    return played


def _taking(me: Me, plays: Sequence[Allowance]) -> list[Instance]:
    """Return the abilities that their player may use now, in Play Cards, with one of the plays being given."""
    game, seat = me.game, plays[0].seat
    if game.table.phase != "play" or game.table.current != seat:
        return []
    taking = [instance for instance in game.index.active("on-your-turn") if instance.ability.takes_plays]
    if not taking:
        return []
    game.offered = plays
    instances = [
        instance
        for instance in taking
        if use_obstacle(game, seat, instance.card, instance.ability.key, instance.granted_by) is None
    ]
    game.offered = ()
    return instances


def off_the_top_instead(me: Me, site: int) -> Steps[tuple[Allowance, CardPlayed | None]]:
    """Use one of your plays for a minion off the top of your deck at a base, instead of one from your hand: the first that
    fits the play. The play is used up even if there is none. Returns the play used, and what was played with it."""
    game = me.game
    plays, given, game.offered = minion_plays(game, me.you, site), bool(game.offered), ()
    play = plays[0] if given else (yield from pay(game, me.you, plays))
    played: CardPlayed | None = None
    found, revealed = reveal_until(me, lambda card: game.fact(card).is_minion and fits(game, play, card))
    if found is not None and place_obstacle(game, me.you, found, site) is None:
        place = Place("minions", site)
        played = yield from resolve_play(game, me.you, found, place, allowance=play.number, off_top=True)
    else:
        if found is not None:
            discard_by_rule(game, found, "found but not playable", "off-the-top.prerequisites", seat=me.you)
        if play.number:
            game.emit(AllowancesEnded, allowances=(play.number,), rule="term.extra" if play.extra else "turn.play")
    shuffle_in(me, revealed)
    return play, played


def _keep(me: Me, plays: Sequence[Allowance], among: Sequence[Card] | None, *, one_name: bool, then: str) -> None:
    """Keep extra plays for later. Certain cards are in the hand by then, where any card of the same name will do."""
    game = me.game
    first = len(game.log) + 1
    for play in plays:
        condition, arguments = play.condition, play.arguments
        if among is not None:
            condition, arguments = "named", tuple(dict.fromkeys(game.fact(card).name for card in among))
        elif one_name:
            condition, arguments = "one-name", (str(first), str(first + len(plays) - 1))
        given = game.emit(
            AllowanceGiven,
            seat=play.seat,
            kind=play.kind,
            condition=condition,
            arguments=(*arguments, then) if then else arguments,
            site=play.site,
            until="turn" if game.edition.extra_kept_all_turn else "phase",
            by=me.by,
            rule="term.extra",
        )
        if then:
            lasting(me, then, seat=play.seat, arguments=(str(given.position),))


def play_to_come(me: Me, kind: PlayKind) -> None:
    """Give an extra play for the Play Cards phase that is about to begin."""
    until = "turn" if me.game.edition.extra_kept_all_turn else "phase"
    me.game.note("reading.htb-extra-for-later")
    me.game.emit(AllowanceGiven, seat=me.you, kind=kind, until=until, by=me.by, rule="term.extra")


def released(me: Me, left: Leaving) -> list[Card]:
    """Return the cards that were under a card that left and are set aside for its ability (stored.leaving)."""
    for event in me.game.log[left.position :]:
        if type(event) is SetAside and event.cause == left.position:
            return [card for card in map(me.game.card, event.cards) if card.zone == "aside"]
    return []


def declinable(me: Me, *, specific: bool, extra: bool = True) -> bool:
    """Return whether a card that is to be played, without a "may", can be left unplayed (term.extra,
    term.extra-outside).

    `specific`: it is a certain card, not any of a kind. `extra`: the text calls it an extra card.
    """
    game, book = me.game, me.game.edition
    if not extra:
        in_play_cards = game.table.phase == "play" and game.table.current == me.you
        if in_play_cards or not book.outside_is_extra:
            return False
        if not specific:
            game.note("reading.htb-outside-optional")
    return not (specific and book.specific_extra_must)


def play_certain(
    me: Me,
    card: Card,
    *,
    only: Sequence[int] = (),
    seat: int | None = None,
    off_top: bool = False,
    goes: Goes | None = None,
) -> Steps[CardPlayed | None]:
    """Play a specific card as an extra card, now or never; a Special too, if this is its moment. `goes`: where an action
    goes when it has resolved. Returns the event, or None if the card could not be played."""
    player = me.you if seat is None else seat
    if card.zone == "deck" and me.table.phase == "play" and not me.game.edition.specific_extra_at_once:
        me.game.note("reading.extra-out-of-a-deck")
    if goes is not None and playable_now(me.game, player, card, only=only):
        goes_afterwards(me, card, goes)
    return (yield from play_card(me.game, player, card, only=only, off_top=off_top))


def goes_instead(
    me: Me,
    card: Card,
    zone: Literal["hand", "deck"],
    *,
    end: DeckEnd = "top",
    instead_of: tuple[Literal["discard", "hand"], ...] = ("discard",),
) -> None:
    """Let an action that is being played go to your hand or deck when it has resolved, after everything it triggered,
    instead of the discard pile (or of those piles). The action's own text comes first: it decides where the action would
    go otherwise (turn.action-leaves)."""
    goes_afterwards(me, card, Goes(zone, end, instead_of))


def off_the_top(
    me: Me, test: Callable[[Card], bool], *, count: int = 1, only: Sequence[int] = ()
) -> Steps[list[CardPlayed]]:
    """Play `count` cards off the top of your deck: reveal until one passes the test and play it, one after another
    (off-the-top). Returns the plays.

    A card that can't be played now is discarded. The other revealed cards are shuffled in when all plays have resolved.
    """
    played: list[CardPlayed] = []
    revealed: list[Card] = []
    for _ in range(count):
        card, revealed = reveal_until(me, test, revealed=revealed)
        if card is None:
            break
        event = yield from play_certain(me, card, only=only, off_top=True)
        if event is None:
            discard_by_rule(me.game, card, "found but not playable", "off-the-top.prerequisites", seat=me.you)
        else:
            me.game.note("reading.found-is-played")
            played.append(event)
    if played and len(revealed) > len(played):
        me.game.note("reading.htb-off-top-shuffle")
    shuffle_in(me, revealed)
    return played


def can_be_played(me: Me, card: Card, *, only: Sequence[int] = ()) -> bool:
    """Return whether you could play a specific card now (at one of certain bases)."""
    return playable_now(me.game, me.you, card, only=only)


def use_talent(me: Me, card: Card) -> Steps[None]:
    """Use one of a card's talents now, whatever the phase and whoever's turn it is."""
    talents = talents_of(me.game, card, me.you)
    chosen = next(iter(talents), None)
    if len(talents) > 1:
        question = Window(options=tuple(talents), least=1, about="the talent to use", moment="use-talent")
        (chosen,) = yield me.you, question
    if chosen is not None:
        yield from use(me.game, talents[chosen], me.you)
