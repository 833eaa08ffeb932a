"""The five rulebooks as data. The flow asks the edition in force; nothing else in core knows the books apart.

Each field answers one rule of the catalogue, named beside it. Where a book is silent it follows the nearest later book
that speaks, or else the nearest earlier one; the catalogue says where.
"""

from __future__ import annotations

from enum import Enum

import msgspec

from events.errors import SmashUpError


class MeFirst(Enum):
    """How players take turns with what may happen at one moment (mefirst)."""

    ONE_ROUND = "Specials in play and in hand go round together"
    IN_PLAY_FIRST = "cards in play in the current player's order, then hands go round"
    MANDATORY_FIRST = "what must happen in the current player's order, then what may goes round"


class Mulligan(Enum):
    """An opening hand without minions (setup.mulligan)."""

    MUST = "must be shown, discarded and drawn anew"
    MAY = "may be"
    MAY_SHUFFLE_AFTER = "may be drawn anew; the old hand is shuffled in afterwards"


class Extra(Enum):
    """When an extra card must be played at once (term.extra, term.extra-outside)."""

    SCORING_OR_SPECIAL = "while a base scores, or given by a Special"
    OUTSIDE_PLAY_CARDS = "outside Play Cards, or given by a Special"


class OwnersZone(Enum):
    """Which cards of another player, put into a hand or deck, go to their owner's instead (term.owner-zone)."""

    EVERY = "every card"
    SEEN_ELSEWHERE = "a card that others see going elsewhere; one merely revealed in a deck stays there"
    SEEN = "a card that others can see"


_AFFECT_2013 = frozenset({"move", "return", "destroy", "attach"})
# In 2016 "placed" is every way out that has no word of its own (term.place): into a deck shuffled, into the box.
_AFFECT_2016 = _AFFECT_2013 | {"place", "shuffle", "box", "power", "counters", "transfer-counters", "control", "cancel"}
_AFFECT_2018 = _AFFECT_2016 | {"transfer"}
# From 2023 on nothing keeps a card out of the box, so no protection speaks of it (term.box).
_AFFECT_2023 = (_AFFECT_2018 - {"box"}) | {"bury", "uncover", "grant", "store", "stasis"}
AFFECTING_VERBS = tuple(sorted(_AFFECT_2018 | _AFFECT_2023))
"""Every verb that affects a card by any of the books: what answers being affected looks at all of them, and asks the
edition in force (term.affect)."""


class Edition(msgspec.Struct, frozen=True, kw_only=True):
    """What one rulebook answers."""

    id: str
    title: str
    year: int
    mulligan: Mulligan  # setup.mulligan
    bases_of_chosen_sets: bool  # setup.base-deck: only the bases of the sets the chosen factions come from
    draft_offer: int  # setup.draft: factions on offer in all; 0: two for each player
    me_first: MeFirst  # mefirst, while a base scores
    own_ongoing_waits: bool  # resolve.order: a new card's own Ongoing begins after its on-play ability
    nested_triggers_wait: bool  # resolve.nested: what a nested card triggers waits for the card it paused
    any_before_ability: bool  # score.before: any ability, not only Specials
    breakpoint_by_minions: bool  # score.ready: only minions' power breaks a base
    power_is_presence: bool  # score.presence: 1 power is enough without a minion
    tied_second_use: bool  # score.ability-tie: a second use that makes no sense is made all the same
    reshuffle_bases: bool  # score.replace-base: an empty base deck is made anew from the base discard pile
    extra: Extra  # term.extra-outside
    extra_kept_all_turn: bool  # term.extra: an extra play lasts for the turn, not just for Play Cards
    specific_extra_at_once: bool  # term.extra: a specific card is played at once or not at all
    dependent_extra_at_once: bool  # term.extra: also where the ability goes on to speak of the card played
    talents_all_turn: bool  # term.talent: at any time of your turn, not only in Play Cards
    reshuffles: frozenset[str]  # turn.empty-deck: what an empty deck is made anew for
    reshuffle_between: frozenset[str]  # turn.empty-deck: … also if it runs out in the middle
    any_deck_made_anew: bool  # turn.empty-deck: not only a player's, but any deck, so the base deck too
    owners_zone: OwnersZone  # term.owner-zone
    affect: frozenset[str]  # term.affect: which verbs count as affecting a card
    untouchables_shed: bool  # reading.untouchable-actions: actions on a minion that becomes untouchable are destroyed
    uncovering: bool  # turn.start: one buried card may be uncovered
    stasis: bool  # turn.start: one stasis counter comes off each card
    turn_by_me_first: bool  # mefirst: also what happens as a turn starts and ends
    may_agree_to_stop: bool  # win.check: all together, in the middle of a turn, once somebody has a winning total
    madness_ties_share: bool  # win.tie: players equal in points and in Madness cards share the win


