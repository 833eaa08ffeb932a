"""Conditions that several cards share, in the words of the cards: "other players' cards", "your minions here", "the
first minion played here this turn".

Each has the signature its decorator expects: `(me, effect)` for continuous abilities and replacements, `(me, event)`
for answers to events, so that a card only names it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar

from core.cards.verbs.finding import minions, this_turn
from core.engine.effects import Effect, effect, possible
from core.engine.game import Game
from core.engine.index import Instance, ignoring
from core.engine.power import power, power_parts, power_without, printed_power
from core.engine.use import Me
from core.printed.definitions import ability
from core.rules.places import is_extra
from core.rules.raising_power import raised_when, stood
from core.rules.scoring import winners
from events.consequences import CONSEQUENCES
from events.vocabulary import (
    EVENT_TYPES,
    AbilityUsed,
    CardPlayed,
    CountersTransferred,
    Destroyed,
    Discarded,
    EffectBegan,
    EffectEvent,
    Event,
    Leaving,
    Looked,
    Moved,
    Revealed,
)
from events.words import Tag, Verb
from events.zones import ZONES
from projections.table import IN_PLAY, Card

_Effect = TypeVar("_Effect", bound=EffectEvent)

# --- cards ----------------------------------------------------------------------------------------------------------


def yours(me: Me | Instance, card: Card) -> bool:
    """Return whether you control a card (term.control)."""
    return card.controller == me.you


def rival_beside_yours(me: Me | Instance, minion: Card) -> bool:
    """Return whether another player's minion is at a base where you have one, and there is another base to move it to."""
    beside = not yours(me, minion) and bool(minions(me, at=minion.site, of=me.you))
    return beside and len(me.table.sites) > 1


def weaker_beside(me: Me | Instance, minion: Card) -> list[Card]:
    """Return the minions at a minion's base that have less power."""
    limit = power(me.game, minion)
    return [other for other in minions(me, at=minion.site) if power(me.game, other) < limit]


def no_stronger_beside(me: Me | Instance, minion: Card) -> list[Card]:
    """Return the minions at a minion's base that do not have more power, itself included."""
    limit = power(me.game, minion)
    return [other for other in minions(me, at=minion.site) if power(me.game, other) <= limit]


def weaker_than_one_of_yours(me: Me | Instance, minion: Card) -> bool:
    """Return whether one of your minions at the same base has more power than a minion."""
    return any(minion in weaker_beside(me, own) for own in minions(me, at=minion.site, of=me.you))


def no_stronger_than_one_of_yours(me: Me | Instance, minion: Card) -> bool:
    """Return whether one of your minions at the same base (that one, too) has no less power than a minion."""
    return any(minion in no_stronger_beside(me, own) for own in minions(me, at=minion.site, of=me.you))


def only_minion(me: Me | Instance, card: Card) -> bool:
    """Return whether a minion is the only one you control at its base; other players' minions there do not matter."""
    return lone_minion(me, card.site) is card


def lone_minion(me: Me | Instance, site: int, seat: int | None = None) -> Card | None:
    """Return the minion that you (or a player) control at a base, if it is exactly one; otherwise None."""
    own = minions(me, at=site, of=me.you if seat is None else seat)
    return own[0] if len(own) == 1 else None


def in_play_as_turn_began(me: Me | Instance) -> bool:
    """Return whether this card was in play as this turn began, wherever it is now."""
    card, began = me.card, me.table.turn_began
    if card.since < began:
        return card.zone in IN_PLAY
    # The first event of the turn by which it came or left tells: what left was there.
    for event in me.game.log[began:]:
        if isinstance(event, (CardPlayed, Leaving)) and event.card == card.number:
            return isinstance(event, Leaving) and event.source in IN_PLAY
    return False


def here_since_turn_began(me: Me | Instance) -> bool:
    """Return whether this card was in play before this turn began, at whatever base."""
    return me.card.since < me.table.turn_began


def is_a(me: Me | Instance, card: Card, tag: Tag) -> bool:
    """Return whether a card is of a kind: by its printed kind or, while it is in play, because another card says so."""
    if tag in me.game.facts[card.number].tags:
        return True
    giving = me.game.index.hooks.get("counts-as")
    if not giving or (card.zone not in IN_PLAY and not ZONES[card.zone].laden):
        return False
    return any(instance.ability.function(instance, card) == tag for instance in giving)


# --- effects --------------------------------------------------------------------------------------------------------


def of_other_players(me: Instance, effect: Effect) -> bool:
    """Return whether an effect comes from another player's card (bases belong to nobody)."""
    return effect.player not in (me.you, -1) and not me.game.facts[effect.by].is_base


