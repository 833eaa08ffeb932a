"""An effect is a value: what one card would do to another, and whether something says that it can't.

These are pure questions; they change nothing. `core.engine.moments` lets effects happen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from core.engine.index import IGNORE_BASE, heeds, ignoring
from core.engine.use import Me
from projections.table import IN_PLAY, Card

if TYPE_CHECKING:
    from core.engine.game import Game
    from core.engine.index import Instance


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """What one card would do to another.

    `by` is the card whose words act and `player` its player; `seat` carries it out (the victim of a Bear Hug).
    Whatever a card does to others it does directly: "each" and "all" name their targets too (reading.directly-each).
    """

    verb: str
    card: int
    by: int = 0
    player: int = -1
    seat: int = -1
    redirected: bool = False
    met: tuple[tuple[int, str, int, int], ...] = ()  # replacements it has met: each once; the last: declined for it
    # what the verb needs
    site: int = 0
    host: int = 0
    to: int = -1
    amount: int = 0
    end: str = "top"
    zone: str = ""
    tied_to: int = 0
    reason: str = ""
    rule: str = ""
    cause: int = 0  # where that is not what is resolving: a replacement's use
    ends: bool = False
    seen: bool = True
    lasting: dict[str, Any] | None = None

    def aimed_at(self, card: Card) -> Effect:
        """The same effect on another card."""
        return msgspec.structs.replace(self, card=card.number, redirected=True)

    def becomes(self, verb: str, **changes: Any) -> Effect:
        """Another effect in its place."""
        return msgspec.structs.replace(self, verb=verb, **changes)

    def done_by(self, me: Me) -> Effect:
        """The same effect as the work of the ability in use: its words act now, for its player."""
        return msgspec.structs.replace(self, by=me.by, player=me.you, seat=me.you)

    def returned_instead(self, me: Me) -> Effect:
        """In place of this the card goes back to its owner's hand, by the words of the ability in use."""
        return self.becomes("return", to=-1).done_by(me)

    def placed_in_hand_instead(self, me: Me) -> Effect:
        """In place of this the card is put into its owner's hand: placed, not returned (term.place)."""
        return self.becomes("place", zone="hand", to=-1).done_by(me)


def effect(me: Me | Instance, verb: str, card: Card, *, seat: int | None = None, **details: Any) -> Effect:
    """An effect of an ability in use."""
    by = me.by if isinstance(me, Me) else me.granted_by or me.card.number
    return Effect(verb=verb, card=card.number, by=by, player=me.you, seat=me.you if seat is None else seat, **details)


def forbidden_by(game: Game, wanted: Effect) -> int | None:
    """The card because of which an effect can't happen (0: a rule); None if it can (void.cant-wins)."""
    hooks = game.index.hooks
    ignored = bool(hooks.get(IGNORE_BASE))
    if ignored and (because := _of_ignored_base(game, wanted)) is not None:
        return because
    if (spared := game.frames[-1].spared) and wanted.card in spared and wanted.verb in game.edition.affect:
        return spared[wanted.card]
    if listening := hooks.get("forbid"):
        for instance in listening:
            if (
                wanted.verb in instance.ability.verbs
                and instance.ability.function(instance, wanted)
                and (not ignored or heeds(instance, whose(game, wanted)))
            ):
                return instance.card.number
    if hooks.get("shield") and (wanted.verb in game.edition.affect or _of_action_on_it(game, wanted)):
        return shielded_by(game, game.table.cards[wanted.card], wanted)
    return None


def whose(game: Game, wanted: Effect) -> int:
    """Whose card an effect is about: its controller's in play, elsewhere its owner's."""
    card = game.table.cards[wanted.card]
    return card.controller if card.zone in IN_PLAY else card.owner


def _of_ignored_base(game: Game, wanted: Effect) -> int | None:
    """The card because of which a base does nothing to a card: its player ignores the base."""
    base = game.table.cards.get(wanted.by)
    because = None if base is None else ignoring(game, whose(game, wanted), base)
    return None if because is None else because.card.number


def _of_action_on_it(game: Game, wanted: Effect) -> bool:
    """Whether an action would do something to the minion it is on: whatever it is, it is without effect on one that is
    protected from it (reading.untouchable-actions)."""
    by = game.table.cards.get(wanted.by)
    return by is not None and by.zone == "attached" and by.host == wanted.card


def shielded_by(game: Game, card: Card, wanted: Effect) -> int | None:
    """The card that keeps another from being affected by this (term.affect)."""
    for instance in game.index.hooks.get("shield", ()):
        if instance.ability.function(instance, card, wanted) and heeds(instance, card.controller):
            return instance.card.number
    return None


def possible(game: Game, wanted: Effect) -> bool:
    """Whether an effect can happen: asked before a "to" is begun. Changes nothing."""
    return forbidden_by(game, wanted) is None


def of_card_being_played(game: Game, wanted: Effect) -> bool:
    """Whether an effect is of the card that is being played right now, not of one in play (an action is played on a
    minion before it has an effect of its own)."""
    return wanted.verb == "attach" or game.frames[-1].card == wanted.by


def bears_more(game: Game, card: Card, wanted: Effect) -> bool:
    """Whether a card can take one more effect in this moment: it leaves, moves or changes hands once; its power may
    change several times. What cannot happen to it at all is no burden."""
    once = any(other.card == card.number and other.verb not in ("power", "counters") for other in game.coming)
    return not once or wanted.verb in ("power", "counters") or not possible(game, wanted.aimed_at(card))
