"""Sumo Wrestlers: they grow by discarding cards and push others off their bases."""

from __future__ import annotations

from core.cards.language import *

sumo = Faction(
    "Sumo Wrestlers",
    set="world-tour-international-incident",
    style="They discard cards for +1 power counters and push other minions away",
)


def _push(me: Me, about: str, pool: list[Card], *, optional: bool = False) -> Steps[Moved | None]:
    """Move one of these minions to another base of your choice. Returns the event, or None if none moved."""
    movable = pool if len(me.table.sites) > 1 else []
    minion = yield from choose(me, about, movable, optional=optional)
    if minion is None:
        return None
    site = yield from choose_base(me, "the base to move it to", other_bases(me, minion.site))
    return (yield from move(me, minion, site))


def _share_out(me: Me, amount: int) -> Steps[None]:
    """Put that many +1 power counters on your minions, divided as you like; one of them where the play demands it."""
    own = minions(me, of=me.you)
    shares: dict[int, int] = {}
    if (
        me.aim is not None
        and amount
        and (first := (yield from choose(me, "a minion that gets a counter", aimed(me, own))))
    ):
        shares = {first.number: 1}
    free = amount - len(shares)
    for number, more in (yield from distribute(me, "where each counter goes", own, least=free, most=free)).items():
        shares[number] = shares.get(number, 0) + more
    yield from share_counters(me, shares)


yokozuna = sumo.minion(
    "Yokozuna",
    power=6,
    copies=1,
    text="[ongoing] Other players' cards can't move your minions. [talent] Draw a card; or move another player's minion"
    " from here to another base.",
)

_DRAW, _PUSH = "draw a card", "move another player's minion away"


@yokozuna.forbids("move")
def immovable(me: Instance, effect: Effect) -> bool:
    card = me.table.cards[effect.card]
    return card.zone == "minions" and yours(me, card) and of_other_players(me, effect)


@yokozuna.talent()
def tower(me: Me) -> Steps[None]:
    rivals = foreign_minions(me, at=me.base) if len(me.table.sites) > 1 else []
    for part in (yield from choose_parts(me, "what to do", {_DRAW: True, _PUSH: bool(rivals)})):
        if part == _DRAW:
            draw_cards(me)
        else:
            yield from _push(me, "a minion here to move", rivals)


top_tier = sumo.minion(
    "Top Tier",
    power=4,
    copies=2,
    text="[ongoing] After you discard one or more cards from your hand, put a +1 power counter on this minion.",
)


@top_tier.after(
    Discarded,
    when=you_discarded_from_hand,
    still=lambda me, discarded: still_in_play(me.card, discarded),
    regardless=("event", "holder"),
)
def bulk_up(me: Me, discarded: Discarded) -> Steps[None]:
    yield from place_counters(me, me.card)


third_tier = sumo.minion(
    "Third Tier",
    power=3,
    copies=3,
    text="[on-play] You may move another player's minion of power 3 or less from here to another base to draw a card.",
)


@third_tier.on_play
def shove(me: Me) -> Steps[None]:
    weak = [minion for minion in foreign_minions(me, at=me.base) if power(me.game, minion) <= 3]
    if (yield from _push(me, "a minion here to move, or none", weak, optional=True)):
        draw_cards(me)


rookie_sumo = sumo.minion(
    "Rookie Sumo",
    power=2,
    copies=4,
    text="[on-play] You may discard a card to put two +1 power counters on one of your minions.",
)


@rookie_sumo.on_play
def have_seconds(me: Me) -> Steps[None]:
    cards = hand(me)
    card = yield from choose(me, "a card to discard, or none", cards, optional=True, hidden=bool(cards))
    if card is not None and (yield from discard_from_hand(me, [card])):
        minion = yield from choose(me, "one of your minions that gets two counters", minions(me, of=me.you))
        if minion is not None:
            yield from place_counters(me, minion, 2)