def own_action_on(me: Me | Instance, minion: Card) -> bool:
    """Return whether an action that you control is on a minion (attach.control)."""
    return any(me.table.cards[number].controller == me.you for number in minion.attached)


def by_another_player(me: Instance, effect: Effect) -> bool:
    """Return whether another player carries an effect out (term.credit): what your own hand does to your cards because
    another player's card demands it is not another player's deed, but what another player does by a base is.
    """
    return effect.seat not in (me.you, -1)


def own_minion_here(me: Instance, effect: Effect) -> bool:
    """Return whether an effect is about one of your minions at this base."""
    card = me.table.cards[effect.card]
    return card.zone == "minions" and card.controller == me.you and card.site == me.base


def weak_apart_from(me: Instance, minion: Card, most: int, effect: Effect) -> bool:
    """Return whether a minion is protected from an effect as one of at most that power: its power is judged without
    what the effect's own card changes about it (protect.range).
    """
    game = me.game
    if effect.verb == "power" and effect.lasting is None:  # continuous changes by cards in play
        protected = power_without(game, minion, effect.by) <= most
    else:
        carried = effect.by in minion.attached
        parts = power_parts(game, minion)
        protected = sum(amount for source, amount, _ in parts if not carried or source != effect.by) <= most
    if protected and effect.verb == "power" and printed_power(game, minion) > most:
        game.note("reading.htb-range-again")
    return protected


def can_be_returned(me: Instance, incoming: Effect) -> bool:
    """Return whether this card could return the other to a hand: what can't happen replaces nothing (void.cant-wins)."""
    return possible(me.game, effect(me, "return", me.table.cards[incoming.card]))


def own_minion_here_placeable(me: Instance, incoming: Effect) -> bool:
    """Return whether an effect is about one of your minions at this base, and it could be put into a hand instead."""
    return own_minion_here(me, incoming) and possible(me.game, effect(me, "place", me.table.cards[incoming.card]))


def host_placeable(me: Instance, incoming: Effect) -> bool:
    """Return whether an effect is about the minion this action is on, and it could be put into a deck instead."""
    return incoming.card == me.card.host and possible(me.game, effect(me, "place", me.host))


# --- events ---------------------------------------------------------------------------------------------------------


def minion_played_in_play_cards(me: Me | Instance) -> bool:
    """Return whether you have played a minion on your turn, which means in its Play Cards phase (term.on-your-turn)."""
    return any(
        type(entry) is CardPlayed
        and entry.to == "minions"
        and entry.seat == me.you
        and entry.position > me.table.phase_began
        for entry in me.table.journal
    )


def minion_played(me: Instance, played: CardPlayed) -> bool:
    """Return whether a minion was played."""
    return played.to == "minions"


def action_played(me: Instance, played: CardPlayed) -> bool:
    """Return whether an action was played, or a card that triggers what playing an action triggers (`stands_for`)."""
    return me.game.facts[played.card].played_like_action


def first_action_you_played(me: Instance, played: CardPlayed) -> bool:
    """Return whether it is the first action that you have played this turn (or a card that stands for one)."""
    return me.you in player_of_first_action(me, played)


def player_of_first_action(me: Instance, played: CardPlayed) -> tuple[int, ...]:
    """Return the player who has played an action, if it is that player's first one this turn (or a card that stands for
    one).
    """
    earlier = (
        entry
        for entry in me.table.journal
        if type(entry) is CardPlayed and entry.seat == played.seat and entry.position < played.position
    )
    first = action_played(me, played) and not any(action_played(me, entry) for entry in earlier)
    return (played.seat,) if first else ()


def standard_action_played(me: Instance, played: CardPlayed) -> bool:
    """Return whether it is a standard action that was played: one that is played neither on a base nor on a minion
    (term.standard)."""
    return me.game.facts[played.card].is_standard


def minion_destroyed(me: Instance, destroyed: Destroyed) -> bool:
    """Return whether a minion was destroyed."""
    return destroyed.source == "minions"


TO_THE_DISCARD_PILE: Final = (Destroyed, Discarded)
"""A card goes to the discard pile from play either way: destroyed, or discarded because its base scored
(clarify.from-play)."""


def minion_gone(me: Instance, left: Destroyed | Discarded) -> bool:
    """Return whether a minion in play went to the discard pile: from a base, or from stasis, where cards are in play
    (reading.discarded-from-stasis)."""
    from_stasis = left.source == "stasis" and me.game.facts[left.card].is_minion
    if from_stasis:
        me.game.note("reading.discarded-from-stasis")
    return left.source == "minions" or from_stasis


