"""Mad Scientists: they bolt +1 power counters onto each other, and make good use of spare parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.cards.language import *

scientists = Faction(
    "Mad Scientists",
    set="monster-smash",
    style="They bolt +1 power counters onto each other, and spare parts go far",
)


def _own(me: Me, minion: Card) -> bool:
    return minion.controller == me.you


def _counter_on_own_minion(me: Me, *, but: Card | None = None) -> Steps[None]:
    minion = yield from choose(me, "one of your minions for a +1 power counter", minions(me, of=me.you, but=but))
    if minion is not None:
        yield from place_counters(me, minion)


herr_doktor = scientists.minion(
    "Herr Doktor", power=5, copies=1, text="[talent] Put a +1 power counter on another of your minions."
)


@herr_doktor.talent(has_effect=lambda me: bool(minions(me, of=me.you, but=me.card)))
def operate(me: Me) -> Steps[None]:
    yield from _counter_on_own_minion(me, but=me.card)


the_monster = scientists.minion(
    "The Monster",
    power=4,
    copies=2,
    text="[talent] Take a +1 power counter off this minion to play an extra minion.",
)


@the_monster.talent(has_effect=lambda me: me.card.counters > 0)
def rampage(me: Me) -> Steps[None]:
    if (yield from remove_counters(me, me.card)):
        yield from extra_play(me, "minion")


lab_assistant = scientists.minion(
    "Lab Assistant", power=3, copies=3, text="[on-play] Put a +1 power counter on another of your minions."
)


@lab_assistant.on_play
def assist(me: Me) -> Steps[None]:
    yield from _counter_on_own_minion(me, but=me.card)


igor = scientists.minion(
    "Igor",
    power=2,
    copies=4,
    text="[ongoing] After this minion is destroyed or discarded from play, put a +1 power counter on one of your"
    " minions.",
)


def _this_minion_left(me: Instance, left: Destroyed | Discarded) -> bool:
    return left.card == me.card.number and left.source == "minions"


@igor.after(Destroyed, when=_this_minion_left, regardless=("holder", "event"))
def last_service(me: Me, destroyed: Destroyed) -> Steps[None]:
    yield from _counter_on_own_minion(me)


@igor.after(Discarded, when=_this_minion_left, regardless=("holder", "event"))
def spare_parts(me: Me, discarded: Discarded) -> Steps[None]:
    yield from _counter_on_own_minion(me)


angry_mob = scientists.action(
    "Angry Mob",
    copies=1,
    raises_power=lambda me, minion: _own(me, minion) and any(card is not me.card for card in hand(me)),
    text="[on-play] Choose one of your minions. Put any number of cards from your hand on the bottom of your deck and"
    " as many +1 power counters on that minion.",
)


@angry_mob.on_play
def gather(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions", aimed(me, minions(me, of=me.you)))
    cards = hand(me)
    least = 0 if me.aim is None else 1
    about = "cards to put on the bottom of your deck"
    chosen = yield from choose_some(me, about, cards, least=least, hidden=bool(cards))
    placed = (yield from place_in_deck(me, *chosen, end="bottom", seen=False)) if chosen else []
    if minion is not None and placed:
        yield from place_counters(me, minion, len(placed))


def _loses_a_counter_or_dies(me: Me, minion: Card) -> bool:
    if yours(me, minion) and minion.counters:
        return True
    return power(me.game, minion) <= sum(own.counters for own in minions(me, of=me.you))


blitzed = scientists.action(
    "Blitzed",
    copies=1,
    affects=_loses_a_counter_or_dies,
    text="[on-play] Take any number of +1 power counters off your minions. Destroy a minion whose power is at most that number.",
)


@blitzed.on_play
def discharge(me: Me) -> Steps[None]:
    own = minions(me, of=me.you)
    demanded: list[Card] = []  # to be destroyed, because the play is for that
    if me.aim is not None and not any(me.aim(minion) for minion in own if minion.counters):
        demanded = aimed(me, minions(me))
    least = min((power(me.game, minion) for minion in demanded), default=0)
    removed = yield from remove_any_counters(me, own, least=least)
    weak = [minion for minion in minions(me) if power(me.game, minion) <= removed]
    minion = yield from choose(me, "a minion to destroy", [card for card in weak if card in demanded] or weak)
    if minion is not None:
        yield from destroy(me, minion)


def _another_has_power(me: Me, minion: Card) -> bool:
    others = minions(me, of=me.you, but=minion)
    return _own(me, minion) and any(power(me.game, other) for other in others)


body_shop = scientists.action(
    "Body Shop",
    copies=1,
    raises_power=_another_has_power,
    text="[on-play] Destroy one of your minions. Divide +1 power counters equal to its power among your minions.",
)


@body_shop.on_play
def dismantle(me: Me) -> Steps[None]:
    own = minions(me, of=me.you)
    raised: Card | None = None
    if me.aim is not None:
        raised = yield from choose(me, "a minion that gets a counter", aimed(me, own))
        own = [minion for minion in own if minion is not raised and power(me.game, minion)]
    minion = yield from choose(me, "one of your minions to destroy", own)
    if minion is not None:
        parts = power(me.game, minion)
        # Two sentences: the counters come even if the minion was saved (resolve.independent).
        yield from destroy(me, minion)
        own = minions(me, of=me.you)
        sure = 1 if raised in own else 0
        free = parts - sure
        shares = yield from distribute(me, "where each of the counters goes", own, least=free, most=free)
        if raised is not None and sure:
            shares[raised.number] = shares.get(raised.number, 0) + sure
        yield from share_counters(me, shares)


german_engineering = scientists.action(
    "German Engineering",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] After you play a minion here, put a +1 power counter on it.",
)


def _own_minion_played(me: Instance, played: CardPlayed) -> bool:
    return played.to == "minions" and played.seat == me.you


@german_engineering.after(CardPlayed, here=True, when=_own_minion_played)
def fit_out(me: Me, played: CardPlayed) -> Steps[None]:
    minion = minion_just_played(me, played)
    if minion is not None:
        yield from place_counters(me, minion)


grave_situation = scientists.action(
    "Grave Situation",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] Your minions here that would be destroyed go to your hand instead.",
)


@grave_situation.instead("destroy", when=own_minion_here_placeable)
def dig_up(me: Me, effect: Effect) -> Effect:
    return effect.placed_in_hand_instead(me)


its_alive = scientists.action(
    "It's Alive!",
    copies=2,
    raises_later=True,
    text="[on-play] Play an extra minion and put a +1 power counter on it.",
)


@its_alive.on_play
def throw_the_switch(me: Me) -> Steps[None]:
    played = yield from extra_play(me, "minion", then="mad-scientists/its-alive#it-lives")
    if played is not None:
        yield from _animate(me, played)


@its_alive.lasting(CardPlayed, when=with_that_play)
def it_lives(me: Me, played: CardPlayed) -> Steps[None]:
    yield from _animate(me, played)


def _animate(me: Me, played: CardPlayed) -> Steps[None]:
    minion = minion_just_played(me, played)
    if minion is not None:
        yield from place_counters(me, minion)


jolt = scientists.action(
    "Jolt", copies=1, raises_power=_own, text="[on-play] Put a +1 power counter on each of your minions."
)


@jolt.on_play
def shock(me: Me) -> Steps[None]:
    yield from place_counter_on_each(me, minions(me, of=me.you))


uberserum = scientists.action(
    "Überserum",
    kind="on-minion",
    copies=2,
    raises_later=True,
    text="Play on a minion. [ongoing] At the start of your turn, put a +1 power counter on that minion."
    " [ongoing] That minion can't be destroyed.",
)


@uberserum.start_of_turn(regardless=("holder", "stasis"))
def inject(me: Me) -> Steps[None]:
    yield from place_counters(me, me.host)


@uberserum.forbids("destroy")
def unbreakable(me: Instance, effect: Effect) -> bool:
    return effect.card == me.card.host


# --- the titan

the_bride = scientists.titan(
    "The Bride",
    text="[special] At the start of your turn, you may do two of these to different minions, in any order, to play this titan:"
    " put a minion you own from your hand or discard pile into the box; destroy one of your minions; take a +1 power counter"
    " off one of your minions. [ongoing] Once per turn, after you put a +1 power counter on your minions or take one off them,"
    " draw a card. [talent] Put a +1 power counter on one of your minions here, or take two +1 power counters in all off your"
    " minions to play an extra action.",
)

_BOX = "put a minion from your hand or discard pile into the box"
_DESTROY = "destroy one of your minions"
_UNBOLT = "take a +1 power counter off one of your minions"
_PRICE = {
    _BOX: "the minion to put into the box",
    _DESTROY: "the minion to destroy",
    _UNBOLT: "the minion that loses a counter",
}


def _material(me: Me | Instance, part: str) -> list[Card]:
    """Return the minions to which a part of the price could be done."""
    if part == _BOX:
        pool = [*hand(me), *discard_pile(me)]
        return [card for card in pool if card.owner == me.you and me.game.fact(card).is_minion]
    own = minions(me, of=me.you)
    if part == _DESTROY:
        return [minion for minion in own if possible(me.game, effect(me, "destroy", minion))]
    return [
        minion for minion in own if minion.counters and possible(me.game, effect(me, "counters", minion, amount=-1))
    ]


def _seen_material(me: Me | Instance, part: str) -> list[Card]:
    """Return the same as far as everybody knows: any card in the hand could be a minion."""
    return [*_material(me, part), *(hand(me) if part == _BOX else ())]


def _pairs(pools: Mapping[str, Sequence[Card]]) -> list[tuple[str, str]]:
    """Return the two parts of the price that can be paid with different minions."""
    return [
        (first, second)
        for first in pools
        for second in pools
        if first != second and any(card is not other for card in pools[first] for other in pools[second])
    ]


def _seen_pairs(me: Me | Instance) -> list[tuple[str, str]]:
    return _pairs({part: _seen_material(me, part) for part in _PRICE})


@the_bride.start_of_turn(
    zone="beside", label="special", may=True, when=lambda me: bool(_seen_pairs(me)) and can_play_titan(me)
)
def assemble_a_mate(me: Me) -> Steps[None]:
    seen = _seen_pairs(me)
    pairs = _pairs({part: _material(me, part) for part in _PRICE})  # the whole price or nothing
    first = yield from _choose_part(me, "what to do first", [one for one, _ in pairs], [one for one, _ in seen])
    if not first:
        return
    then, seen_then = ([other for one, other in some if one == first] for some in (pairs, seen))
    second = yield from _choose_part(me, "what to do then", then, seen_then)
    left = _material(me, second)
    used = yield from _give_up(me, first, [card for card in _material(me, first) if any(o is not card for o in left)])
    if used and (yield from _give_up(me, second, [card for card in _material(me, second) if card not in used])):
        yield from play_titan(me)


def _choose_part(me: Me, about: str, parts: Sequence[str], seen: Sequence[str]) -> Steps[str]:
    """Ask for a part that can be paid, even if only the player's hand decides which, or that there is none."""
    return (yield from choose_mode(me, about, list(dict.fromkeys(parts)), hidden=len(set(seen)) > 1))


