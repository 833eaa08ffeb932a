"""Star Roamers: they beam minions from base to hand and back, and an Ensign takes the hit meant for an officer."""

from __future__ import annotations

from core.cards.language import *

star_roamers = Faction(
    "Star Roamers",
    set="cease-and-desist",
    style="They beam minions from base to hand and back, and an Ensign takes the blow meant for an officer",
)


def _another_own_minion(me: Instance, effect: Effect) -> bool:
    card = me.table.cards[effect.card]
    return card is not me.card and card.zone == "minions" and card.controller == me.you


def _bound_for_your_hand(me: Instance, effect: Effect) -> bool:
    """Return whether a returning card goes to your hand: one you do not own goes to its owner's (E58)."""
    return me.you == (effect.to if effect.to >= 0 else me.table.cards[effect.card].owner)


def _can_go(me: Me | Instance, effect: Effect, site: int) -> bool:
    return can_move(me, me.table.cards[effect.card], site)


ships_captain = star_roamers.minion(
    "Ship's Captain",
    power=5,
    copies=1,
    text="[on-play] Search your deck for a minion, show it, take it into your hand and shuffle. If it has power 3 or"
    " less, you may play it here as an extra minion.",
)


@ships_captain.on_play
def pick_a_crew(me: Me) -> Steps[None]:
    found = yield from search_deck(me, "a minion to take into your hand", lambda card: me.game.fact(card).is_minion)
    if found is not None:
        yield from take(me, found)
    shuffle_deck(me)
    if found is not None and found in hand(me) and printed_power(me.game, found) <= 3:
        yield from extra_play(me, "minion", among=[found], site=me.base, may=True)


medical_officer = star_roamers.minion(
    "Medical Officer",
    power=4,
    copies=1,
    text="[ongoing] If another minion of yours would be destroyed, you may return it to its owner's hand instead.",
)


def _could_be_beamed_up(me: Instance, effect: Effect) -> bool:
    return _another_own_minion(me, effect) and can_be_returned(me, effect)


@medical_officer.instead("destroy", may=True, when=_could_be_beamed_up)
def to_the_sickbay(me: Me, effect: Effect) -> Effect:
    return effect.returned_instead(me)


science_officer = star_roamers.minion(
    "Science Officer",
    power=4,
    copies=1,
    text="[talent] Return one of your minions of power 4 or less to its owner's hand."
    " You may play an extra minion of another name.",
)


@science_officer.talent()
def rotate_the_crew(me: Me) -> Steps[None]:
    light = [minion for minion in minions(me, of=me.you) if power(me.game, minion) <= 4]
    minion = yield from choose(me, "a minion of power 4 or less to return to its owner's hand", light)
    if minion is None:
        # resolve.independent: without a minion to return there is no name to differ from.
        yield from extra_play(me, "minion")
    else:
        yield from return_to_hand(me, minion)
        yield from extra_play(me, "minion", condition="not-named", arguments=(me.game.fact(minion).name,))


ships_engineer = star_roamers.minion(
    "Ship's Engineer",
    power=3,
    copies=3,
    text="[ongoing] If another minion of yours would return to your hand, you may move it to another base instead.",
)


def _could_be_rerouted(me: Instance, effect: Effect) -> bool:
    if not (_another_own_minion(me, effect) and _bound_for_your_hand(me, effect)):
        return False
    here = me.table.cards[effect.card].site
    return any(_can_go(me, effect, site) for site in other_bases(me, here))


@ships_engineer.instead("return", may=True, when=_could_be_rerouted)
def reroute_the_beam(me: Me, effect: Effect) -> Steps[Effect]:
    here = me.table.cards[effect.card].site
    sites = [site for site in other_bases(me, here) if _can_go(me, effect, site)]
    site = yield from choose_base(me, "the base to move it to", sites)
    return effect.becomes("move", site=site, to=-1).done_by(me)


ensign = star_roamers.minion(
    "Ensign",
    power=2,
    copies=4,
    text="[ongoing] When another player plays a card that directly affects another minion of yours here, you may have"
    " it affect this minion instead.",
)


def _meant_for_a_comrade(me: Instance, effect: Effect) -> bool:
    """Return whether this Ensign may step in: once per effect (E55), and only for what a card does as it is played."""
    if effect.redirected or effect.card == me.card.number or effect.player in (me.you, -1):
        return False
    if effect.verb not in me.game.edition.affect or not of_card_being_played(me.game, effect):
        return False
    if not own_minion_here(me, effect):
        return False
    # An Ensign could have taken the action when it was played; what the action then does to its minion follows from
    # that.
    return me.table.cards[effect.by].host != effect.card and bears_more(me.game, me.card, effect)


@ensign.instead(*AFFECTING_VERBS, may=True, when=_meant_for_a_comrade)
def step_in(me: Me, effect: Effect) -> Effect:
    # The conditions of the target are not checked again (CND, Clarifications).
    if me.game.coming:
        me.game.note("reading.directly-each")
    return effect.aimed_at(me.card)


hyperspeed_10 = star_roamers.action(
    "Hyperspeed 10",
    copies=1,
    affects=True,
    text="[on-play] Choose a base. Move all minions from there to one other base.",
)


