"""Super Heroes: four mighty minions, and citizens who turn into them."""

from __future__ import annotations

from core.cards.language import *

heroes = Faction(
    "Super Heroes",
    set="its-your-fault",
    style="Harmless citizens give way to heroes of power 5, who are hard to destroy",
)


def _mighty(me: Me | Instance, *, at: int = 0) -> list[Card]:
    """Your minions of power 5 or more."""
    return [minion for minion in minions(me, at=at, of=me.you) if power(me.game, minion) >= 5]


def _change(me: Me, minion: Card, least: int) -> Steps[None]:
    """Destroy a minion to search your deck for one of at least that printed power, which is played in its place."""
    site = minion.site
    if not (yield from destroy(me, minion)):
        return
    optional = declinable(me, specific=True)
    found = yield from search_deck(
        me,
        f"a minion of power {least} or more to play" + (", or none" if optional else ""),
        lambda card: me.game.fact(card).is_minion and printed_power(me.game, card) >= least,
        optional=optional,
    )
    if found is not None and site in me.table.sites:
        yield from play_certain(me, found, only=(site,))
    shuffle_deck(me)


awesome_guy = heroes.minion(
    "Awesome Guy",
    power=5,
    copies=1,
    text="[ongoing] Other players' cards can't destroy your minions here.",
)


@awesome_guy.forbids("destroy")
def watch_over(me: Instance, effect: Effect) -> bool:
    return own_minion_here(me, effect) and of_other_players(me, effect)


captain_amazing = heroes.minion(
    "Captain Amazing",
    power=5,
    copies=1,
    text="[talent] Each of your minions here has +1 power until the end of the turn.",
)


@captain_amazing.talent()
def inspire(me: Me) -> Steps[None]:
    yield from boost_each(me, minions(me, at=me.base, of=me.you), 1)


mind_lady = heroes.minion(
    "Mind Lady",
    power=5,
    copies=1,
    text="[talent] Choose another player's minion. Its abilities are canceled until the start of your next turn, whether or"
    " not this minion stays in play.",
)


@mind_lady.talent(has_effect=lambda me: bool(foreign_minions(me)))
def befuddle(me: Me) -> Steps[None]:
    minion = yield from choose(me, "another player's minion that loses its abilities", foreign_minions(me))
    if minion is not None:
        yield from lose_abilities(me, minion, until="next-turn", but_this=False)


the_burst = heroes.minion(
    "The Burst",
    power=5,
    copies=1,
    text="[ongoing] After a minion is played at another base, you may move this minion there.",
)


@the_burst.after(
    CardPlayed,
    may=True,
    when=lambda me, played: played.to == "minions" and played.site != me.base,
    still=lambda me, played: played.site in me.table.sites and played.site != me.base,
)
def rush_over(me: Me, played: CardPlayed) -> Steps[None]:
    yield from move(me, me.card, played.site)


mild_mannered_citizen = heroes.minion(
    "Mild Mannered Citizen",
    power=2,
    copies=5,
    text="[ongoing] At the start of your turn, you may destroy this minion to search your deck for a minion of power 5 or"
    " more, play it here as an extra minion, and shuffle your deck.",
)


@mild_mannered_citizen.start_of_turn(may=True)
def find_a_phone_booth(me: Me) -> Steps[None]:
    yield from _change(me, me.card, 5)


expanded_power = heroes.action(
    "Expanded Power",
    kind="on-minion",
    copies=1,
    raises_power=True,
    text="Play on a minion. [ongoing] That minion has +1 power, and other players can't destroy it.",
)


@expanded_power.power_of_host
def expand(me: Instance) -> int:
    return 1


@expanded_power.forbids("destroy")
def invulnerable(me: Instance, effect: Effect) -> bool:
    return effect.card == me.card.host and by_another_player(me, effect)


golden_age = heroes.action(
    "Golden Age",
    copies=2,
    text="[on-play] Put up to three minions from your discard pile on the bottom of your deck.",
)


@golden_age.on_play
def retire(me: Me) -> Steps[None]:
    fallen = [card for card in discard_pile(me) if me.game.fact(card).is_minion]
    chosen = yield from choose_some(me, "up to three minions to put under your deck", fallen, most=3)
    if chosen:
        ordered = yield from arrange(me, "the order of the minions under your deck", chosen)
        yield from place_in_deck(me, *ordered, end="bottom")


