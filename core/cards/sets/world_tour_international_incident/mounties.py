"""Mounties: they move to other players' minions, and gain power for it."""

from __future__ import annotations

from core.cards.language import *

mounties = Faction(
    "Mounties",
    set="world-tour-international-incident",
    style="They move toward other players' minions and gain power for the turn",
)


def _contested(me: Me, but: int = 0) -> list[int]:
    """Return the bases (all but one) where another player has a minion."""
    return [site for site in me.table.sites if site != but and foreign_minions(me, at=site)]


mountie_major = mounties.minion(
    "Mountie Major",
    power=4,
    copies=1,
    text="[ongoing] This minion has +1 power for each minion here of the other player who has the most minions here.",
)


@mountie_major.own_power
def outnumbered(me: Instance) -> int:
    return max(len(minions(me, at=me.base, of=seat)) for seat in others(me))


northern_mover = mounties.minion(
    "Northern Mover",
    power=4,
    copies=2,
    text="[talent] Choose another of your minions. Move it to another base; or it has +1 power until the end of the turn.",
)

_MOVE, _CHEER = "move it to another base", "+1 power for it"


def _company(me: Me) -> list[Card]:
    return minions(me, of=me.you, but=me.card)


@northern_mover.talent(has_effect=lambda me: bool(_company(me)))
def give_orders(me: Me) -> Steps[None]:
    minion = yield from choose(me, "another of your minions", _company(me))
    if minion is None:
        return
    parts = {_MOVE: len(me.table.sites) > 1, _CHEER: True}
    for part in (yield from choose_parts(me, f"what to do with {me.game.fact(minion).name}", parts)):
        if part == _CHEER:
            yield from boost(me, minion, 1)
        else:
            site = yield from choose_base(me, "the base to move it to", other_bases(me, minion.site))
            yield from move(me, minion, site)


war_canuck = mounties.minion(
    "War Canuck",
    power=3,
    copies=3,
    text="[talent] If another player has a minion here, this minion has +2 power until the start of your next turn.",
)


@war_canuck.talent(when=lambda me: bool(foreign_minions(me, at=me.base)))
def stand_guard(me: Me) -> Steps[None]:
    yield from boost(me, me.card, 2, until="next-turn")


dudlee = mounties.minion(
    "Dudlee",
    power=2,
    copies=4,
    text="[talent] Move this minion to another base where another player has a minion to give it +1 power until the end of"
    " the turn.",
)


@dudlee.talent(has_effect=lambda me: bool(_contested(me, me.card.site)))
def do_right(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "the base to move it to", _contested(me, me.card.site))
    if site and (yield from move(me, me.card, site)):
        yield from boost(me, me.card, 1)


def _quarry(me: Me, hunter: Card) -> list[Card]:
    """Return the minions of other players at other bases that have less power than a minion."""
    strength = power(me.game, hunter)
    return [
        minion for minion in foreign_minions(me) if minion.site != hunter.site and power(me.game, minion) < strength
    ]


always_get_our_man = mounties.action(
    "Always Get Our Man",
    copies=1,
    affects=lambda me, minion: yours(me, minion) and bool(_quarry(me, minion)),
    text="[on-play] Move one of your minions to another base, where another player has a minion with less power, to destroy"
    " that minion at the end of the turn.",
)
# What it does to the other player's minion comes later, so only the minion moved is directly affected
# (reading.directly-later). The powers are compared when the minions are chosen.


@always_get_our_man.on_play
def pursue(me: Me) -> Steps[None]:
    hunters = [minion for minion in minions(me, of=me.you) if _quarry(me, minion)]
    hunter = yield from choose(me, "one of your minions to move", hunters)
    if hunter is not None:
        about = "the weaker minion to move to, which is destroyed at the end of the turn"
        card = yield from choose(me, about, _quarry(me, hunter), affects=False)
        if card is not None and (yield from move(me, hunter, card.site)):
            lasting(me, "mounties/always-get-our-man#arrest", cards=[card])


@always_get_our_man.lasting(END_OF_TURN, who=lambda me, event: (me.you,))
def arrest(me: Me) -> Steps[None]:
    assert me.lasting is not None
    yield from destroy(me, *(minion for minion in minions(me) if minion.number in me.lasting.cards))


battle_moose = mounties.action(
    "Battle Moose",
    kind="on-minion",
    copies=1,
    where=yours,
    text="Play on one of your minions. [ongoing] Other players' cards can't destroy your minions here.",
)


