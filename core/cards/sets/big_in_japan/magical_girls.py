"""Magical Girls: a team whose talents grow with the number of minions at a base."""

from __future__ import annotations

from core.cards.language import *

girls = Faction(
    "Magical Girls", set="big-in-japan", style="A team at one base, whose talents grow with every minion there"
)

# The number of minions is counted once, when the talent is used, and what the talent does then does not change any more.


def _team(me: Me | Instance) -> int:
    """Return how many minions you have here."""
    return len(minions(me, at=me.base, of=me.you))


def _named(me: Me | Instance, name: str, card: Card) -> bool:
    return me.game.fact(card).name == name


def _discarded_minions(me: Me | Instance, seat: int | None = None) -> list[Card]:
    return [card for card in discard_pile(me, seat) if me.game.fact(card).is_minion]


# --- minions

lunar_captain = girls.minion(
    "Lunar Captain",
    power=5,
    copies=1,
    text="[talent] Put a minion from your discard pile into your hand whose power is at most the number of your minions here.",
)


def _fallen(me: Me | Instance) -> list[Card]:
    return [card for card in _discarded_minions(me) if printed_power(me.game, card) <= _team(me)]


@lunar_captain.talent(has_effect=lambda me: bool(_fallen(me)))
def call_back(me: Me) -> Steps[None]:
    card = yield from choose(me, "a minion to take into your hand", _fallen(me))
    if card is not None:
        yield from take(me, card)


sakura_warrior = girls.minion(
    "Sakura Warrior",
    power=4,
    copies=1,
    text="[talent] A minion here has -1 power for each of your minions here, until the start of your next turn.",
)


@sakura_warrior.talent()
def storm_of_petals(me: Me) -> Steps[None]:
    weaker = _team(me)
    minion = yield from choose(me, "a minion here that loses power", minions(me, at=me.base))
    if minion is not None:
        yield from boost(me, minion, -weaker, until="next-turn")


technomagical_lass = girls.minion(
    "Technomagical Lass",
    power=4,
    copies=1,
    text="[talent] Destroy a minion here that you do not control and whose power is at most the number of your minions here.",
)


def _beaten(me: Me | Instance) -> list[Card]:
    return [minion for minion in foreign_minions(me, at=me.base) if power(me.game, minion) <= _team(me)]


