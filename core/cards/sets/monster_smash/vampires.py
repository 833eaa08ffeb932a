"""Vampires: whatever dies around them, even their own, makes them stronger."""

from __future__ import annotations

from core.cards.language import *

vampires = Faction("Vampires", set="monster-smash", style="What dies around them, even their own, makes them stronger")


def _own(me: Me, minion: Card) -> bool:
    return minion.controller == me.you


def _of_power_at_most(me: Me, limit: int, *, at: int = 0) -> list[Card]:
    return [minion for minion in minions(me, at=at) if power(me.game, minion) <= limit]


the_count = vampires.minion(
    "The Count",
    power=5,
    copies=1,
    text="[ongoing] After a minion of another player is destroyed, put a +1 power counter on this minion.",
)


@the_count.after(Destroyed, when=foreign_minion_destroyed, regardless=("event",))
def count_the_dead(me: Me, destroyed: Destroyed) -> Steps[None]:
    if still_in_play(me.card, destroyed):
        yield from place_counters(me, me.card)


nightstalker = vampires.minion(
    "Nightstalker",
    power=4,
    copies=2,
    text="[on-play] Destroy a minion of power 2 or less here to put a +1 power counter on this minion.",
)


@nightstalker.on_play
def stalk(me: Me) -> Steps[None]:
    prey = yield from choose(me, "a minion here to destroy", _of_power_at_most(me, 2, at=me.base))
    if prey is not None and (yield from destroy(me, prey)):
        yield from place_counters(me, me.card)


heavy_drinker = vampires.minion(
    "Heavy Drinker",
    power=3,
    copies=3,
    text="[on-play] You may destroy one of your minions to put a +1 power counter on this minion.",
)


