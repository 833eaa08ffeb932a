"""Aliens: they send minions, and even whole bases, back where they came from."""

from __future__ import annotations

from core.cards.language import *

aliens = Faction("Aliens", set="core-set", style="They send minions back to hands and exchange bases")


def _of_power_at_most(me: Me, limit: int, *, at: int = 0) -> list[Card]:
    return [minion for minion in minions(me, at=at) if power(me.game, minion) <= limit]


supreme_overlord = aliens.minion(
    "Supreme Overlord",
    power=5,
    copies=1,
    text="[on-play] You may return any minion in play to its owner's hand.",
)


@supreme_overlord.on_play
def dismiss(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion to return to hand, or none", minions(me), optional=True)
    if minion is not None:
        yield from return_to_hand(me, minion)


invader = aliens.minion("Invader", power=3, copies=2, text="[on-play] Gain 1 VP.")


@invader.on_play
def claim(me: Me) -> None:
    gain_vp(me)


scout = aliens.minion(
    "Scout",
    power=3,
    copies=3,
    text="[special] After this base scores, you may put this minion into your hand instead of the discard pile.",
)


@scout.after_scores(may=True, regardless=("holder",))
def report_back(me: Me) -> None:
    # Decided now; it leaves when the cards of the base are discarded.
    lasting(me, "aliens/scout#lift-off", cards=[me.card], site=me.base)


@scout.lasting(AS_DISCARDED)
def lift_off(me: Me) -> Steps[None]:
    # Placed, not returned (term.place); into its owner's hand, whoever controls it (term.owner-zone).
    yield from place_in_hand(me, me.card)


collector = aliens.minion(
    "Collector",
    power=2,
    copies=4,
    text="[on-play] You may return a minion of power 3 or less here to its owner's hand.",
)


@collector.on_play
def collect(me: Me) -> Steps[None]:
    specimens = _of_power_at_most(me, 3, at=me.base)
    minion = yield from choose(me, "a minion here to return to hand, or none", specimens, optional=True)
    if minion is not None:
        yield from return_to_hand(me, minion)


abduction = aliens.action(
    "Abduction",
    copies=1,
    affects=True,
    text="[on-play] Return a minion to its owner's hand. You may play an extra minion.",
)


@abduction.on_play
def abduct(me: Me) -> Steps[None]:
    yield from _take_away(me)
    yield from extra_play(me, "minion")


beam_up = aliens.action("Beam Up", copies=2, affects=True, text="[on-play] Return a minion to its owner's hand.")


@beam_up.on_play
def energize(me: Me) -> Steps[None]:
    yield from _take_away(me)


def _take_away(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion to return to hand", minions(me))
    if minion is not None:
        yield from return_to_hand(me, minion)


crop_circles = aliens.action(
    "Crop Circles",
    copies=1,
    affects=True,
    text="[on-play] Choose a base. Return all minions there to their owners' hands.",
)


@crop_circles.on_play
def clear_the_field(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "the base to clear of minions", me.table.sites)
    yield from return_to_hand(me, *minions(me, at=site))


disintegrator = aliens.action(
    "Disintegrator",
    copies=2,
    affects=lambda me, minion: power(me.game, minion) <= 3,
    text="[on-play] Put a minion of power 3 or less on the bottom of its owner's deck.",
)


@disintegrator.on_play
def disintegrate(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion to put under its owner's deck", _of_power_at_most(me, 3))
    if minion is not None:
        yield from place_in_deck(me, minion, end="bottom")


invasion = aliens.action("Invasion", copies=1, affects=True, text="[on-play] Move a minion to another base.")


@invasion.on_play
def relocate(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion to move", minions(me) if len(me.table.sites) > 1 else [])
    if minion is not None:
        site = yield from choose_base(me, "the base to move it to", other_bases(me, minion.site))
        yield from move(me, minion, site)


jammed_signal = aliens.action(
    "Jammed Signal",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] All players ignore this base's ability.",
)


@jammed_signal.ignores_base
def static(me: Instance, site: int, seat: int) -> bool:
    return site == me.base


probe = aliens.action(
    "Probe",
    copies=1,
    text="[on-play] Look at another player's hand and choose a minion in it. That player discards it.",
)


@probe.on_play
def examine(me: Me) -> Steps[None]:
    seat = yield from choose_player(me, "whose hand to look at", others(me))
    seen = look_at_hand(me, seat)
    if seen:
        cards = [card for card in seen if me.game.fact(card).is_minion]
        minion = yield from choose(me, "a minion there to be discarded", cards, hidden=True)
        if minion is not None:
            yield from discard_from_hand(me, [minion], seat=seat)


terraforming = aliens.action(
    "Terraforming",
    copies=1,
    text="[on-play] Search the base deck for a base and swap it for a base in play. The minions there stay, the actions"
    " on the old base are discarded. Shuffle the old base into the base deck. You may play an extra minion on the new"
    " base.",
)
# The first printing says nothing about the minions at the old base: they stay, as the publisher's later book says.
# Cards buried at the old base are discarded as whenever a base leaves (score.hidden-cards). While a base is being
# scored, the books let nothing stop that scoring, and in 2016 say so outright of an exchanged base, so the new base
# scores; players' lists publish the opposite answer, that the scoring ends there (reading.exchanged-while-scoring).


@terraforming.on_play
def reshape(me: Me) -> Steps[None]:
    base = yield from search_bases(me, "the base to bring into play")
    site = yield from choose_base(me, "the base whose place it takes", me.table.sites if base is not None else ())
    if base is not None and site:
        yield from exchange_base(me, site, base)
        yield from extra_play(me, "minion", site=site)
