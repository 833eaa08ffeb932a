"""Slashers: five killers of power 5, each with a favorite tool."""

from __future__ import annotations

from core.cards.language import *

slashers = Faction(
    "Slashers",
    set="slashers",
    style="Five killers and their tools, which grow with every minion destroyed",
)

SLASHER: Tag = "slasher"
"""The kind that the faction's minions have in common."""

# "The discard pile" of the card's player is meant where a text names no owner.


def _weak(me: Me | Instance, at: int, limit: int = 3) -> list[Card]:
    return [minion for minion in minions(me, at=at) if power(me.game, minion) <= limit]


def _slashers(me: Me | Instance, at: int) -> list[Card]:
    return [minion for minion in minions(me, at=at) if is_a(me, minion, SLASHER)]


def _for_minions(me: Me, card: Card) -> bool:
    return me.game.fact(card).kind == "on-minion"


def _fetch(me: Me, tool: str) -> Steps[None]:
    """You may draw a slasher's favorite tool."""
    yield from draw_from(me, tool, lambda card: me.game.fact(card).name == tool, "deck", "discard", optional=True)


def _minions_destroyed(me: Instance, destroyed: Destroyed) -> bool:
    """ "After one or more minions are destroyed": those that are destroyed at the same time count once."""
    return minion_destroyed(me, destroyed) and first_of_its_moment(me, destroyed)


def _on_a_minion(me: Instance, event: Event) -> bool:
    """Return whether this action is still on a minion, so that there is a "this minion" to do something for."""
    return me.card.zone == "attached"


# --- minions

jonas = slashers.minion(
    "Jonas",
    power=5,
    copies=1,
    tags=(SLASHER,),
    text="[on-play] You may draw Machete from your deck or discard pile. [ongoing] Once per turn, after this minion moves,"
    " you may destroy a minion of power 3 or less there to give this minion +2 power until the end of the turn.",
)


@jonas.on_play
def reach_for_the_machete(me: Me) -> Steps[None]:
    yield from _fetch(me, "Machete")


def _prey_there(me: Instance, moved: Moved) -> bool:
    return unused_this_turn(me) and bool(_weak(me, moved.site))


@jonas.after(Moved, may=True, when=itself, still=_prey_there)
def unstoppable(me: Me, moved: Moved) -> Steps[None]:
    minion = yield from choose(me, "a minion there to destroy", _weak(me, moved.site))
    if minion is not None and (yield from destroy(me, minion)):
        yield from boost(me, me.card, 2)


frederick = slashers.minion(
    "Frederick",
    power=5,
    copies=1,
    tags=(SLASHER,),
    text="[on-play] You may draw Clawed Glove from your deck or discard pile. [talent] Until the start of your next turn,"
    " other players' minions here have -1 power. You may destroy a minion of power 1 or less here.",
)


_BOUND = "this base"


@frederick.on_play
def slip_on_the_glove(me: Me) -> Steps[None]:
    yield from _fetch(me, "Clawed Glove")


@frederick.talent()
def haunt_their_dreams(me: Me) -> Steps[None]:
    base = me.game.card(me.table.sites[me.base].base)
    lasting(me, "slashers/frederick#restless-sleep", until="next-turn", cards=[base], site=me.base, arguments=[_BOUND])
    minion = yield from choose(me, "a minion here to destroy, or none", _weak(me, me.base, 1), optional=True)
    if minion is not None:
        yield from destroy(me, minion)


@frederick.lasting("power")
def restless_sleep(me: Instance, minion: Card) -> int:
    """Also affects minions that come later, and no longer those that leave, wherever he is then (term.expiry)."""
    # The base keeps its site if another takes its place, so the effect is bound to the base itself. In games recorded
    # before rules 5 it is not, and lasts as it did then.
    effect = me.lasting
    if effect is None or (_BOUND in effect.arguments and not effect.cards):
        return 0
    return -1 if minion.site == me.base and minion.controller != me.you else 0


mickey = slashers.minion(
    "Mickey",
    power=5,
    copies=1,
    tags=(SLASHER,),
    text="[on-play] You may draw Austin Kirk Mask from your deck or discard pile. [special] Before this base scores, you"
    " may destroy a minion of printed power 3 or less here.",
)


