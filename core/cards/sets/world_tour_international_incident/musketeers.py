"""Musketeers: one action after another on the same few minions."""

from __future__ import annotations

from core.cards.language import *

musketeers = Faction(
    "Musketeers",
    set="world-tour-international-incident",
    style="They chain actions that directly affect their own minions",
)


def _own_action(me: Instance, played: CardPlayed) -> bool:
    return action_played(me, played) and played.seat == me.you


def _directly(me: Me | Instance, played: CardPlayed, minion: Card) -> bool:
    """Return whether a played action has directly affected a minion that is still in play (term.directly)."""
    return minion in affected_by(me.game, played)


def _this_minion(me: Instance, played: CardPlayed) -> bool:
    return _directly(me, played, me.card)


athos = musketeers.minion(
    "Athos",
    power=4,
    copies=1,
    text="[ongoing] After you play an action that directly affects one or more of your other minions here, those minions"
    " have +1 power each until the end of the turn.",
)


def _comrades(me: Me | Instance, played: CardPlayed) -> list[Card]:
    """Your other minions that the action has affected while they were here."""
    affected_here = affected_there(me.game, played, me.base, me.you)
    return [minion for minion in affected_here if minion.number != me.card.number]


@athos.after(
    CardPlayed,
    when=_own_action,
    provided=lambda me, played: bool(_comrades(me, played)),
    regardless=("event",),
)
def lead(me: Me, played: CardPlayed) -> Steps[None]:
    yield from boost_each(me, _comrades(me, played), 1)


porthos = musketeers.minion(
    "Porthos",
    power=4,
    copies=1,
    text="[ongoing] Other players' actions can't affect this minion.",
)


@porthos.shields
def shrug_off(me: Instance, card: Card, effect: Effect) -> bool:
    return card is me.card and of_other_players(me, effect) and me.game.facts[effect.by].is_action


aramis = musketeers.minion(
    "Aramis",
    power=4,
    copies=1,
    text="[ongoing] Once in Play Cards of your turn, after you play an action that directly affects this minion, you may"
    " play an extra action that directly affects it.",
)


def _in_your_play_cards(me: Instance, played: CardPlayed) -> bool:
    return _own_action(me, played) and me.table.current == me.you and me.table.phase == "play"


@aramis.after(
    CardPlayed,
    may=True,
    grants=True,
    when=_in_your_play_cards,
    still=lambda me, played: unused_this_turn(me),
    provided=_this_minion,
)
def riposte(me: Me, played: CardPlayed) -> Steps[None]:
    yield from extra_play(me, "action", condition="affects-card", arguments=(str(me.card.number),))


dartagnan = musketeers.minion(
    "D'Artagnan",
    power=4,
    copies=1,
    text="[ongoing] After you play an action that directly affects this minion, draw a card.",
)


@dartagnan.after(CardPlayed, when=_own_action, provided=_this_minion, regardless=("event",))
def make_a_name(me: Me, played: CardPlayed) -> None:
    draw_cards(me)


young_musketeer = musketeers.minion(
    "Young Musketeer",
    power=3,
    copies=5,
    text="[ongoing] After the first time each turn that you play an action that directly affects this minion, it has +1"
    " power until the end of the turn.",
)


@young_musketeer.after(
    CardPlayed,
    when=_own_action,
    provided=first_to_affect_this_minion,
    regardless=("event", "holder"),
)
def prove_oneself(me: Me, played: CardPlayed) -> Steps[None]:
    yield from boost(me, me.card, 1)


all_for_one = musketeers.action(
    "All for One",
    kind="on-minion",
    copies=1,
    text="Play on a minion. [on-play] You may play an extra action. [ongoing] After you play another action that directly"
    " affects this minion, it has +1 power until the end of the turn, and you destroy this card at the end of the turn.",
)


@all_for_one.on_play
def rally(me: Me) -> Steps[None]:
    yield from extra_play(me, "action")


def _affects_host(me: Instance, played: CardPlayed) -> bool:
    return bool(me.card.host) and _directly(me, played, me.host)


@all_for_one.after(
    CardPlayed,
    when=lambda me, played: _own_action(me, played) and not itself(me, played),
    provided=_affects_host,
    regardless=("event",),
)
def unite(me: Me, played: CardPlayed) -> Steps[None]:
    yield from boost(me, me.host, 1)
    key = "musketeers/all-for-one#disband"
    if not any(effect.ability == key and me.card.number in effect.cards for effect in me.table.lasting):
        lasting(me, key, cards=[me.card])


@all_for_one.lasting(END_OF_TURN, who=lambda me, event: (me.you,))
def disband(me: Me) -> Steps[None]:
    assert me.lasting is not None
    yield from destroy(me, *(action for action in actions_in_play(me) if action.number in me.lasting.cards))


