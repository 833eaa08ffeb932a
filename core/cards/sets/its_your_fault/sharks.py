"""Sharks: every minion that is destroyed feeds them."""

from __future__ import annotations

from core.cards.language import *

sharks = Faction("Sharks", set="its-your-fault", style="They destroy small minions and grow by every minion destroyed")


def _prey(me: Me | Instance, limit: int, *, at: int = 0) -> list[Card]:
    return [minion for minion in minions(me, at=at) if power(me.game, minion) <= limit]


def _strike(me: Me, limit: int, site: int) -> Steps[None]:
    """Destroy a minion of limited power at a base."""
    minion = yield from choose(me, "a minion there to destroy", _prey(me, limit, at=site))
    if minion is not None:
        yield from destroy(me, minion)


megalodon = sharks.minion(
    "Megalodon",
    power=5,
    copies=1,
    text="[on-play] You may destroy a minion of power 4 or less here. [special] Before this base scores, you may destroy a"
    " minion of power 3 or less here.",
)


@megalodon.on_play
def surface(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion here to destroy, or none", _prey(me, 4, at=me.base), optional=True)
    if minion is not None:
        yield from destroy(me, minion)


@megalodon.before_scores(may=True, when=lambda me: bool(_prey(me, 3, at=me.base)))
def last_bite(me: Me) -> Steps[None]:
    yield from _strike(me, 3, me.base)


great_white = sharks.minion(
    "Great White",
    power=4,
    copies=2,
    text="[talent] Move this minion to another base and destroy a minion of power 2 or less there.",
)


@great_white.talent(has_effect=lambda me: len(me.table.sites) > 1)
def hunt(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "the base to move it to", other_bases(me, me.card.site))
    if site:
        yield from move(me, me.card, site)
        yield from _strike(me, 2, site)  # also if it could not move (resolve.independent)


hammerhead = sharks.minion(
    "Hammerhead",
    power=3,
    copies=3,
    text="[ongoing] After a minion is destroyed here, put a +1 power counter on this minion.",
)


def _still_swims(me: Instance, destroyed: Destroyed) -> bool:
    return still_in_play(me.card, destroyed)


@hammerhead.after(
    Destroyed, here=True, when=minion_destroyed, still=_still_swims, regardless=("event", "holder", "player")
)
def scent_blood(me: Me, destroyed: Destroyed) -> Steps[None]:
    yield from place_counters(me, me.card)


mako = sharks.minion(
    "Mako",
    power=2,
    copies=4,
    text="[special] After you destroy a minion, you may play this minion at that minion's base as an extra minion, even if"
    " you drew it by the card that destroyed the minion.",
)


@mako.played_after(
    Destroyed,
    who=lambda me, destroyed: (destroyed.seat,) if destroyed.source == "minions" and destroyed.seat >= 0 else (),
    where=lambda me, destroyed: (destroyed.site,),
    late=True,
)
def join_the_hunt(me: Me) -> None:
    """The minion is played and does nothing more."""


def _leapers(me: Me, prey: Card) -> list[Card]:
    """Your minions at other bases than a minion's that Air Jaws could destroy."""
    own = [minion for minion in minions(me, of=me.you) if minion.site != prey.site]
    return own if power(me.game, prey) <= 3 else []


air_jaws = sharks.action(
    "Air Jaws",
    copies=1,
    affects=lambda me, minion: len(me.table.sites) > 1 and (yours(me, minion) or bool(_leapers(me, minion))),
    text="[on-play] Move one of your minions to another base, then destroy a minion of power 3 or less there.",
)


@air_jaws.on_play
def leap(me: Me) -> Steps[None]:
    own = minions(me, of=me.you) if len(me.table.sites) > 1 else []
    able = leading(me, own, lambda leaper: [leaper, *(prey for prey in _prey(me, 3) if prey.site != leaper.site)])
    minion = yield from choose(me, "one of your minions to move", able)
    if minion is not None:
        site = yield from choose_base(me, "the base to move it to", other_bases(me, minion.site))
        yield from move(me, minion, site)
        yield from _strike(me, 3, site)  # also if it could not move (resolve.independent)


blood_in_the_water = sharks.action(
    "Blood in the Water",
    kind="on-base",
    copies=2,
    text="Play on a base. [ongoing] After a minion is destroyed here, you may play a minion of power 3 or less here as an"
    " extra minion.",
)


@blood_in_the_water.after(Destroyed, here=True, may=True, grants=True, when=minion_destroyed)
def circle(me: Me, destroyed: Destroyed) -> Steps[None]:
    yield from extra_play(me, "minion", condition="power-at-most", arguments=("3",), site=destroyed.site)


chum = sharks.action(
    "Chum",
    kind="on-minion",
    copies=1,
    text="Play on a minion. [ongoing] After a minion is destroyed, wherever it was, put a +1 power counter on this minion.",
)


@chum.after(
    Destroyed,
    when=minion_destroyed,
    still=lambda me, destroyed: bool(me.card.host) and still_in_play(me.host, destroyed),
    regardless=("event",),
)
def feed(me: Me, destroyed: Destroyed) -> Steps[None]:
    yield from place_counters(me, me.host)


dangerous_waters = sharks.action(
    "Dangerous Waters",
    kind="on-base",
    copies=1,
    text="Play on a base. [talent] Choose a minion here. It has -2 power until the end of the turn.",
)


@dangerous_waters.talent(has_effect=lambda me: bool(minions(me, at=me.base)))
def drag_under(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion here that gets -2 power", minions(me, at=me.base))
    if minion is not None:
        yield from boost(me, minion, -2)


feeding_frenzy = sharks.action(
    "Feeding Frenzy",
    copies=1,
    affects=lambda me, minion: power(me.game, minion) <= 2,
    text="[on-play] Choose a base. Destroy any number of minions of power 2 or less there.",
)


@feeding_frenzy.on_play
def devour(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "the base to feed at", me.table.sites)
    if site:
        yield from destroy(me, *(yield from choose_some(me, "minions there to destroy", _prey(me, 2, at=site))))


freakin_laser_beam = sharks.action(
    "Freakin' Laser Beam",
    copies=1,
    affects=no_stronger_than_one_of_yours,
    text="[on-play] Choose one of your minions. Destroy a minion at its base whose power is not higher.",
)
# The text does not say "another": the chosen minion fits it, too, and must go if no other minion does.


@freakin_laser_beam.on_play
def fire(me: Me) -> Steps[None]:
    own = leading(me, minions(me, of=me.you), lambda bearer: no_stronger_beside(me, bearer))
    bearer = yield from choose(me, "one of your minions", own, affects=False)
    if bearer is not None:
        yield from _strike(me, power(me.game, bearer), bearer.site)


torn_apart = sharks.action(
    "Torn Apart",
    copies=1,
    affects=lambda me, minion: power(me.game, minion) <= 3,
    text="[on-play] Destroy a minion of power 3 or less and draw a card.",
)


@torn_apart.on_play
def tear(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion to destroy", _prey(me, 3))
    if minion is not None:
        yield from destroy(me, minion)
    draw_cards(me)


week_of_sharks = sharks.action(
    "Week of Sharks",
    kind="on-base",
    copies=2,
    text="Play on a base. [ongoing] At the end of your turn, if you have a minion here, draw a card. Only one Week of"
    " Sharks draws for you each turn.",
)


def _not_shown_yet(me: Instance) -> bool:
    """Return whether no Week of Sharks has acted for you this turn."""
    return not this_turn(me, AbilityUsed, lambda used: used.ability == me.ability.key and used.seat == me.you)


@week_of_sharks.end_of_turn(
    when=_not_shown_yet, provided=lambda me: bool(minions(me, at=me.base, of=me.you)), regardless=("holder",)
)
def tune_in(me: Me) -> None:
    draw_cards(me)


# --- the titan

helicoprion = sharks.titan(
    "Helicoprion",
    text="[special] While this titan is not in play, put a counter on it at the start of your turn and after any minion is"
    " destroyed. Then, if it has four or more counters, you may remove them to play it. [ongoing] Once per turn, after you"
    " destroy a minion, you may move this titan to the base where the minion was, where you then have more power, as much as"
    " the minion had, until the end of the turn; or you may put a +1 power counter on this titan instead. [talent] Shuffle a"
    " minion of power 3 or less from your discard pile into your deck; or search your deck, your discard pile or both for a"
    " Mako and put it into your hand.",
)


def _smell_blood(me: Me) -> Steps[None]:
    """Count, and let the player play the titan when there are four counters."""
    counted = count_beside(me)
    if counted >= 4 and can_play_titan(me) and (yield from may(me, "remove the counters to play Helicoprion")):
        count_beside(me, -counted)
        yield from play_titan(me)


@helicoprion.start_of_turn(zone="beside", label="special")
def circle_closer(me: Me) -> Steps[None]:
    yield from _smell_blood(me)


@helicoprion.after(Destroyed, zone="beside", label="special", when=minion_destroyed, regardless=("event",))
def taste_blood(me: Me, destroyed: Destroyed) -> Steps[None]:
    yield from _smell_blood(me)


_LUNGE, _FATTEN = "move this titan there and gain the minion's power there", "put a +1 power counter on this titan"


@helicoprion.after(
    Destroyed,
    may=True,
    when=lambda me, destroyed: minion_destroyed(me, destroyed) and destroyed.seat == me.you,
    still=lambda me, destroyed: unused_this_turn(me),
)
def frenzy(me: Me, destroyed: Destroyed) -> Steps[None]:
    there = me.table.sites.get(destroyed.site)
    if (yield from choose_mode(me, "what Helicoprion does", [_LUNGE] * bool(there) + [_FATTEN])) == _FATTEN:
        yield from place_counters(me, me.card)
    elif there is not None:
        yield from move(me, me.card, destroyed.site)
        # also if it was there already or could not move (resolve.independent)
        base, power_gained = me.game.card(there.base), str(destroyed.power)
        me.game.note("reading.helicoprion-power")
        lasting(me, "sharks/helicoprion#gorge", cards=[base], site=destroyed.site, arguments=(power_gained,))


@helicoprion.lasting("total-power")
def gorge(me: Instance, seat: int, site: int) -> int:
    # The base keeps its site if another takes its place, so the effect looks at the base itself.
    if me.lasting is None or seat != me.you or site != me.base or not me.lasting.cards:
        return 0
    return int(me.lasting.arguments[0])


_SINK, _CALL = "shuffle a minion of power 3 or less into your deck", "search for a Mako"


def _small_fry(me: Me) -> list[Card]:
    pile = (card for card in discard_pile(me) if me.game.fact(card).is_minion)
    return [card for card in pile if printed_power(me.game, card) <= 3]


def _is_mako(me: Me, card: Card) -> bool:
    return me.game.fact(card).name == "Mako"


def _talents_left(me: Me) -> dict[str, bool]:
    findable = can_search(me.game, me.you) or any(_is_mako(me, card) for card in discard_pile(me))
    return {_SINK: bool(_small_fry(me)), _CALL: findable}


@helicoprion.talent(has_effect=lambda me: any(_talents_left(me).values()))
def rule_the_deep(me: Me) -> Steps[None]:
    for part in (yield from choose_parts(me, "what Helicoprion does", _talents_left(me))):
        if part == _SINK:
            card = yield from choose(me, "a minion to shuffle into your deck", _small_fry(me))
            if card is not None:
                yield from shuffle_into_deck(me, card)
            continue
        yield from fetch(me, "a Mako to put into your hand", lambda card: _is_mako(me, card))
