"""Miskatonic University: Madness is useful to those who know how to handle it."""

from __future__ import annotations

from core.cards.language import *

university = Faction(
    "Miskatonic University",
    set="obligatory-cthulhu-set",
    style="They study Madness: drawn, discarded and returned, it gives plays, cards and power",
)


def _madness_to_return(me: Me, most: int) -> list[Card]:
    """Madness cards in your hand and your discard pile, from each no more than can be chosen: they are all alike."""
    return madness_in(me, hand(me))[:most] + madness_in(me, discard_pile(me))[:most]


def _some_to_return(me: Me, most: int) -> bool:
    """Return whether there is something to ask about, as far as everybody can see."""
    return bool(hand(me)) or bool(_madness_to_return(me, most))


professor = university.minion(
    "Professor",
    power=5,
    copies=1,
    text="[talent] Discard a Madness card. If you do, you may play an extra action and you may play an extra minion.",
)


@professor.talent(has_effect=holds_madness, unseen=True)
def lecture(me: Me) -> Steps[None]:
    if (yield from discard_madness(me)):
        yield from extra_play(me, "action", "minion")


librarian = university.minion(
    "Librarian", power=4, copies=2, text="[talent] Discard a Madness card. If you do, draw a card."
)


@librarian.talent(has_effect=holds_madness, unseen=True)
def consult(me: Me) -> Steps[None]:
    if (yield from discard_madness(me)):
        draw_cards(me)


psychologist = university.minion(
    "Psychologist",
    power=3,
    copies=3,
    text="[on-play] You may put a Madness card from your hand or your discard pile back into the Madness deck.",
)


@psychologist.on_play
def treat(me: Me) -> Steps[None]:
    if _some_to_return(me, 1):
        about = "a Madness card to put back, or none"
        card = yield from choose(me, about, _madness_to_return(me, 1), optional=True, hidden=True)
        if card is not None:
            return_madness(me, card)


researcher = university.minion("Researcher", power=2, copies=4, text="[on-play] You may draw a Madness card.")


@researcher.on_play
def look_into_it(me: Me) -> Steps[None]:
    if me.table.piles["madness"] and (yield from may(me, "draw a Madness card")):
        draw_madness(me)


old_man_jenkins = university.action(
    '"Old Man Jenkins!?"',
    kind="special-only",
    copies=1,
    affects=True,
    text="[special] Before a base scores, destroy the strongest minion there, or one of them if they tie.",
)


@old_man_jenkins.played_at(BEFORE_SCORES)
def unmask(me: Me) -> Steps[None]:
    there = minions(me, at=scoring_site(me.game))
    most = max((power(me.game, minion) for minion in there), default=0)
    strongest = [minion for minion in there if power(me.game, minion) == most]
    minion = yield from choose(me, "the strongest minion there, to destroy", strongest)
    if minion is not None:
        yield from destroy(me, minion)


it_just_might_work = university.action(
    "... It Just Might Work",
    copies=1,
    raises_power=lambda me, minion: yours(me, minion) and holds_madness(me),
    text="[on-play] Discard a Madness card to give each of your minions +1 power until the end of the turn.",
)


@it_just_might_work.on_play
def try_it(me: Me) -> Steps[None]:
    if (yield from discard_madness(me)):
        yield from boost_each(me, minions(me, of=me.you), 1)


field_trip = university.action(
    "Field Trip",
    copies=2,
    text="[on-play] Put any number of cards from your hand on the bottom of your deck, then draw that many cards.",
)


@field_trip.on_play
def excursion(me: Me) -> Steps[None]:
    if not hand(me):
        return
    chosen = yield from choose_some(me, "cards to put on the bottom of your deck", hand(me), hidden=True)
    if chosen:
        ordered = yield from arrange(me, "the order of the cards under your deck", chosen)
        draw_cards(me, len((yield from place_in_deck(me, *ordered, end="bottom", seen=False))))


gate_to_beyond = university.action(
    "Gate to Beyond",
    kind="on-base",
    copies=1,
    text="Play on a base. [talent] Draw a Madness card; then you may play an extra minion here.",
)
# Drawing is part of using it but not a condition: if the Madness deck is empty nobody draws, and the minion may still
# come.


@gate_to_beyond.talent()
def step_through(me: Me) -> Steps[None]:
    draw_madness(me)
    yield from extra_play(me, "minion", site=me.base)


jinkies = university.action(
    "Jinkies!",
    copies=2,
    text="[on-play] Put up to two Madness cards from your hand and your discard pile back into the Madness deck.",
)


@jinkies.on_play
def find_a_clue(me: Me) -> Steps[None]:
    if _some_to_return(me, 2):
        about = "up to two Madness cards to put back"
        return_madness(me, *(yield from choose_some(me, about, _madness_to_return(me, 2), most=2, hidden=True)))


thats_so_crazy = university.action(
    "That's So Crazy...",
    copies=1,
    raises_power=yours,
    text="[on-play] Draw a Madness card. Each of your minions has +1 power until the end of the turn. You may play an"
    " extra action.",
)


@thats_so_crazy.on_play
def go_crazy(me: Me) -> Steps[None]:
    draw_madness(me)
    yield from boost_each(me, minions(me, of=me.you), 1)
    yield from extra_play(me, "action")


things_best_not_known = university.action(
    "Things Best Not Known",
    kind="special-only",
    copies=1,
    raises_power=lambda me, minion: minion.site == scoring_site(me.game) and bool(me.table.piles["madness"]),
    text="[special] Before a base scores, choose a minion there and draw up to three Madness cards. It has +2 power for"
    " each of them until the end of the turn.",
)


@things_best_not_known.played_at(BEFORE_SCORES)
def learn_it_anyway(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion there", aimed(me, minions(me, at=scoring_site(me.game))))
    if minion is None:
        return
    most = min(3, len(me.table.piles["madness"]))
    count = yield from choose_number(me, "how many Madness cards to draw", range(most + 1))
    drawn = draw_madness(me, count)
    if drawn:
        yield from boost(me, minion, 2 * len(drawn))


those_meddling_kids = university.action(
    "Those Meddling Kids",
    copies=1,
    text="[on-play] Choose a base and destroy any number of actions on it.",
)


@those_meddling_kids.on_play
def meddle(me: Me) -> Steps[None]:
    # An action on a minion there is not on the base.
    site = yield from choose_base(me, "the base of the actions to destroy", me.table.sites)
    played_there = actions_in_play(me, at=site, on_minions=False) if site else []
    yield from destroy(me, *(yield from choose_some(me, "actions on that base to destroy", played_there)))