def this_minion_gone(me: Instance, left: Destroyed | Discarded) -> bool:
    """Return whether this minion went from play to the discard pile."""
    return left.card == me.card.number and left.source == "minions"


def host_gone(me: Instance, left: Destroyed | Discarded) -> bool:
    """Return whether the minion this action was on went from play to the discard pile."""
    return left.card == me.card.host and left.source == "minions"


def foreign_minion_destroyed(me: Instance, destroyed: Destroyed) -> bool:
    """Return whether a minion of another player was destroyed."""
    return destroyed.source == "minions" and destroyed.controller != me.you


def minions_destroyed_by_a_player(me: Instance, destroyed: Destroyed) -> bool:
    """ "After one or more minions are destroyed": simultaneous ones count once for each player who destroyed any.

    The first of them answers for all.
    """
    if destroyed.source != "minions" or destroyed.seat < 0:
        return False
    return not any(
        trigger.instance is me
        and isinstance(trigger.event, Destroyed)
        and trigger.event.moment == destroyed.moment
        and trigger.seat == destroyed.seat
        for trigger in me.game.frames[-1].triggers
    )


def first_of_its_moment(me: Instance, event: Any, *, each_player: bool = False) -> bool:
    """Return whether an ability that answers "one or more" simultaneous events has not answered another one of this
    moment: the first one that passes its conditions answers for all. `each_player`: the ability answers once for each
    player who caused such an event.
    """
    kind, moment = type(event), event.moment
    return not any(
        trigger.instance is me
        and type(trigger.event) is kind
        and getattr(trigger.event, "moment", 0) == moment
        and not (each_player and getattr(trigger.event, "seat", -1) != event.seat)
        for trigger in me.game.frames[-1].triggers
    )


def you_discarded_from_hand(me: Instance, discarded: Discarded) -> bool:
    """ "After you discard one or more cards from your hand": cards discarded at once count once, those over the hand
    limit too.
    """
    return discarded.source == "hand" and discarded.seat == me.you and first_of_its_moment(me, discarded)


def of_one_moment(me: Me | Instance, event: _Effect) -> list[_Effect]:
    """Return the events of the same type that happened at the same time as this one, itself included, in order."""
    later = me.game.log[event.moment - 1 :]
    return [other for other in later if isinstance(other, type(event)) and other.moment == event.moment]


def first_minion_here_this_turn(me: Instance, played: CardPlayed) -> bool:
    """Return whether a minion is the first one played at its base this turn, by any player."""
    return played.to == "minions" and not any(_minions_played_there_before(me, played))


def first_minion_here_by_its_player(
    me: Instance, played: CardPlayed, *, fits: Callable[[Card], bool] = lambda card: True
) -> bool:
    """Return whether a minion is the first one (of those that fit) that its player has played at its base this turn."""
    cards = me.table.cards
    earlier = (entry for entry in _minions_played_there_before(me, played) if fits(cards[entry.card]))
    fitting = played.to == "minions" and fits(cards[played.card])
    return fitting and not any(entry.seat == played.seat for entry in earlier)


def of_power_when_played(me: Instance, card: Card, least: int, most: int) -> bool:
    """Return whether a minion being played is "of power N", judged by its printed number (reading.power-played)."""
    return least <= printed_power(me.game, card) <= most


def note_power_when_played(me: Me | Instance, played: CardPlayed, least: int, most: int) -> None:
    """Note `reading.power-played` if the minion that was played has another power in play, out of this range."""
    if not least <= power(me.game, me.table.cards[played.card]) <= most:
        me.game.note("reading.power-played")


def _minions_played_there_before(me: Instance, played: CardPlayed) -> Iterator[CardPlayed]:
    """Return the plays of minions at the base of a play earlier this turn. A base that replaced another during the turn
    has seen only what came after it; it does not matter since when the card that asks is there.
    """
    there = me.table.sites.get(played.site)
    arrived = me.table.cards[there.base].since if there is not None else 0
    return (
        entry
        for entry in me.table.journal
        if type(entry) is CardPlayed
        and entry.to == "minions"
        and entry.site == played.site
        and arrived < entry.position < played.position
    )


_AFFECTED_BY: Final[dict[type[Event], Verb]] = {
    kind: verb for kind in EVENT_TYPES if (verb := CONSEQUENCES[kind].affects)
}
_AFFECTED_BY_LASTING: Final[dict[str, Verb]] = {"power": "power", "lose-abilities": "cancel"}

AFFECTING: Final[tuple[type[Event], ...]] = (*_AFFECTED_BY, EffectBegan)
"""The events by which a card may affect another (term.affect)."""


