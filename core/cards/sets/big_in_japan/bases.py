"""The bases of Big in Japan."""

from __future__ import annotations

from core.cards.language import *

bases = BaseSet("big-in-japan")


# --- Itty Critters

critter_combat_club = bases.base(
    "Critter Combat Club",
    faction="itty-critters",
    breakpoint=23,
    vp=(4, 3, 1),
    text="Once during each of their turns, a player may play an extra minion of power 2 or less here. After it was played,"
    " that player puts it on the bottom of their deck at the end of the turn, if they control it.",
)


def _entered(me: Me, played: CardPlayed) -> None:
    minion = minion_just_played(me, played)
    if minion is not None:
        lasting(me, "base/critter-combat-club#go-home", cards=[minion])


@critter_combat_club.on_your_turn(grants=True)
def enter_the_ring(me: Me) -> Steps[None]:
    played = yield from extra_play(
        me,
        "minion",
        condition="power-at-most",
        arguments=("2",),
        site=me.base,
        then="base/critter-combat-club#late-entry",
    )
    if played is not None:
        _entered(me, played)


@critter_combat_club.lasting(CardPlayed, when=with_that_play)
def late_entry(me: Me, played: CardPlayed) -> None:
    _entered(me, played)


@critter_combat_club.lasting(END_OF_TURN)
def go_home(me: Me) -> Steps[None]:
    fighters = [me.table.cards[number] for number in me.lasting.cards] if me.lasting else []
    yield from place_in_deck(me, *(card for card in fighters if card.controller == me.you), end="bottom")


itty_city = bases.base(
    "Itty City",
    faction="itty-critters",
    breakpoint=20,
    vp=(3, 1, 1),
    text="After the first time each turn that you play a minion here, you may shuffle a minion picked at random from your"
    " discard pile into your deck.",
)


def _minions_lost(me: Me | Instance, seat: int) -> list[int]:
    return [card.number for card in discard_pile(me, seat) if me.game.fact(card).is_minion]


@itty_city.after(
    CardPlayed,
    here=True,
    may=True,
    when=first_minion_here_by_its_player,
    still=lambda me, played: bool(_minions_lost(me, played.seat)),
)
def rehabilitate(me: Me, played: CardPlayed) -> Steps[None]:
    lost = _minions_lost(me, me.you)
    if lost:
        (number,) = me.game.pick_at_random("card", lost, seat=me.you)
        yield from shuffle_into_deck(me, me.game.card(number))


# --- Kaiju

kaiju_island = bases.base(
    "Kaiju Island",
    faction="kaiju",
    breakpoint=22,
    vp=(4, 2, 1),
    text="Titans here do not clash. Each player has 3 more power here for each titan they control here.",
)


@kaiju_island.rule("no-clash")
def room_for_all(me: Instance, site: int) -> bool:
    return site == me.base


@kaiju_island.power_of_player
def home_of_giants(me: Instance, seat: int, site: int) -> int:
    return 3 * len(titans(me, at=site, of=seat)) if site == me.base else 0


tokyo = bases.base(
    "Tokyo",
    faction="kaiju",
    breakpoint=25,
    vp=(5, 3, 2),
    text="After you play an action on this base, you have 3 more power here until the end of the turn.",
)


@tokyo.after(CardPlayed, here=True, when=lambda me, played: played.to == "actions")
def sound_the_sirens(me: Me, played: CardPlayed) -> None:
    lasting(me, "base/tokyo#rampage", cards=[me.card], site=me.base)


@tokyo.lasting("total-power")
def rampage(me: Instance, seat: int, site: int) -> int:
    # The base keeps its site if another takes its place, so the effect looks at the base itself.
    here = me.lasting is not None and site == me.base and bool(me.lasting.cards)
    return 3 if here and seat == me.you else 0


# --- Magical Girls

akihabara_high = bases.base(
    "Akihabara High",
    faction="magical-girls",
    breakpoint=20,
    vp=(3, 2, 1),
    text="After you play a minion here, your other minions here have +1 power until the end of the turn.",
)


@akihabara_high.after(CardPlayed, here=True, when=minion_played)
def join_the_club(me: Me, played: CardPlayed) -> Steps[None]:
    yield from boost_each(me, minions(me, at=me.base, of=me.you, but=me.game.card(played.card)), 1)


q_point = bases.base(
    "Q Point",
    faction="magical-girls",
    breakpoint=25,
    vp=(5, 4, 3),
    text="Before this base scores, each player keeps one of their minions here or their actions on this base and destroys the"
    " others.",
)


@q_point.before_scores()
def last_stand(me: Me) -> Steps[None]:
    # Actions on minions are not on the base (our reading); they share the fate of their minion.
    lost: dict[int, list[Card]] = {}
    for seat in all_not_ignoring(me):
        on_base = [card for card in actions_in_play(me, at=me.base, on_minions=False) if card.controller == seat]
        theirs = minions(me, at=me.base, of=seat) + on_base
        kept = yield from choose(me, "the one card of yours here to keep", theirs, seat=seat)
        lost[seat] = [card for card in theirs if card is not kept]
    yield from each_destroys(me, lost)


# --- Mega Troopers

juice_bar = bases.base(
    "Juice Bar",
    faction="mega-troopers",
    breakpoint=18,
    vp=(4, 2, 1),
    text="Before this base scores, each player with a minion here may play an extra minion here, starting with the current"
    " player.",
)


@juice_bar.before_scores(may=True, each=True)
def refresh(me: Me) -> Steps[None]:
    for seat in all_not_ignoring(me):
        if me.base in me.table.sites and minions(me, at=me.base, of=seat):
            yield from extra_play(me.for_player(seat), "minion", site=me.base)


moon_dumpster = bases.base(
    "Moon Dumpster",
    faction="mega-troopers",
    printing="2026",
    breakpoint=24,
    vp=(4, 2, 2),
    text="Once on your turn, you may play an extra minion of power 3 or less here. You can't move your minions away from here.",
)


@moon_dumpster.on_your_turn(grants=True)
def rummage(me: Me) -> Steps[None]:
    yield from extra_play(me, "minion", condition="power-at-most", arguments=("3",), site=me.base)


@moon_dumpster.forbids("move")
def stuck_in_the_trash(me: Instance, effect: Effect) -> bool:
    card = me.table.cards[effect.card]
    return card.zone == "minions" and card.site == me.base and card.controller == effect.seat
