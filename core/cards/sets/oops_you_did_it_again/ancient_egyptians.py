"""Ancient Egyptians: they bury cards and uncover them when nobody expects it."""

from __future__ import annotations

from core.cards.language import *

egyptians = Faction(
    "Ancient Egyptians", set="oops-you-did-it-again", style="Cards buried at bases, dug up when they are wanted"
)


def _uncover_one(me: Me, site: int = 0, *, optional: bool = False) -> Steps[bool]:
    """Uncover one of your buried cards, at that base or anywhere. Returns whether one was chosen."""
    about = "one of your buried cards to uncover" + (", or none" if optional else "")
    card = yield from choose(me, about, buried_cards(me.game, me.you, site), optional=optional)
    if card is not None:
        yield from uncover(me, card)
    return card is not None


pharaoh = egyptians.minion(
    "Pharaoh",
    power=5,
    copies=1,
    text="[ongoing] After any player uncovers another card, draw a card. [special] Before this base scores,"
    " you may uncover one of your cards buried here.",
)


# A card that can't be played has still been uncovered. He does not witness his own uncovering, only that of others.
@pharaoh.after(CardPlayed, Discarded, when=lambda me, event: uncovering(event))
def tribute(me: Me, event: CardPlayed | Discarded) -> None:
    draw_cards(me)


@pharaoh.before_scores(may=True, when=lambda me: bool(buried_cards(me.game, me.you, me.base)))
def rise(me: Me) -> Steps[None]:
    yield from _uncover_one(me, me.base)


priest_of_anubis = egyptians.minion(
    "Priest of Anubis",
    power=4,
    copies=2,
    text="[ongoing] This minion has +2 power while you have a card buried here.",
)


@priest_of_anubis.own_power
def rites(me: Instance) -> int:
    return 2 if buried_cards(me.game, me.you, me.base) else 0


pyramid_engineer = egyptians.minion(
    "Pyramid Engineer",
    power=3,
    copies=3,
    text="[on-play] You may uncover one of your cards buried here. [talent] Bury a card from your hand here.",
)


@pyramid_engineer.on_play
def dig(me: Me) -> Steps[None]:
    yield from _uncover_one(me, me.base, optional=True)


@pyramid_engineer.talent(has_effect=lambda me: bool(hand(me)))
def secret_chamber(me: Me) -> Steps[None]:
    yield from bury_from_hand(me, me.base)


mummy = egyptians.minion(
    "Mummy",
    power=2,
    copies=4,
    text="[ongoing] After this base scores, you may bury this minion at another base.",
)


# It is still there then, and goes straight under the other base, seen by all (clarify.mummy).
@mummy.after_scores(may=True, label="ongoing", when=lambda me: bool(other_bases(me, me.base)), regardless=("holder",))
def another_tomb(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "the base to bury it at", other_bases(me, me.base))
    yield from bury(me, me.card, site, seen=True)


ancient_curse = egyptians.action(
    "Ancient Curse",
    kind="on-minion",
    copies=2,
    text="Play on a minion. [on-play] You may take a +1 power counter off that minion. [ongoing] That minion has -2"
    " power.",
)


@ancient_curse.on_play
def open_the_tomb(me: Me) -> Steps[None]:
    name = me.game.fact(me.host).name
    if me.host.counters and (yield from may(me, f"take a +1 power counter off {name}")):
        yield from remove_counters(me, me.host)


@ancient_curse.power_of_host
def wither(me: Instance) -> int:
    return -2


def _bury_itself(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "a base to bury this card at", me.table.sites)
    yield from bury(me, me.card, site, seen=True)


def _own_minion_above(me: Me, minion: Card) -> bool:
    """Return whether it raises this minion: none if it is played from a hand, since it only buries itself then."""
    return me.card.zone == "buried" and minion.controller == me.you and minion.site == me.card.site


blessing_of_anubis = egyptians.action(
    "Blessing of Anubis",
    copies=1,
    raises_power=_own_minion_above,
    text="[on-play] Bury this card at a base. [special] When it is uncovered, your minions here have +2 power until the"
    " end of the turn.",
)


@blessing_of_anubis.on_play
def consecrate(me: Me) -> Steps[None]:
    yield from _bury_itself(me)


@blessing_of_anubis.when_uncovered
def bless(me: Me) -> Steps[None]:
    yield from boost_each(me, minions(me, at=me.base, of=me.you), 2)


lost_knowledge = egyptians.action(
    "Lost Knowledge",
    copies=1,
    text="[on-play] Choose one: bury a card from your hand at a base, or uncover one of your buried cards. [special] You"
    " may also play this before a base scores.",
)

_BURY, _UNCOVER = "bury", "uncover"


def _bury_or_uncover(me: Me) -> Steps[list[str]]:
    """Ask which of the two, as far as they are possible. Returns nothing if neither is."""
    parts = {_BURY: bool(hand(me)), _UNCOVER: bool(buried_cards(me.game, me.you))}
    return (yield from choose_parts(me, "whether to bury or to uncover", parts))


def _site_to_bury_at(me: Me) -> Steps[int]:
    return (yield from choose_base(me, "the base to bury at", me.table.sites))