def affected(game: Game, event: Any, number: int) -> bool:
    """Return whether an event of a type in AFFECTING has affected a card, as the edition defines it."""
    if isinstance(event, EffectBegan):
        verb, cards = _AFFECTED_BY_LASTING.get(event.kind, ""), event.cards
    else:
        verb, cards = _AFFECTED_BY[type(event)], (event.card,)
        if isinstance(event, CardPlayed):
            cards = (event.host,)
        elif isinstance(event, CountersTransferred):
            cards = (event.card, event.target)
    return number in cards and verb in game.edition.affect


def acting_card(event: Any) -> int:
    """Return the card whose text an event follows; an action played on a minion acts by being played."""
    return int(event.card if isinstance(event, CardPlayed) else event.by)


def who_played(me: Me | Instance, number: int) -> CardPlayed | None:
    """Return the last time a card was played this turn, or None."""
    plays = (entry for entry in reversed(me.table.journal) if type(entry) is CardPlayed and entry.card == number)
    return next(plays, None)


def regular_from_hand(me: Me | Instance) -> bool:
    """Return whether this card was played from a hand with the regular play of the turn: neither as an extra card nor
    from anywhere else.
    """
    played = who_played(me, me.card.number)
    return played is not None and played.source == "hand" and not is_extra(me.game, played)


def revealed_off_the_top(me: Instance, shown: Revealed) -> set[int]:
    """Return the player from whose deck cards were revealed off the top, not found by a search."""
    if shown.rule == "term.look-reveal-search":
        return set()
    return {card.controller for card in map(me.table.cards.__getitem__, shown.cards) if card.zone == "deck"}


def special_used(me: Instance, event: AbilityUsed | CardPlayed) -> bool:
    """Return whether a Special ability is used, by any player: that of a card in play, or one by which a card is
    played.
    """
    if isinstance(event, CardPlayed):
        return me.game.by_special
    used = ability(event.ability)
    return used.label == "special" and not used.plays


def affected_by_card_being_played(me: Instance, event: Any) -> bool:
    """Return whether a card that another player is playing has affected this one: by being played, not by being in
    play.
    """
    number = acting_card(event)
    if not affected(me.game, event, me.card.number) or number != me.game.frames[-1].card:
        return False
    if isinstance(event, CardPlayed):
        return event.seat != me.you
    played = who_played(me, number)
    return played is not None and played.seat != me.you


def directly_affected(game: Game, played: CardPlayed) -> list[tuple[int, int]]:
    """Each minion that a played action has affected directly, and the position at which it did (term.directly)."""
    affected_minions = [(played.host, played.position)] if played.host and "attach" in game.edition.affect else []
    event: Any
    for event in game.log[played.position :]:
        if type(event) in AFFECTING and type(event) is not CardPlayed and acting_card(event) == played.card:
            numbers = event.cards if type(event) is EffectBegan else (event.card, getattr(event, "target", 0))
            affected_minions += [
                (number, event.position) for number in numbers if number and affected(game, event, number)
            ]
    if "power" in game.edition.affect:
        affected_minions += raised_when(game, played)  # also what it gives for as long as it lies there
    affected_minions = [minion for minion in affected_minions if game.facts[minion[0]].is_minion]
    if len({number for number, _ in affected_minions}) > 1:
        game.note("reading.directly-each")
    return affected_minions


def affected_by(game: Game, played: CardPlayed) -> list[Card]:
    """Return the minions still in play that a played action has affected directly: what it was played on, and what it
    did to others as it was played (term.directly). Ask only once the action has resolved (`provided`).
    """
    numbers = {number for number, position in directly_affected(game, played) if game.card(number).since <= position}
    return [minion for minion in game.table.minions() if minion.number in numbers]


def first_to_affect_this_minion(me: Instance, played: CardPlayed) -> bool:
    """Return whether an action is the first one of yours this turn that directly affected this minion, which may have had
    no ability to notice another one. Ask only once the action has resolved (`provided`).
    """
    game, minion = me.game, me.card

    def affected_at(play: CardPlayed) -> int | None:
        positions = (
            at for number, at in directly_affected(game, play) if number == minion.number and minion.since <= at
        )
        return min(positions, default=None)

    mine = affected_at(played)
    earlier = this_turn(me, CardPlayed, lambda play: action_played(me, play) and play.seat == me.you)
    first = min((at for play in earlier if (at := affected_at(play)) is not None), default=mine)
    return mine is not None and first is not None and mine <= first