body_slam = sumo.action(
    "Body Slam",
    copies=1,
    affects=rival_beside_yours,
    text="[on-play] Choose another player and a base where you have a minion. Move all of that player's minions there to"
    " another base.",
)


@body_slam.on_play
def slam(me: Me) -> Steps[None]:
    seat = yield from choose_player(me, "the player whose minions are moved", aimed_players(me, others(me)))
    bases = leading(me, bases_with_your_minions(me), lambda site: minions(me, at=site, of=seat))
    site = yield from choose_base(me, "a base where you have a minion", bases)
    if site and (thrown := minions(me, at=site, of=seat)):
        target = yield from choose_base(me, "the base to move them to", other_bases(me, site), affects=False)
        if target:
            yield from move_all(me, thrown, target)


bulking_stew = sumo.action(
    "Bulking Stew",
    copies=1,
    raises_power=lambda me, minion: yours(me, minion) and any(card is not me.card for card in hand(me)),
    text="[on-play] Discard any number of cards. For each of them, put a +1 power counter on one of your minions.",
)


@bulking_stew.on_play
def dig_in(me: Me) -> Steps[None]:
    cards, least = hand(me), 0 if me.aim is None else 1
    chosen = yield from choose_some(me, "cards to discard", cards, least=least, hidden=bool(cards))
    yield from _share_out(me, len((yield from discard_from_hand(me, chosen))))


chikara_mizu = sumo.action(
    "Chikara-Mizu",
    copies=2,
    raises_power=yours,
    text="[on-play] One of your minions has +2 power until the end of the turn; or you discard a card and it has +4 power"
    " instead.",
)


@chikara_mizu.on_play
def drink(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions that gets power", aimed(me, minions(me, of=me.you)))
    if minion is None:
        return
    cards = hand(me)
    card = yield from choose(me, "a card to discard for +4 power, or none", cards, optional=True, hidden=bool(cards))
    paid = card is not None and bool((yield from discard_from_hand(me, [card])))
    yield from boost(me, minion, 4 if paid else 2)


fighting_spirit_prize = sumo.action(
    "Fighting Spirit Prize",
    copies=1,
    raises_power=yours,
    text="[on-play] Draw two cards. Put two +1 power counters on one of your minions, or one on each of two of them.",
)


@fighting_spirit_prize.on_play
def take_heart(me: Me) -> Steps[None]:
    draw_cards(me, 2)
    yield from _share_out(me, 2)


grasp_the_belt = sumo.action(
    "Grasp the Belt",
    copies=2,
    affects=lambda me, minion: bool(minions(me, at=minion.site, of=me.you)) and len(me.table.sites) > 1,
    text="[on-play] Choose a base where you have a minion. Move a minion from there to another base.",
)


@grasp_the_belt.on_play
def throw(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "a base where you have a minion", bases_with_your_minions(me))
    if site:
        yield from _push(me, "a minion there to move", minions(me, at=site))


head_butt = sumo.action(
    "Head Butt",
    copies=1,
    text="[on-play] Choose a base where you have a minion. Destroy another player's action on that base or on a minion"
    " there.",
)


@head_butt.on_play
def butt(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "a base where you have a minion", bases_with_your_minions(me))
    if site:
        theirs = [action for action in actions_in_play(me, at=site) if not yours(me, action)]
        action = yield from choose(me, "an action there to destroy", theirs)
        if action is not None:
            yield from destroy(me, action)


performance_prize = sumo.action("Performance Prize", copies=1, text="[on-play] Draw three cards.")


@performance_prize.on_play
def take_a_bow(me: Me) -> None:
    draw_cards(me, 3)


technique_prize = sumo.action(
    "Technique Prize",
    copies=1,
    raises_power=yours,
    text="[on-play] Put three +1 power counters on one of your minions.",
)


@technique_prize.on_play
def show_off(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions that gets three counters", aimed(me, minions(me, of=me.you)))
    if minion is not None:
        yield from place_counters(me, minion, 3)
