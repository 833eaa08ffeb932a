"""Killer Plants: they grow out of the deck, and nothing they cover gets away."""

from __future__ import annotations

from core.cards.language import *

plants = Faction(
    "Killer Plants",
    set="awesome-level-9000",
    style="They grow out of the deck, and what they cover does not get away",
)


def _fetch_minion(me: Me, limit: int) -> Steps[None]:
    """Play a minion of limited power from the deck at this base, then shuffle."""
    optional = declinable(me, specific=True)
    found = yield from search_deck(
        me,
        f"a minion of power {limit} or less to play" + (", or none" if optional else ""),
        lambda card: me.game.fact(card).is_minion and printed_power(me.game, card) <= limit,
        optional=optional,
    )
    if found is not None and me.base in me.table.sites:
        yield from play_certain(me, found, only=(me.base,))
    shuffle_deck(me)


venus_man_trap = plants.minion(
    "Venus Man Trap",
    power=5,
    copies=1,
    text="[talent] Search your deck for a minion of power 2 or less, play it here as an extra minion, and shuffle.",
)


@venus_man_trap.talent(has_effect=lambda me: has_cards_to_show(me, me.you, "search"))
def sprout_a_head(me: Me) -> Steps[None]:
    yield from _fetch_minion(me, 2)


weed_eater = plants.minion(
    "Weed Eater", power=5, copies=2, text="[on-play] This minion has -2 power until the end of the turn."
)


@weed_eater.on_play
def digest(me: Me) -> Steps[None]:
    yield from boost(me, me.card, -2)


water_lily = plants.minion(
    "Water Lily",
    power=3,
    copies=3,
    text="[ongoing] At the start of your turn, draw a card; only one of your Water Lilies does this each turn.",
)


def _no_lily_yet(me: Instance) -> bool:
    return not this_turn(me, AbilityUsed, lambda used: used.ability == me.ability.key and used.seat == me.you)


@water_lily.start_of_turn(when=_no_lily_yet, regardless=("holder", "stasis"))
def bloom(me: Me) -> None:
    draw_cards(me)


sprout = plants.minion(
    "Sprout",
    power=2,
    copies=4,
    text="[ongoing] At the start of your turn, destroy this minion. Then you may search your deck for a minion of"
    " power 3 or less, play it here as an extra minion, and shuffle.",
)


@sprout.start_of_turn(when=lambda me: me.since < me.table.turn_began)
def grow_up(me: Me) -> Steps[None]:
    yield from destroy(me, me.card)
    if can_search(me.game, me.you) and (yield from may(me, "search your deck for a minion to play here")):
        yield from _fetch_minion(me, 3)


blossom = plants.action(
    "Blossom", copies=1, text="[on-play] You may play up to three extra minions that share one name."
)


@blossom.on_play
def burst(me: Me) -> Steps[None]:
    yield from extra_play(me, "minion", "minion", "minion", one_name=True)


budding = plants.action(
    "Budding",
    copies=1,
    text="[on-play] Choose a minion in play. Search your deck for a card of the same name, take it, and shuffle.",
)


@budding.on_play
def propagate(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion to find another of", minions(me))
    if minion is None:
        return
    name = me.game.fact(minion).name
    found = yield from search_deck(me, f"another {name}", lambda card: me.game.fact(card).name == name)
    if found is not None:
        yield from take(me, found)
    shuffle_deck(me)


choking_vines = plants.action(
    "Choking Vines",
    kind="on-minion",
    copies=1,
    text="Play on a minion. [ongoing] At the start of your turn, destroy that minion.",
)


@choking_vines.start_of_turn()
def strangle(me: Me) -> Steps[None]:
    yield from destroy(me, me.host)


deep_roots = plants.action(
    "Deep Roots",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] Other players' abilities can't move or return your minions here.",
)


@deep_roots.forbids("move", "return")
def rooted(me: Instance, effect: Effect) -> bool:
    return own_minion_here(me, effect) and of_other_players(me, effect)


entangled = plants.action(
    "Entangled",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] Minions at bases where you have a minion can't be moved or returned."
    " [ongoing] At the start of your turn, destroy this action.",
)


@entangled.forbids("move", "return")
def caught_fast(me: Instance, effect: Effect) -> bool:
    card = me.table.cards[effect.card]
    return card.zone == "minions" and bool(minions(me, at=card.site, of=me.you))


@entangled.start_of_turn()
def wither(me: Me) -> Steps[None]:
    yield from destroy(me, me.card)


insta_grow = plants.action("Insta-Grow", copies=2, text="[on-play] You may play an extra minion.")


@insta_grow.on_play
def shoot_up(me: Me) -> Steps[None]:
    yield from extra_play(me, "minion")


overgrowth = plants.action(
    "Overgrowth",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] At the start of your turn, this base's breakpoint becomes 0 until the turn ends.",
)


@overgrowth.start_of_turn(regardless=("holder", "stasis"))
def overrun(me: Me) -> None:
    set_breakpoint(me, me.base, 0)


sleep_spores = plants.action(
    "Sleep Spores",
    kind="on-base",
    copies=2,
    text="Play on a base. [ongoing] Other players' minions here have -1 power (to a minimum of 0).",
)


@sleep_spores.power_of_minions
def drowse(me: Instance, minion: Card) -> int:
    return -1 if minion.site == me.base and minion.controller != me.you else 0


killer_kudzu = plants.titan(
    "Killer Kudzu",
    text=(
        "[special] At the start of your turn, put a +1 power counter on this titan if it is not in play. On your turn, if "
        "it has at least three counters, you may play it instead of your regular minion play; it keeps up to six of them. "
        "[ongoing] After this titan leaves play, shuffle up to two minions from your discard pile into your deck, or draw "
        "two cards. [talent] Destroy this titan to play an extra minion from your discard pile whose power is at most the "
        "number of +1 power counters that were on this titan."
    ),
)

_KEPT = 6


@killer_kudzu.start_of_turn(zone="beside", label="special", regardless=("stasis",))
def creep(me: Me) -> None:
    count_beside(me)


@killer_kudzu.on_your_turn(
    zone="beside", when=lambda me: me.card.counters >= 3 and can_play_titan(me, instead_of=("minion",))
)
def burst_forth(me: Me) -> Steps[None]:
    count_beside(me, min(0, _KEPT - me.card.counters))
    yield from play_titan(me, instead_of=("minion",))


_SOW, _HARVEST = "shuffle up to two minions from your discard pile into your deck", "draw two cards"


@killer_kudzu.after_leaving(when=itself)
def spread_seeds(me: Me, left: Leaving) -> Steps[None]:
    for part in (yield from choose_parts(me, "what Killer Kudzu leaves behind", {_SOW: True, _HARVEST: True})):
        if part == _HARVEST:
            draw_cards(me, 2)
            continue
        pool = [card for card in discard_pile(me) if me.game.fact(card).is_minion]
        chosen = yield from choose_some(me, "up to two minions to shuffle into your deck", pool, most=2)
        yield from shuffle_into_deck(me, *chosen)


@killer_kudzu.talent()
def regrow(me: Me) -> Steps[None]:
    limit = me.card.counters
    if (yield from destroy(me, me.card)):
        yield from extra_play(me, "minion", condition="discarded-at-most", arguments=(str(limit),))
