"""Robots: one minion plays the next, and small ones count each other."""

from __future__ import annotations

from core.cards.language import *

robots = Faction("Robots", set="core-set", style="Swarms of small minions that bring more minions")

MICROBOT: Tag = "microbot"


def _your_microbot(me: Instance, card: Card) -> bool:
    return card.controller == me.you and is_a(me, card, MICROBOT)


nukebot = robots.minion(
    "Nukebot",
    power=5,
    copies=1,
    text="[ongoing] After this minion is destroyed, destroy all other players' minions at the base where it was.",
)


@nukebot.after(Destroyed, when=lambda me, destroyed: destroyed.card == me.card.number)
def meltdown(me: Me, destroyed: Destroyed) -> Steps[None]:
    yield from destroy_all(me, foreign_minions(me, at=destroyed.site))


warbot = robots.minion("Warbot", power=4, copies=2, text="[ongoing] This minion can't be destroyed.")


@warbot.forbids("destroy")
def armored(me: Instance, effect: Effect) -> bool:
    return effect.card == me.card.number


hoverbot = robots.minion(
    "Hoverbot",
    power=3,
    copies=3,
    text="[on-play] Reveal the top card of your deck. If it is a minion, you may play it as an extra minion.",
)


@hoverbot.on_play
def scan(me: Me) -> Steps[None]:
    revealed = [card for card in reveal_top(me) if me.game.fact(card).is_minion and can_be_played(me, card)]
    minion = yield from choose(me, "the revealed minion to play, or none", revealed, optional=True)
    if minion is not None:
        yield from play_certain(me, minion, off_top=True)


zapbot = robots.minion("Zapbot", power=2, copies=4, text="[on-play] You may play an extra minion of power 2 or less.")


@zapbot.on_play
def power_up(me: Me) -> Steps[None]:
    yield from extra_play(me, "minion", condition="power-at-most", arguments=("2",))


microbot_alpha = robots.minion(
    "Microbot Alpha",
    power=1,
    copies=1,
    tags=(MICROBOT,),
    text="[ongoing] This minion has +1 power for each other Microbot of yours in play."
    " [ongoing] All your minions in play count as Microbots.",
)


@microbot_alpha.own_power
def swarm(me: Instance) -> int:
    return sum(card is not me.card and is_a(me, card, MICROBOT) for card in minions_in_play(me, of=me.you))


@microbot_alpha.counts_as
def assimilate(me: Instance, card: Card) -> str:
    return MICROBOT if card.controller == me.you and me.game.facts[card.number].is_minion else ""


microbot_archive = robots.minion(
    "Microbot Archive",
    power=1,
    copies=1,
    tags=(MICROBOT,),
    text="[ongoing] After one of your Microbots, including this one, is destroyed, draw a card.",
)


# A card destroyed together with Microbot Alpha was still a Microbot: the condition is checked at that moment.
@microbot_archive.after(
    Destroyed,
    when=lambda me, destroyed: destroyed.source == "minions" and _your_microbot(me, me.table.cards[destroyed.card]),
    regardless=("holder", "event"),
)
def back_up(me: Me, destroyed: Destroyed) -> None:
    draw_cards(me)


def _chain(me: Me) -> Steps[None]:
    if first_minion_you_played(me):
        yield from extra_play(me, "minion")


microbot_fixer = robots.minion(
    "Microbot Fixer",
    power=1,
    copies=2,
    tags=(MICROBOT,),
    text="[on-play] If this is the first minion you played this turn, you may play an extra minion."
    " [ongoing] Your Microbots, including this one, have +1 power.",
)


@microbot_fixer.on_play
def start_the_line(me: Me) -> Steps[None]:
    yield from _chain(me)


@microbot_fixer.power_of_minions
def tune_up(me: Instance, minion: Card) -> int:
    return 1 if _your_microbot(me, minion) else 0


microbot_guard = robots.minion(
    "Microbot Guard",
    power=1,
    copies=2,
    tags=(MICROBOT,),
    text="[on-play] Destroy a minion here that has less power than you have minions here.",
)


@microbot_guard.on_play
def swarm_over(me: Me) -> Steps[None]:
    strength = len(minions(me, at=me.base, of=me.you))
    weaker = [minion for minion in minions(me, at=me.base) if power(me.game, minion) < strength]
    minion = yield from choose(me, "a minion here to destroy", weaker)
    if minion is not None:
        yield from destroy(me, minion)


microbot_reclaimer = robots.minion(
    "Microbot Reclaimer",
    power=1,
    copies=2,
    tags=(MICROBOT,),
    text="[on-play] If this is the first minion you played this turn, you may play an extra minion. Shuffle any number"
    " of Microbots from your discard pile into your deck.",
)


@microbot_reclaimer.on_play
def recycle(me: Me) -> Steps[None]:
    yield from _chain(me)
    # Only printed Microbots: Microbot Alpha does not reach cards in a discard pile.
    scrap = [card for card in discard_pile(me) if is_a(me, card, MICROBOT)]
    chosen = yield from choose_some(me, "Microbots to shuffle into your deck", scrap)
    if chosen:
        yield from shuffle_into_deck(me, *chosen)


tech_center = robots.action(
    "Tech Center", copies=2, text="[on-play] Choose a base. Draw a card for each minion you have there."
)


@tech_center.on_play
def download(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "the base whose minions you count", me.table.sites)
    if site:
        draw_cards(me, len(minions(me, at=site, of=me.you)))