def _give_up(me: Me, part: str, pool: list[Card]) -> Steps[list[Card]]:
    """Pay a part of the price with one of these minions. Returns the minions it was done to."""
    minion = yield from choose(me, _PRICE[part], pool, hidden=part == _BOX and bool(hand(me)))
    if minion is None:
        return []
    if part == _BOX:
        return (yield from box(me, minion))
    if part == _DESTROY:
        return (yield from destroy(me, minion))
    return [minion] if (yield from remove_counters(me, minion)) else []


def _worked_on_your_minions(me: Instance, changed: CountersChanged | CountersTransferred) -> bool:
    card = me.table.cards[changed.card]
    if changed.seat != me.you or card.controller != me.you or not me.game.facts[card.number].is_minion:
        return False
    if isinstance(changed, CountersTransferred):
        me.game.note("reading.htb-transfer-places")
        return False
    return True


@the_bride.after(
    CountersChanged,
    CountersTransferred,
    when=_worked_on_your_minions,
    still=lambda me, changed: unused_this_turn(me),
    regardless=("event",),
)
def spark(me: Me, changed: CountersChanged) -> None:
    draw_cards(me)


_STRENGTHEN, _CHARGE = "put a +1 power counter on one of your minions here", "take two counters off for an extra action"


def _charged(me: Me) -> bool:
    return sum(minion.counters for minion in minions(me, of=me.you)) >= 2


def _offers(me: Me) -> dict[str, bool]:
    return {_STRENGTHEN: bool(minions(me, at=me.base, of=me.you)), _CHARGE: _charged(me)}


@the_bride.talent(has_effect=lambda me: any(_offers(me).values()))
def galvanize(me: Me) -> Steps[None]:
    for part in (yield from choose_parts(me, "what The Bride does", _offers(me))):
        if part == _STRENGTHEN:
            here = minions(me, at=me.base, of=me.you)
            minion = yield from choose(me, "the minion that gets a +1 power counter", here)
            if minion is not None:
                yield from place_counters(me, minion)
        elif _charged(me) and (yield from remove_any_counters(me, minions(me, of=me.you), least=2, most=2)) == 2:
            yield from extra_play(me, "action")
