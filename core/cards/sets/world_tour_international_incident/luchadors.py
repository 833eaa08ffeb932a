"""Luchadors: they set up other players' minions with actions, and finish them off."""

from __future__ import annotations

from core.cards.language import *

luchadors = Faction(
    "Luchadors",
    set="world-tour-international-incident",
    style="They play actions on other players' minions and profit from them",
)


_SET_UP = "Set-Up"


def _is_set_up(me: Me | Instance, card: Card) -> bool:
    """Return whether a card is a Set-Up action: it has those words in its name."""
    facts = me.game.facts[card.number]
    return facts.is_action and _SET_UP.casefold() in facts.name.casefold()


def _set_up(me: Me | Instance, minion: Card) -> bool:
    """Return whether a Set-Up action is on a minion."""
    return any(_is_set_up(me, me.table.cards[number]) for number in minion.attached)


def _anothers(me: Me | Instance, minion: Card) -> bool:
    return not yours(me, minion)


el_sagrado = luchadors.minion(
    "El Sagrado",
    power=5,
    copies=1,
    text="[on-play] Put an action from your discard pile into your hand. [talent] Play an action on another player's minion"
    " as an extra action.",
)


@el_sagrado.on_play
def remember_the_fans(me: Me) -> Steps[None]:
    lost = [card for card in discard_pile(me) if me.game.fact(card).is_action]
    card = yield from choose(me, "an action to put into your hand", lost)
    if card is not None:
        yield from take(me, card)


@el_sagrado.talent(has_effect=lambda me: bool(foreign_minions(me)))
def signature_move(me: Me) -> Steps[None]:
    yield from extra_play(me, "action", condition="on-others-minion")


capa_roja = luchadors.minion(
    "Capa Roja",
    power=4,
    copies=2,
    text="[special] Before this base scores, you may destroy here one minion of printed power 3 or less of each other"
    " player.",
)


def _small(me: Me | Instance, seat: int) -> list[Card]:
    """Return the minions of a player here that have a printed power of 3 or less."""
    return [minion for minion in minions(me, at=me.base, of=seat) if printed_power(me.game, minion) <= 3]


@capa_roja.before_scores(may=True, when=lambda me: any(_small(me, seat) for seat in others(me)))
def flourish(me: Me) -> Steps[None]:
    victims = []
    for seat in others(me):
        minion = yield from choose(me, f"a minion of {me.table.seats[seat].name} to destroy", _small(me, seat))
        if minion is not None:
            victims.append(minion)
    yield from destroy(me, *victims)


la_torcha = luchadors.minion(
    "La Torcha",
    power=3,
    copies=3,
    text="[ongoing] While one of your actions is on another player's minion here, this minion has +2 power.",
)


@la_torcha.own_power
def catch_fire(me: Instance) -> int:
    return 2 if any(own_action_on(me, minion) for minion in foreign_minions(me, at=me.base)) else 0


yellow_demon = luchadors.minion(
    "Yellow Demon",
    power=2,
    copies=4,
    text="[on-play] You may search your deck, your discard pile or both for a Set-Up action and put it into your hand.",
)


@yellow_demon.on_play
def scout_the_ring(me: Me) -> Steps[None]:
    yield from fetch(me, "a Set-Up action", lambda card: _is_set_up(me, card), optional=True)


cheap_pop = luchadors.action(
    "Cheap Pop",
    copies=1,
    raises_power=yours,
    text="[on-play] One of your minions has +2 power until the end of the turn, or +4 power instead if a Set-Up action is"
    " on a minion at its base.",
)


