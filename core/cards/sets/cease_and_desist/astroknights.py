"""Astroknights: a crew of ten different minions, and actions that make one of them strong at the right moment."""

from __future__ import annotations

from core.cards.language import *

knights = Faction(
    "Astroknights",
    set="cease-and-desist",
    style="A crew of ten, each of a kind, and actions that make one of them strong at the right moment",
)


def _is_action(me: Me, card: Card) -> bool:
    return me.game.fact(card).is_action


def _has_cards_to_reveal(me: Me) -> bool:
    return has_cards_to_show(me, me.you, "reveal")


space_knight = knights.minion(
    "Space Knight",
    power=5,
    copies=1,
    text="[talent] Reveal the top three cards of your deck. You may draw one action among them. Put the others back on"
    " top in any order.",
)


@space_knight.talent(has_effect=_has_cards_to_reveal)
def foresight(me: Me) -> Steps[None]:
    revealed = reveal_top(me, 3)
    actions = [card for card in revealed if _is_action(me, card)]
    drawn = yield from choose(me, "an action to draw, or none", actions, optional=True)
    if drawn is not None:
        draw_these(me, [drawn])
    rest = [card for card in revealed if card is not drawn]
    put_back(me, (yield from arrange(me, "the order in which they go back on top", rest)))


scoundrel = knights.minion(
    "Scoundrel",
    power=4,
    copies=1,
    text="[talent] Move this minion and another of your minions here to one other base.",
)


@scoundrel.talent(has_effect=lambda me: bool(other_bases(me, me.base)))
def fast_getaway(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "the base to move to", other_bases(me, me.base))
    if site:
        # If it is alone, it moves alone; otherwise one other moves too (the ability has no "may").
        friend = yield from choose(
            me, "another of your minions to take along", minions(me, at=me.base, of=me.you, but=me.card)
        )
        yield from move_all(me, [me.card] if friend is None else [me.card, friend], site)


space_prince = knights.minion(
    "Space Prince",
    power=4,
    copies=1,
    text="[talent] You may play an extra action that directly raises the power of one of your minions.",
)


@space_prince.talent()
def rousing_speech(me: Me) -> Steps[None]:
    yield from extra_play(me, "action", condition="raises-own")


walking_carpet = knights.minion(
    "Walking Carpet",
    power=4,
    copies=1,
    text="[special] Before this base scores, if you are not winning it, you may play an action that directly raises"
    " this minion's power.",
)


# A player tied for the most is winning: tied players all take the place they tied for (score.ties).
@walking_carpet.before_scores(may=True, when=lambda me: bool(hand(me)), provided=lambda me: not is_winner(me))
def roar(me: Me) -> Steps[None]:
    yield from extra_play(me, "action", condition="raises-card", arguments=(str(me.card.number),))


alien_guru = knights.minion(
    "Alien Guru",
    power=2,
    copies=1,
    text="[ongoing] Once each turn, after you play an action that directly raises a minion's power, you may also"
    " put a +1 power counter on that minion.",
)


def _own_raising_action(me: Instance, played: CardPlayed) -> bool:
    return played.seat == me.you and raises_directly(me.game, me.game.card(played.card))


def _raised_and_unused(me: Instance, played: CardPlayed) -> bool:
    return unused_this_turn(me) and bool(raised_by(me.game, played))


@alien_guru.after(CardPlayed, may=True, when=_own_raising_action, still=_raised_and_unused)
def wise_words(me: Me, played: CardPlayed) -> Steps[None]:
    minion = yield from choose(me, "the minion that gets a counter", raised_by(me.game, played))
    if minion is not None:
        yield from place_counters(me, minion)


annoying_alien = knights.minion(
    "Annoying Alien",
    power=2,
    copies=1,
    text="[talent] Name a minion. All minions of that name here, including yours, have -2 power until the start of your next"
    " turn.",
)


@annoying_alien.talent()
def mock(me: Me) -> Steps[None]:
    name = yield from name_a_card(me, "a minion to name", type="minion")
    # "Until" affects only the minions here now, wherever they go afterwards (term.expiry).
    mocked = [minion for minion in minions(me, at=me.base) if name in names_of(me.game, minion)]
    yield from boost_each(me, mocked, -2, until="next-turn")


astro_robot = knights.minion(
    "Astro Robot",
    power=2,
    copies=1,
    text="[on-play] Destroy an action on this base or on a minion here.",
)


@astro_robot.on_play
def sabotage(me: Me) -> Steps[None]:
    action = yield from choose(me, "an action here to destroy", actions_in_play(me, at=me.base))
    if action is not None:
        yield from destroy(me, action)


mannersbot = knights.minion(
    "Mannersbot",
    power=2,
    copies=1,
    text="[talent] Reveal the top card of your deck. If it is an action, draw it; otherwise it stays on top.",
)


@mannersbot.talent(has_effect=_has_cards_to_reveal)
def after_you(me: Me) -> None:
    draw_these(me, [card for card in reveal_top(me) if _is_action(me, card)])


pupoks = knights.minion(
    "Pupoks",
    power=2,
    copies=1,
    text="[talent] Lose 1 VP to reveal the top three cards of your deck and draw them. You may play one of them as an"
    " extra card.",
)


