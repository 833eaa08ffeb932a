"""An effect as a value: what one card would do to another, and whether something prevents it.

These functions change nothing. `core.engine.moments` performs effects.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from core.engine.index import IGNORE_BASE, applies_to, ignoring
from core.engine.use import Me
from events.words import DeckEnd, Verb
from events.zones import PRESENT, Zone
from projections.table import IN_PLAY, Card

if TYPE_CHECKING:
    from core.engine.game import Game
    from core.engine.index import Instance


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """What one card would do to another.

    `by` is the card whose text acts and `player` its player; `seat` carries it out (the victim of a Bear Hug). Every
    effect on another card is direct: "each" and "all" name their targets too (reading.directly-each).
    """

    verb: Verb
    card: int
    by: int = 0
    player: int = -1
    seat: int = -1
    redirected: bool = False
    met: tuple[
        tuple[int, str, int, int], ...
    ] = ()  # replacement effects already considered, each once; the last number is the card it was declined for
    # arguments of the verb
    site: int = 0
    host: int = 0
    to: int = -1
    amount: int = 0
    end: DeckEnd = "top"
    zone: Zone | Literal[""] = ""
    tied_to: int = 0
    reason: str = ""
    rule: str = ""
    cause: int = 0  # if the cause is not what is resolving: the use of a replacement
    as_of: int = -1  # the position at which the ability last knew the card; -1: now
    ends: bool = False
    seen: bool = True
    lasting: dict[str, Any] | None = None  # of a continuous effect, or of control for a time: its fields

    def aimed_at(self, card: Card) -> Effect:
        """Return the same effect on another card."""
        return msgspec.structs.replace(self, card=card.number, redirected=True, as_of=-1)

    def becomes(self, verb: Verb, **changes: Any) -> Effect:
        """Return another effect that replaces this one."""
        return msgspec.structs.replace(self, verb=verb, **changes)

    def replaced_by(self, me: Instance) -> bool:
        """Return whether a replacement effect has made this out of another effect."""
        return (me.card.number, me.ability.key, me.granted_by, 0) in self.met

    def done_by(self, me: Me) -> Effect:
        """Return the same effect as done by the ability in use, for its player, and no longer by a rule."""
        return msgspec.structs.replace(self, by=me.by, player=me.you, seat=me.you, rule="")

    def returned_instead(self, me: Me) -> Effect:
        """Return the effect that returns the card to its owner's hand instead, by the ability in use."""
        return self.becomes("return", to=-1).done_by(me)

    def placed_in_hand_instead(self, me: Me) -> Effect:
        """Return the effect that puts the card into its owner's hand instead: placed, not returned (term.place)."""
        return self.becomes("place", zone="hand", to=-1).done_by(me)


def effect(me: Me | Instance, verb: Verb, card: Card, *, seat: int | None = None, **details: Any) -> Effect:
    """Return an effect of the ability in use."""
    player = me.you if seat is None else seat
    if player != me.you:
        me.game.note("reading.htb-credit-each")
    if not isinstance(me, Me):
        by = me.granted_by or me.card.number
        return Effect(verb=verb, card=card.number, by=by, player=me.you, seat=player, **details)
    as_of = _last_known(me, card)
    return Effect(verb=verb, card=card.number, by=me.by, player=me.you, seat=player, as_of=as_of, **details)


NEEDS_CARD_IN_PLAY: Final = frozenset(
    {
        *("destroy", "remove", "return", "move", "transfer", "control", "cancel"),
        *("counters", "transfer-counters", "power", "attach", "stasis-counters"),
    }
)
"""Verbs that act only on cards in play. The others (place, discard, bury …) also reach cards in hands and piles."""


