"""Victory points, and bases that arrive, leave or are swapped."""

from __future__ import annotations

from core.engine.choices import choose
from core.engine.effects import Effect, effect
from core.engine.moments import perform, settle
from core.engine.power import breakpoint_of, power_at
from core.engine.use import Me
from core.printed.definitions import Steps
from core.rules.decks import BASE_LEFT, answer_arrival, base_leaves, next_base
from events.vocabulary import BaseSwapped, Event, Looked, Placed, ScoringBegan, SetAside, VictoryPointsChanged
from events.words import BaseFate, DeckEnd
from events.zones import Zone
from projections.table import Card


def gain_vp(me: Me, amount: int = 1, *, seat: int | None = None, rule: str = "") -> None:
    """Give a player victory points or, with a negative amount, take them, but no more than the player has."""
    player = me.you if seat is None else seat
    amount = max(amount, -me.game.table.seats[player].victory_points)
    if amount:
        me.game.emit(VictoryPointsChanged, to=player, amount=amount, by=me.by, seat=me.you, rule=rule)


def pay_vp(me: Me, amount: int = 1) -> bool:
    """Lose victory points as a cost, all of them or none (resolve.dependent). Returns whether you paid."""
    if me.game.table.seats[me.you].victory_points < amount:
        return False
    gain_vp(me, -amount)
    return True


def has_bases_to_show(me: Me) -> bool:
    """Return whether the base deck has a top card to look at, or can be reshuffled to have one."""
    table = me.game.table
    return bool(table.base_deck or (table.base_discard and me.game.edition.any_deck_made_anew))


def look_at_bases(me: Me, count: int) -> list[Card]:
    """Look at the top bases. Returns them. A base deck that runs out is reshuffled under them, if the edition says so
    of any deck."""
    game = me.game
    table = game.table
    if len(table.base_deck) < count and table.base_discard and game.edition.any_deck_made_anew:
        kept = tuple(table.base_deck)
        if kept:
            game.emit(SetAside, seat=-1, cards=kept, seen=False, rule="turn.empty-deck")
        game.shuffle("base_deck", with_discard=True, rule="turn.empty-deck")
        for number in reversed(kept):
            game.emit(Placed, card=number, to=-1, source="aside", end="top", zone="base_deck", rule="turn.empty-deck")
    top = tuple(table.base_deck[:count])
    if top:
        game.emit(Looked, seat=me.you, cards=top, by=me.by)
    return [game.card(number) for number in top]


def put_base_back(me: Me, base: Card, *, end: DeckEnd = "top") -> None:
    """Put a base that was looked at back on top of the base deck, or at its bottom."""
    me.game.emit(Placed, card=base.number, to=-1, source="base_deck", end=end, zone="base_deck", by=me.by, seat=me.you)


def swap_base(me: Me, site: int, *, scores: bool = False) -> int:
    """Replace a base with the top base of the base deck; the cards there stay. Returns the new base card, or 0 if there
    is none.

    `scores`: the text says that the new base scores instead of the old one, even where the scoring would end with the
    old one (score.base-gone).
    """
    game = me.game
    number = next_base(game)
    if number:
        old = game.table.sites[site].base
        swapped = game.emit(BaseSwapped, site=site, old=old, new=number, by=me.by, seat=me.you)
        answer_arrival(game, swapped, number)
        if scores and game.edition.scoring_ends_with_base:
            total, needed = power_at(game, site), breakpoint_of(game, site)
            game.emit(ScoringBegan, site=site, base=number, total=total, breakpoint=needed, rule="score.base-gone")
    return number


def search_bases(me: Me, about: str) -> Steps[Card | None]:
    """Search the base deck for one base. Returns it, or None. The caller shuffles at the end. An empty base deck is
    reshuffled first, if the edition says so of any deck (turn.empty-deck)."""
    game = me.game
    if not game.table.base_deck and game.table.base_discard and game.edition.any_deck_made_anew:
        game.shuffle("base_deck", with_discard=True, rule="turn.empty-deck")
    deck = [game.card(number) for number in game.table.base_deck]
    if not deck:
        return None
    game.emit(Looked, seat=me.you, cards=tuple(sorted(card.number for card in deck)), by=me.by, search=True)
    return (yield from choose(me, about, sorted(deck, key=lambda card: game.fact(card).name), hidden=True))


def exchange_base(me: Me, site: int, base: Card) -> Steps[None]:
    """Replace a base in play with one from the base deck, and shuffle the old one into the base deck.

    The minions and titans there stay. The actions on the base have lost it, and so has what is buried there, unless the
    book keeps it at a swapped base (swap.base). A rule discards them, so no protection applies (term.leave-play).
    """
    game = me.game
    old = game.table.sites[site].base
    lost: tuple[Zone, ...] = ("actions",) if game.edition.swapped_base_keeps_buried else ("actions", "buried")
    yield from perform(game, _lost_their_base(me, site, lost))
    swapped = game.emit(BaseSwapped, site=site, old=old, new=base.number, by=me.by, seat=me.you)
    game.emit(Placed, card=old, to=-1, source="base_discard", end="top", zone="base_deck", by=me.by, seat=me.you)
    game.shuffle("base_deck")
    answer_arrival(game, swapped, base.number)


def destroy_base(me: Me, site: int, replacement: Card | None = None, *, attached: bool = False) -> Steps[int]:
    """Destroy a base and the actions on it, and replace it with the top base of the base deck, or with that base; the
    minions stay. Returns the new base card, or 0 if the base is still there: it can't be destroyed, or there is no base
    to replace it.

    `attached`: the actions on the minions there are destroyed too. Titans, buried cards and actions that can't be
    destroyed have lost their base and leave play by a rule (leave.base).
    """
    game = me.game
    current = game.table.sites[site]
    old = current.base
    outcome = yield from settle(game, effect(me, "destroy", game.card(old)))
    number = next_base(game) if replacement is None else replacement.number
    if outcome is None or (outcome.verb, outcome.card) != ("destroy", old) or not number:
        return 0
    actions = [game.card(action) for action in current.actions]
    if attached:
        actions += [game.card(action) for minion in current.minions for action in game.card(minion).attached]
    yield from perform(game, [effect(me, "destroy", action) for action in actions])
    yield from perform(game, _lost_their_base(me, site, ("titans", "actions", "buried")))
    swapped = game.emit(BaseSwapped, site=site, old=old, new=number, by=me.by, seat=me.you)
    answer_arrival(game, swapped, number)
    return number


def _lost_their_base(me: Me, site: int, zones: tuple[Zone, ...]) -> list[Effect]:
    """Return the effects by which a rule discards certain cards at a base that leaves play."""
    piles = me.game.table.sites[site].piles
    return [
        Effect(verb="discard", card=number, by=me.by, player=-1, seat=me.you, reason=BASE_LEFT)
        for zone in zones
        for number in piles[zone]
    ]


def remove_base(me: Me, site: int, reason: BaseFate, since: int = 0) -> Steps[list[Event]]:
    """Remove a base from play without scoring, and discard the cards there (term.leave-play). Returns the events.

    The base witnesses how they leave and, with `since`, everything since then that is part of its removal
    (resolve.witness).
    """
    game = me.game
    since = since or len(game.log)
    current = game.table.sites[site]
    cards = [game.card(number) for number in current.cards]
    effects = [
        Effect(verb="discard", card=card.number, by=me.by, player=-1, seat=me.you, reason=BASE_LEFT) for card in cards
    ]
    events = yield from perform(game, effects)
    yield from base_leaves(game, site, reason, by=me.by, seat=me.you)
    game.frames[-1].as_one_moment(since, len(game.log))
    return events
