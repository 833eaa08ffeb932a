"""Mythic Horses: each of them is stronger next to a friend."""

from __future__ import annotations

from core.cards.language import *

horses = Faction(
    "Mythic Horses", set="pretty-pretty-smash-up", style="They gather at one base and grow with their numbers"
)


def _friends(me: Me | Instance, minion: Card) -> list[Card]:
    """Your other minions at a minion's base."""
    return minions(me, at=minion.site, of=me.you, but=minion)


def _own_with_friends(me: Me | Instance, minion: Card) -> bool:
    return minion.controller == me.you and bool(_friends(me, minion))


# --- minions

starlyte = horses.minion(
    "Starlyte", power=5, copies=1, text="[ongoing] For each other minion you have here, this minion has +1 power."
)


@starlyte.own_power
def lead_the_herd(me: Instance) -> int:
    return len(_friends(me, me.card))


rainbow = horses.minion(
    "Rainbow", power=4, copies=2, text="[talent] If you have another minion at this base, draw a card."
)


@rainbow.talent(when=lambda me: bool(_friends(me, me.card)))
def shine(me: Me) -> None:
    draw_cards(me)


seastar = horses.minion(
    "Seastar",
    power=3,
    copies=3,
    text="[on-play] If you have another minion here, you may play an extra minion this turn. Only one of your Seastars"
    " does this each turn.",
)


@seastar.on_play
def call_a_friend(me: Me) -> Steps[None]:
    key = seastar.abilities[0].key
    used = this_turn(me, AbilityUsed, lambda use: use.ability == key and use.seat == me.you)
    if used or not minions(me, at=me.base, of=me.you, but=me.card):
        return
    # What a card does as it is played does not count as using an ability; this one is recorded only for the limit.
    me.game.emit(AbilityUsed, seat=me.you, holder=me.card.number, ability=key, site=me.base)
    yield from extra_play(me, "minion")


pinkie = horses.minion(
    "Pinkie", power=2, copies=4, text="[ongoing] This minion has +1 power as long as you have another minion here."
)


@pinkie.own_power
def cheer_up(me: Instance) -> int:
    return 1 if _friends(me, me.card) else 0


# --- actions

adventure_power = horses.action(
    "Adventure Power",
    copies=1,
    affects=lambda me, minion: yours(me, minion) and len(me.table.sites) > 1,
    text="[on-play] Choose a base. Any number of your minions move there.",
)


@adventure_power.on_play
def set_out(me: Me) -> Steps[None]:
    own = minions(me, of=me.you)
    site = yield from choose_base(me, "the base your minions move to", gathering_places(me, own), affects=False)
    if site:
        elsewhere = [minion for minion in own if minion.site != site]
        yield from move_all(me, (yield from choose_some(me, "your minions to move there", elsewhere)), site)


encouragement_power = horses.action(
    "Encouragement Power",
    kind="on-minion",
    copies=2,
    where=yours,
    raises_power=_own_with_friends,
    text="Play on one of your minions. [ongoing] For each other minion you have here, that minion has +1 power.",
)


@encouragement_power.power_of_host
def encourage(me: Instance) -> int:
    return len(_friends(me, me.host))


freedom_power = horses.action(
    "Freedom Power", copies=1, text="[on-play] Destroy an action that is on a base or on a minion."
)


@freedom_power.on_play
def set_free(me: Me) -> Steps[None]:
    action = yield from choose(me, "an action to destroy", actions_in_play(me))
    if action is not None:
        yield from destroy(me, action)


friendship_power = horses.action(
    "Friendship Power",
    copies=1,
    affects=lambda me, minion: yours(me, minion) and bool(_meeting_places(me, minion)),
    text="[on-play] Move one of your minions to another base where you have a minion. You may put this card into your hand"
    " instead of the discard pile.",
)


def _meeting_places(me: Me | Instance, minion: Card) -> list[int]:
    """Return the other bases where you have a minion."""
    return [site for site in other_bases(me, minion.site) if minions(me, at=site, of=me.you)]


@friendship_power.on_play
def visit(me: Me) -> Steps[None]:
    lonely = [minion for minion in minions(me, of=me.you) if _meeting_places(me, minion)]
    minion = yield from choose(me, "one of your minions to move", lonely)
    if minion is not None:
        site = yield from choose_base(me, "the base to move it to", _meeting_places(me, minion))
        yield from move(me, minion, site)
    if (yield from may(me, "put this card into your hand")):
        goes_instead(me, me.card, "hand")


sharing_power = horses.action(
    "Sharing Power",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] At the end of your turn, draw a card if you have two or more minions here.",
)


@sharing_power.end_of_turn(provided=lambda me: len(minions(me, at=me.base, of=me.you)) >= 2)
def share(me: Me) -> None:
    draw_cards(me)


super_future_space_armor_power = horses.action(
    "Super Future Space Armor Power",
    copies=1,
    raises_power=_own_with_friends,
    text="[on-play] Each of your minions that shares its base with another of your minions has +2 power until the end of the"
    " turn.",
)


@super_future_space_armor_power.on_play
def suit_up(me: Me) -> Steps[None]:
    yield from boost_each(me, [minion for minion in minions(me, of=me.you) if _friends(me, minion)], 2)


teaching_power = horses.action(
    "Teaching Power",
    kind="special-only",
    copies=1,
    text="[special] Before a base scores, reveal as many cards from the top of your deck as you have minions there. Play a"
    " minion among them there as an extra minion. Put the others back on top in any order.",
)


@teaching_power.played_at(BEFORE_SCORES)
def teach(me: Me) -> Steps[None]:
    site = scoring_site(me.game)
    revealed = reveal_top(me, len(minions(me, at=site, of=me.you)) if site else 0)
    if not revealed:
        return
    # Meanwhile they are in no zone, so a draw in between cannot reach them (off-the-top.was-played).
    set_aside(me, revealed)
    pupils = [card for card in revealed if me.game.fact(card).is_minion and can_be_played(me, card, only=(site,))]
    optional = declinable(me, specific=True)
    about = "a revealed minion to play there" + (", or none" if optional else "")
    pupil = yield from choose(me, about, pupils, optional=optional)
    if pupil is not None:
        yield from play_certain(me, pupil, only=(site,), off_top=True)
    rest = [card for card in revealed if card.zone == "aside"]
    put_back(me, (yield from arrange(me, "the order of the others on top of your deck", rest)))


togetherness_power = horses.action(
    "Togetherness Power", copies=2, text="[on-play] Play an extra minion at any base where you have a minion."
)


@togetherness_power.on_play
def gather(me: Me) -> Steps[None]:
    yield from extra_play(me, "minion", condition="where-you-have-a-minion")