@cheap_pop.on_play
def work_the_crowd(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions that gets power", aimed(me, minions(me, of=me.you)))
    if minion is not None:
        ready = any(_set_up(me, other) for other in minions(me, at=minion.site))
        yield from boost(me, minion, 4 if ready else 2)


out_for_the_count = luchadors.action(
    "Out for the Count",
    copies=1,
    affects=own_action_on,
    text="[on-play] Choose a minion that carries at least one of your actions. Return one of them to your hand. Destroy"
    " that minion.",
)


@out_for_the_count.on_play
def count_out(me: Me) -> Steps[None]:
    minion = yield from choose(
        me, "a minion to destroy", [candidate for candidate in minions(me) if own_action_on(me, candidate)]
    )
    if minion is not None:
        own = [card for number in minion.attached if yours(me, card := me.table.cards[number])]
        action = yield from choose(me, "your action on it that goes to your hand", own)
        if action is not None:
            yield from return_to_hand(me, action)
        yield from destroy(me, minion)


pin = luchadors.action(
    "Pin",
    kind="on-minion",
    copies=2,
    where=own_action_on,
    text="Play on a minion that carries one of your actions. [ongoing] That minion's abilities are canceled, and its power"
    " does not count toward its controller's total here.",
)


@pin.cancels
def hold_down(me: Instance, card: Card) -> bool:
    return card.number == me.card.host


@pin.counts_for_player
def one_two_three(me: Instance, minion: Card, amount: int) -> int:
    return 0 if minion.number == me.card.host else amount


powerful_set_up = luchadors.action(
    "Powerful Set-up",
    kind="on-minion",
    copies=1,
    where=_anothers,
    raises_power=yours,
    raises_beside=True,
    text="Play on another player's minion. [ongoing] Each of your minions here has +1 power.",
)


@powerful_set_up.power_of_minions
def leverage(me: Instance, minion: Card) -> int:
    return 1 if minion.site == me.base and yours(me, minion) else 0


quick_set_up = luchadors.action(
    "Quick Set-Up",
    kind="on-minion",
    copies=1,
    where=_anothers,
    text="Play on another player's minion. [on-play] You may play an extra action.",
)


@quick_set_up.on_play
def follow_up(me: Me) -> Steps[None]:
    yield from extra_play(me, "action")


smart_set_up = luchadors.action(
    "Smart Set-Up",
    kind="on-minion",
    copies=1,
    where=_anothers,
    text="Play on another player's minion. [ongoing] After the first time each turn that a minion is played here, draw a"
    " card.",
)


@smart_set_up.after(CardPlayed, here=True, when=first_minion_here_this_turn)
def study(me: Me, played: CardPlayed) -> None:
    draw_cards(me)


reversal = luchadors.action(
    "Reversal",
    kind="special-only",
    copies=1,
    affects=lambda me, minion: minion.site == scoring_site(me.game) and _set_up(me, minion),
    text="[special] Before a base scores where you are not winning, take control of a minion there that carries a Set-Up"
    " action until the end of the turn. Destroy any number of your actions on it.",
)


@reversal.played_at(BEFORE_SCORES, when=not_winning)
def turn_the_tables(me: Me) -> Steps[None]:
    there = [minion for minion in minions(me, at=scoring_site(me.game)) if _set_up(me, minion)]
    minion = yield from choose(me, "a minion there to take control of", there)
    if minion is not None:
        if not yours(me, minion):
            yield from take_control(me, minion, until="turn")
        own = [card for number in minion.attached if yours(me, card := me.table.cards[number])]
        yield from destroy(me, *(yield from choose_some(me, "your actions on it to destroy", own)))


sagrado_vs_the_monsters = luchadors.action(
    "Sagrado vs the Monsters",
    copies=1,
    text="[on-play] Choose any number of actions in your discard pile. Put one of them that is played on a minion into your"
    " hand and shuffle the others into your deck.",
)


@sagrado_vs_the_monsters.on_play
def roll_the_film(me: Me) -> Steps[None]:
    lost = [card for card in discard_pile(me) if me.game.fact(card).is_action]
    chosen = yield from choose_some(me, "actions in your discard pile", lost)
    fitting = [card for card in chosen if me.game.fact(card).kind == "on-minion"]
    card = yield from choose(me, "the one to put into your hand", fitting)
    if card is not None:
        yield from take(me, card)
    rest = [other for other in chosen if other is not card]
    if rest:
        yield from shuffle_into_deck(me, *rest)


tag_team = luchadors.action(
    "Tag-Team", copies=1, text="[on-play] Play an extra minion at a base where you have a minion."
)


@tag_team.on_play
def tag_in(me: Me) -> Steps[None]:
    yield from extra_play(me, "minion", condition="where-you-have-a-minion")
