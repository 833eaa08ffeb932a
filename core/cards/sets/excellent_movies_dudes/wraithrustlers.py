"""Wraithrustlers: they haunt bases with Wraiths, and round them up when it pays."""

from __future__ import annotations

from core.cards.language import *

rustlers = Faction(
    "Wraithrustlers", set="excellent-movies-dudes", style="Wraiths raise breakpoints; catching them pays"
)

# "An action on a base" is on the base itself, not on a minion there; "cards here" would include both
# (clarify.cards-here).


def _on_bases(me: Me | Instance, *, at: int = 0, of: int | None = None) -> list[Card]:
    """Actions on bases, optionally at one of them or of one controller."""
    return [card for card in actions_in_play(me, at=at, on_minions=False) if of is None or card.controller == of]


def _own_here(me: Me | Instance) -> list[Card]:
    return _on_bases(me, at=me.base, of=me.you)


def _destroy_own_here(me: Me) -> Steps[bool]:
    """Destroy one of your actions on this base. Returns whether one was destroyed."""
    action = yield from choose(me, "one of your actions on this base to destroy", _own_here(me))
    return action is not None and bool((yield from destroy(me, action)))


def _transfer(me: Me, action: Card) -> Steps[None]:
    """Transfer an action to another base of your choice."""
    site = yield from choose_base(me, f"a base for {me.game.fact(action).name}", other_bases(me, action.site))
    if site:
        yield from transfer(me, action, site=site)


def _is_wraith(me: Me | Instance, number: int) -> bool:
    return "wraith" in me.game.facts[number].tags


def _wraith_destroyed(me: Instance, destroyed: Destroyed) -> bool:
    return action_destroyed(me, destroyed) and _is_wraith(me, destroyed.card)


# --- minions

funkman = rustlers.minion(
    "Funkman",
    power=5,
    copies=1,
    text="[ongoing] After you destroy an action, your minions on the base where it was have +1 power until the end of the"
    " turn, or you draw a card. [special] Before a base scores, you may transfer an action there to another base.",
)

_STRENGTHEN, _DRAW = "+1 power for your minions there", "draw a card"


@funkman.after(
    Destroyed,
    when=lambda me, destroyed: action_destroyed(me, destroyed) and destroyed.seat == me.you,
    regardless=("event",),
)
def get_the_job(me: Me, destroyed: Destroyed) -> Steps[None]:
    own = minions(me, at=destroyed.site, of=me.you)
    for part in (yield from choose_parts(me, "what to do", {_STRENGTHEN: bool(own), _DRAW: True})):
        if part == _DRAW:
            draw_cards(me)
        else:
            yield from boost_each(me, own, 1)


@funkman.before_scores(
    here=False, may=True, when=lambda me: len(me.table.sites) > 1 and bool(_on_bases(me, at=scoring_site(me.game)))
)
def round_up(me: Me) -> Steps[None]:
    action = yield from choose(me, "an action there to transfer", _on_bases(me, at=scoring_site(me.game)))
    if action is not None:
        yield from _transfer(me, action)


ellen = rustlers.minion(
    "Ellen",
    power=4,
    copies=2,
    text="[talent] Destroy one of your actions on this base to lower its breakpoint by 3 until the end of the turn."
    " [ongoing] After a Wraith is destroyed here, you may play an extra action.",
)


@ellen.talent(has_effect=lambda me: bool(_own_here(me)))
def open_the_trap(me: Me) -> Steps[None]:
    if (yield from _destroy_own_here(me)):
        change_breakpoint(me, me.base, -3)


@ellen.after(Destroyed, here=True, may=True, grants=True, when=_wraith_destroyed, regardless=("holder", "event"))
def next_case(me: Me, destroyed: Destroyed) -> Steps[None]:
    yield from extra_play(me, "action")


roy = rustlers.minion(
    "Roy",
    power=3,
    copies=3,
    text="[on-play] You may transfer one of your actions from another base to this one. [ongoing] This minion has +2"
    " power if a Wraith was destroyed on this base this turn.",
)


@roy.on_play
def tow(me: Me) -> Steps[None]:
    elsewhere = [action for action in _on_bases(me, of=me.you) if action.site != me.base]
    action = yield from choose(me, "one of your actions to transfer here, or none", elsewhere, optional=True)
    if action is not None:
        yield from transfer(me, action, site=me.base)


