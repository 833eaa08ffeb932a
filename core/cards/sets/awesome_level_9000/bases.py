"""The eight bases of Awesome Level 9000. Its box also reprints the sixteen of the Core Set, which are listed there."""

from __future__ import annotations

from core.cards.language import *

bases = BaseSet("awesome-level-9000")

field_of_honor = bases.base(
    "Field of Honor",
    faction="bear-cavalry",
    breakpoint=18,
    vp=(3, 2, 1),
    text="After one or more minions are destroyed here, the player who destroyed them gains 1 VP.",
)


@field_of_honor.after(Destroyed, here=True, when=minions_destroyed_by_a_player, regardless=("event", "player"))
def glory(me: Me, destroyed: Destroyed) -> None:
    gain_vp(me)


tsars_palace = bases.base(
    "Tsar's Palace",
    faction="bear-cavalry",
    breakpoint=22,
    vp=(5, 3, 2),
    text="Minions of power 2 or less can't be played here.",
)


@tsars_palace.forbids_play
def guarded_gates(me: Instance, seat: int, card: Card, site: int, host: int) -> bool:
    return site == me.base and not host and me.game.fact(card).is_minion and printed_power(me.game, card) <= 2


haunted_house = bases.base(
    "Haunted House",
    faction="ghosts",
    breakpoint=18,
    vp=(4, 3, 2),
    text="After a player plays a minion here, that player discards a card.",
)


@haunted_house.after(CardPlayed, here=True, when=minion_played)
def toll(me: Me, played: CardPlayed) -> Steps[None]:
    if hand(me):
        card = yield from choose(me, "a card to discard", hand(me), hidden=True)
        if card is not None:
            yield from discard_from_hand(me, [card])


the_dread_gazebo = bases.base(
    "The Dread Gazebo",
    faction="ghosts",
    breakpoint=20,
    vp=(4, 2, 1),
    text="Actions can't be played on this base.",
)


@the_dread_gazebo.forbids_play
def dread(me: Instance, seat: int, card: Card, site: int, host: int) -> bool:
    return site == me.base and not host and me.game.fact(card).is_action


the_greenhouse = bases.base(
    "The Greenhouse",
    faction="killer-plants",
    breakpoint=24,
    vp=(4, 2, 1),
    text="After this base has scored and been replaced, the winner may search their deck for a minion, play it on the new"
    " base, and shuffle.",
)


def _with_something_to_plant(me: Instance, event: Event | None) -> list[int]:
    return [seat for seat in winners(me.game) if new_base_to_come(me.game) and can_search(me.game, seat)]


@the_greenhouse.after_replaced(may=True, who=_with_something_to_plant)
def replant(me: Me) -> Steps[None]:
    site = replacement_site(me.game)
    found = yield from search_deck(
        me, "a minion to play on the new base, or none", lambda card: me.game.fact(card).is_minion, optional=True
    )
    if found is not None and site:
        yield from play_certain(me, found, only=(site,))
    shuffle_deck(me)


secret_grove = bases.base(
    "Secret Grove",
    faction="killer-plants",
    breakpoint=21,
    vp=(3, 2, 1),
    text="Once during each of their turns, a player may play an extra minion of power 2 or less here.",
)


@secret_grove.on_your_turn(grants=True)
def hidden_path(me: Me) -> Steps[None]:
    yield from extra_play(me, "minion", condition="power-at-most", arguments=("2",), site=me.base)


inventors_salon = bases.base(
    "Inventor's Salon",
    faction="steampunks",
    breakpoint=22,
    vp=(4, 2, 1),
    text="After this base scores, the winner may put an action from their discard pile into their hand.",
)


def _discarded_actions(me: Me | Instance, seat: int) -> list[Card]:
    return [card for card in discard_pile(me, seat) if me.game.fact(card).is_action]


@inventors_salon.after_scores(
    may=True, who=lambda me, event: [seat for seat in winners(me.game) if _discarded_actions(me, seat)]
)
def inspiration(me: Me) -> Steps[None]:
    action = yield from choose(me, "an action to take into your hand", _discarded_actions(me, me.you))
    if action is not None:
        yield from take(me, action)


workshop = bases.base(
    "Workshop",
    faction="steampunks",
    breakpoint=20,
    vp=(4, 2, 1),
    text="After a player plays an action on this base, that player may play an extra action.",
)


@workshop.after(CardPlayed, here=True, may=True, grants=True, when=lambda me, played: played.to == "actions")
def tinker(me: Me, played: CardPlayed) -> Steps[None]:
    yield from extra_play(me, "action")