@technomagical_lass.talent(has_effect=lambda me: bool(_beaten(me)))
def delete(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion here to destroy", _beaten(me))
    if minion is not None:
        yield from destroy(me, minion)


bewitching_gal = girls.minion(
    "Bewitching Gal",
    power=3,
    copies=1,
    text="[talent] This base's breakpoint is 1 lower for each of your minions here, until the end of the turn.",
)


@bewitching_gal.talent()
def bewitch(me: Me) -> None:
    change_breakpoint(me, me.base, -_team(me))


fancy_suit_lad = girls.minion(
    "Fancy Suit Lad",
    power=3,
    copies=1,
    text="[ongoing] Other players' cards can't affect your other minions here.",
)


@fancy_suit_lad.shields
def throw_a_rose(me: Instance, card: Card, effect: Effect) -> bool:
    own_here = card.zone == "minions" and card.site == me.base and yours(me, card) and card is not me.card
    return own_here and of_other_players(me, effect)


power_maid = girls.minion(
    "Power Maid",
    power=3,
    copies=1,
    text="[talent] Move a minion, whose power is at most the number of your minions here, from here to another base or from"
    " another base to here.",
)


def _carried(me: Me | Instance) -> list[Card]:
    weak = [minion for minion in minions(me) if power(me.game, minion) <= _team(me)]
    return weak if len(me.table.sites) > 1 else []


@power_maid.talent(has_effect=lambda me: bool(_carried(me)))
def lend_strength(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion to move to or from here", _carried(me))
    if minion is None:
        return
    site = me.base
    if minion.site == me.base:
        site = yield from choose_base(me, "the base to move it to", other_bases(me, me.base))
    yield from move(me, minion, site)


def _fetch(me: Me, name: str) -> Steps[None]:
    """Put a card of that name from your deck or discard pile into your hand."""
    yield from fetch(me, f"{name} to take into your hand", lambda card: _named(me, name, card))


black_magicat = girls.minion(
    "Black Magicat",
    power=1,
    copies=1,
    text="[on-play] Search your deck and/or your discard pile for Lunar Captain and put her into your hand.",
)


@black_magicat.on_play
def find_the_captain(me: Me) -> Steps[None]:
    yield from _fetch(me, "Lunar Captain")


white_magicat = girls.minion(
    "White Magicat",
    power=1,
    copies=1,
    text="[on-play] Search your deck and/or your discard pile for Power Maid and put her into your hand.",
)


@white_magicat.on_play
def find_the_maid(me: Me) -> Steps[None]:
    yield from _fetch(me, "Power Maid")


rainbow_girl = girls.minion(
    "Rainbow Girl",
    power=2,
    copies=2,
    text="[on-play] Your other minions here have +1 power until the end of the turn.",
)


@rainbow_girl.on_play
def shine(me: Me) -> Steps[None]:
    yield from boost_each(me, minions(me, at=me.base, of=me.you, but=me.card), 1)


# --- actions on minions

celestial_teleport = girls.action(
    "Celestial Teleport",
    kind="on-minion",
    copies=2,
    where=yours,
    text="Play on one of your minions. [talent] Move that minion to another base.",
)


@celestial_teleport.talent(has_effect=lambda me: len(me.table.sites) > 1)
def teleport(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "the base to move it to", other_bases(me, me.host.site))
    if site:
        yield from move(me, me.host, site)


magical_staff = girls.action(
    "Magical Staff",
    kind="on-minion",
    copies=1,
    where=yours,
    raises_power=True,
    text="Play on one of your minions. [ongoing] That minion has +1 power. [ongoing] If that minion would go to the discard"
    " pile, put it on top of your deck instead.",
)


@magical_staff.power_of_host
def sparkle(me: Instance) -> int:
    return 1


@magical_staff.instead("destroy", "discard", when=host_placeable)
def transform_back(me: Me, effect: Effect) -> Effect:
    # The top of its owner's deck (term.owner-zone).
    return effect.becomes("place", to=-1, end="top").done_by(me)


# --- standard actions

coordination = girls.action(
    "Coordination",
    copies=2,
    text="[on-play] Play an extra minion, or play Walking Castle.",
)

_MINION, _CASTLE = "play an extra minion", "play Walking Castle"


@coordination.on_play
def work_together(me: Me) -> Steps[None]:
    # A card that lets a titan be played needs none of the conditions of the titan's own Special (titan.playing).
    castles = [
        titan for titan in titans_beside(me) if _named(me, "Walking Castle", titan) and can_play_titan(me, titan)
    ]
    mode = (yield from choose_mode(me, "what to do", (_MINION, _CASTLE))) if castles else _MINION
    if mode == _CASTLE:
        yield from play_titan(me, castles[0])
    else:
        yield from extra_play(me, "minion")


def _outnumbered(me: Me | Instance, minion: Card) -> bool:
    """Return whether a minion that you do not control is no stronger than the number of your minions at its base."""
    return not yours(me, minion) and power(me.game, minion) <= len(minions(me, at=minion.site, of=me.you))


coronet_attack = girls.action(
    "Coronet Attack",
    copies=1,
    affects=_outnumbered,
    text="[on-play] Destroy a minion that you do not control and whose power is at most the number of your minions at its"
    " base.",
)


@coronet_attack.on_play
def throw_the_coronet(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion to destroy", [card for card in minions(me) if _outnumbered(me, card)])
    if minion is not None:
        yield from destroy(me, minion)


kiss_the_sky_spell = girls.action(
    "Kiss the Sky Spell",
    copies=1,
    text="[on-play] Put a minion from your discard pile into your hand. You may play an extra action.",
)


@kiss_the_sky_spell.on_play
def reach_for_the_sky(me: Me) -> Steps[None]:
    card = yield from choose(me, "a minion to take into your hand", _discarded_minions(me))
    if card is not None:
        yield from take(me, card)
    yield from extra_play(me, "action")


lunar_healing_love_spell = girls.action(
    "Lunar Healing Love Spell",
    copies=1,
    text="[on-play] In each player's discard pile choose a minion, and put it into its owner's hand.",
)


@lunar_healing_love_spell.on_play
def heal(me: Me) -> Steps[None]:
    chosen = []
    for seat in me.game.clockwise(me.you):
        about = "a minion in a discard pile to put into its owner's hand"
        card = yield from choose(me, about, _discarded_minions(me, seat))
        chosen += [card] if card is not None else []
    for card in chosen:
        yield from take(me, card, to=card.owner)


def _actions_on(me: Me | Instance, card: Card) -> list[Card]:
    """Return the actions on a card or, if it is a base, on the base itself."""
    if me.game.fact(card).is_base:
        return actions_in_play(me, at=card.site, on_minions=False)
    return [me.table.cards[number] for number in card.attached]


purge_the_demon = girls.action(
    "Purge the Demon",
    copies=1,
    affects=lambda me, minion: minion.counters > 0,
    text="[on-play] Choose a card or base. Destroy an action on it, or remove all counters from it.",
)

_ACTION, _COUNTERS = "destroy an action on it", "remove all its counters"


@purge_the_demon.on_play
def cleanse(me: Me) -> Steps[None]:
    bases = [me.table.cards[site.base] for site in me.table.sites.values()]
    haunted = [card for card in cards_at(me) + bases if card.counters or _actions_on(me, card)]
    card = yield from choose(me, "a card with actions or counters on it", haunted)
    if card is None:
        return
    actions = _actions_on(me, card)
    if me.aim is not None and card.counters:
        actions = []  # the play demands that it affects a minion
    parts = {_ACTION: bool(actions), _COUNTERS: bool(card.counters)}
    for part in (yield from choose_parts(me, "what to do", parts)):
        if part == _COUNTERS:
            yield from remove_counters(me, card, card.counters)
            continue
        action = yield from choose(me, "an action on it to destroy", _actions_on(me, card), affects=False)
        if action is not None:
            yield from destroy(me, action)


silver_shard = girls.action(
    "Silver Shard",
    copies=1,
    text="[on-play] All players shuffle all minions from their discard piles into their decks.",
)


@silver_shard.on_play
def begin_anew(me: Me) -> Steps[None]:
    fallen = [card for seat in me.game.clockwise(me.you) for card in _discarded_minions(me, seat)]
    if fallen:
        yield from shuffle_into_deck(me, *fallen)


# --- the titan

walking_castle = girls.titan(
    "Walking Castle",
    text="[special] Instead of your regular minion play, you may play this titan at a base where you have two or more minions."
    " [ongoing] Other players' abilities can't destroy your minions here. [talent] Move this titan and up to three of"
    " your minions here to another base.",
)


def _where_two_stand(me: Me | Instance) -> list[int]:
    return [site for site in me.table.sites if len(minions(me, at=site, of=me.you)) >= 2]


@walking_castle.on_your_turn(
    zone="beside", when=lambda me: can_play_titan(me, only=_where_two_stand(me), instead_of=("minion",))
)
def walk_up(me: Me) -> Steps[None]:
    yield from play_titan(me, only=_where_two_stand(me), instead_of=("minion",))


@walking_castle.forbids("destroy")
def take_shelter(me: Instance, effect: Effect) -> bool:
    return own_minion_here(me, effect) and of_other_players(me, effect)


@walking_castle.talent(has_effect=lambda me: len(me.table.sites) > 1)
def walk_on(me: Me) -> Steps[None]:
    own = minions(me, at=me.base, of=me.you)
    aboard = yield from choose_some(me, "up to three of your minions here to take along", own, most=3)
    site = yield from choose_base(me, "the base to move to", other_bases(me, me.base))
    if site:
        yield from move_all(me, [me.card, *aboard], site)