@roy.own_power
def thrill_of_the_hunt(me: Instance) -> int:
    arrived = me.table.cards[me.table.sites[me.base].base].since
    here = this_turn(me, Destroyed, lambda event: event.site == me.base and event.position > arrived)
    return 2 if any(_wraith_destroyed(me, event) for event in here) else 0


watson = rustlers.minion(
    "Watson",
    power=2,
    copies=4,
    text="[on-play] You may destroy one of your actions on this base; or you may reveal cards off the top of your deck"
    " until one is a Wraith, draw it, and shuffle the others in.",
)

_BUST, _SCAN = "destroy one of your actions here", "reveal cards until one is a Wraith"


@watson.on_play
def take_readings(me: Me) -> Steps[None]:
    seat = me.table.seats[me.you]
    parts = {_BUST: bool(_own_here(me)), _SCAN: bool(seat.deck or seat.discard)}
    for part in (yield from choose_parts(me, "what to do, or neither", parts, optional=True)):
        if part == _BUST:
            yield from _destroy_own_here(me)
        else:
            draw_off_the_top(me, lambda card: _is_wraith(me, card.number))


# --- Wraiths


def _higher_here(me: Instance, site: int) -> int:
    """Each Wraith raises the breakpoint of its base, cumulatively (clarify.breakpoints-add-up)."""
    return 3 if site == me.base else 0


ancient_sumerian_god = rustlers.action(
    "Ancient Sumerian God",
    kind="on-base",
    copies=1,
    tags=("wraith",),
    text="Play on a base. [talent] Store an action that plays on a base from your discard pile under this card."
    " [ongoing] This base's breakpoint is 3 higher. [ongoing] After this card leaves play, on each base you may play one"
    " of the actions that were stored under it as an extra action.",
)


def _for_bases(me: Me) -> list[Card]:
    return [card for card in discard_pile(me) if me.game.fact(card).kind == "on-base"]


@ancient_sumerian_god.talent(has_effect=lambda me: bool(_for_bases(me)))
def gather(me: Me) -> Steps[None]:
    action = yield from choose(me, "an action in your discard pile to store", _for_bases(me))
    if action is not None:
        yield from store(me, action, me.card)


@ancient_sumerian_god.breakpoint_of
def gateway(me: Instance, site: int) -> int:
    return _higher_here(me, site)


@ancient_sumerian_god.after_leaving(
    may=True, offers=True, releases=True, when=lambda me, left: itself(me, left) and bool(me.card.stored)
)
def cross_over(me: Me, left: Leaving) -> Steps[None]:
    free = set(me.table.sites)
    while free and (waiting := released(me, left)):
        playable = [card for card in waiting if can_be_played(me, card, only=sorted(free))]
        action = yield from choose(me, "an action to play, or none", playable, optional=True, hidden=True)
        played = (yield from play_certain(me, action, only=sorted(free))) if action is not None else None
        if played is None:
            return
        free = (free & me.table.sites.keys()) - {played.site}


demon_dogs = rustlers.action(
    "Demon Dogs",
    kind="on-base",
    copies=2,
    tags=("wraith",),
    text="Play on a base. [on-play] You may store a minion of power 3 or less from your hand or discard pile under this"
    " card. [ongoing] This base's breakpoint is 3 higher. [ongoing] After this card is destroyed, you may play the"
    " minion stored under it as an extra minion.",
)


@demon_dogs.on_play
def possess(me: Me) -> Steps[None]:
    weak = [
        card
        for card in (*hand(me), *discard_pile(me))
        if me.game.fact(card).is_minion and printed_power(me.game, card) <= 3
    ]
    if hand(me) or weak:
        about = "a minion of power 3 or less to store under this card, or none"
        minion = yield from choose(me, about, weak, optional=True, hidden=True)
        if minion is not None:
            yield from store(me, minion, me.card, shown=True)


@demon_dogs.breakpoint_of
def guard(me: Instance, site: int) -> int:
    return _higher_here(me, site)


@demon_dogs.after(
    Destroyed,
    may=True,
    offers=True,
    releases=True,
    when=lambda me, destroyed: itself(me, destroyed) and bool(me.card.stored),
)
def set_free(me: Me, destroyed: Destroyed) -> Steps[None]:
    playable = [card for card in released(me, destroyed) if can_be_played(me, card)]
    minion = yield from choose(me, "the minion to play, or none", playable, optional=True, hidden=True)
    if minion is not None:
        yield from play_certain(me, minion)


