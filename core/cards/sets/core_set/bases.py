"""The sixteen bases of the Core Set."""

from __future__ import annotations

from collections.abc import Sequence

from core.cards.language import *

bases = BaseSet("core-set")

the_homeworld = bases.base(
    "The Homeworld",
    faction="aliens",
    breakpoint=23,
    vp=(4, 2, 1),
    text="After each minion is played here, its owner may play an extra minion of power 2 or less.",
)


@the_homeworld.after(
    CardPlayed,
    here=True,
    may=True,
    grants=True,
    when=minion_played,
    who=lambda me, played: (me.table.cards[played.card].owner,),
)
def reinforcements(me: Me, played: CardPlayed) -> Steps[None]:
    yield from extra_play(me, "minion", condition="power-at-most", arguments=("2",))


the_mothership = bases.base(
    "The Mothership",
    faction="aliens",
    breakpoint=20,
    vp=(4, 2, 1),
    text="After this base scores, the winner may return one of their minions of power 3 or less here to hand.",
)


def _small_ones_here(me: Me | Instance, seat: int) -> list[Card]:
    return [minion for minion in minions(me, at=me.base, of=seat) if power(me.game, minion) <= 3]


@the_mothership.after_scores(
    may=True, who=lambda me, event: [seat for seat in winners(me.game) if _small_ones_here(me, seat)]
)
def beam_up(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion to return to hand", _small_ones_here(me, me.you))
    if minion is not None:
        yield from return_to_hand(me, minion)


jungle_oasis = bases.base("Jungle Oasis", faction="dinosaurs", breakpoint=12, vp=(2, 0, 0), text="")

tar_pits = bases.base(
    "Tar Pits",
    faction="dinosaurs",
    breakpoint=16,
    vp=(4, 3, 2),
    text="After a minion is destroyed here, put it on the bottom of its owner's deck.",
)


def _under_other_decks(waiting: Waiting, others: Sequence[Waiting]) -> bool:
    """Return whether the others waiting are minions that sink under other players' decks: then no order shows."""
    return all(
        other.ability is waiting.ability and _owner_of_destroyed(other) != _owner_of_destroyed(waiting)
        for other in others
    )


def _owner_of_destroyed(waiting: Waiting) -> int:
    destroyed = waiting.event
    return waiting.instance.table.cards[destroyed.card].owner if isinstance(destroyed, Destroyed) else -1


@tar_pits.after(Destroyed, here=True, when=minion_destroyed, regardless=("player",), apart=_under_other_decks)
def sink(me: Me, destroyed: Destroyed) -> Steps[None]:
    card = me.table.cards[destroyed.card]
    if card.zone == "discard" and card.since == destroyed.position:
        yield from place_in_deck(me, card, end="bottom")


ninja_dojo = bases.base(
    "Ninja Dojo",
    faction="ninjas",
    breakpoint=18,
    vp=(2, 3, 2),
    text="After this base scores, the winner may destroy a minion anywhere.",
)


@ninja_dojo.after_scores(may=True, when=lambda me: bool(minions(me)), who=the_winners)
def assassinate(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion to destroy", minions(me))
    if minion is not None:
        yield from destroy(me, minion)


temple_of_goju = bases.base(
    "Temple of Goju",
    faction="ninjas",
    breakpoint=18,
    vp=(2, 3, 2),
    text="After this base scores, each player's strongest minion here goes to the bottom of its owner's deck.",
)


@temple_of_goju.after_scores()
def last_rites(me: Me) -> Steps[None]:
    # No printed book resolves a tie among one player's minions, so that player chooses one (term.superlative).
    strongest: list[Card] = []
    for seat in all_not_ignoring(me):
        own = minions(me, at=me.base, of=seat)
        most = max((power(me.game, minion) for minion in own), default=0)
        tied = [minion for minion in own if power(me.game, minion) == most]
        if me.game.edition.superlative_means_all:
            strongest += tied
            continue
        minion = yield from choose(me, "your strongest minion here", tied, seat=seat)
        if minion is not None:
            strongest.append(minion)
    if strongest:
        yield from place_in_deck(me, *strongest, end="bottom")


the_grey_opal = bases.base(
    "The Grey Opal",
    faction="pirates",
    breakpoint=17,
    vp=(3, 1, 1),
    text="After this base scores, each player except the winner may move a minion from here to another base.",
)


@the_grey_opal.after_scores(each=True, may=True)
def abandon_ship(me: Me) -> Steps[None]:
    won = winners(me.game)
    for seat in all_not_ignoring(me):
        if seat in won:
            continue
        elsewhere = other_bases(me, me.base)
        movable = minions(me, at=me.base) if elsewhere else []
        minion = yield from choose(me, "a minion here to move away, or none", movable, optional=True, seat=seat)
        if minion is not None:
            site = yield from choose_base(me, "the base to move it to", elsewhere, seat=seat)
            yield from move(me, minion, site, seat=seat)


tortuga = bases.base(
    "Tortuga",
    faction="pirates",
    breakpoint=21,
    vp=(4, 3, 2),
    text="After this base has scored and been replaced, the runner-up may move one of their minions to the new base.",
)


def _minions_to_bring(me: Me | Instance, seat: int) -> list[Card]:
    site = replacement_site(me.game)
    return [minion for minion in minions(me, of=seat) if minion.site != site]


def _runners_up_with_crew(me: Instance, event: Event | None) -> list[int]:
    return [seat for seat in runners_up(me.game) if new_base_to_come(me.game) and _minions_to_bring(me, seat)]


@tortuga.after_replaced(may=True, who=_runners_up_with_crew)
def fresh_harbour(me: Me) -> Steps[None]:
    site = replacement_site(me.game)
    if site:
        minion = yield from choose(me, "one of your minions to move to the new base", _minions_to_bring(me, me.you))
        if minion is not None:
            yield from move(me, minion, site)


factory = bases.base(
    "Factory 436-1337",
    faction="robots",
    breakpoint=25,
    vp=(2, 2, 1),
    text="When this base scores, the winner gains 1 VP for every 5 power they have here.",
)


@factory.when_scores(who=the_winners)
def mass_production(me: Me) -> None:
    gain_vp(me, total_power(me.game, me.you, me.base) // 5, rule="score.when")


the_central_brain = bases.base(
    "The Central Brain", faction="robots", breakpoint=19, vp=(4, 2, 1), text="Each minion here has +1 power."
)


@the_central_brain.power_of_minions
def uplink(me: Instance, minion: Card) -> int:
    return 1 if minion.site == me.base else 0


cave_of_shinies = bases.base(
    "Cave of Shinies",
    faction="tricksters",
    breakpoint=23,
    vp=(4, 2, 1),
    text="After each minion is destroyed here, its owner gains 1 VP.",
)


@cave_of_shinies.after(
    Destroyed,
    here=True,
    when=minion_destroyed,
    who=lambda me, destroyed: (me.table.cards[destroyed.card].owner,),
    regardless=("event", "player"),
)
def consolation(me: Me, destroyed: Destroyed) -> None:
    gain_vp(me)


mushroom_kingdom = bases.base(
    "Mushroom Kingdom",
    faction="tricksters",
    breakpoint=20,
    vp=(5, 3, 2),
    text="At the start of their turn, a player may move another player's minion from another base to here.",
)


def _strangers_elsewhere(me: Me | Instance, seat: int) -> list[Card]:
    return [minion for minion in minions(me) if minion.controller != seat and minion.site != me.base]


@mushroom_kingdom.start_of_turn(may=True, when=lambda me: bool(_strangers_elsewhere(me, me.table.current)))
def lure(me: Me) -> Steps[None]:
    minion = yield from choose(me, "another player's minion to move here", _strangers_elsewhere(me, me.you))
    if minion is not None:
        yield from move(me, minion, me.base)


school_of_wizardry = bases.base(
    "School of Wizardry",
    faction="wizards",
    breakpoint=20,
    vp=(3, 2, 1),
    text="After this base scores, the winner looks at the top three bases, chooses the one that replaces it, and puts"
    " the others back on top in any order.",
)


@school_of_wizardry.after_scores(who=the_winners, tied_once=True)
def foresee(me: Me) -> Steps[None]:
    top = look_at_bases(me, 3)
    if not top:
        return
    chosen = yield from choose(me, "the base that comes next", top, hidden=True)
    rest = yield from arrange(me, "the order of the others", [card for card in top if card is not chosen])
    for card in reversed([*([chosen] if chosen else []), *rest]):
        put_base_back(me, card)


the_great_library = bases.base(
    "The Great Library",
    faction="wizards",
    breakpoint=22,
    vp=(4, 2, 1),
    text="After this base scores, each player with a minion here may draw a card.",
)


@the_great_library.after_scores(each=True, may=True)
def borrow(me: Me) -> Steps[None]:
    for seat in all_not_ignoring(me):
        if minions(me, at=me.base, of=seat) and (yield from may(me, "draw a card", seat=seat)):
            draw_cards(me, seat=seat)


evans_city_cemetery = bases.base(
    "Evans City Cemetery",
    faction="zombies",
    breakpoint=20,
    vp=(5, 3, 2),
    text="After this base scores, the winner discards their hand and draws five cards.",
)


@evans_city_cemetery.after_scores(who=the_winners)
def fresh_graves(me: Me) -> Steps[None]:
    if hand(me):
        yield from discard_from_hand(me, whole_hand(me))
    draw_cards(me, 5)


rhodes_plaza_mall = bases.base(
    "Rhodes Plaza Mall",
    faction="zombies",
    breakpoint=24,
    vp=(0, 0, 0),
    text="When this base scores, each player gains 1 VP for each minion they have here.",
)


@rhodes_plaza_mall.when_scores()
def shopping_spree(me: Me) -> None:
    for seat in all_not_ignoring(me):
        gain_vp(me, len(minions(me, at=me.base, of=seat)), seat=seat, rule="score.when")