@hyperspeed_10.on_play
def engage(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "the base to move all minions from", me.table.sites)
    target = yield from choose_base(me, "the base to move them to", other_bases(me, site))
    if target:
        yield from move_all(me, minions(me, at=site), target)


mass_teleport = star_roamers.action(
    "Mass Teleport",
    copies=2,
    affects=yours,
    text="[on-play] Each player returns one of their minions to its owner's hand.",
)


@mass_teleport.on_play
def everyone_up(me: Me) -> Steps[None]:
    yield from each_player(
        me, "return", "one of your minions to return to its owner's hand", lambda seat: minions(me, of=seat)
    )


port_me_up = star_roamers.action(
    "Port Me Up",
    copies=2,
    affects=yours,
    text="[on-play] Return one of your minions to its owner's hand."
    " [special] After a base scores: return one of your minions there to its owner's hand.",
)


def _beam_one_up(me: Me, *, at: int = 0) -> Steps[None]:
    own = minions(me, at=at, of=me.you)
    minion = yield from choose(me, "one of your minions to return to its owner's hand", own)
    if minion is not None:
        yield from return_to_hand(me, minion)


@port_me_up.on_play
def energize(me: Me) -> Steps[None]:
    yield from _beam_one_up(me)


@port_me_up.played_at(AFTER_SCORES)
def just_in_time(me: Me) -> Steps[None]:
    if me.table.scoring is not None:
        yield from _beam_one_up(me, at=me.table.scoring.site)


protector_fields = star_roamers.action(
    "Protector Fields",
    kind="on-base",
    copies=1,
    condition=lambda me, site: bool(minions(me, at=site, of=me.you)),
    text="Play on a base where you have a minion. [ongoing] Other players' cards can't affect your minions here.",
)


@protector_fields.shields
def shields_up(me: Instance, card: Card, effect: Effect) -> bool:
    return (
        card.site == me.base and card.zone == "minions" and card.controller == me.you and of_other_players(me, effect)
    )


teleport_error = star_roamers.action(
    "Teleport Error",
    copies=1,
    affects=True,
    text="[on-play] Choose a minion. Move it to another base picked at random.",
)


@teleport_error.on_play
def scatter(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion to move to a random base", minions(me))
    if minion is not None:
        elsewhere = other_bases(me, minion.site)
        open_ = [site for site in elsewhere if can_move(me, minion, site)]
        if open_:
            (site,) = me.game.pick_at_random("site", open_)
            yield from move(me, minion, site)
        elif elsewhere:
            yield from move(me, minion, elsewhere[0])  # it can't move at all, so nothing is picked at random


teleport_overflow = star_roamers.action(
    "Teleport Overflow",
    copies=1,
    affects=yours,
    text="[on-play] Return one of your minions to its owner's hand. Then show any number of minions in your hand that"
    " share one name, and play them as extra minions.",
)


@teleport_overflow.on_play
def too_many_of_them(me: Me) -> Steps[None]:
    yield from _beam_one_up(me)
    cards = [card for card in hand(me) if me.game.fact(card).is_minion]
    crew = yield from choose_some(
        me, "minions of one name to show and play", cards, hidden=bool(hand(me)), one_name=True
    )
    reveal_cards(me, crew)
    yield from extra_play(me, "minion", times=len(crew), among=crew)


weird_new_worlds = star_roamers.action(
    "Weird New Worlds",
    kind="on-base",
    brings_base=True,
    copies=1,
    text="[on-play] Put the top base of the base deck into play and play this on it; you may play an extra minion"
    " there. [ongoing] The next base that scores is not replaced; then discard this.",
)
# The first printing has not been seen in full. Our reading of the known facts: it is on the base it brings, the extra
# minion is part of it, and it leaves once a base that scored while it was in play has not been replaced (possibly its
# own base, with which it leaves earlier). If it leaves before any base has scored, there is one more base (E63). Two of
# them in play both refer to the same next base: that base is not replaced, both leave, and one extra base stays.


@weird_new_worlds.on_play
def first_contact(me: Me) -> Steps[None]:
    if me.base:
        yield from extra_play(me, "minion", site=me.base)


@weird_new_worlds.waives_replacement()
def charted(me: Me) -> Steps[None]:
    yield from discard_from_play(me, me.card, reason="a base was not replaced")


whiplash_maneuver = star_roamers.action(
    "Whiplash Maneuver",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] If one or more of your minions at other bases would return to your hand, you may"
    " move them here instead.",
)


def _returning_from_elsewhere(me: Instance, effect: Effect) -> bool:
    card = me.table.cards[effect.card]
    return (
        card.zone == "minions"
        and card.controller == me.you
        and card.site != me.base
        and _bound_for_your_hand(me, effect)
        and _can_go(me, effect, me.base)
    )


@whiplash_maneuver.instead("return", may=True, together=True, when=_returning_from_elsewhere)
def slingshot(me: Me, effect: Effect) -> Effect:
    return effect.becomes("move", site=me.base, to=-1).done_by(me)
