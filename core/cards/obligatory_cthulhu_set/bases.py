"""The bases of the Obligatory Cthulhu Set."""

from __future__ import annotations

from core.cards.conditions import minion_played, the_winners
from core.cards.verbs import discard_pile, extra_play, hand, madness_in, return_madness
from core.engine.choices import choose, choose_some
from core.engine.index import Instance
from core.engine.use import Me
from core.printed.definitions import BaseSet, Steps
from events.vocabulary import CardPlayed, Event
from projections.table import Card

bases = BaseSet("obligatory-cthulhu-set")

# --- Elder Things

antarctic_base = bases.base(
    "Antarctic Base",
    faction="elder-things",
    breakpoint=24,
    vp=(5, 3, 2),
    text="Each player can play only one minion here per turn.",
)
# One for each player, as both sources of the first printing's text have it; no other source was to be had.


@antarctic_base.forbids_play
def frozen_solid(me: Instance, seat: int, card: Card, site: int, host: int) -> bool:
    if site != me.base or host or not me.game.fact(card).is_minion:
        return False
    return any(
        type(entry) is CardPlayed and entry.to == "minions" and entry.site == site and entry.seat == seat
        for entry in me.table.journal
    )


plateau_of_leng = bases.base(
    "Plateau of Leng",
    faction="elder-things",
    breakpoint=18,
    vp=(3, 2, 1),
    text="After a player plays a minion here from their hand for the first time in a turn, they may play an extra minion"
    " of the same name here.",
)
# The words "from hand" are in the only text of the first printing that was to be had; a later printing drops them.


def _first_from_hand(me: Instance, played: CardPlayed) -> bool:
    """Whether it is the first minion this turn that its player has played here from their hand."""
    return _from_hand(played) and not any(
        type(entry) is CardPlayed
        and _from_hand(entry)
        and entry.site == played.site
        and entry.seat == played.seat
        and me.since < entry.position < played.position
        for entry in me.table.journal
    )


def _from_hand(played: CardPlayed) -> bool:
    return played.to == "minions" and played.source == "hand"


@plateau_of_leng.after(
    CardPlayed, here=True, may=True, offers=True, when=_first_from_hand, who=lambda me, played: (played.seat,)
)
def another_of_its_kind(me: Me, played: CardPlayed) -> Steps[None]:
    name = me.game.facts[played.card].name
    yield from extra_play(me, "minion", condition="named", arguments=(name,), site=me.base)


# --- Miskatonic University

asylum = bases.base(
    "Asylum",
    faction="miskatonic-university",
    breakpoint=16,
    vp=(3, 1, 1),
    text="After each minion is played here, its owner may put a Madness card from their hand back into the Madness deck.",
)


def _owner_with_a_hand(me: Instance, played: CardPlayed) -> list[int]:
    owner = me.table.cards[played.card].owner
    return [owner] if owner >= 0 and hand(me, owner) else []


@asylum.after(CardPlayed, here=True, may=True, offers=True, when=minion_played, who=_owner_with_a_hand)
def admit(me: Me, played: CardPlayed) -> Steps[None]:
    if hand(me):
        held = madness_in(me, hand(me))[:1]  # they are all alike
        card = yield from choose(me, "a Madness card to put back, or none", held, optional=True, hidden=True)
        if card is not None:
            return_madness(me, card)


miskatonic_university = bases.base(
    "Miskatonic University",
    faction="miskatonic-university",
    breakpoint=24,
    vp=(3, 3, 2),
    text="After this base scores, the winner may search their hand and discard pile for any number of Madness cards and"
    " put them back into the Madness deck.",
)


def _madness_of(me: Me | Instance, seat: int) -> list[Card]:
    return madness_in(me, [*hand(me, seat), *discard_pile(me, seat)])


def _winners_who_may_be_mad(me: Instance, event: Event | None) -> list[int]:
    return [seat for seat in the_winners(me, event) if hand(me, seat) or _madness_of(me, seat)]


@miskatonic_university.after_scores(may=True, offers=True, who=_winners_who_may_be_mad)
def graduate(me: Me) -> Steps[None]:
    chosen = yield from choose_some(me, "Madness cards to put back", _madness_of(me, me.you), hidden=True)
    return_madness(me, *chosen)