@pupoks.talent(has_effect=lambda me: me.table.seats[me.you].victory_points > 0)
def teddy_bear_feast(me: Me) -> Steps[None]:
    if pay_vp(me):
        yield from extra_play(me, "card", among=draw_these(me, reveal_top(me, 3)), may=True)


ghost_knight = knights.minion(
    "Ghost Knight",
    power=0,
    copies=1,
    text="[ongoing] This minion can't be destroyed. [ongoing] Your other minions here have +2 power.",
)


@ghost_knight.forbids("destroy")
def already_gone(me: Instance, effect: Effect) -> bool:
    return effect.card == me.card.number


@ghost_knight.power_of_minions
def guidance(me: Instance, minion: Card) -> int:
    knight = me.card
    return 2 if minion.site == knight.site and minion.controller == knight.controller and minion is not knight else 0


block_the_probe = knights.action(
    "Block the Probe",
    copies=2,
    raises_power=True,
    text="[on-play] A minion has +2 power until the end of the turn. [special] You may also play this before a base"
    " scores.",
)


def _strengthen_any(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion that gets +2 power", aimed(me, minions(me)))
    if minion is not None:
        yield from boost(me, minion, 2)


@block_the_probe.on_play
def deflect(me: Me) -> Steps[None]:
    yield from _strengthen_any(me)


@block_the_probe.played_at(BEFORE_SCORES)
def last_moment(me: Me) -> Steps[None]:
    yield from _strengthen_any(me)


hidden_base = knights.action(
    "Hidden Base",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] At the start of your turn, if you have a minion here, draw a card.",
)


@hidden_base.start_of_turn(
    provided=lambda me: bool(minions(me, at=me.base, of=me.you)), regardless=("holder", "stasis")
)
def supplies(me: Me) -> None:
    draw_cards(me)


its_a_trap = knights.action(
    "It's a Trap!",
    kind="special-only",
    copies=1,
    text="[special] Before a base scores, reveal cards off the top of your deck until you reveal an action. You may draw"
    " it or play it at once. Shuffle the other revealed cards into your deck.",
)

_DRAW, _PLAY = "draw it", "play it"


@its_a_trap.played_at(BEFORE_SCORES)
def spring(me: Me) -> Steps[None]:
    found, revealed = reveal_until(me, lambda card: _is_action(me, card))
    if found is not None:
        modes = [_DRAW, _PLAY] if can_be_played(me, found) else [_DRAW]
        mode = yield from choose_mode(
            me, f"what to do with {me.game.fact(found).name}, or neither", modes, optional=True
        )
        if mode == _DRAW:
            draw_these(me, [found])
        elif mode == _PLAY:
            yield from play_certain(me, found, off_top=True)
    shuffle_in(me, revealed)


laser_sword = knights.action(
    "Laser Sword",
    kind="on-minion",
    copies=2,
    raises_power=True,
    text="Play on a minion. [ongoing] That minion has +1 power. [ongoing] Other players' minions can't affect it.",
)


@laser_sword.power_of_host
def glow(me: Instance) -> int:
    return 1


@laser_sword.shields
def parry(me: Instance, card: Card, effect: Effect) -> bool:
    # "Other players" means other than the player of this action, whoever controls the minion.
    return card.number == me.card.host and of_other_players(me, effect) and me.game.facts[effect.by].is_minion


prepare_for_battle = knights.action(
    "Prepare for Battle",
    copies=1,
    text="[on-play] Reveal the top two cards of your deck. Put one into your hand and the other on the top or bottom of"
    " your deck.",
)


# The first printing is known only from its erratum: two cards, one of them taken. That they are revealed, not just
# looked at, is the wording of the reprint.
@prepare_for_battle.on_play
def muster(me: Me) -> Steps[None]:
    revealed = reveal_top(me, 2)
    taken = yield from choose(me, "the card to put into your hand", revealed)
    if taken is not None:
        yield from take(me, taken)
    for other in revealed:
        if other is not taken:
            end = yield from choose_mode(me, f"where {me.game.fact(other).name} goes", ["top", "bottom"])
            yield from place_in_deck(me, other, end="top" if end == "top" else "bottom")


recycle_the_trash = knights.action(
    "Recycle the Trash",
    copies=1,
    text="[on-play] Shuffle up to two actions from your discard pile into your deck.",
)


@recycle_the_trash.on_play
def compact(me: Me) -> Steps[None]:
    trash = [card for card in discard_pile(me) if _is_action(me, card)]
    chosen = yield from choose_some(me, "up to two actions to shuffle into your deck", trash, most=2)
    if chosen:
        yield from shuffle_into_deck(me, *chosen)


use_the_fours = knights.action(
    "Use the Fours",
    copies=1,
    raises_power=yours,
    text="[on-play] One of your minions has +4 power until the end of the turn.",
)


@use_the_fours.on_play
def concentrate(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions that gets +4 power", aimed(me, minions(me, of=me.you)))
    if minion is not None:
        yield from boost(me, minion, 4)


yield_to_rage = knights.action(
    "Yield to Rage",
    copies=1,
    raises_power=yours,
    text="[on-play] One of your minions has +2 power until the end of the turn. You may play an extra action.",
)


@yield_to_rage.on_play
def give_in(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions that gets +2 power", aimed(me, minions(me, of=me.you)))
    if minion is not None:
        yield from boost(me, minion, 2)
    yield from extra_play(me, "action")
