"""The bases of the Obligatory Cthulhu Set."""

from __future__ import annotations

from core.cards.language import *

bases = BaseSet("obligatory-cthulhu-set")


def _its_owner(me: Instance, played: CardPlayed) -> tuple[int]:
    return (me.table.cards[played.card].owner,)


# --- Elder Things

antarctic_base = bases.base(
    "Antarctic Base",
    faction="elder-things",
    breakpoint=24,
    vp=(5, 3, 2),
    text="Each player can play only one minion here per turn.",
)
# One for each player, as both sources of the first printing's text say; there is no other source. A minion played on
# the base that this one replaced was not played here.


@antarctic_base.forbids_play
def frozen_solid(me: Instance, seat: int, card: Card, site: int, host: int) -> bool:
    if site != me.base or host or not me.game.fact(card).is_minion:
        return False
    return any(
        type(entry) is CardPlayed
        and entry.to == "minions"
        and entry.site == site
        and entry.seat == seat
        and entry.position > me.since
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
# The words "from hand" are in the only known text of the first printing; a later printing drops them.


def _first_from_hand(me: Instance, played: CardPlayed) -> bool:
    """Return whether it is the first minion this turn that its player has played here from their hand."""
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
    CardPlayed, here=True, may=True, grants=True, when=_first_from_hand, who=lambda me, played: (played.seat,)
)
def another_of_its_kind(me: Me, played: CardPlayed) -> Steps[None]:
    name = me.game.facts[played.card].name
    yield from extra_play(me, "minion", condition="named", arguments=(name,), site=me.base)


# --- Innsmouth

innsmouth = bases.base(
    "Innsmouth",
    faction="innsmouth",
    breakpoint=23,
    vp=(5, 3, 2),
    text="After each minion is played here, its owner may put a card from any player's discard pile on the bottom of that"
    " player's deck.",
)


def _discarded_cards(me: Me | Instance) -> list[Card]:
    return [card for seat in me.game.clockwise() for card in discard_pile(me, seat)]


@innsmouth.after(
    CardPlayed,
    here=True,
    may=True,
    offers=True,
    when=minion_played,
    who=_its_owner,
    provided=lambda me, played: bool(_discarded_cards(me)),
)
def sink_without_trace(me: Me, played: CardPlayed) -> Steps[None]:
    card = yield from choose(me, "a card to put under its deck, or none", _discarded_cards(me), optional=True)
    if card is not None:
        yield from place_in_deck(me, card, end="bottom")


ritual_site = bases.base(
    "Ritual Site",
    faction="innsmouth",
    breakpoint=20,
    vp=(4, 2, 2),
    text="After this base scores, all minions here are shuffled into their owners' decks instead of being discarded.",
)


@ritual_site.after_scores()
def mark_for_sacrifice(me: Me) -> None:
    # Decided now; they leave when the cards of the base are discarded. A Special that is used later comes too late.
    marked = [minion for minion in minions(me, at=me.base) if minion.controller in all_not_ignoring(me)]
    lasting(me, "base/ritual-site#sacrifice", cards=marked, site=me.base)


@ritual_site.lasting(AS_DISCARDED)
def sacrifice(me: Me) -> Steps[None]:
    marked = me.lasting.cards if me.lasting else ()
    yield from shuffle_into_deck(me, *(card for card in minions(me, at=me.base) if card.number in marked))


# --- Minions of Cthulhu

mountains_of_madness = bases.base(
    "Mountains of Madness",
    faction="minions-of-cthulhu",
    breakpoint=20,
    vp=(6, 4, 3),
    text="After each minion is played here, its owner draws a Madness card.",
)


@mountains_of_madness.after(CardPlayed, here=True, when=minion_played, who=_its_owner)
def behold(me: Me, played: CardPlayed) -> None:
    draw_madness(me)


rlyeh = bases.base(
    "R'lyeh",
    faction="minions-of-cthulhu",
    breakpoint=18,
    vp=(4, 2, 1),
    text="At the start of their turn, a player may destroy one of their minions here to gain 1 VP.",
)


@rlyeh.start_of_turn(may=True, when=lambda me: bool(minions(me, at=me.base, of=me.table.current)))
def feed_the_sleeper(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions here to destroy", minions(me, at=me.base, of=me.you))
    if minion is not None and (yield from destroy(me, minion)):
        gain_vp(me)


# --- Miskatonic University

asylum = bases.base(
    "Asylum",
    faction="miskatonic-university",
    breakpoint=16,
    vp=(3, 1, 1),
    text="After each minion is played here, its owner may put a Madness card from their hand back into the Madness deck.",
)


# The first printing's sentence is known from one source, in two languages that agree; the later card does something
# else.


def _owner_with_a_hand(me: Instance, played: CardPlayed) -> list[int]:
    return [owner for owner in _its_owner(me, played) if hand(me, owner)]


@asylum.after(CardPlayed, here=True, may=True, offers=True, when=minion_played, who=_owner_with_a_hand)
def admit(me: Me, played: CardPlayed) -> Steps[None]:
    if hand(me):
        cards = madness_in(me, hand(me))[:1]  # they are all alike
        card = yield from choose(me, "a Madness card to put back, or none", cards, optional=True, hidden=True)
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


# Sentence and breakpoint of the first printing are known from a single source; a later printing has another base.


def _madness_of(me: Me | Instance, seat: int) -> list[Card]:
    return madness_in(me, [*hand(me, seat), *discard_pile(me, seat)])


def _winners_who_may_be_mad(me: Instance, event: Event | None) -> list[int]:
    return [seat for seat in the_winners(me, event) if hand(me, seat) or _madness_of(me, seat)]


@miskatonic_university.after_scores(may=True, offers=True, who=_winners_who_may_be_mad)
def graduate(me: Me) -> Steps[None]:
    chosen = yield from choose_some(me, "Madness cards to put back", _madness_of(me, me.you), hidden=True)
    return_madness(me, *chosen)