DECIDES: dict[str, str] = {
    "mulligan": "setup.mulligan",
    "bases_of_chosen_sets": "setup.base-deck",
    "draft_offer": "setup.draft",
    "me_first": "mefirst",
    "own_ongoing_waits": "resolve.order",
    "nested_triggers_wait": "resolve.nested",
    "any_before_ability": "score.before",
    "breakpoint_by_minions": "score.ready",
    "power_is_presence": "score.presence",
    "tied_second_use": "score.ability-tie",
    "reshuffle_bases": "score.replace-base",
    "extra": "term.extra-outside",
    "extra_kept_all_turn": "term.extra",
    "specific_extra_at_once": "term.extra",
    "dependent_extra_at_once": "term.extra",
    "talents_all_turn": "term.talent",
    "reshuffles": "turn.empty-deck",
    "reshuffle_between": "turn.empty-deck",
    "any_deck_made_anew": "turn.empty-deck",
    "owners_zone": "term.owner-zone",
    "affect": "term.affect",
    "untouchables_shed": "reading.untouchable-actions",
    "uncovering": "turn.start",
    "stasis": "turn.start",
    "turn_by_me_first": "mefirst",
    "may_agree_to_stop": "win.check",
    "madness_ties_share": "win.tie",
}
"""The rule of the catalogue that each field answers: whoever compares editions names it."""

_DRAW_REVEAL = frozenset({"draw", "reveal", "reveal-until"})
_ANY = _DRAW_REVEAL | {"search", "look"}

AL9K = Edition(
    id="AL9K",
    title="Awesome Level 9000",
    year=2013,
    mulligan=Mulligan.MUST,
    bases_of_chosen_sets=False,
    draft_offer=8,
    me_first=MeFirst.ONE_ROUND,
    own_ongoing_waits=False,
    nested_triggers_wait=False,
    any_before_ability=False,
    breakpoint_by_minions=True,
    power_is_presence=False,
    tied_second_use=True,
    reshuffle_bases=False,
    extra=Extra.SCORING_OR_SPECIAL,
    extra_kept_all_turn=True,
    specific_extra_at_once=False,
    dependent_extra_at_once=False,
    talents_all_turn=True,
    reshuffles=_DRAW_REVEAL,
    reshuffle_between=_DRAW_REVEAL,
    any_deck_made_anew=False,
    owners_zone=OwnersZone.EVERY,
    affect=_AFFECT_2013,
    untouchables_shed=False,
    uncovering=True,
    stasis=True,
    turn_by_me_first=False,
    may_agree_to_stop=False,
    madness_ties_share=False,
)
MS = msgspec.structs.replace(AL9K, id="MS", title="Monster Smash", year=2014)
CND = msgspec.structs.replace(
    MS,
    id="CND",
    title="Cease and Desist",
    year=2016,
    mulligan=Mulligan.MAY,
    bases_of_chosen_sets=True,
    draft_offer=0,
    me_first=MeFirst.IN_PLAY_FIRST,
    reshuffle_bases=True,
    extra=Extra.OUTSIDE_PLAY_CARDS,
    extra_kept_all_turn=False,
    talents_all_turn=False,
    reshuffles=_ANY,
    reshuffle_between=_ANY,
    affect=_AFFECT_2016,
    madness_ties_share=True,
    untouchables_shed=True,
)
OOPS = msgspec.structs.replace(
    CND,
    id="OOPS",
    title="Oops, You Did It Again",
    year=2018,
    nested_triggers_wait=True,
    any_before_ability=True,
    breakpoint_by_minions=False,
    power_is_presence=True,
    tied_second_use=False,
    specific_extra_at_once=True,
    owners_zone=OwnersZone.SEEN_ELSEWHERE,
    affect=_AFFECT_2018,
)
EMD = msgspec.structs.replace(
    OOPS,
    id="EMD",
    title="Excellent Movies, Dudes!",
    year=2023,
    mulligan=Mulligan.MAY_SHUFFLE_AFTER,
    me_first=MeFirst.MANDATORY_FIRST,
    own_ongoing_waits=True,
    nested_triggers_wait=False,
    dependent_extra_at_once=True,
    reshuffle_between=frozenset({"draw", "look", "reveal"}),
    any_deck_made_anew=True,
    owners_zone=OwnersZone.SEEN,
    affect=_AFFECT_2023,
    turn_by_me_first=True,
    may_agree_to_stop=True,
)

EDITIONS: dict[str, Edition] = {edition.id: edition for edition in (AL9K, MS, CND, OOPS, EMD)}
DEFAULT = EMD


def edition(name: str) -> Edition:
    """The edition of that id, whatever the case of its letters."""
    found = EDITIONS.get(name.upper())
    if found is None:
        raise SmashUpError(f"There is no edition {name!r}: the five are {', '.join(EDITIONS)}.")
    return found
