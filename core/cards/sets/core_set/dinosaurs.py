"""Dinosaurs: more power than anybody else, and ways to use it."""

from __future__ import annotations

from core.cards.language import *

dinosaurs = Faction("Dinosaurs", set="core-set", style="Sheer power, and power that destroys the weaker")


def _own(me: Me, minion: Card) -> bool:
    return minion.controller == me.you


king_rex = dinosaurs.minion("King Rex", power=7, copies=1, text="")

laseratops = dinosaurs.minion(
    "Laseratops", power=4, copies=2, text="[on-play] Destroy a minion of power 2 or less here."
)


@laseratops.on_play
def fire_lasers(me: Me) -> Steps[None]:
    weak = [minion for minion in minions(me, at=me.base) if power(me.game, minion) <= 2]
    minion = yield from choose(me, "a minion here to destroy", weak)
    if minion is not None:
        yield from destroy(me, minion)


armor_stego = dinosaurs.minion(
    "Armor Stego", power=3, copies=3, text="[ongoing] This minion has +2 power during other players' turns."
)


@armor_stego.own_power
def plates_up(me: Instance) -> int:
    return 2 if me.table.current != me.you else 0


war_raptor = dinosaurs.minion(
    "War Raptor",
    power=2,
    copies=4,
    text="[ongoing] This minion has +1 power for each War Raptor here, including itself and those of other players.",
)


@war_raptor.own_power
def hunt_in_packs(me: Instance) -> int:
    return sum(war_raptor.name in names_of(me.game, minion) for minion in minions(me, at=me.base))


augmentation = dinosaurs.action(
    "Augmentation",
    copies=2,
    raises_power=True,
    text="[on-play] A minion has +4 power until the end of your turn.",
)