justice_friends = heroes.action(
    "Justice Friends",
    copies=2,
    raises_power=lambda me, minion: minion.controller == me.you and power(me.game, minion) >= 5,
    text="[on-play] Each of your minions of power 5 or more has +2 power until the end of the turn.",
)


@justice_friends.on_play
def unite(me: Me) -> Steps[None]:
    yield from boost_each(me, _mighty(me), 2)


my_only_weakness = heroes.action(
    "My Only Weakness!",
    kind="on-minion",
    copies=1,
    text="Play on a minion. [ongoing] That minion's abilities are canceled.",
)


@my_only_weakness.cancels
def weaken(me: Instance, card: Card) -> bool:
    return card.number == me.card.host


not_really_dead = heroes.action(
    "Not Really Dead",
    copies=2,
    text="[on-play] Put up to two minions of power 2 or less from your discard pile into your hand.",
)


@not_really_dead.on_play
def come_back(me: Me) -> Steps[None]:
    fallen = [card for card in discard_pile(me) if me.game.fact(card).is_minion and printed_power(me.game, card) <= 2]
    chosen = yield from choose_some(me, "up to two minions to put into your hand", fallen, most=2)
    if chosen:
        yield from take(me, *chosen)


radioactive_exposure = heroes.action(
    "Radioactive Exposure",
    copies=1,
    affects=yours,
    text="[on-play] Destroy one of your minions to search your deck for a minion with more power, play it at the same base"
    " as an extra minion, and shuffle your deck.",
)


@radioactive_exposure.on_play
def mutate(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions to destroy", minions(me, of=me.you))
    if minion is not None:
        yield from _change(me, minion, power(me.game, minion) + 1)


secret_base = heroes.action(
    "Secret Base",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] Other players can't destroy your minions of power 3 or less here.",
)


@secret_base.forbids("destroy")
def lie_low(me: Instance, effect: Effect) -> bool:
    return (
        own_minion_here(me, effect)
        and by_another_player(me, effect)
        and power(me.game, me.table.cards[effect.card]) <= 3
    )


sidekick = heroes.action(
    "Sidekick",
    copies=1,
    text="[on-play] Choose a base where you have a minion of power 5 or more. Play a minion of power 2 or less there as an"
    " extra minion.",
)


@sidekick.on_play
def team_up(me: Me) -> Steps[None]:
    led = [site for site in me.table.sites if _mighty(me, at=site)]
    site = yield from choose_base(me, "a base where you have a minion of power 5 or more", led)
    if site:
        yield from extra_play(me, "minion", condition="power-at-most", arguments=("2",), site=site)


# --- the titan

the_everything_glove = heroes.titan(
    "The Everything Glove",
    text="[special] After one of your minions is destroyed, you may play this titan at the base where it was. [ongoing] Your"
    " minions of power 3 or less here are not affected by other players' abilities. [talent] Play an extra minion of power"
    " 2 or less here; or draw a card.",
)


@the_everything_glove.after(
    Destroyed,
    zone="beside",
    label="special",
    may=True,
    when=lambda me, destroyed: minion_destroyed(me, destroyed) and destroyed.controller == me.you,
    still=lambda me, destroyed: can_play_titan(me, only=(destroyed.site,)),
)
def pick_up_the_glove(me: Me, destroyed: Destroyed) -> Steps[None]:
    yield from play_titan(me, only=(destroyed.site,))


@the_everything_glove.shields
def close_the_fist(me: Instance, card: Card, effect: Effect) -> bool:
    own_here = card.zone == "minions" and card.site == me.base and yours(me, card)
    return own_here and of_other_players(me, effect) and weak_apart_from(me, card, 3, effect)


_RECRUIT, _DRAW = "play an extra minion of power 2 or less here", "draw a card"


@the_everything_glove.talent()
def snap(me: Me) -> Steps[None]:
    for part in (yield from choose_parts(me, "what The Everything Glove does", {_RECRUIT: True, _DRAW: True})):
        if part == _DRAW:
            draw_cards(me)
        else:
            yield from extra_play(me, "minion", condition="power-at-most", arguments=("2",), site=me.base)
