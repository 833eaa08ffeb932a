"""The rulebooks as data, and the only list of them. The rules ask the edition in force; nothing else in core can tell
one book from another.

Each field answers one rule of the catalogue, named beside it. An edition states only what it changes against the book
before it. Where a book is silent it follows the nearest later book that speaks, or else the nearest earlier one; the
catalogue says where. A rule that a later book introduced does not reach back (docs/DESIGN.md).
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, Literal, get_args

import msgspec

from events.errors import SmashUpError, as_typed
from events.words import Verb

EditionId = Literal["AL9K", "MS", "CND", "OOPS", "EMD", "HTB"]
ALL_EDITIONS: tuple[EditionId, ...] = get_args(EditionId)
"""The ids of all editions, oldest first."""


class MeFirst(Enum):
    """How players take turns in a priority round (mefirst)."""

    ONE_ROUND = "Specials in play and in hand go round together"
    IN_PLAY_FIRST = "cards in play in the current player's order, then hands go round"
    MANDATORY_FIRST = "what must happen in the current player's order, then what may goes round"


class MulliganRule(Enum):
    """An opening hand without minions (setup.mulligan)."""

    MUST = "must be shown, discarded and replaced"
    MAY = "may be replaced"
    MAY_SHUFFLE_AFTER = "may be replaced; the old hand is shuffled in afterwards"


class Extra(Enum):
    """When an extra card must be played at once (term.extra, term.extra-outside)."""

    SCORING_OR_SPECIAL = "while a base scores, or given by a Special"
    OUTSIDE_PLAY_CARDS = "outside Play Cards, or given by a Special"


class OwnersZone(Enum):
    """Which cards of another player, put into a hand or deck, go to their owner's instead (term.owner-zone)."""

    EVERY = "every card"
    SEEN_ELSEWHERE = "a card that others see going elsewhere; one merely revealed in a deck stays there"
    SEEN = "a card that others can see"


_AFFECT_2013: frozenset[Verb] = frozenset({"move", "return", "destroy", "attach"})
# In 2016 "placed" covers every way out of play without a word of its own (term.place): shuffled into a deck, into the
# box.
_AFFECT_2016: frozenset[Verb] = _AFFECT_2013 | {
    "place",
    "shuffle",
    "box",
    "power",
    "counters",
    "transfer-counters",
    "control",
    "cancel",
}
_AFFECT_2018: frozenset[Verb] = _AFFECT_2016 | {"transfer"}
# From 2023 on nothing keeps a card out of the box, so protection does not mention it (term.box).
_AFFECT_2023: frozenset[Verb] = (_AFFECT_2018 - {"box"}) | {"bury", "uncover", "grant", "store", "stasis"}
_AFFECT_2025: frozenset[Verb] = _AFFECT_2023 | {"swap"}
AFFECTING_VERBS: tuple[Verb, ...] = tuple(sorted(_AFFECT_2018 | _AFFECT_2025))
"""Every verb that affects a card in any edition. Abilities that answer being affected check all of them, and then the
edition in force (term.affect)."""