@augmentation.on_play
def augment(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion to strengthen", aimed(me, minions(me)))
    if minion is not None:
        yield from boost(me, minion, 4, until="your-turn")


howl = dinosaurs.action(
    "Howl",
    copies=2,
    raises_power=_own,
    text="[on-play] Each of your minions has +1 power until the end of your turn.",
)


@howl.on_play
def rouse(me: Me) -> Steps[None]:
    yield from boost_each(me, minions(me, of=me.you), 1, until="your-turn")


natural_selection = dinosaurs.action(
    "Natural Selection",
    copies=1,
    affects=weaker_than_one_of_yours,
    text="[on-play] Choose one of your minions. Destroy a minion at its base that has less power.",
)


@natural_selection.on_play
def select(me: Me) -> Steps[None]:
    own = leading(me, minions(me, of=me.you), lambda fitter: weaker_beside(me, fitter))
    fitter = yield from choose(me, "one of your minions", own, affects=False)
    if fitter is not None:
        minion = yield from choose(me, "a weaker minion there to destroy", weaker_beside(me, fitter))
        if minion is not None:
            yield from destroy(me, minion)


rampage = dinosaurs.action(
    "Rampage",
    copies=1,
    text="[on-play] Choose one of your minions. Its base's breakpoint is lower by that minion's power until the end of"
    " the turn.",
)


@rampage.on_play
def trample(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions", minions(me, of=me.you))
    if minion is not None:
        change_breakpoint(me, minion.site, -power(me.game, minion))


def _unfit(me: Me, site: int) -> list[Card]:
    """Return the minions with the least power at a base where another minion has more."""
    powers = {minion.number: power(me.game, minion) for minion in minions(me, at=site)}
    least = min(powers.values(), default=0)
    weakest = [number for number, amount in powers.items() if amount == least]
    return [me.game.card(number) for number in weakest] if len(weakest) < len(powers) else []


survival_of_the_fittest = dinosaurs.action(
    "Survival of the Fittest",
    copies=1,
    affects=lambda me, minion: minion in _unfit(me, minion.site),
    text="[on-play] At each base where a minion has more power than another, destroy one of those with the least power"
    " there.",
)


@survival_of_the_fittest.on_play
def weed_out(me: Me) -> Steps[None]:
    unfit = []
    for site in list(me.table.sites):
        minion = yield from choose(me, "the weakest minion there to destroy", _unfit(me, site))
        if minion is not None:
            unfit.append(minion)
    yield from destroy_all(me, unfit)


tooth_and_claw = dinosaurs.action(
    "Tooth and Claw... and Guns",
    kind="on-minion",
    copies=1,
    text="Play on a minion. [ongoing] If any player's ability would affect that minion, destroy this action and that"
    " ability does not affect the minion.",
)
# It answers what an ability is about to do. A continuous ability, such as a base that makes minions stronger, is not
# about to happen: nothing says that it would use this card up at once, so it does not.


def _affects_its_minion(me: Instance, effect: Effect) -> bool:
    return effect.card == me.card.host and effect.by > 0 and effect.verb in me.game.edition.affect


@tooth_and_claw.instead(*AFFECTING_VERBS, when=_affects_its_minion)
def bite_back(me: Me, effect: Effect) -> Steps[None]:
    if effect.verb != "attach":  # an action that is being played has no ability in progress yet
        leave_alone(me, me.host)
    yield from destroy(me, me.card)


upgrade = dinosaurs.action(
    "Upgrade",
    kind="on-minion",
    copies=1,
    raises_power=True,
    text="Play on a minion. [ongoing] That minion has +2 power.",
)


@upgrade.power_of_host
def mount_lasers(me: Instance) -> int:
    return 2


wildlife_preserve = dinosaurs.action(
    "Wildlife Preserve",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] Other players' actions can't affect your minions here.",
)


@wildlife_preserve.shields
def protected_species(me: Instance, card: Card, effect: Effect) -> bool:
    here = card.zone == "minions" and card.site == me.base and card.controller == me.you
    return here and of_other_players(me, effect) and me.game.facts[effect.by].is_action


# --- the titan

fort_titanosaurus = dinosaurs.titan(
    "Fort Titanosaurus",
    text="[special] On your turn, if you have played no minion yet, you may destroy one of your minions to play this titan at"
    " its base with as many +1 power counters as that minion had power. [ongoing] Once per turn, after you play an action"
    " that directly affects one or more minions, you may put a +1 power counter on one of them, on this titan, or on both."
    " [talent] If this titan has at least four +1 power counters, draw a card.",
)


def _foundations(me: Me | Instance) -> list[Card]:
    """Your minions that can be destroyed, at bases where the titan could then be played (resolve.dependent)."""
    return [
        minion
        for minion in minions(me, of=me.you)
        if can_play_titan(me, only=(minion.site,)) and possible(me.game, effect(me, "destroy", minion))
    ]


@fort_titanosaurus.on_your_turn(
    zone="beside", when=lambda me: not minion_played_in_play_cards(me) and bool(_foundations(me))
)
def build_on_bones(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions to destroy", _foundations(me))
    fallen = (yield from destroy(me, minion)) if minion is not None else []
    if fallen:
        destroyed: Destroyed = this_turn(me, Destroyed, lambda event: event.card == fallen[0].number)[-1]

        def fortify(titan: Me) -> Steps[None]:
            yield from place_counters(titan, titan.card, destroyed.power)

        yield from play_titan(me, only=(destroyed.site,), then=fortify)


@fort_titanosaurus.after(
    CardPlayed,
    may=True,
    when=lambda me, played: action_played(me, played) and played.seat == me.you,
    still=lambda me, played: unused_this_turn(me),
    provided=lambda me, played: bool(directly_affected(me.game, played)),
)
def rear_up(me: Me, played: CardPlayed) -> Steps[None]:
    about = "a minion it affected that gets a +1 power counter, or none"
    minion = yield from choose(me, about, affected_by(me.game, played), optional=True)
    strengthened = [minion] if minion is not None else []
    if minion is None or (yield from may(me, "put a +1 power counter on Fort Titanosaurus, too")):
        strengthened.append(me.card)
    yield from place_counter_on_each(me, strengthened)


@fort_titanosaurus.talent(
    when=lambda me: me.card.counters >= 4, has_effect=lambda me: has_cards_to_show(me, me.you, "draw")
)
def man_the_ramparts(me: Me) -> None:
    draw_cards(me)