librarian_haunt = rustlers.action(
    "Librarian Haunt",
    kind="on-base",
    copies=2,
    tags=("wraith",),
    text="Play on a base. [ongoing] This base's breakpoint is 3 higher. [ongoing] After this card is destroyed, draw"
    " three cards.",
)


@librarian_haunt.breakpoint_of
def hush(me: Instance, site: int) -> int:
    return _higher_here(me, site)


@librarian_haunt.after(Destroyed, when=itself)
def scattered_pages(me: Me, destroyed: Destroyed) -> None:
    draw_cards(me, 3)


slimy = rustlers.action(
    "Slimy",
    kind="on-base",
    copies=1,
    tags=("wraith",),
    text="Play on a base. [ongoing] This base's breakpoint is 3 higher. [ongoing] After this card is destroyed, your"
    " minions here have +2 power until the end of the turn.",
)


@slimy.breakpoint_of
def ooze(me: Instance, site: int) -> int:
    return _higher_here(me, site)


@slimy.after(Destroyed, when=itself)
def splatter(me: Me, destroyed: Destroyed) -> Steps[None]:
    yield from boost_each(me, minions(me, at=destroyed.site, of=me.you), 2)


# --- other actions

ectoplasm_one = rustlers.action(
    "Ectoplasm One",
    kind="on-base",
    copies=1,
    text="Play on a base. [talent] Transfer this card to another base to move one of your minions from here to there. If"
    " you do, you may destroy an action there.",
)


@ectoplasm_one.talent(has_effect=lambda me: bool(other_bases(me, me.base)))
def drive(me: Me) -> Steps[None]:
    """The car may move even without a minion to take along (resolve.dependent)."""
    site = yield from choose_base(me, "the base to drive to", other_bases(me, me.base))
    if not site or not (yield from transfer(me, me.card, site=site)):
        return
    minion = yield from choose(me, "one of your minions to take along", minions(me, at=me.base, of=me.you))
    if minion is not None and (yield from move(me, minion, site)):
        action = yield from choose(me, "an action there to destroy, or none", _on_bases(me, at=site), optional=True)
        if action is not None:
            yield from destroy(me, action)


resurgence = rustlers.action(
    "Resurgence",
    copies=1,
    text="[on-play] Destroy an action on a base, or transfer it to another base. [special] You may play this before a"
    " base scores, to do the same.",
)

_DESTROY, _TRANSFER = "destroy it", "transfer it to another base"


@resurgence.on_play
def stir_up(me: Me) -> Steps[None]:
    action = yield from choose(me, "an action on a base", _on_bases(me))
    if action is None:
        return
    modes = [_DESTROY, _TRANSFER] if len(me.table.sites) > 1 else [_DESTROY]
    mode = yield from choose_mode(me, f"what to do with {me.game.fact(action).name}", modes)
    if mode == _DESTROY:
        yield from destroy(me, action)
    else:
        yield from _transfer(me, action)


@resurgence.played_at(BEFORE_SCORES)
def rise_again(me: Me) -> Steps[None]:
    """Any action: it need not be on the scoring base."""
    yield from stir_up(me)


the_tools_and_the_talent = rustlers.action(
    "The Tools and the Talent",
    copies=1,
    text="[on-play] Search your deck for a card, reveal it, shuffle your deck and put the card on top of it.",
)


@the_tools_and_the_talent.on_play
def gear_up(me: Me) -> Steps[None]:
    if not can_search(me.game, me.you):
        return
    found = yield from search_deck(me, "a card to put on top of your deck", lambda card: True)
    if found is None:
        shuffle_deck(me)
    else:
        shuffle_beneath(me, found)


unlicensed_nuclear_accelerator = rustlers.action(
    "Unlicensed Nuclear Accelerator",
    kind="on-minion",
    copies=1,
    raises_power=True,
    text="Play on a minion. [ongoing] That minion has +2 power. [talent] Destroy one of your actions on this minion's base"
    " to put a +1 power counter on this minion.",
)


@unlicensed_nuclear_accelerator.power_of_host
def charged(me: Instance) -> int:
    return 2


@unlicensed_nuclear_accelerator.talent(has_effect=lambda me: bool(_own_here(me)))
def cross_the_streams(me: Me) -> Steps[None]:
    host = me.host
    if (yield from _destroy_own_here(me)):
        yield from place_counters(me, host)