biding_time = musketeers.action(
    "Biding Time",
    copies=1,
    raises_power=True,
    text="[on-play] A minion has +2 power until the end of the turn. You may play an extra action that directly affects"
    " it.",
)


@biding_time.on_play
def wait_for_it(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion that gets +2 power", aimed(me, minions(me)))
    if minion is not None:
        yield from boost(me, minion, 2)
        yield from extra_play(me, "action", condition="affects-card", arguments=(str(minion.number),))


en_garde = musketeers.action(
    "En Garde",
    copies=2,
    raises_power=True,
    text="[on-play] A minion has +1 power until the end of the turn. Draw a card. You may play an extra action.",
)


@en_garde.on_play
def draw_the_sword(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion that gets +1 power", aimed(me, minions(me)))
    if minion is not None:
        yield from boost(me, minion, 1)
    draw_cards(me)
    yield from extra_play(me, "action")


last_stand = musketeers.action(
    "Last Stand",
    kind="special-only",
    copies=1,
    raises_power=lambda me, minion: yours(me, minion) and minion.site == scoring_site(me.game),
    text="[special] Before a base scores, one of your minions there has +2 power until the end of the turn. Draw a card.",
)


@last_stand.played_at(BEFORE_SCORES)
def hold_the_line(me: Me) -> Steps[None]:
    own = minions(me, at=scoring_site(me.game), of=me.you)
    minion = yield from choose(me, "one of your minions there that gets +2 power", aimed(me, own))
    if minion is not None:
        yield from boost(me, minion, 2)
    draw_cards(me)


make_way = musketeers.action(
    "Make Way",
    copies=1,
    affects=lambda me, minion: yours(me, minion) and len(me.table.sites) > 1,
    text="[on-play] Move one of your minions to another base. You may play an extra action.",
)


@make_way.on_play
def ride_through(me: Me) -> Steps[None]:
    own = minions(me, of=me.you) if len(me.table.sites) > 1 else []
    minion = yield from choose(me, "one of your minions to move", own)
    if minion is not None:
        yield from move(
            me, minion, (yield from choose_base(me, "the base to move it to", other_bases(me, minion.site)))
        )
    yield from extra_play(me, "action")


on_a_roll = musketeers.action(
    "On a Roll",
    copies=1,
    text="[on-play] Play up to two extra actions that directly affect the same minion.",
)


@on_a_roll.on_play
def begin_the_run(me: Me) -> Steps[None]:
    first = yield from extra_play(me, "action", condition="affects-minion", then="musketeers/on-a-roll#keep-going")
    if first is not None:
        yield from _once_more(me, first)


@on_a_roll.lasting(CardPlayed, when=with_that_play)
def keep_going(me: Me, played: CardPlayed) -> Steps[None]:
    yield from _once_more(me, played)


def _once_more(me: Me, first: CardPlayed) -> Steps[None]:
    """Give a play for another action that affects one of the minions that the first has affected."""
    same = tuple(str(minion.number) for minion in affected_by(me.game, first))
    if same:
        yield from extra_play(me, "action", condition="affects-card", arguments=same)


one_for_all = musketeers.action(
    "One For All",
    copies=2,
    raises_power=yours,
    text="[on-play] Choose a base. Your minions there have +1 power each until the end of the turn. You may play an extra"
    " action.",
)


@one_for_all.on_play
def stand_as_one(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "a base where your minions get +1 power", aimed_bases(me, me.table.sites))
    if site:
        yield from boost_each(me, minions(me, at=site, of=me.you), 1)
    yield from extra_play(me, "action")


to_battle = musketeers.action(
    "To Battle!",
    copies=1,
    text="[on-play] Play an extra minion. You may play an extra action that directly affects it.",
)


@to_battle.on_play
def charge(me: Me) -> Steps[None]:
    played = yield from extra_play(me, "minion", then="musketeers/to-battle#follow")
    if played is not None:
        yield from _support(me, played)


@to_battle.lasting(CardPlayed, when=with_that_play)
def follow(me: Me, played: CardPlayed) -> Steps[None]:
    yield from _support(me, played)


def _support(me: Me, played: CardPlayed) -> Steps[None]:
    minion = minion_just_played(me, played)
    if minion is not None:
        yield from extra_play(me, "action", condition="affects-card", arguments=(str(minion.number),))


token_of_affection = musketeers.action(
    "Token of Affection",
    copies=1,
    text="[on-play] Search your deck, your discard pile or both for an action that directly affects a minion and put it"
    " into your hand. You may play it as an extra action.",
)


@token_of_affection.on_play
def wear_the_favor(me: Me) -> Steps[None]:
    about = "an action that directly affects a minion"
    found, searched = yield from search_piles(
        me, about, lambda card: affects_minions(me.game, card), ("deck", "discard")
    )
    taken = (yield from take(me, found)) if found is not None else []
    if searched:
        shuffle_deck(me)
    yield from extra_play(me, "action", among=taken, may=True)
