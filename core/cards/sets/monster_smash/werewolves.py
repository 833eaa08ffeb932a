"""Werewolves: strong for a night. Mostly power until the end of the turn, rarely counters."""

from __future__ import annotations

from core.cards.language import *

werewolves = Faction(
    "Werewolves",
    set="monster-smash",
    style="Strong for a night. Power until the end of the turn, seldom counters",
)

pack_alpha = werewolves.minion(
    "Pack Alpha",
    power=5,
    copies=1,
    text="[special] Before this base scores, your minions here have +1 power until the end of the turn.",
)


@pack_alpha.before_scores()
def lead(me: Me) -> Steps[None]:
    yield from boost_each(me, minions(me, at=me.base, of=me.you), 1)


loup_garou = werewolves.minion(
    "Loup-Garou",
    power=4,
    copies=2,
    text="[special] Before this base scores, this minion has +2 power until the end of the turn.",
)


@loup_garou.before_scores(regardless=("holder", "player"))
def transform(me: Me) -> Steps[None]:
    yield from boost(me, me.card, 2)


teenage_wolf = werewolves.minion(
    "Teenage Wolf", power=3, copies=3, text="[talent] This minion has +1 power until the end of the turn."
)


@teenage_wolf.talent()
def growth_spurt(me: Me) -> Steps[None]:
    yield from boost(me, me.card, 1)


howler = werewolves.minion(
    "Howler", power=2, copies=4, text="[on-play] This minion has +2 power until the end of the turn."
)


@howler.on_play
def howl(me: Me) -> Steps[None]:
    yield from boost(me, me.card, 2)


chew_toy = werewolves.action(
    "Chew Toy",
    copies=2,
    affects=weaker_than_one_of_yours,
    text="[on-play] Choose one of your minions. Destroy a minion at its base with less power.",
)


@chew_toy.on_play
def chew(me: Me) -> Steps[None]:
    own = leading(me, minions(me, of=me.you), lambda chewer: weaker_beside(me, chewer))
    chewer = yield from choose(me, "one of your minions", own, affects=False)
    if chewer is not None:
        toy = yield from choose(me, "a minion there with less power to destroy", weaker_beside(me, chewer))
        if toy is not None:
            yield from destroy(me, toy)


def _own_of_power_4(me: Me, minion: Card) -> bool:
    return minion.controller == me.you and power(me.game, minion) >= 4


frenzy = werewolves.action(
    "Frenzy",
    copies=2,
    raises_power=_own_of_power_4,
    text="[on-play] Your minions of power 4 or more have +1 power until the end of the turn.",
)


@frenzy.on_play
def rage(me: Me) -> Steps[None]:
    yield from boost_each(me, [minion for minion in minions(me) if _own_of_power_4(me, minion)], 1)


full_moon = werewolves.action(
    "Full Moon",
    kind="on-base",
    copies=1,
    raises_power=lambda me, minion: minion.controller == me.you,
    text="Play on a base. [ongoing] Your minions here have +1 power.",
)


@full_moon.power_of_minions
def moonlight(me: Instance, minion: Card) -> int:
    return 1 if minion.site == me.base and minion.controller == me.you else 0


def _on_the_strongest(me: Me) -> bool:
    """Return whether no minion here has more power than the one this action is on; a tie for the most is enough."""
    strength = power(me.game, me.host)
    return all(power(me.game, minion) <= strength for minion in minions(me, at=me.host.site))


leader_of_the_pack = werewolves.action(
    "Leader of the Pack",
    kind="on-minion",
    copies=1,
    text="Play on a minion. [talent] If no minion here has more power than that one, you may play an extra action.",
)


@leader_of_the_pack.talent(when=_on_the_strongest)
def give_the_word(me: Me) -> Steps[None]:
    yield from extra_play(me, "action")


let_the_dog_out = werewolves.action(
    "Let the Dog Out",
    copies=1,
    affects=no_stronger_than_one_of_yours,
    text="[on-play] Choose one of your minions. Destroy any number of minions at its base that together have no more"
    " power than it.",
)