def _last_known(me: Me, card: Card) -> int:
    """Return the position at which an ability last knew a card: when it was chosen or, for the ability's own card and
    the card of the event it answers, when the use began or the event happened. A card that comes back is a new card,
    unless this very ability brought it into play (term.leave-play)."""
    number = card.number
    if me.chosen is not None and number in me.chosen:
        as_of = me.chosen[number]
    elif me.event is not None and (card is me.card or getattr(me.event, "card", 0) == number):
        as_of = me.event.position
    elif card is me.card and me.cause:
        as_of = me.cause
    else:
        return -1
    if card.since > as_of and me.game.log[card.since - 1].cause == me.cause:
        return -1
    return as_of


def still_there(game: Game, effect: Effect) -> bool:
    """Return whether the card of an effect is within its reach and is still the same card: one that left play and came
    back is a new card (term.leave-play).
    """
    card = game.table.cards[effect.card]
    if effect.host and game.table.cards[effect.host].zone not in PRESENT:
        return False
    if card.zone not in PRESENT:
        return effect.verb not in NEEDS_CARD_IN_PLAY
    return effect.as_of < 0 or card.since <= effect.as_of


def forbidden_by(game: Game, effect: Effect) -> int | None:
    """Return the card that prevents an effect (0: a rule), or None if it can happen (void.cant-wins)."""
    hooks = game.index.hooks
    ignored = bool(hooks.get(IGNORE_BASE))
    if ignored and (because := _of_ignored_base(game, effect)) is not None:
        return because
    if (spared := game.frames[-1].spared) and effect.card in spared and effect.verb in game.edition.affect:
        return spared[effect.card]
    if listening := hooks.get("forbid"):
        for instance in listening:
            if (
                effect.verb in instance.ability.verbs
                and instance.ability.function(instance, effect)
                and (not ignored or applies_to(instance, whose(game, effect)))
            ):
                return instance.card.number
    if hooks.get("shield") and (effect.verb in game.edition.affect or _of_action_on_it(game, effect)):
        return shielded_by(game, game.table.cards[effect.card], effect)
    return None


def whose(game: Game, effect: Effect) -> int:
    """Return whose card an effect is about: its controller's in play, its owner's elsewhere."""
    card = game.table.cards[effect.card]
    return card.controller if card.zone in IN_PLAY else card.owner


def _of_ignored_base(game: Game, effect: Effect) -> int | None:
    """Return the card that lets a card's player ignore the base that acts on it, or None."""
    base = game.table.cards.get(effect.by)
    because = None if base is None else ignoring(game, whose(game, effect), base)
    return None if because is None else because.card.number


def _of_action_on_it(game: Game, effect: Effect) -> bool:
    """Return whether an action acts on the minion it is on: it has no effect on a minion protected from it
    (reading.untouchable-actions)."""
    by = game.table.cards.get(effect.by)
    return by is not None and by.zone == "attached" and by.host == effect.card


def shielded_by(game: Game, card: Card, effect: Effect) -> int | None:
    """Return the card that protects another from this effect, or None (term.affect)."""
    for instance in game.index.hooks.get("shield", ()):
        if instance.ability.function(instance, card, effect) and applies_to(instance, card.controller):
            return instance.card.number
    return None


def possible(game: Game, effect: Effect) -> bool:
    """Return whether an effect can happen, as asked before the cost of a "to" is paid. Changes nothing."""
    return forbidden_by(game, effect) is None


def of_card_being_played(game: Game, effect: Effect) -> bool:
    """Return whether an effect comes from the card being played now rather than one in play: an action is played on a
    minion before it has an effect of its own."""
    return effect.verb == "attach" or game.frames[-1].card == effect.by


def bears_more(game: Game, card: Card, effect: Effect) -> bool:
    """Return whether a card can take one more effect in this moment. A card leaves, moves or changes controller once;
    its power may change several times. Effects that are impossible for it do not count."""
    once = any(other.card == card.number and other.verb not in ("power", "counters") for other in game.coming)
    return not once or effect.verb in ("power", "counters") or not possible(game, effect.aimed_at(card))
