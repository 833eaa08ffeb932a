"""Tricksters: they destroy, discard or prevent what other players play."""

from __future__ import annotations

from typing import Any

from core.cards.language import *

tricksters = Faction("Tricksters", set="core-set", style="Traps on bases and minions for whoever comes next")


def _played_by_another(me: Instance, played: CardPlayed) -> bool:
    return played.to == "minions" and played.seat != me.you


def _both_still_here(me: Instance, played: CardPlayed) -> bool:
    """Return whether this card and the minion that was played are still where it was played, after the minion's
    ability.
    """
    minion = minion_just_played(me, played)
    return minion is not None and minion.site == me.base == played.site


leprechaun = tricksters.minion(
    "Leprechaun",
    power=5,
    copies=1,
    text="[ongoing] After another player plays a minion here and its ability has resolved, destroy it if it has less"
    " power than this minion.",
)


@leprechaun.after(
    CardPlayed,
    here=True,
    when=_played_by_another,
    still=_both_still_here,
    provided=lambda me, played: power(me.game, me.table.cards[played.card]) < power(me.game, me.card),
)
def chase_away(me: Me, played: CardPlayed) -> Steps[None]:
    yield from destroy(me, me.table.cards[played.card])


brownie = tricksters.minion(
    "Brownie",
    power=4,
    copies=2,
    text="[ongoing] After another player plays a card that affects this minion, that player discards two cards at"
    " random.",
)


def _not_yet_for_that_card(me: Instance, event: Any) -> bool:
    """Return whether it has not answered that card yet: a card that affects it in several ways was played once, so this
    answers once."""
    number = acting_card(event)
    played = who_played(me, number)
    return not any(
        type(entry) is AbilityUsed
        and entry.ability == me.ability.key
        and entry.holder == me.card.number
        and (played is None or entry.position > played.position)
        and acting_card(me.game.log[entry.cause - 1]) == number
        for entry in me.table.journal
    )


@brownie.after(*AFFECTING, when=affected_by_card_being_played, still=_not_yet_for_that_card, regardless=("event",))
def take_offence(me: Me, event: Any) -> Steps[None]:
    played = who_played(me, acting_card(event))
    if played is not None:
        yield from discard_at_random(me, 2, seat=played.seat)


gnome = tricksters.minion(
    "Gnome",
    power=3,
    copies=3,
    text="[on-play] You may destroy a minion here that has less power than you have minions here.",
)


@gnome.on_play
def gang_up(me: Me) -> Steps[None]:
    strength = len(minions(me, at=me.base, of=me.you))
    weaker = [minion for minion in minions(me, at=me.base) if power(me.game, minion) < strength]
    minion = yield from choose(me, "a minion here to destroy, or none", weaker, optional=True)
    if minion is not None:
        yield from destroy(me, minion)


gremlin = tricksters.minion(
    "Gremlin",
    power=2,
    copies=4,
    text="[ongoing] After this minion is destroyed, draw a card and each other player discards a card at random.",
)


@gremlin.after(Destroyed, when=lambda me, destroyed: destroyed.card == me.card.number, regardless=("holder", "event"))
def parting_mischief(me: Me, destroyed: Destroyed) -> Steps[None]:
    draw_cards(me)
    for seat in others(me):
        yield from discard_at_random(me, 1, seat=seat)


block_the_path = tricksters.action(
    "Block the Path",
    kind="on-base",
    copies=1,
    text="Play on a base. [on-play] Name a faction. [ongoing] Nobody can play minions of that faction here.",
)


@block_the_path.on_play
def name_it(me: Me) -> Steps[None]:
    faction = yield from name_a_faction(me, "the faction whose minions can't be played here")
    if faction:
        remember(me, faction)


@block_the_path.forbids_play
def no_passage(me: Instance, seat: int, card: Card, site: int, host: int) -> bool:
    facts = me.game.fact(card)
    if site != me.base or host or not facts.is_minion:
        return False
    faction = FACTIONS.get(facts.faction)
    return faction is not None and faction.name in remembered(me)


disenchant = tricksters.action(
    "Disenchant", copies=2, text="[on-play] Destroy an action that is on a minion or on a base."
)


@disenchant.on_play
def undo(me: Me) -> Steps[None]:
    action = yield from choose(me, "an action to destroy", actions_in_play(me))
    if action is not None:
        yield from destroy(me, action)


enshrouding_mist = tricksters.action(
    "Enshrouding Mist",
    kind="on-base",
    copies=2,
    text="Play on a base. [ongoing] In each of your turns, you may play an extra minion here.",
)


@enshrouding_mist.on_your_turn(label="ongoing", grants=True)
def out_of_the_mist(me: Me) -> Steps[None]:
    yield from extra_play(me, "minion", site=me.base)


flame_trap = tricksters.action(
    "Flame Trap",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] After another player plays a minion here and its ability has resolved, destroy that"
    " minion and this action.",
)


@flame_trap.after(CardPlayed, here=True, when=_played_by_another, still=_both_still_here)
def spring(me: Me, played: CardPlayed) -> Steps[None]:
    yield from destroy(me, me.table.cards[played.card], me.card)


hideout = tricksters.action(
    "Hideout",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] If another player's action would affect your minions here, destroy this action and"
    " that action does not affect them.",
)
# What the stopped action continues to do is suppressed for the rest of the turn; no source says longer. In later books
# an action on an untouchable minion is then destroyed (reading.untouchable-actions).