@heavy_drinker.on_play
def drink_up(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions to destroy, or none", minions(me, of=me.you), optional=True)
    if minion is not None and (yield from destroy(me, minion)):
        yield from place_counters(me, me.card)


fledgling_vampire = vampires.minion(
    "Fledgling Vampire",
    power=2,
    copies=4,
    text="[on-play] If another player then has more power here than you, put a +1 power counter on this minion.",
)


@fledgling_vampire.on_play
def rise_to_it(me: Me) -> Steps[None]:
    mine = total_power(me.game, me.you, me.base)
    if any(total_power(me.game, seat, me.base) > mine for seat in others(me)):
        yield from place_counters(me, me.card)


big_gulp = vampires.action(
    "Big Gulp",
    copies=1,
    affects=lambda me, minion: power(me.game, minion) <= 4,
    text="[on-play] Destroy a minion of power 4 or less.",
)


@big_gulp.on_play
def swallow(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion to destroy", _of_power_at_most(me, 4))
    if minion is not None:
        yield from destroy(me, minion)


buffet = vampires.action(
    "Buffet",
    kind="special-only",
    copies=1,
    raises_power=_own,
    text="[special] After a base scores, if you won it, put a +1 power counter on each of your minions.",
)


@buffet.played_at(AFTER_SCORES)
def feast(me: Me) -> Steps[None]:
    if is_winner(me):
        yield from place_counter_on_each(me, minions(me, of=me.you))


crack_of_dusk = vampires.action(
    "Crack of Dusk",
    copies=2,
    raises_later=True,
    text="[on-play] Play an extra minion of power 2 or less from your discard pile and put a +1 power counter on it.",
)


@crack_of_dusk.on_play
def awaken(me: Me) -> Steps[None]:
    played = yield from extra_play(
        me,
        "minion",
        condition="discarded-at-most",
        arguments=("2",),
        then="vampires/crack-of-dusk#rise-and-feed",
    )
    if played is not None:
        yield from _quicken(me, played)


@crack_of_dusk.lasting(CardPlayed, when=with_that_play)
def rise_and_feed(me: Me, played: CardPlayed) -> Steps[None]:
    yield from _quicken(me, played)


def _quicken(me: Me, played: CardPlayed) -> Steps[None]:
    minion = minion_just_played(me, played)
    if minion is not None:
        yield from place_counters(me, minion)


def _minions_in_hand(me: Me) -> list[Card]:
    return [card for card in hand(me) if me.game.fact(card).is_minion]


cull_the_weak = vampires.action(
    "Cull the Weak",
    copies=1,
    raises_power=lambda me, minion: _own(me, minion) and bool(_minions_in_hand(me)),
    text="[on-play] Choose one of your minions. Discard any number of minions from your hand and put as many +1 power"
    " counters on it.",
)


@cull_the_weak.on_play
def cull(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions", aimed(me, minions(me, of=me.you)))
    least = 0 if me.aim is None else 1
    weak = _minions_in_hand(me)
    chosen = yield from choose_some(me, "minions to discard", weak, least=least, hidden=bool(hand(me)))
    discarded = (yield from discard_from_hand(me, chosen)) if chosen else []
    if minion is not None and discarded:
        yield from place_counters(me, minion, len(discarded))


dinner_date = vampires.action(
    "Dinner Date",
    copies=2,
    raises_power=_own,
    text="[on-play] Put a +1 power counter on one of your minions. Destroy a minion of power 2 or less at its base.",
)


@dinner_date.on_play
def dine(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions for a counter", aimed(me, minions(me, of=me.you)))
    if minion is not None:
        grown = yield from place_counters(me, minion)
        site = (grown or minion).site
        prey = yield from choose(me, "a minion there to destroy", _of_power_at_most(me, 2, at=site))
        if prey is not None:
            yield from destroy(me, prey)


mad_monster_party = vampires.action(
    "Mad Monster Party",
    copies=1,
    raises_power=lambda me, minion: minion.controller == me.you and not minion.counters,
    text="[on-play] Put a +1 power counter on each of your minions that has none.",
)


@mad_monster_party.on_play
def mingle(me: Me) -> Steps[None]:
    yield from place_counter_on_each(me, [minion for minion in minions(me, of=me.you) if not minion.counters])


opportunist = vampires.action(
    "Opportunist",
    kind="on-minion",
    copies=1,
    raises_later=True,
    text="Play on a minion. [ongoing] After a minion of another player is destroyed, put a +1 power counter on the"
    " minion this is on.",
)


@opportunist.after(Destroyed, when=foreign_minion_destroyed, regardless=("event",))
def seize_the_chance(me: Me, destroyed: Destroyed) -> Steps[None]:
    if me.card.host and still_in_play(me.card, destroyed):
        yield from place_counters(me, me.host)


summon_wolves = vampires.action(
    "Summon Wolves",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] At the start of your turn, put a +1 power counter on this action."
    " [ongoing] While you have a minion here, you have 1 more power here for each counter on this action.",
)


@summon_wolves.start_of_turn(regardless=("holder", "stasis"))
def call(me: Me) -> Steps[None]:
    yield from place_counters(me, me.card)


@summon_wolves.power_of_player
def pack_at_heel(me: Instance, seat: int, site: int) -> int:
    return me.card.counters if seat == me.you and site == me.base and minions(me, at=site, of=seat) else 0


# --- the titan

ancient_lord = vampires.titan(
    "Ancient Lord",
    text="[special] When you would put one or more +1 power counters on your minions, if this titan is not in play, you may put"
    " one of them on this titan instead. Then, if it has three or more, you may remove all of them to play it. [ongoing] After"
    " you put a +1 power counter on one of your minions here that had none, put another one on it. [talent] Put a +1 power"
    " counter on one of your minions that has one.",
)

_TITHE = "vampires/ancient-lord#take-the-tithe"


def _one_to_take(me: Instance, effect: Effect) -> bool:
    """Return whether you would put counters on one of your minions, and no other counter of this moment went to the
    titan.
    """
    minion = me.game.card(effect.card)
    placing = effect.amount > 0 and effect.seat == me.you and minion.zone == "minions" and yours(me, minion)
    return placing and not any(other.replaced_by(me) for other in me.game.coming)


@ancient_lord.instead("counters", label="special", may=True, zone="beside", when=_one_to_take)
def take_the_tithe(me: Me, effect: Effect) -> Effect:
    count_beside(me)
    return effect.becomes("counters", amount=effect.amount - 1)


def _risen(me: Instance) -> bool:
    """Return whether the titan has just got its third counter or a further one, and you have not been asked yet."""
    if me.card.counters < 3 or not can_play_titan(me):
        return False
    used = this_turn(me, AbilityUsed, lambda entry: entry.holder == me.card.number)
    return bool(used) and used[-1].ability == _TITHE


@ancient_lord.as_soon_as(_risen, zone="beside", label="special")
def rise_from_the_crypt(me: Me) -> Steps[None]:
    if (yield from may(me, "remove the counters to play Ancient Lord")):
        count_beside(me, -me.card.counters)
        yield from play_titan(me)


def _first_counter_here(me: Instance, changed: CountersChanged) -> bool:
    minion = me.game.card(changed.card)  # the counters are not on it yet
    own_here = minion.zone == "minions" and minion.site == me.base and yours(me, minion)
    return own_here and changed.amount > 0 and changed.seat == me.you and not minion.counters


@ancient_lord.after(
    CountersChanged,
    when=_first_counter_here,
    still=lambda me, changed: still_in_play(me.game.card(changed.card), changed),
    regardless=("event",),
)
def share_the_blood(me: Me, changed: CountersChanged) -> Steps[None]:
    yield from place_counters(me, me.game.card(changed.card))


def _blooded(me: Me) -> list[Card]:
    return [minion for minion in minions(me, of=me.you) if minion.counters]


@ancient_lord.talent(has_effect=lambda me: bool(_blooded(me)))
def favor(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions that has a counter", _blooded(me))
    if minion is not None:
        yield from place_counters(me, minion)