class Edition(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of one rulebook that differ between books."""

    id: EditionId
    title: str
    year: int
    newest_printings: bool  # which printing of a faction is meant if nobody names one: the newest, or the first
    mulligan: MulliganRule  # setup.mulligan
    bases_of_chosen_sets: bool  # setup.base-deck: only the bases of the sets the chosen factions come from
    draft_offer: int  # setup.draft: factions on offer in all; 0: two for each player
    me_first: MeFirst  # mefirst, while a base scores
    own_ongoing_waits: bool  # resolve.order: a new card's own Ongoing begins after its on-play ability
    nested_triggers_wait: bool  # resolve.nested: what a nested card triggers waits for the card it paused
    any_before_ability: bool  # score.before: any ability, not only Specials
    breakpoint_by_minions: bool  # score.ready: only minions' power breaks a base
    power_is_presence: bool  # score.presence: 1 power is enough without a minion
    scoring_ends_with_base: bool  # score.no-stop: a base that leaves before the award is not scored
    tied_second_use: bool  # score.ability-tie: a second use that makes no sense still happens
    reshuffle_bases: bool  # score.replace-base: an empty base deck is reshuffled from the base discard pile
    extra: Extra  # term.extra-outside
    extra_kept_all_turn: bool  # term.extra: an extra play lasts for the turn, not just for Play Cards
    specific_extra_at_once: bool  # term.extra: a specific card is played at once or not at all
    dependent_extra_at_once: bool  # term.extra: also where the ability goes on to speak of the card played
    specific_extra_must: bool  # term.extra: a specific card must be played if it can be
    outside_is_extra: bool  # term.extra-outside: any card played outside Play Cards is an extra card
    talents_all_turn: bool  # term.talent: at any time of your turn, not only in Play Cards
    reshuffles: frozenset[str]  # turn.empty-deck: for what an empty deck is reshuffled
    reshuffle_between: frozenset[str]  # turn.empty-deck: … even if it runs out in the middle
    any_deck_made_anew: bool  # turn.empty-deck: not only a player's, but any deck, including the base deck
    owners_zone: OwnersZone  # term.owner-zone
    affect: frozenset[Verb]  # term.affect: which verbs count as affecting a card
    immune_transfer_discards: bool  # term.transfer: what is transferred to a card that is immune to it is discarded
    resets_picked: bool  # value.two-resets: the current player picks one of several numbers a value is set to
    rewards_never_negative: bool  # term.floor: nothing lowers the VP a base awards below zero
    superlative_means_all: bool  # term.superlative: "the highest" means all that tie for it
    immune_bases_lose_actions: bool  # attach.protected: actions on a base that becomes immune to them are destroyed
    one_change_into_range: bool  # protect.range: only the change that brings a minion into a protected range passes
    swapped_base_keeps_buried: bool  # swap.base: what is buried at a base stays when the base is swapped
    uncovering: bool  # turn.start: one buried card may be uncovered
    stasis: bool  # turn.start: one stasis counter comes off each card
    turn_by_me_first: bool  # mefirst: also what happens as a turn starts and ends
    start_in_any_order: bool  # turn.start: the current player orders all of it, what may happen and what must
    may_agree_to_stop: bool  # win.check: all together, in the middle of a turn, once somebody has a winning total
    madness_ties_share: bool  # win.tie: players equal in points and in Madness cards share the win

    def noting(self, note: Callable[[str], None]) -> Edition:
        """Return the edition wrapped so that it calls `note` with each field (of `DECIDES`) that the rules read."""
        return _NotingEdition(**msgspec.structs.asdict(self), note=note)


class _NotingEdition(Edition, frozen=True, kw_only=True):
    """An edition that reports which of its fields are read."""

    note: Callable[[str], None]

    def __getattribute__(self, name: str) -> Any:
        if name in DECIDES:
            super().__getattribute__("note")(name)
        return super().__getattribute__(name)


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
    "scoring_ends_with_base": "score.no-stop",
    "tied_second_use": "score.ability-tie",
    "reshuffle_bases": "score.replace-base",
    "extra": "term.extra-outside",
    "extra_kept_all_turn": "term.extra",
    "specific_extra_at_once": "term.extra",
    "dependent_extra_at_once": "term.extra",
    "specific_extra_must": "term.extra",
    "outside_is_extra": "term.extra-outside",
    "talents_all_turn": "term.talent",
    "reshuffles": "turn.empty-deck",
    "reshuffle_between": "turn.empty-deck",
    "any_deck_made_anew": "turn.empty-deck",
    "owners_zone": "term.owner-zone",
    "affect": "term.affect",
    "immune_transfer_discards": "term.transfer",
    "resets_picked": "value.two-resets",
    "rewards_never_negative": "term.floor",
    "superlative_means_all": "term.superlative",
    "immune_bases_lose_actions": "attach.protected",
    "one_change_into_range": "protect.range",
    "swapped_base_keeps_buried": "swap.base",
    "uncovering": "turn.start",
    "stasis": "turn.start",
    "turn_by_me_first": "mefirst",
    "start_in_any_order": "turn.start",
    "may_agree_to_stop": "win.check",
    "madness_ties_share": "win.tie",
}
"""The rule of the catalogue that each field answers, cited by comparisons of editions."""

_DRAW_REVEAL = frozenset({"draw", "reveal", "reveal-until"})
_ANY = _DRAW_REVEAL | {"search", "look"}

AL9K = Edition(
    id="AL9K",
    title="Awesome Level 9000",
    year=2013,
    newest_printings=False,
    mulligan=MulliganRule.MUST,
    bases_of_chosen_sets=False,
    draft_offer=8,
    me_first=MeFirst.ONE_ROUND,
    own_ongoing_waits=False,
    nested_triggers_wait=False,
    any_before_ability=False,
    breakpoint_by_minions=True,
    power_is_presence=False,
    scoring_ends_with_base=False,
    tied_second_use=True,
    reshuffle_bases=False,
    extra=Extra.SCORING_OR_SPECIAL,
    extra_kept_all_turn=True,
    specific_extra_at_once=False,
    dependent_extra_at_once=False,
    specific_extra_must=False,
    outside_is_extra=False,
    talents_all_turn=True,
    reshuffles=_DRAW_REVEAL,
    reshuffle_between=_DRAW_REVEAL,
    any_deck_made_anew=False,
    owners_zone=OwnersZone.EVERY,
    affect=_AFFECT_2013,
    immune_transfer_discards=False,
    resets_picked=False,
    rewards_never_negative=False,
    superlative_means_all=False,
    immune_bases_lose_actions=False,
    one_change_into_range=False,
    swapped_base_keeps_buried=False,
    uncovering=True,
    stasis=True,
    turn_by_me_first=False,
    start_in_any_order=False,
    may_agree_to_stop=False,
    madness_ties_share=False,
)
MS = msgspec.structs.replace(AL9K, id="MS", title="Monster Smash", year=2014)
CND = msgspec.structs.replace(
    MS,
    id="CND",
    title="Cease and Desist",
    year=2016,
    mulligan=MulliganRule.MAY,
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
    mulligan=MulliganRule.MAY_SHUFFLE_AFTER,
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
HTB = msgspec.structs.replace(
    EMD,
    id="HTB",
    title="Half the Battle",
    year=2025,
    newest_printings=True,
    scoring_ends_with_base=True,
    specific_extra_must=True,
    outside_is_extra=True,
    affect=_AFFECT_2025,
    immune_transfer_discards=True,
    resets_picked=True,
    rewards_never_negative=True,
    immune_bases_lose_actions=True,
    one_change_into_range=True,
    swapped_base_keeps_buried=True,
    superlative_means_all=True,
    start_in_any_order=True,
)

EDITIONS: dict[str, Edition] = {book: globals()[book] for book in ALL_EDITIONS}
DEFAULT = EMD
DEFAULT_BECAUSE = (
    "It is the newest rulebook known from the printed book itself. HTB is newer and every card works under it, but it is"
    " known only as compiled by the community; name it to play by it."
)


def edition(name: str) -> Edition:
    """Return the edition with that id, in upper or lower case. Raises SmashUpError if there is none."""
    found = EDITIONS.get(name.upper())
    if found is None:
        raise SmashUpError(f"There is no edition {as_typed(name)}. The editions are {', '.join(EDITIONS)}.")
    return found