@let_the_dog_out.on_play
def let_loose(me: Me) -> Steps[None]:
    own = leading(me, minions(me, of=me.you), lambda dog: no_stronger_beside(me, dog))
    dog = yield from choose(me, "one of your minions", own, affects=False)
    if dog is not None:
        there = minions(me, at=dog.site)
        powers = [power(me.game, minion) for minion in there]
        bitten = yield from choose_some(
            me, "minions there to destroy", there, budget=power(me.game, dog), weights=powers
        )
        if bitten:
            yield from destroy(me, *bitten)


marking_territory = werewolves.action(
    "Marking Territory",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] At the start of your turn, if you have more power here than each other player,"
    " this base's breakpoint becomes 0.",
)


def _leads_alone(me: Me | Instance, site: int) -> bool:
    """Return whether you have more power at a base than each other player."""
    mine = total_power(me.game, me.you, site)
    return all(total_power(me.game, seat, site) < mine for seat in others(me))


@marking_territory.start_of_turn(provided=lambda me: _leads_alone(me, me.base), regardless=("holder", "stasis"))
def claim(me: Me) -> None:
    set_breakpoint(me, me.base, 0, until="unstated")


moontouched = werewolves.action(
    "Moontouched",
    kind="on-minion",
    copies=1,
    text="Play on a minion. [talent] If no minion here has more power than that one, draw a card.",
)


@moontouched.talent(when=_on_the_strongest, has_effect=lambda me: has_cards_to_show(me, me.you, "draw"))
def moon_madness(me: Me) -> None:
    draw_cards(me)


unstoppable = werewolves.action(
    "Unstoppable",
    kind="on-minion",
    copies=1,
    text="Play on a minion. [ongoing] That minion can't be destroyed.",
)


@unstoppable.forbids("destroy")
def keep_going(me: Instance, effect: Effect) -> bool:
    return effect.card == me.card.host


# --- the titan

great_wolf_spirit = werewolves.titan(
    "Great Wolf Spirit",
    text="[special] On your turn, if you have the most power at two or more bases, you may play this titan at one of them."
    " [ongoing] Each talent of your cards here may be used a second time on your turn. [ongoing] At the start of your turn,"
    " you may move this titan to a base where you have more power than each other player. [talent] One of your minions has"
    " +1 power until the end of the turn.",
)


def _hunting_grounds(me: Me | Instance) -> list[int]:
    """Return the bases where you are present and nobody has more power; a tie for it is enough (term.superlative)."""
    return [
        site
        for site in me.table.sites
        if (mine := total_power(me.game, me.you, site)) == max(total_powers(me.game, site))
        and (mine or minions(me, at=site, of=me.you))
    ]


def _two_led(me: Me) -> bool:
    led = _hunting_grounds(me)
    return len(led) >= 2 and can_play_titan(me, only=led)


@great_wolf_spirit.on_your_turn(zone="beside", when=_two_led)
def answer_the_howl(me: Me) -> Steps[None]:
    yield from play_titan(me, only=_hunting_grounds(me))


@great_wolf_spirit.rule("talent-limit")
def run_with_the_pack(me: Instance, talent: Instance) -> int:
    own_here = yours(me, talent.card) and talent.card.site == me.base
    if not own_here or talent.ability.hook != "talent" or me.table.current != me.you:
        return 1
    if me.game.fact(talent.card).is_titan:
        me.game.note("reading.htb-titan-here")
    return 2


def _ruled_elsewhere(me: Me | Instance) -> list[int]:
    return [site for site in other_bases(me, me.card.site) if _leads_alone(me, site)]


@great_wolf_spirit.start_of_turn(may=True, when=lambda me: bool(_ruled_elsewhere(me)))
def roam(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "the base to move Great Wolf Spirit to", _ruled_elsewhere(me))
    if site:
        yield from move(me, me.card, site)


@great_wolf_spirit.talent(has_effect=lambda me: bool(minions(me, of=me.you)))
def bless(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions", minions(me, of=me.you))
    if minion is not None:
        yield from boost(me, minion, 1)