def affected_there(game: Game, played: CardPlayed, site: int, seat: int) -> list[Card]:
    """Return the minions still in play that a played action has affected directly while they were at a base and that
    player controlled them.
    """
    there = {
        number for number, position in directly_affected(game, played) if stood(game, number, position) == (site, seat)
    }
    return [minion for minion in affected_by(game, played) if minion.number in there]


def players_affected_at(game: Game, played: CardPlayed, site: int) -> set[int]:
    """Return the players whose minions at a base a played action has affected directly, whether or not the minions are
    still there.
    """
    places = [stood(game, number, position) for number, position in directly_affected(game, played)]
    return {controller for where, controller in places if where == site}


def first_minion_you_played(me: Me) -> bool:
    """Return whether the minion being played is the first one of the turn that its player has played."""
    return not any(
        type(entry) is CardPlayed and entry.to == "minions" and entry.seat == me.you and entry.position < me.cause
        for entry in me.table.journal
    )


def action_destroyed(me: Instance, destroyed: Destroyed) -> bool:
    """Return whether an action in play was destroyed, on a base or on a card there."""
    return destroyed.source in ("actions", "attached")


def itself(me: Instance, event: Any) -> bool:
    """Return whether an event is about this very card."""
    number: int = event.card
    return number == me.card.number


# --- who and whether still ------------------------------------------------------------------------------------------


def the_winners(me: Instance, event: Event | None) -> list[int]:
    """Each winner of the base being scored (score.ability-tie)."""
    return winners(me.game)


def shown_by_another_player(me: Instance, shown: Revealed | Looked) -> set[int]:
    """Return the players from whose hands or decks another player's card has shown something, to anybody."""
    if not shown.by or me.game.facts[shown.by].is_base:
        return set()  # a base is nobody's card
    cards = [me.table.cards[number] for number in shown.cards]
    return {card.controller for card in cards if card.zone in ("hand", "deck")} - {shown.seat}


def all_not_ignoring(me: Me) -> list[int]:
    """Return every player, clockwise from the current one, who does not ignore this base."""
    return [seat for seat in me.game.clockwise() if ignoring(me.game, seat, me.card) is None]


def not_winning(me: Me | Instance) -> bool:
    """Return whether you are not winning the base being scored.

    Cards do not say whether a player tied for first is: all of them are winners when the base scores
    (reading.tied-for-first).
    """
    if is_winner(me) and len(winners(me.game)) > 1:
        me.game.note("reading.tied-for-first")
    return not is_winner(me)


def had_a_minion_there(me: Me | Instance) -> bool:
    """Return whether you had a minion at the base being scored when its points were awarded, whatever became of it
    since.
    """
    return me.table.scoring is not None and me.you in me.table.scoring.present


def out_of_play_as_it_scored(me: Me | Instance) -> bool:
    """Return whether this card was already where it is now, out of play, when the points of the base being scored were
    awarded (reading.htb-titan-of-scored-base).
    """
    scoring = me.table.scoring
    if scoring is None or me.card.zone in IN_PLAY:
        return False
    if me.card.since > scoring.awarded:
        me.game.note("reading.htb-titan-of-scored-base")
    return me.card.since < scoring.awarded


def is_winner(me: Me | Instance) -> bool:
    """Return whether you have won the base being scored."""
    return me.you in winners(me.game)


def unused_this_turn(me: Instance, seat: int | None = None) -> bool:
    """Return whether an ability that acts once per turn (once for a certain player, if given) has not acted yet."""
    return not any(
        type(entry) is AbilityUsed
        and entry.ability == me.ability.key
        and entry.holder == me.card.number
        and entry.position > me.since
        and (seat is None or entry.seat == seat)
        for entry in me.table.journal
    )


def still_in_play(card: Card, event: Any) -> bool:
    """Return whether a card has been in play since before an event: a card that left is another card when it comes
    back.
    """
    return card.zone in IN_PLAY and card.since < event.position


def minion_just_played(me: Me | Instance, played: CardPlayed) -> Card | None:
    """Return the minion that was played, if it has been in play ever since."""
    card = me.table.cards[played.card]
    return card if card.zone == "minions" and card.since == played.position else None


def minion_just_moved(me: Me | Instance, moved: Moved) -> Card | None:
    """Return the minion that moved, if it is still where it moved to and has been in play ever since."""
    card = me.table.cards[moved.card]
    return card if card.zone == "minions" and card.site == moved.site and still_in_play(card, moved) else None


def with_that_play(me: Instance, played: CardPlayed) -> bool:
    """Return whether a card was played with the very play that a continuous ability waits for (`extra_play`, `then`)."""
    return me.lasting is not None and str(played.allowance) in me.lasting.arguments