@battle_moose.forbids("destroy")
def antlers(me: Instance, effect: Effect) -> bool:
    return own_minion_here(me, effect) and of_other_players(me, effect)


bring_em_in = mounties.action(
    "Bring 'Em In",
    kind="on-minion",
    copies=1,
    text="Play on a minion. [ongoing] After that minion moves to another base, put a +1 power counter on it.",
)


@bring_em_in.after(
    Moved,
    when=lambda me, moved: moved.card == me.card.host,
    still=lambda me, moved: bool(me.card.host) and still_in_play(me.host, moved),
    regardless=("event",),
)
def deliver(me: Me, moved: Moved) -> Steps[None]:
    yield from place_counters(me, me.host)


eh = mounties.action(
    "Eh?",
    kind="special-only",
    copies=1,
    raises_power=yours,
    text="[special] After you play your first action in a turn, you may play this as an extra action. One of your minions"
    " has +1 power until the end of the turn. You may put this card into your hand instead of the discard pile.",
)


@eh.played_after(CardPlayed, who=player_of_first_action)
def say_again(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions that gets +1 power", aimed(me, minions(me, of=me.you)))
    if minion is not None:
        yield from boost(me, minion, 1)
    if (yield from may(me, "put this card back into your hand")):
        goes_instead(me, me.card, "hand")


haich_q = mounties.action(
    "Haich-Q",
    kind="on-base",
    copies=1,
    raises_power=yours,
    text="Play on a base. [ongoing] Your minions here have +1 power. [talent] Move one of your minions from here to another"
    " base, or from another base to here.",
)


@haich_q.power_of_minions
def headquarters(me: Instance, minion: Card) -> int:
    return 1 if minion.site == me.base and yours(me, minion) else 0


@haich_q.talent(has_effect=lambda me: bool(minions(me, of=me.you)) and len(me.table.sites) > 1)
def dispatch(me: Me) -> Steps[None]:
    own = minions(me, of=me.you) if len(me.table.sites) > 1 else []
    minion = yield from choose(me, "one of your minions to move to or from here", own)
    if minion is not None:
        leaves = minion.site == me.base
        sites = other_bases(me, me.base) if leaves else [me.base]
        yield from move(me, minion, (yield from choose_base(me, "the base to move it to", sites)))


move_aboot = mounties.action(
    "Move Aboot",
    copies=2,
    raises_power=lambda me, minion: yours(me, minion) and bool(_contested(me, minion.site)),
    text="[on-play] Choose a base where another player has a minion. Move one of your minions there from another base to"
    " give it +2 power until the end of the turn.",
)


@move_aboot.on_play
def ride_out(me: Me) -> Steps[None]:
    # The minion is asked for first, which comes to the same: a base without a rider for it would do nothing.
    riders = [minion for minion in minions(me, of=me.you) if _contested(me, minion.site)]
    minion = yield from choose(me, "one of your minions to move", aimed(me, riders))
    if minion is not None:
        site = yield from choose_base(me, "the base to move it to", _contested(me, minion.site))
        if (yield from move(me, minion, site)):
            yield from boost(me, minion, 2)


power_poutine = mounties.action(
    "Power Poutine",
    copies=2,
    raises_power=yours,
    text="[on-play] Choose a base. Up to two of your minions there have +2 power each until the end of the turn.",
)


@power_poutine.on_play
def serve(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "the base where your minions get +2 power", aimed_bases(me, me.table.sites))
    if not site:
        return
    own = minions(me, at=site, of=me.you)
    fed: list[Card] = []
    if me.aim is not None and (first := (yield from choose(me, "a minion that gets +2 power", aimed(me, own)))):
        fed = [first]
        own.remove(first)
    fed += yield from choose_some(me, "your minions there that get +2 power", own, most=2 - len(fed))
    yield from boost_each(me, fed, 2)


when_calls_the_badge = mounties.action(
    "When Calls the Badge",
    copies=1,
    raises_power=yours,
    text="[on-play] Choose a base. Put a +1 power counter on each of your minions there. [special] You may play this before"
    " a base scores, to do the same.",
)


@when_calls_the_badge.on_play
def report_for_duty(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "the base where your minions get a counter", aimed_bases(me, me.table.sites))
    if site:
        yield from place_counter_on_each(me, minions(me, at=site, of=me.you))


@when_calls_the_badge.played_at(BEFORE_SCORES)
def answer_the_call(me: Me) -> Steps[None]:
    yield from report_for_duty(me)