def _actions_at_work(me: Me | Instance) -> list[Card]:
    """Other players' actions in play that continuously affect a minion of yours here (term.affect).

    What an action did to a minion for the turn has already happened and can't be stopped.
    """
    game, cards = me.game, me.table.cards
    changing = game.index.active("power") if "power" in game.edition.affect else []
    weighing = [instance for instance in changing if instance.card.zone == "actions" and instance.you != me.you]
    actions: dict[int, Card] = {}
    for minion in minions(me, at=me.base, of=me.you):
        carried = [cards[number] for number in minion.attached]
        at_work = [action for action in carried if action.controller != me.you and not suppressed(game, action)]
        at_work += [
            instance.card
            for instance in weighing
            if instance.ability.function(instance, minion) and possible(game, effect(instance, "power", minion))
        ]
        actions |= {action.number: action for action in at_work}
    return list(actions.values())


def _would_be_affected(me: Instance, effect: Effect) -> bool:
    return (
        effect.verb in me.game.edition.affect
        and own_minion_here(me, effect)
        and of_other_players(me, effect)
        and me.game.facts[effect.by].is_action
    )


@hideout.instead(*AFFECTING_VERBS, when=_would_be_affected)
def take_cover(me: Me, effect: Effect) -> Steps[None]:
    yield from _hide_from(me, me.table.cards[effect.by])


@hideout.as_soon_as(lambda me: bool(_actions_at_work(me)))
def go_to_ground(me: Me) -> Steps[None]:
    # If several act at once it stops one, in the current player's order (void.simultaneous).
    at_work = _actions_at_work(me)
    action = yield from choose(me, "the action that Hideout stops", at_work, seat=me.table.current)
    if action is not None:
        yield from _hide_from(me, action)


def _hide_from(me: Me, action: Card) -> Steps[None]:
    lasting(me, "tricksters/hideout#out-of-sight", cards=[action], site=me.base)
    yield from destroy(me, me.card)


@hideout.lasting("shield")
def out_of_sight(me: Instance, card: Card, effect: Effect) -> bool:
    stopped = me.lasting is not None and effect.by in me.lasting.cards
    return stopped and card.zone == "minions" and card.controller == me.you and card.site == me.base


mark_of_sleep = tricksters.action(
    "Mark of Sleep", copies=1, text="[on-play] Name a player. They can't play any actions during their next turn."
)


@mark_of_sleep.on_play
def lull(me: Me) -> Steps[None]:
    seat = yield from choose_player(me, "the player who can't play actions", me.game.clockwise(me.you))
    lasting(me, "tricksters/mark-of-sleep#slumber", seat=seat, until="end-of-turn")


# Only in Play Cards of that turn: cards that may be played while a base scores may still be played then.
@mark_of_sleep.lasting("forbid-kind")
def slumber(me: Instance, seat: int, kind: PlayKind) -> bool:
    table = me.table
    sleeping = seat == me.you == table.current and table.phase == "play" and me.since < table.turn_began
    return sleeping and kind == "action"


pay_the_piper = tricksters.action(
    "Pay the Piper",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] After another player plays a minion here, that player discards a card.",
)


@pay_the_piper.after(CardPlayed, here=True, when=_played_by_another)
def collect(me: Me, played: CardPlayed) -> Steps[None]:
    yield from _costs_a_card(me, played)


def _costs_a_card(me: Me, played: CardPlayed) -> Steps[None]:
    """Let the player of a minion discard a card."""
    cards = hand(me, played.seat)
    if cards:
        card = yield from choose(me, "a card to discard", cards, seat=played.seat, hidden=True)
        if card is not None:
            yield from discard_from_hand(me, [card], seat=played.seat)


take_the_shinies = tricksters.action(
    "Take the Shinies", copies=1, text="[on-play] Each other player discards two cards at random."
)


@take_the_shinies.on_play
def grab(me: Me) -> Steps[None]:
    for seat in others(me):
        yield from discard_at_random(me, 2, seat=seat)


# --- the titan

big_funny_giant = tricksters.titan(
    "Big Funny Giant",
    text="[special] You may play this titan instead of your regular minion play. [ongoing] After another player plays a minion"
    " here, that player discards a card. [ongoing] At the end of each other player's turn, if they have no minion here, you"
    " may put a +1 power counter on this titan. [special] When this base scores, if you are the winner and another player has"
    " no minion here, gain 1 VP.",
)


@big_funny_giant.on_your_turn(zone="beside", when=lambda me: can_play_titan(me, instead_of=("minion",)))
def barge_in(me: Me) -> Steps[None]:
    yield from play_titan(me, instead_of=("minion",))


@big_funny_giant.after(CardPlayed, here=True, when=_played_by_another)
def charge_admission(me: Me, played: CardPlayed) -> Steps[None]:
    yield from _costs_a_card(me, played)


def _stays_away(me: Me | Instance, seat: int) -> bool:
    return not minions(me, at=me.base, of=seat)


@big_funny_giant.end_of_turn(
    may=True,
    who=lambda me, event: () if me.table.current == me.you else (me.you,),
    provided=lambda me: _stays_away(me, me.table.current),
)
def laugh(me: Me) -> Steps[None]:
    yield from place_counters(me, me.card)


@big_funny_giant.when_scores(
    label="special",
    provided=lambda me: is_winner(me) and any(_stays_away(me, seat) for seat in others(me)),
    regardless=("holder", "player"),
)
def laugh_last(me: Me) -> None:
    gain_vp(me)