@lost_knowledge.on_play
def study(me: Me) -> Steps[None]:
    for part in (yield from _bury_or_uncover(me)):
        if part == _BURY:
            yield from bury_from_hand(me, (yield from _site_to_bury_at(me)))
        else:
            yield from _uncover_one(me)


@lost_knowledge.played_at(BEFORE_SCORES)
def remember_in_time(me: Me) -> Steps[None]:
    yield from study(me)


mummy_strength = egyptians.action(
    "Mummy Strength",
    copies=1,
    raises_power=yours,
    text="[on-play] One of your minions has +2 power until the end of the turn; +3 instead if a card is buried at its"
    " base.",
)


@mummy_strength.on_play
def unwind(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions", aimed(me, minions(me, of=me.you)))
    if minion is not None:
        yield from boost(me, minion, 3 if me.table.sites[minion.site].piles["buried"] else 2)


plague_of_locusts = egyptians.action(
    "Plague of Locusts",
    copies=1,
    affects=lambda me, minion: not yours(me, minion),
    text="[on-play] Choose a base: other players' minions there have -1 power until the end of the turn. [special] You may"
    " also play this before a base scores.",
)


@plague_of_locusts.on_play
def swarm(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "the base that is plagued", me.table.sites)
    yield from boost_each(me, foreign_minions(me, at=site) if site else (), -1)


@plague_of_locusts.played_at(BEFORE_SCORES)
def swarm_in_time(me: Me) -> Steps[None]:
    yield from swarm(me)


seal_the_tomb = egyptians.action(
    "Seal the Tomb",
    copies=1,
    text="[on-play] Choose one: bury up to two cards from your hand at one base, or uncover up to two of your cards buried"
    " at one base.",
)


@seal_the_tomb.on_play
def seal_or_open(me: Me) -> Steps[None]:
    for part in (yield from _bury_or_uncover(me)):
        if part == _BURY:
            yield from bury_from_hand(me, (yield from _site_to_bury_at(me)), least=0, most=2)
            continue
        tombs = dict.fromkeys(card.site for card in buried_cards(me.game, me.you))
        site = yield from choose_base(me, "the base where you uncover", tombs)
        # The first has been played when the second is chosen.
        if site and (yield from _uncover_one(me, site, optional=True)):
            yield from _uncover_one(me, site, optional=True)


tomb_trap = egyptians.action(
    "Tomb Trap",
    copies=2,
    text="[on-play] Bury this card at a base. [special] When it is uncovered, you may destroy a minion of power 4 or less"
    " here.",
)


@tomb_trap.on_play
def set_the_trap(me: Me) -> Steps[None]:
    yield from _bury_itself(me)


@tomb_trap.when_uncovered
def spring(me: Me) -> Steps[None]:
    weak = [minion for minion in minions(me, at=me.base) if power(me.game, minion) <= 4]
    victim = yield from choose(me, "a minion of power 4 or less here to destroy, or none", weak, optional=True)
    if victim is not None:
        yield from destroy(me, victim)


you_can_take_it_with_you = egyptians.action(
    "You Can Take It With You",
    copies=1,
    text="[on-play] Bury this card at a base. [special] When it is uncovered, draw three cards.",
)


@you_can_take_it_with_you.on_play
def pack(me: Me) -> Steps[None]:
    yield from _bury_itself(me)


@you_can_take_it_with_you.when_uncovered
def unpack(me: Me) -> None:
    draw_cards(me, 3)


# --- the titan

sphinx = egyptians.titan(
    "Sphinx",
    text="[special] At the start of your turn, you may return one of your buried cards to your hand to play this titan on"
    " its base. [special] After a base scores while this titan is in play, you may return one of your cards buried there to"
    " your hand. [talent] Bury a card from your hand here.",
)


def _tombs_to_guard(me: Me | Instance) -> list[Card]:
    """Your buried cards that can be returned and at whose bases the titan could be played (resolve.dependent)."""
    return [
        card
        for card in buried_cards(me.game, me.you)
        if can_play_titan(me, only=(card.site,)) and possible(me.game, effect(me, "return", card))
    ]


@sphinx.start_of_turn(
    zone="beside", label="special", may=True, when=lambda me: bool(_tombs_to_guard(me)), regardless=("stasis",)
)
def emerge_from_the_sand(me: Me) -> Steps[None]:
    card = yield from choose(me, "one of your buried cards to return", _tombs_to_guard(me))
    if card is not None:
        site = card.site
        if (yield from return_to_hand(me, card)):
            yield from play_titan(me, only=(site,))


@sphinx.after_scores(here=False, may=True, when=lambda me: bool(buried_cards(me.game, me.you, scoring_site(me.game))))
def guard_the_treasure(me: Me) -> Steps[None]:
    buried = buried_cards(me.game, me.you, scoring_site(me.game))
    card = yield from choose(me, "one of your cards buried there to return", buried)
    if card is not None:
        yield from return_to_hand(me, card)


@sphinx.talent(has_effect=lambda me: bool(hand(me)))
def seal_the_chamber(me: Me) -> Steps[None]:
    yield from bury_from_hand(me, me.base)
