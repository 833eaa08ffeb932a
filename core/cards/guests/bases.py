"""The bases among the guests."""

from __future__ import annotations

from core.cards.conditions import minion_just_played, unused_this_turn
from core.cards.verbs import draw_cards, place_counters, play_certain, reveal_top
from core.engine.choices import choose
from core.engine.index import Instance
from core.engine.use import Me
from core.printed.definitions import BaseSet, Steps
from events.vocabulary import AbilityUsed, CardPlayed, Destroyed, Discarded, Event
from projections.table import Card

bases = BaseSet("guests")

monkey_lab = bases.base(
    "Monkey Lab",
    faction="cyborg-apes",
    breakpoint=23,
    vp=(4, 2, 1),
    text="Minions here have +1 power for each action on them.",
)


@monkey_lab.power_of_minions
def wired_up(me: Instance, minion: Card) -> int:
    return len(minion.attached) if minion.site == me.base else 0


def _revealed_minions(me: Me) -> dict[int, Card]:
    """Each player reveals the top card of their deck: the minions among those, by player."""
    shown = {seat: card for seat in me.game.clockwise() for card in reveal_top(me, seat=seat)}
    return {seat: card for seat, card in shown.items() if me.game.fact(card).is_minion}


def _play_here(me: Me, seat: int, card: Card) -> Steps[None]:
    if card.zone == "deck" and me.base in me.table.sites:
        yield from play_certain(me, card, only=(me.base,), seat=seat, off_top=True)


secret_volcano_headquarters = bases.base(
    "Secret Volcano Headquarters",
    faction="super-spies",
    breakpoint=18,
    vp=(4, 3, 2),
    text="Before this base scores, each player reveals the top card of their deck and plays it here if it is a minion.",
)
# The facts rest on one copy of the first printing: that every player reveals, with or without a minion here, is its
# reading; the reprint limits it to players with a minion here.


@secret_volcano_headquarters.before_scores()
def call_in_agents(me: Me) -> Steps[None]:
    for seat, card in _revealed_minions(me).items():
        yield from _play_here(me, seat, card)


moon_dumpster = bases.base(
    "Moon Dumpster",
    faction="mega-troopers",
    breakpoint=24,
    vp=(4, 2, 2),
    text="After this base comes into play, each player reveals the top card of their deck and may play it here as an"
    " extra minion if it is one.",
)
# The facts rest on one copy of the first printing; the reprint is a different base.


@moon_dumpster.after_arrival(each=True, may=True)
def scavenge(me: Me, arrived: Event) -> Steps[None]:
    for seat, card in _revealed_minions(me).items():
        chosen = yield from choose(me, "the revealed minion to play here, or none", [card], optional=True, seat=seat)
        if chosen is not None:
            yield from _play_here(me, seat, chosen)


ancient_crashed_ship = bases.base(
    "Ancient Crashed Ship",
    faction="extramorphs",
    breakpoint=21,
    vp=(4, 2, 1),
    text="After you play a minion here from anywhere except your hand, put a +1 power counter on it.",
)


@ancient_crashed_ship.after(
    CardPlayed, here=True, when=lambda me, played: played.to == "minions" and played.source != "hand"
)
def hatch(me: Me, played: CardPlayed) -> Steps[None]:
    minion = minion_just_played(me, played)
    if minion is not None:
        yield from place_counters(me, minion)


rooftop_portal = bases.base(
    "Rooftop Portal",
    faction="wraithrustlers",
    breakpoint=22,
    vp=(5, 3, 2),
    text="Once in each turn, after you destroy a card here, draw a card.",
)


@rooftop_portal.after(
    Destroyed,
    here=True,
    when=lambda me, destroyed: destroyed.seat >= 0,
    still=lambda me, destroyed: unused_this_turn(me, destroyed.seat),
)
def gate_crash(me: Me, destroyed: Destroyed) -> None:
    draw_cards(me)


sakura_garden = bases.base(
    "Sakura Garden",
    faction="samurai",
    breakpoint=18,
    vp=(3, 2, 1),
    text="The first time in each turn that a minion you control here goes to the discard pile, draw a card.",
)


def _minion_left(me: Instance, left: Destroyed | Discarded) -> bool:
    return left.source == "minions"


def _first_for_its_player(me: Instance, left: Destroyed | Discarded) -> bool:
    """Whether neither ability has acted for that player this turn; of several that go at once the first counts."""
    return not any(
        type(entry) is AbilityUsed
        and entry.holder == me.card.number
        and entry.seat == left.controller
        and entry.position > me.since
        for entry in me.table.journal
    )


def _its_player(me: Instance, left: Destroyed | Discarded) -> tuple[int, ...]:
    return (left.controller,)


@sakura_garden.after(
    Destroyed,
    here=True,
    when=_minion_left,
    still=_first_for_its_player,
    who=_its_player,
    regardless=("event", "player"),
)
def falling_petals(me: Me, destroyed: Destroyed) -> None:
    draw_cards(me)


@sakura_garden.after(
    Discarded,
    here=True,
    when=_minion_left,
    still=_first_for_its_player,
    who=_its_player,
    regardless=("event", "player"),
)
def last_blossom(me: Me, discarded: Discarded) -> None:
    draw_cards(me)