@mickey.on_play
def put_on_the_mask(me: Me) -> Steps[None]:
    yield from _fetch(me, "Austin Kirk Mask")


def _small_here(me: Me | Instance) -> list[Card]:
    return [minion for minion in minions(me, at=me.base) if printed_power(me.game, minion) <= 3]


@mickey.before_scores(may=True, when=lambda me: bool(_small_here(me)))
def home_for_the_holidays(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion here to destroy", _small_here(me))
    if minion is not None:
        yield from destroy(me, minion)


tackhead = slashers.minion(
    "Tackhead",
    power=5,
    copies=1,
    tags=(SLASHER,),
    text="[on-play] You may draw Puzzle Box from your deck or discard pile. [talent] Transfer one of your actions on a"
    " minion to another minion, or destroy a minion with a Puzzle Box on it.",
)

_TRANSFER, _TEAR = "transfer one of your actions to another minion", "destroy a minion with a Puzzle Box on it"


@tackhead.on_play
def call_for_the_box(me: Me) -> Steps[None]:
    yield from _fetch(me, "Puzzle Box")


def _transferable(me: Me) -> list[Card]:
    """Your actions on minions, if there is another minion to receive one."""
    own = [action for action in actions_in_play(me, on_bases=False) if yours(me, action)]
    on_minions = [action for action in own if me.table.cards[action.host].zone == "minions"]
    return on_minions if len(minions(me)) > 1 else []


def _boxed_in(me: Me) -> list[Card]:
    return [
        minion
        for minion in minions(me)
        if any(me.game.facts[number].name == "Puzzle Box" for number in minion.attached)
    ]


@tackhead.talent(has_effect=lambda me: bool(_transferable(me) or _boxed_in(me)))
def such_sights(me: Me) -> Steps[None]:
    parts = {_TRANSFER: bool(_transferable(me)), _TEAR: bool(_boxed_in(me))}
    for part in (yield from choose_parts(me, "what to do", parts)):
        if part == _TEAR:
            minion = yield from choose(me, "a minion with a Puzzle Box on it to destroy", _boxed_in(me))
            if minion is not None:
                yield from destroy(me, minion)
            continue
        action = yield from choose(me, "one of your actions to transfer", _transferable(me))
        if action is not None:
            # The words on where it is played do not matter: it is not played (term.transfer).
            others = [minion for minion in minions(me) if minion.number != action.host]
            host = yield from choose(me, f"the minion that gets {me.game.fact(action).name}", others)
            yield from transfer(me, action, host=host)


cederface = slashers.minion(
    "Cederface",
    power=5,
    copies=1,
    tags=(SLASHER,),
    text="[on-play] You may draw Chainsaw from your deck or discard pile. [ongoing] Once per turn, after you put a +1 power"
    " counter on this minion, you may destroy a minion of power 3 or less here.",
)


@cederface.on_play
def start_the_chainsaw(me: Me) -> Steps[None]:
    yield from _fetch(me, "Chainsaw")


def _strengthened_by_you(me: Instance, changed: CountersChanged) -> bool:
    return itself(me, changed) and changed.amount > 0 and changed.seat == me.you


def _prey_here(me: Instance, changed: CountersChanged) -> bool:
    return unused_this_turn(me) and bool(_weak(me, me.base))


@cederface.after(CountersChanged, may=True, when=_strengthened_by_you, still=_prey_here, regardless=("event",))
def family_dinner(me: Me, changed: CountersChanged) -> Steps[None]:
    minion = yield from choose(me, "a minion here to destroy", _weak(me, me.base))
    if minion is not None:
        yield from destroy(me, minion)


# --- standard actions


def _victims(me: Me) -> list[Card]:
    """Minions of printed power 3 or less where you have a minion."""
    return [
        minion
        for site in me.table.sites
        if minions(me, at=site, of=me.you)
        for minion in minions(me, at=site)
        if printed_power(me.game, minion) <= 3
    ]


def _spurs_on(me: Me, minion: Card) -> bool:
    """Return whether Brutal Attack can raise a minion: a Slasher where another minion can be attacked."""
    return is_a(me, minion, SLASHER) and any(
        victim.site == minion.site and victim is not minion for victim in _victims(me)
    )


brutal_attack = slashers.action(
    "Brutal Attack",
    copies=1,
    raises_power=_spurs_on,
    text="[on-play] Destroy a minion of printed power 3 or less at a base where you have a minion. Then you may give a"
    " Slasher there +3 power until the end of the turn.",
)


@brutal_attack.on_play
def strike(me: Me) -> Steps[None]:
    victims = [
        victim
        for victim in _victims(me)
        if me.aim is None or any(card is not victim and me.aim(card) for card in minions(me, at=victim.site))
    ]
    victim = yield from choose(me, "a minion to destroy", victims)
    if victim is None:
        return
    site, allowed = victim.site, aimed(me, minions(me, at=victim.site))
    yield from destroy(me, victim)
    killers = [killer for killer in _slashers(me, site) if me.aim is None or killer in allowed]
    about = "a Slasher there that gets +3 power" + (", or none" if me.aim is None else "")
    killer = yield from choose(me, about, killers, optional=me.aim is None)
    if killer is not None:
        yield from boost(me, killer, 3)


ch_ch_ch_ha_ha_ha = slashers.action(
    "Ch-Ch-Ch Ha-Ha-Ha",
    copies=1,
    affects=lambda me, minion: yours(me, minion) and len(me.table.sites) > 1,
    text="[on-play] Move one of your minions to another base. You may put this card on top of your deck instead of the"
    " discard pile, or play an extra action.",
)

_ON_TOP, _EXTRA = "put this card on top of your deck", "play an extra action"


@ch_ch_ch_ha_ha_ha.on_play
def lurk(me: Me) -> Steps[None]:
    own = minions(me, of=me.you) if len(me.table.sites) > 1 else []
    minion = yield from choose(me, "one of your minions to move", own)
    if minion is not None:
        site = yield from choose_base(me, "the base to move it to", other_bases(me, minion.site))
        yield from move(me, minion, site)
    parts = {_ON_TOP: True, _EXTRA: True}
    for part in (yield from choose_parts(me, "what to do then, or neither", parts, optional=True)):
        if part == _ON_TOP:
            goes_instead(me, me.card, "deck")
        else:
            yield from extra_play(me, "action")


he_was_a_good_boy = slashers.action(
    "He Was A Good Boy!",
    copies=1,
    text="[on-play] Put a minion from your discard pile into your hand. Play an extra action.",
)


@he_was_a_good_boy.on_play
def mothers_love(me: Me) -> Steps[None]:
    dead = [card for card in discard_pile(me) if me.game.fact(card).is_minion]
    minion = yield from choose(me, "a minion to take into your hand", dead)
    if minion is not None:
        yield from take(me, minion)
    yield from extra_play(me, "action")


hide_in_the_laundry = slashers.action(
    "Hide in the Laundry",
    kind="on-minion",
    copies=1,
    where=lambda me, minion: not yours(me, minion),
    text="Play on another player's minion. [on-play] Play an extra action. [ongoing] After a Slasher is played or moved"
    " here, you may destroy that minion, unless its controller discards a card and moves it to a base without a Slasher.",
)


@hide_in_the_laundry.on_play
def duck_in(me: Me) -> Steps[None]:
    yield from extra_play(me, "action")


def _slasher_arrives(me: Instance, event: CardPlayed | Moved) -> bool:
    """Return whether the card that comes is a Slasher."""
    card = me.table.cards[event.card]
    comes = event.to == "minions" if isinstance(event, CardPlayed) else card.zone == "minions"
    return comes and is_a(me, card, SLASHER)


@hide_in_the_laundry.after(CardPlayed, Moved, here=True, may=True, when=_slasher_arrives, still=_on_a_minion)
def found_you(me: Me, event: CardPlayed | Moved) -> Steps[None]:
    minion = me.host
    if not (yield from _gets_away(me, minion)):
        yield from destroy(me, minion)


def _gets_away(me: Me, minion: Card) -> Steps[bool]:
    """Let the minion's controller discard a card and move it. Returns whether it got away."""
    seat = minion.controller
    safe = [site for site in other_bases(me, minion.site) if not _slashers(me, site) and can_move(me, minion, site)]
    if not safe or not hand(me, seat):
        return False
    name = me.game.fact(minion).name
    if not (yield from may(me, f"discard a card and move {name}, so that it is not destroyed", seat=seat)):
        return False
    card = yield from choose(me, "a card to discard", hand(me, seat), seat=seat, hidden=True)
    if card is None or not (yield from discard_from_hand(me, [card], seat=seat)):
        return False
    site = yield from choose_base(me, "the base to move it to", safe, seat=seat)
    return (yield from move(me, minion, site, seat=seat)) is not None


improvised_weapon = slashers.action(
    "Improvised Weapon",
    copies=1,
    text="[on-play] Draw an action that plays on a minion from your deck. You may play it as an extra action; destroy it at"
    " the end of the turn.",
)


@improvised_weapon.on_play
def grab_something(me: Me) -> Steps[None]:
    found = yield from draw_from(me, "an action that plays on a minion", lambda card: _for_minions(me, card), "deck")
    if found is not None:
        played = yield from extra_play(
            me, "action", among=[found], may=True, then="slashers/improvised-weapon#brandished"
        )
        if played is not None:
            _breaks_soon(me, played)


@improvised_weapon.lasting(CardPlayed, when=with_that_play)
def brandished(me: Me, played: CardPlayed) -> None:
    _breaks_soon(me, played)


def _breaks_soon(me: Me, played: CardPlayed) -> None:
    card = me.game.card(played.card)
    if in_play(card) and card.since == played.position:
        lasting(me, "slashers/improvised-weapon#breaks", cards=[card])


@improvised_weapon.lasting(END_OF_TURN, who=lambda me, event: (me.you,), regardless=("holder",))
def breaks(me: Me) -> Steps[None]:
    if me.lasting is not None:
        yield from destroy(me, *(me.game.card(number) for number in me.lasting.cards))


oh_noooooo = slashers.action(
    "Oh Noooooo!",
    copies=1,
    raises_power=yours,
    text="[on-play] One of your minions has +3 power until the end of the turn. [special] After you destroy another"
    " player's minion, you may play this as an extra action, to do the same.",
)


@oh_noooooo.on_play
def scream(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions that gets +3 power", aimed(me, minions(me, of=me.you)))
    if minion is not None:
        yield from boost(me, minion, 3)


def _killer_of_anothers(me: Instance, destroyed: Destroyed) -> set[int]:
    """Return the player who destroyed a minion of another player."""
    anothers = destroyed.source == "minions" and destroyed.controller != destroyed.seat
    return {destroyed.seat} if anothers and destroyed.seat >= 0 else set()


@oh_noooooo.played_after(Destroyed, who=_killer_of_anothers)
def witness_the_horror(me: Me) -> Steps[None]:
    yield from scream(me)


origin_story = slashers.action(
    "Origin Story",
    copies=2,
    text="[on-play] Draw a minion off the top of your deck, but only a Slasher if you have no Slasher in play. Play an"
    " extra action.",
)


@origin_story.on_play
def once_upon_a_time(me: Me) -> Steps[None]:
    any_minion = any(is_a(me, minion, SLASHER) for minion in minions_in_play(me, of=me.you))
    draw_off_the_top(me, lambda card: me.game.fact(card).is_minion and (any_minion or is_a(me, card, SLASHER)))
    yield from extra_play(me, "action")


the_end = slashers.action(
    "The End?",
    copies=2,
    text="[on-play] Draw an action that plays on a minion from your discard pile. You may play it as an extra action.",
)


@the_end.on_play
def one_last_scare(me: Me) -> Steps[None]:
    found = yield from draw_from(me, "an action that plays on a minion", lambda card: _for_minions(me, card), "discard")
    if found is not None:
        yield from extra_play(me, "action", among=[found], may=True)


# --- tools

austin_kirk_mask = slashers.action(
    "Austin Kirk Mask",
    kind="on-minion",
    copies=1,
    where=yours,
    text="Play on one of your minions. [ongoing] After one or more minions here are destroyed, that minion gets as much"
    " power as one of them had, until the end of the turn.",
)


@austin_kirk_mask.after(Destroyed, here=True, when=_minions_destroyed, still=_on_a_minion)
def blank_stare(me: Me, destroyed: Destroyed) -> Steps[None]:
    fallen = {
        event.card: event.power
        for event in of_one_moment(me, destroyed)
        if event.source == "minions" and event.site == destroyed.site
    }
    dead = yield from choose(
        me, "the destroyed minion whose power it gets", [me.game.card(number) for number in fallen]
    )
    if dead is not None and fallen[dead.number]:
        yield from boost(me, me.host, fallen[dead.number])


chainsaw = slashers.action(
    "Chainsaw",
    kind="on-minion",
    copies=1,
    where=yours,
    text="Play on one of your minions. [ongoing] At the start of your turn, put a +1 power counter on that minion."
    " [ongoing] After a minion is destroyed, you may move this minion to that minion's base, or from there to another"
    " base.",
)


@chainsaw.start_of_turn(regardless=("stasis",))
def rev_up(me: Me) -> Steps[None]:
    yield from place_counters(me, me.host)


def _can_give_chase(me: Instance, destroyed: Destroyed) -> bool:
    if me.card.zone != "attached":
        return False
    return len(me.table.sites) > 1 if me.base == destroyed.site else destroyed.site in me.table.sites


@chainsaw.after(Destroyed, may=True, when=minion_destroyed, still=_can_give_chase)
def give_chase(me: Me, destroyed: Destroyed) -> Steps[None]:
    site = destroyed.site
    if me.base == site:
        site = yield from choose_base(me, "the base to move it to", other_bases(me, site))
    yield from move(me, me.host, site)


clawed_glove = slashers.action(
    "Clawed Glove",
    kind="on-minion",
    copies=1,
    where=yours,
    text="Play on one of your minions. [talent] Give a minion here -1 power until the start of your next turn. [ongoing]"
    " After one or more minions here are destroyed, put a +1 power counter on this minion.",
)


@clawed_glove.talent()
def scratch(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion here that gets -1 power", minions(me, at=me.base))
    if minion is not None:
        yield from boost(me, minion, -1, until="next-turn")


@clawed_glove.after(Destroyed, here=True, when=_minions_destroyed, still=_on_a_minion, regardless=("event",))
def feed_on_fear(me: Me, destroyed: Destroyed) -> Steps[None]:
    yield from place_counters(me, me.host)


machete = slashers.action(
    "Machete",
    kind="on-minion",
    copies=1,
    where=yours,
    text="Play on one of your minions. [talent] Move that minion to another base where another player has a minion."
    " [ongoing] After one or more minions here are destroyed, your minions here have +1 power until the end of the turn."
    " [ongoing] At the end of a turn in which this minion destroyed a minion, return this card to your hand.",
)


def _hunting_grounds(me: Me) -> list[int]:
    return [site for site in other_bases(me, me.base) if foreign_minions(me, at=site)]


@machete.talent(has_effect=lambda me: bool(_hunting_grounds(me)))
def stalk(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "the base to move it to", _hunting_grounds(me))
    if site:
        yield from move(me, me.host, site)


@machete.after(Destroyed, here=True, when=_minions_destroyed, regardless=("event",))
def bloodlust(me: Me, destroyed: Destroyed) -> Steps[None]:
    yield from boost_each(me, minions(me, at=destroyed.site, of=me.you), 1)


def _host_has_killed(me: Instance) -> bool:
    """Return whether an ability of the minion this is on has destroyed a minion this turn, one that it has from another
    card included.
    """
    host, log = me.host, me.game.log

    def by_host(destroyed: Destroyed) -> bool:
        cause = log[destroyed.cause - 1]
        used = isinstance(cause, AbilityUsed) and cause.holder == host.number
        return (
            destroyed.source == "minions" and destroyed.position > host.since and (destroyed.by == host.number or used)
        )

    return bool(this_turn(me, Destroyed, by_host))


@machete.end_of_turn(who=lambda me, event: (me.you,), provided=_host_has_killed)
def wipe_it_clean(me: Me) -> Steps[None]:
    yield from return_to_hand(me, me.card)


puzzle_box = slashers.action(
    "Puzzle Box",
    kind="on-minion",
    copies=1,
    where=yours,
    text="Play on one of your minions. [ongoing] While you do not control that minion, its abilities are canceled. [ongoing]"
    " After one or more minions are destroyed, draw a card.",
)


@puzzle_box.cancels
def open_the_box(me: Instance, card: Card) -> bool:
    return card.number == me.card.host and not yours(me, card)


@puzzle_box.after(Destroyed, when=_minions_destroyed, regardless=("event",))
def pain_and_pleasure(me: Me, destroyed: Destroyed) -> None:
    draw_cards(me)
