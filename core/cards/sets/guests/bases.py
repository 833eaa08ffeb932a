"""The bases among the guests."""

from __future__ import annotations

from core.cards.language import *

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
    """Let each player reveal the top card of their deck. Returns the minions among them, by player."""
    shown = {seat: card for seat in all_not_ignoring(me) for card in reveal_top(me.for_player(seat))}
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
# Based on one copy of the first printing, by which every player reveals, with or without a minion here; the reprint
# limits it to players with a minion here.


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
# Based on one copy of the first printing; the reprint is a different base.


@moon_dumpster.after_arrival(each=True, may=True)
def scavenge(me: Me, arrived: Event) -> Steps[None]:
    for seat, card in _revealed_minions(me).items():
        chosen = yield from choose(me, "the revealed minion to play here, or none", [card], optional=True, seat=seat)
        if chosen is not None:
            yield from _play_here(me, seat, chosen)
